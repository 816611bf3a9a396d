/* SPDX-License-Identifier: MIT */
/* Integers, bits and selection. */
#include "backend-agx/sim/agx_sim_priv.h"

/* ---- single values */

/* result bit = table[a + 2b] */
static uint32_t truth_table(uint32_t table, uint32_t a, uint32_t b)
{
   return (table & 1 ? ~a & ~b : 0) | (table & 2 ? a & ~b : 0) | (table & 4 ? ~a & b : 0) | (table & 8 ? a & b : 0);
}

/* A field of n bits (0 for all). Counts of 32 or more shift everything out. */
static uint32_t bit_field(enum agx_op op, uint32_t n, uint32_t a, uint32_t b, uint32_t c)
{
   const uint32_t s = c & 127, mask = n ? (1u << n) - 1 : UINT32_MAX;
   const uint64_t both = (uint64_t)b << 32 | a, high = (uint64_t)b << 32;
   uint32_t at;

   switch (op) {
   case AGX_OP_extr: return (s < 64 ? (uint32_t)(both >> s) : 0) & mask;
   case AGX_OP_bfeil: return (a & ~mask) | ((s < 32 ? b >> s : 0) & mask);
   case AGX_OP_shlhi: /* the high word of b << s; the mask only covers bits that the shift puts there */
      at = s < 32 ? mask : s < 64 ? mask << (s - 32) : 0;
      return (a & ~at) | (at & (s < 64 ? (uint32_t)(((uint64_t)b << s % 32) >> (s < 32 ? 32 : 0)) : 0));
   case AGX_OP_shrhi: /* the low word of (b:0) >> s */
      at = s < 32 ? (uint32_t)(((uint64_t)mask << 32) >> s) : mask;
      return (a & ~at) | (at & (s < 64 ? (uint32_t)(high >> s) : 0));
   default: return s < 32 ? (a & ~(mask << s)) | (b & mask) << s : a;
   }
}

/* The low word of a sign-extended number, shifted left by `up`, then right by the low 7 bits of b. */
static uint32_t shift_right(uint32_t a, uint32_t b, unsigned up)
{
   const uint32_t s = b & 127, fill = 0u - (a >> 31);

   if (s < up)
      return s ? a << (up - s) : 0;
   return s - up < 32 ? (uint32_t)((((uint64_t)fill << 32) | a) >> (s - up)) : fill;
}

/* Sets *known to false for operations of other files. */
static uint32_t compute(const struct agx_instr *in, uint32_t a, uint32_t b, uint32_t c, bool *known)
{
   switch (in->op) {
   case AGX_OP_mov_imm16:
   case AGX_OP_mov_imm32: return in->imm;
   case AGX_OP_mov: return a;
   case AGX_OP_not: return ~a;
   case AGX_OP_and: return a & b;
   case AGX_OP_or: return a | b;
   case AGX_OP_xor: return a ^ b;
   case AGX_OP_bitop: return truth_table(in->imm, a, b);
   case AGX_OP_bitrev: return num_brev(a);
   case AGX_OP_popcount: return num_popc(a);
   case AGX_OP_ffs: return num_msb(a);
   case AGX_OP_intl: return num_interleave(a, b);
   case AGX_OP_asr: return shift_right(a, b, 0);
   case AGX_OP_asrh: return shift_right(a, b, 32);
   case AGX_OP_bfi:
   case AGX_OP_bfeil:
   case AGX_OP_extr:
   case AGX_OP_shlhi:
   case AGX_OP_shrhi: return bit_field((enum agx_op)in->op, in->f[AGX_F_MASK], a, b, c);
   default: *known = false; return 0;
   }
}

bool agx_sim_int_op(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   bool known = true;
   exec_lanes buf[3], r;
   const uint32_t *a =
       s->flags & AGX_SEXT ? agx_sim_signed(t, &in->ref[AGX_A], buf[0]) : agx_sim_int(t, &in->ref[AGX_A], buf[0]);
   const uint32_t *b = agx_sim_int(t, &in->ref[AGX_B], buf[1]), *c = agx_sim_int(t, &in->ref[AGX_C], buf[2]);

   for (unsigned l = 0; l < EXEC_LANES; l++)
      r[l] = compute(in, a[l], b[l], c[l], &known);
   if (!known)
      return agx_sim_fault(t, "an instruction that the simulator does not support");
   agx_sim_write(t, &in->ref[AGX_D], lanes, r);
   return true;
}

/* ---- sums ---------------------------------------------------------------------------------------------------------------- */

/* Clamps the exact sum, 64 bits and a sign, to the range of D. The range is signed if an operand is sign-extended. */
static uint64_t saturate(uint64_t r, bool negative, bool sx, unsigned bits)
{
   const uint64_t max = sx ? (1ull << (bits - 1)) - 1 : (1ull << bits) - 1;

   if (!negative)
      return r > max ? max : r;
   return !sx ? 0 : r < 0 - max - 1 ? 0 - max - 1 : r;
}

/* Is the exact sum of two values below zero? Each value is negative (two's complement) or not (up to 2^64 - 1). */
static bool is_negative(uint64_t a, bool na, uint64_t b, bool nb)
{
   if (na == nb)
      return na;
   return na ? b < 0 - a : a < 0 - b;
}

bool agx_sim_sum(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const struct agx_ref *d = &in->ref[AGX_D];
   const bool mad = in->op == AGX_OP_imadd || in->op == AGX_OP_imsub, sub = in->op == AGX_OP_isub || in->op == AGX_OP_imsub;
   const uint32_t shift = in->f[AGX_F_SHIFT];
   bool sx = false, wide = d->kind == AGX_REG64;
   uint64_t a[EXEC_LANES], b[EXEC_LANES], c[EXEC_LANES];

   for (unsigned k = AGX_A; k <= AGX_C; k++) {
      wide |= in->ref[k].kind == AGX_REG64;
      sx |= (in->ref[k].mods & AGX_SX) != 0;
   }
   agx_sim_int64(t, &in->ref[AGX_A], a);
   agx_sim_int64(t, &in->ref[AGX_B], b);
   if (mad)
      agx_sim_int64(t, &in->ref[AGX_C], c);
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint64_t p = mad ? a[l] * b[l] : a[l], q = mad ? c[l] : b[l];
      /* The signs of the exact values. Products of two negative numbers are positive and may need all 64 bits. */
      const bool np = mad ? a[l] >> 63 != b[l] >> 63 && p : a[l] >> 63, nq = sub ? !(q >> 63) && q : q >> 63;
      const uint64_t addend = (sub ? 0 - q : q) << shift, sum = p + addend;
      a[l] = shift > 4 ? p : sum;
      if (in->f[AGX_F_SAT] && !wide && !shift)
         a[l] = saturate(sum, is_negative(p, np, addend, nq), sx, agx_sim_bits(d));
   }
   agx_sim_write64(t, d, lanes, a);
   return true;
}

/* ---- selection ----------------------------------------------------------------------------------------------------------- */

bool agx_sim_select(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const struct agx_instr *in = &s->in;
   const uint32_t holds = agx_sim_compare(t, in, in->op == AGX_OP_fcmpsel);
   exec_lanes x, y, r;

   lanes_choose(holds, agx_sim_int(t, &in->ref[AGX_C], x), agx_sim_int(t, &in->ref[AGX_Y], y), r);
   agx_sim_write(t, &in->ref[AGX_D], lanes, r);
   return true;
}

/* ---- special registers --------------------------------------------------------------------------------------------------- */

static uint32_t rank(uint32_t mask, unsigned lane)
{
   return num_popc(mask & ((1u << lane) - 1));
}

bool agx_sim_special(struct agx_wave *t, const struct agx_step *s, uint32_t lanes)
{
   const uint32_t n = s->in.imm;
   exec_lanes r;

   if (!agx_sreg_name(n))
      return agx_sim_fault(t, "an undocumented special register");
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      const uint32_t quad = lanes >> (l & 28) & 15;
      switch (n) {
      case AGX_SR_SAMPLES_LOG2: r[l] = t->samples > 2 ? 2 : t->samples == 2; break;
      case AGX_SR_COVERAGE: r[l] = t->helper >> l & 1 ? 0 : t->pixel.cover[l] & ~t->pixel.killed[l]; break;
      case AGX_SR_BACKFACING: r[l] = t->reg.back_face[l]; break;
      case AGX_SR_ACTIVE: r[l] = !agx_sim_is_helper(t, l); break;
      case AGX_SR_PIXEL_X:
      case AGX_SR_PIXEL_Y: r[l] = t->reg.pixel[n - AGX_SR_PIXEL_X][l]; break;
      case AGX_SR_SAMPLE_MASK: r[l] = t->pixel.cover[l]; break;
      case AGX_SR_THREAD_X:
      case AGX_SR_THREAD_X + 1:
      case AGX_SR_THREAD_X + 2: r[l] = t->reg.thread[n - AGX_SR_THREAD_X][l]; break;
      case AGX_SR_THREAD_INDEX: r[l] = t->reg.sr[AGX_SR_GROUP_INDEX] * EXEC_LANES + l; break;
      case AGX_SR_LANE: r[l] = l; break;
      case 56: r[l] = rank(quad, l & 3); break;
      case 57: r[l] = num_popc(quad); break;
      case 58: r[l] = rank(lanes, l); break;
      case 59: r[l] = num_popc(lanes); break;
      default: r[l] = t->reg.sr[n]; break;
      }
   }
   agx_sim_write(t, &s->in.ref[AGX_D], lanes, r);
   return true;
}
