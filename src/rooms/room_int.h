/* What the files of this folder share; not for other folders.
 *
 *     room.c           making and freeing rooms, seats, followers; which requests are allowed
 *     room_play.c      requests that change the game: moves, undo, offers, rematch; moves of agents
 *     room_ask.c       requests that do not: hints, threats, win probabilities, looking back
 *     room_clock.c     clocks, the pace of games between agents, when to wake
 *     room_store.c     a room as a document for the store and as a record
 *     json_room.c      the game and its changes as JSON
 *     json_position.c  a position as JSON
 *     json_games.c     the list of games as JSON
 *
 * Every change takes the same steps, in this order: change the session; room_changed(), which gives
 * the change an event number and marks the room to be persisted; room_go_on(), which starts an
 * agent if one is to move; tell the followers. Telling comes last because the message says whether
 * an agent thinks. */
#ifndef ROOMS_ROOM_INT_H
#define ROOMS_ROOM_INT_H

#include "core/said.h"
#include "core/sha256.h"
#include "play/session.h"
#include "rooms/room.h"
#include "rooms/thought.h"

enum {
    ROOM_NAME_SIZE = REQUEST_NAME_MAX * 4 + 1,
    ROOM_MOVETIME_MAX_MS = 10000,
    ROOM_HINT_MS = 1000,    /* an adviser thinks no longer, each time it is asked */
    ROOM_JUDGE_MS = 300,    /* nor a judge */
    ROOM_SECOND_MS = 1000,  /* between two words about a thinking agent */
    ROOM_LONELY_MS = 60000, /* two agents play on for so long when nobody follows */
    ROOM_RETRY_MS = 1000    /* after memory ran out for an agent */
};

struct follower {
    struct follower *next;
    void *connection;
    bool mine[PES_PLAYERS_MAX]; /* seats whose keys it gave */
    bool asking;                /* a hint or judgement for it is being thought about */
};

/* A person's side of a seat; what agents are is in the session. */
struct room_seat {
    bool taken;                 /* by a person; false: whoever joins first */
    char name[ROOM_NAME_SIZE];  /* "": none */
    char hash[SHA256_HEX_SIZE]; /* of the key; "": nobody holds one */
};

struct room_offer {
    bool open;
    enum request_offer what;
    pes_player by;
};

struct room_clock {
    bool used;
    int32_t base_ms, increment_ms;
    int64_t left_ms[PES_PLAYERS_MAX]; /* as of `since` */
    int64_t since;                    /* when the clock that runs was last looked at */
};

struct room {
    const struct room_world *world;
    char id[ROOM_ID_SIZE];
    struct session session;
    struct room_seat seats[PES_PLAYERS_MAX];
    char *position, *opening; /* as asked for; the session borrows them */
    int64_t event, created, updated;
    struct room_clock clock;
    struct room_offer offer;
    bool hints;              /* allowed between two people while they play */
    char next[ROOM_ID_SIZE]; /* the rematch; "": none */

    int32_t pace_ms;      /* of two agents; -1: paused */
    bool step;            /* paused, and one move is wanted */
    int64_t due;          /* when the next move of two agents may be shown */
    int64_t alone_since;  /* when the last follower went; INT64_MIN: nobody ever came */
    int64_t retry;        /* when to ask an agent again after a failure; 0: now */
    struct thought *held; /* the next move of two agents, thought of before its time */

    struct follower *followers;
    int follower_count;
    struct thought *thoughts; /* out in the world */

    struct str played;  /* entries of `played`, as far as they have been needed */
    int played_covered; /* moves of the history they tell of; outcomes included */
};

/* What was asked and by whom, for the answer. */
struct asked {
    struct follower *from; /* NULL: nobody asked */
    int64_t seq;           /* -1: no number */
};

/* room.c ---------------------------------------------------------------------------------------*/

int64_t room_now(const struct room *room);
bool room_is_agent(const struct room *room, pes_player player);
bool room_has_two_people(const struct room *room);             /* who may be one at two seats */
bool room_is_here(const struct room *room, pes_player player); /* does a follower hold it? */
bool room_holds(const struct follower *f, pes_player player);  /* false for no player */
bool room_holds_any(const struct follower *f);

/* Does somebody else hold the other seat, so that he must be asked? */
bool room_other_person(const struct room *room, const struct follower *f);
/* May this follower ask what helps a player: hints, threats, chances? In a game between two people
 * only where both know of it, or once it is over. */
bool room_may_ask(const struct room *room, const struct follower *f);
void room_hash_key(const char *key, char out[SHA256_HEX_SIZE]);

/* Numbers the change and has it kept. */
void room_changed(struct room *room);

/* To one follower, or to all of them; `re` for the one who asked. */
void room_tell(struct room *room, struct follower *f, const struct str *json);
void room_tell_done(struct room *room, struct asked asked);
void room_refuse(struct room *room, struct asked asked, const struct refusal *why);
void room_refuse_say(struct room *room, struct asked asked, enum request_code code,
                     const struct pes_text *why, const struct pes_arg args[]);
void room_tell_game(struct room *room, struct asked asked); /* to all */
void room_tell_state(struct room *room, struct asked asked);

/* Would this agent cost more than the server grants? Looks at the text alone: making an agent takes
 * the memory it asks for. What is no agent at all passes. */
PES_MUST_USE enum request_code room_check_cost(const struct pes_game *g, const char *text,
                                               struct refusal *why);

/* Opens a variant whose games end within ROOM_PLIES_MAX moves: where the one that is asked for has
 * no such end, its option `plies` is set to that. */
PES_MUST_USE enum pes_err room_open_game(const struct pes_kit *kit, const char *variant,
                                         struct pes_game **out, struct pes_note *note);

/* A copy that the caller frees with mem_free(); NULL: no memory. */
char *room_copy_text(const char *text);
struct room *room_alloc(const struct room_world *world);

/* room_play.c ----------------------------------------------------------------------------------*/

void room_move(struct room *room, struct asked asked, const struct request *wanted);
void room_undo(struct room *room, struct asked asked);
void room_redo(struct room *room, struct asked asked);
void room_resign(struct room *room, struct asked asked);
void room_make_offer(struct room *room, struct asked asked, enum request_offer what);
void room_accept(struct room *room, struct asked asked);
void room_decline(struct room *room, struct asked asked);
void room_rematch(struct room *room, struct asked asked);
bool room_may_undo(const struct room *room);
bool room_may_redo(const struct room *room);

/* Chance rolls, agents begin to think: whatever happens by itself now. */
void room_go_on(struct room *room);

/* Nobody wants to know any more what is being thought about for the game. */
void room_forget_thoughts(struct room *room);

/* The thought whose move the game waits for, or NULL. */
struct thought *room_thinking(const struct room *room);

/* Makes a move that is legal, rolls what follows, tells it. */
void room_play(struct room *room, struct asked asked, pes_move m);
void room_play_held(struct room *room);

/* Ends the game and tells it. */
void room_end(struct room *room, struct asked asked, enum pes_end why, pes_player loser);

/* room_ask.c -----------------------------------------------------------------------------------*/

void room_hint(struct room *room, struct asked asked, int step);
void room_threats(struct room *room, struct asked asked);
void room_judge(struct room *room, struct asked asked, int64_t ply);
void room_at(struct room *room, struct asked asked, int64_t ply);
void room_answered(struct room *room, struct thought *thought); /* a hint or a judgement */

/* room_clock.c ---------------------------------------------------------------------------------*/

pes_player room_clock_running(const struct room *room); /* whose, or -1 */
int64_t room_clock_left(const struct room *room, pes_player player);
void room_clock_moved(struct room *room, pes_player mover); /* before the move is made */
void room_clock_started(struct room *room);                 /* a clock may run from now on */
bool room_clock_is_over(const struct room *room);           /* has the one that runs run out? */
void room_clock_limits(const struct room *room, struct pes_limits *limits);

int32_t room_pace_within(int32_t pace_ms); /* what is asked for, within bounds */
void room_pace(struct room *room, struct asked asked, int32_t pace_ms);
void room_step(struct room *room, struct asked asked);
void room_stop(struct room *room, struct asked asked);

/* May two agents go on: somebody follows, or did a short while ago; not paused? */
bool room_pace_allows(const struct room *room);

/* room_say.c -----------------------------------------------------------------------------------*/

/* The whole game for a follower; NULL: somebody who only looks. */
void put_game(struct room *room, const struct follower *f, int64_t re, struct str *out);
void put_state(const struct room *room, int64_t re, struct str *out);

/* What is the same for everybody in `moved`, from "id" on and without its position. */
struct put_moved {
    char move[PES_MOVE_TEXT_MAX];
    pes_player player;
    struct str steps; /* the list's inside */
    struct said said; /* what happened */
    int wave;         /* the next one */
    int placing;      /* the wave in which outcomes place tiles; -1: none */
};
void put_moved_init(struct put_moved *m);
void put_moved_release(struct put_moved *m);

/* Adds a move or an outcome that is about to be made in s. */
void put_moved_add(struct put_moved *m, const struct pes_game *g, const struct pes_state *s,
                   pes_move move);
void put_moved(struct room *room, const struct put_moved *m, bool legal, struct str *out);
void put_clock(const struct room *room, struct str *out);

/* put_position.c -------------------------------------------------------------------------------*/

void put_board(const struct pes_game *g, struct str *out);
void put_players(const struct pes_game *g, const struct pes_state *s, struct str *out);

/* The position that the session stands at. */
void put_position(const struct session *s, bool legal, struct str *out);
void put_cells(struct str *out, const char *key, const int16_t cells[], int count);

/* games_say.c ----------------------------------------------------------------------------------*/

/* Which of the game's levels an agent's text names, from 1; 0: none. */
int agent_level(const struct pes_kit *kit, const char *agent);

/* What a level is called ("Steady"), or the agent's text. */
void put_agent_title(struct str *out, const char *key, const struct pes_kit *kit,
                     const char *agent);

#endif
