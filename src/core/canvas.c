/* The canvas of pessoi/view.h: one UTF-8 character per cell. */
#include "core/str.h"
#include "pessoi/view.h"

#include <assert.h>

void pes_canvas_init(struct pes_canvas *canvas, int columns, int rows) {
    assert(columns >= 0 && columns <= PES_CANVAS_COLUMNS);
    assert(rows >= 0 && rows <= PES_CANVAS_ROWS);
    memset(canvas, 0, sizeof *canvas);
    canvas->columns = columns;
    canvas->rows = rows;
}

void pes_canvas_trim(struct pes_canvas *canvas) {
    int columns = 1, rows = 1;
    for (int row = 0; row < canvas->rows; row++)
        for (int column = 0; column < canvas->columns; column++) {
            const char *glyph = canvas->at[row][column].glyph;
            const bool blank = glyph[0] == '\0' || glyph[0] == ' ';
            if (blank && canvas->at[row][column].paper == PES_INK_PLAIN)
                continue;
            rows = row + 1;
            if (column >= columns)
                columns = column + 1;
        }
    canvas->columns = columns;
    canvas->rows = rows;
}

void pes_canvas_put(struct pes_canvas *canvas, int row, int column, enum pes_ink ink,
                    enum pes_ink paper, const char *text) {
    assert((unsigned)ink < PES_INK_COUNT);
    assert((unsigned)paper < PES_INK_COUNT);
    if (row < 0 || row >= canvas->rows)
        return;
    size_t left = strlen(text);
    while (left > 0 && column < canvas->columns) {
        const int bytes = utf8_char(text, left);
        assert(bytes > 0 && bytes < PES_GLYPH_MAX);
        if (column >= 0) {
            /* Invalid UTF-8 would break the line of the terminal in which it is printed. */
            const bool broken = bytes == 1 && ((unsigned char)text[0] & 0x80u) != 0;
            char *glyph = canvas->at[row][column].glyph;
            memset(glyph, 0, PES_GLYPH_MAX);
            memcpy(glyph, broken ? "?" : text, (size_t)bytes);
            canvas->at[row][column].ink = (uint8_t)ink;
            if (paper != PES_INK_PLAIN)
                canvas->at[row][column].paper = (uint8_t)paper;
        }
        column++;
        text += bytes;
        left -= (size_t)bytes;
    }
}
