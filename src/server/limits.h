/* Limits per address: connections at once, games per hour, requests per second.
 *
 * An address is an IPv4 address or the first 64 bits of an IPv6 address, since one client usually
 * has all 2^64 addresses behind these. The table of addresses is bounded; it evicts first those
 * that have used nothing lately, so that many unknown addresses cannot make it forget one that is
 * over its limit while others can be evicted.
 *
 * Time comes from the caller, in milliseconds, and never goes back. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "pessoi/version.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A token bucket: it fills at an even rate up to its size, and each use takes one token. */
struct bucket {
    int64_t size;      /* tokens in a full bucket */
    int64_t period_ms; /* time in which an empty bucket fills */
    int64_t level;     /* tokens times the period: integers, so that nothing drifts; < 0: debt */
    int64_t at_ms;     /* the moment of `level` */
};

void bucket_init(struct bucket *b, int64_t size, int64_t period_ms,
                 int64_t now_ms); /* starts full */
/* Takes one token and returns 0, or returns in how many milliseconds there is one. */
int64_t bucket_take(struct bucket *b, int64_t now_ms);
/* Takes so many tokens, or all that there are. */
void bucket_spend(struct bucket *b, int64_t count, int64_t now_ms);
/* Takes one token even if there is none, and returns in how many milliseconds the debt is paid:
 * users that wait as long as that take turns. */
int64_t bucket_charge(struct bucket *b, int64_t now_ms);
bool bucket_full(struct bucket *b, int64_t now_ms);

/* The address of a peer as one number; `in6` is 16 bytes, IPv4 as IPv4-mapped IPv6. */
typedef uint64_t limits_address;
limits_address limits_address_of(const unsigned char in6[16]);

/* A trusted proxy, before it has named the client of a connection: any number of connections. */
#define LIMITS_PROXY UINT64_MAX

/* As text: "192.0.2.1", and for IPv6 the known half, "2001:db8:0:1::/64"; 0 is "::1".
 * Async-signal-safe as far as snprintf() is. */
enum { LIMITS_TEXT_SIZE = 32 };
void limits_address_format(limits_address who, char out[LIMITS_TEXT_SIZE]);

struct limits_options {
    int32_t connections;     /* at once, per address */
    int32_t connections_all; /* at once, in total */
    int32_t games;           /* per hour and address */
    int32_t requests;        /* over HTTP, per second and address; those of 10 s at once */
};

struct limits;
PES_MUST_USE struct limits *limits_new(const struct limits_options *options); /* NULL: no memory */
void limits_free(struct limits *l);

/* A new connection: false if its address, or all together, have too many. It is counted even then,
 * because it is still told why, unless *drop is set: then it is closed without a reply and not
 * counted. Every counted connection ends with limits_close(). */
bool limits_open(struct limits *l, limits_address who, int64_t now_ms, bool *drop);
void limits_close(struct limits *l, limits_address who, int64_t now_ms);
int32_t limits_connections(const struct limits *l); /* at the moment, in total */

/* Takes a token for a new game, or for a request: 0, or how many milliseconds to wait. */
int64_t limits_game(struct limits *l, limits_address who, int64_t now_ms);
int64_t limits_request(struct limits *l, limits_address who, int64_t now_ms);
/* The same for a move in a game between agents. */
int64_t limits_move(struct limits *l, limits_address who, int64_t now_ms);
/* A request was as expensive as so many more: takes their tokens too, or all that there are. */
void limits_spend(struct limits *l, limits_address who, int64_t requests, int64_t now_ms);

/* Counts a message over a WebSocket: how many milliseconds its connection should not be read. */
int64_t limits_message(struct limits *l, limits_address who, int64_t now_ms);

/* Adds to the bytes that wait to be sent to an address, which must have a connection; returns the
 * sum. `bytes` is negative after some were sent or discarded. */
int64_t limits_queue(struct limits *l, limits_address who, int64_t bytes, int64_t now_ms);

#endif
