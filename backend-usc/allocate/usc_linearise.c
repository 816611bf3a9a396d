/* SPDX-License-Identifier: MIT */
/*
 * Turns blocks on virtual registers into the final list of groups on temporaries. Parallel copies become moves and swaps. A
 * group reads before it writes, so it holds two moves or a swap; a move may also join an earlier group of the block. Moves of a
 * register to itself are removed. Branches get their targets.
 */
#include "backend-usc/text/usc_text.h"
#include "backend-usc/allocate/usc_allocate.h"
#include "backend-usc/schedule/usc_merge.h"
#include "codegen/copies.h"

struct linear {
   struct usc_mir *c;
   const struct cg_assignment *a;
   struct usc_prog *prog;
   struct branch {
      uint32_t group, label;
   } *branches; /* that need a target */
   uint32_t num_branches, cap_branches;
   struct usc_address address;
   uint32_t left; /* instructions not yet added */
   bool release;  /* instructions are freed once they are added */
};

static inline void place_operand(const struct linear *l, struct usc_opd *o)
{
   if (o->bank != USC_VIRTUAL)
      return;
   const int place = cg_unit_place(&l->c->p, l->a, o->index);
   UTIL_CHECK(l->c->p.ctx, place >= 0);
   o->bank = USC_TEMP;
   o->index = (uint32_t)place;
}

/* Sets the capacity for groups. */
static void reserve(struct linear *l, uint32_t cap)
{
   l->prog->g = util_resize(l->c->p.ctx, l->prog->g, l->prog->cap * sizeof *l->prog->g, cap * sizeof *l->prog->g);
   l->prog->cap = cap;
   if (l->c->opt->origins) {
      struct usc_program *out = l->c->out;
      out->origins =
          util_resize(l->c->p.ctx, out->origins, out->cap_origins * sizeof *out->origins, cap * sizeof *out->origins);
      out->cap_origins = cap;
   }
}

/* Makes room for one more group. The list grows in parts, while instructions are freed, so that both never exist as a whole. */
static void make_room(struct linear *l)
{
   const uint32_t n = l->prog->n, part = n / 4 + 1024, rest = l->left > n / 16 ? l->left : n / 16;
   if (n == l->prog->cap)
      reserve(l, n + 8 + (rest < part ? rest : part));
}

static void add_group(struct linear *l, const struct usc_group *g)
{
   struct usc_mir *c = l->c;
   const enum usc_violation violation = c->opt->verify ? usc_check(g) : USC_V_OK;
   if (violation != USC_V_OK && (violation != USC_V_NO_ENCODING || !(c->opt->features & USC_HAS_F16SOP))) {
      struct util_buf t;
      util_buf_init(&t, c->p.ctx);
      usc_print(&t, g, NULL, USC_EXPLICIT, " ; ");
      util_diag(c->p.ctx, DIAG_ID_internal, c->from.span, "illegal group: %s: %s", usc_violation_text(violation),
                t.data ? t.data : "");
      util_fail(c->p.ctx, UTIL_INTERNAL);
   }
   make_room(l);
   usc_prog_add(c->p.ctx, l->prog, g);
   if (c->opt->origins)
      UTIL_PUSH(c->p.ctx, c->out->origins, c->out->num_origins, c->out->cap_origins, c->from);
}

/* ---- iteration by ditr --------------------------------------------------------------------------------------------------- */

/* Computes P0 by an integer operation and branches to the next group on either value, as the public compiler does around
   ditr. */
static void add_round_trip(struct linear *l)
{
   struct usc_group g = usc_g_alu(USC_OP_UMADD32, usc_none(), usc_c(0), usc_c(0), usc_c(0));
   g.cin = 1;
   g.is4 = 0;
   g.op[USC_TST] = USC_OP_TST;
   g.tst_op = USC_TST_GZ;
   g.tst_type = USC_T_U32;
   g.tst_pwen = 1;
   g.is1 = USC_IS1_FT0;
   add_group(l, &g);
   for (unsigned k = 0; k < 2; k++) {
      g = usc_g_br(k ? USC_CC_NOTP0 : USC_CC_P0, USC_BPRED_CC, l->prog->n + 1);
      add_group(l, &g);
   }
}

/*
 * Adds an iteration as ditr if the core has it (usc_core.def), else returns false. Its fields hold numbers up to 252, the last
 * that can be direct; other coefficients are indexed in both forms.
 */
static bool add_ditr(struct linear *l, const struct usc_group *g)
{
   const bool persp = g->op[USC_BE] == USC_OP_FITRP;
   if (!(l->c->opt->features & USC_HAS_DITR) || g->kind != USC_MAIN || (!persp && g->op[USC_BE] != USC_OP_FITR))
      return false;
   struct usc_group d = usc_g_ditr(g->drc, g->src[3], g->src[0].index, persp ? g->src[2].index : 0, persp, g->count);
   d.mode = g->mode;
   d.bsat = g->bsat;
   d.it_cidx = g->src[0].idx;
   d.it_widx = persp ? g->src[2].idx : 0;
   d.cc = g->cc;
   add_round_trip(l);
   add_group(l, &d);
   add_round_trip(l);
   return true;
}

/* ---- parallel copies ----------------------------------------------------------------------------------------------------- */

static struct usc_group make_two_moves(struct usc_opd d0, struct usc_opd s0, struct usc_opd d1, struct usc_opd s1)
{
   struct usc_group g = usc_g_mov(d0, s0);
   g.op[USC_P1] = USC_OP_MBYP;
   g.src[3] = s1;
   g.dst[1] = d1;
   g.is5 = USC_FT1;
   return g;
}

static struct usc_opd copy_source(const struct usc_mir *c, const struct usc_instr *i, const struct cg_parcopy_step *st)
{
   return st->src >= CG_PARCOPY_EXTERNAL ? usc_copy_opd(c, &i->base.copies[st->src - CG_PARCOPY_EXTERNAL]) : usc_r(st->src);
}

/* Sets *g to the group of the first of `num` steps, and the second if that can share it; returns the number of its steps. */
static uint32_t copy_group(const struct usc_mir *c, const struct usc_instr *i, const struct cg_parcopy_step *st, uint32_t num,
                           struct usc_group *g)
{
   if (st->kind == CG_PARCOPY_SWAP) {
      *g = make_two_moves(usc_r(st->dst), usc_r(st->src), usc_r(st->src), usc_r(st->dst));
      return 1;
   }
   *g = usc_g_mov(usc_r(st->dst), copy_source(c, i, st));
   /* The second joins unless it reads what the first writes. */
   if (c->opt->sched == USC_SCHED_NONE || num < 2 || st[1].kind != CG_PARCOPY_MOVE || st[1].src == st->dst)
      return 1;
   const struct usc_opd first = copy_source(c, i, st), second = copy_source(c, i, &st[1]);
   const struct usc_group both = make_two_moves(usc_r(st->dst), first, usc_r(st[1].dst), second);
   if (usc_check(&both) != USC_V_OK)
      return 1;
   *g = both;
   return 2;
}

#define MAX_BACK 32 /* groups that a copy may move up */

/* Is the content of the register constant? */
static bool is_constant(const struct usc_mir *c, struct usc_opd o)
{
   uint32_t bits;
   return !o.idx && (o.bank == USC_SHARED || o.bank == USC_VTX || (o.bank == USC_COEFF && !usc_is_workgroup_memory(c, o)) ||
                     (o.bank == USC_SPECIAL && usc_constant_bits(o.index, &bits)));
}

static bool writes_reg(const struct usc_group *g, struct usc_opd o)
{
   return usc_same_reg(g->dst[0], o) || usc_same_reg(g->dst[1], o);
}

static bool reads_reg(const struct usc_group *g, struct usc_opd o)
{
   const unsigned slots = usc_group_reads(g);
   for (unsigned k = 0; k < 6; k++)
      if (slots >> k & 1 && g->src[k].bank == USC_TEMP && !g->src[k].idx &&
          o.index - g->src[k].index < usc_group_src_words(g, k))
         return true;
   return false;
}

/*
 * Joins a copy in the tail of block b with the last group of the block that has room for it, if no group from there on writes
 * its source or destination, and none after that one reads the destination. A copy does not move up past requests and waits.
 * Returns false if there is no such group.
 */
static bool join_group(struct linear *l, uint32_t b, const struct usc_group *move)
{
   struct usc_program *out = l->c->out;
   const uint32_t begin = l->c->label_at[cg_label(CG_AT_BODY, b)];
   const struct usc_opd src = move->src[0], dst = move->dst[0];
   const bool constant = is_constant(l->c, src);
   if (move->cc != USC_CC_PE || (!constant && (src.bank != USC_TEMP || src.idx)))
      return false;
   for (uint32_t k = l->prog->n, n = 0; k-- > begin && n < MAX_BACK; n++) {
      struct usc_group *g = &l->prog->g[k], both;
      if (g->kind == USC_CONTROL || usc_group_is_drc(g, NULL) || writes_reg(g, dst) || (!constant && writes_reg(g, src)))
         return false;
      if (usc_merge(g, move, &both) != USC_APART) {
         *g = both;
         for (unsigned u = 0; u < USC_GROUP_UNITS && l->c->opt->stalls; u++)
            out->stalls[k][u] = both.op[u] ? 0 : out->stalls[k][u];
         return true;
      }
      if (reads_reg(g, dst))
         return false;
   }
   return false;
}

static void add_copies(struct linear *l, uint32_t b, const struct usc_instr *i)
{
   struct usc_mir *c = l->c;
   if (l->prog->cap - l->prog->n < i->base.num_copies) /* at most one group for each copy */
      reserve(l, l->prog->n + l->prog->n / 4 + i->base.num_copies);
   const struct util_arena mark = c->p.ctx->arena;
   struct cg_parcopy_step *st;
   const uint32_t n = cg_sequence_copies(&c->p, l->a, &i->base, false, &st);
   for (uint32_t k = 0; k < n;) {
      struct usc_group g;
      const uint32_t num = copy_group(c, i, &st[k], n - k, &g);
      struct usc_group first = usc_g_mov(usc_r(st[k].dst), copy_source(c, i, &st[k]));
      first.cc = g.cc = i->g.cc;
      if (c->opt->sched != USC_SCHED_NONE && st[k].kind == CG_PARCOPY_MOVE && join_group(l, b, &first)) {
         k++;
         continue;
      }
      k += num;
      add_group(l, &g);
   }
   util_arena_release(c->p.ctx, &mark);
}

/* ---- moves of a register to itself --------------------------------------------------------------------------------------- */

/* Does unit P0 (0) or P1 (1) just move a register to itself? */
static bool moves_to_itself(const struct usc_group *g, unsigned unit)
{
   const struct usc_opd *src = &g->src[3 * unit];
   if (g->op[unit] != USC_OP_MBYP || src->mod || !usc_same_reg(g->dst[unit], *src) || g->is0 != 0 || g->is4 != USC_FT0)
      return false;
   return unit == 0 || g->is5 == USC_FT1;
}

/* Replaces *g by the other group if that is legal. */
static void replace_if_legal(struct usc_group *g, const struct usc_group *other)
{
   if (usc_check(other) == USC_V_OK)
      *g = *other;
}

/* Removes moves of a register to itself; false if nothing remains. */
static bool drop_moves(struct usc_group *g)
{
   if (!usc_only_p0_p1(g) || g->rpt > 1)
      return true;
   if (moves_to_itself(g, 1)) {
      struct usc_group one = *g;
      one.op[USC_P1] = USC_OP_NONE;
      one.src[3] = one.dst[1] = usc_none();
      one.is5 = 0;
      replace_if_legal(g, &one);
   }
   if (moves_to_itself(g, 0)) {
      if (!g->op[USC_P1])
         return false;
      if (g->is5 == USC_FT1) {
         struct usc_group one = usc_g_alu((enum usc_op)g->op[USC_P1], g->dst[1], g->src[3], g->src[4], g->src[5]);
         one.sat0 = g->sat1;
         one.lp0 = g->lp1;
         one.cc = g->cc;
         replace_if_legal(g, &one);
      }
   }
   return true;
}

/* ---- waits --------------------------------------------------------------------------------------------------------------- */

/* Swaps group k and the next one. */
static void swap_groups(struct linear *l, uint32_t k)
{
   struct usc_group *g = &l->prog->g[k];
   const struct usc_group first = g[0];
   g[0] = g[1];
   g[1] = first;
   if (l->c->opt->origins) {
      struct util_origin *o = &l->c->out->origins[k], last = o[1];
      o[1] = o[0];
      o[0] = last;
   }
   for (unsigned u = 0; u < USC_GROUP_UNITS && l->c->opt->stalls; u++) {
      uint16_t *y = &l->c->out->stalls[k + 1][u], *z = &l->c->out->stalls[k][u], t = *y;
      *y = *z;
      *z = t;
   }
}

/* Removes the last group. */
static void drop_last(struct linear *l)
{
   const uint32_t n = --l->prog->n;
   if (l->c->opt->origins)
      l->c->out->num_origins = n;
   if (l->c->opt->stalls)
      l->c->out->num_stalls = n;
}

static bool is_wdf(const struct usc_group *g) { return g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_WDF; }
static bool is_itrsmp(const struct usc_group *g) { return g->kind == USC_CONTROL && g->op[USC_CTRL] == USC_OP_ITRSMP; }

static bool is_iteration(const struct usc_group *g)
{
   return g->kind == USC_MAIN && (g->op[USC_BE] == USC_OP_FITR || g->op[USC_BE] == USC_OP_FITRP);
}

/*
 * Tries to remove a wait for counter drc that follows a wait for the other counter: if all its requests were issued before that
 * wait, they get the other counter, and the earlier wait covers them. As they are waited for earlier then, only iterations,
 * which take less time than other requests, may have more than one group between the waits. The feedback to the ISP keeps its
 * counter. Nothing is in flight where a body begins.
 */
static bool share_counter(const struct linear *l, uint32_t begin, unsigned drc)
{
   struct usc_group *g = l->prog->g;
   const uint32_t n = l->prog->n;
   uint32_t first = n, wait = n; /* the first request with counter drc; the wait for the other counter */
   bool quick = true;
   unsigned of;
   for (uint32_t k = n; k-- > begin;) {
      const bool waits = usc_group_waits(&g[k], &of);
      if (waits && of == drc)
         break;
      if (waits && first < n) /* this wait would cover them too */
         return false;
      if (waits && wait == n)
         wait = k;
      if (!usc_group_is_drc(&g[k], &of) || of != drc)
         continue;
      if (wait == n || usc_group_feeds_back(&g[k]))
         return false;
      first = k;
      quick &= is_iteration(&g[k]);
   }
   if (first == n || (wait + 2 < n && !quick))
      return false;
   for (uint32_t k = first; k < wait; k++)
      if (usc_group_is_drc(&g[k], &of))
         g[k].drc = !drc;
   return true;
}

/* If there is an itrsmp on the counter among the requests directly before a wait, it becomes the last of them and waits itself.
   It does not pass the feedback to the ISP, which discards pixels that its quads need. */
static bool wait_by_itrsmp(struct linear *l, uint32_t begin, unsigned drc)
{
   struct usc_group *g = l->prog->g;
   uint32_t k = l->prog->n;
   unsigned of;
   while (k > begin && usc_group_is_drc(&g[k - 1], &of) && !usc_group_feeds_back(&g[k - 1]) &&
          !(is_itrsmp(&g[k - 1]) && of == drc))
      k--;
   if (k == begin || !is_itrsmp(&g[k - 1]) || g[k - 1].it_sched)
      return false;
   for (; k < l->prog->n; k++)
      swap_groups(l, k - 1);
   g[k - 1].it_sched = USC_IT_SCHEDWDF;
   return true;
}

/* Returns whether other groups of block b make the wait redundant. It may change to a wait for the other counter. */
static bool drop_wait(struct linear *l, uint32_t b, struct usc_group *wait)
{
   const uint32_t begin = l->c->label_at[cg_label(CG_AT_BODY, b)];
   if (share_counter(l, begin, wait->drc)) {
      if (!is_wdf(&l->prog->g[l->prog->n - 1]))
         return true;
      drop_last(l);
      wait->drc = !wait->drc;
   }
   return wait_by_itrsmp(l, begin, wait->drc);
}

/* ---- the end of a vertex ------------------------------------------------------------------------------------------------- */

static bool is_backend(const struct usc_group *g, enum usc_op op)
{
   return g->kind == USC_MAIN && g->op[USC_BE] == op;
}

/* Is the group a repeated write of vertex inputs, which are constant? */
static bool is_repeated_input_write(const struct usc_group *g)
{
   return is_backend(g, USC_OP_UVSW_WRITE) && g->rpt > 1 && g->src[0].bank == USC_VTX;
}

/*
 * Joins the end of the wave with the write of a vertex output that is the last group of the body; false if it needs its own
 * group. It must be the first group of the tail. A repeated write of inputs, which cannot end the wave, moves before the last
 * write.
 */
static bool join_end_of_wave(struct linear *l, uint32_t b, bool first_of_tail)
{
   struct usc_prog *prog = l->prog;
   if (!prog->n)
      return false;
   if (prog->n >= 2 && is_repeated_input_write(&prog->g[prog->n - 1]) && prog->n - 2 >= l->c->label_at[cg_label(CG_AT_BODY, b)])
      swap_groups(l, prog->n - 2);
   struct usc_group g = prog->g[prog->n - 1];
   if (!is_backend(&g, USC_OP_UVSW_WRITE) || g.rpt > 1 || g.cc != USC_CC_PE || !first_of_tail || !l->c->p.blocks[b].body.n)
      return false;
   g.op[USC_BE] = USC_OP_UVSW_WRITE_EMIT_ENDTASK;
   g.end = 1;
   if (usc_check(&g) != USC_V_OK)
      return false;
   prog->g[prog->n - 1] = g;
   return true;
}

/* ---- the program --------------------------------------------------------------------------------------------------------- */

/* Replaces the virtual registers of the group by temporaries. */
static void place_operands(const struct linear *l, struct usc_group *g)
{
   for (unsigned k = 0; k < 6; k++)
      place_operand(l, &g->src[k]);
   for (unsigned k = 0; k < 2; k++)
      place_operand(l, &g->dst[k]);
}

/* Adds the accesses of spill code from instruction k of the list on that are one request; returns their number. */
static uint32_t add_accesses(struct linear *l, const struct cg_list *list, uint32_t k)
{
   const struct usc_instr *first = usc_instr_at(list, k);
   const unsigned num = usc_burst_length(l->c, l->a, list, k);
   struct usc_group g[USC_ACCESS_GROUPS];
   unsigned words = 0;
   l->c->from.span = first->base.span;
   for (unsigned j = 0; j < num; j++)
      words += usc_instr_at(list, k + j)->g.count;
   const unsigned n = usc_access_groups(l->c, l->a, first, words, &l->address, g);
   for (unsigned j = 0; j < n; j++) {
      place_operands(l, &g[j]);
      add_group(l, &g[j]);
      usc_note_stalls(l->c, first);
   }
   return num;
}

static void add_instr(struct linear *l, uint32_t b, const struct usc_instr *i, bool first_of_tail)
{
   struct usc_mir *c = l->c;
   const bool combine = c->opt->sched != USC_SCHED_NONE;
   c->from = cg_origin(&c->p, &i->base);
   if (i->base.kind == CG_COPIES) {
      add_copies(l, b, i);
      usc_note_stalls(c, NULL);
      return;
   }
   if (usc_is_handover(i))
      return;
   struct usc_group g = i->g;
   place_operands(l, &g);
   if (i->base.kind == CG_BRANCH)
      UTIL_PUSH(c->p.ctx, l->branches, l->num_branches, l->cap_branches, (struct branch){l->prog->n, i->base.label});
   if (combine && !drop_moves(&g))
      return;
   if (combine && is_wdf(&g) && drop_wait(l, b, &g))
      return;
   if (combine && is_backend(&g, USC_OP_UVSW_EMIT_ENDTASK) && join_end_of_wave(l, b, first_of_tail))
      return;
   if (is_itrsmp(&g)) {
      g.it_dest = (uint8_t)g.src[3].index;
      g.src[3] = usc_none();
   }
   if (!add_ditr(l, &g))
      add_group(l, &g);
   if (i->fenced) {
      struct usc_group fence = usc_g_idf(g.drc, g.src[g.sel_a]);
      fence.cc = g.cc;
      add_group(l, &fence);
   }
   usc_note_stalls(c, i);
}

static void add_list(struct linear *l, uint32_t b, const struct cg_list *list)
{
   for (uint32_t k = 0, end; k < list->n; k = end) {
      const struct usc_instr *i = usc_instr_at(list, k);
      end = k + 1;
      if (i->access) {
         end = k + add_accesses(l, list, k);
      } else {
         add_instr(l, b, i, k == 0 && list == &l->c->p.blocks[b].tail);
         usc_update_address(l->c, l->a, i, &l->address);
      }
      l->left -= end - k;
      for (uint32_t q = k; q < end && l->release; q++)
         usc_release(l->c, usc_instr_at(list, q));
   }
}

static void add_block(struct linear *l, uint32_t b)
{
   const struct cg_block *block = &l->c->p.blocks[b];
   l->c->label_at[cg_label(CG_AT_HEAD, b)] = l->prog->n;
   l->address.known = false;
   add_list(l, b, &block->head);
   l->c->label_at[cg_label(CG_AT_BODY, b)] = l->prog->n;
   l->address.known = false;
   add_list(l, b, &block->body);
   add_list(l, b, &block->tail);
}

void usc_linearise(struct usc_mir *c, const struct cg_assignment *a)
{
   struct linear l = {.c = c, .a = a, .prog = &c->out->prog};
   usc_join_masks(c, a);
   c->label_at = UTIL_ARRAY(c->p.ctx, uint32_t, CG_NUM_ENTRIES * (size_t)c->p.num_blocks + CG_NUM_ENTRIES);
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      l.left += c->p.blocks[b].head.n + c->p.blocks[b].body.n + c->p.blocks[b].tail.n;
   l.release = !c->opt->bound && usc_begin_release(c);
   usc_note_stalls(c, NULL);
   for (uint32_t b = 0; b < c->p.num_blocks; b++)
      add_block(&l, b);
   for (uint32_t k = 0; k < l.num_branches; k++)
      l.prog->g[l.branches[k].group].label = c->label_at[l.branches[k].label];
}
