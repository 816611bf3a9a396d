/* SPDX-License-Identifier: MIT */
/* Hints for the register cache: see agx_hints.h. */
#include "backend-agx/allocate/agx_hints.h"

static void add_halves(struct agx_halves *s, unsigned first, unsigned n)
{
   for (unsigned h = first; h < first + n && h < AGX_HALVES; h++)
      s->w[h / 64] |= UINT64_C(1) << (h % 64);
}

static void remove_halves(struct agx_halves *s, unsigned first, unsigned n)
{
   for (unsigned h = first; h < first + n && h < AGX_HALVES; h++)
      s->w[h / 64] &= ~(UINT64_C(1) << (h % 64));
}

static bool has_any(const struct agx_halves *s, unsigned first, unsigned n)
{
   for (unsigned h = first; h < first + n && h < AGX_HALVES; h++)
      if (s->w[h / 64] >> (h % 64) & 1)
         return true;
   return false;
}

/* ---- liveness ------------------------------------------------------------------------------------------------------------ */

/* The halves that a block reads before it writes them, and those that it writes. */
struct summary {
   const struct agx_mir *c;
   const struct cg_assignment *a;
   struct agx_halves reads, writes;
};

static void note(void *user, uint32_t unit, unsigned n, bool write)
{
   struct summary *s = user;

   for (uint32_t u = unit; u < unit + n && u < s->c->p.num_units; u++) {
      const int place = cg_unit_place(&s->c->p, s->a, u);
      if (place < 0)
         continue;
      if (write)
         add_halves(&s->writes, (unsigned)place, 1);
      else if (!has_any(&s->writes, (unsigned)place, 1))
         add_halves(&s->reads, (unsigned)place, 1);
   }
}

/* A write does not overwrite the values of waiting lanes. */
static void summarise(const struct agx_mir *c, const struct cg_assignment *a, uint32_t b, struct summary *s)
{
   *s = (struct summary){.c = c, .a = a};
   for (unsigned k = 0; k < CG_NUM_LISTS; k++) {
      const struct cg_list *l = cg_list_of(&c->p.blocks[b], k);
      for (uint32_t i = 0; i < l->n; i++) {
         c->p.machine->refs(&c->p, l->i[i], note, s);
         if (!c->all_run || !c->all_run[b])
            s->writes = (struct agx_halves){{0}};
      }
   }
}

/* Registers that the ABI or the control flow uses are live everywhere. The counter r0l is missing because no operation reads it
   as a source, so no hint depends on it. */
static struct agx_halves reserved_halves(const struct agx_mir *c)
{
   struct agx_halves s = {{0}};

   add_halves(&s, agx_test_half(c), c->uses_flow && c->spills);
   add_halves(&s, c->mask_half, c->mask_half != 0);
   return s;
}

/* Adds the registers that the ABI reads after the program. */
static void add_exports(const struct agx_mir *c, const struct cg_assignment *a, struct agx_halves *after)
{
   const struct cg_list *tail = &c->p.blocks[c->p.num_blocks - 1].tail;
   struct summary s = {.c = c, .a = a};

   for (uint32_t k = 0; k < tail->n; k++)
      if (tail->i[k]->kind == CG_OPERATION && agx_mir_instr_of(tail->i[k])->in.op == AGX_PSEUDO_EXIT)
         c->p.machine->refs(&c->p, tail->i[k], note, &s);
   for (unsigned k = 0; k < AGX_HALVES / 64; k++)
      after->w[k] |= s.reads.w[k];
}

static bool join(struct agx_halves *s, const struct agx_halves *more)
{
   bool changed = false;

   for (unsigned k = 0; k < AGX_HALVES / 64; k++) {
      changed |= more->w[k] & ~s->w[k];
      s->w[k] |= more->w[k];
   }
   return changed;
}

/* Any block may be followed by the next one in the code, because lanes may wait. */
static bool find_live_after(const struct agx_mir *c, uint32_t b, const struct agx_halves *before, struct agx_halves *after)
{
   const struct cg_block *block = &c->p.blocks[b];
   bool changed = b + 1 < c->p.num_blocks && join(after, &before[b + 1]);

   for (unsigned k = 0; k < 2; k++)
      changed |= block->succ[k] != CG_NONE && join(after, &before[block->succ[k]]);
   return changed;
}

struct agx_halves *agx_live_after(const struct agx_mir *c, const struct cg_assignment *a)
{
   const uint32_t n = c->p.num_blocks;
   struct agx_halves *after = UTIL_ARRAY(c->p.ctx, struct agx_halves, (size_t)n + 1);
   struct agx_halves *before = UTIL_ARRAY(c->p.ctx, struct agx_halves, (size_t)n + 1);
   struct agx_halves *writes = UTIL_ARRAY(c->p.ctx, struct agx_halves, (size_t)n + 1);
   const struct agx_halves always = reserved_halves(c);
   bool changed = true;

   after[0] = always;
   for (uint32_t b = 1; b < n; b++) { /* nothing comes before the first block */
      struct summary s;
      summarise(c, a, b, &s);
      after[b] = always;
      before[b] = s.reads;
      writes[b] = s.writes;
   }
   add_exports(c, a, &after[n - 1]);
   for (bool first = true; changed; first = false) {
      changed = false;
      for (uint32_t b = n; b-- > 0;) {
         if (!find_live_after(c, b, before, &after[b]) && !first)
            continue;
         struct agx_halves in = after[b];
         for (unsigned k = 0; k < AGX_HALVES / 64; k++)
            in.w[k] &= ~writes[b].w[k];
         changed |= join(&before[b], &in);
      }
      util_work(c->p.ctx, n);
   }
   util_discard(c->p.ctx, before, ((size_t)n + 1) * sizeof *before);
   util_discard(c->p.ctx, writes, ((size_t)n + 1) * sizeof *writes);
   return after;
}

/* ---- hints --------------------------------------------------------------------------------------------------------------- */

static bool is_register(const struct agx_ref *r)
{
   return r->kind >= AGX_REG16 && r->kind <= AGX_REG64;
}

/* Can the operand have this hint? */
static bool takes_hint(const struct agx_instr *in, unsigned ref, unsigned hint)
{
   const struct agx_row *row = agx_operand_row(in->op, (enum agx_refs)ref);

   switch (agx_kind_info[row->kind].group) {
   case AGX_G_DST: return hint == AGX_CACHE;
   case AGX_G_SRC: return true;
   default: return (row->kind == AGX_K_COORD || row->kind == AGX_K_CORNER) && hint == AGX_DISCARD;
   }
}

/* `again`: halves that a later arithmetic operation of the block reads before they are written. */
static void hint_result(struct agx_instr *in, struct agx_halves *live, struct agx_halves *again)
{
   struct agx_ref *d = &in->ref[AGX_D];
   const unsigned n = agx_ref_halves(d);

   if (!is_register(d))
      return;
   if (has_any(again, d->value, n) && takes_hint(in, AGX_D, AGX_CACHE))
      d->hint = AGX_CACHE;
   remove_halves(again, d->value, n);
   remove_halves(live, d->value, n);
}

void agx_set_hints(struct agx_instr *in, uint32_t num, struct agx_halves live, bool all_run)
{
   struct agx_halves again = {{0}};

   for (uint32_t i = num; i-- > 0;) {
      const struct agx_info *info = &agx_info[in[i].op];
      if (info->flags & (AGX_EXEC | AGX_JUMP | AGX_END))
         again = (struct agx_halves){{0}};
      hint_result(&in[i], &live, &again);
      for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++) {
         struct agx_ref *r = &in[i].ref[k];
         const unsigned n = agx_ref_halves(r);
         if (!is_register(r))
            continue;
         if (has_any(&again, r->value, n) && takes_hint(&in[i], k, AGX_CACHE))
            r->hint = AGX_CACHE;
         else if (all_run && !has_any(&live, r->value, n) && takes_hint(&in[i], k, AGX_DISCARD))
            r->hint = AGX_DISCARD;
      }
      for (unsigned k = AGX_A; k < AGX_NUM_REFS; k++)
         if (is_register(&in[i].ref[k])) {
            add_halves(&live, in[i].ref[k].value, agx_ref_halves(&in[i].ref[k]));
            if (info->unit != AGX_U_NONE)
               add_halves(&again, in[i].ref[k].value, agx_ref_halves(&in[i].ref[k]));
         }
   }
}
