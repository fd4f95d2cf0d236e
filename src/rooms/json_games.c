/* The list of games as JSON, with their options, levels of play and agents: what a page for a new
 * game needs. Options and agents that a client may not choose are left out. */
#include "core/json_write.h"
#include "core/lesson.h"
#include "core/level.h"
#include "core/mem.h"
#include "pessoi/view.h"
#include "play/text.h"
#include "rooms/room_int.h"

#include <assert.h>
#include <string.h>

static void add_choices(struct str *out, const struct pes_option *o) {
    const char *word;
    size_t length = 0;
    put_open(out, "choices", '[');
    for (int i = 0; (word = pes_option_choice(o, i, &length)) != NULL; i++)
        put_bytes(out, NULL, word, length);
    put_close(out, ']');
    if (o->choice_titles == NULL)
        return;
    put_open(out, "choice_titles", '[');
    for (int i = 0; pes_option_choice(o, i, &length) != NULL; i++)
        put_word(out, NULL, &o->choice_titles[i], PES_NO_ARGS);
    put_close(out, ']');
}

/* A title, or the text that stands for it if there is none. */
static void add_title(struct str *out, const struct pes_text *title, const char *otherwise) {
    if (title->in[0] != NULL)
        put_word(out, "title", title, PES_NO_ARGS);
    else
        put_word(out, "title", TEXT(play_plain), PES_ARGS(PES_STR(otherwise)));
}

static void add_option(struct str *out, const struct pes_option *o) {
    static const char *const kinds[] = {[PES_OPTION_INT] = "int",
                                        [PES_OPTION_CHOICE] = "choice",
                                        [PES_OPTION_TEXT] = "text",
                                        [PES_OPTION_REST] = "text"};
    assert((size_t)o->kind < sizeof kinds / sizeof kinds[0]);
    assert(o->kind != PES_OPTION_INT || o->min <= o->max);
    put_open(out, NULL, '{');
    put_text(out, "key", o->key);
    add_title(out, &o->title, o->key);
    put_text(out, "kind", kinds[o->kind]);
    put_text(out, "default", o->def);
    if (o->kind == PES_OPTION_INT) {
        put_int(out, "min", o->min);
        put_int(out, "max", o->max);
    } else if (o->kind == PES_OPTION_CHOICE) {
        add_choices(out, o);
    }
    put_word(out, "help", &o->help, PES_NO_ARGS);
    put_close(out, '}');
}

void put_option_list(struct str *out, const struct pes_option *options, bool no_costly) {
    put_open(out, "options", '[');
    for (; options != NULL && options->key != NULL; options++)
        if (!no_costly || !options->costly)
            add_option(out, options);
    put_close(out, ']');
}

/* The rating of an agent on the first ladder, which is that of the default variant; 0: it is on
 * none. */
static double rating_of(const struct pes_kit *kit, const char *agent) {
    if (kit->ladders == NULL || kit->ladders[0] == NULL)
        return 0;
    for (const struct pes_rung *rung = kit->ladders[0]->rungs; rung->agent != NULL; rung++)
        if (strcmp(rung->agent, agent) == 0)
            return rung->rating;
    return 0;
}

static void add_levels(struct str *out, const struct pes_kit *kit) {
    const struct pes_levels *levels = kit->levels;
    static const struct pes_text nothing = PES_TEXT("", "");
    put_open(out, "levels", '[');
    for (int i = 0; levels != NULL && i < levels->count; i++) {
        char agent[LEVEL_TEXT_MAX];
        level_format(i + 1, agent);
        const bool sees = levels->sees[i].in[0] != NULL;
        put_open(out, NULL, '{');
        put_text(out, "agent", agent);
        put_word(out, "title", pes_level_title(i + 1, levels->count), PES_NO_ARGS);
        put_word(out, "sees", sees ? &levels->sees[i] : &nothing, PES_NO_ARGS);
        const double rating = rating_of(kit, agent);
        if (rating > 0)
            put_int(out, "rating", (int64_t)(rating + 0.5));
        put_close(out, '}');
    }
    put_close(out, ']');
}

static const char *kind_of(const struct pes_offer *offer) {
    switch (offer->class->kind) {
    case PES_AGENT_REPORT:
        return "report";
    case PES_AGENT_SEARCH:
        return "search";
    case PES_AGENT_PLAIN:
    case PES_AGENT_LEVEL:
    case PES_AGENT_SOLVED:
    default:
        return "other";
    }
}

static void add_agents(struct str *out, const struct pes_kit *kit) {
    struct pes_offer *offers = mem_alloc(PES_OFFERS_MAX * sizeof *offers);
    if (offers == NULL) {
        out->failed = true;
        return;
    }
    const int count = pes_agent_offers(kit, offers);
    assert(count >= 0 && count <= PES_OFFERS_MAX);
    put_open(out, "agents", '[');
    for (int i = 0; i < count; i++) {
        const enum pes_agent_kind kind = offers[i].class->kind;
        if (kind == PES_AGENT_SOLVED || kind == PES_AGENT_LEVEL)
            continue; /* not for a server; listed as levels */
        put_open(out, NULL, '{');
        put_text(out, "name", offers[i].name);
        add_title(out, &offers[i].title, offers[i].name);
        put_word(out, "help", &offers[i].help, PES_NO_ARGS);
        put_text(out, "kind", kind_of(&offers[i]));
        put_option_list(out, offers[i].options, true);
        put_close(out, '}');
    }
    put_close(out, ']');
    mem_free(offers);
}

/* The choices of a person's first game. */
static void add_usual(struct str *out, const struct pes_kit *kit) {
    put_open(out, "usual", '{');
    if (kit->levels != NULL)
        put_int(out, "level", level_usual(kit->levels));
    else
        put_null(out, "level");
    put_text(out, "variant", kit->view->usual_variant != NULL ? kit->view->usual_variant : "");
    put_close(out, '}');
}

static void add_game(struct str *out, const struct pes_kit *kit) {
    const struct pes_rules *rules = kit->rules;
    put_open(out, NULL, '{');
    put_text(out, "name", rules->name);
    put_word(out, "title", &rules->title, PES_NO_ARGS);
    if (kit->view->tagline.in[0] != NULL)
        put_word(out, "tagline", &kit->view->tagline, PES_NO_ARGS);
    put_word(out, "goal", &kit->view->goal, PES_NO_ARGS);
    put_word(out, "how_to_move", &kit->view->how_to_move, PES_NO_ARGS);
    put_text(out, "look", kit->view->look);
    put_open(out, "players", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        put_open(out, NULL, '{');
        put_text(out, "name", rules->players[i].id);
        put_word(out, "title", &rules->players[i].name, PES_NO_ARGS);
        put_close(out, '}');
    }
    put_close(out, ']');
    put_bool(out, "chance", rules->chance_in_play);
    put_int(out, "lesson", lesson_count(kit));
    put_bool(out, "puzzles", kit->puzzles != NULL);
    put_text(out, "variant", "");
    add_usual(out, kit);
    put_option_list(out, rules->options, false);
    add_levels(out, kit);
    add_agents(out, kit);
    put_close(out, '}');
}

enum pes_err room_games(struct str *out) {
    put_open(out, NULL, '[');
    for (int i = 0; i < pes_kit_count(); i++)
        if (pes_kit_at(i)->view != NULL)
            add_game(out, pes_kit_at(i));
    put_close(out, ']');
    return str_err(out);
}
