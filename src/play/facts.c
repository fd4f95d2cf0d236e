/* Facts about moves, found by comparing the position before and after them. Nothing is searched but
 * the opponent's next move. */
#include "play/facts.h"

#include "play/text.h"

#include <assert.h>
#include <stdalign.h>

enum {
    MOVES_LOOKED_AT = 128, /* alternatives of which the average is taken */
    TERMS_SAID = 2
};

/* Wins. --------------------------------------------------------------------------------------- */

bool facts_has_won(const struct pes_game *g, const struct pes_state *s, pes_player player) {
    if (!pes_over(g, s))
        return false;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, s, payoff);
    return payoff[player] > payoff[1 - player];
}

int facts_count_wins(const struct pes_game *g, struct pes_state *s, int enough) {
    const pes_player mover = pes_turn(g, s);
    pes_move list[PES_MOVES_MAX];
    const int count = mover >= 0 ? pes_moves(g, s, list) : 0;
    struct pes_undo_buf undo;
    int wins = 0;
    for (int i = 0; i < count && wins < enough; i++) {
        pes_make(g, s, list[i], undo.bytes);
        wins += facts_has_won(g, s, mover);
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return wins;
}

/* Threats. ------------------------------------------------------------------------------------ */

static int threats_of(const struct pes_game *g, const struct pes_state *s,
                      struct pes_threat out[PES_THREATS_MAX]) {
    const struct pes_view *view = g->kit->view;
    if (view == NULL || view->threats == NULL || view->say_deed == NULL || pes_turn(g, s) < 0)
        return 0;
    return view->threats(g, s, out);
}

/* Do two lists of cells have a common one? Empty lists are no difference. */
static bool share(const int16_t a[], int a_count, const int16_t b[], int b_count) {
    for (int i = 0; i < a_count; i++)
        for (int k = 0; k < b_count; k++)
            if (a[i] == b[k])
                return true;
    return a_count == 0 && b_count == 0;
}

/* Is it the same threat before and after a move? It may have gained or lost a cell. */
static bool is_same(const struct pes_threat *a, const struct pes_threat *b) {
    return a->player == b->player && a->kind == b->kind &&
           share(a->cells, a->cell_count, b->cells, b->cell_count) &&
           share(a->at, a->at_count, b->at, b->at_count);
}

static bool is_among(const struct pes_threat *t, const struct pes_threat list[], int count) {
    for (int i = 0; i < count; i++)
        if (is_same(t, &list[i]))
            return true;
    return false;
}

/* A position and the one after a move, and the threats in both. */
struct change {
    const struct pes_game *g;
    const struct pes_state *before;
    pes_player mover;
    struct pes_state_buf after;
    bool is_over;  /* after the move */
    bool is_known; /* both lists of threats are */
    int before_count, after_count;
    struct pes_threat threats_before[PES_THREATS_MAX], threats_after[PES_THREATS_MAX];
};

static void change_by(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      struct change *out) {
    struct pes_undo_buf undo;
    out->g = g;
    out->before = s;
    out->mover = pes_turn(g, s);
    assert(out->mover >= 0);
    pes_copy(g, PES_STATE(out->after), s);
    pes_make(g, PES_STATE(out->after), m, undo.bytes);
    out->is_over = pes_over(g, PES_STATE(out->after));
    out->is_known = !out->is_over && pes_turn(g, PES_STATE(out->after)) >= 0;
    out->before_count = out->is_known ? threats_of(g, s, out->threats_before) : 0;
    out->after_count = out->is_known ? threats_of(g, PES_STATE(out->after), out->threats_after) : 0;
}

/* Lists of facts: what does not fit is less important than what is there. */
struct facts {
    struct fact *out;
    int count;
};

static void add(struct facts *facts, struct fact fact) {
    if (facts->count < FACTS_MAX)
        facts->out[facts->count++] = fact;
}

/* Adds the threats of `player` in `from` that are in `other` (or are not), as facts of a kind. */
static void add_threats(struct facts *facts, enum fact_kind kind, pes_player player,
                        const struct pes_threat from[], int from_count,
                        const struct pes_threat other[], int other_count, bool in_other) {
    for (int i = 0; i < from_count; i++)
        if (from[i].player == player && is_among(&from[i], other, other_count) == in_other)
            add(facts, (struct fact){.kind = kind, .amount = 1, .threat = from[i]});
}

static void add_made(struct facts *facts, const struct change *c) {
    const int first = facts->count;
    add_threats(facts, FACT_MAKES, c->mover, c->threats_after, c->after_count, c->threats_before,
                c->before_count, false);
    const int made = facts->count - first;
    if (made < 2)
        return;
    facts->out[first] = (struct fact){.kind = FACT_MAKES_ALL, .amount = made};
    facts->count = first + 1;
}

static void add_stopped(struct facts *facts, const struct change *c) {
    add_threats(facts, FACT_STOPS, 1 - c->mover, c->threats_before, c->before_count,
                c->threats_after, c->after_count, false);
}

/* Gains. -------------------------------------------------------------------------------------- */

/* What a move gains at once. */
struct gain {
    int pieces; /* of the opponent that leave the board or change sides */
    int points;
};

static struct gain gain_of(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    const pes_player mover = pes_turn(g, s);
    struct pes_step steps[PES_STEPS_MAX];
    const int count = g->kit->view->trace(g, s, m, steps);
    struct gain gain = {0, 0};
    for (int i = 0; i < count; i++) {
        const struct pes_step *step = &steps[i];
        gain.pieces += (step->kind == PES_STEP_REMOVE && step->player == 1 - mover) ||
                       (step->kind == PES_STEP_CAPTURE && step->player == mover);
        if (step->kind == PES_STEP_POINTS && step->player == mover)
            gain.points += step->value;
    }
    return gain;
}

/* The moves with which m is compared: `other`, or all of them up to a number. */
static int others_of(const struct pes_game *g, const struct pes_state *s, pes_move other,
                     pes_move out[PES_MOVES_MAX]) {
    if (other != PES_MOVE_NONE) {
        out[0] = other;
        return 1;
    }
    const int count = pes_moves(g, s, out);
    return count < MOVES_LOOKED_AT ? count : MOVES_LOOKED_AT;
}

/* Does m gain more at once than the others do on average? */
static void add_gain(struct facts *facts, const struct pes_game *g, const struct pes_state *s,
                     pes_move m, const pes_move others[], int count) {
    if (g->kit->view == NULL)
        return;
    const struct gain own = gain_of(g, s, m);
    int64_t pieces = 0, points = 0;
    for (int i = 0; i < count && (own.pieces > 0 || own.points > 0); i++) {
        const struct gain gain = gain_of(g, s, others[i]);
        pieces += gain.pieces;
        points += gain.points;
    }
    if ((int64_t)own.pieces * count > pieces)
        add(facts, (struct fact){.kind = FACT_PIECES, .amount = own.pieces});
    if ((int64_t)own.points * count > points)
        add(facts, (struct fact){.kind = FACT_POINTS, .amount = own.points});
}

/* Terms. -------------------------------------------------------------------------------------- */

/* The terms of the first evaluation after a move, to its mover; 0: the game is over then. */
static int terms_after(const struct pes_game *g, const struct pes_state *s, pes_move m,
                       int32_t out[PES_TERMS_MAX]) {
    const struct pes_eval *eval = g->kit->evals[0];
    alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(after), s);
    pes_make(g, PES_STATE(after), m, undo.bytes);
    if (pes_over(g, PES_STATE(after)))
        return 0;
    if (eval->refresh != NULL)
        eval->refresh(g, PES_STATE(after), accumulator);
    const int count = eval->terms(g, PES_STATE(after), accumulator, out);
    for (int i = 0; i < count && pes_turn(g, s) != 0; i++)
        out[i] = -out[i];
    return count;
}

/* By how much m is better in each term than the mean of the others; returns the number of terms. */
static int compare_terms(const struct pes_game *g, const struct pes_state *s, pes_move m,
                         const pes_move others[], int count, double out[PES_TERMS_MAX]) {
    int32_t own[PES_TERMS_MAX], other[PES_TERMS_MAX];
    const int terms = terms_after(g, s, m, own);
    double sums[PES_TERMS_MAX] = {0};
    int looked = 0;
    for (int i = 0; i < count && terms > 0; i++) {
        if (terms_after(g, s, others[i], other) != terms)
            continue;
        looked++;
        for (int k = 0; k < terms; k++)
            sums[k] += other[k];
    }
    for (int k = 0; k < terms && looked > 0; k++)
        out[k] = own[k] - sums[k] / looked;
    return looked > 0 ? terms : 0;
}

/* The largest differences that say something to people. */
static void add_terms(struct facts *facts, const struct pes_game *g, const struct pes_state *s,
                      pes_move m, const pes_move others[], int count, double least) {
    const struct pes_eval *eval = g->kit->evals != NULL ? g->kit->evals[0] : NULL;
    double better[PES_TERMS_MAX];
    if (eval == NULL || eval->terms == NULL || eval->term_deeds == NULL)
        return;
    least *= pes_odds_unit(g, eval, s);
    const int terms = compare_terms(g, s, m, others, count, better);
    const pes_player mover = pes_turn(g, s);
    for (int said = 0; said < TERMS_SAID; said++) {
        int most = -1;
        for (int k = 0; k < terms; k++)
            if (better[k] > least && eval->term_deeds[k][mover].in[0] != NULL &&
                (most < 0 || better[k] > better[most]))
                most = k;
        if (most < 0)
            return;
        add(facts, (struct fact){.kind = FACT_TERM, .deed = &eval->term_deeds[most][mover]});
        better[most] = 0.0;
    }
}

/* Interface. ---------------------------------------------------------------------------------- */

int facts_for(const struct pes_game *g, const struct pes_state *s, pes_move m, pes_move other,
              double least, struct fact out[FACTS_MAX]) {
    struct facts facts = {.out = out, .count = 0};
    pes_move others[PES_MOVES_MAX];
    struct change change;
    change_by(g, s, m, &change);
    if (change.is_over) {
        if (facts_has_won(g, PES_STATE(change.after), change.mover))
            add(&facts, (struct fact){.kind = FACT_WINS});
        return facts.count;
    }
    add_made(&facts, &change);
    add_stopped(&facts, &change);
    const int count = others_of(g, s, other, others);
    add_gain(&facts, g, s, m, others, count);
    add_terms(&facts, g, s, m, others, count, least);
    return facts.count;
}

int facts_against(const struct pes_game *g, const struct pes_state *s, pes_move m,
                  struct fact out[FACTS_MAX]) {
    struct facts facts = {.out = out, .count = 0};
    struct change c;
    change_by(g, s, m, &c);
    struct pes_state *after = PES_STATE(c.after);
    if (facts_has_won(g, after, 1 - c.mover) ||
        (pes_turn(g, after) == 1 - c.mover && facts_count_wins(g, after, 1) > 0))
        add(&facts, (struct fact){.kind = FACT_LETS_WIN});
    add_threats(&facts, FACT_LEAVES, 1 - c.mover, c.threats_before, c.before_count, c.threats_after,
                c.after_count, true);
    add_threats(&facts, FACT_ALLOWS, 1 - c.mover, c.threats_after, c.after_count, c.threats_before,
                c.before_count, false);
    return facts.count;
}

/* Appends the view's phrase about a threat. */
static void say_deed(const struct pes_game *g, const struct pes_state *s, pes_move m,
                     const struct fact *fact, enum pes_lang lang, struct str *out) {
    static const enum pes_deed deeds[] = {[FACT_MAKES] = PES_DEED_MAKES,
                                          [FACT_STOPS] = PES_DEED_STOPS,
                                          [FACT_LEAVES] = PES_DEED_LEAVES,
                                          [FACT_ALLOWS] = PES_DEED_ALLOWS};
    const struct pes_view *view = g->kit->view;
    const bool is_new = fact->kind == FACT_MAKES || fact->kind == FACT_ALLOWS;
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    char said[PES_NOTE_MAX];
    pes_copy(g, PES_STATE(at), s);
    if (is_new)
        pes_make(g, PES_STATE(at), m, undo.bytes);
    if (view->say_deed(g, PES_STATE(at), &fact->threat, deeds[fact->kind], lang, said,
                       sizeof said) > 0)
        str_add(out, said);
}

/* Appends the phrase of a fact about m. */
static void say_fact(const struct pes_game *g, const struct pes_state *s, pes_move m,
                     const struct fact *fact, enum pes_lang lang, struct str *out) {
    switch (fact->kind) {
    case FACT_WINS:
        str_say(out, lang, TEXT(play_fact_wins), PES_NO_ARGS);
        break;
    case FACT_MAKES_ALL:
        str_say(out, lang, TEXT(play_fact_threats), PES_ARGS(PES_INT(fact->amount)));
        break;
    case FACT_PIECES:
        str_say(out, lang, TEXT(play_fact_pieces), PES_ARGS(PES_INT(fact->amount)));
        break;
    case FACT_POINTS:
        str_say(out, lang, TEXT(play_fact_points), PES_ARGS(PES_INT(fact->amount)));
        break;
    case FACT_TERM:
        str_say(out, lang, fact->deed, PES_NO_ARGS);
        break;
    case FACT_LETS_WIN:
        str_say(out, lang, TEXT(play_fact_lets_win), PES_NO_ARGS);
        break;
    case FACT_MAKES:
    case FACT_STOPS:
    case FACT_LEAVES:
    case FACT_ALLOWS:
    default:
        say_deed(g, s, m, fact, lang, out);
    }
}

int facts_phrases(const struct pes_game *g, const struct pes_state *s, pes_move m,
                  const struct fact facts[], int count, enum pes_lang lang,
                  struct str out[FACTS_SAID]) {
    int said = 0;
    for (int i = 0; i < count && said < FACTS_SAID; i++) {
        str_clear(&out[said]);
        say_fact(g, s, m, &facts[i], lang, &out[said]);
        if (out[said].length > 0 && (said == 0 || strcmp(out[said].text, out[0].text) != 0))
            said++;
    }
    return said;
}
