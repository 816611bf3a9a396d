/* SPDX-License-Identifier: MIT */
/*
 * Forwards stored and loaded array elements to later loads, and removes stores that nothing reads.
 *
 *    array_store %1, %i array=0 index=2                (removed: overwritten)
 *    array_store %2, %i array=0 index=2         ->     array_store %2, %i array=0 index=2
 *    %3 = array_load %i array=0 index=2                (uses of %3 read %2)
 *
 * Within a block an element is identified by its number, or by its index value and the constant added to that. A store to a
 * computed index makes all elements of the array unknown; a store to a number makes those with computed indices unknown. A
 * store is removed if the next access to the element in the block is a store, with no load in between that may read the
 * element. It is also removed if no load of the array follows, in program order or around a loop. Exact. Linear: a hash table
 * of the elements.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"
#include "util/rng.h"

/* Stamps count accesses from 1; 0 means never. Anything older than the start of the block is unknown. */
struct element {
   uint32_t array;         /* plus 1; 0 if the entry is free */
   uint32_t index, offset; /* 1 + the number of the index value, or 0 for a constant index; the constant added to it */
   uint32_t known;         /* stamp at which `value` became known */
   uint32_t stored, read;  /* stamps of `store` and of the last load of the element */
   struct ir_value *value;
   struct ir_instr *store;
};

struct arrays {
   struct ir_shader *s;
   struct element *table;
   uint32_t mask, now, start; /* start: stamp at the start of the block */
   struct history {
      /* stamps of the last access of any kind, and of the last one with a computed index */
      uint32_t stored, stored_computed, loaded, loaded_computed;
      uint32_t last_load;
   } *array;
   struct ir_src *map;
   struct ir_instr **access; /* in program order; removed accesses become NULL */
   uint32_t num, cap;
   bool progress;
};

static bool is_access(const struct ir_instr *i)
{
   return i->op == IR_array_load || i->op == IR_array_store;
}

/* Finds or creates the entry of the element. *computed is true if its number is not known. */
static struct element *find(const struct arrays *a, const struct ir_instr *i, bool *computed)
{
   const bool store = i->op == IR_array_store;
   const uint32_t length = a->s->arrays[i->attr[0]].length;
   const struct ir_value *index = i->nsrc > store ? i->src[store].val : NULL;
   uint32_t bits = 0, e = i->attr[1], id = 0;

   *computed = index && length > 1 && !ir_is_const(index, &bits);
   if (*computed) {
      id = index->id + 1;
   } else {
      e += bits;
      e = (int32_t)e < 0 ? 0 : e >= length ? length - 1 : e;
   }
   struct element *t = a->table;
   uint32_t at = (uint32_t)util_mix64(util_mix64((uint64_t)id << 32 | e) ^ i->attr[0]) & a->mask;
   while (t[at].array && (t[at].array != i->attr[0] + 1 || t[at].index != id || t[at].offset != e))
      at = (at + 1) & a->mask;
   t[at].array = i->attr[0] + 1;
   t[at].index = id;
   t[at].offset = e;
   return &t[at];
}

static void load(struct arrays *a, struct ir_instr *i)
{
   struct history *h = &a->array[i->attr[0]];
   bool computed;
   struct element *e = find(a, i, &computed);

   if (e->known > a->start && e->known >= h->stored_computed && (!computed || e->known >= h->stored)) {
      a->map[i->dst[0]->id] = ir_use(e->value);
      ir_remove(i);
      a->access[a->now - 1] = NULL;
      a->progress = true;
      return;
   }
   e->value = i->dst[0];
   e->known = e->read = h->loaded = a->now;
   if (computed)
      h->loaded_computed = a->now;
}

static void store(struct arrays *a, struct ir_instr *i)
{
   struct history *h = &a->array[i->attr[0]];
   bool computed;
   struct element *e = find(a, i, &computed);

   if (e->stored > a->start && h->loaded_computed < e->stored && e->read < e->stored && (!computed || h->loaded < e->stored)) {
      ir_remove(e->store);
      a->access[e->stored - 1] = NULL;
      a->progress = true;
   }
   h->stored = a->now;
   if (computed)
      h->stored_computed = a->now;
   e->value = i->src[0].val;
   e->known = e->stored = a->now;
   e->store = i;
}

/* Removes stores after which nothing loads from their array. */
static void drop_last(struct arrays *a)
{
   uint32_t k = 0;

   for (uint32_t n = 0; n < a->num; n++)
      if (a->access[n] && a->access[n]->op == IR_array_load)
         a->array[a->access[n]->attr[0]].last_load = n + 1;
   uint32_t begin = 0, end = 0; /* the outermost loop around the access: from access `begin` to the end of block `end` - 1 */
   ir_foreach_block (a->s, b) {
      for (; k < a->num && (!a->access[k] || a->access[k]->block == b); k++) {
         struct ir_instr *i = a->access[k];
         if (i && i->op == IR_array_store && a->array[i->attr[0]].last_load <= (b->index < end ? begin : k + 1)) {
            ir_remove(i);
            a->progress = true;
         }
      }
      if (b->term == IR_TERM_LOOP && b->index >= end) {
         begin = k;
         end = b->merge->index;
      }
   }
}

bool pass_forward_arrays(struct ir_shader *s)
{
   struct arrays a = {.s = s};
   uint32_t size = 16;

   if (!s->num_arrays)
      return false;
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (is_access(i))
            UTIL_PUSH(s->ctx, a.access, a.num, a.cap, i);
   while (size < 2 * a.num)
      size *= 2;
   a.table = IR_SCRATCH(s, 1, struct element, size);
   a.mask = size - 1;
   a.map = IR_SCRATCH(s, 0, struct ir_src, s->num_values);
   a.array = UTIL_ARRAY(s->ctx, struct history, s->num_arrays);
   for (const struct ir_block *b = NULL; a.now < a.num;) {
      struct ir_instr *i = a.access[a.now];
      if (i->block != b)
         a.start = a.now;
      b = i->block;
      a.now++;
      i->op == IR_array_load ? load(&a, i) : store(&a, i);
   }
   if (a.progress)
      ir_replace_uses(s, a.map);
   drop_last(&a);
   util_discard(s->ctx, a.array, s->num_arrays * sizeof *a.array);
   util_discard(s->ctx, a.access, a.cap * sizeof(struct ir_instr *));
   return a.progress;
}
