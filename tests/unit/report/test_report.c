/* SPDX-License-Identifier: MIT */
/*
 * Tests the report of machine code on rows of a small machine: blocks, time, paths, live registers and values. The expected
 * numbers are worked out in the comments.
 *
 * The machine has the mask operations of an if. IF: a running lane goes on or gets the counter 1, and a waiting one adds 1.
 * ELSE: 0 becomes 1, and 1 becomes 0. POP: a waiting lane subtracts 1. SET: the counter becomes 1 and the lane is marked, so
 * that it runs until UPDATE. All lanes execute these rows.
 */
#include "codegen/report/report.h"
#include "tests/unit/common/suite.h"

enum mask_op { NO_OP, IF, ELSE, POP, SET, UPDATE };

struct spec {
   uint32_t cost;
   uint64_t reads, writes, holds; /* registers as bits */
   enum mask_op op;
   enum report_flow flow;
   uint32_t target;
   bool keeps;
   uint8_t counter, waits;
   bool waits_after;
   uint32_t latency;
};

static struct util_ctx ctx;

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
}
static void teardown(void)
{
   util_ctx_finish(&ctx);
}

static void follow_lane(const void *code, uint32_t row, struct report_lane lane, struct report_states *to)
{
   const struct spec *s = (const struct spec *)code + row;
   const uint32_t v = lane.counter;

   if (s->flow == REPORT_JUMPS || s->flow == REPORT_CHOOSES)
      report_add_state(to, s->target, lane);
   if (s->flow == REPORT_JUMPS || s->flow == REPORT_ENDS)
      return;
   switch (s->op) {
   case NO_OP: report_add_state(to, row + 1, lane); break;
   case IF:
      report_add_state(to, row + 1, (struct report_lane){v ? v + 1 : 0, false});
      report_add_state(to, row + 1, (struct report_lane){v + 1, false});
      break;
   case ELSE: report_add_state(to, row + 1, (struct report_lane){v < 2 ? 1 - v : v, false}); break;
   case SET: report_add_state(to, row + 1, (struct report_lane){1, true}); break;
   case UPDATE: report_add_state(to, row + 1, (struct report_lane){v, false}); break;
   case POP: report_add_state(to, row + 1, (struct report_lane){v ? v - 1 : 0, false}); break;
   }
}

static struct target_report *make_report(const struct spec *s, uint32_t n)
{
   static const struct report_unit units[] = {{"first", "", "any"}, {"second", "", "any"}};
   struct target_report *r = report_new(&ctx, n);

   for (uint32_t k = 0; k < n; k++) {
      struct report_row *row = &r->rows[k];
      struct report_use *use = UTIL_NEW(&ctx, struct report_use);
      *use = (struct report_use){k % 2, s[k].cost, "op"};
      row->cost = s[k].cost;
      row->latency = s[k].latency;
      row->flow = s[k].flow;
      row->target = s[k].target;
      row->counter = s[k].counter;
      row->waits = s[k].waits;
      row->waits_after = s[k].waits_after;
      row->keeps = s[k].keeps;
      row->always = s[k].op != NO_OP;
      row->reads.w[0] = s[k].reads;
      row->writes.w[0] = s[k].writes;
      row->holds.w[0] = s[k].holds;
      row->uses = use;
      row->num_uses = 1;
   }
   r->units = units;
   r->num_units = 2;
   r->prefix = "r";
   r->register_bits = 32;
   r->lanes = follow_lane;
   r->code = s;
   return r;
}

#define REPORT(...)                                                                                                            \
   const struct spec rows[] = {__VA_ARGS__};                                                                                   \
   struct target_report *r = make_report(rows, sizeof rows / sizeof rows[0]);                                                  \
   report_analyse(r)

static void check_block(const struct target_report *r, uint32_t b, const uint32_t expected[4])
{
   const struct report_block *q = &r->blocks[b];
   const uint32_t found[4] = {q->first, q->count, q->next[0], q->next[1]};

   for (unsigned k = 0; k < 4; k++)
      ck_assert_msg(found[k] == expected[k], "block %u, %u: %u, not %u", b, k, found[k], expected[k]);
}
#define BLOCK(b, ...) check_block(r, b, (const uint32_t[]){__VA_ARGS__})

static void check_paths(const struct report_paths *p, uint32_t total, uint32_t shortest, uint32_t longest)
{
   ck_assert_uint_eq(p->total, total);
   ck_assert_uint_eq(p->shortest, shortest);
   ck_assert_uint_eq(p->longest, longest);
}

/* Writes "name first-last first-last w writers r readers" for each value. */
static const char *values_of(const struct target_report *r)
{
   struct util_buf b;
   char name[32];

   util_buf_init(&b, &ctx);
   for (uint32_t k = 0; k < r->num_values; k++) {
      const struct report_value *v = &r->values[k];
      report_register_name(r, v->reg, v->count, name, sizeof name);
      util_buf_printf(&b, "%s%s", k ? "; " : "", name);
      for (uint32_t n = 0; n < v->num_ranges; n++)
         util_buf_printf(&b, " %u-%u", v->ranges[n].first, v->ranges[n].last);
      for (uint32_t n = 0; n < v->num_writers; n++)
         util_buf_printf(&b, "%s%u", n ? "," : " w", v->writers[n]);
      for (uint32_t n = 0; n < v->num_readers; n++)
         util_buf_printf(&b, "%s%u", n ? "," : " r", v->readers[n]);
   }
   util_buf_byte(&b, 0);
   return (const char *)b.data;
}

static void check_live(const struct target_report *r, const uint32_t *expected)
{
   for (uint32_t k = 0; k < r->num_rows; k++)
      ck_assert_msg(r->rows[k].live == expected[k], "row %u: %u live, not %u", k, r->rows[k].live, expected[k]);
}
#define LIVE(...) check_live(r, (const uint32_t[]){__VA_ARGS__})

/* 0 1 -> 2 3 -> 5 and 0 1 -> 4 -> 5. All: 1 + 1 + 5 + 1 + 2 + 1 = 11, by row 4: 1 + 1 + 2 + 1 = 5, by rows 2 and 3: 9. Even
   rows are in the first unit: 1 + 5 + 2 = 8 in all, 1 + 2 or 1 + 5 on a path; odd ones in the second: 1 + 1 + 1, 1 + 1 or all.
 */
START_TEST(diamond)
{
   REPORT({.cost = 1}, {.cost = 1, .flow = REPORT_CHOOSES, .target = 4}, {.cost = 5},
          {.cost = 1, .flow = REPORT_JUMPS, .target = 5}, {.cost = 2}, {.cost = 1, .flow = REPORT_ENDS});

   ck_assert_uint_eq(r->num_blocks, 4);
   BLOCK(0, 0, 2, 1, 2);
   BLOCK(1, 2, 2, REPORT_NONE, 3);
   BLOCK(2, 4, 1, 3, REPORT_NONE);
   BLOCK(3, 5, 1, 4, REPORT_NONE);
   check_paths(&r->time, 11, 5, 9);
   check_paths(&r->unit_time[0], 8, 3, 6);
   check_paths(&r->unit_time[1], 3, 2, 3);
   ck_assert_uint_eq(r->limit, 0);
   ck_assert_uint_eq(r->elapsed, 11);
}
END_TEST

/* Rows 1 and 2 are a loop, so there is no longest path. r0 is written in row 0 and in each turn, so it is one value until
   row 3. */
START_TEST(loop)
{
   REPORT({.cost = 1, .writes = 1}, {.cost = 2, .reads = 1, .writes = 1}, {.cost = 1, .flow = REPORT_CHOOSES, .target = 1},
          {.cost = 1, .reads = 1, .flow = REPORT_ENDS});

   ck_assert_uint_eq(r->num_blocks, 3);
   BLOCK(1, 1, 2, 2, 1);
   check_paths(&r->time, 5, 5, REPORT_NONE);
   ck_assert_str_eq(values_of(r), "r0 0-3 w0,1 r1,3");
   LIVE(1, 1, 1, 1);
}
END_TEST

/* The first arm writes r0 and reads that in row 3. The lanes of the other arm wait meanwhile, so the value of row 0 is still
   there in row 5. In rows 2 and 3 no lane that executes them has it. */
START_TEST(arms)
{
   REPORT({.writes = 1}, {.op = IF}, {.writes = 1}, {.reads = 1}, {.op = ELSE}, {.reads = 1}, {.op = POP},
          {.flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r0 0-1 4-5 w0 r5; r0 2-3 w2 r3");
   LIVE(1, 1, 1, 1, 1, 1, 0, 0);
   ck_assert_uint_eq(r->peak, 1);
   ck_assert_uint_eq(r->peak_row, 0);
}
END_TEST

/* Lanes of three kinds: some execute row 4; some wait there with the counter 1 and read the r0 of row 0 in row 6; some wait
   with the counter 2, which two POPs make 0, and read it in row 8. In row 4 the running lanes have r1, and r0 becomes live. */
START_TEST(nested)
{
   REPORT({.writes = 1}, {.writes = 2}, {.op = IF}, {.op = IF}, {.writes = 1}, {.op = POP}, {.reads = 1}, {.op = POP},
          {.reads = 3, .flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r0 0-8 w0,4 r6,8; r1 1-8 w1 r8");
   LIVE(1, 2, 2, 2, 2, 2, 2, 2, 2);
   ck_assert_uint_eq(r->peak, 2);
   ck_assert_uint_eq(r->peak_row, 1);
}
END_TEST

/* Row 1 writes r0 in some lanes, so r0 is one value. Nothing was in r1 before row 2, so it becomes live there. */
START_TEST(conditional_writes)
{
   REPORT({.writes = 1}, {.writes = 1, .keeps = true}, {.writes = 2, .keeps = true}, {.reads = 3, .flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r0 0-3 w0,1 r3; r1 2-3 w2 r3");
   LIVE(1, 1, 2, 2);
}
END_TEST

/* r4 and r5 have the same rows, and r6 is read later. r8 is written in the same row, but no neighbour. */
START_TEST(neighbours)
{
   REPORT({.writes = 0x170}, {.reads = 0x130}, {.reads = 0x40, .flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r4..r5 0-1 w0 r1; r6 0-2 w0 r2; r8 0-1 w0 r1");
   LIVE(4, 4, 1);
}
END_TEST

/* Row 4 waits for the requests of the first counter, which are done at 0 + 6 and 2 + 6; row 5 for the one of the second at 1
   + 24. Row 3 takes two units of time. */
START_TEST(requests)
{
   REPORT({.cost = 1, .counter = 1, .latency = 6}, {.cost = 1, .counter = 2, .latency = 24},
          {.cost = 1, .counter = 1, .latency = 6}, {.cost = 2}, {.cost = 1, .waits = 1}, {.cost = 1, .waits = 3},
          {.cost = 1, .counter = 1, .latency = 6, .flow = REPORT_ENDS});
   static const uint32_t starts[] = {0, 1, 2, 3, 8, 25, 26};
   static const uint32_t waiters[] = {4, 5, 4, REPORT_NONE, REPORT_NONE, REPORT_NONE, REPORT_NONE};

   for (uint32_t k = 0; k < r->num_rows; k++) {
      ck_assert_uint_eq(r->rows[k].start, starts[k]);
      ck_assert_uint_eq(r->rows[k].waiter, waiters[k]);
   }
   ck_assert_uint_eq(r->rows[1].done, 25);
   ck_assert_uint_eq(r->elapsed, 27);
}
END_TEST

/* Row 1 is issued at 1 and waits afterwards for the request of row 0 and for its own, which is done at 1 + 24. */
START_TEST(wait_of_request)
{
   REPORT({.cost = 1, .counter = 1, .latency = 6}, {.cost = 1, .counter = 1, .latency = 24, .waits = 1, .waits_after = true},
          {.cost = 1, .flow = REPORT_ENDS});

   ck_assert_uint_eq(r->rows[1].start, 1);
   ck_assert_uint_eq(r->rows[0].waiter, 1);
   ck_assert_uint_eq(r->rows[1].waiter, 1);
   ck_assert_uint_eq(r->rows[2].start, 25);
   ck_assert_uint_eq(r->elapsed, 26);
}
END_TEST

/* Row 1 stores r0, which is free after row 4, not after row 1, and row 2 loads r2, which has no reader, until row 6. */
START_TEST(held_registers)
{
   REPORT({.writes = 3}, {.reads = 1, .holds = 1, .counter = 1}, {.writes = 4, .holds = 4, .counter = 2}, {.cost = 1},
          {.waits = 1}, {.reads = 2}, {.waits = 2}, {.flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r0 0-4 w0 r1; r1 0-5 w0 r5; r2 2-6 w2");
   LIVE(2, 2, 3, 3, 3, 2, 1, 0);
   ck_assert_uint_eq(r->peak, 3);
   ck_assert_uint_eq(r->peak_row, 2);
}
END_TEST

/* Row 3 is on the other way to the wait, where no request is in flight. */
START_TEST(held_on_one_path)
{
   REPORT({.flow = REPORT_CHOOSES, .target = 3}, {.writes = 1, .holds = 1, .counter = 1}, {.flow = REPORT_JUMPS, .target = 4},
          {.cost = 1}, {.waits = 1}, {.flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r0 1-2 4-4 w1");
   LIVE(0, 1, 1, 0, 1, 0);
}
END_TEST

/* The lanes that wait in the second arm have waited for their request when they go on in row 4. The lanes that execute row 3
   did not request anything. */
START_TEST(held_by_other_lanes)
{
   REPORT({.op = IF}, {.writes = 1, .holds = 1, .counter = 1}, {.op = ELSE}, {.waits = 1}, {.op = POP}, {.flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r0 1-2 w1");
   LIVE(0, 1, 1, 0, 0, 0);
}
END_TEST

/* Row 1 waits for the request of row 0 and its own. Row 3 waits for the other counter, so r2 is held to the end. */
START_TEST(held_until_own_wait)
{
   REPORT({.reads = 1, .holds = 1, .counter = 1}, {.writes = 2, .holds = 2, .counter = 1, .waits = 1, .waits_after = true},
          {.writes = 4, .holds = 4, .counter = 1}, {.waits = 2}, {.flow = REPORT_ENDS});

   ck_assert_str_eq(values_of(r), "r0 0-1 r0; r1 1-1 w1; r2 2-4 w2");
   LIVE(1, 2, 1, 1, 1);
}
END_TEST

/* No path has row 1: it counts in the total, but not as a writer of a value. */
START_TEST(unreachable)
{
   REPORT({.cost = 1, .flow = REPORT_JUMPS, .target = 2}, {.cost = 7, .writes = 2}, {.cost = 1, .flow = REPORT_ENDS});

   ck_assert_uint_eq(r->num_blocks, 3);
   check_paths(&r->time, 9, 2, 2);
   ck_assert_str_eq(values_of(r), "");
}
END_TEST

START_TEST(no_rows)
{
   struct target_report *r = make_report(NULL, 0);

   report_analyse(r);
   ck_assert_uint_eq(r->num_blocks, 0);
   check_paths(&r->time, 0, 0, 0);
   ck_assert_uint_eq(r->limit, REPORT_NONE);
   ck_assert_uint_eq(r->num_values + r->peak + r->elapsed, 0);
}
END_TEST

/* Row 0 may jump to the end, and row 1 falls there. */
START_TEST(target_at_end)
{
   REPORT({.cost = 1, .flow = REPORT_CHOOSES, .target = 2}, {.cost = 1});

   BLOCK(0, 0, 1, 1, 2);
   BLOCK(1, 1, 1, 2, REPORT_NONE);
   check_paths(&r->time, 2, 1, 2);
}
END_TEST

/* What follows the program reads r0, which both rows may have written, and not r1. */
START_TEST(live_at_end)
{
   static const struct spec rows[] = {{.writes = 3}, {.flow = REPORT_CHOOSES, .target = 3}, {.writes = 1}};
   struct target_report *r = make_report(rows, 3);

   report_include(&r->at_end, 0, 1);
   report_analyse(r);
   ck_assert_str_eq(values_of(r), "r0 0-2 w0,2; r1 0-0 w0");
   LIVE(2, 1, 1);
}
END_TEST

/* After row 1 the lane has the counter 1, with which it waits after row 3. So it reads r0 in row 2, and nothing reads r1. */
START_TEST(marked_lanes)
{
   static const struct spec rows[] = {{.writes = 1}, {.op = SET}, {.reads = 1},         {.op = UPDATE},
                                      {.reads = 2},  {.op = POP}, {.flow = REPORT_ENDS}};
   struct target_report *r = make_report(rows, 7);

   r->marked_run = true;
   report_analyse(r);
   ck_assert_str_eq(values_of(r), "r0 0-2 w0 r2");
   LIVE(1, 1, 1, 0, 0, 0, 0);
}
END_TEST

/* The machine has blocks at rows 0, 2 and 2 with rows up to 1, none, and up to 4. A jump splits the last one, so the bound of
   its rows is that of no block of the report. */
START_TEST(bounds)
{
   static const struct spec rows[] = {
       {.cost = 1}, {.cost = 1}, {.cost = 1}, {.flow = REPORT_CHOOSES, .target = 0}, {.flow = REPORT_ENDS}};
   static struct report_bound known[] = {{0, 1}, {2, 0}, {2, 3}};
   struct target_report *r = make_report(rows, 5);

   r->block_bounds = known;
   r->num_block_bounds = 3;
   report_analyse(r);
   ck_assert_uint_eq(r->num_blocks, 3);
   ck_assert_uint_eq(r->blocks[0].bound, 1);
   ck_assert_uint_eq(r->blocks[1].bound, REPORT_NONE);
   ck_assert_uint_eq(r->blocks[2].bound, REPORT_NONE);
}
END_TEST

SUITE_MAIN("report", 60, setup, teardown, diamond, loop, arms, nested, conditional_writes, neighbours, requests,
           wait_of_request, held_registers, held_on_one_path, held_by_other_lanes, held_until_own_wait, unreachable, no_rows,
           target_at_end, live_at_end, marked_lanes, bounds)
