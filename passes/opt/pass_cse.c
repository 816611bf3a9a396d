/* SPDX-License-Identifier: MIT */
/*
 * Common subexpressions: global value numbering.
 *
 *    %3 = fadd %1, %2; ... %7 = fadd %2, %1        uses of %7 read %3
 *
 * An instruction is merged with an equal one that dominates it. Equal means: op, sources with modifiers (sorted where the op
 * commutes), attributes and saturation. Constants and loads, which backends can rematerialise for little, are merged within a
 * block only, so that no register holds them across the program, but what reads equal ones of two blocks is equal. Convergent
 * ops are merged within a block, because they must not run for another set of lanes. If one of both has the invariant bit, the instruction that stays gets it. Scoped hash table along the dominator tree:
 * linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"
#include "util/rng.h"

struct entry {
   struct ir_instr *instr;
   uint32_t hash, next; /* same bucket: number of the entry, plus 1 */
};

/* Values of one number are equal: constants and loads of different blocks. */
struct numbering {
   struct ir_shader *s;
   uint32_t *number; /* by value: 1 + the number of the first that is equal; 0: not seen */
};

static uint64_t src_key(const struct numbering *n, const struct ir_src *s)
{
   const uint32_t id = s->val->id, number = n->number[id] ? n->number[id] - 1 : id;

   return (uint64_t)number << 2 | (uint64_t)s->neg << 1 | s->abs;
}

static uint64_t plain_key(const struct ir_instr *i)
{
   uint64_t h = i->op | (uint64_t)i->dst[0]->width << 8;

   for (unsigned k = 0; k < ir_op_info[i->op].num_attrs; k++)
      h = util_mix64(h ^ i->attr[k]) + k;
   return util_mix64(h);
}

/* Gives equal constants and loads one number. */
static void number_plain(struct numbering *n)
{
   uint32_t count = 0, size = 64;

   ir_foreach_block (n->s, b)
      ir_foreach_instr (b, i)
         count += ir_is_leaf(i);
   while (size < 2 * count)
      size *= 2;
   struct ir_instr **table = IR_SCRATCH(n->s, 1, struct ir_instr *, size);
   ir_foreach_block (n->s, b)
      ir_foreach_instr (b, i) {
         if (!ir_is_leaf(i))
            continue;
         uint32_t at = (uint32_t)plain_key(i) & (size - 1);
         while (table[at] && !ir_same_operation(table[at], i))
            at = (at + 1) & (size - 1);
         if (!table[at])
            table[at] = i;
         n->number[i->dst[0]->id] = table[at]->dst[0]->id + 1;
      }
}

static bool by_block(const struct ir_instr *i)
{
   return i->op == IR_const || i->op == IR_undef || (ir_op_info[i->op].flags & (IR_F_LOAD | IR_F_CONVERGENT));
}

static uint64_t hash(const struct numbering *n, const struct ir_instr *i)
{
   uint64_t h = i->op | (uint64_t)i->sat << 8 | (uint64_t)i->dst[0]->width << 16;

   /* Instructions that are merged within a block only do not share buckets with those of other blocks. */
   if (by_block(i))
      h = util_mix64(h ^ (uint64_t)(i->block->index + 1) << 32);
   for (unsigned k = 0; k < ir_op_info[i->op].num_attrs; k++)
      h = util_mix64(h ^ i->attr[k]) + k;
   for (uint32_t k = 0; k < i->nsrc; k++)
      h = util_mix64(h ^ src_key(n, &i->src[k])) + k;
   return util_mix64(h);
}

static bool equal(const struct numbering *n, const struct ir_instr *a, const struct ir_instr *b)
{
   if (!ir_same_operation(a, b))
      return false;
   for (uint32_t k = 0; k < a->nsrc; k++)
      if (src_key(n, &a->src[k]) != src_key(n, &b->src[k]))
         return false;
   return !by_block(a) || a->block == b->block;
}

bool pass_cse(struct ir_shader *s)
{
   struct numbering numbering = {.s = s};
   struct ir_dom dom = ir_dom_tree(s);
   struct ir_src *to = IR_SCRATCH(s, 0, struct ir_src, s->num_values);
   uint32_t buckets = 64, num = 0, depth = 0;
   bool progress = false;

   numbering.number = IR_SCRATCH(s, 3, uint32_t, s->num_values);
   number_plain(&numbering);
   while (buckets < s->num_values)
      buckets *= 2;
   uint32_t *table = IR_SCRATCH(s, 1, uint32_t, buckets);
   struct entry *entries = ir_scratch_raw(s, 2, s->num_values, sizeof(struct entry));
   struct scope {
      uint32_t block, entries;
   } *scope = UTIL_ARRAY(s->ctx, struct scope, dom.num);

   for (uint32_t d = 0; d < dom.num; d++) {
      struct ir_block *b = s->blocks[dom.order[d]];

      while (depth && !ir_dominates(&dom, scope[depth - 1].block, b->index))
         for (depth--; num > scope[depth].entries; num--)
            table[entries[num - 1].hash & (buckets - 1)] = entries[num - 1].next;
      scope[depth++] = (struct scope){b->index, num};

      ir_foreach_instr_safe (b, i) {
         /* What an instruction reads was merged earlier in the walk, but for phis over back edges, which are done at the end.
            */
         for (uint32_t k = 0; k < i->nsrc; k++)
            if (to[i->src[k].val->id].val)
               i->src[k].val = to[i->src[k].val->id].val;
         if (!i->ndst || !(ir_op_info[i->op].flags & IR_F_PURE))
            continue;
         if ((ir_op_info[i->op].flags & IR_F_COMM) && src_key(&numbering, &i->src[0]) > src_key(&numbering, &i->src[1]) &&
             i->src[1].val->def->op != IR_const) {
            struct ir_src x = i->src[0];
            i->src[0] = i->src[1];
            i->src[1] = x;
         }
         uint32_t h = (uint32_t)hash(&numbering, i), at = h & (buckets - 1), e = table[at];
         while (e && (entries[e - 1].hash != h || !equal(&numbering, entries[e - 1].instr, i)))
            e = entries[e - 1].next;
         if (e) {
            struct ir_instr *same = entries[e - 1].instr;
            same->invariant |= i->invariant;
            for (unsigned k = 0; k < i->ndst; k++)
               to[i->dst[k]->id] = ir_use(same->dst[k]);
            ir_remove(i);
            progress = true;
         } else {
            entries[num] = (struct entry){i, h, table[at]};
            table[at] = ++num;
         }
      }
      if (b->term == IR_TERM_IF && to[b->cond.val->id].val)
         b->cond.val = to[b->cond.val->id].val;
   }
   util_discard(s->ctx, scope, dom.num * sizeof *scope);
   ir_dom_free(s, &dom);
   for (uint32_t n = 0; progress && n < s->num_blocks; n++)
      if (ir_is_header(s->blocks[n]))
         ir_foreach_phi (s->blocks[n], i)
            for (uint32_t k = 0; k < i->nsrc; k++)
               if (to[i->src[k].val->id].val)
                  i->src[k].val = to[i->src[k].val->id].val;
   return progress;
}
