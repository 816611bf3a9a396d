/* SPDX-License-Identifier: MIT */
/*
 * Converts small ifs to selects, and selects after other ifs to phis.
 *
 *    if %c b1 b2 merge=b2                      %2 = fadd %0, %1
 *    b1: %2 = fadd %0, %1; jump b2       ->    %3 = sel %c, %2, %0
 *    b2: %3 = phi %0, %2
 *
 * Both arms are one block each (the else arm may be missing) of pure instructions that do not depend on which lanes run.
 *
 * Both targets execute an if by masking lanes. A short arm (MAX_ARM) costs time even if no lane runs it, because a branch
 * around it would cost as much, so it may as well run for all lanes. That saves the 2 or 3 control instructions of the mask and
 * the copies to the phis. The selects that are added cost less than either: on USC one select can be combined with an operation
 * of each arm, on AGX comparison and select are one instruction. But an operation that USC combines with a select cannot be
 * paired with another operation any more, so there is a limit on selects, beyond which that would cost more than the mask did
 * (is_worth_saving_masks).
 *
 * If all lanes are known to agree on the condition, an if costs a branch and no mask. Then, and if one arm is longer, both arms
 * and the selects together may cost no more than a branch, its test and the copies do: MAX_COST (assumed). No block grows
 * beyond MAX_BLOCK, because its schedule would keep too many registers live.
 *
 *    if %c b1 b2 merge=b2                      if %c b1 b2 merge=b2
 *    b1: %2 = fadd %0, %1; jump b2       ->    b1: %2 = fadd %0, %1; jump b2
 *    b2: %3 = phi %0, %2                       b2: %5 = phi %4, %2
 *    %5 = sel %c, %3, %4
 *
 * A select in the merge block of an if, on the condition of that if, picks one value for each incoming edge. So if one of its
 * operands is a phi that nothing else reads, the select becomes a phi and the old phi vanishes.
 *
 * The merge block becomes part of the block that had the if. Ifs are converted from the last block to the first, so inner ones
 * before outer ones. Linear except for one replacement of all uses.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"
#include "ir/uses.h"

/* in half instructions */
#define MAX_COST 20
#define MAX_ARM 16
#define MASKS 8       /* control instructions of an if with an else arm */
#define MAX_BLOCK 1000 /* instructions */
#define MAX_DEPTH 3    /* depth to which lanes_agree() looks */

/* Cost of an instruction in an arm. Constants, and parameters with a known number, are operands of their readers. An input is
   mostly read elsewhere too and iterated together with its neighbours; a select is mostly combined with an operation that it
   selects from. */
static unsigned cost_of(const struct ir_instr *i)
{
   const unsigned flags = ir_op_info[i->op].flags;

   if (i->op == IR_const || i->op == IR_undef || i->op == IR_mov || (i->op == IR_load_param && !i->nsrc))
      return 0;
   if (i->op == IR_sel || (i->op == IR_load_input && !i->nsrc))
      return 1;
   return flags & IR_F_APPROX ? 6 : flags & IR_F_LOAD ? 4 : 2;
}

static unsigned arm_cost(const struct ir_block *b)
{
   unsigned cost = 0;

   ir_foreach_instr (b, i) {
      unsigned flags = ir_op_info[i->op].flags;
      if (!(flags & IR_F_PURE) || flags & IR_F_CONVERGENT)
         return MAX_COST + 1;
      cost += cost_of(i);
      if (cost > MAX_COST)
         break;
   }
   return cost;
}

static bool is_arm(const struct ir_block *b, const struct ir_block *merge)
{
   return b->term == IR_TERM_JUMP && b->succ[0] == merge;
}

/*
 * True if all lanes agree on the value, because a few operations compute it from constants and parameters. ir/divergence.h
 * finds more in that it follows phis and expressions of any length, and less in that results of approximate and convergent
 * operations vary. The pass has its own test because it asks while it changes the program, which would require a new analysis
 * each time, and because it would convert other ifs with the analysis.
 */
static bool lanes_agree(const struct ir_value *v, unsigned depth)
{
   const struct ir_instr *i = v->def;
   const unsigned flags = ir_op_info[i->op].flags;

   if (depth > MAX_DEPTH || i->op == IR_phi || !(flags & IR_F_PURE) || (flags & IR_F_LOAD && i->op != IR_load_param))
      return false;
   for (unsigned k = 0; k < i->nsrc; k++)
      if (!lanes_agree(i->src[k].val, depth + 1))
         return false;
   return true;
}

/* True if running both arms for all lanes is worth the saved masks. Two operations share an issue slot, but an operation that
   is combined with a select has a slot of its own. */
static bool is_worth_saving_masks(const unsigned arm[2], const struct ir_block *merge)
{
   const unsigned ops = (arm[0] + arm[1]) / 2;
   unsigned selects = 0;

   ir_foreach_phi (merge, i)
      selects++;
   return arm[0] <= MAX_ARM && arm[1] <= MAX_ARM && 2 * selects + (ops > selects ? ops - selects : 0) < ops + MASKS;
}

struct if_convert {
   struct ir_shader *s;
   struct ir_src *map; /* by value: the select that replaces a phi; NULL until an if is converted */
   enum {SAME, GROWN, GONE} *now; /* by block */
   uint32_t *size;     /* by block: 1 + number of its instructions, 0 if not counted yet */
};

static uint32_t size_of(struct if_convert *c, const struct ir_block *b)
{
   uint32_t n = 0;

   if (!c->size[b->index]) {
      ir_foreach_instr (b, i)
         n++;
      c->size[b->index] = n + 1;
   }
   return c->size[b->index] - 1;
}

/* Has room for all values and for one select for each phi. */
static struct ir_src *new_map(struct ir_shader *s)
{
   uint32_t phis = 0;

   ir_foreach_block (s, b)
      ir_foreach_phi (b, i)
         phis++;
   return IR_SCRATCH(s, 0, struct ir_src, (size_t)s->num_values + phis);
}

/* Moved instructions get their instr->block only at the end of the pass: a long row of ifs grows into one block step by step,
   and updating it each time would take quadratic time. */
static bool convert(struct if_convert *c, struct ir_block *h)
{
   struct ir_block *then = h->succ[0], *other = h->succ[1] != h->merge ? h->succ[1] : NULL, *merge = h->merge;
   unsigned arm[2], cost;

   if (!is_arm(then, merge) || (other && !is_arm(other, merge)))
      return false;
   arm[0] = arm_cost(then);
   arm[1] = other ? arm_cost(other) : 0;
   cost = arm[0] + arm[1];
   for (const struct ir_instr *i = merge->first; i && i->op == IR_phi && cost <= MAX_COST; i = i->next)
      cost += 2;
   if (cost > MAX_COST && (!is_worth_saving_masks(arm, merge) || lanes_agree(h->cond.val, 0)))
      return false;
   const uint32_t length = size_of(c, h) + size_of(c, then) + (other ? size_of(c, other) : 0) + size_of(c, merge);
   if (length > MAX_BLOCK)
      return false;

   if (!c->map)
      c->map = new_map(c->s);
   c->size[h->index] = length + 1;
   ir_append_all(h, then);
   c->now[then->index] = GONE;
   if (other) {
      ir_append_all(h, other);
      c->now[other->index] = GONE;
   }
   struct ir_builder b = ir_at_end(c->s, h);
   b.span = h->span;
   while (merge->first && merge->first->op == IR_phi) {
      struct ir_instr *phi = merge->first;
      /* Predecessors are in array order: the block itself or the then arm, then the last arm. */
      struct ir_src yes = phi->src[other ? 0 : 1], no = phi->src[other ? 1 : 0];
      struct ir_src src[3] = {h->cond, yes, no};
      c->map[phi->dst[0]->id] = ir_use(ir_emit(&b, IR_sel, phi->dst[0]->width, 3, src, NULL)->dst[0]);
      ir_remove(phi);
   }
   ir_append_all(h, merge);
   c->now[merge->index] = GONE;
   c->now[h->index] = GROWN;
   ir_end_like(h, merge);
   return true;
}

static bool convert_all(struct ir_shader *s)
{
   struct if_convert c = {.s = s};
   uint32_t n = 0;

   c.now = util_alloc_array(s->ctx, s->num_blocks, sizeof *c.now);
   c.size = UTIL_ARRAY(s->ctx, uint32_t, s->num_blocks);
   for (uint32_t k = s->num_blocks; k-- > 0;)
      while (s->blocks[k]->term == IR_TERM_IF && c.now[k] != GONE && ir_reachable(s->blocks[k]) && convert(&c, s->blocks[k]))
         ;
   const uint32_t num = s->num_blocks;
   for (uint32_t k = 0; c.map && k < num; k++)
      if (c.now[k] != GONE) {
         s->blocks[n++] = s->blocks[k];
         for (struct ir_instr *i = c.now[k] == GROWN ? s->blocks[k]->first : NULL; i; i = ir_next(i))
            i->block = s->blocks[k];
      }
   util_discard(s->ctx, c.now, num * sizeof *c.now);
   util_discard(s->ctx, c.size, num * sizeof *c.size);
   if (!c.map)
      return false;
   s->num_blocks = n;
   ir_cfg_update(s);
   ir_replace_uses(s, c.map);
   return true;
}

/* ---- selects after ifs */

/* True if the value is known before the merge block, or is a copy of such a value. */
static bool is_known_before(const struct ir_block *merge, const struct ir_src *src)
{
   const struct ir_instr *d = src->val->def;

   return !src->neg && !src->abs && (d->block != merge || d->op == IR_phi || ir_is_leaf(d));
}

/* The value of a source for lanes that come from predecessor k. */
static struct ir_src src_from_pred(struct ir_shader *s, const struct ir_block *merge, const struct ir_src *src, unsigned k)
{
   const struct ir_instr *d = src->val->def;

   if (d->block != merge)
      return *src;
   if (d->op == IR_phi)
      return d->src[k];
   struct ir_builder b = ir_at_end(s, merge->preds[k]);
   return ir_use(ir_copy_leaf(&b, d));
}

/* *uses is counted on first use and NULL before. */
static bool is_phi_for(struct ir_shader *s, const struct ir_block *merge, const struct ir_src *src, uint32_t **uses)
{
   if (src->val->def->op != IR_phi || src->val->def->block != merge)
      return false;
   if (!*uses) {
      *uses = IR_SCRATCH(s, 0, uint32_t, s->num_values);
      ir_count_uses(s, *uses);
   }
   return ir_used_once(*uses, src->val);
}

/* True if the merge block has exactly one incoming edge from each path out of the if. */
static bool has_both_edges(const struct ir_block *h)
{
   const struct ir_block *merge = h->merge;

   if (merge->num_preds != 2 || h->succ[0] == merge)
      return false;
   return h->succ[1] == merge ? merge->preds[0] == h
                              : merge->preds[0]->index < h->succ[1]->index && merge->preds[1]->index >= h->succ[1]->index;
}

static bool select_by_phis(struct ir_shader *s, struct ir_block *h, uint32_t **uses)
{
   struct ir_block *merge = h->merge;
   const unsigned yes = h->succ[1] != merge ? 0 : 1; /* predecessors are in array order */
   struct ir_builder b = {.s = s, .block = merge};
   bool progress = false;

   ir_foreach_phi (merge, i)
      b.after = i;
   ir_foreach_instr_safe (merge, i) {
      if (i->op != IR_sel || i->sat || i->src[0].val != h->cond.val || !is_known_before(merge, &i->src[1]) ||
          !is_known_before(merge, &i->src[2]) ||
          !(is_phi_for(s, merge, &i->src[1], uses) || is_phi_for(s, merge, &i->src[2], uses)))
         continue;
      const struct ir_src then = src_from_pred(s, merge, &i->src[1], yes), other = src_from_pred(s, merge, &i->src[2], !yes);
      ir_remove(i);
      i->op = IR_phi;
      i->nsrc = 2;
      i->src[yes] = then;
      i->src[!yes] = other;
      ir_insert(&b, i);
      progress = true;
   }
   return progress;
}

static bool selects_by_phis(struct ir_shader *s)
{
   uint32_t *uses = NULL;
   bool progress = false;

   if (!ir_may_have(s, IR_sel) || !ir_may_have(s, IR_phi))
      return false;
   ir_foreach_block (s, h) {
      const struct ir_block *merge = h->merge;
      if (h->term != IR_TERM_IF || !ir_reachable(h) || !merge->first || merge->first->op != IR_phi || !has_both_edges(h))
         continue;
      progress |= select_by_phis(s, h, &uses);
   }
   return progress;
}

bool pass_if_convert(struct ir_shader *s)
{
   if (s->num_blocks < 3)
      return false;
   const bool progress = selects_by_phis(s);
   return convert_all(s) || progress;
}
