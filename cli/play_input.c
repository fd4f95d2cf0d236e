#include "cli/play_input.h"

#include "cli/play_words.h"
#include "core/file.h"
#include "core/fold.h"
#include "core/mem.h"

#include <assert.h>
#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

enum {
    HISTORY_LINES = 500,
    POLL_MS = 200,  /* delay within which Ctrl-C is noticed */
    BYTE_END = -1,  /* end of input */
    BYTE_STOP = -2, /* Ctrl-C */
    LIST_COLUMNS = 78,
    SKIP_MAX = 16 << 20, /* input ends after this many bytes without a newline */
    CHUNK_SIZE = 4096,
    HISTORY_PATH_MAX = 4096
};

struct play_input {
    struct cli *c;
    EditLine *editor;         /* NULL: lines are not edited */
    History *history;         /* of the editor */
    const char *history_path; /* NULL: none */
    const char *prompt;
    int ended;  /* BYTE_END or BYTE_STOP once input is over, else 0 */
    int typed;  /* characters passed to the editor for this line */
    bool skips; /* the editor's line is too long */
    size_t chunk_at, chunk_end;
    char chunk[CHUNK_SIZE];
    char line[PLAY_LINE_MAX + 1];
    char history_file[HISTORY_PATH_MAX];
    struct play_vocabulary vocabulary;
};

void play_vocabulary_add(struct play_vocabulary *v, const char *word) {
    if (v->count == PLAY_INPUT_WORDS_MAX || strlen(word) >= PLAY_INPUT_WORD_MAX)
        return;
    snprintf(v->words[v->count++], PLAY_INPUT_WORD_MAX, "%s", word);
}

struct play_vocabulary *play_input_vocabulary(struct play_input *in) {
    return &in->vocabulary;
}

bool play_input_asks(const struct play_input *in) {
    return in->c->in_tty && in->c->out_tty;
}

/* Bytes --------------------------------------------------------------------------------------- */

/* After Ctrl-Z and fg the shell may have left the terminal in canonical mode and without our
 * prompt. No event reports that, so the mode is polled. */
static void reclaim_terminal(struct play_input *in) {
    struct termios now;
    if (tcgetattr(STDIN_FILENO, &now) != 0 || (now.c_lflag & (tcflag_t)ICANON) == 0)
        return;
    /* libedit still assumes its own mode: restore the terminal first, then prepare it again. */
    el_set(in->editor, EL_PREP_TERM, 0);
    el_set(in->editor, EL_PREP_TERM, 1);
    el_set(in->editor, EL_REFRESH);
}

/* The next byte of standard input, BYTE_END or BYTE_STOP. */
static int next_byte(struct play_input *in) {
    while (in->chunk_at == in->chunk_end) {
        if (atomic_load(in->c->stop))
            return in->ended = BYTE_STOP;
        struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
        const int ready = poll(&wait, 1, POLL_MS);
        if (ready <= 0 && in->editor != NULL)
            reclaim_terminal(in);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t got = read(STDIN_FILENO, in->chunk, sizeof in->chunk);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return in->ended = BYTE_END;
        in->chunk_at = 0;
        in->chunk_end = (size_t)got;
    }
    assert(in->chunk_at < in->chunk_end);
    assert(in->chunk_end <= sizeof in->chunk);
    return (unsigned char)in->chunk[in->chunk_at++];
}

static enum play_read read_plain(struct play_input *in, size_t *length) {
    size_t n = 0, skipped = 0;
    int byte;
    while ((byte = next_byte(in)) >= 0 && byte != '\n') {
        if (n < PLAY_LINE_MAX) {
            in->line[n++] = (char)byte;
        } else if (++skipped == SKIP_MAX) {
            in->ended = BYTE_END;
            break;
        }
    }
    if (byte == BYTE_STOP)
        return PLAY_READ_STOP;
    if (byte == BYTE_END && n == 0)
        return PLAY_READ_END;
    assert(n <= PLAY_LINE_MAX);
    in->line[n] = '\0';
    *length = n;
    return skipped > 0 ? PLAY_READ_LONG : PLAY_READ_LINE;
}

/* The editor ---------------------------------------------------------------------------------- */

static struct play_input *input_of(EditLine *editor) {
    void *data = NULL;
    el_get(editor, EL_CLIENTDATA, &data);
    assert(data != NULL);
    return data;
}

static char *prompt_of(EditLine *editor) {
    /* The type of libedit's callback is not const, but it never writes. */
    return (char *)(uintptr_t)input_of(editor)->prompt;
}

/* Decodes the character that begins with `first`; invalid UTF-8 becomes '?'. */
static int next_char(struct play_input *in, int first, wchar_t *out) {
    const int more = first >= 0xf0 && first < 0xf8   ? 3
                     : first >= 0xe0 && first < 0xf0 ? 2
                     : first >= 0xc2 && first < 0xe0 ? 1
                                                     : 0;
    static const int masks[] = {0x7f, 0x1f, 0x0f, 0x07};
    if (first >= 0x80 && more == 0) {
        *out = L'?';
        return 1;
    }
    int code = first & masks[more];
    for (int i = 0; i < more; i++) {
        const int byte = next_byte(in);
        if (byte < 0)
            return byte == BYTE_END ? 0 : -1;
        if ((byte & 0xc0) != 0x80) {
            in->chunk_at--; /* the first byte of the next character */
            *out = L'?';
            return 1;
        }
        code = code << 6 | (byte & 0x3f);
    }
    *out = (wchar_t)code;
    return 1;
}

/* Replaces libedit's reader, which ignores the first Ctrl-C and has no limit for a line. */
static int editor_reads(EditLine *editor, wchar_t *out) {
    struct play_input *in = input_of(editor);
    for (;;) {
        const int byte = next_byte(in);
        if (byte == BYTE_END)
            return 0;
        if (byte == BYTE_STOP) {
            errno = EINTR;
            return -1;
        }
        const bool ends = byte == '\n' || byte == '\r';
        in->skips = in->skips || (in->typed >= PLAY_LINE_MAX && !ends);
        if (in->skips && !ends)
            continue;
        in->typed++;
        return next_char(in, byte, out);
    }
}

/* Completion ---------------------------------------------------------------------------------- */

/* The words that begin with text[0..length), ignoring case; returns how many. */
static int matches(const struct play_vocabulary *v, const char *text, size_t length,
                   const char *out[PLAY_INPUT_WORDS_MAX]) {
    char typed[WORD_FOLDED_MAX];
    word_fold(text, length, typed);
    assert(v->listed <= v->count);
    assert(v->count <= PLAY_INPUT_WORDS_MAX);
    int n = 0;
    for (int i = 0; i < (length > 0 ? v->count : v->listed); i++) {
        char word[WORD_FOLDED_MAX];
        word_fold(v->words[i], strlen(v->words[i]), word);
        if (strncmp(word, typed, strlen(typed)) == 0)
            out[n++] = v->words[i];
    }
    return n;
}

/* Bytes of the longest common prefix of all words, whole characters only. */
static size_t common(const char *const words[], int count) {
    assert(count > 0);
    const char *first = words[0];
    size_t alike = strlen(first);
    for (int i = 1; i < count; i++) {
        size_t n = 0;
        while (n < alike && words[i][n] == first[n])
            n++;
        alike = n;
    }
    while (alike > 0 && ((unsigned char)first[alike] & 0xc0) == 0x80)
        alike--;
    return alike;
}

static void list_words(struct play_input *in, const char *const words[], int count) {
    fputc('\n', in->c->out);
    int used = 0;
    for (int i = 0; i < count; i++) {
        const int width = utf8_width(words[i], strlen(words[i])) + 2;
        if (used > 0 && used + width > LIST_COLUMNS) {
            fputc('\n', in->c->out);
            used = 0;
        }
        fprintf(in->c->out, "%s  ", words[i]);
        used += width;
    }
    fputc('\n', in->c->out);
    fflush(in->c->out);
}

static unsigned char complete(EditLine *editor, int key) {
    (void)key;
    struct play_input *in = input_of(editor);
    const LineInfo *info = el_line(editor);
    const size_t length = (size_t)(info->cursor - info->buffer);
    const char *found[PLAY_INPUT_WORDS_MAX];
    if (info->cursor != info->lastchar || memchr(info->buffer, ' ', length) != NULL)
        return CC_ERROR;
    const int count = matches(&in->vocabulary, info->buffer, length, found);
    if (count == 0)
        return CC_ERROR;
    const size_t alike = common(found, count);
    if (alike > length || (count == 1 && alike == length)) {
        char word[PLAY_INPUT_WORD_MAX];
        snprintf(word, sizeof word, "%.*s", (int)alike, found[0]);
        el_deletestr(editor, utf8_width(info->buffer, length));
        el_insertstr(editor, word);
        return CC_REFRESH;
    }
    list_words(in, found, count);
    return CC_REDISPLAY;
}

/* Opening ------------------------------------------------------------------------------------- */

/* libedit decodes bytes by the locale; ours are always UTF-8. */
static void speak_utf8(void) {
    if (setlocale(LC_CTYPE, "") == NULL || strcasecmp(nl_langinfo(CODESET), "UTF-8") != 0)
        (void)setlocale(LC_CTYPE, "C.UTF-8");
}

static bool terminal_can_edit(const struct cli *c) {
    const char *term = getenv("TERM");
    return c->in_tty && c->out_tty && term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}

static enum pes_err open_editor(struct play_input *in) {
    speak_utf8();
    in->history = history_init();
    in->editor = el_init("pessoi", stdin, in->c->out, in->c->err);
    if (in->history == NULL || in->editor == NULL)
        return PES_ERR_NOMEM;
    HistEvent event;
    history(in->history, &event, H_SETSIZE, HISTORY_LINES);
    history(in->history, &event, H_SETUNIQUE, 1);
    if (in->history_path != NULL)
        history(in->history, &event, H_LOAD, in->history_path);
    el_set(in->editor, EL_CLIENTDATA, (void *)in);
    el_set(in->editor, EL_PROMPT, prompt_of);
    el_set(in->editor, EL_EDITOR, "emacs");
    el_set(in->editor, EL_HIST, history, in->history);
    el_set(in->editor, EL_GETCFN, editor_reads);
    /* The wide form: el_set() leaks copies of the strings. */
    el_wset(in->editor, EL_ADDFN, L"pessoi-complete", L"complete a move or a command", complete);
    el_set(in->editor, EL_BIND, "^I", "pessoi-complete", NULL);
    el_set(in->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(in->editor, NULL);
    return PES_ERR_OK;
}

enum pes_err play_input_open(struct cli *c, const char *history, struct play_input **out) {
    struct play_input *in = mem_alloc(sizeof *in);
    if (in == NULL)
        return PES_ERR_NOMEM;
    in->c = c;
    if (history != NULL && strlen(history) < sizeof in->history_file) {
        snprintf(in->history_file, sizeof in->history_file, "%s", history);
        in->history_path = in->history_file;
    }
    if (terminal_can_edit(c) && open_editor(in) != PES_ERR_OK) {
        play_input_close(in);
        return PES_ERR_NOMEM;
    }
    *out = in;
    return PES_ERR_OK;
}

/* Saves the typed lines; a failure is not worth a message. */
static void save_history(struct play_input *in) {
    if (in->editor == NULL || in->history_path == NULL)
        return;
    HistEvent event;
    char *slash = strrchr(in->history_file, '/');
    assert(slash != NULL);
    *slash = '\0';
    const enum pes_err err = file_make_folder(in->history_file, NULL);
    *slash = '/';
    if (err == PES_ERR_OK)
        history(in->history, &event, H_SAVE, in->history_path);
}

void play_input_close(struct play_input *in) {
    if (in == NULL)
        return;
    save_history(in);
    if (in->editor != NULL)
        el_end(in->editor);
    if (in->history != NULL)
        history_end(in->history);
    mem_free(in);
}

/* Reading a line ------------------------------------------------------------------------------ */

static enum play_read read_edited(struct play_input *in, size_t *length) {
    int count = 0;
    in->typed = 0;
    in->skips = false;
    el_resize(in->editor);
    /* Before the prompt is printed: libedit does it afterwards, and a key pressed in between would
     * be handled by the terminal's line editing. */
    el_set(in->editor, EL_PREP_TERM, 1);
    const char *text = el_gets(in->editor, &count);
    if (in->ended == BYTE_STOP || atomic_load(in->c->stop))
        return PLAY_READ_STOP;
    if (text == NULL || count <= 0)
        return PLAY_READ_END;
    size_t n = strlen(text);
    if (n > 0 && text[n - 1] == '\n')
        n--;
    if (in->skips || n > PLAY_LINE_MAX)
        return PLAY_READ_LONG;
    memcpy(in->line, text, n);
    in->line[n] = '\0';
    *length = n;
    HistEvent event;
    if (n > 1)
        history(in->history, &event, H_ENTER, in->line);
    return PLAY_READ_LINE;
}

/* Prints a line that was not typed on the terminal. */
static void echo(struct play_input *in, const char *line, size_t length) {
    char quoted[PES_QUOTE_SIZE];
    fprintf(in->c->out, "%s\n", pes_quote(line, length, quoted));
}

enum play_read play_input_line(struct play_input *in, const char *prompt, const char **line,
                               size_t *length) {
    assert(prompt != NULL);
    *line = in->line;
    *length = 0;
    in->line[0] = '\0';
    in->prompt = prompt;
    if (in->ended == 0 && in->editor == NULL)
        fputs(prompt, in->c->out);
    fflush(in->c->out);
    enum play_read what = PLAY_READ_END;
    if (in->ended == BYTE_STOP)
        what = PLAY_READ_STOP;
    else if (in->ended == 0)
        what = in->editor != NULL ? read_edited(in, length) : read_plain(in, length);
    if (what == PLAY_READ_LINE || what == PLAY_READ_LONG) {
        if (!in->c->in_tty)
            echo(in, in->line, *length);
        /* Lines may end with CR LF. */
        if (*length > 0 && in->line[*length - 1] == '\r')
            in->line[--*length] = '\0';
    } else {
        fputc('\n', in->c->out);
    }
    return what;
}
