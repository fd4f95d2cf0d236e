/* Requests of clients, read from JSON and checked for their form: the only interface for bytes from
 * outside, and therefore fuzzed.
 *
 * Everything in a request points into the JSON document it was read from, which lives until
 * request_release(). Whether a request is allowed in a game is decided by the room.
 * docs/formats/api.md is the specification. */
#ifndef ROOMS_REQUEST_H
#define ROOMS_REQUEST_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REQUEST_BYTES_MAX = 16384,
    REQUEST_NAME_MAX = 32, /* characters of a person's name */
    REQUEST_CELLS_MAX = 8  /* touched cells */
};

/* The codes of docs/formats/api.md, in its order. */
enum request_code {
    REQUEST_OK,
    REQUEST_SYNTAX,
    REQUEST_UNKNOWN,
    REQUEST_RANGE,
    REQUEST_ILLEGAL,
    REQUEST_SEAT,
    REQUEST_LATE,
    REQUEST_OVER,
    REQUEST_UNFIT,
    REQUEST_ORIGIN,
    REQUEST_BUSY,
    REQUEST_ELSEWHERE,
    REQUEST_LARGE,
    REQUEST_SERVER,
    REQUEST_CODE_COUNT
};
const char *request_code_word(enum request_code code);
int request_code_status(enum request_code code); /* of HTTP */
enum request_code request_code_of(enum pes_err err);

/* Why something was refused, in every language. */
struct refusal {
    enum request_code code;
    int32_t place;   /* offset in the text that was refused; -1: none */
    int32_t line;    /* of a text of several lines, and the character in it, both from 1; */
    int32_t column;  /* 0: none */
    int64_t wait_ms; /* REQUEST_BUSY, REQUEST_ELSEWHERE: how long; -1: not known */
    char why[PES_LANG_COUNT][PES_NOTE_MAX];
};

/* Fills *out in (NULL is fine) and returns the code. */
enum request_code refuse(struct refusal *out, enum request_code code, const struct pes_text *why,
                         const struct pes_arg args[]);

/* The same with the sentence of a note, or with that of the error if the note is empty. */
enum request_code refuse_note(struct refusal *out, enum request_code code, enum pes_err err,
                              const struct pes_note *note);

/* {"error": {..}} for HTTP; as a message `is: "error"` for a WebSocket, where `re` < 0 and `id`
 * NULL are left out. */
void refusal_format(const struct refusal *refusal, struct str *out);
void refusal_format_message(const struct refusal *refusal, int64_t re, const char *id,
                            struct str *out);

enum request_who { REQUEST_ME, REQUEST_PERSON, REQUEST_AGENT };

struct request_seat {
    enum request_who who;
    const char *agent; /* REQUEST_AGENT: its text */
    const char *name;  /* a person's, or NULL */
};

/* POST /api/1/play */
struct request_play {
    void *document;
    const char *game;
    const char *variant;  /* "" */
    const char *position; /* "startpos" */
    const char *moves;    /* "" */
    struct request_seat seats[2];
    bool has_clock;
    int32_t base_ms, increment_ms;
    int32_t pace_ms;
    bool has_seed;
    uint64_t seed;
    bool hints; /* two people may both ask for hints while they play */
};

/* POST /api/1/play/ID/join */
struct request_join {
    void *document;
    const char *name; /* or NULL */
};

enum request_action {
    REQUEST_FOLLOW,
    REQUEST_LEAVE,
    REQUEST_MOVE,
    REQUEST_UNDO,
    REQUEST_REDO,
    REQUEST_RESIGN,
    REQUEST_OFFER,
    REQUEST_ACCEPT,
    REQUEST_DECLINE,
    REQUEST_REMATCH,
    REQUEST_HINT,
    REQUEST_THREATS,
    REQUEST_JUDGE,
    REQUEST_AT,
    REQUEST_PACE,
    REQUEST_STEP,
    REQUEST_STOP,
    REQUEST_WHY,
    REQUEST_TRY,
    REQUEST_HINTS,
    REQUEST_LINES, /* this and the next two belong to no game: `id` is NULL */
    REQUEST_REVIEW,
    REQUEST_QUIET,
    REQUEST_ACTION_COUNT
};
enum request_offer { REQUEST_DRAW, REQUEST_TAKE_BACK, REQUEST_AGAIN, REQUEST_HELP };

/* A message over the WebSocket. */
struct request {
    void *document;
    enum request_action action;
    const char *id;
    int64_t seq;                      /* -1: none */
    const char *keys[2];              /* follow; NULL where not given */
    int64_t from;                     /* follow: the last event seen; -1: none */
    int64_t ply;                      /* move, judge, at, why, try; -1: none */
    const char *move;                 /* move, try */
    int16_t cells[REQUEST_CELLS_MAX]; /* why: the touched cells, each from 0 to 32767 */
    int cell_count;                   /* why: at least 1 */
    enum request_offer offer;
    bool on;         /* hints */
    int32_t step;    /* hint: an enum hint_step */
    int32_t pace_ms; /* pace; -1 pauses */

    /* lines and review; their line is read by line_read(). 0: no such limit. */
    int32_t count, depth, ms; /* lines: count of them, from 1 */
    uint64_t nodes;
    int32_t first_ply; /* review: the first move that is judged, from 0 */
    const char *agent; /* lines: NULL: the strongest that searches; or "oracle" */
};

/* Reads bytes[0..length). On failure the refusal says what is wrong and where, and *out needs no
 * release. `seq` is set even then if it could be read, so that the reply can refer to it. */
PES_MUST_USE enum request_code request_read(const char *bytes, size_t length, struct request *out,
                                            struct refusal *why);
PES_MUST_USE enum request_code request_read_play(const char *bytes, size_t length,
                                                 struct request_play *out, struct refusal *why);
PES_MUST_USE enum request_code request_read_join(const char *bytes, size_t length,
                                                 struct request_join *out, struct refusal *why);
/* Is it a question of a study, which belongs to no game that the connection follows? */
bool request_is_study(const struct request *r);
void request_release(struct request *r);
void request_release_play(struct request_play *r);
void request_release_join(struct request_join *r);

#endif
