/* SPDX-License-Identifier: MIT */
/* Inputs, parameters and outputs: see agx_io.h. */
#include "backend-agx/select/agx_io.h"

#include "backend-agx/select/agx_memory.h"
#include "backend-agx/select/agx_storage.h"
#include "backend-agx/select/agx_texture.h"
#include "backend-agx/select/agx_vertex.h"
#include "backend-agx/select/operand/agx_cond.h"
#include "backend-agx/select/operand/agx_vector.h"

#include <stdlib.h>

static bool is_vertex(const struct agx_selection *c)
{
   return c->out->stage == AGX_STAGE_VERTEX;
}

static bool is_fragment(const struct agx_selection *c)
{
   return c->out->stage == AGX_STAGE_FRAGMENT;
}

static void report_slot(struct agx_selection *c, const struct ir_instr *i, const char *what)
{
   const uint32_t slot = i->attr[0];
   char name[32];

   util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "AGX does not support %s %s.%c", what,
             slot < SLOT_COUNT ? io_slot_name((enum io_slot)slot, name, sizeof name) : "?", "xyzw"[i->attr[1] & 3]);
}

/* ---- collection */

/* Inputs of one component; components y, z and w are 0, 0 and 1 in the type of x. */
static bool is_scalar(enum io_slot slot)
{
   return slot == SLOT_FACING || slot == SLOT_VERTEX_ID || slot == SLOT_INSTANCE;
}

/* Inputs that are neither iterated nor in registers when the program starts. */
static bool is_computed(const struct agx_selection *c, unsigned slot)
{
   switch (slot) {
   case SLOT_VERTEX_ID_ZERO:
   case SLOT_BASE_VERTEX:
   case SLOT_BASE_INSTANCE:
   case SLOT_DRAW_ID: return is_vertex(c);
   case SLOT_FACING:
   case SLOT_LAYER:
   case SLOT_HELPER: return is_fragment(c);
   case SLOT_SAMPLE_ID:
   case SLOT_SAMPLE_MASK: return is_fragment(c);
   case SLOT_THREAD_ID:
   case SLOT_THREAD_INDEX:
   case SLOT_WORKGROUP_ID:
   case SLOT_WORKGROUP_SIZE:
   case SLOT_GRID_SIZE:
   case SLOT_WORK_DIM:
   case SLOT_USER_DATA: return c->out->stage == AGX_STAGE_COMPUTE;
   case SLOT_SAMPLE_POS: return is_fragment(c) && c->opt->samples <= 1; /* with several samples, the key has replaced it */
   case SLOT_SUBGROUP_SIZE:
   case SLOT_SUBGROUP_LANE: return true;
   default: return is_fragment(c) && agx_is_target(slot);
   }
}

static bool is_iterated(unsigned slot)
{
   return (slot >= SLOT_POSITION && slot <= SLOT_PRIM_ID) || slot == SLOT_NORMAL || slot == SLOT_VIEWPORT ||
          slot == SLOT_POINT_COORD;
}

static bool at_sample(unsigned interp)
{
   return interp == INTERP_SAMPLE || interp == INTERP_NOPERSPECTIVE_SAMPLE;
}
static bool is_linear(unsigned interp)
{
   return interp == INTERP_NOPERSPECTIVE || interp == INTERP_NOPERSPECTIVE_CENTROID || interp == INTERP_NOPERSPECTIVE_SAMPLE;
}

/* How the input is iterated: at the sample if the key requests it. */
static enum io_interp interp_of(const struct agx_selection *c, const struct ir_instr *i)
{
   const enum io_interp interp = (enum io_interp)i->attr[2];

   if (!is_fragment(c))
      return (enum io_interp)0;
   if (!c->opt->sample_shading || interp == INTERP_FLAT || !is_iterated(i->attr[0]) || i->attr[0] == SLOT_POSITION)
      return interp;
   return is_linear(interp) ? INTERP_NOPERSPECTIVE_SAMPLE : INTERP_SAMPLE;
}

/* Returns NULL if the program does not read the input. */
static struct agx_input *input_of(const struct agx_selection *c, unsigned slot, unsigned interp)
{
   return c->in.of[slot][interp] ? &c->in.list[c->in.of[slot][interp] - 1] : NULL;
}

struct agx_input *agx_collect_input(struct agx_selection *c, const struct ir_instr *i)
{
   const uint32_t slot = i->attr[0], comp = i->attr[1];
   bool ok = slot < SLOT_COUNT && comp < 4 && (!is_fragment(c) || i->attr[2] < INTERP_COUNT) && i->nsrc == 0;
   const enum io_interp interp = ok ? interp_of(c, i) : (enum io_interp)0;

   if (ok && is_fragment(c) && agx_is_target(slot)) {
      ok = interp == INTERP_FLAT && comp < agx_target_words(c->opt, slot - SLOT_TARGET);
   } else if (ok && is_vertex(c)) {
      ok = slot == SLOT_VERTEX_ID || slot == SLOT_INSTANCE || slot <= SLOT_VATTR_LAST || is_computed(c, slot);
   } else if (ok) {
      ok = is_computed(c, slot) ||
           (is_fragment(c) && is_iterated(slot) && (c->opt->samples <= 1 || c->opt->per_sample || !at_sample(interp)));
   }
   if (!ok) {
      report_slot(c, i, "input");
      return NULL;
   }
   if (comp && is_scalar((enum io_slot)slot))
      return NULL;
   if (is_fragment(c) && slot == SLOT_POSITION) {
      c->out->reads_z |= comp == 2;
      c->out->reads_w |= comp == 3;
   } else if (is_fragment(c) && is_iterated(slot)) {
      c->out->reads_w |= interp != INTERP_FLAT && !is_linear(interp);
   }
   if (!c->in.of[slot][interp]) {
      UTIL_PUSH(c->ctx, c->in.list, c->in.num, c->in.cap, (struct agx_input){.home = CG_NONE});
      c->in.of[slot][interp] = (uint16_t)c->in.num;
   }
   struct agx_input *in = input_of(c, slot, interp);
   in->mask |= (uint8_t)(1u << comp);
   return in;
}

void agx_collect_output(struct agx_selection *c, const struct ir_instr *i)
{
   const uint32_t slot = i->attr[0], comp = i->attr[1];
   bool ok = slot < SLOT_COUNT && comp < 4 && c->out->stage != AGX_STAGE_COMPUTE;

   if (ok && is_fragment(c))
      ok = slot == SLOT_FRAG_DEPTH     ? comp == 2
           : slot == SLOT_FRAG_STENCIL ? comp == 1
                                       : slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST;
   else if (ok)
      ok = slot == SLOT_POINT_SIZE || slot == SLOT_LAYER
              ? !comp
              : (slot >= SLOT_POSITION && slot < SLOT_FRAG_COLOR) || slot == SLOT_VERTEX_ID;
   if (!ok) {
      report_slot(c, i, "output");
      return;
   }
   c->result[slot].mask |= (uint8_t)(1u << comp);
   c->result[slot].kept |= (uint8_t)((i->block->term != IR_TERM_RETURN) << comp);
}

/* ---- places */

/* Lists a word that the prolog of a whole program reads. */
static void list_uniform(struct agx_selection *c, enum agx_uniform_kind kind, unsigned comp, uint32_t value, unsigned half)
{
   const struct agx_uniform u = {.kind = (uint8_t)kind, .comp = (uint8_t)comp, .value = value, .half = (uint16_t)half};

   UTIL_PUSH(c->ctx, c->uniforms->list, c->uniforms->num, c->uniforms->cap, u);
   c->uniforms->num_fixed++;
}

static void place_attributes(struct agx_selection *c, unsigned n)
{
   unsigned a = 0;

   for (unsigned slot = SLOT_VATTR; slot <= SLOT_VATTR_LAST; slot++) {
      if (!c->in.of[slot][0])
         continue;
      for (unsigned comp = 0; comp < 3; comp++)
         list_uniform(c, AGX_UNI_ATTRIBUTE, comp, slot - SLOT_VATTR, comp < 2 ? 4 * a + 2 * comp : 4 * n + 2 * a);
      a++;
   }
   agx_fixed_uniform(c, AGX_UNI_FIRST_INSTANCE, c->uniforms->draw + 2);
}

static void place_inputs(struct agx_selection *c)
{
   const bool fragment = is_fragment(c);
   /* Counts coefficient registers (fragment) or attributes (vertex). */
   unsigned n = 0, next = fragment ? (unsigned)c->out->reads_w + c->out->reads_z : 0;
   struct agx_io *list = UTIL_ARRAY(c->ctx, struct agx_io, (size_t)c->in.num + 1);

   for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
      for (unsigned interp = 0; interp < INTERP_COUNT; interp++) {
         struct agx_input *in = input_of(c, slot, interp);
         if (!in)
            continue;
         if (is_computed(c, slot)) {
            in->where = slot == SLOT_FACING ? 0 : AGX_CF_COUNT;
         } else if (!fragment) {
            /* r5 and r6; attributes start at r8 with four registers each */
            in->where = slot == SLOT_VERTEX_ID ? 10 : slot == SLOT_INSTANCE ? 12 : (uint16_t)(16 + 8 * next++);
         } else if (slot != SLOT_POSITION) {
            const unsigned lo = (unsigned)__builtin_ctz(in->mask), hi = 31 - (unsigned)__builtin_clz(in->mask);
            in->where = (uint16_t)next;
            next += hi - lo + 1;
         }
         list[n++] = (struct agx_io){(uint16_t)slot, (uint8_t)interp, in->mask, in->where};
      }
   if (fragment && next > AGX_CF_COUNT)
      agx_unsupported(c, UTIL_NO_SPAN, "more interpolation coefficients than its registers hold");
   c->out->num_cf = (uint16_t)(fragment ? next : 0);
   c->out->inputs = list;
   c->out->num_inputs = n;
   /* Uniforms before ours: vertex programs have the bases and limits of attributes, the first vertex and instance, and the
      draw; fragment programs have the eight words of the epilog; compute programs have none. */
   c->uniforms->next = fragment ? 16 : !is_vertex(c) ? 0 : 6 * next + (c->opt->compute_uniforms ? 12 : 6);
   c->uniforms->draw = is_vertex(c) ? 6 * next : 0;
   if (c->opt->whole && is_vertex(c))
      place_attributes(c, next);
}

static void place_outputs(struct agx_selection *c)
{
   struct agx_io *list = UTIL_ARRAY(c->ctx, struct agx_io, SLOT_COUNT);
   unsigned n = 0;

   if (is_vertex(c))
      agx_place_words(c);
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
      struct agx_output *o = &c->result[slot];
      if (!o->mask)
         continue;
      /* Depth is in r2 (its component is z, so component 0 would be 4 halves lower), stencil in r3 (its component is y);
         colours start at r4 with four registers each. */
      if (!is_vertex(c))
         o->where = slot == SLOT_FRAG_DEPTH     ? 0
                    : slot == SLOT_FRAG_STENCIL ? 4
                                                : (uint16_t)(8 + 8 * (slot - SLOT_FRAG_COLOR));
      list[n++] = (struct agx_io){(uint16_t)slot, 0, o->mask, o->where};
   }
   c->out->outputs = list;
   c->out->num_outputs = n;
}

static int compare_keys(const void *a, const void *b)
{
   const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

   return x < y ? -1 : x > y;
}

static bool has_uniforms(struct agx_selection *c)
{
   if (c->uniforms->next + 2 <= AGX_UNIFORMS)
      return true;
   agx_unsupported(c, UTIL_NO_SPAN, "more parameters than its uniform registers hold");
   return false;
}

/* Uniforms that the program and its preamble read. */
struct wanted {
   uint32_t *keys, n, cap; /* of parameters: entry * 4 + component */
   const struct ir_instr **other; /* instructions that read words of the driver */
   uint32_t num_other, cap_other;
};

static void want_param(struct agx_selection *c, struct wanted *w, uint32_t entry, uint32_t comp)
{
   const uint32_t key = entry * 4 + comp;

   if (entry >= c->s->num_params || comp > 3 || c->s->params[entry].cls == PARAM_PRE ||
       util_map_find(&c->uniforms->params, key, &(uint32_t){0}))
      return;
   util_map_set(&c->uniforms->params, key, 0);
   UTIL_PUSH(c->ctx, w->keys, w->n, w->cap, key);
}

static bool reads_uniforms(const struct ir_instr *i)
{
   return (ir_op_info[i->op].flags & (IR_F_LOAD | IR_F_MEMORY) && i->op != IR_load_input) || i->op == IR_tex;
}

static void collect_wanted(struct agx_selection *c, const struct ir_shader *s, struct wanted *w)
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         if (!reads_uniforms(i) || !(i->tmp & AGX_NEEDED))
            continue;
         if (i->op != IR_load_param || agx_param_in_memory(i)) {
            UTIL_PUSH(c->ctx, w->other, w->num_other, w->cap_other, i);
            continue;
         }
         for (uint32_t k = 0; k < (i->nsrc ? i->attr[3] : 1); k++)
            want_param(c, w, (i->nsrc ? i->attr[2] : i->attr[0]) + k, i->attr[1]);
      }
}

/* Every parameter component in use gets a 32-bit uniform, in the order of the parameter list, so that neighbours are
   uploaded together. If there are too many, some are loaded from memory at each use, and later constants have space left. */
#define OTHER_UNIFORMS 64
static void place_params(struct agx_selection *c, const struct wanted *w)
{
   for (uint32_t k = 0; k < w->n; k++) {
      const struct agx_uniform u = {.kind = AGX_UNI_PARAM, .comp = (uint8_t)(w->keys[k] & 3), .value = w->keys[k] >> 2};
      const bool fits = c->uniforms->next + 2 + (c->uniforms->far_params ? OTHER_UNIFORMS : 0) <= AGX_UNIFORMS;
      util_map_set(&c->uniforms->params, w->keys[k], fits ? agx_take_uniform(c, u) : AGX_NO_UNIFORM);
   }
}

static void place_heap(struct agx_selection *c, const struct ir_instr *i)
{
   if (i->op == IR_tex && !is_fragment(c) && agx_is_bindless(i))
      agx_reserve_address(c, AGX_UNI_HEAP, 0);
}

static void place_address(struct agx_selection *c, const struct ir_instr *i)
{
   if (i->op == IR_load_param && agx_param_in_memory(i))
      agx_reserve_address(c, AGX_UNI_PARAM_ADDRESS, 0);
   else if (i->op == IR_load_buffer)
      agx_reserve_address(c, AGX_UNI_BUFFER, i->attr[0]);
   else
      agx_reserve_object(c, i);
}

/* These come before parameters, because only the first uniforms can be 64-bit operands. The heap has the shortest reach, so
   it comes first. */
static void place_driver_words(struct agx_selection *c, const struct wanted *w)
{
   static void (*const place[])(struct agx_selection *, const struct ir_instr *) = {place_heap, place_address,
                                                                                    agx_place_object_words};

   for (unsigned step = 0; step < 3; step++)
      for (uint32_t k = 0; k < w->num_other; k++)
         place[step](c, w->other[k]);
}

/* Gives uniforms to the words that the preamble stores, in order. */
static void place_results(struct agx_selection *c)
{
   c->results->num = ir_pre_words(&c->s->pre);
   c->results->half = c->uniforms->next;
   for (uint32_t k = 0; k < c->results->num && has_uniforms(c); k++)
      agx_take_uniform(c, (struct agx_uniform){.kind = AGX_UNI_PREAMBLE, .value = k});
}

void agx_place_io(struct agx_selection *c)
{
   struct wanted w = {0};

   place_inputs(c);
   place_outputs(c);
   if (is_fragment(c))
      agx_place_targets(c);
   const struct ir_shader *pre = c->preamble ? c->preamble->s : NULL;
   const unsigned results = pre ? 2 * ir_pre_words(&c->s->pre) : 0;
   collect_wanted(c, c->s, &w);
   if (pre)
      collect_wanted(c, pre, &w);
   if (w.n)
      qsort(w.keys, w.n, sizeof *w.keys, compare_keys);
   place_driver_words(c, &w);
   c->uniforms->far_params = c->uniforms->next + results + 2 * w.n + OTHER_UNIFORMS / 2 > AGX_UNIFORMS;
   if (c->uniforms->far_params)
      agx_reserve_address(c, AGX_UNI_PARAM_ADDRESS, 0);
   for (uint32_t k = 0; k < c->out->num_inputs && c->out->stage == AGX_STAGE_COMPUTE; k++)
      for (unsigned comp = 0; comp < 4; comp++)
         if (c->out->inputs[k].slot > SLOT_WORKGROUP_SIZE && c->out->inputs[k].mask >> comp & 1)
            agx_uniform(c, AGX_UNI_SLOT, comp, c->out->inputs[k].slot);
   if (c->stores && is_fragment(c) && !c->opt->whole && !c->opt->early_tests)
      agx_uniform(c, AGX_UNI_TESTS, 0, 0);
   if (pre)
      place_results(c);
   if (c->opt->api_mask && is_fragment(c))
      agx_uniform(c, AGX_UNI_SAMPLE_MASK, 0, 0);
   place_params(c, &w);
}

/* ---- samples */

/* The samples that a killed lane loses: all of them, or in the loop over samples the current one. */
static struct agx_ref killed_samples(const struct agx_selection *c)
{
   return c->mir->mask_half ? agx_shaded_sample(c) : agx_imm(255);
}

/* d = the number of the current sample: the position of the highest bit in its mask. */
static struct agx_ref sample_number(struct agx_selection *c, struct agx_ref d)
{
   agx_emit(c, AGX_OP_ffs, d, agx_shaded_sample(c), agx_none(), agx_none());
   return d;
}

/* x or y of the position of the sample in the pixel. */
static struct agx_ref load_sample_place(struct agx_selection *c, unsigned comp)
{
   const struct agx_ref places = agx_uniform(c, AGX_UNI_SAMPLE_PLACES, 0, 0), shift = agx_new32(c), nibble = agx_new32(c),
                        d = agx_new32(c);

   agx_emit(c, AGX_OP_iadd, shift, agx_imm(4 * comp), sample_number(c, agx_new32(c)), agx_none())->f[AGX_F_SHIFT] = 3;
   agx_emit(c, AGX_OP_bfeil, nibble, agx_imm(0), places, shift)->f[AGX_F_MASK] = 4;
   struct agx_instr *convert = agx_emit(c, AGX_OP_convert, d, nibble, agx_none(), agx_none());
   convert->imm = AGX_CONV_U32_F;
   convert->f[AGX_F_ROUND] = AGX_RTE;
   return agx_emit32(c, AGX_OP_fmul32, d, agx_minifloat(4), agx_none()); /* 1/16 */
}

/* ---- inputs */

/* One instruction loads all components of a fragment input from the lowest to the highest that the program uses. */
static void interpolate(struct agx_selection *c, struct agx_input *in, enum io_interp interp, unsigned lo, unsigned n)
{
   const bool linear = is_linear(interp), sample = at_sample(interp), several = c->opt->samples > 1;
   const bool centroid = interp == INTERP_CENTROID || interp == INTERP_NOPERSPECTIVE_CENTROID;
   const struct agx_ref number = sample && several ? sample_number(c, agx_new16(c)) : agx_imm(0),
                        d = agx_reg_new(c->mir, AGX_VIRT32, n);
   struct agx_instr *i =
       agx_emit(c, linear ? AGX_OP_iter : AGX_OP_iterproj, d, agx_imm(in->where), linear ? agx_none() : agx_imm(0), agx_none());

   i->f[AGX_F_INTERP] = sample     ? (several ? AGX_INTERP_SAMPLE_REG : AGX_INTERP_SAMPLE)
                        : centroid ? AGX_INTERP_CENTROID
                                   : AGX_INTERP_CENTER;
   if (sample)
      i->ref[AGX_C] = number;
   for (unsigned k = 0; k < n; k++)
      in->unit[lo + k] = d.value + 2 * k + 1;
}

static void load_varying(struct agx_selection *c, struct agx_input *in, enum io_interp interp)
{
   const unsigned lo = (unsigned)__builtin_ctz(in->mask), n = 32 - (unsigned)__builtin_clz(in->mask) - lo;

   if (interp != INTERP_FLAT) {
      interpolate(c, in, interp, lo, n);
      return;
   }
   /* Loads one component at a time: the three registers of its plane equation. The constant is in the third. */
   for (unsigned k = 0; k < n; k++) {
      if (!(in->mask >> (lo + k) & 1))
         continue;
      const struct agx_ref d = agx_reg_new(c->mir, AGX_VIRT32, 3);
      agx_emit(c, AGX_OP_ldcf, d, agx_imm(in->where + k), agx_none(), agx_none());
      in->unit[lo + k] = d.value + 4 + 1;
   }
}

static struct agx_ref load_position(struct agx_selection *c, unsigned comp)
{
   if (comp >= 2)
      return agx_emit32(c, AGX_OP_iter, agx_imm(comp == 3 ? 0 : c->out->reads_w), agx_none(), agx_none());
   const struct agx_ref pixel = agx_new16(c);
   agx_emit(c, AGX_OP_get_sr, pixel, agx_none(), agx_none(), agx_none())->imm = AGX_SR_PIXEL_X + comp;
   const struct agx_ref d = agx_new32(c);
   struct agx_instr *convert = agx_emit(c, AGX_OP_convert, d, pixel, agx_none(), agx_none());
   convert->imm = AGX_CONV_U16_F;
   convert->f[AGX_F_ROUND] = AGX_RTE;
   const bool moved = c->mir->mask_half && c->opt->samples > 1;
   return agx_emit32(c, AGX_OP_fadd32, d, moved ? load_sample_place(c, comp) : agx_minifloat(0x20), agx_none()); /* 0.5 */
}

/* Returns 1, or -1 for back faces, where the special register is 1. */
static struct agx_ref load_facing(struct agx_selection *c)
{
   const struct agx_ref back = agx_new16(c), one = agx_constant(c, NUM_ONE), minus = agx_constant(c, NUM_ONE | AGX_SIGN);

   agx_emit(c, AGX_OP_get_sr, back, agx_none(), agx_none(), agx_none())->imm = AGX_SR_BACKFACING;
   return agx_emit_select32(c, agx_icmp(AGX_ICC_UEQ, back, agx_imm(0)), one, minus);
}

static struct agx_ref load_special_register(struct agx_selection *c, unsigned number)
{
   const struct agx_ref half = agx_new16(c);

   agx_emit(c, AGX_OP_get_sr, half, agx_none(), agx_none(), agx_none())->imm = number;
   return agx_emit32(c, AGX_OP_mov, half, agx_none(), agx_none());
}

/* A word that the driver puts before our uniforms: the first vertex, the first instance or the number of the draw. */
static struct agx_ref load_draw_word(struct agx_selection *c, enum agx_uniform_kind kind)
{
   const unsigned half = kind == AGX_UNI_FIRST_VERTEX ? 0 : kind == AGX_UNI_FIRST_INSTANCE ? 2 : 4;

   return agx_emit32(c, AGX_OP_mov, agx_fixed_uniform(c, kind, c->uniforms->draw + half), agx_none(), agx_none());
}

/* The samples that the primitive covers and that the API's sample mask includes. */
static struct agx_ref load_coverage(struct agx_selection *c)
{
   const struct agx_ref cover = agx_new16(c), mask = agx_uniform(c, AGX_UNI_SAMPLE_MASK, 0, 0);

   agx_emit(c, AGX_OP_get_sr, cover, agx_none(), agx_none(), agx_none())->imm = AGX_SR_SAMPLE_MASK;
   return agx_emit32(c, AGX_OP_and, cover, mask, agx_none());
}

/* An input of a compute program: the position of the invocation or workgroup, or a word of the driver. */
static struct agx_ref load_place(struct agx_selection *c, enum io_slot slot, unsigned comp)
{
   static const uint8_t special[] = {[SLOT_THREAD_ID - SLOT_THREAD_ID] = AGX_SR_THREAD_X,
                                     [SLOT_THREAD_INDEX - SLOT_THREAD_ID] = AGX_SR_THREAD_INDEX,
                                     [SLOT_WORKGROUP_ID - SLOT_THREAD_ID] = AGX_SR_BLOCK_X,
                                     [SLOT_WORKGROUP_SIZE - SLOT_THREAD_ID] = AGX_SR_BLOCK_WIDTH};
   const bool known = slot == SLOT_WORKGROUP_SIZE && comp < 3 && c->s->block[comp];
   const struct agx_ref d = agx_new32(c);

   if (slot > SLOT_WORKGROUP_SIZE)
      agx_emit(c, AGX_OP_mov, d, agx_uniform(c, AGX_UNI_SLOT, comp, slot), agx_none(), agx_none());
   else if (known || comp > 2)
      agx_emit(c, AGX_OP_mov_imm32, d, agx_none(), agx_none(), agx_none())->imm = known ? c->s->block[comp] : 0;
   else
      agx_emit(c, AGX_OP_get_sr, d, agx_none(), agx_none(), agx_none())->imm = special[slot - SLOT_THREAD_ID] + comp;
   return d;
}

/* Component x of an input, or kind AGX_NONE if it is a constant. */
static struct agx_ref compute_x(struct agx_selection *c, enum io_slot slot)
{
   switch (slot) {
   case SLOT_FACING: return load_facing(c);
   case SLOT_LAYER: return load_special_register(c, AGX_SR_LAYER);
   case SLOT_SUBGROUP_LANE: return load_special_register(c, AGX_SR_LANE);
   case SLOT_SAMPLE_MASK: return load_coverage(c);
   case SLOT_SAMPLE_ID: return c->opt->samples > 1 && c->mir->mask_half ? sample_number(c, agx_new32(c)) : agx_none();
   case SLOT_BASE_VERTEX: return load_draw_word(c, AGX_UNI_FIRST_VERTEX);
   case SLOT_BASE_INSTANCE: return load_draw_word(c, AGX_UNI_FIRST_INSTANCE);
   case SLOT_DRAW_ID: return load_draw_word(c, AGX_UNI_DRAW);
   case SLOT_VERTEX_ID_ZERO: {
      const struct agx_ref first = load_draw_word(c, AGX_UNI_FIRST_VERTEX);
      return agx_emit32(c, AGX_OP_isub, agx_entry_value(c->mir, 10), first, agx_none());
   }
   case SLOT_HELPER: { /* a lane that covers no sample */
      const struct agx_ref d = agx_new32(c), cover = load_coverage(c), ones = agx_constant(c, UINT32_MAX);
      agx_emit_select(c, d, agx_icmp(AGX_ICC_UEQ, cover, agx_imm(0)), ones, agx_imm(0));
      return d;
   }
   default: return agx_none();
   }
}

static struct agx_ref compute_input(struct agx_selection *c, enum io_slot slot, unsigned comp)
{
   if (slot >= SLOT_THREAD_ID && slot <= SLOT_USER_DATA)
      return load_place(c, slot, comp);
   const struct agx_ref x = comp ? agx_none() : compute_x(c, slot);
   if (x.kind != AGX_NONE)
      return x;
   const struct agx_ref d = agx_new32(c);
   agx_emit(c, AGX_OP_mov_imm32, d, agx_none(), agx_none(), agx_none())->imm =
      slot == SLOT_SAMPLE_POS && comp < 2 ? 0x3f000000u : slot == SLOT_SUBGROUP_SIZE && !comp ? EXEC_LANES : 0;
   return d;
}

static void load_input(struct agx_selection *c, struct agx_input *in, enum io_slot slot, enum io_interp interp)
{
   const bool computed = is_computed(c, slot);

   if (!computed && is_fragment(c) && slot != SLOT_POSITION) {
      load_varying(c, in, interp);
      return;
   }
   if (agx_is_target(slot)) {
      agx_load_target(c, in, slot - SLOT_TARGET);
      return;
   }
   for (unsigned comp = 0; comp < 4; comp++)
      if (in->mask >> comp & 1)
         in->unit[comp] = (computed                ? compute_input(c, slot, comp)
                           : slot == SLOT_POSITION ? load_position(c, comp)
                                                   : agx_entry_value(c->mir, in->where + 2 * comp))
                              .value +
                          1;
}

void agx_load_inputs_at_home(struct agx_selection *c)
{
   for (uint32_t k = 0; k < c->out->num_inputs; k++) {
      const struct agx_io *io = &c->out->inputs[k];
      struct agx_input *in = input_of(c, io->slot, io->interp);
      if (in->home == c->block && !in->unit[__builtin_ctz(in->mask)])
         load_input(c, in, (enum io_slot)io->slot, (enum io_interp)io->interp);
   }
}

void agx_load_input(struct agx_selection *c, const struct ir_instr *i)
{
   const enum io_slot slot = (enum io_slot)i->attr[0];
   const enum io_interp interp = interp_of(c, i);
   const unsigned comp = i->attr[1];
   struct agx_input *in = input_of(c, slot, interp);

   if (comp && is_scalar(slot)) {
      const uint32_t one = slot == SLOT_FACING ? NUM_ONE : 1;
      agx_set_const(c, i, comp == 3 ? one : 0);
      return;
   }
   if (!in->unit[comp])
      load_input(c, in, slot, interp);
   agx_set_result(c, i, (struct agx_ref){.kind = AGX_VIRT32, .value = in->unit[comp] - 1});
}

void agx_load_param(struct agx_selection *c, const struct ir_instr *i)
{
   uint32_t half = AGX_NO_UNIFORM;

   if (!i->nsrc && i->attr[0] < c->s->num_params && c->s->params[i->attr[0]].cls == PARAM_PRE)
      agx_set_result(
          c, i,
          (struct agx_ref){.kind = AGX_UNIFORM32, .value = c->results->half + 2 * ir_pre_word(c->s, i->attr[0], i->attr[1])});
   else if (!i->nsrc && !util_map_find(&c->uniforms->params, i->attr[0] * 4 + i->attr[1], &half))
      agx_set_const(c, i, 0);
   else if (i->nsrc || half == AGX_NO_UNIFORM)
      agx_load_far_param(c, i);
   else
      agx_set_result(c, i, (struct agx_ref){.kind = AGX_UNIFORM32, .value = half});
}

/* ---- outputs */

/* Runs the depth test of these samples. */
static void emit_tests(struct agx_selection *c, struct agx_ref samples)
{
   agx_emit(c, AGX_OP_wait_pix, agx_none(), agx_none(), agx_none(), agx_none())->imm = 1;
   agx_emit(c, AGX_OP_sample_mask, agx_none(), samples, agx_imm(255), agx_none());
}

/* If the depth test always comes before a program with kills, it runs at once, and the mask of samples alive becomes a
   result. */
static void test_early(struct agx_selection *c)
{
   c->alive = agx_new16(c);
   emit_tests(c, killed_samples(c));
   agx_emit(c, AGX_OP_mov_imm16, c->alive, agx_none(), agx_none(), agx_none())->imm = 255;
   c->out->writes_mask = c->out->masks_stores = true;
}

static bool has_kills(const struct agx_selection *c)
{
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_kill && i->tmp & AGX_NEEDED)
            return true;
   return false;
}

void agx_init_outputs(struct agx_selection *c)
{
   if (c->opt->early_tests && c->s->stage == IR_STAGE_FRAGMENT && (c->stores || has_kills(c)))
      test_early(c);
   for (uint32_t k = 0; k < c->out->num_outputs; k++) {
      struct agx_output *o = &c->result[c->out->outputs[k].slot];
      for (unsigned comp = 0; comp < 4; comp++)
         if (o->kept >> comp & 1) {
            o->value[comp] = agx_new32(c);
            agx_emit(c, AGX_OP_mov_imm32, o->value[comp], agx_none(), agx_none(), agx_none());
         }
   }
}

void agx_store_output(struct agx_selection *c, const struct ir_instr *i)
{
   const unsigned comp = i->attr[1];
   struct agx_output *o = &c->result[i->attr[0]];

   if (o->kept >> comp & 1) {
      agx_emit(c, AGX_OP_mov, o->value[comp], agx_reg_src(c, &i->src[0]), agx_none(), agx_none());
   } else if (is_vertex(c)) {
      agx_store_word_of(c, i);
   } else if (agx_is_const(c, &i->src[0])) {
      o->value[comp] = agx_imm(agx_value_of(c, &i->src[0])->bits);
   } else {
      o->value[comp] = agx_int_src(c, &i->src[0]);
   }
}

void agx_kill(struct agx_selection *c, const struct ir_value *condition)
{
   if (c->alive.kind) {
      agx_emit_select(c, c->alive, agx_condition_of(c, condition), agx_imm(0), c->alive);
      return;
   }
   const struct agx_ref lanes = agx_new16(c);
   agx_emit_select(c, lanes, agx_condition_of(c, condition), killed_samples(c), agx_imm(0));
   agx_emit(c, AGX_OP_sample_mask, agx_none(), lanes, agx_imm(0), agx_none());
   c->kills = true;
}

/* The samples that were not killed are tested here or by a later part; a word of the driver says which (docs/abi-agx.md). */
static void finish_kills(struct agx_selection *c)
{
   const struct agx_ref tests = agx_new16(c);
   const bool epilog_tests = c->result[SLOT_FRAG_DEPTH].mask || c->result[SLOT_FRAG_STENCIL].mask;

   c->out->writes_mask = true;
   if (c->opt->whole) {
      if (!epilog_tests)
         emit_tests(c, killed_samples(c));
      return;
   }
   const struct agx_ref here = agx_uniform(c, AGX_UNI_TESTS, 0, 0);
   if (c->mir->mask_half)
      agx_emit(c, AGX_OP_and, tests, here, agx_shaded_sample(c), agx_none());
   else
      agx_emit(c, AGX_OP_mov, tests, here, agx_none(), agx_none());
   emit_tests(c, tests);
}

/* Stores the word once its neighbour, if there is one, is known too, because one store writes four halves. */
void agx_store_word(struct agx_selection *c, const struct ir_instr *i)
{
   struct agx_results *r = c->results;
   const uint32_t word = i->attr[0], first = word & ~1u, n = first + 1 < r->num ? 2 : 1;

   r->word[word] = agx_element(c, &i->src[0]);
   for (uint32_t k = 0; k < n; k++)
      if (!r->word[first + k].kind)
         return;
   const struct agx_ref v = agx_vector(c, &r->word[first], n);
   const struct agx_ref halves = {.kind = AGX_VIRT16, .count = (uint8_t)(2 * n), .value = v.value};
   struct agx_instr *store = agx_emit(c, AGX_OP_uniform_store, agx_none(), agx_none(), agx_imm(r->half + 2 * first), halves);
   store->f[AGX_F_MASK] = (1u << 2 * n) - 1;
}

void agx_finish_outputs(struct agx_selection *c)
{
   if (c->s->stage == IR_STAGE_PRE || c->s->stage == IR_STAGE_COMPUTE) {
      agx_push(c->mir, &c->mir->p.blocks[c->block].tail, &(struct agx_instr){.op = AGX_OP_stop}, UTIL_NO_SPAN);
      return;
   }
   if (is_vertex(c)) {
      agx_finish_vertex(c);
      return;
   }
   /* A program with stores runs to its end whatever the tests say, so the tests come last (observed:
      agx_nir_lower_frag_sidefx.c). */
   if (c->kills || (c->stores && !c->alive.kind))
      finish_kills(c);
   if (c->alive.kind)
      agx_export(c->mir, AGX_ALIVE_HALF, c->alive);
   for (uint32_t k = 0; k < c->out->num_outputs; k++) {
      const struct agx_io *o = &c->out->outputs[k];
      for (unsigned comp = 0; comp < 4; comp++)
         if (o->mask >> comp & 1)
            agx_export(c->mir, o->where + 2 * comp, c->result[o->slot].value[comp]);
   }
}
