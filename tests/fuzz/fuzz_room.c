/* Fuzz target: stored games. Input: a document as room_save() writes it. Every room that is
 * accepted can be stored, described and followed, and no request without a key does harm. */
#include "fuzz/fuzz_room.h"

/* Sends every kind of request as a follower without a key. */
static void say_all(struct fuzz_world *w, struct room *room) {
    const struct request follow = {
        .action = REQUEST_FOLLOW, .id = room_id(room), .seq = 1, .from = -1, .ply = -1};
    struct follower *f = room_follow(room, w, &follow);
    FUZZ_CHECK(f != NULL);
    for (int what = REQUEST_LEAVE; what < REQUEST_ACTION_COUNT; what++) {
        if (what == REQUEST_JUDGE)
            continue; /* runs a search, not a parser */
        const struct request request = {.action = (enum request_action)what,
                                        .id = room_id(room),
                                        .seq = 2,
                                        .from = -1,
                                        .ply = 0,
                                        .move = "h8",
                                        .pace_ms = -1};
        room_do(room, f, &request);
        fuzz_world_think(w, 1);
    }
    w->now += 1000;
    room_tick(room);
    room_leave(room, f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_world world;
    struct room *room = NULL;
    struct pes_note note = {0};
    fuzz_world_init(&world);
    const enum pes_err err = room_load(&world.world, (const char *)data, size, &room, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, size);
        FUZZ_CHECK(room == NULL);
        return 0;
    }
    fuzz_check_room(&world, room);
    say_all(&world, room);
    fuzz_check_room(&world, room);
    fuzz_world_release(&world);
    room_free(room);
    return 0;
}
