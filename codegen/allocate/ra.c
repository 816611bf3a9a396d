/* SPDX-License-Identifier: MIT */
/* Register allocation over intervals with holes: see ra.h for the model. */
#include "codegen/allocate/ra_bits.h"
#include "codegen/allocate/ra_priv.h"

#include <string.h>

#define FEW_WORDS 2 /* used when few units are live at one time */
#define NONE CG_LIVE_END

struct ra {
   struct cg_ra_problem *p;
   struct util_ctx *ctx;
   struct cg_liveness live;             /* a phi web's ranges belong to the register that is its root */
   uint8_t *size;                    /* by register: its units; by root: the units of its phi web */
   struct cg_ra_hint *hints;         /* hints between the roots of webs */
   uint32_t num_hints;
   uint32_t *hint_first, *hint_next; /* lists of 2 * num_hints entries: 2h is hint h seen from a, 2h+1 seen from b */
   /* Occupancy by point, with `words` words each: the units that are taken. Summaries by 64 points: units taken at all of
      them, and at any of them. */
   unsigned words;
   uint64_t *detail;
   struct ra_bits *full, *any;
   const uint32_t *roots; /* registers, or roots of webs, with live ranges */
   uint32_t num_roots;
   unsigned left;     /* number of registers for which others were moved, or could not be */
   struct ra_bits taken; /* units that no register may use; the others are below 64 * words */
   struct aligned {   /* by size of a register: an alignment (0 if unknown), and the bases that it allows */
      unsigned align;
      struct ra_bits bases;
   } aligned[CG_RA_MAX_TUPLE + 1];
};

/* ---- occupancy ----------------------------------------------------------------------------------------------------------- */

/* The number of units in the words of the occupancy bitmap. */
static unsigned num_units_within(const struct ra *ra)
{
   return ra->p->num_units < 64 * ra->words ? ra->p->num_units : 64 * ra->words;
}

/* The units taken at any of the points. There is a case for each number of words, which the C compiler unrolls. */
static inline void or_detail(const struct ra *ra, uint32_t first, uint32_t last, struct ra_bits *busy)
{
   const uint64_t *d = ra->detail + (size_t)first * ra->words, *end = ra->detail + ((size_t)last + 1) * ra->words;
   if (ra->words == FEW_WORDS)
      for (; d < end; d += FEW_WORDS)
         for (int i = 0; i < FEW_WORDS; i++)
            busy->w[i] |= d[i];
   else
      for (; d < end; d += RA_WORDS)
         for (int i = 0; i < RA_WORDS; i++)
            busy->w[i] |= d[i];
}

static void query(const struct ra *ra, uint32_t start, uint32_t end, struct ra_bits *result)
{
   struct ra_bits sum = *result, *busy = &sum; /* local copies stay in registers */
   for (uint32_t at = start; at <= end;) {
      uint32_t blk = at >> 6, last = at | 63;
      if (last > end)
         last = end;
      if (!(at & 63) && (last & 63) == 63) {
         ra_bits_add(busy, &ra->any[blk]);
      } else {
         ra_bits_add(busy, &ra->full[blk]);
         or_detail(ra, at, last, busy);
      }
      at = last + 1;
   }
   *result = sum;
}

/* Marks units of one word as taken at all points of a range. */
static inline void occupy(struct ra *ra, uint32_t start, uint32_t end, unsigned word, uint64_t units)
{
   const unsigned words = ra->words;
   for (uint32_t at = start; at <= end;) {
      uint32_t blk = at >> 6, last = at | 63;
      if (last > end)
         last = end;
      ra->any[blk].w[word] |= units;
      if (!(at & 63) && (last & 63) == 63) {
         ra->full[blk].w[word] |= units;
      } else {
         uint64_t *d = ra->detail + (size_t)at * words + word, *past = d + (size_t)(last + 1 - at) * words;
         for (; d < past; d += words)
            *d |= units;
      }
      at = last + 1;
   }
}

/* The bases of a register of this size and alignment if nothing were occupied. */
static struct ra_bits aligned_bases(struct ra *ra, unsigned size, unsigned align)
{
   struct aligned *k = &ra->aligned[size];
   if (k->align == align)
      return k->bases;
   const unsigned num = num_units_within(ra), end = num < size ? 0 : num - size + 1;
   *k = (struct aligned){.align = align};
   if (align == 1)
      k->bases = ra_bits_below(end);
   for (unsigned b = 0; align > 1 && b < end; b += align)
      k->bases.w[b / 64] |= (uint64_t)1 << b % 64;
   return k->bases;
}

/* The bases of the register that are free. */
static struct ra_bits free_bases(struct ra *ra, uint32_t reg)
{
   const struct cg_ra_problem *p = ra->p;
   const struct cg_ra_reg *r = &p->regs[reg];
   const unsigned size = ra->size[reg];
   struct ra_bits busy[CG_RA_MAX_TUPLE], res;
   if (size == 1 && r->align <= 1) { /* most registers are like this */
      res = ra->taken;
      for (uint32_t e = ra->live.head[reg]; e != NONE; e = ra->live.ranges[e].next)
         query(ra, ra->live.ranges[e].start, ra->live.ranges[e].end, &res);
      for (int i = 0; i < RA_WORDS; i++)
         res.w[i] = ~res.w[i];
      return res;
   }
   memset(busy, 0, sizeof(struct ra_bits) * size);
   for (uint32_t e = ra->live.head[reg]; e != NONE; e = ra->live.ranges[e].next) {
      struct ra_bits b = {{0}};
      query(ra, ra->live.ranges[e].start, ra->live.ranges[e].end, &b);
      for (uint32_t m = ra->live.ranges[e].mask; m; m &= m - 1)
         ra_bits_add(&busy[__builtin_ctz(m)], &b);
   }
   res = aligned_bases(ra, size, r->align ? r->align : 1);
   for (unsigned c = 0; c < size; c++) {
      for (int i = 0; i < RA_WORDS; i++)
         busy[c].w[i] |= p->reserved[i];
      struct ra_bits s = ra_bits_right(&busy[c], c);
      for (int i = 0; i < RA_WORDS; i++)
         res.w[i] &= ~s.w[i];
   }
   return res;
}

static void take(struct ra *ra, uint32_t reg, unsigned base)
{
   struct cg_ra_problem *p = ra->p;
   const unsigned word = base / 64, bit = base % 64;
   for (uint32_t e = ra->live.head[reg]; e != NONE; e = ra->live.ranges[e].next) {
      const struct cg_live_range *r = &ra->live.ranges[e];
      const uint64_t rest = bit ? (uint64_t)r->mask >> (64 - bit) : 0; /* the part in the next word */
      occupy(ra, r->start, r->end, word, (uint64_t)r->mask << bit);
      if (rest)
         occupy(ra, r->start, r->end, word + 1, rest);
   }
   p->regs[reg].base = (int16_t)base;
   if (base + ra->size[reg] > p->max_units)
      p->max_units = base + ra->size[reg];
}

/* The other register of a hint entry, and the hinted offset: base(this one) = base(other) + *delta. */
static uint32_t hint_other(const struct ra *ra, uint32_t entry, int *delta)
{
   const struct cg_ra_hint *h = &ra->hints[entry / 2];
   *delta = entry & 1 ? h->delta : -h->delta;
   return entry & 1 ? h->a : h->b;
}

/* The base with the highest total weight of hints from placed registers, or -1. */
static int hinted_base(const struct ra *ra, uint32_t reg, const struct ra_bits *ok)
{
   const struct cg_ra_problem *p = ra->p;
   int best = -1;
   unsigned best_score = 0, looked = 0;
   for (uint32_t e = ra->hint_first[reg]; e != NONE; e = ra->hint_next[e]) {
      int delta;
      uint32_t other = hint_other(ra, e, &delta);
      if (p->regs[other].base < 0)
         continue;
      int want = p->regs[other].base + delta;
      if (!ra_bits_has(ok, want))
         continue;
      /* Several hints may name the same base; this adds the weights of the first few. */
      unsigned score = 0, n = 0;
      for (uint32_t f = ra->hint_first[reg]; f != NONE && n < 16; f = ra->hint_next[f], n++) {
         int d2;
         uint32_t o2 = hint_other(ra, f, &d2);
         if (p->regs[o2].base >= 0 && p->regs[o2].base + d2 == want)
            score += 16 * ra->hints[f / 2].weight + 1;
      }
      if (score > best_score)
         best_score = score, best = want;
      if (++looked == 16)
         break;
   }
   return best;
}

static int choose(struct ra *ra, uint32_t reg, struct ra_bits *ok)
{
   const struct cg_ra_problem *p = ra->p;
   const int best = hinted_base(ra, reg, ok);
   if (best >= 0)
      return best;
   /* None of the other registers is placed yet: prefer a base that is free for them, too. */
   struct ra_bits all = *ok;
   unsigned looked = 0;
   for (uint32_t e = ra->hint_first[reg]; e != NONE && looked < 8; e = ra->hint_next[e]) {
      int delta;
      uint32_t other = hint_other(ra, e, &delta);
      if (p->regs[other].base >= 0 || other == reg || ra->size[other] != 1 || ra->live.length[other] > 100000)
         continue;
      if (delta && ra->hints[e / 2].weight)
         continue;
      looked++;
      struct ra_bits f = free_bases(ra, other), both;
      f = delta < 0 ? ra_bits_right(&f, (unsigned)-delta) : ra_bits_left(&f, (unsigned)delta);
      uint64_t some = 0;
      for (int i = 0; i < RA_WORDS; i++)
         some |= both.w[i] = all.w[i] & f.w[i];
      if (some)
         all = both;
   }
   return ra_bits_lowest(&all);
}

/* ---- spilling by pressure ------------------------------------------------------------------------------------------------ */

struct heap_item {
   uint64_t key; /* lowest first */
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

/* The cost of spilling per point and unit that it frees, scaled. */
static uint64_t spill_key(const struct ra *ra, uint32_t r)
{
   uint64_t w = ra->live.weight[r] << 20;
   return w / (ra->live.length[r] + 1);
}

/* The number of units that registers without a fixed place may use. */
static unsigned num_free_units(const struct cg_ra_problem *p)
{
   const struct ra_bits all = ra_bits_below(p->num_units);
   unsigned n = p->num_units;
   for (unsigned i = 0; i < RA_WORDS; i++)
      if (all.w[i] & p->reserved[i]) /* RA_WORDS is small */
         n -= (unsigned)__builtin_popcountll(all.w[i] & p->reserved[i]);
   return n;
}

/* By point: the change in the number of live units, without reserved units. */
static int32_t *pressure_changes(const struct ra *ra)
{
   const struct cg_ra_problem *p = ra->p;
   uint8_t *in_reserved = UTIL_ARRAY(ra->ctx, uint8_t, (size_t)p->num_regs + 1);
   for (uint32_t r = 0; r < p->num_regs; r++)
      in_reserved[r] = p->regs[r].fixed >= 0 && p->reserved[p->regs[r].fixed / 64] >> p->regs[r].fixed % 64 & 1;
   int32_t *changes = cg_live_changes(ra->ctx, &ra->live, p->num_regs, in_reserved);
   util_discard(ra->ctx, in_reserved, (size_t)p->num_regs + 1);
   return changes;
}

/* Spills the register from point q on: removes its ranges from the pressure, which is *cur at q. */
static void spill(struct ra *ra, uint32_t reg, uint32_t q, int32_t *cur, int32_t *changes)
{
   ra->p->regs[reg].spill = true;
   ra->p->num_spills++;
   for (uint32_t e = ra->live.head[reg]; e != NONE; e = ra->live.ranges[e].next) {
      const int32_t n = __builtin_popcount(ra->live.ranges[e].mask);
      if (ra->live.ranges[e].end < q)
         continue;
      if (ra->live.ranges[e].start <= q)
         *cur -= n;
      else
         changes[ra->live.ranges[e].start] -= n;
      changes[ra->live.ranges[e].end + 1] += n;
   }
}

/* Wherever the pressure exceeds the units, spills the registers that are cheapest for the space that they free. */
static void spill_by_pressure(struct ra *ra)
{
   struct cg_ra_problem *p = ra->p;
   const unsigned limit = num_free_units(p);
   const size_t points = ra->live.num_points;
   int32_t *changes = pressure_changes(ra), cur = 0;
   p->max_pressure = cg_live_max_pressure(&ra->live, changes);
   if (p->max_pressure <= limit) {
      util_discard(ra->ctx, changes, (points + 2) * sizeof *changes);
      return;
   }

   /* Sorts the ranges of spillable registers by start (bucket lists), then sweeps over all points. */
   uint32_t *start = UTIL_ARRAY(ra->ctx, uint32_t, points + 1), *next = UTIL_ARRAY(ra->ctx, uint32_t, ra->live.num_ranges + 1);
   uint32_t *owner = UTIL_ARRAY(ra->ctx, uint32_t, ra->live.num_ranges + 1);
   memset(start, 0xff, sizeof(uint32_t) * (points + 1));
   for (uint32_t r = 0; r < p->num_regs; r++) {
      if (p->regs[r].no_spill || p->regs[r].fixed >= 0)
         continue;
      for (uint32_t e = ra->live.head[r]; e != NONE; e = ra->live.ranges[e].next) {
         owner[e] = r;
         next[e] = start[ra->live.ranges[e].start];
         start[ra->live.ranges[e].start] = e;
      }
   }
   struct heap_item *heap = NULL;
   uint32_t nheap = 0, cap_heap = 0;
   for (uint32_t q = 0; q < points; q++) {
      cur += changes[q];
      for (uint32_t e = start[q]; e != NONE; e = next[e])
         if (!p->regs[owner[e]].spill)
            heap_push(ra, &heap, &nheap, &cap_heap,
                      (struct heap_item){spill_key(ra, owner[e]), owner[e], ra->live.ranges[e].end});
      while (cur > (int32_t)limit && nheap) {
         struct heap_item it = heap_pop(heap, &nheap);
         if (it.end >= q && !p->regs[it.reg].spill)
            spill(ra, it.reg, q, &cur, changes);
      }
   }
}

/* ---- the allocation ------------------------------------------------------------------------------------------------------ */

/* True if a hint from a register with a fixed place names the place of this one. */
static bool is_wanted(const struct ra *ra, uint32_t reg)
{
   int delta;

   for (uint32_t e = ra->p->wanted_first ? ra->hint_first[reg] : NONE; e != NONE; e = ra->hint_next[e])
      if (ra->p->regs[hint_other(ra, e, &delta)].fixed >= 0)
         return true;
   return false;
}

static void sort_order(struct ra *ra, uint32_t *order, uint32_t n)
{
   /* Stable counting sorts: by start, then by class (fixed, unspillable, size descending, wanted). Lists of ranges begin
      with the lowest one. */
   struct util_ctx *ctx = ra->ctx;
   struct cg_ra_problem *p = ra->p;
   uint32_t *bucket = UTIL_ARRAY(ctx, uint32_t, ra->live.num_points + 2), *tmp = UTIL_ARRAY(ctx, uint32_t, n + 1);
   /* Of registers with the same start, those with hints come first. */
   uint32_t hinted = 0;
   for (int pass = 0; pass < 2 && ra->num_hints; pass++)
      for (uint32_t i = 0; i < n; i++)
         if ((ra->hint_first[order[i]] == NONE) == pass)
            tmp[hinted++] = order[i];
   memcpy(order, tmp, sizeof *order * hinted);
   for (uint32_t i = 0; i < n; i++)
      bucket[ra->live.ranges[ra->live.head[order[i]]].start + 1]++;
   for (uint32_t q = 0; q < ra->live.num_points; q++)
      bucket[q + 1] += bucket[q];
   for (uint32_t i = 0; i < n; i++)
      tmp[bucket[ra->live.ranges[ra->live.head[order[i]]].start]++] = order[i];
   uint32_t cls[4 * (CG_RA_MAX_TUPLE + 1) + 2] = {0};
#define CLASS(r)                                                                                                               \
   (p->regs[r].fixed >= 0 ? 0u                                                                                                 \
                          : (p->regs[r].no_spill ? 1u : 2 * (CG_RA_MAX_TUPLE + 1u)) +                                          \
                                2u * (unsigned)(CG_RA_MAX_TUPLE - ra->size[r]) + !is_wanted(ra, r))
   for (uint32_t i = 0; i < n; i++)
      cls[CLASS(tmp[i]) + 1]++;
   for (unsigned c = 0; c + 1 < sizeof cls / sizeof *cls; c++)
      cls[c + 1] += cls[c];
   for (uint32_t i = 0; i < n; i++)
      order[cls[CLASS(tmp[i])]++] = tmp[i];
#undef CLASS
   util_discard(ctx, tmp, ((size_t)n + 1) * sizeof *tmp);
   util_discard(ctx, bucket, ((size_t)ra->live.num_points + 2) * sizeof *bucket);
}

static void init(struct ra *ra)
{
   struct cg_ra_problem *p = ra->p;
   const struct cg_live_program program = {.ctx = p->ctx,
                                        .num_regs = p->num_regs,
                                        .refs = p->refs,
                                        .instrs = p->instrs,
                                        .num_instrs = p->num_instrs,
                                        .blocks = p->blocks,
                                        .num_blocks = p->num_blocks,
                                        .most_units = p->fits_only ? p->num_units : 0};
   UTIL_CHECK(ra->ctx, p->num_units <= CG_RA_MAX_UNITS && p->num_instrs < UINT32_MAX / 2 - 64);
   ra->size = UTIL_ARRAY(ra->ctx, uint8_t, (size_t)p->num_regs + 1);
   p->max_units = p->max_pressure = 0;
   p->num_spills = 0;
   for (uint32_t r = 0; r < p->num_regs; r++) {
      UTIL_CHECK(ra->ctx, p->regs[r].size >= 1 && p->regs[r].size <= CG_RA_MAX_TUPLE);
      ra->size[r] = p->regs[r].size;
      p->regs[r].base = -1;
      p->regs[r].spill = false;
   }
   cg_live_find(&program, &ra->live);
}

static bool is_free(const struct cg_ra_reg *r)
{
   return r->align <= 1 && r->fixed < 0;
}

/* With phi webs, only weighted hints between registers that webs did not join remain useful: other registers in different
   webs interfere. */
static bool remains(const struct cg_ra_problem *p, const struct cg_ra_phi_webs *w, bool neighbours, const struct cg_ra_hint *h)
{
   if (!h->weight)
      return neighbours;
   return !w->root || (w->root[h->a] != w->root[h->b] && !(is_free(&p->regs[h->a]) && is_free(&p->regs[h->b])));
}

/* Builds the lists of hints by register. */
static void list_hints(struct ra *ra, const struct cg_ra_phi_webs *w, bool neighbours)
{
   const struct cg_ra_problem *p = ra->p;
   size_t num = 0;
   for (uint32_t k = 0; k < p->num_hints; k++)
      num += remains(p, w, neighbours, &p->hints[k]);
   ra->hint_first = UTIL_ARRAY(ra->ctx, uint32_t, (size_t)p->num_regs + 1);
   memset(ra->hint_first, 0xff, sizeof(uint32_t) * p->num_regs);
   ra->hint_next = UTIL_ARRAY(ra->ctx, uint32_t, 2 * num + 1);
   ra->hints = UTIL_ARRAY(ra->ctx, struct cg_ra_hint, num + 1);
   for (uint32_t k = p->num_hints; k-- > 0;) {
      struct cg_ra_hint h = p->hints[k];
      if (!remains(p, w, neighbours, &h))
         continue;
      if (w->root) {
         h.delta = (int16_t)(h.delta + w->at[h.a] - w->at[h.b]);
         h.a = w->root[h.a];
         h.b = w->root[h.b];
      }
      const uint32_t n = ra->num_hints++;
      ra->hints[n] = h;
      ra->hint_next[2 * n] = ra->hint_first[h.a];
      ra->hint_first[h.a] = 2 * n;
      ra->hint_next[2 * n + 1] = ra->hint_first[h.b];
      ra->hint_first[h.b] = 2 * n + 1;
   }
}

static void note_crowded(const struct ra *ra, uint32_t reg)
{
   const struct cg_ra_problem *p = ra->p;
   for (uint32_t e = ra->live.head[reg]; p->crowded && e != NONE; e = ra->live.ranges[e].next)
      for (uint32_t i = ra->live.ranges[e].start / 2; i <= ra->live.ranges[e].end / 2 && i < p->num_instrs; i++)
         p->crowded[i] = 1;
}

/* ---- moving others out of the way ---------------------------------------------------------------------------------------- */

#define MAX_MOVED 4 /* registers that may be moved to make a place for one */
#define MAX_LEFT 64 /* registers that may have others moved; each such search walks all ranges */

/* Undoes occupy(). */
static void vacate(struct ra *ra, uint32_t start, uint32_t end, const struct ra_bits *m)
{
   for (uint32_t at = start; at <= end;) {
      const uint32_t blk = at >> 6, last = (at | 63) < end ? at | 63 : end;
      const bool whole = !(at & 63) && (last & 63) == 63;
      for (unsigned i = 0; i < ra->words; i++) {
         if (whole)
            ra->full[blk].w[i] &= ~m->w[i];
         for (size_t q = at; !whole && q <= last; q++)
            ra->detail[q * ra->words + i] &= ~m->w[i];
         ra->any[blk].w[i] = ra->full[blk].w[i];
         for (size_t q = 64 * (size_t)blk; q < 64 * (size_t)blk + 64; q++)
            ra->any[blk].w[i] |= ra->detail[q * ra->words + i];
      }
      at = last + 1;
   }
}

/* Undoes take() for a register of one unit. */
static void leave(struct ra *ra, uint32_t reg)
{
   const unsigned base = (unsigned)ra->p->regs[reg].base;
   struct ra_bits m = {{0}};
   m.w[base / 64] = (uint64_t)1 << base % 64;
   for (uint32_t e = ra->live.head[reg]; e != NONE; e = ra->live.ranges[e].next)
      vacate(ra, ra->live.ranges[e].start, ra->live.ranges[e].end, &m);
   ra->p->regs[reg].base = -1;
}

static bool overlap(const struct ra *ra, uint32_t a, uint32_t b)
{
   const struct cg_live_range *r = ra->live.ranges;
   for (uint32_t e = ra->live.head[a], f = ra->live.head[b]; e != NONE && f != NONE;) {
      if (r[e].start <= r[f].end && r[f].start <= r[e].end)
         return true;
      if (r[e].end < r[f].end)
         e = r[e].next;
      else
         f = r[f].next;
   }
   return false;
}

/* By unit: the registers there that block one. num > MAX_MOVED if they are too many or one of them cannot move. */
struct in_the_way {
   uint32_t reg[MAX_MOVED];
   unsigned num;
};

static void find_in_the_way(const struct ra *ra, uint32_t reg, struct in_the_way w[CG_RA_MAX_UNITS])
{
   const struct cg_ra_problem *p = ra->p;
   for (unsigned u = 0; u < CG_RA_MAX_UNITS; u++)
      w[u].num = ra_bits_has(&ra->taken, (int)u) ? MAX_MOVED + 1 : 0;
   for (uint32_t q = 0; q < ra->num_roots; q++) {
      const uint32_t r = ra->roots[q];
      if (p->regs[r].base < 0 || !overlap(ra, reg, r))
         continue;
      struct in_the_way *at = &w[p->regs[r].base];
      if (ra->size[r] == 1 && p->regs[r].align <= 1 && p->regs[r].fixed < 0 && at->num < MAX_MOVED)
         at->reg[at->num++] = r;
      else
         for (unsigned k = 0; k < ra->size[r]; k++)
            at[k].num = MAX_MOVED + 1;
   }
}

/* Places the register if each blocking one finds a new place. The blocking registers are never live together, because they
   share a place, and none may return to it, so they do not compete for new places. */
static bool move_away(struct ra *ra, uint32_t reg, unsigned base, const struct in_the_way *w)
{
   for (unsigned k = 0; k < w->num; k++) {
      struct ra_bits ok = free_bases(ra, w->reg[k]);
      if (choose(ra, w->reg[k], &ok) < 0)
         return false;
   }
   for (unsigned k = 0; k < w->num; k++)
      leave(ra, w->reg[k]);
   take(ra, reg, base);
   for (unsigned k = 0; k < w->num; k++) {
      struct ra_bits ok = free_bases(ra, w->reg[k]);
      const int to = choose(ra, w->reg[k], &ok);
      UTIL_CHECK(ra->ctx, to >= 0);
      take(ra, w->reg[k], (unsigned)to);
   }
   return true;
}

/* Finds a place for a register of one unit by moving a few others. */
static bool make_place(struct ra *ra, uint32_t reg)
{
   struct in_the_way w[CG_RA_MAX_UNITS];
   if (ra->size[reg] != 1 || ra->p->regs[reg].align > 1 || ra->left == MAX_LEFT)
      return false;
   ra->left++;
   util_work(ra->ctx, ra->num_roots / 4);
   find_in_the_way(ra, reg, w);
   for (unsigned n = 1; n <= MAX_MOVED; n++)
      for (unsigned u = 0; u < CG_RA_MAX_UNITS; u++)
         if (w[u].num == n && move_away(ra, reg, u, &w[u]))
            return true;
   return false;
}

/* ---- order --------------------------------------------------------------------------------------------------------------- */

/* Places the registers, or webs, in this order. Unspillable ones that find no place are moved to the front of the order;
   returns their number. */
static uint32_t place_in_order(struct ra *ra, uint32_t *order, uint32_t n)
{
   struct cg_ra_problem *p = ra->p;
   uint32_t *without = UTIL_ARRAY(ra->ctx, uint32_t, (size_t)n + 1), num = 0, last = n;
   for (uint32_t i = 0; i < n; i++) /* also before registers that an earlier call has moved to the front */
      if (p->regs[order[i]].fixed >= 0)
         take(ra, order[i], (unsigned)p->regs[order[i]].fixed);
   for (uint32_t i = 0; i < n; i++) {
      const uint32_t r = order[i];
      util_work(ra->ctx, 4 + ra->live.length[r] / 64);
      if (p->regs[r].fixed >= 0)
         continue;
      struct ra_bits ok = free_bases(ra, r);
      int base = choose(ra, r, &ok);
      if (base >= 0) {
         take(ra, r, (unsigned)base);
      } else if (!p->regs[r].no_spill) {
         p->regs[r].spill = true;
         p->num_spills++;
      } else if (!make_place(ra, r)) {
         without[num++] = r;
         order[i] = NONE;
         note_crowded(ra, r);
      }
   }
   for (uint32_t i = n; num && i-- > 0;)
      if (order[i] != NONE)
         order[--last] = order[i];
   memcpy(order, without, sizeof *order * num);
   return num;
}

#define MAX_ORDERS 8
#define MANY_REGS 8192 /* programs with more registers get only one order */
/* With more failures than these, in the first order and in later ones, another order would not help. */
#define FEW_WITHOUT 64
#define FEW_AGAIN 16

/*
 * Chooses a base for each register, or web, of the order within `words` words of units. If all but a few find one, retries with
 * those few first, so that the others are placed around them. Returns the number without a place.
 */
static uint32_t place_within(struct ra *ra, uint32_t *order, uint32_t n, unsigned words)
{
   struct cg_ra_problem *p = ra->p;
   const size_t nblk = ra->live.num_points / 64 + 1;
   uint32_t without = 0;
   ra->words = words;
   ra->left = 0;
   ra->detail = UTIL_ARRAY(ra->ctx, uint64_t, nblk * 64 * words);
   ra->full = UTIL_ARRAY(ra->ctx, struct ra_bits, nblk);
   ra->any = UTIL_ARRAY(ra->ctx, struct ra_bits, nblk);
   memset(ra->aligned, 0, sizeof ra->aligned);
   ra->taken = ra_bits_below(num_units_within(ra));
   for (unsigned i = 0; i < RA_WORDS; i++)
      ra->taken.w[i] = ~ra->taken.w[i] | p->reserved[i];
   for (unsigned k = 0; k < MAX_ORDERS; k++) {
      if (k) {
         memset(ra->detail, 0, sizeof *ra->detail * nblk * 64 * words);
         memset(ra->full, 0, sizeof *ra->full * nblk);
         memset(ra->any, 0, sizeof *ra->any * nblk);
         p->max_units = 0;
         for (uint32_t i = 0; i < n; i++)
            p->regs[order[i]].base = -1;
         if (p->crowded)
            memset(p->crowded, 0, p->num_instrs);
      }
      without = place_in_order(ra, order, n);
      if (!without || p->num_spills || without > (k ? FEW_AGAIN : FEW_WITHOUT) || n > MANY_REGS ||
          (p->enough && ra->ctx->steps >= p->enough))
         break;
   }
   util_discard(ra->ctx, ra->any, nblk * sizeof *ra->any);
   util_discard(ra->ctx, ra->full, nblk * sizeof *ra->full);
   util_discard(ra->ctx, ra->detail, nblk * 64 * words * sizeof *ra->detail);
   return without;
}

/*
 * True if it is worth trying to use only the units of FEW_WORDS: in long programs, where the occupancy bitmap is large, with so
 * few live units that everything fits, and without a fixed place above them.
 */
static bool few_units(const struct cg_ra_problem *p)
{
   bool few = p->num_instrs > MANY_REGS && p->max_pressure <= FEW_WORDS * 32 && !p->crowded;
   for (uint32_t r = 0; few && r < p->num_regs; r++)
      few = p->regs[r].fixed < FEW_WORDS * 64 - CG_RA_MAX_TUPLE;
   return few;
}

/* Chooses a base for each register, or web, with live ranges. */
static enum cg_ra_result place_all(struct ra *ra)
{
   struct cg_ra_problem *p = ra->p;
   uint32_t *order = UTIL_ARRAY(ra->ctx, uint32_t, (size_t)p->num_regs + 1), *roots, n = 0, without = 0;
   for (uint32_t r = 0; r < p->num_regs; r++)
      if (ra->live.head[r] != NONE)
         order[n++] = r;
   roots = UTIL_ARRAY(ra->ctx, uint32_t, (size_t)n + 1);
   memcpy(roots, order, sizeof *roots * n);
   ra->roots = roots;
   ra->num_roots = n;
   sort_order(ra, order, n);
   if (few_units(p)) {
      if (!place_within(ra, order, n, FEW_WORDS) && !p->num_spills)
         return CG_RA_OK;
      for (uint32_t r = 0; r < p->num_regs; r++) {
         p->regs[r].base = -1;
         p->regs[r].spill = false;
      }
      p->max_units = p->num_spills = 0;
      sort_order(ra, order, n);
   }
   without = place_within(ra, order, n, RA_WORDS);
   return p->num_spills ? CG_RA_SPILL : without ? CG_RA_IMPOSSIBLE : CG_RA_OK;
}

/* Gives each register of a web its own base, from the base of the root. */
static void spread_webs(struct cg_ra_problem *p, const struct cg_ra_phi_webs *w)
{
   for (uint32_t r = 0; r < p->num_regs; r++)
      if (w->root[r] != r)
         p->regs[r].base = (int16_t)(p->regs[w->root[r]].base + w->at[r]);
   for (uint32_t r = 0; r < p->num_regs; r++)
      if (w->root[r] == r && p->regs[r].base >= 0)
         p->regs[r].base = (int16_t)(p->regs[r].base + w->at[r]);
}

/* Where the pressure exceeds the units, only lower pressure can help, so only those instructions count as crowded. */
static void note_pressure(struct ra *ra)
{
   struct cg_ra_problem *p = ra->p;
   const unsigned limit = num_free_units(p);
   if (!p->crowded || p->max_pressure <= limit)
      return;
   const int32_t *changes = pressure_changes(ra);
   int32_t cur = 0;
   memset(p->crowded, 0, p->num_instrs);
   for (uint32_t q = 0; q < ra->live.num_points; q++) {
      cur += changes[q];
      if (cur > (int32_t)limit && q / 2 < p->num_instrs)
         p->crowded[q / 2] = 1;
   }
}

static enum cg_ra_result allocate(struct cg_ra_problem *p, bool webs, bool neighbours)
{
   struct ra ra = {.p = p, .ctx = p->ctx};
   struct cg_ra_phi_webs w = {0};
   if (p->crowded)
      memset(p->crowded, 0, p->num_instrs);

   init(&ra);
   if (ra.live.too_many) {
      p->max_pressure = ra.live.too_many;
      return CG_RA_SPILL;
   }
   spill_by_pressure(&ra);
   if (p->num_spills)
      return CG_RA_SPILL;
   if (webs)
      cg_ra_make_phi_webs(p, &ra.live, ra.size, &w);
   list_hints(&ra, &w, neighbours);
   enum cg_ra_result r = place_all(&ra);
   if (r != CG_RA_OK)
      note_pressure(&ra);
   if (webs)
      spread_webs(p, &w);
   return r;
}

/* All results are in the problem, so its own memory is freed. */
enum cg_ra_result cg_ra_allocate(struct cg_ra_problem *p)
{
   const struct util_arena mark = p->ctx->arena;
   const bool coalesce = p->coalesce && p->num_hints;
   bool neighbours = false;
   for (uint32_t h = 0; h < p->num_hints; h++)
      neighbours |= !p->hints[h].weight;
   /* Neighbours and webs are harder to place than single registers, so later attempts drop them. */
   for (unsigned webs = coalesce;; webs = 0) {
      for (unsigned k = neighbours;; k = 0) {
         const enum cg_ra_result r = allocate(p, webs, k);
         util_arena_release(p->ctx, &mark);
         /* `crowded` refers to the failed places, not to the pressure */
         const bool places = r != CG_RA_OK && p->max_pressure <= p->num_units;
         if (!places || (!k && (!webs || p->webs_only)))
            return r;
         if (!k)
            break;
      }
   }
}
