/* SPDX-License-Identifier: MIT */
/* 64-bit sums and products: see agx_int64.h. */
#include "backend-agx/select/agx_int64.h"

#include "backend-agx/select/operand/agx_fold.h"
#include "backend-agx/select/operand/agx_operand.h"
#include "ir/match.h"

/* A sum or product: a * b + c, or a + c if b is NULL. c may be NULL, too. */
struct wide {
   const struct ir_src *a, *b, *c;
   bool is_signed;
};

/* Sums and products in the current block whose high word is needed. */
struct agx_pairs {
   struct pair {
      const struct ir_instr *high; /* the high word */
      struct agx_ref value;        /* both words once they are computed; kind 0 before */
   } * list;
   uint32_t num, cap;
   struct util_map of; /* hash_of() to index in the list */
};

static bool is_high(const struct ir_instr *i)
{
   return i->op == IR_umulhi || i->op == IR_imulhi || i->op == IR_umadhi;
}

static bool is_one(const struct ir_src *s)
{
   return ir_src_is(s, 1);
}

/* The sum or product that i computes one word of. */
static struct wide wide_of(const struct ir_instr *i)
{
   struct wide w = {&i->src[0], &i->src[1], i->nsrc > 2 ? &i->src[2] : NULL, i->op == IR_imulhi};

   if (i->op == IR_iadd)
      return (struct wide){.a = &i->src[0], .c = &i->src[1]};
   if (w.c && is_one(w.a))
      return (struct wide){.a = w.b, .c = w.c};
   if (w.c && is_one(w.b))
      return (struct wide){.a = w.a, .c = w.c};
   return w;
}

/* A hash, equal for both orders of commutative operands. */
static uint32_t hash_of(const struct wide *w)
{
   const uint32_t a = w->a->val->id, b = (w->b ? w->b : w->c)->val->id, c = w->b && w->c ? w->c->val->id + 1 : 0;

   return ((a < b ? a : b) * 0x9e3779b1u ^ (a < b ? b : a)) * 0x85ebca6bu + c * 4 + (w->b ? 1 : 0);
}

static bool is_same_src(const struct ir_src *a, const struct ir_src *b)
{
   return a && b ? ir_equal_src(a, b) : a == b;
}

static bool is_same_wide(const struct wide *v, const struct wide *w)
{
   if (v->b && w->b)
      return is_same_src(v->c, w->c) &&
             ((is_same_src(v->a, w->a) && is_same_src(v->b, w->b)) || (is_same_src(v->a, w->b) && is_same_src(v->b, w->a)));
   return !v->b && !w->b &&
          ((is_same_src(v->a, w->a) && is_same_src(v->c, w->c)) || (is_same_src(v->a, w->c) && is_same_src(v->c, w->a)));
}

void agx_int64_begin_block(struct agx_selection *c, const struct ir_block *b)
{
   if (!c->pairs)
      c->pairs = UTIL_NEW(c->ctx, struct agx_pairs);
   c->pairs->num = 0;
   ir_foreach_instr (b, i) {
      if (!is_high(i) || !(i->tmp & AGX_NEEDED))
         continue;
      const struct wide w = wide_of(i);
      if (!c->pairs->num)
         util_map_init(&c->pairs->of, c->ctx);
      util_map_set(&c->pairs->of, hash_of(&w), c->pairs->num);
      UTIL_PUSH(c->ctx, c->pairs->list, c->pairs->num, c->pairs->cap, (struct pair){.high = i});
   }
}

/* An operand extended to 64 bits. Immediates are never negative, so they need no sign extension. */
static struct agx_ref extended_src(struct agx_selection *c, const struct ir_src *s, bool is_signed)
{
   struct agx_ref r = agx_int_src(c, s);

   r.mods = r.kind != AGX_IMM && is_signed ? AGX_SX : 0;
   return r;
}

static struct agx_ref compute(struct agx_selection *c, const struct wide *w)
{
   const struct agx_ref a = extended_src(c, w->a, w->is_signed), b = w->b ? extended_src(c, w->b, w->is_signed) : agx_none(),
                        e = w->c ? agx_int_src(c, w->c) : agx_imm(0), d = agx_reg_new(c->mir, AGX_VIRT64, 1);

   agx_emit(c, w->b ? AGX_OP_imadd : AGX_OP_iadd, d, a, w->b ? b : e, w->b ? e : agx_none());
   return d;
}

/* Returns both words, computed now or for another operation of the block; kind 0 if only a low word is needed. */
static struct agx_ref words_of(struct agx_selection *c, const struct wide *w, bool high)
{
   uint32_t n;

   if (util_map_find(&c->pairs->of, hash_of(w), &n)) {
      struct pair *pair = &c->pairs->list[n];
      const struct wide found = wide_of(pair->high);
      if (is_same_wide(w, &found) && (!high || w->is_signed == found.is_signed)) {
         if (!pair->value.kind)
            pair->value = compute(c, &found);
         return pair->value;
      }
   }
   return high ? compute(c, w) : agx_none();
}

bool agx_select_int64(struct agx_selection *c, const struct ir_instr *i)
{
   if (!c->pairs->num || i->dst[0]->width != 32)
      return false;
   for (unsigned k = 0; k < i->nsrc; k++)
      if (agx_absorbed(c, i, k))
         return false;
   const struct wide w = wide_of(i);
   const struct agx_ref d = words_of(c, &w, is_high(i));
   if (d.kind)
      agx_set_result(c, i, (struct agx_ref){.kind = AGX_VIRT32, .value = d.value + 2 * is_high(i)});
   return d.kind;
}
