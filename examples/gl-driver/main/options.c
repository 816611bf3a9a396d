/* SPDX-License-Identifier: MIT */
/* The options of nvp4c-gl. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/gl-driver/main/main.h"

static const char help[] =
   "usage: nvp4c-gl [OPTION]... COMMAND [ARGUMENT]...    run a GL program whose shaders nvp4c compiles and simulates\n"
   "       nvp4c-gl [OPTION]... --serve                  serve GL programs that others start, until SIGINT or SIGTERM\n"
   "\n"
   "  --target=usc|agx     the machine (usc)\n"
   "  -mcpu=NAME           a core of the target\n"
   "  -O0 -O1 -O2 -O3      optimisation level (2)\n"
   "  --gl=2.1|3.0|3.1|3.3 the version of OpenGL (3.3, of AGX 3.1: it has no geometry programs)\n"
   "  --threads=N          that draw (one for each processor)\n"
   "  --dump=DIR           keep every shader, its key, its code and its statistics in DIR\n"
   "  --replace=HASH:FILE  draw with the NV or ARB program in FILE in place of the shader of that hash (--dump names it)\n"
   "  --socket=PATH        where --serve listens (/tmp/.virgl_test)\n"
   "  --verbose            say which commands are not known, and what is wrong with others\n"
   "\n"
   "Status: that of COMMAND; 2: an option is wrong; 3: the socket is in use or cannot be made.\n";

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

static void read_replacement(struct driver *d, const char *argument, const char *value)
{
   const char *colon = strchr(value, ':');
   FILE *f = colon ? fopen(colon + 1, "rb") : NULL;
   struct replacement *list = realloc(d->replacements, (d->num_replacements + 1) * sizeof *list);
   struct replacement *r;
   char *text = malloc(1 << 20);
   size_t length;

   if (!colon || colon - value != sizeof r->hash - 1)
      usage_error("not a hash of 16 digits, a colon and a file", argument);
   if (!f || !list || !text || (length = fread(text, 1, 1 << 20, f)) == 1 << 20 || ferror(f))
      usage_error("the file cannot be read", argument);
   fclose(f);
   d->replacements = list;
   r = &list[d->num_replacements++];
   memcpy(r->hash, value, sizeof r->hash - 1);
   r->hash[sizeof r->hash - 1] = '\0';
   r->text = text;
   r->length = length;
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
         usage_error("no such version of OpenGL", v);
   } else if ((v = value_of(argument, "--threads"))) {
      d->threads = (unsigned)strtoul(v, &end, 10);
      if (*end || end == v || d->threads > 256)
         usage_error("not a number of threads", v);
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

/* Does the library know the core? It says so itself when it compiles for it. */
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
      if (!strcmp(argv[i], "--help")) {
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
      usage_error(a->serve ? "--serve runs no command" : "a command or --serve is missing", i < argc ? argv[i] : "nvp4c-gl");
   if (a->socket && !a->serve)
      usage_error("only --serve listens at a socket of its own", "--socket");
   check_core(&a->driver);
}
