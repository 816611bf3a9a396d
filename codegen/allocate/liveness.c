/* SPDX-License-Identifier: MIT */
/*
 * Liveness: see liveness.h. A backward data-flow iteration finds the live sets at the ends of blocks, with sets that share
 * memory (live_set.h); then one backward walk through each block creates the ranges. A register that is live across many blocks
 * costs nothing in blocks that do not change it.
 */
#include "codegen/allocate/liveness.h"

#include <string.h>

#define NONE CG_LIVE_END

/* The units of a register that a block reads before it writes them, or the units that it writes. */
struct event {
   uint32_t reg, mask;
};

struct builder {
   const struct cg_live_program *p;
   struct cg_liveness *l;
   /* reads and writes of the registers that are live at the start of some block */
   struct event *uses, *defs;
   uint32_t num_uses, cap_uses, num_defs, cap_defs;
   uint32_t *first_use, *first_def; /* by block: its first entry in uses[] and defs[]; one entry more than blocks */
   uint32_t *pred_first, *preds;    /* by block: first of its predecessors in preds[] */
   uint8_t *crosses;                /* by register: it is live at the start of some block */
   uint32_t *dense;                 /* by register: its number in the sets, and the inverse */
   uint32_t *reg_of;
   uint32_t num_dense;
   struct cg_live_sets sets;
   cg_live_set *in, *out; /* by block */
   uint8_t *visits;       /* by block: at most LATER */
   uint8_t *entered;      /* by block: more is live at its start than the sets of its successors imply; see enter_loops() */
   uint32_t *live, *until; /* the walk through a block, by register: live units at the current point, and the end of their
                              range */
   uint32_t next_start;    /* the first point of the next block */
   uint32_t last;          /* the last point of the current block */
   uint32_t num_live;      /* live units at the current point */
   uint32_t most_ranges;   /* the walk gives up when there are more */
};

static inline uint32_t ref_mask(const struct cg_ra_ref *r)
{
   return (uint32_t)((UINT64_C(1) << r->size) - 1) << r->off;
}

/* The number of units in a mask, which is usually one. */
static inline uint32_t num_units(uint32_t mask)
{
   return mask & (mask - 1) ? (uint32_t)__builtin_popcount(mask) : mask != 0;
}

/* ---- reads and writes of each block -------------------------------------------------------------------------------------- */

/* By register, for one block at a time: the units that it has written so far, and those that it read before that. The entry
   is valid if `block` is 1 + the current block. */
struct in_block {
   uint32_t block, def, use;
};

/* Finds the registers that the block reads before it writes them. */
static void find_crossing(struct builder *w, struct in_block *seen, uint32_t b)
{
   const struct cg_live_program *p = w->p;
   const struct cg_ra_block *blk = &p->blocks[b];
   for (uint32_t i = blk->first; i < blk->first + blk->num; i++) {
      const struct cg_ra_ref *r = p->refs + p->instrs[i].first, *end = r + p->instrs[i].num;
      for (const struct cg_ra_ref *u = r; u < end; u++)
         if (!(u->flags & CG_RA_DEF) && (seen[u->reg].block != b + 1 || ref_mask(u) & ~seen[u->reg].def))
            w->crosses[u->reg] = 1;
      for (const struct cg_ra_ref *u = r; u < end; u++)
         if (u->flags & CG_RA_DEF)
            seen[u->reg] = (struct in_block){b + 1, (seen[u->reg].block == b + 1 ? seen[u->reg].def : 0) | ref_mask(u), 0};
   }
}

/* Collects the units of these registers that the block reads before it writes them, and those that it writes. */
static void look_at_block(struct builder *w, struct in_block *seen, uint32_t b)
{
   const struct cg_live_program *p = w->p;
   const struct cg_ra_block *blk = &p->blocks[b];
   for (uint32_t i = blk->first; i < blk->first + blk->num; i++) {
      const struct cg_ra_ref *r = p->refs + p->instrs[i].first, *end = r + p->instrs[i].num;
      for (int defs = 0; defs < 2; defs++)
         for (const struct cg_ra_ref *u = r; u < end; u++) {
            if ((u->flags & CG_RA_DEF ? 1 : 0) != defs || !w->crosses[u->reg])
               continue;
            struct in_block *s = &seen[u->reg];
            if (s->block != b + 1)
               *s = (struct in_block){b + 1, 0, 0};
            const uint32_t m = defs ? ref_mask(u) & ~s->def : ref_mask(u) & ~s->def & ~s->use;
            if (!m)
               continue;
            *(defs ? &s->def : &s->use) |= m;
            if (defs)
               UTIL_PUSH(p->ctx, w->defs, w->num_defs, w->cap_defs, (struct event){w->dense[u->reg], m});
            else
               UTIL_PUSH(p->ctx, w->uses, w->num_uses, w->cap_uses, (struct event){w->dense[u->reg], m});
         }
   }
}

static void collect_events(struct builder *w)
{
   const struct cg_live_program *p = w->p;
   const uint32_t nr = p->num_regs, nb = p->num_blocks;
   /* In a program of one block nothing crosses a block boundary, so the sets stay empty. */
   const bool straight =
       nb == 1 && p->blocks[0].succ[0] == CG_RA_NO_BLOCK && p->blocks[0].succ[1] == CG_RA_NO_BLOCK && !p->most_ranges;
   struct in_block *seen = UTIL_ARRAY(p->ctx, struct in_block, straight ? 1 : (size_t)nr + 1);
   w->crosses = UTIL_ARRAY(p->ctx, uint8_t, (size_t)nr + 1);
   w->dense = UTIL_ARRAY(p->ctx, uint32_t, (size_t)nr + 1);
   for (uint32_t b = 0; b < nb && !straight; b++)
      find_crossing(w, seen, b);
   for (uint32_t r = 0; r < nr; r++)
      if (w->crosses[r])
         w->dense[r] = w->num_dense++;
   w->reg_of = UTIL_ARRAY(p->ctx, uint32_t, (size_t)w->num_dense + 1);
   for (uint32_t r = 0; r < nr; r++)
      if (w->crosses[r])
         w->reg_of[w->dense[r]] = r;
   if (w->num_dense)
      memset(seen, 0, nr * sizeof *seen);
   w->first_use = UTIL_ARRAY(p->ctx, uint32_t, (size_t)nb + 1);
   w->first_def = UTIL_ARRAY(p->ctx, uint32_t, (size_t)nb + 1);
   for (uint32_t b = 0; b < nb; b++) {
      if (w->num_dense)
         look_at_block(w, seen, b);
      w->first_use[b + 1] = w->num_uses;
      w->first_def[b + 1] = w->num_defs;
   }
   UTIL_FIT(p->ctx, w->uses, w->num_uses, w->cap_uses);
   UTIL_FIT(p->ctx, w->defs, w->num_defs, w->cap_defs);
   util_discard(p->ctx, seen, (straight ? 1 : (size_t)nr + 1) * sizeof *seen);
}

static void find_preds(struct builder *w)
{
   const struct cg_live_program *p = w->p;
   uint32_t n = 0;
   w->pred_first = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_blocks + 2);
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (int s = 0; s < 2; s++)
         if (p->blocks[b].succ[s] != CG_RA_NO_BLOCK)
            w->pred_first[p->blocks[b].succ[s] + 2]++, n++;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      w->pred_first[b + 2] += w->pred_first[b + 1];
   w->preds = UTIL_ARRAY(p->ctx, uint32_t, (size_t)n + 1);
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (int s = 0; s < 2; s++)
         if (p->blocks[b].succ[s] != CG_RA_NO_BLOCK)
            w->preds[w->pred_first[p->blocks[b].succ[s] + 1]++] = b;
}

/* ---- live sets at the ends of blocks ------------------------------------------------------------------------------------- */

/* Blocks to visit, as a bit set. They are visited from the last to the first, then again from the last, because the live set
   of a block depends on later blocks, except at the ends of loops. */
struct work {
   uint64_t *bits;
   uint32_t num_blocks, at; /* blocks below `at` are next */
};

static void add_work(struct work *k, uint32_t b)
{
   k->bits[b / 64] |= (uint64_t)1 << b % 64;
}

/* False if no block before the current one waits. */
static bool take_work(struct work *k, uint32_t *b)
{
   while (k->at) {
      const uint32_t word = (k->at - 1) / 64;
      const uint64_t below = k->bits[word] & (UINT64_MAX >> (63 - (k->at - 1) % 64));
      if (!below) {
         k->at = 64 * word;
         continue;
      }
      k->at = *b = 64 * word + 63 - (uint32_t)__builtin_clzll(below);
      k->bits[word] &= ~((uint64_t)1 << *b % 64);
      return true;
   }
   k->at = k->num_blocks;
   return false;
}

/* The live set at the start of the block, from the one at its end. */
static cg_live_set before_block(struct builder *w, uint32_t b)
{
   cg_live_set s = w->out[b];
   const uint32_t own = w->sets.num_nodes;
   for (uint32_t e = w->first_def[b]; e < w->first_def[b + 1]; e++)
      s = cg_live_with(&w->sets, s, w->defs[e].reg, cg_live_mask(&w->sets, s, w->defs[e].reg) & ~w->defs[e].mask, own);
   for (uint32_t e = w->first_use[b]; e < w->first_use[b + 1]; e++)
      s = cg_live_with(&w->sets, s, w->uses[e].reg, cg_live_mask(&w->sets, s, w->uses[e].reg) | w->uses[e].mask, own);
   return s;
}

/*
 * One sweep over the waiting blocks, from the last to the first. False if none waited.
 *
 * Live sets only grow, so the set of a block is recomputed from its successors instead of joined with its old value: the two
 * may share no memory where all exits of a large loop lead back to its start. For the same reason, the second visit of a block
 * treats its set as changed unless equality is found quickly; later visits compare completely.
 */
#define QUICK 64 /* limit on visited nodes in a quick comparison */
#define LATER 2  /* from this visit on, comparisons are complete */
static bool sweep(struct builder *w, struct work *k)
{
   const struct cg_live_program *p = w->p;
   bool any = false;
   uint32_t b;
   while (take_work(k, &b)) {
      cg_live_set out = 0;
      any = true;
      for (int s = 0; s < 2; s++)
         if (p->blocks[b].succ[s] != CG_RA_NO_BLOCK)
            out = cg_live_union(&w->sets, out, w->in[p->blocks[b].succ[s]]);
      if (out == w->out[b] && w->visits[b])
         continue;
      w->out[b] = out;
      const uint32_t made = w->sets.num_nodes;
      cg_live_set in = before_block(w, b);
      if (w->entered[b])
         in = cg_live_union(&w->sets, w->in[b], in);
      const bool same = cg_live_equal(&w->sets, w->in[b], in, w->visits[b] < LATER ? QUICK : UINT64_MAX);
      w->visits[b] += w->visits[b] < LATER;
      if (same) {
         w->sets.num_nodes = made; /* no set refers to the new nodes */
         continue;
      }
      w->in[b] = in;
      for (uint32_t q = w->pred_first[b]; q < w->pred_first[b + 1]; q++)
         add_work(k, w->preds[q]);
   }
   return any;
}

static uint32_t outermost(uint32_t *in_loop, uint32_t b)
{
   while (in_loop[b] != b) {
      in_loop[b] = in_loop[in_loop[b]];
      b = in_loop[b];
   }
   return b;
}

/* By block: the header of the innermost loop around it; for a header, that of the next outer loop; NONE outside of loops.
   Processes inner loops first, each from its back edges to its header; a processed loop then counts as one block. Sets *any
   if there are loops and each one is entered only at its header. */
static uint32_t *find_loops(struct builder *w, bool *any)
{
   bool other_entry = false;
   const uint32_t nb = w->p->num_blocks;
   struct util_ctx *ctx = w->p->ctx;
   uint32_t *loop = UTIL_ARRAY(ctx, uint32_t, (size_t)nb + 1), *in_loop = UTIL_ARRAY(ctx, uint32_t, (size_t)nb + 1);
   uint32_t *work = NULL, num = 0, cap = 0;
   for (uint32_t b = 0; b < nb; b++)
      loop[b] = NONE, in_loop[b] = b;
   for (uint32_t h = nb; h-- > 0;) {
      for (uint32_t q = w->pred_first[h]; q < w->pred_first[h + 1]; q++)
         if (w->preds[q] >= h)
            UTIL_PUSH(ctx, work, num, cap, w->preds[q]);
      *any |= num != 0;
      while (num) {
         const uint32_t b = outermost(in_loop, work[--num]);
         other_entry |= b < h || (b != h && w->pred_first[b] == w->pred_first[b + 1]);
         if (b <= h || loop[b] != NONE)
            continue;
         loop[b] = in_loop[b] = h;
         for (uint32_t q = w->pred_first[b]; q < w->pred_first[b + 1]; q++)
            UTIL_PUSH(ctx, work, num, cap, w->preds[q]);
      }
   }
   util_discard(ctx, work, cap * sizeof *work);
   util_discard(ctx, in_loop, ((size_t)nb + 1) * sizeof *in_loop);
   *any &= !other_entry;
   return loop;
}

static bool begins_loop(const struct builder *w, uint32_t b)
{
   for (uint32_t q = w->pred_first[b]; q < w->pred_first[b + 1]; q++)
      if (w->preds[q] >= b)
         return true;
   return false;
}

/* A register that is live at a loop header and not written in the loop is live in the whole loop, and so at the headers of
   inner loops. Otherwise each sweep would carry a register only one level deeper into nested loops. */
static void enter_loops(struct builder *w, struct work *k)
{
   const uint32_t nb = w->p->num_blocks;
   struct util_ctx *ctx = w->p->ctx;
   bool any = false, nested = false;
   uint32_t *loop = find_loops(w, &any);
   cg_live_set *written = UTIL_ARRAY(ctx, cg_live_set, (size_t)nb + 1), *through = UTIL_ARRAY(ctx, cg_live_set, (size_t)nb + 1);
   for (uint32_t b = 0; any && !nested && b < nb; b++)
      nested = loop[b] != NONE && begins_loop(w, b);
   for (uint32_t b = nb; nested && b-- > 0;) {
      const bool begins = begins_loop(w, b);
      const uint32_t own = w->sets.num_nodes, h = begins ? b : loop[b];
      for (uint32_t e = w->first_def[b]; h != NONE && e < w->first_def[b + 1]; e++)
         written[h] = cg_live_with(&w->sets, written[h], w->defs[e].reg,
                                   cg_live_mask(&w->sets, written[h], w->defs[e].reg) | w->defs[e].mask, own);
      if (begins && loop[b] != NONE)
         written[loop[b]] = cg_live_union(&w->sets, written[loop[b]], written[b]);
   }
   for (uint32_t b = 0; any && b < nb; b++) {
      if (!begins_loop(w, b))
         continue;
      if (loop[b] != NONE)
         w->in[b] = cg_live_union(&w->sets, w->in[b], through[loop[b]]), w->entered[b] = 1;
      if (nested)
         through[b] = cg_live_without(&w->sets, w->in[b], written[b]);
      for (uint32_t q = w->pred_first[b]; q < w->pred_first[b + 1]; q++)
         add_work(k, w->preds[q]);
   }
   util_discard(ctx, through, ((size_t)nb + 1) * sizeof *through);
   util_discard(ctx, written, ((size_t)nb + 1) * sizeof *written);
   util_discard(ctx, loop, ((size_t)nb + 1) * sizeof *loop);
   cg_live_sets_keep(&w->sets, w->in, w->out, nb);
}

static void find_live_sets(struct builder *w)
{
   struct util_ctx *ctx = w->p->ctx;
   const uint32_t nb = w->p->num_blocks, words = nb / 64 + 1;
   struct work k = {UTIL_ARRAY(ctx, uint64_t, words), nb, nb};
   w->visits = UTIL_ARRAY(ctx, uint8_t, (size_t)nb + 1);
   w->entered = UTIL_ARRAY(ctx, uint8_t, (size_t)nb + 1);
   w->in = UTIL_ARRAY(ctx, cg_live_set, (size_t)nb + 1);
   w->out = UTIL_ARRAY(ctx, cg_live_set, (size_t)nb + 1);
   cg_live_sets_init(&w->sets, ctx, w->num_dense);
   for (uint32_t b = 0; w->num_dense && b < nb; b++)
      add_work(&k, b);
   if (sweep(w, &k))
      enter_loops(w, &k);
   while (sweep(w, &k))
      ;
   util_discard(ctx, w->visits, (size_t)nb + 1);
   util_discard(ctx, w->entered, (size_t)nb + 1);
   util_discard(ctx, k.bits, words * sizeof *k.bits);
   util_discard(ctx, w->uses, w->cap_uses * sizeof *w->uses);
   if (!w->p->most_ranges)
      util_discard(ctx, w->defs, w->cap_defs * sizeof *w->defs);
   cg_live_sets_keep(&w->sets, w->in, w->out, nb);
}

/* ---- holes --------------------------------------------------------------------------------------------------------------- */

/* By block: the first later block that can be entered from a block before it; the blocks between can only be entered through
   it. NONE if that one can also be entered from a later block. `written`: registers that the block and the region after it
   write. */
static uint32_t *find_regions(struct builder *w, cg_live_set *written)
{
   const uint32_t nb = w->p->num_blocks;
   struct util_ctx *ctx = w->p->ctx;
   /* the predecessor within the region */
   uint32_t *end = UTIL_ARRAY(ctx, uint32_t, (size_t)nb + 1), *last = UTIL_ARRAY(ctx, uint32_t, (size_t)nb + 1);
   uint32_t *open = UTIL_ARRAY(ctx, uint32_t, (size_t)nb + 1), num = 0;
   for (uint32_t b = 0; b <= nb; b++) {
      uint32_t from = b < nb ? b : 0;
      for (uint32_t q = w->pred_first[b]; b < nb && q < w->pred_first[b + 1]; q++) {
         from = w->preds[q] < from ? w->preds[q] : from;
         last[b] = w->preds[q] > last[b] ? w->preds[q] : last[b];
      }
      for (uint32_t e = w->first_def[b], own = w->sets.num_nodes; b < nb && e < w->first_def[b + 1]; e++)
         written[b] = cg_live_with(&w->sets, written[b], w->defs[e].reg, UINT32_MAX, own);
      while (num && (open[num - 1] > from || b == nb)) {
         const uint32_t o = open[--num];
         end[o] = last[o] < b && b < nb ? b : NONE;
         const uint32_t around = num ? open[num - 1] : o;
         last[around] = last[o] > last[around] ? last[o] : last[around];
         written[around] = cg_live_union(&w->sets, written[around], written[o]);
      }
      open[num++] = b;
   }
   util_discard(ctx, open, ((size_t)nb + 1) * sizeof *open);
   util_discard(ctx, last, ((size_t)nb + 1) * sizeof *last);
   return end;
}

/* From here on the live sets describe the holes; copies of them are filled. */
static struct cg_live_holes *keep_sets(struct builder *w)
{
   struct cg_live_holes *h = UTIL_NEW(w->p->ctx, struct cg_live_holes);
   const size_t nb = (size_t)w->p->num_blocks + 1;
   *h = (struct cg_live_holes){
       .in = w->in, .out = w->out, .number = w->dense, .crosses = w->crosses, .units = UTIL_ARRAY(w->p->ctx, uint32_t, nb)};
   w->in = UTIL_ARRAY(w->p->ctx, cg_live_set, nb);
   w->out = UTIL_ARRAY(w->p->ctx, cg_live_set, nb);
   return h;
}

static void count_holes(struct builder *w, struct cg_live_holes *h)
{
   uint32_t *known = UTIL_ARRAY(w->p->ctx, uint32_t, (size_t)w->sets.num_nodes);
   for (uint32_t b = 0; b < w->p->num_blocks; b++) {
      const uint32_t start = cg_live_count(&w->sets, w->in[b], known) - cg_live_count(&w->sets, h->in[b], known);
      const uint32_t end = cg_live_count(&w->sets, w->out[b], known) - cg_live_count(&w->sets, h->out[b], known);
      h->units[b] = start < end ? start : end;
   }
   util_discard(w->p->ctx, known, w->sets.num_nodes * sizeof *known);
}

/* The registers with a hole from block b to `end`: live at the end of the predecessor and at the start of the block after
   the hole, but neither read nor written in between. */
static cg_live_set find_hole(struct builder *w, cg_live_set written, cg_live_set copied, uint32_t b, uint32_t end)
{
   struct cg_live_sets *s = &w->sets;
   const struct cg_live_holes *h = w->l->holes;
   const cg_live_set before = w->out[w->preds[w->pred_first[b]]], except[] = {h->in[b], written, copied};
   cg_live_set both = cg_live_without(s, before, cg_live_without(s, before, h->in[end]));
   for (unsigned k = 0; k < sizeof except / sizeof *except; k++)
      both = cg_live_without(s, both, except[k]);
   return both;
}

/* The registers that copies read or write. */
static cg_live_set find_copied(struct builder *w)
{
   cg_live_set copied = 0;
   const uint32_t own = w->sets.num_nodes;
   for (uint32_t n = 0; w->p->copied && n < w->num_dense; n++)
      if (w->p->copied[w->reg_of[n]])
         copied = cg_live_with(&w->sets, copied, n, UINT32_MAX, own);
   return copied;
}

static void fill_holes(struct builder *w, cg_live_set copied)
{
   const uint32_t nb = w->p->num_blocks;
   struct util_ctx *ctx = w->p->ctx;
   struct cg_live_sets *s = &w->sets;
   const struct cg_live_holes *h = w->l->holes;
   cg_live_set *fill = UTIL_ARRAY(ctx, cg_live_set, (size_t)nb + 1); /* by open region */
   cg_live_set *written = UTIL_ARRAY(ctx, cg_live_set, (size_t)nb + 1);
   uint32_t *end = find_regions(w, written), *open = UTIL_ARRAY(ctx, uint32_t, (size_t)nb + 1), num = 0;
   for (uint32_t b = 0; b < nb; b++) {
      while (num && end[open[num - 1]] <= b)
         num--;
      cg_live_set more = num ? fill[num - 1] : 0;
      if (w->pred_first[b + 1] - w->pred_first[b] == 1 && w->preds[w->pred_first[b]] < b && end[b] != NONE) {
         more = cg_live_union(s, find_hole(w, written[b], copied, b, end[b]), more);
         open[num] = b;
         fill[num++] = more;
      }
      w->in[b] = cg_live_union(s, h->in[b], more);
      w->out[b] = cg_live_union(s, h->out[b], more);
   }
   util_discard(ctx, open, ((size_t)nb + 1) * sizeof *open);
   util_discard(ctx, end, ((size_t)nb + 1) * sizeof *end);
   util_discard(ctx, written, ((size_t)nb + 1) * sizeof *written);
   util_discard(ctx, fill, ((size_t)nb + 1) * sizeof *fill);
}

void cg_live_free_holes(const struct cg_live_program *p, struct cg_liveness *l)
{
   struct cg_live_holes *h = l->holes;
   const size_t nb = (size_t)p->num_blocks + 1;
   if (!h)
      return;
   cg_live_sets_free(&h->sets);
   util_discard(p->ctx, h->units, nb * sizeof *h->units);
   util_discard(p->ctx, h->out, nb * sizeof *h->out);
   util_discard(p->ctx, h->in, nb * sizeof *h->in);
   util_discard(p->ctx, h->number, ((size_t)p->num_regs + 1) * sizeof *h->number);
   util_discard(p->ctx, h->crosses, (size_t)p->num_regs + 1);
   l->holes = NULL;
}

bool cg_live_beside(const struct cg_liveness *l, uint32_t reg, uint32_t mask, uint32_t block)
{
   const struct cg_live_holes *h = l->holes;
   if (!h || !h->crosses[reg])
      return true;
   return ((cg_live_mask(&h->sets, h->in[block], h->number[reg]) | cg_live_mask(&h->sets, h->out[block], h->number[reg])) &
           mask) != 0;
}

/* ---- ranges -------------------------------------------------------------------------------------------------------------- */

static void add_range(struct builder *w, uint32_t reg, uint32_t start, uint32_t end, uint32_t mask)
{
   /* Ranges are created in descending order: prepend one, or extend the first one downwards. */
   struct cg_liveness *l = w->l;
   uint32_t h = l->head[reg];
   if (h != NONE && l->ranges[h].start == end + 1 && l->ranges[h].mask == mask) {
      l->ranges[h].start = start;
      return;
   }
   UTIL_PUSH(w->p->ctx, l->ranges, l->num_ranges, l->cap_ranges, (struct cg_live_range){start, end, mask, h});
   l->head[reg] = l->num_ranges - 1;
}

static void end_at_def(struct builder *w, uint32_t i, const struct cg_ra_ref *d)
{
   const uint32_t at = 2 * i + (d->flags & CG_RA_EARLY ? 0 : 1), m = ref_mask(d), r = d->reg;
   const uint32_t dead = m & ~w->live[r];
   if (m & w->live[r]) {
      w->num_live -= num_units(m & w->live[r]);
      /* Another result of this instruction may have closed the range, including this part. */
      if (w->until[r] >= at) {
         add_range(w, r, at, w->until[r], w->live[r]);
         w->until[r] = at - 1;
      }
      w->live[r] &= ~m;
      if (at == 0)
         w->live[r] = 0;
   }
   if (dead)
      add_range(w, r, at, 2 * i + 1, dead);
}

static void start_at_use(struct builder *w, uint32_t i, const struct cg_ra_ref *u)
{
   const uint32_t m = ref_mask(u), r = u->reg;
   if (m & ~w->live[r]) {
      w->num_live += num_units(m & ~w->live[r]);
      if (w->live[r] && w->until[r] >= 2 * i + 1)
         add_range(w, r, 2 * i + 1, w->until[r], w->live[r]);
      w->live[r] |= m;
      w->until[r] = 2 * i;
   }
}

/* Ends the range of a register that is live at the start of the block walked last, unless point 0 has ended it. */
static inline void end_at_start(struct builder *w, uint32_t r)
{
   if (w->live[r] && w->until[r] >= w->next_start)
      add_range(w, r, w->next_start, w->until[r], w->live[r]);
}

/* Between two blocks: ends the ranges of registers live at the start of the later one, and begins those of registers live at
   the end of the earlier one. */
static void change_at_boundary(void *user, uint32_t reg, uint32_t later, uint32_t earlier)
{
   struct builder *w = user;
   const uint32_t r = w->reg_of[reg];
   (void)later; /* equal to w->live[r] */
   end_at_start(w, r);
   w->num_live += num_units(earlier);
   w->num_live -= num_units(w->live[r]);
   w->live[r] = earlier;
   w->until[r] = w->last;
}

static void walk_block(struct builder *w, uint32_t b)
{
   const struct cg_live_program *p = w->p;
   const struct cg_ra_block *blk = &p->blocks[b];
   const uint64_t weight = (uint64_t)1 << (3 * (blk->depth > 8 ? 8 : blk->depth));
   for (uint32_t i = blk->first + blk->num; i-- > blk->first;) {
      const struct cg_ra_ref *r = p->refs + p->instrs[i].first, *end = r + p->instrs[i].num;
      for (const struct cg_ra_ref *d = r; d < end; d++)
         if (d->flags & CG_RA_DEF) {
            end_at_def(w, i, d);
            w->l->weight[d->reg] += weight;
         }
      for (const struct cg_ra_ref *u = r; u < end; u++)
         if (!(u->flags & CG_RA_DEF)) {
            start_at_use(w, i, u);
            w->l->weight[u->reg] += weight;
         }
   }
}

/* False if there were more than most_ranges ranges; then some are missing. */
static bool make_ranges(struct builder *w)
{
   const struct cg_live_program *p = w->p;
   struct util_ctx *ctx = p->ctx;
   const uint32_t nr = p->num_regs;
   bool whole = true;
   cg_live_set later = 0; /* live at the start of the next block */
   w->live = UTIL_ARRAY(ctx, uint32_t, nr);
   w->until = UTIL_ARRAY(ctx, uint32_t, nr);
   w->num_live = 0;
   for (uint32_t b = p->num_blocks; whole && b-- > 0;) {
      if (!p->blocks[b].num)
         continue;
      w->last = 2 * (p->blocks[b].first + p->blocks[b].num) - 1;
      cg_live_compare(&w->sets, later, w->out[b], change_at_boundary, w);
      walk_block(w, b);
      w->next_start = 2 * p->blocks[b].first;
      later = w->in[b];
      if (p->most_units && w->num_live > p->most_units)
         w->l->too_many = w->num_live;
      whole = !w->l->too_many && w->l->num_ranges <= w->most_ranges;
   }
   for (uint32_t r = 0; whole && r < nr; r++)
      end_at_start(w, r);
   util_discard(ctx, w->until, nr * sizeof *w->until);
   util_discard(ctx, w->live, nr * sizeof *w->live);
   return whole;
}

static void free_sets(struct builder *w)
{
   const struct cg_live_program *p = w->p;
   struct util_ctx *ctx = p->ctx;
   if (p->most_ranges)
      util_discard(ctx, w->defs, w->cap_defs * sizeof *w->defs);
   if (w->l->holes)
      w->l->holes->sets = w->sets;
   else
      cg_live_sets_free(&w->sets);
   util_discard(ctx, w->out, ((size_t)p->num_blocks + 1) * sizeof *w->out);
   util_discard(ctx, w->in, ((size_t)p->num_blocks + 1) * sizeof *w->in);
   util_discard(ctx, w->first_def, ((size_t)p->num_blocks + 1) * sizeof *w->first_def);
   util_discard(ctx, w->first_use, ((size_t)p->num_blocks + 1) * sizeof *w->first_use);
   util_discard(ctx, w->reg_of, ((size_t)w->num_dense + 1) * sizeof *w->reg_of);
   if (w->l->holes)
      return;
   util_discard(ctx, w->dense, ((size_t)p->num_regs + 1) * sizeof *w->dense);
   util_discard(ctx, w->crosses, (size_t)p->num_regs + 1);
}

/* Places the ranges of each register side by side in the order of its list, because all lists are walked several times. */
static void sort_ranges(const struct cg_live_program *p, struct cg_liveness *l)
{
   struct cg_live_range *sorted = UTIL_ARRAY(p->ctx, struct cg_live_range, (size_t)l->num_ranges);
   uint32_t n = 0;
   for (uint32_t r = 0; r < p->num_regs; r++)
      for (uint32_t *link = &l->head[r], e = *link; e != NONE; e = *link) {
         struct cg_live_range *x = &sorted[n];
         *x = l->ranges[e];
         *link = n++;
         link = &x->next;
         l->length[r] += (uint64_t)(x->end - x->start + 1) * num_units(x->mask);
      }
   util_discard(p->ctx, l->ranges, l->cap_ranges * sizeof *l->ranges);
   l->ranges = sorted;
   l->cap_ranges = l->num_ranges;
}

static void start_ranges(const struct cg_live_program *p, struct cg_liveness *l)
{
   l->num_ranges = 0;
   memset(l->head, 0xff, sizeof *l->head * p->num_regs);
   memset(l->weight, 0, sizeof *l->weight * p->num_regs);
}

void cg_live_find(const struct cg_live_program *p, struct cg_liveness *l)
{
   struct builder w = {.p = p, .l = l};
   *l = (struct cg_liveness){.num_points = 2 * p->num_instrs,
                          .head = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_regs + 1),
                          .weight = UTIL_ARRAY(p->ctx, uint64_t, (size_t)p->num_regs + 1),
                          .length = UTIL_ARRAY(p->ctx, uint64_t, (size_t)p->num_regs + 1)};
   collect_events(&w);
   find_preds(&w);
   find_live_sets(&w);
   start_ranges(p, l);
   w.most_ranges = p->most_ranges ? p->most_ranges : UINT32_MAX;
   for (unsigned all = 0; !make_ranges(&w) && !l->too_many; all++) {
      l->holes = l->holes ? l->holes : keep_sets(&w);
      fill_holes(&w, all ? 0 : find_copied(&w));
      start_ranges(p, l);
      w.most_ranges = all ? UINT32_MAX : w.most_ranges;
   }
   if (l->holes)
      count_holes(&w, l->holes);
   util_work(p->ctx, w.sets.num_nodes + w.sets.looked_at);
   free_sets(&w);
   if (!l->too_many)
      sort_ranges(p, l);
}

/* ---- pressure ------------------------------------------------------------------------------------------------------------ */

int32_t *cg_live_changes(struct util_ctx *ctx, const struct cg_liveness *l, uint32_t num_regs, const uint8_t *ignored)
{
   int32_t *changes = UTIL_ARRAY(ctx, int32_t, (size_t)l->num_points + 2);
   for (uint32_t r = 0; r < num_regs; r++) {
      if (ignored && ignored[r])
         continue;
      for (uint32_t e = l->head[r]; e != NONE; e = l->ranges[e].next) {
         changes[l->ranges[e].start] += (int32_t)num_units(l->ranges[e].mask);
         changes[l->ranges[e].end + 1] -= (int32_t)num_units(l->ranges[e].mask);
      }
   }
   return changes;
}

unsigned cg_live_max_pressure(const struct cg_liveness *l, const int32_t *changes)
{
   int32_t cur = 0, max = 0;
   for (uint32_t q = 0; q < l->num_points; q++) {
      cur += changes[q];
      if (cur > max)
         max = cur;
   }
   return (unsigned)max;
}
