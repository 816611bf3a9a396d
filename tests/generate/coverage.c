/* SPDX-License-Identifier: MIT */
/*
 * Coverage of the generators. For each instruction of a language, the table counts each operand kind, modifier, write mask and
 * context, and each pair of two such values. It has one bit for each combination of one value of each with a stage, and also
 * counts pairs of neighbouring instructions. The columns of the instruction tables tell which combinations are possible
 * (gen_nv_possible(), gen_tgsi_possible()).
 */
#include "tests/generate/generate_priv.h"

enum { MASKS = 16, COMBINATIONS = GEN_KINDS * GEN_MODIFIERS * MASKS * GEN_CONTEXTS * GEN_STAGES };

struct op_counts {
   uint32_t total, kind[GEN_KINDS], modifier[GEN_MODIFIERS], mask[MASKS], context[GEN_CONTEXTS], stage[GEN_STAGES];
   uint64_t all[(COMBINATIONS + 63) / 64];
};

/* A table is one piece of memory, so that processes can share it. It holds the instructions of each language, then the pairs
   [before][op] of that language. */

static size_t size_of(enum gen_language l)
{
   return gen_num_ops(l) * (sizeof(struct op_counts) + gen_num_ops(l) * sizeof(uint32_t));
}

static size_t begin_of(enum gen_language l)
{
   size_t at = 0;

   for (unsigned k = 0; k < (unsigned)l; k++)
      at += (size_of((enum gen_language)k) + 7) & ~(size_t)7;
   return at;
}

size_t gen_coverage_size(void) { return begin_of(GEN_LANGUAGES); }

static struct op_counts *ops_of(const struct gen_coverage *c, enum gen_language l)
{
   return (struct op_counts *)((char *)c + begin_of(l));
}
static uint32_t *pairs_of(const struct gen_coverage *c, enum gen_language l)
{
   return (uint32_t *)(ops_of(c, l) + gen_num_ops(l));
}

static unsigned combination(unsigned kind, unsigned modifier, unsigned mask, unsigned context, unsigned stage)
{
   return (((kind * GEN_MODIFIERS + modifier) * MASKS + mask) * GEN_CONTEXTS + context) * GEN_STAGES + stage;
}

/* for (unsigned i = each bit of set) */
#define BITS(i, set) (unsigned i = 0; i < 32; i++) if ((set) >> i & 1)

void gen_coverage_hit(struct gen_coverage *c, enum gen_language l, const struct gen_shot *s, unsigned before)
{
   struct op_counts *o = &ops_of(c, l)[s->op];

   o->total++;
   o->mask[s->mask]++;
   o->stage[s->stage]++;
   pairs_of(c, l)[before * gen_num_ops(l) + s->op]++;
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
   const struct op_counts *o = &ops_of(c, l)[op];

   switch (axis) {
   case GEN_BY_OP: return pairs_of(c, l)[n * gen_num_ops(l) + op];
   case GEN_BY_KIND: return o->kind[n];
   case GEN_BY_MODIFIER: return o->modifier[n];
   case GEN_BY_MASK: return o->mask[n];
   default: return o->context[n];
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
static const char *const row_name[ROWS] = {"instructions", "x operand kinds", "x modifiers",    "x write masks",
                                           "x contexts",   "x stages",        "x all of these", "pairs of neighbours"};

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
   const struct op_counts *ops = ops_of(c, l);
   const uint32_t *pairs = pairs_of(c, l);
   struct sum s[ROWS] = {{0, 0}};
   bool missing = false;

   for (unsigned i = 0; i < n; i++) {
      struct gen_possible p;

      possible(l, i, &p);
      if (!p.stages)
         continue;
      sum_op(&ops[i], &p, s);
      for (unsigned k = 0; k < n; k++) {
         struct gen_possible q;

         possible(l, k, &q);
         if (q.stages & p.stages)
            one(&s[PAIRS], pairs[i * n + k]);
      }
   }
   fprintf(out, "%-22s %12s %12s %8s\n", names[l], "hit", "possible", "");
   for (unsigned r = 0; r < ROWS; r++)
      fprintf(out, "%-22s %12llu %12llu %7.2f%%\n", row_name[r], (unsigned long long)s[r].hit,
              (unsigned long long)s[r].possible, s[r].possible ? 100.0 * (double)s[r].hit / (double)s[r].possible : 100.0);
   for (unsigned i = 0; i < n; i++) {
      struct gen_possible p;

      possible(l, i, &p);
      if (!p.stages || ops[i].total)
         continue;
      fprintf(out, "%s %s", missing ? "" : "not generated:", l == GEN_TGSI ? gen_tgsi_name(i) : gen_nv_name(i));
      missing = true;
   }
   fprintf(out, "%s", missing ? "\n" : "");
}

static bool any_of(const struct gen_coverage *c, enum gen_language l)
{
   for (unsigned i = 0; i < gen_num_ops(l); i++)
      if (ops_of(c, l)[i].total)
         return true;
   return false;
}

void gen_coverage_print(const struct gen_coverage *c, FILE *out)
{
   for (unsigned l = 0; l < GEN_LANGUAGES; l++)
      if (any_of(c, (enum gen_language)l))
         print_language(c, (enum gen_language)l, out);
}
