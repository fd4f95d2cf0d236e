/* Answers of a Redis, and of something that is none: a server in a thread says fixed bytes. */
#include "queue/conn.h"

#include "core/clock.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE_MS = 60000, SHORT_MS = 100 };

/* A server for one connection. */
struct fake {
    int fd;
    const char *bytes;
    size_t length, step; /* sent in pieces of this size; 0: all at once */
    bool stays;          /* and then says nothing, instead of closing */
    bool pours;          /* sends bytes for ever */
    pthread_t thread;
    struct url url;
};

static void *serve(void *argument) {
    struct fake *fake = argument;
    char ignored[4096];
    const int fd = accept(fake->fd, NULL, NULL);
    const size_t step = fake->step > 0 ? fake->step : fake->length;
    for (size_t at = 0; at < fake->length; at += step) {
        const size_t n = fake->length - at < step ? fake->length - at : step;
        if (send(fd, fake->bytes + at, n, MSG_NOSIGNAL) < 0)
            break;
    }
    if (!fake->stays)
        (void)shutdown(fd, SHUT_WR);
    while (recv(fd, ignored, sizeof ignored, 0) > 0)
        continue;
    close(fd);
    return NULL;
}

/* For ever. */
static void *pour(void *argument) {
    char bytes[4096];
    memset(bytes, '+', sizeof bytes);
    const struct fake *fake = argument;
    const int fd = accept(fake->fd, NULL, NULL);
    while (send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) > 0)
        continue;
    close(fd);
    return NULL;
}

static void start(struct fake *fake) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    fake->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fake->fd, (const struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(fake->fd, 1), 0);
    assert_int_equal(getsockname(fake->fd, (struct sockaddr *)&here, &size), 0);
    fake->url = (struct url){.host = "127.0.0.1", .name = "x"};
    snprintf(fake->url.port, sizeof fake->url.port, "%d", ntohs(here.sin_port));
    assert_int_equal(pthread_create(&fake->thread, NULL, fake->pours ? pour : serve, fake), 0);
}

static void end(struct fake *fake) {
    pthread_join(fake->thread, NULL);
    close(fake->fd);
}

static struct conn *connect_fake(const struct fake *fake, const atomic_bool *stop) {
    struct conn *conn = NULL;
    const struct queue_config config = {.url = "", .stop = stop};
    assert_int_equal(conn_open(&config, &fake->url, clock_in_ms(PATIENCE_MS), &conn, NULL),
                     PES_ERR_OK);
    return conn;
}

/* Every kind of reply, byte by byte. */
static void test_kinds(void **state) {
    (void)state;
    static const char bytes[] = "+OK\r\n-ERR no\r\n:-5\r\n$3\r\na\0b\r\n$-1\r\n*-1\r\n*0\r\n"
                                "*2\r\n$1\r\nx\r\n*2\r\n:1\r\n$-1\r\n";
    struct fake fake = {.bytes = bytes, .length = sizeof bytes - 1, .step = 1};
    start(&fake);
    struct conn *conn = connect_fake(&fake, NULL);
    static const enum reply_kind kinds[] = {REPLY_STATUS, REPLY_ERROR, REPLY_INT,  REPLY_TEXT,
                                            REPLY_NIL,    REPLY_NIL,   REPLY_LIST, REPLY_LIST};
    conn_command(conn, (const char *const[]){"PING", NULL});
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct reply *reply;
        assert_int_equal(conn_reply(conn, clock_in_ms(PATIENCE_MS), true, &reply, NULL),
                         PES_ERR_OK);
        assert_int_equal(reply->kind, kinds[i]);
        if (i == 2)
            assert_int_equal(reply->integer, -5);
        if (i == 3)
            assert_memory_equal(reply->text, "a\0b", 4);
        if (i == 7) {
            assert_string_equal(reply_at(reply, 0)->text, "x");
            assert_int_equal(reply_at(reply_at(reply, 1), 0)->integer, 1);
            assert_int_equal(reply_at(reply_at(reply, 1), 1)->kind, REPLY_NIL);
            assert_int_equal(reply_at(reply_at(reply, 1), 2)->kind, REPLY_NIL);
            assert_int_equal(reply_at(reply_at(reply, 0), 0)->kind, REPLY_NIL);
        }
        reply_free(reply);
    }
    struct reply *reply;
    struct pes_note note = {0};
    assert_int_equal(conn_reply(conn, clock_in_ms(PATIENCE_MS), true, &reply, &note), PES_ERR_IO);
    assert_false(pes_note_is_empty(&note));
    conn_close(conn);
    end(&fake);
}

/* Nonsense, and announcements of gigabytes: an error, soon. */
static void test_nonsense(void **state) {
    (void)state;
    static const char *const cases[] = {"HTTP/1.1 400 Bad Request\r\n",
                                        "?\r\n",
                                        "*2147483647\r\n",
                                        "*1000000\r\n",
                                        "*9999999999999999999\r\n",
                                        "*-7\r\n",
                                        "$-7\r\n",
                                        "$99999999999999999999\r\n",
                                        ":abc\r\n",
                                        "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n",
                                        "#t\r\n",
                                        ",1.5\r\n",
                                        "$3\r\nabcd"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake fake = {.bytes = cases[i], .length = strlen(cases[i])};
        struct reply *reply;
        struct pes_note note = {0};
        start(&fake);
        struct conn *conn = connect_fake(&fake, NULL);
        assert_int_equal(conn_reply(conn, clock_in_ms(PATIENCE_MS), true, &reply, &note),
                         PES_ERR_IO);
        assert_null(reply);
        assert_false(pes_note_is_empty(&note));
        conn_close(conn);
        end(&fake);
    }
}

/* A server that says nothing: the deadline and the stop flag end the wait. */
static void test_silence(void **state) {
    (void)state;
    struct fake fake = {.bytes = "$5\r\nab", .length = 6, .stays = true};
    struct reply *reply;
    atomic_bool stop = false;
    start(&fake);
    struct conn *conn = connect_fake(&fake, &stop);
    assert_int_equal(conn_reply(conn, clock_in_ms(SHORT_MS), true, &reply, NULL), PES_ERR_LATE);
    atomic_store(&stop, true);
    assert_int_equal(conn_reply(conn, clock_in_ms(PATIENCE_MS), true, &reply, NULL),
                     PES_ERR_STOPPED);
    conn_close(conn);
    end(&fake);
}

/* A server that never stops: the deadline and the stop flag end the wait all the same. */
static void test_flood(void **state) {
    (void)state;
    struct fake fake = {.pours = true};
    struct reply *reply;
    atomic_bool stop = false;
    start(&fake);
    struct conn *conn = connect_fake(&fake, &stop);
    assert_int_equal(conn_reply(conn, clock_in_ms(SHORT_MS), true, &reply, NULL), PES_ERR_LATE);
    atomic_store(&stop, true);
    assert_int_equal(conn_reply(conn, clock_in_ms(PATIENCE_MS), true, &reply, NULL),
                     PES_ERR_STOPPED);
    conn_close(conn);
    end(&fake);
}

/* Errors that pass, and those that need a person; Redis 6 hides those of scripts behind others. */
static void test_refused(void **state) {
    (void)state;
    static const char script[] = "ERR Error running script (call to f_7ac5): @user_script:1: ";
    static const char *const passing[] = {"NOGROUP No such key", "OOM command not allowed",
                                          "-OOM command not allowed",
                                          "@user_script: 1: -READONLY You can't write"};
    static const char *const lasting[] = {"NOPERM this user", "WRONGTYPE Operation",
                                          "ERR unknown command 'OOM'"};
    struct fake fake = {.bytes = "", .stays = true};
    start(&fake);
    struct conn *conn = connect_fake(&fake, NULL);
    for (size_t i = 0; i < 2 * (sizeof passing / sizeof passing[0]); i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s", i % 2 == 0 || i > 3 ? script : "", passing[i / 2]);
        const struct reply error = {.kind = REPLY_ERROR, .text = text, .length = strlen(text)};
        assert_int_equal(conn_refused(conn, &error, NULL), PES_ERR_IO);
    }
    for (size_t i = 0; i < 2 * (sizeof lasting / sizeof lasting[0]); i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s", i % 2 == 0 ? script : "", lasting[i / 2]);
        const struct reply error = {.kind = REPLY_ERROR, .text = text, .length = strlen(text)};
        assert_int_equal(conn_refused(conn, &error, NULL), PES_ERR_UNFIT);
    }
    conn_close(conn);
    end(&fake);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),   cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_silence), cmocka_unit_test(test_flood),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
