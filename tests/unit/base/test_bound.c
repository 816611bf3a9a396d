/* SPDX-License-Identifier: MIT */
/*
 * Compares the bound of codegen/bound.h with the true optimum. The problems are small ones with an optimum worked out by hand,
 * and random ones of up to 6 nodes and 2 resources, for which all schedules are tried. The bound is never above the optimum,
 * and equals it in the listed cases.
 */
#include "codegen/bound.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

#include <stdio.h>
#include <string.h>

#define MAX_NODES 6
#define MAX_SLOTS 32

struct problem {
   unsigned num_nodes, num_edges;
   uint8_t capacity[2];
   uint8_t demand[MAX_NODES][2];
   struct {
      uint8_t from, to, latency;
   } edge[16]; /* from < to; in the order of `to` */
};

static struct util_ctx ctx;

static uint32_t bound_of(const struct problem *p)
{
   struct cg_bound b;
   cg_bound_init(&b, &ctx, p->capacity, 2);
   for (unsigned k = 0; k < p->num_nodes; k++) {
      const uint32_t v = cg_bound_add_node(&b);
      memcpy(b.nodes[v].demand, p->demand[k], 2);
   }
   for (unsigned k = 0; k < p->num_edges; k++)
      cg_bound_add_edge(&b, p->edge[k].from, p->edge[k].to, p->edge[k].latency);
   const uint32_t bound = cg_bound_solve(&b);
   /* Solving again gives the same bound and the same times. */
   ck_assert_uint_eq(cg_bound_solve(&b), bound);
   ck_assert_uint_eq(cg_bound_solve_released(&b, UINT32_MAX), bound);
   for (uint32_t enough = 0; enough <= bound + 1; enough++) {
      const uint32_t found = cg_bound_solve_released(&b, enough);
      ck_assert_uint_le(found, bound);
      ck_assert(found == bound || found >= enough);
   }
   return bound;
}

/* ---- the optimum: every node in every slot ------------------------------------------------------------------------------- */

struct search {
   const struct problem *p;
   unsigned slots;
   unsigned slot_of[MAX_NODES];
   unsigned used[MAX_SLOTS][2];
};

static bool place(struct search *s, unsigned node)
{
   const struct problem *p = s->p;
   if (node == p->num_nodes)
      return true;
   unsigned first = 0;
   for (unsigned k = 0; k < p->num_edges; k++)
      if (p->edge[k].to == node && s->slot_of[p->edge[k].from] + p->edge[k].latency > first)
         first = s->slot_of[p->edge[k].from] + p->edge[k].latency;
   for (unsigned t = first; t < s->slots; t++) {
      bool fits = true;
      for (unsigned r = 0; r < 2; r++)
         fits &= s->used[t][r] + p->demand[node][r] <= p->capacity[r];
      if (!fits)
         continue;
      for (unsigned r = 0; r < 2; r++)
         s->used[t][r] += p->demand[node][r];
      s->slot_of[node] = t;
      const bool found = place(s, node + 1);
      for (unsigned r = 0; r < 2; r++)
         s->used[t][r] -= p->demand[node][r];
      if (found)
         return true;
   }
   return false;
}

static unsigned optimum_of(const struct problem *p)
{
   struct search s = {.p = p};
   while (!place(&s, 0)) {
      s.slots++;
      ck_assert_uint_lt(s.slots, MAX_SLOTS);
   }
   return s.slots;
}

/* ---- cases worked out by hand -------------------------------------------------------------------------------------------- */

static const struct {
   const char *what;
   struct problem p;
   unsigned optimum;
} cases[] = {
    {"nothing", {.num_nodes = 0, .capacity = {1, 1}}, 0},
    {"a chain of three, a slot each", /* slots 0, 1, 2 */
     {3, 2, {1, 1}, {{1, 0}, {1, 0}, {1, 0}}, {{0, 1, 1}, {1, 2, 1}}}, 3},
    {"a chain whose results take three slots", /* slots 0, 3, 6 */
     {3, 2, {1, 1}, {{1, 0}, {1, 0}, {1, 0}}, {{0, 1, 3}, {1, 2, 3}}}, 7},
    {"five units, two a slot", /* 5 / 2, rounded up */
     {5, 0, {2, 1}, {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0}}}, 3},
    {"a reader in the slot of its operand", /* one on each resource, latency 0 */
     {2, 1, {1, 1}, {{1, 0}, {0, 1}}, {{0, 1, 0}}}, 1},
    {"the same, both on one resource", {2, 1, {1, 1}, {{1, 0}, {1, 0}}, {{0, 1, 0}}}, 2},
    {"a diamond whose middle shares a resource", /* slot 0; 2 and 3; the last waits for the later one: 5 */
     {4, 4, {1, 1}, {{0, 1}, {1, 0}, {1, 0}, {0, 1}}, {{0, 1, 2}, {0, 2, 2}, {1, 3, 2}, {2, 3, 2}}}, 6},
    {"the one with a long chain behind it goes first", /* slots 0, 1, 2 and 0 + 3 */
     {4, 1, {1, 1}, {{1, 0}, {1, 0}, {1, 0}, {0, 1}}, {{2, 3, 3}}}, 4},
    {"released late, due early", /* the nodes of slots 1 and 2, each followed by the chain of 2 */
     {5, 4, {1, 2}, {{0, 1}, {1, 0}, {1, 0}, {0, 1}, {0, 1}}, {{0, 1, 1}, {0, 2, 1}, {1, 3, 2}, {2, 4, 2}}}, 5},
    {"one that takes a slot alone", /* first that node, then the other two in one slot */
     {3, 0, {1, 1}, {{1, 1}, {1, 0}, {0, 1}}, {{0}}}, 2},
    {"two units, then one and one", {3, 0, {2, 1}, {{2, 0}, {1, 0}, {1, 0}}, {{0}}}, 2},
    {"no demands at all: the chain alone", {2, 1, {1, 1}, {{0, 0}, {0, 0}}, {{0, 1, 4}}}, 5},
};

START_TEST(by_hand)
{
   for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
      const unsigned optimum = optimum_of(&cases[k].p), bound = bound_of(&cases[k].p);
      ck_assert_msg(optimum == cases[k].optimum, "%s: the optimum is %u", cases[k].what, optimum);
      ck_assert_msg(bound == cases[k].optimum, "%s: the bound is %u", cases[k].what, bound);
   }
}
END_TEST

/* Units of a node are served one by one. Three nodes of two units, with three units in a slot, would fit in two slots, but they
   take three. */
START_TEST(relaxed)
{
   static const struct problem p = {3, 0, {3, 1}, {{2, 0}, {2, 0}, {2, 0}}, {{0}}};
   ck_assert_uint_eq(bound_of(&p), 2);
   ck_assert_uint_eq(optimum_of(&p), 3);
}
END_TEST

START_TEST(full_node)
{
   static const uint8_t capacity[3] = {2, 1, 3};
   struct cg_bound b;
   cg_bound_init(&b, &ctx, capacity, 3);
   const uint32_t v = cg_bound_add_full_node(&b);
   for (unsigned r = 0; r < CG_BOUND_RESOURCES; r++)
      ck_assert_uint_eq(b.nodes[v].demand[r], r < 3 ? capacity[r] : 0);
   for (unsigned k = 0; k < 9; k++)
      cg_bound_add_full_node(&b);
   ck_assert_uint_eq(cg_bound_solve(&b), 10);
   cg_bound_clear(&b);
   ck_assert_uint_eq(cg_bound_solve(&b), 0);
   cg_bound_add_full_node(&b);
   ck_assert_uint_eq(cg_bound_solve(&b), 1);
}
END_TEST

/* ---- random problems ----------------------------------------------------------------------------------------------------- */

static void random_problem(struct util_rng *rng, struct problem *p)
{
   *p = (struct problem){.num_nodes = 1 + util_rng_below(rng, MAX_NODES)};
   for (unsigned r = 0; r < 2; r++)
      p->capacity[r] = (uint8_t)(1 + util_rng_below(rng, 2));
   for (unsigned k = 0; k < p->num_nodes; k++)
      for (unsigned r = 0; r < 2; r++)
         p->demand[k][r] = (uint8_t)util_rng_below(rng, p->capacity[r] + 1u);
   const unsigned dense = util_rng_below(rng, 4);
   for (unsigned to = 1; to < p->num_nodes; to++)
      for (unsigned from = 0; from < to; from++)
         if (p->num_edges < 16 && util_rng_chance(rng, dense, 6)) {
            p->edge[p->num_edges].from = (uint8_t)from;
            p->edge[p->num_edges].to = (uint8_t)to;
            p->edge[p->num_edges++].latency = (uint8_t)util_rng_below(rng, 4);
         }
}

START_TEST(all_schedules)
{
   const unsigned num = 20000;
   unsigned met = 0;
   for (unsigned seed = 0; seed < num; seed++) {
      struct util_rng rng;
      struct problem p;
      util_rng_init(&rng, seed);
      random_problem(&rng, &p);
      const unsigned bound = bound_of(&p), optimum = optimum_of(&p);
      ck_assert_msg(bound <= optimum, "seed %u: the bound is %u, the optimum %u", seed, bound, optimum);
      met += bound == optimum;
   }
   printf("%u random problems, in %u of them the bound is the optimum\n", num, met);
   ck_assert_uint_gt(met, num * 3 / 4); /* the bound is often met */
}
END_TEST

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
}

static void teardown(void)
{
   util_ctx_finish(&ctx);
}

SUITE_MAIN("bound", 60, setup, teardown, by_hand, relaxed, full_node, all_schedules)
