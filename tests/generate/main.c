/* SPDX-License-Identifier: MIT */
/*
 * generate LANGUAGE SEED [options]: prints a random program in nv, arb or tgsi.
 *
 *   -stage S         vertex, fragment, geometry, compute (default: any)
 *   -statements N    at least N instructions
 *   -off MASK        without these features (features.def)
 *   -count N         N programs, with seeds from SEED on
 *   -into DIR        write each program to a file DIR/SEED
 *   -coverage        steer to rare combinations, and print the table instead of programs
 *   -equivalent HOW  dead-code, reorder, rename or peel: the equivalent program in place of the program
 */
#include "tests/generate/generate_priv.h"

#include <stdlib.h>
#include <string.h>

struct options {
   struct gen_request request;
   unsigned count;
   const char *into;
   int how; /* enum gen_equivalence, or -1 for none */
   bool table;
};

static int word(const char *s, const char *const *words, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      if (!strcmp(s, words[i]))
         return (int)i;
   return -1;
}

static bool parse(int argc, char **argv, struct options *o)
{
   static const char *const languages[] = {"nv", "arb", "tgsi"}, *const stages[] = {"vertex", "fragment", "geometry",
                                                                                    "compute"};

   *o = (struct options){.request = {.stage = GEN_ANY_STAGE}, .count = 1, .how = -1};
   const int language = argc > 2 ? word(argv[1], languages, GEN_LANGUAGES) : -1;
   if (language < 0)
      return false;
   o->request.language = (enum gen_language)language;
   o->request.seed = strtoull(argv[2], NULL, 0);
   for (int i = 3; i < argc; i++) {
      const char *next = i + 1 < argc ? argv[i + 1] : NULL;

      if (!strcmp(argv[i], "-coverage")) {
         o->table = true;
         continue;
      }
      if (!next)
         return false;
      if (!strcmp(argv[i], "-stage"))
         o->request.stage = word(next, stages, GEN_STAGES);
      else if (!strcmp(argv[i], "-statements"))
         o->request.min_statements = (unsigned)strtoul(next, NULL, 0);
      else if (!strcmp(argv[i], "-off"))
         o->request.features_off = strtoull(next, NULL, 0);
      else if (!strcmp(argv[i], "-count"))
         o->count = (unsigned)strtoul(next, NULL, 0);
      else if (!strcmp(argv[i], "-into"))
         o->into = next;
      else if (!strcmp(argv[i], "-equivalent"))
         o->how = word(next, gen_equivalence_name, GEN_EQUIVALENCES);
      else
         return false;
      i++;
   }
   return true;
}

static char *one(const struct options *o, size_t *length)
{
   char *text[2];
   size_t lengths[2];

   if (o->how < 0)
      return generate_program(&o->request, length);
   if (!generate_pair(&o->request, (enum gen_equivalence)o->how, o->request.seed, text, lengths))
      return NULL;
   free(text[0]);
   *length = lengths[1];
   return text[1];
}

static bool show(const struct options *o, const char *text, size_t length)
{
   char name[4096];

   if (o->table)
      return true;
   snprintf(name, sizeof name, "%s/%llu", o->into ? o->into : "", (unsigned long long)o->request.seed);
   FILE *f = o->into ? fopen(name, "w") : stdout;
   const bool good = f && fwrite(text, 1, length, f) == length;
   if (f && o->into)
      return fclose(f) == 0 && good;
   return good;
}

int main(int argc, char **argv)
{
   struct options o;

   if (!parse(argc, argv, &o)) {
      fprintf(stderr, "usage: generate nv|arb|tgsi SEED [-stage S] [-statements N] [-off MASK] [-count N] [-into DIR] "
                      "[-coverage] [-equivalent HOW]\n");
      return 2;
   }
   if (o.table)
      o.request.coverage = calloc(1, gen_coverage_size());
   for (unsigned k = 0; k < o.count; k++, o.request.seed++) {
      size_t length;
      char *text = one(&o, &length);

      if (!text || !show(&o, text, length))
         return 5;
      free(text);
   }
   if (o.table)
      gen_coverage_print(o.request.coverage, stdout);
   free(o.request.coverage);
   return fflush(stdout) ? 3 : 0;
}
