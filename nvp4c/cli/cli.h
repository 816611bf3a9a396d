/* SPDX-License-Identifier: MIT */
/* What the files of the command line share. Of the project they know the public header and options.def, nothing else. */
#ifndef NVP4C_CLI_H
#define NVP4C_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "nvp4c.h"

enum mode { MODE_DEFAULT, MODE_TEXT, MODE_CODE };
enum format { FORMAT_ELF, FORMAT_RAW, FORMAT_C, FORMAT_HEX };
enum tool { TOOL_COMPILE, TOOL_AS, TOOL_DIS, TOOL_SIM, TOOL_LINK, TOOL_HELP, TOOL_HELP_DIAGNOSTICS, TOOL_VERSION };
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

#define MAX_INPUTS 3

/* The options that are not those of the library. */
struct cli {
   const char *input, *output, *task;
   const char *inputs[MAX_INPUTS];
   unsigned num_inputs;
   enum mode mode;
   enum format format;
   enum tool tool;
   int stats, reflect, timing, report;
   int color, no_caret, json;
   int deps, save_temps;
   const char *deps_file, *deps_target;
};

/* What the command line allocates for its options. */
struct lists {
   struct nvp4c_limit *limits;
   unsigned num_limits;
   const char **warnings;
   unsigned num_warnings;
   char **words; /* of the command line, with those of response files in their place */
   unsigned num_words;
   char **files; /* the response files */
   unsigned num_files;
};

/* cli_io.c: memory, files, and machine code as text. An error ends the program. */
_Noreturn void usage_error(const char *fmt, const char *a);
void *xrealloc(void *p, size_t n);
char *read_all(const char *file, size_t *len);
void write_all(const char *file, const char *data, size_t n);
struct sink {
   char *data;
   size_t len, cap;
};
void sink_add(void *user, const char *text, size_t n);
__attribute__((format(printf, 2, 3))) void sink_printf(struct sink *s, const char *fmt, ...);
void format_code(struct sink *s, enum format format, const uint8_t *code, size_t n);
char *read_hex(const char *file, char *text, size_t *len);
bool looks_like_text(const char *data, size_t len);
char *task_lines(const char *text, size_t len);
char *output_name(const char *input, const char *suffix); /* in the current directory, as compilers do */

/* -MD: writes the rule for `output`. */
void write_dependencies(const struct cli *o, const struct lists *l, const char *output);

/* cli_args.c */
void parse_args(int argc, char **argv, struct cli *o, struct nvp4c_options *opt, struct lists *l);
void free_lists(struct lists *l);
void help(void);
void help_diagnostics(void);

/* cli_diag.c */
void print_diagnostics(const struct nvp4c_result *r, const char *file, const char *text, size_t len, const struct cli *o);

/* cli_link.c: does --link and returns the exit status. */
int link_files(const struct cli *o, const struct nvp4c_options *opt);

#endif
