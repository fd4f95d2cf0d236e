/* The rules in pictures: see struct pes_rule in pessoi/view.h. */
#include "games/boats/boats.h"

const struct pes_rule boats_pictures[] = {
    {
        .text = PES_TEXT("The first boat at the dock on the other side wins.",
                         "Νικά η βάρκα που φτάνει πρώτη στην απέναντι αποβάθρα."),
        .variant = "columns=6,levels=3",
        .position = "322123 6 3 r -",
        .moves = "R",
    },
    {
        .text = PES_TEXT(
            "On your turn you sail one column, or raise or lower the water of any column by one.",
            "Στη σειρά σου πλέεις μία στήλη, ή ανεβάζεις ή κατεβάζεις κατά ένα το νερό όποιας "
            "στήλης θες."),
        .variant = "columns=6,levels=3",
        .position = "321123 1 6 r -",
        .moves = "+3",
    },
    {
        .text = PES_TEXT("A boat sails to water as high as its own or lower, never up: from column "
                         "3 it cannot go to column 4 now.",
                         "Η βάρκα πάει σε νερό στο ίδιο ύψος ή χαμηλότερα, ποτέ πιο ψηλά: από τη "
                         "στήλη 3 δεν πάει τώρα στην 4."),
        .variant = "columns=6,levels=3",
        .position = "331223 2 5 r -",
        .moves = "R",
        .crossed = "4",
    },
    {
        .text = PES_TEXT("A boat on a column without water sinks and loses. You may lower the "
                         "water under the other boat.",
                         "Μια βάρκα σε στήλη χωρίς νερό βυθίζεται και χάνει. Μπορείς να κατεβάσεις "
                         "το νερό κάτω από την άλλη βάρκα."),
        .variant = "columns=6,levels=3",
        .position = "332213 2 5 r -",
        .moves = "-5",
    },
    {
        .text = PES_TEXT("Only with the rule ko: you may not undo the water move just made. Here "
                         "Green may not raise column 4 again.",
                         "Μόνο με τον κανόνα ko: δεν αναιρείς την τελευταία κίνηση στο νερό. Εδώ ο "
                         "Πράσινος δεν ανεβάζει ξανά τη στήλη 4."),
        .variant = "columns=6,levels=3,rule=ko",
        .position = "332223 2 4 r -",
        .moves = "-4",
        .crossed = "4",
    },
    {.text = {{NULL}}},
};
