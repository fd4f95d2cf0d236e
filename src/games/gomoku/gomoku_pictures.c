/* The rules in pictures: see struct pes_rule in pessoi/view.h. */
#include "games/gomoku/gomoku.h"

const struct pes_rule gomoku_pictures[] = {
    {
        .text = PES_TEXT("Five of your stones side by side win: in a row, a column or a diagonal.",
                         "Πέντε πούλια σου δίπλα δίπλα νικούν: σε γραμμή, στήλη ή διαγώνιο."),
        .variant = "size=9",
        .position = "9/9/9/5b3/2wwbw3/3b5/2bw5/9/9 b",
        .moves = "g7",
    },
    {
        .text = PES_TEXT("Players take turns to place one stone on an empty point. Stones never "
                         "move and are never taken.",
                         "Οι παίκτες βάζουν με τη σειρά από ένα πούλι σε κενό σημείο. Τα πούλια "
                         "δεν μετακινούνται και δεν χάνονται."),
        .variant = "size=9",
        .moves = "e5 f5 d6 d4",
    },
    {
        .text = PES_TEXT("Three in a row with free ends become a four that one stone cannot stop. "
                         "Block them in time.",
                         "Τρία στη σειρά με ελεύθερα άκρα γίνονται τέσσερα, που ένα πούλι δεν τα "
                         "σταματά. Μπλόκαρέ τα εγκαίρως."),
        .variant = "size=9",
        .position = "9/9/9/5w3/3bbb3/3w5/9/9/9 w",
        .moves = "g5",
    },
    {
        .text =
            PES_TEXT("Six or more in a row win too. Only in some variants exactly five are needed.",
                     "Νικούν και έξι ή περισσότερα στη σειρά. Μόνο σε μερικές παραλλαγές "
                     "χρειάζονται ακριβώς πέντε."),
        .variant = "size=9",
        .position = "9/9/3w1w3/4w4/1bbb1bb2/3w5/4w4/9/9 b",
        .moves = "e5",
    },
    {
        .text = PES_TEXT("Only under renju some points are forbidden to Black: here e5 would make "
                         "two open threes at once.",
                         "Μόνο με τον κανόνα renju κάποια σημεία απαγορεύονται στον Μαύρο: εδώ το "
                         "e5 θα έκανε δύο ανοιχτές τριάδες μαζί."),
        .variant = "size=9,rule=renju",
        .position = "9/9/4b4/4b4/2bb5/9/9/w7w/w8 w",
        .moves = "i1",
        .crossed = "e5",
    },
    {.text = {{NULL}}},
};
