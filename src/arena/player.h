/* A player plays jobs, one after another, in one thread. It keeps the variant, the opening and the
 * agents of the last jobs, because making them may be expensive; pes_agent_begin() makes an agent
 * answer as if it were new, so that a result depends on its job alone. */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include "arena/bout.h"
#include "arena/runner.h"

enum { PLAYER_AGENTS = 4 }; /* kept at once; a game needs two */

struct kept_agent {
    struct pes_agent *agent;            /* NULL: none */
    char text[PES_AGENT_TEXT_MAX];      /* as the job has it */
    char canonical[PES_AGENT_TEXT_MAX]; /* for records */
    uint64_t used;                      /* the game in which it last played */
};

struct named_agent {
    char text[PES_AGENT_TEXT_MAX], canonical[PES_AGENT_TEXT_MAX];
};
enum { PLAYER_NAMED_MAX = 1024 };

struct player {
    const struct runner_config *config; /* borrowed */
    const atomic_bool *stop;            /* of the agents and of the games; NULL: never */
    struct bout_trace *trace;           /* NULL: not supervised */
    const struct pes_game *game;        /* the present variant; NULL: none yet */
    struct pes_game *own_game;          /* the same, if this player opened it */
    struct pes_history *h;              /* of that variant */
    struct pes_history *checked;        /* the same, for player_verify(); NULL: not needed yet */
    struct str opening;                 /* with which the history starts; "": none */
    uint64_t opening_seed;              /* of its job: it may have rolled the start */
    int opening_count;                  /* moves of that opening */
    uint64_t games;                     /* begun */
    struct kept_agent kept[PLAYER_AGENTS];

    /* For player_verify(): the agents of this variant whose canonical texts are known. */
    struct named_agent *named; /* owned */
    int32_t named_count;
};

void player_init(struct player *p, const struct runner_config *config, const atomic_bool *stop,
                 struct bout_trace *trace);
void player_release(struct player *p);

/* Plays a job; every failure is in *out. Changes the line. */
void player_run(struct player *p, int64_t number, char *line, struct runner_result *out);

/* The result of the same job if the process that played it died: `loser` loses after the moves of a
 * trace, as far as they are legal. Makes no agents. */
void player_forfeit(struct player *p, int64_t number, char *line, const struct bout_trace *trace,
                    pes_player loser, enum pes_end why, struct runner_result *out);

/* The result of the same job if its game was played elsewhere: the record is replayed, and must be
 * the one of a game that this job allows (arena/known.h). Everything but notes and logs is computed
 * here. Takes ownership of the record, which is part of the result unless records are not wanted.
 * Changes the line. */
void player_verify(struct player *p, int64_t number, char *line, struct pes_record *record,
                   struct runner_result *out);

#endif
