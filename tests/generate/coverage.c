/* SPDX-License-Identifier: MIT */
/*
 * What has been generated. For each instruction of a language there are the counts of each operand kind, modifier, write mask and context, of the
 * pairs of two such values, and one bit for each combination of one value of each with a stage; beside them counts of pairs of neighbours. What is
 * possible follows from the columns of the tables (gen_nv_possible(), gen_tgsi_possible()).
 */
#include "tests/generate/generate_priv.h"

#include <stdlib.h>
#include <string.h>

enum { MASKS = 16, COMBINATIONS = GEN_KINDS * GEN_MODIFIERS * MASKS * GEN_CONTEXTS * GEN_STAGES };

struct op_counts {
   uint32_t total, kind[GEN_KINDS], modifier[GEN_MODIFIERS], mask[MASKS], context[GEN_CONTEXTS], stage[GEN_STAGES];
   uint64_t all[(COMBINATIONS + 63) / 64];
};

struct gen_coverage {
   struct op_counts *ops[GEN_LANGUAGES]; /* NULL: nothing yet */
   uint32_t *pairs[GEN_LANGUAGES];       /* [before][op] */
};

struct gen_coverage *gen_coverage_new(void) { return calloc(1, sizeof(struct gen_coverage)); }

void gen_coverage_free(struct gen_coverage *c)
{
   for (unsigned l = 0; c && l < GEN_LANGUAGES; l++) {
      free(c->ops[l]);
      free(c->pairs[l]);
   }
   free(c);
}

static bool ready(struct gen_coverage *c, enum gen_language l)
{
   const size_t n = gen_num_ops(l);

   if (!c->ops[l])
      c->ops[l] = calloc(n, sizeof *c->ops[l]);
   if (!c->pairs[l])
      c->pairs[l] = calloc(n * n, sizeof *c->pairs[l]);
   return c->ops[l] && c->pairs[l];
}

static unsigned combination(unsigned kind, unsigned modifier, unsigned mask, unsigned context, unsigned stage)
{
   return (((kind * GEN_MODIFIERS + modifier) * MASKS + mask) * GEN_CONTEXTS + context) * GEN_STAGES + stage;
}

/* for (unsigned i = each bit of set) */
#define BITS(i, set) (unsigned i = 0; i < 32; i++) if ((set) >> i & 1)

void gen_coverage_hit(struct gen_coverage *c, enum gen_language l, const struct gen_shot *s, unsigned before)
{
   if (!ready(c, l))
      return;
   struct op_counts *o = &c->ops[l][s->op];

   o->total++;
   o->mask[s->mask]++;
   o->stage[s->stage]++;
   c->pairs[l][before * gen_num_ops(l) + s->op]++;
   for BITS (k, s->kinds)
      o->kind[k]++;
   for BITS (m, s->modifiers)
      o->modifier[m]++;
   for BITS (x, s->contexts)
      o->context[x]++;
   const uint32_t kinds = s->kinds ? s->kinds : 1;
   for BITS (k, kinds)
      for BITS (m, s->modifiers)
         for BITS (x, s->contexts) {
            const unsigned n = combination(k, m, s->mask, x, s->stage);

            o->all[n / 64] |= 1ull << n % 64;
         }
}

uint32_t gen_coverage_count(const struct gen_coverage *c, enum gen_language l, unsigned op, enum gen_axis axis, unsigned n)
{
   if (!c || !c->ops[l] || !c->pairs[l])
      return 0;
   const struct op_counts *o = &c->ops[l][op];
   switch (axis) {
   case GEN_BY_OP: return c->pairs[l][n * gen_num_ops(l) + op];
   case GEN_BY_KIND: return o->kind[n];
   case GEN_BY_MODIFIER: return o->modifier[n];
   case GEN_BY_MASK: return o->mask[n];
   default: return o->context[n];
   }
}

void gen_coverage_merge(struct gen_coverage *into, const struct gen_coverage *from)
{
   for (unsigned l = 0; l < GEN_LANGUAGES; l++) {
      const size_t n = gen_num_ops(l);

      if (!from->ops[l] || !ready(into, l))
         continue;
      for (size_t i = 0; i < n; i++) {
         struct op_counts *a = &into->ops[l][i];
         const struct op_counts *b = &from->ops[l][i];

         for (uint32_t *p = &a->total; (char *)p < (char *)a->all; p++)
            *p += (&b->total)[p - &a->total];
         for (unsigned w = 0; w < sizeof a->all / sizeof a->all[0]; w++)
            a->all[w] |= b->all[w];
      }
      for (size_t i = 0; i < n * n; i++)
         into->pairs[l][i] += from->pairs[l][i];
   }
}

/* ---- the table */

struct sum {
   uint64_t hit, possible;
};

static void one(struct sum *s, uint32_t count)
{
   s->possible++;
   s->hit += count != 0;
}

enum { OPS, KINDS_, MODIFIERS_, MASKS_, CONTEXTS_, STAGES_, ALL, PAIRS, ROWS };
static const char *const row_name[ROWS] = {"instructions", "x operand kinds", "x modifiers", "x write masks", "x contexts", "x stages",
                                           "x all of these", "pairs of neighbours"};

static void sum_op(const struct op_counts *o, const struct gen_possible *p, struct sum *s)
{
   one(&s[OPS], o->total);
   for BITS (k, p->kinds)
      one(&s[KINDS_], o->kind[k]);
   for BITS (m, p->modifiers)
      one(&s[MODIFIERS_], o->modifier[m]);
   for BITS (w, p->masks)
      one(&s[MASKS_], o->mask[w]);
   for BITS (x, p->contexts)
      one(&s[CONTEXTS_], o->context[x]);
   for BITS (t, p->stages)
      one(&s[STAGES_], o->stage[t]);
   const uint32_t kinds = p->kinds ? p->kinds : 1;
   for BITS (k, kinds)
      for BITS (m, p->modifiers)
         for BITS (w, p->masks)
            for BITS (x, p->contexts)
               for BITS (t, p->stages) {
                  const unsigned n = combination(k, m, w, x, t);

                  one(&s[ALL], o->all[n / 64] >> n % 64 & 1);
               }
}

static void possible(enum gen_language l, unsigned op, struct gen_possible *p)
{
   if (l == GEN_TGSI)
      gen_tgsi_possible(op, p);
   else
      gen_nv_possible(l, op, p);
}

static void print_language(const struct gen_coverage *c, enum gen_language l, FILE *out)
{
   static const char *const names[] = {"NV", "ARB", "TGSI"};
   const unsigned n = gen_num_ops(l);
   struct sum s[ROWS] = {{0, 0}};
   bool missing = false;

   for (unsigned i = 0; i < n; i++) {
      struct gen_possible p;

      possible(l, i, &p);
      if (!p.stages)
         continue;
      sum_op(&c->ops[l][i], &p, s);
      for (unsigned k = 0; k < n; k++) {
         struct gen_possible q;

         possible(l, k, &q);
         if (q.stages & p.stages)
            one(&s[PAIRS], c->pairs[l][i * n + k]);
      }
   }
   fprintf(out, "%-22s %12s %12s %8s\n", names[l], "hit", "possible", "");
   for (unsigned r = 0; r < ROWS; r++)
      fprintf(out, "%-22s %12llu %12llu %7.2f%%\n", row_name[r], (unsigned long long)s[r].hit, (unsigned long long)s[r].possible,
              s[r].possible ? 100.0 * (double)s[r].hit / (double)s[r].possible : 100.0);
   for (unsigned i = 0; i < n; i++) {
      struct gen_possible p;

      possible(l, i, &p);
      if (!p.stages || c->ops[l][i].total)
         continue;
      fprintf(out, "%s %s", missing ? "" : "not generated:", l == GEN_TGSI ? gen_tgsi_name(i) : gen_nv_name(i));
      missing = true;
   }
   fprintf(out, "%s", missing ? "\n" : "");
}

void gen_coverage_print(const struct gen_coverage *c, FILE *out)
{
   for (unsigned l = 0; l < GEN_LANGUAGES; l++)
      if (c->ops[l])
         print_language(c, (enum gen_language)l, out);
}
