/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: programs with BRA, PUSHA or POPA (NV_vertex_program2_option 2.14.4.X, NV_vertex_program3). Their
 * text has no block structure, so every lane has its own program counter and stack, as in the documents. Each step issues the
 * instruction with the smallest counter, for all lanes whose counter it is. The order has no visible effect, because these are
 * vertex programs, which have no derivatives.
 *
 * An entry of the stack is a return address, or an address register that PUSHA saved. The cases that the documents call
 * abnormal termination (a call or push with a full stack, a pop from an empty stack or of an entry of the wrong kind) end the
 * invocation and keep its results (defined behaviour).
 */
#include "frontend/nv/eval/nv_eval.h"

enum entry_kind { ENTRY_RETURN, ENTRY_ADDRESS };

struct nv_entry {
   enum entry_kind kind;
   uint32_t instr;
   uint32_t address[4];
};

struct nv_jump_state {
   uint32_t live, max_depth;
   uint32_t pc[EXEC_LANES], depth[EXEC_LANES];
   struct nv_entry (*stack)[EXEC_LANES]; /* by depth */
};

void nv_eval_jump_init(struct util_ctx *ctx, struct nv_eval *e)
{
   struct nv_jump_state *j = UTIL_NEW(ctx, struct nv_jump_state);
   UTIL_CHECK(ctx, e->p->entry_sub < e->p->num_subs);
   j->live = e->wave->valid;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      j->pc[l] = e->p->subs[e->p->entry_sub].first;
   j->stack = (struct nv_entry(*)[EXEC_LANES])UTIL_ARRAY(ctx, struct nv_entry, (size_t)e->p->call_depth * EXEC_LANES);
   j->max_depth = e->p->call_depth;
   e->jumps = j;
}

static void end_lane(struct nv_jump_state *j, unsigned l)
{
   j->live &= ~(1u << l);
}

static struct nv_entry *push(struct nv_jump_state *j, unsigned l)
{
   if (j->depth[l] >= j->max_depth) {
      end_lane(j, l);
      return NULL;
   }
   return &j->stack[j->depth[l]++][l];
}

/* Takes the top entry if it is of the expected kind; otherwise the lane ends. */
static struct nv_entry *pop(struct nv_jump_state *j, unsigned l, enum entry_kind kind)
{
   if (j->depth[l] > 0 && j->stack[j->depth[l] - 1][l].kind == kind)
      return &j->stack[--j->depth[l]][l];
   end_lane(j, l);
   return NULL;
}

static void pusha(struct nv_eval *e, const struct nv_instr *in)
{
   nv_eval_load(e, &in->src[0], 15, &e->src[0]);
   NV_EACH_LANE(l, e->flow.active)
   {
      struct nv_entry *entry = push(e->jumps, l);
      if (!entry)
         continue;
      entry->kind = ENTRY_ADDRESS;
      for (unsigned c = 0; c < 4; c++)
         entry->address[c] = e->src[0].v[c][l];
   }
}

static void popa(struct nv_eval *e, const struct nv_instr *in)
{
   memset(&e->res, 0, sizeof e->res);
   memset(e->of, 0, sizeof e->of);
   memset(e->cf, 0, sizeof e->cf);
   NV_EACH_LANE(l, e->flow.active)
   {
      const struct nv_entry *entry = pop(e->jumps, l, ENTRY_ADDRESS);
      for (unsigned c = 0; entry && c < 4; c++)
         e->res.v[c][l] = entry->address[c];
   }
   e->flow.active &= e->jumps->live;
   nv_eval_write(e, in);
}

static void jump(struct nv_eval *e, const struct nv_instr *in)
{
   struct nv_jump_state *j = e->jumps;
   uint32_t pass = nv_eval_test_any(e, &in->cond);
   NV_EACH_LANE(l, pass)
   {
      struct nv_entry *entry;
      switch (in->op) {
      case NV_OP_BRA: j->pc[l] = in->other; break;
      case NV_OP_CAL:
         entry = push(j, l);
         if (entry) {
            entry->kind = ENTRY_RETURN;
            entry->instr = j->pc[l];
            j->pc[l] = in->other;
         }
         break;
      default: /* RET with an empty stack is the normal end of the program */
         entry = pop(j, l, ENTRY_RETURN);
         if (entry)
            j->pc[l] = entry->instr;
      }
   }
}

bool nv_eval_jump_ready(struct nv_eval *e)
{
   struct nv_jump_state *j = e->jumps;
   e->flow.pc = UINT32_MAX;
   NV_EACH_LANE(l, j->live)
   {
      if (j->pc[l] >= e->p->num_instrs)
         end_lane(j, l);
      else if (j->pc[l] < e->flow.pc)
         e->flow.pc = j->pc[l];
   }
   if (j->live)
      return true;
   e->flow.active = e->wave->valid;
   nv_eval_finish(e);
   return false;
}

/* Executes the instruction at pc for the lanes whose counter it is. */
void nv_eval_jump_issue(struct nv_eval *e)
{
   struct nv_jump_state *j = e->jumps;
   e->flow.active = 0;
   NV_EACH_LANE(l, j->live)
   {
      if (j->pc[l] != e->flow.pc)
         continue;
      e->flow.active |= 1u << l;
      j->pc[l]++;
   }
   const struct nv_instr *in = &e->p->instrs[e->flow.pc];
   switch (in->op) {
   case NV_OP_BRA:
   case NV_OP_CAL:
   case NV_OP_RET: jump(e, in); break;
   case NV_OP_PUSHA: pusha(e, in); break;
   case NV_OP_POPA: popa(e, in); break;
   default: nv_eval_plain(e, in);
   }
}
