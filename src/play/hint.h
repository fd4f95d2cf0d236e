/* Hints, a step at a time: an idea, where to look, the move, how it could go on.
 *
 * The idea needs no opinion where somebody can win at once: that is a fact of the rules, two moves
 * deep. The move and the line are those of the adviser, the strongest agent the game has. There is
 * no line where chance or the end follows the move.
 *
 * A hint needs a history and an adviser alone, and nothing of a session: whoever has a history of
 * its own may look for one on any thread. It is filled in as far as was asked, so that a person who
 * asks again waits only for what is new:
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

enum hint_step { HINT_IDEA, HINT_AREA, HINT_MOVE, HINT_LINE, HINT_STEP_COUNT };

/* What is known of a position; begins as zeros. */
struct hint {
    int moves; /* legal ones */
    int wins;  /* of these, how many win at once */
    int loses; /* after how many the opponent can win at once */
    int best;  /* how many the adviser holds equally good; 0: not known */
    pes_move line[PES_LINE_MAX];
    int line_count; /* the first is the move; 0: not asked yet */
    bool is_line;   /* HINT_LINE was looked for */
    bool has_mate;
    int mate; /* as in struct pes_answer */
};

/* Who is asked, and for how long each time. */
struct hint_asker {
    struct pes_agent *adviser;
    struct pes_limits limits;
};

/* Where on the board: rows and columns of thirds, from the upper left. */
enum hint_area {
    HINT_AREA_NONE = -1, /* the game has no view, or the move is no place */
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

/* The strongest agent there is for the game; the classic one where nobody claims to be. UNFIT where
 * the game has no agent to ask. */
PES_MUST_USE enum pes_err hint_adviser(const struct pes_game *g, uint64_t seed,
                                       struct pes_agent **out);

/* Fills in what the step needs and is not known yet. A player is to move; the history is used and
 * put back. Fails with STOPPED, with NOMEM, or as the adviser does. */
PES_MUST_USE enum pes_err hint_find(const struct hint_asker *asker, struct pes_history *h,
                                    enum hint_step step, struct hint *hint);

/* Is a player to move after the advised move? */
bool hint_goes_on(const struct pes_history *h, const struct hint *hint);

/* Where the advised move is. Boards that are low are told from left to right alone. */
enum hint_area hint_area(const struct pes_history *h, const struct hint *hint);

/* The cells of an area; returns how many. */
int hint_area_cells(const struct pes_game *g, enum hint_area area, int16_t out[PES_CELLS_MAX]);

/* Appends the sentences of a step that was found. */
void hint_say(const struct pes_history *h, const struct hint *hint, enum hint_step step,
              enum pes_lang lang, struct str *out);

#endif
