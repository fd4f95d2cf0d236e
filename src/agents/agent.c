/* The table of agent classes, and what is common to all agents: finding one by its text, making it,
 * and the checks before and after the functions of its class are called. */
#include "agents/agents.h"
#include "agents/text.h"
#include "core/mem.h"
#include "core/nearest.h"
#include "core/str.h"
#include "pessoi/tree.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* From the weakest to the strongest: people see them in this order. */
static const struct pes_agent_class *const classes[] = {
    &agent_random_class,    &agent_rating_class,     &agent_minimax_class,
    &agent_alphabeta_class, &agent_expectimax_class, &agent_mcts_class,
    &agent_level_class,     &agent_max_class,        &agent_oracle_class,
};
enum { CLASSES = sizeof classes / sizeof classes[0] };

bool agents_is_built_in(const char *name) {
    for (int i = 0; i < CLASSES; i++)
        if (strcmp(classes[i]->name, name) == 0)
            return true;
    return false;
}

static bool is_offered(const struct pes_offer offers[], int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(offers[i].name, name) == 0)
            return true;
    return false;
}

/* Adds the offers of a registered class, except names that are taken: an offer never replaces
 * another. */
static int add_registered(const struct pes_agent_class *class, const struct pes_kit *kit,
                          struct pes_offer out[], int count) {
    assert(count < PES_OFFERS_MAX);
    const int left = PES_OFFERS_MAX - count;
    const int offered = class->offers_of != NULL ? class->offers_of(class, kit, out + count, left)
                                                 : class->offers(kit, out + count, left);
    const int end = count + offered;
    assert(offered >= 0 && end <= PES_OFFERS_MAX);
    for (int i = count; i < end; i++) {
        out[i].class = class; // classes with data around them are not constants of their file
        if (!is_offered(out, count, out[i].name)) {
            if (count != i)
                out[count] = out[i];
            count++;
        }
    }
    return count;
}

int pes_agent_offers(const struct pes_kit *kit, struct pes_offer out[]) {
    int count = 0;
    for (int i = 0; i < CLASSES; i++)
        count += classes[i]->offers(kit, out + count, PES_OFFERS_MAX - count);
    assert(count <= PES_OFFERS_MAX);
    for (int i = 0; count < PES_OFFERS_MAX && agents_registered(i) != NULL; i++)
        count = add_registered(agents_registered(i), kit, out, count);
    return count;
}

bool pes_agent_strongest(const struct pes_kit *kit, char out[PES_AGENT_NAME_MAX]) {
    static const struct pes_agent_class *const strong[] = {&agent_max_class, &agent_minimax_class};
    for (size_t i = 0; i < sizeof strong / sizeof strong[0]; i++) {
        struct pes_offer offer;
        if (strong[i]->offers(kit, &offer, 1) == 0)
            continue;
        snprintf(out, PES_AGENT_NAME_MAX, "%s", offer.name);
        return true;
    }
    return false;
}

/* All agents of the game as one list: "random, crazy, minimax". */
static void list_names(const struct pes_offer offers[], int count, struct str *out) {
    for (int i = 0; i < count; i++)
        str_addf(out, "%s%s", i > 0 ? ", " : "", offers[i].name);
}

static const char *nearest_name(const struct pes_offer offers[], int count, const char *typed,
                                size_t length) {
    struct nearest nearest = {.word = NULL};
    for (int i = 0; i < count; i++)
        nearest_offer(&nearest, typed, length, offers[i].name);
    return nearest.word;
}

/* Was a program meant, as in "./bot.py" or "python3 bot.py", where programs may play? */
static bool means_program(const struct pes_offer offers[], int count, const char *typed,
                          size_t length) {
    if (memchr(typed, '/', length) == NULL && memchr(typed, '.', length) == NULL)
        return false;
    for (int i = 0; i < count; i++)
        if (strcmp(offers[i].name, "cmd") == 0)
            return true;
    return false;
}

static enum pes_err say_program(const char *typed, size_t length, struct pes_note *note) {
    const bool here = memchr(typed, '/', length) == NULL && memchr(typed, ' ', length) == NULL;
    char quote[PES_QUOTE_SIZE], agent[PES_QUOTE_SIZE + sizeof "cmd:./"];
    pes_quote(typed, length, quote);
    snprintf(agent, sizeof agent, "cmd:%s%s", here ? "./" : "", quote);
    return pes_note_say(note, PES_ERR_UNKNOWN, 1, TEXT(agent_unknown_program),
                        PES_ARGS(PES_STR(quote), PES_STR(agent)));
}

/* Refuses an unknown name: suggests the nearest one and lists all of them. */
static enum pes_err say_unknown(const struct pes_offer offers[], int count, const char *typed,
                                size_t length, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    struct str names;
    if (means_program(offers, count, typed, length))
        return say_program(typed, length, note);
    str_init(&names);
    list_names(offers, count, &names);
    pes_quote(typed, length, quote);
    const char *nearest = nearest_name(offers, count, typed, length);
    const enum pes_err err =
        nearest != NULL
            ? pes_note_say(note, PES_ERR_UNKNOWN, 1, TEXT(agent_unknown_near),
                           PES_ARGS(PES_STR(quote), PES_STR(nearest), PES_STR(names.text)))
            : pes_note_say(note, PES_ERR_UNKNOWN, 1, TEXT(agent_unknown),
                           PES_ARGS(PES_STR(quote), PES_STR(names.text)));
    str_release(&names);
    return err;
}

/* The offer named by text[0..length). */
static enum pes_err find_offer(const struct pes_game *g, const char *text, size_t length,
                               struct pes_offer *out, struct pes_note *note) {
    struct pes_offer *offers = mem_alloc(PES_OFFERS_MAX * sizeof offers[0]);
    if (offers == NULL)
        return PES_ERR_NOMEM;
    const int count = pes_agent_offers(g->kit, offers);
    int i = 0;
    while (i < count &&
           (strlen(offers[i].name) != length || memcmp(offers[i].name, text, length) != 0))
        i++;
    enum pes_err err = PES_ERR_OK;
    if (i < count)
        *out = offers[i];
    else
        err = say_unknown(offers, count, text, length, note);
    mem_free(offers);
    return err;
}

/* Checks that it is `name` or `name:options` and not too long; *length is the name's. */
static enum pes_err check_shape(const char *text, size_t *length, struct pes_note *note) {
    *length = strcspn(text, ":");
    if (*length == 0)
        return pes_note_say(note, PES_ERR_SYNTAX, 1, TEXT(agent_no_name), PES_NO_ARGS);
    if (strlen(text) >= PES_AGENT_TEXT_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 1, TEXT(agent_too_long),
                            PES_ARGS(PES_INT(PES_AGENT_TEXT_MAX - 1)));
    if (text[*length] == ':' && text[*length + 1] == '\0')
        return pes_note_say(note, PES_ERR_SYNTAX, (int32_t)*length + 1, TEXT(agent_no_options),
                            PES_NO_ARGS);
    return PES_ERR_OK;
}

enum pes_err pes_agent_find(const struct pes_game *g, const char *text, struct pes_offer *offer,
                            struct pes_values *values, struct pes_note *note) {
    size_t length;
    enum pes_err err = check_shape(text, &length, note);
    if (err == PES_ERR_OK)
        err = find_offer(g, text, length, offer, note);
    if (err != PES_ERR_OK)
        return err;
    const size_t skipped = text[length] == ':' ? length + 1 : length;
    err = pes_values_parse(offer->options, text + skipped, values, note);
    if (err != PES_ERR_OK && note != NULL && note->pos > 0)
        note->pos += (int32_t)skipped;
    return err;
}

enum pes_err pes_agent_new(const struct pes_game *g, const char *text, struct pes_agent **out,
                           struct pes_note *note) {
    struct pes_offer offer = {.class = NULL};
    struct pes_values values;
    enum pes_err err = pes_agent_find(g, text, &offer, &values, note);
    if (err != PES_ERR_OK)
        return err;

    assert(offer.class != NULL);
    assert(offer.class->instance_size >= sizeof(struct pes_agent));
    struct pes_agent *agent = mem_alloc(offer.class->instance_size);
    if (agent == NULL)
        return PES_ERR_NOMEM;
    agent->class = offer.class;
    agent->game = g;
    agent->offer = offer;
    agent->values = values;
    agent->values.options = agent->offer.options; /* not the local copy, which ends here */
    pes_rng_init(&agent->rng, 0);
    if (agent->class->create != NULL)
        err = agent->class->create(agent, note); /* releases its own memory on failure */
    if (err != PES_ERR_OK) {
        mem_free(agent);
        return err;
    }
    *out = agent;
    return PES_ERR_OK;
}

void pes_agent_free(struct pes_agent *agent) {
    if (agent == NULL)
        return;
    if (agent->class->destroy != NULL)
        agent->class->destroy(agent);
    mem_free(agent);
}

void pes_agent_begin(struct pes_agent *agent, uint64_t seed) {
    pes_rng_init(&agent->rng, seed);
    if (agent->class->begin != NULL)
        agent->class->begin(agent);
}

void pes_agent_format(const struct pes_agent *agent, char out[PES_AGENT_TEXT_MAX]) {
    char options[PES_OPTIONS_TEXT_MAX];
    pes_values_format(&agent->values, options);
    /* The canonical list is not longer than the one that was parsed, which fitted. */
    const size_t left = PES_AGENT_TEXT_MAX - strlen(agent->offer.name) - sizeof ":";
    assert(strlen(options) <= left);
    snprintf(out, PES_AGENT_TEXT_MAX, "%s%s%.*s", agent->offer.name, options[0] ? ":" : "",
             (int)left, options);
}

/* The agent without its options. */
static const char *say_offer(const struct pes_kit *kit, const struct pes_offer *offer,
                             const struct pes_values *values, enum pes_lang lang) {
    if (offer->class == &agent_level_class) {
        const int n = (int)values->number[0];
        return pes_level_title(n, kit->levels->count)->in[lang];
    }
    return offer->title.in[lang] != NULL ? offer->title.in[lang] : offer->name;
}

size_t pes_agent_say(const struct pes_game *g, const char *text, enum pes_lang lang, char *out,
                     size_t cap) {
    static const struct pes_text plain = PES_TEXT("{1}", "{1}");
    struct pes_offer offer = {.class = NULL};
    struct pes_values values;
    if (pes_agent_find(g, text, &offer, &values, NULL) != PES_ERR_OK)
        return pes_say(lang, &plain, PES_ARGS(PES_STR(text)), out, cap);
    char options[2 * PES_OPTIONS_TEXT_MAX];
    const char *title = say_offer(g->kit, &offer, &values, lang);
    const size_t length = pes_values_say(&values, lang, options, sizeof options);
    if (length == 0 || offer.class == &agent_level_class)
        return pes_say(lang, &plain, PES_ARGS(PES_STR(title)), out, cap);
    return pes_say(lang, TEXT(agent_said), PES_ARGS(PES_STR(title), PES_STR(options)), out, cap);
}

/* Is a player to move, with at least one legal move? Repetition and ply caps do not matter here:
 * people ask agents about such positions too. */
static bool can_answer(const struct pes_agent *agent, const struct pes_history *h) {
    const struct pes_game *g = agent->game;
    assert(pes_history_game(h)->rules == g->rules);
    assert(strcmp(pes_history_game(h)->variant, g->variant) == 0);
    return pes_turn(g, pes_history_state(h)) >= 0 && !pes_over(g, pes_history_state(h));
}

static const struct pes_limits no_limits = {.depth = 0};

enum pes_err pes_agent_choose(struct pes_agent *agent, const struct pes_history *h,
                              const struct pes_limits *limits, struct pes_answer *answer) {
    if (!can_answer(agent, h))
        return PES_ERR_UNFIT;
    memset(answer, 0, sizeof *answer);
    const enum pes_err err =
        agent->class->choose(agent, h, limits != NULL ? limits : &no_limits, answer);
    if (err != PES_ERR_OK)
        return err;
    /* Agents may be foreign code: check that the answer is a legal move. */
    return pes_legal(agent->game, pes_history_state(h), answer->move) ? PES_ERR_OK
                                                                      : PES_ERR_ILLEGAL;
}

enum pes_err pes_agent_values(struct pes_agent *agent, const struct pes_history *h,
                              const struct pes_limits *limits,
                              struct pes_move_value out[PES_MOVES_MAX], int *count) {
    if (agent->class->values == NULL || !can_answer(agent, h))
        return PES_ERR_UNFIT;
    *count = pes_count(agent->game, pes_history_state(h));
    assert(*count > 0 && *count <= PES_MOVES_MAX);
    return agent->class->values(agent, h, limits != NULL ? limits : &no_limits, out);
}

enum pes_err pes_agent_tree(struct pes_agent *agent, const struct pes_history *h,
                            const struct pes_tree_config *config, struct pes_tree **out,
                            struct pes_note *note) {
    if (!can_answer(agent, h))
        return PES_ERR_UNFIT;
    if (agent->class->tree == NULL)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(agent_no_tree),
                            PES_ARGS(PES_STR(agent->offer.name)));
    return agent->class->tree(agent, h, config, out, note);
}

void pes_agent_observe(struct pes_agent *agent, const struct pes_history *h, pes_move m) {
    if (agent->class->observe != NULL)
        agent->class->observe(agent, h, m);
}

bool pes_agent_deterministic(const struct pes_agent *agent) {
    return agent->class->deterministic != NULL && agent->class->deterministic(agent);
}

void pes_agent_fault(const struct pes_agent *agent, struct pes_note *out) {
    *out = (struct pes_note){0};
    if (agent->class->fault != NULL)
        agent->class->fault(agent, out);
}

const char *pes_agent_log(const struct pes_agent *agent, size_t *length) {
    *length = 0;
    return agent->class->log != NULL ? agent->class->log(agent, length) : "";
}

enum pes_err pes_agent_about(struct pes_agent *agent, struct pes_note *out) {
    *out = (struct pes_note){0};
    return agent->class->about != NULL ? agent->class->about(agent, out) : PES_ERR_OK;
}
