/* SPDX-License-Identifier: MIT */
/*
 * Scheduling, on virtual registers, one block at a time: the best of a few list schedules (usc_list.c), and with
 * USC_SCHED_EXACT a search for a better one (usc_exact.c). The cost of a schedule is the number of groups and waits. Registers
 * count if so many are alive that fewer waves could run, or that they might not fit. A body with equivalent groups
 * (usc_rewrite.c) is scheduled with both.
 */
#include "backend-usc/schedule/usc_schedule.h"

#include "backend-usc/schedule/usc_exact.h"
#include "backend-usc/schedule/usc_list.h"
#include "backend-usc/schedule/usc_rewrite.h"
#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/schedule/usc_wait.h"

#include <string.h>

struct scheduler {
   struct usc_mir *c;
   struct usc_graph graph; /* of the block being scheduled */
   bool bounded;           /* its bound is known */
   struct usc_list list;
   struct usc_exact exact;
   struct usc_order best; /* of the block */
   uint32_t cap_order;
};

/* The cost of a schedule. */
struct cost {
   uint32_t groups; /* and waits */
   int32_t peak;    /* most live registers */
   int32_t excess;  /* the same if they may not fit, else 0 */
};

/* ---- list schedules ------------------------------------------------------------------------------------------------------ */

static void build_graph(struct scheduler *s, uint32_t block, const struct cg_list *body)
{
   usc_graph_build(&s->graph, block, body);
   s->bounded = false;
   usc_list_count(&s->list);
   if (body->n > s->cap_order) {
      util_discard(s->c->p.ctx, s->best.pairs, s->cap_order * sizeof *s->best.pairs);
      util_discard(s->c->p.ctx, s->list.order.pairs, s->cap_order * sizeof *s->best.pairs);
      s->cap_order = body->n > 2 * s->cap_order ? body->n : 2 * s->cap_order;
      s->list.order.pairs = s->best.pairs = NULL;
   }
}

/* Allocated on demand, for large blocks need one order only. */
static void make_room(struct scheduler *s, struct usc_order *o)
{
   if (!o->pairs)
      o->pairs = util_resize(s->c->p.ctx, NULL, 0, s->cap_order * sizeof *o->pairs);
}

/* Live registers above which a schedule may not fit: the rest is for values that live through the block. */
static int32_t registers_for(const struct usc_mir *c)
{
   return (int32_t)(c->opt->max_temps ? c->opt->max_temps : c->num_temps - c->pinned.num) * 3 / 4;
}

static const struct cost too_many = {UINT32_MAX, INT32_MAX, INT32_MAX};

static struct cost list_schedule(struct scheduler *s, const struct usc_list_setting *setting)
{
   make_room(s, &s->list.order);
   if (!usc_list_schedule(&s->list, setting))
      return too_many;
   const uint32_t groups = s->list.order.n + usc_count_waits(&s->graph, &s->list.order);
   return (struct cost){groups, s->list.peak, s->list.peak > registers_for(s->c) ? s->list.peak : 0};
}

/* Makes the last list schedule the best one. */
static void keep(struct scheduler *s)
{
   const struct usc_order o = s->best;
   s->best = s->list.order;
   s->list.order = o;
}

static bool is_better(const struct cost *a, const struct cost *b)
{
   if (a->excess != b->excess)
      return a->excess < b->excess;
   return a->groups != b->groups ? a->groups < b->groups : a->peak < b->peak;
}

/* Do so many saved groups justify so many more registers? */
static bool is_worth(uint32_t groups, int32_t registers)
{
   return (uint32_t)registers < groups * USC_COST_GROUP_SAVED;
}

/* Finds the lower bound of the graph, or without statistics only whether `groups` are the fewest. */
static void find_bound(struct scheduler *s, uint32_t groups)
{
   s->bounded = true;
   if (s->c->opt->bound)
      usc_bound_body(&s->graph, UINT32_MAX);
   else if (!util_is_late(s->c->p.ctx)) /* large programs have one schedule */
      usc_bound_body(&s->graph, groups);
}

/* The best of a few settings, or with `few` the first. The second is tried if the first missed the bound, the others while it
   is missed by more than 1; without hosts they repeat the first two. */
static struct cost best_of_settings(struct scheduler *s, bool few)
{
   static const struct {
      uint8_t host_height; /* in eighths of the bound */
      bool prefer_hosts, backward;
   } settings[] = {{0, true, false}, {0, true, true}, {5, true, true}, {8, true, false}};
   /* STEPS_OF_VALUE includes the first. */
   const unsigned n = few ? 1 : s->graph.hosts ? sizeof settings / sizeof *settings : 2;
   struct cost best = {UINT32_MAX, 0, 0};
   for (unsigned k = 0; k < n && (!k || best.groups > s->graph.bound + (k > 1) || best.excess); k++) {
      const struct usc_list_setting setting = {k ? s->graph.bound * settings[k].host_height / 8 : 0, settings[k].prefer_hosts,
                                               settings[k].backward, INT32_MAX, k && !best.excess ? best.groups : UINT32_MAX};
      if (k)
         util_work(s->c->p.ctx, 24 * (uint64_t)s->graph.num);
      const struct cost cost = list_schedule(s, &setting);
      if (k == 0 || is_better(&cost, &best)) {
         keep(s);
         best = cost;
      }
      if (!s->bounded)
         find_bound(s, best.groups);
   }
   return best;
}

/* The highest number of live registers in source order, one operation a group, but at least the number that costs nothing. */
static int32_t source_order_peak(struct scheduler *s)
{
   struct usc_order *o = &s->list.order;
   make_room(s, o);
   for (o->n = 0; o->n < s->graph.num; o->n++)
      o->pairs[o->n] = (struct usc_pair){o->n, CG_SCHED_NONE, USC_APART};
   const int32_t peak = usc_list_peak(&s->list, o);
   return peak > USC_COST_OCCUPANCY ? peak : USC_COST_OCCUPANCY;
}

/* A schedule with more live registers than cost nothing, and than source order has, must save groups for them and must fit.
   Otherwise a schedule within that limit is the best. */
static struct cost limit_registers(struct scheduler *s, struct cost best)
{
   if (best.peak <= USC_COST_OCCUPANCY)
      return best;
   /* No number of registers is worth more groups. */
   const uint32_t most = best.excess ? UINT32_MAX : best.groups + (uint32_t)best.peak / USC_COST_GROUP_SAVED;
   const struct usc_list_setting setting = {.prefer_hosts = true, .limit = source_order_peak(s), .most = most};
   if (best.peak <= setting.limit)
      return best;
   util_work(s->c->p.ctx, 24 * (uint64_t)s->graph.num);
   const struct cost cost = list_schedule(s, &setting);
   const bool fits = best.excess && !cost.excess;
   if (cost.peak >= best.peak ||
       (!fits && cost.groups > best.groups && is_worth(cost.groups - best.groups, best.peak - cost.peak)))
      return best;
   keep(s);
   return cost;
}

/* ---- one block ----------------------------------------------------------------------------------------------------------- */

/* Runs the exact search from the best schedule so far, and keeps its result unless that has too many live registers. */
static void search(struct scheduler *s, const struct cost *list, struct usc_block_schedule *result)
{
   struct usc_order *saved = &s->list.order;
   make_room(s, saved);
   memcpy(saved->pairs, s->best.pairs, s->best.n * sizeof *saved->pairs);
   saved->n = s->best.n;
   result->optimal = usc_exact(&s->exact, &s->graph, &s->best);
   const int32_t peak = usc_list_peak(&s->list, &s->best),
                 extra = peak - (list->peak > USC_COST_OCCUPANCY ? list->peak : USC_COST_OCCUPANCY);
   const uint32_t groups = s->best.n + usc_count_waits(&s->graph, &s->best);
   if (peak > (list->excess ? list->excess : registers_for(s->c)) || (extra > 0 && !is_worth(list->groups - groups, extra))) {
      result->optimal = result->optimal && groups == list->groups;
      keep(s);
   }
}

/* Finds the best schedule of the graph, s->best, and returns its groups and waits. Large blocks get one list schedule. */
static uint32_t schedule_graph(struct scheduler *s, struct usc_block_schedule *result)
{
   const bool late = util_is_late(s->c->p.ctx), few = s->list.random_seed || s->graph.num > 1500 || late;
   struct cost list = best_of_settings(s, few);
   if (!s->list.random_seed && (!few || list.excess))
      list = limit_registers(s, list);
   result->fast = list.groups;
   result->body_bound = s->graph.bound;
   result->optimal = list.groups <= s->graph.bound;
   if (s->c->opt->sched >= USC_SCHED_EXACT && !result->optimal && !late)
      search(s, &list, result);
   result->exact = s->best.n + usc_count_waits(&s->graph, &s->best);
   return result->exact;
}

/* Appends the groups of the best schedule to the list, which has space for them and may be the one that the graph came from. */
static void apply(struct scheduler *s, struct cg_list *out)
{
   const struct usc_node *n = s->graph.n;
   for (uint32_t k = 0; k < s->best.n; k++) {
      const struct usc_pair *q = &s->best.pairs[k];
      struct usc_instr *i = n[q->v].i;
      struct usc_group merged;
      if (q->w != CG_SCHED_NONE) {
         const struct cg_instr *w = &n[q->w].i->base;
         enum usc_merge_mode mode = q->mode;
         if (mode != USC_APART)
            usc_merge_as(mode, &i->g, &n[q->w].i->g, &merged);
         else
            UTIL_CHECK(s->c->p.ctx, mode = usc_merge(&i->g, &n[q->w].i->g, &merged));
         i->g = merged;
         i->base.shape = 0;
         cg_join_origin(&s->c->p, &i->base, w);
         if (mode == USC_A_JOINS && s->c->opt->origins) /* the operation of w is in P0, so it is the main one */
            cg_put_origin_first(&s->c->p, &i->base, w->span);
      }
      out->i[out->n++] = &i->base;
   }
}

/*
 * A part of the body of a block, and lists of equivalent groups, which may be empty. A body is one part unless it is large:
 * parts limit the memory and time of each step, and lose few groups where they meet.
 */
#define MAX_PART 4096
struct part {
   uint32_t block, number, num;
   struct cg_list body, repeated, moved;
};

/* Schedules the part as it is, and the other lists unless they are empty, and applies the best schedule. */
static void schedule_part(struct scheduler *s, const struct part *p, struct cg_list *out)
{
   struct usc_mir *c = s->c;
   struct usc_block_schedule *result = &c->schedule[p->block], of_best = {0};
   /* A repeated write of inputs takes one group but up to four issue slots; single writes take none where operations without a
      partner join them. So the body wins if both take as many groups. Moved uniforms must save a group. */
   const struct cg_list *const lists[] = {&p->repeated, &p->body, &p->moved}, *built = NULL, *taken = NULL;
   struct usc_order best = {NULL, 0};
   const bool late = util_is_late(c->p.ctx);
   uint32_t cost = UINT32_MAX, least = UINT32_MAX; /* least: no schedule of any list has fewer groups */
   for (unsigned k = 0; k < 3; k++) {
      const struct cg_list *l = lists[k];
      const uint32_t handicap = l == &p->moved;
      if (!l->n || ((s->list.random_seed || late) && l != &p->body))
         continue;
      struct usc_block_schedule with = {.optimal = true};
      build_graph(s, p->block, built = l);
      if (cost < UINT32_MAX)
         find_bound(s, cost + 1);
      const bool tried = cost == UINT32_MAX || s->graph.bound + handicap <= cost;
      const uint32_t groups = tried ? schedule_graph(s, &with) : UINT32_MAX,
                     bound = tried && with.optimal ? groups : s->graph.bound;
      least = bound < least ? bound : least;
      if (!tried || groups + handicap > cost || (p->num > 1 && s->best.n > p->body.n))
         continue;
      cost = groups;
      taken = l;
      of_best = with;
      if (p->repeated.n || p->moved.n) {
         best.n = s->best.n;
         best.pairs = UTIL_ARRAY(c->p.ctx, struct usc_pair, best.n);
         memcpy(best.pairs, s->best.pairs, best.n * sizeof *best.pairs);
      }
   }
   if (built != taken)
      build_graph(s, p->block, taken);
   if (best.pairs) {
      make_room(s, &s->best);
      memcpy(s->best.pairs, best.pairs, best.n * sizeof *best.pairs);
      s->best.n = best.n;
      util_discard(c->p.ctx, best.pairs, best.n * sizeof *best.pairs);
   }
   result->fast += of_best.fast;
   result->exact += of_best.exact;
   result->body_bound = of_best.body_bound > result->body_bound ? of_best.body_bound : result->body_bound;
   result->optimal = p->num == 1 && cost <= least;
   if (c->opt->stalls)
      usc_find_stalls(&s->graph, &s->best);
   if (p->num == 1)
      *out = (struct cg_list){taken->i, 0, taken == &p->body ? out->cap : taken->cap};
   apply(s, out);
}

/* Schedules the parts of a block. */
static void schedule_block(struct scheduler *s, const struct part *parts)
{
   struct cg_list *body = &s->c->p.blocks[parts->block].body;
   s->c->schedule[parts->block].optimal = true;
   if (!body->n)
      return;
   body->n = 0;
   if (parts->num > 1) {
      struct cg_list *lists = UTIL_ARRAY(s->c->p.ctx, struct cg_list, parts->num);
      for (uint32_t k = 0; k < parts->num; k++)
         lists[k] = parts[k].body;
      usc_list_announce(&s->list, lists, parts->num);
      util_discard(s->c->p.ctx, lists, parts->num * sizeof *lists);
   }
   for (uint32_t k = 0; k < parts->num; k++) {
      usc_list_enter(&s->list, k == 0);
      schedule_part(s, &parts[k], body);
   }
}

/* ---- the program --------------------------------------------------------------------------------------------------------- */

static uint32_t num_parts(const struct cg_list *body)
{
   return body->n > MAX_PART ? (body->n + MAX_PART - 1) / MAX_PART : 1;
}

/* The parts of all blocks in order, with their other lists, which need new registers and so precede all scheduling. */
static struct part *make_parts(struct usc_mir *c, uint32_t *total)
{
   *total = 1;
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      *total += num_parts(&c->p.blocks[b].body);
   struct part *parts = UTIL_ARRAY(c->p.ctx, struct part, *total), *p = parts;
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct cg_list *body = &c->p.blocks[b].body;
      const uint32_t num = num_parts(body);
      for (uint32_t k = 0, at = 0; k < num; k++, p++) {
         const uint32_t end = (uint32_t)((uint64_t)body->n * (k + 1) / num);
         *p = (struct part){b, k, num, {body->i ? body->i + at : NULL, end - at, end - at}, {0}, {0}};
         at = end;
         if (c->opt->random_seed)
            continue;
         usc_repeat_writes(c, &p->body, &p->repeated);
         usc_move_uniforms(c, &p->body, &p->moved);
      }
   }
   return parts;
}

static void schedule_blocks(struct usc_mir *c)
{
   uint32_t total;
   struct part *parts = make_parts(c, &total), *p = parts;
   struct util_arena before = c->p.ctx->arena; /* later allocations are temporary, except stall reasons and origins */
   struct scheduler s = {.c = c};
   usc_graph_init(&s.graph, c);
   usc_list_init(&s.list, &s.graph, c->opt->random_seed);
   for (uint32_t b = 0; b < c->p.num_blocks; b++, p += p->num)
      schedule_block(&s, p);
   if (!c->opt->stalls && !c->opt->origins)
      util_arena_release(c->p.ctx, &before);
   util_discard(c->p.ctx, parts, total * sizeof *parts);
}

#define COMPACT_MIN 2048 /* instructions; fewer are not worth the time */

void usc_schedule(struct usc_mir *c)
{
   if (c->opt->sched != USC_SCHED_NONE)
      schedule_blocks(c);
   usc_insert_waits(c);
   if (c->opt->sched != USC_SCHED_NONE && c->pool.total > COMPACT_MIN)
      usc_compact(c);
}
