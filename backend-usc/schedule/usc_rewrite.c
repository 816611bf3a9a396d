/* SPDX-License-Identifier: MIT */
/*
 * Equivalent groups with possibly shorter schedules: repeated writes of vertex inputs, moves of uniforms that multiply-adds
 * read, early copies of constants for phis.
 */
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_merge.h"

/* ---- repeated writes ----------------------------------------------------------------------------------------------------- */

/* Is it uvsw.write of a vertex input and nothing else? */
static bool writes_input(const struct usc_instr *i)
{
   const struct usc_group *g = &i->g;
   return i->base.kind == CG_OPERATION && g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_UVSW_WRITE && !g->op[USC_P0] &&
          !g->op[USC_MOV] && !g->is0 && g->src[0].bank == USC_VTX && !g->src[0].idx && g->rpt <= 1;
}

/* The number of writes, from entry k of the list on, that one repeated group can do; at least 1. */
static unsigned run_of_writes(const struct cg_list *l, uint32_t k)
{
   const struct usc_instr *a = usc_instr_at(l, k);
   unsigned n = 1;
   for (; n < 4 && k + n < l->n; n++) {
      const struct usc_instr *b = usc_instr_at(l, k + n);
      if (!writes_input(b) || b->g.cc != a->g.cc || b->g.src[0].index != a->g.src[0].index + n || b->g.addr != a->g.addr + n)
         break;
   }
   return n;
}

void usc_repeat_writes(struct usc_mir *c, const struct cg_list *l, struct cg_list *out)
{
   bool any = false;
   *out = (struct cg_list){0};
   for (uint32_t k = 0; k + 1 < l->n && !any; k++)
      any = writes_input(usc_instr_at(l, k)) && writes_input(usc_instr_at(l, k + 1));
   if (!any)
      return;
   for (uint32_t k = 0; k < l->n;) {
      struct usc_instr *a = usc_instr_at(l, k);
      const unsigned n = writes_input(a) ? run_of_writes(l, k) : 1;
      if (n > 1) {
         struct usc_instr *repeated = usc_instr_copy(c, a);
         repeated->g.rpt = (uint8_t)n;
         for (unsigned j = 1; j < n; j++)
            cg_join_origin(&c->p, &repeated->base, l->i[k + j]);
         a = repeated;
      }
      cg_push(&c->p, out, &a->base);
      k += n;
   }
   if (out->n == l->n)
      out->n = 0;
}

/* ---- moves of uniforms --------------------------------------------------------------------------------------------------- */

/* Could the multiply-add sit in P1 if its addend, a uniform, were a temporary? Its slot there, S5, does not read uniforms. */
static bool only_in_p0(const struct usc_group *g)
{
   return g->op[USC_P0] == USC_OP_FMAD && g->cc == USC_CC_PE && !(usc_opd_slots(g->src[2]) >> 5 & 1) &&
          usc_opd_slots(g->src[0]) >> 3 & 1 && usc_opd_slots(g->src[1]) >> 4 & 1 && usc_is_pairable(g);
}

/* Appends a move of the addend to a new temporary, and returns a multiply-add that reads the temporary. */
static struct usc_instr *move_addend(struct usc_mir *c, const struct usc_instr *i, struct cg_list *out)
{
   struct usc_opd uniform = i->g.src[2], temp = usc_v(cg_reg_new(&c->p, 1));
   temp.mod = uniform.mod;
   uniform.mod = 0;
   c->from = cg_origin(&c->p, &i->base);
   const struct usc_group move = usc_g_mov(usc_v(temp.index), uniform);
   cg_push(&c->p, out, &usc_instr_new(c, &move)->base);
   struct usc_instr *r = usc_instr_copy(c, i);
   r->g.src[2] = temp;
   return r;
}

void usc_move_uniforms(struct usc_mir *c, const struct cg_list *l, struct cg_list *out)
{
   uint32_t p0_only = 0, pairable = 0, room = 0; /* such multiply-adds; other pairable operations; hosts with room in P1 */
   uint32_t seen = 0;
   *out = (struct cg_list){0};
   for (uint32_t k = 0; k < l->n; k++) {
      const struct usc_group *g = &usc_instr_at(l, k)->g;
      if (only_in_p0(g))
         p0_only++;
      else if (usc_is_pairable(g))
         pairable++;
      else if (usc_has_room(g))
         room++;
   }
   /* With x addends moved there are p0_only - x + room places in P1, for pairable + 2 x operations: x moves and x multiply-adds
      more than before. */
   if (p0_only + room < pairable + 2 || !p0_only)
      return;
   const uint32_t moved = (p0_only + room - pairable + 1) / 3;
   for (uint32_t k = 0; k < l->n; k++) {
      struct usc_instr *i = usc_instr_at(l, k);
      if (only_in_p0(&i->g)) {
         /* Spread evenly over the list, where seen * moved / p0_only increases. */
         const uint32_t before = (uint32_t)((uint64_t)seen * moved / p0_only);
         if ((uint64_t)++seen * moved / p0_only > before)
            i = move_addend(c, i, out);
      }
      cg_push(&c->p, out, &i->base);
   }
}

/* ---- early copies -------------------------------------------------------------------------------------------------------- */

struct tail_reads {
   const struct usc_mir *c;
   uint32_t *stamp; /* by unit: 1 + the last block whose tail reads it */
   uint32_t block;
};

static void note_tail_read(void *user, uint32_t unit, unsigned n, bool write)
{
   struct tail_reads *t = user;
   for (unsigned k = 0; !write && k < n && unit + k < t->c->p.num_units; k++)
      t->stamp[unit + k] = t->block + 1;
}

/* May the copy move to the body? Its source must be constant, and the tail must not read its destination. */
static bool may_be_early(const struct tail_reads *t, const struct cg_copy *q)
{
   const struct usc_opd src = usc_copy_opd(t->c, q);
   return src.bank != USC_VIRTUAL && src.bank != USC_TEMP && src.bank != USC_IDX && !src.idx &&
          t->stamp[q->dst] != t->block + 1;
}

/* Moves copies of the parallel copies i to the end of the body. */
static void move_copies(struct usc_mir *c, const struct tail_reads *t, struct usc_instr *i)
{
   uint32_t remaining = 0;
   for (uint32_t k = 0; k < i->base.num_copies; k++) {
      const struct cg_copy *q = &i->base.copies[k];
      if (!may_be_early(t, q)) {
         i->base.copies[remaining++] = *q;
         continue;
      }
      const struct usc_group g = usc_g_mov(usc_v(q->dst), usc_copy_opd(c, q));
      struct usc_instr *move = usc_instr_new(c, &g);
      cg_set_origin(&c->p, &move->base, (struct util_origin){i->base.span, NULL});
      cg_push(&c->p, &c->p.blocks[t->block].body, &move->base);
   }
   i->base.num_copies = remaining;
}

void usc_early_copies(struct usc_mir *c)
{
   struct tail_reads t = {.c = c, .stamp = UTIL_ARRAY(c->p.ctx, uint32_t, (size_t)c->p.num_units + 1)};
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct cg_list *tail = &c->p.blocks[b].tail;
      t.block = b;
      for (uint32_t k = 0; k < tail->n; k++)
         usc_refs(c, usc_instr_at(tail, k), note_tail_read, &t);
      for (uint32_t k = 0; k < tail->n; k++)
         if (tail->i[k]->kind == CG_COPIES && usc_instr_at(tail, k)->g.cc == USC_CC_PE)
            move_copies(c, &t, usc_instr_at(tail, k));
   }
   util_discard(c->p.ctx, t.stamp, ((size_t)c->p.num_units + 1) * sizeof *t.stamp);
}
