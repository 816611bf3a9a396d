/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of NV_gpu_program4: the machine and its flow of control (section 2.X.5 and the flow instructions of
 * 2.X.8). It reads the checked tree and uses nothing of the lowering or the IR; arithmetic is that of model/num.h.
 *
 * Flow: `active` holds the lanes that execute. Each frame of the block stack collects in `join` the lanes that have finished
 * its block early: an IF frame those of the part that ran first, a REP frame those that broke out or used up their count, a
 * call frame those that returned. A lane is therefore always in exactly one place: in `active`, or in `join` or `alt` of one
 * frame. When `active` is empty, control goes to the end of the innermost block.
 *
 * Cost: one step for each issued instruction, whatever the number of lanes. All memory is allocated by nv_eval_new.
 */
#include "frontend/nv/eval/nv_eval.h"

/* ---------------------------------------------------------------------------------------------------------------- set-up */

/* The largest number of blocks that are open at once within one subroutine. */
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

/*
 * Recursion: once the lanes of a quad take different paths through subroutines that call themselves, it is not defined when
 * they meet again before the outermost of these calls ends. From then on `diverged` holds the whole quad, and derivatives in it
 * are tainted like derivatives over lanes that do not execute.
 */
static void begin_recursion(struct nv_eval *e, uint32_t sub)
{
   if (e->recursion_frame || !e->p->subs[sub].recursive || e->p->dialect & NV_D_ARB)
      return;
   e->recursion_frame = e->num_frames;
   e->recursion_lanes = e->active;
}

static void end_recursion(struct nv_eval *e)
{
   if (e->recursion_frame == e->num_frames)
      e->recursion_frame = e->diverged = 0;
}

/* Adds the quads in which some of the lanes that began the recursion execute and some do not. */
static void find_diverged(struct nv_eval *e)
{
   uint32_t away = e->recursion_lanes & ~e->active, quad = e->active;
   away |= exec_quad_swap(away, 1);
   away |= exec_quad_swap(away, 2);
   quad |= exec_quad_swap(quad, 1);
   quad |= exec_quad_swap(quad, 2);
   e->diverged |= away & quad;
}

struct nv_eval *nv_eval_new(struct util_ctx *ctx, const struct nv_program *p, struct exec_task *task, unsigned fshort)
{
   struct nv_eval *e = UTIL_NEW(ctx, struct nv_eval);
   e->p = p;
   e->task = task;
   e->num = task->num;
   e->fshort = fshort;
   e->active = task->valid;
   e->status = EXEC_RUNNING;

   /* Registers and condition codes start as zero: the defined behaviour of reading what nothing has written. */
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
   e->cap_frames = calls * (max_nesting(p) + 1) + 1;
   e->frames = UTIL_ARRAY(ctx, struct nv_frame, e->cap_frames);

   UTIL_CHECK(ctx, p->entry_sub < p->num_subs);
   e->frames[e->num_frames++] = (struct nv_frame){.kind = NV_FRAME_CALL, .next = NV_NONE};
   e->pc = p->subs[p->entry_sub].first;
   e->sub_end = p->subs[p->entry_sub].end;
   begin_recursion(e, p->entry_sub);
   return e;
}

/* --------------------------------------------------------------------------------------------------------------------- flow */

static bool fault(struct nv_eval *e, const char *what)
{
   e->task->fault = what;
   e->status = EXEC_FAULT;
   return false;
}

static struct nv_frame *push(struct nv_eval *e, enum nv_frame_kind kind)
{
   if (e->num_frames == e->cap_frames) {
      fault(e, "more open blocks than the program nests");
      return NULL;
   }
   struct nv_frame *f = &e->frames[e->num_frames++];
   memset(f, 0, sizeof *f);
   f->kind = kind;
   return f;
}

/* The innermost frame of a kind within the current call. */
static struct nv_frame *innermost(struct nv_eval *e, enum nv_frame_kind kind)
{
   for (uint32_t i = e->num_frames; i-- > 0;) {
      if (e->frames[i].kind == kind)
         return &e->frames[i];
      if (e->frames[i].kind == NV_FRAME_CALL)
         break;
   }
   fault(e, "a jump out of a block that is not open");
   return NULL;
}

static struct nv_frame *top(struct nv_eval *e, enum nv_frame_kind kind)
{
   struct nv_frame *f = &e->frames[e->num_frames - 1];
   if (f->kind == kind)
      return f;
   fault(e, "the end of a block that is not open");
   return NULL;
}

static void exec_if(struct nv_eval *e, const struct nv_instr *in)
{
   uint32_t pass = nv_eval_test_any(e, &in->cond);
   struct nv_frame *f = push(e, NV_FRAME_IF);
   if (!f)
      return;
   f->next = in->other;
   if (e->p->instrs[in->other].op == NV_OP_ELSE)
      f->alt = e->active & ~pass;
   else
      f->join = e->active & ~pass;
   e->active &= pass;
}

static void exec_else(struct nv_eval *e, const struct nv_instr *in)
{
   struct nv_frame *f = top(e, NV_FRAME_IF);
   if (!f)
      return;
   f->join |= e->active;
   e->active = f->alt;
   f->alt = 0;
   f->next = in->other;
}

/* LOOP: y and z of the operand are rounded down. The program sees the index limited to values from 0 on. */
static void start_index(struct nv_eval *e, const struct nv_instr *in)
{
   num_m m = e->num;
   struct nv_reg *r = nv_eval_temp(e, in->index_var, 0);
   NV_EACH_LANE(l, e->active)
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
   NV_EACH_LANE(l, e->active)
   {
      uint32_t index = r->v[1][l] + r->v[2][l];
      r->v[0][l] = index & NV_SIGN ? 0 : index;
      r->v[1][l] = index;
   }
}

static void exec_rep(struct nv_eval *e, const struct nv_instr *in)
{
   num_m m = e->num;
   struct nv_frame *f = push(e, NV_FRAME_REP);
   if (!f)
      return;
   f->next = in->other;
   if (!in->num_src || in->src[0].kind == NV_OPND_NONE)
      return;
   f->counted = true;
   nv_eval_load(e, &in->src[0], in->op == NV_OP_LOOP ? 7 : 1, false, &e->src[0]);
   if (in->op == NV_OP_LOOP)
      start_index(e, in);
   e->lane_taint |= e->src[0].taint[0] & e->active;
   uint32_t skip = 0;
   NV_EACH_LANE(l, e->active)
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
   e->active &= ~skip;
}

static void exec_endrep(struct nv_eval *e, const struct nv_instr *in)
{
   struct nv_frame *f = top(e, NV_FRAME_REP);
   if (!f)
      return;
   e->active |= f->alt;
   f->alt = 0;
   if (f->counted) {
      uint32_t leave = 0;
      NV_EACH_LANE(l, e->active)
      {
         leave |= (uint32_t)(--f->count[l] == 0) << l;
      }
      f->join |= leave;
      e->active &= ~leave;
   }
   if (e->active) {
      if (in->op == NV_OP_ENDLOOP)
         next_index(e, &e->p->instrs[in->other]);
      e->pc = in->other + 1;
   } else {
      e->active = f->join;
      e->num_frames--;
   }
}

static void exec_cal(struct nv_eval *e, const struct nv_instr *in)
{
   uint32_t pass = nv_eval_test_any(e, &in->cond);
   /* A call that is nested too deeply ends the instance in the older languages. In NV_gpu_program4 it is not taken (defined
      behaviour). */
   if (e->p->dialect & NV_D_ARB && e->call_depth >= e->p->call_depth) {
      e->frames[0].join |= pass;
      e->active &= ~pass;
      return;
   }
   if (!pass || e->call_depth >= e->p->call_depth)
      return;
   struct nv_frame *f = push(e, NV_FRAME_CALL);
   if (!f)
      return;
   f->next = e->pc;
   f->sub_end = e->sub_end;
   f->join = e->active & ~pass;
   e->active = pass;
   e->pc = e->p->subs[in->callee].first;
   e->sub_end = e->p->subs[in->callee].end;
   e->call_depth++;
   begin_recursion(e, in->callee);
}

/*
 * The end of a subroutine: its text ends, or all lanes have returned. In the older languages lanes that run into END, called or
 * not, have executed the last instruction of the program and end (NV_vertex_program2_option 2.14.4.X, NV_fragment_program2
 * 3.11.4.X); in NV_gpu_program4 they return (2.X.5).
 */
static void end_of_sub(struct nv_eval *e)
{
   struct nv_frame *f = top(e, NV_FRAME_CALL);
   if (!f)
      return;
   if (e->p->dialect & NV_D_ARB && f != &e->frames[0]) {
      e->frames[0].join |= e->active;
      e->active = 0;
   }
   e->active |= f->join;
   if (e->num_frames == 1) {
      nv_eval_finish(e);
      return;
   }
   e->pc = f->next;
   e->sub_end = f->sub_end;
   end_recursion(e);
   e->num_frames--;
   e->call_depth--;
}

/* BRK, CONT and RET: the lanes that pass the test wait in a frame. */
static void exec_leave(struct nv_eval *e, const struct nv_instr *in)
{
   uint32_t pass = nv_eval_test_any(e, &in->cond);
   struct nv_frame *f = NULL;
   if (in->op != NV_OP_RET) {
      f = innermost(e, NV_FRAME_REP);
   } else {
      for (uint32_t i = e->num_frames; i-- > 0 && !f;)
         f = e->frames[i].kind == NV_FRAME_CALL ? &e->frames[i] : NULL;
   }
   if (!f)
      return;
   if (in->op == NV_OP_CONT)
      f->alt |= pass;
   else
      f->join |= pass;
   e->active &= ~pass;
}

static void execute(struct nv_eval *e, const struct nv_instr *in)
{
   switch (in->op) {
   case NV_OP_IF:
      exec_if(e, in);
      break;
   case NV_OP_ELSE:
      exec_else(e, in);
      break;
   case NV_OP_ENDIF: {
      struct nv_frame *f = top(e, NV_FRAME_IF);
      if (f) {
         e->active |= f->join;
         e->num_frames--;
      }
      break;
   }
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
   case NV_OP_RET:
      exec_leave(e, in);
      break;
   default:
      nv_eval_plain(e, in);
   }
}

/* Whether an instruction is next. If not, a subroutine or the program has ended. */
static bool ready(struct nv_eval *e)
{
   if (e->jumps)
      return nv_eval_jump_ready(e);
   if (!e->active) {
      const struct nv_frame *f = &e->frames[e->num_frames - 1];
      e->pc = f->kind == NV_FRAME_CALL ? e->sub_end : f->next;
   }
   if (e->pc != e->sub_end)
      return true;
   end_of_sub(e);
   return false;
}

enum exec_status nv_eval_step(struct nv_eval *e, uint64_t steps)
{
   while (e->status == EXEC_RUNNING) {
      if (!ready(e))
         continue;
      if (!steps)
         break;
      if (!e->task->budget) {
         e->task->running = e->active;
         return EXEC_BUDGET; /* it can go on when the caller raises the budget */
      }
      steps--;
      e->task->budget--;
      if (e->jumps) {
         nv_eval_jump_issue(e);
         continue;
      }
      execute(e, &e->p->instrs[e->pc++]);
      if (e->recursion_frame)
         find_diverged(e);
   }
   return e->status;
}

enum exec_status nv_eval_run(struct util_ctx *ctx, const struct nv_program *p, struct exec_task *task, unsigned fshort)
{
   return nv_eval_step(nv_eval_new(ctx, p, task, fshort), UINT64_MAX);
}
