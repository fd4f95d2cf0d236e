#include "cli/programs.h"

#include "core/mem.h"
#include "gomocup/gomocup.h"
#include "gomocup/gomocup_agent.h"
#include "ugi/ugi_agent.h"

#include <string.h>

static int fail_entry(struct cli *c, const struct pes_text *why, const char *entry) {
    char quoted[PES_QUOTE_SIZE];
    return fail_say(c, "--programs", PES_ERR_SYNTAX, why,
                    PES_ARGS(PES_STR(pes_quote(entry, strlen(entry), quoted)),
                             PES_INT(PES_AGENT_NAME_MAX - 1)));
}

static bool name_is_good(const char *name) {
    const size_t length = strlen(name);
    return length > 0 && length < PES_AGENT_NAME_MAX &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

static bool has_name(const struct named_programs *named, const char *name) {
    for (int i = 0; i < named->count; i++)
        if (strcmp(named->list[i].name, name) == 0)
            return true;
    return false;
}

/* Does a game, or an earlier entry, have an agent with this name? */
static int check_free(struct cli *c, const char *name) {
    struct pes_offer *offers = mem_alloc(PES_OFFERS_MAX * sizeof *offers);
    if (offers == NULL)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    bool taken =
        has_name(&c->programs->ugi_named, name) || has_name(&c->programs->gomocup_named, name);
    for (int k = 0; k < pes_kit_count() && !taken; k++) {
        const int count = pes_agent_offers(pes_kit_at(k), offers);
        for (int i = 0; i < count; i++)
            taken |= strcmp(offers[i].name, name) == 0;
    }
    mem_free(offers);
    return taken ? fail_entry(c, TEXT(cli_programs_taken), name) : CLI_DONE;
}

/* If the text begins with this word, returns what follows it, else NULL. */
static char *after(char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0 ? text + strlen(word) : NULL;
}

static struct process_config process_config_of(const struct cli *c) {
    return (struct process_config){.no_sandbox = CLI_GIVEN(c, NO_SANDBOX),
                                   .memory_mb = (int32_t)cli_number(c, CLI_OPT_MEMORY, 0)};
}

/* Checks a named program, of which everything is known. */
static int check_entry(struct cli *c, const struct program *program) {
    struct pes_note note = {0};
    if (!name_is_good(program->name))
        return fail_entry(c, TEXT(cli_programs_name), program->name);
    const int code = check_free(c, program->name);
    if (code != CLI_DONE)
        return code;
    const struct process_config config = process_config_of(c);
    const enum pes_err err = process_check(program->command, &config, &note);
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, "--programs", err, &note);
}

/* Reads "[GAME/]NAME=cmd:COMMAND", or gomocup:COMMAND; the text is changed and kept. */
static int read_entry(struct cli *c, char *entry) {
    struct programs *p = c->programs;
    struct program program = {.name = NULL};
    char *equals = strchr(entry, '=');
    char *agent = equals != NULL ? cli_trim(equals + 1, strlen(equals + 1)) : entry;
    char *gomocup = after(agent, "gomocup:");
    struct named_programs *named = gomocup != NULL ? &p->gomocup_named : &p->ugi_named;
    program.command = gomocup != NULL ? gomocup : after(agent, "cmd:");
    if (equals == NULL || program.command == NULL)
        return fail_entry(c, TEXT(cli_programs_form), entry);
    if (p->ugi_named.count + p->gomocup_named.count == PROGRAMS_MAX)
        return fail_say(c, "--programs", PES_ERR_LIMIT, TEXT(cli_programs_many),
                        PES_ARGS(PES_INT(PROGRAMS_MAX)));
    *equals = '\0';
    char *slash = strchr(entry, '/');
    char *name = slash != NULL ? slash + 1 : entry;
    program.name = cli_trim(name, strlen(name));
    if (slash != NULL) {
        *slash = '\0';
        program.kit = setup_kit(c, cli_trim(entry, strlen(entry)));
        if (program.kit == NULL)
            return CLI_USAGE;
        if (gomocup != NULL && strcmp(program.kit->rules->name, GOMOCUP_GAME) != 0)
            return fail_entry(c, TEXT(cli_programs_gomocup), program.name);
    }
    const int code = check_entry(c, &program);
    if (code != CLI_DONE)
        return code;
    named->list[named->count++] = program;
    return CLI_DONE;
}

/* Reads --programs; a server must not find out at the first game that it cannot confine them. */
static int read_programs(struct cli *c) {
    struct programs *p = c->programs;
    struct pes_note note = {0};
    const char *list = cli_text(c, CLI_OPT_PROGRAMS, "");
    if (strlen(list) >= sizeof p->text)
        return fail_err(c, "--programs", PES_ERR_LIMIT);
    snprintf(p->text, sizeof p->text, "%s", list);
    int code = CLI_DONE;
    for (char *at = p->text; at != NULL && code == CLI_DONE;) {
        char *end = strchr(at, ';');
        if (end != NULL)
            *end = '\0';
        at = cli_trim(at, strlen(at));
        if (at[0] != '\0')
            code = read_entry(c, at);
        at = end != NULL ? end + 1 : NULL;
    }
    if (code != CLI_DONE || CLI_GIVEN(c, NO_SANDBOX))
        return code;
    const enum pes_err err = process_sandbox_check(&note);
    atomic_store(&p->confined, err == PES_ERR_OK);
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, "--programs", err, &note);
}

/* Registers both classes; one that has no program to offer is left out. */
static int register_classes(struct cli *c, bool named) {
    struct programs *p = c->programs;
    struct program_config config = {
        .process = process_config_of(c),
        .interrupted = c->stop,
        .confined = &p->confined,
        .programs = named ? p->ugi_named.list : NULL,
        .program_count = p->ugi_named.count,
    };
    ugi_class_init(&p->ugi, &config);
    config.programs = named ? p->gomocup_named.list : NULL;
    config.program_count = p->gomocup_named.count;
    gomocup_class_init(&p->gomocup, &config);
    enum pes_err err = PES_ERR_OK;
    if (!named || p->ugi_named.count > 0)
        err = pes_agent_register(&p->ugi.base);
    if (err == PES_ERR_OK && (!named || p->gomocup_named.count > 0))
        err = pes_agent_register(&p->gomocup.base);
    if (err != PES_ERR_OK)
        return fail_say(c, NULL, PES_ERR_LIMIT, TEXT(cli_programs_full), PES_NO_ARGS);
    return CLI_DONE;
}

int programs_register(struct cli *c) {
    const bool *options = c->command->options;
    const bool named = CLI_GIVEN(c, PROGRAMS);
    const bool any =
        !options[CLI_OPT_PROGRAMS] && (options[CLI_OPT_NO_SANDBOX] || c->command == &cmd_agents);
    if (c->programs == NULL || !(named || any))
        return CLI_DONE;
    const int code = named ? read_programs(c) : CLI_DONE;
    return code == CLI_DONE ? register_classes(c, named) : code;
}

enum pes_err programs_files(const struct cli *c, const struct pes_game *g, const char *agent,
                            char out[FILES_HASH_SIZE], struct pes_note *note) {
    struct pes_offer offer;
    struct pes_values values;
    out[0] = '\0';
    const enum pes_err err = pes_agent_find(g, agent, &offer, &values, note);
    const bool program =
        err == PES_ERR_OK && c->programs != NULL &&
        (offer.class == &c->programs->ugi.base || offer.class == &c->programs->gomocup.base);
    return program ? program_files(&offer, &values, out) : err;
}

void programs_add_check(struct cli *c, const struct pes_game *g, const char *agent,
                        struct str *out) {
    struct str command;
    if (strncmp(agent, "cmd:", 4) != 0 && strncmp(agent, "gomocup:", 8) != 0)
        return;
    str_init(&command);
    str_addf(&command, "pessoi check-bot %s ", g->rules->name);
    cli_add_quoted(&command, agent);
    if (g->variant[0] != '\0') {
        str_add(&command, " --variant ");
        cli_add_quoted(&command, g->variant);
    }
    if (CLI_GIVEN(c, NO_SANDBOX))
        str_add(&command, " --no-sandbox");
    if (!command.failed)
        cli_add_line(c, out, TEXT(cli_check_bot_use), PES_ARGS(PES_STR(command.text)));
    out->failed |= command.failed;
    str_release(&command);
}
