/* The checks of an examination that only inform. */
#include "arena/examine_int.h"
#include "arena/odd.h"
#include "arena/text.h"

enum { VARIANTS_MAX = 4 };

/* Repetition. ------------------------------------------------------------------------------- */

/* Plays a trial again; *same: the game has this fingerprint. */
static enum pes_err play_again(struct exam *e, const struct trial *trial, uint64_t fingerprint,
                               bool *same) {
    struct runner_result r;
    const enum pes_err err = exam_play(e, trial, &r);
    *same = r.err == PES_ERR_OK && r.game.fingerprint == fingerprint;
    runner_result_release(&r);
    return err;
}

enum pes_err exam_repeats(struct exam *e) {
    int same_count = 0;
    bool same;
    struct trial trial;
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < e->seen_count; i++) {
        err = exam_odd_trial(e, i, &trial);
        if (err == PES_ERR_OK)
            err = play_again(e, &trial, e->seen[i], &same);
        if (err != PES_ERR_OK)
            return err;
        same_count += same;
    }
    err = exam_game_trial(e, 0, &trial);
    if (err == PES_ERR_OK)
        err = play_again(e, &trial, e->seen_game, &same);
    if (err != PES_ERR_OK)
        return err;
    const struct pes_text *seen = same_count < e->seen_count ? TEXT(examine_repeats_not)
                                  : same                     ? TEXT(examine_repeats_all)
                                                             : TEXT(examine_repeats_positions);
    exam_conclude(e, EXAMINE_REPEATS, seen, PES_ARGS(PES_INT(same_count), PES_INT(e->seen_count)));
    return PES_ERR_OK;
}

/* Variants. --------------------------------------------------------------------------------- */

/* Another value of an option than that of the variant; false if there is none to choose. */
static bool other_value(const struct pes_game *g, int place, char out[PES_QUOTE_SIZE]) {
    const struct pes_option *option = &g->rules->options[place];
    const int64_t now = g->values.number[place];
    size_t length;
    if (option->kind == PES_OPTION_INT && option->min < option->max) {
        snprintf(out, PES_QUOTE_SIZE, "%lld",
                 (long long)(now != option->min ? option->min : option->max));
        return true;
    }
    if (option->kind != PES_OPTION_CHOICE)
        return false;
    const char *word = pes_option_choice(option, (int)now + 1, &length);
    if (word == NULL)
        word = pes_option_choice(option, now > 0 ? 0 : 1, &length);
    if (word == NULL || length >= PES_QUOTE_SIZE)
        return false;
    snprintf(out, PES_QUOTE_SIZE, "%.*s", (int)length, word);
    return true;
}

/* Plays the start and an odd position of a variant; *plays: both were answered. */
static enum pes_err try_variant(struct exam *e, const struct pes_game *g, bool *plays) {
    const struct pes_rng rng = pes_rng_split(&e->root, STREAM_VARIANTS);
    struct pes_history *h = NULL;
    enum pes_err err = pes_history_new(g, &h);
    *plays = true;
    for (int i = 0; i < 2 && *plays && err == PES_ERR_OK; i++) {
        err = i == 0 ? odd_start(&rng, h) : odd_set(0, &rng, h);
        if (err != PES_ERR_OK || pes_history_end(h) != PES_END_NONE)
            break;
        struct runner_result r;
        const struct trial trial = {.h = h,
                                    .seat = pes_turn(g, pes_history_state(h)),
                                    .seed = e->config->seed,
                                    .limits = &e->limits,
                                    .plies = 1};
        err = exam_play(e, &trial, &r);
        *plays = r.err == PES_ERR_OK && !stats_forfeited(&r.game);
        runner_result_release(&r);
    }
    pes_history_free(h);
    return err;
}

static void add_name(struct str *list, const char *variant) {
    str_addf(list, "%s%s", list->length > 0 ? "; " : "", variant[0] != '\0' ? variant : "default");
}

/* Lists those that it plays and those that it does not; "" if there are none. */
static void tell_variants(struct exam *e, const char *plays, const char *others) {
    if (plays[0] == '\0')
        exam_conclude(e, EXAMINE_VARIANTS, TEXT(examine_variants_none), PES_ARGS(PES_STR(others)));
    else if (others[0] == '\0')
        exam_conclude(e, EXAMINE_VARIANTS, TEXT(examine_variants_all), PES_ARGS(PES_STR(plays)));
    else
        exam_conclude(e, EXAMINE_VARIANTS, TEXT(examine_variants_some),
                      PES_ARGS(PES_STR(plays), PES_STR(others)));
}

enum pes_err exam_variants(struct exam *e) {
    const struct pes_game *g = e->config->game;
    struct str plays, others;
    enum pes_err err = PES_ERR_OK;
    int tried = 0;
    if (pes_kit_find(g->rules->name) != g->kit)
        return PES_ERR_OK; // the children open variants by name
    str_init(&plays);
    str_init(&others);
    for (int i = 0; i < g->values.count && tried < VARIANTS_MAX && err == PES_ERR_OK; i++) {
        char value[PES_QUOTE_SIZE];
        struct pes_game *other = NULL;
        bool good = false;
        if (!other_value(g, i, value))
            continue;
        err = pes_game_reopen(g, g->rules->options[i].key, value, &other, NULL);
        if (err == PES_ERR_OK) {
            err = try_variant(e, other, &good);
            add_name(good ? &plays : &others, other->variant);
            tried++;
        } else if (err != PES_ERR_NOMEM) {
            err = PES_ERR_OK; // values that do not go together
        }
        pes_game_close(other);
    }
    if (err == PES_ERR_OK && tried > 0)
        tell_variants(e, plays.text, others.text);
    str_release(&plays);
    str_release(&others);
    return err;
}
