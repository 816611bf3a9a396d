/* SPDX-License-Identifier: MIT */
/* Lowering of any language: values that are not cached, and the start and end of a shader. See fe_lower.h. */
#include "ir/cfg.h"
#include "ir/match.h"
#include "frontend/common/fe_flow.h"

void fe_lower_begin(struct fe_lower *f, struct util_ctx *ctx, struct ir_shader *s)
{
   f->ctx = ctx;
   f->s = s;
   f->flow.loop = f->flow.sub = FE_NONE;
   for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
      for (unsigned c = 0; c < 4; c++)
         f->out.array[slot][c] = FE_NONE;
      f->out.range[slot] = (struct fe_slot_range){slot, 1};
   }
   fe_block_start(f, ir_block_new(s), true);
}

void fe_lower_end(struct fe_lower *f)
{
   fe_block_close(f, IR_TERM_RETURN, NULL);
   util_discard(f->ctx, f->cache.stored, f->cache.cap_stored * sizeof *f->cache.stored);
   util_discard(f->ctx, f->cache.array, f->cache.cap_arrays * sizeof *f->cache.array);
   ir_cfg_update(f->s);
}

struct ir_src fe_bit(struct fe_lower *f, unsigned v) { return ir_use(ir_const(&f->b, 1, v)); }

/* Tests whether a factor is 0. */
static struct ir_src has_zero(struct fe_lower *f, struct ir_src a, struct ir_src b)
{
   struct ir_src zero = fe_imm(f, 0), x = fe_op2(f, IR_feq, a, zero);

   return ir_same_src(&a, &b) ? x : fe_op2(f, IR_ior, x, fe_op2(f, IR_feq, b, zero));
}

struct ir_src fe_mul(struct fe_lower *f, struct ir_src a, struct ir_src b)
{
   struct ir_src p, t;

   if (!f->zero_wins)
      return fe_op2(f, IR_fmul, a, b);
   t = has_zero(f, a, b);
   p = fe_op2(f, IR_fmul, a, b);
   return fe_sel(f, t, fe_imm(f, 0), p);
}

struct ir_src fe_mad(struct fe_lower *f, struct ir_src a, struct ir_src b, struct ir_src c)
{
   if (f->zero_wins) {
      struct ir_src t = has_zero(f, a, b), zero = fe_imm(f, 0);

      a = fe_sel(f, t, zero, a);
      b = fe_sel(f, t, zero, b);
   }
   return fe_op3(f, IR_fmad, a, b, c);
}

/* True if the definition of the value shows that it is not a NaN. */
static bool is_number(const struct ir_src *s)
{
   const struct ir_instr *d = s->val->def;
   uint32_t bits;

   if (ir_src_const(s, &bits))
      return !num_isnan(bits);
   if ((d->op == IR_fmin || d->op == IR_fmax) && ir_src_const(&d->src[1], &bits)) /* the result of number_wins */
      return !num_isnan(bits);
   return d->sat || d->op == IR_i2f || d->op == IR_u2f;
}

/*
 * fmin and fmax give b if an operand is a NaN, or, with NUM_MINMAX_NUMBER, the number. Nothing else is needed if b is not a
 * NaN. A constant becomes b if the operands may be exchanged, which they may if a tie means equal bits.
 */
static struct ir_src number_wins(struct fe_lower *f, enum ir_op op, struct ir_src a, struct ir_src b)
{
   const bool knows = f->s->num->minmax == NUM_MINMAX_NUMBER || is_number(&b);
   uint32_t bits;
   struct ir_src r;

   if (!knows && ir_src_const(&a, &bits) && !num_isnan(bits) && (bits & FE_INFINITY))
      return fe_op2(f, op, b, a);
   r = fe_op2(f, op, a, b);
   return knows ? r : fe_sel(f, fe_op2(f, IR_fne, b, b), a, r);
}

struct ir_src fe_min_number(struct fe_lower *f, struct ir_src a, struct ir_src b) { return number_wins(f, IR_fmin, a, b); }
struct ir_src fe_max_number(struct fe_lower *f, struct ir_src a, struct ir_src b) { return number_wins(f, IR_fmax, a, b); }

/*
 * The op that defines the value can saturate its result for free. That is done only if the op belongs to the source instruction
 * being lowered, because nothing else reads its result then. Other values need a canonicalising copy.
 */
struct ir_src fe_saturate(struct fe_lower *f, struct ir_src v, enum ir_sat sat)
{
   struct ir_instr *def = v.val->def;

   if (!v.neg && !v.abs && (ir_op_info[def->op].flags & IR_F_FRES) && def->sat == IR_SAT_NONE && v.val->id >= f->first_value) {
      def->sat = (uint8_t)sat;
      return v;
   }
   v = fe_op1(f, IR_fcanon, v);
   v.val->def->sat = (uint8_t)sat;
   return v;
}

unsigned fe_first_same(const struct ir_src v[4], uint8_t mask, unsigned c)
{
   unsigned k = 0;

   while (k < c && !((mask >> k & 1) && ir_same_src(&v[k], &v[c])))
      k++;
   return k;
}

struct ir_src fe_floor_to_int(struct fe_lower *f, struct ir_src v)
{
   v = fe_op1(f, IR_ffloor, v);
   return fe_op1(f, IR_f2i, v);
}

struct ir_src fe_round_to_f16(struct fe_lower *f, struct ir_src v)
{
   v = fe_op1(f, IR_f2h, v);
   return fe_op1(f, IR_h2f, v);
}

struct ir_src fe_clamp_index(struct fe_lower *f, struct ir_src v, uint32_t n)
{
   v = fe_op2(f, IR_imax, v, fe_imm(f, 0));
   return fe_op2(f, IR_imin, v, fe_imm(f, n - 1));
}

struct fe_index fe_index_sum(struct fe_lower *f, struct fe_index i)
{
   if (i.reg.val && i.constant)
      i = (struct fe_index){0, fe_op2(f, IR_iadd, i.reg, fe_imm(f, i.constant))};
   return i;
}

struct ir_src fe_buffer_load(struct fe_lower *f, const struct fe_buffer *b, struct fe_index i, unsigned word)
{
   /* The attributes of the IR instruction count words. */
   const uint32_t attr[4] = {b->buffer, (b->first + i.constant) * b->words + word, b->first * b->words, b->length * b->words};

   if (i.reg.val && b->words == 4) {
      i.reg = fe_clamp_index(f, i.reg, b->length);
      i.reg = fe_op2(f, IR_shl, i.reg, fe_imm(f, 2));
   }
   return ir_use(ir_emit(&f->b, IR_load_buffer, 32, i.reg.val ? 1 : 0, &i.reg, attr)->dst[0]);
}
