/* Lists of games, one line per game: see core/gamelist.h. Each line is split into words, and the
 * moves are played by the rules at once. */
#include "core/gamelist.h"

#include "core/history.h"
#include "core/record_int.h"
#include "core/text.h"

/* The line being read, and the position in it. */
struct reader {
    const char *text;
    size_t length;
    size_t at;
    int32_t line; /* its number in the list, from 1 */
    int64_t game; /* the number of its game, from 1 */
};

struct word {
    const char *text;
    size_t length; /* 0: the line has no more words */
    int32_t pos;
};

/* Takes the next word of the line; its length is 0 at the end. */
static struct word next_word(struct reader *r) {
    while (r->at < r->length && (r->text[r->at] == ' ' || r->text[r->at] == '\t'))
        r->at++;
    const size_t from = r->at;
    while (r->at < r->length && r->text[r->at] != ' ' && r->text[r->at] != '\t')
        r->at++;
    return (struct word){.text = r->text + from, .length = r->at - from, .pos = (int32_t)from + 1};
}

/* Fills in the note with a sentence and the line. */
static enum pes_err fail(const struct reader *r, struct pes_note *note, enum pes_err err,
                         int32_t pos, const struct pes_text *why, const struct pes_arg args[]) {
    err = pes_note_say(note, err, pos, why, args);
    if (note)
        note->line = r->line;
    return err;
}

/* How a game ended: any word of letters, '-' and '_'. */
static bool is_ending(const struct word *word) {
    for (size_t i = 0; i < word->length; i++) {
        const char c = word->text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_'))
            return false;
    }
    return word->length > 0 && word->length <= PES_RECORD_TOKEN_MAX;
}

/* Plays one token; the note of an error names the game, the ply and the token. */
static enum pes_err play_word(const struct reader *r, const struct word *word,
                              struct pes_history *h, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    if (word->length > PES_RECORD_TOKEN_MAX)
        return fail(r, note, PES_ERR_LIMIT, word->pos, TEXT(record_token_long),
                    PES_ARGS(PES_STR(pes_quote(word->text, word->length, quote)),
                             PES_INT(PES_RECORD_TOKEN_MAX)));
    struct pes_note inner = {0};
    int made = 0;
    const enum pes_err err = history_make_token(h, word->text, word->length, -1, &made, &inner);
    if (!err || err == PES_ERR_NOMEM)
        return err;
    pes_quote(word->text, word->length, quote);
    return fail(r, note, err, word->pos, TEXT(gamelist_bad_move),
                PES_ARGS(PES_INT(r->game), PES_INT(pes_history_plies(h) + 1), PES_STR(quote),
                         PES_NOTED(&inner)));
}

/* If the game is over by the rules, the result in the list must be the same. */
static enum pes_err check_result(const struct reader *r, const struct word *result,
                                 const struct pes_history *h, struct pes_note *note) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    if (!pes_over(g, s))
        return PES_ERR_OK;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, s, payoff);
    const char *by_rules = pes_result_of(payoff);
    if (strlen(by_rules) == result->length && memcmp(by_rules, result->text, result->length) == 0)
        return PES_ERR_OK;
    char quote[PES_QUOTE_SIZE];
    pes_quote(result->text, result->length, quote);
    return fail(r, note, PES_ERR_ILLEGAL, result->pos, TEXT(gamelist_result_against_rules),
                PES_ARGS(PES_INT(r->game), PES_STR(quote), PES_STR(by_rules)));
}

/* Plays one game; its line is not empty. */
static enum pes_err play_line(struct reader *r, struct pes_history *h, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    const struct word result = next_word(r);
    if (!record_is_result(result.text, result.length))
        return fail(r, note, PES_ERR_SYNTAX, result.pos, TEXT(gamelist_no_result),
                    PES_ARGS(PES_STR(pes_quote(result.text, result.length, quote))));
    const struct word ending = next_word(r);
    if (!is_ending(&ending))
        return fail(r, note, PES_ERR_SYNTAX, ending.pos, TEXT(gamelist_no_ending),
                    PES_ARGS(PES_STR(pes_quote(ending.text, ending.length, quote))));
    enum pes_err err = pes_history_start_text(h, "startpos", NULL, note);
    for (struct word word = next_word(r); !err && word.length > 0; word = next_word(r))
        err = play_word(r, &word, h, note);
    return err ? err : check_result(r, &result, h, note);
}

enum pes_err gamelist_replay(const char *text, size_t length, struct pes_history *h,
                             struct gamelist_totals *out, struct pes_note *note) {
    *out = (struct gamelist_totals){0};
    struct reader r = {.line = 0};
    for (size_t at = record_mark_length(text, length); at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        const size_t bytes = end ? (size_t)(end - (text + at)) : length - at;
        r.text = text + at;
        r.length = bytes > 0 && r.text[bytes - 1] == '\r' ? bytes - 1 : bytes; /* LF or CR LF */
        r.at = 0;
        r.line++;
        at += bytes + (end != NULL);
        const struct word first = next_word(&r);
        if (first.length == 0 || first.text[0] == '#')
            continue;
        r.at = 0;
        r.game = out->games + 1;
        const enum pes_err err = play_line(&r, h, note);
        if (err)
            return err;
        out->games++;
        out->plies += pes_history_plies(h);
    }
    return PES_ERR_OK;
}
