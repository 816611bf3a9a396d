/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of NV_gpu_program4: the machine and its flow control (section 2.X.5 and the flow instructions of
 * 2.X.8). It reads the checked tree and uses nothing of the lowering or the IR. Its arithmetic is that of semantics/num.h.
 * semantics/exec_flow.h decides which lanes execute.
 *
 * Cost: one step for each issued instruction, whatever the number of lanes. All memory is allocated by nv_eval_new.
 */
#include "frontend/nv/eval/nv_eval.h"

/* ---------------------------------------------------------------------------------------------------------------- set-up */

/* The largest number of blocks that are open at once in one subroutine. */
static uint32_t max_nesting(const struct nv_program *p)
{
   uint32_t depth = 0, most = 0;
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      switch (p->instrs[i].op) {
      case NV_OP_IF:
      case NV_OP_REP:
      case NV_OP_LOOP:
         depth++;
         break;
      case NV_OP_ENDIF:
      case NV_OP_ENDREP:
      case NV_OP_ENDLOOP:
         depth -= depth > 0;
         break;
      }
      most = depth > most ? depth : most;
   }
   return most;
}

/* Returns true if a subroutine can call itself, so that the place where its lanes converge is not defined. */
static bool is_recursive(const struct nv_program *p, uint32_t sub)
{
   return p->subs[sub].recursive && !(p->dialect & NV_D_ARB);
}

struct nv_eval *nv_eval_new(struct util_ctx *ctx, const struct nv_program *p, struct exec_wave *wave, unsigned fshort)
{
   struct nv_eval *e = UTIL_NEW(ctx, struct nv_eval);
   e->p = p;
   e->wave = wave;
   e->num = wave->num;
   e->fshort = fshort;
   e->flow.active = wave->valid;
   e->status = EXEC_RUNNING;

   /* Registers and condition codes start as zero, which defines reads of unwritten ones. */
   uint32_t n = 0;
   e->base = UTIL_ARRAY(ctx, uint32_t, p->num_vars + 1);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      e->slot_reg[s] = NV_NONE;
   for (uint32_t i = 0; i < p->num_vars; i++) {
      const struct nv_var *v = &p->vars[i];
      e->base[i] = n;
      if (v->cls == NV_TEMP) {
         UTIL_CHECK(ctx, v->length <= (UINT32_MAX >> 12) - n);
         n += v->length;
      }
      /* Several variables may be bound to one result, so the registers belong to the slots. */
      for (uint32_t k = 0; v->cls == NV_RESULT && k < v->length; k++) {
         UTIL_CHECK(ctx, v->slot + k < SLOT_COUNT);
         if (e->slot_reg[v->slot + k] == NV_NONE)
            e->slot_reg[v->slot + k] = n++;
      }
   }
   e->regs = UTIL_ARRAY(ctx, struct nv_reg, n + 1);
   nv_written_outputs(p, e->written);
   /* In the older languages the condition codes start as EQ. */
   for (unsigned c = 0; p->dialect & NV_D_ARB && c < 4; c++)
      e->cc[0].zf[c] = e->cc[1].zf[c] = UINT32_MAX;
   if (p->jumps) {
      nv_eval_jump_init(ctx, e);
      return e;
   }

   /* A frame for each call that can be open at once, and for each block that can be open in one of them. */
   uint32_t calls = p->call_depth + 1;
   bool recursive = false;
   for (uint32_t i = 0; i < p->num_subs; i++)
      recursive |= p->subs[i].recursive;
   if (!recursive && p->num_subs < calls)
      calls = p->num_subs;
   UTIL_CHECK(ctx, p->entry_sub < p->num_subs);
   const struct nv_sub *main = &p->subs[p->entry_sub];
   exec_flow_init(ctx, &e->flow, calls * (max_nesting(p) + 1) + 1);
   exec_flow_begin(&e->flow, wave->valid, main->first, main->end, is_recursive(p, p->entry_sub));
   return e;
}

/* --------------------------------------------------------------------------------------------------------------------- flow */

/* LOOP: y and z of the operand are rounded down. The program sees an index that is never negative. */
static void start_index(struct nv_eval *e, const struct nv_instr *in)
{
   num_m m = e->num;
   struct nv_reg *r = nv_eval_temp(e, in->index_var, 0);
   NV_EACH_LANE(l, e->flow.active)
   {
      uint32_t index = num_f2i(m, num_ffloor(m, e->src[0].v[1][l]));
      r->v[0][l] = index & NV_SIGN ? 0 : index;
      r->v[1][l] = index;
      r->v[2][l] = num_f2i(m, num_ffloor(m, e->src[0].v[2][l]));
   }
}

static void next_index(struct nv_eval *e, const struct nv_instr *loop)
{
   struct nv_reg *r = nv_eval_temp(e, loop->index_var, 0);
   NV_EACH_LANE(l, e->flow.active)
   {
      uint32_t index = r->v[1][l] + r->v[2][l];
      r->v[0][l] = index & NV_SIGN ? 0 : index;
      r->v[1][l] = index;
   }
}

static void exec_rep(struct nv_eval *e, const struct nv_instr *in)
{
   num_m m = e->num;
   struct exec_frame *f = exec_flow_push(&e->flow, EXEC_FRAME_LOOP, in->other);
   if (!f)
      return;
   if (!in->num_src || in->src[0].kind == NV_OPND_NONE)
      return;
   nv_eval_load(e, &in->src[0], in->op == NV_OP_LOOP ? 7 : 1, &e->src[0]);
   if (in->op == NV_OP_LOOP)
      start_index(e, in);
   e->lane_taint |= e->src[0].taint[0] & e->flow.active;
   uint32_t skip = 0;
   NV_EACH_LANE(l, e->flow.active)
   {
      uint32_t x = e->src[0].v[0][l];
      switch (in->src[0].type) {
      case NV_TYPE_F:
         x = num_ffloor(m, x);
         f->count[l] = num_flt(m, 0, x) ? num_f2u(m, x) : 0;
         break;
      case NV_TYPE_S:
         f->count[l] = x & NV_SIGN ? 0 : x;
         break;
      default:
         f->count[l] = x;
      }
      if (f->count[l] > e->p->loop_count)
         f->count[l] = e->p->loop_count;
      skip |= (uint32_t)(f->count[l] == 0) << l;
   }
   f->join = skip;
   e->flow.active &= ~skip;
}

static void exec_endrep(struct nv_eval *e, const struct nv_instr *in)
{
   const struct nv_instr *rep = &e->p->instrs[in->other];
   struct exec_frame *f = exec_flow_continue(&e->flow);
   uint32_t leave = 0;
   if (!f)
      return;
   if (rep->num_src && rep->src[0].kind != NV_OPND_NONE) {
      NV_EACH_LANE(l, e->flow.active)
      {
         leave |= (uint32_t)(--f->count[l] == 0) << l;
      }
   }
   if (exec_flow_again(&e->flow, leave, in->other + 1) && in->op == NV_OP_ENDLOOP)
      next_index(e, rep);
}

static void exec_cal(struct nv_eval *e, const struct nv_instr *in)
{
   uint32_t pass = nv_eval_test_any(e, &in->cond);
   /* In the older languages a call that is nested too deeply ends the invocation. In NV_gpu_program4 it has no effect (defined
      behaviour). */
   const bool full = e->flow.call_depth >= e->p->call_depth;
   if (full && e->p->dialect & NV_D_ARB)
      exec_flow_exit(&e->flow, pass);
   else if (!full && pass)
      exec_flow_call(&e->flow, pass, e->p->subs[in->callee].first, e->p->subs[in->callee].end, is_recursive(e->p, in->callee));
}

/*
 * The end of a subroutine: the end of its text, or all lanes have returned. In the older languages lanes that reach END, in a
 * called subroutine or not, have executed the last instruction of the program and end (NV_vertex_program2_option 2.14.4.X,
 * NV_fragment_program2 3.11.4.X); in NV_gpu_program4 they return (2.X.5).
 */
static void end_of_sub(struct nv_eval *e)
{
   if (e->p->dialect & NV_D_ARB && e->flow.num_frames > 1)
      exec_flow_exit(&e->flow, e->flow.active);
   if (exec_flow_end_sub(&e->flow))
      nv_eval_finish(e);
}

static void execute(struct nv_eval *e, const struct nv_instr *in)
{
   switch (in->op) {
   case NV_OP_IF:
      exec_flow_if(&e->flow, nv_eval_test_any(e, &in->cond), in->other, e->p->instrs[in->other].op == NV_OP_ELSE);
      break;
   case NV_OP_ELSE:
      exec_flow_else(&e->flow, in->other);
      break;
   case NV_OP_ENDIF:
      exec_flow_end(&e->flow, EXEC_FRAME_IF);
      break;
   case NV_OP_REP:
   case NV_OP_LOOP:
      exec_rep(e, in);
      break;
   case NV_OP_ENDREP:
   case NV_OP_ENDLOOP:
      exec_endrep(e, in);
      break;
   case NV_OP_CAL:
      exec_cal(e, in);
      break;
   case NV_OP_BRK:
   case NV_OP_CONT:
      exec_flow_leave(&e->flow, nv_eval_test_any(e, &in->cond), 1u << EXEC_FRAME_LOOP, in->op == NV_OP_CONT);
      break;
   case NV_OP_RET:
      exec_flow_leave(&e->flow, nv_eval_test_any(e, &in->cond), 1u << EXEC_FRAME_CALL, false);
      break;
   default:
      nv_eval_plain(e, in);
   }
}

/* Returns true if an instruction is next. Otherwise a subroutine or the program has ended. */
static bool is_ready(struct nv_eval *e)
{
   if (e->jumps)
      return nv_eval_jump_ready(e);
   if (exec_flow_ready(&e->flow))
      return true;
   end_of_sub(e);
   return false;
}

enum exec_status nv_eval_step(struct nv_eval *e, uint64_t steps)
{
   while (e->status == EXEC_RUNNING) {
      if (e->flow.fault) {
         e->wave->fault = e->flow.fault;
         return e->status = EXEC_FAULT;
      }
      if (!is_ready(e))
         continue;
      if (!steps)
         break;
      if (!e->wave->budget) {
         e->wave->running = e->flow.active;
         return EXEC_BUDGET; /* it can continue when the caller raises the budget */
      }
      steps--;
      e->wave->budget--;
      if (e->jumps) {
         nv_eval_jump_issue(e);
         continue;
      }
      execute(e, &e->p->instrs[e->flow.pc++]);
      exec_flow_diverge(&e->flow);
   }
   return e->status;
}

enum exec_status nv_eval_run(struct util_ctx *ctx, const struct nv_program *p, struct exec_wave *wave, unsigned fshort)
{
   return nv_eval_step(nv_eval_new(ctx, p, wave, fshort), UINT64_MAX);
}
