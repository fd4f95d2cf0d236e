/* `pessoi perft`: counts move sequences, one root move after the other, so that progress and
 * --divide have something to show. */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "core/clock.h"
#include "core/mem.h"
#include "pessoi/search.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A root move and the nodes below it. */
struct branch {
    char text[PES_MOVE_TEXT_MAX];
    uint64_t nodes;
};

struct count {
    struct branch branches[PES_MOVES_MAX];
    int branch_count;
    uint64_t nodes;
    double seconds;
};

static int depth_of(struct cli *c, int *out) {
    const char *text = c->words[1];
    const size_t length = strlen(text);
    const long depth = strspn(text, "0123456789") == length && length > 0 && length < 4
                           ? strtol(text, NULL, 10)
                           : -1;
    char quoted[PES_QUOTE_SIZE];
    if (depth < 0 || depth > PES_DEPTH_MAX)
        return fail_say(c, NULL, PES_ERR_RANGE, TEXT(cli_bad_depth),
                        PES_ARGS(PES_STR(pes_quote(text, length, quoted)), PES_INT(PES_DEPTH_MAX)));
    *out = (int)depth;
    return CLI_DONE;
}

/* Moves or outcomes of the position; returns how many. */
static int successors(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    if (pes_turn(g, s) != PES_CHANCE)
        return pes_moves(g, s, out);
    struct pes_chance chances[PES_CHANCES_MAX];
    _Static_assert((int)PES_CHANCES_MAX <= PES_MOVES_MAX, "out[] has room for every outcome");
    const int count = pes_chances(g, s, chances);
    for (int i = 0; i < count; i++)
        out[i] = chances[i].move;
    return count;
}

/* A running count; progress is measured in sequences of two plies. */
struct walk {
    struct cli *c;
    const struct pes_game *g;
    struct progress progress;
    int64_t done, total;
};

static bool is_stopped(const struct walk *w) {
    return atomic_load_explicit(w->c->stop, memory_order_relaxed);
}

/* Nodes `depth` plies below a root move. */
static uint64_t count_behind(struct walk *w, struct pes_state *s, int depth) {
    assert(depth >= 0);
    if (depth < 2)
        return pes_perft(w->g, s, depth, w->c->stop);
    pes_move moves[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    uint64_t sum = 0;
    const int count = successors(w->g, s, moves);
    for (int i = 0; i < count && !is_stopped(w); i++) {
        pes_make(w->g, s, moves[i], undo.bytes);
        sum += pes_perft(w->g, s, depth - 1, w->c->stop);
        pes_unmake(w->g, s, moves[i], undo.bytes);
        progress_show(&w->progress, ++w->done, w->total);
    }
    return sum;
}

/* Counts every root move separately. */
static void count_branches(struct cli *c, const struct pes_game *g, struct pes_state *s, int depth,
                           struct count *out) {
    pes_move moves[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    struct walk walk = {.c = c, .g = g, .total = (int64_t)pes_perft(g, s, 2, NULL)};
    progress_begin(&walk.progress, c);
    const int64_t start_ns = clock_now_ns();
    const int count = depth > 0 ? successors(g, s, moves) : 0;
    out->nodes = depth == 0 ? 1 : 0;
    for (int i = 0; i < count && !is_stopped(&walk); i++) {
        assert(out->branch_count < PES_MOVES_MAX);
        struct branch *branch = &out->branches[out->branch_count++];
        g->rules->move_format(g, s, moves[i], branch->text);
        pes_make(g, s, moves[i], undo.bytes);
        branch->nodes = count_behind(&walk, s, depth - 1);
        pes_unmake(g, s, moves[i], undo.bytes);
        out->nodes += branch->nodes;
    }
    out->seconds = clock_seconds_since(start_ns);
    progress_end(&walk.progress);
}

static int count_json(struct cli *c, int depth, const struct count *count) {
    struct str doc;
    json_begin(&doc, '{');
    put_uint(&doc, "nodes", count->nodes);
    put_int(&doc, "depth", depth);
    put_exact(&doc, "seconds", count->seconds);
    if (CLI_GIVEN(c, DIVIDE)) {
        put_open(&doc, "divide", '{');
        for (int i = 0; i < count->branch_count; i++)
            put_uint(&doc, count->branches[i].text, count->branches[i].nodes);
        put_close(&doc, '}');
    } else {
        put_null(&doc, "divide");
    }
    return json_print(c, &doc, '}');
}

static int count_text(struct cli *c, const struct count *count) {
    for (int i = 0; CLI_GIVEN(c, DIVIDE) && i < count->branch_count; i++)
        fprintf(c->out, "%s %" PRIu64 "\n", count->branches[i].text, count->branches[i].nodes);
    const double rate = count->seconds > 0 ? (double)count->nodes / count->seconds : 0;
    cli_say(c, TEXT(cli_perft_time),
            PES_ARGS(PES_REAL(count->seconds, 3), PES_REAL(rate / 1e6, 1)));
    /* The last line is not translated: programs read it too. */
    fprintf(c->out, "nodes %" PRIu64 "\n", count->nodes);
    return CLI_DONE;
}

static int run_perft(struct cli *c) {
    int depth = 0;
    int code = depth_of(c, &depth);
    if (code != CLI_DONE)
        return code;
    struct setup at;
    code = setup_open(c, c->words[0], &at);
    if (code != CLI_DONE)
        return code;
    struct count *count = mem_alloc(sizeof *count);
    struct pes_state_buf state;
    pes_copy(at.game, PES_STATE(state), setup_state(&at));
    if (count == NULL) {
        code = fail_err(c, NULL, PES_ERR_NOMEM);
    } else {
        count_branches(c, at.game, PES_STATE(state), depth, count);
        if (atomic_load(c->stop))
            code = fail_err(c, NULL, PES_ERR_STOPPED); /* an incomplete count is useless */
        else
            code = c->json ? count_json(c, depth, count) : count_text(c, count);
    }
    mem_free(count);
    setup_close(&at);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi perft boats 5 --variant start=s0", TEXT(cli_perft_example_1)},
    {"pessoi perft boats 3 --variant start=s0 --moves \"R L\" --divide", TEXT(cli_perft_example_2)},
    {NULL, NULL},
};

const struct command cmd_perft = {
    .name = "perft",
    .words = "GAME DEPTH",
    .words_min = 2,
    .words_max = 2,
    .options = {CLI_HAS_SETUP, CLI_HAS(DIVIDE)},
    .summary = TEXT(cli_perft_summary),
    .description = TEXT(cli_perft_description),
    .json = TEXT(cli_perft_json),
    .examples = examples,
    .run = run_perft,
};
