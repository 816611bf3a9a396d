/* SPDX-License-Identifier: MIT */
/* Lowering of any language: the size of a program after its calls are inlined (fe_recursion.h). */
#include "frontend/common/fe_recursion.h"

/* Up to this size an expansion is acceptable, however short the source is. */
#define SMALL 65536u

struct expansion {
   const struct fe_recursion *r;
   uint32_t *order, num_order; /* reachable subroutines, callees before callers */
   uint32_t *size;             /* by subroutine: number of instructions with inlined calls, as far as counted */
};

/* The end of the subroutine's text, without the part that it shares with a later one. */
static uint32_t own_end(const struct expansion *x, uint32_t s)
{
   const struct fe_text_sub *t = &x->r->subs[s];

   return fe_sub_runs_on(x->r, s) ? t[1].first : t->end;
}

/* Finds the subroutines in post-order of a walk over the calls. */
static void find_order(struct expansion *x, uint32_t root)
{
   struct util_ctx *ctx = x->r->f->ctx;
   struct visit {
      uint32_t sub, next; /* the next instruction; the end of the text stands for running on into the next subroutine */
   } *path = UTIL_ARRAY(ctx, struct visit, x->r->num_subs);
   bool *seen = UTIL_ARRAY(ctx, bool, x->r->num_subs);
   uint32_t depth = 0;

   seen[root] = true;
   path[depth++] = (struct visit){root, x->r->subs[root].first};
   while (depth > 0) {
      struct visit *v = &path[depth - 1];
      const uint32_t end = own_end(x, v->sub);
      uint32_t to = FE_NONE;

      for (; v->next <= end && to == FE_NONE; v->next++) {
         if (v->next < end && x->r->instrs[v->next].control == FE_CALL)
            to = x->r->instrs[v->next].other;
         else if (v->next == end && fe_sub_runs_on(x->r, v->sub))
            to = v->sub + 1;
         if (to != FE_NONE && seen[to])
            to = FE_NONE;
      }
      if (to == FE_NONE) {
         x->order[x->num_order++] = v->sub;
         depth--;
         continue;
      }
      seen[to] = true;
      path[depth++] = (struct visit){to, x->r->subs[to].first};
   }
}

/* Counts one more level of recursive calls; without recursion the first round counts everything. True if a size changed. */
static bool count(struct expansion *x, uint32_t limit)
{
   bool changed = false;

   for (uint32_t n = 0; n < x->num_order; n++) {
      const uint32_t s = x->order[n], end = own_end(x, s);
      uint64_t size = end - x->r->subs[s].first;

      for (uint32_t i = x->r->subs[s].first; i < end && size <= limit; i++)
         if (x->r->instrs[i].control == FE_CALL)
            size += x->size[x->r->instrs[i].other];
      if (fe_sub_runs_on(x->r, s))
         size += x->size[s + 1];
      size = size > limit ? limit + 1 : size;
      changed |= size != x->size[s];
      x->size[s] = (uint32_t)size;
   }
   return changed;
}

bool fe_expands_too_far(const struct fe_recursion *r, uint32_t root, bool recursion)
{
   struct util_ctx *ctx = r->f->ctx;
   const uint32_t limit = r->num_instrs > SMALL / 2 ? 2 * r->num_instrs : SMALL;
   struct expansion x = {
       .r = r, .order = UTIL_ARRAY(ctx, uint32_t, r->num_subs), .size = UTIL_ARRAY(ctx, uint32_t, r->num_subs)};

   find_order(&x, root);
   for (uint32_t round = 0; round < (recursion ? r->states.call_depth : 1) && count(&x, limit); round++)
      if (x.size[root] > limit)
         return true;
   return false;
}
