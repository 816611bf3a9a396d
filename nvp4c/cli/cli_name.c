/* SPDX-License-Identifier: MIT */
/* Default names of outputs, and the make rule of -MD. */
#include <stdlib.h>
#include <string.h>

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

/* The rule is in the folder of the output. */
char *rule_name(const struct cli *o, const char *output)
{
   char *name = output_name(output ? output : o->inputs[0], ".d");

   if (output && strrchr(output, '/')) {
      const size_t dir = (size_t)(strrchr(output, '/') - output) + 1, n = strlen(name);
      name = xrealloc(name, dir + n + 1);
      memmove(name + dir, name, n + 1);
      memcpy(name, output, dir);
   }
   return name;
}

/* Appends a name to a make rule: escapes blanks and # with a backslash, and doubles $. */
static void make_name(struct sink *s, const char *name)
{
   for (; *name; name++)
      sink_printf(s, *name == '$' ? "$%c" : *name == ' ' || *name == '\t' || *name == '#' ? "\\%c" : "%c", *name);
}

void write_dependencies(const struct cli *o, const struct lists *l, const char *name, const char *output)
{
   struct sink s = {0};

   if (o->deps_target)
      sink_printf(&s, "%s", o->deps_target);
   else
      make_name(&s, output ? output : "-");
   sink_printf(&s, ":");
   for (unsigned i = 0; i < l->num_files + o->num_inputs; i++) {
      const char *file = i < o->num_inputs ? o->inputs[i] : l->files[i - o->num_inputs];
      if (!strcmp(file, "-"))
         continue;
      sink_printf(&s, " ");
      make_name(&s, file);
   }
   sink_printf(&s, "\n");
   write_output(name, s.data, s.len);
   free(s.data);
}
