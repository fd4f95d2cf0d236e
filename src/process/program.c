#include "process/program.h"

#include "process/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct program_config *program_config_of(const struct pes_agent_class *class) {
    return &((const struct program_class *)(const void *)class)->config;
}

static const char *command_of(const struct program_config *config, const struct pes_offer *offer,
                              const struct pes_values *values) {
    for (int i = 0; i < config->program_count; i++)
        if (strcmp(config->programs[i].name, offer->name) == 0)
            return config->programs[i].command;
    return pes_values_text(values, 0);
}

const char *program_command(const struct pes_agent *agent) {
    return command_of(program_config_of(agent->class), &agent->offer, &agent->values);
}

enum pes_err program_files(const struct pes_offer *offer, const struct pes_values *values,
                           char out[FILES_HASH_SIZE]) {
    const struct program_config *config = program_config_of(offer->class);
    return files_hash(command_of(config, offer, values), !config->process.no_sandbox, out);
}

/* Tries the sandbox unless another agent has. */
static enum pes_err check_sandbox(const struct program_config *config, struct pes_note *note) {
    if (config->process.no_sandbox || (config->confined != NULL && atomic_load(config->confined)))
        return PES_ERR_OK;
    const enum pes_err err = process_sandbox_check(note);
    if (err == PES_ERR_OK && config->confined != NULL)
        atomic_store(config->confined, true);
    return err;
}

enum pes_err program_check(const struct pes_agent *agent, struct pes_note *note) {
    const char *command = program_command(agent);
    if (command[strspn(command, " \t")] == '\0')
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(program_no_command),
                            PES_ARGS(PES_STR(agent->offer.name)));
    const struct program_config *config = program_config_of(agent->class);
    const enum pes_err err = process_check(command, &config->process, note);
    return err == PES_ERR_OK ? check_sandbox(config, note) : err;
}

int program_offers(const struct program_config *config, const struct pes_kit *kit,
                   const struct pes_text *help, struct pes_offer out[], int offers_max) {
    int count = 0;
    assert(config->programs != NULL);
    for (int i = 0; i < config->program_count && count < offers_max; i++) {
        const struct program *program = &config->programs[i];
        if (program->kit != NULL && program->kit != kit)
            continue;
        out[count] = (struct pes_offer){.title = {{program->name, program->name}}, .help = *help};
        snprintf(out[count].name, sizeof out[count].name, "%s", program->name);
        count++;
    }
    return count;
}

void program_offer_command(const char *name, const struct pes_text *title,
                           const struct pes_text *help, struct pes_offer *out) {
    *out = (struct pes_offer){.title = *title,
                              .help = *help,
                              .options = {{.key = "command",
                                           .kind = PES_OPTION_REST,
                                           .def = "",
                                           .help = *TEXT(program_command_help),
                                           .title = *TEXT(program_command_title)},
                                          {.key = NULL}}};
    snprintf(out->name, sizeof out->name, "%s", name);
}
