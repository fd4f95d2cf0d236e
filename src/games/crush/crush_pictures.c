/* The rules in pictures: see struct pes_rule in pessoi/view.h. */
#include "games/crush/crush.h"

const struct pes_rule crush_pictures[] = {
    {
        .text = PES_TEXT(
            "Every tile that goes is worth a point. The first player with 300 points wins.",
            "Κάθε πλακίδιο που φεύγει δίνει έναν πόντο. Νικά ο πρώτος που φτάνει τους 300 "
            "πόντους."),
        .variant = "colours=5,columns=6,rows=6,hidden=0",
        .position = "142431/424400/410102/010344/042432/320120 1 298,285",
        .moves = "b6d #2234",
    },
    {
        .text = PES_TEXT("Swap two neighbours so that three or more of one kind are in line. No "
                         "other swap is allowed.",
                         "Άλλαξε θέση σε δύο γειτονικά, ώστε τρία ή περισσότερα ίδια να μπουν στη "
                         "σειρά. Άλλη αλλαγή δεν γίνεται."),
        .variant = "colours=5,columns=6,rows=6,hidden=0",
        .position = "241241/423433/231214/310033/402104/433140 1 0,0",
        .moves = "b2u #421",
    },
    {
        .text = PES_TEXT(
            "Tiles in line go, those above them fall, and new ones come in at the top.",
            "Τα πλακίδια στη σειρά φεύγουν, όσα είναι από πάνω πέφτουν, και ψηλά μπαίνουν νέα."),
        .variant = "colours=5,columns=6,rows=6,hidden=0",
        .position = "400211/323143/414131/124204/402310/243413 1 0,0",
        .moves = "c2u #010",
    },
    {
        .text = PES_TEXT("If the fall puts three in line again, they go too: a chain of waves, all "
                         "of them for your points.",
                         "Αν πέφτοντας μπουν πάλι τρία στη σειρά, φεύγουν κι αυτά: αλυσίδα από "
                         "κύματα, όλα για δικούς σου πόντους."),
        .variant = "colours=5,columns=6,rows=6,hidden=0",
        .position = "322133/320440/031102/003224/141401/221400 1 0,0",
        .moves = "f4d #003033",
    },
    {
        .text = PES_TEXT(
            "The rows above the board fall next. Both players see them, so look for chains there.",
            "Οι σειρές πάνω από το ταμπλό πέφτουν μετά. Τις βλέπουν και οι δύο: ψάξε εκεί για "
            "αλυσίδες."),
        .variant = "colours=5,columns=6,rows=6,hidden=3",
        .position = "310422/041302/122203/400211/323143/414131/124204/402310/243413 1 12,9",
        .moves = "c2u #010301",
    },
    {.text = {{NULL}}},
};
