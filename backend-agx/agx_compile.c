/* SPDX-License-Identifier: MIT */
/* The steps of the code generator: selection, then orders with waits and a register allocation for each, and the bytes of
   the best order. */
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

/* the fewest halves to declare: r5 and r6 are loaded before the program starts even if it reads neither */
#define VERTEX_HALVES 13

#define MANY_REGS 2048  /* programs with more virtual registers try fewer orders */
#define ONE_ORDER 32768 /* programs with more use the first order that fits the registers */

/* In this order: threads lost because of too many halves, instructions for copies, halves, slots. */
enum cost { COST_THREADS, COST_COPIES, COST_HALVES, COST_SLOTS, NUM_COSTS };

/* An order of the instructions of all blocks, with registers. */
struct candidate {
   struct cg_list *body;  /* by block */
   struct cg_list *waits; /* by block: the same with waits */
   struct cg_assignment a;
   uint32_t cost[NUM_COSTS]; /* less is better; the first difference decides */
};

static void use_bodies(struct agx_mir *c, const struct cg_list *body)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      c->p.blocks[b].body = body[b];
}

/* Inserts waits into the instructions in their order and allocates. Returns false if the registers do not suffice. */
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

/* Starts with the current order of the instructions. */
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
 * Chooses the best of three orders, which differ in issue cost only by copies. If there are no copies to save, an order that
 * needs
 * more registers than the best is not allocated. A program that does not fit the registers in source order may fit in another.
 * A
 * long program may still not fit in the order that needs few registers, which considers one instruction at a time and may start
 * chains that keep many operands alive; the source order is tried then, and no other.
 */
static bool choose_order(struct agx_mir *c, const struct agx_options *opt, struct cg_assignment *a)
{
   static const enum agx_order usual[] = {AGX_ORDER_FEW, AGX_ORDER_SOURCE, AGX_ORDER_FAST}, source_only[] = {AGX_ORDER_SOURCE},
                               random[] = {AGX_ORDER_RANDOM};
   const enum agx_order *orders = !opt->schedule ? source_only : opt->random_seed ? random : usual;
   struct candidate source = new_candidate(c), best = source;
   unsigned taken = 0, inserted = 0; /* 1 + the index of an order, or 0 */
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
         agx_hoist_loads(c, k.body);
      inserted = n + 1;
      if (!evaluate(c, opt, &k) || (taken && !is_better(&k, &best)))
         continue;
      best = k;
      taken = n + 1;
      if (c->p.num_regs > ONE_ORDER)
         break;
   }
   use_bodies(c, inserted == taken ? best.waits : best.body);
   if (inserted != taken) /* the slot numbers are in the instructions, which all orders share */
      agx_insert_waits(c, best.waits);
   *a = best.a;
   return taken;
}

/* Schedules for few registers and spills the rest to memory. */
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

#define STACK_EXTRA 10 /* words for the driver's own code (observed: Mesa, agx_compile.c) */

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

/* Returns false if the preamble does not fit the registers. It has no stack, so it cannot spill. */
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

/* Selects instructions and adds hints for registers. A big program is packed because nothing reads it later, and a verified
   one to test packing. */
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
   ir_cfg_update(s); /* selection does not change it */
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
      util_arena_release(ctx, &mark); /* frees the first selection */
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
   if (out->shaded_samples && out->stats.halves <= out->mask_half) /* the mask exists even if nothing reads it */
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
