/* The tournament as JSON: how it was played, its players, the list of its games. Whatever a bot or
 * its author chose (names, reasons, logs) is cleaned by put_shown(). */
#include "core/json_write.h"
#include "rooms/json.h"
#include "site/site_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FORMAT = 1 };

void put_shown(struct str *out, const char *key, const char *text, size_t length) {
    struct str clean;
    str_init(&clean);
    for (size_t i = 0; i < length;) {
        const int count = utf8_char(text + i, length - i);
        const bool space = text[i] == '\n' || text[i] == '\t';
        if (!space && (utf8_control(text + i, count) || utf8_bidi(text + i, count)))
            str_add(&clean, "\xef\xbf\xbd");
        else
            str_add_bytes(&clean, text + i, (size_t)count);
        i += (size_t)count;
    }
    put_bytes(out, key, clean.text, clean.length);
    out->failed = out->failed || clean.failed;
    str_release(&clean);
}

void put_shown_word(struct str *out, const char *key, const char *const text[PES_LANG_COUNT]) {
    if (text[0] == NULL) {
        put_null(out, key);
        return;
    }
    put_open(out, key, '{');
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        const char *said = text[lang] != NULL ? text[lang] : text[0];
        put_shown(out, pes_lang_code((enum pes_lang)lang), said, strlen(said));
    }
    put_close(out, '}');
}

/* '<' occurs only inside strings of JSON; U+2028 and U+2029 end a line in old scripts. */
void add_script(struct str *out, const char *function, const struct str *json) {
    str_addf(out, "%s(", function);
    size_t from = 0;
    for (size_t i = 0; i < json->length; i++) {
        const unsigned char *c = (const unsigned char *)json->text + i;
        const bool line = c[0] == 0xe2 && c[1] == 0x80 && (c[2] == 0xa8 || c[2] == 0xa9);
        if (c[0] != '<' && !line)
            continue;
        str_add_bytes(out, json->text + from, i - from);
        str_add(out, c[0] == '<' ? "\\u003c" : c[2] == 0xa8 ? "\\u2028" : "\\u2029");
        i += line ? 2 : 0;
        from = i + 1;
    }
    str_add_bytes(out, json->text + from, json->length - from);
    str_add(out, ");\n");
    out->failed = out->failed || json->failed;
}

static void put_number_or_null(struct str *out, const char *key, int64_t n) {
    if (n > 0)
        put_int(out, key, n);
    else
        put_null(out, key);
}

/* The game, its variant and the board, which is the same in every position. */
static enum pes_err put_game_facts(const struct site_about *about, struct str *out,
                                   struct pes_note *note) {
    const struct pes_kit *kit = about->kit;
    struct pes_game *g = NULL;
    const enum pes_err err = pes_game_open(kit, about->variant, &g, note);
    if (err)
        return err;
    put_open(out, "game", '{');
    put_text(out, "name", g->rules->name);
    put_word(out, "title", &g->rules->title, PES_NO_ARGS);
    put_text(out, "variant", g->variant);
    put_option_list(out, g->rules->options, false);
    put_text(out, "look", kit->view != NULL ? kit->view->look : NULL);
    if (kit->view != NULL)
        put_board(g, out);
    else
        put_null(out, "board");
    put_close(out, '}');
    pes_game_close(g);
    return PES_ERR_OK;
}

static void put_how(const struct site_about *about, struct str *out) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, about->seed); /* exact, unlike a number in a script */
    put_text(out, "type", about->type);
    put_number_or_null(out, "games_each", about->games_each);
    put_number_or_null(out, "movetime_ms", about->movetime_ms);
    put_number_or_null(out, "clock_ms", about->clock_ms);
    put_int(out, "increment_ms", about->increment_ms);
    put_number_or_null(out, "max_plies", about->max_plies);
    if (about->how != NULL)
        put_word(out, "how", about->how, PES_NO_ARGS);
    else
        put_null(out, "how");
    put_text(out, "seed", seed);
    put_text(out, "version", about->version);
    put_number_or_null(out, "date", about->date_ms);
    put_number_or_null(out, "expected", about->expected);
    put_bool(out, "running", about->running);
}

static void put_player(const struct site_player *p, struct str *out) {
    put_open(out, NULL, '{');
    put_shown(out, "name", p->name, strlen(p->name));
    if (p->agent != NULL)
        put_shown(out, "agent", p->agent, strlen(p->agent));
    else
        put_null(out, "agent");
    put_shown_word(out, "excluded", p->excluded);
    put_int(out, "rank", p->rank);
    put_real(out, "points", p->points);
    if (p->rated) {
        put_open(out, "rating", '[');
        put_real(out, NULL, p->rating);
        put_real(out, NULL, p->rating_low);
        put_real(out, NULL, p->rating_high);
        put_close(out, ']');
    } else {
        put_null(out, "rating");
    }
    put_close(out, '}');
}

void site_put_row(const struct site_game *game, int plies, struct str *out) {
    put_open(out, NULL, '[');
    put_int(out, NULL, game->number);
    put_int(out, NULL, game->round);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        put_int(out, NULL, game->players[i]);
    put_text(out, NULL, game->result);
    put_text(out, NULL, game->end);
    put_int(out, NULL, plies);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        put_int(out, NULL, game->think_max_ms[i]);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        put_int(out, NULL, game->think_sum_ms[i]);
    if (game->reason[0] != NULL)
        put_shown_word(out, NULL, game->reason);
    put_close(out, ']');
}

enum pes_err site_put_data(const struct site_about *about, const struct str *games,
                           const struct site_player players[], int count, struct str *out,
                           struct pes_note *note) {
    put_open(out, NULL, '{');
    put_int(out, "format", FORMAT);
    if (about->title != NULL && about->title[0] != '\0')
        put_shown(out, "title", about->title, strlen(about->title));
    else
        put_null(out, "title");
    const enum pes_err err = put_game_facts(about, out, note);
    if (err)
        return err;
    put_how(about, out);
    put_open(out, "players", '[');
    for (int i = 0; i < count; i++)
        put_player(&players[i], out);
    put_close(out, ']');
    put_open(out, "games", '[');
    str_add_str(out, games);
    put_close(out, ']');
    put_close(out, '}');
    return str_err(out);
}
