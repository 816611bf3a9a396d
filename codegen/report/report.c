/* SPDX-License-Identifier: MIT */
/*
 * The analyses of a report without values: basic blocks, the time of each row, requests in flight, paths.
 *
 * Time is that of the model of the machine: rows are issued in their order, each takes its cost, and a row that waits for
 * requests is issued when all of them are done, or the row after it if it waits after it is issued. Nothing else delays a row.
 */
#include "codegen/report/report.h"

#include "util/format.h"

#include <string.h>

struct target_report *report_new(struct util_ctx *ctx, uint32_t num_rows)
{
   struct target_report *r = UTIL_NEW(ctx, struct target_report);

   r->ctx = ctx;
   r->rows = UTIL_ARRAY(ctx, struct report_row, (size_t)num_rows + 1);
   r->num_rows = num_rows;
   r->bound = REPORT_NONE;
   for (uint32_t k = 0; k < num_rows; k++)
      r->rows[k].executed = -1;
   return r;
}

void report_register_name(const struct target_report *r, uint32_t reg, uint32_t count, char *text, size_t size)
{
   const uint32_t last = reg + count - 1;

   if (r->register_bits == 32 && count == 1)
      util_format(text, size, "%s%u", r->prefix, reg);
   else if (r->register_bits == 32)
      util_format(text, size, "%s%u..%s%u", r->prefix, reg, r->prefix, last);
   else if (count == 1)
      util_format(text, size, "%s%u%c", r->prefix, reg / 2, reg % 2 ? 'h' : 'l');
   else if (count == 2 && reg % 2 == 0)
      util_format(text, size, "%s%u", r->prefix, reg / 2);
   else if (reg % 2 == 0 && count % 2 == 0)
      util_format(text, size, "%s%u..%s%u", r->prefix, reg / 2, r->prefix, last / 2);
   else
      util_format(text, size, "%s%u%c..%s%u%c", r->prefix, reg / 2, reg % 2 ? 'h' : 'l', r->prefix, last / 2,
                  last % 2 ? 'h' : 'l');
}

/* ---- basic blocks */

/* Gives blocks the bounds of blocks of the machine, if those were not split by jumps. */
static void find_bounds(struct target_report *r)
{
   for (uint32_t k = 0; k < r->num_block_bounds; k++) {
      const uint32_t first = r->block_bounds[k].first,
                     end = k + 1 < r->num_block_bounds ? r->block_bounds[k + 1].first : r->num_rows;
      if (first >= end || end > r->num_rows)
         continue; /* it has no rows */
      struct report_block *b = &r->blocks[r->rows[first].block];
      if (b->count == end - first)
         b->bound = r->block_bounds[k].rows;
   }
}

/* A block starts at the first row, at targets, after jumps, and where a block of the machine starts. */
static void find_blocks(struct target_report *r)
{
   const uint32_t n = r->num_rows;
   bool *starts = UTIL_ARRAY(r->ctx, bool, (size_t)n + 1);

   starts[0] = true;
   for (uint32_t k = 0; k < n; k++) {
      const struct report_row *row = &r->rows[k];
      starts[k + 1] |= row->flow != REPORT_FALLS;
      if (row->flow == REPORT_JUMPS || row->flow == REPORT_CHOOSES)
         starts[row->target] = true;
   }
   for (uint32_t k = 0; k < r->num_block_bounds; k++)
      if (r->block_bounds[k].first < n)
         starts[r->block_bounds[k].first] = true;
   for (uint32_t k = 0; k < n; k++)
      r->num_blocks += starts[k];
   r->blocks = UTIL_ARRAY(r->ctx, struct report_block, (size_t)r->num_blocks + 1);
   for (uint32_t k = 0, b = UINT32_MAX; k < n; k++) {
      if (starts[k])
         r->blocks[++b] = (struct report_block){k, 0, REPORT_NONE, {REPORT_NONE, REPORT_NONE}};
      r->blocks[b].count++;
      r->rows[k].block = b;
   }
   find_bounds(r);
}

/* The block of a row, or the number of blocks for the end. */
static uint32_t block_at(const struct target_report *r, uint32_t row)
{
   return row < r->num_rows ? r->rows[row].block : r->num_blocks;
}

static void connect_blocks(struct target_report *r)
{
   for (uint32_t b = 0; b < r->num_blocks; b++) {
      struct report_block *q = &r->blocks[b];
      const struct report_row *last = &r->rows[q->first + q->count - 1];

      if (last->flow == REPORT_FALLS || last->flow == REPORT_CHOOSES)
         q->next[0] = block_at(r, q->first + q->count);
      if (last->flow == REPORT_JUMPS || last->flow == REPORT_CHOOSES)
         q->next[1] = block_at(r, last->target);
      if (last->flow == REPORT_ENDS)
         q->next[0] = r->num_blocks;
   }
}

/* ---- time */

struct clock {
   uint32_t now;
   uint32_t due[REPORT_COUNTERS];        /* when all requests of a counter are done */
   uint32_t first_open[REPORT_COUNTERS]; /* row from which on they are in flight */
};

/* Row k waits for the requests of the rows before `end`. */
static void wait_for_requests(struct target_report *r, struct clock *t, uint32_t k, uint32_t end)
{
   for (unsigned c = 0; c < REPORT_COUNTERS; c++) {
      if (!(r->rows[k].waits >> c & 1))
         continue;
      t->now = t->due[c] > t->now ? t->due[c] : t->now;
      for (uint32_t o = t->first_open[c]; o < end; o++)
         if (r->rows[o].counter == c + 1) {
            r->rows[o].waiter = k;
            r->depends.wait |= report_latency_mask(&r->rows[o]);
         }
      t->first_open[c] = end;
   }
}

static void time_rows(struct target_report *r)
{
   struct clock t = {0};

   for (uint32_t k = 0; k < r->num_rows; k++) {
      struct report_row *row = &r->rows[k];
      if (!row->waits_after)
         wait_for_requests(r, &t, k, k);
      row->start = t.now;
      row->waiter = REPORT_NONE;
      row->assumed = row->latency_cost && r->costs[row->latency_cost - 1].provenance == REPORT_ASSUMED;
      r->depends.latency |= report_latency_mask(row);
      if (row->counter) {
         row->done = t.now + row->latency;
         if (row->done > t.due[row->counter - 1])
            t.due[row->counter - 1] = row->done;
      }
      r->textures += row->is_texture;
      t.now += row->cost;
      if (row->waits_after)
         wait_for_requests(r, &t, k, k + 1);
   }
   r->elapsed = t.now;
}

/* ---- paths */

struct path_finder {
   const struct target_report *r;
   uint32_t *weight;   /* of blocks */
   uint32_t *distance; /* from the start to the start of a block, REPORT_NONE if it is not reached */
   uint32_t *entries;  /* edges into a block from reached blocks that were not visited yet */
   uint32_t *queue;
};

static uint32_t find_shortest(struct path_finder *f)
{
   const uint32_t n = f->r->num_blocks;
   bool changed = true;

   for (uint32_t b = 0; b <= n; b++)
      f->distance[b] = REPORT_NONE;
   f->distance[0] = 0;
   while (changed) {
      changed = false;
      for (uint32_t b = 0; b < n; b++)
         for (unsigned k = 0; k < 2 && f->distance[b] != REPORT_NONE; k++) {
            const uint32_t to = f->r->blocks[b].next[k], d = f->distance[b] + f->weight[b];
            if (to == REPORT_NONE || f->distance[to] <= d)
               continue;
            f->distance[to] = d;
            changed = true;
         }
   }
   return f->distance[n] == REPORT_NONE ? 0 : f->distance[n];
}

/* Visits the reached blocks in topological order (Kahn). Uses the distances of find_shortest() to know which are reached. */
static uint32_t find_longest(struct path_finder *f)
{
   const uint32_t n = f->r->num_blocks;
   uint32_t reached = 0, visited = 0, queued = 0, *longest = UTIL_ARRAY(f->r->ctx, uint32_t, (size_t)n + 1);

   memset(f->entries, 0, ((size_t)n + 1) * sizeof *f->entries);
   for (uint32_t b = 0; b < n; b++) {
      reached += f->distance[b] != REPORT_NONE;
      for (unsigned k = 0; k < 2; k++)
         if (f->distance[b] != REPORT_NONE && f->r->blocks[b].next[k] != REPORT_NONE)
            f->entries[f->r->blocks[b].next[k]]++;
   }
   if (!f->entries[0])
      f->queue[queued++] = 0;
   for (; visited < queued; visited++) {
      const uint32_t b = f->queue[visited];
      for (unsigned k = 0; k < 2; k++) {
         const uint32_t to = f->r->blocks[b].next[k], d = longest[b] + f->weight[b];
         if (to == REPORT_NONE)
            continue;
         longest[to] = d > longest[to] ? d : longest[to];
         if (!--f->entries[to] && to < n)
            f->queue[queued++] = to;
      }
   }
   return visited < reached ? REPORT_NONE : longest[n];
}

static struct report_paths find_paths(struct path_finder *f)
{
   struct report_paths p = {0, 0, 0};

   for (uint32_t b = 0; b < f->r->num_blocks; b++)
      p.total += f->weight[b];
   if (!f->r->num_blocks)
      return p;
   p.shortest = find_shortest(f);
   p.longest = find_longest(f);
   return p;
}

static void time_paths(struct target_report *r)
{
   const size_t n = (size_t)r->num_blocks + 1;
   struct path_finder f = {r, UTIL_ARRAY(r->ctx, uint32_t, n), UTIL_ARRAY(r->ctx, uint32_t, n), UTIL_ARRAY(r->ctx, uint32_t, n),
                           UTIL_ARRAY(r->ctx, uint32_t, n)};
   uint32_t *busy = UTIL_ARRAY(r->ctx, uint32_t, n * (r->num_units + 1));

   for (uint32_t k = 0; k < r->num_rows; k++) {
      const struct report_row *row = &r->rows[k];
      f.weight[row->block] += row->cost;
      for (uint32_t u = 0; u < row->num_uses; u++)
         busy[row->uses[u].unit * n + row->block] += row->uses[u].busy;
   }
   r->time = find_paths(&f);
   r->unit_time = UTIL_ARRAY(r->ctx, struct report_paths, (size_t)r->num_units + 1);
   r->limit = REPORT_NONE;
   for (uint32_t u = 0; u < r->num_units; u++) {
      f.weight = busy + u * n;
      r->unit_time[u] = find_paths(&f);
      if (r->unit_time[u].total && (r->limit == REPORT_NONE || r->unit_time[u].total > r->unit_time[r->limit].total))
         r->limit = u;
   }
}

void report_analyse(struct target_report *r)
{
   util_work(r->ctx, 20 * (uint64_t)r->num_rows);
   find_blocks(r);
   connect_blocks(r);
   time_rows(r);
   time_paths(r);
   report_find_values(r);
}
