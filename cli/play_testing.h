/* What the tests of `play` share: a folder to write in. */
#ifndef CLI_PLAY_TESTING_H
#define CLI_PLAY_TESTING_H

#include "cli/play_save.h"
#include "cli/play_screen.h"
#include "core/file.h"
#include "play/session_testing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Each test that writes has a folder of its own, which is also the state folder. */
static inline int make_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/pessoi-play-test-XXXXXX";
    return mkdtemp(folder) != NULL && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static inline const char *in_folder(const char *name, char out[PLAY_PATH_MAX]) {
    snprintf(out, PLAY_PATH_MAX, "%s/%s", getenv("XDG_STATE_HOME"), name);
    return out;
}

static inline int remove_folder(void **state) {
    (void)state;
    static const char *const names[] = {"pessoi/play-boats.pes", "pessoi/play-boats.previous.pes",
                                        "game.pes", "other.pes", "pessoi"};
    char path[PLAY_PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        (void)remove(in_folder(names[i], path));
    return rmdir(getenv("XDG_STATE_HOME"));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

static inline void write_text(const char *path, const char *text, size_t length) {
    struct pes_note note = {0};
    assert_int_equal(file_write(path, text, length, &note), PES_ERR_OK);
}

static inline void read_text(const char *path, struct str *out) {
    struct pes_note note = {0};
    str_init(out);
    assert_int_equal(file_read(path, 1 << 20, out, &note), PES_ERR_OK);
}

#endif
