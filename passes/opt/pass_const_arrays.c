/* SPDX-License-Identifier: MIT */
/*
 * Turns arrays of constants into tables of parameters.
 *
 *    array 0 length=2                                      param 3 const 0x40000000 0x0 0x0 0x0
 *    array_store 2.0, array=0 index=0                ->    param 4 const 0x40400000 0x0 0x0 0x0
 *    array_store 3.0, array=0 index=1
 *    %5 = array_load %4, array=0 index=0                   %5 = load_param %4 entry=3 comp=0 first=3 count=2
 *
 * The array must have 32-bit elements. All of its stores must be in one block, with constant values and indices, and all loads
 * must come after them and be dominated by that block, so that every load sees the same contents. Elements without a store are
 * 0. The index is clamped to the table as it was to the array. Up to four arrays of one length share the entries of a table.
 * Exact. The pass saves stores that every invocation runs; tables are uploaded once, so their size is limited. Linear.
 */
#include "ir/build.h"
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/match.h"

#define MAX_ENTRIES 256 /* for all tables together */

struct table {
   const struct ir_block *block; /* the block with the stores, or NULL before the first one */
   bool bad, loaded;
   uint32_t first, comp;         /* parameter entry and component of the first element */
};

static bool is_access(const struct ir_instr *i)
{
   return i->op == IR_array_load || i->op == IR_array_store;
}

/* Collects the accesses in program order and rejects arrays that do not qualify. */
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

/* Assigns entries to the arrays that fit. Returns the number of entries used. */
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
   s->params[t->first + (e < 0                   ? 0
                         : (uint32_t)e >= length ? length - 1
                                                 : (uint32_t)e)]
       .value[t->comp] = i->src[0].val->def->attr[0];
}

static void load(struct ir_shader *s, const struct table *t, struct ir_instr *i)
{
   const uint32_t length = s->arrays[i->attr[0]].length;
   uint32_t index = i->attr[1];

   /* a sum that wraps would clamp to the other end of the table; const-fold merges the constant where it cannot wrap */
   if (i->nsrc && index) {
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
