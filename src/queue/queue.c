#include "queue/queue.h"

#include "queue/url.h"

enum pes_err queue_check(const struct queue_config *config, struct pes_note *note) {
    struct url url;
    return url_parse(config->url, &url, note);
}
