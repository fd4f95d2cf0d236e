/* The lesson: see struct pes_lesson in pessoi/view.h. A smaller board makes larger points. */
#include "games/gomoku/gomoku.h"

const struct pes_lesson gomoku_lessons[] = {
    {
        .title = PES_TEXT("Place a stone", "Βάλε ένα πούλι"),
        .task =
            PES_TEXT("You are Black, who begins. Then both take turns to place one stone on an "
                     "empty point. Stones never move and are never taken.",
                     "Παίζεις τα μαύρα, που αρχίζουν. Μετά βάζετε εναλλάξ από ένα πούλι σε κενό "
                     "σημείο. Τα πούλια δεν κινούνται και δεν χάνονται."),
        .done = PES_TEXT("The stone stays there. The whole board has 15 by 15 points.",
                         "Το πούλι μένει εκεί. Το κανονικό ταμπλό έχει 15 επί 15 σημεία."),
        .variant = "size=9",
    },
    {
        .title = PES_TEXT("Make five in a row", "Κάνε πέντε στη σειρά"),
        .task = PES_TEXT("Five of your stones side by side win. You have four.",
                         "Πέντε πούλια σου δίπλα δίπλα νικούν. Έχεις τέσσερα."),
        .done = PES_TEXT("Five: you have won.", "Πέντε: νίκησες."),
        .miss = PES_TEXT("Those are not five. Put the stone at an end of your four.",
                         "Δεν έγιναν πέντε. Βάλε το πούλι σε μια άκρη των τεσσάρων σου."),
        .variant = "size=9",
        .position = "9/9/9/2www4/2bbbb3/4w4/9/9/9 b",
        .accepted = "b5 g5",
    },
    {
        .title = PES_TEXT("Look along the diagonals", "Κοίτα τις διαγώνιους"),
        .task = PES_TEXT("A row, a column or a diagonal: all count. Find your fifth stone.",
                         "Γραμμή, στήλη ή διαγώνιος: όλες μετρούν. Βρες το πέμπτο πούλι."),
        .done = PES_TEXT("Five on a diagonal win as well.", "Και πέντε σε διαγώνιο νικούν."),
        .miss = PES_TEXT("Not yet five. Your four go from c3 up to f6.",
                         "Δεν έγιναν πέντε. Τα τέσσερά σου πάνε από το c3 ως το f6."),
        .variant = "size=9",
        .position = "9/9/9/5b3/2wwbw3/3b5/2bw5/9/9 b",
        .accepted = "b2 g7",
    },
    {
        .title = PES_TEXT("Stop a four", "Σταμάτα τα τέσσερα"),
        .task = PES_TEXT("White has four and wins with the next stone. One end is already yours: "
                         "close the other.",
                         "Ο Λευκός έχει τέσσερα και νικά με το επόμενο. Η μία άκρη είναι ήδη δική "
                         "σου: κλείσε την άλλη."),
        .done = PES_TEXT("Both ends are closed: that row is worth nothing any more.",
                         "Και οι δύο άκρες έκλεισαν: αυτή η σειρά δεν αξίζει πια τίποτε."),
        .miss = PES_TEXT("Now White plays b5 and has won. Close that end.",
                         "Τώρα ο Λευκός παίζει b5 και νίκησε. Κλείσε αυτή την άκρη."),
        .variant = "size=9",
        .position = "9/9/2b6/9/2wwwwb2/3b5/4b4/9/9 b",
        .accepted = "b5",
    },
    {
        .title = PES_TEXT("Stop an open three", "Σταμάτα μια ανοιχτή τριάδα"),
        .task =
            PES_TEXT("Now you are White. Black has three with both ends free. Next they would be "
                     "four, and you cannot close two ends at once. Close one now.",
                     "Τώρα παίζεις τα λευκά. Ο Μαύρος έχει τρία με ελεύθερα άκρα. Μετά θα ήταν "
                     "τέσσερα και δύο άκρες μαζί δεν κλείνεις. Κλείσε μία τώρα."),
        .done = PES_TEXT("In time: if Black makes four, you close the other end.",
                         "Εγκαίρως: αν ο Μαύρος κάνει τέσσερα, κλείνεις την άλλη άκρη."),
        .miss = PES_TEXT("Black makes four with two free ends, and wins. Put your stone at an end.",
                         "Ο Μαύρος κάνει τέσσερα με δύο ελεύθερα άκρα και νικά. Βάλε το πούλι σου "
                         "σε μια άκρη."),
        .variant = "size=9",
        .position = "9/9/9/5w3/3bbb3/3w5/9/9/9 w",
        .accepted = "c5 g5",
    },
    {
        .title = PES_TEXT("More than five", "Πάνω από πέντε"),
        .task = PES_TEXT("Six or more side by side win too. Fill the gap.",
                         "Νικούν και έξι ή περισσότερα δίπλα δίπλα. Γέμισε το κενό."),
        .done = PES_TEXT("Six in a row: you have won.", "Έξι στη σειρά: νίκησες."),
        .miss = PES_TEXT("The gap is on e5, between your stones.",
                         "Το κενό είναι στο e5, ανάμεσα στα πούλια σου."),
        .variant = "size=9",
        .position = "9/9/3w1w3/4w4/1bbb1bb2/3w5/4w4/9/9 b",
        .accepted = "e5",
    },
    {
        .title = PES_TEXT("The last point", "Το τελευταίο σημείο"),
        .task = PES_TEXT("One point is left, and nobody has five. Fill it.",
                         "Έμεινε ένα σημείο και δεν έχει κανείς πέντε. Γέμισέ το."),
        .done = PES_TEXT("A full board without five is a draw.",
                         "Γεμάτο ταμπλό χωρίς πέντε είναι ισοπαλία."),
        .variant = "size=5",
        .position = "bbwbw/wwbwb/bbwbw/wwbwb/bbww1 b",
    },
    {
        .title = PES_TEXT("Two other rules", "Δύο άλλοι κανόνες"),
        .task =
            PES_TEXT("In the variant standard only exactly five win. Renju also forbids Black six, "
                     "two fours or two open threes at once. This is renju: g5 would be six. Win "
                     "otherwise.",
                     "Στην παραλλαγή standard νικούν μόνο ακριβώς πέντε. Το renju απαγορεύει στον "
                     "Μαύρο και έξι, δύο τετράδες ή δύο ανοιχτές τριάδες μαζί. Εδώ ισχύει το "
                     "renju: το g5 θα ήταν έξι. Νίκησε αλλιώς."),
        .done = PES_TEXT(
            "Exactly five. White may do all of that and wins with six. With the opening swap2 the "
            "players choose their colours after the first stones, which is fair.",
            "Ακριβώς πέντε. Στον Λευκό όλα αυτά επιτρέπονται, και νικά και με έξι. Με το άνοιγμα "
            "swap2 οι παίκτες διαλέγουν χρώμα μετά τα πρώτα πούλια, και είναι δίκαιο."),
        .miss = PES_TEXT("Those are not five. Look at the other end of your four.",
                         "Δεν έγιναν πέντε. Κοίτα την άλλη άκρη των τεσσάρων σου."),
        .variant = "size=9,rule=renju",
        .position = "w7w/9/4w4/9/2bbbb1b1/9/9/9/w7w b",
        .accepted = "b5",
    },
    {.title = {{NULL}}},
};
