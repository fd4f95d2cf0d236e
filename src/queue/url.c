#include "queue/url.h"

#include "queue/text.h"

#include <stdio.h>
#include <string.h>

struct part {
    const char *at;
    size_t length;
};

static enum pes_err refuse(const char *text, struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(queue_url_form),
                        PES_ARGS(PES_STR(pes_quote(text, strlen(text), quoted))));
}

/* Copies a part; false if it is too long or has characters that belong into no address. */
static bool copy(struct part part, char *out, size_t size) {
    if (part.length >= size)
        return false;
    for (size_t i = 0; i < part.length; i++)
        if ((unsigned char)part.at[i] <= ' ' || part.at[i] == 0x7f)
            return false;
    memcpy(out, part.at, part.length);
    out[part.length] = '\0';
    return true;
}

static enum pes_err read_name(struct part part, struct url *out, struct pes_note *note) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (part.length == 0)
        part = (struct part){"pessoi", strlen("pessoi")};
    if (!copy(part, out->name, sizeof out->name) || strspn(out->name, letters) != part.length)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(queue_url_name),
                            PES_ARGS(PES_INT(URL_NAME_SIZE - 1)));
    return PES_ERR_OK;
}

static enum pes_err read_port(struct part part, struct url *out, struct pes_note *note) {
    long port = 0;
    for (size_t i = 0; i < part.length && port <= 65535; i++)
        port = part.at[i] >= '0' && part.at[i] <= '9' ? 10 * port + (part.at[i] - '0') : 65536;
    if (port < 1 || port > 65535) {
        char quoted[PES_QUOTE_SIZE];
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(queue_url_port),
                            PES_ARGS(PES_STR(pes_quote(part.at, part.length, quoted))));
    }
    snprintf(out->port, sizeof out->port, "%ld", port);
    return PES_ERR_OK;
}

/* "HOST", "HOST:PORT", "[ADDRESS]" or "[ADDRESS]:PORT". */
static enum pes_err read_host(const char *text, struct part part, struct url *out,
                              struct pes_note *note) {
    struct part host = part;
    const char *end = part.at + part.length, *rest;
    if (part.length > 0 && part.at[0] == '[') {
        const char *close = memchr(part.at, ']', part.length);
        if (close == NULL)
            return refuse(text, note);
        host = (struct part){part.at + 1, (size_t)(close - part.at) - 1};
        rest = close + 1;
    } else {
        rest = memchr(part.at, ':', part.length);
        rest = rest != NULL ? rest : end;
        host.length = (size_t)(rest - part.at);
    }
    if (host.length == 0 || !copy(host, out->host, sizeof out->host))
        return refuse(text, note);
    snprintf(out->port, sizeof out->port, "%d", URL_PORT_DEFAULT);
    if (rest == end)
        return PES_ERR_OK;
    if (*rest != ':')
        return refuse(text, note);
    return read_port((struct part){rest + 1, (size_t)(end - rest) - 1}, out, note);
}

/* What follows "redis://". */
static enum pes_err read_server(const char *text, const char *at, struct url *out,
                                struct pes_note *note) {
    const size_t length = strcspn(at, "/");
    const char *host = memchr(at, '@', length);
    struct part user = {at, host != NULL ? (size_t)(host - at) : 0};
    host = host != NULL ? host + 1 : at;
    if (!copy(user, out->user, sizeof out->user))
        return refuse(text, note);
    const enum pes_err err =
        read_host(text, (struct part){host, (size_t)(at + length - host)}, out, note);
    if (err != PES_ERR_OK)
        return err;
    at += length + (at[length] == '/');
    return read_name((struct part){at, strlen(at)}, out, note);
}

/* What follows "redis+unix://". */
static enum pes_err read_local(const char *text, const char *at, struct url *out,
                               struct pes_note *note) {
    const size_t length = strcspn(at, "#");
    out->local = true;
    if (at[0] != '/' || !copy((struct part){at, length}, out->host, sizeof out->host))
        return refuse(text, note);
    at += length + (at[length] == '#');
    return read_name((struct part){at, strlen(at)}, out, note);
}

/* Is there a colon before an '@', wherever? Then it may be a password, which must not be shown. */
static bool may_have_password(const char *text) {
    const char *scheme = strstr(text, "://");
    const char *at = scheme != NULL ? scheme + 3 : text;
    const char *colon = strchr(at, ':');
    return colon != NULL && strchr(colon, '@') != NULL;
}

enum pes_err url_parse(const char *text, struct url *out, struct pes_note *note) {
    static const char plain[] = "redis://", tls[] = "rediss://", local[] = "redis+unix://";
    *out = (struct url){.tls = false};
    if (may_have_password(text))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(queue_url_password), PES_NO_ARGS);
    if (strncmp(text, plain, strlen(plain)) == 0)
        return read_server(text, text + strlen(plain), out, note);
    if (strncmp(text, local, strlen(local)) == 0)
        return read_local(text, text + strlen(local), out, note);
    if (strncmp(text, tls, strlen(tls)) != 0)
        return refuse(text, note);
    out->tls = true;
    return read_server(text, text + strlen(tls), out, note);
}
