/* SPDX-License-Identifier: MIT */
/* See verify.h. */
#include <string.h>

#include "ir/interp.h"
#include "semantics/memory/group.h"
#include "nvp4c/preshader/preshader.h"
#include "nvp4c/verify/verify.h"
#include "nvp4c/verify/verify_workgroup.h"
#include "nvp4c/verify/verify_key.h"

struct run {
   struct util_ctx *ctx;
   const struct verify_job *job;
   struct nvp4c_verify *result;
   bool has_source;       /* the source can be executed */
   struct verify_key key; /* for the evaluator */
   const void *decoded;   /* decoded machine code */
   uint8_t mask[SLOT_COUNT];
   struct verify_count count;
   struct verify_steps steps;
   uint64_t exact_size, final_size; /* numbers of IR instructions */
   struct verify_reads reads;
   /* of the current wave */
   uint64_t seed, budget;
   struct verify_wave base;
};

/* Steps of the IR for each instruction and step of the source, and groups of machine code for each step of the IR. A loop over
   the basic blocks of a program with jumps can execute the whole program for each step of the source. */
enum { IR_STEPS = 4, CODE_STEPS = 256 };
/* Additional steps for every program. */
enum { SPARE_STEPS = 4096 };

/* Verdict on a wave. It is undecided if an execution ran out of steps or depends on something undefined. */
enum verdict { AGREE, UNDECIDED, DIFFER };

static enum verdict report_mismatch(struct run *v, const char *what, const char *difference)
{
   util_diag(v->ctx, DIAG_ID_verify_mismatch, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", what,
             (unsigned long long)v->seed, difference);
   v->ctx->status = UTIL_MISMATCH;
   return DIFFER;
}

static enum verdict report_fault(struct run *v, const char *level, const char *what)
{
   util_diag(v->ctx, DIAG_ID_verify_fault, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", level, (unsigned long long)v->seed,
             what);
   v->ctx->status = UTIL_MISMATCH;
   return DIFFER;
}

/* Verdict on the end of an execution whose reference `above` has ended. */
static enum verdict judge_end(struct run *v, const char *level, const struct verify_wave *vt, enum exec_status st,
                              const struct verify_wave *above)
{
   if (st == EXEC_BUDGET)
      return verify_undefined(above, v->mask) ? UNDECIDED
                                              : report_fault(v, level, "it does not end, but the level above it does");
   if (st != EXEC_FAULT)
      return AGREE;
   /* Without clamps, an undefined index can access any register, and an undefined branch can lead to an index that is out of
      range. */
   return v->job->unclamped && verify_undefined(above, v->mask) ? UNDECIDED
                                                                : report_fault(v, level, vt->t.fault ? vt->t.fault : "fault");
}

/* Removes lanes from a wave; in fragment programs whole quads, because derivatives read neighbours. Returns false if no lane is
   left. */
static bool leave_out(struct run *v, struct verify_wave *from, uint32_t lanes)
{
   for (unsigned q = 0; q < EXEC_LANES && v->job->final->stage == IR_STAGE_FRAGMENT; q += 4)
      if (lanes >> q & 0xf)
         lanes |= 0xfu << q;
   v->result->left_out += (unsigned)__builtin_popcount(lanes & from->t.valid);
   from->t.valid &= ~lanes;
   from->t.helper &= ~lanes;
   return (from->t.valid & ~from->t.helper) != 0;
}

/* Removes invocations from all waves of a workgroup: those that were running when the steps ran out, or, with `clamped`, that
   had an index out of range. Invocations whose work is done by one invocation of the machine go together. Returns false if
   there were none, or if a wave would be left empty, because others may wait for it. */
static bool leave_out_of_workgroup(struct run *v, const struct verify_wave *vt, bool clamped)
{
   const uint32_t step = v->base.resident ? v->base.resident : EXEC_WORKGROUP_WAVES;
   uint32_t lanes[EXEC_WORKGROUP_WAVES] = {0}, n = 0;
   bool left = true, any = false;

   for (; vt; vt = vt->next, n++)
      lanes[n % step % EXEC_WORKGROUP_WAVES] |= clamped ? vt->t.clamped : vt->t.running;
   n = 0;
   for (struct verify_wave *from = &v->base; from; from = from->next, n++) {
      const uint32_t some = lanes[n % step % EXEC_WORKGROUP_WAVES];

      any |= some != 0;
      left &= leave_out(v, from, some);
   }
   return any && left;
}

static bool is_any_clamped(const struct verify_wave *vt)
{
   while (vt && !vt->t.clamped)
      vt = vt->next;
   return vt;
}

static enum exec_status run_first(struct run *v, struct verify_wave *vt)
{
   enum exec_status st;

   verify_reset(v->ctx, vt, &v->base);
   vt->t.budget = v->budget;
   if (!v->has_source)
      return verify_interpret(v->ctx, v->job->final, vt, v->seed);
   verify_key_before(v->ctx, &v->key, vt);
   st = verify_evaluate(v->ctx, v->job->source, vt, v->seed);
   verify_key_after(&v->key, vt);
   return st;
}

/*
 * Runs the source, or the final IR if the source cannot be executed. Invocations that are still running when the steps run out
 * are removed, and the wave starts again with the others. Sets *steps to the number of steps.
 */
static enum verdict run_source(struct run *v, struct verify_wave *vt, uint64_t *steps)
{
   for (;;) {
      v->budget = verify_steps_next(&v->steps);
      const enum exec_status st = run_first(v, vt);
      *steps = v->budget - vt->t.budget;
      if (st == EXEC_FAULT)
         return report_fault(v, v->has_source ? "reference evaluator" : "final IR", vt->t.fault ? vt->t.fault : "fault");
      if (st != EXEC_BUDGET)
         return AGREE;
      verify_steps_wasted(&v->steps, v->budget - v->steps.base);
      if (!leave_out_of_workgroup(v, vt, false))
         return UNDECIDED;
   }
}

/* Runs IR on the inputs of the wave, with a budget that follows from the steps of the source. Sets *steps to the number of its
   steps. */
static enum verdict interpret(struct run *v, struct ir_shader *s, const struct verify_wave *source, uint64_t source_steps,
                              struct verify_wave *vt, uint64_t *steps)
{
   const bool is_final = s == v->job->final;
   const uint64_t budget = (source_steps + SPARE_STEPS) * (is_final ? v->final_size : v->exact_size) * IR_STEPS;

   verify_reset(v->ctx, vt, &v->base);
   vt->t.budget = budget;
   const enum exec_status st = verify_interpret(v->ctx, s, vt, v->seed);
   *steps = budget - vt->t.budget;
   if (st == EXEC_BUDGET && is_final && v->has_source && v->job->fast)
      return UNDECIDED;
   return judge_end(v, is_final ? "final IR" : "IR of the source", vt, st, source);
}

/* Compares the source, which took `steps` steps, with the IR. */
static enum verdict compare_source(struct run *v, struct verify_wave *source, uint64_t steps)
{
   struct verify_wave ir;
   const char *difference = NULL;
   const enum verdict end = interpret(v, v->job->exact, source, steps, &ir, &steps);

   if (end != AGREE)
      return end;
   v->result->source_comparisons++;
   return verify_equal(v->ctx, source, &ir, v->mask, &v->count, &difference)
              ? AGREE
              : report_mismatch(v, "source and IR differ", difference);
}

/* Compares source and IR again while memory changes at each fence that the source executes, or that the IR may execute. The
   places of fences in machine code, and the order in which invocations that share one of the machine reach them, are not part
   of the program. */
static enum verdict compare_fences(struct run *v, const struct verify_wave *first)
{
   struct verify_wave source;
   enum verdict verdict = AGREE;

   if (!first->t.memory || v->job->exact->invocations || !(first->t.memory->fenced || ir_may_have(v->job->exact, IR_fence)))
      return AGREE;
   v->base.t.memory->others = true;
   v->budget = v->steps.base;
   if (run_first(v, &source) == EXEC_DONE)
      verdict = compare_source(v, &source, v->budget - source.t.budget);
   v->base.t.memory->others = false;
   return verdict == DIFFER ? DIFFER : AGREE;
}

/* Compares the final IR with the machine code. */
static enum verdict compare_code(struct run *v, const struct verify_wave *source, uint64_t source_steps)
{
   const struct target_ops *t = v->job->target;
   struct verify_wave ir, code;
   uint8_t mask[SLOT_COUNT];
   const char *difference = NULL;
   uint64_t steps;
   enum verdict end;

   do {
      end = interpret(v, v->job->final, source, source_steps, &ir, &steps);
      if (end != AGREE)
         return end;
      if (v->job->unclamped && is_any_clamped(&ir) && !leave_out_of_workgroup(v, &ir, true))
         return UNDECIDED;
   } while (v->job->unclamped && is_any_clamped(&ir));
   verify_add_taint(&ir, &source->t, verify_memory_tainted(source));
   verify_reset(v->ctx, &code, &v->base);
   code.t.budget = (steps + SPARE_STEPS) * CODE_STEPS;
   code.t.param = v->job->pre ? preshader_parameters(v->ctx, v->job->pre, v->job->final, &code.t)
                              : ir_parameters(v->ctx, v->job->final, &code.t);
   end = judge_end(v, "machine code", &code, verify_run_code(v->ctx, t, v->decoded, &code, v->seed), &ir);
   if (end != AGREE)
      return end;
   memcpy(mask, v->mask, sizeof mask);
   if (t->quantise)
      t->quantise(v->job->program, &ir.t, mask);
   v->result->code_comparisons++;
   return verify_equal(v->ctx, &ir, &code, mask, &v->count, &difference)
              ? AGREE
              : report_mismatch(v, "IR and machine code differ", difference);
}

static enum verdict run_wave(struct run *v)
{
   const struct ir_shader *s = v->job->final;
   struct verify_wave source;
   uint64_t steps;

   verify_fill(v->ctx, &v->base, s, &v->reads, v->seed, 0);
   verify_key_inputs(&v->job->key->state, s, &v->base, v->seed);
   if (s->stage == IR_STAGE_FRAGMENT) {
      verify_add_helpers(&v->base, v->seed);
      /* A whole program executes all invocations of one sample before the next, so they share results only within a sample. */
      verify_add_samples(&v->base, v->seed, v->job->key->state.samples, v->job->key->state.sample_shading,
                         v->job->whole && ir_may_have(s, IR_first));
   }
   if (v->job->target->inputs)
      v->job->target->inputs(v->job->program, &v->base.t);
   v->base.mask = v->mask;
   v->result->waves++;
   enum verdict verdict = run_source(v, &source, &steps);
   if (verdict == AGREE && v->has_source)
      verdict = compare_source(v, &source, steps);
   if (verdict == AGREE && v->has_source)
      verdict = compare_fences(v, &source);
   if (verdict == AGREE)
      verdict = compare_code(v, &source, steps);
   const struct verify_wave *begin = &v->base;
   for (const struct verify_wave *end = &source; verdict == AGREE && end; end = end->next, begin = begin->next)
      v->result->digest = util_mix64(v->result->digest) + verify_digest(begin, end, v->mask);
   v->result->budget += verdict == UNDECIDED;
   return verdict;
}

/* Number of instructions of the IR, including the terminator of each block. */
static uint64_t size_of(const struct ir_shader *s)
{
   uint64_t n = s->num_blocks;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         n++;
   return n;
}

void verify_run(struct util_ctx *ctx, const struct verify_job *job, struct nvp4c_verify *result)
{
   struct run v = {.ctx = ctx, .job = job, .result = result, .has_source = frontend_executes(job->source)};

   v.decoded = job->target->decode ? job->target->decode(ctx, job->program) : job->program;
   v.steps = verify_steps(job->source);
   v.exact_size = job->exact ? size_of(job->exact) : 0;
   v.final_size = size_of(job->final);
   v.reads = *job->reads;
   verify_note_reads(&v.reads, job->final);
   if (job->exact) /* it may read inputs that the final IR does not */
      verify_note_reads(&v.reads, job->exact);
   if (v.has_source) {
      job->source->ops->written(job->source->tree, v.mask);
      verify_key_init(&v.key, job->key, job->final, v.mask);
   } else {
      verify_stored(job->final, v.mask);
   }
   for (unsigned i = 0; i < job->waves; i++) {
      const struct util_arena mark = ctx->arena;
      v.seed = job->seed + i;
      if (run_wave(&v) == DIFFER)
         return;
      util_arena_release(ctx, &mark);
   }
   result->compared = v.count.compared;
   result->tainted = v.count.tainted;
   if (job->waves && result->budget == job->waves)
      util_diag(ctx, DIAG_ID_no_verdict, UTIL_NO_SPAN, "no verdict: none of the %u waves ended with defined results",
                job->waves);
}
