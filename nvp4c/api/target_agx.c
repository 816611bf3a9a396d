/* SPDX-License-Identifier: MIT */
/* AGX2 behind the façade. */
#include "backend-agx/agx_compile.h"
#include "backend-agx/text/agx_text.h"
#include "nvp4c/api/internal.h"

static void *compile(struct nvp4c_result *r, struct ir_shader *s)
{
   struct agx_options opt = {.schedule = r->opt.opt_level > 0};
   struct agx_program *p = UTIL_NEW(&r->ctx, struct agx_program);

   if (agx_compile(&r->ctx, s, &opt, p))
      return NULL;
   r->code = UTIL_ARRAY(&r->ctx, uint8_t, p->len);
   for (size_t i = 0; i < p->len; i++)
      r->code[i] = p->code[i];
   r->code_len = p->len;
   if (r->opt.listing) {
      util_buf_init(&r->listing, &r->ctx);
      agx_program_print(p, &r->listing);
      r->has_listing = true;
   }

   result_stat(r, "instructions", p->stats.instructions);
   result_stat(r, "est_cycles", p->stats.est_cycles);
   result_stat(r, "bytes", p->stats.bytes);
   result_stat(r, "preamble_bytes", p->stats.preamble_bytes);
   result_stat(r, "halves", p->stats.halves);
   result_stat(r, "uniforms", p->stats.uniforms);
   result_stat(r, "spill_bytes", p->stats.spill_bytes);

   for (uint32_t i = 0; i < p->num_inputs + p->num_outputs; i++) {
      bool in = i < p->num_inputs;
      const struct agx_io *io = in ? &p->inputs[i] : &p->outputs[i - p->num_inputs];
      bool regs = in == (p->stage == IR_STAGE_VERTEX); /* attributes and colours sit in registers */
      char name[32];
      for (unsigned c = 0, k = 0; c < 4; c++) {
         if (!(io->mask >> c & 1))
            continue;
         char *where = regs ? util_printf(&r->ctx, "r%u", io->where / 2 + c)
                       : in ? util_printf(&r->ctx, "cf%u", io->where + k++)
                            : util_printf(&r->ctx, "word%u", io->where + c);
         result_reflect(r, in ? NVP4C_INPUT : NVP4C_OUTPUT,
                        util_printf(&r->ctx, "%s", io_slot_name((enum io_slot)io->slot, name, sizeof name)), where, c, 0);
      }
   }
   for (uint32_t i = 0; i < p->num_uniforms; i++) {
      const struct agx_uniform *u = &p->uniforms[i];
      char *where = util_printf(&r->ctx, "u%u", u->half / 2);
      if (u->kind == AGX_UNI_PARAM)
         result_reflect(r, NVP4C_PARAM, result_param_name(r, &s->params[u->value]), where, u->comp, 0);
      else if (u->kind == AGX_UNI_CONST)
         result_reflect(r, NVP4C_CONSTANT, "constant", where, 0, u->value);
   }
   return p;
}

static enum exec_status run(struct nvp4c_result *r, void *program, struct exec_task *task)
{
   const struct agx_program *p = program;
   struct agx_task *t = UTIL_NEW(&r->ctx, struct agx_task);

   agx_task_setup(t, p, task);
   enum exec_status st = agx_sim_run(p->code, p->len, t);
   task->fault = t->fault;
   if (st == EXEC_DONE)
      agx_task_results(t, p, task);
   return st;
}

static void assemble(struct nvp4c_result *r, const char *text, size_t len)
{
   struct util_buf code;

   util_buf_init(&code, &r->ctx);
   agx_assemble_text(&r->ctx, text, len, &code);
   if (r->ctx.status != UTIL_OK)
      return;
   r->code = (uint8_t *)code.data;
   r->code_len = code.len;
}

static void disassemble(struct nvp4c_result *r, const uint8_t *code, size_t len)
{
   util_buf_init(&r->listing, &r->ctx);
   agx_disassemble(code, len, &r->listing);
   r->has_listing = true;
}

static const char *const cpus[] = {"g13g", NULL};
static const struct pass_lower lower = {.idiv = true, .fround = false};

const struct target_ops agx_target = {
   .name = "agx",
   .num = &num_model_agx,
   .cpus = cpus,
   .compile = compile,
   .run = run,
   .lower = &lower,
   .assemble = assemble,
   .disassemble = disassemble,
};
