/* `pessoi data`: makes, shows, merges and checks files of labelled games (learn/data.h). */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/match_openings.h"
#include "cli/progress.h"
#include "core/file.h"
#include "core/keymap.h"
#include "core/sha256.h"
#include "learn/data.h"
#include "learn/make.h"
#include "learn/text.h"
#include "pessoi/version.h"

#include <inttypes.h>
#include <string.h>

enum { GAMES_DEFAULT = 1000, PLIES_DEFAULT = 8, RANDOM_DEFAULT = 4 };
#define AGENT_DEFAULT "max:nodes=2000"

/* data show ------------------------------------------------------------------------------------ */

/* What a file contains. */
struct counts {
    int64_t positions, labelled;
    int32_t by_halves[3]; /* games by First's result */
    char sum[SHA256_HEX_SIZE];
};

static enum pes_err count(const struct data *data, struct counts *out, struct pes_note *note) {
    struct data_reader r;
    struct data_game game;
    enum pes_err err;
    *out = (struct counts){.positions = 0};
    data_start(&r, data);
    while ((err = data_next(&r, &game, note)) == PES_ERR_OK && game.start != NULL) {
        out->by_halves[game.halves]++;
        out->positions += game.count;
        for (int32_t i = 0; i < game.count; i++)
            out->labelled += data_ply_at(&game, i).best != DATA_NONE;
    }
    sha256_hex(data->bytes.text, data->whole, out->sum);
    return err;
}

static int show_json(struct cli *c, const struct data *data, const struct counts *n) {
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "game", data->head.game);
    put_text(&doc, "variant", data->head.variant);
    put_text(&doc, "version", data->head.version);
    put_text(&doc, "how", data->head.how);
    put_int(&doc, "games", data->games);
    put_int(&doc, "positions", n->positions);
    put_int(&doc, "labelled", n->labelled);
    put_int(&doc, "wins", n->by_halves[2]);
    put_int(&doc, "draws", n->by_halves[1]);
    put_int(&doc, "losses", n->by_halves[0]);
    put_int(&doc, "blocks", data->blocks);
    put_int(&doc, "bytes", (int64_t)data->whole);
    put_int(&doc, "damaged", (int64_t)(data->bytes.length - data->whole));
    put_text(&doc, "checksum", n->sum);
    return json_print(c, &doc, '}');
}

static int show_text(struct cli *c, const struct data *data, const struct counts *n) {
    struct str how;
    str_init(&how);
    str_addf(&how, "%s%s%s %s", data->head.game, data->head.variant[0] != '\0' ? " --variant " : "",
             data->head.variant, data->head.how);
    cli_say(c, TEXT(cli_data_how), PES_ARGS(PES_STR(data->head.version), PES_STR(how.text)));
    cli_say(c, TEXT(cli_data_counts),
            PES_ARGS(PES_INT(data->games), PES_INT(n->positions), PES_INT(n->labelled),
                     PES_INT(n->by_halves[2]), PES_INT(n->by_halves[1]), PES_INT(n->by_halves[0])));
    cli_say(c, TEXT(cli_data_bytes),
            PES_ARGS(PES_INT(data->blocks), PES_INT((int64_t)data->whole), PES_STR(n->sum)));
    const int64_t damaged = (int64_t)(data->bytes.length - data->whole);
    if (damaged > 0)
        cli_say(c, TEXT(cli_data_damaged), PES_ARGS(PES_INT(damaged)));
    c->lost |= how.failed;
    str_release(&how);
    return CLI_DONE;
}

static int show(struct cli *c, const char *path, const struct data *data) {
    struct counts n;
    struct pes_note note = {0};
    const enum pes_err err = count(data, &n, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    return c->json ? show_json(c, data, &n) : show_text(c, data, &n);
}

static int run_show(struct cli *c) {
    struct data data;
    struct pes_note note = {0};
    const enum pes_err err = data_read(&data, c->words[1], &note);
    if (err != PES_ERR_OK)
        return fail_file(c, c->words[1], err, &note);
    const int code = show(c, c->words[1], &data);
    data_release(&data);
    return code;
}

/* data check ----------------------------------------------------------------------------------- */

static enum pes_err visit_nothing(void *to, const struct pes_history *h, const struct data_ply *ply,
                                  pes_move best) {
    (void)h, (void)ply, (void)best;
    const struct cli *c = to;
    return atomic_load(c->stop) ? PES_ERR_STOPPED : PES_ERR_OK;
}

/* Replays all games. */
static enum pes_err replay_all(struct cli *c, const struct data *data, struct pes_game *g,
                               struct pes_note *note) {
    struct data_reader r;
    struct data_game game;
    struct pes_history *h;
    enum pes_err err = pes_history_new(g, &h);
    if (err != PES_ERR_OK)
        return err;
    data_start(&r, data);
    while ((err = data_next(&r, &game, note)) == PES_ERR_OK && game.start != NULL) {
        err = data_replay(&game, r.number, h, visit_nothing, c, note);
        if (err != PES_ERR_OK)
            break;
    }
    pes_history_free(h);
    return err;
}

static int check(struct cli *c, const char *path, const struct data *data) {
    const struct pes_kit *kit = setup_kit(c, data->head.game);
    struct pes_game *g;
    struct pes_note note = {0};
    if (kit == NULL)
        return CLI_USAGE;
    enum pes_err err = pes_game_open(kit, data->head.variant, &g, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    err = replay_all(c, data, g, &note);
    pes_game_close(g);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    const int code = show(c, path, data);
    return code == CLI_DONE && data->whole < data->bytes.length ? CLI_NO : code;
}

static int run_check(struct cli *c) {
    struct data data;
    struct pes_note note = {0};
    const enum pes_err err = data_read(&data, c->words[1], &note);
    if (err != PES_ERR_OK)
        return fail_file(c, c->words[1], err, &note);
    const int code = check(c, c->words[1], &data);
    data_release(&data);
    return code;
}

/* data merge ----------------------------------------------------------------------------------- */

/* The file that is being written. */
struct merge {
    struct str out, payload;
    struct keymap seen;
    int32_t games; /* in `payload` */
    int32_t copies;
};

static void end_block(struct merge *m) {
    if (m->games > 0)
        data_put_block(&m->out, &m->payload, m->games);
    str_clear(&m->payload);
    m->games = 0;
}

static enum pes_err merge_game(struct merge *m, const struct data_game *game) {
    uint64_t *times = keymap_add(&m->seen, game->hash);
    if (times == NULL)
        return PES_ERR_NOMEM;
    if ((*times)++ > 0) {
        m->copies++;
        return PES_ERR_OK;
    }
    data_copy_game(&m->payload, game);
    if (++m->games == MAKE_BLOCK_GAMES)
        end_block(m);
    return str_err(&m->payload);
}

static enum pes_err merge_file(struct merge *m, const struct data *data, struct pes_note *note) {
    struct data_reader r;
    struct data_game game;
    enum pes_err err;
    data_start(&r, data);
    while ((err = data_next(&r, &game, note)) == PES_ERR_OK && game.start != NULL) {
        err = merge_game(m, &game);
        if (err != PES_ERR_OK)
            break;
    }
    return err;
}

/* Adds one file; the first one gives the head. `what` is the game and variant of all. */
static int merge_word(struct cli *c, struct merge *m, const char *path, struct str *what) {
    struct data data;
    struct pes_note note = {0};
    enum pes_err err = data_read(&data, path, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    struct str mine;
    str_init(&mine);
    str_addf(&mine, "%s %s", data.head.game, data.head.variant);
    if (what->length == 0) {
        str_add_str(what, &mine);
        const struct data_head head = {data.head.game, data.head.variant, pes_version(),
                                       "(merged)"};
        data_put_head(&m->out, &head);
    }
    if (strcmp(what->text, mine.text) != 0)
        err = pes_note_say(&note, PES_ERR_UNFIT, 0, TEXT(data_mixed),
                           PES_ARGS(PES_STR(what->text), PES_STR(mine.text)));
    else
        err = merge_file(m, &data, &note);
    str_release(&mine);
    data_release(&data);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(c, path, err, &note);
}

static int run_merge(struct cli *c) {
    struct merge m = {.games = 0};
    struct str what;
    struct pes_note note = {0};
    const char *path = cli_text(c, CLI_OPT_OUT, NULL);
    int code = CLI_DONE;
    str_init(&m.out);
    str_init(&m.payload);
    str_init(&what);
    for (int i = 1; i < c->word_count && code == CLI_DONE; i++)
        code = merge_word(c, &m, c->words[i], &what);
    end_block(&m);
    enum pes_err err = str_err(&m.out);
    if (code == CLI_DONE && err == PES_ERR_OK)
        err = file_write(path, m.out.text, m.out.length, &note);
    if (code == CLI_DONE && err != PES_ERR_OK)
        code = fail_file(c, path, err, &note);
    if (code == CLI_DONE && m.copies > 0)
        cli_remark(c, NULL, TEXT(cli_data_copies), PES_ARGS(PES_INT(m.copies)));
    str_release(&m.out);
    str_release(&m.payload);
    str_release(&what);
    keymap_release(&m.seen);
    return code;
}

/* data make ------------------------------------------------------------------------------------ */

/* The options that decide what the games are, as the head of the file says them. */
static int describe(struct cli *c, struct make *make, struct str *how) {
    struct match_openings kind = {.plies = make->game->chance_in_play ? 0 : PLIES_DEFAULT};
    const char *text = cli_text(c, CLI_OPT_OPENINGS, NULL);
    char quoted[PES_QUOTE_SIZE];
    int code = CLI_DONE;
    if (text != NULL &&
        (!match_openings_generator(c, text, &kind, &code) || (code == CLI_DONE && kind.balanced)))
        return fail_say(c, "--openings", PES_ERR_UNFIT, TEXT(cli_data_openings),
                        PES_ARGS(PES_STR(pes_quote(text, strlen(text), quoted))));
    if (code != CLI_DONE)
        return code;
    make->opening_plies = kind.plies;
    make->random_percent = (int32_t)cli_number(c, CLI_OPT_RANDOM, RANDOM_DEFAULT);
    str_addf(how, "--agent %s --openings random:%d --random %d --seed %" PRIu64, make->agent,
             (int)make->opening_plies, (int)make->random_percent, make->seed);
    return CLI_DONE;
}

/* Writes the head of a new file, or checks that of an existing one and cuts off a damaged end. */
static enum pes_err begin_file(const char *path, const struct data_head *head, int32_t *games,
                               struct pes_note *note) {
    struct data data;
    *games = 0;
    if (!file_exists(path)) {
        struct str bytes;
        str_init(&bytes);
        data_put_head(&bytes, head);
        enum pes_err err = str_err(&bytes);
        if (err == PES_ERR_OK)
            err = file_write(path, bytes.text, bytes.length, note);
        str_release(&bytes);
        return err;
    }
    enum pes_err err = data_read(&data, path, note);
    if (err != PES_ERR_OK)
        return err;
    const struct data_head *old = &data.head;
    if (strcmp(old->game, head->game) != 0 || strcmp(old->variant, head->variant) != 0 ||
        strcmp(old->how, head->how) != 0 || strcmp(old->version, head->version) != 0)
        err = pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(data_other), PES_ARGS(PES_STR(old->how)));
    else if (data.whole < data.bytes.length)
        err = file_cut(path, data.whole, note);
    *games = data.games;
    data_release(&data);
    return err;
}

/* Plays the games that are missing and appends them block by block. */
static enum pes_err fill(struct cli *c, struct maker *maker, const char *path, int32_t from,
                         int32_t to, struct pes_note *note) {
    struct progress progress;
    struct str payload, block;
    enum pes_err err = PES_ERR_OK;
    str_init(&payload);
    str_init(&block);
    progress_begin(&progress, c);
    progress.before = from;
    for (int32_t at = from; at < to && err == PES_ERR_OK;) {
        const int32_t games = to - at < MAKE_BLOCK_GAMES ? to - at : MAKE_BLOCK_GAMES;
        str_clear(&payload);
        str_clear(&block);
        err = maker_block(maker, at, games, &payload, note);
        if (err == PES_ERR_OK) {
            data_put_block(&block, &payload, games);
            err = str_err(&block);
        }
        if (err == PES_ERR_OK)
            err = file_append(path, block.text, block.length, note);
        at += games;
        progress_show(&progress, at, to);
    }
    progress_end(&progress);
    str_release(&payload);
    str_release(&block);
    return err;
}

static int make_file(struct cli *c, struct make *make, const char *path) {
    struct str how;
    struct maker *maker = NULL;
    struct pes_note note = {0};
    int32_t games = 0;
    str_init(&how);
    int code = describe(c, make, &how);
    if (code == CLI_DONE) {
        const struct data_head head = {make->game->rules->name, make->game->variant, pes_version(),
                                       how.text};
        enum pes_err err = maker_new(make, &maker, &note);
        if (err == PES_ERR_OK)
            err = str_err(&how);
        if (err == PES_ERR_OK)
            err = begin_file(path, &head, &games, &note);
        if (err == PES_ERR_OK)
            err = fill(c, maker, path, games, (int32_t)cli_number(c, CLI_OPT_GAMES, GAMES_DEFAULT),
                       &note);
        if (err != PES_ERR_OK)
            code = fail_note(c, NULL, err, &note);
    }
    maker_free(maker);
    str_release(&how);
    return code;
}

static int run_make(struct cli *c) {
    struct pes_game *game;
    struct data data;
    struct pes_note note = {0};
    const char *path = cli_text(c, CLI_OPT_OUT, NULL);
    int code = setup_game(c, c->words[1], &game);
    if (code != CLI_DONE)
        return code;
    struct make make = {.game = game,
                        .agent = cli_text(c, CLI_OPT_AGENT, AGENT_DEFAULT),
                        .seed = c->seed,
                        .jobs = c->jobs < MAKE_JOBS_MAX ? c->jobs : MAKE_JOBS_MAX,
                        .stop = c->stop};
    code = make_file(c, &make, path);
    pes_game_close(game);
    if (code != CLI_DONE)
        return code;
    const enum pes_err err = data_read(&data, path, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    code = show(c, path, &data);
    data_release(&data);
    return code;
}

/* The command ---------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int (*run)(struct cli *c);
    bool needs_out;
    bool many; /* takes more than one word */
    const char *needs;
} actions[] = {
    {"make", run_make, true, false, "GAME"},
    {"show", run_show, false, false, "FILE"},
    {"merge", run_merge, true, true, "FILE .."},
    {"check", run_check, false, false, "FILE"},
};

static int run_data(struct cli *c) {
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(c->words[0], actions[i].name) != 0)
            continue;
        if (c->word_count < 2 || (c->word_count > 2 && !actions[i].many))
            return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_data_words),
                            PES_ARGS(PES_STR(actions[i].name), PES_STR(actions[i].needs)));
        if (actions[i].needs_out && !CLI_GIVEN(c, OUT))
            return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_data_no_out), PES_NO_ARGS);
        return actions[i].run(c);
    }
    return fail_say(c, NULL, PES_ERR_UNKNOWN, TEXT(cli_data_which), PES_NO_ARGS);
}

static const struct cli_example examples[] = {
    {"pessoi data make gomoku --out games.dat --games 10000 --jobs 2", TEXT(cli_data_example_1)},
    {"pessoi data show games.dat --json", TEXT(cli_data_example_2)},
    {"pessoi data merge monday.dat tuesday.dat --out all.dat", TEXT(cli_data_example_3)},
    {NULL, NULL},
};

const struct command cmd_data = {
    .name = "data",
    .words = "make|show|merge|check GAME|FILE..",
    .words_min = 1,
    .words_max = CLI_WORDS_MAX,
    .options = {CLI_HAS(VARIANT), CLI_HAS(OUT), CLI_HAS(AGENT), CLI_HAS(GAMES), CLI_HAS(OPENINGS),
                CLI_HAS(RANDOM), CLI_HAS(SEED), CLI_HAS(JOBS)},
    .summary = TEXT(cli_data_summary),
    .description = TEXT(cli_data_description),
    .json = TEXT(cli_data_json),
    .examples = examples,
    .run = run_data,
};
