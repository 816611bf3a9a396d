/* SPDX-License-Identifier: MIT */
/* Reading the tables of special values: see special_table.h. */
#include "tests/unit/common/special_table.h"
#include "tests/unit/common/file.h"

#include "tests/unit/common/suite.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define VERTEX(name, dialect, head, attrib, copies)                                                                            \
   {name, head, "vertex.attrib", {"result.texcoord", "result.attrib"}, NV_VERTEX, dialect, 16, {8, attrib}, SLOT_VATTR,        \
    {SLOT_TEXCOORD, SLOT_ATTR}, 32, copies}
#define FRAGMENT(name, dialect, head, more, fshort)                                                                            \
   {name, head "OPTION ARB_draw_buffers;\n" more, "fragment.texcoord", {"result.color", ""}, NV_FRAGMENT, dialect, 8, {8, 0},  \
    SLOT_TEXCOORD, {SLOT_FRAG_COLOR, SLOT_FRAG_COLOR}, fshort, false}
/* The array that address registers index. */
#define TAB                                                                                                                    \
   "ADDRESS A;\nPARAM tab[8] = {{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3},{4,4,4,4},{5,5,5,5},{6,6,6,6},{7,7,7,7}};\n"
const struct kind special_kinds[NUM_KINDS] = {
   VERTEX("nv", NV_D_NV4, "!!NVvp4.0\n", 16, false),
   FRAGMENT("nvf", NV_D_NV4, "!!NVfp4.0\n", "", 32),
   VERTEX("vp", NV_D_VP, "!!ARBvp1.0\n" TAB, 0, true),
   VERTEX("vp2", NV_D_VP | NV_D_VP2, "!!ARBvp1.0\nOPTION NV_vertex_program2;\n" TAB, 0, true),
   VERTEX("vp3", NV_D_VP | NV_D_VP2 | NV_D_VP3, "!!ARBvp1.0\nOPTION NV_vertex_program3;\n" TAB, 0, true),
   FRAGMENT("fp", NV_D_FP, "!!ARBfp1.0\n", "", 32),
   FRAGMENT("fpo", NV_D_FP | NV_D_FPO, "!!ARBfp1.0\nOPTION NV_fragment_program;\n", "", 32),
   FRAGMENT("fp2", NV_D_FP | NV_D_FPO | NV_D_FP2, "!!ARBfp1.0\nOPTION NV_fragment_program2;\n", "", 32),
   FRAGMENT("nvh", NV_D_NV4, "!!NVfp4.0\n", "SHORT TEMP h;\n", 16),
   FRAGMENT("fph", NV_D_FP | NV_D_FPO, "!!ARBfp1.0\nOPTION NV_fragment_program;\n", "SHORT TEMP h;\n", 16),
};
/* clang-format on */

#define MAX_GROUPS 4096
struct group special_groups[MAX_GROUPS];
unsigned special_num_groups, special_num_rows;
unsigned long long special_num_values;
bool special_covered[NV_OP_COUNT][3][NV_TYPE_U + 1];

/* ---------------------------------------------------------------------------------------------------- values */

static const struct {
   const char *name;
   uint32_t bits;
} names[] = {
   {"inf", 0x7f800000}, {"nan", 0x7fc00000}, {"den", 0x007fffff}, {"min", 0x00800000},
   {"max", 0x7f7fffff}, {"live", 0}, {"kill", 1}, /* the fate of the invocation */
};

static struct value one_value(const char *s, size_t n, const char *where)
{
   struct value v = {0};
   char word[64], *end, *colon, *p = word;

   ck_assert_msg(n && n < sizeof word, "%s: no value: \"%.*s\"", where, (int)n, s);
   memcpy(word, s, n);
   word[n] = 0;
   if ((colon = strchr(word, ':'))) {
      *colon = 0;
      v.flags = (uint8_t)((strchr(colon + 1, 'O') ? FLAG_O : 0) | (strchr(colon + 1, 'C') ? FLAG_C : 0));
   }
   if (!strcmp(p, "*")) {
      v.any = true;
      return v;
   }
   for (; *p == '~'; p++)
      v.approx++;
   bool minus = *p == '-';
   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
      if (!strcmp(p + minus, names[i].name)) {
         v.bits = names[i].bits | (uint32_t)minus << 31;
         v.nan = num_isnan(v.bits);
         v.is_float = true;
         return v;
      }
   v.is_float = strncmp(p, "0x", 2) != 0 && (strchr(p, '.') || strchr(p, 'e'));
   v.bits = v.is_float ? num_u(strtof(p, &end))
            : minus    ? 0u - (uint32_t)strtoul(p + 1, &end, 0)
                       : (uint32_t)strtoul(p, &end, 0);
   ck_assert_msg(end != p && !*end, "%s: no value: \"%s\"", where, word);
   return v;
}

/* x for all models, x/y for ieee and the flushing models, x/y/z for ieee, usc and agx; after "!" for usc where it rounds
   towards zero. */
static struct want values(const char *s, size_t n, const char *where)
{
   struct want w;
   const char *zero = memchr(s, '!', n);
   const size_t all = zero ? (size_t)(zero - s) : n;
   unsigned i = 0;

   if (zero)
      w.m[M_USC_RTZ] = one_value(zero + 1, n - all - 1, where);
   for (const char *end = s + all; i < M_USC_RTZ && s < end; i++) {
      const char *slash = memchr(s, '/', (size_t)(end - s));
      size_t len = slash ? (size_t)(slash - s) : (size_t)(end - s);

      w.m[i] = one_value(s, len, where);
      s += len + 1;
   }
   ck_assert_msg(i, "%s: no value", where);
   for (unsigned k = i; k < M_USC_RTZ; k++)
      w.m[k] = w.m[i - 1];
   if (!zero)
      w.m[M_USC_RTZ] = w.m[M_USC];
   return w;
}

/* The next word or vector of a list; false at the end. */
static bool next_item(const char **s, const char **item, size_t *n, bool *vector)
{
   while (**s == ' ')
      ++*s;
   if (!**s || !strcmp(*s, "-"))
      return false;
   *vector = **s == '(';
   *s += *vector;
   *item = *s;
   *n = strcspn(*s, *vector ? ")" : " ");
   *s += *n + (*vector && (*s)[*n]);
   return true;
}

/* True for a number of 64 bits in two words: d for a double, q for an integer or bits. */
static bool is_wide(const char *s) { return (*s == 'd' || *s == 'q') && s[1] == ':'; }

static void wide_value(const char *s, size_t n, struct want w[2], const char *where)
{
   char word[64], *end;
   uint64_t bits;
   double d;

   ck_assert_msg(n < sizeof word, "%s: no value", where);
   memcpy(word, s, n);
   word[n] = 0;
   if (*s == 'd') {
      d = strtod(word + 2, &end);
      memcpy(&bits, &d, 8);
      if (d != d)
         bits = UINT64_C(0x7ff8000000000000);
   } else {
      bits = word[2] == '-' ? (uint64_t)strtoll(word + 2, &end, 0) : strtoull(word + 2, &end, 0);
   }
   ck_assert_msg(end != word + 2 && !*end, "%s: no value: \"%s\"", where, word);
   for (unsigned m = 0; m < NUM_MODELS; m++) {
      w[0].m[m] = (struct value){.bits = (uint32_t)bits};
      w[1].m[m] = (struct value){.bits = (uint32_t)(bits >> 32)};
   }
}

void special_list(struct special_list *l, const char *s, const char *where)
{
   const char *item, *part, *end;
   size_t n;
   bool vector, ignored;

   l->n = 0;
   l->vectors = l->kills = l->wide = false;
   while (next_item(&s, &item, &n, &vector)) {
      char inner[256];
      unsigned c = 0;

      ck_assert_msg(l->n < SPECIAL_ITEMS && n < sizeof inner, "%s: too long", where);
      l->kills |= *item == 'k' || *item == 'l';
      l->vectors |= vector;
      l->wide |= is_wide(item);
      memcpy(inner, item, n);
      inner[n] = 0;
      end = inner;
      while (vector && next_item(&end, &part, &n, &ignored)) {
         ck_assert_msg(c < 4u - is_wide(part), "%s: five components", where);
         if (is_wide(part))
            wide_value(part, n, &l->v[l->n][c++], where);
         else
            l->v[l->n][c] = values(part, n, where);
         c++;
      }
      if (!vector && is_wide(inner)) {
         wide_value(inner, n, l->v[l->n], where);
         memcpy(&l->v[l->n][2], l->v[l->n], 2 * sizeof l->v[0][0]);
         c = 4;
      } else if (!vector) {
         l->v[l->n][c++] = values(inner, n, where);
      }
      ck_assert_msg(c == 1 || c == 4, "%s: %u components", where, c);
      for (; c < 4; c++)
         l->v[l->n][c] = l->v[l->n][0];
      l->n++;
   }
}

/* ---------------------------------------------------------------------------------------------------- rows */

static unsigned find_op(const char *s, size_t n)
{
   for (unsigned op = 0; op < NV_OP_COUNT; op++)
      if (strlen(nv_op_info[op].name) == n && !memcmp(s, nv_op_info[op].name, n))
         return op;
   return NV_OP_COUNT;
}

/* The opcode at s, without modifiers and suffixes, or NV_OP_COUNT. The modifier gives the type. */
static unsigned opcode(const char *s, enum nv_type *type)
{
   size_t n = 0;
   unsigned op;

   while (isalnum((unsigned char)s[n]))
      n++;
   op = find_op(s, n);
   *type = NV_TYPE_NONE;
   if (op == NV_OP_COUNT && (!n || (op = find_op(s, n - 1)) == NV_OP_COUNT)) /* a suffix */
      return NV_OP_COUNT;
   *type = (enum nv_type)nv_op_info[op].default_type;
   for (s += n; *s == '.'; s += n) {
      s++;
      n = 0;
      while (isalnum((unsigned char)s[n]))
         n++;
      if (*s == 'F' && n == 1)
         *type = NV_TYPE_F;
      else if (*s == 'S' && (n == 1 || !strncmp(s, "S24", 3)))
         *type = NV_TYPE_S;
      else if (*s == 'U' && (n == 1 || !strncmp(s, "U24", 3)))
         *type = NV_TYPE_U;
   }
   return op;
}

unsigned special_operands(const char *text)
{
   unsigned m = 0;

   for (const char *s = text; *s; s++)
      if (*s >= 'a' && *s <= 'c' && (s == text || (!isalnum((unsigned char)s[-1]) && s[-1] != '.')) &&
          !isalnum((unsigned char)s[1]))
         m |= 1u << (*s - 'a');
   return m;
}

static unsigned family(const struct kind *k)
{
   return k->dialect & NV_D_NV4 ? 0 : k->stage == NV_VERTEX ? 1 : 2;
}

/* Counts every instruction of the text as covered. */
static void cover(const struct kind *k, const char *text)
{
   while (*text) {
      enum nv_type type;
      unsigned op;
      size_t label;

      text += strspn(text, " ;|");
      label = strcspn(text, ":; ");
      if (text[label] == ':')
         text += label + 1 + strspn(text + label + 1, " ");
      op = opcode(text, &type);
      if (op < NV_OP_COUNT)
         special_covered[op][family(k)][type] = true;
      text += strcspn(text, ";|");
   }
}

static struct group *group_for(const struct kind *k, const char *file, const char *text, bool lanes, bool uniform, bool same)
{
   for (unsigned i = 0; i < special_num_groups; i++)
      if (special_groups[i].kind == k && special_groups[i].lanes == lanes && special_groups[i].uniform == uniform &&
          special_groups[i].same == same && !strcmp(special_groups[i].text, text))
         return &special_groups[i];
   struct group *g = &special_groups[special_num_groups++];
   ck_assert_uint_lt(special_num_groups, MAX_GROUPS);
   *g = (struct group){
       .file = file, .kind = k, .text = text, .lanes = lanes, .uniform = uniform, .same = same, .single = !strchr(text, ';')};
   g->op = opcode(text, &g->type);
   ck_assert_msg(g->op < NV_OP_COUNT, "no instruction: \"%s\"", text);
   g->result = nv_op_info[g->op].out == NV_FMT_VF ? NV_TYPE_F : g->type;
   return g;
}

static void add_case(struct group *g, const struct vec_case *c)
{
   if (g->n == g->cap) {
      g->cap = g->cap ? 2 * g->cap : 16;
      g->cases = realloc(g->cases, g->cap * sizeof *g->cases);
      ck_assert_ptr_nonnull(g->cases);
   }
   g->cases[g->n++] = *c;
}

enum { COL_KINDS, COL_TEXT, COL_A, COL_B, COL_C, COL_WANT, COL_WHY, COLS };

/* Lists of scalars become vectors of four if each component is computed separately, that is, without scalar operands and
   without vectors in the row. */
static void add_row(const char *file, unsigned line, char *const *col)
{
   static struct special_list in[3], want;
   char where[64];
   unsigned n;
   bool packed;

   snprintf(where, sizeof where, "%s:%u", strrchr(file, '/') + 1, line);
   ck_assert_msg(*col[COL_WHY], "%s: no reason", where);
   special_list(&want, col[COL_WANT], where);
   n = want.n;
   packed = !want.vectors && !want.kills && !strstr(col[COL_TEXT], ".x");
   for (unsigned i = 0; i < 3; i++) {
      special_list(&in[i], col[COL_A + i], where);
      packed &= !in[i].vectors;
      ck_assert_msg(in[i].n <= 1 || in[i].n == n, "%s: %u operands, %u results", where, in[i].n, n);
   }
   ck_assert_msg(n, "%s: no result", where);
   special_num_rows++;
   special_num_values += n;

   for (char *s = col[COL_KINDS]; *s; s += strcspn(s, " "), s += strspn(s, " ")) {
      const struct kind *k = NULL;
      bool lanes = *s != '=', uniform = *s != '%';
      size_t len;

      s += !lanes || !uniform;
      len = strcspn(s, " ");
      for (unsigned i = 0; i < NUM_KINDS; i++)
         if (strlen(special_kinds[i].name) == len && !memcmp(special_kinds[i].name, s, len))
            k = &special_kinds[i];
      ck_assert_msg(k, "%s: no kind \"%s\"", where, s);
      cover(k, col[COL_TEXT]);
      struct group *g = group_for(k, file, col[COL_TEXT], lanes, uniform, false);
      for (unsigned i = 0; i < n; i += packed ? 4 : 1) {
         struct vec_case c = {.line = line, .kills = want.kills};

         for (unsigned e = 0; e < 4; e++) {
            unsigned at = packed ? i + e : i, comp = packed ? 0 : e;
            bool past = at >= n;

            at = past ? n - 1 : at;
            for (unsigned o = 0; o < 3; o++)
               c.in[o][e] = in[o].n ? in[o].v[in[o].n > 1 ? at : 0][comp].m[0].bits : 0;
            c.want[e] = want.v[at][comp];
            for (unsigned m = 0; m < NUM_MODELS && past; m++)
               c.want[e].m[m].any = true;
         }
         add_case(g, &c);
      }
      if ((special_operands(col[COL_TEXT]) & 3) != 3 || !uniform)
         continue;
      g = group_for(k, file, col[COL_TEXT], false, false, true);
      for (unsigned i = 0; i < n; i++) {
         struct vec_case c = {.line = line};

         memcpy(c.want, want.v[i], sizeof c.want);
         for (unsigned o = 0; o < 3; o++)
            for (unsigned e = 0; e < 4; e++)
               c.in[o][e] = in[o].n ? in[o].v[in[o].n > 1 ? i : 0][e].m[0].bits : 0;
         if (!memcmp(c.in[0], c.in[1], sizeof c.in[0]))
            add_case(g, &c);
      }
   }
}

void special_load(void)
{
   file_tables("tests/special/*.tsv", COLS, add_row);
}

void special_unload(void)
{
   for (unsigned g = 0; g < special_num_groups; g++)
      free(special_groups[g].cases);
   special_num_groups = 0;
   file_tables_free();
}
