/* SPDX-License-Identifier: MIT */
/* Waits for asynchronous requests: see waits.h. */
#include "codegen/waits.h"

/* Requests in flight on a counter. */
struct counter {
   uint32_t epoch; /* incremented by each wait; starts at 1 */
   bool busy;      /* a request is in flight */
   bool stores;    /* one of them is a store */
   unsigned pending; /* their number */
   struct cg_range *keep; /* the registers that they access */
   uint32_t num_keep, cap_keep;
   struct util_origin from; /* the source text of the requests */
};

/* A request in flight. A request with several results has several consecutive entries. */
struct flight {
   uint32_t serial; /* of the request */
   uint32_t block;  /* the block that issues it */
   uint8_t counter;
   bool store;
   struct cg_range range; /* the result; n is 0 if there is none */
};
struct flights {
   struct flight *f;
   uint32_t n, cap;
};

/* Blocks that the machine may reach from the end of a body without passing another body. */
struct next {
   uint32_t *block, n, cap;
   uint32_t *seen; /* by block: 1 + the block that last reached it */
   bool to_loop;   /* one of the paths enters a loop or goes back in one */
};

struct waits {
   struct cg_program *p;
   const struct cg_wait_options *o;
   struct counter counter[CG_MAX_COUNTERS];
   /* By unit or resource, and counter: the last request that accesses it, as 2 * its epoch, plus 1 if it writes. For
      resources only writes are recorded. */
   uint32_t *last, num;
   unsigned starting;  /* counter of the request that starts */
   uint32_t block;     /* the current block */
   struct flights now, *arriving; /* with idom: the requests of all counters; by block: requests that may be in flight at its
                                     head */
   uint32_t serial;    /* of the last request */
   bool *is_header;    /* by block: it is a loop header */
   struct next next;   /* blocks that the machine may reach from the current one */
   unsigned hit;       /* mask of the counters that the current instruction has to wait for */
   struct cg_list out; /* the new body, with waits */
};

static inline uint32_t *last_of(const struct waits *w, uint32_t unit, unsigned counter)
{
   return &w->last[(size_t)w->o->num_counters * unit + counter];
}

/* Determines which counters a reference of an instruction has to wait for. */
static void wait_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct waits *w = user;
   const uint32_t *last = last_of(w, unit, 0),
                  *end = unit < w->num ? last_of(w, n < w->num - unit ? unit + n : w->num, 0) : last;
   for (unsigned d = 0; last < end; last++) {
      if (*last && w->counter[d].busy && *last >> 1 == w->counter[d].epoch && (write || *last & 1))
         w->hit |= 1u << d;
      d = d + 1 < w->o->num_counters ? d + 1 : 0;
   }
}

/* Records a reference of a request that starts. */
static void start_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct waits *w = user;
   const bool resource = unit >= w->p->num_units;
   struct counter *c = &w->counter[w->starting];
   if (!write && w->o->reads_at_issue)
      return;
   for (unsigned k = 0; k < n && unit + k < w->num && (write || !resource); k++)
      *last_of(w, unit + k, w->starting) = 2 * c->epoch + write;
   if (resource)
      return;
   if (w->o->idom)
      UTIL_PUSH(w->p->ctx, w->now.f, w->now.n, w->now.cap,
                (struct flight){w->serial, w->block, (uint8_t)w->starting, false, {unit, (uint8_t)n}});
   UTIL_PUSH(w->p->ctx, c->keep, c->num_keep, c->cap_keep, (struct cg_range){unit, (uint8_t)n});
}

static void add_wait(struct waits *w, unsigned d)
{
   struct counter *c = &w->counter[d];
   struct cg_instr *i = w->o->make_wait(w->p, d);
   i->keep = c->keep;
   i->num_keep = c->num_keep;
   cg_set_origin(w->p, i, c->from);
   *c = (struct counter){.epoch = c->epoch + 1};
   cg_push(w->p, &w->out, i);
   uint32_t n = 0;
   for (uint32_t k = 0; k < w->now.n; k++)
      if (w->now.f[k].counter != d)
         w->now.f[n++] = w->now.f[k];
   w->now.n = n;
}

/* Waits for all counters of the mask. */
static void add_waits(struct waits *w, unsigned mask)
{
   for (unsigned d = 0; d < w->o->num_counters; d++)
      if (mask >> d & 1)
         add_wait(w, d);
}

static unsigned busy_counters(const struct waits *w)
{
   unsigned mask = 0;
   for (unsigned d = 0; d < w->o->num_counters; d++)
      mask |= (unsigned)w->counter[d].busy << d;
   return mask;
}

static void add_instr(struct waits *w, struct cg_instr *i)
{
   const struct cg_request r = cg_request_of(w->p, i);
   const unsigned busy = busy_counters(w);
   w->hit = r.memory == CG_FENCE ? busy : 0;
   if (busy)
      w->p->machine->refs(w->p, i, wait_ref, w);
   if (r.counter != CG_NO_COUNTER) {
      /* Memory requests execute in any order, so a store waits for everything in flight, and a load for stores. */
      const struct counter *c = &w->counter[r.counter];
      if (c->busy && (r.memory == CG_STORE || (r.memory == CG_LOAD && c->stores)))
         w->hit |= 1u << r.counter;
      if (w->o->max_pending && c->pending >= w->o->max_pending)
         w->hit |= 1u << r.counter;
   }
   add_waits(w, w->hit);
   cg_push(w->p, &w->out, i);
   if (r.counter == CG_NO_COUNTER)
      return;
   w->starting = r.counter;
   w->serial++;
   if (w->counter[r.counter].busy)
      cg_add_origin(w->p, &w->counter[r.counter].from, i);
   else
      w->counter[r.counter].from = cg_origin(w->p, i);
   w->p->machine->refs(w->p, i, start_ref, w);
   w->counter[r.counter].busy = true;
   w->counter[r.counter].pending++;
   w->counter[r.counter].stores |= r.memory == CG_STORE;
   if (w->o->idom && (r.memory == CG_STORE || r.memory == CG_EFFECT))
      UTIL_PUSH(w->p->ctx, w->now.f, w->now.n, w->now.cap,
                (struct flight){w->serial, w->block, r.counter, r.memory == CG_STORE, {0, 0}});
   if (w->o->after_each)
      add_wait(w, r.counter);
}

/* ---- from block to block ------------------------------------------------------------------------------------------------- */

#define MOST_BLOCKS 64 /* limit on the depth of a request's life in the dominator tree, to bound the time */

static bool dominates(const struct waits *w, uint32_t a, uint32_t b)
{
   for (unsigned k = 0; b != a && w->o->idom[b] < b && k < MOST_BLOCKS; k++)
      b = w->o->idom[b];
   return b == a;
}

static void look_at(struct waits *w, const struct cg_list *l)
{
   for (uint32_t k = 0; k < l->n; k++)
      w->p->machine->refs(w->p, l->i[k], wait_ref, w);
}

static void add_next(struct waits *w, uint32_t to, uint32_t from)
{
   struct next *n = &w->next;

   if (to == CG_NONE || to >= w->p->num_blocks)
      return;
   n->to_loop |= to <= from || w->is_header[to];
   if (n->seen[to] == w->block + 1)
      return;
   n->seen[to] = w->block + 1;
   UTIL_PUSH(w->p->ctx, n->block, n->n, n->cap, to);
}

static void add_jumps(struct waits *w, const struct cg_list *l, uint32_t from)
{
   for (uint32_t k = 0; k < l->n; k++)
      if (l->i[k]->kind == CG_BRANCH)
         add_next(w, l->i[k]->label / CG_NUM_ENTRIES, from);
}

/*
 * From a body the machine goes to the next block even if all invocations that ran go elsewhere, because others may run there.
 * It may also jump in the tail, or in a head that it reaches. The edges of the invocations themselves count, too, so that each
 * of their paths has a wait for a request in flight, whose registers stay alive.
 */
static void find_next(struct waits *w)
{
   struct next *n = &w->next;

   n->n = 0;
   n->to_loop = false;
   for (uint32_t k = 0, b = w->block;; b = n->block[k++]) {
      const struct cg_block *at = &w->p->blocks[b];
      if (b != w->block)
         add_jumps(w, &at->head, b);
      if (b == w->block || w->o->part_of_last[b]) {
         add_jumps(w, &at->tail, b);
         add_next(w, b + 1, b);
         for (unsigned j = 0; j < 2; j++)
            add_next(w, at->succ[j], b);
      }
      if (k == n->n)
         return;
   }
}

static unsigned requests_with_results(const struct waits *w)
{
   unsigned mask = 0;
   for (uint32_t q = 0; q < w->now.n; q++)
      mask |= (unsigned)(w->now.f[q].range.n > 0) << w->now.f[q].counter;
   return mask;
}

/* Mask of the counters whose requests may not outlive the body of the current block. */
static unsigned ends_here(struct waits *w)
{
   const struct cg_block *b = &w->p->blocks[w->block];
   const unsigned busy = busy_counters(w);

   if (b->succ[0] == CG_NONE && b->succ[1] == CG_NONE)
      return w->o->ends && w->o->idom && w->block + 1 == w->p->num_blocks ? requests_with_results(w) : busy;
   if (!busy || !w->o->idom || w->next.to_loop)
      return busy;
   w->hit = 0;
   look_at(w, &b->tail);
   for (uint32_t k = 0; k < w->next.n; k++) {
      const uint32_t to = w->next.block[k];
      look_at(w, &w->p->blocks[to].head);
      for (uint32_t q = 0; q < w->now.n; q++)
         if (!dominates(w, w->now.f[q].block, to)) /* on other paths to it, the registers of the request hold something else */
            w->hit |= 1u << w->now.f[q].counter;
   }
   return w->hit & busy;
}

/* Passes the requests in flight after the body to the next blocks. */
static void pass_on(struct waits *w)
{
   for (uint32_t k = 0; k < w->next.n; k++) {
      struct flights *to = &w->arriving[w->next.block[k]];
      for (uint32_t q = 0; q < w->now.n; q++) {
         const struct flight *f = &w->now.f[q];
         uint32_t have = 0;
         while (have < to->n && (to->f[have].serial != f->serial || to->f[have].range.unit != f->range.unit))
            have++;
         if (have == to->n)
            UTIL_PUSH(w->p->ctx, to->f, to->n, to->cap, *f);
      }
   }
}

/* Starts with the requests that may be in flight at the head of the block. */
static void take_up(struct waits *w)
{
   uint32_t serial = 0;

   w->now = w->arriving[w->block];
   for (unsigned d = 0; d < w->o->num_counters; d++)
      w->counter[d] = (struct counter){.epoch = w->counter[d].epoch + 1};
   for (uint32_t k = 0; k < w->now.n; k++) {
      const struct flight *f = &w->now.f[k];
      struct counter *c = &w->counter[f->counter];
      c->busy = true;
      c->stores |= f->store;
      c->pending += f->serial != serial;
      serial = f->serial;
      for (unsigned u = 0; u < f->range.n; u++)
         *last_of(w, f->range.unit + u, f->counter) = 2 * c->epoch + 1;
      if (f->range.n)
         UTIL_PUSH(w->p->ctx, c->keep, c->num_keep, c->cap_keep, f->range);
   }
}

static void find_headers(struct waits *w)
{
   const struct cg_program *p = w->p;

   w->arriving = UTIL_ARRAY(p->ctx, struct flights, (size_t)p->num_blocks + 1);
   w->is_header = UTIL_ARRAY(p->ctx, bool, (size_t)p->num_blocks + 1);
   w->next.seen = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_blocks + 1);
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (unsigned k = 0; k < 2; k++)
         if (p->blocks[b].succ[k] <= b)
            w->is_header[p->blocks[b].succ[k]] = true;
}

void cg_insert_waits(struct cg_program *p, const struct cg_wait_options *o)
{
   struct waits w = {.p = p, .o = o, .num = p->num_units + o->num_resources};
   const size_t size = (size_t)o->num_counters * w.num + 1;
   UTIL_CHECK(p->ctx, o->num_counters <= CG_MAX_COUNTERS);
   for (unsigned d = 0; d < o->num_counters; d++)
      w.counter[d].epoch = 1;
   w.last = UTIL_ARRAY(p->ctx, uint32_t, size);
   if (o->idom)
      find_headers(&w);
   for (w.block = 0; w.block < p->num_blocks; w.block++) {
      struct cg_list *body = &p->blocks[w.block].body;
      w.out = (struct cg_list){0};
      if (o->idom)
         take_up(&w);
      for (uint32_t k = 0; k < body->n; k++)
         add_instr(&w, body->i[k]);
      if (o->idom)
         find_next(&w);
      if (!o->idom || !o->part_of_last[w.block]) /* a block that is part of the one before it has the same successors */
         add_waits(&w, ends_here(&w));
      if (o->idom)
         pass_on(&w);
      util_discard(p->ctx, body->i, body->cap * sizeof *body->i);
      *body = w.out;
   }
   util_discard(p->ctx, w.last, size * sizeof *w.last);
}
