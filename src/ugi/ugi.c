/* Parser and formatter of UGI's lines. Numbers are clamped to what their limit can hold; unknown
 * words between known ones are skipped, as UCI asks. */
#include "ugi/ugi.h"

#include <assert.h>
#include <inttypes.h>

/* The manager's lines. ----------------------------------------------------------------------- */

/* setoption name WORDS [value TEXT] */
static void parse_setoption(struct words rest, struct ugi_command *out) {
    bool found;
    if (!words_are(words_take(&rest), "name")) {
        out->bad = true;
        return;
    }
    out->name = words_until(&rest, "value", &found);
    out->value = words_trim(rest);
    if (words_are(out->value, UGI_EMPTY))
        out->value.length = 0;
    out->bad = out->name.length == 0;
}

/* position startpos|fen TEXT [moves M1 M2 ..] */
static void parse_position(struct words rest, struct ugi_command *out) {
    bool found;
    const struct words kind = words_take(&rest);
    const struct words text = words_until(&rest, "moves", &found);
    out->moves = words_trim(rest);
    if (words_are(kind, "fen") && text.length > 0)
        out->fen = text;
    else if (!words_are(kind, "startpos") || text.length > 0)
        out->bad = true;
}

static void parse_query(struct words rest, struct ugi_command *out) {
    static const char *const questions[] = {
        [UGI_P1TURN] = "p1turn", [UGI_RESULT] = "result", [UGI_GAMEOVER] = "gameover"};
    const struct words word = words_take(&rest);
    for (int i = 0; i < (int)(sizeof questions / sizeof questions[0]); i++) {
        if (words_are(word, questions[i])) {
            out->question = (enum ugi_question)i;
            return;
        }
    }
    out->bad = true;
}

/* A limit of `go` above zero: one of zero or less asks for as little as possible. */
static int64_t at_least_one(int64_t n) {
    return n > 0 ? n : 1;
}

/* Sets the limit that `key` names to `n`; false if it names none. */
static bool set_limit(struct words key, int64_t n, struct pes_limits *limits) {
    const int64_t ms = n < PES_MOVETIME_MAX_MS ? n : PES_MOVETIME_MAX_MS;
    if (words_are(key, "movetime"))
        limits->movetime_ms = (int32_t)at_least_one(ms);
    else if (words_are(key, "nodes"))
        limits->nodes = (uint64_t)at_least_one(n);
    else if (words_are(key, "depth"))
        limits->depth = (int32_t)at_least_one(n < INT32_MAX ? n : INT32_MAX);
    else if (words_are(key, "p1time"))
        limits->clock_ms[0] = (int32_t)at_least_one(ms);
    else if (words_are(key, "p2time"))
        limits->clock_ms[1] = (int32_t)at_least_one(ms);
    else if (words_are(key, "p1inc"))
        limits->increment_ms[0] = (int32_t)(ms > 0 ? ms : 0);
    else if (words_are(key, "p2inc"))
        limits->increment_ms[1] = (int32_t)(ms > 0 ? ms : 0);
    else
        return false;
    return true;
}

static void parse_go(struct words rest, struct ugi_command *out) {
    struct words word = words_take(&rest);
    while (word.length > 0) {
        const struct words next = words_take(&rest);
        int64_t n;
        if (words_are(word, "infinite"))
            out->infinite = true;
        if (words_number(next, INT64_MAX, &n) && set_limit(word, n, &out->limits))
            word = words_take(&rest);
        else
            word = next;
    }
}

struct ugi_command ugi_parse(const char *line, size_t length) {
    static const struct {
        const char *word;
        enum ugi_verb verb;
        void (*parse)(struct words rest, struct ugi_command *out); /* NULL: no arguments */
    } verbs[] = {
        {"ugi", UGI_UGI, NULL},
        {"isready", UGI_ISREADY, NULL},
        {"setoption", UGI_SETOPTION, parse_setoption},
        {"uginewgame", UGI_NEWGAME, NULL},
        {"position", UGI_POSITION, parse_position},
        {"query", UGI_QUERY, parse_query},
        {"go", UGI_GO, parse_go},
        {"stop", UGI_STOP, NULL},
        {"quit", UGI_QUIT, NULL},
    };
    struct words rest = {line, length};
    const struct words word = words_take(&rest);
    struct ugi_command command = {.verb = UGI_UNKNOWN};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (!words_are(word, verbs[i].word))
            continue;
        command.verb = verbs[i].verb;
        if (verbs[i].parse != NULL)
            verbs[i].parse(rest, &command);
        break;
    }
    if (command.bad)
        command = (struct ugi_command){.verb = command.verb, .bad = true};
    return command;
}

void ugi_put_go(struct str *out, const struct pes_limits *limits) {
    str_add(out, "go");
    if (limits->clock_ms[0] > 0 || limits->clock_ms[1] > 0)
        str_addf(out, " p1time %d p2time %d p1inc %d p2inc %d", (int)limits->clock_ms[0],
                 (int)limits->clock_ms[1], (int)limits->increment_ms[0],
                 (int)limits->increment_ms[1]);
    if (limits->movetime_ms > 0)
        str_addf(out, " movetime %d", (int)limits->movetime_ms);
    if (limits->nodes > 0)
        str_addf(out, " nodes %" PRIu64, limits->nodes);
    if (limits->depth > 0)
        str_addf(out, " depth %d", (int)limits->depth);
    str_add_char(out, '\n');
}

/* The engine's lines. ------------------------------------------------------------------------ */

/* id name TEXT, id author TEXT */
static void read_id(struct words rest, struct ugi_reply *out) {
    const struct words word = words_take(&rest);
    if (words_are(word, "name"))
        out->kind = UGI_ID_NAME;
    else if (words_are(word, "author"))
        out->kind = UGI_ID_AUTHOR;
    out->text = out->kind != UGI_OTHER ? words_trim(rest) : (struct words){NULL, 0};
}

/* option name WORDS type .. */
static void read_option(struct words rest, struct ugi_reply *out) {
    bool found;
    if (!words_are(words_take(&rest), "name"))
        return;
    const struct words name = words_until(&rest, "type", &found);
    if (name.length == 0)
        return;
    out->kind = UGI_OPTION;
    out->text = name;
}

/* score cp N, score mate N */
static void read_score(struct words *rest, struct ugi_info *out) {
    const struct words kind = words_take(rest);
    int64_t n;
    const struct words before = *rest;
    if (!words_number(words_take(rest), INT32_MAX, &n)) {
        *rest = before; // it may be the next key
        return;
    }
    if (words_are(kind, "cp")) {
        out->has_score = true;
        out->centis = (int32_t)n;
    } else if (words_are(kind, "mate")) {
        out->has_mate = true;
        out->mate = (int32_t)n;
    }
}

/* info [depth N] [nodes N] [score ..] [pv M1 M2 ..] [string TEXT], and keys that are skipped */
static void read_info(struct words rest, struct ugi_reply *out) {
    struct ugi_info *info = &out->info;
    int64_t n;
    out->kind = UGI_INFO;
    for (struct words key = words_take(&rest); key.length > 0; key = words_take(&rest)) {
        if (words_are(key, "string"))
            return;
        if (words_are(key, "pv")) {
            info->line = words_trim(rest);
            return;
        }
        if (words_are(key, "score"))
            read_score(&rest, info);
        else if (words_are(key, "depth") && words_number(words_take(&rest), INT32_MAX, &n))
            info->depth = (int32_t)(n > 0 ? n : 0);
        else if (words_are(key, "nodes") && words_number(words_take(&rest), INT64_MAX, &n))
            info->nodes = (uint64_t)(n > 0 ? n : 0);
    }
}

/* bestmove M [ponder M] */
static void read_bestmove(struct words rest, struct ugi_reply *out) {
    out->kind = UGI_BESTMOVE;
    out->text = words_take(&rest);
}

struct ugi_reply ugi_read(const char *line, size_t length) {
    struct words rest = {line, length};
    const struct words word = words_take(&rest);
    struct ugi_reply reply = {.kind = UGI_OTHER};
    if (words_are(word, "bestmove"))
        read_bestmove(rest, &reply);
    else if (words_are(word, "info"))
        read_info(rest, &reply);
    else if (words_are(word, "id"))
        read_id(rest, &reply);
    else if (words_are(word, "option"))
        read_option(rest, &reply);
    else if (words_are(word, "ugiok"))
        reply.kind = UGI_OK;
    else if (words_are(word, "readyok"))
        reply.kind = UGI_READY;
    return reply;
}

void ugi_put_info(struct str *out, const struct ugi_info *info, int64_t time_ms, const char *line) {
    assert(time_ms >= 0);
    str_add(out, "info");
    if (info->depth > 0)
        str_addf(out, " depth %d", (int)info->depth);
    if (info->has_mate)
        str_addf(out, " score mate %d", (int)info->mate);
    else if (info->has_score)
        str_addf(out, " score cp %d", (int)info->centis);
    str_addf(out, " time %" PRId64, time_ms);
    if (info->nodes > 0)
        str_addf(out, " nodes %" PRIu64, info->nodes);
    if (line[0] != '\0')
        str_addf(out, " pv %s", line);
}
