/* Fuzz target: X-Forwarded-For and --proxy. Input: a list of proxies, a newline, the header of a
 * proxy. */
#include "fuzz/fuzz.h"

#include "core/str.h"
#include "server/proxy.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {.bytes = (const char *)data, .length = size};
    char list[FUZZ_LINE_MAX];
    fuzz_line(&in, list);
    char *line = fuzz_rest(&in);
    const char *bad = list;
    int length = 0;
    struct proxy_rules rules;
    if (!proxy_rules_read(&rules, list, &bad, &length)) {
        FUZZ_CHECK(bad >= list && length >= 0 && bad + length <= list + strlen(list));
    } else {
        unsigned char client[16], same[16];
        memset(client, 0x5a, sizeof client);
        memset(same, 0x5a, sizeof same);
        const bool known = proxy_client(&rules, line, client);
        FUZZ_CHECK(rules.count >= 0 && rules.count <= PROXY_MAX);
        FUZZ_CHECK(known || memcmp(client, same, sizeof same) == 0);
        /* What stands on the left of the client has no say. */
        struct str more;
        str_init(&more);
        str_addf(&more, "garbage,%s", line);
        FUZZ_CHECK(str_err(&more) == PES_ERR_OK);
        if (known && !proxy_trusted(&rules, client))
            FUZZ_CHECK(proxy_client(&rules, more.text, same) &&
                       memcmp(client, same, sizeof same) == 0);
        str_release(&more);
    }
    free(line);
    return 0;
}
