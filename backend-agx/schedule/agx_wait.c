/* SPDX-License-Identifier: MIT */
/* Waits: see agx_wait.h. */
#include "backend-agx/schedule/agx_wait.h"

#include "codegen/waits.h"

#include <string.h>

static struct cg_instr *make_wait(struct cg_program *p, unsigned slot)
{
   struct agx_mir_instr *i = UTIL_NEW(p->ctx, struct agx_mir_instr);

   i->in = (struct agx_instr){.op = AGX_OP_wait, .f = {[AGX_F_SLOT] = slot}};
   return &i->base;
}

static bool is_request(const struct cg_program *p, const struct cg_instr *i)
{
   return cg_request_of(p, i).counter != CG_NO_COUNTER;
}

/*
 * A wait for a slot waits for all requests in it. Consecutive requests without a need to wait between them form a group. Groups
 * alternate between the slots, so that the results of one can be used while the next is in flight.
 */
struct slots {
   struct agx_mir *c;
   uint32_t *group; /* by unit: the group of the last request that writes it */
   uint32_t current;
   uint32_t waited; /* groups up to this one are no longer in flight */
   bool uses;       /* the current instruction uses a result in flight */
};

static void look(void *user, uint32_t unit, unsigned n, bool write)
{
   struct slots *s = user;

   (void)write;
   for (uint32_t u = unit; u < unit + n && u < s->c->p.num_units; u++)
      if (s->group[u] > s->waited) {
         s->uses = true;
         s->waited = s->group[u];
      }
}

static void note(void *user, uint32_t unit, unsigned n, bool write)
{
   struct slots *s = user;

   for (uint32_t u = unit; u < unit + n && u < s->c->p.num_units && write; u++)
      s->group[u] = s->current;
}

static void assign_slots(struct agx_mir *c)
{
   struct cg_program *p = &c->p;
   struct slots s = {.c = c, .group = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_units + 1), .current = 1};

   for (uint32_t b = 0; b < p->num_blocks; b++, s.waited = s.current, s.current++)
      for (uint32_t k = 0; k < p->blocks[b].body.n; k++) {
         struct cg_instr *i = p->blocks[b].body.i[k];
         s.uses = false;
         p->machine->refs(p, i, look, &s);
         if (s.uses)
            s.current++;
         if (!is_request(p, i))
            continue;
         /* Loads and stores of the stack keep their order by waiting for their slot. */
         const uint8_t memory = cg_request_of(p, i).memory;
         agx_mir_instr_of(i)->in.f[AGX_F_SLOT] = memory == CG_LOAD || memory == CG_STORE ? 0 : s.current % AGX_SLOTS;
         p->machine->refs(p, i, note, &s);
      }
   util_discard(p->ctx, s.group, ((size_t)p->num_units + 1) * sizeof *s.group);
}

static bool has_requests(const struct cg_program *p)
{
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (uint32_t k = 0; k < p->blocks[b].body.n; k++)
         if (is_request(p, p->blocks[b].body.i[k]))
            return true;
   return false;
}

void agx_insert_waits(struct agx_mir *c, struct cg_list *out)
{
   /* Spill code has one request in flight. */
   const struct cg_wait_options o = {.num_counters = AGX_SLOTS,
                                     .max_pending = AGX_MAX_PENDING - c->spills,
                                     .reads_at_issue = true,
                                     .ends = c->stops,
                                     .make_wait = make_wait,
                                     .idom = c->spills ? NULL : c->idom,
                                     .part_of_last = c->skipped};
   struct cg_program *p = &c->p;

   if (has_requests(p)) {
      assign_slots(c);
      for (uint32_t b = 0; b < p->num_blocks; b++) {
         struct cg_list *l = &p->blocks[b].body,
                        copy = {UTIL_ARRAY(p->ctx, struct cg_instr *, (size_t)l->n + 1), l->n, l->n + 1};
         if (l->n)
            memcpy(copy.i, l->i, l->n * sizeof *l->i);
         *l = copy;
      }
      cg_insert_waits(p, &o);
   }
   for (uint32_t b = 0; b < p->num_blocks; b++)
      out[b] = p->blocks[b].body;
}
