/* SPDX-License-Identifier: MIT */
/*
 * Liveness: see liveness.h. Register by register, what is live at the ends of blocks is found by walking from the blocks that
 * read a register to those that write it; then one walk backwards through each block makes the ranges.
 */
#include "codegen/allocate/liveness.h"

#include <string.h>

#define NONE CG_LIVE_END

/* What one block reads of a register before it writes it, or what it writes of it. */
struct event {
   uint32_t block, mask, next; /* next: of the same register, in an earlier block */
};

/* What of a register is live at the end of a block. */
struct live_out {
   uint32_t reg, mask, next; /* next: at the end of the same block */
};

struct builder {
   const struct cg_live_program *p;
   struct cg_liveness *l;
   struct event *events;
   uint32_t num_events, cap_events;
   uint32_t *use_head, *def_head;      /* by register: its events */
   uint32_t *def_block, *def_mask;     /* by register: 1 + the last block met that writes it, and what that writes */
   uint32_t *pred_first, *preds;       /* by block: first of its predecessors in preds[] */
   struct live_out *out;
   uint32_t num_out, cap_out;
   uint32_t *out_head; /* by block */
   /* the walk through a block */
   uint32_t *live, *until; /* by register: units that are live at the current point, and up to where */
   uint8_t *listed;        /* by register: is it in open[]? */
   uint32_t *open;         /* registers that were met in this block */
   uint32_t num_open, cap_open;
};

static inline uint32_t ref_mask(const struct cg_ra_ref *r)
{
   uint32_t m = r->size >= 32 ? UINT32_MAX : (1u << r->size) - 1;
   return m << r->off;
}

/* ---- what each block reads and writes ------------------------------------------------------------------------------------ */

static void note_use(struct builder *w, uint32_t block, const struct cg_ra_ref *u)
{
   uint32_t m = ref_mask(u);
   if (w->def_block[u->reg] == block + 1)
      m &= ~w->def_mask[u->reg];
   if (!m)
      return;
   uint32_t h = w->use_head[u->reg];
   if (h != NONE && w->events[h].block == block) {
      w->events[h].mask |= m;
   } else {
      UTIL_PUSH(w->p->ctx, w->events, w->num_events, w->cap_events, (struct event){block, m, h});
      w->use_head[u->reg] = w->num_events - 1;
   }
}

static void note_def(struct builder *w, uint32_t block, const struct cg_ra_ref *d)
{
   if (w->def_block[d->reg] != block + 1) {
      w->def_block[d->reg] = block + 1;
      w->def_mask[d->reg] = 0;
      UTIL_PUSH(w->p->ctx, w->events, w->num_events, w->cap_events, (struct event){block, 0, w->def_head[d->reg]});
      w->def_head[d->reg] = w->num_events - 1;
   }
   w->def_mask[d->reg] |= ref_mask(d);
   w->events[w->def_head[d->reg]].mask |= ref_mask(d);
}

static void collect_events(struct builder *w)
{
   const struct cg_live_program *p = w->p;
   const uint32_t nr = p->num_regs;
   w->use_head = UTIL_ARRAY(p->ctx, uint32_t, nr);
   w->def_head = UTIL_ARRAY(p->ctx, uint32_t, nr);
   w->def_block = UTIL_ARRAY(p->ctx, uint32_t, nr);
   w->def_mask = UTIL_ARRAY(p->ctx, uint32_t, nr);
   memset(w->use_head, 0xff, sizeof(uint32_t) * nr);
   memset(w->def_head, 0xff, sizeof(uint32_t) * nr);
   for (uint32_t b = 0; b < p->num_blocks; b++) {
      const struct cg_ra_block *blk = &p->blocks[b];
      for (uint32_t i = blk->first; i < blk->first + blk->num; i++) {
         const struct cg_ra_ref *r = p->refs + p->instrs[i].first, *end = r + p->instrs[i].num;
         for (const struct cg_ra_ref *u = r; u < end; u++)
            if (!(u->flags & CG_RA_DEF))
               note_use(w, b, u);
         for (const struct cg_ra_ref *d = r; d < end; d++)
            if (d->flags & CG_RA_DEF)
               note_def(w, b, d);
      }
   }
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

/* ---- what is live at the end of each block ------------------------------------------------------------------------------- */

/* By block, for one register at a time: what of it is written, live at the start, and live at the end. */
struct at_blocks {
   uint32_t *stamp; /* 1 + the register that the other entries are about */
   uint32_t *def, *in;
   uint32_t *out; /* entry of builder.out[], NONE = none */
   uint32_t *work;
   uint32_t num_work, cap_work;
};

static inline void start_block(struct at_blocks *a, uint32_t reg, uint32_t b, uint32_t def)
{
   a->stamp[b] = reg + 1, a->def[b] = def, a->in[b] = 0, a->out[b] = NONE;
}

/* Register r: walks from the blocks that read it back to those that write it. */
static void find_live_out(struct builder *w, struct at_blocks *a, uint32_t r)
{
   struct util_ctx *ctx = w->p->ctx;
   for (uint32_t e = w->def_head[r]; e != NONE; e = w->events[e].next)
      start_block(a, r, w->events[e].block, w->events[e].mask);
   a->num_work = 0;
   for (uint32_t e = w->use_head[r]; e != NONE; e = w->events[e].next) {
      uint32_t b = w->events[e].block;
      if (a->stamp[b] != r + 1)
         start_block(a, r, b, 0);
      a->in[b] |= w->events[e].mask;
      UTIL_PUSH(ctx, a->work, a->num_work, a->cap_work, b);
   }
   while (a->num_work) {
      uint32_t b = a->work[--a->num_work], m = a->in[b];
      for (uint32_t k = w->pred_first[b]; k < w->pred_first[b + 1]; k++) {
         uint32_t q = w->preds[k];
         if (a->stamp[q] != r + 1)
            start_block(a, r, q, 0);
         if (a->out[q] == NONE) {
            UTIL_PUSH(ctx, w->out, w->num_out, w->cap_out, (struct live_out){r, 0, w->out_head[q]});
            w->out_head[q] = a->out[q] = w->num_out - 1;
         }
         w->out[a->out[q]].mask |= m;
         uint32_t more = m & ~a->def[q] & ~a->in[q];
         if (more) {
            a->in[q] |= more;
            UTIL_PUSH(ctx, a->work, a->num_work, a->cap_work, q);
         }
      }
   }
}

static void find_all_live_out(struct builder *w)
{
   const struct cg_live_program *p = w->p;
   struct util_ctx *ctx = p->ctx;
   const uint32_t nr = p->num_regs, nb = p->num_blocks;
   struct at_blocks a = {.stamp = UTIL_ARRAY(ctx, uint32_t, nb),
                         .def = UTIL_ARRAY(ctx, uint32_t, nb),
                         .in = UTIL_ARRAY(ctx, uint32_t, nb),
                         .out = UTIL_ARRAY(ctx, uint32_t, nb)};
   w->out_head = UTIL_ARRAY(ctx, uint32_t, nb);
   memset(w->out_head, 0xff, sizeof(uint32_t) * nb);
   for (uint32_t r = 0; r < nr; r++)
      if (w->use_head[r] != NONE)
         find_live_out(w, &a, r);
   uint32_t *const by_reg[] = {w->def_mask, w->def_block, w->def_head, w->use_head};
   uint32_t *const by_block[] = {a.out, a.in, a.def, a.stamp};
   for (unsigned k = 0; k < 4; k++) {
      util_discard(ctx, by_reg[k], nr * sizeof(uint32_t));
      util_discard(ctx, by_block[k], nb * sizeof(uint32_t));
   }
   util_discard(ctx, w->events, w->cap_events * sizeof *w->events);
   util_discard(ctx, a.work, a.cap_work * sizeof *a.work);
}

/* ---- ranges -------------------------------------------------------------------------------------------------------------- */

static void add_range(struct builder *w, uint32_t reg, uint32_t start, uint32_t end, uint32_t mask)
{
   /* Ranges come in descending order: prepend, or extend the first one downwards. */
   struct cg_liveness *l = w->l;
   uint32_t h = l->head[reg];
   if (h != NONE && l->ranges[h].start == end + 1 && l->ranges[h].mask == mask) {
      l->ranges[h].start = start;
      return;
   }
   UTIL_PUSH(w->p->ctx, l->ranges, l->num_ranges, l->cap_ranges, (struct cg_live_range){start, end, mask, h});
   l->head[reg] = l->num_ranges - 1;
}

static inline void open_reg(struct builder *w, uint32_t r, uint32_t live, uint32_t until)
{
   w->listed[r] = 1, w->live[r] = live, w->until[r] = until;
   UTIL_PUSH(w->p->ctx, w->open, w->num_open, w->cap_open, r);
}

static void end_at_def(struct builder *w, uint32_t i, const struct cg_ra_ref *d)
{
   const uint32_t at = 2 * i + (d->flags & CG_RA_EARLY ? 0 : 1), m = ref_mask(d), r = d->reg;
   if (!w->listed[r])
      open_reg(w, r, 0, 0);
   const uint32_t dead = m & ~w->live[r];
   if (m & w->live[r]) {
      /* Another result of this instruction may have closed the range already, this part included. */
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
   if (!w->listed[r])
      open_reg(w, r, 0, 0);
   if (m & ~w->live[r]) {
      if (w->live[r] && w->until[r] >= 2 * i + 1)
         add_range(w, r, 2 * i + 1, w->until[r], w->live[r]);
      w->live[r] |= m;
      w->until[r] = 2 * i;
   }
}

static void walk_block(struct builder *w, uint32_t b)
{
   const struct cg_live_program *p = w->p;
   const struct cg_ra_block *blk = &p->blocks[b];
   const uint32_t first = 2 * blk->first, last = 2 * (blk->first + blk->num) - 1;
   const uint64_t weight = (uint64_t)1 << (3 * (blk->depth > 8 ? 8 : blk->depth));
   w->num_open = 0;
   for (uint32_t e = w->out_head[b]; e != NONE; e = w->out[e].next)
      open_reg(w, w->out[e].reg, w->out[e].mask, last);
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
   for (uint32_t k = 0; k < w->num_open; k++) {
      const uint32_t r = w->open[k];
      w->listed[r] = 0;
      if (w->live[r])
         add_range(w, r, first, w->until[r], w->live[r]);
      w->live[r] = 0;
   }
}

static void make_ranges(struct builder *w)
{
   const struct cg_live_program *p = w->p;
   struct util_ctx *ctx = p->ctx;
   const uint32_t nr = p->num_regs;
   w->live = UTIL_ARRAY(ctx, uint32_t, nr);
   w->until = UTIL_ARRAY(ctx, uint32_t, nr);
   w->listed = UTIL_ARRAY(ctx, uint8_t, (size_t)nr + 1);
   for (uint32_t b = p->num_blocks; b-- > 0;)
      if (p->blocks[b].num)
         walk_block(w, b);
   util_discard(ctx, w->open, w->cap_open * sizeof *w->open);
   util_discard(ctx, w->out, w->cap_out * sizeof *w->out);
   util_discard(ctx, w->listed, (size_t)nr + 1);
   util_discard(ctx, w->until, nr * sizeof *w->until);
   util_discard(ctx, w->live, nr * sizeof *w->live);
}

void cg_live_find(const struct cg_live_program *p, struct cg_liveness *l)
{
   struct builder w = {.p = p, .l = l};
   *l = (struct cg_liveness){.num_points = 2 * p->num_instrs,
                          .head = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_regs + 1),
                          .weight = UTIL_ARRAY(p->ctx, uint64_t, (size_t)p->num_regs + 1),
                          .length = UTIL_ARRAY(p->ctx, uint64_t, (size_t)p->num_regs + 1)};
   memset(l->head, 0xff, sizeof(uint32_t) * p->num_regs);
   collect_events(&w);
   find_preds(&w);
   find_all_live_out(&w);
   make_ranges(&w);
   for (uint32_t r = 0; r < p->num_regs; r++)
      for (uint32_t e = l->head[r]; e != NONE; e = l->ranges[e].next)
         l->length[r] += (uint64_t)(l->ranges[e].end - l->ranges[e].start + 1) * (unsigned)__builtin_popcount(l->ranges[e].mask);
}

/* ---- pressure ------------------------------------------------------------------------------------------------------------ */

int32_t *cg_live_changes(struct util_ctx *ctx, const struct cg_liveness *l, uint32_t num_regs, const uint8_t *ignored)
{
   int32_t *changes = UTIL_ARRAY(ctx, int32_t, (size_t)l->num_points + 2);
   for (uint32_t r = 0; r < num_regs; r++) {
      if (ignored && ignored[r])
         continue;
      for (uint32_t e = l->head[r]; e != NONE; e = l->ranges[e].next) {
         changes[l->ranges[e].start] += __builtin_popcount(l->ranges[e].mask);
         changes[l->ranges[e].end + 1] -= __builtin_popcount(l->ranges[e].mask);
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
