/* The levels of Crush: weakened players, as parameters of the agent `level`, and what people
 * overlook in this game: the waves after the first one. A swap is missed more easily the smaller
 * the share of its points that the first wave brings.
 *
 * docs/strength.md describes how the levels were found and the matches between them. Invariant:
 * each clearly beats the one before. */
#include "games/crush/crush.h"

static double overlooked(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    int first;
    const int all = crush_visible_points(crush_board(g), crush_at(s), crush_swap_of(m), &first);
    return all > 0 ? 0.9 * (all - first) / all : 0.0;
}

const struct pes_levels crush_levels = {
    .count = 8,
    .usual = 3,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 310, .blind = 0.85},
            {.depth = 1, .nodes = 100000, .loss = 265, .blind = 0.8},
            {.depth = 1, .nodes = 100000, .loss = 230, .blind = 0.75},
            {.depth = 1, .nodes = 100000, .loss = 200, .blind = 0.7},
            {.depth = 1, .nodes = 100000, .loss = 172, .blind = 0.65},
            {.depth = 1, .nodes = 100000, .loss = 148, .blind = 0.6},
            {.depth = 1, .nodes = 100000, .loss = 128, .blind = 0.55},
            {.depth = 1, .nodes = 100000, .loss = 110, .blind = 0.5},
        },
    .sees =
        {
            PES_TEXT("Sees what goes at once, misses half of the longer cascades, gives away three "
                     "or four points per move. Good for learning the rules.",
                     "Βλέπει τι φεύγει αμέσως, χάνει τις μισές μεγάλες αλυσίδες, χαρίζει τρεις με "
                     "τέσσερις πόντους στην κίνηση. Καλός για να μάθεις τους κανόνες."),
            PES_TEXT("Sees what goes at once; what falls afterwards often surprises it.",
                     "Βλέπει τι φεύγει αμέσως· ό,τι πέφτει μετά συχνά τον ξαφνιάζει."),
            PES_TEXT(
                "Finds good lines, misses many cascades, and gives away about three points per "
                "move. A good place to start.",
                "Βρίσκει καλές σειρές, χάνει πολλές αλυσίδες και χαρίζει περίπου τρεις πόντους "
                "στην κίνηση. Καλή αρχή για πολλούς."),
            PES_TEXT(
                "Misses two long cascades in five and gives away two or three points per move.",
                "Χάνει δύο στις πέντε μεγάλες αλυσίδες και χαρίζει δύο με τρεις πόντους στην "
                "κίνηση."),
            PES_TEXT("Misses one cascade in three and gives away about two points per move.",
                     "Χάνει μία στις τρεις αλυσίδες και χαρίζει περίπου δύο πόντους στην κίνηση."),
            PES_TEXT(
                "Finds most cascades; gives away less than two points per move.",
                "Βρίσκει τις περισσότερες αλυσίδες· χαρίζει λιγότερο από δύο πόντους στην κίνηση."),
            PES_TEXT("Misses one cascade in four and gives little away.",
                     "Χάνει μία στις τέσσερις αλυσίδες και χαρίζει λίγα."),
            PES_TEXT("Misses only one cascade in five and minds what it leaves you.",
                     "Χάνει μόνο μία στις πέντε αλυσίδες και προσέχει τι σου αφήνει."),
        },
    .overlooked = overlooked,
};
