/* SPDX-License-Identifier: MIT */
/* The options of nvp4c-gl. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gl-driver/main/main.h"

static const char help[] =
    "usage: nvp4c-gl [OPTION]... COMMAND [ARGUMENT]...    run a GL program on a simulated GPU\n"
    "       nvp4c-gl [OPTION]... --serve                  serve other GL programs, until SIGINT or SIGTERM\n"
    "\n"
    "  --target=usc|agx     the GPU (usc)\n"
    "  -mcpu=NAME           core of the target\n"
    "  -O0 -O1 -O2 -O3      optimisation level (2)\n"
    "  --gl=2.1|3.0|3.1|3.3 version of OpenGL (3.3; 3.1 for AGX, which does not have geometry programs)\n"
    "  --samples=1|4        samples per pixel (1)\n"
    "  --threads=N          threads that draw (one per processor)\n"
    "  --limit-steps=N      limit of work of a draw or grid, in steps of programs and pixels; the rest is skipped (268435456)\n"
    "  --dump=DIR           write each shader, its key, code and statistics to DIR, which is created if necessary\n"
    "  --replace=HASH:FILE  replace the shader with the hash that --dump prints by the NV, ARB or TGSI program in FILE, which\n"
    "                       must be for the same stage\n"
    "  --socket=PATH        socket of --serve (/tmp/.virgl_test)\n"
    "  -h --help            this text\n"
    "  --verbose            report commands that are unknown or wrong\n"
    "\n"
    "Status: that of COMMAND, 128 + n if signal n ended it, 127 if it cannot be started; 2 if an option is wrong; 3 if\n"
    "the socket is in use or cannot be created. A socket without a listener is replaced, but never one that is in use.\n";

static void usage_error(const char *what, const char *which)
{
   fprintf(stderr, "nvp4c-gl: %s: %s\nnvp4c-gl --help lists the options\n", what, which);
   exit(EXIT_USAGE);
}

/* The value of an option NAME=VALUE, or NULL if it is another one. */
static const char *value_of(const char *argument, const char *name)
{
   size_t n = strlen(name);

   return !strncmp(argument, name, n) && argument[n] == '=' ? argument + n + 1 : NULL;
}

/* The contents of a file. Ends the program if it cannot be read. */
static char *read_file(const char *name, size_t *length)
{
   enum { MOST = 1 << 20 };
   FILE *f = fopen(name, "rb");
   char *text = calloc(1, MOST);

   if (!f || !text)
      usage_error(strerror(errno), name);
   *length = fread(text, 1, MOST, f);
   if (ferror(f))
      usage_error(strerror(errno), name);
   if (*length == MOST)
      usage_error("the file is larger than 1 MiB", name);
   fclose(f);
   return text;
}

static void read_replacement(struct driver *d, const char *argument, const char *value)
{
   struct replacement *list = realloc(d->replacements, (d->num_replacements + 1) * sizeof *list), *r;
   const size_t digits = sizeof r->hash - 1;

   if (!list)
      usage_error(strerror(errno), argument);
   if (strspn(value, "0123456789abcdefABCDEF") != digits || value[digits] != ':')
      usage_error("expected a hash of 16 digits, a colon and a file", argument);
   d->replacements = list;
   r = &list[d->num_replacements++];
   *r = (struct replacement){.file = value + digits + 1};
   for (size_t i = 0; i < digits; i++)
      r->hash[i] = (char)tolower((unsigned char)value[i]);
   r->text = read_file(r->file, &r->length);
}

/* Checks that the file has a program. Its errors are printed with their locations. */
static void check_replacement(const struct driver *d, struct replacement *r)
{
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.language = program_language(r->text);
   o.target = d->target;
   o.diagnostics.no_warnings = 1;
   struct nvp4c_program *p = nvp4c_parse(r->text, r->length, &o);
   const struct nvp4c_result *result = p ? nvp4c_program_result(p) : NULL;
   for (unsigned i = 0; result && i < nvp4c_result_num_diagnostics(result); i++) {
      const struct nvp4c_diagnostic *e = nvp4c_result_diagnostic(result, i);
      fprintf(stderr, "nvp4c-gl: %s:%u:%u: %s\n", r->file, e->line, e->column, e->message);
   }
   if (!result || nvp4c_result_status(result) != NVP4C_OK)
      usage_error("not a valid program", r->file);
   r->stage = nvp4c_result_stage(result);
   nvp4c_program_free(p);
}

/* Checks the folder for --dump, or creates it. */
static void check_dump(const char *folder)
{
   struct stat s;

   if (mkdir(folder, 0777) == 0)
      return;
   if (errno != EEXIST || stat(folder, &s) < 0)
      usage_error(strerror(errno), folder);
   if (!S_ISDIR(s.st_mode))
      usage_error(strerror(ENOTDIR), folder);
   if (access(folder, W_OK | X_OK) < 0)
      usage_error(strerror(errno), folder);
}

static bool read_option(struct arguments *a, const char *argument)
{
   struct driver *d = &a->driver;
   const char *v;
   char *end;

   if ((v = value_of(argument, "--target"))) {
      if (strcmp(v, "usc") && strcmp(v, "agx"))
         usage_error("no such target", v);
      d->target = strcmp(v, "usc") ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   } else if ((v = value_of(argument, "-mcpu"))) {
      d->cpu = v;
   } else if (!strncmp(argument, "-O", 2) && argument[2] >= '0' && argument[2] <= '3' && !argument[3]) {
      d->opt_level = argument[2] - '0';
   } else if ((v = value_of(argument, "--gl"))) {
      d->gl_version = !strcmp(v, "2.1") ? 21 : !strcmp(v, "3.0") ? 30 : !strcmp(v, "3.1") ? 31 : !strcmp(v, "3.3") ? 33 : 0;
      if (!d->gl_version)
         usage_error("unsupported version of OpenGL", v);
   } else if ((v = value_of(argument, "--samples"))) {
      d->samples = !strcmp(v, "1") ? 1 : !strcmp(v, "4") ? 4 : 0;
      if (!d->samples)
         usage_error("unsupported number of samples", v);
   } else if ((v = value_of(argument, "--threads"))) {
      d->threads = (unsigned)strtoul(v, &end, 10);
      if (*end || end == v || d->threads > 256)
         usage_error("invalid number of threads", v);
   } else if ((v = value_of(argument, "--limit-steps"))) {
      d->max_steps = strtoull(v, &end, 10);
      if (*end || end == v || *v == '-' || !d->max_steps)
         usage_error("invalid number of steps", v);
   } else if ((v = value_of(argument, "--dump"))) {
      d->dump = v;
   } else if ((v = value_of(argument, "--replace"))) {
      read_replacement(d, argument, v);
   } else if ((v = value_of(argument, "--socket"))) {
      a->socket = v;
   } else if (!strcmp(argument, "--serve")) {
      a->serve = true;
   } else if (!strcmp(argument, "--verbose")) {
      d->verbose = true;
   } else {
      return false;
   }
   return true;
}

/* Checks that the library knows the core; its own message says so if it does not. */
static void check_core(const struct driver *d)
{
   static const char any[] = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.target = d->target;
   o.cpu = d->cpu;
   struct nvp4c_result *r = nvp4c_compile(any, sizeof any - 1, &o);
   if (r && nvp4c_result_status(r) == NVP4C_USAGE)
      usage_error("no such core", d->cpu);
   nvp4c_result_free(r);
}

void parse_arguments(struct arguments *a, int argc, char **argv)
{
   int i;

   a->driver.opt_level = 2;
   for (i = 1; i < argc && argv[i][0] == '-'; i++) {
      if (!strcmp(argv[i], "--")) {
         i++;
         break;
      }
      if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
         fputs(help, stdout);
         exit(EXIT_SUCCESS);
      }
      if (!read_option(a, argv[i]))
         usage_error("no such option", argv[i]);
   }
   a->command = argv + i;
   if (!a->driver.gl_version)
      a->driver.gl_version = a->driver.target == NVP4C_TARGET_USC ? 33 : 31;
   if (a->serve != (i == argc))
      usage_error(a->serve ? "--serve does not run a command" : "a command or --serve is missing",
                  i < argc ? argv[i] : "nvp4c-gl");
   if (a->socket && !a->serve)
      usage_error("only --serve takes a socket", "--socket");
   check_core(&a->driver);
   for (unsigned k = 0; k < a->driver.num_replacements; k++)
      check_replacement(&a->driver, &a->driver.replacements[k]);
   if (a->driver.dump)
      check_dump(a->driver.dump);
}
