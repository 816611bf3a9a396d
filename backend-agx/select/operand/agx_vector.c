/* SPDX-License-Identifier: MIT */
/* Operands of several registers: see agx_vector.h. */
#include "backend-agx/select/operand/agx_vector.h"

#include <string.h>

/* By unit: 1 + the unit of the vector that replaces it, or 0. */
struct agx_vectors {
   uint32_t *place, cap;
};

/* Returns the unit that replaces this one. */
static uint32_t place_of(const struct agx_selection *c, uint32_t unit)
{
   const struct agx_vectors *v = c->vectors;
   return v && unit < v->cap && v->place[unit] ? v->place[unit] - 1 : unit;
}

/* Makes the instruction that computes the value write to unit `to` instead. False if that is impossible. */
static bool compute_in(struct agx_selection *c, const struct agx_ref *v, uint32_t to)
{
   const struct cg_program *p = &c->mir->p;

   if (v->kind != AGX_VIRT32)
      return false;
   const struct cg_reg *reg = &p->regs[p->unit_reg[v->value]];
   if (p->unit_reg[v->value] < c->in_block.first_reg || reg->size != 2 || reg->fixed || reg->unit != v->value)
      return false;
   if (!c->vectors)
      c->vectors = UTIL_NEW(c->ctx, struct agx_vectors);
   if (v->value + 1 >= c->vectors->cap) {
      const uint32_t n = p->num_units;
      uint32_t *place = UTIL_ARRAY(c->ctx, uint32_t, 2 * (size_t)n);
      if (c->vectors->cap)
         memcpy(place, c->vectors->place, c->vectors->cap * sizeof *place);
      util_discard(c->ctx, c->vectors->place, c->vectors->cap * sizeof *place);
      c->vectors->place = place;
      c->vectors->cap = 2 * n;
   }
   for (unsigned k = 0; k < 2; k++)
      c->vectors->place[v->value + k] = to + k + 1;
   return true;
}

struct agx_ref agx_element(struct agx_selection *c, const struct ir_src *s)
{
   return agx_is_const(c, s) ? agx_imm(agx_const_bits(c, s)) : agx_int_src(c, s);
}

static bool are_consecutive(const struct agx_selection *c, const struct agx_ref *e, unsigned n)
{
   const struct cg_program *p = &c->mir->p;

   for (unsigned k = 0; k < n; k++)
      if (e[k].kind != AGX_VIRT32 || e[k].value != e[0].value + 2 * k || p->unit_reg[e[k].value] != p->unit_reg[e[0].value])
         return false;
   /* An operand must be aligned like a register of its length. */
   const struct cg_reg *reg = &p->regs[p->unit_reg[e[0].value]];
   return n == 1 || (e[0].value == reg->unit && !reg->fixed);
}

struct agx_ref agx_vector(struct agx_selection *c, const struct agx_ref *element, unsigned n)
{
   struct agx_ref e[16] = {0};

   UTIL_CHECK(c->ctx, n <= 16);
   for (unsigned k = 0; k < n; k++) {
      e[k] = element[k];
      if (agx_is_virtual(e[k].kind))
         e[k].value = place_of(c, e[k].value);
   }
   if (are_consecutive(c, e, n))
      return (struct agx_ref){.kind = AGX_VIRT32, .count = (uint8_t)n, .value = e[0].value};
   const struct agx_ref v = agx_reg_new(c->mir, AGX_VIRT32, n);
   for (unsigned k = 0; k < n; k++) {
      const struct agx_ref d = {.kind = AGX_VIRT32, .value = v.value + 2 * k};
      for (unsigned q = 0; q < k; q++)
         if (agx_is_virtual(e[k].kind) && e[q].kind == e[k].kind && e[k].value == e[q].value)
            e[k].value = v.value + 2 * q;
      if (e[k].kind == AGX_IMM)
         agx_emit(c, AGX_OP_mov_imm32, d, agx_none(), agx_none(), agx_none())->imm = e[k].value;
      else if (!compute_in(c, &e[k], d.value))
         agx_emit(c, AGX_OP_mov, d, e[k], agx_none(), agx_none());
   }
   return v;
}

static void rename_units(const struct agx_selection *c, const struct cg_list *l)
{
   for (uint32_t k = 0; k < l->n; k++) {
      struct agx_instr *in = &agx_mir_instr_of(l->i[k])->in;
      for (unsigned r = 0; r < AGX_NUM_REFS; r++)
         if (agx_is_virtual(in->ref[r].kind))
            in->ref[r].value = place_of(c, in->ref[r].value);
      if (l->i[k]->kind != CG_COPIES)
         continue;
      for (uint32_t q = 0; q < l->i[k]->num_copies; q++) {
         struct cg_copy *copy = &l->i[k]->copies[q];
         copy->src = copy->src < CG_EXTERNAL ? place_of(c, copy->src) : copy->src;
         copy->dst = place_of(c, copy->dst);
      }
   }
}

void agx_finish_vectors(struct agx_selection *c)
{
   struct cg_program *p = &c->mir->p;

   if (!c->vectors)
      return;
   for (uint32_t b = 0; b < p->num_blocks; b++)
      for (unsigned k = 0; k < CG_NUM_LISTS; k++)
         rename_units(c, cg_list_of(&p->blocks[b], k));
   for (uint32_t h = 0; h < p->num_hints; h++) {
      struct cg_ra_hint *hint = &p->hints[h]; /* of an export, whose source may have moved */
      const uint32_t unit = p->regs[hint->a].unit, to = place_of(c, unit);
      hint->a = p->unit_reg[to];
      hint->delta = (int16_t)(hint->delta + (int)(to - p->regs[hint->a].unit));
   }
   util_discard(c->ctx, c->vectors->place, c->vectors->cap * sizeof *c->vectors->place);
}
