/* SPDX-License-Identifier: MIT */
/*
 * What both ways out of an if compute, computed once in front of it.
 *
 *    if %c b1 b2 merge=b3                         %4 = fmul %0, %1
 *    b1: %4 = fmul %0, %1; ...            ->      if %c b1 b2 merge=b3
 *    b2: %5 = fmul %0, %1; ...                    b1: ...; b2: ... (uses of %5 read %4)
 *
 * The two ways are both arms, or the arm and the merge block of an if without else. Only pure operations move, which do not depend
 * on which lanes run, so this is exact and takes no longer on any way. Constants and loads count as equal by what they are, and are
 * copied for what moves; they do not move for their own sake, because a register would hold them over the branch, nor do
 * bits, which a branch would have to compare again. Ifs are seen to from the last to the first, so what moves out of an inner
 * one may move on. Each block is looked at once for each if that it begins or ends: linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"
#include "util/rng.h"

struct hoist {
   struct ir_shader *s;
   struct ir_src *to;       /* by value: the equal one that stays */
   uint32_t *number;        /* by value: 1 + the number of an equal one; 0: its own */
   struct ir_instr **table; /* what the other way computes, by hash; as many entries as mask + 1 */
   uint32_t mask;
   uint32_t num_old; /* values that the program had at the start */
   bool progress;
};

static uint64_t key_of_plain(const struct ir_instr *i)
{
   uint64_t h = util_mix64(i->op | (uint64_t)i->dst[0]->width << 8 | UINT64_C(1) << 63);

   for (unsigned k = 0; k < ir_op_info[i->op].num_attrs; k++)
      h = util_mix64(h ^ i->attr[k]) + k;
   return h;
}

static struct ir_value *resolved(const struct hoist *h, struct ir_value *v)
{
   return v->id < h->num_old && h->to[v->id].val ? h->to[v->id].val : v;
}

/* Values of one number are equal. */
static uint32_t number_of(const struct hoist *h, const struct ir_value *v)
{
   return v->id < h->num_old && h->number[v->id] ? h->number[v->id] - 1 : v->id;
}

/* Equal keys: the same value, or equal constants or loads. */
static uint64_t key_of(const struct hoist *h, const struct ir_src *src)
{
   const struct ir_value *v = src->val;
   const uint64_t key = ir_is_leaf(v->def) ? key_of_plain(v->def) : number_of(h, v);

   return util_mix64(key << 2 ^ (unsigned)(src->neg << 1 | src->abs) ^ key >> 62);
}

static uint64_t key_of_instr(const struct hoist *h, const struct ir_instr *i)
{
   uint64_t key = i->op | (uint64_t)i->sat << 8 | (uint64_t)i->dst[0]->width << 16;
   uint32_t k = 0;

   if (ir_op_info[i->op].flags & IR_F_COMM) {
      key = util_mix64(key ^ (key_of(h, &i->src[0]) + key_of(h, &i->src[1])));
      k = 2;
   }
   for (; k < i->nsrc; k++)
      key = util_mix64(key ^ key_of(h, &i->src[k])) + k;
   for (k = 0; k < ir_op_info[i->op].num_attrs; k++)
      key = util_mix64(key ^ i->attr[k]) + k;
   return key;
}

static bool equal_src(const struct hoist *h, const struct ir_src *a, const struct ir_src *b)
{
   const struct ir_value *x = a->val, *y = b->val;

   if (a->neg != b->neg || a->abs != b->abs)
      return false;
   return number_of(h, x) == number_of(h, y) || (ir_is_leaf(x->def) && ir_same_operation(x->def, y->def));
}

static bool equal_sources(const struct hoist *h, const struct ir_instr *a, const struct ir_instr *b, uint32_t swap)
{
   for (uint32_t k = 0; k < a->nsrc; k++)
      if (!equal_src(h, &a->src[k], &b->src[k < 2 ? k ^ swap : k]))
         return false;
   return true;
}

static bool equal(const struct hoist *h, const struct ir_instr *a, const struct ir_instr *b)
{
   if (!ir_same_operation(a, b))
      return false;
   return equal_sources(h, a, b, 0) || ((ir_op_info[a->op].flags & IR_F_COMM) && equal_sources(h, a, b, 1));
}

/* Are all sources there at the end of the block above, but for constants and loads? */
static bool can_stand_above(const struct hoist *h, const struct ir_instr *i)
{
   for (uint32_t k = 0; k < i->nsrc; k++) {
      const struct ir_value *v = resolved(h, i->src[k].val);
      if (v->def->block == i->block && !ir_is_leaf(v->def))
         return false;
   }
   return true;
}

static void fill(struct hoist *h, const struct ir_block *b)
{
   uint32_t n = 0, size = 16;

   ir_foreach_instr (b, i)
      n++;
   while (size < 2 * n)
      size *= 2;
   h->table = IR_SCRATCH(h->s, 1, struct ir_instr *, size);
   h->mask = size - 1;
   ir_foreach_instr (b, i)
      if (ir_may_rise(i) && i->dst[0]->id < h->num_old) {
         uint32_t at = (uint32_t)key_of_instr(h, i) & h->mask;
         while (h->table[at])
            at = (at + 1) & h->mask;
         h->table[at] = i;
      }
}

/* The entry of the table with what the instruction computes; NULL if there is none. What has moved has left its block. */
static struct ir_instr *find(const struct hoist *h, const struct ir_instr *i, const struct ir_block *other)
{
   const uint64_t key = key_of_instr(h, i);

   for (uint32_t at = (uint32_t)key & h->mask; h->table[at]; at = (at + 1) & h->mask)
      if (h->table[at]->block == other && !h->to[h->table[at]->dst[0]->id].val && equal(h, i, h->table[at]))
         return h->table[at];
   return NULL;
}

static void move_up(struct hoist *h, struct ir_instr *i, struct ir_block *above)
{
   const struct ir_block *from = i->block;
   struct ir_builder b = ir_at_end(h->s, above);

   b.invariant = i->invariant;
   for (uint32_t k = 0; k < i->nsrc; k++) {
      struct ir_src *src = &i->src[k];
      src->val = resolved(h, src->val);
      if (src->val->def->block == from)
         src->val = ir_copy_leaf(&b, src->val->def);
   }
   ir_remove(i);
   ir_insert(&b, i);
}

static void hoist(struct hoist *h, struct ir_block *above)
{
   struct ir_block *way = above->succ[0], *other = above->succ[1];

   if (!way->first || !other->first)
      return;
   fill(h, other);
   ir_foreach_instr_safe (way, i) {
      if (!ir_may_rise(i) || i->dst[0]->id >= h->num_old || !can_stand_above(h, i))
         continue;
      struct ir_instr *same = find(h, i, other);
      if (!same)
         continue;
      /* Its sources are equal to those of the other, so they are above, too. */
      move_up(h, i, above);
      i->invariant |= same->invariant;
      h->number[i->dst[0]->id] = number_of(h, same->dst[0]) + 1;
      h->to[same->dst[0]->id] = ir_use(i->dst[0]);
      ir_remove(same);
      h->progress = true;
   }
}

bool pass_hoist(struct ir_shader *s)
{
   struct hoist h = {.s = s, .num_old = s->num_values};

   if (s->num_blocks < 3)
      return false;
   h.to = IR_SCRATCH(s, 0, struct ir_src, s->num_values);
   h.number = IR_SCRATCH(s, 2, uint32_t, s->num_values);
   for (uint32_t k = s->num_blocks; k-- > 0;)
      if (s->blocks[k]->term == IR_TERM_IF && ir_reachable(s->blocks[k]))
         hoist(&h, s->blocks[k]);
   if (h.progress) {
      /* Constants that were made for what moved have new numbers. */
      struct ir_src *map = UTIL_ARRAY(s->ctx, struct ir_src, s->num_values);
      memcpy(map, h.to, h.num_old * sizeof *map);
      ir_replace_uses(s, map);
      util_discard(s->ctx, map, s->num_values * sizeof *map);
   }
   return h.progress;
}
