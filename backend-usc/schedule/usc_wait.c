/* SPDX-License-Identifier: MIT */
/* Request counters and fences of a scheduled program. */
#include "backend-usc/schedule/usc_sched.h"

/* ---- waiting for results ------------------------------------------------------------------------------------------------- */

struct waits {
   struct usc_code *c;
   uint32_t *epoch_of; /* by unit: epoch of the request that writes or reads it, * 2 + counter; 0 = none */
   uint8_t *is_dest;
   uint32_t epoch[2]; /* current; odd numbering keeps 0 free */
   bool busy[2];
   struct cg_range *keep[2];
   uint32_t num_keep[2], cap_keep[2];
   unsigned hit; /* mask of counters that must be waited for */
   struct usc_instr *cur;
   unsigned drc;
};

static void wait_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct waits *w = user;
   for (unsigned k = 0; k < n && unit + k < w->c->p.num_units; k++)
      for (unsigned d = 0; d < 2; d++)
         if (w->epoch_of[2 * (unit + k) + d] == w->epoch[d] && w->busy[d] && (write || w->is_dest[2 * (unit + k) + d]))
            w->hit |= 1u << d;
}

static void start_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct waits *w = user;
   if (unit >= w->c->p.num_units)
      return;
   unsigned d = w->drc;
   for (unsigned k = 0; k < n; k++) {
      w->epoch_of[2 * (unit + k) + d] = w->epoch[d];
      w->is_dest[2 * (unit + k) + d] = write;
   }
   UTIL_PUSH(w->c->p.ctx, w->keep[d], w->num_keep[d], w->cap_keep[d], (struct cg_range){unit, (uint8_t)n});
}

static void wait_for(struct waits *w, struct cg_list *out, unsigned d)
{
   struct usc_group g = usc_g_wdf(d);
   struct usc_instr *i = usc_instr_new(w->c, &g);
   i->base.keep = w->keep[d];
   i->base.num_keep = w->num_keep[d];
   w->keep[d] = NULL;
   w->num_keep[d] = w->cap_keep[d] = 0;
   w->busy[d] = false;
   w->epoch[d]++;
   cg_push(&w->c->p, out, &i->base);
}

/* Requests get a counter, readers a wdf; nothing is under way at the end of a block. */
void usc_insert_waits(struct usc_code *c)
{
   struct waits w = {.c = c, .epoch = {1, 1}};
   w.epoch_of = UTIL_ARRAY(c->p.ctx, uint32_t, 2 * (size_t)c->p.num_units + 2);
   w.is_dest = UTIL_ARRAY(c->p.ctx, uint8_t, 2 * (size_t)c->p.num_units + 2);
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      struct cg_list *body = &c->p.blocks[b].body, out = {0};
      bool stores = false;
      for (uint32_t k = 0; k < body->n; k++) {
         struct usc_instr *i = usc_instr_of(body->i[k]);
         bool ld = i->base.kind == CG_OPERATION && i->g.kind == USC_MAIN && i->g.op[USC_BE] == USC_OP_LD;
         bool st = i->base.kind == CG_OPERATION && i->g.kind == USC_MAIN && i->g.op[USC_BE] == USC_OP_ST && !i->g.tiled;
         /* Memory keeps no order between requests: a store waits for what is under way, a load for stores. */
         w.hit = w.busy[0] && (st || (ld && stores)) ? 1 : 0;
         w.cur = i;
         if (w.busy[0] || w.busy[1])
            usc_refs(c, i, wait_ref, &w);
         for (unsigned d = 0; d < 2; d++)
            if (w.hit >> d & 1)
               wait_for(&w, &out, d);
         stores = w.busy[0] ? stores || st : st;
         if (usc_group_is_drc(&i->g, NULL) && i->g.op[USC_BE] != USC_OP_ATST && i->g.op[USC_BE] != USC_OP_DEPTHF) {
            /* Iteration and memory on counter 0, textures on 1; what finds its counter busy and the other free takes that. */
            unsigned d = i->g.op[USC_BE] == USC_OP_SMP || i->g.op[USC_CTRL] == USC_OP_ITRSMP;
            w.drc = d;
            i->g.drc = (uint8_t)d;
            cg_push(&c->p, &out, &i->base);
            usc_refs(c, i, start_ref, &w);
            w.busy[d] = true;
            if (c->tight)
               wait_for(&w, &out, d);
            continue;
         }
         cg_push(&c->p, &out, &i->base);
      }
      for (unsigned d = 0; d < 2; d++)
         if (w.busy[d])
            wait_for(&w, &out, d);
      util_discard(c->p.ctx, body->i, body->cap * sizeof *body->i);
      *body = out;
   }
}
