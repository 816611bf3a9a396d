/* SPDX-License-Identifier: MIT */
/*
 * Selection of one IR instruction. Each pattern looks only at an instruction and the definitions of its sources. A row of
 * usc_ops.def says what an op becomes; an op that should have been LOWERED is reported as unsupported.
 */
#include "backend-usc/select/usc_operation.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/pattern/usc_combine.h"
#include "backend-usc/select/usc_cond.h"
#include "backend-usc/select/usc_input.h"
#include "backend-usc/select/usc_memory.h"
#include "backend-usc/select/usc_output.h"
#include "backend-usc/select/usc_storage.h"
#include "backend-usc/select/usc_texture.h"

/* Arguments of operation.emit(). */
struct operands {
   const struct ir_instr *i;
   const struct operation *row;
   struct usc_opd dst, o[3];
};

/* How an operation is selected: `whole` does everything, `emit` computes dst from the operands. */
struct operation {
   void (*whole)(struct usc_selection *c, const struct ir_instr *i);
   void (*emit)(struct usc_selection *c, const struct operands *x);
   uint8_t op;     /* enum usc_op, enum usc_tst_op or enum usc_fmt, depending on emit() */
   uint8_t type;   /* of a test: enum usc_tst_type; of a conversion: enum usc_pack_mode */
   bool reads_own; /* emit() reads the sources itself, so x->o is empty */
   bool saturates; /* emit() applies IR_SAT_01 */
};

/* ---- float operations ---------------------------------------------------------------------------------------------------- */

static void add_or_multiply(struct usc_selection *c, const struct operands *x)
{
   usc_emit_float(c, (enum ir_op)x->i->op, x->dst, x->i, x->i->sat == IR_SAT_01);
}

static void emit_alu(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_alu((enum usc_op)x->row->op, x->dst, x->o[0], x->o[1], x->o[2]));
}

/* An operand that fadd rounds down. The modifier .flr is applied before abs and neg, so those of the source need a move. */
static struct usc_opd floor_of(struct usc_selection *c, struct usc_opd a)
{
   if (a.mod)
      a = usc_to_temp(c, a);
   a.mod = USC_MOD_FLR;
   return a;
}

/* dst = a + -0.0, which applies the modifiers of a. */
static void emit_modified(struct usc_selection *c, struct usc_opd dst, struct usc_opd a)
{
   usc_emit(c, usc_g_alu(USC_OP_FADD, dst, a, usc_c(USC_C_MZERO), usc_none()));
}

/* dst = the magnitude of mag with the sign of `sign`. */
static void emit_copysign(struct usc_selection *c, struct usc_opd dst, struct usc_opd mag, struct usc_opd sign)
{
   struct usc_group g = usc_g(USC_BITWISE);
   if (sign.mod)
      sign = usc_to_temp(c, sign);
   g.op[USC_MASK] = USC_OP_BM_MSK;
   g.op[USC_LOGIC] = USC_OP_OR;
   g.mska = g.mskb = 1;
   g.src[0] = usc_c(31);
   g.src[1] = usc_c(0);
   g.src[2] = mag;
   g.src[3] = sign;
   g.dst[0] = dst;
   usc_emit(c, g);
}

static void round_down(struct usc_selection *c, const struct operands *x)
{
   emit_modified(c, x->dst, floor_of(c, x->o[0]));
}

/* -floor(-a) */
static void round_up(struct usc_selection *c, const struct operands *x)
{
   struct usc_opd t = floor_of(c, usc_neg(x->o[0]));
   t.mod |= USC_MOD_NEG;
   emit_modified(c, x->dst, t);
}

/* The operand with each NaN replaced by the canonical one, whose sign bit is clear, so that a sign can be copied from it. */
static struct usc_opd with_canonical_nan(struct usc_selection *c, struct usc_opd a)
{
   const struct usc_opd t = usc_temp(c);
   usc_emit(c, usc_fmul(c, t, a, usc_c(USC_C_ONE)));
   return t;
}

/* floor(|a|) with the sign of a. */
static void round_to_zero(struct usc_selection *c, const struct operands *x)
{
   const struct usc_opd t = usc_temp(c);
   emit_modified(c, t, floor_of(c, usc_abs(x->o[0])));
   emit_copysign(c, x->dst, t, with_canonical_nan(c, x->o[0]));
}

/* To nearest even: below 2^23 the conversion to an integer and back rounds |a|; from there on, and for NaN, |a| stays. */
static void round_to_nearest(struct usc_selection *c, const struct operands *x)
{
   const struct usc_opd a = x->o[0], s = usc_temp(c), r = usc_temp(c), m = usc_temp(c), two23 = usc_c(149);
   usc_emit_pack(c, USC_FMT_U32, USC_PACK_NEAREST, s, usc_abs(a));
   usc_emit(c, usc_g_unpck(USC_FMT_U32, false, 0, r, s));
   const struct usc_opd flushed = usc_temp(c);
   usc_emit(c, usc_fmul(c, flushed, usc_abs(a), usc_c(USC_C_ONE)));
   usc_emit_select(c, (struct usc_choice){m, flushed, two23, r, flushed, USC_TST_L, USC_T_F32});
   emit_copysign(c, x->dst, m, with_canonical_nan(c, a));
}

static void compute_sin_cos(struct usc_selection *c, const struct operands *x)
{
   const struct usc_opd a = usc_in_slot(c, x->o[0], 0), part = usc_temp(c), r = usc_temp(c), s = usc_temp(c);
   const bool is_cos = x->i->op == IR_fcos;
   usc_emit(c, usc_g_red(is_cos, false, part, a, usc_none()));
   usc_emit(c, usc_g_red(is_cos, true, r, a, part));
   usc_emit(c, usc_g_alu(USC_OP_FSINC, s, r, usc_none(), usc_none()));
   struct usc_group g = usc_g_sinc_mul(x->dst, s, r);
   if (c->opt->features & USC_HAS_CARRYP1)
      g.op[USC_P0] = USC_OP_UMADD32; /* FTE is the register itself, without a sum */
   usc_emit(c, g);
}

/* ---- moves, selects, comparisons ----------------------------------------------------------------------------------------- */

/* Makes the value another name for its source. */
static void rename_value(struct usc_selection *c, const struct ir_instr *i)
{
   const struct usc_opd o = usc_move_src(c, &i->src[0]);
   c->val[i->dst[0]->id] = o.mod ? usc_to_temp(c, o) : o;
}

static void move(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_mov(x->dst, x->o[0]));
}

static void select_value(struct usc_selection *c, const struct operands *x)
{
   const struct usc_choices *k = usc_choices_of(c, x->i->dst[0]);
   if (k) {
      if (k->last == x->i)
         usc_emit_choices(c, k);
      return;
   }
   const struct usc_opd t = usc_move_src(c, &x->i->src[1]), f = usc_move_src(c, &x->i->src[2]);
   usc_emit_cond(c, &x->i->src[0], x->dst, t, f);
}

/* Minimum and maximum. */
static void pick(struct usc_selection *c, const struct operands *x)
{
   usc_emit_pick(c, x->dst, (enum usc_tst_op)x->row->op, (enum usc_tst_type)x->row->type, x->o[0], x->o[1]);
}

/* A comparison whose result is needed as a value. */
static void compare(struct usc_selection *c, const struct operands *x)
{
   struct usc_choice s = {x->dst, x->o[0], x->o[1], usc_c(USC_C_ALL), usc_c(0), 0, 0};
   UTIL_CHECK(c->ctx, usc_test_of(x->i, &s.op, &s.type));
   usc_emit_select(c, s);
}

/* ---- integer operations -------------------------------------------------------------------------------------------------- */

static void add(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_iadd(x->dst, x->o[0], x->o[1]));
}

static void subtract(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_iadd(x->dst, x->o[0], usc_neg(x->o[1])));
}

static void negate(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_iadd(x->dst, usc_neg(x->o[0]), usc_c(0)));
}

static void remove_sign(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_iadd(x->dst, usc_abs(x->o[0]), usc_c(0)));
}

static void multiply(struct usc_selection *c, const struct operands *x)
{
   struct usc_opd a = x->o[0], b = x->o[1];
   usc_order_integer_factors(c, &a, &b);
   usc_emit(c, usc_g_alu(USC_OP_UMADD32, x->dst, a, b, x->i->op == IR_imad ? x->o[2] : usc_c(0)));
}

static void multiply_high(struct usc_selection *c, const struct operands *x)
{
   struct usc_opd a = x->o[0], b = x->o[1];
   usc_order_integer_factors(c, &a, &b);
   if (x->i->op == IR_imulhi)
      usc_emit(c, usc_g_smadd64(usc_none(), x->dst, a, b, usc_c(0), usc_c(0)));
   else
      usc_emit(c, usc_g_umadd64(usc_none(), x->dst, a, b, x->i->op == IR_umadhi ? x->o[2] : usc_c(0), usc_c(0)));
}

static void combine_bits(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_logic((enum usc_op)x->row->op, x->dst, x->o[0], x->o[1]));
}

static void invert(struct usc_selection *c, const struct operands *x)
{
   if (x->i->dst[0]->width == 16)
      usc_emit(c, usc_g_logic(USC_OP_XOR, x->dst, x->o[0], usc_const(c->m, 0xffff)));
   else
      usc_emit(c, usc_g_logic(USC_OP_XNOR, x->dst, x->o[0], usc_c(0)));
}

static void shift(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_shift((enum usc_op)x->row->op, x->dst, x->o[0], usc_in_slot(c, x->o[1], 4)));
}

/*
 * A bit field. The unit uses offset and width modulo 64, and finds the sign at offset + width - 1. So the offset must be less
 * than 32, and a signed field must end within the word.
 */
static void extract(struct usc_selection *c, const struct operands *x)
{
   const bool is_signed = x->i->op == IR_ibfe;
   struct usc_opd off = x->o[1], bits = x->o[2];
   uint32_t at, n;
   const bool known = ir_src_const(&x->i->src[1], &at);
   if (!known && ir_maybe_ones(x->i->src[1].val, 4) > 31) {
      const struct usc_opd t = usc_temp(c);
      usc_emit(c, usc_g_logic(USC_OP_AND, t, off, usc_const(c->m, 31)));
      off = t;
   } else if (known) {
      off = usc_const(c->m, at & 31);
   }
   if (is_signed && known && ir_src_const(&x->i->src[2], &n)) {
      bits = usc_const(c->m, (n & 63) < 32 - (at & 31) ? n & 63 : 32 - (at & 31));
   } else if (is_signed) {
      const struct usc_opd left = usc_temp(c), low = usc_temp(c), t = usc_temp(c);
      usc_emit(c, usc_g_logic(USC_OP_AND, low, bits, usc_const(c->m, 63)));
      usc_emit(c, usc_g_iadd(left, usc_const(c->m, 32), usc_neg(off)));
      usc_emit_pick(c, t, USC_TST_L, USC_T_U32, low, left);
      bits = t;
   }
   bits = usc_in_slot(c, bits, 0);
   off = usc_in_slot(c, usc_in_slot(c, off, 1), 4);
   usc_emit(c, usc_g_bfe(is_signed, x->dst, usc_in_slot(c, x->o[0], 2), off, bits));
}

static void make_mask(struct usc_selection *c, const struct operands *x)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_MASK] = USC_OP_BM_MSK;
   g.src[0] = usc_in_slot(c, x->o[0], 0);
   g.src[1] = usc_in_slot(c, x->o[1], 1);
   g.dst[0] = x->dst;
   usc_emit(c, g);
}

static void reverse(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_rev(x->dst, usc_in_slot(c, x->o[0], 2)));
}

static void count(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_count((enum usc_op)x->row->op, x->dst, usc_in_slot(c, x->o[0], 2)));
}

/* ---- conversions --------------------------------------------------------------------------------------------------------- */

static void pack(struct usc_selection *c, const struct operands *x)
{
   usc_emit_pack(c, (enum usc_fmt)x->row->op, (enum usc_pack_mode)x->row->type, x->dst, x->o[0]);
}

static void unpack(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_unpck((enum usc_fmt)x->row->op, false, 0, x->dst, x->o[0]));
}

/* dst = a | b << 16 */
static void emit_joined(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.op[USC_SHIFT1] = USC_OP_LSL1;
   g.op[USC_LOGIC] = USC_OP_OR;
   g.src[1] = usc_c(16);
   g.src[2] = b;
   g.src[3] = a;
   g.dst[0] = dst;
   usc_emit(c, g);
}

static void join_halves(struct usc_selection *c, const struct operands *x) { emit_joined(c, x->dst, x->o[0], x->o[1]); }

static void extract_half(struct usc_selection *c, const struct operands *x)
{
   if (x->i->attr[0])
      usc_emit(c, usc_g_shift(USC_OP_SHR, x->dst, x->o[0], usc_c(16)));
   else
      usc_emit(c, usc_g_logic(USC_OP_AND, x->dst, x->o[0], usc_const(c->m, 0xffff)));
}

/* ---- the table ----------------------------------------------------------------------------------------------------------- */

/* Constants and undefined values are operands; the predecessors write the registers of phis. */
static void skip(struct usc_selection *c, const struct ir_instr *i)
{
   (void)c, (void)i;
}

static void kill_invocation(struct usc_selection *c, const struct ir_instr *i)
{
   if (c->alive != USC_NO_REG)
      usc_emit_cond(c, &i->src[0], usc_v(c->alive), usc_c(0), usc_v(c->alive));
}

/* Sends up to 31 bits through the link register of the wave, which the first invocation that executes setl writes. */
static void send_through_link(struct usc_selection *c, struct usc_opd dst, struct usc_opd v, const struct ir_src *cond)
{
   struct usc_group g;
   uint32_t bits;
   if (ir_src_const(cond, &bits) && bits) {
      usc_emit(c, usc_g_setl(v));
   } else {
      usc_emit(c, usc_g_setl(usc_c(0)));
      const bool inverted = usc_emit_cond_to_p0(c, cond);
      g = usc_g_setl(v);
      g.cc = inverted ? USC_CC_NOTP0 : USC_CC_P0;
      usc_emit(c, g);
   }
   usc_emit(c, usc_g_savl(dst));
}

/* Wide values go in halves, because the link register has 31 bits. */
static void broadcast_first(struct usc_selection *c, const struct ir_instr *i)
{
   const struct usc_opd dst = usc_temp(c), v = usc_src(c, i, 0);
   c->val[i->dst[0]->id] = dst;
   if (ir_maybe_ones(i->src[0].val, 4) <= 0xffff) {
      send_through_link(c, dst, v, &i->src[1]);
      return;
   }
   const struct usc_opd low = usc_temp(c), high = usc_temp(c), l = usc_temp(c), h = usc_temp(c);
   usc_emit(c, usc_g_logic(USC_OP_AND, low, v, usc_const(c->m, 0xffff)));
   usc_emit(c, usc_g_shift(USC_OP_SHR, high, v, usc_c(16)));
   send_through_link(c, l, low, &i->src[1]);
   send_through_link(c, h, high, &i->src[1]);
   emit_joined(c, dst, l, h);
}

/* In units of 80 ns (observed: the special register timer_80ns of pco_isa.py). */
static void read_clock(struct usc_selection *c, const struct operands *x)
{
   usc_emit(c, usc_g_mov(x->dst, usc_sr(USC_SR_TIMER)));
}

#define LOWERED {.whole = NULL}
#define WHOLE(f) {.whole = f}
#define EMIT(f) {.emit = f}
#define GROUP(f, o) {.emit = f, .op = o}
#define TYPED(f, o, t) {.emit = f, .op = o, .type = t}
#define OWN(f) {.emit = f, .reads_own = true}
#define SUM_OR_PRODUCT {.emit = add_or_multiply, .reads_own = true, .saturates = true}
static const struct operation operations[IR_OP_COUNT] = {
#define SELECT(op, how, ...) [IR_##op] = how,
#include "backend-usc/select/usc_ops.def"
#undef SELECT
};

/* An IR op without a row does not compile: the first part names the rows, the second refers to the row of each op. */
enum {
#define SELECT(op, how, ...) usc_ops_def_has_a_row_for_##op,
#include "backend-usc/select/usc_ops.def"
#undef SELECT
#define OP(name, dst, src, mods, attrs, flags, exact, expr) row_for_##name = usc_ops_def_has_a_row_for_##name,
#include "ir/ops.def"
#undef OP
};

bool usc_reads_at_once(const struct usc_selection *c, const struct ir_instr *i)
{
   const struct ir_value *v = i->ndst ? i->dst[0] : NULL;
   if (i->op == IR_array_store)
      return true;
   return v && c->uses[v->id] && !operations[i->op].whole && !c->folded[v->id] && !usc_choices_of(c, v) &&
          (i->op != IR_mov || v->id >= c->m->first_move);
}

bool usc_is_saturated_after(const struct usc_selection *c, const struct ir_instr *i)
{
   return i->sat != IR_SAT_NONE && !(i->sat == IR_SAT_01 && (operations[i->op].saturates || c->packed[i->dst[0]->id]));
}

/* Emits a saturation that the operation itself does not do. */
static void saturate(struct usc_selection *c, enum ir_sat sat, struct usc_opd dst, struct usc_opd v)
{
   const struct usc_opd one = usc_c(USC_C_ONE), t0 = sat == IR_SAT_01 ? dst : usc_temp(c);
   struct usc_group g = usc_fmul(c, t0, v, one);
   g.sat0 = sat == IR_SAT_01;
   usc_emit(c, g);
   if (sat == IR_SAT_01)
      return;
   /* NaN becomes 0, then both ends are clamped. */
   const struct usc_opd t1 = usc_temp(c), t2 = usc_temp(c);
   usc_emit_select(c, (struct usc_choice){t1, t0, t0, t0, usc_c(0), USC_TST_E, USC_T_F32});
   usc_emit_pick(c, t2, USC_TST_L, USC_T_F32, t1, one);
   usc_emit_pick(c, dst, USC_TST_G, USC_T_F32, t2, usc_neg(one));
}

static void report_unsupported(struct usc_selection *c, const struct ir_instr *i)
{
   usc_unsupported(c->m, i->span, util_printf(c->ctx, "the operation %s is not supported on USC", ir_op_info[i->op].name));
}

void usc_select_instr(struct usc_selection *c, const struct ir_instr *i)
{
   const struct operation *row = &operations[i->op];
   const struct ir_value *v = i->ndst ? i->dst[0] : NULL;
   if (!row->whole && !row->emit && (!v || i->ndst > 1 || ir_op_info[i->op].flags & IR_F_MEMORY)) {
      report_unsupported(c, i); /* even if its first result is not used: it may have an effect, or another result */
      return;
   }
   if (v && i->op != IR_tex && !c->uses[v->id] && !(ir_op_info[i->op].flags & IR_F_OUTPUT))
      return; /* dead: no effect besides its result */
   unsigned comp;
   if (usc_quotient_of(c, i, &comp)) {
      usc_emit_quotient(c, i);
      return;
   }
   if (row->whole) {
      row->whole(c, i);
      return;
   }
   if (v && c->folded[v->id]) {
      if (i->op == IR_ffloor || i->op == IR_fcanon)
         c->val[v->id] = usc_value(c, i->src[0].val);
      if (i->op == IR_ffloor)
         c->val[v->id].mod = USC_MOD_FLR;
      return;
   }
   if (i->op == IR_mov && i->sat == IR_SAT_NONE && v->id < c->m->first_move) {
      rename_value(c, i);
      return;
   }
   if (v && c->combined[v->id] & USC_SECOND_WORD)
      return;
   const bool saturated_after = usc_is_saturated_after(c, i);
   const struct usc_opd final = usc_temp(c), dst = saturated_after ? usc_temp(c) : final;
   c->val[v->id] = final;
   if (usc_combine_emit(c, i, dst))
      return;
   if (!row->emit) {
      report_unsupported(c, i);
      return;
   }
   struct operands x = {i, row, dst, {usc_none(), usc_none(), usc_none()}};
   for (unsigned k = 0; !row->reads_own && k < i->nsrc && k < 3; k++)
      x.o[k] = usc_src(c, i, k);
   row->emit(c, &x);
   if (saturated_after)
      saturate(c, (enum ir_sat)i->sat, final, dst);
}
