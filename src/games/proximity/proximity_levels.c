/* The levels of Proximity: weakened players, as parameters of the agent `level`.
 *
 * docs/strength.md describes how the levels were found and the matches between them. Invariant:
 * each clearly beats the one before. */
#include "games/proximity/proximity.h"

const struct pes_levels proximity_levels = {
    .count = 8,
    .usual = 3,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 765},
            {.depth = 1, .nodes = 100000, .loss = 627},
            {.depth = 1, .nodes = 100000, .loss = 513},
            {.depth = 1, .nodes = 100000, .loss = 400},
            {.depth = 1, .nodes = 100000, .loss = 290},
            {.depth = 1, .nodes = 100000, .loss = 190},
            {.depth = 1, .nodes = 100000, .loss = 115},
            {.depth = 1, .nodes = 100000, .loss = 50},
        },
    .sees =
        {
            PES_TEXT("Sees what its tile takes, and gives away about seven points with each. Good "
                     "for learning the rules.",
                     "Βλέπει τι παίρνει το πλακίδιό του και χαρίζει περίπου επτά πόντους με το "
                     "καθένα. Καλός για να μάθεις τους κανόνες."),
            PES_TEXT("Takes what is worth much, and gives away nearly six points per tile.",
                     "Παίρνει ό,τι αξίζει πολύ και χαρίζει σχεδόν έξι πόντους σε κάθε πλακίδιο."),
            PES_TEXT("Often passes over a better cell; gives away five points per tile. A good "
                     "place to start.",
                     "Συχνά προσπερνά ένα καλύτερο κελί· χαρίζει πέντε πόντους σε κάθε πλακίδιο. "
                     "Καλή αρχή για πολλούς."),
            PES_TEXT("Captures well, but seldom finds the best cell; gives away four points per "
                     "tile.",
                     "Κατακτά καλά, μα σπάνια βρίσκει το καλύτερο κελί· χαρίζει τέσσερις πόντους "
                     "σε κάθε πλακίδιο."),
            PES_TEXT(
                "Weighs captures against cover; gives away three points per tile.",
                "Ζυγίζει τις κατακτήσεις με την κάλυψη· χαρίζει τρεις πόντους σε κάθε πλακίδιο."),
            PES_TEXT(
                "Stays near the best cell; gives away one or two points per tile.",
                "Μένει κοντά στο καλύτερο κελί· χαρίζει έναν με δύο πόντους σε κάθε πλακίδιο."),
            PES_TEXT("Finds the best cell or one nearly as good; gives away one point per tile.",
                     "Βρίσκει το καλύτερο κελί ή ένα σχεδόν εξίσου καλό· χαρίζει έναν πόντο σε "
                     "κάθε πλακίδιο."),
            PES_TEXT("Plays nearly the best it sees, but looks only at its own tile, not at your "
                     "answer.",
                     "Παίζει σχεδόν ό,τι καλύτερο βλέπει, μα κοιτάζει μόνο το δικό του πλακίδιο, "
                     "όχι την απάντησή σου."),
        },
};
