/* SPDX-License-Identifier: MIT */
/*
 * The decoder. It finds the row, fills the struct from the pieces and then encodes the result again: bits that no field covers,
 * reserved types and contradictions show as a difference, so exactly the words that the encoder can make are accepted.
 */
#include "backend-agx/isa/agx_bits.h"

static uint32_t get_value(const struct agx_word *w, const struct agx_row *row)
{
   return agx_get(w, row->p[0].pos, row->p[0].width) | agx_get(w, row->p[1].pos, row->p[1].width) << row->p[0].width;
}

static void decode_src(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   uint32_t t = agx_get(w, row->p[2].pos, row->p[2].width), hint = t & 3;
   bool x = row->kind == AGX_K_SRCX, fl = row->kind == AGX_K_SRCF || row->kind == AGX_K_SRCH;
   bool wide = out->ref[AGX_D].kind == AGX_REG32; /* the row of D comes first */

   r->value = get_value(w, row);
   if (x ? t == 4 : t == 0) {
      r->kind = fl ? AGX_MINIFLOAT : AGX_IMM;
   } else if ((x && t >= 6) || (!x && t >= 4 && t < 8)) {
      r->kind = (x ? wide : (t & 2) != 0) ? AGX_UNIFORM32 : AGX_UNIFORM16;
      r->value |= (t & 1) << 8;
   } else if (hint) {
      r->kind = x ? (wide ? AGX_REG32 : AGX_REG16) : t < 4 ? AGX_REG16 : t < 12 ? AGX_REG32 : AGX_REG64;
      r->hint = (uint8_t)hint;
   }
}

static void decode_row(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->kind == AGX_K_NUM ? 0 : row->name];
   uint32_t v;

   switch (row->kind) {
   case AGX_K_NUM:
      v = 0;
      for (unsigned i = 0, at = 0; i < 4 && row->p[i].pos >= 0; at += row->p[i++].width)
         v |= agx_get(w, row->p[i].pos, row->p[i].width) << at;
      out->f[row->name] = v;
      break;
   case AGX_K_DST:
   case AGX_K_DST16:
   case AGX_K_DST32:
   case AGX_K_DST64:
      v = agx_get(w, row->p[2].pos, 2);
      r->hint = v & 1 ? AGX_CACHE : AGX_PLAIN;
      r->value = get_value(w, row);
      r->kind = v & 2 ? AGX_REG32 : AGX_REG16;
      if (r->kind == AGX_REG32 && r->value & 1) {
         r->kind = AGX_REG64;
         r->value--;
      }
      break;
   case AGX_K_SRCF:
   case AGX_K_SRCI:
   case AGX_K_SRCI64:
   case AGX_K_SRCH:
   case AGX_K_SRCX: decode_src(w, row, out); break;
   case AGX_K_MODF: r->mods = (uint8_t)agx_get(w, row->p[0].pos, 2); break;
   case AGX_K_MODSX: r->mods = agx_get(w, row->p[0].pos, 1) ? AGX_SX : 0; break;
   case AGX_K_VEC:
   case AGX_K_VEC3:
   case AGX_K_VECM:
      r->kind = agx_get(w, row->p[2].pos, 1) ? AGX_REG32 : AGX_REG16;
      r->value = get_value(w, row);
      v = agx_get(w, row->p[3].pos, row->p[3].width);
      r->count = (uint8_t)(row->kind == AGX_K_VECM ? (unsigned)__builtin_popcount(v)
                                                   : (v ? v : 4) * (row->kind == AGX_K_VEC3 ? 3 : 1));
      break;
   case AGX_K_REG32:
      r->kind = AGX_REG32;
      r->value = get_value(w, row);
      break;
   case AGX_K_IMMREG:
   case AGX_K_REGIMM:
   case AGX_K_CF:
      v = agx_get(w, row->p[2].pos, 1);
      r->kind = (v != 0) == (row->kind == AGX_K_IMMREG) ? AGX_IMM : AGX_REG16;
      r->value = get_value(w, row);
      break;
   case AGX_K_SAMPLE:
      v = agx_get(w, row->p[3].pos, 2);
      out->f[AGX_F_INTERP] = v;
      if (v == AGX_INTERP_SAMPLE || v == AGX_INTERP_SAMPLE_REG) {
         r->kind = v == AGX_INTERP_SAMPLE ? AGX_IMM : AGX_REG16;
         r->value = get_value(w, row);
      }
      break;
   default: break;
   }
}

const char *agx_decode(const uint8_t *code, size_t len, struct agx_instr *out)
{
   struct agx_word w = {{0, 0}}, again;

   if (len < 2)
      return "the code ends inside an instruction";
   size_t have = len < AGX_MAX_LEN ? len : AGX_MAX_LEN;
   for (size_t i = 0; i < have; i++)
      w.w[i >> 3] |= (uint64_t)code[i] << (8 * (i & 7));

   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      const struct agx_info *info = &agx_info[op];
      /* The low 16 bits hold the opcode and the L bit of every form; the bits above them may belong to the next instruction. */
      if ((w.w[0] & info->mask & 0xffff) != (info->bits & 0xffff))
         continue;
      bool is_long = info->l_bit >= 0 && agx_get(&w, info->l_bit, 1);
      unsigned n = is_long ? info->long_len : info->short_len;
      if (n > len)
         continue;
      struct agx_word cut = w;
      if (n < 8)
         cut.w[0] &= (1ull << (8 * n)) - 1;
      cut.w[1] = n <= 8 ? 0 : cut.w[1] & ((1ull << (8 * (n - 8))) - 1);
      if ((cut.w[0] & info->mask) != info->bits)
         continue;
      if (info->l_bit >= 0)
         cut.w[0] &= ~(1ull << info->l_bit);
      *out = (struct agx_instr){.op = (uint16_t)op, .len = (uint8_t)n};
      for (const struct agx_row *row = &agx_rows[info->row]; row->kind != AGX_K_END; row++)
         decode_row(&cut, row, out);
      if (agx_encode_word(out, &again))
         return "illegal operand";
      if (again.w[0] != cut.w[0] || again.w[1] != cut.w[1])
         return "unknown bits set";
      return NULL;
   }
   return "unknown instruction";
}
