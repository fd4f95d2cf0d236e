/* Every file gives a number that depends on its name and its bytes (SHA-256); the hash is the sum
 * of these numbers, so that the order in which a folder lists its files does not matter. */
#include "process/files.h"

#include "core/file.h"
#include "core/mem.h"
#include "core/sha256.h"
#include "process/command.h"
#include "process/scope.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FILES_MAX = 20000,     /* of a folder; others do not count */
    BYTES_MAX = 256 << 20, /* of all files; of those beyond it size and time count */
    DEPTH_MAX = 20,        /* of folders in a program's folder */
    LINK_SIZE = 4096,
};

struct sum {
    uint64_t value;
    int32_t files;
    size_t bytes;       /* read so far */
    size_t name_offset; /* of paths in a folder: names are relative to it */
    struct str text;    /* of one file */
};

/* Adds the number of a file whose bytes are s->text. */
static enum pes_err add(struct sum *s, const char *name) {
    unsigned char digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    enum pes_err err = str_err(&s->text);
    if (err != PES_ERR_OK)
        return err;
    sha256_hex(s->text.text, s->text.length, hex);
    str_clear(&s->text);
    str_addf(&s->text, "%s\n%s", name, hex);
    err = str_err(&s->text);
    if (err != PES_ERR_OK)
        return err;
    sha256(s->text.text, s->text.length, digest);
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | digest[i];
    s->value += number;
    s->files++;
    return PES_ERR_OK;
}

/* Adds a file; what is none does not count. */
static enum pes_err add_file(struct sum *s, const char *name, const char *path) {
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return PES_ERR_OK;
    str_clear(&s->text);
    const size_t left = BYTES_MAX - s->bytes;
    const enum pes_err err =
        info.st_size <= (off_t)left ? file_read(path, left, &s->text, NULL) : PES_ERR_LIMIT;
    if (err == PES_ERR_NOMEM)
        return err;
    if (err != PES_ERR_OK)
        str_addf(&s->text, "%jd bytes, %jd", (intmax_t)info.st_size, (intmax_t)info.st_mtime);
    else
        s->bytes += s->text.length;
    return add(s, name);
}

static enum pes_err add_link(struct sum *s, const char *name, const char *path) {
    char to[LINK_SIZE];
    const ssize_t length = readlink(path, to, sizeof to);
    str_clear(&s->text);
    str_add(&s->text, "-> ");
    str_add_bytes(&s->text, to, length > 0 ? (size_t)length : 0);
    return add(s, name);
}

/* Adds what is at the path, in the folder of a program. */
static enum pes_err add_tree(void *to, const char *path, int depth, bool *open) {
    struct sum *s = to;
    struct stat info;
    const char *name = strrchr(path, '/') + 1;
    *open = s->files < FILES_MAX;
    if (!*open || name[0] == '.' || strcmp(name, "__pycache__") == 0 || lstat(path, &info) != 0)
        return PES_ERR_OK;
    if (S_ISLNK(info.st_mode))
        return add_link(s, path + s->name_offset, path);
    if (!S_ISDIR(info.st_mode))
        return add_file(s, path + s->name_offset, path);
    return depth < DEPTH_MAX ? scope_each(path, depth + 1, add_tree, s, open) : PES_ERR_OK;
}

/* Is the program an interpreter or the like, which belongs to the system? */
static bool is_of_system(const struct command *c) {
    return strchr(c->words[0], '/') == NULL && scope_is_system(c->program);
}

static enum pes_err add_command(struct sum *s, const struct command *c) {
    enum pes_err err = PES_ERR_OK;
    bool open = true;
    if (scope_shows_folder(c)) {
        s->name_offset = strlen(c->folder);
        err = scope_each(c->folder, 0, add_tree, s, &open);
    } else if (!is_of_system(c)) {
        err = add_file(s, c->words[0], c->program);
    }
    for (int32_t i = 1; i < c->count && err == PES_ERR_OK; i++) {
        char *path = command_absolute(c->folder, c->words[i]);
        err = path != NULL ? add_file(s, c->words[i], path) : PES_ERR_NOMEM;
        mem_free(path);
    }
    return err;
}

enum pes_err files_hash(const char *command, bool confined, char out[FILES_HASH_SIZE]) {
    struct command c;
    struct sum s = {0};
    out[0] = '\0';
    enum pes_err err = command_init(&c, command, confined, NULL);
    if (err != PES_ERR_OK)
        return err == PES_ERR_NOMEM ? err : PES_ERR_OK; /* starting it will say why */
    str_init(&s.text);
    err = add_command(&s, &c);
    str_release(&s.text);
    command_release(&c);
    if (err == PES_ERR_OK && s.files > 0)
        snprintf(out, FILES_HASH_SIZE, "%016" PRIx64, s.value);
    return err;
}
