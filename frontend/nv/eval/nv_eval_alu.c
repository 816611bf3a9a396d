/* SPDX-License-Identifier: MIT */
/*
 * The reference evaluator: what an instruction computes, section 2.X.8 in the operation order of docs/semantics-nv.md. This
 * file has the instructions that copy, round, compare and compute with integers, and the table that finds the function of an
 * instruction.
 *
 * Only the components that the write mask selects are computed, and only in the lanes that execute. nv_reads says which operand
 * components a component of the result depends on: those are loaded, and their taint is inherited.
 */
#include "frontend/nv/eval/nv_eval_lanes.h"

static void taint_result(struct nv_eval *e, const struct nv_instr *in)
{
   for (unsigned c = 0; c < 4; c++) {
      unsigned reads[3];
      e->res.taint[c] = 0;
      if (!e->tainting || !(in->dst.mask >> c & 1))
         continue;
      nv_reads(in, 1u << c, reads);
      for (unsigned i = 0; i < 3; i++)
         for (unsigned k = 0; k < 4; k++)
            if (reads[i] >> k & 1)
               e->res.taint[c] |= e->src[i].taint[k];
   }
}

/* ------------------------------------------------------------------------------------------------------- integer arithmetic */

static uint32_t int_abs(uint32_t x)
{
   return x & NV_SIGN ? 0u - x : x;
}

/* Unsigned numbers in the same order as the signed numbers x. */
static uint32_t bias(uint32_t x)
{
   return x ^ NV_SIGN;
}

static uint32_t mul_hi(enum nv_type type, uint32_t a, uint32_t b)
{
   uint32_t hi = (uint32_t)((uint64_t)a * b >> 32);
   if (type == NV_TYPE_S) {
      hi -= a & NV_SIGN ? b : 0;
      hi -= b & NV_SIGN ? a : 0;
   }
   return hi;
}

/*
 * The final addition of ADD, SUB, MAD and SAD with its flags (2.X.4.3). A negation modifier turns the addition into a
 * subtraction, so x and y come without their outermost negations, and nx and ny say whether they have one.
 */
static uint32_t add_flags(uint32_t x, bool nx, uint32_t y, bool ny, bool *of, bool *cf)
{
   uint32_t r;
   if (nx != ny) {
      uint32_t a = nx ? y : x, b = nx ? x : y;
      r = a - b;
      *of = ((a ^ b) & (a ^ r)) >> 31;
      *cf = a >= b;
   } else {
      if (nx) { /* defined behaviour (docs/semantics-nv.md): the addition of the negated operands */
         x = 0u - x;
         y = 0u - y;
      }
      r = x + y;
      *of = ((x ^ r) & (y ^ r)) >> 31;
      *cf = r < x;
   }
   return r;
}

static bool is_int_sum(const struct nv_instr *in)
{
   return in->type != NV_TYPE_F && (in->op == NV_OP_ADD || in->op == NV_OP_SUB || in->op == NV_OP_MAD || in->op == NV_OP_SAD);
}

/* ADD SUB MAD SAD on integers. */
static void int_sum(struct nv_eval *e, const struct nv_instr *in)
{
   const struct nv_reg *a = &e->src[0], *b = &e->src[1], *d = &e->src[2];
   bool n[3];
   for (unsigned i = 0; i < 3; i++)
      n[i] = i < in->num_src && nv_eval_outer_neg(&in->src[i]);
   for (unsigned c = 0; c < 4; c++) {
      if (!(in->dst.mask >> c & 1))
         continue;
      NV_EACH_LANE(l, e->flow.active)
      {
         uint32_t x = a->v[c][l], y = b->v[c][l];
         bool nx = n[0], ny = n[1], of, cf;
         switch (in->op) {
         case NV_OP_SUB: ny = !ny; break;
         case NV_OP_MAD:
            x *= y;
            nx = n[0] != n[1];
            y = d->v[c][l];
            ny = n[2];
            break;
         case NV_OP_SAD: /* the operands of the difference are loaded with their signs */
            x = in->type == NV_TYPE_U ? (x > y ? x - y : y - x) : int_abs(x - y);
            nx = false;
            y = d->v[c][l];
            ny = n[2];
            break;
         }
         e->res.v[c][l] = add_flags(x, nx, y, ny, &of, &cf);
         e->of[c] |= (uint32_t)of << l;
         e->cf[c] |= (uint32_t)cf << l;
      }
   }
}

/*
 * ------------------------------------------------------------------------------------------------------ groups of instructions
 */

static void swizzled_copy(struct nv_eval *e, const struct nv_instr *in)
{
   const uint32_t active = e->flow.active;
   for (unsigned c = 0; c < 4; c++) {
      unsigned sel = in->swz.sel[c];
      uint32_t flip = in->swz.neg[c] ? NV_SIGN : 0;
      NV_EACH_LANE(l, active)
      {
         e->res.v[c][l] = (sel <= NV_SEL_W ? A(sel) : sel == NV_SEL_1 ? NUM_ONE : 0) ^ flip;
      }
   }
}

/* What copies one of its operands. */
static void copy(struct nv_eval *e, const struct nv_instr *in)
{
   NV_ALU_LOCALS(e, in);
   switch (in->op) {
   case NV_OP_MOV: COMPONENTS(X); break;
   case NV_OP_ABS: TYPED(X & ~NV_SIGN, int_abs(X), X); break;
   case NV_OP_CMP: TYPED(num_flt(m, X, 0) ? Y : Z, X & NV_SIGN ? Y : Z, Z); break;
   case NV_OP_MAX: TYPED(num_fmax(m, X, Y), bias(X) > bias(Y) ? X : Y, X > Y ? X : Y); break;
   case NV_OP_MIN: TYPED(num_fmin(m, Y, X) /* a > b ? b : a */, bias(X) > bias(Y) ? Y : X, X > Y ? Y : X); break;
   }
}

static void arithmetic(struct nv_eval *e, const struct nv_instr *in)
{
   NV_ALU_LOCALS(e, in);
   switch (in->op) {
   case NV_OP_ADD: COMPONENTS(num_fadd(m, X, Y)); break;
   case NV_OP_SUB: COMPONENTS(num_fadd(m, X, Y ^ NV_SIGN)); break;
   case NV_OP_MAD: COMPONENTS(num_fmad(m, X, Y, Z)); break;
   case NV_OP_ARA: COMPONENTS(c & 1 ? A(1) + A(3) : A(0) + A(2)); break;
   case NV_OP_DIV: TYPED(num_fmul(m, X, num_frcp(m, B(0))), num_idiv(m, X, B(0)), num_udiv(m, X, B(0))); break;
   case NV_OP_MOD: TYPED(0, num_imod(m, X, B(0)), num_umod(m, X, B(0))); break;
   case NV_OP_MUL:
      if (in->hi)
         COMPONENTS(mul_hi(type, X, Y));
      else
         TYPED(num_fmul(m, X, Y), X * Y, X * Y);
      break;
   }
}

static void bitwise(struct nv_eval *e, const struct nv_instr *in)
{
   NV_ALU_LOCALS(e, in);
   switch (in->op) {
   case NV_OP_AND: COMPONENTS(X & Y); break;
   case NV_OP_OR: COMPONENTS(X | Y); break;
   case NV_OP_XOR: COMPONENTS(X ^ Y); break;
   case NV_OP_NOT: COMPONENTS(~X); break;
   case NV_OP_SHL: COMPONENTS(num_shl(m, X, B(0))); break;
   case NV_OP_SHR: TYPED(0, num_ishr(m, X, B(0)), num_ushr(m, X, B(0))); break;
   }
}

/* Conversions between floats and integers; with a float type the rounding alone. */
static void convert(struct nv_eval *e, const struct nv_instr *in)
{
   NV_ALU_LOCALS(e, in);
   switch (in->op) {
   case NV_OP_CEIL: TYPED(num_fceil(m, X), num_f2i(m, num_fceil(m, X)), num_f2u(m, num_fceil(m, X))); break;
   case NV_OP_FLR: TYPED(num_ffloor(m, X), num_f2i(m, num_ffloor(m, X)), num_f2u(m, num_ffloor(m, X))); break;
   case NV_OP_ROUND: TYPED(num_fround(m, X), num_f2i(m, num_fround(m, X)), num_f2u(m, num_fround(m, X))); break;
   case NV_OP_TRUNC: TYPED(num_ftrunc(m, X), num_f2i(m, num_ftrunc(m, X)), num_f2u(m, num_ftrunc(m, X))); break;
   case NV_OP_ARL: COMPONENTS(num_f2i(m, num_ffloor(m, X))); break;
   case NV_OP_ARR: COMPONENTS(num_f2i(m, num_fround(m, X))); break;
   case NV_OP_I2F: TYPED(0, num_i2f(m, X), num_u2f(m, X)); break;
   }
}

/* The "set on" instructions: true is 1.0, or all bits set for integers. */
static void set_on(struct nv_eval *e, const struct nv_instr *in)
{
#define TRUTH(t) ((t) ? yes : 0)
   NV_ALU_LOCALS(e, in);
   const uint32_t yes = type == NV_TYPE_F ? NUM_ONE : UINT32_MAX;
   switch (in->op) {
   case NV_OP_SEQ: TYPED(TRUTH(num_feq(m, X, Y)), TRUTH(X == Y), TRUTH(X == Y)); break;
   case NV_OP_SNE: TYPED(TRUTH(num_fne(m, X, Y)), TRUTH(X != Y), TRUTH(X != Y)); break;
   case NV_OP_SLT: TYPED(TRUTH(num_flt(m, X, Y)), TRUTH(bias(X) < bias(Y)), TRUTH(X < Y)); break;
   case NV_OP_SGE: TYPED(TRUTH(num_fge(m, X, Y)), TRUTH(bias(X) >= bias(Y)), TRUTH(X >= Y)); break;
   case NV_OP_SGT: TYPED(TRUTH(num_flt(m, Y, X)), TRUTH(bias(X) > bias(Y)), TRUTH(X > Y)); break;
   case NV_OP_SLE: TYPED(TRUTH(num_fge(m, Y, X)), TRUTH(bias(X) <= bias(Y)), TRUTH(X <= Y)); break;
   case NV_OP_STR: COMPONENTS(yes); break;
   case NV_OP_SFL: COMPONENTS(0); break;
   }
#undef TRUTH
}

/* The difference between each lane's neighbours in its row or column of the quad; undefined if one of them does not execute. */
static void derivative(struct nv_eval *e, const struct nv_instr *in)
{
   unsigned by = in->op == NV_OP_DDX ? 1 : 2;
   for (unsigned c = 0; c < 4; c++) {
      if (!(in->dst.mask >> c & 1))
         continue;
      const uint32_t *v = e->src[0].v[c];
      NV_EACH_LANE(l, e->flow.active)
      {
         e->res.v[c][l] = num_fadd(e->num, v[l | by], v[l & ~by] ^ NV_SIGN);
      }
      uint32_t bad = e->src[0].taint[c] | e->lane_taint | ~e->flow.active | e->flow.diverged;
      e->res.taint[c] = (bad | exec_quad_swap(bad, by)) & e->flow.active;
      e->tainting |= e->res.taint[c] != 0;
   }
}

/* --------------------------------------------------------------------------------------------------------------- the table */

typedef void (*compute_fn)(struct nv_eval *e, const struct nv_instr *in);

static const compute_fn compute[NV_OP_COUNT] = {
   [NV_OP_MOV] = copy, [NV_OP_ABS] = copy, [NV_OP_CMP] = copy, [NV_OP_MAX] = copy, [NV_OP_MIN] = copy,
   [NV_OP_SWZ] = swizzled_copy,

   [NV_OP_ADD] = arithmetic, [NV_OP_SUB] = arithmetic, [NV_OP_MAD] = arithmetic, [NV_OP_ARA] = arithmetic,
   [NV_OP_DIV] = arithmetic, [NV_OP_MOD] = arithmetic, [NV_OP_MUL] = arithmetic,

   [NV_OP_AND] = bitwise, [NV_OP_OR] = bitwise, [NV_OP_XOR] = bitwise, [NV_OP_NOT] = bitwise,
   [NV_OP_SHL] = bitwise, [NV_OP_SHR] = bitwise,

   [NV_OP_CEIL] = convert, [NV_OP_FLR] = convert, [NV_OP_ROUND] = convert, [NV_OP_TRUNC] = convert,
   [NV_OP_ARL] = convert, [NV_OP_ARR] = convert, [NV_OP_I2F] = convert,

   [NV_OP_SEQ] = set_on, [NV_OP_SNE] = set_on, [NV_OP_SLT] = set_on, [NV_OP_SGE] = set_on,
   [NV_OP_SGT] = set_on, [NV_OP_SLE] = set_on, [NV_OP_STR] = set_on, [NV_OP_SFL] = set_on,

   [NV_OP_DDX] = derivative, [NV_OP_DDY] = derivative,

   [NV_OP_COS] = nv_eval_float_scalar, [NV_OP_DP2] = nv_eval_float_scalar, [NV_OP_DP2A] = nv_eval_float_scalar,
   [NV_OP_DP3] = nv_eval_float_scalar, [NV_OP_DP4] = nv_eval_float_scalar, [NV_OP_DPH] = nv_eval_float_scalar,
   [NV_OP_EX2] = nv_eval_float_scalar, [NV_OP_LG2] = nv_eval_float_scalar, [NV_OP_POW] = nv_eval_float_scalar,
   [NV_OP_RCC] = nv_eval_float_scalar, [NV_OP_RCP] = nv_eval_float_scalar, [NV_OP_RSQ] = nv_eval_float_scalar,
   [NV_OP_SIN] = nv_eval_float_scalar,

   [NV_OP_DST] = nv_eval_float_vector, [NV_OP_EXP] = nv_eval_float_vector, [NV_OP_FRC] = nv_eval_float_vector,
   [NV_OP_LIT] = nv_eval_float_vector, [NV_OP_LOG] = nv_eval_float_vector, [NV_OP_LRP] = nv_eval_float_vector,
   [NV_OP_NRM] = nv_eval_float_vector, [NV_OP_RFL] = nv_eval_float_vector, [NV_OP_SCS] = nv_eval_float_vector,
   [NV_OP_SSG] = nv_eval_float_vector, [NV_OP_X2D] = nv_eval_float_vector, [NV_OP_XPD] = nv_eval_float_vector,

   [NV_OP_PK2H] = nv_eval_pack, [NV_OP_PK2US] = nv_eval_pack, [NV_OP_PK4B] = nv_eval_pack, [NV_OP_PK4UB] = nv_eval_pack,
   [NV_OP_UP2H] = nv_eval_pack, [NV_OP_UP2US] = nv_eval_pack, [NV_OP_UP4B] = nv_eval_pack, [NV_OP_UP4UB] = nv_eval_pack,
};

/* Loads the components of the operands that the result depends on. */
static void load_operands(struct nv_eval *e, const struct nv_instr *in)
{
   unsigned read[3];

   nv_reads(in, in->dst.mask, read);
   for (unsigned i = 0; i < in->num_src; i++) {
      /* Integer sums take the outermost negation into the addition, but the operands of SAD's difference keep theirs. */
      bool below = is_int_sum(in) && !(in->op == NV_OP_SAD && i < 2);
      nv_eval_load(e, &in->src[i], read[i], below, &e->src[i]);
   }
}

void nv_eval_alu(struct nv_eval *e, const struct nv_instr *in)
{
   load_operands(e, in);
   memset(e->of, 0, sizeof e->of);
   memset(e->cf, 0, sizeof e->cf);
   taint_result(e, in);
   if (is_int_sum(in))
      int_sum(e, in);
   else if (compute[in->op])
      compute[in->op](e, in);
}
