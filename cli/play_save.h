/* Saving and loading: records of a session, and the game in progress that waits for its player.
 *
 * A game in progress is written after every move to <state>/pessoi/play-<game>.pes, where <state>
 * is $XDG_STATE_HOME or ~/.local/state. A finished game removes it. A game that was not resumed
 * becomes play-<game>.previous.pes when another one makes its first move, so that nothing is lost
 * by looking at something else. Files are written beside their place and renamed: the old one or
 * the new one is there, whole. */
#ifndef CLI_PLAY_SAVE_H
#define CLI_PLAY_SAVE_H

#include "play/session.h"

enum { PLAY_PATH_MAX = 4096 };

/* The record of the session: moves, seats, seed, date, result; what a loaded record said besides
 * the moves (tags we do not know, comments, variations) stays in it. */
PES_MUST_USE enum pes_err play_record(const struct session *s, struct pes_record **out);

/* Goes on with a recorded game of the same kit at its end. Takes ownership of the record and
 * replaces the whole session if all of it is well, else changes nothing. The seats are the
 * record's if a person sat there and its agents exist, otherwise they stay as they are. */
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

/* The file `name` in our folder for what programs remember; false where there is no home. */
bool play_state_path(const char *name, char out[PLAY_PATH_MAX]);

/* The place of the game in progress. */
struct play_store {
    bool usable;                  /* there is a home to keep it in */
    bool ours;                    /* the file at `current` is the session's own game */
    char current[PLAY_PATH_MAX];  /* play-<game>.pes */
    char previous[PLAY_PATH_MAX]; /* play-<game>.previous.pes */
    char next[PLAY_PATH_MAX];     /* the first save, until the old game has been put aside */
};

void play_store_init(struct play_store *store, const char *game);

/* Writes the session's game, putting another one aside first. */
PES_MUST_USE enum pes_err play_store_save(struct play_store *store, const struct session *s,
                                          struct pes_note *note);

/* The game is over: what was kept of it goes. */
void play_store_finish(struct play_store *store);

/* The session turns to another game; its own, if it was saved, waits to be resumed. */
void play_store_leave(struct play_store *store);

/* The path of a game in progress that is not the session's own, or NULL. */
const char *play_store_in_progress(const struct play_store *store);

/* The path of the game that `resume` would load: one in progress, else the one put aside; NULL:
 * none. */
const char *play_store_waiting(const struct play_store *store);

/* Loads the waiting game; UNKNOWN where none waits. */
PES_MUST_USE enum pes_err play_store_resume(struct play_store *store, struct session *s,
                                            struct pes_note *note);

#endif
