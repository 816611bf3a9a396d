/* SPDX-License-Identifier: MIT */
/*
 * -verify-sim: run the program at every level on the same inputs and compare.
 *
 *   leg 1: reference evaluator on the syntax tree = IR with the inexact passes off
 *   leg 2: final IR = machine code
 *
 * Both are exact. What the documents leave undefined (derivatives across lanes that do not execute) is known to the evaluator
 * as taint and left out of both legs. The key changes what a program computes: what the evaluator reads and writes is changed
 * accordingly (verify_key.c), the levels below have it in their IR. Without clamping of indices (-fno-robust) a task in which one
 * is out of range has no second leg.
 */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/verify/verify_key.h"

/* Components that the program writes, and those of them that only integer instructions write. */
static void written_mask(const struct nv_program *p, uint8_t mask[SLOT_COUNT])
{
   uint8_t floats[SLOT_COUNT] = {0};

   nv_written_outputs(p, mask);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct nv_instr *in = &p->instrs[i];
      if (!in->dst.present || p->vars[in->dst.var].cls != NV_RESULT)
         continue;
      const struct nv_var *v = &p->vars[in->dst.var];
      bool is_int = in->type == NV_TYPE_S || in->type == NV_TYPE_U;
      uint8_t out = nv_op_info[in->op].out;
      if (out == NV_FMT_VF)
         is_int = false;
      for (uint32_t e = 0; e < v->length && !is_int; e++)
         if (v->slot + e < SLOT_COUNT)
            floats[v->slot + e] |= in->dst.mask;
   }
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      mask[s] = (uint8_t)((mask[s] & 0xf) | (mask[s] & ~floats[s] & 0xf) << 4);
}

static void ir_mask(const struct ir_shader *s, uint8_t mask[SLOT_COUNT])
{
   memset(mask, 0, SLOT_COUNT);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_store_output)
            mask[i->attr[0]] |= (uint8_t)(1u << i->attr[1]);
}

static void mismatch(struct nvp4c_result *r, const char *what, const char *why, uint64_t seed)
{
   util_diag(&r->ctx, DIAG_ID_verify_mismatch, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", what, (unsigned long long)seed, why);
   r->ctx.status = UTIL_MISMATCH;
}

static bool fault(struct nvp4c_result *r, const char *who, const struct verify_task *vt, enum exec_status st, uint64_t seed)
{
   if (st != EXEC_FAULT)
      return false;
   util_diag(&r->ctx, DIAG_ID_verify_fault, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", who, (unsigned long long)seed,
             vt->t.fault ? vt->t.fault : "fault");
   r->ctx.status = UTIL_MISMATCH;
   return true;
}

void verify_run(struct nvp4c_result *r, const struct target_ops *target, const struct nv_program *ast, struct ir_shader *exact,
                struct ir_shader *final, void *program)
{
   struct util_ctx *ctx = &r->ctx;
   uint8_t mask[SLOT_COUNT];
   unsigned vertices = final->stage == IR_STAGE_GEOMETRY ? EXEC_MAX_VERTICES : 1;
   uint64_t ops = (ast ? ast->num_instrs : 100) + 1;
   /* A program that loops over a random count ends here; the others need far less. The levels below issue more instructions. */
   uint64_t budget = 20000 + 20 * ops;
   struct verify_count count = {0, 0};
   struct pass_key key;
   struct verify_key watch;

   key_for_passes(&r->opt.key, &key);
   if (ast) {
      written_mask(ast, mask);
      verify_key_init(&watch, &key, final, mask);
   } else {
      ir_mask(final, mask);
   }

   for (unsigned i = 0; i < r->opt.verify.tasks; i++) {
      struct verify_task base, src, ir, mid, code;
      enum exec_status st;
      const char *why = NULL;
      uint64_t seed = r->opt.verify.seed + i;
      struct util_arena mark = ctx->arena;

      verify_fill(ctx, &base, final->num, final->params, final->num_params, vertices, seed, budget);
      base.mask = mask;
      verify_reset(ctx, &src, &base);
      r->verify.tasks++;
      if (ast) {
         verify_key_before(ctx, &watch, &src);
         st = nv_eval_run(ctx, ast, &src.t, r->opt.fshort);
         verify_key_after(ctx, &watch, &src);
         if (fault(r, "reference evaluator", &src, st, seed))
            return;
         if (st == EXEC_BUDGET) {
            r->verify.budget++;
            goto next;
         }
         verify_reset(ctx, &ir, &base);
         ir.t.budget = budget * 64;
         st = ir_interp_run(ctx, exact, &ir.t);
         if (fault(r, "IR of the source", &ir, st, seed))
            return;
         if (st == EXEC_BUDGET) {
            r->verify.budget++;
            goto next;
         }
         r->verify.source_legs++;
         if (!verify_equal(ctx, &src, &ir, mask, &count, &why)) {
            mismatch(r, "source and IR differ", why, seed);
            return;
         }
      }
      verify_reset(ctx, &mid, &base);
      mid.t.budget = budget * 64;
      st = ir_interp_run(ctx, final, &mid.t);
      if (fault(r, "final IR", &mid, st, seed))
         return;
      if (st == EXEC_BUDGET) {
         r->verify.budget++;
         goto next;
      }
      if (r->opt.key.robust_off && mid.t.clamped) {
         r->verify.budget++;
         goto next;
      }
      memcpy(mid.t.out_taint, src.t.out_taint, sizeof(uint32_t[SLOT_COUNT][4]));
      verify_reset(ctx, &code, &base);
      code.t.budget = budget * 256;
      st = target->run(r, program, &code.t);
      if (fault(r, "machine code", &code, st, seed))
         return;
      if (st == EXEC_BUDGET) {
         r->verify.budget++;
         goto next;
      }
      uint8_t code_mask[SLOT_COUNT];
      memcpy(code_mask, mask, sizeof code_mask);
      if (target->quantise)
         target->quantise(program, &mid.t, code_mask);
      r->verify.code_legs++;
      if (!verify_equal(ctx, &mid, &code, code_mask, &count, &why)) {
         mismatch(r, "IR and machine code differ", why, seed);
         return;
      }
   next:
      util_arena_release(ctx, &mark);
   }
   r->verify.compared = count.compared;
   r->verify.tainted = count.tainted;
}
