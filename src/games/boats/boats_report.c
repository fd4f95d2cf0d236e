/* The agents of the thesis, as ratings of moves and positions: `crazy` (weighted random), `forward`
 * (greedy), and the evaluation that `minimax` uses. */
#include "games/boats/boats.h"

enum { CRAZY_BOAT_WEIGHT };

static const struct pes_option crazy_options[] = {
    [CRAZY_BOAT_WEIGHT] = {.key = "boat-weight",
                           .kind = PES_OPTION_INT,
                           .def = "2",
                           .min = 1,
                           .max = 100,
                           .help = PES_TEXT("weight of a boat's move; a water move has weight 1",
                                            "βάρος μιας κίνησης βάρκας· η κίνηση νερού έχει "
                                            "βάρος 1"),
                           .title = PES_TEXT("Weight of boat moves", "Βάρος κινήσεων βάρκας")},
    {.key = NULL},
};

static double crazy_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                         const struct pes_values *values) {
    (void)g;
    (void)s;
    assert(strcmp(values->options[CRAZY_BOAT_WEIGHT].key, "boat-weight") == 0);
    return boats_column(m) == 0 ? (double)values->number[CRAZY_BOAT_WEIGHT] : 1;
}

enum { TERM_BOAT, TERM_WATER, CRAZY_TERMS };

static const struct pes_text crazy_names[CRAZY_TERMS + 1] = {
    [TERM_BOAT] = PES_TEXT("weight of a boat move", "βάρος κίνησης βάρκας"),
    [TERM_WATER] = PES_TEXT("weight of a water move", "βάρος κίνησης νερού"),
    [CRAZY_TERMS] = PES_TEXT("", ""),
};

static void crazy_terms(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        const struct pes_values *values, double out[PES_TERMS_MAX]) {
    out[TERM_BOAT] = out[TERM_WATER] = 0;
    out[boats_column(m) == 0 ? TERM_BOAT : TERM_WATER] = crazy_move(g, s, m, values);
}

static const struct pes_rating crazy = {
    .name = "crazy",
    .title = PES_TEXT("Crazy Boat", "Crazy Boat"),
    .help = PES_TEXT("a random move, boats more often than water",
                     "η «τρελή βάρκα»: τυχαία κίνηση, συχνότερα βάρκα παρά νερό"),
    .options = crazy_options,
    .pick = PES_PICK_WEIGHTED,
    .move = crazy_move,
    .term_names = crazy_names,
    .terms = crazy_terms,
};

/* It does not look at the next column: it sails onto an empty one and sinks. A boat that cannot go
 * ahead is on a column that is not full, so raising that column is legal unless ko forbids it; then
 * all moves are rated 0 and the first move of the list is played. */
static double forward_move(const struct pes_game *g, const struct pes_state *state, pes_move m,
                           const struct pes_values *values) {
    (void)g;
    (void)values;
    const struct boats *s = boats_at(state);
    assert(s->mover != BOATS_ROLL);
    const pes_move ahead = s->mover == BOATS_RED ? BOATS_RIGHT : BOATS_LEFT;
    return m == ahead ? 2 : m == boats_raise(s->boat[s->mover]) ? 1 : 0;
}

enum { TERM_AHEAD, TERM_LIFT, FORWARD_TERMS };

static const struct pes_text forward_names[FORWARD_TERMS + 1] = {
    [TERM_AHEAD] = PES_TEXT("sails ahead", "προχωρά"),
    [TERM_LIFT] = PES_TEXT("raises the water under its boat", "ανεβάζει το νερό κάτω από τη "
                                                              "βάρκα του"),
    [FORWARD_TERMS] = PES_TEXT("", ""),
};

static void forward_terms(const struct pes_game *g, const struct pes_state *s, pes_move m,
                          const struct pes_values *values, double out[PES_TERMS_MAX]) {
    out[TERM_AHEAD] = out[TERM_LIFT] = 0;
    out[boats_column(m) == 0 ? TERM_AHEAD : TERM_LIFT] = forward_move(g, s, m, values);
}

static const struct pes_rating forward = {
    .name = "forward",
    .title = PES_TEXT("Forward Boat", "Forward Boat"),
    .help = PES_TEXT(
        "sails ahead; where it cannot, raises the water under its boat",
        "η «βάρκα εμπρός»: προχωρά· όπου δεν μπορεί, ανεβάζει το νερό κάτω από τη βάρκα του"),
    .pick = PES_PICK_FIRST_BEST,
    .move = forward_move,
    .term_names = forward_names,
    .terms = forward_terms,
};

static double distance_state(const struct pes_game *g, const struct pes_state *state,
                             const struct pes_values *values) {
    (void)values;
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    if (!boats_over(lake, s))
        return boats_value(lake, s);
    const int winner = boats_winner(lake, s);
    return winner < 0 ? 0 : winner == BOATS_RED ? BOATS_INF - 1 : -(BOATS_INF - 1);
}

static const struct pes_rating distance = {
    .name = "distance",
    .help = PES_TEXT("how much nearer Red is to its goal than Green",
                     "πόσο πιο κοντά είναι ο Κόκκινος στον στόχο του από τον Πράσινο"),
    .pick = PES_PICK_NEVER,
    .state = distance_state,
};

static const struct pes_text model_titles[] = {
    PES_TEXT("ko", "ko"),
    PES_TEXT("free", "ελεύθερος"),
    {{NULL}},
};

/* The thesis' player gives all the replies of its printed game only if it searches under ko,
 * whatever rule the game is played by. */
static const struct pes_option minimax_options[] = {
    {.key = "model",
     .kind = PES_OPTION_CHOICE,
     .def = "ko",
     .choices = "ko|free",
     .help = PES_TEXT("the rule it thinks in, whatever rule is in force",
                      "ο κανόνας με τον οποίο σκέφτεται, όποιος κι αν ισχύει"),
     .title = PES_TEXT("Thinks by the rule", "Σκέφτεται με τον κανόνα"),
     .choice_titles = model_titles,
     .variant_key = "rule"},
    {.key = NULL},
};

const struct pes_rating *const boats_ratings[] = {&crazy, &forward, NULL};

const struct pes_minimax boats_minimax = {
    .rating = &distance,
    .title = PES_TEXT("MiniMax Boat", "MiniMax Boat"),
    .depth = 4,
    .options = minimax_options,
    .first_view = true,
};
