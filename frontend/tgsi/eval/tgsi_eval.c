/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: set-up and steps (tgsi_eval.h). It reads the checked tree and uses nothing of the lowering
 * or the IR. Its arithmetic is that of semantics/num.h and, for 64 bits, that of tgsi_eval_double.h.
 *
 * Cost: one step for each issued instruction, whatever the number of invocations. All memory is allocated before the first
 * step.
 */
#include "frontend/tgsi/eval/tgsi_eval.h"

/* The largest number of blocks that are open at once in one subroutine. */
static uint32_t max_nesting(const struct tgsi_program *p)
{
   uint32_t depth = 0, most = 0;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      switch (p->instrs[i].op) {
      case TGSI_OP_IF:
      case TGSI_OP_UIF:
      case TGSI_OP_BGNLOOP:
      case TGSI_OP_BGNFOR:
      case TGSI_OP_REP:
      case TGSI_OP_SWITCH: depth++; break;
      case TGSI_OP_ENDIF:
      case TGSI_OP_ENDLOOP:
      case TGSI_OP_ENDFOR:
      case TGSI_OP_ENDREP:
      case TGSI_OP_ENDSWITCH: depth -= depth > 0; break;
      }
      most = depth > most ? depth : most;
   }
   return most;
}

static struct tgsi_eval *start(struct util_ctx *ctx, const struct tgsi_program *p, struct exec_wave *wave)
{
   struct tgsi_eval *e = UTIL_NEW(ctx, struct tgsi_eval);
   bool recursive = false;

   e->p = p;
   e->wave = wave;
   e->num = wave->num;
   e->fused = *wave->num;
   e->fused.mad_fused = true;
   e->status = EXEC_RUNNING;
   tgsi_eval_registers(ctx, e);
   for (uint32_t i = 0; i < p->num_instrs && !e->private_words; i++)
      if (tgsi_op_info[p->instrs[i].op].kind == TGSI_MEMORY)
         e->private_words = util_alloc_array(ctx, TGSI_PRIVATE_WORDS, sizeof *e->private_words);
   for (uint32_t i = 0; i < p->num_instrs && !e->stack; i++)
      if (p->instrs[i].op == TGSI_OP_PUSHA || p->instrs[i].op == TGSI_OP_POPA)
         e->stack = UTIL_NEW(ctx, struct tgsi_stack);

   /* A frame for each call that can be open at once, and for each block that can be open in one of them. */
   for (uint32_t i = 0; i < p->num_subs; i++)
      recursive |= p->subs[i].recursive;
   const uint32_t calls = recursive || p->num_subs > TGSI_CALL_DEPTH ? TGSI_CALL_DEPTH + 1 : p->num_subs;
   UTIL_CHECK(ctx, p->num_subs > 0);
   exec_flow_init(ctx, &e->flow, calls * (max_nesting(p) + 1) + 1);
   exec_flow_begin(&e->flow, wave->valid, p->subs[0].first, p->subs[0].end, false);
   return e;
}

/* Returns true if an instruction is next. */
static bool is_ready(struct tgsi_eval *e)
{
   if (exec_flow_ready(&e->flow))
      return true;
   if (exec_flow_end_sub(&e->flow))
      tgsi_eval_finish(e);
   return false;
}

enum exec_status tgsi_eval_run(struct util_ctx *ctx, const struct tgsi_program *p, struct exec_wave *wave)
{
   struct tgsi_eval *e = wave->state ? wave->state : start(ctx, p, wave);

   e->status = EXEC_RUNNING;
   wave->state = NULL;
   while (e->status == EXEC_RUNNING) {
      if (e->flow.fault) {
         tgsi_eval_fault(e, e->flow.fault);
         break;
      }
      if (!is_ready(e))
         continue;
      if (!wave->budget) {
         wave->running = e->flow.active;
         return EXEC_BUDGET;
      }
      wave->budget--;
      e->clock++;
      const struct tgsi_instr *in = &p->instrs[e->flow.pc++];
      tgsi_eval_instr(e, in);
      exec_flow_diverge(&e->flow);
   }
   wave->state = e->status == EXEC_BARRIER ? e : NULL;
   return e->status;
}
