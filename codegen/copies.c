/* SPDX-License-Identifier: MIT */
/* Parallel copies: see copies.h. */
#include "codegen/copies.h"

/* ---- copies along an edge ------------------------------------------------------------------------------------------------ */

/* Number of the edge among the predecessors of `to`, which is that of the sources of its phis. */
static uint32_t predecessor(const struct ir_block *from, const struct ir_block *to)
{
   for (uint32_t k = 0; k < to->num_preds; k++)
      if (to->preds[k] == from)
         return k;
   return CG_NONE;
}

bool cg_edge_copies(struct cg_program *p, const struct ir_block *from, const struct ir_block *to, const struct cg_phi_operands *o,
                    void *user, struct cg_instr *i)
{
   i->kind = CG_COPIES;
   const uint32_t edge = predecessor(from, to);
   if (edge == CG_NONE)
      return false;
   uint32_t cap = 0;
   for (const struct ir_instr *phi = to->first; phi && phi->op == IR_phi; phi = phi->next) {
      const uint32_t src = o->source(user, phi->src[edge].val), dst = o->result(user, phi->dst[0]);
      if (dst == CG_NONE || src == dst)
         continue;
      const bool in_reg = src < CG_EXTERNAL;
      const unsigned size = p->regs[p->unit_reg[dst]].size;
      for (unsigned k = 0; k < size; k++)
         UTIL_PUSH(p->ctx, i->copies, i->num_copies, cap, (struct cg_copy){dst + k, in_reg ? src + k : src});
      if (in_reg)
         cg_hint(p, dst, o->hint ? o->hint(user, src) : src, p->blocks[from->index].depth);
   }
   return i->num_copies != 0;
}

/* ---- their order --------------------------------------------------------------------------------------------------------- */

/* Do the units of copy b follow the run of n copies that begins with copy a? */
static bool continues_run(const struct cg_program *p, const struct cg_copy *a, const struct cg_copy *b, unsigned n)
{
   if (b->dst != a->dst + n || p->unit_reg[b->dst] != p->unit_reg[a->dst])
      return false;
   if (a->src >= CG_EXTERNAL)
      return b->src == a->src;
   return b->src == a->src + n && p->unit_reg[b->src] == p->unit_reg[a->src];
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
