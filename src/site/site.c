/* The folder of a tournament's pages. Files whose bytes can be made again are not flushed one by
 * one: a tournament may have thousands of games. */
#include "site/site_int.h"

#include "core/file.h"
#include "core/mem.h"
#include "site/text.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE_MAX = 1 << 20 /* bytes of an index.html that can be ours */ };

/* What index.html says about itself (web/site.html): a folder without it is not ours. */
static const char mark[] = "<!-- pessoi: pages of a tournament -->";
static const char title_place[] = "<title>Pessoi</title>";

struct site {
    struct site_about about;  /* its texts are copies */
    char *texts[4];           /* the copies */
    char *folder;             /* without a slash at its end */
    struct str rows;          /* of the list of games */
    struct str path, content; /* for the file that is being written */
    int64_t *numbers;         /* of the games that were added */
    size_t count, cap;
};

/* Files --------------------------------------------------------------------------------------- */

/* The path of a file of the site, valid until the next call; `name` may have a slash. */
static const char *path_of(struct site *site, const char *name) {
    str_clear(&site->path);
    str_addf(&site->path, "%s/%s", site->folder, name);
    return site->path.text;
}

static enum pes_err refuse_memory(struct pes_note *note) {
    return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

static enum pes_err write_one(struct site *site, const char *name, const struct str *bytes,
                              struct pes_note *note) {
    const char *path = path_of(site, name);
    if (str_err(&site->path) || str_err(bytes))
        return refuse_memory(note);
    return file_write_quick(path, bytes->text, bytes->length, note);
}

/* Does the folder hold anything? A missing folder does not; hidden files (a new repository) do not
 * count. */
static enum pes_err look_inside(const char *folder, bool *empty, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    *empty = true;
    DIR *dir = opendir(folder);
    if (dir == NULL && errno == ENOENT)
        return PES_ERR_OK;
    if (dir == NULL) {
        char why[128];
        if (strerror_r(errno, why, sizeof why) != 0)
            why[0] = '\0';
        return pes_note_say(
            note, PES_ERR_IO, 0, TEXT(site_cannot_list),
            PES_ARGS(PES_STR(pes_quote(folder, strlen(folder), quote)), PES_STR(why)));
    }
    const struct dirent *entry;
    while (*empty && (entry = readdir(dir)) != NULL)
        *empty = entry->d_name[0] == '.';
    closedir(dir);
    return PES_ERR_OK;
}

/* Refuses a folder that holds something else than pages of ours. */
static enum pes_err check_folder(struct site *site, struct pes_note *note) {
    bool empty;
    const enum pes_err err = look_inside(site->folder, &empty, note);
    if (err || empty)
        return err;
    struct str page;
    str_init(&page);
    const enum pes_err read = file_read(path_of(site, "index.html"), PAGE_MAX, &page, NULL);
    const bool ours = read == PES_ERR_OK && strstr(page.text, mark) != NULL;
    str_release(&page);
    if (read == PES_ERR_NOMEM || str_err(&site->path))
        return refuse_memory(note);
    char quote[PES_QUOTE_SIZE];
    return ours ? PES_ERR_OK
                : pes_note_say(
                      note, PES_ERR_UNFIT, 0, TEXT(site_not_ours),
                      PES_ARGS(PES_STR(pes_quote(site->folder, strlen(site->folder), quote))));
}

/* Appends text as the content of an HTML element. */
static void add_html(struct str *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (strchr("<>&\"'", *text) != NULL)
            str_addf(out, "&#%d;", *text);
        else if ((unsigned char)*text >= 0x20)
            str_add_char(out, *text);
    }
}

/* The page with the tournament's title, which other programs show before any script runs. */
static void add_page(const struct site *site, const struct file *file, struct str *out) {
    const char *page = (const char *)file->plain.bytes;
    const size_t length = file->plain.length;
    str_add_bytes(out, page, length);
    const char *place = strstr(out->text, title_place);
    assert(out->failed || place != NULL);
    if (place == NULL || site->about.title == NULL || site->about.title[0] == '\0')
        return;
    const size_t before = (size_t)(place - out->text);
    str_clear(out);
    str_add_bytes(out, page, before);
    str_add(out, "<title>");
    add_html(out, site->about.title);
    str_add(out, "</title>");
    str_add_bytes(out, page + before + sizeof title_place - 1,
                  length - before - (sizeof title_place - 1));
}

static bool is_page(const struct file *file) {
    return strcmp(file->path, "/index.html") == 0;
}

/* Writes the page if `page`, else the files that are the same for every tournament. */
static enum pes_err write_shell(struct site *site, bool page, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (size_t i = 0; i < files_site.count && !err; i++) {
        const struct file *file = &files_site.files[i];
        assert(file->path[0] == '/');
        if (is_page(file) != page)
            continue;
        str_clear(&site->content);
        if (page)
            add_page(site, file, &site->content);
        else
            str_add_bytes(&site->content, (const char *)file->plain.bytes, file->plain.length);
        err = write_one(site, file->path + 1, &site->content, note);
    }
    return err;
}

/* Games --------------------------------------------------------------------------------------- */

static enum pes_err remember(struct site *site, int64_t number) {
    if (site->count == site->cap) {
        const size_t cap = site->cap > 0 ? 2 * site->cap : 256;
        int64_t *more = mem_grow(site->numbers, cap * sizeof *more);
        if (more == NULL)
            return PES_ERR_NOMEM;
        site->numbers = more;
        site->cap = cap;
    }
    site->numbers[site->count++] = number;
    return PES_ERR_OK;
}

enum pes_err site_list_game(struct site *site, const struct site_game *game, int plies,
                            struct pes_note *note) {
    site_put_row(game, plies, &site->rows);
    return str_err(&site->rows) || remember(site, game->number) ? refuse_memory(note) : PES_ERR_OK;
}

enum pes_err site_add_game(struct site *site, const struct site_game *game, struct pes_note *note) {
    assert(game->number >= 0);
    char name[64];
    struct str json;
    int plies = 0;
    str_init(&json);
    enum pes_err err = site_put_moves(site->about.kit, game, &json, &plies, note);
    if (!err) {
        str_clear(&site->content);
        add_script(&site->content, "pessoiGame", &json);
        snprintf(name, sizeof name, "games/%" PRId64 ".js", game->number);
        err = write_one(site, name, &site->content, note);
    }
    if (!err) {
        str_clear(&site->content);
        str_add(&site->content, game->record);
        snprintf(name, sizeof name, "games/%" PRId64 ".pes", game->number);
        err = write_one(site, name, &site->content, note);
    }
    str_release(&json);
    if (err)
        return err;
    return site_list_game(site, game, plies, note);
}

static int by_number(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The number of a game's file, "12.js" or "12.pes"; -1: it is not one. */
static int64_t number_of(const char *name) {
    char *end;
    if (name[0] < '0' || name[0] > '9')
        return -1;
    errno = 0;
    const long long n = strtoll(name, &end, 10);
    return errno == 0 && (strcmp(end, ".js") == 0 || strcmp(end, ".pes") == 0) ? n : -1;
}

/* Removes the games of an earlier tournament in this folder. What cannot be removed stays: no page
 * links to it. */
static void remove_old_games(struct site *site) {
    qsort(site->numbers, site->count, sizeof site->numbers[0], by_number);
    DIR *dir = opendir(path_of(site, "games"));
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        const int64_t n = number_of(entry->d_name);
        if (n < 0 || (site->count > 0 && bsearch(&n, site->numbers, site->count,
                                                 sizeof site->numbers[0], by_number) != NULL))
            continue;
        char name[300];
        snprintf(name, sizeof name, "games/%s", entry->d_name);
        const char *path = path_of(site, name);
        if (str_err(&site->path)) /* the path is not complete */
            break;
        (void)unlink(path);
    }
    if (dir != NULL)
        closedir(dir);
}

/* Life ---------------------------------------------------------------------------------------- */

/* Copies a text that the caller lends; NULL stays NULL. */
static enum pes_err keep(struct site *site, int at, const char **text) {
    if (*text == NULL)
        return PES_ERR_OK;
    const size_t size = strlen(*text) + 1;
    site->texts[at] = mem_alloc(size);
    if (site->texts[at] == NULL)
        return PES_ERR_NOMEM;
    memcpy(site->texts[at], *text, size);
    *text = site->texts[at];
    return PES_ERR_OK;
}

static enum pes_err keep_texts(struct site *site) {
    struct site_about *a = &site->about;
    return keep(site, 0, &a->title) || keep(site, 1, &a->variant) || keep(site, 2, &a->type) ||
                   keep(site, 3, &a->version)
               ? PES_ERR_NOMEM
               : PES_ERR_OK;
}

/* The path without slashes at its end. */
static enum pes_err keep_folder(struct site *site, const char *folder) {
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    site->folder = mem_alloc(length + 1);
    if (site->folder == NULL)
        return PES_ERR_NOMEM;
    memcpy(site->folder, folder, length);
    site->folder[length] = '\0';
    return PES_ERR_OK;
}

/* Makes the folder `name` of the site; "": the site's own. */
static enum pes_err make_folder(struct site *site, const char *name, struct pes_note *note) {
    const char *path = path_of(site, name);
    return str_err(&site->path) ? refuse_memory(note) : file_make_folder(path, note);
}

/* The page comes first: with it the folder is ours, even if the rest fails. */
static enum pes_err make_site(struct site *site, struct pes_note *note) {
    enum pes_err err = make_folder(site, "", note);
    if (!err)
        err = write_shell(site, true, note);
    if (!err)
        err = write_shell(site, false, note);
    return err ? err : make_folder(site, "games", note);
}

enum pes_err site_begin(const struct site_about *about, const char *folder, struct site **out,
                        struct pes_note *note) {
    assert(about->kit != NULL && about->variant != NULL && about->type != NULL);
    struct site *site = mem_alloc(sizeof *site);
    if (site == NULL)
        return refuse_memory(note);
    *site = (struct site){.about = *about};
    str_init(&site->rows);
    str_init(&site->path);
    str_init(&site->content);
    enum pes_err err = PES_ERR_OK;
    if (keep_texts(site) || keep_folder(site, folder))
        err = refuse_memory(note);
    if (!err)
        err = check_folder(site, note);
    if (!err)
        err = make_site(site, note);
    if (err)
        site_free(site);
    else
        *out = site;
    return err;
}

enum pes_err site_end(struct site *site, const struct site_player players[], int count,
                      struct pes_note *note) {
    struct str json;
    str_init(&json);
    enum pes_err err = site_put_data(&site->about, &site->rows, players, count, &json, note);
    if (!err) {
        str_clear(&site->content);
        add_script(&site->content, "pessoiTournament", &json);
        const char *path = path_of(site, "data.js");
        err = str_err(&site->content) || str_err(&site->path)
                  ? refuse_memory(note)
                  : file_write(path, site->content.text, site->content.length, note);
    }
    str_release(&json);
    if (!err)
        remove_old_games(site);
    return err;
}

void site_free(struct site *site) {
    if (site == NULL)
        return;
    for (size_t i = 0; i < sizeof site->texts / sizeof site->texts[0]; i++)
        mem_free(site->texts[i]);
    mem_free(site->folder);
    mem_free(site->numbers);
    str_release(&site->rows);
    str_release(&site->path);
    str_release(&site->content);
    mem_free(site);
}
