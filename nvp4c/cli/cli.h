/* SPDX-License-Identifier: MIT */
/* What the files of the command line share. Of the project they know the public header and options.def, nothing else. */
#ifndef NVP4C_CLI_H
#define NVP4C_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "nvp4c.h"

enum mode { MODE_DEFAULT, MODE_TEXT, MODE_CODE };
enum format { FORMAT_ELF, FORMAT_RAW, FORMAT_C, FORMAT_HEX };
enum tool {
   TOOL_COMPILE,
   TOOL_LINK,
   TOOL_AS,
   TOOL_DIS,
   TOOL_SIM,
   TOOL_RUN,
   TOOL_BISECT,
   TOOL_REDUCE,
   TOOL_BATCH,
   TOOL_DIFF,
   TOOL_HELP,
   TOOL_VERSION
};
/* The groups of options of options.def, whose titles cli_help.c has, and what else --help=NAME prints. */
enum help_group {
   HELP_everyday,
   HELP_output,
   HELP_target,
   HELP_language,
   HELP_state,
   HELP_debug,
   HELP_ALL,
   HELP_WARNINGS,
   HELP_DIAGNOSTICS
};
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/*
 * Where an option has an effect: the tools, and, if there are bits of the other kinds, also what must be so. An option that is
 * given where it has none is reported (cli_unused.c).
 */
enum {
   IN_COMPILE = 1 << TOOL_COMPILE,
   IN_LINK = 1 << TOOL_LINK,
   IN_AS = 1 << TOOL_AS,
   IN_DIS = 1 << TOOL_DIS,
   IN_SIM = 1 << TOOL_SIM,
   IN_RUN = 1 << TOOL_RUN,
   COMPILER = IN_COMPILE | IN_LINK | IN_RUN,
   FILES = IN_COMPILE | IN_LINK | IN_AS | IN_DIS,
   ANYWHERE = FILES | IN_SIM | IN_RUN,
   /* of the compiler: the program gets to the passes; to machine code; machine code or its text is the output; above -O0 */
   PASSES = 1 << 8,
   CODE = 1 << 9,
   OUTPUT = 1 << 10,
   OPTIMISED = 1 << 11,
   BYTES = 1 << 12, /* machine code is read or written */
   USC = 1 << 13,   /* -target=usc */
   /* one of the programs is of one of these stages */
   VERTEX = 1 << 14,
   FRAGMENT = 1 << 15,
   GEOMETRY = 1 << 16,
   SENDS_VARYINGS = VERTEX | GEOMETRY,
   /* what it asks for has no place in the output of --link: there it is an error */
   NOT_LINK = 1 << 17,
   COMPUTE = 1 << 19,
   AGX = 1 << 18, /* -target=agx; with USC, and -mmonolithic there */
   /* several at once: what changes the IR, the machine code; what --link refuses */
   IR = COMPILER | PASSES,
   MACHINE = COMPILER | CODE,
   ALONE = IN_COMPILE | NOT_LINK,
};

#define MAX_INPUTS 3

/* Text or bytes that grow (cli_io.c). */
struct sink {
   char *data;
   size_t len, cap;
};

#define MAX_IMAGES 32
/* What --run takes: lines of inputs, textures. */
struct run_inputs {
   struct sink inputs;
   unsigned units[MAX_IMAGES];
   const char *images[MAX_IMAGES];
   unsigned num_images;
};

/* The options that are not those of the library. */
struct cli {
   const char *input, *output, *task;
   const char *inputs[MAX_INPUTS];
   unsigned num_inputs;
   enum mode mode;
   enum format format;
   enum tool tool;
   int help; /* enum help_group, for --help */
   int stats, reflect, link, timing, report; /* the first three: FACTS_TEXT, FACTS_JSON */
   int color, no_caret, json;
   bool from_object; /* -reflect and -stats of an object file: nothing is compiled */
   int deps, save_temps;
   int lines; /* -g: 1, -g0: -1 */
   const char *deps_file, *deps_target;
   const char *test; /* of --bisect and --reduce */
   const char *jobs; /* of --batch */
   struct sink
       *messages; /* of several compiles, as JSON: print_diagnostics() adds to it; NULL: each call prints its own array */
   struct run_inputs *run; /* of --run, with what follows */
   int run_on;             /* enum nvp4c_run_on */
   unsigned run_seed;
   const char *run_png, *run_size, *run_grid, *run_block;
   int run_race, run_shared, run_words; /* the last one: enum nvp4c_words */
   unsigned run_order;
};

/* What the command line allocates for its options. */
struct lists {
   struct nvp4c_limit *limits;
   unsigned num_limits;
   const char **warnings;
   unsigned num_warnings;
   const char **given; /* by row of options.def: the word in which the option is given last, or NULL */
   char **words;       /* of the command line, with those of response files in their place */
   unsigned num_words;
   char **files; /* the response files */
   unsigned num_files;
};

/* cli_io.c: memory, input files, and machine code as text. An error ends the program. */
_Noreturn void usage_error(const char *fmt, const char *a);
void *xrealloc(void *p, size_t n);
char *read_all(const char *file, size_t *len);
char *try_read(const char *file, size_t *len); /* NULL, with errno, if that cannot be */
void sink_add(void *user, const char *text, size_t n);
__attribute__((format(printf, 2, 3))) void sink_printf(struct sink *s, const char *fmt, ...);
void format_code(struct sink *s, enum format format, const uint8_t *code, size_t n);
char *read_hex(const char *file, char *text, size_t *len);
bool looks_like_text(const char *data, size_t len);
bool looks_like_object(const char *data, size_t len);
char *task_lines(const char *text, size_t len);

/* cli_output.c: output files. An error ends the program. */
void open_streams(void); /* before anything else */
int close_streams(int status);
struct names {
   const char **name; /* "-" or NULL: standard input, or standard output */
   unsigned num;
};
void add_name(struct names *n, const char *name);
/* Ends the program if an output is an input, or if two outputs are one file. To be called before anything is written. */
void check_outputs(const struct names *inputs, const struct names *outputs);
void write_output(const char *name, const char *data, size_t n);

/* cli_name.c: names of outputs that no option gives, and -MD. The caller frees them. */
char *output_name(const char *input, const char *suffix); /* in the current directory, as compilers do */
const char *code_suffix(const struct cli *o);             /* of a file of machine code in the form of -fmt */
char *rule_name(const struct cli *o, const char *output); /* of the file of -MD; output NULL: standard output */
void write_dependencies(const struct cli *o, const struct lists *l, const char *name, const char *output);

/* cli_args.c */
void parse_args(int argc, char **argv, struct cli *o, struct nvp4c_options *opt, struct lists *l);
void free_lists(struct lists *l);
/* The name in a row of options.def, NULL past the end, and where the option has an effect. */
const char *option_name(size_t row, unsigned *where);

/* The group of the row, for --help=GROUP. */
enum help_group option_group(size_t row);

/* The option of the row as --help prints it: cut to size if that is too small. Returns its help text. */
const char *option_form(size_t row, char *form, size_t size);

/* cli_help.c */
void help(enum help_group group);
/* Does an option ask for a list of its words, as -mcpu=help does? Then it is printed. */
bool help_words(const struct nvp4c_options *opt);

/* cli_diag.c */
#define MAX_EXTRA 40
struct extra { /* diagnostics of the command line itself */
   struct nvp4c_diagnostic d[MAX_EXTRA];
   char text[MAX_EXTRA][160];
   unsigned num;
   bool error; /* one of them is an error */
};
struct input_text {
   const char *name, *text;
   size_t len;
};
/* task: where the places of diagnostics about the task are, NULL if there is none. */
void print_diagnostics(const struct nvp4c_result *r, const struct extra *extra, const struct input_text *in,
                       const struct input_text *task, const struct cli *o);

/* Prints the array of what was collected in cli.messages, and frees it. */
void finish_diagnostics(struct sink *json);

/* Adds the text in quotes, with escapes. */
void json_string(struct sink *out, const char *s);

/* cli_facts.c */
enum { FACTS_NONE, FACTS_TEXT, FACTS_JSON }; /* cli.stats and so on */
void print_reflection(struct sink *s, const struct nvp4c_result *r, const struct cli *o);
void print_stats(struct sink *s, const struct nvp4c_result *r, const struct cli *o);
void print_link_json(struct sink *s, const struct nvp4c_result *link, const struct nvp4c_key *key, const char *producer,
                     const char *consumer, bool fragment);

/* cli_unused.c */
/* Ends the program if the options contradict each other. */
void refuse_contradictions(const struct cli *o, const struct lists *l);
/* The options that have no effect. stages: bits by enum nvp4c_stage of the programs that were compiled; 0: none was. */
void find_unused(const struct cli *o, const struct nvp4c_options *opt, const struct lists *l, unsigned stages, struct extra *e);

/* cli_result.c */
/* What is known about the result. It goes to standard output if the code does not, or if there is none to write. */
void print_facts(const struct nvp4c_result *r, const struct cli *o);
/* Do the options ask for machine code, not for text? What disassembles makes text. Does the tool write that? A simulation
   writes its results whatever they ask for. */
bool wants_code(const struct cli *o);
bool writes_code(const struct cli *o);
/* What the library has to make for the output and the facts that the options ask for. */
void output_options(const struct cli *o, struct nvp4c_options *opt);
/* Collects what the result has for the output file: the object or the code, else the listing. */
void collect_output(struct sink *out, const struct cli *o, const struct nvp4c_options *opt, const struct nvp4c_result *r);
/* The line of -verify-sim. */
void print_verification(FILE *out, struct nvp4c_verify v);

/* cli_triage.c, cli_batch.c, cli_diff.c: do --bisect and --reduce, --batch, --diff, and return the exit status. */
int triage(const struct cli *o, struct nvp4c_options *opt, const struct lists *l);
int batch_files(struct cli *o, struct nvp4c_options *opt, const struct lists *l);
int diff_files(const struct cli *o, const struct lists *l);

/* cli_run.c */
void add_input(struct run_inputs *run, const char *arg);
void add_image(struct run_inputs *run, const char *arg);
struct nvp4c_result *run_program(const struct cli *o, const struct nvp4c_options *opt, const char *text, size_t len);

/* cli_png.c: four bytes a pixel, rows from the top. An error ends the program. The caller frees what is read. */
uint8_t *png_read(const char *file, unsigned *width, unsigned *height);
void png_write(const char *file, const uint8_t *rgba, unsigned width, unsigned height);

/* cli_link.c: does --link and returns the exit status. */
int link_files(struct cli *o, const struct nvp4c_options *opt, const struct lists *l);

#endif
