/* Origins: parsing and comparing. Hosts are compared without regard to case. */
#include "server/origin.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Does `text` equal list[0..length), ignoring case? */
static bool same(const char *text, const char *at, size_t length) {
    return strlen(text) == length && strncasecmp(text, at, length) == 0;
}

static bool listed(const char *list, const char *origin) {
    while (*list != '\0') {
        list += strspn(list, ", ");
        const size_t length = strcspn(list, ", ");
        if (length > 0 && same(origin, list, length))
            return true;
        list += length;
    }
    return false;
}

/* A numeric address: digits and dots, or anything in brackets. It needs no DNS. */
static bool is_number(const char *name, size_t length) {
    if (length > 2 && name[0] == '[' && name[length - 1] == ']')
        return true;
    return length > 0 && strspn(name, "0123456789.") >= length && name[0] != '.';
}

/* A host that an attacker cannot point here with DNS. */
static bool is_own(const struct origin_rules *rules, const char *name, size_t length) {
    if (is_number(name, length) || same("localhost", name, length))
        return true;
    const size_t machine = strlen(rules->machine);
    if (machine == 0 || length < machine || strncasecmp(name, rules->machine, machine) != 0)
        return false;
    return length == machine || same(".local", name + machine, length - machine);
}

bool origin_allowed(const struct origin_rules *rules, const char *origin, const char *host) {
    if (origin == NULL || listed(rules->others, origin))
        return true;
    const char *scheme = rules->tls ? "https://" : "http://";
    if (host == NULL || strncasecmp(origin, scheme, strlen(scheme)) != 0 ||
        strcasecmp(origin + strlen(scheme), host) != 0)
        return false;
    const size_t length = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    return length <= strlen(host) && is_own(rules, host, length);
}

static bool is_origin(const char *at, size_t length) {
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        const size_t n = strlen(schemes[i]);
        if (length > n && strncasecmp(at, schemes[i], n) == 0)
            return strcspn(at + n, "/?#@ ") >= length - n;
    }
    return false;
}

bool origin_list_valid(const char *list, const char **bad, int *length) {
    for (list += strspn(list, ", "); *list != '\0'; list += strspn(list, ", ")) {
        const size_t n = strcspn(list, ", ");
        if (!is_origin(list, n)) {
            *bad = list;
            *length = (int)n;
            return false;
        }
        list += n;
    }
    return true;
}
