/* The pages of a tournament (docs/formats/site.md), from the folder in which they are kept up to
 * date. Only the names that such a folder has are served, so that no path leads out of it. Each
 * file is replaced atomically, and its ETag is its time and size. */
#include "server/net.h"

#include "core/file.h"
#include "server/text.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { PAGE_BYTES_MAX = 16 << 20, NUMBER_DIGITS_MAX = 9 };

static const char root[] = "/tournament";

static const struct {
    const char *name, *type;
} known[] = {
    {"index.html", "text/html; charset=utf-8"},     {"site.js", "text/javascript; charset=utf-8"},
    {"early.js", "text/javascript; charset=utf-8"}, {"data.js", "text/javascript; charset=utf-8"},
    {"site.css", "text/css; charset=utf-8"},        {"icon.svg", "image/svg+xml"},
};

bool net_pages_wanted(const struct peer *p, const char *path) {
    const size_t length = strlen(root);
    return p->server->options.pages != NULL && strncmp(path, root, length) == 0 &&
           (path[length] == '\0' || path[length] == '/');
}

/* "games/17.js" */
static bool is_game(const char *name) {
    static const char games[] = "games/";
    if (strncmp(name, games, strlen(games)) != 0)
        return false;
    name += strlen(games);
    const size_t digits = strspn(name, "0123456789");
    return digits > 0 && digits <= NUMBER_DIGITS_MAX && strcmp(name + digits, ".js") == 0;
}

/* The media type of a name that the folder may have; NULL: it may not. */
static const char *type_of(const char *name) {
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].type;
    return is_game(name) ? known[1].type : NULL;
}

static void refuse_page(struct peer *p) {
    struct refusal why = {.place = -1, .wait_ms = -1};
    refuse(&why, REQUEST_UNKNOWN, TEXT(net_no_page), PES_NO_ARGS);
    net_reply_refusal(p, &why);
}

void net_pages_reply(struct peer *p, const char *path) {
    const char *name = path + strlen(root);
    if (name[0] == '\0') { /* the addresses in the page are relative to the folder */
        net_reply_move(p, p->server->pages);
        return;
    }
    name = name[1] == '\0' ? "index.html" : name + 1;
    const char *type = type_of(name);
    char file[512], match[512];
    struct stat info;
    struct net_reply *r = &p->reply;
    const int length = snprintf(file, sizeof file, "%s/%s", p->server->options.pages, name);
    if (type == NULL || length >= (int)sizeof file || stat(file, &info) != 0) {
        refuse_page(p);
        return;
    }
    snprintf(r->tag, sizeof r->tag, "\"%" PRIx64 "-%" PRIx64 "\"",
             (uint64_t)info.st_mtim.tv_sec * 1000000000U + (uint64_t)info.st_mtim.tv_nsec,
             (uint64_t)info.st_size);
    if (lws_hdr_copy(p->wsi, match, sizeof match, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
        strstr(match, r->tag) != NULL)
        net_reply_found(p, 304, type);
    else if (file_read(file, PAGE_BYTES_MAX, &r->text, NULL) == PES_ERR_OK)
        net_reply_found(p, 200, type);
    else
        refuse_page(p);
}
