/* An agent of one's own, from reading the board to a match: the example of
 * howto/write-an-agent.md.
 *
 * `lines` plays Gomoku one move deep. Every line of five points through a point is worth more the
 * more stones of one colour it holds, and nothing once it holds both colours.
 *
 *     cc -std=c17 gomoku_agent.c $(pkg-config --cflags --libs pessoi) -o gomoku_agent
 *     ./gomoku_agent
 */
#include <pessoi/agent.h>
#include <pessoi/arena.h>

#include <stdio.h>
#include <string.h>

enum { SIDE_MAX = 20, FIVE = 5, EMPTY = -1 };

/* Reading the board. --------------------------------------------------------------------------- */

/* The board as this agent wants it: who has a stone at column x of row y, and whose turn it is. */
struct board {
    int8_t owner[SIDE_MAX][SIDE_MAX]; /* 0 First, 1 Second, EMPTY */
    int side;
    pes_player mover;
    struct pes_cell cells[PES_CELLS_MAX]; /* where each cell is; places are in thousandths */
};

/* The position itself is opaque bytes. The game's view tells where the cells are and what stands on
 * them, for this game as for any other. */
static void read_board(const struct pes_game *g, const struct pes_state *s, struct board *b) {
    struct pes_piece pieces[PES_PIECES_MAX];
    const struct pes_view *view = g->kit->view;
    const int cell_count = view->cells(g, b->cells);
    const int piece_count = view->pieces(g, s, pieces);
    memset(b->owner, EMPTY, sizeof b->owner);
    b->mover = pes_turn(g, s);
    b->side = 0;
    for (int i = 0; i < cell_count; i++)
        if (b->cells[i].x / 1000 >= b->side)
            b->side = b->cells[i].x / 1000 + 1;
    for (int i = 0; i < piece_count; i++) {
        const struct pes_cell *cell = &b->cells[pieces[i].cell];
        b->owner[cell->y / 1000][cell->x / 1000] = pieces[i].player;
    }
}

/* Rating a point. ------------------------------------------------------------------------------ */

/* The line of five from (x, y) in the direction (dx, dy): own stones attack, theirs must be stopped
 * and count a little less. */
static double line_value(const struct board *b, int x, int y, int dx, int dy) {
    static const double worth[FIVE] = {1, 10, 100, 1000, 100000};
    int stones[PES_PLAYERS_MAX] = {0, 0};
    for (int i = 0; i < FIVE; i++, x += dx, y += dy) {
        if (x < 0 || y < 0 || x >= b->side || y >= b->side)
            return 0;
        if (b->owner[y][x] != EMPTY)
            stones[b->owner[y][x]]++;
    }
    const int own = stones[b->mover], theirs = stones[1 - b->mover];
    if (own > 0 && theirs > 0)
        return 0;
    return theirs > 0 ? 0.9 * worth[theirs] : worth[own];
}

/* All lines of five that the point lies on: four directions, five places in each. */
static double point_value(const struct board *b, int x, int y) {
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    double sum = 0;
    for (int d = 0; d < 4; d++) {
        const int dx = directions[d][0], dy = directions[d][1];
        for (int back = 0; back < FIVE; back++)
            sum += line_value(b, x - back * dx, y - back * dy, dx, dy);
    }
    return sum;
}

/* The agent. ----------------------------------------------------------------------------------- */

extern const struct pes_agent_class lines_class;

/* It plays Gomoku alone, under one name and without options. */
static int lines_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (offers_max < 1 || strcmp(kit->rules->name, "gomoku") != 0)
        return 0;
    out[0] = (struct pes_offer){
        .class = &lines_class,
        .name = "lines",
        .title = PES_TEXT("Lines", "Γραμμές"),
        .help = PES_TEXT("lengthens its lines of five and stops its opponent's",
                         "μακραίνει τις πεντάδες του και σταματά του αντιπάλου"),
    };
    return 1;
}

/* The value of every legal move, in list order. touches() tells which cell a move is about; a move
 * without one is a choice of the swap2 opening. */
static enum pes_err lines_values(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_limits *limits, struct pes_move_value out[]) {
    (void)limits; /* it does not search */
    const struct pes_game *g = agent->game;
    const struct pes_state *s = pes_history_state(h);
    struct board board;
    pes_move list[PES_MOVES_MAX];
    read_board(g, s, &board);
    const int count = pes_moves(g, s, list);
    for (int i = 0; i < count; i++) {
        int16_t touched[PES_TOUCHES_MAX];
        double value = 0;
        if (g->kit->view->touches(g, s, list[i], touched) > 0) {
            const struct pes_cell *cell = &board.cells[touched[0]];
            value = point_value(&board, cell->x / 1000, cell->y / 1000);
        }
        out[i] = (struct pes_move_value){.move = list[i], .has_value = true, .value = value};
    }
    return PES_ERR_OK;
}

/* The first of the best moves: equal games must repeat on every machine. */
static enum pes_err lines_choose(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_limits *limits, struct pes_answer *answer) {
    struct pes_move_value values[PES_MOVES_MAX] = {{.move = PES_MOVE_NONE}};
    const int count = pes_count(agent->game, pes_history_state(h));
    const enum pes_err err = lines_values(agent, h, limits, values);
    if (err != PES_ERR_OK)
        return err;
    int best = 0;
    for (int i = 1; i < count; i++)
        if (values[i].value > values[best].value)
            best = i;
    answer->move = values[best].move;
    answer->has_score = true;
    answer->score = values[best].value;
    return PES_ERR_OK;
}

/* It never draws from its rng. */
static bool lines_deterministic(const struct pes_agent *agent) {
    (void)agent;
    return true;
}

const struct pes_agent_class lines_class = {
    .abi = PES_ABI,
    .name = "lines",
    .offers = lines_offers,
    .instance_size = sizeof(struct pes_agent),
    .choose = lines_choose,
    .values = lines_values,
    .deterministic = lines_deterministic,
};

/* A match. ------------------------------------------------------------------------------------- */

int main(void) {
    struct pes_note note = {0};
    struct pes_game *game = NULL;
    struct pes_match_result result;
    enum pes_err err = pes_agent_register(&lines_class);
    if (err == PES_ERR_OK)
        err = pes_game_open(pes_kit_find("gomoku"), "", &game, &note);
    if (err == PES_ERR_OK) {
        const struct pes_match match = {
            .game = game,
            .agents = {"lines", "heuristic"},
            .games = 40,
            .seed = 1,
            .opening_plies = 4,
        };
        err = pes_match_run(&match, &result, &note);
    }
    if (err == PES_ERR_OK)
        printf("lines against heuristic: %d won, %d drawn, %d lost; score %.3f (%.3f to %.3f)\n",
               (int)result.wins, (int)result.draws, (int)result.losses, result.score,
               result.score_low, result.score_high);
    else
        fprintf(stderr, "gomoku_agent: %s\n",
                !pes_note_is_empty(&note) ? note.why[PES_LANG_EN] : pes_err_name(err));
    pes_game_close(game);
    return pes_err_exit_code(err);
}
