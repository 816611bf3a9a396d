/* SPDX-License-Identifier: MIT */
/* Hoists requests ahead of their uses: see agx_hoist_loads.h. */
#include "backend-agx/schedule/agx_hoist_loads.h"
#include "backend-agx/schedule/agx_sched.h"

/* Consecutive virtual units or machine resources that an instruction reads or writes. */
struct touch {
   uint32_t unit;
   uint16_t count;
   bool write;
};

struct hoisting {
   struct util_ctx *ctx;
   const struct cg_program *p;
   uint8_t *shared; /* by unit: several blocks use it */
   /* Data of the current block. */
   struct cg_list *body;
   struct touch *touch;
   uint32_t num_touch, cap_touch;
   uint32_t *first; /* by instruction: its first touch; one entry more for the end */
   uint32_t *at;   /* by place: the number of the instruction */
   uint32_t *last; /* by unit: 1 + the place of its last read, beyond the body if that is in the tail */
   uint32_t *alive, round; /* by unit: `round` if it is live at the place of count_live(), which increments round */
   uint32_t *entering, num_entering, cap_entering; /* units that the head writes and the body reads */
   int32_t *live;                                  /* by place: the number of live halves after it */
   int32_t most, most_useful; /* the maximum, and the maximum without registers that only a request overwrites */
};

/* ---- setup of a block ------------------------------------------------------------------------------------------------- */

static void note_touch(void *user, uint32_t unit, unsigned count, bool write)
{
   struct hoisting *e = user;

   UTIL_PUSH(e->ctx, e->touch, e->num_touch, e->cap_touch, (struct touch){unit, (uint16_t)count, write});
}

static bool counts(const struct hoisting *e, uint32_t unit)
{
   return unit < e->p->num_units && !e->shared[unit];
}

static void note_last(void *user, uint32_t unit, unsigned count, bool write)
{
   struct hoisting *e = user;

   for (uint32_t u = unit; u < unit + count && !write; u++)
      if (counts(e, u))
         e->last[u] = UINT32_MAX;
}

static bool is_request(const struct hoisting *e, uint32_t place)
{
   return cg_request_of(e->p, e->body->i[place]).counter != CG_NO_COUNTER;
}

#define FOREACH_TOUCH(e, place, t)                                                                                             \
   for (const struct touch *t = &(e)->touch[(e)->first[(e)->at[place]]],                                                       \
                           *t##_end = &(e)->touch[(e)->first[(e)->at[place] + 1]];                                             \
        t < t##_end; t++)

/* Finds the last reads in the body of units that the tail does not read. */
static void find_last(struct hoisting *e)
{
   for (uint32_t k = 0; k < e->body->n; k++)
      FOREACH_TOUCH (e, k, t)
         for (uint32_t u = t->unit; u < t->unit + t->count && !t->write; u++)
            if (counts(e, u) && e->last[u] != UINT32_MAX)
               e->last[u] = k + 1;
}

static void begin_block(struct hoisting *e, struct cg_block *b, struct cg_list *body)
{
   e->body = body;
   e->num_touch = 0;
   e->first = UTIL_ARRAY(e->ctx, uint32_t, (size_t)body->n + 2);
   e->at = UTIL_ARRAY(e->ctx, uint32_t, (size_t)body->n + 1);
   e->live = UTIL_ARRAY(e->ctx, int32_t, (size_t)body->n + 1);
   for (uint32_t k = 0; k < body->n; k++) {
      e->p->machine->refs(e->p, body->i[k], note_touch, e);
      e->first[k + 1] = e->num_touch;
      e->at[k] = k;
   }
   for (uint32_t k = 0; k < e->num_touch; k++)
      for (uint32_t u = e->touch[k].unit; u < e->touch[k].unit + e->touch[k].count && u < e->p->num_units; u++)
         e->last[u] = 0;
   for (uint32_t k = 0; k < b->tail.n; k++)
      e->p->machine->refs(e->p, b->tail.i[k], note_last, e);
   find_last(e);
}

/* ---- live halves --------------------------------------------------------------------------------------------------------- */

/* The place of the first instruction after a request that touches its result, where the wait is. */
static uint32_t first_use(const struct hoisting *e, uint32_t request)
{
   for (uint32_t k = request + 1; k < e->body->n; k++) {
      const struct agx_mir_instr *i = agx_mir_instr_of(e->body->i[k]);
      FOREACH_TOUCH (e, request, r) {
         if (!r->write)
            continue;
         if (i->awaits && i->awaits - 1 >= r->unit && i->awaits - 1 < r->unit + r->count)
            return k;
         FOREACH_TOUCH (e, k, t)
            if (t->unit < r->unit + r->count && r->unit < t->unit + t->count)
               return k;
      }
   }
   return e->body->n;
}

/* The number of halves that the request overwrites and that are never read. */
static int32_t unread_halves(const struct hoisting *e, uint32_t place)
{
   int32_t n = 0;

   FOREACH_TOUCH (e, place, t)
      for (uint32_t u = t->unit; u < t->unit + t->count && t->write; u++)
         n += counts(e, u) && e->last[u] <= place;
   return n;
}

/* Units that are read before they are written come from the head. */
static void find_entering(struct hoisting *e)
{
   e->num_entering = 0;
   e->round++;
   for (uint32_t k = 0; k < e->num_touch; k++)
      for (uint32_t u = e->touch[k].unit; u < e->touch[k].unit + e->touch[k].count; u++)
         if (counts(e, u) && e->alive[u] != e->round) {
            e->alive[u] = e->round;
            if (!e->touch[k].write)
               UTIL_PUSH(e->ctx, e->entering, e->num_entering, e->cap_entering, u);
         }
}

static void count_live(struct hoisting *e)
{
   int32_t now = 0;

   e->round++;
   for (uint32_t k = 0; k < e->num_entering; k++, now++)
      e->alive[e->entering[k]] = e->round;
   e->most_useful = 0;
   for (uint32_t k = 0; k < e->body->n; k++) {
      FOREACH_TOUCH (e, k, t) {
         if (t->unit >= e->p->num_units)
            continue;
         for (uint32_t u = t->unit; u < t->unit + t->count; u++) {
            if (e->shared[u] || (e->alive[u] == e->round) == t->write)
               continue;
            if (t->write && e->last[u] > k + 1) {
               e->alive[u] = e->round;
               now++;
            } else if (!t->write && e->last[u] == k + 1) {
               e->alive[u] = 0;
               now--;
            }
         }
      }
      e->live[k] = now;
      e->most_useful = now > e->most_useful ? now : e->most_useful;
   }
   e->most = e->most_useful;
   for (uint32_t k = 0; k < e->body->n; k++)
      if (is_request(e, k)) {
         const int32_t more = unread_halves(e, k);
         for (uint32_t q = k, end = more ? first_use(e, k) : k; q < end; q++) {
            e->live[q] += more;
            e->most = e->live[q] > e->most ? e->live[q] : e->most;
         }
      }
}

/* ---- hoisting ------------------------------------------------------------------------------------------------------------ */

#define MOST_MOVED 4 /* a request and the instructions that compute its operands */

#define MOST_DYING 64
struct moved {
   uint32_t place[MOST_MOVED], n; /* the request first, then earlier instructions */
   int32_t result;                /* halves */
   uint32_t dying[MOST_DYING];    /* units computed earlier that the moved instructions read last */
   uint32_t num_dying;
};

static bool is_among(const struct moved *m, uint32_t place)
{
   for (uint32_t k = 0; k < m->n; k++)
      if (m->place[k] == place)
         return true;
   return false;
}

/* The moved instructions pass the one at the place. A unit that it touches does not die in them if it stays, and a unit that it
   computes does not come from above if it moves along. */
static void drop_dying(const struct hoisting *e, struct moved *m, uint32_t place)
{
   uint32_t n = 0;

   for (uint32_t k = 0; k < m->num_dying; k++) {
      bool touched = false;
      FOREACH_TOUCH (e, place, t)
         touched |= m->dying[k] >= t->unit && m->dying[k] < t->unit + t->count;
      if (!touched)
         m->dying[n++] = m->dying[k];
   }
   m->num_dying = n;
}

static void add_moved(const struct hoisting *e, struct moved *m, uint32_t place)
{
   drop_dying(e, m, place);
   m->place[m->n++] = place;
   FOREACH_TOUCH (e, place, t)
      for (uint32_t u = t->unit; u < t->unit + t->count && !t->write; u++)
         if (counts(e, u) && e->last[u] == place + 1 && m->num_dying < MOST_DYING)
            m->dying[m->num_dying++] = u;
}

enum relation { FREE, OPERAND, BOUND };

/* Does the instruction at a place stop the moved ones: not at all, as the source of an operand that can move along, or
   otherwise? */
static enum relation relation_of(const struct hoisting *e, const struct moved *m, uint32_t place)
{
   enum relation r = FREE;

   FOREACH_TOUCH (e, place, t)
      for (uint32_t k = 0; k < m->n; k++)
         FOREACH_TOUCH (e, m->place[k], x) {
            if (x->unit >= t->unit + t->count || t->unit >= x->unit + x->count || (!t->write && !x->write))
               continue;
            if (!t->write || x->write || !counts(e, t->unit))
               return BOUND;
            r = OPERAND;
         }
   return r;
}

/* Do only the moved instructions read the results of this one? */
static bool is_only_for(const struct hoisting *e, const struct moved *m, uint32_t place)
{
   FOREACH_TOUCH (e, place, t)
      for (uint32_t u = t->unit; u < t->unit + t->count && t->write; u++)
         if (!counts(e, u) || e->last[u] == 0 || !is_among(m, e->last[u] - 1))
            return false;
   return !is_request(e, place);
}

/* Moves the instructions to a place. */
static void put_at(struct hoisting *e, const struct moved *m, uint32_t place)
{
   struct cg_instr *i[MOST_MOVED];
   uint32_t at[MOST_MOVED], to = m->place[0];

   for (uint32_t k = 0; k < m->n; k++) {
      i[k] = e->body->i[m->place[k]];
      at[k] = e->at[m->place[k]];
   }
   for (uint32_t from = m->place[0] + 1; from-- > place;)
      if (!is_among(m, from)) {
         e->body->i[to] = e->body->i[from];
         e->at[to--] = e->at[from];
      }
   for (uint32_t k = 0; k < m->n; k++, to--) {
      e->body->i[to] = i[k];
      e->at[to] = at[k];
   }
}

/* Finds the earliest place for the request and the instructions moved with it. `result` is the number of halves that count. */
static uint32_t find_highest(const struct hoisting *e, uint32_t request, int32_t result, int32_t limit, struct moved *m)
{
   uint32_t best = request, best_n = 1;

   *m = (struct moved){.result = result};
   add_moved(e, m, request);
   for (uint32_t k = request; k-- > 0 && !is_request(e, k);) {
      const enum relation r = relation_of(e, m, k);
      if (r == OPERAND && m->n < MOST_MOVED && is_only_for(e, m, k)) {
         add_moved(e, m, k);
         if (best == k + 1) { /* they are adjacent already */
            best = k;
            best_n = m->n;
         }
         continue;
      }
      if (r != FREE || e->live[k] + m->result - (int32_t)m->num_dying > limit)
         break;
      drop_dying(e, m, k);
      if ((k ? e->live[k - 1] : 0) + m->result - (int32_t)m->num_dying <= limit) {
         best = k;
         best_n = m->n;
      }
   }
   m->n = best_n;
   return best;
}

/* Makes the instruction at a place wait for the request. */
static void make_await(struct hoisting *e, uint32_t request, uint32_t place)
{
   struct agx_mir_instr *i = UTIL_NEW(e->ctx, struct agx_mir_instr);

   *i = *agx_mir_instr_of(e->body->i[place]);
   FOREACH_TOUCH (e, request, t)
      for (uint32_t u = t->unit; u < t->unit + t->count && t->write && u < e->p->num_units; u++)
         if (e->last[u] > place + 1)
            i->awaits = u + 1;
   if (i->awaits)
      e->body->i[place] = &i->base;
}

/*
 * If there are too few registers for all that the request overwrites, it may still join the request before it. The next
 * instruction then waits for both, provided that it or the one after it waits for that request anyway.
 */
static void move_up(struct hoisting *e, uint32_t request, int32_t limit)
{
   const int32_t more = unread_halves(e, request);
   struct moved m, joined;
   int32_t result = 0;

   FOREACH_TOUCH (e, request, t)
      for (uint32_t u = t->unit; u < t->unit + t->count && t->write; u++)
         result += counts(e, u);
   uint32_t best = find_highest(e, request, result, limit, &m);
   const uint32_t join = more && best && !is_request(e, best - 1) ? find_highest(e, request, result - more, limit, &joined) : 0;
   const bool joins = join && is_request(e, join - 1) && first_use(e, join - 1) <= join + 1;
   if (joins) {
      m = joined;
      best = join;
   }
   if (best == m.place[m.n - 1])
      return;
   put_at(e, &m, best);
   find_last(e);
   if (joins && best + m.n < e->body->n)
      make_await(e, best + m.n - 1, best + m.n);
   count_live(e);
}

/* ---- sinking ------------------------------------------------------------------------------------------------------------- */

/* Does the instruction compute only registers of this block, from operands that are read later anyway? */
static bool can_sink(const struct hoisting *e, uint32_t place)
{
   bool result = false;

   if (is_request(e, place) || agx_mir_instr_of(e->body->i[place])->awaits)
      return false;
   FOREACH_TOUCH (e, place, t) {
      if (t->unit >= e->p->num_units)
         return false;
      for (uint32_t u = t->unit; u < t->unit + t->count; u++)
         if (t->write ? !counts(e, u) : counts(e, u) && e->last[u] == place + 1)
            return false;
      result |= t->write;
   }
   return result;
}

/* The place of the next instruction that this one has to precede. */
static uint32_t first_bound(const struct hoisting *e, uint32_t place)
{
   for (uint32_t k = place + 1; k < e->body->n; k++)
      FOREACH_TOUCH (e, place, x)
         FOREACH_TOUCH (e, k, t)
            if (x->unit < t->unit + t->count && t->unit < x->unit + x->count && (x->write || t->write))
               return k;
   return place;
}

/* A value that is computed long before its use, ahead of requests, takes registers from requests that could move up.
   Computes such values late. */
static void sink_computations(struct hoisting *e)
{
   bool changed = false;

   for (uint32_t k = e->body->n; k-- > 0;) {
      const uint32_t to = can_sink(e, k) ? first_bound(e, k) : k;
      bool past = false;
      for (uint32_t q = k + 1; q < to; q++)
         past |= is_request(e, q);
      if (!past)
         continue;
      struct cg_instr *i = e->body->i[k];
      const uint32_t at = e->at[k];
      for (uint32_t q = k; q + 1 < to; q++) {
         e->body->i[q] = e->body->i[q + 1];
         e->at[q] = e->at[q + 1];
      }
      e->body->i[to - 1] = i;
      e->at[to - 1] = at;
      find_last(e);
      changed = true;
   }
   if (changed)
      count_live(e);
}

/* ---- waits --------------------------------------------------------------------------------------------------------------- */

/* Waits for the last request before each place where too many registers hold unread results. */
static void wait_early(struct hoisting *e)
{
   uint32_t request = CG_NONE, use = 0;

   for (uint32_t k = 0; k < e->body->n; k++) {
      if (request != CG_NONE && k < use && e->live[k] > e->most_useful) {
         make_await(e, request, k);
         count_live(e);
         request = CG_NONE;
      }
      if (is_request(e, k) && unread_halves(e, k)) {
         request = k;
         use = first_use(e, k);
      }
   }
}

#define MOST_INSTRUCTIONS 1024 /* the largest block in which requests move, to save time */
#define MOST_REQUESTS 32

static void hoist_requests(struct hoisting *e)
{
   unsigned left = MOST_REQUESTS;

   find_entering(e);
   count_live(e);
   const int32_t limit = e->most_useful;
   sink_computations(e);
   for (uint32_t k = 0; k < e->body->n && left; k++)
      if (is_request(e, k)) {
         move_up(e, k, limit);
         left--;
      }
   if (e->most > e->most_useful)
      wait_early(e);
}

static bool has_requests(const struct hoisting *e, const struct cg_list *body)
{
   for (uint32_t k = 0; k < body->n; k++)
      if (cg_request_of(e->p, body->i[k]).counter != CG_NO_COUNTER)
         return true;
   return false;
}

void agx_hoist_loads(const struct agx_mir *code, struct cg_list *body)
{
   struct hoisting e = {.ctx = code->p.ctx, .p = &code->p};
   const size_t n = (size_t)e.p->num_units + 1;
   bool any = false;

   for (uint32_t b = 0; b < e.p->num_blocks; b++)
      any |= has_requests(&e, &body[b]);
   if (!any)
      return;
   e.shared = agx_shared_units(code);
   e.alive = UTIL_ARRAY(e.ctx, uint32_t, n);
   e.last = UTIL_ARRAY(e.ctx, uint32_t, n);
   for (uint32_t b = 0; b < e.p->num_blocks; b++) {
      if (body[b].n > MOST_INSTRUCTIONS || util_is_late(e.ctx) || !has_requests(&e, &body[b]))
         continue;
      begin_block(&e, &e.p->blocks[b], &body[b]);
      hoist_requests(&e);
   }
   util_discard(e.ctx, e.last, n * sizeof *e.last);
   util_discard(e.ctx, e.alive, n * sizeof *e.alive);
   util_discard(e.ctx, e.shared, n * sizeof *e.shared);
}
