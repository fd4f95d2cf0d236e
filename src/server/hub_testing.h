/* A hub without a network, for its tests: keeps the last message to each client. */
#ifndef SERVER_HUB_TESTING_H
#define SERVER_HUB_TESTING_H

#include "server/hub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CLIENTS = 3 };

struct bench {
    struct store *store;
    struct limits *limits;
    struct hub *hub;
    struct hub_client clients[CLIENTS];
    char last[CLIENTS][65536]; /* the last message to each */
    int told[CLIENTS], lost[CLIENTS];
    int moved; /* messages `moved`, to all of them */
    int logged;
    atomic_int woken;
};

static int place_of(const struct bench *b, const struct hub_client *client) {
    return (int)(client - b->clients);
}

static void on_tell(void *net, struct hub_client *client, const char *json, size_t length) {
    struct bench *b = net;
    const int i = place_of(b, client);
    snprintf(b->last[i], sizeof b->last[i], "%.*s", (int)length, json);
    b->told[i]++;
    b->moved += strncmp(b->last[i], "{\"is\":\"moved\"", 13) == 0;
}

static void on_lost(void *net, struct hub_client *client) {
    struct bench *b = net;
    b->lost[place_of(b, client)]++;
}

static void on_wake(void *net) {
    struct bench *b = net;
    atomic_fetch_add(&b->woken, 1);
}

static void on_log(void *net, const struct pes_text *what, const struct pes_arg args[]) {
    (void)what;
    (void)args;
    struct bench *b = net;
    b->logged++;
}

/* False: no memory. */
static bool bench_open(struct bench *b, const char *path) {
    static const struct limits_options limits = {
        .connections = 10, .connections_all = 100, .games = 1000, .requests = 100};
    memset(b, 0, sizeof *b);
    if (store_open(path, &b->store, NULL) != PES_ERR_OK)
        return false;
    b->limits = limits_new(&limits);
    const struct hub_options options = {.store = b->store,
                                        .limits = b->limits,
                                        .threads = 2,
                                        .thinking_max = 2,
                                        .movetime_ms = 100,
                                        .movetime_max_ms = 1000,
                                        .net = b,
                                        .tell = on_tell,
                                        .lost = on_lost,
                                        .wake = on_wake,
                                        .log = on_log};
    return b->limits != NULL && hub_open(&options, &b->hub) == PES_ERR_OK;
}

static void bench_close(struct bench *b) {
    for (int i = 0; b->hub != NULL && i < CLIENTS; i++)
        hub_gone(b->hub, &b->clients[i]);
    if (b->hub != NULL) {
        (void)!hub_turn(b->hub);
        hub_stop(b->hub);
    }
    hub_close(b->hub);
    limits_free(b->limits);
    store_close(b->store);
}

/* Sends a request; the id and key of the game of the client are added. */
static void say(struct bench *b, int client, const char *what, const char *id, const char *more) {
    char text[512];
    snprintf(text, sizeof text, "{\"do\":\"%s\",\"id\":\"%s\"%s}", what, id, more);
    hub_receive(b->hub, &b->clients[client], text, strlen(text));
}

/* Makes a game and follows it with both keys; false: it was refused. */
static bool begin(struct bench *b, int client, const char *wanted, char id[ROOM_ID_SIZE]) {
    struct str out;
    struct refusal why;
    char more[128];
    str_init(&out);
    const bool made = hub_play(b->hub, 1, wanted, strlen(wanted), &out, &why) == REQUEST_OK;
    if (made) {
        snprintf(id, ROOM_ID_SIZE, "%s", out.text + strlen("{\"id\":\""));
        snprintf(more, sizeof more, ",\"keys\":%s",
                 strstr(out.text, "\"keys\":") + strlen("\"keys\":"));
        more[strlen(more) - 1] = '\0'; /* the last brace of the document */
        char *null = strstr(more, ",null");
        if (null != NULL)
            memmove(null, null + strlen(",null"), strlen(null + strlen(",null")) + 1);
        say(b, client, "follow", id, more);
    }
    str_release(&out);
    return made;
}

#endif
