/* Plays a small tournament and writes its pages, for the tests in the browser:
 *
 *     site_demo GAME TYPE FOLDER [VARIANT]        TYPE: robin, swiss, knockout, hostile
 */
#include "site/site_testing.h"

#include <stdio.h>

static const char *const names[] = {"anna", "boris", "chloe-2", "Δελφίνι",
                                    "eve",  "felix", "gabriel", "hypatia"};
/* The fifth makes its mistakes before anybody can have won. */
static const char *const agents[] = {"level:n=3",  "level:n=2", "level:n=1", "random",
                                     "moody:at=3", "random",    "random",    "random"};

/* Names that would break a page that does not escape them. */
static const char *const hostile[] = {"<script>document.title='broken'</script>",
                                      "</script><img src=x onerror=alert(1)>",
                                      "\"quotes\" & 'more' \\u0041",
                                      "line\xe2\x80\xa8"
                                      "break\xe2\x80\xa9",
                                      "\xe2\x80\xae"
                                      "desrever",
                                      "a-name-of-exactly-32-characters.",
                                      "\xff\xfe broken",
                                      "=1+1"};

static enum pes_err play(struct tour *t, const char *type, struct pes_note *note) {
    if (strcmp(type, "knockout") == 0)
        return tour_knockout(t, note);
    if (strcmp(type, "swiss") == 0)
        return tour_swiss(t, 3, note);
    return tour_robin(t, 4, note);
}

static enum pes_err run(struct tour *t, const char *game, const char *type, const char *folder,
                        struct pes_note *note) {
    const bool bad = strcmp(type, "hostile") == 0;
    static const struct pes_text points =
        PES_TEXT("A win is 1 point, a draw ½.", "Η νίκη δίνει 1 βαθμό, η ισοπαλία ½.");
    t->about.title = bad ? "<b>Broken</b> & 'title'" : "Spring tournament";
    t->about.kit = pes_kit_find(game);
    t->about.movetime_ms = 1000;
    t->about.how = &points;
    t->about.seed = 18446744073709551557U;
    t->about.version = "0.3.0";
    t->about.date_ms = 1794900000000;
    t->playing = strcmp(type, "swiss") == 0 ? 7 : strcmp(type, "knockout") == 0 ? 6 : 7;
    t->player_count = t->playing + 1;
    for (int i = 0; i < t->player_count; i++)
        t->players[i] =
            (struct site_player){.name = bad ? hostile[i] : names[i], .agent = agents[i]};
    struct site_player *last = &t->players[t->playing];
    last->excluded[PES_LANG_EN] = "it did not answer 'ugi' within 10 seconds";
    last->excluded[PES_LANG_EL] = "δεν απάντησε στο «ugi» μέσα σε 10 δευτερόλεπτα";
    last->agent = "cmd:bots/hypatia/run";
    enum pes_err err = pes_agent_register(&moody_class);
    if (!err)
        err = play(t, type, note);
    if (!err)
        err = tour_rank(t);
    return err ? err : tour_write(t, folder, note);
}

int main(int argc, char **argv) {
    static struct tour t;
    struct pes_note note = {0};
    if (argc < 4 || argc > 5 || pes_kit_find(argv[1]) == NULL) {
        fprintf(stderr, "usage: site_demo GAME robin|swiss|knockout|hostile FOLDER [VARIANT]\n");
        return 2;
    }
    t.about.variant = argc == 5 ? argv[4] : "";
    const enum pes_err err = run(&t, argv[1], argv[2], argv[3], &note);
    tour_release(&t);
    if (err)
        fprintf(stderr, "site_demo: %s\n", note.why[PES_LANG_EN]);
    return pes_err_exit_code(err);
}
