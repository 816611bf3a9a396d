/* SPDX-License-Identifier: MIT */
/* The steps of selection (usc_select.h). */
#include "backend-usc/select/usc_emit.h"

/* A kill that every lane executes needs no register for the lanes that it killed: its condition is tested at the end. */
static bool is_unconditional(const struct usc_selection *c, const struct ir_instr *kill)
{
   const struct ir_block **open = NULL; /* where the ifs and loops around the block end */
   uint32_t nest = 0, cap = 0;
   for (uint32_t b = 0; b <= kill->block->index; b++) {
      const struct ir_block *blk = c->s->blocks[b];
      while (nest && open[nest - 1] == blk)
         nest--;
      if (blk != kill->block && blk->merge && (blk->term == IR_TERM_IF || blk->term == IR_TERM_LOOP))
         UTIL_PUSH(c->ctx, open, nest, cap, blk->merge);
   }
   return nest == 0;
}

/* The lanes that were not killed, if a register has to know, and store to memory. */
static void init_alive(struct usc_selection *c)
{
   const struct usc_inputs *in = c->in;
   const bool stores = in->storage.stores && c->s->stage == IR_STAGE_FRAGMENT;
   c->alive = USC_NO_REG;
   if (!stores && (!in->kills || (in->kills == 1 && is_unconditional(c, in->kill))))
      return;
   c->alive = cg_reg_new(&c->m->p, 1);
   /* Stores are not for helpers, either: those are not in the valid mask (observed: pco_nir.c, nir_lower_is_helper_invocation of that mask). */
   usc_emit(c, stores ? usc_g_savmsk(USC_MSK_VM, usc_v(c->alive)) : usc_g_mov(usc_v(c->alive), usc_c(USC_C_ALL)));
}

/* ---- variables ------------------------------------------------------------------------------------------------------------ */

struct load_reads {
   uint32_t all, at_once; /* reads of a load; those by instructions of its block that read where they stand */
   uint32_t last;         /* where the last of the latter stands */
};

static void note_reads(const struct usc_selection *c, const struct ir_instr *q, uint32_t at, struct load_reads *reads)
{
   for (uint32_t k = 0; usc_reads_at_once(c, q) && k < q->nsrc; k++) {
      const struct ir_instr *d = q->src[k].val->def;
      struct load_reads *r = &reads[q->src[k].val->id];
      if (!d || d->op != IR_array_load || d->block != q->block)
         continue;
      r->at_once++;
      r->last = r->last ? r->last : at;
   }
}

/*
 * Loads that are no code: their readers read the variable, because all of them come before the next store to it in the block. The walk is
 * backwards; places in the program are numbered downwards.
 */
static void find_in_place(struct usc_selection *c)
{
   struct usc_arrays *a = &c->arrays;
   const size_t values = (size_t)c->s->num_values + 1;
   a->in_place = UTIL_ARRAY(c->ctx, bool, values);
   if (!a->num_variables)
      return;
   struct load_reads *reads = UTIL_ARRAY(c->ctx, struct load_reads, values);
   uint32_t at = UINT32_MAX, *stored = UTIL_ARRAY(c->ctx, uint32_t, a->num_variables); /* by variable: the next store, 0 = none */
   ir_foreach_block (c->s, b) {
      ir_foreach_instr (b, i)
         for (uint32_t k = 0; k < i->nsrc; k++)
            reads[i->src[k].val->id].all++;
      if (b->term == IR_TERM_IF)
         reads[b->cond.val->id].all++;
   }
   for (uint32_t b = c->s->num_blocks; b-- > 0;) {
      const uint32_t end = at;
      for (const struct ir_instr *i = c->s->blocks[b]->last; i; i = i->prev, at--) {
         note_reads(c, i, at, reads);
         const struct usc_variable *v = usc_variable_of(c, i);
         if (!v)
            continue;
         uint32_t *next = &stored[v - a->variable];
         if (i->op == IR_array_store) {
            *next = at;
            continue;
         }
         const struct load_reads *r = &reads[i->dst[0]->id];
         const bool stored_here = *next && *next <= end;
         a->in_place[i->dst[0]->id] = r->at_once == r->all && c->uses[i->dst[0]->id] == r->all && (!stored_here || r->last <= *next);
      }
   }
   util_discard(c->ctx, stored, sizeof *stored * a->num_variables);
   util_discard(c->ctx, reads, sizeof *reads * values);
}

/* ---- steps ---------------------------------------------------------------------------------------------------------------- */

/* Finds out what the program reads and writes, and which operations become part of others. */
static void analyse(struct usc_selection *c)
{
   usc_scan(c);
   usc_bytes_scan(c);
   usc_drop_clamps(c);
   usc_combine_scan(c);
   usc_plan_selects(c);
   usc_fold_comparisons(c);
   usc_fold_floors(c);
   usc_saturate_inputs(c);
   util_discard(c->ctx, c->in->io, c->in->cap_io * sizeof *c->in->io);
   c->in->io = NULL;
}

/* Registers of what comes in and goes out. */
static void assign(struct usc_selection *c)
{
   usc_plan_params(c);
   usc_assign_inputs(c);
   usc_assign_storage(c);
   usc_assign_outputs(c);
   usc_assign_arrays(c);
   find_in_place(c);
   if (c->m->far)
      usc_const(c->m, USC_MAX_DIRECT + 1); /* before all others: what an index register holds to reach those behind the direct ones */
   usc_assign_params(c);
}

/* Groups in front of the program. */
static void begin_program(struct usc_selection *c)
{
   if (c->m->plan.size)
      c->m->plan.moves = &c->m->p.blocks[0].body;
   usc_init_outputs(c);
   usc_init_arrays(c);
   init_alive(c);
   usc_start_storage(c);
   usc_iterate_shared(c);
}

static void select_block(struct usc_selection *c, const struct ir_block *b)
{
   c->cur = b->index;
   c->block_regs = c->m->p.num_regs;
   if (c->m->plan.size)
      c->m->plan.moves = &c->m->p.blocks[c->cur].body;
   usc_begin_block(c, b);
   ir_foreach_instr (b, i) {
      usc_come_from(c, i->span, i->src, i->nsrc);
      usc_select_instr(c, i);
   }
   if (b->term == IR_TERM_RETURN || b->index + 1 == c->s->num_blocks) {
      usc_finish(c);
   } else {
      usc_come_from(c, b->span, NULL, 0);
      usc_end_block(c, b);
   }
}

void usc_select(struct usc_selection *c, struct usc_code *m)
{
   struct util_ctx *ctx = m->p.ctx;
   struct ir_shader *s = m->s;
   const size_t values = (size_t)s->num_values + 1;
   *c = (struct usc_selection){.m = m, .ctx = ctx, .s = s, .opt = m->opt, .r = m->r, .in = UTIL_NEW(ctx, struct usc_inputs)};
   c->val = UTIL_ARRAY(ctx, struct usc_opd, values);
   c->uses = UTIL_ARRAY(ctx, uint32_t, values);
   c->folded = UTIL_ARRAY(ctx, uint8_t, values);
   c->packed = UTIL_ARRAY(ctx, uint8_t, values);
   c->combined = UTIL_ARRAY(ctx, uint8_t, values);
   m->scratch_sh = m->scratch_unit = USC_NO_REG;
   m->plan = (struct usc_const_plan){0};

   analyse(c);
   assign(c);
   usc_flow_init(c);
   begin_program(c);
   for (uint32_t b = 0; b < s->num_blocks && !m->failed; b++)
      select_block(c, s->blocks[b]);
   m->plan.moves = NULL;
   m->more = NULL;
   for (uint32_t b = 0; b < s->num_blocks && c->coalesced.cap; b++)
      usc_rename_coalesced(c, &m->p.blocks[b]);
   if (!m->failed && s->stage == IR_STAGE_FRAGMENT)
      usc_place_rows(c);
   usc_finish_params(c);
   usc_check_shareds(m);
}

void usc_select_finish(struct usc_selection *c)
{
   const size_t values = (size_t)c->s->num_values + 1;

   util_discard(c->ctx, c->in, sizeof *c->in);
   util_discard(c->ctx, c->val, values * sizeof *c->val);
   util_discard(c->ctx, c->uses, values * sizeof *c->uses);
   util_discard(c->ctx, c->folded, values * sizeof *c->folded);
   util_discard(c->ctx, c->choices, values * sizeof *c->choices);
   util_discard(c->ctx, c->packed, values * sizeof *c->packed);
   util_discard(c->ctx, c->combined, values * sizeof *c->combined);
   if (c->quotient)
      util_discard(c->ctx, c->quotient, values * sizeof *c->quotient);
   if (c->pair)
      util_discard(c->ctx, c->pair, values * sizeof *c->pair);
}
