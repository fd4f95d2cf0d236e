/* Words are split as POSIX describes for the shell, without expansions: a command line means the
 * same here as in a terminal, unless it uses variables, globs or operators. */
#include "process/command.h"

#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"
#include "process/scope.h"
#include "process/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_1_MAX = 256 }; /* bytes that the system reads of a line #! */

char *command_copy(const char *text, size_t length) {
    char *copy = mem_alloc(length + 1);
    if (copy != NULL)
        memcpy(copy, text, length);
    return copy;
}

/* Words. -------------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct splitter {
    const char *text;
    size_t at;
    struct str word;
};

static enum pes_err refuse_at(size_t at, const struct pes_text *why, struct pes_note *note) {
    return pes_note_say(note, PES_ERR_SYNTAX, (int32_t)at + 1, why, PES_NO_ARGS);
}

/* Reads a quoted part; `at` is at its opening quote. Between double quotes a backslash escapes only
 * what the shell would treat specially there. */
static enum pes_err take_quoted(struct splitter *s, struct pes_note *note) {
    const size_t opened = s->at;
    const char quote = s->text[s->at++];
    for (; s->text[s->at] != quote; s->at++) {
        char c = s->text[s->at];
        if (c == '\0')
            return refuse_at(opened, TEXT(command_quote_open), note);
        const char next = s->text[s->at + 1];
        if (quote == '"' && c == '\\' && next != '\0' && strchr("\"\\$`", next) != NULL) {
            c = next;
            s->at++;
        }
        str_add_char(&s->word, c);
    }
    s->at++;
    return PES_ERR_OK;
}

/* Reads one word into s->word; `at` is at its first character. */
static enum pes_err take_word(struct splitter *s, struct pes_note *note) {
    str_clear(&s->word);
    while (s->text[s->at] != '\0' && !is_blank(s->text[s->at])) {
        const char c = s->text[s->at];
        if (c == '\'' || c == '"') {
            const enum pes_err err = take_quoted(s, note);
            if (err != PES_ERR_OK)
                return err;
            continue;
        }
        if (c == '\\' && s->text[++s->at] == '\0')
            return refuse_at(s->at - 1, TEXT(command_backslash_last), note);
        str_add_char(&s->word, s->text[s->at++]);
    }
    return str_err(&s->word);
}

static enum pes_err split(struct command *c, const char *text, struct pes_note *note) {
    struct splitter s = {.text = text};
    enum pes_err err = PES_ERR_OK;
    c->words = mem_alloc((strlen(text) / 2 + 2) * sizeof c->words[0]);
    if (c->words == NULL)
        return PES_ERR_NOMEM;
    str_init(&s.word);
    while (err == PES_ERR_OK) {
        while (is_blank(text[s.at]))
            s.at++;
        if (text[s.at] == '\0')
            break;
        err = take_word(&s, note);
        if (err == PES_ERR_OK) {
            c->words[c->count] = command_copy(s.word.text, s.word.length);
            err = c->words[c->count] != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
        }
        if (err == PES_ERR_OK)
            c->count++;
    }
    str_release(&s.word);
    if (err == PES_ERR_OK && (c->count == 0 || c->words[0][0] == '\0'))
        err = refuse_at(0, TEXT(command_empty), note);
    return err;
}

/* The program. -------------------------------------------------------------------------------- */

/* A sentence about the program with a second argument, which may be NULL. */
static enum pes_err refuse(const char *name, const struct pes_text *why, const char *detail,
                           struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE], quoted_detail[PES_QUOTE_SIZE];
    pes_quote(name, strlen(name), quoted);
    const char *second = detail != NULL ? detail : "";
    pes_quote(second, strlen(second), quoted_detail);
    return pes_note_say(note, PES_ERR_UNKNOWN, 0, why,
                        PES_ARGS(PES_STR(quoted), PES_STR(quoted_detail)));
}

/* Can the file be executed? Follows symbolic links. */
static enum pes_err check_file(const char *path, const char *name, struct pes_note *note) {
    struct stat info;
    if (stat(path, &info) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return refuse(name, TEXT(program_no_file), NULL, note);
        char words[FILE_REASON_SIZE];
        return refuse(name, TEXT(program_no_access), file_reason(errno, words), note);
    }
    if (S_ISDIR(info.st_mode))
        return refuse(name, TEXT(program_is_folder), NULL, note);
    if (!S_ISREG(info.st_mode) || access(path, X_OK) != 0)
        return refuse(name, TEXT(program_not_executable), NULL, note);
    return PES_ERR_OK;
}

/* Reads the first line of a script, without "#!"; an empty text for other files. */
static void read_line_1(const char *path, char out[LINE_1_MAX + 1]) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t got = fd >= 0 ? read(fd, out, LINE_1_MAX) : 0;
    if (fd >= 0)
        close(fd);
    out[got > 0 ? got : 0] = '\0';
    if (out[0] != '#' || out[1] != '!')
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    const size_t skip = out[0] == '\0' ? 0 : 2 + strspn(out + 2, " \t");
    memmove(out, out + skip, strlen(out + skip) + 1);
}

/* Will the system find the interpreter of a script? Its own answer would be "no such file". */
static enum pes_err check_interpreter(const char *path, const char *name, bool confined,
                                      struct pes_note *note) {
    char line[LINE_1_MAX + 1];
    read_line_1(path, line);
    const size_t length = strlen(line);
    if (length == 0)
        return PES_ERR_OK;
    if (line[length - 1] == '\r')
        return refuse(name, TEXT(program_line_end), NULL, note);
    line[strcspn(line, " \t")] = '\0';
    if (access(line, X_OK) != 0)
        return refuse(name, TEXT(program_no_interpreter), line, note);
    if (confined && !scope_is_system(line))
        return refuse(name, TEXT(program_interpreter_hidden), line, note);
    return PES_ERR_OK;
}

static bool is_program(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

enum pes_err command_search(const char *folders, const char *name, char **found) {
    struct str path;
    enum pes_err err = PES_ERR_OK;
    *found = NULL;
    str_init(&path);
    while (err == PES_ERR_OK && *found == NULL && *folders != '\0') {
        const size_t length = strcspn(folders, ":");
        str_clear(&path);
        str_add_bytes(&path, folders, length);
        str_add_char(&path, '/');
        str_add(&path, name);
        err = str_err(&path);
        if (err == PES_ERR_OK && path.text[0] == '/' && length > 0 && is_program(path.text)) {
            *found = command_copy(path.text, path.length);
            err = *found != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
        }
        folders += length + (folders[length] == ':');
    }
    str_release(&path);
    return err;
}

static enum pes_err find_on_path(struct command *c, bool confined, struct pes_note *note) {
    const char *own = getenv("PATH");
    enum pes_err err = PES_ERR_OK;
    if (confined || own == NULL)
        err = command_search(COMMAND_PATH, c->words[0], &c->program);
    if (err == PES_ERR_OK && c->program == NULL && own != NULL)
        err = command_search(own, c->words[0], &c->program);
    if (err != PES_ERR_OK)
        return err;
    if (c->program != NULL)
        return check_interpreter(c->program, c->words[0], confined, note);
    const bool here = access(c->words[0], F_OK) == 0;
    return refuse(c->words[0], here ? TEXT(program_not_found_here) : TEXT(program_not_found),
                  own != NULL ? "PATH" : COMMAND_PATH, note);
}

char *command_absolute(const char *folder, const char *word) {
    struct str path;
    str_init(&path);
    if (word[0] != '/') {
        str_add(&path, folder);
        str_add_char(&path, '/');
        while (word[0] == '.' && word[1] == '/') {
            word++;
            word += strspn(word, "/");
        }
    }
    str_add(&path, word);
    char *copy = str_err(&path) == PES_ERR_OK ? command_copy(path.text, path.length) : NULL;
    str_release(&path);
    return copy;
}

static enum pes_err find_program(struct command *c, bool confined, struct pes_note *note) {
    if (strchr(c->words[0], '/') == NULL)
        return find_on_path(c, confined, note);
    c->program = command_absolute(c->folder, c->words[0]);
    if (c->program == NULL)
        return PES_ERR_NOMEM;
    const enum pes_err err = check_file(c->program, c->words[0], note);
    return err == PES_ERR_OK ? check_interpreter(c->program, c->words[0], confined, note) : err;
}

/* The working directory. ---------------------------------------------------------------------- */

static enum pes_err find_folder(struct command *c, struct pes_note *note) {
    for (size_t size = 256;; size *= 2) {
        char *folder = mem_alloc(size);
        if (folder == NULL)
            return PES_ERR_NOMEM;
        if (getcwd(folder, size) != NULL) {
            if (strcmp(folder, "/") == 0)
                folder[0] = '\0'; /* paths are made of folder and "/name" */
            c->folder = folder;
            return PES_ERR_OK;
        }
        const int reason = errno;
        mem_free(folder);
        if (reason != ERANGE) {
            char words[FILE_REASON_SIZE];
            (void)refuse(".", TEXT(program_no_access), file_reason(reason, words), note);
            return PES_ERR_IO;
        }
    }
}

/* Words that name files become absolute. */
static enum pes_err free_from_folder(struct command *c) {
    for (int32_t i = 1; i < c->count; i++) {
        struct stat info;
        if (c->words[i][0] == '/' || stat(c->words[i], &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        char *absolute = command_absolute(c->folder, c->words[i]);
        if (absolute == NULL)
            return PES_ERR_NOMEM;
        mem_free(c->words[i]);
        c->words[i] = absolute;
    }
    return PES_ERR_OK;
}

/* Decides where the program works, and how it is called from there. */
static enum pes_err settle_folder(struct command *c) {
    char *name = strrchr(c->program, '/');
    assert(name != NULL);
    const bool is_path = strchr(c->words[0], '/') != NULL;
    if (is_path && strcmp(name, "/run") == 0) {
        const enum pes_err err = free_from_folder(c);
        char *folder = command_copy(c->program, (size_t)(name - c->program));
        if (err != PES_ERR_OK || folder == NULL) {
            mem_free(folder);
            return PES_ERR_NOMEM;
        }
        mem_free(c->folder);
        c->folder = folder;
        c->owns_folder = true;
    }
    const char *first = is_path && !c->owns_folder ? c->words[0] : c->program;
    c->first = command_copy(first, strlen(first));
    return c->first != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
}

enum pes_err command_init(struct command *c, const char *text, bool confined,
                          struct pes_note *note) {
    *c = (struct command){0};
    enum pes_err err = split(c, text, note);
    if (err == PES_ERR_OK)
        err = find_folder(c, note);
    if (err == PES_ERR_OK)
        err = find_program(c, confined, note);
    if (err == PES_ERR_OK)
        err = settle_folder(c);
    if (err != PES_ERR_OK)
        command_release(c);
    return err;
}

void command_release(struct command *c) {
    for (int32_t i = 0; i < c->count; i++)
        mem_free(c->words[i]);
    mem_free(c->words);
    mem_free(c->program);
    mem_free(c->folder);
    mem_free(c->first);
    *c = (struct command){0};
}
