/* SPDX-License-Identifier: MIT */
/* Operands and their slots (usc_operand.h). */
#include "backend-usc/select/operand/usc_operand.h"

/*
 * Far sources go through index register 1, which holds the number of a register near them and nothing else if a program has far
 * registers. Sources that are too far from the others are moved to temporaries first.
 */
static void reach_far_sources(struct usc_selection *c, struct usc_group *g)
{
   uint32_t base = 0;
   c->m->needs_far |= !c->m->far;
   if (!c->m->far)
      return; /* the program will be selected again */
   for (unsigned s = 0; s < 6; s++) {
      struct usc_group near = *g;
      if (usc_group_reach(&near, 1, &base))
         break;
      if (usc_opd_is_far(g->src[s])) {
         const unsigned n = usc_group_src_words(g, s);
         const uint32_t unit = cg_reg_new(&c->m->p, n);
         struct usc_opd o = g->src[s], to = usc_v(unit);
         to.mod = o.mod;
         o.mod = 0;
         for (unsigned k = 0; k < n; k++, o.index++)
            usc_emit(c, usc_g_mov(usc_v(unit + k), o));
         g->src[s] = to;
      }
   }
   UTIL_CHECK(c->ctx, usc_group_reach(g, 1, &base));
   if (c->index.near_block != c->cur + 1 || c->index.near != base) {
      /* The first base is in a shared register, because a move can share its group, but movi32 cannot. All those of an epilog
         may be far. */
      const bool first = base == USC_MAX_DIRECT + 1 && !c->s->epilog;
      usc_push(c->m, &c->m->p.blocks[c->cur].body,
               first ? usc_g_mov(usc_idx(1), usc_const(c->m, base)) : usc_g_movi32(usc_idx(1), base));
      c->index.near_block = c->cur + 1;
      c->index.near = base;
   }
}

void usc_emit(struct usc_selection *c, struct usc_group g)
{
   if (usc_group_is_far(&g))
      reach_far_sources(c, &g);
   cg_push(&c->m->p, &c->m->p.blocks[c->cur].body, &usc_instr_new(c->m, &g)->base);
}

void usc_emit_to_tail(struct usc_selection *c, struct usc_group g)
{
   usc_push(c->m, &c->m->p.blocks[c->cur].tail, g);
}

void usc_move_to_tail(struct usc_selection *c, uint32_t first)
{
   struct cg_block *b = &c->m->p.blocks[c->cur];
   for (uint32_t k = first; k < b->body.n; k++)
      cg_push(&c->m->p, &b->tail, b->body.i[k]);
   b->body.n = first;
}

/* ---- operands of IR values ----------------------------------------------------------------------------------------------- */

struct usc_opd usc_value(struct usc_selection *c, const struct ir_value *v)
{
   if (c->val[v->id].bank)
      return c->val[v->id];
   const struct ir_instr *d = v->def;
   if (d && d->op == IR_const)
      return v->width == 1 ? usc_c(d->attr[0] & 1 ? USC_C_ALL : 0) : usc_const(c->m, d->attr[0]);
   /* Undefined, or read in unreachable code. */
   return usc_c(0);
}

/* Applies the modifiers of a 16-bit value, which act on bit 15. */
static struct usc_opd f16_with_modifiers(struct usc_selection *c, struct usc_opd o, const struct ir_src *s)
{
   if (s->abs) {
      const struct usc_opd t = usc_temp(c);
      usc_emit(c, usc_g_logic(USC_OP_AND, t, o, usc_const(c->m, 0x7fff)));
      o = t;
   }
   if (s->neg) {
      const struct usc_opd t = usc_temp(c);
      usc_emit(c, usc_g_logic(s->abs ? USC_OP_OR : USC_OP_XOR, t, o, usc_const(c->m, 0x8000)));
      o = t;
   }
   return o;
}

struct usc_opd usc_float_src(struct usc_selection *c, const struct ir_src *s)
{
   uint32_t bits;
   if (s->val->width == 32 && usc_constant_src(s, &bits))
      return usc_float_const(c->m, bits);
   struct usc_opd o = usc_value(c, s->val);
   if (s->val->width == 16 && (s->neg || s->abs))
      return f16_with_modifiers(c, o, s);
   if (s->abs)
      o = usc_abs(o);
   if (s->neg)
      o = usc_neg(o);
   return o;
}

struct usc_opd usc_int_src(struct usc_selection *c, const struct ir_src *s)
{
   uint32_t bits;
   if (s->val->width == 32 && usc_constant_src(s, &bits))
      return usc_const(c->m, bits);
   struct usc_opd o = usc_float_src(c, s);
   return o.mod ? usc_to_temp(c, o) : o;
}

/* Makes room for shared register `index` in the cache. */
static void grow_cache(struct usc_selection *c, uint32_t index)
{
   while (c->cached.cap <= index) {
      uint32_t old = c->cached.cap, cap = old;
      c->cached.stamp = util_grow(c->ctx, c->cached.stamp, sizeof *c->cached.stamp, old, &cap);
      uint32_t cap2 = old;
      c->cached.unit = util_grow(c->ctx, c->cached.unit, sizeof *c->cached.unit, old, &cap2);
      c->cached.cap = cap < cap2 ? cap : cap2;
      for (uint32_t k = old; k < c->cached.cap; k++)
         c->cached.stamp[k] = 0;
   }
}

struct usc_opd usc_to_temp(struct usc_selection *c, struct usc_opd o)
{
   const bool share = o.bank == USC_SHARED && !o.idx && !o.mod;
   if (share) {
      grow_cache(c, o.index);
      if (c->cached.stamp[o.index] == c->cur + 1)
         return usc_v(c->cached.unit[o.index]);
   }
   const struct usc_opd t = usc_temp(c);
   usc_emit(c, usc_g_mov(t, o));
   if (share) {
      c->cached.stamp[o.index] = c->cur + 1;
      c->cached.unit[o.index] = t.index;
   }
   return t;
}

/* ---- operations that order their operands -------------------------------------------------------------------------------- */

/*
 * Makes the second factor fit its slot. If neither does, moves a factor to a temporary: one that is cached in this block, else
 * the one with more reads, because another read may use the temporary too. `uses` is the reads of a minus those of b.
 */
static void order_float_factors(struct usc_selection *c, struct usc_opd *a, struct usc_opd *b, int uses)
{
   if (b->mod & USC_MOD_FLR)
      usc_exchange(a, b);
   if (!usc_fits(*b, 1)) {
      if (!(a->mod & USC_MOD_FLR) && (usc_fits(*a, 1) || usc_is_cached(c, *a) || (uses >= 0 && !usc_is_cached(c, *b))))
         usc_exchange(a, b);
      *b = usc_in_slot(c, *b, 1);
   }
}

/* Removes the signs of both factors and returns that of the product. The first operand gets it, where it needs no extension
   byte. */
static bool remove_signs(struct usc_opd *a, struct usc_opd *b)
{
   const bool neg = (a->mod ^ b->mod) & USC_MOD_NEG;
   a->mod &= (uint8_t)~USC_MOD_NEG;
   b->mod &= (uint8_t)~USC_MOD_NEG;
   return neg;
}

static struct usc_group fmad(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, struct usc_opd d,
                             int uses)
{
   const bool neg = remove_signs(&a, &b);
   if (usc_fits(b, 1) && usc_fits(a, 1) && (b.mod & USC_MOD_ABS) && !(a.mod & USC_MOD_ABS))
      usc_exchange(&a, &b);
   order_float_factors(c, &a, &b, uses);
   if (usc_opd_class(b) == USC_CLASS_ANY && b.mod && !usc_fits(b, 1))
      b = usc_to_temp(c, b);
   return usc_g_alu(USC_OP_FMAD, dst, neg ? usc_neg(a) : a, b, d);
}

/* Can b be the second term of a sum, which has no sign and is not rounded down? */
static bool is_second_term(struct usc_opd b)
{
   return !(b.mod & (USC_MOD_NEG | USC_MOD_FLR)) && usc_fits(b, 1);
}

struct usc_group usc_fadd(struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   if (!is_second_term(b))
      usc_exchange(&a, &b);
   if (is_second_term(b))
      return usc_g_alu(USC_OP_FADD, dst, a, b, usc_none());
   /* a * 1.0 + b is exact, and b may be rounded down. */
   if (a.mod & USC_MOD_FLR)
      usc_exchange(&a, &b);
   return usc_g_alu(USC_OP_FMAD, dst, a, usc_c(USC_C_ONE), b);
}

static struct usc_group fmul(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b, int uses)
{
   const bool neg = remove_signs(&a, &b);
   order_float_factors(c, &a, &b, uses);
   return usc_g_alu(USC_OP_FMUL, dst, neg ? usc_neg(a) : a, b, usc_none());
}

struct usc_group usc_fmul(struct usc_selection *c, struct usc_opd dst, struct usc_opd a, struct usc_opd b)
{
   return fmul(c, dst, a, b, 0);
}

void usc_emit_float(struct usc_selection *c, enum ir_op op, struct usc_opd dst, const struct ir_instr *i, bool sat)
{
   const bool unary = op != IR_fadd && op != IR_fmul && op != IR_fmad;
   const struct usc_opd a = usc_float_src(c, &i->src[0]), b = unary ? usc_c(USC_C_ONE) : usc_float_src(c, &i->src[1]);
   const int uses = unary ? 0 : c->uses[i->src[0].val->id] < c->uses[i->src[1].val->id] ? -1 : 1;
   struct usc_group g = op == IR_fadd   ? usc_fadd(dst, a, b)
                        : op == IR_fmad ? fmad(c, dst, a, b, usc_float_src(c, &i->src[2]), uses)
                                        : fmul(c, dst, a, b, uses);
   g.sat0 = sat;
   usc_emit(c, g);
}

/* Can the instruction round down source k itself: one of two terms or factors, an addend, or an index that its clamp
   converts? */
static bool rounds_down(const struct usc_selection *c, const struct ir_instr *i, unsigned k)
{
   switch (i->op) {
   case IR_fadd:
   case IR_fmul: return !k || i->src[0].val->def->op != IR_ffloor;
   case IR_fcanon: return true;
   case IR_fmad: return k == 2;
   case IR_f2i: return c->folded[i->dst[0]->id];
   default: return false;
   }
}

void usc_fold_floors(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   if (!ir_may_have(s, IR_ffloor))
      return;
   uint32_t *good = UTIL_ARRAY(c->ctx, uint32_t, c->num_values);
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         /* Unused clamps do not count: the pack that does the clamp is the reader. */
         for (uint32_t k = 0; k < i->nsrc && i->ndst && c->uses[i->dst[0]->id]; k++) {
            const struct ir_instr *d = i->src[k].val->def;
            if (d->op == IR_ffloor && d->block == b && d->sat == IR_SAT_NONE && !d->src[0].neg && !d->src[0].abs &&
                rounds_down(c, i, k))
               good[d->dst[0]->id]++;
         }
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         const uint32_t v = i->ndst ? i->dst[0]->id : 0;
         if (i->op != IR_ffloor || !good[v] || good[v] != c->uses[v])
            continue;
         c->folded[v] = true;
         c->uses[i->src[0].val->id] += good[v] - 1;
      }
   util_discard(c->ctx, good, sizeof *good * c->num_values);
}

void usc_order_integer_factors(struct usc_selection *c, struct usc_opd *a, struct usc_opd *b)
{
   if (!usc_fits(*b, 1))
      usc_exchange(a, b);
   *b = usc_in_slot(c, *b, 1);
}

void usc_emit_pack(struct usc_selection *c, enum usc_fmt fmt, enum usc_pack_mode mode, struct usc_opd dst, struct usc_opd a)
{
   struct usc_group g = usc_g_pck(fmt, mode == USC_PACK_SCALED, mode == USC_PACK_TOWARD_ZERO, dst, a);
   if (a.mod) { /* through P0, because the external line has no modifiers */
      g.op[USC_P0] = USC_OP_MBYP;
      g.src[0] = a;
      g.is3 = USC_FT0;
   }
   usc_emit(c, g);
}

/* ---- source lines -------------------------------------------------------------------------------------------------------- */

#define COMBINED_DEPTH 8 /* depth of the operations that one group computes */

/* Appends the spans of the sources' definitions that are computed together with the instruction. */
static struct util_origin **add_combined(const struct usc_selection *c, const struct ir_src *src, uint32_t n, unsigned depth,
                                         struct util_origin **end)
{
   for (uint32_t k = 0; k < n && depth; k++) {
      const struct ir_instr *d = src[k].val->def;
      if (!c->folded[src[k].val->id] && (c->uses[src[k].val->id] || d->op == IR_const))
         continue;
      *end = UTIL_NEW(c->ctx, struct util_origin);
      (*end)->span = d->span;
      end = add_combined(c, d->src, d->nsrc, depth - 1, &(*end)->next);
   }
   return end;
}

void usc_set_origin(struct usc_selection *c, struct util_span span, const struct ir_src *src, uint32_t n)
{
   c->m->from = (struct util_origin){span, NULL};
   if (c->opt->origins)
      add_combined(c, src, n, COMBINED_DEPTH, &c->m->from.next);
}

void usc_set_slot_origin(struct usc_selection *c, enum ir_op op, unsigned slot)
{
   struct util_origin *first = NULL, **end = &first;
   if (!c->opt->origins)
      return;
   ir_foreach_block (c->s, b)
      ir_foreach_instr (b, i) {
         if (i->op != op || i->attr[0] != slot)
            continue;
         *end = UTIL_NEW(c->ctx, struct util_origin);
         (*end)->span = i->span;
         end = &(*end)->next;
      }
   c->m->from = first ? *first : (struct util_origin){UTIL_NO_SPAN, NULL};
}
