/* SPDX-License-Identifier: MIT */
/* Liveness of random programs, with any control flow, against a plain fixpoint over points. */
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
            g->refs[refs++] = (struct cg_ra_ref){util_rng_below(r, g->p.num_regs), off, (uint8_t)(1 + util_rng_below(r, 2)), flags};
         }
      }
      for (int s = 0; s < 2; s++) /* most edges go forward */
         blk->succ[s] = util_rng_below(r, 5) == 0 || b + 1 == g->p.num_blocks ? CG_RA_NO_BLOCK
                        : util_rng_below(r, 3)    ? b + 1 + util_rng_below(r, g->p.num_blocks - b - 1)
                                                  : util_rng_below(r, g->p.num_blocks);
   }
   g->p.num_instrs = n;
}

/* Units that an instruction writes or, with defs false, reads of the register. */
static uint32_t mask_of(const struct program *g, uint32_t i, uint32_t reg, bool defs)
{
   uint32_t m = 0;

   for (uint32_t k = g->instrs[i].first; k < g->instrs[i].first + g->instrs[i].num; k++)
      if (g->refs[k].reg == reg && (g->refs[k].flags & CG_RA_DEF ? true : false) == defs)
         m |= ((1u << g->refs[k].size) - 1) << g->refs[k].off;
   return m;
}

/* live_in[b]: units of the register that are live at the start of each block. */
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

/* Between instructions, i.e. at the point where the next one reads, the ranges are those of the fixpoint, before the block's first
   and behind its last instruction too. */
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
            uint32_t early = 0;
            for (uint32_t k = g->instrs[i].first; k < g->instrs[i].first + g->instrs[i].num; k++)
               if (g->refs[k].reg == r && g->refs[k].flags & CG_RA_EARLY)
                  early |= ((1u << g->refs[k].size) - 1) << g->refs[k].off;
            ck_assert_msg((at_point(l, r, 2 * i) & ~early) == (m & ~early), "seed %u: v%u at instruction %u: %x, not %x", seed, r, i,
                          at_point(l, r, 2 * i), m);
         }
      }
   }
}

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

int main(void)
{
   Suite *s = suite_create("liveness");
   TCase *t = tcase_create("liveness");
   tcase_set_timeout(t, 60);
   tcase_add_test(t, random_programs);
   suite_add_tcase(s, t);
   return suite_run(s);
}
