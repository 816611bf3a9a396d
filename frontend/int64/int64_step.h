/* SPDX-License-Identifier: MIT */
/*
 * Building blocks of 64-bit sequences, for the files of this folder: IR ops on 32-bit words under short names (an `i` at the
 * end of a name stands for a constant operand), and sequences that several operations share.
 */
#ifndef FRONTEND_INT64_STEP_H
#define FRONTEND_INT64_STEP_H

#include "frontend/int64/fe_int64.h"

typedef struct ir_src word;      /* of 32 bits */
typedef struct ir_src condition; /* of 1 bit */

#define INFINITE 0x7ff00000u /* the high word of an infinite double */

static inline struct ir_src add(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_iadd, a, b); }
static inline struct ir_src sub(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_isub, a, b); }
static inline struct ir_src mul(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_imul, a, b); }
static inline struct ir_src mulhi(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_umulhi, a, b); }
static inline struct ir_src and(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_iand, a, b); }
static inline struct ir_src or(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ior, a, b); }
static inline struct ir_src xor (struct fe_lower * f, word a, word b) {
   return fe_op2(f, IR_ixor, a, b);
} static inline struct ir_src shl(struct fe_lower *f, word a, word b)
{
   return fe_op2(f, IR_shl, a, b);
} /* shifts: a count below 32 */
static inline struct ir_src shr(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ushr, a, b); }
static inline struct ir_src sar(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ishr, a, b); }
static inline struct ir_src umin(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_umin, a, b); }
static inline struct ir_src umax(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_umax, a, b); }
static inline struct ir_src imin(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_imin, a, b); }
static inline struct ir_src imax(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_imax, a, b); }
static inline struct ir_src eq(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ieq, a, b); }
static inline struct ir_src ne(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ine, a, b); }
static inline struct ir_src lt(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ult, a, b); } /* unsigned */
static inline struct ir_src ge(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_uge, a, b); }
static inline struct ir_src ilt(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ilt, a, b); }
static inline struct ir_src ige(struct fe_lower *f, word a, word b) { return fe_op2(f, IR_ige, a, b); }

/* Second operand constant. */
static inline struct ir_src addi(struct fe_lower *f, word a, uint32_t b) { return add(f, a, fe_imm(f, b)); }
static inline struct ir_src mulhii(struct fe_lower *f, word a, uint32_t b) { return mulhi(f, a, fe_imm(f, b)); }
static inline struct ir_src andi(struct fe_lower *f, word a, uint32_t b) { return and(f, a, fe_imm(f, b)); }
static inline struct ir_src ori(struct fe_lower *f, word a, uint32_t b) { return or(f, a, fe_imm(f, b)); }
static inline struct ir_src xori(struct fe_lower *f, word a, uint32_t b) { return xor(f, a, fe_imm(f, b)); }
static inline struct ir_src shli(struct fe_lower *f, word a, uint32_t b) { return shl(f, a, fe_imm(f, b)); }
static inline struct ir_src shri(struct fe_lower *f, word a, uint32_t b) { return shr(f, a, fe_imm(f, b)); }
static inline struct ir_src sari(struct fe_lower *f, word a, uint32_t b) { return sar(f, a, fe_imm(f, b)); }
static inline struct ir_src umini(struct fe_lower *f, word a, uint32_t b) { return umin(f, a, fe_imm(f, b)); }
static inline struct ir_src umaxi(struct fe_lower *f, word a, uint32_t b) { return umax(f, a, fe_imm(f, b)); }
static inline struct ir_src imini(struct fe_lower *f, word a, uint32_t b) { return imin(f, a, fe_imm(f, b)); }
static inline struct ir_src imaxi(struct fe_lower *f, word a, uint32_t b) { return imax(f, a, fe_imm(f, b)); }
static inline struct ir_src eqi(struct fe_lower *f, word a, uint32_t b) { return eq(f, a, fe_imm(f, b)); }
static inline struct ir_src nei(struct fe_lower *f, word a, uint32_t b) { return ne(f, a, fe_imm(f, b)); }
static inline struct ir_src lti(struct fe_lower *f, word a, uint32_t b) { return lt(f, a, fe_imm(f, b)); }
static inline struct ir_src gei(struct fe_lower *f, word a, uint32_t b) { return ge(f, a, fe_imm(f, b)); }
static inline struct ir_src ilti(struct fe_lower *f, word a, uint32_t b) { return ilt(f, a, fe_imm(f, b)); }
static inline struct ir_src igei(struct fe_lower *f, word a, uint32_t b) { return ige(f, a, fe_imm(f, b)); }

static inline struct ir_src inot(struct fe_lower *f, word a) { return fe_op1(f, IR_inot, a); }
static inline struct ir_src ineg(struct fe_lower *f, word a) { return fe_op1(f, IR_ineg, a); }
/* Constant first operand. */
static inline struct ir_src subfrom(struct fe_lower *f, uint32_t a, word b) { return sub(f, fe_imm(f, a), b); }
static inline struct ir_src above(struct fe_lower *f, word a, uint32_t b) { return lt(f, fe_imm(f, b), a); }
static inline struct ir_src shiftof(struct fe_lower *f, uint32_t a, word b) { return shl(f, fe_imm(f, a), b); }
/* a * b + c */
static inline struct ir_src mad(struct fe_lower *f, word a, word b, word c) { return fe_op3(f, IR_imad, a, b, c); }
static inline struct ir_src madi(struct fe_lower *f, word a, uint32_t b, word c) { return mad(f, a, fe_imm(f, b), c); }
/* The high word of a * b + c, and the carry out of a + b. */
static inline struct ir_src madhi(struct fe_lower *f, word a, word b, word c) { return fe_op3(f, IR_umadhi, a, b, c); }
static inline struct ir_src carry_of(struct fe_lower *f, word a, word b) { return madhi(f, a, fe_imm(f, 1), b); }
static inline struct ir_src sel(struct fe_lower *f, condition test, word yes, word no) { return fe_sel(f, test, yes, no); }
/* One or two constants to select from. */
static inline struct ir_src seli(struct fe_lower *f, condition test, uint32_t yes, word no)
{
   return sel(f, test, fe_imm(f, yes), no);
}
static inline struct ir_src selelse(struct fe_lower *f, condition test, word yes, uint32_t no)
{
   return sel(f, test, yes, fe_imm(f, no));
}
static inline struct ir_src selii(struct fe_lower *f, condition test, uint32_t yes, uint32_t no)
{
   struct ir_src y = fe_imm(f, yes);

   return sel(f, test, y, fe_imm(f, no));
}
static inline struct ir_src one_if(struct fe_lower *f, condition test) { return selii(f, test, 1, 0); }
/* Adds the carry out of the word below. */
static inline struct ir_src carry(struct fe_lower *f, word a, condition out) { return add(f, a, one_if(f, out)); }

/* ---- int64_int.c */

/* The number of zeros above the highest bit that is set: 0xffffffe0 for 0. */
struct ir_src int64_leading_zeros(struct fe_lower *f, word a);
/* a shifted left by *shift bits, until bit 63 is set; 0 for 0, with any *shift. */
struct fe_int64 int64_normalise(struct fe_lower *f, struct fe_int64 a, struct ir_src *shift);
/* a shifted right by n, 0 to 63. */
struct fe_int64 int64_shift_right(struct fe_lower *f, struct fe_int64 a, struct ir_src n);
/* a shifted right by n + 1, 1 to 64. *rest gets the 32 bits after the point; its last bit is also set if sticky or any later
   bit is set. Without `last`, *rest only tells whether it is 0. */
struct fe_int64 int64_round_right(struct fe_lower *f, struct fe_int64 a, struct ir_src n, const struct ir_src *sticky,
                                  bool last, struct ir_src *rest);
/* a * b, 128 bits in words, the lowest first. */
struct int64_product {
   struct ir_src w[4];
};
struct int64_product int64_multiply(struct fe_lower *f, struct fe_int64 a, struct fe_int64 b,
                                  bool short_high); /* the high words have at most 30 bits */
/* x * y modulo 2^64 */
struct fe_int64 int64_mul_word(struct fe_lower *f, struct ir_src x, struct fe_int64 y);
/* a + 1 where `test`. */
struct fe_int64 int64_increment(struct fe_lower *f, struct fe_int64 a, condition test);
/* x * y + z as two words. *more is added to the high one, which must not overflow, unless `more` is NULL. */
struct fe_int64 int64_multiply_add(struct fe_lower *f, word x, word y, word z, const word *more);

/* ---- int64_div.c */

/* 2^63 / b, too small by at most 6 units, for b with bit 31 set. */
struct ir_src int64_reciprocal(struct fe_lower *f, word b);

/* ---- double.c */

/* The parts of a double. */
struct int64_double {
   struct ir_src sign; /* the high word; only bit 31 is the sign */
   struct ir_src key;  /* the magnitude's high word, with bit 0 set if any bit of the low word is set: 0 only for zeros, above
                          0x7ff00000 only for NaN */
   struct ir_src e1;   /* exponent field, 1 for denormals */
   struct ir_src exp;  /* the same minus 1 */
   struct fe_int64 man; /* 53 bits, including the implicit one */
};
struct int64_double int64_unpack(struct fe_lower *f, struct fe_int64 a);
/* The parts of a magnitude. The caller sets the sign. */
struct int64_double int64_unpack_magnitude(struct fe_lower *f, struct fe_int64 a);
/* A mantissa shifted left by n, which is less than 12. */
struct fe_int64 int64_raise(struct fe_lower *f, struct fe_int64 man, unsigned n);
/* Rounds a 53-bit mantissa (bit 52 may be clear if exp is 0) to nearest even by the rest after its last bit, and adds the
   exponent. Overflow gives a magnitude of at least 0x7ff00000'00000000. */
struct fe_int64 int64_pack(struct fe_lower *f, struct fe_int64 man, struct ir_src rest, struct ir_src exp);
/*
 * The magnitude of a result with a mantissa in [2^53, 2^55), or 0; sticky is not 0 if bits follow. The mantissa is shifted
 * right by n >= 1 bits to 53 bits, and the exponent (minus 1) is then n - 1 - `least`, where n is at least `least` + 1. That
 * exponent must not reach 4095.
 */
struct fe_int64 int64_finish_product(struct fe_lower *f, struct fe_int64 man, struct ir_src sticky, struct ir_src least);
/* The double of a magnitude and the sign in bit 31. It is infinite after overflow or where `infinite`, and a NaN where `nan`,
   which implies `infinite`. */
struct fe_int64 int64_finish(struct fe_lower *f, struct fe_int64 magnitude, struct ir_src sign, condition infinite,
                             condition nan);
/* The magnitude of a sum: the highest bit of `a` is at most 62, bit 0 is sticky, and bit 62 has the value 2^exp. *zero: a is 0.
 */
struct fe_int64 int64_finish_sum(struct fe_lower *f, struct fe_int64 a, struct ir_src exp, condition *zero);

/* The last step: `a` has its highest bit at 62 (or exp is 0), and its last 10 bits are rounded off. */
struct fe_int64 int64_round_sum(struct fe_lower *f, struct fe_int64 a, struct ir_src exp);

#endif
