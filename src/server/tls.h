/* Certificate and key of the server: checked before use, and replaced at run time. libwebsockets
 * alone would ask for a passphrase on the terminal, and would mix old and new files if only one of
 * the two had been renewed. */
#ifndef SERVER_TLS_H
#define SERVER_TLS_H

#include "pessoi/err.h"

/* Do the two PEM files form a usable pair? IO with a note if not. */
PES_MUST_USE enum pes_err tls_check(const char *cert, const char *key, struct pes_note *note);

/* Reads the files again into a live SSL_CTX of OpenSSL, for new connections. On failure it is
 * unchanged; a key of another kind (RSA, EC) is such a failure. */
PES_MUST_USE enum pes_err tls_renew(void *ssl_ctx, const char *cert, const char *key,
                                    struct pes_note *note);

#endif
