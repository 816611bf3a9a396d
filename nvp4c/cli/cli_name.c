/* SPDX-License-Identifier: MIT */
/* Default names of outputs, and the make rule of -MD. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "nvp4c/cli/cli.h"

char *output_name(const char *input, const char *suffix)
{
   const char *base = !strcmp(input, "-") ? "stdin" : strrchr(input, '/') ? strrchr(input, '/') + 1 : input;
   const char *dot = strrchr(base, '.');
   size_t stem = dot && dot != base ? (size_t)(dot - base) : strlen(base);
   char *name = xrealloc(NULL, stem + strlen(suffix) + 1);

   memcpy(name, base, stem);
   strcpy(name + stem, suffix);
   return name;
}

const char *code_suffix(const struct cli *o)
{
   static const char *const suffix[] = {[FORMAT_ELF] = ".o", [FORMAT_RAW] = ".bin", [FORMAT_C] = ".inc", [FORMAT_HEX] = ".hex"};

   return suffix[o->format];
}

/* ---- several outputs */

static const char *base_of(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

static char *join(const char *a, const char *b, const char *c)
{
   struct sink s = {0};

   sink_printf(&s, "%s%s%s", a, b, c);
   sink_add(&s, "", 1);
   return s.data;
}

static int by_text(const void *a, const void *b)
{
   const char *const *x = a, *const *y = b;

   return strcmp(*x, *y);
}

/* Outputs of the same name, such as those of a.vp and a.fp, get the whole names of their inputs: a.vp.s and a.fp.s. */
static void tell_apart(const char *const *inputs, unsigned num, const char *suffix, char **outputs)
{
   char **sorted = xrealloc(NULL, num * sizeof *sorted), **all = xrealloc(NULL, num * sizeof *all);

   for (unsigned k = 0; k < num; k++)
      sorted[k] = all[k] = outputs[k];
   qsort(sorted, num, sizeof *sorted, by_text);
   for (unsigned k = 0; k < num; k++) {
      char **at = bsearch(&all[k], sorted, num, sizeof *sorted, by_text);
      if ((at > sorted && !strcmp(at[-1], *at)) || (at + 1 < sorted + num && !strcmp(at[1], *at)))
         outputs[k] = join(base_of(inputs[k]), suffix, "");
   }
   for (unsigned k = 0; k < num; k++)
      if (outputs[k] != all[k])
         free(all[k]);
   free(sorted);
   free(all);
}

/* Returns a path from the root, without "." and "..", which need not exist. */
static char *absolute(const char *name)
{
   char cwd[PATH_MAX];
   struct sink s = {0};

   if (name[0] != '/' && getcwd(cwd, sizeof cwd))
      sink_printf(&s, "%s", strcmp(cwd, "/") ? cwd : "");
   while (*name) {
      const size_t n = strcspn(name, "/");
      if (n == 2 && !memcmp(name, "..", 2)) {
         while (s.len && s.data[--s.len] != '/')
            ;
      } else if (n && !(n == 1 && *name == '.')) {
         sink_printf(&s, "/%.*s", (int)n, name);
      }
      name += n + (name[n] == '/');
   }
   sink_add(&s, "", 1);
   return s.data;
}

/* Bytes of the path of the folder that a and b have in common, with its slash. */
static size_t common_folder(const char *a, const char *b)
{
   size_t n = 0;

   for (size_t i = 0; a[i] && a[i] == b[i]; i++)
      if (a[i] == '/')
         n = i + 1;
   return n;
}

/* Names the outputs in a folder after the paths of the inputs below the folder that they have in common. */
static void name_below(const char *folder, const char *const *inputs, unsigned num, const char *suffix, char **outputs)
{
   size_t common = SIZE_MAX;

   for (unsigned k = 0; k < num; k++) {
      outputs[k] = absolute(inputs[k]);
      const size_t n = common_folder(outputs[0], outputs[k]);
      common = n < common ? n : common;
   }
   for (unsigned k = 0; k < num; k++) {
      char *path = outputs[k], *below = join(folder, "/", path + common);
      outputs[k] = join(below, suffix, "");
      free(below);
      free(path);
   }
}

void name_outputs(const struct cli *o, const char *const *inputs, unsigned num, const char *folder, char **outputs)
{
   const char *suffix = o->mode == MODE_CODE ? code_suffix(o) : ".s";

   if (folder) {
      name_below(folder, inputs, num, suffix, outputs);
      return;
   }
   for (unsigned k = 0; k < num; k++)
      outputs[k] = output_name(inputs[k], suffix);
   tell_apart(inputs, num, suffix, outputs);
}

void make_folders(const char *path)
{
   char *copy = join(path, "", "");

   for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
      *slash = 0;
      if (mkdir(copy, 0777) && errno != EEXIST)
         file_error(copy);
      *slash = '/';
   }
   free(copy);
}

char *name_beside(const char *output, const char *suffix)
{
   char *name = output_name(output, suffix);
   const char *slash = strrchr(output, '/');

   if (slash) {
      const size_t dir = (size_t)(slash - output) + 1, n = strlen(name);
      name = xrealloc(name, dir + n + 1);
      memmove(name + dir, name, n + 1);
      memcpy(name, output, dir);
   }
   return name;
}

/* ---- dependencies */

char *rule_name(const char *input, const char *output)
{
   return output ? name_beside(output, ".d") : output_name(input, ".d");
}

/* Appends a name to a make rule: escapes blanks and # with a backslash, and doubles $. */
static void make_name(struct sink *s, const char *name)
{
   for (; *name; name++)
      sink_printf(s, *name == '$' ? "$%c" : *name == ' ' || *name == '\t' || *name == '#' ? "\\%c" : "%c", *name);
}

void write_dependencies(const struct cli *o, const struct lists *l, const char *input, const char *name, const char *output)
{
   struct sink s = {0};

   if (o->deps_target)
      sink_printf(&s, "%s%s", o->deps_target, o->deps_quoted ? " " : "");
   if (o->deps_quoted)
      make_name(&s, o->deps_quoted);
   if (!o->deps_target && !o->deps_quoted)
      make_name(&s, output ? output : "-");
   sink_printf(&s, ":");
   for (unsigned i = 0; i < l->num_files + 1; i++) {
      const char *file = i ? l->files[i - 1] : input;
      if (!strcmp(file, "-"))
         continue;
      sink_printf(&s, " ");
      make_name(&s, file);
   }
   sink_printf(&s, "\n");
   for (unsigned i = 0; i < l->num_files && o->deps_phony; i++) {
      make_name(&s, l->files[i]);
      sink_printf(&s, ":\n");
   }
   write_output(name, s.data, s.len);
   free(s.data);
}
