/* SPDX-License-Identifier: MIT */
/*
 * The text of an instruction: mnemonic, suffixes, then the rows of its shape in order. The syntax follows the applegpu
 * disassembler, where it has one, so that our tools read its listings. Bits that applegpu prints without knowing their meaning
 * are
 * left out (docs/agx-encoding.md, "Text").
 */
#include "backend-agx/text/agx_text.h"

static void print_half(uint32_t h, char file, struct util_buf *out)
{
   util_buf_printf(out, "%c%u%c", file, h >> 1, h & 1 ? 'h' : 'l');
}

/* The prefix of a number that is not an integer. */
static const char *number_prefix(enum agx_row_kind kind)
{
   switch (kind) {
   case AGX_K_CF:
   case AGX_K_CFI: return "cf";
   case AGX_K_TEX:
   case AGX_K_TS: return "ts";
   case AGX_K_SAMP:
   case AGX_K_SS: return "ss";
   default: return "";
   }
}

static void print_minifloat(uint32_t v, struct util_buf *out)
{
   const uint32_t e = v >> 4 & 7, f = v & 15, m64 = e ? (16 + f) << (e - 1) : f; /* in 64ths */
   uint32_t rest = m64 % 64 * 15625;
   char frac[8];
   int n = 6;

   for (int i = 5; i >= 0; i--, rest /= 10)
      frac[i] = (char)('0' + rest % 10);
   while (n > 1 && frac[n - 1] == '0')
      n--;
   frac[n] = 0;
   util_buf_printf(out, "%s%u.%s", v & 0x80 ? "-" : "", m64 / 64, frac);
}

/* Prints consecutive registers, joined by underscores. */
static void print_place(const struct agx_ref *r, unsigned n, struct util_buf *out)
{
   const bool uniform = r->kind >= AGX_UNIFORM16;
   const bool half = r->kind == AGX_REG16 || r->kind == AGX_UNIFORM16;

   if (r->kind == AGX_REG64 || r->kind == AGX_UNIFORM64)
      n = 2;
   for (unsigned i = 0; i < n; i++) {
      if (i)
         util_buf_byte(out, '_');
      if (half)
         print_half(r->value + i, uniform ? 'u' : 'r', out);
      else
         util_buf_printf(out, "%c%u", uniform ? 'u' : 'r', (r->value >> 1) + i);
   }
}

/* The number of registers in the text: for a result, those in the mask. */
static unsigned shown_count(const struct agx_instr *in, const struct agx_row *row)
{
   const struct agx_ref *r = &in->ref[row->name];

   if (row->kind == AGX_K_RESULT)
      return (unsigned)__builtin_popcount(in->f[AGX_F_MASK] & 15);
   return r->count ? r->count : 1;
}

static void print_ref(const struct agx_instr *in, const struct agx_row *row, struct util_buf *out)
{
   const struct agx_ref *r = &in->ref[row->name];
   const bool is_signed = row->kind == AGX_K_LINDEX || (row->kind == AGX_K_INDEX && !in->f[AGX_F_EXT]);

   if (row->kind == AGX_K_R0L && r->kind == AGX_NONE) {
      util_buf_printf(out, "r0l");
      return;
   }
   switch (r->kind) {
   case AGX_NONE: util_buf_byte(out, '_'); break;
   case AGX_IMM:
      if (is_signed)
         util_buf_printf(out, "%d", (int16_t)r->value);
      else
         util_buf_printf(out, "%s%u", number_prefix((enum agx_row_kind)row->kind), r->value);
      break;
   case AGX_MINIFLOAT: print_minifloat(r->value, out); break;
   case AGX_VIRT16:
   case AGX_VIRT32:
   case AGX_VIRT64: util_buf_printf(out, "%%%u", r->value); break;
   default: print_place(r, shown_count(in, row), out); break;
   }
   if (r->hint == AGX_CACHE)
      util_buf_printf(out, ".cache");
   if (r->hint == AGX_DISCARD)
      util_buf_printf(out, ".discard");
   if (r->mods & AGX_ABS)
      util_buf_printf(out, ".abs");
   if (r->mods & AGX_NEG)
      util_buf_printf(out, ".neg");
   if (r->mods & AGX_SX)
      util_buf_printf(out, ".sx");
}

/* Prints the comparison value, then the low half of the next register as offset. */
static void print_extra(const struct agx_instr *in, const struct agx_ref *r, struct util_buf *out)
{
   const uint32_t first = r->value >> 1;

   if (in->f[AGX_F_SHADOW])
      util_buf_printf(out, "r%u%s", first, in->f[AGX_F_OFFSET] ? "_" : "");
   if (in->f[AGX_F_OFFSET])
      util_buf_printf(out, "r%ul", first + (in->f[AGX_F_SHADOW] ? 1 : 0));
}

static void print_number(const struct agx_row *row, uint32_t v, struct util_buf *out)
{
   const char *name;

   switch (row->style) {
   case AGX_S_DEC:
   case AGX_S_OPT: util_buf_printf(out, "%u", v); break;
   case AGX_S_SDEC: util_buf_printf(out, "%d", (int32_t)v); break;
   case AGX_S_BIN: util_buf_printf(out, "0b%u", v & 1); break;
   case AGX_S_SR:
      name = agx_sreg_name(v);
      util_buf_printf(out, name ? "sr%u (%s)" : "sr%u", v, name);
      break;
   case AGX_S_PC: util_buf_printf(out, v >> 31 ? "pc-%u" : "pc+%u", v >> 31 ? 0 - v : v); break;
   case AGX_S_XYZW:
      if (!v)
         util_buf_printf(out, "0");
      for (unsigned i = 0; i < 4; i++) {
         if (v >> i & 1)
            util_buf_byte(out, (uint8_t)"xyzw"[i]);
      }
      break;
   case AGX_S_LSL2:
   case AGX_S_LSL4: util_buf_printf(out, "lsl %u", v); break;
   case AGX_S_BITS: util_buf_printf(out, "mask 0x%X", (1u << (v & 31)) - 1); break;
   case AGX_S_FLAG: util_buf_printf(out, "%s", agx_field_name((enum agx_field)row->name)); break;
   default:
      name = agx_value_name((enum agx_style)row->style, v);
      util_buf_printf(out, "%s", name ? name : "?");
      break;
   }
}

static void print_row(const struct agx_instr *in, const struct agx_row *row, struct util_buf *out, const char **sep)
{
   static const char *const interp[4] = {"center", "sample", "centroid", "sample"};
   const uint32_t v = row->kind == AGX_K_NUM ? agx_field_get(in, row->name) : 0;
   const struct agx_ref *r = row->kind == AGX_K_NUM ? NULL : &in->ref[row->name];

   if (row->style == AGX_S_NONE || row->style == AGX_S_MOD || row->style == AGX_S_SAT)
      return;
   if (row->style >= AGX_S_LSL2 && row->style <= AGX_S_COH && !v)
      return;
   if (r && r->kind == AGX_NONE && (row->style == AGX_S_OPTREF || row->style == AGX_S_EXTRA))
      return;
   util_buf_printf(out, "%s", *sep);
   *sep = ", ";
   switch (row->style) {
   case AGX_S_REF:
   case AGX_S_OPTREF: print_ref(in, row, out); break;
   case AGX_S_SAMPLE:
      if (r->kind != AGX_NONE) {
         print_ref(in, row, out);
         util_buf_printf(out, ", ");
      }
      util_buf_printf(out, "%s", interp[in->f[AGX_F_INTERP] & 3]);
      break;
   case AGX_S_LOD: {
      const char *name = agx_value_name(AGX_S_LODMODE, in->f[AGX_F_LOD]);
      util_buf_printf(out, "%s, ", name ? name : "?");
      print_ref(in, row, out);
      break;
   }
   case AGX_S_EXTRA: print_extra(in, r, out); break;
   default: print_number(row, v, out); break;
   }
}

void agx_print(const struct agx_instr *in, struct util_buf *out)
{
   static const char *const form[] = {"", ".short", ".long"};
   const char *sep = " ";

   if (in->op >= AGX_NUM_OPS) {
      util_buf_printf(out, "?");
      return;
   }
   util_buf_printf(out, "%s%s%s", agx_info[in->op].name, in->f[AGX_F_SAT] ? ".sat" : "",
                   in->form <= AGX_FORM_LONG ? form[in->form] : "");
   for (const struct agx_row *row = &agx_rows[agx_info[in->op].row]; row->kind != AGX_K_END; row++)
      print_row(in, row, out, &sep);
}

size_t agx_disassemble_one(const uint8_t *code, size_t len, size_t pc, struct util_buf *out)
{
   struct agx_instr in;
   const char *err = agx_decode(code + pc, len - pc, &in);
   const size_t n = err ? (len - pc < 2 ? 1 : 2) : in.len;

   util_buf_printf(out, "%6zx: ", pc);
   for (size_t i = 0; i < AGX_MAX_LEN; i++) {
      if (i < n)
         util_buf_printf(out, "%02x", code[pc + i]);
      else if (i < 10)
         util_buf_printf(out, "  ");
   }
   util_buf_byte(out, ' ');
   if (err && n == 2)
      util_buf_printf(out, ".short 0x%04x ; %s", code[pc] | (unsigned)code[pc + 1] << 8, err);
   else if (err)
      util_buf_printf(out, ".byte 0x%02x ; %s", code[pc], err);
   else
      agx_print(&in, out);
   util_buf_byte(out, '\n');
   return n;
}

void agx_disassemble(const uint8_t *code, size_t len, struct util_buf *out)
{
   for (size_t pc = 0; pc < len;)
      pc += agx_disassemble_one(code, len, pc, out);
}
