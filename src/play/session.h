/* A session: one game under way with two seats, and the operations on it that terminal and server
 * share.
 *
 * A seat holds a person or an agent. The session knows the history, whose turn it is, which moves
 * can be redone, who resigned, and the random numbers of its seed. It does no input or output, so
 * that all of it can be tested without a terminal.
 *
 * Random numbers are a function of the seed and of the number of moves made: undoing a move and
 * making it again rolls the same outcome, and so does a game that was saved and resumed. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "pessoi/agent.h"
#include "pessoi/record.h"
#include "play/hint.h"

/* The text of a seat that holds a person. */
#define SESSION_PERSON "human"

struct session_seat {
    char text[PES_AGENT_TEXT_MAX]; /* "human", or the agent as text */
    struct pes_agent *agent;       /* owned; NULL: a person, or see session_seat_text() */
};

struct session {
    struct pes_game *game;       /* owned, like every pointer here that is not const */
    struct pes_history *history; /* of `game` */
    struct session_seat seats[PES_PLAYERS_MAX];
    struct pes_limits limits; /* for agents; its stop flag is the program's */
    uint64_t seed;

    const char *position; /* the start of every game of the session; borrowed; "startpos" */
    const char *moves;    /* played from there before the game begins; borrowed, may be "" */

    enum pes_end stopped; /* RESIGN, TIME, FORFEIT, AGREED; NONE: rules and history decide */
    pes_player loser;     /* who lost by that; -1: a draw */

    pes_move *redo; /* a stack of undone moves; the last one is redone first */
    int redo_count, redo_cap;

    double *values; /* what agents said that their moves are worth, by the move's index in the
                     * history; NAN: nothing. Undone moves keep theirs until another is made */
    int value_count, value_cap;
    struct {
        bool known; /* an agent has chosen `move`, worth `value`, as the next one */
        pes_move move;
        double value;
    } answered;

    struct hint hint;          /* what is known about the present position, see hint.h */
    int hints;                 /* given for it so far */
    struct pes_agent *adviser; /* NULL until the terminal game makes it for the first hint */
    struct pes_record *origin; /* the record the game was loaded from, or NULL: its other tags,
                                * comments and variations are written again on the next save */
};

/* Takes ownership of the game and its history; both seats hold persons until session_seat() changes
 * them. */
void session_init(struct session *s, struct pes_game *game, struct pes_history *history,
                  uint64_t seed);
void session_release(struct session *s);

/* Puts a person or a new agent on a seat; on error the seat is unchanged. */
PES_MUST_USE enum pes_err session_seat(struct session *s, pes_player player, const char *text,
                                       struct pes_note *note);
/* The same without making an agent, for callers that make one for each move (the server); the text
 * is not checked. */
void session_seat_text(struct session *s, pes_player player, const char *text);
bool session_is_person(const struct session *s, pes_player player);
int session_persons(const struct session *s); /* 0, 1 or 2 */

/* The player of the game's report on a seat; false: another player sits there, or a person. */
bool session_report_player(const struct session *s, pes_player player, struct pes_offer *offer);

/* A player to move, PES_CHANCE, or PES_TERMINAL once the game is over for any reason. */
pes_player session_turn(const struct session *s);
enum pes_end session_end(const struct session *s);

/* "1-0", "0-1", "1/2-1/2", or NULL if the game is not over; session_payoff() requires that it is.
 */
const char *session_result(const struct session *s);
void session_payoff(const struct session *s, int32_t out[PES_PLAYERS_MAX]);

/* Makes a legal move or outcome and clears the redo stack. Fails only with NOMEM. */
PES_MUST_USE enum pes_err session_make(struct session *s, pes_move m);

/* Parses a whole word as a legal move. If `exact` is false, a word that equals exactly one legal
 * move when case is ignored is accepted too. The note is the one of the rules. */
PES_MUST_USE enum pes_err session_read_move(const struct session *s, const char *word,
                                            size_t length, bool exact, pes_move *out,
                                            struct pes_note *note);

/* The same for a whole line as people type it: blanks do not matter ("h 8"), and neither does case
 * if only one legal move matches. The note is that of the line without blanks. */
PES_MUST_USE enum pes_err session_read_line(const struct session *s, const char *line,
                                            size_t length, pes_move *out, struct pes_note *note);

/* All random numbers of a game are streams of its seed; session.c defines which stream is used for
 * what. These are the seed with which the agent of a seat begins, and that of an adviser, which is
 * different so that its hints do not reveal the dice. */
uint64_t session_seat_seed(const struct session *s, pes_player player);
uint64_t session_adviser_seed(const struct session *s);

/* The generator for the agent of a seat in this position, a function of the seed and of the number
 * of moves made: for an agent that is made for one move. */
struct pes_rng session_luck(const struct session *s, pes_player player);

/* The outcome of the present chance node by the session's seed. */
pes_move session_roll(const struct session *s);

/* Asks the agent whose turn it is. Fails with STOPPED if the stop flag is set, with ILLEGAL if its
 * answer is not a legal move, or as the agent does. */
PES_MUST_USE enum pes_err session_think(struct session *s, struct pes_answer *answer);

/* An agent has answered: session_make() of its move remembers the score, if it has one. Only for
 * callers that do not use session_think(). */
void session_answered(struct session *s, const struct pes_answer *answer);

/* What the agent that made move `at` of the history said that it is worth: from the mover's view,
 * or First's if agent->first_view. False: nothing is known. session_set_value() is for a stored
 * session that is restored; without memory the value is lost, which does no other harm. */
bool session_value(const struct session *s, int at, double *out);
void session_set_value(struct session *s, int at, double value);

/* Writes the values into a record of the session, as comments "eval=-1" of the moves of its main
 * line. */
PES_MUST_USE enum pes_err session_annotate(const struct session *s, struct pes_record *r);

/* Takes back a resignation if a person is to move; otherwise the last move of a person and
 * everything after it, so that this person is to move again. False: there was nothing to undo. */
bool session_undo(struct session *s);

/* Redoes undone moves up to the next turn of a person. Returns the number of moves made. */
int session_redo(struct session *s);

/* Pushes a move onto the redo stack: session_redo() makes it first. For a stored session that is
 * restored. */
PES_MUST_USE enum pes_err session_push_redo(struct session *s, pes_move m);

/* Is there anything to undo or to redo? */
bool session_can_undo(const struct session *s);
bool session_can_redo(const struct session *s);

/* Ends the game; `loser` lost it, or -1 for AGREED. */
void session_stop(struct session *s, enum pes_end why, pes_player loser);

/* Starts a new game of the same variant; `swap` exchanges the seats. On error the seats are
 * unchanged, but seed and history may be those of the new game. */
PES_MUST_USE enum pes_err session_again(struct session *s, bool swap, uint64_t seed,
                                        struct pes_note *note);

#endif
