/* The sentences that people see, in English and Greek side by side.
 *
 * Each folder has its own: FOLDER/text.def consists of lines X(name, "English", "Ελληνικά"), and a
 * line without both languages does not compile. FOLDER/text.h declares them, FOLDER/text.c defines
 * them, and TEXT(name) is a pointer to one, a constant expression. Names begin with their subject,
 * so that they differ between folders. The sentences of one game (its title, the help of its
 * options, its steps) are PES_TEXT pairs in the folder of that game, so that a game loaded at run
 * time can bring its own.
 *
 * The words follow the glossary in docs/STYLE.md. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "pessoi/text.h"

#define TEXT(name) (&text_##name)
#define TEXT_DECLARE(name) extern const struct pes_text text_##name;
#define TEXT_DEFINE(name, en, el) const struct pes_text text_##name = PES_TEXT(en, el);

#define X(name, en, el) TEXT_DECLARE(name)
#include "core/text.def"
#undef X

/* A value as an argument of a sentence: whole numbers without decimals, others with `digits`. */
struct pes_arg text_value(double value, int digits);

#endif
