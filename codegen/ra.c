/* SPDX-License-Identifier: MIT */
/* Register allocation over intervals with holes: see ra.h for the model. */
#include "codegen/ra_priv.h"

#include <string.h>

#define WORDS (RA_MAX_UNITS / 64)
#define NONE RA_NONE

struct bits {
   uint64_t w[WORDS];
};

struct ra {
   struct ra_problem *p;
   struct util_ctx *ctx;
   uint32_t npoints;
   struct ra_range *ranges;
   uint32_t nranges, cap_ranges;
   uint32_t *head;                   /* first range by register */
   uint8_t *size;                    /* of the web, by the register that stands for it */
   uint64_t *weight;                 /* cost of spilling by register */
   uint64_t *length;                 /* points covered, times units */
   uint32_t *hint_first, *hint_next; /* lists over 2 * num_hints entries: 2h = seen from a, 2h+1 = from b */
   /* occupancy */
   struct bits *detail, *full, *any;
   struct bits taken; /* units that no register may use */
};

/* ---- liveness ------------------------------------------------------------------------------------------------------------ */

struct event {
   uint32_t block, mask, next;
};

static inline uint32_t ref_mask(const struct ra_ref *r)
{
   uint32_t m = r->size >= 32 ? UINT32_MAX : (1u << r->size) - 1;
   return m << r->off;
}

static void add_range(struct ra *ra, uint32_t reg, uint32_t start, uint32_t end, uint32_t mask)
{
   /* Ranges come in descending order: prepend, or extend the first one downwards. */
   uint32_t h = ra->head[reg];
   if (h != NONE && ra->ranges[h].start == end + 1 && ra->ranges[h].mask == mask) {
      ra->ranges[h].start = start;
      return;
   }
   UTIL_PUSH(ra->ctx, ra->ranges, ra->nranges, ra->cap_ranges, (struct ra_range){start, end, mask, h});
   ra->head[reg] = ra->nranges - 1;
}

struct live_out {
   uint32_t reg, mask, next;
};

static void build_ranges(struct ra *ra)
{
   struct ra_problem *p = ra->p;
   struct util_ctx *ctx = ra->ctx;
   uint32_t nr = p->num_regs, nb = p->num_blocks;

   /* What each block reads before it writes, and what it writes, as lists by register. */
   struct event *ev = NULL;
   uint32_t nev = 0, cap_ev = 0;
   uint32_t *use_head = UTIL_ARRAY(ctx, uint32_t, nr), *def_head = UTIL_ARRAY(ctx, uint32_t, nr);
   uint32_t *def_stamp = UTIL_ARRAY(ctx, uint32_t, nr), *def_mask = UTIL_ARRAY(ctx, uint32_t, nr);
   memset(use_head, 0xff, sizeof(uint32_t) * nr);
   memset(def_head, 0xff, sizeof(uint32_t) * nr);
   for (uint32_t b = 0; b < nb; b++) {
      const struct ra_block *blk = &p->blocks[b];
      for (uint32_t i = blk->first; i < blk->first + blk->num; i++) {
         const struct ra_ref *r = p->refs + p->instrs[i].first, *end = r + p->instrs[i].num;
         for (const struct ra_ref *u = r; u < end; u++) {
            if (u->flags & RA_DEF)
               continue;
            uint32_t m = ref_mask(u);
            if (def_stamp[u->reg] == b + 1)
               m &= ~def_mask[u->reg];
            if (!m)
               continue;
            uint32_t h = use_head[u->reg];
            if (h != NONE && ev[h].block == b)
               ev[h].mask |= m;
            else {
               UTIL_PUSH(ctx, ev, nev, cap_ev, (struct event){b, m, h});
               use_head[u->reg] = nev - 1;
            }
         }
         for (const struct ra_ref *d = r; d < end; d++) {
            if (!(d->flags & RA_DEF))
               continue;
            if (def_stamp[d->reg] != b + 1) {
               def_stamp[d->reg] = b + 1;
               def_mask[d->reg] = 0;
               UTIL_PUSH(ctx, ev, nev, cap_ev, (struct event){b, 0, def_head[d->reg]});
               def_head[d->reg] = nev - 1;
            }
            def_mask[d->reg] |= ref_mask(d);
            ev[def_head[d->reg]].mask |= ref_mask(d);
         }
      }
   }

   /* Predecessors. */
   uint32_t *pred_first = UTIL_ARRAY(ctx, uint32_t, nb + 2), *preds;
   uint32_t npred = 0;
   for (uint32_t b = 0; b < nb; b++)
      for (int s = 0; s < 2; s++)
         if (p->blocks[b].succ[s] != RA_NO_BLOCK)
            pred_first[p->blocks[b].succ[s] + 2]++, npred++;
   for (uint32_t b = 0; b < nb; b++)
      pred_first[b + 2] += pred_first[b + 1];
   preds = UTIL_ARRAY(ctx, uint32_t, npred + 1);
   for (uint32_t b = 0; b < nb; b++)
      for (int s = 0; s < 2; s++)
         if (p->blocks[b].succ[s] != RA_NO_BLOCK)
            preds[pred_first[p->blocks[b].succ[s] + 1]++] = b;

   /* Register by register, walk from the reads to the writes. */
   uint32_t *out_head = UTIL_ARRAY(ctx, uint32_t, nb);
   memset(out_head, 0xff, sizeof(uint32_t) * nb);
   struct live_out *out = NULL;
   uint32_t nout = 0, cap_out = 0;
   uint32_t *stamp = UTIL_ARRAY(ctx, uint32_t, nb), *bdef = UTIL_ARRAY(ctx, uint32_t, nb), *bin = UTIL_ARRAY(ctx, uint32_t, nb);
   uint32_t *bout = UTIL_ARRAY(ctx, uint32_t, nb); /* entry of out[] */
   uint32_t *work = NULL, nwork = 0, cap_work = 0;
   for (uint32_t r = 0; r < nr; r++) {
      if (use_head[r] == NONE)
         continue;
      for (uint32_t e = def_head[r]; e != NONE; e = ev[e].next) {
         uint32_t b = ev[e].block;
         stamp[b] = r + 1, bdef[b] = ev[e].mask, bin[b] = 0, bout[b] = NONE;
      }
      nwork = 0;
      for (uint32_t e = use_head[r]; e != NONE; e = ev[e].next) {
         uint32_t b = ev[e].block;
         if (stamp[b] != r + 1)
            stamp[b] = r + 1, bdef[b] = 0, bin[b] = 0, bout[b] = NONE;
         bin[b] |= ev[e].mask;
         UTIL_PUSH(ctx, work, nwork, cap_work, b);
      }
      while (nwork) {
         uint32_t b = work[--nwork], m = bin[b];
         for (uint32_t k = pred_first[b]; k < pred_first[b + 1]; k++) {
            uint32_t q = preds[k];
            if (stamp[q] != r + 1)
               stamp[q] = r + 1, bdef[q] = 0, bin[q] = 0, bout[q] = NONE;
            if (bout[q] == NONE) {
               UTIL_PUSH(ctx, out, nout, cap_out, (struct live_out){r, 0, out_head[q]});
               out_head[q] = bout[q] = nout - 1;
            }
            out[bout[q]].mask |= m;
            uint32_t more = m & ~bdef[q] & ~bin[q];
            if (more) {
               bin[q] |= more;
               UTIL_PUSH(ctx, work, nwork, cap_work, q);
            }
         }
      }
   }

   uint32_t *const by_reg[] = {def_mask, def_stamp, def_head, use_head}, *const by_block[] = {bout, bin, bdef, stamp};
   for (unsigned k = 0; k < 4; k++) {
      util_discard(ctx, by_reg[k], nr * sizeof(uint32_t));
      util_discard(ctx, by_block[k], nb * sizeof(uint32_t));
   }
   util_discard(ctx, ev, cap_ev * sizeof *ev);
   util_discard(ctx, work, cap_work * sizeof *work);

   /* Ranges, backwards. */
   uint32_t *live = UTIL_ARRAY(ctx, uint32_t, nr), *until = UTIL_ARRAY(ctx, uint32_t, nr);
   uint32_t *open = NULL, nopen = 0, cap_open = 0;
   uint8_t *listed = UTIL_ARRAY(ctx, uint8_t, nr + 1);
   for (uint32_t b = nb; b-- > 0;) {
      const struct ra_block *blk = &p->blocks[b];
      if (!blk->num)
         continue;
      uint32_t first = 2 * blk->first, last = 2 * (blk->first + blk->num) - 1;
      nopen = 0;
      for (uint32_t e = out_head[b]; e != NONE; e = out[e].next) {
         uint32_t r = out[e].reg;
         live[r] = out[e].mask, until[r] = last;
         listed[r] = 1;
         UTIL_PUSH(ctx, open, nopen, cap_open, r);
      }
      for (uint32_t i = blk->first + blk->num; i-- > blk->first;) {
         const struct ra_ref *r0 = p->refs + p->instrs[i].first, *end = r0 + p->instrs[i].num;
         for (const struct ra_ref *d = r0; d < end; d++) {
            if (!(d->flags & RA_DEF))
               continue;
            uint32_t at = 2 * i + (d->flags & RA_EARLY ? 0 : 1), m = ref_mask(d), r = d->reg;
            if (!listed[r]) {
               listed[r] = 1, live[r] = 0, until[r] = 0;
               UTIL_PUSH(ctx, open, nopen, cap_open, r);
            }
            uint32_t dead = m & ~live[r];
            if (m & live[r]) {
               /* Another result of this instruction may have closed the range already, this part included. */
               if (until[r] >= at) {
                  add_range(ra, r, at, until[r], live[r]);
                  until[r] = at - 1;
               }
               live[r] &= ~m;
               if (at == 0)
                  live[r] = 0;
            }
            if (dead)
               add_range(ra, r, at, 2 * i + 1, dead);
            ra->weight[r] += (uint64_t)1 << (3 * (blk->depth > 8 ? 8 : blk->depth));
         }
         for (const struct ra_ref *u = r0; u < end; u++) {
            if (u->flags & RA_DEF)
               continue;
            uint32_t m = ref_mask(u), r = u->reg;
            if (!listed[r]) {
               listed[r] = 1, live[r] = 0, until[r] = 0;
               UTIL_PUSH(ctx, open, nopen, cap_open, r);
            }
            if (m & ~live[r]) {
               if (live[r] && until[r] >= 2 * i + 1)
                  add_range(ra, r, 2 * i + 1, until[r], live[r]);
               live[r] |= m;
               until[r] = 2 * i;
            }
            ra->weight[r] += (uint64_t)1 << (3 * (blk->depth > 8 ? 8 : blk->depth));
         }
      }
      for (uint32_t k = 0; k < nopen; k++) {
         uint32_t r = open[k];
         listed[r] = 0;
         if (live[r])
            add_range(ra, r, first, until[r], live[r]);
         live[r] = 0;
      }
   }
   util_discard(ctx, open, cap_open * sizeof *open);
   util_discard(ctx, out, cap_out * sizeof *out);
   util_discard(ctx, listed, (size_t)nr + 1);
   util_discard(ctx, until, nr * sizeof *until);
   util_discard(ctx, live, nr * sizeof *live);
   for (uint32_t r = 0; r < nr; r++)
      for (uint32_t e = ra->head[r]; e != NONE; e = ra->ranges[e].next)
         ra->length[r] +=
             (uint64_t)(ra->ranges[e].end - ra->ranges[e].start + 1) * (unsigned)__builtin_popcount(ra->ranges[e].mask);
}

/* ---- occupancy ----------------------------------------------------------------------------------------------------------- */

static void or_bits(struct bits *a, const struct bits *b)
{
   for (int i = 0; i < WORDS; i++)
      a->w[i] |= b->w[i];
}

static void query(const struct ra *ra, uint32_t start, uint32_t end, struct bits *result)
{
   struct bits sum = *result, *busy = &sum; /* in registers */
   for (uint32_t at = start; at <= end;) {
      uint32_t blk = at >> 6, last = at | 63;
      if (last > end)
         last = end;
      if (!(at & 63) && (last & 63) == 63) {
         or_bits(busy, &ra->any[blk]);
      } else {
         or_bits(busy, &ra->full[blk]);
         for (uint32_t q = at; q <= last; q++)
            or_bits(busy, &ra->detail[q]);
      }
      at = last + 1;
   }
   *result = sum;
}

static void occupy(struct ra *ra, uint32_t start, uint32_t end, const struct bits *m)
{
   for (uint32_t at = start; at <= end;) {
      uint32_t blk = at >> 6, last = at | 63;
      if (last > end)
         last = end;
      or_bits(&ra->any[blk], m);
      if (!(at & 63) && (last & 63) == 63)
         or_bits(&ra->full[blk], m);
      else
         for (uint32_t q = at; q <= last; q++)
            or_bits(&ra->detail[q], m);
      at = last + 1;
   }
}

static struct bits shift_right(const struct bits *a, unsigned n)
{
   struct bits r;
   unsigned words = n / 64, s = n % 64;
   for (unsigned i = 0; i < WORDS; i++) {
      uint64_t lo = i + words < WORDS ? a->w[i + words] : 0, hi = i + words + 1 < WORDS ? a->w[i + words + 1] : 0;
      r.w[i] = s ? lo >> s | hi << (64 - s) : lo;
   }
   return r;
}

/* Bases at which the register could stand, given what is occupied. */
static struct bits free_bases(const struct ra *ra, uint32_t reg)
{
   const struct ra_problem *p = ra->p;
   const struct ra_reg *r = &p->regs[reg];
   const unsigned size = ra->size[reg];
   struct bits busy[RA_MAX_TUPLE], res;
   if (size == 1 && r->align <= 1) { /* most */
      res = ra->taken;
      for (uint32_t e = ra->head[reg]; e != NONE; e = ra->ranges[e].next)
         query(ra, ra->ranges[e].start, ra->ranges[e].end, &res);
      for (int i = 0; i < WORDS; i++)
         res.w[i] = ~res.w[i];
      return res;
   }
   memset(busy, 0, sizeof(struct bits) * size);
   for (uint32_t e = ra->head[reg]; e != NONE; e = ra->ranges[e].next) {
      struct bits b = {{0}};
      query(ra, ra->ranges[e].start, ra->ranges[e].end, &b);
      for (uint32_t m = ra->ranges[e].mask; m; m &= m - 1)
         or_bits(&busy[__builtin_ctz(m)], &b);
   }
   memset(&res, 0, sizeof res);
   unsigned align = r->align ? r->align : 1;
   for (unsigned b = 0; b + size <= p->num_units; b += align)
      res.w[b / 64] |= (uint64_t)1 << b % 64;
   for (unsigned c = 0; c < size; c++) {
      for (int i = 0; i < WORDS; i++)
         busy[c].w[i] |= p->reserved[i];
      struct bits s = shift_right(&busy[c], c);
      for (int i = 0; i < WORDS; i++)
         res.w[i] &= ~s.w[i];
   }
   return res;
}

static void take(struct ra *ra, uint32_t reg, unsigned base)
{
   struct ra_problem *p = ra->p;
   for (uint32_t e = ra->head[reg]; e != NONE; e = ra->ranges[e].next) {
      struct bits m = {{0}};
      for (uint32_t k = ra->ranges[e].mask; k; k &= k - 1) {
         unsigned u = base + (unsigned)__builtin_ctz(k);
         m.w[u / 64] |= (uint64_t)1 << u % 64;
      }
      occupy(ra, ra->ranges[e].start, ra->ranges[e].end, &m);
   }
   p->regs[reg].base = (int16_t)base;
   if (base + ra->size[reg] > p->max_units)
      p->max_units = base + ra->size[reg];
}

static bool has_bit(const struct bits *b, int n)
{
   return n >= 0 && n < RA_MAX_UNITS && (b->w[n / 64] >> n % 64 & 1);
}

static int lowest(const struct bits *b)
{
   for (int i = 0; i < WORDS; i++)
      if (b->w[i])
         return i * 64 + __builtin_ctzll(b->w[i]);
   return -1;
}

/* The other end of a hint entry and the base it asks of `reg`'s side: base(reg) = base(other) + *delta. */
static uint32_t hint_other(const struct ra_problem *p, uint32_t entry, int *delta)
{
   const struct ra_hint *h = &p->hints[entry / 2];
   *delta = entry & 1 ? h->delta : -h->delta;
   return entry & 1 ? h->a : h->b;
}

static int choose(const struct ra *ra, uint32_t reg, struct bits *ok)
{
   const struct ra_problem *p = ra->p;
   int best = -1;
   unsigned best_score = 0, looked = 0;
   for (uint32_t e = ra->hint_first[reg]; e != NONE; e = ra->hint_next[e]) {
      int delta;
      uint32_t other = hint_other(p, e, &delta);
      if (p->regs[other].base < 0)
         continue;
      int want = p->regs[other].base + delta;
      if (!has_bit(ok, want))
         continue;
      /* Several partners may ask for the same place: add their weights, looking at no more than a few. */
      unsigned score = 0, n = 0;
      for (uint32_t f = ra->hint_first[reg]; f != NONE && n < 16; f = ra->hint_next[f], n++) {
         int d2;
         uint32_t o2 = hint_other(p, f, &d2);
         if (p->regs[o2].base >= 0 && p->regs[o2].base + d2 == want)
            score += p->hints[f / 2].weight;
      }
      if (score > best_score)
         best_score = score, best = want;
      if (++looked == 16)
         break;
   }
   if (best >= 0)
      return best;
   /* No partner has a place yet: prefer one that suits them as well. */
   struct bits all = *ok;
   looked = 0;
   for (uint32_t e = ra->hint_first[reg]; e != NONE && looked < 8; e = ra->hint_next[e]) {
      int delta;
      uint32_t other = hint_other(p, e, &delta);
      if (p->regs[other].base >= 0 || other == reg || p->regs[other].size != 1 || ra->length[other] > 100000)
         continue;
      if (delta != 0)
         continue;
      looked++;
      struct bits f = free_bases(ra, other), both;
      uint64_t some = 0;
      for (int i = 0; i < WORDS; i++)
         some |= both.w[i] = all.w[i] & f.w[i];
      if (some)
         all = both;
   }
   return lowest(&all);
}

/* ---- spilling by pressure ------------------------------------------------------------------------------------------------ */

struct heap_item {
   uint64_t key; /* smallest first */
   uint32_t reg, end;
};

static void heap_push(struct ra *ra, struct heap_item **h, uint32_t *n, uint32_t *cap, struct heap_item it)
{
   UTIL_PUSH(ra->ctx, *h, *n, *cap, it);
   uint32_t i = *n - 1;
   while (i && ((*h)[(i - 1) / 2].key > it.key)) {
      (*h)[i] = (*h)[(i - 1) / 2];
      i = (i - 1) / 2;
   }
   (*h)[i] = it;
}

static struct heap_item heap_pop(struct heap_item *h, uint32_t *n)
{
   struct heap_item top = h[0], it = h[--*n];
   uint32_t i = 0;
   for (;;) {
      uint32_t c = 2 * i + 1;
      if (c >= *n)
         break;
      if (c + 1 < *n && h[c + 1].key < h[c].key)
         c++;
      if (h[c].key >= it.key)
         break;
      h[i] = h[c];
      i = c;
   }
   if (*n)
      h[i] = it;
   return top;
}

/* Cost of spilling per unit of time freed, scaled. */
static uint64_t spill_key(const struct ra *ra, uint32_t r)
{
   uint64_t w = ra->weight[r] << 20;
   return w / (ra->length[r] + 1);
}

static void spill_by_pressure(struct ra *ra)
{
   struct ra_problem *p = ra->p;
   unsigned limit = p->num_units;
   for (unsigned u = 0; u < p->num_units; u++)
      if (p->reserved[u / 64] >> u % 64 & 1)
         limit--;
   int32_t *diff = UTIL_ARRAY(ra->ctx, int32_t, ra->npoints + 2);
   for (uint32_t r = 0; r < p->num_regs; r++) {
      if (p->regs[r].fixed >= 0 && p->reserved[p->regs[r].fixed / 64] >> p->regs[r].fixed % 64 & 1)
         continue;
      for (uint32_t e = ra->head[r]; e != NONE; e = ra->ranges[e].next) {
         diff[ra->ranges[e].start] += __builtin_popcount(ra->ranges[e].mask);
         diff[ra->ranges[e].end + 1] -= __builtin_popcount(ra->ranges[e].mask);
      }
   }
   int32_t cur = 0;
   for (uint32_t q = 0; q < ra->npoints; q++) {
      cur += diff[q];
      if (cur > (int32_t)p->max_pressure)
         p->max_pressure = (unsigned)cur;
   }
   if (p->max_pressure <= limit) {
      util_discard(ra->ctx, diff, ((size_t)ra->npoints + 2) * sizeof *diff);
      return;
   }

   /* Ranges of spillable registers by start (bucket lists), then a sweep. */
   uint32_t *start = UTIL_ARRAY(ra->ctx, uint32_t, ra->npoints + 1), *next = UTIL_ARRAY(ra->ctx, uint32_t, ra->nranges + 1);
   uint32_t *owner = UTIL_ARRAY(ra->ctx, uint32_t, ra->nranges + 1);
   memset(start, 0xff, sizeof(uint32_t) * (ra->npoints + 1));
   for (uint32_t r = 0; r < p->num_regs; r++) {
      if (p->regs[r].no_spill || p->regs[r].fixed >= 0)
         continue;
      for (uint32_t e = ra->head[r]; e != NONE; e = ra->ranges[e].next) {
         owner[e] = r;
         next[e] = start[ra->ranges[e].start];
         start[ra->ranges[e].start] = e;
      }
   }
   struct heap_item *heap = NULL;
   uint32_t nheap = 0, cap_heap = 0;
   cur = 0;
   for (uint32_t q = 0; q < ra->npoints; q++) {
      cur += diff[q];
      for (uint32_t e = start[q]; e != NONE; e = next[e])
         if (!p->regs[owner[e]].spill)
            heap_push(ra, &heap, &nheap, &cap_heap, (struct heap_item){spill_key(ra, owner[e]), owner[e], ra->ranges[e].end});
      while (cur > (int32_t)limit && nheap) {
         struct heap_item it = heap_pop(heap, &nheap);
         if (it.end < q || p->regs[it.reg].spill)
            continue;
         p->regs[it.reg].spill = true;
         p->num_spills++;
         for (uint32_t e = ra->head[it.reg]; e != NONE; e = ra->ranges[e].next) {
            int32_t n = __builtin_popcount(ra->ranges[e].mask);
            if (ra->ranges[e].end < q)
               continue;
            if (ra->ranges[e].start <= q)
               cur -= n;
            else
               diff[ra->ranges[e].start] -= n;
            diff[ra->ranges[e].end + 1] += n;
         }
      }
   }
}

/* ---- the allocation ------------------------------------------------------------------------------------------------------ */

static void sort_order(struct ra *ra, uint32_t *order, uint32_t n)
{
   /* Stable counting sorts: by start, then by class (fixed, unspillable, size descending). Ranges lists start with the lowest. */
   struct util_ctx *ctx = ra->ctx;
   struct ra_problem *p = ra->p;
   uint32_t *bucket = UTIL_ARRAY(ctx, uint32_t, ra->npoints + 2), *tmp = UTIL_ARRAY(ctx, uint32_t, n + 1);
   /* Of those that start together the ones with a preference choose first. */
   uint32_t hinted = 0;
   for (int pass = 0; pass < 2; pass++)
      for (uint32_t i = 0; i < n; i++)
         if ((ra->hint_first[order[i]] == NONE) == pass)
            tmp[hinted++] = order[i];
   memcpy(order, tmp, sizeof *order * n);
   for (uint32_t i = 0; i < n; i++)
      bucket[ra->ranges[ra->head[order[i]]].start + 1]++;
   for (uint32_t q = 0; q < ra->npoints; q++)
      bucket[q + 1] += bucket[q];
   for (uint32_t i = 0; i < n; i++)
      tmp[bucket[ra->ranges[ra->head[order[i]]].start]++] = order[i];
   uint32_t cls[2 * (RA_MAX_TUPLE + 1) + 2] = {0};
#define CLASS(r)                                                                                                               \
   (p->regs[r].fixed >= 0 ? 0u : (p->regs[r].no_spill ? 1u : RA_MAX_TUPLE + 1u) + (unsigned)(RA_MAX_TUPLE - ra->size[r]))
   for (uint32_t i = 0; i < n; i++)
      cls[CLASS(tmp[i]) + 1]++;
   for (unsigned c = 0; c + 1 < sizeof cls / sizeof *cls; c++)
      cls[c + 1] += cls[c];
   for (uint32_t i = 0; i < n; i++)
      order[cls[CLASS(tmp[i])]++] = tmp[i];
#undef CLASS
   util_discard(ctx, tmp, ((size_t)n + 1) * sizeof *tmp);
   util_discard(ctx, bucket, ((size_t)ra->npoints + 2) * sizeof *bucket);
}

static enum ra_result allocate(struct ra_problem *p, bool webs)
{
   struct util_ctx *ctx = p->ctx;
   struct ra ra = {.p = p, .ctx = ctx};
   UTIL_CHECK(ctx, p->num_units <= RA_MAX_UNITS && p->num_instrs < UINT32_MAX / 2 - 64);
   ra.npoints = 2 * p->num_instrs;
   ra.head = UTIL_ARRAY(ctx, uint32_t, p->num_regs + 1);
   memset(ra.head, 0xff, sizeof(uint32_t) * p->num_regs);
   ra.weight = UTIL_ARRAY(ctx, uint64_t, p->num_regs + 1);
   ra.length = UTIL_ARRAY(ctx, uint64_t, p->num_regs + 1);
   ra.size = UTIL_ARRAY(ctx, uint8_t, p->num_regs + 1);
   p->max_units = p->max_pressure = 0;
   p->num_spills = 0;
   for (uint32_t r = 0; r < p->num_regs; r++) {
      UTIL_CHECK(ctx, p->regs[r].size >= 1 && p->regs[r].size <= RA_MAX_TUPLE);
      ra.size[r] = p->regs[r].size;
      p->regs[r].base = -1;
      p->regs[r].spill = false;
   }
   build_ranges(&ra);
   spill_by_pressure(&ra);
   if (p->num_spills)
      return RA_SPILL;

   struct ra_webs w = {0};
   if (webs)
      ra_make_webs(p, ra.ranges, ra.head, ra.size, &w);
   ra.hint_first = UTIL_ARRAY(ctx, uint32_t, p->num_regs + 1);
   memset(ra.hint_first, 0xff, sizeof(uint32_t) * p->num_regs);
   ra.hint_next = UTIL_ARRAY(ctx, uint32_t, 2 * (size_t)p->num_hints + 1);
   for (uint32_t h = webs ? 0 : p->num_hints; h-- > 0;) { /* what webs did not join interferes */
      ra.hint_next[2 * h] = ra.hint_first[p->hints[h].a];
      ra.hint_first[p->hints[h].a] = 2 * h;
      ra.hint_next[2 * h + 1] = ra.hint_first[p->hints[h].b];
      ra.hint_first[p->hints[h].b] = 2 * h + 1;
   }
   uint32_t nblk = ra.npoints / 64 + 1;
   ra.detail = UTIL_ARRAY(ctx, struct bits, nblk * (size_t)64);
   ra.full = UTIL_ARRAY(ctx, struct bits, nblk);
   ra.any = UTIL_ARRAY(ctx, struct bits, nblk);
   for (unsigned u = 0; u < RA_MAX_UNITS; u++)
      if (u >= p->num_units || p->reserved[u / 64] >> u % 64 & 1)
         ra.taken.w[u / 64] |= (uint64_t)1 << u % 64;

   uint32_t *order = UTIL_ARRAY(ctx, uint32_t, p->num_regs + 1), n = 0;
   for (uint32_t r = 0; r < p->num_regs; r++)
      if (ra.head[r] != NONE)
         order[n++] = r;
   sort_order(&ra, order, n);
   bool impossible = false;
   for (uint32_t i = 0; i < n; i++) {
      uint32_t r = order[i];
      if (p->regs[r].fixed >= 0) {
         take(&ra, r, (unsigned)p->regs[r].fixed);
         continue;
      }
      struct bits ok = free_bases(&ra, r);
      int base = choose(&ra, r, &ok);
      if (base >= 0) {
         take(&ra, r, (unsigned)base);
      } else if (!p->regs[r].no_spill) {
         p->regs[r].spill = true;
         p->num_spills++;
      } else {
         impossible = true;
      }
   }
   for (uint32_t r = 0; webs && r < p->num_regs; r++)
      if (w.root[r] != r)
         p->regs[r].base = (int16_t)(p->regs[w.root[r]].base + w.at[r]);
   for (uint32_t r = 0; webs && r < p->num_regs; r++)
      if (w.root[r] == r && p->regs[r].base >= 0)
         p->regs[r].base = (int16_t)(p->regs[r].base + w.at[r]);
   return p->num_spills ? RA_SPILL : impossible ? RA_IMPOSSIBLE : RA_OK;
}

/* What it finds is in the problem: its own memory can go. */
enum ra_result ra_allocate(struct ra_problem *p)
{
   struct util_arena mark = p->ctx->arena;
   const bool webs = p->coalesce && p->num_hints;
   enum ra_result r = allocate(p, webs);

   if (webs && r != RA_OK && p->max_pressure <= p->num_units) { /* webs are harder to place */
      util_arena_release(p->ctx, &mark);
      mark = p->ctx->arena;
      r = allocate(p, false);
   }
   util_arena_release(p->ctx, &mark);
   return r;
}

/* ---- the checker --------------------------------------------------------------------------------------------------------- */

/* What a unit holds: 0 = nothing known, else 1 + register * RA_MAX_TUPLE + unit. */
typedef uint64_t content;

static const char *replay(struct ra_problem *p, uint32_t b, content *file, bool report, bool allow_undef,
                          const uint8_t *ever)
{
   const struct ra_block *blk = &p->blocks[b];
   for (uint32_t i = blk->first; i < blk->first + blk->num; i++) {
      const struct ra_ref *r = p->refs + p->instrs[i].first, *end = r + p->instrs[i].num;
      p->bad_instr = i;
      if (report)
         for (const struct ra_ref *u = r; u < end; u++) {
            if (u->flags & RA_DEF)
               continue;
            if (p->regs[u->reg].base < 0)
               return util_printf(p->ctx, "instruction %u reads v%u, which has no register", i, u->reg);
            for (unsigned c = 0; c < u->size; c++) {
               unsigned unit = (unsigned)p->regs[u->reg].base + u->off + c;
               content want = 1 + (content)u->reg * RA_MAX_TUPLE + u->off + c;
               if (file[unit] != want && !(allow_undef && !(ever[u->reg])))
                  return util_printf(p->ctx, "instruction %u reads v%u+%u in unit %u, which holds v%d", i, u->reg, u->off + c,
                                     unit, file[unit] ? (int)((file[unit] - 1) / RA_MAX_TUPLE) : -1);
            }
         }
      for (const struct ra_ref *d = r; d < end; d++) {
         if (!(d->flags & RA_DEF) || p->regs[d->reg].base < 0)
            continue;
         for (unsigned c = 0; c < d->size; c++) {
            unsigned unit = (unsigned)p->regs[d->reg].base + d->off + c;
            if (report && (p->reserved[unit / 64] >> unit % 64 & 1) && p->regs[d->reg].fixed < 0)
               return util_printf(p->ctx, "instruction %u writes the reserved unit %u", i, unit);
            file[unit] = 1 + (content)d->reg * RA_MAX_TUPLE + d->off + c;
         }
         if (report && (d->flags & RA_EARLY))
            for (const struct ra_ref *u = r; u < end; u++)
               if (!(u->flags & RA_DEF) && p->regs[u->reg].base + u->off < p->regs[d->reg].base + d->off + d->size &&
                   p->regs[d->reg].base + d->off < p->regs[u->reg].base + u->off + u->size && u->reg != d->reg)
                  return util_printf(p->ctx, "instruction %u writes v%u early over its source v%u", i, d->reg, u->reg);
      }
      if (report) /* two results of one instruction in one unit */
         for (const struct ra_ref *d = r; d < end; d++)
            if (d->flags & RA_DEF && p->regs[d->reg].base >= 0)
               for (unsigned c = 0; c < d->size; c++)
                  if (file[(unsigned)p->regs[d->reg].base + d->off + c] != 1 + (content)d->reg * RA_MAX_TUPLE + d->off + c)
                     return util_printf(p->ctx, "instruction %u: two results in one unit", i);
   }
   return NULL;
}

/* Is every register in the file, at its fixed place, aligned? */
static const char *check_places(struct ra_problem *p)
{
   for (uint32_t k = 0; k < p->num_regs; k++) {
      const struct ra_reg *r = &p->regs[k];
      if (r->base < 0)
         continue;
      if ((unsigned)r->base + r->size > p->num_units)
         return util_printf(p->ctx, "v%u lies outside the register file", k);
      if (r->fixed >= 0 && r->base != r->fixed)
         return util_printf(p->ctx, "v%u lies in unit %d, its place is %d", k, r->base, r->fixed);
      if (r->align > 1 && r->base % r->align)
         return util_printf(p->ctx, "v%u lies in unit %d, no multiple of %u", k, r->base, r->align);
   }
   return NULL;
}

static const char *check(struct ra_problem *p, bool allow_undef)
{
   struct util_ctx *ctx = p->ctx;
   p->bad_instr = UINT32_MAX;
   uint32_t nb = p->num_blocks, units = RA_MAX_UNITS;
   uint8_t *ever = UTIL_ARRAY(ctx, uint8_t, p->num_regs + 1); /* registers written anywhere */
   for (uint32_t i = 0; i < p->num_refs; i++)
      if (p->refs[i].flags & RA_DEF)
         ever[p->refs[i].reg] = 1;
   const char *err = check_places(p);
   if (err)
      return err;
   content **in = UTIL_ARRAY(ctx, content *, nb + 1), *file = UTIL_ARRAY(ctx, content, units);
   uint8_t *dirty = UTIL_ARRAY(ctx, uint8_t, nb + 1);
   if (!nb)
      return NULL;
   in[0] = UTIL_ARRAY(ctx, content, units);
   dirty[0] = 1;
   for (bool again = true; again;) {
      again = false;
      for (uint32_t b = 0; b < nb; b++) {
         if (!dirty[b])
            continue;
         dirty[b] = 0;
         memcpy(file, in[b], units * sizeof *file);
         replay(p, b, file, false, allow_undef, ever);
         for (int s = 0; s < 2; s++) {
            uint32_t t = p->blocks[b].succ[s];
            if (t == RA_NO_BLOCK)
               continue;
            bool changed = false;
            if (!in[t]) {
               in[t] = UTIL_ARRAY(ctx, content, units);
               memcpy(in[t], file, units * sizeof *file);
               changed = true;
            } else {
               for (uint32_t u = 0; u < units; u++)
                  if (in[t][u] && in[t][u] != file[u])
                     in[t][u] = 0, changed = true;
            }
            if (changed) {
               dirty[t] = 1;
               if (t <= b)
                  again = true;
            }
         }
      }
   }
   for (uint32_t b = 0; b < nb; b++) {
      if (!in[b])
         continue;
      memcpy(file, in[b], units * sizeof *file);
      err = replay(p, b, file, true, allow_undef, ever);
      if (err)
         return err;
   }
   p->bad_instr = UINT32_MAX;
   return NULL;
}

const char *ra_check(struct ra_problem *p, bool allow_undef)
{
   struct util_arena mark = p->ctx->arena;
   const char *err = check(p, allow_undef);

   if (!err)
      util_arena_release(p->ctx, &mark);
   return err;
}
