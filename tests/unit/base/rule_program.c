/* SPDX-License-Identifier: MIT */
/* See rule_program.h. */
#include "tests/unit/base/rule_program.h"

#include <math.h>

#include "ir/interp.h"

const uint32_t rule_special[RULE_SPECIALS] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001,
    1,          0x80000001, 0x807fffff, 0x00800000, 0x80800001, 0x7f7fffff, 0xff7fffff, 0x3f7fffff, 0x3f800001,
    0xbf7fffff, 0xbf800001, 0x40000000, 0xc0000000, 0x3f000000, 0xbf000000, 0x33800000, 0x4b000000, 0xcb000001,
    0x4f000000, 0xcf000000, 0x40490fdb, 2,          31,         32,         0xffffffff, 0x7fffffff, 0x00ff00ff,
};

struct drawing {
   const struct pass_rule *rule;
   struct ir_shader *s;
   struct ir_builder b;
   struct util_rng *rng;
   unsigned width; /* of X */
   struct ir_src var[RULE_MAX_VARS], constant[RULE_MAX_CONSTS];
   bool plain[RULE_MAX_VARS]; /* the variable is the operand of a source that takes no modifiers */
   unsigned inputs;
   bool fails;
};

static unsigned below(struct drawing *d, unsigned n)
{
   return util_rng_below(d->rng, n);
}

static uint32_t random_const(struct drawing *d)
{
   static const float floats[] = {0, 1, -1, 2, 0.5f, -0.5f, 3, -0.0f, 0.25f, 1.442695f};
   const uint32_t r = util_rng_u32(d->rng);

   if (d->rule->tolerance > 0)
      return below(d, 2) ? num_u(floats[r % 10]) : num_u((float)((int)(r % 2001) - 1000) / 256);
   switch (below(d, 7)) {
   case 0: return rule_special[r % RULE_SPECIALS];
   case 1: return r % 35;
   case 2: return num_u(floats[r % 10]);
   case 3: return 1u << r % 32;
   case 4: return (1u << r % 32) - (r >> 8 & 1);
   case 5: return ~0u << r % 32;
   default: return r;
   }
}

static struct ir_src input(struct drawing *d)
{
   const uint32_t attr[4] = {d->inputs++ % RULE_INPUTS, 0, 0};

   return ir_use(ir_emit(&d->b, IR_load_input, 32, 0, NULL, attr)->dst[0]);
}

static struct ir_src saturated(struct drawing *d, enum ir_op op, unsigned nsrc, struct ir_src x)
{
   const struct ir_src src[2] = {x, x};
   struct ir_instr *i = ir_emit(&d->b, op, 32, nsrc, src, NULL);

   i->sat = IR_SAT_01;
   return ir_use(i->dst[0]);
}

/* A word with some known bits. */
static struct ir_src word(struct drawing *d)
{
   static const uint32_t masks[] = {1, 0xff, 0xffff, 0xffffff, 0x7fffffff};
   struct ir_builder *b = &d->b;
   struct ir_src x = input(d);

   /* The rules are tolerant only for everyday numbers. */
   switch (below(d, 18) + (d->rule->tolerance > 0 ? 18 : 0)) {
   case 0: return ir_expr_imm(b, IR_iand, x, masks[below(d, 5)]);
   case 1: return ir_expr_imm(b, IR_ushr, x, below(d, 32));
   case 2: return saturated(d, IR_fcanon, 1, x);
   case 3: return saturated(d, IR_fmul, 2, x);
   case 4: return ir_expr1(b, IR_fcanon, x);
   case 5: return ir_expr2(b, IR_fmul, x, x);
   case 6: return ir_expr1(b, IR_u2f, x);
   case 7: return ir_expr1(b, IR_fexp2, ir_neg(ir_abs(x)));
   case 8: return ir_expr3(b, IR_sel, ir_expr_imm(b, IR_ine, x, 0), ir_imm(b, NUM_ONE), ir_imm(b, 0));
   case 9: return ir_expr_imm(b, IR_fmax, x, below(d, 2) ? 0 : NUM_ONE | 1u << 31);
   case 10: return ir_expr_imm(b, IR_fmin, x, below(d, 2) ? 0 : NUM_ONE);
   case 11: return ir_expr1(b, IR_mov, ir_abs(x));
   default: return x;
   }
}

static struct ir_src variable(struct drawing *d, unsigned n, unsigned width)
{
   struct ir_builder *b = &d->b;
   struct ir_src *v = &d->var[n];

   if (v->val)
      return *v;
   if (width == 1) {
      *v = ir_expr_imm(b, IR_ine, input(d), 0);
   } else if (width == 16) {
      const struct ir_src x = input(d);
      const uint32_t attr[4] = {0};
      *v = ir_use(ir_emit(b, IR_unpack2h, 16, 1, &x, attr)->dst[0]);
   } else {
      *v = word(d);
      v->neg = !d->plain[n] && below(d, 3) == 0;
      v->abs = !d->plain[n] && below(d, 6) == 0;
   }
   return *v;
}

static struct ir_src constant(struct drawing *d, unsigned width, uint32_t bits)
{
   return ir_use(ir_const(&d->b, width, bits & ir_width_mask(width)));
}

static struct ir_src draw(struct drawing *d, const struct pass_rule_node *n, unsigned width, struct ir_instr **made);

static struct ir_src draw_op(struct drawing *d, const struct pass_rule_node *n, unsigned width, struct ir_instr **made)
{
   const struct ir_op_info *info = &ir_op_info[n->op];
   const unsigned result = ir_kind_width(info->dst[0]);
   struct ir_src src[3];
   unsigned num = 0;

   if (result && width && result != width)
      d->fails = true;
   for (; num < 3 && n->src[num]; num++) {
      const unsigned w = ir_kind_width(ir_src_kind((enum ir_op)n->op, num));
      src[num] = draw(d, n->src[num], w ? w : !result && width ? width : d->width, NULL);
   }
   if ((info->flags & IR_F_COMM || (d->rule->when != RULE_EXACT && (n->op == IR_fmin || n->op == IR_fmax))) && below(d, 2)) {
      const struct ir_src x = src[0];
      src[0] = src[1];
      src[1] = x;
   }
   for (unsigned k = 0; k < num; k++) {
      if (src[k].neg || src[k].abs)
         d->fails |= !ir_src_float((enum ir_op)n->op, k);
   }
   const uint32_t attr[4] = {n->index};
   struct ir_instr *i = ir_emit(&d->b, (enum ir_op)n->op, src[num - 1].val->width, num, src, attr);
   i->sat = n->sat;
   if (made)
      *made = i;
   return ir_use(i->dst[0]);
}

static struct ir_src draw(struct drawing *d, const struct pass_rule_node *n, unsigned width, struct ir_instr **made)
{
   struct ir_src s;

   switch (n->kind) {
   case RULE_VAR: return variable(d, n->index, width);
   case RULE_CONST:
      if (!d->constant[n->index].val)
         d->constant[n->index] = constant(d, width, random_const(d));
      return d->constant[n->index];
   case RULE_BITS: return constant(d, width, n->bits);
   case RULE_FLOAT: return constant(d, width, num_u(n->value));
   case RULE_ONES: return constant(d, width, UINT32_MAX);
   case RULE_NEG: return ir_neg(draw(d, n->src[0], width, NULL));
   case RULE_ABS: return ir_abs(draw(d, n->src[0], width, NULL));
   case RULE_IS:
      s = draw(d, n->src[1], width, NULL);
      d->var[n->src[0]->index] = s;
      return s;
   default: return draw_op(d, n, width, made);
   }
}

/* Marks the variables that are operands of sources without modifiers. */
static void find_plain(struct drawing *d, const struct pass_rule_node *n, bool plain)
{
   if (n->kind == RULE_VAR)
      d->plain[n->index] |= plain;
   else if (n->kind == RULE_OP)
      for (unsigned k = 0; k < 3 && n->src[k]; k++)
         find_plain(d, n->src[k], !ir_src_float((enum ir_op)n->op, k) || (n->op == IR_sel && d->width != 32));
   else
      for (unsigned k = 0; k < 2 && n->src[k]; k++)
         find_plain(d, n->src[k], plain);
}

struct ir_shader *rule_left_side(struct util_ctx *ctx, const struct pass_rule *r, num_m m, unsigned width, struct util_rng *rng,
                                 struct ir_instr **root)
{
   struct ir_shader *s = ir_shader_new(ctx, IR_STAGE_VERTEX, m);
   struct drawing d = {.rule = r, .s = s, .rng = rng, .width = width};
   struct ir_block *b = ir_block_new(s);

   ir_block_append(s, b);
   b->term = IR_TERM_RETURN;
   d.b = ir_at_end(s, b);
   find_plain(&d, r->left, true);
   draw(&d, r->left, 0, root);
   if (d.fails)
      return NULL;
   if (!r->left->sat && ir_op_info[r->left->op].flags & IR_F_FRES && below(&d, 3) == 0)
      (*root)->sat = (uint8_t)(1 + below(&d, 2));
   return s;
}

void rule_compile(struct rule_program *p, const struct ir_shader *s, const struct ir_src *result)
{
   uint8_t *at = ir_scratch_raw((struct ir_shader *)s, 3, s->num_values, 1);

   p->num = s->num;
   p->num_steps = 0;
   ir_foreach_instr (s->blocks[0], i) {
      if (!i->ndst || p->num_steps == RULE_MAX_STEPS)
         continue;
      struct rule_step *t = &p->step[p->num_steps];
      *t = (struct rule_step){.op = i->op, .sat = i->sat, .nsrc = (uint8_t)i->nsrc, .attr = (uint8_t)i->attr[0]};
      t->mask = ir_width_mask(i->dst[0]->width);
      t->bits = i->attr[0];
      for (uint32_t k = 0; k < i->nsrc; k++) {
         t->src[k] = at[i->src[k].val->id];
         t->neg[k] = i->src[k].neg;
         t->abs[k] = i->src[k].abs;
      }
      at[i->dst[0]->id] = (uint8_t)p->num_steps++;
   }
   p->result = at[result->val->id];
}

static uint32_t step_value(const struct rule_program *p, const struct rule_step *t, const uint32_t in[RULE_INPUTS],
                           const uint32_t v[3])
{
   switch (t->op) {
   case IR_const: return t->bits;
   case IR_load_input: return in[t->attr];
   case IR_unpack2h: return v[0] >> (t->attr ? 16 : 0);
   default: return ir_eval((enum ir_op)t->op, p->num, v);
   }
}

static void note(double *magnitude, double v)
{
   v = fabs(v);
   if (isnan(v) || v > *magnitude)
      *magnitude = isnan(v) ? INFINITY : v;
}

uint32_t rule_run(const struct rule_program *p, const uint32_t in[RULE_INPUTS], double *magnitude)
{
   uint32_t value[RULE_MAX_STEPS] = {0}, v[3] = {0};

   for (unsigned n = 0; n < p->num_steps; n++) {
      const struct rule_step *t = &p->step[n];
      for (unsigned k = 0; k < t->nsrc; k++) {
         v[k] = value[t->src[k]];
         if (t->abs[k])
            v[k] &= 0x7fffffffu;
         if (t->neg[k])
            v[k] ^= 0x80000000u;
      }
      value[n] = ir_eval_sat(p->num, (enum ir_sat)t->sat, step_value(p, t, in, v)) & t->mask;
      if (magnitude && ir_op_info[t->op].flags & IR_F_FRES && (value[n] & 0x7f800000u) == 0x7f800000u)
         *magnitude = INFINITY;
      if (magnitude && (t->op == IR_fadd || t->op == IR_fmad)) {
         note(magnitude, num_f(v[t->op == IR_fmad ? 2 : 0]));
         note(magnitude, t->op == IR_fmad ? (double)num_f(v[0]) * num_f(v[1]) : num_f(v[1]));
      }
   }
   if (magnitude)
      note(magnitude, num_f(value[p->result]));
   return value[p->result];
}

bool rule_is_float(const struct pass_rule_node *n)
{
   if (n->kind == RULE_OP && ir_op_info[n->op].exact == IR_EXACT_MODEL)
      return true;
   for (unsigned k = 0; k < 3 && n->src[k]; k++)
      if (rule_is_float(n->src[k]))
         return true;
   return false;
}
