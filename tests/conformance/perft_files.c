/* Every registered game has a perft file beside its rules, and its counts are right.
 *
 *     options ; position ;D1 n ;D2 n ..
 *
 * "startpos" is the start as init() makes it; lines that begin with # are comments. The numbers
 * come from a source that shares no code with the rules: that is what makes this a test. */
#include "pessoi/kit.h"
#include "pessoi/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { LINE_MAX_BYTES = 4096, GAMES_MAX = 64 };

/* Cuts `line` at the first ';': returns what follows, and leaves the rest without blanks around
 * it in *field. */
static char *cut(char *line, char **field) {
    char *end = line + strcspn(line, ";\n");
    char *rest = *end == ';' ? end + 1 : end;
    *field = line + strspn(line, " ");
    while (end > *field && end[-1] == ' ')
        end--;
    *end = '\0';
    return rest;
}

static struct pes_game *open_variant(const struct pes_kit *kit, const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {0};
    if (pes_game_open(kit, options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why[PES_LANG_EN]);
    return g;
}

static void read_position(const struct pes_game *g, const char *text, struct pes_state_buf *s) {
    struct pes_note note = {0};
    int clock;
    if (strcmp(text, "startpos") == 0)
        g->rules->init(g, PES_STATE(*s));
    else if (g->rules->state_parse(g, text, strlen(text), PES_STATE(*s), &clock, &note) !=
             PES_ERR_OK)
        fail_msg("%s: %s", text, note.why[PES_LANG_EN]);
}

/* Counts every depth of one line; returns how many there were. */
static int count_line(const struct pes_kit *kit, char *line) {
    char *options, *position, *field;
    char *rest = cut(line, &options);
    rest = cut(rest, &position);
    struct pes_game *g = open_variant(kit, options);
    struct pes_state_buf s;
    read_position(g, position, &s);
    int counted = 0;
    for (rest = cut(rest, &field); *field != '\0'; rest = cut(rest, &field), counted++) {
        char *end = field + 1;
        const long depth = strtol(field + 1, &end, 10);
        if (*field != 'D' || *end != ' ' || depth < 1)
            fail_msg("'%s' is not a depth and a count, as in 'D3 4936'", field);
        const uint64_t expected = strtoull(end, NULL, 10);
        const uint64_t found = pes_perft(g, PES_STATE(s), (int)depth, NULL);
        if (found != expected)
            fail_msg("perft %ld of '%s' (%s) is %llu, the file says %llu", depth, position, options,
                     (unsigned long long)found, (unsigned long long)expected);
    }
    pes_game_close(g);
    return counted;
}

static void count_file(void **state) {
    const struct pes_kit *kit = *state;
    const char *name = kit->rules->name;
    char path[1024], line[LINE_MAX_BYTES];
    snprintf(path, sizeof path, "%s/%s/%s.perft", GAMES_FOLDER, name, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s cannot be read", path);
    int counted = 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#' && line[0] != '\n')
            counted += count_line(kit, line);
    fclose(file);
    assert_true(counted >= 5);
}

int main(void) {
    static struct CMUnitTest tests[GAMES_MAX];
    size_t n = 0;
    for (int i = 0; i < pes_kit_count() && n < GAMES_MAX; i++, n++) {
        const struct pes_kit *kit = pes_kit_at(i);
        tests[n] = (struct CMUnitTest){
            .name = kit->rules->name,
            .test_func = count_file,
            .initial_state = (void *)(uintptr_t)kit, /* it is only read */
        };
    }
    return _cmocka_run_group_tests("perft_files", tests, n, NULL, NULL) != 0;
}
