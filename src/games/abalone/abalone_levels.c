/* The levels of Abalone: weakened players, as parameters of the agent `level`, and what people
 * overlook in this game: broadside moves.
 *
 * docs/strength.md describes how the levels were found and the matches between them. Invariant:
 * each clearly beats the one before. */
#include "games/abalone/abalone.h"

static double overlooked(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    (void)s;
    return abalone_broadside(abalone_slot(m)) ? 0.8 : 0.0;
}

const struct pes_levels abalone_levels = {
    .count = 8,
    .usual = 3,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 66, .blind = 0.8},
            {.depth = 1, .nodes = 100000, .loss = 60, .blind = 0.75},
            {.depth = 1, .nodes = 100000, .loss = 54.5, .blind = 0.7},
            {.depth = 1, .nodes = 100000, .loss = 49.5, .blind = 0.6},
            {.depth = 1, .nodes = 100000, .loss = 45, .blind = 0.5},
            {.depth = 2, .nodes = 20000, .loss = 51.5, .blind = 0.4},
            {.depth = 2, .nodes = 20000, .loss = 47.3, .blind = 0.3},
            {.depth = 2, .nodes = 20000, .loss = 43.5, .blind = 0.2},
        },
    .sees =
        {
            PES_TEXT("Looks at its own move only, gives much away, and overlooks most sideways "
                     "moves. Good for learning the rules.",
                     "Κοιτάζει μόνο τη δική του κίνηση, χαρίζει πολλά και δεν βλέπει τις "
                     "περισσότερες πλάγιες κινήσεις. Καλός για να μάθεις τους κανόνες."),
            PES_TEXT("Looks at its own move only and often forgets to move sideways.",
                     "Κοιτάζει μόνο τη δική του κίνηση και συχνά ξεχνά ότι μπορεί να πάει πλάγια."),
            PES_TEXT("Errs a little less; does not look at your answer and overlooks many sideways "
                     "moves. A good place to start.",
                     "Κάνει λίγα λιγότερα λάθη· δεν κοιτάζει την απάντησή σου και παραβλέπει "
                     "πολλές πλάγιες κινήσεις. Καλή αρχή για πολλούς."),
            PES_TEXT("Does not see your answer and misses half of the sideways moves.",
                     "Δεν βλέπει την απάντησή σου και του ξεφεύγουν οι μισές πλάγιες κινήσεις."),
            PES_TEXT(
                "Knows a good place for its marbles, but does not look at your answer.",
                "Ξέρει πού στέκονται καλά οι μπίλιες του, αλλά δεν κοιτάζει την απάντησή σου."),
            PES_TEXT("Sees your answer too; misses one sideways move in three.",
                     "Βλέπει και την απάντησή σου· του ξεφεύγει μία στις τρεις πλάγιες κινήσεις."),
            PES_TEXT("Sees your answer and gives less away; misses one sideways move in four.",
                     "Βλέπει την απάντησή σου και χαρίζει λιγότερα· του ξεφεύγει μία στις τέσσερις "
                     "πλάγιες κινήσεις."),
            PES_TEXT(
                "Sees your answer and most sideways moves; plans of three moves are beyond it.",
                "Βλέπει την απάντησή σου και τις περισσότερες πλάγιες κινήσεις· σχέδια τριών "
                "κινήσεων δεν τα βλέπει."),
        },
    .overlooked = overlooked,
};
