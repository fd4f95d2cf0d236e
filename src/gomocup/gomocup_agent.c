/* Turns a history into the protocol's questions. The engine keeps a board of its own: it is sent
 * only the opponent's last move (TURN) as long as it knows all moves before it, and the whole board
 * (BOARD) otherwise, on an empty board. In a swap2 opening one answer may be several moves; they
 * are queued. */
#include "gomocup/gomocup_agent.h"

#include "core/clock.h"
#include "core/mem.h"
#include "core/note.h"
#include "gomocup/brain.h"
#include "gomocup/rival.h"
#include "gomocup/text.h"

#include <assert.h>
#include <stdio.h>

enum { QUEUE_MAX = 1 + GOMOCUP_POINTS_MAX }; /* moves of one swap2 answer: a choice, and stones */

/* A stone of the board, in the order of play where it is known. */
struct stone {
    struct gomocup_point point;
    bool white;
};

struct talk {
    struct rival rival;
    enum pes_err begin_err; /* of starting the engine for this game */

    /* What the engine knows: these moves after the start with that hash; -1: nothing for sure. */
    pes_move known[BRAIN_POINTS_MAX];
    int known_count;
    uint64_t start_hash;

    char queue[QUEUE_MAX][PES_MOVE_TEXT_MAX]; /* the rest of a swap2 answer, */
    int queue_first, queue_count;
    int queue_at; /* and the number of moves made when its next one is due */

    int64_t match_ms; /* the clock at the first move of the game; 0: not sent yet */
    struct stone stones[BRAIN_POINTS_MAX];
    int count;
};

struct gomocup_agent {
    struct pes_agent base;
    struct talk *talk; /* owned */
};

static struct talk *talk_of(const struct pes_agent *agent) {
    return ((const struct gomocup_agent *)(const void *)agent)->talk;
}

static const struct program_config *config_of(const struct pes_agent *agent) {
    return program_config_of(agent->class);
}

static bool is_swap2(const struct pes_game *g) {
    const int place = pes_values_find(&g->values, "opening");
    return place >= 0 && strcmp(pes_values_text(&g->values, place), "swap2") == 0;
}

/* The board. -------------------------------------------------------------------------------- */

/* Adds the stones of a position's text: rows from the top, numbers for empty points. */
static void add_stones(struct talk *t, const char *text) {
    const int32_t size = t->rival.size;
    for (int y = size - 1, x = 0; *text != '\0' && *text != ' ' && y >= 0;) {
        if (*text == '/') {
            y--;
            x = 0;
            text++;
        } else if (*text >= '0' && *text <= '9') {
            int empty = 0;
            for (; *text >= '0' && *text <= '9'; text++)
                empty = 10 * empty + (*text - '0');
            x += empty;
        } else {
            assert(t->count < BRAIN_POINTS_MAX);
            t->stones[t->count++] = (struct stone){.point = {x, y}, .white = *text == 'w'};
            x++;
            text++;
        }
    }
}

/* Collects the stones of the start and of the moves; colours alternate, black first. Returns the
 * number of those of the start. */
static int collect(struct talk *t, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    char text[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, pes_history_first(h), pes_history_first_clock(h), text);
    t->count = 0;
    add_stones(t, text);
    const int at_start = t->count;
    struct pes_walk w;
    for (pes_walk_start(&w, h, 0); w.at < pes_history_count(h); pes_walk_next(&w)) {
        char token[PES_MOVE_TEXT_MAX];
        struct gomocup_point point;
        g->rules->move_format(g, PES_STATE(w.state), pes_history_move(h, w.at), token);
        if (brain_point_parse(token, &point)) {
            assert(t->count < BRAIN_POINTS_MAX);
            t->stones[t->count] = (struct stone){.point = point, .white = t->count % 2 != 0};
            t->count++;
        }
    }
    return at_start;
}

static void put_stones(struct talk *t, const char *command, bool fields) {
    const bool white = t->count % 2 != 0; // the side to move: ours
    str_addf(&t->rival.out, "%s\n", command);
    for (const struct stone *s = t->stones; s < t->stones + t->count; s++) {
        str_addf(&t->rival.out, "%d,%d", s->point.x, s->point.y);
        if (fields)
            str_addf(&t->rival.out, ",%d",
                     s->white == white ? GOMOCUP_FIELD_OWN : GOMOCUP_FIELD_OPPONENT);
        str_add_char(&t->rival.out, '\n');
    }
    rival_put(&t->rival, "DONE\n");
}

/* Does the engine know all but the last `missing` moves of the history? */
static bool knows(const struct talk *t, const struct pes_history *h, int missing) {
    const struct pes_game *g = pes_history_game(h);
    const int count = pes_history_count(h) - missing;
    if (t->rival.process == NULL || t->known_count != count || count < 0 ||
        t->start_hash != pes_hash(g, pes_history_first(h)))
        return false;
    for (int i = 0; i < count; i++)
        if (t->known[i] != pes_history_move(h, i))
            return false;
    return true;
}

/* The engine knows the history, and then its own move. */
static void learn(struct talk *t, const struct pes_history *h, pes_move own) {
    const int count = pes_history_count(h);
    t->known_count = -1;
    if (count >= BRAIN_POINTS_MAX)
        return;
    for (int i = 0; i < count; i++)
        t->known[i] = pes_history_move(h, i);
    t->known[count] = own;
    t->known_count = count + 1;
    t->start_hash = pes_hash(pes_history_game(h), pes_history_first(h));
}

/* Time. ------------------------------------------------------------------------------------- */

/* Sends the time for this move; returns the time within which it must answer. A clock alone says
 * nothing about one move, but engines may use all of timeout_turn: they are offered a tenth of what
 * is left, and the increment. */
static int64_t put_time(struct talk *t, const struct pes_limits *limits, pes_player player) {
    const int64_t left_ms = limits->clock_ms[player];
    int64_t turn_ms = limits->movetime_ms > 0 ? limits->movetime_ms : GOMOCUP_MOVE_MS;
    if (left_ms > 0) {
        turn_ms = left_ms / 10 + limits->increment_ms[player];
        turn_ms = turn_ms < 1 ? 1 : turn_ms > left_ms ? left_ms : turn_ms;
        if (t->match_ms == 0)
            t->match_ms = left_ms;
    }
    rival_info(&t->rival, "timeout_match", t->match_ms);
    rival_info(&t->rival, "timeout_turn", turn_ms);
    rival_info(&t->rival, "time_left", left_ms > 0 ? left_ms : GOMOCUP_NUMBER_MAX);
    return left_ms > 0 ? left_ms : turn_ms;
}

static int64_t deadline_ns(int64_t start_ns, const struct pes_limits *limits, pes_player player,
                           int64_t limit_ms) {
    const int64_t grace_ms = limits->clock_ms[player] > 0 ? 0 : GOMOCUP_GRACE_MS;
    return start_ns + (limit_ms + grace_ms) * CLOCK_NS_PER_MS;
}

/* Faults. ----------------------------------------------------------------------------------- */

/* The engine's move is not one of the game's; `why` says it. */
static enum pes_err blame(struct talk *t, enum pes_err err, const struct pes_note *why) {
    note_fill(&t->rival.fault, TEXT(gomocup_illegal),
              PES_ARGS(PES_INT(t->rival.ply), PES_NOTED(why)));
    rival_drop(&t->rival);
    return err;
}

/* A token as a legal move. */
static enum pes_err read_move(struct talk *t, const struct pes_history *h, const char *token,
                              pes_move *out) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_note why = {0};
    size_t used;
    const enum pes_err err =
        g->rules->move_parse(g, pes_history_state(h), token, strlen(token), &used, out, &why);
    if (err == PES_ERR_OK || err == PES_ERR_NOMEM)
        return err;
    return blame(t, PES_ERR_ILLEGAL, &why);
}

static enum pes_err check_points(struct talk *t, const struct gomocup_reply *reply) {
    const int32_t size = t->rival.size;
    for (int i = 0; i < reply->count; i++) {
        const struct gomocup_point p = reply->points[i];
        struct pes_note why = {0};
        if (p.x >= 0 && p.x < size && p.y >= 0 && p.y < size)
            continue;
        note_fill(&why, TEXT(gomocup_outside),
                  PES_ARGS(PES_INT(p.x), PES_INT(p.y), PES_INT(size - 1)));
        return blame(t, PES_ERR_ILLEGAL, &why);
    }
    return PES_ERR_OK;
}

/* The answer has another shape than the question asks for. */
static enum pes_err blame_shape(struct talk *t, const char *question) {
    struct pes_note why = {0};
    note_fill(&why, TEXT(gomocup_shape), PES_ARGS(PES_STR(question), PES_STR(t->rival.answer)));
    return blame(t, PES_ERR_SYNTAX, &why);
}

/* Moves. ------------------------------------------------------------------------------------ */

/* Asks for the next move of an ordinary game. */
static enum pes_err ask_move(struct talk *t, const struct pes_history *h,
                             const struct pes_limits *limits, pes_player player, pes_move *out) {
    const int64_t start_ns = clock_now_ns();
    const bool turn = pes_history_count(h) > 0 && knows(t, h, 1);
    enum pes_err err = turn ? PES_ERR_OK : rival_reset(&t->rival, limits->stop);
    if (err != PES_ERR_OK)
        return err;
    const int64_t limit_ms = put_time(t, limits, player);
    (void)collect(t, h);
    const struct gomocup_point last =
        t->count > 0 ? t->stones[t->count - 1].point : (struct gomocup_point){0, 0};
    /* The first moves on an empty board need no BOARD: simple engines do not know it. */
    if (t->count == 0)
        rival_put(&t->rival, "BEGIN\n");
    else if (turn || (t->count == 1 && pes_history_count(h) == 1))
        str_addf(&t->rival.out, "TURN %d,%d\n", last.x, last.y);
    else
        put_stones(t, "BOARD", true);
    struct gomocup_reply reply;
    t->rival.empty = false;
    t->known_count = -1;
    err = rival_ask(&t->rival, limit_ms, deadline_ns(start_ns, limits, player, limit_ms),
                    limits->stop, &reply);
    if (err != PES_ERR_OK)
        return err;
    if (reply.kind != GOMOCUP_SAYS_POINTS || reply.count != 1)
        return blame_shape(t, "TURN");
    char token[PES_MOVE_TEXT_MAX];
    err = check_points(t, &reply);
    if (err != PES_ERR_OK)
        return err;
    brain_point_format(reply.points[0], token);
    err = read_move(t, h, token, out);
    if (err == PES_ERR_OK)
        learn(t, h, *out);
    return err;
}

/* Swap2. ------------------------------------------------------------------------------------ */

/* Is the opening still going on: is a colour to be chosen, or are its stones to be placed? */
static bool in_opening(const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    size_t used;
    pes_move m;
    if (pes_history_count(h) < 3)
        return true;
    return g->rules->move_parse(g, s, "black", strlen("black"), &used, &m, NULL) == PES_ERR_OK;
}

static void queue_token(struct talk *t, const char *token) {
    assert(t->queue_count < QUEUE_MAX);
    snprintf(t->queue[t->queue_count++], PES_MOVE_TEXT_MAX, "%s", token);
}

/* Queues the moves of an answer after `stones` stones: three stones, or a choice and its stones. */
static enum pes_err queue_answer(struct talk *t, const struct gomocup_reply *reply, int stones) {
    const bool swap = reply->kind == GOMOCUP_SAYS_SWAP;
    const int count = swap ? 0 : reply->count;
    const bool fits = stones == 0   ? count == 3
                      : stones == 3 ? swap || count == 1 || count == 2
                                    : swap || count == 1;
    if (reply->kind == GOMOCUP_SAYS_OK || !fits)
        return blame_shape(t, "SWAP2BOARD");
    const enum pes_err err = swap ? PES_ERR_OK : check_points(t, reply);
    if (err != PES_ERR_OK)
        return err;
    if (stones > 0)
        queue_token(t, swap ? "black" : count == 1 ? "white" : "more");
    for (int i = 0; i < count; i++) {
        char token[PES_MOVE_TEXT_MAX];
        brain_point_format(reply->points[i], token);
        queue_token(t, token);
    }
    return PES_ERR_OK;
}

/* Asks for the next part of the opening. */
static enum pes_err ask_opening(struct talk *t, const struct pes_history *h,
                                const struct pes_limits *limits, pes_player player) {
    const int64_t start_ns = clock_now_ns();
    t->queue_first = t->queue_count = 0;
    if (collect(t, h) > 0 || (t->count != 0 && t->count != 3 && t->count != 5)) {
        note_fill(&t->rival.fault, TEXT(gomocup_no_opening), PES_NO_ARGS);
        return PES_ERR_UNFIT;
    }
    enum pes_err err = rival_reset(&t->rival, limits->stop);
    if (err != PES_ERR_OK)
        return err;
    struct gomocup_reply reply;
    const int64_t limit_ms = put_time(t, limits, player);
    put_stones(t, "SWAP2BOARD", false);
    t->rival.empty = false;
    t->known_count = -1;
    err = rival_ask(&t->rival, limit_ms, deadline_ns(start_ns, limits, player, limit_ms),
                    limits->stop, &reply);
    if (err != PES_ERR_OK)
        return err;
    t->queue_at = pes_history_count(h);
    return queue_answer(t, &reply, t->count);
}

/* The next move of the queue. */
static enum pes_err take_queued(struct talk *t, const struct pes_history *h, pes_move *out) {
    assert(t->queue_first < t->queue_count);
    t->queue_at++;
    return read_move(t, h, t->queue[t->queue_first++], out);
}

/* The class. -------------------------------------------------------------------------------- */

static enum pes_err agent_choose(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_limits *limits, struct pes_answer *answer) {
    struct talk *t = talk_of(agent);
    const pes_player player = pes_turn(agent->game, pes_history_state(h));
    if (t->begin_err != PES_ERR_OK) {
        const enum pes_err begin_err = t->begin_err;
        t->begin_err = PES_ERR_OK; // the fault is still that of the start
        return begin_err;
    }
    t->rival.fault = (struct pes_note){0};
    t->rival.ply = pes_history_plies(h) + 1;
    if (t->queue_first < t->queue_count && t->queue_at == pes_history_count(h))
        return take_queued(t, h, &answer->move);
    t->queue_first = t->queue_count = 0;
    if (!is_swap2(agent->game) || !in_opening(h))
        return ask_move(t, h, limits, player, &answer->move);
    const enum pes_err err = ask_opening(t, h, limits, player);
    return err == PES_ERR_OK ? take_queued(t, h, &answer->move) : err;
}

static void agent_begin(struct pes_agent *agent) {
    struct talk *t = talk_of(agent);
    t->known_count = -1;
    t->queue_first = t->queue_count = 0;
    t->match_ms = 0;
    rival_log_clear(&t->rival);
    t->begin_err = rival_reset(&t->rival, config_of(agent)->interrupted);
}

static enum pes_err agent_about(struct pes_agent *agent, struct pes_note *out) {
    struct talk *t = talk_of(agent);
    struct rival_card card;
    enum pes_err err = t->begin_err;
    if (err == PES_ERR_OK && t->rival.process == NULL)
        err = rival_reset(&t->rival, config_of(agent)->interrupted);
    if (err == PES_ERR_OK)
        err = rival_about(&t->rival, &card);
    if (err != PES_ERR_OK)
        return err;
    if (card.name[0] == '\0')
        note_fill(out, TEXT(gomocup_nameless), PES_NO_ARGS);
    else
        note_fill(out, card.author[0] != '\0' ? TEXT(gomocup_card_author) : TEXT(gomocup_card),
                  PES_ARGS(PES_STR(card.name), PES_STR(card.version), PES_STR(card.author)));
    return PES_ERR_OK;
}

static void agent_fault(const struct pes_agent *agent, struct pes_note *out) {
    *out = talk_of(agent)->rival.fault;
}

static const char *agent_log(const struct pes_agent *agent, size_t *length) {
    return rival_log(&talk_of(agent)->rival, length);
}

static int32_t rule_of(const char *word) {
    static const int32_t rules[] = {GOMOCUP_RULE_RENJU, GOMOCUP_RULE_EXACT};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (strcmp(word, brain_rule_word(rules[i])) == 0)
            return rules[i];
    return GOMOCUP_RULE_FREESTYLE;
}

static enum pes_err agent_create(struct pes_agent *agent, struct pes_note *note) {
    const struct pes_values *values = &agent->game->values;
    const int size = pes_values_find(values, "size");
    const int rule = pes_values_find(values, "rule");
    const enum pes_err err = program_check(agent, note);
    if (err != PES_ERR_OK)
        return err;
    struct talk *t = mem_alloc(sizeof *t);
    if (t == NULL)
        return PES_ERR_NOMEM;
    assert(size >= 0 && rule >= 0);
    rival_init(&t->rival, program_command(agent), (int32_t)values->number[size],
               rule_of(pes_values_text(values, rule)), &config_of(agent)->process);
    t->known_count = -1;
    ((struct gomocup_agent *)(void *)agent)->talk = t;
    return PES_ERR_OK;
}

static void agent_destroy(struct pes_agent *agent) {
    struct talk *t = talk_of(agent);
    rival_release(&t->rival);
    mem_free(t);
}

static int agent_offers(const struct pes_agent_class *class, const struct pes_kit *kit,
                        struct pes_offer out[], int offers_max) {
    const struct program_config *config = program_config_of(class);
    if (strcmp(kit->rules->name, GOMOCUP_GAME) != 0)
        return 0;
    if (config->programs != NULL)
        return program_offers(config, kit, TEXT(gomocup_program_help), out, offers_max);
    if (offers_max < 1)
        return 0;
    program_offer_command("gomocup", TEXT(gomocup_title), TEXT(gomocup_help), &out[0]);
    return 1;
}

void gomocup_class_init(struct program_class *class, const struct program_config *config) {
    *class = (struct program_class){
        .base = {.abi = PES_ABI,
                 .name = "gomocup",
                 .kind = PES_AGENT_PLAIN,
                 .offers_of = agent_offers,
                 .instance_size = sizeof(struct gomocup_agent),
                 .choose = agent_choose,
                 .create = agent_create,
                 .destroy = agent_destroy,
                 .begin = agent_begin,
                 .fault = agent_fault,
                 .log = agent_log,
                 .about = agent_about},
        .config = *config,
    };
}
