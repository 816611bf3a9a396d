/* SPDX-License-Identifier: MIT */
/*
 * Copies of phis, for the lower bound (usc_lower_bound.c). The registers of the phis of a block differ, for all are alive where
 * it begins, and at the end of each predecessor they hold the values of that edge. No step after selection writes them in
 * another block; only a move of the program may, as -O0 leaves them. So, without such moves, the end of a predecessor takes a W
 * port, besides those for its values, for each phi whose value along the edge is
 *
 *   - a constant, a parameter or an attribute of a vertex, which have registers of their own
 *   - that of an earlier phi too
 *   - another phi of the block (around a loop)
 *   - of a block that dominates the phi's, and is read in a block that the phi's dominates: it is not computed again between
 *     the last start of the phi's block and that read, so both are alive at that start, and their registers differ
 *
 * The choice of registers decides whether any other copy is needed; those are not counted. Values that spilling recomputes may
 * end earlier than this assumes, so a program with any goes without this part of the bound (usc_bound_allocation.c).
 */
#include "backend-usc/lower_bound/usc_bound_problem.h"
#include "backend-usc/select/operand/usc_selection.h"
#include "backend-usc/select/usc_input.h"

/* Is the value in a register other than a temporary? */
static bool is_outside(const struct usc_lower_bound *s, const struct ir_value *v)
{
   const struct usc_selection *c = s->c;
   const struct ir_instr *d = v->def;
   if (!d)
      return false;
   if (d->op == IR_load_param)
      return !d->nsrc && !(c->in->params.mem && d->attr[0] < c->s->num_params && c->in->params.mem[d->attr[0]]);
   if (d->op == IR_load_input)
      return c->s->stage == IR_STAGE_VERTEX && d->attr[0] < SLOT_COUNT &&
             usc_special_input(c, d->attr[0], d->attr[1] & 3) == USC_NO_REG;
   return d->op == IR_const;
}

/*
 * May what comes along the edge have been moved to the phi's register already? By a move that copies share (cg_share_copies),
 * or by one of the program in another block than the one that the edge leaves.
 */
static bool is_moved(const struct usc_lower_bound *s, const struct ir_instr *phi, uint32_t edge)
{
   const struct ir_value *v = phi->src[edge].val;
   if (v->def && v->def->op == IR_mov && v->id >= s->c->m->first_move)
      return true;
   for (; v != usc_bound_alias_of(v); v = v->def->src[0].val)
      if (v->def->block != phi->block->preds[edge])
         return true;
   return false;
}

/* Does an earlier phi of the block get the same value along the edge, in a register that something reads and no move has
   written? */
static bool is_given_before(const struct usc_lower_bound *s, const struct ir_instr *phi, uint32_t edge,
                            const struct ir_value *v)
{
   for (const struct ir_instr *q = phi->prev; q; q = q->prev)
      if (s->facts[q->dst[0]->id].last_read && usc_bound_alias_of(q->src[edge].val) == v && !is_moved(s, q, edge))
         return true;
   return false;
}

static bool needs_copy(const struct usc_lower_bound *s, const struct ir_instr *phi, uint32_t edge)
{
   const struct ir_src *src = &phi->src[edge];
   const struct ir_value *v = usc_bound_alias_of(src->val);
   const struct ir_block *to = phi->block;
   if (!s->facts[phi->dst[0]->id].last_read || src->neg || src->abs || v == phi->dst[0] || !v->def || v->def->op == IR_undef ||
       is_moved(s, phi, edge))
      return false;
   if (is_outside(s, v) || is_given_before(s, phi, edge, v))
      return true;
   if (v->def->op == IR_phi && v->def->block == to)
      return s->facts[v->id].last_read != 0;
   const uint32_t last = s->facts[v->id].last_read;
   const uint32_t from = v->def->block->index;
   return last && from != to->index && ir_dominates(&s->dom, from, to->index) && ir_dominates(&s->dom, to->index, last - 1);
}

void usc_bound_add_copies(struct usc_lower_bound *s, const struct ir_block *b)
{
   for (unsigned e = 0; e < ir_num_succs(b); e++) {
      const struct ir_block *to = b->succ[e];
      const uint32_t edge = ir_pred_number(to, b);
      ir_foreach_phi (to, phi)
         if (edge != UINT32_MAX && needs_copy(s, phi, edge))
            usc_bound_add_move(s);
   }
}
