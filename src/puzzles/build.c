/* One position; see build.h. */
#include "puzzles/build.h"

#include "core/game.h"
#include "core/level.h"
#include "core/mem.h"
#include "pessoi/hash.h"
#include "puzzles/write.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    PROBE_PART = 50,   /* the first search has 1/50 of the nodes */
    SCREEN_PART = 200, /* and so many has that of every move, before .. */
    CLOSE_PART = 4,    /* .. the moves next to the best get their part */
    CLOSE_MOVES = 5,
    NODES_MIN = 100,
    CONTINUE_PLIES = 4, /* shown after the move of a puzzle "best" */
    TACTICS_NODES = 100000
};

/* A position on the way to a puzzle. */
struct draft {
    struct builder *b;
    struct pes_history *h; /* begins a little before the puzzle */
    struct puzzle_sheet sheet;
    pes_move best;
    double chance, next;
    int mate;  /* of the best move; 0: no forced win is known */
    int count; /* legal moves, judged in b->moves */
};

static uint64_t part_of(const struct builder *b, uint64_t part) {
    const uint64_t nodes = b->nodes / part;
    return nodes > NODES_MIN ? nodes : NODES_MIN;
}

uint64_t build_hash(const struct pes_game *g, const struct pes_state *s) {
    return pes_hash_key(pes_symmetric_hash(g, s),
                        pes_hash_bytes(0, g->variant, strlen(g->variant)));
}

/* Is it a puzzle? ----------------------------------------------------------------------------- */

/* The best of the others; -1: there is none. */
static int second_of(const struct draft *d) {
    int second = -1;
    for (int i = 0; i < d->count; i++)
        if (d->b->moves[i].move != d->best &&
            (second < 0 || d->b->moves[i].chance > d->b->moves[second].chance))
            second = i;
    return second;
}

/* Are the others that much worse? Sets the kind. */
static bool stands_out(struct draft *d) {
    const struct builder *b = d->b;
    const bool chance = b->game->chance_in_play;
    const int second = second_of(d);
    bool all_lose = true;
    if (second < 0)
        return false;
    d->next = b->moves[second].chance;
    for (int i = 0; i < d->count; i++) {
        const struct judged *m = &b->moves[i];
        if (m->move == d->best)
            continue;
        if (m->decided && m->mate > 0)
            return false;
        all_lose = all_lose && (m->decided ? m->mate < 0 : m->chance <= BUILD_LOST);
    }
    if (d->mate > 0) {
        d->sheet.kind = PUZZLE_WIN;
        return d->mate >= BUILD_PLIES_MIN && d->mate <= BUILD_PLIES_MAX &&
               (b->exact || d->next <= BUILD_OTHER);
    }
    d->sheet.kind = all_lose && !chance ? PUZZLE_SAVE : PUZZLE_BEST;
    if (d->sheet.kind == PUZZLE_SAVE)
        return d->chance >= BUILD_KEPT;
    return !b->exact && d->chance >= BUILD_LEAST && d->chance <= BUILD_MOST &&
           d->chance - d->next >= b->margin;
}

/* Is the answer of a short search worth more? */
static bool is_promising(const struct builder *b, const struct pes_answer *answer) {
    if (answer->has_mate)
        return answer->mate >= BUILD_PLIES_MIN || answer->mate == 0;
    return !b->exact && answer->has_win_probability && answer->win_probability >= BUILD_LEAST;
}

static void take_answer(struct draft *d, const struct pes_answer *answer) {
    d->best = answer->move;
    d->mate = answer->has_mate && answer->mate > 0 ? answer->mate : 0;
    d->chance = d->mate > 0                   ? 1
                : answer->has_mate            ? answer->mate == 0 ? 0.5 : 0
                : answer->has_win_probability ? answer->win_probability
                                              : 0.5;
}

/* Searches the best of the other moves again, with more nodes. */
static enum pes_err look_closer(struct draft *d) {
    const struct builder *b = d->b;
    enum pes_err err = PES_ERR_OK;
    bool looked[PES_MOVES_MAX] = {false};
    for (int n = 0; n < CLOSE_MOVES && err == PES_ERR_OK; n++) {
        int at = -1;
        for (int i = 0; i < d->count; i++)
            if (!looked[i] && b->moves[i].move != d->best &&
                (at < 0 || b->moves[i].chance > b->moves[at].chance))
                at = i;
        if (at < 0)
            break;
        looked[at] = true;
        err = judge_move(&b->judge, d->h, b->moves[at].move, part_of(b, CLOSE_PART), &b->moves[at]);
    }
    return err;
}

/* In a game with chance the best move is the one of the highest expectation. */
static void best_by_values(struct draft *d) {
    const struct judged *best = &d->b->moves[0];
    for (int i = 1; i < d->count; i++)
        if (d->b->moves[i].chance > best->chance)
            best = &d->b->moves[i];
    d->best = best->move;
    d->chance = best->chance;
    d->mate = 0;
}

/* A short look; *go: it may be a puzzle. */
static enum pes_err screen(struct draft *d, bool *go) {
    struct builder *b = d->b;
    struct pes_answer answer;
    *go = false;
    enum pes_err err = PES_ERR_OK;
    if (!b->game->chance_in_play) {
        err = judge_best(&b->judge, d->h, part_of(b, PROBE_PART), &answer);
        if (err != PES_ERR_OK || !is_promising(b, &answer))
            return err;
        take_answer(d, &answer);
    }
    err = judge_all(&b->judge, d->h, part_of(b, SCREEN_PART), b->moves, &d->count);
    if (err != PES_ERR_OK)
        return err;
    if (b->game->chance_in_play)
        best_by_values(d);
    *go = stands_out(d);
    return PES_ERR_OK;
}

/* The long look; *go: it is a puzzle. */
static enum pes_err verify(struct draft *d, bool *go) {
    struct builder *b = d->b;
    struct pes_answer answer;
    const pes_move before = d->best;
    *go = false;
    enum pes_err err;
    if (b->game->chance_in_play) {
        err = judge_all(&b->judge, d->h, part_of(b, CLOSE_PART), b->moves, &d->count);
        if (err == PES_ERR_OK)
            best_by_values(d);
    } else {
        err = judge_best(&b->judge, d->h, b->nodes, &answer);
        if (err == PES_ERR_OK)
            take_answer(d, &answer);
        if (err == PES_ERR_OK && d->best == before && !b->exact)
            err = look_closer(d);
    }
    *go = err == PES_ERR_OK && d->best == before && stands_out(d);
    return err;
}

/* Does the game's search for forced wins prove it? */
static bool tactics_prove(const struct builder *b, const struct pes_history *h) {
    const struct pes_tactics *tactics = b->game->kit->tactics;
    if (tactics == NULL)
        return false;
    struct pes_proof proof;
    const struct pes_effort effort = {.nodes_max = TACTICS_NODES, .wide = true};
    return tactics->solve(b->game, pes_history_state(h), NULL, &effort, &proof) == PES_VERDICT_WIN;
}

/* The lines. ---------------------------------------------------------------------------------- */

/* Adds a turn: the best move among those judged, what is as good, and the replies. */
static void add_turn(struct draft *d, pes_move best, const char *reply) {
    const struct builder *b = d->b;
    int wins = 0;
    sheet_turn(&d->sheet, d->h, best, reply);
    for (int i = 0; i < d->count; i++) {
        const struct judged *m = &b->moves[i];
        const bool good =
            m->move == best || (d->sheet.kind == PUZZLE_WIN && m->decided && m->mate > 0);
        wins += good;
        if (good && m->move != best)
            sheet_also(&d->sheet, m->move);
        else if (!good)
            sheet_wrong(&d->sheet, m->move, m->reply,
                        d->sheet.kind == PUZZLE_BEST ? m->chance : -1);
    }
    sheet_end_turn(&d->sheet);
    d->sheet.score += log10((double)d->count / wins);
}

/* Makes the solver's move and the opponent's, whose text goes to `reply`; *over: the game is. */
static enum pes_err play_turn(struct draft *d, pes_move move, char reply[PES_MOVE_TEXT_MAX],
                              bool *over) {
    const struct pes_game *g = d->b->game;
    struct pes_answer answer;
    reply[0] = '\0';
    enum pes_err err = pes_history_make(d->h, move);
    *over = pes_history_end(d->h) != PES_END_NONE;
    if (err != PES_ERR_OK || *over)
        return err;
    err = judge_best(&d->b->judge, d->h, part_of(d->b, CLOSE_PART), &answer);
    if (err != PES_ERR_OK)
        return err;
    g->rules->move_format(g, pes_history_state(d->h), answer.move, reply);
    err = pes_history_make(d->h, answer.move);
    *over = pes_history_end(d->h) != PES_END_NONE;
    return err;
}

/* The line of a forced win, turn by turn, to the end of the game. *go: it gets there. */
static enum pes_err add_win(struct draft *d, bool *go) {
    struct builder *b = d->b;
    const pes_player solver = pes_turn(b->game, pes_history_state(d->h));
    pes_move move = d->best;
    *go = false;
    for (int turn = 0; turn < PUZZLE_TURNS_MAX; turn++) {
        char reply[PES_MOVE_TEXT_MAX];
        bool over;
        const int before = pes_history_count(d->h);
        enum pes_err err = PES_ERR_OK;
        if (turn > 0)
            err = judge_all(&b->judge, d->h, part_of(b, SCREEN_PART), b->moves, &d->count);
        if (err == PES_ERR_OK)
            err = play_turn(d, move, reply, &over);
        if (err != PES_ERR_OK)
            return err;
        const int after = pes_history_count(d->h);
        assert(after - before <= 2); /* a move and its reply */
        struct pes_history *h = d->h;
        pes_move made[2] = {move, after - before > 1 ? pes_history_move(h, after - 1) : 0};
        judge_back_to(h, before);
        add_turn(d, move, reply);
        for (int i = 0; i < after - before && err == PES_ERR_OK; i++)
            err = pes_history_make(h, made[i]);
        if (err != PES_ERR_OK || over) {
            *go = err == PES_ERR_OK && made[1] == 0;
            return err;
        }
        struct pes_answer answer;
        if (pes_turn(b->game, pes_history_state(h)) != solver)
            return err;
        err = judge_best(&b->judge, h, part_of(b, CLOSE_PART), &answer);
        if (err != PES_ERR_OK || !answer.has_mate || answer.mate <= 0)
            return err;
        move = answer.move;
    }
    return PES_ERR_OK;
}

/* One turn, and how the game could go on. */
static enum pes_err add_single(struct draft *d) {
    const struct builder *b = d->b;
    const struct pes_game *g = b->game;
    const int before = pes_history_count(d->h);
    struct str go_on;
    str_init(&go_on);
    enum pes_err err = judge_replies(&b->judge, d->h, part_of(b, SCREEN_PART), b->moves, d->count);
    if (err == PES_ERR_OK)
        err = pes_history_make(d->h, d->best);
    for (int i = 0; i < CONTINUE_PLIES && err == PES_ERR_OK && !g->chance_in_play &&
                    pes_history_end(d->h) == PES_END_NONE;
         i++) {
        struct pes_answer answer;
        char text[PES_MOVE_TEXT_MAX];
        err = judge_best(&b->judge, d->h, part_of(b, CLOSE_PART), &answer);
        if (err != PES_ERR_OK)
            break;
        g->rules->move_format(g, pes_history_state(d->h), answer.move, text);
        str_addf(&go_on, i > 0 ? " %s" : "%s", text);
        err = pes_history_make(d->h, answer.move);
    }
    judge_back_to(d->h, before);
    if (err == PES_ERR_OK)
        err = str_err(&go_on);
    if (err == PES_ERR_OK)
        add_turn(d, d->best, go_on.text);
    str_release(&go_on);
    return err;
}

/* How often each level plays the first move. */
static enum pes_err grade(struct draft *d) {
    struct builder *b = d->b;
    enum pes_err err = PES_ERR_OK;
    d->sheet.levels = b->level_count;
    d->sheet.tries = BUILD_TRIES;
    for (int n = 0; n < b->level_count; n++)
        for (int seed = 1; seed <= BUILD_TRIES && err == PES_ERR_OK; seed++) {
            const struct pes_limits limits = {.stop = b->judge.stop};
            struct pes_answer answer;
            pes_agent_begin(b->levels[n], (uint64_t)seed);
            err = pes_agent_choose(b->levels[n], d->h, &limits, &answer);
            d->sheet.found[n] = (int8_t)(d->sheet.found[n] + (answer.move == d->best));
        }
    return err;
}

/* Does nearly everybody find it? */
static bool is_obvious(const struct draft *d) {
    int found = 0;
    for (int n = 0; n < d->sheet.levels; n++)
        found += d->sheet.found[n];
    return d->sheet.kind != PUZZLE_WIN && d->sheet.levels > 0 &&
           found > BUILD_OBVIOUS * d->sheet.levels * d->sheet.tries;
}

/* The puzzle's own history: from before the last move of a player, so that it can be seen. */
static enum pes_err open_draft(struct draft *d, struct pes_history *h) {
    const int count = pes_history_count(h);
    pes_move moves[PES_CHANCES_MAX];
    int back = 0;
    while (back < PES_CHANCES_MAX && back < count &&
           (back == 0 || pes_history_player(h, count - back) == PES_CHANCE))
        back++;
    /* A long roll after the last move is not shown again. */
    if (back == PES_CHANCES_MAX)
        back = 0;
    for (int i = 0; i < back; i++)
        moves[i] = pes_history_move(h, count - back + i);
    judge_back_to(h, count - back);
    char text[PES_STATE_TEXT_MAX];
    pes_history_format(h, text);
    enum pes_err err = sheet_start(&d->sheet, h, text, moves, back);
    for (int i = 0; i < back && err == PES_ERR_OK; i++)
        err = pes_history_make(h, moves[i]);
    if (err == PES_ERR_OK)
        err = pes_history_new(d->b->game, &d->h);
    if (err == PES_ERR_OK)
        err = pes_history_start_text(d->h, text, NULL, NULL);
    for (int i = 0; i < back && err == PES_ERR_OK; i++)
        err = pes_history_make(d->h, moves[i]);
    return err;
}

/* The position has passed the short look. */
static enum pes_err finish(struct draft *d, struct pes_history *h, struct str *out,
                           struct built *built) {
    struct builder *b = d->b;
    bool go = false;
    enum pes_err err = open_draft(d, h);
    if (err == PES_ERR_OK)
        err = verify(d, &go);
    if (err != PES_ERR_OK || !go)
        return err;
    const int begin = pes_history_count(d->h);
    d->sheet.proof = b->exact                                                ? PUZZLE_BY_TABLE
                     : d->sheet.kind == PUZZLE_WIN && tactics_prove(b, d->h) ? PUZZLE_BY_TACTICS
                                                                             : PUZZLE_BY_SEARCH;
    d->sheet.plies = d->mate;
    d->sheet.chance = d->chance;
    d->sheet.next = d->next;
    d->sheet.id = (uint32_t)(built->hash >> 32);
    err = grade(d);
    if (err != PES_ERR_OK || is_obvious(d))
        return err;
    err = d->sheet.kind == PUZZLE_WIN ? add_win(d, &go) : add_single(d);
    if (d->sheet.kind == PUZZLE_WIN)
        d->sheet.plies = pes_history_count(d->h) - begin;
    if (err == PES_ERR_OK && go && d->sheet.plies <= BUILD_PLIES_MAX) {
        built->is_puzzle = true;
        built->plies = d->sheet.plies;
        err = sheet_add(&d->sheet, out);
    }
    return err;
}

enum pes_err build_puzzle(struct builder *b, struct pes_history *h, struct str *out,
                          struct built *built, struct pes_note *note) {
    (void)note;
    struct draft d = {.b = b, .h = h};
    bool go;
    *built = (struct built){.hash = build_hash(b->game, pes_history_state(h))};
    if (pes_count(b->game, pes_history_state(h)) < 2)
        return PES_ERR_OK;
    b->judge.seed = built->hash;
    sheet_init(&d.sheet, b->game);
    enum pes_err err = screen(&d, &go);
    d.h = NULL;
    if (err == PES_ERR_OK && go)
        err = finish(&d, h, out, built);
    pes_history_free(d.h);
    sheet_release(&d.sheet);
    return err;
}

double build_margin(const struct pes_game *g) {
    return g->chance_in_play ? BUILD_MARGIN_CHANCE : BUILD_MARGIN;
}

enum pes_err builder_init(struct builder *b, const struct pes_game *g, struct pes_agent *adviser,
                          uint64_t nodes, double margin, const atomic_bool *stop,
                          struct pes_note *note) {
    *b = (struct builder){.game = g,
                          .judge = {.adviser = adviser, .stop = stop},
                          .exact = adviser->class->kind == PES_AGENT_SOLVED,
                          .nodes = nodes,
                          .margin = margin > 0 ? margin : build_margin(g)};
    b->moves = mem_alloc(PES_MOVES_MAX * sizeof b->moves[0]);
    enum pes_err err = b->moves != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    const int count = g->kit->levels != NULL ? g->kit->levels->count : 0;
    for (int n = 1; n <= count && err == PES_ERR_OK; n++) {
        char text[LEVEL_TEXT_MAX];
        err = pes_agent_new(g, level_format(n, text), &b->levels[n - 1], note);
        b->level_count += err == PES_ERR_OK;
    }
    if (err != PES_ERR_OK)
        builder_release(b);
    return err;
}

void builder_release(struct builder *b) {
    for (int n = 0; n < b->level_count; n++)
        pes_agent_free(b->levels[n]);
    mem_free(b->moves);
}
