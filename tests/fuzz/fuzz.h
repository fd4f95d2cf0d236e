/* Shared by the fuzz targets.
 *
 * There is one fuzz target per parser of outside input: fuzz_position, fuzz_move, fuzz_options,
 * fuzz_record, fuzz_gomocup, fuzz_request, fuzz_room, fuzz_proxy, fuzz_ugi, fuzz_data, fuzz_study,
 * fuzz_lobby. Each is one function, LLVMFuzzerTestOneInput(), which libFuzzer calls with generated
 * bytes, and which replay.c calls with the seeds in corpus/ and simple mutations of them, so that
 * every ordinary test run executes the targets too.
 *
 * Inputs are lines of text that people can write. The first line names the game and its variant,
 * "boats rule=ko"; what follows depends on the target (fuzz_gomocup, fuzz_request, fuzz_room,
 * fuzz_study, fuzz_lobby, fuzz_proxy and fuzz_data have no such line). All registered games take
 * part. Seeds are files corpus/TARGET/GAME-WHAT, or corpus/TARGET/WHAT if they belong to no game;
 * fuzz.dict is the dictionary for libFuzzer, with one section per game.
 *
 * All targets test the same promise: refused input changes nothing, accepted input is canonical and
 * can be played. A broken promise aborts the program. */
#ifndef FUZZ_H
#define FUZZ_H

#include "pessoi/history.h"
#include "pessoi/kit.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An assertion in every build; it aborts, so that libFuzzer saves the input. */
#define FUZZ_CHECK(promise)   \
    do {                      \
        if (!(promise))       \
            __builtin_trap(); \
    } while (0)

/* The rest of an input. */
struct fuzz_input {
    const char *bytes;
    size_t length;
};

enum { FUZZ_LINE_MAX = 4096 };

/* Takes the next line, without its end, as a C string (truncated at a NUL or if too long). */
void fuzz_line(struct fuzz_input *in, char out[FUZZ_LINE_MAX]);

/* Takes all the rest as a C string; the caller frees it with free(). */
char *fuzz_rest(struct fuzz_input *in);

/* Takes the line "GAME OPTIONS" and opens that variant; NULL: it was refused. */
struct pes_game *fuzz_open(struct fuzz_input *in);

/* Checks the note about an error in text[0..length): it has a terminated UTF-8 sentence, and its
 * column is in the text. */
void fuzz_check_note(const struct pes_note *note, enum pes_err err, size_t length);

/* Checks all promises about the history's present position, then plays some moves from it, checks
 * each position, and undoes them. */
void fuzz_check_position(struct pes_history *h);

#endif
