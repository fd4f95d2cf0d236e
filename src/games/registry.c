/* The games there are. This is the only file that names every game: adding a line here enrols a
 * game in the commands, the conformance suite, the fuzzers and the bench. */
#include "pessoi/kit.h"

extern const struct pes_kit boats_kit;
extern const struct pes_kit gomoku_kit;
extern const struct pes_kit abalone_kit;
extern const struct pes_kit proximity_kit;
extern const struct pes_kit crush_kit;

static const struct pes_kit *const kits[] = {
    &boats_kit, &gomoku_kit, &abalone_kit, &proximity_kit, &crush_kit,
};

int pes_kit_count(void) {
    return (int)(sizeof kits / sizeof kits[0]);
}

const struct pes_kit *pes_kit_at(int i) {
    return i >= 0 && i < pes_kit_count() ? kits[i] : NULL;
}

const struct pes_kit *pes_kit_find(const char *name) {
    for (int i = 0; i < pes_kit_count(); i++)
        if (strcmp(kits[i]->rules->name, name) == 0)
            return kits[i];
    return NULL;
}
