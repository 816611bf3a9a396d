/* SPDX-License-Identifier: MIT */
/*
 * Colours that are bytes before they are floats, for targets of bytes:
 *
 *    %b = iand (ushr %w, 8), 255; %f = u2f %b; %c = fmul %f, 1/255; store_output color.x, %c
 *
 * The pack unit makes of %c the byte that %b was, so the four conversions, the products and the pack cancel out. The bytes only
 * move to their positions: one bitwise group inserts each under a mask, unless it is in position already. All components of the
 * target must be such bytes, or constants, without other readers and stored once, in the last block.
 *
 * One float in some components and constants in the others are packed once: a product with 0x01010101 spreads the byte, and its
 * sum adds the constants. A pack of one component leaves 0 in the others: assumed[pack], as for f16 (usc_sim_fmt.c).
 */
#include "backend-usc/select/pattern/usc_bytes.h"

#include "backend-usc/select/operand/usc_operand.h"

struct usc_bytes {
   /* The word is an OR of parts of values, or without terms one packed component times `factor` plus `constant`. */
   struct term {
      const struct ir_value *v; /* NULL: the constant */
      uint32_t mask;            /* the bytes of the result from it */
      unsigned rot;             /* its rotation to the left */
   } term[5];
   unsigned n;
   uint32_t constant;
   struct ir_src splat;
   uint32_t factor;
};

/* Finds the byte that the pack unit makes of a float; false if that might depend on the rounding of the unit. */
static bool byte_of(num_m m, uint32_t x, uint32_t *byte)
{
   const uint32_t max = 0x437f0000; /* 255.0 */
   if (num_isnan(x))
      return false;
   x = num_fmin(m, num_fmax(m, x, 0), NUM_ONE);
   const uint32_t p = num_fmul(m, x, max), near = num_fround(m, p), off = num_fadd(m, p, near ^ 0x80000000u) & 0x7fffffffu;
   *byte = num_f2u(m, near);
   return num_flt(m, off, 0x3e800000); /* 0.25 */
}

/* Does the product with k bring every byte back to itself? */
static bool is_scale(num_m m, uint32_t k)
{
   for (uint32_t b = 0; b < 256; b++) {
      uint32_t r;
      if (!byte_of(m, num_fmul(m, num_u2f(m, b), k), &r) || r != b)
         return false;
   }
   return true;
}

/* Is the OR of two shifts a rotation of one value? Then steps v and p back to that value. */
static bool step_rotation(const struct ir_instr *d, const struct ir_value **v, unsigned *p)
{
   uint32_t n, m;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *a = d->src[k].val->def, *b = d->src[!k].val->def;
      if (!a || !b || a->op != IR_shl || b->op != IR_ushr || a->src[0].val != b->src[0].val ||
          !ir_src_plain_const(&a->src[1], &n) || !ir_src_plain_const(&b->src[1], &m) || n >= 32 || m >= 32 || n + m != 32 ||
          ((*p - n) & 31) > 24)
         continue;
      *p = (*p - n) & 31;
      *v = a->src[0].val;
      return true;
   }
   return false;
}

/* Steps back from bits p..p+7 of a value to the value that they come from. */
static bool step(const struct ir_value **v, unsigned *p)
{
   const struct ir_instr *d = (*v)->def;
   uint32_t n, m;
   if (!d || d->sat || (*v)->width != 32)
      return false;
   switch (d->op) {
   case IR_iand:
      if (!ir_src_plain_const(&d->src[1], &m) || (m >> *p & 0xff) != 0xff)
         return false;
      break;
   case IR_ushr:
      if (!ir_src_plain_const(&d->src[1], &n) || n > 24 || *p + n > 24)
         return false;
      *p += n;
      break;
   case IR_shl:
      if (!ir_src_plain_const(&d->src[1], &n) || n > *p)
         return false;
      *p -= n;
      break;
   case IR_ior:
   case IR_ixor:
      if (step_rotation(d, v, p))
         return true;
      for (unsigned k = 0; k < 2; k++)
         if (!(ir_maybe_ones(d->src[k].val, 3) >> *p & 0xff)) {
            *v = d->src[!k].val;
            return true;
         }
      return false;
   default: return false;
   }
   *v = d->src[0].val;
   return true;
}

/* The origins of a component: values and their rotations. */
struct origin {
   struct {
      const struct ir_value *v;
      unsigned rot;
   } at[16];
   unsigned n;
};

static bool comes_from(const struct origin *o, const struct ir_value *v, unsigned rot)
{
   for (unsigned k = 0; k < o->n; k++)
      if (o->at[k].v == v && o->at[k].rot == rot)
         return true;
   return false;
}

/* Can a shift to the left replace the rotation? */
static bool is_shift(const struct term *t)
{
   return !(t->mask & ((1u << t->rot) - 1));
}

/* Gives the term, whose value and rotation are set, all components of the mask `remaining` that it can provide. Returns a
   score. */
static unsigned rate_term(const struct usc_bytes *b, const struct origin o[4], unsigned remaining, struct term *t)
{
   unsigned count = 0;
   bool read = false;
   t->mask = 0;
   for (unsigned q = 0; q < 4; q++)
      if (remaining >> q & 1 && comes_from(&o[q], t->v, t->rot)) {
         t->mask |= 0xffu << 8 * q;
         count++;
      }
   for (unsigned q = 0; q < b->n; q++)
      read |= b->term[q].v == t->v;
   return 64 * count + (read && is_shift(t) ? 40 : !t->rot ? 20 : 0);
}

/*
 * Chooses few terms: each time the value and rotation that provide most of the remaining components. Ties go to a value with
 * another term, which saves a shift, then to one in its own position, then to the one furthest back.
 */
static void choose_terms(struct usc_bytes *b, const struct origin o[4])
{
   unsigned remaining = 0;
   for (unsigned k = 0; k < 4; k++)
      remaining |= (o[k].n != 0) << k;
   while (remaining) {
      struct term best = {NULL, 0, 0};
      unsigned best_score = 0;
      for (unsigned k = 0; k < 4; k++)
         for (unsigned n = 0; remaining >> k & 1 && n < o[k].n; n++) {
            struct term t = {o[k].at[n].v, 0, o[k].at[n].rot};
            const unsigned score = rate_term(b, o, remaining, &t) + n + 1;
            if (score > best_score) {
               best_score = score;
               best = t;
            }
         }
      b->term[b->n++] = best;
      for (unsigned k = 0; k < 4; k++)
         if (best.mask >> 8 * k & 1)
            remaining &= ~(1u << k);
   }
}

/* The number of components of the colour that are the value. */
static unsigned num_stored(const struct ir_src *const from[4], const struct ir_value *v)
{
   unsigned n = 0;
   for (unsigned k = 0; k < 4; k++)
      n += from[k] && from[k]->val == v;
   return n;
}

/* Finds component k of the colour as a byte, a constant or bits of a value; false if it is neither. *scale is the factor of the
   last product. */
static bool find_component(struct usc_selection *c, struct usc_bytes *b, struct origin *o, unsigned k,
                           const struct ir_src *const from[4], uint32_t *scale)
{
   const struct ir_src *s = from[k];
   const struct ir_instr *d = s->val->def, *f;
   uint32_t bits, byte;
   if (s->neg || s->abs || !d)
      return false;
   if (ir_src_plain_const(s, &bits)) {
      if (!byte_of(c->s->num, bits, &byte))
         return false;
      b->constant |= byte << 8 * k;
      return true;
   }
   if (d->op != IR_fmul || d->sat == IR_SAT_11 || d->src[0].neg || d->src[0].abs || !ir_src_plain_const(&d->src[1], &bits) ||
       c->uses[d->dst[0]->id] != num_stored(from, d->dst[0]))
      return false;
   f = d->src[0].val->def;
   if (!f || (f->op != IR_u2f && f->op != IR_i2f) || f->sat || !ir_used_once(c->uses, f->dst[0]))
      return false;
   const struct ir_value *v = f->src[0].val;
   unsigned p = 0;
   if (ir_maybe_ones(v, 4) > 0xff || (bits != *scale && !is_scale(c->s->num, bits)))
      return false;
   *scale = bits;
   do {
      o->at[o->n].v = v;
      o->at[o->n++].rot = (8 * k - p) & 31;
   } while (o->n < 16 && step(&v, &p));
   return true;
}

/* Preference as the term that the others are inserted into: a value in position then takes no group, a rotation or shift one.
   Inserted itself, a shift takes one group and a rotation two, so rotations rank above shifts. */
static unsigned rank_of(const struct term *t)
{
   return !t->v ? 0 : !t->rot ? 3 : is_shift(t) ? 1 : 2;
}

/* The term that the others are inserted into. */
static unsigned base_of(const struct usc_bytes *b)
{
   unsigned best = 0;
   for (unsigned k = 1; k < b->n; k++)
      if (rank_of(&b->term[k]) > rank_of(&b->term[best]))
         best = k;
   return best;
}

static unsigned groups_of(const struct usc_bytes *b)
{
   const unsigned base = base_of(b);
   unsigned groups = b->term[base].rot != 0;
   for (unsigned k = 0; k < b->n; k++)
      if (k != base)
         groups += 1 + !is_shift(&b->term[k]);
   return groups; /* 0 if the operation that computes the word writes it */
}

unsigned usc_bytes_groups(const struct usc_selection *c, unsigned t)
{
   return c->color.bytes[t]->n ? groups_of(c->color.bytes[t]) : 0;
}

const struct ir_src *usc_bytes_splat(const struct usc_selection *c, unsigned t)
{
   return c->color.bytes[t] && !c->color.bytes[t]->n ? &c->color.bytes[t]->splat : NULL;
}

/* Removes a read of the value. A value without reads reads nothing itself. */
static void drop(struct usc_selection *c, const struct ir_value *v)
{
   const struct ir_value **work = NULL;
   uint32_t n = 0, cap = 0;
   UTIL_PUSH(c->ctx, work, n, cap, v);
   while (n) {
      v = work[--n];
      if (--c->uses[v->id] || !v->def || !(ir_op_info[v->def->op].flags & IR_F_PURE) || v->def->op == IR_tex)
         continue;
      for (uint32_t k = 0; k < v->def->nsrc; k++)
         UTIL_PUSH(c->ctx, work, n, cap, v->def->src[k].val);
   }
}

/* Matches bytes and constants; true if they take no more groups than conversions and a pack. */
static bool match_bytes(struct usc_selection *c, const struct ir_src *const from[4], struct usc_bytes *b)
{
   struct origin o[4];
   uint32_t scale = 0, fixed = 0;
   unsigned floats = 0;
   for (unsigned k = 0; k < 4; k++) {
      o[k].n = 0;
      if (from[k] && !find_component(c, b, &o[k], k, from, &scale))
         return false;
      floats += o[k].n != 0;
      if (!o[k].n)
         fixed |= 0xffu << 8 * k;
   }
   if (!floats)
      return false;
   choose_terms(b, o);
   if (fixed)
      b->term[b->n++] = (struct term){NULL, fixed, 0};
   return groups_of(b) <= floats + 1; /* conversions, and the pack */
}

/* Matches one value in some components and constants in the others. */
static bool match_one_value(struct usc_selection *c, const struct ir_src *const from[4], struct usc_bytes *b)
{
   for (unsigned k = 0; k < 4; k++) {
      uint32_t bits, byte;
      if (!from[k])
         continue;
      if (ir_src_plain_const(from[k], &bits)) {
         if (!byte_of(c->s->num, bits, &byte))
            return false;
         b->constant |= byte << 8 * k;
         continue;
      }
      if (b->splat.val && (b->splat.val != from[k]->val || b->splat.neg != from[k]->neg || b->splat.abs != from[k]->abs))
         return false;
      b->splat = *from[k];
      b->factor |= 1u << 8 * k;
   }
   return b->splat.val != NULL;
}

void usc_bytes_scan(struct usc_selection *c)
{
   const struct usc_inputs *in = c->in;
   const struct ir_src *from[8][4] = {{NULL}};
   uint8_t twice = 0;
   if (c->s->stage != IR_STAGE_FRAGMENT || c->opt->sched == USC_SCHED_NONE)
      return;
   ir_foreach_instr (c->s->blocks[c->s->num_blocks - 1], i)
      if (i->op == IR_store_output && i->attr[0] >= SLOT_FRAG_COLOR && i->attr[0] <= SLOT_FRAG_COLOR_LAST) {
         const struct ir_src **s = &from[i->attr[0] - SLOT_FRAG_COLOR][i->attr[1] & 3];
         if (*s)
            twice |= (uint8_t)(1u << (i->attr[0] - SLOT_FRAG_COLOR));
         *s = &i->src[0];
      }
   for (unsigned t = 0; t < 8; t++) {
      const unsigned slot = SLOT_FRAG_COLOR + t;
      if (c->opt->frt[t] != USC_FRT_RGBA8 || !in->out_mask[slot] || in->out_late[slot] || twice >> t & 1)
         continue;
      struct usc_bytes b = {.n = 0};
      if (!match_bytes(c, from[t], &b)) {
         b = (struct usc_bytes){.n = 0};
         if (!match_one_value(c, from[t], &b))
            continue;
         c->uses[b.splat.val->id]++;
      }
      c->color.bytes[t] = UTIL_NEW(c->ctx, struct usc_bytes);
      *c->color.bytes[t] = b;
      for (unsigned k = 0; k < b.n; k++)
         if (b.term[k].v)
            c->uses[b.term[k].v->id]++;
      for (unsigned k = 0; k < 4; k++)
         if (from[t][k])
            drop(c, from[t][k]->val);
   }
}

static struct usc_opd word_of(struct usc_selection *c, const struct usc_bytes *b, const struct term *t)
{
   if (t->v)
      return usc_value(c, t->v);
   /* Any word with these bytes will do, and special constants are free. */
   return usc_const(c->m, !b->constant ? 0 : (b->constant | ~t->mask) == UINT32_MAX ? UINT32_MAX : b->constant);
}

/* Packs one component; a product copies the byte to its positions, and the sum adds the constants. */
static void emit_splat(struct usc_selection *c, const struct usc_bytes *b, struct usc_opd dst)
{
   struct usc_opd a = usc_float_src(c, &b->splat), byte = usc_temp(c);
   struct usc_opd x = usc_const(c->m, b->factor), y = usc_const(c->m, b->constant);
   usc_emit_pack(c, USC_FMT_U8888, USC_PACK_SCALED, byte, a);
   usc_emit(c, usc_g_alu(USC_OP_UMADD32, dst, x, byte, y));
}

/* dst = acc with the bytes of the term, which are in x. */
static void insert_term(struct usc_selection *c, const struct term *t, struct usc_opd acc, struct usc_opd x, struct usc_opd dst)
{
   struct usc_group g = usc_g(USC_BITWISE);
   g.imm = t->mask;
   g.op[USC_MASK] = g.imm <= 0xffff ? USC_OP_BM_IMM16 : USC_OP_BM_IMM32;
   g.mska = g.mskb = 1;
   g.op[USC_LOGIC] = USC_OP_OR;
   if (t->rot && is_shift(t)) {
      g.op[USC_SHIFT1] = USC_OP_LSL1;
      g.src[1] = usc_c(t->rot);
   }
   g.src[2] = x;
   g.src[3] = acc;
   g.dst[0] = dst;
   usc_emit(c, g);
}

void usc_bytes_emit(struct usc_selection *c, unsigned target, struct usc_opd dst)
{
   const struct usc_bytes *b = c->color.bytes[target];
   if (!b->n) {
      emit_splat(c, b, dst);
      return;
   }
   const unsigned base = base_of(b);
   const struct term *t = &b->term[base];
   struct usc_opd acc = word_of(c, b, t);
   if (t->rot) {
      struct usc_opd r = b->n == 1 ? dst : usc_temp(c);
      usc_emit(c, usc_g_shift(is_shift(t) ? USC_OP_LSL2 : USC_OP_ROL, r, acc, usc_c(t->rot)));
      acc = r;
   } else if (b->n == 1) {
      usc_emit(c, usc_g_mov(dst, acc));
   }
   for (unsigned k = 0, remaining = b->n - 1; k < b->n; k++) {
      t = &b->term[k];
      if (k == base)
         continue;
      struct usc_opd x = word_of(c, b, t);
      if (!is_shift(t)) {
         struct usc_opd r = usc_temp(c);
         usc_emit(c, usc_g_shift(USC_OP_ROL, r, x, usc_c(t->rot)));
         x = r;
      }
      struct usc_opd sum = --remaining ? usc_temp(c) : dst;
      insert_term(c, t, acc, x, sum);
      acc = sum;
   }
}
