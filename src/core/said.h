/* A text under construction, one buffer per language. */
#ifndef CORE_SAID_H
#define CORE_SAID_H

#include "core/str.h"

struct said {
    struct str in[PES_LANG_COUNT];
};

static inline void said_init(struct said *said) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        str_init(&said->in[lang]);
}

static inline void said_release(struct said *said) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        str_release(&said->in[lang]);
}

#endif
