/* SPDX-License-Identifier: MIT */
/* Control flow, waits and barriers. */
#include "backend-agx/sim/agx_sim_priv.h"

#include <string.h>

/* Operations on the nesting counter r0l. Every lane executes them; afterwards lanes whose counter is 0 run. */
bool agx_sim_nest(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const uint32_t n = in->f[AGX_F_NEST], op = in->op;
   const bool fl = op == AGX_OP_if_fcmp || op == AGX_OP_else_fcmp || op == AGX_OP_while_fcmp;
   const bool compares = op != AGX_OP_push_exec && op != AGX_OP_pop_exec && op != AGX_OP_update_exec;
   const uint32_t holds = compares ? agx_sim_compare(t, in, fl) : UINT32_MAX;
   uint32_t exec = 0;

   (void)lanes;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const bool cond = holds >> l & 1;
      uint32_t v = t->reg.r[0][l] & 0xffff;

      switch (op) {
      case AGX_OP_update_exec: break;
      case AGX_OP_pop_exec: v = v > n ? v - n : 0; break;
      case AGX_OP_else_icmp:
      case AGX_OP_else_fcmp: v = v == 0 ? n : v == 1 ? !cond : v; break;
      case AGX_OP_while_icmp:
      case AGX_OP_while_fcmp: v = v >= n ? v : cond ? 0 : n; break;
      default: v = v ? v + n : !cond; break; /* push_exec is an if with a true condition */
      }
      t->reg.r[0][l] = (t->reg.r[0][l] & 0xffff0000u) | (v & 0xffff);
      exec |= (uint32_t)((v & 0xffff) == 0) << l;
   }
   t->exec = exec & t->valid;
   return true;
}

/* The target of a return or call. It has to be the same in all lanes. */
static bool read_target(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, uint32_t *pc)
{
   const uint32_t *v = t->reg.r[r->value / 2];

   if (!lanes)
      return agx_sim_fault(t, "a jump to a register while no lane runs");
   *pc = v[__builtin_ctz(lanes)];
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && v[l] != *pc)
         return agx_sim_fault(t, "a jump to a register that differs between lanes");
   return true;
}

bool agx_sim_jump(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   uint32_t to = s->place + in->imm; /* modulo 2^32; a place outside the program makes the next step a fault */
   exec_lanes link;

   if ((in->op == AGX_OP_jmp_exec_any && !lanes) || (in->op == AGX_OP_jmp_exec_none && lanes))
      return true;
   if ((in->op == AGX_OP_ret || in->op == AGX_OP_call_reg) && !read_target(t, &in->ref[AGX_A], lanes, &to))
      return false;
   if (s->flags & AGX_LINK) {
      lanes_splat(s->next, link);
      lanes_select(lanes, link, t->reg.r[1]);
   }
   t->pc = to;
   return true;
}

bool agx_sim_wait(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;

   if (in->op == AGX_OP_wait) {
      memset(t->flight.writes[in->f[AGX_F_SLOT]], 0, sizeof t->flight.writes[0]);
      t->flight.pending[in->f[AGX_F_SLOT]] = 0;
   } else if (in->op == AGX_OP_wait_pix) {
      for (unsigned k = 0; k < 4; k++)
         if (in->imm >> k & 1)
            t->pixel.waited[k] |= lanes;
   }
   return true;
}

/* AGX_DRAIN already checks that no operation is in flight. A wave in which no lane reaches the barrier does not wait. */
bool agx_sim_barrier(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   if (t->kind == AGX_PART_PREAMBLE)
      return agx_sim_fault(t, "a barrier in a preamble");
   if (s->in.op == AGX_OP_threadgroup_barrier)
      t->at_barrier = t->in_group && lanes;
   else if (s->in.op == AGX_OP_memory_barrier && t->env.fence)
      t->env.fence(t->env.user);
   return true;
}
