/* SPDX-License-Identifier: MIT */
/*
 * differential [-language nv|arb|tgsi|all] [-target usc|agx|all] [-seed S] [-count N | -minutes M] [-jobs J] [-level L]
 *    [-no-stress] [-no-state] [-only ROW,..] [-statements N] [-waves N] [-out DIR] [-keep N] [-slow SECONDS] [-resume FILE]
 *    [-steer] [FILE ..]
 *
 * Compiles generated programs, each with different options, and verifies each by execution: source, IR and machine code run on
 * the same inputs. Prints one line for each group of findings at the end. The exit status is 1 if there are any. See
 * differential.h for the parts.
 *
 *    -seed S        seed of the first program (1); each later program has the next number
 *    -count N       number of programs (1000)
 *    -minutes M     run time instead of a count
 *    -level L       compile every program at -OL
 *    -no-stress     no settings with few registers, spilled values or a random schedule
 *    -no-state      the default pipeline state for every program
 *    -only ROW,..   only these rows of state.def, by their options
 *    -statements N  minimum number of statements (0)
 *    -waves N       number of waves for each program (3)
 *    -out DIR       write each reduced finding to DIR/TARGET-SIGNATURE-SEED.SUFFIX, with the command in its second line
 *    -keep N        reduce the first N findings of a signature (3), count the others
 *    -slow SECONDS  CPU time after which a compile is a hang (20)
 *    -resume FILE   continue the run that wrote FILE, and add to its numbers
 *    -steer         prefer the combinations that were generated least often, and print the table of them; then a seed alone
 *                   does not repeat a program
 *    FILE ..        programs whose statements are spliced into others
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/differential/source.h"

static _Noreturn void usage(const char *what)
{
   fprintf(stderr, "differential: %s; see the head of tests/differential/main.c\n", what);
   exit(2);
}

/* Returns the bit of a name, or all n bits for "all". */
static unsigned mask_of(const char *name, const char *(*name_of)(unsigned k), unsigned n)
{
   for (unsigned k = 0; k < n; k++)
      if (!strcmp(name, name_of(k)))
         return 1u << k;
   if (strcmp(name, "all"))
      usage(name);
   return (1u << n) - 1;
}

static const char *language_name(unsigned k) { return language_names[k]; }

static void check_rows(const char *rows)
{
   for (const char *s = rows; *s;) {
      const size_t n = strcspn(s, ",");
      if (!state_has_row(s, n))
         usage(s);
      s += n + (s[n] == ',');
   }
}

static void set(struct plan *plan, unsigned *jobs, const char **resume, const char *name, const char *value)
{
   if (!strcmp(name, "-language"))
      plan->languages = mask_of(value, language_name, NUM_LANGUAGES);
   else if (!strcmp(name, "-target"))
      plan->targets = mask_of(value, nvp4c_target_name, 2);
   else if (!strcmp(name, "-seed"))
      plan->seed = strtoull(value, NULL, 0);
   else if (!strcmp(name, "-count"))
      plan->count = strtoull(value, NULL, 0);
   else if (!strcmp(name, "-minutes"))
      plan->until = now() + 60 * atof(value);
   else if (!strcmp(name, "-jobs"))
      *jobs = (unsigned)atoi(value);
   else if (!strcmp(name, "-level"))
      plan->level = atoi(value);
   else if (!strcmp(name, "-only"))
      plan->only = value;
   else if (!strcmp(name, "-statements"))
      plan->min_statements = (unsigned)atoi(value);
   else if (!strcmp(name, "-waves"))
      plan->waves = (unsigned)atoi(value);
   else if (!strcmp(name, "-out"))
      plan->out = value;
   else if (!strcmp(name, "-keep"))
      plan->keep = (unsigned)atoi(value);
   else if (!strcmp(name, "-slow"))
      plan->slow = atof(value);
   else if (!strcmp(name, "-resume"))
      *resume = value;
   else
      usage(name);
}

/* Reads a program to splice. Exits if it cannot be read, so that a wrong name does not go unnoticed. */
static char *read_text(const char *name)
{
   FILE *f = fopen(name, "r");
   char *text = malloc(MAX_PROGRAM);

   if (!f || !text) {
      perror(name);
      exit(3);
   }
   const size_t n = fread(text, 1, MAX_PROGRAM / 4, f);
   text[feof(f) ? n : 0] = 0; /* a text that is too long becomes empty and is left out */
   fclose(f);
   return text;
}

int main(int argc, char **argv)
{
   struct plan plan = {
       .languages = (1u << NUM_LANGUAGES) - 1, .targets = 3, .level = -1, .waves = 3, .keep = 3, .slow = 20, .seed = 1};
   const char *resume = NULL;
   static const char **texts; /* lives until the process ends */
   bool steer = false;
   unsigned jobs = 2;

   texts = calloc((size_t)argc, sizeof *texts);
   if (!texts)
      return 5;
   plan.texts = texts;
   for (int i = 1; i < argc; i++) {
      if (!strcmp(argv[i], "-no-stress"))
         plan.no_stress = true;
      else if (!strcmp(argv[i], "-no-state"))
         plan.no_state = true;
      else if (!strcmp(argv[i], "-steer"))
         steer = true;
      else if (argv[i][0] != '-')
         texts[plan.num_texts] = read_text(argv[i]), plan.num_texts += texts[plan.num_texts][0] != 0;
      else if (i + 1 < argc)
         set(&plan, &jobs, &resume, argv[i], argv[i + 1]), i++;
      else
         usage(argv[i]);
   }
   if (!plan.count && !plan.until)
      plan.count = 1000;
   if (plan.only)
      check_rows(plan.only);
   if (!plan.languages || !jobs || jobs > 256)
      usage("nothing to do");
   return workers_run(&plan, jobs, resume, steer);
}
