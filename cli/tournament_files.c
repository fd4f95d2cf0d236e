/* The result files of university courses: A-B.txt has the line `A-B`, then one line
 * `scoreA-scoreB` per game, in the order of the games. A second pairing with the same name has
 * "A-B (2).txt". */
#include "cli/tournament_report.h"
#include "core/file.h"

#include <inttypes.h>

/* A character of a name as a part of a file's name. */
static char in_file(char c) {
    if (c == '/')
        c = '_';
    return c;
}

static void add_name(struct str *out, const char *name) {
    for (; *name != '\0'; name++)
        str_add_char(out, in_file(*name));
}

static bool is_name(const char *name, const char *part, size_t length) {
    size_t i = 0;
    while (i < length && name[i] != '\0' && in_file(name[i]) == part[i])
        i++;
    return i == length && name[i] == '\0';
}

/* How many pairings before that of a and b would have a file with this name: "x-y" and "z" make the
 * same one as "x" and "y-z". */
static int32_t count_same(const struct plan *plan, const char *name, int32_t a, int32_t b) {
    int32_t count = 0;
    for (const char *dash = strchr(name, '-'); dash != NULL; dash = strchr(dash + 1, '-'))
        for (int32_t i = 0; i <= a; i++) {
            if (!is_name(plan->entrants[i].name, name, (size_t)(dash - name)))
                continue;
            for (int32_t k = i + 1; k < plan->count && (i < a || k < b); k++)
                count += is_name(plan->entrants[k].name, dash + 1, strlen(dash + 1));
        }
    return count;
}

/* Appends the name of the file for the pairing of a and b. */
static void add_file_name(struct str *out, const struct plan *plan, int32_t a, int32_t b) {
    const size_t before = out->length;
    add_name(out, plan->entrants[a].name);
    str_add_char(out, '-');
    add_name(out, plan->entrants[b].name);
    const int32_t same =
        str_err(out) == PES_ERR_OK ? count_same(plan, out->text + before, a, b) : 0;
    if (same > 0)
        str_addf(out, " (%d)", (int)same + 1);
    str_add(out, ".txt");
}

/* Scores on the board; a won game adds TOURNAMENT_WON under the schemes in which it counts so. In
 * games without scores a win is 1-0 and a draw 0.5-0.5. */
static void add_scores(const struct tournament *t, const struct tournament_game *game, int a_seat,
                       struct str *out) {
    const bool courses =
        t->config.points == TOURNAMENT_BY_DOUBLE || t->config.points == TOURNAMENT_BY_SCORE;
    const int seats[2] = {a_seat, 1 - a_seat};
    for (int i = 0; i < 2; i++) {
        const int seat = seats[i];
        const int halves = seat == 0 ? game->end.halves : 2 - game->end.halves;
        if (courses)
            str_addf(out, "%" PRId64, tournament_score(game, seat));
        else if (t->config.game->rules->scores != NULL)
            str_addf(out, "%d", (int)game->scores[seat]);
        else
            str_add(out, halves == 2 ? "1" : halves == 1 ? "0.5" : "0");
        str_add_char(out, i == 0 ? '-' : '\n');
    }
}

/* Appends the scores of all games between a and b; false if they never met. */
static bool add_games(const struct tournament *t, int32_t a, int32_t b, struct str *out) {
    bool met = false;
    for (int32_t slot = 0; slot < t->slots_made; slot++) {
        if (t->pairings[slot].a != a || t->pairings[slot].b != b)
            continue;
        for (int32_t k = 0; k < t->stride; k++) {
            const struct tournament_game *game = tournament_game(t, slot, k);
            if (game == NULL)
                continue;
            add_scores(t, game, game->seats[0] == a ? 0 : 1, out);
            met = true;
        }
    }
    return met;
}

static int write_file(struct cli *c, const char *folder, const struct plan *plan,
                      const struct tournament *t, int32_t a, int32_t b) {
    struct str path, text;
    struct pes_note note = {0};
    enum pes_err err = PES_ERR_OK;
    str_init(&path);
    str_init(&text);
    str_addf(&text, "%s-%s\n", plan->entrants[a].name, plan->entrants[b].name);
    if (add_games(t, a, b, &text)) {
        str_addf(&path, "%s/", folder);
        add_file_name(&path, plan, a, b);
        err = str_err(&path) != PES_ERR_OK ? PES_ERR_NOMEM : str_err(&text);
        if (err == PES_ERR_OK)
            err = file_write(path.text, text.text, text.length, &note);
    }
    const int code = err == PES_ERR_OK ? CLI_DONE : fail_file(c, path.text, err, &note);
    str_release(&path);
    str_release(&text);
    return code;
}

int tournament_write_files(struct cli *c, const char *folder, const struct plan *plan,
                           const struct tournament *t) {
    struct pes_note note = {0};
    const enum pes_err err = file_make_folder(folder, &note);
    int code = err == PES_ERR_OK ? CLI_DONE : fail_file(c, folder, err, &note);
    for (int32_t a = 0; a < plan->count; a++)
        for (int32_t b = a + 1; b < plan->count && code == CLI_DONE; b++)
            code = write_file(c, folder, plan, t, a, b);
    return code;
}
