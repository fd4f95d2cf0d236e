/* The folder of a tournament that was really played: what is in its files, what is refused. */
#include "core/file.h"
#include "rooms/document.h"
#include "site/site_testing.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { FILE_MAX = 8 << 20, GAME_MAX = 160 << 10 };

static struct tour tour;
static char base[64]; /* a folder for this program */
static char folder[128];

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at) {
    (void)about;
    (void)kind;
    (void)at;
    return remove(path);
}

static void remove_all(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int make_base(void **state) {
    (void)state;
    const char *tmp = getenv("TMPDIR");
    snprintf(base, sizeof base, "%.40s/pessoi-site-XXXXXX", tmp != NULL ? tmp : "/tmp");
    document_setup();
    return mkdtemp(base) == NULL || pes_agent_register(&moody_class);
}

static int drop_base(void **state) {
    (void)state;
    remove_all(base);
    return 0;
}

static const char *in_folder(const char *name) {
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool exists(const char *name) {
    return access(in_folder(name), F_OK) == 0;
}

static void read_all(const char *name, struct str *out) {
    str_init(out);
    assert_int_equal(file_read(in_folder(name), FILE_MAX, out, NULL), PES_ERR_OK);
}

static void write_text(const char *name, const char *text) {
    assert_int_equal(file_write(in_folder(name), text, strlen(text), NULL), PES_ERR_OK);
}

/* The value that a script hands to a function. */
static json_t *read_script(const char *name, const char *function) {
    struct str text;
    read_all(name, &text);
    const size_t head = strlen(function) + 1;
    assert_true(text.length > head + 3);
    assert_memory_equal(text.text, function, head - 1);
    assert_string_equal(text.text + text.length - 3, ");\n");
    json_t *root =
        json_loadb(text.text + head, text.length - head - 3, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    str_release(&text);
    return root;
}

/* Two players and one that did not take part; one of them makes mistakes. */
static void play(const char *game, const char *variant, const char *names[3]) {
    static const char *const agents[] = {"random", "moody:at=6", "cmd:./late"};
    tour = (struct tour){.about = {.title = "A <title> & more",
                                   .kit = pes_kit_find(game),
                                   .variant = variant,
                                   .movetime_ms = 60000,
                                   .seed = 7,
                                   .version = "1",
                                   .date_ms = 1},
                         .player_count = 3,
                         .playing = 2};
    for (int i = 0; i < 3; i++)
        tour.players[i] = (struct site_player){.name = names[i], .agent = agents[i]};
    tour.players[2].excluded[PES_LANG_EN] = "no answer";
    tour.players[2].excluded[PES_LANG_EL] = "καμία απάντηση";
    struct pes_note note = {0};
    assert_int_equal(tour_robin(&tour, 2, &note), PES_ERR_OK);
    assert_int_equal(tour_rank(&tour), PES_ERR_OK);
    snprintf(folder, sizeof folder, "%s/%s", base, game);
}

static const char *plain_names[] = {"anna", "boris", "chloe"};

static void assert_written(void) {
    struct pes_note note = {0};
    const enum pes_err err = tour_write(&tour, folder, &note);
    assert_string_equal(note.why[PES_LANG_EN], "");
    assert_int_equal(err, PES_ERR_OK);
}

/* One game: as many rows as moves, and the positions that a page needs. */
static void check_game(int i) {
    char name[32];
    snprintf(name, sizeof name, "games/%d.js", (int)tour.games[i].number);
    json_t *game = read_script(name, "pessoiGame");
    const json_t *plies = json_object_get(game, "plies"), *end = json_object_get(game, "end");
    assert_int_equal(json_integer_value(json_object_get(end, "ply")), json_array_size(plies));
    assert_int_equal(json_array_size(json_object_get(game, "players")), 2);
    assert_true(json_array_size(json_object_get(end, "pieces")) > 0);
    assert_true(json_array_size(plies) > 4);
    for (size_t k = 0; k < json_array_size(plies); k++) {
        const json_t *row = json_array_get(plies, k);
        assert_int_equal(json_array_size(row), 9);
        assert_true(json_string_length(json_array_get(row, 0)) > 0);
        assert_true(json_is_string(json_object_get(json_array_get(row, 3), "el")));
    }
    json_decref(game);
    struct stat about;
    assert_int_equal(stat(in_folder(name), &about), 0);
    assert_true(about.st_size < GAME_MAX);
    snprintf(name, sizeof name, "games/%d.pes", (int)tour.games[i].number);
    struct str record;
    read_all(name, &record);
    assert_string_equal(record.text, tour.records[i].text);
    str_release(&record);
}

static void test_every_game(void **state) {
    (void)state;
    for (int k = 0; k < pes_kit_count(); k++) {
        play(pes_kit_at(k)->rules->name, "", plain_names);
        assert_written();
        static const char *const files[] = {"index.html", "site.js", "site.css", "early.js"};
        for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
            assert_true(exists(files[i]));
        json_t *data = read_script("data.js", "pessoiTournament");
        assert_int_equal(json_array_size(json_object_get(data, "players")), 3);
        const json_t *games = json_object_get(data, "games");
        assert_int_equal(json_array_size(games), tour.game_count);
        assert_int_equal(tour.game_count, 2);
        for (int i = 0; i < tour.game_count; i++) {
            const json_t *row = json_array_get(games, (size_t)i);
            assert_string_equal(json_string_value(json_array_get(row, 4)), tour.games[i].result);
            assert_string_equal(json_string_value(json_array_get(row, 5)), tour.games[i].end);
            /* Both games are lost by mistakes, one on time, one by an illegal move, unless a small
             * game has ended before. */
            if (strcmp(tour.games[i].end, "rules") == 0)
                continue;
            assert_string_equal(tour.games[i].end, i == 0 ? "time" : "forfeit");
            assert_string_equal(json_string_value(json_object_get(json_array_get(row, 11), "el")),
                                tour.games[i].reason[PES_LANG_EL]);
            check_game(i);
        }
        if (pes_kit_at(k)->view != NULL)
            assert_true(json_array_size(json_object_get(
                            json_object_get(json_object_get(data, "game"), "board"), "cells")) > 0);
        json_decref(data);
        tour_release(&tour);
    }
}

static void assert_no(const struct str *text, const char *part) {
    if (strstr(text->text, part) != NULL)
        fail_msg("'%s' is in the file", part);
}

/* Names, reasons and logs cannot end a script or a string, nor turn the text around them. */
static void test_hostile(void **state) {
    (void)state;
    const char *names[] = {"</script><script>alert(1)//",
                           "\"'\\\xe2\x80\xa8\xe2\x80\xae\xff\x1b[2J", "<!--"};
    play("boats", "", names);
    assert_written();
    static const char *const files[] = {"data.js", "games/1.js", "games/2.js"};
    for (size_t i = 0; i < 3; i++) {
        struct str text;
        read_all(files[i], &text);
        assert_no(&text, "<");
        assert_no(&text, "\xe2\x80\xa8");
        assert_no(&text, "\xe2\x80\xae");
        assert_no(&text, "\x1b");
        assert_no(&text, "\xff");
        str_release(&text);
    }
    json_t *data = read_script("data.js", "pessoiTournament");
    const json_t *players = json_object_get(data, "players");
    bool found = false;
    for (size_t i = 0; i < 2; i++)
        found =
            found || strcmp(json_string_value(json_object_get(json_array_get(players, i), "name")),
                            names[0]) == 0;
    assert_true(found); /* escaped, not changed */
    json_decref(data);
    json_t *game = read_script("games/2.js", "pessoiGame");
    const json_t *log = json_array_get(json_object_get(game, "logs"), 0);
    assert_string_equal(json_string_value(json_object_get(log, "text")),
                        "book: 0 entries\nTraceback: line 88\nIndexError: <b>list</b> "
                        "\xef\xbf\xbd[31m</script>\n");
    json_decref(game);
    struct str page;
    read_all("index.html", &page);
    assert_non_null(strstr(page.text, "<title>A &#60;title&#62; &#38; more</title>"));
    str_release(&page);
    tour_release(&tour);
}

/* A long log: its end, and that it was cut. */
static void test_long_log(void **state) {
    (void)state;
    play("boats", "", plain_names);
    struct str *log = &tour.logs[0][1];
    for (int i = 0; i < SITE_LOG_MAX; i++)
        str_add_char(log, 'x');
    str_add(log, "the end");
    tour.games[0].logs[1] = log->text;
    assert_written();
    json_t *game = read_script("games/1.js", "pessoiGame");
    const json_t *shown = json_array_get(json_object_get(game, "logs"), 1);
    const char *text = json_string_value(json_object_get(shown, "text"));
    assert_int_equal(strlen(text), SITE_LOG_MAX);
    assert_string_equal(text + SITE_LOG_MAX - 7, "the end");
    assert_true(json_is_true(json_object_get(shown, "cut")));
    json_decref(game);
    tour_release(&tour);
}

/* A folder with other things is left alone; one with pages is written again, without old games and
 * without touching what is not ours. */
static void test_folders(void **state) {
    (void)state;
    struct pes_note note = {0};
    play("boats", "", plain_names);
    remove_all(folder);
    assert_int_equal(file_make_folder(folder, NULL), PES_ERR_OK);
    write_text("index.html", "<p>my home page</p>");
    assert_int_equal(tour_write(&tour, folder, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "is not empty"));
    assert_false(exists("data.js"));
    assert_false(exists("games"));
    remove_all(folder);

    assert_int_equal(file_make_folder(folder, NULL), PES_ERR_OK); /* an empty one is fine */
    assert_written();
    write_text("games/999.js", "old");
    write_text("games/999.pes", "old");
    write_text("games/notes.txt", "mine");
    write_text("CNAME", "mine");
    tour.about.title = "Again";
    strncat(folder, "/", sizeof folder - strlen(folder) - 1);
    assert_written();
    assert_true(exists("games/1.js"));
    assert_true(exists("games/notes.txt"));
    assert_true(exists("CNAME"));
    assert_false(exists("games/999.js"));
    assert_false(exists("games/999.pes"));
    struct str page;
    read_all("index.html", &page);
    assert_non_null(strstr(page.text, "<title>Again</title>"));
    str_release(&page);

    char inside[160];
    snprintf(inside, sizeof inside, "%s/CNAME", folder);
    assert_int_equal(tour_write(&tour, inside, &note), PES_ERR_IO);
    tour_release(&tour);
}

static void test_bad_record(void **state) {
    (void)state;
    struct pes_note note = {0};
    play("boats", "", plain_names);
    remove_all(folder);
    tour.games[1].record = "[Format \"1\"]\n[Game \"boats\"]\n\n1. nonsense *\n";
    assert_true(tour_write(&tour, folder, &note) != PES_ERR_OK);
    assert_non_null(strstr(note.why[PES_LANG_EN], "the record of game 2"));
    assert_false(exists("data.js"));
    tour_release(&tour);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game), cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_long_log),   cmocka_unit_test(test_folders),
        cmocka_unit_test(test_bad_record),
    };
    return cmocka_run_group_tests(tests, make_base, drop_base);
}
