/* The lesson: see struct pes_lesson in pessoi/view.h. A smaller board with fewer colours makes
 * larger tiles. */
#include "games/crush/crush.h"

#define BOARD "colours=5,columns=6,rows=6"

const struct pes_lesson crush_lessons[] = {
    {
        .title = PES_TEXT("Swap two tiles", "Άλλαξε θέση σε δύο πλακίδια"),
        .task =
            PES_TEXT("A move swaps two neighbours so that one of them gets into a line of three or "
                     "more of its kind, across or up. No other swap is allowed.",
                     "Η κίνηση αλλάζει θέση σε δύο γειτονικά, ώστε ένα τους να μπει σε σειρά από "
                     "τρία ή περισσότερα ίδια, οριζόντια ή κάθετα. Άλλη αλλαγή δεν γίνεται."),
        .done =
            PES_TEXT("The three went, those above fell, and new ones came in at the top by chance. "
                     "Now the other player moves.",
                     "Τα τρία έφυγαν, όσα ήταν από πάνω έπεσαν, και ψηλά μπήκαν νέα, στην τύχη. "
                     "Τώρα παίζει ο άλλος."),
        .variant = BOARD ",hidden=0",
        .position = "241241/423433/231214/310033/402104/433140 1 0,0",
        .touch = {PES_TEXT("Touch the tile b2.", "Άγγιξε το πλακίδιο b2."),
                  PES_TEXT("Touch b3 above it: they swap.",
                           "Άγγιξε το b3 από πάνω του: αλλάζουν θέση.")},
    },
    {
        .title = PES_TEXT("Take four at once", "Πάρε τέσσερα μαζί"),
        .task =
            PES_TEXT("Every tile that goes is worth a point. Four in line bring more than three.",
                     "Κάθε πλακίδιο που φεύγει δίνει έναν πόντο. Τέσσερα στη σειρά δίνουν "
                     "περισσότερα από τρία."),
        .done = PES_TEXT("Four points, or more if new tiles fell well.",
                         "Τέσσερις πόντοι, ή και άλλοι αν έπεσαν καλά τα νέα."),
        .miss = PES_TEXT("Only three went. Look at the fifth row from below: one tile is missing.",
                         "Έφυγαν μόνο τρία. Κοίτα την πέμπτη σειρά από κάτω: λείπει ένα στη μέση."),
        .variant = BOARD ",hidden=0",
        .position = "142431/424400/410102/010344/042432/320120 1 0,0",
        .accepted = "b6d",
    },
    {
        .title = PES_TEXT("Start a chain", "Ξεκίνα μια αλυσίδα"),
        .task =
            PES_TEXT("If what falls makes a line of three again, that goes too, wave after wave, "
                     "all for your points. One swap here does it: c3 with c4.",
                     "Αν όσα πέφτουν κάνουν πάλι τρία στη σειρά, φεύγουν κι αυτά, κύμα με κύμα, "
                     "όλα για δικούς σου πόντους. Μία αλλαγή το κάνει: το c3 με το c4."),
        .done = PES_TEXT("A second wave came by itself.", "Ήρθε μόνο του και δεύτερο κύμα."),
        .miss = PES_TEXT("Only one wave. Swap c3 with c4, and see what falls.",
                         "Μόνο ένα κύμα. Άλλαξε το c3 με το c4 και δες τι πέφτει."),
        .variant = BOARD ",hidden=0",
        .position = "120342/124123/243201/032430/143413/403120 1 0,0",
        .accepted = "c4d",
    },
    {
        .title = PES_TEXT("See what comes next", "Δες τι έρχεται"),
        .task =
            PES_TEXT("The rows above the board fall in next, and both players see them. With them "
                     "the swap of c6 and d6 makes a second wave.",
                     "Οι σειρές πάνω από το ταμπλό πέφτουν μετά, και τις βλέπουν και οι δύο. Με "
                     "αυτές η αλλαγή του c6 με το d6 κάνει δεύτερο κύμα."),
        .done = PES_TEXT("The tiles from above made the second wave. In a game the board has 10 by "
                         "10 tiles of seven kinds, and ten rows wait above it.",
                         "Τα πλακίδια από πάνω έκαναν το δεύτερο κύμα. Στην παρτίδα το ταμπλό έχει "
                         "10 επί 10 πλακίδια επτά ειδών, και πάνω του περιμένουν δέκα σειρές."),
        .miss = PES_TEXT("One wave. Swap c6 with d6, in the top row of the board.",
                         "Ένα κύμα. Άλλαξε το c6 με το d6, στην πάνω σειρά του ταμπλό."),
        .variant = BOARD ",hidden=3",
        .position = "201103/032044/443104/002003/421012/423140/133243/414012/034110 1 0,0",
        .accepted = "d6l",
    },
    {
        .title = PES_TEXT("Earn an extra turn", "Κέρδισε άλλη μία σειρά"),
        .task =
            PES_TEXT("With the scoring tournament a first wave of five or more earns another turn, "
                     "each later wave is worth more, and 500 points win. Take six with e3 and "
                     "f3.",
                     "Με τη βαθμολογία tournament ένα πρώτο κύμα από πέντε και πάνω δίνει άλλη μία "
                     "σειρά, κάθε επόμενο κύμα αξίζει περισσότερο, και νικούν οι 500 πόντοι. Πάρε "
                     "έξι με το e3 και το f3."),
        .done = PES_TEXT(
            "Six at once: you move again. The second wave counts one and a half points per tile, "
            "the third two, and so on. With the plain scoring turns always alternate.",
            "Έξι μαζί: παίζεις ξανά. Το δεύτερο κύμα δίνει ενάμιση πόντο το πλακίδιο, το τρίτο "
            "δύο, και ούτω καθεξής. Με την απλή βαθμολογία παίζετε πάντα εναλλάξ."),
        .miss = PES_TEXT("Fewer than five went. Swap e3 with f3.",
                         "Έφυγαν λιγότερα από πέντε. Άλλαξε το e3 με το f3."),
        .variant = BOARD ",hidden=0,scoring=tournament",
        .position = "323234/413242/122042/004124/214321/221310 1 0,0",
        .accepted = "e3r f3l",
    },
    {
        .title = PES_TEXT("Reach 300 points", "Φτάσε τους 300 πόντους"),
        .task =
            PES_TEXT("The first player with 300 points after a whole move, all its waves included, "
                     "wins. You have 296: three tiles are too few.",
                     "Νικά όποιος έχει πρώτος 300 πόντους μετά από μια ολόκληρη κίνηση, με όλα τα "
                     "κύματα. Έχεις 296: τρία πλακίδια δεν φτάνουν."),
        .done =
            PES_TEXT("You have won. If nobody can move, the board is filled anew and the same "
                     "player moves; after 1000 moves more points win.",
                     "Νίκησες. Αν δεν υπάρχει κίνηση, το ταμπλό γεμίζει ξανά και παίζει ο ίδιος· "
                     "μετά από 1000 κινήσεις νικούν οι περισσότεροι πόντοι."),
        .miss = PES_TEXT("Still short of 300. Four tiles go if b6 moves down.",
                         "Δεν έφτασες ακόμη τους 300. Φεύγουν τέσσερα αν κατέβει το b6."),
        .variant = BOARD ",hidden=0",
        .position = "142431/424400/410102/010344/042432/320120 1 296,285",
        .accepted = "b6d",
    },
    {.title = {{NULL}}},
};
