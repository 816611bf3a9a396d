/* SPDX-License-Identifier: MIT */
/*
 * Selection: IR to groups on virtual registers, one operation a group. Straight through the blocks in order; every pattern looks
 * only at an instruction and the definitions of its sources. Operand slots are made legal here (docs/usc-encoding.md, validity):
 * a uniform that a slot cannot read goes through a temporary, signs move to where they can be encoded.
 *
 * Booleans are 0 and 0xffffffff in a register, but a comparison whose readers all are selects, branches or kills that can do the
 * test themselves is not materialised.
 */
#include "backend-usc/select/usc_isel.h"

#include <string.h>

void usc_tail(struct usc_selection *c, struct usc_group g)
{
   usc_push(c->m, &c->m->p.blocks[c->cur].tail, g);
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

struct usc_opd usc_value(struct usc_selection *c, const struct ir_value *v)
{
   if (c->val[v->id].bank)
      return c->val[v->id];
   const struct ir_instr *d = v->def;
   if (d && d->op == IR_const)
      return v->width == 1 ? usc_c(d->attr[0] & 1 ? USC_C_ALL : 0) : usc_const(c->m, d->attr[0]);
   if (d && d->op == IR_undef)
      return usc_c(0);
   /* Only unreachable code reads what was never selected. */
   return usc_c(0);
}

static bool is_const(const struct ir_src *s, uint32_t *bits)
{
   const struct ir_instr *d = s->val->def;
   if (!d || (d->op != IR_const && d->op != IR_undef))
      return false;
   *bits = (uint32_t)ir_eval_mods(s, d->op == IR_const ? d->attr[0] : 0);
   return true;
}

/* With neg/abs as modifiers of the operand. */
struct usc_opd usc_float_src(struct usc_selection *c, const struct ir_src *s)
{
   uint32_t bits;
   if (s->val->width == 32 && is_const(s, &bits))
      return usc_float_const(c->m, bits);
   struct usc_opd o = usc_value(c, s->val);
   if (s->val->width == 16 && (s->neg || s->abs)) { /* bit 15 */
      uint32_t u = cg_reg_new(&c->m->p, 1);
      if (s->abs) {
         usc_emit(c, usc_g_logic(USC_OP_AND, usc_v(u), o, usc_const(c->m, 0x7fff)));
         o = usc_v(u);
         if (s->neg) {
            u = cg_reg_new(&c->m->p, 1);
            usc_emit(c, usc_g_logic(USC_OP_OR, usc_v(u), o, usc_const(c->m, 0x8000)));
         }
      } else {
         usc_emit(c, usc_g_logic(USC_OP_XOR, usc_v(u), o, usc_const(c->m, 0x8000)));
      }
      return usc_v(u);
   }
   if (s->abs)
      o = usc_abs(o);
   if (s->neg)
      o = usc_neg(o);
   return o;
}

/* Without modifiers. */
struct usc_opd usc_int_src(struct usc_selection *c, const struct ir_src *s)
{
   uint32_t bits;
   if (s->val->width == 32 && is_const(s, &bits))
      return usc_const(c->m, bits);
   struct usc_opd o = usc_float_src(c, s);
   return o.mod ? usc_to_temp(c, o) : o;
}

struct usc_opd usc_in_slot(struct usc_selection *c, struct usc_opd o, unsigned slot)
{
   return usc_fits(o, slot) ? o : usc_to_temp(c, o);
}

/* ---- float arithmetic ---------------------------------------------------------------------------------------------------- */

static void emit_alu(struct usc_selection *c, enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd d,
                     bool sat)
{
   struct usc_group g = usc_g_alu(op, dst, a, b, d);
   g.sat0 = sat;
   usc_emit(c, g);
}

/*
 * The second factor must fit its slot. If neither does, one is moved to a temporary: that which was moved in this block already, else
 * that with more readers (more: those of a less those of b), who may want the same.
 */
static void order_factors(struct usc_selection *c, struct usc_opd *a, struct usc_opd *b, int more)
{
   if (!usc_fits(*b, 1)) {
      bool swap = usc_fits(*a, 1) || usc_is_moved(c, *a) || (more >= 0 && !usc_is_moved(c, *b));
      if (swap) {
         struct usc_opd t = *a;
         *a = *b;
         *b = t;
      }
      *b = usc_in_slot(c, *b, 1);
   }
}

static void emit_fmad(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd d, bool sat,
                      int more)
{
   /* One sign for the product, on the first operand, where it costs no extension byte. */
   bool neg = (a.mod ^ b.mod) & USC_MOD_NEG;
   a.mod &= (uint8_t)~USC_MOD_NEG;
   b.mod &= (uint8_t)~USC_MOD_NEG;
   if (usc_fits(b, 1) && usc_fits(a, 1) && (b.mod & USC_MOD_ABS) && !(a.mod & USC_MOD_ABS)) {
      struct usc_opd t = a;
      a = b;
      b = t;
   }
   order_factors(c, &a, &b, more);
   if (usc_opd_class(b) == USC_CLASS_ANY && b.mod && !(usc_opd_slots(b) & 2))
      b = usc_to_temp(c, b);
   if (neg)
      a = usc_neg(a);
   emit_alu(c, USC_OP_FMAD, dst, a, b, d, sat);
}

static void emit_fadd(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, bool sat)
{
   if (b.mod & USC_MOD_NEG || !usc_fits(b, 1)) {
      struct usc_opd t = a;
      a = b;
      b = t;
   }
   if (b.mod & USC_MOD_NEG || !usc_fits(b, 1)) /* both negative or both uniform: exact as a * 1.0 + b */
      emit_alu(c, USC_OP_FMAD, dst, a, usc_c(USC_C_ONE), b, sat);
   else
      emit_alu(c, USC_OP_FADD, dst, a, b, usc_none(), sat);
}

static void emit_fmul(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, bool sat, int more)
{
   bool neg = (a.mod ^ b.mod) & USC_MOD_NEG;
   a.mod &= (uint8_t)~USC_MOD_NEG;
   b.mod &= (uint8_t)~USC_MOD_NEG;
   order_factors(c, &a, &b, more);
   if (neg)
      a = usc_neg(a);
   emit_alu(c, USC_OP_FMUL, dst, a, b, usc_none(), sat);
}

void usc_emit_float(struct usc_selection *c, enum ir_op op, struct usc_opd dst, const struct ir_instr *i, bool sat)
{
   struct usc_opd a = usc_float_src(c, &i->src[0]);
   int more = 0;
   if (op == IR_fmul || op == IR_fmad)
      more = c->uses[i->src[0].val->id] < c->uses[i->src[1].val->id] ? -1 : 1;
   switch (op) {
   case IR_fadd: emit_fadd(c, dst, a, usc_float_src(c, &i->src[1]), sat); break;
   case IR_fmul: emit_fmul(c, dst, a, usc_float_src(c, &i->src[1]), sat, more); break;
   case IR_fmad: {
      struct usc_opd b = usc_float_src(c, &i->src[1]);
      emit_fmad(c, dst, a, b, usc_float_src(c, &i->src[2]), sat, more);
      break;
   }
   default: emit_fmul(c, dst, a, usc_c(USC_C_ONE), sat, 0); break;
   }
}

/* floor: fadd applies .flr before abs and neg, so modifiers of the source come first. Adding -0.0 changes nothing. */
static struct usc_opd floor_of(struct usc_selection *c, struct usc_opd a)
{
   if (a.mod)
      a = usc_to_temp(c, a);
   a.mod = USC_MOD_FLR;
   return a;
}

static void copysign_to(struct usc_selection *c, struct usc_opd dst, struct usc_opd mag, struct usc_opd sign)
{
   struct usc_group g = usc_g(USC_BITWISE);
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

static void emit_round(struct usc_selection *c, enum ir_op op, struct usc_opd dst, struct usc_opd a)
{
   struct usc_opd t;
   switch (op) {
   case IR_ffloor: emit_alu(c, USC_OP_FADD, dst, floor_of(c, a), usc_c(USC_C_MZERO), usc_none(), false); break;
   case IR_fceil: /* -floor(-a) */
      t = floor_of(c, usc_neg(a));
      t.mod |= USC_MOD_NEG;
      emit_alu(c, USC_OP_FADD, dst, t, usc_c(USC_C_MZERO), usc_none(), false);
      break;
   case IR_ftrunc: /* the sign of a on floor(|a|) */
      t = usc_temp(c);
      emit_alu(c, USC_OP_FADD, t, floor_of(c, usc_abs(a)), usc_c(USC_C_MZERO), usc_none(), false);
      copysign_to(c, dst, t, a.mod ? usc_to_temp(c, a) : a);
      break;
   default: { /* nearest even: below 2^23 the adder rounds |a| + 2^23 - 2^23; above, and for NaN, |a| is its own result */
      struct usc_opd s = usc_temp(c), r = usc_temp(c), m = usc_temp(c), two23 = usc_c(149);
      emit_fadd(c, s, usc_abs(a), two23, false);
      emit_fadd(c, r, usc_neg(two23), s, false);
      struct usc_opd flushed = usc_temp(c);
      emit_fmul(c, flushed, usc_abs(a), usc_c(USC_C_ONE), false, 0);
      usc_emit_select(c, m, false, USC_TST_L, USC_T_F32, flushed, two23, r, flushed);
      copysign_to(c, dst, m, a.mod ? usc_to_temp(c, a) : a);
   }
   }
}

static void emit_sincos(struct usc_selection *c, bool is_cos, struct usc_opd dst, struct usc_opd a)
{
   if (!usc_fits(a, 0))
      a = usc_to_temp(c, a);
   struct usc_opd part = usc_temp(c), r = usc_temp(c), s = usc_temp(c);
   usc_emit(c, usc_g_red(is_cos, false, part, a, usc_none()));
   usc_emit(c, usc_g_red(is_cos, true, r, a, part));
   usc_emit(c, usc_g_alu(USC_OP_FSINC, s, r, usc_none(), usc_none()));
   usc_emit(c, usc_g_sinc_mul(dst, s, r));
}

/* ---- comparisons --------------------------------------------------------------------------------------------------------- */

struct test {
   enum usc_tst_op op;
   enum usc_tst_type type;
};

static bool test_of(const struct ir_instr *i, struct test *t)
{
   switch (i->op) {
   case IR_flt: *t = (struct test){USC_TST_L, USC_T_F32}; return true;
   case IR_fge: *t = (struct test){USC_TST_GE, USC_T_F32}; return true;
   case IR_feq: *t = (struct test){USC_TST_E, USC_T_F32}; return true;
   case IR_fne: *t = (struct test){USC_TST_NE, USC_T_F32}; return true;
   case IR_ieq: *t = (struct test){USC_TST_E, USC_T_U32}; return true;
   case IR_ine: *t = (struct test){USC_TST_NE, USC_T_U32}; return true;
   case IR_ilt: *t = (struct test){USC_TST_L, USC_T_S32}; return true;
   case IR_ige: *t = (struct test){USC_TST_GE, USC_T_S32}; return true;
   case IR_ult: *t = (struct test){USC_TST_L, USC_T_U32}; return true;
   case IR_uge: *t = (struct test){USC_TST_GE, USC_T_U32}; return true;
   default: return false;
   }
}

static struct usc_opd test_src(struct usc_selection *c, const struct ir_instr *i, unsigned n)
{
   return ir_src_float((enum ir_op)i->op, n) ? usc_float_src(c, &i->src[n]) : usc_int_src(c, &i->src[n]);
}

/* Would the select of this comparison be one group? Three different values, constants 0 and 1.0 aside. */
static bool arms_fit(const struct ir_instr *cmp, const struct ir_instr *sel)
{
   const struct ir_src *s[4] = {&cmp->src[0], &cmp->src[1], &sel->src[1], &sel->src[2]};
   unsigned n = 0;
   for (unsigned k = 0; k < 4; k++) {
      uint32_t bits;
      bool seen = is_const(s[k], &bits) && (bits == 0 || (k >= 2 && bits == NUM_ONE));
      for (unsigned j = 0; j < k && !seen; j++)
         seen = s[j]->val == s[k]->val && s[j]->neg == s[k]->neg && s[j]->abs == s[k]->abs;
      n += !seen;
   }
   return n <= 3;
}

/* The condition as an operand: 0 or ~0. */
static struct usc_opd bool_opd(struct usc_selection *c, const struct ir_src *s)
{
   return usc_value(c, s->val);
}

/* What a copy or an arm of a select reads. */
static struct usc_opd copied_opd(struct usc_selection *c, const struct ir_src *s)
{
   return s->val->width == 1 ? bool_opd(c, s) : usc_float_src(c, s);
}

/* dst = cond ? t : f, or P0 = cond when dst is NONE; returns true if P0 came out inverted. */
bool usc_emit_cond(struct usc_selection *c, const struct ir_src *cond, struct usc_opd dst, struct usc_opd t, struct usc_opd f)
{
   const struct ir_instr *d = cond->val->def;
   struct test ts;
   if (!dst.bank && usc_combine_test(c, cond->val))
      return false;
   if (d && c->folded[cond->val->id] && test_of(d, &ts)) {
      struct usc_opd x = test_src(c, d, 0), y = test_src(c, d, 1);
      usc_emit_select(c, dst, !dst.bank, ts.op, ts.type, x, y, t, f);
      return false;
   }
   struct usc_opd b = bool_opd(c, cond);
   if (dst.bank)
      usc_emit_select(c, dst, false, USC_TST_Z, USC_T_U32, b, usc_none(), f, t);
   else
      usc_emit_select(c, dst, true, USC_TST_Z, USC_T_U32, b, usc_none(), t, f);
   return !dst.bank;
}

/* Moves what was just selected into the body over to the tail: tests that belong to the branch. */
bool usc_cond_to_tail(struct usc_selection *c, const struct ir_src *cond)
{
   struct cg_list *l = &c->m->p.blocks[c->cur].body;
   uint32_t before = l->n;
   bool inverted = usc_emit_cond(c, cond, usc_none(), usc_none(), usc_none());
   for (uint32_t k = before; k < l->n; k++)
      cg_push(&c->m->p, &c->m->p.blocks[c->cur].tail, l->i[k]);
   l->n = before;
   return inverted;
}

/* Comparisons that every reader does itself. */
void usc_fold_comparisons(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   uint32_t *good = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_values + 1);
   struct test t;
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i) {
         const struct ir_value *v = i->op == IR_sel || i->op == IR_kill ? i->src[0].val : NULL;
         if (!v || !v->def || !test_of(v->def, &t))
            continue;
         if (i->op == IR_kill || c->uses[v->id] == 1 || arms_fit(v->def, i))
            good[v->id]++;
      }
      if (b->term == IR_TERM_IF && b->cond.val->def && test_of(b->cond.val->def, &t))
         good[b->cond.val->id]++;
   }
   for (uint32_t v = 0; v < s->num_values; v++)
      c->folded[v] = good[v] && good[v] == c->uses[v];
}

/* ---- one instruction ----------------------------------------------------------------------------------------------------- */

void usc_select_instr(struct usc_selection *c, struct usc_inputs *in, struct ir_instr *i)
{
   enum ir_op op = (enum ir_op)i->op;
   struct test ts;
   struct ir_value *v = i->ndst ? i->dst[0] : NULL;
   if (v && op != IR_tex && !c->uses[v->id])
      return; /* dead: nothing here has an effect beside its result */
   switch (op) {
   case IR_const:
   case IR_undef:
   case IR_phi: return;
   case IR_load_input: usc_load_input(c, in, i); return;
   case IR_load_param: usc_load_param(c, in, i); return;
   case IR_load_buffer: usc_load_buffer(c, i); return;
   case IR_array_load:
   case IR_array_store: usc_array_access(c, in, i); return;
   case IR_tex: usc_emit_tex(c, in, i); return;
   case IR_store_output: usc_store_output(c, i); return;
   case IR_kill:
      if (c->alive != USC_NO_REG)
         usc_emit_cond(c, &i->src[0], usc_v(c->alive), usc_c(0), usc_v(c->alive));
      return;
   case IR_emit:
   case IR_end_primitive: usc_emit_vertex(c, i); return;
   default: break;
   }
   if (test_of(i, &ts) && c->folded[v->id])
      return;
   if (op == IR_mov && i->sat == IR_SAT_NONE) {
      struct usc_opd o = copied_opd(c, &i->src[0]);
      c->val[v->id] = o.mod ? usc_to_temp(c, o) : o;
      return;
   }
   /* Saturation: three ops have it; others, and [-1,1], take groups behind. */
   bool own_sat = i->sat == IR_SAT_01 && (op == IR_fadd || op == IR_fmul || op == IR_fmad || op == IR_fcanon);
   struct usc_opd final = usc_temp(c), dst = i->sat != IR_SAT_NONE && !own_sat ? usc_temp(c) : final;
   c->val[v->id] = final;
   if (usc_combine_emit(c, i, dst))
      return;
   struct usc_opd a = usc_none(), b = usc_none(), d = usc_none();
   if (op != IR_sel && !test_of(i, &ts) && op != IR_fadd && op != IR_fmul && op != IR_fmad && op != IR_fcanon) {
      for (unsigned k = 0; k < i->nsrc && k < 3; k++) {
         struct usc_opd o = ir_src_float(op, k) ? usc_float_src(c, &i->src[k]) : usc_int_src(c, &i->src[k]);
         *(k == 0 ? &a : k == 1 ? &b : &d) = o;
      }
   }
   switch (op) {
   case IR_mov: usc_emit(c, usc_g_mov(dst, a)); break;
   case IR_sel:
      a = copied_opd(c, &i->src[1]);
      b = copied_opd(c, &i->src[2]);
      usc_emit_cond(c, &i->src[0], dst, a, b);
      break;
   case IR_fadd:
   case IR_fmul:
   case IR_fmad:
   case IR_fcanon: usc_emit_float(c, op, dst, i, own_sat); break;
   case IR_fmin: usc_emit_select(c, dst, false, USC_TST_L, USC_T_F32, a, b, a, b); break;
   case IR_fmax: usc_emit_select(c, dst, false, USC_TST_G, USC_T_F32, a, b, a, b); break;
   case IR_ffloor:
   case IR_fceil:
   case IR_ftrunc:
   case IR_fround: emit_round(c, op, dst, a); break;
   case IR_frcp: emit_alu(c, USC_OP_FRCP, dst, a, b, d, false); break;
   case IR_frsq: emit_alu(c, USC_OP_FRSQ, dst, a, b, d, false); break;
   case IR_fexp2: emit_alu(c, USC_OP_FEXP, dst, a, b, d, false); break;
   case IR_flog2: emit_alu(c, USC_OP_FLOG, dst, a, b, d, false); break;
   case IR_fsin: emit_sincos(c, false, dst, a); break;
   case IR_fcos: emit_sincos(c, true, dst, a); break;
   case IR_ddx: emit_alu(c, USC_OP_FDSXF, dst, a, b, d, false); break;
   case IR_ddy: emit_alu(c, USC_OP_FDSYF, dst, a, b, d, false); break;
   case IR_iadd: usc_emit(c, usc_g_iadd(dst, a, b)); break;
   case IR_isub: usc_emit(c, usc_g_iadd(dst, a, usc_neg(b))); break;
   case IR_ineg: usc_emit(c, usc_g_iadd(dst, usc_neg(a), usc_c(0))); break;
   case IR_iabs: usc_emit(c, usc_g_iadd(dst, usc_abs(a), usc_c(0))); break;
   case IR_imul:
   case IR_imad:
      if (!usc_fits(b, 1)) {
         struct usc_opd t = a;
         a = b, b = t;
      }
      b = usc_in_slot(c, b, 1);
      emit_alu(c, USC_OP_UMADD32, dst, a, b, op == IR_imad ? d : usc_c(0), false);
      break;
   case IR_imulhi:
   case IR_umulhi:
      if (!usc_fits(b, 1)) {
         struct usc_opd t = a;
         a = b, b = t;
      }
      b = usc_in_slot(c, b, 1);
      usc_emit(c, usc_g_madd64(op == IR_imulhi, usc_none(), dst, a, b, usc_c(0), usc_c(0)));
      break;
   case IR_imin: usc_emit_select(c, dst, false, USC_TST_L, USC_T_S32, a, b, a, b); break;
   case IR_imax: usc_emit_select(c, dst, false, USC_TST_G, USC_T_S32, a, b, a, b); break;
   case IR_umin: usc_emit_select(c, dst, false, USC_TST_L, USC_T_U32, a, b, a, b); break;
   case IR_umax: usc_emit_select(c, dst, false, USC_TST_G, USC_T_U32, a, b, a, b); break;
   case IR_iand: usc_emit(c, usc_g_logic(USC_OP_AND, dst, a, b)); break;
   case IR_ior: usc_emit(c, usc_g_logic(USC_OP_OR, dst, a, b)); break;
   case IR_ixor: usc_emit(c, usc_g_logic(USC_OP_XOR, dst, a, b)); break;
   case IR_inot:
      if (v->width == 16)
         usc_emit(c, usc_g_logic(USC_OP_XOR, dst, a, usc_const(c->m, 0xffff)));
      else
         usc_emit(c, usc_g_logic(USC_OP_XNOR, dst, a, usc_c(0)));
      break;
   case IR_shl: usc_emit(c, usc_g_shift(USC_OP_LSL2, dst, a, usc_in_slot(c, b, 4))); break;
   case IR_ushr: usc_emit(c, usc_g_shift(USC_OP_SHR, dst, a, usc_in_slot(c, b, 4))); break;
   case IR_ishr: usc_emit(c, usc_g_shift(USC_OP_ASR_TWB, dst, a, usc_in_slot(c, b, 4))); break;
   case IR_f2i:
   case IR_f2u:
   case IR_f2i_near:
   case IR_f2u_near: {
      const bool sign = op == IR_f2i || op == IR_f2i_near, toward_zero = op == IR_f2i || op == IR_f2u;
      struct usc_group g = usc_g_pck(sign ? USC_FMT_S32 : USC_FMT_U32, false, toward_zero, dst, a);
      if (a.mod) { /* the external line has no modifiers: through P0 */
         g.op[USC_P0] = USC_OP_MBYP;
         g.src[0] = a;
         g.is3 = USC_FT0;
      }
      usc_emit(c, g);
      break;
   }
   case IR_i2f: usc_emit(c, usc_g_unpck(USC_FMT_S32, false, 0, dst, a)); break;
   case IR_u2f: usc_emit(c, usc_g_unpck(USC_FMT_U32, false, 0, dst, a)); break;
   case IR_f2h: {
      struct usc_group g = usc_g_pck(USC_FMT_F16F16, false, false, dst, a);
      if (a.mod) {
         g.op[USC_P0] = USC_OP_MBYP;
         g.src[0] = a;
         g.is3 = USC_FT0;
      }
      usc_emit(c, g);
      break;
   }
   case IR_h2f: usc_emit(c, usc_g_unpck(USC_FMT_F16F16, false, 0, dst, a)); break;
   case IR_pack2h: { /* a | b << 16 */
      struct usc_group g = usc_g(USC_BITWISE);
      g.op[USC_SHIFT1] = USC_OP_LSL1;
      g.op[USC_LOGIC] = USC_OP_OR;
      g.src[1] = usc_c(16);
      g.src[2] = b;
      g.src[3] = a;
      g.dst[0] = dst;
      usc_emit(c, g);
      break;
   }
   case IR_unpack2h:
      if (i->attr[0])
         usc_emit(c, usc_g_shift(USC_OP_SHR, dst, a, usc_c(16)));
      else
         usc_emit(c, usc_g_logic(USC_OP_AND, dst, a, usc_const(c->m, 0xffff)));
      break;
   default:
      if (test_of(i, &ts)) {
         a = test_src(c, i, 0);
         b = test_src(c, i, 1);
         usc_emit_select(c, dst, false, ts.op, ts.type, a, b, usc_c(USC_C_ALL), usc_c(0));
         break;
      }
      usc_unsupported(c->m, i->span, util_printf(c->ctx, "the operation %s is not supported on USC", ir_op_info[op].name));
      return;
   }
   if (i->sat == IR_SAT_01 && !own_sat) {
      emit_fmul(c, final, dst, usc_c(USC_C_ONE), true, 0);
   } else if (i->sat == IR_SAT_11) { /* NaN to 0, then the two ends */
      struct usc_opd t0 = usc_temp(c), t1 = usc_temp(c), t2 = usc_temp(c), one = usc_c(USC_C_ONE);
      emit_fmul(c, t0, dst, one, false, 0);
      usc_emit_select(c, t1, false, USC_TST_E, USC_T_F32, t0, t0, t0, usc_c(0));
      usc_emit_select(c, t2, false, USC_TST_L, USC_T_F32, t1, one, t1, one);
      usc_emit_select(c, final, false, USC_TST_G, USC_T_F32, t2, usc_neg(one), t2, usc_neg(one));
   }
}
