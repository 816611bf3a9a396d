/* SPDX-License-Identifier: MIT */
/* The phases of main groups (ENC 3.1 to 3.8) and bitwise groups (ENC 3.10), lane by lane. */
#include "second.h"

#define SIGN 0x80000000u

/* ISR 5: floor, then the absolute value, then the negation; bits are kept otherwise (SEM "Rules"). */
static uint32_t modify(uint32_t a, bool floor, bool abs, bool neg)
{
   a = floor ? second_floor(a) : a;
   a = abs ? a & ~SIGN : a;
   return neg ? a ^ SIGN : a;
}
/* The same for integers in two's complement (UE, settled by the public driver: ineg and iabs). */
static uint32_t modify_integer(uint32_t a, bool abs, bool neg)
{
   a = abs && a & SIGN ? 0 - a : a;
   return neg ? 0 - a : a;
}

/* ISR 6, FADD, FMUL; ENC 3.2. */
static uint32_t add_or_mul(const struct second_task *t, uint8_t b, uint32_t x, uint32_t y)
{
   const uint32_t a = modify(x, b & 1, b >> 2 & 1, b >> 3 & 1), c = modify(y, false, b >> 1 & 1, false);
   const uint32_t r = b >> 6 & 1 ? second_mul(t->rne, a, c) : second_add(t->rne, a, c);

   return b >> 4 & 1 ? second_saturate(r) : r;
}

/* ISR 6, FMAD; ENC 3.3. */
static uint32_t mad(const struct second_task *t, const struct second_op *op, uint32_t x, uint32_t y, uint32_t z)
{
   const uint8_t b = op->b[0], e = op->n > 1 ? op->b[1] : 0;
   const uint32_t r = second_mad(t->rne, modify(x, false, b >> 2 & 1, b >> 3 & 1), modify(y, false, e >> 3 & 1, e >> 2 & 1),
                                 modify(z, e >> 1 & 1, e & 1, b >> 1 & 1));

   return b & 1 ? second_saturate(r) : r;
}

/* ISR 6, FDSX, FDSY, FDSXF, FDSYF; ENC 3.4. A quad is four lanes in a row. It also reads the operands of lanes that do not run
   (UE [quad]). */
static uint32_t derivative(const struct second_task *t, unsigned op, const uint32_t *s, unsigned lane, bool abs, bool neg)
{
   const unsigned q = lane & ~3u;
   const bool x = op == 8 || op == 10, fine = op >= 10;
   const unsigned from = q + (!fine ? 0 : x ? lane & 2 : lane & 1), to = from + (x ? 1 : 2);

   return second_add(t->rne, modify(s[to], false, abs, neg), modify(s[from], false, abs, neg) ^ SIGN);
}

/* ENC 3.4, the operations of P0 that write W0 themselves. */
static void complex_op(struct second_task *t, const struct second_op *op, struct second_values *v, unsigned lane)
{
   const unsigned what = op->b[0] & 15;
   const uint8_t e = op->n > 1 ? op->b[1] : 0;
   const uint32_t a = modify(v->s[0][lane], false, e & 1, e >> 1 & 1), mask = (uint32_t)1 << lane;
   uint32_t *const w0 = &v->w[0][lane], ours;

   switch (what) {
   case 0: /* ISR 6, FRCP */ *w0 = second_rcp(a); break;
   case 1: /* ISR 6, FRSQ */ *w0 = second_rsq(a); break;
   case 2: /* ISR 6, FLOG */
   case 5: /* UE [flogcn] */ *w0 = second_ask(t, SECOND_LOG2, 0, a, 0, second_log2(a)); break;
   case 3: /* ISR 6, FEXP */ *w0 = second_ask(t, SECOND_EXP2, 0, a, 0, second_exp2(a)); break;
   case 6: /* ISR 6, GCMP, GEXP */ *w0 = second_ask(t, SECOND_GAMMA, e >> 2 & 1, a, 0, second_gamma(a, e >> 2 & 1)); break;
   case 13: /* ISR 6, FRED: part A makes the data of part B, which needs the operand again; no further iteration (SEM) */
      ours = second_reduce(a, e >> 3 & 1, &v->w[1][lane]);
      *w0 = e >> 7 ? ours : 0;
      if (!(e >> 7)) {
         *w0 = second_ask(t, SECOND_FRED_A, 2, a, e >> 3 & 1, *w0);
         v->w[1][lane] = second_ask(t, SECOND_FRED_A, e >> 3 & 1, a, 0, v->w[1][lane]);
      } else {
         uint32_t data = v->w[1][lane];
         data = second_ask(t, SECOND_FRED_A, e >> 3 & 1, a, 0, data);
         if (data != v->s[3][lane])
            *w0 = second_ask(t, SECOND_FRED_B, e >> 3 & 1, a, v->s[3][lane], ours);
         v->w[1][lane] = second_ask(t, SECOND_FRED_A, 3, a, v->s[3][lane], 0);
      }
      if (e >> 2 & 1)
         v->p0 &= ~mask;
      break;
   case 14: /* ISR 6, FSINC; P0 is clear for NaN only (UE [sinc]) */
      *w0 = second_ask(t, (a & ~SIGN) > 0x3f800000 && !second_is_nan(a) ? SECOND_SINC_OUTSIDE : SECOND_SINC, 0, a, 0,
                       second_sinc(a));
      v->p0 = second_is_nan(a) ? v->p0 & ~mask : v->p0 | mask;
      break;
   case 15: /* ISR 6, FARCTANC */ *w0 = second_ask(t, SECOND_ARCTANC, 0, a, 0, second_arctanc(a)); break;
   default: /* F16SOP: no public encoding (ENC 7.1) */
      second_not_decoded(t, "an operation of one source without a public layout");
   }
}

/* ISR 8, UADD8 to IMAD16; ENC 3.5; UE [short]: modifiers work on the element, results wrap without .sat. */
static uint32_t short_integer(const struct second_op *op, const struct second_values *v, unsigned lane)
{
   const uint8_t b = op->b[0], e = op->n > 1 ? op->b[1] : 0, c = op->n > 2 ? op->b[2] : 0;
   const bool is_signed = b >> 1 & 1;
   const unsigned width = b & 1 ? 16 : 8, kind = b >> 2 & 3;
   const unsigned element[3] = {c & 3u, c >> 2 & 3u, (kind == 3 ? 2u : 0u) + (e >> 7)};
   int64_t x[3];

   for (int k = 0; k < 3; k++) {
      const uint32_t f = v->s[k][lane] >> (element[k] * width & 31) & ((1u << width) - 1);
      x[k] = is_signed && f >> (width - 1) ? (int64_t)f - ((int64_t)1 << width) : (int64_t)f;
      if (k == 0 ? e >> 1 & 1 : k == 1 ? e >> 3 & 1 : e >> 4 & 1)
         x[k] = x[k] < 0 ? -x[k] : x[k];
      if (k == 0 ? e >> 2 & 1 : k == 2 && e >> 5 & 1)
         x[k] = -x[k];
   }
   int64_t r = kind == 0 ? x[0] + x[1] : kind == 1 ? x[0] * x[1] : x[0] * x[1] + x[2];
   if (e & 1) {
      const int64_t low = is_signed ? -((int64_t)1 << (width - 1)) : 0, high = low + ((int64_t)1 << width) - 1;
      r = r < low ? low : r > high ? high : r;
   }
   const uint32_t wrapped = (uint32_t)r & ((1u << width) - 1);
   return is_signed && wrapped >> (width - 1) ? wrapped | ~((1u << width) - 1) : wrapped;
}

/* ISR 8, ADD64 to SMADD64; ENC 3.6. Modifiers work in 32 bits before operands are widened (UE [widening]). */
static void integer(struct second_task *t, const struct second_op *op, struct second_values *v, unsigned lane)
{
   const uint8_t b = op->b[0], e = op->n > 1 ? op->b[1] : 0;
   const uint32_t x = modify_integer(v->s[0][lane], e >> 2 & 1, e >> 4 & 1),
                  y = modify_integer(v->s[1][lane], e >> 1 & 1, e >> 5 & 1);
   const uint32_t z = modify_integer(v->s[2][lane], e & 1, b >> 2 & 1), hi = v->fte[lane], mask = (uint32_t)1 << lane;
   const uint32_t carry = e >> 6 & 1 && t->p0 & mask;
   const bool is_signed = b >> 3 & 1;
   uint64_t left, right;

   switch (b & 3) {
   case 0: /* {S1:S0} + S2 */
      left = (uint64_t)y << 32 | x;
      right = is_signed ? (uint64_t)(int64_t)(int32_t)z : z;
      break;
   case 1: /* {S1:S0} + {IS0:S2} */
      left = (uint64_t)y << 32 | x;
      right = (uint64_t)hi << 32 | z;
      break;
   case 2: /* 32 bits */ v->ft[0][lane] = x * y + z + carry; return;
   default: /* S0 * S1 + {IS0:S2} */
      left = is_signed ? (uint64_t)((int64_t)(int32_t)x * (int32_t)y) : (uint64_t)x * y;
      right = (uint64_t)hi << 32 | z;
   }
   const uint64_t sum = left + right + carry;
   const bool out = sum < left || (carry && sum == left);
   v->ft[0][lane] = (uint32_t)sum;
   v->fte[lane] = (uint32_t)(sum >> 32);
   t->carry = out ? t->carry | mask : t->carry & ~mask; /* UE [carry] */
}

static void phase01(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned lane, unsigned phase)
{
   const struct second_op *op = phase ? &g->p1 : &g->p0;
   uint32_t(*const s)[SECOND_LANES] = v->s + 3 * phase;
   const uint8_t b = op->b[0], e = op->n > 1 ? op->b[1] : 0;
   const unsigned what = b & 15;

   switch (b >> 5) {
   case 0:
   case 1:
   case 2:
   case 3: /* .lp may be ignored (UE [low-precision]) */ v->ft[phase][lane] = add_or_mul(t, b, s[0][lane], s[1][lane]); break;
   case 6: v->ft[phase][lane] = mad(t, op, s[0][lane], s[1][lane], s[2][lane]); break;
   case 4:
      if (what == 7) { /* ISR 6, MBYP */
         v->ft[phase][lane] = modify(s[0][lane], false, e & 1, e >> 1 & 1);
      } else if (what >= 8 && what <= 11) {
         v->ft[phase][lane] = derivative(t, what, s[0], lane, e & 1, e >> 1 & 1);
      } else if (phase) {
         second_not_decoded(t, "an operation of P0 in P1");
      } else if (what == 12) { /* ISR 7, UNPCK; each repetition reads the next component (ENC 1.9) */
         bool exact = true;
         uint32_t r = 0;
         if (!second_unpack(e & 31, e >> 5 & 1, ((unsigned)(e >> 6) + v->ft[5][lane]) & 3, s[0][lane], &r, &exact))
            second_not_decoded(t, "a format of unpck");
         v->ft[0][lane] = exact ? r : second_ask(t, SECOND_UNPACK, e, s[0][lane], v->ft[5][lane], r);
      } else {
         complex_op(t, op, v, lane);
      }
      break;
   case 5:
   case 7:
      if (phase)
         second_not_decoded(t, "an integer operation in P1");
      else if (b >> 5 == 5)
         v->ft[0][lane] = short_integer(op, v, lane);
      else
         integer(t, op, v, lane);
      break;
   default: second_not_decoded(t, "an operation of P0 or P1");
   }
}

/* ISR 7, PCK: each repetition fills the next component of one result (ENC 1.9). PROG takes the format from FTE (ENC 3.4). */
static void pack(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned lane, unsigned repeat)
{
   const uint8_t e = g->pck.b[1];
   const unsigned select = g->iss >> 2 & 3, format = e >> 7 ? v->fte[lane] & 31 : e & 31;
   const uint32_t a = select == 0 ? v->ft[0][lane] : select == 1 ? v->ft[1][lane] : select == 3 ? v->fte[lane] : v->s[2][lane];
   bool exact = select != 2 && !(e >> 7 && v->fte[lane] > 31);
   uint32_t word = repeat ? v->ft[2][lane] : 0;

   if (!second_pack(format, e >> 5 & 1, e >> 6 & 1, repeat, a, t->samples, &word, &exact)) {
      if (!(e >> 7))
         second_not_decoded(t, "a format of pck");
      exact = false;
   }
   v->ft[2][lane] =
       exact ? word : second_ask(t, SECOND_PACK, format | (e & 0x60u) | repeat << 8, a, repeat ? v->ft[2][lane] : 0, word);
}

/* ISR 9; ENC 3.7. */
static bool test(struct second_task *t, const struct second_group *g, const struct second_values *v, unsigned lane)
{
   const uint8_t b = g->tst.b[0], e = g->tst.n > 1 ? g->tst.b[1] : 0;
   const unsigned op = (b >> 1 & 7u) | (e & 1u) << 3, type = e >> 5, element = e >> 2 & 3;
   uint32_t a = g->iss & 1 ? v->fte[lane] : v->ft[0][lane], c = g->iss >> 1 & 1 ? v->fte[lane] : v->ft[1][lane];
   int order;

   if (op == 3) /* TSTC: the carry of the last 64-bit sum (UE [carry]) */
      return t->carry >> lane & 1;
   if (op < 3)
      c = 0;
   if (type >= 1 && type <= 4) {
      const unsigned width = type < 3 ? 16 : 8, at = element * width & 31;
      const bool is_signed = type == 2 || type == 4;
      a = a >> at << (32 - width);
      c = c >> at << (32 - width);
      a = is_signed ? (uint32_t)((int32_t)a >> (32 - width)) : a >> (32 - width);
      c = is_signed ? (uint32_t)((int32_t)c >> (32 - width)) : c >> (32 - width);
   }
   if (type == 0)
      order = second_compare(a, c);
   else if (type == 2 || type == 4 || type == 6)
      order = (int32_t)a < (int32_t)c ? -1 : (int32_t)a > (int32_t)c;
   else
      order = a < c ? -1 : a > c;
   if (type == 7)
      second_not_decoded(t, "a type of tst");
   switch (op) {
   case 0:
   case 4: return order == 0;
   case 1:
   case 5: return order == 1;
   case 2:
   case 6: return order == 0 || order == 1;
   case 7: return order != 0;
   case 8: return order == -1;
   case 9: return order == -1 || order == 0;
   default: second_not_decoded(t, "an operation of tst"); return false;
   }
}

static uint32_t select(const struct second_values *v, unsigned code, unsigned lane)
{
   return code == 3 ? v->fte[lane] : v->ft[code][lane];
}

/* ENC 2.4: the defaults of W0 and W1; ISR 7, MOV and MOVC; ENC 3.8. */
static void outputs(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned lane)
{
   const uint8_t b = g->mov.b[0], e = g->mov.n > 1 ? g->mov.b[1] : 0x3c;
   uint32_t w0 = select(v, g->iss >> 4 & 3, lane), w1 = select(v, g->iss >> 6 & 3, lane);

   if (g->mov.n) {
      const bool always = e >> 1 & 1;
      if (always || v->ftt >> lane & 1) {
         uint32_t mask = 0;
         for (unsigned k = 0; k < 4; k++)
            mask |= e >> (2 + k) & 1 ? 0xffu << 8 * k : 0;
         w0 = (w0 & ~mask) | (select(v, b & 3, lane) & mask);
         const uint32_t moved = select(v, b >> 2 & 3, lane); /* ISR 7 does not define W1 for MOV */
         w1 = !always ? moved : w1 != moved ? second_ask(t, SECOND_MOV_W1, 0, moved, 0, w1) : w1;
      }
   }
   v->w[0][lane] = w0;
   v->w[1][lane] = w1;
}

/* ENC 3.4, table: the operations of the class that write W0 (and W1) themselves. */
static bool writes_itself(const struct second_op *op)
{
   const unsigned what = op->b[0] & 15;

   return op->n && op->b[0] >> 5 == 4 && (what < 7 || what > 12);
}

void second_main(struct second_task *t, const struct second_group *g, struct second_values *v, unsigned repeat, uint32_t lanes)
{
   for (unsigned lane = 0; lane < SECOND_LANES; lane++) {
      if (!(lanes >> lane & 1))
         continue;
      v->fte[lane] = v->s[g->is0][lane];
      v->ft[5][lane] = repeat; /* unused in main groups */
      if (g->p0.n)
         phase01(t, g, v, lane, 0);
      if (g->p1.n)
         phase01(t, g, v, lane, 1);
      if (g->pck.n)
         pack(t, g, v, lane, repeat);
      if (g->tst.n) {
         const uint32_t mask = (uint32_t)1 << lane;
         const bool yes = test(t, g, v, lane);
         v->ftt = yes ? v->ftt | mask : v->ftt & ~mask;
         if (g->tst.b[0] & 1)
            v->p0 = yes ? v->p0 | mask : v->p0 & ~mask;
      }
      if (!writes_itself(&g->p0))
         outputs(t, g, v, lane);
   }
}

/* ---- bitwise groups */

static uint32_t left(uint32_t a, uint32_t by)
{
   return a << (by & 31);
} /* modulo the width: ISR 10, LSL; SEM */
static uint32_t right(uint32_t a, uint32_t by)
{
   return a >> (by & 31);
}

/* ISR 10, MSK: only six bits of S0 and of S1 are used. */
static void mask_unit(const struct second_op *op, struct second_values *v, unsigned lane)
{
   const uint8_t b = op->b[0];
   const uint32_t a = v->s[0][lane], c = v->s[1][lane];

   v->ft[0][lane] = a;
   if (!(b >> 4 & 1) && b & 1) {
      const unsigned width = a & 63, at = c & 63;
      const uint64_t ones = ((uint64_t)1 << width) - 1;
      v->ft[0][lane] = (width + at - 1) & 63;
      v->ft[1][lane] = (uint32_t)(ones << at);
   } else if (b >> 4 & 1) {
      v->ft[1][lane] = op->b[1] | (uint32_t)op->b[2] << 8 | (b & 1 ? (uint32_t)op->b[3] << 16 | (uint32_t)op->b[4] << 24 : 0);
   } else {
      v->ft[1][lane] = c;
   }
}

/* ISR 10, SHFL, REV, LSL, BYP. */
static uint32_t shift1(unsigned op, uint32_t a, uint32_t by)
{
   uint32_t r = 0;

   if (op == 0)
      return a;
   if (op == 3)
      return left(a, by);
   for (unsigned k = 0; k < 16 && op == 1; k++)
      r |= (a >> k & 1) << 2 * k | (by >> k & 1) << (2 * k + 1);
   for (unsigned k = 0; k < 32 && op == 2; k++)
      r |= (a >> k & 1) << (31 - k);
   return r;
}

/* ISR 10, CBS, FTB. */
static uint32_t count(struct second_task *t, uint8_t b, uint32_t a)
{
   uint32_t n = 0;

   switch ((b >> 1 & 1) << 1 | (b >> 5 & 1)) { /* ENC 3.10: CNTBYP, CNT */
   case 0:
      for (unsigned k = 0; k < 32; k++)
         n += a >> k & 1;
      return n;
   case 1:
      while (n < 32 && a >> n)
         n++;
      return n - 1;
   case 2: return a;
   default: second_not_decoded(t, "the count operation 11"); return 0;
   }
}

/* ISR 10, AND to XNOR. */
static uint32_t logical(struct second_task *t, uint8_t b, uint32_t ft1, uint32_t ft2, uint32_t s3)
{
   const uint32_t x = b >> 3 & 1 ? ft1 & ft2 : ft2, y = b >> 5 & 1 ? ~ft1 & s3 : s3;

   switch (b & 7) {
   case 0: return x | y;
   case 1: return x & y;
   case 2: return x ^ y;
   case 4: return ~(x | y);
   case 5: return ~(x & y);
   case 6: return ~(x ^ y);
   case 7: return ft1;
   default: second_not_decoded(t, "the logical operation 3"); return 0;
   }
}

/* ISR 10, LSL, SHR, ROL, CPS, ASR. A sign beyond the word fills it. */
static uint32_t shift2(struct second_values *v, unsigned op, unsigned lane, bool p0)
{
   const uint32_t a = v->ft[4][lane], by = v->s[4][lane];

   switch (op) {
   case 0: return left(a, by);
   case 1: return right(a, by);
   case 2: return left(a, by) | (by & 31 ? right(a, 32 - (by & 31)) : 0);
   case 3: return (by & ~a) | (p0 ? a : 0);
   default: break;
   }
   const unsigned sb = op == 4 ? 31 : op == 5 ? 15 : op == 6 ? v->ft[0][lane] & 31 : v->ft[3][lane] & 31;
   const unsigned amount = 31 + (by & 31) - sb;
   return (uint32_t)((int32_t)(a << (31 - sb)) >> (amount > 31 ? 31 : amount));
}

void second_bitwise(struct second_task *t, const struct second_group *g, struct second_values *v, uint32_t lanes)
{
   const uint8_t b0 = g->p0.b[0];

   for (unsigned lane = 0; lane < SECOND_LANES; lane++) {
      const uint32_t mask = (uint32_t)1 << lane;
      if (!(lanes & mask))
         continue;
      mask_unit(&g->p0, v, lane);
      v->ft[2][lane] = shift1(b0 >> 2 & 3, v->s[2][lane], v->s[1][lane]);
      v->ft[3][lane] = count(t, b0, b0 >> 6 & 1 ? v->ft[2][lane] : v->s[2][lane]);
      v->ft[4][lane] = g->p1.n ? logical(t, g->p1.b[0], v->ft[1][lane], v->ft[2][lane], v->s[3][lane]) : v->ft[1][lane];
      v->w[0][lane] = v->ft[4][lane];
      v->w[1][lane] = v->ft[3][lane];
      if (g->p2.n) {
         const uint8_t b2 = g->p2.b[0];
         v->ft[5][lane] = v->w[0][lane] = shift2(v, b2 & 7, lane, t->p0 & mask);
         if (b2 >> 5 & 1) { /* ISR 10, TZ, TNZ */
            const uint32_t a = b2 >> 4 & 1 ? v->ft[3][lane] : v->ft[5][lane];
            v->p0 = (b2 >> 3 & 1) == (a != 0) ? v->p0 | mask : v->p0 & ~mask;
         }
      }
   }
}
