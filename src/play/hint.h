/* Hints in four steps: an idea, an area of the board, the move, and how the game could continue.
 *
 * The move and the line come from the adviser, the strongest agent of the game. There is no line if
 * chance or the end of the game follows the move. The idea is the first of these that is known: a
 * player can win at once (a search of two plies), a forced win, a threat of the opponent, what the
 * advised move gains, the term of the evaluation that it improves most.
 *
 * A hint needs only a history and an adviser, not a session: a thread with a history of its own can
 * find one. Each call computes only what the step needs and is not known yet, so that a person who
 * asks for the next step waits only for that:
 *
 *     struct hint hint = {.line_count = 0};
 *     hint_adviser(g, seed, &asker.adviser);
 *     hint_find(&asker, history, HINT_IDEA, &hint);
 *     hint_say(history, &hint, HINT_IDEA, lang, &out);
 */
#ifndef PLAY_HINT_H
#define PLAY_HINT_H

#include "core/str.h"
#include "pessoi/agent.h"
#include "pessoi/view.h"
#include "play/facts.h"

enum hint_step { HINT_IDEA, HINT_AREA, HINT_MOVE, HINT_LINE, HINT_STEP_COUNT };

/* The idea of the first step, from the most urgent on. */
enum hint_idea {
    HINT_IDEA_NONE, /* not looked for yet */
    HINT_IDEA_WIN,
    HINT_IDEA_LOST,
    HINT_IDEA_DANGER,
    HINT_IDEA_FORCE,
    HINT_IDEA_THREAT, /* of the opponent */
    HINT_IDEA_DEED,   /* what the move does: `facts` */
    HINT_IDEA_ONLY,   /* there is one legal move */
    HINT_IDEA_CHANCE, /* nothing stands out: `chance` */
    HINT_IDEA_ONE,    /* the last three say how many moves are good, and nothing else */
    HINT_IDEA_SOME,
    HINT_IDEA_CALM
};

/* What is known about a position; all zeros at first. */
struct hint {
    int moves; /* legal moves */
    int wins;  /* moves that win at once */
    int loses; /* moves after which the opponent can win at once */
    int best;  /* moves that the adviser values as highly as its own; 0: unknown */
    pes_move line[PES_LINE_MAX]; /* the advised move and how the game could continue */
    int line_count;              /* 0: the adviser was not asked yet */
    bool is_line;                /* the line was extended for HINT_LINE */
    enum hint_idea idea;
    int threat;     /* index of the opponent's threat in view->threats(); -1: none */
    int fact_count; /* facts about the advised move */
    struct fact facts[FACTS_MAX];
    bool has_mate; /* as in struct pes_answer, and so is `mate` */
    int mate;
    bool has_chance;
    double chance; /* the adviser's win probability of the mover, 0..1 */
};

/* The adviser, and its limits per question. */
struct hint_asker {
    struct pes_agent *adviser;
    struct pes_limits limits;
};

/* Areas: the thirds of the board's rows and columns, from the upper left. */
enum hint_area {
    HINT_AREA_NONE = -1, /* the game has no view, or the move touches no cell */
    HINT_AREA_UPPER_LEFT,
    HINT_AREA_TOP,
    HINT_AREA_UPPER_RIGHT,
    HINT_AREA_LEFT,
    HINT_AREA_CENTRE,
    HINT_AREA_RIGHT,
    HINT_AREA_LOWER_LEFT,
    HINT_AREA_BOTTOM,
    HINT_AREA_LOWER_RIGHT,
    HINT_AREA_COUNT
};

/* The strongest agent of the game, pes_agent_strongest(). Fails with UNFIT if there is none that
 * searches, or with NOMEM. */
PES_MUST_USE enum pes_err hint_adviser(const struct pes_game *g, uint64_t seed,
                                       struct pes_agent **out);

/* Fills in what the step needs and is not known yet. A player must be to move; the history is
 * changed meanwhile and restored. Fails with STOPPED, with NOMEM, or as the adviser does. */
PES_MUST_USE enum pes_err hint_find(const struct hint_asker *asker, struct pes_history *h,
                                    enum hint_step step, struct hint *hint);

/* Is a player to move after the advised move? */
bool hint_goes_on(const struct pes_history *h, const struct hint *hint);

/* The area of the advised move. Low boards are divided only from left to right. */
enum hint_area hint_area(const struct pes_history *h, const struct hint *hint);

/* The cells of an area; returns how many. */
int hint_area_cells(const struct pes_game *g, enum hint_area area, int16_t out[PES_CELLS_MAX]);

/* Appends the sentences of a step; hint_find() must have succeeded for it. */
void hint_say(const struct pes_history *h, const struct hint *hint, enum hint_step step,
              enum pes_lang lang, struct str *out);

#endif
