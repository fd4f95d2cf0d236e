/* The levels of Boats on the lake: weakened players, as parameters of the agent `level`.
 *
 * docs/strength.md describes how the levels were found and the matches between them. Invariant:
 * each clearly beats the one before. */
#include "games/boats/boats.h"

const struct pes_levels boats_levels = {
    .count = 3,
    .usual = 1,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 4},
            {.depth = 1, .nodes = 100000, .loss = 0.4},
            {.depth = 4, .nodes = 100000, .loss = 0.6},
        },
    .sees =
        {
            PES_TEXT("Looks at its own move only and easily loses its way. A good place to start.",
                     "Κοιτάζει μόνο τη δική του κίνηση και εύκολα χάνει τον δρόμο του. Καλή "
                     "αρχή για πολλούς."),
            PES_TEXT("Makes straight for the far dock, but does not see your answer: you can take "
                     "its water away.",
                     "Πηγαίνει κατευθείαν για την απέναντι αποβάθρα, αλλά δεν βλέπει την απάντησή "
                     "σου: μπορείς να του πάρεις το νερό."),
            PES_TEXT(
                "Looks four moves ahead and seldom lets itself be drained; longer plans escape it.",
                "Κοιτάζει τέσσερις κινήσεις μπροστά και σπάνια μένει χωρίς νερό· πιο μακρινά "
                "σχέδια του ξεφεύγουν."),
        },
};
