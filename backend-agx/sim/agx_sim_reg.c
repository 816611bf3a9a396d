/* SPDX-License-Identifier: MIT */
/* Operands of the simulator, for all lanes at once. */
#include "backend-agx/sim/agx_sim_priv.h"

#include <stdio.h>
#include <string.h>

bool agx_sim_fault(struct agx_wave *t, const char *text)
{
   t->fault = text;
   t->fault_pc = t->pc;
   return false;
}

bool agx_sim_fault_at(struct agx_wave *t, unsigned half, unsigned slot)
{
   snprintf(t->fault_text, sizeof t->fault_text,
            "r%u%c is read or written before the wait for slot %u, in which an operation still writes it", half / 2,
            half & 1 ? 'h' : 'l', slot);
   return agx_sim_fault(t, t->fault_text);
}

unsigned agx_sim_bits(const struct agx_ref *r)
{
   switch (r->kind) {
   case AGX_REG32:
   case AGX_UNIFORM32: return 32;
   case AGX_REG64:
   case AGX_UNIFORM64: return 64;
   default: return 16; /* also immediates, which are never negative */
   }
}

struct agx_ref agx_sim_component(const struct agx_ref *r, unsigned k)
{
   struct agx_ref c = *r;

   c.value += k * agx_sim_bits(r) / 16;
   c.count = 1;
   return c;
}

static uint32_t uniform(const struct agx_wave *t, const struct agx_ref *r)
{
   const uint32_t w = t->reg.u[r->value / 2];
   return r->kind != AGX_UNIFORM16 ? w : r->value & 1 ? w >> 16 : w & 0xffff;
}

/* The bits, zero-extended. */
static const uint32_t *raw(const struct agx_wave *t, const struct agx_ref *r, uint32_t *restrict buf)
{
   const uint32_t *w = t->reg.r[r->value / 2 % AGX_REGS];

   switch (r->kind) {
   case AGX_REG32: return w;
   case AGX_REG16:
      for (unsigned l = 0; l < EXEC_LANES; l++)
         buf[l] = w[l] >> 16 * (r->value & 1) & 0xffff;
      return buf;
   case AGX_UNIFORM16:
   case AGX_UNIFORM32: lanes_splat(uniform(t, r), buf); return buf;
   case AGX_IMM: lanes_splat(r->value, buf); return buf;
   default: lanes_splat(0, buf); return buf;
   }
}

const uint32_t *agx_sim_signed(const struct agx_wave *t, const struct agx_ref *r, uint32_t *restrict buf)
{
   const uint32_t *v = raw(t, r, buf);

   if (r->kind != AGX_REG16 && r->kind != AGX_UNIFORM16)
      return v;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      buf[l] |= (0u - (buf[l] >> 15)) << 16;
   return buf;
}

const uint32_t *agx_sim_int(const struct agx_wave *t, const struct agx_ref *r, uint32_t *buf)
{
   return r->mods & AGX_SX ? agx_sim_signed(t, r, buf) : raw(t, r, buf);
}

void agx_sim_int64(const struct agx_wave *t, const struct agx_ref *r, uint64_t v[EXEC_LANES])
{
   exec_lanes buf;
   const bool sx = r->mods & AGX_SX && r->kind != AGX_IMM;

   if (r->kind == AGX_REG64 || r->kind == AGX_UNIFORM64) {
      for (unsigned l = 0; l < EXEC_LANES; l++)
         v[l] = r->kind == AGX_UNIFORM64 ? t->reg.u[r->value / 2] | (uint64_t)t->reg.u[r->value / 2 + 1] << 32
                                         : t->reg.r[r->value / 2][l] | (uint64_t)t->reg.r[r->value / 2 + 1][l] << 32;
      return;
   }
   const uint32_t *w = agx_sim_int(t, r, buf);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      v[l] = w[l] | (sx && w[l] >> 31 ? UINT64_MAX << 32 : 0);
}

const uint32_t *agx_sim_float(const struct agx_wave *t, const struct agx_ref *r, uint32_t *buf)
{
   const uint32_t keep = r->mods & AGX_ABS ? ~SIM_SIGN : UINT32_MAX, flip = r->mods & AGX_NEG ? SIM_SIGN : 0;
   exec_lanes widened;
   const uint32_t *v = buf;

   switch (r->kind) {
   case AGX_MINIFLOAT: lanes_splat(agx_minifloat_to_f32((uint8_t)r->value), buf); break;
   case AGX_UNIFORM16: lanes_splat(num_h2f(t->num, (uint16_t)uniform(t, r)), buf); break;
   case AGX_REG16:
      raw(t, r, buf);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         buf[l] = num_h2f(t->num, (uint16_t)buf[l]);
      break;
   default: v = raw(t, r, buf); break;
   }
   if (!r->mods)
      return v;
   lanes_sign(keep, flip, v, widened);
   memcpy(buf, widened, sizeof widened);
   return buf;
}

void agx_sim_write(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint32_t v[EXEC_LANES])
{
   uint32_t *w = t->reg.r[r->value / 2 % AGX_REGS];
   exec_lanes merged;

   if (r->kind != AGX_REG16) {
      lanes_select(lanes, v, w);
      return;
   }
   if (r->value & 1) {
      for (unsigned l = 0; l < EXEC_LANES; l++)
         merged[l] = (w[l] & 0xffff) | v[l] << 16;
   } else {
      for (unsigned l = 0; l < EXEC_LANES; l++)
         merged[l] = (w[l] & 0xffff0000u) | (v[l] & 0xffff);
   }
   lanes_select(lanes, merged, w);
}

void agx_sim_write64(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint64_t v[EXEC_LANES])
{
   exec_lanes half[2];

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      half[0][l] = (uint32_t)v[l];
      half[1][l] = (uint32_t)(v[l] >> 32);
   }
   agx_sim_write(t, r, lanes, half[0]);
   if (r->kind == AGX_REG64)
      lanes_select(lanes, half[1], t->reg.r[(r->value / 2 + 1) % AGX_REGS]);
}

void agx_sim_write_float(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint32_t v[EXEC_LANES])
{
   exec_lanes h;

   if (r->kind != AGX_REG16) {
      agx_sim_write(t, r, lanes, v);
      return;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      h[l] = num_f2h(t->num, v[l]);
   agx_sim_write(t, r, lanes, h);
}

/* ---- comparisons --------------------------------------------------------------------------------------------------------- */

static bool int_holds(unsigned cc, uint32_t a, uint32_t b)
{
   const int64_t sa = (int64_t)(a ^ SIM_SIGN) - SIM_SIGN, sb = (int64_t)(b ^ SIM_SIGN) - SIM_SIGN;

   switch (cc) {
   case AGX_ICC_UEQ:
   case AGX_ICC_SEQ: return a == b;
   case AGX_ICC_ULT: return a < b;
   case AGX_ICC_UGT: return a > b;
   case AGX_ICC_SLT: return sa < sb;
   default: return sa > sb;
   }
}

/* ltn and gtn serve min and max: they are also true if the second operand is NaN. */
static bool float_holds(num_m m, unsigned cc, uint32_t a, uint32_t b)
{
   switch (cc) {
   case AGX_FCC_EQ: return num_feq(m, a, b);
   case AGX_FCC_LT: return num_flt(m, a, b);
   case AGX_FCC_GT: return num_flt(m, b, a);
   case AGX_FCC_GE: return num_fge(m, a, b);
   case AGX_FCC_LE: return num_fge(m, b, a);
   case AGX_FCC_LTN: return num_isnan(b) || num_flt(m, a, b);
   default: return num_isnan(b) || num_flt(m, b, a);
   }
}

uint32_t agx_sim_compare(const struct agx_wave *t, const struct agx_instr *in, bool is_float)
{
   const uint32_t cc = in->f[AGX_F_COND];
   const bool sx = !is_float && cc & 4;
   uint32_t r = 0;
   exec_lanes buf[2];
   const uint32_t *v[2];

   for (unsigned k = 0; k < 2; k++) {
      const struct agx_ref *ref = &in->ref[AGX_A + k];
      v[k] = is_float ? agx_sim_float(t, ref, buf[k]) : sx ? agx_sim_signed(t, ref, buf[k]) : raw(t, ref, buf[k]);
   }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      r |= (uint32_t)(is_float ? float_holds(t->num, cc & 7, v[0][l], v[1][l]) : int_holds(cc & 7, v[0][l], v[1][l])) << l;
   return cc & 8 ? ~r : r;
}
