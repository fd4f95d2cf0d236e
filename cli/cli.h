/* The command line: what a command is, and everything that is passed to one.
 *
 * A command is a `const struct command` in its own file cmd_<name>.c, listed in the table of
 * commands.c. This one table drives parsing, `--help`, the man pages and the completion, so that
 * they cannot disagree. Every option is defined once, in the list below: it means the same for
 * every command that takes it, and args.c has checked its value before the command runs.
 *
 *     static int run_count(struct cli *c) {
 *         struct setup at;
 *         const int code = setup_open(c, c->words[0], &at);
 *         if (code != CLI_DONE)
 *             return code;
 *         cli_say(c, TEXT(cli_count), PES_ARGS(PES_INT(pes_count(at.game, setup_state(&at)))));
 *         setup_close(&at);
 *         return CLI_DONE;
 *     }
 *
 * Results go to c->out, as text for people or as one JSON document for programs; messages and
 * progress go to c->err. Only this folder prints, exits, or knows about colours. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/term.h"
#include "cli/text.h"
#include "core/cores.h"
#include "core/str.h"
#include "pessoi/arena.h"
#include "pessoi/kit.h"
#include "pessoi/record.h"
#include "play/lines.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes; those of errors come from pes_err_exit_code(). */
enum {
    CLI_DONE = 0,
    CLI_NO = 1,     /* the answer is "no" */
    CLI_USAGE = 2,  /* bad usage or bad input; nothing changed */
    CLI_OUTSIDE = 3 /* a system error (file, memory, terminal), or an interrupt */
};

enum cli_kind {
    CLI_FLAG,  /* takes no value */
    CLI_INT,   /* a whole number in min..max */
    CLI_REAL,  /* a number in min..max, with or without decimals */
    CLI_WORD,  /* one of the words of `choices`; where it has none, of the command's `formats` */
    CLI_CLOCK, /* "S+INC": seconds, and seconds added per move, e.g. "60+0.5" */
    CLI_TEXT   /* anything; the command checks it */
};

/* How a game ends: the words of pes_end_word(). */
#define CLI_ENDS "rules|repetition|plies|resign|time|forfeit|agreed"

/* id, name, kind, placeholder of the value, minimum, maximum, choices; the help is
 * TEXT(cli_option_<id>). */
#define CLI_OPTION_MAP(X)                                                        \
    X(VARIANT, "variant", CLI_TEXT, "LIST", 0, 0, NULL)                          \
    X(POSITION, "position", CLI_TEXT, "TEXT", 0, 0, NULL)                        \
    X(MOVES, "moves", CLI_TEXT, "MOVES", 0, 0, NULL)                             \
    X(AGENT, "agent", CLI_TEXT, "AGENT", 0, 0, NULL)                             \
    X(FIRST, "first", CLI_TEXT, "AGENT", 0, 0, NULL)                             \
    X(SECOND, "second", CLI_TEXT, "AGENT", 0, 0, NULL)                           \
    X(LEVEL, "level", CLI_INT, "N", 0, 99, NULL)                                 \
    X(GAMES, "games", CLI_INT, "N", 1, PES_MATCH_GAMES_MAX, NULL)                \
    X(OPENINGS, "openings", CLI_TEXT, "FILE|random:K|balanced:K", 0, 0, NULL)    \
    X(RANDOM, "random", CLI_INT, "PERCENT", 0, 100, NULL)                        \
    X(EPOCHS, "epochs", CLI_INT, "N", 1, 1000, NULL)                             \
    X(BLEND, "blend", CLI_INT, "PERCENT", 0, 100, NULL)                          \
    X(RIDGE, "ridge", CLI_REAL, "X", 0, 1000000, NULL)                           \
    X(HOW_MANY, "count", CLI_INT, "N", 1, 1000000, NULL)                         \
    X(FROM, "from", CLI_TEXT, "FILE", 0, 0, NULL)                                \
    X(NODES, "nodes", CLI_INT, "N", 1, 1000000000, NULL)                         \
    X(MARGIN, "margin", CLI_REAL, "P", 0, 1, NULL)                               \
    X(MOVETIME, "movetime", CLI_INT, "MS", 1, PES_MOVETIME_MAX_MS, NULL)         \
    X(LINES, "lines", CLI_INT, "N", 1, LINES_COUNT_MAX, NULL)                    \
    X(TC, "tc", CLI_CLOCK, "S+INC", 0, 0, NULL)                                  \
    X(SAVE, "save", CLI_TEXT, "FOLDER", 0, 0, NULL)                              \
    X(ELO0, "elo0", CLI_REAL, "ELO", -1000, 1000, NULL)                          \
    X(ELO1, "elo1", CLI_REAL, "ELO", -1000, 1000, NULL)                          \
    X(ALPHA, "alpha", CLI_REAL, "P", 0, 1, NULL)                                 \
    X(BETA, "beta", CLI_REAL, "P", 0, 1, NULL)                                   \
    X(RECORDS, "records", CLI_TEXT, "FILE", 0, 0, NULL)                          \
    X(RESUME, "resume", CLI_FLAG, NULL, 0, 0, NULL)                              \
    X(TYPE, "type", CLI_WORD, "TYPE", 0, 0, "robin|gauntlet|swiss|knockout")     \
    X(BOTS, "bots", CLI_TEXT, "FOLDER", 0, 0, NULL)                              \
    X(ROUNDS, "rounds", CLI_INT, "N", 1, 1000, NULL)                             \
    X(POINTS, "points", CLI_WORD, "SCHEME", 0, 0, "game|match|double|winner")    \
    X(MAX_PLIES, "max-plies", CLI_INT, "N", 1, 100000, NULL)                     \
    X(HTML, "html", CLI_TEXT, "FOLDER", 0, 0, NULL)                              \
    X(RESULTS, "results", CLI_TEXT, "FOLDER", 0, 0, NULL)                        \
    X(NO_SANDBOX, "no-sandbox", CLI_FLAG, NULL, 0, 0, NULL)                      \
    X(MEMORY, "memory", CLI_INT, "MB", 16, 1000000, NULL)                        \
    X(PROGRAMS, "programs", CLI_TEXT, "NAME=cmd:COMMAND;..", 0, 0, NULL)         \
    X(WITHIN, "within", CLI_INT, "ELO", 5, 1000, NULL)                           \
    X(TABLES, "tables", CLI_TEXT, "FOLDER", 0, 0, NULL)                          \
    X(TABLE, "table", CLI_TEXT, "FOLDER", 0, 0, NULL)                            \
    X(ONLY, "only", CLI_TEXT, "MOVES", 0, 0, NULL)                               \
    X(EVERYWHERE, "everywhere", CLI_FLAG, NULL, 0, 0, NULL)                      \
    X(CUTS, "cuts", CLI_FLAG, NULL, 0, 0, NULL)                                  \
    X(ALL, "all", CLI_FLAG, NULL, 0, 0, NULL)                                    \
    X(FORMAT, "format", CLI_WORD, "FORMAT", 0, 0, NULL)                          \
    X(DIVIDE, "divide", CLI_FLAG, NULL, 0, 0, NULL)                              \
    X(PLY, "ply", CLI_INT, "N", 0, INT32_MAX, NULL)                              \
    X(PORT, "port", CLI_INT, "N", 0, 65535, NULL)                                \
    X(BIND, "bind", CLI_TEXT, "ADDRESS", 0, 0, NULL)                             \
    X(ALLOW_ROOT, "allow-root", CLI_FLAG, NULL, 0, 0, NULL)                      \
    X(DB, "db", CLI_TEXT, "FILE|URL", 0, 0, NULL)                                \
    X(EVENT, "event", CLI_INT, "N", 1, INT64_MAX, NULL)                          \
    X(KIND, "kind", CLI_WORD, "KIND", 0, 0, "tournament|match|rate")             \
    X(GAME, "game", CLI_TEXT, "GAME", 0, 0, NULL)                                \
    X(PLAYER, "player", CLI_TEXT, "NAME", 0, 0, NULL)                            \
    X(RESULT, "result", CLI_WORD, "RESULT", 0, 0, "1-0|0-1|1/2-1/2")             \
    X(END, "end", CLI_WORD, "HOW", 0, 0, CLI_ENDS)                               \
    X(LIMIT, "limit", CLI_INT, "N", 1, INT64_MAX, NULL)                          \
    X(OUT, "out", CLI_TEXT, "FILE", 0, 0, NULL)                                  \
    X(TLS_CERT, "tls-cert", CLI_TEXT, "FILE", 0, 0, NULL)                        \
    X(TLS_KEY, "tls-key", CLI_TEXT, "FILE", 0, 0, NULL)                          \
    X(ORIGIN, "origin", CLI_TEXT, "URL,..", 0, 0, NULL)                          \
    X(THREADS, "threads", CLI_INT, "N", 1, CORES_MAX, NULL)                      \
    X(MAX_CONNECTIONS, "max-connections", CLI_INT, "N", 1, 100000, NULL)         \
    X(MAX_CONNECTIONS_ALL, "max-connections-all", CLI_INT, "N", 1, 100000, NULL) \
    X(MAX_GAMES, "max-games", CLI_INT, "N", 1, 1000000, NULL)                    \
    X(MAX_THINKING, "max-thinking", CLI_INT, "N", 1, CORES_MAX, NULL)            \
    X(KEEP, "keep", CLI_INT, "DAYS", 0, 100000, NULL)                            \
    X(MAX_DB, "max-db", CLI_INT, "MB", 0, 1000000, NULL)                         \
    X(PREFIX, "prefix", CLI_TEXT, "PATH", 0, 0, NULL)                            \
    X(TOURNAMENT, "tournament", CLI_TEXT, "FILE", 0, 0, NULL)                    \
    X(CLASS, "class", CLI_TEXT, "NAME", 0, 0, NULL)                              \
    X(HSTS, "hsts", CLI_INT, "SECONDS", 0, INT32_MAX, NULL)                      \
    X(METRICS, "metrics", CLI_FLAG, NULL, 0, 0, NULL)                            \
    X(ACCESS_LOG, "access-log", CLI_TEXT, "FILE|-", 0, 0, NULL)                  \
    X(MAX_REQUESTS, "max-requests", CLI_INT, "N", 1, 100000, NULL)               \
    X(PROXY, "proxy", CLI_TEXT, "ADDRESS,..", 0, 0, NULL)                        \
    X(WATCHDOG, "watchdog", CLI_INT, "SECONDS", 0, 3600, NULL)                   \
    X(QUEUE, "queue", CLI_TEXT, "URL", 0, 0, NULL)                               \
    X(QUEUE_PASSWORD_FILE, "queue-password-file", CLI_TEXT, "FILE", 0, 0, NULL)  \
    X(QUEUE_CA, "queue-ca", CLI_TEXT, "FILE", 0, 0, NULL)                        \
    X(ALLOW, "allow", CLI_TEXT, "AGENT;..", 0, 0, NULL)                          \
    X(TIMEOUT, "timeout", CLI_INT, "SECONDS", 1, 3600, NULL)                     \
    X(DRAIN, "drain", CLI_INT, "SECONDS", 0, 86400, NULL)                        \
    X(METRICS_PORT, "metrics-port", CLI_INT, "N", 1, 65535, NULL)                \
    X(CLEAR, "clear", CLI_FLAG, NULL, 0, 0, NULL)                                \
    X(SEED, "seed", CLI_INT, "N", 0, INT64_MAX, NULL)                            \
    X(JOBS, "jobs", CLI_INT, "N", 1, PES_JOBS_MAX, NULL)                         \
    X(JSON, "json", CLI_FLAG, NULL, 0, 0, NULL)                                  \
    X(LANG, "lang", CLI_WORD, "en|el", 0, 0, "en|el")                            \
    X(COLOR, "color", CLI_WORD, "WHEN", 0, 0, "auto|always|never")               \
    X(HELP, "help", CLI_FLAG, NULL, 0, 0, NULL)                                  \
    X(VERSION, "version", CLI_FLAG, NULL, 0, 0, NULL)

enum cli_option_id {
#define X(id, name, kind, value, min, max, choices) CLI_OPT_##id,
    CLI_OPTION_MAP(X)
#undef X
        CLI_OPT_COUNT
};

/* For `options` of a command: {CLI_HAS(SEED), CLI_HAS(JOBS)}. */
#define CLI_HAS(id) [CLI_OPT_##id] = true
/* Options of every command that sets up a position: see setup_open(). */
#define CLI_HAS_SETUP CLI_HAS(VARIANT), CLI_HAS(POSITION), CLI_HAS(MOVES), CLI_HAS(SEED)

struct cli_option {
    const char *name; /* without the dashes */
    enum cli_kind kind;
    const char *value; /* placeholder of the value in help; NULL: it takes none */
    int64_t min, max;
    const char *choices; /* "auto|always|never"; see CLI_WORD */
    const struct pes_text *help;
};
extern const struct cli_option cli_options[CLI_OPT_COUNT];

/* The value of an option on this command line. */
struct cli_given {
    const char *text; /* NULL: it was not given; "" for a flag */
    int64_t number;   /* CLI_INT; CLI_WORD: the index of the word in `choices` */
    double real;      /* CLI_REAL */
};

struct cli;
struct programs; /* programs.h */

/* An example of use, shown first in the help. */
struct cli_example {
    const char *line; /* "pessoi show boats"; NULL ends a list */
    const struct pes_text *what;
};

struct command {
    const char *name;
    const char *words; /* its arguments in the synopsis: "GAME DEPTH" */
    int words_min, words_max;
    bool options[CLI_OPT_COUNT];        /* CLI_HAS(..); see cli_command_takes() */
    const char *formats;                /* the words of --format, if it has that; first: default */
    const struct pes_text *summary;     /* one line without a full stop */
    const struct pes_text *description; /* paragraphs separated by an empty line */
    const struct pes_text *json;        /* what --json prints; NULL: the command has no --json */
    const struct cli_example *examples;
    int (*run)(struct cli *c); /* returns the exit code */
};

enum {
    CLI_WORDS_MAX = 520, /* a tournament has up to 512 players */
    CLI_COMMANDS_MAX = 32,
    /* Buffers for text, in bytes, NUL included; longer text is cut. */
    CLI_NUMBER_SIZE = 32, /* a number or a time */
    CLI_LABEL_SIZE = 64,  /* a few words: "--variant LIST" */
    CLI_LINE_SIZE = 1024  /* a sentence */
};

/* One run of the program. */
struct cli {
    const struct command *command;    /* NULL: none was given */
    const char *words[CLI_WORDS_MAX]; /* the arguments after the command */
    int word_count;                   /* within the command's words_min..words_max */
    struct cli_given given[CLI_OPT_COUNT];

    enum pes_lang lang;
    bool json;
    enum term_colour colour; /* the escape sequences that c->out may contain */
    bool unicode;            /* is the locale UTF-8? else boards are drawn in ASCII */
    bool in_tty;             /* is standard input a terminal? */
    bool out_tty;
    bool err_tty;
    uint64_t seed; /* --seed, or 1 */
    bool seed_given;
    int jobs; /* --jobs, or 1 */
    FILE *out;
    FILE *err;
    const atomic_bool *stop;   /* true after Ctrl-C (see stop.h) */
    struct programs *programs; /* memory for programs_register(); NULL: it registers nothing */
    bool lost;                 /* memory ran out while printing: the output is incomplete */
    int out_errno;             /* errno of the first failed write to c->out; 0: none failed */
};

/* Is the option on the command line? */
#define CLI_GIVEN(c, id) ((c)->given[CLI_OPT_##id].text != NULL)
/* The text of an option, or `otherwise`. */
const char *cli_text(const struct cli *c, enum cli_option_id id, const char *otherwise);
/* The number of an option, or `otherwise`. */
int64_t cli_number(const struct cli *c, enum cli_option_id id, int64_t otherwise);
double cli_real(const struct cli *c, enum cli_option_id id, double otherwise);
/* --tc in milliseconds; false if it was not given. args.c has checked its form. */
bool cli_clock(const struct cli *c, int32_t *base_ms, int32_t *increment_ms);

/* Appends a sentence as a line of its own: wrapped between words if c->out is a terminal, else
 * unbroken. */
void cli_add_line(struct cli *c, struct str *out, const struct pes_text *text,
                  const struct pes_arg args[]);
/* Appends text from outside, which must not send control characters to a terminal: they become '?',
 * and so does invalid UTF-8. `lines`: line ends and tabs are kept. */
void cli_add_printable(struct str *out, const char *text, size_t length, bool lines);
/* Prints a sentence to c->out: as such a line, or without a newline. */
void cli_say(struct cli *c, const struct pes_text *text, const struct pes_arg args[]);
void cli_say_part(struct cli *c, const struct pes_text *text, const struct pes_arg args[]);
/* Prints and releases a buffer; CLI_DONE, or an exit code if memory ran out. */
int cli_print(struct cli *c, struct str *s);

/* Appends a word as a shell reads it: 'it'\''s'. */
void cli_add_quoted(struct str *out, const char *word);

/* text[0..length) without the blanks at both ends; writes a NUL after it, at the latest to
 * text[length]. */
char *cli_trim(char *text, size_t length);

/* Errors: one line `pessoi: WHERE: WHAT` to c->err; they return the exit code. ---------------- */

/* From a note; `where` is "--position" or a file name and is printed with the note's line and
 * column. If the note is empty, the general sentence of `err` is printed. `where` NULL: the
 * command. */
int fail_note(struct cli *c, const char *where, enum pes_err err, const struct pes_note *note);
/* The same for a file; its name is not repeated if the note already contains it. */
int fail_file(struct cli *c, const char *path, enum pes_err err, const struct pes_note *note);
/* From an error code alone. */
int fail_err(struct cli *c, const char *where, enum pes_err err);
/* From a sentence of cli/text.def. */
int fail_say(struct cli *c, const char *where, enum pes_err err, const struct pes_text *text,
             const struct pes_arg args[]);
/* A remark that is no error, as such a line. */
void cli_remark(struct cli *c, const char *where, const struct pes_text *text,
                const struct pes_arg args[]);

/* Setting up: setup.c ------------------------------------------------------------------------- */

/* A variant and the history of one game of it. */
struct setup {
    struct pes_game *game;
    struct pes_history *history;
};

/* The kit with this name; NULL after an error that suggests the nearest name. */
const struct pes_kit *setup_kit(struct cli *c, const char *name);
/* The variant of --variant; CLI_DONE or an exit code. */
int setup_game(struct cli *c, const char *name, struct pes_game **out);
/* Variant, position and moves, from --variant, --position, --moves and c->seed. If the start has
 * chance nodes they are rolled from the seed, unless --moves begins with the outcome ("#2 R L"). */
int setup_open(struct cli *c, const char *name, struct setup *out);
/* The same without --moves, for callers that make the moves one by one. */
int setup_open_start(struct cli *c, const char *name, struct setup *out);
/* Plays --moves. */
int setup_play_moves(struct cli *c, struct setup *at);
/* The record of a file in its own variant, up to `plies` moves of players (negative: all); the
 * caller closes *out in every case. */
int setup_record(struct cli *c, const char *path, const struct pes_record *r, int plies,
                 struct setup *out);
void setup_close(struct setup *at);
/* The limits of games from --movetime or --tc, and the stop flag. */
int setup_limits(struct cli *c, struct pes_limits *limits);
static inline const struct pes_state *setup_state(const struct setup *at) {
    return pes_history_state(at->history);
}

/* The commands, one per file. -------------------------------------------------------------------
 */

extern const struct command cmd_games, cmd_agents, cmd_show, cmd_perft, cmd_eval, cmd_best,
    cmd_bench, cmd_check_bot, cmd_data, cmd_db, cmd_fit, cmd_engine, cmd_gomocup, cmd_help,
    cmd_match, cmd_openings, cmd_play, cmd_puzzles, cmd_queue, cmd_rate, cmd_replay, cmd_review,
    cmd_serve, cmd_solve, cmd_sprt, cmd_tournament, cmd_tree, cmd_version, cmd_worker;

/* What stands for the value of an option in the help of a command; NULL: it takes none. */
const char *cli_placeholder(const struct command *command, const struct cli_option *option);

/* Does a command take an option? Every command takes --lang, --color and --help. `quietly`: also
 * options that every command accepts, even one that ignores them, so that scripts can pass them to
 * all; the help lists these only for commands that use them. */
bool cli_command_takes(const struct command *command, enum cli_option_id id, bool quietly);

/* All commands in the order of the help; ends with NULL. */
extern const struct command *const cli_commands[];
const struct command *cli_command_find(const char *name); /* NULL: no such command */

#endif
