/* SPDX-License-Identifier: MIT */
/*
 * Compares the statements of usc_facts.c about a group with its effects: random legal groups run in the simulator, which uses
 * none of these facts. A group changes only the registers and predicates that usc_facts.c lists as written. Its effect does not
 * depend on registers that are not listed as read, on the predicate if the group does not read it, or on other lanes if it
 * reads no quad. The scheduler and the allocation rely on these facts. Groups with a field out of its range are refused.
 */
#include <stdlib.h>
#include <string.h>

#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/sim/usc_sim_priv.h"
#include "backend-usc/text/usc_text.h"
#include "tests/unit/backend-usc/usc_random.h"
#include "tests/unit/common/suite.h"

enum { GROUPS = 6000, LANE = 5 };

static struct util_ctx ctx;
static uint32_t seed = 1;
static struct usc_wave *start, *end,
    *other; /* before the group; after it; after it with other values in the registers that it does not read */

static uint32_t rnd(void)
{
   return usc_random(&seed);
}

/* Numbers that are useful both as floats and as integers. */
static uint32_t value(void)
{
   const uint32_t n = rnd();
   return n & 1 ? (n & 0x807fffff) | (0x3e000000 + (rnd() % 4 << 23)) : n & 2 ? n >> 26 : n;
}

static uint32_t load(void *user, uint32_t lanes, const uint64_t at[EXEC_LANES], uint32_t v[EXEC_LANES])
{
   (void)user;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         v[l] = (uint32_t)(at[l] * 2654435761u >> 3);
   return 0;
}
static uint32_t store(void *user, uint32_t lanes, const uint64_t at[EXEC_LANES], unsigned bytes, const uint32_t v[EXEC_LANES])
{
   (void)user, (void)lanes, (void)at, (void)bytes, (void)v;
   return 0;
}

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   start = calloc(1, sizeof *start);
   end = calloc(1, sizeof *end);
   other = calloc(1, sizeof *other);
   usc_wave_init(start, &num_model_usc_rtz, 0xffffffff, 1000);
   start->env.load = load;
   start->env.store = store;
}
static void teardown(void)
{
   free(start);
   free(end);
   free(other);
   util_ctx_finish(&ctx);
}

static const char *text_of(const struct usc_group *g)
{
   struct util_buf b;
   util_buf_init(&b, &ctx);
   usc_print(&b, g, NULL, USC_EXPLICIT, " ; ");
   return b.data;
}

/* Sets of registers of one bank. */
typedef bool registers[USC_NUM_TEMPS];

static void add(registers set, enum usc_bank bank, struct usc_opd o, unsigned n)
{
   for (unsigned k = o.index; o.bank == bank && k < o.index + n && k < USC_NUM_TEMPS; k++)
      set[k] = true;
}

static void find_read(registers set, enum usc_bank bank, const struct usc_group *g)
{
   memset(set, 0, sizeof(registers));
   for (unsigned s = 0; s < 6; s++)
      if (usc_group_reads(g) >> s & 1)
         add(set, bank, g->src[s], usc_group_src_words(g, s));
}

static void find_written(registers set, enum usc_bank bank, const struct usc_group *g)
{
   struct usc_opd first = {0};
   unsigned n = 0;
   memset(set, 0, sizeof(registers));
   for (unsigned d = 0; d < 2; d++)
      add(set, bank, g->dst[d], usc_rpt(g));
   if (usc_group_async_dest(g, &first, &n))
      add(set, bank, first, n);
}

/* Runs the group. Returns false if it faults. */
static bool run(struct usc_wave *t, const struct usc_group *g)
{
   struct usc_group copy = *g;
   const struct usc_prog p = {.g = &copy, .n = 1, .cap = 1};
   const struct util_arena mark = ctx.arena;
   usc_sim_step(usc_sim_decode_groups(&ctx, &p), t);
   util_arena_release(&ctx, &mark);
   usc_sim_wait(t, 0);
   usc_sim_wait(t, 1);
   return !t->fault;
}

static void fill(void)
{
   for (unsigned k = 0; k < USC_NUM_TEMPS; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         start->reg.r[k][l] = value();
         start->reg.vi[k][l] = value();
      }
   for (unsigned k = 0; k < USC_NUM_SHARED; k++)
      start->reg.sh[k] = value();
   for (unsigned k = 0; k < USC_NUM_CF; k++)
      start->reg.cf[k] = value();
   for (unsigned k = 0; k < 8; k++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         start->reg.i[k][l] = start->reg.o[k][l] = value();
}

/* A legal group that the simulator executes without callbacks and without indexed registers. */
static bool next_group(struct usc_group *g)
{
   *g = usc_random_group(&seed);
   const enum usc_violation v = usc_check(g);
   bool indexed = false;
   for (unsigned s = 0; s < 6; s++)
      indexed |= g->src[s].idx || g->src[s].bank == USC_IDX;
   for (unsigned d = 0; d < 2; d++)
      indexed |= g->dst[d].idx;
   if (v || indexed)
      return false;
   start->p0 = rnd();
   start->pe = rnd() | 1u << LANE;
   start->flow.pc = 0;
   memcpy(end, start, sizeof *end);
   return run(end, g);
}

static void check_lanes(const struct usc_group *g, uint32_t lanes, const uint32_t a[EXEC_LANES], const uint32_t b[EXEC_LANES],
                        const char *what, unsigned n)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      ck_assert_msg(!(lanes >> l & 1) || a[l] == b[l], "%s: lane %u of %s%u depends on what is not said to be read", text_of(g),
                    l, what, n);
}

/* Compares the results of both runs in the registers that the group may write. */
static void check_results(const struct usc_group *g, uint32_t lanes, const registers written)
{
   for (unsigned k = 0; k < USC_NUM_TEMPS; k++)
      if (written[k])
         check_lanes(g, lanes, end->reg.r[k], other->reg.r[k], "r", k);
   for (unsigned k = 0; k < 8; k++) {
      check_lanes(g, lanes, end->reg.i[k], other->reg.i[k], "i", k);
      check_lanes(g, lanes, end->reg.o[k], other->reg.o[k], "o", k);
   }
   check_lanes(g, lanes, end->reg.idx[0], other->reg.idx[0], "idx", 0);
   check_lanes(g, lanes, end->reg.idx[1], other->reg.idx[1], "idx", 1);
   ck_assert_msg(!((end->pe ^ other->pe) & lanes), "%s: the execution mask", text_of(g));
   ck_assert_msg(!memcmp(end->reg.sh, other->reg.sh, sizeof end->reg.sh), "%s: shared registers", text_of(g));
   ck_assert_msg(end->flow.pc == other->flow.pc, "%s: where it goes on", text_of(g));
}

START_TEST(writes)
{
   unsigned n = 0, p0 = 0, pe = 0;
   seed = 31;
   fill();
   while (n < GROUPS) {
      struct usc_group g;
      registers r, vi;
      if (!next_group(&g))
         continue;
      n++;
      find_written(r, USC_TEMP, &g);
      find_written(vi, USC_VTX, &g);
      for (unsigned k = 0; k < USC_NUM_TEMPS; k++) {
         ck_assert_msg(r[k] || !memcmp(start->reg.r[k], end->reg.r[k], sizeof end->reg.r[k]), "%s: writes r%u", text_of(&g), k);
         ck_assert_msg(vi[k] || !memcmp(start->reg.vi[k], end->reg.vi[k], sizeof end->reg.vi[k]), "%s: writes vi%u",
                       text_of(&g), k);
      }
      ck_assert_msg(usc_group_writes_p0(&g) || start->p0 == end->p0, "%s: writes p0", text_of(&g));
      ck_assert_msg(usc_group_writes_pe(&g) || start->pe == end->pe, "%s: writes pe", text_of(&g));
      ck_assert_msg(usc_group_is_pixel_output(&g) || !memcmp(start->reg.o, end->reg.o, sizeof end->reg.o), "%s: writes o",
                    text_of(&g));
      p0 += start->p0 != end->p0;
      pe += start->pe != end->pe;
   }
   ck_assert_uint_gt(p0, GROUPS / 50);
   ck_assert_uint_gt(pe, GROUPS / 100);
}
END_TEST

START_TEST(reads)
{
   unsigned n = 0;
   seed = 32;
   fill();
   while (n < GROUPS) {
      struct usc_group g;
      registers r, vi, written;
      if (!next_group(&g))
         continue;
      n++;
      find_read(r, USC_TEMP, &g);
      find_read(vi, USC_VTX, &g);
      find_written(written, USC_TEMP, &g);
      memcpy(other, start, sizeof *other);
      for (unsigned k = 0; k < USC_NUM_TEMPS; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            /* a partial write, or one in some lanes, keeps the rest of the old value */
            if (!r[k] && !written[k])
               other->reg.r[k][l] ^= 0x00400000u | rnd();
            if (!vi[k])
               other->reg.vi[k][l] ^= 0x00400000u | rnd();
         }
      const bool flip = !usc_group_reads_p0(&g);
      if (flip)
         other->p0 = ~other->p0;
      ck_assert_msg(run(other, &g), "%s: %s", text_of(&g), other->fault ? other->fault : "");
      check_results(&g, 0xffffffff, written);
      ck_assert_msg(!usc_group_writes_p0(&g) || !((end->p0 ^ other->p0) & end->pe & start->pe), "%s: p0", text_of(&g));
   }
}
END_TEST

/* Lanes are independent, except in reads of quads, in votes, and in requests, which a wave makes once. */
START_TEST(of_other_lanes)
{
   unsigned n = 0;
   seed = 33;
   fill();
   while (n < GROUPS) {
      struct usc_group g;
      registers written;
      if (!next_group(&g) || g.kind == USC_CONTROL || g.op[USC_BE] || usc_group_is_drc(&g, NULL) || usc_group_reads_quad(&g))
         continue;
      n++;
      find_written(written, USC_TEMP, &g);
      memcpy(other, start, sizeof *other);
      for (unsigned k = 0; k < USC_NUM_TEMPS; k++)
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if (l != LANE) {
               other->reg.r[k][l] ^= rnd();
               other->reg.vi[k][l] ^= rnd();
            }
      if (!run(other, &g))
         continue;
      for (unsigned k = 0; k < USC_NUM_TEMPS; k++)
         check_lanes(&g, 1u << LANE, end->reg.r[k], other->reg.r[k], "r", k);
      ck_assert_msg(!((end->p0 ^ other->p0) >> LANE & 1), "%s: p0 depends on other lanes", text_of(&g));
   }
}
END_TEST

/* A value that is illegal in every group makes a legal group illegal. */
START_TEST(ranges)
{
   unsigned n = 0;
   seed = 34;
   while (n < 2000) {
      struct usc_group g = usc_random_group(&seed), bad;
      if (usc_check(&g) || g.kind != USC_MAIN)
         continue;
      n++;
#define REFUSED(member, value)                                                                                                 \
   (bad = g, bad.member = (value),                                                                                             \
    ck_assert_msg(usc_check(&bad) != USC_V_OK && usc_check(&bad) != USC_V_NO_ENCODING, "%s: " #member " = %s", text_of(&g),    \
                  #value))
      REFUSED(is0, 6);
      REFUSED(is1, 2);
      REFUSED(is2, 2);
      REFUSED(is3, 4);
      REFUSED(is4, 4);
      REFUSED(is5, 4);
      REFUSED(dst[0].bank, USC_NUM_BANKS);
      REFUSED(dst[1].bank, USC_NUM_BANKS);
      REFUSED(dst[0].bank, USC_DC);
      REFUSED(kind, 3);
   }
}
END_TEST

/* The same for the members of sums of products, which random groups seldom have. */
START_TEST(sum_ranges)
{
   static const char *const texts[] = {
       "f16sop r10.e0.joutj, r10.e1.koutk, r11, r1, r2.e1, add, r3, 0.oneminus, r1, r2.e1, sub, r3, 0.oneminus, r4",
       "f16sop r12.joutj, r13.koutk, _, r1, 0.oneminus, min, r3, 0.oneminus, r1, 0.oneminus, rsub, r3, 0.oneminus, _"};
   for (unsigned k = 0; k < 2; k++) {
      struct usc_group g, bad;
      ck_assert_ptr_null(usc_assemble_group(&ctx, texts[k], strlen(texts[k]), &g, NULL, NULL));
      ck_assert(usc_check(&g) == USC_V_NO_ENCODING || usc_check(&g) == USC_V_OK);
      REFUSED(sop.jop, USC_NUM_SOP_OPS);
      REFUSED(sop.kop, USC_NUM_SOP_OPS);
      REFUSED(sop.jout, 3);
      REFUSED(sop.kout, 3);
      REFUSED(sop.jelem, 2); /* halves; bytes only with u8 */
      REFUSED(sop.kelem, 2);
      REFUSED(sop.clamp, 4);
      REFUSED(sop.wide, 2);
      REFUSED(sop.zabs, 1);
      REFUSED(sop.zclamp, 1);
      REFUSED(sop.u8, 1);
   }
}
END_TEST

/* If a group with a random value in a member is accepted, its bytes keep the value. */
START_TEST(members)
{
   unsigned n = 0, kept = 0;
   seed = 35;
   while (n < 60000) {
      struct usc_group g = usc_random_group(&seed);
      const unsigned unit = rnd() % USC_GROUP_UNITS;
      if (usc_check(&g) || !g.op[unit])
         continue;
      n++;
      const struct usc_op_info *info = &usc_op_info[g.op[unit]];
      const uint32_t v = rnd() & 1 ? rnd() & 3 : 1u << rnd() % 9;
      unsigned rows = 0;
      while (info->rows[rows].row)
         rows++;
      const struct usc_row *row = rows ? &info->rows[rnd() % rows] : NULL;
      if (info->flags & USC_F_SOP) {
         struct usc_sop_arg *arg = &g.sop.arg[rnd() % 12];
         uint8_t *const member[] = {&g.sop.clamp, &g.sop.jelem, &g.sop.kelem, &g.sop.jop,  &g.sop.kop,
                                    &g.sop.jout,  &g.sop.kout,  &g.sop.wide,  &g.sop.zabs, &g.sop.zclamp};
         if (rnd() % 3 == 0)
            arg->elem = v & 7;
         else if (rnd() & 1)
            arg->type = v & 7;
         else
            *member[rnd() % (sizeof member / sizeof *member)] = v & 31;
      } else if (row && row->row == USC_ROW_FIELD && row->member < USC_M_PLAIN) {
         usc_member_set(&g, (enum usc_member)row->member, (enum usc_group_unit)unit, v, 0);
      }
      if (usc_check(&g))
         continue;
      kept++;
      const struct util_arena mark = ctx.arena;
      const char *wrong = usc_random_check(&ctx, &seed, &g, false, NULL, NULL);
      ck_assert_msg(!wrong, "%s: %s", text_of(&g), wrong);
      util_arena_release(&ctx, &mark);
   }
   ck_assert_uint_gt(kept, n / 4);
}
END_TEST

SUITE_MAIN("usc-facts", 120, setup, teardown, writes, reads, of_other_lanes, ranges, sum_ranges, members)
