/* SPDX-License-Identifier: MIT */
/*
 * Divergence analysis: see divergence.h.
 *
 *    loop { if (n == count) break; ... n++ }      all lanes leave in the same iteration
 *    if (parameter > 0) { ... }                   all lanes take the arm, or none does
 *
 * Uniform values are constants, parameters, exact functions of uniform values, and phis of uniform values at places where no
 * diverged lanes meet. All lanes in a loop are in the same iteration, so a phi of a loop with one back edge is uniform if its
 * sources are, even if some lanes have left the loop already. After the loop none of its values is uniform, because lanes may
 * have left in different iterations. Results of approximate operations vary: machines need not compute them alike in all lanes.
 *
 * A loop is uniform if lanes leave it only in ifs with uniform conditions and no lane starts the next iteration early.
 *
 * All values start as uniform; walks over the program find those that vary. A loop phi reads values from later in the program,
 * so another walk follows whenever a loop phi turns out to vary. After MAX_WALKS walks all remaining loop phis count as
 * varying.
 */
#include "ir/divergence.h"

#include "ir/cfg.h"

#define MAX_WALKS 8
#define NONE UINT32_MAX

/* The result and the working state of the analysis. A construct is named by the block that ends in its IF or LOOP. */
struct flow {
   const struct ir_shader *s;
   struct ir_divergence *d;
   uint32_t *merges; /* by block: number of constructs whose merge block it is */
   uint32_t *ending; /* by block: the last of these constructs */
   uint32_t *next;   /* by construct: the previous one with the same merge block */
};

static void find_nest(struct flow *f)
{
   const struct ir_shader *s = f->s;
   uint32_t *open = UTIL_ARRAY(s->ctx, uint32_t, (size_t)s->num_blocks + 1), n = 0;

   for (uint32_t b = 0; b < s->num_blocks; b++) {
      while (n && s->blocks[open[n - 1]]->merge->index <= b)
         n--;
      const uint32_t a = f->d->around[b] = n ? open[n - 1] : NONE;
      f->d->loop[b] = a == NONE || s->blocks[a]->term == IR_TERM_LOOP ? a : f->d->loop[a];
      if (s->blocks[b]->term == IR_TERM_IF || s->blocks[b]->term == IR_TERM_LOOP) {
         const uint32_t m = s->blocks[b]->merge->index;
         f->next[b] = f->merges[m]++ ? f->ending[m] : NONE;
         f->ending[m] = b;
         open[n++] = b;
      }
   }
   util_discard(s->ctx, open, ((size_t)s->num_blocks + 1) * sizeof *open);
}

/* True if the value is defined in a loop that does not contain the reader. Testing the innermost loop is enough. */
static bool leaves_loop(const struct ir_divergence *d, uint32_t def, uint32_t reader)
{
   const uint32_t loop = d->loop[def];

   return loop != NONE && (reader <= loop || reader >= d->s->blocks[loop]->merge->index);
}

bool ir_src_is_uniform(const struct ir_divergence *d, const struct ir_src *src, uint32_t reader)
{
   return !d->varies[src->val->id] && !leaves_loop(d, src->val->def->block->index, reader);
}

/* True if the loop has exactly one back edge, at the end of the body. */
static bool one_way_back(const struct flow *f, const struct ir_block *header, uint32_t loop)
{
   uint32_t n = 0;

   for (uint32_t p = 0; p < header->num_preds; p++) {
      const struct ir_block *q = header->preds[p];
      if (q->term != IR_TERM_CONTINUE)
         continue;
      if (++n > 1 || q->index + 1 != f->s->blocks[loop]->merge->index || f->d->around[q->index] != loop)
         return false;
   }
   return true;
}

static bool phi_varies(const struct flow *f, const struct ir_instr *i)
{
   const struct ir_block *b = i->block;

   for (uint32_t k = 0; k < i->nsrc; k++)
      if (!ir_src_is_uniform(f->d, &i->src[k], b->preds[k]->index))
         return true;
   const uint32_t a = f->d->around[b->index];
   if (a != NONE && f->s->blocks[a]->term == IR_TERM_LOOP && f->s->blocks[a]->succ[0] == b)
      return !one_way_back(f, b, a);
   /* All ifs that end here must have uniform conditions. */
   for (uint32_t x = f->merges[b->index] ? f->ending[b->index] : NONE; x != NONE; x = f->next[x])
      if (f->s->blocks[x]->term == IR_TERM_LOOP || !ir_src_is_uniform(f->d, &f->s->blocks[x]->cond, x))
         return true;
   return false;
}

/* Inputs that have the same value in all invocations of a workgroup, and thus of a wave. */
static bool input_is_uniform(const struct ir_instr *i)
{
   switch (i->attr[0]) {
   case SLOT_WORKGROUP_ID:
   case SLOT_WORKGROUP_SIZE:
   case SLOT_GRID_SIZE:
   case SLOT_WORK_DIM:
   case SLOT_USER_DATA: return true;
   default: return false;
   }
}

static bool instr_varies(const struct flow *f, const struct ir_instr *i)
{
   if (i->op == IR_phi)
      return phi_varies(f, i);
   const unsigned flags = ir_op_info[i->op].flags;
   if (!(flags & IR_F_PURE) || flags & (IR_F_CONVERGENT | IR_F_APPROX) || (i->op == IR_load_input && !input_is_uniform(i)))
      return true;
   for (uint32_t k = 0; k < i->nsrc; k++)
      if (!ir_src_is_uniform(f->d, &i->src[k], i->block->index))
         return true;
   return false;
}

/* True if the block only leaves the loop, under the uniform condition of the if before it. */
static bool leaves_together(const struct flow *f, const struct ir_block *b, uint32_t loop)
{
   const uint32_t a = f->d->around[b->index];

   if (a == NONE || f->d->around[a] != loop)
      return false;
   const struct ir_block *x = f->s->blocks[a];
   return x->term == IR_TERM_IF && x->succ[0] == b && x->succ[1] == x->merge && x->merge->index == b->index + 1 &&
          ir_only_exits(b) && ir_src_is_uniform(f->d, &x->cond, a);
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

static void walk(struct flow *f)
{
   ir_foreach_block (f->s, b)
      ir_foreach_instr (b, i)
         if (i->ndst && !f->d->varies[i->dst[0]->id] && instr_varies(f, i))
            for (unsigned k = 0; k < i->ndst; k++)
               f->d->varies[i->dst[k]->id] = true;
}

/* Looks for loop phis that turn out to vary after the last walk. With `all`, every loop phi that may vary counts as varying. */
static bool more_varies(struct flow *f, bool all)
{
   bool more = false;

   ir_foreach_block (f->s, b)
      if (b->term == IR_TERM_LOOP)
         ir_foreach_phi (b->succ[0], i)
            if (!f->d->varies[i->dst[0]->id] && (all || phi_varies(f, i)))
               f->d->varies[i->dst[0]->id] = more = true;
   return more;
}

static void find_branches(const struct flow *f)
{
   for (uint32_t b = 0; b < f->s->num_blocks; b++) {
      const struct ir_block *blk = f->s->blocks[b];
      if (blk->term == IR_TERM_LOOP)
         f->d->uniform_branch[b] = loop_is_uniform(f, b);
      else if (blk->term == IR_TERM_IF)
         f->d->uniform_branch[b] = f->merges[blk->merge->index] == 1 && ir_src_is_uniform(f->d, &blk->cond, b);
   }
}

struct ir_divergence ir_divergence_find(struct ir_shader *s)
{
   const size_t blocks = (size_t)s->num_blocks + 1;
   struct ir_divergence d = {.s = s,
                             .num_blocks = s->num_blocks,
                             .num_values = s->num_values,
                             .uniform_branch = UTIL_ARRAY(s->ctx, uint8_t, blocks),
                             .varies = UTIL_ARRAY(s->ctx, uint8_t, (size_t)s->num_values + 1),
                             .around = UTIL_ARRAY(s->ctx, uint32_t, blocks),
                             .loop = UTIL_ARRAY(s->ctx, uint32_t, blocks)};
   struct flow f = {.s = s,
                    .d = &d,
                    .merges = UTIL_ARRAY(s->ctx, uint32_t, blocks),
                    .ending = UTIL_ARRAY(s->ctx, uint32_t, blocks),
                    .next = UTIL_ARRAY(s->ctx, uint32_t, blocks)};

   find_nest(&f);
   walk(&f);
   for (unsigned walks = 1; more_varies(&f, walks >= MAX_WALKS); walks++)
      walk(&f);
   find_branches(&f);
   util_discard(s->ctx, f.next, blocks * sizeof *f.next);
   util_discard(s->ctx, f.ending, blocks * sizeof *f.ending);
   util_discard(s->ctx, f.merges, blocks * sizeof *f.merges);
   return d;
}

void ir_divergence_free(struct ir_divergence *d)
{
   const size_t blocks = (size_t)d->num_blocks + 1;

   util_discard(d->s->ctx, d->loop, blocks * sizeof *d->loop);
   util_discard(d->s->ctx, d->around, blocks * sizeof *d->around);
   util_discard(d->s->ctx, d->varies, (size_t)d->num_values + 1);
   util_discard(d->s->ctx, d->uniform_branch, blocks);
}

uint8_t *ir_uniform_branches(struct ir_shader *s)
{
   uint8_t *uniform = UTIL_ARRAY(s->ctx, uint8_t, (size_t)s->num_blocks + 1);
   bool any = false;

   ir_foreach_block (s, b)
      any |= b->term == IR_TERM_IF || b->term == IR_TERM_LOOP;
   if (!any)
      return uniform;
   struct ir_divergence d = ir_divergence_find(s);
   memcpy(uniform, d.uniform_branch, s->num_blocks);
   ir_divergence_free(&d);
   return uniform;
}
