/* SPDX-License-Identifier: MIT */
/* Compares the liveness of random programs with arbitrary control flow with a plain fixpoint over points. */
#include "codegen/allocate/liveness.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

#include <string.h>

enum { MAX_BLOCKS = 12, MAX_INSTRS = 40, MAX_REGS = 70 };

struct program {
   struct cg_ra_ref refs[MAX_INSTRS * 3];
   struct cg_ra_instr instrs[MAX_INSTRS];
   struct cg_ra_block blocks[MAX_BLOCKS];
   struct cg_live_program p;
};

static void make(struct program *g, struct util_ctx *ctx, struct util_rng *r)
{
   uint32_t refs = 0, n = 0;

   *g = (struct program){.p = {.ctx = ctx, .num_regs = 1 + util_rng_below(r, MAX_REGS), .refs = g->refs, .instrs = g->instrs,
                               .blocks = g->blocks, .num_blocks = 1 + util_rng_below(r, MAX_BLOCKS)}};
   for (uint32_t b = 0; b < g->p.num_blocks; b++) {
      struct cg_ra_block *blk = &g->blocks[b];
      blk->first = n;
      blk->num = util_rng_below(r, 4);
      for (uint32_t k = 0; k < blk->num; k++, n++) {
         g->instrs[n].first = refs;
         g->instrs[n].num = util_rng_below(r, 4);
         const uint8_t def = util_rng_chance(r, 1, 4) ? CG_RA_DEF | CG_RA_EARLY : CG_RA_DEF;
         for (uint32_t i = 0; i < g->instrs[n].num; i++) {
            const uint8_t off = (uint8_t)util_rng_below(r, 3);
            const uint8_t flags = util_rng_chance(r, 1, 2) ? CG_RA_USE : def;
            g->refs[refs++] =
                (struct cg_ra_ref){util_rng_below(r, g->p.num_regs), off, (uint8_t)(1 + util_rng_below(r, 2)), flags};
         }
      }
      for (int s = 0; s < 2; s++) /* most edges go forward */
         blk->succ[s] = util_rng_below(r, 5) == 0 || b + 1 == g->p.num_blocks ? CG_RA_NO_BLOCK
                        : util_rng_below(r, 3)    ? b + 1 + util_rng_below(r, g->p.num_blocks - b - 1)
                                                  : util_rng_below(r, g->p.num_blocks);
   }
   g->p.num_instrs = n;
}

/* The units of the register that an instruction writes or, if defs is false, reads. */
static uint32_t mask_of(const struct program *g, uint32_t i, uint32_t reg, bool defs)
{
   uint32_t m = 0;

   for (uint32_t k = g->instrs[i].first; k < g->instrs[i].first + g->instrs[i].num; k++)
      if (g->refs[k].reg == reg && (g->refs[k].flags & CG_RA_DEF ? true : false) == defs)
         m |= ((1u << g->refs[k].size) - 1) << g->refs[k].off;
   return m;
}

/* The units of the register that an instruction writes at its read point. */
static uint32_t early_mask(const struct program *g, uint32_t i, uint32_t reg)
{
   uint32_t m = 0;

   for (uint32_t k = g->instrs[i].first; k < g->instrs[i].first + g->instrs[i].num; k++)
      if (g->refs[k].reg == reg && g->refs[k].flags & CG_RA_EARLY)
         m |= ((1u << g->refs[k].size) - 1) << g->refs[k].off;
   return m;
}

/* live_in[b] holds the units of the register that are live at the start of block b. */
static void plain(const struct program *g, uint32_t reg, uint32_t live_in[MAX_BLOCKS], uint32_t live_out[MAX_BLOCKS])
{
   memset(live_in, 0, sizeof(uint32_t) * MAX_BLOCKS);
   for (bool again = true; again;) {
      again = false;
      for (uint32_t b = g->p.num_blocks; b-- > 0;) {
         uint32_t m = 0;
         for (int s = 0; s < 2; s++)
            if (g->blocks[b].succ[s] != CG_RA_NO_BLOCK)
               m |= live_in[g->blocks[b].succ[s]];
         live_out[b] = m;
         for (uint32_t i = g->blocks[b].first + g->blocks[b].num; i-- > g->blocks[b].first;)
            m = (m & ~mask_of(g, i, reg, true)) | mask_of(g, i, reg, false);
         again |= m != live_in[b];
         live_in[b] = m;
      }
   }
}

static uint32_t at_point(const struct cg_liveness *l, uint32_t reg, uint32_t point)
{
   uint32_t m = 0;

   for (uint32_t e = l->head[reg]; e != CG_LIVE_END; e = l->ranges[e].next)
      if (l->ranges[e].start <= point && point <= l->ranges[e].end)
         m |= l->ranges[e].mask;
   return m;
}

/* At each point where an instruction reads, the ranges are those of the fixpoint. This includes the points before the first
   instruction of a block and after its last one. */
static void compare(const struct program *g, const struct cg_liveness *l, uint32_t seed)
{
   uint32_t in[MAX_BLOCKS], out[MAX_BLOCKS];

   for (uint32_t r = 0; r < g->p.num_regs; r++) {
      plain(g, r, in, out);
      for (uint32_t b = 0; b < g->p.num_blocks; b++) {
         uint32_t m = out[b];
         for (uint32_t i = g->blocks[b].first + g->blocks[b].num; i-- > g->blocks[b].first;) {
            ck_assert_msg((at_point(l, r, 2 * i + 1) & m) == m, "seed %u: v%u behind instruction %u", seed, r, i);
            m = (m & ~mask_of(g, i, r, true)) | mask_of(g, i, r, false);
            const uint32_t early = early_mask(g, i, r);
            ck_assert_msg((at_point(l, r, 2 * i) & ~early) == (m & ~early), "seed %u: v%u at instruction %u: %x, not %x", seed,
                          r, i, at_point(l, r, 2 * i), m);
         }
      }
   }
}

static bool is_written_in(const struct program *g, uint32_t reg, uint32_t b)
{
   uint32_t m = 0;

   for (uint32_t i = g->blocks[b].first; i < g->blocks[b].first + g->blocks[b].num; i++)
      m |= mask_of(g, i, reg, true);
   return m != 0;
}

/* With holes filled, ranges cover everything that is live. If a range begins at the start of a block, a range also ends at the
   end of each block before it. The live units tell which ranges cross a hole. Returns the number of pairs of a block and a
   register with such a range. */
static unsigned compare_filled(const struct program *g, const struct cg_liveness *l, uint32_t seed)
{
   uint32_t in[MAX_BLOCKS], out[MAX_BLOCKS], in_holes[MAX_BLOCKS] = {0};
   unsigned filled = 0;

   for (uint32_t r = 0; r < g->p.num_regs; r++) {
      plain(g, r, in, out);
      for (uint32_t b = 0; b < g->p.num_blocks; b++) {
         const struct cg_ra_block *blk = &g->blocks[b];
         if (!blk->num)
            continue;
         const uint32_t first = 2 * blk->first, last = 2 * (blk->first + blk->num) - 1, early = early_mask(g, blk->first, r);
         const uint32_t more = at_point(l, r, first) & ~in[b];
         ck_assert_msg(!(in[b] & ~early & ~at_point(l, r, first)) && (at_point(l, r, last) & out[b]) == out[b],
                       "seed %u: v%u in block %u: %x %x, %x %x", seed, r, b, in[b], out[b], at_point(l, r, first),
                       at_point(l, r, last));
         ck_assert_msg(!(in[b] | out[b]) || cg_live_beside(l, r, in[b] | out[b], b), "seed %u: v%u beside block %u", seed, r,
                       b);
         in_holes[b] += (uint32_t)__builtin_popcount(more);
         if (!more || is_written_in(g, r, b) || cg_live_beside(l, r, more, b))
            continue;
         filled++;
         for (uint32_t q = 0; q < g->p.num_blocks; q++)
            for (int s = 0; s < 2; s++)
               ck_assert_msg(g->blocks[q].succ[s] != b || !g->blocks[q].num ||
                             !(more & ~at_point(l, r, 2 * (g->blocks[q].first + g->blocks[q].num) - 1)),
                             "seed %u: v%u from block %u to block %u", seed, r, q, b);
      }
   }
   for (uint32_t b = 0; l->holes && b < g->p.num_blocks; b++)
      ck_assert_msg(!g->blocks[b].num || l->holes->units[b] <= in_holes[b], "seed %u: block %u", seed, b);
   return filled;
}

START_TEST(filled_holes)
{
   unsigned filled = 0;

   for (uint32_t seed = 1; seed <= 6000; seed++) {
      struct util_rng r;
      struct program g;
      struct util_ctx ctx;
      struct cg_liveness l;
      uint8_t copied[MAX_REGS];
      util_rng_init(&r, seed);
      util_ctx_init(&ctx, NULL, 0);
      make(&g, &ctx, &r);
      for (unsigned k = 0; k < MAX_REGS; k++)
         copied[k] = util_rng_chance(&r, 1, 2);
      g.p.copied = seed % 2 ? copied : NULL;
      g.p.most_ranges = 1 + seed % 3;
      cg_live_find(&g.p, &l);
      filled += compare_filled(&g, &l, seed);
      util_ctx_finish(&ctx);
   }
   ck_assert_uint_ge(filled, 1000);
}
END_TEST

/* too_many is set exactly if more units are live at the start of a block than the caller wants. */
START_TEST(too_many)
{
   unsigned found = 0;

   for (uint32_t seed = 1; seed <= 1000; seed++) {
      struct util_rng r;
      struct program g;
      struct util_ctx ctx;
      struct cg_liveness l, all;
      uint32_t at_starts[MAX_BLOCKS] = {0}, in[MAX_BLOCKS], out[MAX_BLOCKS];
      bool over = false;
      util_rng_init(&r, seed);
      util_ctx_init(&ctx, NULL, 0);
      make(&g, &ctx, &r);
      cg_live_find(&g.p, &all);
      g.p.most_units = 1 + seed % 9;
      cg_live_find(&g.p, &l);
      for (uint32_t v = 0; v < g.p.num_regs; v++) {
         plain(&g, v, in, out);
         for (uint32_t b = 0; b < g.p.num_blocks; b++)
            at_starts[b] += (uint32_t)__builtin_popcount(in[b]);
      }
      for (uint32_t b = 0; b < g.p.num_blocks; b++)
         over |= g.blocks[b].num && at_starts[b] > g.p.most_units;
      ck_assert_msg((l.too_many != 0) == over, "seed %u: %u", seed, l.too_many);
      if (over)
         ck_assert_uint_ge(cg_live_max_pressure(&all, cg_live_changes(&ctx, &all, g.p.num_regs, NULL)), l.too_many);
      else
         compare(&g, &l, seed);
      found += over;
      util_ctx_finish(&ctx);
   }
   ck_assert_uint_ge(found, 100);
}
END_TEST

/* Sets that are kept do not change when the memory of the other sets is freed. Afterwards there is nothing left to free. */
START_TEST(kept_sets)
{
   enum { SETS = 200, REGS = 900 };
   static uint32_t mask[2][SETS][REGS];
   struct util_ctx ctx;
   struct util_rng r;
   struct cg_live_sets s;
   cg_live_set set[2][SETS], last = 0;

   util_rng_init(&r, 1);
   util_ctx_init(&ctx, NULL, 0);
   cg_live_sets_init(&s, &ctx, REGS);
   for (unsigned k = 0; k < 2 * SETS; k++) {
      for (unsigned n = 0; n < 5; n++) /* only the last of these is kept */
         last = cg_live_with(&s, last, util_rng_below(&r, REGS), util_rng_below(&r, 4), s.num_nodes);
      set[k % 2][k / 2] = last;
      for (uint32_t reg = 0; reg < REGS; reg++)
         mask[k % 2][k / 2][reg] = cg_live_mask(&s, last, reg);
   }
   const uint32_t before = s.num_nodes;
   cg_live_sets_keep(&s, set[0], set[1], SETS);
   const uint32_t after = s.num_nodes;
   ck_assert_uint_lt(after, before);
   ck_assert_uint_eq(s.cap_nodes, after);
   for (unsigned k = 0; k < 2 * SETS; k++)
      for (uint32_t reg = 0; reg < REGS; reg++)
         ck_assert_uint_eq(cg_live_mask(&s, set[k % 2][k / 2], reg), mask[k % 2][k / 2][reg]);
   cg_live_sets_keep(&s, set[0], set[1], SETS);
   ck_assert_uint_eq(s.num_nodes, after);
   util_ctx_finish(&ctx);
}
END_TEST

START_TEST(random_programs)
{
   for (uint32_t seed = 1; seed <= 3000; seed++) {
      struct util_rng r;
      struct program g;
      struct util_ctx ctx;
      struct cg_liveness l;
      util_rng_init(&r, seed);
      util_ctx_init(&ctx, NULL, 0);
      make(&g, &ctx, &r);
      cg_live_find(&g.p, &l);
      compare(&g, &l, seed);
      util_ctx_finish(&ctx);
   }
}
END_TEST

SUITE_MAIN("liveness", 60, NULL, NULL, random_programs, kept_sets, filled_holes, too_many)
