/* SPDX-License-Identifier: MIT */
/* Tests the shared allocator: all parallel copies of 4 registers, random programs with the checker, liveness, spilling, and
   speed. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "codegen/allocate/parcopy.h"
#include "tests/unit/common/suite.h"
#include "codegen/allocate/ra.h"

static struct util_ctx ctx;
static void setup(void) { util_ctx_init(&ctx, NULL, 0); }
static void teardown(void) { util_ctx_finish(&ctx); }

static void run_copies(const struct cg_parcopy *c, uint32_t n, unsigned units)
{
   struct cg_parcopy_step *st;
   uint32_t m = cg_parcopy_sequence(&ctx, c, n, &st);
   uint32_t file[64], want[64];
   for (unsigned u = 0; u < units; u++)
      file[u] = want[u] = 100 + u;
   for (uint32_t i = 0; i < n; i++)
      for (unsigned k = 0; k < c[i].size; k++)
         want[c[i].dst + k] = c[i].src >= CG_PARCOPY_EXTERNAL ? c[i].src : 100 + c[i].src + k;
   for (uint32_t i = 0; i < m; i++)
      for (unsigned k = 0; k < st[i].size; k++) {
         uint32_t old = file[st[i].dst + k];
         file[st[i].dst + k] = st[i].src >= CG_PARCOPY_EXTERNAL ? st[i].src : file[st[i].src + k];
         if (st[i].kind == CG_PARCOPY_SWAP)
            file[st[i].src + k] = old;
      }
   ck_assert(!memcmp(file, want, units * sizeof *file));
}

/* Every function from every subset of 4 destinations to 4 registers and one constant. */
START_TEST(parcopy_exhaustive)
{
   for (unsigned code = 0; code < 6 * 6 * 6 * 6; code++) {
      struct cg_parcopy c[4];
      unsigned n = 0, q = code;
      for (unsigned d = 0; d < 4; d++, q /= 6) {
         unsigned s = q % 6;
         if (s == 5)
            continue; /* not copied */
         c[n++] = (struct cg_parcopy){d, s == 4 ? CG_PARCOPY_EXTERNAL + 7 : s, 1};
      }
      run_copies(c, n, 4);
   }
}
END_TEST

static uint32_t rng;
static uint32_t rnd(uint32_t n)
{
   rng = rng * 1664525 + 1013904223;
   return (rng >> 8) % n;
}

START_TEST(parcopy_sizes)
{
   for (rng = 0; rng < 20000;) {
      uint32_t keep = rng;
      struct cg_parcopy c[8];
      unsigned n = 0, at = 0;
      while (at < 12) {
         unsigned size = rnd(3) ? 2 : 1;
         if (size == 2 && at & 1)
            size = 1;
         if (rnd(4)) {
            unsigned src = size == 2 ? 2 * rnd(6) : rnd(12);
            if (n < 8)
               c[n++] = (struct cg_parcopy){at, src, (uint8_t)size};
         }
         at += size;
      }
      run_copies(c, n, 14);
      rng = keep + 1;
   }
}
END_TEST

/* A random structured program with straight blocks, ifs, loops, tuples, and partial writes. */
struct gen {
   struct cg_ra_ref *refs;
   struct cg_ra_instr *instrs;
   struct cg_ra_block *blocks;
   struct cg_ra_reg *regs;
   uint32_t nrefs, ninstrs, nblocks, nregs, cap[4];
};

static void ref(struct gen *g, uint32_t reg, unsigned off, unsigned size, unsigned flags)
{
   UTIL_PUSH(&ctx, g->refs, g->nrefs, g->cap[0], (struct cg_ra_ref){reg, (uint8_t)off, (uint8_t)size, (uint8_t)flags});
   g->instrs[g->ninstrs - 1].num++;
}
static void instr(struct gen *g)
{
   UTIL_PUSH(&ctx, g->instrs, g->ninstrs, g->cap[1], (struct cg_ra_instr){g->nrefs, 0});
   g->blocks[g->nblocks - 1].num++;
}
static void block(struct gen *g, unsigned depth)
{
   UTIL_PUSH(&ctx, g->blocks, g->nblocks, g->cap[2],
             (struct cg_ra_block){g->ninstrs, 0, {CG_RA_NO_BLOCK, CG_RA_NO_BLOCK}, (uint8_t)depth});
}
static uint32_t reg(struct gen *g, unsigned size)
{
   UTIL_PUSH(&ctx, g->regs, g->nregs, g->cap[3],
             (struct cg_ra_reg){.size = (uint8_t)size, .align = size == 2 ? 2 : 1, .fixed = -1});
   return g->nregs - 1;
}
static struct cg_live_program live_program(const struct gen *g)
{
   return (struct cg_live_program){.ctx = &ctx,
                                   .num_regs = g->nregs,
                                   .refs = g->refs,
                                   .instrs = g->instrs,
                                   .num_instrs = g->ninstrs,
                                   .blocks = g->blocks,
                                   .num_blocks = g->nblocks};
}
static void body(struct gen *g, unsigned depth, unsigned *budget, uint32_t nvars)
{
   for (unsigned k = 3 + rnd(10); k && *budget; k--, (*budget)--) {
      unsigned what = rnd(12);
      if (what == 0 && depth < 4) {
         uint32_t head = g->nblocks - 1;
         block(g, depth);
         g->blocks[head].succ[0] = g->nblocks - 1;
         body(g, depth + 1, budget, nvars);
         uint32_t then_end = g->nblocks - 1;
         block(g, depth);
         g->blocks[then_end].succ[0] = g->nblocks - 1;
         g->blocks[head].succ[1] = g->nblocks - 1;
      } else if (what == 1 && depth < 4) {
         uint32_t pre = g->nblocks - 1;
         block(g, depth + 1);
         uint32_t head = g->nblocks - 1;
         g->blocks[pre].succ[0] = head;
         body(g, depth + 1, budget, nvars);
         uint32_t end = g->nblocks - 1;
         block(g, depth);
         g->blocks[end].succ[0] = head;
         g->blocks[end].succ[1] = g->nblocks - 1;
      } else {
         instr(g);
         uint32_t v = rnd(nvars), w = rnd(nvars);
         unsigned o = rnd(g->regs[w].size);
         ref(g, v, 0, g->regs[v].size, CG_RA_USE);
         ref(g, w, o, 1 + rnd(g->regs[w].size - o), CG_RA_USE);
         uint32_t t = rnd(3) ? rnd(nvars) : reg(g, 1 + rnd(4));
         if (t < nvars && rnd(2)) {
            unsigned to = rnd(g->regs[t].size);
            ref(g, t, to, 1, CG_RA_DEF | (rnd(4) ? 0 : CG_RA_EARLY));
         } else {
            ref(g, t, 0, g->regs[t].size, CG_RA_DEF);
            if (t >= nvars) { /* a register with a short life */
               instr(g);
               ref(g, t, 0, g->regs[t].size, CG_RA_USE);
            }
         }
      }
   }
}

static struct cg_ra_problem problem(struct gen *g, unsigned units)
{
   return (struct cg_ra_problem){.ctx = &ctx, .num_units = units, .regs = g->regs, .num_regs = g->nregs, .refs = g->refs,
                              .num_refs = g->nrefs, .instrs = g->instrs, .num_instrs = g->ninstrs, .blocks = g->blocks,
                              .num_blocks = g->nblocks};
}

START_TEST(random_programs)
{
   for (unsigned seed = 1; seed <= 400; seed++) {
      rng = seed * 2654435761u;
      struct gen g = {0};
      block(&g, 0);
      uint32_t nvars = 4 + rnd(10);
      for (uint32_t v = 0; v < nvars; v++) {
         reg(&g, 1 + rnd(4));
         instr(&g);
         ref(&g, v, 0, g.regs[v].size, CG_RA_DEF);
      }
      unsigned budget = 20 + rnd(150);
      body(&g, 0, &budget, nvars);
      /* Hints may have any values; the allocation must be correct with all of them. */
      struct cg_ra_hint *hints = UTIL_ARRAY(&ctx, struct cg_ra_hint, 2 * (size_t)g.nregs);
      for (uint32_t h = 0; h < 2 * g.nregs; h++)
         hints[h] = (struct cg_ra_hint){rnd(g.nregs), rnd(g.nregs), (int16_t)((int)rnd(7) - 3), (uint16_t)(1u << 3 * rnd(4))};
      struct cg_ra_problem p = problem(&g, 64);
      p.hints = hints;
      p.num_hints = seed % 4 ? 2 * g.nregs : 0;
      p.coalesce = seed & 1;
      ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_OK);
      const char *err = cg_ra_check(&p, false);
      ck_assert_msg(!err, "seed %u: %s", seed, err);
      /* The checker notices a wrong assignment: two live registers get the same base. */
      uint32_t a = 0, b = 1;
      g.regs[b].base = g.regs[a].base;
      bool both = false;
      for (uint32_t i = nvars; i < g.ninstrs; i++)
         for (uint32_t k = 0; k < g.instrs[i].num; k++)
            both |= g.refs[g.instrs[i].first + k].reg == a && !(g.refs[g.instrs[i].first + k].flags & CG_RA_DEF) && i == nvars;
      if (both)
         ck_assert(cg_ra_check(&p, false) != NULL);
   }
}
END_TEST

/*
 * The checker finds every wrong assignment and no other. Instruction v writes value v, and a later instruction is its last
 * reader. Two values cannot share a register iff one is written before the last read of the other; a register that is
 * overwritten by its last reader is free.
 */
START_TEST(checker)
{
   enum { N = 14 };
   unsigned wrong = 0, right = 0;
   for (unsigned seed = 1; seed <= 200; seed++) {
      rng = seed * 2654435761u;
      struct gen g = {0};
      uint32_t last[N];
      block(&g, 0);
      for (uint32_t v = 0; v < N; v++) {
         reg(&g, 1);
         last[v] = v + rnd(N - v);
      }
      for (uint32_t i = 0; i < N; i++) {
         instr(&g);
         for (uint32_t v = 0; v < i; v++)
            if (last[v] == i)
               ref(&g, v, 0, 1, CG_RA_USE);
         ref(&g, i, 0, 1, CG_RA_DEF);
      }
      struct cg_ra_problem p = problem(&g, 32);
      ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_OK);
      ck_assert(cg_ra_check(&p, false) == NULL);
      for (uint32_t v = 0; v < N; v++)
         g.regs[v].base = (int32_t)v;
      for (uint32_t a = 0; a < N; a++)
         for (uint32_t b = a + 1; b < N; b++) {
            g.regs[b].base = (int32_t)a;
            const bool clash = last[a] > b; /* a is written first, and read after the write of b */
            ck_assert_msg(!cg_ra_check(&p, false) == !clash, "seed %u: %u on %u", seed, b, a);
            g.regs[b].base = (int32_t)b;
            wrong += clash;
            right += !clash;
         }
   }
   ck_assert(wrong > 1000 && right > 1000);
}
END_TEST

/* The arms of a branch write v1 or v2, which become the first two components of v3; v3 is read after the branch. v0 is live
   throughout, v4 only while v1 is not. All registers except v0 fit into one phi web of two units. */
START_TEST(phi_webs)
{
   static const struct cg_ra_hint hints[] = {{3, 1, 0, 1}, {3, 2, 1, 8}, {1, 4, 0, 1}, {0, 3, 1, 64}};
   struct gen g = {0};
   for (uint32_t b = 0; b < 4; b++) {
      block(&g, 0);
      if (b == 0)
         for (uint32_t r = 0; r < 5; r++)
            reg(&g, r == 3 ? 2 : 1), g.regs[r].align = 1;
      instr(&g);
      if (b == 0) {
         ref(&g, 4, 0, 1, CG_RA_DEF);
         ref(&g, 0, 0, 1, CG_RA_DEF);
      } else if (b < 3) {
         ref(&g, 4, 0, 1, CG_RA_USE);
         ref(&g, b, 0, 1, CG_RA_DEF);
         instr(&g);
         ref(&g, b, 0, 1, CG_RA_USE);
         ref(&g, 3, b - 1, 1, CG_RA_DEF);
         instr(&g);
         ref(&g, 3, 2 - b, 1, CG_RA_DEF);
      } else {
         ref(&g, 3, 0, 2, CG_RA_USE);
         ref(&g, 0, 0, 1, CG_RA_USE);
      }
   }
   g.blocks[0].succ[0] = 1, g.blocks[0].succ[1] = 2, g.blocks[1].succ[0] = g.blocks[2].succ[0] = 3;
   struct cg_ra_problem p = problem(&g, 8);
   p.hints = hints;
   p.num_hints = 4;
   p.coalesce = true;
   ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_OK);
   ck_assert(cg_ra_check(&p, true) == NULL);
   ck_assert_int_eq(g.regs[1].base, g.regs[3].base);
   ck_assert_int_eq(g.regs[2].base, g.regs[3].base + 1);
   ck_assert_int_eq(g.regs[4].base, g.regs[3].base);
   ck_assert_int_eq(g.regs[0].base + 1, g.regs[3].base); /* next to them, as its hint asks */
   ck_assert_uint_eq(p.max_units, 3);
}
END_TEST

/* Two phis follow many exits, and a value of each one reaches eight of the exits. All values of a phi get its place, although
   the phi has a range at each exit. */
START_TEST(phis_behind_exits)
{
   enum { EXITS = 8192, EACH = 8 };
   struct gen g = {0};
   uint32_t v[2] = {0, 0}, num = 0;
   struct cg_ra_hint *hints = calloc(2 * EXITS, sizeof *hints);
   ck_assert(hints != NULL);
   reg(&g, 1);
   reg(&g, 1);
   for (uint32_t k = 0; k < EXITS; k++) {
      block(&g, 0); /* the path to the next exit */
      for (uint32_t n = 0; k % EACH == 0 && n < 2; n++) { /* alternates between the two orders */
         const uint32_t phi = (n + k / EACH) % 2;
         instr(&g);
         ref(&g, v[phi] = reg(&g, 1), 0, 1, CG_RA_DEF);
      }
      instr(&g);
      g.blocks[2 * k].succ[0] = 2 * k + 1;
      g.blocks[2 * k].succ[1] = k + 1 < EXITS ? 2 * k + 2 : CG_RA_NO_BLOCK;
      block(&g, 0); /* the exit */
      instr(&g);
      for (uint32_t phi = 0; phi < 2; phi++) {
         ref(&g, v[phi], 0, 1, CG_RA_USE);
         hints[num++] = (struct cg_ra_hint){v[phi], phi, 0, 1};
      }
      for (uint32_t phi = 0; phi < 2; phi++)
         ref(&g, phi, 0, 1, CG_RA_DEF);
      g.blocks[2 * k + 1].succ[0] = 2 * EXITS;
   }
   block(&g, 0);
   instr(&g);
   ref(&g, 0, 0, 1, CG_RA_USE);
   ref(&g, 1, 0, 1, CG_RA_USE);
   struct cg_ra_problem p = problem(&g, 8);
   p.hints = hints;
   p.num_hints = num;
   p.coalesce = true;
   ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_OK);
   ck_assert(cg_ra_check(&p, true) == NULL);
   for (uint32_t h = 0; h < num; h++)
      ck_assert_int_eq(g.regs[hints[h].a].base, g.regs[hints[h].b].base);
   free(hints);
}
END_TEST

/* Two phis get one value at an exit. The value lives on after the exit, in one instruction. One of the phis may share its
   place, but not both, even if the other one has no reader. The test also runs with so many ranges in the web that they are
   stored as a tree, either for the value or for the phi. */
START_TEST(two_copies)
{
   for (unsigned shape = 0; shape < 4; shape++) {
      enum { VALUE, ONE, OTHER, REST };
      const unsigned parts = shape & 1 ? 200 : 1;
      struct gen g = {0};
      const struct cg_ra_hint hints[] = {{shape & 2 ? ONE : VALUE, REST, 0, 8}, {VALUE, ONE, 0, 1}, {VALUE, OTHER, 0, 1}};
      for (unsigned k = 0; k < 4; k++)
         reg(&g, 1);
      block(&g, 0);
      for (unsigned k = 0; k < parts; k++) { /* each with its own range */
         instr(&g);
         ref(&g, REST, 0, 1, CG_RA_DEF);
         instr(&g);
         ref(&g, REST, 0, 1, CG_RA_USE);
         instr(&g);
      }
      instr(&g);
      ref(&g, VALUE, 0, 1, CG_RA_DEF);
      instr(&g);
      ref(&g, VALUE, 0, 1, CG_RA_USE);
      ref(&g, ONE, 0, 1, CG_RA_DEF);
      ref(&g, OTHER, 0, 1, CG_RA_DEF);
      const uint32_t copies = g.ninstrs - 1;
      g.blocks[0].succ[0] = 1;
      g.blocks[0].succ[1] = 2;
      block(&g, 0);
      instr(&g);
      ref(&g, VALUE, 0, 1, CG_RA_USE);
      block(&g, 0); /* the exit */
      instr(&g);
      ref(&g, ONE, 0, 1, CG_RA_USE);
      const struct cg_ra_same at_end = {2 * copies + 1, 2 * copies + 1}, same[] = {{0, 0}, at_end, at_end};
      struct cg_ra_problem p = problem(&g, 8);
      p.hints = hints;
      p.same = same;
      p.num_hints = 3;
      p.coalesce = true;
      ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_OK);
      ck_assert_int_eq(g.regs[ONE].base, g.regs[VALUE].base);
      ck_assert_int_eq(g.regs[REST].base, g.regs[VALUE].base);
      ck_assert_int_ne(g.regs[OTHER].base, g.regs[VALUE].base);
   }
}
END_TEST

/* Tests liveness alone. Instruction 0 writes v0, and instruction 2 reads it in the next block. v1 has two units; only the
   second one is read, in the same block. v2 is never read. Points: instruction i reads at 2i and writes at 2i + 1. */
START_TEST(liveness)
{
   struct gen g = {0};
   for (uint32_t b = 0; b < 2; b++) {
      block(&g, b);
      for (uint32_t i = 0; i < 2; i++) {
         instr(&g);
         if (b == 0 && i == 0) {
            reg(&g, 1), reg(&g, 2), reg(&g, 1);
            ref(&g, 0, 0, 1, CG_RA_DEF);
            ref(&g, 1, 0, 2, CG_RA_DEF);
         } else if (b == 0) {
            ref(&g, 1, 1, 1, CG_RA_USE);
            ref(&g, 2, 0, 1, CG_RA_DEF);
         } else if (i == 0) {
            ref(&g, 0, 0, 1, CG_RA_USE);
         }
      }
   }
   g.blocks[0].succ[0] = 1;
   const struct cg_live_program p = live_program(&g);
   struct cg_liveness l;
   cg_live_find(&p, &l);
   /* v1: unit 0 is live only at the point of its write, unit 1 up to its read */
   static const struct {
      uint32_t reg, start, end, mask;
   } want[] = {{0, 1, 4, 1}, {1, 1, 1, 1}, {1, 1, 2, 2}, {2, 3, 3, 1}};
   uint32_t k = 0;
   for (uint32_t r = 0; r < 3; r++)
      for (uint32_t e = l.head[r]; e != CG_LIVE_END; e = l.ranges[e].next, k++) {
         ck_assert_uint_lt(k, 4);
         ck_assert_msg(want[k].reg == r && want[k].start == l.ranges[e].start && want[k].end == l.ranges[e].end &&
                          want[k].mask == l.ranges[e].mask, "range %u: v%u %u..%u %x", k, r, l.ranges[e].start, l.ranges[e].end,
                       l.ranges[e].mask);
      }
   ck_assert_uint_eq(k, 4);
   ck_assert_uint_eq(l.weight[0], 1 + 8); /* the read is in a loop */
   ck_assert_uint_eq(l.length[1], 3);
   int32_t *changes = cg_live_changes(&ctx, &l, p.num_regs, NULL);
   static const int pressure[] = {0, 3, 2, 2, 1, 0, 0, 0};
   int32_t sum = 0;
   for (unsigned q = 0; q < 8; q++)
      ck_assert_int_eq(sum += changes[q], pressure[q]);
   ck_assert_uint_eq(cg_live_max_pressure(&l, changes), 3);
   changes = cg_live_changes(&ctx, &l, p.num_regs, (const uint8_t[]){0, 1, 0});
   ck_assert_uint_eq(cg_live_max_pressure(&l, changes), 2);
}
END_TEST

/* A loop with as many values as back edges; before each back edge one of the values is written. All values are read after the
   loop, which has an exit at its start and at its end. Returns the work steps of the liveness analysis. */
static uint64_t liveness_work(uint32_t values)
{
   struct gen g = {0};
   block(&g, 0);
   for (uint32_t v = 0; v < values; v++) {
      instr(&g);
      ref(&g, reg(&g, 1), 0, 1, CG_RA_DEF);
   }
   g.blocks[0].succ[0] = 1;
   block(&g, 1);
   instr(&g);
   g.blocks[1].succ[0] = 2;
   g.blocks[1].succ[1] = values + 2;
   for (uint32_t v = 0; v < values; v++) {
      block(&g, 1);
      instr(&g);
      ref(&g, v * 10007 % values, 0, 1, CG_RA_DEF);
      g.blocks[v + 2].succ[0] = v + 3;
      g.blocks[v + 2].succ[1] = 1;
   }
   block(&g, 0);
   for (uint32_t v = 0; v < values; v++) {
      instr(&g);
      ref(&g, v, 0, 1, CG_RA_USE);
   }
   const struct cg_live_program p = live_program(&g);
   struct cg_liveness l;
   const uint64_t before = ctx.steps;
   cg_live_find(&p, &l);
   const uint64_t steps = ctx.steps - before;
   /* The value is live from its first write to its last read. Only a value that is first written in the loop is not live before
      that write. */
   for (uint32_t v = 0; v < values; v++) {
      const struct cg_live_range *r = &l.ranges[l.head[v]];
      ck_assert_uint_eq(r->start, 2 * v + 1);
      for (; r->next != CG_LIVE_END; r = &l.ranges[r->next])
         ck_assert(r->end + 2 >= l.ranges[r->next].start || v == 0);
      ck_assert_uint_eq(r->end, 2 * (2 * values + 1 + v));
   }
   return steps;
}

START_TEST(ways_back)
{
   const uint64_t half = liveness_work(1024), whole = liveness_work(2048);
   ck_assert_msg(whole < 2.4 * (double)half, "%llu steps, of half the values %llu", (unsigned long long)whole,
                 (unsigned long long)half);
}
END_TEST

/* At one point there are more values than registers, so registers are spilled, but only those that may be spilled. */
START_TEST(spills)
{
   struct gen g = {0};
   block(&g, 0);
   for (uint32_t v = 0; v < 20; v++) {
      reg(&g, 1);
      instr(&g);
      ref(&g, v, 0, 1, CG_RA_DEF);
   }
   for (uint32_t v = 0; v < 20; v++) {
      instr(&g);
      ref(&g, v, 0, 1, CG_RA_USE);
   }
   struct cg_ra_problem p = problem(&g, 8);
   ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_SPILL);
   ck_assert_uint_ge(p.num_spills, 12);
   for (uint32_t v = 0; v < 20; v++)
      g.regs[v].no_spill = true;
   ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_IMPOSSIBLE);
}
END_TEST

/* A register that is live only at the given instructions: the first one of each stretch writes it, the last one reads it. */
static void live(struct gen *g, uint32_t at, uint32_t reg, const uint32_t (*stretch)[2], unsigned num)
{
   for (unsigned k = 0; k < num; k++) {
      if (at == stretch[k][1])
         ref(g, reg, 0, 1, CG_RA_USE);
      if (at == stretch[k][0])
         ref(g, reg, 0, 1, CG_RA_DEF);
   }
}

/*
 * Two places, in a program with so many registers that only one order of assignment is tried. EARLY and LONG begin together.
 * LONG is not live when SHORT begins, so SHORT gets the lowest place. LONG is live again when LATE begins, so SHORT has one
 * place and LONG the other. SHORT may share the place of LONG, though, if it leaves its own. With `stuck`, SHORT is live
 * together with LONG, so three registers need two places and nothing helps.
 */
START_TEST(others_leave)
{
   enum { EARLY, LONG, SHORT, LATE, OTHERS = 9000 };
   for (unsigned stuck = 0; stuck < 2; stuck++) {
      const uint32_t lives[4][2][2] = {
          {{0, 2}, {90, 90}}, {{1, 3}, {8, 10}}, {{4, stuck ? 9 : 7}, {90, 90}}, {{6, 10}, {90, 90}}};
      struct gen g = {0};
      for (unsigned r = 0; r < 4 + OTHERS; r++) {
         reg(&g, 1);
         g.regs[r].no_spill = true;
      }
      block(&g, 0);
      for (uint32_t at = 0; at < 12; at++) {
         instr(&g);
         for (uint32_t r = 0; r < 4; r++)
            live(&g, at, r, lives[r], lives[r][1][0] == 90 ? 1 : 2);
      }
      for (uint32_t r = 4; r < 4 + OTHERS; r++) {
         instr(&g);
         ref(&g, r, 0, 1, CG_RA_DEF);
         instr(&g);
         ref(&g, r, 0, 1, CG_RA_USE);
      }
      struct cg_ra_problem p = problem(&g, 2);
      ck_assert_int_eq(cg_ra_allocate(&p), stuck ? CG_RA_IMPOSSIBLE : CG_RA_OK);
      ck_assert(stuck || cg_ra_check(&p, true) == NULL);
   }
}
END_TEST

/* 100,000 instructions in well under a second. */
START_TEST(speed)
{
   struct gen g = {0};
   block(&g, 0);
   rng = 5;
   enum { N = 100000, WINDOW = 40 };
   for (uint32_t v = 0; v < N; v++) {
      reg(&g, v % 97 == 0 ? 4 : 1);
      instr(&g);
      for (int k = 0; k < 2; k++) {
         uint32_t u = v < WINDOW ? 0 : v - 1 - rnd(WINDOW);
         if (v)
            ref(&g, u, 0, g.regs[u].size, CG_RA_USE);
      }
      if (v > 100 && v % 50 == 0)
         ref(&g, 0, 0, 1, CG_RA_USE);
      ref(&g, v, 0, g.regs[v].size, CG_RA_DEF);
   }
   struct cg_ra_problem p = problem(&g, 248);
   clock_t t = clock();
   ck_assert_int_eq(cg_ra_allocate(&p), CG_RA_OK);
   double s = (double)(clock() - t) / CLOCKS_PER_SEC;
   ck_assert(cg_ra_check(&p, false) == NULL);
   ck_assert_msg(s < 1.0, "%g s", s);
}
END_TEST

SUITE_MAIN("ra", 60, setup, teardown, parcopy_exhaustive, parcopy_sizes, random_programs, checker, liveness, ways_back,
           phi_webs, phis_behind_exits, two_copies, spills, others_leave, speed)
