/* SPDX-License-Identifier: MIT */
/* The order of the code generator: selection, schedules, waits and a register allocation for each, bytes of the best of them. */
#include "backend-agx/agx_compile.h"
#include "backend-agx/agx_paste.h"
#include "backend-agx/allocate/agx_allocate.h"
#include "backend-agx/allocate/agx_layout.h"
#include "backend-agx/allocate/agx_spill.h"
#include "backend-agx/check/agx_validate.h"
#include "backend-agx/schedule/agx_sched.h"
#include "backend-agx/schedule/agx_wait.h"
#include "backend-agx/select/agx_select.h"
#include "backend-agx/text/agx_text.h"

#define VERTEX_HALVES 13 /* least number to declare: r5 and r6 are loaded before the program starts even if it reads neither */

/* An order of the instructions of all blocks, with registers. */
struct candidate {
   struct cg_list *body;  /* by block */
   struct cg_list *waits; /* likewise, with waits */
   struct cg_assignment a;
   uint32_t cost[3]; /* halves, instructions that copies take, slots; less is better, the first that differs decides */
};

static void use_bodies(struct agx_code *c, const struct cg_list *body)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      c->p.blocks[b].body = body[b];
}

/* Puts waits into the instructions in the order that they have, and allocates. False: the registers do not suffice. */
static bool evaluate(struct agx_code *c, const struct agx_options *opt, struct candidate *k)
{
   use_bodies(c, k->body);
   agx_insert_waits(c, k->waits);
   if (!agx_allocate(c, opt, false, &k->a))
      return false;
   k->cost[0] = k->a.max_units;
   k->cost[1] = agx_count_copies(c, &k->a);
   k->cost[2] = opt->schedule ? agx_span(c) : 0;
   return true;
}

static struct candidate new_candidate(struct agx_code *c)
{
   const size_t n = (size_t)c->p.num_blocks + 1;
   return (struct candidate){.body = UTIL_ARRAY(c->p.ctx, struct cg_list, n), .waits = UTIL_ARRAY(c->p.ctx, struct cg_list, n)};
}

static bool is_better(const struct candidate *x, const struct candidate *y)
{
   unsigned k = 0;

   while (k < 2 && x->cost[k] == y->cost[k])
      k++;
   return x->cost[k] < y->cost[k];
}

/*
 * Takes the order with the fewest halves, then the fewest copies for exports (the sum of issue costs is the same for all
 * otherwise), then the shortest span; one that takes more copies than the source order is not taken. So the result is never
 * worse than the source order in what is reported. A program that does not fit the registers in source order may fit in
 * another.
 */
static bool choose_order(struct agx_code *c, const struct agx_options *opt, struct cg_assignment *a)
{
   struct candidate source = new_candidate(c);
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      source.body[b] = c->p.blocks[b].body;
   bool found = evaluate(c, opt, &source);
   const uint32_t most_copies = found ? source.cost[1] : UINT32_MAX;
   struct candidate best = source;

   for (unsigned order = AGX_ORDER_SOURCE + 1; order < AGX_NUM_ORDERS && opt->schedule; order++) {
      struct candidate k = new_candidate(c);
      use_bodies(c, source.body);
      agx_schedule(c, (enum agx_order)order, found ? best.cost[0] : AGX_HALVES, k.body);
      if (!evaluate(c, opt, &k) || k.cost[1] > most_copies || (found && !is_better(&k, &best)))
         continue;
      best = k;
      found = true;
   }
   use_bodies(c, best.body);
   agx_insert_waits(c, best.waits); /* again: the numbers of the slots are in the instructions, which all orders share */
   *a = best.a;
   return found;
}

/* Registers for the program as few are live as there can be, the rest in memory. */
static bool spill(struct agx_code *c, const struct agx_options *opt, struct cg_assignment *a)
{
   struct candidate k = new_candidate(c);

   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      k.body[b] = c->p.blocks[b].body;
   if (opt->schedule) {
      agx_schedule(c, AGX_ORDER_FEW, AGX_HALVES, k.body);
      use_bodies(c, k.body);
   }
   agx_insert_waits(c, k.waits);
   if (agx_allocate(c, opt, true, a)) {
      if (2 * (uint64_t)a->spilled.words <= AGX_STACK_REACH)
         return true;
      util_diag(c->p.ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "the program needs more than %u bytes of stack: not in this version for AGX",
                AGX_STACK_REACH);
      return false;
   }
   util_diag(c->p.ctx, DIAG_ID_unsupported_target, a->culprit, "the program needs more than 128 registers at once: not in this version for AGX");
   return false;
}

#define STACK_EXTRA 10 /* words that the driver's own code uses (observed: Mesa, agx_compile.c) */

static void use_stack(struct agx_code *c, const struct cg_assignment *a, struct agx_program *out)
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
   const struct agx_options o = {.schedule = opt->schedule, .verify = opt->verify};
   struct cg_assignment a;

   if (!choose_order(&part->code, &o, &a))
      return false;
   agx_layout(&part->code, &a, part->out);
   out->preamble = part->out->code;
   out->preamble_len = part->out->len;
   out->stats.preamble_bytes = part->out->stats.bytes;
   out->stats.preamble_instructions = part->out->stats.instructions;
   return true;
}

int agx_compile(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_program *out)
{
   struct agx_program preamble = {0};
   struct agx_selected main = {.out = out}, pre = {.out = &preamble};
   struct agx_code *c = &main.code;
   struct cg_assignment a;

   *out = (struct agx_program){0};
   agx_select(ctx, s, opt, opt->spill_all, &main, &pre);
   if (ctx->status != UTIL_OK)
      return (int)ctx->status;
   if (opt->spill_all || !choose_order(c, opt, &a)) {
      *out = preamble = (struct agx_program){0};
      agx_select(ctx, s, opt, true, &main, &pre);
      if (ctx->status != UTIL_OK || !spill(c, opt, &a))
         return (int)ctx->status;
   }
   if (s->pre.shader && !finish_preamble(&pre, opt, out)) {
      agx_paste_preshader(s);
      return agx_compile(ctx, s, opt, out);
   }
   use_stack(c, &a, out);
   agx_layout(c, &a, out);
   if (out->stage == AGX_STAGE_VERTEX && out->stats.halves < VERTEX_HALVES)
      out->stats.halves = VERTEX_HALVES;
   if (opt->verify)
      agx_validate_program(ctx, out);
   return 0;
}

void agx_program_print(const struct agx_program *p, struct util_buf *out)
{
   if (p->preamble)
      agx_disassemble(p->preamble, p->preamble_len, out);
   agx_disassemble(p->code, p->len, out);
}
