/* The conformance suite: checks the promises of game.h and kit.h for every game.
 *
 * Every registered game is checked: there is no list of games here and no code for any of them.
 * Each chapter of checks walks seeded random games of several variants (the default, every choice
 * and both ends of every range, and random combinations) and checks every position on the way. A
 * failed check names the game, the variant, the seed, the ply and the position, which is enough to
 * reproduce it with `pessoi show`. The two files beside a game's rules are checked too.
 *
 * `conformance NAME` checks one game alone. A chapter about a part that the game does not have
 * passes: a kit without a view has no error in its view. `mistakes` tests the suite itself: it must
 * report games with known mistakes. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "pessoi/history.h"
#include "pessoi/kit.h"

#include <stdbool.h>

/* The walk through one random game, as the checks see it. */
struct walk {
    const struct pes_game *game;
    struct pes_history *history;
    struct pes_rng rng; /* for the checks; the game's moves come from another one */
    uint64_t seed;      /* of this game */
    void *chapter;      /* the chapter's data over all games of a variant */
};

/* A chapter: `start` and `finish` run once per variant, `position` at every position of every game,
 * including the last, `game_over` after each game. All except position may be NULL. */
struct chapter {
    const char *name;
    int games;     /* random games of the default variant; fewer of the others */
    int plies_max; /* moves after which a walk is cut off; 0: it must end by itself */
    size_t size;   /* bytes of walk->chapter, zeroed before each variant */
    void (*start)(struct walk *w);
    void (*position)(struct walk *w);
    void (*game_over)(struct walk *w);
    void (*finish)(struct walk *w);
};

extern const struct chapter chapter_moves;   /* lists, make and unmake, bounds, order */
extern const struct chapter chapter_hash;    /* equal hashes mean equal futures */
extern const struct chapter chapter_text;    /* moves and positions as text */
extern const struct chapter chapter_history; /* records, repetition, ends */
extern const struct chapter chapter_hooks; /* every optional hook against the required functions */
extern const struct chapter chapter_kit;   /* ratings, evaluation, order, tactics, index */
extern const struct chapter chapter_symmetry; /* images of positions */
extern const struct chapter chapter_view;     /* cells, touches, traces, pictures */
extern const struct chapter chapter_palette;  /* positions set up by hand */

/* Fails the test unless `condition` holds; the message is a printf format. */
#define CHECK(w, condition, ...)                                          \
    do {                                                                  \
        if (!(condition))                                                 \
            check_failed(w, __FILE__, __LINE__, #condition, __VA_ARGS__); \
    } while (0)

void check_failed(const struct walk *w, const char *file, int line, const char *condition,
                  const char *format, ...) __attribute__((format(printf, 5, 6), noreturn));

/* The same for errors of a game before any walk begins. */
#define KIT_CHECK(kit, condition, ...)                        \
    do {                                                      \
        if (!(condition))                                     \
            kit_failed(__FILE__, __LINE__, kit, __VA_ARGS__); \
    } while (0)

void kit_failed(const char *file, int line, const struct pes_kit *kit, const char *format, ...)
    __attribute__((format(printf, 4, 5), noreturn));

/* Fails the running test after the reason was printed. Each program of this folder defines it. */
void suite_failed(const char *file, int line) __attribute__((noreturn));

/* Runs a chapter over all variants of a game. */
void walk_kit(const struct pes_kit *kit, const struct chapter *chapter);

/* The counts in NAME.perft, and the lists in NAME.moves, beside the rules of the game. */
void check_perft_file(const struct pes_kit *kit);
void check_moves_file(const struct pes_kit *kit);

/* The rules in pictures, and as a lesson. */
void check_rules(const struct pes_kit *kit);
void check_lesson(const struct pes_kit *kit);

/* The puzzles in the kit. */
void check_puzzles(const struct pes_kit *kit);

/* The present position. */
static inline const struct pes_state *walk_state(const struct walk *w) {
    return pes_history_state(w->history);
}

/* The moves of a player, or the outcomes of chance. */
int walk_list(const struct walk *w, const struct pes_state *s, pes_move out[PES_MOVES_MAX]);

/* The move as text, in a buffer of the caller. */
const char *walk_move_text(const struct walk *w, pes_move m, char out[PES_MOVE_TEXT_MAX]);

/* Does chi-square of `cells` counts against expected frequencies have p > 1e-6? */
bool chi_square_fits(const double observed[], const double expected[], int cells);

#endif
