/* SPDX-License-Identifier: MIT */
/*
 * Instruction selection for straight-line programs: one walk backwards marks what is needed, one forwards collects inputs and
 * parameters (their places follow from the whole set), one forwards selects.
 *
 * Constants and parameters are operands, not instructions: an 8-bit float or integer where the slot has one, else a uniform.
 * Comparisons have no result register of their own: each use by a select becomes a compare-and-select; other uses get a 16-bit
 * 0 or 1 (two uses, two compares: cheaper than compare, move and test).
 */
#include "backend-agx/select/agx_isel.h"

void agx_unsupported(struct isel *c, struct util_span span, const char *what)
{
   util_diag(c->ctx, DIAG_ID_unsupported_target, span, "%s: not in this version for AGX", what);
}

/* ---- building */

struct agx_ref agx_vreg(struct isel *c, unsigned kind, unsigned count)
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

struct agx_instr *agx_emit(struct isel *c, enum agx_op op, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                              struct agx_ref e)
{
   struct agx_instr in = {.op = (uint16_t)op, .ref = {d, a, b, e, NO_REF}};

   UTIL_PUSH(c->ctx, c->code->instr, c->code->num, c->code->cap, in);
   return &c->code->instr[c->code->num - 1];
}

struct agx_ref agx_emit32(struct isel *c, enum agx_op op, struct agx_ref a, struct agx_ref b, struct agx_ref e)
{
   struct agx_ref d = agx_vreg(c, AGX_VIRT32, 1);

   agx_emit(c, op, d, a, b, e);
   return d;
}

void agx_cmpsel(struct isel *c, enum agx_op op, unsigned cc, struct agx_ref d, struct agx_ref a, struct agx_ref b,
                   struct agx_ref x, struct agx_ref y)
{
   struct agx_instr *in = agx_emit(c, op, d, a, b, x);

   in->f[AGX_F_COND] = cc;
   in->ref[AGX_Y] = y;
}

unsigned agx_take_uniform(struct isel *c, struct agx_uniform u)
{
   u.half = (uint16_t)c->next_uniform;
   c->next_uniform += 2;
   UTIL_PUSH(c->ctx, c->uniforms, c->num_uniforms, c->cap_uniforms, u);
   return u.half;
}

struct agx_ref agx_constant(struct isel *c, uint32_t bits)
{
   uint32_t half;

   if (!util_map_find(&c->const_map, bits, &half)) {
      if (c->opt->inline_constants || c->next_uniform + 2 > AGX_UNIFORMS) {
         struct agx_ref d = agx_vreg(c, AGX_VIRT32, 1);
         agx_emit(c, AGX_OP_mov_imm32, d, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = bits;
         return d;
      }
      half = agx_take_uniform(c, (struct agx_uniform){.kind = AGX_UNI_CONST, .value = bits});
      util_map_set(&c->const_map, bits, half);
   }
   return (struct agx_ref){.kind = AGX_UNIFORM32, .value = half};
}

/* ---- operands */

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
      return mini >= 0 ? AGX_MINI((uint32_t)mini) : agx_constant(c, bits);
   }
   struct agx_ref r = v->ref;
   r.mods = (uint8_t)((s->abs ? AGX_ABS : 0) | (s->neg ? AGX_NEG : 0));
   return r;
}

/* Raw bits: immediates of 8 bits, modifiers by a logic operation. */
struct agx_ref agx_raw_src(struct isel *c, const struct ir_src *s)
{
   const struct val *v = value_of(c, s);

   if (v->kind == VAL_CONST) {
      uint32_t bits = const_mods(s, v->bits);
      if (bits <= 255)
         return IMM(bits);
      if (s->val->width == 32)
         return agx_constant(c, bits);
      struct agx_ref d = agx_vreg(c, AGX_VIRT16, 1);
      agx_emit(c, AGX_OP_mov_imm16, d, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = bits & 0xffff;
      return d;
   }
   if (!s->neg && !s->abs)
      return v->ref;
   struct agx_ref mask = agx_constant(c, s->abs && !s->neg ? ~SIGN : SIGN);
   return agx_emit32(c, s->abs ? (s->neg ? AGX_OP_or : AGX_OP_and) : AGX_OP_xor, v->ref, mask, NO_REF);
}

/* A register with the bits of the operand. */
struct agx_ref agx_reg_src(struct isel *c, const struct ir_src *s)
{
   const struct val *v = value_of(c, s);
   struct agx_ref r;

   if (v->kind == VAL_CONST) {
      uint32_t bits = const_mods(s, v->bits);
      bool wide = s->val->width == 32;
      r = agx_vreg(c, wide ? AGX_VIRT32 : AGX_VIRT16, 1);
      agx_emit(c, wide ? AGX_OP_mov_imm32 : AGX_OP_mov_imm16, r, NO_REF, NO_REF, NO_REF)->f[AGX_F_IMM] = bits;
      return r;
   }
   r = agx_raw_src(c, s);
   return agx_is_virt(r.kind) ? r : agx_emit32(c, AGX_OP_mov, r, NO_REF, NO_REF);
}

static void set_const(struct isel *c, const struct ir_instr *i, uint32_t bits)
{
   unsigned w = i->dst[0]->width;

   c->vals[i->dst[0]->id] = (struct val){.kind = VAL_CONST, .bits = w < 32 ? bits & ((1u << w) - 1) : bits};
}

static struct agx_ref new_dst(struct isel *c, const struct ir_instr *i)
{
   struct agx_ref d = agx_vreg(c, i->dst[0]->width == 32 ? AGX_VIRT32 : AGX_VIRT16, 1);

   set_ref(c, i, d);
   return d;
}

/* ---- saturation */

/* [-1,1], NaN to 0; the value has been through float arithmetic, so there are no denormals left to flush. */
static struct agx_ref clamp11(struct isel *c, struct agx_ref v)
{
   struct agx_ref one = agx_constant(c, NUM_ONE), minus = agx_constant(c, NUM_ONE | SIGN), d;

   d = agx_vreg(c, AGX_VIRT32, 1);
   agx_cmpsel(c, AGX_OP_fcmpsel, AGX_FCC_GT, d, v, ONE_F, one, v);
   v = d;
   d = agx_vreg(c, AGX_VIRT32, 1);
   agx_cmpsel(c, AGX_OP_fcmpsel, AGX_FCC_LT, d, v, AGX_MINI(0xb0), minus, v);
   v = d;
   d = agx_vreg(c, AGX_VIRT32, 1);
   agx_cmpsel(c, AGX_OP_fcmpsel, AGX_FCC_EQ, d, v, v, v, IMM(0));
   return d;
}

/* Result of an op without a saturation bit of its own. */
static void finish(struct isel *c, const struct ir_instr *i, struct agx_ref v, bool arithmetic)
{
   if (i->sat == IR_SAT_01) {
      struct agx_ref d = agx_vreg(c, AGX_VIRT32, 1);
      agx_emit(c, AGX_OP_fadd32, d, v, MINUS_ZERO, NO_REF)->f[AGX_F_SAT] = 1;
      v = d;
   } else if (i->sat == IR_SAT_11) {
      if (!arithmetic)
         v = agx_emit32(c, AGX_OP_fadd32, v, MINUS_ZERO, NO_REF);
      v = clamp11(c, v);
   }
   set_ref(c, i, v);
}

/* A float op with a saturation bit. */
static void float_op(struct isel *c, const struct ir_instr *i, enum agx_op op, struct agx_ref a, struct agx_ref b,
                     struct agx_ref e)
{
   struct agx_ref d = agx_vreg(c, AGX_VIRT32, 1);

   agx_emit(c, op, d, a, b, e)->f[AGX_F_SAT] = i->sat == IR_SAT_01;
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
      r[k] = agx_raw_src(c, &i->src[k]);
   if (n == 2 && op == AGX_OP_imadd)
      r[2] = IMM(0);
   agx_emit(c, op, new_dst(c, i), r[0], r[1], r[2]);
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
      struct agx_ref a = f ? f_src(c, &def->src[0]) : agx_raw_src(c, &def->src[0]);
      struct agx_ref b = f ? f_src(c, &def->src[1]) : agx_raw_src(c, &def->src[1]);
      agx_cmpsel(c, f ? AGX_OP_fcmpsel : AGX_OP_icmpsel, map[k].cc, d, a, b, map[k].swap ? y : x, map[k].swap ? x : y);
      return;
   }
   struct ir_src s = {cond, false, false};
   agx_cmpsel(c, AGX_OP_icmpsel, AGX_ICC_UEQ, d, agx_raw_src(c, &s), IMM(0), y, x);
}

/* ---- one instruction */

static void minmax(struct isel *c, const struct ir_instr *i, enum agx_op op, unsigned cc)
{
   struct agx_ref x = agx_raw_src(c, &i->src[0]), y = agx_raw_src(c, &i->src[1]), d = agx_vreg(c, AGX_VIRT32, 1), a = x, b = y;

   if (op == AGX_OP_fcmpsel) {
      /* A materialised modifier is in x and y already; constants have a float form of their own. */
      a = value_of(c, &i->src[0])->kind == VAL_CONST ? f_src(c, &i->src[0]) : x;
      b = value_of(c, &i->src[1])->kind == VAL_CONST ? f_src(c, &i->src[1]) : y;
   }
   agx_cmpsel(c, op, cc, d, a, b, x, y);
   finish(c, i, d, false);
}

static void shift(struct isel *c, const struct ir_instr *i, enum agx_op op)
{
   const struct val *n = value_of(c, &i->src[1]);
   struct agx_ref a = agx_raw_src(c, &i->src[0]), b;

   if (op == AGX_OP_bfi && n->kind == VAL_CONST && n->bits >= 1 && n->bits <= 4) {
      /* iadd shifts by up to 4 on the simple unit */
      struct agx_ref d = new_dst(c, i);
      agx_emit(c, AGX_OP_iadd, d, IMM(0), a, NO_REF)->f[AGX_F_SHIFT] = n->bits;
      return;
   }
   b = n->kind == VAL_CONST ? IMM(n->bits & 127) : agx_raw_src(c, &i->src[1]); /* the low 7 bits count */
   if (op == AGX_OP_asr)
      agx_emit(c, op, new_dst(c, i), a, b, NO_REF);
   else
      agx_emit(c, op, new_dst(c, i), IMM(0), a, b);
}

static void mulhi(struct isel *c, const struct ir_instr *i, bool is_signed)
{
   struct agx_ref a = agx_raw_src(c, &i->src[0]), b = agx_raw_src(c, &i->src[1]), d = agx_vreg(c, AGX_VIRT64, 1);

   a.mods = b.mods = is_signed ? AGX_SX : 0;
   /* Immediates are never negative and take no extension. */
   if (a.kind == AGX_IMM)
      a.mods = 0;
   if (b.kind == AGX_IMM)
      b.mods = 0;
   agx_emit(c, AGX_OP_imadd, d, a, b, IMM(0));
   set_ref(c, i, (struct agx_ref){.kind = AGX_VIRT32, .value = agx_virt(d.value, 2)});
}

static void convert(struct isel *c, const struct ir_instr *i, unsigned mode, unsigned round)
{
   const struct ir_src *s = &i->src[0];
   struct agx_ref a, d;

   if (s->neg || s->abs)
      a = agx_emit32(c, AGX_OP_fadd32, f_src(c, s), MINUS_ZERO, NO_REF);
   else
      a = value_of(c, s)->kind == VAL_CONST ? agx_constant(c, value_of(c, s)->bits) : value_of(c, s)->ref;
   d = agx_vreg(c, AGX_VIRT32, 1);
   struct agx_instr *in = agx_emit(c, AGX_OP_convert, d, a, NO_REF, NO_REF);
   in->f[AGX_F_IMM] = mode;
   in->f[AGX_F_ROUND] = round;
   finish(c, i, d, true);
}

static void select_instr(struct isel *c, const struct ir_instr *i)
{
   const struct ir_src *s = i->src;
   struct agx_ref none = NO_REF, d;

   switch (i->op) {
   case IR_const: set_const(c, i, i->attr[0]); break;
   case IR_undef: set_const(c, i, 0); break;
   case IR_mov:
      if (value_of(c, &s[0])->kind == VAL_CONST)
         set_const(c, i, const_mods(&s[0], value_of(c, &s[0])->bits));
      else
         set_ref(c, i, agx_raw_src(c, &s[0]));
      break;
   case IR_sel: {
      struct agx_ref x = agx_raw_src(c, &s[1]), y = agx_raw_src(c, &s[2]);
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
      d = agx_raw_src(c, &s[0]);
      agx_emit(c, AGX_OP_isub, new_dst(c, i), IMM(0), d, none);
      break;
   case IR_imul: int_n(c, i, AGX_OP_imadd, 2); break;
   case IR_imad: int_n(c, i, AGX_OP_imadd, 3); break;
   case IR_imulhi: mulhi(c, i, true); break;
   case IR_umulhi: mulhi(c, i, false); break;
   case IR_iabs: {
      struct agx_ref a = agx_raw_src(c, &s[0]), m = agx_emit32(c, AGX_OP_isub, IMM(0), a, none);
      d = new_dst(c, i);
      agx_cmpsel(c, AGX_OP_icmpsel, AGX_ICC_SGT, d, a, m, a, m);
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
      d = agx_raw_src(c, &s[0]);
      if (i->dst[0]->width == 1)
         agx_emit(c, AGX_OP_xor, new_dst(c, i), d, IMM(1), none);
      else
         agx_emit(c, AGX_OP_not, new_dst(c, i), d, none, none);
      break;
   case IR_shl: shift(c, i, AGX_OP_bfi); break;
   case IR_ushr: shift(c, i, AGX_OP_bfeil); break;
   case IR_ishr: shift(c, i, AGX_OP_asr); break;

   case IR_f2i: convert(c, i, AGX_CONV_F_S32, AGX_RTZ); break;
   case IR_f2u: convert(c, i, AGX_CONV_F_U32, AGX_RTZ); break;
   case IR_f2i_near: convert(c, i, AGX_CONV_F_S32, AGX_RTE); break;
   case IR_f2u_near: convert(c, i, AGX_CONV_F_U32, AGX_RTE); break;
   case IR_i2f: convert(c, i, AGX_CONV_S32_F, AGX_RTE); break;
   case IR_u2f: convert(c, i, AGX_CONV_U32_F, AGX_RTE); break;
   case IR_f2h:
      d = f_src(c, &s[0]);
      agx_emit(c, AGX_OP_fadd32, new_dst(c, i), d, MINUS_ZERO, none);
      break;
   case IR_h2f: {
      struct agx_ref h = agx_reg_src(c, &s[0]); /* an 8-bit immediate would be read as a minifloat */
      float_op(c, i, AGX_OP_fadd32, h, MINUS_ZERO, none);
      break;
   }
   case IR_pack2h: {
      struct agx_ref lo = agx_raw_src(c, &s[0]), hi = agx_raw_src(c, &s[1]);
      d = new_dst(c, i);
      agx_emit(c, AGX_OP_bfi, d, lo, hi, IMM(16));
      break;
   }
   case IR_unpack2h: {
      struct agx_ref w = agx_raw_src(c, &s[0]);
      d = new_dst(c, i);
      if (i->attr[0])
         agx_emit(c, AGX_OP_bfeil, d, IMM(0), w, IMM(16));
      else
         agx_emit(c, AGX_OP_mov, d, w, none, none);
      break;
   }

   case IR_load_input: agx_load_input(c, i); break;
   case IR_load_param: {
      uint32_t half;
      if (util_map_find(&c->param_map, i->attr[0] * 4 + i->attr[1], &half))
         set_ref(c, i, (struct agx_ref){.kind = AGX_UNIFORM32, .value = half});
      else
         set_const(c, i, 0);
      break;
   }
   case IR_store_output: agx_store_output(c, i); break;
   case IR_kill: {
      if (c->s->stage != IR_STAGE_FRAGMENT) {
         agx_unsupported(c, i->span, "kill outside fragment programs");
         break;
      }
      struct agx_ref h = agx_vreg(c, AGX_VIRT16, 1);
      select_on(c, s[0].val, h, IMM(255), IMM(0));
      agx_emit(c, AGX_OP_sample_mask, none, h, IMM(0), none);
      c->kills = true;
      break;
   }
   default:
      util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "operation %s: not in this version for AGX",
                i->op < IR_OP_COUNT ? ir_op_info[i->op].name : "?");
      for (unsigned k = 0; k < i->ndst; k++)
         c->vals[i->dst[k]->id] = (struct val){.kind = VAL_CONST};
      break;
   }
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
         agx_collect_output(c, i);
   }
}

void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_code *code,
                struct agx_program *out)
{
   struct isel *c = UTIL_NEW(ctx, struct isel);

   *c = (struct isel){.ctx = ctx, .s = s, .opt = opt, .code = code, .out = out, .last_store = UINT32_MAX};
   if (s->stage != IR_STAGE_VERTEX && s->stage != IR_STAGE_FRAGMENT) {
      agx_unsupported(c, UTIL_NO_SPAN, "programs of this stage");
      return;
   }
   out->stage = s->stage == IR_STAGE_VERTEX ? AGX_STAGE_VERTEX : AGX_STAGE_FRAGMENT;
   for (uint32_t k = 0; k < s->num_blocks; k++) {
      struct ir_block *b = s->blocks[k];
      if (b->term != IR_TERM_RETURN || s->num_blocks > 1) {
         agx_unsupported(c, b->span, "control flow");
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
         agx_collect_input(c, i);
   }
   if (ctx->status != UTIL_OK)
      return;
   agx_place_io(c);
   if (ctx->status != UTIL_OK)
      return;
   ir_foreach_instr(s->blocks[0], i)
   {
      if (i->tmp & NEEDED)
         select_instr(c, i);
   }
   agx_finish_outputs(c);
   out->uniforms = c->uniforms;
   out->num_uniforms = c->num_uniforms;
   out->stats.uniforms = 2 * c->num_uniforms;
}
