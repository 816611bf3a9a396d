/* SPDX-License-Identifier: MIT */
/* The life of a result, and the functions that read it. */
#include <stdlib.h>
#include <string.h>

#include "model/fpenv.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/report/diagnostics.h"
#include "nvp4c/report/elf.h"

#define DEFAULT_MEMORY_LIMIT ((size_t)1 << 31)

/* ---- making one */

static size_t memory_limit(const struct nvp4c_options *o) { return o->memory.limit ? o->memory.limit : DEFAULT_MEMORY_LIMIT; }

/*
 * A result with an error has no code; what a simulation printed up to it stays, and so does what is known for linking of a
 * program that the machine has no room for: with the map of a link it may fit.
 */
static void drop_code(struct nvp4c_result *r)
{
   r->out.code = NULL;
   r->has_object = false;
   r->out.has_listing &= r->simulated;
}

/*
 * Completes what the caller sees: a failed compile has no code, and diagnostics are in their public form. For the latter there
 * is memory beyond the limit of the compile itself. Not inlined, so that no local variable of it lives across the setjmp of its
 * caller.
 */
__attribute__((noinline)) static void publish(struct nvp4c_result *r)
{
   struct util_ctx *ctx = &r->ctx;
   const enum util_status status = ctx->status;

   ctx->arena.limit = 0;
   ctx->max_steps = UINT64_MAX;
   ctx->max_errors = 0;
   if (status == UTIL_LIMIT && !ctx->num_errors)
      util_diag(ctx, DIAG_ID_out_of_memory, UTIL_NO_SPAN, "out of memory: the limit is %zu bytes (-limit-memory)", memory_limit(&r->opt));
   r->diagnostics = diagnostics_publish(ctx, r->frontend ? r->frontend->section : NULL, &r->num_diagnostics);
   ctx->status = status;
}

static void finish(struct nvp4c_result *r)
{
   static const struct nvp4c_diagnostic no_memory = {
      .severity = NVP4C_ERROR, .id = "out-of-memory", .offset = SIZE_MAX, .message = "out of memory", .section = ""};

   r->diagnostics = &no_memory; /* in place of all, if there is no memory to publish them */
   r->num_diagnostics = 1;
   if (setjmp(r->ctx.unwind) == 0)
      publish(r);
   else
      r->ctx.status = UTIL_LIMIT;
   if (r->ctx.status != UTIL_OK)
      drop_code(r);
}

void result_write_object(struct nvp4c_result *r, const char *stage)
{
   const struct elf_program p = {
      .out = &r->out,
      .target = r->target->name,
      .cpu = r->target->cpus[r->cpu],
      .stage = stage,
      .source = r->opt.debug.source,
   };

   elf_write(&r->ctx, &p, &r->object);
   r->has_object = true;
}

struct nvp4c_result *result_run(result_work_fn work, const char *text, size_t len, const struct nvp4c_options *options)
{
   struct nvp4c_options opt;
   options_copy(&opt, options);
   struct util_alloc hooks = {opt.memory.alloc, opt.memory.user};
   fenv_t fpenv;
   struct nvp4c_result *r = opt.memory.alloc ? opt.memory.alloc(opt.memory.user, NULL, sizeof *r) : malloc(sizeof *r);
   if (!r)
      return NULL;
   memset(r, 0, sizeof *r);
   r->opt = opt;
   util_ctx_init(&r->ctx, opt.memory.alloc ? &hooks : NULL, memory_limit(&opt));
   r->ctx.max_steps = options_max_steps(&opt);
   r->ctx.text = text;
   r->ctx.text_len = len;

   num_fpenv_enter(&fpenv);
   if (setjmp(r->ctx.unwind) == 0) {
      r->ctx.unwind_set = true;
      options_apply(r);
      work(r, text, len);
   }
   num_fpenv_leave(&fpenv);
   finish(r);
   return r;
}

void nvp4c_result_free(struct nvp4c_result *r)
{
   if (!r)
      return;
   nvp4c_alloc_fn fn = r->opt.memory.alloc;
   void *user = r->opt.memory.user;
   util_ctx_finish(&r->ctx);
   if (fn)
      fn(user, r, 0);
   else
      free(r);
}

/* ---- reading one */

enum nvp4c_status nvp4c_result_status(const struct nvp4c_result *r) { return (enum nvp4c_status)r->ctx.status; }

enum nvp4c_stage nvp4c_result_stage(const struct nvp4c_result *r) { return r->stage; }

const void *nvp4c_result_code(const struct nvp4c_result *r, size_t *len)
{
   *len = r->out.code ? r->out.code_len : 0;
   return r->out.code;
}

const void *nvp4c_result_object(const struct nvp4c_result *r, size_t *len)
{
   *len = r->has_object ? r->object.len : 0;
   return r->has_object ? r->object.data : NULL;
}

const char *nvp4c_result_listing(const struct nvp4c_result *r, size_t *len)
{
   *len = r->out.has_listing ? r->out.listing.len : 0;
   return r->out.has_listing ? r->out.listing.data : NULL;
}

unsigned nvp4c_result_num_diagnostics(const struct nvp4c_result *r) { return r->num_diagnostics; }

const struct nvp4c_diagnostic *nvp4c_result_diagnostic(const struct nvp4c_result *r, unsigned i)
{
   return i < r->num_diagnostics ? &r->diagnostics[i] : NULL;
}

unsigned nvp4c_result_num_stats(const struct nvp4c_result *r) { return r->out.num_stats; }

struct nvp4c_stat nvp4c_result_stat(const struct nvp4c_result *r, unsigned i)
{
   if (i >= r->out.num_stats)
      return (struct nvp4c_stat){NULL, 0};
   return (struct nvp4c_stat){r->out.stats[i].name, r->out.stats[i].value};
}

unsigned nvp4c_result_num_reflections(const struct nvp4c_result *r) { return r->num_reflections; }

const struct nvp4c_reflection *nvp4c_result_reflection(const struct nvp4c_result *r, unsigned i)
{
   return i < r->num_reflections ? &r->reflections[i] : NULL;
}

struct nvp4c_timing nvp4c_result_timing(const struct nvp4c_result *r) { return r->time; }

unsigned nvp4c_result_num_pass_runs(const struct nvp4c_result *r) { return r->num_pass_runs; }

struct nvp4c_pass_run nvp4c_result_pass_run(const struct nvp4c_result *r, unsigned i)
{
   return i < r->num_pass_runs ? r->pass_runs[i] : (struct nvp4c_pass_run){NULL, 0, 0, 0};
}

struct nvp4c_verify nvp4c_result_verify(const struct nvp4c_result *r) { return r->verify; }
