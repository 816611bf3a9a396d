/* SPDX-License-Identifier: MIT */
/* See format.h. */
#include <string.h>

#include "passes/lower/format.h"

typedef struct ir_src src; /* shorter signatures below */

static uint32_t mask_below(unsigned bits) { return bits >= 32 ? UINT32_MAX : (1u << bits) - 1; }

src format_field(struct ir_builder *b, src word, unsigned at, unsigned bits, bool is_signed)
{
   if (is_signed) {
      word = at + bits < 32 ? ir_expr_imm(b, IR_shl, word, 32 - at - bits) : word;
      return bits < 32 ? ir_expr_imm(b, IR_ishr, word, 32 - bits) : word;
   }
   word = at ? ir_expr_imm(b, IR_ushr, word, at) : word;
   return at + bits < 32 ? ir_expr_imm(b, IR_iand, word, mask_below(bits)) : word;
}

static src half(struct ir_builder *b, src word, uint32_t n)
{
   return ir_expr1(b, IR_h2f, ir_use(ir_emit(b, IR_unpack2h, 32, 1, &word, (uint32_t[4]){n})->dst[0]));
}

src format_decode_channel(struct ir_builder *b, const struct mem_format_info *f, unsigned k, src word, unsigned at)
{
   const unsigned bits = f->bits[k];
   src v;

   switch (f->kind) {
   case MEM_FLOAT:
      if (bits >= 16)
         return bits == 32 ? word : half(b, word, at / 16);
      return half(b, ir_expr_imm(b, IR_shl, format_field(b, word, at, bits, false), 15 - bits), 0);
   case MEM_UNORM:
      v = ir_expr1(b, IR_u2f, format_field(b, word, at, bits, false));
      return ir_expr_imm(b, IR_fmul, v, num_fpart(b->s->num, mask_below(bits)));
   case MEM_SNORM:
      /* The smallest number is below -1.0, unless its conversion has made it a power of two. */
      v = ir_expr1(b, IR_i2f, format_field(b, word, at, bits, true));
      v = ir_expr_imm(b, IR_fmul, v, num_fpart(b->s->num, mask_below(bits - 1)));
      return bits < 32 ? ir_expr_imm(b, IR_fmax, v, NUM_ONE | 0x80000000u) : v;
   case MEM_USCALED: return ir_expr1(b, IR_u2f, format_field(b, word, at, bits, false));
   case MEM_SSCALED: return ir_expr1(b, IR_i2f, format_field(b, word, at, bits, true));
   case MEM_FIXED: return ir_expr_imm(b, IR_fmul, ir_expr1(b, IR_i2f, word), 0x37800000u /* 2^-16 */);
   case MEM_SINT: return format_field(b, word, at, bits, true);
   default: return format_field(b, word, at, bits, false);
   }
}

src format_saturate(struct ir_builder *b, src v, enum ir_sat sat)
{
   struct ir_instr *i = ir_emit(b, IR_fcanon, 32, 1, &v, NULL);

   i->sat = sat;
   return ir_use(i->dst[0]);
}

static src f16(struct ir_builder *b, src v)
{
   const src h = ir_expr1(b, IR_f2h, v);

   return ir_expr2(b, IR_pack2h, h, ir_use(ir_const(b, 16, 0)));
}

src format_encode_channel(struct ir_builder *b, const struct mem_format_info *f, unsigned k, src v)
{
   const unsigned bits = f->bits[k];
   const uint32_t most = mask_below(bits - 1);

   switch (f->kind) {
   case MEM_FLOAT:
      if (bits >= 16)
         return bits == 32 ? v : f16(b, v);
      return ir_expr_imm(b, IR_ushr, f16(b, ir_expr_imm(b, IR_fmax, v, 0)), 15 - bits);
   case MEM_UNORM:
      v = ir_expr_imm(b, IR_fmul, format_saturate(b, v, IR_SAT_01), num_u((float)mask_below(bits)));
      return ir_expr1(b, IR_f2u_near, v);
   case MEM_SNORM:
      v = ir_expr1(b, IR_f2i_near, ir_expr_imm(b, IR_fmul, format_saturate(b, v, IR_SAT_11), num_u((float)most)));
      return ir_expr_imm(b, IR_iand, v, mask_below(bits));
   case MEM_SINT:
      v = bits < 32 ? ir_expr_imm(b, IR_imin, ir_expr_imm(b, IR_imax, v, ~most), most) : v;
      return bits < 32 ? ir_expr_imm(b, IR_iand, v, mask_below(bits)) : v;
   default: return bits < 32 ? ir_expr_imm(b, IR_umin, v, mask_below(bits)) : v;
   }
}

void format_decode(struct ir_builder *b, const struct mem_format_info *f, const src *word, src value[4])
{
   src channel[4];

   for (unsigned k = 0, at = 0; k < 4 && f->bits[k]; at += f->bits[k++])
      channel[k] = format_decode_channel(b, f, k, word[at / 32], at % 32);
   const src zero = ir_imm(b, 0);
   for (unsigned c = 0; c < 4; c++)
      value[c] = f->load[c] == 'o'   ? zero
                 : f->load[c] == 'i' ? ir_imm(b, mem_format_one(f))
                                     : channel[f->load[c] - '0'];
}

void format_encode(struct ir_builder *b, const struct mem_format_info *f, const src value[4], src *word)
{
   static const char components[] = "xyzw";

   for (unsigned k = 0, at = 0; k < 4 && f->bits[k]; at += f->bits[k++]) {
      const src v = f->store[k] == '-' ? ir_imm(b, 0)
                                       : format_encode_channel(b, f, k, value[strchr(components, f->store[k]) - components]);
      const src moved = at % 32 ? ir_expr_imm(b, IR_shl, v, at % 32) : v;

      word[at / 32] = at % 32 ? ir_expr2(b, IR_ior, word[at / 32], moved) : moved;
   }
}
