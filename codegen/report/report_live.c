/* SPDX-License-Identifier: MIT */
/*
 * Which registers are live at each row, and the values in them.
 *
 * A register belongs to a lane, so what counts is the path of a lane, not that of its wave: the other arm of an if leaves the
 * registers of a waiting lane alone. A *state* is a row, the mask counter of a lane there, and a mark of the machine, which
 * says which states may follow (report_lane_fn). Liveness is the usual backward analysis over the states, in which only running
 * lanes read and write. A write under a condition keeps the old value in the other lanes; if nothing was written before, there
 * is none to keep.
 *
 * A request may access its registers until a row waits for it, so they are held from the request to that row, whether or not
 * anything reads them later. That is a forward analysis: on paths without the request they are free. All lanes of a wave wait
 * together.
 *
 * A value is a maximal set of states, connected by edges along which the register is live or held: what a single store and the
 * loads of it would be, or several of both if they meet. Adjacent registers with the same rows are one value.
 */
#include "codegen/report/report.h"

#include <string.h>

/* A lane as a number: its counter, plus REPORT_LEVELS if it is marked. */
enum { NUM_LANES = 2 * REPORT_LEVELS, MAX_FOLLOWING = 2 * NUM_LANES + 2 };
struct report_states {
   uint32_t row[MAX_FOLLOWING], lane[MAX_FOLLOWING];
   uint32_t num;
};

void report_add_state(struct report_states *to, uint32_t row, struct report_lane lane)
{
   const uint32_t counter = lane.counter < REPORT_LEVELS ? lane.counter : REPORT_LEVELS - 1,
                  number = counter + (lane.marked ? REPORT_LEVELS : 0);

   for (uint32_t k = 0; k < to->num; k++)
      if (to->row[k] == row && to->lane[k] == number)
         return;
   if (to->num < MAX_FOLLOWING) {
      to->row[to->num] = row;
      to->lane[to->num++] = number;
   }
}

struct state {
   uint32_t row, lane;
   uint32_t first_edge, num_edges;
   struct report_set in, out, written_before;
   struct report_set killed;                /* registers whose old value does not survive the row */
   struct report_set held[REPORT_COUNTERS]; /* by requests in flight before the row */
   bool ends;                               /* the end of the program may follow */
};

struct live {
   struct target_report *r;
   uint64_t (*reached)[NUM_LANES / 64]; /* by row: lanes as bits */
   uint32_t *first;                     /* by row: index of its first state */
   struct state *states;
   uint32_t num_states;
   uint32_t *edges; /* states */
   uint32_t num_edges, cap_edges;
   uint32_t *parent; /* of the union-find forest: element 2s is before state s, 2s + 1 after it, and the last is the end */
};

static struct report_states following(const struct live *l, uint32_t row, uint32_t lane)
{
   struct report_states to;

   to.num = 0;
   l->r->lanes(l->r->code, row, (struct report_lane){lane % REPORT_LEVELS, lane >= REPORT_LEVELS}, &to);
   return to;
}

static bool is_reached(const struct live *l, uint32_t row, uint32_t lane)
{
   return l->reached[row][lane / 64] >> lane % 64 & 1;
}

static void find_reached(struct live *l)
{
   const uint32_t n = l->r->num_rows;
   bool changed = n != 0;

   l->reached[0][0] = 1;
   while (changed) {
      changed = false;
      for (uint32_t row = 0; row < n; row++)
         for (uint32_t lane = 0; lane < NUM_LANES; lane++) {
            if (!is_reached(l, row, lane))
               continue;
            const struct report_states to = following(l, row, lane);
            for (uint32_t k = 0; k < to.num; k++) {
               if (to.row[k] >= n)
                  continue;
               changed |= to.row[k] <= row && !is_reached(l, to.row[k], to.lane[k]);
               l->reached[to.row[k]][to.lane[k] / 64] |= UINT64_C(1) << to.lane[k] % 64;
            }
         }
      util_work(l->r->ctx, n);
   }
}

static uint32_t state_of(const struct live *l, uint32_t row, uint32_t lane)
{
   uint32_t s = l->first[row];

   for (uint32_t k = 0; k < lane / 64; k++)
      s += (uint32_t)__builtin_popcountll(l->reached[row][k]);
   return s + (uint32_t)__builtin_popcountll(l->reached[row][lane / 64] & ((UINT64_C(1) << lane % 64) - 1));
}

static void make_states(struct live *l)
{
   const uint32_t n = l->r->num_rows;

   for (uint32_t row = 0; row < n; row++) {
      l->first[row] = l->num_states;
      for (uint32_t k = 0; k < NUM_LANES / 64; k++)
         l->num_states += (uint32_t)__builtin_popcountll(l->reached[row][k]);
   }
   l->states = UTIL_ARRAY(l->r->ctx, struct state, (size_t)l->num_states + 1);
   for (uint32_t row = 0, s = 0; row < n; row++)
      for (uint32_t lane = 0; lane < NUM_LANES; lane++) {
         if (!is_reached(l, row, lane))
            continue;
         const struct report_states to = following(l, row, lane);
         l->states[s] = (struct state){.row = row, .lane = lane, .first_edge = l->num_edges};
         for (uint32_t k = 0; k < to.num; k++) {
            l->states[s].ends |= to.row[k] >= n;
            if (to.row[k] < n)
               UTIL_PUSH(l->r->ctx, l->edges, l->num_edges, l->cap_edges, state_of(l, to.row[k], to.lane[k]));
         }
         l->states[s].num_edges = l->num_edges - l->states[s].first_edge;
         s++;
      }
}

static bool acts(const struct live *l, const struct state *s)
{
   return s->lane % REPORT_LEVELS == 0 || (s->lane >= REPORT_LEVELS && l->r->marked_run) || l->r->rows[s->row].always;
}

/* Adds the second set to the first. Returns true if that changed it. */
static bool unite(struct report_set *to, const struct report_set *from)
{
   bool changed = false;

   for (unsigned k = 0; k < REPORT_REGISTERS / 64; k++) {
      changed |= (from->w[k] & ~to->w[k]) != 0;
      to->w[k] |= from->w[k];
   }
   return changed;
}

static void find_written(struct live *l)
{
   bool changed = true;

   while (changed) {
      changed = false;
      for (uint32_t s = 0; s < l->num_states; s++) {
         const struct state *from = &l->states[s];
         struct report_set after = from->written_before;
         if (acts(l, from))
            unite(&after, &l->r->rows[from->row].writes);
         for (uint32_t e = 0; e < from->num_edges; e++) {
            const uint32_t to = l->edges[from->first_edge + e];
            changed |= unite(&l->states[to].written_before, &after) && to <= s;
         }
      }
      util_work(l->r->ctx, l->num_states);
   }
}

static void find_killed(struct live *l)
{
   for (uint32_t s = 0; s < l->num_states; s++) {
      struct state *q = &l->states[s];
      const struct report_row *row = &l->r->rows[q->row];
      for (unsigned k = 0; k < REPORT_REGISTERS / 64 && acts(l, q); k++)
         q->killed.w[k] = row->keeps ? row->writes.w[k] & ~q->written_before.w[k] : row->writes.w[k];
   }
}

static void find_live(struct live *l)
{
   bool changed = true;

   while (changed) {
      changed = false;
      for (uint32_t s = l->num_states; s-- > 0;) {
         struct state *q = &l->states[s];
         for (uint32_t e = 0; e < q->num_edges; e++)
            unite(&q->out, &l->states[l->edges[q->first_edge + e]].in);
         if (q->ends)
            unite(&q->out, &l->r->at_end);
         struct report_set in = q->out;
         for (unsigned k = 0; k < REPORT_REGISTERS / 64; k++)
            in.w[k] = (in.w[k] & ~q->killed.w[k]) | (acts(l, q) ? l->r->rows[q->row].reads.w[k] : 0);
         changed |= unite(&q->in, &in);
      }
      util_work(l->r->ctx, l->num_states);
   }
}

/* The registers that requests of a counter hold after the row. */
static struct report_set held_after(const struct live *l, const struct state *s, unsigned counter)
{
   const struct report_row *row = &l->r->rows[s->row];
   const bool waits = row->waits >> counter & 1;
   struct report_set held = {{0}};

   if (waits && row->waits_after)
      return held;
   if (!waits)
      held = s->held[counter];
   if (row->counter == counter + 1 && acts(l, s))
      unite(&held, &row->holds);
   return held;
}

static void find_held(struct live *l)
{
   bool changed = true;

   while (changed) {
      changed = false;
      for (uint32_t s = 0; s < l->num_states; s++) {
         const struct state *from = &l->states[s];
         for (unsigned c = 0; c < REPORT_COUNTERS; c++) {
            const struct report_set after = held_after(l, from, c);
            for (uint32_t e = 0; e < from->num_edges; e++) {
               const uint32_t to = l->edges[from->first_edge + e];
               changed |= unite(&l->states[to].held[c], &after) && to <= s;
            }
         }
      }
      util_work(l->r->ctx, l->num_states);
   }
}

/* Is the register live or held before the row? */
static bool is_used_before(const struct state *s, uint32_t reg)
{
   bool used = report_has(&s->in, reg);

   for (unsigned c = 0; c < REPORT_COUNTERS; c++)
      used |= report_has(&s->held[c], reg);
   return used;
}

static bool is_held_after(const struct live *l, const struct state *s, uint32_t reg)
{
   bool held = false;

   for (unsigned c = 0; c < REPORT_COUNTERS; c++) {
      const struct report_set after = held_after(l, s, c);
      held |= report_has(&after, reg);
   }
   return held;
}

/* Counts the registers that are live or held before a row or written in it, for the lanes that execute it. */
static void count_live(struct live *l)
{
   struct target_report *r = l->r;

   for (uint32_t row = 0; row < r->num_rows; row++) {
      struct report_set set = {{0}};
      const uint32_t end = row + 1 < r->num_rows ? l->first[row + 1] : l->num_states;
      for (uint32_t s = l->first[row]; s < end; s++) {
         if (!acts(l, &l->states[s]))
            continue;
         unite(&set, &l->states[s].in);
         for (unsigned c = 0; c < REPORT_COUNTERS; c++)
            unite(&set, &l->states[s].held[c]);
      }
      unite(&set, &r->rows[row].writes);
      r->rows[row].live = 0;
      for (unsigned k = 0; k < REPORT_REGISTERS / 64; k++)
         r->rows[row].live += (uint32_t)__builtin_popcountll(set.w[k]);
      if (r->rows[row].live > r->peak) {
         r->peak = r->rows[row].live;
         r->peak_row = row;
      }
   }
}

/* ---- values */

static uint32_t root_of(uint32_t *parent, uint32_t x)
{
   while (parent[x] != x)
      x = parent[x] = parent[parent[x]];
   return x;
}

static void join(uint32_t *parent, uint32_t a, uint32_t b)
{
   a = root_of(parent, a), b = root_of(parent, b);
   if (a < b)
      parent[b] = a;
   else
      parent[a] = b;
}

/* What a row reads or writes is one value, whichever lanes execute it. `last` is the last such state before s, or REPORT_NONE.
 */
static void join_accesses(struct live *l, uint32_t reg, uint32_t s, uint32_t *last)
{
   const struct report_row *row = &l->r->rows[l->states[s].row];

   if (!acts(l, &l->states[s]))
      return;
   if (*last != REPORT_NONE && l->states[*last].row == l->states[s].row) {
      if (report_has(&row->reads, reg))
         join(l->parent, 2 * s, 2 * *last);
      if (report_has(&row->writes, reg))
         join(l->parent, 2 * s + 1, 2 * *last + 1);
   }
   *last = s;
}

static void join_states(struct live *l, uint32_t reg)
{
   const uint32_t end = 2 * l->num_states;
   uint32_t last = REPORT_NONE;

   for (uint32_t e = 0; e <= end; e++)
      l->parent[e] = e;
   for (uint32_t s = 0; s < l->num_states; s++) {
      const struct state *q = &l->states[s];
      const bool held = is_held_after(l, q, reg);
      join_accesses(l, reg, s, &last);
      if (is_used_before(q, reg) && (held || report_has(&q->out, reg)) && !report_has(&q->killed, reg))
         join(l->parent, 2 * s, 2 * s + 1);
      for (uint32_t e = 0; e < q->num_edges; e++) {
         const uint32_t to = l->edges[q->first_edge + e];
         if (held || report_has(&l->states[to].in, reg))
            join(l->parent, 2 * s + 1, 2 * to);
      }
      if (q->ends && report_has(&l->r->at_end, reg))
         join(l->parent, 2 * s + 1, end);
   }
}

/* A list of rows in ascending order. */
struct row_list {
   uint32_t *row;
   uint32_t num, cap;
};

static void add_row(struct util_ctx *ctx, struct row_list *list, uint32_t row)
{
   if (!list->num || list->row[list->num - 1] != row)
      UTIL_PUSH(ctx, list->row, list->num, list->cap, row);
}

/* The rows of one value. */
struct value_rows {
   struct row_list live, writers, readers;
};

static bool same_rows(const uint32_t *a, uint32_t num_a, const uint32_t *b, uint32_t num_b)
{
   return num_a == num_b && (!num_a || !memcmp(a, b, num_a * sizeof *a));
}

/* The values that end with a register, as indices, and those of the register before it. */
struct neighbours {
   uint32_t *now, *before;
   uint32_t num_now, num_before, cap_now, cap_before;
};

static bool same_value(const struct report_value *a, const struct report_value *b)
{
   return same_rows(a->writers, a->num_writers, b->writers, b->num_writers) &&
          same_rows(a->readers, a->num_readers, b->readers, b->num_readers) && a->num_ranges == b->num_ranges &&
          !memcmp(a->ranges, b->ranges, a->num_ranges * sizeof *a->ranges);
}

static void add_value(struct target_report *r, uint32_t reg, const struct value_rows *v, struct neighbours *near)
{
   struct report_value value = {.reg = reg,
                                .count = 1,
                                .writers = v->writers.row,
                                .readers = v->readers.row,
                                .num_writers = v->writers.num,
                                .num_readers = v->readers.num};
   uint32_t cap = 0, n = 0, index = r->num_values;

   for (uint32_t k = 0; k < v->live.num; k++) {
      const uint32_t row = v->live.row[k];
      struct report_range *last = n ? &value.ranges[n - 1] : NULL;
      if (last && last->last + 1 == row)
         last->last = row;
      else
         UTIL_PUSH(r->ctx, value.ranges, n, cap, (struct report_range){row, row});
   }
   value.num_ranges = n;
   for (uint32_t k = 0; k < near->num_before && index == r->num_values; k++)
      if (same_value(&r->values[near->before[k]], &value))
         index = near->before[k];
   if (index < r->num_values)
      r->values[index].count++;
   else
      UTIL_PUSH(r->ctx, r->values, r->num_values, r->cap_values, value);
   UTIL_PUSH(r->ctx, near->now, near->num_now, near->cap_now, index);
}

/* Collects the rows of the values of a register, which are the trees of the forest. `values` has an entry for each element. */
static void collect_values(struct live *l, uint32_t reg, struct value_rows *values, struct neighbours *near)
{
   struct target_report *r = l->r;

   memset(values, 0, 2 * (size_t)l->num_states * sizeof *values);
   for (uint32_t s = 0; s < l->num_states; s++) {
      const struct state *q = &l->states[s];
      const struct report_row *row = &r->rows[q->row];
      if (!acts(l, q))
         continue;
      if (is_used_before(q, reg)) {
         struct value_rows *v = &values[root_of(l->parent, 2 * s)];
         add_row(r->ctx, &v->live, q->row);
         if (report_has(&row->reads, reg))
            add_row(r->ctx, &v->readers, q->row);
      }
      if (report_has(&row->writes, reg)) {
         struct value_rows *v = &values[root_of(l->parent, 2 * s + 1)];
         add_row(r->ctx, &v->live, q->row);
         add_row(r->ctx, &v->writers, q->row);
      }
   }
   for (uint32_t e = 0; e < 2 * l->num_states; e++)
      if (values[e].live.num)
         add_value(r, reg, &values[e], near);
}

bool report_is_live(const struct report_value *v, uint32_t row)
{
   for (uint32_t k = 0; k < v->num_ranges; k++)
      if (v->ranges[k].first <= row && row <= v->ranges[k].last)
         return true;
   return false;
}

void report_find_values(struct target_report *r)
{
   struct live l = {.r = r};
   struct report_set used = {{0}};

   l.reached = util_alloc(r->ctx, ((size_t)r->num_rows + 1) * sizeof *l.reached);
   l.first = UTIL_ARRAY(r->ctx, uint32_t, (size_t)r->num_rows + 1);
   find_reached(&l);
   make_states(&l);
   find_written(&l);
   find_killed(&l);
   find_live(&l);
   find_held(&l);
   count_live(&l);
   for (uint32_t k = 0; k < r->num_rows; k++) {
      unite(&used, &r->rows[k].reads);
      unite(&used, &r->rows[k].writes);
   }
   l.parent = UTIL_ARRAY(r->ctx, uint32_t, 2 * (size_t)l.num_states + 1);
   struct value_rows *values = UTIL_ARRAY(r->ctx, struct value_rows, 2 * (size_t)l.num_states + 1);
   struct neighbours near = {0};
   for (uint32_t reg = 0; reg < REPORT_REGISTERS; reg++) {
      const struct neighbours last = near;
      near = (struct neighbours){last.before, last.now, 0, last.num_now, last.cap_before, last.cap_now};
      if (!report_has(&used, reg))
         continue;
      util_work(r->ctx, l.num_states);
      join_states(&l, reg);
      collect_values(&l, reg, values, &near);
   }
}
