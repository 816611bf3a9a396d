/* SPDX-License-Identifier: MIT */
/*
 * Constant folding, exact identities, and the algebraic rules of rules.def.
 *
 *    %3 = iadd %1, 0                                 uses of %3 read %1
 *    %6 = flt %r, 0; %7 = fne %r, %r                 (see relation.h)
 *    %8 = ior %6, %7; ... condition-code logic  ->   %9 = feq %r, 0
 *    %5 = ine (sel %c, -1, 0), 0                     uses of %5 read %c
 *    %5 = fadd 1.0, -(sel %c, 1.0, 0.0)        ->   %5 = sel %c, 0.0, 1.0
 *    %5 = iand (sel %c, -1, 0), %x              ->   %5 = sel %c, %x, 0
 *    load_param entry=2 (iadd %x, 3)            ->   load_param entry=5 %x, if %x is small
 *    load_param entry=2 3                       ->   load_param entry=5
 *    %5 = f2i (ftrunc %x)                       ->   %5 = f2i %x; of fround: f2i_near %x
 *
 * Every rule keeps every bit under every number model; a rule for float arithmetic needs an operand in known form (results of
 * arithmetic are flushed and have the canonical NaN). An instruction is rewritten in place, or its result is replaced by an
 * older value; dead code elimination removes instructions without readers. One walk in program order: linear.
 */
#include "passes/pass.h"

#include "ir/cfg.h"
#include "ir/interp.h"
#include "ir/match.h"
#include "passes/rules/known.h"
#include "passes/rules/length.h"
#include "passes/rules/rules.h"

/* ---- rules */

/* Folds an instruction whose sources are all constant. */
static bool evaluate(struct fold *f, struct ir_instr *i)
{
   uint32_t v[3] = {0, 0, 0}, r;

   if (i->nsrc > 3)
      return false;
   for (uint32_t k = 0; k < i->nsrc; k++)
      if (!ir_src_const(&i->src[k], &v[k]))
         return false;
   if (ir_op_info[i->op].has_eval)
      r = ir_eval((enum ir_op)i->op, f->s->num, v);
   else if (i->op == IR_unpack2h)
      r = v[0] >> (i->attr[0] ? 16 : 0);
   else if (i->op == IR_ddx || i->op == IR_ddy)
      r = num_fadd(f->s->num, v[0], v[0] ^ 0x80000000u);
   else
      return false;
   return fold_to_const(i, ir_eval_sat(f->s->num, (enum ir_sat)i->sat, r));
}

/* Evaluates a function of constants and of selects between constants that all have one condition: r[1] is the result if the
   condition holds, r[0] if not. *single is true if nothing else reads the selects. Returns false for any other instruction. */
static bool evaluate_selects(struct fold *f, const struct ir_instr *i, struct ir_value **cond, uint32_t r[2], bool *single)
{
   uint32_t v[2][3] = {{0}};

   *cond = NULL;
   *single = true;
   if (!ir_op_info[i->op].has_eval || i->op == IR_sel || i->op == IR_mov)
      return false;
   for (uint32_t k = 0; k < i->nsrc; k++) {
      const struct ir_instr *d = i->src[k].val->def;
      uint32_t bits, x, y;

      if (ir_src_const(&i->src[k], &bits)) {
         v[0][k] = v[1][k] = bits;
      } else if (d->op == IR_sel && ir_src_const(&d->src[1], &x) && ir_src_const(&d->src[2], &y) &&
                 (!*cond || *cond == d->src[0].val)) {
         *cond = d->src[0].val;
         v[1][k] = ir_eval_mods(&i->src[k], x);
         v[0][k] = ir_eval_mods(&i->src[k], y);
         *single &= fold_used_once(f, i->src[k].val);
      } else {
         return false;
      }
   }
   for (unsigned k = 0; k < 2; k++)
      r[k] = ir_eval_sat(f->s->num, (enum ir_sat)i->sat, ir_eval((enum ir_op)i->op, f->s->num, v[k])) &
             ir_width_mask(i->dst[0]->width);
   return *cond;
}

/* Replaces such a function by a constant or by one select between its results; a 1-bit function becomes the condition or its
   complement. */
static bool fold_selects(struct fold *f, struct ir_instr *i)
{
   struct ir_value *cond;
   uint32_t r[2];
   bool single;

   if (!evaluate_selects(f, i, &cond, r, &single))
      return false;
   struct ir_src c = ir_use(cond);
   const unsigned width = i->dst[0]->width;
   if (r[1] == r[0])
      return fold_to_const(i, r[0]);
   if (width == 1)
      return r[1] ? fold_to_value(f, i, c) : fold_to_op(f, i, IR_inot, 1, c, c);
   if (!single)
      return false;
   struct ir_src yes = fold_const(f, i, width, r[1]);
   return fold_to_sel(f, i, c, yes, fold_const(f, i, width, r[0]));
}

/* True if the source is a select between the constants `yes` and `no`, in either order, that has no other reader. */
static bool is_choice(struct fold *f, const struct ir_src *src, uint32_t yes, uint32_t no)
{
   const struct ir_instr *d = ir_src_def(src, IR_sel);

   return d && fold_used_once(f, src->val) &&
          ((ir_src_is(&d->src[1], yes) && ir_src_is(&d->src[2], no)) ||
           (ir_src_is(&d->src[1], no) && ir_src_is(&d->src[2], yes)));
}

/*
 * Folds an operation on a select between two constants, where one constant gives the other operand and the other one a constant
 * result, into a select. `keep` is the constant that gives the other operand, `drop` the one that gives `result`.
 */
static bool choose_operand(struct fold *f, struct ir_instr *i, uint32_t keep, uint32_t drop, uint32_t result)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *choice = &i->src[k], other = i->src[!k];

      if (!is_choice(f, choice, keep, drop) || other.val == choice->val)
         continue;
      const struct ir_instr *d = choice->val->def;
      struct ir_src c = d->src[0], r = fold_const(f, i, i->dst[0]->width, result);
      return ir_src_is(&d->src[1], keep) ? fold_to_sel(f, i, c, other, r) : fold_to_sel(f, i, c, r, other);
   }
   return false;
}

/* Finds a shift that is an operand of an "or" or "xor" whose other operand has none of the wanted bits set, else NULL. Only
   whole bytes: a word rotated by another amount may serve several fields as it is. */
static struct ir_instr *part_with(const struct ir_value *v, enum ir_op shift, uint32_t wanted, uint32_t *n)
{
   const struct ir_instr *d = v->def;

   for (unsigned k = 0; (d->op == IR_ior || d->op == IR_ixor) && k < 2; k++) {
      struct ir_instr *part = d->src[!k].val->def;
      if (part->op == shift && ir_src_const(&part->src[1], n) && *n < 32 && *n % 8 == 0 &&
          !(ir_maybe_ones(d->src[k].val, 3) & wanted))
         return part;
   }
   return NULL;
}

/* Simplifies the extraction of bits from a word: operations that do not reach these bits, and masks, are skipped. A left shift
   followed by a longer right shift becomes one shift. */
static bool fold_field(struct fold *f, struct ir_instr *i, uint32_t mask)
{
   struct ir_src *a = &i->src[0];
   const struct ir_instr *shift = ir_src_def(a, IR_ushr);
   struct ir_instr *part;
   uint32_t n, m;

   if (!(ir_maybe_ones(a->val, 4) & ~mask))
      return fold_to_value(f, i, *a);
   if (!shift) {
      part = part_with(a->val, IR_ushr, mask, &m);
      if (part)
         *a = ir_use(part->dst[0]);
      return part;
   }
   if (!ir_src_const(&shift->src[1], &n) || n >= 32 || (n && mask >> (32 - n)))
      return false;
   part = part_with(shift->src[0].val, IR_shl, mask << n, &m);
   if (!part || m > n)
      return false;
   struct ir_builder b = ir_before(f->s, i);
   *a = n > m ? ir_expr_imm(&b, IR_ushr, part->src[0], n - m) : part->src[0];
   return true;
}

/* Logic on words: bit fields, and selects between all ones and zero. */
static bool fold_logic(struct fold *f, struct ir_instr *i)
{
   const uint32_t ones = ir_width_mask(i->dst[0]->width);
   uint32_t bits;

   if (i->dst[0]->width == 1)
      return false;
   if (i->op == IR_iand && i->dst[0]->width == 32 && ir_src_const(&i->src[1], &bits) && fold_field(f, i, bits))
      return true;
   return i->op == IR_ixor ? false : i->op == IR_iand ? choose_operand(f, i, ones, 0, 0) : choose_operand(f, i, 0, ones, ones);
}

/* True for a select between 0.0 and 1.0, the result of set instructions (SLT, SGE, ...). */
static bool is_truth(const struct ir_src *src)
{
   const struct ir_instr *d = ir_src_def(src, IR_sel);

   return d && (ir_src_is(&d->src[1], 0) || ir_src_is(&d->src[1], NUM_ONE)) &&
          (ir_src_is(&d->src[2], 0) || ir_src_is(&d->src[2], NUM_ONE));
}

/* On truth values 0.0 and 1.0, products and minima are "and"; maxima and saturated sums are "or". */
static bool fold_truth(struct fold *f, struct ir_instr *i)
{
   if (i->nsrc != 2 || !is_truth(&i->src[0]) || !is_truth(&i->src[1]))
      return false;
   switch (i->op) {
   case IR_fmul:
   case IR_fmin: return choose_operand(f, i, NUM_ONE, 0, 0);
   case IR_fmax: return choose_operand(f, i, 0, NUM_ONE, NUM_ONE);
   case IR_fadd: return i->sat && choose_operand(f, i, 0, NUM_ONE, NUM_ONE);
   default: return false;
   }
}

/*
 * min(max(x, 0), 1) is a saturation: for NaN, a negative denormal or zero of either sign, the maximum gives its second operand.
 * In the other order NaN would become 1, so it is not folded.
 */
static bool fold_clamp(struct fold *f, struct ir_instr *i)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *d = ir_src_def(&i->src[k], IR_fmax);
      if (!d || i->sat || !ir_src_is(&i->src[!k], NUM_ONE) || !ir_src_is(&d->src[1], 0))
         continue;
      i->sat = IR_SAT_01;
      return fold_to_op(f, i, IR_fcanon, 1, d->src[0], d->src[0]);
   }
   return false;
}

/*
 * A conversion to an integer of a rounded value: the conversion itself can round toward zero or to the nearest. A floor can be
 * dropped only before a conversion to unsigned: floor differs from truncation only below zero, where a saturating conversion
 * gives 0 either way.
 */
static bool fold_convert(struct fold *f, struct ir_instr *i)
{
   const struct ir_src a = i->src[0];
   const struct ir_instr *d = a.val->def;

   if (d->sat)
      return false;
   if (d->op == IR_fround)
      i->op = i->op == IR_f2i ? IR_f2i_near : IR_f2u_near;
   else if (d->op == IR_ffloor) {
      if (i->op != IR_f2u || a.neg || a.abs || !f->s->num->f2i_saturate)
         return false;
   } else if (d->op != IR_ftrunc) {
      return false;
   }
   i->src[0] = ir_compose(a, d->src[0]);
   ir_note_op(f->s, (enum ir_op)i->op);
   return true;
}

static bool fold_canon(struct fold *f, struct ir_instr *i)
{
   struct ir_src a = i->src[0];
   struct ir_instr *d = a.val->def;

   if (a.neg || a.abs || !pass_known_canonical(f->s->num, &a))
      return false;
   if (!i->sat)
      return fold_to_value(f, i, a);
   if (d->sat == i->sat)
      return fold_to_value(f, i, a);
   /* The saturation of a move is applied by the operation that computes its source, if nothing else reads that source. */
   if (!d->sat && a.val->def->block == i->block && fold_used_once(f, a.val)) {
      d->sat = i->sat;
      d->invariant |= i->invariant;
      return fold_to_value(f, i, a);
   }
   return false;
}

/* A phi of equal constants becomes a constant after the phis. */
static bool fold_phi(struct fold *f, struct ir_instr *i)
{
   uint32_t bits;

   if (!i->nsrc || !ir_src_const(&i->src[0], &bits))
      return false;
   for (uint32_t k = 1; k < i->nsrc; k++)
      if (!ir_equal_src(&i->src[0], &i->src[k]))
         return false;
   struct ir_builder b = ir_after(f->s, i);
   while (b.after->next && b.after->next->op == IR_phi)
      b.after = b.after->next;
   return fold_to_value(f, i, ir_use(ir_const(&b, i->dst[0]->width, bits)));
}

/* Logic on comparisons of the same two operands becomes one comparison: see relation.h. */
static bool fold_relation(struct fold *f, struct ir_instr *i)
{
   struct pass_relation r = pass_relation_of(f->rel, i);
   struct pass_relation_op op;

   if (r.kind != REL_NONE) {
      if (!i->tmp) {
         i->tmp = f->num_rel;
         UTIL_PUSH(f->s->ctx, f->rel, f->num_rel, f->cap_rel, r);
      }
      f->rel[i->tmp] = r;
   } else {
      i->tmp = 0;
   }
   if (r.kind != REL_NONE && pass_relation_is_const(&r))
      return fold_to_const(i, r.mask != 0);
   if (r.kind == REL_NONE || (i->op != IR_iand && i->op != IR_ior && i->op != IR_ixor && i->op != IR_inot && i->op != IR_sel))
      return false;
   if (pass_relation_single(&r, false, &op))
      return fold_to_op(f, i, op.op, 2, op.a, op.b);
   if (i->op != IR_inot && pass_relation_single(&r, true, &op)) {
      struct ir_builder b = ir_before(f->s, i);
      struct ir_src c = ir_use(ir_op2(&b, op.op, op.a, op.b));
      return fold_to_op(f, i, IR_inot, 1, c, c);
   }
   return false;
}

/* Folds a constant index of a parameter or buffer word into the access. */
static bool fold_constant_index(struct ir_instr *i, uint32_t *entry)
{
   const uint32_t first = i->attr[2], count = i->attr[3];
   uint32_t bits;

   if (!count || !ir_src_const(&i->src[0], &bits))
      return false;
   const int64_t at = ir_relative_place(i, bits), last = (int64_t)first + count - 1;
   *entry = at < first ? first : at > last ? (uint32_t)last : (uint32_t)at;
   i->attr[2] = *entry;
   i->attr[3] = 1;
   i->nsrc = 0;
   return true;
}

/* Moves a constant summand of an index into the base of the access, if nothing can wrap. */
static bool fold_index(struct fold *f, struct ir_instr *i)
{
   const bool array = i->op == IR_array_load;
   uint32_t *entry = &i->attr[i->op == IR_load_param ? 0 : 1], bits;

   if ((!array && i->op != IR_load_param && i->op != IR_load_buffer) || !i->nsrc)
      return false;
   if (!array && fold_constant_index(i, entry))
      return true;
   const struct ir_instr *d = ir_src_def(&i->src[0], IR_iadd);
   const uint32_t first = array ? 0 : i->attr[2], count = array ? f->s->arrays[i->attr[0]].length : i->attr[3];
   if (!d || !ir_src_const(&d->src[1], &bits) || bits >= count || *entry < first || *entry - first >= count - bits ||
       ir_upper_bound(d->src[0].val, 6) >> 30)
      return false;
   *entry += bits;
   i->src[0] = d->src[0];
   return true;
}

/* Folds a component of a constant parameter. */
static bool fold_param(struct fold *f, struct ir_instr *i)
{
   if (i->op != IR_load_param || i->nsrc || i->attr[0] >= f->s->num_params || f->s->params[i->attr[0]].cls != PARAM_CONST)
      return false;
   return fold_to_const(i, f->s->params[i->attr[0]].value[i->attr[1] & 3]);
}

/* Rules for a single op. */
static bool fold_kind(struct fold *f, struct ir_instr *i)
{
   uint32_t bits;

   switch (i->op) {
   case IR_sel: return ir_src_const(&i->src[0], &bits) && fold_to_value(f, i, bits ? i->src[1] : i->src[2]);
   case IR_iand:
   case IR_ior:
   case IR_ixor: return fold_logic(f, i);
   case IR_f2i:
   case IR_f2u: return fold_convert(f, i);
   case IR_fmin: return fold_clamp(f, i);
   case IR_fcanon: return fold_canon(f, i);
   default: return false;
   }
}

static bool fold_instr(struct fold *f, struct ir_instr *i)
{
   uint32_t bits;

   if (ir_op_info[i->op].flags & (IR_F_LOAD | IR_F_READ)) {
      const bool other = fold_index(f, i);
      return fold_param(f, i) || other;
   }
   if (i->op == IR_phi)
      return fold_phi(f, i);
   if (!i->nsrc || i->op == IR_tex)
      return false;
   const struct pass_rule_features has = pass_rule_features(i);
   if (has.classes & PASS_RULE_CLASS(IR_const)) {
      if (has.classes == PASS_RULE_CLASS(IR_const) && evaluate(f, i))
         return true;
      if ((ir_op_info[i->op].flags & IR_F_COMM) && ir_is_const(i->src[0].val, &bits) && !ir_is_const(i->src[1].val, &bits)) {
         struct ir_src a = i->src[0];
         i->src[0] = i->src[1];
         i->src[1] = a;
      }
   }
   const bool reads_sel = has.classes & PASS_RULE_CLASS(IR_sel);
   if ((reads_sel && fold_selects(f, i)) || pass_rules_apply(f, i, &has) || (reads_sel && fold_truth(f, i)))
      return true;
   return fold_kind(f, i) || (i->dst[0]->width == 1 && fold_relation(f, i));
}

/* Folds the square of a length that is 1. */
static bool fold_length(struct ir_instr *i)
{
   return pass_is_unit_square(i) && fold_to_const(i, NUM_ONE);
}

/* Rules that are not exact; see enum pass_rule_when. */
static bool fold_inexact(struct fold *f, struct ir_instr *i, enum pass_rule_when when)
{
   if (f->rules[i->op].first) {
      const struct pass_rule_features has = pass_rule_features(i);
      if (pass_rules_apply(f, i, &has))
         return true;
   }
   return when == RULE_FAST && fold_length(i);
}

/* Repeats the rules for one instruction a few times, because each may make another one applicable. */
static bool fold_rounds(struct fold *f, struct ir_instr *i, enum pass_rule_when when)
{
   int round = 0;

   while (round < 4 && (when == RULE_EXACT ? fold_instr(f, i) : fold_inexact(f, i, when))) {
      round++;
      for (uint32_t k = 0; k < i->nsrc; k++)
         fold_note_use(f, i->src[k].val);
      if (f->to && f->to[i->dst[0]->id].val)
         break;
   }
   return round;
}

static bool redirect(struct fold *f, struct ir_src *src)
{
   if (!f->to || src->val->id >= f->num_old || !f->to[src->val->id].val)
      return false;
   src->val = f->to[src->val->id].val;
   fold_note_use(f, src->val);
   return true;
}

static bool walk(struct ir_shader *s, struct pass_context *context, enum pass_rule_when when)
{
   struct fold f = {.s = s, .context = context, .rules = pass_rule_lists(s->ctx, context, when), .num_old = s->num_values};
   bool progress = false;

   UTIL_PUSH(s->ctx, f.rel, f.num_rel, f.cap_rel, (struct pass_relation){0});
   /* An entry of `to` is never replaced itself, so one lookup is enough. */
   ir_foreach_block (s, b) {
      ir_foreach_instr_safe (b, i) {
         for (uint32_t k = 0; f.to && k < i->nsrc; k++)
            progress |= redirect(&f, &i->src[k]);
         if (i->ndst && i->dst[0]->width == 1)
            i->tmp = 0;
         /* Instructions without sources and constants that the pass created cannot be folded. */
         if (i->nsrc && i->ndst == 1 && i->dst[0]->id < f.num_old)
            progress |= fold_rounds(&f, i, when);
      }
      if (b->term == IR_TERM_IF)
         progress |= redirect(&f, &b->cond);
   }
   /* Values read by phis over back edges are defined later, so the walk did not replace them. */
   for (uint32_t n = 0; f.to && n < s->num_blocks; n++)
      if (ir_is_header(s->blocks[n]))
         ir_foreach_phi (s->blocks[n], i)
            for (uint32_t k = 0; k < i->nsrc; k++)
               progress |= redirect(&f, &i->src[k]);
   util_discard(s->ctx, f.rel, f.cap_rel * sizeof *f.rel);
   return progress;
}

bool pass_const_fold(struct ir_shader *s, struct pass_context *context)
{
   context->had_multiple_uses = false;
   return walk(s, context, RULE_EXACT);
}

bool pass_gl_rules(struct ir_shader *s, struct pass_context *context)
{
   return walk(s, context, RULE_GL);
}

bool pass_fast_rules(struct ir_shader *s, struct pass_context *context)
{
   return walk(s, context, RULE_FAST);
}
