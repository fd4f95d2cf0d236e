/* Every registered game has two files of golden facts beside its rules.
 *
 *     NAME.perft    options ; position ;D1 n ;D2 n ..     move sequences of exactly n plies
 *     NAME.moves    options ; position ; m1 m2 m3 ..      the moves of the position, in order
 *
 * "startpos" is the start as init() makes it; lines that begin with # are comments. Counts and
 * lists come from a source that shares no code with the rules, or from the documented order: that
 * is what makes this a test. */
#include "conformance.h"
#include "pessoi/search.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINE_MAX_BYTES = 16384, COUNTS_MIN = 5 };

/* One line of such a file, while it is checked. */
struct entry {
    const struct pes_kit *kit;
    const char *file; /* "boats.perft" */
    int line;
    struct pes_game *game;
    struct pes_state_buf state;
    char *rest; /* the rest of the line, after options and position */
};

#define ENTRY_CHECK(e, condition, format, ...) \
    KIT_CHECK((e)->kit, condition, "%s, line %d: " format, (e)->file, (e)->line, __VA_ARGS__)

/* Splits `line` at the first ';': returns what follows it; *field is what precedes it, without
 * blanks around it. */
static char *cut(char *line, char **field) {
    char *end = line + strcspn(line, ";\n");
    char *rest = *end == ';' ? end + 1 : end;
    *field = line + strspn(line, " ");
    while (end > *field && end[-1] == ' ')
        end--;
    *end = '\0';
    return rest;
}

static void open_entry(struct entry *e, char *line) {
    struct pes_note note = {0};
    char *options, *position;
    int clock;
    e->rest = cut(cut(line, &options), &position);
    memset(&e->state, 0, sizeof e->state);
    ENTRY_CHECK(e, pes_game_open(e->kit, options, &e->game, &note) == PES_ERR_OK,
                "options \"%s\": %s", options, note.why[PES_LANG_EN]);
    if (strcmp(position, "startpos") == 0)
        e->game->rules->init(e->game, PES_STATE(e->state));
    else
        ENTRY_CHECK(e,
                    e->game->rules->state_parse(e->game, position, strlen(position),
                                                PES_STATE(e->state), &clock, &note) == PES_ERR_OK,
                    "position \"%s\": %s", position, note.why[PES_LANG_EN]);
}

/* Checks the count of every depth in the line; returns the number of depths. */
static int count_line(struct entry *e) {
    char *field;
    int counted = 0;
    for (char *rest = cut(e->rest, &field); *field != '\0'; rest = cut(rest, &field), counted++) {
        char *end = field + 1;
        const long depth = strtol(field + 1, &end, 10);
        ENTRY_CHECK(e, *field == 'D' && *end == ' ' && depth >= 1,
                    "'%s' is not a depth and a count, as in 'D3 4936'", field);
        const uint64_t expected = strtoull(end, NULL, 10);
        const uint64_t found = pes_perft(e->game, PES_STATE(e->state), (int)depth, NULL);
        ENTRY_CHECK(e, found == expected, "perft %ld is %llu, the file says %llu", depth,
                    (unsigned long long)found, (unsigned long long)expected);
    }
    return counted;
}

/* Compares the list of the line with moves() or chances(); returns 1. */
static int list_line(struct entry *e) {
    const struct walk w = {.game = e->game};
    const struct pes_state *s = PES_STATE(e->state);
    pes_move list[PES_MOVES_MAX];
    const int n = walk_list(&w, s, list);
    int i = 0;
    for (char *at = e->rest + strspn(e->rest, " \n"); *at != '\0'; i++) {
        char text[PES_MOVE_TEXT_MAX] = "(no more)";
        const size_t length = strcspn(at, " \n");
        if (i < n)
            e->game->rules->move_format(e->game, s, list[i], text);
        ENTRY_CHECK(e, strlen(text) == length && strncmp(text, at, length) == 0,
                    "move %d is %s, the file says %.*s", i + 1, text, (int)length, at);
        at += length;
        at += strspn(at, " \n");
    }
    ENTRY_CHECK(e, i == n, "there are %d moves, the file lists %d", n, i);
    return 1;
}

/* Calls `check` for each line of NAME.SUFFIX; returns the sum of what it returns. */
static int read_file(const struct pes_kit *kit, const char *suffix, int (*check)(struct entry *e)) {
    static char line[LINE_MAX_BYTES];
    char path[1024], name[256];
    snprintf(name, sizeof name, "%s.%s", kit->rules->name, suffix);
    snprintf(path, sizeof path, "%s/%s/%s", GAMES_FOLDER, kit->rules->name, name);
    FILE *file = fopen(path, "r");
    KIT_CHECK(kit, file, "there is no file src/games/%s/%s", kit->rules->name, name);
    struct entry e = {.kit = kit, .file = name};
    int sum = 0;
    while (fgets(line, sizeof line, file)) {
        e.line++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        open_entry(&e, line);
        sum += check(&e);
        pes_game_close(e.game);
    }
    fclose(file);
    return sum;
}

void check_perft_file(const struct pes_kit *kit) {
    const int counts = read_file(kit, "perft", count_line);
    KIT_CHECK(kit, counts >= COUNTS_MIN, "%s.perft has %d counts; at least %d are needed",
              kit->rules->name, counts, COUNTS_MIN);
}

void check_moves_file(const struct pes_kit *kit) {
    const int lists = read_file(kit, "moves", list_line);
    KIT_CHECK(kit, lists >= 1, "%s.moves has no list of moves; at least one is needed",
              kit->rules->name);
}
