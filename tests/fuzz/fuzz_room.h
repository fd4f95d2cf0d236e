/* A room_world for the fuzz targets: no clients, no threads, a fixed clock. */
#ifndef FUZZ_ROOM_H
#define FUZZ_ROOM_H

#include "fuzz/fuzz.h"

#include "core/str.h"
#include "rooms/document.h"
#include "rooms/room.h"
#include "rooms/thought.h"

enum { FUZZ_THOUGHTS = 16 };

struct fuzz_world {
    struct room_world world;
    int64_t now;
    struct room *rooms[FUZZ_THOUGHTS];
    struct thought *thoughts[FUZZ_THOUGHTS];
    int thought_count;
};

static inline void fuzz_check_json(const char *text, size_t length) {
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    FUZZ_CHECK(root != NULL);
    json_decref(root);
}

static inline int64_t fuzz_now(void *to) {
    return ((struct fuzz_world *)to)->now;
}

static inline void fuzz_random(void *to, unsigned char *out, size_t count) {
    (void)to;
    memset(out, 7, count);
}

static inline void fuzz_keep(void *to, struct room *room) {
    (void)to;
    (void)room;
}

static inline void fuzz_tell(void *to, void *connection, const char *json, size_t length) {
    (void)to;
    (void)connection;
    fuzz_check_json(json, length);
}

static inline void fuzz_think(void *to, struct room *room, struct thought *thought,
                              void *connection) {
    (void)connection;
    struct fuzz_world *w = to;
    FUZZ_CHECK(w->thought_count < FUZZ_THOUGHTS);
    w->rooms[w->thought_count] = room;
    w->thoughts[w->thought_count++] = thought;
}

static inline enum request_code fuzz_no_more(void *to, const struct request_play *wanted,
                                             char keys[2][ROOM_KEY_SIZE], struct room **out,
                                             struct refusal *why) {
    static const struct pes_text busy = PES_TEXT("busy", "απασχολημένος");
    (void)to;
    (void)wanted;
    (void)keys;
    (void)out;
    return refuse(why, REQUEST_BUSY, &busy, PES_NO_ARGS);
}

static inline void fuzz_world_init(struct fuzz_world *w) {
    *w = (struct fuzz_world){.now = 1700000000000};
    w->world = (struct room_world){.world = w,
                                   .now_ms = fuzz_now,
                                   .random = fuzz_random,
                                   .keep = fuzz_keep,
                                   .tell = fuzz_tell,
                                   .think = fuzz_think,
                                   .open = fuzz_no_more};
}

/* Runs up to `times` thoughts, already stopped: an agent then plays any legal move. A thought may
 * cause another one. */
static inline void fuzz_world_think(struct fuzz_world *w, int times) {
    while (times-- > 0 && w->thought_count > 0) {
        struct thought *t = w->thoughts[--w->thought_count];
        thought_stop(t);
        thought_run(t);
        room_thought(w->rooms[w->thought_count], t);
    }
}

/* Runs all thoughts: no more are caused once all games have ended. */
static inline void fuzz_world_release(struct fuzz_world *w) {
    fuzz_world_think(w, 4096);
    FUZZ_CHECK(w->thought_count == 0);
}

/* A stored room is loaded and stored as the same text; it can be described and has a record. */
static inline void fuzz_check_room(struct fuzz_world *w, struct room *room) {
    struct str saved, again, told;
    struct room *twin = NULL;
    str_init(&saved);
    str_init(&again);
    str_init(&told);
    FUZZ_CHECK(room_save(room, &saved) == PES_ERR_OK);
    fuzz_check_json(saved.text, saved.length);
    FUZZ_CHECK(room_load(&w->world, saved.text, saved.length, &twin, NULL) == PES_ERR_OK);
    FUZZ_CHECK(room_save(twin, &again) == PES_ERR_OK);
    FUZZ_CHECK(strcmp(saved.text, again.text) == 0);
    FUZZ_CHECK(room_describe(twin, &told) == PES_ERR_OK);
    fuzz_check_json(told.text, told.length);
    str_clear(&told);
    FUZZ_CHECK(room_record(twin, &told) == PES_ERR_OK);
    room_free(twin);
    str_release(&saved);
    str_release(&again);
    str_release(&told);
}

#endif
