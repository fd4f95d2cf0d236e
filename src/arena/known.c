#include "arena/known.h"

#include "arena/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *tag_of(const struct pes_record *r, const char *key) {
    const char *value = pes_record_tag(r, key);
    return value != NULL ? value : "";
}

/* A tag of the record must have this value. */
static enum pes_err expect(const struct pes_record *r, const char *key, const char *wanted,
                           struct pes_note *note) {
    const char *value = tag_of(r, key);
    if (strcmp(value, wanted) == 0)
        return PES_ERR_OK;
    char found_quote[PES_QUOTE_SIZE], wanted_quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(known_other),
                        PES_ARGS(PES_STR(key),
                                 PES_STR(pes_quote(value, strlen(value), found_quote)),
                                 PES_STR(pes_quote(wanted, strlen(wanted), wanted_quote))));
}

/* Was it played by the same version of a program? */
static enum pes_err check_files(const struct pes_record *r, const char *key, const struct job *job,
                                int agent, struct pes_note *note) {
    const char *files = job->files[agent] != NULL ? job->files[agent] : "";
    if (strcmp(tag_of(r, key), files) == 0)
        return PES_ERR_OK;
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(known_files),
                        PES_ARGS(PES_STR(job->agents[agent])));
}

/* Is it the record of a game between these agents with this seed? */
static enum pes_err check_tags(const struct pes_record *r, const struct job *job,
                               const char *const names[2], struct pes_note *note) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, job->seed);
    enum pes_err err = expect(r, "Game", job->game, note);
    if (err == PES_ERR_OK)
        err = expect(r, "Variant", job->variant, note);
    if (err == PES_ERR_OK)
        err = expect(r, "Seed", seed, note);
    for (int seat = 0; seat < 2 && err == PES_ERR_OK; seat++) {
        const char *key = seat == 0 ? "First" : "Second";
        const int agent = seat ^ job->swap;
        if (strcmp(tag_of(r, key), job->agents[agent]) != 0)
            err = expect(r, key, names[agent], note);
        if (err == PES_ERR_OK)
            err = check_files(r, seat == 0 ? "FirstFiles" : "SecondFiles", job, agent, note);
    }
    return err;
}

static enum pes_end end_of(const char *word) {
    for (int end = 0; end < PES_END_COUNT; end++)
        if (strcmp(word, pes_end_word((enum pes_end)end)) == 0)
            return (enum pes_end)end;
    return PES_END_NONE;
}

/* Can a bout in the present position of h have ended in this way? */
static bool is_possible(const struct pes_history *h, enum pes_end end, const struct job *job) {
    const bool at_cap = job->max_plies > 0 && pes_history_plies(h) >= job->max_plies;
    switch (end) {
    case PES_END_FORFEIT:
    case PES_END_TIME:
        return pes_history_end(h) == PES_END_NONE;
    case PES_END_RULES:
    case PES_END_REPETITION:
        return pes_history_end(h) == end;
    case PES_END_PLIES:
        return pes_history_end(h) == end || (pes_history_end(h) == PES_END_NONE && at_cap);
    default: // nobody resigns in a match
        return false;
    }
}

/* A sentence of a record, for people: without control characters, and cut between characters. */
static void copy_sentence(const char *text, char out[PES_NOTE_MAX]) {
    const size_t length = strlen(text);
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        const int n = utf8_char(text + i, length - i);
        const bool plain = !utf8_control(text + i, n) && !utf8_bidi(text + i, n);
        if (used + (size_t)n >= PES_NOTE_MAX)
            break;
        memcpy(out + used, plain ? text + i : "?", plain ? (size_t)n : 1);
        used += plain ? (size_t)n : 1;
        i += (size_t)n;
    }
    out[used] = '\0';
}

/* The result, from the position at the end and the tags. */
static enum pes_err read_end(const struct pes_record *r, const struct job *job,
                             struct pes_history *h, struct runner_result *out,
                             struct pes_note *note) {
    const char *word = tag_of(r, "Termination"), *result = tag_of(r, "Result");
    const enum pes_end end = end_of(word);
    bool good = is_possible(h, end, job);
    if (good) {
        bout_settle(h, end, strcmp(result, "1-0") == 0 ? 1 : 0, &out->game);
        const int32_t halves[PES_PLAYERS_MAX] = {out->game.halves, 2 - out->game.halves};
        good = strcmp(result, pes_result_of(halves)) == 0;
    }
    if (!good) {
        char result_quote[PES_QUOTE_SIZE], word_quote[PES_QUOTE_SIZE];
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(known_end),
                            PES_ARGS(PES_STR(pes_quote(result, strlen(result), result_quote)),
                                     PES_STR(pes_quote(word, strlen(word), word_quote))));
    }
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        copy_sentence(tag_of(r, "Reason"), out->notes.fault.why[lang]);
    return PES_ERR_OK;
}

/* Does the game in h begin with the opening? Takes back its other moves. */
static bool begins_with(struct pes_history *h, const struct pes_history *opening) {
    while (pes_history_count(h) > pes_history_count(opening) && pes_history_unmake(h))
        continue;
    return bout_fingerprint(h) == bout_fingerprint(opening);
}

enum pes_err known_read(const struct pes_record *r, const struct job *job,
                        const char *const names[2], const struct pes_history *opening,
                        struct pes_history *h, struct runner_result *out, struct pes_note *note) {
    enum pes_err err = check_tags(r, job, names, note);
    if (err == PES_ERR_OK)
        err = pes_record_replay(r, h, -1, note);
    if (err == PES_ERR_OK)
        err = read_end(r, job, h, out, note);
    if (err != PES_ERR_OK)
        return err;
    if (!begins_with(h, opening))
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(known_opening), PES_NO_ARGS);
    out->opening = bout_fingerprint(h);
    return PES_ERR_OK;
}
