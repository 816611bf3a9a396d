/* SPDX-License-Identifier: MIT */
/*
 * See diff.h. The shortest edit script by the greedy algorithm of Myers (An O(ND) Difference Algorithm and Its Variations,
 * 1986), after the common lines at both ends have been left out.
 */
#include "nvp4c/json/diff.h"

#include <string.h>

enum { CONTEXT = 3, MAX_EDITS = 1000 };

struct line {
   const char *text;
   size_t len;
};
struct lines {
   struct line *line;
   uint32_t num;
};

/* Runs of deleted and inserted lines between equal ones, in order. */
struct change {
   uint32_t a, num_a, b, num_b;
};

struct differ {
   struct util_ctx *ctx;
   struct lines a, b;
   uint32_t first, end_a, end_b; /* the lines that are not common at both ends */
   struct change *changes;
   uint32_t num_changes, cap_changes;
};

static struct lines split(struct util_ctx *ctx, const struct util_buf *t)
{
   struct lines l = {NULL, 0};
   uint32_t cap = 0;

   for (size_t at = 0; at < t->len;) {
      const char *s = t->data + at, *nl = memchr(s, '\n', t->len - at);
      const size_t n = nl ? (size_t)(nl - s) : t->len - at;
      UTIL_PUSH(ctx, l.line, l.num, cap, (struct line){s, n});
      at += n + 1;
   }
   return l;
}

static bool is_equal(const struct differ *d, uint32_t a, uint32_t b)
{
   return d->a.line[a].len == d->b.line[b].len && !memcmp(d->a.line[a].text, d->b.line[b].text, d->a.line[a].len);
}

static void add_change(struct differ *d, uint32_t a, uint32_t num_a, uint32_t b, uint32_t num_b)
{
   struct change *last = d->num_changes ? &d->changes[d->num_changes - 1] : NULL;

   if (last && last->a + last->num_a == a && last->b + last->num_b == b) {
      last->num_a += num_a;
      last->num_b += num_b;
   } else {
      UTIL_PUSH(d->ctx, d->changes, d->num_changes, d->cap_changes, (struct change){a, num_a, b, num_b});
   }
}

/* Follows the trace of the search back and adds its edits in order. at[e] has the furthest ends on the diagonals -e .. e. */
static void add_edits(struct differ *d, int32_t **at, int32_t edits, int32_t n, int32_t m)
{
   struct change *back = UTIL_ARRAY(d->ctx, struct change, (size_t)edits + 1);
   int32_t x = n, y = m;

   for (int32_t e = edits; e > 0; e--) {
      const int32_t k = x - y, *v = at[e - 1];
      const bool down = k == -e || (k != e && v[k - 1 + MAX_EDITS] < v[k + 1 + MAX_EDITS]);
      const int32_t from = down ? k + 1 : k - 1;
      x = v[from + MAX_EDITS];
      y = x - from;
      back[e - 1] = (struct change){d->first + (uint32_t)x, !down, d->first + (uint32_t)y, down};
   }
   for (int32_t e = 0; e < edits; e++)
      add_change(d, back[e].a, back[e].num_a, back[e].b, back[e].num_b);
}

static void find_changes(struct differ *d)
{
   const int32_t n = (int32_t)(d->end_a - d->first), m = (int32_t)(d->end_b - d->first);
   int32_t **at = UTIL_ARRAY(d->ctx, int32_t *, MAX_EDITS + 1);

   for (int32_t e = 0; e <= MAX_EDITS; e++) {
      int32_t *v = at[e] = UTIL_ARRAY(d->ctx, int32_t, 2 * MAX_EDITS + 2);
      const int32_t *was = e ? at[e - 1] : NULL;
      for (int32_t k = -e; k <= e; k += 2) {
         const bool down = e && (k == -e || (k != e && was[k - 1 + MAX_EDITS] < was[k + 1 + MAX_EDITS]));
         int32_t x = !e ? 0 : down ? was[k + 1 + MAX_EDITS] : was[k - 1 + MAX_EDITS] + 1, y = x - k;
         while (x < n && y < m && is_equal(d, d->first + (uint32_t)x, d->first + (uint32_t)y))
            x++, y++;
         v[k + MAX_EDITS] = x;
         if (x >= n && y >= m) {
            add_edits(d, at, e, n, m);
            return;
         }
      }
      util_work(d->ctx, (uint64_t)e + 1);
   }
   add_change(d, d->first, (uint32_t)n, d->first, (uint32_t)m);
}

static void print_line(struct util_buf *b, char mark, struct line l)
{
   util_buf_byte(b, (uint8_t)mark);
   util_buf_add(b, l.text, l.len);
   util_buf_byte(b, '\n');
}

/* Prints the changes first .. end - 1 as one hunk, with the context around them. */
static void print_hunk(struct util_buf *out, const struct differ *d, uint32_t first, uint32_t end)
{
   const struct change *c = &d->changes[first], *last = &d->changes[end - 1];
   const uint32_t before = c->a < CONTEXT ? c->a : CONTEXT, left = d->a.num - last->a - last->num_a;
   const uint32_t after = left < CONTEXT ? left : CONTEXT;
   uint32_t a = c->a - before;
   const uint32_t b = c->b - before, num_a = last->a + last->num_a + after - a, num_b = last->b + last->num_b + after - b;

   /* lines count from 1, and no lines are after the line before them */
   util_buf_printf(out, "@@ -%u,%u +%u,%u @@\n", a + (num_a != 0), num_a, b + (num_b != 0), num_b);
   for (uint32_t k = first; k < end; k++) {
      for (c = &d->changes[k]; a < c->a; a++)
         print_line(out, ' ', d->a.line[a]);
      for (uint32_t n = 0; n < c->num_a; n++)
         print_line(out, '-', d->a.line[a++]);
      for (uint32_t n = 0; n < c->num_b; n++)
         print_line(out, '+', d->b.line[c->b + n]);
   }
   for (uint32_t n = 0; n < after; n++)
      print_line(out, ' ', d->a.line[a++]);
}

void diff_lines(struct util_buf *out, const struct util_buf *from, const struct util_buf *to)
{
   struct differ d = {.ctx = out->ctx};

   d.a = split(out->ctx, from);
   d.b = split(out->ctx, to);
   d.end_a = d.a.num, d.end_b = d.b.num;
   while (d.first < d.end_a && d.first < d.end_b && is_equal(&d, d.first, d.first))
      d.first++;
   while (d.end_a > d.first && d.end_b > d.first && is_equal(&d, d.end_a - 1, d.end_b - 1))
      d.end_a--, d.end_b--;
   if (d.first == d.end_a && d.first == d.end_b)
      return;
   find_changes(&d);
   for (uint32_t k = 0, end; k < d.num_changes; k = end) {
      for (end = k + 1; end < d.num_changes; end++)
         if (d.changes[end].a > d.changes[end - 1].a + d.changes[end - 1].num_a + 2 * CONTEXT)
            break;
      print_hunk(out, &d, k, end);
   }
}
