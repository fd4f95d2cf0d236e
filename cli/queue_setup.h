/* What the options --queue, --queue-password-file and --queue-ca ask for. */
#ifndef CLI_QUEUE_SETUP_H
#define CLI_QUEUE_SETUP_H

#include "cli/cli.h"
#include "queue/sender.h"

/* For `options` of a command whose games other machines can play. */
#define CLI_HAS_QUEUE CLI_HAS(QUEUE), CLI_HAS(QUEUE_PASSWORD_FILE), CLI_HAS(QUEUE_CA)

struct queue_setup {
    struct sender sender;
    struct str password;                  /* owned */
    const struct pes_runner_maker *maker; /* of the sender; NULL: without --queue */
};

/* How to reach the queue at this address: the password comes from a file or from the environment,
 * which then forgets it. CLI_DONE or an exit code; release it in both cases. */
int queue_setup_read(struct cli *c, const char *url, struct queue_setup *out);

/* The same for a command that wants games, if it has --queue. `games`: how many it wants in all, 0
 * if that is not known. */
int queue_setup_open(struct cli *c, int64_t games, struct queue_setup *out);
void queue_setup_release(struct queue_setup *setup);

#endif
