/* SPDX-License-Identifier: MIT */
/*
 * Compiles programs with the default features of cores and compares the forms of their instructions with those that have a
 * source: forms [-list] [-attr=FEATURES] TABLE PROGRAM... The table is tests/isa/usc.forms, which describes its rows. A form
 * without a row fails, and so does a row that no program has. -list prints all forms with the number of groups instead.
 *
 * The groups are decoded from machine code, so that the compiler's own notes about them do not matter.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend-usc/check/usc_forms.h"
#include "backend-usc/text/usc_text.h"
#include "nvp4c.h"

static const char *const cores[] = {"gx6250", "bxs-4-64", "axe-1-16m", "g6110"};
/* Levels, formats of colour targets and samples. */
static const struct way {
   int level;
   uint8_t format, samples;
} ways[] = {
   {0, NVP4C_FRT_F32, 0}, {1, NVP4C_FRT_F16, 2}, {2, NVP4C_FRT_F32, 0}, {2, NVP4C_FRT_RGBA8, 4}, {3, NVP4C_FRT_F32, 4},
   {3, NVP4C_FRT_RGBA8, 0},
};
enum { NUM_CORES = sizeof cores / sizeof *cores, NUM_WAYS = sizeof ways / sizeof *ways, MAX_FORMS = 2000, FORM_SIZE = 80 };

/* A form, and a row of the table if it is listed. */
struct form {
   char text[FORM_SIZE];
   bool listed;
   unsigned long groups;
   char first[200]; /* the first program that has it */
};
static struct form forms[MAX_FORMS];
static unsigned num_forms;
static const char *program; /* that is compiled now */
static const char *attr;    /* changes of the features, or NULL */

static struct form *find_form(const char *text)
{
   for (unsigned k = 0; k < num_forms; k++)
      if (!strcmp(forms[k].text, text))
         return &forms[k];
   if (num_forms == MAX_FORMS) {
      printf("FAIL more than %d forms\n", MAX_FORMS);
      exit(1);
   }
   struct form *f = &forms[num_forms++];
   snprintf(f->text, sizeof f->text, "%s", text);
   return f;
}

static void note(const char *kind, const char *text)
{
   char form[FORM_SIZE];

   snprintf(form, sizeof form, "%s %s", kind, text);
   struct form *f = find_form(form);
   if (!f->groups++)
      snprintf(f->first, sizeof f->first, "%s", program);
}

/* ---- the forms of a group ------------------------------------------------------------------------------------------------ */

/* Each operation with each of its suffixes, from the text: "pck.u8888.scale" is the forms pck.u8888 and pck.scale. The
   condition of an operation that changes the mask is its first operand. */
static void note_statement(const char *s, size_t n)
{
   const size_t word = strcspn(s, " ;\n") < n ? strcspn(s, " ;\n") : n;
   const size_t name = strcspn(s, ".") < word ? strcspn(s, ".") : word;
   char form[FORM_SIZE];

   if (!word || *s == '.' || !strncmp(s, "if ", 3) || *s == '(')
      return;
   if (!strncmp(s, "cnd", 3) && s[word] == ' ' && strncmp(s, "cndend", 6)) {
      static const char *const when[] = {"always", "p0", "never", "!p0"};
      snprintf(form, sizeof form, "%.*s if %s", (int)word, s, when[(s[word + 1] - '0') & 3]);
      note("op", form);
      return;
   }
   if (name == word)
      note("op", (snprintf(form, sizeof form, "%.*s", (int)word, s), form));
   for (size_t at = name; at < word;) {
      const size_t next = at + 1 + strcspn(s + at + 1, ". ;\n");
      snprintf(form, sizeof form, "%.*s%.*s", (int)name, s, (int)((next < word ? next : word) - at), s + at);
      if (strncmp(s + at, ".e", 2) || !strchr("0123n", s[at + 2]))
         note("op", form);
      at = next;
   }
}

static void note_operations(struct util_ctx *ctx, const struct usc_group *g)
{
   struct util_buf b;

   util_buf_init(&b, ctx);
   usc_print(&b, g, NULL, USC_PLAIN, "\n");
   for (const char *s = b.data; s && *s;) {
      while (*s == ' ' || *s == '\n' || *s == ';')
         s++;
      const size_t n = strcspn(s, "\n");
      note_statement(s, n);
      s += n;
   }
}

/* Words for the operations in P0 and P1, by what they can share a group with. */
static const char *class_of(const struct usc_group *g, unsigned unit)
{
   const unsigned op = g->op[unit];
   const uint32_t flags = usc_op_info[op].flags;

   if (op == USC_OP_MBYP)
      return "move";
   if (flags & USC_F_COMPLEX || op == USC_OP_UNPCK)
      return usc_op_info[op].name;
   if (flags & USC_F_INT)
      return flags & USC_F_HI ? g->cin ? "int64.carry" : "int64" : g->cin ? "int32.carry" : "int32";
   return flags & USC_F_QUAD ? "derivative" : "float";
}

/* The operations that share the group. */
static void note_units(const struct usc_group *g)
{
   char form[FORM_SIZE] = "";

   for (unsigned u = 0; u < USC_GROUP_UNITS; u++) {
      const bool filler = g->kind == USC_BITWISE && g->op[u] && (strstr(usc_op_info[g->op[u]].name, "byp") || u == USC_COUNT);
      if (!g->op[u] || (filler && u != USC_MASK))
         continue;
      const char *word = g->kind == USC_MAIN && u <= USC_P1 ? class_of(g, u)
                         : g->kind == USC_BITWISE           ? (const char *const[]){"mask", "shift", "", "logic", "shift2",
                                                                          "test"}[u]
                                                            : usc_op_info[g->op[u]].name;
      if (g->kind == USC_CONTROL)
         break;
      snprintf(form + strlen(form), sizeof form - strlen(form), "%s%s", *form ? " + " : "", word);
   }
   if (*form)
      note(g->kind == USC_MAIN ? "main" : "bitwise", form);
   if (usc_rpt(g) > 1)
      note("repeated", form);
   if (g->atom)
      note("atomic", form);
   if (g->cc != USC_CC_PE && g->kind == USC_MAIN)
      note("condition", g->cc == USC_CC_IGNOREPE ? "ignorepe" : "p0");
}

/* The banks that source slots and destinations name, and modifiers of operands. */
static void note_operands(const struct usc_group *g)
{
   static const char *const mods[] = {"neg", "abs", "flr"};
   static const char *const banks[USC_NUM_BANKS] = {"", "", "r", "vi", "cf", "sh", "cfa", "idx", "o", "dc", "r"};
   char form[FORM_SIZE];

   for (unsigned s = 0; s < 8; s++) {
      const struct usc_opd o = s < 6 ? g->src[s] : g->dst[s - 6];
      uint32_t bits;
      const char *bank = banks[o.bank % USC_NUM_BANKS];
      if (!o.bank || (s < 6 && g->kind == USC_MAIN && !(usc_group_reads(g) >> s & 1)))
         continue;
      if (o.bank == USC_SPECIAL)
         bank = usc_constant_bits(o.index, &bits) ? "c"
                : usc_opd_is_pixel(o)           ? "o"
                : o.index >= 36 && o.index < 44 ? "i"
                                                : "sr";
      snprintf(form, sizeof form, "%s%u %s%s", s < 6 ? "S" : "W", s < 6 ? s : s - 6, bank, o.idx ? "[idx]" : "");
      note("operand", form);
      for (unsigned m = 0; m < 3 && s < 6; m++)
         if (o.mod >> m & 1) {
            snprintf(form, sizeof form, "%s %c.%s", usc_op_info[g->op[s / 3]].name, "abc"[s % 3], mods[m]);
            note("modifier", form);
         }
   }
}

static void note_group(struct util_ctx *ctx, const struct usc_group *g)
{
   note_operations(ctx, g);
   note_units(g);
   note_operands(g);
}

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

/* Compiles the text for one core in one way. Programs that the core or the machine does not support have no forms. */
static bool compile(const char *text, size_t len, const char *core, const struct way *w)
{
   struct nvp4c_options o;
   struct usc_prog p = {0};
   const char *err;
   size_t where, size;

   nvp4c_options_init(&o, sizeof o);
   o.cpu = core;
   o.attr = attr;
   o.opt_level = w->level;
   o.key.samples = w->samples;
   memset(o.key.frt, w->format, sizeof o.key.frt);
   o.diagnostics.no_warnings = 1;
   struct nvp4c_result *r = nvp4c_compile(text, len, &o);
   const void *code = nvp4c_result_code(r, &size);
   const bool good = nvp4c_result_status(r) == NVP4C_OK && code;
   if (good) {
      struct util_ctx ctx;
      util_ctx_init(&ctx, NULL, 0);
      if (!usc_decode_prog(&ctx, code, size, &p, &err, &where)) {
         printf("FAIL %s: %s\n", program, err);
         exit(1);
      }
      for (uint32_t k = 0; k < p.n; k++)
         note_group(&ctx, &p.g[k]);
      util_ctx_finish(&ctx);
   }
   nvp4c_result_free(r);
   return good;
}

static char *read_text(const char *file, size_t *len)
{
   FILE *f = fopen(file, "rb");
   char *text = malloc(1 << 20);

   if (!f) {
      printf("FAIL %s cannot be read\n", file);
      exit(1);
   }
   *len = fread(text, 1, (1 << 20) - 1, f);
   text[*len] = 0;
   fclose(f);
   return text;
}

/* ---- the table ----------------------------------------------------------------------------------------------------------- */

/* Reads the rows "form | source". */
static void read_table(const char *file)
{
   size_t len;
   char *text = read_text(file, &len), *line = strtok(text, "\n");

   for (; line; line = strtok(NULL, "\n")) {
      char *bar = strstr(line, " | ");
      if (*line == '#')
         continue;
      if (!bar || !bar[3]) {
         printf("FAIL %s: a row without a source: %s\n", file, line);
         exit(1);
      }
      while (bar > line && bar[-1] == ' ')
         bar--;
      *bar = 0;
      struct form *f = find_form(line);
      if (f->listed)
         printf("FAIL %s: two rows for %s\n", file, line);
      f->listed = true;
   }
   free(text);
}

static int by_text(const void *a, const void *b)
{
   return strcmp(((const struct form *)a)->text, ((const struct form *)b)->text);
}

int main(int argc, char **argv)
{
   bool list = false;
   int k = 1;
   unsigned passed = 0, failed = 0, compiled = 0;

   for (; k < argc && *argv[k] == '-'; k++) {
      list |= !strcmp(argv[k], "-list");
      if (!strncmp(argv[k], "-attr=", 6))
         attr = argv[k] + 6;
   }
   if (argc < k + 2) {
      fprintf(stderr, "usage: forms [-list] [-attr=FEATURES] TABLE PROGRAM...\n");
      return 2;
   }
   for (read_table(argv[k++]); k < argc; k++) {
      size_t len;
      char *text = read_text(program = argv[k], &len);
      for (unsigned c = 0; c < NUM_CORES; c++)
         for (unsigned w = 0; w < NUM_WAYS; w++)
            compiled += compile(text, len, cores[c], &ways[w]);
      free(text);
   }
   qsort(forms, num_forms, sizeof *forms, by_text);
   for (unsigned n = 0; n < num_forms; n++) {
      const struct form *f = &forms[n];
      if (list)
         printf("%-50s %8lu %s %s\n", f->text, f->groups, f->listed ? "listed" : "-", f->first);
      else if (!f->listed)
         printf("FAIL no row for %s, in %s\n", f->text, f->first);
      else if (!f->groups)
         printf("FAIL no program has %s\n", f->text);
      passed += f->listed && f->groups;
      failed += !f->listed || !f->groups;
   }
   if (!list)
      printf("%u passed, %u failed\n", passed, failed + !compiled);
   return !list && (failed || !compiled);
}
