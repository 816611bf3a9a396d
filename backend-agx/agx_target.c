/* SPDX-License-Identifier: MIT */
/* AGX2 as a target: its reflection and statistics as a target_output. */
#include "backend-agx/text/agx_text.h"
#include "backend-agx/agx_compile.h"
#include "backend-agx/sim/agx_harness.h"
#include "backend-agx/sim/agx_run.h"
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
      const struct target_location at = in_registers           ? target_at(TARGET_AT_GPR, io->where / 2u + c)
                                        : kind == TARGET_INPUT ? target_at(TARGET_AT_COEFFICIENT, io->where + k++)
                                                               : target_at(TARGET_AT_UVS, io->where + c);
      target_add_binding(ctx, out,
                         (struct target_binding){.kind = kind,
                                                 .what = TARGET_SLOT,
                                                 .index = io->slot,
                                                 .component = (uint8_t)c,
                                                 .interp = io->interp,
                                                 .location = at});
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
      struct target_binding b = {.location = target_at(TARGET_AT_UNIFORM, u->half / 2u)};
      if (u->kind == AGX_UNI_PARAM) {
         b.kind = TARGET_PARAM;
         b.what = TARGET_ENTRY;
         b.index = u->value;
         b.component = u->comp;
         b.value = s->params[u->value].value[u->comp];
      } else if (u->kind == AGX_UNI_CONST) {
         b.kind = TARGET_CONSTANT;
         b.what = TARGET_LITERAL;
         b.value = u->value;
      } else {
         continue;
      }
      target_add_binding(ctx, out, b);
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

static uint32_t components(const struct agx_io *io, uint32_t n)
{
   uint32_t sum = 0;

   for (uint32_t i = 0; i < n; i++)
      sum += (uint32_t)__builtin_popcount(io[i].mask);
   return sum;
}

/* docs/reflection.md, "Native counts". This version has no textures, and no index registers. */
static void find_facts(const struct agx_program *p, struct target_facts *f)
{
   *f = (struct target_facts){
      .native = {.instructions = p->stats.instructions,
                 .alu = p->stats.instructions,
                 .indirections = 1,
                 .temporaries = (p->stats.halves + 1) / 2,
                 .attribs = components(p->inputs, p->num_inputs)},
      .input_registers = p->num_cf,
      .shared_registers = p->stats.uniforms,
      .temporaries = (p->stats.halves + 1) / 2,
      .vertex_words = p->uvs_words,
      .scratch_bytes = p->stats.spill_bytes,
      .w_coefficient = p->reads_w ? 0 : TARGET_NO_NUMBER,
   };
   for (uint32_t i = 0; i < p->num_uniforms; i++)
      f->native.parameters += p->uniforms[i].kind != AGX_UNI_TESTS;
}

static struct target_counts limits(unsigned cpu)
{
   (void)cpu;
   return (struct target_counts){
      .instructions = UINT32_MAX,
      .alu = UINT32_MAX,
      .tex = UINT32_MAX,
      .indirections = UINT32_MAX,
      .temporaries = 128, /* registers of 32 bits; uniform registers likewise, 512 halves */
      .parameters = 256,
      .attribs = 128,
   };
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
   find_facts(p, &out->facts);
   if (q->reflection)
      reflect(ctx, s, p, out);
   return p;
}

static const void *decode(struct util_ctx *ctx, const void *program)
{
   return agx_harness_decode(ctx, program);
}

static enum exec_status run(struct util_ctx *ctx, const void *decoded, struct exec_task *task)
{
   return agx_harness_run(ctx, decoded, task);
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

static void simulate(struct util_ctx *ctx, const struct target_request *q, const struct target_simulation *job, struct target_output *out)
{
   struct agx_run run = {.task = job->task, .task_len = job->task_len, .num = q->num};

   if (job->is_text)
      assemble(ctx, q, job->program, job->len, out);
   if (ctx->status != UTIL_OK)
      return;
   run.code = job->is_text ? agx_sim_decode(ctx, out->code, out->code_len) : agx_sim_decode(ctx, job->program, job->len);
   /* Diagnostics from here on are about the task. */
   ctx->text = job->task;
   ctx->text_len = job->task_len;
   util_buf_init(&out->listing, ctx);
   agx_run(ctx, &run, &out->listing);
   out->has_listing = true;
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
   .limits = limits,
   .compile = compile,
   .decode = decode,
   .run = run,
   .assemble = assemble,
   .disassemble = disassemble,
   .simulate = simulate,
   .machine = &agx_machine_ops,
};
