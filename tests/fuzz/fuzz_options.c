/* Fuzz target: options of variants and agents. Input: "GAME OPTIONS", then an agent. */
#include "fuzz/fuzz.h"

#include "pessoi/agent.h"

/* A variant's canonical text opens the same variant. */
static void check_variant(const struct pes_game *g) {
    struct pes_game *again = NULL;
    FUZZ_CHECK(pes_game_open(g->kit, g->variant, &again, NULL) == PES_ERR_OK);
    FUZZ_CHECK(strcmp(again->variant, g->variant) == 0);
    FUZZ_CHECK(again->state_size == g->state_size && again->moves_max == g->moves_max);
    pes_game_close(again);

    FUZZ_CHECK(g->state_size > 0 && g->state_size <= PES_STATE_MAX);
    FUZZ_CHECK(g->undo_size <= PES_UNDO_MAX);
    FUZZ_CHECK(g->moves_max > 0 && g->moves_max <= PES_MOVES_MAX);
    FUZZ_CHECK(g->chances_max >= 0 && g->chances_max <= PES_CHANCES_MAX);
    FUZZ_CHECK(g->payoff_min < g->payoff_max);
}

/* Its first move is legal, however small its budget. */
static void check_answer(struct pes_agent *agent, const struct pes_game *g) {
    struct pes_history *h = NULL;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    if (pes_history_new(g, &h) != PES_ERR_OK)
        return;
    if (pes_history_start_text(h, "startpos", &rng, NULL) == PES_ERR_OK &&
        pes_turn(g, pes_history_state(h)) >= 0) {
        const struct pes_limits limits = {.depth = 1, .nodes = 64};
        struct pes_answer answer;
        pes_agent_begin(agent, 1);
        const enum pes_err err = pes_agent_choose(agent, h, &limits, &answer);
        FUZZ_CHECK(err == PES_ERR_OK || err == PES_ERR_NOMEM);
        FUZZ_CHECK(err != PES_ERR_OK || pes_legal(g, pes_history_state(h), answer.move));
    }
    pes_history_free(h);
}

/* An agent's canonical text makes the same agent. */
static void check_agent(const struct pes_game *g, const char *text) {
    struct pes_agent *agent = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_agent_new(g, text, &agent, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, strlen(text));
        FUZZ_CHECK(agent == NULL);
        return;
    }
    char canonical[PES_AGENT_TEXT_MAX];
    pes_agent_format(agent, canonical);
    struct pes_agent *again = NULL;
    FUZZ_CHECK(pes_agent_new(g, canonical, &again, NULL) == PES_ERR_OK);
    char second[PES_AGENT_TEXT_MAX];
    pes_agent_format(again, second);
    FUZZ_CHECK(strcmp(canonical, second) == 0);
    pes_agent_free(again);
    check_answer(agent, g);
    pes_agent_free(agent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    struct pes_game *g = fuzz_open(&in);
    if (g != NULL) {
        char agent[FUZZ_LINE_MAX];
        fuzz_line(&in, agent);
        check_variant(g);
        check_agent(g, agent);
    }
    pes_game_close(g);
    return 0;
}
