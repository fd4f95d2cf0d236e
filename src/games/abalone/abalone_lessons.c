/* The lesson: see struct pes_lesson in pessoi/view.h. */
#include "games/abalone/abalone.h"

const struct pes_lesson abalone_lessons[] = {
    {
        .title = PES_TEXT("Move one marble", "Μετακίνησε μία μπίλια"),
        .task =
            PES_TEXT("You are Black, who moves first; then both take turns, and nobody may pass. "
                     "A marble goes one step to an empty cell, in any of six directions.",
                     "Παίζεις τα μαύρα, που αρχίζουν· μετά παίζετε εναλλάξ και δεν πάει κανείς "
                     "πάσο. Η μπίλια πάει ένα βήμα σε κενό κελί, σε μία από έξι κατευθύνσεις."),
        .done = PES_TEXT("One step. In a game each side has fourteen marbles.",
                         "Ένα βήμα. Στην παρτίδα κάθε πλευρά έχει δεκατέσσερις μπίλιες."),
        .position = "5/6/7/8/4b4/8/7/6/5 b 0 0 0",
        .touch = {PES_TEXT("Touch the marble on e5.", "Άγγιξε τη μπίλια στο e5."),
                  PES_TEXT("Touch a cell beside it.", "Άγγιξε ένα κελί δίπλα της.")},
    },
    {
        .title = PES_TEXT("Move three together", "Μετακίνησε τρεις μαζί"),
        .task =
            PES_TEXT("Two or three of your marbles in a row may move together, one step along "
                     "their line. Move all three.",
                     "Δύο ή τρεις μπίλιες σου στη σειρά μπορούν να κινηθούν μαζί, ένα βήμα κατά "
                     "μήκος της γραμμής τους. Μετακίνησε και τις τρεις."),
        .done = PES_TEXT("All three went one step. Three is the most that can move at once.",
                         "Προχώρησαν και οι τρεις. Πάνω από τρεις μαζί δεν κινούνται."),
        .miss = PES_TEXT("Allowed, but not all three went along their line.",
                         "Επιτρέπεται, μα δεν προχώρησαν και οι τρεις κατά μήκος της γραμμής."),
        .position = "5/6/7/8/9/3b4/2b4/1b4/5 b 0 0 0",
        .accepted = "b2c3 d4c3",
        .touch = {PES_TEXT("Touch b2, one end of the row.", "Άγγιξε το b2, τη μία άκρη."),
                  PES_TEXT("Touch d4, the other end: the row is chosen.",
                           "Άγγιξε το d4, την άλλη άκρη: διαλέγεται όλη η σειρά."),
                  PES_TEXT("Touch e5, where the row goes.", "Άγγιξε το e5, όπου πάει η σειρά.")},
    },
    {
        .title = PES_TEXT("Step sideways", "Πήγαινε πλάγια"),
        .task =
            PES_TEXT("A row of two or three may also go sideways, if every cell it goes to is "
                     "empty. A sideways move never pushes. Move all three so.",
                     "Μια σειρά από δύο ή τρεις πάει και πλάγια, αν είναι κενά όλα τα κελιά όπου "
                     "πάει. Η πλάγια κίνηση δεν σπρώχνει ποτέ. Μετακίνησε έτσι και τις τρεις."),
        .done = PES_TEXT("Sideways, all three at once.", "Πλάγια, και οι τρεις μαζί."),
        .miss = PES_TEXT("Choose d4 and d6, the two ends, then a cell above or below.",
                         "Διάλεξε το d4 και το d6, τις δύο άκρες, και μετά ένα κελί πάνω ή κάτω."),
        .position = "5/6/7/8/9/3bbb2/7/6/5 b 0 0 0",
        .accepted = "d4d6e5 d4d6e4 d4d6c3 d4d6c4",
    },
    {
        .title = PES_TEXT("Push one with two", "Σπρώξε μία με δύο"),
        .task =
            PES_TEXT("Along their line more marbles push fewer: two push one. Behind it must be "
                     "an empty cell or the edge.",
                     "Κατά μήκος της γραμμής οι περισσότερες σπρώχνουν τις λιγότερες: δύο "
                     "σπρώχνουν μία. Πίσω της χρειάζεται κενό κελί ή η άκρη."),
        .done = PES_TEXT("White's marble went one step, and yours followed.",
                         "Η λευκή μπίλια πήγε ένα βήμα και οι δικές σου ακολούθησαν."),
        .miss = PES_TEXT("That pushes nothing. Move e3 and e4 together to the right.",
                         "Έτσι δεν σπρώχνεις. Μετακίνησε το e3 και το e4 μαζί δεξιά."),
        .position = "5/6/7/8/2bbw4/8/7/6/5 b 0 0 0",
        .accepted = "e3e4",
        .touch = {PES_TEXT("Touch e3.", "Άγγιξε το e3."),
                  PES_TEXT("Touch e4: both are chosen.", "Άγγιξε το e4: διαλέγονται και οι δύο."),
                  PES_TEXT("Touch the white marble.", "Άγγιξε τη λευκή μπίλια.")},
    },
    {
        .title = PES_TEXT("Push two with three", "Σπρώξε δύο με τρεις"),
        .task =
            PES_TEXT("Three push one or two. Two alone cannot push two: equal numbers hold each "
                     "other.",
                     "Τρεις σπρώχνουν μία ή δύο. Δύο μόνες δεν σπρώχνουν δύο: οι ίσες "
                     "κρατιούνται."),
        .done = PES_TEXT("Both went back one step. Three are never pushed: a fourth marble behind "
                         "your three adds no force.",
                         "Πήγαν και οι δύο ένα βήμα πίσω. Τρεις δεν σπρώχνονται ποτέ: μια τέταρτη "
                         "πίσω από τις τρεις σου δεν δίνει δύναμη."),
        .miss = PES_TEXT("That pushes nothing. Take e3 as well, the last of your three.",
                         "Έτσι δεν σπρώχνεις. Πάρε και το e3, την τελευταία από τις τρεις."),
        .position = "5/6/7/8/2bbbww2/8/7/6/5 b 0 0 0",
        .accepted = "e3e4",
    },
    {
        .title = PES_TEXT("Find the push", "Βρες το σπρώξιμο"),
        .task = PES_TEXT("Only one row can push. In one the numbers are equal; in another your own "
                         "marble stands behind White's and blocks it.",
                         "Μόνο μία σειρά μπορεί να σπρώξει. Σε μία οι αριθμοί είναι ίσοι· σε άλλη "
                         "μια δική σου μπίλια πίσω από τη λευκή την κλειδώνει."),
        .done = PES_TEXT("Two against one, with an empty cell behind it.",
                         "Δύο εναντίον μίας, με κενό κελί πίσω της."),
        .miss = PES_TEXT("That is no push. Look for two against one with an empty cell behind.",
                         "Αυτό δεν είναι σπρώξιμο. Ψάξε δύο εναντίον μίας με κενό κελί πίσω."),
        .position = "5/6/1bbw3/8/2bbww3/8/1bbwb2/6/5 b 0 0 0",
        .accepted = "g4g5",
    },
    {
        .title = PES_TEXT("For the third time", "Για τρίτη φορά"),
        .task =
            PES_TEXT("Both went to and fro. With your marble on e5 this position was there twice. "
                     "Go back: the third time is a draw.",
                     "Πηγαινοερχόσαστε κι οι δύο. Με τη μπίλια σου στο e5 η θέση αυτή υπήρξε δύο "
                     "φορές. Γύρνα πίσω: η τρίτη φορά είναι ισοπαλία."),
        .done = PES_TEXT("A draw. After 400 moves a game ends too: who has pushed off more wins.",
                         "Ισοπαλία. Και μετά από 400 κινήσεις η παρτίδα τελειώνει: νικά όποιος "
                         "έβγαλε περισσότερες."),
        .miss = PES_TEXT("Allowed, but this position is new. Go back to e5.",
                         "Επιτρέπεται, μα αυτή η θέση είναι νέα. Γύρνα στο e5."),
        .position = "5/6/7/8/4b4/8/7/6/w4 w 0 0 0",
        .moves = "a1a2 e5e6 a2a1 e6e5 a1a2 e5e6 a2a1",
        .accepted = "e6e5",
    },
    {
        .title = PES_TEXT("Push off the sixth", "Βγάλε έξω την έκτη"),
        .task = PES_TEXT(
            "A marble that is pushed over the edge is out of the game. Six out win, and five of "
            "White's are out. Push off one more. Your own never leave the board by your move.",
            "Μια μπίλια που σπρώχνεται έξω από την άκρη βγαίνει από το παιχνίδι. Έξι έξω νικούν, "
            "και πέντε λευκές είναι έξω. Βγάλε ακόμη μία. Οι δικές σου δεν βγαίνουν με δική σου "
            "κίνηση."),
        .done = PES_TEXT("Six: you have won. A player who cannot move has lost, too.",
                         "Έξι: νίκησες. Χάνει και όποιος δεν μπορεί να κινηθεί."),
        .miss = PES_TEXT("Nothing was pushed off. Three push two: use all of e5, e6 and e7.",
                         "Δεν βγήκε καμία. Τρεις σπρώχνουν δύο: πάρε το e5, το e6 και το e7."),
        .position = "5/6/3w3/2w1b3/4bbbww/3b4/7/6/5 b 0 5 0",
        .accepted = "e5e6",
    },
    {.title = {{NULL}}},
};
