/* Whole files. Writing is atomic: write a temporary file in the same folder, fsync() it, rename()
 * it over the old one, and fsync() the folder. Helpers return 0 or an errno; the public functions
 * turn it into a note. */
#include "core/file.h"
#include "core/clock.h"
#include "core/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum pes_err refuse_memory(struct pes_note *note) {
    return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

const char *file_reason(int reason, char out[FILE_REASON_SIZE]) {
    if (strerror_r(reason, out, FILE_REASON_SIZE) != 0)
        snprintf(out, FILE_REASON_SIZE, "errno %d", reason);
    return out;
}

/* Fills in the note with what failed and the system's reason, an errno. */
static enum pes_err refuse(const char *path, const struct pes_text *why, int reason,
                           struct pes_note *note) {
    char quote[PES_QUOTE_SIZE], words[FILE_REASON_SIZE];
    return pes_note_say(note, PES_ERR_IO, 0, why,
                        PES_ARGS(PES_STR(pes_quote(path, strlen(path), quote)),
                                 PES_STR(file_reason(reason, words))));
}

static enum pes_err refuse_folder(const char *path, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(file_is_folder),
                        PES_ARGS(PES_STR(pes_quote(path, strlen(path), quote))));
}

static enum pes_err refuse_size(const char *path, size_t bytes_max, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(
        note, PES_ERR_LIMIT, 0, TEXT(file_too_large),
        PES_ARGS(PES_STR(pes_quote(path, strlen(path), quote)), PES_INT((int64_t)bytes_max)));
}

/* Reads until the end of the file: st_size is wrong for pipes, /proc and growing files. */
static enum pes_err read_all(int fd, const char *path, size_t bytes_max, struct str *out,
                             struct pes_note *note) {
    char chunk[16384];
    size_t total = 0;
    for (;;) {
        const ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return refuse(path, TEXT(file_cannot_read), errno, note);
        if (got == 0)
            return PES_ERR_OK;
        assert(total <= bytes_max);
        if ((size_t)got > bytes_max - total)
            return refuse_size(path, bytes_max, note);
        total += (size_t)got;
        str_add_bytes(out, chunk, (size_t)got);
        if (str_err(out))
            return refuse_memory(note);
    }
}

/* A folder can be opened, but not read: it is refused with a sentence of its own. */
enum pes_err file_read(const char *path, size_t bytes_max, struct str *out, struct pes_note *note) {
    const size_t before = out->length;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return refuse(path, TEXT(file_cannot_read), errno, note);
    struct stat about;
    enum pes_err err;
    if (fstat(fd, &about) != 0)
        err = refuse(path, TEXT(file_cannot_read), errno, note);
    else if (S_ISDIR(about.st_mode))
        err = refuse_folder(path, note);
    else
        err = read_all(fd, path, bytes_max, out, note);
    close(fd);
    assert(out->length >= before);
    if (err && out->length > before) {
        out->length = before;
        out->text[before] = '\0';
    }
    return err;
}

/* Writes everything; returns 0 or an errno. */
static int write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t put = write(fd, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno;
        bytes += put;
        length -= (size_t)put;
    }
    return 0;
}

/* The length of the folder part of a path, its last '/' included; 0 if there is none. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Creates a file with a new random name in the folder of `path`; returns its descriptor, or -1 with
 * errno set. The name does not contain the file's own, which may have the greatest length that the
 * system allows. */
static int open_temporary(const char *path, mode_t mode, struct str *name) {
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; i++) {
        str_clear(name);
        str_add_bytes(name, path, folder_length(path));
        str_addf(name, ".pessoi-%016" PRIx64 ".tmp", clock_seed());
        if (str_err(name)) {
            errno = ENOMEM;
            return -1;
        }
        const int fd = open(name->text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* What to write, and whether to flush it to the disk. */
struct content {
    const char *bytes;
    size_t length;
    bool flush;
};

/* Fills the open temporary file and closes it; `mode` 0 keeps the permissions it was created with.
 * Returns 0 or an errno. */
static int fill(int fd, mode_t mode, const struct content *c) {
    int reason = write_all(fd, c->bytes, c->length);
    if (!reason && mode != 0 && fchmod(fd, mode) != 0)
        reason = errno;
    if (!reason && c->flush && fsync(fd) != 0)
        reason = errno;
    if (close(fd) != 0 && !reason)
        reason = errno;
    return reason;
}

/* Makes the rename() durable. Errors are ignored: some file systems cannot do it, and the file is
 * complete in any case. */
static void sync_folder(const char *path, struct str *name) {
    str_clear(name);
    str_add_bytes(name, path, folder_length(path));
    str_add_char(name, '.');
    const int fd = str_err(name) ? -1 : open(name->text, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

/* Writes a temporary file beside `path` and renames it. `mode` 0: there is no old file. Returns 0
 * or an errno. */
static int replace(const char *path, mode_t mode, const struct content *c) {
    struct str name;
    str_init(&name);
    /* Create it private: the replacement of a private file must never be readable by others. */
    const int fd = open_temporary(path, mode != 0 ? 0600 : 0666, &name);
    int reason = fd < 0 ? errno : fill(fd, mode, c);
    if (!reason && rename(name.text, path) != 0)
        reason = errno;
    if (!reason && c->flush)
        sync_folder(path, &name);
    else if (reason && fd >= 0)
        unlink(name.text);
    str_release(&name);
    return reason;
}

/* Writes in place to what is not a regular file, e.g. /dev/stdout: rename() would replace it. */
static int write_through(const char *path, const struct content *c) {
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int reason = write_all(fd, c->bytes, c->length);
    if (close(fd) != 0 && !reason)
        reason = errno;
    return reason;
}

/* Resolves the symbolic links at the end of a path: the file is replaced, not the link to it.
 * Returns 0 or an errno. */
static int follow(const char *path, struct str *out) {
    enum { LINKS_MAX = 40 };
    char target[PATH_MAX];
    str_add(out, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        if (str_err(out))
            return ENOMEM;
        const ssize_t length = readlink(out->text, target, sizeof target);
        if (length < 0)
            return 0; /* not a link; write_whole() handles a path that does not exist */
        if ((size_t)length == sizeof target)
            return ENAMETOOLONG;
        out->length = target[0] == '/' ? 0 : folder_length(out->text);
        str_add_bytes(out, target, (size_t)length);
    }
    return ELOOP;
}

/* Writes a new file or replaces an existing one. Returns 0 or an errno. */
static int write_whole(const char *path, const struct content *c) {
    struct stat about;
    if (stat(path, &about) != 0)
        return errno == ENOENT ? replace(path, 0, c) : errno;
    if (S_ISDIR(about.st_mode))
        return EISDIR;
    if (!S_ISREG(about.st_mode))
        return write_through(path, c);
    /* rename() would replace a file without write permission, too: respect the permission. */
    if (access(path, W_OK) != 0)
        return errno;
    return replace(path, about.st_mode & 07777, c);
}

static enum pes_err write_file(const char *path, const struct content *c, struct pes_note *note) {
    struct str target;
    str_init(&target);
    int reason = follow(path, &target);
    if (!reason)
        reason = write_whole(target.text, c);
    str_release(&target);
    switch (reason) {
    case 0:
        return PES_ERR_OK;
    case ENOMEM:
        return refuse_memory(note);
    case EISDIR:
        return refuse_folder(path, note);
    default:
        return refuse(path, TEXT(file_cannot_write), reason, note);
    }
}

enum pes_err file_write(const char *path, const char *bytes, size_t length, struct pes_note *note) {
    return write_file(path, &(struct content){bytes, length, .flush = true}, note);
}

enum pes_err file_write_quick(const char *path, const char *bytes, size_t length,
                              struct pes_note *note) {
    return write_file(path, &(struct content){bytes, length, .flush = false}, note);
}

static enum pes_err refuse_taken(const char *path, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(file_taken),
                        PES_ARGS(PES_STR(pes_quote(path, strlen(path), quote))));
}

enum pes_err file_create(struct file_new *f, const char *path, struct pes_note *note) {
    struct stat about;
    *f = (struct file_new){.path = path};
    if (lstat(path, &about) == 0)
        return refuse_taken(path, note);
    str_init(&f->temporary);
    const int fd = open_temporary(path, 0666, &f->temporary);
    f->stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (f->stream != NULL)
        return PES_ERR_OK;
    const int reason = errno;
    if (fd >= 0) {
        close(fd);
        unlink(f->temporary.text);
    }
    str_release(&f->temporary);
    return reason == ENOMEM ? refuse_memory(note)
                            : refuse(path, TEXT(file_cannot_write), reason, note);
}

/* Gives the file its name unless that is taken; returns 0 or an errno. */
static int give_name(const char *temporary, const char *path) {
    if (link(temporary, path) == 0)
        return 0;
    struct stat about;
    const int reason = errno;
    /* Some file systems have no links. */
    if ((reason != EPERM && reason != EOPNOTSUPP && reason != ENOSYS) || lstat(path, &about) == 0)
        return reason;
    return rename(temporary, path) == 0 ? 0 : errno;
}

enum pes_err file_finish(struct file_new *f, struct pes_note *note) {
    int reason = f->reason != 0 ? f->reason : ferror(f->stream) ? EIO : 0;
    if (!reason && (fflush(f->stream) != 0 || fsync(fileno(f->stream)) != 0))
        reason = errno;
    if (fclose(f->stream) != 0 && !reason)
        reason = errno;
    if (!reason)
        reason = give_name(f->temporary.text, f->path);
    (void)unlink(f->temporary.text); /* it is gone if it was renamed */
    if (!reason)
        sync_folder(f->path, &f->temporary);
    str_release(&f->temporary);
    if (reason == EEXIST)
        return refuse_taken(f->path, note);
    return reason ? refuse(f->path, TEXT(file_cannot_write), reason, note) : PES_ERR_OK;
}

void file_discard(struct file_new *f) {
    (void)fclose(f->stream);
    (void)unlink(f->temporary.text);
    str_release(&f->temporary);
}

enum pes_err file_append(const char *path, const char *bytes, size_t length,
                         struct pes_note *note) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    int reason = fd < 0 ? errno : write_all(fd, bytes, length);
    if (fd >= 0 && close(fd) != 0 && !reason)
        reason = errno;
    return reason ? refuse(path, TEXT(file_cannot_write), reason, note) : PES_ERR_OK;
}

enum pes_err file_cut(const char *path, size_t length, struct pes_note *note) {
    if (truncate(path, (off_t)length) != 0)
        return refuse(path, TEXT(file_cannot_write), errno, note);
    return PES_ERR_OK;
}

bool file_exists(const char *path) {
    struct stat about;
    return stat(path, &about) == 0;
}

/* Makes one folder, which may exist already. Returns 0 or an errno. */
static int make_one(const char *path) {
    struct stat about;
    if (mkdir(path, 0777) == 0)
        return 0;
    const int reason = errno;
    if (stat(path, &about) != 0)
        return reason;
    return S_ISDIR(about.st_mode) ? 0 : ENOTDIR;
}

enum pes_err file_make_folder(const char *path, struct pes_note *note) {
    struct str part;
    str_init(&part);
    str_add(&part, path);
    enum pes_err err = str_err(&part) ? refuse_memory(note) : PES_ERR_OK;
    /* Make the parent folders: the path up to each slash except the leading one. */
    for (size_t i = 1; !err && i < part.length; i++) {
        if (part.text[i] != '/')
            continue;
        part.text[i] = '\0';
        const int reason = make_one(part.text);
        part.text[i] = '/';
        if (reason)
            err = refuse(path, TEXT(file_cannot_make_folder), reason, note);
    }
    const int reason = err ? 0 : make_one(part.text);
    if (reason)
        err = refuse(path, TEXT(file_cannot_make_folder), reason, note);
    str_release(&part);
    return err;
}
