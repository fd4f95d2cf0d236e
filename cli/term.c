#include "cli/term.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { COLUMNS_MIN = 20, COLUMNS_MAX = 500, ROWS_MIN = 12, NONE = -1, BLACK = 16, WHITE = 231 };

/* Colours among the 256: the comments name the papers after Okabe and Ito. Among the eight, the
 * terminal decides what they look like. BLACK and WHITE without a paper get one that shows them. */
static const struct term_look looks[PES_INK_COUNT] = {
    /* ink, paper, over, white letter, bold; ink, paper, white letter of eight */
    [PES_INK_PLAIN] = {NONE, NONE, NONE, false, false, NONE, NONE, false},
    [PES_INK_DIM] = {243, 250, NONE, false, false, NONE, 7, false},
    [PES_INK_STRONG] = {NONE, NONE, NONE, false, true, NONE, NONE, false},
    [PES_INK_FIRST] = {98, 98, NONE, true, true, 5, 5, true},
    [PES_INK_SECOND] = {29, 29, NONE, true, true, 6, 6, false},
    [PES_INK_MARK] = {163, 163, 53, true, true, 5, 5, true},
    [PES_INK_BOARD] = {243, 137, 236, false, false, NONE, NONE, false},
    [PES_INK_GROUND] = {137, 137, NONE, false, false, 3, 3, false},
    [PES_INK_WATER_TOP] = {33, 33, NONE, false, false, 6, 6, false},
    [PES_INK_WATER] = {26, 26, NONE, true, false, 4, 4, true},
    [PES_INK_TILE_0] = {136, 172, NONE, false, false, 3, 1, true},      /* orange #E69F00 */
    [PES_INK_TILE_0 + 1] = {32, 74, NONE, false, false, 6, 6, false},   /* sky blue #56B4E9 */
    [PES_INK_TILE_0 + 2] = {29, 36, NONE, false, false, 2, 2, false},   /* bluish green #009E73 */
    [PES_INK_TILE_0 + 3] = {100, 227, NONE, false, false, 3, 3, false}, /* yellow #F0E442 */
    [PES_INK_TILE_0 + 4] = {27, 25, NONE, true, false, 4, 4, true},     /* blue #0072B2 */
    [PES_INK_TILE_0 + 5] = {166, 166, NONE, false, false, 1, 5, true},  /* vermilion #D55E00 */
    [PES_INK_TILE_0 + 6] = {132, 175, NONE, false, false, 5, 7, false}, /* purple #CC79A7 */
    [PES_INK_TILE_0 + 7] = {243, 250, NONE, false, false, NONE, NONE, false},
    [PES_INK_TILE_0 + 8] = {94, 94, NONE, true, false, 3, NONE, false},
    [PES_INK_BLACK] = {BLACK, BLACK, BLACK, true, false, 0, 0, true},
    [PES_INK_WHITE] = {WHITE, WHITE, WHITE, false, true, 7, 7, false},
    [PES_INK_RED] = {196, 160, NONE, true, true, 1, 1, true},
    [PES_INK_GREEN] = {29, 28, NONE, true, true, 2, 2, false},
    [PES_INK_BLUE] = {63, 27, NONE, true, true, 4, 4, true},
};

const struct term_look *term_look(enum pes_ink ink) {
    return &looks[(unsigned)ink < PES_INK_COUNT ? ink : PES_INK_PLAIN];
}

bool term_wants_colour(FILE *stream) {
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(fileno(stream)) && (no_color == NULL || no_color[0] == '\0') && term != NULL &&
           term[0] != '\0' && strcmp(term, "dumb") != 0;
}

enum term_colour term_colours_of(const char *term, const char *colorterm) {
    static const char *const parts[] = {"256color", "direct",  "truecolor", "kitty", "alacritty",
                                        "foot",     "wezterm", "ghostty",   "iterm", "mintty"};
    if (colorterm != NULL && colorterm[0] != '\0')
        return TERM_256;
    if (term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0)
        return TERM_256;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(term, parts[i]) != NULL)
            return TERM_256;
    return TERM_8;
}

enum term_colour term_colours(FILE *stream) {
    return isatty(fileno(stream)) ? term_colours_of(getenv("TERM"), getenv("COLORTERM")) : TERM_256;
}

/* Does the name of a locale contain UTF-8, in any of the usual spellings? */
static bool names_utf8(const char *locale) {
    for (; *locale != '\0'; locale++) {
        if (strncasecmp(locale, "utf-8", 5) == 0 || strncasecmp(locale, "utf8", 4) == 0)
            return true;
    }
    return false;
}

bool term_speaks_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return names_utf8(value);
    }
    return false;
}

int term_columns(FILE *stream) {
    struct winsize size = {0};
    if (!isatty(fileno(stream)) || ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 ||
        size.ws_col == 0)
        return TERM_COLUMNS_DEFAULT;
    if (size.ws_col < COLUMNS_MIN)
        return COLUMNS_MIN;
    return size.ws_col > COLUMNS_MAX ? COLUMNS_MAX : size.ws_col;
}

int term_rows(FILE *stream) {
    struct winsize size = {0};
    if (!isatty(fileno(stream)) || ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 ||
        size.ws_row == 0)
        return TERM_ROWS_DEFAULT;
    return size.ws_row < ROWS_MIN ? ROWS_MIN : size.ws_row;
}

void term_echo(bool on) {
    struct termios mode;
    if (tcgetattr(STDIN_FILENO, &mode) != 0)
        return;
    const tcflag_t echo = (tcflag_t)ECHO;
    mode.c_lflag = on ? mode.c_lflag | echo : mode.c_lflag & ~echo;
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

/* The colours of one character, of 256 or of 8; NONE: those of the terminal. */
struct pair {
    int front, back;
};

/* BLACK and WHITE carry a paper of their own where there is none. */
static struct pair pair_of_256(enum pes_ink ink, enum pes_ink paper) {
    enum { LIGHT = 250, DARK = 240 };
    const struct term_look *look = term_look(ink);
    if (paper == PES_INK_PLAIN)
        return (struct pair){look->ink, ink == PES_INK_BLACK   ? LIGHT
                                        : ink == PES_INK_WHITE ? DARK
                                                               : NONE};
    const bool white = term_look(paper)->white_letter;
    return (struct pair){look->over != NONE ? look->over
                         : white            ? WHITE
                                            : BLACK,
                         term_look(paper)->paper};
}

static struct pair pair_of_8(enum pes_ink ink, enum pes_ink paper) {
    enum { BLACK_8 = 0, WHITE_8 = 7 };
    const struct term_look *look = term_look(ink);
    const int back = term_look(paper)->paper_8;
    if (ink == PES_INK_BLACK)
        return (struct pair){BLACK_8, WHITE_8};
    if (ink == PES_INK_WHITE)
        return (struct pair){WHITE_8, BLACK_8};
    if (back == NONE)
        return (struct pair){look->ink_8, NONE};
    return (struct pair){term_look(paper)->white_letter_8 ? WHITE_8 : BLACK_8, back};
}

/* Switches from plain to this ink on this paper (background). */
static void switch_to(struct str *out, enum pes_ink ink, enum pes_ink paper,
                      enum term_colour colour) {
    const struct pair pair = colour == TERM_8 ? pair_of_8(ink, paper) : pair_of_256(ink, paper);
    if (term_look(ink)->bold)
        str_add(out, "\x1b[1m");
    if (pair.front != NONE)
        str_addf(out, colour == TERM_8 ? "\x1b[3%dm" : "\x1b[38;5;%dm", pair.front);
    if (pair.back != NONE)
        str_addf(out, colour == TERM_8 ? "\x1b[4%dm" : "\x1b[48;5;%dm", pair.back);
}

static bool is_blank(const char *glyph) {
    return glyph[0] == '\0' || strcmp(glyph, " ") == 0;
}

/* Cells of a row up to the last visible one. */
static int row_end(const struct pes_canvas *canvas, int row, enum term_colour colour) {
    int end = canvas->columns;
    while (end > 0 && is_blank(canvas->at[row][end - 1].glyph) &&
           (colour == TERM_PLAIN || canvas->at[row][end - 1].paper == PES_INK_PLAIN))
        end--;
    return end;
}

static void paint_row(struct str *out, const struct pes_canvas *canvas, int row,
                      enum term_colour colour) {
    assert(row >= 0);
    assert(row < canvas->rows);
    enum pes_ink ink = PES_INK_PLAIN, paper = PES_INK_PLAIN;
    const int end = row_end(canvas, row, colour);
    for (int column = 0; column < end; column++) {
        const char *glyph = canvas->at[row][column].glyph;
        const enum pes_ink new_ink = (enum pes_ink)canvas->at[row][column].ink;
        const enum pes_ink new_paper = (enum pes_ink)canvas->at[row][column].paper;
        if (colour != TERM_PLAIN && (new_ink != ink || new_paper != paper)) {
            if (ink != PES_INK_PLAIN || paper != PES_INK_PLAIN)
                term_ink_off(out, colour);
            switch_to(out, new_ink, new_paper, colour);
            ink = new_ink;
            paper = new_paper;
        }
        str_add(out, glyph[0] == '\0' ? " " : glyph);
    }
    if (ink != PES_INK_PLAIN || paper != PES_INK_PLAIN)
        term_ink_off(out, colour);
    str_add_char(out, '\n');
}

void term_paint(struct str *out, const struct pes_canvas *canvas, enum term_colour colour) {
    for (int row = 0; row < canvas->rows; row++)
        paint_row(out, canvas, row, colour);
}

void term_ink_on(struct str *out, enum pes_ink ink, enum term_colour colour) {
    if (colour != TERM_PLAIN)
        switch_to(out, ink, PES_INK_PLAIN, colour);
}

void term_ink_off(struct str *out, enum term_colour colour) {
    if (colour != TERM_PLAIN)
        str_add(out, "\x1b[0m");
}

void term_pad(struct str *out, const char *text, int columns) {
    str_add(out, text);
    for (int i = utf8_width(text, strlen(text)); i < columns; i++)
        str_add_char(out, ' ');
}

static void new_line(struct str *out, int indent) {
    str_add_char(out, '\n');
    for (int i = 0; i < indent; i++)
        str_add_char(out, ' ');
}

/* How many bytes of a word to write if `room` columns are left: all, unless the word is longer than
 * a whole line of `line` columns and is a list like "free|ko", which may be cut after each `cut`.
 */
static size_t first_piece(const char *word, size_t length, int room, int line, char cut) {
    assert(length > 0);
    size_t piece = 0;
    if (utf8_width(word, length) <= line)
        return length;
    for (size_t i = 0; i < length; i++)
        if (word[i] == cut && utf8_width(word, i + 1) <= room)
            piece = i + 1;
    return piece > 0 ? piece : length;
}

static void wrap(struct str *out, const char *text, int used, int indent, int columns, char cut) {
    assert(used >= 0);
    assert(indent >= 0);
    bool fresh = true; /* nothing on this line yet, so no blank before the next word */
    for (const char *at = text; *at != '\0';) {
        if (*at == '\n') {
            /* No indent on empty lines. */
            const bool empty_next = at[1] == '\n' || at[1] == '\0';
            new_line(out, empty_next ? 0 : indent);
            used = indent;
            fresh = true;
            at++;
            continue;
        }
        if (*at == ' ') {
            at++;
            continue;
        }
        const size_t word = strcspn(at, " \n");
        const size_t length =
            first_piece(at, word, columns - used - (fresh ? 0 : 1), columns - indent, cut);
        const int width = utf8_width(at, length);
        if (!fresh && used + 1 + width > columns) {
            new_line(out, indent);
            used = indent;
            fresh = true;
            continue;
        }
        if (!fresh)
            str_add_char(out, ' ');
        str_add_bytes(out, at, length);
        used += width + !fresh;
        fresh = false;
        at += length;
        if (length < word) {
            new_line(out, indent);
            used = indent;
            fresh = true;
        }
    }
    str_add_char(out, '\n');
}

void term_wrap(struct str *out, const char *text, int used, int indent, int columns) {
    wrap(out, text, used, indent, columns, '|');
}

void term_wrap_position(struct str *out, const char *text, int indent, int columns) {
    wrap(out, text, 0, indent, columns, '/');
}
