/* Agents: whatever answers "your move?".
 *
 * An agent is written `name` or `name:key=value,..`, e.g. `random`, `minimax:depth=4`. Classes of
 * agents offer one or more names for a game; pes_agent_new() finds the class, reads the options and
 * makes an instance, which plays one variant and is used by one thread at a time (a pool may hand
 * it on); only the stop flag of its limits may be set from elsewhere meanwhile.
 *
 * The same agent, seed, history and limits by depth or nodes give the same answer, always. */
#ifndef PES_AGENT_H
#define PES_AGENT_H

#include "pessoi/history.h"
#include "pessoi/kit.h"

#include <stdatomic.h>

enum {
    PES_LINE_MAX = 64,          /* moves of a principal variation */
    PES_AGENT_TEXT_MAX = 512,   /* bytes of an agent as text, NUL included */
    PES_AGENT_NAME_MAX = 32,    /* bytes of an agent's or a class's name, NUL included */
    PES_AGENT_CLASSES_MAX = 16, /* classes that a program may register */
    PES_OFFERS_MAX = 48,        /* agents for one game */
    PES_MOVETIME_MAX_MS = 24 * 60 * 60 * 1000 /* one day, for one move or one clock */
};

struct pes_answer;

/* How long an agent may think; zero is "no limit of this kind". All are upper bounds; an agent
 * that does not search ignores them. */
struct pes_limits {
    int32_t depth;
    uint64_t nodes;
    int32_t movetime_ms;
    int32_t clock_ms[PES_PLAYERS_MAX];     /* time left; used where > 0 */
    int32_t increment_ms[PES_PLAYERS_MAX]; /* added after each move */
    int32_t lines;                         /* multi-PV; 0 is 1 */
    const atomic_bool *stop;               /* borrowed; once true, answer at once. NULL: never */

    /* Thinking aloud: called from choose() with what is known so far. NULL: silence. */
    void (*info)(void *to, const struct pes_answer *so_far);
    void *info_to;
};

/* What an agent answered and why. Members an agent does not have keep their `has_` flag false. */
struct pes_answer {
    pes_move move;
    bool has_score;
    double score; /* to the mover, or to First where agent->first_view */
    bool has_mate;
    int32_t mate; /* plies to a proven end: > 0 the mover wins, < 0 it loses, 0 a proven draw */
    bool has_win_probability;
    double win_probability; /* the mover's, 0..1 */
    pes_move line[PES_LINE_MAX];
    int32_t line_count; /* 0: it has no line */
    int32_t depth;      /* 0: it does not search */
    uint64_t nodes;     /* made, a node being one make() */
    int32_t line_index; /* which line of a multi-PV this is, from 0 */
};

/* The value of one legal move. */
struct pes_move_value {
    pes_move move;
    bool has_value; /* false: the agent would not consider it */
    double value;
};

/* A name under which a class plays a game. */
struct pes_offer {
    const struct pes_agent_class *class;
    char name[PES_AGENT_NAME_MAX];
    struct pes_text help;
    struct pes_option options[PES_OPTIONS_MAX + 1]; /* ends with a NULL key */
    const struct pes_rating *rating;                /* the class's own business; may be NULL */
};

struct pes_agent {
    const struct pes_agent_class *class;
    const struct pes_game *game; /* borrowed */
    struct pes_offer offer;
    struct pes_values values; /* read against offer.options */
    struct pes_rng rng;       /* set by pes_agent_begin() */
    bool first_view;          /* scores and values are First's, not the mover's; set by create() */
};

/* What kind of player a class offers, for whoever lists or limits them. */
enum pes_agent_kind {
    PES_AGENT_PLAIN,  /* none of these */
    PES_AGENT_REPORT, /* plays as the game's report says */
    PES_AGENT_SEARCH, /* thinks until its limits end it */
    PES_AGENT_LEVEL,  /* a ladder for people */
    PES_AGENT_SOLVED  /* exact; it may have to solve the game first */
};

struct pes_agent_class {
    uint32_t abi;
    const char *name;
    enum pes_agent_kind kind;

    /* Required. The agents this class has for a game; returns how many, at most `offers_max`. */
    int (*offers)(const struct pes_kit *kit, struct pes_offer out[], int offers_max);
    size_t instance_size; /* bytes; the instance begins with a struct pes_agent */

    /* Required. Fills in *answer for a position where a player is to move and can. */
    enum pes_err (*choose)(struct pes_agent *agent, const struct pes_history *h,
                           const struct pes_limits *limits, struct pes_answer *answer);

    /* Optional. Makes the rest of the instance, which is zeroed but for its base. NULL: no rest. */
    enum pes_err (*create)(struct pes_agent *agent, struct pes_note *note);
    void (*destroy)(struct pes_agent *agent); /* NULL: nothing to release */

    /* Its value for every legal move, in list order. NULL: it has none. */
    enum pes_err (*values)(struct pes_agent *agent, const struct pes_history *h,
                           const struct pes_limits *limits, struct pes_move_value out[]);

    /* A new game begins; the generator is already set. NULL: nothing to forget. */
    void (*begin)(struct pes_agent *agent);

    /* Somebody made m (the agent itself included); h already holds it. NULL: not interested. */
    void (*observe)(struct pes_agent *agent, const struct pes_history *h, pes_move m);

    /* Does it decide without drawing from its rng, so that equal games repeat? NULL: it may draw.
     */
    bool (*deterministic)(const struct pes_agent *agent);
};

/* Adds a class of agents to those of the library, for the whole program: from then on
 * pes_agent_offers(), pes_agent_find(), pes_agent_new() and pes_match_run() know it, after
 * Pessoi's own agents. The usual place is the start of main().
 *
 * The class is borrowed for the rest of the program: there is no way to remove one, so it is a
 * `const` object with static storage, as in docs/examples/gomoku_agent.c. Any thread may register
 * at any time; a list that another thread asks for meanwhile holds the class or does not.
 *
 * Refused, with nothing changed: SYNTAX, a class without offers() or choose(), with an unknown abi,
 * an instance smaller than a struct pes_agent, or a name that is not 1 to PES_AGENT_NAME_MAX - 1 of
 * a-z 0-9 - _; UNFIT, a class whose name is taken, itself included; LIMIT, more than
 * PES_AGENT_CLASSES_MAX. An offer whose name another agent of that game already has is left out. */
PES_API PES_MUST_USE enum pes_err pes_agent_register(const struct pes_agent_class *class);

/* The agents for a game, in the order people should see them; returns how many. `out` has room
 * for PES_OFFERS_MAX. */
PES_API int pes_agent_offers(const struct pes_kit *kit, struct pes_offer out[]);

/* What an agent's text names, and its options, without making one. */
PES_API PES_MUST_USE enum pes_err pes_agent_find(const struct pes_game *g, const char *text,
                                                 struct pes_offer *offer, struct pes_values *values,
                                                 struct pes_note *note);

/* Makes an agent from its text. The game is borrowed. */
PES_API PES_MUST_USE enum pes_err pes_agent_new(const struct pes_game *g, const char *text,
                                                struct pes_agent **out, struct pes_note *note);
PES_API void pes_agent_free(struct pes_agent *agent); /* NULL is fine */

/* A new game begins, with this luck. */
PES_API void pes_agent_begin(struct pes_agent *agent, uint64_t seed);

/* "minimax:depth=2": the name and the options that differ from the defaults. */
PES_API void pes_agent_format(const struct pes_agent *agent, char out[PES_AGENT_TEXT_MAX]);

/* The move it would play. Fails with UNFIT at a chance node or at the end of the game, with ILLEGAL
 * where the agent's answer is no legal move. */
PES_API PES_MUST_USE enum pes_err pes_agent_choose(struct pes_agent *agent,
                                                   const struct pes_history *h,
                                                   const struct pes_limits *limits,
                                                   struct pes_answer *answer);

/* Its values in list order; *count tells how many. Fails with UNFIT where it has none. */
PES_API PES_MUST_USE enum pes_err pes_agent_values(struct pes_agent *agent,
                                                   const struct pes_history *h,
                                                   const struct pes_limits *limits,
                                                   struct pes_move_value out[PES_MOVES_MAX],
                                                   int *count);
PES_API void pes_agent_observe(struct pes_agent *agent, const struct pes_history *h, pes_move m);
PES_API bool pes_agent_deterministic(const struct pes_agent *agent);

#endif
