/* SPDX-License-Identifier: MIT */
/* Operations that read registers of other lanes: derivatives, shuffles, reductions, ballots. */
#include "backend-agx/sim/agx_sim_priv.h"

#include <string.h>

/* The difference within the row or column of the quad, whichever lanes run. */
bool agx_sim_gradient(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const bool x = in->op == AGX_OP_dfdx;
   exec_lanes buf, r, sat;
   const uint32_t *a = agx_sim_float(t, &in->ref[AGX_A], buf);

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const unsigned from = x ? exec_quad_left(l) : exec_quad_top(l), to = x ? exec_quad_right(l) : exec_quad_bottom(l);
      r[l] = num_fadd(t->num, a[to], a[from] ^ SIM_SIGN);
   }
   if (in->f[AGX_F_SAT])
      t->ops->fsat(t->num, r, NULL, NULL, sat);
   agx_sim_write_float(t, &in->ref[AGX_D], lanes, in->f[AGX_F_SAT] ? sat : r);
   return true;
}

/* ---- shuffles ------------------------------------------------------------------------------------------------------------ */

enum how { PLACE, XOR, UP, DOWN, ROTATE };

static enum how how_of(unsigned op)
{
   switch (op) {
   case AGX_OP_quad_shuffle_xor:
   case AGX_OP_simd_shuffle_xor: return XOR;
   case AGX_OP_quad_shuffle_up:
   case AGX_OP_simd_shuffle_up: return UP;
   case AGX_OP_quad_shuffle_down:
   case AGX_OP_simd_shuffle_down: return DOWN;
   case AGX_OP_quad_shuffle_rotate_up:
   case AGX_OP_simd_shuffle_rotate_up: return ROTATE;
   default: return PLACE;
   }
}

/* The lane that lane l of n reads with this index; n or more for none. */
static unsigned source_lane(enum how how, unsigned l, uint32_t b, unsigned n)
{
   switch (how) {
   case PLACE: return b < n ? b : n;
   case XOR: return b < n ? l ^ b : n;
   case UP: return b <= l ? l - b : n;
   case DOWN: return b < n - l ? l + b : n;
   default: return (l - b) & (n - 1);
   }
}

bool agx_sim_shuffle(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const enum how how = how_of(in->op);
   const bool quad = in->op <= AGX_OP_quad_shuffle_rotate_up;
   exec_lanes bufs[2], r;
   const uint32_t *a = agx_sim_int(t, &in->ref[AGX_A], bufs[0]), *b = agx_sim_int(t, &in->ref[AGX_B], bufs[1]);

   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const unsigned first = l & 28;
      const unsigned within = source_lane(how, quad ? l & 3 : l, b[l], quad ? 4 : 32), from = quad ? first + within : within;
      if (within >= (quad ? 4u : 32u)) {
         r[l] = a[l];
         continue;
      }
      /* All four lanes of a quad read the same lane of it, or each reads the one at the same distance. */
      const unsigned of = from & 28;
      const uint32_t low = (b[of] | b[of + 1] | b[of + 2] | b[of + 3]) & 3;
      const unsigned at = how == PLACE ? low : how == XOR ? (l ^ low) & 3 : how == DOWN ? (l + low) & 3 : (l - low) & 3;
      r[l] = a[of + at];
   }
   agx_sim_write(t, &in->ref[AGX_D], lanes, r);
   return true;
}

/* ---- reductions ---------------------------------------------------------------------------------------------------------- */

static uint32_t identity(unsigned op)
{
   switch (op) {
   case AGX_SIMD_AND:
   case AGX_SIMD_UMIN: return UINT32_MAX;
   case AGX_SIMD_FADD: return SIM_SIGN;
   case AGX_SIMD_FMUL: return NUM_ONE;
   case AGX_SIMD_FMIN: return 0x7f800000u;
   case AGX_SIMD_FMAX: return 0xff800000u;
   case AGX_SIMD_SMIN: return INT32_MAX;
   case AGX_SIMD_SMAX: return SIM_SIGN;
   default: return 0;
   }
}

static uint32_t reduce(num_m m, unsigned op, uint32_t a, uint32_t b)
{
   switch (op) {
   case AGX_SIMD_AND: return a & b;
   case AGX_SIMD_OR: return a | b;
   case AGX_SIMD_XOR: return a ^ b;
   case AGX_SIMD_FADD: return num_fadd(m, a, b);
   case AGX_SIMD_FMUL: return num_fmul(m, a, b);
   case AGX_SIMD_FMIN: return num_fmin(m, a, b);
   case AGX_SIMD_FMAX: return num_fmax(m, a, b);
   case AGX_SIMD_IADD: return a + b;
   case AGX_SIMD_SMIN: return (a ^ SIM_SIGN) < (b ^ SIM_SIGN) ? a : b;
   case AGX_SIMD_SMAX: return (a ^ SIM_SIGN) > (b ^ SIM_SIGN) ? a : b;
   case AGX_SIMD_UMIN: return a < b ? a : b;
   default: return a > b ? a : b;
   }
}

/* Prefix operations leave out the lane itself. */
bool agx_sim_reduce(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const unsigned op = in->f[AGX_F_OP];
   const bool prefix = in->op == AGX_OP_quad_prefix || in->op == AGX_OP_simd_prefix;
   const bool quad = in->op == AGX_OP_quad_prefix || in->op == AGX_OP_quad_reduce;
   const bool fl = op == AGX_SIMD_FADD || op == AGX_SIMD_FMUL || op == AGX_SIMD_FMIN || op == AGX_SIMD_FMAX;
   const bool sx = op == AGX_SIMD_SMIN || op == AGX_SIMD_SMAX;
   exec_lanes buf, r;

   if (!agx_value_name(AGX_S_SIMD, op))
      return agx_sim_fault(t, "an undocumented reduction");
   const uint32_t *a = fl   ? agx_sim_float(t, &in->ref[AGX_A], buf)
                       : sx ? agx_sim_signed(t, &in->ref[AGX_A], buf)
                            : agx_sim_int(t, &in->ref[AGX_A], buf);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const unsigned first = quad ? l & 28 : 0, end = prefix ? l : quad ? first + 4 : EXEC_LANES;
      uint32_t v = identity(op);
      for (unsigned k = first; k < end; k++)
         if (lanes >> k & 1)
            v = reduce(t->num, op, v, a[k]);
      r[l] = v;
   }
   if (fl)
      agx_sim_write_float(t, &in->ref[AGX_D], lanes, r);
   else
      agx_sim_write(t, &in->ref[AGX_D], lanes, r);
   return true;
}

/* Sets a bit for each running lane in which the comparison holds. */
bool agx_sim_ballot(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const bool quad = in->op == AGX_OP_icmp_quad_ballot || in->op == AGX_OP_fcmp_quad_ballot;
   const uint32_t holds = lanes & agx_sim_compare(t, in, in->op == AGX_OP_fcmp_ballot || in->op == AGX_OP_fcmp_quad_ballot);
   exec_lanes r;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      r[l] = quad ? holds >> (l & 28) & 15 : holds;
   agx_sim_write(t, &in->ref[AGX_D], lanes, r);
   return true;
}
