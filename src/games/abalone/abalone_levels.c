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
    .count = 12,
    .usual = 3,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 56, .blind = 0.75},
            {.depth = 1, .nodes = 100000, .loss = 46.8, .blind = 0.6},
            {.depth = 1, .nodes = 100000, .loss = 38.2, .blind = 0.5},
            {.depth = 2, .nodes = 20000, .loss = 44.8, .blind = 0.4},
            {.depth = 2, .nodes = 20000, .loss = 38, .blind = 0.3},
            {.depth = 2, .nodes = 20000, .loss = 31.8, .blind = 0.25},
            {.depth = 2, .nodes = 20000, .selective = true, .loss = 25.4, .blind = 0.2},
            {.depth = 3, .nodes = 10000, .selective = true, .loss = 21.6, .blind = 0.15},
            {.depth = 3, .nodes = 10000, .selective = true, .loss = 16.1, .blind = 0.1},
            {.depth = 4, .nodes = 15000, .selective = true, .loss = 15.3, .blind = 0.08},
            {.depth = 5, .nodes = 25000, .selective = true, .loss = 13.9, .blind = 0.05},
            {.depth = 6, .nodes = 40000, .selective = true, .loss = 10.5},
        },
    .sees =
        {
            PES_TEXT("Looks at its own move only, gives much away, and overlooks most sideways "
                     "moves. Good for learning the rules.",
                     "Κοιτάζει μόνο τη δική του κίνηση, χαρίζει πολλά και δεν βλέπει τις "
                     "περισσότερες πλάγιες κινήσεις. Καλός για να μάθεις τους κανόνες."),
            PES_TEXT(
                "Looks at its own move only, errs less, and misses half of the sideways moves.",
                "Κοιτάζει μόνο τη δική του κίνηση, κάνει λιγότερα λάθη και του ξεφεύγουν οι μισές "
                "πλάγιες κινήσεις."),
            PES_TEXT("Knows a good place for its marbles, but does not look at your answer. A good "
                     "place to start.",
                     "Ξέρει πού στέκονται καλά οι μπίλιες του, αλλά δεν κοιτάζει την απάντησή σου. "
                     "Καλή αρχή για πολλούς."),
            PES_TEXT("Sees your answer too, but still gives much away; misses one sideways move in "
                     "three.",
                     "Βλέπει και την απάντησή σου, αλλά χαρίζει ακόμη πολλά· του ξεφεύγει μία στις "
                     "τρεις πλάγιες κινήσεις."),
            PES_TEXT("Sees your answer and gives less away; misses one sideways move in four.",
                     "Βλέπει την απάντησή σου και χαρίζει λιγότερα· του ξεφεύγει μία στις τέσσερις "
                     "πλάγιες κινήσεις."),
            PES_TEXT(
                "Sees your answer and most sideways moves; plans of three moves are beyond it.",
                "Βλέπει την απάντησή σου και τις περισσότερες πλάγιες κινήσεις· σχέδια τριών "
                "κινήσεων δεν τα βλέπει."),
            PES_TEXT("Follows pushes to their end and takes every marble that is offered.",
                     "Ακολουθεί τα σπρωξίματα ως το τέλος τους και παίρνει κάθε μπίλια που του "
                     "προσφέρεις."),
            PES_TEXT("Plans its next move after your answer; seldom overlooks a sideways move.",
                     "Σχεδιάζει την επόμενη κίνησή του μετά την απάντησή σου· σπάνια παραβλέπει "
                     "πλάγια κίνηση."),
            PES_TEXT("Plans its next move and gives little away.",
                     "Σχεδιάζει την επόμενη κίνησή του και χαρίζει λίγα."),
            PES_TEXT("Looks two moves of each side ahead; hardly overlooks anything.",
                     "Κοιτάζει δύο κινήσεις κάθε πλευράς μπροστά· δεν παραβλέπει σχεδόν τίποτα."),
            PES_TEXT(
                "Looks further ahead than most people, and punishes small slips.",
                "Κοιτάζει πιο μακριά από τους περισσότερους ανθρώπους και τιμωρεί μικρά λάθη."),
            PES_TEXT("Looks three moves of each side ahead and overlooks nothing; only the "
                     "strongest is clearly better.",
                     "Κοιτάζει τρεις κινήσεις κάθε πλευράς μπροστά και δεν παραβλέπει τίποτα· μόνο "
                     "ο ισχυρότερος είναι καθαρά καλύτερος."),
        },
    .overlooked = overlooked,
};
