/* The games of a match as files: --save FOLDER has one record per game, --records FILE all of them,
 * and --resume reads them instead of playing these games again.
 *
 * What is stored is stored in the order of the games, each before it counts: a match that is killed
 * loses only the games in progress. A file whose last record is cut short by that loses this record
 * when it is resumed. */
#ifndef CLI_MATCH_FILES_H
#define CLI_MATCH_FILES_H

#include "cli/cli.h"
#include "core/records.h"

enum { MATCH_PATH_SIZE = 4096 };

struct match_files {
    const char *folder;          /* of --save; NULL: not given */
    const char *file;            /* of --records; NULL: not given */
    bool resume;                 /* --resume */
    struct str text;             /* of the file, if it is resumed */
    struct record_slice *slices; /* its records */
    int32_t count;
    char path[MATCH_PATH_SIZE]; /* the file that was read or written last */
    int32_t line;               /* in it, from 1: where the record that was read last begins */
    int lock;                   /* on the file or folder: one match at a time; -1: none */
    bool reading;               /* a record was read and is being checked */
};

/* From the options. Refuses, with CLI_USAGE, to write over games that exist unless they are to be
 * resumed. */
int match_files_open(struct cli *c, struct match_files *files);
void match_files_release(struct match_files *files);

/* Is anything to be stored? */
static inline bool match_files_wanted(const struct match_files *files) {
    return files->folder != NULL || files->file != NULL;
}

/* For pes_match.known: `to` is a struct match_files. */
enum pes_err match_files_known(void *to, int32_t number, struct pes_record **out,
                               struct pes_note *note);

/* Stores a game and what its agents wrote for their authors. */
PES_MUST_USE enum pes_err match_files_save(struct match_files *files,
                                           const struct pes_match_game *game,
                                           struct pes_note *note);

#endif
