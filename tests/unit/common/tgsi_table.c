/* SPDX-License-Identifier: MIT */
/* Reading the tables of TGSI: see tgsi_table.h. */
#include "tests/unit/common/tgsi_table.h"
#include "tests/unit/common/file.h"

#include "tests/unit/common/suite.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS 4096
static struct tgsi_row rows[MAX_ROWS];
struct tgsi_row *tgsi_table = rows;
unsigned tgsi_table_rows;
unsigned long long tgsi_table_values;
bool tgsi_covered[TGSI_OP_COUNT];

#define JUNK 0x7fc0deadu /* in lanes that an instruction does not read */

enum { COL_KINDS, COL_TEXT, COL_A, COL_WANT = COL_A + 4, COL_WHY, COLS };

/* ---------------------------------------------------------------------------------------------------------- instructions */

/* The instruction at the beginning of a statement, or TGSI_OP_COUNT. */
static enum tgsi_op opcode(const char *s)
{
   size_t n = 0;

   s += strspn(s, " ");
   if (*s == '(')
      s += strcspn(s, ")") + 1;
   s += strspn(s, " ");
   while (isalnum((unsigned char)s[n]) || s[n] == '_')
      n++;
   for (size_t len = n; len; len--) { /* a suffix such as _SAT follows the name */
      if (len < n && s[len] != '_')
         continue;
      for (unsigned op = 0; op < TGSI_OP_COUNT; op++)
         if (strlen(tgsi_op_info[op].name) == len && !memcmp(s, tgsi_op_info[op].name, len))
            return (enum tgsi_op)op;
   }
   return TGSI_OP_COUNT;
}

/* The start of the instructions. */
static const char *statements(const char *text)
{
   const char *bar = strstr(text, " | ");

   return bar ? bar + 3 : text;
}

static void cover(const char *text, const char *where)
{
   for (const char *s = statements(text); *s;) {
      const enum tgsi_op op = opcode(s);

      ck_assert_msg(op < TGSI_OP_COUNT, "%s: no instruction: \"%s\"", where, s);
      tgsi_covered[op] = true;
      s += strcspn(s, ";|");
      while (*s == '|' && s[1] != '|') /* an absolute value */
         s += 1 + strcspn(s + 1, ";|");
      s += strspn(s, ";| ");
   }
}

/* ------------------------------------------------------------------------------------------------------------------- cases */

/* The lanes of a case, among four: the first one and their number. Instructions of one kind have several cases. */
struct place {
   unsigned first, count;
};

/* The number of cases in four lanes. */
static unsigned cases_of(unsigned kind)
{
   switch (kind) {
   case TGSI_COMP: return 4;
   case TGSI_PAIR:
   case TGSI_PAIR_COUNT:
   case TGSI_PAIR_TEST:
   case TGSI_WIDEN:
   case TGSI_NARROW: return 2;
   default: return 1;
   }
}

static struct place operand_place(unsigned kind, unsigned source, unsigned i)
{
   switch (kind) {
   case TGSI_COMP:
   case TGSI_WIDEN: return (struct place){i, 1};
   case TGSI_PAIR_COUNT: return (struct place){2 * i, source ? 1 : 2};
   case TGSI_PAIR:
   case TGSI_PAIR_TEST:
   case TGSI_NARROW: return (struct place){2 * i, 2};
   default: return (struct place){0, 1};
   }
}

static struct place result_place(unsigned kind, unsigned i)
{
   switch (kind) {
   case TGSI_COMP:
   case TGSI_NARROW: return (struct place){i, 1};
   case TGSI_PAIR_TEST: return (struct place){2 * i, 1};
   case TGSI_PAIR:
   case TGSI_PAIR_COUNT:
   case TGSI_WIDEN: return (struct place){2 * i, 2};
   default: return (struct place){0, 4};
   }
}

static void add_cases(struct tgsi_row *row, unsigned kind, const struct special_list in[4], const struct special_list *want,
                      bool whole)
{
   const unsigned each = whole ? 1 : cases_of(kind);

   row->cases = calloc(want->n, sizeof *row->cases);
   ck_assert_ptr_nonnull(row->cases);
   for (unsigned at = 0; at < want->n; at += each) {
      struct tgsi_case *c = &row->cases[row->n++];

      for (unsigned lane = 0; lane < 4; lane++)
         for (unsigned m = 0; m < NUM_MODELS; m++)
            c->want[lane].m[m].any = true;
      for (unsigned o = 0; o < 4; o++)
         for (unsigned lane = 0; lane < 4; lane++)
            c->in[o][lane] = in[o].n && !whole ? JUNK : 0;
      for (unsigned i = 0; i < each && at + i < want->n; i++) {
         for (unsigned o = 0; o < 4; o++) {
            const struct want *v = in[o].n ? in[o].v[in[o].n > 1 ? at + i : 0] : NULL;
            const struct place p = whole || in[o].vectors ? (struct place){0, 4} : operand_place(kind, o, i);

            for (unsigned k = 0; v && k < p.count; k++)
               c->in[o][p.first + k] = v[k].m[0].bits;
         }
         const struct place p = whole ? (struct place){0, 4} : result_place(kind, i);
         for (unsigned k = 0; k < p.count; k++)
            c->want[p.first + k] = want->v[at + i][k];
      }
   }
}

static void add_row(const char *file, unsigned line, char *const *col)
{
   static struct special_list in[4], want;
   char where[64];
   const enum tgsi_op op = opcode(statements(col[COL_TEXT]));

   snprintf(where, sizeof where, "tgsi/%s:%u", strrchr(file, '/') + 1, line);
   ck_assert_msg(*col[COL_WHY], "%s: no reason", where);
   ck_assert_msg(op < TGSI_OP_COUNT, "%s: no instruction", where);
   special_list(&want, col[COL_WANT], where);
   ck_assert_msg(want.n, "%s: no result", where);
   /* Several instructions, or vectors: words apply to all lanes. */
   bool whole = strchr(statements(col[COL_TEXT]), ';') || want.vectors || want.kills || tgsi_op_info[op].kind >= TGSI_TEX;
   for (unsigned o = 0; o < 4; o++) {
      special_list(&in[o], col[COL_A + o], where);
      whole |= in[o].vectors && tgsi_op_info[op].kind != TGSI_DOT && tgsi_op_info[op].kind != TGSI_VECTOR;
      ck_assert_msg(in[o].n <= 1 || in[o].n == want.n, "%s: %u operands, %u results", where, in[o].n, want.n);
   }
   /* Junk in y, z, w shows that a scalar operand is x, except if one operand has vector results. */
   if (tgsi_op_info[op].kind == TGSI_VECTOR && !strchr(statements(col[COL_TEXT]), ';'))
      whole = false;
   cover(col[COL_TEXT], where);
   tgsi_covered[TGSI_OP_END] = true; /* every program contains it */
   tgsi_table_values += want.n;
   for (char *s = col[COL_KINDS]; *s; s += strcspn(s, " "), s += strspn(s, " ")) {
      struct tgsi_row *row = &rows[tgsi_table_rows++];

      ck_assert_uint_lt(tgsi_table_rows, MAX_ROWS);
      *row = (struct tgsi_row){
          .file = file, .line = line, .text = col[COL_TEXT], .same = *s == '=', .crowd = *s == '%', .kills = want.kills};
      s += row->same || row->crowd;
      ck_assert_msg(strchr("vfg", *s) && (!s[1] || s[1] == ' '), "%s: no kind \"%s\"", where, s);
      row->stage = *s == 'v' ? TGSI_STAGE_VERT : *s == 'f' ? TGSI_STAGE_FRAG : TGSI_STAGE_GEOM;
      add_cases(row, tgsi_op_info[op].kind, in, &want, whole);
   }
}

void tgsi_table_load(void)
{
   file_tables("tests/special/tgsi/*.tsv", COLS, add_row);
}

/* ---------------------------------------------------------------------------------------------------------------- programs */

struct text {
   char *s;
   size_t n, size;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *format, ...)
{
   va_list ap;

   va_start(ap, format);
   t->n += (size_t)vsnprintf(t->s + t->n, t->size - t->n, format, ap);
   va_end(ap);
   ck_assert_uint_lt(t->n, t->size);
}

/* Statements from s up to end, one per line, with registers in place of operands. */
static void lines(struct text *t, const char *s, const char *end, bool operands, const char *const name[4])
{
   char before = ' ';

   for (; s < end; before = *s++) {
      const bool alone = operands && !isalnum((unsigned char)before) && before != '.' && before != '_' &&
                         !isalnum((unsigned char)s[1]) && s[1] != '_';

      if (*s == ';')
         add(t, "\n");
      else if (alone && *s >= 'a' && *s <= 'd')
         add(t, "%s", name[*s - 'a']);
      else if (alone && strchr("rtu", *s))
         add(t, "TEMP[%u]", *s == 'r' ? 0 : *s == 't' ? 1 : 2);
      else
         add(t, "%c", *s);
   }
   add(t, "\n");
}

static void head(struct text *t, const struct tgsi_row *row)
{
   if (row->stage == TGSI_STAGE_VERT)
      add(t, "VERT\nDCL IN[0..3]\nDCL OUT[0], GENERIC[0]\n");
   else if (row->stage == TGSI_STAGE_FRAG)
      add(t, "FRAG\nDCL IN[0..3], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\n");
   else
      add(t, "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\nPROPERTY "
             "GS_MAX_OUTPUT_VERTICES 4\n"
             "DCL IN[][0..3], GENERIC[0]\nDCL OUT[0], GENERIC[0]\n");
   add(t, "DCL TEMP[0..3]\n");
   for (unsigned f = 0; f < 3; f++) {
      static const char *const files[] = {"ADDR", "PRED", "LOOP"};

      if (strstr(row->text, files[f]))
         add(t, "DCL %s[0..1]\n", files[f]);
   }
}

void tgsi_row_program(char *out, size_t size, const struct tgsi_row *row, enum tgsi_file file, const struct tgsi_case *values)
{
   struct text t = {out, 0, size};
   const char *first = statements(row->text), *tail = strstr(row->text, " || ");
   const char *const end = row->text + strlen(row->text);
   char names[4][32];
   const char *name[4];
   unsigned imms = 0;

   head(&t, row);
   if (file == TGSI_FILE_CONST)
      add(&t, "DCL CONST[0..3]\n");
   if (first != row->text)
      lines(&t, row->text, first - 3, false, NULL);
   for (const char *s = row->text; s < first && (s = strstr(s, "IMM[")) && s < first; s++)
      imms++;
   for (unsigned o = 0; o < 4; o++) {
      const uint32_t *v = values->in[o];

      if (file == TGSI_FILE_IMM)
         add(&t, "IMM[%u] UINT32 {%u, %u, %u, %u}\n", imms + o, v[0], v[1], v[2], v[3]);
      snprintf(names[o], sizeof names[o],
               file == TGSI_FILE_IMM           ? "IMM[%u]"
               : file == TGSI_FILE_CONST       ? "CONST[%u]"
               : row->stage == TGSI_STAGE_GEOM ? "IN[0][%u]"
                                               : "IN[%u]",
               file == TGSI_FILE_IMM ? imms + o : o);
      name[o] = names[o];
   }
   lines(&t, first, tail ? tail : end, true, name);
   add(&t, "MOV OUT[0], TEMP[0]\nEND\n");
   if (tail)
      lines(&t, tail + 4, end, true, name);
}
