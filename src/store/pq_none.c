/* A build without libpq: what names a PostgreSQL database is refused. Its text is not quoted,
 * because it may have a password. */
#include "store/results_int.h"
#include "store/store_int.h"
#include "store/text.h"

enum pes_err store_open_pq(const char *url, struct store **out, struct pes_note *note) {
    (void)url;
    (void)out;
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(store_no_postgres), PES_NO_ARGS);
}

enum pes_err results_open_pq(const char *url, bool read_only, struct results **out,
                             struct pes_note *note) {
    (void)url;
    (void)read_only;
    (void)out;
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(store_no_postgres), PES_NO_ARGS);
}
