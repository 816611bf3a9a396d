/* SPDX-License-Identifier: MIT */
/* Spilling: see spill.h. */
#include "codegen/spill.h"

#include "codegen/allocate/spill_plan.h"

#include <string.h>

struct spiller {
   struct cg_program *p;
   const struct cg_spill_machine *m;
   /* the program as the planner sees it */
   struct cg_ra_problem ra;
   struct cg_spill_problem q;
   struct cg_instr **at; /* by instruction of the planner, or NULL for an edge */
   struct cg_spill_instr *instrs;
   struct cg_spill_copy *copies;
   struct cg_ra_ref *refs;
   uint32_t num_copies, cap_copies, num_refs, cap_refs, cur;

   struct cg_spill_plan plan;
   uint32_t *reg_unit;   /* by register of the plan: its first unit */
   uint8_t *reg_dropped; /* by register of the plan: its definition is rematerialised at each use */
   uint32_t *new_unit, *named; /* by unit: its new name in the current instruction; 1 + the instruction that set it */
   uint32_t first_word;
   struct util_span span; /* of the last instruction */
   struct cg_list out;
   struct access {
      uint32_t word, unit;
      uint8_t kind, n;
   } last[8]; /* the last accesses of the list */
   unsigned next;
   uint64_t weight; /* of the block */
   struct cg_spill_result *result;
};

/* ---- saving and restoring ------------------------------------------------------------------------------------------------ */

void cg_spill_save(struct cg_program *p, struct cg_spill_saved *saved)
{
   *saved = (struct cg_spill_saved){.num_regs = p->num_regs,
                                    .num_units = p->num_units,
                                    .hints = p->hints,
                                    .num_hints = p->num_hints,
                                    .cap_hints = p->cap_hints};
   saved->lists = UTIL_ARRAY(p->ctx, struct cg_list, CG_NUM_LISTS * (size_t)p->num_blocks + 1);
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (unsigned l = 0; l < CG_NUM_LISTS; l++)
         saved->lists[CG_NUM_LISTS * b + l] = *cg_list_of(&p->blocks[b], l);
   p->hints = NULL;
   p->num_hints = p->cap_hints = 0;
}

void cg_spill_restore(struct cg_program *p, const struct cg_spill_saved *saved, struct cg_spill_result *result)
{
   util_discard(p->ctx, result->instrs, result->size);
   util_discard(p->ctx, result->origin, sizeof *result->origin * result->cap_origins);
   result->instrs = result->origin = NULL;
   p->num_regs = saved->num_regs;
   p->num_units = saved->num_units;
   p->num_hints = 0;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (unsigned l = 0; l < CG_NUM_LISTS; l++)
         *cg_list_of(&p->blocks[b], l) = saved->lists[CG_NUM_LISTS * b + l];
}

/* ---- the program as the planner sees it ---------------------------------------------------------------------------------- */

static void describe_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct spiller *s = user;
   if (unit >= s->p->num_units)
      return;
   const uint32_t reg = s->p->unit_reg[unit];
   UTIL_PUSH(s->p->ctx, s->refs, s->num_refs, s->cap_refs,
             (struct cg_ra_ref){reg, (uint8_t)(unit - s->p->regs[reg].unit), (uint8_t)n, write ? CG_RA_DEF : CG_RA_USE});
}

static void describe_instr(struct spiller *s, struct cg_ra_instr *r, struct cg_instr *i)
{
   struct cg_spill_instr *x = &s->instrs[s->cur];
   const struct cg_machine *machine = s->p->machine;
   *x = (struct cg_spill_instr){.kind = CG_SPILL_EDGE, .counter = CG_SPILL_NO_COUNTER};
   r->first = s->num_refs;
   s->at[s->cur++] = i;
   if (!i)
      return;
   const uint8_t waits = i->kind == CG_OPERATION ? s->m->wait_counter(i) : CG_NO_COUNTER;
   x->kind = i->kind == CG_COPIES ? CG_SPILL_COPIES : waits != CG_NO_COUNTER ? CG_SPILL_WAIT : CG_SPILL_OPERATION;
   if (x->kind == CG_SPILL_OPERATION && i->kind == CG_OPERATION) {
      const uint8_t counter = cg_request_of(s->p, i).counter;
      x->counter = counter == CG_NO_COUNTER ? CG_SPILL_NO_COUNTER : counter;
      x->early = machine->early_writes && machine->early_writes(i);
      x->remat = s->m->can_remat(i);
   } else if (x->kind == CG_SPILL_WAIT) {
      x->counter = waits;
   }
   machine->refs(s->p, i, describe_ref, s);
   r->num = s->num_refs - r->first;
   x->first_copy = s->num_copies;
   x->num_copies = i->kind == CG_COPIES ? i->num_copies : 0;
   for (uint32_t k = 0; k < x->num_copies; k++)
      UTIL_PUSH(
          s->p->ctx, s->copies, s->num_copies, s->cap_copies,
          (struct cg_spill_copy){i->copies[k].dst, i->copies[k].src >= CG_EXTERNAL ? CG_SPILL_EXTERNAL + k : i->copies[k].src});
}

static void is_unit(void *user, uint32_t unit, unsigned n, bool write)
{
   (void)n, (void)write;
   struct spiller *s = user;
   if (unit < s->p->num_units)
      s->cur = 1;
}

/* The number of instructions of the tail before the code on edges: all that access registers, and copies. */
static uint32_t edge_of(struct spiller *s, const struct cg_list *tail)
{
   const uint32_t cur = s->cur;
   uint32_t n = 0;
   for (uint32_t k = 0; k < tail->n; k++) {
      s->cur = tail->i[k]->kind == CG_COPIES;
      s->p->machine->refs(s->p, tail->i[k], is_unit, s);
      if (s->cur)
         n = k + 1;
   }
   s->cur = cur;
   return n;
}

static void describe(struct spiller *s)
{
   struct cg_program *p = s->p;
   uint32_t n = 0;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      n += p->blocks[b].head.n + p->blocks[b].body.n + p->blocks[b].tail.n + 1;
   struct cg_ra_instr *instrs = UTIL_ARRAY(p->ctx, struct cg_ra_instr, (size_t)n + 1);
   struct cg_ra_block *blocks = UTIL_ARRAY(p->ctx, struct cg_ra_block, (size_t)p->num_blocks + 1);
   uint32_t *edge = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_blocks + 1),
            *body = UTIL_ARRAY(p->ctx, uint32_t, (size_t)p->num_blocks + 1);
   struct cg_ra_reg *regs = UTIL_ARRAY(p->ctx, struct cg_ra_reg, (size_t)p->num_regs + 1);
   for (uint32_t r = 0; r < p->num_regs; r++)
      regs[r] = (struct cg_ra_reg){.size = p->regs[r].size,
                                   .align = p->regs[r].align,
                                   .no_spill = p->regs[r].no_spill,
                                   .fixed = (int16_t)(p->regs[r].fixed - 1)};
   s->refs = util_grow(p->ctx, NULL, sizeof *s->refs, 0, &s->cap_refs); /* non-NULL even without references */
   s->copies = util_grow(p->ctx, NULL, sizeof *s->copies, 0, &s->cap_copies);
   s->at = UTIL_ARRAY(p->ctx, struct cg_instr *, (size_t)n + 1);
   s->instrs = UTIL_ARRAY(p->ctx, struct cg_spill_instr, (size_t)n + 1);
   for (uint32_t b = 0; b < p->num_blocks; b++) {
      struct cg_block *blk = &p->blocks[b];
      blocks[b] = (struct cg_ra_block){s->cur, 0, {blk->succ[0], blk->succ[1]}, (uint8_t)(blk->depth > 255 ? 255 : blk->depth)};
      for (uint32_t k = 0; k < blk->head.n; k++)
         describe_instr(s, &instrs[s->cur], blk->head.i[k]);
      body[b] = s->cur;
      for (uint32_t k = 0; k < blk->body.n; k++)
         describe_instr(s, &instrs[s->cur], blk->body.i[k]);
      const uint32_t at = edge_of(s, &blk->tail);
      for (uint32_t k = 0; k <= blk->tail.n; k++) {
         if (k == at) {
            edge[b] = s->cur;
            describe_instr(s, &instrs[s->cur], NULL);
         }
         if (k < blk->tail.n)
            describe_instr(s, &instrs[s->cur], blk->tail.i[k]);
      }
      blocks[b].num = s->cur - blocks[b].first;
   }
   s->ra = (struct cg_ra_problem){.ctx = p->ctx,
                                  .regs = regs,
                                  .num_regs = p->num_regs,
                                  .refs = s->refs,
                                  .num_refs = s->num_refs,
                                  .instrs = instrs,
                                  .num_instrs = n,
                                  .blocks = blocks,
                                  .num_blocks = p->num_blocks};
   s->q = (struct cg_spill_problem){.ra = &s->ra, .instrs = s->instrs, .copies = s->copies, .edge = edge, .body = body};
}

/* ---- inserted code ------------------------------------------------------------------------------------------------------- */

static uint32_t unit_of(const struct spiller *s, uint32_t node)
{
   return s->reg_unit[s->plan.node_reg[node]] + s->plan.node_off[node];
}

/* The component of a unit in the instruction that is rematerialised. */
static unsigned component(const struct spiller *s, uint32_t unit)
{
   return unit - s->plan.unit_first[s->plan.unit_reg[unit]];
}

/* True if action b continues, in registers and in memory, the words that the n actions from a on move. */
static bool continues(const struct spiller *s, const struct cg_spill_action *a, const struct cg_spill_action *b, unsigned n)
{
   if (a->kind != b->kind || s->plan.node_reg[a->node] != s->plan.node_reg[b->node] ||
       unit_of(s, b->node) != unit_of(s, a->node) + n)
      return false;
   return b->arg == a->arg + n && (a->kind != CG_SPILL_REMAT || s->plan.remat[a->arg] == s->plan.remat[b->arg]);
}

#define NEAR (sizeof s->last / sizeof *s->last)

/* Records an access. If one of the last few in the block moves an adjacent word, their registers should be adjacent, too. */
static void note_access(struct spiller *s, uint8_t kind, uint32_t word, uint32_t unit, unsigned n)
{
   for (unsigned k = 0; k < NEAR; k++) {
      const struct access *a = &s->last[k];
      if (!a->n || a->kind != kind)
         continue;
      if (a->word + a->n == word)
         cg_neighbours(s->p, a->unit + a->n - 1, unit);
      else if (word + n == a->word)
         cg_neighbours(s->p, unit + n - 1, a->unit);
   }
   s->last[s->next++ % NEAR] = (struct access){word, unit, kind, (uint8_t)n};
}

/* Inserts the actions of one place. Consecutive actions on consecutive units become one access. */
static void insert(struct spiller *s, uint32_t i, enum cg_spill_place place, const struct cg_insertion *at)
{
   const struct cg_spill_action *list = s->plan.actions;
   for (uint32_t k = s->plan.first[CG_SPILL_PLACES * i + place], next; k != CG_SPILL_NONE; k = next) {
      const struct cg_spill_action *a = &list[k];
      const uint32_t unit = unit_of(s, a->node);
      unsigned n = 1;
      next = a->next;
      if (a->kind == CG_SPILL_MOVE) {
         s->m->copy(at, unit, s->at[i]->copies[a->arg - CG_SPILL_EXTERNAL].src);
         continue;
      }
      while (next != CG_SPILL_NONE && n < s->m->max_words && continues(s, a, &list[next], n))
         n++, next = list[next].next;
      if (a->kind != CG_SPILL_REMAT) {
         note_access(s, a->kind, a->arg, unit, n);
         s->result->cost += s->weight * n;
      }
      if (a->kind == CG_SPILL_REMAT)
         s->m->remat(at, s->at[s->plan.remat[a->arg]], component(s, a->arg), unit, n);
      else if (a->kind == CG_SPILL_LOAD)
         s->m->load(at, s->first_word + a->arg, unit, n), s->result->loads += n;
      else
         s->m->store(at, s->first_word + a->arg, unit, n), s->result->stores += n;
   }
}

/* ---- the program's own instructions -------------------------------------------------------------------------------------- */

static uint32_t new_name(void *user, uint32_t unit)
{
   const struct spiller *s = user;
   UTIL_CHECK(s->p->ctx, s->named[unit] == s->cur + 1);
   return s->new_unit[unit];
}

static void name_operands(struct spiller *s, uint32_t i)
{
   const struct cg_ra_instr *x = &s->ra.instrs[i];
   for (uint32_t k = x->first; k < x->first + x->num; k++)
      for (unsigned c = 0; c < s->refs[k].size; c++) {
         const uint32_t u = s->plan.unit_first[s->refs[k].reg] + s->refs[k].off + c;
         s->new_unit[u] = unit_of(s, s->plan.ref_node[s->plan.ref_first[k] + c]);
         s->named[u] = i + 1;
      }
   s->cur = i;
}

/* Sets the registers that a wait keeps alive, without those that are rematerialised. */
static void keep(struct spiller *s, uint32_t i, struct cg_instr *wait)
{
   const struct cg_ra_instr *x = &s->ra.instrs[i];
   struct cg_range *r = NULL;
   uint32_t n = 0, cap = 0;
   for (uint32_t k = x->first; k < x->first + x->num; k++)
      for (unsigned c = 0; c < s->refs[k].size; c++) {
         const uint32_t node = s->plan.ref_node[s->plan.ref_first[k] + c], unit = unit_of(s, node);
         if (s->reg_dropped[s->plan.node_reg[node]])
            continue;
         if (n && c && r[n - 1].unit + r[n - 1].n == unit)
            r[n - 1].n++;
         else
            UTIL_PUSH(s->p->ctx, r, n, cap, (struct cg_range){unit, 1});
      }
   wait->keep = r;
   wait->num_keep = n;
}

static struct cg_instr *clone(const struct spiller *s, uint32_t i)
{
   struct cg_instr *new = (struct cg_instr *)((char *)s->result->instrs + s->p->instr_size * i);
   memcpy(new, s->at[i], s->p->instr_size);
   return new;
}

static void copies(struct spiller *s, uint32_t i, const struct cg_insertion *at)
{
   const struct cg_instr *old = s->at[i];
   struct cg_instr *new = clone(s, i);
   uint32_t cap = 0;
   new->copies = NULL;
   new->num_copies = 0;
   for (uint32_t k = s->plan.first[CG_SPILL_PLACES * i + CG_SPILL_AT]; k != CG_SPILL_NONE; k = s->plan.actions[k].next) {
      const struct cg_spill_action *a = &s->plan.actions[k];
      const bool external = a->arg >= CG_SPILL_EXTERNAL;
      const struct cg_copy c = {unit_of(s, a->node),
                                external ? old->copies[a->arg - CG_SPILL_EXTERNAL].src : unit_of(s, a->arg)};
      UTIL_PUSH(s->p->ctx, new->copies, new->num_copies, cap, c);
   }
   if (new->num_copies)
      cg_push(s->p, at->out, new);
}

static void rewrite(struct spiller *s, uint32_t i, unsigned condition)
{
   struct cg_instr *old = s->at[i];
   struct cg_insertion at = {.p = s->p, .out = &s->out, .span = s->span};
   if (old)
      at.span = s->span = old->span;
   at.condition = !old ? condition : old->kind == CG_COPIES ? s->m->condition(old) : 0;
   insert(s, i, CG_SPILL_BEFORE, &at);
   if (old && old->kind == CG_COPIES) {
      copies(s, i, &at);
   } else if (old && !s->plan.dropped[i]) {
      struct cg_instr *new = clone(s, i);
      if (s->instrs[i].kind == CG_SPILL_WAIT) {
         keep(s, i, new);
      } else {
         name_operands(s, i);
         s->m->replace(new, new_name, s);
      }
      cg_push(s->p, &s->out, new);
   }
   insert(s, i, CG_SPILL_AFTER, &at);
}

/* ---- the program --------------------------------------------------------------------------------------------------------- */

static void make_registers(struct spiller *s)
{
   const struct cg_spill_plan *plan = &s->plan;
   s->reg_unit = UTIL_ARRAY(s->p->ctx, uint32_t, (size_t)plan->num_regs + 1);
   s->reg_dropped = UTIL_ARRAY(s->p->ctx, uint8_t, (size_t)plan->num_regs + 1);
   for (uint32_t r = 0; r < plan->num_regs; r++) {
      const uint32_t old = plan->regs[r].reg;
      if (old != CG_SPILL_NONE && s->p->regs[old].no_spill) {
         s->reg_unit[r] = s->p->regs[old].unit + plan->regs[r].off;
         continue;
      }
      s->reg_unit[r] = cg_reg_new(s->p, plan->regs[r].size);
      struct cg_reg *reg = &s->p->regs[s->p->num_regs - 1];
      reg->no_spill = true;
      if (old != CG_SPILL_NONE) { /* its units from `off` on */
         const struct cg_reg *from = &s->p->regs[old];
         const unsigned off = plan->regs[r].off;
         reg->align = from->align;
         while (reg->align > 1 && off % reg->align)
            reg->align /= 2;
         reg->fixed = from->fixed ? (int16_t)(from->fixed + (int)off) : 0;
      }
   }
   for (uint32_t i = 0; i < s->ra.num_instrs; i++)
      for (uint32_t k = s->ra.instrs[i].first; plan->dropped[i] && k < s->ra.instrs[i].first + s->ra.instrs[i].num; k++)
         for (unsigned c = 0; s->refs[k].flags & CG_RA_DEF && c < s->refs[k].size; c++)
            s->reg_dropped[plan->node_reg[plan->ref_node[plan->ref_first[k] + c]]] = 1;
}

/* The predicate of the outgoing edges of a block. */
static unsigned edge_condition(const struct spiller *s, const struct cg_block *blk)
{
   for (uint32_t k = 0; k < blk->tail.n; k++)
      if (blk->tail.i[k]->kind == CG_COPIES)
         return s->m->condition(blk->tail.i[k]);
   return blk->condition;
}

/* Frees the largest arrays. */
static void discard(struct spiller *s)
{
   struct util_ctx *ctx = s->p->ctx;
   const size_t n = (size_t)s->ra.num_instrs + 1, units = s->plan.unit_first[s->ra.num_regs];
   util_discard(ctx, s->plan.ref_node, sizeof *s->plan.ref_node * ((size_t)s->plan.ref_first[s->ra.num_refs] + 1));
   util_discard(ctx, s->plan.ref_first, sizeof *s->plan.ref_first * ((size_t)s->ra.num_refs + 1));
   util_discard(ctx, s->plan.first, sizeof *s->plan.first * (CG_SPILL_PLACES * (n - 1) + 1));
   util_discard(ctx, s->plan.dropped, n);
   util_discard(ctx, s->plan.actions, sizeof *s->plan.actions * s->plan.cap_actions);
   util_discard(ctx, s->plan.node_reg, sizeof *s->plan.node_reg * ((size_t)s->plan.num_nodes + 1));
   util_discard(ctx, s->plan.node_off, sizeof *s->plan.node_off * ((size_t)s->plan.num_nodes + 1));
   util_discard(ctx, s->refs, sizeof *s->refs * s->cap_refs);
   util_discard(ctx, s->copies, sizeof *s->copies * s->cap_copies);
   util_discard(ctx, s->at, sizeof *s->at * n);
   util_discard(ctx, s->instrs, sizeof *s->instrs * n);
   util_discard(ctx, s->new_unit, sizeof *s->new_unit * ((size_t)units + 1));
   util_discard(ctx, s->named, sizeof *s->named * ((size_t)units + 1));
}

void cg_spill(struct cg_program *p, const struct cg_spill_machine *m, const struct cg_spill_room *room, uint32_t words,
              struct cg_spill_result *result)
{
   struct spiller s = {.p = p, .m = m, .first_word = words, .span = UTIL_NO_SPAN, .result = result};
   *result = (struct cg_spill_result){0};
   describe(&s);
   util_work(p->ctx, 4 * ((uint64_t)s.ra.num_instrs + s.num_refs));
   result->size = p->instr_size * ((size_t)s.ra.num_instrs + 1);
   result->instrs = util_alloc(p->ctx, result->size);
   s.q.room = room->units;
   s.q.less = room->less;
   s.q.access = room->reserved ? 0 : m->access;
   s.q.all = room->units == 0;
   cg_spill_plan(&s.q, &s.plan);
   const size_t units = (size_t)s.plan.unit_first[s.ra.num_regs] + 1;
   s.new_unit = UTIL_ARRAY(p->ctx, uint32_t, units);
   s.named = UTIL_ARRAY(p->ctx, uint32_t, units);
   result->words = words + s.plan.words;
   result->most = s.plan.most;
   result->too_far = m->reach && result->words > m->reach;
   if (result->too_far) {
      discard(&s);
      return;
   }
   if (m->begin)
      m->begin(p, s.plan.words != 0, room->reserved);
   make_registers(&s);
   for (uint32_t b = 0, i = 0; b < p->num_blocks; b++) {
      struct cg_block *blk = &p->blocks[b];
      const unsigned condition = edge_condition(&s, blk);
      s.weight = (uint64_t)1 << 3 * (blk->depth > 8 ? 8 : blk->depth);
      for (unsigned l = 0; l < CG_NUM_LISTS; l++) {
         struct cg_list *list = cg_list_of(blk, l);
         s.out = (struct cg_list){0};
         memset(s.last, 0, sizeof s.last);
         for (uint32_t k = 0; k < list->n + (l == CG_NUM_LISTS - 1); k++, i++) {
            const uint32_t before = s.out.n;
            rewrite(&s, i, condition);
            for (uint32_t n = before; n < s.out.n; n++)
               UTIL_PUSH(p->ctx, result->origin, result->num_origins, result->cap_origins, i);
         }
         *list = s.out;
      }
   }
   if (m->finish)
      m->finish(p);
   discard(&s);
}
