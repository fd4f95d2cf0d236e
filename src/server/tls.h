/* Certificate and key of the server: read and checked before they are used, and replaced while it
 * runs. The library that handles connections would ask for a passphrase on the terminal, and would
 * be left with half of a pair where only one of the files has been renewed. */
#ifndef SERVER_TLS_H
#define SERVER_TLS_H

#include "pessoi/err.h"

/* Can the two files, in PEM, be used together? IO with a note where they cannot. */
PES_MUST_USE enum pes_err tls_check(const char *cert, const char *key, struct pes_note *note);

/* Reads the files again into a live SSL_CTX of OpenSSL, for new connections. On failure it stays as
 * it was; a key of another kind (RSA, EC) is such a failure. */
PES_MUST_USE enum pes_err tls_renew(void *ssl_ctx, const char *cert, const char *key,
                                    struct pes_note *note);

#endif
