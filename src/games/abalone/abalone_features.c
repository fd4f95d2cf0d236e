/* Features of a position, for fitting the weights of `own`; abalone_counts.h lists them. */
#include "games/abalone/abalone_counts.h"

_Static_assert((int)ABALONE_FEATURES <= (int)PES_POSITION_FEATURES_MAX, "one entry per feature");

static uint32_t feature_count(const struct pes_game *g) {
    (void)g;
    return ABALONE_FEATURES;
}

static uint32_t feature_move_count(const struct pes_game *g) {
    (void)g;
    return 0;
}

static int feature_position(const struct pes_game *g, const struct pes_state *state,
                            struct pes_feature out[]) {
    int32_t counts[ABALONE_FEATURES];
    (void)g;
    abalone_put_features(abalone_at(state), counts, false);
    for (uint32_t i = 0; i < ABALONE_FEATURES; i++)
        out[i] = (struct pes_feature){.index = i, .count = counts[i]};
    return ABALONE_FEATURES;
}

static const char *feature_name(const struct pes_game *g) {
    (void)g;
    return "abalone";
}

const struct pes_features abalone_features = {
    .abi = PES_ABI,
    .position_count = feature_count,
    .move_count = feature_move_count,
    .position = feature_position,
    .name = feature_name,
    .unit = ABALONE_WEIGHT_UNIT * 96, /* so that a lost marble is worth about a hundred */
};
