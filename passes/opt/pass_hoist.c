/* SPDX-License-Identifier: MIT */
/*
 * Hoists code that both paths out of an if compute to before the if.
 *
 *    if %c b1 b2 merge=b3                         %4 = fmul %0, %1
 *    b1: %4 = fmul %0, %1; ...            ->      if %c b1 b2 merge=b3
 *    b2: %5 = fmul %0, %1; ...                    b1: ...; b2: ... (uses of %5 read %4)
 *
 * The two paths are both arms, or the arm and the merge block of an if without else. Only pure operations move, so the pass is
 * exact and no path gets longer. Texture accesses and derivatives move too: each lane that runs before the if reaches one of
 * the two, so the quad has at least as many active lanes before the if as in an arm. Constants and loads are compared by
 * content and copied for instructions that move. They do not move on their own, because a register would hold them across the
 * branch; nor do 1-bit values, which would have to be compared again. Ifs are handled from the last to the first, so code that
 * leaves an inner if may move on. Each block is looked at once for each if that it begins or ends: linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"
#include "util/rng.h"

struct hoist {
   struct ir_shader *s;
   struct ir_src *to;       /* by value: the equal value that replaces it */
   uint32_t *number;        /* by value: 1 + the number of an equal value, 0 if it has its own number */
   struct ir_instr **table; /* hash table of instructions of the other path, with mask + 1 entries */
   uint32_t mask;
   uint32_t num_old; /* number of values at the start of the pass */
   bool progress;
};

/* Like ir_may_hoist, and also texture accesses and derivatives, the only pure convergent ops. */
static bool may_move(const struct ir_instr *i)
{
   const unsigned flags = ir_op_info[i->op].flags;

   return ir_may_hoist(i) || (flags & IR_F_PURE && flags & IR_F_CONVERGENT);
}

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

/* Values with the same number are equal. */
static uint32_t number_of(const struct hoist *h, const struct ir_value *v)
{
   return v->id < h->num_old && h->number[v->id] ? h->number[v->id] - 1 : v->id;
}

/* Equal keys mean the same value, or equal constants or loads. */
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

static bool are_equal_srcs(const struct hoist *h, const struct ir_src *a, const struct ir_src *b)
{
   const struct ir_value *x = a->val, *y = b->val;

   if (a->neg != b->neg || a->abs != b->abs)
      return false;
   return number_of(h, x) == number_of(h, y) || (ir_is_leaf(x->def) && ir_same_operation(x->def, y->def));
}

static bool have_equal_sources(const struct hoist *h, const struct ir_instr *a, const struct ir_instr *b, uint32_t swap)
{
   for (uint32_t k = 0; k < a->nsrc; k++)
      if (!are_equal_srcs(h, &a->src[k], &b->src[k < 2 ? k ^ swap : k]))
         return false;
   return true;
}

static bool are_equal(const struct hoist *h, const struct ir_instr *a, const struct ir_instr *b)
{
   if (!ir_same_operation(a, b))
      return false;
   return have_equal_sources(h, a, b, 0) || ((ir_op_info[a->op].flags & IR_F_COMM) && have_equal_sources(h, a, b, 1));
}

/* True if all sources are available at the end of the block above, not counting constants and loads. */
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
      if (may_move(i) && i->dst[0]->id < h->num_old) {
         uint32_t at = (uint32_t)key_of_instr(h, i) & h->mask;
         while (h->table[at])
            at = (at + 1) & h->mask;
         h->table[at] = i;
      }
}

/* The entry of the table that computes the same, or NULL. Instructions that have moved are no longer in their block and are
   skipped. */
static struct ir_instr *find(const struct hoist *h, const struct ir_instr *i, const struct ir_block *other)
{
   const uint64_t key = key_of_instr(h, i);

   for (uint32_t at = (uint32_t)key & h->mask; h->table[at]; at = (at + 1) & h->mask)
      if (h->table[at]->block == other && !h->to[h->table[at]->dst[0]->id].val && are_equal(h, i, h->table[at]))
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
      if (!may_move(i) || i->dst[0]->id >= h->num_old || !can_stand_above(h, i))
         continue;
      struct ir_instr *same = find(h, i, other);
      if (!same)
         continue;
      /* Its sources are equal to those of the other instruction, so they are available above too. */
      move_up(h, i, above);
      i->invariant |= same->invariant;
      for (uint32_t k = 0; k < i->ndst; k++) {
         h->number[i->dst[k]->id] = number_of(h, same->dst[k]) + 1;
         h->to[same->dst[k]->id] = ir_use(i->dst[k]);
      }
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
      /* Constants copied for moved instructions have new numbers, so the map must cover them. */
      struct ir_src *map = UTIL_ARRAY(s->ctx, struct ir_src, s->num_values);
      memcpy(map, h.to, h.num_old * sizeof *map);
      ir_replace_uses(s, map);
      util_discard(s->ctx, map, s->num_values * sizeof *map);
   }
   return h.progress;
}
