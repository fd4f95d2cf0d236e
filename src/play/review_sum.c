/* Classes, accuracies and sums of judged moves. The formulas are those of lichess (its sources
 * AccuracyPercent and Maths), so that people find the numbers that they know. */
#include "play/review.h"

#include <assert.h>
#include <math.h>

/* Of the volatility: the window in moves, and a weight in percent. */
enum { WINDOW_MIN = 2, WINDOW_MAX = 8, MOVES_PER_WINDOW = 10, WEIGHT_MAX = 12 };
static const double weight_min = 0.5;

/* 0.15 and 0.1 are not exact in binary: a drop counts from just below its bound. */
static const double rounding = 1e-9;

enum review_class review_class_of(double chance, double after) {
    const double drop = 2.0 * (chance - after) + rounding;
    assert(after <= chance + rounding);
    if (drop >= REVIEW_BLUNDER_DROP)
        return REVIEW_BLUNDER;
    if (drop >= REVIEW_MISTAKE_DROP)
        return REVIEW_MISTAKE;
    if (drop >= REVIEW_INACCURACY_DROP)
        return REVIEW_INACCURACY;
    return after < chance ? REVIEW_GOOD : REVIEW_BEST;
}

double review_accuracy(double chance, double after) {
    const double lost = 100.0 * (chance - after);
    const double accuracy = 103.1668 * exp(-0.04354 * lost) - 3.1669 + 1.0;
    return accuracy < 0.0 ? 0.0 : accuracy > 100.0 ? 100.0 : accuracy;
}

const char *review_class_word(enum review_class class) {
    static const char *const words[REVIEW_CLASS_COUNT] = {
        [REVIEW_FORCED] = "forced",   [REVIEW_BEST] = "best",
        [REVIEW_GOOD] = "good",       [REVIEW_INACCURACY] = "inaccuracy",
        [REVIEW_MISTAKE] = "mistake", [REVIEW_BLUNDER] = "blunder",
    };
    assert((unsigned)class < REVIEW_CLASS_COUNT);
    return words[class];
}

/* The standard deviation of the known values of at[from..to], in percent; 0: fewer than two. */
static double deviation(const double at[], int from, int to) {
    double sum = 0.0, squares = 0.0;
    int known = 0;
    for (int i = from; i <= to; i++) {
        if (isnan(at[i]))
            continue;
        sum += at[i];
        squares += at[i] * at[i];
        known++;
    }
    if (known < 2)
        return 0.0;
    const double mean = sum / known, variance = squares / known - mean * mean;
    return variance > 0.0 ? 100.0 * sqrt(variance) : 0.0;
}

/* The weight of move i: the volatility of a window that ends after it, or of the first window. */
static double weight_of(const double first[], int i, int count) {
    int window = count / MOVES_PER_WINDOW;
    window = window < WINDOW_MIN ? WINDOW_MIN : window > WINDOW_MAX ? WINDOW_MAX : window;
    if (window > count + 1)
        window = count + 1;
    const int to = i + 1 < window - 1 ? window - 1 : i + 1;
    const double weight = deviation(first, to - window + 1, to);
    return weight < weight_min ? weight_min : weight > WEIGHT_MAX ? WEIGHT_MAX : weight;
}

/* The sums of one player's accuracies. */
struct means {
    double weighted, weights; /* by volatility */
    double inverse;           /* of 1 / accuracy, for the harmonic mean */
    int count;
};

static void add_accuracy(struct means *means, double accuracy, double weight) {
    means->weighted += accuracy * weight;
    means->weights += weight;
    means->inverse += 1.0 / (accuracy > 1.0 ? accuracy : 1.0);
    means->count++;
}

static double accuracy_of(const struct means *means) {
    if (means->count == 0)
        return 100.0;
    return (means->weighted / means->weights + means->count / means->inverse) / 2.0;
}

void review_sum(const struct review_move moves[], const double first[], const double luck[],
                int count, struct review_player out[PES_PLAYERS_MAX]) {
    struct means means[PES_PLAYERS_MAX] = {{0}};
    memset(out, 0, PES_PLAYERS_MAX * sizeof out[0]);
    for (int i = 0; i < count; i++) {
        const struct review_move *m = &moves[i];
        if (luck != NULL && !isnan(luck[i])) {
            out[0].luck += luck[i];
            out[1].luck -= luck[i];
        }
        if (m->line_count == 0)
            continue;
        assert(m->player == 0 || m->player == 1);
        struct review_player *p = &out[m->player];
        p->moves++;
        p->counts[m->class]++;
        p->skill += m->after - m->chance;
        if (m->class != REVIEW_FORCED)
            add_accuracy(&means[m->player], m->accuracy, weight_of(first, i, count));
    }
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        out[i].accuracy = accuracy_of(&means[i]);
}
