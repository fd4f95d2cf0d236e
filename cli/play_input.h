/* Reads the lines that a player types.
 *
 * On a terminal lines can be edited, recalled and completed with Tab (libedit). Other input is read
 * as it is and echoed after the prompt, so that a transcript reads like a game. In both cases a
 * line has at most PLAY_LINE_MAX bytes, Ctrl-C is noticed while waiting, and every call restores
 * the terminal before it returns. */
#ifndef CLI_PLAY_INPUT_H
#define CLI_PLAY_INPUT_H

#include "cli/cli.h"

enum {
    PLAY_LINE_MAX = 4096,
    PLAY_INPUT_WORD_MAX = 32, /* bytes of a word to complete, NUL included */
    PLAY_INPUT_WORDS_MAX = 1100
};

/* The words that Tab completes; updated for every prompt. */
struct play_vocabulary {
    int count;
    int listed; /* Tab on an empty line lists only the first `listed` words */
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

/* `history` is the file in which lines are saved between runs; NULL: none. */
PES_MUST_USE enum pes_err play_input_open(struct cli *c, const char *history,
                                          struct play_input **out);
void play_input_close(struct play_input *in); /* NULL is fine */

/* Are input and output a terminal, so that questions can be asked? */
bool play_input_asks(const struct play_input *in);

struct play_vocabulary *play_input_vocabulary(struct play_input *in);

/* Reads a line without its newline; *line is valid until the next call and may contain any bytes.
 */
enum play_read play_input_line(struct play_input *in, const char *prompt, const char **line,
                               size_t *length);

#endif
