/* SPDX-License-Identifier: MIT */
/* The words of the language, which are case-insensitive. */
#include "frontend/tgsi/parse/tgsi_parser.h"

#include <stdarg.h>
#include <string.h>

void tgsi_error(struct tgsi_parser *p, enum diag_id id, struct util_span span, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   fe_error(p->ctx, p->errors_before, id, span, fmt, ap);
   va_end(ap);
}

static char to_upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* Compares text with a name, which is in capitals. */
static bool equals(const char *text, size_t len, const char *name)
{
   for (size_t i = 0; i < len; i++)
      if (to_upper(text[i]) != name[i])
         return false;
   return name[len] == 0;
}

bool tgsi_is(const struct tgsi_parser *p, struct util_span word, const char *name)
{
   return equals(p->text + word.off, word.len, name);
}

/* --- instructions --- */

static const struct {
   const char *name;
   uint16_t op;
} alias[] = {
#define TGSI_ALIAS(old, name, documents) {#old, TGSI_OP_##name},
#include "frontend/tgsi/ast/tgsi_words.def"
#undef TGSI_ALIAS
};
#define NUM_ALIAS (sizeof alias / sizeof *alias)
_Static_assert(2 * (TGSI_OP_COUNT + NUM_ALIAS) < TGSI_OP_TABLE, "the table of words is at most half full");

static const char *op_name(unsigned n) { return n < TGSI_OP_COUNT ? tgsi_op_info[n].name : alias[n - TGSI_OP_COUNT].name; }

static unsigned hash(const char *s, size_t len)
{
   uint32_t h = (uint32_t)len;

   for (size_t i = 0; i < len; i++)
      h = h * 33 + (s[i] & 0x5fu);
   return (h ^ h >> 10) & (TGSI_OP_TABLE - 1);
}

void tgsi_op_table_init(struct tgsi_parser *p)
{
   for (unsigned n = 0; n < TGSI_OP_COUNT + NUM_ALIAS; n++) {
      unsigned h = hash(op_name(n), strlen(op_name(n)));

      while (p->ops[h])
         h = (h + 1) & (TGSI_OP_TABLE - 1);
      p->ops[h] = (uint16_t)(n + 1);
   }
}

/* Removes a suffix from the end of the word. */
static bool remove_suffix(const char *s, size_t *len, const char *suffix)
{
   const size_t n = strlen(suffix);

   if (*len <= n || !equals(s + *len - n, n, suffix))
      return false;
   *len -= n;
   return true;
}

bool tgsi_find_op(const struct tgsi_parser *p, struct util_span word, struct tgsi_raw_op *op)
{
   const char *s = p->text + word.off;
   size_t len = word.len;

   *op = (struct tgsi_raw_op){.op = TGSI_OP_COUNT};
   while (memchr(s, '_', len)) {
      if (!op->precise && remove_suffix(s, &len, "_PRECISE"))
         op->precise = true;
      else if (!op->sat && !op->sat_signed && remove_suffix(s, &len, "_SAT"))
         op->sat = true;
      else if (!op->sat && !op->sat_signed && remove_suffix(s, &len, "_SATNV"))
         op->sat_signed = true;
      else
         break;
   }
   for (unsigned h = hash(s, len); p->ops[h]; h = (h + 1) & (TGSI_OP_TABLE - 1)) {
      const unsigned n = p->ops[h] - 1u;

      if (!equals(s, len, op_name(n)))
         continue;
      op->op = n < TGSI_OP_COUNT ? (uint16_t)n : alias[n - TGSI_OP_COUNT].op;
      op->negate = n >= TGSI_OP_COUNT && !strcmp(alias[n - TGSI_OP_COUNT].name, "NEGATE");
      return true;
   }
   return false;
}

const char *tgsi_hint_op(struct tgsi_parser *p, struct util_span word)
{
   static const char *const suffixes[] = {"_PRECISE", "_SAT", "_SATNV"}, *const keywords[] = {"DCL", "IMM", "PROPERTY"};
   const char *text = p->text + word.off;
   size_t len = word.len;
   struct util_similar s;

   for (unsigned i = 0; i < 3; i++)
      if (remove_suffix(text, &len, suffixes[i]))
         i = UINT32_MAX;
   fe_similar(&p->hints, &s, text, len);
   for (unsigned n = 0; n < TGSI_OP_COUNT + NUM_ALIAS; n++)
      util_similar_try(&s, op_name(n), strlen(op_name(n)));
   for (unsigned i = 0; len == word.len && i < 3; i++)
      util_similar_try(&s, keywords[i], strlen(keywords[i]));
   return fe_hint_with(&p->hints, &s, text + len, word.len - len);
}

/* --- other words --- */

enum tgsi_file tgsi_find_file(const char *s, size_t len)
{
   /* Fast path for the files of most operands, in their usual case. */
   switch (len) {
   case 2:
      if (!memcmp(s, "IN", 2))
         return TGSI_FILE_IN;
      break;
   case 3:
      if (!memcmp(s, "IMM", 3))
         return TGSI_FILE_IMM;
      break;
   case 4:
      if (!memcmp(s, "TEMP", 4))
         return TGSI_FILE_TEMP;
      break;
   case 5:
      if (!memcmp(s, "CONST", 5))
         return TGSI_FILE_CONST;
      break;
   default: break;
   }
   for (unsigned i = 0; i < TGSI_FILE_COUNT; i++)
      if (to_upper(s[0]) == tgsi_file_info[i].name[0] && equals(s, len, tgsi_file_info[i].name))
         return (enum tgsi_file)i;
   return TGSI_FILE_COUNT;
}

enum tgsi_semantic tgsi_find_semantic(const struct tgsi_parser *p, struct util_span word)
{
   if (tgsi_is(p, word, "PRIMID"))
      return TGSI_SEMANTIC_PRIM_ID;
   for (unsigned i = 0; i < TGSI_SEMANTIC_COUNT; i++)
      if (tgsi_is(p, word, tgsi_semantic_info[i].name))
         return (enum tgsi_semantic)i;
   return TGSI_SEMANTIC_COUNT;
}

enum tgsi_target tgsi_find_target(const struct tgsi_parser *p, struct util_span word)
{
   for (unsigned i = 0; i < TGSI_TARGET_COUNT; i++) {
      const struct tgsi_target_info *t = &tgsi_target_info[i];

      if (tgsi_is(p, word, t->name) || (t->other && tgsi_is(p, word, t->other)))
         return (enum tgsi_target)i;
   }
   return TGSI_TARGET_COUNT;
}

unsigned tgsi_find(const struct tgsi_parser *p, struct util_span word, const char *const *names, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      if (tgsi_is(p, word, names[i]))
         return i;
   return n;
}

uint32_t tgsi_find_format(const struct tgsi_parser *p, struct util_span word)
{
   const unsigned n = tgsi_find(p, word, tgsi_format_name, MEM_FORMAT_COUNT);

   return n < MEM_FORMAT_COUNT ? n : TGSI_NONE;
}

/* Other names of properties, in the documents and in earlier and later versions. */
static const struct {
   const char *name;
   uint8_t property;
} other_property[] = {
   {"GS_INPUT_PRIM", TGSI_PROPERTY_GS_INPUT_PRIMITIVE},
   {"GS_OUTPUT_PRIM", TGSI_PROPERTY_GS_OUTPUT_PRIMITIVE},
   {"MUL_ZERO_WINS", TGSI_PROPERTY_LEGACY_MATH_RULES},
};

enum tgsi_property tgsi_find_property(const struct tgsi_parser *p, struct util_span word)
{
   for (unsigned i = 0; i < TGSI_PROPERTY_COUNT; i++)
      if (tgsi_is(p, word, tgsi_property_info[i].name))
         return (enum tgsi_property)i;
   for (unsigned i = 0; i < sizeof other_property / sizeof *other_property; i++)
      if (tgsi_is(p, word, other_property[i].name))
         return (enum tgsi_property)other_property[i].property;
   return TGSI_PROPERTY_COUNT;
}

/* The next of several words with blanks between them, or NULL after the last one. */
static const char *next_value(const char **list, size_t *len)
{
   const char *s = *list + (**list == ' ');

   *len = strcspn(s, " ");
   *list = s + *len;
   return *len ? s : NULL;
}

uint32_t tgsi_find_value(const struct tgsi_parser *p, enum tgsi_property property, struct util_span word)
{
   const char *list = tgsi_property_info[property].values, *name;
   size_t len;

   for (uint32_t i = 0; (name = next_value(&list, &len)); i++) {
      bool equal = len == word.len;

      for (size_t k = 0; k < len && equal; k++)
         equal = to_upper(p->text[word.off + k]) == name[k];
      if (equal)
         return i;
   }
   return UINT32_MAX;
}

/* The hint for one of n names, each the first member of an element of a table. */
static const char *hint(struct tgsi_parser *p, struct util_span word, const void *table, size_t size, unsigned n)
{
   struct util_similar s;

   fe_similar(&p->hints, &s, p->text + word.off, word.len);
   for (unsigned i = 0; i < n; i++) {
      const char *name = *(const char *const *)((const char *)table + i * size);

      util_similar_try(&s, name, strlen(name));
   }
   return fe_hint(&p->hints, &s);
}

const char *tgsi_hint_file(struct tgsi_parser *p, struct util_span word)
{
   return hint(p, word, &tgsi_file_info[TGSI_FILE_CONST], sizeof tgsi_file_info[0], TGSI_FILE_COUNT - TGSI_FILE_CONST);
}

const char *tgsi_hint_target(struct tgsi_parser *p, struct util_span word)
{
   return hint(p, word, tgsi_target_info, sizeof tgsi_target_info[0], TGSI_TARGET_COUNT);
}

const char *tgsi_hint_property(struct tgsi_parser *p, struct util_span word)
{
   return hint(p, word, tgsi_property_info, sizeof tgsi_property_info[0], TGSI_PROPERTY_COUNT);
}

const char *tgsi_hint_value(struct tgsi_parser *p, enum tgsi_property property, struct util_span word)
{
   const char *list = tgsi_property_info[property].values, *name;
   struct util_similar s;
   size_t len;

   fe_similar(&p->hints, &s, p->text + word.off, word.len);
   while ((name = next_value(&list, &len)))
      util_similar_try(&s, name, len);
   return fe_hint(&p->hints, &s);
}
