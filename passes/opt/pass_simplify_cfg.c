/* SPDX-License-Identifier: MIT */
/*
 * Simplifies control flow.
 *
 *    if 1 b1 b2 merge=b3         ->  jump b1 (no b2)          known condition
 *    if %c b1 b2 merge=b2, b1: jump b2  ->  jump b2           empty arms and no phi that tells them apart
 *    jump b1; b1: only reached from here  ->  one block
 *
 * An if with a known outcome stays if the taken arm ends in break or continue, because the structured form has no place for the
 * code after it. Edges are only removed, so phis lose sources; phis of blocks with one predecessor become plain values. Linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"

static bool is_empty_arm(const struct ir_block *b, const struct ir_block *merge)
{
   return b == merge || (!b->first && b->term == IR_TERM_JUMP && b->succ[0] == merge);
}

static void drop_range(bool *gone, uint32_t from, uint32_t to)
{
   for (; from < to; from++)
      gone[from] = true;
}

/* True if both arms are empty and no phi tells them apart. */
static bool is_empty(const struct ir_block *b)
{
   return is_empty_arm(b->succ[0], b->merge) && is_empty_arm(b->succ[1], b->merge) &&
          !(b->merge->first && b->merge->first->op == IR_phi);
}

/* Turns the if into a jump if its outcome is known or does not matter. */
static bool simplify_if(struct ir_shader *s, struct ir_block *b, bool *gone)
{
   struct ir_block *then = b->succ[0], *other = b->succ[1], *merge = b->merge, *to;
   uint32_t bits;

   if (is_empty(b)) {
      to = merge;
      drop_range(gone, then->index, merge->index);
   } else if (!ir_is_const(b->cond.val, &bits)) {
      return false;
   } else if (bits) {
      if (s->blocks[other->index - 1]->term != IR_TERM_JUMP)
         return false;
      to = then;
      drop_range(gone, other->index, merge->index);
   } else {
      if (other != merge && s->blocks[merge->index - 1]->term != IR_TERM_JUMP)
         return false;
      to = other;
      drop_range(gone, then->index, other->index);
   }
   ir_end_jump(b, to);
   return true;
}

/* True if some if has a known outcome or decides nothing. Usually none does, and then nothing needs to be saved. */
static bool may_simplify(const struct ir_shader *s)
{
   uint32_t bits;

   ir_foreach_block (s, b)
      if (b->term == IR_TERM_IF && (ir_is_const(b->cond.val, &bits) || is_empty(b)))
         return true;
   return false;
}

/* Predecessors of a block with phis, before edges are removed. */
struct saved {
   struct ir_block *block, **preds;
   uint32_t num;
};

static bool simplify_ifs(struct ir_shader *s)
{
   if (!may_simplify(s))
      return false;
   bool *gone = UTIL_ARRAY(s->ctx, bool, s->num_blocks), progress = false;
   struct saved *saved = NULL;
   uint32_t num_saved = 0, cap_saved = 0, n = 0;

   for (uint32_t k = 0; k < s->num_blocks; k++) {
      struct ir_block *b = s->blocks[k];
      if (b->first && b->first->op == IR_phi) {
         struct saved v = {b, UTIL_ARRAY(s->ctx, struct ir_block *, b->num_preds), b->num_preds};
         for (uint32_t p = 0; p < v.num; p++)
            v.preds[p] = b->preds[p];
         UTIL_PUSH(s->ctx, saved, num_saved, cap_saved, v);
      }
      if (!gone[k] && b->term == IR_TERM_IF)
         progress |= simplify_if(s, b, gone);
   }
   if (!progress)
      return false;
   for (uint32_t k = 0; k < s->num_blocks; k++)
      if (!gone[k])
         s->blocks[n++] = s->blocks[k];
   s->num_blocks = n;
   ir_remove_unreachable(s);
   /* The new predecessors are a subset of the old ones, in the same order. */
   for (uint32_t k = 0; k < num_saved; k++) {
      struct ir_block *b = saved[k].block;
      ir_foreach_phi (b, i) {
         uint32_t n_src = 0;
         for (uint32_t p = 0; p < saved[k].num && n_src < b->num_preds; p++)
            if (saved[k].preds[p] == b->preds[n_src])
               i->src[n_src++] = i->src[p];
         i->nsrc = n_src;
      }
   }
   return true;
}

static bool join_blocks(struct ir_shader *s)
{
   const uint32_t num = s->num_blocks;
   bool *target = UTIL_ARRAY(s->ctx, bool, num), progress = false;
   struct ir_src *map = NULL; /* by value: the only source of a former phi */
   uint32_t n = 0;

   /* Blocks named by an if or a loop stay separate. */
   ir_foreach_block (s, b)
      if (b->term == IR_TERM_IF || b->term == IR_TERM_LOOP) {
         target[b->succ[0]->index] = target[b->merge->index] = true;
         if (b->term == IR_TERM_IF)
            target[b->succ[1]->index] = true;
      }
   for (uint32_t k = 0; k < s->num_blocks; k++) {
      struct ir_block *b = s->blocks[k], *a = n ? s->blocks[n - 1] : NULL;

      if (!a || target[k] || a->term != IR_TERM_JUMP || a->succ[0] != b) {
         s->blocks[n++] = b;
         continue;
      }
      while (b->first && b->first->op == IR_phi) {
         map = map ? map : IR_SCRATCH(s, 0, struct ir_src, s->num_values);
         map[b->first->dst[0]->id] = b->first->src[0];
         ir_remove(b->first);
      }
      ir_foreach_instr (b, i)
         i->block = a;
      ir_append_all(a, b);
      ir_end_like(a, b);
      progress = true;
   }
   util_discard(s->ctx, target, num * sizeof *target);
   if (!progress)
      return false;
   s->num_blocks = n;
   /* A joined block takes the place of its last part, so the order of predecessors does not change. */
   ir_cfg_update(s);
   if (map)
      ir_replace_uses(s, map);
   return true;
}

bool pass_simplify_cfg(struct ir_shader *s)
{
   if (s->num_blocks < 2)
      return false;
   bool progress = simplify_ifs(s);

   return join_blocks(s) || progress;
}
