/* SPDX-License-Identifier: MIT */
/*
 * Chains of integer instructions that are one group: the bitwise ALU does shift, logic and shift in a row, the integer unit
 * multiplies and adds, unpck takes a byte apart and converts it.
 *
 *   (x >> n) & m              mask, or, shr          (x << n) op y        lsl, logic
 *   (x op y) >> n, << n       logic, shift           (x << n) | (x >> 32 - n)   rol
 *   (x & m) op y              mask, logic            ~x op y               mask, logic
 *   ~(x op y)                 nand nor xnor          x * y + z            umadd32
 *   float((x >> 8k) & 255)    unpck.u8888            float((x >> 16k) & 65535)  unpck.u1616
 *   min(max(x, 0), 1)         .sat of x's own operation, or x * 1.0 with .sat
 *
 *   f16 arithmetic with -mattr=+f16sop        usc_half.c
 *
 * The saturation is exact with the minimum and maximum of this target (a test and a select): a NaN and -0 become 0 in max(x, 0), in this
 * order of operands, as saturation makes them.
 *
 * The same function decides (before selection: inner instructions lose their reader) and emits, so both see the same match.
 */
#include "backend-usc/usc_cg.h"

struct fuse {
   struct cg *c;
   bool dry;
   const struct ir_instr *in[3]; /* inner instructions of the match */
   unsigned n;
};

static bool constant(const struct ir_src *s, uint32_t *v)
{
   const struct ir_instr *d = s->val->def;
   if (!d || d->op != IR_const || s->val->width != 32)
      return false;
   *v = d->attr[0];
   return true;
}

/* The definition of a source, if it is `op` and only we read it. */
static const struct ir_instr *inner(struct fuse *f, const struct ir_src *s, enum ir_op op)
{
   const struct ir_instr *d = s->val->def;
   if (!d || d->op != op || s->neg || s->abs || s->val->width == 16 || d->sat)
      return NULL;
   return f->c->uses[s->val->id] == (f->dry ? 1u : 0u) ? d : NULL;
}

static void take(struct fuse *f, const struct ir_instr *d)
{
   f->in[f->n++] = d;
}

static struct usc_opd src_of(struct fuse *f, const struct ir_src *s)
{
   return cg_int_src(f->c, s);
}

static struct usc_opd slot_of(struct fuse *f, const struct ir_src *s, unsigned slot)
{
   struct usc_opd o = src_of(f, s);
   return usc_opd_slots(o) >> slot & 1 ? o : cg_to_temp(f->c, o);
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

static bool emit_bitwise(struct fuse *f, struct usc_opd dst, struct usc_group g)
{
   g.dst[0] = dst;
   if (!f->dry)
      cg_emit(f->c, g);
   return true;
}

/* float of a byte or half word: the extraction may have other readers, the conversion costs the same. */
static bool fuse_unpack(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   const struct ir_instr *d = i->src[0].val->def;
   const struct ir_src *x;
   uint32_t m = 0, n = 0;
   unsigned width;
   if (!d)
      return false;
   if (d->op == IR_iand && (constant(&d->src[1], &m) || constant(&d->src[0], &m))) {
      x = constant(&d->src[1], &m) ? &d->src[0] : &d->src[1];
      constant(x == &d->src[0] ? &d->src[1] : &d->src[0], &m);
      if (m != 0xff && m != 0xffff)
         return false;
      width = m == 0xff ? 8 : 16;
      const struct ir_instr *e = x->val->def;
      if (e && e->op == IR_ushr && constant(&e->src[1], &n) && n < 32 && n % width == 0)
         x = &e->src[0];
      else
         n = 0;
   } else if (d->op == IR_ushr && constant(&d->src[1], &n) && (n == 24 || n == 16)) {
      x = &d->src[0];
      width = 32 - n;
   } else {
      return false;
   }
   if (f->dry) {
      uint32_t *uses = f->c->uses;
      uses[x->val->id]++;
      for (const struct ir_instr *e = d; e;) { /* whoever has no reader left drops its sources */
         if (--uses[e->dst[0]->id])
            break;
         const struct ir_instr *next = NULL;
         for (uint32_t k = 0; k < e->nsrc; k++) {
            const struct ir_instr *q = e->src[k].val->def;
            if (q && q->op == IR_ushr && q->dst[0] != x->val && e == d && e->op == IR_iand)
               next = q;
            else
               uses[e->src[k].val->id]--;
         }
         e = next;
      }
      return true;
   }
   struct usc_group g = usc_g_unpck(width == 8 ? USC_FMT_U8888 : USC_FMT_U1616, false, n / width, dst, src_of(f, x));
   cg_emit(f->c, g);
   return true;
}

static bool fuse_and(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      uint32_t m, n;
      const struct ir_instr *s = inner(f, &i->src[k], IR_ushr);
      if (!s || !constant(&i->src[1 - k], &m) || !constant(&s->src[1], &n) || n > 31)
         continue;
      take(f, s);
      if (f->dry)
         return true;
      struct usc_group g = usc_g(USC_BITWISE);
      g.imm = m << n;
      g.op[USC_MASK] = g.imm <= 0xffff ? USC_OP_BM_IMM16 : USC_OP_BM_IMM32;
      g.op[USC_LOGIC] = USC_OP_OR;
      g.mska = 1;
      g.op[USC_SHIFT2] = USC_OP_SHR;
      g.src[2] = src_of(f, &s->src[0]);
      g.src[3] = usc_c(0);
      g.src[4] = usc_c(n);
      return emit_bitwise(f, dst, g);
   }
   return false;
}

static bool fuse_rotate(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      uint32_t l, r;
      const struct ir_instr *a = inner(f, &i->src[k], IR_shl), *b = inner(f, &i->src[1 - k], IR_ushr);
      if (!a || !b || a->src[0].val != b->src[0].val || !constant(&a->src[1], &l) || !constant(&b->src[1], &r) || l + r != 32 ||
          l > 31 || !l)
         continue;
      take(f, a);
      take(f, b);
      if (!f->dry)
         cg_emit(f->c, usc_g_shift(USC_OP_ROL, dst, src_of(f, &a->src[0]), usc_c(l)));
      return true;
   }
   return false;
}

/* logic on a left shift */
static bool fuse_shift_logic(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *s = inner(f, &i->src[k], IR_shl);
      if (!s)
         continue;
      take(f, s);
      if (f->dry)
         return true;
      struct usc_group g = usc_g(USC_BITWISE);
      g.op[USC_SHIFT1] = USC_OP_LSL1;
      g.op[USC_LOGIC] = (uint8_t)logic_of(i->op);
      g.src[2] = src_of(f, &s->src[0]);
      g.src[1] = slot_of(f, &s->src[1], 1);
      g.src[3] = src_of(f, &i->src[1 - k]);
      return emit_bitwise(f, dst, g);
   }
   return false;
}

/* a shift of a logic result */
static bool fuse_logic_shift(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   static const uint8_t logic[] = {IR_iand, IR_ior, IR_ixor};
   for (unsigned k = 0; k < 3; k++) {
      const struct ir_instr *l = inner(f, &i->src[0], (enum ir_op)logic[k]);
      if (!l)
         continue;
      take(f, l);
      if (f->dry)
         return true;
      struct usc_group g = usc_g(USC_BITWISE);
      g.op[USC_LOGIC] = (uint8_t)logic_of(l->op);
      g.op[USC_SHIFT2] = i->op == IR_shl ? USC_OP_LSL2 : i->op == IR_ushr ? USC_OP_SHR : USC_OP_ASR_TWB;
      g.src[2] = src_of(f, &l->src[0]);
      g.src[3] = src_of(f, &l->src[1]);
      g.src[4] = slot_of(f, &i->src[1], 4);
      return emit_bitwise(f, dst, g);
   }
   return false;
}

/* (x & m) op y: the mask unit takes m. */
static bool fuse_masked(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *l = inner(f, &i->src[k], IR_iand);
      if (!l)
         continue;
      take(f, l);
      if (f->dry)
         return true;
      struct usc_group g = usc_g(USC_BITWISE);
      unsigned m = constant(&l->src[0], &g.imm) ? 0 : 1;
      g.op[USC_MASK] = USC_OP_BM_BYP;
      if (constant(&l->src[m], &g.imm)) {
         g.op[USC_MASK] = g.imm <= 0xffff ? USC_OP_BM_IMM16 : USC_OP_BM_IMM32;
      } else {
         m = usc_opd_slots(src_of(f, &l->src[0])) & 2 ? 0 : 1;
         g.src[1] = slot_of(f, &l->src[m], 1);
      }
      g.mska = 1;
      g.op[USC_LOGIC] = (uint8_t)logic_of(i->op);
      g.src[2] = src_of(f, &l->src[1 - m]);
      g.src[3] = src_of(f, &i->src[1 - k]);
      return emit_bitwise(f, dst, g);
   }
   return false;
}

/* ~x op y: the mask unit takes away what is set in x, or in y. */
static bool fuse_inverted(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *n = inner(f, &i->src[k], IR_inot);
      if (!n)
         continue;
      take(f, n);
      if (f->dry)
         return true;
      const struct ir_src *x = &n->src[0], *y = &i->src[1 - k];
      if (i->op == IR_ixor) {
         struct usc_opd a = src_of(f, x), b = src_of(f, y);
         cg_emit(f->c, usc_g_logic(USC_OP_XNOR, dst, a, b));
         return true;
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

static bool fuse_not(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   static const struct {
      uint8_t in, out;
   } map[] = {{IR_iand, USC_OP_NAND}, {IR_ior, USC_OP_NOR}, {IR_ixor, USC_OP_XNOR}};
   for (unsigned k = 0; k < 3; k++) {
      const struct ir_instr *l = inner(f, &i->src[0], (enum ir_op)map[k].in);
      if (!l)
         continue;
      take(f, l);
      if (!f->dry) {
         struct usc_opd a = src_of(f, &l->src[0]), b = src_of(f, &l->src[1]);
         cg_emit(f->c, usc_g_logic((enum usc_op)map[k].out, dst, a, b));
      }
      return true;
   }
   return false;
}

static bool fuse_madd(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *m = inner(f, &i->src[k], IR_imul);
      if (!m)
         continue;
      take(f, m);
      if (f->dry)
         return true;
      struct usc_opd a = src_of(f, &m->src[0]), b = src_of(f, &m->src[1]);
      if (!(usc_opd_slots(b) & 2)) {
         struct usc_opd t = a;
         a = b, b = t;
      }
      if (!(usc_opd_slots(b) & 2))
         b = cg_to_temp(f->c, b);
      cg_emit(f->c, usc_g_alu(USC_OP_UMADD32, dst, a, b, src_of(f, &i->src[1 - k])));
      return true;
   }
   return false;
}

static bool is_bits(const struct ir_src *s, uint32_t bits)
{
   uint32_t v;
   return !s->neg && !s->abs && constant(s, &v) && v == bits;
}

static bool fuse_clamp(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *m = inner(f, &i->src[k], IR_fmax);
      if (!m || !is_bits(&i->src[1 - k], NUM_ONE) || !is_bits(&m->src[1], 0))
         continue;
      take(f, m);
      static const uint8_t ops[] = {IR_fadd, IR_fmul, IR_fmad};
      const struct ir_instr *p = NULL;
      for (unsigned o = 0; o < 3 && !p; o++)
         p = inner(f, &m->src[0], (enum ir_op)ops[o]);
      if (p)
         take(f, p);
      if (!f->dry)
         cg_emit_float(f->c, p ? (enum ir_op)p->op : IR_fcanon, dst, p ? p : m, true);
      return true;
   }
   return false;
}

/* h2f(f2h(x op y)) and f2h(x * y + z). */
static bool fuse_half(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   const struct ir_instr *h = i, *p;
   if (!(f->c->opt->features & USC_HAS_F16SOP))
      return false;
   if (i->op == IR_h2f) {
      h = i->src[0].val->def;
      if (!h || h->op != IR_f2h || h->sat || f->c->uses[h->dst[0]->id] != (f->dry ? 1u : 0u))
         return false;
   }
   p = h->src[0].neg || h->src[0].abs ? NULL : h->src[0].val->def;
   if (!p || f->c->uses[p->dst[0]->id] != (f->dry ? 1u : 0u) || !cg_half_operation(p, i->op == IR_f2h))
      return false;
   if (h != i)
      take(f, h);
   take(f, p);
   if (!f->dry)
      cg_half_emit(f->c, p, dst);
   return true;
}

static bool match(struct fuse *f, const struct ir_instr *i, struct usc_opd dst)
{
   if (!i->ndst || (i->dst[0]->width == 16 && i->op != IR_f2h) || i->sat)
      return false;
   switch (i->op) {
   case IR_f2h:
   case IR_h2f: return fuse_half(f, i, dst);
   case IR_u2f: return fuse_unpack(f, i, dst);
   case IR_iand:
      return fuse_and(f, i, dst) || fuse_shift_logic(f, i, dst) || fuse_masked(f, i, dst) || fuse_inverted(f, i, dst);
   case IR_ior:
      return fuse_rotate(f, i, dst) || fuse_shift_logic(f, i, dst) || fuse_masked(f, i, dst) || fuse_inverted(f, i, dst);
   case IR_ixor: return fuse_shift_logic(f, i, dst) || fuse_masked(f, i, dst) || fuse_inverted(f, i, dst);
   case IR_shl:
   case IR_ushr:
   case IR_ishr: return fuse_logic_shift(f, i, dst);
   case IR_inot: return fuse_not(f, i, dst);
   case IR_iadd: return fuse_madd(f, i, dst);
   case IR_fmin: return fuse_clamp(f, i, dst);
   default: return false;
   }
}

void cg_fuse_scan(struct cg *c)
{
   for (uint32_t b = c->s->num_blocks; b-- > 0;)
      for (const struct ir_instr *i = c->s->blocks[b]->last; i; i = i->prev) {
         struct fuse f = {.c = c, .dry = true};
         if (!i->ndst || !c->uses[i->dst[0]->id] || c->fused[i->dst[0]->id] || !match(&f, i, usc_none()))
            continue;
         c->fused[i->dst[0]->id] = 1;
         for (unsigned k = 0; k < f.n; k++)
            c->uses[f.in[k]->dst[0]->id] = 0;
      }
}

bool cg_fuse_emit(struct cg *c, const struct ir_instr *i, struct usc_opd dst)
{
   struct fuse f = {.c = c};
   return c->fused[i->dst[0]->id] && match(&f, i, dst);
}
