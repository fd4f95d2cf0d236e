/* The program: reads the command line, runs one command, and checks that its output was written. */
#include "cli/args.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/programs.h"
#include "cli/stop.h"
#include "cli/term.h"

#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

/* Used by the build only and not in the help: `--print-man PAGE LANG`, `--print-completion`. */
static int print_for_build(struct cli *c, int argc, char *const argv[]) {
    if (strcmp(argv[1], "--print-completion") == 0)
        return help_completion(c);
    const int lang = argc > 3 ? pes_lang_parse(argv[3]) : 0;
    const struct command *command = argc > 2 ? cli_command_find(argv[2]) : NULL;
    if (argc != 4 || lang < 0 || (command == NULL && strcmp(argv[2], "pessoi") != 0))
        return CLI_USAGE;
    c->lang = (enum pes_lang)lang;
    return help_man(c, command);
}

/* Gomocup managers start a program by its path without arguments. If its name begins with
 * pbrain-pessoi, the command is gomocup. */
static const struct command *command_of_name(const char *path) {
    static const char brain[] = "pbrain-pessoi";
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    return strncmp(name, brain, strlen(brain)) == 0 ? cli_command_find("gomocup") : NULL;
}

static int run(struct cli *c, int argc, char *const argv[]) {
    if (argc > 1 && strncmp(argv[1], "--print-", strlen("--print-")) == 0)
        return print_for_build(c, argc, argv);
    const int code = args_parse(c, argc, argv);
    if (code != CLI_DONE)
        return code;
    if (CLI_GIVEN(c, HELP))
        return help_print(c, c->command);
    if (CLI_GIVEN(c, VERSION)) {
        fprintf(c->out, "pessoi %s\n", pes_version());
        return CLI_DONE;
    }
    assert(c->command != NULL);
    assert(c->word_count >= c->command->words_min);
    const int registered = programs_register(c);
    return registered == CLI_DONE ? c->command->run(c) : registered;
}

/* A full disk or a closed pipe may show only at the final flush: output that could not be written
 * is a failure, whatever the command returned. */
static int finish(struct cli *c, int code) {
    errno = c->out_errno;
    const bool failed = fflush(c->out) != 0 || ferror(c->out) != 0;
    if (failed) {
        const char *why = errno != 0 ? strerror(errno) : pes_err_text(PES_ERR_IO)->in[c->lang];
        return fail_say(c, NULL, PES_ERR_IO, TEXT(cli_output_failed), PES_ARGS(PES_STR(why)));
    }
    if (c->lost)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    return code;
}

int main(int argc, char *argv[]) {
    /* LC_CTYPE only: sentences have their own translations, and numbers keep the decimal point. */
    setlocale(LC_CTYPE, "C.UTF-8");
    struct programs programs = {.confined = false}; // outlives every agent
    struct cli c = {
        .lang = args_lang(argc, argv),
        .unicode = term_speaks_utf8(),
        .in_tty = isatty(STDIN_FILENO) != 0,
        .out_tty = isatty(STDOUT_FILENO) != 0,
        .err_tty = isatty(STDERR_FILENO) != 0,
        .out = stdout,
        .err = stderr,
        .stop = stop_install(),
        .programs = &programs,
        .command = argc > 0 ? command_of_name(argv[0]) : NULL,
    };
    return finish(&c, run(&c, argc, argv));
}
