/* The class: people, challenges, games and results, what a stranger may not do, and its document.
 */
#include "rooms/lobby.h"

#include "rooms/room_testing.h"

struct school {
    struct world w;
    struct lobby_world door;
    struct lobby *lobby;
    int kept;
    struct str out; /* the last answer, also of a refusal */
};

static struct school *here; /* keep() has the world of the rooms only */

static void keep(void *world, struct lobby *lobby) {
    assert_ptr_equal(world, &here->w);
    (void)lobby;
    here->kept++;
}

/* A room that changes is shown to the lobby, as the hub does. */
static void keep_room(void *world, struct room *room) {
    assert_ptr_equal(world, &here->w);
    if (here->lobby != NULL)
        lobby_saw(here->lobby, room);
}

static void school_init(struct school *s) {
    memset(s, 0, sizeof *s);
    here = s;
    world_init(&s->w);
    s->w.door.keep = keep_room;
    s->door = (struct lobby_world){.rooms = &s->w.door, .keep = keep};
    str_init(&s->out);
    assert_int_equal(lobby_new(&s->door, "Τάξη Α", &s->lobby), PES_ERR_OK);
    assert_int_equal(s->kept, 1);
}

static void school_release(struct school *s) {
    lobby_free(s->lobby);
    s->lobby = NULL;
    str_release(&s->out);
    world_release(&s->w);
}

static const char *ask(struct school *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static const char *ask(struct school *s, const char *format, ...) {
    char json[4096];
    struct refusal why;
    va_list args;
    va_start(args, format);
    vsnprintf(json, sizeof json, format, args);
    va_end(args);
    str_clear(&s->out);
    const enum request_code code = lobby_do(s->lobby, json, strlen(json), &s->out, &why);
    if (code != REQUEST_OK) {
        assert_int_equal(s->out.length, 0);
        assert_int_equal(why.code, code);
        refusal_format(&why, &s->out);
    }
    json_error_t error;
    json_t *root = json_loads(s->out.text, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL)
        fail_msg("%s: %s", error.text, s->out.text);
    json_decref(root);
    return s->out.text;
}

/* The text of a member of the last answer. */
static void copy_text(const struct school *s, const char *key, char *out, size_t size) {
    json_t *root = json_loads(s->out.text, 0, NULL);
    const char *text = json_string_value(json_object_get(root, key));
    if (text == NULL)
        fail_msg("no '%s' in %s", key, s->out.text);
    snprintf(out, size, "%s", text);
    json_decref(root);
}

static void enter(struct school *s, const char *name, char key[ROOM_KEY_SIZE]) {
    assert_said(
        ask(s, "{\"do\":\"enter\",\"code\":\"%s\",\"name\":\"%s\"}", lobby_code(s->lobby), name),
        "\"key\"");
    copy_text(s, "key", key, ROOM_KEY_SIZE);
    assert_int_equal(strlen(key), ROOM_KEY_SIZE - 1);
}

static void test_enter(void **state) {
    (void)state;
    struct school s;
    char anna[ROOM_KEY_SIZE], bob[ROOM_KEY_SIZE], code[16];
    school_init(&s);
    assert_int_equal(strlen(lobby_code(s.lobby)), 6);
    assert_said(ask(&s, "{\"do\":\"enter\",\"code\":\"AAAAAA\",\"name\":\"x\"}"), "\"seat\"");
    assert_said(ask(&s, "{\"do\":\"enter\",\"code\":\"\",\"name\":\"x\"}"), "\"seat\"");
    assert_said(ask(&s, "{\"do\":\"enter\",\"name\":\"x\"}"), "\"syntax\"");
    enter(&s, "Άννα", anna);
    /* Typed by hand: blanks, small letters. */
    snprintf(code, sizeof code, "%.3s %s", lobby_code(s.lobby), lobby_code(s.lobby) + 3);
    for (char *at = code; *at != '\0'; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
    assert_said(ask(&s, "{\"do\":\"enter\",\"code\":\"%s\",\"name\":\"Bob\"}", code), "\"key\"");
    copy_text(&s, "key", bob, sizeof bob);
    assert_string_not_equal(anna, bob);
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", bob), "\"me\":2,\"teacher\":false");
    assert_said(s.out.text, "{\"person\":1,\"name\":\"Άννα\",\"here\":true,");
    assert_not_said(s.out.text, anna);
    school_release(&s);
}

/* Names that look like another, or like nothing, or that turn the text around. */
static void test_names(void **state) {
    (void)state;
    struct school s;
    char key[ROOM_KEY_SIZE];
    school_init(&s);
    enter(&s, "Άννα", key);
    enter(&s, "<b>\\\"x\\\"</b>", key);
    static const char *const bad[] = {
        "Άννα",      "άννα",     "ΑΝΝΑ",      "",          " ",
        " x",        "x ",       "a  b",      "a\\u200bb", "\\u202eannA",
        "a\\u0000b", "a\\nb",    "\\u00adx",  "x\\u2060",  "\\ufeffx",
        "\\u3164",   "\\u00a0x", "a\\u0085b", "\\ud800",   "0123456789012345678901234567890123"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_said(ask(&s, "{\"do\":\"enter\",\"code\":\"%s\",\"name\":\"%s\"}",
                        lobby_code(s.lobby), bad[i]),
                    "\"error\"");
    school_release(&s);
}

/* Without a key of the class nothing is shown or done; with a name, nothing that is the teacher's.
 */
static void test_rights(void **state) {
    (void)state;
    struct school s;
    char anna[ROOM_KEY_SIZE], bob[ROOM_KEY_SIZE], teacher[ROOM_KEY_SIZE];
    school_init(&s);
    lobby_draw_teacher(s.lobby, teacher);
    enter(&s, "Anna", anna);
    enter(&s, "Bob", bob);
    static const char *const all[] = {
        "\"do\":\"look\"",
        "\"do\":\"challenge\",\"game\":\"gomoku\"",
        "\"do\":\"accept\",\"challenge\":3",
        "\"do\":\"withdraw\",\"challenge\":3",
        "\"do\":\"remove\",\"person\":1",
        "\"do\":\"drop\",\"game\":\"0123456789abcdef\"",
        "\"do\":\"recode\"",
        "\"do\":\"csv\"",
    };
    const int64_t event = lobby_event(s.lobby);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (i == 0) { /* only its name is shown to strangers */
            assert_string_equal(ask(&s, "{%s,\"key\":\"AAAAAAAAAAAAAAAAAAAAAAAA\"}", all[i]),
                                "{\"class\":\"Τάξη Α\"}");
            assert_not_said(ask(&s, "{%s,\"from\":%lld}", all[i], (long long)s.w.now), "people");
            continue;
        }
        assert_said(ask(&s, "{%s}", all[i]), "\"code\":\"seat\"");
        assert_said(ask(&s, "{%s,\"key\":\"AAAAAAAAAAAAAAAAAAAAAAAA\"}", all[i]), "\"seat\"");
        assert_said(ask(&s, "{%s,\"teacher\":\"AAAAAAAAAAAAAAAAAAAAAAAA\"}", all[i]), "\"seat\"");
        assert_said(ask(&s, "{%s,\"teacher\":\"%s\"}", all[i], anna), "\"seat\"");
        assert_said(ask(&s, "{%s,\"key\":\"%s\"}", all[i], teacher), "\"seat\"");
        assert_said(ask(&s, "{%s,\"teacher\":\"\"}", all[i]), "\"seat\"");
    }
    assert_int_equal(lobby_event(s.lobby), event);
    assert_said(ask(&s, "{\"do\":\"challenge\",\"game\":\"gomoku\",\"key\":\"%s\"}", anna),
                "\"challenge\":3");
    for (size_t i = 3; i < sizeof all / sizeof all[0]; i++)
        assert_said(ask(&s, "{%s,\"key\":\"%s\"}", all[i], bob), "\"seat\"");
    assert_said(ask(&s, "{%s,\"teacher\":\"%s\"}", all[0], teacher),
                "\"me\":null,\"teacher\":true");
    assert_said(ask(&s, "{%s,\"teacher\":\"%s\"}", all[1], teacher), "\"seat\"");
    assert_said(ask(&s, "{%s,\"teacher\":\"%s\"}", all[3], teacher), "\"done\"");
    char code[LOBBY_CODE_SIZE];
    snprintf(code, sizeof code, "%s", lobby_code(s.lobby));
    assert_said(ask(&s, "{%s,\"teacher\":\"%s\"}", all[6], teacher), "\"done\"");
    assert_string_not_equal(code, lobby_code(s.lobby));
    assert_said(ask(&s, "{%s,\"teacher\":\"%s\"}", all[4], teacher), "\"done\"");
    assert_not_said(ask(&s, "{%s,\"key\":\"%s\"}", all[0], anna), "people");
    /* Everybody may leave. */
    assert_said(ask(&s, "{\"do\":\"remove\",\"person\":2,\"key\":\"%s\"}", bob), "\"done\"");
    assert_said(ask(&s, "{%s,\"teacher\":\"%s\"}", all[0], teacher), "\"people\":[]");
    school_release(&s);
}

/* Anna challenges, Bob accepts: both play the room with their keys of the class. */
static struct room *pair(struct school *s, const char *anna, const char *bob, const char *more) {
    char id[32];
    assert_said(ask(s, "{\"do\":\"challenge\",\"game\":\"gomoku\",\"key\":\"%s\"%s}", anna, more),
                "\"challenge\":");
    json_t *root = json_loads(s->out.text, 0, NULL);
    const long long number = json_integer_value(json_object_get(root, "challenge"));
    json_decref(root);
    assert_said(ask(s, "{\"do\":\"accept\",\"challenge\":%lld,\"key\":\"%s\"}", number, anna),
                "\"unfit\"");
    assert_said(ask(s, "{\"do\":\"accept\",\"challenge\":%lld,\"key\":\"%s\"}", number, bob),
                "\"id\"");
    copy_text(s, "id", id, sizeof id);
    assert_said(ask(s, "{\"do\":\"accept\",\"challenge\":%lld,\"key\":\"%s\"}", number, bob),
                "\"unfit\"");
    struct room *room = s->w.rooms[s->w.room_count - 1];
    assert_string_equal(room_id(room), id);
    snprintf(s->w.connections[0].keys[0], ROOM_KEY_SIZE, "%s", anna);
    snprintf(s->w.connections[1].keys[0], ROOM_KEY_SIZE, "%s", bob);
    for (int c = 0; c < 2; c++)
        world_follow(&s->w, room, c, -1);
    return room;
}

static void test_game(void **state) {
    (void)state;
    struct school s;
    char anna[ROOM_KEY_SIZE], bob[ROOM_KEY_SIZE], teacher[ROOM_KEY_SIZE];
    school_init(&s);
    lobby_draw_teacher(s.lobby, teacher);
    enter(&s, "=Anna", anna);
    enter(&s, "Bob, \\\"B\\\"", bob);
    struct room *room = pair(
        &s, anna, bob, ",\"variant\":\"size=7\",\"side\":\"second\",\"clock\":{\"base_ms\":60000}");
    assert_said(s.w.connections[0].all.text, "\"mine\":[1],\"free\":[]");
    assert_said(last_of(&s.w, 1), "\"mine\":[0],\"free\":[]");
    assert_said(last_of(&s.w, 0), "\"name\":\"=Anna\"");
    assert_said(last_of(&s.w, 0), "\"agreed\":false");
    assert_said(last_of(&s.w, 0), "\"left_ms\":[60000,60000]");
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", anna), "\"challenges\":[]");
    assert_said(s.out.text, "\"variant\":\"size=7\",\"players\":[2,1],\"result\":null");
    const int64_t event = lobby_event(s.lobby);
    world_move(&s.w, 1, 0, "d4");
    assert_int_equal(lobby_event(s.lobby), event); /* moves do not change the class */
    world_say(&s.w, 0, "resign", "");
    assert_int_equal(lobby_event(s.lobby), event + 1);
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", anna), "\"result\":\"1-0\"");
    assert_said(s.out.text, "\"won\":0,\"drawn\":0,\"lost\":1},{\"person\":2");
    assert_said(s.out.text, "\"won\":1,\"drawn\":0,\"lost\":0}");
    /* The rematch is a game of the class, too. */
    world_say(&s.w, 0, "rematch", "");
    world_say(&s.w, 1, "accept", "");
    assert_int_equal(s.w.room_count, 2);
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", anna),
                "\"players\":[1,2],\"result\":null");
    for (int c = 0; c < 2; c++) {
        world_leave(&s.w, c);
        world_follow(&s.w, s.w.rooms[1], c, -1);
    }
    world_say(&s.w, 0, "offer", "\"what\":\"draw\"");
    world_say(&s.w, 1, "accept", "");
    assert_said(ask(&s, "{\"do\":\"csv\",\"teacher\":\"%s\"}", teacher), "name,games,points");
    assert_said(s.out.text, "'=Anna,2,0.5,0,1,1\\u000d\\n");
    assert_said(s.out.text, "\\\"Bob, \\\"\\\"B\\\"\\\"\\\",2,1.5,1,1,0\\u000d\\n");
    assert_said(ask(&s, "{\"do\":\"csv\",\"what\":\"games\",\"teacher\":\"%s\"}", teacher),
                ",gomoku,size=7,\\\"Bob, \\\"\\\"B\\\"\\\"\\\",'=Anna,1-0,");
    /* A game that the teacher drops does not count any more. */
    assert_said(
        ask(&s, "{\"do\":\"drop\",\"game\":\"%s\",\"teacher\":\"%s\"}", room_id(room), teacher),
        "\"done\"");
    assert_said(ask(&s, "{\"do\":\"csv\",\"teacher\":\"%s\"}", teacher),
                "'=Anna,1,0.5,0,1,0\\u000d\\n");
    school_release(&s);
}

/* A last move that is taken back takes its result along. */
static void test_undone_result(void **state) {
    (void)state;
    struct school s;
    char anna[ROOM_KEY_SIZE], bob[ROOM_KEY_SIZE];
    school_init(&s);
    enter(&s, "Anna", anna);
    enter(&s, "Bob", bob);
    pair(&s, anna, bob, ",\"side\":\"first\"");
    static const char *const moves[] = {"a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"};
    for (int i = 0; i < 9; i++)
        world_move(&s.w, i % 2, i, moves[i]);
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", anna),
                "\"won\":1,\"drawn\":0,\"lost\":0");
    world_say(&s.w, 0, "undo", "");
    if (strstr(last_of(&s.w, 1), "\"offer\":{\"what\":\"undo\"") != NULL) {
        world_say(&s.w, 1, "accept", "");
        assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", anna),
                    "\"won\":0,\"drawn\":0,\"lost\":0");
        assert_said(s.out.text, "\"result\":null");
    }
    school_release(&s);
}

/* Unchanged, the class answers in a few bytes; presence passes. */
static void test_revision(void **state) {
    (void)state;
    struct school s;
    char anna[ROOM_KEY_SIZE], bob[ROOM_KEY_SIZE];
    school_init(&s);
    enter(&s, "Anna", anna);
    enter(&s, "Bob", bob);
    json_t *root = json_loads(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", anna), 0, NULL);
    const long long revision = json_integer_value(json_object_get(root, "revision"));
    json_decref(root);
    const char *look = "{\"do\":\"look\",\"key\":\"%s\",\"from\":%lld}";
    assert_not_said(ask(&s, look, anna, revision), "people");
    s.w.now += LOBBY_HERE_MS;
    assert_said(ask(&s, look, anna, revision), "\"name\":\"Bob\",\"here\":false");
    assert_said(s.out.text, "\"name\":\"Anna\",\"here\":true");
    assert_said(ask(&s, look, bob, revision), "\"name\":\"Bob\",\"here\":true");
    school_release(&s);
}

/* Floods meet a bound, and leave the class usable. */
static void test_bounds(void **state) {
    (void)state;
    struct school s;
    char key[ROOM_KEY_SIZE], name[32], first[ROOM_KEY_SIZE];
    school_init(&s);
    for (int i = 0; i < LOBBY_ENTRIES_MAX; i++) {
        snprintf(name, sizeof name, "p%d", i);
        enter(&s, name, i == 0 ? first : key);
    }
    const char *one_more = "{\"do\":\"enter\",\"code\":\"%s\",\"name\":\"one more\"}";
    assert_said(ask(&s, one_more, lobby_code(s.lobby)), "\"wait_ms\":60000");
    s.w.now += 60000;
    for (int i = LOBBY_ENTRIES_MAX; i < LOBBY_PEOPLE_MAX; i++) {
        s.w.now += 1100;
        snprintf(name, sizeof name, "p%d", i);
        enter(&s, name, key);
    }
    /* Full: who is not here and never played gives way. */
    s.w.now += 60000;
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", first),
                "\"name\":\"p0\",\"here\":true");
    assert_said(ask(&s, one_more, lobby_code(s.lobby)), "\"key\"");
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", first), "\"name\":\"p0\"");
    assert_not_said(s.out.text, "\"name\":\"p1\"");
    for (int i = 0; i < LOBBY_CHALLENGES_EACH; i++)
        assert_said(ask(&s, "{\"do\":\"challenge\",\"game\":\"gomoku\",\"key\":\"%s\"}", first),
                    "\"challenge\"");
    assert_said(ask(&s, "{\"do\":\"challenge\",\"game\":\"gomoku\",\"key\":\"%s\"}", first),
                "\"busy\"");
    s.w.now += LOBBY_OPEN_MS;
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", first), "\"challenges\":[]");
    school_release(&s);
}

static void test_bad_challenges(void **state) {
    (void)state;
    struct school s;
    char key[ROOM_KEY_SIZE];
    school_init(&s);
    enter(&s, "Anna", key);
    static const char *const bad[] = {
        "\"game\":\"chess\"",
        "\"game\":7",
        "",
        "\"game\":\"gomoku\",\"variant\":\"size=99\"",
        "\"game\":\"gomoku\",\"variant\":\"nonsense\"",
        "\"game\":\"gomoku\",\"side\":\"left\"",
        "\"game\":\"gomoku\",\"clock\":{}",
        "\"game\":\"gomoku\",\"clock\":{\"base_ms\":1}",
        "\"game\":\"gomoku\",\"clock\":{\"base_ms\":99999999999}",
        "\"game\":\"gomoku\",\"clock\":7",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_said(
            ask(&s, "{\"do\":\"challenge\",\"key\":\"%s\"%s%s}", key, bad[i][0] ? "," : "", bad[i]),
            "\"error\"");
    assert_said(ask(&s, "{\"do\":\"dance\"}"), "'dance'");
    assert_said(ask(&s, "[]"), "\"syntax\"");
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\",\"from\":\"x\"}", key), "\"syntax\"");
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", key), "\"challenges\":[]");
    school_release(&s);
}

/* The class survives a restart: names, keys, results, code; and a damaged document is refused. */
static void test_store(void **state) {
    (void)state;
    struct school s;
    char anna[ROOM_KEY_SIZE], bob[ROOM_KEY_SIZE], teacher[ROOM_KEY_SIZE];
    school_init(&s);
    lobby_draw_teacher(s.lobby, teacher);
    enter(&s, "Anna", anna);
    enter(&s, "Bob", bob);
    pair(&s, anna, bob, "");
    world_say(&s.w, 0, "resign", "");
    ask(&s,
        "{\"do\":\"challenge\",\"game\":\"gomoku\",\"clock\":{\"base_ms\":5000},\"key\":\"%s\"}",
        bob);
    struct str saved, again;
    str_init(&saved);
    str_init(&again);
    assert_int_equal(lobby_save(s.lobby, &saved), PES_ERR_OK);
    assert_not_said(saved.text, anna);
    assert_not_said(saved.text, teacher);
    struct lobby *twin = NULL;
    assert_int_equal(lobby_load(&s.door, saved.text, saved.length, &twin, NULL), PES_ERR_OK);
    assert_string_equal(lobby_id(twin), lobby_id(s.lobby));
    assert_string_equal(lobby_code(twin), lobby_code(s.lobby));
    assert_int_equal(lobby_save(twin, &again), PES_ERR_OK);
    assert_string_equal(saved.text, again.text);
    lobby_free(s.lobby);
    s.lobby = twin;
    assert_said(ask(&s, "{\"do\":\"look\",\"key\":\"%s\"}", anna), "\"me\":1");
    assert_said(ask(&s, "{\"do\":\"csv\",\"teacher\":\"%s\"}", teacher), "Anna,1,0,0,0,1");
    for (int i = 0; i < LOBBY_KEYS_MAX; i++) {
        char key[ROOM_KEY_SIZE];
        assert_said(ask(&s, "{\"do\":\"csv\",\"teacher\":\"%s\"}", teacher), "csv");
        lobby_draw_teacher(s.lobby, key);
    }
    assert_said(ask(&s, "{\"do\":\"csv\",\"teacher\":\"%s\"}", teacher), "\"seat\"");
    /* Any byte that is missing or another one: refused, or a class that can be saved. */
    for (size_t i = 0; i < saved.length; i += 3) {
        const char was = saved.text[i];
        saved.text[i] = (char)(was == '7' ? '"' : '7');
        struct lobby *odd = NULL;
        if (lobby_load(&s.door, saved.text, saved.length, &odd, NULL) == PES_ERR_OK) {
            str_clear(&again);
            assert_int_equal(lobby_save(odd, &again), PES_ERR_OK);
        }
        lobby_free(odd);
        odd = NULL;
        saved.text[i] = was;
        assert_int_not_equal(lobby_load(&s.door, saved.text, i, &odd, NULL), PES_ERR_OK);
    }
    str_release(&saved);
    str_release(&again);
    school_release(&s);
}

static void test_title(void **state) {
    (void)state;
    assert_true(lobby_title_valid("Τάξη Α"));
    static const char *const bad[] = {"", " ", "a\nb", "a\x1b[31m", "\xff", "a\xe2\x80\xae"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(lobby_title_valid(bad[i]));
    char one[ROOM_ID_SIZE], other[ROOM_ID_SIZE];
    lobby_id_of("a", one);
    lobby_id_of("b", other);
    assert_int_equal(strlen(one), ROOM_ID_SIZE - 1);
    assert_string_not_equal(one, other);
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enter),         cmocka_unit_test(test_names),
        cmocka_unit_test(test_rights),        cmocka_unit_test(test_game),
        cmocka_unit_test(test_undone_result), cmocka_unit_test(test_revision),
        cmocka_unit_test(test_bounds),        cmocka_unit_test(test_bad_challenges),
        cmocka_unit_test(test_store),         cmocka_unit_test(test_title),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
