/* Whole games: they end, can be undone to the start, and replay from their record to the same
 * bytes; repetition and irreversible moves agree with the rules. */
#include "conformance.h"
#include "core/str.h"
#include "pessoi/record.h"

enum { POSITIONS_MAX = 20001 };

struct history_chapter {
    uint64_t hashes[POSITIONS_MAX]; /* of this game's positions with a player to move */
    int count;
    int closed; /* positions before this one cannot occur again */
};

static void history_position(struct walk *w) {
    struct history_chapter *c = w->chapter;
    const struct pes_game *g = w->game;
    if (pes_history_count(w->history) == 0)
        c->count = c->closed = 0;
    CHECK(w, pes_history_clock(w->history) <= pes_history_plies(w->history), "clock %d",
          pes_history_clock(w->history));
    if (pes_turn(g, walk_state(w)) < 0 || c->count == POSITIONS_MAX)
        return;
    const uint64_t hash = pes_hash(g, walk_state(w));
    int before = 0;
    for (int i = 0; i < c->count; i++)
        if (c->hashes[i] == hash) {
            CHECK(w, i >= c->closed,
                  "a position comes up again (the same hash) though irreversible() said that none "
                  "before "
                  "move %d can",
                  c->closed);
            before++;
        }
    CHECK(w, pes_history_occurrences(w->history) == before + 1,
          "the history counts %d occurrences of this position, but its hash came up %d times in "
          "this game; is irreversible() right, and does hash() tell positions apart?",
          pes_history_occurrences(w->history), before + 1);
    c->hashes[c->count++] = hash;
    if (pes_history_clock(w->history) == 0)
        c->closed = c->count - 1;
}

static enum pes_err to_str(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

/* The record of the game, parsed again, gives the same text and the same final position. */
static void check_record(struct walk *w) {
    struct pes_note note = {0};
    struct pes_record *record, *copy;
    struct str text, again;
    str_init(&text);
    str_init(&again);
    CHECK(w, pes_record_of(w->history, &record) == PES_ERR_OK, "no record");
    CHECK(w, pes_record_format(record, to_str, &text) == PES_ERR_OK, "not written");
    CHECK(w, pes_record_parse(text.text, text.length, &copy, &note) == PES_ERR_OK,
          "the record is refused: line %d: %s", note.line, note.why[PES_LANG_EN]);
    CHECK(w, pes_record_format(copy, to_str, &again) == PES_ERR_OK, "not written again");
    CHECK(w, strcmp(text.text, again.text) == 0, "the record changes when rewritten");

    struct pes_game *g;
    struct pes_history *h;
    CHECK(w, pes_record_open(copy, w->game->kit, &g, &note) == PES_ERR_OK, "variant: %s",
          note.why[PES_LANG_EN]);
    CHECK(w, strcmp(g->variant, w->game->variant) == 0, "variant %s", g->variant);
    CHECK(w, pes_history_new(g, &h) == PES_ERR_OK, "no memory");
    CHECK(w, pes_record_replay(copy, h, -1, &note) == PES_ERR_OK, "line %d: %s", note.line,
          note.why[PES_LANG_EN]);
    CHECK(w, pes_history_count(h) == pes_history_count(w->history), "other length");
    CHECK(w, memcmp(pes_history_state(h), walk_state(w), g->state_size) == 0,
          "the replayed game ends elsewhere");
    CHECK(w, pes_history_end(h) == pes_history_end(w->history), "it ends for another reason");
    pes_history_free(h);
    pes_game_close(g);
    pes_record_free(copy);
    pes_record_free(record);
    str_release(&again);
    str_release(&text);
}

static void history_game_over(struct walk *w) {
    const enum pes_end end = pes_history_end(w->history);
    int32_t payoff[PES_PLAYERS_MAX];
    if (end != PES_END_NONE) {
        pes_settle(w->game, walk_state(w), end, payoff);
        for (int p = 0; p < w->game->players; p++)
            CHECK(w, payoff[p] >= w->game->payoff_min && payoff[p] <= w->game->payoff_max,
                  "settled for %d", payoff[p]);
    }
    if (w->game->plies_bound)
        CHECK(w, pes_history_plies(w->history) <= w->game->plies_bound, "longer than its bound");
    check_record(w);
    while (pes_history_unmake(w->history))
        continue;
    CHECK(w, memcmp(walk_state(w), pes_history_first(w->history), w->game->state_size) == 0,
          "taken back, the start differs");
}

const struct chapter chapter_history = {
    .name = "history",
    .games = 10,
    .plies_max = 0,
    .size = sizeof(struct history_chapter),
    .position = history_position,
    .game_over = history_game_over,
};
