/* Every sentence people see, English and Greek side by side, a chapter a room.
 *
 * A chapter (text_core.def ..) holds lines X(name, "English", "Ελληνικά"); one without both
 * languages does not compile. TEXT(name) is the sentence. What belongs to one game alone (its
 * title, its options' help, its steps) is said in that game's folder as PES_TEXT pairs, so that a
 * game loaded at run time can bring its own.
 *
 * The words follow the glossary in docs/STYLE.md. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "pessoi/text.h"

enum text_id {
#define X(name, en, el) TEXT_##name,
#include "core/text_agents.def"
#include "core/text_arena.def"
#include "core/text_cli.def"
#include "core/text_core.def"
#include "core/text_net.def"
#include "core/text_play.def"
#include "core/text_server.def"
#include "core/text_solve.def"
#include "core/text_store.def"
#undef X
    TEXT_COUNT
};

extern const struct pes_text text_list[TEXT_COUNT];

#define TEXT(name) (&text_list[TEXT_##name])

#endif
