/* SPDX-License-Identifier: MIT */
/*
 * Joins operations of the mask counter, once it is known which blocks are empty.
 *
 * Ifs that end together, outside of all other masks, end by one operation after which all lanes run again:
 *
 *    cndend i0, i0, 1; cndend i0, i0, 1          ->  cndst always, i0, c0, 1
 *
 * The counters of lanes do not matter there. So an else-if needs no mask of its own if it ends together with the if around it.
 * Then lanes that have run an arm count 2, others count 1:
 *
 *    cndef always, i0, i0, 1; (branch;) p0 = x; cndst p0, i0, i0, 1
 *                                                ->  p0 = x in all lanes; cndef p0, i0, i0, 2
 *
 * Waiting lanes execute the test; their registers still hold what it reads. In other lanes its result does not matter. CNDST
 * and CNDEF count by 0, 1 or 2, and CNDEF activates lanes that count 1 (documented: ISR 13). The public compiler also starts
 * from 0 before the control flow of a program.
 */
#include "backend-usc/allocate/usc_allocate.h"
#include "codegen/copies.h"

struct mask {
   const struct ir_block *merge, *other;
   bool counts;    /* uses the mask counter */
   bool is_if;
   bool joined;    /* an else-if without a mask of its own */
   uint32_t depth; /* number of masks that use the counter, among those around it and itself */
};

struct masks {
   struct usc_mir *c;
   const struct cg_assignment *a;
   struct mask *open;
   uint32_t num, cap;
};

/* ---- lists --------------------------------------------------------------------------------------------------------------- */

static bool is_mask_op(const struct usc_instr *i, enum usc_op op)
{
   return i->base.kind == CG_OPERATION && i->g.kind == USC_CONTROL && i->g.op[USC_CTRL] == op;
}

static bool is_skip(const struct usc_instr *i)
{
   return i->base.kind == CG_BRANCH && i->g.bpred == USC_BPRED_ALLINST;
}

/* Does the instruction only copy registers to themselves? */
static bool copies_nothing(const struct masks *m, const struct usc_instr *i)
{
   struct util_ctx *ctx = m->c->p.ctx;
   struct cg_parcopy_step *st;
   if (i->base.kind != CG_COPIES)
      return false;
   const struct util_arena mark = ctx->arena;
   const uint32_t n = cg_sequence_copies(&m->c->p, m->a, &i->base, false, &st);
   util_arena_release(ctx, &mark);
   return n == 0;
}

/* Removes copies of registers to themselves. */
static void drop_copies(const struct masks *m, struct cg_list *l)
{
   uint32_t n = 0;
   for (uint32_t k = 0; k < l->n; k++)
      if (!copies_nothing(m, usc_instr_at(l, k)))
         l->i[n++] = l->i[k];
   l->n = n;
}

static const struct usc_instr *find_mask_op(const struct cg_list *l, enum usc_op op)
{
   for (uint32_t k = 0; k < l->n; k++)
      if (is_mask_op(usc_instr_at(l, k), op))
         return usc_instr_at(l, k);
   return NULL;
}

/* Lowers the bound of block b by a group that was removed. */
static void decrement_bound(struct usc_mir *c, uint32_t b)
{
   uint32_t *bound = &c->schedule[b].source_bound;
   *bound -= *bound > 0;
}

/* ---- where ifs end ------------------------------------------------------------------------------------------------------- */

/* Does the block contain only ends of ifs, at least one? */
static bool only_ends_ifs(const struct masks *m, uint32_t b)
{
   const struct cg_block *blk = &m->c->p.blocks[b];
   for (uint32_t k = 0; k < blk->head.n; k++)
      if (!is_mask_op(usc_instr_at(&blk->head, k), USC_OP_CNDEND))
         return false;
   for (uint32_t k = 0; k < blk->tail.n; k++)
      if (!copies_nothing(m, usc_instr_at(&blk->tail, k)))
         return false;
   return blk->head.n && !blk->body.n;
}

/* The outermost if that ends together with open[top], whose merge is block *end; sets *end to the block in which all have
   ended. */
static uint32_t ends_with(const struct masks *m, uint32_t top, uint32_t *end)
{
   while (top && m->open[top - 1].counts && m->open[top - 1].is_if) {
      const uint32_t next = m->open[top - 1].merge->index;
      if (next != *end && (next != *end + 1 || !only_ends_ifs(m, *end)))
         break;
      *end = next;
      top--;
   }
   return top;
}

/* Joins the ends of ifs from block b on, where the innermost if ends. */
static void end_ifs(struct masks *m, uint32_t b)
{
   uint32_t end = b;
   const uint32_t first = ends_with(m, m->num - 1, &end);
   if (first + 1 == m->num || m->open[first].depth != 1 || !find_mask_op(&m->c->p.blocks[b].head, USC_OP_CNDEND))
      return;
   for (uint32_t k = b; k <= end; k++) {
      struct cg_list *head = &m->c->p.blocks[k].head;
      uint32_t n = 0;
      for (uint32_t q = 0; q < head->n; q++) {
         struct usc_instr *i = usc_instr_at(head, q);
         if (is_mask_op(i, USC_OP_CNDEND) && (k < end || n)) {
            decrement_bound(m->c, k);
            continue;
         }
         if (is_mask_op(i, USC_OP_CNDEND))
            i->g = usc_g_cnd(USC_OP_CNDST, USC_PCND_ALWAYS, USC_EMC, usc_c(0), 1);
         head->i[n++] = head->i[q];
      }
      head->n = n;
   }
}

/* ---- else-ifs ------------------------------------------------------------------------------------------------------------ */

/* Does the tail consist of a test, the start of a mask, and perhaps a branch around the arm? */
static bool is_test_and_start(const struct cg_list *tail)
{
   const struct usc_instr *test = tail->n >= 2 ? usc_instr_at(tail, 0) : NULL, *start = test ? usc_instr_at(tail, 1) : NULL;
   if (!test || !is_mask_op(start, USC_OP_CNDST) || start->g.adjust != 1 || tail->n > 3 ||
       (tail->n == 3 && !is_skip(usc_instr_at(tail, 2))))
      return false;
   const struct usc_group *g = &test->g;
   return test->base.kind == CG_OPERATION && g->kind == USC_MAIN && g->op[USC_TST] && g->cc == USC_CC_PE && !g->dst[0].bank &&
          !g->dst[1].bank && !g->op[USC_BE] && !usc_group_reads_quad(g) && !usc_group_reads_p0(g);
}

/* If the else arm of the innermost if is just the if that ends block b, joins them. True if that needs no mask of its own. */
static bool join_else_if(struct masks *m, uint32_t b)
{
   const struct mask *k = &m->open[m->num - 1];
   struct cg_block *blk = &m->c->p.blocks[b];
   const struct ir_block *merge = m->c->s->blocks[b]->merge;
   struct cg_list *head = &blk->head;
   if (!k->counts || !k->is_if || (k->depth != 1 && !k->joined) || !k->other || k->other->index != b || blk->body.n ||
       !(head->n == 1 || (head->n == 2 && is_skip(usc_instr_at(head, 1)))) || !is_mask_op(usc_instr_at(head, 0), USC_OP_CNDEF))
      return false;
   uint32_t end = merge->index;
   const uint32_t first = ends_with(m, m->num, &end);
   if (first == m->num || m->open[first].depth != 1)
      return false;
   drop_copies(m, &blk->tail);
   struct usc_instr *test = blk->tail.n ? usc_instr_at(&blk->tail, 0) : NULL;
   if (!is_test_and_start(&blk->tail))
      return false;
   struct usc_group g = test->g;
   g.cc = USC_CC_IGNOREPE;
   if (usc_check(&g) != USC_V_OK)
      return false;
   test->g = g;
   struct usc_instr *start = usc_instr_at(&blk->tail, 1);
   start->g = usc_g_cnd(USC_OP_CNDEF, (enum usc_pcnd)start->g.pcnd, USC_EMC, USC_EMC, 2);
   head->n = 0;
   decrement_bound(m->c, b);
   return true;
}

/* ---- the program --------------------------------------------------------------------------------------------------------- */

static void visit_block(struct masks *m, uint32_t b)
{
   const struct ir_block *blk = m->c->s->blocks[b];
   for (; m->num && m->open[m->num - 1].merge == blk; m->num--)
      if (m->open[m->num - 1].counts && m->open[m->num - 1].is_if)
         end_ifs(m, b);
   if (blk->term != IR_TERM_IF && blk->term != IR_TERM_LOOP)
      return;
   struct mask k = {.merge = blk->merge, .is_if = blk->term == IR_TERM_IF};
   k.other = k.is_if && blk->succ[1] != blk->merge ? blk->succ[1] : NULL;
   k.counts = find_mask_op(&m->c->p.blocks[b].tail, USC_OP_CNDST) != NULL;
   k.depth = (m->num ? m->open[m->num - 1].depth : 0) + k.counts;
   k.joined = k.counts && k.is_if && m->num && join_else_if(m, b);
   UTIL_PUSH(m->c->p.ctx, m->open, m->num, m->cap, k);
}

void usc_join_masks(struct usc_mir *c, const struct cg_assignment *a)
{
   struct masks m = {.c = c, .a = a};
   if (c->opt->sched == USC_SCHED_NONE)
      return;
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      visit_block(&m, b);
}
