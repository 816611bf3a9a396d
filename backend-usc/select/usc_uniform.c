/* SPDX-License-Identifier: MIT */
/*
 * Control flow that all running lanes take together: a branch does, no mask counts.
 *
 *    loop { if (n == count) break; ... n++ }      tst p0; if (p0) br behind; ...; br head
 *    if (parameter > 0) { ... }                   tst p0; if (!p0) br behind; ...
 *
 * A value is uniform if lanes that run at one time agree about it: constants, parameters, what is computed from them exactly, and
 * phis where they meet without lanes having parted. Lanes in one loop are in one iteration, so the phis of a loop with one way back
 * are uniform if their sources are, whoever has left; behind the loop nothing of it is, for lanes may have left in different iterations.
 * Of a task without running lanes no branch is taken, so a loop ends even then. The simulator stops where lanes disagree about a branch.
 *
 * A loop is uniform if lanes leave it in ifs of uniform conditions only, and nobody starts the next iteration early.
 * At most MAX_PASSES passes over the program, for phis of loops; what takes more varies. None for programs without loops and ifs.
 */
#include "backend-usc/select/usc_isel.h"

#include <string.h>

#define MAX_PASSES 8

struct flow {
   const struct ir_shader *s;
   uint32_t *around; /* by block: the IF or LOOP block that it lies in, USC_NO_REG = none */
   uint32_t *merges; /* by block: constructs that end there */
   uint32_t *ending, *next; /* by block: the last of those, the one before it that ends at the same block */
   uint8_t *varies;  /* by value */
};

static void find_nest(struct flow *f)
{
   const struct ir_shader *s = f->s;
   uint32_t *open = UTIL_ARRAY(s->ctx, uint32_t, (size_t)s->num_blocks + 1), n = 0;
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      while (n && s->blocks[open[n - 1]]->merge->index <= b)
         n--;
      f->around[b] = n ? open[n - 1] : USC_NO_REG;
      if (s->blocks[b]->term == IR_TERM_IF || s->blocks[b]->term == IR_TERM_LOOP) {
         const uint32_t m = s->blocks[b]->merge->index;
         f->next[b] = f->merges[m]++ ? f->ending[m] : USC_NO_REG;
         f->ending[m] = b;
         open[n++] = b;
      }
   }
}

/* Does the block that defines the value lie in a loop that the reader is not in? */
static bool leaves_loop(const struct flow *f, uint32_t def, uint32_t reader)
{
   for (uint32_t a = f->around[def]; a != USC_NO_REG; a = f->around[a]) {
      if (f->s->blocks[a]->term != IR_TERM_LOOP)
         continue;
      if (reader <= a || reader >= f->s->blocks[a]->merge->index)
         return true;
   }
   return false;
}

static bool src_varies(const struct flow *f, const struct ir_src *src, uint32_t reader)
{
   return f->varies[src->val->id] || leaves_loop(f, src->val->def->block->index, reader);
}

/* The block that goes back to the header, if there is one and only at the end of the body. */
static bool one_way_back(const struct flow *f, const struct ir_block *header, uint32_t loop)
{
   uint32_t n = 0;
   for (uint32_t p = 0; p < header->num_preds; p++) {
      const struct ir_block *q = header->preds[p];
      if (q->term != IR_TERM_CONTINUE)
         continue;
      if (++n > 1 || q->index + 1 != f->s->blocks[loop]->merge->index || f->around[q->index] != loop)
         return false;
   }
   return true;
}

static bool phi_varies(const struct flow *f, const struct ir_instr *i)
{
   const struct ir_block *b = i->block;
   for (uint32_t k = 0; k < i->nsrc; k++)
      if (src_varies(f, &i->src[k], b->preds[k]->index))
         return true;
   const uint32_t a = f->around[b->index];
   if (a != USC_NO_REG && f->s->blocks[a]->term == IR_TERM_LOOP && f->s->blocks[a]->succ[0] == b)
      return !one_way_back(f, b, a);
   /* Where ifs end: all of them on uniform conditions? */
   for (uint32_t x = f->merges[b->index] ? f->ending[b->index] : USC_NO_REG; x != USC_NO_REG; x = f->next[x])
      if (f->s->blocks[x]->term == IR_TERM_LOOP || src_varies(f, &f->s->blocks[x]->cond, x))
         return true;
   return false;
}

static bool instr_varies(const struct flow *f, const struct ir_instr *i)
{
   if (i->op == IR_phi)
      return phi_varies(f, i);
   const unsigned flags = ir_op_info[i->op].flags;
   if (!(flags & IR_F_PURE) || flags & (IR_F_CONVERGENT | IR_F_APPROX) || i->op == IR_load_input)
      return true;
   for (uint32_t k = 0; k < i->nsrc; k++)
      if (src_varies(f, &i->src[k], i->block->index))
         return true;
   return false;
}

/* The block does nothing but leave to `to`, under the condition of the if in front of it. */
static bool leaves_together(const struct flow *f, const struct ir_block *b, uint32_t loop)
{
   const uint32_t a = f->around[b->index];
   if (a == USC_NO_REG || f->around[a] != loop)
      return false;
   const struct ir_block *x = f->s->blocks[a];
   return x->term == IR_TERM_IF && x->succ[0] == b && x->succ[1] == x->merge && x->merge->index == b->index + 1 &&
          usc_only_leaves(b) && !src_varies(f, &x->cond, a);
}

static bool loop_is_uniform(const struct flow *f, uint32_t loop)
{
   const struct ir_block *merge = f->s->blocks[loop]->merge;
   if (f->merges[merge->index] != 1 || !one_way_back(f, f->s->blocks[loop]->succ[0], loop))
      return false;
   for (uint32_t p = 0; p < merge->num_preds; p++)
      if (merge->preds[p]->term != IR_TERM_BREAK || !leaves_together(f, merge->preds[p], loop))
         return false;
   return merge->num_preds > 0;
}

/* Only over the way back does a phi read what comes later: is there one that turns out to vary? */
static bool more_varies(struct flow *f, bool all)
{
   bool more = false;
   for (uint32_t b = 0; b < f->s->num_blocks; b++)
      for (const struct ir_instr *i = f->s->blocks[b]->term == IR_TERM_LOOP ? f->s->blocks[b]->succ[0]->first : NULL;
           i && i->op == IR_phi; i = i->next)
         if (!f->varies[i->dst[0]->id] && (all || phi_varies(f, i)))
            f->varies[i->dst[0]->id] = more = true;
   return more;
}

uint8_t *usc_uniform_flow(struct usc_selection *c)
{
   const struct ir_shader *s = c->s;
   uint8_t *uniform = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_blocks + 1);
   bool any = false;
   for (uint32_t b = 0; b < s->num_blocks; b++)
      any |= s->blocks[b]->term == IR_TERM_IF || s->blocks[b]->term == IR_TERM_LOOP;
   if (!any || c->opt->sched == USC_SCHED_NONE)
      return uniform;
   struct util_arena mark = c->ctx->arena;
   struct flow f = {.s = s};
   f.around = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_blocks + 1);
   f.merges = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_blocks + 1);
   f.ending = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_blocks + 1);
   f.next = UTIL_ARRAY(c->ctx, uint32_t, (size_t)s->num_blocks + 1);
   f.varies = UTIL_ARRAY(c->ctx, uint8_t, (size_t)s->num_values + 1);
   find_nest(&f);
   for (unsigned pass = 0; !pass || more_varies(&f, pass == MAX_PASSES); pass++)
      ir_foreach_block (s, b)
         ir_foreach_instr (b, i)
            if (i->ndst && !f.varies[i->dst[0]->id] && instr_varies(&f, i))
               for (unsigned k = 0; k < i->ndst; k++)
                  f.varies[i->dst[k]->id] = true;
   for (uint32_t b = 0; b < s->num_blocks; b++) {
      const struct ir_block *blk = s->blocks[b];
      if (blk->term == IR_TERM_LOOP)
         uniform[b] = loop_is_uniform(&f, b);
      else if (blk->term == IR_TERM_IF)
         uniform[b] = f.merges[blk->merge->index] == 1 && !src_varies(&f, &blk->cond, b);
   }
   util_arena_release(c->ctx, &mark);
   return uniform;
}
