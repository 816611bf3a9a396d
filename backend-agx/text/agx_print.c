/* SPDX-License-Identifier: MIT */
/*
 * The text of an instruction: mnemonic, suffixes, then the rows of its shape in order. The syntax is that of the applegpu
 * disassembler where it has one, so that other listings can be read; bits that it prints without knowing their meaning are left
 * out (docs/agx-encoding.md, "Text").
 */
#include "backend-agx/text/agx_text.h"

static void print_half(uint32_t h, char file, struct util_buf *out)
{
   util_buf_printf(out, "%c%u%c", file, h >> 1, h & 1 ? 'h' : 'l');
}

static void print_ref(const struct agx_ref *r, bool cf, struct util_buf *out)
{
   unsigned n = r->kind == AGX_REG64 ? 2 : r->count ? r->count : 1;

   switch (r->kind) {
   case AGX_REG16:
      for (unsigned i = 0; i < n; i++) {
         if (i)
            util_buf_byte(out, '_');
         print_half(r->value + i, 'r', out);
      }
      break;
   case AGX_REG32:
   case AGX_REG64:
      for (unsigned i = 0; i < n; i++)
         util_buf_printf(out, "%sr%u", i ? "_" : "", (r->value >> 1) + i);
      break;
   case AGX_UNIFORM16: print_half(r->value, 'u', out); break;
   case AGX_UNIFORM32: util_buf_printf(out, "u%u", r->value >> 1); break;
   case AGX_IMM: util_buf_printf(out, cf ? "cf%u" : "%u", r->value); break;
   case AGX_MINIFLOAT: {
      uint32_t e = r->value >> 4 & 7, f = r->value & 15, m64 = e ? (16 + f) << (e - 1) : f; /* 64ths */
      char frac[8];
      uint32_t rest = m64 % 64 * 15625;
      for (int i = 5; i >= 0; i--, rest /= 10)
         frac[i] = (char)('0' + rest % 10);
      int n_frac = 6;
      while (n_frac > 1 && frac[n_frac - 1] == '0')
         n_frac--;
      frac[n_frac] = 0;
      util_buf_printf(out, "%s%u.%s", r->value & 0x80 ? "-" : "", m64 / 64, frac);
      break;
   }
   case AGX_VIRT16:
   case AGX_VIRT32:
   case AGX_VIRT64: util_buf_printf(out, "%%%u", r->value); break;
   default: util_buf_printf(out, "?"); break;
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

static void print_row(const struct agx_instr *in, const struct agx_row *row, struct util_buf *out, const char **sep)
{
   static const char *const interp[4] = {"center", "sample", "centroid", "sample"};
   uint32_t v = row->kind == AGX_K_NUM ? in->f[row->name] : 0;

   if (row->style == AGX_S_MOD || row->style == AGX_S_SAT || ((row->style == AGX_S_LSL || row->style == AGX_S_BITS) && !v))
      return;
   util_buf_printf(out, "%s", *sep);
   *sep = ", ";
   switch (row->style) {
   case AGX_S_REF: print_ref(&in->ref[row->name], row->kind == AGX_K_CF, out); break;
   case AGX_S_SAMPLE:
      if (in->ref[row->name].kind != AGX_NONE) {
         print_ref(&in->ref[row->name], false, out);
         util_buf_printf(out, ", ");
      }
      util_buf_printf(out, "%s", interp[in->f[AGX_F_INTERP] & 3]);
      break;
   case AGX_S_DEC: util_buf_printf(out, "%u", v); break;
   case AGX_S_BIN: util_buf_printf(out, "0b%u", v & 1); break;
   case AGX_S_SR: util_buf_printf(out, "sr%u", v); break;
   case AGX_S_PC: util_buf_printf(out, v >> 31 ? "pc-%u" : "pc+%u", v >> 31 ? 0 - v : v); break;
   case AGX_S_XYZW:
      if (!v)
         util_buf_printf(out, "0");
      for (unsigned i = 0; i < 4; i++) {
         if (v >> i & 1)
            util_buf_byte(out, (uint8_t)"xyzw"[i]);
      }
      break;
   case AGX_S_LSL: util_buf_printf(out, "lsl %u", v); break;
   case AGX_S_BITS: util_buf_printf(out, "mask 0x%X", (1u << (v & 31)) - 1); break;
   case AGX_S_R0L: util_buf_printf(out, "r0l"); break;
   case AGX_S_R0L_DEC: util_buf_printf(out, "r0l, %u", v); break;
   default: {
      const char *name = agx_value_name((enum agx_style)row->style, v);
      bool r0l = row->style == AGX_S_R0L_ICC || row->style == AGX_S_R0L_FCC;
      util_buf_printf(out, "%s%s", r0l ? "r0l, " : "", name ? name : "?");
      break;
   }
   }
}

void agx_print(const struct agx_instr *in, struct util_buf *out)
{
   const char *sep = " ";

   if (in->op >= AGX_NUM_OPS) {
      util_buf_printf(out, "?");
      return;
   }
   util_buf_printf(out, "%s%s", agx_info[in->op].name, in->f[AGX_F_SAT] ? ".sat" : "");
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
   if (err)
      util_buf_printf(out, ".short ; %s", err);
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
