/* SPDX-License-Identifier: MIT */
/* Floats and conversions. */
#include "backend-agx/sim/agx_sim_priv.h"

#include <string.h>

static uint32_t unary(num_m m, enum agx_op op, uint32_t a)
{
   switch (op) {
   case AGX_OP_floor: return num_ffloor(m, a);
   case AGX_OP_ceil: return num_fceil(m, a);
   case AGX_OP_trunc: return num_ftrunc(m, a);
   case AGX_OP_rint: return num_fround(m, a);
   case AGX_OP_rcp: return num_frcp(m, a);
   case AGX_OP_rsqrt: return num_frsq(m, a);
   case AGX_OP_rsqrt_special: /* times a, it is the square root: 0 for zeros, infinity for infinities */
      a = num_flush_in(m, a);
      return a << 1 == 0 ? 0 : a == 0x7f800000u ? NUM_ONE : num_frsq(m, a);
   case AGX_OP_log2: return num_flog2(m, a);
   case AGX_OP_exp2: return num_fexp2(m, a);
   case AGX_OP_sin_pt_1: return num_sin_pt_1(m, a);
   default: return num_sin_pt_2(m, a);
   }
}

/* Writes a float result: saturates it in f32, then rounds it again to the size of D. */
static void write_result(struct agx_wave *t, const struct agx_instr *in, uint32_t lanes, const uint32_t *r)
{
   exec_lanes sat;

   if (in->f[AGX_F_SAT]) {
      t->ops->fsat(t->num, r, NULL, NULL, sat);
      r = sat;
   }
   agx_sim_write_float(t, &in->ref[AGX_D], lanes, r);
}

bool agx_sim_float_op(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   exec_lanes buf[3], r;
   const uint32_t *a = agx_sim_float(t, &in->ref[AGX_A], buf[0]);

   switch (in->op) {
   case AGX_OP_fadd32: t->ops->fadd(t->num, a, agx_sim_float(t, &in->ref[AGX_B], buf[1]), NULL, r); break;
   case AGX_OP_fmul32: t->ops->fmul(t->num, a, agx_sim_float(t, &in->ref[AGX_B], buf[1]), NULL, r); break;
   case AGX_OP_fmadd32:
      t->ops->fmad(t->num, a, agx_sim_float(t, &in->ref[AGX_B], buf[1]), agx_sim_float(t, &in->ref[AGX_C], buf[2]), r);
      break;
   default:
      for (unsigned l = 0; l < EXEC_LANES; l++)
         r[l] = unary(t->num, (enum agx_op)in->op, a[l]);
      break;
   }
   write_result(t, in, lanes, r);
   return true;
}

/* f16 operations round once. f32 holds the operands and exact sums and products, which are then rounded to f16. */
bool agx_sim_half_op(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   exec_lanes buf[3], r;
   const uint32_t *a = agx_sim_float(t, &in->ref[AGX_A], buf[0]), *b = agx_sim_float(t, &in->ref[AGX_B], buf[1]);

   if (in->op == AGX_OP_fadd16) {
      t->ops->fadd(t->num, a, b, NULL, r);
   } else if (in->op == AGX_OP_fmul16) {
      t->ops->fmul(t->num, a, b, NULL, r);
   } else {
      const uint32_t *c = agx_sim_float(t, &in->ref[AGX_C], buf[2]);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         r[l] = num_h2f(t->num, num_hmad(t->num, num_f2h(t->num, a[l]), num_f2h(t->num, b[l]), num_f2h(t->num, c[l])));
   }
   write_result(t, in, lanes, r);
   return true;
}

/* ---- conversions --------------------------------------------------------------------------------------------------------- */

/* Rounds a double to f32, to nearest or toward zero. */
static uint32_t from_double(double x, bool rte)
{
   const float f = (float)x;
   const uint32_t u = num_u(f);

   return !rte && (x > 0 ? (double)f > x : (double)f < x) ? u - 1 : u;
}

static uint32_t to_float(unsigned conv, bool rte, uint32_t raw)
{
   switch (conv) {
   case AGX_CONV_U8_F: return from_double(raw & 0xff, rte);
   case AGX_CONV_S8_F: return from_double((double)(int8_t)(raw & 0xff), rte);
   case AGX_CONV_U16_F: return from_double(raw & 0xffff, rte);
   case AGX_CONV_S16_F: return from_double((double)(int16_t)(raw & 0xffff), rte);
   case AGX_CONV_U32_F: return from_double(raw, rte);
   default: return from_double((double)(int32_t)raw, rte);
   }
}

/* Values out of range clamp to the range, and NaN becomes 0 (assumed: no source says). */
static uint32_t to_int(num_m m, unsigned conv, bool rte, uint32_t f)
{
   uint32_t v;

   if (rte)
      f = num_fround(m, f);
   switch (conv) {
   case AGX_CONV_F_U32: return num_f2u(m, f);
   case AGX_CONV_F_S32: return num_f2i(m, f);
   case AGX_CONV_F_U16: v = num_f2u(m, f); return v > 0xffff ? 0xffff : v;
   default: v = num_f2i(m, f); return v >> 31 ? (v < 0xffff8000u ? 0xffff8000u : v) : v > 0x7fff ? 0x7fff : v;
   }
}

bool agx_sim_convert(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const unsigned conv = in->imm;
   const bool rte = in->f[AGX_F_ROUND] == AGX_RTE;
   exec_lanes buf, r;

   switch (conv) {
   case AGX_CONV_F_U16:
   case AGX_CONV_F_S16:
   case AGX_CONV_F_U32:
   case AGX_CONV_F_S32: {
      const uint32_t *a = in->ref[AGX_A].kind == AGX_IMM ? NULL : agx_sim_float(t, &in->ref[AGX_A], buf);
      if (!a)
         return agx_sim_fault(t, "a conversion of an immediate that is not a float");
      for (unsigned l = 0; l < EXEC_LANES; l++)
         r[l] = to_int(t->num, conv, rte, a[l]);
      agx_sim_write(t, &in->ref[AGX_D], lanes, r);
      return true;
   }
   case AGX_CONV_U8_F:
   case AGX_CONV_S8_F:
   case AGX_CONV_U16_F:
   case AGX_CONV_S16_F:
   case AGX_CONV_U32_F:
   case AGX_CONV_S32_F: {
      const uint32_t *a = agx_sim_int(t, &in->ref[AGX_A], buf);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         r[l] = to_float(conv, rte, a[l]);
      write_result(t, in, lanes, r);
      return true;
   }
   default: return agx_sim_fault(t, "unknown conversion");
   }
}
