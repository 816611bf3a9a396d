/* SPDX-License-Identifier: MIT */
/* Bitwise groups of the simulator: the chain mask, shift 1, count, logic, shift 2, test. */
#include "backend-usc/sim/usc_sim_priv.h"

#include <string.h>

static uint32_t top_bit(uint32_t v)
{
   uint32_t n = UINT32_MAX; /* -1 if no bit is set (documented) */
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
   /* documented: (signed)(v << (31 - sb)) >> (31 + count - sb); the count is modulo 32, as in other shifts */
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
   case USC_OP_FTB_MSB: return v ? 31 - top_bit(v) : UINT32_MAX; /* documented: counted from the top, -1 if no bit is set */
   default: return v;
   }
}

/* d = the expression for every lane. */
#define EACH(d, expr)                                                                                                          \
   do {                                                                                                                        \
      for (unsigned l = 0; l < EXEC_LANES; l++)                                                                                \
         (d)[l] = (expr);                                                                                                      \
   } while (0)

/* Inputs and outputs of the stages of a bitwise group, by lane. */
struct stages {
   const uint32_t *s[5];
   exec_lanes source[5];
   exec_lanes ft0, ft1, ft2, ft3, ft4, ft5, x, y;
};

static void run_mask(const struct usc_group *g, struct stages *u)
{
   const uint32_t *a = u->s[0], *b = u->s[1];
   if (g->op[USC_MASK] == USC_OP_BM_MSK) { /* both operands have 6 bits (documented) */
      EACH(u->ft0, ((a[l] & 63) + (b[l] & 63) - 1) & 63);
      EACH(u->ft1, (uint32_t)(((UINT64_C(1) << (a[l] & 63)) - 1) << (b[l] & 63)));
      return;
   }
   memcpy(u->ft0, a, sizeof u->ft0);
   if (g->op[USC_MASK] == USC_OP_BM_BYP)
      memcpy(u->ft1, b, sizeof u->ft1);
   else
      lanes_splat(g->imm, u->ft1);
}

static void run_shift1(const struct usc_group *g, num_m m, struct stages *u)
{
   const uint32_t *b = u->s[1], *c = u->s[2];
   switch (g->op[USC_SHIFT1]) {
   case USC_OP_SHFL: EACH(u->ft2, num_interleave(c[l], b[l])); break;
   case USC_OP_REV: EACH(u->ft2, num_brev(c[l])); break;
   case USC_OP_LSL1: EACH(u->ft2, num_shl(m, c[l], b[l])); break;
   default: memcpy(u->ft2, c, sizeof u->ft2); break;
   }
}

static void run_logic(const struct usc_group *g, struct stages *u)
{
   const uint32_t *x = u->ft2, *y = u->s[3], *ft1 = u->ft1;
   if (g->mska) {
      EACH(u->x, ft1[l] & x[l]);
      x = u->x;
   }
   if (g->mskb) {
      EACH(u->y, ~ft1[l] & y[l]);
      y = u->y;
   }
   switch (g->op[USC_LOGIC]) {
   case USC_OP_OR: EACH(u->ft4, x[l] | y[l]); break;
   case USC_OP_AND: EACH(u->ft4, x[l] & y[l]); break;
   case USC_OP_XOR: EACH(u->ft4, x[l] ^ y[l]); break;
   case USC_OP_NOR: EACH(u->ft4, ~(x[l] | y[l])); break;
   case USC_OP_NAND: EACH(u->ft4, ~(x[l] & y[l])); break;
   case USC_OP_XNOR: EACH(u->ft4, ~(x[l] ^ y[l])); break;
   default: memcpy(u->ft4, ft1, sizeof u->ft4); break;
   }
}

static uint32_t rotate(uint32_t v, uint32_t n)
{
   return v << (n & 31) | v >> (-n & 31);
}

static void run_shift2(const struct usc_group *g, num_m m, uint32_t p0, struct stages *u)
{
   const uint32_t *v = u->ft4, *e = u->s[4];
   switch (g->op[USC_SHIFT2]) {
   case USC_OP_LSL2: EACH(u->ft5, num_shl(m, v[l], e[l])); break;
   case USC_OP_SHR: EACH(u->ft5, num_ushr(m, v[l], e[l])); break;
   case USC_OP_ROL: EACH(u->ft5, rotate(v[l], e[l])); break;
   case USC_OP_CPS: EACH(u->ft5, (e[l] & ~v[l]) | (p0 >> l & 1 ? v[l] : 0)); break;
   case USC_OP_ASR_TWB: EACH(u->ft5, num_ishr(m, v[l], e[l])); break;
   case USC_OP_ASR_PWB: EACH(u->ft5, asr_from(v[l], 15, e[l])); break;
   case USC_OP_ASR_MTB: EACH(u->ft5, asr_from(v[l], u->ft0[l] & 31, e[l])); break;
   case USC_OP_ASR_FTB: EACH(u->ft5, asr_from(v[l], u->ft3[l] & 31, e[l])); break;
   default: memcpy(u->ft5, v, sizeof u->ft5); break;
   }
}

bool usc_sim_bitwise(struct usc_wave *t, const struct usc_step *s, uint32_t lanes)
{
   const struct usc_group *g = &s->g;
   struct stages u;
   for (unsigned k = 0; k < 5; k++) {
      u.s[k] = u.source[k];
      if (!(s->reads >> k & 1))
         memset(u.source[k], 0, sizeof(exec_lanes));
      else if (!(u.s[k] = usc_sim_source(t, s, k, lanes, u.source[k])))
         return false;
   }
   run_mask(g, &u);
   run_shift1(g, t->num, &u);
   const uint32_t *counted = g->csrc ? u.ft2 : u.s[2];
   if (g->op[USC_COUNT] == USC_OP_CNT_BYP)
      memcpy(u.ft3, counted, sizeof u.ft3);
   else
      EACH(u.ft3, count(g->op[USC_COUNT], counted[l]));
   run_logic(g, &u);
   run_shift2(g, t->num, t->p0, &u);
   if (g->op[USC_TEST]) {
      const uint32_t set = lanes_mask(g->tsrc ? u.ft3 : u.ft5);
      t->p0 = (t->p0 & ~lanes) | ((g->op[USC_TEST] == USC_OP_TZ ? ~set : set) & lanes);
   }
   return usc_sim_write(t, g->dst[0], lanes, u.ft5) && usc_sim_write(t, g->dst[1], lanes, u.ft3);
}
