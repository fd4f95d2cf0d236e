/* The class as clients see it, and as CSV for its teacher; docs/formats/api.md has the members. */
#include "core/csv.h"
#include "core/json_write.h"
#include "pessoi/kit.h"
#include "rooms/lobby_int.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { SHOWN_MAX = 60, RUNNING_MAX = 100, DATE_SIZE = 20 };

static void put_people(const struct lobby *l, struct str *out) {
    put_open(out, "people", '[');
    for (int i = 0; i < l->people_count; i++) {
        const struct lobby_person *p = &l->people[i];
        put_open(out, NULL, '{');
        put_int(out, "person", p->number);
        put_text(out, "name", p->name);
        put_bool(out, "here", p->here);
        put_int(out, "won", p->won);
        put_int(out, "drawn", p->drawn);
        put_int(out, "lost", p->lost);
        put_close(out, '}');
    }
    put_close(out, ']');
}

static void put_title(struct str *out, const char *game) {
    const struct pes_kit *kit = pes_kit_find(game);
    if (kit != NULL)
        put_word(out, "title", &kit->rules->title, PES_NO_ARGS);
}

static void put_challenges(const struct lobby *l, struct str *out) {
    put_open(out, "challenges", '[');
    for (int i = 0; i < l->challenge_count; i++) {
        const struct lobby_challenge *c = &l->challenges[i];
        put_open(out, NULL, '{');
        put_int(out, "challenge", c->number);
        put_int(out, "by", c->by);
        put_text(out, "game", c->game);
        put_title(out, c->game);
        put_text(out, "variant", c->variant);
        put_text(out, "side", c->side < 0 ? "random" : c->side == 0 ? "first" : "second");
        if (c->has_clock) {
            put_open(out, "clock", '{');
            put_int(out, "base_ms", c->base_ms);
            put_int(out, "increment_ms", c->increment_ms);
            put_close(out, '}');
        } else {
            put_null(out, "clock");
        }
        put_close(out, '}');
    }
    put_close(out, ']');
}

static void put_game_of(const struct lobby_game *g, struct str *out) {
    put_open(out, NULL, '{');
    put_text(out, "id", g->id);
    put_text(out, "game", g->game);
    put_title(out, g->game);
    put_text(out, "variant", g->variant);
    put_open(out, "players", '[');
    put_int(out, NULL, g->players[0]);
    put_int(out, NULL, g->players[1]);
    put_close(out, ']');
    put_text(out, "result", lobby_is_running(g) ? NULL : g->result);
    put_int(out, "began", g->began_ms);
    put_close(out, '}');
}

/* The newest first: all that run, and the last that are over. */
static void put_games(const struct lobby *l, struct str *out) {
    int left[2] = {SHOWN_MAX, RUNNING_MAX};
    put_open(out, "games", '[');
    for (int i = l->game_count - 1; i >= 0; i--) {
        const struct lobby_game *g = &l->games[i];
        if (left[lobby_is_running(g)]-- > 0)
            put_game_of(g, out);
        else
            left[lobby_is_running(g)] = 0;
    }
    put_close(out, ']');
}

void lobby_put(const struct lobby *l, const struct lobby_person *me, bool teacher,
               struct str *out) {
    put_open(out, NULL, '{');
    put_int(out, "revision", l->revision);
    put_text(out, "class", l->title);
    put_text(out, "code", l->code);
    if (me != NULL)
        put_int(out, "me", me->number);
    else
        put_null(out, "me");
    put_bool(out, "teacher", teacher);
    put_people(l, out);
    put_challenges(l, out);
    put_games(l, out);
    put_close(out, '}');
}

/* CSV: RFC 4180 ------------------------------------------------------------------------------- */

void lobby_csv_results(const struct lobby *l, struct str *out) {
    str_add(out, "name,games,points,won,drawn,lost\r\n");
    for (int i = 0; i < l->people_count; i++) {
        const struct lobby_person *p = &l->people[i];
        csv_add_text(out, p->name);
        str_addf(out, ",%d,%d%s,%d,%d,%d\r\n", p->won + p->drawn + p->lost, p->won + p->drawn / 2,
                 p->drawn % 2 != 0 ? ".5" : "", p->won, p->drawn, p->lost);
    }
}

static const char *name_of(const struct lobby *l, int64_t number) {
    for (int i = 0; i < l->people_count; i++)
        if (l->people[i].number == number)
            return l->people[i].name;
    return "";
}

void lobby_csv_games(const struct lobby *l, struct str *out) {
    str_add(out, "began,game,variant,first,second,result,id\r\n");
    for (int i = 0; i < l->game_count; i++) {
        const struct lobby_game *g = &l->games[i];
        const time_t seconds = (time_t)(g->began_ms / 1000);
        char date[DATE_SIZE] = "";
        struct tm parts;
        if (gmtime_r(&seconds, &parts) != NULL)
            strftime(date, sizeof date, "%Y-%m-%d %H:%M", &parts);
        const char *const fields[] = {
            date,      g->game, g->variant, name_of(l, g->players[0]), name_of(l, g->players[1]),
            g->result, g->id};
        for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
            if (k > 0)
                str_add_char(out, ',');
            csv_add_text(out, fields[k]);
        }
        str_add(out, "\r\n");
    }
}
