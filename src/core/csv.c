#include "core/csv.h"

#include <stdbool.h>
#include <string.h>

/* Full-width forms too: some spreadsheets read them as the plain ones. */
static bool is_formula(const char *text) {
    static const char *const wide[] = {"＝", "＋", "－", "＠"};
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (strncmp(text, wide[i], strlen(wide[i])) == 0)
            return true;
    return text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
}

void csv_add_text(struct str *out, const char *text) {
    const char *guard = is_formula(text) ? "'" : "";
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
