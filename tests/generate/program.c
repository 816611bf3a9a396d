/* SPDX-License-Identifier: MIT */
/* Makes programs from requests. */
#include "frontend/nv/ast/nv_ast.h"
#include "frontend/tgsi/ast/tgsi_ast.h"
#include "tests/generate/generate_priv.h"

#include <stdlib.h>

static const uint8_t left_out[GEN_FEATURES] = {
#define GEN_FEATURE(name, percent) percent,
#include "tests/generate/features.def"
#undef GEN_FEATURE
};

/* The stages of each language. */
static const uint8_t stages[GEN_LANGUAGES] = {
   [GEN_NV] = 1u << GEN_VERTEX | 1u << GEN_FRAGMENT | 1u << GEN_GEOMETRY,
   [GEN_ARB] = 1u << GEN_VERTEX | 1u << GEN_FRAGMENT,
   [GEN_TGSI] = 1u << GEN_VERTEX | 1u << GEN_FRAGMENT | 1u << GEN_GEOMETRY | 1u << GEN_COMPUTE,
};

unsigned gen_num_ops(enum gen_language language) { return language == GEN_TGSI ? TGSI_OP_COUNT : NV_OP_COUNT; }

static void draw_features(struct gen *g)
{
   if (g->request->features_off) {
      g->off = g->request->features_off;
      return;
   }
   for (unsigned f = 0; f < GEN_FEATURES; f++)
      g->off |= (uint64_t)chance(g, left_out[f]) << f;
}

bool gen_start(struct gen **out, const struct gen_request *r, enum gen_language language)
{
   const struct gen_syntax *syntax = language == GEN_TGSI ? &gen_tgsi_syntax : &gen_nv_syntax;
   struct gen *g = syntax->size ? calloc(1, syntax->size) : NULL;

   *out = g;
   if (!g)
      return false;
   g->syntax = syntax;
   g->request = r;
   g->language = language;
   g->coverage = r->coverage;
   util_rng_init(&g->rng, r->seed * GEN_LANGUAGES + (uint64_t)language);
   g->stage = r->stage;
   while (g->stage < 0 || g->stage >= GEN_STAGES || !(stages[language] >> g->stage & 1))
      g->stage = (int)below(g, GEN_STAGES);
   draw_features(g);
   g->wanted = r->min_statements ? r->min_statements : chance(g, 40) ? 2 + below(g, 14) : 10 + below(g, 50);
   for (unsigned k = 0; k < GEN_KINDS; k++)
      g->favour[k] = (uint8_t[]){1, 4, 4, 16}[below(g, 4)];
   g->favour[GEN_TEMP] = g->favour[GEN_TO_TEMP] = 4;
   g->flow = 50 + 50 * below(g, 6);
   if (has(g, CALL))
      g->num_subs = chance(g, 50) ? 1 + below(g, GEN_MAX_SUBS) : 0;
   return true;
}

void gen_finish(struct gen *g)
{
   gen_free_chunks(g);
   free(g->line.data);
   free(g);
}

void gen_text_of(struct gen *g, struct gen_text *out)
{
   g->syntax->text(g, g->routine, out);
   out->failed |= g->line.failed;
}

static char *finished(struct gen_text *t, size_t *length)
{
   if (t->failed || !t->data) {
      free(t->data);
      return NULL;
   }
   if (length)
      *length = t->len;
   return t->data;
}

char *generate_program(const struct gen_request *r, size_t *length)
{
   struct gen *g;
   struct gen_text text = {0};

   if (!gen_start(&g, r, r->language))
      return NULL;
   gen_build(g);
   gen_text_of(g, &text);
   gen_finish(g);
   return finished(&text, length);
}

bool generate_pair(const struct gen_request *r, enum gen_equivalence how, uint64_t seed, char *text[2], size_t length[2])
{
   struct gen *g;
   struct gen_text t[2] = {{0}, {0}};

   text[0] = text[1] = NULL;
   if (!gen_start(&g, r, r->language))
      return false;
   gen_build(g);
   gen_text_of(g, &t[0]);
   util_rng_init(&g->rng, seed);
   gen_transform(g, how);
   gen_text_of(g, &t[1]);
   gen_finish(g);
   for (unsigned i = 0; i < 2; i++)
      text[i] = finished(&t[i], &length[i]);
   if (text[0] && text[1])
      return true;
   free(text[0]);
   free(text[1]);
   return false;
}
