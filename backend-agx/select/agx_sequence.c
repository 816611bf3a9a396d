/* SPDX-License-Identifier: MIT */
/* Sequences of instructions: see agx_sequence.h. */
#include "backend-agx/select/agx_sequence.h"

#include "backend-agx/select/operand/agx_cond.h"

/* ---- sines of x in turns: its fractional part in quarters (semantics/num.h, NUM_SINE_TURNS) ------------------------------ */

#define TURNS 0x3e22f983u /* 1 / (2 pi) */

/* The fractional part of x turns. Sines and cosines of the same x in a block share its register. */
static struct agx_ref part_of_turn(struct agx_selection *c, const struct ir_src *s)
{
   uint32_t unit;

   if (!agx_find_computed(c, AGX_PART_OF_TURN, s, &unit)) {
      const struct agx_ref x = agx_float_src(c, s), turns = agx_constant(c, TURNS);
      const struct agx_ref t = agx_emit32(c, AGX_OP_fmul32, x, turns, agx_none());
      struct agx_ref whole = agx_emit32(c, AGX_OP_floor, t, agx_none(), agx_none());
      whole.mods = AGX_NEG;
      unit = agx_emit32(c, AGX_OP_fadd32, t, whole, agx_none()).value;
      agx_set_computed(c, AGX_PART_OF_TURN, s, unit);
   }
   return (struct agx_ref){.kind = AGX_VIRT32, .value = unit};
}

struct agx_ref agx_sine(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_ref part = part_of_turn(c, &i->src[0]), four = agx_minifloat(0x50);
   struct agx_ref s;

   if (i->op == IR_fcos) { /* for q quarter turns: the sine of |q - 2| - 1 quarters */
      struct agx_ref distance = agx_emit32(c, AGX_OP_fmadd32, part, four, agx_minifloat(0xc0));
      distance.mods = AGX_ABS;
      s = agx_emit32(c, AGX_OP_fadd32, distance, agx_minifloat(0xb0), agx_none());
   } else {
      s = agx_emit32(c, AGX_OP_sin_pt_1, agx_emit32(c, AGX_OP_fmul32, part, four, agx_none()), agx_none(), agx_none());
   }
   const struct agx_ref f = agx_emit32(c, AGX_OP_sin_pt_2, s, agx_none(), agx_none());
   const struct agx_ref d = agx_new32(c);
   agx_emit(c, AGX_OP_fmul32, d, s, f, agx_none())->f[AGX_F_SAT] = i->sat == IR_SAT_01;
   return d;
}

/* ---- bit fields ---------------------------------------------------------------------------------------------------------- */

static bool has_constant(struct agx_selection *c, const struct ir_src *s, uint32_t *bits)
{
   const bool yes = agx_is_const(c, s);

   if (yes)
      *bits = agx_const_bits(c, s);
   return yes;
}

/* The source modulo a power of two as a shift count, which the machine takes modulo 128. */
static struct agx_ref count_of(struct agx_selection *c, const struct ir_src *s, uint32_t mask)
{
   uint32_t bits;

   if (has_constant(c, s, &bits))
      return agx_imm(bits & mask);
   return agx_emit32(c, AGX_OP_and, agx_int_src(c, s), agx_imm(mask), agx_none());
}

/* n ones: (1 << n) - 1. A shift by 32 or more gives 0. */
static struct agx_ref make_ones(struct agx_selection *c, struct agx_ref n)
{
   const struct agx_ref one = agx_emit32(c, AGX_OP_bfi, agx_imm(0), agx_imm(1), n);
   return agx_emit32(c, AGX_OP_isub, one, agx_imm(1), agx_none());
}

struct agx_ref agx_bit_mask(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_ref m = make_ones(c, count_of(c, &i->src[0], 63));
   return agx_emit32(c, AGX_OP_bfi, agx_imm(0), m, count_of(c, &i->src[1], 63));
}

static struct agx_ref make_unsigned_field(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_ref a = agx_int_src(c, &i->src[0]), at = count_of(c, &i->src[1], 31), d = agx_new32(c);
   uint32_t bits;

   if (has_constant(c, &i->src[2], &bits) && (bits & 63)) {
      agx_emit(c, AGX_OP_bfeil, d, agx_imm(0), a, at)->f[AGX_F_MASK] = (bits & 63) < 32 ? bits & 63 : 0;
      return d;
   }
   agx_emit(c, AGX_OP_bfeil, d, agx_imm(0), a, at);
   return agx_emit32(c, AGX_OP_and, d, make_ones(c, count_of(c, &i->src[2], 63)), agx_none());
}

/* Shifts the field left until its highest bit is that of the word, then right. An empty field is 0. */
static struct agx_ref make_signed_field(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_ref a = agx_int_src(c, &i->src[0]), at = count_of(c, &i->src[1], 31);
   uint32_t bits;

   if (at.kind == AGX_IMM && has_constant(c, &i->src[2], &bits)) {
      const uint32_t width = (bits & 63) < 32 - at.value ? bits & 63 : 32 - at.value;
      if (!width)
         return agx_emit32(c, AGX_OP_mov, agx_imm(0), agx_none(), agx_none());
      struct agx_ref high = a;
      if (at.value + width < 32)
         high = agx_emit32(c, AGX_OP_bfi, agx_imm(0), a, agx_imm(32 - at.value - width));
      return agx_emit32(c, AGX_OP_asr, high, agx_imm(32 - width), agx_none());
   }
   const struct agx_ref n = count_of(c, &i->src[2], 63), left = agx_emit32(c, AGX_OP_isub, agx_imm(32), at, agx_none());
   const struct agx_ref width = agx_new32(c), d = agx_new32(c);
   agx_emit_select(c, width, agx_icmp(AGX_ICC_ULT, n, left), n, left);
   const struct agx_ref shift = agx_emit32(c, AGX_OP_isub, left, width, agx_none());
   const struct agx_ref high = agx_emit32(c, AGX_OP_bfi, agx_imm(0), a, shift);
   const struct agx_ref rest = agx_emit32(c, AGX_OP_isub, agx_imm(32), width, agx_none());
   const struct agx_ref r = agx_emit32(c, AGX_OP_asr, high, rest, agx_none());
   agx_emit_select(c, d, agx_icmp(AGX_ICC_UEQ, width, agx_imm(0)), agx_imm(0), r);
   return d;
}

struct agx_ref agx_bit_field(struct agx_selection *c, const struct ir_instr *i)
{
   return i->op == IR_ibfe ? make_signed_field(c, i) : make_unsigned_field(c, i);
}

/* ---- all lanes ----------------------------------------------------------------------------------------------------------- */

/*
 * The value of the first lane for which a condition holds, or 0 if there is none. Ballots and reductions only count active
 * lanes; a shuffle would need an index that is 0 in the other lanes (agx-review, row 38).
 */
struct agx_ref agx_first_lane(struct agx_selection *c, const struct ir_instr *i)
{
   const struct agx_condition k = agx_condition_of(c, i->src[1].val);
   const struct agx_ref lanes = agx_new32(c), self = agx_new16(c), mine = agx_new32(c), d = agx_new32(c);
   struct agx_instr *ballot = agx_emit(c, k.is_float ? AGX_OP_fcmp_ballot : AGX_OP_icmp_ballot, lanes, k.a, k.b, agx_none());

   ballot->f[AGX_F_COND] = k.cc | (k.inverted ? 8 : 0);
   const struct agx_ref turned = agx_emit32(c, AGX_OP_isub, agx_imm(0), lanes, agx_none());
   const struct agx_ref lowest = agx_emit32(c, AGX_OP_and, lanes, turned, agx_none());
   const struct agx_ref number = agx_emit32(c, AGX_OP_ffs, lowest, agx_none(), agx_none());
   agx_emit(c, AGX_OP_get_sr, self, agx_none(), agx_none(), agx_none())->imm = AGX_SR_LANE;
   agx_emit_select(c, mine, agx_icmp(AGX_ICC_UEQ, number, self), agx_int_src(c, &i->src[0]), agx_imm(0));
   agx_emit(c, AGX_OP_simd_reduce, d, mine, agx_none(), agx_none())->f[AGX_F_OP] = AGX_SIMD_OR;
   return d;
}
