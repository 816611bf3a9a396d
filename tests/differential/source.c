/* SPDX-License-Identifier: MIT */
/* See source.h. */
#include "tests/differential/source.h"

#include <stdlib.h>
#include <string.h>

#include "tests/gen/gen.h"
#include "tests/generate/generate.h"

const char *const language_names[NUM_LANGUAGES] = {"nv", "arb", "tgsi"};

static const enum gen_language languages[NUM_LANGUAGES] = {GEN_NV, GEN_ARB, GEN_TGSI};

void source_find_stage(struct program *p)
{
   static const struct {
      const char *word;
      enum nvp4c_stage stage;
   } heads[] = {{"!!NVvp", NVP4C_STAGE_VERTEX}, {"!!NVfp", NVP4C_STAGE_FRAGMENT}, {"!!NVgp", NVP4C_STAGE_GEOMETRY},
                {"!!ARBvp", NVP4C_STAGE_VERTEX}, {"!!ARBfp", NVP4C_STAGE_FRAGMENT}, {"VERT", NVP4C_STAGE_VERTEX},
                {"FRAG", NVP4C_STAGE_FRAGMENT}, {"GEOM", NVP4C_STAGE_GEOMETRY}, {"COMP", NVP4C_STAGE_COMPUTE}};

   p->stage = NVP4C_STAGE_ANY;
   for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++)
      if (!strncmp(p->text, heads[k].word, strlen(heads[k].word)))
         p->stage = heads[k].stage;
}

/* A program of tests/gen: one with shapes of control flow, of vertices or of memory that random statements seldom make. */
static char *shaped(enum language language, unsigned size, uint64_t seed, enum nvp4c_target target, size_t *length)
{
   const unsigned kind = (unsigned)(util_mix64(seed) % 3);
   struct gen_text t = {0};

   if (language == LANGUAGE_TGSI)
      kind ? gen_tgsi(seed, size, &t) : gen_memory(seed, &t);
   else if (kind == 0 || (kind == 1 && target == NVP4C_TARGET_AGX))
      gen_exits(seed, size, &t);
   else
      (kind == 1 ? gen_geometry : gen_program)(seed, size, &t);
   *length = t.len;
   return t.data;
}

bool source_program(const struct plan *plan, uint64_t seed, enum nvp4c_target target, struct program *p)
{
   struct util_rng rng;
   unsigned k;

   util_rng_init(&rng, seed);
   do
      k = util_rng_below(&rng, NUM_LANGUAGES);
   while (!(plan->languages >> k & 1));
   p->language = (enum language)k;
   p->seed = seed;
   /* Small programs show what large ones hide, and are many more a second. */
   const unsigned drawn = util_rng_below(&rng, 3) ? 5 + util_rng_below(&rng, 40) : 40 + util_rng_below(&rng, 80);
   const unsigned size = drawn < plan->min_statements ? plan->min_statements : drawn;
   const struct gen_request request = {seed, languages[k], GEN_ANY_STAGE, plan->min_statements, 0, NULL};
   char *text = k != LANGUAGE_ARB && !util_rng_below(&rng, 6) ? shaped(p->language, size, seed, target, &p->length) : generate_program(&request, &p->length);
   const bool fits = text && p->length < MAX_PROGRAM;
   if (fits)
      memcpy(p->text, text, p->length + 1);
   free(text);
   if (!fits)
      return false;
   source_find_stage(p);
   return p->stage != NVP4C_STAGE_GEOMETRY || plan->targets & 1u << NVP4C_TARGET_USC; /* AGX has none */
}
