/* The lesson: see struct pes_lesson in pessoi/view.h. A smaller board makes larger cells. */
#include "games/proximity/proximity.h"

#define BOARD "columns=5,rows=4,draw=iid"

const struct pes_lesson proximity_lessons[] = {
    {
        .title = PES_TEXT("Place your number", "Βάλε τον αριθμό σου"),
        .task =
            PES_TEXT("You are Blue, who begins. Each turn chance gives the player a number from 1 "
                     "to 20, which goes on any empty cell. You got 12.",
                     "Είσαι ο Μπλε, που αρχίζει. Σε κάθε σειρά η τύχη δίνει στον παίκτη έναν "
                     "αριθμό από 1 έως 20, που μπαίνει σε όποιο κενό κελί θέλει. Σου έτυχε 12."),
        .done =
            PES_TEXT("It is yours and counts 12. Now Red gets a number; turns alternate until the "
                     "board is full.",
                     "Είναι δικό σου και μετρά 12. Τώρα παίρνει αριθμό ο Κόκκινος· παίζετε "
                     "εναλλάξ ώσπου να γεμίσει το ταμπλό."),
        .variant = BOARD,
        .position = "5/5/5/5 b 12 - - -",
    },
    {
        .title = PES_TEXT("Capture two tiles", "Κατάκτησε δύο πλακίδια"),
        .task =
            PES_TEXT("Your tile captures every neighbour of Red with a smaller number. Put your 10 "
                     "beside both red tiles.",
                     "Το πλακίδιό σου κατακτά κάθε γειτονικό του Κόκκινου με μικρότερο αριθμό. "
                     "Βάλε το 10 δίπλα και στα δύο κόκκινα."),
        .done = PES_TEXT("Both are blue and keep their numbers. What was captured captures nothing "
                         "itself.",
                         "Έγιναν και τα δύο μπλε και κρατούν τον αριθμό τους. Όσα κατακτήθηκαν δεν "
                         "κατακτούν άλλα."),
        .miss = PES_TEXT("Not both. c2 and d1 touch the 6 and the 4.",
                         "Όχι και τα δύο. Το c2 και το d1 αγγίζουν και το 6 και το 4."),
        .variant = BOARD,
        .position = "2,r6,2/3,r4,1/5/5 b 10 - - -",
        .accepted = "c2 d1",
    },
    {
        .title = PES_TEXT("Only smaller ones", "Μόνο τα μικρότερα"),
        .task = PES_TEXT("Equal and greater tiles are not captured. You have 10; capture what you "
                         "can.",
                         "Τα ίσα και τα μεγαλύτερα δεν κατακτώνται. Έχεις 10· κατάκτησε ό,τι "
                         "μπορείς."),
        .done = PES_TEXT("9 is less than 10. The red 10 would have stayed red.",
                         "Το 9 είναι μικρότερο από το 10. Το κόκκινο 10 θα έμενε κόκκινο."),
        .miss = PES_TEXT("Nothing was captured. Only the 9 is smaller than your 10.",
                         "Δεν κατακτήθηκε τίποτε. Μόνο το 9 είναι μικρότερο από το 10 σου."),
        .variant = BOARD,
        .position = "r10,4/5/5/4,r9 b 10 - - -",
        .accepted = "e3 d4",
    },
    {
        .title = PES_TEXT("Make your own grow", "Μεγάλωσε τα δικά σου"),
        .task =
            PES_TEXT("Your own neighbours of a new tile grow by one, up to 20. Let both of yours "
                     "grow.",
                     "Τα δικά σου γειτονικά ενός νέου πλακιδίου μεγαλώνουν κατά ένα, ως το 20. "
                     "Μεγάλωσε και τα δύο δικά σου."),
        .done = PES_TEXT("7 and 20: more points, and harder to capture. A 20 is never captured.",
                         "7 και 20: περισσότεροι πόντοι, και κατακτώνται δυσκολότερα. Το 20 δεν "
                         "κατακτάται ποτέ."),
        .miss = PES_TEXT("Not both. Find an empty cell that touches the 6 and the 19.",
                         "Όχι και τα δύο. Βρες κενό κελί που αγγίζει το 6 και το 19."),
        .variant = BOARD,
        .position = "2,b6,2/1,b19,3/5/5 b 5 - - -",
        .accepted = "c2 b1",
    },
    {
        .title = PES_TEXT("Both at once", "Και τα δύο μαζί"),
        .task = PES_TEXT("One tile can capture and let others grow. Capture the 6 and make your 8 "
                         "a 9.",
                         "Ένα πλακίδιο μπορεί να κατακτά και να μεγαλώνει άλλα. Κατάκτησε το 6 και "
                         "κάνε το 8 σου 9."),
        .done = PES_TEXT(
            "The 6 is yours and the 8 is a 9 now. What you captured does not grow at once.",
            "Το 6 είναι δικό σου και το 8 έγινε 9. Ό,τι κατάκτησες δεν μεγαλώνει "
            "αμέσως."),
        .miss = PES_TEXT("Not both. Find an empty cell that touches the 6 and the 8.",
                         "Όχι και τα δύο. Βρες κενό κελί που αγγίζει το 6 και το 8."),
        .variant = BOARD,
        .position = "2,r6,2/1,b8,3/5/5 b 7 - - -",
        .accepted = "c2 b1",
    },
    {
        .title = PES_TEXT("Fill the board", "Γέμισε το ταμπλό"),
        .task =
            PES_TEXT("Now you are Red. One cell is left. When the board is full, the greater sum "
                     "wins; if the sums are equal, more cells; else it is a draw.",
                     "Τώρα είσαι ο Κόκκινος. Έμεινε ένα κελί. Όταν γεμίσει το ταμπλό, νικά το "
                     "μεγαλύτερο άθροισμα· αν είναι ίσα, τα περισσότερα κελιά· αλλιώς "
                     "ισοπαλία."),
        .done =
            PES_TEXT("Red wins. The whole board has 12 by 10 cells, and each player gets every "
                     "number from 1 to 20 three times: each draw is one of the values left.",
                     "Νικά ο Κόκκινος. Το κανονικό ταμπλό έχει 12 επί 10 κελιά, και ο καθένας "
                     "παίρνει κάθε αριθμό από 1 έως 20 τρεις φορές: κληρώνεται μία από τις τιμές "
                     "που απομένουν."),
        .variant = "columns=4,rows=4,draw=iid",
        .position = "b9,r12,r7,b15/b11,r4,b6,b18/r13,r20,b8,r5/b3,r16,1,r9 r 10 - - -",
    },
    {.title = {{NULL}}},
};
