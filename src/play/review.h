/* Review: how good the moves of a game were, in win probabilities.
 *
 * A move is judged by what it gives away: the mover's win probability with the best move minus that
 * of the move played, both by the same adviser (hint_adviser(): the strongest agent). In a game
 * with chance the value of a move is its expectation before the roll; luck is what the roll then
 * changed: the win probability after it minus that expectation. A draw counts as half a win
 * everywhere.
 *
 *     struct review_move judged;
 *     review_find(&asker, history, played, &judged);   // history: the position before the move
 *     judged.class; judged.accuracy; judged.line       // what to show
 *
 * Both moves get the same effort: where chance plays, one search values all moves at one depth;
 * elsewhere the positions after the two moves are searched to the same depth, and a move played
 * that turns out to be as good as the adviser's is the best move. A result that is proven, or that
 * the rules or the history decide at once, is exactly 0, 0.5 or 1.
 *
 * Nothing here needs a session: a thread with a history of its own can judge a move. Equal
 * positions, seeds and limits by depth or nodes give equal judgements, whatever was judged before:
 * every judgement begins a new game of the adviser. */
#ifndef PLAY_REVIEW_H
#define PLAY_REVIEW_H

#include "play/hint.h"

/* Drops of the winning chances 2p - 1, which are from -1 to 1, as on lichess. */
#define REVIEW_INACCURACY_DROP 0.1
#define REVIEW_MISTAKE_DROP 0.2
#define REVIEW_BLUNDER_DROP 0.3

enum review_class {
    REVIEW_FORCED, /* the only legal move */
    REVIEW_BEST,   /* the adviser's move, or one that it values as highly */
    REVIEW_GOOD,
    REVIEW_INACCURACY,
    REVIEW_MISTAKE,
    REVIEW_BLUNDER,
    REVIEW_CLASS_COUNT
};

/* One move of a player, judged. Probabilities are the mover's. */
struct review_move {
    pes_player player;
    pes_move played;
    pes_move line[PES_LINE_MAX];  /* the best move and how the game could continue */
    int line_count;               /* at least 1 */
    pes_move reply[PES_LINE_MAX]; /* how the game could continue after the move played */
    int reply_count; /* 0: chance or the end of the game follows it, or it is unknown */
    double chance;   /* with the best move, 0..1 */
    double after;    /* with the move played, before any roll that follows it, 0..chance */
    bool has_mate;   /* as in struct pes_answer, with the best move; and so is `mate` */
    int32_t mate;
    bool has_mate_after; /* the same after the move played, still from the mover's view */
    int32_t mate_after;
    enum review_class class;
    double accuracy; /* 0..100 */
    int depth;       /* of the search */
    uint64_t nodes;
};

/* Judges `played`, a legal move of the present position, in which a player is to move. The history
 * is changed meanwhile and restored. The asker's limits (depth, nodes, movetime_ms, stop) are for
 * the whole judgement, but a search of one ply is always finished; info() is not called. Fails with
 * STOPPED, with NOMEM, or as the adviser does; with UNFIT if the adviser has no win
 * probabilities. */
PES_MUST_USE enum pes_err review_find(const struct hint_asker *asker, struct pes_history *h,
                                      pes_move played, struct review_move *out);

/* The mover's win probability at the present position, in which a player is to move, or exactly 0,
 * 0.5 or 1 if the game is over; for First if First is to move or it is over. For the position after
 * the last move, and for luck. */
PES_MUST_USE enum pes_err review_chance(const struct hint_asker *asker, struct pes_history *h,
                                        double *out);

/* What the outcomes of chance after the last move of a player have changed: First's win probability
 * after them minus the mean of it over all that could have come. A player is to move, or the game
 * is over. 0 if no outcome followed. A roll is compared with every outcome, or with samples of an
 * event of several rolls, all by a search of one ply; so the mean of luck is 0, and it costs a few
 * thousand nodes. Fails with STOPPED, with NOMEM, or as the adviser does. */
PES_MUST_USE enum pes_err review_luck(const struct hint_asker *asker, const struct pes_history *h,
                                      double *out);

/* The class and the accuracy of a move that was not forced, from win probabilities of its mover. */
enum review_class review_class_of(double chance, double after);
double review_accuracy(double chance, double after);
const char *review_class_word(enum review_class class); /* "forced", "best", .. "blunder" */

/* A game, or the part of it that is known. */
struct review_player {
    int moves; /* judged */
    int counts[REVIEW_CLASS_COUNT];
    double accuracy;    /* 0..100; 100 without moves that were judged and not forced */
    double skill, luck; /* sums of win probability: given away (<= 0), and won or lost by rolls */
};

/* Sums up moves in the order of the game; a move with line_count 0 is not known yet. first[i] is
 * First's win probability before move i, and first[count] the one at the end; NAN where it is
 * unknown. luck[i] is First's luck after move i, NAN where it is unknown; NULL in games without
 * chance. What is luck for one player is bad luck for the other.
 *
 * The accuracy of a game is the mean of two means of the accuracies of the player's moves that were
 * not forced: the harmonic one, and one weighted by volatility, which is the standard deviation of
 * the win probability in a window that ends after the move. */
void review_sum(const struct review_move moves[], const double first[], const double luck[],
                int count, struct review_player out[PES_PLAYERS_MAX]);

#endif
