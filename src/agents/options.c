/* Options that several classes of agents share. */
#include "agents/agents.h"
#include "core/text.h"

#include <assert.h>

int agents_add_options(struct pes_option out[], int count, const struct pes_option *from) {
    for (; from != NULL && from->key != NULL; from++) {
        assert(count < PES_OPTIONS_MAX);
        out[count++] = *from;
    }
    return count;
}

/* A table borrows its defaults, so they must outlive every offer. */
static const char *const depth_words[PES_DEPTH_MAX + 1] = {
    "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12",
    "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25",
    "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38",
    "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51",
    "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "64",
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
         .help = *TEXT(agent_depth_help)},
        {.key = "nodes",
         .kind = PES_OPTION_INT,
         .def = "0",
         .min = 0,
         .max = INT64_C(1000000000000),
         .help = *TEXT(agent_nodes_help)},
        {.key = "movetime",
         .kind = PES_OPTION_INT,
         .def = "0",
         .min = 0,
         .max = 86400000,
         .help = *TEXT(agent_movetime_help)},
        {.key = NULL},
    };
    return agents_add_options(out, count, budget);
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
