/* The agent class `cmd`: turns choose() into `position`, `legal` and `go`, and the program's answer
 * into a move. The text of the position grows with the game: only new moves are formatted. */
#include "ugi/ugi_agent.h"

#include "core/mem.h"
#include "core/note.h"
#include "ugi/client.h"
#include "ugi/text.h"

#include <string.h>

enum { LEGAL_SHOWN = 48 }; /* bytes of legal moves that a fault quotes */

/* `position ..` as text, and the game that it describes. */
struct script {
    struct str text; /* without a line end; "": there is none */
    struct pes_state_buf first;
    int first_clock;
    pes_move *moves;
    int count, cap;
};

struct ugi_agent {
    struct pes_agent base;
    const char *command; /* borrowed from the values or the class */
    struct ugi_client client;
    struct script script;
    struct str move, line; /* the last answer: its move, its principal variation */
    enum pes_err err;      /* why begin() failed; reported by the next choose() */
    struct pes_note fault;
};

static struct ugi_agent *ugi_of(struct pes_agent *agent) {
    return (struct ugi_agent *)(void *)agent;
}

static const struct ugi_agent *const_ugi_of(const struct pes_agent *agent) {
    return (const struct ugi_agent *)(const void *)agent;
}

static const struct program_config *config_of(const struct pes_agent *agent) {
    return program_config_of(agent->class);
}

/* The class. --------------------------------------------------------------------------------- */

static int ugi_offers(const struct pes_agent_class *class, const struct pes_kit *kit,
                      struct pes_offer out[], int offers_max) {
    const struct program_config *config = program_config_of(class);
    if (config->programs != NULL)
        return program_offers(config, kit, TEXT(ugi_program_help), out, offers_max);
    if (offers_max < 1)
        return 0;
    program_offer_command("cmd", TEXT(ugi_cmd_title), TEXT(ugi_cmd_help), &out[0]);
    return 1;
}

/* Only checks that the program could be started: it starts when a game begins. */
static enum pes_err ugi_create(struct pes_agent *agent, struct pes_note *note) {
    struct ugi_agent *a = ugi_of(agent);
    const enum pes_err err = program_check(agent, note);
    if (err != PES_ERR_OK)
        return err;
    a->command = program_command(agent);
    ugi_client_init(&a->client);
    str_init(&a->script.text);
    str_init(&a->move);
    str_init(&a->line);
    return PES_ERR_OK;
}

static void ugi_destroy(struct pes_agent *agent) {
    struct ugi_agent *a = ugi_of(agent);
    ugi_client_release(&a->client);
    str_release(&a->script.text);
    str_release(&a->move);
    str_release(&a->line);
    mem_free(a->script.moves);
}

static enum pes_err start(struct ugi_agent *a, const atomic_bool *stop) {
    return ugi_client_start(&a->client, a->command, &config_of(&a->base)->process, a->base.game,
                            stop, &a->fault);
}

static enum pes_err new_game(struct ugi_agent *a, uint32_t seed, const atomic_bool *stop) {
    const enum pes_err err = start(a, stop);
    return err == PES_ERR_OK ? ugi_client_new_game(&a->client, seed, stop, &a->fault) : err;
}

/* Here, not in choose(), so that starting a program does not cost it thinking time. */
static void ugi_begin(struct pes_agent *agent) {
    struct ugi_agent *a = ugi_of(agent);
    const atomic_bool *stop = config_of(agent)->interrupted;
    const uint32_t seed = (uint32_t)(pes_rng_next(&agent->rng) >> 33); /* programs like 31 bits */
    const bool ran = a->client.process != NULL;
    a->fault = (struct pes_note){0};
    ugi_client_clear_log(&a->client);
    ugi_client_expect(&a->client);
    a->err = new_game(a, seed, stop);
    if (a->err != PES_ERR_IO || !ran)
        return;
    /* It ended after the last game: that does not cost it this one. */
    a->fault = (struct pes_note){0};
    a->err = new_game(a, seed, stop);
}

static enum pes_err ugi_about(struct pes_agent *agent, struct pes_note *out) {
    struct ugi_agent *a = ugi_of(agent);
    a->fault = (struct pes_note){0};
    ugi_client_expect(&a->client);
    const enum pes_err err = start(a, config_of(agent)->interrupted);
    if (err != PES_ERR_OK)
        return err;
    const struct ugi_client *c = &a->client;
    struct pes_note who = {0};
    note_fill(&who,
              c->name[0] == '\0'     ? TEXT(ugi_no_name)
              : c->author[0] == '\0' ? TEXT(ugi_name)
                                     : TEXT(ugi_name_author),
              PES_ARGS(PES_STR(c->name), PES_STR(c->author)));
    note_fill(out, c->has_legal ? TEXT(ugi_about_legal) : TEXT(ugi_about_rules),
              PES_ARGS(PES_NOTED(&who)));
    return PES_ERR_OK;
}

static void ugi_fault(const struct pes_agent *agent, struct pes_note *out) {
    *out = const_ugi_of(agent)->fault;
}

static const char *ugi_log(const struct pes_agent *agent, size_t *length) {
    return ugi_client_log(&const_ugi_of(agent)->client, length);
}

/* The position. ------------------------------------------------------------------------------ */

/* Is the history the described game, perhaps with further moves? */
static bool script_fits(const struct script *s, const struct pes_history *h) {
    const size_t size = pes_history_game(h)->state_size;
    if (s->text.length == 0 || s->first_clock != pes_history_first_clock(h) ||
        pes_history_count(h) < s->count || memcmp(s->first.bytes, pes_history_first(h), size) != 0)
        return false;
    int i = 0;
    while (i < s->count && pes_history_move(h, i) == s->moves[i])
        i++;
    return i == s->count;
}

/* Begins the text with the start of the game: `startpos`, which every engine knows, if it is the
 * variant's start with nothing rolled. */
static void script_start(struct script *s, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf plain;
    g->rules->init(g, PES_STATE(plain));
    pes_copy(g, PES_STATE(s->first), pes_history_first(h));
    s->first_clock = pes_history_first_clock(h);
    s->count = 0;
    str_release(&s->text); // one that lacked memory may be complete now
    str_init(&s->text);
    if (s->first_clock == 0 && memcmp(plain.bytes, s->first.bytes, g->state_size) == 0) {
        str_add(&s->text, "position startpos");
        return;
    }
    char fen[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, PES_STATE(s->first), s->first_clock, fen);
    str_addf(&s->text, "position fen %s", fen);
}

static bool script_reserve(struct script *s, int count) {
    enum { CAP_FIRST = 256 };
    if (count <= s->cap)
        return true;
    const int cap = count < CAP_FIRST ? CAP_FIRST : 2 * count;
    pes_move *moves = mem_grow(s->moves, (size_t)cap * sizeof *moves);
    if (moves == NULL)
        return false;
    s->moves = moves;
    s->cap = cap;
    return true;
}

/* Brings the text up to date. */
static enum pes_err script_follow(struct script *s, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    if (!script_fits(s, h))
        script_start(s, h);
    if (!script_reserve(s, pes_history_count(h)))
        return PES_ERR_NOMEM;
    struct pes_walk w;
    for (pes_walk_start(&w, h, s->count); w.at < pes_history_count(h); pes_walk_next(&w)) {
        char text[PES_MOVE_TEXT_MAX];
        const pes_move m = pes_history_move(h, w.at);
        g->rules->move_format(g, PES_STATE(w.state), m, text);
        str_add(&s->text, s->count == 0 ? " moves " : " ");
        str_add(&s->text, text);
        s->moves[s->count++] = m;
    }
    const enum pes_err err = str_err(&s->text);
    if (err != PES_ERR_OK)
        str_clear(&s->text); // begins again next time
    return err;
}

/* ` M1 M2 ..` of all legal moves in list order, up to `bytes_max`; returns how many were added of
 * how many there are. */
static int put_legal(struct str *out, const struct pes_history *h, size_t bytes_max, int *count) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    pes_move list[PES_MOVES_MAX];
    const size_t before = out->length;
    *count = pes_moves(g, s, list);
    int i = 0;
    for (; i < *count && out->length - before < bytes_max; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, list[i], text);
        str_add_char(out, ' ');
        str_add(out, text);
    }
    return i;
}

/* Limits. ------------------------------------------------------------------------------------ */

/* How long to wait for an answer: `ms` is what the program knows of, `grace_ms` is added. */
struct allowance {
    int64_t ms, grace_ms;
};

static struct allowance allowance_of(const struct pes_limits *limits, pes_player mover) {
    const int32_t clock_ms = limits->clock_ms[mover];
    const int32_t movetime_ms = limits->movetime_ms;
    if (clock_ms > 0 && (movetime_ms == 0 || clock_ms <= movetime_ms))
        return (struct allowance){clock_ms, 0}; // the clock is what it is
    if (movetime_ms > 0)
        return (struct allowance){movetime_ms, UGI_GRACE_MS};
    return (struct allowance){UGI_WORK_MS, 0};
}

/* The caller's limits; without any, a time that every program understands. */
static struct pes_limits limits_for(const struct pes_limits *limits) {
    struct pes_limits out = *limits;
    if (out.movetime_ms == 0 && out.clock_ms[0] <= 0 && out.clock_ms[1] <= 0 && out.nodes == 0 &&
        out.depth == 0)
        out.movetime_ms = UGI_MOVETIME_MS;
    return out;
}

/* Answers. ----------------------------------------------------------------------------------- */

/* Where `info` lines go. */
struct listener {
    struct ugi_agent *agent;
    const struct pes_limits *limits;
    struct pes_answer *answer;
};

static void on_info(void *to, const struct ugi_info *info) {
    struct listener *l = to;
    struct pes_answer *answer = l->answer;
    if (info->depth > 0)
        answer->depth = info->depth;
    if (info->nodes > 0)
        answer->nodes = info->nodes;
    if (info->has_score || info->has_mate) {
        answer->has_score = info->has_score;
        answer->score = info->has_score ? info->centis / 100.0 : 0;
        answer->has_mate = info->has_mate && info->mate != 0;
        answer->mate = info->mate;
    }
    if (info->line.length > 0) {
        str_clear(&l->agent->line);
        str_add_bytes(&l->agent->line, info->line.at, info->line.length);
    }
    if (l->limits->info != NULL)
        l->limits->info(l->limits->info_to, answer);
}

/* Reads one move of a player from a word. */
static bool parse_move(const struct pes_game *g, const struct pes_state *s, const char *text,
                       size_t length, pes_move *out) {
    size_t used = 0;
    return length > 0 && length < PES_MOVE_TEXT_MAX && pes_turn(g, s) >= 0 && !pes_over(g, s) &&
           g->rules->move_parse(g, s, text, length, &used, out, NULL) == PES_ERR_OK &&
           used == length;
}

/* The principal variation, as far as it can be played; chance ends it. */
static void parse_line(const struct ugi_agent *a, const struct pes_history *h,
                       struct pes_answer *answer) {
    const struct pes_game *g = a->base.game;
    struct words rest = {a->line.text, a->line.length};
    struct pes_state_buf state;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(state), pes_history_state(h));
    while (answer->line_count < PES_LINE_MAX) {
        const struct words word = words_take(&rest);
        pes_move m;
        if (!parse_move(g, PES_STATE(state), word.at, word.length, &m))
            return;
        answer->line[answer->line_count++] = m;
        pes_make(g, PES_STATE(state), m, undo.bytes);
    }
}

static enum pes_err fail_illegal(struct ugi_agent *a, const struct pes_history *h) {
    const int ply = pes_history_plies(h) + 1;
    char quoted[PES_QUOTE_SIZE];
    struct str legal;
    int count;
    if (a->move.length == 0)
        return pes_note_say(&a->fault, PES_ERR_SYNTAX, 0, TEXT(ugi_no_move),
                            PES_ARGS(PES_INT(ply)));
    str_init(&legal);
    const int shown = put_legal(&legal, h, LEGAL_SHOWN, &count);
    pes_quote(a->move.text, a->move.length, quoted);
    const enum pes_err err =
        pes_note_say(&a->fault, PES_ERR_ILLEGAL, 0,
                     shown < count ? TEXT(ugi_illegal_of_many) : TEXT(ugi_illegal),
                     PES_ARGS(PES_STR(quoted), PES_INT(ply), PES_STR(legal.text), PES_INT(count)));
    str_release(&legal);
    return err;
}

/* Fills in what is sent: the position, the legal moves for programs that want them, and `go`. */
static enum pes_err write_question(struct ugi_agent *a, const struct pes_history *h,
                                   const struct pes_limits *limits) {
    struct str *out = &a->client.out;
    int count;
    const enum pes_err err = script_follow(&a->script, h);
    if (err != PES_ERR_OK)
        return err;
    str_clear(out);
    str_add_str(out, &a->script.text);
    str_add_char(out, '\n');
    if (a->client.has_legal) {
        str_add(out, "legal");
        (void)put_legal(out, h, SIZE_MAX, &count);
        str_add_char(out, '\n');
    }
    ugi_put_go(out, limits);
    return PES_ERR_OK;
}

static enum pes_err ask(struct ugi_agent *a, const struct pes_history *h,
                        const struct pes_limits *given, struct pes_answer *answer) {
    const struct pes_limits limits = limits_for(given);
    const struct allowance allowed =
        allowance_of(&limits, pes_turn(a->base.game, pes_history_state(h)));
    struct listener listener = {a, given, answer};
    enum pes_err err = write_question(a, h, &limits);
    if (err != PES_ERR_OK)
        return err;
    a->client.ply = pes_history_plies(h) + 1;
    str_clear(&a->line);
    return ugi_client_ask(&a->client, allowed.ms + allowed.grace_ms, allowed.ms, limits.stop,
                          on_info, &listener, &a->move, &a->fault);
}

static enum pes_err ugi_choose(struct pes_agent *agent, const struct pes_history *h,
                               const struct pes_limits *limits, struct pes_answer *answer) {
    struct ugi_agent *a = ugi_of(agent);
    enum pes_err err = a->err;
    if (err == PES_ERR_OK) {
        a->fault = (struct pes_note){0};
        ugi_client_expect(&a->client);
        err = start(a, limits->stop); // after a failure in the middle of a game
    }
    a->err = PES_ERR_OK; // said once; then the program is tried again
    if (err == PES_ERR_OK)
        err = ask(a, h, limits, answer);
    if (err != PES_ERR_OK)
        return err;
    if (!parse_move(agent->game, pes_history_state(h), a->move.text, a->move.length, &answer->move))
        return fail_illegal(a, h);
    parse_line(a, h, answer);
    return PES_ERR_OK;
}

void ugi_class_init(struct program_class *class, const struct program_config *config) {
    *class = (struct program_class){
        .base = {.abi = PES_ABI,
                 .name = config->programs != NULL ? "programs" : "cmd",
                 .kind = PES_AGENT_PLAIN,
                 .offers_of = ugi_offers,
                 .instance_size = sizeof(struct ugi_agent),
                 .choose = ugi_choose,
                 .create = ugi_create,
                 .destroy = ugi_destroy,
                 .begin = ugi_begin,
                 .fault = ugi_fault,
                 .log = ugi_log,
                 .about = ugi_about},
        .config = *config,
    };
}
