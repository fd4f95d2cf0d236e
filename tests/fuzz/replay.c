/* Runs a fuzz target over its seeds without libFuzzer, with any compiler, as an ordinary test: each
 * seed, each of its prefixes, and seeded random mutations of it.
 *
 *     replay FOLDER
 */
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <stdlib.h>

enum {
    SEED_BYTES_MAX = 1 << 16,
    PREFIXES_MAX = 512, /* of one seed; a longer seed is cut at every n-th byte */
    CHANGES = 400       /* of one seed */
};

/* Passes the bytes in an allocation of exactly their size: ASan then finds reads past the end. */
static void run(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size > 0 ? size : 1);
    FUZZ_CHECK(copy != NULL);
    if (size > 0)
        memcpy(copy, bytes, size);
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

/* One mutation: changes, removes or inserts a byte, or duplicates a range. Returns the new size;
 * `bytes` has space for twice as many. */
static size_t change(uint8_t *bytes, size_t size, struct pes_rng *rng) {
    const size_t at = pes_rng_below(rng, (uint32_t)size);
    const size_t rest = size - at;
    switch (pes_rng_below(rng, 5)) {
    case 0:
        bytes[at] = (uint8_t)pes_rng_below(rng, 256);
        return size;
    case 1: /* near the old one: another digit, another letter */
        bytes[at] = (uint8_t)(bytes[at] + pes_rng_below(rng, 5) - 2);
        return size;
    case 2:
        memmove(bytes + at, bytes + at + 1, rest - 1);
        return size - 1;
    case 3:
        memmove(bytes + at + 1, bytes + at, rest);
        bytes[at] = bytes[pes_rng_below(rng, (uint32_t)size)];
        return size + 1;
    default: {
        const size_t piece = 1 + pes_rng_below(rng, (uint32_t)rest);
        memmove(bytes + at + piece, bytes + at, rest);
        return size + piece;
    }
    }
}

static int run_seed(const uint8_t *seed, size_t size) {
    int runs = 1;
    run(seed, size);
    const size_t step = 1 + size / PREFIXES_MAX;
    for (size_t n = 0; n < size; n += step, runs++)
        run(seed, n);

    uint8_t *bytes = malloc(2 * size + 1);
    FUZZ_CHECK(bytes != NULL);
    struct pes_rng rng;
    pes_rng_init(&rng, size);
    for (int i = 0; i < CHANGES && size > 0; i++, runs++) {
        memcpy(bytes, seed, size);
        run(bytes, change(bytes, size, &rng));
    }
    free(bytes);
    return runs;
}

/* Runs one file of the folder; returns the number of inputs, 0 if it is not a seed. */
static int run_file(const char *folder, const char *name) {
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (name[0] == '.' || length < 0 || (size_t)length >= sizeof path)
        return 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    static uint8_t seed[SEED_BYTES_MAX];
    const size_t size = fread(seed, 1, sizeof seed, file);
    fclose(file);
    return run_seed(seed, size);
}

int main(int argc, char **argv) {
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (folder == NULL) {
        fprintf(stderr, "usage: replay FOLDER (of seeds)\n");
        return 2;
    }
    int seeds = 0;
    int runs = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const int tried = run_file(argv[1], entry->d_name);
        seeds += tried > 0;
        runs += tried;
    }
    closedir(folder);
    printf("%d seeds, %d inputs\n", seeds, runs);
    /* A folder without seeds tests nothing. */
    return seeds > 0 ? 0 : 1;
}
