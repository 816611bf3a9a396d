/* SPDX-License-Identifier: MIT */
/* See verify.h. */
#include <string.h>

#include "ir/interp.h"
#include "nvp4c/verify/verify.h"
#include "nvp4c/verify/verify_inputs.h"
#include "nvp4c/verify/verify_key.h"

struct run {
   struct util_ctx *ctx;
   const struct verify_job *job;
   struct nvp4c_verify *result;
   bool has_source;         /* there is a first leg */
   struct verify_key key;   /* as the evaluator sees it */
   uint8_t mask[SLOT_COUNT];
   struct verify_count count;
   /* of the task that runs */
   uint64_t seed, budget; /* steps for the evaluator */
   struct verify_task base;
};

/* Steps of the levels below the evaluator, which execute more instructions for one of the source. */
enum { IR_STEPS = 64, CODE_STEPS = 256 };

/* What became of a task: the levels agree so far; a level ran out of steps or into something undefined; they differ. */
enum verdict { AGREE, UNDECIDED, DIFFER };

static enum verdict mismatch(struct run *v, const char *what, const char *difference)
{
   util_diag(v->ctx, DIAG_ID_verify_mismatch, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", what,
             (unsigned long long)v->seed, difference);
   v->ctx->status = UTIL_MISMATCH;
   return DIFFER;
}

/* The verdict on the end of one execution. */
static enum verdict ended(struct run *v, const char *level, const struct verify_task *vt, enum exec_status st)
{
   if (st == EXEC_BUDGET)
      return UNDECIDED;
   if (st != EXEC_FAULT)
      return AGREE;
   util_diag(v->ctx, DIAG_ID_verify_fault, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", level, (unsigned long long)v->seed,
             vt->t.fault ? vt->t.fault : "fault");
   v->ctx->status = UTIL_MISMATCH;
   return DIFFER;
}

/* Runs IR on the inputs of the task. */
static enum verdict interpret(struct run *v, const char *level, struct ir_shader *s, struct verify_task *vt)
{
   verify_reset(v->ctx, vt, &v->base);
   vt->t.budget = v->budget * IR_STEPS;
   return ended(v, level, vt, ir_interp_run(v->ctx, s, &vt->t));
}

/* Leg 1. *source: the finished task of the evaluator, whose taint leg 2 needs. */
static enum verdict compare_source(struct run *v, struct verify_task *source)
{
   const struct frontend_source *src = v->job->source;
   struct verify_task ir;
   const char *difference = NULL;

   verify_key_before(v->ctx, &v->key, source);
   enum exec_status st = src->ops->evaluate(v->ctx, src->tree, &source->t, src->fshort);
   verify_key_after(&v->key, source);
   enum verdict end = ended(v, "reference evaluator", source, st);
   if (end == AGREE)
      end = interpret(v, "IR of the source", v->job->exact, &ir);
   if (end != AGREE)
      return end;
   v->result->source_legs++;
   return verify_equal(v->ctx, source, &ir, v->mask, &v->count, &difference) ? AGREE
                                                                             : mismatch(v, "source and IR differ", difference);
}

/* Leg 2. taint: what is undefined in the outputs. */
static enum verdict compare_code(struct run *v, uint32_t (*taint)[4])
{
   const struct target_ops *t = v->job->target;
   struct verify_task ir, code;
   uint8_t mask[SLOT_COUNT];
   const char *difference = NULL;
   enum verdict end = interpret(v, "final IR", v->job->final, &ir);

   if (end != AGREE)
      return end;
   if (v->job->unclamped && ir.t.clamped)
      return UNDECIDED;
   memcpy(ir.t.out_taint, taint, sizeof(uint32_t[SLOT_COUNT][4]));
   verify_reset(v->ctx, &code, &v->base);
   code.t.budget = v->budget * CODE_STEPS;
   end = ended(v, "machine code", &code, t->run(v->ctx, v->job->program, &code.t));
   if (end != AGREE)
      return end;
   memcpy(mask, v->mask, sizeof mask);
   if (t->quantise)
      t->quantise(v->job->program, &ir.t, mask);
   v->result->code_legs++;
   return verify_equal(v->ctx, &ir, &code, mask, &v->count, &difference)
              ? AGREE
              : mismatch(v, "IR and machine code differ", difference);
}

static enum verdict run_task(struct run *v)
{
   const struct ir_shader *s = v->job->final;
   struct verify_task source;
   enum verdict verdict = AGREE;

   verify_fill(v->ctx, &v->base, s->num, s->params, s->num_params, s->stage == IR_STAGE_GEOMETRY ? EXEC_MAX_VERTICES : 1,
               v->seed, v->budget);
   if (s->stage == IR_STAGE_FRAGMENT)
      verify_add_helpers(&v->base, v->seed);
   v->base.mask = v->mask;
   verify_reset(v->ctx, &source, &v->base);
   v->result->tasks++;
   if (v->has_source)
      verdict = compare_source(v, &source);
   if (verdict == AGREE)
      verdict = compare_code(v, source.t.out_taint);
   v->result->budget += verdict == UNDECIDED;
   return verdict;
}

void verify_run(struct util_ctx *ctx, const struct verify_job *job, struct nvp4c_verify *result)
{
   struct run v = {.ctx = ctx, .job = job, .result = result, .has_source = frontend_executes(job->source)};

   v.budget = verify_budget(job->source);
   if (v.has_source) {
      job->source->ops->written(job->source->tree, v.mask);
      verify_key_init(&v.key, job->key, job->final, v.mask);
   } else {
      verify_stored(job->final, v.mask);
   }
   for (unsigned i = 0; i < job->tasks; i++) {
      const struct util_arena mark = ctx->arena;
      v.seed = job->seed + i;
      if (run_task(&v) == DIFFER)
         return;
      util_arena_release(ctx, &mark);
   }
   result->compared = v.count.compared;
   result->tainted = v.count.tainted;
}
