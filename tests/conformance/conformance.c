/* Every chapter for every game, as cmocka tests; `conformance NAME` runs one game, `conformance
 * NAME CHAPTER` one chapter of it. */
#include "conformance.h"
#include "toys/toys.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct chapter *const chapters[] = {
    &chapter_moves, &chapter_hash,     &chapter_text, &chapter_history, &chapter_hooks,
    &chapter_kit,   &chapter_symmetry, &chapter_view, &chapter_palette,
};
enum { CHAPTERS = sizeof chapters / sizeof chapters[0], TRIALS_MAX = 64 * (CHAPTERS + 5) };

/* One test: one chapter, or one file, of one game. */
struct trial {
    const struct pes_kit *kit;
    const struct chapter *chapter;
    void (*file)(const struct pes_kit *kit);
    char name[96];
};

void suite_failed(const char *file, int line) {
    _fail(file, line);
    abort(); /* _fail() does not return, but is not declared so */
}

static void run_trial(void **state) {
    const struct trial *trial = *state;
    if (trial->file)
        trial->file(trial->kit);
    else
        walk_kit(trial->kit, trial->chapter);
}

struct suite {
    struct trial trials[TRIALS_MAX];
    struct CMUnitTest tests[TRIALS_MAX];
    size_t count;
    const char *only; /* the chapter to run; NULL: all */
};

static void add_trial(struct suite *suite, const char *what, struct trial trial) {
    if (suite->only && strcmp(suite->only, what) != 0)
        return;
    struct trial *t = &suite->trials[suite->count];
    *t = trial;
    snprintf(t->name, sizeof t->name, "%s: %s", trial.kit->rules->name, what);
    suite->tests[suite->count++] =
        (struct CMUnitTest){.name = t->name, .test_func = run_trial, .initial_state = t};
}

static void add_kit(struct suite *suite, const struct pes_kit *kit, bool registered) {
    if (suite->count + CHAPTERS + 5 > TRIALS_MAX)
        return;
    for (size_t c = 0; c < CHAPTERS; c++)
        add_trial(suite, chapters[c]->name, (struct trial){.kit = kit, .chapter = chapters[c]});
    add_trial(suite, "rules", (struct trial){.kit = kit, .file = check_rules});
    add_trial(suite, "lesson", (struct trial){.kit = kit, .file = check_lesson});
    add_trial(suite, "puzzles", (struct trial){.kit = kit, .file = check_puzzles});
    if (!registered)
        return;
    add_trial(suite, "perft file", (struct trial){.kit = kit, .file = check_perft_file});
    add_trial(suite, "moves file", (struct trial){.kit = kit, .file = check_moves_file});
}

/* Registered games, then the toy games, which have features that no registered game may have. */
static const struct pes_kit *kit_number(int i) {
    return i < pes_kit_count() ? pes_kit_at(i) : toy_kit_at(i - pes_kit_count());
}

int main(int argc, char **argv) {
    static struct suite suite;
    suite.only = argc > 2 ? argv[2] : NULL;
    for (int i = 0; kit_number(i); i++)
        if (argc < 2 || strcmp(argv[1], kit_number(i)->rules->name) == 0)
            add_kit(&suite, kit_number(i), i < pes_kit_count());
    if (suite.count == 0) {
        fprintf(stderr, "conformance: no game is called %s, or it has no chapter %s\n",
                argc > 1 ? argv[1] : "anything", suite.only ? suite.only : "at all");
        return 2;
    }
    return _cmocka_run_group_tests("conformance", suite.tests, suite.count, NULL, NULL) != 0;
}
