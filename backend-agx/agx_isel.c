/* SPDX-License-Identifier: MIT */
/*
 * Instruction selection for straight-line programs: one walk backwards marks what is needed, one forwards collects inputs and
 * parameters (their places follow from the whole set), one forwards selects.
 *
 * Constants and parameters are operands, not instructions: an 8-bit float or integer where the slot has one, else a uniform.
 * Comparisons have no result register of their own: each use by a select becomes a compare-and-select; other uses get a 16-bit
 * 0 or 1 (two uses, two compares: cheaper than compare, move and test).
 */
#include "backend-agx/agx_priv.h"
#include "util/table.h"

#include <stdlib.h>
#include <string.h>

#define SIGN 0x80000000u
#define ONE_F AGX_MINI(0x30)
#define IMM(v) ((struct agx_ref){.kind = AGX_IMM, .value = (v)})
#define AGX_MINI(v) ((struct agx_ref){.kind = AGX_MINIFLOAT, .value = (v)})
#define MINUS_ZERO AGX_MINI(0x80)
#define NO_REF ((struct agx_ref){0})

enum { NEEDED = 1, AS_VALUE = 2 }; /* instr->tmp: has an effect on a result; a compare that something wants as 0 or 1 */

enum val_kind { VAL_NONE, VAL_CONST, VAL_REF };
struct val {
   uint8_t kind;
   uint32_t bits;      /* VAL_CONST */
   struct agx_ref ref; /* VAL_REF: uniform or virtual */
};

struct input {
   uint8_t mask;      /* components in use */
   uint16_t where;    /* half (vertex) or cf of the lowest component (fragment) */
   uint32_t vreg[4];  /* + 1, once loaded */
   uint8_t off[4];    /* half within vreg */
};

struct isel {
   struct util_ctx *ctx;
   struct ir_shader *s;
   const struct agx_options *opt;
   struct agx_code *code;
   struct agx_program *out;
   struct val *vals; /* by value id */
   struct input in[SLOT_COUNT][INTERP_COUNT];
   uint8_t written[SLOT_COUNT]; /* components */
   uint16_t uvs[SLOT_COUNT];
   struct agx_ref color[SLOT_COUNT][4]; /* fragment: last value stored */
   uint32_t color_bits[SLOT_COUNT][4];
   struct agx_uniform *uniforms;
   uint32_t num_uniforms, cap_uniforms;
   struct util_map const_map, param_map; /* to half index */
   unsigned next_uniform;
   bool kills;
   uint32_t last_store; /* index of the st_var seen last, UINT32_MAX */
};

static void unsupported(struct isel *c, struct util_span span, const char *what)
{
   util_diag(c->ctx, DIAG_ID_agx_unsupported, span, "%s: not in this version for AGX", what);
}

/* ---- building */

static struct agx_ref vreg(struct isel *c, unsigned kind, unsigned count)
{
   struct agx_ref r = {.kind = (uint8_t)kind, .count = (uint8_t)count};
   unsigned size = agx_virt_halves(&r), align = 1;

   /* Vectors are aligned to the power of two that holds them: what Mesa relies on. */
   while (align < size && align < 16)
      align *= 2;
   r.value = c->code->num_vregs;
   if (r.value >= AGX_VIRT_MASK)
      util_fail(c->ctx, UTIL_LIMIT);
   UTIL_PUSH(c->ctx, c->code->vreg, c->code->num_vregs, c->code->cap_vregs,
             (struct agx_vreg){(uint8_t)size, (uint8_t)align, -1});
   return r;
}

/* The instruction may be changed until the next one is emitted. */
static struct agx_instr *emit(struct isel *c, enum agx_op op, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                              struct agx_ref e)
{
   struct agx_instr in = {.op = (uint16_t)op, .ref = {d, a, b, e, NO_REF}};

   UTIL_PUSH(c->ctx, c->code->instr, c->code->num, c->code->cap, in);
   return &c->code->instr[c->code->num - 1];
}

static struct agx_ref emit32(struct isel *c, enum agx_op op, struct agx_ref a, struct agx_ref b, struct agx_ref e)
{
   struct agx_ref d = vreg(c, AGX_VIRT32, 1);

   emit(c, op, d, a, b, e);
   return d;
}

static void cmpsel(struct isel *c, enum agx_op op, unsigned cc, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                   struct agx_ref x, struct agx_ref y)
{
   struct agx_instr *in = emit(c, op, d, a, b, x);

   in->f[AGX_F_COND] = cc;
   in->ref[AGX_Y] = y;
}

static unsigned take_uniform(struct isel *c, struct agx_uniform u)
{
   u.half = (uint16_t)c->next_uniform;
   c->next_uniform += 2;
   UTIL_PUSH(c->ctx, c->uniforms, c->num_uniforms, c->cap_uniforms, u);
   return u.half;
}

/* 32 bits that no operand slot holds as an immediate. */
static struct agx_ref constant(struct isel *c, uint32_t bits)
{
   uint32_t half;

   if (!util_map_find(&c->const_map, bits, &half)) {
      if (c->opt->inline_constants || c->next_uniform + 2 > AGX_UNIFORMS) {
         struct agx_ref d = vreg(c, AGX_VIRT32, 1);
         emit(c, AGX_OP_mov_imm32, d, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = bits;
         return d;
      }
      half = take_uniform(c, (struct agx_uniform){.kind = AGX_UNI_CONST, .value = bits});
      util_map_set(&c->const_map, bits, half);
   }
   return (struct agx_ref){.kind = AGX_UNIFORM32, .value = half};
}

/* ---- operands */

static const struct val *value_of(struct isel *c, const struct ir_src *s)
{
   return &c->vals[s->val->id];
}

static uint32_t const_mods(const struct ir_src *s, uint32_t bits)
{
   if (s->abs)
      bits &= ~SIGN;
   return s->neg ? bits ^ SIGN : bits;
}

/* A float operand: modifiers ride. */
static struct agx_ref f_src(struct isel *c, const struct ir_src *s)
{
   const struct val *v = value_of(c, s);

   if (v->kind == VAL_CONST) {
      uint32_t bits = const_mods(s, v->bits);
      int mini = agx_minifloat_from_f32(bits);
      return mini >= 0 ? AGX_MINI((uint32_t)mini) : constant(c, bits);
   }
   struct agx_ref r = v->ref;
   r.mods = (uint8_t)((s->abs ? AGX_ABS : 0) | (s->neg ? AGX_NEG : 0));
   return r;
}

/* Raw bits: immediates of 8 bits, modifiers by a logic operation. */
static struct agx_ref raw_src(struct isel *c, const struct ir_src *s)
{
   const struct val *v = value_of(c, s);

   if (v->kind == VAL_CONST) {
      uint32_t bits = const_mods(s, v->bits);
      if (bits <= 255)
         return IMM(bits);
      if (s->val->width == 32)
         return constant(c, bits);
      struct agx_ref d = vreg(c, AGX_VIRT16, 1);
      emit(c, AGX_OP_mov_imm16, d, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = bits & 0xffff;
      return d;
   }
   if (!s->neg && !s->abs)
      return v->ref;
   struct agx_ref mask = constant(c, s->abs && !s->neg ? ~SIGN : SIGN);
   return emit32(c, s->abs ? (s->neg ? AGX_OP_or : AGX_OP_and) : AGX_OP_xor, v->ref, mask, NO_REF);
}

/* A register with the bits of the operand. */
static struct agx_ref reg_src(struct isel *c, const struct ir_src *s)
{
   const struct val *v = value_of(c, s);
   struct agx_ref r;

   if (v->kind == VAL_CONST) {
      uint32_t bits = const_mods(s, v->bits);
      bool wide = s->val->width == 32;
      r = vreg(c, wide ? AGX_VIRT32 : AGX_VIRT16, 1);
      emit(c, wide ? AGX_OP_mov_imm32 : AGX_OP_mov_imm16, r, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = bits;
      return r;
   }
   r = raw_src(c, s);
   return agx_is_virt(r.kind) ? r : emit32(c, AGX_OP_mov, r, NO_REF, NO_REF);
}

static void set_ref(struct isel *c, const struct ir_instr *i, struct agx_ref r)
{
   c->vals[i->dst[0]->id] = (struct val){.kind = VAL_REF, .ref = r};
}

static void set_const(struct isel *c, const struct ir_instr *i, uint32_t bits)
{
   unsigned w = i->dst[0]->width;

   c->vals[i->dst[0]->id] = (struct val){.kind = VAL_CONST, .bits = w < 32 ? bits & ((1u << w) - 1) : bits};
}

static struct agx_ref new_dst(struct isel *c, const struct ir_instr *i)
{
   struct agx_ref d = vreg(c, i->dst[0]->width == 32 ? AGX_VIRT32 : AGX_VIRT16, 1);

   set_ref(c, i, d);
   return d;
}

/* ---- saturation */

/* [-1,1], NaN to 0; the value has been through float arithmetic, so there are no denormals left to flush. */
static struct agx_ref clamp11(struct isel *c, struct agx_ref v)
{
   struct agx_ref one = constant(c, NUM_ONE), minus = constant(c, NUM_ONE | SIGN), d;

   d = vreg(c, AGX_VIRT32, 1);
   cmpsel(c, AGX_OP_fcmpsel, AGX_FCC_GT, d, v, ONE_F, one, v);
   v = d;
   d = vreg(c, AGX_VIRT32, 1);
   cmpsel(c, AGX_OP_fcmpsel, AGX_FCC_LT, d, v, AGX_MINI(0xb0), minus, v);
   v = d;
   d = vreg(c, AGX_VIRT32, 1);
   cmpsel(c, AGX_OP_fcmpsel, AGX_FCC_EQ, d, v, v, v, IMM(0));
   return d;
}

/* Result of an op without a saturation bit of its own. */
static void finish(struct isel *c, const struct ir_instr *i, struct agx_ref v, bool arithmetic)
{
   if (i->sat == IR_SAT_01) {
      struct agx_ref d = vreg(c, AGX_VIRT32, 1);
      emit(c, AGX_OP_fadd32, d, v, MINUS_ZERO, NO_REF)->f[AGX_F_SAT] = 1;
      v = d;
   } else if (i->sat == IR_SAT_11) {
      if (!arithmetic)
         v = emit32(c, AGX_OP_fadd32, v, MINUS_ZERO, NO_REF);
      v = clamp11(c, v);
   }
   set_ref(c, i, v);
}

/* A float op with a saturation bit. */
static void float_op(struct isel *c, const struct ir_instr *i, enum agx_op op, struct agx_ref a, struct agx_ref b,
                     struct agx_ref e)
{
   struct agx_ref d = vreg(c, AGX_VIRT32, 1);

   emit(c, op, d, a, b, e)->f[AGX_F_SAT] = i->sat == IR_SAT_01;
   if (i->sat == IR_SAT_11)
      d = clamp11(c, d);
   set_ref(c, i, d);
}

/* Sources in order: the order of evaluation of arguments is not fixed by C, and constants take uniforms as they come. */
static void float_n(struct isel *c, const struct ir_instr *i, enum agx_op op, unsigned n)
{
   struct agx_ref r[3] = {NO_REF, NO_REF, NO_REF};

   for (unsigned k = 0; k < n; k++)
      r[k] = f_src(c, &i->src[k]);
   float_op(c, i, op, r[0], r[1], r[2]);
}

static void int_n(struct isel *c, const struct ir_instr *i, enum agx_op op, unsigned n)
{
   struct agx_ref r[3] = {NO_REF, NO_REF, NO_REF};

   for (unsigned k = 0; k < n; k++)
      r[k] = raw_src(c, &i->src[k]);
   if (n == 2 && op == AGX_OP_imadd)
      r[2] = IMM(0);
   emit(c, op, new_dst(c, i), r[0], r[1], r[2]);
}

/* ---- comparisons */

/* d = condition ? x : y, of a condition value of width 1. */
static void select_on(struct isel *c, struct ir_value *cond, struct agx_ref d, struct agx_ref x, struct agx_ref y)
{
   static const struct {
      uint8_t op, cc;
      bool is_float, swap;
   } map[] = {
      {IR_flt, AGX_FCC_LT, true, false},  {IR_fge, AGX_FCC_GE, true, false},  {IR_feq, AGX_FCC_EQ, true, false},
      {IR_fne, AGX_FCC_EQ, true, true},   {IR_ieq, AGX_ICC_UEQ, false, false}, {IR_ine, AGX_ICC_UEQ, false, true},
      {IR_ilt, AGX_ICC_SLT, false, false}, {IR_ige, AGX_ICC_SLT, false, true}, {IR_ult, AGX_ICC_ULT, false, false},
      {IR_uge, AGX_ICC_ULT, false, true},
   };
   const struct ir_instr *def = cond->def;

   for (unsigned k = 0; def && k < sizeof map / sizeof map[0]; k++) {
      if (map[k].op != def->op)
         continue;
      bool f = map[k].is_float;
      struct agx_ref a = f ? f_src(c, &def->src[0]) : raw_src(c, &def->src[0]);
      struct agx_ref b = f ? f_src(c, &def->src[1]) : raw_src(c, &def->src[1]);
      cmpsel(c, f ? AGX_OP_fcmpsel : AGX_OP_icmpsel, map[k].cc, d, a, b, map[k].swap ? y : x, map[k].swap ? x : y);
      return;
   }
   struct ir_src s = {cond, false, false};
   cmpsel(c, AGX_OP_icmpsel, AGX_ICC_UEQ, d, raw_src(c, &s), IMM(0), y, x);
}

/* ---- inputs */

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
      struct agx_ref d = vreg(c, AGX_VIRT32, flat ? 3 : n), cf = IMM(in->where + k), none = NO_REF;
      if (flat)
         emit(c, AGX_OP_ldcf, d, cf, none, none);
      else if (interp == INTERP_NOPERSPECTIVE)
         emit(c, AGX_OP_iter, d, cf, none, none);
      else
         emit(c, AGX_OP_iterproj, d, cf, IMM(0), none)->f[AGX_F_INTERP] =
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
      d = vreg(c, AGX_VIRT32, 1);
      emit(c, AGX_OP_iter, d, IMM(comp == 3 ? 0 : c->out->reads_w), NO_REF, NO_REF);
      return d;
   }
   h = vreg(c, AGX_VIRT16, 1);
   emit(c, AGX_OP_get_sr, h, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = AGX_SR_PIXEL_X + comp;
   d = vreg(c, AGX_VIRT32, 1);
   struct agx_instr *cv = emit(c, AGX_OP_convert, d, h, NO_REF, NO_REF);
   cv->f[AGX_F_IMM] = AGX_CONV_U16_F;
   cv->f[AGX_F_ROUND] = AGX_RTE;
   return emit32(c, AGX_OP_fadd32, d, AGX_MINI(0x20), NO_REF);
}

static void load_input(struct isel *c, const struct ir_instr *i)
{
   enum io_slot slot = (enum io_slot)i->attr[0];
   unsigned comp = i->attr[1];
   enum io_interp interp = (enum io_interp)i->attr[2];
   bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   struct input *in = &c->in[slot][fs ? interp : 0];

   if (!in->vreg[comp]) {
      struct agx_ref r;
      if (!fs) {
         r = vreg(c, AGX_VIRT32, 1);
         c->code->vreg[r.value].fixed = (int16_t)(in->where + 2 * comp);
         UTIL_PUSH(c->ctx, c->code->entry, c->code->num_entry, c->code->cap_entry, r.value);
         in->vreg[comp] = r.value + 1;
      } else if (slot == SLOT_POSITION) {
         in->vreg[comp] = fragment_position(c, comp).value + 1;
      } else if (slot == SLOT_FACING) { /* sr62: 1 = back */
         struct agx_ref h = vreg(c, AGX_VIRT16, 1), one = constant(c, NUM_ONE), minus = constant(c, NUM_ONE | SIGN);
         emit(c, AGX_OP_get_sr, h, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = AGX_SR_BACKFACING;
         r = vreg(c, AGX_VIRT32, 1);
         cmpsel(c, AGX_OP_icmpsel, AGX_ICC_UEQ, r, h, IMM(0), one, minus);
         in->vreg[comp] = r.value + 1;
      } else {
         load_varying(c, slot, interp);
      }
   }
   set_ref(c, i, (struct agx_ref){.kind = AGX_VIRT32, .value = agx_virt(in->vreg[comp] - 1, in->off[comp])});
}

/* Which inputs there are, before any of them has a place. */
static void collect_input(struct isel *c, const struct ir_instr *i)
{
   uint32_t slot = i->attr[0], comp = i->attr[1], interp = i->attr[2];
   bool ok = slot < SLOT_COUNT && comp < 4 && interp < INTERP_COUNT && i->nsrc == 0;
   char name[32];

   if (ok && c->s->stage == IR_STAGE_VERTEX) {
      bool id = slot == SLOT_VERTEX_ID || slot == SLOT_INSTANCE;
      ok = id ? comp == 0 : slot <= SLOT_VATTR_LAST;
      interp = 0;
   } else if (ok) {
      ok = slot == SLOT_FACING ? comp == 0 : slot > SLOT_INSTANCE && slot < SLOT_PRIM_ID;
   }
   if (!ok) {
      util_diag(c->ctx, DIAG_ID_agx_unsupported, i->span, "input %s.%c: not in this version for AGX",
                slot < SLOT_COUNT ? io_slot_name((enum io_slot)slot, name, sizeof name) : "?", "xyzw"[comp & 3]);
      return;
   }
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
      unsupported(c, UTIL_NO_SPAN, "more coefficients than there are registers for them");
   c->out->num_cf = (uint16_t)(fs ? next : 0);
   c->out->inputs = list;
   c->out->num_inputs = n;
   /* Uniforms in front of ours: attribute bases, clamps, first vertex and instance, draw number; or the epilog's eight words. */
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
         unsupported(c, i->span, "a parameter that is addressed relatively");
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
         unsupported(c, UTIL_NO_SPAN, "more parameters than the uniform registers hold");
         return;
      }
      util_map_set(&c->param_map, keys[k],
                   take_uniform(c, (struct agx_uniform){
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
      unsupported(c, UTIL_NO_SPAN, "more vertex results than the output buffer holds");
   c->out->uvs_words = (uint16_t)(vs ? words : 0);
   c->out->outputs = list;
   c->out->num_outputs = n;
}

static void store_output(struct isel *c, const struct ir_instr *i)
{
   uint32_t slot = i->attr[0], comp = i->attr[1];

   if (c->s->stage == IR_STAGE_VERTEX) {
      struct agx_ref v = reg_src(c, &i->src[0]);
      c->last_store = c->code->num;
      emit(c, AGX_OP_st_var, NO_REF, v, IMM(c->uvs[slot] + comp), NO_REF);
      return;
   }
   const struct val *v = value_of(c, &i->src[0]);
   c->color[slot][comp] = v->kind == VAL_CONST ? IMM(0) : raw_src(c, &i->src[0]);
   c->color_bits[slot][comp] = v->bits;
}

static void finish_program(struct isel *c)
{
   if (c->s->stage == IR_STAGE_VERTEX) {
      if (c->last_store == UINT32_MAX)
         emit(c, AGX_OP_no_var, NO_REF, NO_REF, NO_REF, NO_REF);
      else
         c->code->instr[c->last_store].op = AGX_OP_st_var_final;
      return;
   }
   if (c->kills) {
      /* What was not killed is tested here or by a later part; the driver's word says which (docs/abi-agx.md). */
      struct agx_ref h = vreg(c, AGX_VIRT16, 1);
      if (c->next_uniform + 2 > AGX_UNIFORMS) {
         unsupported(c, UTIL_NO_SPAN, "more parameters than the uniform registers hold");
         return;
      }
      unsigned half = take_uniform(c, (struct agx_uniform){.kind = AGX_UNI_TESTS});
      emit(c, AGX_OP_mov, h, (struct agx_ref){.kind = AGX_UNIFORM16, .value = half}, NO_REF, NO_REF);
      emit(c, AGX_OP_wait_pix, NO_REF, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = 1;
      emit(c, AGX_OP_sample_mask, NO_REF, h, IMM(255), NO_REF);
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

/* ---- one instruction */

static void minmax(struct isel *c, const struct ir_instr *i, enum agx_op op, unsigned cc)
{
   struct agx_ref x = raw_src(c, &i->src[0]), y = raw_src(c, &i->src[1]), d = vreg(c, AGX_VIRT32, 1), a = x, b = y;

   if (op == AGX_OP_fcmpsel) {
      /* A materialised modifier is in x and y already; constants have a float form of their own. */
      a = value_of(c, &i->src[0])->kind == VAL_CONST ? f_src(c, &i->src[0]) : x;
      b = value_of(c, &i->src[1])->kind == VAL_CONST ? f_src(c, &i->src[1]) : y;
   }
   cmpsel(c, op, cc, d, a, b, x, y);
   finish(c, i, d, false);
}

static void shift(struct isel *c, const struct ir_instr *i, enum agx_op op)
{
   const struct val *n = value_of(c, &i->src[1]);
   struct agx_ref a = raw_src(c, &i->src[0]), b;

   if (op == AGX_OP_bfi && n->kind == VAL_CONST && n->bits >= 1 && n->bits <= 4) {
      /* iadd shifts by up to 4 on the simple unit */
      struct agx_ref d = new_dst(c, i);
      emit(c, AGX_OP_iadd, d, IMM(0), a, NO_REF)->f[AGX_F_SHIFT] = n->bits;
      return;
   }
   b = n->kind == VAL_CONST ? IMM(n->bits & 127) : raw_src(c, &i->src[1]); /* the low 7 bits count */
   if (op == AGX_OP_asr)
      emit(c, op, new_dst(c, i), a, b, NO_REF);
   else
      emit(c, op, new_dst(c, i), IMM(0), a, b);
}

static void mulhi(struct isel *c, const struct ir_instr *i, bool is_signed)
{
   struct agx_ref a = raw_src(c, &i->src[0]), b = raw_src(c, &i->src[1]), d = vreg(c, AGX_VIRT64, 1);

   a.mods = b.mods = is_signed ? AGX_SX : 0;
   /* Immediates are never negative and take no extension. */
   if (a.kind == AGX_IMM)
      a.mods = 0;
   if (b.kind == AGX_IMM)
      b.mods = 0;
   emit(c, AGX_OP_imadd, d, a, b, IMM(0));
   set_ref(c, i, (struct agx_ref){.kind = AGX_VIRT32, .value = agx_virt(d.value, 2)});
}

static void convert(struct isel *c, const struct ir_instr *i, unsigned mode, unsigned round)
{
   const struct ir_src *s = &i->src[0];
   struct agx_ref a, d;

   if (s->neg || s->abs)
      a = emit32(c, AGX_OP_fadd32, f_src(c, s), MINUS_ZERO, NO_REF);
   else
      a = value_of(c, s)->kind == VAL_CONST ? constant(c, value_of(c, s)->bits) : value_of(c, s)->ref;
   d = vreg(c, AGX_VIRT32, 1);
   struct agx_instr *in = emit(c, AGX_OP_convert, d, a, NO_REF, NO_REF);
   in->f[AGX_F_IMM] = mode;
   in->f[AGX_F_ROUND] = round;
   finish(c, i, d, true);
}

static void select_instr(struct isel *c, const struct ir_instr *i)
{
   const struct ir_src *s = i->src;
   struct agx_ref none = NO_REF, d;
   bool wide = false;

   for (unsigned k = 0; k < i->ndst; k++)
      wide |= i->dst[k]->width > 32;
   for (unsigned k = 0; k < i->nsrc; k++)
      wide |= s[k].val->width > 32;
   switch (wide ? IR_OP_COUNT : i->op) {
   case IR_const: set_const(c, i, i->attr[0]); break;
   case IR_undef: set_const(c, i, 0); break;
   case IR_mov:
      if (value_of(c, &s[0])->kind == VAL_CONST)
         set_const(c, i, const_mods(&s[0], value_of(c, &s[0])->bits));
      else
         set_ref(c, i, raw_src(c, &s[0]));
      break;
   case IR_sel: {
      struct agx_ref x = raw_src(c, &s[1]), y = raw_src(c, &s[2]);
      d = new_dst(c, i);
      select_on(c, s[0].val, d, x, y);
      break;
   }
   case IR_fadd: float_n(c, i, AGX_OP_fadd32, 2); break;
   case IR_fmul: float_n(c, i, AGX_OP_fmul32, 2); break;
   case IR_fmad: float_n(c, i, AGX_OP_fmadd32, 3); break;
   case IR_fcanon: float_op(c, i, AGX_OP_fadd32, f_src(c, &s[0]), MINUS_ZERO, none); break;
   case IR_fmin: minmax(c, i, AGX_OP_fcmpsel, AGX_FCC_LTN); break;
   case IR_fmax: minmax(c, i, AGX_OP_fcmpsel, AGX_FCC_GTN); break;
   case IR_ffloor: float_n(c, i, AGX_OP_floor, 1); break;
   case IR_fceil: float_n(c, i, AGX_OP_ceil, 1); break;
   case IR_ftrunc: float_n(c, i, AGX_OP_trunc, 1); break;
   case IR_fround: float_n(c, i, AGX_OP_rint, 1); break;
   case IR_frcp: float_n(c, i, AGX_OP_rcp, 1); break;
   case IR_frsq: float_n(c, i, AGX_OP_rsqrt, 1); break;
   case IR_fexp2: float_n(c, i, AGX_OP_exp2, 1); break;
   case IR_flog2: float_n(c, i, AGX_OP_log2, 1); break;
   case IR_ddx:
   case IR_ddy:
      c->out->quads = true;
      float_n(c, i, i->op == IR_ddx ? AGX_OP_dfdx : AGX_OP_dfdy, 1);
      break;

   case IR_flt:
   case IR_fge:
   case IR_feq:
   case IR_fne:
   case IR_ieq:
   case IR_ine:
   case IR_ilt:
   case IR_ige:
   case IR_ult:
   case IR_uge:
      if (i->tmp & AS_VALUE) {
         d = new_dst(c, i);
         select_on(c, i->dst[0], d, IMM(1), IMM(0));
      }
      break;

   case IR_iadd: int_n(c, i, AGX_OP_iadd, 2); break;
   case IR_isub: int_n(c, i, AGX_OP_isub, 2); break;
   case IR_ineg:
      d = raw_src(c, &s[0]);
      emit(c, AGX_OP_isub, new_dst(c, i), IMM(0), d, none);
      break;
   case IR_imul: int_n(c, i, AGX_OP_imadd, 2); break;
   case IR_imad: int_n(c, i, AGX_OP_imadd, 3); break;
   case IR_imulhi: mulhi(c, i, true); break;
   case IR_umulhi: mulhi(c, i, false); break;
   case IR_iabs: {
      struct agx_ref a = raw_src(c, &s[0]), m = emit32(c, AGX_OP_isub, IMM(0), a, none);
      d = new_dst(c, i);
      cmpsel(c, AGX_OP_icmpsel, AGX_ICC_SGT, d, a, m, a, m);
      break;
   }
   case IR_imin: minmax(c, i, AGX_OP_icmpsel, AGX_ICC_SLT); break;
   case IR_imax: minmax(c, i, AGX_OP_icmpsel, AGX_ICC_SGT); break;
   case IR_umin: minmax(c, i, AGX_OP_icmpsel, AGX_ICC_ULT); break;
   case IR_umax: minmax(c, i, AGX_OP_icmpsel, AGX_ICC_UGT); break;
   case IR_iand: int_n(c, i, AGX_OP_and, 2); break;
   case IR_ior: int_n(c, i, AGX_OP_or, 2); break;
   case IR_ixor: int_n(c, i, AGX_OP_xor, 2); break;
   case IR_inot:
      d = raw_src(c, &s[0]);
      if (i->dst[0]->width == 1)
         emit(c, AGX_OP_xor, new_dst(c, i), d, IMM(1), none);
      else
         emit(c, AGX_OP_not, new_dst(c, i), d, none, none);
      break;
   case IR_shl: shift(c, i, AGX_OP_bfi); break;
   case IR_ushr: shift(c, i, AGX_OP_bfeil); break;
   case IR_ishr: shift(c, i, AGX_OP_asr); break;

   case IR_f2i: convert(c, i, AGX_CONV_F_S32, AGX_RTZ); break;
   case IR_f2u: convert(c, i, AGX_CONV_F_U32, AGX_RTZ); break;
   case IR_i2f: convert(c, i, AGX_CONV_S32_F, AGX_RTE); break;
   case IR_u2f: convert(c, i, AGX_CONV_U32_F, AGX_RTE); break;
   case IR_f2h:
      d = f_src(c, &s[0]);
      emit(c, AGX_OP_fadd32, new_dst(c, i), d, MINUS_ZERO, none);
      break;
   case IR_h2f: {
      struct agx_ref h = reg_src(c, &s[0]); /* an 8-bit immediate would be read as a minifloat */
      float_op(c, i, AGX_OP_fadd32, h, MINUS_ZERO, none);
      break;
   }
   case IR_pack2h: {
      struct agx_ref lo = raw_src(c, &s[0]), hi = raw_src(c, &s[1]);
      d = new_dst(c, i);
      emit(c, AGX_OP_bfi, d, lo, hi, IMM(16));
      break;
   }
   case IR_unpack2h: {
      struct agx_ref w = raw_src(c, &s[0]);
      d = new_dst(c, i);
      if (i->attr[0])
         emit(c, AGX_OP_bfeil, d, IMM(0), w, IMM(16));
      else
         emit(c, AGX_OP_mov, d, w, none, none);
      break;
   }

   case IR_load_input: load_input(c, i); break;
   case IR_load_param: {
      uint32_t half;
      if (util_map_find(&c->param_map, i->attr[0] * 4 + i->attr[1], &half))
         set_ref(c, i, (struct agx_ref){.kind = AGX_UNIFORM32, .value = half});
      else
         set_const(c, i, 0);
      break;
   }
   case IR_store_output: store_output(c, i); break;
   case IR_kill: {
      if (c->s->stage != IR_STAGE_FRAGMENT) {
         unsupported(c, i->span, "kill outside fragment programs");
         break;
      }
      struct agx_ref h = vreg(c, AGX_VIRT16, 1);
      select_on(c, s[0].val, h, IMM(255), IMM(0));
      emit(c, AGX_OP_sample_mask, none, h, IMM(0), none);
      c->kills = true;
      break;
   }
   default:
      util_diag(c->ctx, DIAG_ID_agx_unsupported, i->span, "operation %s: not in this version for AGX",
                i->op < IR_OP_COUNT ? ir_op_info[i->op].name : "?");
      for (unsigned k = 0; k < i->ndst; k++)
         c->vals[i->dst[k]->id] = (struct val){.kind = VAL_CONST};
      break;
   }
}

static void collect_output(struct isel *c, const struct ir_instr *i)
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
      util_diag(c->ctx, DIAG_ID_agx_unsupported, i->span, "output %s.%c: not in this version for AGX",
                slot < SLOT_COUNT ? io_slot_name((enum io_slot)slot, name, sizeof name) : "?", "xyzw"[comp & 3]);
}

/* Backwards: what reaches an output, and which comparisons are wanted as numbers. */
static void mark(struct isel *c, struct ir_block *b)
{
   ir_foreach_instr(b, i) i->tmp = ir_op_info[i->op].flags & (IR_F_OUTPUT | IR_F_WRITE) ? NEEDED : 0;
   for (struct ir_instr *i = b->last; i; i = i->prev) {
      if (!(i->tmp & NEEDED))
         continue;
      for (unsigned k = 0; k < i->nsrc; k++) {
         struct ir_instr *def = i->src[k].val->def;
         bool fused = (i->op == IR_sel || i->op == IR_kill) && k == 0;
         def->tmp |= NEEDED | (fused ? 0 : AS_VALUE);
      }
      if (i->op == IR_store_output)
         collect_output(c, i);
   }
}

void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_code *code,
                struct agx_program *out)
{
   struct isel *c = UTIL_NEW(ctx, struct isel);

   *c = (struct isel){.ctx = ctx, .s = s, .opt = opt, .code = code, .out = out, .last_store = UINT32_MAX};
   out->stage = s->stage;
   if (s->stage != IR_STAGE_VERTEX && s->stage != IR_STAGE_FRAGMENT) {
      unsupported(c, UTIL_NO_SPAN, "programs of this stage");
      return;
   }
   for (uint32_t k = 0; k < s->num_blocks; k++) {
      struct ir_block *b = s->blocks[k];
      if (b->term != IR_TERM_RETURN || s->num_blocks > 1) {
         unsupported(c, b->span, "control flow");
         return;
      }
   }
   if (!s->num_blocks)
      return;
   c->vals = UTIL_ARRAY(ctx, struct val, s->num_values);
   util_map_init(&c->const_map, ctx);
   mark(c, s->blocks[0]);
   ir_foreach_instr(s->blocks[0], i)
   {
      if (i->op == IR_load_input && i->tmp & NEEDED)
         collect_input(c, i);
   }
   if (ctx->status != UTIL_OK)
      return;
   place_inputs(c);
   place_outputs(c);
   place_params(c);
   if (ctx->status != UTIL_OK)
      return;
   ir_foreach_instr(s->blocks[0], i)
   {
      if (i->tmp & NEEDED)
         select_instr(c, i);
   }
   finish_program(c);
   out->uniforms = c->uniforms;
   out->num_uniforms = c->num_uniforms;
   out->stats.uniforms = 2 * c->num_uniforms;
}
