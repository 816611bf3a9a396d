/* SPDX-License-Identifier: MIT */
/* The assembler, the disassembler and the simulator of a target. */
#include <string.h>

#include "nvp4c/api/internal.h"
#include "nvp4c/report/elf.h"
#include "nvp4c/report/lines.h"

static void do_assemble(struct nvp4c_result *r, const char *text, size_t len)
{
   const struct target_ops *t = r->target;
   struct target_request request;

   if (!t->assemble) {
      util_diag(&r->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "no assembler for target %s in this version", t->name);
      return;
   }
   options_request(r, &request);
   t->assemble(&r->ctx, &request, text, len, &r->out);
   if (r->opt.output.listing && !r->out.has_listing && r->out.code && t->disassemble)
      t->disassemble(&r->ctx, r->out.code, r->out.code_len, &r->out);
   if (r->opt.output.object && r->out.code)
      result_write_object(r, NULL);
}

struct nvp4c_result *nvp4c_assemble(const char *text, size_t len, const struct nvp4c_options *options)
{
   return result_run(do_assemble, text, len, options);
}

/* Makes the machine code of an object file of the file, and takes its line table. false after a diagnostic. */
static bool open_object(struct nvp4c_result *r, const uint8_t **code, size_t *len)
{
   const uint8_t *lines;
   size_t size;

   if (!elf_is(*code, *len))
      return true;
   const bool has_lines = elf_section(*code, *len, ".debug_line", &lines, &size);
   if (elf_text(*code, *len, code, len) && (!r->opt.debug.lines || !has_lines || !size || lines_read(&r->ctx, lines, size, &r->out)))
      return true;
   util_diag(&r->ctx, DIAG_ID_bad_object, UTIL_NO_SPAN, "an ELF file without machine code, or a broken one");
   return false;
}

static void do_disassemble(struct nvp4c_result *r, const char *file, size_t len)
{
   const struct target_ops *t = r->target;
   const uint8_t *code = (const uint8_t *)file;

   r->ctx.text = NULL; /* offsets are places in the code, not in a text */
   if (!t->disassemble) {
      util_diag(&r->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "no disassembler for target %s in this version", t->name);
      return;
   }
   if (open_object(r, &code, &len))
      t->disassemble(&r->ctx, code, len, &r->out);
}

struct nvp4c_result *nvp4c_disassemble(const void *code, size_t len, const struct nvp4c_options *options)
{
   return result_run(do_disassemble, code, len, options);
}

/* `args` is a struct target_simulation, which result_run hands on as if it were the text. */
static void do_simulate(struct nvp4c_result *r, const char *args, size_t len)
{
   const struct target_ops *t = r->target;
   struct target_simulation job;
   struct target_request request;

   (void)len;
   memcpy(&job, args, sizeof job);
   r->ctx.text = job.is_text ? job.program : NULL;
   r->ctx.text_len = job.is_text ? job.len : 0;
   if (!t->simulate) {
      util_diag(&r->ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "no simulation of tasks for target %s in this version",
                t->name);
      return;
   }
   if (!job.is_text) {
      const uint8_t *code = job.program;
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
   const struct target_simulation job = {program, len, is_text != 0, task ? task : "", task ? task_len : 0};
   return result_run(do_simulate, (const char *)&job, sizeof job, options);
}
