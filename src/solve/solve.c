/* A solution from start to table: lock, resume from a checkpoint, passes (retrograde.h),
 * checkpoints in between, and the totals of the result.
 *
 * Invariant: a checkpoint or table is written only between passes, when the cells are consistent.
 * Once the stop flag is raised during a pass nothing is written any more. */
#include "pessoi/solve.h"

#include "core/clock.h"
#include "core/cores.h"
#include "core/file.h"
#include "solve/retrograde.h"
#include "solve/table.h"
#include "solve/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The current solution. */
struct run {
    const struct pes_solve *solve;
    struct value_array cells;
    struct parallel parallel;
    struct table_file_head head;
    char table[PES_SOLVE_PATH_MAX];
    char checkpoint[PES_SOLVE_PATH_MAX];
    int64_t checkpoint_ns;           /* when the last checkpoint was written, or the run began */
    double checkpoint_seconds_taken; /* the seconds it took to write */

    /* While a file is written or read: only the thread `caller` reports progress. */
    pthread_t caller;
    atomic_uint_fast64_t done;

    pthread_mutex_t lock; /* protects the totals: */
    struct pes_solve_result *totals;
};

static bool is_stopped(const struct run *run) {
    return run->solve->stop != NULL && atomic_load_explicit(run->solve->stop, memory_order_relaxed);
}

static void report_file_progress(struct run *run, uint64_t cells) {
    const struct pes_solve *solve = run->solve;
    const uint64_t done = atomic_fetch_add(&run->done, cells) + cells;
    assert(done <= run->head.count);
    if (solve->progress != NULL && pthread_equal(pthread_self(), run->caller))
        solve->progress(
            solve->progress_to,
            &(struct pes_solve_progress){.pass = -1, .done = done, .total = run->head.count});
}

/* Checkpoints. --------------------------------------------------------------------------------- */

/* The head of a checkpoint: that of the table, with whole cells. */
static struct table_file_head checkpoint_head(const struct run *run) {
    struct table_file_head head = run->head;
    head.kind = run->solve->game->kit->index->predecessors != NULL ? TABLE_FILE_CHECKPOINT
                                                                   : TABLE_FILE_CHECKPOINT_FORWARD;
    head.planes = value_array_size(&run->cells);
    return head;
}

/* A checkpoint holds the cells as they are, one plane per byte. */
static void fill_checkpoint_block(void *to, uint64_t first, uint64_t count, unsigned char *bytes) {
    struct run *run = to;
    for (uint64_t i = 0; i < count; i++) {
        const struct cell c = value_array_get(&run->cells, first + i);
        bytes[i] = (unsigned char)c.value;
        bytes[count + i] = c.left;
        if (run->cells.bans) {
            bytes[2 * count + i] = c.only;
            bytes[3 * count + i] = (unsigned char)c.other;
        }
    }
    report_file_progress(run, count);
}

static void load_checkpoint_block(void *to, uint64_t first, uint64_t count, unsigned char *bytes) {
    struct run *run = to;
    for (uint64_t i = 0; i < count; i++) {
        struct cell c = {.value = (int8_t)bytes[i], .left = bytes[count + i]};
        if (run->cells.bans) {
            c.only = bytes[2 * count + i];
            c.other = (int8_t)bytes[3 * count + i];
        }
        value_array_set(&run->cells, first + i, &c);
    }
}

/* Writes a checkpoint if it is time for one; everything decided within `plies` is known. At most a
 * tenth of the time goes into checkpoints. */
static enum pes_err save_checkpoint(struct run *run, int plies, struct pes_note *note) {
    const int32_t pause_s = run->solve->checkpoint_seconds;
    const double since = clock_seconds_since(run->checkpoint_ns);
    if (pause_s < 0 || since < (double)pause_s ||
        (pause_s > 0 && since < 10 * run->checkpoint_seconds_taken))
        return PES_ERR_OK;
    assert(plies >= 0);
    assert(plies <= PES_SOLVE_PLIES_MAX + 1);
    struct table_file_head head = checkpoint_head(run);
    head.plies = plies;
    run->done = 0;
    const int64_t begun_ns = clock_now_ns();
    const enum pes_err err =
        table_file_write(run->checkpoint, &head, &run->parallel, fill_checkpoint_block, run, note);
    run->checkpoint_ns = clock_now_ns();
    run->checkpoint_seconds_taken = clock_seconds_since(begun_ns);
    return err;
}

/* Resumes from a checkpoint, if there is a good one; *plies is -1 otherwise. A bad checkpoint is
 * ignored: it only costs the time that it should have saved. */
static enum pes_err resume(struct run *run, int *plies, struct pes_note *note) {
    const struct table_file_head wanted = checkpoint_head(run);
    struct table_file file;
    *plies = -1;
    enum pes_err err = table_file_open(run->checkpoint, &wanted, &file, NULL);
    if (err != PES_ERR_OK)
        return err == PES_ERR_NOMEM ? err : PES_ERR_OK;
    err = table_file_read(&file, &run->parallel, load_checkpoint_block, run);
    if (err == PES_ERR_OK && (file.head.plies < 0 || file.head.plies > PES_SOLVE_PLIES_MAX + 1))
        err = PES_ERR_IO;
    if (err == PES_ERR_OK)
        *plies = file.head.plies;
    table_file_close(&file);
    if (err != PES_ERR_IO)
        return err;
    const uint64_t count = run->cells.count;
    const bool bans = run->cells.bans;
    value_array_release(&run->cells);
    return value_array_init(&run->cells, count, bans, note);
}

/* Totals. -------------------------------------------------------------------------------------- */

static int32_t most(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/* Adds one block of a table to the totals. */
static void add_to_totals(void *to, uint64_t first, uint64_t count, unsigned char *bytes) {
    (void)first;
    struct run *run = to;
    struct pes_solve_result sum = {0};
    for (uint64_t i = 0; i < count; i++) {
        const int8_t value = (int8_t)bytes[TABLE_VALUE * count + i];
        if (value == TABLE_HOLE)
            continue;
        sum.positions++;
        sum.won += value > 0;
        sum.lost += value < 0;
        sum.longest_win = most(sum.longest_win, value);
        sum.longest_loss = most(sum.longest_loss, -value);
        if (run->cells.bans && bytes[TABLE_ONLY * count + i] != 0) {
            const int8_t other = (int8_t)bytes[TABLE_OTHER * count + i];
            sum.longest_win_banned = most(sum.longest_win_banned, other);
            sum.longest_loss_banned = most(sum.longest_loss_banned, -other);
        }
    }
    assert(sum.won + sum.lost <= sum.positions);
    assert(sum.positions <= count);
    struct pes_solve_result *all = run->totals;
    pthread_mutex_lock(&run->lock);
    all->positions += sum.positions;
    all->won += sum.won;
    all->lost += sum.lost;
    all->longest_win = most(all->longest_win, sum.longest_win);
    all->longest_loss = most(all->longest_loss, sum.longest_loss);
    all->longest_win_banned = most(all->longest_win_banned, sum.longest_win_banned);
    all->longest_loss_banned = most(all->longest_loss_banned, sum.longest_loss_banned);
    pthread_mutex_unlock(&run->lock);
    report_file_progress(run, count);
}

/* Fills in one block of the table. Fields that make no difference are normalised to 0, which
 * compresses better. Counts the block as well, while its bytes are at hand. */
static void fill_table_block(void *to, uint64_t first, uint64_t count, unsigned char *bytes) {
    struct run *run = to;
    for (uint64_t i = 0; i < count; i++) {
        const struct cell c = value_array_get(&run->cells, first + i);
        const bool hole = c.left == 0 && c.value == 0;
        assert(c.value <= PES_SOLVE_PLIES_MAX + 1);
        assert(c.value >= -PES_SOLVE_PLIES_MAX - 1);
        bytes[TABLE_VALUE * count + i] = (unsigned char)(hole ? TABLE_HOLE : c.value);
        if (run->cells.bans) {
            const bool matters = c.value != c.other;
            bytes[TABLE_ONLY * count + i] = matters ? c.only : 0;
            bytes[TABLE_OTHER * count + i] = (unsigned char)(matters ? c.other : 0);
        }
    }
    add_to_totals(to, first, count, bytes);
}

/* Resets the counts; where the run began from stays. */
static void clear_totals(struct run *run) {
    const struct pes_solve_result *old = run->totals;
    *run->totals = (struct pes_solve_result){
        .numbers = run->head.count,
        .bans = run->cells.bans,
        .from = old->from,
        .from_pass = old->from_pass,
    };
    run->done = 0;
}

static void finish_totals(struct run *run) {
    struct pes_solve_result *out = run->totals;
    struct stat about;
    assert(out->positions <= out->numbers);
    assert(out->won + out->lost <= out->positions);
    out->drawn = out->positions - out->won - out->lost;
    memcpy(out->table, run->table, sizeof out->table);
    if (stat(run->table, &about) == 0)
        out->table_bytes = (uint64_t)about.st_size;
}

/* Does the whole table exist already? A damaged one is made again; any other file of that name is
 * an error, for it is not the solver's to overwrite. */
static enum pes_err find_table(struct run *run, bool *found, struct pes_note *note) {
    struct table_file file;
    *found = false;
    enum pes_err err = table_file_open(run->table, &run->head, &file, note);
    if (err == PES_ERR_UNKNOWN || (err == PES_ERR_IO && file.damaged))
        return PES_ERR_OK;
    if (err != PES_ERR_OK)
        return err;
    clear_totals(run);
    err = table_file_read(&file, &run->parallel, add_to_totals, run);
    table_file_close(&file);
    if (err == PES_ERR_IO)
        return PES_ERR_OK;
    if (err == PES_ERR_OK) {
        *found = true;
        run->totals->from = PES_SOLVE_FROM_TABLE;
        finish_totals(run);
    }
    return err;
}

/* The run. ------------------------------------------------------------------------------------- */

/* All passes, from a checkpoint if there is one. */
static enum pes_err work(struct run *run, struct pes_note *note) {
    const struct pes_solve *solve = run->solve;
    const struct retrograde r = {
        .game = solve->game,
        .cells = &run->cells,
        .parallel = run->parallel,
        .progress = solve->progress,
        .progress_to = solve->progress_to,
    };
    int plies;
    enum pes_err err = resume(run, &plies, note);
    if (err != PES_ERR_OK)
        return err;
    if (plies >= 0) {
        run->totals->from = PES_SOLVE_FROM_CHECKPOINT;
        run->totals->from_pass = plies;
    } else {
        retrograde_begin(&r);
        /* Retrograde analysis knows the ends of games after pass 0, value iteration nothing. */
        plies = solve->game->kit->index->predecessors != NULL ? 1 : 0;
        if (!is_stopped(run))
            err = save_checkpoint(run, plies, note);
    }
    while (err == PES_ERR_OK && !is_stopped(run) && retrograde_next(&r, plies)) {
        if (is_stopped(run))
            break;
        if (++plies > PES_SOLVE_PLIES_MAX + 1)
            return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(solve_many_plies),
                                PES_ARGS(PES_INT(PES_SOLVE_PLIES_MAX)));
        err = save_checkpoint(run, plies, note);
    }
    if (err == PES_ERR_OK && is_stopped(run))
        err = PES_ERR_STOPPED;
    return err;
}

/* Solves the game and writes the table; removes the checkpoint at the end. */
static enum pes_err make_table(struct run *run, struct pes_note *note) {
    enum pes_err err = value_array_init(&run->cells, run->head.count, run->cells.bans, note);
    if (err == PES_ERR_OK)
        err = work(run, note);
    if (err == PES_ERR_OK) {
        clear_totals(run);
        err = table_file_write(run->table, &run->head, &run->parallel, fill_table_block, run, note);
    }
    if (err == PES_ERR_OK) {
        (void)unlink(run->checkpoint);
        finish_totals(run);
    }
    value_array_release(&run->cells);
    return err;
}

/* One run per folder at a time: two would need twice the memory to do the same work. The lock is on
 * the folder itself, so that no lock file is left behind; it ends with the process. Where the file
 * system has no locks the run goes on without. */
static enum pes_err lock_folder(const struct pes_solve *solve, int *fd) {
    static const struct timespec pause = {.tv_nsec = 100000000};
    *fd = open(solve->folder, O_RDONLY | O_CLOEXEC);
    while (*fd >= 0 && flock(*fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        if (solve->stop != NULL && atomic_load(solve->stop)) {
            close(*fd);
            return PES_ERR_STOPPED;
        }
        nanosleep(&pause, NULL);
    }
    return PES_ERR_OK;
}

/* Holds the folder's lock while the table is looked for and made. */
static enum pes_err run_locked(struct run *run, struct pes_note *note) {
    int fd;
    enum pes_err err = lock_folder(run->solve, &fd);
    if (err != PES_ERR_OK)
        return err;
    bool found = false;
    err = find_table(run, &found, note);
    if (err == PES_ERR_OK && !found) {
        run->totals->from = PES_SOLVE_FROM_START;
        err = make_table(run, note);
    }
    if (fd >= 0)
        close(fd);
    return err;
}

enum pes_err pes_solve_run(const struct pes_solve *solve, struct pes_solve_result *out,
                           struct pes_note *note) {
    const struct pes_game *g = solve->game;
    *out = (struct pes_solve_result){0};
    enum pes_err err = table_check(g, note);
    if (err != PES_ERR_OK)
        return err;
    struct run run = {
        .solve = solve,
        .parallel = {.jobs = solve->jobs > 0 ? solve->jobs : cores_online(), .stop = solve->stop},
        .head = table_head(g),
        .cells = {.bans = table_bans(g)},
        .checkpoint_ns = clock_now_ns(),
        .caller = pthread_self(),
        .totals = out,
    };
    err = table_path(g, solve->folder, "table", run.table, note);
    if (err == PES_ERR_OK)
        err = table_path(g, solve->folder, "checkpoint", run.checkpoint, note);
    if (err == PES_ERR_OK)
        err = file_make_folder(solve->folder, note);
    if (err != PES_ERR_OK)
        return err;
    if (pthread_mutex_init(&run.lock, NULL) != 0)
        return PES_ERR_NOMEM;
    err = run_locked(&run, note);
    pthread_mutex_destroy(&run.lock);
    return err;
}
