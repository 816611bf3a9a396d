/* SPDX-License-Identifier: MIT */
/* AGX2 as a target: converts its reflection and statistics to a target_output. */
#include "backend-agx/text/agx_text.h"
#include "backend-agx/agx_compile.h"
#include "backend-agx/agx_costs.h"
#include "backend-agx/agx_describe.h"
#include "backend-agx/agx_report.h"
#include "backend-agx/check/agx_validate.h"
#include "backend-agx/isa/agx_format.h"
#include "backend-agx/prolog_epilog/agx_prolog_epilog.h"
#include "backend-agx/sim/agx_harness.h"
#include "backend-agx/sim/agx_run.h"
#include "codegen/target.h"
#include "nvp4c.h"
#include "semantics/memory/memory.h"

_Static_assert((int)TARGET_F32 == (int)AGX_TILE_F32 && (int)TARGET_F16 == (int)AGX_TILE_F16 &&
                  (int)TARGET_RGBA8 == (int)AGX_TILE_RGBA8 && (int)TARGET_WORDS == (int)AGX_TILE_RAW &&
                  TARGET_NUM_COLORS == AGX_TARGETS,
               "formats have the numbers of the request");

/* Differences of newer drivers from the ABI that we follow (docs/abi-agx.md, "Conflicts"). */
enum { AGX_ATTR_MASK_R1L, AGX_ATTR_COMPUTE_UNIFORMS };

static void add_stats(struct util_ctx *ctx, const struct agx_stats *st, struct target_output *out)
{
   const struct target_stat stats[] = {
      {"instructions", st->instructions},
      {"est_cycles", st->est_cycles},
      {"bytes", st->bytes},
      {"preamble_bytes", st->preamble_bytes},
      {"preamble_instructions", st->preamble_instructions},
      {"halves", st->halves},
      {"uniforms", st->uniforms},
      {"spill_bytes", st->spill_bytes},
   };

   for (size_t i = 0; i < sizeof stats / sizeof stats[0]; i++)
      target_add_stat(ctx, out, stats[i].name, stats[i].value);
}

/* Inputs computed from special registers or words of the driver have no place of their own. */
static bool is_handed_in(const struct agx_io *io)
{
   return io->where < AGX_CF_COUNT;
}

/* x and y are integer pixel coordinates, to which the program adds a half. 1/w is in the first coefficient register, z in
   the next. */
static struct target_location place_of_position(const struct agx_program *p, unsigned comp)
{
   if (comp < 2)
      return target_at(NVP4C_REG_SPECIAL, comp ? AGX_SR_PIXEL_Y : AGX_SR_PIXEL_X);
   return target_at(NVP4C_REG_COEFFICIENT, comp == 2 && p->reads_w);
}

/* Attributes and colours are in registers, iterated inputs in coefficient sets, results of vertex programs in words of the
   UVS. */
static void reflect_io(struct util_ctx *ctx, const struct agx_program *p, const struct agx_io *io,
                       enum target_binding_kind kind, struct target_output *out)
{
   const bool in_registers = (kind == TARGET_INPUT) == (p->stage == AGX_STAGE_VERTEX);

   const unsigned lowest = io->mask ? (unsigned)__builtin_ctz(io->mask) : 0; /* components in between have coefficients, too */

   for (unsigned c = 0; c < 4; c++) {
      if (!(io->mask >> c & 1))
         continue;
      const struct target_location at = in_registers             ? target_at(NVP4C_REG_GPR, io->where / 2u + c)
                                        : io->slot == SLOT_POSITION && kind == TARGET_INPUT ? place_of_position(p, c)
                                        : kind == TARGET_INPUT ? target_at(NVP4C_REG_COEFFICIENT, io->where + c - lowest)
                                                               : target_at(NVP4C_REG_UVS, io->where + c);
      struct target_binding b = {
         .kind = kind, .what = TARGET_SLOT, .index = io->slot, .component = (uint8_t)c, .interp = io->interp, .location = at};
      if (kind == TARGET_OUTPUT && io->slot == SLOT_LAYER)
         b.location.num_bits = 16;
      if (kind == TARGET_OUTPUT && p->whole && io->slot >= SLOT_FRAG_COLOR && io->slot <= SLOT_FRAG_COLOR_LAST) {
         const enum agx_tile_format format = (enum agx_tile_format)p->target[io->slot - SLOT_FRAG_COLOR].format;
         const unsigned byte = agx_tile_offset(p, io->slot - SLOT_FRAG_COLOR) + c * agx_tile_bytes(format);
         b.location = target_at(NVP4C_REG_TILE, byte / 4);
         b.location.format = (enum target_format)format;
         b.location.first_bit = (uint8_t)(byte % 4 * 8);
         b.location.num_bits = (uint8_t)(8 * agx_tile_bytes(format));
      } else if (kind == TARGET_OUTPUT && p->whole && p->stage == AGX_STAGE_FRAGMENT) {
         b.location = target_at(NVP4C_REG_DEPTH, TARGET_NO_NUMBER);
      }
      target_add_binding(ctx, out, b);
   }
}

/* The contents of a uniform of each kind. */
static const struct {
   uint8_t kind, what, component; /* component is the first one */
   bool half;                     /* it has 16 bits */
} uniform_kinds[] = {
   [AGX_UNI_PARAM] = {TARGET_PARAM, TARGET_ENTRY, 0, false},
   [AGX_UNI_CONST] = {TARGET_CONSTANT, TARGET_LITERAL, 0, false},
   [AGX_UNI_TESTS] = {TARGET_CONSTANT, TARGET_TESTS, 0, true},
   [AGX_UNI_TEX_SIZE] = {TARGET_TEXTURE, TARGET_SIZE, 0, false},
   [AGX_UNI_TEX_SAMPLES] = {TARGET_TEXTURE, TARGET_SAMPLES, 0, false},
   [AGX_UNI_SAMPLER] = {TARGET_TEXTURE, TARGET_SAMPLER, 0, true},
   [AGX_UNI_HEAP] = {TARGET_BUFFER, TARGET_TEXTURE_HEAP, 0, false},
   [AGX_UNI_PARAM_ADDRESS] = {TARGET_BUFFER, TARGET_PARAM_ADDRESS, 0, false},
   [AGX_UNI_BUFFER] = {TARGET_BUFFER, TARGET_BUFFER_ADDRESS, 0, false},
   [AGX_UNI_BUFFER_WORDS] = {TARGET_BUFFER, TARGET_BUFFER_ADDRESS, 2, false},
   [AGX_UNI_FIRST_VERTEX] = {TARGET_INPUT, TARGET_SLOT, 0, false},
   [AGX_UNI_FIRST_INSTANCE] = {TARGET_INPUT, TARGET_SLOT, 0, false},
   [AGX_UNI_DRAW] = {TARGET_INPUT, TARGET_SLOT, 0, true},
   [AGX_UNI_ATTRIBUTE] = {TARGET_BUFFER, TARGET_ATTRIBUTE, 0, false},
   [AGX_UNI_SLOT] = {TARGET_INPUT, TARGET_SLOT, 0, false},
    [AGX_UNI_OBJECT] = {TARGET_BUFFER, TARGET_STORAGE, 0, false}, /* or the one of its space */
   [AGX_UNI_IMAGE_WORD] = {TARGET_TEXTURE, TARGET_IMAGE_WORD, 0, false},
   [AGX_UNI_SAMPLE_MASK] = {TARGET_CONSTANT, TARGET_SAMPLE_MASK, 0, true},
   [AGX_UNI_SAMPLE_PLACES] = {TARGET_CONSTANT, TARGET_SAMPLE_PLACES, 0, false},
};

/* Names an object by its number: the space and the unit in it. */
static void name_object(uint32_t object, struct target_binding *b)
{
   static const uint8_t whats[MEM_SPACE_COUNT] = {TARGET_STORAGE, TARGET_COUNTERS, TARGET_TEXELS, TARGET_GLOBAL,
                                                  TARGET_WORKGROUP_MEMORY};

   b->what = whats[object / MEM_UNITS];
   b->index = object % MEM_UNITS;
}

/* The words of a pixel that the program reads. */
static void reflect_pixel(struct util_ctx *ctx, const struct agx_program *p, const struct agx_io *io, struct target_output *out)
{
   for (unsigned c = 0; c < 4; c++) {
      if (!(io->mask >> c & 1))
         continue;
      struct target_binding b = {.kind = TARGET_INPUT,
                                 .what = TARGET_SLOT,
                                 .index = io->slot,
                                 .component = (uint8_t)c,
                                 .interp = io->interp,
                                 .location =
                                    target_at(NVP4C_REG_TILE, agx_tile_offset(p, io->slot - SLOT_TARGET) / 4 + c)};
      b.location.format = TARGET_WORDS;
      target_add_binding(ctx, out, b);
   }
}

/* For compute programs: the special registers with the positions of invocation and workgroup. */
static void reflect_places(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_program *p,
                           const struct agx_io *io, struct target_output *out)
{
   static const struct {
      uint8_t slot, number;
   } special[] = {{SLOT_THREAD_ID, AGX_SR_THREAD_X},
                  {SLOT_THREAD_INDEX, AGX_SR_THREAD_INDEX},
                  {SLOT_WORKGROUP_ID, AGX_SR_BLOCK_X},
                  {SLOT_WORKGROUP_SIZE, AGX_SR_BLOCK_WIDTH}};

   for (unsigned k = 0; k < sizeof special / sizeof special[0] && p->stage == AGX_STAGE_COMPUTE; k++)
      for (unsigned c = 0; c < 3 && special[k].slot == io->slot; c++)
         if (io->mask >> c & 1 && !(io->slot == SLOT_WORKGROUP_SIZE && s->block[c]))
            target_add_binding(ctx, out,
                               (struct target_binding){.kind = TARGET_INPUT,
                                                       .what = TARGET_SLOT,
                                                       .index = io->slot,
                                                       .component = (uint8_t)c,
                                                       .location = target_at(NVP4C_REG_SPECIAL, special[k].number + c)});
}

static void reflect_uniform(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_uniform *u,
                            struct target_output *out)
{
   if (u->kind == AGX_UNI_PREAMBLE)
      return;
   struct target_binding b = {.kind = uniform_kinds[u->kind].kind,
                              .what = uniform_kinds[u->kind].what,
                              .component = (uint8_t)(uniform_kinds[u->kind].component + u->comp),
                              .location = target_at(NVP4C_REG_UNIFORM, u->half / 2u)};
   if (uniform_kinds[u->kind].half)
      b.location.num_bits = 16;
   if (u->kind == AGX_UNI_PARAM)
      b.value = s->params[u->value].value[u->comp];
   if (u->kind == AGX_UNI_CONST)
      b.value = u->value;
   else if (u->kind == AGX_UNI_SLOT)
      b.index = u->value;
   else if (u->kind == AGX_UNI_OBJECT)
      name_object(u->value, &b);
   else if (b.what == TARGET_SLOT)
      b.index = u->kind == AGX_UNI_DRAW           ? SLOT_DRAW_ID
                : u->kind == AGX_UNI_FIRST_VERTEX ? SLOT_BASE_VERTEX
                                                  : SLOT_BASE_INSTANCE;
   else
      b.index = u->value;
   target_add_binding(ctx, out, b);
}

/* Descriptors of units with state registers. */
static void reflect_states(struct util_ctx *ctx, const struct agx_texture *t, struct target_output *out)
{
   if (t->unit < AGX_TEX_STATES)
      target_add_binding(ctx, out,
                         (struct target_binding){.kind = TARGET_TEXTURE,
                                                 .what = TARGET_IMAGE,
                                                 .index = t->unit,
                                                 .location = target_at(NVP4C_REG_TEXTURE_STATE, t->unit)});
   if (t->sampler_unit < AGX_TEX_STATES)
      target_add_binding(ctx, out,
                         (struct target_binding){.kind = TARGET_TEXTURE,
                                                 .what = TARGET_SAMPLER,
                                                 .index = t->sampler_unit,
                                                 .location = target_at(NVP4C_REG_SAMPLER_STATE, t->sampler_unit + 1u)});
}

/* The parameter address points to the whole list of parameters. */
static void reflect_param_memory(struct util_ctx *ctx, const struct ir_shader *s, struct target_output *out)
{
   for (uint32_t i = 0; i < s->num_params; i++)
      for (unsigned c = 0; c < 4; c++)
         target_add_binding(ctx, out,
                            (struct target_binding){.kind = TARGET_PARAM,
                                                    .what = TARGET_ENTRY,
                                                    .index = i,
                                                    .component = (uint8_t)c,
                                                    .location = target_at(NVP4C_REG_MEMORY, 16 * i + 4 * c),
                                                    .value = s->params[i].value[c]});
}

static void reflect(struct util_ctx *ctx, const struct ir_shader *s, const struct agx_program *p, struct target_output *out)
{
   for (uint32_t i = 0; i < p->num_inputs; i++)
      if (is_handed_in(&p->inputs[i]) && !(p->whole && p->inputs[i].slot <= SLOT_VATTR_LAST))
         reflect_io(ctx, p, &p->inputs[i], TARGET_INPUT, out);
   for (uint32_t i = 0; i < p->num_inputs; i++)
      if (p->inputs[i].slot >= SLOT_TARGET && p->inputs[i].slot <= SLOT_TARGET_LAST)
         reflect_pixel(ctx, p, &p->inputs[i], out);
      else
         reflect_places(ctx, s, p, &p->inputs[i], out);
   for (uint32_t i = 0; i < p->num_outputs; i++)
      reflect_io(ctx, p, &p->outputs[i], TARGET_OUTPUT, out);
   if (p->local_bytes)
      target_add_binding(ctx, out,
                         (struct target_binding){.kind = TARGET_BUFFER,
                                                 .what = TARGET_WORKGROUP_MEMORY,
                                                 .component = 2,
                                                 .location = target_at(NVP4C_REG_NONE, TARGET_NO_NUMBER),
                                                 .value = p->local_bytes});
   for (uint32_t i = 0; i < p->num_uniforms; i++)
      reflect_uniform(ctx, s, &p->uniforms[i], out);
   if (agx_uniform_of_kind(p, AGX_UNI_PARAM_ADDRESS))
      reflect_param_memory(ctx, s, out);
   for (uint32_t i = 0; i < p->num_textures; i++)
      reflect_states(ctx, &p->textures[i], out);
   if (p->stack_words)
      target_add_binding(ctx, out,
                         (struct target_binding){.kind = TARGET_SCRATCH,
                                                 .what = TARGET_SCRATCH_ADDRESS,
                                                 .component = 2,
                                                 .location = target_at(NVP4C_REG_NONE, TARGET_NO_NUMBER),
                                                 .value = 4 * p->stack_words});
}

static void add_lines(struct util_ctx *ctx, const struct agx_from *from, uint32_t n, struct target_output *out)
{
   for (uint32_t k = 0; k < n; k++)
      if (k + 1 == n || from[k + 1].at != from[k].at) /* the last entry for a place; others have no code */
         target_add_lines(ctx, out, from[k].at, &(struct util_origin){from[k].span, NULL});
}

/* Prints each instruction of a part after its source lines, from `lines`. */
static void print_part(struct util_ctx *ctx, const uint8_t *code, size_t len, const struct target_output *lines,
                       struct util_buf *text)
{
   uint32_t next = 0;

   for (size_t pc = 0; pc < len;) {
      target_print_lines(ctx, text, lines, (uint32_t)pc, &next);
      pc += agx_disassemble_one(code, len, pc, text);
   }
}

/* Prints the preamble, if there is one. `lines` has its lines. */
static void print_preamble(struct util_ctx *ctx, const struct target_output *lines, struct target_output *out)
{
   util_buf_init(&out->listing, ctx);
   out->has_listing = true;
   if (!out->preamble)
      return;
   util_buf_printf(&out->listing, AGX_TEXT_PREAMBLE "\n");
   print_part(ctx, out->preamble, out->preamble_len, lines, &out->listing);
   util_buf_printf(&out->listing, AGX_TEXT_MAIN "\n");
}

static uint32_t input_components(const struct agx_program *p)
{
   uint32_t sum = 0;

   for (uint32_t i = 0; i < p->num_inputs; i++)
      sum += is_handed_in(&p->inputs[i]) ? (uint32_t)__builtin_popcount(p->inputs[i].mask) : 0;
   return sum;
}

/* See docs/reflection.md, "Native counts". There are no index registers. */
static void find_facts(const struct agx_program *p, struct target_facts *f)
{
   *f = (struct target_facts){
      .native = {.instructions = p->stats.instructions,
                 .alu = p->stats.instructions - p->stats.textures,
                 .tex = p->stats.textures,
                 .indirections = 1,
                 .temporaries = (p->stats.halves + 1) / 2,
                 .attribs = input_components(p)},
      .input_registers = p->num_cf,
      .shared_registers = p->stats.uniforms,
      .temporaries = (p->stats.halves + 1) / 2,
      .vertex_words = p->words.num,
      .scratch_bytes = 4 * p->stack_words,
      .w_coefficient = p->reads_w ? 0 : TARGET_NO_NUMBER,
   };
   for (uint32_t i = 0; i < p->num_uniforms; i++) {
      const struct agx_uniform *u = &p->uniforms[i];
      f->native.parameters += u->kind == AGX_UNI_PARAM || u->kind == AGX_UNI_CONST;
      f->native.attribs += u->kind == AGX_UNI_FIRST_VERTEX || u->kind == AGX_UNI_FIRST_INSTANCE || u->kind == AGX_UNI_DRAW;
   }
}

static struct target_counts limits(unsigned cpu)
{
   (void)cpu;
   return (struct target_counts){
      .instructions = UINT32_MAX,
      .alu = UINT32_MAX,
      .tex = UINT32_MAX,
      .indirections = UINT32_MAX,
      .temporaries = 128, /* registers of 32 bits */
      .parameters = 256, /* uniform registers of 32 bits */
      .attribs = 128,
   };
}

static bool make_whole(struct util_ctx *ctx, const struct target_request *q, struct agx_program *p)
{
   struct agx_fetch *fetch = UTIL_ARRAY(ctx, struct agx_fetch, TARGET_NUM_ATTRIBS);
   const struct agx_surroundings s = {
       .fetch = fetch, .samples = q->key.samples, .api_mask = q->key.api_mask};

   for (unsigned k = 0; k < TARGET_NUM_ATTRIBS; k++) {
      const struct target_fetch *f = &q->key.fetch[k];
      if (f->format >= AGX_NUM_FETCHES) {
         util_diag(ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN, "attribute %u: a prolog cannot load its format", k);
         return false;
      }
      fetch[k] = (struct agx_fetch){f->format, f->components, f->stride, f->divisor};
      if (agx_fetch_stride(&fetch[k]) % agx_fetch_bytes((enum agx_fetch_format)f->format)) {
         util_diag(ctx, DIAG_ID_unsupported_target, UTIL_NO_SPAN,
                   "attribute %u: its components are not aligned with a stride of %u bytes", k, f->stride);
         return false;
      }
   }
   p->fetch = fetch;
   agx_make_whole(ctx, &s, p);
   if (q->check_code)
      agx_validate_program(ctx, p);
   return true;
}

static void *compile(struct util_ctx *ctx, const struct target_request *q, struct ir_shader *s, struct target_output *out)
{
   struct agx_options opt = {.schedule = q->opt_level > 0,
                             .verify = q->check,
                             .check_code = q->check_code,
                             .last = q->last,
                             .samples = q->key.samples,
                             .per_sample = q->key.per_sample,
                             .sample_shading = q->key.sample_shading,
                             .early_tests = q->key.early_tests,
                             .mask_r1l = q->features & 1u << AGX_ATTR_MASK_R1L,
                             .compute_uniforms = q->features & 1u << AGX_ATTR_COMPUTE_UNIFORMS,
                             .spill_all = q->stress.spill_all,
                             .max_temps = q->stress.max_temps,
                             .random_seed = q->opt_level > 0 ? q->stress.sched_seed : 0};
   struct agx_program *p = UTIL_NEW(ctx, struct agx_program);
   struct agx_varying varying[SLOT_COUNT];
   struct target_output pre = {0};

   for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
      varying[slot] = (struct agx_varying){q->key.varying[slot].address, q->key.varying[slot].mask};
   if (q->key.use_varying_map)
      opt.varying = varying;

   for (unsigned k = 0; k < TARGET_NUM_COLORS; k++)
      opt.color[k] = (struct agx_color){q->key.color[k].format, q->key.color[k].words, q->key.color[k].bound};
   opt.whole = q->key.whole && s->stage != IR_STAGE_COMPUTE; /* compute programs have no other parts */
   opt.no_clamp = q->key.no_clamp;
   opt.api_mask = q->key.api_mask;
   if (agx_compile(ctx, s, &opt, p) || (opt.whole && !make_whole(ctx, q, p)))
      return NULL;
   p->words.state_point_size = q->key.state_point_size;
   if (!target_within_limits(ctx, q, p->len, 4 * p->stack_words))
      return NULL;
   out->code = p->code;
   out->code_len = p->len;
   out->preamble = p->preamble;
   out->preamble_len = p->preamble_len;
   if (q->lines) {
      add_lines(ctx, p->from, p->num_from, out);
      add_lines(ctx, p->preamble_from, p->num_preamble_from, &pre);
   }
   if (q->listing)
      print_preamble(ctx, &pre, out);
   if (q->listing && q->analysis == TARGET_ANALYSE_LISTING)
      agx_report(ctx, p, out);
   else if (q->listing)
      print_part(ctx, p->code, p->len, out, &out->listing);
   add_stats(ctx, &p->stats, out);
   find_facts(p, &out->facts);
   out->facts.param_bytes = agx_uniform_of_kind(p, AGX_UNI_PARAM_ADDRESS) ? 16 * s->num_params : 0;
   if (q->reflection)
      reflect(ctx, s, p, out);
   return p;
}

static struct target_report *describe(struct util_ctx *ctx, const void *program)
{
   return agx_describe(ctx, program);
}

/* Quantises results as the hardware that reads them does. */
static void quantise(const void *program, struct exec_wave *wave, uint8_t mask[SLOT_COUNT])
{
   const struct agx_program *p = program;

   agx_harness_quantise(p, wave, mask);
   for (unsigned l = 0; l < EXEC_LANES && p->stage == AGX_STAGE_VERTEX; l++) {
      uint32_t *size = &wave->out[SLOT_POINT_SIZE][0][l];
      *size = p->words.state_point_size ? *size : num_fmin(wave->num, num_fmax(wave->num, *size, num_u(1.0f)), num_u(511.95f));
      wave->out[SLOT_LAYER][0][l] &= 0xffff;
   }
}

static void inputs(const void *program, struct exec_wave *wave)
{
   agx_harness_inputs(program, wave);
}

static const void *decode(struct util_ctx *ctx, const void *program)
{
   return agx_harness_decode(ctx, program);
}

static enum exec_status run(struct util_ctx *ctx, const void *decoded, struct exec_wave *wave)
{
   return agx_harness_run(ctx, decoded, wave);
}

static void assemble(struct util_ctx *ctx, const struct target_request *q, const char *text, size_t len,
                     struct target_output *out)
{
   struct util_buf code, preamble;

   (void)q;
   util_buf_init(&code, ctx);
   util_buf_init(&preamble, ctx);
   agx_assemble_text(ctx, text, len, &code, &preamble);
   if (ctx->status != UTIL_OK)
      return;
   out->code = (const uint8_t *)code.data;
   out->code_len = code.len;
   if (preamble.len) {
      out->preamble = (const uint8_t *)preamble.data;
      out->preamble_len = preamble.len;
   }
}

static void disassemble(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out)
{
   print_preamble(ctx, &(struct target_output){0}, out);
   print_part(ctx, code, len, out, &out->listing);
}

static void simulate(struct util_ctx *ctx, const struct target_request *q, const struct target_simulation *job,
                     struct target_output *out)
{
   struct agx_run run = {.task = job->task, .task_len = job->task_len, .num = q->num};

   if (job->is_text)
      assemble(ctx, q, job->program, job->len, out);
   if (ctx->status != UTIL_OK)
      return;
   run.code = job->is_text ? agx_sim_decode(ctx, out->code, out->code_len) : agx_sim_decode(ctx, job->program, job->len);
   if (out->preamble)
      run.preamble = agx_sim_decode(ctx, out->preamble, out->preamble_len);
   target_start_simulation(ctx, job, out);
   agx_run(ctx, &run, &out->listing);
}

static num_m num(uint32_t features)
{
   (void)features;
   return &num_model_agx;
}

static const char *const cpus[] = {"g13g", NULL};

static const struct target_attr attrs[] = {
   [AGX_ATTR_MASK_R1L] = {"mask-r1l", "sample shading: the mask of the sample is in r1l, not r0h"},
   [AGX_ATTR_COMPUTE_UNIFORMS] = {"compute-uniforms", "vertex programs leave 6n + 12 halves of uniforms free, not 6n + 5"},
   {NULL, NULL},
};
static const uint32_t cpu_features[] = {0};
static const uint16_t vertex_words[] = {AGX_UVS_WORDS};

const struct target_ops agx_target = {
   .name = "agx",
   .num = num,
   .cpus = cpus,
   .cpu_features = cpu_features,
   .attrs = attrs,
   .vertex_words = vertex_words,
   .machine_words = true,
   .epilog_packs = true,
   .describe = describe,
   .quantise = quantise,
   .inputs = inputs,
   .native = PASS_LOWER_workgroups | PASS_LOWER_fround | PASS_LOWER_fetch,
   .costs = &agx_costs,
   .limits = limits,
   .compile = compile,
   .decode = decode,
   .run = run,
   .assemble = assemble,
   .disassemble = disassemble,
   .simulate = simulate,
   .machine = &agx_machine_ops,
};
