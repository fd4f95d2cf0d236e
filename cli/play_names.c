#include "cli/play_names.h"

#include "cli/text.h"
#include "pessoi/agent.h"
#include "play/session.h"

#include <assert.h>
#include <string.h>

void play_name_add(struct str *out, const struct pes_game *g, const char *seat,
                   enum pes_lang lang) {
    struct pes_offer offer;
    struct pes_values values;
    struct pes_note note = {0};
    const char *colon = strchr(seat, ':');
    if (strcmp(seat, SESSION_PERSON) == 0) {
        str_say(out, lang, TEXT(play_name_person), PES_NO_ARGS);
    } else if (pes_agent_find(g, seat, &offer, &values, &note) != PES_ERR_OK) {
        char quoted[PES_QUOTE_SIZE];
        str_add(out, pes_quote(seat, strlen(seat), quoted));
    } else if (offer.class->kind == PES_AGENT_LEVEL) {
        const int level = (int)values.number[0]; /* its only option */
        assert(level >= 1 && level <= g->kit->levels->count);
        str_say(out, lang, TEXT(play_name_level),
                PES_ARGS(PES_INT(level), PES_SAID(pes_level_title(level, g->kit->levels->count))));
    } else {
        str_add(out, offer.title.in[lang] != NULL ? offer.title.in[lang] : offer.name);
        if (colon != NULL)
            str_addf(out, " (%s)", colon + 1);
    }
}
