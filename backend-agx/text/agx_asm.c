/* SPDX-License-Identifier: MIT */
/*
 * The assembler: the inverse of agx_print.c over the same rows. Operations that share a mnemonic (mov_imm) are tried in the
 * order
 * of the table, and the error of the attempt that got furthest is reported, at the place of the cursor.
 *
 * A line is an instruction, `name:` or both. The columns `offset: hex bytes` of a listing are skipped: only the text counts.
 * `.short` and `.byte` define bytes that are not an instruction.
 */
#include "backend-agx/text/agx_text.h"
#include "codegen/lex.h"
#include "util/similar.h"

#include <stdlib.h>

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

/* Errors that a similar word may be suggested for. */
static const char unknown_mnemonic[] = "unknown mnemonic", unknown_name[] = "unknown name";

/* Reports an error at the cursor, after blanks. */
static bool report(struct cg_lex *lx, const char *message)
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
   return number(lx, v) || report(lx, "number expected");
}

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

/* Register files, larger than those of the machine: the encoder rejects numbers that do not exist. */
static const struct cg_lex_bank regs = {"r", AGX_REG32, 1025}, uniforms = {"u", AGX_UNIFORM32, 1025};

/* Reads a register of the file, such as r5, r5l or u3h, as its half index. Sets `wide` if it has 32 bits. */
static bool read_register(struct cg_lex *lx, const struct cg_lex_bank *file, uint32_t *half, bool *wide)
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

/* Reads the rest of r0_r1_r2 after its first register: consecutive registers of one size. */
static bool read_vector(struct cg_lex *lx, const struct cg_lex_bank *file, uint32_t first, bool wide, uint32_t *count)
{
   uint32_t next;
   bool next_wide;
   while (cg_lex_at(lx, 0, '_')) {
      lx->p++;
      if (!read_register(lx, file, &next, &next_wide) || next_wide != wide ||
          next != first + *count * (wide ? 2 : 1) || *count == 12)
         return report(lx, "registers of a vector must be consecutive");
      ++*count;
   }
   return true;
}

/* Reads a register or vector as an operand. Two registers are a pair if the operation accepts one. */
static bool parse_place(struct cg_lex *lx, const struct cg_lex_bank *file, uint32_t takes, uint32_t half, bool wide,
                        struct agx_ref *r)
{
   const bool uniform = file == &uniforms;
   const enum agx_kind pair = uniform ? AGX_UNIFORM64 : AGX_REG64;
   uint32_t count = 1;
   if (!read_vector(lx, file, half, wide, &count))
      return false;
   r->kind = uniform ? (wide ? AGX_UNIFORM32 : AGX_UNIFORM16) : wide ? AGX_REG32 : AGX_REG16;
   r->value = half;
   if (count == 2 && wide && takes >> pair & 1)
      r->kind = (uint8_t)pair;
   else
      r->count = (uint8_t)count;
   return true;
}

static bool parse_minifloat(struct cg_lex *lx, struct agx_ref *r)
{
   struct cg_lex_decimal d;
   const bool neg = cg_lex_eat(lx, '-');
   if (!cg_lex_at_digit(lx, 0) || !cg_lex_decimal(lx, &d))
      return false;
   uint64_t millionths = (uint64_t)d.digits;
   for (unsigned k = d.places; k < 6; k++)
      millionths *= 10;
   for (uint32_t v = 0; v < 128; v++) {
      uint64_t e = v >> 4, f = v & 15, m64 = e ? (16 + f) << (e - 1) : f; /* in 64ths */
      if (m64 * 15625 == millionths) {
         r->kind = AGX_MINIFLOAT;
         r->value = v | (neg ? 0x80 : 0);
         return true;
      }
   }
   return false;
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
      return report(lx, "operand expected");
   const bool minus = is_signed && cg_lex_eat(lx, '-');
   if (!number(lx, &r->value))
      return report(lx, "operand expected");
   if (minus && r->value > 32768)
      return report(lx, "number out of range");
   r->value = minus ? (0 - r->value) & 0xffff : r->value;
   return true;
}

/* Reports an error in an operand that has been read, at its start. */
static bool report_operand(struct cg_lex *lx, const char *start, const char *message)
{
   lx->p = start;
   return report(lx, message);
}

static bool parse_ref(struct cg_lex *lx, const struct agx_row *row, struct agx_ref *r)
{
   const uint32_t takes = agx_kind_info[row->kind].takes;
   const char *start = lx->p;
   uint32_t half;
   bool wide;
   if (takes & 1u << AGX_NONE && cg_lex_eat(lx, '_'))
      return true;
   if (read_register(lx, &regs, &half, &wide)) {
      if (!parse_place(lx, &regs, takes, half, wide, r))
         return false;
   } else if (read_register(lx, &uniforms, &half, &wide)) {
      if (!parse_place(lx, &uniforms, takes, half, wide, r))
         return false;
   } else if (takes & 1u << AGX_MINIFLOAT) {
      if (!parse_minifloat(lx, r))
         return report_operand(lx, start, "an 8-bit float expected");
   } else if (!(takes & 1u << AGX_IMM)) {
      return report_operand(lx, start, agx_kind_info[row->kind].expected);
   } else if (!parse_integer(lx, row, r)) {
      return false;
   }
   if (!(takes >> r->kind & 1))
      return report_operand(lx, start, agx_kind_info[row->kind].expected);
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
   return report(lx, unknown_name);
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
   return (cg_lex_eat(lx, ',') && cg_lex_eat_text(lx, "sample")) || report(lx, "'sample' expected");
}

static bool parse_lod(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out)
{
   uint32_t how;
   if (!parse_name(lx, AGX_S_LODMODE, &how))
      return false;
   out->f[AGX_F_LOD] = (uint8_t)how;
   return cg_lex_eat(lx, ',') ? parse_ref(lx, row, &out->ref[row->name]) : report(lx, "',' expected");
}

/* Reads the comparison value and the offset: r28, r28l or r28_r29l. */
static bool parse_extra(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out)
{
   struct agx_ref *r = &out->ref[row->name];
   bool wide;
   if (!read_register(lx, &regs, &r->value, &wide))
      return false;
   r->kind = AGX_REG32;
   r->count = 1;
   out->f[wide ? AGX_F_SHADOW : AGX_F_OFFSET] = 1;
   if (wide && cg_lex_at(lx, 0, '_')) {
      uint32_t next;
      lx->p++;
      if (!read_register(lx, &regs, &next, &wide) || wide || next != r->value + 2)
         return report(lx, "the offset must be in the low half of the register after the comparison value");
      r->count = 2;
      out->f[AGX_F_OFFSET] = 1;
   }
   return true;
}

/* A name in the text; s is NULL if there is none. */
struct word {
   const char *s;
   size_t len;
};

/* Reads pc+8, pc-8, or a label whose distance is not known yet. */
static bool parse_distance(struct cg_lex *lx, uint32_t *v, struct word *label)
{
   cg_lex_blanks(lx);
   const char *start = lx->p;
   if (cg_lex_eat_word(lx, "pc")) {
      const bool minus = cg_lex_eat(lx, '-');
      if (minus || cg_lex_eat(lx, '+')) {
         if (!number(lx, v))
            return report(lx, "distance expected");
         *v = minus ? 0 - *v : *v;
         return true;
      }
   }
   lx->p = start;
   *label = (struct word){start, cg_lex_name(lx)};
   return label->len || report(lx, "a distance pc+N or a label expected");
}

/* Reads some of xyzw, in this order, or 0. */
static bool parse_components(struct cg_lex *lx, uint32_t *v)
{
   cg_lex_blanks(lx);
   for (unsigned i = 0; i < 4; i++)
      if (cg_lex_at(lx, 0, "xyzw"[i])) {
         *v |= 1u << i;
         lx->p++;
      }
   return *v || cg_lex_eat(lx, '0') || report(lx, "component mask expected");
}

/* Reads a mask as the number of its bits. */
static bool parse_bits(struct cg_lex *lx, uint32_t *v)
{
   uint32_t mask;
   if (!number(lx, &mask) || !mask || mask & (mask + 1) || mask == UINT32_MAX)
      return report(lx, "a mask of 1 to 31 low bits expected");
   for (*v = 0; mask >> *v;)
      ++*v;
   return true;
}

/* Reads sr80 and an optional name in parentheses. */
static bool parse_sreg(struct cg_lex *lx, uint32_t *v)
{
   if (!cg_lex_eat_text(lx, "sr") || !number(lx, v))
      return report(lx, "special register expected");
   if (cg_lex_eat(lx, '(')) {
      while (lx->p < lx->end && *lx->p != ')')
         lx->p++;
      return cg_lex_eat(lx, ')') || report(lx, "')' expected");
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

/* Reads an optional field after its comma. Returns false if it is absent, or after an error. */
static bool parse_optional(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out, uint32_t *v)
{
   switch (row->style) {
   case AGX_S_LSL2:
   case AGX_S_LSL4: return cg_lex_eat_text(lx, "lsl") && number_expected(lx, v);
   case AGX_S_BITS: return cg_lex_eat_text(lx, "mask") && parse_bits(lx, v);
   case AGX_S_OPT: return number(lx, v);
   case AGX_S_OPTREF: {
      const struct cg_lex_bank *file = row->kind == AGX_K_HEAP ? &uniforms : &regs;
      uint32_t half;
      bool wide;
      return read_register(lx, file, &half, &wide) &&
             parse_place(lx, file, agx_kind_info[row->kind].takes, half, wide, &out->ref[row->name]);
   }
   case AGX_S_EXTRA: return parse_extra(lx, row, out);
   default: { /* names */
      cg_lex_blanks(lx);
      const char *start = lx->p;
      const size_t n = cg_lex_name(lx);
      for (*v = 1; *v < 4; ++*v) {
         const char *name =
             row->style == AGX_S_FLAG ? agx_field_name((enum agx_field)row->name) : agx_value_name(row->style, *v);
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

/* Sets v to the value of a number, or leaves it 0. */
static bool parse_value(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out, bool *first, uint32_t *v,
                        struct word *label)
{
   const char *start = lx->p;

   if (row->style == AGX_S_NONE || row->style == AGX_S_MOD || row->style == AGX_S_SAT)
      return true;
   const bool comma = *first || cg_lex_eat(lx, ',');
   if (is_optional(row)) {
      if (comma && parse_optional(lx, row, out, v)) {
         *first = false;
         return true;
      }
      if (lx->err)
         return false;
      lx->p = start;
      return true;
   }
   if (!comma)
      return report(lx, "',' expected");
   *first = false;
   switch (row->style) {
   case AGX_S_REF: return parse_ref(lx, row, &out->ref[row->name]);
   case AGX_S_SAMPLE: return parse_sample(lx, row, out);
   case AGX_S_LOD: return parse_lod(lx, row, out);
   case AGX_S_SR: return parse_sreg(lx, v);
   case AGX_S_PC: return parse_distance(lx, v, label);
   case AGX_S_XYZW: return parse_components(lx, v);
   case AGX_S_DEC:
   case AGX_S_BIN: return number_expected(lx, v);
   case AGX_S_SDEC: return parse_signed(lx, v);
   default: return parse_name(lx, (enum agx_style)row->style, v);
   }
}

static bool parse_row(struct cg_lex *lx, const struct agx_row *row, struct agx_instr *out, bool *first, struct word *label)
{
   const char *start = lx->p;
   uint32_t v = 0;
   if (!parse_value(lx, row, out, first, &v, label))
      return false;
   if (row->kind != AGX_K_NUM || row->style == AGX_S_NONE || row->style == AGX_S_SAT || agx_field_set(out, row->name, v))
      return true; /* fields without text of their own follow from others */
   lx->p = start;
   cg_lex_eat(lx, ',');
   return report(lx, "number out of range");
}

/* ---- instructions -------------------------------------------------------------------------------------------------------- */

#define MAX_ROWS 20 /* of a shape */

/* The parts of a statement, or its error. */
struct statement {
   struct agx_instr in;
   struct word label; /* of a jump: its target */
   const char *err;   /* static text */
   const char *err_at;
};

/* The suffixes of a mnemonic. */
struct suffix {
   bool sat;
   uint8_t form;
};

/* Reads the text after the mnemonic as operands of this operation. */
static bool parse_instr(struct cg_lex *lx, unsigned op, const struct suffix *suffix, struct statement *st)
{
   const struct agx_row *row = &agx_rows[agx_info[op].row], *rows = row, *fault;
   const char *at[MAX_ROWS] = {0}; /* by row: the start of its text */
   struct agx_instr *in = &st->in;
   uint8_t bytes[AGX_MAX_LEN];
   unsigned n;
   bool first = true;
   *in = (struct agx_instr){.op = (uint16_t)op, .form = suffix->form};
   st->label.s = NULL;
   if (suffix->sat && row->style != AGX_S_SAT)
      return report(lx, "saturation is not allowed here");
   for (; row->kind != AGX_K_END; row++) {
      at[row - rows] = lx->p;
      if (!parse_row(lx, row, in, &first, &st->label))
         return false;
   }
   in->f[AGX_F_SAT] = suffix->sat;
   if (agx_operand_row(op, AGX_D) && agx_operand_row(op, AGX_D)->kind == AGX_K_RESULT) {
      /* the text names only the components in the mask */
      if (in->ref[AGX_D].count != __builtin_popcount(in->f[AGX_F_MASK])) {
         lx->p = at[agx_operand_row(op, AGX_D) - rows];
         cg_lex_eat(lx, ',');
         return report(lx, "the number of registers differs from the components in the mask");
      }
      in->ref[AGX_D].count = (uint8_t)agx_operand_count(in, AGX_D);
   }
   cg_lex_blanks(lx);
   if (lx->p != lx->end)
      return report(lx, "text after the instruction");
   const char *err = agx_check(in, &fault);
   if (err && fault) {
      lx->p = at[fault - rows];
      cg_lex_eat(lx, ',');
   }
   if (!err)
      err = agx_encode(in, bytes, &n);
   if (err)
      return report(lx, err);
   in->len = (uint8_t)n;
   return true;
}

/* Reads one instruction from the cursor to the end of the text. */
static bool parse_statement(struct cg_lex *lx, struct statement *st)
{
   cg_lex_blanks(lx);
   const struct word name = {lx->p, cg_lex_name(lx)};
   struct suffix suffix = {.sat = cg_lex_eat_text(lx, ".sat")};
   if (cg_lex_eat_text(lx, ".short"))
      suffix.form = AGX_FORM_SHORT;
   else if (cg_lex_eat_text(lx, ".long"))
      suffix.form = AGX_FORM_LONG;
   const char *args = lx->p;

   st->err = unknown_mnemonic;
   st->err_at = name.s;
   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      if (strlen(agx_info[op].name) != name.len || memcmp(agx_info[op].name, name.s, name.len) != 0)
         continue;
      lx->p = args;
      lx->err = NULL;
      if (parse_instr(lx, op, &suffix, st))
         return true;
      if (lx->err_at >= st->err_at) {
         st->err = lx->err;
         st->err_at = lx->err_at;
      }
   }
   return false;
}

const char *agx_assemble(const char *text, size_t len, struct agx_instr *out, size_t *err_at)
{
   struct cg_lex lx = cg_lex_start(&language, text, len);
   struct statement st;

   if (parse_statement(&lx, &st) && !st.label.s) {
      *out = st.in;
      return NULL;
   }
   if (err_at)
      *err_at = (size_t)((st.err ? st.err_at : st.label.s) - text);
   return st.err ? st.err : "a single instruction cannot use labels";
}

/* ---- whole texts --------------------------------------------------------------------------------------------------------- */

/* A label, or a jump to one, and its place in the code. */
struct mark {
   struct word name;
   size_t at;
};
struct marks {
   struct mark *m;
   uint32_t num, cap;
};
struct text {
   struct util_ctx *ctx;
   const char *start;
   struct util_buf *code;
   struct marks labels, jumps;
   uint32_t budget; /* the budget of searches for similar words */
};

static void error(struct text *t, const char *at, size_t len, const char *message, const struct util_similar *similar)
{
   const char *hint =
       similar && similar->best ? util_printf(t->ctx, "; did you mean '%.*s'?", (int)similar->best_len, similar->best) : "";
   util_diag(t->ctx, DIAG_ID_asm_syntax, (struct util_span){(uint32_t)(at - t->start), (uint32_t)len}, "%s%s", message, hint);
}

/* Reports the error of a statement, with a similar mnemonic or value name if there is one. */
static void report_statement(struct text *t, const struct statement *st, const char *end)
{
   struct cg_lex lx = cg_lex_start(&language, st->err_at, (size_t)(end - st->err_at));
   const size_t len = cg_lex_name(&lx);
   struct util_similar s;

   util_similar_begin(&s, st->err_at, len, &t->budget);
   if (st->err == unknown_mnemonic)
      for (unsigned op = 0; op < AGX_NUM_OPS; op++)
         util_similar_try(&s, agx_info[op].name, strlen(agx_info[op].name));
   if (st->err == unknown_name)
      for (unsigned style = AGX_S_ICC; style <= AGX_S_DIM; style++)
         for (uint32_t v = 0; v < 32; v++) {
            const char *name = agx_value_name((enum agx_style)style, v);
            if (name)
               util_similar_try(&s, name, strlen(name));
         }
   error(t, st->err_at, len ? len : st->err_at < end, st->err, &s);
}

/* Skips the `hex bytes` column of a listing. Returns false if there is none. */
static bool eat_bytes(struct cg_lex *lx)
{
   const char *start = lx->p;
   cg_lex_blanks(lx);
   const char *word = lx->p;
   const size_t n = cg_lex_name(lx);
   bool hex = n && n % 2 == 0 && n <= 2 * AGX_MAX_LEN;
   for (size_t i = 0; i < n && hex; i++)
      hex = strchr("0123456789abcdef", word[i]) != NULL;
   if (!hex || !(cg_lex_kind(lx) & CG_LEX_BLANK))
      lx->p = start;
   return lx->p != start;
}

/* Reads `name:`, or the first columns of a listing. Returns false after an error. */
static bool read_label(struct text *t, struct cg_lex *lx)
{
   const char *start = lx->p;
   const struct word name = {start, cg_lex_name(lx)};
   if (!name.len || !cg_lex_eat(lx, ':')) {
      lx->p = start;
      return true;
   }
   bool hex = true;
   for (size_t i = 0; i < name.len && hex; i++)
      hex = strchr("0123456789abcdef", name.s[i]) != NULL;
   if (hex && eat_bytes(lx))
      return true;
   if (cg_lex_is_digit(*start)) {
      error(t, start, name.len, "a label must not start with a digit", NULL);
      return false;
   }
   for (uint32_t i = 0; i < t->labels.num; i++)
      if (t->labels.m[i].name.len == name.len && memcmp(t->labels.m[i].name.s, name.s, name.len) == 0) {
         error(t, start, name.len, "the label is defined already", NULL);
         return false;
      }
   UTIL_PUSH(t->ctx, t->labels.m, t->labels.num, t->labels.cap, (struct mark){name, t->code->len});
   return true;
}

/* Reads .short 0x1234 or .byte 0x12: bytes that are not an instruction. */
static bool read_data(struct text *t, struct cg_lex *lx)
{
   const unsigned bytes = cg_lex_eat_text(lx, ".short") ? 2 : cg_lex_eat_text(lx, ".byte") ? 1 : 0;
   uint32_t v;
   if (!bytes)
      return false;
   if (!number(lx, &v) || v >> (8 * bytes))
      error(t, lx->p, lx->p < lx->end, "a number of this size expected", NULL);
   else if (cg_lex_blanks(lx), lx->p != lx->end)
      error(t, lx->p, 1, "text after the number", NULL);
   else
      util_buf_le(t->code, v, bytes);
   return true;
}

static void take_line(struct text *t, const char *line, const char *end)
{
   struct cg_lex lx = cg_lex_start(&language, line, (size_t)(end - line));
   struct statement st;
   uint8_t bytes[AGX_MAX_LEN];
   unsigned n;

   cg_lex_blanks(&lx);
   if (!read_label(t, &lx))
      return;
   cg_lex_blanks(&lx);
   if (lx.p == lx.end || read_data(t, &lx))
      return;
   lx.text = lx.p;
   if (!parse_statement(&lx, &st)) {
      report_statement(t, &st, end);
      return;
   }
   if (st.label.s)
      UTIL_PUSH(t->ctx, t->jumps.m, t->jumps.num, t->jumps.cap, (struct mark){st.label, t->code->len});
   agx_encode(&st.in, bytes, &n);
   util_buf_add(t->code, bytes, n);
}

static int by_name(const void *x, const void *y)
{
   const struct word *a = &((const struct mark *)x)->name, *b = &((const struct mark *)y)->name;

   return cg_lex_compare(a->s, a->len, b->s, b->len);
}

/* Fills in the distances of jumps to labels at the end of a part. */
static void resolve(struct text *t)
{
   if (t->labels.num)
      qsort(t->labels.m, t->labels.num, sizeof *t->labels.m, by_name);
   for (uint32_t i = 0; i < t->jumps.num; i++) {
      const struct mark *jump = &t->jumps.m[i];
      const struct mark *to = t->labels.num ? bsearch(jump, t->labels.m, t->labels.num, sizeof *jump, by_name) : NULL;
      if (to) {
         for (unsigned k = 0; k < 4; k++) /* all jumps have a 16-bit opcode and a 32-bit distance */
            t->code->data[jump->at + 2 + k] = (char)((uint32_t)(to->at - jump->at) >> (8 * k));
         continue;
      }
      struct util_similar s;
      util_similar_begin(&s, jump->name.s, jump->name.len, &t->budget);
      for (uint32_t k = 0; k < t->labels.num; k++)
         util_similar_try(&s, t->labels.m[k].name.s, t->labels.m[k].name.len);
      error(t, jump->name.s, jump->name.len, "unknown label", &s);
   }
}

static bool is_line(const char *line, const char *end, const char *word)
{
   while (line < end && (*line == ' ' || *line == '\t'))
      line++;
   return (size_t)(end - line) == strlen(word) && !memcmp(line, word, (size_t)(end - line));
}

/* Starts a part: the lines from here on belong to it. */
static void begin_part(struct text *t, struct util_buf *code)
{
   resolve(t);
   t->labels.num = t->jumps.num = 0;
   t->code = code;
}

void agx_assemble_text(struct util_ctx *ctx, const char *text, size_t len, struct util_buf *code, struct util_buf *preamble)
{
   struct text t = {.ctx = ctx, .start = text, .code = code, .budget = 100000};
   struct cg_lex lx = cg_lex_start(&language, text, len);
   while (cg_lex_next_statement(&lx)) {
      const char *line = lx.p, *end = cg_lex_statement_end(&lx);
      while (end > line && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
         end--;
      if (preamble && t.code != preamble && is_line(line, end, AGX_TEXT_PREAMBLE))
         begin_part(&t, preamble);
      else if (preamble && t.code != code && is_line(line, end, AGX_TEXT_MAIN))
         begin_part(&t, code);
      else if (end > line)
         take_line(&t, line, end);
   }
   resolve(&t);
}
