/* One game as JSON: the first position as the server sends it, then one row per ply with what it
 * changes, and the last position whole again. docs/formats/site.md has the members.
 *
 * The record is replayed by the rules twice: once to check it, then move by move to describe it. */
#include "core/json_write.h"
#include "core/mem.h"
#include "rooms/json.h"
#include "site/site_int.h"
#include "site/site_pack.h"
#include "site/text.h"

#include <assert.h>
#include <string.h>

/* What a row is compared with. */
struct picture {
    struct pes_piece pieces[PES_PIECES_MAX], hand[PES_HAND_MAX];
    int piece_count, hand_count;
    int32_t scores[PES_PLAYERS_MAX];
};

/* A game that is being described. */
struct teller {
    struct session session; /* owns game and history */
    pes_move *moves;        /* of the whole game, outcomes included */
    int count, at;
    struct pack_kinds kinds;
    struct picture *now, *next;
};

static void take_picture(const struct session *s, struct picture *p) {
    const struct pes_game *g = s->game;
    const struct pes_state *state = pes_history_state(s->history);
    const struct pes_view *view = g->kit->view;
    p->piece_count = view->pieces(g, state, p->pieces);
    p->hand_count = view->hand != NULL ? view->hand(g, state, p->hand) : 0;
    assert(p->piece_count >= 0 && p->piece_count <= PES_PIECES_MAX);
    assert(p->hand_count >= 0 && p->hand_count <= PES_HAND_MAX);
    /* In the hand a piece is on no cell. */
    for (int i = 0; i < p->hand_count; i++) {
        p->hand[i].cell = PES_CELL_NONE;
        p->hand[i].layer = 0;
    }
    memset(p->scores, 0, sizeof p->scores);
    if (g->rules->scores != NULL)
        g->rules->scores(g, state, p->scores);
}

/* Makes the next move of the game. */
static enum pes_err make_next(struct teller *t) {
    assert(t->at < t->count);
    return pes_history_make(t->session.history, t->moves[t->at++]);
}

static bool chance_is_next(const struct teller *t) {
    const struct session *s = &t->session;
    return t->at < t->count && pes_turn(s->game, pes_history_state(s->history)) == PES_CHANCE;
}

/* The cells that a person would touch for the next move. */
static void put_touched(struct str *out, const struct teller *t) {
    const struct pes_game *g = t->session.game;
    int16_t cells[PES_TOUCHES_MAX];
    const int touched =
        g->kit->view->touches(g, pes_history_state(t->session.history), t->moves[t->at], cells);
    assert(touched >= 0 && touched <= PES_TOUCHES_MAX);
    put_cells(out, NULL, cells, touched);
}

static void put_packed(struct str *out, const struct str *packed) {
    put_bytes(out, NULL, packed->text, packed->length);
    out->failed = out->failed || packed->failed;
}

/* What has changed since the last row: pieces, hand, scores; then whose turn it is. */
static void put_change(struct str *out, struct teller *t) {
    struct picture *const was = t->now, *const is = t->next;
    struct str pieces, hand;
    str_init(&pieces);
    str_init(&hand);
    take_picture(&t->session, is);
    pack_edit(&pieces, &t->kinds, was->pieces, was->piece_count, is->pieces, is->piece_count);
    pack_edit(&hand, &t->kinds, was->hand, was->hand_count, is->hand, is->hand_count);
    put_packed(out, &pieces);
    put_packed(out, &hand);
    str_release(&pieces);
    str_release(&hand);
    put_open(out, NULL, '[');
    for (int i = 0; i < PES_PLAYERS_MAX && memcmp(was->scores, is->scores, sizeof is->scores) != 0;
         i++)
        put_int(out, NULL, is->scores[i]);
    put_close(out, ']');
    put_int(out, NULL, session_turn(&t->session));
    t->now = is;
    t->next = was;
}

static void add_step(void *to, const struct pes_step *step, int wave) {
    pack_steps_add(to, step, wave);
}

/* One move of a player and the outcomes after it. */
static enum pes_err put_ply(struct str *out, struct teller *t) {
    struct put_moved moved;
    struct pack_steps steps;
    struct str touched;
    str_init(&touched);
    put_touched(&touched, t);
    pack_steps_init(&steps, &t->kinds);
    put_moved_init(&moved);
    moved.on_step = add_step;
    moved.on_step_to = &steps;
    enum pes_err err = PES_ERR_OK;
    do {
        put_moved_add(&moved, t->session.game, pes_history_state(t->session.history),
                      t->moves[t->at]);
        err = make_next(t);
    } while (!err && chance_is_next(t));
    put_open(out, NULL, '[');
    put_text(out, NULL, moved.move);
    put_int(out, NULL, moved.player);
    put_raw(out, NULL, touched.text, touched.length);
    out->failed = out->failed || touched.failed;
    put_said(out, NULL, &moved.said);
    put_packed(out, pack_steps_end(&steps));
    put_change(out, t);
    put_close(out, ']');
    str_release(&touched);
    pack_steps_release(&steps);
    put_moved_release(&moved);
    return err;
}

static void put_kinds(struct str *out, const struct pack_kinds *kinds) {
    put_open(out, "kinds", '[');
    for (int i = 0; i < kinds->count; i++)
        put_text(out, NULL, kinds->names[i]);
    put_close(out, ']');
}

/* The end of what each player wrote for its author. */
static void put_logs(struct str *out, const struct site_game *game) {
    put_open(out, "logs", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const char *log = game->logs[i];
        if (log == NULL || log[0] == '\0') {
            put_null(out, NULL);
            continue;
        }
        size_t length = strlen(log);
        const bool cut = length > SITE_LOG_MAX;
        if (cut) {
            log += length - SITE_LOG_MAX;
            length = SITE_LOG_MAX;
        }
        put_open(out, NULL, '{');
        put_shown(out, "text", log, length);
        put_bool(out, "cut", cut);
        put_close(out, '}');
    }
    put_close(out, ']');
}

/* Collects the moves of the game and goes back to its start. */
static enum pes_err rewind_game(struct teller *t) {
    struct pes_history *h = t->session.history;
    t->count = pes_history_count(h);
    t->moves = mem_alloc((size_t)(t->count + 1) * sizeof t->moves[0]);
    if (t->moves == NULL)
        return PES_ERR_NOMEM;
    for (int i = t->count; i > 0; i--) {
        t->moves[i - 1] = pes_history_move(h, i - 1);
        pes_history_unmake(h);
    }
    return PES_ERR_OK;
}

static enum pes_err put_positions(struct teller *t, struct str *out) {
    const struct session *s = &t->session;
    enum pes_err err = rewind_game(t);
    while (!err && chance_is_next(t)) /* the start is rolled before anybody moves */
        err = make_next(t);
    if (err)
        return err;
    put_players(s->game, pes_history_state(s->history), out);
    put_position_as(s, "start", false, out);
    take_picture(s, t->now);
    put_open(out, "plies", '[');
    while (!err && t->at < t->count)
        err = put_ply(out, t);
    put_close(out, ']');
    put_position_as(s, "end", false, out);
    put_kinds(out, &t->kinds);
    return err;
}

/* Opens the variant of the record and replays it into a session. */
static enum pes_err open_record(const struct pes_kit *kit, const char *text, struct session *out,
                                struct pes_note *note) {
    struct pes_record *record = NULL;
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    enum pes_err err = pes_record_parse(text, strlen(text), &record, note);
    if (!err)
        err = pes_record_open(record, kit, &g, note);
    if (!err)
        err = pes_history_new(g, &h);
    if (!err)
        err = pes_record_replay(record, h, -1, note);
    pes_record_free(record);
    if (!err) {
        session_init(out, g, h, 0);
        return PES_ERR_OK;
    }
    pes_history_free(h);
    if (g != NULL)
        pes_game_close(g);
    return err;
}

/* Says which game has a record that cannot be replayed. */
static enum pes_err refuse_record(const struct site_game *game, enum pes_err err,
                                  const struct pes_note *why, struct pes_note *note) {
    if (err == PES_ERR_NOMEM || pes_note_is_empty(why))
        return pes_note_say(note, err, 0, TEXT(site_bad_record),
                            PES_ARGS(PES_INT(game->number), PES_SAID(pes_err_text(err))));
    return pes_note_say(note, err, 0, TEXT(site_bad_record),
                        PES_ARGS(PES_INT(game->number), PES_NOTED(why)));
}

enum pes_err site_put_moves(const struct pes_kit *kit, const struct site_game *game,
                            struct str *out, int *plies, struct pes_note *note) {
    struct teller t = {.moves = NULL};
    struct pes_note why = {0};
    enum pes_err err = open_record(kit, game->record, &t.session, &why);
    if (err)
        return refuse_record(game, err, &why, note);
    *plies = pes_history_plies(t.session.history);
    struct picture *pictures = mem_alloc(2 * sizeof *pictures);
    put_open(out, NULL, '{');
    put_int(out, "number", game->number);
    if (pictures == NULL) {
        err = PES_ERR_NOMEM;
    } else if (kit->view != NULL) {
        t.now = &pictures[0];
        t.next = &pictures[1];
        err = put_positions(&t, out);
    }
    put_logs(out, game);
    put_close(out, '}');
    mem_free(pictures);
    mem_free(t.moves);
    session_release(&t.session);
    if (!err)
        err = str_err(out);
    return err ? refuse_record(game, err, &why, note) : PES_ERR_OK;
}
