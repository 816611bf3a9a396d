/* SPDX-License-Identifier: MIT */
/*
 * Reduces a finding. The options are removed first, one by one, so that the program is compiled in a simpler way while it is
 * reduced. Then the edits of --reduce remove the parts of the program that the finding does not need, and then the options are
 * tried again.
 */
#include <stdlib.h>
#include <string.h>

#include "nvp4c/triage/triage.h"
#include "tests/differential/source.h"

struct reduction {
   judge_fn test;
   void *user;
   struct verdict *v;
   struct program *p;   /* the smallest one so far */
   struct program *try; /* the candidate */
   struct setting *s;
   double until;
};

/* Does this program fail in the same way? Then its verdict is kept. */
static bool same(struct reduction *r, const struct program *p, const struct setting *s)
{
   struct verdict v;

   if (now() > r->until)
      return false;
   r->test(r->user, &v, p, s);
   if (v.outcome != FOUND || strcmp(v.signature, r->v->signature))
      return false;
   *r->v = v;
   return true;
}

static bool fails(void *user, const char *text, size_t len)
{
   struct reduction *r = user;

   if (len >= MAX_PROGRAM)
      return false;
   memcpy(r->try->text, text, len);
   r->try->text[len] = 0;
   r->try->length = len;
   source_find_stage(r->try);
   return same(r, r->try, r->s);
}

/* Keeps only the wave that differs. */
static void reduce_waves(struct reduction *r)
{
   struct setting s = *r->s;

   if (!r->v->verify_seed || (s.o.verify.waves == 1 && s.o.verify.seed == r->v->verify_seed))
      return;
   s.o.verify.waves = 1;
   s.o.verify.seed = r->v->verify_seed;
   if (same(r, r->p, &s))
      *r->s = s;
}

static void reduce_options(struct reduction *r)
{
   bool any;

   do {
      any = false;
      for (unsigned k = 0; k < state_num_rows; k++) {
         struct setting s = *r->s;
         if (state_reset(&s, k) && same(r, r->p, &s)) {
            *r->s = s;
            any = true;
         }
      }
   } while (any);
   for (unsigned k = 0; k < STATE_PARTS; k++) {
      struct setting s = *r->s;
      if (state_reset_part(&s, k) && same(r, r->p, &s))
         *r->s = s;
   }
   for (int level = 0; level < r->s->o.opt_level; level++) {
      struct setting s = *r->s;
      s.o.opt_level = level;
      if (same(r, r->p, &s))
         *r->s = s;
   }
}

static void reduce_program(struct reduction *r)
{
   struct triage_text out = {0};
   FILE *log = fopen("/dev/null", "w");
   const struct triage_job job = {
       .name = "program", .text = r->p->text, .len = r->p->length, .options = &r->s->o, .fails = fails, .user = r};

   if (log && triage_reduce(&job, &out, log) == NVP4C_OK && out.len < MAX_PROGRAM) {
      memcpy(r->p->text, out.data, out.len + 1);
      r->p->length = out.len;
   }
   if (log)
      fclose(log);
   free(out.data);
}

void reduce(struct verdict *v, struct program *p, struct setting *s, judge_fn test, void *user, double seconds)
{
   struct reduction r = {test, user, v, p, malloc(sizeof *p), s, now() + seconds};

   if (!r.try)
      return;
   *r.try = *p;
   /* The verdict may come from another compile: a crash, for example, gets its name from a report. */
   struct verdict first;
   test(user, &first, p, s);
   if (first.outcome == FOUND) {
      *v = first;
      reduce_waves(&r);
      reduce_options(&r);
      reduce_program(&r);
      reduce_waves(&r);
      reduce_options(&r);
   }
   free(r.try);
}
