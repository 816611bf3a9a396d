/* SPDX-License-Identifier: MIT */
/*
 * Inputs, parameters and outputs of a main part: which there are, where the ABI (docs/abi-agx.md) puts them, and the
 * instructions that fetch and deliver them.
 */
#include "backend-agx/select/agx_isel.h"

#include <stdlib.h>

/* ---- inputs */

/* Inputs of one component; the others are 0, 0 and 1 in the type of the first. */
static bool is_scalar(enum io_slot slot)
{
   return slot == SLOT_FACING || slot == SLOT_VERTEX_ID || slot == SLOT_INSTANCE;
}

/* Components of a fragment input that the program uses, by one instruction. */
static void load_varying(struct isel *c, enum io_slot slot, enum io_interp interp)
{
   struct input *in = &c->in[slot][interp];
   unsigned lo = (unsigned)__builtin_ctz(in->mask), n = 32 - (unsigned)__builtin_clz(in->mask) - lo;
   bool flat = interp == INTERP_FLAT;

   /* Flat: the plane's three registers a component, so one component at a time. */
   for (unsigned k = 0; k < n; k += flat ? 1 : n) {
      if (flat && !(in->mask >> (lo + k) & 1))
         continue;
      struct agx_ref d = agx_vreg(c, AGX_VIRT32, flat ? 3 : n), cf = IMM(in->where + k), none = NO_REF;
      if (flat)
         agx_emit(c, AGX_OP_ldcf, d, cf, none, none);
      else if (interp == INTERP_NOPERSPECTIVE || interp == INTERP_NOPERSPECTIVE_CENTROID)
         agx_emit(c, AGX_OP_iter, d, cf, none, none)->f[AGX_F_INTERP] =
            interp == INTERP_NOPERSPECTIVE ? AGX_INTERP_CENTER : AGX_INTERP_CENTROID;
      else
         agx_emit(c, AGX_OP_iterproj, d, cf, IMM(0), none)->f[AGX_F_INTERP] =
            interp == INTERP_CENTROID ? AGX_INTERP_CENTROID : AGX_INTERP_CENTER;
      for (unsigned q = 0; q < (flat ? 1 : n); q++) {
         in->vreg[lo + k + q] = d.value + 1;
         in->off[lo + k + q] = (uint8_t)(flat ? 4 : 2 * q);
      }
   }
}

static struct agx_ref fragment_position(struct isel *c, unsigned comp)
{
   struct agx_ref d, h = NO_REF;

   if (comp >= 2) {
      d = agx_vreg(c, AGX_VIRT32, 1);
      agx_emit(c, AGX_OP_iter, d, IMM(comp == 3 ? 0 : c->out->reads_w), NO_REF, NO_REF);
      return d;
   }
   h = agx_vreg(c, AGX_VIRT16, 1);
   agx_emit(c, AGX_OP_get_sr, h, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = AGX_SR_PIXEL_X + comp;
   d = agx_vreg(c, AGX_VIRT32, 1);
   struct agx_instr *cv = agx_emit(c, AGX_OP_convert, d, h, NO_REF, NO_REF);
   cv->f[AGX_F_IMM] = AGX_CONV_U16_F;
   cv->f[AGX_F_ROUND] = AGX_RTE;
   return agx_emit32(c, AGX_OP_fadd32, d, AGX_MINI(0x20), NO_REF);
}

void agx_load_input(struct isel *c, const struct ir_instr *i)
{
   enum io_slot slot = (enum io_slot)i->attr[0];
   unsigned comp = i->attr[1];
   enum io_interp interp = (enum io_interp)i->attr[2];
   bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   struct input *in = &c->in[slot][fs ? interp : 0];

   if (comp && is_scalar(slot)) {
      uint32_t one = slot == SLOT_FACING ? NUM_ONE : 1;
      c->vals[i->dst[0]->id] = (struct val){.kind = VAL_CONST, .bits = comp == 3 ? one : 0};
      return;
   }
   if (!in->vreg[comp]) {
      struct agx_ref r;
      if (!fs) {
         r = agx_vreg(c, AGX_VIRT32, 1);
         c->code->vreg[r.value].fixed = (int16_t)(in->where + 2 * comp);
         UTIL_PUSH(c->ctx, c->code->entry, c->code->num_entry, c->code->cap_entry, r.value);
         in->vreg[comp] = r.value + 1;
      } else if (slot == SLOT_POSITION) {
         in->vreg[comp] = fragment_position(c, comp).value + 1;
      } else if (slot == SLOT_FACING) { /* sr62: 1 = back */
         struct agx_ref h = agx_vreg(c, AGX_VIRT16, 1), one = agx_constant(c, NUM_ONE), minus = agx_constant(c, NUM_ONE | SIGN);
         agx_emit(c, AGX_OP_get_sr, h, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = AGX_SR_BACKFACING;
         r = agx_vreg(c, AGX_VIRT32, 1);
         agx_cmpsel(c, AGX_OP_icmpsel, AGX_ICC_UEQ, r, h, IMM(0), one, minus);
         in->vreg[comp] = r.value + 1;
      } else {
         load_varying(c, slot, interp);
      }
   }
   set_ref(c, i, (struct agx_ref){.kind = AGX_VIRT32, .value = agx_virt(in->vreg[comp] - 1, in->off[comp])});
}

/* Which inputs there are, before any of them has a place. */
void agx_collect_input(struct isel *c, const struct ir_instr *i)
{
   uint32_t slot = i->attr[0], comp = i->attr[1], interp = i->attr[2];
   bool ok = slot < SLOT_COUNT && comp < 4 && interp < INTERP_COUNT && i->nsrc == 0;
   char name[32];

   if (ok && c->s->stage == IR_STAGE_VERTEX) {
      bool id = slot == SLOT_VERTEX_ID || slot == SLOT_INSTANCE;
      ok = id || slot <= SLOT_VATTR_LAST;
      interp = 0;
   } else if (ok) {
      ok = slot == SLOT_FACING || (slot > SLOT_INSTANCE && slot < SLOT_PRIM_ID);
   }
   if (!ok) {
      util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "input %s.%c: not in this version for AGX",
                slot < SLOT_COUNT ? io_slot_name((enum io_slot)slot, name, sizeof name) : "?", "xyzw"[comp & 3]);
      return;
   }
   if (comp && is_scalar((enum io_slot)slot))
      return;
   if (c->s->stage == IR_STAGE_FRAGMENT && slot == SLOT_POSITION) {
      c->out->reads_z |= comp == 2;
      c->out->reads_w |= comp == 3;
   } else if (c->s->stage == IR_STAGE_FRAGMENT && slot != SLOT_FACING) {
      c->out->reads_w |= interp == INTERP_SMOOTH || interp == INTERP_CENTROID;
   }
   c->in[slot][interp].mask |= (uint8_t)(1u << comp);
}

static void place_inputs(struct isel *c)
{
   bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   unsigned n = 0, next = fs ? (unsigned)c->out->reads_w + c->out->reads_z : 0;
   struct agx_io *list = UTIL_ARRAY(c->ctx, struct agx_io, SLOT_COUNT * INTERP_COUNT);

   for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
      for (unsigned interp = 0; interp < INTERP_COUNT; interp++) {
         struct input *in = &c->in[slot][interp];
         if (!in->mask)
            continue;
         if (!fs) {
            /* r5, r6; attributes from r8, four registers each */
            in->where = slot == SLOT_VERTEX_ID ? 10 : slot == SLOT_INSTANCE ? 12 : (uint16_t)(16 + 8 * next++);
         } else if (slot != SLOT_POSITION && slot != SLOT_FACING) {
            unsigned lo = (unsigned)__builtin_ctz(in->mask), hi = 31 - (unsigned)__builtin_clz(in->mask);
            in->where = (uint16_t)next;
            next += hi - lo + 1;
         }
         list[n++] = (struct agx_io){(uint16_t)slot, (uint8_t)interp, in->mask, in->where};
      }
   }
   if (fs && next > AGX_CF_COUNT)
      agx_unsupported(c, UTIL_NO_SPAN, "more coefficients than there are registers for them");
   c->out->num_cf = (uint16_t)(fs ? next : 0);
   c->out->inputs = list;
   c->out->num_inputs = n;
   /* Uniforms in front of ours: attribute bases, clamps, first vertex and instance, draw; or the epilog's eight words. */
   c->next_uniform = fs ? 16 : 6 * next + 6;
}

/* ---- parameters */

static int by_value(const void *a, const void *b)
{
   uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

   return x < y ? -1 : x > y;
}

/* Every parameter component in use gets a 32-bit uniform, in the order of the list: neighbours upload together. */
static void place_params(struct isel *c)
{
   uint32_t *keys = NULL, n = 0, cap = 0;

   util_map_init(&c->param_map, c->ctx);
   ir_foreach_instr(c->s->blocks[0], i)
   {
      if (i->op != IR_load_param || !(i->tmp & NEEDED))
         continue;
      if (i->nsrc) {
         agx_unsupported(c, i->span, "a parameter that is addressed relatively");
         continue;
      }
      uint32_t key = i->attr[0] * 4 + i->attr[1];
      if (i->attr[0] >= c->s->num_params || i->attr[1] > 3 || util_map_find(&c->param_map, key, &(uint32_t){0}))
         continue;
      util_map_set(&c->param_map, key, 0);
      UTIL_PUSH(c->ctx, keys, n, cap, key);
   }
   if (n)
      qsort(keys, n, sizeof *keys, by_value);
   for (uint32_t k = 0; k < n; k++) {
      if (c->next_uniform + 2 > AGX_UNIFORMS) {
         agx_unsupported(c, UTIL_NO_SPAN, "more parameters than the uniform registers hold");
         return;
      }
      util_map_set(&c->param_map, keys[k],
                   agx_take_uniform(c, (struct agx_uniform){
                                      .kind = AGX_UNI_PARAM, .comp = (uint8_t)(keys[k] & 3), .value = keys[k] >> 2}));
   }
}

/* ---- outputs */

static void place_outputs(struct isel *c)
{
   struct agx_io *list = UTIL_ARRAY(c->ctx, struct agx_io, SLOT_COUNT);
   unsigned n = 0, words = 4;
   bool vs = c->s->stage == IR_STAGE_VERTEX;

   for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
      if (!c->written[slot])
         continue;
      if (vs && slot != SLOT_POSITION) {
         c->uvs[slot] = (uint16_t)words;
         words += 4;
      } else if (!vs) {
         /* Depth r2 (its value is in z, so component 0 would be 4 halves lower); colours from r4, four registers each. */
         c->uvs[slot] = slot == SLOT_FRAG_DEPTH ? 0 : (uint16_t)(8 + 8 * (slot - SLOT_FRAG_COLOR));
      }
      list[n++] = (struct agx_io){(uint16_t)slot, 0, c->written[slot], c->uvs[slot]};
   }
   if (vs && words > AGX_UVS_WORDS)
      agx_unsupported(c, UTIL_NO_SPAN, "more vertex results than the output buffer holds");
   c->out->uvs_words = (uint16_t)(vs ? words : 0);
   c->out->outputs = list;
   c->out->num_outputs = n;
}

void agx_store_output(struct isel *c, const struct ir_instr *i)
{
   uint32_t slot = i->attr[0], comp = i->attr[1];

   if (c->s->stage == IR_STAGE_VERTEX) {
      struct agx_ref v = agx_reg_src(c, &i->src[0]);
      c->last_store = c->code->num;
      agx_emit(c, AGX_OP_st_var, NO_REF, v, IMM(c->uvs[slot] + comp), NO_REF);
      return;
   }
   const struct val *v = value_of(c, &i->src[0]);
   c->color[slot][comp] = v->kind == VAL_CONST ? IMM(0) : agx_raw_src(c, &i->src[0]);
   c->color_bits[slot][comp] = v->bits;
}

void agx_finish_outputs(struct isel *c)
{
   if (c->s->stage == IR_STAGE_VERTEX) {
      if (c->last_store == UINT32_MAX)
         agx_emit(c, AGX_OP_no_var, NO_REF, NO_REF, NO_REF, NO_REF);
      else
         c->code->instr[c->last_store].op = AGX_OP_st_var_final;
      return;
   }
   if (c->kills) {
      /* What was not killed is tested here or by a later part; the driver's word says which (docs/abi-agx.md). */
      struct agx_ref h = agx_vreg(c, AGX_VIRT16, 1);
      if (c->next_uniform + 2 > AGX_UNIFORMS) {
         agx_unsupported(c, UTIL_NO_SPAN, "more parameters than the uniform registers hold");
         return;
      }
      unsigned half = agx_take_uniform(c, (struct agx_uniform){.kind = AGX_UNI_TESTS});
      agx_emit(c, AGX_OP_mov, h, (struct agx_ref){.kind = AGX_UNIFORM16, .value = half}, NO_REF, NO_REF);
      agx_emit(c, AGX_OP_wait_pix, NO_REF, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = 1;
      agx_emit(c, AGX_OP_sample_mask, NO_REF, h, IMM(255), NO_REF);
      c->out->writes_mask = true;
   }
   for (uint32_t k = 0; k < c->out->num_outputs; k++) {
      const struct agx_io *o = &c->out->outputs[k];
      for (unsigned comp = 0; comp < 4; comp++) {
         if (!(o->mask >> comp & 1))
            continue;
         struct agx_export e = {(uint16_t)(o->where + 2 * comp), c->color[o->slot][comp], c->color_bits[o->slot][comp]};
         UTIL_PUSH(c->ctx, c->code->export, c->code->num_exports, c->code->cap_exports, e);
      }
   }
}

void agx_collect_output(struct isel *c, const struct ir_instr *i)
{
   uint32_t slot = i->attr[0], comp = i->attr[1];
   bool fs = c->s->stage == IR_STAGE_FRAGMENT, ok = slot < SLOT_COUNT && comp < 4;
   char name[32];

   if (ok && fs)
      ok = slot == SLOT_FRAG_DEPTH ? comp == 2 : slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST;
   else if (ok)
      ok = slot > SLOT_INSTANCE && slot < SLOT_FRAG_COLOR;
   if (ok)
      c->written[slot] |= (uint8_t)(1u << comp);
   else
      util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "output %s.%c: not in this version for AGX",
                slot < SLOT_COUNT ? io_slot_name((enum io_slot)slot, name, sizeof name) : "?", "xyzw"[comp & 3]);
}

void agx_place_io(struct isel *c)
{
   place_inputs(c);
   place_outputs(c);
   place_params(c);
}
