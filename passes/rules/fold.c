/* SPDX-License-Identifier: MIT */
/* See fold.h. */
#include "passes/rules/fold.h"

#include "ir/uses.h"

static uint32_t use_count(struct fold *f, const struct ir_value *v)
{
   if (!f->uses) {
      f->uses = IR_SCRATCH(f->s, 1, uint32_t, f->s->num_values);
      ir_count_uses(f->s, f->uses);
   }
   return f->uses[v->id];
}

/* Notes that a value had several readers, some of which may vanish with dead code. */
static bool note_shared(struct fold *f, bool shared)
{
   f->context->had_multiple_uses |= shared;
   return shared;
}

bool fold_used_once(struct fold *f, const struct ir_value *v)
{
   return !note_shared(f, v->id >= f->num_old || use_count(f, v) != 1);
}

/* True if a rule may invert the select. All selects of one condition must be alike, because inverted ones give another result
   for a NaN. */
static bool may_turn(const struct ir_instr *sel)
{
   const struct ir_instr *test = sel->src[0].val->def;

   return !sel->invariant && test->nsrc && !(sel->src[1].neg && sel->src[1].val == test->src[0].val) &&
          sel->src[1].val->def->op != IR_const && sel->src[2].val->def->op != IR_const;
}

bool fold_only_chooses(struct fold *f, const struct ir_value *v)
{
   if (v->id >= f->num_old)
      return false;
   if (use_count(f, v) == 1) /* by the caller's select */
      return true;
   if (!f->choices) {
      f->choices = IR_SCRATCH(f->s, 2, uint32_t, f->s->num_values);
      ir_foreach_block (f->s, b)
         ir_foreach_instr (b, i)
            if (i->op == IR_sel && i->src[0].val->def->block == b && may_turn(i))
               f->choices[i->src[0].val->id]++;
   }
   return !note_shared(f, use_count(f, v) != f->choices[v->id]);
}

void fold_note_use(struct fold *f, const struct ir_value *v)
{
   if (f->uses && v->id < f->num_old)
      f->uses[v->id]++;
}

bool fold_to_const(struct ir_instr *i, uint32_t bits)
{
   i->op = IR_const; /* not noted, because no pass asks if there are constants */
   i->nsrc = 0;
   i->sat = IR_SAT_NONE;
   i->attr[0] = bits & ir_width_mask(i->dst[0]->width);
   return true;
}

bool fold_to_op(struct fold *f, struct ir_instr *i, enum ir_op op, unsigned nsrc, struct ir_src a, struct ir_src b)
{
   if (nsrc > i->nsrc)
      i->src = UTIL_ARRAY(f->s->ctx, struct ir_src, nsrc);
   i->op = (uint8_t)op;
   ir_note_op(f->s, op);
   i->nsrc = nsrc;
   i->src[0] = a;
   if (nsrc > 1)
      i->src[1] = b;
   return true;
}

bool fold_to_value(struct fold *f, struct ir_instr *i, struct ir_src src)
{
   if (src.neg || src.abs)
      return fold_to_op(f, i, IR_mov, 1, src, src);
   if (!f->to)
      f->to = IR_SCRATCH(f->s, 0, struct ir_src, f->num_old);
   f->to[i->dst[0]->id] = src;
   return true;
}

bool fold_to_sel(struct fold *f, struct ir_instr *i, struct ir_src cond, struct ir_src t, struct ir_src e)
{
   if (i->nsrc < 3)
      i->src = UTIL_ARRAY(f->s->ctx, struct ir_src, 3);
   i->op = IR_sel;
   ir_note_op(f->s, IR_sel);
   i->nsrc = 3;
   i->sat = IR_SAT_NONE;
   i->src[0] = cond;
   i->src[1] = t;
   i->src[2] = e;
   return true;
}

struct ir_src fold_const(struct fold *f, struct ir_instr *before, unsigned width, uint32_t bits)
{
   struct ir_builder b = ir_before(f->s, before);

   return ir_use(ir_const(&b, width, bits));
}
