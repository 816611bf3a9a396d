/* SPDX-License-Identifier: MIT */
/*
 * The cost of uniforms for an operation, in the lower bound (usc_lower_bound.c). Only S0, S2 and S3 read parameters and
 * constants other than the special ones (docs/usc-encoding.md, validity). An operation with a uniform elsewhere has a choice:
 *
 *   x * y of two uniforms        one of them is moved to a temporary, for the second factor is in S1 or S4
 *   x * y + u, u + v             the operation is in P0, where S2 reads u; or u (in the sum u or v) is moved to a temporary, so
 *                                that P1 can do the operation
 *
 * A move takes a W port and serves every reader of its uniform in the block, so the choices are not independent. Only
 * operations without a uniform in common are counted: each takes a move of its own, or P0. The others count as free.
 *
 * No resource of a slot shows a choice between two resources. So one more stands for P0 and the W ports together: a slot has 3
 * units of it, a node takes the sum of its demands of P0 and of the W ports, and a choice takes 1, for it takes one of them.
 * Whatever the choices are, no slot provides more than 3.
 */
#include "backend-usc/lower_bound/usc_bound_problem.h"
#include "backend-usc/select/usc_output.h"
#include "ir/match.h"

/* P0 and the W ports together. */
#define P0_OR_W USC_NUM_ISSUE

void usc_bound_init(struct usc_lower_bound *s)
{
   uint8_t *capacity = UTIL_ARRAY(s->c->ctx, uint8_t, USC_NUM_ISSUE + 1);
   for (unsigned k = 0; k < USC_NUM_ISSUE; k++)
      capacity[k] = usc_issue_capacity[k];
   capacity[P0_OR_W] = usc_issue_capacity[USC_ISSUE_P0] + usc_issue_capacity[USC_ISSUE_W];
   cg_bound_init(&s->problem, s->c->ctx, capacity, USC_NUM_ISSUE + 1);
   util_map_init(&s->moved, s->c->ctx);
}

uint32_t usc_bound_solve(struct usc_lower_bound *s)
{
   for (uint32_t v = 0; v < s->problem.num_nodes; v++) {
      uint8_t *demand = usc_bound_demand_of(s, v);
      demand[P0_OR_W] = (uint8_t)(demand[USC_ISSUE_P0] + demand[USC_ISSUE_W] + s->node[v].choice);
   }
   return cg_bound_solve(&s->problem);
}

/* ---- uniforms ------------------------------------------------------------------------------------------------------------ */

/* Is the value a uniform? Sets *key, which differs for different registers: parameter and component, or the bits of a constant
   without its sign, which is a modifier. */
static bool is_uniform(const struct usc_lower_bound *s, const struct ir_value *v, uint32_t *key)
{
   const struct ir_instr *d = usc_bound_alias_of(v)->def;
   uint32_t bits;
   if (!d)
      return false;
   if (ir_is_const(d->dst[0], &bits)) {
      *key = bits & 0x7fffffffu;
      return usc_find_constant(bits) < 0 && usc_find_constant(bits ^ 0x80000000u) < 0;
   }
   *key = 0x80000000u | (4 * d->attr[0] + (d->attr[1] & 3));
   return d->op == IR_load_param && !d->nsrc && d->attr[0] < s->c->s->num_params &&
          s->c->s->params[d->attr[0]].cls != PARAM_CONST;
}

static bool is_moved(const struct usc_lower_bound *s, uint32_t key)
{
   return util_map_get(&s->moved, key, 0) == s->block + 1;
}

static void note_move(struct usc_lower_bound *s, uint32_t key)
{
   util_map_set(&s->moved, key, s->block + 1);
}

void usc_bound_note_moves(struct usc_lower_bound *s, const struct ir_block *b)
{
   uint32_t key;
   ir_foreach_instr (b, i)
      for (uint32_t k = 0; (i->op == IR_tex || i->op == IR_store_output) && k < i->nsrc; k++)
         if (is_uniform(s, (i->op == IR_tex ? &i->src[k] : usc_stored_src(s->c, i))->val, &key))
            note_move(s, key);
}

/* Charges an operation for a move, if none of its uniforms has one yet. From now on any of them may be moved. */
static bool charge(struct usc_lower_bound *s, const uint32_t *keys, unsigned n)
{
   for (unsigned k = 0; k < n; k++)
      if (is_moved(s, keys[k]))
         return false;
   for (unsigned k = 0; k < n; k++)
      note_move(s, keys[k]);
   return n != 0;
}

void usc_bound_add_uniforms(struct usc_lower_bound *s, const struct ir_instr *i, struct usc_bound_uniforms *u)
{
   uint32_t key[2];
   unsigned n = 0;
   u->n = 0;
   if (i->op != IR_fadd && i->op != IR_fmul && i->op != IR_fmad)
      return;
   while (n < 2 && is_uniform(s, i->src[n].val, &key[n]))
      n++;
   if (n == 2 && charge(s, key, 2)) {
      u->node[u->n] = usc_bound_add_move(s);
      s->node[u->node[u->n++]].choice = i->op == IR_fadd;
   }
   if (i->op == IR_fmad && is_uniform(s, i->src[2].val, key) && charge(s, key, 1)) {
      u->node[u->n] = usc_bound_add_move(s);
      s->node[u->node[u->n++]].choice = true;
   }
   for (unsigned k = 0; k < u->n; k++)
      if (s->node[u->node[k]].choice) /* takes a W port or P0, but neither for certain */
         usc_bound_demand_of(s, u->node[k])[USC_ISSUE_W] = 0;
}

void usc_bound_read_uniforms(struct usc_lower_bound *s, uint32_t v, const struct usc_bound_uniforms *u)
{
   for (unsigned k = 0; k < u->n; k++)
      cg_bound_add_edge(&s->problem, u->node[k], v, !s->node[u->node[k]].choice);
}
