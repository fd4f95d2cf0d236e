/* Pessoi as a UGI engine: answers a manager's lines until it quits.
 *
 * Options: `agent` (any agent of the game, as text), `variant` (the game's options) and `seed`.
 * Every command is answered in the order it arrives; `isready`, `query`, `stop` and `quit` also
 * while the agent thinks. Invalid input never ends the engine: it is answered with `info string`,
 * or ignored if it is no command at all. */
#ifndef UGI_ENGINE_H
#define UGI_ENGINE_H

#include "pessoi/kit.h"

#include <stdatomic.h>

enum { UGI_LINE_MAX = 1 << 20 }; /* bytes of a manager's line; longer ones are refused */

struct ugi_engine_config {
    const struct pes_kit *kit;
    const char *agent;   /* the default of the option; NULL: the strongest */
    const char *variant; /* the default of the option; "": the game's */
    uint64_t seed;       /* the default of the option */
    enum pes_lang lang;  /* of `info string` */

    int fd;                         /* where the manager's lines come from */
    const atomic_bool *interrupted; /* ends the engine */

    /* Sends a line, which has no line end, at once; false: the manager is gone, which ends the
     * engine. Called from two threads, also at the same time. */
    bool (*put)(void *to, const char *line);
    void *to;
};

/* Returns OK when the manager has quit or is gone, STOPPED after an interrupt. Fails before it has
 * answered anything if agent or variant are not good: *bad_variant says which. */
PES_MUST_USE enum pes_err ugi_engine_run(const struct ugi_engine_config *config, bool *bad_variant,
                                         struct pes_note *note);

#endif
