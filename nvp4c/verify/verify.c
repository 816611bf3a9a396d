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
   bool has_source;         /* there is a first leg */
   struct verify_key key;   /* as the evaluator sees it */
   const void *decoded; /* the machine code, for runs */
   uint8_t mask[SLOT_COUNT];
   struct verify_count count;
   struct verify_steps steps;
   uint64_t exact_size, final_size; /* instructions of the IR */
   struct verify_reads reads;
   /* of the wave that runs */
   uint64_t seed, budget;
   struct verify_wave base;
};

/* Steps of a level for a step of the level above it, if that executes the whole program again for each (a loop over the basic
   blocks of a program with jumps does); groups of machine code for an instruction of the IR. */
enum { IR_STEPS = 4, CODE_STEPS = 256 };
/* Steps that any program may take. */
enum { SPARE_STEPS = 4096 };

/* What became of a wave: the levels agree so far; a level ran out of steps or into something undefined; they differ. */
enum verdict { AGREE, UNDECIDED, DIFFER };

static enum verdict mismatch(struct run *v, const char *what, const char *difference)
{
   util_diag(v->ctx, DIAG_ID_verify_mismatch, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", what,
             (unsigned long long)v->seed, difference);
   v->ctx->status = UTIL_MISMATCH;
   return DIFFER;
}

static enum verdict fault(struct run *v, const char *level, const char *what)
{
   util_diag(v->ctx, DIAG_ID_verify_fault, UTIL_NO_SPAN, "%s (-verify-sim=1,seed=%llu): %s", level, (unsigned long long)v->seed,
             what);
   v->ctx->status = UTIL_MISMATCH;
   return DIFFER;
}

/* The verdict on the end of an execution below another one. */
static enum verdict ended(struct run *v, const char *level, const struct verify_wave *vt, enum exec_status st,
                          const struct verify_wave *above)
{
   if (st == EXEC_BUDGET)
      return verify_undefined(above, v->mask) ? UNDECIDED : fault(v, level, "it does not end, but the level above it does");
   if (st != EXEC_FAULT)
      return AGREE;
   /* Without clamps, an undefined index may be any place of the machine, and an undefined branch leads to one that is out of
      range. */
   return v->job->unclamped && verify_undefined(above, v->mask) ? UNDECIDED
                                                                : fault(v, level, vt->t.fault ? vt->t.fault : "fault");
}

/* Takes lanes out of a wave, whole quads of fragment programs, in which derivatives read the neighbours. false: none is
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

/* The same of all waves of the block: the invocations that executed when the steps were used up, or that had an index out of
   range, and those whose work the same invocation of the machine does. None of the waves may be left empty: others may wait for
   it. */
static bool leave_out_of_block(struct run *v, const struct verify_wave *vt, bool clamped)
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

static bool any_clamped(const struct verify_wave *vt)
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
 * Runs the source, or if it cannot be executed the final IR. Invocations that were executing when the steps were used up leave
 * the wave, and it begins again with the others. *steps: what it took.
 */
static enum verdict run_source(struct run *v, struct verify_wave *vt, uint64_t *steps)
{
   for (;;) {
      v->budget = verify_steps_next(&v->steps);
      const enum exec_status st = run_first(v, vt);
      *steps = v->budget - vt->t.budget;
      if (st == EXEC_FAULT)
         return fault(v, v->has_source ? "reference evaluator" : "final IR", vt->t.fault ? vt->t.fault : "fault");
      if (st != EXEC_BUDGET)
         return AGREE;
      verify_steps_wasted(&v->steps, v->budget - v->steps.base);
      if (!leave_out_of_block(v, vt, false))
         return UNDECIDED;
   }
}

/* Runs IR on the inputs of the wave, with `budget` steps at most. *steps: what it took. */
static enum verdict interpret(struct run *v, const char *level, struct ir_shader *s, uint64_t budget,
                              const struct verify_wave *source, struct verify_wave *vt, uint64_t *steps)
{
   verify_reset(v->ctx, vt, &v->base);
   vt->t.budget = budget;
   const enum exec_status st = verify_interpret(v->ctx, s, vt, v->seed);
   *steps = budget - vt->t.budget;
   if (st == EXEC_BUDGET && s == v->job->final && v->has_source && v->job->fast)
      return UNDECIDED;
   return ended(v, level, vt, st, source);
}

/* Leg 1, behind the run of the source, which took `steps`. */
static enum verdict compare_source(struct run *v, struct verify_wave *source, uint64_t steps)
{
   struct verify_wave ir;
   const char *difference = NULL;
   const uint64_t budget = (steps + SPARE_STEPS) * v->exact_size * IR_STEPS;
   const enum verdict end = interpret(v, "IR of the source", v->job->exact, budget, source, &ir, &steps);

   if (end != AGREE)
      return end;
   v->result->source_comparisons++;
   return verify_equal(v->ctx, source, &ir, v->mask, &v->count, &difference) ? AGREE
                                                                             : mismatch(v, "source and IR differ", difference);
}

/* Leg 1 once more, with others who change memory at each fence that the source came to, or the IR may come to. (Where machine
   code has its fences is no matter of the program; nor is in which order invocations that one of the machine does the work of
   come to theirs.) */
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

/* Leg 2. The source took `steps`. */
static enum verdict compare_code(struct run *v, const struct verify_wave *source, uint64_t steps)
{
   const struct target_ops *t = v->job->target;
   struct verify_wave ir, code;
   uint8_t mask[SLOT_COUNT];
   const char *difference = NULL;
   const uint64_t budget = (steps + SPARE_STEPS) * v->final_size * IR_STEPS;
   enum verdict end;

   do {
      end = interpret(v, "final IR", v->job->final, budget, source, &ir, &steps);
      if (end != AGREE)
         return end;
      if (v->job->unclamped && any_clamped(&ir) && !leave_out_of_block(v, &ir, true))
         return UNDECIDED;
   } while (v->job->unclamped && any_clamped(&ir));
   verify_add_taint(&ir, &source->t, verify_memory_tainted(source));
   verify_reset(v->ctx, &code, &v->base);
   code.t.budget = (steps + SPARE_STEPS) * CODE_STEPS;
   code.t.param = v->job->pre ? preshader_parameters(v->ctx, v->job->pre, v->job->final, &code.t)
                              : ir_parameters(v->ctx, v->job->final, &code.t);
   end = ended(v, "machine code", &code, verify_run_code(v->ctx, t, v->decoded, &code, v->seed), &ir);
   if (end != AGREE)
      return end;
   memcpy(mask, v->mask, sizeof mask);
   if (t->quantise)
      t->quantise(v->job->program, &ir.t, mask);
   v->result->code_comparisons++;
   return verify_equal(v->ctx, &ir, &code, mask, &v->count, &difference)
              ? AGREE
              : mismatch(v, "IR and machine code differ", difference);
}

static enum verdict run_wave(struct run *v)
{
   const struct ir_shader *s = v->job->final;
   struct verify_wave source;
   uint64_t steps;

   verify_fill(v->ctx, &v->base, s, &v->reads, v->seed, 0);
   if (s->stage == IR_STAGE_FRAGMENT) {
      verify_add_helpers(&v->base, v->seed);
      /* A whole program executes all invocations at one sample after the other, so that they share results at the same sample
         only. */
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

/* Instructions of the IR, and a terminator for each block. */
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
   if (job->exact) /* it may read what the other has lost */
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
      util_diag(ctx, DIAG_ID_no_verdict, UTIL_NO_SPAN,
                "no verdict: none of the %u waves ended with defined results", job->waves);
}
