/* SPDX-License-Identifier: MIT */
/*
 * Temporaries for virtual registers (codegen/allocate.h does the work) and the final list of groups:
 * parallel copies become moves and swaps (a group reads before it writes, so two moves share one and a swap is one group),
 * branches get their targets.
 */
#include "backend-usc/allocate/usc_allocate.h"
#include "backend-usc/schedule/usc_sched.h"
#include "backend-usc/text/usc_text.h"
#include "codegen/copies.h"

#define MAX_ROUNDS 12 /* of spilling; each costs a pass over the program */
#define DITR_MAX_SET 63 /* of coefficients */

/* Moves that disappear if both sides get one register. */
static void copy_hints(struct usc_code *c)
{
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      for (uint32_t k = 0; k < c->p.blocks[b].body.n; k++) {
         const struct usc_group *g = &usc_instr_of(c->p.blocks[b].body.i[k])->g;
         if (g->kind != USC_MAIN || g->op[USC_BE] || g->op[USC_MOV] || g->op[USC_PCK] || g->op[USC_TST])
            continue;
         for (unsigned u = 0; u < 2; u++)
            if (g->op[u] == USC_OP_MBYP && g->dst[u].bank == USC_VIRTUAL && g->src[3 * u].bank == USC_VIRTUAL && !g->src[3 * u].mod &&
                !g->src[3 * u].elem)
               cg_hint(&c->p, g->dst[u].index, g->src[3 * u].index, c->p.blocks[b].depth);
      }
}

/* ---- groups -------------------------------------------------------------------------------------------------------------- */

static struct usc_opd physical(const struct usc_code *c, const struct cg_assignment *a, struct usc_opd o)
{
   if (o.bank != USC_VIRTUAL)
      return o;
   const int place = cg_unit_place(&c->p, a, o.index);
   UTIL_CHECK(c->p.ctx, place >= 0);
   o.bank = USC_TEMP;
   o.index = (uint32_t)place;
   return o;
}

static void add(struct usc_code *c, const struct usc_group *g)
{
   enum usc_violation why = c->opt->verify ? usc_check(g) : USC_V_OK;
   if (why != USC_V_OK && (why != USC_V_NO_ENCODING || !(c->opt->features & USC_HAS_F16SOP))) {
      struct util_buf t;
      util_buf_init(&t, c->p.ctx);
      usc_print(&t, g, NULL, USC_EXPLICIT, " ; ");
      util_diag(c->p.ctx, DIAG_ID_internal, c->span, "illegal group: %s: %s", usc_violation_text(why), t.data ? t.data : "");
      util_fail(c->p.ctx, UTIL_INTERNAL);
   }
   usc_prog_add(c->p.ctx, &c->out->prog, g);
}

/* P0 through an integer operation, and branches to the next group on either value of it: what the public compiler puts around ditr. */
static void round_trip(struct usc_code *c)
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
static bool add_ditr(struct usc_code *c, const struct usc_group *g)
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

static void copies(struct usc_code *c, const struct cg_assignment *a, const struct usc_instr *i)
{
   struct usc_prog *prog = &c->out->prog;
   if (prog->cap - prog->n < i->base.num_copies) { /* no more than one group a copy */
      const uint32_t cap = prog->n + prog->n / 4 + i->base.num_copies;
      prog->g = util_resize(c->p.ctx, prog->g, prog->cap * sizeof *prog->g, cap * sizeof *prog->g);
      prog->cap = cap;
   }
   const struct util_arena mark = c->p.ctx->arena; /* nothing made from here on stays */
   struct parcopy_step *st;
   uint32_t m = cg_sequence_copies(&c->p, a, &i->base, false, &st);
   for (uint32_t k = 0; k < m; k++) {
#define SRC(x) ((x).src >= PARCOPY_EXTERNAL ? usc_copy_opd(c, &i->base.copies[(x).src - PARCOPY_EXTERNAL]) : usc_r((x).src))
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
   util_arena_release(c->p.ctx, &mark);
}

static void scratch_start(struct usc_code *c)
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

static void linearise(struct usc_code *c, const struct cg_assignment *a)
{
   struct usc_prog *prog = &c->out->prog;
   c->label_at = UTIL_ARRAY(c->p.ctx, uint32_t, CG_NUM_PLACES * (size_t)c->p.num_blocks + CG_NUM_PLACES);
   struct fix {
      uint32_t group, label;
   } *fix = NULL;
   uint32_t nfix = 0, cap_fix = 0, expect = 8;
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      expect += c->p.blocks[b].head.n + c->p.blocks[b].body.n + c->p.blocks[b].tail.n;
   prog->g = util_resize(c->p.ctx, prog->g, prog->cap * sizeof *prog->g, expect * sizeof *prog->g);
   prog->cap = expect;
   if (c->scratch_sh != USC_NO_REG)
      scratch_start(c);
   usc_note_stalls(c, NULL);
   for (uint32_t b = 0; b < c->p.num_blocks; b++) {
      for (int l = 0; l < 3; l++) {
         const struct cg_list *list = cg_list_of(&c->p.blocks[b], l);
         if (l < 2)
            c->label_at[cg_label(l ? CG_AT_BODY : CG_AT_HEAD, b)] = prog->n;
         for (uint32_t k = 0; k < list->n; k++) {
            const struct usc_instr *i = usc_instr_of(list->i[k]);
            c->span = i->base.span;
            if (i->base.kind == CG_COPIES) {
               copies(c, a, i);
               usc_note_stalls(c, NULL);
               continue;
            }
            struct usc_group g = i->g;
            for (unsigned q = 0; q < 6; q++)
               g.src[q] = physical(c, a, g.src[q]);
            for (unsigned q = 0; q < 2; q++)
               g.dst[q] = physical(c, a, g.dst[q]);
            if (i->base.kind == CG_BRANCH)
               UTIL_PUSH(c->p.ctx, fix, nfix, cap_fix, (struct fix){prog->n, i->base.label});
            if (c->opt->sched != USC_SCHED_NONE && !drop_moves(&g))
               continue;
            /* the last write of a vertex also ends the task */
            if (g.kind == USC_MAIN && g.op[USC_BE] == USC_OP_UVSW_EMIT_ENDTASK && c->opt->sched != USC_SCHED_NONE && prog->n) {
               /* a repeated write of vertex inputs, which nobody changes, may go before the one that can end the task */
               if (prog->n >= 2 && repeated_input_write(&prog->g[prog->n - 1]) &&
                   prog->n - 2 >= c->label_at[cg_label(CG_AT_BODY, b)]) {
                  struct usc_group w = prog->g[prog->n - 1];
                  prog->g[prog->n - 1] = prog->g[prog->n - 2];
                  prog->g[prog->n - 2] = w;
                  for (unsigned u = 0; u < USC_GROUP_UNITS && c->opt->stalls; u++) {
                     uint16_t *y = &c->out->stalls[prog->n - 1][u], *z = &c->out->stalls[prog->n - 2][u], t = *y;
                     *y = *z;
                     *z = t;
                  }
               }
               struct usc_group m = prog->g[prog->n - 1];
               if (m.kind == USC_MAIN && m.op[USC_BE] == USC_OP_UVSW_WRITE && m.rpt <= 1 && m.cc == USC_CC_PE && l == 2 &&
                   k == 0 && c->p.blocks[b].body.n) {
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

bool usc_allocate(struct usc_code *c)
{
   struct cg_alloc_options o = {.num_units = USC_NUM_TEMPS - c->pinned.num,
                                .coalesce = true,
                                .spill_all = c->opt->spill_all,
                                .verify = c->opt->verify,
                                .max_rounds = MAX_ROUNDS,
                                .spill = usc_spill_round};
   if (c->opt->max_temps && c->opt->max_temps < o.num_units)
      o.num_units = c->opt->max_temps;
   c->r->scratch_bytes = (c->r->scratch_bytes + 3) / 4 * 4;
   const uint32_t arrays = c->r->scratch_bytes;
   struct cg_assignment a;
   copy_hints(c);
   if (!cg_allocate(&c->p, &o, &a)) {
      c->culprit = a.culprit;
      c->culprit_demand = a.culprit_demand;
      return false;
   }
   c->r->temps = c->pinned.num ? USC_NUM_TEMPS : a.max_units;
   c->out->stats.spill_bytes = c->r->scratch_bytes - arrays;
   linearise(c, &a);
   cg_assignment_free(&c->p, &a);
   return true;
}
