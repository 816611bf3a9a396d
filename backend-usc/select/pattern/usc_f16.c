/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic on f16 values with the sums-of-products unit (-mattr=+f16sop). SHORT variables and H instructions of -fshort=16
 * become such values: they are rounded to f16 after each operation.
 *
 *   round(x * y)              f16sop j = x * y - c0 * 0          round(x + y)     f16sop j = x * 1 + y * 1
 *   to_f16(round(x * y + z))  f16sop.mad
 *
 * where x, y and z are f16 values already: the unit rounds its operands, each product and each sum (assumed[sums-of-products]).
 * c0 * 0 is +0, whose subtraction leaves every product as it is, -0 too. Two independent operations make one group with results
 * on W0 and W1. No public source shows the encoding of the unit, so this serves listings and the simulator only.
 *
 * Linear: a partner is among the next PAIR_WINDOW groups. usc_combine.c matches the chains and calls usc_f16_emit().
 */
#include "backend-usc/select/pattern/usc_f16.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "semantics/num.h"

#include <string.h>

#define PAIR_WINDOW 12

/* Is the value of the source always representable in f16? */
static bool is_f16(num_m m, const struct ir_src *s)
{
   const struct ir_instr *d = s->val->def;
   if (s->abs || !d)
      return false;
   if (d->op == IR_const) {
      const uint32_t v = d->attr[0];
      return num_h2f(m, num_f2h(m, v)) == v;
   }
   return d->op == IR_h2f && !d->sat;
}

bool usc_f16_operation(num_m m, const struct ir_instr *p, bool mad)
{
   if (p->sat || (mad ? p->op != IR_fmad : p->op != IR_fmul && p->op != IR_fadd))
      return false;
   for (unsigned k = 0; k < p->nsrc; k++)
      if (!is_f16(m, &p->src[k]))
         return false;
   return true;
}

/* The slot that holds the operand, or a free one that now gets it, in the order in which the assembler fills them; 6 if there
   is none. */
static unsigned place(struct usc_group *g, struct usc_opd o)
{
   static const uint8_t order[6] = {0, 1, 2, 4, 5, 3};
   unsigned k = 0;
   o.mod = 0;
   while (k < 6 && g->src[order[k]].bank && !usc_same_reg(g->src[order[k]], o))
      k++;
   if (k == 6)
      return 6;
   g->src[order[k]] = o;
   return order[k];
}

static struct usc_sop_arg arg_of(unsigned slot, bool neg)
{
   return (struct usc_sop_arg){.slot = slot & 7, .neg = neg};
}
static const struct usc_sop_arg zero = {.slot = USC_SOP_ZERO}, one = {.slot = USC_SOP_ZERO, .oneminus = 1};

/* A source as an operand that every slot can read. Sets *neg, for its sign is an argument of the unit. */
static struct usc_opd operand_of(struct usc_selection *c, const struct ir_src *s, bool *neg)
{
   struct ir_src plain = *s;
   plain.neg = false;
   struct usc_opd o = usc_float_src(c, &plain);
   *neg = s->neg ^ !!(o.mod & USC_MOD_NEG);
   o.mod &= (uint8_t)~USC_MOD_NEG;
   return o.mod || usc_opd_class(o) != USC_CLASS_ANY ? usc_to_temp(c, o) : o;
}

void usc_f16_emit(struct usc_selection *c, const struct ir_instr *p, struct usc_opd dst)
{
   struct usc_group g = usc_g(USC_MAIN);
   struct usc_opd o[3] = {usc_none(), usc_none(), usc_none()};
   bool neg[3] = {false, false, false};
   memset(&g.sop, 0, sizeof g.sop);
   for (unsigned k = 0; k < p->nsrc && k < 3; k++)
      o[k] = operand_of(c, &p->src[k], &neg[k]);
   g.dst[0] = dst;
   if (p->op == IR_fmad) {
      g.op[USC_P0] = USC_OP_F16SOP_MAD;
      const unsigned a = place(&g, o[0]), b = place(&g, o[1]), d = place(&g, o[2]), nothing = place(&g, usc_c(0));
      g.sop.arg[0] = arg_of(a, neg[0] ^ neg[1]);
      g.sop.arg[1] = arg_of(b, false);
      g.sop.arg[2] = arg_of(d, neg[2]);
      for (unsigned k = 3; k < 12; k++) /* the other results are 0 */
         g.sop.arg[k] = k % 3 ? zero : arg_of(nothing, false);
      usc_emit(c, g);
      return;
   }
   g.op[USC_P0] = USC_OP_F16SOP;
   g.sop.wide = 1;
   const unsigned a = place(&g, o[0]), b = place(&g, o[1]), nothing = place(&g, usc_c(0));
   if (p->op == IR_fmul) {
      g.sop.arg[0] = arg_of(a, neg[0] ^ neg[1]);
      g.sop.arg[1] = arg_of(b, false);
      g.sop.jop = USC_SOP_SUB;
      g.sop.arg[2] = arg_of(nothing, false);
      g.sop.arg[3] = zero;
   } else {
      g.sop.arg[0] = arg_of(a, neg[0]);
      g.sop.arg[1] = one;
      g.sop.jop = USC_SOP_ADD;
      g.sop.arg[2] = arg_of(b, neg[1]);
      g.sop.arg[3] = one;
   }
   for (unsigned k = 4; k < 8; k++)
      g.sop.arg[k] = k & 1 ? zero : arg_of(nothing, false);
   usc_emit(c, g);
}

/* ---- two operations in a group ------------------------------------------------------------------------------------------- */

/* Is it one product or sum, which a second one can join? */
static bool has_room(const struct usc_instr *i)
{
   return i->base.kind == CG_OPERATION && !i->base.removed && i->g.kind == USC_MAIN && i->g.op[USC_P0] == USC_OP_F16SOP &&
          i->g.sop.wide && !i->g.dst[1].bank && i->g.cc == USC_CC_PE;
}

/* Joins both in one group, where result j of b becomes k of a; false if that is illegal. */
static bool join(const struct usc_group *a, const struct usc_group *b, struct usc_group *out)
{
   *out = *a;
   memset(out->src, 0, sizeof out->src);
   for (unsigned k = 0; k < 8; k++) {
      const struct usc_group *from = k < 4 ? a : b;
      struct usc_sop_arg q = from->sop.arg[k & 3];
      if (q.slot < 6) {
         const unsigned s = place(out, from->src[q.slot]);
         if (s == 6)
            return false;
         q.slot = s & 7;
      }
      out->sop.arg[k] = q;
   }
   out->sop.kop = b->sop.jop;
   out->dst[1] = b->dst[0];
   const enum usc_violation r = usc_check(out);
   return r == USC_V_OK || r == USC_V_NO_ENCODING;
}

/* May b not move above the instruction, because it writes a source of b or must keep its position? */
static bool blocks_move(const struct usc_instr *i, const struct usc_group *b)
{
   if (i->base.kind != CG_OPERATION || i->g.kind == USC_CONTROL || (i->g.kind == USC_MAIN && i->g.op[USC_BE]))
      return true;
   for (unsigned d = 0; d < 2; d++)
      for (unsigned s = 0; s < 6; s++)
         if (i->g.dst[d].bank && usc_same_reg(i->g.dst[d], b->src[s]))
            return true;
   return false;
}

/* May group k of the list move up to group i? */
static bool moves_up(const struct cg_list *l, uint32_t k, uint32_t i)
{
   const struct usc_group *g = &usc_instr_at(l, k)->g;
   if (!has_room(usc_instr_at(l, k)))
      return false;
   for (unsigned s = 0; s < 6; s++) /* sources that are written more than once stay where they are */
      if (g->src[s].bank == USC_TEMP || g->src[s].idx)
         return false;
   for (uint32_t q = i; q < k; q++)
      if (blocks_move(usc_instr_at(l, q), g))
         return false;
   return true;
}

/* Searches a partner for group i. */
static void pair(struct usc_mir *c, struct cg_list *l, uint32_t i)
{
   struct usc_group out;
   for (uint32_t k = i + 1; k < l->n && k <= i + PAIR_WINDOW; k++)
      if (moves_up(l, k, i) && join(&usc_instr_at(l, i)->g, &usc_instr_at(l, k)->g, &out)) {
         usc_instr_at(l, i)->g = out;
         l->i[k]->removed = true;
         cg_join_origin(&c->p, l->i[i], l->i[k]);
         return;
      }
}

void usc_f16_pairs(struct usc_mir *c)
{
   for (uint32_t n = 0; n < c->p.num_blocks; n++) {
      struct cg_list *l = &c->p.blocks[n].body;
      uint32_t kept = 0;
      for (uint32_t i = 0; i < l->n; i++)
         if (has_room(usc_instr_at(l, i)))
            pair(c, l, i);
      for (uint32_t i = 0; i < l->n; i++)
         if (!l->i[i]->removed || l->i[i]->kind != CG_OPERATION)
            l->i[kept++] = l->i[i];
      l->n = kept;
   }
}
