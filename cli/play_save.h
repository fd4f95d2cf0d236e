/* Saving and loading: records of a session, and the game in progress, which can be resumed.
 *
 * A game in progress is written after every move to <state>/pessoi/play-<game>.pes, where <state>
 * is $XDG_STATE_HOME or ~/.local/state. A finished game removes it. A game that was not resumed
 * becomes play-<game>.previous.pes when another one makes its first move, so that it is not lost.
 * Files are written under a temporary name and renamed: either the old or the new one is there,
 * complete. */
#ifndef CLI_PLAY_SAVE_H
#define CLI_PLAY_SAVE_H

#include "play/session.h"

enum { PLAY_PATH_MAX = 4096 };

/* The record of the session: moves, seats, seed, date, result. Unknown tags, comments and
 * variations of a loaded record are preserved. */
PES_MUST_USE enum pes_err play_record(const struct session *s, struct pes_record **out);

/* Continues a recorded game of the same kit at its end. On success it takes ownership of the record
 * and replaces the whole session, else it changes nothing. The seats are those of the record if one
 * is a person and its agents exist, otherwise they do not change. */
PES_MUST_USE enum pes_err play_take(struct session *s, struct pes_record *r, struct pes_note *note);

PES_MUST_USE enum pes_err play_save(const struct session *s, const char *path,
                                    struct pes_note *note);
PES_MUST_USE enum pes_err play_load(struct session *s, const char *path, struct pes_note *note);

/* What is at a path before something is written there. */
enum play_place {
    PLAY_PLACE_FREE,
    PLAY_PLACE_FILE,
    PLAY_PLACE_OTHER /* a folder, a device: never written to */
};
enum play_place play_place(const char *path);

/* The path of `name` in the state folder; false if there is no home folder. */
bool play_state_path(const char *name, char out[PLAY_PATH_MAX]);

/* The files of the game in progress. */
struct play_store {
    bool usable;                  /* there is a home folder */
    bool ours;                    /* the file `current` belongs to this session */
    char current[PLAY_PATH_MAX];  /* play-<game>.pes */
    char previous[PLAY_PATH_MAX]; /* play-<game>.previous.pes */
    char next[PLAY_PATH_MAX];     /* the first save, until the old game has been renamed */
};

void play_store_init(struct play_store *store, const char *game);

/* Saves the game of the session; the first time it renames the file of another game. */
PES_MUST_USE enum pes_err play_store_save(struct play_store *store, const struct session *s,
                                          struct pes_note *note);

/* The game is over: removes its file. */
void play_store_finish(struct play_store *store);

/* The session starts another game; the file of this one stays and can be resumed. */
void play_store_leave(struct play_store *store);

/* The path of a game in progress that does not belong to this session, or NULL. */
const char *play_store_in_progress(const struct play_store *store);

/* The path of the game that `resume` loads: the one in progress, else the previous one; NULL: none.
 */
const char *play_store_waiting(const struct play_store *store);

/* Loads that game; UNKNOWN if there is none. */
PES_MUST_USE enum pes_err play_store_resume(struct play_store *store, struct session *s,
                                            struct pes_note *note);

#endif
