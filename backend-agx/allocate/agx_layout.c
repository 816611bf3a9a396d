/* SPDX-License-Identifier: MIT */
/* Bytes: operands get their registers, parallel copies become moves and swaps, every instruction is encoded. */
#include "backend-agx/allocate/agx_layout.h"
#include "backend-agx/allocate/agx_allocate.h"
#include "backend-agx/schedule/agx_cost.h"
#include "codegen/copies.h"
#include "util/buf.h"

#define TRAPS 8 /* behind the final stop (observed: Mesa, always) */

struct layout {
   struct agx_code *c;
   const struct cg_assignment *a;
   struct agx_program *out;
   struct util_buf buf;
   uint32_t cycles[2]; /* issue slots of the units for float and simple integer operations, and of the complex unit */
};

static void put_bytes(struct layout *l, const struct agx_instr *in)
{
   uint8_t bytes[AGX_MAX_LEN];
   unsigned len;
   const char *err = agx_encode(in, bytes, &len);

   if (err)
      util_bug(l->c->p.ctx, "AGX %s: %s", agx_info[in->op].name, err);
   util_buf_add(&l->buf, bytes, len);
}

/* An instruction with physical operands. */
static void put(struct layout *l, const struct agx_instr *in)
{
   const struct agx_unit_info *unit = &agx_unit_info[agx_info[in->op].unit];

   put_bytes(l, in);
   l->out->stats.instructions++;
   if (unit->complex) {
      l->cycles[1] += 2u * unit->cost;
      l->cycles[0]++;
   } else {
      l->cycles[0] += unit->cost;
   }
}

static void put_operation(struct layout *l, struct agx_instr in)
{
   for (unsigned k = 0; k < AGX_NUM_REFS; k++) {
      struct agx_ref *r = &in.ref[k];
      if (!agx_is_virtual(r->kind))
         continue;
      const int place = cg_unit_place(&l->c->p, l->a, r->value);
      UTIL_CHECK(l->c->p.ctx, place >= 0);
      r->kind = (uint8_t)(r->kind - AGX_VIRT16 + AGX_REG16);
      r->value = (uint32_t)place;
   }
   put(l, &in);
}

/* ---- parallel copies */

static struct agx_ref physical(uint32_t half, unsigned size)
{
   return (struct agx_ref){.kind = size == 1 ? AGX_REG16 : AGX_REG32, .value = half};
}

static void put_swap(struct layout *l, struct agx_ref d, struct agx_ref s)
{
   _Static_assert(AGX_SWAP_INSTRS == 3, "instructions below");
   put(l, &(struct agx_instr){.op = AGX_OP_xor, .ref = {d, d, s}});
   put(l, &(struct agx_instr){.op = AGX_OP_xor, .ref = {s, d, s}});
   put(l, &(struct agx_instr){.op = AGX_OP_xor, .ref = {d, d, s}});
}

/* From a uniform or a constant. */
static void put_external(struct layout *l, struct agx_ref d, const struct agx_ref *s)
{
   struct agx_instr in = {.op = AGX_OP_mov, .ref = {d, *s}};

   if (s->kind == AGX_IMM)
      in = (struct agx_instr){.op = AGX_OP_mov_imm32, .ref = {d}, .f = {[AGX_F_IMM] = s->value}};
   put(l, &in);
}

static void put_copies(struct layout *l, const struct cg_instr *i)
{
   struct cg_parcopy_step *step;
   const uint32_t n = cg_sequence_copies(&l->c->p, l->a, i, true, &step);

   for (uint32_t k = 0; k < n; k++) {
      const struct agx_ref d = physical(step[k].dst, step[k].size);
      if (step[k].kind == CG_PARCOPY_SWAP)
         put_swap(l, d, physical(step[k].src, step[k].size));
      else if (step[k].src >= CG_PARCOPY_EXTERNAL)
         put_external(l, d, &l->c->external[i->copies[step[k].src - CG_PARCOPY_EXTERNAL].src - CG_EXTERNAL]);
      else
         put(l, &(struct agx_instr){.op = AGX_OP_mov, .ref = {d, physical(step[k].src, step[k].size)}});
   }
}

/* ---- the program */

static void put_list(struct layout *l, const struct cg_list *list)
{
   for (uint32_t k = 0; k < list->n; k++) {
      const struct cg_instr *i = list->i[k];
      UTIL_CHECK(l->c->p.ctx, i->kind != CG_BRANCH); /* selection makes none in this version */
      UTIL_PUSH(l->c->p.ctx, l->out->from, l->out->num_from, l->out->cap_from,
                (struct agx_from){(uint32_t)l->buf.len, i->span});
      if (i->kind == CG_COPIES)
         put_copies(l, i);
      else if (agx_code_instr_of(i)->in.op < AGX_NUM_OPS)
         put_operation(l, agx_code_instr_of(i)->in);
   }
}

void agx_layout(struct agx_code *c, const struct cg_assignment *a, struct agx_program *out)
{
   struct layout l = {.c = c, .a = a, .out = out};

   util_buf_init(&l.buf, c->p.ctx);
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (unsigned k = 0; k < CG_NUM_LISTS; k++)
         put_list(&l, cg_list_of(&c->p.blocks[b], k));
   /* A fragment program goes on in the epilog. The padding behind the end of a vertex program is no part of it. */
   for (unsigned k = 0; k < TRAPS && out->stage == AGX_STAGE_VERTEX; k++)
      put_bytes(&l, &(struct agx_instr){.op = AGX_OP_trap});
   out->code = (const uint8_t *)l.buf.data;
   out->len = l.buf.len;
   out->stats.bytes = (uint32_t)l.buf.len;
   out->stats.est_cycles = l.cycles[0] > l.cycles[1] ? l.cycles[0] : l.cycles[1];
}
