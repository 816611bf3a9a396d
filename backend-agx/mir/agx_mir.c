/* SPDX-License-Identifier: MIT */
/* The machine program of AGX2: virtual registers, values at entry and exit of the program, and the operand visitor. */
#include "backend-agx/mir/agx_mir.h"

void agx_mir_init(struct agx_mir *c, struct util_ctx *ctx, uint32_t num_blocks)
{
   *c = (struct agx_mir){0};
   cg_program_init(&c->p, ctx, &agx_machine, sizeof(struct agx_mir_instr), num_blocks);
}

struct agx_ref agx_reg_new(struct agx_mir *c, enum agx_kind kind, unsigned count)
{
   struct agx_ref r = {.kind = (uint8_t)kind, .count = (uint8_t)count};
   const unsigned size = agx_operand_units(&r);
   unsigned align = 1;

   /* Vectors are aligned to the next power of two, up to 16 halves, as Mesa relies on. */
   while (align < size && align < 16)
      align *= 2;
   r.value = cg_reg_new(&c->p, size);
   c->p.regs[c->p.num_regs - 1].align = (uint8_t)align;
   return r;
}

struct agx_instr *agx_push(struct agx_mir *c, struct cg_list *l, const struct agx_instr *in, struct util_span span)
{
   struct agx_mir_instr *i = UTIL_NEW(c->p.ctx, struct agx_mir_instr);

   i->in = *in;
   i->base.span = span;
   cg_push(&c->p, l, &i->base);
   return &i->in;
}

void agx_push_jump(struct agx_mir *c, struct cg_list *l, enum agx_op op, uint32_t label, struct util_span span)
{
   agx_push(c, l, &(struct agx_instr){.op = (uint16_t)op}, span);
   l->i[l->n - 1]->kind = CG_BRANCH;
   l->i[l->n - 1]->label = label;
}

/* ---- entry values and exports */

static struct agx_ref fixed_reg(struct agx_mir *c, unsigned half, enum agx_kind kind)
{
   struct agx_ref r = agx_reg_new(c, kind, 1);

   c->p.regs[c->p.num_regs - 1].fixed = (int16_t)(half + 1);
   return r;
}

struct agx_ref agx_entry_value(struct agx_mir *c, unsigned half)
{
   for (uint32_t k = 0; k < c->num_entry; k++)
      if (c->entry_half[k] == half)
         return c->entered[k];
   const struct agx_ref r = fixed_reg(c, half, AGX_VIRT32);
   /* A register with a fixed place cannot be spilled and reloaded to another one. */
   const struct agx_ref d = c->spills ? agx_reg_new(c, AGX_VIRT32, 1) : r;

   UTIL_PUSH(c->p.ctx, c->entry, c->num_entry, c->cap_entry, r);
   UTIL_PUSH(c->p.ctx, c->entry_half, c->num_entry_half, c->cap_entry_half, half);
   UTIL_PUSH(c->p.ctx, c->entered, c->num_entered, c->cap_entered, d);
   for (unsigned k = 0; k < 2 && c->spills; k++)
      UTIL_PUSH(c->p.ctx, c->moves, c->num_moves, c->cap_moves, (struct cg_copy){d.value + k, r.value + k});
   return d;
}

uint32_t agx_external(struct agx_mir *c, struct agx_ref src)
{
   UTIL_PUSH(c->p.ctx, c->external, c->num_external, c->cap_external, src);
   return CG_EXTERNAL + 2 * (c->num_external - 1);
}

void agx_export(struct agx_mir *c, unsigned half, struct agx_ref src)
{
   const struct agx_ref d = fixed_reg(c, half, src.kind == AGX_VIRT16 ? AGX_VIRT16 : AGX_VIRT32);
   const bool in_register = agx_is_virtual(src.kind);
   uint32_t first = src.value;

   if (in_register)
      cg_hint(&c->p, d.value, src.value, 0);
   else
      first = agx_external(c, src);
   for (unsigned k = 0; k < agx_operand_units(&d); k++)
      UTIL_PUSH(c->p.ctx, c->exports, c->num_exports, c->cap_exports,
                (struct cg_copy){d.value + k, first + k});
   UTIL_PUSH(c->p.ctx, c->exit, c->num_exit, c->cap_exit, d);
}

static void push_pseudo(struct agx_mir *c, struct cg_list *l, enum agx_pseudo_op op, const struct agx_ref *r, uint32_t num)
{
   for (uint32_t k = 0; k < num; k++) {
      struct agx_instr in = {.op = (uint16_t)op};
      in.ref[op == AGX_PSEUDO_ENTRY ? AGX_D : AGX_A] = r[k];
      agx_push(c, l, &in, UTIL_NO_SPAN);
   }
}

static void push_copies(struct agx_mir *c, struct cg_list *l, struct cg_copy *copies, uint32_t num)
{
   agx_push(c, l, &(struct agx_instr){0}, UTIL_NO_SPAN);
   l->i[l->n - 1]->kind = CG_COPIES;
   l->i[l->n - 1]->copies = copies;
   l->i[l->n - 1]->num_copies = num;
}

void agx_mir_finish(struct agx_mir *c, uint32_t last)
{
   struct cg_list *tail = &c->p.blocks[last].tail;

   push_pseudo(c, &c->p.blocks[0].head, AGX_PSEUDO_ENTRY, c->entry, c->num_entry);
   if (c->num_moves)
      push_copies(c, &c->p.blocks[0].head, c->moves, c->num_moves);
   if (!c->num_exit)
      return;
   push_copies(c, tail, c->exports, c->num_exports);
   push_pseudo(c, tail, AGX_PSEUDO_EXIT, c->exit, c->num_exit);
}

/* ---- accesses of an instruction */

/* Read-write memory of the device and of the workgroup. True if that is its only order among effects, except for
   instructions that kill lanes. */
static bool visit_memory(const struct cg_program *p, const struct agx_mir_instr *i, cg_ref_fn fn, void *user)
{
   const uint32_t memory = p->num_units + AGX_RES_MEMORY, local = p->num_units + AGX_RES_LOCAL;
   const bool drains = agx_info[i->in.op].flags & AGX_DRAIN;

   switch (i->in.op) {
   case AGX_OP_device_load:
      if (i->changed)
         fn(user, memory, 1, false);
      return true;
   case AGX_OP_local_load: fn(user, local, 1, false); return true;
   case AGX_OP_device_store:
   case AGX_OP_atomic: fn(user, memory, 1, true); break;
   case AGX_OP_local_store:
   case AGX_OP_local_atomic: fn(user, local, 1, true); break;
   default:
      if (drains) {
         fn(user, memory, 1, true);
         fn(user, local, 1, true);
      }
      return false;
   }
   fn(user, p->num_units + AGX_RES_OUTSIDE, 1, false);
   return true;
}

static void visit_operation(const struct cg_program *p, const struct agx_mir_instr *i, cg_ref_fn fn, void *user)
{
   const struct agx_instr *in = &i->in;
   const struct agx_ref *d = &in->ref[AGX_D], *b = &in->ref[AGX_B];
   const bool has_result = agx_is_virtual(d->kind);
   const struct agx_info *info = &agx_info[in->op];
   const bool stack = in->op == AGX_OP_stack_load || in->op == AGX_OP_stack_store;
   const bool store = in->op == AGX_OP_st_var && b->kind == AGX_IMM && b->value < AGX_UVS_WORDS;

   for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
      if (agx_is_virtual(in->ref[k].kind))
         fn(user, in->ref[k].value, agx_operand_units(&in->ref[k]), false);
   /* Stores to different words may be exchanged with each other, but not with instructions that kill lanes or end the
      output. */
   if (visit_memory(p, i, fn, user))
      ;
   else if (stack)
      fn(user, p->num_units + AGX_RES_STACK, 1, !has_result);
   else if (store || info->flags & AGX_CROSS || in->op == AGX_OP_get_sr || in->op == AGX_OP_uniform_store ||
            in->op == AGX_OP_ld_tile) /* after its wait_pix */
      fn(user, p->num_units + AGX_RES_OUTSIDE, 1, false);
   else if (!has_result)
      fn(user, p->num_units + AGX_RES_OUTSIDE, 1, true);
   if (store)
      fn(user, p->num_units + AGX_RES_WORD + b->value, 1, true);
   if (has_result)
      fn(user, d->value, agx_operand_units(d), true);
}

static void visit(const struct cg_program *p, const struct cg_instr *i, cg_ref_fn fn, void *user)
{
   const struct agx_instr *in = &agx_mir_instr_of(i)->in;

   if (i->kind == CG_COPIES) {
      for (uint32_t k = 0; k < i->num_copies; k++)
         if (i->copies[k].src < CG_EXTERNAL)
            fn(user, i->copies[k].src, 1, false);
      for (uint32_t k = 0; k < i->num_copies; k++)
         fn(user, i->copies[k].dst, 1, true);
   } else if (in->op == AGX_OP_wait) {
      for (uint32_t k = 0; k < i->num_keep; k++)
         fn(user, i->keep[k].unit, i->keep[k].n, false);
   } else if (in->op >= AGX_NUM_OPS) {
      const struct agx_ref *r = &in->ref[in->op == AGX_PSEUDO_ENTRY ? AGX_D : AGX_A];
      fn(user, r->value, agx_operand_units(r), in->op == AGX_PSEUDO_ENTRY);
   } else {
      if (agx_mir_instr_of(i)->awaits)
         fn(user, agx_mir_instr_of(i)->awaits - 1, 1, false);
      visit_operation(p, agx_mir_instr_of(i), fn, user);
   }
}

static struct cg_request request(const struct cg_instr *i)
{
   const struct agx_instr *in = &agx_mir_instr_of(i)->in;

   if (i->kind != CG_OPERATION || in->op >= AGX_NUM_OPS || !(agx_info[in->op].flags & AGX_ASYNC))
      return (struct cg_request){
          CG_NO_COUNTER,
          i->kind == CG_OPERATION && in->op < AGX_NUM_OPS && agx_info[in->op].flags & AGX_DRAIN ? CG_FENCE : CG_NO_MEMORY};
   /* Accesses to memory complete in program order (observed: agx_insert_waits.c handles only registers and barriers). */
   return (struct cg_request){(uint8_t)in->f[AGX_F_SLOT], in->op == AGX_OP_stack_store  ? CG_STORE
                                                          : in->op == AGX_OP_stack_load ? CG_LOAD
                                                          : in->op == AGX_OP_device_store || in->op == AGX_OP_atomic ? CG_EFFECT
                                                                                        : CG_NO_MEMORY};
}

const struct cg_machine agx_machine = {.refs = visit, .request = request};
