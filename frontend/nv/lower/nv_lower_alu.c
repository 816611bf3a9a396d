/* SPDX-License-Identifier: MIT */
/*
 * Lowering of arithmetic: 2.X.8 of NV_gpu_program4 in the operation order of docs/semantics-nv.md. Only the components in the
 * write mask are computed, and the value of a scalar instruction is computed once.
 *
 * Instructions that are one IR op for each component have OPS in nv_ops.def. Sequences that other languages share are in
 * frontend/common. The functions here lower the rest: integers with their flags, and instructions that depend on the type.
 */
#include "frontend/common/fe_vector.h"
#include "frontend/nv/lower/nv_lower.h"

typedef struct ir_src src; /* shorter signatures below */

/* The instruction and its result. */
struct alu {
   struct nv_lower *l;
   struct fe_vector v;
   src of[4], cf[4];
};

static src load_operand(void *user, unsigned operand, unsigned comp) { return nv_load(user, operand, comp); }

static bool is_wanted(const struct alu *a, unsigned c) { return a->v.mask >> c & 1; }

/* ---- one op for each component */

/* The column `lowering` of nv_ops.def. */
struct lowering {
   uint8_t form;    /* how operands become sources */
   uint8_t f, s, u; /* IR op by data type */
   void (*vector)(struct fe_vector *v);
   void (*typed)(struct alu *o);
};
#define IR_none IR_mov /* the instruction does not have the type */
enum { F_NONE, F_1, F_2, F_2_SWAPPED, F_SCALAR, F_VECSCA, F_SET, F_SET_SWAPPED, F_ROUND };

static src true_value(struct nv_lower *l, enum nv_type t) { return fe_imm(&l->fe, t == NV_TYPE_F ? FE_ONE : 0xffffffffu); }

static src set_on(struct nv_lower *l, src test, enum nv_type t)
{
   src yes = true_value(l, t);

   return fe_sel(&l->fe, test, yes, fe_imm(&l->fe, 0));
}

static void lower_simple(struct nv_lower *l, const struct lowering *row, struct fe_vector *v)
{
   struct fe_lower *f = &l->fe;
   enum nv_type t = l->cur.in->type;
   enum ir_op op = (enum ir_op)(t == NV_TYPE_F ? row->f : t == NV_TYPE_S ? row->s : row->u);
   src second = {0};

   UTIL_CHECK(f->ctx, op != IR_none);
   if (row->form == F_SCALAR) {
      src a = nv_load(l, 0, 0);

      if (l->cur.in->op == NV_OP_RSQ && (l->p->dialect & NV_D_ARB)) /* of the absolute value */
         a = ir_abs(a);
      fe_replicate(v, fe_op1(f, op, a));
      return;
   }
   if (row->form == F_VECSCA)
      second = nv_load(l, 1, 0);
   for (unsigned c = 0; c < 4; c++) {
      src a, b;

      if (!(v->mask >> c & 1))
         continue;
      a = nv_load(l, 0, c);
      switch (row->form) {
      case F_1: v->r[c] = fe_op1(f, op, a); break;
      case F_2: v->r[c] = fe_op2(f, op, a, nv_load(l, 1, c)); break;
      case F_2_SWAPPED: v->r[c] = fe_op2(f, op, nv_load(l, 1, c), a); break;
      case F_VECSCA: v->r[c] = fe_op2(f, op, a, second); break;
      case F_SET:
      case F_SET_SWAPPED:
         b = nv_load(l, 1, c);
         a = row->form == F_SET ? fe_op2(f, op, a, b) : fe_op2(f, op, b, a);
         v->r[c] = set_on(l, a, t);
         break;
      case F_ROUND:
         v->r[c] = fe_op1(f, op, a);
         if (t != NV_TYPE_F)
            v->r[c] = fe_op1(f, t == NV_TYPE_S ? IR_f2i : IR_f2u, v->r[c]);
         break;
      }
   }
}

/* ---- integer additions, which set the overflow and carry flags */

/* Width 1: a and b are both negative. */
static src both_negative(struct fe_lower *f, src a, src b)
{
   a = fe_op2(f, IR_iand, a, b);
   return fe_op2(f, IR_ilt, a, fe_imm(f, 0));
}

/*
 * x + y, where x and y are without their outermost negations, and xneg and yneg are true if there is one. Flags are only
 * computed if a test reads them. If both terms are negated, the negated values are added.
 */
static void int_add(struct alu *o, unsigned c, src x, bool xneg, src y, bool yneg)
{
   struct nv_lower *l = o->l;
   struct fe_lower *f = &l->fe;
   const int reg = l->cur.in->cc_update;
   bool of = reg >= 0 && l->cc.read[reg][c][NV_OF];
   bool cf = reg >= 0 && l->cc.read[reg][c][NV_CF];
   src s, t;

   if (xneg && yneg) {
      x = fe_op1(f, IR_ineg, x);
      y = fe_op1(f, IR_ineg, y);
      xneg = yneg = false;
   } else if (xneg) {
      t = x;
      x = y;
      y = t;
   }
   if (xneg || yneg) {
      o->v.r[c] = fe_op2(f, IR_isub, x, y);
      if (cf)
         o->cf[c] = fe_op2(f, IR_uge, x, y);
      if (of) { /* the signs differ, and the result does not have the sign of x */
         s = fe_op2(f, IR_ixor, x, y);
         t = fe_op2(f, IR_ixor, x, o->v.r[c]);
         o->of[c] = both_negative(f, s, t);
      }
      return;
   }
   o->v.r[c] = fe_op2(f, IR_iadd, x, y);
   if (cf)
      o->cf[c] = fe_op2(f, IR_ult, o->v.r[c], x);
   if (of) { /* the result has neither the sign of x nor that of y */
      s = fe_op2(f, IR_ixor, x, o->v.r[c]);
      t = fe_op2(f, IR_ixor, y, o->v.r[c]);
      o->of[c] = both_negative(f, s, t);
   }
}

/* ADD and SUB */
static void lower_add(struct alu *o)
{
   struct nv_lower *l = o->l;
   bool sub = l->cur.in->op == NV_OP_SUB;

   for (unsigned c = 0; c < 4; c++) {
      if (!is_wanted(o, c))
         continue;
      if (l->cur.in->type == NV_TYPE_F) {
         src b = nv_load(l, 1, c);

         o->v.r[c] = fe_op2(&l->fe, IR_fadd, nv_load(l, 0, c), sub ? ir_neg(b) : b);
      } else {
         bool an, bn;
         src a = nv_load_below_neg(l, 0, c, &an), b = nv_load_below_neg(l, 1, c, &bn);

         int_add(o, c, a, an, b, bn != sub);
      }
   }
}

static void lower_mad(struct alu *o)
{
   struct nv_lower *l = o->l;
   const struct nv_instr *in = l->cur.in;

   for (unsigned c = 0; c < 4; c++) {
      bool an, bn, cn, flags;
      src a, b, d, v[3];

      if (!is_wanted(o, c))
         continue;
      flags = in->cc_update >= 0 && (l->cc.read[in->cc_update][c][NV_OF] || l->cc.read[in->cc_update][c][NV_CF]);
      if (in->type == NV_TYPE_F || !flags) {
         fe_load_each(&o->v, c, 3, v);
         o->v.r[c] = fe_op3(&l->fe, in->type == NV_TYPE_F ? IR_fmad : IR_imad, v[0], v[1], v[2]);
         continue;
      }
      a = nv_load_below_neg(l, 0, c, &an);
      b = nv_load_below_neg(l, 1, c, &bn);
      d = nv_load_below_neg(l, 2, c, &cn);
      int_add(o, c, fe_op2(&l->fe, IR_imul, a, b), an != bn, d, cn);
   }
}

static void lower_sad(struct alu *o)
{
   struct nv_lower *l = o->l;
   struct fe_lower *f = &l->fe;

   for (unsigned c = 0; c < 4; c++) {
      src a, b, d, diff;
      bool neg;

      if (!is_wanted(o, c))
         continue;
      a = nv_load(l, 0, c);
      b = nv_load(l, 1, c);
      d = nv_load_below_neg(l, 2, c, &neg);
      if (l->cur.in->type == NV_TYPE_U) {
         diff = fe_op2(f, IR_umax, a, b);
         diff = fe_op2(f, IR_isub, diff, fe_op2(f, IR_umin, a, b));
      } else {
         diff = fe_op1(f, IR_iabs, fe_op2(f, IR_isub, a, b));
      }
      int_add(o, c, diff, false, d, neg);
   }
}

static void lower_ara(struct alu *o)
{
   for (unsigned k = 0; k < 2; k++) {
      src a, b;

      if (!(o->v.mask & 5u << k))
         continue;
      a = nv_load(o->l, 0, k);
      b = nv_load(o->l, 0, k + 2);
      o->v.r[k] = o->v.r[k + 2] = fe_op2(&o->l->fe, IR_iadd, a, b);
   }
}

/* ---- multiplication and division */

static void lower_mul(struct alu *o)
{
   const struct nv_instr *in = o->l->cur.in;
   enum ir_op op = in->type == NV_TYPE_F ? IR_fmul : !in->hi ? IR_imul : in->type == NV_TYPE_S ? IR_imulhi : IR_umulhi;

   for (unsigned c = 0; c < 4; c++) {
      src v[3];

      if (!is_wanted(o, c))
         continue;
      fe_load_each(&o->v, c, 2, v);
      o->v.r[c] = fe_op2(&o->l->fe, op, v[0], v[1]);
   }
}

static void lower_div(struct alu *o)
{
   struct fe_lower *f = &o->l->fe;
   enum nv_type t = o->l->cur.in->type;
   src b = nv_load(o->l, 1, 0);

   if (t == NV_TYPE_F)
      b = fe_op1(f, IR_frcp, b);
   for (unsigned c = 0; c < 4; c++)
      if (is_wanted(o, c))
         o->v.r[c] = fe_op2(f, t == NV_TYPE_F ? IR_fmul : t == NV_TYPE_S ? IR_idiv : IR_udiv, nv_load(o->l, 0, c), b);
}

/* ---- copies */

static src lower_swz(struct alu *o, unsigned c)
{
   const struct nv_instr *in = o->l->cur.in;
   src a;

   if (in->swz.sel[c] > NV_SEL_W)
      return fe_imm(&o->l->fe, (in->swz.sel[c] == NV_SEL_1 ? FE_ONE : 0) | (in->swz.neg[c] ? FE_SIGN : 0));
   a = nv_load(o->l, 0, in->swz.sel[c]);
   return in->swz.neg[c] ? ir_neg(a) : a;
}

/* MOV, ABS, CMP and SWZ */
static void lower_copy(struct alu *o)
{
   struct nv_lower *l = o->l;
   struct fe_lower *f = &l->fe;
   const struct nv_instr *in = l->cur.in;

   for (unsigned c = 0; c < 4; c++) {
      src a, b;

      if (!is_wanted(o, c))
         continue;
      switch (in->op) {
      case NV_OP_MOV: o->v.r[c] = nv_load(l, 0, c); break;
      case NV_OP_ABS:
         a = nv_load(l, 0, c);
         if (in->type == NV_TYPE_F)
            a = ir_abs(a);
         else if (in->type == NV_TYPE_S)
            a = fe_op1(f, IR_iabs, a);
         o->v.r[c] = a;
         break;
      case NV_OP_CMP:
         if (in->type == NV_TYPE_U) {
            o->v.r[c] = nv_load(l, 2, c);
            break;
         }
         a = nv_load(l, 0, c);
         a = fe_op2(f, in->type == NV_TYPE_F ? IR_flt : IR_ilt, a, fe_imm(f, 0));
         b = nv_load(l, 1, c);
         o->v.r[c] = fe_sel(f, a, b, nv_load(l, 2, c));
         break;
      case NV_OP_SWZ: o->v.r[c] = lower_swz(o, c); break;
      }
   }
}

/* STR and SFL */
static void lower_truth(struct alu *o)
{
   struct nv_lower *l = o->l;

   fe_replicate(&o->v, l->cur.in->op == NV_OP_STR ? true_value(l, l->cur.in->type) : fe_imm(&l->fe, 0));
}

/* ---- the table */

static void dp2(struct fe_vector *v) { fe_dp(v, 2); }
static void dp3(struct fe_vector *v) { fe_dp(v, 3); }
static void dp4(struct fe_vector *v) { fe_dp(v, 4); }

#define OPS(way, op_f, op_s, op_u) {.form = F_##way, .f = IR_##op_f, .s = IR_##op_s, .u = IR_##op_u}
#define VECTOR(function) {.vector = function}
#define TYPED(function) {.typed = function}
#define OWN {0}
#define NV_OP(name, shape, types, defty, cc, sat, half, out, in0, in1, in2, stages, dialects, suffixes, lowering, ...) \
   [NV_OP_##name] = lowering,
static const struct lowering table[NV_OP_COUNT] = {
#include "frontend/nv/ast/nv_ops.def"
};

void nv_lower_alu(struct nv_lower *l)
{
   const struct nv_instr *in = l->cur.in;
   const struct lowering *row = &table[in->op];
   struct alu o = {.l = l, .v = {.f = &l->fe, .load = load_operand, .user = l, .mask = nv_lower_mask(in)}};

   if (row->form)
      lower_simple(l, row, &o.v);
   else if (row->vector)
      row->vector(&o.v);
   else if (row->typed)
      row->typed(&o);
   else
      util_bug(l->fe.ctx, "no lowering of %s", nv_op_info[in->op].name);
   nv_store(l, o.v.r, nv_result_type(in), o.of, o.cf);
}
