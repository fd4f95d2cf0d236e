/* The rules in pictures: see struct pes_rule in pessoi/view.h. */
#include "games/proximity/proximity.h"

const struct pes_rule proximity_pictures[] = {
    {
        .text = PES_TEXT(
            "When the board is full, the player with the greater sum of tiles wins.",
            "Όταν γεμίσει το ταμπλό, νικά ο παίκτης με το μεγαλύτερο άθροισμα στα πλακίδιά του."),
        .variant = "columns=4,rows=4,draw=iid",
        .position = "b9,r12,r7,b15/b11,r4,b6,b18/r13,r20,b8,r5/b3,r16,1,r9 r 10 - - -",
        .moves = "c4",
    },
    {
        .text = PES_TEXT("On your turn chance gives you a number from 1 to 20, and you place it on "
                         "an empty cell.",
                         "Στη σειρά σου η τύχη σού δίνει έναν αριθμό από 1 έως 20, και τον βάζεις "
                         "σε κενό κελί."),
        .variant = "columns=5,rows=4,draw=iid",
        .moves = "#12 b2 #7 d3 #15",
    },
    {
        .text = PES_TEXT(
            "Your tile captures smaller neighbours of your opponent. They keep their numbers.",
            "Το πλακίδιό σου κατακτά μικρότερα γειτονικά του αντιπάλου. Κρατούν τον αριθμό τους."),
        .variant = "columns=5,rows=4,draw=iid",
        .position = "2,r6,2/3,r4,1/5/5 b 10 - - -",
        .moves = "c2 #3",
    },
    {
        .text = PES_TEXT("Equal and greater neighbours are not captured.",
                         "Τα ίσα και τα μεγαλύτερα γειτονικά δεν κατακτώνται."),
        .variant = "columns=5,rows=4,draw=iid",
        .position = "2,r10,2/3,r15,1/5/5 b 10 - - -",
        .moves = "c2 #3",
        .crossed = "c1 d2",
    },
    {
        .text = PES_TEXT(
            "Your own neighbours grow by one, up to 20: then they are harder to capture.",
            "Τα δικά σου γειτονικά μεγαλώνουν κατά ένα, ως το 20: έτσι κατακτώνται πιο δύσκολα."),
        .variant = "columns=5,rows=4,draw=iid",
        .position = "2,b6,2/1,b19,3/5/5 b 5 - - -",
        .moves = "c2 #8",
    },
    {.text = {{NULL}}},
};
