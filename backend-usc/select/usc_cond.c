/* SPDX-License-Identifier: MIT */
/*
 * Conditions, selects, and clamps of indices. A select is one group if a routing of its operands is legal (usc_routing.c), else
 * two: one computes a boolean, the other selects by that.
 *
 * A boolean is 0 or 0xffffffff in a register. A comparison needs no register if all its readers are selects, branches or kills
 * that can do the test themselves; it is folded into them.
 */
#include "backend-usc/select/usc_cond.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/mir/usc_routing.h"
#include "backend-usc/select/pattern/usc_combine.h"
#include "backend-usc/select/usc_memory.h"

/* ---- selects ------------------------------------------------------------------------------------------------------------- */

/*
 * Replaces a comparison with zero by a test of one operand, which leaves FT1 and FTE to the arms, and exchanges the arms if
 * needed. Returns false if it is not such a comparison.
 */
static bool use_zero_test(struct usc_choice *s)
{
   const bool is_float = s->type == USC_T_F32, has_order = is_float || s->type == USC_T_S32;
   bool exchange = false, negate = false;
   uint32_t bits;
   if (!s->b.bank || !s->dst.bank || !usc_special_constant(s->b, &bits) || (bits != 0 && !(is_float && bits == 0x80000000u)))
      return false;
   if (s->op != USC_TST_E && s->op != USC_TST_NE && !has_order)
      return false;
   switch (s->op) {
   case USC_TST_E: s->op = USC_TST_Z; break;
   case USC_TST_NE: s->op = USC_TST_Z, exchange = true; break;
   case USC_TST_G: s->op = USC_TST_GZ; break;
   case USC_TST_GE: s->op = USC_TST_GEZ; break;
   /* a < 0 becomes -a > 0 for floats, !(a >= 0) for integers. */
   case USC_TST_L: s->op = is_float ? USC_TST_GZ : USC_TST_GEZ, negate = is_float, exchange = !is_float; break;
   case USC_TST_LE: s->op = is_float ? USC_TST_GEZ : USC_TST_GZ, negate = is_float, exchange = !is_float; break;
   default: return false;
   }
   if (negate)
      s->a = usc_neg(s->a);
   if (exchange)
      usc_exchange(&s->t, &s->f);
   s->b = usc_none();
   return true;
}

/* Sets *g to the group of a test of one operand, if it is not worse than that of the general test. */
static bool select_by_zero_test(const struct usc_choice *s, struct usc_group *g)
{
   struct usc_choice z = *s;
   struct usc_group general;
   if (!use_zero_test(&z) || !usc_select_group(&z, g))
      return false;
   /* A sign would prevent combining the operation that computes the operand. */
   return (!g->op[USC_P1] && z.a.mod == s->a.mod) || !usc_select_group(s, &general) || general.op[USC_P1];
}

/* Moves operands of the test that do not fit together to temporaries; false if that does not make one group. */
static bool select_by_temporaries(struct usc_selection *c, struct usc_choice *s, struct usc_group *g)
{
   struct usc_choice test = *s;
   test.dst = usc_none();
   if (usc_select_group(&test, g))
      return false; /* the test fits, the arms do not */
   test.a = s->a = usc_to_temp(c, s->a);
   if (s->b.bank && !usc_select_group(&test, g))
      s->b = usc_to_temp(c, s->b);
   return usc_select_group(s, g);
}

/* Emits a boolean and sets *g to the group that selects by it. */
static void select_by_boolean(struct usc_selection *c, const struct usc_choice *s, struct usc_group *g)
{
   const struct usc_opd cond = usc_temp(c);
   usc_emit_select(c, (struct usc_choice){cond, s->a, s->b, usc_c(USC_C_ALL), usc_c(0), s->op, s->type});
   struct usc_choice z = {.dst = s->dst, .a = cond, .t = s->f, .f = s->t, .op = USC_TST_Z, .type = USC_T_U32};
   if (usc_select_group(&z, g))
      return;
   z.f = usc_to_temp(c, z.f);
   if (usc_select_group(&z, g))
      return;
   z.t = usc_to_temp(c, z.t);
   UTIL_CHECK(c->ctx, usc_select_group(&z, g));
}

void usc_emit_select(struct usc_selection *c, struct usc_choice s)
{
   struct usc_group g;
   uint32_t bits;
   if (s.b.bank && usc_special_constant(s.a, &bits) && !usc_special_constant(s.b, &bits)) {
      usc_exchange(&s.a, &s.b);
      s.op = usc_test_exchanged(s.op);
   }
   if (!select_by_zero_test(&s, &g) && !usc_select_group(&s, &g) && !select_by_temporaries(c, &s, &g)) {
      UTIL_CHECK(c->ctx, s.dst.bank);
      if (usc_special_constant(s.t, &bits) && bits == UINT32_MAX && usc_special_constant(s.f, &bits) && bits == 0) {
         s.a = usc_to_temp(c, s.a);
         if (s.b.bank)
            s.b = usc_to_temp(c, s.b);
         UTIL_CHECK(c->ctx, usc_select_group(&s, &g));
      } else {
         select_by_boolean(c, &s, &g);
      }
   }
   usc_emit(c, g);
}

/* ---- clamps of indices --------------------------------------------------------------------------------------------------- */

/*
 * The sum index + entry wraps, as it must for arrays. For parameters and buffers, where it must not, the caller clamps the
 * index to first - entry .. and adds the entry afterwards.
 */
void usc_clamp_to(struct usc_selection *c, struct usc_opd dst, struct usc_opd index, uint32_t entry, uint32_t first,
                  uint32_t count)
{
   struct usc_opd t = index;
   if (entry) {
      t = c->opt->no_clamp ? dst : usc_temp(c);
      usc_emit(c, usc_g_iadd(t, index, usc_const(c->m, entry)));
   }
   if (c->opt->no_clamp) {
      if (!entry)
         usc_emit(c, usc_g_mov(dst, index));
      return;
   }
   struct usc_opd lo = usc_temp(c), f = usc_const(c->m, first), l = usc_const(c->m, first + count - 1);
   usc_emit_pick(c, lo, USC_TST_L, USC_T_S32, t, l);
   usc_emit_pick(c, dst, USC_TST_G, USC_T_S32, lo, f);
}

struct usc_opd usc_clamp(struct usc_selection *c, struct usc_opd index, uint32_t entry, uint32_t first, uint32_t count)
{
   if (c->opt->no_clamp && !entry)
      return index;
   struct usc_opd t = usc_temp(c);
   usc_clamp_to(c, t, index, entry, first, count);
   return t;
}

/*
 * If the conversion of the index is folded, one group compares the float and converts it: if the float is not below `last`, its
 * integer is not either. A NaN becomes 0, so the result is `last` if that is negative.
 */
void usc_emit_index_min(struct usc_selection *c, struct usc_opd dst, const struct ir_src *index, uint32_t last)
{
   if (!c->folded[index->val->id]) {
      const struct usc_opd n = usc_int_src(c, index);
      usc_emit_pick(c, dst, USC_TST_L, USC_T_S32, n, usc_const(c->m, last));
      return;
   }
   const struct usc_opd x = usc_in_slot(c, usc_value(c, index->val->def->src[0].val), 0);
   const struct usc_opd limit = usc_in_slot(c, usc_const(c->m, num_u((float)(int32_t)last)), 3);
   usc_emit(c, usc_g_pack_or(last >> 31 ? USC_TST_L : USC_TST_GE, dst, x, limit, usc_in_slot(c, usc_const(c->m, last), 2)));
}

struct usc_opd usc_clamp_index(struct usc_selection *c, const struct ir_src *index, uint32_t first, uint32_t count)
{
   if (c->opt->no_clamp)
      return usc_int_src(c, index);
   const struct usc_opd below = usc_temp(c), t = usc_temp(c);
   usc_emit_index_min(c, below, index, first + count - 1);
   usc_emit_pick(c, t, USC_TST_G, USC_T_S32, below, usc_const(c->m, first));
   return t;
}

/* ---- comparisons --------------------------------------------------------------------------------------------------------- */

bool usc_test_of(const struct ir_instr *i, enum usc_tst_op *op, enum usc_tst_type *type)
{
   switch (i->op) {
   case IR_flt: *op = USC_TST_L, *type = USC_T_F32; return true;
   case IR_fge: *op = USC_TST_GE, *type = USC_T_F32; return true;
   case IR_feq: *op = USC_TST_E, *type = USC_T_F32; return true;
   case IR_fne: *op = USC_TST_NE, *type = USC_T_F32; return true;
   case IR_ieq: *op = USC_TST_E, *type = USC_T_U32; return true;
   case IR_ine: *op = USC_TST_NE, *type = USC_T_U32; return true;
   case IR_ilt: *op = USC_TST_L, *type = USC_T_S32; return true;
   case IR_ige: *op = USC_TST_GE, *type = USC_T_S32; return true;
   case IR_ult: *op = USC_TST_L, *type = USC_T_U32; return true;
   case IR_uge: *op = USC_TST_GE, *type = USC_T_U32; return true;
   default: return false;
   }
}

bool usc_is_comparison(const struct ir_instr *i)
{
   enum usc_tst_op op;
   enum usc_tst_type type;
   return i && usc_test_of(i, &op, &type);
}

/* Is the source a constant that a select provides itself: 0, or 1.0 as an arm? */
static bool is_free_constant(const struct ir_src *s, bool arm)
{
   uint32_t bits;
   return usc_constant_src(s, &bits) && (bits == 0 || (arm && bits == NUM_ONE));
}

/* Would the select of this comparison be one group? It may have three different values besides constants 0 and 1.0. */
static bool arms_fit(const struct ir_instr *cmp, const struct ir_instr *sel)
{
   const struct ir_src *s[4] = {&cmp->src[0], &cmp->src[1], &sel->src[1], &sel->src[2]};
   unsigned n = 0;
   for (unsigned k = 0; k < 4; k++) {
      bool seen = is_free_constant(s[k], k >= 2);
      for (unsigned j = 0; j < k && !seen; j++)
         seen = ir_same_src(s[j], s[k]);
      n += !seen;
   }
   return n <= 3;
}

bool usc_emit_cond(struct usc_selection *c, const struct ir_src *cond, struct usc_opd dst, struct usc_opd t, struct usc_opd f)
{
   const struct ir_instr *d = cond->val->def;
   struct usc_choice s = {.dst = dst, .t = t, .f = f};
   if (!dst.bank && usc_combine_test(c, cond->val))
      return false;
   if (d && c->folded[cond->val->id] && usc_test_of(d, &s.op, &s.type)) {
      s.a = usc_src(c, d, 0);
      s.b = usc_src(c, d, 1);
      usc_emit_select(c, s);
      return false;
   }
   usc_emit_zero_select(c, dst, USC_T_U32, usc_value(c, cond->val), f, t);
   return !dst.bank;
}

bool usc_cond_to_tail(struct usc_selection *c, const struct ir_src *cond)
{
   const uint32_t before = c->m->p.blocks[c->cur].body.n;
   c->index.near_block = 0; /* the tail loads the index register itself */
   usc_set_origin(c, c->m->from.span, cond, 1);
   const bool inverted = usc_emit_cond_to_p0(c, cond);
   usc_set_origin(c, c->m->from.span, NULL, 0);
   usc_move_to_tail(c, before);
   c->index.near_block = 0;
   return inverted;
}

/* ---- selects on one condition -------------------------------------------------------------------------------------------- */

#define MAX_CHOICES 16

/* Can the value be computed in the register of the result: is it in a register of its own, which nothing else reads? */
static bool is_free_arm(const struct usc_selection *c, const struct ir_src *s)
{
   const struct ir_instr *d = s->val->def;
   if (s->neg || s->abs || c->uses[s->val->id] != 1)
      return false;
   return d->op != IR_const && d->op != IR_undef && d->op != IR_load_param && d->op != IR_mov &&
          (d->op != IR_load_input || (c->s->stage == IR_STAGE_FRAGMENT && d->attr[2] != INTERP_FLAT));
}

/* If the group of a select can compute the arm: the halves of a group that this saves, else 0. */
static unsigned computed_by_select(const struct usc_selection *c, const struct ir_src *s, const struct ir_block *b)
{
   const struct ir_instr *d = s->val->def;
   if (s->neg || s->abs || d->block != b || c->uses[s->val->id] != 1)
      return 0;
   switch (d->op) {
   case IR_fadd:
   case IR_fmul:
   case IR_fmad:
   case IR_fcanon:
   case IR_ffloor: return 1;
   case IR_iadd:
   case IR_isub:
   case IR_ineg:
   case IR_iabs:
   case IR_imul:
   case IR_imad: return 2;
   default: return 0;
   }
}

/* If the group of the select can write the output that is its only reader: the halves of a group that this saves, else 0. */
static unsigned written_by_select(const struct usc_selection *c, const struct ir_instr *sel)
{
   unsigned seen = 0;
   for (const struct ir_instr *q = sel->next; q && c->uses[sel->dst[0]->id] == 1 && ++seen < 64; q = q->next)
      if (q->op == IR_store_output && q->src[0].val == sel->dst[0])
         return c->s->stage != IR_STAGE_FRAGMENT ? 2 : usc_frt_is_whole(c->opt->frt[0]);
   return 0;
}

/*
 * Are moves better for the n selects, and which arm is kept? Counts halves of groups: a select is a group, whatever it
 * computes. A move, or the operation that replaces it, is half a group; moves of the kept arm are needed only if it cannot be
 * computed in the register of the result. The test is a group.
 */
static bool are_moves_better(const struct usc_selection *c, const struct ir_instr *const *sel, unsigned n, unsigned *kept)
{
   const struct ir_instr *cmp = sel[0]->src[0].val->def;
   unsigned computed[2] = {0}, free_arms[2] = {0}, fit = 0, written = 0;
   for (unsigned k = 0; k < n; k++) {
      for (unsigned arm = 1; arm < 3; arm++) {
         computed[arm - 1] += computed_by_select(c, &sel[k]->src[arm], sel[k]->block);
         free_arms[arm - 1] += is_free_arm(c, &sel[k]->src[arm]);
      }
      written += written_by_select(c, sel[k]);
      fit += !usc_is_comparison(cmp) || arms_fit(cmp, sel[k]);
   }
   *kept = free_arms[0] > free_arms[1] ? 1 : 2;
   const unsigned moved = n - free_arms[*kept - 1], by_moves = 2 + n + n % 2 + moved + moved % 2,
                  by_selects = 2 * n + (fit < n ? 2 : 0);
   const unsigned other = computed[2 - *kept];
   return by_moves + written + computed[*kept - 1] + (other > n ? other - n : 0) < by_selects;
}

void usc_plan_selects(struct usc_selection *c)
{
   if (c->opt->sched == USC_SCHED_NONE || !ir_may_have(c->s, IR_sel))
      return;
   for (uint32_t at = 0; at < c->lists.num_ops; at++) {
      const struct ir_instr *i = c->lists.ops[at];
      const struct ir_instr *sel[MAX_CHOICES], *q = i;
      unsigned n = 0, kept;
      for (; i->op == IR_sel && q && n < MAX_CHOICES; q = q->next) {
         if (q->op == IR_const || (q->ndst && !c->uses[q->dst[0]->id] && q->op != IR_tex))
            continue;
         if (q->op != IR_sel || q->sat != IR_SAT_NONE || q->dst[0]->width != 32 || c->combined[q->dst[0]->id] ||
             q->src[0].val != i->src[0].val)
            break;
         sel[n++] = q;
      }
      if (n < 2 || !are_moves_better(c, sel, n, &kept))
         continue;
      struct usc_choices *k = UTIL_NEW(c->ctx, struct usc_choices);
      if (!c->choices)
         c->choices = UTIL_ARRAY(c->ctx, const struct usc_choices *, c->num_values);
      *k = (struct usc_choices){sel[0], sel[n - 1], kept};
      for (unsigned m = 0; m < n; m++)
         c->choices[sel[m]->dst[0]->id] = k;
      while (c->lists.ops[at] != sel[n - 1])
         at++;
   }
}

void usc_emit_choices(struct usc_selection *c, const struct usc_choices *k)
{
   for (const struct ir_instr *i = k->first; i != k->last->next; i = i->next)
      if (i->op == IR_sel && usc_choices_of(c, i->dst[0]) == k)
         usc_emit(c, usc_g_mov(c->val[i->dst[0]->id], usc_move_src(c, &i->src[k->kept])));
   const bool inverted = usc_emit_cond_to_p0(c, &k->first->src[0]);
   for (const struct ir_instr *i = k->first; i != k->last->next; i = i->next)
      if (i->op == IR_sel && usc_choices_of(c, i->dst[0]) == k) {
         struct usc_group g = usc_g_mov(c->val[i->dst[0]->id], usc_move_src(c, &i->src[3 - k->kept]));
         g.cc = inverted == (k->kept == 2) ? USC_CC_NOTP0 : USC_CC_P0;
         usc_emit(c, g);
      }
}

void usc_fold_comparisons(struct usc_selection *c)
{
   struct ir_shader *s = c->s;
   uint32_t *good = UTIL_ARRAY(c->ctx, uint32_t, c->num_values);
   for (uint32_t n = 0; n < c->lists.num_ops; n++) {
      const struct ir_instr *i = c->lists.ops[n];
      const struct ir_value *v = i->op == IR_sel || i->op == IR_kill ? i->src[0].val : NULL;
      if (v && usc_is_comparison(v->def) &&
          (i->op == IR_kill || usc_choices_of(c, i->dst[0]) || ir_used_once(c->uses, v) || arms_fit(v->def, i)))
         good[v->id]++;
   }
   ir_foreach_block (s, b)
      if (b->term == IR_TERM_IF && usc_is_comparison(b->cond.val->def))
         good[b->cond.val->id]++;
   for (uint32_t v = 0; v < s->num_values; v++)
      c->folded[v] = good[v] && good[v] == c->uses[v];
   util_discard(c->ctx, good, sizeof *good * c->num_values);
}
