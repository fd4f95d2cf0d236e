/* Fuzz target: whole games. Input: a record; or "list", "GAME OPTIONS" and a list of games. */
#include "fuzz/fuzz.h"

#include "core/gamelist.h"
#include "core/records.h"
#include "core/str.h"
#include "pessoi/record.h"

static enum pes_err add_bytes(void *to, const char *bytes, size_t length) {
    struct str *out = to;
    str_add_bytes(out, bytes, length);
    return str_err(out);
}

static void format(const struct pes_record *r, struct str *out) {
    str_init(out);
    FUZZ_CHECK(pes_record_format(r, add_bytes, out) == PES_ERR_OK);
}

/* Are two subtrees equal? Recursive for variations only: their depth is limited, lines may be
 * long. */
static void check_same_tree(const struct pes_record *a, int at, const struct pes_record *b,
                            int bt) {
    while (at >= 0) {
        FUZZ_CHECK(bt >= 0);
        const char *said = pes_record_comment(a, at);
        const char *kept = pes_record_comment(b, bt);
        FUZZ_CHECK((said == NULL) == (kept == NULL));
        FUZZ_CHECK(said == NULL || strcmp(said, kept) == 0);
        FUZZ_CHECK(at == 0 || strcmp(pes_record_token(a, at), pes_record_token(b, bt)) == 0);
        at = pes_record_child(a, at, 0);
        bt = pes_record_child(b, bt, 0);
        int child = at;
        int other = bt;
        while (child >= 0 && other >= 0) {
            child = pes_record_next(a, child);
            other = pes_record_next(b, other);
            check_same_tree(a, child, b, other);
        }
        FUZZ_CHECK(child < 0 && other < 0);
    }
    FUZZ_CHECK(bt < 0);
}

/* A formatted record is parsed without loss and formatted to the same text. (Formatting may add a
 * tag: the result, if it was only at the end of the moves.) */
static void check_rewrite(const struct pes_record *r) {
    struct str first;
    struct str second;
    format(r, &first);
    struct pes_record *again = NULL;
    FUZZ_CHECK(pes_record_parse(first.text, first.length, &again, NULL) == PES_ERR_OK);
    for (int i = 0; i < pes_record_tags(r); i++) {
        const char *key;
        const char *value;
        pes_record_tag_at(r, i, &key, &value);
        const char *kept = pes_record_tag(again, key);
        FUZZ_CHECK(kept != NULL && strcmp(kept, value) == 0);
    }
    check_same_tree(r, 0, again, 0);
    format(again, &second);
    FUZZ_CHECK(first.length == second.length);
    FUZZ_CHECK(memcmp(first.text, second.text, first.length) == 0);
    str_release(&first);
    str_release(&second);
    pes_record_free(again);
}

/* The record of a replayed game replays to the same position. */
static void check_same_end(const struct pes_history *h, const struct pes_kit *kit) {
    struct pes_record *r = NULL;
    struct pes_game *g = NULL;
    struct pes_history *twin = NULL;
    FUZZ_CHECK(pes_record_of(h, &r) == PES_ERR_OK);
    check_rewrite(r);
    FUZZ_CHECK(pes_record_open(r, kit, &g, NULL) == PES_ERR_OK);
    FUZZ_CHECK(pes_history_new(g, &twin) == PES_ERR_OK);
    FUZZ_CHECK(pes_record_replay(r, twin, -1, NULL) == PES_ERR_OK);
    FUZZ_CHECK(pes_history_plies(twin) == pes_history_plies(h));
    FUZZ_CHECK(memcmp(pes_history_state(twin), pes_history_state(h), g->state_size) == 0);
    pes_history_free(twin);
    pes_game_close(g);
    pes_record_free(r);
}

static void check_replay(const struct pes_record *r, const struct pes_kit *kit, size_t length) {
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    struct pes_note note = {0};
    enum pes_err err = pes_record_open(r, kit, &g, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, length);
        return;
    }
    if (pes_history_new(g, &h) == PES_ERR_OK) {
        err = pes_record_replay(r, h, -1, &note);
        if (err == PES_ERR_OK)
            check_same_end(h, kit);
        else
            fuzz_check_note(&note, err, length);
        fuzz_check_position(h);
    }
    pes_history_free(h);
    pes_game_close(g);
}

static void check_record(const char *text, size_t length) {
    struct pes_record *r = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_record_parse(text, length, &r, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, length);
        FUZZ_CHECK(r == NULL);
        return;
    }
    check_rewrite(r);
    const char *name = pes_record_tag(r, "Game");
    const struct pes_kit *kit = name != NULL ? pes_kit_find(name) : NULL;
    if (kit != NULL)
        check_replay(r, kit, length);
    pes_record_free(r);
}

static enum pes_err count_record(void *to, struct pes_record *r) {
    check_rewrite(r);
    pes_record_free(r);
    ++*(int *)to;
    return PES_ERR_OK;
}

/* A text of several records. One that is a single record is one here, too. */
static void check_records(const char *text, size_t length) {
    struct pes_record *r = NULL;
    struct pes_note note = {0};
    int count = 0;
    const enum pes_err one = pes_record_parse(text, length, &r, NULL);
    const enum pes_err err = records_each(text, length, count_record, &count, &note);
    if (one == PES_ERR_OK)
        FUZZ_CHECK(err == PES_ERR_OK && count == 1);
    if (err != PES_ERR_OK)
        fuzz_check_note(&note, err, length);
    else
        FUZZ_CHECK(count >= 1);
    pes_record_free(r);
}

static void check_list(struct fuzz_input *in) {
    struct pes_game *g = fuzz_open(in);
    struct pes_history *h = NULL;
    if (g != NULL && pes_history_new(g, &h) == PES_ERR_OK) {
        struct gamelist_totals totals;
        struct pes_note note = {0};
        const enum pes_err err = gamelist_replay(in->bytes, in->length, h, &totals, &note);
        if (err != PES_ERR_OK)
            fuzz_check_note(&note, err, in->length);
        else
            FUZZ_CHECK(totals.games >= 0 && totals.plies >= 0);
        fuzz_check_position(h);
    }
    pes_history_free(h);
    pes_game_close(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char list[] = "list\n";
    struct fuzz_input in = {(const char *)data, size};
    if (size >= sizeof list - 1 && memcmp(data, list, sizeof list - 1) == 0) {
        in.bytes += sizeof list - 1;
        in.length -= sizeof list - 1;
        check_list(&in);
    } else {
        check_record(in.bytes, in.length);
        check_records(in.bytes, in.length);
    }
    return 0;
}
