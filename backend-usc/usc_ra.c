/* SPDX-License-Identifier: MIT */
/*
 * Temporaries for virtual registers (util/ra.h does the work), spilling through scratch memory, and the final list of groups:
 * parallel copies become moves and swaps (a group reads before it writes, so two moves share one and a swap is one group),
 * branches get their targets.
 *
 * A spill address is computed in i4:i5 from the instance's scratch address in i2:i3, so spill code needs no temporaries beyond
 * the value itself. Requests under way keep their registers up to their wdf: stores of their results follow it. What an
 * iteration or a move of a constant makes is made anew instead.
 */
#include "backend-usc/usc_cg.h"

#include <string.h>

/* ---- the abstract program ------------------------------------------------------------------------------------------------ */

struct build {
   struct cg *c;
   struct ra_ref *refs;
   uint32_t nrefs, cap_refs;
   uint8_t def; /* flags of writes */
};

static void ra_ref_fn(void *user, uint32_t unit, unsigned n, bool write)
{
   struct build *b = user;
   struct cg *c = b->c;
   if (unit >= c->num_units)
      return;
   uint32_t reg = c->unit_reg[unit];
   UTIL_PUSH(c->ctx, b->refs, b->nrefs, b->cap_refs,
             (struct ra_ref){reg, (uint8_t)(unit - c->regs[reg].unit), (uint8_t)n, write ? b->def : RA_USE});
}

static void hint(struct cg *c, struct usc_opd dst, struct usc_opd src, unsigned depth)
{
   if (dst.bank != USC_VIRTUAL || src.bank != USC_VIRTUAL || src.mod || src.elem)
      return;
   uint32_t a = c->unit_reg[src.index], b = c->unit_reg[dst.index];
   int delta = (int)(src.index - c->regs[a].unit) - (int)(dst.index - c->regs[b].unit);
   UTIL_PUSH(c->ctx, c->hints, c->num_hints, c->cap_hints,
             (struct ra_hint){a, b, (int16_t)delta, (uint16_t)(1u << (depth > 3 ? 9 : 3 * depth))});
}

static struct cg_list *list_of(struct cg_block *b, int k)
{
   return k == 0 ? &b->head : k == 1 ? &b->body : &b->tail;
}

/* Moves that disappear if both sides get one register. */
static void copy_hints(struct cg *c)
{
   if (c->copies_hinted)
      return;
   c->copies_hinted = true;
   for (uint32_t b = 0; b < c->num_blocks; b++)
      for (uint32_t k = 0; k < c->blocks[b].body.n; k++) {
         const struct usc_group *g = &c->blocks[b].body.i[k]->g;
         if (g->kind != USC_MAIN || g->op[USC_BE] || g->op[USC_MOV] || g->op[USC_PCK] || g->op[USC_TST])
            continue;
         for (unsigned u = 0; u < 2; u++)
            if (g->op[u] == USC_OP_MBYP && g->dst[u].bank)
               hint(c, g->dst[u], g->src[3 * u], c->blocks[b].depth);
      }
}

static void describe(struct cg *c, struct ra_problem *p, uint32_t *cap_refs)
{
   struct ir_shader *s = c->s;
   struct build b = {.c = c};
   uint32_t n = 0, total = 0;
   for (uint32_t k = 0; k < c->num_blocks; k++)
      total += c->blocks[k].head.n + c->blocks[k].body.n + c->blocks[k].tail.n;
   struct ra_instr *instrs = UTIL_ARRAY(c->ctx, struct ra_instr, total);
   struct ra_block *blocks = UTIL_ARRAY(c->ctx, struct ra_block, c->num_blocks + 1);
   for (uint32_t k = 0; k < c->num_blocks; k++) {
      blocks[k] =
          (struct ra_block){n, 0, {RA_NO_BLOCK, RA_NO_BLOCK}, (uint8_t)(c->blocks[k].depth > 255 ? 255 : c->blocks[k].depth)};
      for (unsigned e = 0; e < ir_num_succs(s->blocks[k]); e++)
         blocks[k].succ[e] = s->blocks[k]->succ[e]->index;
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = list_of(&c->blocks[k], l);
         for (uint32_t i = 0; i < list->n; i++) {
            uint32_t first = b.nrefs;
            /* A repeated group writes before it has read all. */
            b.def = (uint8_t)(list->i[i]->g.rpt > 1 ? RA_DEF | RA_EARLY : RA_DEF);
            cg_refs(c, list->i[i], ra_ref_fn, &b);
            instrs[n++] = (struct ra_instr){first, b.nrefs - first};
         }
      }
      blocks[k].num = n - blocks[k].first;
   }
   copy_hints(c);
   struct ra_reg *regs = UTIL_ARRAY(c->ctx, struct ra_reg, (size_t)c->num_regs + 1);
   for (uint32_t r = 0; r < c->num_regs; r++)
      regs[r] = (struct ra_reg){.size = c->regs[r].size, .align = 1, .no_spill = c->regs[r].no_spill, .fixed = -1, .base = -1};
   memset(p, 0, sizeof *p);
   p->ctx = c->ctx;
   *cap_refs = b.cap_refs;
   p->num_units = USC_NUM_TEMPS - c->array_temps;
   if (c->opt->max_temps && c->opt->max_temps < p->num_units)
      p->num_units = c->opt->max_temps;
   p->regs = regs;
   p->num_regs = c->num_regs;
   p->refs = b.refs;
   p->num_refs = b.nrefs;
   p->instrs = instrs;
   p->num_instrs = n;
   p->blocks = blocks;
   p->num_blocks = c->num_blocks;
   p->hints = c->hints;
   p->num_hints = c->num_hints;
   p->coalesce = true;
}

/* Gives the arrays of describe() back; num_regs: at that time. */
static void forget(struct cg *c, struct ra_problem *p, uint32_t cap_refs, uint32_t num_regs)
{
   util_discard(c->ctx, (void *)p->instrs, p->num_instrs * sizeof *p->instrs);
   util_discard(c->ctx, (void *)p->refs, cap_refs * sizeof *p->refs);
   util_discard(c->ctx, p->regs, ((size_t)num_regs + 1) * sizeof *p->regs);
   util_discard(c->ctx, (void *)p->blocks, ((size_t)c->num_blocks + 1) * sizeof *p->blocks);
}

/* The instruction with this number, as describe() counts them. */
static const struct cg_ins *listed(struct cg *c, uint32_t n)
{
   for (uint32_t k = 0; k < c->num_blocks; k++)
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = list_of(&c->blocks[k], l);
         if (n < list->n)
            return list->i[n];
         n -= list->n;
      }
   return NULL;
}

/* ---- spilling ------------------------------------------------------------------------------------------------------------ */

/* Spill rounds that choose; the next one takes everything that is left. Each costs a pass over the program. */
#define DITR_MAX_SET 63 /* of coefficients */
#define MAX_ROUNDS 12
/* Addresses of spills come from shared registers up to here; from then on they are built in place. */
#define MAX_ADDRESS_UPLOADS 1024

struct spill {
   struct cg *c;
   const uint8_t *spilled; /* by register that existed before this round */
   uint32_t old_regs;
   uint32_t *slot; /* scratch word of unit 0, + 1; 0 = none yet */
   uint32_t words;
   const struct cg_ins **again; /* by register: what makes it anew at no more cost than a load, NULL = memory */
   uint8_t *defs;               /* by register: writes, 2 = several */
   struct cg_ins *cur;
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
static uint32_t stand_in(struct cg *c, unsigned size)
{
   cg_reg_new(c, size);
   c->regs[c->num_regs - 1].no_spill = true;
   return c->num_regs - 1;
}

static struct usc_opd unit_of(const struct cg *c, uint32_t reg, uint32_t k)
{
   return usc_v(c->regs[reg].unit + k);
}

static void add_group(struct spill *s, struct usc_group g)
{
   cg_push(s->c, &s->out, cg_ins_new(s->c, &g));
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
      s->words += s->c->regs[reg].size;
   }
   return s->slot[reg] - 1;
}

static void spill_address(struct spill *s, uint32_t word)
{
   struct cg *c = s->c;
   struct usc_opd at = CG_ADDR_LO;
   if (usc_find_constant(4 * word) >= 0 || c->r->num_sh < MAX_ADDRESS_UPLOADS)
      at = cg_const(c, 4 * word);
   else
      add_group(s, usc_g_movi32(at, 4 * word));
   struct usc_group g = usc_g_alu(USC_OP_UADD6432, CG_ADDR_LO, CG_SCRATCH_LO, CG_SCRATCH_HI, at);
   g.dst[1] = CG_ADDR_HI;
   g.is5 = USC_FTE;
   add_group(s, g);
}

/* Wait for the request just made; its register stays until then. */
static void wait_for(struct spill *s, struct usc_opd r, unsigned n)
{
   struct usc_group g = usc_g_wdf(0);
   struct cg_ins *i = cg_ins_new(s->c, &g);
   i->keep = UTIL_NEW(s->c->ctx, struct cg_keep);
   i->keep[0] = (struct cg_keep){r, (uint8_t)n};
   i->nkeep = 1;
   cg_push(s->c, &s->out, i);
}

static void memory_access(struct spill *s, bool store, uint32_t word, struct usc_opd r, unsigned n, enum usc_cc cc)
{
   spill_address(s, word);
   struct usc_group g = store ? usc_g_st(0, r, CG_ADDR_LO, n) : usc_g_ld(0, r, CG_ADDR_LO, n);
   g.cc = (uint8_t)cc;
   add_group(s, g);
   wait_for(s, r, n);
}

/* One copy as a parallel copy: under a condition it does not count as a read of what it leaves alone. */
static void copy(struct spill *s, struct usc_opd dst, struct usc_opd src, enum usc_cc cc)
{
   struct cg_ins *one = cg_ins_new(s->c, NULL);
   one->kind = CG_COPIES;
   one->g = usc_g(USC_MAIN);
   one->g.cc = (uint8_t)cc;
   one->copies = UTIL_NEW(s->c->ctx, struct cg_copy);
   one->copies[0] = (struct cg_copy){dst.index, src};
   one->ncopies = 1;
   cg_push(s->c, &s->out, one);
}

/* Components from, from + 1 .. of a spilled register into r. */
static void load(struct spill *s, uint32_t reg, unsigned from, struct usc_opd r, unsigned n, enum usc_cc cc)
{
   const struct cg_ins *d = s->again[reg];
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
   if (unit >= s->c->num_units)
      return false;
   *reg = s->c->unit_reg[unit];
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
      UTIL_PUSH(s->c->ctx, s->t, s->n, s->cap, (struct touched){.reg = reg});
   *(write ? &s->t[k].wmask : &s->t[k].rmask) |= bits_of(n, unit - s->c->regs[reg].unit);
}

/* One stand-in a run of components: an instruction that reads the ends of a long block needs no place for its middle. */
static void make_stand_ins(struct spill *s)
{
   struct cg *c = s->c;
   for (uint32_t k = 0; k < s->n; k++) {
      unsigned from, n = run_of(s->t[k].rmask | s->t[k].wmask, &from, 32);
      uint32_t mine = bits_of(n, from);
      struct touched rest = s->t[k];
      rest.rmask &= ~mine, rest.wmask &= ~mine;
      if (rest.rmask | rest.wmask)
         UTIL_PUSH(c->ctx, s->t, s->n, s->cap, rest);
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
   uint32_t reg = s->c->unit_reg[o->index], k = o->index - s->c->regs[reg].unit;
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
static void spill_copies(struct spill *s, struct cg_ins *i)
{
   struct cg *c = s->c;
   struct cg_copy *rest = NULL, *loads = NULL;
   uint32_t nrest = 0, cap_rest = 0, nloads = 0, cap_loads = 0, npend = 0;
   struct {
      uint32_t reg, word;
   } *pend = UTIL_ARRAY(c->ctx, __typeof__(*pend), (size_t)i->ncopies + 1);
   enum usc_cc cc = (enum usc_cc)i->g.cc;
   for (uint32_t k = 0; k < i->ncopies; k++) {
      struct cg_copy q = i->copies[k];
      uint32_t dreg, sreg = 0;
      bool ds = is_spilled(s, q.dst, &dreg), ss = q.src.bank == USC_VIRTUAL && is_spilled(s, q.src.index, &sreg);
      if (!ds && !ss) {
         UTIL_PUSH(c->ctx, rest, nrest, cap_rest, q);
      } else if (!ds) {
         UTIL_PUSH(c->ctx, loads, nloads, cap_loads, q);
      } else {
         struct usc_opd r = unit_of(c, stand_in(c, 1), 0);
         if (ss)
            load(s, sreg, q.src.index - c->regs[sreg].unit, r, 1, cc);
         else
            copy(s, r, q.src, cc);
         UTIL_CHECK(c->ctx, c->regs[dreg].size == 1);
         pend[npend].reg = dreg;
         pend[npend].word = s->words++;
         memory_access(s, true, pend[npend++].word, r, 1, cc);
      }
   }
   i->copies = rest;
   i->ncopies = nrest;
   if (nrest)
      cg_push(c, &s->out, i);
   for (uint32_t k = 0; k < nloads; k++) {
      uint32_t sreg = c->unit_reg[loads[k].src.index];
      struct usc_opd r = unit_of(c, stand_in(c, 1), 0);
      load(s, sreg, loads[k].src.index - c->regs[sreg].unit, r, 1, cc);
      copy(s, usc_v(loads[k].dst), r, cc);
   }
   for (uint32_t k = 0; k < npend; k++) {
      struct usc_opd r = unit_of(c, stand_in(c, 1), 0);
      memory_access(s, false, pend[k].word, r, 1, cc);
      memory_access(s, true, word_of(s, pend[k].reg), r, 1, cc);
   }
}

/* A wdf ends every request of its counter: their stand-ins live up to here, and stores of results follow it. */
static void end_requests(struct spill *s, struct cg_ins *i)
{
   struct cg *c = s->c;
   struct cg_keep *keep = NULL;
   uint32_t n = 0, cap = 0, left = 0, reg;
   for (uint32_t k = 0; k < i->nkeep; k++) {
      const struct usc_opd o = i->keep[k].first;
      if (o.bank != USC_VIRTUAL || !is_spilled(s, o.index, &reg))
         UTIL_PUSH(c->ctx, keep, n, cap, i->keep[k]);
   }
   for (uint32_t k = 0; k < s->nway; k++)
      for (uint32_t m = s->way[k].drc == i->g.drc ? s->way[k].mask : 0; m; m &= m - 1) {
         const struct usc_opd u = unit_of(c, s->way[k].stand, (uint32_t)__builtin_ctz(m) - s->way[k].from);
         UTIL_PUSH(c->ctx, keep, n, cap, (struct cg_keep){u, 1});
      }
   i->keep = keep;
   i->nkeep = n;
   cg_push(c, &s->out, i);
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

static void rewrite(struct spill *s, struct cg_ins *i)
{
   struct cg *c = s->c;
   c->span = i->span;
   s->n = 0;
   if (i->kind == CG_COPIES) {
      cg_refs(c, i, find_ref, s);
      if (s->n)
         spill_copies(s, i);
      else
         cg_push(c, &s->out, i);
      return;
   }
   if (i->g.kind == USC_CONTROL && i->g.op[USC_CTRL] == USC_OP_WDF) {
      end_requests(s, i);
      return;
   }
   cg_refs(c, i, find_ref, s);
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
   cg_push(c, &s->out, i);
   for (uint32_t k = 0; k < s->n; k++) {
      const struct touched *t = &s->t[k];
      if (drc)
         UTIL_PUSH(c->ctx, s->way, s->nway, s->cap_way,
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
   s->again[reg] = n == s->c->regs[reg].size ? s->cur : NULL;
}

/* Moves of what never changes, and iterations. */
static bool repeatable(const struct cg_ins *i)
{
   uint32_t bits;
   const struct usc_group *g = &i->g;
   if (i->kind != CG_GROUP || g->kind != USC_MAIN || g->cc != USC_CC_PE)
      return false;
   if (g->op[USC_BE])
      return g->op[USC_BE] == USC_OP_FITR || g->op[USC_BE] == USC_OP_FITRP;
   const struct usc_opd *o = &g->src[0];
   return cg_is_plain_mov(g) && !o->idx &&
          (o->bank == USC_SHARED || o->bank == USC_COEFF || o->bank == USC_VTX ||
           (o->bank == USC_SPECIAL && usc_constant_bits(o->index, &bits)));
}

static void spill_round(struct cg *c, const uint8_t *spilled, uint32_t *words)
{
   struct spill s = {.c = c, .spilled = spilled, .old_regs = c->num_regs, .words = *words};
   s.slot = UTIL_ARRAY(c->ctx, uint32_t, (size_t)c->num_regs + 1);
   s.again = UTIL_ARRAY(c->ctx, const struct cg_ins *, (size_t)c->num_regs + 1);
   s.defs = UTIL_ARRAY(c->ctx, uint8_t, (size_t)c->num_regs + 1);
   cg_scratch(c);
   for (uint32_t b = 0; b < c->num_blocks; b++)
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = list_of(&c->blocks[b], l);
         for (uint32_t k = 0; k < list->n; k++) {
            s.cur = list->i[k];
            cg_refs(c, s.cur, count_defs, &s);
         }
      }
   for (uint32_t r = 0; r < s.old_regs; r++)
      if (s.again[r] && (s.defs[r] != 1 || !repeatable(s.again[r])))
         s.again[r] = NULL;
   for (uint32_t b = 0; b < c->num_blocks; b++)
      for (int l = 0; l < 3; l++) {
         struct cg_list *list = list_of(&c->blocks[b], l);
         s.out = (struct cg_list){0};
         for (uint32_t k = 0; k < list->n; k++)
            rewrite(&s, list->i[k]);
         *list = s.out;
      }
   *words = s.words;
}

/* ---- who asks for too much */

struct need {
   const struct cg *c;
   uint32_t reads[8], writes[8]; /* registers seen */
   unsigned n[2], units[2];
};

static void need_ref(void *user, uint32_t unit, unsigned n, bool write)
{
   struct need *d = user;
   if (unit >= d->c->num_units)
      return;
   for (unsigned k = 0; k < d->n[write]; k++)
      if ((write ? d->writes : d->reads)[k] == unit)
         return;
   if (d->n[write] < 8)
      (write ? d->writes : d->reads)[d->n[write]++] = unit;
   d->units[write] += n;
}

/* The instruction that needs most, where nothing but single instructions is left. */
static void find_culprit(struct cg *c)
{
   c->blame_need = 0;
   for (uint32_t b = 0; b < c->num_blocks; b++)
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = list_of(&c->blocks[b], l);
         for (uint32_t k = 0; k < list->n; k++) {
            const struct cg_ins *i = list->i[k];
            struct need d = {.c = c};
            if (i->kind != CG_GROUP || i->nkeep)
               continue;
            cg_refs(c, i, need_ref, &d);
            unsigned sum = usc_group_is_drc(&i->g, NULL) || i->g.rpt > 1 ? d.units[0] + d.units[1]
                           : d.units[0] > d.units[1]                     ? d.units[0]
                                                                         : d.units[1];
            if (sum > c->blame_need)
               c->blame_need = sum, c->blame = i->span;
         }
      }
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

static struct usc_opd physical(const struct cg *c, const struct ra_problem *p, struct usc_opd o)
{
   if (o.bank != USC_VIRTUAL)
      return o;
   uint32_t reg = c->unit_reg[o.index];
   int base = p->regs[reg].base;
   UTIL_CHECK(c->ctx, base >= 0);
   o.bank = USC_TEMP;
   o.index = (uint32_t)base + o.index - c->regs[reg].unit;
   return o;
}

static void add(struct cg *c, const struct usc_group *g)
{
   enum usc_reason why = c->opt->verify ? usc_check(g) : USC_R_OK;
   if (why != USC_R_OK && (why != USC_R_NO_ENCODING || !(c->opt->features & USC_HAS_F16SOP))) {
      struct util_buf t;
      util_buf_init(&t, c->ctx);
      usc_print(&t, g, NULL, USC_EXPLICIT, " ; ");
      util_diag(c->ctx, DIAG_ID_internal, c->span, "illegal group: %s: %s", usc_reason_text(why), t.data ? t.data : "");
      util_fail(c->ctx, UTIL_INTERNAL);
   }
   usc_prog_add(c->ctx, &c->out->prog, g);
}

/* P0 through an integer operation, and branches to the next group on either value of it: what the public compiler puts around ditr. */
static void round_trip(struct cg *c)
{
   struct usc_group g = usc_g_alu(USC_OP_UMADD32, usc_none(), usc_c(0), usc_c(0), usc_c(0));
   g.cin = 1;
   g.is4 = 0;
   g.op[USC_TST] = USC_OP_TST;
   g.tst_op = USC_TST_GZ;
   g.tst_type = USC_T_U32;
   g.tst_pwen = 1;
   g.is1 = USC_IS1_FT0;
   add(c, &g);
   for (unsigned k = 0; k < 2; k++) {
      g = usc_g_br(k ? USC_CC_NOTP0 : USC_CC_P0, USC_BPRED_CC, c->out->prog.n + 1);
      add(c, &g);
   }
}

/* Iteration by the core (usc_core.def); false: as it is. */
static bool add_ditr(struct cg *c, const struct usc_group *g)
{
   const bool persp = g->op[USC_BE] == USC_OP_FITRP;
   if (!(c->opt->features & USC_HAS_DITR) || g->kind != USC_MAIN || (!persp && g->op[USC_BE] != USC_OP_FITR) ||
       g->src[0].index / 4 > DITR_MAX_SET || (persp && g->src[2].index / 4 > DITR_MAX_SET))
      return false;
   struct usc_group d = usc_g_ditr(g->drc, g->src[3], g->src[0].index, persp ? g->src[2].index : 0, persp, g->count, g->mode);
   d.cc = g->cc;
   round_trip(c);
   add(c, &d);
   round_trip(c);
   return true;
}

static struct usc_group move2(struct usc_opd d0, struct usc_opd s0, struct usc_opd d1, struct usc_opd s1)
{
   struct usc_group g = usc_g_mov(d0, s0);
   g.op[USC_P1] = USC_OP_MBYP;
   g.src[3] = s1;
   g.dst[1] = d1;
   g.is5 = USC_FT1;
   return g;
}

static void copies(struct cg *c, const struct ra_problem *p, const struct cg_ins *i)
{
   struct usc_prog *prog = &c->out->prog;
   if (prog->cap - prog->n < i->ncopies) { /* no more than one group a copy */
      const uint32_t cap = prog->n + prog->n / 4 + i->ncopies;
      prog->g = util_resize(c->ctx, prog->g, prog->cap * sizeof *prog->g, cap * sizeof *prog->g);
      prog->cap = cap;
   }
   const struct util_arena mark = c->ctx->arena; /* nothing made from here on stays */
   struct parcopy *q = UTIL_ARRAY(c->ctx, struct parcopy, (size_t)i->ncopies + 1);
   uint32_t n = 0;
   for (uint32_t k = 0; k < i->ncopies; k++) {
      if (p->regs[c->unit_reg[i->copies[k].dst]].base < 0)
         continue;
      struct usc_opd d = physical(c, p, usc_v(i->copies[k].dst)), s = physical(c, p, i->copies[k].src);
      bool reg = s.bank == USC_TEMP && !s.idx && i->copies[k].src.bank == USC_VIRTUAL;
      q[n++] = (struct parcopy){d.index, reg ? s.index : PARCOPY_EXTERNAL + k, 1};
   }
   struct parcopy_step *st;
   uint32_t m = parcopy_sequence(c->ctx, q, n, &st);
   for (uint32_t k = 0; k < m; k++) {
#define SRC(x) ((x).src >= PARCOPY_EXTERNAL ? i->copies[(x).src - PARCOPY_EXTERNAL].src : usc_r((x).src))
      struct usc_group g;
      if (st[k].kind == PARCOPY_SWAP) {
         g = move2(usc_r(st[k].dst), usc_r(st[k].src), usc_r(st[k].src), usc_r(st[k].dst));
      } else {
         g = usc_g_mov(usc_r(st[k].dst), SRC(st[k]));
         /* The next one joins unless it reads what this one writes. */
         if (c->opt->sched != USC_SCHED_NONE && k + 1 < m && st[k + 1].kind == PARCOPY_MOVE && st[k + 1].src != st[k].dst) {
            struct usc_group two = move2(usc_r(st[k].dst), SRC(st[k]), usc_r(st[k + 1].dst), SRC(st[k + 1]));
            if (usc_check(&two) == USC_R_OK) {
               g = two;
               k++;
            }
         }
      }
#undef SRC
      g.cc = i->g.cc;
      add(c, &g);
   }
   util_arena_release(c->ctx, &mark);
}

static void scratch_start(struct cg *c)
{
   struct usc_opd a = CG_ADDR_LO, b = CG_ADDR_HI;
   struct usc_group g[6];
   uint32_t sh = c->scratch_sh, stride = c->opt->scratch_stride;
   /* instance = (cluster * 64 + slot) * 32 + number in the task (assumed: docs/abi-usc.md) */
   g[0] = usc_g_mov(a, usc_sr(45));
   g[1] = usc_g_mov(b, usc_sr(48));
   g[2] = usc_g_alu(USC_OP_UMADD32, a, cg_const(c, 64), a, b);
   g[3] = usc_g_mov(b, usc_sr(USC_SR_INST_NUM));
   g[4] = usc_g_alu(USC_OP_UMADD32, a, cg_const(c, 32), a, b);
   g[5] = usc_g_madd64(false, CG_SCRATCH_LO, CG_SCRATCH_HI, stride ? cg_const(c, stride) : usc_sh(sh + 2), a, usc_sh(sh), usc_sh(sh + 1));
   for (unsigned k = 0; k < 6; k++)
      add(c, &g[k]);
}

static bool repeated_input_write(const struct usc_group *g)
{
   return g->kind == USC_MAIN && g->op[USC_BE] == USC_OP_UVSW_WRITE && g->rpt > 1 && g->src[0].bank == USC_VTX;
}

/* Take out moves of a register to itself; false if nothing is left. */
static bool drop_moves(struct usc_group *g)
{
   if (g->kind != USC_MAIN || g->rpt > 1 || g->op[USC_BE] || g->op[USC_MOV] || g->op[USC_PCK] || g->op[USC_TST])
      return true;
   if (g->op[USC_P1] == USC_OP_MBYP && g->is5 == USC_FT1 && !g->src[3].mod && usc_same_reg(g->dst[1], g->src[3]) &&
       g->is4 == USC_FT0 && g->is0 == 0) {
      struct usc_group one = *g;
      one.op[USC_P1] = USC_OP_NONE;
      one.src[3] = one.dst[1] = usc_none();
      one.is5 = 0;
      if (usc_check(&one) == USC_R_OK)
         *g = one;
   }
   if (g->op[USC_P0] == USC_OP_MBYP && g->is4 == USC_FT0 && !g->src[0].mod && usc_same_reg(g->dst[0], g->src[0]) &&
       g->is0 == 0) {
      if (!g->op[USC_P1])
         return false;
      if (g->is5 == USC_FT1) {
         struct usc_group one = usc_g_alu((enum usc_op)g->op[USC_P1], g->dst[1], g->src[3], g->src[4], g->src[5]);
         one.sat0 = g->sat1;
         one.lp0 = g->lp1;
         one.cc = g->cc;
         if (usc_check(&one) == USC_R_OK)
            *g = one;
      }
   }
   return true;
}

static void linearise(struct cg *c, const struct ra_problem *p)
{
   struct usc_prog *prog = &c->out->prog;
   c->label_at = UTIL_ARRAY(c->ctx, uint32_t, CG_NUM_PLACES * (size_t)c->num_blocks + CG_NUM_PLACES);
   struct fix {
      uint32_t group, label;
   } *fix = NULL;
   uint32_t nfix = 0, cap_fix = 0, expect = 8;
   for (uint32_t b = 0; b < c->num_blocks; b++)
      expect += c->blocks[b].head.n + c->blocks[b].body.n + c->blocks[b].tail.n;
   prog->g = util_resize(c->ctx, prog->g, prog->cap * sizeof *prog->g, expect * sizeof *prog->g);
   prog->cap = expect;
   if (c->scratch_sh != USC_NO_REG)
      scratch_start(c);
   cg_note_why(c, NULL);
   for (uint32_t b = 0; b < c->num_blocks; b++) {
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = list_of(&c->blocks[b], l);
         if (l < 2)
            c->label_at[cg_label(c, l ? CG_AT_BODY : CG_AT_HEAD, b)] = prog->n;
         for (uint32_t k = 0; k < list->n; k++) {
            const struct cg_ins *i = list->i[k];
            c->span = i->span;
            if (i->kind == CG_COPIES) {
               copies(c, p, i);
               cg_note_why(c, NULL);
               continue;
            }
            struct usc_group g = i->g;
            for (unsigned q = 0; q < 6; q++)
               g.src[q] = physical(c, p, g.src[q]);
            for (unsigned q = 0; q < 2; q++)
               g.dst[q] = physical(c, p, g.dst[q]);
            if (i->kind == CG_BRANCH)
               UTIL_PUSH(c->ctx, fix, nfix, cap_fix, (struct fix){prog->n, i->label});
            if (c->opt->sched != USC_SCHED_NONE && !drop_moves(&g))
               continue;
            /* the last write of a vertex also ends the task */
            if (g.kind == USC_MAIN && g.op[USC_BE] == USC_OP_UVSW_EMIT_ENDTASK && c->opt->sched != USC_SCHED_NONE && prog->n) {
               /* a repeated write of vertex inputs, which nobody changes, may go before the one that can end the task */
               if (prog->n >= 2 && repeated_input_write(&prog->g[prog->n - 1]) &&
                   prog->n - 2 >= c->label_at[cg_label(c, CG_AT_BODY, b)]) {
                  struct usc_group w = prog->g[prog->n - 1];
                  prog->g[prog->n - 1] = prog->g[prog->n - 2];
                  prog->g[prog->n - 2] = w;
                  for (unsigned u = 0; u < USC_NUM_SLOTS && c->opt->reasons; u++) {
                     uint16_t *y = &c->out->why[prog->n - 1][u], *z = &c->out->why[prog->n - 2][u], t = *y;
                     *y = *z;
                     *z = t;
                  }
               }
               struct usc_group m = prog->g[prog->n - 1];
               if (m.kind == USC_MAIN && m.op[USC_BE] == USC_OP_UVSW_WRITE && m.rpt <= 1 && m.cc == USC_CC_PE && l == 2 &&
                   k == 0 && c->blocks[b].body.n) {
                  m.op[USC_BE] = USC_OP_UVSW_WRITE_EMIT_ENDTASK;
                  m.end = 1;
                  if (usc_check(&m) == USC_R_OK) {
                     prog->g[prog->n - 1] = m;
                     continue;
                  }
               }
            }
            if (g.kind == USC_CONTROL && g.op[USC_CTRL] == USC_OP_ITRSMP) {
               g.it_dest = (uint8_t)g.src[3].index;
               g.src[3] = usc_none();
            }
            if (!add_ditr(c, &g))
               add(c, &g);
            cg_note_why(c, i);
         }
      }
   }
   for (uint32_t k = 0; k < nfix; k++)
      prog->g[fix[k].group].label = c->label_at[fix[k].label];
}

bool cg_allocate(struct cg *c)
{
   struct ra_problem p;
   uint32_t words = (c->r->scratch_bytes + 3) / 4, first_words = words, cap_refs;
   for (unsigned round = 0;; round++) {
      const uint32_t num_regs = c->num_regs;
      describe(c, &p, &cap_refs);
      enum ra_result r = ra_allocate(&p);
      bool all = c->opt->spill_all ? round == 0 : r == RA_SPILL && round >= MAX_ROUNDS, any = false;
      uint8_t *spilled = UTIL_ARRAY(c->ctx, uint8_t, (size_t)c->num_regs + 1);
      for (uint32_t k = 0; k < c->num_regs; k++)
         any |= spilled[k] = all ? !c->regs[k].no_spill : p.regs[k].spill;
      if (any && (all || r == RA_SPILL)) {
         forget(c, &p, cap_refs, num_regs);
         spill_round(c, spilled, &words);
         util_discard(c->ctx, spilled, (size_t)num_regs + 1);
         continue;
      }
      if (r == RA_OK)
         break;
      find_culprit(c);
      return false;
   }
   const char *err = c->opt->verify ? ra_check(&p, true) : NULL;
   if (err) {
      const struct cg_ins *i = listed(c, p.bad_instr);
      util_diag(c->ctx, DIAG_ID_internal, i ? i->span : UTIL_NO_SPAN, "register allocation: %s", err);
      util_fail(c->ctx, UTIL_INTERNAL);
   }
   c->r->temps = p.max_units;
   if (c->array_temps)
      c->r->temps = USC_NUM_TEMPS;
   c->r->scratch_bytes = 4 * words;
   c->out->stats.spill_bytes = 4 * (words - first_words);
   linearise(c, &p);
   forget(c, &p, cap_refs, c->num_regs);
   return true;
}
