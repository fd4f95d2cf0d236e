/* Fits the weights of an evaluation and of a policy to samples, and judges them.
 *
 * The loss of a position is the cross-entropy between the model's win probability and a blend of
 * result and search, whose log odds are calibrated to the results first, file by file: an edge and
 * a slope. That of a choice is the cross-entropy between the softmax over the candidates and the
 * search's choice. The figures are those of the games held out. */
#ifndef LEARN_FIT_H
#define LEARN_FIT_H

#include "learn/samples.h"

struct fit {
    const struct pes_game *game;
    double blend;   /* the share of the result, where it counts; the rest is the search's */
    double ridge;   /* penalty of a feature's own part */
    int32_t epochs; /* passes over the data */
    uint64_t seed;  /* of the order of the samples */
    const atomic_bool *stop;
};
enum { FIT_TOPS = 3, FIT_TOP_1 = 1, FIT_TOP_2 = 3, FIT_TOP_3 = 8 };

/* How well win probabilities predict results. */
struct fit_score {
    double brier, log_loss;
};

struct fit_report {
    int64_t positions, held_out;         /* to fit; to judge: those whose result counts */
    struct fit_score before, calibrated; /* the built-in evaluation; the same, calibrated */
    struct fit_score after;
    struct fit_score search;          /* calibrated */
    double search_edge, search_slope; /* what calibrates the search in the first file */
    int64_t choices, held_out_choices;
    double top_before[FIT_TOPS],
        top_after[FIT_TOPS]; /* shares of choices found among the first n */
    double policy_loss;      /* cross-entropy */
};

/* The models are initialised here, and released by the caller; `moves` has no features if the game
 * has none for moves. UNFIT: there is too little to fit. */
PES_MUST_USE enum pes_err fit_run(const struct fit *fit, const struct samples *samples,
                                  struct model *positions, struct model *moves,
                                  struct fit_report *report, struct pes_note *note);

/* Weights as a C file for the game's folder: whole numbers, with `comment` at the top. */
void fit_format(const struct pes_game *g, const struct model *positions, const struct model *moves,
                const char *comment, struct str *out);

#endif
