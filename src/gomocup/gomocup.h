/* The Gomocup protocol, also called Piskvork's: how a tournament manager speaks to a Gomoku
 * program.
 *
 * Lines of text go both ways. This file parses and formats them: gomocup_parse() makes a command of
 * a line of the manager, the gomocup_format_..() functions make the lines of an answer. brain.h
 * keeps the board and chooses moves, inbox.h reads the stream. docs/formats/gomocup.md describes
 * the whole conversation.
 *
 *     const struct gomocup_command command = gomocup_parse(line, length);
 *     if (command.verb == GOMOCUP_TURN && !command.bad)
 *         play(command.point);
 *
 * Nothing here allocates or fails: a line that makes no sense is a command too, GOMOCUP_UNKNOWN. */
#ifndef GOMOCUP_GOMOCUP_H
#define GOMOCUP_GOMOCUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The game of the protocol, as the registry knows it. */
#define GOMOCUP_GAME "gomoku"

enum {
    GOMOCUP_LINE_MAX = 1024, /* bytes of a line, NUL included; longer ones may be cut */
    GOMOCUP_NUMBER_MAX = INT32_MAX
};

/* What a line asks for. Capital and small letters are the same. */
enum gomocup_verb {
    GOMOCUP_BLANK,   /* nothing: to be passed over in silence */
    GOMOCUP_UNKNOWN, /* to be answered by UNKNOWN */
    GOMOCUP_START,   /* START size */
    GOMOCUP_RECTSTART,
    GOMOCUP_RESTART,
    GOMOCUP_BEGIN,
    GOMOCUP_TURN,       /* TURN point */
    GOMOCUP_TAKEBACK,   /* TAKEBACK point */
    GOMOCUP_BOARD,      /* then points with their fields, then DONE */
    GOMOCUP_SWAP2BOARD, /* then points, then DONE */
    GOMOCUP_POINT,      /* "x,y" or "x,y,field": a line of the two above */
    GOMOCUP_DONE,
    GOMOCUP_INFO, /* INFO key value */
    GOMOCUP_ABOUT,
    GOMOCUP_END
};

/* The keys of INFO that mean something to a program that plays. */
enum gomocup_key {
    GOMOCUP_KEY_OTHER,         /* game_type, folder, evaluate, and those nobody knows */
    GOMOCUP_KEY_TIMEOUT_TURN,  /* milliseconds a move; 0: as fast as possible */
    GOMOCUP_KEY_TIMEOUT_MATCH, /* milliseconds a game; 0: no limit */
    GOMOCUP_KEY_TIME_LEFT,     /* milliseconds left of them; GOMOCUP_NUMBER_MAX: no limit */
    GOMOCUP_KEY_MAX_MEMORY,    /* bytes; 0: no limit */
    GOMOCUP_KEY_RULE           /* bits of enum gomocup_rule */
};

enum gomocup_rule {
    GOMOCUP_RULE_FREESTYLE = 0, /* five or more win */
    GOMOCUP_RULE_EXACT = 1,     /* exactly five win */
    GOMOCUP_RULE_CONTINUOUS = 2,
    GOMOCUP_RULE_RENJU = 4,
    GOMOCUP_RULE_CARO = 8
};

/* Whose stone a point of BOARD holds. */
enum gomocup_field {
    GOMOCUP_FIELD_NONE, /* the line did not say */
    GOMOCUP_FIELD_OWN,
    GOMOCUP_FIELD_OPPONENT,
    GOMOCUP_FIELD_CLOSED /* no stone: part of a won row (continuous), or forbidden (renju) */
};

/* Both count from 0. What was sent may lie outside any board. */
struct gomocup_point {
    int32_t x, y;
};

/* A line, read. Members that its verb does not have are zero. */
struct gomocup_command {
    enum gomocup_verb verb;
    bool bad; /* what follows the verb is not what it wants: the rest means nothing */
    int32_t size;
    struct gomocup_point point;
    enum gomocup_field field;
    enum gomocup_key key;
    int64_t value; /* of INFO; numbers too large for it become the largest */
};

/* Reads line[0..length). A CR or LF at its end, and blanks around and between the parts, do not
 * matter. */
struct gomocup_command gomocup_parse(const char *line, size_t length);

/* "7,7", or "7,7 8,7 9,9" for several points; returns `out`. */
const char *gomocup_format_points(const struct gomocup_point points[], int count,
                                  char out[GOMOCUP_LINE_MAX]);

/* "ERROR no such point": a keyword and a sentence, cut to fit. It stays one line whatever the
 * sentence holds: control characters become blanks. Returns `out`. */
const char *gomocup_format_text(const char *keyword, const char *sentence,
                                char out[GOMOCUP_LINE_MAX]);

/* The answer to ABOUT: name="Pessoi", version="1.0" .. Returns `out`. */
const char *gomocup_format_about(const char *name, const char *version, const char *author,
                                 const char *country, char out[GOMOCUP_LINE_MAX]);

#endif
