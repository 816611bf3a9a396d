/* SPDX-License-Identifier: MIT */
/* See source.h. */
#include "tests/differential/source.h"

#include <string.h>

#include "tests/gen/gen.h"

const char *const language_names[NUM_LANGUAGES] = {"nv", "arb", "tgsi"};

unsigned source_languages(void) { return 1u << LANGUAGE_NV | 1u << LANGUAGE_TGSI; }

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

static void generate(enum language language, unsigned size, uint64_t seed, enum nvp4c_target target, struct gen_text *t)
{
   const unsigned kind = (unsigned)(util_mix64(seed) % 6);

   if (language == LANGUAGE_TGSI)
      kind == 5 ? gen_memory(seed, t) : gen_tgsi(seed, size, t);
   else if (kind == 0 || (kind == 1 && target == NVP4C_TARGET_AGX))
      gen_exits(seed, size, t);
   else
      (kind == 1 ? gen_geometry : gen_program)(seed, size, t);
}

bool source_program(const struct plan *plan, uint64_t seed, enum nvp4c_target target, struct program *p)
{
   struct util_rng rng;
   struct gen_text t = {0};
   unsigned k;

   util_rng_init(&rng, seed);
   do
      k = util_rng_below(&rng, NUM_LANGUAGES);
   while (!(plan->languages >> k & 1));
   /* Small programs show what large ones hide, and are many more a second. */
   const unsigned size = util_rng_below(&rng, 3) ? 5 + util_rng_below(&rng, 40) : 40 + util_rng_below(&rng, 80);
   p->language = (enum language)k;
   p->seed = seed;
   generate(p->language, size < plan->min_statements ? plan->min_statements : size, seed, target, &t);
   p->length = t.len;
   const bool fits = t.data && t.len < MAX_PROGRAM;
   if (fits)
      memcpy(p->text, t.data, t.len + 1);
   gen_free(&t);
   if (!fits)
      return false;
   source_find_stage(p);
   return true;
}
