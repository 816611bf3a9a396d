/* SPDX-License-Identifier: MIT */
/* Inputs, parameters and outputs: see agx_io.h. */
#include "backend-agx/select/agx_io.h"

#include <stdlib.h>

static bool is_vertex(const struct agx_selection *c)
{
   return c->out->stage == AGX_STAGE_VERTEX;
}

static void no_such_slot(struct agx_selection *c, const struct ir_instr *i, const char *what)
{
   const uint32_t slot = i->attr[0];
   char name[32];

   util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "%s %s.%c: not in this version for AGX", what,
             slot < SLOT_COUNT ? io_slot_name((enum io_slot)slot, name, sizeof name) : "?", "xyzw"[i->attr[1] & 3]);
}

/* ---- which there are */

/* Inputs of one component; the others are 0, 0 and 1 in the type of the first. */
static bool is_scalar(enum io_slot slot)
{
   return slot == SLOT_FACING || slot == SLOT_VERTEX_ID || slot == SLOT_INSTANCE;
}

void agx_collect_input(struct agx_selection *c, const struct ir_instr *i)
{
   const uint32_t slot = i->attr[0], comp = i->attr[1];
   uint32_t interp = i->attr[2];
   bool ok = slot < SLOT_COUNT && comp < 4 && interp < INTERP_COUNT && i->nsrc == 0;

   if (ok && is_vertex(c)) {
      ok = slot == SLOT_VERTEX_ID || slot == SLOT_INSTANCE || slot <= SLOT_VATTR_LAST;
      interp = 0;
   } else if (ok) {
      ok = slot == SLOT_FACING || (slot > SLOT_INSTANCE && slot < SLOT_PRIM_ID);
   }
   if (!ok) {
      no_such_slot(c, i, "input");
      return;
   }
   if (comp && is_scalar((enum io_slot)slot))
      return;
   if (!is_vertex(c) && slot == SLOT_POSITION) {
      c->out->reads_z |= comp == 2;
      c->out->reads_w |= comp == 3;
   } else if (!is_vertex(c) && slot != SLOT_FACING) {
      c->out->reads_w |= interp == INTERP_SMOOTH || interp == INTERP_CENTROID || interp == INTERP_SAMPLE;
   }
   c->in[slot][interp].mask |= (uint8_t)(1u << comp);
}

void agx_collect_output(struct agx_selection *c, const struct ir_instr *i)
{
   const uint32_t slot = i->attr[0], comp = i->attr[1];
   bool ok = slot < SLOT_COUNT && comp < 4;

   if (ok && !is_vertex(c))
      ok = slot == SLOT_FRAG_DEPTH ? comp == 2 : slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST;
   else if (ok)
      ok = slot > SLOT_INSTANCE && slot < SLOT_FRAG_COLOR;
   if (ok)
      c->result[slot].mask |= (uint8_t)(1u << comp);
   else
      no_such_slot(c, i, "output");
}

/* ---- where they are */

static void place_inputs(struct agx_selection *c)
{
   const bool fragment = !is_vertex(c);
   /* fragment: coefficient registers; vertex: attributes */
   unsigned n = 0, next = fragment ? (unsigned)c->out->reads_w + c->out->reads_z : 0;
   struct agx_io *list = UTIL_ARRAY(c->ctx, struct agx_io, SLOT_COUNT * INTERP_COUNT);

   for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
      for (unsigned interp = 0; interp < INTERP_COUNT; interp++) {
         struct agx_input *in = &c->in[slot][interp];
         if (!in->mask)
            continue;
         if (!fragment) {
            /* r5, r6; attributes from r8, four registers each */
            in->where = slot == SLOT_VERTEX_ID ? 10 : slot == SLOT_INSTANCE ? 12 : (uint16_t)(16 + 8 * next++);
         } else if (slot != SLOT_POSITION && slot != SLOT_FACING) {
            const unsigned lo = (unsigned)__builtin_ctz(in->mask), hi = 31 - (unsigned)__builtin_clz(in->mask);
            in->where = (uint16_t)next;
            next += hi - lo + 1;
         }
         list[n++] = (struct agx_io){(uint16_t)slot, (uint8_t)interp, in->mask, in->where};
      }
   if (fragment && next > AGX_CF_COUNT)
      agx_unsupported(c, UTIL_NO_SPAN, "more coefficients than there are registers for them");
   c->out->num_cf = (uint16_t)(fragment ? next : 0);
   c->out->inputs = list;
   c->out->num_inputs = n;
   /* Uniforms in front of ours: attribute bases, clamps, first vertex and instance, draw; or the epilog's eight words. */
   c->uniforms.next = fragment ? 16 : 6 * next + 6;
}

static void place_outputs(struct agx_selection *c)
{
   struct agx_io *list = UTIL_ARRAY(c->ctx, struct agx_io, SLOT_COUNT);
   unsigned n = 0, words = 4;

   for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
      struct agx_output *o = &c->result[slot];
      if (!o->mask)
         continue;
      if (is_vertex(c) && slot != SLOT_POSITION) {
         o->where = (uint16_t)words;
         words += 4;
      } else if (!is_vertex(c)) {
         /* Depth r2 (its value is in z, so component 0 would be 4 halves lower); colours from r4, four registers each. */
         o->where = slot == SLOT_FRAG_DEPTH ? 0 : (uint16_t)(8 + 8 * (slot - SLOT_FRAG_COLOR));
      }
      list[n++] = (struct agx_io){(uint16_t)slot, 0, o->mask, o->where};
   }
   if (is_vertex(c) && words > AGX_UVS_WORDS)
      agx_unsupported(c, UTIL_NO_SPAN, "more vertex results than the output buffer holds");
   c->out->uvs_words = (uint16_t)(is_vertex(c) ? words : 0);
   c->out->outputs = list;
   c->out->num_outputs = n;
}

static int by_value(const void *a, const void *b)
{
   const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

   return x < y ? -1 : x > y;
}

static uint32_t param_key(const struct ir_instr *i)
{
   return i->attr[0] * 4 + i->attr[1];
}

static bool has_uniforms(struct agx_selection *c)
{
   if (c->uniforms.next + 2 <= AGX_UNIFORMS)
      return true;
   agx_unsupported(c, UTIL_NO_SPAN, "more parameters than the uniform registers hold");
   return false;
}

/* Every parameter component in use gets a 32-bit uniform, in the order of the parameter list: neighbours upload together. */
static void place_params(struct agx_selection *c)
{
   struct util_map *map = &c->uniforms.params;
   uint32_t *keys = NULL, n = 0, cap = 0;

   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i) {
         if (i->op != IR_load_param || !(i->tmp & AGX_NEEDED))
            continue;
         if (i->nsrc) {
            agx_unsupported(c, i->span, "a parameter that is addressed relatively");
            continue;
         }
         const uint32_t key = param_key(i);
         if (i->attr[0] >= c->s->num_params || i->attr[1] > 3 || util_map_find(map, key, &(uint32_t){0}))
            continue;
         util_map_set(map, key, 0);
         UTIL_PUSH(c->ctx, keys, n, cap, key);
      }
   if (n)
      qsort(keys, n, sizeof *keys, by_value);
   for (uint32_t k = 0; k < n; k++) {
      const struct agx_uniform u = {.kind = AGX_UNI_PARAM, .comp = (uint8_t)(keys[k] & 3), .value = keys[k] >> 2};
      if (!has_uniforms(c))
         return;
      util_map_set(map, keys[k], agx_take_uniform(c, u));
   }
}

void agx_place_io(struct agx_selection *c)
{
   place_inputs(c);
   place_outputs(c);
   place_params(c);
}

/* ---- inputs */

/* One instruction for all components of a fragment input from the lowest to the highest that the program uses. */
static void interpolate(struct agx_selection *c, struct agx_input *in, enum io_interp interp, unsigned lo, unsigned n)
{
   const bool linear = interp == INTERP_NOPERSPECTIVE || interp == INTERP_NOPERSPECTIVE_CENTROID || interp == INTERP_NOPERSPECTIVE_SAMPLE;
   const bool sample = interp == INTERP_SAMPLE || interp == INTERP_NOPERSPECTIVE_SAMPLE;
   const bool centroid = interp == INTERP_CENTROID || interp == INTERP_NOPERSPECTIVE_CENTROID;
   const struct agx_ref d = agx_reg_new(c->code, AGX_VIRT32, n);
   struct agx_instr *i =
       agx_emit(c, linear ? AGX_OP_iter : AGX_OP_iterproj, d, agx_imm(in->where), linear ? agx_none() : agx_imm(0), agx_none());

   i->f[AGX_F_INTERP] = sample ? AGX_INTERP_SAMPLE : centroid ? AGX_INTERP_CENTROID : AGX_INTERP_CENTER;
   if (sample) /* the only one */
      i->ref[AGX_C] = agx_imm(0);
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
   /* The three registers of the plane equation, so one component at a time; the constant is the third. */
   for (unsigned k = 0; k < n; k++) {
      if (!(in->mask >> (lo + k) & 1))
         continue;
      const struct agx_ref d = agx_reg_new(c->code, AGX_VIRT32, 3);
      agx_emit(c, AGX_OP_ldcf, d, agx_imm(in->where + k), agx_none(), agx_none());
      in->unit[lo + k] = d.value + 4 + 1;
   }
}

static struct agx_ref fragment_position(struct agx_selection *c, unsigned comp)
{
   if (comp >= 2)
      return agx_emit32(c, AGX_OP_iter, agx_imm(comp == 3 ? 0 : c->out->reads_w), agx_none(), agx_none());
   const struct agx_ref pixel = agx_new16(c);
   agx_emit(c, AGX_OP_get_sr, pixel, agx_none(), agx_none(), agx_none())->f[AGX_F_IMM] = AGX_SR_PIXEL_X + comp;
   const struct agx_ref d = agx_new32(c);
   struct agx_instr *convert = agx_emit(c, AGX_OP_convert, d, pixel, agx_none(), agx_none());
   convert->f[AGX_F_IMM] = AGX_CONV_U16_F;
   convert->f[AGX_F_ROUND] = AGX_RTE;
   return agx_emit32(c, AGX_OP_fadd32, d, agx_minifloat(0x20), agx_none()); /* 0.5 */
}

/* 1 or -1 from a special register that is 1 for back faces. */
static struct agx_ref facing(struct agx_selection *c)
{
   const struct agx_ref back = agx_new16(c), one = agx_constant(c, NUM_ONE), minus = agx_constant(c, NUM_ONE | AGX_SIGN);

   agx_emit(c, AGX_OP_get_sr, back, agx_none(), agx_none(), agx_none())->f[AGX_F_IMM] = AGX_SR_BACKFACING;
   const struct agx_ref d = agx_new32(c);
   agx_emit_cmpsel(c, AGX_OP_icmpsel, AGX_ICC_UEQ, d, back, agx_imm(0), one, minus);
   return d;
}

void agx_load_input(struct agx_selection *c, const struct ir_instr *i)
{
   const enum io_slot slot = (enum io_slot)i->attr[0];
   const enum io_interp interp = is_vertex(c) ? (enum io_interp)0 : (enum io_interp)i->attr[2];
   const unsigned comp = i->attr[1];
   struct agx_input *in = &c->in[slot][interp];

   if (comp && is_scalar(slot)) {
      const uint32_t one = slot == SLOT_FACING ? NUM_ONE : 1;
      agx_set_const(c, i, comp == 3 ? one : 0);
      return;
   }
   if (!in->unit[comp]) {
      if (is_vertex(c))
         in->unit[comp] = agx_entry_value(c->code, in->where + 2 * comp).value + 1;
      else if (slot == SLOT_POSITION)
         in->unit[comp] = fragment_position(c, comp).value + 1;
      else if (slot == SLOT_FACING)
         in->unit[comp] = facing(c).value + 1;
      else
         load_varying(c, in, interp);
   }
   agx_set_result(c, i, (struct agx_ref){.kind = AGX_VIRT32, .value = in->unit[comp] - 1});
}

void agx_load_param(struct agx_selection *c, const struct ir_instr *i)
{
   uint32_t half;

   if (util_map_find(&c->uniforms.params, param_key(i), &half))
      agx_set_result(c, i, (struct agx_ref){.kind = AGX_UNIFORM32, .value = half});
   else
      agx_set_const(c, i, 0);
}

/* ---- outputs */

void agx_store_output(struct agx_selection *c, const struct ir_instr *i)
{
   const unsigned comp = i->attr[1];
   struct agx_output *o = &c->result[i->attr[0]];

   if (is_vertex(c)) {
      const struct agx_ref v = agx_reg_src(c, &i->src[0]);
      c->last_store = agx_emit(c, AGX_OP_st_var, agx_none(), v, agx_imm(o->where + comp), agx_none());
   } else if (agx_is_const(c, &i->src[0])) {
      o->value[comp] = agx_imm(agx_value_of(c, &i->src[0])->bits);
   } else {
      o->value[comp] = agx_int_src(c, &i->src[0]);
   }
}

void agx_kill(struct agx_selection *c, struct agx_ref lanes)
{
   agx_emit(c, AGX_OP_sample_mask, agx_none(), lanes, agx_imm(0), agx_none());
   c->kills = true;
}

/* Samples that were not killed are tested here or by a later part; a word of the driver says which (docs/abi-agx.md). */
static void finish_kills(struct agx_selection *c)
{
   const struct agx_ref tests = agx_new16(c);

   if (!has_uniforms(c))
      return;
   const unsigned half = agx_take_uniform(c, (struct agx_uniform){.kind = AGX_UNI_TESTS});
   agx_emit(c, AGX_OP_mov, tests, (struct agx_ref){.kind = AGX_UNIFORM16, .value = half}, agx_none(), agx_none());
   agx_emit(c, AGX_OP_wait_pix, agx_none(), agx_none(), agx_none(), agx_none())->f[AGX_F_IMM] = 1;
   agx_emit(c, AGX_OP_sample_mask, agx_none(), tests, agx_imm(255), agx_none());
   c->out->writes_mask = true;
}

void agx_finish_outputs(struct agx_selection *c)
{
   if (is_vertex(c)) {
      if (c->last_store)
         c->last_store->op = AGX_OP_st_var_final;
      else
         agx_emit(c, AGX_OP_no_var, agx_none(), agx_none(), agx_none(), agx_none());
      agx_push(c->code, &c->code->p.blocks[c->block].tail, &(struct agx_instr){.op = AGX_OP_stop}, UTIL_NO_SPAN);
      return;
   }
   if (c->kills)
      finish_kills(c);
   for (uint32_t k = 0; k < c->out->num_outputs; k++) {
      const struct agx_io *o = &c->out->outputs[k];
      for (unsigned comp = 0; comp < 4; comp++)
         if (o->mask >> comp & 1)
            agx_export(c->code, o->where + 2 * comp, c->result[o->slot].value[comp]);
   }
}
