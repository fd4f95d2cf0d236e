#include "core/csv.h"

#include <string.h>

void csv_add_text(struct str *out, const char *text) {
    const char *guard = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL ? "'" : "";
    if (text[strcspn(text, "\",\r\n")] == '\0') {
        str_addf(out, "%s%s", guard, text);
        return;
    }
    str_addf(out, "\"%s", guard);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            str_add_char(out, '"');
        str_add_char(out, *text);
    }
    str_add_char(out, '"');
}
