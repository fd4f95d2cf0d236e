/* How much of the server one address may have: connections at once, games an hour, requests a
 * second.
 *
 * An address is an IPv4 address or the first half of an IPv6 one, since whoever has one of the
 * latter has all 2^64 behind it. The table of addresses is bounded and forgets: first those that
 * have used nothing lately, so that many strangers cannot make it forget one that is over its
 * limit as long as there is anybody else to forget.
 *
 * Time is the caller's, in milliseconds, and never goes back. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "pessoi/version.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bucket that fills at an even rate up to its size, and from which each use takes one. */
struct bucket {
    int64_t size;      /* uses that can be saved up */
    int64_t period_ms; /* in which an empty one fills */
    int64_t level;     /* uses times the period: whole numbers, so that nothing drifts */
    int64_t at_ms;     /* the moment of `level` */
};

void bucket_init(struct bucket *b, int64_t size, int64_t period_ms, int64_t now_ms); /* full */
/* Takes one use and returns 0, or returns how many milliseconds to wait for the next. */
int64_t bucket_take(struct bucket *b, int64_t now_ms);
bool bucket_full(struct bucket *b, int64_t now_ms);

/* The address of a peer as one number; `in6` are 16 bytes, an IPv4 address mapped as usual. */
typedef uint64_t limits_address;
limits_address limits_address_of(const unsigned char in6[16]);

/* A trusted proxy, before it has said for whom a connection is: any number of connections. */
#define LIMITS_PROXY UINT64_MAX

/* As people write it: "192.0.2.1", and of IPv6 the half that is known, "2001:db8:0:1::/64"; 0 is
 * "::1". Async-signal-safe as far as snprintf() is. */
enum { LIMITS_TEXT_SIZE = 32 };
void limits_address_format(limits_address who, char out[LIMITS_TEXT_SIZE]);

struct limits_options {
    int32_t connections;     /* at once, an address */
    int32_t connections_all; /* at once, together */
    int32_t games;           /* an hour, an address */
    int32_t requests;        /* over HTTP a second, an address */
};

struct limits;
PES_MUST_USE struct limits *limits_new(const struct limits_options *options); /* NULL: no memory */
void limits_free(struct limits *l);

/* A connection comes: false where the address, or everybody together, has too many. It is counted
 * even then (somebody must tell it so), unless there are so many more that it must simply go, which
 * `*drop` says. Whatever was counted must end by limits_close(). */
bool limits_open(struct limits *l, limits_address who, int64_t now_ms, bool *drop);
void limits_close(struct limits *l, limits_address who, int64_t now_ms);
int32_t limits_connections(const struct limits *l); /* at the moment, of everybody */

/* A game is to be made, a request is to be answered: 0, or how many milliseconds to wait. */
int64_t limits_game(struct limits *l, limits_address who, int64_t now_ms);
int64_t limits_request(struct limits *l, limits_address who, int64_t now_ms);
/* The same for a move in a game between agents. */
int64_t limits_move(struct limits *l, limits_address who, int64_t now_ms);

#endif
