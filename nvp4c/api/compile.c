/* SPDX-License-Identifier: MIT */
/* The façade: text in, machine code and facts out. One setjmp catches whatever a room cannot go on from. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nvp4c/api/elf.h"
#include "nvp4c/api/internal.h"
#include "model/fpenv.h"

void nvp4c_options_init(struct nvp4c_options *o)
{
   memset(o, 0, sizeof *o);
   o->size = sizeof *o;
   o->opt_level = 2;
   o->ffp = NVP4C_FFP_GL;
   o->fshort = 32;
   o->passes.bisect_limit = -1;
   o->verify.seed = 1;
}

void options_copy(struct nvp4c_options *o, const struct nvp4c_options *options)
{
   /* An older caller's structure is shorter: what it does not have keeps its default. */
   nvp4c_options_init(o);
   if (options)
      memcpy(o, options, options->size < sizeof *o ? options->size : sizeof *o);
}

static uint64_t now_ns(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void result_stat(struct nvp4c_result *r, const char *name, uint64_t value)
{
   UTIL_PUSH(&r->ctx, r->stats, r->num_stats, r->cap_stats, (struct nvp4c_stat){name, value});
}

void result_reflect(struct nvp4c_result *r, enum nvp4c_reflect_kind kind, const char *name, const char *location,
                    unsigned component, uint32_t value)
{
   UTIL_PUSH(&r->ctx, r->refl, r->num_refl, r->cap_refl, (struct nvp4c_reflection){kind, name, location, component, value});
}

void result_input(struct nvp4c_result *r, unsigned slot, unsigned comp, unsigned interp, unsigned vertex, const char *location)
{
   UTIL_PUSH(&r->ctx, r->io.inputs, r->io.num_inputs, r->io.cap_inputs,
             (struct result_input){(uint8_t)slot, (uint8_t)comp, (uint8_t)interp, (uint8_t)vertex, location});
}

const char *result_param_name(struct nvp4c_result *r, const struct io_param *p)
{
   switch (p->cls) {
   case PARAM_ENV: return util_printf(&r->ctx, "program.env[%u]", p->index);
   case PARAM_LOCAL: return util_printf(&r->ctx, "program.local[%u]", p->index);
   case PARAM_STATE: return p->state;
   default: return "constant";
   }
}

num_m result_num(struct nvp4c_result *r, num_m base)
{
   if (!r->opt.verify.noise)
      return base;
   struct num_model *m = UTIL_NEW(&r->ctx, struct num_model);
   *m = *base;
   m->noise_seed = r->opt.verify.noise;
   return m;
}

const struct target_ops *target_find(enum nvp4c_target t)
{
   switch (t) {
   case NVP4C_TARGET_USC: return &usc_target;
   case NVP4C_TARGET_AGX: return &agx_target;
   }
   return NULL;
}

/* ---- options */

static _Noreturn void usage(struct nvp4c_result *r, const char *what, const char *value)
{
   util_diag(&r->ctx, DIAG_ID_bad_option, UTIL_NO_SPAN, "%s '%s'", what, value);
   util_fail(&r->ctx, UTIL_USAGE);
}

static const struct {
   const char *name;
   size_t offset;
   uint32_t value;
} limit_table[] = {
#define NV_LIMIT(field, name, value) {name, offsetof(struct nv_limits, field), value},
#include "frontend/nv/tree/nv_limits.def"
#undef NV_LIMIT
};
#define NUM_LIMITS (sizeof limit_table / sizeof limit_table[0])

const char *nvp4c_limit_name(unsigned i, uint32_t *value)
{
   if (i >= NUM_LIMITS)
      return NULL;
   if (value)
      *value = limit_table[i].value;
   return limit_table[i].name;
}

static const enum nvp4c_severity public_severity[] = {NVP4C_NOTE, NVP4C_WARNING, NVP4C_ERROR, NVP4C_ERROR, NVP4C_ERROR};

int nvp4c_diagnostic_info(unsigned i, struct nvp4c_diagnostic_info *info)
{
   static const enum nvp4c_status status[] = {NVP4C_OK, NVP4C_OK, NVP4C_REJECTED, NVP4C_LIMIT, NVP4C_UNSUPPORTED};

   if (i >= DIAG_COUNT)
      return 0;
   *info = (struct nvp4c_diagnostic_info){
      .id = diag_info[i].name,
      .severity = public_severity[diag_info[i].severity],
      .section = diag_info[i].section,
      .meaning = diag_info[i].text,
      .status = i == DIAG_ID_internal     ? NVP4C_INTERNAL
                : i == DIAG_ID_bad_option ? NVP4C_USAGE
                : i == DIAG_ID_verify_mismatch ? NVP4C_MISMATCH : status[diag_info[i].severity],
   };
   return 1;
}

static void apply_limits(struct nvp4c_result *r, struct nv_limits *l)
{
   *l = nv_default_limits;
   for (unsigned i = 0; i < r->opt.num_limits; i++) {
      size_t j = 0;
      while (j < NUM_LIMITS && strcmp(limit_table[j].name, r->opt.limits[i].name))
         j++;
      if (j == NUM_LIMITS)
         usage(r, "unknown limit", r->opt.limits[i].name);
      memcpy((char *)l + limit_table[j].offset, &r->opt.limits[i].value, sizeof(uint32_t));
   }
}

static void apply_warnings(struct nvp4c_result *r)
{
   for (unsigned i = 0; i < r->opt.diagnostics.num_warnings; i++) {
      const char *w = r->opt.diagnostics.warnings[i];
      bool no = !strncmp(w, "no-", 3), error = !strncmp(w, "error=", 6);
      const char *name = w + (no ? 3 : error ? 6 : 0);
      enum diag_id id = diag_find(name, strlen(name));
      if (id == DIAG_COUNT)
         usage(r, "unknown warning", name);
      r->ctx.disabled[id] = no;
      r->ctx.as_error[id] = error;
   }
   r->ctx.werror = r->opt.diagnostics.werror;
   r->ctx.no_warnings = r->opt.diagnostics.no_warnings;
   r->ctx.max_errors = r->opt.diagnostics.max_errors;
}

/* The cpu's features, with "+a,-b" of options.attr. */
static uint32_t features_of(struct nvp4c_result *r, const struct target_ops *t)
{
   const struct nvp4c_options *o = &r->opt;
   unsigned cpu = 0;
   uint32_t features;

   while (o->cpu && t->cpus[cpu] && strcmp(t->cpus[cpu], o->cpu))
      cpu++;
   if (!t->cpus[cpu])
      usage(r, "unknown cpu", o->cpu);
   features = t->cpu_features ? t->cpu_features[cpu] : 0;
   for (const char *s = o->attr; s && *s;) {
      const size_t n = strcspn(s, ",");
      unsigned k = 0;
      while (t->attrs && t->attrs[k] && (strlen(t->attrs[k]) + 1 != n || memcmp(t->attrs[k], s + 1, n - 1)))
         k++;
      if (!t->attrs || !t->attrs[k] || (*s != '+' && *s != '-'))
         usage(r, "no feature +NAME or -NAME in", s);
      features = *s == '+' ? features | 1u << k : features & ~(1u << k);
      s += n + (s[n] == ',');
   }
   return features;
}

static void check_options(struct nvp4c_result *r)
{
   const struct nvp4c_options *o = &r->opt;
   const struct target_ops *t = target_find(o->target);

   if (!t)
      usage(r, "unknown target", "");
   if (o->opt_level < 0 || o->opt_level > 3)
      usage(r, "optimisation level out of range", "");
   if ((unsigned)o->sched > NVP4C_SCHED_BOTH)
      usage(r, "scheduler out of range", "");
   if (o->fshort != 16 && o->fshort != 32)
      usage(r, "-fshort takes 16 or 32", "");
   if (key_error(&o->key))
      usage(r, "bad value in", key_error(&o->key));
   r->features = features_of(r, t);
   if (pipeline_bad_pass(o))
      usage(r, "unknown pass in", pipeline_bad_pass(o));
}

static void check_ir(struct nvp4c_result *r, struct ir_shader *s, const char *where)
{
   const char *err = ir_validate(s);

   if (err)
      util_bug(&r->ctx, "invalid IR %s: %s", where, err);
}

/* ---- compiling */

static enum nvp4c_language detect(const char *text, size_t len)
{
   size_t i = 0;

   if (len >= 2 && text[0] == '!' && text[1] == '!')
      return len >= 4 && text[2] == 'A' && text[3] == 'R' ? NVP4C_LANG_ARB : NVP4C_LANG_NV;
   if (len >= 8 && !memcmp(text, "nvp4c-ir", 8))
      return NVP4C_LANG_IR;
   /* Leading comments and blanks are no part of an assembly program, but people put them into files. */
   while (i < len && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r'))
      i++;
   if (len - i >= 4 && (!memcmp(text + i, "FRAG", 4) || !memcmp(text + i, "VERT", 4) || !memcmp(text + i, "GEOM", 4) ||
                        !memcmp(text + i, "COMP", 4) || !memcmp(text + i, "TESS", 4)))
      return NVP4C_LANG_TGSI;
   return NVP4C_LANG_NV;
}

/* What the program reads and writes in the end. */
static void note_io(struct nvp4c_result *r, const struct ir_shader *s)
{
   struct result_io *io = &r->io;

   io->known = true;
   io->mapped = r->opt.key.varying_map;
   io->stage = s->stage;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (i->op == IR_load_input)
            io->reads[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
         else if (i->op == IR_store_output)
            io->writes[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
      }
}

static void do_compile(struct nvp4c_result *r, const char *text, size_t len)
{
   const struct target_ops *t = target_find(r->opt.target);
   num_m num = result_num(r, t->num);
   enum nvp4c_language lang = r->opt.language;
   struct nv_limits limits;
   struct nv_program *ast = NULL;
   struct ir_shader *s, *exact = NULL;
   struct pass_key key;

   key_for_passes(&r->opt.key, &key);
   apply_limits(r, &limits);
   if (len >= UINT32_MAX / 2) {
      util_diag(&r->ctx, DIAG_ID_input_too_big, UTIL_NO_SPAN, "the input has more than 2 GiB");
      return;
   }
   if (lang == NVP4C_LANG_AUTO)
      lang = detect(text, len);
   uint64_t t0 = now_ns();
   switch (lang) {
   case NVP4C_LANG_IR:
      s = ir_parse(&r->ctx, text, len, num);
      r->time.parse = now_ns() - t0;
      if (!s || r->opt.syntax_only)
         return;
      break;
   case NVP4C_LANG_TGSI:
      util_diag(&r->ctx, DIAG_ID_unsupported_language, (struct util_span){0, 4}, "TGSI is not supported by this version");
      return;
   default:
      ast = nv_parse(&r->ctx, text, len, &limits);
      if (ast && r->opt.stage != NVP4C_STAGE_ANY && (unsigned)ast->stage + 1 != (unsigned)r->opt.stage) {
         util_diag(&r->ctx, DIAG_ID_wrong_stage, (struct util_span){0, ast->dialect & NV_D_ARB ? 10 : 9}, "a program of another kind is expected");
         return;
      }
      r->time.parse = now_ns() - t0;
      if (!ast || r->opt.syntax_only)
         return;
      t0 = now_ns();
      s = nv_lower(&r->ctx, ast, num, r->opt.fshort);
      r->time.lower = now_ns() - t0;
      if (!r->opt.verify.tasks && r->opt.verify.each < 2) { /* nobody will execute the tree: its largest part can go */
         util_discard(&r->ctx, ast->instrs, ast->cap_instrs * sizeof *ast->instrs);
         ast->instrs = NULL;
         ast->num_instrs = ast->cap_instrs = 0;
      }
      if (!s)
         return;
      if (r->opt.verify.each)
         check_ir(r, s, "after lowering");
      break;
   }

   t0 = now_ns();
   pass_key_apply(s, &key);
   pipeline_run(r, t, s, ast, false);
   r->time.passes = now_ns() - t0;
   if (r->opt.verify.each || r->opt.verify.tasks)
      check_ir(r, s, "after the passes");
   if ((r->opt.inspect.dump_ir || r->opt.inspect.dump_cfg || r->opt.passes.stop_after) && !r->opt.verify.tasks) {
      pipeline_print(r, s);
      return;
   }

   t0 = now_ns();
   note_io(r, s);
   void *program = t->compile(r, s);
   r->time.codegen = now_ns() - t0;
   if (!program)
      return;
   result_stat(r, "source_ops", s->num_source_ops);
   if (r->opt.output.object) {
      elf_write(r, &r->object);
      r->has_object = true;
   }

   if (r->opt.verify.tasks) {
      t0 = now_ns();
      if (ast) {
         exact = nv_lower(&r->ctx, ast, num, r->opt.fshort);
         pass_key_apply(exact, &key);
         pipeline_run(r, t, exact, ast, true);
         check_ir(r, exact, "after the exact passes");
      }
      verify_run(r, t, ast, exact, s, program);
      r->time.verify = now_ns() - t0;
   }
   pipeline_print(r, s);
}

static void publish_diagnostics(struct nvp4c_result *r)
{
   unsigned n = 0;

   for (struct util_diag *d = r->ctx.diags; d; d = d->next)
      n++;
   r->diags = UTIL_ARRAY(&r->ctx, struct nvp4c_diagnostic, n ? n : 1);
   for (struct util_diag *d = r->ctx.diags; d; d = d->next) {
      bool place = d->span.off != UINT32_MAX;
      r->diags[r->num_diags++] = (struct nvp4c_diagnostic){
         .severity = public_severity[d->severity],
         .id = diag_info[d->id].name,
         .offset = place ? d->span.off : SIZE_MAX,
         .length = place ? d->span.len : 0,
         .line = d->line,
         .column = d->column,
         .message = d->message,
         .section = nv_section(diag_info[d->id].section, r->ctx.text, r->ctx.text ? r->ctx.text_len : 0),
      };
   }
}

/* What the caller sees: no code of a failed compile, and the diagnostics. They have room beyond the limit of the compile itself.
   Not inlined: no local of it then lives across the setjmp of its caller. */
__attribute__((noinline)) static void publish(struct nvp4c_result *r)
{
   struct util_ctx *ctx = &r->ctx;
   const enum util_status status = ctx->status;

   if (status != UTIL_OK && status != UTIL_MISMATCH) {
      r->code = NULL;
      r->has_listing = r->has_object = false;
   }
   ctx->arena.limit = 0;
   ctx->max_errors = 0;
   if (status == UTIL_LIMIT && !ctx->num_errors)
      util_diag(ctx, DIAG_ID_out_of_memory, UTIL_NO_SPAN, "out of memory (limit %zu bytes)",
                r->opt.memory.limit ? r->opt.memory.limit : (size_t)1 << 31);
   publish_diagnostics(r);
   ctx->status = status;
}

static void finish(struct nvp4c_result *r)
{
   if (setjmp(r->ctx.unwind) == 0) {
      publish(r);
   } else {
      r->num_diags = 0;
      r->ctx.status = UTIL_LIMIT;
   }
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
   util_ctx_init(&r->ctx, opt.memory.alloc ? &hooks : NULL, opt.memory.limit ? opt.memory.limit : (size_t)1 << 31);
   r->ctx.text = text;
   r->ctx.text_len = len;

   util_fpenv_enter(&fpenv);
   if (setjmp(r->ctx.unwind) == 0) {
      r->ctx.unwind_set = true;
      apply_warnings(r);
      check_options(r);
      work(r, text, len);
   }
   util_fpenv_leave(&fpenv);
   finish(r);
   return r;
}

struct nvp4c_result *nvp4c_compile(const char *text, size_t len, const struct nvp4c_options *options)
{
   return result_run(do_compile, text, len, options);
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

/* ---- assembler and disassembler */

static void do_assemble(struct nvp4c_result *r, const char *text, size_t len)
{
   const struct target_ops *t = target_find(r->opt.target);

   if (!t->assemble) {
      util_diag(&r->ctx, DIAG_ID_agx_unsupported, UTIL_NO_SPAN, "no assembler for target %s in this version", t->name);
      return;
   }
   t->assemble(r, text, len);
   if (r->opt.output.listing && !r->has_listing && r->code && t->disassemble)
      t->disassemble(r, r->code, r->code_len);
}

static void do_disassemble(struct nvp4c_result *r, const char *code, size_t len)
{
   const struct target_ops *t = target_find(r->opt.target);

   r->ctx.text = NULL; /* offsets are places in the code, not in a text */
   if (!t->disassemble) {
      util_diag(&r->ctx, DIAG_ID_agx_unsupported, UTIL_NO_SPAN, "no disassembler for target %s in this version", t->name);
      return;
   }
   const uint8_t *bytes = (const uint8_t *)code;
   if (elf_is(bytes, len) && !elf_text(bytes, len, &bytes, &len)) {
      util_diag(&r->ctx, DIAG_ID_bad_object, UTIL_NO_SPAN, "an ELF file without machine code, or a broken one");
      return;
   }
   t->disassemble(r, bytes, len);
}

struct nvp4c_result *nvp4c_assemble(const char *text, size_t len, const struct nvp4c_options *options)
{
   return result_run(do_assemble, text, len, options);
}

struct nvp4c_result *nvp4c_disassemble(const void *code, size_t len, const struct nvp4c_options *options)
{
   return result_run(do_disassemble, code, len, options);
}

/* What run() hands through as its text. */
struct sim_args {
   const void *program;
   size_t len, task_len;
   const char *task;
   bool is_text;
};

static void do_simulate(struct nvp4c_result *r, const char *args, size_t len)
{
   const struct target_ops *t = target_find(r->opt.target);
   struct sim_args a;

   (void)len;
   memcpy(&a, args, sizeof a);
   r->ctx.text = a.is_text ? a.program : NULL;
   r->ctx.text_len = a.is_text ? a.len : 0;
   if (!t->simulate) {
      util_diag(&r->ctx, DIAG_ID_agx_unsupported, UTIL_NO_SPAN, "no simulation of tasks for target %s in this version", t->name);
      return;
   }
   const uint8_t *bytes = a.program;
   if (!a.is_text && elf_is(bytes, a.len)) {
      if (!elf_text(bytes, a.len, &bytes, &a.len)) {
         util_diag(&r->ctx, DIAG_ID_bad_object, UTIL_NO_SPAN, "an ELF file without machine code, or a broken one");
         return;
      }
      a.program = bytes;
   }
   t->simulate(r, a.program, a.len, a.is_text, a.task ? a.task : "", a.task ? a.task_len : 0);
}

struct nvp4c_result *nvp4c_simulate(const void *program, size_t len, int is_text, const char *task, size_t task_len,
                                    const struct nvp4c_options *options)
{
   const struct sim_args a = {program, len, task_len, task, is_text != 0};
   return result_run(do_simulate, (const char *)&a, sizeof a, options);
}

/* ---- reading a result */

enum nvp4c_status nvp4c_result_status(const struct nvp4c_result *r) { return (enum nvp4c_status)r->ctx.status; }

enum nvp4c_stage nvp4c_result_stage(const struct nvp4c_result *r)
{
   return r->io.known ? (enum nvp4c_stage)(r->io.stage + 1) : NVP4C_STAGE_ANY;
}

const void *nvp4c_result_code(const struct nvp4c_result *r, size_t *len)
{
   *len = r->code ? r->code_len : 0;
   return r->code;
}

const void *nvp4c_result_object(const struct nvp4c_result *r, size_t *len)
{
   *len = r->has_object ? r->object.len : 0;
   return r->has_object ? r->object.data : NULL;
}

const char *nvp4c_result_listing(const struct nvp4c_result *r, size_t *len)
{
   *len = r->has_listing ? r->listing.len : 0;
   return r->has_listing ? r->listing.data : NULL;
}

unsigned nvp4c_result_num_diagnostics(const struct nvp4c_result *r) { return r->num_diags; }
const struct nvp4c_diagnostic *nvp4c_result_diagnostic(const struct nvp4c_result *r, unsigned i)
{
   return i < r->num_diags ? &r->diags[i] : NULL;
}
unsigned nvp4c_result_num_stats(const struct nvp4c_result *r) { return r->num_stats; }
struct nvp4c_stat nvp4c_result_stat(const struct nvp4c_result *r, unsigned i)
{
   return i < r->num_stats ? r->stats[i] : (struct nvp4c_stat){NULL, 0};
}
unsigned nvp4c_result_num_reflections(const struct nvp4c_result *r) { return r->num_refl; }
const struct nvp4c_reflection *nvp4c_result_reflection(const struct nvp4c_result *r, unsigned i)
{
   return i < r->num_refl ? &r->refl[i] : NULL;
}
struct nvp4c_timing nvp4c_result_timing(const struct nvp4c_result *r) { return r->time; }
struct nvp4c_verify nvp4c_result_verify(const struct nvp4c_result *r) { return r->verify; }
