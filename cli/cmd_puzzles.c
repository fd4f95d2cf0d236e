/* `pessoi puzzles`: mines puzzles from self-play or from records (puzzles/mine.h). */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "core/file.h"
#include "core/keymap.h"
#include "core/mem.h"
#include "core/puzzle.h"
#include "core/records.h"
#include "core/words.h"
#include "puzzles/build.h"
#include "puzzles/mine.h"
#include "puzzles/write.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { COUNT_DEFAULT = 100, GAMES_DEFAULT = 100000, NODES_DEFAULT = 200000 };

/* What is being collected. */
struct hunt {
    struct cli *c;
    struct pes_game *game;
    const char *path; /* NULL: standard output */
    struct str how, body;
    struct keymap seen;
    int64_t searched;
    int count, most;
    struct pes_history **records; /* owned, with their games */
    struct pes_game **games;
    int32_t record_count, record_cap;
    int code; /* what a record failed with, after the error message */
};

/* Records. ------------------------------------------------------------------------------------ */

static enum pes_err keep_record(struct hunt *hunt) {
    if (hunt->record_count < hunt->record_cap)
        return PES_ERR_OK;
    const int32_t cap = hunt->record_cap > 0 ? 2 * hunt->record_cap : 64;
    struct pes_history **records =
        mem_grow(hunt->records, (size_t)cap * sizeof(struct pes_history *));
    if (records == NULL)
        return PES_ERR_NOMEM;
    hunt->records = records;
    struct pes_game **games = mem_grow(hunt->games, (size_t)cap * sizeof(struct pes_game *));
    if (games == NULL)
        return PES_ERR_NOMEM;
    hunt->games = games;
    hunt->record_cap = cap;
    return PES_ERR_OK;
}

/* Replays a record, which must be of the same game and variant. */
static enum pes_err read_record(struct hunt *hunt, const struct pes_record *r,
                                struct pes_note *note) {
    const char *name = pes_record_tag(r, "Game");
    const struct pes_game *wanted = hunt->game;
    enum pes_err err = keep_record(hunt);
    if (err != PES_ERR_OK)
        return err;
    const int32_t i = hunt->record_count;
    hunt->games[i] = NULL;
    hunt->records[i] = NULL;
    hunt->record_count++;
    if (name == NULL || strcmp(name, wanted->rules->name) != 0)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(cli_puzzles_other),
                            PES_ARGS(PES_INT(i + 1), PES_STR(name != NULL ? name : "?"),
                                     PES_STR(wanted->rules->name)));
    err = pes_record_open(r, wanted->kit, &hunt->games[i], note);
    if (err == PES_ERR_OK && strcmp(hunt->games[i]->variant, wanted->variant) != 0)
        return pes_note_say(
            note, PES_ERR_UNFIT, 0, TEXT(cli_puzzles_variant),
            PES_ARGS(PES_INT(i + 1), PES_STR(hunt->games[i]->variant), PES_STR(wanted->variant)));
    if (err == PES_ERR_OK)
        err = pes_history_new(hunt->games[i], &hunt->records[i]);
    return err == PES_ERR_OK ? pes_record_replay(r, hunt->records[i], -1, note) : err;
}

static enum pes_err on_record(void *to, struct pes_record *r) {
    struct hunt *hunt = to;
    struct pes_note note = {0};
    const enum pes_err err = read_record(hunt, r, &note);
    pes_record_free(r);
    if (err != PES_ERR_OK)
        hunt->code = fail_file(hunt->c, cli_text(hunt->c, CLI_OPT_FROM, ""), err, &note);
    return err == PES_ERR_OK ? PES_ERR_OK : PES_ERR_STOPPED;
}

static int read_records(struct hunt *hunt, const char *path) {
    struct str text;
    struct pes_note note = {0};
    str_init(&text);
    enum pes_err err = file_read(path, RECORDS_BYTES_MAX, &text, &note);
    if (err == PES_ERR_OK)
        err = records_each(text.text, text.length, on_record, hunt, &note);
    str_release(&text);
    if (hunt->code != CLI_DONE)
        return hunt->code;
    return err == PES_ERR_OK ? CLI_DONE : fail_file(hunt->c, path, err, &note);
}

/* The file. ----------------------------------------------------------------------------------- */

static void put_file(const struct hunt *hunt, struct str *out) {
    const struct puzzle_head head = {
        .game = hunt->game->rules->name, .how = hunt->how.text, .searched = hunt->searched};
    puzzle_put_head(out, &head);
    str_add_str(out, &hunt->body);
}

/* Replaces the file: after a crash it is the old or the new one. */
static enum pes_err write_file(const struct hunt *hunt, struct pes_note *note) {
    struct str out;
    if (hunt->path == NULL)
        return PES_ERR_OK;
    str_init(&out);
    put_file(hunt, &out);
    enum pes_err err = str_err(&out);
    if (err == PES_ERR_OK)
        err = file_write(hunt->path, out.text, out.length, note);
    str_release(&out);
    return err;
}

/* Takes a puzzle unless it is known. */
static enum pes_err take(struct hunt *hunt, uint64_t hash, const char *text, size_t length) {
    uint64_t *times = keymap_add(&hunt->seen, hash);
    if (times == NULL)
        return PES_ERR_NOMEM;
    if ((*times)++ > 0)
        return PES_ERR_OK;
    hunt->count++;
    str_add_bytes(&hunt->body, text, length);
    return str_err(&hunt->body);
}

static enum pes_err remember(struct hunt *hunt, const struct puzzle_set *set,
                             struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < set->count && err == PES_ERR_OK; i++) {
        struct pes_game *game;
        struct pes_history *h;
        err = puzzle_open(hunt->game->kit, &set->list[i], &game, &h, note);
        if (err != PES_ERR_OK)
            break;
        err = take(hunt, build_hash(game, pes_history_state(h)), "", 0);
        pes_history_free(h);
        pes_game_close(game);
    }
    return err;
}

/* Goes on with a file that the same command began. */
static enum pes_err resume(struct hunt *hunt, struct pes_note *note) {
    struct str text;
    struct puzzle_set set;
    if (hunt->path == NULL || !file_exists(hunt->path))
        return PES_ERR_OK;
    str_init(&text);
    enum pes_err err = file_read(hunt->path, PUZZLE_BYTES_MAX, &text, note);
    if (err == PES_ERR_OK)
        err = puzzle_set_parse(&set, text.text, text.length, note);
    if (err != PES_ERR_OK) {
        str_release(&text);
        return err;
    }
    if (strcmp(set.head.game, hunt->game->rules->name) != 0 ||
        strcmp(set.head.how, hunt->how.text) != 0)
        err = pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(cli_puzzles_resume),
                           PES_ARGS(PES_STR(set.head.game), PES_STR(set.head.how)));
    else
        err = remember(hunt, &set, note);
    hunt->searched = set.head.searched;
    const char *at = strstr(text.text, "\nid "); /* the body begins with an empty line */
    if (at != NULL && at > text.text && at[-1] == '\n')
        str_add(&hunt->body, at);
    puzzle_set_release(&set);
    str_release(&text);
    return err == PES_ERR_OK ? str_err(&hunt->body) : err;
}

/* Searching. ---------------------------------------------------------------------------------- */

/* Takes the puzzles of one game. A game whose puzzles are not all wanted counts as not searched, so
 * that a larger --count goes on with it. */
static enum pes_err take_game(struct hunt *hunt, const struct miner *m, int32_t i) {
    struct mined found[MINE_PUZZLES_MAX];
    enum pes_err err = PES_ERR_OK;
    const int count = miner_found(m, i, found);
    for (int n = 0; n < count && err == PES_ERR_OK; n++) {
        if (hunt->count == hunt->most)
            return err;
        err = take(hunt, found[n].hash, found[n].text, found[n].length);
    }
    hunt->searched++;
    return err;
}

static enum pes_err search(struct hunt *hunt, struct miner *m, int32_t jobs,
                           struct pes_note *note) {
    struct progress progress;
    const int64_t games = cli_number(hunt->c, CLI_OPT_GAMES, GAMES_DEFAULT);
    const int64_t last = games < miner_games(m) ? games : miner_games(m);
    enum pes_err err = PES_ERR_OK;
    progress_begin(&progress, hunt->c);
    while (err == PES_ERR_OK && hunt->count < hunt->most && hunt->searched < last) {
        const int64_t first = hunt->searched, left = last - first;
        const int32_t block = left < jobs ? (int32_t)left : jobs;
        err = miner_search(m, first, block, note);
        for (int32_t i = 0; i < block && err == PES_ERR_OK && hunt->count < hunt->most; i++)
            err = take_game(hunt, m, i);
        if (err == PES_ERR_OK)
            err = write_file(hunt, note);
        progress_say(&progress, TEXT(cli_puzzles_progress),
                     PES_ARGS(PES_INT(hunt->count), PES_INT(hunt->most), PES_INT(hunt->searched)));
    }
    progress_end(&progress);
    return err;
}

/* Reporting. ---------------------------------------------------------------------------------- */

static void put_solution(struct str *doc, const struct puzzle *p) {
    put_open(doc, "solution", '[');
    for (int i = 0; i < p->turn_count; i++) {
        put_text(doc, NULL, p->turns[i].move);
        struct words rest = {p->turns[i].reply, strlen(p->turns[i].reply)};
        for (struct words w = words_take(&rest); w.length > 0; w = words_take(&rest))
            put_bytes(doc, NULL, w.at, w.length);
    }
    put_close(doc, ']');
}

static void put_puzzle(struct str *doc, const struct puzzle *p) {
    put_open(doc, NULL, '{');
    put_text(doc, "id", p->id);
    put_text(doc, "variant", p->variant);
    put_text(doc, "position", p->position);
    put_text(doc, "moves", p->moves);
    put_solution(doc, p);
    put_int(doc, "plies", p->plies);
    put_text(doc, "kind", puzzle_kind_word(p->kind));
    put_text(doc, "proof", puzzle_proof_word(p->proof));
    put_int(doc, "grade", puzzle_grade(p));
    put_open(doc, "found_by", '[');
    for (int n = 1; n <= p->levels; n++)
        if (puzzle_found(p, n))
            put_int(doc, NULL, n);
    put_close(doc, ']');
    put_real(doc, "chance", p->chance);
    put_real(doc, "next", p->next);
    put_real(doc, "score", p->score);
    put_close(doc, '}');
}

static int print_json(struct hunt *hunt, const struct puzzle_set *set) {
    struct str doc;
    json_begin(&doc, '[');
    for (int i = 0; i < set->count; i++)
        put_puzzle(&doc, &set->list[i]);
    return json_print(hunt->c, &doc, ']');
}

static int print_summary(struct hunt *hunt, const struct puzzle_set *set) {
    int kinds[PUZZLE_KIND_COUNT] = {0}, grades[PUZZLE_GRADES + 1] = {0};
    for (int i = 0; i < set->count; i++) {
        kinds[set->list[i].kind]++;
        grades[puzzle_grade(&set->list[i])]++;
    }
    cli_say(hunt->c, TEXT(cli_puzzles_found),
            PES_ARGS(PES_INT(set->count), PES_INT(hunt->searched), PES_INT(kinds[PUZZLE_WIN]),
                     PES_INT(kinds[PUZZLE_SAVE]), PES_INT(kinds[PUZZLE_BEST])));
    cli_say(hunt->c, TEXT(cli_puzzles_grades),
            PES_ARGS(PES_INT(grades[1]), PES_INT(grades[2]), PES_INT(grades[3]), PES_INT(grades[4]),
                     PES_INT(grades[5])));
    return CLI_DONE;
}

static int report(struct hunt *hunt) {
    struct str out;
    struct puzzle_set set;
    struct pes_note note = {0};
    str_init(&out);
    put_file(hunt, &out);
    enum pes_err err = str_err(&out);
    if (err == PES_ERR_OK)
        err = puzzle_set_parse(&set, out.text, out.length, &note);
    if (err != PES_ERR_OK) {
        str_release(&out);
        return fail_note(hunt->c, NULL, err, &note);
    }
    int code;
    if (!hunt->c->json && hunt->path == NULL) {
        code = cli_print(hunt->c, &out);
    } else {
        code = hunt->c->json ? print_json(hunt, &set) : print_summary(hunt, &set);
        str_release(&out);
    }
    puzzle_set_release(&set);
    return code;
}

/* The command. -------------------------------------------------------------------------------- */

/* The options that decide what the puzzles are, as the head of the file says them. */
static int describe(struct hunt *hunt, const struct mine *mine) {
    struct str *how = &hunt->how;
    const char *from = cli_text(hunt->c, CLI_OPT_FROM, NULL);
    if (hunt->game->variant[0] != '\0')
        str_addf(how, "--variant %s ", hunt->game->variant);
    if (from != NULL) {
        const char *slash = strrchr(from, '/');
        str_addf(how, "--from %s ", slash != NULL ? slash + 1 : from);
    }
    str_addf(how, "--agent %s --nodes %" PRIu64 " --seed %" PRIu64, mine->adviser, mine->nodes,
             mine->seed);
    if (CLI_GIVEN(hunt->c, MARGIN))
        str_addf(how, " --margin %g", mine->margin);
    return how->failed ? fail_err(hunt->c, NULL, PES_ERR_NOMEM) : CLI_DONE;
}

static int hunt_all(struct hunt *hunt, const struct mine *mine) {
    struct miner *m = NULL;
    struct pes_note note = {0};
    enum pes_err err = resume(hunt, &note);
    if (err != PES_ERR_OK)
        return fail_file(hunt->c, hunt->path, err, &note);
    err = miner_new(mine, &m, &note);
    if (err != PES_ERR_OK)
        return fail_note(hunt->c, "--agent", err, &note);
    err = search(hunt, m, mine->jobs, &note);
    miner_free(m);
    if (err == PES_ERR_STOPPED)
        cli_remark(hunt->c, NULL,
                   hunt->path != NULL ? TEXT(cli_puzzles_stopped) : TEXT(cli_puzzles_cut),
                   PES_ARGS(PES_INT(hunt->searched)));
    else if (err != PES_ERR_OK)
        return fail_note(hunt->c, NULL, err, &note);
    const int code = report(hunt);
    return code == CLI_DONE && err == PES_ERR_STOPPED ? pes_err_exit_code(err) : code;
}

static void release(struct hunt *hunt) {
    for (int32_t i = 0; i < hunt->record_count; i++) {
        pes_history_free(hunt->records[i]);
        pes_game_close(hunt->games[i]);
    }
    mem_free(hunt->records);
    mem_free(hunt->games);
    keymap_release(&hunt->seen);
    str_release(&hunt->how);
    str_release(&hunt->body);
    pes_game_close(hunt->game);
}

static int run_puzzles(struct cli *c) {
    struct hunt hunt = {.c = c,
                        .path = cli_text(c, CLI_OPT_OUT, NULL),
                        .most = (int)cli_number(c, CLI_OPT_HOW_MANY, COUNT_DEFAULT)};
    char strongest[PES_AGENT_NAME_MAX];
    int code = setup_game(c, c->words[0], &hunt.game);
    if (code != CLI_DONE)
        return code;
    str_init(&hunt.how);
    str_init(&hunt.body);
    hunt.most = hunt.most < PUZZLES_MAX ? hunt.most : PUZZLES_MAX;
    const char *from = cli_text(c, CLI_OPT_FROM, NULL);
    if (from != NULL)
        code = read_records(&hunt, from);
    if (code == CLI_DONE && !pes_agent_strongest(hunt.game->kit, strongest))
        code = fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_puzzles_no_agent), PES_NO_ARGS);
    if (code == CLI_DONE) {
        const struct mine mine = {.game = hunt.game,
                                  .adviser = cli_text(c, CLI_OPT_AGENT, strongest),
                                  .nodes = (uint64_t)cli_number(c, CLI_OPT_NODES, NODES_DEFAULT),
                                  .margin = cli_real(c, CLI_OPT_MARGIN, 0),
                                  .seed = c->seed,
                                  .jobs = c->jobs < MINE_JOBS_MAX ? c->jobs : MINE_JOBS_MAX,
                                  .records = from != NULL ? hunt.records : NULL,
                                  .record_count = hunt.record_count,
                                  .stop = c->stop};
        code = describe(&hunt, &mine);
        if (code == CLI_DONE)
            code = hunt_all(&hunt, &mine);
    }
    release(&hunt);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi puzzles gomoku --out gomoku.puzzles --count 200", TEXT(cli_puzzles_example_1)},
    {"pessoi puzzles boats --variant rule=ko --agent oracle --json", TEXT(cli_puzzles_example_2)},
    {"pessoi puzzles abalone --from games.txt --count 10", TEXT(cli_puzzles_example_3)},
    {NULL, NULL},
};

const struct command cmd_puzzles = {
    .name = "puzzles",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS(VARIANT), CLI_HAS(HOW_MANY), CLI_HAS(FROM), CLI_HAS(GAMES), CLI_HAS(AGENT),
                CLI_HAS(NODES), CLI_HAS(MARGIN), CLI_HAS(OUT), CLI_HAS(SEED), CLI_HAS(JOBS)},
    .summary = TEXT(cli_puzzles_summary),
    .description = TEXT(cli_puzzles_description),
    .json = TEXT(cli_puzzles_json),
    .examples = examples,
    .run = run_puzzles,
};
