/* The store of results: what was committed is found again, each number once, whatever happens to
 * the process, the database, or other processes that write to it. The first group of tests is run
 * on both kinds of database. */
#include "postgres/testing.h"
#include "store/results_lite_int.h"
#include "store/store.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Each test has a new folder of its own as the current one, or an empty database. */
static int enter_folder(void **state) {
    char name[] = "/tmp/pessoi-results-test-XXXXXX";
    if (!mkdtemp(name) || chdir(name) != 0)
        return -1;
    *state = strdup(name);
    if (testing_url() != NULL)
        testing_reset();
    return *state ? 0 : -1;
}

/* The database of the test. */
static const char *results_db(void) {
    return testing_url() != NULL ? testing_url() : "r.db";
}

static void remove_db(void) {
    if (testing_url() != NULL)
        testing_reset();
    else
        unlink("r.db");
}

static int leave_folder(void **state) {
    DIR *folder = opendir(".");
    for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.')
            unlink(entry->d_name);
    if (folder)
        closedir(folder);
    const int failed = chdir("/") != 0 || rmdir(*state) != 0;
    free(*state);
    return failed;
}

static struct results *must_open(const char *path, bool read_only) {
    struct results *r = NULL;
    struct pes_note note = {0};
    if (results_open(path, read_only, &r, &note) != PES_ERR_OK)
        fail_msg("%s", note.why[PES_LANG_EN]);
    return r;
}

/* The error and the sentence with which opening is refused. */
static void must_refuse(const char *path, bool read_only, enum pes_err err, const char *part) {
    struct results *r = NULL;
    struct pes_note note = {0};
    assert_int_equal(results_open(path, read_only, &r, &note), err);
    assert_null(r);
    if (strstr(note.why[PES_LANG_EN], part) == NULL)
        fail_msg("'%s' does not say '%s'", note.why[PES_LANG_EN], part);
    assert_true(note.why[PES_LANG_EL][0] != '\0');
}

static void must(enum pes_err err, const struct pes_note *note) {
    if (err != PES_ERR_OK)
        fail_msg("%s: %s", pes_err_name(err), note->why[PES_LANG_EN]);
}

static int64_t put_event(struct results *r, const char *key, bool *created) {
    int64_t id = 0;
    struct pes_note note = {0};
    const struct results_event e = {.key = key,
                                    .kind = "tournament",
                                    .title = "Δοκιμή",
                                    .game = "boats",
                                    .variant = "start=s0",
                                    .seed = UINT64_MAX,
                                    .version = "0.2.0",
                                    .created_ms = 1700000000000};
    must(results_begin_event(r, &e, &id, created, &note), &note);
    assert_true(id > 0);
    return id;
}

static void put_players(struct results *r, int64_t event, const char *first, const char *second) {
    struct pes_note note = {0};
    struct results_player p = {.seat = 0, .name = first, .agent = "cmd:./first"};
    must(results_put_player(r, event, &p, &note), &note);
    p = (struct results_player){.seat = 1, .name = second, .agent = "random"};
    must(results_put_player(r, event, &p, &note), &note);
}

/* An event with two players, committed. */
static int64_t new_event(struct results *r) {
    bool created = false;
    struct pes_note note = {0};
    const int64_t event = put_event(r, "key", &created);
    if (created)
        put_players(r, event, "alice", "bob");
    must(results_commit(r, &note), &note);
    return event;
}

static struct results_game game_of(int64_t number) {
    return (struct results_game){.number = number,
                                 .round = 2,
                                 .seats = {(int32_t)(number % 2), (int32_t)(1 - number % 2)},
                                 .result = number % 3 == 0 ? "1/2-1/2" : "1-0",
                                 .end = number % 3 == 0 ? "plies" : "rules",
                                 .margin = -7,
                                 .plies = 31,
                                 .opening = 0x8000000000000001,
                                 .fingerprint = UINT64_MAX - 1,
                                 .think_max_ms = {5, 6},
                                 .think_sum_ms = {50, 60},
                                 .job = "job",
                                 .record = "[Format \"1\"]\n\n1. R 1-0\n",
                                 .played_ms = 1700000000001};
}

static bool must_put(struct results *r, int64_t event, int64_t number) {
    bool added = false;
    struct pes_note note = {0};
    const struct results_game g = game_of(number);
    must(results_put_game(r, event, &g, &added, &note), &note);
    return added;
}

/* What a reader saw. */
struct seen {
    int64_t count, sum, last, event;
    int64_t enough; /* stop here; 0: never */
    struct results_game game;
    char names[2][32], record[64], reason[64];
    char log[2][16];
};

static bool see_game(void *to, const struct results_event *e, const char *const names[2],
                     const struct results_game *g) {
    struct seen *s = to;
    assert_true(e->id > 0);
    /* in order, each once */
    assert_true(s->count == 0 || e->id > s->event || (e->id == s->event && g->number > s->last));
    s->event = e->id;
    s->count++;
    s->sum += g->number;
    s->last = g->number;
    s->game = *g;
    snprintf(s->names[0], sizeof s->names[0], "%s", names[0]);
    snprintf(s->names[1], sizeof s->names[1], "%s", names[1]);
    snprintf(s->record, sizeof s->record, "%s", g->record != NULL ? g->record : "-");
    snprintf(s->reason, sizeof s->reason, "%s",
             g->reason[PES_LANG_EL] != NULL ? g->reason[PES_LANG_EL] : "-");
    for (int i = 0; i < 2; i++) {
        assert_true(g->log_length[i] < sizeof s->log[i]);
        assert_int_equal(g->log[i] == NULL, g->log_length[i] == 0);
        if (g->log[i] != NULL)
            memcpy(s->log[i], g->log[i], g->log_length[i]);
    }
    return s->count != s->enough;
}

static struct seen games_of(struct results *r, const struct results_filter *filter, bool whole) {
    struct seen s = {0};
    struct pes_note note = {0};
    must(results_each_game(r, filter, whole, see_game, &s, &note), &note);
    return s;
}

static void events(void **state) {
    (void)state;
    bool created = false;
    struct results *r = must_open(results_db(), false);
    const int64_t a = put_event(r, "a", &created);
    assert_true(created);
    assert_int_equal(put_event(r, "a", &created), a);
    assert_false(created);
    assert_true(put_event(r, "b", &created) != a);
    assert_true(created);
    assert_int_equal(results_finish_event(r, a, NULL), PES_ERR_OK);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK); /* nothing to do */
    results_close(r);
    results_close(NULL);
    r = must_open(results_db(), false);
    assert_int_equal(put_event(r, "a", &created), a);
    assert_false(created);
    results_close(r);
}

static bool see_event(void *to, const struct results_event *e) {
    *(struct results_event *)to = *e;
    assert_string_equal(e->key, "key");
    assert_string_equal(e->title, "Δοκιμή");
    assert_string_equal(e->variant, "start=s0");
    assert_string_equal(e->version, "0.2.0");
    assert_true(e->seed == UINT64_MAX);
    assert_int_equal(e->created_ms, 1700000000000);
    return true;
}

static bool see_player(void *to, const struct results_player *p) {
    struct results_player *out = to;
    out[p->seat] = *p;
    out[p->seat].name = strdup(p->name);
    out[p->seat].files = p->files != NULL ? strdup(p->files) : NULL;
    out[p->seat].excluded[PES_LANG_EL] =
        p->excluded[PES_LANG_EL] != NULL ? strdup(p->excluded[PES_LANG_EL]) : NULL;
    return true;
}

static void players(void **state) {
    (void)state;
    struct results *r = must_open(results_db(), false);
    const int64_t event = new_event(r);
    const struct results_player rated = {.seat = 1,
                                         .name = "βασίλης",
                                         .agent = "cmd:./b --x=1,2",
                                         .files = "00ff",
                                         .excluded = {"too slow", "πολύ αργός"},
                                         .rated = true,
                                         .rating = 1512.5,
                                         .rating_low = -INFINITY,
                                         .rating_high = 1600};
    assert_int_equal(results_put_player(r, event, &rated, NULL), PES_ERR_OK);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    results_close(r);

    r = must_open(results_db(), true);
    struct results_player out[2] = {{0}};
    struct results_event e = {0};
    assert_int_equal(results_each_player(r, event, see_player, out, NULL), PES_ERR_OK);
    assert_int_equal(results_each_event(r, NULL, see_event, &e, NULL), PES_ERR_OK);
    assert_int_equal(e.players, 2);
    assert_int_equal(e.games, 0);
    assert_false(e.finished);
    assert_string_equal(out[0].name, "alice");
    assert_false(out[0].rated);
    assert_null(out[0].excluded[PES_LANG_EL]);
    assert_null(out[0].files);
    assert_string_equal(out[1].files, "00ff");
    assert_string_equal(out[1].name, "βασίλης");
    assert_string_equal(out[1].excluded[PES_LANG_EL], "πολύ αργός");
    assert_true(out[1].rated);
    assert_true(out[1].rating == 1512.5);
    assert_true(isinf(out[1].rating_low));
    const char *const texts[] = {out[0].name, out[1].name, out[1].files,
                                 out[1].excluded[PES_LANG_EL]};
    for (int i = 0; i < 4; i++)
        free((char *)(uintptr_t)texts[i]);
    results_close(r);
}

static void games(void **state) {
    (void)state;
    struct results *r = must_open(results_db(), false);
    const int64_t event = new_event(r);
    struct results_game g = game_of(5);
    bool added = false;
    g.reason[PES_LANG_EN] = "illegal move";
    g.reason[PES_LANG_EL] = "παράνομη κίνηση";
    g.log[0] = "a\0\xff z"; /* any bytes */
    g.log_length[0] = 5;
    g.log[1] = "text";
    assert_int_equal(results_put_game(r, event, &g, &added, NULL), PES_ERR_OK);
    assert_true(added);
    assert_int_equal(results_put_game(r, event, &g, &added, NULL), PES_ERR_OK);
    assert_false(added);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    results_close(r);

    r = must_open(results_db(), true);
    const struct seen s = games_of(r, NULL, true);
    assert_int_equal(s.count, 1);
    assert_string_equal(s.names[0], "bob"); /* seat 1 is First in odd games */
    assert_string_equal(s.names[1], "alice");
    assert_string_equal(s.record, g.record);
    assert_string_equal(s.reason, "παράνομη κίνηση");
    assert_memory_equal(s.log[0], "a\0\xff z", 5);
    assert_string_equal(s.log[1], "text");
    assert_int_equal(s.game.number, 5);
    assert_int_equal(s.game.round, 2);
    assert_int_equal(s.game.seats[0], 1);
    assert_int_equal(s.game.margin, -7);
    assert_int_equal(s.game.plies, 31);
    assert_true(s.game.opening == 0x8000000000000001);
    assert_true(s.game.fingerprint == UINT64_MAX - 1);
    assert_int_equal(s.game.think_max_ms[1], 6);
    assert_int_equal(s.game.think_sum_ms[0], 50);
    assert_int_equal(s.game.played_ms, 1700000000001);
    assert_string_equal(games_of(r, NULL, false).record, "-");
    results_close(r);
}

static void filters(void **state) {
    (void)state;
    struct results *r = must_open(results_db(), false);
    bool created = false;
    const int64_t event = new_event(r), other = put_event(r, "other", &created);
    put_players(r, other, "alice", "carol");
    for (int64_t i = 0; i < 12; i++)
        assert_true(must_put(r, event, i));
    assert_true(must_put(r, other, 0));
    struct results_filter f = RESULTS_ALL;
    assert_int_equal(games_of(r, &f, false).count, 13); /* before the commit, too */
    f.event = event;
    assert_int_equal(games_of(r, &f, false).count, 12);
    f.result = "1/2-1/2";
    assert_int_equal(games_of(r, &f, false).count, 4);
    f.end = "rules";
    assert_int_equal(games_of(r, &f, false).count, 0);
    f = RESULTS_ALL;
    f.player = "carol";
    assert_int_equal(games_of(r, &f, false).count, 1);
    f.player = "alice";
    assert_int_equal(games_of(r, &f, false).count, 13);
    f.game = "boats";
    f.kind = "tournament";
    f.limit = 3;
    assert_int_equal(games_of(r, &f, true).count, 3);
    f.game = "gomoku";
    assert_int_equal(games_of(r, &f, true).count, 0);
    f = RESULTS_ALL;
    f.number = 0;
    assert_int_equal(games_of(r, &f, false).count, 2);
    struct seen s = {.enough = 5};
    assert_int_equal(results_each_game(r, NULL, false, see_game, &s, NULL), PES_ERR_OK);
    assert_int_equal(s.count, 5);
    results_close(r);
}

/* Closing discards, committing keeps. */
static void only_commits_stay(void **state) {
    (void)state;
    struct results *r = must_open(results_db(), false);
    const int64_t event = new_event(r);
    must_put(r, event, 1);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    must_put(r, event, 2);
    results_close(r);
    r = must_open(results_db(), false);
    assert_int_equal(games_of(r, NULL, false).sum, 1);
    results_close(r);
}

static void write_file(const char *path, const char *bytes, size_t length, long at) {
    FILE *file = fopen(path, at < 0 ? "wb" : "r+b");
    assert_non_null(file);
    if (at >= 0)
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* application_id is in bytes 68..71 of an SQLite file, user_version in 60..63. */
static void formats(void **state) {
    (void)state;
    struct results *r = must_open("r.db", false);
    must_put(r, new_event(r), 1);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    results_close(r);
    for (int read_only = 0; read_only < 2; read_only++) {
        write_file("r.db", "\0\0\0\0", 4, 68);
        must_refuse("r.db", read_only, PES_ERR_UNFIT, "is not a database of Pessoi");
        write_file("r.db", "PESS", 4, 68);
        must_refuse("r.db", read_only, PES_ERR_UNFIT, "has the games of a server");
        write_file("r.db", "PESR", 4, 68);
        write_file("r.db", "\0\0\0\x63", 4, 60);
        must_refuse("r.db", read_only, PES_ERR_UNFIT, "newer Pessoi (file format 99");
        write_file("r.db", "\0\0\0\0", 4, 60);
        must_refuse("r.db", read_only, PES_ERR_IO, "format version 0 is impossible");
        write_file("r.db", "\0\0\0\1", 4, 60);
    }
    r = must_open("r.db", true);
    assert_int_equal(games_of(r, NULL, true).sum, 1);
    results_close(r);
    write_file("text", "not a database, but a text of some length ..", 44, -1);
    must_refuse("text", true, PES_ERR_UNFIT, "is not a database of Pessoi");
    must_refuse("text", false, PES_ERR_UNFIT, "is not a database of Pessoi");
    write_file("empty", "", 0, -1);
    must_refuse("empty", true, PES_ERR_UNFIT, "is empty");
    must_refuse("none", true, PES_ERR_IO, "cannot open 'none': No such file");
    must_refuse(".", true, PES_ERR_IO, "cannot open '.': Is a directory");
    must_refuse(".", false, PES_ERR_IO, "cannot open");
    must_refuse("no/such/folder", false, PES_ERR_IO, "No such file or directory");
    must_refuse("", false, PES_ERR_IO, "cannot open");
    assert_int_equal(access("none", F_OK), -1);
    r = must_open("empty", false); /* it is ours to fill */
    results_close(r);
}

/* A server refuses a file with results, and the other way round; both stay as they are. */
static void two_kinds(void **state) {
    (void)state;
    struct store *s = NULL;
    struct pes_note note = {0};
    struct results *r = must_open("r.db", false);
    new_event(r);
    results_close(r);
    assert_int_equal(store_open("r.db", &s, &note), PES_ERR_IO);
    assert_non_null(strstr(note.why[PES_LANG_EN], "has results of tournaments"));
    assert_int_equal(store_open("s.db", &s, &note), PES_ERR_OK);
    store_close(s);
    must_refuse("s.db", false, PES_ERR_UNFIT, "has the games of a server");
    must_refuse("s.db", true, PES_ERR_UNFIT, "has the games of a server");
    assert_int_equal(store_open("s.db", &s, &note), PES_ERR_OK);
    store_close(s);
}

/* A text that is not UTF-8 is refused alone; a game without its players takes the transaction with
 * it, so that nothing stays that lacks a part. */
static void refused_puts(void **state) {
    (void)state;
    struct results *r = must_open(results_db(), false);
    const int64_t event = new_event(r);
    bool added = true;
    struct pes_note note = {0};
    must_put(r, event, 1);
    struct results_game g = game_of(2);
    g.record = "\xff\xfe";
    assert_int_equal(results_put_game(r, event, &g, &added, &note), PES_ERR_SYNTAX);
    assert_false(added);
    assert_non_null(strstr(note.why[PES_LANG_EN], "is not UTF-8"));
    const struct results_player p = {.seat = 7, .name = "\xc3", .agent = "random"};
    assert_int_equal(results_put_player(r, event, &p, &note), PES_ERR_SYNTAX);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    must_put(r, event, 3);
    g = game_of(4);
    g.seats[0] = 9;
    assert_int_equal(results_put_game(r, event, &g, &added, &note), PES_ERR_IO);
    assert_false(added);
    assert_int_equal(games_of(r, NULL, true).sum, 1);
    must_put(r, event, 5); /* the handle works on */
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    assert_int_equal(games_of(r, NULL, true).sum, 1 + 5);
    results_close(r);
}

/* Several processes ---------------------------------------------------------------------------- */

enum { WRITERS = 8, NUMBERS = 60 };

static _Noreturn void give_up(const struct pes_note *note) {
    fprintf(stderr, "a writer failed: %s\n", note->why[PES_LANG_EN]);
    _exit(255);
}

/* One of several processes that create the same file and play the same event: each begins with
 * another number and goes round. Its exit code is how many games it added, or 255. */
static void write_overlapping(int which) {
    struct results *r = NULL;
    struct pes_note note = {0};
    struct results_event e = {
        .key = "key", .kind = "match", .title = "", .game = "boats", .variant = "", .version = ""};
    int64_t event = 0;
    int count = 0;
    bool added = false;
    if (results_open(results_db(), false, &r, &note) != PES_ERR_OK ||
        results_begin_event(r, &e, &event, &added, &note) != PES_ERR_OK)
        give_up(&note);
    for (int32_t seat = 0; seat < 2 && added; seat++) {
        const struct results_player p = {.seat = seat, .name = "x", .agent = "random"};
        if (results_put_player(r, event, &p, &note) != PES_ERR_OK)
            give_up(&note);
    }
    if (results_commit(r, &note) != PES_ERR_OK)
        give_up(&note);
    for (int i = 0; i < NUMBERS; i++) {
        const struct results_game g = game_of((which * NUMBERS / WRITERS + i) % NUMBERS);
        if (results_put_game(r, event, &g, &added, &note) != PES_ERR_OK)
            give_up(&note);
        count += added;
        if (i % 3 == 0 && results_commit(r, &note) != PES_ERR_OK)
            give_up(&note);
    }
    if (results_commit(r, &note) != PES_ERR_OK)
        give_up(&note);
    results_close(r);
    _exit(count);
}

static void many_writers(void **state) {
    (void)state;
    pid_t children[WRITERS];
    int total = 0, status;
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            write_overlapping(i);
    }
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        assert_true(WEXITSTATUS(status) <= NUMBERS);
        total += WEXITSTATUS(status);
    }
    assert_int_equal(total, NUMBERS); /* each number was added by exactly one */
    struct results *r = must_open(results_db(), true);
    const struct seen s = games_of(r, NULL, true);
    assert_int_equal(s.count, NUMBERS);
    assert_int_equal(s.sum, NUMBERS * (NUMBERS - 1) / 2);
    results_close(r);
}

/* Commits numbers and reports each one, then puts one more, reports -1 and waits to be killed. */
static void write_until_killed(int fd) {
    struct results *r = NULL;
    bool added;
    if (results_open(results_db(), false, &r, NULL) != PES_ERR_OK)
        _exit(1);
    const int64_t event = new_event(r);
    for (int64_t i = 1; i <= 50; i++) {
        const struct results_game g = game_of(i);
        if (results_put_game(r, event, &g, &added, NULL) != PES_ERR_OK)
            _exit(2);
        const int64_t told = i < 50 ? i : -1;
        if (i < 50 && results_commit(r, NULL) != PES_ERR_OK)
            _exit(3);
        if (write(fd, &told, sizeof told) != sizeof told)
            _exit(4);
    }
    pause();
    _exit(5);
}

/* A killed process loses what it had not committed, and nothing else; its lock goes with it. */
static void killed(void **state) {
    (void)state;
    static const int64_t moments[] = {1, 7, 30, -1};
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        int fds[2], status;
        int64_t told = 0, last = 0;
        assert_int_equal(pipe(fds), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            write_until_killed(fds[1]);
        close(fds[1]);
        while (told != moments[i] && read(fds[0], &told, sizeof told) == sizeof told)
            last = told > 0 ? told : last;
        kill(child, SIGKILL);
        while (read(fds[0], &told, sizeof told) == sizeof told)
            last = told > 0 ? told : last;
        close(fds[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        struct results *r = must_open(results_db(), true); /* with what the log has */
        const int64_t kept = games_of(r, NULL, true).count;
        results_close(r);
        assert_true(kept == last || (kept == last + 1 && kept < 50));
        if (moments[i] < 0)
            assert_int_equal(kept, 49);
        r = must_open(results_db(), false);
        const int64_t event = new_event(r); /* the same one */
        assert_int_equal(games_of(r, NULL, true).count, kept);
        assert_false(must_put(r, event, kept));
        assert_true(must_put(r, event, kept + 1));
        results_close(r);
        remove_db();
    }
}

/* What another program does with the file. */
static sqlite3 *other_program(const char *sql) {
    sqlite3 *db = NULL;
    char *why = NULL;
    assert_int_equal(sqlite3_open("r.db", &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    return db;
}

/* The same on both kinds of database, without checks of references between tables. */
static void other_runs(const char *sql) {
    char text[512];
    snprintf(text, sizeof text, "SET session_replication_role=replica; %s", sql);
    if (testing_url() != NULL)
        testing_sql("pessoi_results", text);
    else
        assert_int_equal(sqlite3_close(other_program(sql)), SQLITE_OK);
}

/* A lock of another program ends the wait with a sentence; reading goes on. */
static void locked(void **state) {
    (void)state;
    struct results *r = must_open("r.db", false);
    const int64_t event = new_event(r);
    sqlite3 *other = other_program("BEGIN IMMEDIATE");
    assert_int_equal(sqlite3_busy_timeout(((struct results_lite *)r)->db, 300),
                     SQLITE_OK); /* a shorter wait */
    const struct results_game g = game_of(1);
    struct pes_note note = {0};
    bool added = true;
    assert_int_equal(results_put_game(r, event, &g, &added, &note), PES_ERR_STOPPED);
    assert_false(added);
    assert_non_null(strstr(note.why[PES_LANG_EN], "'r.db' is locked by another program"));
    assert_int_equal(games_of(r, NULL, true).count, 0);
    assert_int_equal(new_event(r), event); /* one that exists needs no lock */
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_true(must_put(r, event, 1));
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    results_close(r);
}

/* The file --------------------------------------------------------------------------------------
 */

static void removed(void **state) {
    (void)state;
    struct results *r = must_open("r.db", false);
    const int64_t event = new_event(r);
    struct pes_note note = {0};
    must_put(r, event, 1);
    assert_int_equal(rename("r.db", "elsewhere.db"), 0);
    assert_int_equal(results_commit(r, &note), PES_ERR_IO);
    assert_non_null(strstr(note.why[PES_LANG_EN], "was removed or renamed"));
    results_close(r);
    assert_int_equal(rename("elsewhere.db", "r.db"), 0);
    assert_int_equal(link("r.db", "link.db"), 0);
    must_refuse("link.db", false, PES_ERR_IO, "has other names");
}

/* A digest of the folder: names, sizes and contents of its files. */
static uint64_t digest_folder(void) {
    uint64_t sum = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.' || strstr(entry->d_name, "-shm") != NULL)
            continue; /* the shared memory of those who have the file open */
        uint64_t hash = 14695981039346656037u;
        for (const char *at = entry->d_name; *at != '\0'; at++)
            hash = (hash ^ (unsigned char)*at) * 1099511628211u;
        FILE *file = fopen(entry->d_name, "rb");
        assert_non_null(file);
        for (int c; (c = getc(file)) != EOF;)
            hash = (hash ^ (uint64_t)c) * 1099511628211u;
        fclose(file);
        sum += hash;
    }
    closedir(folder);
    return sum;
}

/* Reading changes nothing and leaves no file: not beside a closed store, not beside one whose
 * writer was killed, and not while one writes. */
static void traceless(void **state) {
    (void)state;
    struct results *w = must_open("r.db", false);
    const int64_t event = new_event(w);
    must_put(w, event, 1);
    assert_int_equal(results_commit(w, NULL), PES_ERR_OK);
    uint64_t before = digest_folder(); /* with a log */
    struct results *r = must_open("r.db", true);
    assert_int_equal(games_of(r, NULL, true).count, 1);
    results_close(r);
    assert_true(digest_folder() == before);
    results_close(w);
    before = digest_folder(); /* without */
    assert_int_equal(access("r.db-wal", F_OK), -1);
    r = must_open("r.db", true);
    assert_int_equal(games_of(r, NULL, true).count, 1);
    /* A writer that comes later is not hindered, and what it adds is seen. */
    w = must_open("r.db", false);
    must_put(w, event, 2);
    assert_int_equal(results_commit(w, NULL), PES_ERR_OK);
    assert_int_equal(games_of(r, NULL, true).count, 2);
    results_close(w);
    results_close(r);
    assert_int_equal(access("r.db-wal", F_OK), -1);
    assert_int_equal(access("r.db-shm", F_OK), -1);
    before = digest_folder();
    r = must_open("r.db", true);
    assert_int_equal(games_of(r, NULL, true).count, 2);
    results_close(r);
    assert_true(digest_folder() == before);
    assert_int_equal(access("r.db-shm", F_OK), -1);
}

/* In a folder where nothing can be created. The user root may write everywhere: a child gives up
 * being root. */
static void read_only_folder(void **state) {
    (void)state;
    struct results *w = must_open("a%?#b.db", false);
    must_put(w, new_event(w), 1);
    assert_int_equal(results_commit(w, NULL), PES_ERR_OK);
    results_close(w);
    assert_int_equal(chmod("a%?#b.db", 0444), 0);
    assert_int_equal(chmod(".", 0555), 0);
    int status;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct results *r = NULL;
        struct pes_note note = {0};
        struct seen s = {0};
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(1);
        if (results_open("a%?#b.db", true, &r, &note) != PES_ERR_OK)
            _exit(2);
        if (results_each_game(r, NULL, true, see_game, &s, NULL) != PES_ERR_OK || s.count != 1)
            _exit(3);
        results_close(r);
        if (results_open("a%?#b.db", false, &r, &note) != PES_ERR_IO ||
            strstr(note.why[PES_LANG_EN], "Permission denied") == NULL)
            _exit(4);
        if (results_open("new.db", false, &r, &note) != PES_ERR_IO ||
            strstr(note.why[PES_LANG_EN], "Permission denied") == NULL)
            _exit(5);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(".", 0755), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* A full disk: nothing of the transaction stays, everything before it does, and it goes on later.
 */
static void full(void **state) {
    (void)state;
    const size_t length = 1 << 20;
    char *large = malloc(length + 1);
    assert_non_null(large);
    memset(large, 'l', length);
    large[length] = '\0';
    struct results *r = must_open("r.db", false);
    const int64_t event = new_event(r);
    must_put(r, event, 1);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);

    struct rlimit before, small = {.rlim_cur = 256 << 10};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    struct results_game g = game_of(2);
    struct pes_note note = {0};
    bool added = false;
    g.record = large;
    enum pes_err err = results_put_game(r, event, &g, &added, &note);
    if (err == PES_ERR_OK)
        err = results_commit(r, &note);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(err, PES_ERR_IO);
    assert_true(!pes_note_is_empty(&note));
    assert_int_equal(games_of(r, NULL, true).sum, 1);
    assert_int_equal(results_put_game(r, event, &g, &added, NULL), PES_ERR_OK);
    assert_true(added);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    assert_int_equal(games_of(r, NULL, true).sum, 1 + 2);
    results_close(r);
    free(large);
}

static bool count_game(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    int64_t *count = to;
    /* Every text can be read to its end. */
    *count += (int64_t)(strlen(e->key) + strlen(names[0]) + strlen(names[1]) + strlen(g->record));
    return true;
}

/* One wrong value in a game: refused, never returned, also by a list if the list has it. */
static void checksums(void **state) {
    (void)state;
    static const struct {
        const char *sql;
        bool listed; /* a list reads it */
    } damage[] = {
        {"UPDATE game SET result='0-1' WHERE number=1", true},
        {"UPDATE game SET number=7 WHERE number=1", true},
        {"UPDATE game SET plies=plies+1 WHERE number=1", true},
        {"UPDATE game SET first_seat=second_seat, second_seat=first_seat WHERE number=1", true},
        {"UPDATE game SET reason_el='' WHERE number=1", true},
        {"UPDATE game SET checksum=0 WHERE number=1", true},
        {"UPDATE game SET event=(SELECT max(id) FROM event) WHERE number=1", true},
        {"UPDATE transcript SET record=record || ' ' WHERE game=1", false},
        {"UPDATE transcript SET first_log=(SELECT second_log FROM transcript WHERE game=2)"
         " WHERE game=1",
         false},
        {"UPDATE transcript SET job='' WHERE game=1", false},
        {"DELETE FROM transcript WHERE game=1", false},
    };
    for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
        struct results *r = must_open(results_db(), false);
        const int64_t event = new_event(r);
        bool created;
        put_event(r, "other", &created);
        must_put(r, event, 1);
        struct results_game logged = game_of(2);
        bool added;
        logged.log[1] = "log";
        assert_int_equal(results_put_game(r, event, &logged, &added, NULL), PES_ERR_OK);
        assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
        assert_int_equal(games_of(r, NULL, true).count, 2);
        other_runs(damage[i].sql);
        struct seen s = {0};
        struct pes_note note = {0};
        assert_int_equal(results_each_game(r, NULL, true, see_game, &s, &note), PES_ERR_IO);
        assert_non_null(strstr(note.why[PES_LANG_EN], "' is damaged: the checksum of game"));
        s = (struct seen){0};
        assert_int_equal(results_each_game(r, NULL, false, see_game, &s, NULL),
                         damage[i].listed ? PES_ERR_IO : PES_ERR_OK);
        results_close(r);
        remove_db();
    }
}

/* A damaged file is refused with a sentence or read; nothing crashes. */
static void damaged(void **state) {
    (void)state;
    struct results *r = must_open("r.db", false);
    const int64_t event = new_event(r);
    for (int64_t i = 0; i < 200; i++)
        must_put(r, event, i);
    assert_int_equal(results_commit(r, NULL), PES_ERR_OK);
    results_close(r);
    struct stat file;
    assert_int_equal(stat("r.db", &file), 0);
    char *whole = malloc((size_t)file.st_size);
    FILE *in = fopen("r.db", "rb");
    assert_non_null(whole);
    assert_non_null(in);
    assert_int_equal(fread(whole, 1, (size_t)file.st_size, in), file.st_size);
    fclose(in);
    int refused = 0;
    const char damage[48] = "\377\377\377\377\0\0\177\377damaged";
    for (long at = 0; at + (long)sizeof damage < (long)file.st_size; at += 509) {
        write_file("r.db", whole, (size_t)file.st_size, -1);
        write_file("r.db", damage, sizeof damage, at);
        struct pes_note note = {0};
        int64_t count = 0;
        enum pes_err err = results_open("r.db", at % 2 == 0, &r, &note);
        if (err == PES_ERR_OK) {
            err = results_each_game(r, NULL, true, count_game, &count, &note);
            results_close(r);
        }
        refused += err != PES_ERR_OK;
        assert_int_equal(err != PES_ERR_OK, !pes_note_is_empty(&note));
    }
    assert_true(refused > 10);
    for (long length = 1; length < (long)file.st_size; length += 4001) { /* cut off */
        struct pes_note note = {0};
        int64_t count = 0;
        write_file("r.db", whole, (size_t)length, -1);
        enum pes_err err = results_open("r.db", true, &r, &note);
        if (err == PES_ERR_OK) {
            err = results_each_game(r, NULL, true, count_game, &count, &note);
            results_close(r);
        }
        assert_true(err != PES_ERR_OK);
        assert_true(!pes_note_is_empty(&note));
    }
    free(whole);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_folder, leave_folder)
    const struct CMUnitTest both[] = {
        TEST(events),
        TEST(players),
        TEST(games),
        TEST(filters),
        TEST(only_commits_stay),
        TEST(refused_puts),
        TEST(many_writers),
        TEST(killed),
        TEST(checksums),
    };
    const struct CMUnitTest files[] = {
        TEST(formats),   TEST(two_kinds),        TEST(locked), TEST(removed),
        TEST(traceless), TEST(read_only_folder), TEST(full),   TEST(damaged),
    };
    const int failed = cmocka_run_group_tests(both, NULL, NULL);
    return testing_url() != NULL ? failed : failed + cmocka_run_group_tests(files, NULL, NULL);
}
