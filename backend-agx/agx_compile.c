/* SPDX-License-Identifier: MIT */
/* The order of the code generator: selection, schedules, waits and a register allocation for each, bytes of the best of
   them. */
#include "backend-agx/agx_compile.h"
#include "backend-agx/agx_paste.h"
#include "backend-agx/allocate/agx_allocate.h"
#include "backend-agx/allocate/agx_layout.h"
#include "backend-agx/allocate/agx_spill.h"
#include "backend-agx/check/agx_validate.h"
#include "backend-agx/schedule/agx_hoist_loads.h"
#include "backend-agx/schedule/agx_sched.h"
#include "backend-agx/schedule/agx_wait.h"
#include "backend-agx/select/agx_select.h"
#include "backend-agx/text/agx_text.h"
#include "ir/build.h"
#include "ir/cfg.h"

#define VERTEX_HALVES 13 /* least number to declare: r5 and r6 are loaded before the program starts even if it reads neither */

#define MANY_REGS 2048 /* virtual registers: of a program with more, fewer orders are tried */
#define ONE_ORDER 32768 /* of one with more than these, one order in which it fits the registers is enough */

/* Fewer threads run if there are too many halves; then instructions that copies take, halves, slots. */
enum cost { COST_THREADS, COST_COPIES, COST_HALVES, COST_SLOTS, NUM_COSTS };

/* An order of the instructions of all blocks, with registers. */
struct candidate {
   struct cg_list *body;  /* by block */
   struct cg_list *waits; /* likewise, with waits */
   struct cg_assignment a;
   uint32_t cost[NUM_COSTS]; /* less is better, the first that differs decides */
};

static void use_bodies(struct agx_mir *c, const struct cg_list *body)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      c->p.blocks[b].body = body[b];
}

/* Puts waits into the instructions in the order that they have, and allocates. False: the registers do not suffice. */
static bool evaluate(struct agx_mir *c, const struct agx_options *opt, struct candidate *k)
{
   use_bodies(c, k->body);
   agx_insert_waits(c, k->waits);
   if (!agx_allocate(c, opt, false, &k->a))
      return false;
   k->cost[COST_THREADS] = agx_occupancy(0) - agx_occupancy(k->a.max_units);
   k->cost[COST_COPIES] = agx_count_copies(c, &k->a);
   k->cost[COST_HALVES] = k->a.max_units;
   k->cost[COST_SLOTS] = opt->schedule ? agx_span(c) : 0;
   return true;
}

/* With the order that the instructions have. */
static struct candidate new_candidate(struct agx_mir *c)
{
   const size_t n = (size_t)c->p.num_blocks + 1;
   const struct candidate k = {.body = UTIL_ARRAY(c->p.ctx, struct cg_list, n),
                               .waits = UTIL_ARRAY(c->p.ctx, struct cg_list, n)};

   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      k.body[b] = c->p.blocks[b].body;
   return k;
}

static bool is_better(const struct candidate *x, const struct candidate *y)
{
   unsigned k = 0;

   while (k < NUM_COSTS - 1 && x->cost[k] == y->cost[k])
      k++;
   return x->cost[k] < y->cost[k];
}

/*
 * Takes the best of three orders; the sum of issue costs is the same for all but for copies. Where there are no copies to save,
 * an order of which more is live than the best has registers is not allocated. A program that does not fit the registers in
 * source order may fit in another; a long one that does not fit in the order that needs few, which looks at one instruction at
 * a time and may begin chains that keep many operands alive, is tried as it is and then given up.
 */
static bool choose_order(struct agx_mir *c, const struct agx_options *opt, struct cg_assignment *a)
{
   static const enum agx_order usual[] = {AGX_ORDER_FEW, AGX_ORDER_SOURCE, AGX_ORDER_FAST}, source_only[] = {AGX_ORDER_SOURCE},
                               random[] = {AGX_ORDER_RANDOM};
   const enum agx_order *orders = !opt->schedule ? source_only : opt->random_seed ? random : usual;
   struct candidate source = new_candidate(c), best = source;
   unsigned taken = 0, inserted = 0; /* 1 + the number of an order */
   const bool large = c->p.num_regs > MANY_REGS;
   const struct agx_touched *touched = orders == usual && !large ? agx_touch(c) : NULL;

   for (unsigned n = 0; n < (orders == usual ? 3 : 1); n++) {
      const bool strict = taken ? !best.cost[COST_COPIES] : n && large;
      struct candidate k = new_candidate(c);
      use_bodies(c, source.body);
      const uint32_t limit = opt->random_seed ? opt->random_seed : taken ? best.cost[COST_HALVES] : agx_num_halves(c, opt);
      if (n > 1 && large && !taken)
         break;
      if (!agx_schedule(c, touched, orders[n], limit, strict, k.body))
         continue;
      use_bodies(c, k.body);
      if (orders[n] == AGX_ORDER_FEW || (orders[n] == AGX_ORDER_RANDOM && opt->random_seed & 2))
         agx_request_early(c, k.body);
      inserted = n + 1;
      if (!evaluate(c, opt, &k) || (taken && !is_better(&k, &best)))
         continue;
      best = k;
      taken = n + 1;
      if (c->p.num_regs > ONE_ORDER)
         break;
   }
   use_bodies(c, inserted == taken ? best.waits : best.body);
   if (inserted != taken) /* the numbers of the slots are in the instructions, which all orders share */
      agx_insert_waits(c, best.waits);
   *a = best.a;
   return taken;
}

/* Registers for the program as few are live as there can be, the rest in memory. */
static bool spill(struct agx_mir *c, const struct agx_options *opt, struct cg_assignment *a)
{
   struct candidate k = new_candidate(c);

   if (opt->schedule) {
      agx_schedule(c, NULL, opt->random_seed ? AGX_ORDER_RANDOM : AGX_ORDER_FEW,
                   opt->random_seed ? opt->random_seed : AGX_HALVES, false, k.body);
      use_bodies(c, k.body);
   }
   agx_insert_waits(c, k.waits);
   const bool placed = agx_allocate(c, opt, true, a);
   if (a->spilled.too_far) {
      util_diag(c->p.ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "the program needs more stack than AGX supports (%u bytes)",
                AGX_STACK_REACH);
      return false;
   }
   if (placed)
      return true;
   const unsigned counter = c->uses_flow ? 2 : 0; /* halves of r0 */
   util_diag(c->p.ctx, DIAG_ID_unsupported_target, a->culprit, "this instruction needs %u temporaries, there are %u",
             (a->culprit_demand + counter + 1) / 2, agx_num_halves(c, opt) / 2);
   return false;
}

#define STACK_EXTRA 10 /* words that the driver's own code uses (observed: Mesa, agx_compile.c) */

static void use_stack(struct agx_mir *c, const struct cg_assignment *a, struct agx_program *out)
{
   const uint32_t words = (a->spilled.words + 1) / 2;

   out->stats.spill_bytes = 4 * (words - c->stack_words);
   if (!words)
      return;
   out->stack_words = (words + STACK_EXTRA + 3) & ~3u;
   out->array_words = c->stack_words;
   agx_use_stack(c, out->stack_words, out->stage == AGX_STAGE_FRAGMENT);
}

/* A preamble has no stack, so nothing in it is spilled: false if it does not fit the registers. */
static bool finish_preamble(struct agx_selected *part, const struct agx_options *opt, struct agx_program *out)
{
   const struct agx_options o = {.schedule = opt->schedule, .verify = opt->verify, .random_seed = opt->random_seed};
   struct cg_assignment a;

   if (!choose_order(&part->mir, &o, &a))
      return false;
   part->mir.hints = opt->schedule;
   agx_layout(&part->mir, &a, part->out);
   out->preamble = part->out->code;
   out->preamble_len = part->out->len;
   out->preamble_from = part->out->from;
   out->num_preamble_from = part->out->num_from;
   out->stats.preamble_bytes = part->out->stats.bytes;
   out->stats.preamble_instructions = part->out->stats.instructions;
   return true;
}

/* Selection, and hints for registers. Nothing looks at a big program behind it, and at one that is verified, to test that with
   each. */
static bool make_code(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, bool spills,
                      struct agx_selected *main, struct agx_selected *pre)
{
   ir_unpack(s);
   agx_select(ctx, s, opt, spills, main, pre);
   if (ctx->status != UTIL_OK)
      return false;
   agx_hint_moves(&main->mir);
   agx_hint_moves(&pre->mir);
   if (ir_is_big(s) || opt->verify)
      ir_pack(s);
   return true;
}

int agx_compile(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_program *out)
{
   struct agx_program preamble = {0};
   struct agx_selected main = {.out = out}, pre = {.out = &preamble};
   struct agx_mir *c = &main.mir;
   struct cg_assignment a;

   *out = (struct agx_program){0};
   ir_cfg_update(s); /* selection leaves it as it is */
   if (s->pre.shader)
      ir_cfg_update(s->pre.shader);
   if (ir_is_big(s) || opt->verify)
      ir_pack_reserve(s);
   const struct util_arena mark = ctx->arena;
   if (!make_code(ctx, s, opt, opt->spill_all, &main, &pre))
      return (int)ctx->status;
   if (opt->spill_all || !choose_order(c, opt, &a)) {
      *out = preamble = (struct agx_program){0};
      main = (struct agx_selected){.out = out};
      pre = (struct agx_selected){.out = &preamble};
      util_arena_release(ctx, &mark); /* nothing of the first selection stays */
      if (!make_code(ctx, s, opt, true, &main, &pre) || !spill(c, opt, &a))
         return (int)ctx->status;
   }
   if (s->pre.shader && !finish_preamble(&pre, opt, out)) {
      ir_unpack(s);
      agx_paste_preshader(s);
      return agx_compile(ctx, s, opt, out);
   }
   use_stack(c, &a, out);
   c->hints = opt->schedule;
   agx_layout(c, &a, out);
   if (out->stage == AGX_STAGE_VERTEX && out->stats.halves < VERTEX_HALVES)
      out->stats.halves = VERTEX_HALVES;
   if (out->shaded_samples && out->stats.halves <= out->mask_half) /* it is there even if nothing reads it */
      out->stats.halves = out->mask_half + 1u;
   if (opt->check_code && !opt->whole)
      agx_validate_program(ctx, out);
   if (!opt->last)
      ir_unpack(s);
   return 0;
}

void agx_program_print(const struct agx_program *p, struct util_buf *out)
{
   if (p->preamble)
      agx_disassemble(p->preamble, p->preamble_len, out);
   agx_disassemble(p->code, p->len, out);
}
