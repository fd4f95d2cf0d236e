/* Samples for fitting: positions and choices of moves from labelled games, as sparse rows.
 *
 * A position that exact rules decide, or that was not searched, gives no sample. The result of a
 * game counts only for positions after its last random move; before it the search's value alone
 * does. Games are held out as wholes, by their hash: a tenth of them. */
#ifndef LEARN_SAMPLES_H
#define LEARN_SAMPLES_H

#include "learn/data.h"
#include "learn/model.h"

#include <stdatomic.h>

struct samples_position {
    float search;   /* the mover's log odds by the search */
    float before;   /* and by the evaluation that is built in */
    int8_t halves;  /* the mover's result; -1: it does not count */
    uint8_t source; /* the number of its file, from 0 */
    bool held_out;
};

/* A choice: the rows first .. first + count - 1 are candidates. */
struct samples_choice {
    size_t first;
    uint16_t count;
    uint16_t best;      /* the search's choice, from 0 */
    uint16_t best_rank; /* by the order that is built in: how many candidates come earlier */
    bool held_out;
};

struct samples {
    struct model_rows rows; /* one per position */
    struct samples_position *positions;
    size_t position_cap;
    struct model_rows move_rows; /* one per candidate */
    struct samples_choice *choices;
    size_t choice_count, choice_cap;
    int32_t games, held_out_games;
    int32_t sources; /* files; from SAMPLES_SOURCES on they share a number */
};
enum { SAMPLES_SOURCES = 64 };

/* Adds the games of a file of this variant. */
PES_MUST_USE enum pes_err samples_add(struct samples *out, const struct pes_game *g,
                                      const struct data *data, const atomic_bool *stop,
                                      struct pes_note *note);
void samples_release(struct samples *samples);

#endif
