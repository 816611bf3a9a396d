/* SPDX-License-Identifier: MIT */
/* Jobs: begin, work, publish, copy to a result, end. Contexts, whose memory successive jobs use. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "semantics/fpenv.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/report/diagnostics.h"
#include "nvp4c/report/elf.h"
#include "nvp4c/report/varying.h"

#define DEFAULT_MEMORY_LIMIT ((size_t)1 << 31)
#define DEFAULT_KEEP ((size_t)1 << 26)

static size_t memory_limit(const struct nvp4c_options *o) { return o->memory.limit ? o->memory.limit : DEFAULT_MEMORY_LIMIT; }

static struct util_alloc alloc_of(const struct nvp4c_options *o)
{
   return o->memory.alloc ? (struct util_alloc){o->memory.alloc, o->memory.user} : (struct util_alloc){util_malloc_hook, NULL};
}

/* ---- contexts */

struct nvp4c_context {
   struct util_store store;
   atomic_flag busy;
};

struct nvp4c_context *nvp4c_context_new(const struct nvp4c_options *options)
{
   struct nvp4c_options o;

   if (options_copy(&o, options))
      return NULL;
   const struct util_alloc alloc = alloc_of(&o);
   struct nvp4c_context *c = alloc.fn(alloc.user, NULL, sizeof *c);
   if (!c)
      return NULL;
   c->store = (struct util_store){.alloc = alloc, .keep = o.memory.limit ? o.memory.limit : DEFAULT_KEEP};
   atomic_flag_clear(&c->busy);
   return c;
}

void nvp4c_context_free(struct nvp4c_context *c)
{
   if (!c)
      return;
   const struct util_alloc alloc = c->store.alloc;
   util_store_finish(&c->store);
   alloc.fn(alloc.user, c, 0);
}

/* ---- begin */

static void begin(struct job *j, const struct nvp4c_options *options, bool own_memory)
{
   memset(j, 0, sizeof *j);
   j->bad_options = options_copy(&j->opt, options);
   if (j->bad_options) /* no member can be trusted */
      nvp4c_options_init(&j->opt, sizeof j->opt);
   j->alloc = alloc_of(&j->opt);
   struct nvp4c_context *c = own_memory ? NULL : j->opt.context;
   if (c && atomic_flag_test_and_set(&c->busy))
      j->bad_options = "the context is in use by another call";
   else
      j->context = c;
   util_ctx_init(&j->ctx, j->context ? &j->context->store.alloc : &j->alloc, memory_limit(&j->opt));
   j->ctx.arena.store = j->context ? &j->context->store : NULL;
   j->ctx.cancel = j->opt.cancel.fn;
   j->ctx.cancel_user = j->opt.cancel.user;
   util_set_max_steps(&j->ctx, options_max_steps(&j->opt));
}

static void end(struct job *j)
{
   util_ctx_finish(&j->ctx);
   if (j->context)
      atomic_flag_clear(&j->context->busy);
}

/* ---- work */

static void refuse_options(struct job *j)
{
   util_diag(&j->ctx, DIAG_ID_bad_option, UTIL_NO_SPAN, "%s", j->bad_options);
   util_fail(&j->ctx, UTIL_USAGE);
}

/* Not inlined, so that no local variable of a caller is live across the setjmp. */
__attribute__((noinline)) static void run(struct job *j, job_work_fn work, const char *text, size_t len)
{
   if (setjmp(j->ctx.unwind))
      return;
   j->ctx.unwind_set = true;
   if (j->bad_options)
      refuse_options(j);
   options_apply(j);
   work(j, text, len);
}

/*
 * Completes the outcome: drops the code of a failed compile, and converts diagnostics to their public form, for which it
 * extends the memory limit.
 */
static void publish(struct job *j)
{
   struct util_ctx *ctx = &j->ctx;
   const enum util_status status = ctx->status;

   ctx->arena.limit = 0;
   ctx->cancel = NULL;
   util_set_max_steps(ctx, UINT64_MAX);
   ctx->max_errors = 0;
   if (status == UTIL_LIMIT && !ctx->num_errors)
      util_diag(ctx, DIAG_ID_out_of_memory, UTIL_NO_SPAN, "out of memory: the limit is %zu bytes (-limit-memory)",
                memory_limit(&j->opt));
   j->o.diagnostics = diagnostics_publish(ctx, j->frontend ? j->frontend->section : NULL, &j->o.num_diagnostics);
   if (!j->o.report.stats)
      reflect_stats(ctx, &j->o.report, &j->out);
   ctx->status = status;
}

static const struct nvp4c_diagnostic no_memory = {
   .severity = NVP4C_ERROR, .id = "out-of-memory", .offset = SIZE_MAX, .message = "out of memory", .section = ""};

/* Replaces the outcome by "out of memory". */
static void lose_memory(struct outcome *o)
{
   *o = (struct outcome){.status = NVP4C_LIMIT,
                         .stage = o->stage,
                         .target = o->target,
                         .target_number = o->target_number,
                         .cpu = o->cpu,
                         .time = o->time,
                         .diagnostics = &no_memory,
                         .num_diagnostics = 1};
}

/*
 * A result with an error has no code. The output of a simulation up to the error stays. So does what linking needs of a program
 * whose outputs exceed a vertex, because they may fit with the map of a link.
 */
static void drop_code(struct job *j)
{
   struct report *r = &j->o.report;

   j->out.code = j->out.preamble = NULL;
   j->preshader = NULL;
   j->out.preamble_len = j->preshader_len = 0;
   j->has_object = false;
   j->out.has_listing &= j->simulated;
   j->o.document = NULL;
   j->o.document_len = 0;
   r->num_entries = r->num_textures = 0;
   r->facts = (struct nvp4c_facts){.source = r->facts.source, .declared = r->facts.declared};
   j->o.link = NULL;
}

__attribute__((noinline)) static void finish(struct job *j)
{
   struct outcome *o = &j->o;

   if (setjmp(j->ctx.unwind)) {
      lose_memory(o);
      return;
   }
   publish(j);
   o->status = (enum nvp4c_status)j->ctx.status;
   if (o->status != NVP4C_OK)
      drop_code(j);
   o->pass_runs = j->pass_runs;
   o->num_pass_runs = j->num_pass_runs;
   if (j->out.code) {
      o->code = j->out.code;
      o->code_len = j->out.code_len;
      o->preamble = j->out.preamble;
      o->preamble_len = j->out.preamble_len;
      o->preshader = j->preshader;
      o->preshader_len = j->preshader_len;
   }
   if (j->has_object) {
      o->object = j->object.data;
      o->object_len = j->object.len;
   }
   if (j->out.has_listing) {
      o->listing = j->out.listing.data;
      o->listing_len = j->out.listing.len;
   }
}

static void execute(struct job *j, job_work_fn work, const char *text, size_t len)
{
   num_fpenv fpenv;

   j->ctx.text = text;
   j->ctx.text_len = len;
   num_fpenv_enter(&fpenv);
   run(j, work, text, len);
   num_fpenv_leave(&fpenv);
   finish(j);
}

void job_write_object(struct job *j, bool compiled)
{
   reflect_stats(&j->ctx, &j->o.report, &j->out);
   struct elf_program p = {
      .code = j->out.code,
      .code_len = j->out.code_len,
      .preamble = j->out.preamble,
      .preamble_len = j->out.preamble_len,
      .preshader = j->preshader,
      .preshader_len = j->preshader_len,
      .report = j->o.report,
      .target = j->o.target->name,
      .cpu = j->o.target->cpus[j->o.cpu],
      .stage_name = compiled && j->o.stage ? nvp4c_enum_name(NVP4C_ENUM_STAGE, j->o.stage) : NULL,
      .target_number = (uint32_t)j->o.target_number,
      .cpu_number = j->o.cpu,
      .features = j->o.features,
      .stage = compiled ? j->o.stage : NVP4C_STAGE_ANY,
      .mapped = j->o.io.mapped,
      .compiled = compiled,
      .lines = &j->out,
      .source = j->opt.debug.source,
   };

   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++) {
      p.reads[v] = j->o.io.reads[varying_slot(v)];
      p.writes[v] = j->o.io.writes[varying_slot(v)];
   }
   elf_write(&j->ctx, &p, &j->object);
   j->has_object = true;
}

/* ---- results */

/* Copies the outcome to one block in two passes. The first pass has no block and only computes the size. */
struct packer {
   uint8_t *block;
   size_t size;
};

static void *pack(struct packer *p, const void *from, size_t n)
{
   void *to = p->block ? p->block + p->size : (void *)(uintptr_t)from;

   if (!from)
      return NULL;
   if (p->block && n)
      memcpy(to, from, n);
   p->size += (n + 15) & ~(size_t)15;
   return to;
}

static const char *pack_text(struct packer *p, const char *s) { return s ? pack(p, s, strlen(s) + 1) : NULL; }

static void pack_diagnostics(struct packer *p, struct outcome *o)
{
   struct nvp4c_diagnostic *list;

   if (o->diagnostics == &no_memory)
      return;
   o->diagnostics = list = pack(p, o->diagnostics, o->num_diagnostics * sizeof *list);
   for (unsigned i = 0; i < o->num_diagnostics;
        i++) { /* id and section are static strings, except sections of util_cite() */
      list[i].message = pack_text(p, list[i].message);
      list[i].section = pack_text(p, list[i].section);
   }
}

static void pack_report(struct packer *p, struct report *r)
{
   r->stats = pack(p, r->stats, r->num_stats * sizeof *r->stats);
   for (unsigned i = 0; i < r->num_stats; i++)
      r->stats[i].name = pack_text(p, r->stats[i].name);
   r->entries = pack(p, r->entries, r->num_entries * sizeof *r->entries);
   for (unsigned i = 0; i < r->num_entries; i++)
      r->entries[i].name = pack_text(p, r->entries[i].name);
   r->textures = pack(p, r->textures, r->num_textures * sizeof *r->textures);
}

static void pack_outcome(struct packer *p, struct outcome *o)
{
   struct link_map *map;

   o->code = pack(p, o->code, o->code_len);
   o->preamble = pack(p, o->preamble, o->preamble_len);
   o->preshader = pack(p, o->preshader, o->preshader_len);
   o->object = pack(p, o->object, o->object_len);
   o->listing = pack(p, o->listing, o->listing_len + 1); /* with the NUL after it */
   o->document = pack(p, o->document, o->document_len);
   pack_diagnostics(p, o);
   pack_report(p, &o->report);
   o->pass_runs = pack(p, o->pass_runs, o->num_pass_runs * sizeof *o->pass_runs); /* names are static strings */
   if (!o->link)
      return;
   o->link = map = pack(p, o->link, sizeof *map);
   map->entries = pack(p, map->entries, map->num * sizeof *map->entries); /* names are static strings */
}

static void make_result(const struct job *j, struct nvp4c_result *r)
{
   struct packer measure = {0}, copy = {0};
   struct outcome o = j->o;

   pack_outcome(&measure, &o);
   r->o = j->o;
   if (measure.size) {
      copy.block = r->block = r->alloc.fn(r->alloc.user, NULL, measure.size);
      if (copy.block)
         pack_outcome(&copy, &r->o);
      else
         lose_memory(&r->o);
   }
}

static struct nvp4c_result *new_result(const struct job *j)
{
   struct nvp4c_result *r = j->alloc.fn(j->alloc.user, NULL, sizeof *r);

   if (r) {
      memset(r, 0, sizeof *r);
      r->alloc = j->alloc;
   }
   return r;
}

struct nvp4c_result *job_run(job_work_fn work, const char *text, size_t len, const struct nvp4c_options *options)
{
   struct job j;

   begin(&j, options, false);
   struct nvp4c_result *r = new_result(&j);
   if (r) {
      execute(&j, work, text, len);
      make_result(&j, r);
   }
   end(&j);
   return r;
}

void *job_keep(job_work_fn work, const char *text, size_t len, const struct nvp4c_options *options, size_t size)
{
   struct job j;

   begin(&j, options, true);
   struct nvp4c_result *r = new_result(&j);
   struct kept_job *k = j.kept = r ? j.alloc.fn(j.alloc.user, NULL, size) : NULL;
   if (!k) {
      nvp4c_result_free(r);
      end(&j);
      return NULL;
   }
   memset(k, 0, size);
   execute(&j, work, text, len);
   make_result(&j, r);
   *k = (struct kept_job){.result = r, .alloc = j.alloc, .arena = j.ctx.arena, .steps = j.ctx.steps};
   return k;
}

void job_drop(void *kept)
{
   struct kept_job *k = kept;

   if (!k)
      return;
   const struct util_alloc alloc = k->alloc;
   util_arena_finish(&k->arena);
   nvp4c_result_free(k->result);
   alloc.fn(alloc.user, k, 0);
}
