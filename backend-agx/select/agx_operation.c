/* SPDX-License-Identifier: MIT */
/*
 * Selection of one instruction of the IR. A row of operations[] names the function that selects an operation of the IR and its
 * arguments, mostly the operation of the machine. An operation without a row is reported as unsupported.
 *
 * Conditions usually have no register (agx_cond.h): each select that reads one becomes a compare-and-select. Other readers get
 * a
 * 16-bit 0 or 1. Two reads mean two comparisons, which is cheaper than to compare, move and test.
 */
#include "backend-agx/select/agx_operation.h"
#include "backend-agx/select/operand/agx_cond.h"
#include "backend-agx/select/operand/agx_fold.h"
#include "backend-agx/select/agx_io.h"
#include "backend-agx/select/agx_memory.h"
#include "backend-agx/select/agx_sequence.h"
#include "backend-agx/select/agx_storage.h"
#include "backend-agx/select/agx_texture.h"
#include "backend-agx/select/agx_int64.h"

struct operation {
   void (*select)(struct agx_selection *c, const struct ir_instr *i, const struct operation *o);
   uint16_t op;  /* enum agx_op */
   uint8_t mode; /* the condition of a minimum or maximum, or the AGX_CONV_... of a conversion */
   uint8_t round; /* of a conversion */
};

/* ---- saturation */

/* Clamps to [-1, 1], and NaN to 0. The value is the result of float arithmetic, so it has no denormals left to flush. */
static struct agx_ref clamp11(struct agx_selection *c, struct agx_ref v)
{
   const struct agx_ref one = agx_constant(c, NUM_ONE), minus = agx_constant(c, NUM_ONE | AGX_SIGN);

   v = agx_emit_select32(c, agx_fcmp(AGX_FCC_GT, v, agx_minifloat(0x30)), one, v);   /* above 1 */
   v = agx_emit_select32(c, agx_fcmp(AGX_FCC_LT, v, agx_minifloat(0xb0)), minus, v); /* below -1 */
   return agx_emit_select32(c, agx_fcmp(AGX_FCC_EQ, v, v), v, agx_imm(0));
}

/* Makes v, saturated if necessary, the result of an operation that has no saturation bit. */
static void set_saturated(struct agx_selection *c, const struct ir_instr *i, struct agx_ref v, bool arithmetic)
{
   if (i->sat == IR_SAT_01) {
      const struct agx_ref d = agx_new32(c);
      agx_emit(c, AGX_OP_fadd32, d, v, agx_minus_zero(), agx_none())->f[AGX_F_SAT] = 1;
      v = d;
   } else if (i->sat == IR_SAT_11) {
      if (!arithmetic)
         v = agx_emit32(c, AGX_OP_fadd32, v, agx_minus_zero(), agx_none());
      v = clamp11(c, v);
   }
   agx_set_result(c, i, v);
}

/* Emits a float operation, which has a saturation bit. */
static void emit_float(struct agx_selection *c, const struct ir_instr *i, enum agx_op op, const struct agx_ref r[3])
{
   struct agx_ref d = agx_new32(c);

   agx_emit(c, op, d, r[0], r[1], r[2])->f[AGX_F_SAT] = i->sat == IR_SAT_01;
   if (i->sat == IR_SAT_11)
      d = clamp11(c, d);
   agx_set_result(c, i, d);
}

/* ---- constants and copies */

static void select_const(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   agx_set_const(c, i, i->op == IR_const ? i->attr[0] : 0);
}

static void select_mov(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   if (agx_is_const(c, &i->src[0]))
      agx_set_const(c, i, agx_const_bits(c, &i->src[0]));
   else
      agx_set_result(c, i, agx_int_src(c, &i->src[0]));
}

/* ---- arithmetic */

/* Computes a condition whose number is needed. */
static void select_compare(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   if (!(i->tmp & AGX_AS_VALUE))
      return;
   const struct agx_ref d = agx_new_result(c, i);
   agx_emit_select(c, d, agx_condition_of(c, i->dst[0]), agx_imm(1), agx_imm(0));
}

/* An f16 number as an operand. It cannot be an immediate, which would be read as a minifloat. */
static struct agx_ref f16_source(struct agx_selection *c, const struct ir_src *s)
{
   return agx_is_const(c, s) ? agx_reg_src(c, s) : agx_int_src(c, s);
}

/* Source k, which may be an f16 number. */
static struct agx_ref float_source(struct agx_selection *c, const struct ir_instr *i, unsigned k)
{
   const struct ir_instr *half = agx_absorbed(c, i, k);
   struct agx_ref r;

   if (!half)
      return agx_float_src(c, &i->src[k]);
   r = f16_source(c, &half->src[0]);
   r.mods = (uint8_t)((i->src[k].abs ? AGX_ABS : 0) | (i->src[k].neg ? AGX_NEG : 0));
   return r;
}

/* Evaluates sources in order, because the order of constants determines their uniforms. */
static void select_float(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   struct agx_ref r[3] = {agx_none(), agx_none(), agx_none()};

   for (unsigned k = 0; k < i->nsrc; k++)
      r[k] = float_source(c, i, k);
   emit_float(c, i, (enum agx_op)o->op, r);
}

static void select_canon(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   emit_float(c, i, (enum agx_op)o->op, (struct agx_ref[3]){float_source(c, i, 0), agx_minus_zero(), agx_none()});
}

static void select_derivative(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   c->out->quads = true;
   select_float(c, i, o);
}

static void select_int(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   struct agx_ref r[3] = {agx_none(), agx_none(), agx_none()};

   for (unsigned k = 0; k < i->nsrc; k++)
      r[k] = agx_int_src(c, &i->src[k]);
   if (i->nsrc == 2 && o->op == AGX_OP_imadd)
      r[2] = agx_imm(0);
   agx_emit(c, (enum agx_op)o->op, agx_new_result(c, i), r[0], r[1], r[2]);
}

/* Makes half of a word the result: as a 16-bit operand, or as a copy if all 32 bits are read. */
static bool select_half(struct agx_selection *c, const struct ir_instr *i)
{
   const struct ir_src *word;
   unsigned high;

   if (!agx_is_half(i, &word, &high) || agx_is_const(c, word))
      return false;
   struct agx_ref a = agx_int_src(c, word);
   if (a.kind != AGX_VIRT32 && a.kind != AGX_UNIFORM32)
      return false;
   a = agx_half_of(a, high);
   if (c->use[i->dst[0]->id].all_bits)
      agx_emit(c, AGX_OP_mov, agx_new_result(c, i), a, agx_none(), agx_none());
   else
      agx_set_result(c, i, a);
   return true;
}

static void emit_insertion(struct agx_selection *c, const struct ir_instr *i, struct agx_ref into, const struct agx_bitfield *f)
{
   const struct agx_ref field = agx_int_src(c, f->of);

   agx_emit(c, AGX_OP_bfi, agx_new_result(c, i), into, field, agx_imm(f->at))->f[AGX_F_MASK] = f->bits;
}

/* Insertions at bits 1 to 4 are additions, which shift on the simple unit. */
static bool select_insertion(struct agx_selection *c, const struct ir_instr *i)
{
   struct agx_insertion in;

   if (!agx_is_insertion(c, i, &in))
      return false;
   const struct agx_ref into = agx_int_src(c, in.into);
   if (in.field.at > 4) {
      emit_insertion(c, i, into, &in.field);
      return true;
   }
   const struct agx_ref field = agx_int_src(c, in.field.of);
   agx_emit(c, AGX_OP_iadd, agx_new_result(c, i), into, field, agx_none())->f[AGX_F_SHIFT] = in.field.at;
   return true;
}

/* Sums and differences. One addend may be shifted. */
static void select_add(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   if (i->op == IR_iadd && agx_select_int64(c, i))
      return;
   const struct ir_instr *second = agx_absorbed(c, i, 1), *first = second ? NULL : agx_absorbed(c, i, 0),
                         *shift = second ? second : first;

   if (!shift) {
      select_int(c, i, o);
      return;
   }
   if (agx_const_bits(c, &shift->src[1]) > 4) {
      select_insertion(c, i);
      return;
   }
   const struct agx_ref a = agx_int_src(c, &i->src[first ? 1 : 0]), b = agx_int_src(c, &shift->src[0]);
   agx_emit(c, (enum agx_op)o->op, agx_new_result(c, i), a, b, agx_none())->f[AGX_F_SHIFT] = agx_const_bits(c, &shift->src[1]);
}

/* Selects by the truth table: bit a + 2 b is the result for bits a and b. The complement of an operand permutes the table,
   that of the result inverts it. */
static void select_bitwise(struct agx_selection *c, const struct ir_instr *i, const struct ir_instr *bits)
{
   unsigned table = bits->op == IR_iand ? 8 : bits->op == IR_ior ? 14 : 6;
   struct agx_ref r[2];

   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *complement = agx_absorbed(c, bits, k);
      r[k] = agx_int_src(c, complement ? &complement->src[0] : &bits->src[k]);
      if (complement)
         table = k ? table >> 2 | (table & 3) << 2 : (table & 5) << 1 | (table & 10) >> 1;
   }
   if (i != bits)
      table ^= 15;
   const bool named = table == 8 || table == 14 || table == 6;
   struct agx_instr *in = agx_emit(c,
                                   named ? (enum agx_op)(table == 8    ? AGX_OP_and
                                                         : table == 14 ? AGX_OP_or
                                                                       : AGX_OP_xor)
                                         : AGX_OP_bitop,
                                   agx_new_result(c, i), r[0], r[1], agx_none());
   if (!named)
      in->imm = table;
}

static void select_and(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct ir_instr *shift = agx_absorbed(c, i, 0);
   struct agx_bitfield field;

   (void)o;
   if (select_half(c, i))
      return;
   if (!shift || shift->op == IR_inot) {
      select_bitwise(c, i, i);
      return;
   }
   if (agx_is_field(c, i, &field)) {
      emit_insertion(c, i, agx_imm(0), &field);
      return;
   }
   const uint32_t by = agx_const_bits(c, &shift->src[1]), mask = agx_const_bits(c, &i->src[1]);
   const unsigned bits = 32 - (unsigned)__builtin_clz(mask);
   const struct agx_ref a = agx_int_src(c, &shift->src[0]);
   agx_emit(c, AGX_OP_bfeil, agx_new_result(c, i), agx_imm(0), a, agx_imm(by))->f[AGX_F_MASK] = bits < 32 ? bits : 0;
}

static void select_or(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct ir_instr *left = agx_absorbed(c, i, 0), *right = agx_absorbed(c, i, 1);

   (void)o;
   if (select_insertion(c, i))
      return;
   if (!left || !right || left->op == IR_inot) {
      select_bitwise(c, i, i);
      return;
   }
   if (left->op != IR_shl) {
      const struct ir_instr *t = left;
      left = right;
      right = t;
   }
   const struct agx_ref high = agx_int_src(c, &left->src[0]), low = agx_int_src(c, &right->src[0]);
   agx_emit(c, AGX_OP_extr, agx_new_result(c, i), low, high, agx_imm(agx_const_bits(c, &right->src[1])));
}

/* Is `bits` 2^n for n from 1 to 4? */
static bool is_short_shift(uint32_t bits, uint32_t *n)
{
   *n = bits ? (uint32_t)__builtin_ctz(bits) : 0;
   return bits == 1u << *n && *n >= 1 && *n <= 4;
}

/* Products by 2^n and 2^n + 1, n from 1 to 4, become additions. */
static void select_mul(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   if (agx_select_int64(c, i))
      return;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *x = &i->src[!k];
      const uint32_t by = agx_is_const(c, &i->src[k]) ? agx_const_bits(c, &i->src[k]) : 0;
      uint32_t n;
      const bool power = is_short_shift(by, &n);
      if (agx_is_const(c, x) || (!power && (i->nsrc == 3 || !is_short_shift(by - 1, &n))))
         continue;
      const struct agx_ref b = agx_int_src(c, x), a = i->nsrc == 3 ? agx_int_src(c, &i->src[2]) : power ? agx_imm(0) : b;
      agx_emit(c, AGX_OP_iadd, agx_new_result(c, i), a, b, agx_none())->f[AGX_F_SHIFT] = n;
      return;
   }
   select_int(c, i, o);
}

static void select_ineg(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct agx_ref a = agx_int_src(c, &i->src[0]);

   agx_emit(c, (enum agx_op)o->op, agx_new_result(c, i), agx_imm(0), a, agx_none());
}

static void select_iabs(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct agx_ref a = agx_int_src(c, &i->src[0]), m = agx_emit32(c, (enum agx_op)o->op, agx_imm(0), a, agx_none());
   const struct agx_ref d = agx_new_result(c, i);

   agx_emit_select(c, d, agx_icmp(AGX_ICC_SGT, a, m), a, m);
}

static void select_inot(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   if (i->dst[0]->width == 1) {
      select_compare(c, i, o);
      return;
   }
   const struct ir_instr *bits = agx_absorbed(c, i, 0);
   if (bits) {
      select_bitwise(c, i, bits);
      return;
   }
   const struct agx_ref a = agx_int_src(c, &i->src[0]);
   agx_emit(c, (enum agx_op)o->op, agx_new_result(c, i), a, agx_none(), agx_none());
}

/* The high half of a 64-bit product, for umadhi with a word added. */
static void select_mulhi(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   agx_select_int64(c, i);
}

static void select_minmax(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct agx_ref x = agx_int_src(c, &i->src[0]), y = agx_int_src(c, &i->src[1]), d = agx_new32(c);
   struct agx_ref a = x, b = y;

   if (o->op == AGX_OP_fcmpsel) {
      /* x and y include the modifiers already; constants of a float comparison can be minifloats. */
      a = agx_is_const(c, &i->src[0]) ? agx_float_src(c, &i->src[0]) : x;
      b = agx_is_const(c, &i->src[1]) ? agx_float_src(c, &i->src[1]) : y;
   }
   agx_emit_select(c, d, o->op == AGX_OP_fcmpsel ? agx_fcmp(o->mode, a, b) : agx_icmp(o->mode, a, b), x, y);
   set_saturated(c, i, d, false);
}

static void select_shift(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct agx_value *n = agx_value_of(c, &i->src[1]);
   const bool by_const = n->kind == AGX_VALUE_CONST;
   struct agx_bitfield field;
   if (select_half(c, i))
      return;
   if (agx_absorbed(c, i, 0) && agx_is_field(c, i, &field)) {
      emit_insertion(c, i, agx_imm(0), &field);
      return;
   }
   const struct agx_ref a = agx_int_src(c, &i->src[0]);

   if (o->op == AGX_OP_bfi && by_const && n->bits >= 1 && n->bits <= 4) {
      /* iadd shifts by up to 4 on the simple unit. */
      const struct agx_ref d = agx_new_result(c, i);
      agx_emit(c, AGX_OP_iadd, d, agx_imm(0), a, agx_none())->f[AGX_F_SHIFT] = n->bits;
      return;
   }
   /* the machine uses the low 7 bits */
   const struct agx_ref b = by_const ? agx_imm(n->bits & 127) : agx_int_src(c, &i->src[1]);
   if (o->op == AGX_OP_asr)
      agx_emit(c, AGX_OP_asr, agx_new_result(c, i), a, b, agx_none());
   else
      agx_emit(c, (enum agx_op)o->op, agx_new_result(c, i), agx_imm(0), a, b);
}

/* An operation with one operand and without modifiers. */
static void select_bits(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct agx_ref a = agx_int_src(c, &i->src[0]);

   agx_emit(c, (enum agx_op)o->op, agx_new_result(c, i), a, agx_none(), agx_none());
}

static void select_sine(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   struct agx_ref d = agx_sine(c, i);

   (void)o;
   if (i->sat == IR_SAT_11)
      d = clamp11(c, d);
   agx_set_result(c, i, d);
}

static void select_sequence(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   agx_set_result(c, i,
                  i->op == IR_bitmask ? agx_bit_mask(c, i)
                  : i->op == IR_first ? agx_first_lane(c, i)
                                      : agx_bit_field(c, i));
}

/* ---- conversions */

/* The byte to convert (agx_fold.h), in the low bits of an operand. */
static struct agx_ref byte_of(struct agx_selection *c, const struct ir_instr *byte)
{
   const struct ir_instr *shift = byte->op == IR_ushr ? byte : agx_absorbed(c, byte, 0);

   if (!shift)
      return agx_is_const(c, &byte->src[0]) ? agx_constant(c, agx_const_bits(c, &byte->src[0]))
                                            : agx_value_of(c, &byte->src[0])->operand;
   struct agx_value *v = &c->val[shift->src[0].val->id];
   if (!v->shifted || v->home != c->block) {
      v->shifted = agx_emit32(c, AGX_OP_bfeil, agx_imm(0), agx_int_src(c, &shift->src[0]), agx_imm(8)).value + 1;
      v->home = c->block;
   }
   return (struct agx_ref){.kind = AGX_VIRT16, .value = v->shifted - 1 + (byte->op == IR_ushr)};
}

static void select_convert(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct ir_instr *byte = o->op == AGX_OP_convert && !i->src[0].neg ? agx_absorbed(c, i, 0) : NULL;
   const struct ir_src *s = &i->src[0];
   unsigned mode = o->mode;
   struct agx_ref a;

   if (byte)
      a = byte_of(c, byte);
   else if (s->neg || s->abs)
      a = agx_emit32(c, AGX_OP_fadd32, agx_float_src(c, s), agx_minus_zero(), agx_none());
   else
      a = agx_is_const(c, s) ? agx_constant(c, agx_value_of(c, s)->bits) : agx_value_of(c, s)->operand;
   const struct agx_ref d = agx_new32(c);
   struct agx_instr *in = agx_emit(c, AGX_OP_convert, d, a, agx_none(), agx_none());
   /* The number is not negative. */
   if (byte)
      mode = AGX_CONV_U8_F;
   else if (a.kind == AGX_VIRT16 || a.kind == AGX_UNIFORM16)
      mode = AGX_CONV_U16_F;
   in->imm = mode;
   in->f[AGX_F_ROUND] = o->round;
   set_saturated(c, i, d, true);
}

/* Rounds to the size of d. The operation that computes the number does so itself; otherwise an addition does. */
static void emit_rounded(struct agx_selection *c, const struct ir_instr *i, struct agx_ref d)
{
   const struct ir_instr *def = agx_absorbed(c, i, 0), *of = def ? def : i;
   const bool is_copy = !def || def->op == IR_fcanon;
   struct agx_ref r[3] = {agx_none(), agx_none(), agx_none()};

   for (unsigned k = 0; k < of->nsrc; k++)
      r[k] = def ? float_source(c, of, k) : agx_float_src(c, &of->src[k]);
   if (is_copy)
      r[1] = agx_minus_zero();
   const enum agx_op op = is_copy || of->op == IR_fadd ? AGX_OP_fadd32 : of->op == IR_fmul ? AGX_OP_fmul32 : AGX_OP_fmadd32;
   agx_emit(c, op, d, r[0], r[1], r[2])->f[AGX_F_SAT] = def && def->sat == IR_SAT_01;
}

static void select_f2h(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   emit_rounded(c, i, agx_new_result(c, i));
}

static void select_h2f(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct agx_ref a = f16_source(c, &i->src[0]);

   emit_float(c, i, (enum agx_op)o->op, (struct agx_ref[3]){a, agx_minus_zero(), agx_none()});
}

static void select_pack2h(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   if (agx_absorbed(c, i, 0)) {
      const struct agx_ref word = agx_new_result(c, i);
      for (unsigned k = 0; k < 2; k++)
         emit_rounded(c, agx_absorbed(c, i, k), agx_half_of(word, k));
      return;
   }
   const struct agx_ref lo = agx_int_src(c, &i->src[0]), hi = agx_int_src(c, &i->src[1]), d = agx_new_result(c, i);

   agx_emit(c, (enum agx_op)o->op, d, lo, hi, agx_imm(16));
}

/* Half of a word, if the word is an operand. */
static void select_unpack2h(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   if (agx_is_const(c, &i->src[0]))
      agx_set_const(c, i, agx_const_bits(c, &i->src[0]) >> (i->attr[0] ? 16 : 0));
   else
      agx_set_result(c, i, agx_half_of(agx_int_src(c, &i->src[0]), i->attr[0]));
}

/* ---- conditions */

static void select_sel(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   const struct agx_ref x = agx_int_src(c, &i->src[1]), y = agx_int_src(c, &i->src[2]), d = agx_new_result(c, i);

   (void)o;
   agx_emit_select(c, d, agx_condition_of(c, i->src[0].val), x, y);
}

/* ---- inputs and outputs */

static void select_io(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   if (i->op == IR_load_input)
      agx_load_input(c, i);
   else if (i->op == IR_load_param)
      agx_load_param(c, i);
   else if (i->op == IR_store_word)
      agx_store_word(c, i);
   else
      agx_store_output(c, i);
}

static void select_memory(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   if (i->op == IR_load_buffer)
      agx_load_buffer(c, i);
   else
      agx_access_array(c, i);
}

static void select_storage(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   agx_access_storage(c, i);
}

static void select_texture(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   agx_access_texture(c, i);
}

static void select_kill(struct agx_selection *c, const struct ir_instr *i, const struct operation *o)
{
   (void)o;
   if (c->out->stage != AGX_STAGE_FRAGMENT) {
      agx_unsupported(c, i->span, "kill outside fragment programs");
      return;
   }
   agx_kill(c, i->src[0].val);
}

/* ---- the table */

static const struct operation operations[IR_OP_COUNT] = {
   [IR_const] = {.select = select_const},
   [IR_undef] = {.select = select_const},
   [IR_mov] = {.select = select_mov},
   [IR_sel] = {.select = select_sel},

   [IR_fadd] = {.select = select_float, .op = AGX_OP_fadd32},
   [IR_fmul] = {.select = select_float, .op = AGX_OP_fmul32},
   [IR_fmad] = {.select = select_float, .op = AGX_OP_fmadd32},
   [IR_fcanon] = {.select = select_canon, .op = AGX_OP_fadd32},
   [IR_fmin] = {.select = select_minmax, .op = AGX_OP_fcmpsel, .mode = AGX_FCC_LTN},
   [IR_fmax] = {.select = select_minmax, .op = AGX_OP_fcmpsel, .mode = AGX_FCC_GTN},
   [IR_ffloor] = {.select = select_float, .op = AGX_OP_floor},
   [IR_fceil] = {.select = select_float, .op = AGX_OP_ceil},
   [IR_ftrunc] = {.select = select_float, .op = AGX_OP_trunc},
   [IR_fround] = {.select = select_float, .op = AGX_OP_rint},
   [IR_frcp] = {.select = select_float, .op = AGX_OP_rcp},
   [IR_frsq] = {.select = select_float, .op = AGX_OP_rsqrt},
   [IR_fexp2] = {.select = select_float, .op = AGX_OP_exp2},
   [IR_flog2] = {.select = select_float, .op = AGX_OP_log2},
   [IR_fsin] = {.select = select_sine},
   [IR_fcos] = {.select = select_sine},
   [IR_ddx] = {.select = select_derivative, .op = AGX_OP_dfdx},
   [IR_ddy] = {.select = select_derivative, .op = AGX_OP_dfdy},

   [IR_flt] = {.select = select_compare},
   [IR_fge] = {.select = select_compare},
   [IR_feq] = {.select = select_compare},
   [IR_fne] = {.select = select_compare},
   [IR_ieq] = {.select = select_compare},
   [IR_ine] = {.select = select_compare},
   [IR_ilt] = {.select = select_compare},
   [IR_ige] = {.select = select_compare},
   [IR_ult] = {.select = select_compare},
   [IR_uge] = {.select = select_compare},

   [IR_iadd] = {.select = select_add, .op = AGX_OP_iadd},
   [IR_isub] = {.select = select_add, .op = AGX_OP_isub},
   [IR_ineg] = {.select = select_ineg, .op = AGX_OP_isub},
   [IR_imul] = {.select = select_mul, .op = AGX_OP_imadd},
   [IR_imad] = {.select = select_mul, .op = AGX_OP_imadd},
   [IR_imulhi] = {.select = select_mulhi},
   [IR_umulhi] = {.select = select_mulhi},
   [IR_umadhi] = {.select = select_mulhi},
   [IR_iabs] = {.select = select_iabs, .op = AGX_OP_isub},
   [IR_imin] = {.select = select_minmax, .op = AGX_OP_icmpsel, .mode = AGX_ICC_SLT},
   [IR_imax] = {.select = select_minmax, .op = AGX_OP_icmpsel, .mode = AGX_ICC_SGT},
   [IR_umin] = {.select = select_minmax, .op = AGX_OP_icmpsel, .mode = AGX_ICC_ULT},
   [IR_umax] = {.select = select_minmax, .op = AGX_OP_icmpsel, .mode = AGX_ICC_UGT},
   [IR_iand] = {.select = select_and, .op = AGX_OP_and},
   [IR_ior] = {.select = select_or, .op = AGX_OP_or},
   [IR_ixor] = {.select = select_or, .op = AGX_OP_xor},
   [IR_inot] = {.select = select_inot, .op = AGX_OP_not},
   [IR_shl] = {.select = select_shift, .op = AGX_OP_bfi},
   [IR_ushr] = {.select = select_shift, .op = AGX_OP_bfeil},
   [IR_ishr] = {.select = select_shift, .op = AGX_OP_asr},
   [IR_ubfe] = {.select = select_sequence},
   [IR_ibfe] = {.select = select_sequence},
   [IR_bitmask] = {.select = select_sequence},
   [IR_brev] = {.select = select_bits, .op = AGX_OP_bitrev},
   [IR_popc] = {.select = select_bits, .op = AGX_OP_popcount},
   [IR_msb] = {.select = select_bits, .op = AGX_OP_ffs},
   [IR_first] = {.select = select_sequence},

   [IR_f2i] = {.select = select_convert, .op = AGX_OP_convert, .mode = AGX_CONV_F_S32, .round = AGX_RTZ},
   [IR_f2u] = {.select = select_convert, .op = AGX_OP_convert, .mode = AGX_CONV_F_U32, .round = AGX_RTZ},
   [IR_f2i_near] = {.select = select_convert, .op = AGX_OP_convert, .mode = AGX_CONV_F_S32, .round = AGX_RTE},
   [IR_f2u_near] = {.select = select_convert, .op = AGX_OP_convert, .mode = AGX_CONV_F_U32, .round = AGX_RTE},
   [IR_i2f] = {.select = select_convert, .op = AGX_OP_convert, .mode = AGX_CONV_S32_F, .round = AGX_RTE},
   [IR_u2f] = {.select = select_convert, .op = AGX_OP_convert, .mode = AGX_CONV_U32_F, .round = AGX_RTE},
   [IR_f2h] = {.select = select_f2h},
   [IR_h2f] = {.select = select_h2f, .op = AGX_OP_fadd32},
   [IR_pack2h] = {.select = select_pack2h, .op = AGX_OP_bfi},
   [IR_unpack2h] = {.select = select_unpack2h},

   [IR_load_buffer] = {.select = select_memory},
   [IR_array_load] = {.select = select_memory},
   [IR_array_store] = {.select = select_memory},
   [IR_mem_load] = {.select = select_storage},
   [IR_mem_store] = {.select = select_storage},
   [IR_mem_store_low] = {.select = select_storage},
   [IR_mem_atomic] = {.select = select_storage},
   [IR_mem_size] = {.select = select_storage},
   [IR_image_word] = {.select = select_storage},
   [IR_fence] = {.select = select_storage},
   [IR_barrier] = {.select = select_storage},
   [IR_tex] = {.select = select_texture},
   [IR_load_input] = {.select = select_io},
   [IR_load_param] = {.select = select_io},
   [IR_store_output] = {.select = select_io},
   [IR_store_word] = {.select = select_io},
   [IR_kill] = {.select = select_kill},
};

void agx_select_instr(struct agx_selection *c, const struct ir_instr *i)
{
   const struct operation *o = &operations[i->op];

   if (o->select) {
      o->select(c, i, o);
      return;
   }
   if (i->op == IR_clock) /* the public drivers do not offer a clock, and no special register of theirs is one */
      util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "no clock is known for AGX");
   else
      util_diag(c->ctx, DIAG_ID_unsupported_target, i->span, "AGX does not support operation %s", ir_op_info[i->op].name);
   for (unsigned k = 0; k < i->ndst; k++) /* so that selection can continue */
      c->val[i->dst[k]->id] = (struct agx_value){.kind = AGX_VALUE_CONST};
}
