/* Agents: the programs that choose a move.
 *
 * An agent is written `name` or `name:key=value,..`, e.g. `random`, `minimax:depth=4`. An agent
 * class offers one or more names for a game; pes_agent_new() finds the class, reads the options and
 * makes an instance. An instance plays one variant and is used by one thread at a time (it may move
 * between threads); only the stop flag of its limits may be set by another thread meanwhile.
 *
 * The same agent, seed, history and limits by depth or nodes always give the same answer. */
#ifndef PES_AGENT_H
#define PES_AGENT_H

#include "pessoi/history.h"
#include "pessoi/kit.h"

#include <stdatomic.h>

enum {
    PES_LINE_MAX = 64,          /* moves of a principal variation */
    PES_LINES_MAX = 16,         /* principal variations of a multi-PV */
    PES_AGENT_TEXT_MAX = 512,   /* bytes of an agent as text, NUL included */
    PES_AGENT_NAME_MAX = 32,    /* bytes of an agent's or a class's name, NUL included */
    PES_AGENT_CLASSES_MAX = 16, /* classes that a program may register */
    PES_OFFERS_MAX = 48,        /* agents for one game */
    PES_MOVETIME_MAX_MS = 24 * 60 * 60 * 1000 /* one day, for one move or one clock */
};

struct pes_answer;
struct pes_tree; /* tree.h */
struct pes_tree_config;

/* How much an agent may search; zero is "no limit of this kind". All are upper bounds; an agent
 * that does not search ignores them. */
struct pes_limits {
    int32_t depth;                         /* plies */
    uint64_t nodes;                        /* make() calls */
    int32_t movetime_ms;                   /* for this move */
    int32_t clock_ms[PES_PLAYERS_MAX];     /* time left for the game; used if > 0 */
    int32_t increment_ms[PES_PLAYERS_MAX]; /* added after each move */
    int32_t lines;                         /* multi-PV, up to PES_LINES_MAX; 0 is 1 */
    const atomic_bool *stop;               /* borrowed; once true, answer at once. NULL: never */

    /* Called from choose() with intermediate results, e.g. after every iteration. NULL: no
     * reports. */
    void (*info)(void *to, const struct pes_answer *so_far);
    void *info_to;
};

/* An agent's move and its reasons. For members that an agent does not provide, the `has_` flag
 * stays false. */
struct pes_answer {
    pes_move move;
    bool has_score;
    double score; /* to the mover, or to First if agent->first_view */
    bool has_mate;
    int32_t mate; /* plies to a proven end: > 0 the mover wins, < 0 it loses, 0 a proven draw */
    bool has_win_probability;
    double win_probability;      /* the mover's, 0..1 */
    pes_move line[PES_LINE_MAX]; /* the principal variation */
    int32_t line_count;          /* 0: there is none */
    int32_t depth;               /* 0: it does not search */
    uint64_t nodes;              /* make() calls */
    int32_t line_index;          /* the index of this line in a multi-PV, from 0 */
};

/* The value of one legal move. */
struct pes_move_value {
    pes_move move;
    bool has_value; /* false: the agent does not consider the move */
    double value;
};

/* A name under which a class plays a game. */
struct pes_offer {
    const struct pes_agent_class *class;
    char name[PES_AGENT_NAME_MAX];
    struct pes_text title; /* for people: "Forward Boat"; NULL members: the name */
    struct pes_text help;
    struct pes_option options[PES_OPTIONS_MAX + 1]; /* ends with a NULL key */
    const struct pes_rating *rating;                /* private to the class; may be NULL */
};

struct pes_agent {
    const struct pes_agent_class *class;
    const struct pes_game *game; /* borrowed */
    struct pes_offer offer;
    struct pes_values values; /* read against offer.options */
    struct pes_rng rng;       /* set by pes_agent_begin() */
    bool first_view;          /* scores and values are First's, not the mover's; set by create() */
};

/* What kind of player a class offers, for programs that list or limit agents. */
enum pes_agent_kind {
    PES_AGENT_PLAIN,  /* none of the following */
    PES_AGENT_REPORT, /* plays as the game's report describes */
    PES_AGENT_SEARCH, /* searches until a limit is reached */
    PES_AGENT_LEVEL,  /* levels of play for people */
    PES_AGENT_SOLVED  /* plays from a solved table; it may have to solve the game first */
};

struct pes_agent_class {
    uint32_t abi;
    const char *name;
    enum pes_agent_kind kind;

    /* Required, unless there is offers_of(). The agents this class has for a game; returns how
     * many, at most `offers_max`. */
    int (*offers)(const struct pes_kit *kit, struct pes_offer out[], int offers_max);
    size_t instance_size; /* bytes; the instance begins with a struct pes_agent */

    /* Required. Fills in *answer for a position in which a player is to move and has a legal
     * move. LATE: the agent did not answer within its limits. */
    enum pes_err (*choose)(struct pes_agent *agent, const struct pes_history *h,
                           const struct pes_limits *limits, struct pes_answer *answer);

    /* Optional. Initialises the instance beyond its base, which is already set; the rest is zeroed.
     * NULL: zero is enough. */
    enum pes_err (*create)(struct pes_agent *agent, struct pes_note *note);
    void (*destroy)(struct pes_agent *agent); /* NULL: nothing to release */

    /* Its value for every legal move, in list order. NULL: it has no values. */
    enum pes_err (*values)(struct pes_agent *agent, const struct pes_history *h,
                           const struct pes_limits *limits, struct pes_move_value out[]);

    /* A new game begins; the generator is already set. NULL: nothing to reset. */
    void (*begin)(struct pes_agent *agent);

    /* A player (the agent itself included) or chance made m; h already contains it. NULL: the agent
     * does not need to know. */
    void (*observe)(struct pes_agent *agent, const struct pes_history *h, pes_move m);

    /* Does it decide without drawing from its rng, so that equal games repeat? NULL: it may draw.
     */
    bool (*deterministic)(const struct pes_agent *agent);

    /* The whole tree it searches in this position, in which a player is to move and has a legal
     * move: see pes_agent_tree(). NULL: it cannot show one. */
    enum pes_err (*tree)(struct pes_agent *agent, const struct pes_history *h,
                         const struct pes_tree_config *config, struct pes_tree **out,
                         struct pes_note *note);

    /* Why the last choose() failed, in words for the agent's author: "illegal move d4 at ply 17".
     * NULL, or an empty note: the error code says all. */
    void (*fault)(const struct pes_agent *agent, struct pes_note *out);

    /* What the agent wrote for its author since begin() (a program's standard error), any bytes;
     * valid until the next call of one of its functions. NULL: agents of this class write nothing.
     */
    const char *(*log)(const struct pes_agent *agent, size_t *length);

    /* For agents that are programs of others: starts the program unless it runs, and says what it
     * is, "Pela 1.4 by somebody; asks for its legal moves". Fails as choose() does, and fault()
     * says why. NULL: there is nothing to start. */
    enum pes_err (*about)(struct pes_agent *agent, struct pes_note *out);

    /* Instead of offers(), for a class whose offers depend on data around it, which it finds by its
     * own address: struct { struct pes_agent_class base; .. }. NULL: offers() is used. */
    int (*offers_of)(const struct pes_agent_class *class, const struct pes_kit *kit,
                     struct pes_offer out[], int offers_max);
};

/* Adds a class of agents to those of the library, for the whole program: from then on
 * pes_agent_offers(), pes_agent_find(), pes_agent_new() and pes_match_run() know it, after
 * Pessoi's own agents. The usual place is the start of main().
 *
 * The class is borrowed for the rest of the program: there is no way to remove one. Usually it is a
 * `const` object with static storage, as in docs/examples/gomoku_agent.c; a class with data around
 * it is memory of main(). Any thread may register at any time; a list that another thread reads
 * meanwhile contains the class or does not.
 *
 * Refused, with nothing changed: SYNTAX, a class without choose() or any offers, with an unknown
 * abi, an instance smaller than a struct pes_agent, or a name that is not 1 to PES_AGENT_NAME_MAX -
 * 1 of a-z 0-9 - _; UNFIT, a class whose name is taken, itself included; LIMIT, more than
 * PES_AGENT_CLASSES_MAX. An offer whose name another agent of that game already has is left out. */
PES_API PES_MUST_USE enum pes_err pes_agent_register(const struct pes_agent_class *class);

/* The agents for a game, in the order in which people should see them; returns how many. `out`
 * holds PES_OFFERS_MAX. */
PES_API int pes_agent_offers(const struct pes_kit *kit, struct pes_offer out[]);

/* The name of the strongest agent that plays this game without a solved table, for programs that
 * need one: `max`, else `minimax`. False: the game has neither. */
PES_API bool pes_agent_strongest(const struct pes_kit *kit, char out[PES_AGENT_NAME_MAX]);

/* The offer that an agent's text names, and its options, without making an instance. */
PES_API PES_MUST_USE enum pes_err pes_agent_find(const struct pes_game *g, const char *text,
                                                 struct pes_offer *offer, struct pes_values *values,
                                                 struct pes_note *note);

/* Makes an agent from its text. The game is borrowed. */
PES_API PES_MUST_USE enum pes_err pes_agent_new(const struct pes_game *g, const char *text,
                                                struct pes_agent **out, struct pes_note *note);
PES_API void pes_agent_free(struct pes_agent *agent); /* NULL is fine */

/* A new game begins, with this random seed. */
PES_API void pes_agent_begin(struct pes_agent *agent, uint64_t seed);

/* "minimax:depth=2": the name and the options that differ from the defaults. */
PES_API void pes_agent_format(const struct pes_agent *agent, char out[PES_AGENT_TEXT_MAX]);

/* An agent's text in words, for people: its title and the options that differ from the defaults,
 * "MiniMax Boat · Depth: 6"; of a level, the level's title. A text that names no agent is said as
 * it is. Returns the length as pes_say() does. */
PES_API size_t pes_agent_say(const struct pes_game *g, const char *text, enum pes_lang lang,
                             char *out, size_t cap);

/* The move it would play. Fails with UNFIT at a chance node or at the end of the game, with ILLEGAL
 * if the agent's answer is not a legal move, with LATE if it did not answer in time. */
PES_API PES_MUST_USE enum pes_err pes_agent_choose(struct pes_agent *agent,
                                                   const struct pes_history *h,
                                                   const struct pes_limits *limits,
                                                   struct pes_answer *answer);

/* Why the last pes_agent_choose() failed, if the agent can say it; otherwise the note is empty. */
PES_API void pes_agent_fault(const struct pes_agent *agent, struct pes_note *out);

/* What the agent wrote for its author since pes_agent_begin(): `length` bytes, borrowed. */
PES_API const char *pes_agent_log(const struct pes_agent *agent, size_t *length);

/* Starts the program that an agent is, unless it runs, and says what it is. The note is empty if
 * the agent is part of this program. */
PES_API PES_MUST_USE enum pes_err pes_agent_about(struct pes_agent *agent, struct pes_note *out);

/* Its values in list order; *count is their number. Fails with UNFIT if the agent has none. */
PES_API PES_MUST_USE enum pes_err pes_agent_values(struct pes_agent *agent,
                                                   const struct pes_history *h,
                                                   const struct pes_limits *limits,
                                                   struct pes_move_value out[PES_MOVES_MAX],
                                                   int *count);
PES_API void pes_agent_observe(struct pes_agent *agent, const struct pes_history *h, pes_move m);
PES_API bool pes_agent_deterministic(const struct pes_agent *agent);

#endif
