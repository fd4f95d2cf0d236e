#include "cli/play_save.h"

#include "cli/cli.h"
#include "core/clock.h"
#include "core/file.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_NAME_SIZE = 256 };

/* Records ------------------------------------------------------------------------------------- */

/* Copies everything below node `from` of `source` to below node `to`. It recurses into variations
 * only, which a parsed record nests at most PES_RECORD_DEPTH_MAX deep. */
static enum pes_err copy_below(const struct pes_record *source, int from, struct pes_record *r,
                               int to) {
    assert(source != r);
    for (int next; (next = pes_record_child(source, from, 0)) >= 0; from = next) {
        int on_line = 0;
        for (int child = next; child >= 0; child = pes_record_next(source, child)) {
            int added = 0;
            enum pes_err err = pes_record_add(r, to, pes_record_token(source, child),
                                              pes_record_comment(source, child), &added);
            if (err == PES_ERR_OK && child != next)
                err = copy_below(source, child, r, added);
            if (err)
                return err;
            if (child == next)
                on_line = added;
        }
        to = on_line;
    }
    return PES_ERR_OK;
}

/* The child of a node with this token, or -1. */
static int child_with(const struct pes_record *r, int node, const char *token) {
    if (node < 0)
        return -1;
    for (int child = pes_record_child(r, node, 0); child >= 0; child = pes_record_next(r, child))
        if (strcmp(pes_record_token(r, child), token) == 0)
            return child;
    return -1;
}

/* Adds the moves that were played, with the comments and variations of `origin` on the same moves.
 * Where the game left the main line of `origin`, the rest of that line becomes a variation. */
static enum pes_err add_moves(struct pes_record *r, const struct pes_record *played,
                              const struct pes_record *origin) {
    int at = 0;
    int known = origin != NULL ? 0 : -1;
    for (int node = 0; (node = pes_record_child(played, node, 0)) >= 0;) {
        const char *token = pes_record_token(played, node);
        const int same = child_with(origin, known, token);
        const char *comment = same >= 0 ? pes_record_comment(origin, same) : NULL;
        int added = 0;
        enum pes_err err = pes_record_add(r, at, token, comment, &added);
        int child = known >= 0 ? pes_record_child(origin, known, 0) : -1;
        for (; err == PES_ERR_OK && child >= 0; child = pes_record_next(origin, child)) {
            int variation = 0;
            if (child == same)
                continue;
            err = pes_record_add(r, at, pes_record_token(origin, child),
                                 pes_record_comment(origin, child), &variation);
            if (err == PES_ERR_OK)
                err = copy_below(origin, child, r, variation);
        }
        if (err)
            return err;
        at = added;
        known = same;
    }
    return PES_ERR_OK;
}

/* Tags that this program writes; all others are copied from the loaded record. */
static bool is_own_tag(const char *key) {
    static const char *const own[] = {"Format", "Game",   "Variant", "Position", "Seed",
                                      "First",  "Second", "Result",  "Date",     "Termination"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(key, own[i]) == 0)
            return true;
    return false;
}

static enum pes_err add_tags(struct pes_record *r, const struct pes_record *from, bool own) {
    for (int i = 0; from != NULL && i < pes_record_tags(from); i++) {
        const char *key;
        const char *value;
        pes_record_tag_at(from, i, &key, &value);
        const enum pes_err err =
            is_own_tag(key) == own ? pes_record_set(r, key, value) : PES_ERR_OK;
        if (err)
            return err;
    }
    return PES_ERR_OK;
}

static enum pes_err add_session_tags(struct pes_record *r, const struct session *s) {
    char seed[CLI_NUMBER_SIZE];
    char date[CLOCK_DATE_SIZE];
    snprintf(seed, sizeof seed, "%" PRIu64, s->seed);
    clock_date(date);
    const char *begun = s->origin != NULL ? pes_record_tag(s->origin, "Date") : NULL;
    const char *result = session_result(s);
    const struct {
        const char *key, *value;
    } tags[] = {{"Seed", seed},
                {"First", s->seats[0].text},
                {"Second", s->seats[1].text},
                {"Result", result != NULL ? result : "*"},
                {"Date", begun != NULL ? begun : date},
                {"Termination", pes_end_word(session_end(s))}};
    enum pes_err err = PES_ERR_OK;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0] && err == PES_ERR_OK; i++)
        err = pes_record_set(r, tags[i].key, tags[i].value);
    return err;
}

enum pes_err play_record(const struct session *s, struct pes_record **out) {
    struct pes_record *played = NULL;
    struct pes_record *r = NULL;
    enum pes_err err = pes_record_of(s->history, &played);
    if (err == PES_ERR_OK)
        err = pes_record_new(&r);
    if (err == PES_ERR_OK)
        err = add_tags(r, played, true);
    if (err == PES_ERR_OK)
        err = add_session_tags(r, s);
    if (err == PES_ERR_OK)
        err = add_tags(r, s->origin, false);
    if (err == PES_ERR_OK)
        err = add_moves(r, played, s->origin);
    if (err == PES_ERR_OK)
        err = session_annotate(s, r);
    pes_record_free(played);
    if (err)
        pes_record_free(r);
    else
        *out = r;
    return err;
}

/* Loading ------------------------------------------------------------------------------------- */

/* The seed the record was played with, or `otherwise`. */
static uint64_t seed_of(const struct pes_record *r, uint64_t otherwise) {
    const char *text = pes_record_tag(r, "Seed");
    if (text == NULL || text[0] < '0' || text[0] > '9')
        return otherwise;
    char *end;
    errno = 0;
    const uintmax_t seed = strtoumax(text, &end, 10);
    return errno == 0 && *end == '\0' && seed <= UINT64_MAX ? (uint64_t)seed : otherwise;
}

/* Seats both players; false, with *err set, if one of them cannot be created. */
static bool seat_both(struct session *s, const char *first, const char *second, enum pes_err *err,
                      struct pes_note *note) {
    *err = session_seat(s, 0, first, note);
    if (*err == PES_ERR_OK)
        *err = session_seat(s, 1, second, note);
    return *err == PES_ERR_OK;
}

/* Seats the players of the record if one is a person and both exist, else those of `old`. */
static enum pes_err seat_players(struct session *fresh, const struct session *old,
                                 const struct pes_record *r, struct pes_note *note) {
    const char *first = pes_record_tag(r, "First");
    const char *second = pes_record_tag(r, "Second");
    enum pes_err err;
    if (first != NULL && second != NULL &&
        (strcmp(first, SESSION_PERSON) == 0 || strcmp(second, SESSION_PERSON) == 0) &&
        seat_both(fresh, first, second, &err, NULL))
        return PES_ERR_OK;
    (void)seat_both(fresh, old->seats[0].text, old->seats[1].text, &err, note);
    return err;
}

/* If the game did not end by its rules, the loser of its Result resigned, forfeited, ..; a draw was
 * agreed. */
static void take_end(struct session *s, const struct pes_record *r) {
    const char *word = pes_record_tag(r, "Termination");
    const char *result = pes_record_tag(r, "Result");
    if (word == NULL || result == NULL || session_end(s) != PES_END_NONE)
        return;
    const pes_player loser = strcmp(result, "0-1") == 0 ? 0 : strcmp(result, "1-0") == 0 ? 1 : -1;
    if (strcmp(result, "*") == 0)
        return;
    for (int end = PES_END_RESIGN; end < PES_END_COUNT; end++)
        if ((end == PES_END_AGREED) == (loser < 0) &&
            strcmp(word, pes_end_word((enum pes_end)end)) == 0)
            session_stop(s, (enum pes_end)end, loser);
}

enum pes_err play_take(struct session *s, struct pes_record *r, struct pes_note *note) {
    struct pes_game *game = NULL;
    struct pes_history *history = NULL;
    enum pes_err err = pes_record_open(r, s->game->kit, &game, note);
    if (err)
        return err;
    err = pes_history_new(game, &history);
    if (err) {
        pes_game_close(game);
        return err;
    }
    struct session fresh;
    session_init(&fresh, game, history, seed_of(r, s->seed));
    fresh.limits = s->limits;
    err = pes_record_replay(r, history, -1, note);
    if (err == PES_ERR_OK)
        err = seat_players(&fresh, s, r, note);
    if (err) {
        session_release(&fresh);
        return err;
    }
    take_end(&fresh, r);
    fresh.origin = r;
    session_release(s);
    *s = fresh;
    return PES_ERR_OK;
}

enum pes_err play_load(struct session *s, const char *path, struct pes_note *note) {
    struct pes_record *r = NULL;
    enum pes_err err = pes_record_read(path, &r, note);
    if (err)
        return err;
    err = play_take(s, r, note);
    if (err)
        pes_record_free(r);
    return err;
}

enum pes_err play_save(const struct session *s, const char *path, struct pes_note *note) {
    struct pes_record *r = NULL;
    enum pes_err err = play_record(s, &r);
    if (err)
        return err;
    err = pes_record_write(r, path, note);
    pes_record_free(r);
    return err;
}

enum play_place play_place(const char *path) {
    struct stat at;
    if (stat(path, &at) != 0)
        return PLAY_PLACE_FREE; /* or not accessible, which writing will report */
    return S_ISREG(at.st_mode) ? PLAY_PLACE_FILE : PLAY_PLACE_OTHER;
}

/* The game in progress ------------------------------------------------------------------------ */

/* Joins three parts; false if they do not fit. */
static bool join(char out[PLAY_PATH_MAX], const char *a, const char *b, const char *c) {
    const int n = snprintf(out, PLAY_PATH_MAX, "%s%s%s", a, b, c);
    return n > 0 && n < PLAY_PATH_MAX;
}

bool play_state_path(const char *name, char out[PLAY_PATH_MAX]) {
    /* XDG base directory specification: relative paths must be ignored. */
    const char *state = getenv("XDG_STATE_HOME");
    if (state != NULL && state[0] == '/')
        return join(out, state, "/pessoi/", name);
    const char *home = getenv("HOME");
    return home != NULL && home[0] == '/' && join(out, home, "/.local/state/pessoi/", name);
}

static bool store_path(char out[PLAY_PATH_MAX], const char *game, const char *end) {
    char name[FILE_NAME_SIZE];
    const int n = snprintf(name, sizeof name, "play-%s%s", game, end);
    return n > 0 && n < (int)sizeof name && play_state_path(name, out);
}

void play_store_init(struct play_store *store, const char *game) {
    *store = (struct play_store){.ours = false};
    store->usable = store_path(store->current, game, ".pes") &&
                    store_path(store->previous, game, ".previous.pes") &&
                    store_path(store->next, game, ".next.pes");
}

static enum pes_err make_folder_of(const char *path, struct pes_note *note) {
    char folder[PLAY_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    assert(slash != NULL);
    *slash = '\0';
    return file_make_folder(folder, note);
}

/* Writes the new game under another name before the old one is renamed, so that a crash at any time
 * leaves both on disk. */
static enum pes_err first_save(struct play_store *store, const struct session *s,
                               struct pes_note *note) {
    assert(!store->ours);
    enum pes_err err = make_folder_of(store->current, note);
    if (err == PES_ERR_OK)
        err = play_save(s, store->next, note);
    if (err)
        return err;
    if ((rename(store->current, store->previous) != 0 && errno != ENOENT) ||
        rename(store->next, store->current) != 0)
        return pes_note_say(note, PES_ERR_IO, 0, TEXT(play_store_rename),
                            PES_ARGS(PES_STR(store->current), PES_STR(strerror(errno))));
    return PES_ERR_OK;
}

enum pes_err play_store_save(struct play_store *store, const struct session *s,
                             struct pes_note *note) {
    if (!store->usable)
        return pes_note_say(note, PES_ERR_IO, 0, TEXT(play_store_no_home), PES_NO_ARGS);
    const enum pes_err err =
        store->ours ? play_save(s, store->current, note) : first_save(store, s, note);
    if (err == PES_ERR_OK)
        store->ours = true;
    return err;
}

void play_store_finish(struct play_store *store) {
    assert(store->usable || !store->ours);
    if (store->ours)
        (void)unlink(store->current);
    store->ours = false;
}

void play_store_leave(struct play_store *store) {
    store->ours = false;
}

const char *play_store_in_progress(const struct play_store *store) {
    const bool waits =
        store->usable && !store->ours && play_place(store->current) == PLAY_PLACE_FILE;
    return waits ? store->current : NULL;
}

const char *play_store_waiting(const struct play_store *store) {
    const char *path = play_store_in_progress(store);
    if (path == NULL && store->usable && play_place(store->previous) == PLAY_PLACE_FILE)
        path = store->previous;
    return path;
}

enum pes_err play_store_resume(struct play_store *store, struct session *s, struct pes_note *note) {
    const char *path = play_store_waiting(store);
    if (path == NULL)
        return PES_ERR_UNKNOWN;
    const enum pes_err err = play_load(s, path, note);
    if (err == PES_ERR_OK)
        store->ours = path == store->current;
    return err;
}
