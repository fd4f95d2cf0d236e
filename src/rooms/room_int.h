/* What the files of this folder share; not for other folders.
 *
 *     room.c           allocating and freeing, telling followers, which function answers a request
 *     room_new.c       a new game: variant, seats, first position, clock
 *     room_follow.c    seats and followers
 *     room_play.c      requests that change the game: moves, undo, offers, rematch; moves of agents
 *     room_ask.c       requests that do not: hints, threats, win probabilities, looking back
 *     room_try.c       requests about a move that is not made: why it is refused, what it would do
 *     room_clock.c     clocks, the pace of games between agents, when to wake
 *     room_store.c     a room as a document for the store and as a record
 *     json_room.c      the game and its changes as JSON
 *     json_position.c  a position as JSON
 *     json_games.c     the list of games as JSON
 *     json_rules.c     the rules of a game in pictures as JSON
 *     json_lesson.c    the lesson about a game as JSON, and what a move in one of its steps does
 *     json_puzzle.c    the puzzles of a game as JSON, and what an attempt at one leads to
 *     line.c           the line of moves that a question about a position brings
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
#include "rooms/json.h"
#include "rooms/room.h"
#include "rooms/thought.h"

enum {
    ROOM_NAME_SIZE = REQUEST_NAME_MAX * 4 + 1,
    ROOM_MOVETIME_MAX_MS = 10000,
    ROOM_HINT_MS = 1000,    /* thinking time for a hint */
    ROOM_JUDGE_MS = 300,    /* thinking time for a win probability */
    ROOM_SECOND_MS = 1000,  /* between two messages about the progress of a thinking agent */
    ROOM_LONELY_MS = 60000, /* two agents play on for this long without followers */
    ROOM_OFFERS_MAX = 10,   /* offers of one seat per minute */
    ROOM_OFFERS_MS = 60000, /* that minute */
    ROOM_RETRY_MS = 1000    /* until an agent is started again after memory ran out */
};

struct follower {
    struct follower *next;
    void *connection;
    bool mine[PES_PLAYERS_MAX]; /* seats whose keys it gave */
    bool asking;                /* a thought for its hint or judgement is under way */
};

/* A person's side of a seat; the session knows which agents play. */
struct room_seat {
    bool taken;                 /* by a person; false: the first who joins gets it */
    char name[ROOM_NAME_SIZE];  /* "": none */
    char hash[SHA256_HEX_SIZE]; /* of the key; "": there is none */
    int offers;                 /* made since `offers_since` */
    int64_t offers_since;
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
    int64_t since;                    /* moment of `left_ms` of the clock that runs */
};

struct room {
    const struct room_world *world;
    char id[ROOM_ID_SIZE];
    struct session session;
    struct room_seat seats[PES_PLAYERS_MAX];
    char *position, *opening; /* as requested; the session borrows them */
    int64_t event, created, updated;
    struct room_clock clock;
    struct room_offer offer;
    bool hints;              /* two people agree that both may ask for them while they play */
    char next[ROOM_ID_SIZE]; /* the rematch; "": none */

    int32_t pace_ms;      /* of two agents; -1: paused */
    bool step;            /* paused, and one move is wanted */
    int64_t due;          /* when the next move of two agents may be shown */
    int64_t alone_since;  /* when the last follower left; INT64_MIN: there was none */
    int64_t retry;        /* when to start an agent again after a failure; 0: now */
    struct thought *held; /* the next move of two agents, found before its time */

    struct follower *followers;
    int follower_count;
    struct thought *thoughts; /* handed to the world and not yet back */

    struct str played;  /* JSON of the list `played`, as far as it was needed */
    int played_covered; /* how many moves of the history it covers; outcomes included */
};

/* The request that is being answered. */
struct asked {
    struct follower *from; /* a follower of the room; NULL: the room acts by itself */
    int64_t seq;           /* its number, sent back as `re`; -1: none */
};

/* room.c ---------------------------------------------------------------------------------------*/

int64_t room_now(const struct room *room);
bool room_is_agent(const struct room *room, pes_player player);
bool room_has_two_people(const struct room *room); /* one person may hold both seats */

/* Asserts that the parts of the room agree with each other; does nothing without assertions. */
void room_check(const struct room *room);

/* Gives the change an event number and marks the room to be persisted. */
void room_changed(struct room *room);

/* To one follower, or to all of them; only the one that asked gets `re`. */
void room_tell(struct room *room, struct follower *f, const struct str *json);
void room_tell_done(struct room *room, struct asked asked);
void room_refuse(struct room *room, struct asked asked, const struct refusal *why);
void room_refuse_say(struct room *room, struct asked asked, enum request_code code,
                     const struct pes_text *why, const struct pes_arg args[]);
void room_tell_game(struct room *room, struct asked asked); /* to all */
void room_tell_state(struct room *room, struct asked asked);

/* A copy that the caller frees with mem_free(); NULL: no memory. */
char *room_copy_text(const char *text);
struct room *room_alloc(const struct room_world *world);

/* room_new.c -----------------------------------------------------------------------------------*/

/* Refuses an agent that would cost more than the server grants. Looks only at the text: making an
 * agent allocates all the memory it asks for. A text that names no agent passes. */
PES_MUST_USE enum request_code room_check_cost(const struct pes_game *g, const char *text,
                                               struct refusal *why);

/* Refuses the name of a game that does not exist (kit is NULL), or that has no view. */
enum request_code room_refuse_game(const struct pes_kit *kit, const char *name,
                                   struct refusal *why);

/* Opens a variant whose games end within ROOM_PLIES_MAX moves: if the requested one has no such
 * bound, its option `plies` is set to that. */
PES_MUST_USE enum pes_err room_open_game(const struct pes_kit *kit, const char *variant,
                                         struct pes_game **out, struct pes_note *note);

/* A random id or key of `length` characters: four base64url characters per three random bytes. */
void room_draw_mark(const struct room_world *world, char out[], size_t length);

/* room_follow.c --------------------------------------------------------------------------------*/

bool room_has_follower(const struct room *room, const struct follower *f);
bool room_is_here(const struct room *room, pes_player player); /* does a follower hold the seat? */
bool room_holds(const struct follower *f, pes_player player);  /* false for no player */
bool room_holds_any(const struct follower *f);

/* Does another person hold the other seat, so that this person's consent is needed? */
bool room_other_person(const struct room *room, const struct follower *f);

/* May this follower ask for help: hints, threats, win probabilities? In a game between two people
 * only while both agree, or once it is over. */
bool room_may_ask(const struct room *room, const struct follower *f);
/* The seat of a person who already has a key, whose hash this is; the caller marks the change. */
void room_give_seat(struct room *room, pes_player player, const char *name, const char *hash);
void room_hash_key(const char *key, char out[SHA256_HEX_SIZE]);

/* room_play.c ----------------------------------------------------------------------------------*/

void room_move(struct room *room, struct asked asked, const struct request *wanted);

/* May the follower move now, after `ply` moves? Refuses with the reason if not. */
bool room_check_mover(struct room *room, struct asked asked, int64_t ply);

/* Reads a move as people type it; a refusal says why not. A player must be to move. */
PES_MUST_USE enum request_code room_read_move(const struct session *s, const char *typed,
                                              pes_move *out, struct refusal *why);
void room_undo(struct room *room, struct asked asked);
void room_redo(struct room *room, struct asked asked);
void room_resign(struct room *room, struct asked asked);
void room_make_offer(struct room *room, struct asked asked, enum request_offer what);
void room_accept(struct room *room, struct asked asked);
void room_decline(struct room *room, struct asked asked);
void room_rematch(struct room *room, struct asked asked);

/* Allows hints in a game between two people, which becomes an offer, or forbids them at once. */
void room_switch_hints(struct room *room, struct asked asked, bool on);
bool room_may_undo(const struct room *room);
bool room_may_redo(const struct room *room);

/* Must room_go_on() start an agent? Never true when a change is told. */
bool room_agent_is_due(const struct room *room);

/* Does what happens without a request: rolls chance events, starts the agent that is to move. */
void room_go_on(struct room *room);

/* The game has changed: stops the thoughts about its move and ignores their results. */
void room_forget_thoughts(struct room *room);

/* The thought whose move the game waits for, or NULL. */
struct thought *room_thinking(const struct room *room);

/* Makes a legal move, rolls the chance events that follow, tells the followers. */
void room_play(struct room *room, struct asked asked, pes_move m);
void room_play_held(struct room *room);

/* Ends the game and tells the followers. */
void room_end(struct room *room, struct asked asked, enum pes_end why, pes_player loser);

/* room_ask.c -----------------------------------------------------------------------------------*/

void room_hint(struct room *room, struct asked asked, int step);
void room_threats(struct room *room, struct asked asked);
void room_judge(struct room *room, struct asked asked, int64_t ply);
void room_at(struct room *room, struct asked asked, int64_t ply);
void room_answered(struct room *room, struct thought *thought); /* a hint or a judgement */

/* room_try.c -----------------------------------------------------------------------------------*/

/* Refuses cells that the board does not have. */
PES_MUST_USE enum request_code check_cells(const struct pes_game *g, const int16_t cells[],
                                           int count, struct refusal *why);

/* The member `said`: why touched cells, all of the board, are no legal move; null if they stand for
 * none or for a legal one. */
void put_why(const struct session *s, const int16_t cells[], int count, struct str *out);
void room_why(struct room *room, struct asked asked, const struct request *wanted);
void room_try(struct room *room, struct asked asked, const struct request *wanted);

/* room_clock.c ---------------------------------------------------------------------------------*/

pes_player room_clock_running(const struct room *room); /* the player, or -1 */
int64_t room_clock_left(const struct room *room, pes_player player);
void room_clock_moved(struct room *room, pes_player mover); /* before the move is made */
void room_clock_started(struct room *room);                 /* a clock may run from now on */
bool room_clock_is_over(const struct room *room); /* is the time of the running clock used up? */
void room_clock_limits(const struct room *room, struct pes_limits *limits);

int32_t room_pace_within(int32_t pace_ms); /* the requested pace, clamped */
void room_pace(struct room *room, struct asked asked, int32_t pace_ms);
void room_step(struct room *room, struct asked asked);
void room_stop(struct room *room, struct asked asked);

/* May two agents play on: not paused, and followed now or until a short while ago? */
bool room_pace_allows(const struct room *room);

/* json_room.c ----------------------------------------------------------------------------------*/

/* The whole game for a follower; NULL: for a reader without a seat. */
void put_game(struct room *room, const struct follower *f, int64_t re, struct str *out);
void put_state(const struct room *room, int64_t re, struct str *out);

/* The part of the message `moved` that is the same for every follower. */
void put_moved(struct room *room, const struct put_moved *m, bool legal, struct str *out);
void put_clock(const struct room *room, struct str *out);

#endif
