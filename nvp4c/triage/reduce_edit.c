/* SPDX-License-Identifier: MIT */
/* The edits of --reduce: see reduce.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c/triage/reduce.h"

/* ---- words and operands */

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '!'; }

/* Does the item start with this word? */
static bool begins(const char *item, const char *word)
{
   const size_t n = strlen(word);

   return !strncmp(item, word, n) && !is_name_char(item[n]);
}

static bool is_declaration(const char *item)
{
   static const char *const words[] = {
       "TEMP",    "PARAM",        "ATTRIB",        "OUTPUT",       "ADDRESS", "ALIAS", "OPTION",    "BUFFER", "BUFFER4",
       "TEXTURE", "PRIMITIVE_IN", "PRIMITIVE_OUT", "VERTICES_OUT", "SHORT",   "LONG",  "INT",       "UINT",   "FLOAT",
       "DCL",     "IMM",          "PROPERTY",      "param",        "array",   "stage", "source_ops"};

   for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
      if (begins(item, words[k]))
         return true;
   return false;
}

/* A part of an item. */
struct piece {
   const char *at;
   size_t len;
};

#define MAX_OPERANDS 16

/*
 * Finds the operands of a statement and returns their number, or 0 if it has none. In a source, commas separate them after the
 * first word, and the first one is the destination. In the IR they follow the operation, and the result is the first one.
 */
static unsigned find_operands(const struct reducer *r, const char *item, struct piece out[MAX_OPERANDS])
{
   const char *s = item, *equals = r->is_ir ? strstr(item, " = ") : NULL;
   unsigned n = 0, depth = 0;

   if (is_declaration(item) || (r->is_ir && !equals))
      return 0;
   if (r->is_ir) {
      out[n++] = (struct piece){item, strcspn(item, ":")};
      s = equals + 3;
   }
   s += strcspn(s, " ");
   while (*s == ' ')
      s++;
   for (const char *start = s; *start && n < MAX_OPERANDS; s++) {
      depth += *s && strchr("[{(", *s) ? 1 : 0;
      depth -= *s && strchr("]})", *s) ? 1 : 0;
      if (*s && (depth || (*s != ',' && !(r->is_ir && *s == ' '))))
         continue;
      if (s > start)
         out[n++] = (struct piece){start, (size_t)(s - start)};
      if (!*s)
         break;
      start = s + 1;
      while (*start == ' ')
         start++;
      s = start - 1;
   }
   return n;
}

/* Removes sign, absolute value, swizzle and condition, so that the rest can replace a variable. */
static struct piece base_of(const struct reducer *r, struct piece p)
{
   const char *end = p.at + p.len;

   while (p.at < end && strchr("-+| ", *p.at))
      p.at++;
   p.len = (size_t)(end - p.at);
   for (size_t i = 0; i < p.len; i++)
      if ((p.at[i] == '(' && !r->is_tgsi) || p.at[i] == '|' || p.at[i] == ' ') /* in TGSI, the number of an array */
         p.len = i;
   for (size_t i = p.len; i-- > 1 && !r->is_ir;)
      if (p.at[i] == '.') {
         if (strspn(p.at + i + 1, "xyzwrgba") == p.len - i - 1)
            p.len = i;
         break;
      }
   return p;
}

/* Returns the item with a part replaced. */
static char *replace_part(struct reducer *r, const char *item, struct piece p, const char *by, size_t len)
{
   struct triage_text t = {0};

   triage_add(&t, item, (size_t)(p.at - item));
   triage_add(&t, by, len);
   triage_add(&t, p.at + p.len, strlen(p.at + p.len));
   char *kept = reduce_keep(r, t.data, t.len);
   free(t.data);
   return kept;
}

static bool replace_item(struct reducer *r, unsigned i, struct piece p, const char *by)
{
   return reduce_try_without(r, r->num, 0, i, replace_part(r, r->item[i], p, by, strlen(by)));
}

/* Returns the item with a name replaced wherever it is a whole word. */
static char *replace_name(struct reducer *r, const char *item, struct piece from, struct piece to)
{
   struct triage_text t = {0};

   for (const char *s = item; *s;) {
      const bool here =
          !strncmp(s, from.at, from.len) && !is_name_char(s[from.len]) && (s == item || (!is_name_char(s[-1]) && s[-1] != '.'));
      triage_add(&t, here ? to.at : s, here ? to.len : 1);
      s += here ? from.len : 1;
   }
   char *kept = reduce_keep(r, t.data ? t.data : "", t.len);
   free(t.data);
   return kept;
}

/* ---- blocks */

static bool is_one_of(const char *item, const char *const *words)
{
   while (*words && !begins(item, *words))
      words++;
   return *words;
}

static bool opens(const char *item)
{
   return is_one_of(item, (const char *const[]){"IF", "REP", "LOOP", "UIF", "BGNLOOP", "BGNFOR", "SWITCH", NULL});
}

static bool closes(const char *item)
{
   return is_one_of(item, (const char *const[]){"ENDIF", "ENDREP", "ENDLOOP", "ENDFOR", "ENDSWITCH", NULL});
}

/* Finds the items that close the block of item i and that start the other arm of an if, or r->num. */
static unsigned find_end(const struct reducer *r, unsigned i, unsigned *other)
{
   unsigned depth = 0;

   *other = r->num;
   for (unsigned k = i; k < r->num; k++) {
      depth += opens(r->item[k]);
      if (depth == 1 && begins(r->item[k], "ELSE"))
         *other = k;
      if (closes(r->item[k]) && !--depth)
         return k;
   }
   return r->num;
}

/* Tries to remove two runs of items: `count` from `from` on, and a second one after them. */
static bool try_without_two(struct reducer *r, unsigned from, unsigned count, unsigned from2, unsigned count2)
{
   char **item = triage_alloc((r->num + 1) * sizeof *item);
   unsigned n = 0;

   for (unsigned i = 0; i < r->num; i++)
      if ((i < from || i - from >= count) && (i < from2 || i - from2 >= count2))
         item[n++] = r->item[i];
   const bool taken = reduce_try(r, item, n);
   free(item);
   return taken;
}

/* Gives an if of the IR a constant condition. The next edit removes unreachable blocks. */
static bool decide_if(struct reducer *r, unsigned i, bool outcome)
{
   struct triage_text line = {0};
   unsigned fresh = 0;

   for (unsigned k = 0; k < r->num; k++)
      for (const char *s = r->item[k]; *s; s++)
         if (*s == '%' && (unsigned)atoi(s + 1) >= fresh)
            fresh = (unsigned)atoi(s + 1) + 1;
   triage_printf(&line, "%%%u:1 = const value=0x%d", fresh, outcome);
   char **item = triage_alloc((r->num + 1) * sizeof *item);
   for (unsigned k = 0; k <= r->num; k++)
      item[k] = k < i ? r->item[k] : k == i ? line.data : r->item[k - 1];
   char number[16];
   snprintf(number, sizeof number, "%%%u", fresh);
   const char *cond = r->item[i] + 3;
   item[i + 1] = replace_part(r, r->item[i], (struct piece){cond, strcspn(cond, " ")}, number, strlen(number));
   const bool taken = reduce_try_simplified(r, item, r->num + 1);
   free(item);
   free(line.data);
   return taken;
}

/* Returns the line with block `from` of the IR renamed to `to`. */
static char *rename_block(struct reducer *r, char *line, unsigned from, unsigned to)
{
   char name[2][2][32];

   snprintf(name[0][0], sizeof name[0][0], "block %u", from);
   snprintf(name[0][1], sizeof name[0][1], "block %u", to);
   snprintf(name[1][0], sizeof name[1][0], "b%u", from);
   snprintf(name[1][1], sizeof name[1][1], "b%u", to);
   for (unsigned k = 0; k < 2; k++)
      if (strstr(line, name[k][0]))
         line =
             replace_name(r, line, (struct piece){name[k][0], strlen(name[k][0])},
                          (struct piece){name[k][1], strlen(name[k][1])});
   return line;
}

/* Removes the blocks of a loop of the IR, and renumbers those after it. */
static bool skip_loop(struct reducer *r, unsigned i)
{
   unsigned first, merge, end = i, n = 0, last = 0;

   if (sscanf(r->item[i], "loop b%u merge=b%u", &first, &merge) != 2 || merge <= first)
      return false;
   char label[32], jump[32];
   snprintf(label, sizeof label, "block %u:", merge);
   snprintf(jump, sizeof jump, "jump b%u", first);
   for (unsigned k = 0; k < r->num; k++) {
      end = end == i && !strcmp(r->item[k], label) ? k : end;
      sscanf(r->item[k], "block %u", &last);
   }
   char **item = triage_alloc(r->num * sizeof *item);
   for (unsigned k = 0; k < r->num; k++)
      if (k <= i || k >= end) {
         item[n] = r->item[k];
         for (unsigned b = merge; b <= last && k != i; b++)
            item[n] = rename_block(r, item[n], b, b - (merge - first));
         n++;
      }
   item[i] = reduce_keep(r, jump, strlen(jump));
   const bool taken = end > i && reduce_try(r, item, n);
   free(item);
   return taken;
}

static bool is_label(const char *item) { return item[0] && item[strlen(item) - 1] == ':'; }

/* Replaces a call by the subroutine. */
static bool inline_call(struct reducer *r, unsigned call)
{
   const char *name = r->item[call] + 3 + strspn(r->item[call] + 3, " ");
   const size_t len = strlen(name);
   unsigned label = 0, end, n = 0;

   while (label < r->num &&
          !(is_label(r->item[label]) && strlen(r->item[label]) == len + 1 && !strncmp(r->item[label], name, len)))
      label++;
   for (end = label + 1; end < r->num && !is_label(r->item[end]) && strcmp(r->item[end], "RET"); end++)
      ;
   if (label >= r->num || (call > label && call < end))
      return false;
   char **item = triage_alloc((r->num + end) * sizeof *item);
   for (unsigned k = 0; k < r->num; k++) {
      if (k != call && (k < label || k > end || (k == end && is_label(r->item[k]))))
         item[n++] = r->item[k];
      for (unsigned b = label + 1; k == call && b < end; b++)
         item[n++] = r->item[b];
   }
   const bool taken = reduce_try(r, item, n);
   free(item);
   return taken;
}

bool reduce_blocks(struct reducer *r)
{
   unsigned other;

   for (unsigned i = 0; i < r->num; i++) {
      if (r->is_ir && begins(r->item[i], "if") && (decide_if(r, i, false) || decide_if(r, i, true)))
         return true;
      if (r->is_ir && begins(r->item[i], "loop") && skip_loop(r, i))
         return true;
      if (!r->is_ir && begins(r->item[i], "CAL") && inline_call(r, i))
         return true;
      if (r->is_ir || !opens(r->item[i]))
         continue;
      const unsigned end = find_end(r, i, &other);
      if (end == r->num)
         continue;
      if (reduce_try_without(r, i, end - i + 1, 0, NULL) ||
          try_without_two(r, i, 1, other < end ? other : end, other < end ? end - other + 1 : 1) ||
          (other < end && try_without_two(r, i, other - i + 1, end, 1)))
         return true;
   }
   return r->is_ir && reduce_try_simplified(r, r->item, r->num);
}

/* ---- values */

static bool is_result(struct piece p)
{
   return (p.len > 7 && !strncmp(p.at, "result.", 7)) || (p.len > 4 && !strncmp(p.at, "OUT[", 4));
}

/* Removes item i, and reads `to` instead of its result. */
static bool replace_result(struct reducer *r, unsigned i, struct piece result, struct piece to)
{
   char **item = triage_alloc((r->num + 1) * sizeof *item);
   unsigned n = 0;

   for (unsigned k = 0; k < r->num; k++)
      if (k != i)
         item[n++] = is_declaration(r->item[k]) ? r->item[k] : replace_name(r, r->item[k], result, to);
   const bool taken = reduce_try(r, item, n);
   free(item);
   return taken;
}

bool reduce_values(struct reducer *r)
{
   struct piece p[MAX_OPERANDS];

   for (unsigned i = r->num; i-- > 0;) {
      const unsigned n = find_operands(r, r->item[i], p);
      const struct piece result = n ? base_of(r, p[0]) : (struct piece){"", 0};
      for (unsigned k = 1; k < n && result.len && !is_result(result); k++) {
         const struct piece to = base_of(r, p[k]);
         if (to.len && (!r->is_ir || *to.at == '%') && replace_result(r, i, result, to))
            return true;
      }
   }
   return false;
}

/* ---- results */

/* Lets item i write a result of the program instead of its own destination. */
static bool write_result(struct reducer *r, unsigned i, struct piece result)
{
   struct piece p[MAX_OPERANDS];

   if (find_operands(r, r->item[i], p) < 2)
      return false;
   const struct piece own = base_of(r, p[0]), to = base_of(r, result);
   if (is_result(own))
      return false;
   return reduce_try_without(r, i + 1, r->num, i, replace_part(r, r->item[i], own, to.at, to.len));
}

bool reduce_results(struct reducer *r)
{
   struct piece p[MAX_OPERANDS];

   for (unsigned i = 0; i < r->num && !r->is_ir; i++)
      for (unsigned k = i + 1; k < r->num; k++)
         if (find_operands(r, r->item[k], p) && is_result(p[0]) && write_result(r, i, p[0]))
            return true;
   return false;
}

/* ---- declarations */

/* Removes a declaration NAME = BINDING, and replaces the name by the binding. */
static bool inline_binding(struct reducer *r, unsigned i)
{
   const char *item = r->item[i], *equals = strstr(item, " = ");

   if (!equals || equals == item)
      return false;
   const char *name = equals;
   while (name > item && is_name_char(name[-1]))
      name--;
   if (name == equals) /* an array */
      return false;
   char **rest = triage_alloc((r->num + 1) * sizeof *rest);
   unsigned n = 0;
   for (unsigned k = 0; k < r->num; k++)
      if (k != i)
         rest[n++] = replace_name(r, r->item[k], (struct piece){name, (size_t)(equals - name)},
                             (struct piece){equals + 3, strlen(equals + 3)});
   const bool taken = reduce_try(r, rest, n);
   free(rest);
   return taken;
}

bool reduce_declarations(struct reducer *r)
{
   for (unsigned i = 0; i < r->num; i++) {
      const char *item = r->item[i];
      if (!r->is_ir && is_declaration(item) && inline_binding(r, i))
         return true;
      if (!is_declaration(item) || !strchr(item, ',') || strchr(item, '{'))
         continue;
      const char *first = strchr(item, ' ');
      for (const char *s = first; s && *s; s += strcspn(s + 1, ",") + 1) {
         /* The first name goes with the comma after it, the others with the comma before. */
         size_t n = strcspn(s + 1, ",") + 1;
         const bool is_first = s == first && s[n] == ',';
         n += is_first ? 1 + strspn(s + n + 1, " ") : 0;
         if (replace_item(r, i, (struct piece){s, n}, is_first ? " " : ""))
            return true;
      }
   }
   return false;
}

/* ---- operands */

/* Removes suffixes of the operation, starting with the last one: .SAT _SAT .S .CC */
static bool drop_suffix(struct reducer *r, unsigned i)
{
   const char *item = r->item[i], *op = r->is_ir && strstr(item, " = ") ? strstr(item, " = ") + 3 : item;

   for (size_t n = strcspn(op, " "), k = n; k-- > 1;)
      if ((op[k] == '.' || op[k] == '_') && replace_item(r, i, (struct piece){op + k, n - k}, ""))
         return true;
   return false;
}

/* Removes the sign, absolute value, condition, swizzle or mask of an operand. */
static bool drop_modifiers(struct reducer *r, unsigned i, struct piece p)
{
   const struct piece base = base_of(r, p);
   const char *end = p.at + p.len;
   const char *paren = memchr(p.at, '(', p.len);

   if (!base.len || base.len == p.len)
      return false;
   if (replace_item(r, i, p, reduce_keep(r, base.at, base.len)))
      return true;
   if (paren && replace_item(r, i, (struct piece){paren, (size_t)(end - paren)}, ""))
      return true;
   return base.at > p.at && end[-1] != '|' && replace_item(r, i, (struct piece){p.at, (size_t)(base.at - p.at)}, "");
}

/* Replaces an operation on several sources by a MOV of one, or one of the sources by a number. */
static bool drop_source(struct reducer *r, unsigned i, const struct piece *p, unsigned n)
{
   struct triage_text move = {0};

   for (unsigned k = 1; k < n; k++) {
      if (!r->is_ir && n > 2) {
         move.len = 0;
         triage_printf(&move, "MOV %.*s, %.*s", (int)p[0].len, p[0].at, (int)p[k].len, p[k].at);
         if (reduce_try_without(r, r->num, 0, i, reduce_keep(r, move.data, move.len))) {
            free(move.data);
            return true;
         }
      }
      if (!r->is_ir && isalpha((unsigned char)*base_of(r, p[k]).at) && replace_item(r, i, p[k], r->is_tgsi ? "IMM[0]" : "1")) {
         free(move.data);
         return true;
      }
   }
   free(move.data);
   return false;
}

/* Replaces a value of the IR by a constant, so that its operands can be removed. */
static bool make_constant(struct reducer *r, unsigned i)
{
   const char *item = r->item[i], *equals = strstr(item, " = ");

   if (!r->is_ir || !equals || begins(equals + 3, "const") || strchr(item, ',') > equals)
      return false;
   return replace_item(r, i, (struct piece){equals + 3, strlen(equals + 3)}, "const value=0x0");
}

bool reduce_operands(struct reducer *r)
{
   struct piece p[MAX_OPERANDS];

   for (unsigned i = r->num; i-- > 0;) {
      const unsigned n = find_operands(r, r->item[i], p);
      if (!n)
         continue;
      if (drop_suffix(r, i) || drop_source(r, i, p, n) || make_constant(r, i))
         return true;
      for (unsigned k = 0; k < n; k++)
         if (drop_modifiers(r, i, p[k]))
            return true;
   }
   return false;
}
