/* SPDX-License-Identifier: MIT */
/* Properties of subroutines that need the whole program: their ends, and recursion. The functions here do not recurse. */
#include "frontend/nv/check/nv_check.h"

/* Finds the ends of the subroutines in the older languages: see struct nv_sub. Labels are never inside a block. */
void nv_sub_ends(struct nv_parser *p)
{
   struct nv_program *prog = p->prog;
   uint32_t sub = prog->num_subs, end = prog->num_instrs, depth = 0;
   bool ends_program = true;

   for (uint32_t i = prog->num_instrs + 1; i-- > 0;) {
      if (i < prog->num_instrs) {
         const struct nv_instr *in = &prog->instrs[i];

         depth += in->op == NV_OP_ENDIF || in->op == NV_OP_ENDREP || in->op == NV_OP_ENDLOOP;
         depth -= in->op == NV_OP_IF || in->op == NV_OP_REP || in->op == NV_OP_LOOP;
         if (in->op == NV_OP_RET && depth == 0 && !(in->cond.present && in->cond.rule != NV_CC_TR)) {
            end = i + 1;
            ends_program = false;
         }
      }
      for (; sub > 0 && prog->subs[sub - 1].first == i; sub--) {
         prog->subs[sub - 1].end = end;
         prog->subs[sub - 1].ends_program = ends_program;
      }
   }
}

/*
 * Recursion: strongly connected components of the call graph (Tarjan 1972, with an explicit stack). A subroutine is recursive
 * if its component has more than one member, or if it calls itself. A subroutine that falls through into the next one counts
 * as calling it.
 */
struct call_graph {
   uint32_t *start, *edge; /* subroutine i calls edge[start[i]] .. edge[start[i + 1] - 1] */
   uint32_t *next;         /* by subroutine: its first edge that has not been followed */
   uint32_t *order;        /* by subroutine: when it was first visited, from 1; 0 before that */
   uint32_t *low;          /* by subroutine: the smallest `order` in its component that it is known to reach */
   bool *open;             /* by subroutine: visited, but its component is not complete */
   uint32_t *path, depth;  /* the current path of the visit */
   uint32_t *member, num_members; /* open subroutines in the order of their visits */
   uint32_t num_visited;
};

static void add_edges(struct nv_parser *p, struct call_graph *g)
{
   const struct nv_program *prog = p->prog;
   const uint32_t n = prog->num_subs;

   /* Calls and subroutines are both in source order, so the calls of a subroutine are consecutive. */
   for (uint32_t s = 0, i = 0, num = 0; s < n; s++) {
      g->start[s] = num;
      for (; i < p->flow.num_calls && prog->instrs[p->flow.calls[i].instr].sub == s; i++)
         g->edge[num++] = prog->instrs[p->flow.calls[i].instr].callee;
      if (s + 1 < n && prog->subs[s].end > prog->subs[s + 1].first)
         g->edge[num++] = s + 1;
      g->start[s + 1] = num;
   }
}

/* Leaves v, whose edges have all been followed. If its component is complete, removes it from the list of members. */
static void leave(struct nv_program *prog, struct call_graph *g, uint32_t v)
{
   if (g->low[v] == g->order[v]) {
      const bool several = g->member[g->num_members - 1] != v;
      uint32_t w;

      do {
         w = g->member[--g->num_members];
         g->open[w] = false;
         prog->subs[w].recursive |= several;
      } while (w != v);
   }
   g->depth--;
   if (g->depth && g->low[v] < g->low[g->path[g->depth - 1]])
      g->low[g->path[g->depth - 1]] = g->low[v];
}

static void visit(struct nv_program *prog, struct call_graph *g, uint32_t root)
{
   g->path[g->depth++] = root;
   while (g->depth) {
      uint32_t v = g->path[g->depth - 1];

      if (!g->order[v]) {
         g->order[v] = g->low[v] = ++g->num_visited;
         g->next[v] = g->start[v];
         g->member[g->num_members++] = v;
         g->open[v] = true;
      }
      if (g->next[v] == g->start[v + 1]) {
         leave(prog, g, v);
         continue;
      }
      uint32_t w = g->edge[g->next[v]++];

      if (w == v)
         prog->subs[v].recursive = true;
      if (!g->order[w])
         g->path[g->depth++] = w;
      else if (g->open[w] && g->order[w] < g->low[v])
         g->low[v] = g->order[w];
   }
}

void nv_sub_recursion(struct nv_parser *p)
{
   const uint32_t n = p->prog->num_subs;
   struct call_graph g = {
      .start = UTIL_ARRAY(p->ctx, uint32_t, (size_t)n + 2),
      .edge = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->flow.num_calls + n + 1),
      .next = UTIL_ARRAY(p->ctx, uint32_t, n),
      .order = UTIL_ARRAY(p->ctx, uint32_t, n),
      .low = UTIL_ARRAY(p->ctx, uint32_t, n),
      .open = UTIL_ARRAY(p->ctx, bool, n),
      .path = UTIL_ARRAY(p->ctx, uint32_t, n),
      .member = UTIL_ARRAY(p->ctx, uint32_t, n),
   };

   add_edges(p, &g);
   for (uint32_t root = 0; root < n; root++)
      if (!g.order[root])
         visit(p->prog, &g, root);
}
