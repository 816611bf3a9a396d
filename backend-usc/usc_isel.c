/* SPDX-License-Identifier: MIT */
/*
 * Selection: IR to groups on virtual registers, one operation a group. Straight through the blocks in order; every pattern looks
 * only at an instruction and the definitions of its sources. Operand slots are made legal here (docs/usc-encoding.md, validity):
 * a uniform that a slot cannot read goes through a temporary, signs move to where they can be encoded.
 *
 * Booleans are 0 and 0xffffffff in a register, but a comparison whose readers all are selects, branches or kills that can do the
 * test themselves is not materialised.
 */
#include "backend-usc/usc_cg.h"

#include <string.h>

/* ---- registers, instructions, shared registers --------------------------------------------------------------------------- */

uint32_t cg_reg_new(struct cg *c, unsigned size)
{
   uint32_t first = c->num_units;
   UTIL_PUSH(c->ctx, c->regs, c->num_regs, c->cap_regs, (struct cg_reg){first, (uint8_t)size, false});
   for (unsigned k = 0; k < size; k++)
      UTIL_PUSH(c->ctx, c->unit_reg, c->num_units, c->cap_units, c->num_regs - 1);
   return first;
}

struct cg_ins *cg_ins_new(struct cg *c, const struct usc_group *g)
{
   struct cg_ins *i = UTIL_NEW(c->ctx, struct cg_ins);
   if (g)
      i->g = *g;
   i->order = c->next_order++;
   return i;
}

void cg_push(struct cg *c, struct cg_list *l, struct cg_ins *i)
{
   UTIL_PUSH(c->ctx, l->i, l->n, l->cap, i);
}

static void tail(struct cg *c, struct usc_group g)
{
   cg_push(c, &c->blocks[c->cur].tail, cg_ins_new(c, &g));
}

uint32_t cg_shared(struct cg *c, enum usc_sh_kind kind, uint32_t a, unsigned b)
{
   UTIL_PUSH(c->ctx, c->r->sh, c->r->num_sh, c->r->cap_sh, (struct usc_reflect_sh){(uint8_t)kind, (uint8_t)b, a});
   return c->r->num_sh - 1;
}

/* Blocks of texture state start at multiples of 4 (documented: usc-encoding 5.5). */
static uint32_t shared_block(struct cg *c, enum usc_sh_kind kind, uint32_t a, unsigned n, unsigned align)
{
   while (c->r->num_sh % align)
      cg_shared(c, USC_SH_UNUSED, 0, 0);
   uint32_t first = c->r->num_sh;
   for (unsigned k = 0; k < n; k++)
      cg_shared(c, kind, a, k);
   return first;
}

static uint32_t upload(struct cg *c, uint32_t bits, bool add)
{
   uint32_t h = (bits * 2654435761u) >> 24;
   for (uint32_t e = c->const_buckets[h]; e; e = c->const_next[e - 1])
      if (c->r->sh[e - 1].a == bits)
         return e - 1;
   if (!add)
      return USC_NO_REG;
   uint32_t reg = cg_shared(c, USC_SH_CONST, bits, 0);
   while (c->cap_const_next <= reg) {
      uint32_t cap = c->cap_const_next;
      c->const_next = util_grow(c->ctx, c->const_next, sizeof *c->const_next, c->cap_const_next, &cap);
      c->cap_const_next = cap;
   }
   c->const_next[reg] = c->const_buckets[h];
   c->const_buckets[h] = reg + 1;
   c->out->stats.const_uploads++;
   return reg;
}

struct usc_opd cg_const(struct cg *c, uint32_t bits)
{
   int n = usc_find_constant(bits);
   return n >= 0 ? usc_c((uint32_t)n) : usc_sh(upload(c, bits, true));
}

/* A float constant may come with its sign flipped. */
static struct usc_opd float_const(struct cg *c, uint32_t bits)
{
   int n = usc_find_constant(bits);
   if (n >= 0)
      return usc_c((uint32_t)n);
   n = usc_find_constant(bits ^ 0x80000000u);
   if (n >= 0)
      return usc_neg(usc_c((uint32_t)n));
   uint32_t r = upload(c, bits, false);
   if (r == USC_NO_REG && (r = upload(c, bits ^ 0x80000000u, false)) != USC_NO_REG)
      return usc_neg(usc_sh(r));
   return usc_sh(upload(c, bits, true));
}

static void unsupported(struct cg *c, struct util_span span, const char *what)
{
   if (!c->failed)
      util_diag(c->ctx, DIAG_ID_usc_unsupported, span, "%s", what);
   c->failed = true;
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

static struct usc_opd value_opd(struct cg *c, const struct ir_value *v)
{
   if (c->val[v->id].bank)
      return c->val[v->id];
   const struct ir_instr *d = v->def;
   if (d && d->op == IR_const)
      return v->width == 1 ? usc_c(d->attr[0] & 1 ? USC_C_ALL : 0) : cg_const(c, d->attr[0]);
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
static struct usc_opd fsrc(struct cg *c, const struct ir_src *s)
{
   uint32_t bits;
   if (s->val->width == 32 && is_const(s, &bits))
      return float_const(c, bits);
   struct usc_opd o = value_opd(c, s->val);
   if (s->val->width == 16 && (s->neg || s->abs)) { /* bit 15 */
      uint32_t u = cg_reg_new(c, 1);
      if (s->abs) {
         cg_emit(c, usc_g_logic(USC_OP_AND, usc_v(u), o, cg_const(c, 0x7fff)));
         o = usc_v(u);
         if (s->neg) {
            u = cg_reg_new(c, 1);
            cg_emit(c, usc_g_logic(USC_OP_OR, usc_v(u), o, cg_const(c, 0x8000)));
         }
      } else {
         cg_emit(c, usc_g_logic(USC_OP_XOR, usc_v(u), o, cg_const(c, 0x8000)));
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
struct usc_opd cg_int_src(struct cg *c, const struct ir_src *s)
{
   uint32_t bits;
   if (s->val->width == 32 && is_const(s, &bits))
      return cg_const(c, bits);
   struct usc_opd o = fsrc(c, s);
   return o.mod ? cg_to_temp(c, o) : o;
}

static struct usc_opd isrc(struct cg *c, const struct ir_src *s) { return cg_int_src(c, s); }

static bool fits(struct usc_opd o, unsigned slot) { return usc_opd_slots(o) >> slot & 1; }

static struct usc_opd in_slot(struct cg *c, struct usc_opd o, unsigned slot)
{
   return fits(o, slot) ? o : cg_to_temp(c, o);
}

/* ---- float arithmetic ---------------------------------------------------------------------------------------------------- */

static void emit_alu(struct cg *c, enum usc_op op, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd d,
                     bool sat)
{
   struct usc_group g = usc_g_alu(op, dst, a, b, d);
   g.sat0 = sat;
   cg_emit(c, g);
}

static void emit_fmad(struct cg *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd d, bool sat)
{
   /* One sign for the product, on the first operand, where it costs no extension byte. */
   bool neg = (a.mod ^ b.mod) & USC_MOD_NEG;
   a.mod &= (uint8_t)~USC_MOD_NEG;
   b.mod &= (uint8_t)~USC_MOD_NEG;
   if (!fits(b, 1) || (fits(a, 1) && (b.mod & USC_MOD_ABS) && !(a.mod & USC_MOD_ABS))) {
      struct usc_opd t = a;
      a = b;
      b = t;
   }
   b = in_slot(c, b, 1);
   if (usc_opd_class(b) == USC_CLASS_ANY && b.mod && !(usc_opd_slots(b) & 2))
      b = cg_to_temp(c, b);
   if (neg)
      a = usc_neg(a);
   emit_alu(c, USC_OP_FMAD, dst, a, b, d, sat);
}

static void emit_fadd(struct cg *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, bool sat)
{
   if (b.mod & USC_MOD_NEG || !fits(b, 1)) {
      struct usc_opd t = a;
      a = b;
      b = t;
   }
   if (b.mod & USC_MOD_NEG || !fits(b, 1)) /* both negative or both uniform: exact as a * 1.0 + b */
      emit_alu(c, USC_OP_FMAD, dst, a, usc_c(USC_C_ONE), b, sat);
   else
      emit_alu(c, USC_OP_FADD, dst, a, b, usc_none(), sat);
}

static void emit_fmul(struct cg *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, bool sat)
{
   bool neg = (a.mod ^ b.mod) & USC_MOD_NEG;
   a.mod &= (uint8_t)~USC_MOD_NEG;
   b.mod &= (uint8_t)~USC_MOD_NEG;
   if (!fits(b, 1)) {
      struct usc_opd t = a;
      a = b;
      b = t;
   }
   b = in_slot(c, b, 1);
   if (neg)
      a = usc_neg(a);
   emit_alu(c, USC_OP_FMUL, dst, a, b, usc_none(), sat);
}

void cg_emit_float(struct cg *c, enum ir_op op, struct usc_opd dst, const struct ir_instr *i, bool sat)
{
   struct usc_opd a = fsrc(c, &i->src[0]);
   switch (op) {
   case IR_fadd: emit_fadd(c, dst, a, fsrc(c, &i->src[1]), sat); break;
   case IR_fmul: emit_fmul(c, dst, a, fsrc(c, &i->src[1]), sat); break;
   case IR_fmad: {
      struct usc_opd b = fsrc(c, &i->src[1]);
      emit_fmad(c, dst, a, b, fsrc(c, &i->src[2]), sat);
      break;
   }
   default: emit_fmul(c, dst, a, usc_c(USC_C_ONE), sat); break;
   }
}

static struct usc_opd temp(struct cg *c) { return usc_v(cg_reg_new(c, 1)); }

/* floor: fadd applies .flr before abs and neg, so modifiers of the source come first. Adding -0.0 changes nothing. */
static struct usc_opd floor_of(struct cg *c, struct usc_opd a)
{
   if (a.mod)
      a = cg_to_temp(c, a);
   a.mod = USC_MOD_FLR;
   return a;
}

static void copysign_to(struct cg *c, struct usc_opd dst, struct usc_opd mag, struct usc_opd sign)
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
   cg_emit(c, g);
}

static void emit_round(struct cg *c, enum ir_op op, struct usc_opd dst, struct usc_opd a)
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
      t = temp(c);
      emit_alu(c, USC_OP_FADD, t, floor_of(c, usc_abs(a)), usc_c(USC_C_MZERO), usc_none(), false);
      copysign_to(c, dst, t, a.mod ? cg_to_temp(c, a) : a);
      break;
   default: { /* nearest even: below 2^23 the adder rounds |a| + 2^23 - 2^23; above, and for NaN, |a| is its own result */
      struct usc_opd s = temp(c), r = temp(c), m = temp(c), two23 = usc_c(149);
      emit_fadd(c, s, usc_abs(a), two23, false);
      emit_fadd(c, r, usc_neg(two23), s, false);
      struct usc_opd flushed = temp(c);
      emit_fmul(c, flushed, usc_abs(a), usc_c(USC_C_ONE), false);
      cg_emit_select(c, m, false, USC_TST_L, USC_T_F32, flushed, two23, r, flushed);
      copysign_to(c, dst, m, a.mod ? cg_to_temp(c, a) : a);
   }
   }
}

static void emit_sincos(struct cg *c, bool is_cos, struct usc_opd dst, struct usc_opd a)
{
   if (!fits(a, 0))
      a = cg_to_temp(c, a);
   struct usc_opd part = temp(c), r = temp(c), s = temp(c);
   cg_emit(c, usc_g_red(is_cos, false, part, a, usc_none()));
   cg_emit(c, usc_g_red(is_cos, true, r, a, part));
   cg_emit(c, usc_g_alu(USC_OP_FSINC, s, r, usc_none(), usc_none()));
   cg_emit(c, usc_g_sinc_mul(dst, s, r));
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

static struct usc_opd test_src(struct cg *c, const struct ir_instr *i, unsigned n)
{
   return ir_src_float((enum ir_op)i->op, n) ? fsrc(c, &i->src[n]) : isrc(c, &i->src[n]);
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
static struct usc_opd bool_opd(struct cg *c, const struct ir_src *s) { return value_opd(c, s->val); }

/* dst = cond ? t : f, or P0 = cond when dst is NONE; returns true if P0 came out inverted. */
static bool emit_cond(struct cg *c, const struct ir_src *cond, struct usc_opd dst, struct usc_opd t, struct usc_opd f)
{
   const struct ir_instr *d = cond->val->def;
   struct test ts;
   if (d && c->folded[cond->val->id] && test_of(d, &ts)) {
      cg_emit_select(c, dst, !dst.bank, ts.op, ts.type, test_src(c, d, 0), test_src(c, d, 1), t, f);
      return false;
   }
   struct usc_opd b = bool_opd(c, cond);
   if (dst.bank)
      cg_emit_select(c, dst, false, USC_TST_Z, USC_T_U32, b, usc_none(), f, t);
   else
      cg_emit_select(c, dst, true, USC_TST_Z, USC_T_U32, b, usc_none(), t, f);
   return !dst.bank;
}

/* Moves what was just selected into the body over to the tail: tests that belong to the branch. */
static bool cond_to_tail(struct cg *c, const struct ir_src *cond)
{
   struct cg_list *l = &c->blocks[c->cur].body;
   uint32_t before = l->n;
   bool inverted = emit_cond(c, cond, usc_none(), usc_none(), usc_none());
   for (uint32_t k = before; k < l->n; k++)
      cg_push(c, &c->blocks[c->cur].tail, l->i[k]);
   l->n = before;
   return inverted;
}

/* ---- inputs, parameters, memory ------------------------------------------------------------------------------------------ */

struct inputs {
   struct slot_use {
      uint8_t mask;
      uint32_t block; /* the one that reads it, USC_NO_REG = several */
      uint32_t unit, min; /* unit of component min once iterated */
      uint32_t run;       /* first of the inputs that one request iterates together: slot * INTERP_COUNT + k */
      uint32_t comp_reg[4];
   } in[SLOT_COUNT][INTERP_COUNT];
   uint32_t *param_sh; /* by entry * 4 + component: shared register + 1 */
   uint8_t *relative;  /* by entry: part of an array that is indexed */
   uint32_t kills;
   const struct ir_instr *kill;
   uint8_t out_mask[SLOT_COUNT], out_late[SLOT_COUNT]; /* stored at all; stored outside the last block */
};

static enum io_interp interp_of(const struct cg *c, const struct ir_instr *i)
{
   if (c->s->stage != IR_STAGE_FRAGMENT)
      return INTERP_SMOOTH;
   uint32_t slot = i->attr[0];
   if (slot == SLOT_PRIM_ID || slot == SLOT_LAYER)
      return INTERP_FLAT;
   if (slot == SLOT_POSITION)
      return INTERP_NOPERSPECTIVE;
   if (c->opt->flat_shading && (slot == SLOT_COLOR || slot == SLOT_COLOR + 1))
      return INTERP_FLAT;
   return i->attr[2] < INTERP_COUNT ? (enum io_interp)i->attr[2] : INTERP_SMOOTH;
}

static void scan(struct cg *c, struct inputs *in)
{
   struct ir_shader *s = c->s;
   memset(in, 0, sizeof *in);
   in->param_sh = UTIL_ARRAY(c->ctx, uint32_t, 4 * (size_t)s->num_params + 4);
   in->relative = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_params + 1);
   ir_foreach_block (s, b) {
      ir_foreach_instr (b, i) {
         for (uint32_t k = 0; k < i->nsrc; k++)
            c->uses[i->src[k].val->id]++;
         if (i->op == IR_load_input && i->attr[0] < SLOT_COUNT && (i->attr[0] != SLOT_FACING || c->s->stage != IR_STAGE_FRAGMENT)) {
            struct slot_use *u = &in->in[i->attr[0]][interp_of(c, i)];
            if (!u->mask)
               u->block = b->index;
            else if (u->block != b->index)
               u->block = USC_NO_REG;
            u->mask |= (uint8_t)(1u << (i->attr[1] & 3));
         } else if (i->op == IR_load_param && i->nsrc) {
            for (uint32_t e = i->attr[2]; e < s->num_params && e - i->attr[2] < i->attr[3]; e++)
               in->relative[e] = 1;
         } else if (i->op == IR_kill) {
            in->kills++;
            in->kill = i;
         } else if (i->op == IR_store_output && i->attr[0] < SLOT_COUNT) {
            in->out_mask[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
            if (b->index != s->num_blocks - 1)
               in->out_late[i->attr[0]] |= (uint8_t)(1u << (i->attr[1] & 3));
         }
      }
      if (b->term == IR_TERM_IF)
         c->uses[b->cond.val->id]++;
   }
}

/* Comparisons that every reader does itself. */
static void fold_comparisons(struct cg *c)
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

static void assign_inputs(struct cg *c, struct inputs *in)
{
   bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   struct usc_reflect *r = c->r;
   r->w_coeff = USC_NO_REG;
   if (fs) {
      bool persp = false;
      for (unsigned s = 0; s < SLOT_COUNT; s++)
         persp |= in->in[s][INTERP_SMOOTH].mask || in->in[s][INTERP_CENTROID].mask;
      if (persp) {
         r->w_coeff = 0;
         r->num_cf = 4;
      }
   }
   for (unsigned k = 0; k < INTERP_COUNT; k++) {
      struct slot_use *run = NULL; /* what the last request covers */
      unsigned run_n = 0;
      for (unsigned s = 0; s < SLOT_COUNT; s++) {
         struct slot_use *u = &in->in[s][k];
         if (!u->mask)
            continue;
         u->unit = USC_NO_REG;
         struct usc_reflect_input ri = {(uint8_t)s, (uint8_t)k, u->mask, {USC_NO_REG, USC_NO_REG, USC_NO_REG, USC_NO_REG}};
         u->min = (uint32_t)__builtin_ctz(u->mask);
         unsigned max = 31u - (unsigned)__builtin_clz(u->mask);
         for (unsigned m = u->min; m <= max; m++) {
            /* An iteration covers the components between the first and the last used one. */
            if (!fs && !(u->mask >> m & 1))
               continue;
            u->comp_reg[m] = ri.reg[m] = fs ? r->num_cf : r->num_vi;
            if (fs)
               r->num_cf += 4;
            else
               r->num_vi++;
         }
         /* Up to 16 consecutive planes are one request, if the same block reads them. */
         unsigned n = max - u->min + 1;
         if (run && run->block == u->block && run_n + n <= 16 && !c->opt->max_temps && c->opt->sched != USC_SCHED_NONE) {
            u->run = run->run;
            run_n += n;
         } else {
            run = u;
            u->run = s * INTERP_COUNT + k;
            run_n = n;
         }
         if (fs)
            ri.mask = (uint8_t)((2u << max) - (1u << u->min));
         UTIL_PUSH(c->ctx, r->inputs, r->num_inputs, r->cap_inputs, ri);
      }
   }
   if (r->num_vi > 248 || r->num_cf > 2048)
      unsupported(c, UTIL_NO_SPAN, "more inputs than the USC has registers for");
}

static void iterate(struct cg *c, struct inputs *in, unsigned slot, unsigned k)
{
   uint32_t run = in->in[slot][k].run, first = run / INTERP_COUNT;
   unsigned n = 0, start = in->in[first][k].min;
   for (unsigned s = first; s < SLOT_COUNT; s++)
      if (in->in[s][k].mask && in->in[s][k].run == run)
         n += 32u - (unsigned)__builtin_clz(in->in[s][k].mask) - in->in[s][k].min;
   uint32_t unit = cg_reg_new(c, n), at = 0;
   for (unsigned s = first; s < SLOT_COUNT; s++)
      if (in->in[s][k].mask && in->in[s][k].run == run) {
         in->in[s][k].unit = unit + at;
         at += 32u - (unsigned)__builtin_clz(in->in[s][k].mask) - in->in[s][k].min;
      }
   struct usc_opd coeff = usc_cf(in->in[first][k].comp_reg[start]);
   if (k == INTERP_NOPERSPECTIVE)
      cg_emit(c, usc_g_fitr(0, usc_v(unit), coeff, n, 0));
   else
      cg_emit(c, usc_g_fitrp(0, usc_v(unit), coeff, usc_cf(c->r->w_coeff), n, k == INTERP_CENTROID ? 2 : 0));
}

static void load_input(struct cg *c, struct inputs *in, const struct ir_instr *i)
{
   unsigned slot = i->attr[0], comp = i->attr[1] & 3;
   struct usc_opd *v = &c->val[i->dst[0]->id];
   if (slot >= SLOT_COUNT) {
      *v = usc_c(0);
      return;
   }
   if (slot == SLOT_FACING && c->s->stage == IR_STAGE_FRAGMENT) { /* documented: special register face_orient; front is 0 (assumed) */
      struct usc_opd t = temp(c), m1 = usc_neg(usc_c(USC_C_ONE));
      if (comp) {
         *v = usc_c(0);
         return;
      }
      cg_emit(c, usc_g_mov(t, usc_sr(USC_SR_BACK_FACE)));
      *v = temp(c);
      cg_emit_select(c, *v, false, USC_TST_Z, USC_T_U32, t, usc_none(), usc_c(USC_C_ONE), m1);
      c->r->reads_facing = true;
      return;
   }
   enum io_interp k = interp_of(c, i);
   struct slot_use *u = &in->in[slot][k];
   if (c->s->stage != IR_STAGE_FRAGMENT) {
      *v = usc_vi(u->comp_reg[comp]);
      return;
   }
   if (k == INTERP_FLAT) {
      *v = usc_cf(u->comp_reg[comp] + 2); /* C of the plane */
      return;
   }
   if (u->unit == USC_NO_REG)
      iterate(c, in, slot, k);
   *v = usc_v(u->unit + comp - u->min);
}

/*
 * clamp(index + entry) to first .. first+count-1 in a temporary; the sum wraps, as it must for arrays. Where it must not (parameters
 * and buffers) the caller clamps the index to first-entry .. and adds the entry afterwards.
 */
static struct usc_opd clamped(struct cg *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count)
{
   struct usc_opd t = index;
   if (entry) {
      t = temp(c);
      cg_emit(c, usc_g_iadd(t, index, cg_const(c, entry)));
   }
   struct usc_opd lo = temp(c), hi = temp(c), f = cg_const(c, first), l = cg_const(c, first + count - 1);
   cg_emit_select(c, lo, false, USC_TST_G, USC_T_S32, t, f, t, f);
   cg_emit_select(c, hi, false, USC_TST_L, USC_T_S32, lo, l, lo, l);
   return hi;
}

static void load_param(struct cg *c, struct inputs *in, const struct ir_instr *i)
{
   uint32_t entry = i->attr[0], comp = i->attr[1] & 3, first = i->attr[2], count = i->attr[3];
   struct usc_opd *v = &c->val[i->dst[0]->id];
   struct ir_shader *s = c->s;
   if (!i->nsrc) {
      if (entry >= s->num_params) {
         *v = usc_c(0);
         return;
      }
      if (s->params[entry].cls == PARAM_CONST && !in->relative[entry]) {
         *v = cg_const(c, s->params[entry].value[comp]);
         return;
      }
      uint32_t *p = &in->param_sh[4 * (size_t)entry + comp];
      if (!*p)
         *p = cg_shared(c, USC_SH_PARAM, entry, comp) + 1;
      *v = usc_sh(*p - 1);
      return;
   }
   if (!count) {
      *v = usc_c(0);
      return;
   }
   uint32_t base = in->param_sh[4 * (size_t)first] - 1; /* component 0 of the first entry */
   struct usc_opd idx = isrc(c, &i->src[0]);
   if (c->idx0.block != c->cur + 1 || c->idx0.value != i->src[0].val->id || c->idx0.entry != entry || c->idx0.first != first ||
       c->idx0.count != count) {
      struct usc_opd t = clamped(c, idx, 0, first - entry, count);
      /* sh[idx0 + component], idx0 = 4 * (t + entry) + base - 4 * first */
      cg_emit(c, usc_g_alu(USC_OP_UMADD32, usc_idx(0), t, usc_c(4), cg_const(c, base + 4 * (entry - first))));
      c->idx0.block = c->cur + 1;
      c->idx0.value = i->src[0].val->id;
      c->idx0.entry = entry, c->idx0.first = first, c->idx0.count = count;
   }
   *v = temp(c);
   cg_emit(c, usc_g_mov(*v, usc_at(USC_SHARED, 0, comp)));
}

/* lo:hi in two consecutive registers = n * 4 + the 64-bit address in shared registers. */
static uint32_t address(struct cg *c, struct usc_opd n, uint32_t sh)
{
   uint32_t a = cg_reg_new(c, 2);
   struct usc_opd x = in_slot(c, n, 0);
   struct usc_group g = usc_g_madd64(false, usc_v(a), usc_v(a + 1), x, usc_c(4), usc_sh(sh), usc_sh(sh + 1));
   cg_emit(c, g);
   return a;
}

static uint32_t buffer_sh(struct cg *c, uint32_t buffer)
{
   for (uint32_t k = 0; k < c->r->num_sh; k++)
      if (c->r->sh[k].kind == USC_SH_BUFFER && c->r->sh[k].a == buffer && !c->r->sh[k].b)
         return k;
   c->r->buffers |= 1u << (buffer & 31);
   return shared_block(c, USC_SH_BUFFER, buffer, 2, 2);
}

static void load_buffer(struct cg *c, struct ir_instr *i)
{
   struct usc_opd *v = &c->val[i->dst[0]->id];
   if (v->bank)
      return; /* part of an earlier burst */
   uint32_t sh = buffer_sh(c, i->attr[0]);
   if (i->nsrc) {
      if (!i->attr[3]) {
         *v = usc_c(0);
         return;
      }
      struct usc_opd n = clamped(c, isrc(c, &i->src[0]), 0, i->attr[2] - i->attr[1], i->attr[3]);
      if (i->attr[1]) {
         struct usc_opd word = temp(c);
         cg_emit(c, usc_g_iadd(word, n, cg_const(c, i->attr[1])));
         n = word;
      }
      uint32_t a = address(c, n, sh);
      uint32_t d = cg_reg_new(c, 1);
      cg_emit(c, usc_g_ld(0, usc_v(d), usc_v(a), 1));
      *v = usc_v(d);
      return;
   }
   /* Consecutive words that follow at once are one burst. */
   unsigned n = 1;
   struct ir_instr *last = i;
   while (n < 4 && last->next && last->next->op == IR_load_buffer && !last->next->nsrc && last->next->attr[0] == i->attr[0] &&
          last->next->attr[1] == i->attr[1] + n) {
      last = last->next;
      n++;
   }
   uint32_t a = address(c, cg_const(c, i->attr[1]), sh), d = cg_reg_new(c, n);
   cg_emit(c, usc_g_ld(0, usc_v(d), usc_v(a), n));
   for (unsigned k = 0; k < n; k++, i = i->next)
      c->val[i->dst[0]->id] = usc_v(d + k);
}

/* Shared registers of the scratch memory: address, bytes an instance (filled in at the end). */
void cg_scratch(struct cg *c)
{
   if (c->scratch_sh != USC_NO_REG)
      return;
   c->scratch_sh = shared_block(c, USC_SH_SCRATCH, 0, 3, 1);
}

/* IR arrays that kept a variable index: pinned temporaries, or the scratch memory of the instance (docs/abi-usc.md). */
static void array_access(struct cg *c, const struct ir_instr *i)
{
   bool store = i->op == IR_array_store;
   uint32_t array = i->attr[0], length = c->s->arrays[array].length;
   const struct ir_src *rel = i->nsrc > store ? &i->src[store] : NULL;
   uint32_t direct = (int32_t)i->attr[1] < 0 ? 0 : i->attr[1] < length ? i->attr[1] : length - 1;
   struct usc_opd *v = store ? NULL : &c->val[i->dst[0]->id];

   if (c->array_in_memory[array]) {
      struct usc_opd n = rel ? clamped(c, isrc(c, rel), i->attr[1], 0, length) : cg_const(c, direct), w = n;
      if (c->array_at[array]) {
         w = temp(c);
         cg_emit(c, usc_g_iadd(w, n, cg_const(c, c->array_at[array] / 4)));
      }
      uint32_t a = cg_reg_new(c, 2);
      cg_scratch(c);
      cg_emit(c, usc_g_madd64(false, usc_v(a), usc_v(a + 1), in_slot(c, w, 0), usc_c(4), CG_SCRATCH_LO, CG_SCRATCH_HI));
      if (store) {
         struct usc_opd val = isrc(c, &i->src[0]);
         if (val.bank != USC_VIRTUAL)
            val = cg_to_temp(c, val);
         cg_emit(c, usc_g_st(0, val, usc_v(a), 1));
      } else {
         *v = temp(c);
         cg_emit(c, usc_g_ld(0, *v, usc_v(a), 1));
      }
      return;
   }
   uint32_t base = c->array_base + c->array_at[array];
   struct usc_opd at = usc_r(base + direct);
   if (rel) {
      struct usc_opd t = clamped(c, isrc(c, rel), i->attr[1], 0, length);
      cg_emit(c, usc_g_mov(usc_idx(0), t));
      c->idx0.block = 0;
      at = usc_at(USC_TEMP, 0, base);
   }
   if (store) {
      cg_emit(c, usc_g_mov(at, isrc(c, &i->src[0])));
   } else {
      *v = temp(c);
      cg_emit(c, usc_g_mov(*v, at));
   }
}

/* ---- textures ------------------------------------------------------------------------------------------------------------ */

static struct usc_reflect_tex *tex_of(struct cg *c, unsigned unit, unsigned target)
{
   for (uint32_t k = 0; k < c->r->num_tex; k++)
      if (c->r->tex[k].unit == unit && c->r->tex[k].target == target)
         return &c->r->tex[k];
   UTIL_PUSH(c->ctx, c->r->tex, c->r->num_tex, c->r->cap_tex,
             (struct usc_reflect_tex){(uint16_t)unit, (uint8_t)target, USC_NO_REG, USC_NO_REG, USC_NO_REG});
   return &c->r->tex[c->r->num_tex - 1];
}

static void emit_texsize(struct cg *c, const struct ir_instr *i)
{
   struct ir_tex_srcs at = ir_tex_srcs(TEX_SIZE, (enum exec_tex_target)i->attr[1]);
   const struct exec_tex_info *info = &exec_tex_info[i->attr[1]];
   struct usc_reflect_tex *t = tex_of(c, i->attr[2], i->attr[1]);
   if (t->size == USC_NO_REG)
      t->size = shared_block(c, USC_SH_TEXSIZE, i->attr[2], 4, 4);
   uint32_t size = t->size;
   unsigned dims = info->coords;
   if (i->attr[1] == TEX_CUBE || i->attr[1] == TEX_SHADOWCUBE)
      dims = 2;
   struct usc_opd lod = at.lod >= 0 ? isrc(c, &i->src[at.lod]) : usc_c(0), levels = usc_sh(size + 3);
   for (unsigned k = 0; k < i->ndst; k++) {
      struct usc_opd *v = &c->val[i->dst[k]->id];
      if (!c->uses[i->dst[k]->id])
         continue;
      if (k >= dims + info->array) {
         *v = usc_c(0);
         continue;
      }
      struct usc_opd w = usc_sh(size + k);
      if (k < dims) { /* max(1, size >> level) */
         struct usc_opd sh = temp(c), m = temp(c);
         cg_emit(c, usc_g_shift(USC_OP_SHR, sh, w, in_slot(c, lod, 4)));
         cg_emit_select(c, m, false, USC_TST_G, USC_T_U32, sh, usc_c(1), sh, usc_c(1));
         w = m;
      }
      *v = temp(c);
      cg_emit_select(c, *v, false, USC_TST_L, USC_T_U32, lod, levels, w, usc_c(0));
   }
}

static void emit_tex(struct cg *c, const struct ir_instr *i)
{
   enum exec_tex_op op = (enum exec_tex_op)i->attr[0];
   enum exec_tex_target target = (enum exec_tex_target)i->attr[1];
   if (op == TEX_SIZE) {
      emit_texsize(c, i);
      return;
   }
   struct ir_tex_srcs at = ir_tex_srcs(op, target);
   const struct exec_tex_info *info = &exec_tex_info[target];
   unsigned chan = 0;
   for (unsigned k = 0; k < i->ndst; k++)
      if (c->uses[i->dst[k]->id])
         chan = k + 1;
   if (!chan)
      return;
   struct usc_reflect_tex *t = tex_of(c, i->attr[2], target);
   if (t->image == USC_NO_REG) {
      t->image = shared_block(c, USC_SH_IMAGE, i->attr[2], 4, 4);
      t->sampler = shared_block(c, USC_SH_SAMPLER, i->attr[2], 4, 4);
   }
   /* Data words: coordinates, layer, reference, level or gradients interleaved, lookup word (docs/abi-usc.md). */
   struct usc_opd w[18];
   unsigned n = 0;
   for (unsigned k = 0; k < at.num_coords; k++)
      w[n++] = isrc(c, &i->src[at.coord + (int)k]);
   if (at.layer >= 0)
      w[n++] = isrc(c, &i->src[at.layer]);
   if (at.ref >= 0)
      w[n++] = isrc(c, &i->src[at.ref]);
   if (at.lod >= 0)
      w[n++] = isrc(c, &i->src[at.lod]);
   for (unsigned k = 0; at.ddx >= 0 && k < at.num_coords; k++) {
      w[n++] = isrc(c, &i->src[at.ddx + (int)k]);
      w[n++] = isrc(c, &i->src[at.ddy + (int)k]);
   }
   uint32_t off = 0;
   for (unsigned k = 0; k < 3; k++) {
      int o = ir_tex_offset_get(i->attr[3], k);
      off |= k < 2 ? ((uint32_t)o & 63) << (6 * k) : ((uint32_t)o & 15) << 12;
   }
   if (off)
      w[n++] = cg_const(c, off);
   bool block = true; /* a block of registers already? */
   for (unsigned k = 0; k < n; k++)
      block = block && w[k].bank == USC_VIRTUAL && w[k].index == w[0].index + k &&
              c->unit_reg[w[k].index] == c->unit_reg[w[0].index];
   uint32_t data = block ? w[0].index : cg_reg_new(c, n);
   for (unsigned k = 0; k < n && !block; k++)
      cg_emit(c, usc_g_mov(usc_v(data + k), w[k]));
   uint32_t d = cg_reg_new(c, chan);
   struct usc_group g = usc_g_smp(1, usc_v(d), usc_sh(t->image), usc_v(data), usc_sh(t->sampler), at.num_coords, chan);
   switch (op) {
   case TEX_BIAS: g.lodm = USC_LODM_BIAS, g.pplod = 1; break;
   case TEX_LOD: g.lodm = USC_LODM_REPLACE, g.pplod = 1; break;
   case TEX_FETCH:
      g.integer = g.nncoords = 1;
      if (at.lod >= 0)
         g.lodm = USC_LODM_REPLACE, g.pplod = 1;
      break;
   case TEX_GRAD: g.lodm = USC_LODM_GRADIENT; break;
   default: break;
   }
   if (target == TEX_RECT || target == TEX_SHADOWRECT)
      g.nncoords = 1;
   g.array = info->array;
   g.comparison = info->shadow && at.ref >= 0;
   g.soo = off != 0;
   cg_emit(c, g);
   for (unsigned k = 0; k < chan; k++)
      c->val[i->dst[k]->id] = usc_v(d + k);
}

/* ---- outputs ------------------------------------------------------------------------------------------------------------- */

static unsigned varying_address(const struct cg *c, unsigned slot)
{
   if (c->opt->use_varying_map)
      return c->opt->varying_map[slot] == 255 ? USC_NO_REG : 4u * c->opt->varying_map[slot];
   return slot < SLOT_POSITION || slot >= SLOT_FACING ? USC_NO_REG : 4u * (slot - SLOT_POSITION);
}

static void assign_outputs(struct cg *c, const struct inputs *in)
{
   static const uint8_t dwords[USC_NUM_FRT] = {4, 2, 1};
   unsigned o = 0;
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      if (!in->out_mask[s])
         continue;
      struct usc_reflect_output ro = {(uint8_t)s, in->out_mask[s], 0, USC_NO_REG};
      if (c->s->stage == IR_STAGE_FRAGMENT) {
         if (s >= SLOT_FRAG_COLOR && s <= SLOT_FRAG_COLOR_LAST) {
            unsigned t = s - SLOT_FRAG_COLOR;
            ro.frt = (uint8_t)c->opt->frt[t];
            ro.reg = c->out_reg[t] = o;
            o += dwords[c->opt->frt[t]];
            if (c->opt->frt[t] != USC_FRT_F32)
               c->out_unit[t] = cg_reg_new(c, 4);
         } else if (s == SLOT_FRAG_DEPTH) {
            c->r->writes_depth = true;
         } else {
            continue;
         }
      } else {
         ro.reg = varying_address(c, s);
         if (ro.reg == USC_NO_REG)
            continue;
      }
      UTIL_PUSH(c->ctx, c->r->outputs, c->r->num_outputs, c->r->cap_outputs, ro);
   }
   if (o > 8)
      unsupported(c, UTIL_NO_SPAN, "colour targets of more than 8 pixel output registers (tile buffers are not supported)");
}

static void store_output(struct cg *c, const struct ir_instr *i)
{
   unsigned slot = i->attr[0], comp = i->attr[1] & 3;
   struct usc_opd v = isrc(c, &i->src[0]);
   if (c->s->stage == IR_STAGE_FRAGMENT) {
      if (slot >= SLOT_FRAG_COLOR && slot <= SLOT_FRAG_COLOR_LAST) {
         unsigned t = slot - SLOT_FRAG_COLOR;
         struct usc_opd d = c->opt->frt[t] == USC_FRT_F32 ? usc_o(c->out_reg[t] + comp) : usc_v(c->out_unit[t] + comp);
         cg_emit(c, usc_g_mov(d, v));
      } else if (slot == SLOT_FRAG_DEPTH && comp == 2) {
         cg_emit(c, usc_g_depthf(in_slot(c, v, 0)));
      }
      return;
   }
   unsigned addr = varying_address(c, slot);
   if (addr != USC_NO_REG)
      cg_emit(c, usc_g_uvsw(addr + comp, v));
}

/* What may stay unwritten reads 0: outputs stored only on some path, or packed together with others. */
static void init_outputs(struct cg *c, const struct inputs *in)
{
   bool fs = c->s->stage == IR_STAGE_FRAGMENT;
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      bool color = fs && s >= SLOT_FRAG_COLOR && s <= SLOT_FRAG_COLOR_LAST;
      bool packed = color && c->opt->frt[s - SLOT_FRAG_COLOR] != USC_FRT_F32;
      if (!in->out_mask[s] || (fs && !color))
         continue;
      unsigned want = in->out_late[s] | (packed ? 15u & ~in->out_mask[s] : 0u);
      for (unsigned k = 0; k < 4; k++) {
         if (!(want >> k & 1))
            continue;
         if (packed)
            cg_emit(c, usc_g_mov(usc_v(c->out_unit[s - SLOT_FRAG_COLOR] + k), usc_c(0)));
         else if (color)
            cg_emit(c, usc_g_mov(usc_o(c->out_reg[s - SLOT_FRAG_COLOR] + k), usc_c(0)));
         else if (varying_address(c, s) != USC_NO_REG)
            cg_emit(c, usc_g_uvsw(varying_address(c, s) + k, usc_c(0)));
      }
   }
}

static void finish(struct cg *c, const struct inputs *in)
{
   if (c->s->stage != IR_STAGE_FRAGMENT) {
      struct usc_group g = usc_g_uvsw_op(USC_OP_UVSW_EMIT_ENDTASK);
      g.end = 1;
      tail(c, g);
      return;
   }
   for (unsigned t = 0; t < 8; t++) {
      if (!in->out_mask[SLOT_FRAG_COLOR + t] || c->opt->frt[t] == USC_FRT_F32)
         continue;
      struct usc_opd src = usc_v(c->out_unit[t]);
      if (c->opt->frt[t] == USC_FRT_RGBA8) {
         struct usc_group g = usc_g_pck(USC_FMT_U8888, true, false, usc_o(c->out_reg[t]), src);
         g.rpt = 4;
         cg_emit(c, g);
      } else {
         for (unsigned h = 0; h < 2; h++) {
            struct usc_group g = usc_g_pck(USC_FMT_F16F16, false, false, usc_o(c->out_reg[t] + h), usc_v(src.index + 2 * h));
            g.rpt = 2;
            cg_emit(c, g);
         }
      }
   }
   if (in->kills) {
      /* Instances that do not execute the feedback form are killed (inferred from the public compiler's lowering). */
      bool inverted;
      struct usc_group g = usc_g_atst(false, usc_c(0), usc_c(0), usc_c(7));
      c->r->kills = true;
      if (c->alive == USC_NO_REG) {
         inverted = !cond_to_tail(c, &in->kill->src[0]);
      } else {
         struct cg_list *l = &c->blocks[c->cur].body;
         uint32_t before = l->n;
         cg_emit_select(c, usc_none(), true, USC_TST_Z, USC_T_U32, usc_v(c->alive), usc_none(), usc_none(), usc_none());
         for (uint32_t k = before; k < l->n; k++)
            cg_push(c, &c->blocks[c->cur].tail, l->i[k]);
         l->n = before;
         inverted = true;
      }
      g.cc = inverted ? USC_CC_NOTP0 : USC_CC_P0;
      tail(c, g);
   }
}

/* ---- one instruction ----------------------------------------------------------------------------------------------------- */

static void select_instr(struct cg *c, struct inputs *in, struct ir_instr *i)
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
   case IR_load_input: load_input(c, in, i); return;
   case IR_load_param: load_param(c, in, i); return;
   case IR_load_buffer: load_buffer(c, i); return;
   case IR_array_load:
   case IR_array_store: array_access(c, i); return;
   case IR_tex: emit_tex(c, i); return;
   case IR_store_output: store_output(c, i); return;
   case IR_kill:
      if (c->alive != USC_NO_REG)
         emit_cond(c, &i->src[0], usc_v(c->alive), usc_c(0), usc_v(c->alive));
      return;
   case IR_emit:
   case IR_end_primitive: unsupported(c, i->span, "geometry programs are not supported on USC"); return;
   default: break;
   }
   if (test_of(i, &ts) && c->folded[v->id])
      return;
   if (op == IR_mov && i->sat == IR_SAT_NONE) {
      struct usc_opd o = i->src[0].val->width == 1 ? bool_opd(c, &i->src[0]) : fsrc(c, &i->src[0]);
      c->val[v->id] = o.mod ? cg_to_temp(c, o) : o;
      return;
   }
   /* Saturation: three ops have it; others, and [-1,1], take groups behind. */
   bool own_sat = i->sat == IR_SAT_01 && (op == IR_fadd || op == IR_fmul || op == IR_fmad || op == IR_fcanon);
   struct usc_opd final = temp(c), dst = i->sat != IR_SAT_NONE && !own_sat ? temp(c) : final;
   c->val[v->id] = final;
   if (cg_fuse_emit(c, i, dst))
      return;
   struct usc_opd a = usc_none(), b = usc_none(), d = usc_none();
   if (op != IR_sel && !test_of(i, &ts) && op != IR_fadd && op != IR_fmul && op != IR_fmad && op != IR_fcanon) {
      for (unsigned k = 0; k < i->nsrc && k < 3; k++) {
         struct usc_opd o = ir_src_float(op, k) ? fsrc(c, &i->src[k]) : isrc(c, &i->src[k]);
         *(k == 0 ? &a : k == 1 ? &b : &d) = o;
      }
   }
   switch (op) {
   case IR_mov: cg_emit(c, usc_g_mov(dst, a)); break;
   case IR_sel:
      emit_cond(c, &i->src[0], dst, i->dst[0]->width == 1 ? bool_opd(c, &i->src[1]) : fsrc(c, &i->src[1]),
                i->dst[0]->width == 1 ? bool_opd(c, &i->src[2]) : fsrc(c, &i->src[2]));
      break;
   case IR_fadd:
   case IR_fmul:
   case IR_fmad:
   case IR_fcanon: cg_emit_float(c, op, dst, i, own_sat); break;
   case IR_fmin: cg_emit_select(c, dst, false, USC_TST_L, USC_T_F32, a, b, a, b); break;
   case IR_fmax: cg_emit_select(c, dst, false, USC_TST_G, USC_T_F32, a, b, a, b); break;
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
   case IR_iadd: cg_emit(c, usc_g_iadd(dst, a, b)); break;
   case IR_isub: cg_emit(c, usc_g_iadd(dst, a, usc_neg(b))); break;
   case IR_ineg: cg_emit(c, usc_g_iadd(dst, usc_neg(a), usc_c(0))); break;
   case IR_iabs: {
      struct usc_opd n = temp(c);
      cg_emit(c, usc_g_iadd(n, usc_neg(a), usc_c(0)));
      cg_emit_select(c, dst, false, USC_TST_GEZ, USC_T_S32, a, usc_none(), a, n);
      break;
   }
   case IR_imul:
   case IR_imad:
      if (!fits(b, 1)) {
         struct usc_opd t = a;
         a = b, b = t;
      }
      b = in_slot(c, b, 1);
      emit_alu(c, USC_OP_UMADD32, dst, a, b, op == IR_imad ? d : usc_c(0), false);
      break;
   case IR_imulhi:
   case IR_umulhi:
      if (!fits(b, 1)) {
         struct usc_opd t = a;
         a = b, b = t;
      }
      b = in_slot(c, b, 1);
      cg_emit(c, usc_g_madd64(op == IR_imulhi, usc_none(), dst, a, b, usc_c(0), usc_c(0)));
      break;
   case IR_imin: cg_emit_select(c, dst, false, USC_TST_L, USC_T_S32, a, b, a, b); break;
   case IR_imax: cg_emit_select(c, dst, false, USC_TST_G, USC_T_S32, a, b, a, b); break;
   case IR_umin: cg_emit_select(c, dst, false, USC_TST_L, USC_T_U32, a, b, a, b); break;
   case IR_umax: cg_emit_select(c, dst, false, USC_TST_G, USC_T_U32, a, b, a, b); break;
   case IR_iand: cg_emit(c, usc_g_logic(USC_OP_AND, dst, a, b)); break;
   case IR_ior: cg_emit(c, usc_g_logic(USC_OP_OR, dst, a, b)); break;
   case IR_ixor: cg_emit(c, usc_g_logic(USC_OP_XOR, dst, a, b)); break;
   case IR_inot:
      if (v->width == 16)
         cg_emit(c, usc_g_logic(USC_OP_XOR, dst, a, cg_const(c, 0xffff)));
      else
         cg_emit(c, usc_g_logic(USC_OP_XNOR, dst, a, usc_c(0)));
      break;
   case IR_shl: cg_emit(c, usc_g_shift(USC_OP_LSL2, dst, a, in_slot(c, b, 4))); break;
   case IR_ushr: cg_emit(c, usc_g_shift(USC_OP_SHR, dst, a, in_slot(c, b, 4))); break;
   case IR_ishr: cg_emit(c, usc_g_shift(USC_OP_ASR_TWB, dst, a, in_slot(c, b, 4))); break;
   case IR_f2i:
   case IR_f2u: {
      struct usc_group g = usc_g_pck(op == IR_f2i ? USC_FMT_S32 : USC_FMT_U32, false, true, dst, a);
      if (a.mod) { /* the external line has no modifiers: through P0 */
         g.op[USC_P0] = USC_OP_MBYP;
         g.src[0] = a;
         g.is3 = USC_FT0;
      }
      cg_emit(c, g);
      break;
   }
   case IR_i2f: cg_emit(c, usc_g_unpck(USC_FMT_S32, false, 0, dst, a)); break;
   case IR_u2f: cg_emit(c, usc_g_unpck(USC_FMT_U32, false, 0, dst, a)); break;
   case IR_f2h: {
      struct usc_group g = usc_g_pck(USC_FMT_F16F16, false, false, dst, a);
      if (a.mod) {
         g.op[USC_P0] = USC_OP_MBYP;
         g.src[0] = a;
         g.is3 = USC_FT0;
      }
      cg_emit(c, g);
      break;
   }
   case IR_h2f: cg_emit(c, usc_g_unpck(USC_FMT_F16F16, false, 0, dst, a)); break;
   case IR_pack2h: { /* a | b << 16 */
      struct usc_group g = usc_g(USC_BITWISE);
      g.op[USC_SHIFT1] = USC_OP_LSL1;
      g.op[USC_LOGIC] = USC_OP_OR;
      g.src[1] = usc_c(16);
      g.src[2] = b;
      g.src[3] = a;
      g.dst[0] = dst;
      cg_emit(c, g);
      break;
   }
   case IR_unpack2h:
      if (i->attr[0])
         cg_emit(c, usc_g_shift(USC_OP_SHR, dst, a, usc_c(16)));
      else
         cg_emit(c, usc_g_logic(USC_OP_AND, dst, a, cg_const(c, 0xffff)));
      break;
   default:
      if (test_of(i, &ts)) {
         cg_emit_select(c, dst, false, ts.op, ts.type, test_src(c, i, 0), test_src(c, i, 1), usc_c(USC_C_ALL), usc_c(0));
         break;
      }
      unsupported(c, i->span, util_printf(c->ctx, "the operation %s is not supported on USC", ir_op_info[op].name));
      return;
   }
   if (i->sat == IR_SAT_01 && !own_sat) {
      emit_fmul(c, final, dst, usc_c(USC_C_ONE), true);
   } else if (i->sat == IR_SAT_11) { /* NaN to 0, then the two ends */
      struct usc_opd t0 = temp(c), t1 = temp(c), t2 = temp(c), one = usc_c(USC_C_ONE);
      emit_fmul(c, t0, dst, one, false);
      cg_emit_select(c, t1, false, USC_TST_E, USC_T_F32, t0, t0, t0, usc_c(0));
      cg_emit_select(c, t2, false, USC_TST_L, USC_T_F32, t1, one, t1, one);
      cg_emit_select(c, final, false, USC_TST_G, USC_T_F32, t2, usc_neg(one), t2, usc_neg(one));
   }
}

/* ---- control flow -------------------------------------------------------------------------------------------------------- */

struct construct {
   bool loop, has_continue, early_continue;
   const struct ir_block *merge, *header, *other; /* other: else arm, NULL = none */
   bool skipped;                                   /* if whose arm is only a break: no mask of its own */
};

static void add_hint(struct cg *c, uint32_t dst_unit, struct usc_opd src, unsigned depth)
{
   if (src.bank != USC_VIRTUAL)
      return;
   uint32_t a = c->unit_reg[src.index], b = c->unit_reg[dst_unit];
   int delta = (int)(src.index - c->regs[a].unit) - (int)(dst_unit - c->regs[b].unit);
   UTIL_PUSH(c->ctx, c->hints, c->num_hints, c->cap_hints,
             (struct ra_hint){a, b, (int16_t)delta, (uint16_t)(1u << (depth > 3 ? 9 : 3 * depth))});
}

static void phi_copies(struct cg *c, const struct ir_block *b, const struct ir_block *to, enum usc_cc cc)
{
   if (!to->first || to->first->op != IR_phi)
      return;
   uint32_t p = 0;
   while (p < to->num_preds && to->preds[p] != b)
      p++;
   if (p == to->num_preds)
      return;
   struct cg_ins *i = cg_ins_new(c, NULL);
   i->kind = CG_COPIES;
   i->g = usc_g(USC_MAIN);
   i->g.cc = (uint8_t)cc;
   uint32_t cap = 0;
   for (const struct ir_instr *phi = to->first; phi && phi->op == IR_phi; phi = phi->next) {
      struct usc_opd src = value_opd(c, phi->src[p].val), dst = c->val[phi->dst[0]->id];
      if (!c->uses[phi->dst[0]->id] || usc_same_reg(src, dst))
         continue;
      UTIL_PUSH(c->ctx, i->copies, i->ncopies, cap, (struct cg_copy){dst.index, src});
      add_hint(c, dst.index, src, c->blocks[b->index].depth);
   }
   if (i->ncopies)
      cg_push(c, &c->blocks[b->index].tail, i);
}

static void branch(struct cg *c, struct cg_list *l, enum usc_cc cc, enum usc_bpred pred, uint32_t label)
{
   struct usc_group g = usc_g_br(cc, pred, 0);
   struct cg_ins *i = cg_ins_new(c, &g);
   i->kind = CG_BRANCH;
   i->label = label;
   cg_push(c, l, i);
}

/* The first mask operation of a program finds all lanes running: it starts from 0 instead of the counter. */
static void push_group(struct cg *c, struct cg_list *l, struct usc_group g)
{
   if (!c->mask_started && g.kind == USC_CONTROL && usc_same_reg(g.src[0], CG_EMC)) {
      c->mask_started = true;
      g.src[0] = usc_c(0);
   }
   cg_push(c, l, cg_ins_new(c, &g));
}

/* Is it worth a branch around the blocks [from, to) when no instance runs them? */
static bool worth_skipping(const struct cg *c, uint32_t from, uint32_t to)
{
   unsigned n = 0;
   for (uint32_t b = from; b < to; b++) {
      const struct ir_block *blk = c->s->blocks[b];
      if (blk->term == IR_TERM_LOOP)
         return true;
      ir_foreach_instr (blk, i) {
         if (i->op == IR_tex || i->op == IR_load_buffer)
            return true;
         if (i->op != IR_const && i->op != IR_load_param && i->op != IR_phi && ++n > 8)
            return true;
      }
   }
   return false;
}

static void leave(struct cg *c, struct cg_list *l, const struct construct *k)
{
   if (!k->loop) {
      if (!k->skipped)
         push_group(c, l, usc_g_cnd(USC_OP_CNDEND, USC_PCND_ALWAYS, CG_EMC, CG_EMC, 1));
      return;
   }
   if (!k->has_continue) { /* runs once: everybody has left by a break */
      push_group(c, l, usc_g_cnd(USC_OP_CNDEND, USC_PCND_ALWAYS, CG_EMC, CG_EMC, 2));
      return;
   }
   if (k->early_continue) { /* those who continued (count 1) run again, those who left stay at 2 */
      push_group(c, l, usc_g_cnd(USC_OP_CNDEND, USC_PCND_ALWAYS, CG_EMC, CG_EMC, 1));
      push_group(c, l, usc_g_cnd(USC_OP_CNDST, USC_PCND_ALWAYS, CG_EMC, CG_EMC, 1));
   }
   push_group(c, l, usc_g_cnd(USC_OP_CNDLT, USC_PCND_ALWAYS, CG_EMC, CG_EMC, 2));
   branch(c, l, USC_CC_P0, USC_BPRED_CC, cg_label(c, CG_AT_HEAD, k->header->index));
}

/* Mask count of a lane that leaves to `to`: what the constructs in between will take off again, plus 2 (break) or 1 (continue). */
static uint32_t mask_count(const struct construct *st, uint32_t n, const struct ir_block *to, bool is_break)
{
   uint32_t sum = is_break ? 2 : 1;
   for (uint32_t k = n; k-- > 0;) {
      if (st[k].loop && (is_break ? st[k].merge : st[k].header) == to)
         return sum;
      sum += st[k].skipped ? 0 : st[k].loop ? 2 : 1;
   }
   return sum;
}

static bool only_leaves(const struct ir_block *b)
{
   for (const struct ir_instr *i = b->first; i; i = i->next)
      if (i->op != IR_const && i->op != IR_undef)
         return false;
   return b->term == IR_TERM_BREAK || b->term == IR_TERM_CONTINUE;
}

static void terminator(struct cg *c, const struct ir_block *b, struct construct **st, uint32_t *n, uint32_t *cap)
{
   struct cg_list *t = &c->blocks[b->index].tail;
   switch (b->term) {
   case IR_TERM_JUMP: phi_copies(c, b, b->succ[0], USC_CC_PE); break;
   case IR_TERM_LOOP: {
      struct construct k = {.loop = true, .merge = b->merge, .header = b->succ[0]};
      for (uint32_t p = 0; p < k.header->num_preds; p++) {
         const struct ir_block *q = k.header->preds[p];
         if (q->term != IR_TERM_CONTINUE)
            continue;
         k.has_continue = true;
         if (q->index + 1 != k.merge->index)
            k.early_continue = true;
      }
      phi_copies(c, b, b->succ[0], USC_CC_PE);
      push_group(c, t, usc_g_cnd(USC_OP_CNDST, USC_PCND_ALWAYS, CG_EMC, CG_EMC, 2));
      UTIL_PUSH(c->ctx, *st, *n, *cap, k);
      break;
   }
   case IR_TERM_IF: {
      struct construct k = {.merge = b->merge, .other = b->succ[1] != b->merge ? b->succ[1] : NULL};
      const struct ir_block *arm = b->succ[0];
      bool inverted = cond_to_tail(c, &b->cond);
      enum usc_pcnd yes = inverted ? USC_PCND_NOTP0 : USC_PCND_P0;
      if (!k.other)
         phi_copies(c, b, b->succ[1], USC_CC_PE);
      if (!k.other && only_leaves(arm) && arm->index + 1 == k.merge->index) {
         k.skipped = true;
         c->blocks[arm->index].pred_skip = true;
         c->blocks[arm->index].lower_bound = inverted; /* until scheduling: the sense of P0 */
      } else {
         push_group(c, t, usc_g_cnd(USC_OP_CNDST, yes, CG_EMC, CG_EMC, 1));
         if (worth_skipping(c, arm->index, (k.other ? k.other : k.merge)->index))
            branch(c, t, USC_CC_PE, USC_BPRED_ALLINST, cg_label(c, CG_AT_HEAD, (k.other ? k.other : k.merge)->index));
      }
      UTIL_PUSH(c->ctx, *st, *n, *cap, k);
      break;
   }
   case IR_TERM_BREAK:
   case IR_TERM_CONTINUE: {
      bool pred = c->blocks[b->index].pred_skip, inverted = pred && c->blocks[b->index].lower_bound;
      c->blocks[b->index].lower_bound = 0;
      phi_copies(c, b, b->succ[0], !pred ? USC_CC_PE : inverted ? USC_CC_NOTP0 : USC_CC_P0);
      bool is_break = b->term == IR_TERM_BREAK;
      const struct construct *top = *n ? &(*st)[*n - 1] : NULL;
      if (!is_break && top && top->loop && top->header == b->succ[0] && b->index + 1 == top->merge->index)
         break; /* the natural end of the body */
      uint32_t value = mask_count(*st, *n, b->succ[0], is_break);
      struct usc_opd v = value <= 31 ? usc_c(value) : cg_const(c, value);
      push_group(c, t, usc_g_cndsm(!pred ? USC_PCND_ALWAYS : inverted ? USC_PCND_NOTP0 : USC_PCND_P0, CG_EMC, CG_EMC, v));
      break;
   }
   default: break;
   }
}

/* ---- the program --------------------------------------------------------------------------------------------------------- */

static void assign_arrays(struct cg *c)
{
   struct ir_shader *s = c->s;
   uint8_t *used = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_arrays + 1);
   uint32_t temps = 0, bytes = 0;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_array_load || i->op == IR_array_store)
            used[i->attr[0]] = 1;
   c->array_at = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_arrays + 1);
   c->array_in_memory = UTIL_ARRAY(c->ctx, bool, (size_t)s->num_arrays + 1);
   /* At most 64 temporaries stay out of the allocator's hands; the rest lives in scratch memory. */
   unsigned room = c->opt->max_temps ? 0 : 64;
   for (uint32_t k = 0; k < s->num_arrays; k++) {
      if (!used[k])
         continue;
      if (temps + s->arrays[k].length <= room) {
         c->array_at[k] = temps;
         temps += s->arrays[k].length;
      } else {
         c->array_in_memory[k] = true;
         c->array_at[k] = bytes;
         bytes += 4 * s->arrays[k].length;
      }
   }
   c->array_temps = temps;
   c->array_base = USC_NUM_TEMPS - temps;
   c->r->scratch_bytes = bytes;
}

/* Arrays read 0 before they are written. */
static void init_arrays(struct cg *c)
{
   for (uint32_t k = 0; k < c->array_temps; k++)
      cg_emit(c, usc_g_mov(usc_r(c->array_base + k), usc_c(0)));
   for (uint32_t k = 0; k < c->s->num_arrays; k++) {
      if (!c->array_in_memory[k])
         continue;
      struct usc_opd zero = temp(c);
      cg_scratch(c);
      cg_emit(c, usc_g_mov(zero, usc_c(0)));
      for (uint32_t e = 0; e < c->s->arrays[k].length; e++) {
         uint32_t a = cg_reg_new(c, 2);
         cg_emit(c, usc_g_madd64(false, usc_v(a), usc_v(a + 1), cg_const(c, c->array_at[k] / 4 + e), usc_c(4), CG_SCRATCH_LO,
                                 CG_SCRATCH_HI));
         cg_emit(c, usc_g_st(0, zero, usc_v(a), 1));
      }
   }
}

void cg_select(struct cg *c)
{
   struct ir_shader *s = c->s;
   struct inputs *in = UTIL_NEW(c->ctx, struct inputs);
   uint32_t *depth;

   c->val = UTIL_ARRAY(c->ctx, struct usc_opd, (size_t)s->num_values + 1);
   c->uses = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_values + 1);
   c->folded = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_values + 1);
   c->fused = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_values + 1);
   c->scratch_sh = c->alive = USC_NO_REG;
   scan(c, in);
   cg_fuse_scan(c);
   fold_comparisons(c);
   assign_inputs(c, in);
   assign_outputs(c, in);
   assign_arrays(c);
   /* Indexed parameters first: contiguous runs of whole entries. */
   for (uint32_t e = 0; e < s->num_params; e++)
      for (unsigned k = 0; in->relative[e] && k < 4; k++) {
         bool is_const_entry = s->params[e].cls == PARAM_CONST;
         uint32_t r = is_const_entry ? cg_shared(c, USC_SH_CONST, s->params[e].value[k], 0) : cg_shared(c, USC_SH_PARAM, e, k);
         if (is_const_entry)
            c->out->stats.const_uploads++;
         in->param_sh[4 * (size_t)e + k] = r + 1;
      }
   ir_loops(s, &depth);
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      c->blocks[b].depth = depth[b];
      c->flow |= s->blocks[b]->term == IR_TERM_IF || s->blocks[b]->term == IR_TERM_LOOP;
      for (const struct ir_instr *i = s->blocks[b]->first; i && i->op == IR_phi; i = i->next)
         c->val[i->dst[0]->id] = temp(c);
   }
   c->r->uses_flow = c->flow;
   c->cur = 0;
   init_outputs(c, in);
   init_arrays(c);

   struct construct *st = NULL;
   uint32_t n = 0, cap = 0;
   bool one_kill = in->kills == 1;
   if (one_kill) { /* executed by every lane? */
      uint32_t nest = 0, at = in->kill->block->index;
      const struct ir_block **m = NULL;
      uint32_t mcap = 0;
      for (uint32_t b = 0; b <= at; b++) {
         while (nest && m[nest - 1] == s->blocks[b])
            nest--;
         if (b < at && s->blocks[b]->merge && (s->blocks[b]->term == IR_TERM_IF || s->blocks[b]->term == IR_TERM_LOOP))
            UTIL_PUSH(c->ctx, m, nest, mcap, s->blocks[b]->merge);
      }
      one_kill = nest == 0;
   }
   if (in->kills && !one_kill) {
      c->alive = cg_reg_new(c, 1);
      cg_emit(c, usc_g_mov(usc_v(c->alive), usc_c(USC_C_ALL)));
   }
   /* What several blocks read is iterated at the start. */
   if (s->stage == IR_STAGE_FRAGMENT)
      for (unsigned k = 0; k < SLOT_COUNT * INTERP_COUNT; k++) {
         struct slot_use *u = &in->in[k / INTERP_COUNT][k % INTERP_COUNT];
         if (u->mask && u->block == USC_NO_REG && u->unit == USC_NO_REG && k % INTERP_COUNT != INTERP_FLAT)
            iterate(c, in, k / INTERP_COUNT, k % INTERP_COUNT);
      }
   for (uint32_t b = 0; b < s->num_blocks && !c->failed; b++) {
      const struct ir_block *blk = s->blocks[b];
      c->cur = b;
      while (n && st[n - 1].merge == blk)
         leave(c, &c->blocks[b].head, &st[--n]);
      if (n && st[n - 1].other == blk) {
         push_group(c, &c->blocks[b].head, usc_g_cnd(USC_OP_CNDEF, USC_PCND_ALWAYS, CG_EMC, CG_EMC, 1));
         if (worth_skipping(c, b, st[n - 1].merge->index))
            branch(c, &c->blocks[b].head, USC_CC_PE, USC_BPRED_ALLINST, cg_label(c, CG_AT_HEAD, st[n - 1].merge->index));
      }
      ir_foreach_instr (blk, i)
         select_instr(c, in, i);
      if (blk->term == IR_TERM_RETURN || b + 1 == s->num_blocks)
         finish(c, in);
      else
         terminator(c, blk, &st, &n, &cap);
   }
   if (c->r->num_sh > 2047)
      unsupported(c, UTIL_NO_SPAN, "more than 2047 shared registers of parameters and constants");
}
