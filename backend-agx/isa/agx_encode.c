/* SPDX-License-Identifier: MIT */
/*
 * The encoder walks the rows of an instruction. It builds the long form. If all bytes after the short length are zero, it emits
 * the short form (the machine reads the absent bytes as zero), unless the table or the instruction says otherwise.
 */
#include "backend-agx/isa/agx_bits.h"

static bool is_reg(unsigned kind)
{
   return kind == AGX_REG16 || kind == AGX_REG32 || kind == AGX_REG64;
}

/* Checks that registers and uniforms exist and are aligned to their size. */
static const char *check_place(const struct agx_ref *r, unsigned count)
{
   const bool uniform = !is_reg(r->kind);
   const unsigned size = r->kind == AGX_REG16 || r->kind == AGX_UNIFORM16   ? 1
                         : r->kind == AGX_REG32 || r->kind == AGX_UNIFORM32 ? 2
                                                                            : 4;
   const unsigned end = uniform ? AGX_UNIFORMS : AGX_HALVES;

   if (size > 1 && r->value & 1)
      return uniform ? "a 32-bit uniform must start at an even half" : "a 32-bit register must start at an even half";
   if (r->value >= end || r->value + size * count > end)
      return uniform ? "uniform number out of range" : "register number out of range";
   return NULL;
}

/* Puts a number into the first `pieces` pieces of the row. */
static const char *put_number(struct agx_word *w, const struct agx_row *row, unsigned pieces, uint64_t v)
{
   for (unsigned i = 0; i < pieces; i++) {
      agx_put(w, row, i, (uint32_t)v);
      v >>= row->p[i].width;
   }
   return v ? "value out of range" : NULL;
}

static const char *encode_dst(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];
   const bool big = r->kind != AGX_REG16;

   if (r->mods || r->hint > AGX_CACHE)
      return "modifier on a destination";
   if (r->kind == AGX_REG64 && r->value & 3)
      return "a 64-bit register must start at a multiple of 4 halves";
   agx_put(w, row, 2, (r->hint == AGX_CACHE ? 1u : 0) | (big ? 2u : 0));
   return put_number(w, row, 2, r->value | (r->kind == AGX_REG64 ? 1 : 0));
}

/* The type of a source. The first 8 bits of its value go elsewhere. */
static const char *encode_src(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];
   const bool x = row->kind == AGX_K_SRCX;
   uint32_t type = r->hint ? r->hint : AGX_PLAIN, v = r->value;

   if (type > AGX_DISCARD)
      return "unknown hint";
   switch (r->kind) {
   case AGX_REG16: break;
   case AGX_REG32: type |= x ? 0 : 8; break;
   case AGX_REG64:
      if (v & 3)
         return "a 64-bit register must start at a multiple of 4 halves";
      type |= 12;
      break;
   case AGX_UNIFORM16:
   case AGX_UNIFORM32:
      type = (x || r->kind == AGX_UNIFORM32 ? 6 : 4) | v >> 8;
      v &= 255;
      break;
   default: type = x ? 4 : 0; break;
   }
   if (!is_reg(r->kind) && r->hint > AGX_PLAIN)
      return "a hint on an operand that is not a register";
   if ((r->kind == AGX_IMM || r->kind == AGX_MINIFLOAT) && (r->mods || v > 255))
      return r->mods ? "modifier on an immediate" : "immediate out of range";
   if (x && r->kind != AGX_IMM && (r->kind == AGX_REG32 || r->kind == AGX_UNIFORM32) != (in->ref[AGX_D].kind == AGX_REG32))
      return "X and Y must have the size of the destination";
   if (r->mods && row[1].kind != AGX_K_MODF && row[1].kind != AGX_K_MODSX)
      return "modifiers are not allowed here";
   agx_put(w, row, 2, type);
   return put_number(w, row, 2, v);
}

static const char *encode_number(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const uint32_t v = agx_field_get(in, row->name);
   uint32_t field = v;
   unsigned pieces = 0, width = 0;

   while (pieces < AGX_PIECES && row->p[pieces].width)
      width += row->p[pieces++].width;
   if (row->style == AGX_S_SDEC) { /* signed */
      if (width < 32 && v + (1u << (width - 1)) >= 1u << width)
         return "number out of range";
      field = width < 32 ? v & ((1u << width) - 1) : v;
   }
   if (put_number(w, row, pieces, field))
      return "number out of range";
   if (row->style >= AGX_S_ICC && !agx_value_name((enum agx_style)row->style, v))
      return "a value without a known meaning";
   return (row->style == AGX_S_LSL4 && v > 4) || (row->style == AGX_S_LSL2 && v > 2) ? "shift too large" : NULL;
}

/* A packed word is accessed as a whole, and 32 bits do not fit a half. */
static const char *check_mask(const struct agx_instr *in, enum agx_kind kind)
{
   const uint32_t mask = in->f[AGX_F_MASK];
   const unsigned packed = agx_format_info[in->f[AGX_F_FORMAT] & 15].packed;

   if (!mask)
      return "no component is selected";
   if (kind == AGX_REG16 && in->f[AGX_F_FORMAT] == AGX_FORMAT_I32)
      return "a 32-bit format needs 32-bit registers";
   return packed && mask != (1u << packed) - 1 ? "a packed format must have all its components" : NULL;
}

/* Gathers and sparse results must have all components: no public compiler masks them, and Mesa notes that masks do not work
   for gathers. */
static const char *check_result(const struct agx_instr *in)
{
   const uint32_t mask = in->f[AGX_F_MASK];

   if (!mask)
      return "no component is selected";
   return mask != 15 && (in->f[AGX_F_GATHER] || in->f[AGX_F_SPARSE]) ? "gathers and sparse results must have all components"
                                                                     : NULL;
}

/* Vectors of registers. */
static const char *encode_vector(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];
   const unsigned n = r->count ? r->count : 1, per = row->kind == AGX_K_VEC3 ? 3 : 1;
   const char *err = NULL;

   if (row->kind == AGX_K_VECU) {
      agx_put(w, row, 2, in->f[AGX_F_MASK]);
      if (in->f[AGX_F_MASK] != (1u << n) - 1)
         return "the mask of a uniform store must be low bits";
      if (in->ref[AGX_B].kind == AGX_IMM && in->ref[AGX_B].value + n > AGX_UNIFORMS)
         return "uniform number out of range";
      return put_number(w, row, 2, r->value);
   }
   agx_put(w, row, 2, r->kind == AGX_REG32);
   if (row->kind == AGX_K_VECM) {
      err = check_mask(in, (enum agx_kind)r->kind);
   } else if (row->kind == AGX_K_VEC || row->kind == AGX_K_VEC3) {
      if (n % per || n / per > 4)
         return "bad vector operand";
      agx_put(w, row, 3, n / per & 3);
   } else if (row->kind == AGX_K_RESULT) {
      err = check_result(in);
   }
   return err ? err : put_number(w, row, 2, r->value);
}

static const char *encode_small(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];
   const bool imm = r->kind == AGX_IMM;

   switch (row->kind) {
   case AGX_K_WORD:
      if (imm && r->value > 254)
         return "an immediate index must be at most 254";
      agx_put(w, row, 2, imm);
      break;
   case AGX_K_IMMREG: agx_put(w, row, 2, imm); break;
   case AGX_K_REGIMM:
   case AGX_K_CF:
   case AGX_K_SAMP: agx_put(w, row, 2, !imm); break;
   case AGX_K_TEX: {
      const bool bindless = in->ref[AGX_U].kind == AGX_UNIFORM64;
      if (bindless != (r->kind == AGX_REG32))
         return bindless ? "a bindless texture must be a 32-bit register" : "a bindless texture needs a heap";
      agx_put(w, row, 2, imm ? 0 : bindless ? 3 : 1);
      break;
   }
   case AGX_K_SAMPLE: {
      static const uint8_t kinds[4] = {AGX_NONE, AGX_IMM, AGX_NONE, AGX_REG16};
      const uint32_t mode = in->f[AGX_F_INTERP];
      if (mode > 3 || r->kind != kinds[mode])
         return "the sample operand does not fit the interpolation";
      agx_put(w, row, 3, mode);
      return r->kind == AGX_NONE ? NULL : put_number(w, row, 1, r->value);
   }
   default: break;
   }
   return put_number(w, row, 2, r->value);
}

static const char *encode_address(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];
   const bool imm = r->kind == AGX_IMM;

   switch (row->kind) {
   case AGX_K_BASE:
      agx_put(w, row, 2, r->kind == AGX_UNIFORM64);
      return put_number(w, row, 2, r->value) ? "the base must be below u128" : NULL;
   case AGX_K_INDEX:
      agx_put(w, row, 3, imm);
      return put_number(w, row, 3, r->value);
   case AGX_K_LINDEX:
      agx_put(w, row, 2, imm);
      return put_number(w, row, 2, r->value);
   case AGX_K_LBASE:
      if (imm && r->value)
         return "a constant base must be 0";
      agx_put(w, row, 2, imm ? 2 : r->kind == AGX_REG16 ? 0 : 1 | r->value >> 8 << 1);
      return put_number(w, row, 2, r->value & 255);
   case AGX_K_OFFSET:
      agx_put(w, row, 1, imm);
      return put_number(w, row, 1, r->value);
   default: /* heaps */
      if (r->kind == AGX_NONE)
         return NULL;
      return r->value & 3 || put_number(w, row, 1, r->value >> 2) ? "the heap must be in u0_u1, u2_u3, ... u62_u63" : NULL;
   }
}

static const char *encode_other(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];

   switch (row->kind) {
   case AGX_K_LINK: return put_number(w, row, 1, r->value >> 1);
   case AGX_K_VALUES: return put_number(w, row, 1, r->value);
   case AGX_K_OLD:
   case AGX_K_PIXEL:
      agx_put(w, row, 2, r->kind != AGX_NONE);
      agx_put(w, row, 3, r->kind != AGX_NONE);
      return r->kind == AGX_NONE ? NULL : put_number(w, row, 2, r->value);
   case AGX_K_ZS: {
      const unsigned n = r->count ? r->count : 1;
      if (n > (r->kind == AGX_REG32 ? 2u : 1u))
         return "depth, stencil or both must be selected";
      agx_put(w, row, 2, r->kind == AGX_REG16 ? 2 : n == 2 ? 3 : 1);
      return put_number(w, row, 2, r->value);
   }
   case AGX_K_COORD:
   case AGX_K_CORNER:
      if (r->hint == AGX_CACHE)
         return "coordinates must be plain or discarded";
      agx_put(w, row, 2, r->hint == AGX_DISCARD);
      agx_put(w, row, 3, r->kind == AGX_REG16);
      return put_number(w, row, 2, r->value);
   case AGX_K_LOD: {
      const uint32_t mode = in->f[AGX_F_LOD];
      const bool gradient = mode == AGX_LOD_GRAD || mode == AGX_LOD_GRAD_MIN, uniform = r->kind == AGX_UNIFORM16;
      if (!agx_value_name(AGX_S_LODMODE, mode))
         return "a value without a known meaning";
      if ((mode == AGX_LOD_AUTO) != (r->kind == AGX_IMM) || gradient != (r->kind == AGX_REG32) ||
          (r->kind == AGX_IMM && r->value))
         return "the operand does not fit the level mode";
      if (uniform && r->value + agx_operand_count(in, AGX_B) > 256)
         return "uniform number out of range";
      agx_put(w, row, 2, uniform ? mode & ~4u : mode);
      return put_number(w, row, 2, r->value);
   }
   default: /* EXTRA */
      if ((r->kind != AGX_NONE) != (in->f[AGX_F_SHADOW] || in->f[AGX_F_OFFSET]))
         return "the operand does not match the flags shadow and offset";
      return r->kind == AGX_NONE ? NULL : put_number(w, row, 2, r->value);
   }
}

/* Checks rules that all operands share. */
static const char *check_operand(const struct agx_instr *in, const struct agx_row *row)
{
   const struct agx_ref *r = &in->ref[row->name];
   const unsigned n = agx_operand_count(in, (enum agx_refs)row->name);
   const bool alu = agx_kind_info[row->kind].group <= AGX_G_SRC;

   if (r->kind >= AGX_VIRT16)
      return "a virtual register cannot be encoded";
   if (row->kind == AGX_K_R0L && r->kind == AGX_NONE)
      return NULL;
   if (!(agx_kind_info[row->kind].takes >> r->kind & 1))
      return agx_kind_info[row->kind].expected;
   if (r->kind == AGX_NONE || r->kind == AGX_IMM || r->kind == AGX_MINIFLOAT)
      return !alu && (r->mods || r->hint > AGX_PLAIN) ? "modifier on an immediate" : NULL;
   if ((r->count ? r->count : 1) != n)
      return "a vector of the wrong length";
   if (!alu && (r->mods || (r->hint > AGX_PLAIN && row->kind != AGX_K_COORD && row->kind != AGX_K_CORNER)))
      return "modifiers are not allowed here";
   return check_place(r, n);
}

static const char *encode_r0l(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const struct agx_ref *r = &in->ref[row->name];

   agx_put(w, row, 0, r->hint == AGX_CACHE);
   return r->value || r->mods || r->hint > AGX_CACHE ? "the counter must be r0l" : NULL;
}

static const char *encode_field(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   unsigned mods;

   switch (row->kind) {
   case AGX_K_NUM: return encode_number(in, row, w);
   case AGX_K_ONES: agx_put(w, row, 0, UINT32_MAX); return NULL;
   case AGX_K_MODF:
      mods = in->ref[row->name].mods;
      agx_put(w, row, 0, mods);
      return mods & ~(unsigned)(AGX_ABS | AGX_NEG) ? "wrong kind of modifier" : NULL;
   default: /* MODSX */
      mods = in->ref[row->name].mods;
      agx_put(w, row, 0, mods ? 1 : 0);
      return mods & ~(unsigned)AGX_SX ? "wrong kind of modifier" : NULL;
   }
}

typedef const char *(*encode_fn)(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w);
static const encode_fn encoders[AGX_NUM_GROUPS] = {
    [AGX_G_FIELD] = encode_field,     [AGX_G_R0L] = encode_r0l,       [AGX_G_DST] = encode_dst,
    [AGX_G_SRC] = encode_src,         [AGX_G_VECTOR] = encode_vector, [AGX_G_SMALL] = encode_small,
    [AGX_G_ADDRESS] = encode_address, [AGX_G_OTHER] = encode_other};

static const char *encode_row(const struct agx_instr *in, const struct agx_row *row, struct agx_word *w)
{
   const enum agx_kind_group group = (enum agx_kind_group)agx_kind_info[row->kind].group;
   const char *err = group == AGX_G_FIELD ? NULL : check_operand(in, row);

   return err ? err : encoders[group](in, row, w);
}

const char *agx_encode_word(const struct agx_instr *in, struct agx_word *w, const struct agx_row **fault)
{
   if (fault)
      *fault = NULL;
   if (in->op >= AGX_NUM_OPS)
      return "unknown instruction";
   *w = (struct agx_word){{agx_info[in->op].bits, 0}};
   for (const struct agx_row *row = &agx_rows[agx_info[in->op].row]; row->kind != AGX_K_END; row++) {
      const char *err = encode_row(in, row, w);
      if (err) {
         if (fault)
            *fault = row;
         return err;
      }
   }
   return NULL;
}

const char *agx_check(const struct agx_instr *in, const struct agx_row **fault)
{
   struct agx_word w;
   return agx_encode_word(in, &w, fault);
}

bool agx_has_tail(const struct agx_word *w, unsigned n)
{
   return w->w[1] || (n < 8 && w->w[0] >> (8 * n));
}

const char *agx_encode(const struct agx_instr *in, uint8_t out[AGX_MAX_LEN], unsigned *len)
{
   struct agx_word w;
   const char *err = agx_encode_word(in, &w, NULL);

   if (err)
      return err;
   const struct agx_info *info = &agx_info[in->op];
   unsigned n = info->short_len;
   if (info->l_bit) {
      const bool tail = agx_has_tail(&w, n);
      const bool is_long = in->form == AGX_FORM_USUAL ? tail || info->always_long : in->form == AGX_FORM_LONG;
      if (tail && !is_long)
         return "the instruction has no short form";
      n = is_long ? info->long_len : n;
      w.w[0] |= (uint64_t)is_long << info->l_bit;
   } else if (in->form != AGX_FORM_USUAL) {
      return "the instruction has only one form";
   }
   for (unsigned i = 0; i < n; i++)
      out[i] = (uint8_t)(w.w[i >> 3] >> (8 * (i & 7)));
   *len = n;
   return NULL;
}
