/* A folder of programs: every executable file, and every folder with an executable file `run`, is a
 * player named after it. Python and JavaScript files need not be executable. What is left out is
 * said on standard error. */
#include "cli/tournament_plan.h"
#include "core/mem.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The names in a folder, sorted. */
struct listing {
    char **names;
    int32_t count, cap;
};

static void release(struct listing *l) {
    for (int32_t i = 0; i < l->count; i++)
        mem_free(l->names[i]);
    mem_free(l->names);
}

static enum pes_err add_name(struct listing *l, const char *name) {
    if (l->count == l->cap) {
        const int32_t cap = l->cap > 0 ? 2 * l->cap : 32;
        char **more = mem_grow(l->names, (size_t)cap * sizeof *more);
        if (more == NULL)
            return PES_ERR_NOMEM;
        l->names = more;
        l->cap = cap;
    }
    const size_t size = strlen(name) + 1;
    char *copy = mem_alloc(size);
    if (copy == NULL)
        return PES_ERR_NOMEM;
    memcpy(copy, name, size);
    l->names[l->count++] = copy;
    return PES_ERR_OK;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists all but hidden files. */
static int list_folder(struct cli *c, const char *folder, struct listing *out) {
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        char quoted[PES_QUOTE_SIZE];
        return fail_say(
            c, "--bots", PES_ERR_IO, TEXT(cli_tournament_bots_folder),
            PES_ARGS(PES_STR(pes_quote(folder, strlen(folder), quoted)), PES_STR(strerror(errno))));
    }
    enum pes_err err = PES_ERR_OK;
    for (const struct dirent *entry; err == PES_ERR_OK && (entry = readdir(dir)) != NULL;)
        if (entry->d_name[0] != '.')
            err = add_name(out, entry->d_name);
    closedir(dir);
    if (err != PES_ERR_OK)
        return fail_err(c, "--bots", err);
    if (out->count > 0)
        qsort(out->names, (size_t)out->count, sizeof *out->names, compare);
    return CLI_DONE;
}

static bool ends_with(const char *name, const char *end) {
    const size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

/* The length of a name without its extension. */
static size_t stem_length(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
}

/* The player's name: that of the file without its extension, if no other file has the same. */
static void name_bot(const struct listing *l, int32_t index, bool folder,
                     char out[PLAN_NAME_SIZE]) {
    const char *name = l->names[index];
    size_t length = folder ? strlen(name) : stem_length(name);
    for (int32_t i = 0; i < l->count; i++)
        if (i != index && stem_length(l->names[i]) == length &&
            memcmp(l->names[i], name, length) == 0)
            length = strlen(name);
    snprintf(out, PLAN_NAME_SIZE, "%.*s", (int)length, name);
}

/* Is the entry a link to the folder that lists it? */
static bool is_own_folder(const char *path, const struct stat *file) {
    struct stat info;
    struct str folder;
    str_init(&folder);
    str_add_bytes(&folder, path, (size_t)(strrchr(path, '/') - path) + 1);
    const bool same = !folder.failed && stat(folder.text, &info) == 0 &&
                      info.st_dev == file->st_dev && info.st_ino == file->st_ino;
    str_release(&folder);
    return same;
}

/* What to run for an entry of the folder, appended to an agent's text; otherwise why it is left
 * out. */
static const struct pes_text *find_program(const char *path, bool *folder, struct str *agent) {
    struct stat file;
    *folder = false;
    if (stat(path, &file) != 0)
        return TEXT(cli_tournament_bot_gone);
    struct str program;
    str_init(&program);
    str_add(&program, path);
    const struct pes_text *why = NULL;
    if (S_ISDIR(file.st_mode)) {
        *folder = true;
        str_add(&program, "/run");
        if (is_own_folder(path, &file))
            why = TEXT(cli_tournament_bot_is_run); /* a program `run` sees its whole folder */
        else if (stat(program.text, &file) != 0 || !S_ISREG(file.st_mode))
            why = TEXT(cli_tournament_bot_no_run);
        else if (access(program.text, X_OK) != 0)
            why = TEXT(cli_tournament_bot_run);
    } else if (!S_ISREG(file.st_mode)) {
        why = TEXT(cli_tournament_bot_no_file);
    } else if (ends_with(path, "/run")) {
        why = TEXT(cli_tournament_bot_is_run);
    } else if (access(path, X_OK) != 0) {
        if (ends_with(path, ".py"))
            str_add(agent, "python3 ");
        else if (ends_with(path, ".js") || ends_with(path, ".mjs"))
            str_add(agent, "node ");
        else
            why = TEXT(cli_tournament_bot_not_executable);
    }
    if (why == NULL && strpbrk(program.text, " \t'\"\\") != NULL)
        cli_add_quoted(agent, program.text);
    else if (why == NULL)
        str_add(agent, program.text);
    agent->failed |= program.failed;
    str_release(&program);
    return why;
}

static int add_bot(struct cli *c, const char *folder, const struct listing *l, int32_t index,
                   struct plan *plan) {
    struct str path, agent;
    str_init(&path);
    str_init(&agent);
    str_addf(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/",
             l->names[index]);
    str_add(&agent, "cmd:");
    bool is_folder;
    struct pes_note note = {0};
    const struct pes_text *why = find_program(path.text, &is_folder, &agent);
    char name[PLAN_NAME_SIZE], quoted[PES_QUOTE_SIZE];
    name_bot(l, index, is_folder, name);
    pes_quote(l->names[index], strlen(l->names[index]), quoted);
    enum pes_err err = path.failed || agent.failed ? PES_ERR_NOMEM : PES_ERR_OK;
    if (err == PES_ERR_OK && why == NULL)
        err = plan_add(plan, name, agent.text, 0, &note);
    str_release(&path);
    str_release(&agent);
    if (err == PES_ERR_NOMEM)
        return fail_err(c, "--bots", err);
    /* Only remarks: folders of bots have other files, too, and one bot must not stop the others. */
    if (why != NULL || err != PES_ERR_OK)
        cli_remark(c, "--bots", TEXT(cli_tournament_bot_skipped),
                   PES_ARGS(PES_STR(quoted), why != NULL ? PES_SAID(why) : PES_NOTED(&note)));
    return CLI_DONE;
}

int plan_read_bots(struct cli *c, const char *folder, struct plan *plan) {
    struct listing l = {.count = 0};
    const int32_t before = plan->count;
    if (folder[0] == '\0')
        folder = ".";
    int code = list_folder(c, folder, &l);
    for (int32_t i = 0; i < l.count && code == CLI_DONE; i++)
        code = add_bot(c, folder, &l, i, plan);
    release(&l);
    if (code != CLI_DONE || plan->count > before)
        return code;
    char quoted[PES_QUOTE_SIZE];
    return fail_say(c, "--bots", PES_ERR_RANGE, TEXT(cli_tournament_no_bots),
                    PES_ARGS(PES_STR(pes_quote(folder, strlen(folder), quoted))));
}
