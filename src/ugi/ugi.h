/* The Universal Game Interface (UGI): lines between a manager and an engine of any two-player game,
 * in the shape of chess's UCI.
 *
 * This header has the lines of both directions: ugi_parse() reads a manager's line, ugi_read() an
 * engine's. engine.h is Pessoi as an engine, ugi_agent.h another program as a player.
 * docs/formats/ugi.md describes the whole protocol.
 *
 *     const struct ugi_command command = ugi_parse(line, length);
 *     if (command.verb == UGI_POSITION && !command.bad)
 *         set_up(command.fen, command.moves);
 *
 * Nothing here allocates or fails: a line that is not understood is UGI_UNKNOWN or UGI_OTHER, and
 * is ignored. Parts of a result point into the line. */
#ifndef UGI_UGI_H
#define UGI_UGI_H

#include "core/str.h"
#include "core/words.h"
#include "pessoi/agent.h"

/* The move of an engine that has none: chance is to move, or the game is over. */
#define UGI_NO_MOVE "0000"

/* An empty value of an option, as UCI writes it. */
#define UGI_EMPTY "<empty>"

/* Options that both ends know. The driver sends `legal M1 M2 ..` before each `go` to an engine that
 * lists the check option Legal. */
#define UGI_OPTION_LEGAL "Legal"
#define UGI_OPTION_VARIANT "variant"
#define UGI_OPTION_SEED "seed"
#define UGI_OPTION_AGENT "agent"

/* The manager's lines. ----------------------------------------------------------------------- */

enum ugi_verb {
    UGI_UNKNOWN, /* anything else, empty lines too */
    UGI_UGI,
    UGI_ISREADY,
    UGI_SETOPTION,
    UGI_NEWGAME,
    UGI_POSITION,
    UGI_QUERY,
    UGI_GO,
    UGI_STOP,
    UGI_QUIT
};

enum ugi_question { UGI_P1TURN, UGI_RESULT, UGI_GAMEOVER };

/* A parsed line. Members that its verb does not use are zero. */
struct ugi_command {
    enum ugi_verb verb;
    bool bad; /* the arguments of the verb make no sense; all other members are zero */

    struct words name, value; /* SETOPTION; an empty value is "" */

    struct words fen;   /* POSITION: the text of the position; empty: startpos */
    struct words moves; /* with the blanks between them */

    enum ugi_question question;

    struct pes_limits limits; /* GO; without stop and info */
    bool infinite;
};

struct ugi_command ugi_parse(const char *line, size_t length);

/* Appends `go ..` with these limits, and a line end. */
void ugi_put_go(struct str *out, const struct pes_limits *limits);

/* The engine's lines. ------------------------------------------------------------------------ */

enum ugi_kind {
    UGI_OTHER, /* anything else: ignored */
    UGI_ID_NAME,
    UGI_ID_AUTHOR,
    UGI_OPTION,
    UGI_OK,
    UGI_READY,
    UGI_INFO,
    UGI_BESTMOVE
};

/* What an `info` line says; members without `has_` are 0 if they are missing. */
struct ugi_info {
    int32_t depth;
    uint64_t nodes;
    bool has_score, has_mate;
    int32_t centis; /* `score cp`: hundredths of a point, the mover's view */
    int32_t mate;   /* `score mate`: moves of both players to the end; < 0: the mover loses */
    struct words line;
};

struct ugi_reply {
    enum ugi_kind kind;
    struct words text; /* of ID, the option's name, or the move; a BESTMOVE without one is empty */
    struct ugi_info info;
};

struct ugi_reply ugi_read(const char *line, size_t length);

/* Appends `info ..` without a line end: what is known of an answer. `line` is the principal
 * variation as text, "" if there is none. */
void ugi_put_info(struct str *out, const struct ugi_info *info, int64_t time_ms, const char *line);

#endif
