/* SPDX-License-Identifier: MIT */
/* See verify_pass.h. */
#include <string.h>

#include "ir/build.h"
#include "nvp4c/verify/verify_workgroup.h"
#include "nvp4c/verify/verify_key.h"
#include "nvp4c/verify/verify_pass.h"

enum { TASKS = 4 };

struct verify_pass {
   struct util_ctx *ctx;
   uint64_t seed;
   struct ir_shader *old;
   struct verify_wave base[TASKS];
   struct exec_wave source[TASKS]; /* waves of the evaluator after their run, for their taint; zeros without an evaluator */
   bool skip[TASKS];               /* the evaluator did not reach the end of the program */
   uint8_t mask[SLOT_COUNT];
};

/* Runs the evaluator with the key on a copy of a wave, and keeps the result. */
static void evaluate(struct verify_pass *v, unsigned wave, const struct frontend_source *source, const struct pass_key *key,
                     const struct ir_shader *s)
{
   struct verify_wave src;
   struct verify_key seen;
   uint8_t mask[SLOT_COUNT];

   source->ops->written(source->tree, mask);
   verify_key_init(&seen, key, s, mask);
   verify_reset(v->ctx, &src, &v->base[wave]);
   verify_key_before(v->ctx, &seen, &src);
   v->skip[wave] = verify_evaluate(v->ctx, source, &src, v->seed) != EXEC_DONE || verify_memory_tainted(&src);
   verify_key_after(&seen, &src);
   v->source[wave] = src.t;
}

struct verify_pass *verify_pass_new(struct util_ctx *ctx, const struct frontend_source *source, const struct pass_key *key,
                                    uint64_t seed, const struct ir_shader *s)
{
   struct verify_pass *v = UTIL_NEW(ctx, struct verify_pass);

   const uint64_t steps = verify_steps(source).base;
   struct verify_reads reads = {0};

   verify_note_formats(&reads, key);
   verify_note_reads(&reads, s); /* before any pass */
   v->ctx = ctx;
   v->seed = seed;
   verify_stored(s, v->mask);
   for (unsigned k = 0; k < TASKS; k++) {
      verify_fill(ctx, &v->base[k], s, &reads, seed + k, steps);
      v->base[k].mask = v->mask;
      if (v->base[k].t.memory)
         v->base[k].t.memory->others = k & 1;
      if (frontend_executes(source))
         evaluate(v, k, source, key, s);
      v->base[k].t.budget *= 64; /* IR has more instructions than the source */
   }
   return v;
}

void verify_pass_before(struct verify_pass *v, const struct ir_shader *s)
{
   if (v->old)
      ir_pool_discard(v->old, &v->old->pool);
   v->old = ir_clone(v->ctx, s);
}

/* Runs wave k before and after the pass. Returns NULL, or a description of a difference. */
static const char *compare(struct verify_pass *v, unsigned k, struct ir_shader *s)
{
   struct util_ctx *ctx = v->ctx;
   struct verify_wave a, b;
   struct verify_count count = {0, 0};
   const char *difference = NULL;

   if (v->base[k].t.memory) /* locks are equal in both */
      v->base[k].t.memory->stops = k & 2 && ir_may_have(v->old, IR_mutex);
   verify_note_resident(&v->base[k], s);
   verify_reset(ctx, &a, &v->base[k]);
   verify_reset(ctx, &b, &v->base[k]);
   const enum exec_status before = verify_interpret(ctx, v->old, &a, v->seed), after = verify_interpret(ctx, s, &b, v->seed);
   verify_add_taint(&a, &v->source[k], false);
   if (before == EXEC_DONE && after == EXEC_BUDGET && a.t.budget > v->base[k].t.budget / 2 && !verify_undefined(&a, v->mask))
      return util_printf(ctx, "-verify-sim=1,seed=%llu: it does not end", (unsigned long long)(v->seed + k));
   if (before == EXEC_BUDGET || after == EXEC_BUDGET)
      return NULL;
   if (before != after)
      return "one of them faults";
   return verify_equal(ctx, &a, &b, v->mask, &count, &difference)
             ? NULL
             : util_printf(ctx, "-verify-sim=1,seed=%llu: %s", (unsigned long long)(v->seed + k), difference);
}

const char *verify_pass_after(struct verify_pass *v, struct ir_shader *s)
{
   for (unsigned k = 0; k < TASKS; k++) {
      const struct util_arena mark = v->ctx->arena;

      /* Invocations that were merged may reach fences in another order. */
      if (v->skip[k] || (s->invocations != v->old->invocations && v->base[k].t.memory && v->base[k].t.memory->others))
         continue;
      const char *difference = compare(v, k, s);
      if (difference)
         return difference;
      util_arena_release(v->ctx, &mark);
   }
   return NULL;
}
