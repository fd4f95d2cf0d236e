/* Every bound of the thread of the event loop, in one place.
 *
 * One turn of the loop reads the input, takes finished thoughts, wakes rooms, commits and sends. No
 * step may take as long as a client wants: what is left over waits for the next turn, which then
 * begins at once. docs/adr/0018-bounds-of-the-event-loop.md says why. */
#ifndef SERVER_BOUNDS_H
#define SERVER_BOUNDS_H

enum {
    /* The turn. */
    TURN_ACCEPTS_MAX = 64,   /* new connections per listening socket */
    TURN_THOUGHTS_MAX = 32,  /* finished thoughts that are handed to their rooms */
    TURN_WAKES_MAX = 64,     /* rooms that are woken or dropped */
    TURN_STEP_MS = 10,       /* time for thoughts, and again for waking rooms: the rest waits */
    TURN_ASKS_MS = 50,       /* between two looks at what was found for the questions of clients */
    TURN_READS_MAX = 2,      /* messages of one client that are read */
    TURN_MESSAGES_MAX = 64,  /* messages to one client per writable callback */
    TURN_SLEEP_MS_MAX = 500, /* the longest sleep: a signal may come just before it begins */
    FAREWELL_MS = 2000,      /* for close frames to arrive when the server ends */
    CALL_THOUGHTS_MAX = 8,   /* thoughts that one request can begin */

    /* A database that several servers share: one call waits for at most STORE_WAIT_MS (store.h). */
    LEASE_RETRY_MS = 250, /* renewing leases that could not be renewed */
    LEASE_HOLD_MS = 5000, /* a game with followers stays at least so long before it moves on */

    /* What waits. */
    NET_QUEUE_MAX = 1 << 20, /* bytes that wait for a client that does not read */
    NET_ADDRESS_QUEUE_MAX =
        32 << 20,                /* bytes that wait for all clients of one address; beyond it */
    NET_QUEUE_SHARE = 128 << 10, /* each of them may still have this many */
    NET_TLS_RECORD = 16384, /* bytes the library reads at once: a whole TLS record, because it loops
                             * without end if it must pause in the middle of one */
    NET_PIECE = 16384,      /* bytes of an HTTP reply per writable callback */
    NET_PACKED_MIN = 1024,  /* bytes of an answer from which it is compressed */
    NET_LARGE_BODIES_MAX = 64,    /* bodies of more than 16 kB that are read at once, */
    NET_LARGE_BODIES_ADDRESS = 8, /* and of those of one address */
    NET_DRAIN_MAX = 1 << 20, /* bytes of a refused body that are read, so that the reply arrives */

    /* How long a client may take, in seconds. */
    NET_REQUEST_S = 10, /* to send a request, or its body */
    NET_REPLY_S = 60,   /* to read a reply */

    /* Limits per address, unless an option says otherwise. A class of thirty players behind one
     * address meets none of them: docs/howto/serve.md, "A class". */
    LIMITS_CONNECTIONS =
        240,               /* 30 browsers, each with 6 over HTTP, one WebSocket and one to spare */
    LIMITS_GAMES = 300,    /* new games per hour, also all at once: 30 players, 10 games each */
    LIMITS_REQUESTS = 100, /* HTTP requests per second, on average, */
    NET_REQUEST_NS = 1000000, /* one that takes longer counts as several */
    LIMITS_REQUESTS_S = 10,   /* and those of so many seconds at once: 30 pages, 20 requests each */
    LIMITS_THINKING = 4,      /* agents at once; always fewer than there are threads */

    /* Rates and tables. */
    NET_MESSAGES_PER_S = 20,          /* messages per connection, on average */
    NET_ADDRESS_MESSAGES_PER_S = 400, /* messages of all connections of one address */
    NET_MESSAGE_NS = 1000000,         /* a message that takes longer counts as several */
    NET_LARGE_ANSWER = 16384,         /* bytes from which a reply counts as two messages */
    NET_COMPLETIONS_MAX = 4,          /* reports of the library that one body is complete */
    WATCHED_MOVES_PER_S = 50,         /* moves in games between agents, per address */
    LIMITS_STRANGERS_MAX = 4096,      /* addresses remembered besides those that are connected */
    LIMITS_TOLERATED_MAX = 16,        /* connections beyond a limit that still get a reply (429) */
    LIMITS_LOOKS_MAX = 256,           /* entries that are examined to find one to evict */
    POOL_SLICE_MS = 250,       /* thinking time per move while others wait for the only thread */
    POOL_YIELD_MS = 50,        /* a study may go on for so long while a game waits for a thread */
    POOL_STUDY_MS = 2000,      /* and for so long while other studies do */
    POOL_USAGE_HALF_MS = 10000 /* half-life of the recorded thinking time */
};

#endif
