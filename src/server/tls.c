/* Certificate and key with OpenSSL: see tls.h. Both files are loaded into a context of their own
 * first, so that a bad file never reaches the live one. */
#include "server/tls.h"

#include "server/text.h"

#include <assert.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Refuses encrypted keys: OpenSSL would ask for the passphrase on the terminal. */
static int no_passphrase(char *out, int size, int writing, void *asked) {
    (void)out;
    (void)size;
    (void)writing;
    *(bool *)asked = true;
    return -1;
}

static enum pes_err say(const struct pes_text *why, const char *path, const char *more,
                        struct pes_note *note) {
    char first[PES_QUOTE_SIZE], second[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_IO, 0, why,
                        PES_ARGS(PES_STR(pes_quote(path, strlen(path), first)),
                                 PES_STR(pes_quote(more, strlen(more), second))));
}

/* A regular file that can be read? A FIFO would block the start, and the event loop at a renewal.
 */
static bool is_readable(const char *path, struct pes_note *note) {
    struct stat about;
    if (access(path, R_OK) != 0 || stat(path, &about) != 0)
        (void)say(TEXT(net_tls_unread), path, strerror(errno), note);
    else if (!S_ISREG(about.st_mode))
        (void)say(TEXT(net_tls_no_file), path, "", note);
    else
        return true;
    return false;
}

/* Loads both files into a context of their own; NULL: *note says why not. */
static SSL_CTX *load(const char *cert, const char *key, struct pes_note *note) {
    bool asked = false, fits = false;
    if (!is_readable(cert, note) || !is_readable(key, note))
        return NULL;
    SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());
    if (ctx != NULL) {
        SSL_CTX_set_default_passwd_cb(ctx, no_passphrase);
        SSL_CTX_set_default_passwd_cb_userdata(ctx, &asked);
        fits = SSL_CTX_use_certificate_chain_file(ctx, cert) == 1 &&
               SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) == 1 &&
               SSL_CTX_check_private_key(ctx) == 1;
    }
    ERR_clear_error(); /* connections use the same error queue of this thread */
    if (fits)
        return ctx;
    SSL_CTX_free(ctx);
    (void)(asked ? say(TEXT(net_tls_passphrase), key, "", note)
                 : say(TEXT(net_tls_bad), cert, key, note));
    return NULL;
}

enum pes_err tls_check(const char *cert, const char *key, struct pes_note *note) {
    SSL_CTX *ctx = load(cert, key, note);
    SSL_CTX_free(ctx);
    return ctx != NULL ? PES_ERR_OK : PES_ERR_IO;
}

enum pes_err tls_renew(void *ssl_ctx, const char *cert, const char *key, struct pes_note *note) {
    SSL_CTX *fresh = load(cert, key, note);
    assert(ssl_ctx != NULL);
    if (fresh == NULL)
        return PES_ERR_IO;
    /* OpenSSL has one certificate per kind of key: the old one would stay beside the new one, and
     * be served to most. */
    if (EVP_PKEY_base_id(SSL_CTX_get0_privatekey(fresh)) !=
        EVP_PKEY_base_id(SSL_CTX_get0_privatekey(ssl_ctx))) {
        SSL_CTX_free(fresh);
        return say(TEXT(net_tls_kind), key, "", note);
    }
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(fresh, &chain);
    /* Certificate, key and chain at once: no connection sees a certificate without its key. */
    const bool done = SSL_CTX_use_cert_and_key(ssl_ctx, SSL_CTX_get0_certificate(fresh),
                                               SSL_CTX_get0_privatekey(fresh), chain, 1) == 1;
    ERR_clear_error();
    SSL_CTX_free(fresh);
    return done ? PES_ERR_OK : say(TEXT(net_tls_bad), cert, key, note);
}
