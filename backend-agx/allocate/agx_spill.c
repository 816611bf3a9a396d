/* SPDX-License-Identifier: MIT */
/* Spilling: see agx_spill.h. */
#include "backend-agx/allocate/agx_spill.h"
#include "backend-agx/isa/agx_program.h"

#define MOST_HALVES 4 /* of one access */

static struct agx_instr *add(const struct cg_insertion *at, const struct agx_instr *in)
{
   return agx_push((struct agx_mir *)at->p, at->out, in, at->span);
}

/* The most of the n units from there on that are aligned like a vector. */
static unsigned aligned_units(const struct cg_program *p, uint32_t unit, unsigned n)
{
   const struct cg_reg *r = &p->regs[p->unit_reg[unit]];
   const uint32_t at = unit - r->unit, align = at ? at & (0 - at) : r->align;
   const unsigned most = align < r->align ? align : r->align;

   while (n > 1 && n > most)
      n--;
   return n;
}

/* Adds an access and its wait, until which the units keep their registers. */
static void add_access(const struct cg_insertion *at, enum agx_op op, enum agx_refs data, uint32_t word, uint32_t unit,
                       unsigned n)
{
   const struct cg_program *p = at->p;
   const uint32_t reg = p->unit_reg[unit];
   const unsigned all = n;
   /* Pairs of halves at even places are words. */
   n = aligned_units(p, unit, n);
   const bool wide = !((unit - p->regs[reg].unit) & 1) && p->regs[reg].align > 1 && !((word | n) & 1);
   struct agx_instr in = {.op = (uint16_t)op, .ref = {[AGX_B] = {.kind = AGX_IMM, .value = 2 * word}}};
   const unsigned count = wide ? n / 2 : n;

   in.ref[data] = (struct agx_ref){.kind = wide ? AGX_VIRT32 : AGX_VIRT16, .count = (uint8_t)count, .value = unit};
   in.f[AGX_F_FORMAT] = wide ? AGX_FORMAT_I32 : AGX_FORMAT_I16;
   in.f[AGX_F_MASK] = (1u << count) - 1;
   in.f[AGX_F_EXT] = 1;
   add(at, &in);
   add(at, &(struct agx_instr){.op = AGX_OP_wait});
   struct cg_instr *wait = at->out->i[at->out->n - 1];
   wait->num_keep = 1;
   wait->keep = UTIL_NEW(p->ctx, struct cg_range);
   wait->keep[0] = (struct cg_range){unit, (uint8_t)n};
   if (n < all)
      add_access(at, op, data, word + n, unit + n, all - n);
}

static void load_words(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n)
{
   add_access(at, AGX_OP_stack_load, AGX_D, word, unit, n);
}

static void store_words(const struct cg_insertion *at, uint32_t word, uint32_t unit, unsigned n)
{
   add_access(at, AGX_OP_stack_store, AGX_C, word, unit, n);
}

static void copy(const struct cg_insertion *at, uint32_t dst, uint32_t src)
{
   add(at, &(struct agx_instr){0});
   struct cg_instr *i = at->out->i[at->out->n - 1];
   i->kind = CG_COPIES;
   i->copies = UTIL_NEW(at->p->ctx, struct cg_copy);
   i->copies[0] = (struct cg_copy){dst, src};
   i->num_copies = 1;
}

/* Constants and uniforms in 32-bit registers can be rematerialised. */
static bool can_remat(const struct cg_instr *i)
{
   const struct agx_instr *in = &agx_mir_instr_of(i)->in;

   return in->ref[AGX_D].kind == AGX_VIRT32 &&
          (in->op == AGX_OP_mov_imm32 || (in->op == AGX_OP_mov && in->ref[AGX_A].kind == AGX_UNIFORM32));
}

static void remat(const struct cg_insertion *at, const struct cg_instr *i, unsigned from, uint32_t unit, unsigned n)
{
   const struct agx_instr *in = &agx_mir_instr_of(i)->in;
   struct agx_instr new = {.op = in->op, .ref = {{.kind = n == 2 ? AGX_VIRT32 : AGX_VIRT16, .value = unit}}};

   /* The register may have other units with other values. */
   from &= 1;
   if (in->op == AGX_OP_mov_imm32) {
      new.op = n == 2 ? AGX_OP_mov_imm32 : AGX_OP_mov_imm16;
      new.imm = n == 2 ? in->imm : in->imm >> 16 * from & 0xffff;
   } else {
      new.ref[AGX_A] = in->ref[AGX_A];
      if (n == 1)
         new.ref[AGX_A] = (struct agx_ref){.kind = AGX_UNIFORM16, .value = in->ref[AGX_A].value + from};
   }
   add(at, &new);
}

static unsigned condition(const struct cg_instr *i)
{
   (void)i;
   return 0;
}

static uint8_t wait_counter(const struct cg_instr *i)
{
   const struct agx_instr *in = &agx_mir_instr_of(i)->in;
   return in->op == AGX_OP_wait ? (uint8_t)in->f[AGX_F_SLOT] : CG_NO_COUNTER;
}

static void replace(struct cg_instr *i, uint32_t (*unit)(void *user, uint32_t u), void *user)
{
   struct agx_instr *in = &agx_mir_instr_of(i)->in;

   for (unsigned k = 0; k < AGX_NUM_REFS; k++)
      if (agx_is_virtual(in->ref[k].kind))
         in->ref[k].value = unit(user, in->ref[k].value);
}

const struct cg_spill_machine agx_spill_machine = {
   .max_words = MOST_HALVES,
    .reach = AGX_STACK_REACH / 2, /* in halves */
   .load = load_words,
   .store = store_words,
   .copy = copy,
   .can_remat = can_remat,
   .remat = remat,
   .condition = condition,
   .wait_counter = wait_counter,
   .replace = replace,
};

/* Adds an instruction to one end of a list that has its registers already. */
static void adjust(struct agx_mir *c, struct cg_list *l, uint32_t words, bool in_front)
{
   agx_push(c, l, &(struct agx_instr){.op = AGX_OP_stack_adjust, .imm = words}, UTIL_NO_SPAN);
   for (uint32_t k = l->n - 1; k > 0 && in_front; k--) {
      struct cg_instr *i = l->i[k];
      l->i[k] = l->i[k - 1];
      l->i[k - 1] = i;
   }
}

void agx_use_stack(struct agx_mir *c, uint32_t words, bool give_back)
{
   adjust(c, &c->p.blocks[0].head, words, true);
   if (give_back)
      adjust(c, &c->p.blocks[c->p.num_blocks - 1].tail, 0 - words, false);
}
