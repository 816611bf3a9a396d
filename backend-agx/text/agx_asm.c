/* SPDX-License-Identifier: MIT */
/*
 * The assembler: the inverse of agx_print.c over the same rows. Ops that share a mnemonic (mov_imm) are tried in the
 * order of the table; the error reported is the one that got furthest.
 */
#include "backend-agx/isa/agx.h"

#include <string.h>

struct cursor {
   const char *s;
   size_t len, at;
};

static void skip(struct cursor *c)
{
   while (c->at < c->len && (c->s[c->at] == ' ' || c->s[c->at] == '\t'))
      c->at++;
}

static bool eat(struct cursor *c, const char *word)
{
   size_t n = strlen(word);

   skip(c);
   if (c->len - c->at < n || memcmp(c->s + c->at, word, n) != 0)
      return false;
   c->at += n;
   return true;
}

static bool is_word(char ch)
{
   return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_';
}

static bool digit(const struct cursor *c)
{
   return c->at < c->len && c->s[c->at] >= '0' && c->s[c->at] <= '9';
}

/* Decimal, 0x hexadecimal or 0b binary, up to 32 bits. */
static bool number(struct cursor *c, uint32_t *out)
{
   uint64_t v = 0;
   unsigned base = 10, n = 0;

   skip(c);
   if (c->at + 1 < c->len && c->s[c->at] == '0' && (c->s[c->at + 1] == 'x' || c->s[c->at + 1] == 'b')) {
      base = c->s[c->at + 1] == 'x' ? 16 : 2;
      c->at += 2;
   }
   for (; c->at < c->len; c->at++, n++) {
      char ch = c->s[c->at];
      unsigned d = ch >= '0' && ch <= '9'   ? (unsigned)(ch - '0')
                   : ch >= 'a' && ch <= 'f' ? (unsigned)(ch - 'a') + 10
                   : ch >= 'A' && ch <= 'F' ? (unsigned)(ch - 'A') + 10
                                            : 99;
      if (d >= base)
         break;
      v = v * base + d;
      if (v > UINT32_MAX)
         return false;
   }
   *out = (uint32_t)v;
   return n > 0;
}

/* r5 r5l u3h: file letter, number, half. */
static bool reg(struct cursor *c, char file, uint32_t *half, bool *wide)
{
   uint32_t n;

   skip(c);
   if (c->at + 1 >= c->len || c->s[c->at] != file || c->s[c->at + 1] < '0' || c->s[c->at + 1] > '9')
      return false;
   c->at++;
   /* The digits end before an 'l', 'h' or '_': number() would read hexadecimal only after 0x, which no register has. */
   if (!number(c, &n) || n > 1024)
      return false;
   *half = n * 2;
   *wide = true;
   if (c->at < c->len && (c->s[c->at] == 'l' || c->s[c->at] == 'h')) {
      *half += c->s[c->at++] == 'h';
      *wide = false;
   }
   return true;
}

static const char *parse_minifloat(struct cursor *c, struct agx_ref *r)
{
   bool neg = eat(c, "-");
   uint64_t micro = 0;
   unsigned digits = 0;

   if (!digit(c))
      return "operand expected";
   for (; digit(c); c->at++) {
      micro = micro * 10 + (unsigned)(c->s[c->at] - '0');
      if (micro > 1000)
         return "not an 8-bit float";
   }
   if (c->at < c->len && c->s[c->at] == '.') {
      for (c->at++; digit(c); c->at++) {
         if (++digits > 6)
            return "not an 8-bit float";
         micro = micro * 10 + (unsigned)(c->s[c->at] - '0');
      }
   }
   for (; digits < 6; digits++)
      micro *= 10;
   for (uint32_t v = 0; v < 128; v++) {
      uint64_t e = v >> 4, f = v & 15, m64 = e ? (16 + f) << (e - 1) : f;
      if (m64 * 15625 == micro) {
         r->kind = AGX_MINIFLOAT;
         r->value = v | (neg ? 0x80 : 0);
         return NULL;
      }
   }
   return "not an 8-bit float";
}

static const char *parse_ref(struct cursor *c, const struct agx_row *row, struct agx_ref *r)
{
   uint32_t half, next, count = 1;
   bool wide, w2;

   if (row->kind == AGX_K_CF && eat(c, "cf")) {
      r->kind = AGX_IMM;
      return number(c, &r->value) ? NULL : "number expected";
   }
   if (reg(c, 'r', &half, &wide)) {
      while (c->at < c->len && c->s[c->at] == '_') {
         c->at++;
         if (!reg(c, 'r', &next, &w2) || w2 != wide || next != half + count * (wide ? 2 : 1) || count == 12)
            return "registers of a vector are consecutive";
         count++;
      }
      r->kind = wide ? AGX_REG32 : AGX_REG16;
      r->value = half;
      bool vec = row->kind == AGX_K_VEC || row->kind == AGX_K_VEC3 || row->kind == AGX_K_VECM;
      if (vec) {
         r->count = (uint8_t)count;
      } else if (count > 1) {
         if (count > 2 || !wide)
            return "no vector here";
         r->kind = AGX_REG64;
      }
   } else if (reg(c, 'u', &half, &wide)) {
      r->kind = wide ? AGX_UNIFORM32 : AGX_UNIFORM16;
      r->value = half;
   } else if (row->kind == AGX_K_SRCF || row->kind == AGX_K_SRCH) {
      const char *err = parse_minifloat(c, r);
      if (err)
         return err;
   } else {
      if (!number(c, &r->value))
         return "operand expected";
      r->kind = AGX_IMM;
   }
   for (;;) {
      if (eat(c, ".cache"))
         r->hint = AGX_CACHE;
      else if (eat(c, ".discard"))
         r->hint = AGX_DISCARD;
      else if (eat(c, ".abs"))
         r->mods |= AGX_ABS;
      else if (eat(c, ".neg"))
         r->mods |= AGX_NEG;
      else if (eat(c, ".sx"))
         r->mods |= AGX_SX;
      else
         return NULL;
   }
}

static const char *parse_name(struct cursor *c, enum agx_style style, uint32_t *out)
{
   size_t n = 0;

   skip(c);
   while (c->at + n < c->len && is_word(c->s[c->at + n]))
      n++;
   for (uint32_t v = 0; v < 16; v++) {
      const char *name = agx_value_name(style, v);
      if (name && strlen(name) == n && memcmp(name, c->s + c->at, n) == 0) {
         c->at += n;
         *out = v;
         return NULL;
      }
   }
   return "unknown name";
}

static const char *parse_row(struct cursor *c, const struct agx_row *row, struct agx_instr *out, bool *first)
{
   bool optional = row->style == AGX_S_LSL || row->style == AGX_S_BITS;
   uint32_t *v = row->kind == AGX_K_NUM ? &out->f[row->name] : NULL;
   size_t start = c->at;

   if (row->style == AGX_S_MOD || row->style == AGX_S_SAT)
      return NULL;
   if (!*first && !eat(c, ","))
      return optional ? NULL : "',' expected";
   *first = false;
   switch (row->style) {
   case AGX_S_REF: return parse_ref(c, row, &out->ref[row->name]);
   case AGX_S_SAMPLE:
      if (eat(c, "center")) {
         out->f[AGX_F_INTERP] = AGX_INTERP_CENTER;
      } else if (eat(c, "centroid")) {
         out->f[AGX_F_INTERP] = AGX_INTERP_CENTROID;
      } else {
         struct agx_ref *r = &out->ref[row->name];
         const char *err = parse_ref(c, row, r);
         if (err || !eat(c, ",") || !eat(c, "sample"))
            return err ? err : "'sample' expected";
         out->f[AGX_F_INTERP] = r->kind == AGX_IMM ? AGX_INTERP_SAMPLE : AGX_INTERP_SAMPLE_REG;
      }
      return NULL;
   case AGX_S_SR: return eat(c, "sr") && number(c, v) ? NULL : "special register expected";
   case AGX_S_PC: {
      if (!eat(c, "pc"))
         return "'pc' expected";
      bool minus = eat(c, "-");
      if ((!minus && !eat(c, "+")) || !number(c, v))
         return "distance expected";
      *v = minus ? 0 - *v : *v;
      return NULL;
   }
   case AGX_S_XYZW:
      skip(c);
      for (unsigned i = 0; i < 4; i++) {
         if (c->at < c->len && c->s[c->at] == "xyzw"[i]) {
            *v |= 1u << i;
            c->at++;
         }
      }
      return *v || eat(c, "0") ? NULL : "component mask expected";
   case AGX_S_LSL:
      if (!eat(c, "lsl")) {
         c->at = start;
         return NULL;
      }
      return number(c, v) ? NULL : "number expected";
   case AGX_S_BITS: {
      uint32_t mask, n = 0;
      if (!eat(c, "mask")) {
         c->at = start;
         return NULL;
      }
      if (!number(c, &mask) || !mask || mask & (mask + 1) || mask == UINT32_MAX)
         return "a mask of 1 to 31 low bits expected";
      while (mask >> n)
         n++;
      *v = n;
      return NULL;
   }
   case AGX_S_R0L:
   case AGX_S_R0L_DEC:
   case AGX_S_R0L_ICC:
   case AGX_S_R0L_FCC:
      if (!eat(c, "r0l"))
         return "r0l expected";
      if (row->style == AGX_S_R0L)
         return NULL;
      if (!eat(c, ","))
         return "',' expected";
      if (row->style != AGX_S_R0L_DEC)
         return parse_name(c, (enum agx_style)row->style, v);
      return number(c, v) ? NULL : "number expected";
   case AGX_S_DEC:
   case AGX_S_BIN: return number(c, v) ? NULL : "number expected";
   default: return parse_name(c, (enum agx_style)row->style, v);
   }
}

const char *agx_assemble(const char *text, size_t len, struct agx_instr *out, size_t *err_at)
{
   struct cursor c = {text, len, 0};
   const char *best = "unknown mnemonic";
   size_t best_at = 0;
   struct agx_instr in;
   uint8_t bytes[AGX_MAX_LEN];
   unsigned n;

   skip(&c);
   size_t start = c.at;
   while (c.at < c.len && is_word(c.s[c.at]))
      c.at++;
   size_t name_len = c.at - start;
   bool sat = c.len - c.at >= 4 && memcmp(c.s + c.at, ".sat", 4) == 0;
   size_t args = c.at + (sat ? 4 : 0);

   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      const char *name = agx_info[op].name;
      if (strlen(name) != name_len || memcmp(name, text + start, name_len) != 0)
         continue;
      const struct agx_row *row = &agx_rows[agx_info[op].row];
      const char *err = sat && row->style != AGX_S_SAT ? "no saturation here" : NULL;
      bool first = true;
      c.at = args;
      in = (struct agx_instr){.op = (uint16_t)op};
      for (; !err && row->kind != AGX_K_END; row++)
         err = parse_row(&c, row, &in, &first);
      in.f[AGX_F_SAT] = sat;
      skip(&c);
      if (!err && c.at != c.len)
         err = "text after the instruction";
      if (!err)
         err = agx_encode(&in, bytes, &n);
      if (!err) {
         in.len = (uint8_t)n;
         *out = in;
         return NULL;
      }
      if (c.at >= best_at) {
         best = err;
         best_at = c.at;
      }
   }
   if (err_at)
      *err_at = best_at;
   return best;
}

void agx_assemble_text(struct util_ctx *ctx, const char *text, size_t len, struct util_buf *code)
{
   for (size_t at = 0; at < len;) {
      size_t end = at, stop;
      while (end < len && text[end] != '\n')
         end++;
      for (stop = at; stop < end && text[stop] != '#' && text[stop] != ';'; stop++)
         ;
      while (stop > at && (text[stop - 1] == ' ' || text[stop - 1] == '\t' || text[stop - 1] == '\r'))
         stop--;
      struct cursor c = {text, stop, at};
      skip(&c);
      if (c.at < stop) {
         struct agx_instr in;
         uint8_t bytes[AGX_MAX_LEN];
         unsigned n;
         size_t where = 0;
         const char *err = agx_assemble(text + at, stop - at, &in, &where);
         if (!err)
            err = agx_encode(&in, bytes, &n);
         if (err)
            util_diag(ctx, DIAG_ID_asm_syntax, (struct util_span){(uint32_t)(at + where), 1}, "%s", err);
         else
            util_buf_add(code, bytes, n);
      }
      at = end + 1;
   }
}
