/* SPDX-License-Identifier: MIT */
/* Bitwise groups of the simulator: the chain mask, shift 1, count, logic, shift 2, test. Rules: the head of usc_sim.c. */
#include "backend-usc/sim/usc_sim_priv.h"

static uint32_t interleave(uint32_t odd, uint32_t even)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 16; i++)
      r |= (even >> i & 1) << 2 * i | (odd >> i & 1) << (2 * i + 1);
   return r;
}

static uint32_t reverse(uint32_t v)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 32; i++)
      r |= (v >> i & 1) << (31 - i);
   return r;
}

static uint32_t top_bit(uint32_t v)
{
   uint32_t n = UINT32_MAX; /* -1 when no bit is set (documented) */
   for (; v; v >>= 1)
      n++;
   return n;
}

static uint32_t bit_count(uint32_t v)
{
   uint32_t n = 0;
   for (; v; v &= v - 1)
      n++;
   return n;
}

static uint32_t asr_from(uint32_t v, unsigned sign_bit, uint32_t count)
{
   /* (signed)(v << (31 - sb)) >> (31 + count - sb), documented; the count modulo 32 as for the other shifts */
   unsigned n = 31 - sign_bit + (count & 31);
   v <<= 31 - sign_bit;
   if (n > 31)
      n = 31;
   return n ? v >> n | (v & SIM_SIGN ? ~(UINT32_MAX >> n) : 0) : v;
}

static uint32_t count(unsigned op, uint32_t v)
{
   switch (op) {
   case USC_OP_CBS: return bit_count(v);
   case USC_OP_FTB: return top_bit(v);
   case USC_OP_FTB_SHI: return top_bit(v & SIM_SIGN ? ~v : v); /* documented: the first bit that differs from the sign */
   case USC_OP_FTB_MSB: return v ? 31 - top_bit(v) : UINT32_MAX; /* documented: counted from the top, -1 if there is none */
   default: return v;
   }
}

static uint32_t logic(unsigned op, uint32_t x, uint32_t y, uint32_t ft1)
{
   switch (op) {
   case USC_OP_OR: return x | y;
   case USC_OP_AND: return x & y;
   case USC_OP_XOR: return x ^ y;
   case USC_OP_NOR: return ~(x | y);
   case USC_OP_NAND: return ~(x & y);
   case USC_OP_XNOR: return ~(x ^ y);
   default: return ft1;
   }
}

bool usc_sim_bitwise(struct usc_task *t, const struct usc_group *g0, uint32_t lanes)
{
   const struct usc_group norm = usc_normal(g0), *g = &norm;
   const num_m m = t->num;
   const unsigned reads = usc_group_reads(g);
   exec_lanes s[5], w0 = {0}, w1 = {0};
   uint32_t p0 = t->p0;
   for (unsigned k = 0; k < 5; k++)
      if (!usc_sim_read(t, reads >> k & 1 ? g->src[k] : usc_none(), lanes, s[k]))
         return false;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t a = s[0][l], b = s[1][l], c = s[2][l], d = s[3][l], e = s[4][l];
      uint32_t ft0 = a, ft1 = b, ft2, ft3, ft4, ft5;
      if (g->op[USC_MASK] == USC_OP_BM_MSK) { /* both operands have 6 bits (documented) */
         const unsigned width = a & 63, pos = b & 63;
         ft0 = (width + pos - 1) & 63;
         ft1 = (uint32_t)(((UINT64_C(1) << width) - 1) << pos);
      } else if (g->op[USC_MASK] != USC_OP_BM_BYP) {
         ft1 = g->imm;
      }
      switch (g->op[USC_SHIFT1]) {
      case USC_OP_SHFL: ft2 = interleave(b, c); break;
      case USC_OP_REV: ft2 = reverse(c); break;
      case USC_OP_LSL1: ft2 = num_shl(m, c, b); break;
      default: ft2 = c; break;
      }
      ft3 = count(g->op[USC_COUNT], g->csrc ? ft2 : c);
      const uint32_t x = g->mska ? ft1 & ft2 : ft2, y = g->mskb ? ~ft1 & d : d;
      ft4 = logic(g->op[USC_LOGIC], x, y, ft1);
      switch (g->op[USC_SHIFT2]) {
      case USC_OP_LSL2: ft5 = num_shl(m, ft4, e); break;
      case USC_OP_SHR: ft5 = num_ushr(m, ft4, e); break;
      case USC_OP_ROL: ft5 = e & 31 ? ft4 << (e & 31) | ft4 >> (32 - (e & 31)) : ft4; break;
      case USC_OP_CPS: ft5 = (e & ~ft4) | (t->p0 >> l & 1 ? ft4 : 0); break;
      case USC_OP_ASR_TWB: ft5 = num_ishr(m, ft4, e); break;
      case USC_OP_ASR_PWB: ft5 = asr_from(ft4, 15, e); break;
      case USC_OP_ASR_MTB: ft5 = asr_from(ft4, ft0 & 31, e); break;
      case USC_OP_ASR_FTB: ft5 = asr_from(ft4, ft3 & 31, e); break;
      default: ft5 = ft4; break;
      }
      w0[l] = ft5;
      w1[l] = ft3;
      if (g->op[USC_TEST]) {
         const bool zero = (g->tsrc ? ft3 : ft5) == 0;
         p0 = (p0 & ~(1u << l)) | (uint32_t)(zero == (g->op[USC_TEST] == USC_OP_TZ)) << l;
      }
   }
   t->p0 = p0;
   return usc_sim_write(t, g->dst[0], lanes, w0) && usc_sim_write(t, g->dst[1], lanes, w1);
}
