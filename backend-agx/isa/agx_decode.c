/* SPDX-License-Identifier: MIT */
/*
 * The decoder. It finds the row, fills the struct from the pieces and then encodes the result again: bits that no field covers,
 * reserved types and contradictions show as a difference, so exactly the words that the encoder can make are accepted.
 */
#include "backend-agx/isa/agx_bits.h"

static uint32_t get_number(const struct agx_word *w, const struct agx_row *row, unsigned pieces)
{
   uint32_t v = 0;

   for (unsigned i = 0, at = 0; i < pieces && row->p[i].width; at += row->p[i++].width)
      v |= agx_get(w, row, i) << at;
   return v;
}

static void decode_number(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   uint32_t v = get_number(w, row, AGX_PIECES);

   if (row->style == AGX_S_SDEC && v >> 15) /* all are of 16 bits */
      v |= 0xffff0000u;
   agx_field_set(out, row->name, v);
}

static void decode_dst(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   const uint32_t v = agx_get(w, row, 2);

   r->hint = v & 1 ? AGX_CACHE : AGX_PLAIN;
   r->value = get_number(w, row, 2);
   r->kind = v & 2 ? AGX_REG32 : AGX_REG16;
   if (r->kind == AGX_REG32 && r->value & 1) {
      r->kind = AGX_REG64;
      r->value--;
   }
}

static void decode_src(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   const uint32_t t = agx_get(w, row, 2), hint = t & 3;
   const bool x = row->kind == AGX_K_SRCX, fl = row->kind == AGX_K_SRCF || row->kind == AGX_K_SRCH;
   const bool wide = out->ref[AGX_D].kind == AGX_REG32; /* the row of D comes first */

   r->value = get_number(w, row, 2);
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

static void decode_vector(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   const uint32_t count = agx_get(w, row, 3);

   r->value = get_number(w, row, 2);
   r->kind = row->kind != AGX_K_VECU && agx_get(w, row, 2) ? AGX_REG32 : AGX_REG16;
   if (row->kind == AGX_K_VEC || row->kind == AGX_K_VEC3)
      r->count = (uint8_t)((count ? count : 4) * (row->kind == AGX_K_VEC3 ? 3 : 1));
   else
      r->count = (uint8_t)agx_operand_count(out, (enum agx_refs)row->name);
}

static void decode_small(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   const uint32_t v = agx_get(w, row, 2);

   r->value = get_number(w, row, 2);
   switch (row->kind) {
   case AGX_K_WORD:
   case AGX_K_IMMREG: r->kind = v ? AGX_IMM : AGX_REG16; break;
   case AGX_K_REGIMM:
   case AGX_K_CF:
   case AGX_K_SAMP: r->kind = v ? AGX_REG16 : AGX_IMM; break;
   case AGX_K_TEX: r->kind = v == 3 ? AGX_REG32 : v == 1 ? AGX_REG16 : v ? AGX_NONE : AGX_IMM; break;
   case AGX_K_SAMPLE: {
      const uint32_t mode = agx_get(w, row, 3);
      out->f[AGX_F_INTERP] = mode;
      r->kind = mode == AGX_INTERP_SAMPLE ? AGX_IMM : mode == AGX_INTERP_SAMPLE_REG ? AGX_REG16 : AGX_NONE;
      r->value = r->kind == AGX_NONE ? 0 : get_number(w, row, 1);
      break;
   }
   case AGX_K_REG16: r->kind = AGX_REG16; break;
   case AGX_K_REG32: r->kind = AGX_REG32; break;
   default: r->kind = AGX_IMM; break; /* CFI, TS, SS */
   }
}

static void decode_address(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   uint32_t v;

   switch (row->kind) {
   case AGX_K_BASE:
      r->kind = agx_get(w, row, 2) ? AGX_UNIFORM64 : AGX_REG64;
      r->value = get_number(w, row, 2);
      break;
   case AGX_K_INDEX:
      r->kind = agx_get(w, row, 3) ? AGX_IMM : AGX_REG32;
      r->value = get_number(w, row, 3);
      break;
   case AGX_K_LINDEX:
      r->kind = agx_get(w, row, 2) ? AGX_IMM : AGX_REG16;
      r->value = get_number(w, row, 2);
      break;
   case AGX_K_LBASE:
      v = agx_get(w, row, 2);
      r->kind = v == 2 ? AGX_IMM : v ? AGX_UNIFORM16 : AGX_REG16;
      r->value = get_number(w, row, 2) | (v == 3 ? 256 : 0);
      break;
   case AGX_K_OFFSET:
      r->kind = agx_get(w, row, 1) ? AGX_IMM : AGX_REG32;
      r->value = get_number(w, row, 1);
      break;
   case AGX_K_HEAP: /* it exists if the texture is bindless, and the row of the texture comes next */
      if (agx_get(w, row + 1, 2) != 3)
         break;
      /* fall through */
   default:
      r->kind = AGX_UNIFORM64;
      r->value = get_number(w, row, 1) << 2;
      break;
   }
}

static void decode_other(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   uint32_t v;

   r->kind = AGX_REG32;
   r->value = get_number(w, row, row->kind == AGX_K_LINK || row->kind == AGX_K_VALUES ? 1 : 2);
   switch (row->kind) {
   case AGX_K_LINK: r->value <<= 1; break;
   case AGX_K_OLD:
   case AGX_K_PIXEL:
      if (!agx_get(w, row, 2))
         *r = (struct agx_ref){0};
      break;
   case AGX_K_ZS:
      v = agx_get(w, row, 2);
      r->kind = v == 2 ? AGX_REG16 : v ? AGX_REG32 : AGX_NONE;
      r->count = v == 3 ? 2 : 1;
      break;
   case AGX_K_COORD:
   case AGX_K_CORNER:
      r->kind = agx_get(w, row, 3) ? AGX_REG16 : AGX_REG32;
      r->hint = agx_get(w, row, 2) ? AGX_DISCARD : AGX_PLAIN;
      r->count = (uint8_t)agx_operand_count(out, (enum agx_refs)row->name);
      break;
   case AGX_K_LOD:
      v = agx_get(w, row, 2);
      r->kind = !v ? AGX_IMM : !(v & 4) ? AGX_UNIFORM16 : v & 3 ? AGX_REG16 : AGX_REG32;
      out->f[AGX_F_LOD] = v ? v | 4 : 0;
      r->count = (uint8_t)(v ? agx_operand_count(out, AGX_B) : 0);
      break;
   case AGX_K_EXTRA:
      r->count = (uint8_t)agx_operand_count(out, AGX_C);
      if (!r->count)
         *r = (struct agx_ref){0};
      break;
   default: r->count = (uint8_t)agx_operand_count(out, (enum agx_refs)row->name); break; /* VALUES */
   }
}

static void decode_r0l(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];

   r->kind = AGX_REG16;
   r->hint = agx_get(w, row, 0) ? AGX_CACHE : AGX_PLAIN;
}

/* Decodes modifiers. Numbers are decoded already, and ONES has no value. */
static void decode_field(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out)
{
   if (row->kind == AGX_K_MODF)
      out->ref[row->name].mods = (uint8_t)agx_get(w, row, 0);
   else if (row->kind == AGX_K_MODSX)
      out->ref[row->name].mods = agx_get(w, row, 0) ? AGX_SX : 0;
}

typedef void (*decode_fn)(const struct agx_word *w, const struct agx_row *row, struct agx_instr *out);
static const decode_fn decoders[AGX_NUM_GROUPS] = {
    [AGX_G_FIELD] = decode_field,     [AGX_G_R0L] = decode_r0l,       [AGX_G_DST] = decode_dst,
    [AGX_G_SRC] = decode_src,         [AGX_G_VECTOR] = decode_vector, [AGX_G_SMALL] = decode_small,
    [AGX_G_ADDRESS] = decode_address, [AGX_G_OTHER] = decode_other};

/* The first n bytes without the L bit as an instruction of this operation. */
static const char *decode_as(unsigned op, const struct agx_word *w, unsigned n, bool is_long, struct agx_instr *out)
{
   const struct agx_info *info = &agx_info[op];
   struct agx_word again;

   *out = (struct agx_instr){.op = (uint16_t)op, .len = (uint8_t)n};
   /* numbers first: others depend on them */
   for (const struct agx_row *row = &agx_rows[info->row]; row->kind != AGX_K_END; row++)
      if (row->kind == AGX_K_NUM)
         decode_number(w, row, out);
   for (const struct agx_row *row = &agx_rows[info->row]; row->kind != AGX_K_END; row++)
      decoders[agx_kind_info[row->kind].group](w, row, out);
   if (agx_encode_word(out, &again, NULL))
      return "illegal operand";
   if (again.w[0] != w->w[0] || again.w[1] != w->w[1])
      return "unknown bits set";
   if (info->l_bit) {
      const bool usual = info->always_long || agx_has_tail(w, info->short_len);
      out->form = usual == is_long ? AGX_FORM_USUAL : is_long ? AGX_FORM_LONG : AGX_FORM_SHORT;
   }
   return NULL;
}

const char *agx_decode(const uint8_t *code, size_t len, struct agx_instr *out)
{
   struct agx_word w = {{0, 0}};

   if (len < 2)
      return "the code ends inside an instruction";
   size_t have = len < AGX_MAX_LEN ? len : AGX_MAX_LEN;
   for (size_t i = 0; i < have; i++)
      w.w[i >> 3] |= (uint64_t)code[i] << (8 * (i & 7));

   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      const struct agx_info *info = &agx_info[op];
      /* The low 16 bits hold the opcode of every form; the bits above them may belong to the next instruction. */
      if ((w.w[0] & info->mask & 0xffff) != (info->bits & info->mask & 0xffff))
         continue;
      const bool is_long = info->l_bit && w.w[0] >> info->l_bit & 1;
      unsigned n = is_long ? info->long_len : info->short_len;
      if (n > len)
         continue;
      struct agx_word cut = w;
      if (n < 8)
         cut.w[0] &= (1ull << (8 * n)) - 1;
      cut.w[1] = n <= 8 ? 0 : cut.w[1] & ((1ull << (8 * (n - 8))) - 1);
      if ((cut.w[0] & info->mask) != (info->bits & info->mask))
         continue;
      if (info->l_bit)
         cut.w[0] &= ~(1ull << info->l_bit);
      return decode_as(op, &cut, n, is_long, out);
   }
   return "unknown instruction";
}
