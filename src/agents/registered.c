/* The classes that a program has registered: an append-only list of atomic pointers.
 *
 * Slots are filled strictly in order by compare-and-set and never cleared. A registration examines
 * every slot from the first to the one it takes, so that it sees every class registered before it:
 * of two equal names registered at the same time exactly one is refused. Readers need no lock.
 * docs/adr/0016 says why this is the only mutable static of the library. */
#include "agents/agents.h"

#include <assert.h>
#include <string.h>

static _Atomic(const struct pes_agent_class *) registered[PES_AGENT_CLASSES_MAX];

const struct pes_agent_class *agents_registered(int i) {
    return i >= 0 && i < PES_AGENT_CLASSES_MAX
               ? atomic_load_explicit(&registered[i], memory_order_acquire)
               : NULL;
}

/* Lower-case letters, digits, '-' and '_': the name must not contain the ':' that ends it in an
 * agent's text. */
static bool name_is_good(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    const size_t length = name != NULL ? strlen(name) : 0;
    return length > 0 && length < PES_AGENT_NAME_MAX && strspn(name, letters) == length;
}

static bool is_complete(const struct pes_agent_class *class) {
    return class->abi >= 1 && class->abi <= PES_ABI && name_is_good(class->name) &&
           (class->offers != NULL || class->offers_of != NULL) && class->choose != NULL &&
           class->instance_size >= sizeof(struct pes_agent);
}

enum pes_err pes_agent_register(const struct pes_agent_class *class) {
    if (!is_complete(class))
        return PES_ERR_SYNTAX;
    if (agents_is_built_in(class->name))
        return PES_ERR_UNFIT;
    for (int i = 0; i < PES_AGENT_CLASSES_MAX; i++) {
        const struct pes_agent_class *there = NULL;
        if (atomic_compare_exchange_strong_explicit(&registered[i], &there, class,
                                                    memory_order_acq_rel, memory_order_acquire))
            return PES_ERR_OK;
        assert(there != NULL);
        if (strcmp(there->name, class->name) == 0)
            return PES_ERR_UNFIT;
    }
    return PES_ERR_LIMIT;
}
