/* Tests of the conformance suite: copies of good games, each with one planted mistake, must fail
 * with the right message; the same copies without a mistake must pass. */
#include "conformance.h"
#include "core/str.h"
#include "pessoi/hash.h"
#include "pessoi/view.h"
#include "toys/toys.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Each check runs in its own process, which ends here. */
void suite_failed(const char *file, int line) {
    (void)file;
    (void)line;
    _exit(1);
}

/* The copy, whose rules and parts can be changed one by one. */
static const struct pes_rules *good;
static struct pes_rules rules;
static struct pes_levels levels;
static struct pes_view view;
static struct pes_index table;
static struct pes_symmetry symmetry;
static struct pes_kit kit;

static void copy_game(const struct pes_kit *from) {
    good = from->rules;
    rules = *from->rules;
    kit = *from;
    kit.rules = &rules;
    if (from->levels) {
        levels = *from->levels;
        kit.levels = &levels;
    }
    if (from->view) {
        view = *from->view;
        kit.view = &view;
    }
    if (from->index) {
        table = *from->index;
        kit.index = &table;
    }
    if (from->symmetry) {
        symmetry = *from->symmetry;
        kit.symmetry = &symmetry;
    }
}

/* Mistakes. ------------------------------------------------------------------------------------ */

static uint64_t hash_zero(const struct pes_game *g, const struct pes_state *s) {
    (void)g;
    (void)s;
    return 0;
}

/* The hash of the position's text without field `left_out`, counted from 0. */
static uint64_t hash_of_text(const struct pes_game *g, const struct pes_state *s, int left_out) {
    char text[PES_STATE_TEXT_MAX];
    good->state_format(g, s, 0, text);
    uint64_t hash = 0;
    int field = 0;
    for (const char *at = text; *at != '\0'; at++) {
        field += *at == ' ';
        if (field != left_out)
            hash = pes_hash_key(hash, (uint64_t)*at);
    }
    return hash;
}

static uint64_t hash_without_turn(const struct pes_game *g, const struct pes_state *s) {
    enum { BOATS_TURN = 3 };
    return hash_of_text(g, s, BOATS_TURN);
}

/* The white stones of Gomoku count as empty points. */
static uint64_t hash_without_white(const struct pes_game *g, const struct pes_state *s) {
    char text[PES_STATE_TEXT_MAX];
    good->state_format(g, s, 0, text);
    uint64_t hash = 0, empty = 0;
    char *at = text;
    while (*at != '\0' && *at != ' ') {
        if (*at >= '0' && *at <= '9') {
            empty += strtoull(at, &at, 10);
            continue;
        }
        if (*at == 'w')
            empty++;
        else
            hash = pes_hash_key(hash, empty * 256 + (uint64_t)*at), empty = 0;
        at++;
    }
    return pes_hash_bytes(hash, at, strlen(at));
}

static int moves_reversed(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    const int n = good->moves(g, s, out);
    for (int i = 0; i < n / 2; i++) {
        const pes_move m = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = m;
    }
    return n;
}

/* Reversed if Second is to move. */
static int moves_in_two_orders(const struct pes_game *g, const struct pes_state *s,
                               pes_move out[]) {
    return good->turn(g, s) == 0 ? good->moves(g, s, out) : moves_reversed(g, s, out);
}

static int moves_twice(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    const int n = good->moves(g, s, out);
    if (n > 1)
        out[n - 1] = out[0];
    return n;
}

static void unmake_nothing(const struct pes_game *g, struct pes_state *s, pes_move m,
                           const void *undo) {
    (void)g, (void)s, (void)m, (void)undo;
}

static bool always_irreversible(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g, (void)s, (void)m;
    return true;
}

static int no_touch(const struct pes_game *g, const struct pes_state *s, pes_move m,
                    int16_t out[PES_TOUCHES_MAX]) {
    (void)g, (void)s, (void)m;
    out[0] = 0;
    return 1;
}

static int32_t same_number(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g, (void)s, (void)m;
    return 1;
}

static void plant_nothing(void) {
}
static void plant_hash_zero(void) {
    rules.hash = hash_zero;
}
static void plant_hash_without_turn(void) {
    rules.hash = hash_without_turn;
}
static void plant_hash_without_white(void) {
    rules.hash = hash_without_white;
}
static void plant_reversed(void) {
    rules.moves = moves_reversed;
}
static void plant_two_orders(void) {
    rules.moves = moves_in_two_orders;
}
static void plant_twice(void) {
    rules.moves = moves_twice;
}
static void plant_unmake(void) {
    rules.unmake = unmake_nothing;
}
static void plant_irreversible(void) {
    rules.irreversible = always_irreversible;
}
static void plant_same_number(void) {
    rules.move_number = same_number;
}
static void plant_no_abi(void) {
    rules.abi = 0;
}
/* Strokes ------------------------------------------------------------------------------------ */

/* Neither water nor air can be painted: the first brush is gone, and the next one does nothing. */
static int palette_without_air(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]) {
    const int n = pes_kit_find("boats")->view->palette(g, out);
    memmove(out, out + 1, (size_t)(n - 1) * sizeof out[0]);
    return n - 1;
}
static bool paint_without_air(const struct pes_game *g, struct pes_state *s, int brush,
                              int32_t number, int16_t cell) {
    return brush == 0 ? false : pes_kit_find("boats")->view->paint(g, s, brush + 1, number, cell);
}
static void plant_no_water(void) {
    view.palette = palette_without_air;
    view.paint = paint_without_air;
}

static bool paint_always(const struct pes_game *g, struct pes_state *s, int brush, int32_t number,
                         int16_t cell) {
    (void)pes_kit_find("boats")->view->paint(g, s, brush, number, cell);
    return true;
}
static void plant_paint_always(void) {
    view.paint = paint_always;
}

static void plant_no_view_abi(void) {
    view.abi = 0;
}
static void plant_short_sentence(void) {
    levels.sees[0] = (struct pes_text)PES_TEXT("Little.");
}
static struct pes_option options[PES_OPTIONS_MAX + 1];
static void copy_options(void) {
    for (int i = 0; rules.options[i].key; i++)
        options[i] = rules.options[i];
    rules.options = options;
}
static void plant_no_title(void) {
    copy_options();
    options[0].title = (struct pes_text){{NULL}};
}
static void plant_more_titles(void) {
    static const struct pes_text three[] = {
        PES_TEXT("free"), PES_TEXT("ko"), PES_TEXT("more"), {{NULL}}};
    copy_options();
    options[1].choice_titles = three;
}
static void plant_fewer_titles(void) {
    static const struct pes_text one[] = {PES_TEXT("free"), {{NULL}}};
    copy_options();
    options[1].choice_titles = one;
}
static void plant_usual_level(void) {
    levels.usual = levels.count + 1;
}
static struct pes_rung rungs[PES_LADDER_MAX + 1];
static void copy_ladder(void) {
    static struct pes_ladder ladder;
    static const struct pes_ladder *const ladders[] = {&ladder, NULL};
    ladder = *kit.ladders[0];
    for (int i = 0; ladder.rungs[i].agent; i++)
        rungs[i] = ladder.rungs[i];
    ladder.rungs = rungs;
    kit.ladders = ladders;
}
static void plant_falling_ladder(void) {
    copy_ladder();
    rungs[1].rating = rungs[0].rating - 1.0;
}
static void plant_same_rung(void) {
    copy_ladder();
    rungs[1].agent = rungs[0].agent;
}
static void plant_no_anchor(void) {
    copy_ladder();
    for (int i = 0; rungs[i].agent; i++)
        rungs[i].rating += 1.0;
}
static void plant_usual_variant(void) {
    view.usual_variant = "rule=none";
}
static bool no_text(const struct pes_game *g, const struct pes_state *s, const int16_t cells[],
                    int count, char out[PES_MOVE_TEXT_MAX]) {
    (void)g;
    (void)s;
    (void)cells;
    (void)count;
    (void)out;
    return false;
}
static void plant_no_text(void) {
    view.touched = no_text;
}

static bool other_text(const struct pes_game *g, const struct pes_state *s, const int16_t cells[],
                       int count, char out[PES_MOVE_TEXT_MAX]) {
    (void)g;
    (void)s;
    (void)cells;
    (void)count;
    snprintf(out, PES_MOVE_TEXT_MAX, "R");
    return true;
}
static void plant_other_text(void) {
    view.touched = other_text;
}

static void plant_touches(void) {
    view.touches = no_touch;
}
static size_t say_sentence(const struct pes_game *g, const struct pes_state *s,
                           const struct pes_threat *threat, enum pes_deed deed, enum pes_lang lang,
                           char *out, size_t cap) {
    static const struct pes_text said = PES_TEXT("makes a four.", "φτιάχνει τετράδα.");
    (void)g;
    (void)s;
    (void)threat;
    (void)deed;
    return pes_say(lang, &said, PES_NO_ARGS, out, cap);
}
static void plant_sentence_as_deed(void) {
    view.say_deed = say_sentence;
}
static void plant_other_name(void) {
    rules.name = "nobody";
}

/* A game with one picture of its rules. */
static struct pes_rule pictures[2];

static void plant_picture(struct pes_rule rule) {
    pictures[0] = rule;
    view.rules = pictures;
}
static void plant_good_picture(void) {
    plant_picture((struct pes_rule){
        .text = PES_TEXT("Sail."), .variant = "start=s0", .moves = "R L", .crossed = "3 4"});
}
static void plant_illegal_picture(void) {
    plant_picture(
        (struct pes_rule){.text = PES_TEXT("Sail."), .variant = "start=s0", .moves = "R R"});
}
static void plant_rolling_picture(void) {
    plant_picture((struct pes_rule){.text = PES_TEXT("Sail.")});
}
static void plant_english_picture(void) {
    plant_picture((struct pes_rule){.text = PES_TEXT("Sail.", NULL), .variant = "start=s0"});
}
static void plant_picture_without_cell(void) {
    plant_picture(
        (struct pes_rule){.text = PES_TEXT("Sail."), .variant = "start=s0", .crossed = "3 e5"});
}
static void plant_long_picture(void) {
    static char text[PES_RULE_TEXT_MAX + 2];
    memset(text, '.', sizeof text - 1);
    plant_picture((struct pes_rule){.text = {{text, "."}}, .variant = "start=s0"});
}
static void plant_many_pictures(void) {
    static struct pes_rule many[PES_RULES_MAX + 2];
    for (int i = 0; i <= PES_RULES_MAX; i++)
        many[i] = (struct pes_rule){.text = PES_TEXT("Sail."), .variant = "start=s0"};
    view.rules = many;
}

/* A game with a lesson of equal steps. */
static struct pes_lesson steps[PES_LESSONS_MAX + 2];

static void plant_steps(struct pes_lesson step, int count) {
    memset(steps, 0, sizeof steps);
    for (int i = 0; i < count; i++)
        steps[i] = step;
    view.lessons = steps;
}
static struct pes_lesson good_step(void) {
    return (struct pes_lesson){.title = PES_TEXT("Sail"),
                               .task = PES_TEXT("Sail to the right."),
                               .done = PES_TEXT("Good."),
                               .miss = PES_TEXT("Not so."),
                               .variant = "start=s0",
                               .accepted = "R",
                               .touch = {PES_TEXT("The boat."), PES_TEXT("The arrow.")}};
}
static void plant_good_lesson(void) {
    plant_steps(good_step(), PES_LESSONS_MIN);
}
static void plant_no_lesson(void) {
    view.lessons = NULL;
}
static void plant_short_lesson(void) {
    plant_steps(good_step(), PES_LESSONS_MIN - 1);
}
static void plant_long_lesson(void) {
    plant_steps(good_step(), PES_LESSONS_MAX + 1);
}
static void plant_lesson_without_moves(void) {
    struct pes_lesson step = good_step();
    step.accepted = "";
    plant_steps(step, PES_LESSONS_MIN);
}
static void plant_lesson_of_illegal_move(void) {
    struct pes_lesson step = good_step();
    step.accepted = "R L";
    plant_steps(step, PES_LESSONS_MIN);
}
static void plant_lesson_without_miss(void) {
    struct pes_lesson step = good_step();
    step.miss = (struct pes_text){{NULL}};
    plant_steps(step, PES_LESSONS_MIN);
}
static void plant_lesson_of_any_move(void) {
    struct pes_lesson step = good_step();
    step.accepted = NULL;
    plant_steps(step, PES_LESSONS_MIN);
}
static void plant_lesson_of_other_touches(void) {
    struct pes_lesson step = good_step();
    step.touch[1] = (struct pes_text){{NULL}};
    plant_steps(step, PES_LESSONS_MIN);
}
static void plant_lesson_before_a_roll(void) {
    struct pes_lesson step = good_step();
    step.variant = NULL;
    plant_steps(step, PES_LESSONS_MIN);
}
static void plant_english_lesson(void) {
    struct pes_lesson step = good_step();
    step.done = (struct pes_text)PES_TEXT("Good.", NULL);
    plant_steps(step, PES_LESSONS_MIN);
}
static void plant_wordy_lesson(void) {
    static char text[PES_LESSON_TEXT_MAX + 2];
    struct pes_lesson step = good_step();
    memset(text, '.', sizeof text - 1);
    step.task = (struct pes_text){{text, "."}};
    plant_steps(step, PES_LESSONS_MIN);
}

/* Symmetries that are none. */
static const struct pes_symmetry *good_symmetry;
static struct pes_symmetry *bad_symmetry(void) {
    good_symmetry = pes_kit_find(rules.name)->symmetry;
    return &symmetry;
}
static void image_later(const struct pes_game *g, const struct pes_state *s, int k,
                        struct pes_state *out) {
    good_symmetry->image(g, s, k, out);
    pes_move list[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    if (k > 0 && good->moves(g, out, list) > 0)
        good->make(g, out, list[0], undo.bytes);
}
static void plant_image_later(void) {
    bad_symmetry()->image = image_later;
}
static void image_shifted(const struct pes_game *g, const struct pes_state *s, int k,
                          struct pes_state *out) {
    good_symmetry->image(g, s, (k + 1) % good_symmetry->count(g), out);
}
static void plant_image_shifted(void) {
    bad_symmetry()->image = image_shifted;
}
static int half_of_them(const struct pes_game *g) {
    return good_symmetry->count(g) / 2 + 1;
}
static void plant_half_a_group(void) {
    bad_symmetry()->count = half_of_them;
}
static void plant_no_symmetry_abi(void) {
    bad_symmetry()->abi = 0;
}

/* The rules know where north is: the first row is forbidden to the first player. */
static int moves_below(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    const int n = good->moves(g, s, out);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (out[i] > 3 || n < 5)
            out[kept++] = out[i];
    return kept;
}
static void plant_north(void) {
    rules.moves = moves_below;
    rules.count = NULL;
    rules.random_move = NULL;
    rules.playout = NULL;
}

/* An index that declines every variant is not a mistake. */
static uint64_t no_numbers(const struct pes_game *g) {
    (void)g;
    return 0;
}
static void plant_declined_index(void) {
    table = (struct pes_index){.abi = PES_ABI, .count = no_numbers};
}

/* A text in English only is not a mistake either. */
static void plant_english(void) {
    rules.title = (struct pes_text)PES_TEXT("Boats");
}

struct mistake {
    const char *game;
    const char *what;
    void (*plant)(void);
    const struct chapter *chapter;
    void (*file)(const struct pes_kit *kit);
    const char *said; /* part of the report; NULL: it must pass */
};

static const struct mistake mistakes[] = {
    {"boats", "good: moves", plant_nothing, &chapter_moves, NULL, NULL},
    {"boats", "good: hash", plant_nothing, &chapter_hash, NULL, NULL},
    {"gomoku", "good: hash", plant_nothing, &chapter_hash, NULL, NULL},
    {"boats", "good: history", plant_nothing, &chapter_history, NULL, NULL},
    {"boats", "good: kit", plant_nothing, &chapter_kit, NULL, NULL},
    {"boats", "good: view", plant_nothing, &chapter_view, NULL, NULL},
    {"boats", "good: moves file", plant_nothing, NULL, check_moves_file, NULL},
    {"boats", "good: perft file", plant_nothing, NULL, check_perft_file, NULL},
    {"boats", "an index that declines", plant_declined_index, &chapter_kit, NULL, NULL},
    {"boats", "a text in English alone", plant_english, &chapter_kit, NULL, NULL},
    {"boats", "an option without a title", plant_no_title, &chapter_kit, NULL,
     "option start has no .title"},
    {"boats", "more titles than choices", plant_more_titles, &chapter_kit, NULL,
     "rule has 2 choices"},
    {"boats", "fewer titles than choices", plant_fewer_titles, &chapter_kit, NULL,
     "choice 2 of rule has no title"},
    {"boats", "a ladder that falls", plant_falling_ladder, &chapter_kit, NULL, "rated below"},
    {"boats", "a ladder with a rung twice", plant_same_rung, &chapter_kit, NULL, "twice"},
    {"boats", "a ladder without an anchor", plant_no_anchor, &chapter_kit, NULL, "no anchor"},
    {"boats", "a usual level that is none", plant_usual_level, &chapter_kit, NULL,
     ".usual is level 4 of 3"},
    {"boats", "a usual variant that is none", plant_usual_variant, &chapter_kit, NULL,
     "does not open"},
    {"boats", "hash always 0", plant_hash_zero, &chapter_hash, NULL, "the rules tell apart by"},
    {"gomoku", "hash always 0", plant_hash_zero, &chapter_hash, NULL, "the rules tell apart by"},
    {"dice", "hash always 0", plant_hash_zero, &chapter_hash, NULL, "the rules tell apart by"},
    {"dice", "hash always 0, history", plant_hash_zero, &chapter_history, NULL, "hash"},
    {"boats", "hash without the side to move", plant_hash_without_turn, &chapter_hash, NULL,
     "the rules tell apart by who is to move"},
    {"gomoku", "hash without White's stones", plant_hash_without_white, &chapter_hash, NULL,
     "the rules tell apart by"},
    {"boats", "moves in another order", plant_reversed, NULL, check_moves_file, "the file says R"},
    {"boats", "moves in two orders", plant_two_orders, &chapter_moves, NULL, "in different orders"},
    {"boats", "a move listed twice", plant_twice, &chapter_moves, NULL, "is listed twice"},
    {"boats", "a move listed twice, counted", plant_twice, &chapter_hooks, NULL, "random_move()"},
    {"boats", "unmake does nothing", plant_unmake, &chapter_moves, NULL, "leaves traces"},
    {"boats", "irreversible for everything", plant_irreversible, &chapter_history, NULL,
     "irreversible() said"},
    {"boats", "one number for all moves", plant_same_number, &chapter_hooks, NULL,
     "have the same number"},
    {"boats", "no .abi in the rules", plant_no_abi, &chapter_moves, NULL,
     "the rules have no `.abi = PES_ABI`"},
    {"boats", "good: palette", plant_nothing, &chapter_palette, NULL, NULL},
    {"boats", "no brush for water", plant_no_water, &chapter_palette, NULL, "painted as"},
    {"boats", "a stroke that changes nothing", plant_paint_always, &chapter_palette, NULL,
     "about its change of cell"},
    {"boats", "no .abi in the view", plant_no_view_abi, &chapter_view, NULL,
     "the view has no `.abi = PES_ABI`"},
    {"boats", "a level that says too little", plant_short_sentence, &chapter_kit, NULL,
     "a sentence of at least 12 characters"},
    {"boats", "touches without a text", plant_no_text, &chapter_view, NULL, "have no text"},
    {"boats", "touches with the text of another move", plant_other_text, &chapter_view, NULL,
     "is not what was touched"},
    {"gomoku", "a deed that is a sentence", plant_sentence_as_deed, &chapter_view, NULL,
     "is a sentence"},
    {"boats", "moves that touch one cell", plant_touches, &chapter_view, NULL,
     "touching cannot tell"},
    {"gomoku", "good: symmetry", plant_nothing, &chapter_symmetry, NULL, NULL},
    {"abalone", "images of another player", plant_image_later, &chapter_symmetry, NULL,
     "another player to move"},
    {"gomoku", "an identity that is none", plant_image_shifted, &chapter_symmetry, NULL,
     "symmetry 0 is not the identity"},
    {"gomoku", "symmetries that are no group", plant_half_a_group, &chapter_symmetry, NULL,
     "is not an image"},
    {"gomoku", "rules with a direction", plant_north, &chapter_symmetry, NULL, "image"},
    {"gomoku", "no .abi in the symmetry", plant_no_symmetry_abi, &chapter_symmetry, NULL,
     "`symmetry` has no `.abi = PES_ABI`"},
    {"boats", "good: a picture", plant_good_picture, NULL, check_rules, NULL},
    {"boats", "a picture of an illegal move", plant_illegal_picture, NULL, check_rules,
     "picture 1: 'R'"},
    {"boats", "a picture before a roll", plant_rolling_picture, NULL, check_rules,
     "ends before a roll"},
    {"boats", "a picture in one language", plant_english_picture, NULL, check_rules,
     "picture 1 has no text in language 1"},
    {"boats", "a picture that crosses out no cell", plant_picture_without_cell, NULL, check_rules,
     "no cell is called \"3 e5\""},
    {"boats", "a picture with a long text", plant_long_picture, NULL, check_rules,
     "a text of 201 characters, more than 200"},
    {"boats", "too many pictures", plant_many_pictures, NULL, check_rules,
     "7 pictures, more than 6"},
    {"boats", "good: a lesson", plant_good_lesson, NULL, check_lesson, NULL},
    {"boats", "good: no lesson", plant_no_lesson, NULL, check_lesson, NULL},
    {"boats", "a lesson of four steps", plant_short_lesson, NULL, check_lesson,
     "a lesson of 4 steps; it must have 5 to 10"},
    {"boats", "a lesson of eleven steps", plant_long_lesson, NULL, check_lesson,
     "a lesson of 11 steps"},
    {"boats", "a step that cannot be done", plant_lesson_without_moves, NULL, check_lesson,
     "step 1 cannot be done"},
    {"boats", "a step done by an illegal move", plant_lesson_of_illegal_move, NULL, check_lesson,
     "step 1: \"L\" is not a legal move"},
    {"boats", "a step without a text for a miss", plant_lesson_without_miss, NULL, check_lesson,
     "there is no text for a miss"},
    {"boats", "a step that cannot be missed", plant_lesson_of_any_move, NULL, check_lesson,
     "there is a text for a miss"},
    {"boats", "a step that explains other touches", plant_lesson_of_other_touches, NULL,
     check_lesson, "step 1 explains 1 touches"},
    {"boats", "a step before a roll", plant_lesson_before_a_roll, NULL, check_lesson,
     "does not begin with a player to move"},
    {"boats", "a step in one language", plant_english_lesson, NULL, check_lesson,
     "step 1 has no text when done in language 1"},
    {"boats", "a step with a long text", plant_wordy_lesson, NULL, check_lesson,
     "a task of 261 characters, more than 260"},
    {"boats", "no file of moves", plant_other_name, NULL, check_moves_file,
     "there is no file src/games/nobody/nobody.moves"},
    {"boats", "no file of counts", plant_other_name, NULL, check_perft_file,
     "there is no file src/games/nobody/nobody.perft"},
};

static const struct pes_kit *kit_called(const char *name) {
    return strcmp(name, "dice") == 0 ? &toy_dice_kit : pes_kit_find(name);
}

/* Runs the check in its own process; *out is its output. Returns its exit status. */
static int run(const struct mistake *m, struct str *out) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (m->file)
            m->file(&kit);
        else
            walk_kit(&kit, m->chapter);
        _exit(0);
    }
    close(ends[1]);
    char bytes[4096];
    for (ssize_t n; (n = read(ends[0], bytes, sizeof bytes)) > 0;)
        str_add_bytes(out, bytes, (size_t)n);
    close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void is_noticed(void **state) {
    const struct mistake *m = *state;
    struct str out;
    str_init(&out);
    copy_game(kit_called(m->game));
    m->plant();
    const int status = run(m, &out);
    if (m->said == NULL && status != 0)
        fail_msg("a good game is reported: %s", out.text);
    if (m->said != NULL && status != 1)
        fail_msg("the suite does not report it (exit status %d)", status);
    if (m->said != NULL && strstr(out.text, m->said) == NULL)
        fail_msg("the report does not say '%s': %s", m->said, out.text);
    str_release(&out);
}

int main(void) {
    enum { COUNT = sizeof mistakes / sizeof mistakes[0] };
    static struct CMUnitTest tests[COUNT];
    static char names[COUNT][96];
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%s: %s", mistakes[i].game, mistakes[i].what);
        tests[i] = (struct CMUnitTest){
            .name = names[i],
            .test_func = is_noticed,
            .initial_state = (void *)(uintptr_t)&mistakes[i], /* it is only read */
        };
    }
    return _cmocka_run_group_tests("mistakes", tests, COUNT, NULL, NULL) != 0;
}
