/* SPDX-License-Identifier: MIT */
/* The counters of queries. The driver works in order, so a result is available when it is requested. */
#include <string.h>
#include <time.h>

#include "gl-driver/pipe/pipe_enums.h"
#include "gl-driver/pipe/query.h"

static uint64_t nanoseconds(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void query_forget(struct context *c, struct query *q)
{
   for (struct query **p = &c->queries; *p; p = &(*p)->next)
      if (*p == q) {
         *p = q->next;
         break;
      }
   q->active = false;
   if (c->condition == q)
      c->condition = NULL;
}

void query_begin(struct context *c, struct query *q)
{
   if (!q->active) {
      q->next = c->queries;
      c->queries = q;
   }
   q->active = true;
   q->value = 0;
   q->start = nanoseconds();
}

void query_end(struct context *c, struct query *q)
{
   struct query *condition = c->condition;

   if (q->type == PIPE_QUERY_TIMESTAMP)
      q->value = nanoseconds();
   else if (q->type == PIPE_QUERY_TIME_ELAPSED)
      q->value = nanoseconds() - q->start;
   query_forget(c, q);
   c->condition = condition;
}

void query_publish(const struct query *q)
{
   struct {
      uint32_t state, size;
      uint64_t value;
   } result = {1, sizeof result.value, q->value};
   const struct resource *r = q->resource;

   if (!r || !r->shared || q->offset % 8 || q->offset > r->shared_size || r->shared_size - q->offset < sizeof result)
      return;
   /* The client polls the state, so it is written last. */
   uint8_t *place = (uint8_t *)r->shared + q->offset;
   memcpy(place + 4, (uint8_t *)&result + 4, sizeof result - 4);
   __atomic_store_n((uint32_t *)(void *)place, result.state, __ATOMIC_RELEASE);
}

bool query_condition_holds(const struct context *c)
{
   return !c->condition || (c->condition->value == 0) == c->condition_inverted;
}

void query_add_samples(struct context *c, uint64_t passed)
{
   for (struct query *q = c->queries; q; q = q->next) {
      if (q->type == PIPE_QUERY_OCCLUSION_COUNTER)
         q->value += passed;
      else if (q->type == PIPE_QUERY_OCCLUSION_PREDICATE || q->type == PIPE_QUERY_OCCLUSION_PREDICATE_CONSERVATIVE)
         q->value |= passed != 0;
   }
}

void query_add_primitives(struct context *c, unsigned stream, uint64_t generated, uint64_t written, bool overflow)
{
   for (struct query *q = c->queries; q; q = q->next) {
      if (q->type == PIPE_QUERY_SO_OVERFLOW_ANY_PREDICATE)
         q->value |= overflow;
      if (q->index != stream)
         continue;
      if (q->type == PIPE_QUERY_PRIMITIVES_GENERATED)
         q->value += generated;
      else if (q->type == PIPE_QUERY_PRIMITIVES_EMITTED)
         q->value += written;
      else if (q->type == PIPE_QUERY_SO_OVERFLOW_PREDICATE)
         q->value |= overflow;
   }
}
