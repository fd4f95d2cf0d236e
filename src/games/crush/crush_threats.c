/* Threats for display: a swap that is certain to bring all points that a player still needs to win.
 * Other strong swaps are a matter of opinion and are not listed. Invariant: at most one threat per
 * player. */
#include "games/crush/crush.h"

/* The first move with the most visible points, and these points; PES_MOVE_NONE if there is none. */
static pes_move best_move(const struct crush_board *board, const struct crush *s, int *points) {
    pes_move list[CRUSH_LIST_MAX], best = PES_MOVE_NONE;
    struct crush_moves moves;
    const int n = crush_find_moves(board, s, &moves) ? crush_list(board, &moves, list) : 0;
    *points = 0;
    for (int i = 0; i < n; i++) {
        int at_once;
        const int all = crush_visible_points(board, s, crush_swap_of(list[i]), &at_once);
        if (all > *points) {
            best = list[i];
            *points = all;
        }
    }
    return best;
}

/* The threat of the player to move comes first. */
int crush_threats(const struct pes_game *g, const struct pes_state *state,
                  struct pes_threat out[]) {
    const struct crush_board *board = crush_board(g);
    const struct crush *s = crush_at(state);
    if (s->phase != CRUSH_PLAY || crush_over(board, s))
        return 0;
    int points, n = 0;
    const pes_move best = best_move(board, s, &points);
    for (int i = 0; i < 2 && best != PES_MOVE_NONE; i++) {
        const int player = s->side ^ i;
        const struct crush_swap swap = crush_swap_of(best);
        if (s->score[player] + (uint32_t)points >= board->limit)
            out[n++] = (struct pes_threat){
                .player = (int8_t)player,
                .cell_count = 2,
                .cells = {crush_view_cell(board, swap.from.x, swap.from.y),
                          crush_view_cell(board, swap.to.x, swap.to.y)},
            };
    }
    return n;
}

static const struct pes_text say_sees =
    PES_TEXT("{1} needs {2} {2|point|points} to win and sees {3}: {4}-{5}.",
             "Ο {1} χρειάζεται {2} {2|πόντο|πόντους} για να κερδίσει και βλέπει {3}: "
             "{4}-{5}.");

size_t crush_say_threat(const struct pes_game *g, const struct pes_state *state,
                        const struct pes_threat *threat, enum pes_lang lang, char *out,
                        size_t cap) {
    const struct crush_board *board = crush_board(g);
    const struct crush *s = crush_at(state);
    const struct crush_cell from = {threat->cells[0] / board->height,
                                    threat->cells[0] % board->height};
    const struct crush_cell to = {threat->cells[1] / board->height,
                                  threat->cells[1] % board->height};
    assert(threat->cell_count == 2);
    assert(s->score[threat->player] < board->limit);
    char names[2][CRUSH_NAME_MAX];
    crush_name(from.x, from.y, names[0]);
    crush_name(to.x, to.y, names[1]);
    int at_once;
    const int points = crush_visible_points(board, s, (struct crush_swap){from, to}, &at_once);
    return pes_say(lang, &say_sees,
                   PES_ARGS(PES_SAID(&crush_rules.players[threat->player].name),
                            PES_INT((int)(board->limit - s->score[threat->player])),
                            PES_INT(points), PES_STR(names[0]), PES_STR(names[1])),
                   out, cap);
}
