/* SPDX-License-Identifier: MIT */
/* Conditions as sets of relations: see relation.h. */
#include "passes/rules/relation.h"

#include "ir/match.h"

static uint8_t universe(const struct pass_relation *r)
{
   return r->kind == REL_FLOAT || r->kind == REL_NAN ? 15 : 7;
}

static uint8_t swap_mask(uint8_t m)
{
   return (uint8_t)((m & (REL_EQ | REL_UN)) | (m & REL_LT ? REL_GT : 0) | (m & REL_GT ? REL_LT : 0));
}

/* Puts the pair in a fixed order: constants second, otherwise by value number. */
static struct pass_relation make(enum pass_relation_kind kind, uint8_t mask, struct ir_src x, struct ir_src y)
{
   struct pass_relation r = {(uint8_t)kind, mask, x, y};
   bool cx = x.val->def->op == IR_const, cy = y.val->def->op == IR_const;

   if (kind == REL_FLOAT && ir_same_src(&x, &y)) {
      r.kind = REL_NAN;
      /* A value is unordered with itself or equal to itself. */
      r.mask = (uint8_t)((mask & REL_EQ ? 7 : 0) | (mask & REL_UN));
      return r;
   }
   if (cx != cy ? cx : x.val->id > y.val->id) {
      r.x = y;
      r.y = x;
      r.mask = swap_mask(mask);
   }
   return r;
}

/* True if "unordered" tests x for NaN, because y is x itself or a constant that is a number. */
static bool unordered_is_nan(const struct pass_relation *r)
{
   uint32_t bits;

   return r->kind == REL_NAN || (r->kind == REL_FLOAT && ir_src_const(&r->y, &bits) && !num_isnan(bits));
}

/* Brings both sets to one pair and kind. False if they compare different pairs. */
static bool unify(struct pass_relation *a, struct pass_relation *b)
{
   if (a->kind == REL_NONE || b->kind == REL_NONE)
      return false;
   if (a->kind == REL_NAN && b->kind != REL_NAN) {
      if (!unordered_is_nan(b) || a->x.val != b->x.val)
         return false;
      *a = (struct pass_relation){b->kind, a->mask, b->x, b->y};
      return true;
   }
   if (b->kind == REL_NAN) {
      if (!unordered_is_nan(a) || a->x.val != b->x.val)
         return false;
      *b = (struct pass_relation){a->kind, b->mask, a->x, a->y};
      return true;
   }
   if (!ir_equal_src(&a->x, &b->x) || !ir_equal_src(&a->y, &b->y))
      return false;
   if (a->kind == REL_INT && (b->kind == REL_SINT || b->kind == REL_UINT))
      a->kind = b->kind;
   else if (b->kind == REL_INT && (a->kind == REL_SINT || a->kind == REL_UINT))
      b->kind = a->kind;
   return a->kind == b->kind;
}

struct pass_relation pass_relation_of(const struct pass_relation *rel, const struct ir_instr *i)
{
   const struct ir_src *s = i->src;
   struct pass_relation a, b, c;

   switch (i->op) {
   case IR_flt: return make(REL_FLOAT, REL_LT, s[0], s[1]);
   case IR_fge: return make(REL_FLOAT, REL_GT | REL_EQ, s[0], s[1]);
   case IR_feq: return make(REL_FLOAT, REL_EQ, s[0], s[1]);
   case IR_fne: return make(REL_FLOAT, REL_LT | REL_GT | REL_UN, s[0], s[1]);
   case IR_ilt: return make(REL_SINT, REL_LT, s[0], s[1]);
   case IR_ige: return make(REL_SINT, REL_GT | REL_EQ, s[0], s[1]);
   case IR_ult: return make(REL_UINT, REL_LT, s[0], s[1]);
   case IR_uge: return make(REL_UINT, REL_GT | REL_EQ, s[0], s[1]);
   case IR_ieq:
   case IR_ine:
      if (s[0].val->width != 32)
         break;
      return make(REL_INT, i->op == IR_ieq ? REL_EQ : REL_LT | REL_GT, s[0], s[1]);
   case IR_inot:
      a = rel[s[0].val->def->tmp];
      a.mask = universe(&a) & ~a.mask;
      return a;
   case IR_iand:
   case IR_ior:
   case IR_ixor:
      a = rel[s[0].val->def->tmp];
      b = rel[s[1].val->def->tmp];
      if (!unify(&a, &b))
         break;
      a.mask = i->op == IR_iand ? a.mask & b.mask : i->op == IR_ior ? a.mask | b.mask : a.mask ^ b.mask;
      return a;
   case IR_sel:
      a = rel[s[0].val->def->tmp];
      b = rel[s[1].val->def->tmp];
      c = rel[s[2].val->def->tmp];
      /* The second unification may change a once more; the third brings b to the same pair. */
      if (!unify(&a, &b) || !unify(&a, &c) || !unify(&a, &b))
         break;
      a.mask = (uint8_t)((a.mask & b.mask) | (universe(&a) & ~a.mask & c.mask));
      return a;
   default: break;
   }
   return (struct pass_relation){0};
}

bool pass_relation_is_const(const struct pass_relation *r)
{
   return r->mask == 0 || r->mask == universe(r);
}

bool pass_relation_single(const struct pass_relation *r, bool complement, struct pass_relation_op *op)
{
   unsigned m = complement ? universe(r) & ~r->mask : r->mask;
   bool flt = r->kind == REL_FLOAT, sign = r->kind == REL_SINT;

   *op = (struct pass_relation_op){IR_flt, r->x, r->y};
   if (flt || r->kind == REL_NAN) {
      switch (m) {
      case REL_LT: op->op = IR_flt; break;
      case REL_EQ: op->op = IR_feq; break;
      case REL_GT | REL_EQ: op->op = IR_fge; break;
      case REL_LT | REL_GT | REL_UN: op->op = IR_fne; break;
      case REL_GT:
      case REL_LT | REL_EQ: *op = (struct pass_relation_op){m == REL_GT ? IR_flt : IR_fge, r->y, r->x}; break;
      case REL_UN:
      case REL_LT | REL_EQ | REL_GT:
         if (!unordered_is_nan(r))
            return false;
         *op = (struct pass_relation_op){m == REL_UN ? IR_fne : IR_feq, r->x, r->x};
         break;
      default: return false;
      }
      return true;
   }
   switch (m) {
   case REL_EQ: op->op = IR_ieq; return true;
   case REL_LT | REL_GT: op->op = IR_ine; return true;
   case REL_LT: op->op = sign ? IR_ilt : IR_ult; return r->kind != REL_INT;
   case REL_GT | REL_EQ: op->op = sign ? IR_ige : IR_uge; return r->kind != REL_INT;
   case REL_GT: *op = (struct pass_relation_op){sign ? IR_ilt : IR_ult, r->y, r->x}; return r->kind != REL_INT;
   case REL_LT | REL_EQ: *op = (struct pass_relation_op){sign ? IR_ige : IR_uge, r->y, r->x}; return r->kind != REL_INT;
   default: return false;
   }
}
