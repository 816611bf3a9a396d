/* SPDX-License-Identifier: MIT */
/*
 * List scheduling of the bodies of blocks, with the core of codegen/sched.h and the latencies of the cost table.
 *
 * Dependences are those of whole registers and of machine resources (enum agx_resource). AGX_ORDER_FAST schedules from the
 * start
 * and takes the ready instruction of highest priority that keeps the number of live halves within the limit. AGX_ORDER_FEW
 * schedules from the end and takes the instruction that adds least to the number of live halves. AGX_ORDER_RANDOM takes any.
 */
#include "backend-agx/schedule/agx_sched.h"
#include "backend-agx/schedule/agx_cost.h"
#include "codegen/sched.h"
#include "util/rng.h"

/* Consecutive virtual units or machine resources that an instruction reads or writes. */
struct access {
   uint32_t unit;
   uint16_t count;
   bool write;
};

/* All accesses of the instructions of a block, through its three lists. */
struct agx_touched {
   struct access *access;
   uint32_t num_access, cap_access;
   uint32_t *first; /* by instruction: its first access; one entry more for the end */
   uint32_t num_instrs;
};

struct order {
   struct util_ctx *ctx;
   const struct cg_program *p;
   struct cg_sched g;
   const struct agx_touched *touched; /* by block, or NULL to compute it again */
   struct agx_touched t;              /* of the block */

   uint8_t *shared;     /* by unit: several blocks use it, so it counts as live in all of each */
   uint32_t *remaining; /* by unit: reads that are not scheduled yet */
   uint8_t *live;       /* by unit: it holds a value that is read later */
   int32_t pressure;    /* number of live units at the current place of the schedule */
   struct util_rng *random; /* NULL for other orders */
};

/* ---- accesses of a block ------------------------------------------------------------------------------------------------- */

/* An operand that the instruction reads twice is noted once. */
static void note_access(void *user, uint32_t unit, unsigned count, bool write)
{
   struct order *o = user;
   struct agx_touched *t = &o->t;

   for (uint32_t k = t->first[t->num_instrs]; k < t->num_access && !write; k++)
      if (t->access[k].unit == unit && t->access[k].count == count)
         return;
   UTIL_PUSH(o->ctx, t->access, t->num_access, t->cap_access, (struct access){unit, (uint16_t)count, write});
}

static void note_block(struct order *o, struct cg_block *b)
{
   struct agx_touched *t = &o->t;

   if (o->touched) {
      *t = o->touched[b - o->p->blocks];
      return;
   }
   t->num_access = t->num_instrs = 0;
   t->first = UTIL_ARRAY(o->ctx, uint32_t, (size_t)b->head.n + b->body.n + b->tail.n + 1);
   for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
      const struct cg_list *list = cg_list_of(b, l);
      for (uint32_t k = 0; k < list->n; k++) {
         o->p->machine->refs(o->p, list->i[k], note_access, o);
         t->first[++t->num_instrs] = t->num_access;
      }
   }
}

const struct agx_touched *agx_touch(const struct agx_mir *code)
{
   const struct cg_program *p = &code->p;
   struct agx_touched *all = UTIL_ARRAY(p->ctx, struct agx_touched, (size_t)p->num_blocks + 1);

   for (uint32_t b = 0; b < p->num_blocks; b++) {
      struct order o = {.ctx = p->ctx, .p = p};
      note_block(&o, &p->blocks[b]);
      all[b] = o.t;
   }
   return all;
}

struct sharing {
   const struct cg_program *p;
   uint32_t block, *user; /* by unit: 1 + a block that uses it */
   uint8_t *shared;
};

static void note_sharing(void *user, uint32_t unit, unsigned count, bool write)
{
   struct sharing *s = user;

   (void)write;
   for (uint32_t u = unit; u < unit + count && unit < s->p->num_units; u++) {
      s->shared[u] |= s->user[u] && s->user[u] != s->block + 1;
      s->user[u] = s->block + 1;
   }
}

uint8_t *agx_shared_units(const struct agx_mir *code)
{
   const struct cg_program *p = &code->p;
   const size_t n = (size_t)p->num_units + 1;
   struct sharing s = {.p = p, .shared = UTIL_ARRAY(p->ctx, uint8_t, n)};

   if (p->num_blocks == 1)
      return s.shared;
   s.user = UTIL_ARRAY(p->ctx, uint32_t, n);
   for (; s.block < p->num_blocks; s.block++)
      for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
         const struct cg_list *list = cg_list_of(&p->blocks[s.block], l);
         for (uint32_t k = 0; k < list->n; k++)
            p->machine->refs(p, list->i[k], note_sharing, &s);
      }
   util_discard(p->ctx, s.user, n * sizeof *s.user);
   return s.shared;
}

/* ---- live halves --------------------------------------------------------------------------------------------------------- */

/* The change in the number of live units if instruction i is scheduled next; `commit` schedules it. */
static int32_t account_for(struct order *o, uint32_t i, bool commit)
{
   const bool back = o->g.back;
   int32_t more = 0;

   for (uint32_t k = o->t.first[i]; k < o->t.first[i + 1]; k++) {
      const struct access *a = &o->t.access[k];
      if (a->unit >= o->p->num_units)
         continue;
      for (uint32_t u = a->unit; u < a->unit + a->count; u++) {
         if (a->write)
            more += back ? -o->live[u] : o->remaining[u] && !o->live[u];
         else
            more += back ? !o->live[u] : -(o->live[u] && o->remaining[u] == 1);
         if (!commit)
            continue;
         if (a->write) {
            o->live[u] = !back && o->remaining[u];
         } else {
            o->remaining[u] -= !back;
            o->live[u] = back || (o->live[u] && o->remaining[u]);
         }
      }
   }
   return more;
}

static const struct access *end_of(const struct agx_touched *t)
{
   return t->num_access ? t->access + t->num_access : t->access;
}

/* In a program of several blocks, forgets earlier blocks. A unit that is live throughout gets one read more than the block
   has. */
static void start_shared(struct order *o)
{
   const struct access *end = end_of(&o->t);

   for (const struct access *a = o->t.access; a < end; a++)
      for (uint32_t u = a->unit; u < a->unit + a->count && u < o->p->num_units; u++)
         o->remaining[u] = o->live[u] = 0;
   for (const struct access *a = o->t.access; a < end; a++)
      for (uint32_t u = a->unit; u < a->unit + a->count && u < o->p->num_units; u++) {
         o->remaining[u] += o->shared[u] && !o->live[u];
         o->pressure += o->shared[u] && !o->live[u];
         o->live[u] |= o->shared[u];
      }
}

/* Counts the reads of the block, and schedules the list outside its body with which the schedule starts. */
static void start_pressure(struct order *o, const struct cg_block *b)
{
   const uint32_t body_end = b->head.n + b->body.n;
   const struct access *end = end_of(&o->t);

   o->pressure = 0;
   if (o->p->num_blocks > 1)
      start_shared(o);
   for (const struct access *a = o->t.access; a < end; a++)
      for (uint32_t u = a->unit; !a->write && u < a->unit + a->count && u < o->p->num_units; u++)
         o->remaining[u]++;
   for (uint32_t i = 0; i < b->head.n && !o->g.back; i++)
      o->pressure += account_for(o, i, true);
   for (uint32_t i = o->t.num_instrs; i-- > body_end && o->g.back;)
      o->pressure += account_for(o, i, true);
}

/* ---- the schedule -------------------------------------------------------------------------------------------------------- */

static void add_dependences(struct order *o, const struct cg_block *b)
{
   const struct cg_program *p = o->p;

   cg_sched_begin(&o->g, b->body.n);
   for (uint32_t i = 0; i < b->body.n; i++) {
      o->g.n[i].raw = (uint8_t)agx_latency(agx_mir_instr_of(b->body.i[i])->in.op);
      o->g.n[i].waw = 1;
      for (uint32_t k = o->t.first[b->head.n + i]; k < o->t.first[b->head.n + i + 1]; k++) {
         const struct access *a = &o->t.access[k];
         const uint32_t res = a->unit < p->num_units ? p->unit_reg[a->unit] : p->num_regs + (a->unit - p->num_units);
         if (a->write)
            cg_sched_write(&o->g, i, res, 1);
         else
            cg_sched_read(&o->g, i, res, 1);
      }
   }
   cg_sched_end(&o->g);
}

#define LATE_WINDOW 8 /* the most ready instructions to compare in large programs, to save time */

/* From the start, chooses the first in priority that fits. If none does, or from the end, chooses the one that adds least. */
static uint32_t choose(struct order *o, uint32_t first, int32_t limit)
{
   const uint32_t n = util_is_late(o->ctx) && o->g.nwin > LATE_WINDOW ? LATE_WINDOW : o->g.nwin;
   uint32_t best = 0;
   int32_t least = INT32_MAX;

   if (o->random)
      return o->g.win[util_rng_below(o->random, o->g.nwin)];
   for (uint32_t k = 0; k < n; k++) {
      const int32_t more = account_for(o, first + o->g.win[k], false);
      if (!o->g.back && o->pressure + more <= limit)
         return o->g.win[k];
      if (more < least) {
         least = more;
         best = k;
      }
   }
   return o->g.win[best];
}

/* Keeps the order. Returns false if more halves are live than the limit. */
static bool keep_block(struct order *o, struct cg_block *b, int32_t limit, struct cg_list *out)
{
   note_block(o, b);
   o->g.back = false;
   start_pressure(o, b);
   for (uint32_t k = 0; k < b->body.n && o->pressure <= limit; k++) {
      o->pressure += account_for(o, b->head.n + k, true);
      out->i[k] = b->body.i[k];
   }
   return o->pressure <= limit;
}

static bool schedule_block(struct order *o, struct cg_block *b, bool back, int32_t limit, int32_t most, struct cg_list *out)
{
   const uint32_t n = b->body.n;

   note_block(o, b);
   add_dependences(o, b);
   cg_sched_start(&o->g, back);
   start_pressure(o, b);
   for (uint32_t i = 0; i < n && back; i++)
      o->g.n[i].key = i;
   cg_sched_seed(&o->g);
   for (uint32_t k = 0; k < n && o->pressure <= most; k++) {
      cg_sched_wake(&o->g);
      const uint32_t v = choose(o, b->head.n, limit);
      o->pressure += account_for(o, b->head.n + v, true);
      out->i[back ? n - 1 - k : k] = b->body.i[v];
      cg_sched_issue(&o->g, v);
      if (!back)
         cg_sched_retire(&o->g, v);
      o->g.time++;
      cg_sched_release(&o->g, v);
   }
   return o->pressure <= most;
}

bool agx_schedule(const struct agx_mir *code, const struct agx_touched *touched, enum agx_order order, uint32_t limit,
                  bool strict, struct cg_list *body)
{
   const struct cg_program *p = &code->p;
   struct util_ctx *ctx = p->ctx;
   struct util_rng random;
   struct order o = {.ctx = ctx, .p = p, .touched = touched, .random = order == AGX_ORDER_RANDOM ? &random : NULL};
   bool good = true;

   util_rng_init(&random, limit);
   for (uint32_t b = 0; b < p->num_blocks; b++) {
      const uint32_t n = p->blocks[b].body.n;
      body[b] = (struct cg_list){UTIL_ARRAY(ctx, struct cg_instr *, (size_t)n + 1), n, n + 1};
   }
   const struct util_arena mark = ctx->arena; /* all memory allocated from here on is freed */
   o.shared = agx_shared_units(code);
   o.live = UTIL_ARRAY(ctx, uint8_t, (size_t)p->num_units + 1);
   o.remaining = UTIL_ARRAY(ctx, uint32_t, (size_t)p->num_units + 1);
   if (order != AGX_ORDER_SOURCE)
      cg_sched_init(&o.g, ctx, p->num_regs + AGX_NUM_RES);
   for (uint32_t b = 0; b < p->num_blocks && good; b++) {
      const int32_t most = strict ? (int32_t)limit : INT32_MAX;
      good = order == AGX_ORDER_SOURCE
                 ? keep_block(&o, &p->blocks[b], most, &body[b])
                 : schedule_block(&o, &p->blocks[b], order == AGX_ORDER_FEW, (int32_t)limit, most, &body[b]);
   }
   util_arena_release(ctx, &mark);
   return good;
}

/* ---- length -------------------------------------------------------------------------------------------------------------- */

struct timing {
   const struct cg_program *p;
   uint32_t *ready; /* by register: the first slot at which it can be read */
   uint32_t start;  /* of the current instruction */
   unsigned latency;
};

/* All reads of an instruction are visited before its writes. */
static void time_access(void *user, uint32_t unit, unsigned count, bool write)
{
   struct timing *t = user;

   (void)count;
   if (unit >= t->p->num_units)
      return;
   uint32_t *ready = &t->ready[t->p->unit_reg[unit]];
   if (write)
      *ready = t->start + t->latency;
   else if (*ready > t->start)
      t->start = *ready;
}

uint32_t agx_span(const struct agx_mir *code)
{
   const struct cg_program *p = &code->p;
   struct timing t = {.p = p, .ready = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_regs + 1)};
   uint32_t end = 0;

   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (uint32_t i = 0; i < p->blocks[b].body.n; i++, t.start++) {
         t.latency = agx_latency(agx_mir_instr_of(p->blocks[b].body.i[i])->in.op);
         p->machine->refs(p, p->blocks[b].body.i[i], time_access, &t);
         if (t.start + t.latency > end)
            end = t.start + t.latency;
      }
   util_discard(p->ctx, t.ready, ((size_t)p->num_regs + 1) * sizeof *t.ready);
   return end;
}
