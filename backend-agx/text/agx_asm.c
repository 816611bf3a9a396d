/* SPDX-License-Identifier: MIT */
/*
 * The assembler: the inverse of agx_print.c over the same rows. Operations that share a mnemonic (mov_imm) are tried in the
 * order of the table; the error that is reported is the one that got furthest. Errors are where the cursor stopped.
 */
#include "backend-agx/text/agx_text.h"
#include "codegen/lex.h"

static const struct cg_lex_language language = {
    .chars =
        {
            CG_LEX_LETTERS_DIGITS,
            ['_'] = CG_LEX_NAME,
            [' '] = CG_LEX_BLANK,
            ['\t'] = CG_LEX_BLANK,
            ['#'] = CG_LEX_COMMENT,
            [';'] = CG_LEX_COMMENT,
            ['\n'] = CG_LEX_END,
        },
    .bases = "xb",
    .lone_base = true,
    /* a minifloat is below 32 and a multiple of 1/64 */
    .max_integer = 1000,
    .max_places = 6,
    .lone_point = true,
};

/* An error at the cursor, behind blanks. */
static bool bad(struct cg_lex *lx, const char *message)
{
   cg_lex_blanks(lx);
   return cg_lex_error(lx, lx->p, message);
}

static bool number(struct cg_lex *lx, uint32_t *v)
{
   cg_lex_blanks(lx);
   return cg_lex_integer(lx, v) == CG_LEX_NUMBER;
}

static bool number_expected(struct cg_lex *lx, uint32_t *v)
{
   return number(lx, v) || bad(lx, "number expected");
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

/* Register files. Here they are larger than those of the machine: the encoder says what does not exist. */
static const struct cg_lex_bank regs = {"r", AGX_REG32, 1025}, uniforms = {"u", AGX_UNIFORM32, 1025};

/* r5 r5l u3h: a register of this file as its half index. wide: all 32 bits. */
static bool reg(struct cg_lex *lx, const struct cg_lex_bank *file, uint32_t *half, bool *wide)
{
   uint32_t n;
   cg_lex_blanks(lx);
   const char *start = lx->p;
   if (!cg_lex_bank(lx, file, 1) || !cg_lex_at_digit(lx, 0)) {
      lx->p = start;
      return false;
   }
   if (!number(lx, &n) || n >= file->count)
      return false;
   *half = n * 2;
   *wide = true;
   if (cg_lex_at(lx, 0, 'l') || cg_lex_at(lx, 0, 'h')) {
      *half += *lx->p++ == 'h';
      *wide = false;
   }
   return true;
}

/* The rest of r0_r1_r2, behind its first register: consecutive registers of one size. */
static bool vector(struct cg_lex *lx, const struct cg_lex_bank *file, uint32_t first, bool wide, uint32_t *count)
{
   uint32_t next;
   bool next_wide;
   while (cg_lex_at(lx, 0, '_')) {
      lx->p++;
      if (!reg(lx, file, &next, &next_wide) || next_wide != wide || next != first + *count * (wide ? 2 : 1) || *count == 12)
         return bad(lx, "registers of a vector are consecutive");
      ++*count;
   }
   return true;
}

/* A register or vector as operand. Two registers are a pair where the operation takes one. */
static bool parse_place(struct cg_lex *lx, const struct agx_row *row, const struct cg_lex_bank *file, uint32_t half, bool wide,
                        struct agx_ref *r)
{
   const bool uniform = file == &uniforms;
   const uint32_t takes = agx_kind_info[row->kind].takes;
   const enum agx_kind pair = uniform ? AGX_UNIFORM64 : AGX_REG64;
   uint32_t count = 1;
   if (!vector(lx, file, half, wide, &count))
      return false;
   r->kind = uniform ? (wide ? AGX_UNIFORM32 : AGX_UNIFORM16) : wide ? AGX_REG32 : AGX_REG16;
   r->value = half;
   if (count == 2 && wide && takes >> pair & 1)
      r->kind = (uint8_t)pair;
   else
      r->count = (uint8_t)count;
   return takes >> r->kind & 1 || bad(lx, agx_kind_info[row->kind].text);
}

static bool parse_minifloat(struct cg_lex *lx, struct agx_ref *r)
{
   struct cg_lex_decimal d;
   const bool neg = cg_lex_eat(lx, '-');
   if (!cg_lex_at_digit(lx, 0))
      return bad(lx, "operand expected");
   if (!cg_lex_decimal(lx, &d))
      return bad(lx, "not an 8-bit float");
   uint64_t millionths = (uint64_t)d.digits;
   for (unsigned k = d.places; k < 6; k++)
      millionths *= 10;
   for (uint32_t v = 0; v < 128; v++) {
      uint64_t e = v >> 4, f = v & 15, m64 = e ? (16 + f) << (e - 1) : f; /* 64ths */
      if (m64 * 15625 == millionths) {
         r->kind = AGX_MINIFLOAT;
         r->value = v | (neg ? 0x80 : 0);
         return true;
      }
   }
   return bad(lx, "not an 8-bit float");
}

static void parse_modifiers(struct cg_lex *lx, struct agx_ref *r)
{
   for (;;) {
      if (cg_lex_eat_text(lx, ".cache"))
         r->hint = AGX_CACHE;
      else if (cg_lex_eat_text(lx, ".discard"))
         r->hint = AGX_DISCARD;
      else if (cg_lex_eat_text(lx, ".abs"))
         r->mods |= AGX_ABS;
      else if (cg_lex_eat_text(lx, ".neg"))
         r->mods |= AGX_NEG;
      else if (cg_lex_eat_text(lx, ".sx"))
         r->mods |= AGX_SX;
      else
         return;
   }
}

/* An integer, or the number of a coefficient or state register. */
static bool parse_integer(struct cg_lex *lx, const struct agx_row *row, struct agx_ref *r)
{
   const bool is_signed = row->kind == AGX_K_INDEX || row->kind == AGX_K_LINDEX;
   const char *prefix = row->kind == AGX_K_CF || row->kind == AGX_K_CFI   ? "cf"
                        : row->kind == AGX_K_TEX || row->kind == AGX_K_TS ? "ts"
                        : row->kind == AGX_K_SAMP || row->kind == AGX_K_SS ? "ss"
                                                                          : "";
   r->kind = AGX_IMM;
   if (*prefix && !cg_lex_eat_text(lx, prefix))
      return bad(lx, "operand expected");
   const bool minus = is_signed && cg_lex_eat(lx, '-');
   if (!number(lx, &r->value))
      return bad(lx, "operand expected");
   if (minus && r->value > 32768)
      return bad(lx, "number out of range");
   r->value = minus ? (0 - r->value) & 0xffff : r->value;
   return true;
}

static bool parse_ref(struct cg_lex *lx, const struct agx_row *row, struct agx_ref *r)
{
   const uint32_t takes = agx_kind_info[row->kind].takes;
   uint32_t half;
   bool wide;
   if (takes & 1u << AGX_NONE && cg_lex_eat(lx, '_'))
      return true;
   if (reg(lx, &regs, &half, &wide)) {
      if (!parse_place(lx, row, &regs, half, wide, r))
         return false;
   } else if (reg(lx, &uniforms, &half, &wide)) {
      if (!parse_place(lx, row, &uniforms, half, wide, r))
         return false;
   } else if (takes & 1u << AGX_MINIFLOAT) {
      if (!parse_minifloat(lx, r))
         return false;
   } else if (!(takes & 1u << AGX_IMM)) {
      return bad(lx, agx_kind_info[row->kind].text);
   } else if (!parse_integer(lx, row, r)) {
      return false;
   }
   parse_modifiers(lx, r);
   return true;
}

/* ---- fields -------------------------------------------------------------------------------------------------------------- */

static bool parse_name(struct cg_lex *lx, enum agx_style style, uint32_t *out)
{
   cg_lex_blanks(lx);
   const char *start = lx->p;
   const size_t n = cg_lex_name(lx);
   for (uint32_t v = 0; v < 32; v++) {
      const char *name = agx_value_name(style, v);
      if (name && strlen(name) == n && memcmp(name, start, n) == 0) {
         *out = v;
         return true;
      }
   }
   lx->p = start;
   return bad(lx, "unknown name");
}

static bool parse_sample(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   if (cg_lex_eat_text(lx, "center")) {
      out->f[AGX_F_INTERP] = AGX_INTERP_CENTER;
      return true;
   }
   if (cg_lex_eat_text(lx, "centroid")) {
      out->f[AGX_F_INTERP] = AGX_INTERP_CENTROID;
      return true;
   }
   if (!parse_ref(lx, row, r))
      return false;
   out->f[AGX_F_INTERP] = r->kind == AGX_IMM ? AGX_INTERP_SAMPLE : AGX_INTERP_SAMPLE_REG;
   return (cg_lex_eat(lx, ',') && cg_lex_eat_text(lx, "sample")) || bad(lx, "'sample' expected");
}

static bool parse_lod(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out)
{
   if (!parse_name(lx, AGX_S_LODMODE, &out->f[AGX_F_LOD]))
      return false;
   return cg_lex_eat(lx, ',') ? parse_ref(lx, row, &out->ref[row->name]) : bad(lx, "',' expected");
}

/* r28 r28l r28_r29l: compare value, offset. */
static bool parse_extra(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   bool wide;
   if (!reg(lx, &regs, &r->value, &wide))
      return false;
   r->kind = AGX_REG32;
   r->count = 1;
   out->f[wide ? AGX_F_SHADOW : AGX_F_OFFSET] = 1;
   if (wide && cg_lex_at(lx, 0, '_')) {
      uint32_t next;
      lx->p++;
      if (!reg(lx, &regs, &next, &wide) || wide || next != r->value + 2)
         return bad(lx, "the offset is in the low half of the register behind the compare value");
      r->count = 2;
      out->f[AGX_F_OFFSET] = 1;
   }
   return true;
}

/* pc+8, pc-8 */
static bool parse_distance(struct cg_lex *lx, uint32_t *v)
{
   if (!cg_lex_eat_text(lx, "pc"))
      return bad(lx, "'pc' expected");
   const bool minus = cg_lex_eat(lx, '-');
   if ((!minus && !cg_lex_eat(lx, '+')) || !number(lx, v))
      return bad(lx, "distance expected");
   *v = minus ? 0 - *v : *v;
   return true;
}

/* Some of xyzw, in this order, or 0. */
static bool parse_components(struct cg_lex *lx, uint32_t *v)
{
   cg_lex_blanks(lx);
   for (unsigned i = 0; i < 4; i++)
      if (cg_lex_at(lx, 0, "xyzw"[i])) {
         *v |= 1u << i;
         lx->p++;
      }
   return *v || cg_lex_eat(lx, '0') || bad(lx, "component mask expected");
}

/* Behind "mask": the number of its bits. */
static bool parse_bits(struct cg_lex *lx, uint32_t *v)
{
   uint32_t mask;
   if (!number(lx, &mask) || !mask || mask & (mask + 1) || mask == UINT32_MAX)
      return bad(lx, "a mask of 1 to 31 low bits expected");
   for (*v = 0; mask >> *v;)
      ++*v;
   return true;
}

/* sr80, and what is behind it in parentheses. */
static bool parse_sreg(struct cg_lex *lx, uint32_t *v)
{
   if (!cg_lex_eat_text(lx, "sr") || !number(lx, v))
      return bad(lx, "special register expected");
   if (cg_lex_eat(lx, '(')) {
      while (lx->p < lx->end && *lx->p != ')')
         lx->p++;
      return cg_lex_eat(lx, ')') || bad(lx, "')' expected");
   }
   return true;
}

static bool parse_signed(struct cg_lex *lx, uint32_t *v)
{
   const bool minus = cg_lex_eat(lx, '-');
   if (!number_expected(lx, v))
      return false;
   *v = minus ? 0 - *v : *v;
   return true;
}

/* A field that may be left out, behind its comma. false: it is not there, or an error is noted. */
static bool parse_optional(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out)
{
   uint32_t *v = &out->f[row->name];

   switch (row->style) {
   case AGX_S_LSL2:
   case AGX_S_LSL4: return cg_lex_eat_text(lx, "lsl") && number_expected(lx, v);
   case AGX_S_BITS: return cg_lex_eat_text(lx, "mask") && parse_bits(lx, v);
   case AGX_S_OPT: return number(lx, v);
   case AGX_S_OPTREF: {
      const struct cg_lex_bank *file = row->kind == AGX_K_HEAP ? &uniforms : &regs;
      uint32_t half;
      bool wide;
      return reg(lx, file, &half, &wide) && parse_place(lx, row, file, half, wide, &out->ref[row->name]);
   }
   case AGX_S_EXTRA: return parse_extra(lx, row, out);
   default: { /* names */
      cg_lex_blanks(lx);
      const char *start = lx->p;
      const size_t n = cg_lex_name(lx);
      for (*v = 1; *v < 4; ++*v) {
         const char *name = row->style == AGX_S_FLAG ? agx_field_name((enum agx_field)row->name) : agx_value_name(row->style, *v);
         if (name && strlen(name) == n && memcmp(name, start, n) == 0)
            return true;
      }
      *v = 0;
      return false;
   }
   }
}

static bool is_optional(const struct agx_row *row)
{
   return (row->style >= AGX_S_LSL2 && row->style <= AGX_S_COH) || row->style == AGX_S_OPTREF || row->style == AGX_S_EXTRA;
}

static bool parse_row(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out, bool *first)
{
   uint32_t *v = row->kind == AGX_K_NUM ? &out->f[row->name] : NULL;
   const char *start = lx->p;

   if (row->style == AGX_S_NONE || row->style == AGX_S_MOD || row->style == AGX_S_SAT)
      return true;
   const bool comma = *first || cg_lex_eat(lx, ',');
   if (is_optional(row)) {
      if (comma && parse_optional(lx, row, out)) {
         *first = false;
         return true;
      }
      if (lx->err)
         return false;
      lx->p = start;
      return true;
   }
   if (!comma)
      return bad(lx, "',' expected");
   *first = false;
   switch (row->style) {
   case AGX_S_REF: return parse_ref(lx, row, &out->ref[row->name]);
   case AGX_S_SAMPLE: return parse_sample(lx, row, out);
   case AGX_S_LOD: return parse_lod(lx, row, out);
   case AGX_S_SR: return parse_sreg(lx, v);
   case AGX_S_PC: return parse_distance(lx, v);
   case AGX_S_XYZW: return parse_components(lx, v);
   case AGX_S_DEC:
   case AGX_S_BIN: return number_expected(lx, v);
   case AGX_S_SDEC: return parse_signed(lx, v);
   default: return parse_name(lx, (enum agx_style)row->style, v);
   }
}

/* ---- instructions -------------------------------------------------------------------------------------------------------- */

/* The text behind the mnemonic as operands of this operation. */
static bool parse_instr(struct cg_lex *lx, unsigned op, bool sat, unsigned form, struct agx_instr *in)
{
   const struct agx_row *row = &agx_rows[agx_info[op].row];
   uint8_t bytes[AGX_MAX_LEN];
   unsigned n;
   bool first = true;
   *in = (struct agx_instr){.op = (uint16_t)op, .form = (uint8_t)form};
   if (sat && row->style != AGX_S_SAT)
      return bad(lx, "no saturation here");
   for (; row->kind != AGX_K_END; row++)
      if (!parse_row(lx, row, in, &first))
         return false;
   in->f[AGX_F_SAT] = sat;
   if (agx_operand_row(op, AGX_D) && agx_operand_row(op, AGX_D)->kind == AGX_K_RESULT) {
      /* the text names the components of the mask alone */
      if (in->ref[AGX_D].count != __builtin_popcount(in->f[AGX_F_MASK]))
         return bad(lx, "as many registers as components in the mask");
      in->ref[AGX_D].count = (uint8_t)agx_operand_count(in, AGX_D);
   }
   cg_lex_blanks(lx);
   if (lx->p != lx->end)
      return bad(lx, "text after the instruction");
   const char *err = agx_encode(in, bytes, &n);
   if (err)
      return bad(lx, err);
   in->len = (uint8_t)n;
   return true;
}

const char *agx_assemble(const char *text, size_t len, struct agx_instr *out, size_t *err_at)
{
   struct cg_lex lexer = cg_lex_start(&language, text, len), *lx = &lexer;
   const char *best = "unknown mnemonic", *best_at = text;
   struct agx_instr in;

   cg_lex_blanks(lx);
   const char *name = lx->p;
   const size_t name_len = cg_lex_name(lx);
   const bool sat = cg_lex_eat_text(lx, ".sat");
   const unsigned form = cg_lex_eat_text(lx, ".short") ? AGX_FORM_SHORT : cg_lex_eat_text(lx, ".long") ? AGX_FORM_LONG : AGX_FORM_USUAL;
   const char *args = lx->p;

   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      if (strlen(agx_info[op].name) != name_len || memcmp(agx_info[op].name, name, name_len) != 0)
         continue;
      lx->p = args;
      lx->err = NULL;
      if (parse_instr(lx, op, sat, form, &in)) {
         *out = in;
         return NULL;
      }
      if (lx->err_at >= best_at) {
         best = lx->err;
         best_at = lx->err_at;
      }
   }
   if (err_at)
      *err_at = (size_t)(best_at - text);
   return best;
}

void agx_assemble_text(struct util_ctx *ctx, const char *text, size_t len, struct util_buf *code)
{
   struct cg_lex lx = cg_lex_start(&language, text, len);
   while (cg_lex_next_statement(&lx)) {
      const char *line = lx.p, *end = cg_lex_statement_end(&lx);
      struct agx_instr in;
      uint8_t bytes[AGX_MAX_LEN];
      unsigned n;
      size_t where = 0;
      while (line > text && line[-1] != '\n')
         line--;
      while (end > line && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
         end--;
      if (end == line)
         continue;
      const char *err = agx_assemble(line, (size_t)(end - line), &in, &where);
      if (!err)
         err = agx_encode(&in, bytes, &n);
      const size_t at = (size_t)(line - text) + where;
      if (err)
         util_diag(ctx, DIAG_ID_asm_syntax, (struct util_span){(uint32_t)at, at < len}, "%s", err);
      else
         util_buf_add(code, bytes, n);
   }
}
