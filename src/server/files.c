/* The files of the web application: lookup (binary search), content negotiation and ETags. */
#include "server/files.h"

#include "core/puzzle.h"
#include "rooms/room.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct file *find_exactly(const struct file_set *set, const char *path) {
    size_t low = 0, high = set->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(path, set->files[middle].path);
        if (order == 0)
            return &set->files[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static const char id_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/* The puzzles of a game, or one of them: "/puzzles/GAME", "/puzzles/GAME/1f3a99c2". */
static bool is_of_puzzles(const char *path) {
    static const char folder[] = "/puzzles/";
    const char *name = path + strlen(folder);
    if (strncmp(path, folder, strlen(folder)) != 0)
        return false;
    const size_t length = strspn(name, id_letters);
    const char *id = name + length + 1;
    if (length == 0 || name[length] == '\0')
        return length > 0;
    return name[length] == '/' && strlen(id) == PUZZLE_ID_LENGTH &&
           strspn(id, "0123456789abcdef") == PUZZLE_ID_LENGTH;
}

/* The addresses of the application: all are the same page. */
static bool is_address(const char *path) {
    static const char *const about_game[] = {"/rules/", "/learn/"};
    static const char *const plain[] = {"/",      "/new",   "/about",  "/games",
                                        "/study", "/class", "/puzzles"};
    static const char *const of_room[] = {"/g/", "/study/"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (strcmp(path, plain[i]) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof about_game / sizeof about_game[0]; i++) {
        const char *name = path + strlen(about_game[i]);
        if (strncmp(path, about_game[i], strlen(about_game[i])) == 0)
            return name[0] != '\0' && name[strspn(name, id_letters)] == '\0';
    }
    for (size_t i = 0; i < sizeof of_room / sizeof of_room[0]; i++) {
        const char *id = path + strlen(of_room[i]);
        if (strncmp(path, of_room[i], strlen(of_room[i])) == 0)
            return strlen(id) == ROOM_ID_SIZE - 1 && strspn(id, id_letters) == ROOM_ID_SIZE - 1;
    }
    return is_of_puzzles(path);
}

const struct file *files_find(const struct file_set *set, const char *path) {
    return find_exactly(set, is_address(path) ? "/index.html" : path);
}

/* Is the weight of a content coding, written after its name as ";q=0.5", zero? */
static bool refused(const char *at, size_t length) {
    const char *q = NULL;
    for (size_t i = 0; i + 2 < length; i++) {
        if ((at[i] == 'q' || at[i] == 'Q') && at[i + 1] == '=')
            q = at + i + 2;
    }
    return q != NULL && strspn(q, "0.") >= strcspn(q, ", \t;");
}

bool files_wants_gzip(const char *text) {
    bool any = false;
    while (text != NULL && *text != '\0') {
        text += strspn(text, ", \t");
        const size_t length = strcspn(text, ",");
        const size_t name = strcspn(text, ",; \t");
        if (name == 4 && strncasecmp(text, "gzip", 4) == 0)
            return !refused(text, length);
        if (name == 1 && *text == '*')
            any = !refused(text, length);
        text += length;
    }
    return any;
}

/* Is the tag in the list of If-None-Match such as `"a", W/"b"`, or is the list "*"? Weak
 * comparison, as RFC 9110 says. */
static bool listed(const char *list, const char *tag) {
    while (list != NULL && *list != '\0') {
        list += strspn(list, ", \t");
        size_t length = strcspn(list, ",");
        const char *const next = list + length;
        while (length > 0 && (list[length - 1] == ' ' || list[length - 1] == '\t'))
            length--;
        if (length > 2 && strncmp(list, "W/", 2) == 0) {
            list += 2;
            length -= 2;
        }
        if ((length == 1 && *list == '*') ||
            (length == strlen(tag) && memcmp(list, tag, length) == 0))
            return true;
        list = next;
    }
    return false;
}

struct file_answer files_answer(const struct file *file, const char *accept_encoding,
                                const char *if_none_match) {
    struct file_answer out = {.status = 200};
    out.packed = file->packed.bytes != NULL && files_wants_gzip(accept_encoding);
    out.body = out.packed ? file->packed : file->plain;
    /* A strong ETag names bytes, so each encoding has its own. */
    snprintf(out.tag, sizeof out.tag, "\"%s%s\"", file->tag, out.packed ? "-gz" : "");
    if (listed(if_none_match, out.tag))
        out.status = 304;
    return out;
}
