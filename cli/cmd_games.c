/* `pessoi games`: the games and the options of their variants. */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/options.h"

/* Is this a complete variant? Some choices need another option too, such as a list of numbers. */
static bool opens(struct str *doc, const struct pes_kit *kit, const char *variant) {
    struct pes_game *g = NULL;
    const enum pes_err err = pes_game_open(kit, variant, &g, NULL);
    pes_game_close(g);
    doc->failed |= err == PES_ERR_NOMEM;
    return err == PES_ERR_OK;
}

/* The default variant, whose text is empty, then one variant per value of each choice option. */
static void put_variants(struct str *doc, const char *key, const struct pes_kit *kit) {
    put_open(doc, key, '[');
    put_text(doc, NULL, "");
    for (const struct pes_option *o = kit->rules->options; o != NULL && o->key != NULL; o++) {
        if (o->kind != PES_OPTION_CHOICE)
            continue;
        const char *word;
        size_t length = 0;
        for (int i = 0; (word = pes_option_choice(o, i, &length)) != NULL; i++) {
            char variant[PES_OPTIONS_TEXT_MAX];
            if (strlen(o->def) == length && memcmp(o->def, word, length) == 0)
                continue;
            snprintf(variant, sizeof variant, "%s=%.*s", o->key, (int)length, word);
            if (opens(doc, kit, variant))
                put_text(doc, NULL, variant);
        }
    }
    put_close(doc, ']');
}

static int games_json(struct cli *c) {
    struct str doc;
    json_begin(&doc, '[');
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        const struct pes_rules *rules = kit->rules;
        put_open(&doc, NULL, '{');
        put_text(&doc, "name", rules->name);
        put_text(&doc, "title", rules->title.in[PES_LANG_EN]);
        put_variants(&doc, "variants", kit);
        put_options(&doc, "options", rules->options);
        put_close(&doc, '}');
    }
    return json_print(c, &doc, ']');
}

static int run_games(struct cli *c) {
    if (c->json)
        return games_json(c);
    struct str out;
    str_init(&out);
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_rules *rules = pes_kit_at(i)->rules;
        if (i > 0)
            str_add_char(&out, '\n');
        options_head(c, rules->name, &rules->title, &out);
        options_list(c, rules->options, &out);
    }
    return cli_print(c, &out);
}

static const struct cli_example examples[] = {
    {"pessoi games", TEXT(cli_games_example_1)},
    {"pessoi games --json", TEXT(cli_games_example_2)},
    {NULL, NULL},
};

const struct command cmd_games = {
    .name = "games",
    .words = "",
    .summary = TEXT(cli_games_summary),
    .description = TEXT(cli_games_description),
    .json = TEXT(cli_games_json),
    .examples = examples,
    .run = run_games,
};
