/* SPDX-License-Identifier: MIT */
/* Declarations of the command line, which includes only the public headers and nvp4c/options.def. */
#ifndef NVP4C_CLI_H
#define NVP4C_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "nvp4c.h"
#include "nvp4c/console/console.h"
#include "nvp4c/picture/picture.h"

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
   TOOL_VERSION,
   TOOL_DUMP_VERSION,
   TOOL_DUMP_MACHINE
};
/* Arguments of --help=NAME: the groups of options in options.def, and other lists. */
enum help_group {
   HELP_everyday,
   HELP_output,
   HELP_target,
   HELP_language,
   HELP_state,
   HELP_debug,
   HELP_ALL,
   HELP_WARNINGS,
   HELP_DIAGNOSTICS,
   HELP_GCC
};
enum report_form { REPORT_NONE, REPORT_TEXT, REPORT_JSON, REPORT_HTML, REPORT_CSV };
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/*
 * Where an option has an effect: the tools, and the conditions of other kinds. cli_unused.c warns about options without effect.
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
   /* The compiler runs the passes; makes machine code; writes machine code or its text; runs above -O0. */
   PASSES = 1 << 8,
   CODE = 1 << 9,
   OUTPUT = 1 << 10,
   OPTIMISED = 1 << 11,
   BYTES = 1 << 12, /* machine code is read or written */
   USC = 1 << 13,   /* the target is usc */
   /* One of the programs has one of these stages. */
   VERTEX = 1 << 14,
   FRAGMENT = 1 << 15,
   GEOMETRY = 1 << 16,
   SENDS_VARYINGS = VERTEX | GEOMETRY,
   /* An error with --link, whose output has no place for it. */
   NOT_LINK = 1 << 17,
   COMPUTE = 1 << 19,
   AGX = 1 << 18, /* the target is agx; with USC: or agx with -mmonolithic */
   /* Combinations: options that change the IR, or the machine code; options that --link refuses. */
   IR = COMPILER | PASSES,
   MACHINE = COMPILER | CODE,
   ALONE = IN_COMPILE | NOT_LINK,
};

#define MAX_JOBS 256
#define MAX_LINKED 3 /* most inputs of --link */

#define MAX_IMAGES 32
/* Inputs and textures of --run. */
struct run_inputs {
   struct sink inputs;
   unsigned units[MAX_IMAGES];
   const char *images[MAX_IMAGES];
   unsigned num_images;
   const char *mesh, *camera, *clear, *time;
   unsigned frames, delay; /* 0 if they are not given; the delay is in milliseconds */
   int race, shared, words; /* words is enum nvp4c_words */
   unsigned order;
};

/* Options of the command line itself. */
struct cli {
   const char *input, *output, *task;
   const char **inputs;
   unsigned num_inputs;
   enum mode mode;
   enum format format;
   enum tool tool;
   int help; /* enum help_group, for --help */
   int stats, reflect, link, timing; /* the first three are FACTS_TEXT, FACTS_JSON or FACTS_CSV */
   enum report_form report;
   const char *max_regression; /* for --diff, in percent */
   bool report_passes; /* the report has the passes and what they changed */
   int color, no_caret;
   int messages; /* enum message_format */
   bool from_object; /* the input of -reflect or -stats is an object file */
   int deps, deps_phony;
   int save_temps; /* 1: in the current directory, 2: beside the output */
   int cache_key;
   int verbose;    /* 1 for -v, 2 for -### */
   int lines; /* 1 for -g, -1 for -g0 */
   const char *deps_file, *deps_target, *deps_quoted;
   const char *test; /* for --bisect and --reduce */
   unsigned jobs; /* threads for several inputs; 0 if -j is not given */
   struct run_inputs *run; /* for --run, like the members below */
   int run_on;             /* enum nvp4c_run_on */
   unsigned run_seed;
   const char *run_png, *run_size, *run_grid, *run_block;
};

/* Allocations of the command line. */
struct lists {
   const char **given; /* for each row of options.def, the last word with the option, or NULL */
   char **words;       /* words of the command line, with response files expanded */
   unsigned num_words;
   char **files; /* names of response files */
   unsigned num_files;
};

/* cli_io.c: input files, and machine code as text. Errors end the program. */
/* Sets the largest size of an input file. */
void set_read_limit(size_t bytes);
char *read_all(const char *file, size_t *len);
char *try_read(const char *file, size_t *len); /* returns NULL and sets errno on failure */
/* Reports that a file cannot be read, and returns the status. */
int read_error(const char *file, int error);
void format_code(struct sink *s, enum format format, const uint8_t *code, size_t n);
char *read_hex(const char *file, char *text, size_t *len);
bool looks_like_text(const char *data, size_t len);
bool looks_like_object(const char *data, size_t len);
char *task_lines(const char *text, size_t len);

/* cli_output.c: output files. Errors end the program. */
void open_streams(void); /* called first */
int close_streams(int status);
struct names {
   const char **name; /* names of files; "-" or NULL is a standard stream */
   unsigned num;
};
void add_name(struct names *n, const char *name);
/* Ends the program if an output is also an input, or if two outputs are the same file. Called before writing. */
void check_outputs(const struct names *inputs, const struct names *outputs);
void write_output(const char *name, const char *data, size_t n);

/* cli_name.c: default names of outputs, and -MD. The caller frees the names. */
char *output_name(const char *input, const char *suffix); /* in the current directory, as other compilers do */
const char *code_suffix(const struct cli *o);             /* suffix of machine code in the form of -fmt */
/*
 * Names the outputs of several inputs, by -S or -c. In the current directory, a.vp and a.fp become a.vp.s and a.fp.s if both
 * are there, and otherwise a.s. In a folder, unless that is NULL, they always keep their suffix, and the folders below the one
 * that all inputs have in common.
 */
void name_outputs(const struct cli *o, const char *const *inputs, unsigned num, const char *folder, char **outputs);
/* Makes the folders of a path that do not exist. Errors end the program. */
void make_folders(const char *path);
char *name_beside(const char *output, const char *suffix); /* the output with another suffix, in its folder */
char *rule_name(const char *input, const char *output); /* name of the file of -MD; output may be NULL for standard output */
void write_dependencies(const struct cli *o, const struct lists *l, const char *input, const char *name, const char *output);

/* cli_args.c */
void parse_args(int argc, char **argv, struct cli *o, struct nvp4c_options *opt, struct lists *l);
void free_lists(struct lists *l);
/* Name of a row of options.def, or NULL after the last one. Sets *where to where the option has an effect. */
const char *option_name(size_t row, unsigned *where);

/* Removes the members of struct nvp4c_options from a message that names options and members: "-fsamples (key.samples)". */
void remove_members(char *message);
/* Group of the row, for --help=GROUP. */
enum help_group option_group(size_t row);

/* Writes the option of a row for --help, at most `size` bytes. Returns its help text. */
const char *option_form(size_t row, char *form, size_t size);

/* cli_help.c */
void print_help(enum help_group group);
/* Prints the list of words for an option such as -mcpu=help. Returns false if there is no such option. */
bool print_help_words(const struct nvp4c_options *opt);

/* cli_diag.c */
#define MAX_EXTRA 40
struct extra { /* warnings of the command line itself */
   struct nvp4c_diagnostic d[MAX_EXTRA];
   char text[MAX_EXTRA][160];
   unsigned num;
   bool error; /* at least one of them is an error */
};
/* An error about an input that does not begin like a program gets a note on what the input is.
   `task` is the text of --sim or --run to which diagnostics may refer, or NULL. */
void print_diagnostics(const struct nvp4c_result *r, const struct extra *extra, const struct input_text *in,
                       const struct input_text *task, const struct cli *o);

/* cli_known.c */
/* Removes a byte order mark from the beginning of a text. Returns the number of removed bytes. */
size_t skip_byte_order_mark(char *text, size_t *len);
/* Says what an input is that is not a program, and what to do with it. Returns NULL if that is unknown. */
const char *describe_input(const char *text, size_t len);
/* Finds an option of another compiler, without its dashes, that has the meaning of ours. *ours is that option without its dash
   and perhaps with its value, or NULL if the option has no effect here. */
bool find_same_option(const char *option, const char **ours);
/* What to do instead of an option of another compiler, or NULL. */
const char *missing_option_advice(const char *option);
/* Prints docs/gcc.md. */
void print_other_options(void);

/* cli_facts.c */
enum { FACTS_NONE, FACTS_TEXT, FACTS_JSON, FACTS_CSV }; /* values of cli.stats, cli.reflect and cli.link */
/* Appends what -stats and -reflect ask for. `file` is the name of the program. */
void print_stats_and_reflection(struct sink *s, const struct nvp4c_result *r, const struct cli *o, const char *file);
/* Appends the first line of the CSV that the options ask for, or nothing. */
void print_csv_header(struct sink *s, const struct cli *o);
/* Appends the report of a result as CSV without its first line. */
void print_report_csv(struct sink *s, const struct nvp4c_result *r, const char *file);
/* Appends the report of a result as JSON. `file` is the name of the program. */
void print_report_json(struct sink *s, const struct nvp4c_result *r, const char *file);
void print_link_json(struct sink *s, const struct nvp4c_result *link, const char *producer, const char *consumer);

/* The page of -report=html, which scripts/embed-page.sh makes from the files in nvp4c/html: it lacks its title and its data. */
struct html_page {
   const char *before_title, *before_data, *after_data;
};
extern const struct html_page html_page;

/* cli_html.c: appends the page that shows one or two documents of -report=json. Each document is a whole JSON text. */
void html_write(struct sink *out, const char *title, const char *const *documents, unsigned num_documents);
/* --diff -report=html: writes the page of two reports in files of -report=json. Returns the exit status. */
int diff_reports(const struct cli *o);


/* cli_unused.c */
/* Ends the program if options contradict each other. */
void refuse_contradictions(const struct cli *o, const struct lists *l);
/* Finds options without effect. `stages` is the mask of enum nvp4c_stage of the compiled programs, or 0. */
void find_unused(const struct cli *o, const struct nvp4c_options *opt, const struct lists *l, unsigned stages, struct extra *e);

/* cli_result.c */
/* Prints the facts about a result, to standard output unless the code goes there. */
void print_facts(const struct nvp4c_result *r, const struct cli *o);
/* Do the options ask for machine code instead of text? The disassembler always writes text, and the simulator its results. */
bool wants_code(const struct cli *o);
bool writes_code(const struct cli *o);
/* Sets the options of the library for the output and facts that are wanted. */
void set_output_options(const struct cli *o, struct nvp4c_options *opt);
/* -cache-key: prints the key of a compile. Returns the exit status. */
int print_cache_key(const struct nvp4c_options *opt, const char *text, size_t len);
/* Collects the report of a result in one of its forms; without one, the listing. `file` is the name of the program. */
void collect_report(struct sink *out, enum report_form form, const struct nvp4c_result *r, const char *file);
/* Collects the output of a result: object, code or listing. */
void collect_output(struct sink *out, const struct cli *o, const struct nvp4c_options *opt, const struct nvp4c_result *r);
/* -v: prints to standard error the version, machine and options; the files of a compile; and what it did. */
void print_setup(const struct cli *o, const struct nvp4c_options *opt, const struct lists *l);
void print_files(const char *input, size_t len, const char *output); /* len is SIZE_MAX if it is unknown */
void print_stages(const struct nvp4c_result *r);
/* Prints the line of -verify-sim. */
void print_verification(FILE *out, struct nvp4c_verify v);

/* cli_triage.c, cli_batch.c, cli_diff.c: the tools --bisect and --reduce, --batch, and --diff. They return the exit status. */
int run_triage(const struct cli *o, struct nvp4c_options *opt, const struct lists *l);
bool wants_all_cores(const struct nvp4c_options *opt); /* -mcpu=all */
int batch_files(struct cli *o, struct nvp4c_options *opt, const struct lists *l);
int compile_files(struct cli *o, struct nvp4c_options *opt, const struct lists *l); /* several inputs of the command line */
int diff_files(const struct cli *o, const struct lists *l);

/* cli_run.c */
void add_input(struct run_inputs *run, const char *arg);
void add_image(struct run_inputs *run, const char *arg);
struct nvp4c_result *run_program(const struct cli *o, const struct nvp4c_options *opt, const char *text, size_t len);

/* Reads a file of PNG. Errors end the program. The caller frees the pixels. */
uint8_t *read_png(const char *file, unsigned *width, unsigned *height);
/* The frames of -png: one, or those of -frames. */
struct frames {
   const struct cli *o;
   unsigned width, height, num;
   char *name;      /* the input of -time, or NULL */
   double from, to; /* its values */
   uint8_t *rgba;   /* of the current frame, with rows from the top */
   struct apng animation;
   struct sink file, inputs;
};
/* Reads -size, -frames and -time. Errors end the program. */
void begin_frames(struct frames *f, const struct cli *o);
double frame_time(const struct frames *f, unsigned frame);
/* The inputs of -in and -time for a frame. */
const struct sink *frame_inputs(struct frames *f, unsigned frame);
/* Adds the picture in f->rgba. */
void add_frame(struct frames *f);
/* Writes the file if all frames were added, and frees everything. */
void end_frames(struct frames *f);

/* cli_scene.c: --run with a vertex and a fragment program. Returns the exit status. */
int run_scene(const struct cli *o, const struct nvp4c_options *opt, const struct lists *l);

/* cli_link.c: the tool --link. Returns the exit status. */
int link_files(struct cli *o, const struct nvp4c_options *opt, const struct lists *l);

#endif
