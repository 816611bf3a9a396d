/* SPDX-License-Identifier: MIT */
/*
 * The checker of register allocation: replays an assignment on the register file, block by block until nothing changes, without
 * knowing liveness. See ra.h.
 */
#include "codegen/allocate/ra.h"

#include <string.h>

/* The content of a unit: 0 = unknown, else 1 + register * CG_RA_MAX_TUPLE + unit of the register. After a copy to the place
   of its source a unit holds both registers: entry CG_RA_MAX_UNITS + n of the file is the second name of the content of unit
   n, or 0. */
typedef uint64_t content;

static content content_of(uint32_t reg, unsigned off)
{
   return 1 + (content)reg * CG_RA_MAX_TUPLE + off;
}

/* Gives a second name to values that are copied to their own place. *copy is the first unvisited copy of the program. */
static void keep_both(const struct cg_ra_problem *p, uint32_t i, content *file, uint32_t *copy)
{
   while (*copy < p->num_copies && p->copies[*copy].instr < i)
      ++*copy;
   for (uint32_t k = *copy; k < p->num_copies && p->copies[k].instr == i; k++) {
      const struct cg_ra_copy *c = &p->copies[k];
      const int dst = p->regs[c->dst].base + c->dst_off, src = p->regs[c->src].base + c->src_off;
      if (p->regs[c->dst].base >= 0 && p->regs[c->src].base >= 0 && dst == src)
         file[CG_RA_MAX_UNITS + dst] = content_of(c->src, c->src_off);
   }
}

static const char *replay(struct cg_ra_problem *p, uint32_t b, content *file, bool report, bool allow_undef,
                          const uint8_t *ever)
{
   const struct cg_ra_block *blk = &p->blocks[b];
   uint32_t copy = 0;
   for (uint32_t lo = 0, hi = p->num_copies; lo < hi;) { /* binary search for the first copy of the block */
      const uint32_t mid = lo + (hi - lo) / 2;
      if (p->copies[mid].instr < blk->first)
         lo = mid + 1;
      else
         hi = mid;
      copy = lo;
   }
   for (uint32_t i = blk->first; i < blk->first + blk->num; i++) {
      const struct cg_ra_ref *r = p->refs + p->instrs[i].first, *end = r + p->instrs[i].num;
      p->bad_instr = i;
      if (report)
         for (const struct cg_ra_ref *u = r; u < end; u++) {
            if (u->flags & CG_RA_DEF)
               continue;
            if (p->regs[u->reg].base < 0)
               return util_printf(p->ctx, "instruction %u reads v%u, which has no register", i, u->reg);
            for (unsigned c = 0; c < u->size; c++) {
               unsigned unit = (unsigned)p->regs[u->reg].base + u->off + c;
               content want = 1 + (content)u->reg * CG_RA_MAX_TUPLE + u->off + c;
               if (file[unit] != want && file[CG_RA_MAX_UNITS + unit] != want && !(allow_undef && !(ever[u->reg])))
                  return util_printf(p->ctx, "instruction %u reads v%u+%u in unit %u, which holds v%d", i, u->reg, u->off + c,
                                     unit, file[unit] ? (int)((file[unit] - 1) / CG_RA_MAX_TUPLE) : -1);
            }
         }
      for (const struct cg_ra_ref *d = r; d < end; d++) {
         if (!(d->flags & CG_RA_DEF) || p->regs[d->reg].base < 0)
            continue;
         for (unsigned c = 0; c < d->size; c++) {
            unsigned unit = (unsigned)p->regs[d->reg].base + d->off + c;
            if (report && (p->reserved[unit / 64] >> unit % 64 & 1) && p->regs[d->reg].fixed < 0)
               return util_printf(p->ctx, "instruction %u writes the reserved unit %u", i, unit);
            file[unit] = content_of(d->reg, d->off + c);
            file[CG_RA_MAX_UNITS + unit] = 0;
         }
         if (report && (d->flags & CG_RA_EARLY))
            for (const struct cg_ra_ref *u = r; u < end; u++)
               if (!(u->flags & CG_RA_DEF) && p->regs[u->reg].base + u->off < p->regs[d->reg].base + d->off + d->size &&
                   p->regs[d->reg].base + d->off < p->regs[u->reg].base + u->off + u->size && u->reg != d->reg)
                  return util_printf(p->ctx, "instruction %u writes v%u early over its source v%u", i, d->reg, u->reg);
      }
      if (report) /* two results of one instruction share a unit */
         for (const struct cg_ra_ref *d = r; d < end; d++)
            if (d->flags & CG_RA_DEF && p->regs[d->reg].base >= 0)
               for (unsigned c = 0; c < d->size; c++)
                  if (file[(unsigned)p->regs[d->reg].base + d->off + c] != 1 + (content)d->reg * CG_RA_MAX_TUPLE + d->off + c)
                     return util_printf(p->ctx, "instruction %u: two results in one unit", i);
      keep_both(p, i, file, &copy);
   }
   return NULL;
}

/* Checks that every register is in the file, aligned, and at its fixed place. */
static const char *check_places(struct cg_ra_problem *p)
{
   for (uint32_t k = 0; k < p->num_regs; k++) {
      const struct cg_ra_reg *r = &p->regs[k];
      if (r->base < 0)
         continue;
      if ((unsigned)r->base + r->size > p->num_units)
         return util_printf(p->ctx, "v%u is outside of the register file", k);
      if (r->fixed >= 0 && r->base != r->fixed)
         return util_printf(p->ctx, "v%u is in unit %d instead of unit %d", k, r->base, r->fixed);
      if (r->align > 1 && r->base % r->align)
         return util_printf(p->ctx, "v%u is in unit %d, which is not a multiple of %u", k, r->base, r->align);
   }
   return NULL;
}

static const char *check(struct cg_ra_problem *p, bool allow_undef)
{
   struct util_ctx *ctx = p->ctx;
   p->bad_instr = UINT32_MAX;
   uint32_t nb = p->num_blocks, units = 2 * CG_RA_MAX_UNITS;
   uint8_t *ever = UTIL_ARRAY(ctx, uint8_t, p->num_regs + 1); /* registers written anywhere */
   for (uint32_t i = 0; i < p->num_refs; i++)
      if (p->refs[i].flags & CG_RA_DEF)
         ever[p->refs[i].reg] = 1;
   const char *err = check_places(p);
   if (err)
      return err;
   content **in = UTIL_ARRAY(ctx, content *, nb + 1), *file = UTIL_ARRAY(ctx, content, units);
   uint8_t *dirty = UTIL_ARRAY(ctx, uint8_t, nb + 1);
   if (!nb)
      return NULL;
   in[0] = UTIL_ARRAY(ctx, content, units);
   dirty[0] = 1;
   for (bool again = true; again;) {
      again = false;
      for (uint32_t b = 0; b < nb; b++) {
         if (!dirty[b])
            continue;
         dirty[b] = 0;
         memcpy(file, in[b], units * sizeof *file);
         replay(p, b, file, false, allow_undef, ever);
         for (int s = 0; s < 2; s++) {
            uint32_t t = p->blocks[b].succ[s];
            if (t == CG_RA_NO_BLOCK)
               continue;
            bool changed = false;
            if (!in[t]) {
               in[t] = UTIL_ARRAY(ctx, content, units);
               memcpy(in[t], file, units * sizeof *file);
               changed = true;
            } else {
               for (uint32_t u = 0; u < units; u++) {
                  const uint32_t other = (u + CG_RA_MAX_UNITS) % units;
                  if (in[t][u] && in[t][u] != file[u] && in[t][u] != file[other])
                     in[t][u] = 0, changed = true;
               }
            }
            if (changed) {
               dirty[t] = 1;
               if (t <= b)
                  again = true;
            }
         }
      }
   }
   for (uint32_t b = 0; b < nb; b++) {
      if (!in[b])
         continue;
      memcpy(file, in[b], units * sizeof *file);
      err = replay(p, b, file, true, allow_undef, ever);
      if (err)
         return err;
   }
   p->bad_instr = UINT32_MAX;
   return NULL;
}

const char *cg_ra_check(struct cg_ra_problem *p, bool allow_undef)
{
   struct util_arena mark = p->ctx->arena;
   const char *err = check(p, allow_undef);

   if (!err)
      util_arena_release(p->ctx, &mark);
   return err;
}
