/* `pessoi review`: how good the moves of a recorded game were, and why. */
#include "cli/cli.h"
#include "cli/grid.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "core/game.h"
#include "core/mem.h"
#include "pessoi/record.h"
#include "play/coach.h"
#include "play/review_game.h"

#include <assert.h>
#include <math.h>

enum {
    NODES = 50000, /* per move, unless --nodes or --movetime is given */
    LINE_SHOWN = 5 /* moves of a line in JSON */
};

/* What is said about one move. */
struct row {
    char played[PES_MOVE_TEXT_MAX], best[PES_MOVE_TEXT_MAX];
    struct str line, said; /* said: of the coach, in the language of this run */
};

/* A review under way. */
struct review {
    struct cli *c;
    struct setup at;
    struct pes_record *record;
    struct hint_asker asker;
    struct progress progress;
    struct review_game game;
    struct row *rows; /* one per move */
    int row_count;
};

/* Collecting. --------------------------------------------------------------------------------- */

static void name_move(const struct pes_history *h, pes_move m, char out[PES_MOVE_TEXT_MAX]) {
    const struct pes_game *g = pes_history_game(h);
    g->rules->move_format(g, pes_history_state(h), m, out);
}

static void add_line(const struct pes_history *h, const struct review_move *move, struct str *out) {
    char text[LINE_SHOWN][PES_MOVE_TEXT_MAX];
    const int shown = move->line_count < LINE_SHOWN ? move->line_count : LINE_SHOWN;
    const int count =
        game_line_text(pes_history_game(h), pes_history_state(h), move->line, shown, text);
    for (int i = 0; i < count; i++)
        str_addf(out, i > 0 ? " %s" : "%s", text[i]);
}

static enum pes_err on_judged(void *to, const struct pes_history *h, const struct review_move *move,
                              int index, int count) {
    struct review *r = to;
    struct row *row = &r->rows[index];
    assert(index == r->row_count);
    str_init(&row->line);
    str_init(&row->said);
    r->row_count++;
    name_move(h, move->played, row->played);
    name_move(h, move->line[0], row->best);
    add_line(h, move, &row->line);
    coach_say(h, move, r->c->lang, &row->said);
    progress_show(&r->progress, index + 1, count);
    const enum pes_err err = str_err(&row->line);
    return err != PES_ERR_OK ? err : str_err(&row->said);
}

/* Text. --------------------------------------------------------------------------------------- */

/* The glyphs of chess: they need no colour. */
static const char *glyph_of(enum review_class class) {
    static const char *const glyphs[REVIEW_CLASS_COUNT] = {
        [REVIEW_INACCURACY] = "?!", [REVIEW_MISTAKE] = "?", [REVIEW_BLUNDER] = "??"};
    return glyphs[class] != NULL ? glyphs[class] : "";
}

static const struct pes_text *class_text(enum review_class class) {
    static const struct pes_text *const texts[REVIEW_CLASS_COUNT] = {
        [REVIEW_FORCED] = TEXT(cli_review_forced),
        [REVIEW_BEST] = TEXT(cli_review_best),
        [REVIEW_GOOD] = TEXT(cli_review_good),
        [REVIEW_INACCURACY] = TEXT(cli_review_inaccuracy),
        [REVIEW_MISTAKE] = TEXT(cli_review_mistake),
        [REVIEW_BLUNDER] = TEXT(cli_review_blunder)};
    return texts[class];
}

static void add_real(struct grid *grid, enum pes_lang lang, double value, int digits) {
    static const struct pes_text plain = PES_TEXT("{1}", "{1}");
    char text[CLI_NUMBER_SIZE];
    pes_say(lang, &plain, PES_ARGS(PES_REAL(value, digits)), text, sizeof text);
    grid_add(grid, text);
}

static void add_heads(struct grid *grid, enum pes_lang lang, const struct pes_text *const heads[]) {
    for (int i = 0; heads[i] != NULL; i++)
        grid_add(grid, heads[i]->in[lang]);
}

/* The table of moves. */
static void add_moves(struct review *r, struct str *out) {
    static const struct pes_text *const heads[] = {
        TEXT(cli_review_ply),   TEXT(cli_review_move),     TEXT(cli_review_judgement),
        TEXT(cli_review_glyph), TEXT(cli_review_better),   TEXT(cli_review_chance),
        TEXT(cli_review_after), TEXT(cli_review_accuracy), NULL};
    const enum pes_lang lang = r->c->lang;
    struct grid grid;
    grid_init(&grid, 8, 5);
    add_heads(&grid, lang, heads);
    for (int i = 0; i < r->game.count; i++) {
        const struct review_move *m = &r->game.moves[i];
        char number[CLI_NUMBER_SIZE];
        snprintf(number, sizeof number, "%d", i + 1);
        grid_add(&grid, number);
        grid_add(&grid, r->rows[i].played);
        grid_add(&grid, class_text(m->class)->in[lang]);
        grid_add(&grid, glyph_of(m->class));
        grid_add(&grid, m->line[0] != m->played ? r->rows[i].best : "");
        add_real(&grid, lang, 100.0 * m->chance, 1);
        add_real(&grid, lang, 100.0 * m->after, 1);
        add_real(&grid, lang, m->accuracy, 0);
    }
    grid_format(&grid, out);
    grid_release(&grid);
}

/* The sentences about errors. */
static void add_errors(struct review *r, struct str *out) {
    for (int i = 0; i < r->game.count; i++) {
        const struct review_move *m = &r->game.moves[i];
        if (m->class < REVIEW_INACCURACY || r->rows[i].said.length == 0)
            continue;
        str_add_char(out, '\n');
        cli_add_line(r->c, out, TEXT(cli_review_said),
                     PES_ARGS(PES_INT(i + 1), PES_STR(r->rows[i].played),
                              PES_STR(glyph_of(m->class)), PES_STR(r->rows[i].said.text)));
    }
}

/* The sums of both players. */
static void add_sums(struct review *r, struct str *out) {
    static const struct pes_text *const heads[] = {TEXT(cli_review_player),
                                                   TEXT(cli_review_moves),
                                                   TEXT(cli_review_accuracy),
                                                   TEXT(cli_review_best),
                                                   TEXT(cli_review_good),
                                                   TEXT(cli_review_forced),
                                                   TEXT(cli_review_inaccuracy),
                                                   TEXT(cli_review_mistake),
                                                   TEXT(cli_review_blunder),
                                                   TEXT(cli_review_skill),
                                                   NULL};
    static const enum review_class columns[] = {REVIEW_BEST,       REVIEW_GOOD,    REVIEW_FORCED,
                                                REVIEW_INACCURACY, REVIEW_MISTAKE, REVIEW_BLUNDER};
    const enum pes_lang lang = r->c->lang;
    const bool has_luck = r->game.luck != NULL;
    struct grid grid;
    grid_init(&grid, has_luck ? 11 : 10, 1);
    add_heads(&grid, lang, heads);
    if (has_luck)
        grid_add(&grid, TEXT(cli_review_luck)->in[lang]);
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const struct review_player *p = &r->game.players[i];
        grid_add(&grid, pes_player_name(r->at.game, setup_state(&r->at), i)->name.in[lang]);
        add_real(&grid, lang, p->moves, 0);
        add_real(&grid, lang, p->accuracy, 1);
        for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++)
            add_real(&grid, lang, p->counts[columns[k]], 0);
        add_real(&grid, lang, p->skill, 2);
        if (has_luck)
            add_real(&grid, lang, p->luck, 2);
    }
    str_add_char(out, '\n');
    grid_format(&grid, out);
    grid_release(&grid);
}

static int say_review(struct review *r) {
    struct str out;
    str_init(&out);
    add_moves(r, &out);
    add_errors(r, &out);
    add_sums(r, &out);
    return cli_print(r->c, &out);
}

/* JSON. --------------------------------------------------------------------------------------- */

static void put_move(const struct review *r, int i, struct str *doc) {
    const struct review_move *m = &r->game.moves[i];
    put_open(doc, NULL, '{');
    put_int(doc, "ply", i);
    put_int(doc, "player", m->player + 1);
    put_text(doc, "move", r->rows[i].played);
    put_text(doc, "class", review_class_word(m->class));
    put_exact(doc, "accuracy", m->accuracy);
    put_exact(doc, "chance", m->chance);
    put_exact(doc, "after", m->after);
    json_put_int_if(doc, "mate", m->has_mate, m->mate);
    json_put_int_if(doc, "mate_after", m->has_mate_after, m->mate_after);
    put_text(doc, "best", r->rows[i].best);
    put_text(doc, "line", r->rows[i].line.text);
    put_text(doc, "said", r->rows[i].said.text);
    if (r->game.luck != NULL)
        put_exact(doc, "luck", r->game.luck[i]);
    put_int(doc, "depth", m->depth);
    put_int(doc, "nodes", (int64_t)m->nodes);
    put_close(doc, '}');
}

static void put_player(const struct review *r, int player, struct str *doc) {
    const struct review_player *p = &r->game.players[player];
    put_open(doc, NULL, '{');
    put_text(doc, "player", pes_player_name(r->at.game, setup_state(&r->at), player)->id);
    put_int(doc, "moves", p->moves);
    put_exact(doc, "accuracy", p->accuracy);
    for (int i = 0; i < REVIEW_CLASS_COUNT; i++)
        put_int(doc, review_class_word((enum review_class)i), p->counts[i]);
    put_exact(doc, "skill", p->skill);
    put_exact(doc, "luck", r->game.luck != NULL ? p->luck : NAN);
    put_close(doc, '}');
}

static int put_review(const struct review *r) {
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "game", r->at.game->rules->name);
    put_text(&doc, "variant", r->at.game->variant);
    put_open(&doc, "moves", '[');
    for (int i = 0; i < r->game.count; i++)
        put_move(r, i, &doc);
    put_close(&doc, ']');
    put_exact(&doc, "end", r->game.first[r->game.count]);
    put_open(&doc, "players", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        put_player(r, i, &doc);
    put_close(&doc, ']');
    return json_print(r->c, &doc, '}');
}

/* Running. ------------------------------------------------------------------------------------ */

static void close_review(struct review *r) {
    for (int i = 0; i < r->row_count; i++) {
        str_release(&r->rows[i].line);
        str_release(&r->rows[i].said);
    }
    mem_free(r->rows);
    if (r->game.moves != NULL)
        review_game_release(&r->game);
    pes_agent_free(r->asker.adviser);
    setup_close(&r->at);
    pes_record_free(r->record);
}

static int review(struct review *r) {
    struct cli *c = r->c;
    const struct review_visitor visitor = {.judged = on_judged, .to = r};
    r->rows = mem_alloc(((size_t)pes_history_plies(r->at.history) + 1) * sizeof r->rows[0]);
    if (r->rows == NULL)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    enum pes_err err = hint_adviser(r->at.game, c->seed, &r->asker.adviser);
    progress_begin(&r->progress, c);
    if (err == PES_ERR_OK)
        err = review_game(&r->asker, r->at.history, &visitor, &r->game);
    progress_end(&r->progress);
    if (err == PES_ERR_UNFIT)
        return fail_say(c, c->words[0], err, TEXT(cli_review_unfit),
                        PES_ARGS(PES_STR(r->at.game->rules->name)));
    if (err != PES_ERR_OK)
        return fail_err(c, NULL, err);
    return c->json ? put_review(r) : say_review(r);
}

static int run_review(struct cli *c) {
    struct pes_note note = {0};
    const bool by_time = CLI_GIVEN(c, MOVETIME);
    struct review r = {.c = c};
    r.asker.limits =
        (struct pes_limits){.nodes = (uint64_t)cli_number(c, CLI_OPT_NODES, by_time ? 0 : NODES),
                            .movetime_ms = (int32_t)cli_number(c, CLI_OPT_MOVETIME, 0),
                            .stop = c->stop};
    const enum pes_err err = pes_record_read(c->words[0], &r.record, &note);
    int code = err == PES_ERR_OK ? setup_record(c, c->words[0], r.record, -1, &r.at)
                                 : fail_file(c, c->words[0], err, &note);
    if (code == CLI_DONE)
        code = review(&r);
    close_review(&r);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi review game.pes", TEXT(cli_review_example_1)},
    {"pessoi review game.pes --movetime 350 --lang el", TEXT(cli_review_example_2)},
    {NULL, NULL},
};

const struct command cmd_review = {
    .name = "review",
    .words = "FILE",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS(NODES), CLI_HAS(MOVETIME)},
    .summary = TEXT(cli_review_summary),
    .description = TEXT(cli_review_description),
    .json = TEXT(cli_review_json),
    .examples = examples,
    .run = run_review,
};
