/* SPDX-License-Identifier: MIT */
/*
 * Coalescing of phi webs: registers that copies connect get one place, before any place is chosen, if they do not interfere.
 *
 *    v1 = fmul ...; v9 <- v1 (phi)          base(v1) = base(v9), and no copy is needed
 *    v4..v7 <- phis, packed together        base(phi n) = base(v4) + n
 *
 * Union-find with offsets. A web is as wide as its registers at their offsets; it is placed like one register of that width.
 * Its registers have one alignment, which their distances keep.
 * Whether two webs interfere is found by one walk over both lists of ranges in the order of their starts. The width of a web is
 * limited, so that it is easy to place, and so is the work on webs of many ranges, which keeps the time about linear in the copies.
 */
#include "codegen/allocate/ra_priv.h"

#include <string.h>

#define MAX_WIDTH 16
#define FEW_RANGES 64
#define WORK_OF_RANGE 8 /* ranges that are looked at in webs of more than that, for each range that there is */

struct webs {
   const struct cg_ra_problem *p;
   struct cg_live_range *ranges;
   uint32_t *head;
   uint32_t *parent;
   int16_t *rel;   /* by register: base(register) - base(parent) */
   int16_t *low;   /* by root: first unit of the web - base(root), at most 0 */
   uint8_t *size;  /* by root: units of the web */
   uint32_t *num;  /* by root: number of ranges; 0 = not counted yet */
   uint64_t work;  /* ranges of large webs that may still be looked at */
};

/* The root of r; *d = base(r) - base(root). */
static uint32_t find(struct webs *w, uint32_t r, int *d)
{
   uint32_t root = r;
   int sum = 0;
   while (w->parent[root] != root) {
      sum += w->rel[root];
      root = w->parent[root];
   }
   *d = sum;
   while (w->parent[r] != root) { /* make all of the path point to the root */
      const uint32_t next = w->parent[r];
      const int16_t step = w->rel[r];
      w->parent[r] = root;
      w->rel[r] = (int16_t)sum;
      sum -= step;
      r = next;
   }
   return root;
}

static uint32_t count(struct webs *w, uint32_t root)
{
   for (uint32_t e = w->head[root], counted = w->num[root]; !counted && e != CG_LIVE_END; e = w->ranges[e].next)
      w->num[root]++;
   return w->num[root];
}

/* Is there time to look at so many ranges? */
static bool worth(struct webs *w, uint32_t ranges)
{
   if (ranges <= FEW_RANGES)
      return true;
   if (ranges > w->work)
      return false;
   w->work -= ranges;
   return true;
}

/* Is a unit live in both at one time? sa, sb: by how many units the webs are moved up. */
static bool interfere(const struct webs *w, uint32_t a, unsigned sa, uint32_t b, unsigned sb)
{
   uint32_t end[2][MAX_WIDTH], seen[2] = {0, 0}, e[2] = {w->head[a], w->head[b]};
   while (e[0] != CG_LIVE_END || e[1] != CG_LIVE_END) {
      const unsigned k = e[0] == CG_LIVE_END || (e[1] != CG_LIVE_END && w->ranges[e[1]].start < w->ranges[e[0]].start);
      const struct cg_live_range *r = &w->ranges[e[k]];
      const uint32_t mask = r->mask << (k ? sb : sa);
      for (uint32_t m = mask & seen[!k]; m; m &= m - 1)
         if (end[!k][__builtin_ctz(m)] >= r->start)
            return true;
      for (uint32_t m = mask; m; m &= m - 1) {
         const unsigned u = (unsigned)__builtin_ctz(m);
         if (!(seen[k] >> u & 1) || end[k][u] < r->end)
            end[k][u] = r->end;
      }
      seen[k] |= mask;
      e[k] = r->next;
   }
   return false;
}

static void move_up(struct webs *w, uint32_t root, unsigned by)
{
   for (uint32_t e = w->head[root]; by && e != CG_LIVE_END; e = w->ranges[e].next)
      w->ranges[e].mask <<= by;
}

/*
 * The range of root b in which its register (of `size` units, from unit `at` of the web on) has the value of a register of root a (from unit
 * `of` on), which is live all the time, and nothing else is in these units; NULL = there is none.
 */
static struct cg_live_range *same_value(struct webs *w, uint32_t b, unsigned at, uint32_t a, unsigned of, unsigned size,
                                        const struct cg_ra_same *same)
{
   const uint32_t mask = ((1u << size) - 1) << of;
   for (uint32_t e = w->head[b]; e != CG_LIVE_END && w->ranges[e].start <= same->start; e = w->ranges[e].next) {
      struct cg_live_range *copy = &w->ranges[e];
      if (copy->start != same->start || copy->end > same->end || copy->mask != ((1u << size) - 1) << at)
         continue;
      bool covered = false;
      for (uint32_t q = w->head[a]; q != CG_LIVE_END && w->ranges[q].start <= copy->end; q = w->ranges[q].next) {
         if (!(w->ranges[q].mask & mask) || w->ranges[q].end < copy->start)
            continue;
         if (covered || (w->ranges[q].mask & mask) != mask || w->ranges[q].start >= copy->start || w->ranges[q].end < copy->end)
            return NULL;
         covered = true;
      }
      return covered ? copy : NULL;
   }
   return NULL;
}

static void join(struct webs *w, const struct cg_ra_hint *h, const struct cg_ra_same *same)
{
   const struct cg_ra_reg *x = &w->p->regs[h->a], *y = &w->p->regs[h->b];
   int da, db;
   if (x->align != y->align || x->fixed >= 0 || y->fixed >= 0)
      return;
   const uint32_t a = find(w, h->a, &da), b = find(w, h->b, &db);
   if (a == b || w->head[a] == CG_LIVE_END || w->head[b] == CG_LIVE_END || !worth(w, count(w, a) + count(w, b)))
      return;
   const int d = da + h->delta - db; /* base(b) - base(a) */
   if (x->align > 1 && d % (int)x->align)
      return;
   const int low = w->low[a] < d + w->low[b] ? w->low[a] : d + w->low[b];
   const int end_a = w->low[a] + w->size[a], end_b = d + w->low[b] + w->size[b], width = (end_a > end_b ? end_a : end_b) - low;
   if (width > MAX_WIDTH)
      return;
   const unsigned sa = (unsigned)(w->low[a] - low), sb = (unsigned)(d + w->low[b] - low);
   const unsigned at = (unsigned)(db - w->low[b]);
   struct cg_live_range *copy = NULL;
   if (same && same->end)
      copy = same_value(w, b, at, a, (unsigned)(d + db - w->low[a]), y->size, same);
   const uint32_t units = copy ? copy->mask : 0;
   if (copy)
      copy->mask = 0;
   const bool together = interfere(w, a, sa, b, sb);
   if (copy)
      copy->mask = units;
   if (together)
      return;
   move_up(w, a, sa);
   move_up(w, b, sb);
   /* Merge both lists of ranges in the order of their starts. */
   uint32_t *tail = &w->head[a], q = w->head[a], r = w->head[b];
   while (q != CG_LIVE_END || r != CG_LIVE_END) {
      uint32_t *from = q == CG_LIVE_END || (r != CG_LIVE_END && w->ranges[r].start < w->ranges[q].start) ? &r : &q;
      const uint32_t e = *from;
      *from = w->ranges[e].next;
      *tail = e;
      tail = &w->ranges[e].next;
   }
   *tail = CG_LIVE_END;
   w->head[b] = CG_LIVE_END;
   w->num[a] += w->num[b];
   w->low[a] = (int16_t)low;
   w->size[a] = (uint8_t)width;
   w->parent[b] = a;
   w->rel[b] = (int16_t)d;
}

void cg_ra_make_phi_webs(const struct cg_ra_problem *p, struct cg_liveness *live, uint8_t *size, struct cg_ra_phi_webs *out)
{
   struct webs w = {.p = p, .ranges = live->ranges, .head = live->head, .size = size, .work = 1000000 + WORK_OF_RANGE * (uint64_t)live->num_ranges};
   const size_t n = (size_t)p->num_regs + 1;
   w.parent = UTIL_ARRAY(p->ctx, uint32_t, n);
   w.rel = UTIL_ARRAY(p->ctx, int16_t, n);
   w.low = UTIL_ARRAY(p->ctx, int16_t, n);
   w.num = UTIL_ARRAY(p->ctx, uint32_t, n);
   for (uint32_t r = 0; r < p->num_regs; r++)
      w.parent[r] = r;
   /* By weight, rounded down to a power of two. */
   uint32_t lengths = 0;
   for (uint32_t h = 0; h < p->num_hints; h++)
      lengths |= p->hints[h].weight;
   for (unsigned bit = 16; bit-- > 0;)
      for (uint32_t h = 0; lengths >> bit & 1 && h < p->num_hints; h++)
         if (p->hints[h].weight >> bit == 1)
            join(&w, &p->hints[h], p->same ? &p->same[h] : NULL);
   out->root = w.parent;
   out->at = UTIL_ARRAY(p->ctx, uint8_t, n);
   for (uint32_t r = 0; r < p->num_regs; r++) {
      int d;
      const uint32_t root = find(&w, r, &d); /* makes the root its parent */
      out->at[r] = (uint8_t)(d - w.low[root]);
   }
}
