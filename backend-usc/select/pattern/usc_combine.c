/* SPDX-License-Identifier: MIT */
/*
 * Patterns: chains of operations that one group computes. The bitwise ALU does a shift, a mask, a logic operation and another
 * shift in a row; the integer unit multiplies and adds; unpck converts a byte or half of a word. Any part of the first chain
 * matches:
 *
 *   ((x << n & m) op (y & ~m)) >> k        lsl, mask, logic, shift; the last shift in either direction
 *   (x >> n) & m                           mask, or, shr
 *   (x << n) | (x >> 32 - n)               rol
 *   (x ^ m) ^ (y >> n)                     two groups: x ^ ((y ^ m << n) >> n)
 *   ~x op y                                mask, logic
 *   ~(x op y)                              nand, nor, xnor
 *   x * y + z, z - x * y                   madd32; y may be a power of two
 *   high word of x * y + z, + w            madd64, with the low word of x * y + z if the program has it
 *   float of a byte or half of x           unpck: usc_field.h
 *   min(max(x, 0), 1)                      .sat of x's own operation, or x * 1.0 with .sat
 *   f16 arithmetic                         with -mattr=+f16sop: usc_f16.c
 *
 * The saturation is exact for the minimum and maximum of this target (a test and a select): max(x, 0), with its operands in
 * this order, makes 0 of a NaN and of -0, as saturation does.
 *
 * A pattern is a row of patterns[] and its function. The function decides, names the instructions that the group computes, and
 * emits the group, so all users see the same match. The scan before selection removes the reads of the inner instructions, so
 * they are not selected by themselves. The lower bound counts the group and its operands by usc_match_pattern().
 */
#include "backend-usc/select/pattern/usc_combine.h"

#include "backend-usc/select/operand/usc_operand.h"
#include "backend-usc/select/pattern/usc_f16.h"
#include "backend-usc/select/pattern/usc_field.h"

struct match {
   struct usc_selection *c;
   enum {
      SCAN,  /* before selection: nothing is combined yet */
      QUERY, /* after the scan, without emitting */
      EMIT,
   } step;
   enum usc_op test;                /* a test of the result into P0, in place of a register */
   const struct ir_instr *inner[6]; /* instructions that the group computes besides the matched one */
   unsigned n;
   const struct ir_src *word; /* the only operand, in place of the sources of these instructions, or NULL */
};

/* Is the source a constant of 32 bits without modifiers? */
static bool is_constant(const struct ir_src *s, uint32_t *v)
{
   return s->val->width == 32 && ir_src_plain_const(s, v);
}

/* Gets the constant of an operation of two operands, and the other operand. False if neither operand is a constant. */
static bool get_constant(const struct ir_instr *d, uint32_t *v, const struct ir_src **other)
{
   for (unsigned k = 2; k-- > 0;)
      if (is_constant(&d->src[k], v)) {
         *other = &d->src[1 - k];
         return true;
      }
   return false;
}

/* Is the match the only reader of the value? The scan takes that read away. */
static bool read_here_only(const struct match *f, const struct ir_value *v)
{
   return f->c->uses[v->id] == (f->step == SCAN ? 1u : 0u);
}

/* The definition of a source, if it is `op` and nothing else reads it. */
static const struct ir_instr *inner_def(struct match *f, const struct ir_src *s, enum ir_op op)
{
   const struct ir_instr *d = ir_src_def(s, op);
   return d && s->val->width != 16 && read_here_only(f, s->val) ? d : NULL;
}

/* Adds d to the instructions that the group computes. */
static void add_inner(struct match *f, const struct ir_instr *d)
{
   f->inner[f->n++] = d;
}

static struct usc_opd src_of(struct match *f, const struct ir_src *s)
{
   return usc_int_src(f->c, s);
}

static struct usc_opd slot_of(struct match *f, const struct ir_src *s, unsigned slot)
{
   return usc_in_slot(f->c, src_of(f, s), slot);
}

static enum usc_op logic_of(unsigned op)
{
   switch (op) {
   case IR_iand: return USC_OP_AND;
   case IR_ior: return USC_OP_OR;
   case IR_ixor: return USC_OP_XOR;
   default: return USC_OP_NONE;
   }
}

static bool emit_bitwise(struct match *f, struct usc_opd dst, struct usc_group g)
{
   g.dst[0] = dst;
   g.op[USC_TEST] = (uint8_t)f->test;
   if (f->step == EMIT)
      usc_emit(f->c, g);
   return true;
}

/* The float of a field of a word. The extraction may have other readers, for the conversion costs no more with it. */
static bool combine_unpack(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   struct usc_field p;
   if (!usc_find_field(i, &p))
      return false;
   f->word = p.word;
   if (f->step == SCAN)
      usc_read_word_instead(f->c->uses, &p);
   if (f->step == EMIT)
      usc_emit(f->c, usc_g_unpck(p.format, false, p.element, dst, src_of(f, p.word)));
   return true;
}

/* ---- one bitwise group --------------------------------------------------------------------------------------------------- */

/*
 * One group: ((x << left) & mask) logic (y & ~mask), then shifted by count. Each shift and mask may be missing, and y is 0 if
 * it is NULL.
 */
struct bitwise {
   const struct ir_src *x, *y, *left, *count;
   const struct ir_instr *mask; /* an AND with a register: either of its sources may be the mask */
   enum ir_op shift;            /* by count */
   enum usc_op logic;
   bool imm, mska, mskb; /* the mask is a constant; it masks x; its complement masks y */
   uint32_t bits;        /* the constant mask */
};

/* An AND with a constant that nothing else reads. */
static const struct ir_instr *inner_mask(struct match *f, const struct ir_src *s, const struct ir_src **x, uint32_t *m)
{
   const struct ir_instr *d = inner_def(f, s, IR_iand);
   return d && get_constant(d, m, x) ? d : NULL;
}

/* Matches the operand with the first shift and the mask; true if it has one of these. */
static bool left_side(struct match *f, struct bitwise *t, const struct ir_src *s)
{
   const unsigned before = f->n;
   const struct ir_instr *d;
   uint32_t m, n;
   t->x = s;
   if ((d = inner_mask(f, t->x, &t->x, &m))) {
      add_inner(f, d);
      t->bits = t->imm ? t->bits & m : m;
      t->imm = t->mska = true;
   }
   if ((d = inner_def(f, t->x, IR_shl))) {
      add_inner(f, d);
      t->left = &d->src[1];
      t->x = &d->src[0];
      if (is_constant(t->left, &n) && n < 32 && (d = inner_mask(f, t->x, &t->x, &m))) {
         add_inner(f, d);
         t->bits = t->imm ? t->bits & m << n : m << n;
         t->imm = t->mska = true;
      }
   } else if (!t->imm && (d = inner_def(f, t->x, IR_iand))) {
      add_inner(f, d);
      t->mask = d;
      t->mska = true;
   }
   return f->n > before;
}

/* Matches the other operand of the logic unit, which may have the complement of the mask. */
static void right_side(struct match *f, struct bitwise *t, const struct ir_src *s)
{
   const struct ir_src *y;
   uint32_t m;
   const struct ir_instr *d = inner_mask(f, s, &y, &m);
   t->y = s;
   if (d && !t->mask && (!t->imm || t->bits == ~m)) {
      add_inner(f, d);
      t->bits = ~m;
      t->imm = t->mskb = true;
      t->y = y;
   }
}

/* Matches both operands of the logic operation l, exchanged if the group then computes more instructions. */
static void both_sides(struct match *f, struct bitwise *t, const struct ir_instr *l)
{
   const struct bitwise start = *t;
   struct bitwise best = *t;
   struct match most = *f;
   for (unsigned k = 0; k < 2; k++) {
      struct match g = *f;
      *t = start;
      left_side(&g, t, &l->src[k]);
      right_side(&g, t, &l->src[1 - k]);
      if (!k || g.n > most.n) {
         best = *t;
         most = g;
      }
   }
   *t = best;
   *f = most;
}

static bool emit_one_group(struct match *f, const struct bitwise *t, struct usc_opd dst)
{
   if (f->step != EMIT)
      return true;
   struct usc_group g = usc_g(USC_BITWISE);
   const struct ir_src *x = t->x;
   if (t->imm) {
      g.imm = t->bits;
      g.op[USC_MASK] = g.imm <= 0xffff ? USC_OP_BM_IMM16 : USC_OP_BM_IMM32;
   } else if (t->mask) {
      const unsigned m = usc_opd_slots(src_of(f, &t->mask->src[0])) & 2 ? 0 : 1;
      g.op[USC_MASK] = USC_OP_BM_BYP;
      g.src[1] = slot_of(f, &t->mask->src[m], 1);
      x = &t->mask->src[1 - m];
   }
   g.mska = t->mska;
   g.mskb = t->mskb;
   if (t->left) {
      g.op[USC_SHIFT1] = USC_OP_LSL1;
      g.src[1] = slot_of(f, t->left, 1);
   }
   g.op[USC_LOGIC] = (uint8_t)t->logic;
   g.src[2] = src_of(f, x);
   g.src[3] = t->y ? src_of(f, t->y) : usc_c(0);
   if (t->count) {
      g.op[USC_SHIFT2] = t->shift == IR_shl ? USC_OP_LSL2 : t->shift == IR_ushr ? USC_OP_SHR : USC_OP_ASR_TWB;
      g.src[4] = slot_of(f, t->count, 4);
   }
   return emit_bitwise(f, dst, g);
}

static const uint8_t logic_ops[] = {IR_iand, IR_ior, IR_ixor};

static const struct ir_instr *inner_logic(struct match *f, const struct ir_src *s)
{
   const struct ir_instr *l = NULL;
   for (unsigned k = 0; k < 3 && !l; k++)
      l = inner_def(f, s, (enum ir_op)logic_ops[k]);
   return l;
}

static bool combine_logic(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   struct bitwise t = {.logic = logic_of(i->op)};
   both_sides(f, &t, i);
   return f->n && emit_one_group(f, &t, dst);
}

/* A shift of the result of the logic unit, or of the first shift and mask. */
static bool combine_shift(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   struct bitwise t = {.logic = USC_OP_OR, .shift = (enum ir_op)i->op, .count = &i->src[1]};
   const struct ir_instr *l = inner_logic(f, &i->src[0]);
   if (l) {
      add_inner(f, l);
      t.logic = logic_of(l->op);
      both_sides(f, &t, l);
   } else if (!left_side(f, &t, &i->src[0])) {
      return false;
   }
   return emit_one_group(f, &t, dst);
}

/* (x >> n) & m: the mask comes first in the group, so it is shifted to the left. */
static bool combine_field(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      struct bitwise t = {.logic = USC_OP_OR, .shift = IR_ushr, .imm = true, .mska = true};
      uint32_t m, n;
      const struct ir_instr *s = inner_def(f, &i->src[k], IR_ushr);
      if (!s || !is_constant(&i->src[1 - k], &m) || !is_constant(&s->src[1], &n) || n > 31)
         continue;
      add_inner(f, s);
      t.bits = m << n;
      t.count = &s->src[1];
      left_side(f, &t, &s->src[0]);
      return emit_one_group(f, &t, dst);
   }
   return false;
}

static bool combine_rotate(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      uint32_t l, r;
      const struct ir_instr *a = inner_def(f, &i->src[k], IR_shl), *b = inner_def(f, &i->src[1 - k], IR_ushr);
      if (!a || !b || a->src[0].val != b->src[0].val || !is_constant(&a->src[1], &l) || !is_constant(&b->src[1], &r) ||
          l + r != 32 || l > 31 || !l)
         continue;
      add_inner(f, a);
      add_inner(f, b);
      return f->step != EMIT || emit_bitwise(f, dst, usc_g_shift(USC_OP_ROL, dst, src_of(f, &a->src[0]), usc_c(l)));
   }
   return false;
}

/* (x ^ m) ^ (y >> n), or with OR: the constant goes before the shift, whose group has a logic unit. */
static bool combine_constant(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *a = inner_def(f, &i->src[k], (enum ir_op)i->op), *b = inner_def(f, &i->src[1 - k], IR_ushr);
      uint32_t m, n;
      if (!a || !b || !is_constant(&a->src[1], &m) || !is_constant(&b->src[1], &n) || n > 31 || m << n >> n != m)
         continue;
      add_inner(f, a);
      add_inner(f, b);
      if (f->step != EMIT)
         return true;
      struct usc_opd y = src_of(f, &b->src[0]), moved = usc_const(f->c->m, m << n), part = usc_temp(f->c);
      struct usc_group g = usc_g_logic(logic_of(i->op), part, y, moved);
      g.op[USC_SHIFT2] = USC_OP_SHR;
      g.src[4] = usc_c(n);
      usc_emit(f->c, g);
      return emit_bitwise(f, dst, usc_g_logic(logic_of(i->op), dst, src_of(f, &a->src[0]), part));
   }
   return false;
}

/* ~x op y: the mask unit clears the bits that are set in x, or in y. */
static bool combine_inverted(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *n = inner_def(f, &i->src[k], IR_inot);
      if (!n)
         continue;
      add_inner(f, n);
      if (f->step != EMIT)
         return true;
      const struct ir_src *x = &n->src[0], *y = &i->src[1 - k];
      if (i->op == IR_ixor) {
         struct usc_opd a = src_of(f, x), b = src_of(f, y);
         return emit_bitwise(f, dst, usc_g_logic(USC_OP_XNOR, dst, a, b));
      }
      struct usc_group g = usc_g(USC_BITWISE);
      g.op[USC_MASK] = USC_OP_BM_BYP;
      g.mskb = 1;
      g.src[2] = usc_c(0);
      /* ~x & y = 0 | (y & ~x), ~x | y = ~(0 | (x & ~y)) */
      g.op[USC_LOGIC] = i->op == IR_iand ? USC_OP_OR : USC_OP_NOR;
      g.src[1] = slot_of(f, i->op == IR_iand ? x : y, 1);
      g.src[3] = src_of(f, i->op == IR_iand ? y : x);
      return emit_bitwise(f, dst, g);
   }
   return false;
}

static bool combine_not(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   const struct ir_instr *l = inner_logic(f, &i->src[0]);
   if (!l)
      return false;
   struct bitwise t = {.logic = l->op == IR_iand ? USC_OP_NAND : l->op == IR_ior ? USC_OP_NOR : USC_OP_XNOR};
   add_inner(f, l);
   both_sides(f, &t, l);
   return emit_one_group(f, &t, dst);
}

/* ---- the integer unit ---------------------------------------------------------------------------------------------------- */

/* x * y + z, z - x * y, x * y - z; y may be a power of two. */
static bool combine_madd(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   const bool sub = i->op == IR_isub;
   for (unsigned k = 0; k < 2; k++) {
      uint32_t n = 0;
      const struct ir_instr *m = inner_def(f, &i->src[k], IR_imul), *s = m ? NULL : inner_def(f, &i->src[k], IR_shl);
      if (!m && !(s && is_constant(&s->src[1], &n) && n < 32))
         continue;
      add_inner(f, m ? m : s);
      if (f->step != EMIT)
         return true;
      struct usc_opd a = src_of(f, m ? &m->src[0] : &s->src[0]), b = m ? src_of(f, &m->src[1]) : usc_const(f->c->m, 1u << n);
      usc_order_integer_factors(f->c, &a, &b);
      struct usc_opd z = src_of(f, &i->src[1 - k]);
      if (sub)
         *(k ? &a : &z) = usc_neg(k ? a : z);
      usc_emit(f->c, usc_g_alu(sub ? USC_OP_SMADD32 : USC_OP_UMADD32, dst, a, b, z));
      return true;
   }
   return false;
}

static bool is_bits(const struct ir_src *s, uint32_t bits)
{
   uint32_t v;
   return is_constant(s, &v) && v == bits;
}

static bool combine_clamp(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *m = inner_def(f, &i->src[k], IR_fmax);
      if (!m || !is_bits(&i->src[1 - k], NUM_ONE) || !is_bits(&m->src[1], 0))
         continue;
      add_inner(f, m);
      static const uint8_t ops[] = {IR_fadd, IR_fmul, IR_fmad};
      const struct ir_instr *p = NULL;
      for (unsigned o = 0; o < 3 && !p; o++)
         p = inner_def(f, &m->src[0], (enum ir_op)ops[o]);
      if (p)
         add_inner(f, p);
      if (f->step == EMIT)
         usc_emit_float(f->c, p ? (enum ir_op)p->op : IR_fcanon, dst, p ? p : m, true);
      return true;
   }
   return false;
}

/* h2f(f2h(x op y)) and f2h(x * y + z). */
static bool combine_f16(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   const struct ir_instr *h = i, *p;
   if (!(f->c->opt->features & USC_HAS_F16SOP))
      return false;
   if (i->op == IR_h2f) {
      h = i->src[0].val->def;
      if (!h || h->op != IR_f2h || h->sat || !read_here_only(f, h->dst[0]))
         return false;
   }
   p = h->src[0].neg || h->src[0].abs ? NULL : h->src[0].val->def;
   if (!p || !read_here_only(f, p->dst[0]) || !usc_f16_operation(f->c->s->num, p, i->op == IR_f2h))
      return false;
   if (h != i)
      add_inner(f, h);
   add_inner(f, p);
   if (f->step == EMIT)
      usc_f16_emit(f->c, p, dst);
   return true;
}

/* ---- both words of 64 bits ----------------------------------------------------------------------------------------------- */

/* x * y + z as low word and high word; y is 1 and z is 0 if NULL. */
struct words {
   const struct ir_src *x, *y, *z;
   const struct ir_src *more; /* added to the high word */
   bool high;
};

static bool is_high(const struct ir_instr *i) { return i->op == IR_umulhi || i->op == IR_umadhi; }

/* Is it a word of a product and a sum? Sets *w. An iadd may compute the high word and add to it: combine_high(). */
static bool words_of(const struct usc_selection *c, const struct ir_instr *i, struct words *w)
{
   const bool combined = c->combined[i->dst[0]->id] & USC_COMBINED;
   const struct ir_instr *h = i;
   *w = (struct words){.high = is_high(i)};
   for (unsigned k = 0; combined && i->op == IR_iadd && k < 2 && !w->high; k++) {
      const struct ir_instr *d = i->src[k].val->def;
      if (d && is_high(d) && !c->uses[d->dst[0]->id]) {
         h = d;
         w->high = true;
         w->more = &i->src[1 - k];
      }
   }
   if ((combined && !w->more) || (h->op != IR_imul && h->op != IR_imad && h->op != IR_iadd && !is_high(h)))
      return false;
   w->x = &h->src[0];
   w->y = h->op == IR_iadd ? NULL : &h->src[1];
   w->z = h->op == IR_iadd ? &h->src[1] : h->nsrc > 2 ? &h->src[2] : NULL;
   if (w->y && is_bits(w->y, 1))
      w->y = NULL;
   return true;
}

static uint32_t id_of(const struct ir_src *s) { return s ? s->val->id : UINT32_MAX; }

static bool same_words(const struct words *a, const struct words *b)
{
   const uint32_t x = id_of(a->x), y = id_of(a->y), z = id_of(a->z), u = id_of(b->x), v = id_of(b->y), w = id_of(b->z);
   if (a->y == NULL || b->y == NULL)
      return y == v && ((x == u && z == w) || (x == w && z == u));
   return z == w && ((x == u && y == v) || (x == v && y == u));
}

#define WORDS_SEEN 64

struct seen_words {
   const struct ir_instr *i;
   struct words w;
};

static unsigned hash_of(const struct words *w)
{
   return (id_of(w->x) * 31 + id_of(w->y) * 31 + id_of(w->z) * (w->y ? 7 : 31)) % WORDS_SEEN;
}

/* Pairs the words of a block. An operand of only one of them must be computed before the first one. */
static void pair_words(struct usc_selection *c, const struct ir_block *blk, uint32_t *order, uint32_t *num)
{
   struct seen_words seen[WORDS_SEEN] = {0};
   for (const struct ir_instr *i = blk->first; i; i = i->next) {
      struct words w;
      for (unsigned k = 0; k < i->ndst; k++)
         order[i->dst[k]->id] = ++*num;
      if (i->ndst != 1 || i->dst[0]->width != 32 || i->sat || !c->uses[i->dst[0]->id] || c->folded[i->dst[0]->id] ||
          !words_of(c, i, &w))
         continue;
      struct seen_words *s = &seen[hash_of(&w)];
      const struct words *high = w.high ? &w : &s->w;
      if (!s->i || s->w.high == w.high || !same_words(&s->w, &w) ||
          (high->more && order[id_of(high->more)] > order[s->i->dst[0]->id])) {
         *s = (struct seen_words){i, w};
         continue;
      }
      c->pair[i->dst[0]->id] = s->i;
      c->pair[s->i->dst[0]->id] = i;
      c->combined[i->dst[0]->id] |= USC_SECOND_WORD;
      s->i = NULL;
   }
}

/* Emits both words; a destination may be NONE. */
static void emit_words(struct usc_selection *c, const struct ir_instr *high, struct usc_opd lo, struct usc_opd hi)
{
   struct match f = {.c = c, .step = EMIT};
   struct words w;
   if (!words_of(c, high, &w))
      return;
   struct usc_opd a = src_of(&f, w.x), b = w.y ? src_of(&f, w.y) : usc_c(1);
   usc_order_integer_factors(c, &a, &b);
   usc_emit(c, usc_g_umadd64(lo, hi, a, b, w.z ? src_of(&f, w.z) : usc_c(0), w.more ? src_of(&f, w.more) : usc_c(0)));
}

static void emit_pair(struct usc_selection *c, const struct ir_instr *i, struct usc_opd dst)
{
   const struct ir_instr *other = c->pair[i->dst[0]->id];
   const struct usc_opd second = usc_temp(c);
   struct words w;
   c->val[other->dst[0]->id] = second;
   if (words_of(c, i, &w) && w.high)
      emit_words(c, i, second, dst);
   else
      emit_words(c, other, dst, second);
}

/* The high word of a product or a sum of 64 bits, plus another word. Its low word may go with it: emit_pair(). */
static bool combine_high(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *h = inner_def(f, &i->src[k], IR_umadhi);
      h = h ? h : inner_def(f, &i->src[k], IR_umulhi);
      if (!h)
         continue;
      add_inner(f, h);
      if (f->step == EMIT)
         emit_words(f->c, i, usc_none(), dst);
      return true;
   }
   return false;
}

/* ---- the table of patterns ----------------------------------------------------------------------------------------------- */

/*
 * A pattern: the op that it ends in, the function that matches and emits it, and the unit that its group takes at least. Of the
 * patterns of an op the first that matches is selected. If a pattern makes several groups, the unit is that of the last one.
 */
static const struct pattern {
   uint8_t op, unit; /* enum ir_op, enum usc_unit */
   bool (*combine)(struct match *f, const struct ir_instr *i, struct usc_opd dst);
} patterns[] = {
   {IR_f2h, USC_UNIT_P, combine_f16},
   {IR_h2f, USC_UNIT_P, combine_f16},
   {IR_h2f, USC_UNIT_P0, combine_unpack},
   {IR_u2f, USC_UNIT_P0, combine_unpack},
   {IR_i2f, USC_UNIT_P0, combine_unpack},
   {IR_iand, USC_UNIT_ALONE, combine_field},
   {IR_iand, USC_UNIT_ALONE, combine_logic},
   {IR_iand, USC_UNIT_ALONE, combine_inverted},
   {IR_ior, USC_UNIT_ALONE, combine_rotate},
   {IR_ior, USC_UNIT_ALONE, combine_constant},
   {IR_ior, USC_UNIT_ALONE, combine_logic},
   {IR_ior, USC_UNIT_ALONE, combine_inverted},
   {IR_ixor, USC_UNIT_ALONE, combine_constant},
   {IR_ixor, USC_UNIT_ALONE, combine_logic},
   {IR_ixor, USC_UNIT_ALONE, combine_inverted},
   {IR_shl, USC_UNIT_ALONE, combine_shift},
   {IR_ushr, USC_UNIT_ALONE, combine_shift},
   {IR_ishr, USC_UNIT_ALONE, combine_shift},
   {IR_inot, USC_UNIT_ALONE, combine_not},
   {IR_iadd, USC_UNIT_P0, combine_high},
   {IR_iadd, USC_UNIT_P0, combine_madd},
   {IR_isub, USC_UNIT_P0, combine_madd},
   {IR_fmin, USC_UNIT_P, combine_clamp},
};

/* The pattern that an instruction ends, or NULL if it is selected by itself. */
static const struct pattern *combine(struct match *f, const struct ir_instr *i, struct usc_opd dst)
{
   if (!i->ndst || (i->dst[0]->width == 16 && i->op != IR_f2h) || i->sat)
      return NULL;
   for (unsigned k = 0; k < sizeof patterns / sizeof *patterns; k++)
      if (patterns[k].op == i->op && patterns[k].combine(f, i, dst))
         return &patterns[k];
   return NULL;
}

/* The integer that a branch compares with zero, if a bitwise group computes and tests it. */
static const struct ir_instr *tested_integer(struct match *f, const struct ir_value *cond)
{
   const struct ir_instr *d = cond->def, *v = NULL;
   if (!d || (d->op != IR_ieq && d->op != IR_ine) || d->src[0].val->width != 32 || !is_bits(&d->src[1], 0))
      return NULL;
   v = inner_logic(f, &d->src[0]);
   for (enum ir_op op = IR_shl; op <= IR_ishr && !v; op++)
      v = inner_def(f, &d->src[0], op);
   f->test = d->op == IR_ieq ? USC_OP_TZ : USC_OP_TNZ;
   return v;
}

/* Records that the group of the match computes the value, so the inner instructions are not selected. */
static void note_combined(struct usc_selection *c, const struct ir_value *v, const struct match *f)
{
   c->combined[v->id] = USC_COMBINED;
   for (unsigned k = 0; k < f->n; k++)
      c->uses[f->inner[k]->dst[0]->id] = 0;
}

void usc_combine_scan(struct usc_selection *c)
{
   for (uint32_t b = c->s->num_blocks; b-- > 0;) {
      const struct ir_block *blk = c->s->blocks[b];
      if (blk->term == IR_TERM_IF && ir_used_once(c->uses, blk->cond.val)) {
         struct match f = {.c = c, .step = SCAN};
         const struct ir_instr *v = tested_integer(&f, blk->cond.val);
         if (v) {
            combine(&f, v, usc_none());
            add_inner(&f, v);
            note_combined(c, blk->cond.val, &f);
         }
      }
      for (const struct ir_instr *i = blk->last; i; i = ir_prev(i)) {
         struct match f = {.c = c, .step = SCAN};
         if (i->ndst && c->uses[i->dst[0]->id] && !c->combined[i->dst[0]->id] && combine(&f, i, usc_none()))
            note_combined(c, i->dst[0], &f);
      }
   }
   if (!ir_may_have(c->s, IR_umulhi) && !ir_may_have(c->s, IR_umadhi))
      return;
   uint32_t *order = UTIL_ARRAY(c->ctx, uint32_t, (size_t)c->s->num_values + 1), num = 0;
   c->pair = UTIL_ARRAY(c->ctx, const struct ir_instr *, (size_t)c->s->num_values + 1);
   ir_foreach_block (c->s, blk)
      pair_words(c, blk, order, &num);
   util_discard(c->ctx, order, ((size_t)c->s->num_values + 1) * sizeof *order);
}

bool usc_combine_emit(struct usc_selection *c, const struct ir_instr *i, struct usc_opd dst)
{
   struct match f = {.c = c, .step = EMIT};
   if (c->pair && c->pair[i->dst[0]->id]) {
      emit_pair(c, i, dst);
      return true;
   }
   return c->combined[i->dst[0]->id] && combine(&f, i, dst);
}

bool usc_combine_test(struct usc_selection *c, const struct ir_value *cond)
{
   struct match f = {.c = c, .step = EMIT};
   const struct ir_instr *v = c->combined[cond->id] ? tested_integer(&f, cond) : NULL;
   if (v && !combine(&f, v, usc_none())) {
      struct bitwise t = {.logic = logic_of(v->op), .x = &v->src[0], .y = &v->src[1]};
      if (!t.logic)
         t = (struct bitwise){.logic = USC_OP_OR, .x = &v->src[0], .shift = (enum ir_op)v->op, .count = &v->src[1]};
      emit_one_group(&f, &t, usc_none());
   }
   return v;
}

/* ---- for the lower bound ------------------------------------------------------------------------------------------------- */

static bool is_inner(const struct match *f, const struct ir_instr *d)
{
   bool found = false;
   for (unsigned k = 0; k < f->n; k++)
      found |= f->inner[k] == d;
   return found;
}

/* Adds the sources of i that are not results of inner instructions. */
static void add_reads(const struct match *f, const struct ir_instr *i, struct usc_pattern_match *m)
{
   for (uint32_t k = 0; k < i->nsrc; k++)
      if (!i->src[k].val->def || !is_inner(f, i->src[k].val->def))
         m->read[m->num_reads++] = &i->src[k];
}

static void describe(const struct match *f, const struct ir_instr *i, enum usc_unit unit, struct usc_pattern_match *m)
{
   *m = (struct usc_pattern_match){.unit = unit};
   if (f->word) {
      m->read[m->num_reads++] = f->word;
      return;
   }
   add_reads(f, i, m);
   for (unsigned k = 0; k < f->n; k++)
      add_reads(f, f->inner[k], m);
}

bool usc_match_pattern(struct usc_selection *c, const struct ir_instr *i, struct usc_pattern_match *m)
{
   struct match f = {.c = c, .step = QUERY};
   const struct pattern *p = i->ndst && c->combined[i->dst[0]->id] ? combine(&f, i, usc_none()) : NULL;
   if (p)
      describe(&f, i, (enum usc_unit)p->unit, m);
   return p;
}

bool usc_match_test(struct usc_selection *c, const struct ir_value *cond, struct usc_pattern_match *m)
{
   struct match f = {.c = c, .step = QUERY};
   const struct ir_instr *v = c->combined[cond->id] ? tested_integer(&f, cond) : NULL;
   if (!v)
      return false;
   combine(&f, v, usc_none());
   describe(&f, v, USC_UNIT_ALONE, m);
   return true;
}
