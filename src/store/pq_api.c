#define PQ_API_PLAIN
#include "store/pq_api.h"

#include "store/text.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

struct pq_api pq_api;

/* POSIX lets a function pointer be read from where dlsym() says; ISO C has no cast for it. */
static bool find(void *library, const char *name, void *to, size_t size) {
    void *found = dlsym(library, name);
    memcpy(to, &found, size);
    return found != NULL;
}

enum pes_err pq_api_load(struct pes_note *note) {
    struct pq_api all;
    if (pq_api.PQclear_ != NULL)
        return PES_ERR_OK;
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL); /* never closed */
    bool whole = library != NULL;
#define X(name) whole = whole && find(library, #name, &all.name##_, sizeof all.name##_);
    PQ_API(X)
#undef X
    if (!whole)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(store_no_libpq), PES_NO_ARGS);
    pq_api = all;
    return PES_ERR_OK;
}
