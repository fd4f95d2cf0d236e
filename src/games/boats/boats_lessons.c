/* The lesson: see struct pes_lesson in pessoi/view.h. A smaller lake makes larger columns. */
#include "games/boats/boats.h"

#define LAKE "columns=6,levels=3"

const struct pes_lesson boats_lessons[] = {
    {
        .title = PES_TEXT("Reach the other dock", "Φτάσε στην απέναντι αποβάθρα"),
        .task = PES_TEXT("You are Red and cross from left to right, Green from right to left. The "
                         "first boat at the other dock wins. Red begins; each turn is one move, "
                         "and nobody may pass. You are beside the dock.",
                         "Είσαι ο Κόκκινος και πας από αριστερά δεξιά, ο Πράσινος ανάποδα. Νικά η "
                         "βάρκα που φτάνει πρώτη απέναντι. Αρχίζει ο Κόκκινος· κάθε σειρά είναι "
                         "μία κίνηση, χωρίς πάσο. Είσαι δίπλα στην αποβάθρα."),
        .done = PES_TEXT(
            "You have won. A boat sails one column to the left or to the right. The whole lake has "
            "ten columns and four levels, and begins with one of four patterns, drawn by lot.",
            "Νίκησες. Η βάρκα πλέει μία στήλη αριστερά ή δεξιά. Η κανονική λίμνη έχει δέκα στήλες "
            "και τέσσερις στάθμες, και αρχίζει με ένα από τέσσερα σχήματα, με κλήρο."),
        .miss = PES_TEXT("That moves water or goes back. Now sail to the right.",
                         "Αυτό αλλάζει το νερό ή πάει πίσω. Τώρα πλεύσε δεξιά."),
        .variant = LAKE,
        .position = "322123 6 3 r -",
        .accepted = "R",
        .touch = {PES_TEXT("Touch your boat, the red one.", "Άγγιξε τη βάρκα σου, την κόκκινη."),
                  PES_TEXT("Touch the arrow beside it.", "Άγγιξε το βέλος δίπλα της.")},
    },
    {
        .title = PES_TEXT("Open the way", "Άνοιξε τον δρόμο"),
        .task =
            PES_TEXT("A boat sails to water as high as its own or lower, never up. Both "
                     "neighbours are higher now. Raise the water under your boat by one.",
                     "Η βάρκα πλέει σε νερό ίσο με το δικό της ή χαμηλότερο, ποτέ πιο ψηλά. "
                     "Τώρα και τα δύο διπλανά είναι ψηλότερα. Ανέβασε το νερό κάτω από τη βάρκα "
                     "σου κατά ένα."),
        .done = PES_TEXT("Now your water is as high as column 3: you can sail there next.",
                         "Τώρα το νερό σου είναι ίσο με της στήλης 3: μετά πλέεις εκεί."),
        .miss = PES_TEXT("Allowed, but your boat still cannot sail. Raise column 2, where it is.",
                         "Επιτρέπεται, μα η βάρκα σου ακόμη δεν πλέει. Ανέβασε τη στήλη 2, όπου "
                         "είναι."),
        .variant = LAKE,
        .position = "312233 2 7 r -",
        .accepted = "+2 -3",
        .touch = {PES_TEXT("Touch your boat.", "Άγγιξε τη βάρκα σου."),
                  PES_TEXT("Touch it again: its water rises.",
                           "Άγγιξέ την ξανά: το νερό της ανεβαίνει.")},
    },
    {
        .title = PES_TEXT("Stop Green", "Σταμάτα τον Πράσινο"),
        .task =
            PES_TEXT("You may raise any column by one, up to the top. Raise column 4 in front of "
                     "Green: no boat climbs.",
                     "Μπορείς να ανεβάσεις όποια στήλη θες κατά ένα, ως την κορυφή. Ανέβασε τη "
                     "στήλη 4 μπροστά στον Πράσινο: καμία βάρκα δεν ανεβαίνει."),
        .done =
            PES_TEXT("Green is one lower and cannot go on. Docks are always full and never "
                     "change.",
                     "Ο Πράσινος είναι ένα χαμηλότερα και δεν προχωρά. Οι αποβάθρες είναι πάντα "
                     "γεμάτες και δεν αλλάζουν."),
        .miss = PES_TEXT("Green can still sail to column 4. Make that column higher than Green's.",
                         "Ο Πράσινος πλέει ακόμη στη στήλη 4. Κάν' την ψηλότερη από τη δική του."),
        .variant = LAKE,
        .position = "333223 1 5 r -",
        .accepted = "+4 -5",
        .touch = {PES_TEXT("Touch the air right above the water of column 4.",
                           "Άγγιξε τον αέρα ακριβώς πάνω από το νερό της στήλης 4.")},
    },
    {
        .title = PES_TEXT("Sink Green's boat", "Βύθισε την πράσινη βάρκα"),
        .task =
            PES_TEXT("You may also lower any column by one, even under a boat. A boat without "
                     "water sinks, and its owner has lost. Column 5 has one level left.",
                     "Μπορείς και να κατεβάσεις όποια στήλη θες κατά ένα, ακόμη και κάτω από "
                     "βάρκα. Βάρκα χωρίς νερό βυθίζεται και ο παίκτης της χάνει. Η στήλη 5 έχει "
                     "μόνο μία στάθμη."),
        .done = PES_TEXT("Green's boat sank: you have won.", "Η πράσινη βάρκα βυθίστηκε: νίκησες."),
        .miss = PES_TEXT("Green still floats. Take the last water of column 5.",
                         "Ο Πράσινος επιπλέει ακόμη. Πάρε το τελευταίο νερό της στήλης 5."),
        .variant = LAKE,
        .position = "332213 2 5 r -",
        .accepted = "-5",
        .touch = {PES_TEXT("Touch the top of the water in column 5.",
                           "Άγγιξε την κορυφή του νερού στη στήλη 5.")},
    },
    {
        .title = PES_TEXT("Do not sink yourself", "Μη βυθιστείς"),
        .task =
            PES_TEXT("Column 3 is empty. A boat may sail down there, but it sinks at once. Make "
                     "the way safe first.",
                     "Η στήλη 3 είναι άδεια. Η βάρκα μπορεί να πάει εκεί, αλλά βυθίζεται "
                     "αμέσως. Κάνε πρώτα τον δρόμο ασφαλή."),
        .done = PES_TEXT("One level carries a boat. Yet Green may take it away again.",
                         "Μία στάθμη κρατά μια βάρκα. Μα ο Πράσινος μπορεί να την πάρει πίσω."),
        .miss = PES_TEXT("Column 3 has no water, and who sails there has lost. Raise it.",
                         "Η στήλη 3 δεν έχει νερό και όποιος πάει εκεί χάνει. Ανέβασέ την."),
        .variant = LAKE,
        .position = "320233 2 6 r -",
        .accepted = "+3",
    },
    {
        .title = PES_TEXT("Two in one column", "Δύο σε μία στήλη"),
        .task =
            PES_TEXT("Two boats may share a column, and both go on from there. If its water is "
                     "gone, both sink at once: a draw. Take the last water.",
                     "Δύο βάρκες χωρούν σε μία στήλη και συνεχίζουν κι οι δύο από εκεί. Αν "
                     "τελειώσει το νερό της, βυθίζονται μαζί: ισοπαλία. Πάρε το τελευταίο νερό."),
        .done = PES_TEXT("Both sank at once: a draw.", "Βυθίστηκαν μαζί: ισοπαλία."),
        .miss = PES_TEXT("Both still float. Lower column 4, where they are.",
                         "Επιπλέουν ακόμη κι οι δύο. Κατέβασε τη στήλη 4, όπου είναι."),
        .variant = LAKE,
        .position = "332133 4 4 r -",
        .accepted = "-4",
    },
    {
        .title = PES_TEXT("For the third time", "Για τρίτη φορά"),
        .task = PES_TEXT("Both of you sailed to and fro. With your boat at the dock this position "
                         "was there twice. Sail back: the third time is a draw.",
                         "Πηγαινοερχόσαστε κι οι δύο. Με τη βάρκα σου στην αποβάθρα η θέση αυτή "
                         "υπήρξε δύο φορές. Γύρνα πίσω: η τρίτη φορά είναι ισοπαλία."),
        .done = PES_TEXT("A draw. A game of 300 moves without a winner is one, too.",
                         "Ισοπαλία. Το ίδιο και μια παρτίδα 300 κινήσεων χωρίς νικητή."),
        .miss = PES_TEXT("Allowed, but this position is new. Sail back to the dock.",
                         "Επιτρέπεται, μα αυτή η θέση είναι νέα. Γύρνα στην αποβάθρα."),
        .variant = LAKE,
        .position = "332233 0 6 g -",
        .moves = "R R L L R R L",
        .accepted = "L",
    },
    {
        .title = PES_TEXT("The rule ko", "Ο κανόνας ko"),
        .task =
            PES_TEXT("With ko you may not undo the water move just made. Green raised column 3 "
                     "in front of you: you may not lower it now. Open the way otherwise.",
                     "Με τον ko δεν αναιρείς την κίνηση στο νερό που μόλις έγινε. Ο Πράσινος "
                     "ανέβασε τη στήλη 3 μπροστά σου: τώρα δεν την κατεβάζεις. Άνοιξε αλλιώς τον "
                     "δρόμο."),
        .done = PES_TEXT("You are as high as column 3 again. Without ko you could have lowered it, "
                         "and so on for ever.",
                         "Είσαι πάλι ίσα με τη στήλη 3. Χωρίς ko θα μπορούσες να την κατεβάσεις, "
                         "και αυτό δεν θα τελείωνε ποτέ."),
        .miss = PES_TEXT("Column 3 is still higher than yours. Raise the water under your boat.",
                         "Η στήλη 3 είναι ακόμη ψηλότερη. Ανέβασε το νερό κάτω από τη βάρκα σου."),
        .variant = LAKE ",rule=ko",
        .position = "322223 2 5 g -",
        .moves = "+3",
        .accepted = "+2",
    },
    {.title = {{NULL}}},
};
