/* SPDX-License-Identifier: MIT */
/* Operations that become part of others: see agx_fold.h. */
#include "backend-agx/operand/agx_fold.h"

#include "ir/match.h"

static bool is_only_read_here(const struct agx_selection *c, const struct ir_instr *def)
{
   return c->uses[def->dst[0]->id] == 1;
}

/* Source n of the operation is a constant that is not the other one, and the other source is none. */
static bool has_constant(const struct ir_instr *i, unsigned n, uint32_t *bits)
{
   return ir_src_const(&i->src[n], bits) && !ir_src_const(&i->src[!n], &(uint32_t){0});
}

/* Low ones and nothing else. */
static bool is_low_mask(uint32_t bits)
{
   return bits && !(bits & (bits + 1));
}

/* (a << n) | (b >> (32 - n)), in any order */
static bool is_funnel(const struct agx_selection *c, const struct ir_instr *i)
{
   const struct ir_instr *x = i->src[0].val->def, *y = i->src[1].val->def;
   uint32_t n, m;

   return ((x->op == IR_shl && y->op == IR_ushr) || (x->op == IR_ushr && y->op == IR_shl)) && is_only_read_here(c, x) &&
          is_only_read_here(c, y) && has_constant(x, 1, &n) && has_constant(y, 1, &m) && n > 0 && n < 32 && n + m == 32;
}

/* Byte n of a word as a number: a & 255, a >> 24, and a >> 8 & 255, whose shift becomes part of the mask. */
static bool is_byte(const struct agx_selection *c, const struct ir_instr *def)
{
   const struct ir_instr *shift;
   uint32_t n, by;

   if (def->op == IR_ushr)
      return has_constant(def, 1, &n) && n == 24;
   if (def->op != IR_iand || !has_constant(def, 1, &n) || n != 255)
      return false;
   shift = agx_absorbed(c, def, 0);
   return !shift || (ir_src_const(&shift->src[1], &by) && by == 8);
}

const struct ir_instr *agx_absorbed(const struct agx_selection *c, const struct ir_instr *i, unsigned k)
{
   const struct ir_instr *def = i->src[k].val->def;
   uint32_t n, mask;

   if (!is_only_read_here(c, def))
      return NULL;
   switch (i->op) {
   case IR_iadd:
   case IR_isub: /* the second source; of a sum the first one as well if that is no shift */
      if (def->op != IR_shl || !has_constant(def, 1, &n) || n < 1 || n > 4)
         return NULL;
      return k == 1 || (i->op == IR_iadd && !agx_absorbed(c, i, 1)) ? def : NULL;
   case IR_iand:
      if (k || def->op != IR_ushr || i->dst[0]->width != 32 || !has_constant(i, 1, &mask) || !is_low_mask(mask))
         return NULL;
      return has_constant(def, 1, &n) && n > 0 && n < 32 && n != 16 ? def : NULL;
   case IR_ior:
   case IR_ixor: return i->dst[0]->width == 32 && is_funnel(c, i) ? def : NULL;
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
