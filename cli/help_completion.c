/* Completion for bash: commands, options and their values, including games, agents and keys of
 * variants. The script contains all words, so that pressing Tab starts no program. */
#include "cli/help.h"

#include "core/mem.h"
#include "pessoi/agent.h"

#include <string.h>

static void add_commands(struct str *out) {
    str_add(out, "    local commands=\"");
    for (int i = 0; cli_commands[i] != NULL; i++)
        str_addf(out, "%s%s", i > 0 ? " " : "", cli_commands[i]->name);
    str_add(out, "\"\n");
}

static void add_games(struct str *out) {
    str_add(out, "    local games=\"");
    for (int i = 0; i < pes_kit_count(); i++)
        str_addf(out, "%s%s", i > 0 ? " " : "", pes_kit_at(i)->rules->name);
    str_add(out, "\"\n");
}

/* The options of each command, in a case statement. */
static void add_options(struct str *out) {
    str_add(out, "    local options=\"--lang --color --help --version\"\n    case $command in\n");
    for (int i = 0; cli_commands[i] != NULL; i++) {
        str_addf(out, "    %s) options=\"", cli_commands[i]->name);
        const char *blank = "";
        for (int o = 0; o < CLI_OPT_COUNT; o++) {
            if (!help_takes(cli_commands[i], o))
                continue;
            str_addf(out, "%s--%s", blank, cli_options[o].name);
            blank = " ";
        }
        str_add(out, "\" ;;\n");
    }
    str_add(out, "    esac\n");
}

/* Keys of variants: "key=word" per choice, else "key=". */
static void add_variants(struct str *out) {
    str_add(out, "    local variants= agents=\n    case $game in\n");
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_rules *rules = pes_kit_at(i)->rules;
        str_addf(out, "    %s) variants=\"", rules->name);
        for (const struct pes_option *o = rules->options; o != NULL && o->key != NULL; o++) {
            if (o->kind != PES_OPTION_CHOICE) {
                str_addf(out, " %s=", o->key);
                continue;
            }
            for (const char *at = o->choices; *at != '\0';) {
                const int n = (int)strcspn(at, "|");
                str_addf(out, " %s=%.*s", o->key, n, at);
                at += n + (at[n] == '|');
            }
        }
        str_add(out, "\" ;;\n");
    }
    str_add(out, "    esac\n");
}

static enum pes_err add_agents(struct str *out) {
    struct pes_offer *offers = mem_alloc(PES_OFFERS_MAX * sizeof *offers);
    if (offers == NULL)
        return PES_ERR_NOMEM;
    str_add(out, "    case $game in\n");
    for (int i = 0; i < pes_kit_count(); i++) {
        const int count = pes_agent_offers(pes_kit_at(i), offers);
        str_addf(out, "    %s) agents=\"", pes_kit_at(i)->rules->name);
        for (int k = 0; k < count; k++)
            str_addf(out, "%s%s", k > 0 ? " " : "", offers[k].name);
        str_add(out, "\" ;;\n");
    }
    str_add(out, "    esac\n");
    mem_free(offers);
    return PES_ERR_OK;
}

/* The words of "auto|always|never", each with a blank after it. */
static void add_choices(struct str *out, const char *choices) {
    for (; *choices != '\0'; choices++)
        str_add_bytes(out, *choices == '|' ? " " : choices, 1);
    str_add_char(out, ' ');
}

/* The values of options. */
static void add_values(struct str *out) {
    str_add(out,
            "    case $previous in\n"
            /* A list: complete the part after the last comma. */
            "    --variant)\n"
            "        head=${word%\"${word##*,}\"}\n"
            "        COMPREPLY=($(compgen -P \"$head\" -W \"$variants\" -- \"${word##*,}\")) ;;\n"
            "    --agent) COMPREPLY=($(compgen -W \"$agents\" -- \"$word\")) ;;\n"
            "    --first|--second)\n"
            "        COMPREPLY=($(compgen -W \"human $agents\" -- \"$word\")) ;;\n"
            "    --openings)\n"
            "        COMPREPLY=($(compgen -W random: -- \"$word\") $(compgen -f -- \"$word\"))"
            " ;;\n"
            "    --db|--out|--tls-cert|--tls-key) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
            "    --save) COMPREPLY=($(compgen -d -- \"$word\")) ;;\n");
    for (int i = 0; i < CLI_OPT_COUNT; i++) {
        const struct cli_option *o = &cli_options[i];
        if (o->kind != CLI_WORD)
            continue;
        str_addf(out, "    --%s) COMPREPLY=($(compgen -W \"", o->name);
        if (o->choices != NULL)
            add_choices(out, o->choices);
        for (int k = 0; o->choices == NULL && cli_commands[k] != NULL; k++)
            if (cli_commands[k]->formats != NULL)
                add_choices(out, cli_commands[k]->formats);
        str_add(out, "\" -- \"$word\")) ;;\n");
    }
    str_add(out, "    *) return 1 ;;\n    esac\n    return 0\n");
}

/* Splits the line into words as pessoi does: COMP_WORDS is no use, because bash has also split it
 * at
 * '=' and ':'. */
static void add_reader(struct str *out) {
    str_add(out, "    local line=${COMP_LINE:0:COMP_POINT} words word previous head i\n"
                 "    local command= game= count=0\n"
                 "    read -ra words <<<\"$line\"\n"
                 "    [[ $line == *[[:space:]] ]] && words+=(\"\")\n"
                 "    word=${words[-1]} previous=${words[-2]}\n"
                 "    [[ $word == --*=* ]] && previous=${word%%=*} word=${word#*=}\n"
                 "    for ((i = 1; i < ${#words[@]} - 1; i++)); do\n"
                 "        case ${words[i]} in\n        ");
    const char *bar = "";
    for (int i = 0; i < CLI_OPT_COUNT; i++) {
        if (cli_options[i].kind == CLI_FLAG)
            continue;
        str_addf(out, "%s--%s", bar, cli_options[i].name);
        bar = "|";
    }
    str_add(out, ") ((i++)) ;;\n"
                 "        -*) ;;\n"
                 "        *)\n"
                 "            if [[ -z $command ]]; then command=${words[i]}\n"
                 "            elif [[ -z $game ]]; then game=${words[i]}; fi\n"
                 "            ((count++)) ;;\n"
                 "        esac\n"
                 "    done\n");
}

/* Arguments: the command, then a game, then the agents of a match or a file. */
static void add_words(struct str *out) {
    str_add(out, "    if _pessoi_values; then\n"
                 "        :\n"
                 "    elif [[ $word == -* ]]; then\n"
                 "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                 "    elif ((count == 0)); then\n"
                 "        COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))\n"
                 "    elif [[ $command == help ]]; then\n"
                 "        ((count == 1)) && COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))\n"
                 "    elif [[ $command == replay ]]; then\n"
                 "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
                 "        ((count == 1)) && COMPREPLY+=($(compgen -W \"$games\" -- \"$word\"))\n"
                 "    elif [[ $command == db ]]; then\n"
                 "        if ((count == 1)); then\n"
                 "            COMPREPLY=($(compgen -W \"list players games show export\" --"
                 " \"$word\"))\n"
                 "        else\n"
                 "            COMPREPLY=($(compgen -f -- \"$word\"))\n"
                 "        fi\n"
                 "    elif ((count == 1)) && [[ $command != @(games|bench|serve|version) ]]; then\n"
                 "        COMPREPLY=($(compgen -W \"$games\" -- \"$word\"))\n"
                 "    elif [[ $command == match ]] && ((count < 4)); then\n"
                 "        COMPREPLY=($(compgen -W \"$agents\" -- \"$word\"))\n"
                 "    fi\n"
                 "    [[ ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null\n"
                 /* Bash keeps what is before the last '=' or ':'. */
                 "    head=${word%\"${word##*[=:]}\"}\n"
                 "    COMPREPLY=(\"${COMPREPLY[@]#\"$head\"}\")\n"
                 "    return 0\n");
}

int help_completion(struct cli *c) {
    struct str out;
    str_init(&out);
    str_add(&out, "# bash completion for pessoi\n\n_pessoi_values() {\n");
    add_values(&out);
    str_add(&out, "}\n\n_pessoi() {\n    COMPREPLY=()\n");
    add_reader(&out);
    add_commands(&out);
    add_games(&out);
    add_options(&out);
    add_variants(&out);
    const enum pes_err err = add_agents(&out);
    add_words(&out);
    str_add(&out, "}\n\ncomplete -F _pessoi pessoi\n");
    out.failed |= err != PES_ERR_OK;
    return cli_print(c, &out);
}
