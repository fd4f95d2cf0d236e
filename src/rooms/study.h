/* Questions about positions over HTTP: POST /api/1/study and the addresses below it.
 *
 * A question is one entry of a table: who adds a function that answers adds an entry, and the
 * server finds it by its address, reads its body and opens its line. Nothing is kept between two
 * questions. docs/formats/api.md specifies them, in "Study". */
#ifndef ROOMS_STUDY_H
#define ROOMS_STUDY_H

#include "rooms/line.h"
#include "rooms/solved.h"

enum {
    STUDY_BYTES_MAX = 256 << 10, /* of a body that holds a whole tree */
    STUDY_NODES_MAX = 2000       /* moves in a tree */
};

/* What is asked. */
struct study_asked {
    struct document_reader *reader;     /* its root is the body; refusals go to reader->why */
    struct line *line;                  /* NULL: this question brings none */
    const struct solved_tables *tables; /* NULL: none */
};

struct study_question {
    const char *path; /* of the address, after "/api/1/study" */
    size_t bytes_max; /* of the body */
    bool has_line;    /* its body is a line and more */

    /* Appends the answer to *out. If memory for *out runs out, the caller finds out. */
    enum request_code (*answer)(const struct study_asked *asked, struct str *out);
};

/* Who asks. */
struct study_asker {
    /* Opens the line of a question; `world` is the caller's. */
    enum request_code (*open)(void *world, const struct line_wanted *wanted, struct line *out,
                              struct refusal *why);
    void *world;
    const struct solved_tables *tables; /* as in struct study_asked */
};

/* Answers a question: appends the answer to *out, or fills in *why. */
PES_MUST_USE enum request_code study_answer(const struct study_question *question,
                                            const struct study_asker *asker, const char *bytes,
                                            size_t length, struct str *out, struct refusal *why);

/* The question of an address, what follows "/api/1/study" in it; NULL: there is none. */
const struct study_question *study_find(const char *path);

/* The member `start`: where h began as text, "startpos" if that is the start of its variant. */
void put_start(struct str *out, const struct pes_history *h);

/* The questions. */
enum request_code study_position(const struct study_asked *asked, struct str *out);
enum request_code study_read(const struct study_asked *asked, struct str *out);
enum request_code study_edit(const struct study_asked *asked, struct str *out);
enum request_code study_explain(const struct study_asked *asked, struct str *out);
enum request_code study_write(const struct study_asked *asked, struct str *out);

#endif
