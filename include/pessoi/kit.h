/* A kit ties the parts of a game together: it is the one symbol a game exports.
 *
 * Rules are facts. Everything else is judgement or presentation, changes for other reasons, and is
 * optional: searches, agents, solver, terminal and browser use the parts that exist and work
 * without the others. Rules alone can be played, searched, matched and measured.
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
    PES_PROOF_MAX = 256,         /* moves of a forced win's main line */
    PES_SYMMETRIES_MAX = 48      /* of one variant: those of a cube */
};

/* How a rating becomes a player. */
enum pes_pick {
    PES_PICK_NEVER,      /* it does not: only other parts use the rating, e.g. `minimax` */
    PES_PICK_FIRST_BEST, /* it plays the first of the best moves, in list order */
    PES_PICK_WEIGHTED    /* at random; the ratings are the weights, >= 0 and not all 0 */
};

/* How a report rates moves or positions, exactly as described there: IEEE doubles, no contraction
 * (fused multiply-add). Each rating that picks moves is an agent with the rating's name. */
struct pes_rating {
    const char *name;      /* also the agent's: "heuristic" */
    struct pes_text title; /* for people: "Forward Boat"; NULL members: the name */
    struct pes_text help;
    const struct pes_option *options; /* NULL: none */
    enum pes_pick pick;

    /* The value of a legal move to its mover. NULL: this rating values only positions. */
    double (*move)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                   const struct pes_values *values);

    /* The value of a position, final ones included, to First; Second's is its negative. NULL: this
     * rating values only moves. */
    double (*state)(const struct pes_game *g, const struct pes_state *s,
                    const struct pes_values *values);

    /* PES_PICK_FIRST_BEST: a later move replaces the best so far only if it is better by at least
     * this much; 0 or NULL: if it is better at all. */
    double (*margin)(const struct pes_values *values);

    /* The named terms from which the value of a move is computed, ended by an empty text. NULL:
     * there are no terms. */
    const struct pes_text *term_names;
    void (*terms)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                  const struct pes_values *values, double out[PES_TERMS_MAX]);

    /* How the value follows from the terms, in one or two sentences for people; NULL members: it is
     * their sum. */
    struct pes_text how_terms;
};

/* How the plain minimax of the report plays this game: agent `minimax`. If the rating values
 * positions, a leaf has the value of its position; otherwise the sum of the values of the moves on
 * its path. */
struct pes_minimax {
    const struct pes_rating *rating;
    struct pes_text title;            /* for people: "MiniMax Boat"; NULL members: the name */
    int32_t depth;                    /* the default, in players' moves */
    const struct pes_option *options; /* besides the rating's, e.g. `model`; NULL: none */
    bool first_view;                  /* values are First's, not those of the mover at the root */
};

/* How a value becomes log odds (a logistic model), at the phases 0, 1/4 .. 1 of a game; between
 * them both parameters are interpolated linearly. */
enum { PES_PHASES = 5 };
struct pes_odds {
    double edge[PES_PHASES];
    double slope[PES_PHASES]; /* > 0 */
};

/* An evaluation for strong search: incremental, integer, from First's view.
 *
 * Its incremental data about a position is an accumulator; a search keeps one per ply. refresh()
 * computes it from the position alone; push() derives the next one from the last and must give the
 * same bytes. There is no pop: after unmake() a search uses the accumulator of the earlier ply. */
struct pes_eval {
    uint32_t abi;
    const char *name; /* its value in the option `eval` of searching agents */

    /* Bytes of an accumulator, <= PES_ACCUMULATOR_MAX and a multiple of 64; the caller provides it,
     * aligned to 64. 0: the evaluation uses none, ignores pointers to one, and refresh() and push()
     * may be NULL. */
    size_t (*accumulator_size)(const struct pes_game *g);
    void (*refresh)(const struct pes_game *g, const struct pes_state *s, void *accumulator);

    /* The accumulator after m (outcomes included), which is about to be made in `before`. */
    void (*push)(const struct pes_game *g, const struct pes_state *before, pes_move m,
                 const void *accumulator, void *next);

    /* The value to First of a position that is not final, |value| < PES_EVAL_WIN. */
    int32_t (*value)(const struct pes_game *g, const struct pes_state *s, const void *accumulator);

    /* Named terms that sum to the value; returns how many. NULL: there are no terms. */
    const struct pes_text *term_names;
    int (*terms)(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                 int32_t out[PES_TERMS_MAX]);

    /* Win probability by a logistic model; a draw counts as half a win. The logarithm of First's
     * odds is edge + slope * value, with the value that a search found; the edge is the advantage
     * of being First that the evaluation does not contain. Both depend on the phase of the game and
     * may depend on the variant. NULL: not fitted. phase() is the progress of the game, 0..1;
     * NULL: always 0. */
    const struct pes_odds *(*odds)(const struct pes_game *g);
    double (*phase)(const struct pes_game *g, const struct pes_state *s);

    /* The value of a won game in an expectation over chance outcomes; larger than every value().
     * 0: PES_EVAL_WIN, which outweighs every other consideration. */
    int32_t win;

    /* The value that is left of value() after `clock` plies without an irreversible move (see the
     * rules): an advantage that leads to nothing is worth less and less. Clock 0 leaves the value
     * as it is; it is never PES_EVAL_WIN. Only selective searches use it. NULL: the clock does not
     * matter. */
    int32_t (*fade)(const struct pes_game *g, const struct pes_state *s, int32_t value,
                    int32_t clock);

    /* For each term, what a move does that is better in it than another move, if First or if Second
     * makes it: a phrase without its subject, the move, and without a full stop: "shortens Green's
     * way". NULL members: people learn nothing from this term. NULL: from none. */
    const struct pes_text (*term_deeds)[PES_PLAYERS_MAX];
};
enum { PES_EVAL_WIN = 1000000 };

/* The logarithm of First's odds to win for a value to First, by an evaluation that has odds. In
 * these units the cost of a mistake does not depend on which side is ahead. */
PES_API double pes_log_odds(const struct pes_game *g, const struct pes_eval *eval,
                            const struct pes_state *s, double value);

/* The value that changes the logarithm of the odds by 1 in this position: the unit in which a
 * search measures its margins. 0: the evaluation has no odds. */
PES_API double pes_odds_unit(const struct pes_game *g, const struct pes_eval *eval,
                             const struct pes_state *s);

/* The win probability for such odds, 0..1 (the logistic function). */
PES_API double pes_chance_of(double log_odds);

/* Levels of play for people: agent `level`. Each level searches less than the full strength and
 * gives away a little with every move, equally much whether it is ahead or behind. */
enum { PES_LEVELS_MAX = 12 };
struct pes_level {
    int32_t depth;  /* of its search in plies, at most */
    int32_t nodes;  /* of its search per move, at most */
    bool selective; /* as in struct pes_alphabeta_config: quiescence search, tactics, .. */
    double loss;    /* what a move gives away on average by its own search, in evaluation units */
    double blind;   /* 0..1: how much of overlooked() applies to it */
};
struct pes_levels {
    int32_t count; /* 1..PES_LEVELS_MAX, from the weakest; each clearly beats the one before */
    int32_t usual; /* the level for a person's first game, from 1; 0: the third, or the last */
    struct pes_level at[PES_LEVELS_MAX];
    struct pes_text sees[PES_LEVELS_MAX]; /* what each sees and misses: one sentence for people */

    /* How easily people overlook m, from 0 (never) to 1; above 1: they consider it only if there is
     * nothing else. NULL: people overlook nothing. */
    double (*overlooked)(const struct pes_game *g, const struct pes_state *s, pes_move m);
};

/* The title of level n, from 1, in a game with `count` levels: "Steady". All games use the same
 * words. A game with fewer levels uses some of them, from "Beginner" up; its strongest level
 * is "Expert" only if there are at least five, because few distinguishable levels mean that little
 * skill separates the weakest from the strongest. */
PES_API const struct pes_text *pes_level_title(int n, int count);

/* Move ordering: which moves to search, and in which order. Every member may be NULL.
 *
 * The accumulator passed to these functions and to the tactics below is that of the game's first
 * evaluation, or NULL if the search uses another evaluation or none. */
struct pes_order {
    uint32_t abi;

    /* The moves worth searching, a subset of moves() in any order, with the score of each; NULL:
     * all of them, with the scores of score(). */
    int (*candidates)(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      pes_move out[], int32_t scores[]);

    /* Moves with a larger score are searched earlier; NULL: list order. */
    int32_t (*score)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                     const void *accumulator);

    /* Is m a move that quiescence search must follow before it trusts the evaluation? NULL: no
     * move is noisy. */
    bool (*noisy)(const struct pes_game *g, const struct pes_state *s, pes_move m);

    /* How many of the candidates, by score, a selective search tries; 0: all. */
    int32_t width;

    /* The scores are a policy: the probability that a move is the best of a position is
     * proportional to exp(score / PES_POLICY_UNIT). A selective search then reduces and prunes late
     * moves by it. */
    bool is_policy;

    /* Lists the noisy moves alone, in any order; returns how many. NULL: callers ask noisy() of
     * every move. */
    int (*noisy_moves)(const struct pes_game *g, const struct pes_state *s, pes_move out[]);
};
enum { PES_POLICY_UNIT = 256 };

enum pes_verdict { PES_VERDICT_OPEN, PES_VERDICT_WIN, PES_VERDICT_NO_WIN };

/* A forced win: its principal variation, and the cost of its proof. */
struct pes_proof {
    pes_move line[PES_PROOF_MAX]; /* attacker and best defence in turn */
    int32_t line_count;
    int32_t plies;  /* to the end against the best defence; -1: only the win is known */
    uint64_t nodes; /* searched */
};

/* How much a search for a forced win may cost, and where it looks. */
struct pes_effort {
    uint64_t nodes_max;

    /* Also search for the kinds of forced win that cost much more: at the root, not in its nodes.
     */
    bool wide;

    /* tactics->memory_size() bytes, aligned to 64 and zeroed before the first search, in which
     * searches of positions of one variant remember what they have found. One search at a time uses
     * it. NULL: nothing is remembered. */
    void *memory;

    /* Called after every PES_EFFORT_LOOK nodes; false ends the search at once, so that a caller can
     * obey its clock or stop flag. NULL: only nodes_max ends it. */
    bool (*go_on)(void *caller);
    void *caller;
};
enum { PES_EFFORT_LOOK = 64 };

/* A search for forced wins that is specific to the game (threat-space search in Gomoku). */
struct pes_tactics {
    uint32_t abi;

    /* Bytes of the memory that searches share, a multiple of 64; NULL: none. */
    size_t (*memory_size)(const struct pes_game *g);

    /* Does the player to move win by force? WIN with a proof; NO_WIN if no forced win of the kind
     * searched for exists; OPEN if the effort did not suffice. */
    enum pes_verdict (*solve)(const struct pes_game *g, const struct pes_state *s,
                              const void *accumulator, const struct pes_effort *effort,
                              struct pes_proof *out);
};

/* A move from one numbered position to another, for a solver that works backwards (retrograde
 * analysis). Keys are rules->move_key() plus 1, in the position that unrank() gives for the number;
 * 0 is "none". */
struct pes_edge {
    uint64_t number; /* of the position in which the move is made */
    uint16_t move;   /* its key there */
    uint16_t banned; /* the key of the move it forbids in the position after it */
};

/* A move that ends the game. */
struct pes_ending {
    pes_move move;
    int32_t gain; /* the mover's payoff minus the other's: > 0 it wins, < 0 it loses, 0 a draw */
};

/* Numbers for positions (ranking), so that a table can hold one value per position.
 *
 * Only positions in which a player is to move have numbers, and the numbers may have holes. A
 * position and its mirror image with the sides swapped may share a number: values are the mover's.
 *
 * If the history forbids at most one move (ko), positions that differ only in that share a number
 * too: `banned` gives the move, and the solver stores the value with nothing forbidden, the best
 * move if it is the only one, and the value without it. In such a game move_key() is different for
 * all moves of a position and less than 255, and a ban never takes a player's last move. */
struct pes_index {
    uint32_t abi;

    /* How many numbers there are. 0: this variant cannot be numbered, for example because its board
     * is too large; then nothing else here is called, and `pessoi solve` refuses the variant. */
    uint64_t (*count)(const struct pes_game *g);

    /* The number of a position in which a player is to move and has a legal move. */
    uint64_t (*rank)(const struct pes_game *g, const struct pes_state *s);

    /* The position of a number, with no move forbidden; false: no position has this number. */
    bool (*unrank)(const struct pes_game *g, uint64_t number, struct pes_state *s);

    /* The move that the history forbids here, as moves() would list it, or PES_MOVE_NONE. NULL:
     * never. */
    pes_move (*banned)(const struct pes_game *g, const struct pes_state *s);

    /* Does this variant forbid moves at all? NULL: it does if `banned` is not NULL. */
    bool (*bans)(const struct pes_game *g);

    /* The move in the position unrank(rank(s)) that corresponds to m in s; the function is its own
     * inverse. NULL: the same move. */
    pes_move (*mirror)(const struct pes_game *g, const struct pes_state *s, pes_move m);

    /* All moves of numbered positions, with no move forbidden, that lead to the position `number`,
     * each once, at most PES_MOVES_MAX; returns how many. If `banned` is a key, only those that
     * forbid this move. NULL: the solver sweeps forward, which is slower. Must be NULL if turns
     * need not alternate. */
    int (*predecessors)(const struct pes_game *g, uint64_t number, uint16_t banned,
                        struct pes_edge out[]);

    /* The number of equal ranges of numbers such that the successors of a position all lie in one
     * range: threads that each work backwards from a range of their own then never write the same
     * position. NULL: one. */
    uint64_t (*lanes)(const struct pes_game *g);

    /* The moves of a position unrank() made that end the game; returns how many. NULL: the solver
     * tries every move. */
    int (*endings)(const struct pes_game *g, const struct pes_state *s, struct pes_ending out[]);

    /* A name for the variant's table, e.g. "rule=ko". Variants with the same name share a table,
     * because they differ only in how a game starts or is stopped. NULL: the variant's text. */
    void (*name)(const struct pes_game *g, char out[PES_OPTIONS_TEXT_MAX]);
};

/* Symmetries: maps of positions to positions under which the game stays the same, such as the
 * rotations and reflections of a board. Positions that are images of each other have the same
 * player to move, moves that correspond one to one and lead to images of each other, and the same
 * payoffs to the same players. The start need not be its own image. The symmetries of a variant are
 * a group: number 0 is the identity, and one after another is again one of them. */
struct pes_symmetry {
    uint32_t abi;

    /* How many this variant has, the identity included: 1..PES_SYMMETRIES_MAX. */
    int (*count)(const struct pes_game *g);

    /* The image of a position under symmetry k; *out is another position than *s. */
    void (*image)(const struct pes_game *g, const struct pes_state *s, int k,
                  struct pes_state *out);
};

/* A hash that all images of a position share: the smallest of their hashes. In a game without
 * symmetries it is the position's hash. */
PES_API uint64_t pes_symmetric_hash(const struct pes_game *g, const struct pes_state *s);

/* Features: a position, or a move in it, as a sparse vector, for fitting an evaluation and a policy
 * to labelled games (`pessoi fit`). The weighted sum of a position's features is the logarithm of
 * the mover's odds to win; those of a position's candidate moves are the logits of a policy
 * (softmax).
 *
 * A feature may have parents: its weight is the sum of its own part and theirs, so that rare
 * features take over what is known of their parts, and only their own part is pulled towards 0.
 * Parents are numbered apart; a feature may name one of them several times. The fitted weights that
 * are written to a file are whole sums. */
struct pes_feature {
    uint32_t index;
    int32_t count;
};
enum {
    PES_FEATURES_MAX = 65536,         /* numbers of features, and of parents */
    PES_POSITION_FEATURES_MAX = 1024, /* of one position, repetitions included */
    PES_MOVE_FEATURES_MAX = 16,       /* of one move */
    PES_PARENTS_MAX = 16              /* of one feature */
};
struct pes_features {
    uint32_t abi;

    /* How many features positions and moves of this variant have: their indices are smaller. No
     * moves: 0, and `move` may be NULL. */
    uint32_t (*position_count)(const struct pes_game *g);
    uint32_t (*move_count)(const struct pes_game *g);

    /* The features of a position in which a player is to move, an index at most
     * PES_POSITION_FEATURES_MAX times in all; returns how many. -1: the evaluation does not use
     * weights here, because exact rules decide. */
    int (*position)(const struct pes_game *g, const struct pes_state *s, struct pes_feature out[]);

    /* The features of n candidate moves of a position; those of move i are out[i][0..counts[i]). */
    void (*moves)(const struct pes_game *g, const struct pes_state *s, const pes_move moves[],
                  int n, struct pes_feature out[][PES_MOVE_FEATURES_MAX], int counts[]);

    /* The parents of a feature of positions, or of moves; returns how many. Their numbers are less
     * than parents_max(). NULL: features have no parents. */
    int (*parents)(const struct pes_game *g, bool of_move, uint32_t index,
                   uint16_t out[PES_PARENTS_MAX]);
    uint32_t (*parents_max)(const struct pes_game *g, bool of_move);

    /* The first part of the names of the arrays in a file of weights: "boats_ko". */
    const char *(*name)(const struct pes_game *g);
    int32_t unit; /* the value that a log odds of 1 has in the file */
};

/* A ladder: reference opponents of one variant with ratings that were measured once, so that a few
 * games against some of them rate a new player. docs/adr/0027-ladder.md says what the numbers mean
 * and how they were made. */
enum { PES_LADDER_MAX = 40 };
#define PES_LADDER_LEVEL "level:n=1" /* the anchor, in a game with levels; else `random` is 0 */
enum { PES_LADDER_LEVEL_RATING = 1000 };

struct pes_rung {
    const char *agent; /* as text, limited by depth or nodes only; NULL ends a list */
    double rating;     /* Elo; no rung is weaker than the one before */
    double error;      /* the standard error of the rating against the mean of the ladder */
};

struct pes_ladder {
    const char *variant;          /* canonical, as in struct pes_game */
    const struct pes_rung *rungs; /* from the weakest; at most PES_LADDER_MAX */
    double first_move;            /* the advantage of First between equal players, in Elo */
    double draws;                 /* the share of draws between equal players, 0..1 */
};

struct pes_kit {
    uint32_t abi;
    const struct pes_rules *rules;
    const struct pes_rating *const *ratings; /* ends with NULL; NULL: none */
    const struct pes_minimax *minimax;       /* NULL: no agent `minimax` */
    const struct pes_eval *const *evals;     /* the default first; ends with NULL; NULL: none */
    const struct pes_levels *levels;         /* by the first evaluation; NULL: none */
    const struct pes_order *order;           /* NULL: list order, all moves */
    const struct pes_tactics *tactics;       /* NULL: none */
    const struct pes_index *index;           /* NULL: the game cannot be solved */
    const struct pes_view *view;             /* NULL: positions are shown as text */
    const struct pes_symmetry *symmetry;     /* NULL: none but the identity */
    const struct pes_ladder *const *ladders; /* one per variant; ends with NULL; NULL: none */
    const struct pes_features *features;     /* NULL: nothing can be fitted */
    const char *puzzles;                     /* the text of a file of puzzles; NULL: none */
};

/* The registered games. */
PES_API int pes_kit_count(void);
PES_API const struct pes_kit *pes_kit_at(int i);
PES_API const struct pes_kit *pes_kit_find(const char *name); /* NULL: no such game */

#endif
