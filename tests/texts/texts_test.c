/* Every sentence of every folder: well formed, in both languages, with the same arguments. */
#include "core/str.h"
#include "pessoi/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct pes_text sentences[] = {
#define X(name, en, el) PES_TEXT(en, el),
#include "agents/text.def"
#include "arena/text.def"
#include "cli/text.def"
#include "cli/text_arena.def"
#include "cli/text_bots.def"
#include "cli/text_db.def"
#include "cli/text_learn.def"
#include "cli/text_play.def"
#include "cli/text_queue.def"
#include "cli/text_review.def"
#include "core/text.def"
#include "gomocup/text.def"
#include "learn/text.def"
#include "play/text.def"
#include "process/text.def"
#include "queue/text.def"
#include "rooms/text.def"
#include "server/text.def"
#include "site/text.def"
#include "solve/text.def"
#include "store/text.def"
#include "ugi/text.def"
#undef X
};
enum { SENTENCE_COUNT = sizeof sentences / sizeof sentences[0] };

/* How a sentence uses each of its arguments {1} .. {9}: bit 0: as a value, bit 1: to choose a word.
 * They are distinct because one language may use a word where another uses the number. */
struct uses {
    unsigned char of[10];
    bool well_formed;
};

static struct uses uses_in(const char *at) {
    struct uses uses = {.well_formed = true};
    while ((at = strchr(at, '{'))) {
        if (at[1] == '{') {
            at += 2;
            continue;
        }
        const char *end = strchr(at, '}');
        const bool number = at[1] >= '1' && at[1] <= '9';
        if (!end || !number || (at[2] != '}' && at[2] != '|')) {
            uses.well_formed = false;
            return uses;
        }
        int bars = 0;
        for (const char *c = at; c < end; c++)
            bars += *c == '|';
        uses.well_formed = uses.well_formed && (bars == 0 || bars == 2);
        uses.of[at[1] - '0'] |= bars == 0 ? 1 : 2;
        at = end + 1;
    }
    return uses;
}

static void check_sentence(int id) {
    const struct pes_text *text = &sentences[id];
    struct uses uses[PES_LANG_COUNT];
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        const char *said = text->in[lang];
        assert_non_null(said);
        uses[lang] = uses_in(said);
        if (!uses[lang].well_formed || said[0] == '\0' || !utf8_valid(said, strlen(said)))
            fail_msg("sentence %d is not well formed: %s", id, said);
    }
    for (int i = 1; i < 10; i++) {
        const bool en = uses[PES_LANG_EN].of[i] != 0, el = uses[PES_LANG_EL].of[i] != 0;
        if (en != el)
            fail_msg("{%d} is missing: %s = %s", i, text->in[0], text->in[1]);
        if (i > 1 && en && uses[PES_LANG_EN].of[i - 1] == 0)
            fail_msg("{%d} without {%d}: %s", i, i - 1, text->in[0]);
    }
}

static void test_every_sentence(void **state) {
    (void)state;
    for (int id = 0; id < SENTENCE_COUNT; id++)
        check_sentence(id);
}

/* Does this text have a Greek letter? */
static bool has_greek(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text == 0xce || (unsigned char)*text == 0xcf)
            return true;
    return false;
}

static bool has_words(const char *text) {
    int run = 0;
    for (; *text; text++) {
        const char c = *text;
        run = (c >= 'a' && c <= 'z') ? run + 1 : 0;
        if (run == 4)
            return true;
    }
    return false;
}

static void test_greek_is_greek(void **state) {
    (void)state;
    for (int id = 0; id < SENTENCE_COUNT; id++) {
        const char *en = sentences[id].in[PES_LANG_EN], *el = sentences[id].in[PES_LANG_EL];
        if (has_greek(en))
            fail_msg("Greek among the English: %s", en);
        if (has_words(en) && strcmp(en, el) == 0 && strchr(en, ' '))
            fail_msg("not translated: %s", en);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_sentence),
        cmocka_unit_test(test_greek_is_greek),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
