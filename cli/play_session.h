/* A session of `play`: one game under way at a table with two seats, and what may be done there.
 *
 * A seat holds a person or an agent. The session knows the history, whose turn it is, what was
 * taken back, who resigned, and how lucky this seed is; it prints nothing and asks nothing, so
 * that every rule of the table can be tested without a terminal.
 *
 * Luck is a function of the seed and of how many moves were made, not of how often somebody
 * looked: taking a move back and making it again rolls the same number, and so does a game that
 * was saved and resumed. */
#ifndef CLI_PLAY_SESSION_H
#define CLI_PLAY_SESSION_H

#include "pessoi/agent.h"
#include "pessoi/record.h"

/* The agent word for somebody at the keyboard. */
#define PLAY_PERSON "human"

struct play_seat {
    char text[PES_AGENT_TEXT_MAX]; /* "human", or the agent as text */
    struct pes_agent *agent;       /* NULL: a person */
};

/* What the adviser said of the present position; see play_hint.h. */
struct play_advice {
    int rung;  /* hints given here so far */
    int moves; /* legal ones */
    int wins;  /* of these, how many win at once */
    int loses; /* after how many the opponent can win at once */
    int best;  /* how many the adviser holds equally good; 0: not known */
    pes_move line[PES_LINE_MAX];
    int line_count; /* the first is the move; 0: not asked yet */
    bool has_mate;
    int mate; /* as in struct pes_answer */
};

struct play_session {
    struct pes_game *game;       /* owned, as everything that is no const pointer */
    struct pes_history *history; /* of `game` */
    struct play_seat seats[PES_PLAYERS_MAX];
    struct pes_limits limits; /* for agents; its stop flag is the program's */
    uint64_t seed;

    const char *position; /* where `new` begins; borrowed, "startpos" by default */
    const char *moves;    /* played from there before anybody is asked; borrowed, may be "" */

    enum pes_end stopped; /* RESIGN, TIME or FORFEIT; NONE: rules and history decide */
    pes_player loser;     /* who lost by that */

    pes_move *redo; /* taken back, the last one first to come again */
    int redo_count, redo_cap;

    struct play_advice advice;
    struct pes_agent *adviser; /* made when the first hint is asked for */
    struct pes_record *origin; /* the record the game was loaded from, or NULL: what it says
                                * besides the moves outlives the next save */
};

/* Takes ownership of the game and its history; both seats are empty until play_seat() fills them.
 */
void play_init(struct play_session *s, struct pes_game *game, struct pes_history *history,
               uint64_t seed);
void play_release(struct play_session *s);

/* Puts a person or a new agent on a seat; the old one stays if this fails. */
PES_MUST_USE enum pes_err play_seat(struct play_session *s, pes_player player, const char *text,
                                    struct pes_note *note);
bool play_is_person(const struct play_session *s, pes_player player);
int play_persons(const struct play_session *s); /* 0, 1 or 2 */

/* A player to move, PES_CHANCE, or PES_TERMINAL once the game is over for any reason. */
pes_player play_turn(const struct play_session *s);
enum pes_end play_end(const struct play_session *s);

/* "1-0" and so on, or NULL; payoffs only where it is over. */
const char *play_result(const struct play_session *s);
void play_payoff(const struct play_session *s, int32_t out[PES_PLAYERS_MAX]);

/* A legal move or outcome; forgets what could be redone. Fails only for memory. */
PES_MUST_USE enum pes_err play_make(struct play_session *s, pes_move m);

/* Reads a whole word as a move of the position. `exact` false also takes a word that differs from
 * one legal move alone by case. A note says why it is none, in the words of the rules. */
PES_MUST_USE enum pes_err play_read_move(const struct play_session *s, const char *word,
                                         size_t length, bool exact, pes_move *out,
                                         struct pes_note *note);

/* The outcome this seed has for the chance node on the table. */
pes_move play_roll(const struct play_session *s);

/* Asks the agent whose turn it is. STOPPED where the stop flag cut it short; ILLEGAL where its
 * answer is no legal move. */
PES_MUST_USE enum pes_err play_think(struct play_session *s, struct pes_answer *answer);

/* Takes back a resignation; else the last move of a person and all that followed it, so that this
 * person is to move again. Returns whether there was anything to take back. */
bool play_undo(struct play_session *s);

/* Makes again what was taken back, up to the next turn of a person. Returns the moves made. */
int play_redo(struct play_session *s);

/* Ends the game against a player. */
void play_stop(struct play_session *s, enum pes_end why, pes_player loser);

/* A new game of the same variant; `swap` lets the seats change sides. Fails, if at all, with
 * nothing changed but the board. */
PES_MUST_USE enum pes_err play_new(struct play_session *s, bool swap, uint64_t seed,
                                   struct pes_note *note);

#endif
