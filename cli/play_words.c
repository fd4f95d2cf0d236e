#include "cli/play_words.h"

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
    [PLAY_HELP] = {{"help", "βοήθεια"}, "?"},
    [PLAY_QUIT] = {{"quit", "έξοδος"}, "q"},
};

/* Letters that fold to another one beyond the plain difference of case. */
static const struct {
    const char *from;
    const char *to;
} folds[] = {
    {"ά", "α"}, {"έ", "ε"}, {"ή", "η"}, {"ί", "ι"}, {"ό", "ο"}, {"ύ", "υ"}, {"ώ", "ω"},
    {"ϊ", "ι"}, {"ϋ", "υ"}, {"ΐ", "ι"}, {"ΰ", "υ"}, {"ς", "σ"}, {"Ά", "α"}, {"Έ", "ε"},
    {"Ή", "η"}, {"Ί", "ι"}, {"Ό", "ο"}, {"Ύ", "υ"}, {"Ώ", "ω"}, {"Ϊ", "ι"}, {"Ϋ", "υ"},
};

const char *play_command_name(enum play_command command, enum pes_lang lang) {
    return words[command].name[lang];
}

const char *play_command_short(enum play_command command) {
    return words[command].brief;
}

/* One character to its folded form; returns its length, at most the input's. */
static size_t fold_char(const char *at, size_t length, char out[4]) {
    for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++)
        if (strlen(folds[i].from) == length && memcmp(folds[i].from, at, length) == 0) {
            memcpy(out, folds[i].to, 2);
            return 2;
        }
    memcpy(out, at, length);
    const unsigned char first = (unsigned char)at[0];
    if (length == 1 && first >= 'A' && first <= 'Z')
        out[0] = (char)(first + ('a' - 'A'));
    if (first == '\0')
        out[0] = '\1'; /* it must not end the word early */
    if (length == 2 && first == 0xce) {
        /* Capital alpha to omega are U+0391 to U+03A9, the small ones stand 0x20 further on. */
        const unsigned code = 0x380u | ((unsigned char)at[1] & 0x3fu);
        if (code >= 0x391 && code <= 0x3a9) {
            out[0] = (char)(0xc0u | ((code + 0x20) >> 6));
            out[1] = (char)(0x80u | ((code + 0x20) & 0x3fu));
        }
    }
    return length;
}

const char *play_fold(const char *word, size_t length, char out[PLAY_WORD_MAX]) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        const size_t step = (size_t)utf8_char(word + i, length - i);
        char folded[4];
        assert(step >= 1 && step <= sizeof folded);
        const size_t n = fold_char(word + i, step, folded);
        if (used + n >= PLAY_WORD_MAX)
            break;
        memcpy(out + used, folded, n);
        used += n;
        i += step;
    }
    out[used] = '\0';
    return out;
}

static bool same_word(const char *word, size_t length, const char *name) {
    char a[PLAY_WORD_MAX];
    char b[PLAY_WORD_MAX];
    /* Folding cuts: what is longer than any of our words is none of them. */
    return length < PLAY_WORD_MAX / 2 + PLAY_WORD_MAX / 4 &&
           strcmp(play_fold(word, length, a), play_fold(name, strlen(name), b)) == 0;
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

/* The folded word with one byte a letter, so that a wrong Greek letter is one slip, not two. */
static size_t narrow(const char *word, size_t length, char out[PLAY_WORD_MAX]) {
    char folded[PLAY_WORD_MAX] = "";
    play_fold(word, length, folded);
    const size_t end = strlen(folded);
    size_t n = 0;
    for (size_t i = 0; i < end; n++) {
        const size_t step = (size_t)utf8_char(folded + i, end - i);
        assert(step >= 1 && step <= end - i);
        /* The last byte of a small Greek letter and its lead's last bit tell it from all others. */
        const unsigned last = (unsigned char)folded[i + step - 1];
        const unsigned lead = (unsigned char)folded[i];
        out[n] = (char)(step == 1 ? last : (last & 0x3fu) | (lead & 1u) << 6 | 0x80u);
        i += step;
    }
    out[n] = '\0';
    return n;
}

int play_slips(const char *word, size_t length, const char *name) {
    char typed[PLAY_WORD_MAX];
    char known[PLAY_WORD_MAX];
    const size_t n = narrow(word, length, typed);
    narrow(name, strlen(name), known);
    return str_distance(typed, n, known);
}
