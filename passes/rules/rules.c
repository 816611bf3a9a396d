/* SPDX-License-Identifier: MIT */
/* The table of rules.def, and its application: see rules.h. */
#include "passes/rules/rules.h"

#include "ir/interp.h"
#include "ir/match.h"
#include "passes/rules/known.h"

/* ---- the table */

/* Macros for guards. */
#define MODEL (m->f->s->num)
#define BITS(v) bits_of(m, v)
#define WITHIN(v, set) within(m, v, set)
#define CANONICAL(v) (pass_known_canonical(MODEL, &m->var[v]))
#define CHEAP(condition) (condition)
#define CONSTANT(v) (m->var[v].val->def->op == IR_const)
/* True if v < w tests one value, as 0 < w or -v > 0. v < 0 is the latter if t is -v. */
#define OF_SIGN(v, w, t) of_sign(&m->var[v], &m->var[w], &m->var[t])
#define POW2(c) ir_is_power_of_two(c)
#define NUMBER(c) (!num_isnan(c))
/* True if a sum or product of constants has an ordinary magnitude, so that no precision is lost. */
#define PLAIN(c) plain(c)
enum { x, y, z };

static uint32_t bits_of(const struct pass_rule_match *m, unsigned v)
{
   return m->var[v].neg || m->var[v].abs ? UINT32_MAX : ir_maybe_ones(m->var[v].val, 4);
}
static bool within(const struct pass_rule_match *m, unsigned v, unsigned set)
{
   return !(pass_known_float(MODEL, &m->var[v], 4) & ~set);
}
static bool of_zero(const struct ir_src *s)
{
   uint32_t bits;

   return ir_is_const(s->val, &bits) && !(bits & 0x7fffffffu);
}
static bool of_sign(const struct ir_src *v, const struct ir_src *w, const struct ir_src *t)
{
   return of_zero(v) || (of_zero(w) && (v->neg || (t->neg && t->val == v->val)));
}
static bool plain(uint32_t c)
{
   const uint32_t e = c >> 23 & 0xff;

   return !(c & 0x7fffffffu) || (e > 127 - 40 && e < 127 + 40);
}

#define w 3 /* index into var[], for guards */
#define RULE(name, when, tolerance, left, right, guard, why)                                                                   \
   static bool guard_##name(const struct pass_rule_match *m)                                                                   \
   {                                                                                                                           \
      const uint32_t k = m->bits[0], l = m->bits[1], j = m->bits[2], h = m->bits[3];                                          \
      (void)k;                                                                                                                 \
      (void)l;                                                                                                                 \
      (void)j;                                                                                                                 \
      (void)h;                                                                                                                 \
      return guard;                                                                                                            \
   }
#include "passes/rules/rules.def"
#undef RULE
#undef w

/*
 * The features of the sources that the left side needs (pass_rule_features()). The lower half of a term has the class of its
 * op; the upper half counts the occurrences of each variable and of negations.
 */
#define X (UINT64_C(1) << 32)
#define Y (UINT64_C(1) << 34)
#define Z (UINT64_C(1) << 36)
#define W (UINT64_C(1) << 38)
#define K PASS_RULE_CLASS(IR_const)
#define L K
#define J K
#define H K
#define ONES K
#define INT(v) K
#define FLT(v) K
#define NEG(t) ((t) | UINT64_C(1) << 40)
#define ABS(t) (t)
#define IS(v, t) ((v) | (t))
#define OP(name, ...) PASS_RULE_CLASS(IR_##name)
#define ONE(name, ...) PASS_RULE_CLASS(IR_##name)
#define CHOSEN(name, ...) PASS_RULE_CLASS(IR_##name)
#define HALF(n, t) PASS_RULE_CLASS(IR_unpack2h)
#define NEEDS(a, b, c, ...)                                                                                                    \
   (uint32_t)((a) | (b) | (c)), MORE((uint32_t)((a) | (b) | (c)), FEATURES(UPPER(a) + UPPER(b) + UPPER(c)))
#define MORE(classes, more) ((more) | ((classes) || (more) & ~PASS_RULE_NEG ? 0 : PASS_RULE_ANY))
#define UPPER(t) ((uint64_t)(t) >> 32)
/* Two occurrences of a variable read the same value, perhaps negated; other negations are modifiers of sources. */
#define FEATURES(count)                                                                                                        \
   ((count)&0xaa ? PASS_RULE_SAME : (count) >> 8 == 2 ? PASS_RULE_NEG | PASS_RULE_NEGS : (count) >> 8 ? PASS_RULE_NEG : 0)
#define NEEDS_OP(name, ...) NEEDS(__VA_ARGS__, UINT64_C(0), UINT64_C(0), UINT64_C(0))
#define NEEDS_SAT(name, ...) NEEDS_OP(name, __VA_ARGS__)
#define NEEDS_HALF(n, t) NEEDS_OP(unpack2h, t)

static const struct pass_rule_features rule_needs[PASS_NUM_RULES] = {
#define RULE(name, when, tolerance, left, right, guard, why) {NEEDS_##left},
#include "passes/rules/rules.def"
#undef RULE
};

#undef X
#undef Y
#undef Z
#undef W
#undef K
#undef L
#undef J
#undef H
#undef ONES
#undef INT
#undef FLT
#undef NEG
#undef ABS
#undef IS
#undef OP
#undef ONE
#undef CHOSEN
#undef HALF

/* Macros for terms. */
static const struct pass_rule_node var_x = {.kind = RULE_VAR, .index = 0}, var_y = {.kind = RULE_VAR, .index = 1},
                                   var_z = {.kind = RULE_VAR, .index = 2}, var_w = {.kind = RULE_VAR, .index = 3},
                                   const_k = {.kind = RULE_CONST, .index = 0}, const_l = {.kind = RULE_CONST, .index = 1},
                                   const_j = {.kind = RULE_CONST, .index = 2}, const_h = {.kind = RULE_CONST, .index = 3},
                                   all_ones = {.kind = RULE_ONES};
#define X &var_x
#define Y &var_y
#define Z &var_z
#define W &var_w
#define K &const_k
#define L &const_l
#define J &const_j
#define H &const_h
#define ONES &all_ones
#define TERM(...) (&(const struct pass_rule_node){__VA_ARGS__})
#define INT(v) TERM(.kind = RULE_BITS, .bits = (v))
#define FLT(v) TERM(.kind = RULE_FLOAT, .value = (v))
#define NEG(t) TERM(.kind = RULE_NEG, .src = {t})
#define ABS(t) TERM(.kind = RULE_ABS, .src = {t})
#define IS(v, t) TERM(.kind = RULE_IS, .src = {v, t})
#define OP(name, ...) TERM(.kind = RULE_OP, .op = IR_##name, .src = {__VA_ARGS__})
#define CHOSEN(name, ...) TERM(.kind = RULE_OP, .op = IR_##name, .chosen = true, .src = {__VA_ARGS__})
#define ONE(name, ...) TERM(.kind = RULE_OP, .op = IR_##name, .once = true, .src = {__VA_ARGS__})
#define SAT(name, ...) TERM(.kind = RULE_OP, .op = IR_##name, .sat = IR_SAT_01, .src = {__VA_ARGS__})
#define HALF(n, t) TERM(.kind = RULE_OP, .op = IR_unpack2h, .index = (n), .src = {t})

const struct pass_rule pass_rule[PASS_NUM_RULES] = {
#define RULE(name, when, tolerance, left, right, guard, why)                                                                   \
   {#name, RULE_##when, tolerance, &rule_needs[PASS_RULE_##name], left, right, guard_##name},
#include "passes/rules/rules.def"
#undef RULE
};

/* The list of a rule. */
#define AT(when, op) (RULE_##when * IR_OP_COUNT + (op))
#define OF_OP(name, ...) IR_##name
#define OF_SAT(name, ...) IR_##name
#define OF_HALF(n, t) IR_unpack2h
static const uint16_t rule_at[PASS_NUM_RULES] = {
#define RULE(name, when, tolerance, left, right, guard, why) AT(when, OF_##left),
#include "passes/rules/rules.def"
#undef RULE
};

struct pass_rule_index {
   struct pass_rule_list list[PASS_RULE_WHENS * IR_OP_COUNT];
   uint16_t next[PASS_NUM_RULES + 1]; /* 1 + the number of the next rule of the list, or 0 at its end */
};

const struct pass_rule_list *pass_rule_lists(struct util_ctx *ctx, struct pass_context *context, enum pass_rule_when when)
{
   struct pass_rule_index *index = context->rule_index;

   if (!index) {
      context->rule_index = index = UTIL_NEW(ctx, struct pass_rule_index);
      for (unsigned n = PASS_NUM_RULES; n > 0; n--) {
         struct pass_rule_list *list = &index->list[rule_at[n - 1]];

         list->some.classes |= rule_needs[n - 1].classes;
         list->some.more |= rule_needs[n - 1].more;
         index->next[n] = list->first;
         list->first = (uint16_t)n;
      }
   }
   return &index->list[when * IR_OP_COUNT];
}

/* ---- matching */

static bool match(struct pass_rule_match *m, const struct pass_rule_node *n, struct ir_src s);

/* True if the operation commutes in this rule. */
static inline bool commutes(bool any_order, unsigned op)
{
   return ir_op_info[op].flags & IR_F_COMM || (any_order && (op == IR_fmin || op == IR_fmax));
}

/* Cheap test that the source may match the term. */
static inline bool may_read(const struct pass_rule_node *n, const struct ir_src *s)
{
   switch (n->kind) {
   case RULE_CONST: return s->val->def->op == IR_const;
   case RULE_BITS: return ir_src_is(s, n->bits);
   case RULE_FLOAT: return ir_src_is(s, num_u(n->value));
   case RULE_ONES: return ir_src_is_ones(s);
   case RULE_IS: return s->val->def->op == n->src[1]->op;
   case RULE_OP: return s->val->def->op == n->op;
   default: return true;
   }
}

/* Cheap test that the sources may match those of the term, in some order. */
static inline bool may_read_all(const struct pass_rule_node *n, const struct ir_instr *i, bool any_order)
{
   const bool either = i->nsrc > 1 && commutes(any_order, i->op);

   for (uint32_t k = 0; k < i->nsrc && k < 3; k++)
      if (!may_read(n->src[k], &i->src[k]) && (!either || k > 1 || !may_read(n->src[k], &i->src[!k])))
         return false;
   return true;
}

static bool match_sources(struct pass_rule_match *m, const struct pass_rule_node *n, const struct ir_instr *i, bool neg)
{
   unsigned swap = 0;

   if (commutes(m->any_order, n->op)) {
      swap = m->swaps >> m->num_comm & 1;
      if (++m->num_comm > m->max_comm)
         m->max_comm = m->num_comm;
   }
   for (uint32_t k = 0; k < i->nsrc && k < 3; k++) {
      const uint32_t at = k < 2 ? k ^ swap : k;
      struct ir_src s = i->src[at];
      s.neg ^= neg && (at != 1 || n->op == IR_fadd); /* one factor of a product, each term of a sum */
      if (!match(m, n->src[k], s))
         return false;
   }
   return true;
}

/*
 * Matches an operation. Inexact rules also match its negation: the sign moves to the sources of a sum or product.
 */
static bool match_op(struct pass_rule_match *m, const struct pass_rule_node *n, struct ir_src s)
{
   struct ir_instr *d = s.val->def;
   const bool linear = d->op == IR_fadd || d->op == IR_fmul || d->op == IR_fmad;

   if (s.abs || (s.neg && !(linear && m->any_order)) || d->op != n->op || d->sat != n->sat ||
       (d->op == IR_unpack2h && d->attr[0] != n->index))
      return false;
   /* Avoids counting uses. */
   if ((n->once || n->chosen) && !s.neg && !may_read_all(n, d, m->any_order))
      return false;
   if (n->once && (d->block != m->root->block || !fold_used_once(m->f, s.val)))
      return false;
   if (n->chosen && (d->block != m->root->block || !fold_only_chooses(m->f, s.val)))
      return false;
   return match_sources(m, n, d, s.neg);
}

static bool match_const(struct pass_rule_match *m, unsigned index, const struct ir_src *s)
{
   uint32_t bits;

   if (!ir_src_const(s, &bits))
      return false;
   if (m->width[index])
      return m->width[index] == s->val->width && m->bits[index] == bits;
   m->bits[index] = bits;
   m->width[index] = s->val->width;
   return true;
}

static bool match(struct pass_rule_match *m, const struct pass_rule_node *n, struct ir_src s)
{
   switch (n->kind) {
   case RULE_VAR:
      if (m->var[n->index].val)
         return ir_equal_src(&m->var[n->index], &s);
      m->var[n->index] = s;
      return true;
   case RULE_CONST: return match_const(m, n->index, &s);
   case RULE_BITS: return ir_src_is(&s, n->bits);
   case RULE_FLOAT: return ir_src_is(&s, num_u(n->value));
   case RULE_ONES: return ir_src_is_ones(&s);
   case RULE_NEG:
      if (!s.neg && !(n->src[0]->kind == RULE_VAR && m->var[n->src[0]->index].val))
         return false;
      return match(m, n->src[0], ir_neg(s));
   case RULE_ABS:
      if (s.neg || !s.abs)
         return false;
      s.abs = false;
      return match(m, n->src[0], s);
   case RULE_IS: return match(m, n->src[0], s) && match(m, n->src[1], s);
   default: return match_op(m, n, s);
   }
}

/* Cheap test that the instruction may match the left side, which excludes most rules. */
static inline bool may_match(const struct pass_rule *r, const struct ir_instr *i)
{
   const struct pass_rule_node *left = r->left;

   return i->op == left->op && !(i->op == IR_unpack2h && i->attr[0] != left->index) &&
          !(r->when != RULE_EXACT && i->invariant) && !(left->sat && left->sat != i->sat) &&
          may_read_all(left, i, r->when != RULE_EXACT);
}

/* Tries the orders of the commutative operations until one matches. */
static bool match_root(struct pass_rule_match *m, const struct pass_rule *r, struct ir_instr *i)
{
   for (m->swaps = 0; m->swaps < 1u << m->max_comm; m->swaps++) {
      m->num_comm = 0;
      memset(m->var, 0, sizeof m->var);
      memset(m->width, 0, sizeof m->width);
      if (match_sources(m, r->left, i, false) && r->guard(m))
         return true;
   }
   return false;
}

/* ---- building the right side */

struct made {
   struct ir_src src;
   bool constant;
   uint32_t bits; /* of a constant that has no instruction yet */
   unsigned width;
};

static struct made make(struct pass_rule_match *m, struct ir_instr *i, const struct pass_rule_node *n);

static struct ir_src as_source(struct pass_rule_match *m, struct ir_instr *i, const struct made *v, enum ir_op op, unsigned k)
{
   struct ir_src s = v->src;

   if (v->constant)
      return fold_const(m->f, i, v->width, v->bits);
   if ((s.neg || s.abs) && !ir_src_float(op, k)) {
      struct ir_builder b = ir_before(m->f->s, i);
      s = ir_expr1(&b, IR_mov, s);
   }
   fold_note_use(m->f, s.val);
   return s;
}

/* The width of a constant as source k. */
static unsigned width_of(const struct ir_instr *i, enum ir_op op, unsigned k)
{
   const unsigned w = ir_kind_width(ir_src_kind(op, k));

   return w ? w : i->src[i->nsrc - 1].val->width;
}

static unsigned make_sources(struct pass_rule_match *m, struct ir_instr *i, const struct pass_rule_node *n, struct made v[3])
{
   unsigned num = 0;

   for (; num < 3 && n->src[num]; num++) {
      v[num] = make(m, i, n->src[num]);
      if (!v[num].width)
         v[num].width = width_of(i, (enum ir_op)n->op, num);
   }
   return num;
}

static struct made make_op(struct pass_rule_match *m, struct ir_instr *i, const struct pass_rule_node *n)
{
   struct made v[3];
   struct ir_src src[3];
   const unsigned num = make_sources(m, i, n, v), w = ir_kind_width(ir_op_info[n->op].dst[0]);
   bool constant = ir_op_info[n->op].has_eval;
   uint32_t bits[3] = {0};

   for (unsigned k = 0; k < num; k++) {
      constant &= v[k].constant;
      bits[k] = v[k].bits;
   }
   if (constant)
      return (struct made){
          .constant = true, .width = w ? w : v[num - 1].width, .bits = ir_eval((enum ir_op)n->op, m->f->s->num, bits)};
   for (unsigned k = 0; k < num; k++)
      src[k] = as_source(m, i, &v[k], (enum ir_op)n->op, k);
   struct ir_builder b = ir_before(m->f->s, i);
   const uint32_t attr[4] = {n->index};
   struct ir_instr *made = ir_emit(&b, (enum ir_op)n->op, src[num - 1].val->width, num, src, attr);
   made->sat = n->sat;
   return (struct made){.src = ir_use(made->dst[0]), .width = made->dst[0]->width};
}

static struct made make(struct pass_rule_match *m, struct ir_instr *i, const struct pass_rule_node *n)
{
   struct made v;

   switch (n->kind) {
   case RULE_VAR: return (struct made){.src = m->var[n->index], .width = m->var[n->index].val->width};
   case RULE_CONST: return (struct made){.constant = true, .bits = m->bits[n->index], .width = m->width[n->index]};
   case RULE_BITS: return (struct made){.constant = true, .bits = n->bits};
   case RULE_FLOAT: return (struct made){.constant = true, .bits = num_u(n->value), .width = 32};
   case RULE_ONES: return (struct made){.constant = true, .bits = UINT32_MAX};
   case RULE_NEG:
      v = make(m, i, n->src[0]);
      v.bits ^= 0x80000000u;
      v.src.neg = !v.src.neg;
      return v;
   case RULE_ABS:
      v = make(m, i, n->src[0]);
      v.bits &= 0x7fffffffu;
      v.src = ir_abs(v.src);
      return v;
   default: return make_op(m, i, n);
   }
}

/* Makes the instruction compute the operation of the right side. */
static bool become_op(struct pass_rule_match *m, struct ir_instr *i, const struct pass_rule_node *n)
{
   struct made v[3];
   struct ir_src src[3];
   const unsigned num = make_sources(m, i, n, v);

   for (unsigned k = 0; k < num; k++)
      src[k] = as_source(m, i, &v[k], (enum ir_op)n->op, k);
   fold_to_op(m->f, i, (enum ir_op)n->op, num, src[0], src[num > 1]);
   if (num > 2)
      i->src[2] = src[2];
   i->attr[0] = n->index;
   return true;
}

static bool become(struct pass_rule_match *m, struct ir_instr *i, const struct pass_rule *r)
{
   const struct pass_rule_node *n = r->right;
   struct made v;

   /* The result keeps its saturation unless the rule concerns it. */
   if (r->left->sat)
      i->sat = IR_SAT_NONE;
   if (n->kind == RULE_OP && (!i->sat || ir_op_info[n->op].flags & IR_F_FRES)) {
      if (n->sat && i->sat && n->sat != i->sat)
         return false;
      i->sat |= n->sat;
      return become_op(m, i, n);
   }
   v = make(m, i, n);
   if (v.constant)
      return fold_to_const(i, ir_eval_sat(m->f->s->num, (enum ir_sat)i->sat, v.bits));
   fold_note_use(m->f, v.src.val);
   return i->sat ? fold_to_op(m->f, i, IR_fcanon, 1, v.src, v.src) : fold_to_value(m->f, i, v.src);
}

static bool try_rule(struct fold *f, const struct pass_rule *r, struct ir_instr *i)
{
   struct pass_rule_match m;

   m.f = f;
   m.root = i;
   m.any_order = r->when != RULE_EXACT;
   m.max_comm = 0;
   return match_root(&m, r, i) && become(&m, i, r);
}

static inline bool has_all(const struct pass_rule_features *has, const struct pass_rule_features *needs)
{
   return !(needs->classes & ~has->classes) && !(needs->more & ~has->more);
}

bool pass_rule_try(struct fold *f, const struct pass_rule *r, struct ir_instr *i)
{
   const struct pass_rule_features has = pass_rule_features(i);

   return has_all(&has, r->needs) && may_match(r, i) && try_rule(f, r, i);
}

bool pass_rules_try(struct fold *f, struct ir_instr *i, const struct pass_rule_features *has)
{
   for (unsigned n = f->rules[i->op].first; n; n = f->context->rule_index->next[n])
      if (has_all(has, &rule_needs[n - 1]) && may_match(&pass_rule[n - 1], i) && try_rule(f, &pass_rule[n - 1], i)) {
         if (f->context->rule_uses)
            f->context->rule_uses[n - 1]++;
         return true;
      }
   return false;
}
