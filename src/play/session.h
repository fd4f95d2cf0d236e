/* A session: one game under way at a table with two seats, and what may be done there; at the
 * terminal and on the server alike.
 *
 * A seat holds a person or an agent. The session knows the history, whose turn it is, what was
 * taken back, who resigned, and how lucky this seed is; it prints nothing and asks nothing, so
 * that every rule of the table can be tested without a terminal.
 *
 * Luck is a function of the seed and of how many moves were made, not of how often somebody
 * looked: taking a move back and making it again rolls the same number, and so does a game that
 * was saved and resumed. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "pessoi/agent.h"
#include "pessoi/record.h"
#include "play/hint.h"

/* The agent word for somebody at the keyboard. */
#define SESSION_PERSON "human"

struct session_seat {
    char text[PES_AGENT_TEXT_MAX]; /* "human", or the agent as text */
    struct pes_agent *agent;       /* NULL: a person, or an agent that is made when it must think */
};

struct session {
    struct pes_game *game;       /* owned, as everything that is no const pointer */
    struct pes_history *history; /* of `game` */
    struct session_seat seats[PES_PLAYERS_MAX];
    struct pes_limits limits; /* for agents; its stop flag is the program's */
    uint64_t seed;

    const char *position; /* where `new` begins; borrowed, "startpos" by default */
    const char *moves;    /* played from there before anybody is asked; borrowed, may be "" */

    enum pes_end stopped; /* RESIGN, TIME, FORFEIT, AGREED; NONE: rules and history decide */
    pes_player loser;     /* who lost by that; -1: nobody */

    pes_move *redo; /* taken back, the last one first to come again */
    int redo_count, redo_cap;

    struct hint hint;          /* what is known of the present position, see hint.h */
    int hints;                 /* given for it so far */
    struct pes_agent *adviser; /* made when the first hint is asked for, by whoever keeps one */
    struct pes_record *origin; /* the record the game was loaded from, or NULL: what it says
                                * besides the moves outlives the next save */
};

/* Takes ownership of the game and its history; both seats are empty until session_seat() fills
 * them.
 */
void session_init(struct session *s, struct pes_game *game, struct pes_history *history,
                  uint64_t seed);
void session_release(struct session *s);

/* Puts a person or a new agent on a seat; the old one stays if this fails. */
PES_MUST_USE enum pes_err session_seat(struct session *s, pes_player player, const char *text,
                                       struct pes_note *note);
/* The same without making the agent, for whoever makes one each time it has to think; the text is
 * not checked. */
void session_seat_text(struct session *s, pes_player player, const char *text);
bool session_is_person(const struct session *s, pes_player player);
int session_persons(const struct session *s); /* 0, 1 or 2 */

/* A player to move, PES_CHANCE, or PES_TERMINAL once the game is over for any reason. */
pes_player session_turn(const struct session *s);
enum pes_end session_end(const struct session *s);

/* "1-0" and so on, or NULL; payoffs only where it is over. */
const char *session_result(const struct session *s);
void session_payoff(const struct session *s, int32_t out[PES_PLAYERS_MAX]);

/* A legal move or outcome; forgets what could be redone. Fails only for memory. */
PES_MUST_USE enum pes_err session_make(struct session *s, pes_move m);

/* Reads a whole word as a move of the position. `exact` false also takes a word that differs from
 * one legal move alone by case. A note says why it is none, in the words of the rules. */
PES_MUST_USE enum pes_err session_read_move(const struct session *s, const char *word,
                                            size_t length, bool exact, pes_move *out,
                                            struct pes_note *note);

/* All random numbers of a game are streams of its seed, and session.c alone knows which is which.
 * The seed with which the agent of a seat begins; an adviser has one of its own, because it must
 * not know the dice. */
uint64_t session_seat_seed(const struct session *s, pes_player player);
uint64_t session_adviser_seed(const struct session *s);

/* The generator of the agent of a seat in this position, a function of the seed and of the number
 * of moves made: for an agent that is made to think once. */
struct pes_rng session_luck(const struct session *s, pes_player player);

/* The outcome this seed has for the chance node on the table. */
pes_move session_roll(const struct session *s);

/* Asks the agent whose turn it is. STOPPED where the stop flag cut it short; ILLEGAL where its
 * answer is no legal move. */
PES_MUST_USE enum pes_err session_think(struct session *s, struct pes_answer *answer);

/* Takes back a resignation; else the last move of a person and all that followed it, so that this
 * person is to move again. Returns whether there was anything to take back. */
bool session_undo(struct session *s);

/* Makes again what was taken back, up to the next turn of a person. Returns the moves made. */
int session_redo(struct session *s);

/* One more move that session_redo() makes, before all others: for a table that is set up again as
 * it was. */
PES_MUST_USE enum pes_err session_remember(struct session *s, pes_move m);

/* Is there anything that session_undo() would take back, or session_redo() make again? */
bool session_can_undo(const struct session *s);
bool session_can_redo(const struct session *s);

/* Ends the game against a player; AGREED: against nobody (-1). */
void session_stop(struct session *s, enum pes_end why, pes_player loser);

/* A new game of the same variant; `swap` lets the seats change sides. Fails, if at all, with
 * nothing changed but the board. */
PES_MUST_USE enum pes_err session_again(struct session *s, bool swap, uint64_t seed,
                                        struct pes_note *note);

#endif
