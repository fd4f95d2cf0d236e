/* A rating: a player that values each move of one game, without being an agent of its own. The
 * example of howto/write-an-agent.md.
 *
 *     cc -std=c17 gomoku_rating.c $(pkg-config --cflags --libs pessoi) -o gomoku_rating
 */
#include <pessoi/arena.h>

#include <stdio.h>
#include <stdlib.h>

/* The value of a move to its mover: how many stones of either colour are near. */
static double near_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        const struct pes_values *values) {
    (void)values; /* it has no options */
    struct pes_cell cells[PES_CELLS_MAX];
    struct pes_piece pieces[PES_PIECES_MAX];
    int16_t touched[PES_TOUCHES_MAX];
    if (g->kit->view->touches(g, s, m, touched) == 0)
        return 0;
    g->kit->view->cells(g, cells);
    const int count = g->kit->view->pieces(g, s, pieces);
    const struct pes_cell *at = &cells[touched[0]];
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const struct pes_cell *stone = &cells[pieces[i].cell];
        sum += abs(stone->x - at->x) <= 1000 && abs(stone->y - at->y) <= 1000;
    }
    return sum;
}

static const struct pes_rating near_rating = {
    .name = "near",
    .title = PES_TEXT("Near", "Κοντά"),
    .help = PES_TEXT("plays where most stones are", "παίζει εκεί που είναι τα περισσότερα πούλια"),
    .pick = PES_PICK_FIRST_BEST, /* the first of the best moves */
    .move = near_move,
};

/* Gomoku with this rating in its kit: the agent `near` exists, and everything else is as before. */
int main(void) {
    static const struct pes_rating *const ratings[] = {&near_rating, NULL};
    struct pes_kit kit = *pes_kit_find("gomoku");
    kit.ratings = ratings;
    struct pes_note note = {0};
    struct pes_game *game = NULL;
    struct pes_match_result result;
    enum pes_err err = pes_game_open(&kit, "", &game, &note);
    if (err == PES_ERR_OK) {
        const struct pes_match match = {
            .game = game, .agents = {"near", "random"}, .games = 40, .seed = 1, .opening_plies = 4};
        err = pes_match_run(&match, &result, &note);
    }
    if (err == PES_ERR_OK)
        printf("near against random: %d won, %d drawn, %d lost\n", (int)result.wins,
               (int)result.draws, (int)result.losses);
    else
        fprintf(stderr, "gomoku_rating: %s\n",
                !pes_note_is_empty(&note) ? note.why[PES_LANG_EN] : pes_err_name(err));
    pes_game_close(game);
    return pes_err_exit_code(err);
}
