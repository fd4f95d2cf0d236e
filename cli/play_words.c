#include "cli/play_words.h"

#include "core/fold.h"
#include "core/str.h"

#include <assert.h>
#include <string.h>

static const struct word {
    const char *name[PES_LANG_COUNT];
    const char *brief; /* the short form, or NULL */
} words[PLAY_COMMAND_COUNT] = {
    [PLAY_MOVES] = {{"moves", "κινήσεις"}, "m"},
    [PLAY_SHOW] = {{"show", "δείξε"}, "s"},
    [PLAY_HINT] = {{"hint", "υπόδειξη"}, "h"},
    [PLAY_UNDO] = {{"undo", "αναίρεση"}, "u"},
    [PLAY_REDO] = {{"redo", "επανάληψη"}, NULL},
    [PLAY_NEW] = {{"new", "νέα"}, NULL},
    [PLAY_RESIGN] = {{"resign", "παραίτηση"}, NULL},
    [PLAY_SAVE] = {{"save", "αποθήκευση"}, NULL},
    [PLAY_SAVE_OVER] = {{"save!", "αποθήκευση!"}, NULL},
    [PLAY_LOAD] = {{"load", "φόρτωση"}, NULL},
    [PLAY_RESUME] = {{"resume", "συνέχεια"}, NULL},
    [PLAY_SEED] = {{"seed", "σπόρος"}, NULL},
    [PLAY_RULES] = {{"rules", "κανόνες"}, NULL},
    [PLAY_HELP] = {{"help", "βοήθεια"}, "?"},
    [PLAY_QUIT] = {{"quit", "έξοδος"}, "q"},
};

const char *play_command_name(enum play_command command, enum pes_lang lang) {
    assert(command < PLAY_COMMAND_COUNT);
    return words[command].name[lang];
}

const char *play_command_short(enum play_command command) {
    assert(command < PLAY_COMMAND_COUNT);
    return words[command].brief;
}

static bool same_word(const char *word, size_t length, const char *name) {
    char a[WORD_FOLDED_MAX];
    char b[WORD_FOLDED_MAX];
    /* word_fold() cuts long words; no command is that long. */
    return length < WORD_FOLDED_MAX / 2 + WORD_FOLDED_MAX / 4 &&
           strcmp(word_fold(word, length, a), word_fold(name, strlen(name), b)) == 0;
}

enum play_command play_command_find(const char *word, size_t length) {
    for (int i = PLAY_NONE + 1; i < PLAY_COMMAND_COUNT; i++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            if (same_word(word, length, words[i].name[lang]))
                return (enum play_command)i;
    return same_word(word, length, "exit") ? PLAY_QUIT : PLAY_NONE;
}

enum play_command play_command_find_short(const char *word, size_t length) {
    for (int i = PLAY_NONE + 1; i < PLAY_COMMAND_COUNT; i++)
        if (words[i].brief != NULL && same_word(word, length, words[i].brief))
            return (enum play_command)i;
    return PLAY_NONE;
}

bool play_word_is_swap(const char *word, size_t length) {
    return same_word(word, length, "swap") || same_word(word, length, "αλλαγή");
}

int play_word_yes(const char *word, size_t length) {
    static const char *const yes[] = {"y", "yes", "ν", "ναι"};
    static const char *const no[] = {"n", "no", "ο", "οχι"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
        if (same_word(word, length, yes[i]))
            return 1;
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        if (same_word(word, length, no[i]))
            return 0;
    return -1;
}

/* The folded word with one byte per letter, so that a wrong Greek letter counts as one typo. */
static size_t narrow(const char *word, size_t length, char out[WORD_FOLDED_MAX]) {
    char folded[WORD_FOLDED_MAX] = "";
    word_fold(word, length, folded);
    const size_t end = strlen(folded);
    size_t n = 0;
    for (size_t i = 0; i < end; n++) {
        const size_t step = (size_t)utf8_char(folded + i, end - i);
        assert(step >= 1 && step <= end - i);
        /* The last byte and the lowest bit of the first identify a small Greek letter. */
        const unsigned last = (unsigned char)folded[i + step - 1];
        const unsigned lead = (unsigned char)folded[i];
        out[n] = (char)(step == 1 ? last : (last & 0x3fu) | (lead & 1u) << 6 | 0x80u);
        i += step;
    }
    assert(n < WORD_FOLDED_MAX);
    out[n] = '\0';
    return n;
}

int play_slips(const char *word, size_t length, const char *name) {
    char typed[WORD_FOLDED_MAX];
    char known[WORD_FOLDED_MAX];
    const size_t n = narrow(word, length, typed);
    narrow(name, strlen(name), known);
    return str_distance(typed, n, known);
}
