/* A program sees its own files at their own paths, so that relative words of its command and
 * messages with paths mean the same inside and outside. What is not listed does not exist there. */
#include "process/scope.h"

#include "core/mem.h"
#include "core/str.h"
#include "process/text.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ITEMS_MAX = 400,   /* each may need a file descriptor */
    DEPTH_MAX = 20,    /* of folders in a program's folder */
    LOOKS_MAX = 20000, /* files of a folder whose permissions are checked */
    LINK_SIZE = 4096,
};

static const char *const system_folders[] = {"/usr",   "/bin",   "/sbin",   "/lib",
                                             "/lib32", "/lib64", "/libx32", "/opt"};

/* What the dynamic linker and interpreters read; a name with a star stands for all that begin so.
 * Nothing here tells who uses the machine. */
static const char *const etc_names[] = {"alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d",
                                        "localtime",    "timezone",    "java*",      "mono*",
                                        "perl*",        "python*"};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static bool is_below(const char *path, const char *folder) {
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool scope_is_system(const char *path) {
    if (strstr(path, "/../") != NULL)
        return false; /* it may leave the folder again */
    for (size_t i = 0; i < COUNT_OF(system_folders); i++)
        if (is_below(path, system_folders[i]))
            return true;
    return false;
}

/* Items. -------------------------------------------------------------------------------------- */

static enum pes_err add(struct scope *s, enum scope_kind kind, const char *from, const char *to) {
    if (s->count == s->cap) {
        const int32_t cap = s->cap * 2 + 32;
        struct scope_item *items = mem_grow(s->items, (size_t)cap * sizeof *items);
        if (items == NULL)
            return PES_ERR_NOMEM;
        s->items = items;
        s->cap = cap;
    }
    struct scope_item item = {.kind = kind, .to = command_copy(to, strlen(to)), .fd = -1};
    if (from != NULL)
        item.from = command_copy(from, strlen(from));
    if (item.to == NULL || (from != NULL && item.from == NULL)) {
        mem_free(item.to);
        mem_free(item.from);
        return PES_ERR_NOMEM;
    }
    s->items[s->count++] = item;
    return PES_ERR_OK;
}

static enum pes_err add_link(struct scope *s, const char *path) {
    char text[LINK_SIZE];
    const ssize_t length = readlink(path, text, sizeof text - 1);
    if (length <= 0)
        return PES_ERR_OK; /* it is gone */
    text[length] = '\0';
    return add(s, SCOPE_LINK, text, path);
}

void scope_release(struct scope *s) {
    for (int32_t i = 0; i < s->count; i++) {
        mem_free(s->items[i].from);
        mem_free(s->items[i].to);
    }
    mem_free(s->items);
    *s = (struct scope){0};
}

/* The system. --------------------------------------------------------------------------------- */

static enum pes_err add_system(struct scope *s) {
    enum pes_err err = PES_ERR_OK;
    for (size_t i = 0; i < COUNT_OF(system_folders) && err == PES_ERR_OK; i++) {
        const char *path = system_folders[i];
        struct stat info;
        if (lstat(path, &info) != 0)
            continue;
        err = S_ISLNK(info.st_mode) ? add_link(s, path) : add(s, SCOPE_SHOW, path, path);
    }
    return err;
}

static bool is_wanted(const char *name) {
    for (size_t i = 0; i < COUNT_OF(etc_names); i++) {
        const size_t length = strcspn(etc_names[i], "*");
        if (strncmp(name, etc_names[i], length) == 0 &&
            (etc_names[i][length] == '*' || name[length] == '\0'))
            return true;
    }
    return false;
}

static enum pes_err add_etc(struct scope *s) {
    enum pes_err err = PES_ERR_OK;
    struct str path;
    DIR *folder = opendir("/etc");
    if (folder == NULL)
        return PES_ERR_OK;
    str_init(&path);
    for (const struct dirent *entry; err == PES_ERR_OK && (entry = readdir(folder)) != NULL;) {
        struct stat info;
        if (!is_wanted(entry->d_name))
            continue;
        str_clear(&path);
        str_add(&path, "/etc/");
        str_add(&path, entry->d_name);
        err = str_err(&path);
        if (err == PES_ERR_OK && stat(path.text, &info) == 0)
            err = add(s, SCOPE_SHOW, path.text, path.text);
    }
    str_release(&path);
    closedir(folder);
    return err;
}

/* The program's own files. -------------------------------------------------------------------- */

/* One walk through a program's folder. */
struct walk {
    struct scope *scope;
    int looks; /* files seen */
};

static bool anybody_reads(const struct stat *info) {
    const mode_t bits = S_ISDIR(info->st_mode) || (info->st_mode & S_IXUSR) != 0
                            ? (mode_t)(S_IROTH | S_IXOTH)
                            : (mode_t)S_IROTH;
    return (info->st_mode & bits) == bits;
}

/* Adds a file. The target of a symbolic link is never copied: a link that its author made must not
 * open a file that only the referee can read. */
static enum pes_err add_file(struct scope *s, const char *path, bool by_other) {
    struct stat info, link;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || scope_is_system(path))
        return PES_ERR_OK;
    const bool is_link = lstat(path, &link) != 0 || S_ISLNK(link.st_mode);
    const bool show = !by_other || is_link || anybody_reads(&info);
    const enum pes_err err = add(s, show ? SCOPE_SHOW : SCOPE_COPY, path, path);
    if (err == PES_ERR_OK)
        s->items[s->count - 1].runs = (info.st_mode & S_IXUSR) != 0;
    return err;
}

enum pes_err scope_each(const char *path, int depth, scope_visit *visit, void *to, bool *open) {
    enum pes_err err = PES_ERR_OK;
    struct str inner;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return PES_ERR_OK;
    str_init(&inner);
    for (const struct dirent *entry;
         err == PES_ERR_OK && *open && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        str_clear(&inner);
        str_add(&inner, path);
        str_add_char(&inner, '/');
        str_add(&inner, entry->d_name);
        err = str_err(&inner);
        if (err == PES_ERR_OK)
            err = visit(to, inner.text, depth, open);
    }
    str_release(&inner);
    closedir(folder);
    return err;
}

/* Clears *open if something at the path is not for everybody. */
static enum pes_err look(void *to, const char *path, int depth, bool *open) {
    struct walk *walk = to;
    struct stat info;
    if (++walk->looks > LOOKS_MAX || lstat(path, &info) != 0 || S_ISLNK(info.st_mode))
        return PES_ERR_OK;
    *open = anybody_reads(&info);
    if (!*open || !S_ISDIR(info.st_mode) || depth >= DEPTH_MAX)
        return PES_ERR_OK;
    return scope_each(path, depth + 1, look, walk, open);
}

/* Adds what is at the path, as large parts as possible at once. */
static enum pes_err add_tree(void *to, const char *path, int depth, bool *going) {
    struct walk *walk = to;
    struct stat info;
    bool open = true;
    if (walk->scope->count >= ITEMS_MAX || depth > DEPTH_MAX)
        return PES_ERR_LIMIT;
    if (lstat(path, &info) != 0)
        return PES_ERR_OK;
    if (S_ISLNK(info.st_mode))
        return add_link(walk->scope, path);
    if (!S_ISDIR(info.st_mode))
        return add_file(walk->scope, path, true);
    enum pes_err err = look(walk, path, depth, &open);
    if (err != PES_ERR_OK || open)
        return err != PES_ERR_OK ? err : add(walk->scope, SCOPE_SHOW, path, path);
    err = add(walk->scope, SCOPE_FOLDER, NULL, path);
    return err == PES_ERR_OK ? scope_each(path, depth + 1, add_tree, walk, going) : err;
}

static enum pes_err add_folder(struct scope *s, const char *path, bool by_other,
                               struct pes_note *note) {
    if (!by_other)
        return add(s, SCOPE_SHOW, path, path);
    struct walk walk = {.scope = s};
    bool going = true;
    const enum pes_err err = add_tree(&walk, path, 0, &going);
    if (err != PES_ERR_LIMIT)
        return err;
    char quoted[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(program_too_many_files),
                        PES_ARGS(PES_STR(pes_quote(path, strlen(path), quoted))));
}

bool scope_shows_folder(const struct command *c) {
    return c->owns_folder && c->folder[0] != '\0' && strcmp(c->folder, "/tmp") != 0;
}

static enum pes_err add_words(struct scope *s, const struct command *c, bool by_other) {
    enum pes_err err = scope_shows_folder(c) ? PES_ERR_OK : add_file(s, c->program, by_other);
    for (int32_t i = 1; i < c->count && err == PES_ERR_OK; i++) {
        char *path = command_absolute(c->folder, c->words[i]);
        err = path == NULL ? PES_ERR_NOMEM : PES_ERR_OK;
        if (err == PES_ERR_OK && (!scope_shows_folder(c) || !is_below(path, c->folder)))
            err = add_file(s, path, by_other);
        mem_free(path);
    }
    return err;
}

enum pes_err scope_init(struct scope *s, const struct command *c, bool by_other,
                        struct pes_note *note) {
    *s = (struct scope){0};
    enum pes_err err = add_system(s);
    if (err == PES_ERR_OK)
        err = add_etc(s);
    if (err == PES_ERR_OK && c->folder[0] != '\0' && !scope_is_system(c->folder))
        err = scope_shows_folder(c) ? add_folder(s, c->folder, by_other, note)
                                    : add(s, SCOPE_FOLDER, NULL, c->folder);
    if (err == PES_ERR_OK)
        err = add_words(s, c, by_other);
    if (err != PES_ERR_OK)
        scope_release(s);
    return err;
}
