/* SPDX-License-Identifier: MIT */
/* Tests the core of the list scheduler: dependences and their latencies, heights, the order of ready nodes, and nearly linear
   time. */
#include "util/rng.h"
#include "codegen/sched.h"

#include "tests/unit/common/suite.h"
#include <stdlib.h>

static struct util_ctx ctx;
static struct cg_sched g;
static uint32_t order[100000], cycle[100000];

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   cg_sched_init(&g, &ctx, 1000);
}

static void teardown(void)
{
   util_ctx_finish(&ctx);
}

static void node(uint32_t i, unsigned raw, unsigned war, unsigned waw)
{
   g.n[i].raw = (uint8_t)raw;
   g.n[i].war = (uint8_t)war;
   g.n[i].waw = (uint8_t)waw;
}

/* Issues one node in each cycle, and fills order[], and cycle[] by node. */
static void run(bool back)
{
   cg_sched_start(&g, back);
   cg_sched_seed(&g);
   for (uint32_t k = 0; k < g.num; k++) {
      cg_sched_wake(&g);
      uint32_t v = g.win[0];
      if (g.n[v].issued)
         ck_abort_msg("%u comes twice", v);
      order[k] = v;
      cycle[v] = g.time;
      cg_sched_issue(&g, v);
      cg_sched_retire(&g, v);
      g.time++;
      cg_sched_release(&g, v);
   }
   ck_assert_uint_eq(g.nwin + g.nwait, 0);
}

/* Checks that every edge and its latency hold, in the direction of the schedule. */
static void check_edges(void)
{
   for (uint32_t e = 0; e < g.ne; e++) {
      uint32_t from = g.e[e].end[!g.back], to = g.e[e].end[g.back];
      if (cycle[to] <= cycle[from] || cycle[to] < cycle[from] + g.e[e].lat)
         ck_abort_msg("edge %u to %u", from, to);
   }
}

/* 0 -> 1 -> 2 with results after 3 cycles: issued at 0, 3, 6; heights are the cycles to the end. */
START_TEST(chain)
{
   cg_sched_begin(&g, 3);
   for (uint32_t i = 0; i < 3; i++) {
      node(i, 3, 0, 1);
      if (i)
         cg_sched_read(&g, i, i - 1, 1);
      cg_sched_write(&g, i, i, 1);
   }
   ck_assert_uint_eq(g.ne, 2);
   run(false);
   for (uint32_t i = 0; i < 3; i++) {
      ck_assert_uint_eq(order[i], i);
      ck_assert_uint_eq(cycle[i], 3 * i);
      ck_assert_uint_eq(g.n[i].height, 7 - 3 * i);
   }
   run(true);
   for (uint32_t i = 0; i < 3; i++) {
      ck_assert_uint_eq(cycle[i], 6 - 3 * i);
      ck_assert_uint_eq(g.n[i].height, 1 + 3 * i);
   }
}
END_TEST

/* 0 -> {1, 2} -> 3; the longer arm goes first although it is later in the source, and 3 waits for it. */
START_TEST(diamond)
{
   cg_sched_begin(&g, 4);
   node(0, 1, 0, 1), node(1, 1, 0, 1), node(2, 5, 0, 1), node(3, 1, 0, 1);
   cg_sched_write(&g, 0, 10, 1);
   cg_sched_read(&g, 1, 10, 1), cg_sched_write(&g, 1, 11, 1);
   cg_sched_read(&g, 2, 10, 1), cg_sched_write(&g, 2, 12, 1);
   cg_sched_read(&g, 3, 11, 2);
   run(false);
   static const uint32_t want[] = {0, 2, 1, 3}, at[] = {0, 2, 1, 6};
   for (uint32_t i = 0; i < 4; i++) {
      ck_assert_uint_eq(order[i], want[i]);
      ck_assert_uint_eq(cycle[i], at[i]);
   }
}
END_TEST

/* If the caller issues none of the ready nodes, the time advances: 0 is issued, 1 is ready, 2 waits 5 cycles for 0. */
START_TEST(skip)
{
   cg_sched_begin(&g, 3);
   node(0, 5, 0, 1), node(1, 1, 0, 1), node(2, 1, 0, 1);
   cg_sched_write(&g, 0, 5, 1);
   cg_sched_read(&g, 2, 5, 1);
   cg_sched_start(&g, false);
   cg_sched_seed(&g);
   cg_sched_wake(&g);
   ck_assert(!cg_sched_skip(&g)); /* nothing waits yet */
   cg_sched_issue(&g, 0);
   cg_sched_retire(&g, 0);
   g.time++;
   cg_sched_release(&g, 0);
   ck_assert_uint_eq(g.nwin, 1);
   ck_assert(cg_sched_skip(&g));
   ck_assert_uint_eq(g.time, 5);
   ck_assert_uint_eq(g.nwin, 2);
   ck_assert_uint_eq(g.nwait, 0);
}
END_TEST

/* A node that overwrites a register comes after all its readers: in the same cycle if they read at once, else a cycle later. */
START_TEST(write_after_read)
{
   cg_sched_begin(&g, 4);
   node(0, 1, 0, 1), node(1, 1, 0, 1), node(2, 1, 2, 1), node(3, 9, 0, 1);
   cg_sched_write(&g, 0, 5, 2);
   cg_sched_read(&g, 1, 5, 1);
   cg_sched_read(&g, 2, 6, 1);
   cg_sched_write(&g, 3, 5, 2);
   run(false);
   check_edges();
   ck_assert_uint_eq(cycle[0], 0);
   ck_assert_uint_eq(order[3], 3);
   ck_assert_uint_eq(cycle[3], cycle[2] + 2);

   /* A node that reads and writes the same resource depends on the earlier writer alone. */
   cg_sched_begin(&g, 2);
   node(0, 1, 0, 1), node(1, 1, 0, 1);
   cg_sched_read(&g, 0, 5, 1), cg_sched_write(&g, 0, 5, 1);
   cg_sched_read(&g, 1, 5, 1), cg_sched_write(&g, 1, 5, 1);
   for (uint32_t e = 0; e < g.ne; e++)
      ck_assert(g.e[e].end[1] == 0 && g.e[e].end[0] == 1);
   cg_sched_start(&g, false);
   ck_assert_uint_eq(g.n[0].preds, 0);
   ck_assert_uint_gt(g.n[1].preds, 0);

   /* Both are in the same cycle: issuing the reader makes the writer ready. */
   cg_sched_begin(&g, 2);
   node(0, 1, 0, 1), node(1, 1, 0, 1);
   cg_sched_read(&g, 0, 7, 1);
   cg_sched_write(&g, 1, 7, 1);
   cg_sched_start(&g, false);
   cg_sched_seed(&g);
   ck_assert_uint_eq(g.nwin, 1);
   cg_sched_take(&g, 0);
   ck_assert_uint_eq(g.nwin, 0);
   cg_sched_issue(&g, 0);
   ck_assert(g.nwin == 1 && g.win[0] == 1 && g.time == 0);
}
END_TEST

START_TEST(write_after_write)
{
   cg_sched_begin(&g, 3);
   node(0, 4, 0, 2), node(1, 4, 0, 2), node(2, 1, 0, 1);
   cg_sched_write(&g, 0, 1, 1);
   cg_sched_write(&g, 1, 1, 1);
   cg_sched_read(&g, 2, 1, 1);
   ck_assert_uint_eq(cg_sched_writer(&g, 1), 1);
   ck_assert_uint_eq(cg_sched_writer(&g, 2), CG_SCHED_NONE);
   run(false);
   for (uint32_t i = 0; i < 3; i++)
      ck_assert_uint_eq(order[i], i);
   ck_assert_uint_eq(cycle[1], 2);
   ck_assert_uint_eq(cycle[2], 6); /* the second write, not the first */
   /* The next run does not depend on this one. */
   cg_sched_begin(&g, 1);
   ck_assert_uint_eq(cg_sched_writer(&g, 1), CG_SCHED_NONE);
   cg_sched_read(&g, 0, 1, 1);
   ck_assert_uint_eq(g.ne, 0);
}
END_TEST

/* The longest latency goes first, and ties follow source order (reversed when scheduling from the end); floors and keys take
   precedence. */
START_TEST(latency_order)
{
   static const unsigned lat[] = {1, 4, 2, 4};
   static const uint32_t want[] = {1, 3, 2, 0}, ties[] = {4, 3, 2, 1, 0}, floors[] = {0, 1, 3, 2};

   cg_sched_begin(&g, 5);
   for (uint32_t i = 0; i < 4; i++)
      node(i, lat[i], 0, 1), cg_sched_write(&g, i, i, 1);
   cg_sched_read(&g, 4, 0, 4);
   run(false);
   for (uint32_t i = 0; i < 4; i++)
      ck_assert_uint_eq(order[i], want[i]);
   ck_assert_uint_eq(cycle[4], 5);
   g.n[0].floor = 9;
   run(false);
   for (uint32_t i = 0; i < 4; i++)
      ck_assert_uint_eq(order[i], floors[i]);
   cg_sched_begin(&g, 5);
   run(true);
   for (uint32_t i = 0; i < 5; i++)
      ck_assert_uint_eq(order[i], ties[i]);
   cg_sched_start(&g, false);
   for (uint32_t i = 0; i < 5; i++)
      g.n[i].key = i;
   cg_sched_seed(&g);
   for (uint32_t i = 0; i < 5; i++)
      ck_assert_uint_eq(g.win[i], 4 - i);
}
END_TEST

/* A copy: the writer of its source comes after the last reader of its destination, if the source program has that order. */
START_TEST(after_readers)
{
   cg_sched_begin(&g, 3);
   node(0, 1, 0, 1), node(1, 1, 0, 1), node(2, 1, 0, 1);
   cg_sched_read(&g, 0, 1, 1);
   cg_sched_write(&g, 1, 2, 1);
   cg_sched_read(&g, 2, 1, 1);
   cg_sched_after_readers(&g, 1, 1, 0);
   cg_sched_after_readers(&g, 3, 1, 0); /* no node has accessed it */
   ck_assert_uint_eq(g.ne, 1);
   ck_assert(g.e[0].end[1] == 0 && g.e[0].end[0] == 1 && g.e[0].lat == 0);
}
END_TEST

/* 100,000 nodes that are all ready at once, one chain, or random. Memory is proportional to the references, and every edge
   holds. */
START_TEST(large)
{
   const uint32_t n = 100000;
   struct util_rng r;

   util_rng_init(&r, 12345);
   for (int kind = 0; kind < 3; kind++) {
      cg_sched_begin(&g, n);
      for (uint32_t i = 0; i < n; i++) {
         node(i, kind ? 1 + util_rng_below(&r, 20) : 1, 0, 1);
         if (kind == 1)
            cg_sched_read(&g, i, 0, 1);
         for (unsigned k = 0; k < 3 && kind == 2; k++)
            cg_sched_read(&g, i, util_rng_below(&r, 1000), 1);
         if (kind)
            cg_sched_write(&g, i, kind == 1 ? 0 : util_rng_below(&r, 1000), 1);
      }
      for (int back = 0; back < 2; back++) {
         run(back);
         check_edges();
         for (uint32_t i = 0; i < n && kind < 2; i++)
            if (order[i] != (back ? n - 1 - i : i))
               ck_abort_msg("kind %d: %u at %u", kind, order[i], i);
      }
   }
   ck_assert_uint_lt(ctx.arena.total, 64u << 20);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("sched");
   TCase *t = tcase_create("sched");

   tcase_add_checked_fixture(t, setup, teardown);
   tcase_set_timeout(t, 60);
   tcase_add_test(t, chain);
   tcase_add_test(t, diamond);
   tcase_add_test(t, skip);
   tcase_add_test(t, write_after_read);
   tcase_add_test(t, write_after_write);
   tcase_add_test(t, latency_order);
   tcase_add_test(t, after_readers);
   tcase_add_test(t, large);
   suite_add_tcase(s, t);
   SRunner *r = srunner_create(s);
   srunner_run_all(r, CK_ENV);
   int failed = srunner_ntests_failed(r);
   srunner_free(r);
   return failed != 0;
}
