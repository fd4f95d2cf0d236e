/* Fields of CSV by RFC 4180, safe to open in a spreadsheet. */
#ifndef CORE_CSV_H
#define CORE_CSV_H

#include "core/str.h"

/* Adds a field of text; quotes only where necessary. Somebody may choose the name `=HYPERLINK(..)`:
 * an apostrophe keeps spreadsheets from taking it for a formula. */
void csv_add_text(struct str *out, const char *text);

#endif
