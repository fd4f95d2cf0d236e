/* What a move does, as facts: it wins, makes or stops a threat, takes pieces, scores, or is better
 * in a term of the evaluation than another move. Coach and hints make sentences of them.
 *
 * A phrase is a verb with its objects, which describes the move: "makes an open three". Sentences
 * take one or two of them: "{1} {2} and {3}." */
#ifndef PLAY_FACTS_H
#define PLAY_FACTS_H

#include "core/str.h"
#include "pessoi/history.h"
#include "pessoi/kit.h"

enum fact_kind {
    FACT_WINS,      /* at once */
    FACT_MAKES,     /* a threat */
    FACT_MAKES_ALL, /* `amount` threats */
    FACT_STOPS,     /* a threat of the opponent */
    FACT_PIECES,    /* takes `amount` of the opponent's pieces */
    FACT_POINTS,    /* scores `amount` more than the other move */
    FACT_TERM,      /* is better in a term */
    FACT_LETS_WIN,  /* at once */
    FACT_LEAVES,    /* does not stop a threat of the opponent */
    FACT_ALLOWS,    /* makes a threat of the opponent possible */
};

struct fact {
    enum fact_kind kind;
    int amount;
    struct pes_threat threat;    /* in the position before the move if it was there already */
    const struct pes_text *deed; /* of the term: a phrase */
};

enum { FACTS_MAX = 8 };

/* What m, a legal move of s, does for its mover, the most important first; returns how many. Points
 * and terms are compared with those of `other`, a legal move; PES_MOVE_NONE: the average move. A
 * term counts if it changes the logarithm of the odds by more than `least`. */
#define FACTS_CLEAR 0.08
int facts_for(const struct pes_game *g, const struct pes_state *s, pes_move m, pes_move other,
              double least, struct fact out[FACTS_MAX]);

/* What m leaves to the opponent, the most important first; returns how many. */
int facts_against(const struct pes_game *g, const struct pes_state *s, pes_move m,
                  struct fact out[FACTS_MAX]);

/* The first different phrases of these facts about m, a legal move of s; returns how many. The
 * caller has initialised the buffers and releases them. */
enum { FACTS_SAID = 2 };
int facts_phrases(const struct pes_game *g, const struct pes_state *s, pes_move m,
                  const struct fact facts[], int count, enum pes_lang lang,
                  struct str out[FACTS_SAID]);

/* Has `player` won in this position? */
bool facts_has_won(const struct pes_game *g, const struct pes_state *s, pes_player player);

/* The number of moves that win at once for the player to move; stops counting at `enough`. */
int facts_count_wins(const struct pes_game *g, struct pes_state *s, int enough);

#endif
