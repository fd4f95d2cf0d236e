/* The address of a queue:
 *
 *     redis://[USER@]HOST[:PORT]/NAME      rediss://..  with TLS      redis+unix:///PATH#NAME
 *
 * It never has a password: addresses are seen by others (ps, logs, histories of shells). */
#ifndef QUEUE_URL_H
#define QUEUE_URL_H

#include "pessoi/err.h"

enum { URL_HOST_SIZE = 256, URL_USER_SIZE = 128, URL_NAME_SIZE = 65, URL_PORT_DEFAULT = 6379 };

struct url {
    bool tls;
    bool local;               /* `host` is the path of a socket */
    char host[URL_HOST_SIZE]; /* an IPv6 address without its brackets */
    char port[8];             /* as text, for getaddrinfo() */
    char user[URL_USER_SIZE]; /* "": the default user */
    char name[URL_NAME_SIZE]; /* of the queue; "pessoi" if it is not given */
};

/* Fails with SYNTAX, RANGE or LIMIT; the note does not quote an address with a password. */
PES_MUST_USE enum pes_err url_parse(const char *text, struct url *out, struct pes_note *note);

#endif
