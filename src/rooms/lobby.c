/* The class as a state machine: see lobby.h. Every change ends with lobby_changed(), which gives it
 * a number and marks the class to be persisted. */
#include "rooms/lobby_int.h"

#include "core/fold.h"
#include "core/mem.h"
#include "rooms/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Without characters that look like others. */
static const char code_marks[] = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

int64_t lobby_now(const struct lobby *l) {
    return l->world->rooms->now_ms(l->world->rooms->world);
}

void lobby_changed(struct lobby *l) {
    l->event++;
    l->revision++;
    l->updated = lobby_now(l);
    l->world->keep(l->world->rooms->world, l);
}

const char *lobby_id(const struct lobby *l) {
    return l->id;
}

const char *lobby_title(const struct lobby *l) {
    return l->title;
}

const char *lobby_code(const struct lobby *l) {
    return l->code;
}

int64_t lobby_event(const struct lobby *l) {
    return l->event;
}

int64_t lobby_created(const struct lobby *l) {
    return l->created;
}

int64_t lobby_updated(const struct lobby *l) {
    return l->updated;
}

void lobby_id_of(const char *title, char id[ROOM_ID_SIZE]) {
    char text[8 + LOBBY_TITLE_MAX * 4], hash[SHA256_HEX_SIZE]; /* no allocation: it never fails */
    const int length = snprintf(text, sizeof text, "class\n%s", title);
    assert(length > 0 && (size_t)length < sizeof text);
    sha256_hex(text, (size_t)length, hash);
    snprintf(id, ROOM_ID_SIZE, "%.*s", ROOM_ID_SIZE - 1, hash);
}

/* Opening --------------------------------------------------------------------------------------*/

/* Characters that show nothing: with them one name would look like another. */
static bool is_invisible(const char *at, int count) {
    const unsigned char *c = (const unsigned char *)at;
    return (count == 2 && c[0] == 0xc2 && (c[1] == 0xad || c[1] == 0xa0)) ||
           (count == 3 && c[0] == 0xe2 && c[1] == 0x80 && c[2] >= 0x80 && c[2] <= 0x8d) ||
           (count == 3 && c[0] == 0xe2 && c[1] == 0x81 && c[2] >= 0xa0 && c[2] <= 0xa4) ||
           (count == 3 && c[0] == 0xe3 && (c[1] == 0x80 || c[1] == 0x85) &&
            (c[2] == 0x80 || c[2] == 0xa4)) ||
           (count == 3 && c[0] == 0xef && c[1] == 0xbb && c[2] == 0xbf);
}

/* A text that people can read, without blanks at its ends or two in a row. */
static bool is_plain(const char *text) {
    const size_t length = strlen(text);
    if (length == 0 || text[0] == ' ' || text[length - 1] == ' ' || strstr(text, "  ") != NULL)
        return false;
    for (size_t i = 0; i < length;) {
        const int count = utf8_char(text + i, length - i);
        if (utf8_control(text + i, count) || utf8_bidi(text + i, count) ||
            is_invisible(text + i, count))
            return false;
        i += (size_t)count;
    }
    return utf8_valid(text, length);
}

bool lobby_title_valid(const char *title) {
    return is_plain(title) && utf8_width(title, strlen(title)) <= LOBBY_TITLE_MAX &&
           strlen(title) <= (size_t)LOBBY_TITLE_MAX * 4;
}

struct lobby *lobby_alloc(const struct lobby_world *world) {
    struct lobby *l = mem_alloc(sizeof *l);
    if (l == NULL)
        return NULL;
    memset(l, 0, sizeof *l);
    l->world = world;
    l->revision = lobby_now(l); /* one more per change: behind the clock, so never that of an
                                    earlier process */
    return l;
}

void lobby_draw_code(struct lobby *l) {
    unsigned char bytes[LOBBY_CODE_SIZE - 1];
    l->world->rooms->random(l->world->rooms->world, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        l->code[i] = code_marks[bytes[i] % (sizeof code_marks - 1)];
    l->code[sizeof bytes] = '\0';
}

enum pes_err lobby_new(const struct lobby_world *world, const char *title, struct lobby **out) {
    assert(lobby_title_valid(title));
    struct lobby *l = lobby_alloc(world);
    if (l == NULL)
        return PES_ERR_NOMEM;
    snprintf(l->title, sizeof l->title, "%s", title);
    lobby_id_of(title, l->id);
    lobby_draw_code(l);
    l->created = lobby_now(l);
    lobby_changed(l);
    *out = l;
    return PES_ERR_OK;
}

void lobby_free(struct lobby *l) {
    mem_free(l);
}

void lobby_draw_teacher(struct lobby *l, char key[ROOM_KEY_SIZE]) {
    memmove(l->keys[1], l->keys[0], sizeof l->keys - sizeof l->keys[0]);
    room_draw_mark(l->world->rooms, key, ROOM_KEY_SIZE - 1);
    room_hash_key(key, l->keys[0]);
    lobby_changed(l);
}

bool lobby_is_teacher(const struct lobby *l, const char *key) {
    char hash[SHA256_HEX_SIZE];
    bool found = false;
    if (key == NULL)
        return false;
    room_hash_key(key, hash);
    for (int i = 0; i < LOBBY_KEYS_MAX; i++)
        found = found || strcmp(l->keys[i], hash) == 0;
    return found;
}

/* People ---------------------------------------------------------------------------------------*/

struct lobby_person *lobby_person(struct lobby *l, int64_t number) {
    for (int i = 0; i < l->people_count; i++)
        if (l->people[i].number == number)
            return &l->people[i];
    return NULL;
}

struct lobby_person *lobby_person_of(struct lobby *l, const char *key) {
    char hash[SHA256_HEX_SIZE];
    if (key == NULL)
        return NULL;
    room_hash_key(key, hash);
    for (int i = 0; i < l->people_count; i++)
        if (strcmp(l->people[i].hash, hash) == 0)
            return &l->people[i];
    return NULL;
}

static void close_challenge(struct lobby *l, int at) {
    assert(at >= 0 && at < l->challenge_count);
    l->challenge_count--;
    memmove(&l->challenges[at], &l->challenges[at + 1],
            (size_t)(l->challenge_count - at) * sizeof l->challenges[0]);
}

static void close_challenges_of(struct lobby *l, int64_t person) {
    for (int i = l->challenge_count - 1; i >= 0; i--)
        if (l->challenges[i].by == person)
            close_challenge(l, i);
}

void lobby_look_around(struct lobby *l) {
    const int64_t now = lobby_now(l);
    bool old = false;
    for (int i = 0; i < l->people_count; i++) {
        struct lobby_person *p = &l->people[i];
        const bool here = p->seen_ms > 0 && now - p->seen_ms < LOBBY_HERE_MS;
        l->revision += here != p->here;
        p->here = here;
    }
    for (int i = l->challenge_count - 1; i >= 0; i--)
        if (now - l->challenges[i].made_ms >= LOBBY_OPEN_MS) {
            close_challenge(l, i);
            old = true;
        }
    if (old)
        lobby_changed(l);
}

/* Names are compared as people read them: case and accents do not make another person. */
static bool is_taken(const struct lobby *l, const char *name) {
    char one[WORD_FOLDED_MAX], other[WORD_FOLDED_MAX];
    word_fold(name, strlen(name), one);
    for (int i = 0; i < l->people_count; i++) {
        const char *known = l->people[i].name;
        if (strcmp(one, word_fold(known, strlen(known), other)) == 0)
            return true;
    }
    return false;
}

static bool is_code(const struct lobby *l, const char *typed) {
    const char *at = l->code;
    for (; *typed != '\0'; typed++) {
        if (*typed == ' ' || *typed == '-')
            continue;
        if (*at == '\0' || toupper((unsigned char)*typed) != *at)
            return false;
        at++;
    }
    return *at == '\0';
}

static void forget_person(struct lobby *l, int at) {
    close_challenges_of(l, l->people[at].number);
    l->people_count--;
    memmove(&l->people[at], &l->people[at + 1],
            (size_t)(l->people_count - at) * sizeof l->people[0]);
}

static bool has_played(const struct lobby *l, const struct lobby_person *p) {
    bool played = p->won + p->drawn + p->lost > 0;
    for (int i = 0; i < l->game_count && !played; i++)
        played = l->games[i].players[0] == p->number || l->games[i].players[1] == p->number;
    return played;
}

/* Makes room for one more person: the first who neither played nor is here goes. */
static bool make_room(struct lobby *l) {
    for (int i = 0; i < l->people_count && l->people_count == LOBBY_PEOPLE_MAX; i++)
        if (!l->people[i].here && !has_played(l, &l->people[i]))
            forget_person(l, i);
    return l->people_count < LOBBY_PEOPLE_MAX;
}

/* Refuses more new names than a class needs in a minute. */
static enum request_code count_entry(struct lobby *l, struct refusal *why) {
    const int64_t now = lobby_now(l);
    if (l->entries == 0 || now - l->entries_since >= 60000) {
        l->entries = 0;
        l->entries_since = now;
    }
    if (l->entries < LOBBY_ENTRIES_MAX) {
        l->entries++;
        return REQUEST_OK;
    }
    refuse(why, REQUEST_BUSY, TEXT(lobby_many_enter), PES_NO_ARGS);
    if (why != NULL)
        why->wait_ms = l->entries_since + 60000 - now;
    return REQUEST_BUSY;
}

enum request_code lobby_enter(struct lobby *l, const char *code, const char *name,
                              char key[ROOM_KEY_SIZE], int64_t *number, struct refusal *why) {
    if (!is_code(l, code))
        return refuse(why, REQUEST_SEAT, TEXT(lobby_bad_code), PES_NO_ARGS);
    if (name == NULL || !is_plain(name))
        return refuse(why, REQUEST_RANGE, TEXT(lobby_bad_name), PES_NO_ARGS);
    if (is_taken(l, name))
        return refuse(why, REQUEST_UNFIT, TEXT(lobby_taken_name), PES_ARGS(PES_STR(name)));
    const enum request_code code_of = count_entry(l, why);
    if (code_of != REQUEST_OK)
        return code_of;
    if (!make_room(l))
        return refuse(why, REQUEST_BUSY, TEXT(lobby_full), PES_ARGS(PES_INT(LOBBY_PEOPLE_MAX)));
    struct lobby_person *p = &l->people[l->people_count++];
    *p = (struct lobby_person){.number = ++l->last, .seen_ms = lobby_now(l), .here = true};
    snprintf(p->name, sizeof p->name, "%s", name);
    room_draw_mark(l->world->rooms, key, ROOM_KEY_SIZE - 1);
    room_hash_key(key, p->hash);
    *number = p->number;
    lobby_changed(l);
    return REQUEST_OK;
}

enum request_code lobby_remove(struct lobby *l, const struct lobby_person *who, bool teacher,
                               int64_t number, struct refusal *why) {
    const struct lobby_person *p = lobby_person(l, number);
    if (p == NULL)
        return refuse(why, REQUEST_UNKNOWN, TEXT(lobby_no_person), PES_NO_ARGS);
    if (!teacher && p != who)
        return refuse(why, REQUEST_SEAT, TEXT(lobby_not_teacher), PES_NO_ARGS);
    forget_person(l, (int)(p - l->people));
    lobby_changed(l);
    return REQUEST_OK;
}

/* Challenges -----------------------------------------------------------------------------------*/

enum request_code lobby_challenge(struct lobby *l, const struct lobby_person *by,
                                  const struct lobby_challenge *wanted, int64_t *number,
                                  struct refusal *why) {
    int own = 0;
    for (int i = 0; i < l->challenge_count; i++)
        own += l->challenges[i].by == by->number;
    if (own >= LOBBY_CHALLENGES_EACH)
        return refuse(why, REQUEST_BUSY, TEXT(lobby_own_challenges),
                      PES_ARGS(PES_INT(LOBBY_CHALLENGES_EACH)));
    if (l->challenge_count == LOBBY_CHALLENGES_MAX)
        return refuse(why, REQUEST_BUSY, TEXT(lobby_many_challenges), PES_NO_ARGS);
    struct lobby_challenge *c = &l->challenges[l->challenge_count++];
    *c = *wanted;
    c->number = *number = ++l->last;
    c->by = by->number;
    c->made_ms = lobby_now(l);
    lobby_changed(l);
    return REQUEST_OK;
}

static int challenge_at(const struct lobby *l, int64_t number) {
    int at = l->challenge_count - 1;
    while (at >= 0 && l->challenges[at].number != number)
        at--;
    return at;
}

enum request_code lobby_withdraw(struct lobby *l, const struct lobby_person *who, bool teacher,
                                 int64_t number, struct refusal *why) {
    const int at = challenge_at(l, number);
    if (at < 0)
        return refuse(why, REQUEST_UNFIT, TEXT(lobby_no_challenge), PES_NO_ARGS);
    if (!teacher && (who == NULL || l->challenges[at].by != who->number))
        return refuse(why, REQUEST_SEAT, TEXT(lobby_not_teacher), PES_NO_ARGS);
    close_challenge(l, at);
    lobby_changed(l);
    return REQUEST_OK;
}

/* Games ----------------------------------------------------------------------------------------*/

bool lobby_is_running(const struct lobby_game *g) {
    return strcmp(g->result, "*") == 0;
}

static int game_at(const struct lobby *l, const char *id) {
    int at = l->game_count - 1;
    while (at >= 0 && strcmp(l->games[at].id, id) != 0)
        at--;
    return at;
}

static void take_game(struct lobby *l, int at) {
    l->game_count--;
    memmove(&l->games[at], &l->games[at + 1], (size_t)(l->game_count - at) * sizeof l->games[0]);
}

/* The list has an end: what it loses is still counted in the table. */
static void make_place(struct lobby *l) {
    int at = 0;
    if (l->game_count < LOBBY_GAMES_MAX)
        return;
    while (at < l->game_count && lobby_is_running(&l->games[at]))
        at++;
    take_game(l, at < l->game_count ? at : 0);
}

static void add_game(struct lobby *l, const char *id, const char *game, const char *variant,
                     int64_t first, int64_t second) {
    make_place(l);
    struct lobby_game *g = &l->games[l->game_count++];
    *g = (struct lobby_game){.players = {first, second}, .result = "*", .began_ms = lobby_now(l)};
    snprintf(g->id, sizeof g->id, "%s", id);
    snprintf(g->game, sizeof g->game, "%s", game);
    snprintf(g->variant, sizeof g->variant, "%s", variant);
    lobby_changed(l);
}

static int running_of(const struct lobby *l, int64_t person) {
    int count = 0;
    for (int i = 0; i < l->game_count; i++) {
        const struct lobby_game *g = &l->games[i];
        count += lobby_is_running(g) && (g->players[0] == person || g->players[1] == person);
    }
    return count;
}

/* Opens the room of an accepted challenge and gives both their seats. */
static enum request_code open_room(struct lobby *l, const struct lobby_challenge *c,
                                   const struct lobby_person *const seats[2], struct room **out,
                                   struct refusal *why) {
    const struct request_play wanted = {
        .game = c->game,
        .variant = c->variant,
        .position = "startpos",
        .moves = "",
        .seats = {{.who = REQUEST_PERSON, .name = seats[0]->name},
                  {.who = REQUEST_PERSON, .name = seats[1]->name}},
        .has_clock = c->has_clock,
        .base_ms = c->base_ms,
        .increment_ms = c->increment_ms,
    };
    const struct room_world *rooms = l->world->rooms;
    char keys[2][ROOM_KEY_SIZE];
    const enum request_code code = rooms->open(rooms->world, &wanted, keys, out, why);
    if (code != REQUEST_OK)
        return code;
    for (int i = 0; i < 2; i++)
        room_give_seat(*out, i, seats[i]->name, seats[i]->hash);
    room_changed(*out);
    return REQUEST_OK;
}

static int draw_side(const struct lobby *l) {
    unsigned char byte;
    l->world->rooms->random(l->world->rooms->world, &byte, 1);
    return byte & 1;
}

enum request_code lobby_accept(struct lobby *l, struct lobby_person *who, int64_t number,
                               char id[ROOM_ID_SIZE], int *seat, struct refusal *why) {
    const int at = challenge_at(l, number);
    const struct lobby_person *by = at >= 0 ? lobby_person(l, l->challenges[at].by) : NULL;
    if (by == NULL)
        return refuse(why, REQUEST_UNFIT, TEXT(lobby_no_challenge), PES_NO_ARGS);
    if (by == who)
        return refuse(why, REQUEST_UNFIT, TEXT(lobby_own_challenge), PES_NO_ARGS);
    if (running_of(l, who->number) >= LOBBY_RUNNING_EACH ||
        running_of(l, by->number) >= LOBBY_RUNNING_EACH)
        return refuse(why, REQUEST_BUSY, TEXT(lobby_many_games),
                      PES_ARGS(PES_INT(LOBBY_RUNNING_EACH)));
    const struct lobby_challenge c = l->challenges[at];
    const int side = c.side >= 0 ? c.side : draw_side(l);
    const struct lobby_person *const seats[2] = {side == 0 ? by : who, side == 0 ? who : by};
    struct room *room = NULL;
    const enum request_code code = open_room(l, &c, seats, &room, why);
    if (code != REQUEST_OK)
        return code;
    close_challenge(l, at);
    snprintf(id, ROOM_ID_SIZE, "%s", room_id(room));
    *seat = 1 - side;
    add_game(l, id, c.game, c.variant, seats[0]->number, seats[1]->number);
    return REQUEST_OK;
}

/* Adds the result of a game to the sums of its players, or takes it away (-1). */
void lobby_count(struct lobby *l, const struct lobby_game *g, int by) {
    if (lobby_is_running(g))
        return;
    for (int i = 0; i < 2; i++) {
        struct lobby_person *p = lobby_person(l, g->players[i]);
        if (p == NULL)
            continue;
        if (strcmp(g->result, "1/2-1/2") == 0)
            p->drawn += by;
        else if (strcmp(g->result, i == 0 ? "1-0" : "0-1") == 0)
            p->won += by;
        else
            p->lost += by;
    }
}

enum request_code lobby_drop_game(struct lobby *l, const char *id, struct refusal *why) {
    const int at = game_at(l, id);
    if (at < 0)
        return refuse(why, REQUEST_UNKNOWN, TEXT(lobby_no_game), PES_NO_ARGS);
    lobby_count(l, &l->games[at], -1);
    take_game(l, at);
    lobby_changed(l);
    return REQUEST_OK;
}

void lobby_saw(struct lobby *l, const struct room *room) {
    const int at = game_at(l, room->id);
    if (at < 0)
        return;
    struct lobby_game *g = &l->games[at];
    /* A move that ended the game may be taken back: then the result goes, too. */
    if (strcmp(g->result, room_result(room)) != 0) {
        lobby_count(l, g, -1);
        snprintf(g->result, sizeof g->result, "%s", room_result(room));
        g->ended_ms = lobby_is_running(g) ? 0 : lobby_now(l);
        lobby_count(l, g, 1);
        lobby_changed(l);
    }
    if (room->next[0] != '\0' && game_at(l, room->next) < 0) {
        const struct lobby_game was = *g;
        add_game(l, room->next, was.game, was.variant, was.players[1], was.players[0]);
    }
}
