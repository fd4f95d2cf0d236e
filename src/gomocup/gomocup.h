/* The Gomocup protocol, also called the Piskvork protocol, between a tournament manager and a
 * Gomoku engine.
 *
 * Both send lines of text. This module parses and formats them: gomocup_parse() turns a line of the
 * manager into a command, the gomocup_format_..() functions write the lines of an answer. brain.h
 * has the board and chooses moves, process/inbox.h reads the stream. docs/formats/gomocup.md
 * describes the whole protocol.
 *
 *     const struct gomocup_command command = gomocup_parse(line, length);
 *     if (command.verb == GOMOCUP_TURN && !command.bad)
 *         play(command.point);
 *
 * Nothing here allocates or fails: an invalid line is the command GOMOCUP_UNKNOWN. */
#ifndef GOMOCUP_GOMOCUP_H
#define GOMOCUP_GOMOCUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name of the protocol's game in the registry. */
#define GOMOCUP_GAME "gomoku"

enum {
    GOMOCUP_LINE_MAX = 1024, /* bytes of a line, NUL included; longer lines may be truncated */
    GOMOCUP_POINTS_MAX = 3,  /* of one answer */
    GOMOCUP_NUMBER_MAX = INT32_MAX
};

/* The command of a line. Case does not matter. */
enum gomocup_verb {
    GOMOCUP_BLANK,   /* an empty line: ignore it */
    GOMOCUP_UNKNOWN, /* answer UNKNOWN */
    GOMOCUP_START,   /* START size */
    GOMOCUP_RECTSTART,
    GOMOCUP_RESTART,
    GOMOCUP_BEGIN,
    GOMOCUP_TURN,       /* TURN point */
    GOMOCUP_TAKEBACK,   /* TAKEBACK point */
    GOMOCUP_BOARD,      /* then points with their fields, then DONE */
    GOMOCUP_SWAP2BOARD, /* then points, then DONE */
    GOMOCUP_POINT,      /* "x,y" or "x,y,field": a line after BOARD or SWAP2BOARD */
    GOMOCUP_DONE,
    GOMOCUP_INFO, /* INFO key value */
    GOMOCUP_ABOUT,
    GOMOCUP_END,

    /* Extensions of Yixin, which its board and other programs for analysis send. */
    GOMOCUP_YXBOARD,      /* as BOARD, but without an answer */
    GOMOCUP_YXNBEST,      /* YXNBEST count: a move, and the best lines */
    GOMOCUP_YXSTOP,       /* answer at once; also STOP */
    GOMOCUP_YXSHOWFORBID, /* the points that are forbidden to Black */
    GOMOCUP_YXSHOWINFO,   /* the manager knows the extensions */
    GOMOCUP_YXHASHCLEAR
};

/* The keys of INFO that matter to an engine. */
enum gomocup_key {
    GOMOCUP_KEY_OTHER,         /* game_type, folder, evaluate, and unknown keys */
    GOMOCUP_KEY_TIMEOUT_TURN,  /* milliseconds per move; 0: as fast as possible */
    GOMOCUP_KEY_TIMEOUT_MATCH, /* milliseconds per game; 0: no limit */
    GOMOCUP_KEY_TIME_LEFT,     /* milliseconds left of the game; GOMOCUP_NUMBER_MAX: no limit */
    GOMOCUP_KEY_MAX_MEMORY,    /* bytes; 0: no limit */
    GOMOCUP_KEY_RULE,          /* bits of enum gomocup_rule */

    /* Extensions of Yixin. */
    GOMOCUP_KEY_TIME_INCREMENT, /* milliseconds added after each move */
    GOMOCUP_KEY_MAX_NODE,       /* per move; 0 or negative: no limit */
    GOMOCUP_KEY_MAX_DEPTH,      /* plies; 0 or negative: no limit */
    GOMOCUP_KEY_THREAD_NUM,
    GOMOCUP_KEY_HASH_SIZE,  /* kilobytes of the transposition table */
    GOMOCUP_KEY_SHOW_DETAIL /* 2 or 3: report every iteration as INFO lines */
};

enum gomocup_rule {
    GOMOCUP_RULE_FREESTYLE = 0, /* five or more win */
    GOMOCUP_RULE_EXACT = 1,     /* exactly five win */
    GOMOCUP_RULE_CONTINUOUS = 2,
    GOMOCUP_RULE_RENJU = 4,
    GOMOCUP_RULE_CARO = 8
};

/* The field of a point after BOARD: whose stone it is. */
enum gomocup_field {
    GOMOCUP_FIELD_NONE, /* the line has no field */
    GOMOCUP_FIELD_OWN,
    GOMOCUP_FIELD_OPPONENT,
    GOMOCUP_FIELD_CLOSED /* not a stone: part of a won row (continuous), or forbidden (renju) */
};

/* Coordinates from 0, as the manager sent them: they may be outside the board. */
struct gomocup_point {
    int32_t x, y;
};

/* A parsed line of a manager. Members that its verb does not use are zero. */
struct gomocup_command {
    enum gomocup_verb verb;
    bool bad; /* the arguments of the verb are invalid; all other members are zero */
    int32_t size;
    struct gomocup_point point;
    enum gomocup_field field;
    enum gomocup_key key;
    int64_t value; /* of INFO and YXNBEST; too large numbers are clamped */
};

/* Parses line[0..length). A CR or LF at its end, and blanks around and between its parts, are
 * ignored. */
struct gomocup_command gomocup_parse(const char *line, size_t length);

/* A line of an engine. ----------------------------------------------------------------------- */

enum gomocup_kind {
    GOMOCUP_SAYS_NOTHING, /* an empty line */
    GOMOCUP_SAYS_OTHER,   /* the answer to ABOUT, or nonsense */
    GOMOCUP_SAYS_POINTS,  /* a move: "x,y"; of swap2 up to three: "x,y x,y x,y" */
    GOMOCUP_SAYS_SWAP,
    GOMOCUP_SAYS_OK,
    GOMOCUP_SAYS_UNKNOWN, /* it does not know the command */
    GOMOCUP_SAYS_ERROR,
    GOMOCUP_SAYS_MESSAGE /* MESSAGE or DEBUG: for people; SUGGEST too, which is not an answer */
};

struct gomocup_reply {
    enum gomocup_kind kind;
    struct gomocup_point points[GOMOCUP_POINTS_MAX]; /* as the engine sent them: any numbers */
    int count;                                       /* of points */
};

/* Reads line[0..length) as gomocup_parse() does. */
struct gomocup_reply gomocup_read(const char *line, size_t length);

/* "7,7", or "7,7 8,7 9,9" for several points; returns `out`. */
const char *gomocup_format_points(const struct gomocup_point points[], int count,
                                  char out[GOMOCUP_LINE_MAX]);

/* "FORBID 07070812.": the points as four digits each; returns `out`, which holds
 * GOMOCUP_FORBID_SIZE for up to GOMOCUP_FORBID_MAX points. */
enum { GOMOCUP_FORBID_MAX = 400, GOMOCUP_FORBID_SIZE = 4 * GOMOCUP_FORBID_MAX + 16 };
const char *gomocup_format_forbid(const struct gomocup_point points[], int count,
                                  char out[GOMOCUP_FORBID_SIZE]);

/* One of the best lines after an iteration, as Yixin's extensions want it. */
struct gomocup_line {
    int index, lines; /* from 0, of so many */
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    bool has_mate;
    int32_t mate;  /* plies: > 0 a win, < 0 a loss */
    int32_t score; /* if it has no mate */
    double chance; /* to win, 0..1; negative: not known */
    int point_count;
    const struct gomocup_point *points; /* the moves */
};

/* "INFO PV 0" to "INFO PV DONE", lines separated by LF, none at the end; or one "MESSAGE (1) .."
 * for people. Returns `out`. */
enum { GOMOCUP_REPORT_SIZE = 1024 };
const char *gomocup_format_report(const struct gomocup_line *line, char out[GOMOCUP_REPORT_SIZE]);
const char *gomocup_format_summary(const struct gomocup_line *line, char out[GOMOCUP_REPORT_SIZE]);

/* "ERROR no such point": a keyword and a sentence, truncated to fit. It is always one line: control
 * characters of the sentence become blanks. Returns `out`. */
const char *gomocup_format_text(const char *keyword, const char *sentence,
                                char out[GOMOCUP_LINE_MAX]);

/* The answer to ABOUT: name="Pessoi", version="1.0" .. Returns `out`. */
const char *gomocup_format_about(const char *name, const char *version, const char *author,
                                 const char *country, char out[GOMOCUP_LINE_MAX]);

#endif
