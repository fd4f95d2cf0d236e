/* What the fuzzers share.
 *
 * There is one fuzzer per door through which outside bytes come in: fuzz_position, fuzz_move,
 * fuzz_options, fuzz_record, fuzz_gomocup, fuzz_request, fuzz_room, fuzz_proxy. Each is one
 * function, LLVMFuzzerTestOneInput(), which libFuzzer calls with bytes it makes up, and which
 * replay.c calls with the seeds in corpus/ and simple changes of them, so that every ordinary test
 * run visits the doors too.
 *
 * Inputs are lines of text that people can write. The first line names the game and its variant,
 * "boats rule=ko"; what follows depends on the fuzzer (fuzz_gomocup, fuzz_request, fuzz_room
 * and fuzz_proxy read input without such a line). All registered games take part. Seeds are files
 * corpus/DOOR/GAME-WHAT, those of no game corpus/DOOR/WHAT; words for libFuzzer stand in fuzz.dict,
 * a section a game.
 *
 * The promise that is tested is always the same: whatever is refused changes nothing, whatever is
 * accepted is canonical and can be played. A broken promise stops the program. */
#ifndef FUZZ_H
#define FUZZ_H

#include "pessoi/history.h"
#include "pessoi/kit.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An assertion that no build switches off, and after which libFuzzer keeps the input. */
#define FUZZ_CHECK(promise)   \
    do {                      \
        if (!(promise))       \
            __builtin_trap(); \
    } while (0)

/* What is left of an input. */
struct fuzz_input {
    const char *bytes;
    size_t length;
};

enum { FUZZ_LINE_MAX = 4096 };

/* Takes the next line, without its end, as a C string (cut at a NUL, or where it is too long). */
void fuzz_line(struct fuzz_input *in, char out[FUZZ_LINE_MAX]);

/* Takes all the rest as a C string; the caller frees it with free(). */
char *fuzz_rest(struct fuzz_input *in);

/* Takes the line "GAME OPTIONS" and opens that variant; NULL: it is refused. */
struct pes_game *fuzz_open(struct fuzz_input *in);

/* Checks what was said about a mistake in text[0..length): there is a sentence, it ends, it is
 * UTF-8 and its place lies in the text. */
void fuzz_check_note(const struct pes_note *note, enum pes_err err, size_t length);

/* Checks all that can be promised about the history's present position, then plays some moves on
 * from it, checking each position, and takes them back. */
void fuzz_check_position(struct pes_history *h);

#endif
