/* SPDX-License-Identifier: MIT */
/* Conversions between 32 and 64 bits, and between doubles and integers. See fe_int64.h. */
#include "frontend/int64/int64_step.h"

#define INFINITE32 0x7f800000u /* an infinite float */

/* ---- 32-bit integers */

struct fe_int64 fe_i64_from_i32(struct fe_lower *f, struct ir_src a) { return (struct fe_int64){a, sari(f, a, 31)}; }
struct fe_int64 fe_u64_from_u32(struct fe_lower *f, struct ir_src a) { return (struct fe_int64){a, fe_imm(f, 0)}; }

/* The double man * 2^scale, for any 32-bit man, including 0. */
static struct fe_int64 scaled(struct fe_lower *f, word man, int scale)
{
   word n = int64_leading_zeros(f, man), exp = subfrom(f, (uint32_t)(1022 + 31 + scale), n);
   word x = shl(f, man, n);
   struct fe_int64 r;

   r.lo = shli(f, x, 21);
   r.hi = madi(f, exp, 1u << 20, shri(f, x, 11));
   return fe_int64_sel(f, eqi(f, man, 0), (struct fe_int64){man, man}, r);
}

struct fe_int64 fe_f64_from_u32(struct fe_lower *f, struct ir_src a) { return scaled(f, a, 0); }

struct fe_int64 fe_f64_from_i32(struct fe_lower *f, struct ir_src a)
{
   struct fe_int64 r = scaled(f, fe_op1(f, IR_iabs, a), 0);

   r.hi = or(f, r.hi, andi(f, a, FE_SIGN));
   return r;
}

/* ---- 64-bit integers to floats */

static struct fe_int64 f64_from_magnitude(struct fe_lower *f, struct fe_int64 a, struct ir_src sign)
{
   word shift, rest, exp;
   condition zero = eqi(f, or(f, a.lo, a.hi), 0);
   struct fe_int64 n = int64_normalise(f, a, &shift);

   exp = subfrom(f, 1022 + 63, shift);
   exp = seli(f, zero, 0, exp);
   rest = shli(f, n.lo, 21);
   n.lo = madi(f, n.hi, 1u << 21, shri(f, n.lo, 11));
   n.hi = shri(f, n.hi, 11);
   n = int64_pack(f, n, rest, exp);
   n.hi = or(f, n.hi, sign);
   return n;
}

struct fe_int64 fe_f64_from_u64(struct fe_lower *f, struct fe_int64 a) { return f64_from_magnitude(f, a, fe_imm(f, 0)); }

struct fe_int64 fe_f64_from_i64(struct fe_lower *f, struct fe_int64 a)
{
   struct fe_int64 m = fe_i64_abs(f, a);

   return f64_from_magnitude(f, m, andi(f, a.hi, FE_SIGN));
}

/* A float of a 24-bit mantissa, the rest after it, and the exponent minus 1 (0 with bit 23 clear for a denormal). Rounds to
   nearest even. */
static struct ir_src pack32(struct fe_lower *f, word man, word rest, word exp)
{
   word tail = or(f, rest, andi(f, man, 1));

   man = carry(f, man, above(f, tail, FE_SIGN));
   return madi(f, exp, 1u << 23, man);
}

static struct ir_src f32_from_magnitude(struct fe_lower *f, struct fe_int64 a, struct ir_src sign)
{
   word shift, rest, exp, r;
   condition zero = eqi(f, or(f, a.lo, a.hi), 0);
   struct fe_int64 n = int64_normalise(f, a, &shift);

   exp = subfrom(f, 126 + 63, shift);
   rest = shli(f, n.hi, 24);
   rest = or(f, rest, umini(f, n.lo, 1));
   r = pack32(f, shri(f, n.hi, 8), rest, exp);
   return or(f, seli(f, zero, 0, r), sign);
}

struct ir_src fe_f32_from_u64(struct fe_lower *f, struct fe_int64 a) { return f32_from_magnitude(f, a, fe_imm(f, 0)); }

struct ir_src fe_f32_from_i64(struct fe_lower *f, struct fe_int64 a)
{
   struct fe_int64 m = fe_i64_abs(f, a);

   return f32_from_magnitude(f, m, andi(f, a.hi, FE_SIGN));
}

/* ---- f32 and double */

struct fe_int64 fe_f64_from_f32(struct fe_lower *f, struct ir_src a)
{
   word magnitude = andi(f, a, 0x7fffffff);
   struct fe_int64 d = scaled(f, magnitude, -149), r;
   condition infinite = gei(f, magnitude, INFINITE32), denormal = lti(f, magnitude, 1u << 23), nan;

   r.lo = shli(f, magnitude, 29);
   r.hi = addi(f, shri(f, magnitude, 3), (1023u - 127) << 20);
   r = fe_int64_sel(f, denormal, d, r);
   nan = above(f, magnitude, INFINITE32);
   return int64_finish(f, r, andi(f, a, FE_SIGN), infinite, nan);
}

struct ir_src fe_f32_from_f64(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = int64_unpack(f, a);
   word exp = addi(f, d.exp, 0u - (1023 - 127)), n, rest, r;
   struct fe_int64 m;

   /* 24 bits, or fewer for a denormal. On overflow the exponent is this one, or a larger one. */
   n = subfrom(f, 29 - 1, imini(f, exp, 0));
   exp = imini(f, imaxi(f, exp, 0), 255);
   m = int64_round_right(f, d.man, umini(f, n, 63), NULL, true, &rest);
   r = umini(f, pack32(f, m.lo, rest, exp), INFINITE32);
   r = or(f, r, andi(f, a.hi, FE_SIGN));
   return seli(f, above(f, d.key, INFINITE), 0x7fc00000, r);
}

/* ---- floats to integers */

/* The magnitude of a number below 2^32, truncated to an integer; undefined for others. */
static struct ir_src cut32(struct fe_lower *f, const struct int64_double *d)
{
   word n = subfrom(f, 1074, d->exp);

   return int64_shift_right(f, d->man, umini(f, n, 63)).lo;
}

struct ir_src fe_i32_from_f64(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = int64_unpack(f, a);
   word minus = sari(f, a.hi, 31), r = cut32(f, &d), end = xori(f, minus, 0x7fffffff);

   r = sub(f, xor(f, r, minus), minus);
   r = sel(f, gei(f, d.key, 0x41e00000), end, r); /* 2^31 */
   return seli(f, above(f, d.key, INFINITE), 0, r);
}

struct ir_src fe_u32_from_f64(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = int64_unpack(f, a);
   word r = cut32(f, &d);
   condition none = above(f, d.key, INFINITE);

   r = seli(f, gei(f, d.key, 0x41f00000), UINT32_MAX, r); /* 2^32 */
   none = or(f, none, ilti(f, a.hi, 0));
   return seli(f, none, 0, r);
}

/* man * 2^-n truncated to an integer, where man has bit 63 set; 0 where `none`. */
static struct fe_int64 cut64(struct fe_lower *f, struct fe_int64 man, word n, condition none)
{
   struct fe_int64 r = int64_shift_right(f, man, andi(f, n, 63));

   return fe_int64_sel(f, none, fe_int64_imm(f, 0), r);
}

/* `r` with the sign of bit 31; the nearest integer where `out`, 0 where `nan`. */
static struct fe_int64 finish_i64(struct fe_lower *f, struct fe_int64 r, word sign, condition out, condition nan)
{
   word minus = sari(f, sign, 31), end = inot(f, minus);
   struct fe_int64 m = {minus, minus};

   r.lo = xor(f, r.lo, minus);
   r.hi = xor(f, r.hi, minus);
   r = fe_u64_sub(f, r, m);
   m.lo = end;
   m.hi = xori(f, end, FE_SIGN);
   r = fe_int64_sel(f, out, m, r);
   return fe_int64_sel(f, nan, fe_int64_imm(f, 0), r);
}

static struct fe_int64 finish_u64(struct fe_lower *f, struct fe_int64 r, word sign, condition out, condition nan)
{
   r = fe_int64_sel(f, out, fe_int64_imm(f, UINT64_MAX), r);
   nan = or(f, nan, ilti(f, sign, 0));
   return fe_int64_sel(f, nan, fe_int64_imm(f, 0), r);
}

/* The magnitude of a number below 2^64, truncated to an integer. */
static struct fe_int64 cut_f64(struct fe_lower *f, const struct int64_double *d)
{
   word n = subfrom(f, 1085, d->exp);
   struct fe_int64 m = int64_raise(f, d->man, 11);

   return cut64(f, m, n, lti(f, d->key, FE_F64_ONE >> 32));
}

struct fe_int64 fe_i64_from_f64(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = int64_unpack(f, a);
   struct fe_int64 r = cut_f64(f, &d);
   condition out = gei(f, d.key, 0x43e00000); /* 2^63 */

   return finish_i64(f, r, a.hi, out, above(f, d.key, INFINITE));
}

struct fe_int64 fe_u64_from_f64(struct fe_lower *f, struct fe_int64 a)
{
   struct int64_double d = int64_unpack(f, a);
   struct fe_int64 r = cut_f64(f, &d);
   condition out = gei(f, d.key, 0x43f00000); /* 2^64 */

   return finish_u64(f, r, a.hi, out, above(f, d.key, INFINITE));
}

static struct fe_int64 cut_f32(struct fe_lower *f, word magnitude)
{
   word n = subfrom(f, 127 + 63, shri(f, magnitude, 23));
   struct fe_int64 m;

   m.lo = fe_imm(f, 0);
   m.hi = ori(f, shli(f, magnitude, 8), FE_SIGN);
   return cut64(f, m, n, lti(f, magnitude, FE_ONE));
}

struct fe_int64 fe_i64_from_f32(struct fe_lower *f, struct ir_src a)
{
   word magnitude = andi(f, a, 0x7fffffff);
   struct fe_int64 r = cut_f32(f, magnitude);
   condition out = gei(f, magnitude, 0x5f000000); /* 2^63 */

   return finish_i64(f, r, a, out, above(f, magnitude, INFINITE32));
}

struct fe_int64 fe_u64_from_f32(struct fe_lower *f, struct ir_src a)
{
   word magnitude = andi(f, a, 0x7fffffff);
   struct fe_int64 r = cut_f32(f, magnitude);
   condition out = gei(f, magnitude, 0x5f800000); /* 2^64 */

   return finish_u64(f, r, a, out, above(f, magnitude, INFINITE32));
}
