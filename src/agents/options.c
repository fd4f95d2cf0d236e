/* The options that several agent classes share, and the limits that follow from them. */
#include "agents/agents.h"
#include "agents/text.h"
#include "core/str.h"

#include <assert.h>

int agents_add_options(struct pes_option out[], int count, const struct pes_option *from) {
    assert(count >= 0);
    for (; from != NULL && from->key != NULL; from++) {
        assert(count < PES_OPTIONS_MAX);
        out[count++] = *from;
    }
    return count;
}

/* Numbers as static text: an option borrows its default, which must outlive every offer. */
static const char *const depth_words[PES_DEPTH_MAX + 1] = {
    "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12",
    "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25",
    "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38",
    "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51",
    "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "64",
};

const struct pes_text agents_off_on[] = {
    PES_TEXT("off", "όχι"),
    PES_TEXT("on", "ναι"),
    {{NULL}},
};

int agents_add_budget(struct pes_option out[], int count, int depth, int depth_max) {
    assert(depth >= 1);
    assert(depth <= depth_max);
    assert(depth_max <= PES_DEPTH_MAX);
    const struct pes_option budget[] = {
        {.key = "depth",
         .kind = PES_OPTION_INT,
         .def = depth_words[depth],
         .min = 1,
         .max = depth_max,
         .help = *TEXT(agent_depth_help),
         .title = *TEXT(agent_depth_title),
         .limits_search = true},
        {.key = "nodes",
         .kind = PES_OPTION_INT,
         .def = "0",
         .min = 0,
         .max = INT64_C(1000000000000),
         .help = *TEXT(agent_nodes_help),
         .title = *TEXT(agent_nodes_title),
         .limits_search = true},
        {.key = "movetime",
         .kind = PES_OPTION_INT,
         .def = "0",
         .min = 0,
         .max = PES_MOVETIME_MAX_MS,
         .help = *TEXT(agent_movetime_help),
         .title = *TEXT(agent_movetime_title),
         .limits_search = true},
        {.key = NULL},
    };
    return agents_add_options(out, count, budget);
}

int agents_add_alphabeta(struct pes_option out[], int count) {
    const struct pes_option threads[] = {
        {.key = "threads",
         .kind = PES_OPTION_INT,
         .def = "1",
         .min = 1,
         .max = PES_ALPHABETA_THREADS_MAX,
         .help = *TEXT(agent_threads_help),
         .title = *TEXT(agent_threads_title),
         .costly = true},
        {.key = "table",
         .kind = PES_OPTION_INT,
         .def = "16",
         .min = 0,
         .max = PES_ALPHABETA_TABLE_MAX,
         .help = *TEXT(agent_table_help),
         .title = *TEXT(agent_table_title),
         .costly = true},
        {.key = NULL},
    };
    return agents_add_options(out, count, threads);
}

int64_t agents_number(const struct pes_agent *agent, const char *key) {
    const int place = pes_values_find(&agent->values, key);
    assert(place >= 0);
    return agent->values.number[place];
}

struct budget agents_budget(const struct pes_agent *agent) {
    return (struct budget){
        .depth = (int32_t)agents_number(agent, "depth"),
        .nodes = (uint64_t)agents_number(agent, "nodes"),
        .movetime_ms = agents_number(agent, "movetime"),
    };
}

struct pes_limits agents_limits(const struct pes_agent *agent, const struct pes_history *h,
                                const struct pes_limits *limits, uint64_t nodes_default) {
    const struct budget own = agents_budget(agent);
    const struct budget budget = budget_of(own, limits, h);
    const bool bounded = budget.depth < PES_DEPTH_MAX || budget.nodes > 0 || budget.movetime_ms > 0;
    /* The clock stays a clock: the search manages its time. */
    struct pes_limits all = *limits;
    all.depth = budget.depth;
    all.nodes = bounded ? budget.nodes : nodes_default;
    all.movetime_ms = (int32_t)budget_movetime_ms(&own, limits);
    return all;
}

int agents_add_eval(struct pes_option out[], int count, const struct pes_kit *kit) {
    if (kit->evals == NULL)
        return count;
    const struct pes_option eval[] = {{.key = "eval",
                                       .kind = PES_OPTION_TEXT,
                                       .def = kit->evals[0]->name,
                                       .help = *TEXT(agent_eval_help),
                                       .title = *TEXT(agent_eval_title)},
                                      {.key = NULL}};
    return agents_add_options(out, count, eval);
}

static enum pes_err refuse_eval(const struct pes_kit *kit, const char *name,
                                struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    struct str names;
    str_init(&names);
    for (int i = 0; kit->evals[i] != NULL; i++)
        str_addf(&names, "%s%s", i > 0 ? ", " : "", kit->evals[i]->name);
    const enum pes_err err =
        pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(agent_eval_unknown),
                     PES_ARGS(PES_STR(pes_quote(name, strlen(name), quote)), PES_STR(names.text)));
    str_release(&names);
    return err;
}

enum pes_err agents_find_eval(const struct pes_agent *agent, const struct pes_eval **out,
                              struct pes_note *note) {
    const struct pes_kit *kit = agent->game->kit;
    const int place = pes_values_find(&agent->values, "eval");
    *out = NULL;
    if (place < 0)
        return PES_ERR_OK;
    const char *name = pes_values_text(&agent->values, place);
    int i = 0;
    while (kit->evals[i] != NULL && strcmp(kit->evals[i]->name, name) != 0)
        i++;
    *out = kit->evals[i];
    return *out != NULL ? PES_ERR_OK : refuse_eval(kit, name, note);
}
