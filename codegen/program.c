/* SPDX-License-Identifier: MIT */
/* The machine program: see program.h. */
#include "codegen/program.h"

void cg_program_init(struct cg_program *p, struct util_ctx *ctx, const struct cg_machine *machine, size_t instr_size,
                     uint32_t num_blocks)
{
   *p = (struct cg_program){.ctx = ctx, .machine = machine, .instr_size = instr_size, .num_blocks = num_blocks};
   p->blocks = UTIL_ARRAY(ctx, struct cg_block, (size_t)num_blocks + 1);
   for (uint32_t b = 0; b < num_blocks; b++)
      p->blocks[b].succ[0] = p->blocks[b].succ[1] = CG_NONE;
}

uint32_t cg_reg_new(struct cg_program *p, unsigned size)
{
   uint32_t first = p->num_units;
   UTIL_PUSH(p->ctx, p->regs, p->num_regs, p->cap_regs, (struct cg_reg){.unit = first, .size = (uint8_t)size});
   for (unsigned k = 0; k < size; k++)
      UTIL_PUSH(p->ctx, p->unit_reg, p->num_units, p->cap_units, p->num_regs - 1);
   return first;
}

void cg_push(struct cg_program *p, struct cg_list *l, struct cg_instr *i)
{
   util_work(p->ctx, 4);
   UTIL_PUSH(p->ctx, l->i, l->n, l->cap, i);
}

static struct util_origin *origin_new(struct cg_program *p, struct util_span span)
{
   struct util_origin *o = UTIL_NEW(p->ctx, struct util_origin);
   o->span = span;
   return o;
}

/* Adds a span to a copy of the list, because other instructions may use the old one. */
static void add_span(struct cg_program *p, struct util_origin *to, struct util_span span)
{
   struct util_origin *copy = NULL, **end = &copy;
   if (span.off == UTIL_NO_SPAN.off || span.off == to->span.off)
      return;
   if (to->span.off == UTIL_NO_SPAN.off) {
      to->span = span;
      return;
   }
   for (const struct util_origin *o = to->next; o; o = o->next)
      if (o->span.off == span.off)
         return;
   for (const struct util_origin *o = to->next; o; o = o->next) {
      *end = origin_new(p, o->span);
      end = &(*end)->next;
   }
   *end = origin_new(p, span);
   to->next = copy;
}

static struct util_origin **others(const struct cg_program *p, const struct cg_instr *i)
{
   return (struct util_origin **)((uintptr_t)i + p->origins_at);
}

struct util_origin cg_origin(const struct cg_program *p, const struct cg_instr *i)
{
   return (struct util_origin){i->span, p->origins_at ? *others(p, i) : NULL};
}

void cg_set_origin(const struct cg_program *p, struct cg_instr *i, struct util_origin o)
{
   i->span = o.span;
   if (p->origins_at)
      *others(p, i) = o.next;
}

void cg_add_origin(struct cg_program *p, struct util_origin *o, const struct cg_instr *from)
{
   if (!p->origins_at)
      return;
   add_span(p, o, from->span);
   for (const struct util_origin *q = *others(p, from); q; q = q->next)
      add_span(p, o, q->span);
}

void cg_join_origin(struct cg_program *p, struct cg_instr *into, const struct cg_instr *from)
{
   if (!p->origins_at)
      return;
   struct util_origin o = cg_origin(p, into);
   cg_add_origin(p, &o, from);
   cg_set_origin(p, into, o);
}

void cg_put_origin_first(struct cg_program *p, struct cg_instr *i, struct util_span span)
{
   struct util_origin ordered = {span, NULL};
   cg_add_origin(p, &ordered, i);
   cg_set_origin(p, i, ordered);
}

void cg_hint(struct cg_program *p, uint32_t dst, uint32_t src, unsigned depth)
{
   uint32_t a = p->unit_reg[src], b = p->unit_reg[dst];
   int delta = (int)(src - p->regs[a].unit) - (int)(dst - p->regs[b].unit);
   UTIL_PUSH(p->ctx, p->hints, p->num_hints, p->cap_hints,
             (struct cg_ra_hint){a, b, (int16_t)delta, cg_hint_weight(depth)});
}

void cg_neighbours(struct cg_program *p, uint32_t a, uint32_t b)
{
   const uint32_t x = p->unit_reg[a], y = p->unit_reg[b];
   const int delta = (int)(a - p->regs[x].unit) + 1 - (int)(b - p->regs[y].unit);
   if (x != y)
      UTIL_PUSH(p->ctx, p->hints, p->num_hints, p->cap_hints, (struct cg_ra_hint){x, y, (int16_t)delta, 0});
}

struct cg_instr *cg_instr_at(struct cg_program *p, uint32_t n)
{
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (unsigned k = 0; k < CG_NUM_LISTS; k++) {
         const struct cg_list *l = cg_list_of(&p->blocks[b], k);
         if (n < l->n)
            return l->i[n];
         n -= l->n;
      }
   return NULL;
}
