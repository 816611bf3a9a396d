/* SPDX-License-Identifier: MIT */
/* The reference evaluator of TGSI: flow control. semantics/exec_flow.h decides which invocations execute. */
#include "frontend/tgsi/eval/tgsi_eval.h"

/* -------------------------------------------------------------------------------------------------------------------- loops */

/* BGNFOR: x, y and z of the LOOP register are index, count and step. Returns the invocations that continue. */
static uint32_t for_test(struct tgsi_eval *e, const struct tgsi_reg *r)
{
   uint32_t pass = 0;

   e->lane_taint |= r->taint[1] & e->flow.active;
   TGSI_EACH_LANE(l, e->flow.active)
   {
      pass |= num_flt(e->num, 0, r->v[1][l]) << l;
   }
   return pass;
}

static void exec_for(struct tgsi_eval *e, const struct tgsi_instr *in, struct exec_frame *f)
{
   struct tgsi_reg *r = tgsi_eval_loop_register(e, in);

   if (!r || !in->num_src)
      return tgsi_eval_fault(e, "a loop without a register or a count");
   tgsi_eval_source(e, in, 0, 7);
   for (unsigned c = 0; c < 4; c++) {
      r->taint[c] = c < 3 ? (r->taint[c] & ~e->flow.active) | (e->src[0].taint[c] & e->flow.active) : r->taint[c];
      TGSI_EACH_LANE(l, e->flow.active)
      {
         r->v[c][l] = c < 3 ? num_ffloor(e->num, e->src[0].v[c][l]) : 0;
      }
   }
   const uint32_t pass = for_test(e, r);
   f->join = e->flow.active & ~pass;
   e->flow.active = pass;
}

static void exec_repeat(struct tgsi_eval *e, const struct tgsi_instr *in, struct exec_frame *f)
{
   uint32_t pass = 0;

   tgsi_eval_source(e, in, 0, 1);
   e->lane_taint |= e->src[0].taint[0] & e->flow.active;
   TGSI_EACH_LANE(l, e->flow.active)
   {
      const uint32_t x = num_ffloor(e->num, e->src[0].v[0][l]);
      f->count[l] = num_flt(e->num, 0, x) ? num_f(x) >= 0x1p32f ? UINT32_MAX : (uint32_t)num_f(x) : 0;
      pass |= (uint32_t)(f->count[l] != 0) << l;
   }
   f->join = e->flow.active & ~pass;
   e->flow.active = pass;
}

static void exec_loop(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct exec_frame *f = exec_flow_push(&e->flow, EXEC_FRAME_LOOP, in->other);

   if (f && in->op == TGSI_OP_BGNFOR)
      exec_for(e, in, f);
   else if (f && in->op == TGSI_OP_REP)
      exec_repeat(e, in, f);
}

static void exec_endloop(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct exec_frame *f = exec_flow_continue(&e->flow);
   uint32_t leave = 0;

   if (!f)
      return;
   if (in->op == TGSI_OP_ENDFOR) {
      struct tgsi_reg *r = tgsi_eval_loop_register(e, &e->p->instrs[in->other]);
      TGSI_EACH_LANE(l, e->flow.active)
      {
         r->v[0][l] = num_fadd(e->num, r->v[0][l], r->v[2][l]);
         r->v[1][l] = num_fadd(e->num, r->v[1][l], num_u(-1.0f));
      }
      r->taint[0] |= r->taint[2] & e->flow.active;
      leave = e->flow.active & ~for_test(e, r);
   } else if (in->op == TGSI_OP_ENDREP) {
      TGSI_EACH_LANE(l, e->flow.active)
      {
         leave |= (uint32_t)(--f->count[l] == 0) << l;
      }
   }
   exec_flow_again(&e->flow, leave, in->other + 1);
}

/* ------------------------------------------------------------------------------------------------------------------- SWITCH */

/* The label at which each invocation enters, or TGSI_NONE. */
static void find_labels(struct tgsi_eval *e, const struct tgsi_instr *in, exec_lanes label)
{
   uint32_t other = TGSI_NONE;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      label[l] = TGSI_NONE;
   for (uint32_t i = in->other; e->p->instrs[i].op != TGSI_OP_ENDSWITCH; i = e->p->instrs[i].other) {
      if (e->p->instrs[i].op == TGSI_OP_DEFAULT) {
         other = i;
         continue;
      }
      tgsi_eval_load(e, tgsi_src(e->p, &e->p->instrs[i], 0), 'U', 1, &e->src[1]);
      e->lane_taint |= e->src[1].taint[0] & e->flow.active;
      TGSI_EACH_LANE(l, e->flow.active)
      {
         if (label[l] == TGSI_NONE && e->src[1].v[0][l] == e->src[0].v[0][l])
            label[l] = i;
      }
   }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      label[l] = label[l] == TGSI_NONE ? other : label[l];
}

static void exec_switch(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct exec_frame *f = exec_flow_push(&e->flow, EXEC_FRAME_SWITCH, in->other);

   if (!f)
      return;
   tgsi_eval_source(e, in, 0, 1);
   e->lane_taint |= e->src[0].taint[0] & e->flow.active;
   find_labels(e, in, f->count);
   TGSI_EACH_LANE(l, e->flow.active)
   {
      f->alt |= (uint32_t)(f->count[l] != TGSI_NONE) << l;
   }
   f->join = e->flow.active & ~f->alt;
   e->flow.active = 0;
}

/* CASE and DEFAULT: the invocations that enter here join those that fall through. */
static void exec_label(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct exec_frame *f = exec_flow_top(&e->flow, EXEC_FRAME_SWITCH);
   uint32_t enter = 0;

   if (!f)
      return;
   TGSI_EACH_LANE(l, f->alt)
   {
      enter |= (uint32_t)(f->count[l] == (uint32_t)(in - e->p->instrs)) << l;
   }
   f->alt &= ~enter;
   f->next = in->other;
   e->flow.active |= enter;
}

static void exec_call(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const uint32_t pass = in->op == TGSI_OP_CALLNZ ? tgsi_eval_test(e, in, 0) : e->flow.active;
   const struct tgsi_sub *sub = &e->p->subs[e->p->instrs[in->other].sub];

   if (pass && e->flow.call_depth < TGSI_CALL_DEPTH)
      exec_flow_call(&e->flow, pass, in->other, sub->end, sub->recursive);
}

/* ----------------------------------------------------------------------------------------------------------------- dispatch */

void tgsi_eval_flow(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct exec_flow *f = &e->flow;
   const unsigned loop = 1u << EXEC_FRAME_LOOP, breaks = loop | 1u << EXEC_FRAME_SWITCH;

   switch (in->op) {
   case TGSI_OP_IF:
   case TGSI_OP_UIF: exec_flow_if(f, tgsi_eval_test(e, in, 0), in->other, e->p->instrs[in->other].op == TGSI_OP_ELSE); break;
   case TGSI_OP_ELSE: exec_flow_else(f, in->other); break;
   case TGSI_OP_ENDIF: exec_flow_end(f, EXEC_FRAME_IF); break;
   case TGSI_OP_BGNLOOP:
   case TGSI_OP_BGNFOR:
   case TGSI_OP_REP: exec_loop(e, in); break;
   case TGSI_OP_ENDLOOP:
   case TGSI_OP_ENDFOR:
   case TGSI_OP_ENDREP: exec_endloop(e, in); break;
   case TGSI_OP_BRK: exec_flow_leave(f, f->active, breaks, false); break;
   case TGSI_OP_BREAKC: exec_flow_leave(f, tgsi_eval_test(e, in, 0), breaks, false); break;
   case TGSI_OP_CONT: exec_flow_leave(f, f->active, loop, true); break;
   case TGSI_OP_SWITCH: exec_switch(e, in); break;
   case TGSI_OP_CASE:
   case TGSI_OP_DEFAULT: exec_label(e, in); break;
   case TGSI_OP_ENDSWITCH: exec_flow_end(f, EXEC_FRAME_SWITCH); break;
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ: exec_call(e, in); break;
   case TGSI_OP_RET:
   case TGSI_OP_ENDSUB: exec_flow_leave(f, f->active, 1u << EXEC_FRAME_CALL, false); break;
   case TGSI_OP_END: exec_flow_exit(f, f->active); break;
   default: break; /* BGNSUB NOP */
   }
}
