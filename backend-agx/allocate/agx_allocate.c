/* SPDX-License-Identifier: MIT */
/* Register allocation: see agx_allocate.h. codegen/allocate.h does the work. */
#include "backend-agx/allocate/agx_allocate.h"
#include "backend-agx/allocate/agx_spill.h"
#include "codegen/copies.h"

unsigned agx_num_halves(const struct agx_mir *c, const struct agx_options *opt)
{
   /* all threads of a workgroup run together (observed: agx_ra) */
   const unsigned most = c->threads ? agx_halves_for(c->threads) : AGX_HALVES;
   unsigned n = 2 * opt->max_temps;

   if (!n || n > most)
      return most;
   for (uint32_t r = 0; r < c->p.num_regs; r++)
      if (c->p.regs[r].fixed - 1 + (int)c->p.regs[r].size > (int)n)
         n = (unsigned)(c->p.regs[r].fixed - 1 + (int)c->p.regs[r].size);
   return n;
}

bool agx_allocate(struct agx_mir *c, const struct agx_options *opt, bool spill, struct cg_assignment *a)
{
   const unsigned all = agx_num_halves(c, opt);
   struct cg_alloc_options o = {.num_units = all,
                                .verify = opt->verify,
                                .coalesce = c->p.num_blocks > 1 || spill,
                                .wanted_first = true,
                                .spill = spill ? &agx_spill_machine : NULL,
                                .spill_all = opt->spill_all,
                                .words = 2 * c->stack_words,
                                .last_attempt = true,
                                .spill_units = all};

   if (c->uses_flow)
      o.reserved[0] |= 1 | (spill ? UINT64_C(1) << agx_test_half(c) : 0);
   if (c->mask_half)
      o.reserved[0] |= 1 | UINT64_C(1) << c->mask_half;
   return cg_allocate(&c->p, &o, a);
}

/* Is it a copy of a register, which disappears if both have the same place? */
static bool is_move(const struct agx_mir_instr *i)
{
   const struct agx_instr *in = &i->in;
   const struct agx_ref *d = &in->ref[AGX_D], *a = &in->ref[AGX_A];

   return i->base.kind == CG_OPERATION && in->op == AGX_OP_mov && agx_is_virtual(d->kind) && a->kind == d->kind && !a->mods;
}

void agx_hint_moves(struct agx_mir *c)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct cg_block *blk = &c->p.blocks[b];
      for (uint32_t k = 0; k < blk->body.n; k++) {
         const struct agx_mir_instr *i = agx_mir_instr_of(blk->body.i[k]);
         if (is_move(i))
            cg_hint(&c->p, i->in.ref[AGX_D].value, i->in.ref[AGX_A].value, blk->depth);
      }
   }
}

uint32_t agx_count_copies(struct agx_mir *c, const struct cg_assignment *a)
{
   const struct util_arena mark = c->p.ctx->arena; /* all memory allocated from here on is freed */
   uint32_t n = 0;

   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      const struct cg_list *tail = &c->p.blocks[b].tail, *body = &c->p.blocks[b].body;
      for (uint32_t k = 0; k < body->n; k++) {
         const struct agx_mir_instr *i = agx_mir_instr_of(body->i[k]);
         n += is_move(i) && cg_unit_place(&c->p, a, i->in.ref[AGX_D].value) != cg_unit_place(&c->p, a, i->in.ref[AGX_A].value);
      }
      for (uint32_t k = 0; k < tail->n; k++) {
         struct cg_parcopy_step *step = NULL;
         const uint32_t num = tail->i[k]->kind == CG_COPIES ? cg_sequence_copies(&c->p, a, tail->i[k], true, &step) : 0;
         for (uint32_t q = 0; q < num; q++)
            n += step[q].kind == CG_PARCOPY_SWAP ? AGX_SWAP_INSTRS : 1;
      }
   }
   util_arena_release(c->p.ctx, &mark);
   return n;
}
