/* SPDX-License-Identifier: MIT */
/*
 * Arrays that hold constants become tables of parameters.
 *
 *    array 0 length=2                                      param 3 const 0x40000000 0x0 0x0 0x0
 *    array_store 2.0, array=0 index=0                ->    param 4 const 0x40400000 0x0 0x0 0x0
 *    array_store 3.0, array=0 index=1
 *    %5 = array_load %4, array=0 index=0                   %5 = load_param %4 entry=3 comp=0 first=3 count=2
 *
 * Done for an array of 32 bits whose stores are all in one block, of constants to constant indices, and whose loads all come behind them and
 * are reached through that block only: each load then finds the same. Elements without a store are 0. The index clamps to the table as it did to the
 * array. Up to four arrays of one length share the entries of a table. Exact. It saves the stores, which every instance runs; the
 * table is uploaded once, so there is a bound on its entries. Linear.
 */
#include "ir/build.h"
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"

#define MAX_ENTRIES 256 /* of all tables together */

struct table {
   const struct ir_block *block; /* that stores; NULL: none was met */
   bool bad, loaded;
   uint32_t first, comp;         /* entry and component */
};

static bool is_access(const struct ir_instr *i)
{
   return i->op == IR_array_load || i->op == IR_array_store;
}

/* Looks at the accesses in the order of the program. */
static void collect(struct ir_shader *s, struct table *t)
{
   struct ir_dom dom = ir_dom_tree(s);
   uint32_t bits;

   ir_foreach_block (s, b)
      ir_foreach_instr (b, i) {
         struct table *a = is_access(i) ? &t[i->attr[0]] : NULL;
         if (!a || a->bad)
            continue;
         if (i->op == IR_array_load) {
            a->loaded = true;
            a->bad = !a->block || !ir_dominates(&dom, a->block->index, b->index) || i->attr[1] >= s->arrays[i->attr[0]].length;
         } else {
            a->bad = a->loaded || (a->block && a->block != b) || !ir_src_plain_const(&i->src[0], &bits) ||
                     (i->nsrc > 1 && !ir_src_plain_const(&i->src[1], &bits));
            a->block = b;
         }
      }
   ir_dom_free(s, &dom);
}

/* Gives the arrays that fit their entries; the number of entries. */
static uint32_t place(const struct ir_shader *s, struct table *t)
{
   uint32_t total = 0, last = UINT32_MAX; /* the array that was placed last */

   for (uint32_t k = 0; k < s->num_arrays; k++) {
      const uint32_t length = s->arrays[k].length;
      t[k].bad |= !t[k].block || !t[k].loaded || s->arrays[k].width != 32;
      if (t[k].bad)
         continue;
      if (last != UINT32_MAX && s->arrays[last].length == length && t[last].comp < 3) {
         t[k].first = t[last].first;
         t[k].comp = t[last].comp + 1;
      } else if (length <= MAX_ENTRIES - total) {
         t[k].first = s->num_params + total;
         total += length;
      } else {
         t[k].bad = true;
         continue;
      }
      last = k;
   }
   return total;
}

static void store(struct ir_shader *s, const struct table *t, const struct ir_instr *i)
{
   const uint32_t length = s->arrays[i->attr[0]].length;
   uint32_t index = 0;

   if (i->nsrc > 1)
      ir_is_const(i->src[1].val, &index);
   const int32_t e = (int32_t)(i->attr[1] + index);
   s->params[t->first + (e < 0 ? 0 : (uint32_t)e >= length ? length - 1 : (uint32_t)e)].value[t->comp] = i->src[0].val->def->attr[0];
}

static void load(struct ir_shader *s, const struct table *t, struct ir_instr *i)
{
   const uint32_t length = s->arrays[i->attr[0]].length;
   uint32_t index = i->attr[1];

   if (i->nsrc && index) { /* sums that wrap clamp to the other end in an array: const-fold knows whether they may */
      struct ir_builder b = ir_before(s, i);
      i->src[0] = ir_expr_imm(&b, IR_iadd, i->src[0], index);
      index = 0;
   }
   i->op = IR_load_param;
   ir_note_op(s, IR_load_param);
   i->attr[0] = t->first + index;
   i->attr[1] = t->comp;
   i->attr[2] = i->nsrc ? t->first : i->attr[0];
   i->attr[3] = i->nsrc ? length : 1;
}

bool pass_const_arrays(struct ir_shader *s)
{
   if (!s->num_arrays)
      return false;
   struct table *t = UTIL_ARRAY(s->ctx, struct table, s->num_arrays);
   uint32_t total = 0;

   collect(s, t);
   for (uint32_t n = place(s, t); total < n; total++)
      ir_add_param(s, (struct io_param){.cls = PARAM_CONST});
   for (uint32_t k = 0; total && k < s->num_blocks; k++)
      ir_foreach_instr_safe (s->blocks[k], i) {
         if (!is_access(i) || t[i->attr[0]].bad)
            continue;
         if (i->op == IR_array_load) {
            load(s, &t[i->attr[0]], i);
         } else {
            store(s, &t[i->attr[0]], i);
            ir_remove(i);
         }
      }
   util_discard(s->ctx, t, s->num_arrays * sizeof *t);
   return total;
}
