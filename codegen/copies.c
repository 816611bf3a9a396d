/* SPDX-License-Identifier: MIT */
/* Parallel copies: see copies.h. */
#include "codegen/copies.h"

#include "ir/build.h"
#include "ir/cfg.h"

/* ---- shared moves -------------------------------------------------------------------------------------------------------- */

#define MANY_EDGES 8

struct sharing {
   struct ir_shader *s;
   struct ir_dom dom;
   uint32_t num_values;            /* before any move was added */
   const struct ir_instr **phi_of; /* by value: the first phi of a block that reads it */
};

static bool never_in_place(const struct ir_value *v)
{
   const struct ir_instr *i = v->def;
   return i->op == IR_const || i->op == IR_load_input || (i->op == IR_load_param && !i->nsrc);
}

/* Edges first .. end - 1 bring the same source into the phi: reads a move of it in their common dominator instead. */
static void share_run(struct sharing *g, struct ir_instr *phi, uint32_t first, uint32_t end)
{
   const struct ir_block *b = phi->block;
   uint32_t at = b->preds[first]->index;
   for (uint32_t k = first + 1; k < end; k++)
      while (!ir_dominates(&g->dom, at, b->preds[k]->index))
         at = g->dom.idom[at];
   struct ir_builder build = ir_at_end(g->s, g->s->blocks[at]);
   const struct ir_src old = phi->src[first];
   build.span = old.val->def->span;
   struct ir_value *moved = ir_op1(&build, IR_mov, ir_use(old.val));
   for (uint32_t k = first; k < end; k++)
      phi->src[k].val = moved;
}

static void share_phi(struct sharing *g, struct ir_instr *phi)
{
   const uint32_t n = phi->block->num_preds;
   for (uint32_t first = 0, end; first < n; first = end) {
      struct ir_value *v = phi->src[first].val;
      for (end = first + 1; end < n && phi->src[end].val == v;)
         end++;
      if (v->id >= g->num_values || !v->def || v == phi->dst[0])
         continue;
      const bool first_phi = !g->phi_of[v->id] || g->phi_of[v->id]->block != phi->block || g->phi_of[v->id] == phi;
      if (first_phi)
         g->phi_of[v->id] = phi;
      if (end - first >= MANY_EDGES && (never_in_place(v) || !first_phi))
         share_run(g, phi, first, end);
   }
}

uint32_t cg_share_copies(struct ir_shader *s)
{
   struct sharing g = {.s = s, .num_values = s->num_values};
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      if (s->blocks[b]->num_preds < MANY_EDGES || !s->blocks[b]->first || s->blocks[b]->first->op != IR_phi)
         continue;
      if (!g.phi_of) {
         g.dom = ir_dom_tree(s);
         g.phi_of = UTIL_ARRAY(s->ctx, const struct ir_instr *, (size_t)s->num_values + 1);
      }
      ir_foreach_phi (s->blocks[b], phi)
         share_phi(&g, phi);
   }
   if (g.phi_of)
      ir_dom_free(s, &g.dom);
   return g.num_values;
}

/* ---- copies along an edge ------------------------------------------------------------------------------------------------ */

bool cg_edge_copies(struct cg_program *p, const struct ir_block *from, const struct ir_block *to,
                    const struct cg_phi_operands *o, void *user, struct cg_instr *i)
{
   i->kind = CG_COPIES;
   const uint32_t edge = ir_pred_number(to, from);
   if (edge == UINT32_MAX)
      return false;
   uint32_t cap = 0;
   ir_foreach_phi (to, phi) {
      const uint32_t src = o->source(user, phi->src[edge].val), dst = o->result(user, phi->dst[0]);
      if (dst == CG_NONE || src == dst)
         continue;
      const unsigned size = p->regs[p->unit_reg[dst]].size;
      for (unsigned k = 0; k < size; k++)
         UTIL_PUSH(p->ctx, i->copies, i->num_copies, cap, (struct cg_copy){dst + k, src + k});
   }
   return i->num_copies != 0;
}

/* ---- order of the moves -------------------------------------------------------------------------------------------------- */

/* True if the units of copy b continue the run of n copies that begins with copy a. */
static bool continues_run(const struct cg_program *p, const struct cg_copy *a, const struct cg_copy *b, unsigned n)
{
   if (b->dst != a->dst + n || p->unit_reg[b->dst] != p->unit_reg[a->dst])
      return false;
   return b->src == a->src + n && (a->src >= CG_EXTERNAL || p->unit_reg[b->src] == p->unit_reg[a->src]);
}

uint32_t cg_sequence_copies(struct cg_program *p, const struct cg_assignment *a, const struct cg_instr *i, bool runs,
                            struct cg_parcopy_step **out)
{
   struct cg_parcopy *q = UTIL_ARRAY(p->ctx, struct cg_parcopy, (size_t)i->num_copies + 1);
   uint32_t n = 0;
   for (uint32_t k = 0, len; k < i->num_copies; k += len) {
      const struct cg_copy *c = &i->copies[k];
      for (len = 1; runs && k + len < i->num_copies && continues_run(p, c, &c[len], len);)
         len++;
      const int dst = cg_unit_place(p, a, c->dst);
      if (dst < 0)
         continue;
      uint32_t src = CG_PARCOPY_EXTERNAL + k;
      if (c->src < CG_EXTERNAL) {
         const int at = cg_unit_place(p, a, c->src);
         UTIL_CHECK(p->ctx, at >= 0);
         src = (uint32_t)at;
      }
      q[n++] = (struct cg_parcopy){(uint32_t)dst, src, (uint8_t)len};
   }
   return cg_parcopy_sequence(p->ctx, q, n, out);
}
