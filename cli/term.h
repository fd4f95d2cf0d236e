/* Terminals: canvases become text, with or without colours, and text is wrapped.
 *
 * Of the 256 colours of xterm those are used that can be read on black and on white: marks with a
 * contrast of at least 3:1 (WCAG 2), letters with 4.5:1 where the palette has such a colour.
 * Papers (backgrounds) are near the colours of Okabe and Ito (2008), which can be distinguished
 * with any kind of colour vision. Boards are readable without colours too: no meaning is shown by
 * colour alone. */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "core/str.h"
#include "pessoi/view.h"

#include <stdbool.h>
#include <stdio.h>

enum { TERM_COLUMNS_DEFAULT = 80, TERM_ROWS_DEFAULT = 24 };

enum term_colour {
    TERM_PLAIN, /* no escape sequences */
    TERM_256,   /* the 256 colours of xterm */
    TERM_8      /* the eight colours of ECMA-48 */
};

/* The default of --color: true if the stream is a terminal, NO_COLOR is empty or not set, and TERM
 * is set and not "dumb". */
bool term_wants_colour(FILE *stream);

/* The colours of the terminal of this stream by its name, like dircolors: 256 if COLORTERM is set
 * or TERM names a terminal that has them, else 8. If the stream is no terminal or TERM says nothing
 * ("dumb", not set), colours were asked for with --color, for a file or another program: 256. */
enum term_colour term_colours(FILE *stream);
enum term_colour term_colours_of(const char *term, const char *colorterm); /* NULL: not set */

/* An ink as colours of the 256; -1: that of the terminal. On a paper, another ink may be needed. */
struct term_look {
    short ink, paper;  /* on the terminal's background; -1: its own */
    short over;        /* the ink on the paper of a board; -1: black or white */
    bool white_letter; /* on this ink as paper PLAIN is white, else black */
    bool bold;
    short ink_8, paper_8; /* the same among eight colours, 0..7 */
    bool white_letter_8;
};
const struct term_look *term_look(enum pes_ink ink);

/* Does the name of the locale contain UTF-8? */
bool term_speaks_utf8(void);

/* Columns of the terminal of this stream, within 20..500; 80 if it is not a terminal. Rows, at
 * least 12; 24 if it is not a terminal. */
int term_columns(FILE *stream);
int term_rows(FILE *stream);

/* Does the terminal of standard input, if it is one, show what is typed? */
void term_echo(bool on);

/* Appends the canvas, one line per row, without trailing blanks (unless they have paper). */
void term_paint(struct str *out, const struct pes_canvas *canvas, enum term_colour colour);

/* Append the escape sequences that switch to an ink and back; nothing without colour. */
void term_ink_on(struct str *out, enum pes_ink ink, enum term_colour colour);
void term_ink_off(struct str *out, enum term_colour colour);

/* Appends text padded with blanks to `columns`; longer text is not cut. */
void term_pad(struct str *out, const char *text, int columns);

/* Appends `text` wrapped at blanks into lines of at most `columns`. Every line after the first is
 * indented by `indent` blanks; the first starts at column `used`. A list like "free|ko" that is
 * longer than a line is also wrapped after a '|'. Newlines in the text are kept, and one is added
 * at the end. */
void term_wrap(struct str *out, const char *text, int used, int indent, int columns);

/* The same for text with a position in it, which is also wrapped after a '/', between two rows. */
void term_wrap_position(struct str *out, const char *text, int indent, int columns);

#endif
