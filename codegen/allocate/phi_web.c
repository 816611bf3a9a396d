/* SPDX-License-Identifier: MIT */
/*
 * Coalescing of phi webs: registers that copies connect get one place, before any place is chosen, unless they interfere.
 *
 *   v1 = fmul ...; v9 <- v1 (phi)          base(v1) = base(v9), and no copy is needed
 *   v4..v7 <- phis, packed together        base(phi n) = base(v4) + n
 *
 * Union-find with offsets. A web is as wide as its registers at their offsets, and it is placed like one register of that
 * width. Its registers have the same alignment, and their distances preserve it. One walk over both lists of ranges, in the
 * order of their starts, finds out if two webs interfere. The width of a web is limited, so that it is easy to place.
 *
 * A phi at the target of many exits has a range at each of them, and as many sources. So a web of one unit with many ranges
 * keeps them in a tree (a treap: a search tree by start, a heap by a hash of the range's number). Each range of the smaller web
 * is looked up in the tree of the larger one, and a web that joins another one is at most half of the result. The ranges of one
 * web do not overlap: a range in which a phi holds the value of another live register is left out.
 */
#include "codegen/allocate/ra_priv.h"

#include <string.h>

#define MAX_WIDTH 16
#define FEW_RANGES 64
/* Limits on the ranges visited in webs of more than FEW_RANGES. Lists: nearly all webs interfere where there are so many.
   Trees: a constant number, and some for each range of the program. */
#define WORK_OF_LISTS 1000000
#define WORK_OF_RANGE 8
#define NONE CG_LIVE_END

struct webs {
   const struct cg_ra_problem *p;
   struct cg_live_range *ranges;
   uint32_t *head;
   uint32_t *parent;
   int16_t *rel;   /* by register: base(register) - base(parent) */
   int16_t *low;   /* by root: first unit of the web - base(root), not positive */
   uint8_t *size;  /* by root: units of the web */
   uint32_t *num;  /* by root: number of ranges, or 0 before they are counted */
   uint8_t *tree;  /* by root: the ranges form a tree, whose root is in head[] */
   bool planted;   /* some web has a tree */
   uint32_t *copied; /* by range: the start of the last range in it that was left out; NULL if there are none */
   uint32_t num_ranges;
   uint64_t lists, trees; /* ranges of large webs that may still be visited */
   uint64_t steps; /* ranges visited */
   const struct cg_ra_same *same; /* of the hint in progress: where b may have the value of a; or NULL */
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
   while (w->parent[r] != root) { /* path compression */
      const uint32_t next = w->parent[r];
      const int16_t step = w->rel[r];
      w->parent[r] = root;
      w->rel[r] = (int16_t)sum;
      sum -= step;
      r = next;
   }
   return root;
}

static uint32_t count_ranges(struct webs *w, uint32_t root)
{
   for (uint32_t e = w->head[root], counted = w->num[root]; !counted && e != NONE; e = w->ranges[e].next)
      w->num[root]++;
   return w->num[root];
}

/* True if the budget allows visiting this many ranges. */
static bool is_affordable(struct webs *w, uint32_t ranges, uint64_t *work)
{
   if (ranges > FEW_RANGES && ranges > *work)
      return false;
   w->steps += ranges;
   *work -= ranges > FEW_RANGES ? ranges : 0;
   return true;
}

/* ---- webs of many ranges ------------------------------------------------------------------------------------------------- */

static uint32_t order_of(uint32_t e)
{
   e = (e ^ e >> 16) * 0x45d9f3bu;
   return e ^ e >> 15;
}

/* The right subtree of range e, whose mask is 1; `next` is the left one. */
static uint32_t *right_of(const struct webs *w, uint32_t e)
{
   return &w->ranges[e].mask;
}

/* All ranges of the first tree precede those of the second. */
static uint32_t join_trees(struct webs *w, uint32_t t, uint32_t u)
{
   if (t == NONE || u == NONE)
      return t == NONE ? u : t;
   if (order_of(t) > order_of(u)) {
      *right_of(w, t) = join_trees(w, *right_of(w, t), u);
      return t;
   }
   w->ranges[u].next = join_trees(w, t, w->ranges[u].next);
   return u;
}

/* Splits a tree into ranges that start before the point and the others. */
static void split_tree(struct webs *w, uint32_t t, uint32_t point, uint32_t *before, uint32_t *after)
{
   if (t == NONE) {
      *before = *after = NONE;
   } else if (w->ranges[t].start < point) {
      split_tree(w, *right_of(w, t), point, right_of(w, t), after);
      *before = t;
   } else {
      split_tree(w, w->ranges[t].next, point, before, &w->ranges[t].next);
      *after = t;
   }
}

/* The last range that starts at or before the point, or NONE. */
static uint32_t last_before(const struct webs *w, uint32_t tree, uint32_t point)
{
   uint32_t found = NONE;
   while (tree != NONE) {
      const bool before = w->ranges[tree].start <= point;
      found = before ? tree : found;
      tree = before ? *right_of(w, tree) : w->ranges[tree].next;
   }
   return found;
}

static uint32_t tree_of(struct webs *w, uint32_t list)
{
   uint32_t t = NONE;
   for (uint32_t e = list, next; e != NONE; e = next) {
      next = w->ranges[e].next;
      w->ranges[e].next = *right_of(w, e) = NONE;
      t = join_trees(w, t, e);
   }
   return t;
}

static void make_tree(struct webs *w, uint32_t root)
{
   w->head[root] = tree_of(w, w->head[root]);
   w->planted = true;
   w->tree[root] = 1;
}

/* Prepends the ranges of the tree, in order, to a list. */
static uint32_t list_of(struct webs *w, uint32_t t, uint32_t list)
{
   while (t != NONE) {
      const uint32_t before = w->ranges[t].next;
      w->ranges[t].next = list_of(w, *right_of(w, t), list);
      w->ranges[t].mask = 1;
      list = t;
      t = before;
   }
   return list;
}

static void make_list(struct webs *w, uint32_t root)
{
   if (w->tree[root])
      w->head[root] = list_of(w, w->head[root], NONE);
   w->tree[root] = 0;
}

/* Leaves out `copy`, a range of register b in which it has the value that a has in range `of`. Results of one instruction
   still differ in their units, because that value has no second copy there. */
static void note_copy(struct webs *w, uint32_t copy, uint32_t of)
{
   if (!w->copied)
      w->copied = UTIL_ARRAY(w->p->ctx, uint32_t, w->num_ranges);
   w->copied[of] = w->ranges[copy].start;
}

static bool was_copied(const struct webs *w, uint32_t of, uint32_t start)
{
   return w->copied && w->copied[of] == start;
}

/* True if register b has, throughout its range `copy`, the value that a has in the range `of`, which overlaps it. */
static bool is_same(const struct webs *w, uint32_t copy, uint32_t of)
{
   const struct cg_ra_same *same = w->same;
   const struct cg_live_range *c = &w->ranges[copy], *a = &w->ranges[of];
   return c->start == same->start && c->end <= same->end && a->start < c->start && a->end >= c->end &&
          !was_copied(w, of, c->start);
}

/* Merges both lists in the order of their starts. */
static uint32_t merge_lists(struct webs *w, uint32_t q, uint32_t r)
{
   uint32_t list = NONE, *tail = &list;
   while (q != NONE && r != NONE) {
      uint32_t *from = w->ranges[r].start < w->ranges[q].start ? &r : &q;
      *tail = *from;
      tail = &w->ranges[*from].next;
      *from = *tail;
   }
   *tail = q == NONE ? r : q;
   return list;
}

/* OVERLAP_SAME_VALUE: one range overlaps, and in one of the two, *copy, register b has the value that a has in *of. */
enum overlap { OVERLAP_NONE, OVERLAP_SAME_VALUE, OVERLAP_OTHER };

/* Compares a range with those of a tree. With `of_b` the range belongs to b and the tree to a, otherwise the reverse. */
static enum overlap find_overlap(const struct webs *w, uint32_t tree, uint32_t e, bool of_b, uint32_t *copy, uint32_t *of)
{
   const struct cg_live_range *x = &w->ranges[e];
   const uint32_t q = last_before(w, tree, x->end);
   if (q == NONE || w->ranges[q].end < x->start)
      return OVERLAP_NONE;
   if (!w->same || !is_same(w, of_b ? e : q, of_b ? q : e))
      return OVERLAP_OTHER;
   const uint32_t other = w->ranges[q].start ? last_before(w, tree, w->ranges[q].start - 1) : NONE;
   if (other != NONE && w->ranges[other].end >= x->start)
      return OVERLAP_OTHER;
   *copy = of_b ? e : q;
   *of = of_b ? q : e;
   return OVERLAP_SAME_VALUE;
}

static uint32_t insert_range(struct webs *w, uint32_t tree, uint32_t e)
{
   const uint32_t order = order_of(e), start = w->ranges[e].start;
   uint32_t *at = &tree;
   while (*at != NONE && order_of(*at) > order)
      at = w->ranges[*at].start < start ? right_of(w, *at) : &w->ranges[*at].next;
   split_tree(w, *at, start, &w->ranges[e].next, right_of(w, e));
   *at = e;
   return tree;
}

static uint32_t remove_range(struct webs *w, uint32_t tree, uint32_t e)
{
   uint32_t before, between, after;
   split_tree(w, tree, w->ranges[e].start, &before, &between);
   split_tree(w, between, w->ranges[e].start + 1, &between, &after);
   return join_trees(w, before, after);
}

/*
 * Joins two webs of one unit with many ranges: ranges of the smaller web are looked up in the tree of the larger one and then
 * inserted. So the larger web may have any number of ranges between them. False if the webs interfere.
 */
static bool join_many(struct webs *w, uint32_t a, uint32_t b)
{
   const bool into_a = count_ranges(w, a) >= count_ranges(w, b);
   const uint32_t from = into_a ? b : a, to = into_a ? a : b;
   uint32_t copy = NONE, of = NONE;
   make_list(w, from);
   if (!w->tree[to])
      make_tree(w, to);
   for (uint32_t e = w->head[from]; e != NONE; e = w->ranges[e].next)
      if (find_overlap(w, w->head[to], e, into_a, &copy, &of) == OVERLAP_OTHER)
         return false;
   uint32_t tree = w->head[to];
   if (copy != NONE) {
      note_copy(w, copy, of);
      tree = into_a ? tree : remove_range(w, tree, copy);
   }
   for (uint32_t e = w->head[from], next; e != NONE; e = next) {
      next = w->ranges[e].next;
      tree = e == copy ? tree : insert_range(w, tree, e);
   }
   w->num[a] += w->num[b] - (copy != NONE);
   w->head[a] = tree;
   w->head[b] = NONE;
   w->tree[a] = 1;
   w->tree[b] = 0;
   return true;
}

/* ---- two webs ------------------------------------------------------------------------------------------------------------ */

/* True if some unit is live in both webs at one time. The webs are moved up by sa and sb units. */
static bool interfere(const struct webs *w, uint32_t a, unsigned sa, uint32_t b, unsigned sb)
{
   uint32_t end[2][MAX_WIDTH], seen[2] = {0, 0}, last[2] = {0, 0}, e[2] = {w->head[a], w->head[b]};
   while (e[0] != NONE || e[1] != NONE) {
      const unsigned k = e[0] == NONE || (e[1] != NONE && w->ranges[e[1]].start < w->ranges[e[0]].start);
      const struct cg_live_range *r = &w->ranges[e[k]];
      if (e[!k] == NONE && r->start > last[!k]) /* the other web ends before the rest of this one */
         return false;
      last[k] = r->end > last[k] ? r->end : last[k];
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

/* The same for webs of one common unit: of each two ranges, the one that starts first has to end before the other. */
static bool overlap(const struct webs *w, uint32_t a, uint32_t b)
{
   uint32_t e = w->head[a], f = w->head[b];
   while (e != NONE && f != NONE) {
      const struct cg_live_range *x = &w->ranges[e], *y = &w->ranges[f];
      const bool first = x->start <= y->start;
      if (x->mask && y->mask && (first ? x->end >= y->start : y->end >= x->start))
         return true;
      if (y->mask && (first || !x->mask))
         e = x->next;
      else
         f = y->next;
   }
   return false;
}

static void move_up(struct webs *w, uint32_t root, unsigned by)
{
   for (uint32_t e = w->head[root]; by && e != NONE; e = w->ranges[e].next)
      w->ranges[e].mask <<= by;
}

/* The range of the root in which exactly these units copy another register, as the current hint says, or NONE. */
static uint32_t find_copy(const struct webs *w, uint32_t root, uint32_t units)
{
   uint32_t e = w->head[root];
   for (; e != NONE && w->ranges[e].start <= w->same->start; e = w->ranges[e].next)
      if (w->ranges[e].start == w->same->start && w->ranges[e].end <= w->same->end && w->ranges[e].mask == units)
         return e;
   return NONE;
}

/* The range of the root in which these units hold the copied value throughout, or NONE if they hold anything else there. */
static uint32_t find_copied(const struct webs *w, uint32_t root, uint32_t units, const struct cg_live_range *copy)
{
   uint32_t found = NONE;
   for (uint32_t q = w->head[root]; q != NONE && w->ranges[q].start <= copy->end; q = w->ranges[q].next) {
      const struct cg_live_range *r = &w->ranges[q];
      if (!(r->mask & units) || r->end < copy->start)
         continue;
      if (found != NONE || (r->mask & units) != units || r->start >= copy->start || r->end < copy->end ||
          was_copied(w, q, copy->start))
         return NONE;
      found = q;
   }
   return found;
}

static void leave_out(struct webs *w, uint32_t root, const struct cg_live_range *r)
{
   uint32_t *e = &w->head[root];
   while (&w->ranges[*e] != r)
      e = &w->ranges[*e].next;
   *e = r->next;
   w->num[root]--;
}

/* ---- memory order of the ranges of webs ---------------------------------------------------------------------------------- */

static uint32_t lay_tree(const struct webs *w, uint32_t t, struct cg_live_range *to, uint32_t n)
{
   for (; t != NONE; t = *right_of(w, t)) {
      n = lay_tree(w, w->ranges[t].next, to, n);
      to[n] = (struct cg_live_range){w->ranges[t].start, w->ranges[t].end, 1, n + 1};
      n++;
   }
   return n;
}

static uint32_t lay_list(const struct webs *w, uint32_t e, struct cg_live_range *to, uint32_t n)
{
   for (; e != NONE; e = w->ranges[e].next, n++)
      to[n] = (struct cg_live_range){w->ranges[e].start, w->ranges[e].end, w->ranges[e].mask, n + 1};
   return n;
}

/* Ranges of a big program exceed the caches, and later code reads them web by web, several times. */
static void lay_ranges(struct webs *w, struct cg_liveness *live)
{
   struct cg_live_range *to = util_resize(w->p->ctx, NULL, 0, w->num_ranges * sizeof *to);
   uint32_t n = 0;
   for (uint32_t r = 0; r < w->p->num_regs; r++) {
      const uint32_t first = n;
      n = w->tree[r] ? lay_tree(w, w->head[r], to, n) : lay_list(w, w->head[r], to, n);
      w->head[r] = n > first ? first : NONE;
      if (n > first)
         to[n - 1].next = NONE;
   }
   util_discard(w->p->ctx, live->ranges, live->cap_ranges * sizeof *to);
   live->ranges = to;
   live->num_ranges = n;
   live->cap_ranges = w->num_ranges;
}

static void join(struct webs *w, const struct cg_ra_hint *h)
{
   const struct cg_ra_reg *x = &w->p->regs[h->a], *y = &w->p->regs[h->b];
   int da, db;
   if (x->align != y->align || x->fixed >= 0 || y->fixed >= 0)
      return;
   const uint32_t a = find(w, h->a, &da), b = find(w, h->b, &db);
   if (a == b || w->head[a] == NONE || w->head[b] == NONE)
      return;
   const int d = da + h->delta - db; /* base(b) - base(a) */
   if (x->align > 1 && d % (int)x->align)
      return;
   const uint32_t num_a = count_ranges(w, a), num_b = count_ranges(w, b);
   if (w->size[a] == 1 && w->size[b] == 1 && d + w->low[b] == w->low[a] && num_a + num_b > FEW_RANGES) {
      if (!is_affordable(w, num_a < num_b ? num_a : num_b, &w->trees) || !join_many(w, a, b))
         return;
      w->parent[b] = a;
      w->rel[b] = (int16_t)d;
      return;
   }
   if (!is_affordable(w, num_a + num_b, &w->lists))
      return;
   make_list(w, a);
   make_list(w, b);
   const int low = w->low[a] < d + w->low[b] ? w->low[a] : d + w->low[b];
   const int end_a = w->low[a] + w->size[a], end_b = d + w->low[b] + w->size[b], width = (end_a > end_b ? end_a : end_b) - low;
   if (width > MAX_WIDTH)
      return;
   const unsigned sa = (unsigned)(w->low[a] - low), sb = (unsigned)(d + w->low[b] - low);
   const uint32_t mask = (1u << y->size) - 1, copy_range = w->same ? find_copy(w, b, mask << (db - w->low[b])) : NONE;
   struct cg_live_range *copy = copy_range == NONE ? NULL : &w->ranges[copy_range];
   const uint32_t in = copy ? find_copied(w, a, mask << (d + db - w->low[a]), copy) : NONE;
   if (in == NONE)
      copy = NULL;
   const uint32_t units = copy ? copy->mask : 0;
   if (copy)
      copy->mask = 0;
   const bool together = width == 1 ? overlap(w, a, b) : interfere(w, a, sa, b, sb);
   if (copy)
      copy->mask = units;
   if (together)
      return;
   if (copy && width == 1) {
      leave_out(w, b, copy);
      note_copy(w, copy_range, in);
   }
   move_up(w, a, sa);
   move_up(w, b, sb);
   w->head[a] = merge_lists(w, w->head[a], w->head[b]);
   w->head[b] = NONE;
   w->num[a] += w->num[b];
   w->low[a] = (int16_t)low;
   w->size[a] = (uint8_t)width;
   w->parent[b] = a;
   w->rel[b] = (int16_t)d;
}

void cg_ra_make_phi_webs(const struct cg_ra_problem *p, struct cg_liveness *live, uint8_t *size, struct cg_ra_phi_webs *out)
{
   struct webs w = {.p = p, .ranges = live->ranges, .head = live->head, .size = size, .num_ranges = live->num_ranges};
   w.lists = WORK_OF_LISTS;
   w.trees = WORK_OF_LISTS + WORK_OF_RANGE * (uint64_t)live->num_ranges;
   const size_t n = (size_t)p->num_regs + 1;
   w.parent = UTIL_ARRAY(p->ctx, uint32_t, n);
   w.rel = UTIL_ARRAY(p->ctx, int16_t, n);
   w.low = UTIL_ARRAY(p->ctx, int16_t, n);
   w.num = UTIL_ARRAY(p->ctx, uint32_t, n);
   w.tree = UTIL_ARRAY(p->ctx, uint8_t, n);
   for (uint32_t r = 0; r < p->num_regs; r++)
      w.parent[r] = r;
   /* Sorts by weight, rounded down to a power of two. */
   uint32_t lengths = 0;
   for (uint32_t h = 0; h < p->num_hints; h++)
      lengths |= p->hints[h].weight;
   for (unsigned bit = 16; bit-- > 0;)
      for (uint32_t h = 0; lengths >> bit & 1 && h < p->num_hints; h++)
         if (p->hints[h].weight >> bit == 1) {
            w.same = p->same && p->same[h].end ? &p->same[h] : NULL;
            join(&w, &p->hints[h]);
         }
   if (w.planted)
      lay_ranges(&w, live);
   util_work(p->ctx, w.steps / 2 + p->num_hints / 4);
   if (w.copied)
      util_discard(p->ctx, w.copied, w.num_ranges * sizeof *w.copied);
   out->root = w.parent;
   out->at = UTIL_ARRAY(p->ctx, uint8_t, n);
   for (uint32_t r = 0; r < p->num_regs; r++) {
      int d;
      const uint32_t root = find(&w, r, &d); /* compresses the path to the root */
      out->at[r] = (uint8_t)(d - w.low[root]);
   }
}
