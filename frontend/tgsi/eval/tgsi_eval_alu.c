/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: the instructions that are expressions in tgsi_ops.def. Each becomes a function that computes
 * e->res from e->src. Masks and taint depend only on the kind of the instruction.
 */
#include "frontend/tgsi/eval/tgsi_eval_double.h"
#include "frontend/tgsi/eval/tgsi_eval_float.h"

#define F_HALF 0x3f000000u /* 0.5 */

/* Parts of expressions: see tgsi_ops.def. */
#define SRC(n) (e->src[n].v)
#define A(i) (SRC(0)[i][l])
#define B(i) (SRC(1)[i][l])
#define D(i) (SRC(2)[i][l])
#define X A(c)
#define Y B(c)
#define Z D(c)
#define W (SRC(3)[c][l])
#define VA ((const uint32_t[4]){A(0), A(1), A(2), A(3)})
#define VB ((const uint32_t[4]){B(0), B(1), B(2), B(3)})
#define PAIR_OF(n) ((uint64_t)SRC(n)[pair + 1][l] << 32 | SRC(n)[pair][l])
#define P PAIR_OF(0)
#define Q PAIR_OF(1)
#define R PAIR_OF(2)
#define N (SRC(1)[pair][l])
#define FLIP(a) ((a) ^ TGSI_SIGN)
#define MUL(a, b) tgsi_f_mul(e, a, b)
#define MAD(a, b, c) tgsi_f_mad(e, m, a, b, c)
#define FMA(a, b, c) tgsi_f_mad(e, &e->fused, a, b, c)
#define DP2(a, b) tgsi_f_dot(e, 2, a, b)
#define DP3(a, b) tgsi_f_dot(e, 3, a, b)
#define DP4(a, b) tgsi_f_dot(e, 4, a, b)
#define UNORM(scale, a) tgsi_f_unorm(m, scale, a)
#define SNORM8(a) tgsi_f_snorm8(m, a)
#define DIFFERENCE(by) num_fadd(m, SRC(0)[c][l | (by)], FLIP(SRC(0)[c][l & ~(unsigned)(by)]))
#define ORDER(a) ((a) ^ TGSI_SIGN) /* maps signed integers to unsigned ones in the same order */
#define TRUTH(t) ((t) ? UINT32_MAX : 0)
#define EXTEND(a) ((uint64_t)(a) | ((a)&TGSI_SIGN ? UINT64_C(0xffffffff00000000) : 0))

/* ------------------------------------------------------------------------------------------------ the functions of the rows */

#define ROW(name, body)                                                                                                        \
   static void op_##name(struct tgsi_eval *e)                                                                                  \
   {                                                                                                                           \
      const num_m m = e->num;                                                                                                  \
      const uint32_t active = e->flow.active;                                                                                  \
      const unsigned mask = e->mask;                                                                                           \
      struct tgsi_reg *r = &e->res;                                                                                            \
      (void)m, (void)mask;                                                                                                     \
      body                                                                                                                     \
   }
#define EACH_COMP(expr)                                                                                                   \
   for (unsigned c = 0; c < 4; c++)                                                                                            \
      if (mask >> c & 1)                                                                                                       \
         TGSI_EACH_LANE(l, active) r->v[c][l] = (expr);
#define EACH_SCALAR(expr)                                                                                                    \
   TGSI_EACH_LANE(l, active)                                                                                                   \
   {                                                                                                                           \
      const uint32_t value = (expr);                                                                                           \
      r->v[0][l] = r->v[1][l] = r->v[2][l] = r->v[3][l] = value;                                                               \
   }
/* Pairs with at least one written lane; c is the lane of a 32-bit source. */
#define EACH_PAIR(expr)                                                                                                        \
   for (unsigned pair = 0, c = 0; pair < 4; pair += 2, c++)                                                                    \
      if (mask >> pair & 3)                                                                                                    \
         TGSI_EACH_LANE(l, active)                                                                                             \
         {                                                                                                                     \
            const uint64_t value = (expr);                                                                                     \
            r->v[pair][l] = (uint32_t)value;                                                                                   \
            r->v[pair + 1][l] = (uint32_t)(value >> 32);                                                                       \
         }
/* The first written lane is from the pair xy, the second from zw. */
#define EACH_NARROW(expr)                                                                                                      \
   for (unsigned c = 0, pair = 0; c < 4 && pair < 4; c++)                                                                      \
      if (mask >> c & 1) {                                                                                                     \
         TGSI_EACH_LANE(l, active) r->v[c][l] = (expr);                                                                        \
         pair += 2;                                                                                                            \
      }

#define EACH_DOT EACH_SCALAR
#define EACH_VECTOR EACH_COMP
#define EACH_PAIR_COUNT EACH_PAIR
#define EACH_PAIR_TEST(expr) EACH_PAIR((expr) ? UINT64_MAX : 0) /* one of the two lanes is written */
#define EACH_WIDEN EACH_PAIR

#define NO_ROW(...)
#define ROW_VALUE(name, kind, expr) ROW(name, EACH_##kind(expr))
#define ROW_CALL NO_ROW
#define ROW_TEXTURE NO_ROW
#define ROW_ATOMIC NO_ROW
#define TGSI_OP(name, kind, types, documents, stages, flags, number, lowering, how, ...) ROW_##how(name, kind, __VA_ARGS__)
#include "frontend/tgsi/ast/tgsi_ops.def"
#undef ROW_VALUE

static void (*const compute[TGSI_OP_COUNT])(struct tgsi_eval *e) = {
#define ROW_VALUE(name, kind, expr) [TGSI_OP_##name] = op_##name,
#include "frontend/tgsi/ast/tgsi_ops.def"
};

/* --------------------------------------------------------------------------------------------- lanes and taint, by the kind */

/* The lanes that are written: a test writes one of each pair, a conversion to 32 bits writes two in total. */
static unsigned written_lanes(unsigned kind, unsigned mask)
{
   if (kind == TGSI_PAIR_TEST)
      return (mask & 1 ? mask & ~2u : mask) & (mask & 4 ? ~8u : ~0u);
   if (kind == TGSI_NARROW)
      while (mask & (mask - 1) & ((mask & (mask - 1)) - 1)) /* more than two lanes: drop the last */
         mask &= ~(mask & 8 ? 8u : 4u);
   return mask;
}

/* The result is tainted where its sources are. */
static void taint_result(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   uint32_t all = 0;

   memset(e->res.taint, 0, sizeof e->res.taint);
   for (unsigned n = 0; e->tainting && n < in->num_src; n++)
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t t = tgsi_read_lanes(e->p, in, n) >> c & 1 ? e->src[n].taint[c] : 0;
         all |= t;
         e->res.taint[c] |= t;
      }
   for (unsigned c = 0; c < 4 && tgsi_op_info[in->op].kind != TGSI_COMP; c++)
      e->res.taint[c] = all;
   if (!(tgsi_op_info[in->op].flags & TGSI_DERIVATIVE))
      return;
   /* A derivative is undefined if the neighbour does not execute. */
   const unsigned by = in->op == TGSI_OP_DDX || in->op == TGSI_OP_DDX_FINE ? 1 : 2;
   for (unsigned c = 0; c < 4; c++) {
      const uint32_t bad = (e->mask >> c & 1 ? e->src[0].taint[c] : 0) | e->lane_taint | ~e->flow.active | e->flow.diverged;
      e->res.taint[c] = (bad | exec_quad_swap(bad, by)) & e->flow.active;
      e->tainting |= e->res.taint[c] != 0;
   }
}

void tgsi_eval_alu(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   e->mask = written_lanes(tgsi_op_info[in->op].kind, tgsi_dst(e->p, in, 0)->mask);
   for (unsigned n = 0; n < in->num_src; n++)
      tgsi_eval_source(e, in, n, tgsi_read_lanes(e->p, in, n));
   taint_result(e, in);
   compute[in->op](e);
   tgsi_eval_write(e, in, 0, e->mask);
}
