/* Reading what a player types, line by line.
 *
 * On a terminal lines can be edited, recalled and completed with Tab (libedit); anywhere else they
 * are read as they come and echoed after the prompt, so that a transcript reads like a game. Either
 * way a line has at most PLAY_LINE_MAX bytes, Ctrl-C is noticed while waiting, and the terminal is
 * as it was whenever a call returns. */
#ifndef CLI_PLAY_INPUT_H
#define CLI_PLAY_INPUT_H

#include "cli/cli.h"

enum {
    PLAY_LINE_MAX = 4096,
    PLAY_INPUT_WORD_MAX = 32, /* bytes of a word to complete, NUL included */
    PLAY_INPUT_WORDS_MAX = 1100
};

/* What Tab may complete: set anew for every prompt. */
struct play_vocabulary {
    int count;
    int listed; /* the first of them are shown to somebody who has typed nothing yet */
    char words[PLAY_INPUT_WORDS_MAX][PLAY_INPUT_WORD_MAX];
};
void play_vocabulary_add(struct play_vocabulary *v, const char *word); /* too long: left out */

enum play_read {
    PLAY_READ_LINE,
    PLAY_READ_LONG, /* a line that was too long and has been skipped */
    PLAY_READ_END,  /* end of input */
    PLAY_READ_STOP  /* Ctrl-C */
};

struct play_input;

/* `history` is the file that remembers lines from one run to the next; NULL: none. */
PES_MUST_USE enum pes_err play_input_open(struct cli *c, const char *history,
                                          struct play_input **out);
void play_input_close(struct play_input *in); /* NULL is fine */

/* Is a person at the other end, so that a question makes sense? */
bool play_input_asks(const struct play_input *in);

struct play_vocabulary *play_input_vocabulary(struct play_input *in);

/* Reads a line without its newline; *line is borrowed until the next call and may hold any bytes.
 */
enum play_read play_input_line(struct play_input *in, const char *prompt, const char **line,
                               size_t *length);

#endif
