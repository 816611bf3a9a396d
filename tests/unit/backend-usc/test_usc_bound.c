/* SPDX-License-Identifier: MIT */
/*
 * Tests that the lower bounds are correct. Small random vertex programs of one block are selected, and all their schedules are
 * tried: groups in any order that their dependences allow, alone or in pairs that usc_merge() makes. The schedules also vary
 * which parameters that keep a multiply-add in P0 are moved to a temporary, and whether writes of inputs are repeated. No
 * schedule may have fewer groups than the bound of the block, or the bound of its body. If the compiler says that its schedule
 * is optimal, none of the lists that it tried may have a shorter one.
 *
 * usage: test_usc_bound [PROGRAMS]
 */
#include <stdio.h>
#include <string.h>

#include "backend-usc/lower_bound/usc_lower_bound.h"
#include "backend-usc/schedule/usc_graph.h"
#include "backend-usc/schedule/usc_merge.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_schedule.h"
#include "backend-usc/usc_compile.h"
#include "ir/cfg.h"
#include "ir/text.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

#define MAX_NODES 13 /* maximum for a body whose schedules are all tried */
#define MAX_MOVES 3  /* maximum number of moved parameters */

static struct util_ctx ctx;
static unsigned num_programs = 4000;
static struct {
   unsigned bodies, left_out, lists, tight, optimal;
} total;

/* ---- all schedules ------------------------------------------------------------------------------------------------------- */

/* The nodes that v waits for: `before` must be in earlier groups, `beside` may also be in the same group. */
static void needs(const struct usc_graph *g, uint32_t v, uint32_t *before, uint32_t *beside)
{
   *before = *beside = 0;
   for (uint32_t e = g->dag.n[v].first[1]; e != CG_SCHED_NONE; e = g->dag.e[e].next[1])
      *(g->dag.e[e].lat ? before : beside) |= 1u << g->dag.e[e].end[1];
}

/* True if the group can end a vertex program as it is. */
static bool ends_task(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_UVSW_WRITE && g->rpt <= 1;
}

/* The fewest groups of the graph. *end is the same with the group that ends the wave, which is not needed after a last write of
   an output. */
static uint32_t fewest(struct usc_graph *g, uint32_t *end)
{
   static uint8_t least[1u << MAX_NODES];
   const uint32_t all = (1u << g->num) - 1;
   uint32_t before[MAX_NODES], beside[MAX_NODES];
   ck_assert_uint_le(g->num, MAX_NODES);
   for (uint32_t v = 0; v < g->num; v++)
      needs(g, v, &before[v], &beside[v]);
   memset(least, 0xff, all + 1);
   least[0] = 0;
   *end = UINT32_MAX;
   for (uint32_t done = 0; done < all; done++) {
      if (least[done] == 0xff)
         continue;
      for (uint32_t v = 0; v < g->num; v++)
         for (uint32_t w = v; w < g->num; w++) {
            const uint32_t both = 1u << v | 1u << w, next = done | both;
            struct usc_group merged = g->n[v].i->g;
            if (done & both || (before[v] | before[w]) & ~done || (beside[v] | beside[w]) & ~next ||
                (v != w && usc_merge(&g->n[v].i->g, &g->n[w].i->g, &merged) == USC_APART))
               continue;
            const uint8_t groups = (uint8_t)(least[done] + 1);
            least[next] = groups < least[next] ? groups : least[next];
            const uint32_t with_end = groups + (ends_task(&merged) ? 0u : 1u);
            if (next == all && with_end < *end)
               *end = with_end;
         }
   }
   return least[all];
}

/* ---- equivalent lists of groups */

/* True if the group is a multiply-add whose addend is a uniform. */
static bool adds_uniform(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_P0] == USC_OP_FMAD && g->src[2].bank == USC_SHARED && !g->src[2].idx;
}

/* Finds the registers of the uniforms that multiply-adds of the list add. Returns their number, at most MAX_MOVES. */
static unsigned addends(const struct cg_list *l, uint32_t *reg)
{
   unsigned n = 0;
   for (uint32_t k = 0; k < l->n; k++) {
      const struct usc_group *g = &usc_instr_at(l, k)->g;
      bool known = !adds_uniform(g);
      for (unsigned q = 0; q < n; q++)
         known |= reg[q] == g->src[2].index;
      if (!known && n < MAX_MOVES)
         reg[n++] = g->src[2].index;
   }
   return n;
}

/* The list with some of the uniforms (a mask of reg) moved to temporaries, with one move each for all readers. */
static struct cg_list with_moves(struct usc_mir *c, const struct cg_list *l, const uint32_t *reg, unsigned n, unsigned moved)
{
   struct cg_list out = {0};
   uint32_t temp[MAX_MOVES] = {0};
   for (unsigned q = 0; q < n; q++)
      if (moved >> q & 1) {
         temp[q] = cg_reg_new(&c->p, 1);
         const struct usc_group move = usc_g_mov(usc_v(temp[q]), usc_sh(reg[q]));
         cg_push(&c->p, &out, &usc_instr_new(c, &move)->base);
      }
   for (uint32_t k = 0; k < l->n; k++) {
      struct usc_instr *i = usc_instr_new(c, NULL);
      *i = *usc_instr_at(l, k);
      for (unsigned q = 0; q < n; q++)
         if (moved >> q & 1 && adds_uniform(&i->g) && i->g.src[2].index == reg[q]) {
            const uint8_t mod = i->g.src[2].mod;
            i->g.src[2] = usc_v(temp[q]);
            i->g.src[2].mod = mod;
         }
      cg_push(&c->p, &out, &i->base);
   }
   return out;
}

/* ---- one program --------------------------------------------------------------------------------------------------------- */

/* Tries all schedules of the list. Returns the fewest groups of the body, or 0 if the list is too long. */
static uint32_t try_list(struct usc_mir *c, const struct cg_list *l, const char *text)
{
   struct usc_graph g;
   uint32_t end;
   if (l->n > MAX_NODES) {
      total.left_out++;
      return 0;
   }
   usc_graph_init(&g, c);
   usc_graph_build(&g, 0, l);
   const uint32_t groups = fewest(&g, &end), bound = c->schedule[0].source_bound;
   ck_assert_msg(g.bound <= groups, "a body with a schedule of %u groups has the bound %u:\n%s", groups, g.bound, text);
   ck_assert_msg(bound <= end, "a program of %u groups has the bound %u:\n%s", end, bound, text);
   total.lists++;
   total.tight += bound == end;
   return groups;
}

static void program(const char *text)
{
   struct usc_options opt = usc_default_options();
   struct usc_program out = {0};
   struct usc_mir c;
   struct usc_selection sel;
   struct ir_shader *s = ir_parse(&ctx, text, strlen(text), &num_model_usc_rne);
   ck_assert_msg(s != NULL, "%s", text);
   ir_cfg_update(s);
   opt.bound = opt.verify = true;
   opt.sched = USC_SCHED_EXACT;
   usc_mir_init(&c, &ctx, s, &opt, &out);
   usc_select(&sel, &c);
   ck_assert_msg(!c.failed, "%s", text);
   usc_bound_compute(&sel);
   usc_select_finish(&sel);
   usc_peephole(&c);
   struct cg_list body = c.p.blocks[0].body, repeated, moved;
   total.bodies++;
   uint32_t reg[MAX_MOVES], least = UINT32_MAX;
   const unsigned n = addends(&body, reg);
   for (unsigned k = 0; k < 1u << n; k++) {
      const struct cg_list l = with_moves(&c, &body, reg, n, k);
      const uint32_t groups = try_list(&c, &l, text);
      if (!k)
         least = groups;
   }
   usc_repeat_writes(&c, &body, &repeated);
   usc_move_uniforms(&c, &body, &moved);
   for (unsigned k = 0; k < 2; k++) {
      const struct cg_list *l = k ? &moved : &repeated;
      const uint32_t groups = l->n ? try_list(&c, l, text) : UINT32_MAX;
      least = groups < least ? groups : least;
   }
   usc_schedule(&c); /* changes the groups of the body */
   if (least && c.schedule[0].optimal) { /* 0 if not all were tried */
      ck_assert_msg(c.schedule[0].exact == least, "%u groups are said to be the fewest, %u suffice:\n%s", c.schedule[0].exact,
                    least, text);
      total.optimal++;
   }
}

/* ---- random programs ----------------------------------------------------------------------------------------------------- */

#define NUM_INPUTS 4
#define NUM_PARAMS 6
#define NUM_CONSTS 5

struct maker {
   struct util_rng rng;
   struct util_buf t;
   unsigned values; /* used numbers */
   unsigned results[16], num_results;
   unsigned params; /* number of parameters among 8 operands */
};

static unsigned operand(struct maker *m)
{
   const unsigned k = util_rng_below(&m->rng, 8);
   if (k < m->params)
      return NUM_INPUTS + util_rng_below(&m->rng, NUM_PARAMS);
   if (k == 7)
      return NUM_INPUTS + NUM_PARAMS + util_rng_below(&m->rng, NUM_CONSTS);
   if (m->num_results && util_rng_below(&m->rng, 4))
      return m->results[util_rng_below(&m->rng, m->num_results)];
   return util_rng_below(&m->rng, NUM_INPUTS);
}

static void instruction(struct maker *m, const char *op, unsigned operands, bool modifiers)
{
   util_buf_printf(&m->t, "   %%%u:32 = %s", m->values, op);
   for (unsigned k = 0; k < operands; k++)
      util_buf_printf(&m->t, "%s %s%%%u", k ? "," : "", modifiers && !util_rng_below(&m->rng, 6) ? "-" : "", operand(m));
   util_buf_printf(&m->t, "\n");
   m->results[m->num_results++] = m->values++;
}

static void add_select(struct maker *m)
{
   static const char *const tests[] = {"flt", "fge", "feq", "ilt", "ult", "ine"};
   const unsigned a = operand(m), b = operand(m), t = operand(m), f = operand(m);
   util_buf_printf(&m->t, "   %%%u:1 = %s %%%u, %%%u\n   %%%u:32 = sel %%%u, %%%u, %%%u\n", m->values,
                   tests[util_rng_below(&m->rng, 6)], a, b, m->values + 1, m->values, t, f);
   m->results[m->num_results++] = m->values + 1;
   m->values += 2;
}

static void add_random(struct maker *m)
{
   static const struct {
      const char *name;
      unsigned operands;
      bool modifiers;
   } ops[] = {{"fmad", 3, true},  {"fmad", 3, true},    {"fmad", 3, true},   {"fmul", 2, true},   {"fadd", 2, true},
              {"fmin", 2, true},  {"fmax", 2, true},    {"fcanon", 1, true}, {"ffloor", 1, true}, {"iadd", 2, false},
              {"imul", 2, false}, {"imad", 3, false},   {"iand", 2, false},  {"ior", 2, false},   {"shl", 2, false},
              {"ushr", 2, false}, {"inot", 1, false},   {"imin", 2, false},  {"frcp", 1, true},   {"i2f", 1, false},
              {"f2i", 1, true},   {"umulhi", 2, false}, {"fceil", 1, true}};
   const unsigned n = sizeof ops / sizeof *ops,
                  k = util_rng_below(&m->rng, 2) ? util_rng_below(&m->rng, 6) : util_rng_below(&m->rng, n + 2);
   if (k >= n)
      add_select(m);
   else
      instruction(m, ops[k].name, ops[k].operands, ops[k].modifiers);
}

/* The text of a program with up to 10 operations and up to 4 outputs. */
static const char *make(unsigned seed)
{
   static const uint32_t consts[NUM_CONSTS] = {0, 0x3f800000, 0x3e99999a, 0xffffffff, 0x1234567};
   struct maker m = {.rng = {util_mix64(seed)}, .values = NUM_INPUTS + NUM_PARAMS + NUM_CONSTS};
   util_buf_init(&m.t, &ctx);
   m.params = util_rng_below(&m.rng, 7);
   util_buf_printf(&m.t, "nvp4c-ir 1\nstage vertex\n");
   for (unsigned k = 0; k < NUM_PARAMS; k++)
      util_buf_printf(&m.t, "param %u local %u\n", k, k);
   util_buf_printf(&m.t, "\nblock 0:\n");
   for (unsigned k = 0; k < NUM_INPUTS; k++)
      util_buf_printf(&m.t, "   %%%u:32 = load_input slot=vattr0 comp=%u interp=smooth\n", k, k);
   for (unsigned k = 0; k < NUM_PARAMS; k++)
      util_buf_printf(&m.t, "   %%%u:32 = load_param entry=%u comp=0 first=%u count=1\n", NUM_INPUTS + k, k, k);
   for (unsigned k = 0; k < NUM_CONSTS; k++)
      util_buf_printf(&m.t, "   %%%u:32 = const value=0x%x\n", NUM_INPUTS + NUM_PARAMS + k, consts[k]);
   for (unsigned n = 1 + util_rng_below(&m.rng, 10); n; n--)
      add_random(&m);
   const unsigned outputs = 1 + util_rng_below(&m.rng, 4);
   for (unsigned k = 0; k < outputs; k++) {
      const unsigned v = m.num_results > k && util_rng_below(&m.rng, 8) ? m.results[m.num_results - 1 - k] : operand(&m);
      util_buf_printf(&m.t, "   store_output %%%u slot=position comp=%u\n", v, k);
   }
   util_buf_printf(&m.t, "   return\n");
   return m.t.data;
}

/* ---- the test ------------------------------------------------------------------------------------------------------------ */

START_TEST(no_schedule_is_shorter)
{
   for (volatile unsigned k = 0; k < num_programs; k++) {
      util_ctx_init(&ctx, NULL, 0);
      if (setjmp(ctx.unwind))
         ck_abort_msg("program %u: %s", k, ctx.diags ? ctx.diags->message : "unwound");
      ctx.unwind_set = true;
      program(make(k));
      util_ctx_finish(&ctx);
   }
   printf("%u programs, %u lists of groups (%u left out), %u of which meet the bound; %u proofs of the compiler\n",
          total.bodies, total.lists, total.left_out, total.tight, total.optimal);
   ck_assert_uint_gt(total.lists, total.left_out);
}
END_TEST

int main(int argc, char **argv)
{
   if (argc > 1)
      num_programs = (unsigned)atoi(argv[1]);
   Suite *s = suite_create("usc_bound");
   TCase *t = tcase_create("usc_bound");
   tcase_set_timeout(t, 600);
   tcase_add_test(t, no_schedule_is_shorter);
   suite_add_tcase(s, t);
   return suite_run_nofork(s);
}
