/* The words a player types: commands in English and Greek, and how they differ from moves.
 *
 * A line is read in this order, so that no command hides a move of a game and every command can
 * always be typed:
 *
 *     1. "/undo"   a word after a slash is a command, whatever the game
 *     2. "L"       the exact text of a move
 *     3. "undo"    a command; case and Greek accents do not matter ("ΑΝΑΙΡΕΣΗ" is "αναίρεση")
 *     4. "l"       a move with case ignored, if only one legal move matches
 *     5. "u"       a command's short form
 *
 * Steps 2 and 4 need the rules: session_read_move() does them. */
#ifndef CLI_PLAY_WORDS_H
#define CLI_PLAY_WORDS_H

#include "pessoi/text.h"

#include <stdbool.h>
#include <stddef.h>

enum play_command {
    PLAY_NONE,
    PLAY_MOVES,
    PLAY_SHOW,
    PLAY_HINT,
    PLAY_UNDO,
    PLAY_REDO,
    PLAY_NEW,
    PLAY_RESIGN,
    PLAY_SAVE,
    PLAY_SAVE_OVER, /* `save!`: overwrites a file */
    PLAY_LOAD,
    PLAY_RESUME,
    PLAY_SEED,
    PLAY_RULES,
    PLAY_HELP,
    PLAY_QUIT,
    PLAY_COMMAND_COUNT
};

enum { PLAY_WORDS_ALL_MAX = 40 /* full names in all languages */ };

/* The full name of a command in a language; NULL for PLAY_NONE. */
const char *play_command_name(enum play_command command, enum pes_lang lang);

/* Its short form ("u"), or NULL. */
const char *play_command_short(enum play_command command);

/* The command with this full name in any language, or PLAY_NONE. */
enum play_command play_command_find(const char *word, size_t length);

/* The command with this short form, or PLAY_NONE. */
enum play_command play_command_find_short(const char *word, size_t length);

/* Does the word ask to change sides (`new swap`)? */
bool play_word_is_swap(const char *word, size_t length);

/* "y", "yes", "ν", "ναι" are 1, "n", "no", "ό", "όχι" are 0, anything else is -1. */
int play_word_yes(const char *word, size_t length);

/* Typing errors between the word and `name`, ignoring case and accents; -1: too many. */
int play_slips(const char *word, size_t length, const char *name);

#endif
