/* What is the same for all agents, and the simple ones: random and the raters. */
#include "dice.h"
#include "pessoi/agent.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

static struct pes_agent *new_agent(const struct pes_game *g, const char *text) {
    struct pes_agent *agent;
    assert_int_equal(pes_agent_new(g, text, &agent, NULL), PES_ERR_OK);
    pes_agent_begin(agent, 1);
    return agent;
}

static struct pes_history *history_at(const struct pes_game *g, const char *position) {
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, position, &rng, NULL), PES_ERR_OK);
    return h;
}

static const char *chosen(struct pes_agent *agent, const struct pes_history *h,
                          char text[PES_MOVE_TEXT_MAX]) {
    struct pes_answer answer;
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    agent->game->rules->move_format(agent->game, pes_history_state(h), answer.move, text);
    return text;
}

/* Offers, texts, errors. --------------------------------------------------------------------- */

static void assert_offers(const struct pes_kit *kit, const char *const names[], int count) {
    struct pes_offer offers[PES_OFFERS_MAX];
    assert_int_equal(pes_agent_offers(kit, offers), count);
    for (int i = 0; i < count; i++) {
        assert_string_equal(offers[i].name, names[i]);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            assert_true(strlen(offers[i].help.in[lang]) > 0);
    }
}

static void test_offers(void **state) {
    (void)state;
    assert_offers(pes_kit_find("boats"),
                  (const char *const[]){"random", "crazy", "forward", "minimax", "alphabeta",
                                        "mcts", "level", "max", "oracle"},
                  9);
    assert_offers(
        &toy_dice_kit,
        (const char *const[]){"random", "greedy", "tipsy", "minimax", "expectimax", "mcts", "max"},
        7);
    const struct pes_kit rules_alone = {.abi = PES_ABI, .rules = toy_dice_kit.rules};
    assert_offers(&rules_alone, (const char *const[]){"random", "expectimax", "mcts", "max"}, 4);
}

static void assert_said(const struct pes_text *text, const char *what, const char *of) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        if (text->in[lang] == NULL || text->in[lang][0] == '\0')
            fail_msg("%s of %s is missing in language %d", what, of, lang);
}

/* People see titles only: every agent of every game has one, every option and every choice. */
static void test_titles(void **state) {
    (void)state;
    struct pes_offer offers[PES_OFFERS_MAX];
    for (int k = 0; k < pes_kit_count(); k++) {
        const int count = pes_agent_offers(pes_kit_at(k), offers);
        for (int i = 0; i < count; i++) {
            assert_said(&offers[i].title, "title", offers[i].name);
            for (const struct pes_option *o = offers[i].options; o->key != NULL; o++) {
                assert_said(&o->title, "title", o->key);
                if (o->kind != PES_OPTION_CHOICE)
                    continue;
                size_t length;
                int choice = 0;
                assert_non_null(o->choice_titles);
                for (; pes_option_choice(o, choice, &length) != NULL; choice++)
                    assert_said(&o->choice_titles[choice], "title of a choice", o->key);
                assert_null(o->choice_titles[choice].in[PES_LANG_EN]);
            }
        }
    }
}

static void test_saying(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"random", "Random", "Τυχαίος"},
        {"crazy", "Crazy Boat", "Crazy Boat"},
        {"minimax:depth=4", "MiniMax Boat", "MiniMax Boat"},
        {"minimax:depth=6,model=free", "MiniMax Boat · Search depth: 6 · Thinks by the rule: free",
         "MiniMax Boat · Βάθος αναζήτησης: 6 · Σκέφτεται με τον κανόνα: ελεύθερος"},
        {"level", "Beginner", "Αρχάριος"},
        {"level:n=2", "Easy-going", "Άνετος"},
        {"nobody:x=1", "nobody:x=1", "nobody:x=1"},
    };
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            char out[256];
            const size_t length =
                pes_agent_say(g, cases[i][0], (enum pes_lang)lang, out, sizeof out);
            assert_string_equal(out, cases[i][1 + lang]);
            assert_int_equal(length, strlen(out));
        }
    pes_game_close(g);
}

/* A class may have no title: then people see the name. */
static void test_saying_without_title(void **state) {
    (void)state;
    struct pes_rating untitled = *toy_dice_kit.ratings[0];
    untitled.title = (struct pes_text){{NULL}};
    const struct pes_rating *const ratings[] = {&untitled, NULL};
    struct pes_kit kit = toy_dice_kit;
    kit.ratings = ratings;
    struct pes_game *g = open_game(&kit, "");
    char out[64];
    pes_agent_say(g, "greedy", PES_LANG_EL, out, sizeof out);
    assert_string_equal(out, "greedy");
    pes_game_close(g);
}

/* Options of the rating come first, so that the rating finds them. */
static void test_offered_options(void **state) {
    (void)state;
    static const char *const lake[] = {"depth", "nodes", "movetime", "model"};
    static const char *const toy[] = {"coin", "depth", "nodes", "movetime"};
    struct pes_offer offers[PES_OFFERS_MAX];
    pes_agent_offers(pes_kit_find("boats"), offers);
    for (int i = 0; i < 4; i++)
        assert_string_equal(offers[3].options[i].key, lake[i]);
    assert_null(offers[3].options[4].key);
    assert_string_equal(offers[3].options[0].def, "4");
    pes_agent_offers(&toy_dice_kit, offers);
    for (int i = 0; i < 4; i++)
        assert_string_equal(offers[3].options[i].key, toy[i]);
    assert_string_equal(offers[3].options[1].def, "2");
}

/* What is known about an agent before it is made; the server decides by it. */
static void test_find(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "");
    struct pes_offer offer;
    struct pes_values values;
    assert_int_equal(pes_agent_find(g, "mcts:memory=512,iterations=9", &offer, &values, NULL),
                     PES_ERR_OK);
    assert_string_equal(offer.name, "mcts");
    assert_int_equal(offer.class->kind, PES_AGENT_SEARCH);
    const int memory = pes_values_find(&values, "memory");
    const int iterations = pes_values_find(&values, "iterations");
    assert_int_equal(values.number[memory], 512);
    assert_true(offer.options[memory].costly && !offer.options[memory].limits_search);
    assert_true(offer.options[iterations].limits_search && values.given[iterations]);
    static const struct {
        const char *text;
        enum pes_agent_kind kind;
    } kinds[] = {{"random", PES_AGENT_PLAIN},     {"heuristic", PES_AGENT_REPORT},
                 {"minimax", PES_AGENT_REPORT},   {"max", PES_AGENT_SEARCH},
                 {"alphabeta", PES_AGENT_SEARCH}, {"level", PES_AGENT_LEVEL}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        assert_int_equal(pes_agent_find(g, kinds[i].text, &offer, &values, NULL), PES_ERR_OK);
        assert_int_equal(offer.class->kind, kinds[i].kind);
    }
    struct pes_note note = {0};
    assert_int_equal(pes_agent_find(g, "mcts:memory=0", &offer, &values, &note), PES_ERR_RANGE);
    assert_true(note.pos > 5);
    pes_game_close(g);
}

static void test_texts(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"random", "random"},
        {"crazy", "crazy"},
        {"crazy:boat-weight=2", "crazy"},
        {"crazy:boat-weight=1", "crazy:boat-weight=1"},
        {"forward", "forward"},
        {"minimax:depth=4", "minimax"},
        {"minimax:model=free,depth=2", "minimax:depth=2,model=free"},
        {"minimax:nodes=500,movetime=20", "minimax:nodes=500,movetime=20"},
        {"max:movetime=100", "max:movetime=100"},
        {"alphabeta:table=16,threads=2", "alphabeta:threads=2"},
        {"alphabeta:selective=off,eval=distance", "alphabeta:selective=off"},
    };
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[PES_AGENT_TEXT_MAX];
        struct pes_agent *agent = new_agent(g, cases[i][0]);
        pes_agent_format(agent, text);
        assert_string_equal(text, cases[i][1]);
        pes_agent_free(agent);
    }
    pes_game_close(g);
}

static void test_errors(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum pes_err err;
        int pos;          /* -1: wherever the options' reader says, but behind the colon */
        const char *says; /* a part of the sentence */
    } cases[] = {
        {"", PES_ERR_SYNTAX, 1, "name is missing"},
        {":depth=2", PES_ERR_SYNTAX, 1, "name is missing"},
        {"minimax:", PES_ERR_SYNTAX, 8, "nothing follows"},
        {"minmax", PES_ERR_UNKNOWN, 1, "'minmax'; the nearest is 'minimax'"},
        {"crasy:boat-weight=1", PES_ERR_UNKNOWN, 1, "the nearest is 'crazy'"},
        {"zzzzzzzz", PES_ERR_UNKNOWN, 1,
         "there are: random, crazy, forward, minimax, alphabeta, mcts, level, max, oracle"},
        {"Minimax", PES_ERR_UNKNOWN, 1, "'Minimax'"},
        {"minimax ", PES_ERR_UNKNOWN, 1, "the nearest is 'minimax'"},
        {"random:depth=2", PES_ERR_UNKNOWN, -1, "depth"},
        {"minimax:dept=2", PES_ERR_UNKNOWN, -1, "depth"},
        {"minimax:depth=0", PES_ERR_RANGE, -1, "1..20"},
        {"minimax:depth=21", PES_ERR_RANGE, -1, "1..20"},
        {"minimax:depth=x", PES_ERR_SYNTAX, -1, "1..20"},
        {"minimax:model=go", PES_ERR_RANGE, -1, "ko|free"},
        {"minimax:depth=2,depth=3", PES_ERR_SYNTAX, -1, "twice"},
        {"alphabeta:depth=65", PES_ERR_RANGE, -1, "1..64"},
        {"alphabeta:threads=65", PES_ERR_RANGE, -1, "1..64"},
        {"alphabeta:selective=yes", PES_ERR_RANGE, -1, "off|on"},
        {"alphabeta:eval=own", PES_ERR_UNKNOWN, 0, "'own'; there are: distance"},
    };
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_note note = {0};
        struct pes_agent *agent = NULL;
        const enum pes_err err = pes_agent_new(g, cases[i].text, &agent, &note);
        assert_null(agent);
        assert_int_equal(pes_err_exit_code(err), 2);
        assert_int_equal(err, cases[i].err);
        if (cases[i].pos >= 0)
            assert_int_equal(note.pos, cases[i].pos);
        else
            assert_in_range(note.pos, strcspn(cases[i].text, ":") + 2, strlen(cases[i].text));
        if (strstr(note.why[PES_LANG_EN], cases[i].says) == NULL)
            fail_msg("'%s' says: %s", cases[i].text, note.why[PES_LANG_EN]);
        assert_int_equal(pes_agent_new(g, cases[i].text, &agent, NULL), err);
    }
    char endless[PES_AGENT_TEXT_MAX + 1];
    memset(endless, 'a', PES_AGENT_TEXT_MAX);
    endless[PES_AGENT_TEXT_MAX] = '\0';
    struct pes_agent *agent;
    struct pes_note note = {0};
    assert_int_equal(pes_agent_new(g, endless, &agent, &note), PES_ERR_LIMIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "511"));
    pes_game_close(g);
}

static void test_unfit(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=s0");
    struct pes_game *rolled = open_game(pes_kit_find("boats"), "start=random");
    static const char *const agents[] = {"random",          "crazy",     "forward",
                                         "minimax:depth=1", "alphabeta", "max"};
    struct pes_history *over = history_at(g, "4432132344 0 0 r -");
    struct pes_history *chance;
    assert_int_equal(pes_history_new(rolled, &chance), PES_ERR_OK); /* not rolled yet */
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct pes_answer answer;
        struct pes_move_value values[PES_MOVES_MAX];
        int count;
        struct pes_agent *agent = new_agent(g, agents[i]);
        assert_int_equal(pes_agent_choose(agent, over, NULL, &answer), PES_ERR_UNFIT);
        assert_int_equal(pes_agent_values(agent, over, NULL, values, &count), PES_ERR_UNFIT);
        pes_agent_free(agent);
        agent = new_agent(rolled, agents[i]);
        assert_int_equal(pes_agent_choose(agent, chance, NULL, &answer), PES_ERR_UNFIT);
        assert_int_equal(pes_agent_values(agent, chance, NULL, values, &count), PES_ERR_UNFIT);
        pes_agent_free(agent);
    }
    pes_history_free(over);
    pes_history_free(chance);

    struct pes_history *h = history_at(g, "startpos");
    struct pes_move_value values[PES_MOVES_MAX];
    int count;
    struct pes_agent *agent = new_agent(g, "random");
    assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_UNFIT);
    pes_agent_free(agent);
    pes_agent_free(NULL);
    pes_history_free(h);
    pes_game_close(g);
    pes_game_close(rolled);
}

static void test_deterministic(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is;
    } cases[] = {
        {"random", false},
        {"crazy", false},
        {"crazy:boat-weight=1", false},
        {"forward", true},
        {"minimax", true},
        {"minimax:movetime=5", false},
        {"max", true},
        {"max:nodes=100", true},
        {"max:movetime=5", false},
        {"alphabeta", true},
        {"alphabeta:threads=2", false},
        {"alphabeta:movetime=5", false},
    };
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_agent *agent = new_agent(g, cases[i].text);
        assert_int_equal(pes_agent_deterministic(agent), cases[i].is);
        pes_agent_free(agent);
    }
    pes_game_close(g);
    struct pes_kit rules_alone = {.abi = PES_ABI, .rules = toy_dice_kit.rules};
    g = open_game(&rules_alone, "");
    struct pes_agent *agent = new_agent(g, "max");
    assert_true(pes_agent_deterministic(agent)); /* it counts points there */
    pes_agent_free(agent);
    pes_game_close(g);
}

/* Luck. --------------------------------------------------------------------------------------- */

/* A game of the agent against itself, as the moves made. */
static int self_play(const struct pes_game *g, const char *text, uint64_t seed, pes_move moves[],
                     int moves_max) {
    struct pes_agent *agent;
    struct pes_history *h = history_at(g, "startpos");
    struct pes_rng luck;
    pes_rng_init(&luck, 77);
    assert_int_equal(pes_agent_new(g, text, &agent, NULL), PES_ERR_OK);
    pes_agent_begin(agent, seed);
    int count = 0;
    while (count < moves_max && pes_history_end(h) == PES_END_NONE) {
        struct pes_answer answer = {.move = PES_MOVE_NONE};
        if (pes_turn(g, pes_history_state(h)) == PES_CHANCE)
            answer.move = pes_draw(g, pes_history_state(h), &luck);
        else
            assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        moves[count++] = answer.move;
        assert_int_equal(pes_history_make(h, answer.move), PES_ERR_OK);
        pes_agent_observe(agent, h, answer.move);
    }
    pes_agent_free(agent);
    pes_history_free(h);
    return count;
}

static void assert_reproducible(const struct pes_kit *kit, const char *options, const char *text,
                                bool drawn) {
    enum { LONGEST = 60 };
    pes_move a[LONGEST], b[LONGEST];
    struct pes_game *g = open_game(kit, options);
    const int length = self_play(g, text, 5, a, LONGEST);
    assert_true(length > 5);
    assert_int_equal(self_play(g, text, 5, b, LONGEST), length);
    assert_memory_equal(a, b, (size_t)length * sizeof a[0]);
    const int other = self_play(g, text, 6, b, LONGEST);
    const bool same = other == length && memcmp(a, b, (size_t)length * sizeof a[0]) == 0;
    assert_int_equal(same, !drawn);
    pes_game_close(g);
}

static void test_reproducible(void **state) {
    (void)state;
    const struct pes_kit *boats = pes_kit_find("boats");
    assert_reproducible(boats, "start=s0", "random", true);
    assert_reproducible(boats, "start=s0", "crazy", true);
    assert_reproducible(boats, "start=s0", "forward", false);
    assert_reproducible(boats, "start=s0", "minimax:depth=2", false);
    assert_reproducible(boats, "start=s0,rule=ko", "alphabeta:nodes=3000", false);
    assert_reproducible(boats, "start=s0,rule=ko", "max:nodes=3000", false);
    assert_reproducible(&toy_dice_kit, "", "max:nodes=300", false);
    assert_reproducible(&toy_dice_kit, "", "random", true);
    assert_reproducible(&toy_dice_kit, "", "tipsy", true);
    assert_reproducible(&toy_dice_kit, "", "greedy", false);
    assert_reproducible(&toy_dice_kit, "", "minimax", false);
    const struct pes_kit rules_alone = {.abi = PES_ABI, .rules = toy_dice_kit.rules};
    assert_reproducible(&rules_alone, "", "max", false);
}

/* Chi-square of what an agent draws against weights of `boat` for L and R and 1 for the rest. */
static double draw_chi_square(const char *text, double boat, int *freedom) {
    enum { DRAWS = 20000 };
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    struct pes_history *h = history_at(g, "4432132344 1 10 r -");
    struct pes_agent *agent = new_agent(g, text);
    pes_move list[PES_MOVES_MAX];
    int seen[PES_MOVES_MAX] = {0};
    const int count = pes_moves(g, pes_history_state(h), list);
    for (int i = 0; i < DRAWS; i++) {
        struct pes_answer answer;
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_false(answer.has_score);
        int at = 0;
        while (list[at] != answer.move)
            at++;
        seen[at]++;
    }
    double sum = 0, total = 2 * boat + count - 2; /* L and R are both legal, and listed first */
    for (int i = 0; i < count; i++) {
        const double expected = DRAWS * (i < 2 ? boat : 1) / total;
        sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    }
    *freedom = count - 1;
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
    return sum;
}

static void test_frequencies(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double boat;
        bool fits;
    } cases[] = {
        {"crazy", 2, true},
        {"crazy:boat-weight=1", 1, true},
        {"crazy:boat-weight=7", 7, true},
        {"random", 1, true},
        {"crazy", 1, false}, /* the test sees the difference */
        {"crazy:boat-weight=1", 2, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int freedom;
        const double x = draw_chi_square(cases[i].text, cases[i].boat, &freedom);
        const bool fits = x <= freedom + 4.5 * sqrt(2.0 * freedom);
        assert_int_equal(fits, cases[i].fits);
    }
}

/* Raters. ------------------------------------------------------------------------------------- */

static void test_forward(void **state) {
    (void)state;
    static const struct {
        const char *variant, *position, *move;
    } cases[] = {
        {"rule=free", "4432112344 0 11 r -", "R"},   {"rule=free", "4432112344 0 11 g -", "L"},
        {"rule=free", "4332112344 2 11 r -", "R"},   /* onto an equal level */
        {"rule=free", "4412112344 3 11 r -", "+3"},  /* column 4 is higher */
        {"rule=free", "4430112344 3 11 r -", "R"},   /* onto the empty column, and sinks */
        {"rule=free", "4412112344 3 11 r -3", "+3"}, /* undoes what Green did */
        {"rule=ko", "4412112344 3 11 r -3", "+4"},   /* may not: the first legal move is left */
        {"rule=ko", "4412112344 3 11 r -", "+3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_game *g = open_game(pes_kit_find("boats"), cases[i].variant);
        struct pes_agent *agent = new_agent(g, "forward");
        struct pes_history *h = history_at(g, cases[i].position);
        char text[PES_MOVE_TEXT_MAX];
        assert_string_equal(chosen(agent, h, text), cases[i].move);
        pes_history_free(h);
        pes_agent_free(agent);
        pes_game_close(g);
    }
}

static void test_rating_values(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=20,sides=6");
    struct pes_history *h = history_at(g, "4 0 111111 0 0 25 1 0");
    struct pes_agent *agent = new_agent(g, "greedy:coin=10");
    struct pes_move_value values[PES_MOVES_MAX];
    struct pes_answer answer;
    int count;
    assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_OK);
    assert_int_equal(count, 3); /* +2 (takes the coin on 6), +5 (takes the one on 9), -2 */
    static const double expected[] = {12, 15, -2};
    for (int i = 0; i < 3; i++) {
        assert_true(values[i].has_value);
        assert_true(values[i].value == expected[i]);
    }
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_int_equal(answer.move, values[1].move);
    assert_true(answer.has_score && answer.score == 15);
    assert_false(answer.has_mate);
    assert_int_equal(answer.depth, 0);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* A kit whose ratings are this test's own. --------------------------------------------------- */

/* 0, 0.5, 1, 1.5 .. in list order. */
static double stairs_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                          const struct pes_values *values) {
    (void)values;
    pes_move list[PES_MOVES_MAX];
    pes_moves(g, s, list);
    int i = 0;
    while (list[i] != m)
        i++;
    return 0.5 * i;
}

static double margin_one(const struct pes_values *values) {
    (void)values;
    return 1.0;
}

/* How far First is ahead, a rating of positions. */
static double points_state(const struct pes_game *g, const struct pes_state *s,
                           const struct pes_values *values) {
    (void)values;
    int32_t points[PES_PLAYERS_MAX];
    g->rules->scores(g, s, points);
    return points[0] - points[1];
}

static const struct pes_rating stairs = {.name = "stairs",
                                         .help = PES_TEXT("stairs", "σκάλα"),
                                         .pick = PES_PICK_FIRST_BEST,
                                         .move = stairs_move};
static const struct pes_rating steep = {.name = "steep",
                                        .help = PES_TEXT("steep", "απότομη"),
                                        .pick = PES_PICK_FIRST_BEST,
                                        .move = stairs_move,
                                        .margin = margin_one};
static const struct pes_rating points = {.name = "points",
                                         .help = PES_TEXT("points", "πόντοι"),
                                         .pick = PES_PICK_FIRST_BEST,
                                         .state = points_state};
static const struct pes_rating hidden = {.name = "hidden",
                                         .help = PES_TEXT("hidden", "κρυφή"),
                                         .pick = PES_PICK_NEVER,
                                         .state = points_state};

static void test_picks(void **state) {
    (void)state;
    static const struct pes_rating *const ratings[] = {&hidden, &stairs, &steep, &points, NULL};
    const struct pes_kit kit = {.abi = PES_ABI, .rules = toy_dice_kit.rules, .ratings = ratings};
    static const struct {
        const char *agent, *position, *move;
    } cases[] = {
        {"stairs", "8 0 111111 0 0 25 1 0", "-5"}, /* the last of four */
        {"steep", "8 0 111111 0 0 25 1 0", "-2"},  /* 1 beats 0 by exactly 1, 1.5 no longer does */
        {"steep", "0 0 111111 0 0 25 1 0", "+2"},  /* 0.5 does not */
        {"points", "4 0 111111 0 0 15 1 0", "+5"}, /* the coin on 9 */
        {"points", "4 3 011111 0 1 15 1 0", "+5"},
        {"points", "0 4 111111 0 0 15 2 0", "+5"}, /* to Second the other way round */
        {"points", "0 4 111111 0 0 24 2 0", "+2"},
    };
    struct pes_game *g = open_game(&kit, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[PES_MOVE_TEXT_MAX];
        struct pes_agent *agent = new_agent(g, cases[i].agent);
        struct pes_history *h = history_at(g, cases[i].position);
        assert_string_equal(chosen(agent, h, text), cases[i].move);
        pes_history_free(h);
        pes_agent_free(agent);
    }
    struct pes_agent *agent;
    assert_int_equal(pes_agent_new(g, "hidden", &agent, NULL), PES_ERR_UNKNOWN);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offers),
        cmocka_unit_test(test_offered_options),
        cmocka_unit_test(test_titles),
        cmocka_unit_test(test_saying),
        cmocka_unit_test(test_saying_without_title),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_unfit),
        cmocka_unit_test(test_deterministic),
        cmocka_unit_test(test_reproducible),
        cmocka_unit_test(test_frequencies),
        cmocka_unit_test(test_forward),
        cmocka_unit_test(test_rating_values),
        cmocka_unit_test(test_picks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
