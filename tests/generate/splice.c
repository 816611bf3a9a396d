/* SPDX-License-Identifier: MIT */
/*
 * Makes programs from the statements of other programs. A text is cut into statements. Declarations, and statements that open,
 * close or leave a block, stay where they are. Some other statements are left out, doubled or exchanged, or get other operands.
 * Statements of the other texts are inserted with operands of this text, so that they get values that their authors never gave
 * them.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/generate/generate_priv.h"

enum { MOST_STATEMENTS = 4000, MOST_OPERANDS = 8 };

struct piece {
   const char *text; /* ends with a semicolon or a newline */
   size_t length;
};

struct operand {
   const char *text;
   size_t length;
};

struct statement {
   struct piece piece;
   struct operand operand[MOST_OPERANDS];
   unsigned num_operands; /* 0 if the statement must not change */
   size_t opcode;         /* length of the text before the operands */
};

struct splice {
   struct util_rng rng;
   bool is_tgsi;
   struct statement *base, *donor;
   unsigned num_base, num_donor;
   struct gen_text out;
};

static unsigned draw(struct splice *s, unsigned n) { return util_rng_below(&s->rng, n); }
static bool often(struct splice *s, unsigned percent) { return util_rng_below(&s->rng, 100) < percent; }

/* ---- statements */

static bool begins(const char *s, size_t length, const char *word)
{
   const size_t n = strlen(word);

   return length >= n && !strncmp(s, word, n) && (length == n || (!isalnum((unsigned char)s[n]) && s[n] != '_'));
}

/* Does the statement begin with a word that fixes its place? */
static bool is_fixed(const char *s, size_t length)
{
   static const char *const words[] = {
       "VERT",      "FRAG",         "GEOM",          "COMP",         "DCL",         "IMM",      "PROPERTY",      "IF",
       "UIF",       "ELSE",         "ENDIF",         "BGNLOOP",      "ENDLOOP",     "SWITCH",   "CASE",          "DEFAULT",
       "ENDSWITCH", "BGNSUB",       "ENDSUB",        "CAL",          "RET",         "BRK",      "CONT",          "BRKC",
       "END",       "BARRIER",      "REP",           "LOOP",         "ENDREP",      "BRA",      "PUSHA",         "POPA",
       "OPTION",    "TEMP",         "PARAM",         "ATTRIB",       "OUTPUT",      "ADDRESS",  "INT",           "UINT",
       "FLOAT",     "SHORT",        "LONG",          "ALIAS",        "FLAT",        "CENTROID", "NOPERSPECTIVE", "BUFFER",
       "BUFFER4",   "PRIMITIVE_IN", "PRIMITIVE_OUT", "VERTICES_OUT", "INVOCATIONS", "TEXTURE",  "EMIT",          "ENDPRIM",
   };

   for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
      if (begins(s, length, words[k]))
         return true;
   return length > 1 && s[0] == '!' && s[1] == '!';
}

/* Is the operand a value? Registers and literals may replace each other; words such as 2D and texture units may not. */
static bool is_value(const char *s, size_t length)
{
   if (!length || isdigit((unsigned char)*s) || begins(s, length, "texture") || begins(s, length, "SAMP") ||
       begins(s, length, "SVIEW") || begins(s, length, "IMAGE") || begins(s, length, "BUFFER") || begins(s, length, "MEMORY") ||
       begins(s, length, "HWATOMIC"))
      return false;
   bool lower = *s == '{' || *s == '-' || *s == '|' || memchr(s, '[', length) != NULL || memchr(s, '.', length) != NULL;
   for (size_t k = 0; k < length; k++)
      lower |= islower((unsigned char)s[k]) != 0;
   return lower;
}

/* Cuts a statement into its opcode and its operands, which commas separate. */
static void find_operands(struct statement *st)
{
   const char *at = st->piece.text, *end = at + st->piece.length;
   unsigned depth = 0;

   while (end > at && (isspace((unsigned char)end[-1]) || end[-1] == ';'))
      end--;
   while (at < end && isspace((unsigned char)*at))
      at++;
   if (is_fixed(at, (size_t)(end - at)) || memchr(at, ':', (size_t)(end - at)))
      return;
   while (at < end && !isspace((unsigned char)*at))
      at++;
   while (at < end && isspace((unsigned char)*at))
      at++;
   st->opcode = (size_t)(at - st->piece.text);
   for (const char *from = at; at <= end; at++) {
      depth += at < end && strchr("[{(", *at) != NULL;
      depth -= at < end && strchr("]})", *at) != NULL && depth;
      if (at < end && (*at != ',' || depth))
         continue;
      while (from < at && isspace((unsigned char)*from))
         from++;
      if (st->num_operands == MOST_OPERANDS) {
         st->num_operands = 0;
         return;
      }
      st->operand[st->num_operands++] = (struct operand){from, (size_t)(at - from)};
      from = at + 1;
   }
}

static unsigned cut(const char *text, bool is_tgsi, struct statement **out)
{
   struct statement *list = calloc(MOST_STATEMENTS, sizeof *list);
   unsigned n = 0;

   *out = list;
   for (const char *at = text; list && *at && n < MOST_STATEMENTS;) {
      const char *end = at;
      /* Comments and the line with the version are separate statements. */
      if (is_tgsi || *at == '#' || !strncmp(at, "!!", 2))
         end += strcspn(end, "\n");
      else
         end += strcspn(end, ";#");
      end += *end != 0 && *end != '#';
      end += end > at && end[-1] == ';' && *end == '\n';
      struct statement *st = &list[n++];
      st->piece = (struct piece){at, (size_t)(end - at)};
      if (*at != '#')
         find_operands(st);
      at = end;
   }
   return n;
}

/* Returns a statement that may change, or NULL if a few draws find none. */
static const struct statement *any(struct splice *s, const struct statement *list, unsigned n)
{
   for (unsigned tries = 0; tries < 20; tries++) {
      const struct statement *st = &list[draw(s, n)];

      if (st->num_operands)
         return st;
   }
   return NULL;
}

/* ---- the new text */

/* Returns an operand of the text for place `k` of a statement. A result replaces a result, and a value replaces a value. */
static struct operand other_operand(struct splice *s, const struct operand *old, unsigned k)
{
   for (unsigned tries = 0; tries < 10; tries++) {
      const struct statement *st = any(s, s->base, s->num_base);
      const unsigned at = !st ? 0 : k == 0 ? 0 : st->num_operands > 1 ? 1 + draw(s, st->num_operands - 1) : 0;

      if (st && (k == 0) == (at == 0) && is_value(st->operand[at].text, st->operand[at].length))
         return st->operand[at];
   }
   return *old;
}

/* Writes a statement and replaces each operand with the given probability. */
static void put_statement(struct splice *s, const struct statement *st, unsigned percent)
{
   const char *at = st->piece.text;

   for (unsigned k = 0; k < st->num_operands; k++) {
      const struct operand *o = &st->operand[k];
      struct operand n = *o;

      if (is_value(o->text, o->length) && often(s, percent))
         n = other_operand(s, o, k);
      gen_add(&s->out, at, (size_t)(o->text - at));
      gen_add(&s->out, n.text, n.length);
      at = o->text + o->length;
   }
   gen_add(&s->out, at, (size_t)(st->piece.text + st->piece.length - at));
}

static void put_changed(struct splice *s, const struct statement *st)
{
   const struct statement *other;

   switch (draw(s, 8)) {
   case 0: /* leaves the statement out */
      break;
   case 1:
      put_statement(s, st, 0);
      put_statement(s, st, 40);
      break;
   case 2: /* inserts another statement of the text before it */
      other = any(s, s->base, s->num_base);
      put_statement(s, other ? other : st, 20);
      put_statement(s, st, 0);
      break;
   case 3:
      other = any(s, s->base, s->num_base);
      put_statement(s, other ? other : st, 0);
      break;
   case 4:
   case 5: /* inserts a statement of another text */
      put_statement(s, st, 0);
      other = any(s, s->donor, s->num_donor);
      if (other)
         put_statement(s, other, 100);
      break;
   default:
      put_statement(s, st, 50);
   }
}

static bool same_kind(const char *a, const char *b)
{
   return !strncmp(a, b, strncmp(a, "!!", 2) ? 4 : strcspn(a, " \r\n"));
}

char *generate_splice(const char *const *texts, unsigned count, uint64_t seed, size_t *length)
{
   struct splice s = {.out = {0}};

   util_rng_init(&s.rng, seed);
   if (!count)
      return NULL;
   const char *base = texts[draw(&s, count)], *donor = base;
   for (unsigned tries = 0; tries < 50 && (donor == base || !same_kind(base, donor)); tries++)
      donor = texts[draw(&s, count)];
   if (!same_kind(base, donor))
      donor = base;
   s.is_tgsi = strncmp(base, "!!", 2) != 0;
   s.num_base = cut(base, s.is_tgsi, &s.base);
   s.num_donor = cut(donor, s.is_tgsi, &s.donor);
   const unsigned percent = often(&s, 30) ? 5 : often(&s, 50) ? 15 : 40;
   for (unsigned k = 0; s.base && s.donor && k < s.num_base; k++) {
      const struct statement *st = &s.base[k];

      if (st->num_operands && often(&s, percent))
         put_changed(&s, st);
      else
         gen_add(&s.out, st->piece.text, st->piece.length);
   }
   free(s.base);
   free(s.donor);
   if (s.out.failed) {
      free(s.out.data);
      return NULL;
   }
   *length = s.out.len;
   return s.out.data;
}
