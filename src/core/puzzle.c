/* The file of puzzles: one pass over its lines. The bytes are copied once; the end of every word
 * and line that a puzzle refers to becomes a NUL. */
#include "core/puzzle.h"

#include "core/mem.h"
#include "core/text.h"
#include "core/words.h"

#include <assert.h>
#include <string.h>

/* Lines of a puzzle in their order; those of a turn may repeat. */
enum key {
    KEY_ID,
    KEY_VARIANT,
    KEY_POSITION,
    KEY_MOVES,
    KEY_KIND,
    KEY_CHANCE,
    KEY_SCORE,
    KEY_FOUND,
    KEY_TURN,
    KEY_ALSO,
    KEY_WRONG,
    KEY_COUNT
};
static const char *const key_words[KEY_COUNT] = {
    "id",    "variant", "position", "moves", "kind",  "chance",
    "score", "found",   "turn",     "also",  "wrong",
};
static const unsigned required = 1U << KEY_ID | 1U << KEY_POSITION | 1U << KEY_KIND |
                                 1U << KEY_CHANCE | 1U << KEY_SCORE | 1U << KEY_TURN;

static const char *const kind_words[PUZZLE_KIND_COUNT] = {"win", "save", "best"};
static const char *const proof_words[PUZZLE_PROOF_COUNT] = {"table", "tactics", "search"};

const char *puzzle_kind_word(enum puzzle_kind kind) {
    return kind_words[kind];
}

const char *puzzle_proof_word(enum puzzle_proof proof) {
    return proof_words[proof];
}

struct reader {
    struct puzzle_set *set;
    int cap;          /* of the list */
    char *at;         /* the next line */
    int32_t line;     /* of the present line, from 1 */
    unsigned seen;    /* keys of the present puzzle */
    struct puzzle *p; /* the present one; NULL: still the head */
    struct pes_note *note;
};

static enum pes_err refuse(struct reader *r, const struct pes_text *why,
                           const struct pes_arg args[]) {
    const enum pes_err err = pes_note_say(r->note, PES_ERR_SYNTAX, 0, why, args);
    if (r->note != NULL)
        r->note->line = r->line;
    return err;
}

static enum pes_err refuse_value(struct reader *r, enum key key, const char *value) {
    char quoted[PES_QUOTE_SIZE];
    return refuse(
        r, TEXT(puzzle_value),
        PES_ARGS(PES_STR(key_words[key]), PES_STR(pes_quote(value, strlen(value), quoted))));
}

/* The index of text[0..length) among words; -1: it is none of them. */
static int index_of(struct words part, const char *const words[], int count) {
    for (int i = 0; i < count; i++)
        if (words_are(part, words[i]))
            return i;
    return -1;
}

/* Reads a number with at most three digits after the point, 0 <= x <= max. */
static bool read_real(struct words part, double max, double *out) {
    double value = 0, unit = 1;
    size_t i = 0, digits = 0, after = 0;
    for (; i < part.length && part.at[i] >= '0' && part.at[i] <= '9'; i++, digits++)
        value = value * 10 + (part.at[i] - '0');
    if (i < part.length && part.at[i] == '.' && digits > 0)
        for (i++; i < part.length && part.at[i] >= '0' && part.at[i] <= '9'; i++, after++)
            value += (part.at[i] - '0') * (unit /= 10);
    if (i < part.length || digits == 0 || digits > 9 || after > 3 || value > max)
        return false;
    *out = value;
    return true;
}

/* Lines. -------------------------------------------------------------------------------------- */

static enum pes_err read_kind(struct reader *r, char *value) {
    struct words rest = {value, strlen(value)};
    const int kind = index_of(words_take(&rest), kind_words, PUZZLE_KIND_COUNT);
    const int proof = index_of(words_take(&rest), proof_words, PUZZLE_PROOF_COUNT);
    int64_t plies = 0;
    const struct words number = words_take(&rest);
    const bool plain = kind != PUZZLE_WIN && number.length == 0;
    if (kind < 0 || proof < 0 || rest.length > 0 ||
        (!plain && (!words_number(number, 99999, &plies) || plies < 1 || kind != PUZZLE_WIN)))
        return refuse_value(r, KEY_KIND, value);
    r->p->kind = (enum puzzle_kind)kind;
    r->p->proof = (enum puzzle_proof)proof;
    r->p->plies = (int)plies;
    return PES_ERR_OK;
}

static enum pes_err read_chance(struct reader *r, char *value) {
    struct words rest = {value, strlen(value)};
    if (!read_real(words_take(&rest), 1, &r->p->chance) ||
        !read_real(words_take(&rest), 1, &r->p->next) || rest.length > 0)
        return refuse_value(r, KEY_CHANCE, value);
    return PES_ERR_OK;
}

static enum pes_err read_score(struct reader *r, char *value) {
    if (!read_real((struct words){value, strlen(value)}, 999, &r->p->score))
        return refuse_value(r, KEY_SCORE, value);
    return PES_ERR_OK;
}

/* "5 : 0 1 3 5" */
static enum pes_err read_found(struct reader *r, char *value) {
    bool colon;
    int64_t n;
    struct words rest = {value, strlen(value)};
    const struct words tries = words_until(&rest, ":", &colon);
    if (!colon || !words_number(tries, PUZZLE_TRIES_MAX + (int64_t)1000000000, &n) || n < 1 ||
        n > PUZZLE_TRIES_MAX)
        return refuse_value(r, KEY_FOUND, value);
    r->p->tries = (int)n;
    for (struct words w = words_take(&rest); w.length > 0; w = words_take(&rest)) {
        if (r->p->levels == PES_LEVELS_MAX || !words_number(w, 1000000000, &n) || n < 0 ||
            n > r->p->tries)
            return refuse_value(r, KEY_FOUND, value);
        r->p->found[r->p->levels++] = (int8_t)n;
    }
    return PES_ERR_OK;
}

/* Cuts a line at its " : ": *second is what follows. False: there is none. */
static bool cut(char *value, char **second) {
    char *colon =
        value[0] == ':' && (value[1] == ' ' || value[1] == '\0') ? value : strstr(value, " :");
    if (colon == NULL)
        return false;
    *second = colon + (colon == value ? 1 : 2);
    if (**second != ' ' && **second != '\0')
        return false;
    *second += **second == ' ';
    *colon = '\0';
    return true;
}

/* "k9 : m11" */
static enum pes_err read_turn(struct reader *r, char *value) {
    char *reply;
    struct puzzle *p = r->p;
    if (p->turn_count == PUZZLE_TURNS_MAX)
        return refuse(r, TEXT(puzzle_turns), PES_ARGS(PES_INT(PUZZLE_TURNS_MAX)));
    if (!cut(value, &reply) || value[0] == '\0' || strchr(value, ' ') != NULL)
        return refuse_value(r, KEY_TURN, value);
    p->turns[p->turn_count++] =
        (struct puzzle_turn){.move = value, .reply = reply, .extras = r->at};
    return PES_ERR_OK;
}

/* `also` and `wrong` stay as they are: the blank before the value comes back. */
static enum pes_err keep_extra(struct reader *r, enum key key, char *value) {
    if (value[0] == '\0')
        return refuse_value(r, key, value);
    value[-1] = ' ';
    if (r->p->turn_count == 0)
        return refuse(r, TEXT(puzzle_no_turn), PES_ARGS(PES_STR(key_words[key])));
    if (key == KEY_WRONG && strstr(value, ": ") == NULL)
        return refuse_value(r, key, value);
    r->p->turns[r->p->turn_count - 1].extra_count++;
    return PES_ERR_OK;
}

static enum pes_err read_id(struct reader *r, const char *value) {
    const size_t length = strspn(value, "0123456789abcdef");
    if (length != PUZZLE_ID_LENGTH || value[length] != '\0')
        return refuse_value(r, KEY_ID, value);
    r->p->id = value;
    return PES_ERR_OK;
}

static enum pes_err read_line(struct reader *r, enum key key, char *value) {
    switch (key) {
    case KEY_ID:
        return read_id(r, value);
    case KEY_VARIANT:
        r->p->variant = value;
        return PES_ERR_OK;
    case KEY_POSITION:
        r->p->position = value;
        return PES_ERR_OK;
    case KEY_MOVES:
        r->p->moves = value;
        return PES_ERR_OK;
    case KEY_KIND:
        return read_kind(r, value);
    case KEY_CHANCE:
        return read_chance(r, value);
    case KEY_SCORE:
        return read_score(r, value);
    case KEY_FOUND:
        return read_found(r, value);
    case KEY_TURN:
        return read_turn(r, value);
    default:
        return keep_extra(r, key, value);
    }
}

/* Puzzles. ------------------------------------------------------------------------------------ */

static enum pes_err end_puzzle(struct reader *r) {
    const struct puzzle *p = r->p;
    if (p == NULL)
        return PES_ERR_OK;
    for (int key = 0; key < KEY_COUNT; key++)
        if ((required & ~r->seen) >> key & 1)
            return refuse(r, TEXT(puzzle_missing),
                          PES_ARGS(PES_STR(p->id), PES_STR(key_words[key])));
    return PES_ERR_OK;
}

static enum pes_err begin_puzzle(struct reader *r) {
    struct puzzle_set *set = r->set;
    const enum pes_err err = end_puzzle(r);
    if (err != PES_ERR_OK)
        return err;
    if (set->count == PUZZLES_MAX)
        return refuse(r, TEXT(puzzle_most), PES_ARGS(PES_INT(PUZZLES_MAX)));
    if (set->count == r->cap) {
        const int cap = r->cap > 0 ? 2 * r->cap : 64;
        struct puzzle *list = mem_grow(set->list, (size_t)cap * sizeof *list);
        if (list == NULL)
            return PES_ERR_NOMEM;
        set->list = list;
        r->cap = cap;
    }
    r->p = &set->list[set->count++];
    *r->p = (struct puzzle){.variant = "", .moves = "", .file_line = r->line};
    r->seen = 0;
    return PES_ERR_OK;
}

/* Takes the next line, without its end; false at the end of the text. */
static bool next_line(struct reader *r, char **line) {
    if (*r->at == '\0')
        return false;
    *line = r->at;
    char *end = strchr(r->at, '\n');
    r->line++;
    r->at = end != NULL ? end + 1 : r->at + strlen(r->at);
    if (end != NULL)
        *end = '\0';
    return true;
}

/* Splits "key value"; the value may be empty. */
static char *split(char *line) {
    char *value = line + strcspn(line, " ");
    if (*value == ' ')
        *value++ = '\0';
    return value;
}

static enum pes_err read_puzzle_line(struct reader *r, char *line) {
    char *value = split(line), quoted[PES_QUOTE_SIZE];
    const int key = index_of((struct words){line, strlen(line)}, key_words, KEY_COUNT);
    enum pes_err err = key == KEY_ID ? begin_puzzle(r) : PES_ERR_OK;
    if (err != PES_ERR_OK)
        return err;
    if (key < 0 || r->p == NULL)
        return refuse(r, TEXT(puzzle_key),
                      PES_ARGS(PES_STR(pes_quote(line, strlen(line), quoted))));
    if (key < KEY_TURN && (r->seen >> key & 1) != 0)
        return refuse(r, TEXT(puzzle_twice), PES_ARGS(PES_STR(key_words[key])));
    r->seen |= 1U << key;
    return read_line(r, (enum key)key, value);
}

/* The head: three lines in their order. */
static enum pes_err read_head(struct reader *r) {
    static const char *const words[] = {"puzzles", "game", "how", "searched"};
    enum { WORDS = sizeof words / sizeof words[0] };
    const int64_t most = INT64_MAX / 2; /* larger numbers are clamped to it */
    char *values[WORDS], *line;
    int64_t n;
    for (int i = 0; i < WORDS; i++) {
        if (!next_line(r, &line))
            return refuse(r, TEXT(puzzle_head), PES_ARGS(PES_STR(words[i])));
        values[i] = split(line);
        if (strcmp(line, words[i]) != 0)
            return refuse(r, TEXT(puzzle_head), PES_ARGS(PES_STR(words[i])));
        if (i == 0 && strcmp(values[0], "1") != 0)
            return refuse(r, TEXT(puzzle_newer), PES_ARGS(PES_INT(PUZZLE_FORMAT)));
    }
    if (!words_number((struct words){values[3], strlen(values[3])}, most, &n) || n < 0 || n == most)
        return refuse(r, TEXT(puzzle_head), PES_ARGS(PES_STR(words[3])));
    r->set->head = (struct puzzle_head){.game = values[1], .how = values[2], .searched = n};
    return PES_ERR_OK;
}

static enum pes_err read_all(struct reader *r) {
    char *line;
    enum pes_err err = read_head(r);
    while (err == PES_ERR_OK && next_line(r, &line))
        if (line[0] != '\0' && line[0] != '#')
            err = read_puzzle_line(r, line);
    return err == PES_ERR_OK ? end_puzzle(r) : err;
}

enum pes_err puzzle_set_parse(struct puzzle_set *set, const char *text, size_t length,
                              struct pes_note *note) {
    *set = (struct puzzle_set){.count = 0};
    if (length > PUZZLE_BYTES_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(puzzle_large),
                            PES_ARGS(PES_INT(PUZZLE_BYTES_MAX)));
    if (!utf8_valid(text, length))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(puzzle_head),
                            PES_ARGS(PES_STR("puzzles")));
    set->bytes = mem_alloc(length + 1);
    if (set->bytes == NULL)
        return PES_ERR_NOMEM;
    memcpy(set->bytes, text, length);
    struct reader r = {.set = set, .at = set->bytes, .note = note};
    const enum pes_err err = read_all(&r);
    if (err != PES_ERR_OK)
        puzzle_set_release(set);
    return err;
}

void puzzle_set_release(struct puzzle_set *set) {
    mem_free(set->bytes);
    mem_free(set->list);
    *set = (struct puzzle_set){.count = 0};
}

const struct puzzle *puzzle_find(const struct puzzle_set *set, const char *id) {
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->list[i].id, id) == 0)
            return &set->list[i];
    return NULL;
}
