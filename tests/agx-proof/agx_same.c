/* SPDX-License-Identifier: MIT */
/* See agx_same.h. */
#include "tests/agx-proof/agx_same.h"

#include "backend-agx/sim/agx_harness.h"
#include "tests/agx-proof/agx_prove.h"

#include <string.h>

static bool has_target(unsigned op)
{
   return op == AGX_OP_jmp_exec_any || op == AGX_OP_jmp_exec_none;
}

/* ---- code ---------------------------------------------------------------------------------------------------------------- */

static void reserve(struct util_ctx *ctx, struct mutable_code *c, size_t n)
{
   *c = (struct mutable_code){.in = UTIL_ARRAY(ctx, struct agx_instr, n + 1),
                              .at = UTIL_ARRAY(ctx, uint32_t, n + 1),
                              .target = UTIL_ARRAY(ctx, uint32_t, n + 1),
                              .dropped = UTIL_ARRAY(ctx, bool, n + 1),
                              .flip = UTIL_ARRAY(ctx, uint8_t, n + 1)};
}

bool mutable_read(struct util_ctx *ctx, const uint8_t *code, size_t len, struct mutable_code *c)
{
   reserve(ctx, c, len / 2);
   for (size_t at = 0; at < len; at += c->in[c->n++].len) {
      c->at[c->n] = (uint32_t)at;
      if (agx_decode(code + at, len - at, &c->in[c->n]))
         return false;
   }
   c->at[c->n] = (uint32_t)len;
   for (uint32_t k = 0; k < c->n; k++)
      for (uint32_t t = 0; t <= c->n && has_target(c->in[k].op); t++)
         if (c->at[t] == c->at[k] + c->in[k].imm)
            c->target[k] = t;
   return true;
}

void mutable_copy(struct util_ctx *ctx, const struct mutable_code *from, struct mutable_code *to)
{
   reserve(ctx, to, from->n);
   to->n = from->n;
   to->halves = from->halves;
   memcpy(to->in, from->in, from->n * sizeof *to->in);
   memcpy(to->at, from->at, (from->n + 1) * sizeof *to->at);
   memcpy(to->target, from->target, from->n * sizeof *to->target);
}

const uint8_t *mutable_write(struct util_ctx *ctx, const struct mutable_code *c, size_t *len)
{
   uint8_t *code = UTIL_ARRAY(ctx, uint8_t, (size_t)c->n * AGX_MAX_LEN + 1);
   uint32_t *at = UTIL_ARRAY(ctx, uint32_t, (size_t)c->n + 1);

   for (unsigned round = 0; round < 2; round++) { /* the places of all instructions first, then the jumps to them */
      uint32_t pc = 0;
      for (uint32_t k = 0; k < c->n; k++) {
         struct agx_instr in = c->in[k];
         unsigned n = 0;
         at[k] = pc;
         if (has_target(in.op))
            in.imm = round ? at[c->target[k]] - pc : 0;
         in.form = AGX_FORM_USUAL;
         if (!c->dropped[k] && agx_encode(&in, code + pc, &n))
            return NULL;
         if (c->flip[k])
            code[pc + (c->flip[k] - 1) / 8] ^= (uint8_t)(1u << (c->flip[k] - 1) % 8);
         pc += n;
      }
      at[c->n] = pc;
   }
   *len = at[c->n];
   return code;
}

/* ---- comparison on waves ------------------------------------------------------------------------------------------------- */

static bool same_state(const struct agx_wave *a, const struct agx_wave *b)
{
   for (unsigned r = 0; r < AGX_REGS; r++)
      for (unsigned l = 0; l < EXEC_LANES; l++)
         if (a->valid >> l & 1 && a->reg.r[r][l] != b->reg.r[r][l])
            return false;
   return a->exec == b->exec && !a->fault == !b->fault && !memcmp(&a->out, &b->out, sizeof a->out) &&
          !memcmp(&a->pixel, &b->pixel, sizeof a->pixel) && !memcmp(&a->flight, &b->flight, sizeof a->flight) &&
          a->stack == b->stack && a->killed == b->killed;
}

struct pair {
   const struct agx_sim_code *good, *other;
   struct agx_wave *t, *a, *b;
   uint32_t at;           /* byte offset of the instruction */
   const uint32_t *meet;  /* for jumps: the bytes of both targets in order, else NULL */
   bool dropped;
};

/* Executes one step of each program from the same state. For jumps with different targets it also executes the step between
   them. */
static bool acts(struct pair *p)
{
   *p->a = *p->t;
   *p->b = *p->t;
   agx_sim_step(p->good, p->a);
   if (!p->dropped)
      agx_sim_step(p->other, p->b);
   if (!p->meet || p->a->pc == p->b->pc)
      return !same_state(p->a, p->b);
   struct agx_wave *behind = p->a->pc == p->meet[0] ? p->a : p->b;
   if (p->a->pc + p->b->pc != p->meet[0] + p->meet[1])
      return true;
   agx_sim_step(p->good, behind);
   return p->a->pc != p->b->pc || !same_state(p->a, p->b);
}

static bool acts_in(struct util_ctx *ctx, const struct ir_shader *s, struct directed *inputs, const struct agx_decoded *d,
                    struct pair *p, uint64_t seed)
{
   struct verify_wave base, vt;
   struct agx_harness h;

   directed_fill(ctx, inputs, &base, s, seed);
   verify_reset(ctx, &vt, &base);
   directed_reset(inputs, &vt, seed);
   vt.t.budget = 1 << 17;
   if (!agx_wave_setup(ctx, &h, p->t, d, &vt.t))
      return true;
   do
      if (p->t->pc == p->at && acts(p))
         return true;
   while (agx_sim_step(p->good, p->t) == EXEC_RUNNING);
   return false;
}

enum mutant_act mutant_act(struct util_ctx *ctx, const struct ir_shader *s, struct directed *inputs,
                           const struct agx_program *p, const struct mutable_code *good, const struct agx_program *q,
                           const struct mutable_code *c, uint32_t pc, unsigned waves)
{
   const unsigned op = good->in[pc].op;
   const uint32_t a = good->at[good->target[pc]], b = good->at[c->target[pc]], meet[2] = {a < b ? a : b, a < b ? b : a};
   struct pair pair = {.good = agx_sim_decode(ctx, p->code, p->len),
                       .other = agx_sim_decode(ctx, q->code, q->len),
                       .t = UTIL_NEW(ctx, struct agx_wave),
                       .a = UTIL_NEW(ctx, struct agx_wave),
                       .b = UTIL_NEW(ctx, struct agx_wave),
                       .at = good->at[pc],
                       .meet = has_target(op) ? meet : NULL,
                       .dropped = c->dropped[pc]};
   const struct agx_decoded *d = agx_harness_decode(ctx, p);

   if (agx_prove_same(ctx, s, p, q, c->dropped[pc], pc))
      return MUTANT_SAME;
   if (op == AGX_OP_stack_store || op == AGX_OP_device_store || s->stage == IR_STAGE_COMPUTE)
      return MUTANT_ACTS; /* memory and the other waves of a workgroup are not compared */
   for (unsigned k = 0; k < waves; k++) {
      const struct util_arena mark = ctx->arena;
      const bool does = acts_in(ctx, s, inputs, d, &pair, 1 + k);
      util_arena_release(ctx, &mark);
      if (does)
         return MUTANT_ACTS;
   }
   return MUTANT_ASLEEP;
}
