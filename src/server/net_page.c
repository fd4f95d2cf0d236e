/* A page in words for a browser that meets a limit or a server that cannot serve it; programs get
 * JSON. The page needs nothing else from the server, which might refuse that too: its style is
 * allowed by its hash in the content security policy (NET_PAGE_STYLE_HASH). */
#include "server/net.h"

#include "core/text.h"
#include "server/text.h"

#include <string.h>
#include <strings.h>

/* The first language of an Accept-Language header that we speak. Browsers list languages in order
 * of preference, so the quality values need not be read. */
static enum pes_lang choose_lang(const char *accepted) {
    while (accepted != NULL && *accepted != '\0') {
        accepted += strspn(accepted, ", \t");
        const size_t length = strcspn(accepted, ",;- \t");
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const char *code = pes_lang_code((enum pes_lang)lang);
            if (length == strlen(code) && strncasecmp(accepted, code, length) == 0)
                return (enum pes_lang)lang;
        }
        accepted += strcspn(accepted, ",");
    }
    return PES_LANG_EN;
}

void net_page_begin(struct peer *p) {
    char text[512];
    p->page = lws_hdr_copy(p->wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT) > 0 &&
              strstr(text, "text/html") != NULL;
    const bool named = lws_hdr_copy(p->wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE) > 0;
    p->lang = choose_lang(named ? text : NULL);
}

bool net_page_wanted(const struct peer *p, int status) {
    return p->page && (status == 429 || status >= 500);
}

static void put_escaped(struct str *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '<')
            str_add(out, "&lt;");
        else if (*text == '&')
            str_add(out, "&amp;");
        else
            str_add_char(out, *text);
    }
}

static void put_sentence(struct str *out, enum pes_lang lang, const char *tag,
                         const struct pes_text *text, const struct pes_arg args[]) {
    char said[PES_NOTE_MAX];
    pes_say(lang, text, args, said, sizeof said);
    str_addf(out, "<%s>", tag);
    put_escaped(out, said);
    str_addf(out, "</%s>\n", tag);
}

/* "Try again in 12 minutes." */
static void put_wait(struct str *out, enum pes_lang lang, int64_t wait_ms) {
    const int64_t seconds = (wait_ms + 999) / 1000;
    if (wait_ms < 0)
        put_sentence(out, lang, "p", TEXT(net_page_later), PES_NO_ARGS);
    else if (seconds < 90)
        put_sentence(out, lang, "p", TEXT(net_page_seconds), PES_ARGS(PES_INT(seconds)));
    else
        put_sentence(out, lang, "p", TEXT(net_page_minutes),
                     PES_ARGS(PES_INT((seconds + 59) / 60)));
}

void net_put_page(const struct peer *p, const struct refusal *why, int status, struct str *out) {
    const enum pes_lang lang = p->lang;
    const struct pes_text *title = status == 429 ? TEXT(net_page_busy) : TEXT(net_page_trouble);
    str_addf(out, "<!doctype html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
             pes_lang_code(lang));
    str_add(out, "<meta name=\"viewport\" content=\"width=device-width\">\n");
    put_sentence(out, lang, "title", title, PES_NO_ARGS);
    str_add(out, "<style>" NET_PAGE_STYLE "</style>\n</head>\n<body>\n<main>\n");
    put_sentence(out, lang, "h1", title, PES_NO_ARGS);
    put_sentence(out, lang, "p", TEXT(net_page_why), PES_ARGS(PES_STR(why->why[lang])));
    put_wait(out, lang, why->wait_ms);
    put_sentence(out, lang, "p", TEXT(net_page_safe), PES_NO_ARGS);
    str_add(out, "<p><a href=\"\">"); /* an empty address is this page itself */
    put_escaped(out, TEXT(net_page_again)->in[lang]);
    str_add(out, "</a></p>\n</main>\n</body>\n</html>\n");
}
