/* SPDX-License-Identifier: MIT */
/* Folding: see agx_fold.h. */
#include "backend-agx/select/operand/agx_fold.h"

#include "ir/match.h"

#define SHORT_SHIFT 4 /* additions shift by at most this on the simple unit; insertions run on the complex one */

static bool is_only_read_here(const struct agx_selection *c, const struct ir_instr *def)
{
   return c->use[def->dst[0]->id].count == 1;
}

/* Is source n the only constant source of the operation? */
static bool has_constant(const struct ir_instr *i, unsigned n, uint32_t *bits)
{
   return ir_src_const(&i->src[n], bits) && !ir_src_const(&i->src[!n], &(uint32_t){0});
}

/* Are only low bits set, and at least one? */
static bool is_low_mask(uint32_t bits)
{
   return bits && !(bits & (bits + 1));
}

/* Are exactly the bits from n up to the highest one set? */
static bool is_mask_from(uint32_t bits, uint32_t n)
{
   return is_low_mask(bits >> n) && !(bits & ((1u << n) - 1));
}

/* ---- fields */

static bool is_shift_left(const struct ir_instr *i, uint32_t *n)
{
   return i->op == IR_shl && i->dst[0]->width == 32 && has_constant(i, 1, n) && *n > 0 && *n < 32;
}

/* Is i an "and" with a constant that can become part of the instruction that reads it? It must not absorb its own sources. */
static bool is_simple_mask(const struct ir_instr *i, uint32_t *mask)
{
   const enum ir_op op = i->op == IR_iand ? i->src[0].val->def->op : IR_iand;

   return i->op == IR_iand && has_constant(i, 1, mask) && op != IR_shl && op != IR_ushr && op != IR_inot;
}

/* Does the shift absorb the mask below it, or the mask the shift, to form an insertion? */
static bool absorbs_field(const struct agx_selection *c, const struct ir_instr *i)
{
   const struct ir_instr *def;
   uint32_t n, mask;

   if (i->op != IR_shl && i->op != IR_iand)
      return false;
   def = i->src[0].val->def;
   if (!is_only_read_here(c, def))
      return false;
   if (is_shift_left(i, &n))
      return n > SHORT_SHIFT && is_simple_mask(def, &mask) && is_low_mask(mask);
   return i->op == IR_iand && has_constant(i, 1, &mask) && is_shift_left(def, &n) && n > SHORT_SHIFT && is_mask_from(mask, n) &&
          def->src[0].val->def->op != IR_iand;
}

static unsigned num_ones(uint32_t mask)
{
   return mask == UINT32_MAX ? 0 : (unsigned)__builtin_popcount(mask);
}

bool agx_is_field(const struct agx_selection *c, const struct ir_instr *i, struct agx_bitfield *f)
{
   const bool absorbs = absorbs_field(c, i);
   uint32_t n, mask;

   if (is_shift_left(i, &n)) {
      f->at = n;
      f->of = &(absorbs ? i->src[0].val->def : i)->src[0];
      f->bits = absorbs && ir_src_const(&i->src[0].val->def->src[1], &mask) ? num_ones(mask) : 0;
      return true;
   }
   if (!absorbs || !ir_src_const(&i->src[0].val->def->src[1], &n) || !ir_src_const(&i->src[1], &mask))
      return false;
   *f = (struct agx_bitfield){n, mask >> n == UINT32_MAX >> n ? 0 : num_ones(mask), &i->src[0].val->def->src[0]};
   return true;
}

/* Can i insert its source k into the other one? */
static bool is_insertion_of(const struct agx_selection *c, const struct ir_instr *i, unsigned k, struct agx_insertion *in)
{
   const struct ir_instr *def = i->src[k].val->def, *other = i->src[!k].val->def;
   uint32_t place, mask;

   if (!is_only_read_here(c, def) || !agx_is_field(c, def, &in->field))
      return false;
   in->k = k;
   if (!in->field.bits && in->field.at > SHORT_SHIFT) { /* bits that are known to be 0 need not be inserted */
      const uint32_t ones = ir_maybe_ones(in->field.of->val, 3);
      const unsigned bits = ones ? 32 - (unsigned)__builtin_clz(ones) : 1;
      in->field.bits = bits + in->field.at < 32 ? bits : 0;
   }
   place = (in->field.bits ? (1u << in->field.bits) - 1 : UINT32_MAX) << in->field.at;
   in->masked = in->field.at > SHORT_SHIFT && other != def && is_only_read_here(c, other) && is_simple_mask(other, &mask) &&
                mask == ~place;
   in->into = in->masked ? &other->src[0] : &i->src[!k];
   return in->masked || !(ir_maybe_ones(i->src[!k].val, 4) & place);
}

/* Is i (a << n) | (b >> (32 - n)), in any order? */
static bool is_funnel(const struct agx_selection *c, const struct ir_instr *i)
{
   const struct ir_instr *x = i->src[0].val->def, *y = i->src[1].val->def;
   uint32_t n, m;

   return ((x->op == IR_shl && y->op == IR_ushr) || (x->op == IR_ushr && y->op == IR_shl)) && is_only_read_here(c, x) &&
          is_only_read_here(c, y) && has_constant(x, 1, &n) && has_constant(y, 1, &m) && n > 0 && n < 32 && n + m == 32 &&
          !absorbs_field(c, x) && !absorbs_field(c, y);
}

bool agx_is_insertion(const struct agx_selection *c, const struct ir_instr *i, struct agx_insertion *in)
{
   if ((i->op != IR_ior && i->op != IR_ixor && i->op != IR_iadd) || i->dst[0]->width != 32 ||
       (i->op != IR_iadd && is_funnel(c, i)))
      return false;
   return is_insertion_of(c, i, 1, in) || is_insertion_of(c, i, 0, in);
}

/* ---- complements */

static bool is_bitwise(const struct ir_instr *i)
{
   return (i->op == IR_iand || i->op == IR_ior || i->op == IR_ixor) && i->dst[0]->width == 32;
}

/* Is i a bitwise operation that folds nothing itself? */
static bool is_plain_bitwise(const struct agx_selection *c, const struct ir_instr *i)
{
   const struct ir_src *word;
   unsigned high;

   return is_bitwise(i) && !agx_is_half(i, &word, &high) && i->src[0].val->def->op != IR_inot &&
          i->src[1].val->def->op != IR_inot && !agx_absorbed(c, i, 0) && !agx_absorbed(c, i, 1);
}

/* Is def a complement that the bitwise operation reading it can absorb? */
static bool is_complement(const struct ir_instr *def)
{
   return def->op == IR_inot && def->dst[0]->width == 32 && def->src[0].val->def->op != IR_const &&
          !is_bitwise(def->src[0].val->def);
}

/* Is def a byte of a word as a number: a & 255, a >> 24, or a >> 8 & 255, which absorbs the shift? */
static bool is_byte(const struct agx_selection *c, const struct ir_instr *def)
{
   const struct ir_instr *shift;
   uint32_t n, by;

   if (def->op == IR_ushr)
      return has_constant(def, 1, &n) && n == 24;
   if (def->op != IR_iand || !has_constant(def, 1, &n) || n != 255)
      return false;
   shift = agx_absorbed(c, def, 0);
   return !shift || (shift->op == IR_ushr && ir_src_const(&shift->src[1], &by) && by == 8);
}

/* Can the sources of the operation be f16 numbers? */
static bool takes_f16(const struct ir_instr *i)
{
   switch (i->op) {
   case IR_fadd:
   case IR_fmul:
   case IR_fmad:
   case IR_fcanon:
   case IR_ffloor:
   case IR_frcp:
   case IR_frsq:
   case IR_fexp2:
   case IR_flog2: return true;
   default: return false;
   }
}

/* The difference of two unequal numbers is not flushed to 0 if the constant has a moderate exponent, so the comparison is
   exact. */
bool agx_compares_sum(const struct agx_selection *c, const struct ir_instr *i, const struct ir_src **a, uint32_t *bits)
{
   const struct ir_instr *sum = i->op == IR_flt || i->op == IR_fge ? ir_src_def(&i->src[0], IR_fadd) : NULL;

   if (!sum || !is_only_read_here(c, sum) || !ir_src_is(&i->src[1], 0))
      return false;
   for (unsigned k = 0; k < 2; k++) {
      const uint32_t exponent = ir_src_const(&sum->src[k], bits) ? *bits >> 23 & 255 : 0;
      *a = &sum->src[!k];
      *bits ^= AGX_SIGN;
      if (exponent > 127 - 40 && exponent < 127 + 40)
         return !agx_absorbed(c, sum, !k); /* a sum can read f16 numbers, a comparison cannot */
   }
   return false;
}

/* Can def round its result to f16 in place of the conversion i? The machine rounds to f32 first, then to f16. */
static bool rounds_result(const struct ir_instr *i, const struct ir_instr *def)
{
   return !i->src[0].neg && !i->src[0].abs && def->sat != IR_SAT_11 &&
          (def->op == IR_fadd || def->op == IR_fmul || def->op == IR_fmad || def->op == IR_fcanon);
}

/* Is a source of the sum or difference a shift by 1 to 4? */
static bool has_short_shift(const struct agx_selection *c, const struct ir_instr *i)
{
   for (unsigned k = i->op == IR_isub; k < 2; k++) {
      const struct ir_instr *def = i->src[k].val->def;
      uint32_t n;
      if (is_only_read_here(c, def) && is_shift_left(def, &n) && n <= SHORT_SHIFT)
         return true;
   }
   return false;
}

const struct ir_instr *agx_absorbed(const struct agx_selection *c, const struct ir_instr *i, unsigned k)
{
   const struct ir_instr *def = i->src[k].val->def;
   struct agx_insertion in;
   const struct ir_src *a;
   uint32_t n, mask;

   if (takes_f16(i))
      return def->op == IR_h2f && !def->sat && def->src[0].val->def->op != IR_const ? def : NULL;
   if (!is_only_read_here(c, def))
      return NULL;
   switch (i->op) {
   case IR_iadd:
   case IR_isub: /* the second source; for a sum also the first one if the second is not a shift */
      if (!has_short_shift(c, i))
         return i->op == IR_iadd && agx_is_insertion(c, i, &in) && (k == in.k || in.masked) ? def : NULL;
      if (def->op != IR_shl || !has_constant(def, 1, &n) || n < 1 || n > 4)
         return NULL;
      return k == 1 || (i->op == IR_iadd && !agx_absorbed(c, i, 1)) ? def : NULL;
   case IR_iand:
      if (!k && def->op == IR_ushr && i->dst[0]->width == 32 && has_constant(i, 1, &mask) && is_low_mask(mask))
         return has_constant(def, 1, &n) && n > 0 && n < 32 && n != 16 ? def : NULL;
      if (!k && absorbs_field(c, i))
         return def;
      return is_complement(def) ? def : NULL;
   case IR_ior:
   case IR_ixor:
      if (i->dst[0]->width != 32)
         return NULL;
      if (is_funnel(c, i))
         return def;
      if (agx_is_insertion(c, i, &in))
         return k == in.k || in.masked ? def : NULL;
      return is_complement(def) ? def : NULL;
   case IR_flt:
   case IR_fge: return !k && agx_compares_sum(c, i, &a, &n) ? def : NULL;
   case IR_pack2h:
      return def->op == IR_f2h && i->src[!k].val->def->op == IR_f2h && is_only_read_here(c, i->src[!k].val->def) ? def : NULL;
   case IR_f2h: return rounds_result(i, def) ? def : NULL;
   case IR_inot: return i->dst[0]->width == 32 && is_plain_bitwise(c, def) ? def : NULL;
   case IR_shl: return !k && absorbs_field(c, i) ? def : NULL;
   case IR_i2f:
   case IR_u2f: return is_byte(c, def) ? def : NULL;
   default: return NULL;
   }
}

bool agx_takes_half(const struct ir_instr *i, unsigned k)
{
   switch (i->op) {
   case IR_iadd:
   case IR_isub:
   case IR_imul:
   case IR_imad:
   case IR_umulhi:
   case IR_umadhi:
   case IR_iand:
   case IR_ior:
   case IR_ixor:
   case IR_inot:
   case IR_shl:
   case IR_ushr:
   case IR_ieq:
   case IR_ine:
   case IR_ult:
   case IR_uge:
   case IR_popc:
   case IR_msb:
   case IR_i2f:
   case IR_u2f: return true;
   case IR_ubfe: return k == 0;
   default: return false;
   }
}

bool agx_is_half(const struct ir_instr *i, const struct ir_src **word, unsigned *high)
{
   uint32_t bits;

   if ((i->op != IR_ushr && i->op != IR_iand) || i->dst[0]->width != 32 || !has_constant(i, 1, &bits))
      return false;
   *word = &i->src[0];
   *high = i->op == IR_ushr;
   return bits == (*high ? 16 : 0xffff);
}
