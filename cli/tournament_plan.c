#include "cli/tournament_plan.h"

#include "cli/args.h"
#include "cli/programs.h"
#include "core/mem.h"
#include "core/sha256.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

void plan_init(struct plan *plan) {
    *plan = (struct plan){.count = 0};
    str_init(&plan->text);
    match_openings_init(&plan->openings);
}

void plan_release(struct plan *plan) {
    match_openings_release(&plan->openings);
    mem_free(plan->players);
    mem_free(plan->entrants);
    pes_game_close(plan->game);
    str_release(&plan->text);
    plan_init(plan);
}

const char *plan_type_word(const struct plan *plan) {
    static const char *const words[] = {"robin", "gauntlet", "swiss", "knockout"};
    return words[plan->config.type];
}

/* Players. ----------------------------------------------------------------------------------- */

bool plan_is_printable(const char *text) {
    const size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        const int count = utf8_char(text + at, length - at);
        if (utf8_control(text + at, count) || utf8_bidi(text + at, count))
            return false;
        at += (size_t)count;
    }
    return true;
}

/* May it be a name: some characters without controls, and no blank at an end? */
static bool name_is_fit(const char *name) {
    const size_t length = strlen(name);
    if (length == 0 || !utf8_valid(name, length) || utf8_width(name, length) > PLAN_NAME_MAX ||
        name[0] == ' ' || name[length - 1] == ' ')
        return false;
    return plan_is_printable(name);
}

static bool name_is_taken(const struct plan *plan, const char *name) {
    for (int32_t i = 0; i < plan->count; i++)
        if (strcmp(plan->entrants[i].name, name) == 0)
            return true;
    return false;
}

enum pes_err plan_add(struct plan *plan, const char *name, const char *agent, int32_t line,
                      struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE];
    if (!name_is_fit(name))
        return pes_note_say(
            note, PES_ERR_SYNTAX, 0, TEXT(cli_tournament_bad_name),
            PES_ARGS(PES_STR(pes_quote(name, strlen(name), quoted)), PES_INT(PLAN_NAME_MAX)));
    if (name_is_taken(plan, name))
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(cli_tournament_same_name),
                            PES_ARGS(PES_STR(pes_quote(name, strlen(name), quoted))));
    if (strlen(agent) >= PES_AGENT_TEXT_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(cli_tournament_long_agent),
                            PES_ARGS(PES_INT(PES_AGENT_TEXT_MAX - 1)));
    if (plan->count == TOURNAMENT_PLAYERS_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(cli_tournament_many),
                            PES_ARGS(PES_INT(TOURNAMENT_PLAYERS_MAX)));
    if (plan->count == plan->cap) {
        const int32_t cap = plan->cap > 0 ? 2 * plan->cap : 16;
        struct entrant *more = mem_grow(plan->entrants, (size_t)cap * sizeof *more);
        if (more == NULL)
            return PES_ERR_NOMEM;
        plan->entrants = more;
        plan->cap = cap;
    }
    struct entrant *e = &plan->entrants[plan->count++];
    *e = (struct entrant){.line = line};
    snprintf(e->name, sizeof e->name, "%s", name);
    snprintf(e->agent, sizeof e->agent, "%s", agent);
    return PES_ERR_OK;
}

/* A name for an agent without one: its text, of a long one the end; the second "random" is
 * "random#2". */
static void name_agent(const struct plan *plan, const char *agent, char out[PLAN_NAME_SIZE]) {
    const size_t length = strlen(agent);
    size_t from = 0;
    char base[PLAN_NAME_SIZE];
    for (int n = 1;; n++) {
        char mark[16] = "";
        if (n > 1)
            snprintf(mark, sizeof mark, "#%d", n);
        const int most = PLAN_NAME_MAX - (int)strlen(mark);
        while (utf8_width(agent + from, length - from) > most)
            from += (size_t)utf8_char(agent + from, length - from);
        snprintf(base, sizeof base, "%s", agent + from + strspn(agent + from, " "));
        snprintf(out, PLAN_NAME_SIZE, "%.*s%s", (int)(sizeof base - sizeof mark), base, mark);
        if (!name_is_taken(plan, out))
            return;
    }
}

static int read_words(struct cli *c, struct plan *plan) {
    for (int i = 1; i < c->word_count; i++) {
        char name[PLAN_NAME_SIZE];
        struct pes_note note = {0};
        name_agent(plan, c->words[i], name);
        const enum pes_err err = plan_add(plan, name, c->words[i], 0, &note);
        if (err != PES_ERR_OK)
            return fail_note(c, "AGENT", err, &note);
    }
    return CLI_DONE;
}

/* An error about a player: with the line of the file, or with the player's name. */
static int fail_entrant(struct cli *c, const struct plan *plan, const struct entrant *e,
                        enum pes_err err, struct pes_note *note) {
    if (e->line == 0)
        return fail_note(c, e->name, err, note);
    note->line = e->line;
    note->pos = 0;
    return fail_note(c, plan->file, err, note);
}

/* Agents of this program are made once, so that mistakes in their options are found; programs of
 * others are examined later. */
static int check_agents(struct cli *c, struct plan *plan) {
    for (int32_t i = 0; i < plan->count; i++) {
        struct entrant *e = &plan->entrants[i];
        struct pes_offer offer;
        struct pes_values values;
        struct pes_note note = {0};
        struct pes_agent *agent = NULL;
        enum pes_err err = pes_agent_find(plan->game, e->agent, &offer, &values, &note);
        e->program = err == PES_ERR_OK && offer.class->about != NULL;
        if (err == PES_ERR_OK)
            err = programs_files(c, plan->game, e->agent, e->files, &note);
        if (err == PES_ERR_OK && !e->program)
            err = pes_agent_new(plan->game, e->agent, &agent, &note);
        pes_agent_free(agent);
        if (err != PES_ERR_OK)
            return fail_entrant(c, plan, e, err, &note);
    }
    return CLI_DONE;
}

enum pes_err plan_settle(struct plan *plan) {
    mem_free(plan->players);
    plan->players = mem_alloc((size_t)plan->count * sizeof *plan->players + 1);
    if (plan->players == NULL)
        return PES_ERR_NOMEM;
    for (int32_t i = 0; i < plan->count; i++) {
        const struct entrant *e = &plan->entrants[i];
        plan->players[i] = (struct tournament_player){.name = e->name,
                                                      .agent = e->agent,
                                                      .files = e->files,
                                                      .excluded = !pes_note_is_empty(&e->excluded)};
    }
    plan->config.players = plan->players;
    plan->config.count = plan->count;
    return PES_ERR_OK;
}

/* Rules. ------------------------------------------------------------------------------------- */

static int read_rules(struct cli *c, struct plan *plan) {
    struct tournament_config *config = &plan->config;
    *config = (struct tournament_config){
        .game = plan->game,
        .type = (enum tournament_type)cli_number(c, CLI_OPT_TYPE, TOURNAMENT_ROBIN),
        .points = (enum tournament_points)cli_number(c, CLI_OPT_POINTS, TOURNAMENT_BY_GAME),
        .games = (int32_t)cli_number(c, CLI_OPT_GAMES, PLAN_GAMES_DEFAULT),
        .rounds = (int32_t)cli_number(c, CLI_OPT_ROUNDS, 0),
        .seed = c->seed,
        .max_plies = (int32_t)cli_number(c, CLI_OPT_MAX_PLIES, 0),
    };
    if (CLI_GIVEN(c, ROUNDS) && config->type != TOURNAMENT_SWISS)
        return fail_say(c, "--rounds", PES_ERR_UNFIT, TEXT(cli_tournament_rounds), PES_NO_ARGS);
    int code = setup_limits(c, &config->limits);
    if (code == CLI_DONE)
        code = match_openings_read(c, plan->game, &plan->openings);
    config->openings = (struct openings){.lines = plan->openings.lines,
                                         .count = plan->openings.count,
                                         .plies = plan->openings.plies};
    config->balanced = plan->openings.balanced;
    return code;
}

/* A single word that names no game but a file. */
static bool is_file(const struct cli *c) {
    const char *word = c->words[0];
    return c->word_count == 1 && pes_kit_find(word) == NULL &&
           (access(word, F_OK) == 0 || strpbrk(word, "./") != NULL);
}

static int read_source(struct cli *c, struct plan *plan) {
    plan->game_name = c->words[0];
    if (is_file(c)) {
        const int code = plan_read_file(c, c->words[0], plan);
        if (code != CLI_DONE)
            return code;
        args_settle(c);
        c->words[0] = plan->game_name; // for those who look there
    }
    return setup_game(c, plan->game_name, &plan->game);
}

int plan_read(struct cli *c, struct plan *plan) {
    int code = read_source(c, plan);
    if (code == CLI_DONE)
        code = read_words(c, plan);
    if (code == CLI_DONE && CLI_GIVEN(c, BOTS))
        code = plan_read_bots(c, cli_text(c, CLI_OPT_BOTS, NULL), plan);
    if (code != CLI_DONE)
        return code;
    if (plan->count < 2)
        return fail_say(c, plan->file, PES_ERR_RANGE, TEXT(cli_tournament_too_few),
                        PES_ARGS(PES_INT(plan->count)));
    code = check_agents(c, plan);
    if (code == CLI_DONE)
        code = read_rules(c, plan);
    if (code != CLI_DONE)
        return code;
    const enum pes_err err = plan_settle(plan);
    return err == PES_ERR_OK ? CLI_DONE : fail_err(c, NULL, err);
}

/* The key. ----------------------------------------------------------------------------------- */

static void add_openings(const struct plan *plan, struct str *out) {
    const struct match_openings *o = &plan->openings;
    if (o->lines == NULL)
        str_addf(out, "openings=%s:%d\n", o->balanced ? "balanced" : "random", (int)o->plies);
    for (int32_t i = 0; o->lines != NULL && i < o->count; i++)
        str_addf(out, "opening=%s\n", o->lines[i]);
}

enum pes_err plan_key(const struct plan *plan, char out[PLAN_KEY_SIZE]) {
    const struct tournament_config *c = &plan->config;
    struct str text;
    str_init(&text);
    str_addf(&text, "game=%s\nvariant=%s\ntype=%s\nversion=%s\n", c->game->rules->name,
             c->game->variant, plan_type_word(plan), pes_version());
    str_addf(&text, "games=%d\nseed=%" PRIu64 "\nmovetime=%d\nclock=%d+%d\nplies=%d\n",
             (int)(c->games + 1) / 2 * 2, c->seed, (int)c->limits.movetime_ms,
             (int)c->limits.clock_ms[0], (int)c->limits.increment_ms[0], (int)c->max_plies);
    /* Points decide who meets whom only in Swiss tournaments; elsewhere the same games can be
     * counted in another way. */
    if (c->type == TOURNAMENT_SWISS)
        str_addf(&text, "rounds=%d\npoints=%d\n", (int)c->rounds, (int)c->points);
    add_openings(plan, &text);
    for (int32_t i = 0; i < plan->count; i++)
        str_addf(&text, "player %s=%s\n", plan->entrants[i].name, plan->entrants[i].agent);
    const enum pes_err err = str_err(&text);
    char hex[SHA256_HEX_SIZE];
    sha256_hex(text.text, text.length, hex);
    snprintf(out, PLAN_KEY_SIZE, "tournament %s", hex);
    str_release(&text);
    return err;
}
