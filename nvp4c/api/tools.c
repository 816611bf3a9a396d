/* SPDX-License-Identifier: MIT */
/* Assembler, disassembler and simulator of a target, and the loader of objects. */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "nvp4c/preshader/preshader.h"
#include "nvp4c/report/elf.h"
#include "nvp4c/report/lines.h"
#include "nvp4c/report/varying.h"

static void do_assemble(struct job *r, const char *text, size_t len)
{
   const struct target_ops *t = r->o.target;
   struct target_request request;

   if (!t->assemble) {
      util_diag(&r->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "this version has no assembler for target %s", t->name);
      return;
   }
   options_request(r, &request);
   t->assemble(&r->ctx, &request, text, len, &r->out);
   if (r->opt.output.listing && !r->out.has_listing && r->out.code && t->disassemble)
      t->disassemble(&r->ctx, r->out.code, r->out.code_len, &r->out);
   if (r->opt.output.object && r->out.code)
      job_write_object(r, false);
}

struct nvp4c_result *nvp4c_assemble(const char *text, size_t len, const struct nvp4c_options *options)
{
   return job_run(do_assemble, text, len, options);
}

/* Does this library have the machine? */
static bool is_known_machine(uint32_t target, uint32_t cpu)
{
   const struct target_ops *t = target <= INT32_MAX ? registry_target((enum nvp4c_target)target) : NULL;
   unsigned cpus = 0;

   while (t && t->cpus[cpus])
      cpus++;
   return cpu < cpus;
}

void tools_obey_object(struct job *r, const uint8_t *file, size_t len)
{
   struct elf_machine m;

   if (!elf_is(file, len) || !elf_machine(file, len, &m) || !is_known_machine(m.target_number, m.cpu_number))
      return;
   const bool chosen = (r->opt.cpu || r->opt.attr) && (uint32_t)r->o.target_number == m.target_number;
   r->o.target_number = (enum nvp4c_target)m.target_number;
   r->o.target = registry_target(r->o.target_number);
   if (!chosen) {
      r->o.cpu = m.cpu_number;
      r->o.features = m.features;
   }
}

/* Replaces an object file by its machine code, and reads its line table. Returns false after a diagnostic. */
static bool open_object(struct job *r, const uint8_t **code, size_t *len)
{
   const uint8_t *lines;
   size_t size;

   if (!elf_is(*code, *len))
      return true;
   if (!elf_section(*code, *len, ELF_PREAMBLE, &r->out.preamble, &r->out.preamble_len))
      r->out.preamble = NULL;
   const bool has_lines = elf_section(*code, *len, ".debug_line", &lines, &size);
   if (elf_text(*code, *len, code, len) &&
       (!r->opt.debug.lines || !has_lines || !size || lines_read(&r->ctx, lines, size, &r->out)))
      return true;
   util_diag(&r->ctx, DIAG_ID_bad_object, UTIL_NO_SPAN, "an ELF file without machine code, or a damaged one");
   return false;
}

static void do_disassemble(struct job *r, const char *file, size_t len)
{
   const uint8_t *code = (const uint8_t *)file;

   r->ctx.text = NULL; /* offsets refer to the code */
   tools_obey_object(r, code, len);
   const struct target_ops *t = r->o.target;
   if (!t->disassemble) {
      util_diag(&r->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "this version has no disassembler for target %s", t->name);
      return;
   }
   if (open_object(r, &code, &len))
      t->disassemble(&r->ctx, code, len, &r->out);
}

struct nvp4c_result *nvp4c_disassemble(const void *code, size_t len, const struct nvp4c_options *options)
{
   return job_run(do_disassemble, code, len, options);
}

/* ---- the simulator */

/* A pre-shader with the memory for a run. */
struct once {
   struct preshader p;
   uint32_t *work;
};

static void run_once(void *user, const uint32_t *inputs, uint32_t *results)
{
   const struct once *o = user;
   preshader_run(&o->p, inputs, results, o->work);
}

/* Pre-shader of an object, or NULL if it has none or a damaged one. */
static const struct machine_once *once_of_object(struct job *r, const uint8_t *file, size_t len)
{
   struct machine_once *m = UTIL_NEW(&r->ctx, struct machine_once);
   struct once *o = UTIL_NEW(&r->ctx, struct once);
   struct elf_program p;

   if (!elf_is(file, len) || elf_read(&r->ctx, file, len, &p) != ELF_GOOD || !p.preshader ||
       preshader_read(&r->ctx, p.preshader, p.preshader_len, &o->p))
      return NULL;
   o->p.model.noise_seed = r->opt.verify.noise;
   o->work = UTIL_ARRAY(&r->ctx, uint32_t, (size_t)preshader_work(&o->p) + 1);
   uint32_t *reg = UTIL_ARRAY(&r->ctx, uint32_t, (size_t)o->p.num_results + 1);
   memset(reg, 0xff, o->p.num_results * sizeof *reg);
   for (unsigned i = 0; i < p.report.num_entries; i++) {
      const struct nvp4c_reflection *e = &p.report.entries[i];
      const uint64_t word = 4 * (uint64_t)e->index + e->component;
      if (e->binding == NVP4C_BIND_PRESHADER && e->location.reg == NVP4C_REG_SHARED && word < o->p.num_results)
         reg[word] = e->location.number;
   }
   *m = (struct machine_once){o, run_once, o->p.num_inputs, o->p.num_results, reg};
   return m;
}

/* `args` is a struct target_simulation, which job_run() passes as its text. */
static void do_simulate(struct job *r, const char *args, size_t len)
{
   struct target_simulation job;
   struct target_request request;

   (void)len;
   memcpy(&job, args, sizeof job);
   if (!job.is_text)
      tools_obey_object(r, job.program, job.len);
   const struct target_ops *t = r->o.target;
   r->ctx.text = job.is_text ? job.program : NULL;
   r->ctx.text_len = job.is_text ? job.len : 0;
   if (!t->simulate) {
      util_diag(&r->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "this version has no simulator for target %s",
                t->name);
      return;
   }
   if (!job.is_text) {
      const uint8_t *code = job.program;
      job.once = once_of_object(r, code, job.len);
      if (!open_object(r, &code, &job.len))
         return;
      job.program = code;
   }
   options_request(r, &request);
   r->simulated = true;
   t->simulate(&r->ctx, &request, &job, &r->out);
}

struct nvp4c_result *nvp4c_simulate(const void *program, size_t len, int is_text, const char *task, size_t task_len,
                                    const struct nvp4c_options *options)
{
   const struct target_simulation job = {
       .program = program, .len = len, .is_text = is_text != 0, .task = task ? task : "", .task_len = task ? task_len : 0};
   return job_run(do_simulate, (const char *)&job, sizeof job, options);
}

/* ---- loading objects */

static void restore_io(struct job *r, const struct elf_program *p)
{
   struct result_io *io = &r->o.io;

   io->known = io->reflected = true;
   io->mapped = p->mapped;
   io->stage = (enum ir_stage)(p->stage - NVP4C_STAGE_VERTEX);
   for (unsigned v = 0; v < NVP4C_NUM_VARYINGS; v++) {
      io->reads[varying_slot(v)] = p->reads[v] & 15;
      io->writes[varying_slot(v)] = p->writes[v] & 15;
   }
}

static bool refuse_object(struct job *r, enum diag_id id, const char *why)
{
   util_diag(&r->ctx, id, UTIL_NO_SPAN, "%s", why);
   return false;
}

static bool read_object(struct job *r, const char *file, size_t len, struct elf_program *p)
{
   switch (elf_read(&r->ctx, (const uint8_t *)file, len, p)) {
   case ELF_OTHER_VERSION:
      return refuse_object(r, DIAG_ID_object_version, "another version of nvp4c wrote the object; this is " NVP4C_VERSION);
   case ELF_CHANGED: return refuse_object(r, DIAG_ID_object_hash, "the object was changed: its hash does not match");
   case ELF_GOOD:
      if (is_known_machine(p->target_number, p->cpu_number) && (!p->compiled || p->stage != NVP4C_STAGE_ANY))
         return true;
      break;
   default: break;
   }
   return refuse_object(r, DIAG_ID_bad_object, "not an object of nvp4c, or a damaged one");
}

static void do_load(struct job *r, const char *file, size_t len)
{
   struct elf_program p;

   r->ctx.text = NULL;
   if (!read_object(r, file, len, &p))
      return;
   r->o.target_number = (enum nvp4c_target)p.target_number;
   r->o.target = registry_target(r->o.target_number);
   r->o.cpu = p.cpu_number;
   r->o.features = p.features;
   r->o.stage = p.stage;
   r->o.report = p.report;
   r->out.code = p.code;
   r->out.code_len = p.code_len;
   r->out.preamble = p.preamble;
   r->out.preamble_len = p.preamble_len;
   r->preshader = p.preshader;
   r->preshader_len = p.preshader_len;
   r->object.data = (char *)(uintptr_t)file; /* not written to */
   r->object.len = len;
   r->has_object = true;
   if (p.compiled)
      restore_io(r, &p);
}

struct nvp4c_result *nvp4c_load(const void *object, size_t len, const struct nvp4c_options *options)
{
   return job_run(do_load, object, len, options);
}
