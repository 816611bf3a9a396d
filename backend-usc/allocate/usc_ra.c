/* SPDX-License-Identifier: MIT */
/*
 * Temporaries for virtual registers (codegen/ra.h does the work, usc_spill.c what finds no room) and the final list of groups:
 * parallel copies become moves and swaps (a group reads before it writes, so two moves share one and a swap is one group),
 * branches get their targets.
 */
#include "backend-usc/select/usc_cg.h"
#include "backend-usc/text/usc_text.h"

#include <string.h>

/* Spill rounds that choose; the next one takes everything that is left. Each costs a pass over the program. */
#define MAX_ROUNDS 12
#define DITR_MAX_SET 63 /* of coefficients */

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
         const struct cg_list *list = cg_list_of(&c->blocks[k], l);
         for (uint32_t i = 0; i < list->n; i++) {
            uint32_t first = b.nrefs;
            /* A repeated group writes before it has read all. */
            b.def = (uint8_t)(list->i[i]->g.rpt > 1 ? RA_DEF | RA_EARLY : RA_DEF);
            usc_refs(c, list->i[i], ra_ref_fn, &b);
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
static const struct usc_instr *listed(struct cg *c, uint32_t n)
{
   for (uint32_t k = 0; k < c->num_blocks; k++)
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = cg_list_of(&c->blocks[k], l);
         if (n < list->n)
            return list->i[n];
         n -= list->n;
      }
   return NULL;
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
         const struct cg_list *list = cg_list_of(&c->blocks[b], l);
         for (uint32_t k = 0; k < list->n; k++) {
            const struct usc_instr *i = list->i[k];
            struct need d = {.c = c};
            if (i->kind != CG_GROUP || i->nkeep)
               continue;
            usc_refs(c, i, need_ref, &d);
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
   enum usc_violation why = c->opt->verify ? usc_check(g) : USC_V_OK;
   if (why != USC_V_OK && (why != USC_V_NO_ENCODING || !(c->opt->features & USC_HAS_F16SOP))) {
      struct util_buf t;
      util_buf_init(&t, c->ctx);
      usc_print(&t, g, NULL, USC_EXPLICIT, " ; ");
      util_diag(c->ctx, DIAG_ID_internal, c->span, "illegal group: %s: %s", usc_violation_text(why), t.data ? t.data : "");
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

static void copies(struct cg *c, const struct ra_problem *p, const struct usc_instr *i)
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
            if (usc_check(&two) == USC_V_OK) {
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
   struct usc_opd a = USC_ADDR_LO, b = USC_ADDR_HI;
   struct usc_group g[6];
   uint32_t sh = c->scratch_sh, stride = c->opt->scratch_stride;
   /* instance = (cluster * 64 + slot) * 32 + number in the task (assumed: docs/abi-usc.md) */
   g[0] = usc_g_mov(a, usc_sr(45));
   g[1] = usc_g_mov(b, usc_sr(48));
   g[2] = usc_g_alu(USC_OP_UMADD32, a, usc_const(c, 64), a, b);
   g[3] = usc_g_mov(b, usc_sr(USC_SR_INST_NUM));
   g[4] = usc_g_alu(USC_OP_UMADD32, a, usc_const(c, 32), a, b);
   g[5] = usc_g_madd64(false, USC_SCRATCH_LO, USC_SCRATCH_HI, stride ? usc_const(c, stride) : usc_sh(sh + 2), a, usc_sh(sh), usc_sh(sh + 1));
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
      if (usc_check(&one) == USC_V_OK)
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
         if (usc_check(&one) == USC_V_OK)
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
   usc_note_stalls(c, NULL);
   for (uint32_t b = 0; b < c->num_blocks; b++) {
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = cg_list_of(&c->blocks[b], l);
         if (l < 2)
            c->label_at[cg_label(c, l ? CG_AT_BODY : CG_AT_HEAD, b)] = prog->n;
         for (uint32_t k = 0; k < list->n; k++) {
            const struct usc_instr *i = list->i[k];
            c->span = i->span;
            if (i->kind == CG_COPIES) {
               copies(c, p, i);
               usc_note_stalls(c, NULL);
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
                  for (unsigned u = 0; u < USC_GROUP_UNITS && c->opt->reasons; u++) {
                     uint16_t *y = &c->out->stalls[prog->n - 1][u], *z = &c->out->stalls[prog->n - 2][u], t = *y;
                     *y = *z;
                     *z = t;
                  }
               }
               struct usc_group m = prog->g[prog->n - 1];
               if (m.kind == USC_MAIN && m.op[USC_BE] == USC_OP_UVSW_WRITE && m.rpt <= 1 && m.cc == USC_CC_PE && l == 2 &&
                   k == 0 && c->blocks[b].body.n) {
                  m.op[USC_BE] = USC_OP_UVSW_WRITE_EMIT_ENDTASK;
                  m.end = 1;
                  if (usc_check(&m) == USC_V_OK) {
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
            usc_note_stalls(c, i);
         }
      }
   }
   for (uint32_t k = 0; k < nfix; k++)
      prog->g[fix[k].group].label = c->label_at[fix[k].label];
}

bool usc_allocate(struct cg *c)
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
         usc_spill_round(c, spilled, &words);
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
      const struct usc_instr *i = listed(c, p.bad_instr);
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
