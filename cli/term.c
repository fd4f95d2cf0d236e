#include "cli/term.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { COLUMNS_MIN = 20, COLUMNS_MAX = 500, NO_COLOUR = -1 };

/* How an ink looks: one of the 256 colours, and bold. Nearest to Okabe and Ito: orange
 * #E69F00 172, sky blue #56B4E9 74, bluish green #009E73 36, yellow #F0E442 227, blue #0072B2 25,
 * vermilion #D55E00 166, reddish purple #CC79A7 175. */
struct look {
    short colour;
    bool bold;
};

static const struct look looks[PES_INK_COUNT] = {
    [PES_INK_PLAIN] = {NO_COLOUR, false}, [PES_INK_DIM] = {244, false},
    [PES_INK_STRONG] = {NO_COLOUR, true}, [PES_INK_FIRST] = {166, true},
    [PES_INK_SECOND] = {36, true},        [PES_INK_MARK] = {227, true},
    [PES_INK_BOARD] = {240, false},       [PES_INK_GROUND] = {137, false},
    [PES_INK_WATER_TOP] = {74, false},    [PES_INK_WATER] = {25, false},
    [PES_INK_TILE_0] = {172, false},      [PES_INK_TILE_0 + 1] = {74, false},
    [PES_INK_TILE_0 + 2] = {36, false},   [PES_INK_TILE_0 + 3] = {227, false},
    [PES_INK_TILE_0 + 4] = {25, false},   [PES_INK_TILE_0 + 5] = {166, false},
    [PES_INK_TILE_0 + 6] = {175, false},  [PES_INK_TILE_0 + 7] = {250, false},
    [PES_INK_TILE_0 + 8] = {94, false},
};

bool term_wants_colour(FILE *stream) {
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(fileno(stream)) && (no_color == NULL || no_color[0] == '\0') && term != NULL &&
           term[0] != '\0' && strcmp(term, "dumb") != 0;
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

/* Switches from plain to this ink on this paper (background). */
static void switch_to(struct str *out, uint8_t ink, uint8_t paper) {
    const struct look *front = &looks[ink < PES_INK_COUNT ? ink : PES_INK_PLAIN];
    const struct look *back = &looks[paper < PES_INK_COUNT ? paper : PES_INK_PLAIN];
    if (front->bold)
        str_add(out, "\x1b[1m");
    if (front->colour != NO_COLOUR)
        str_addf(out, "\x1b[38;5;%dm", front->colour);
    if (back->colour != NO_COLOUR)
        str_addf(out, "\x1b[48;5;%dm", back->colour);
}

static bool is_blank(const char *glyph) {
    return glyph[0] == '\0' || strcmp(glyph, " ") == 0;
}

/* Cells of a row up to the last visible one. */
static int row_end(const struct pes_canvas *canvas, int row, bool colour) {
    int end = canvas->columns;
    while (end > 0 && is_blank(canvas->at[row][end - 1].glyph) &&
           (!colour || canvas->at[row][end - 1].paper == PES_INK_PLAIN))
        end--;
    return end;
}

static void paint_row(struct str *out, const struct pes_canvas *canvas, int row, bool colour) {
    assert(row >= 0);
    assert(row < canvas->rows);
    uint8_t ink = PES_INK_PLAIN, paper = PES_INK_PLAIN;
    const int end = row_end(canvas, row, colour);
    for (int column = 0; column < end; column++) {
        const char *glyph = canvas->at[row][column].glyph;
        const uint8_t new_ink = canvas->at[row][column].ink;
        const uint8_t new_paper = canvas->at[row][column].paper;
        if (colour && (new_ink != ink || new_paper != paper)) {
            term_ink_off(out, ink != PES_INK_PLAIN || paper != PES_INK_PLAIN);
            switch_to(out, new_ink, new_paper);
            ink = new_ink;
            paper = new_paper;
        }
        str_add(out, glyph[0] == '\0' ? " " : glyph);
    }
    term_ink_off(out, ink != PES_INK_PLAIN || paper != PES_INK_PLAIN);
    str_add_char(out, '\n');
}

void term_paint(struct str *out, const struct pes_canvas *canvas, bool colour) {
    for (int row = 0; row < canvas->rows; row++)
        paint_row(out, canvas, row, colour);
}

void term_ink_on(struct str *out, enum pes_ink ink, bool colour) {
    if (colour)
        switch_to(out, (uint8_t)ink, PES_INK_PLAIN);
}

void term_ink_off(struct str *out, bool colour) {
    if (colour)
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
 * a whole line of `line` columns and is a list like "free|ko", which may be cut after a '|'. */
static size_t first_piece(const char *word, size_t length, int room, int line) {
    assert(length > 0);
    size_t piece = 0;
    if (utf8_width(word, length) <= line)
        return length;
    for (size_t i = 0; i < length; i++)
        if (word[i] == '|' && utf8_width(word, i + 1) <= room)
            piece = i + 1;
    return piece > 0 ? piece : length;
}

void term_wrap(struct str *out, const char *text, int used, int indent, int columns) {
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
            first_piece(at, word, columns - used - (fresh ? 0 : 1), columns - indent);
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
