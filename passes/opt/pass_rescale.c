/* SPDX-License-Identifier: MIT */
/*
 * Multiplies a common factor of several products by their constant once.
 *
 *    %3 = fmul %a, %s                           %2 = fmul %s, 2.0
 *    %4 = fmul %b, %s                     ->    %6 = fmad %a, %2, %x
 *    %6 = fmad %3, 2.0, %x                      %7 = fmad %b, %2, %y
 *    %7 = fmad %4, 2.0, %y
 *
 * If the other readers of %s are maxima with 0 that are multiplied by parameters, only %2 stays (rebase()). Powers of two round
 * nothing; only a factor close to the greatest float may overflow, or one close to 0 no longer vanish, and GL requires no more
 * than 2^32 (version 2.1, 2.1.1). Other constants need -ffp=fast. Saturated and invariant instructions are not split, nor are
 * values with other readers or of other blocks. Linear.
 */
#include "passes/pass.h"

#include "ir/match.h"
#include "ir/uses.h"

struct rescaling {
   struct ir_shader *s;
   struct ir_instr **found; /* instructions that multiply a product by a constant, in program order */
   uint32_t num_found, cap_found;
   uint32_t *uses;
   uint32_t num_old; /* number of values at the start of the pass */
   bool any; /* any constant is allowed, not only powers of two */
   bool progress;
};

/* The instruction of the block that computes the source, if nothing else reads its result and it may be split, else NULL. */
static struct ir_instr *splittable_def(const struct rescaling *r, const struct ir_block *b, const struct ir_src *src,
                                       enum ir_op op)
{
   struct ir_instr *d = src->val->def;

   return d->op == op && d->block == b && src->val->id < r->num_old && ir_used_once(r->uses, src->val) && !d->sat &&
                  !d->invariant && !src->abs
              ? d
              : NULL;
}

/* ---- products by a constant ---------------------------------------------------------------------------------------------- */

/* A factor shared by several products with one constant. */
struct scaled {
   uint32_t constant, count;
   struct ir_value *product; /* factor times constant, once it is computed, and its block */
   struct ir_block *block;
};

static bool is_power_of_two(uint32_t bits)
{
   return !(bits & 0x807fffffu) && bits > 0x30000000u && bits < 0x4e000000u;
}

/* True if the instruction multiplies a product by a constant. */
static bool scales(const struct rescaling *r, const struct ir_instr *i, uint32_t *bits)
{
   return (i->op == IR_fmul || i->op == IR_fmad) && i->src[0].val->def->op == IR_fmul && !i->invariant &&
          ir_src_const(&i->src[1], bits) && (r->any || is_power_of_two(*bits));
}

static void find_scaled(struct rescaling *r)
{
   uint32_t bits;

   ir_foreach_block (r->s, b)
      ir_foreach_instr (b, i)
         if (scales(r, i, &bits))
            UTIL_PUSH(r->s->ctx, r->found, r->num_found, r->cap_found, i);
}

/* The product that may be split, or NULL. */
static struct ir_instr *scaled_product(const struct rescaling *r, const struct ir_instr *i, uint32_t *bits)
{
   return scales(r, i, bits) ? splittable_def(r, i->block, &i->src[0], IR_fmul) : NULL;
}

static void count_scaled(struct rescaling *r, struct scaled *by)
{
   uint32_t bits;

   for (uint32_t n = 0; n < r->num_found; n++) {
      const struct ir_instr *p = scaled_product(r, r->found[n], &bits);
      for (unsigned k = 0; p && k < 2 && (!k || p->src[1].val != p->src[0].val); k++) {
         struct scaled *f = &by[p->src[k].val->id];
         f->count = f->count && f->constant == bits && p->src[k].val->def->op != IR_const ? f->count + 1 : 1;
         f->constant = bits;
      }
   }
}

static void scale_factors(struct rescaling *r, struct scaled *by)
{
   uint32_t bits;

   for (uint32_t n = 0; n < r->num_found; n++) {
      struct ir_instr *i = r->found[n], *p = scaled_product(r, i, &bits);
      if (!p)
         continue;
      const unsigned k = by[p->src[1].val->id].count > by[p->src[0].val->id].count;
      struct scaled *f = &by[p->src[k].val->id];
      if (f->count < 2 || f->constant != bits || (p->src[k].abs && bits >> 31))
         continue;
      if (f->block != i->block) {
         struct ir_builder at = ir_before(r->s, p);
         f->product = ir_op2(&at, IR_fmul, ir_use(p->src[k].val), ir_imm(&at, bits));
         f->block = i->block;
      }
      i->src[1] = ir_compose(p->src[k], ir_use(f->product));
      i->src[0] = ir_compose(i->src[0], p->src[!k]);
      ir_remove(p);
      r->progress = true;
   }
}

/* ---- one of two multiples ------------------------------------------------------------------------------------------------ */

/*
 * A factor and its product by a power of two are both live if the factor has other readers. If those are maxima with 0 that are
 * multiplied by parameters, they read the product instead, and the pre-shader divides the parameters. Example: in a reflection
 * the factor s appears doubled, and s is also a diffuse term.
 */
struct rebase {
   struct rescaling *r;
   struct scaled *by;
   uint32_t *owner; /* by value: 1 + the factor of which it is the maximum, 0 if it is not one */
   bool *other;     /* by value: true for a factor that has other readers */
   struct ir_instr **todo; /* maxima and their products, in program order */
   uint32_t num_todo, cap_todo;
};

static bool is_parameter(const struct ir_src *src)
{
   return src->val->def->op == IR_load_param && !src->val->def->nsrc;
}

/* The source of a maximum with 0 that is not the 0; -1 if the instruction is another one or cannot read a multiple. */
static int maximum_of(const struct ir_instr *i)
{
   uint32_t bits;

   if (i->op != IR_fmax || i->sat || i->invariant)
      return -1;
   for (int k = 0; k < 2; k++)
      if (ir_src_const(&i->src[!k], &bits) && !bits)
         return k;
   return -1;
}

static void queue_instr(struct rebase *q, struct ir_instr *i)
{
   if (!q->num_todo || q->todo[q->num_todo - 1] != i)
      UTIL_PUSH(q->r->s->ctx, q->todo, q->num_todo, q->cap_todo, i);
}

static void note_reader(struct rebase *q, struct ir_instr *i, unsigned k)
{
   const uint32_t id = i->src[k].val->id;

   if (id >= q->r->num_old || (!q->owner[id] && !q->by[id].product)) /* most values */
      return;
   const uint32_t owner = q->owner[id];
   const struct scaled *f = &q->by[id];
   const bool product = k < 2 && (i->op == IR_fmul || i->op == IR_fmad);
   if (owner && (i->invariant || !product || !is_parameter(&i->src[!k])))
      q->other[owner - 1] = true;
   if (owner && product)
      queue_instr(q, i);
   if (!f->product || i == f->product->def)
      return;
   if (maximum_of(i) == (int)k && i->dst[0]->id < q->r->num_old) {
      q->owner[i->dst[0]->id] = id + 1;
      queue_instr(q, i);
   } else {
      q->other[id] = true;
   }
}

static bool can_rebase(const struct rebase *q, uint32_t id, const struct ir_block *b)
{
   const struct scaled *f = &q->by[id];
   return !q->other[id] && f->block == b && is_power_of_two(f->constant);
}

/* Moves the product to just after its factor, so that maxima can read it. */
static void rebase_instr(struct rebase *q, struct ir_instr *i)
{
   struct ir_shader *s = q->r->s;
   const int m = maximum_of(i);

   if (m >= 0 && i->dst[0]->id < q->r->num_old && q->owner[i->dst[0]->id]) {
      struct ir_value *factor = i->src[m].val;
      const struct scaled *f = &q->by[factor->id];
      if (factor->def->block != i->block || factor->def->op == IR_phi || !can_rebase(q, factor->id, i->block)) {
         q->owner[i->dst[0]->id] = 0;
         return;
      }
      struct ir_builder at = ir_after(s, factor->def);
      f->product->def->src[1] = ir_imm(&at, f->constant);
      ir_remove(f->product->def);
      ir_insert(&at, f->product->def);
      i->src[m].val = f->product;
      q->r->progress = true;
      return;
   }
   for (unsigned k = 0; k < 2 && (i->op == IR_fmul || i->op == IR_fmad); k++) {
      const uint32_t id = i->src[k].val->id, owner = id < q->r->num_old ? q->owner[id] : 0;
      if (!owner)
         continue;
      struct ir_builder at = ir_before(s, i);
      i->src[!k] = ir_expr2(&at, IR_fmul, i->src[!k], ir_imm(&at, (254u << 23) - q->by[owner - 1].constant));
   }
}

static void rebase(struct rescaling *r, struct scaled *by)
{
   struct rebase q = {.r = r, .by = by};

   q.owner = IR_SCRATCH(r->s, 2, uint32_t, r->s->num_values);
   q.other = IR_SCRATCH(r->s, 3, bool, r->s->num_values);
   ir_foreach_block (r->s, b)
      ir_foreach_instr (b, i)
         for (unsigned k = 0; k < i->nsrc; k++)
            note_reader(&q, i, k);
   for (uint32_t n = 0; n < q.num_todo; n++)
      rebase_instr(&q, q.todo[n]);
   util_discard(r->s->ctx, q.todo, q.cap_todo * sizeof *q.todo);
}

static bool rescale(struct ir_shader *s, const struct pass_context *context, bool any)
{
   struct rescaling r = {.s = s, .num_old = s->num_values, .any = any};

   if (!ir_may_have(s, IR_fmul))
      return false;
   find_scaled(&r);
   if (r.num_found > 1) {
      r.uses = IR_SCRATCH(s, 0, uint32_t, s->num_values);
      ir_count_uses(s, r.uses);
      struct scaled *by = IR_SCRATCH(s, 1, struct scaled, s->num_values);
      count_scaled(&r, by);
      scale_factors(&r, by);
      if (context->costs && r.progress)
         rebase(&r, by);
   }
   util_discard(s->ctx, r.found, r.cap_found * sizeof *r.found);
   return r.progress;
}

bool pass_rescale(struct ir_shader *s, struct pass_context *context)
{
   return rescale(s, context, false);
}

bool pass_rescale_any(struct ir_shader *s, struct pass_context *context)
{
   return rescale(s, context, true);
}
