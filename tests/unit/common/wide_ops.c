/* SPDX-License-Identifier: MIT */
/* The operations of frontend/int64, their counterparts on the host, and programs of one operation (wide_ops.h). */
#include "ir/interp.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/wide_ops.h"

#include <math.h>
#include <string.h>

#define INF 0x7ff0000000000000u
#define SIGN 0x8000000000000000u

/* The bits of a result, with the NaN of the operations. */
static uint64_t u_of(double d) { return d != d ? FE_F64_NAN : num_ud(d); }
static float f_of(uint64_t u) { return num_f((uint32_t)u); }
static uint64_t uf_of(float v) { return v != v ? NUM_NAN : num_u(v); }
static bool nan_d(uint64_t u) { return (u & ~SIGN) > INF; }

/* ---- the operations on the host: operands x, result *o */

#define HOST(name, expr) static void host_##name(const uint64_t *x, uint64_t *o) { *o = (expr); }
#define A num_d(x[0])
#define B num_d(x[1])
#define C num_d(x[2])
#define SA ((int64_t)x[0])
#define SB ((int64_t)x[1])
HOST(u64_add, x[0] + x[1])
HOST(u64_sub, x[0] - x[1])
HOST(u64_mul, x[0] * x[1])
HOST(i64_neg, 0 - x[0])
HOST(i64_abs, SA < 0 ? 0 - x[0] : x[0])
HOST(i64_sign, SA < 0 ? UINT64_MAX : SA > 0)
HOST(u64_eq, x[0] == x[1])
HOST(u64_ne, x[0] != x[1])
HOST(u64_lt, x[0] < x[1])
HOST(u64_ge, x[0] >= x[1])
HOST(i64_lt, SA < SB)
HOST(i64_ge, SA >= SB)
HOST(u64_min, x[0] < x[1] ? x[0] : x[1])
HOST(u64_max, x[0] > x[1] ? x[0] : x[1])
HOST(i64_min, SA < SB ? x[0] : x[1])
HOST(i64_max, SA > SB ? x[0] : x[1])
HOST(u64_shl, x[0] << (x[1] & 63))
HOST(u64_shr, x[0] >> (x[1] & 63))
HOST(i64_shr, SA < 0 ? ~(~x[0] >> (x[1] & 63)) : x[0] >> (x[1] & 63))
HOST(u64_div, x[1] ? x[0] / x[1] : UINT64_MAX)
HOST(u64_mod, x[1] ? x[0] % x[1] : UINT64_MAX)
HOST(i64_div, !x[1] ? 0 : x[1] == UINT64_MAX ? 0 - x[0] : (uint64_t)(SA / SB))
HOST(i64_mod, !x[1] ? UINT64_MAX : x[1] == UINT64_MAX ? 0 : (uint64_t)(SA % SB))
HOST(f64_add, u_of(A + B))
HOST(f64_sub, u_of(A - B))
HOST(f64_mul, u_of(A * B))
HOST(f64_fma, u_of(fma(A, B, C)))
HOST(f64_mad, u_of(A * B + C))
HOST(f64_div, u_of(A / B))
HOST(f64_rcp, u_of(1 / A))
HOST(f64_sqrt, u_of(sqrt(A)))
HOST(f64_abs, x[0] & ~SIGN)
HOST(f64_neg, x[0] ^ SIGN)
HOST(f64_sign, A < 0 ? u_of(-1) : A > 0 ? u_of(1) : 0)
HOST(f64_min, A < B || nan_d(x[1]) ? x[0] : x[1])
HOST(f64_max, B < A || nan_d(x[1]) ? x[0] : x[1])
HOST(f64_eq, A == B)
HOST(f64_ne, A != B)
HOST(f64_lt, A < B)
HOST(f64_ge, A >= B)
HOST(f64_trunc, u_of(trunc(A)))
HOST(f64_ceil, u_of(ceil(A)))
HOST(f64_floor, u_of(floor(A)))
HOST(f64_round, u_of(rint(A)))
HOST(f64_frac, u_of(A - floor(A)))
HOST(f64_ldexp, u_of(ldexp(A, (int32_t)x[1])))
HOST(f64_saturate, A >= 1 ? u_of(1) : A > 0 ? x[0] : 0)
HOST(i64_from_i32, (uint64_t)(int64_t)(int32_t)x[0])
HOST(u64_from_u32, x[0])
HOST(i64_from_f32, f_of(x[0]) != f_of(x[0]) ? 0
                   : f_of(x[0]) >= 0x1p63f  ? INT64_MAX
                   : f_of(x[0]) < -0x1p63f  ? SIGN
                                            : (uint64_t)(int64_t)f_of(x[0]))
HOST(u64_from_f32, f_of(x[0]) >= 0x1p64f ? UINT64_MAX : f_of(x[0]) > 0 ? (uint64_t)f_of(x[0]) : 0)
HOST(f32_from_i64, uf_of((float)SA))
HOST(f32_from_u64, uf_of((float)x[0]))
HOST(f64_from_f32, u_of((double)f_of(x[0])))
HOST(f64_from_i32, u_of((double)(int32_t)x[0]))
HOST(f64_from_u32, u_of((double)(uint32_t)x[0]))
HOST(f64_from_i64, u_of((double)SA))
HOST(f64_from_u64, u_of((double)x[0]))
HOST(f32_from_f64, uf_of((float)A))
HOST(i32_from_f64, A != A ? 0 : A >= 0x1p31 ? INT32_MAX : A <= -0x1p31 ? 0x80000000u : (uint32_t)(int32_t)A)
HOST(u32_from_f64, A >= 0x1p32 ? UINT32_MAX : A > 0 ? (uint32_t)A : 0)
HOST(i64_from_f64, A != A ? 0 : A >= 0x1p63 ? INT64_MAX : A < -0x1p63 ? SIGN : (uint64_t)(int64_t)A)
HOST(u64_from_f64, A >= 0x1p64 ? UINT64_MAX : A > 0 ? (uint64_t)A : 0)

static void host_f64_frexp(const uint64_t *x, uint64_t *o)
{
   int e = 0;

   o[0] = x[0];
   if ((x[0] & ~SIGN) < INF && x[0] & ~SIGN)
      o[0] = u_of(frexp(A, &e));
   o[1] = (uint32_t)e;
}

/* True if y^2 * m is above 2^160; *exact if it is equal. */
static bool above_one(uint64_t y, uint64_t m, bool *exact)
{
   unsigned __int128 square = (unsigned __int128)y * y, low = (unsigned __int128)(uint64_t)square * m,
                     high = (square >> 64) * m + (low >> 64);
   unsigned __int128 one = (unsigned __int128)1 << 96;

   *exact = high == one && !(uint64_t)low;
   return high > one || (high == one && (uint64_t)low);
}

static void host_f64_rsq(const uint64_t *x, uint64_t *o)
{
   int e;
   bool exact;
   uint64_t m, y;

   if (A != A || A < 0 || A == 0 || isinf(A)) {
      *o = A == 0 ? INF | (x[0] & SIGN) : A > 0 ? 0 : FE_F64_NAN;
      return;
   }
   /* m * 2^e with an even e and m in [2^52, 2^54); the root is floor(2^80 / sqrt(m)), of 54 bits, rounded to 53. */
   m = (uint64_t)ldexp(frexp(A, &e), 53);
   e -= 53;
   if (e & 1)
      m *= 2, e--;
   y = (uint64_t)(0x1p80 / sqrt((double)m));
   while (above_one(y, m, &exact))
      y--;
   while (!above_one(y + 1, m, &exact))
      y++;
   above_one(y, m, &exact);
   /* 54 bits, or 2^54 where 2^80 / sqrt(m) is exact; an odd y is never exact, so it is above the half. */
   *o = u_of(ldexp((double)(y / 2 + (y & 1)), 1 - 80 - e / 2));
}

/* ---- the programs */

static void put(struct ir_src out[3], struct fe_int64 v) { out[0] = v.lo, out[1] = v.hi; }

#define WIDE(name) put(o, fe_##name(f, x[0]));
#define WIDE2(name) put(o, fe_##name(f, x[0], x[1]));
#define WIDE3(name) put(o, fe_##name(f, x[0], x[1], x[2]));
#define COUNT(name) put(o, fe_##name(f, x[0], x[1].lo));
#define FROM32(name) put(o, fe_##name(f, x[0].lo));
#define TO32(name) o[0] = fe_##name(f, x[0]);
#define TEST(name) o[0] = fe_sel(f, fe_##name(f, x[0], x[1]), one, zero);
#define FREXP(name) put(o, fe_##name(f, x[0], &o[2]));

#define OPS                                                                                                                    \
   OP(u64_add, "MM:M", WIDE2)                                                                                                  \
   OP(u64_sub, "MM:M", WIDE2) OP(u64_mul, "MM:M", WIDE2) OP(i64_neg, "L:L", WIDE) OP(i64_abs, "L:L", WIDE)                     \
       OP(i64_sign, "L:L", WIDE) OP(u64_eq, "MM:B", TEST) OP(u64_ne, "MM:B", TEST) OP(u64_lt, "MM:B", TEST)                    \
           OP(u64_ge, "MM:B", TEST) OP(i64_lt, "LL:B", TEST) OP(i64_ge, "LL:B", TEST) OP(u64_min, "MM:M", WIDE2)               \
               OP(u64_max, "MM:M", WIDE2) OP(i64_min, "LL:L", WIDE2) OP(i64_max, "LL:L", WIDE2) OP(u64_shl, "MU:M", COUNT) OP( \
                   u64_shr, "MU:M", COUNT) OP(i64_shr, "LU:L", COUNT) OP(u64_div, "MM:M", WIDE2) OP(u64_mod, "MM:M", WIDE2)    \
                   OP(i64_div, "LL:L", WIDE2) OP(i64_mod, "LL:L", WIDE2) OP(f64_add, "DD:D", WIDE2) OP(f64_sub, "DD:D", WIDE2) \
                       OP(f64_mul, "DD:D", WIDE2) OP(f64_fma, "DDD:D", WIDE3) OP(f64_mad, "DDD:D", WIDE3) OP(                  \
                           f64_div, "DD:D", WIDE2) OP(f64_rcp, "D:D", WIDE) OP(f64_sqrt, "D:D", WIDE) OP(f64_rsq, "D:D", WIDE) \
                           OP(f64_abs, "D:D", WIDE) OP(f64_neg, "D:D", WIDE) OP(f64_sign, "D:D", WIDE)                         \
                               OP(f64_min, "DD:D", WIDE2) OP(f64_max, "DD:D", WIDE2) OP(f64_eq, "DD:B", TEST)                  \
                                   OP(f64_ne, "DD:B", TEST) OP(f64_lt, "DD:B", TEST) OP(f64_ge, "DD:B", TEST)                  \
                                       OP(f64_trunc, "D:D", WIDE) OP(f64_ceil, "D:D", WIDE) OP(f64_floor, "D:D", WIDE)         \
                                           OP(f64_round, "D:D", WIDE) OP(f64_frac, "D:D", WIDE) OP(f64_ldexp, "DI:D", COUNT)   \
                                               OP(f64_frexp, "D:DX", FREXP) OP(f64_saturate, "D:D", WIDE)                      \
                                                   OP(i64_from_i32, "I:L", FROM32) OP(u64_from_u32, "U:M", FROM32)             \
                                                       OP(i64_from_f32, "F:L", FROM32) OP(u64_from_f32, "F:M", FROM32)         \
                                                           OP(f32_from_i64, "L:F", TO32) OP(f32_from_u64, "M:F", TO32)         \
                                                               OP(f64_from_f32, "F:D", FROM32) OP(f64_from_i32, "I:D", FROM32) \
                                                                   OP(f64_from_u32, "U:D", FROM32)                             \
                                                                       OP(f64_from_i64, "L:D", WIDE)                           \
                                                                           OP(f64_from_u64, "M:D", WIDE)                       \
                                                                               OP(f32_from_f64, "D:F", TO32)                   \
                                                                                   OP(i32_from_f64, "D:I", TO32)               \
                                                                                       OP(u32_from_f64, "D:U", TO32)           \
                                                                                           OP(i64_from_f64, "D:L", WIDE)       \
                                                                                               OP(u64_from_f64, "D:M", WIDE)

#define OP(name, kinds, shape)                                                                                                 \
   static void build_##name(struct fe_lower *f, const struct fe_int64 *x, struct ir_src *o)                                    \
   {                                                                                                                           \
      struct ir_src one = fe_imm(f, 1), zero = fe_imm(f, 0);                                                                   \
      (void)one, (void)zero;                                                                                                   \
      shape(name)                                                                                                              \
   }
OPS
#undef OP
#define OP(name, kinds, shape) {#name, kinds, build_##name, host_##name},
const struct wide_op wide_ops[] = {OPS};
#undef OP
const unsigned wide_num_ops = sizeof wide_ops / sizeof wide_ops[0];

const struct wide_op *wide_find(const char *name)
{
   for (unsigned k = 0; k < wide_num_ops; k++)
      if (!strcmp(wide_ops[k].name, name))
         return &wide_ops[k];
   return NULL;
}

/* ---- operands */

static const uint64_t special_d[] = {
    0,
    1,
    2,
    3,
    0x000fffffffffffff,
    0x0008000000000000,
    0x0010000000000000,
    0x0010000000000001,
    0x001fffffffffffff,
    0x0020000000000000,
    0x00000000ffffffff,
    0x0000000100000000,
    0x0340000000000000,
    0x1e60000000000000,
    0x1ff0000000000001,
    0x2000000000000000,
    0x36a0000000000000,
    0x380fffffffffffff,
    0x3690000000000000,
    0x3690000000000001,
    0x380ffffff0000000,
    0x3ca0000000000000,
    0x3cb0000000000000,
    0x3cb0000000000001,
    0x3fdfffffffffffff,
    0x3fe0000000000000,
    0x3fe0000000000001,
    0x3fefffffffffffff,
    0x3ff0000000000000,
    0x3ff0000000000001,
    0x3ff0000010000000,
    0x3ff0000030000000,
    0x3ff8000000000000,
    0x3fffffffffffffff,
    0x4000000000000000,
    0x4004000000000000,
    0x4008000000000000,
    0x400c000000000000,
    0x4010000000000000,
    0x40fffffff0000000,
    0x41dfffffffc00000,
    0x41e0000000000000,
    0x41e0000000200000,
    0x41efffffffe00000,
    0x41f0000000000000,
    0x4330000000000000,
    0x432fffffffffffff,
    0x433fffffffffffff,
    0x4340000000000000,
    0x43dfffffffffffff,
    0x43e0000000000000,
    0x43efffffffffffff,
    0x43f0000000000000,
    0x47efffffe0000000,
    0x47efffffefffffff,
    0x47effffff0000000,
    0x47f0000000000000,
    0x5fe0000000000000,
    0x5fefffffffffffff,
    0x7fd0000000000000,
    0x7fdfffffffffffff,
    0x7fe0000000000000,
    0x7feffffffffffffe,
    0x7fefffffffffffff,
    INF,
    0x7ff0000000000001,
    0x7ff8000000000000,
    0x7fffffffffffffff,
    0x3fb999999999999a,
    0x3fd5555555555555,
    0x400921fb54442d18,
};
static const uint64_t special_l[] = {
    0,
    1,
    2,
    3,
    5,
    7,
    10,
    31,
    32,
    33,
    63,
    64,
    100,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0xfffffffe,
    0xffffffff,
    0x100000000,
    0x100000001,
    0x1ffffffff,
    0xffffff8000000000,
    0xffffff7fffffffff,
    0x1fffffffffffff,
    0x20000000000000,
    0x20000000000001,
    0x20000000000003,
    0x7fffffffffffffff,
    SIGN,
    SIGN + 1,
    0xfffffffffffff800,
    0xfffffffffffffbff,
    0xfffffffffffffc00,
    UINT64_MAX - 1,
    UINT64_MAX,
    0x123456789abcdef0,
    0xffffffff00000000,
    0x7fffffbfffffffff,
    0x7fffff4000000000,
    0x5555555555555555,
    0xaaaaaaaaaaaaaaaa,
};
static const uint32_t special_w[] = {
    0,          1,          2,          31,         32,         33,         52,         53,      63,        64,
    65,         1000,       1022,       1023,       1074,       1075,       2046,       2098,    2099,      3000,
    0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0u - 52,    0u - 53,    0u - 54, 0u - 1022, 0u - 1074,
    0u - 1075,  0u - 2098,  0u - 2200,  0x00ffffff, 0x01000001, 0xffffff80, 0xffffff7f,
};
static const uint32_t special_f[] = {
    0,          1,          3,          0x007fffff, 0x00400000, 0x00800000, 0x00800001, 0x3effffff, 0x3f000000, 0x3f7fffff,
    0x3f800000, 0x3f800001, 0x3fc00000, 0x40000000, 0x4b800001, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5effffff,
    0x5f000000, 0x5f7fffff, 0x5f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff,
};
#define COUNT_OF(a) (sizeof(a) / sizeof(a)[0])

bool wide_special(char kind, unsigned n, uint64_t *v)
{
   switch (kind) {
   case 'D':
      *v = n / 2 < COUNT_OF(special_d) ? special_d[n / 2] | (n & 1 ? SIGN : 0) : 0;
      return n < 2 * COUNT_OF(special_d);
   case 'F':
      *v = n / 2 < COUNT_OF(special_f) ? special_f[n / 2] | (n & 1 ? 0x80000000u : 0) : 0;
      return n < 2 * COUNT_OF(special_f);
   case 'I':
   case 'U':
      *v = n < COUNT_OF(special_w) ? special_w[n] : 0;
      return n < COUNT_OF(special_w);
   default:
      *v = n / 2 < COUNT_OF(special_l) ? (n & 1 ? 0 - special_l[n / 2] : special_l[n / 2]) : 0;
      return n < 2 * COUNT_OF(special_l);
   }
}

/* Words with few or with almost all bits set, or with random low or high bits. */
static uint64_t pattern(struct util_rng *r)
{
   uint64_t v = util_rng_u64(r), w;

   switch (util_rng_below(r, 6)) {
   case 0: return v;
   case 1: return v & util_rng_u64(r) & util_rng_u64(r) & util_rng_u64(r);
   case 2: return ~(v & util_rng_u64(r) & util_rng_u64(r) & util_rng_u64(r));
   case 3: return v << util_rng_below(r, 64);
   case 4: return v >> util_rng_below(r, 64);
   default:
      w = (uint64_t)1 << util_rng_below(r, 64);
      return w + (util_rng_below(r, 2) ? (uint64_t)1 << util_rng_below(r, 64) : 0) - util_rng_below(r, 2);
   }
}

static uint64_t make(uint64_t sign, int64_t exp, uint64_t man)
{
   exp = exp < 0 ? 0 : exp > 2046 ? 2046 : exp;
   return sign << 63 | (uint64_t)exp << 52 | man >> 12;
}
static int64_t exp_of(uint64_t v) { return (int64_t)(v >> 52 & 2047); }

static uint64_t random_double(struct util_rng *r, const uint64_t *before, unsigned n)
{
   uint64_t sign = util_rng_below(r, 2), man = pattern(r), v = 0;
   int64_t e = n ? exp_of(before[0]) : 0, near = (int64_t)util_rng_below(r, 7) - 3, far = (int64_t)util_rng_below(r, 128) - 64;

   if (n == 2) {
      /* near the product of the first two, which may cancel, or within range of its last bits */
      e += exp_of(before[1]) - 1023;
      double p = num_d(before[0]) * num_d(before[1]);
      switch (util_rng_below(r, 5)) {
      case 0: return u_of(-p) + (uint64_t)near;
      case 1: return make(sign, e + near, man);
      case 2: return make(sign, e + 2 * far, man);
      default: break;
      }
   }
   switch (util_rng_below(r, n ? 10 : 6)) {
   case 0: wide_special('D', util_rng_below(r, 2 * (uint32_t)COUNT_OF(special_d)), &v); return v;
   case 1: return sign << 63 | man >> 1;
   case 2: return make(sign, 0, man);
   case 3: return make(sign, util_rng_below(r, 2) ? (int64_t)util_rng_below(r, 4) : 2046 - (int64_t)util_rng_below(r, 4), man);
   case 4: return make(sign, util_rng_below(r, 2048), man);
   case 5: return make(sign, 1023 + far, man);
   case 6: return (before[0] ^ sign << 63) + (uint64_t)near;                        /* a sum that cancels */
   case 7: return make(sign, e + far, man);                                         /* a sum where the ends meet */
   case 8:
      return make(sign, (util_rng_below(r, 2) ? 1023 : 3069) - e + near, man); /* a product that overflows or is a denormal */
   default:
      return make(sign, (util_rng_below(r, 2) ? 1023 - 26 : 0) + (e - 1023 > 0 ? e - 1023 : 1023 - e) + near + far / 2, man);
   }
}

static uint64_t random_word(struct util_rng *r, char kind)
{
   uint64_t v = 0;

   switch (util_rng_below(r, 4)) {
   case 0:
      wide_special(kind, util_rng_below(r, (uint32_t)(kind == 'F' ? 2 * COUNT_OF(special_f) : COUNT_OF(special_w))), &v);
      return v;
   case 1: return util_rng_u32(r);
   case 2:
      return kind == 'F' ? (127 + util_rng_below(r, 70)) << 23 | (uint32_t)pattern(r) >> 9
                         : (uint32_t)util_rng_below(r, 4400) - 2200u;
   default: return (uint32_t)pattern(r);
   }
}

struct wide_operands wide_random(struct util_rng *r, const struct wide_op *op)
{
   struct wide_operands o = {{0}};

   for (unsigned n = 0; op->kinds[n] != ':'; n++) {
      char kind = op->kinds[n];

      if (kind == 'D') {
         o.x[n] = random_double(r, o.x, n);
      } else if (kind == 'L' || kind == 'M') {
         o.x[n] = pattern(r);
         if (n && util_rng_below(r, 4) == 0) /* a dividend just above or below a multiple */
            o.x[0] = o.x[1] * (pattern(r) >> util_rng_below(r, 64)) + util_rng_below(r, 3) - 1;
         else if (n && util_rng_below(r, 8) == 0)
            o.x[1] = o.x[0] + util_rng_below(r, 3) - 1;
      } else {
         o.x[n] = random_word(r, kind);
      }
   }
   return o;
}

/* ---- programs of one operation, and running them */

static bool is_word(char kind) { return kind != 'D' && kind != 'L' && kind != 'M'; }

static struct ir_shader *shader(struct util_ctx *ctx, const struct wide_op *op, num_m num, unsigned constant, uint64_t value)
{
   struct fe_lower f = {0};
   struct fe_int64 in[WIDE_OPERANDS];
   struct ir_src out[3] = {{0}};

   fe_lower_begin(&f, ctx, ir_shader_new(ctx, IR_STAGE_VERTEX, num));
   for (unsigned n = 0; op->kinds[n] != ':'; n++) {
      if (n == constant) {
         in[n] = fe_int64_imm(&f, value);
         continue;
      }
      in[n].lo = fe_input(&f, SLOT_VATTR + n, 0, INTERP_SMOOTH, (struct ir_src){0});
      in[n].hi = is_word(op->kinds[n]) ? fe_imm(&f, 0) : fe_input(&f, SLOT_VATTR + n, 1, INTERP_SMOOTH, (struct ir_src){0});
   }
   op->build(&f, in, out);
   for (unsigned c = 0; c < 3; c++)
      if (out[c].val) {
         f.out.written[SLOT_ATTR] |= (uint8_t)(1u << c);
         fe_output_store_if(&f, SLOT_ATTR, (struct fe_index){0}, c, (struct ir_src){0}, out[c]);
      }
   fe_outputs_emit(&f);
   fe_lower_end(&f);
   return f.s;
}

struct ir_shader *wide_shader(struct util_ctx *ctx, const struct wide_op *op, num_m num)
{
   return shader(ctx, op, num, WIDE_OPERANDS, 0);
}

struct ir_shader *wide_shader_constant(struct util_ctx *ctx, const struct wide_op *op, num_m num, unsigned n, uint64_t value)
{
   return shader(ctx, op, num, n, value);
}

struct ir_shader *wide_optimised(struct util_ctx *ctx, const struct wide_op *op)
{
   const struct pass_options po = {.opt_level = 2};
   struct ir_shader *s = wide_shader(ctx, op, &num_model_usc_rtz);

   pass_run_pipeline(s, &po);
   return s;
}

unsigned wide_count(const struct ir_shader *s)
{
   unsigned n = 0;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         n += i->op != IR_const && i->op != IR_load_input && i->op != IR_store_output;
   return n;
}

void wide_fill(struct exec_wave *t, const struct wide_operands *x, unsigned lanes)
{
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned n = 0; n < WIDE_OPERANDS; n++) {
         const uint64_t v = x[l < lanes ? l : 0].x[n];

         t->in[0][SLOT_VATTR + n][0][l] = (uint32_t)v;
         t->in[0][SLOT_VATTR + n][1][l] = (uint32_t)(v >> 32);
      }
}

const char *wide_compare(struct util_ctx *ctx, const struct wide_op *op, const struct exec_wave *t,
                         const struct wide_operands *x, unsigned lanes)
{
   const char *result = strchr(op->kinds, ':') + 1;

   for (unsigned l = 0; l < lanes; l++) {
      uint64_t want[2] = {0, 0}, got = t->out[SLOT_ATTR][0][l];

      op->host(x[l].x, want);
      if (!is_word(result[0]))
         got |= (uint64_t)t->out[SLOT_ATTR][1][l] << 32;
      if (got != want[0] || (result[1] == 'X' && t->out[SLOT_ATTR][2][l] != (uint32_t)want[1]))
         return util_printf(ctx, "%s(%016llx, %016llx, %016llx): %016llx, the host has %016llx (%u, %u)", op->name,
                            (unsigned long long)x[l].x[0], (unsigned long long)x[l].x[1], (unsigned long long)x[l].x[2],
                            (unsigned long long)got, (unsigned long long)want[0], t->out[SLOT_ATTR][2][l], (unsigned)want[1]);
   }
   return NULL;
}

struct batch {
   struct util_ctx *ctx;
   const struct wide_op *op;
   struct ir_shader *s;
   struct exec_wave t;
   struct wide_operands x[EXEC_LANES];
   unsigned n;
};

/* Runs the batch. */
static const char *flush(struct batch *b)
{
   struct util_arena mark = b->ctx->arena;
   const char *wrong;

   if (!b->n)
      return NULL;
   wide_fill(&b->t, b->x, b->n);
   b->t.budget = 100000;
   if (ir_interp_run(b->ctx, b->s, &b->t) != EXEC_DONE)
      return util_printf(b->ctx, "%s does not end", b->op->name);
   wrong = wide_compare(b->ctx, b->op, &b->t, b->x, b->n);
   b->n = 0;
   if (!wrong)
      util_arena_release(b->ctx, &mark);
   return wrong;
}

static const char *add(struct batch *b, const struct wide_operands *x)
{
   b->x[b->n++] = *x;
   return b->n == EXEC_LANES ? flush(b) : NULL;
}

static const char *specials(struct batch *b, unsigned n, struct wide_operands *x)
{
   const char *wrong = NULL;

   if (b->op->kinds[n] == ':')
      return add(b, x);
   /* A third operand takes every eighth special value, with a varying start. */
   for (unsigned k = n == 2 ? (unsigned)(x->x[0] ^ x->x[1]) % 8 : 0; !wrong && wide_special(b->op->kinds[n], k, &x->x[n]);
        k += n == 2 ? 8 : 1)
      wrong = specials(b, n + 1, x);
   return wrong;
}

const char *wide_run(struct util_ctx *ctx, const struct wide_op *op, struct ir_shader *s, struct util_rng *r, uint64_t n)
{
   struct batch *b = UTIL_NEW(ctx, struct batch);
   struct wide_operands x = {{0}};
   const char *wrong = NULL;

   *b = (struct batch){.ctx = ctx, .op = op, .s = s, .t = {.num = s->num, .valid = UINT32_MAX}};
   b->t.in = util_alloc_array(ctx, 1, sizeof *b->t.in);
   b->t.out = util_alloc_array(ctx, SLOT_COUNT, sizeof *b->t.out);
   if (!n)
      wrong = specials(b, 0, &x);
   for (uint64_t k = 0; k < n && !wrong; k++) {
      x = wide_random(r, op);
      wrong = add(b, &x);
   }
   return wrong ? wrong : flush(b);
}
