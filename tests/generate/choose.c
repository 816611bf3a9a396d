/* SPDX-License-Identifier: MIT */
/* Makes random choices. With coverage, a choice draws a few options and selects the one that was generated least often, so that
   rare options come up more often. */
#include "tests/generate/generate_priv.h"


unsigned gen_choose_op(struct gen *g, const uint16_t *ops, unsigned n)
{
   unsigned best = ops[below(g, n)];

   if (!g->coverage || chance(g, 30))
      return best;
   for (unsigned k = 0; k < 3; k++) {
      const unsigned other = ops[below(g, n)];

      if (gen_coverage_count(g->coverage, g->language, other, GEN_BY_OP, g->before) <
          gen_coverage_count(g->coverage, g->language, best, GEN_BY_OP, g->before))
         best = other;
   }
   return best;
}

static unsigned draw(struct gen *g, uint32_t options, const uint8_t *weights)
{
   unsigned sum = 0, n;

   for (unsigned i = 0; i < GEN_KINDS; i++)
      sum += options >> i & 1 ? weights[i] * g->favour[i] : 0;
   n = below(g, sum);
   for (unsigned i = 0; i < GEN_KINDS; i++) {
      const unsigned w = options >> i & 1 ? weights[i] * g->favour[i] : 0;

      if (n < w)
         return i;
      n -= w;
   }
   return (unsigned)__builtin_ctz(options);
}

unsigned gen_choose_bit(struct gen *g, uint32_t options, enum gen_axis axis, const uint8_t *weights)
{
   unsigned best = draw(g, options, weights);

   if (!g->coverage || chance(g, 50))
      return best;
   for (unsigned k = 0; k < 2; k++) {
      const unsigned other = draw(g, options, weights);

      if (gen_coverage_count(g->coverage, g->language, g->shot.op, axis, other) <
          gen_coverage_count(g->coverage, g->language, g->shot.op, axis, best))
         best = other;
   }
   return best;
}

unsigned gen_length(struct gen *g)
{
   const unsigned k = below(g, 10);

   return k < 4 ? 2 + below(g, 7) : k < 8 ? 12 + below(g, 9) : 2 + below(g, 40);
}

unsigned gen_choose_mask(struct gen *g, uint16_t options)
{
   const bool full = (options >> 15 & 1) && chance(g, g->coverage ? 20 : 45);
   unsigned best = 15;

   if (full || !(options & (options - 1u)))
      return full ? 15 : (unsigned)__builtin_ctz(options);
   for (unsigned tries = 0, k = 0; k < (g->coverage ? 3u : 1u) && tries < 200; tries++) {
      const unsigned mask = below(g, 16);

      if (!(options >> mask & 1))
         continue;
      if (k++ == 0 || gen_coverage_count(g->coverage, g->language, g->shot.op, GEN_BY_MASK, mask) <
                         gen_coverage_count(g->coverage, g->language, g->shot.op, GEN_BY_MASK, best))
         best = mask;
   }
   return options >> best & 1 ? best : (unsigned)__builtin_ctz(options);
}

bool gen_choose_modifier(struct gen *g, enum gen_modifier m, unsigned percent)
{
   bool yes = chance(g, percent);

   if (!yes && g->coverage && chance(g, 15))
      yes = !gen_coverage_count(g->coverage, g->language, g->shot.op, GEN_BY_MODIFIER, m);
   if (yes)
      gen_note_modifier(g, m);
   return yes;
}

void gen_note_kind(struct gen *g, enum gen_kind k) { g->shot.kinds |= 1u << k; }
void gen_note_modifier(struct gen *g, enum gen_modifier m) { g->shot.modifiers |= 1u << m; }

/* ---- constants */

uint32_t gen_word(struct gen *g)
{
   static const uint32_t special[] = {0x7f800000, 0x80000000, 0x7fc00000, 0xff800000, 0x501502f9, 1,
                                      0x007fffff, 0x7fffffff, 0xffffffff, 0x3f800000, 0x40000000, 0x3f000000,
                                      0xbf800000, 0x00800000, 0x0000ffff, 0x4f000000, 0xcf000000, 0x7f7fffff,
                                      31,         32,         0xffff0000, 0x477fe000, 0x33800000, 0x80000001};

   if (has(g, SPECIAL) && chance(g, 35))
      return special[below(g, sizeof special / sizeof special[0])];
   if (chance(g, 60))
      return below(g, 8);
   if (chance(g, 50))
      return below(g, 300) - 20;
   return chance(g, 70) ? 0x3e000000 + (below(g, 64) << 19) : util_rng_u32(&g->rng);
}

void gen_put_float(struct gen *g, bool sign)
{
   static const char *const special[] = {"1e10",     "1e-20", "3.4e38", "1e-38", "16777217.0",   "65536.0",
                                         "0.333333", "1e30",  "1e-44",  "0.0",   "2147483648.0", "255.0"};

   if (sign && chance(g, 30))
      put(g, "-");
   if (has(g, SPECIAL) && chance(g, 30)) {
      put(g, "%s", special[below(g, sizeof special / sizeof special[0])]);
   } else if (chance(g, 50)) {
      static const char *const usual[] = {"0.0", "1.0", "2.0", "0.5", "3.0", "0.25"};

      put(g, "%s", usual[below(g, 6)]);
   } else {
      const unsigned eighths = below(g, 80);

      put(g, "%u.%03u", eighths / 8, eighths % 8 * 125);
   }
}
