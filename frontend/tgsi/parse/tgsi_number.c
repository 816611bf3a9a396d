/* SPDX-License-Identifier: MIT */
/* Numbers, swizzles, masks and registers of the text. */
#include "frontend/common/fe_number.h"
#include "frontend/tgsi/parse/tgsi_parser.h"

#include <string.h>

uint32_t tgsi_uint(struct tgsi_parser *p, struct util_span number)
{
   bool overflow;
   const uint64_t v = fe_integer(p->text + number.off, number.len, &overflow);

   if (v <= INT32_MAX)
      return (uint32_t)v;
   tgsi_error(p, DIAG_ID_integer_too_large, number, "the number %.*s is too large", TGSI_STR(p, number));
   return 0;
}

int32_t tgsi_index(struct tgsi_parser *p, struct util_span number, bool neg)
{
   const int32_t v = (int32_t)tgsi_uint(p, number);

   return neg ? -v : v;
}

/* The lane of a letter plus 1, or 0. */
static const uint8_t lane_of[256] = {['x'] = 1, ['y'] = 2, ['z'] = 3, ['w'] = 4, ['X'] = 1, ['Y'] = 2, ['Z'] = 3, ['W'] = 4};

/* The lane of a letter, or 4. */
static unsigned lane_of_letter(char c) { return lane_of[(unsigned char)c] ? lane_of[(unsigned char)c] - 1u : 4; }

bool tgsi_swizzle(struct tgsi_parser *p, struct util_span s, unsigned count, uint8_t swz[4])
{
   const uint8_t *t = (const uint8_t *)p->text + s.off;
   unsigned letters = 0;

   /* Fast path for four letters. */
   if (s.len == 4 && lane_of[t[0]] && lane_of[t[1]] && lane_of[t[2]] && lane_of[t[3]]) {
      for (unsigned i = 0; i < 4; i++)
         swz[i] = (uint8_t)(lane_of[t[i]] - 1);
      return true;
   }
   for (unsigned i = 0; i < s.len && i < 4; i++) {
      swz[i] = (uint8_t)lane_of_letter(p->text[s.off + i]);
      letters += swz[i] < 4;
   }
   if (s.len == 1)
      memset(swz, swz[0], 4);
   if (letters == s.len && (s.len == 1 || s.len == 4 || (count == 3 && s.len == 3)))
      return true;
   tgsi_error(p, DIAG_ID_bad_swizzle, s, "invalid swizzle \"%.*s\"; expected %s", TGSI_STR(p, s),
              count == 3 ? "three letters of xyzw" : "one or four letters of xyzw");
   memset(swz, 0, 4);
   return false;
}

bool tgsi_mask(struct tgsi_parser *p, struct util_span s, uint8_t *mask)
{
   unsigned last = 0;

   *mask = 0;
   for (unsigned i = 0; i < s.len; i++) {
      const unsigned c = lane_of_letter(p->text[s.off + i]);

      if (c == 4 || (i && c <= last)) {
         tgsi_error(p, DIAG_ID_bad_write_mask, s, "invalid write mask \"%.*s\"; components must be in the order xyzw",
                    TGSI_STR(p, s));
         *mask = 15;
         return false;
      }
      *mask |= (uint8_t)(1u << c);
      last = c;
   }
   return true;
}

bool tgsi_component(struct tgsi_parser *p, struct util_span s, uint8_t *comp)
{
   const unsigned c = lane_of_letter(p->text[s.off]);

   *comp = (uint8_t)(c & 3);
   if (s.len == 1 && c < 4)
      return true;
   tgsi_error(p, DIAG_ID_bad_swizzle, s, "invalid component \"%.*s\"; expected x, y, z or w", TGSI_STR(p, s));
   return false;
}

/* --- registers --- */

/* Classes of characters. */
enum { LETTER = 1, DIGIT = 2, WORD = 4 };
#define L LETTER | WORD
#define D DIGIT | WORD
static const uint8_t class_of[256] = {
   ['0'] = D, D, D, D, D, D, D, D, D, D, ['_'] = WORD,
   ['A'] = L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
   ['a'] = L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
};
#undef L
#undef D
static bool is(char c, unsigned classes) { return class_of[(unsigned char)c] & classes; }

/* Reads "[", digits and "]" at `at`. Returns the end and the number, at most INT32_MAX; returns `at` for other text. */
static uint32_t index_at(const char *text, uint32_t at, int32_t *value)
{
   const uint32_t first = at + 1;
   uint64_t v = 0;

   if (text[at] != '[')
      return at;
   uint32_t end = first;
   for (; is(text[end], DIGIT); end++)
      v = v > INT32_MAX ? v : v * 10 + (unsigned)(text[end] - '0');
   if (end == first || text[end] != ']')
      return at;
   *value = v > INT32_MAX ? INT32_MAX : (int32_t)v;
   return end + 1;
}

uint32_t tgsi_register(struct tgsi_parser *p, const char *text, uint32_t off, struct tgsi_raw_reg **reg)
{
   struct tgsi_raw_reg r = {.rel = TGSI_NONE, .dim_rel = TGSI_NONE};
   uint32_t word = 0, at, end;

   if (is(text[0], DIGIT))
      return 0;
   while (is(text[word], WORD))
      word++;
   at = index_at(text, word, &r.index);
   if (!word || at == word)
      return 0;
   r.file = (uint8_t)tgsi_find_file(text, word);
   r.word = (uint8_t)(word < 255 ? word : 255);
   end = index_at(text, at, &r.dimension);
   if (end != at) { /* the first index is the dimension */
      const int32_t index = r.dimension;

      r.two = true;
      r.dimension = r.index;
      r.index = index;
      at = end;
   }
   if (text[at] == '.' && is(text[at + 1], LETTER)) {
      for (end = at + 2; is(text[end], LETTER); end++)
         ;
      r.suffix = (struct util_span){off + at + 1, end - at - 1};
      at = end;
   }
   *reg = tgsi_new_reg(p);
   **reg = r;
   return at;
}

uint32_t tgsi_array_number(struct tgsi_parser *p, struct util_span token)
{
   uint32_t first = token.off, n = 0;

   while (p->text[first] < '0' || p->text[first] > '9')
      first++;
   while (first + n < token.off + token.len && p->text[first + n] >= '0' && p->text[first + n] <= '9')
      n++;
   return tgsi_uint(p, (struct util_span){first, n});
}

struct tgsi_raw_index tgsi_base(struct tgsi_parser *p, const struct tgsi_raw_reg *reg, struct util_span span)
{
   struct tgsi_raw_index x = {.file = reg->file, .index = reg->index};

   if (reg->file == TGSI_FILE_COUNT) {
      const struct util_span word = {span.off, reg->word};

      tgsi_error(p, DIAG_ID_unknown_file, word, "unknown register file \"%.*s\"%s", TGSI_STR(p, word), tgsi_hint_file(p, word));
   } else if (reg->two) {
      tgsi_error(p, DIAG_ID_bad_address, span, "an index must be a component of a register with one index");
   }
   if (reg->suffix.len)
      tgsi_component(p, reg->suffix, &x.comp);
   return x;
}

/* --- immediates --- */

static bool is_hex(const char *s, size_t len) { return len > 2 && s[0] == '0' && (s[1] | 32) == 'x'; }

static bool contains(const char *s, size_t len, const char *letters)
{
   for (size_t i = 0; i < len; i++)
      if (strchr(letters, s[i]))
         return true;
   return false;
}

static uint64_t real_bits(struct tgsi_parser *p, struct tgsi_raw_num num, bool is_word, bool wide)
{
   const char *s = p->text + num.span.off;
   const size_t len = num.span.len;
   const uint64_t sign = num.neg ? wide ? 1ull << 63 : 1u << 31 : 0;

   if (is_word && tgsi_is(p, num.span, "NAN"))
      return sign | (wide ? 0x7ff8000000000000u : 0x7fc00000u);
   if (is_word && (tgsi_is(p, num.span, "INF") || tgsi_is(p, num.span, "INFINITY")))
      return sign | (wide ? 0x7ff0000000000000u : 0x7f800000u);
   /* 0x, or digits without an exponent, are the bits of the number. */
   if (is_hex(s, len) && !contains(s, len, "pP")) {
      bool overflow;
      const uint64_t v = fe_integer(s, len, &overflow);

      if (overflow || (!wide && v > UINT32_MAX))
         tgsi_error(p, DIAG_ID_integer_too_large, num.span, "the constant %.*s does not fit in the type",
                    TGSI_STR(p, num.span));
      return v ^ sign;
   }
   if (!is_word)
      return sign | (wide ? fe_double_bits(s, len) : fe_float_bits(s, len));
   tgsi_error(p, DIAG_ID_syntax_error, num.span, "expected a number, found \"%.*s\"", TGSI_STR(p, num.span));
   return 0;
}

static uint64_t integer_bits(struct tgsi_parser *p, enum tgsi_imm_type type, struct tgsi_raw_num num, bool is_word)
{
   const char *s = p->text + num.span.off;
   const size_t len = num.span.len;
   const bool wide = type == TGSI_UINT64 || type == TGSI_INT64, is_signed = type == TGSI_INT32 || type == TGSI_INT64;
   bool overflow;
   uint64_t v, most = wide ? UINT64_MAX : UINT32_MAX;

   if (is_word || (!is_hex(s, len) && contains(s, len, ".eE")) || (is_hex(s, len) && contains(s, len, ".pP"))) {
      tgsi_error(p, DIAG_ID_syntax_error, num.span, "expected an integer for %s, found \"%.*s\"", tgsi_imm_name[type],
                 TGSI_STR(p, num.span));
      return 0;
   }
   v = fe_integer(s, len, &overflow);
   if (num.neg && !is_signed && v)
      tgsi_error(p, DIAG_ID_negative_as_unsigned, num.span, "expected an unsigned number for %s, found a negative one",
                 tgsi_imm_name[type]);
   if (num.neg)
      most = wide ? 1ull << 63 : 1u << 31;
   if (overflow || v > most)
      tgsi_error(p, DIAG_ID_integer_too_large, num.span, "the constant %.*s does not fit in %s", TGSI_STR(p, num.span),
                 tgsi_imm_name[type]);
   return num.neg ? 0 - v : v;
}

void tgsi_immediate_value(struct tgsi_parser *p, enum tgsi_imm_type type, struct tgsi_raw_num num, bool is_word,
                          uint32_t value[2])
{
   const uint64_t v = type == TGSI_FLT32 || type == TGSI_FLT64 ? real_bits(p, num, is_word, type == TGSI_FLT64)
                                                               : integer_bits(p, type, num, is_word);

   value[0] = (uint32_t)v;
   value[1] = (uint32_t)(v >> 32);
}
