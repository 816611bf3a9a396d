/* SPDX-License-Identifier: MIT */
/* Facts about the program that the spill planner uses: liveness by unit, homes, loops, next uses. See spill_plan.h. */
#include "codegen/allocate/ra_priv.h"
#include "codegen/allocate/spill_priv.h"

#include <string.h>

#define MANY_COPIES 3
#define MANY_RANGES 65536 /* limit on live ranges, plus RANGES more for each instruction and register */
#define RANGES 8
#define LEAVES_LOOP 100000u /* added distance of a use after the loop */

static bool writes(const struct cg_ra_ref *r)
{
   return r->flags & CG_RA_DEF;
}

/* The position of the first number in sorted[first .. end) that is at least `from`. */
static uint32_t lower_bound(const uint32_t *sorted, uint32_t first, uint32_t end, uint32_t from)
{
   while (first < end) {
      const uint32_t mid = first + (end - first) / 2;
      if (sorted[mid] < from)
         first = mid + 1;
      else
         end = mid;
   }
   return first;
}

/* ---- units and blocks ---------------------------------------------------------------------------------------------------- */

static void number_units(struct spill_facts *f)
{
   const struct cg_ra_problem *ra = f->q->ra;
   f->unit_first = UTIL_ARRAY(f->ctx, uint32_t, (size_t)ra->num_regs + 1);
   for (uint32_t r = 0; r < ra->num_regs; r++)
      f->unit_first[r + 1] = f->unit_first[r] + ra->regs[r].size;
   f->num_units = f->unit_first[ra->num_regs];
   f->unit_reg = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 1);
   f->stays = UTIL_ARRAY(f->ctx, uint8_t, (size_t)f->num_units + 1);
   for (uint32_t r = 0; r < ra->num_regs; r++)
      for (unsigned k = 0; k < ra->regs[r].size; k++) {
         f->unit_reg[f->unit_first[r] + k] = r;
         f->stays[f->unit_first[r] + k] = ra->regs[r].no_spill || ra->regs[r].fixed >= 0;
      }
}

static void find_preds(struct spill_facts *f)
{
   const struct cg_ra_problem *ra = f->q->ra;
   uint32_t *first = UTIL_ARRAY(f->ctx, uint32_t, (size_t)ra->num_blocks + 2), n = 0;
   for (uint32_t b = 0; b < ra->num_blocks; b++)
      for (unsigned e = 0; e < 2; e++)
         if (ra->blocks[b].succ[e] != CG_RA_NO_BLOCK)
            first[ra->blocks[b].succ[e] + 2]++, n++;
   for (uint32_t b = 0; b < ra->num_blocks; b++)
      first[b + 2] += first[b + 1];
   f->preds = UTIL_ARRAY(f->ctx, uint32_t, (size_t)n + 1);
   for (uint32_t b = 0; b < ra->num_blocks; b++)
      for (unsigned e = 0; e < 2; e++)
         if (ra->blocks[b].succ[e] != CG_RA_NO_BLOCK)
            f->preds[first[ra->blocks[b].succ[e] + 1]++] = b;
   f->pred_first = first;
   f->block_of = UTIL_ARRAY(f->ctx, uint32_t, (size_t)ra->num_instrs + 1);
   for (uint32_t b = 0; b < ra->num_blocks; b++)
      for (uint32_t i = 0; i < ra->blocks[b].num; i++)
         f->block_of[ra->blocks[b].first + i] = b;
}

/* The target of a back edge begins a loop, which ends with the last block that has such an edge. */
static void find_loops(struct spill_facts *f)
{
   const struct cg_ra_problem *ra = f->q->ra;
   f->loop_of = UTIL_ARRAY(f->ctx, uint32_t, (size_t)ra->num_blocks + 1);
   f->header_of = UTIL_ARRAY(f->ctx, uint32_t, (size_t)ra->num_blocks + 1);
   uint32_t cur = NONE;
   for (uint32_t b = 0; b < ra->num_blocks; b++) {
      uint32_t last = NONE;
      f->header_of[b] = NONE;
      while (cur != NONE && f->loops[cur].last < b)
         cur = f->loops[cur].parent;
      for (uint32_t k = f->pred_first[b]; k < f->pred_first[b + 1]; k++)
         if (f->preds[k] >= b)
            last = f->preds[k]; /* predecessors are in ascending order */
      if (last != NONE) {
         const struct cg_ra_block *end = &ra->blocks[last];
         struct spill_loop l = {
             .header = b, .last = last, .first = ra->blocks[b].first, .end = end->first + end->num, .parent = cur};
         l.depth = cur == NONE ? 1 : f->loops[cur].depth + 1;
         UTIL_PUSH(f->ctx, f->loops, f->num_loops, f->cap_loops, l);
         cur = f->header_of[b] = f->num_loops - 1;
      }
      f->loop_of[b] = cur;
   }
}

/* ---- liveness ------------------------------------------------------------------------------------------------------------ */

static void split_ranges(struct spill_facts *f, const struct cg_liveness *l)
{
   const struct cg_ra_problem *ra = f->q->ra;
   uint32_t *first = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 2);
   for (uint32_t r = 0; r < ra->num_regs; r++)
      for (uint32_t e = l->head[r]; e != CG_LIVE_END; e = l->ranges[e].next)
         for (uint32_t m = l->ranges[e].mask; m; m &= m - 1)
            first[f->unit_first[r] + (unsigned)__builtin_ctz(m) + 2]++;
   for (uint32_t u = 0; u < f->num_units; u++)
      first[u + 2] += first[u + 1];
   f->live = UTIL_ARRAY(f->ctx, struct spill_interval, (size_t)first[f->num_units + 1] + 1);
   for (uint32_t r = 0; r < ra->num_regs; r++)
      for (uint32_t e = l->head[r]; e != CG_LIVE_END; e = l->ranges[e].next)
         for (uint32_t m = l->ranges[e].mask; m; m &= m - 1)
            f->live[first[f->unit_first[r] + (unsigned)__builtin_ctz(m) + 1]++] =
               (struct spill_interval){l->ranges[e].start, l->ranges[e].end};
   f->live_first = first;
   f->live_last = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 1);
   memcpy(f->live_last, first, sizeof *first * f->num_units);
}

bool cg_spill_written_in(const struct spill_facts *f, uint32_t unit, uint32_t first, uint32_t end)
{
   const uint32_t k = lower_bound(f->defs, f->def_first[unit], f->def_first[unit + 1], first);
   return k < f->def_first[unit + 1] && f->defs[k] < end;
}

/* True if the range of the unit at that instruction covers a hole. */
static bool in_hole(const struct spill_facts *f, uint32_t unit, uint32_t i)
{
   const uint32_t reg = f->unit_reg[unit], b = i < f->q->ra->num_instrs ? f->block_of[i] : 0;
   const struct cg_ra_block *blk = &f->q->ra->blocks[b];
   return f->liveness.holes->units[b] && !cg_live_beside(&f->liveness, reg, 1u << (unit - f->unit_first[reg]), b) &&
          !cg_spill_written_in(f, unit, blk->first, blk->first + blk->num);
}

/* Successive queries of a unit mostly ask about successive points, so the last answer is tried first. */
bool cg_spill_live_at(const struct spill_facts *f, uint32_t unit, uint32_t point)
{
   uint32_t first = f->live_first[unit], end = f->live_first[unit + 1];
   const uint32_t last = f->live_last[unit];
   if (first == end)
      return false;
   if (f->live[last].end < point)
      first = last + 1;
   else if (last == first || f->live[last - 1].end < point)
      first = end = last;
   else
      end = last;
   while (first < end) { /* finds the first interval that does not end before the point */
      const uint32_t mid = first + (end - first) / 2;
      if (f->live[mid].end < point)
         first = mid + 1;
      else
         end = mid;
   }
   if (first == f->live_first[unit + 1])
      return false;
   f->live_last[unit] = first;
   return f->live[first].start <= point && (!f->liveness.holes || !in_hole(f, unit, point / 2));
}

/* ---- definitions --------------------------------------------------------------------------------------------------------- */

/* Builds lists by key from pairs in ascending order of the value: counts first, then enters. */
static void start_lists(struct util_ctx *ctx, uint32_t *first, uint32_t n, uint32_t **list)
{
   for (uint32_t k = 0; k < n; k++)
      first[k + 2] += first[k + 1];
   *list = UTIL_ARRAY(ctx, uint32_t, (size_t)first[n + 1] + 1);
}

static void find_defs(struct spill_facts *f)
{
   const struct cg_ra_problem *ra = f->q->ra;
   uint32_t *first = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 2);
   for (unsigned pass = 0; pass < 2; pass++) {
      for (uint32_t i = 0; i < ra->num_instrs; i++)
         for (uint32_t k = ra->instrs[i].first; k < ra->instrs[i].first + ra->instrs[i].num; k++) {
            const struct cg_ra_ref *r = &ra->refs[k];
            for (unsigned c = 0; writes(r) && c < r->size; c++) {
               const uint32_t u = f->unit_first[r->reg] + r->off + c;
               if (pass)
                  f->defs[first[u + 1]++] = i;
               else
                  first[u + 2]++;
            }
         }
      if (!pass)
         start_lists(f->ctx, first, f->num_units, &f->defs);
   }
   f->def_first = first;
   f->remat = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 1);
   memset(f->remat, 0xff, sizeof *f->remat * f->num_units);
   for (uint32_t i = 0; i < ra->num_instrs; i++)
      for (uint32_t k = ra->instrs[i].first; f->q->instrs[i].remat && k < ra->instrs[i].first + ra->instrs[i].num; k++) {
         const struct cg_ra_ref *r = &ra->refs[k];
         bool alone = writes(r) && r->size == ra->regs[r->reg].size;
         for (unsigned c = 0; c < r->size; c++) {
            const uint32_t u = f->unit_first[r->reg] + r->off + c;
            alone = alone && f->def_first[u + 1] - f->def_first[u] == 1;
         }
         for (unsigned c = 0; alone && c < r->size; c++)
            f->remat[f->unit_first[r->reg] + c] = i;
      }
}

/* A value that many copies read lives in memory together with their result, so that its home is not written for each of
   them. */
static void keep_sources(struct spill_facts *f)
{
   const uint32_t num = f->q->ra->num_instrs;
   uint8_t *copies = UTIL_ARRAY(f->ctx, uint8_t, (size_t)f->num_units + 1);
   for (uint32_t i = 0; i < num; i++)
      for (uint32_t k = 0; f->q->instrs[i].kind == CG_SPILL_COPIES && k < f->q->instrs[i].num_copies; k++) {
         const uint32_t u = f->q->copies[f->q->instrs[i].first_copy + k].src;
         if (u < CG_SPILL_EXTERNAL && ++copies[u] > MANY_COPIES)
            f->remat[u] = NONE, copies[u] = MANY_COPIES;
      }
   util_discard(f->ctx, copies, (size_t)f->num_units + 1);
}

/* ---- homes --------------------------------------------------------------------------------------------------------------- */

/* Each copy between units hints that they should share a home. */
static struct cg_ra_hint *copy_hints(const struct spill_facts *f, struct cg_ra_same **same, uint32_t *num)
{
   const struct cg_ra_problem *ra = f->q->ra;
   struct cg_ra_hint *h = NULL;
   struct cg_ra_same *s = NULL;
   uint32_t n = 0, num_same = 0, cap = 0, cap_same = 0, *copied = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 1);
   for (uint32_t b = 0; b < ra->num_blocks; b++) {
      const struct cg_ra_block *blk = &ra->blocks[b];
      for (uint32_t i = blk->first; i < blk->first + blk->num; i++) {
         const struct cg_spill_copy *copies = &f->q->copies[f->q->instrs[i].first_copy];
         const uint32_t num_copies = f->q->instrs[i].kind == CG_SPILL_COPIES ? f->q->instrs[i].num_copies : 0;
         for (uint32_t k = 0; k < num_copies; k++)
            copied[copies[k].dst] = i + 1;
         for (uint32_t k = 0; k < num_copies; k++) {
            const struct cg_spill_copy *c = &copies[k];
            if (c->src >= CG_SPILL_EXTERNAL)
               continue;
            const uint32_t x = f->unit_reg[c->src], y = f->unit_reg[c->dst];
            const int delta = (int)(c->src - f->unit_first[x]) - (int)(c->dst - f->unit_first[y]);
            /* At the end of a block with two successors, both source and copy may be live. */
            const bool end =
                i + 1 == f->q->edge[b] && blk->succ[1] != CG_RA_NO_BLOCK && ra->regs[y].size == 1 && copied[c->src] != i + 1;
            const struct cg_ra_same points = {2 * i + 1, end ? 2 * (blk->first + blk->num) - 1 : 0};
            const unsigned depth = blk->depth > 3 ? 3 : blk->depth;
            UTIL_PUSH(f->ctx, s, num_same, cap_same, points);
            UTIL_PUSH(f->ctx, h, n, cap, (struct cg_ra_hint){x, y, (int16_t)delta, (uint16_t)(1u << 3 * depth)});
         }
      }
   }
   *num = n;
   *same = s;
   return h;
}

static void find_homes(struct spill_facts *f, struct cg_liveness *l)
{
   struct cg_ra_problem ra = *f->q->ra;
   struct cg_ra_same *same;
   struct cg_ra_phi_webs w;
   uint8_t *size = UTIL_ARRAY(f->ctx, uint8_t, (size_t)ra.num_regs + 1);
   uint32_t *group = UTIL_ARRAY(f->ctx, uint32_t, (size_t)ra.num_regs + 1);
   for (uint32_t r = 0; r < ra.num_regs; r++)
      size[r] = ra.regs[r].size;
   ra.hints = copy_hints(f, &same, &ra.num_hints);
   ra.same = same;
   cg_ra_make_phi_webs(&ra, l, size, &w);
   f->home = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 1);
   f->group_home = UTIL_ARRAY(f->ctx, uint32_t, (size_t)ra.num_regs + 2);
   f->group_life = UTIL_ARRAY(f->ctx, struct spill_interval, (size_t)ra.num_regs + 1);
   for (uint32_t r = 0; r < ra.num_regs; r++)
      if (w.root[r] == r) {
         struct spill_interval *life = &f->group_life[f->num_groups];
         *life = (struct spill_interval){UINT32_MAX, 0};
         for (uint32_t e = l->head[r]; e != CG_LIVE_END; e = l->ranges[e].next) {
            /* A copy into a home may come before the last read of a source of the same parallel copies. */
            const uint32_t start = l->ranges[e].start & ~1u;
            life->start = start < life->start ? start : life->start;
            life->end = l->ranges[e].end > life->end ? l->ranges[e].end : life->end;
         }
         group[r] = f->num_groups;
         f->group_home[f->num_groups++] = f->num_homes;
         f->num_homes += size[r];
      }
   f->group_home[f->num_groups] = f->num_homes;
   for (uint32_t r = 0; r < ra.num_regs; r++)
      for (unsigned k = 0; k < ra.regs[r].size; k++)
         f->home[f->unit_first[r] + k] = f->group_home[group[w.root[r]]] + w.at[r] + k;
}

/* ---- next uses ----------------------------------------------------------------------------------------------------------- */

/* True for reads that count as uses. A read that only keeps registers alive for a request does not, nor does a copy to a phi
   that shares its home or lies after the loop. */
static bool counts(const struct spill_facts *f, uint32_t i, const struct cg_spill_copy *c)
{
   const struct cg_spill_instr *x = &f->q->instrs[i];
   if (!c)
      return x->kind != CG_SPILL_WAIT && x->kind != CG_SPILL_COPIES;
   const struct cg_ra_block *b = &f->q->ra->blocks[f->block_of[i]];
   const uint32_t to = b->succ[1] != CG_RA_NO_BLOCK ? b->succ[1] : b->succ[0];
   return c->src < CG_SPILL_EXTERNAL && f->home[c->src] != f->home[c->dst] &&
          (to == CG_RA_NO_BLOCK || f->loop_of[to] == f->loop_of[f->block_of[i]]);
}

static void enter_use(struct spill_facts *f, uint32_t *first, uint32_t home, uint32_t i, bool enter)
{
   if (enter)
      f->uses[first[home + 1]++] = i;
   else
      first[home + 2]++;
}

static void find_uses(struct spill_facts *f)
{
   const struct cg_ra_problem *ra = f->q->ra;
   uint32_t *first = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_homes + 2);
   for (unsigned pass = 0; pass < 2; pass++) {
      for (uint32_t i = 0; i < ra->num_instrs; i++) {
         const struct cg_spill_instr *x = &f->q->instrs[i];
         for (uint32_t k = 0; x->kind == CG_SPILL_COPIES && k < x->num_copies; k++)
            if (counts(f, i, &f->q->copies[x->first_copy + k]))
               enter_use(f, first, f->home[f->q->copies[x->first_copy + k].src], i, pass);
         for (uint32_t k = ra->instrs[i].first; counts(f, i, NULL) && k < ra->instrs[i].first + ra->instrs[i].num; k++)
            for (unsigned c = 0; !writes(&ra->refs[k]) && c < ra->refs[k].size; c++)
               enter_use(f, first, f->home[f->unit_first[ra->refs[k].reg] + ra->refs[k].off + c], i, pass);
      }
      if (!pass)
         start_lists(f->ctx, first, f->num_homes, &f->uses);
   }
   f->use_first = first;
}

uint64_t cg_spill_next_use(const struct spill_facts *f, uint32_t unit, uint32_t i)
{
   const uint32_t h = f->home[unit], first = f->use_first[h], end = f->use_first[h + 1];
   const uint32_t next = lower_bound(f->uses, first, end, i + 1);
   uint64_t far = 0;
   uint32_t from = i + 1;
   for (uint32_t l = f->loop_of[f->block_of[i]]; l != NONE; l = f->loops[l].parent) {
      const struct spill_loop *x = &f->loops[l];
      if (next < end && f->uses[next] < x->end)
         return f->uses[next] + far;
      const uint32_t again = lower_bound(f->uses, first, end, x->first);
      if (again < end && f->uses[again] < from)
         return x->end + (f->uses[again] - x->first) + far;
      from = x->end;
      far += LEAVES_LOOP;
   }
   return next < end ? f->uses[next] + far : UINT64_MAX / 2;
}

/* ---- loops --------------------------------------------------------------------------------------------------------------- */

static void note_read(const struct spill_facts *f, struct spill_loop *l, uint32_t unit, uint32_t *seen, uint32_t stamp)
{
   if (seen[unit] == stamp)
      return;
   seen[unit] = stamp;
   if (cg_spill_live_in(f, unit, l->header))
      UTIL_PUSH(f->ctx, l->reads, l->num_reads, l->cap_reads, unit);
}

static void describe_loop(struct spill_facts *f, struct spill_loop *l, const int32_t *pressure, uint32_t *seen, uint32_t stamp)
{
   const struct cg_ra_problem *ra = f->q->ra;
   int32_t most = 0;
   for (uint32_t q = 2 * l->first; q < 2 * l->end; q++)
      most = pressure[q] > most ? pressure[q] : most;
   for (uint32_t i = l->first; i < l->end; i++) {
      const struct cg_spill_instr *x = &f->q->instrs[i];
      for (uint32_t k = 0; x->kind == CG_SPILL_COPIES && k < x->num_copies; k++)
         if (counts(f, i, &f->q->copies[x->first_copy + k]))
            note_read(f, l, f->q->copies[x->first_copy + k].src, seen, stamp);
      for (uint32_t k = ra->instrs[i].first; counts(f, i, NULL) && k < ra->instrs[i].first + ra->instrs[i].num; k++)
         for (unsigned c = 0; !writes(&ra->refs[k]) && c < ra->refs[k].size; c++)
            note_read(f, l, f->unit_first[ra->refs[k].reg] + ra->refs[k].off + c, seen, stamp);
   }
   const uint32_t at_start = (uint32_t)pressure[2 * l->first];
   l->pressure = (unsigned)most;
   l->through = at_start > l->num_reads ? at_start - l->num_reads : 0;
}

void cg_spill_find_facts(const struct cg_spill_problem *q, struct spill_facts *f)
{
   const struct cg_ra_problem *ra = q->ra;
   struct cg_liveness l;
   const uint64_t most_ranges = MANY_RANGES + RANGES * ((uint64_t)ra->num_instrs + ra->num_regs);
   uint8_t *copied = UTIL_ARRAY(ra->ctx, uint8_t, (size_t)ra->num_regs + 1);
   const struct cg_live_program program = {.ctx = ra->ctx,
                                           .num_regs = ra->num_regs,
                                           .refs = ra->refs,
                                           .instrs = ra->instrs,
                                           .num_instrs = ra->num_instrs,
                                           .blocks = ra->blocks,
                                           .num_blocks = ra->num_blocks,
                                           .copied = copied,
                                           .most_ranges = most_ranges < UINT32_MAX ? (uint32_t)most_ranges : UINT32_MAX};
   *f = (struct spill_facts){.q = q, .ctx = ra->ctx};
   number_units(f);
   for (uint32_t i = 0; i < ra->num_instrs; i++)
      for (uint32_t k = ra->instrs[i].first;
           q->instrs[i].kind == CG_SPILL_COPIES && k < ra->instrs[i].first + ra->instrs[i].num; k++)
         copied[ra->refs[k].reg] = 1;
   find_preds(f);
   find_loops(f);
   find_defs(f);
   keep_sources(f);
   cg_live_find(&program, &l);
   util_discard(f->ctx, copied, (size_t)ra->num_regs + 1);
   f->liveness.holes = l.holes;
   split_ranges(f, &l);
   int32_t *pressure = cg_live_changes(f->ctx, &l, ra->num_regs, NULL);
   for (uint32_t k = 1; k < l.num_points; k++)
      pressure[k] += pressure[k - 1];
   for (uint32_t b = 0; l.holes && b < ra->num_blocks; b++)
      for (uint32_t k = 0; k < 2 * ra->blocks[b].num; k++)
         pressure[2 * ra->blocks[b].first + k] -= (int32_t)l.holes->units[b];
   find_homes(f, &l); /* find_homes() changes l */
   find_uses(f);
   uint32_t *seen = UTIL_ARRAY(f->ctx, uint32_t, (size_t)f->num_units + 1);
   for (uint32_t k = 0; k < f->num_loops; k++)
      describe_loop(f, &f->loops[k], pressure, seen, k + 1), util_work(f->ctx, f->loops[k].end - f->loops[k].first);
   util_discard(f->ctx, seen, sizeof *seen * ((size_t)f->num_units + 1));
   f->pressure = pressure;
   util_discard(f->ctx, l.ranges, sizeof *l.ranges * l.cap_ranges);
   util_discard(f->ctx, l.head, sizeof *l.head * ((size_t)ra->num_regs + 1));
   util_discard(f->ctx, l.weight, sizeof *l.weight * ((size_t)ra->num_regs + 1));
   util_discard(f->ctx, l.length, sizeof *l.length * ((size_t)ra->num_regs + 1));
}

/* ---- words --------------------------------------------------------------------------------------------------------------- */

#define MAX_GROUP 32

struct words {
   struct util_ctx *ctx;
   struct free_words {
      uint32_t *first, n, cap;
   } free[MAX_GROUP + 1]; /* by size of the free group */
   uint32_t num;
};

static uint32_t take_words(struct words *w, unsigned n)
{
   for (unsigned k = n; k <= MAX_GROUP; k++) {
      if (!w->free[k].n)
         continue;
      const uint32_t at = w->free[k].first[--w->free[k].n];
      if (k > n)
         UTIL_PUSH(w->ctx, w->free[k - n].first, w->free[k - n].n, w->free[k - n].cap, at + n);
      return at;
   }
   w->num += n;
   return w->num - n;
}

/* Assigns words to each group with a used home, in the order of their starts: words that no overlapping group has. */
uint32_t cg_spill_assign_words(const struct spill_facts *f, const uint8_t *used, uint32_t *word)
{
   struct words w = {.ctx = f->ctx};
   const uint32_t points = 2 * f->q->ra->num_instrs + 1;
   uint32_t *starts = UTIL_ARRAY(f->ctx, uint32_t, points), *ends = UTIL_ARRAY(f->ctx, uint32_t, points);
   uint32_t *next = UTIL_ARRAY(f->ctx, uint32_t, 2 * (size_t)f->num_groups + 2), *next_end = next + f->num_groups + 1;
   uint8_t *low = UTIL_ARRAY(f->ctx, uint8_t, (size_t)f->num_groups + 1),
           *size = UTIL_ARRAY(f->ctx, uint8_t, (size_t)f->num_groups + 1);
   memset(starts, 0xff, sizeof *starts * points);
   memset(ends, 0xff, sizeof *ends * points);
   for (uint32_t g = f->num_groups; g-- > 0;) {
      uint32_t first = NONE, last = 0;
      for (uint32_t h = f->group_home[g]; h < f->group_home[g + 1]; h++)
         if (used[h])
            first = first == NONE ? h : first, last = h;
      if (first == NONE)
         continue;
      low[g] = (uint8_t)(first - f->group_home[g]);
      size[g] = (uint8_t)(last + 1 - first);
      next[g] = starts[f->group_life[g].start];
      starts[f->group_life[g].start] = g;
   }
   for (uint32_t q = 0; q < points; q++) {
      for (uint32_t g = starts[q]; g != NONE; g = next[g]) {
         const uint32_t at = take_words(&w, size[g]);
         for (unsigned k = 0; k < size[g]; k++)
            word[f->group_home[g] + low[g] + k] = at + k;
         next_end[g] = ends[f->group_life[g].end];
         ends[f->group_life[g].end] = g;
      }
      for (uint32_t g = ends[q]; g != NONE; g = next_end[g]) {
         struct free_words *free = &w.free[size[g]];
         UTIL_PUSH(f->ctx, free->first, free->n, free->cap, word[f->group_home[g] + low[g]]);
      }
   }
   return w.num;
}
