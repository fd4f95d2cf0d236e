/* A build without hiredis: every function says what is missing. */
#include "queue/queue.h"
#include "queue/sender.h"
#include "queue/show.h"
#include "queue/text.h"
#include "queue/worker.h"

static enum pes_err refuse(struct pes_note *note) {
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(queue_not_built), PES_NO_ARGS);
}

enum pes_err queue_check(const struct queue_config *config, struct pes_note *note) {
    (void)config;
    return refuse(note);
}

static enum pes_err make(void *to, const struct runner_config *config, struct runner **out,
                         struct pes_note *note) {
    (void)to;
    (void)config;
    (void)out;
    return refuse(note);
}

void sender_init(struct sender *sender) {
    sender->maker = (struct pes_runner_maker){.make = make, .to = sender};
}

enum pes_err worker_run(const struct worker_config *config, struct pes_note *note) {
    (void)config;
    return refuse(note);
}

enum pes_err show_read(const struct queue_config *config, struct show *out, struct pes_note *note) {
    (void)config;
    (void)out;
    return refuse(note);
}

enum pes_err show_clear(const struct queue_config *config, struct pes_note *note) {
    (void)config;
    return refuse(note);
}

void show_release(struct show *s) {
    (void)s;
}
