/* SPDX-License-Identifier: MIT */
/* The tables of agx_isa.def as data, the names of field values, and the conversion of minifloats. */
#include "backend-agx/isa/agx.h"

/* The column `name` of the rows: it holds operand letters and number fields. */
enum {
   NAME_D = AGX_D,
   NAME_A = AGX_A,
   NAME_B = AGX_B,
   NAME_C = AGX_C,
   NAME_Y = AGX_Y,
   NAME_SAT = AGX_F_SAT,
   NAME_IMM = AGX_F_IMM,
   NAME_KILL = AGX_F_KILL,
   NAME_COND = AGX_F_COND,
   NAME_NEST = AGX_F_NEST,
   NAME_SHIFT = AGX_F_SHIFT,
   NAME_MASK = AGX_F_MASK,
   NAME_ROUND = AGX_F_ROUND,
   NAME_FORMAT = AGX_F_FORMAT,
};

#define FIELD(...) FIELD_(__VA_ARGS__)

/* Row numbers: END takes a row too, so that FIRST_shape is the index of the row that follows it. */
enum {
#define SHAPE(s) FIRST_##s, FIRST_BACK_##s = FIRST_##s - 1,
#define FIELD_(s, name, kind, ...) ROW_##s##_##name##_##kind,
#define END(s) ROW_END_##s,
#define OP(...)
#include "backend-agx/isa/agx_isa.def"
#undef SHAPE
#undef FIELD_
#undef END
#undef OP
};

const struct agx_row agx_rows[] = {
#define SHAPE(s)
#define FIELD_(s, nm, kd, st, p0, w0, p1, w1, p2, w2, p3, w3, pv)                                                              \
   {AGX_K_##kd, AGX_S_##st, NAME_##nm, AGX_PROVENANCE_##pv, {{p0, w0}, {p1, w1}, {p2, w2}, {p3, w3}}},
#define END(s) {AGX_K_END, AGX_S_NONE, 0, 0, {{-1, 0}, {-1, 0}, {-1, 0}, {-1, 0}}},
#define OP(...)
#include "backend-agx/isa/agx_isa.def"
#undef SHAPE
#undef FIELD_
#undef END
#undef OP
};

const struct agx_info agx_info[AGX_NUM_OPS] = {
#define SHAPE(s)
#define FIELD_(...)
#define END(s)
#define OP(id, nm, shape, sl, ll, lb, msk, bts, unt, pv)                                                                       \
   [AGX_OP_##id] = {.name = nm,                                                                                                \
                    .row = FIRST_##shape,                                                                                      \
                    .short_len = sl,                                                                                           \
                    .long_len = ll,                                                                                            \
                    .l_bit = lb,                                                                                               \
                    .unit = AGX_U_##unt,                                                                                       \
                    .provenance = AGX_PROVENANCE_##pv,                                                                         \
                    .mask = msk,                                                                                               \
                    .bits = bts},
#include "backend-agx/isa/agx_isa.def"
#undef SHAPE
#undef FIELD_
#undef END
#undef OP
};

const char *agx_value_name(enum agx_style style, uint32_t v)
{
   static const char *const icc[16] = {"ueq",  "ult",  "ugt",  0, "seq",  "slt",  "sgt",  0,
                                       "nueq", "ugte", "ulte", 0, "nseq", "sgte", "slte", 0};
   static const char *const fcc[16] = {"eq",  "lt",  "gt",  "ltn",  0, "gte",  "lte",  "gtn",
                                       "neq", "nlt", "ngt", "nltn", 0, "ngte", "nlte", "ngtn"};
   static const char *const conv[16] = {"u8_to_f",  "s8_to_f",  0,          0,          "f_to_u16", "f_to_s16",
                                        "u16_to_f", "s16_to_f", "f_to_u32", "f_to_s32", "u32_to_f", "s32_to_f"};
   static const char *const fmt[16] = {"i8",      "i16", "i32",    "f16", "u8norm",   "s8norm", "u16norm", "s16norm",
                                       "rgb10a2", 0,     "srgba8", 0,     "rg11b10f", "rgb9e5"};
   static const char *const round[2] = {"rtz", "rte"};

   switch (style) {
   case AGX_S_ICC: return v < 8 ? icc[v] : NULL;
   case AGX_S_FCC: return v < 8 ? fcc[v] : NULL;
   case AGX_S_R0L_ICC: return v < 16 ? icc[v] : NULL;
   case AGX_S_R0L_FCC: return v < 16 ? fcc[v] : NULL;
   case AGX_S_CONV: return v < 16 ? conv[v] : NULL;
   case AGX_S_FMT: return v < 16 ? fmt[v] : NULL;
   case AGX_S_ROUND: return v < 2 ? round[v] : NULL;
   default: return NULL;
   }
}

uint32_t agx_minifloat_to_f32(uint8_t v)
{
   uint32_t sign = (uint32_t)(v & 0x80) << 24, e = v >> 4 & 7, f = v & 15;

   if (e) /* (16 + f) * 2^(e-7): the leading 16 has exponent e-3 */
      return sign | (127 + e - 3) << 23 | f << 19;
   if (!f)
      return sign;
   /* f/64: normalise */
   unsigned top = f >= 8 ? 3 : f >= 4 ? 2 : f >= 2 ? 1 : 0;
   return sign | (127 + top - 6) << 23 | ((f << (23 - top)) & 0x7fffff);
}

int agx_minifloat_from_f32(uint32_t bits)
{
   /* Exponents from 2^-6 to 2^4 with at most 4 bits below the leading one. */
   uint32_t e = bits >> 23 & 0xff, m = bits & 0x7fffff;
   int sign = bits >> 31 ? 0x80 : 0;

   if (!e && !m)
      return sign;
   if (m & 0x7ffff || e < 127 - 6 || e > 127 + 4)
      return -1;
   if (e >= 127 - 2) /* normal minifloat: e' = e - 127 + 3, from 1 */
      return sign | (int)(e - 124) << 4 | (int)(m >> 19);
   uint32_t f = (0x800000 | m) << 6 >> (23 + 127 - e) & 0xf; /* value * 64 */
   return agx_minifloat_to_f32((uint8_t)((uint32_t)sign | f)) == bits ? (sign | (int)f) : -1;
}
