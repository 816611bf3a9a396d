/* SPDX-License-Identifier: MIT */
/* AGX2 as a target: its reflection and statistics as a target_output. */
#include "backend-agx/text/agx_text.h"
#include "backend-agx/agx_compile.h"
#include "backend-agx/sim/agx_harness.h"
#include "codegen/target.h"

static void add_stats(struct util_ctx *ctx, const struct agx_stats *st, struct target_output *out)
{
   const struct target_stat stats[] = {
      {"instructions", st->instructions},
      {"est_cycles", st->est_cycles},
      {"bytes", st->bytes},
      {"preamble_bytes", st->preamble_bytes},
      {"halves", st->halves},
      {"uniforms", st->uniforms},
      {"spill_bytes", st->spill_bytes},
   };

   for (size_t i = 0; i < sizeof stats / sizeof stats[0]; i++)
      target_add_stat(ctx, out, stats[i].name, stats[i].value);
}

/* Attributes and colours are in registers, iterated inputs in coefficient sets, results of vertex programs in words of the
   UVS. */
static void reflect_io(struct util_ctx *ctx, const struct agx_program *p, const struct agx_io *io,
                       enum target_binding_kind kind, struct target_output *out)
{
   const bool in_registers = (kind == TARGET_INPUT) == (p->stage == AGX_STAGE_VERTEX);

   for (unsigned c = 0, k = 0; c < 4; c++) {
      if (!(io->mask >> c & 1))
         continue;
      const struct target_location at = in_registers           ? target_at("r", io->where / 2u + c)
                                        : kind == TARGET_INPUT ? target_at("cf", io->where + k++)
                                                               : target_at("word", io->where + c);
      target_add_binding(ctx, out, (struct target_binding){kind, target_slot_name(ctx, io->slot), at, c, 0});
   }
}

static void reflect(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_program *p, struct target_output *out)
{
   for (uint32_t i = 0; i < p->num_inputs; i++)
      reflect_io(ctx, p, &p->inputs[i], TARGET_INPUT, out);
   for (uint32_t i = 0; i < p->num_outputs; i++)
      reflect_io(ctx, p, &p->outputs[i], TARGET_OUTPUT, out);
   for (uint32_t i = 0; i < p->num_uniforms; i++) {
      const struct agx_uniform *u = &p->uniforms[i];
      const struct target_location at = target_at("u", u->half / 2u);
      if (u->kind == AGX_UNI_PARAM)
         target_add_binding(
             ctx, out, (struct target_binding){TARGET_PARAM, target_param_name(ctx, &s->params[u->value]), at, u->comp, 0});
      else if (u->kind == AGX_UNI_CONST)
         target_add_binding(ctx, out, (struct target_binding){TARGET_CONSTANT, "constant", at, 0, u->value});
   }
}

/* Each instruction, below the lines of the source that it comes from. */
static void print(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out)
{
   uint32_t next = 0;

   util_buf_init(&out->listing, ctx);
   for (size_t pc = 0; pc < len;) {
      target_print_lines(ctx, &out->listing, out, (uint32_t)pc, &next);
      pc += agx_disassemble_one(code, len, pc, &out->listing);
   }
   out->has_listing = true;
}

static void add_lines(struct util_ctx *ctx, const struct agx_program *p, struct target_output *out)
{
   for (uint32_t k = 0; k < p->num_from; k++)
      if (k + 1 == p->num_from || p->from[k + 1].at != p->from[k].at) /* else it has no code */
         target_add_lines(ctx, out, p->from[k].at, &(struct util_origin){p->from[k].span, NULL});
}

static void *compile(struct util_ctx *ctx, const struct target_request *q, struct ir_shader *s, struct target_output *out)
{
   struct agx_options opt = {.schedule = q->opt_level > 0, .verify = q->check};
   struct agx_program *p = UTIL_NEW(ctx, struct agx_program);

   if (agx_compile(ctx, s, &opt, p))
      return NULL;
   if (!target_within_limits(ctx, q, p->len, 0))
      return NULL;
   out->code = p->code;
   out->code_len = p->len;
   if (q->lines)
      add_lines(ctx, p, out);
   if (q->listing)
      print(ctx, p->code, p->len, out);
   add_stats(ctx, &p->stats, out);
   reflect(ctx, s, p, out);
   return p;
}

static enum exec_status run(struct util_ctx *ctx, const void *program, struct exec_task *task)
{
   const struct agx_program *p = program;
   struct agx_task *t = UTIL_NEW(ctx, struct agx_task);

   agx_task_setup(t, p, task);
   enum exec_status st = agx_sim_run(p->code, p->len, t);
   task->fault = t->fault;
   if (st == EXEC_DONE)
      agx_task_results(t, p, task);
   return st;
}

static void assemble(struct util_ctx *ctx, const struct target_request *q, const char *text, size_t len,
                     struct target_output *out)
{
   struct util_buf code;

   (void)q;
   util_buf_init(&code, ctx);
   agx_assemble_text(ctx, text, len, &code);
   if (ctx->status != UTIL_OK)
      return;
   out->code = (const uint8_t *)code.data;
   out->code_len = code.len;
}

static void disassemble(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out)
{
   print(ctx, code, len, out);
}

static num_m num(uint32_t features)
{
   (void)features;
   return &num_model_agx;
}

static const char *const cpus[] = {"g13g", NULL};

const struct target_ops agx_target = {
   .name = "agx",
   .num = num,
   .cpus = cpus,
   .lacks = TARGET_LACKS_IDIV,
   .compile = compile,
   .run = run,
   .assemble = assemble,
   .disassemble = disassemble,
};
