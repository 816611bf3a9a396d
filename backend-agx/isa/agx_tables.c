/* SPDX-License-Identifier: MIT */
/* The tables of agx_isa.def as data, the names of field values, and the conversion of minifloats. */
#include "backend-agx/isa/agx.h"

/* The column `name` of the rows: it holds operand letters and number fields. */
#define REFS(X) X(D) X(A) X(B) X(C) X(Y) X(U) X(T) X(S)
#define FIELDS(X)                                                                                                              \
   X(SAT) X(IMM) X(KILL) X(COND) X(NEST) X(SHIFT) X(MASK) X(ROUND) X(INTERP) X(FORMAT) X(SLOT) X(EXT) X(COHERENT) X(OP)        \
   X(DIM) X(LOD) X(GATHER) X(SHADOW) X(OFFSET) X(QUERY) X(SPARSE) X(RTZ) X(EXPLICIT) X(FORWARD) X(ELIDE) X(AUX)
enum {
#define X(name) NAME_##name = AGX_##name,
   REFS(X)
#undef X
#define X(name) NAME_##name = AGX_F_##name,
   FIELDS(X)
#undef X
};

#define FIELD(...) FIELD_(__VA_ARGS__)

/* Row numbers: END takes a row too, so that FIRST_shape is the index of the row that follows it. */
enum {
#define SHAPE(s) FIRST_##s, FIRST_BACK_##s = FIRST_##s - 1,
#define FIELD_(s, name, kind, ...) ROW_##s##_##name##_##kind,
#define END(s) ROW_END_##s,
#include "backend-agx/isa/agx_isa.def"
#undef FIELD_
};

#define FIELD(...) FIELD_(__VA_ARGS__)
#define P(pos, width) {pos, width}
const struct agx_row agx_rows[] = {
#define FIELD_(s, nm, kd, st, pv, ...) {AGX_K_##kd, AGX_S_##st, NAME_##nm, AGX_FROM_##pv, {__VA_ARGS__}},
#define END(s) {AGX_K_END, AGX_S_NONE, 0, 0, {P(0, 0)}},
#include "backend-agx/isa/agx_isa.def"
#undef FIELD_
};

/* Forms as constants. */
enum {
#define AUTO 0
#define LONG 1
#define FORM(id, sl, ll, lb, usual) SHORT_##id = sl, LONG_##id = ll, LBIT_##id = lb, USUAL_##id = usual,
#include "backend-agx/isa/agx_isa.def"
#undef AUTO
#undef LONG
};
#define FLAGS(f) ((f) | ((f) & (AGX_EXEC | AGX_JUMP | AGX_END | AGX_DRAIN) ? AGX_EFFECT : 0))

const struct agx_info agx_info[AGX_NUM_OPS] = {
#define OP(id, nm, shape, form, msk, bts, unt, ord, flg, pv)                                                                   \
   [AGX_OP_##id] = {.name = nm,                                                                                                \
                    .row = FIRST_##shape,                                                                                      \
                    .short_len = SHORT_##form,                                                                                 \
                    .long_len = LONG_##form,                                                                                   \
                    .l_bit = LBIT_##form,                                                                                      \
                    .always_long = USUAL_##form,                                                                               \
                    .unit = AGX_U_##unt,                                                                                       \
                    .order = AGX_ORD_##ord,                                                                                    \
                    .source = AGX_FROM_##pv,                                                                         \
                    .flags = FLAGS(flg),                                                                                       \
                    .mask = msk,                                                                                               \
                    .bits = bts},
#include "backend-agx/isa/agx_isa.def"
};

#define T(kind) (1u << AGX_##kind)
const struct agx_kind_info agx_kind_info[AGX_NUM_KINDS] = {
#define KIND(id, group, takes, text) [AGX_K_##id] = {AGX_G_##group, takes, text, text " expected"},
#include "backend-agx/isa/agx_isa.def"
};
#undef T

const struct agx_unit_info agx_unit_info[AGX_NUM_UNITS] = {
#define SIMPLE false
#define COMPLEX true
#define UNIT(id, sum, lat, cst, text) [AGX_U_##id] = {text, sum, lat, cst},
#include "backend-agx/isa/agx_isa.def"
#undef SIMPLE
#undef COMPLEX
};

const struct agx_format_info agx_format_info[16] = {
#define FORMAT(id, value, text, bytes, packed) [value] = {bytes, packed},
#include "backend-agx/isa/agx_value.def"
};

const struct agx_dim_info agx_dim_info[16] = {
#define DIM(id, value, text, coords, gradient, layer) [value] = {coords, gradient, layer},
#include "backend-agx/isa/agx_value.def"
};

/* ---- names --------------------------------------------------------------------------------------------------------------- */

const char *agx_value_name(enum agx_style style, uint32_t v)
{
   static const char *const names[AGX_S_DIM + 1][32] = {
#define VALUE(style, value, name) [AGX_S_##style][value] = name,
#define FORMAT(id, value, name, ...) [AGX_S_FMT][value] = name,
#define DIM(id, value, name, ...) [AGX_S_DIM][value] = name,
#include "backend-agx/isa/agx_value.def"
   };
   return v < 32 ? names[style][v] : NULL;
}

static const struct {
   const char *name;
   uint8_t order;
} sregs[256] = {
#define SREG(number, name, order) [number] = {name, AGX_ORD_##order},
#include "backend-agx/isa/agx_value.def"
};

const char *agx_sreg_name(uint32_t number)
{
   return number < 256 ? sregs[number].name : NULL;
}

const char *agx_field_name(enum agx_field field)
{
   switch (field) {
   case AGX_F_KILL: return "kill";
   case AGX_F_COHERENT: return "coherent";
   case AGX_F_QUERY: return "query_lod";
   case AGX_F_SPARSE: return "sparse";
   case AGX_F_RTZ: return "rtz";
   case AGX_F_EXPLICIT: return "explicit_coords";
   case AGX_F_FORWARD: return "forward";
   case AGX_F_ELIDE: return "elide";
   default: return NULL;
   }
}

/* ---- facts that depend on the instruction -------------------------------------------------------------------------------- */

enum agx_ordering agx_order_of(const struct agx_instr *in)
{
   const enum agx_ordering order = agx_info[in->op].order;
   const uint32_t number = in->imm;

   if (order != AGX_ORD_SREG)
      return order;
   return agx_sreg_name(number) ? sregs[number].order : AGX_ORD_BARRIER; /* their dependencies are unknown */
}

static bool is_operand(const struct agx_row *row)
{
   return row->kind != AGX_K_END && row->kind != AGX_K_NUM && row->kind != AGX_K_ONES && row->kind != AGX_K_MODF &&
          row->kind != AGX_K_MODSX;
}

const struct agx_row *agx_operand_row(unsigned op, enum agx_refs ref)
{
   for (const struct agx_row *row = &agx_rows[agx_info[op].row]; row->kind != AGX_K_END; row++)
      if (is_operand(row) && row->name == ref)
         return row;
   return NULL;
}

bool agx_takes(unsigned op, enum agx_refs ref, enum agx_kind kind)
{
   const struct agx_row *row = agx_operand_row(op, ref);
   return row && agx_kind_info[row->kind].takes >> kind & 1;
}

/* The number of registers in the operand that determines the level. */
static unsigned lod_count(const struct agx_instr *in)
{
   const unsigned gradient = 2u * agx_dim_info[in->f[AGX_F_DIM] & 15].gradient;

   switch (in->f[AGX_F_LOD]) {
   case AGX_LOD_GRAD: return gradient;
   case AGX_LOD_GRAD_MIN: return gradient + 1;
   case AGX_LOD_BIAS_MIN: return 2;
   default: return 1;
   }
}

unsigned agx_operand_count(const struct agx_instr *in, enum agx_refs ref)
{
   const struct agx_row *row = agx_operand_row(in->op, ref);
   const struct agx_dim_info *dim = &agx_dim_info[in->f[AGX_F_DIM] & 15];

   switch (row ? row->kind : AGX_K_END) {
   case AGX_K_VECM: return (unsigned)__builtin_popcount(in->f[AGX_F_MASK] & 15);
   case AGX_K_VECU: return (unsigned)__builtin_popcount(in->f[AGX_F_MASK] & 15);
   case AGX_K_VEC4: return 4;
   case AGX_K_RESULT: return in->f[AGX_F_SPARSE] ? 8 : 4;
   case AGX_K_VALUES: return in->f[AGX_F_OP] == AGX_ATOMIC_CMPXCHG ? 2 : 1;
   case AGX_K_COORD: return dim->coords + (unsigned)(dim->layer && !in->f[AGX_F_QUERY]);
   case AGX_K_CORNER: return in->f[AGX_F_EXPLICIT] ? dim->coords + (unsigned)dim->layer : 1;
   case AGX_K_LOD: return lod_count(in);
   case AGX_K_EXTRA: return (in->f[AGX_F_SHADOW] ? 1 : 0) + (in->f[AGX_F_OFFSET] ? 1 : 0);
   /* These have their own count. */
   case AGX_K_VEC:
   case AGX_K_VEC3:
   case AGX_K_ZS: return in->ref[ref].count ? in->ref[ref].count : 1;
   case AGX_K_END: return 0;
   default: return 1;
   }
}

unsigned agx_occupancy(unsigned halves)
{
#define OCCUPANCY(most, threads)                                                                                               \
   if (halves <= most)                                                                                                         \
      return threads;
#include "backend-agx/isa/agx_value.def"
   return 0;
}

unsigned agx_halves_for(unsigned threads)
{
   unsigned halves = 0;

#define OCCUPANCY(most, number) halves = threads <= number ? most : halves;
#include "backend-agx/isa/agx_value.def"
   return halves;
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
