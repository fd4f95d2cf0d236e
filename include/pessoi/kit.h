/* A kit ties the parts of a game together: it is the one symbol a game exports.
 *
 * Rules are facts; everything else is opinion or looks, changes for other reasons, and may be
 * missing. Searchers, agents, solver, terminal and browser use what is there and work without it:
 * rules alone can be played, searched, matched and measured.
 *
 * All functions are pure in the sense of game.h: const game, caller's memory, any thread. */
#ifndef PES_KIT_H
#define PES_KIT_H

#include "pessoi/game.h"
#include "pessoi/view.h"

enum {
    PES_TERMS_MAX = 16,          /* named terms of a rating or evaluation */
    PES_ACCUMULATOR_MAX = 16384, /* bytes of an evaluation's accumulator */
    PES_EVALS_MAX = 4,           /* evaluations of one game */
    PES_PROOF_MAX = 256          /* moves of a forced win's main line */
};

/* How a rating becomes a player. */
enum pes_pick {
    PES_PICK_NEVER, /* only a yardstick, e.g. for the minimax of the report */
    PES_PICK_FIRST_BEST,
    PES_PICK_WEIGHTED /* at random; the ratings are the weights, >= 0 and not all 0 */
};

/* How a report rates moves or positions, exactly as described: IEEE doubles, no contraction. */
struct pes_rating {
    const char *name; /* the agent's: "heuristic" */
    struct pes_text help;
    const struct pes_option *options; /* NULL: none */
    enum pes_pick pick;

    /* The value of a legal move to its mover. NULL: this rating values positions only. */
    double (*move)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                   const struct pes_values *values);

    /* The value of a position, final ones included, to First; Second's is its negative. NULL: this
     * rating values moves only. */
    double (*state)(const struct pes_game *g, const struct pes_state *s,
                    const struct pes_values *values);

    /* PES_PICK_FIRST_BEST: a later move replaces the best so far only if it is better by at least
     * this much; 0 or NULL: if it is better at all. */
    double (*margin)(const struct pes_values *values);

    /* The parts `move` is made of, by name, ended by an empty text; they need not sum up. NULL: it
     * has none. */
    const struct pes_text *term_names;
    void (*terms)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                  const struct pes_values *values, double out[PES_TERMS_MAX]);
};

/* How the plain minimax of the report plays this game: agent `minimax`. Where the rating values
 * positions a leaf counts by its position, otherwise by the sum of the moves' values on its path.
 */
struct pes_minimax {
    const struct pes_rating *rating;
    int32_t depth;                    /* the default, in players' moves */
    const struct pes_option *options; /* besides the rating's: `model`; NULL: none */
    bool first_view;                  /* values are always First's, not the root's mover's */
};

/* How a value becomes odds, at the phases 0, 1/4 .. 1; in between all is linear. */
enum { PES_PHASES = 5 };
struct pes_odds {
    double edge[PES_PHASES];
    double slope[PES_PHASES]; /* > 0 */
};

/* An evaluation for strong search: incremental, integer, from First's view.
 *
 * What it knows of a position is an accumulator, one per ply of a search: patterns now, networks
 * later. refresh() computes it from nothing; push() derives the next one from the last and must
 * give the same bytes. Nothing is ever popped: going back is using the earlier one again. */
struct pes_eval {
    uint32_t abi;
    const char *name; /* what the option `eval` of searching agents calls it */

    /* Bytes of an accumulator, <= PES_ACCUMULATOR_MAX and a multiple of 64; whoever provides one
     * aligns it to 64. 0: none is needed, pointers to one are NULL or anything, and refresh() and
     * push() may be NULL. */
    size_t (*accumulator_size)(const struct pes_game *g);
    void (*refresh)(const struct pes_game *g, const struct pes_state *s, void *accumulator);

    /* The accumulator after m (outcomes included), which is about to be made in `before`. */
    void (*push)(const struct pes_game *g, const struct pes_state *before, pes_move m,
                 const void *accumulator, void *next);

    /* The value to First of a position that is not final, |value| < PES_EVAL_WIN. */
    int32_t (*value)(const struct pes_game *g, const struct pes_state *s, const void *accumulator);

    /* Named terms that sum to the value; returns how many. NULL: it has none. */
    const struct pes_text *term_names;
    int (*terms)(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                 int32_t out[PES_TERMS_MAX]);

    /* Chances to win, a draw being half of one. The logarithm of First's odds is an edge, for what
     * the evaluation does not see of being first, and a slope times the value that a search found.
     * Both change as the game goes on, and may differ from variant to variant. NULL: not fitted.
     * phase() is how far the game has come, 0..1; NULL: always 0. */
    const struct pes_odds *(*odds)(const struct pes_game *g);
    double (*phase)(const struct pes_game *g, const struct pes_state *s);

    /* What a won game weighs where luck mixes it with others that go on, and above every value;
     * 0: PES_EVAL_WIN, far above all that an expectation should give up for it. */
    int32_t win;
};
enum { PES_EVAL_WIN = 1000000 };

/* The logarithm of First's odds to win for a value to First, by an evaluation that has odds: what a
 * mistake costs in these units does not depend on who is ahead. */
PES_API double pes_log_odds(const struct pes_game *g, const struct pes_eval *eval,
                            const struct pes_state *s, double value);

/* The chance to win that belongs to such odds, 0..1. */
PES_API double pes_chance_of(double log_odds);

/* Players below the best, for people to play with: agent `level`. Each sees a part of the game and
 * gives a little away with every move, the same whether it is ahead or behind. */
enum { PES_LEVELS_MAX = 8 };
struct pes_level {
    int32_t depth;  /* moves it looks ahead, at most */
    int32_t nodes;  /* positions it may look at for a move */
    bool selective; /* it looks more closely where it matters, forced wins included */
    double loss;    /* what a move gives away on average by what it sees, as evaluated */
    double blind;   /* 0..1: the share of what people overlook that it overlooks */
};
struct pes_levels {
    int32_t count; /* 1..PES_LEVELS_MAX, from the weakest; each clearly beats the one before */
    struct pes_level at[PES_LEVELS_MAX];
    struct pes_text sees[PES_LEVELS_MAX]; /* what each sees and misses, a sentence for people */

    /* How easily people overlook m: 0, not at all, to 1; more: nobody thinks of it while there is
     * anything else. NULL: they see everything. */
    double (*overlooked)(const struct pes_game *g, const struct pes_state *s, pes_move m);
};

/* What level n, from 1, of a game that has `count` of them is called: "Steady". All games use the
 * same eight words. A game with fewer levels uses some of them, from "Beginner" up; the strongest
 * level is called "Expert" only where there are at least five, because a game that tells few levels
 * apart has little to be an expert in. */
PES_API const struct pes_text *pes_level_title(int n, int count);

/* Which moves to look at, and in which order. Every member may be NULL.
 *
 * An accumulator that is handed to these or to the tactics below is that of the game's first
 * evaluation, or NULL: a search may keep another one, or none. */
struct pes_order {
    uint32_t abi;

    /* The moves worth searching, a subset of moves(), best first; NULL: all of them. */
    int (*candidates)(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      pes_move out[]);

    /* Larger is looked at earlier; NULL: list order. */
    int32_t (*score)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                     const void *accumulator);

    /* Must a search go on through m before it trusts an evaluation? NULL: no move is noisy. */
    bool (*noisy)(const struct pes_game *g, const struct pes_state *s, pes_move m);
};

enum pes_verdict { PES_VERDICT_OPEN, PES_VERDICT_WIN, PES_VERDICT_NO_WIN };

/* A forced win: its main line, and how much was looked at to prove it. */
struct pes_proof {
    pes_move line[PES_PROOF_MAX]; /* attacker and best defence in turn */
    int32_t line_count;
    int32_t plies; /* to the end against the best defence, -1 if only the win is known */
    uint64_t nodes;
};

/* How much a search for a forced win may cost. */
struct pes_effort {
    uint64_t nodes_max;

    /* Asked after every PES_EFFORT_LOOK nodes: false ends the search at once, so that whoever has a
     * clock or a stop flag obeys it. NULL: nodes alone end it. */
    bool (*go_on)(void *caller);
    void *caller;
};
enum { PES_EFFORT_LOOK = 64 };

/* Forced wins that only this game can find fast (fours in Gomoku). */
struct pes_tactics {
    uint32_t abi;

    /* Does the player to move win by force? WIN with a proof, NO_WIN if there is none of the kind
     * looked for, OPEN if the effort did not suffice. */
    enum pes_verdict (*solve)(const struct pes_game *g, const struct pes_state *s,
                              const void *accumulator, const struct pes_effort *effort,
                              struct pes_proof *out);
};

/* A move from one numbered position to another, as a solver that works backwards meets it. Keys are
 * rules->move_key() plus 1, in the position that the number stands for; 0 is "none". */
struct pes_edge {
    uint64_t number; /* of the position in which the move is made */
    uint16_t move;   /* its key there */
    uint16_t banned; /* the key of the move that it forbids in the position it leads to */
};

/* A move that ends the game. */
struct pes_ending {
    pes_move move;
    int32_t gain; /* what the mover gets more than the other: > 0 it wins, < 0 it loses, 0 a draw */
};

/* Numbers for positions, so that a table can hold a value for each.
 *
 * Only positions in which a player is to move have numbers, and the numbers may have holes. A
 * position and its mirror image with the sides swapped may share a number: values are the mover's.
 *
 * Where the history forbids at most one move (ko), positions that differ only in that share a
 * number too: `banned` names the move, and the solver keeps the value with nothing forbidden, the
 * best move if it is the only one, and the value without it. Such a game has a move_key() that
 * tells the moves of a position apart and is less than 255, and a ban never takes a player's last
 * move. */
struct pes_index {
    uint32_t abi;

    /* How many numbers there are. 0: this variant cannot be numbered, for example because its board
     * is too large; then nothing else here is called, and `pessoi solve` refuses the variant. */
    uint64_t (*count)(const struct pes_game *g);

    /* The number of a position in which a player is to move and can. */
    uint64_t (*rank)(const struct pes_game *g, const struct pes_state *s);

    /* The position of a number, nothing forbidden; false: no position has it. */
    bool (*unrank)(const struct pes_game *g, uint64_t number, struct pes_state *s);

    /* The move that history forbids here, as it would be listed, or PES_MOVE_NONE. NULL: never. */
    pes_move (*banned)(const struct pes_game *g, const struct pes_state *s);

    /* Does this variant forbid moves at all? NULL: it does if `banned` is there. */
    bool (*bans)(const struct pes_game *g);

    /* The move in the position unrank(rank(s)) that corresponds to m in s, and back: it is its own
     * inverse. NULL: the same move. */
    pes_move (*mirror)(const struct pes_game *g, const struct pes_state *s, pes_move m);

    /* Every move of every numbered position, nothing forbidden, that leads to the position
     * `number`, each once: at most PES_MOVES_MAX; returns how many. With a key in `banned` only
     * those that forbid this move. NULL: the solver sweeps forward, which is slower; it must be
     * NULL where turns need not alternate. */
    int (*predecessors)(const struct pes_game *g, uint64_t number, uint16_t banned,
                        struct pes_edge out[]);

    /* Into how many equal ranges the numbers can be cut so that no position leads into two of them:
     * then threads that each work backwards from a range of their own never meet. NULL: one. */
    uint64_t (*lanes)(const struct pes_game *g);

    /* The moves of a position unrank() made that end the game; returns how many. NULL: the solver
     * tries every move. */
    int (*endings)(const struct pes_game *g, const struct pes_state *s, struct pes_ending out[]);

    /* A name for the variant's table, "rule=ko" or the like: variants with the same one share it,
     * because they differ only in how a game starts or is stopped. NULL: the variant's text. */
    void (*name)(const struct pes_game *g, char out[PES_OPTIONS_TEXT_MAX]);
};

struct pes_kit {
    uint32_t abi;
    const struct pes_rules *rules;
    const struct pes_rating *const *ratings; /* ends with NULL; NULL: none */
    const struct pes_minimax *minimax;       /* NULL: no agent `minimax` */
    const struct pes_eval *const *evals;     /* the one to play by first; ends with NULL */
    const struct pes_levels *levels;         /* by the first evaluation; NULL: none */
    const struct pes_order *order;
    const struct pes_tactics *tactics;
    const struct pes_index *index;
    const struct pes_view *view; /* NULL: positions are shown as text */
};

/* The games there are. */
PES_API int pes_kit_count(void);
PES_API const struct pes_kit *pes_kit_at(int i);
PES_API const struct pes_kit *pes_kit_find(const char *name); /* NULL: no such game */

#endif
