#include "cli/match_files.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/mem.h"
#include "pessoi/record.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* More than `replay` reads: what a match has written it must be able to continue. */
enum { FILE_BYTES_MAX = 1 << 30 };

/* Before the match. -------------------------------------------------------------------------- */

/* Does the folder contain records? */
static bool has_records(const char *folder) {
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return false; // saving will report why
    bool found = false;
    for (const struct dirent *entry; !found && (entry = readdir(dir)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        found = length > 4 && strcmp(entry->d_name + length - 4, ".pes") == 0;
    }
    closedir(dir);
    return found;
}

static int refuse(struct cli *c, const char *option, const struct pes_text *why, const char *name) {
    char quoted[PES_QUOTE_SIZE];
    return fail_say(c, option, PES_ERR_UNFIT, why,
                    PES_ARGS(PES_STR(pes_quote(name, strlen(name), quoted))));
}

/* Two matches at once in the same file or folder would mix their games. The lock lasts until it is
 * closed here and in forked children, which after a kill end a little later: so it waits a moment.
 * Where the file system has no locks, nothing is kept away. */
static int lock(struct cli *c, struct match_files *files, const char *path) {
    enum { WAIT_MS = 2000, PAUSE_MS = 20 };
    char quoted[PES_QUOTE_SIZE];
    const int64_t until_ns = clock_in_ms(WAIT_MS);
    files->lock = open(path, O_RDONLY | O_CLOEXEC);
    while (files->lock >= 0 && flock(files->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        if (clock_now_ns() >= until_ns)
            return fail_say(c, NULL, PES_ERR_STOPPED, TEXT(cli_match_locked),
                            PES_ARGS(PES_STR(pes_quote(path, strlen(path), quoted))));
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * CLOCK_NS_PER_MS}, NULL);
    }
    return CLI_DONE; // what cannot be opened is reported when it is read
}

/* Creates the folder for the games. Refuses one with records of another match, so that they cannot
 * be overwritten. */
static int open_folder(struct cli *c, struct match_files *files) {
    struct pes_note note = {0};
    const enum pes_err err = file_make_folder(files->folder, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, files->folder, err, &note);
    const int code = lock(c, files, files->folder);
    if (code == CLI_DONE && !files->resume && has_records(files->folder))
        return refuse(c, "--save", TEXT(cli_match_saved_before), files->folder);
    return code;
}

/* Finds the records in files->text. */
static enum pes_err split(struct match_files *files) {
    enum { CAP_MIN = 64 };
    struct records records;
    struct record_slice slice;
    int32_t cap = 0;
    records_init(&records, files->text.text, files->text.length);
    while (files->count < PES_MATCH_GAMES_MAX && records_next(&records, &slice) && slice.complete) {
        if (files->count == cap) {
            cap = cap > 0 ? 2 * cap : CAP_MIN;
            struct record_slice *grown = mem_grow(files->slices, (size_t)cap * sizeof *grown);
            if (grown == NULL)
                return PES_ERR_NOMEM;
            files->slices = grown;
        }
        files->slices[files->count++] = slice;
    }
    return PES_ERR_OK;
}

/* Where the last complete record ends. */
static size_t records_end(const struct match_files *files) {
    if (files->count == 0)
        return 0;
    const struct record_slice *last = &files->slices[files->count - 1];
    return (size_t)(last->text + last->length - files->text.text);
}

/* Is what follows the last complete record the beginning of another one? Nothing else is removed.
 */
static bool ends_in_record(const struct match_files *files) {
    static const char beginning[] = "[Format ";
    size_t at = records_end(files);
    while (at < files->text.length && strchr(" \t\r\n", files->text.text[at]) != NULL)
        at++;
    const size_t left = files->text.length - at;
    const size_t length = left < strlen(beginning) ? left : strlen(beginning);
    return memcmp(files->text.text + at, beginning, length) == 0;
}

/* Removes a record that was cut short, and adds what is missing after the last complete one. In
 * place: another file of this name would not have the lock. */
static enum pes_err mend(const struct match_files *files, struct pes_note *note) {
    const char *gap = files->count > 0 ? "\n\n" : "";
    const size_t end = records_end(files), length = strlen(gap);
    if (files->text.length == end + length && memcmp(files->text.text + end, gap, length) == 0)
        return PES_ERR_OK;
    const enum pes_err err = file_cut(files->file, end, note);
    return err == PES_ERR_OK ? file_append(files->file, gap, length, note) : err;
}

static int open_file(struct cli *c, struct match_files *files) {
    struct pes_note note = {0};
    const bool before = file_exists(files->file);
    if (before && !files->resume)
        return refuse(c, "--records", TEXT(cli_match_records_before), files->file);
    enum pes_err err = before ? PES_ERR_OK : file_append(files->file, "", 0, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, files->file, err, &note);
    const int code = lock(c, files, files->file);
    if (code != CLI_DONE)
        return code;
    err = file_read(files->file, FILE_BYTES_MAX, &files->text, &note);
    if (err == PES_ERR_OK && files->text.length > 0 && !files->resume) // written meanwhile
        return refuse(c, "--records", TEXT(cli_match_records_before), files->file);
    if (err == PES_ERR_OK)
        err = split(files);
    if (err == PES_ERR_OK && !ends_in_record(files))
        return refuse(c, "--records", TEXT(cli_match_no_records), files->file);
    if (err == PES_ERR_OK)
        err = mend(files, &note);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(c, files->file, err, &note);
}

int match_files_open(struct cli *c, struct match_files *files) {
    *files = (struct match_files){.folder = cli_text(c, CLI_OPT_SAVE, NULL),
                                  .file = cli_text(c, CLI_OPT_RECORDS, NULL),
                                  .resume = CLI_GIVEN(c, RESUME),
                                  .lock = -1};
    str_init(&files->text);
    if (files->folder != NULL && files->file != NULL)
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_either_or),
                        PES_ARGS(PES_STR("--save"), PES_STR("--records")));
    if (files->resume && !match_files_wanted(files))
        return fail_say(c, "--resume", PES_ERR_UNFIT, TEXT(cli_match_resume_what), PES_NO_ARGS);
    const int code = files->folder != NULL ? open_folder(c, files)
                     : files->file != NULL ? open_file(c, files)
                                           : CLI_DONE;
    if (code != CLI_DONE)
        match_files_release(files);
    return code;
}

void match_files_release(struct match_files *files) {
    mem_free(files->slices);
    str_release(&files->text);
    if (files->lock >= 0)
        close(files->lock);
    *files = (struct match_files){.lock = -1};
    str_init(&files->text);
}

/* During the match. -------------------------------------------------------------------------- */

/* Sets files->path to a file of a game in the folder. */
static void set_path(struct match_files *files, int32_t number, const char *suffix) {
    snprintf(files->path, sizeof files->path, "%s/%06d.%s", files->folder, (int)number + 1, suffix);
    files->line = 1;
}

enum pes_err match_files_known(void *to, int32_t number, struct pes_record **out,
                               struct pes_note *note) {
    struct match_files *files = to;
    enum pes_err err = PES_ERR_OK;
    *out = NULL;
    files->reading = true;
    if (files->folder != NULL) {
        set_path(files, number, "pes");
        if (file_exists(files->path))
            err = pes_record_read(files->path, out, note);
    } else if (number < files->count) {
        const struct record_slice *slice = &files->slices[number];
        snprintf(files->path, sizeof files->path, "%s", files->file);
        files->line = slice->line;
        err = pes_record_parse(slice->text, slice->length, out, note);
    }
    files->reading = err != PES_ERR_OK || *out != NULL;
    return err;
}

/* The suffix of an agent's log beside a record, and its name in the file of all logs. */
static const char *seat_word(const struct pes_match_game *game, int agent) {
    return (agent ^ game->first) == 0 ? "first" : "second";
}

/* What the agents wrote for their authors, beside the record: before it, because the record says
 * that the game is stored. */
static enum pes_err save_logs(struct match_files *files, const struct pes_match_game *game,
                              struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int agent = 0; agent < 2 && err == PES_ERR_OK; agent++) {
        const struct pes_match_side *side = &game->sides[agent];
        if (side->log_length == 0)
            continue;
        if (files->folder != NULL) {
            char suffix[CLI_NUMBER_SIZE];
            snprintf(suffix, sizeof suffix, "%s.err", seat_word(game, agent));
            set_path(files, game->number, suffix);
            err = file_write(files->path, side->log, side->log_length, note);
            continue;
        }
        struct str text;
        str_init(&text);
        str_addf(&text, "== game %d, %s\n", (int)game->number + 1, seat_word(game, agent));
        str_add_bytes(&text, side->log, side->log_length);
        if (text.length > 0 && text.text[text.length - 1] != '\n')
            str_add_char(&text, '\n');
        snprintf(files->path, sizeof files->path, "%s.err", files->file);
        err = str_err(&text);
        if (err == PES_ERR_OK)
            err = file_append(files->path, text.text, text.length, note);
        str_release(&text);
    }
    return err;
}

static enum pes_err sink(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

/* Appends a record and an empty line by one write. */
static enum pes_err append_record(const struct match_files *files, const struct pes_record *record,
                                  struct pes_note *note) {
    struct str text;
    str_init(&text);
    enum pes_err err = pes_record_format(record, sink, &text);
    str_add_char(&text, '\n');
    if (err == PES_ERR_OK)
        err = str_err(&text);
    if (err == PES_ERR_OK)
        err = file_append(files->file, text.text, text.length, note);
    str_release(&text);
    return err;
}

enum pes_err match_files_save(struct match_files *files, const struct pes_match_game *game,
                              struct pes_note *note) {
    assert(game->record != NULL);
    files->reading = false;
    if (game->known)
        return PES_ERR_OK;
    const enum pes_err err = save_logs(files, game, note);
    if (err != PES_ERR_OK)
        return err;
    if (files->folder != NULL) {
        set_path(files, game->number, "pes");
        return pes_record_write(game->record, files->path, note);
    }
    snprintf(files->path, sizeof files->path, "%s", files->file);
    return append_record(files, game->record, note);
}
