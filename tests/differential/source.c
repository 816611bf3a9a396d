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

/* Makes a program with tests/gen. Random statements seldom have its patterns of control flow, vertices or memory. */
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

static bool take(struct program *p, char *text, size_t length)
{
   const bool fits = text && length < MAX_PROGRAM;

   p->length = fits ? length : 0;
   if (fits)
      memcpy(p->text, text, length + 1);
   free(text);
   return fits;
}

static bool make_pair(const struct gen_request *r, uint64_t seed, struct program *p, struct twin *twin)
{
   const enum gen_equivalence how = (enum gen_equivalence)(util_mix64(seed) % GEN_EQUIVALENCES);
   char *text[2];
   size_t length[2];

   if (!generate_pair(r, how, seed, text, length))
      return false;
   twin->how = gen_equivalence_name[how];
   twin->program.language = p->language;
   twin->program.seed = seed;
   twin->program.spliced = false;
   const bool fits = take(&twin->program, text[1], length[1]);
   source_find_stage(&twin->program);
   return take(p, text[0], length[0]) && fits;
}

static bool make(const struct plan *plan, struct util_rng *rng, unsigned size, enum nvp4c_target target, struct program *p,
                 struct twin *twin)
{
   const struct gen_request request = {p->seed, languages[p->language], GEN_ANY_STAGE, plan->min_statements, 0, plan->coverage};
   const unsigned kind = util_rng_below(rng, 24);
   size_t length = 0;
   char *text;

   if (kind < 4 && p->language != LANGUAGE_ARB) {
      text = shaped(p->language, size, p->seed, target, &length);
      return take(p, text, length);
   }
   if (kind < 7)
      return make_pair(&request, p->seed, p, twin);
   p->spliced = kind < 11 && plan->num_texts;
   text = p->spliced ? generate_splice(plan->texts, plan->num_texts, p->seed, &length) : generate_program(&request, &length);
   return take(p, text, length);
}

bool source_program(const struct plan *plan, uint64_t seed, enum nvp4c_target target, struct program *p, struct twin *twin)
{
   struct util_rng rng;
   unsigned k;

   twin->program.length = 0;
   util_rng_init(&rng, seed);
   do
      k = util_rng_below(&rng, NUM_LANGUAGES);
   while (!(plan->languages >> k & 1));
   p->language = (enum language)k;
   p->seed = seed;
   p->spliced = false;
   /* Small programs show bugs that large ones hide, and more of them run in a second. */
   const unsigned drawn = util_rng_below(&rng, 3) ? 5 + util_rng_below(&rng, 40) : 40 + util_rng_below(&rng, 80);
   if (!make(plan, &rng, drawn < plan->min_statements ? plan->min_statements : drawn, target, p, twin))
      return false;
   source_find_stage(p);
   if (p->spliced)
      p->language = strncmp(p->text, "!!", 2) ? LANGUAGE_TGSI : strncmp(p->text, "!!ARB", 5) ? LANGUAGE_NV : LANGUAGE_ARB;
   return p->stage != NVP4C_STAGE_GEOMETRY || plan->targets & 1u << NVP4C_TARGET_USC; /* AGX has no geometry programs */
}
