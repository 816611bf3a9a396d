/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator of TGSI: the instructions of tgsi_eval.def. Each row becomes a function that computes e->res from e->src; what the kinds have in common, which lanes
 * they read and how taint follows, is here once.
 */
#include "frontend/tgsi/eval/tgsi_eval_double.h"
#include "frontend/tgsi/eval/tgsi_eval_float.h"

#define F_HALF 0x3f000000u /* 0.5 */

/* What expressions consist of: see tgsi_eval.def. */
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
#define ORDER(a) ((a) ^ TGSI_SIGN) /* signed integers by their order */
#define TRUTH(t) ((t) ? UINT32_MAX : 0)
#define EXTEND(a) ((uint64_t)(a) | ((a)&TGSI_SIGN ? UINT64_C(0xffffffff00000000) : 0))

/* ------------------------------------------------------------------------------------------------------ the functions of rows */

#define ROW(name, body)                                                                                                        \
   static void op_##name(struct tgsi_eval *e)                                                                                  \
   {                                                                                                                           \
      const num_m m = e->num;                                                                                                  \
      const uint32_t active = e->active;                                                                                       \
      const unsigned mask = e->mask;                                                                                           \
      struct tgsi_reg *r = &e->res;                                                                                            \
      (void)m, (void)mask;                                                                                                     \
      body                                                                                                                     \
   }
#define EACH_COMPONENT(expr)                                                                                                   \
   for (unsigned c = 0; c < 4; c++)                                                                                            \
      if (mask >> c & 1)                                                                                                       \
         TGSI_EACH_LANE(l, active) r->v[c][l] = (expr);
#define EACH_INSTANCE(expr)                                                                                                    \
   TGSI_EACH_LANE(l, active)                                                                                                   \
   {                                                                                                                           \
      const uint32_t value = (expr);                                                                                           \
      r->v[0][l] = r->v[1][l] = r->v[2][l] = r->v[3][l] = value;                                                               \
   }
/* Pairs of which some lane is written; c is the lane of a source of 32 bits. */
#define EACH_PAIR(expr)                                                                                                        \
   for (unsigned pair = 0, c = 0; pair < 4; pair += 2, c++)                                                                    \
      if (mask >> pair & 3)                                                                                                    \
         TGSI_EACH_LANE(l, active)                                                                                             \
         {                                                                                                                     \
            const uint64_t value = (expr);                                                                                     \
            r->v[pair][l] = (uint32_t)value;                                                                                   \
            r->v[pair + 1][l] = (uint32_t)(value >> 32);                                                                       \
         }
/* The first lane that is written has the pair xy, the second one zw. */
#define EACH_NARROW(expr)                                                                                                      \
   for (unsigned c = 0, pair = 0; c < 4 && pair < 4; c++)                                                                      \
      if (mask >> c & 1) {                                                                                                     \
         TGSI_EACH_LANE(l, active) r->v[c][l] = (expr);                                                                        \
         pair += 2;                                                                                                            \
      }

#define TGSI_EVAL_COMP(name, expr) ROW(name, EACH_COMPONENT(expr))
#define TGSI_EVAL_SCALAR(name, expr) ROW(name, EACH_INSTANCE(expr))
#define TGSI_EVAL_DOT(name, a, b, d, expr) ROW(name, EACH_INSTANCE(expr))
#define TGSI_EVAL_VECTOR(name, a, b, d, expr) ROW(name, EACH_COMPONENT(expr))
#define TGSI_EVAL_PAIR(name, expr) ROW(name, EACH_PAIR(expr))
#define TGSI_EVAL_PAIR_COUNT(name, expr) ROW(name, EACH_PAIR(expr))
#define TGSI_EVAL_PAIR_TEST(name, expr) ROW(name, EACH_PAIR((expr) ? UINT64_MAX : 0)) /* one of the two lanes is written */
#define TGSI_EVAL_WIDEN(name, expr) ROW(name, EACH_PAIR(expr))
#define TGSI_EVAL_NARROW(name, expr) ROW(name, EACH_NARROW(expr))
#include "frontend/tgsi/eval/tgsi_eval.def"
#undef TGSI_EVAL_COMP
#undef TGSI_EVAL_SCALAR
#undef TGSI_EVAL_DOT
#undef TGSI_EVAL_VECTOR
#undef TGSI_EVAL_PAIR
#undef TGSI_EVAL_PAIR_COUNT
#undef TGSI_EVAL_PAIR_TEST
#undef TGSI_EVAL_WIDEN
#undef TGSI_EVAL_NARROW

/* --------------------------------------------------------------------------------------------------------------- the table */

static const struct row {
   void (*compute)(struct tgsi_eval *e);
   uint8_t kind;
   uint8_t reads[3]; /* TGSI_DOT, TGSI_VECTOR */
} rows[TGSI_OP_COUNT] = {
#define TGSI_EVAL_COMP(name, expr) [TGSI_OP_##name] = {op_##name, TGSI_COMP, {0}},
#define TGSI_EVAL_SCALAR(name, expr) [TGSI_OP_##name] = {op_##name, TGSI_SCALAR, {0}},
#define TGSI_EVAL_DOT(name, a, b, d, expr) [TGSI_OP_##name] = {op_##name, TGSI_DOT, {a, b, d}},
#define TGSI_EVAL_VECTOR(name, a, b, d, expr) [TGSI_OP_##name] = {op_##name, TGSI_VECTOR, {a, b, d}},
#define TGSI_EVAL_PAIR(name, expr) [TGSI_OP_##name] = {op_##name, TGSI_PAIR, {0}},
#define TGSI_EVAL_PAIR_COUNT(name, expr) [TGSI_OP_##name] = {op_##name, TGSI_PAIR_COUNT, {0}},
#define TGSI_EVAL_PAIR_TEST(name, expr) [TGSI_OP_##name] = {op_##name, TGSI_PAIR_TEST, {0}},
#define TGSI_EVAL_WIDEN(name, expr) [TGSI_OP_##name] = {op_##name, TGSI_WIDEN, {0}},
#define TGSI_EVAL_NARROW(name, expr) [TGSI_OP_##name] = {op_##name, TGSI_NARROW, {0}},
#include "frontend/tgsi/eval/tgsi_eval.def"
};

/* A row of the wrong kind counts as none. */
bool tgsi_eval_has_row(enum tgsi_op op) { return rows[op].compute && rows[op].kind == tgsi_op_info[op].kind; }

/* ----------------------------------------------------------------------------------------------------- lanes, by their kind */

/* The lanes of source n that the lanes `mask` of the result depend on. */
static unsigned reads(const struct row *row, unsigned n, unsigned mask)
{
   const unsigned first = mask & 3, second = mask & 12;

   switch (row->kind) {
   case TGSI_COMP: return mask;
   case TGSI_SCALAR: return 1;
   case TGSI_PAIR_COUNT:
      if (n == 1)
         return (first ? 1 : 0) | (second ? 4 : 0);
      return (first ? 3 : 0) | (second ? 12 : 0);
   case TGSI_PAIR:
   case TGSI_PAIR_TEST: return (first ? 3 : 0) | (second ? 12 : 0);
   case TGSI_WIDEN: return (first ? 1 : 0) | (second ? 2 : 0);
   case TGSI_NARROW: return mask & (mask - 1) ? 15 : 3;
   default: return n < 3 ? row->reads[n] : 0;
   }
}

/* The lanes that are written: of a test one of each pair, of a conversion to 32 bits two. */
static unsigned writes(const struct row *row, unsigned mask)
{
   if (row->kind == TGSI_PAIR_TEST)
      return (mask & 1 ? mask & ~2u : mask) & (mask & 4 ? ~8u : ~0u);
   if (row->kind == TGSI_NARROW)
      while (mask & (mask - 1) & ((mask & (mask - 1)) - 1)) /* three lanes or more: without the last one */
         mask &= ~(mask & 8 ? 8u : 4u);
   return mask;
}

/* The result is tainted where what it was computed from is. */
static void taint(struct tgsi_eval *e, const struct tgsi_instr *in, const struct row *row)
{
   uint32_t all = 0;

   memset(e->res.taint, 0, sizeof e->res.taint);
   for (unsigned n = 0; e->tainting && n < in->num_src; n++)
      for (unsigned c = 0; c < 4; c++) {
         const uint32_t t = reads(row, n, e->mask) >> c & 1 ? e->src[n].taint[c] : 0;
         all |= t;
         e->res.taint[c] |= t;
      }
   for (unsigned c = 0; c < 4 && row->kind != TGSI_COMP; c++)
      e->res.taint[c] = all;
   if (!(tgsi_op_info[in->op].flags & TGSI_DERIVATIVE))
      return;
   /* Undefined over a neighbour that does not execute. */
   const unsigned by = in->op == TGSI_OP_DDX || in->op == TGSI_OP_DDX_FINE ? 1 : 2;
   for (unsigned c = 0; c < 4; c++) {
      const uint32_t bad = (e->mask >> c & 1 ? e->src[0].taint[c] : 0) | e->lane_taint | ~e->active | e->diverged;
      e->res.taint[c] = (bad | exec_quad_swap(bad, by)) & e->active;
      e->tainting |= e->res.taint[c] != 0;
   }
}

void tgsi_eval_alu(struct tgsi_eval *e, const struct tgsi_instr *in)
{
   const struct row *row = &rows[in->op];

   e->mask = writes(row, tgsi_dst(e->p, in, 0)->mask);
   for (unsigned n = 0; n < in->num_src; n++)
      tgsi_eval_source(e, in, n, reads(row, n, e->mask));
   taint(e, in, row);
   row->compute(e);
   tgsi_eval_write(e, in, 0, e->mask);
}
