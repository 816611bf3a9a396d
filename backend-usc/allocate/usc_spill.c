/* SPDX-License-Identifier: MIT */
/*
 * Registers that find no room go through scratch memory: a round of spilling puts loads and stores around what reads and writes them.
 *
 * A spill address is computed in i4:i5 from the instance's scratch address in i2:i3, so spill code needs no temporaries beyond
 * the value itself. Requests under way keep their registers up to their wdf: stores of their results follow it. What an
 * iteration or a move of a constant makes is made anew instead.
 */
#include "backend-usc/allocate/usc_allocate.h"
#include "backend-usc/schedule/usc_merge.h"

#include <string.h>

/* Addresses of spills come from shared registers up to here; from then on they are built in place. */
#define MAX_ADDRESS_UPLOADS 1024

struct spill {
   struct usc_code *c;
   const uint8_t *spilled; /* by register that existed before this round */
   uint32_t old_regs;
   uint32_t *slot; /* scratch word of unit 0, + 1; 0 = none yet */
   uint32_t words;
   const struct usc_instr **again; /* by register: what makes it anew at no more cost than a load, NULL = memory */
   uint8_t *defs;               /* by register: writes, 2 = several */
   struct usc_instr *cur;
   /* requests under way: one register may have a stand-in in each of several */
   struct under_way {
      uint32_t reg, stand, from, mask, wmask; /* components that the request uses, those that it writes */
      uint8_t drc;
   } * way;
   uint32_t nway, cap_way;
   struct cg_list out;
   /* of the current instruction: runs of components of spilled registers; the stand-in holds component `from` first */
   struct touched {
      uint32_t reg, stand, from, rmask, wmask;
   } * t;
   uint32_t n, cap;
};

/* A register of spill code; returns its number, not its unit. */
static uint32_t stand_in(struct usc_code *c, unsigned size)
{
   cg_reg_new(&c->p, size);
   c->p.regs[c->p.num_regs - 1].no_spill = true;
   return c->p.num_regs - 1;
}

static struct usc_opd unit_of(const struct usc_code *c, uint32_t reg, uint32_t k)
{
   return usc_v(c->p.regs[reg].unit + k);
}

static void add_group(struct spill *s, struct usc_group g)
{
   cg_push(&s->c->p, &s->out, &usc_instr_new(s->c, &g)->base);
}

static uint32_t bits_of(unsigned n, unsigned from)
{
   return (n >= 32 ? UINT32_MAX : (1u << n) - 1) << from;
}

/* The lowest run of consecutive bits. */
static unsigned run_of(uint32_t mask, unsigned *from, unsigned most)
{
   unsigned n = 1;
   *from = (unsigned)__builtin_ctz(mask);
   while (*from + n < 32 && mask >> (*from + n) & 1 && n < most)
      n++;
   return n;
}

static uint32_t word_of(struct spill *s, uint32_t reg)
{
   if (!s->slot[reg]) {
      s->slot[reg] = s->words + 1;
      s->words += s->c->p.regs[reg].size;
   }
   return s->slot[reg] - 1;
}

static void spill_address(struct spill *s, uint32_t word)
{
   struct usc_code *c = s->c;
   struct usc_opd at = USC_ADDR_LO;
   if (usc_find_constant(4 * word) >= 0 || c->r->num_sh < MAX_ADDRESS_UPLOADS)
      at = usc_const(c, 4 * word);
   else
      add_group(s, usc_g_movi32(at, 4 * word));
   struct usc_group g = usc_g_alu(USC_OP_UADD6432, USC_ADDR_LO, USC_SCRATCH_LO, USC_SCRATCH_HI, at);
   g.dst[1] = USC_ADDR_HI;
   g.is5 = USC_FTE;
   add_group(s, g);
}

/* Wait for the request just made; its register stays until then. */
static void wait_for(struct spill *s, struct usc_opd r, unsigned n)
{
   struct usc_group g = usc_g_wdf(0);
   struct usc_instr *i = usc_instr_new(s->c, &g);
   i->base.keep = UTIL_NEW(s->c->p.ctx, struct cg_range);
   i->base.keep[0] = (struct cg_range){r.index, (uint8_t)n};
   i->base.num_keep = 1;
   cg_push(&s->c->p, &s->out, &i->base);
}

static void memory_access(struct spill *s, bool store, uint32_t word, struct usc_opd r, unsigned n, enum usc_cc cc)
{
   spill_address(s, word);
   struct usc_group g = store ? usc_g_st(0, r, USC_ADDR_LO, n) : usc_g_ld(0, r, USC_ADDR_LO, n);
   g.cc = (uint8_t)cc;
   add_group(s, g);
   wait_for(s, r, n);
}

/* One copy as a parallel copy: under a condition it does not count as a read of what it leaves alone. */
static void copy(struct spill *s, struct usc_opd dst, struct usc_opd src, enum usc_cc cc)
{
   struct usc_instr *one = usc_instr_new(s->c, NULL);
   one->base.kind = CG_COPIES;
   one->g = usc_g(USC_MAIN);
   one->g.cc = (uint8_t)cc;
   one->base.copies = UTIL_NEW(s->c->p.ctx, struct cg_copy);
   one->base.copies[0] = (struct cg_copy){dst.index, usc_copy_src(s->c, src)};
   one->base.num_copies = 1;
   cg_push(&s->c->p, &s->out, &one->base);
}

/* Components from, from + 1 .. of a spilled register into r. */
static void load(struct spill *s, uint32_t reg, unsigned from, struct usc_opd r, unsigned n, enum usc_cc cc)
{
   const struct usc_instr *d = s->again[reg];
   if (!d) {
      memory_access(s, false, word_of(s, reg) + from, r, n, cc);
      return;
   }
   struct usc_group g = d->g;
   if (!g.op[USC_BE]) {
      copy(s, r, g.src[0], cc);
      return;
   }
   g.cc = (uint8_t)cc;
   g.src[0].index += 4 * from; /* an iteration: planes of 4 coefficients */
   g.src[3] = r;
   g.count = (uint8_t)n;
   g.drc = 0;
   add_group(s, g);
   wait_for(s, r, n);
}

/* What a register's stand-in holds, from memory or to it. */
static void transfer(struct spill *s, bool store, const struct touched *t, uint32_t mask, enum usc_cc cc)
{
   while (mask) {
      unsigned from, n = run_of(mask, &from, 16);
      mask &= ~bits_of(n, from);
      struct usc_opd r = unit_of(s->c, t->stand, from - t->from);
      if (store)
         memory_access(s, true, word_of(s, t->reg) + from, r, n, cc);
      else
         load(s, t->reg, from, r, n, cc);
   }
}

static bool is_spilled(const struct spill *s, uint32_t unit, uint32_t *reg)
{
   if (unit >= s->c->p.num_units)
      return false;
   *reg = s->c->p.unit_reg[unit];
   return *reg < s->old_regs && s->spilled[*reg];
}

static void find_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct spill *s = user;
   uint32_t reg, k = 0;
   if (!is_spilled(s, unit, &reg))
      return;
   while (k < s->n && s->t[k].reg != reg)
      k++;
   if (k == s->n)
      UTIL_PUSH(s->c->p.ctx, s->t, s->n, s->cap, (struct touched){.reg = reg});
   *(write ? &s->t[k].wmask : &s->t[k].rmask) |= bits_of(n, unit - s->c->p.regs[reg].unit);
}

/* One stand-in a run of components: an instruction that reads the ends of a long block needs no place for its middle. */
static void make_stand_ins(struct spill *s)
{
   struct usc_code *c = s->c;
   for (uint32_t k = 0; k < s->n; k++) {
      unsigned from, n = run_of(s->t[k].rmask | s->t[k].wmask, &from, 32);
      uint32_t mine = bits_of(n, from);
      struct touched rest = s->t[k];
      rest.rmask &= ~mine, rest.wmask &= ~mine;
      if (rest.rmask | rest.wmask)
         UTIL_PUSH(c->p.ctx, s->t, s->n, s->cap, rest);
      s->t[k].rmask &= mine, s->t[k].wmask &= mine;
      s->t[k].from = from;
      s->t[k].stand = stand_in(c, n);
      if (s->t[k].rmask)
         transfer(s, false, &s->t[k], s->t[k].rmask, USC_CC_PE);
   }
}

static void replace(struct spill *s, struct usc_opd *o)
{
   if (o->bank != USC_VIRTUAL)
      return;
   uint32_t reg = s->c->p.unit_reg[o->index], k = o->index - s->c->p.regs[reg].unit;
   for (uint32_t i = 0; i < s->n; i++)
      if (s->t[i].reg == reg && (s->t[i].rmask | s->t[i].wmask) >> k & 1) {
         *o = (struct usc_opd){.bank = o->bank,
                               .mod = o->mod,
                               .elem = o->elem,
                               .idx = o->idx,
                               .index = unit_of(s->c, s->t[i].stand, k - s->t[i].from).index};
         return;
      }
}

/*
 * A parallel copy with spilled sides. What goes to memory waits in words of its own until all sources are read, for both sides
 * may be permuted; sources in memory are read behind the copies between registers. One temporary at a time. Everything is under
 * the condition of the copy: the registers of lanes that it leaves out are not free.
 */
static void spill_copies(struct spill *s, struct usc_instr *i)
{
   struct usc_code *c = s->c;
   struct cg_copy *rest = NULL, *loads = NULL;
   uint32_t nrest = 0, cap_rest = 0, nloads = 0, cap_loads = 0, npend = 0;
   struct {
      uint32_t reg, word;
   } *pend = UTIL_ARRAY(c->p.ctx, __typeof__(*pend), (size_t)i->base.num_copies + 1);
   enum usc_cc cc = (enum usc_cc)i->g.cc;
   for (uint32_t k = 0; k < i->base.num_copies; k++) {
      struct cg_copy q = i->base.copies[k];
      uint32_t dreg, sreg = 0;
      bool ds = is_spilled(s, q.dst, &dreg), ss = is_spilled(s, q.src, &sreg);
      if (!ds && !ss) {
         UTIL_PUSH(c->p.ctx, rest, nrest, cap_rest, q);
      } else if (!ds) {
         UTIL_PUSH(c->p.ctx, loads, nloads, cap_loads, q);
      } else {
         struct usc_opd r = unit_of(c, stand_in(c, 1), 0);
         if (ss)
            load(s, sreg, q.src - c->p.regs[sreg].unit, r, 1, cc);
         else
            copy(s, r, usc_copy_opd(c, &q), cc);
         UTIL_CHECK(c->p.ctx, c->p.regs[dreg].size == 1);
         pend[npend].reg = dreg;
         pend[npend].word = s->words++;
         memory_access(s, true, pend[npend++].word, r, 1, cc);
      }
   }
   i->base.copies = rest;
   i->base.num_copies = nrest;
   if (nrest)
      cg_push(&c->p, &s->out, &i->base);
   for (uint32_t k = 0; k < nloads; k++) {
      uint32_t sreg = c->p.unit_reg[loads[k].src];
      struct usc_opd r = unit_of(c, stand_in(c, 1), 0);
      load(s, sreg, loads[k].src - c->p.regs[sreg].unit, r, 1, cc);
      copy(s, usc_v(loads[k].dst), r, cc);
   }
   for (uint32_t k = 0; k < npend; k++) {
      struct usc_opd r = unit_of(c, stand_in(c, 1), 0);
      memory_access(s, false, pend[k].word, r, 1, cc);
      memory_access(s, true, word_of(s, pend[k].reg), r, 1, cc);
   }
}

/* A wdf ends every request of its counter: their stand-ins live up to here, and stores of results follow it. */
static void end_requests(struct spill *s, struct usc_instr *i)
{
   struct usc_code *c = s->c;
   struct cg_range *keep = NULL;
   uint32_t n = 0, cap = 0, left = 0, reg;
   for (uint32_t k = 0; k < i->base.num_keep; k++) {
      if (!is_spilled(s, i->base.keep[k].unit, &reg))
         UTIL_PUSH(c->p.ctx, keep, n, cap, i->base.keep[k]);
   }
   for (uint32_t k = 0; k < s->nway; k++)
      for (uint32_t m = s->way[k].drc == i->g.drc ? s->way[k].mask : 0; m; m &= m - 1) {
         const struct usc_opd u = unit_of(c, s->way[k].stand, (uint32_t)__builtin_ctz(m) - s->way[k].from);
         UTIL_PUSH(c->p.ctx, keep, n, cap, (struct cg_range){u.index, 1});
      }
   i->base.keep = keep;
   i->base.num_keep = n;
   cg_push(&c->p, &s->out, &i->base);
   for (uint32_t k = 0; k < s->nway; k++) {
      const struct under_way *w = &s->way[k];
      if (w->drc != i->g.drc) {
         s->way[left++] = *w;
      } else if (w->wmask) {
         struct touched t = {w->reg, w->stand, w->from, 0, w->wmask};
         transfer(s, true, &t, w->wmask, USC_CC_PE);
      }
   }
   s->nway = left;
}

static void rewrite(struct spill *s, struct usc_instr *i)
{
   struct usc_code *c = s->c;
   c->span = i->base.span;
   s->n = 0;
   if (i->base.kind == CG_COPIES) {
      usc_refs(c, i, find_ref, s);
      if (s->n)
         spill_copies(s, i);
      else
         cg_push(&c->p, &s->out, &i->base);
      return;
   }
   if (i->g.kind == USC_CONTROL && i->g.op[USC_CTRL] == USC_OP_WDF) {
      end_requests(s, i);
      return;
   }
   usc_refs(c, i, find_ref, s);
   for (uint32_t k = 0; k < s->n; k++)
      if (s->again[s->t[k].reg] == i)
         return; /* made where it is read */
   /* These two issue alone like requests, but nothing waits for them. */
   bool drc = usc_group_is_drc(&i->g, NULL) && i->g.op[USC_BE] != USC_OP_ATST && i->g.op[USC_BE] != USC_OP_DEPTHF;
   make_stand_ins(s);
   for (unsigned k = 0; k < 6; k++)
      replace(s, &i->g.src[k]);
   for (unsigned k = 0; k < 2; k++)
      replace(s, &i->g.dst[k]);
   cg_push(&c->p, &s->out, &i->base);
   for (uint32_t k = 0; k < s->n; k++) {
      const struct touched *t = &s->t[k];
      if (drc)
         UTIL_PUSH(c->p.ctx, s->way, s->nway, s->cap_way,
                   (struct under_way){t->reg, t->stand, t->from, t->rmask | t->wmask, t->wmask, (uint8_t)i->g.drc});
      else if (t->wmask)
         transfer(s, true, t, t->wmask, (enum usc_cc)(i->g.cc == USC_CC_IGNOREPE ? USC_CC_PE : i->g.cc));
   }
}

/* ---- what need not go to memory */

static void count_defs(void *user, uint32_t unit, unsigned n, bool write)
{
   struct spill *s = user;
   uint32_t reg;
   if (!write || !is_spilled(s, unit, &reg))
      return;
   if (s->defs[reg]++)
      s->defs[reg] = 2;
   s->again[reg] = n == s->c->p.regs[reg].size ? s->cur : NULL;
}

/* Moves of what never changes, and iterations. */
static bool repeatable(const struct usc_instr *i)
{
   uint32_t bits;
   const struct usc_group *g = &i->g;
   if (i->base.kind != CG_OPERATION || g->kind != USC_MAIN || g->cc != USC_CC_PE)
      return false;
   if (g->op[USC_BE])
      return g->op[USC_BE] == USC_OP_FITR || g->op[USC_BE] == USC_OP_FITRP;
   const struct usc_opd *o = &g->src[0];
   return usc_is_plain_mov(g) && !o->idx &&
          (o->bank == USC_SHARED || o->bank == USC_COEFF || o->bank == USC_VTX ||
           (o->bank == USC_SPECIAL && usc_constant_bits(o->index, &bits)));
}

void usc_spill_round(struct cg_program *p, const uint8_t *spilled)
{
   struct usc_code *c = (struct usc_code *)p;
   struct spill s = {.c = c, .spilled = spilled, .old_regs = c->p.num_regs, .words = c->r->scratch_bytes / 4};
   s.slot = UTIL_ARRAY(c->p.ctx, uint32_t, (size_t)c->p.num_regs + 1);
   s.again = UTIL_ARRAY(c->p.ctx, const struct usc_instr *, (size_t)c->p.num_regs + 1);
   s.defs = UTIL_ARRAY(c->p.ctx, uint8_t, (size_t)c->p.num_regs + 1);
   usc_scratch(c);
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = cg_list_of(&c->p.blocks[b], l);
         for (uint32_t k = 0; k < list->n; k++) {
            s.cur = usc_instr_of(list->i[k]);
            usc_refs(c, s.cur, count_defs, &s);
         }
      }
   for (uint32_t r = 0; r < s.old_regs; r++)
      if (s.again[r] && (s.defs[r] != 1 || !repeatable(s.again[r])))
         s.again[r] = NULL;
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (int l = 0; l < 3; l++) {
         struct cg_list *list = cg_list_of(&c->p.blocks[b], l);
         s.out = (struct cg_list){0};
         for (uint32_t k = 0; k < list->n; k++)
            rewrite(&s, usc_instr_of(list->i[k]));
         *list = s.out;
      }
   c->r->scratch_bytes = 4 * s.words;
}
