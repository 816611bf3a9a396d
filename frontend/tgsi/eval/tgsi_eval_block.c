/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: flow of control.
 *
 * `active` holds the instances that execute. Each frame of the stack of blocks collects in `join` those that have finished its block early: an IF frame those of the part
 * that ran first, a loop those that broke out or used up their count, a SWITCH those that broke out or have no label, a call those that returned. An instance is
 * therefore always in exactly one place: in `active`, or in `join` or `alt` of one frame. When `active` is empty, control goes to where the innermost block has something to do.
 */
#include "frontend/tgsi/eval/tgsi_eval.h"

static struct tgsi_frame *push(struct tgsi_eval *e, enum tgsi_frame_kind kind, uint32_t next)
{
   if (e->num_frames == e->cap_frames) {
      tgsi_eval_fault(e, "more open blocks than the program nests");
      return NULL;
   }
   struct tgsi_frame *f = &e->frames[e->num_frames++];
   memset(f, 0, sizeof *f);
   f->kind = kind;
   f->next = next;
   return f;
}

static struct tgsi_frame *top(struct tgsi_eval *e, enum tgsi_frame_kind kind)
{
   struct tgsi_frame *f = &e->frames[e->num_frames - 1];

   if (f->kind == kind)
      return f;
   tgsi_eval_fault(e, "the end of a block that is not open");
   return NULL;
}

/* The innermost frame of one of the kinds (a mask) within the current call. */
static struct tgsi_frame *innermost(struct tgsi_eval *e, unsigned kinds)
{
   for (uint32_t i = e->num_frames; i-- > 0;) {
      if (kinds >> e->frames[i].kind & 1)
         return &e->frames[i];
      if (e->frames[i].kind == TGSI_FRAME_CALL)
         break;
   }
   tgsi_eval_fault(e, "a jump out of a block that is not open");
   return NULL;
}

/* ---------------------------------------------------------------------------------------------------------------- recursion */

/*
 * Once the instances of a quad take different paths through subroutines that call themselves, it is not defined when they meet again before the
 * outermost of these calls ends. From then on `diverged` holds the whole quad, and derivatives in it are tainted.
 */
static void begin_recursion(struct tgsi_eval *e, uint32_t sub)
{
   if (e->recursion_frame || !e->p->subs[sub].recursive)
      return;
   e->recursion_frame = e->num_frames;
   e->recursion_lanes = e->active;
}

/* Adds the quads in which some of the instances that began the recursion execute and some do not. */
void tgsi_eval_diverge(struct tgsi_eval *e)
{
   uint32_t away = e->recursion_lanes & ~e->active, quad = e->active;

   if (!e->recursion_frame)
      return;
   away |= exec_quad_swap(away, 1);
   away |= exec_quad_swap(away, 2);
   quad |= exec_quad_swap(quad, 1);
   quad |= exec_quad_swap(quad, 2);
   e->diverged |= away & quad;
}

/* ----------------------------------------------------------------------------------------------------------------------- IF */

static void exec_if(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const uint32_t pass = tgsi_eval_test(e, in, 0);
   struct tgsi_frame *f = push(e, TGSI_FRAME_IF, in->other);

   if (!f)
      return;
   if (e->p->instrs[in->other].op == TGSI_OP_ELSE)
      f->alt = e->active & ~pass;
   else
      f->join = e->active & ~pass;
   e->active &= pass;
}

static void exec_else(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct tgsi_frame *f = top(e, TGSI_FRAME_IF);

   if (!f)
      return;
   f->join |= e->active;
   e->active = f->alt;
   f->alt = 0;
   f->next = in->other;
}

/* The end of an IF or a SWITCH. */
static void exec_end(struct tgsi_eval *e, enum tgsi_frame_kind kind)
{
   struct tgsi_frame *f = top(e, kind);

   if (!f)
      return;
   e->active |= f->join;
   e->num_frames--;
}

/* -------------------------------------------------------------------------------------------------------------------- loops */

/* BGNFOR: x y z of the LOOP register are index, count and step. True: the instances that go on. */
static uint32_t for_test(struct tgsi_eval *e, const struct tgsi_reg *r)
{
   uint32_t pass = 0;

   e->lane_taint |= r->taint[1] & e->active;
   TGSI_EACH_LANE(l, e->active)
   {
      pass |= num_flt(e->num, 0, r->v[1][l]) << l;
   }
   return pass;
}

static void exec_for(struct tgsi_eval *e, const struct tgsi_instr *in, struct tgsi_frame *f)
{
   struct tgsi_reg *r = tgsi_eval_loop_register(e, in);

   if (!r || !in->num_src)
      return tgsi_eval_fault(e, "a loop without a register or a count");
   tgsi_eval_source(e, in, 0, 7);
   for (unsigned c = 0; c < 4; c++) {
      r->taint[c] = c < 3 ? (r->taint[c] & ~e->active) | (e->src[0].taint[c] & e->active) : r->taint[c];
      TGSI_EACH_LANE(l, e->active)
      {
         r->v[c][l] = c < 3 ? num_ffloor(e->num, e->src[0].v[c][l]) : 0;
      }
   }
   const uint32_t pass = for_test(e, r);
   f->join = e->active & ~pass;
   e->active = pass;
}

static void exec_repeat(struct tgsi_eval *e, const struct tgsi_instr *in, struct tgsi_frame *f)
{
   uint32_t pass = 0;

   tgsi_eval_source(e, in, 0, 1);
   e->lane_taint |= e->src[0].taint[0] & e->active;
   TGSI_EACH_LANE(l, e->active)
   {
      const uint32_t x = num_ffloor(e->num, e->src[0].v[0][l]);
      f->count[l] = num_flt(e->num, 0, x) ? num_f(x) >= 0x1p32f ? UINT32_MAX : (uint32_t)num_f(x) : 0;
      pass |= (uint32_t)(f->count[l] != 0) << l;
   }
   f->join = e->active & ~pass;
   e->active = pass;
}

static void exec_loop(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct tgsi_frame *f = push(e, TGSI_FRAME_LOOP, in->other);

   if (f && in->op == TGSI_OP_BGNFOR)
      exec_for(e, in, f);
   else if (f && in->op == TGSI_OP_REP)
      exec_repeat(e, in, f);
}

static void exec_endloop(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct tgsi_frame *f = top(e, TGSI_FRAME_LOOP);
   uint32_t leave = 0;

   if (!f)
      return;
   e->active |= f->alt;
   f->alt = 0;
   if (in->op == TGSI_OP_ENDFOR) {
      struct tgsi_reg *r = tgsi_eval_loop_register(e, &e->p->instrs[in->other]);
      TGSI_EACH_LANE(l, e->active)
      {
         r->v[0][l] = num_fadd(e->num, r->v[0][l], r->v[2][l]);
         r->v[1][l] = num_fadd(e->num, r->v[1][l], num_u(-1.0f));
      }
      r->taint[0] |= r->taint[2] & e->active;
      leave = e->active & ~for_test(e, r);
   } else if (in->op == TGSI_OP_ENDREP) {
      TGSI_EACH_LANE(l, e->active)
      {
         leave |= (uint32_t)(--f->count[l] == 0) << l;
      }
   }
   f->join |= leave;
   e->active &= ~leave;
   if (e->active) {
      e->pc = in->other + 1;
   } else {
      e->active = f->join;
      e->num_frames--;
   }
}

static void exec_leave(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const uint32_t pass = in->op == TGSI_OP_BREAKC ? tgsi_eval_test(e, in, 0) : e->active;
   struct tgsi_frame *f = innermost(e, in->op == TGSI_OP_CONT ? 1u << TGSI_FRAME_LOOP : 1u << TGSI_FRAME_LOOP | 1u << TGSI_FRAME_SWITCH);

   if (!f)
      return;
   if (in->op == TGSI_OP_CONT)
      f->alt |= pass;
   else
      f->join |= pass;
   e->active &= ~pass;
}

/* ------------------------------------------------------------------------------------------------------------------- SWITCH */

/* The label at which each instance enters; TGSI_NONE: none. */
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
      e->lane_taint |= e->src[1].taint[0] & e->active;
      TGSI_EACH_LANE(l, e->active)
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
   struct tgsi_frame *f = push(e, TGSI_FRAME_SWITCH, in->other);

   if (!f)
      return;
   tgsi_eval_source(e, in, 0, 1);
   e->lane_taint |= e->src[0].taint[0] & e->active;
   find_labels(e, in, f->count);
   TGSI_EACH_LANE(l, e->active)
   {
      f->alt |= (uint32_t)(f->count[l] != TGSI_NONE) << l;
   }
   f->join = e->active & ~f->alt;
   e->active = 0;
}

/* CASE and DEFAULT: those that enter here join those that fall through. */
static void exec_label(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   struct tgsi_frame *f = top(e, TGSI_FRAME_SWITCH);
   uint32_t enter = 0;

   if (!f)
      return;
   TGSI_EACH_LANE(l, f->alt)
   {
      enter |= (uint32_t)(f->count[l] == (uint32_t)(in - e->p->instrs)) << l;
   }
   f->alt &= ~enter;
   f->next = in->other;
   e->active |= enter;
}

/* -------------------------------------------------------------------------------------------------------------------- calls */

static void exec_call(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const uint32_t pass = in->op == TGSI_OP_CALLNZ ? tgsi_eval_test(e, in, 0) : e->active;

   if (!pass || e->call_depth >= TGSI_CALL_DEPTH)
      return;
   struct tgsi_frame *f = push(e, TGSI_FRAME_CALL, e->pc);
   if (!f)
      return;
   const uint32_t sub = e->p->instrs[in->other].sub;
   f->sub_end = e->sub_end;
   f->join = e->active & ~pass;
   e->active = pass;
   e->pc = in->other;
   e->sub_end = e->p->subs[sub].end;
   e->call_depth++;
   begin_recursion(e, sub);
}

/* The end of a subroutine: its text ends, or all instances have returned. */
static void end_of_sub(struct tgsi_eval *e)
{
   struct tgsi_frame *f = top(e, TGSI_FRAME_CALL);

   if (!f)
      return;
   e->active |= f->join;
   if (e->num_frames == 1) {
      tgsi_eval_finish(e);
      return;
   }
   e->pc = f->next;
   e->sub_end = f->sub_end;
   if (e->recursion_frame == e->num_frames)
      e->recursion_frame = e->diverged = 0;
   e->num_frames--;
   e->call_depth--;
}

static void exec_return(struct tgsi_eval *e)
{
   struct tgsi_frame *f = innermost(e, 1u << TGSI_FRAME_CALL);

   f->join |= e->active;
   e->active = 0;
}

/* ----------------------------------------------------------------------------------------------------------------- dispatch */

bool tgsi_eval_ready(struct tgsi_eval *e)
{
   if (!e->active) {
      const struct tgsi_frame *f = &e->frames[e->num_frames - 1];
      e->pc = f->kind == TGSI_FRAME_CALL ? e->sub_end : f->next;
   }
   if (e->pc != e->sub_end)
      return true;
   end_of_sub(e);
   return false;
}

bool tgsi_eval_has_flow(enum tgsi_op op)
{
   return tgsi_op_info[op].kind == TGSI_FLOW && op != TGSI_OP_IFC && op != TGSI_OP_BRA && !tgsi_eval_has_function(op);
}

void tgsi_eval_flow(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   switch (in->op) {
   case TGSI_OP_IF:
   case TGSI_OP_UIF: exec_if(e, in); break;
   case TGSI_OP_ELSE: exec_else(e, in); break;
   case TGSI_OP_ENDIF: exec_end(e, TGSI_FRAME_IF); break;
   case TGSI_OP_BGNLOOP:
   case TGSI_OP_BGNFOR:
   case TGSI_OP_REP: exec_loop(e, in); break;
   case TGSI_OP_ENDLOOP:
   case TGSI_OP_ENDFOR:
   case TGSI_OP_ENDREP: exec_endloop(e, in); break;
   case TGSI_OP_BRK:
   case TGSI_OP_BREAKC:
   case TGSI_OP_CONT: exec_leave(e, in); break;
   case TGSI_OP_SWITCH: exec_switch(e, in); break;
   case TGSI_OP_CASE:
   case TGSI_OP_DEFAULT: exec_label(e, in); break;
   case TGSI_OP_ENDSWITCH: exec_end(e, TGSI_FRAME_SWITCH); break;
   case TGSI_OP_CAL:
   case TGSI_OP_CALLNZ: exec_call(e, in); break;
   case TGSI_OP_RET:
   case TGSI_OP_ENDSUB: exec_return(e); break;
   case TGSI_OP_END: /* of the instance, wherever it is */
      e->frames[0].join |= e->active;
      e->active = 0;
      break;
   case TGSI_OP_BGNSUB:
   case TGSI_OP_NOP: break;
   default: tgsi_eval_fault(e, "flow control that is not supported");
   }
}
