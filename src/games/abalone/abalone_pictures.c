/* The rules in pictures: see struct pes_rule in pessoi/view.h. */
#include "games/abalone/abalone.h"

const struct pes_rule abalone_pictures[] = {
    {
        .text = PES_TEXT("Push six of your opponent's marbles off the board to win.",
                         "Σπρώξε έξι μπίλιες του αντιπάλου έξω από το ταμπλό για να νικήσεις."),
        .position = "5/6/3w3/2w1b3/4bbbww/3b4/7/6/5 b 0 5 0",
        .moves = "e5e6",
    },
    {
        .text =
            PES_TEXT("On your turn you move one, two or three of your marbles that are in "
                     "line, by one cell.",
                     "Στη σειρά σου μετακινείς μία, δύο ή τρεις δικές σου μπίλιες σε μία γραμμή, "
                     "κατά ένα κελί."),
        .position = "5/6/2w4/3w1w2/9/3b4/2b2b1/1b4/5 b 0 0 0",
        .moves = "b2c3",
    },
    {
        .text = PES_TEXT("A line may also go sideways, if all its new cells are empty. A sideways "
                         "move never pushes.",
                         "Μια γραμμή πάει και πλάγια, αν όλα τα νέα κελιά είναι κενά. Η πλάγια "
                         "κίνηση δεν σπρώχνει ποτέ."),
        .position = "5/6/7/2w5/2w6/3bbb2/3b3/6/5 b 0 0 0",
        .moves = "d4d6e5",
    },
    {
        .text = PES_TEXT("More marbles push fewer: two in line push one, three push one or two. "
                         "Behind those must be an empty cell or the edge.",
                         "Οι περισσότερες μπίλιες σπρώχνουν τις λιγότερες: δύο στη γραμμή μία, "
                         "τρεις μία ή δύο. Πίσω τους χρειάζεται κενό κελί ή η άκρη."),
        .position = "5/6/3w3/8/2bbbww2/3b4/3b3/6/5 b 0 0 0",
        .moves = "e3e4",
    },
    {
        .text = PES_TEXT("Equal numbers do not push: with a second white marble behind e6, two "
                         "black ones cannot push it any more.",
                         "Ίσος αριθμός δεν σπρώχνει: με δεύτερη λευκή μπίλια πίσω από το e6, δύο "
                         "μαύρες δεν το σπρώχνουν πια."),
        .position = "5/6/7/6w1/3bbw3/3bw3/2b4/6/5 w 0 0 0",
        .moves = "f8e7",
        .crossed = "e6",
    },
    {.text = {{NULL}}},
};
