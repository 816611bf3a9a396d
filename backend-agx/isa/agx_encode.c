/* SPDX-License-Identifier: MIT */
/*
 * The encoder: it walks the rows of an instruction. An instruction is built in its long form; if all bytes behind the short
 * length are zero, the short form is emitted (the machine reads the absent bytes as zero).
 */
#include "backend-agx/isa/agx_bits.h"

static bool is_reg(unsigned kind)
{
   return kind == AGX_REG16 || kind == AGX_REG32 || kind == AGX_REG64;
}

static const char *check_reg(const struct agx_ref *r, unsigned count)
{
   unsigned size = r->kind == AGX_REG16 ? 1 : 2, total = r->kind == AGX_REG64 ? 4 : size * count;

   if (size == 2 && r->value & 1)
      return "a 32-bit register starts at an even half";
   if (r->value >= AGX_HALVES || r->value + total > AGX_HALVES)
      return "register number out of range";
   return NULL;
}

static const char *put_value(struct agx_word *w, const struct agx_row *row, uint32_t v)
{
   agx_put(w, row->p[0].pos, row->p[0].width, v);
   agx_put(w, row->p[1].pos, row->p[1].width, v >> row->p[0].width);
   return v >> (row->p[0].width + row->p[1].width) ? "value out of range" : NULL;
}

static const char *encode_dst(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];
   bool big = r->kind != AGX_REG16;
   const char *err = is_reg(r->kind) ? check_reg(r, 1) : "the destination must be a register";

   if (err)
      return err;
   if ((row->kind == AGX_K_DST16 && big) || (row->kind == AGX_K_DST32 && r->kind != AGX_REG32))
      return "destination of the wrong size";
   if (r->kind == AGX_REG64 && row->kind != AGX_K_DST64)
      return "no 64-bit destination here";
   if (r->mods || r->hint > AGX_CACHE || r->count > 1)
      return "modifier on a destination";
   agx_put(w, row->p[2].pos, 2, (r->hint == AGX_CACHE ? 1u : 0) | (big ? 2u : 0));
   return put_value(w, row, r->value | (r->kind == AGX_REG64 ? 1 : 0));
}

static const char *encode_src(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];
   const char *err = NULL;
   uint32_t type = r->hint ? r->hint : AGX_PLAIN, v = r->value;

   if (r->count > 1 || type > AGX_DISCARD)
      return "bad operand";
   if (is_reg(r->kind))
      err = check_reg(r, 1);
   if (err)
      return err;
   bool x = row->kind == AGX_K_SRCX, wide = in->ref[AGX_D].kind == AGX_REG32;
   switch (r->kind) {
   case AGX_REG16:
      if (x && wide)
         return "X and Y have the size of the destination";
      break;
   case AGX_REG32:
      if (row->kind == AGX_K_SRCH || (x && !wide))
         return x ? "X and Y have the size of the destination" : "16-bit operands only";
      type |= x ? 0 : 8;
      break;
   case AGX_REG64:
      if (row->kind != AGX_K_SRCI64)
         return "no 64-bit operand here";
      type |= 12;
      break;
   case AGX_UNIFORM16:
   case AGX_UNIFORM32:
      if (v >= AGX_UNIFORMS || (r->kind == AGX_UNIFORM32 && v & 1))
         return "uniform number out of range";
      if (row->kind == AGX_K_SRCH && r->kind == AGX_UNIFORM32)
         return "16-bit operands only";
      if (x && (r->kind == AGX_UNIFORM32) != wide)
         return "X and Y have the size of the destination";
      type = x ? 6 : row->kind == AGX_K_SRCH ? 4 : r->kind == AGX_UNIFORM32 ? 6 : 4;
      type |= v >> 8;
      v &= 255;
      break;
   case AGX_IMM:
      if (row->kind == AGX_K_SRCF || row->kind == AGX_K_SRCH)
         return "float operands take a minifloat";
      type = x ? 4 : 0;
      break;
   case AGX_MINIFLOAT:
      if (row->kind != AGX_K_SRCF && row->kind != AGX_K_SRCH)
         return "integer operands take an integer";
      type = 0;
      break;
   default: return "operand is not encodable";
   }
   if ((r->kind == AGX_IMM || r->kind == AGX_MINIFLOAT) && (r->mods || v > 255))
      return r->mods ? "modifier on an immediate" : "immediate out of range";
   if (x && r->mods)
      return "X and Y take no modifier";
   agx_put(w, row->p[2].pos, row->p[2].width, type);
   return put_value(w, row, v);
}

static const char *encode_row(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->kind == AGX_K_NUM ? 0 : row->name];
   const char *err;

   switch (row->kind) {
   case AGX_K_NUM: {
      uint64_t v = in->f[row->name];
      for (int i = 0; i < 4 && row->p[i].pos >= 0; i++) {
         agx_put(w, row->p[i].pos, row->p[i].width, (uint32_t)v);
         v >>= row->p[i].width;
      }
      if (v)
         return "number out of range";
      if (row->style >= AGX_S_ICC && !agx_value_name(row->style, in->f[row->name]))
         return "a value that has no known meaning";
      return row->style == AGX_S_LSL && in->f[row->name] > 4 ? "shift above 4" : NULL;
   }
   case AGX_K_DST:
   case AGX_K_DST16:
   case AGX_K_DST32:
   case AGX_K_DST64: return encode_dst(in, row, w);
   case AGX_K_SRCF:
   case AGX_K_SRCI:
   case AGX_K_SRCI64:
   case AGX_K_SRCH:
   case AGX_K_SRCX: return encode_src(in, row, w);
   case AGX_K_MODF:
      if (r->mods & ~(AGX_ABS | AGX_NEG))
         return "modifier of the wrong sort";
      agx_put(w, row->p[0].pos, 2, r->mods);
      return NULL;
   case AGX_K_MODSX:
      if (r->mods & ~AGX_SX)
         return "modifier of the wrong sort";
      agx_put(w, row->p[0].pos, 1, r->mods ? 1 : 0);
      return NULL;
   case AGX_K_VEC:
   case AGX_K_VEC3:
   case AGX_K_VECM: {
      unsigned n = r->count ? r->count : 1, per = row->kind == AGX_K_VEC3 ? 3 : 1;
      if (r->kind != AGX_REG16 && r->kind != AGX_REG32)
         return "a vector operand is made of registers";
      if ((err = check_reg(r, n)))
         return err;
      if (n % per || n / per > 4 || r->mods || r->hint > AGX_PLAIN)
         return "bad vector operand";
      agx_put(w, row->p[2].pos, 1, r->kind == AGX_REG32);
      if (row->kind != AGX_K_VECM)
         agx_put(w, row->p[3].pos, 2, n / per & 3);
      else if ((unsigned)__builtin_popcount(in->f[AGX_F_MASK]) != n)
         return "as many registers as components in the mask";
      return put_value(w, row, r->value);
   }
   case AGX_K_REG32:
      if (r->kind != AGX_REG32 || r->mods || r->count > 1 || r->hint > AGX_PLAIN)
         return "a 32-bit register is needed";
      err = check_reg(r, 1);
      return err ? err : put_value(w, row, r->value);
   case AGX_K_IMMREG:
   case AGX_K_REGIMM:
   case AGX_K_CF:
      if ((r->kind != AGX_IMM && r->kind != AGX_REG16) || r->mods || r->count > 1 || r->hint > AGX_PLAIN)
         return "an immediate or a 16-bit register is needed";
      if (row->p[2].pos < 0 && r->kind == AGX_REG16)
         return "an immediate is needed";
      agx_put(w, row->p[2].pos, 1, (r->kind == AGX_IMM) == (row->kind == AGX_K_IMMREG));
      return put_value(w, row, r->value);
   case AGX_K_SAMPLE: {
      static const uint8_t kinds[4] = {AGX_NONE, AGX_IMM, AGX_NONE, AGX_REG16};
      uint32_t mode = in->f[AGX_F_INTERP];
      if (mode > 3 || r->kind != kinds[mode] || r->mods || r->count > 1 || r->hint > AGX_PLAIN)
         return "the sample operand does not fit the interpolation";
      agx_put(w, row->p[3].pos, 2, mode);
      return r->kind == AGX_NONE ? NULL : put_value(w, row, r->value);
   }
   default: return "bad table row";
   }
}

const char *agx_encode_word(const struct agx_instr *in, struct agx_word *w)
{
   if (in->op >= AGX_NUM_OPS)
      return "no such instruction";
   *w = (struct agx_word){{agx_info[in->op].bits, 0}};
   for (const struct agx_row *row = &agx_rows[agx_info[in->op].row]; row->kind != AGX_K_END; row++) {
      const char *err = encode_row(in, row, w);
      if (err)
         return err;
   }
   return NULL;
}

const char *agx_encode(const struct agx_instr *in, uint8_t out[AGX_MAX_LEN], unsigned *len)
{
   struct agx_word w;
   const char *err = agx_encode_word(in, &w);

   if (err)
      return err;
   const struct agx_info *info = &agx_info[in->op];
   unsigned n = info->short_len;
   if (info->l_bit >= 0) {
      bool tail = w.w[1] || (n < 8 && w.w[0] >> (8 * n));
      n = tail ? info->long_len : n;
      agx_put(&w, info->l_bit, 1, tail);
   }
   for (unsigned i = 0; i < n; i++)
      out[i] = (uint8_t)(w.w[i >> 3] >> (8 * (i & 7)));
   *len = n;
   return NULL;
}
