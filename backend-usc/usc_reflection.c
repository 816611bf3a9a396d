/* SPDX-License-Identifier: MIT */
/* See usc_reflection.h. */
#include "backend-usc/usc_reflection.h"
#include "backend-usc/isa/usc_core.h"
#include "nvp4c.h"
#include "semantics/memory/memory.h"

/* ---- bindings */

/* A word that a fragment program writes: o5, and after the o registers the words of the tile buffers, tile0[3]. */
static struct target_location output_word(uint32_t n)
{
   const uint32_t tile = n / USC_TILE_WORDS, word = n % USC_TILE_WORDS;

   if (n < USC_TILE_WORDS)
      return target_at(NVP4C_REG_OUTPUT, n);
   struct target_location at = target_at(NVP4C_REG_TILE, tile - 1);
   at.element = word;
   return at;
}

static struct target_binding input_binding(unsigned slot, unsigned comp, unsigned interp, struct target_location at)
{
   return (struct target_binding){.kind = TARGET_INPUT,
                                  .what = TARGET_SLOT,
                                  .index = slot,
                                  .component = (uint8_t)comp,
                                  .interp = (uint8_t)interp,
                                  .location = at};
}

static void reflect_inputs(struct util_ctx *ctx, const struct usc_reflect *f, struct target_output *out)
{
   for (uint32_t i = 0; i < f->num_inputs; i++) {
      const struct usc_reflect_input *in = &f->inputs[i];
      const bool cf = f->stage == USC_STAGE_FRAGMENT || (f->stage == USC_STAGE_COMPUTE && in->slot != SLOT_THREAD_INDEX);
      const enum nvp4c_register bank = cf ? NVP4C_REG_COEFFICIENT : NVP4C_REG_VERTEX_IN;
      for (unsigned c = 0; c < 4; c++) {
         if (!(in->mask >> c & 1) || in->reg[c] == USC_NO_REG)
            continue;
         struct target_location at = in->reg[c] < USC_IN_MEMORY
                                         ? target_at(bank, in->reg[c])
                                         : target_at(NVP4C_REG_SCRATCH, 4 * (in->reg[c] - USC_IN_MEMORY));
         struct target_binding b = input_binding(in->slot, c, in->interp, at);
         b.vertex = (uint8_t)in->vertex;
         b.value = in->format + 256u * in->byte;
         target_add_binding(ctx, out, b);
      }
   }
   for (unsigned c = 0; c < 2; c++)
      if (f->pixel.reads_place >> c & 1) {
         const uint32_t sr = c ? f->pixel.per_sample ? USC_SR_Y_S : USC_SR_Y_P : f->pixel.per_sample ? USC_SR_X_S : USC_SR_X_P;
         target_add_binding(ctx, out, input_binding(SLOT_POSITION, c, INTERP_NOPERSPECTIVE, target_at(NVP4C_REG_SPECIAL, sr)));
      }
   for (unsigned t = 0; t < 8; t++)
      for (unsigned c = 0; c < 4; c++)
         if (f->pixel.target[t].read >> c & 1) {
            target_add_binding(ctx, out,
                               input_binding(SLOT_TARGET + t, c, INTERP_FLAT, output_word(f->pixel.target[t].reg + c)));
         }
   if (f->reads_layer)
      target_add_binding(ctx, out,
                         input_binding(SLOT_LAYER, 0, INTERP_FLAT, target_at(NVP4C_REG_SPECIAL, USC_SR_RENDER_TARGET)));
   if (f->reads_facing)
      target_add_binding(ctx, out, input_binding(SLOT_FACING, 0, INTERP_FLAT, target_at(NVP4C_REG_SPECIAL, USC_SR_BACK_FACE)));
}

static struct target_location output_location(const struct usc_reflect *f, const struct usc_reflect_output *o, unsigned comp)
{
   if (f->stage != USC_STAGE_FRAGMENT)
      return target_at(NVP4C_REG_VERTEX_OUT, o->at[comp]);
   if (o->reg == USC_NO_REG)
      return target_at(NVP4C_REG_DEPTH, TARGET_NO_NUMBER);
   /* Values of 32, 16 or 8 bits, from the low bits of the first word on. */
   const enum usc_frt frt = (enum usc_frt)o->frt;
   const unsigned bits = usc_frt_is_whole(frt) ? 32 : 8 * usc_packed_words(frt), at = comp * bits;
   struct target_location l = output_word(o->reg + at / 32);
   l.format = o->frt == USC_FRT_WORDS ? TARGET_F32 : (enum target_format)o->frt;
   l.first_bit = (uint8_t)(at % 32);
   l.num_bits = (uint8_t)bits;
   return l;
}

static void reflect_outputs(struct util_ctx *ctx, const struct usc_reflect *f, struct target_output *out)
{
   for (uint32_t i = 0; i < f->num_outputs; i++) {
      const struct usc_reflect_output *o = &f->outputs[i];
      for (unsigned c = 0; c < 4; c++)
         if (o->mask >> c & 1)
            target_add_binding(ctx, out,
                               (struct target_binding){.kind = TARGET_OUTPUT,
                                                       .what = TARGET_SLOT,
                                                       .index = o->slot,
                                                       .component = (uint8_t)c,
                                                       .location = output_location(f, o, c)});
   }
}

static enum target_what object_what(const struct usc_reflect_sh *sh)
{
   static const uint8_t of[MEM_SPACE_COUNT] = {TARGET_STORAGE, TARGET_COUNTERS, TARGET_TEXELS, TARGET_GLOBAL,
                                               TARGET_WORKGROUP_MEMORY};

   if (sh->a == MEM_SHARED * MEM_UNITS + MEM_SHARED_BARRIER)
      return TARGET_BARRIER_WORDS;
   return sh->b >= USC_OBJECT_IMAGE ? TARGET_IMAGE_WORD : (enum target_what)of[sh->a / MEM_UNITS];
}

/* What the driver puts into a shared register, or a word of the memory of parameters. */
static struct target_binding shared_binding(const struct ir_shader *s, const struct usc_reflect *f,
                                            const struct usc_reflect_sh *sh, struct target_location at)
{
   static const struct {
      enum target_binding_kind kind;
      enum target_what what;
   } of[] = {
      [USC_SH_PARAM] = {TARGET_PARAM, TARGET_ENTRY},          [USC_SH_CONST] = {TARGET_CONSTANT, TARGET_LITERAL},
      [USC_SH_IMAGE] = {TARGET_TEXTURE, TARGET_IMAGE},        [USC_SH_SAMPLER] = {TARGET_TEXTURE, TARGET_SAMPLER},
      [USC_SH_TEXSIZE] = {TARGET_TEXTURE, TARGET_SIZE},       [USC_SH_LAYERS] = {TARGET_TEXTURE, TARGET_LAYERS},
      [USC_SH_COMPARE] = {TARGET_TEXTURE, TARGET_COMPARE},    [USC_SH_FETCH] = {TARGET_TEXTURE, TARGET_FETCH_SAMPLER},
      [USC_SH_GATHER] = {TARGET_TEXTURE, TARGET_GATHER_SAMPLER},
      [USC_SH_BUFFER] = {TARGET_BUFFER, TARGET_BUFFER_ADDRESS}, [USC_SH_TILE] = {TARGET_BUFFER, TARGET_TILE_ADDRESS},
      [USC_SH_MEMORY] = {TARGET_BUFFER, TARGET_PARAM_ADDRESS}, [USC_SH_SCRATCH] = {TARGET_SCRATCH, TARGET_SCRATCH_ADDRESS},
      [USC_SH_OBJECT] = {TARGET_BUFFER, TARGET_STORAGE},
   };
   struct target_binding b = {
      .kind = of[sh->kind].kind, .what = of[sh->kind].what, .index = sh->a, .component = sh->b, .location = at};

   switch (sh->kind) {
   case USC_SH_PARAM: b.value = s->params[sh->a].value[sh->b]; break;
   case USC_SH_CONST:
      b.index = 0;
      b.value = sh->a;
      break;
   case USC_SH_SCRATCH: b.value = f->scratch_bytes; break;
   case USC_SH_OBJECT:
      b.what = object_what(sh);
      b.index = b.what == TARGET_BARRIER_WORDS ? 0 : sh->a % MEM_UNITS;
      b.component = sh->b - (b.what == TARGET_IMAGE_WORD ? USC_OBJECT_IMAGE : 0);
      break;
   default: break;
   }
   return b;
}

void usc_reflect_bindings(struct util_ctx *ctx, const struct ir_shader *s, const struct usc_reflect *f,
                          struct target_output *out)
{
   reflect_inputs(ctx, f, out);
   reflect_outputs(ctx, f, out);
   for (uint32_t i = 0; i < f->num_sh; i++)
      if (f->sh[i].kind != USC_SH_UNUSED)
         target_add_binding(ctx, out, shared_binding(s, f, &f->sh[i], target_at(NVP4C_REG_SHARED, i)));
   for (unsigned unit = 0; unit < MEM_SHARED_UNITS; unit++)
      if (f->block[unit].words)
         target_add_binding(
             ctx, out,
             (struct target_binding){.kind = TARGET_BUFFER,
                                     .what = unit == MEM_SHARED_BARRIER ? TARGET_BARRIER_WORDS : TARGET_WORKGROUP_MEMORY,
                                     .component = USC_OBJECT_BYTES,
                                     .location = target_at(NVP4C_REG_COEFFICIENT, f->block[unit].cf),
                                     .value = 4 * f->block[unit].words});
   for (uint32_t i = 0; i < f->num_mem; i++)
      if (f->mem[i].kind != USC_SH_UNUSED)
         target_add_binding(ctx, out, shared_binding(s, f, &f->mem[i], target_at(NVP4C_REG_MEMORY, 4 * i)));
}

/* ---- facts */

static bool is_texture_request(const struct usc_group *g)
{
   return g->op[USC_BE] == USC_OP_SMP || g->op[USC_CTRL] == USC_OP_ITRSMP;
}

/* Index registers that the group names, a bit each. */
static unsigned index_registers(const struct usc_group *g)
{
   unsigned m = 0;

   for (unsigned i = 0; i < 8; i++) {
      const struct usc_opd *o = i < 6 ? &g->src[i] : &g->dst[i - 6];
      if (o->bank == USC_IDX)
         m |= 1u << o->index;
      if (o->idx & 3)
         m |= 1u << usc_opd_idx(*o);
   }
   return m;
}

/* Counts what docs/reflection.md, "Native counts", defines, in the order of the code. */
static void count_groups(const struct usc_prog *p, struct target_counts *n)
{
   unsigned idx = 0;
   bool waited = false; /* the result of a request has been waited for since the last one */
   unsigned drc = 0, in_flight = 0; /* counters of texture requests, a bit each */

   n->instructions = p->n;
   n->indirections = 1;
   for (uint32_t k = 0; k < p->n; k++) {
      const struct usc_group *g = &p->g[k];
      idx |= index_registers(g);
      if (is_texture_request(g)) {
         n->indirections += waited;
         waited = false;
         n->tex++;
         usc_group_is_drc(g, &drc);
         in_flight |= 1u << (drc & 1);
      } else if (g->kind != USC_CONTROL) {
         n->alu++;
      }
      if (usc_group_waits(g, &drc)) {
         waited |= in_flight >> drc & 1;
         in_flight &= ~(1u << drc);
      }
   }
   n->address_registers = (uint32_t)__builtin_popcount(idx);
}

static bool is_parameter(const struct usc_reflect_sh *sh) { return sh->kind == USC_SH_PARAM || sh->kind == USC_SH_CONST; }

static enum nvp4c_pass_type pass_type(const struct usc_reflect *f)
{
   if (usc_feeds_back(f))
      return f->writes_depth || f->isp.own_depth ? NVP4C_PASS_DEPTH_FEEDBACK : NVP4C_PASS_PUNCH_THROUGH;
   return f->isp.reads_target ? NVP4C_PASS_TRANSLUCENT : NVP4C_PASS_OPAQUE;
}

void usc_reflect_facts(const struct usc_program *p, struct target_facts *facts)
{
   const struct usc_reflect *f = &p->reflect;
   struct target_counts *n = &facts->native;

   *facts = (struct target_facts){
      .input_registers = f->stage == USC_STAGE_FRAGMENT ? f->num_cf : f->num_vi,
      .shared_registers = f->num_sh,
      .temporaries = p->stats.temps,
      .vertex_words = f->vertex_words,
      .scratch_bytes = f->scratch_bytes,
      .param_bytes = 4 * f->num_mem,
      .w_coefficient = f->w_coeff == USC_NO_REG ? TARGET_NO_NUMBER : f->w_coeff,
      .pass_type = f->stage == USC_STAGE_FRAGMENT ? (uint8_t)pass_type(f) : 0,
      .position = f->isp.own_depth ? 4 : 0,
      .coefficients = f->stage == USC_STAGE_COMPUTE ? f->num_cf : 0,
   };
   count_groups(&p->prog, n);
   n->temporaries = p->stats.temps + f->scratch_bytes / 4;
   for (uint32_t i = 0; i < f->num_sh; i++)
      n->parameters += is_parameter(&f->sh[i]);
   for (uint32_t i = 0; i < f->num_mem; i++)
      n->parameters += is_parameter(&f->mem[i]);
   for (uint32_t i = 0; i < f->num_inputs; i++)
      for (unsigned c = 0; c < 4; c++)
         n->attribs += (f->inputs[i].mask >> c & 1) && f->inputs[i].reg[c] != USC_NO_REG;
}

struct target_counts usc_native_limits(unsigned cpu)
{
   return (struct target_counts){
      .instructions = UINT32_MAX,
      .alu = UINT32_MAX,
      .tex = UINT32_MAX,
      .indirections = UINT32_MAX,
      .temporaries = usc_core_temps((enum usc_core)cpu),
      .parameters = usc_core_limits((enum usc_core)cpu)->shareds,
      .attribs = USC_NUM_TEMPS, /* input components: as many as there are vi registers */
      .address_registers = 2,
   };
}
