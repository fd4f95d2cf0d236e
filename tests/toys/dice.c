#include "dice.h"

#include "pessoi/hash.h"

#include <limits.h>
#include <stdio.h>

enum {
    COIN_EVERY = 3,
    COINS_MAX = 13, /* on the longest track */
    SIDES_MAX = 6,
    GOAL_POINTS = 3,
    CLOCK_MAX = 999999,

    /* Moves: the number, and what it is. */
    NUMBER = 7,
    BACK = 8,
    THROW = 16,
    KEYS = 3 * SIDES_MAX
};

enum { OPT_LENGTH, OPT_SIDES, OPT_START, OPT_PLIES, OPT_REPETITION };

/* A position; equal positions have equal bytes. */
struct dice {
    uint8_t pawn[2];
    uint8_t points[2];
    uint8_t number[2]; /* of the throw; 0: not thrown yet; ascending once both are */
    uint8_t player;    /* whose throw or move it is */
    uint8_t zero;
    uint16_t coins; /* bit i: there is a coin on square COIN_EVERY * (i + 1) */
    uint8_t zeros[6];
};
_Static_assert(sizeof(struct dice) == 16, "no padding");

struct own {
    int length;
    int sides;
    int coins;
};

static const struct pes_text say_move = PES_TEXT("'{1}' is no move here; a move is +N or -N with a "
                                                 "number thrown, inside the track",
                                                 "το «{1}» δεν είναι κίνηση εδώ· μια κίνηση "
                                                 "γράφεται +N ή -N με αριθμό της ζαριάς, μέσα στη "
                                                 "διαδρομή");
static const struct pes_text say_throw = PES_TEXT("'{1}' is no throw; it is # and a number 1..{2}",
                                                  "το «{1}» δεν είναι ζαριά· γράφεται # και ένας "
                                                  "αριθμός 1..{2}");
static const struct pes_text say_field = PES_TEXT("field {1} of the position is wrong here; an "
                                                  "example is '{2}'",
                                                  "το πεδίο {1} της θέσης είναι λάθος εδώ· "
                                                  "παράδειγμα: «{2}»");
static const struct pes_text say_position =
    PES_TEXT("no game could hold this position", "καμία παρτίδα δεν φτάνει σε αυτή τη θέση");

static const struct own *own_of(const struct pes_game *g) {
    return g->own;
}
static const struct dice *dice_of(const struct pes_state *s) {
    return (const struct dice *)(const void *)s;
}
static struct dice *dice_to(struct pes_state *s) {
    return (struct dice *)(void *)s;
}

/* The bit of the coin on a square, or 0 if the square never has one. */
static uint16_t coin_bit(const struct own *own, int square) {
    const bool there = square % COIN_EVERY == 0 && square > 0 && square < own->length;
    return (uint16_t)(there ? 1u << (square / COIN_EVERY - 1) : 0u);
}

static int coins_left(uint16_t coins) {
    int count = 0;
    for (unsigned left = coins; left != 0; left &= left - 1)
        count++;
    return count;
}

static bool arrived(const struct own *own, const struct dice *d) {
    return d->pawn[0] == own->length || d->pawn[1] == own->length;
}

/* The square of the mover's pawn after a move. */
static int target(const struct dice *d, pes_move m) {
    const int number = (int)(m & NUMBER);
    return d->pawn[d->player] + (m & BACK ? -number : number);
}

static enum pes_err dice_open(struct pes_game *g, const struct pes_values *values,
                              struct pes_note *note) {
    (void)note; /* any length may have any dice */
    struct own *own = g->own;
    own->length = (int)values->number[OPT_LENGTH];
    own->sides = (int)values->number[OPT_SIDES];
    own->coins = (own->length - 1) / COIN_EVERY;
    assert(own->coins <= COINS_MAX);
    g->state_size = sizeof(struct dice);
    g->undo_size = sizeof(struct dice);
    g->moves_max = 4;
    g->chances_max = own->sides;
    g->move_keys = KEYS;
    g->players = 2;
    g->payoff_min = -1;
    g->payoff_max = 1;
    g->plies_cap = (int32_t)values->number[OPT_PLIES];
    g->repetition_max = (int32_t)values->number[OPT_REPETITION];
    g->chance_in_play = true;
    g->start_rolled = values->number[OPT_START] == 1;
    return PES_ERR_OK;
}

static void dice_init(const struct pes_game *g, struct pes_state *s) {
    *dice_to(s) = (struct dice){.coins = (uint16_t)((1u << own_of(g)->coins) - 1)};
}

static pes_player dice_turn(const struct pes_game *g, const struct pes_state *s) {
    const struct dice *d = dice_of(s);
    if (arrived(own_of(g), d))
        return PES_TERMINAL;
    return d->number[1] == 0 ? PES_CHANCE : d->player;
}

static int dice_moves(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    const struct dice *d = dice_of(s);
    if (dice_turn(g, s) < 0)
        return 0;
    const int numbers = d->number[0] == d->number[1] ? 1 : 2;
    int count = 0;
    for (int i = 0; i < numbers; i++)
        if (d->pawn[d->player] + d->number[i] <= own_of(g)->length)
            out[count++] = d->number[i];
    for (int i = 0; i < numbers; i++)
        if (d->pawn[d->player] >= d->number[i])
            out[count++] = (pes_move)d->number[i] | BACK;
    return count;
}

static int dice_count(const struct pes_game *g, const struct pes_state *s) {
    const struct dice *d = dice_of(s);
    if (dice_turn(g, s) < 0)
        return 0;
    const int room = own_of(g)->length - d->pawn[d->player];
    int count = (d->number[0] <= room) + (d->number[0] <= d->pawn[d->player]);
    if (d->number[1] != d->number[0])
        count += (d->number[1] <= room) + (d->number[1] <= d->pawn[d->player]);
    return count;
}

static void throw_die(struct dice *d, uint8_t number) {
    if (d->number[0] == 0) {
        d->number[0] = number;
    } else if (number < d->number[0]) {
        /* 5 then 3 leaves the same choice as 3 then 5 and must be the same position. */
        d->number[1] = d->number[0];
        d->number[0] = number;
    } else {
        d->number[1] = number;
    }
}

static void dice_make(const struct pes_game *g, struct pes_state *s, pes_move m, void *undo) {
    const struct own *own = own_of(g);
    struct dice *d = dice_to(s);
    memcpy(undo, d, sizeof *d);
    if (m & THROW) {
        throw_die(d, (uint8_t)(m & NUMBER));
        return;
    }
    const int to = target(d, m);
    assert(to >= 0 && to <= own->length);
    d->pawn[d->player] = (uint8_t)to;
    const uint16_t coin = coin_bit(own, to) & d->coins;
    d->coins ^= coin;
    d->points[d->player] = (uint8_t)(d->points[d->player] + (coin != 0));
    if (d->number[0] != d->number[1] || to == own->length)
        d->player ^= 1;
    d->number[0] = 0;
    d->number[1] = 0;
}

static void dice_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                        const void *undo) {
    (void)g, (void)m;
    memcpy(s, undo, sizeof(struct dice));
}

static void dice_scores(const struct pes_game *g, const struct pes_state *s,
                        int32_t out[PES_PLAYERS_MAX]) {
    const struct dice *d = dice_of(s);
    for (int i = 0; i < 2; i++)
        out[i] = d->points[i] + (d->pawn[i] == own_of(g)->length ? GOAL_POINTS : 0);
}

static void dice_payoff(const struct pes_game *g, const struct pes_state *s,
                        int32_t out[PES_PLAYERS_MAX]) {
    int32_t points[PES_PLAYERS_MAX];
    dice_scores(g, s, points);
    out[0] = (points[0] > points[1]) - (points[0] < points[1]);
    out[1] = -out[0];
}

static void dice_adjudicate(const struct pes_game *g, const struct pes_state *s, enum pes_end why,
                            int32_t out[PES_PLAYERS_MAX]) {
    if (why == PES_END_REPETITION)
        out[0] = out[1] = 0;
    else
        dice_payoff(g, s, out);
}

static uint64_t dice_hash(const struct pes_game *g, const struct pes_state *s) {
    (void)g;
    uint64_t half[2];
    memcpy(half, s, sizeof half);
    return pes_hash_mix(half[0] ^ pes_hash_mix(half[1] + 1));
}

static int dice_chances(const struct pes_game *g, const struct pes_state *s,
                        struct pes_chance out[]) {
    if (dice_turn(g, s) != PES_CHANCE)
        return 0;
    const int sides = own_of(g)->sides;
    for (int i = 0; i < sides; i++)
        out[i] = (struct pes_chance){.move = THROW + (pes_move)i + 1, .weight = i == 0 ? 2 : 1};
    return sides;
}

static bool dice_irreversible(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    const struct own *own = own_of(g);
    const struct dice *d = dice_of(s);
    if (m & THROW)
        return false;
    const int to = target(d, m);
    return to == own->length || (coin_bit(own, to) & d->coins) != 0;
}

static uint32_t dice_move_key(const struct pes_game *g, pes_move m) {
    (void)g;
    return (m & NUMBER) - 1 + (m & THROW ? 2u * SIDES_MAX : m & BACK ? (uint32_t)SIDES_MAX : 0);
}

static pes_move draw_throw(const struct own *own, struct pes_rng *rng) {
    const uint32_t drawn = pes_rng_below(rng, (uint32_t)own->sides + 1);
    return THROW + (drawn > 0 ? drawn : 1);
}

static pes_move dice_random_move(const struct pes_game *g, const struct pes_state *s,
                                 struct pes_rng *rng) {
    if (dice_turn(g, s) == PES_CHANCE)
        return draw_throw(own_of(g), rng);
    pes_move list[4];
    const int count = dice_moves(g, s, list);
    return count > 0 ? list[pes_rng_below(rng, (uint32_t)count)] : PES_MOVE_NONE;
}

static int dice_roll(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                     pes_move out[], int outcomes_max) {
    int rolled = 0;
    for (; rolled < outcomes_max && dice_turn(g, s) == PES_CHANCE; rolled++) {
        const pes_move m = draw_throw(own_of(g), rng);
        throw_die(dice_to(s), (uint8_t)(m & NUMBER));
        if (out)
            out[rolled] = m;
    }
    return rolled;
}

static int dice_playout(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                        int plies_max, int32_t out[PES_PLAYERS_MAX]) {
    struct dice undo;
    for (int plies = 0;; plies++) {
        if (plies == plies_max && dice_turn(g, s) != PES_TERMINAL) {
            dice_adjudicate(g, s, PES_END_PLIES, out);
            return plies;
        }
        dice_roll(g, s, rng, NULL, INT_MAX);
        const pes_move m = dice_random_move(g, s, rng);
        if (m == PES_MOVE_NONE) {
            dice_payoff(g, s, out);
            return plies;
        }
        dice_make(g, s, m, &undo);
    }
}

/* Text. ------------------------------------------------------------------------------------- */

static void dice_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                             char out[PES_MOVE_TEXT_MAX]) {
    (void)g, (void)s;
    const char *mark = m & THROW ? "#" : m & BACK ? "-" : "+";
    snprintf(out, PES_MOVE_TEXT_MAX, "%s%u", mark, (unsigned)(m & NUMBER));
}

static enum pes_err dice_move_parse(const struct pes_game *g, const struct pes_state *s,
                                    const char *text, size_t length, size_t *used, pes_move *out,
                                    struct pes_note *note) {
    const int sides = own_of(g)->sides;
    const bool chance = dice_turn(g, s) == PES_CHANCE;
    const bool bare = chance && dice_of(s)->number[0] > 0 && length > 0 && text[0] != '#';
    const size_t at = bare ? 0 : 1;
    char quote[PES_QUOTE_SIZE];
    pes_quote(text, length, quote);
    pes_move m = PES_MOVE_NONE;
    if (length > at && text[at] >= '1' && text[at] <= '0' + sides) {
        const pes_move number = (pes_move)(text[at] - '0');
        if (bare || text[0] == '#')
            m = THROW | number;
        else if (text[0] == '+')
            m = number;
        else if (text[0] == '-')
            m = BACK | number;
    }
    if (m == PES_MOVE_NONE || !pes_legal(g, s, m)) {
        const struct pes_text *why = chance ? &say_throw : &say_move;
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, why,
                            PES_ARGS(PES_STR(quote), PES_INT(sides)));
    }
    *used = at + 1;
    *out = m;
    return PES_ERR_OK;
}

static void dice_state_format(const struct pes_game *g, const struct pes_state *s, int clock,
                              char out[PES_STATE_TEXT_MAX]) {
    const struct dice *d = dice_of(s);
    char coins[COINS_MAX + 1] = "";
    for (int i = 0; i < own_of(g)->coins; i++)
        coins[i] = d->coins >> i & 1 ? '1' : '0';
    char numbers[3] = "-";
    for (int i = 0; i < 2 && d->number[i] > 0; i++)
        numbers[i] = (char)('0' + d->number[i]);
    snprintf(out, PES_STATE_TEXT_MAX, "%d %d %s %d %d %s %d %d", d->pawn[0], d->pawn[1], coins,
             d->points[0], d->points[1], numbers, d->player + 1,
             clock < CLOCK_MAX ? clock : CLOCK_MAX);
}

/* Parses the fields of a position one after the other; keeps the first error. */
struct reader {
    const char *text;
    size_t length;
    size_t at;
    int field; /* the number of the present field, from 1 */
    bool bad;
};

/* Begins the next field: at the start of the text, or after exactly one blank. */
static void next_field(struct reader *r) {
    if (r->field > 0 && !r->bad) {
        if (r->at < r->length && r->text[r->at] == ' ')
            r->at++;
        else
            r->bad = true;
    }
    if (!r->bad)
        r->field++;
}

static int peek(const struct reader *r) {
    return !r->bad && r->at < r->length ? (unsigned char)r->text[r->at] : 0;
}

static int read_number(struct reader *r, int max) {
    next_field(r);
    const bool zero = peek(r) == '0';
    if (peek(r) < '0' || peek(r) > '9')
        r->bad = true;
    int n = 0;
    for (int digits = 0; peek(r) >= '0' && peek(r) <= '9'; digits++) {
        n = n * 10 + (peek(r) - '0');
        if (n > max || (zero && digits > 0))
            r->bad = true;
        else
            r->at++;
    }
    return r->bad ? 0 : n;
}

static uint16_t read_coins(struct reader *r, const struct own *own) {
    next_field(r);
    uint16_t coins = 0;
    for (int i = 0; i < own->coins && !r->bad; i++) {
        if (peek(r) != '0' && peek(r) != '1')
            r->bad = true;
        else
            coins |= (uint16_t)((r->text[r->at++] - '0') << i);
    }
    return coins;
}

static void read_dice(struct reader *r, const struct own *own, uint8_t number[2]) {
    next_field(r);
    if (peek(r) == '-') {
        r->at++;
        return;
    }
    for (int i = 0; i < 2; i++) {
        const int c = peek(r);
        if (i == 1 && c == ' ')
            return;
        if (c < '1' || c > '0' + own->sides || c < '0' + number[0]) {
            r->bad = true;
            return;
        }
        number[i] = (uint8_t)(c - '0');
        r->at++;
    }
}

static bool dice_valid(const struct pes_game *g, const struct pes_state *s) {
    const struct own *own = own_of(g);
    const struct dice *d = dice_of(s);
    if (d->points[0] + d->points[1] + coins_left(d->coins) != own->coins)
        return false;
    for (int i = 0; i < 2; i++)
        if (coin_bit(own, d->pawn[i]) & d->coins)
            return false;
    if (!arrived(own, d))
        return true;
    return d->pawn[d->player] != own->length && d->number[0] == 0;
}

static enum pes_err dice_state_parse(const struct pes_game *g, const char *text, size_t length,
                                     struct pes_state *s, int *clock, struct pes_note *note) {
    const struct own *own = own_of(g);
    struct dice *d = dice_to(s);
    struct reader r = {.text = text, .length = length};
    dice_init(g, s);
    d->pawn[0] = (uint8_t)read_number(&r, own->length);
    d->pawn[1] = (uint8_t)read_number(&r, own->length);
    d->coins = read_coins(&r, own);
    d->points[0] = (uint8_t)read_number(&r, own->coins);
    d->points[1] = (uint8_t)read_number(&r, own->coins);
    read_dice(&r, own, d->number);
    const int player = read_number(&r, 2);
    if (!r.bad && player == 0) {
        r.at--;
        r.bad = true;
    }
    *clock = read_number(&r, CLOCK_MAX);
    if (r.bad || r.at != length) {
        struct pes_state_buf start;
        char example[PES_STATE_TEXT_MAX];
        dice_init(g, PES_STATE(start));
        dice_state_format(g, PES_STATE(start), 0, example);
        return pes_note_say(note, PES_ERR_SYNTAX, (int32_t)r.at + 1, &say_field,
                            PES_ARGS(PES_INT(r.field), PES_STR(example)));
    }
    d->player = (uint8_t)(player - 1);
    if (!dice_valid(g, s))
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &say_position, PES_NO_ARGS);
    return PES_ERR_OK;
}

/* Opinions. --------------------------------------------------------------------------------- */

enum { TERM_ADVANCE, TERM_COIN, TERM_GOAL };

static const struct pes_text greedy_terms[] = {
    [TERM_ADVANCE] = PES_TEXT("advance", "πρόοδος"),
    [TERM_COIN] = PES_TEXT("coin", "νόμισμα"),
    [TERM_GOAL] = PES_TEXT("goal", "τερματισμός"),
    PES_TEXT("", ""),
};

static const struct pes_option greedy_options[] = {
    {.key = "coin",
     .kind = PES_OPTION_INT,
     .def = "4",
     .min = 0,
     .max = 100,
     .help = PES_TEXT("what a coin is worth in squares", "πόσα τετράγωνα αξίζει ένα νόμισμα"),
     .title = PES_TEXT("Worth of a coin", "Αξία νομίσματος")},
    {.key = NULL},
};

static void greedy_term_values(const struct pes_game *g, const struct pes_state *s, pes_move m,
                               const struct pes_values *values, double out[PES_TERMS_MAX]) {
    const struct own *own = own_of(g);
    const struct dice *d = dice_of(s);
    const int to = target(d, m);
    const bool coin = (coin_bit(own, to) & d->coins) != 0;
    out[TERM_ADVANCE] = to - d->pawn[d->player];
    out[TERM_COIN] = coin ? (double)values->number[0] : 0;
    out[TERM_GOAL] = to == own->length ? (double)(GOAL_POINTS * values->number[0]) : 0;
}

static double greedy_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                          const struct pes_values *values) {
    double terms[PES_TERMS_MAX];
    greedy_term_values(g, s, m, values, terms);
    return terms[TERM_ADVANCE] + terms[TERM_COIN] + terms[TERM_GOAL];
}

/* Forward moves have three times the weight of backward ones. */
static double tipsy_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                         const struct pes_values *values) {
    (void)g, (void)s, (void)values;
    return m & BACK ? 1 : 3;
}

static const struct pes_rating greedy = {
    .name = "greedy",
    .title = PES_TEXT("Greedy", "Άπληστος"),
    .help = PES_TEXT("takes what a move gives at once", "παίρνει ό,τι δίνει αμέσως μια κίνηση"),
    .options = greedy_options,
    .pick = PES_PICK_FIRST_BEST,
    .move = greedy_move,
    .term_names = greedy_terms,
    .terms = greedy_term_values,
};

static const struct pes_rating tipsy = {
    .name = "tipsy",
    .title = PES_TEXT("Tipsy", "Ζαλισμένος"),
    .help = PES_TEXT("staggers, mostly forward", "παραπατά, συνήθως προς τα εμπρός"),
    .pick = PES_PICK_WEIGHTED,
    .move = tipsy_move,
};

static const struct pes_rating *const ratings[] = {&greedy, &tipsy, NULL};

static const struct pes_minimax minimax = {.rating = &greedy, .depth = 2};

static const struct pes_text start_titles[] = {
    PES_TEXT("chance", "τύχη"),
    PES_TEXT("rolled", "ριγμένη"),
    {{NULL}},
};

static const struct pes_option options[] = {
    [OPT_LENGTH] = {.key = "length",
                    .kind = PES_OPTION_INT,
                    .def = "20",
                    .min = 5,
                    .max = 40,
                    .help = PES_TEXT("the last square", "το τελευταίο τετράγωνο"),
                    .title = PES_TEXT("Length", "Μήκος")},
    [OPT_SIDES] = {.key = "sides",
                   .kind = PES_OPTION_INT,
                   .def = "6",
                   .min = 2,
                   .max = SIDES_MAX,
                   .help = PES_TEXT("faces of a die", "πλευρές του ζαριού"),
                   .title = PES_TEXT("Faces", "Πλευρές")},
    [OPT_START] = {.key = "start",
                   .kind = PES_OPTION_CHOICE,
                   .def = "chance",
                   .choices = "chance|rolled",
                   .help = PES_TEXT("rolled: the first throw belongs to setting up",
                                    "rolled: η πρώτη ζαριά ανήκει στο στήσιμο"),
                   .title = PES_TEXT("Start", "Αρχή"),
                   .choice_titles = start_titles},
    [OPT_PLIES] = {.key = "plies",
                   .kind = PES_OPTION_INT,
                   .def = "200",
                   .min = 0,
                   .max = 100000,
                   .help = PES_TEXT("moves after which the points decide; 0: never",
                                    "κινήσεις μετά τις οποίες κρίνουν οι πόντοι· 0: ποτέ"),
                   .title = PES_TEXT("Move limit", "Όριο κινήσεων")},
    [OPT_REPETITION] = {.key = "repetition",
                        .kind = PES_OPTION_INT,
                        .def = "3",
                        .min = 0,
                        .max = 100,
                        .help = PES_TEXT("occurrences of a position that draw; 0: never",
                                         "εμφανίσεις μιας θέσης που φέρνουν ισοπαλία· 0: ποτέ"),
                        .title = PES_TEXT("Draw by repetition", "Ισοπαλία με επανάληψη")},
    {.key = NULL},
};

static const struct pes_rules rules = {
    .abi = PES_ABI,
    .name = "dice",
    .title = PES_TEXT("The dice race", "Η κούρσα των ζαριών"),
    .players = {{.id = "one", .name = PES_TEXT("One", "Ένα")},
                {.id = "two", .name = PES_TEXT("Two", "Δύο")}},
    .options = options,
    .own_size = sizeof(struct own),
    .open = dice_open,
    .init = dice_init,
    .turn = dice_turn,
    .moves = dice_moves,
    .make = dice_make,
    .unmake = dice_unmake,
    .payoff = dice_payoff,
    .hash = dice_hash,
    .chances = dice_chances,
    .move_format = dice_move_format,
    .move_parse = dice_move_parse,
    .state_format = dice_state_format,
    .state_parse = dice_state_parse,
    .valid = dice_valid,
    .scores = dice_scores,
    .adjudicate = dice_adjudicate,
    .irreversible = dice_irreversible,
    .move_key = dice_move_key,
    .count = dice_count,
    .random_move = dice_random_move,
    .playout = dice_playout,
    .roll = dice_roll,
    .chance_in_play = true,
};

const struct pes_kit toy_dice_kit = {
    .abi = PES_ABI,
    .rules = &rules,
    .ratings = ratings,
    .minimax = &minimax,
};

pes_move toy_dice_two(const struct pes_game *g, const struct pes_state *s) {
    struct pes_chance outcomes[PES_CHANCES_MAX];
    const int count = pes_chances(g, s, outcomes);
    assert(count >= 2);
    (void)count;
    return outcomes[1].move;
}
