/* SPDX-License-Identifier: MIT */
/*
 * Products in another order, where that takes fewer instructions.
 *
 *    %3 = fmul %a, %s                           %6 = fmul %a, %x
 *    %4 = fmul %b, %s                     ->    %7 = fmad %b, %y, %6
 *    %6 = fmul %3, %x                           %8 = fmul %7, %s
 *    %8 = fmad %4, %y, %6
 *
 *    %3 = fmul %a, %s                           %2 = fmul %s, 2.0
 *    %4 = fmul %b, %s                     ->    %6 = fmad %a, %2, %x
 *    %6 = fmad %3, 2.0, %x                      %7 = fmad %b, %2, %y
 *    %7 = fmad %4, 2.0, %y
 *
 * The first is the dot product of a vector that is scaled for it alone, as vectors are to length 1; the second a scaled vector that
 * is scaled again by a constant. Where %s is read by maxima with 0 for parameters, too, only %2 stays (rebase()). Inexact: other values are rounded, and may leave the range of numbers. Neither saturated nor
 * invariant instructions are taken apart, nor values with other readers or of other blocks. Linear.
 */
#include "passes/pass.h"

#include "ir/match.h"
#include "ir/uses.h"

struct reassociation {
   struct ir_shader *s;
   uint32_t *uses;
   uint32_t num_old; /* values that the program had at the start */
   bool progress;
};

/* The instruction that computes the source in the block, if nothing else reads its result and it may be taken apart. */
static struct ir_instr *part(const struct reassociation *r, const struct ir_block *b, const struct ir_src *src, enum ir_op op)
{
   struct ir_instr *d = src->val->def;

   return d->op == op && d->block == b && src->val->id < r->num_old && ir_used_once(r->uses, src->val) && !d->sat && !d->invariant &&
          !src->abs ? d : NULL;
}

/* ---- a common factor of a sum of products -------------------------------------------------------------------------------- */

#define MAX_TERMS 8

struct term {
   struct ir_instr *i;       /* fmul or fmad: i->src[0] * i->src[1] (+ the other terms) */
   struct ir_instr *half[2]; /* by source: the product that it reads, if it may be taken apart */
};

/* Does the term have the factor in source k? *of gets the source of that product that it is. */
static bool has_factor(const struct term *t, unsigned k, const struct ir_src *factor, unsigned *of)
{
   for (*of = 0; t->half[k] && *of < 2; ++*of)
      if (ir_same_src(&t->half[k]->src[*of], factor))
         return true;
   return false;
}

static bool find_factor(const struct term *t, const struct ir_src *factor, unsigned *k, unsigned *of)
{
   for (*k = 0; *k < 2; ++*k)
      if (has_factor(t, *k, factor, of))
         return true;
   return false;
}

static bool is_common(const struct term *t, unsigned n, const struct ir_src *factor)
{
   unsigned k, of;

   for (unsigned q = 0; q < n; q++)
      if (!find_factor(&t[q], factor, &k, &of))
         return false;
   return true;
}

/* The sum without the factor is computed in front of its last instruction, which becomes the product with it. */
static void take_out(struct reassociation *r, const struct term *t, unsigned n, struct ir_src factor)
{
   unsigned k, of;

   for (unsigned q = 0; q < n; q++) {
      find_factor(&t[q], &factor, &k, &of);
      struct ir_instr *product = t[q].half[k];
      t[q].i->src[k] = ir_compose(t[q].i->src[k], product->src[!of]);
      ir_remove(product);
   }
   struct ir_instr *root = t[0].i;
   struct ir_builder b = ir_before(r->s, root);
   root->src[0] = ir_use(ir_emit(&b, (enum ir_op)root->op, 32, root->nsrc, root->src, NULL)->dst[0]);
   root->src[1] = factor;
   root->op = IR_fmul;
   root->nsrc = 2;
   r->progress = true;
}

static void factor_out(struct reassociation *r, struct ir_block *b, struct ir_instr *root)
{
   struct term t[MAX_TERMS];
   unsigned n = 0;

   for (struct ir_instr *i = root; i && n < MAX_TERMS;) {
      t[n].i = i;
      for (unsigned k = 0; k < 2; k++)
         t[n].half[k] = part(r, b, &i->src[k], IR_fmul);
      if (t[n].half[0] == t[n].half[1])
         t[n].half[1] = NULL;
      if (!t[n].half[0] && !t[n].half[1])
         return;
      n++;
      if (i->op == IR_fmul)
         break;
      struct ir_src *rest = &i->src[2];
      i = part(r, b, rest, IR_fmad);
      if (!i && !rest->neg)
         i = part(r, b, rest, IR_fmul);
      if (!i || rest->neg)
         return;
   }
   if (n < 2 || t[n - 1].i->op != IR_fmul)
      return;
   for (unsigned k = 0; k < 2; k++)
      for (unsigned of = 0; t[0].half[k] && of < 2; of++)
         if (is_common(t, n, &t[0].half[k]->src[of])) {
            take_out(r, t, n, t[0].half[k]->src[of]);
            return;
         }
}

/* ---- products by a constant ---------------------------------------------------------------------------------------------- */

/* A factor that several products by one constant share. */
struct scaled {
   uint32_t constant, count;
   struct ir_value *product; /* of both, once there is one, and its block */
   struct ir_block *block;
};

/* The product that the instruction multiplies by a constant. */
static struct ir_instr *scaled_product(const struct reassociation *r, struct ir_block *b, const struct ir_instr *i, uint32_t *bits)
{
   if ((i->op != IR_fmul && i->op != IR_fmad) || i->invariant || !ir_src_const(&i->src[1], bits))
      return NULL;
   return part(r, b, &i->src[0], IR_fmul);
}

static void count_scaled(struct reassociation *r, struct scaled *by)
{
   uint32_t bits;

   ir_foreach_block (r->s, b)
      ir_foreach_instr (b, i) {
         const struct ir_instr *p = scaled_product(r, b, i, &bits);
         for (unsigned k = 0; p && k < 2; k++) {
            struct scaled *f = &by[p->src[k].val->id];
            f->count = f->count && f->constant == bits && p->src[k].val->def->op != IR_const ? f->count + 1 : 1;
            f->constant = bits;
         }
      }
}

static void scale_factors(struct reassociation *r, struct scaled *by)
{
   uint32_t bits;

   ir_foreach_block (r->s, b)
      ir_foreach_instr (b, i) {
         struct ir_instr *p = i->ndst == 1 && i->dst[0]->id < r->num_old ? scaled_product(r, b, i, &bits) : NULL;
         if (!p)
            continue;
         const unsigned k = by[p->src[1].val->id].count > by[p->src[0].val->id].count;
         struct scaled *f = &by[p->src[k].val->id];
         if (f->count < 2 || f->constant != bits || (p->src[k].abs && bits >> 31))
            continue;
         if (f->block != b) {
            struct ir_builder at = ir_before(r->s, p);
            f->product = ir_op2(&at, IR_fmul, ir_use(p->src[k].val), ir_imm(&at, bits));
            f->block = b;
         }
         i->src[1] = ir_compose(p->src[k], ir_use(f->product));
         i->src[0] = ir_compose(i->src[0], p->src[!k]);
         ir_remove(p);
         r->progress = true;
      }
}

/* ---- one of two multiples ------------------------------------------------------------------------------------------------ */

/*
 * A factor and its product by a power of two are both live where others read the factor. If those are maxima with 0 that are multiplied by
 * parameters, they take the product, and the pre-shader divides the parameters: s, which a reflection has twice, is a diffuse term, too.
 */
struct rebase {
   struct reassociation *r;
   struct scaled *by;
   uint32_t *owner; /* by value: 1 + the factor of which it is the maximum; 0: none */
   bool *other;     /* by value: a factor that has other readers */
};

static bool is_power_of_two(uint32_t bits)
{
   return !(bits & 0x807fffffu) && bits > 0x30000000u && bits < 0x4e000000u;
}

static bool is_parameter(const struct ir_src *src)
{
   return src->val->def->op == IR_load_param && !src->val->def->nsrc;
}

/* Which source of a maximum with 0 is not 0; -1: it is none that can take a multiple. */
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

static void note_reader(struct rebase *q, const struct ir_instr *i, unsigned k)
{
   const uint32_t id = i->src[k].val->id, owner = id < q->r->num_old ? q->owner[id] : 0;
   const struct scaled *f = id < q->r->num_old ? &q->by[id] : NULL;

   if (owner && (i->invariant || k > 1 || (i->op != IR_fmul && i->op != IR_fmad) || !is_parameter(&i->src[!k])))
      q->other[owner - 1] = true;
   if (!f || !f->product || i == f->product->def)
      return;
   if (maximum_of(i) == (int)k && i->dst[0]->id < q->r->num_old)
      q->owner[i->dst[0]->id] = id + 1;
   else
      q->other[id] = true;
}

static bool can_rebase(const struct rebase *q, uint32_t id, const struct ir_block *b)
{
   const struct scaled *f = &q->by[id];
   return !q->other[id] && f->block == b && is_power_of_two(f->constant);
}

/* The product stands behind its factor then. */
static void rebase_instr(struct rebase *q, struct ir_block *b, struct ir_instr *i)
{
   struct ir_shader *s = q->r->s;
   const int m = maximum_of(i);

   if (m >= 0 && i->dst[0]->id < q->r->num_old && q->owner[i->dst[0]->id]) {
      struct ir_value *factor = i->src[m].val;
      const struct scaled *f = &q->by[factor->id];
      if (factor->def->block != b || factor->def->op == IR_phi || !can_rebase(q, factor->id, b)) {
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

static void rebase(struct reassociation *r, struct scaled *by)
{
   struct rebase q = {.r = r, .by = by};

   q.owner = IR_SCRATCH(r->s, 2, uint32_t, r->s->num_values);
   q.other = IR_SCRATCH(r->s, 3, bool, r->s->num_values);
   ir_foreach_block (r->s, b)
      ir_foreach_instr (b, i)
         for (unsigned k = 0; k < i->nsrc; k++)
            note_reader(&q, i, k);
   ir_foreach_block (r->s, b)
      ir_foreach_instr_safe (b, i)
         rebase_instr(&q, b, i);
}

bool pass_reassociate(struct ir_shader *s)
{
   struct reassociation r = {.s = s, .num_old = s->num_values};

   if (!ir_may_have(s, IR_fmul))
      return false;
   r.uses = IR_SCRATCH(s, 0, uint32_t, s->num_values);
   ir_count_uses(s, r.uses);
   struct scaled *by = IR_SCRATCH(s, 1, struct scaled, s->num_values);
   count_scaled(&r, by);
   scale_factors(&r, by);
   if (s->costs && r.progress)
      rebase(&r, by);
   ir_foreach_block (s, b)
      for (struct ir_instr *i = b->last; i; i = i->prev) /* the last instruction of a sum first */
         if (i->op == IR_fmad && !i->invariant && i->dst[0]->id < r.num_old)
            factor_out(&r, b, i);
   return r.progress;
}
