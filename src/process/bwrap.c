#include "process/bwrap.h"

#include "core/mem.h"

#include <assert.h>

/* Everything but the filter, the scope and the command. --disable-userns needs bubblewrap 0.8. Its
 * --dev would show /dev/zero, and namespaces_linux.c says why there is none. */
static const char *const before[] = {"--unshare-user",
                                     "--unshare-pid",
                                     "--unshare-net",
                                     "--unshare-ipc",
                                     "--unshare-uts",
                                     "--unshare-cgroup-try",
                                     "--disable-userns",
                                     "--die-with-parent",
                                     "--new-session",
                                     "--hostname",
                                     "pessoi",
                                     "--proc",
                                     "/proc",
                                     "--dev-bind",
                                     "/dev/full",
                                     "/dev/full",
                                     "--dev-bind",
                                     "/dev/null",
                                     "/dev/null",
                                     "--dev-bind",
                                     "/dev/random",
                                     "/dev/random",
                                     "--dev-bind",
                                     "/dev/urandom",
                                     "/dev/urandom",
                                     "--symlink",
                                     "/proc/self/fd",
                                     "/dev/fd",
                                     "--symlink",
                                     "fd/0",
                                     "/dev/stdin",
                                     "--symlink",
                                     "fd/1",
                                     "/dev/stdout",
                                     "--symlink",
                                     "fd/2",
                                     "/dev/stderr",
                                     "--perms",
                                     "1777",
                                     "--size",
                                     "16777216",
                                     "--tmpfs",
                                     "/dev/shm",
                                     "--perms",
                                     "1777",
                                     "--size",
                                     "67108864",
                                     "--tmpfs",
                                     "/tmp"};
_Static_assert(LAUNCH_TMP_BYTES == 67108864, "as above");

static const char *const after[] = {
    "--", "/bin/sh", "-c",
    "printf . >&3 && read -r go <&4 && exec \"$@\" <&5 >&6 3>&- 4<&- 5<&- 6>&-", "sh"};
_Static_assert(LAUNCH_READY_FD == 3 && LAUNCH_GO_FD == 4, "as above");
_Static_assert(LAUNCH_IN_FD == 5 && LAUNCH_OUT_FD == 6, "as above");

static const char *const filter[] = {"--seccomp", "7"};
_Static_assert(LAUNCH_FILTER_FD == 7, "as above");

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

struct list {
    char **words;
    size_t count;
};

static void add(struct list *list, const char *word) {
    list->words[list->count++] = launch_word(word);
}

static void add_item(struct list *list, const struct scope_item *item) {
    switch (item->kind) {
    case SCOPE_SHOW:
    case SCOPE_COPY:
        add(list, "--ro-bind");
        add(list, item->from);
        break;
    case SCOPE_LINK:
        add(list, "--symlink");
        add(list, item->from);
        break;
    case SCOPE_FOLDER:
        add(list, "--dir");
        break;
    }
    add(list, item->to);
}

char **bwrap_arguments(char *bwrap, const struct scope *scope, bool filtered,
                       const struct command *c) {
    enum { OTHERS = 8 };
    const size_t most =
        COUNT_OF(before) + COUNT_OF(after) + (size_t)scope->count * 3 + (size_t)c->count + OTHERS;
    struct list list = {.words = mem_alloc(most * sizeof list.words[0])};
    if (list.words == NULL)
        return NULL;
    add(&list, bwrap);
    for (size_t i = 0; i < COUNT_OF(before); i++)
        add(&list, before[i]);
    for (size_t i = 0; i < COUNT_OF(filter) && filtered; i++)
        add(&list, filter[i]);
    for (int32_t i = 0; i < scope->count; i++)
        add_item(&list, &scope->items[i]);
    add(&list, "--remount-ro");
    add(&list, "/");
    add(&list, "--chdir");
    add(&list, c->folder[0] != '\0' ? c->folder : "/");
    for (size_t i = 0; i < COUNT_OF(after); i++)
        add(&list, after[i]);
    add(&list, c->first);
    for (int32_t i = 1; i < c->count; i++)
        add(&list, c->words[i]);
    assert(list.count < most); /* the last one is NULL */
    return list.words;
}
