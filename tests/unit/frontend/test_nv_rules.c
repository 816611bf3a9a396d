/* SPDX-License-Identifier: MIT */
/*
 * Tests tests/nv/rules.tsv, which has a program for each rule about rejected programs. Each program must give one error, with
 * the id and at the byte that its row gives. To show that the test belongs to the rule, util_ctx.muted switches the checks off
 * one at a time. Without its own check the program is accepted (or, if the row says so, rejected for another reason); without
 * the check of any other row it is rejected as before. Valid programs have only warnings, so they depend on no check.
 *
 * Run this in the root of the tree. The names of columns are those in the head of rules.tsv.
 */
#include "frontend/nv/ast/nv_ast.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIR "tests/nv/rules/"
#define MAX_ROWS 2000
enum {
   COL_ID,
   COL_DOCUMENT,
   COL_SECTION,
   COL_KEY,
   COL_RULE,
   COL_TEST,
   COL_DIAG,
   COL_OFFSET,
   COL_TOKEN,
   COL_LIMITS,
   COL_NOTE,
   COLS
};

struct row {
   char *col[COLS];
   char *text;
   size_t len;
   struct nv_limits limits;
   enum diag_id id;
};

static struct row rows[MAX_ROWS];
static unsigned num_rows;

/* Options as on the command line: name=value, separated by commas. */
static void set_limits(struct row *r)
{
   static const struct {
      const char *name;
      size_t offset;
   } known[] = {
#define NV_LIMIT(field, name, value) {name, offsetof(struct nv_limits, field)},
#include "frontend/nv/ast/nv_limits.def"
#undef NV_LIMIT
   };

   r->limits = nv_default_limits;
   for (const char *s = r->col[COL_LIMITS]; strcmp(s, "-") && *s; s += strcspn(s, ","), s += *s == ',') {
      size_t i = 0, n = strcspn(s, "=");
      while (i < sizeof known / sizeof known[0] && (strlen(known[i].name) != n || memcmp(known[i].name, s, n) != 0))
         i++;
      ck_assert_msg(i < sizeof known / sizeof known[0] && s[n] == '=', "%s: no limit %s", r->col[COL_ID], s);
      uint32_t value = (uint32_t)strtoul(s + n + 1, NULL, 10);
      memcpy((char *)&r->limits + known[i].offset, &value, sizeof value);
   }
}

struct outcome {
   bool accepted;
   unsigned diags, errors;
   struct util_diag first;
   char section[80]; /* of the first citation, as it is published */
};

static struct outcome parse(const char *text, size_t len, const struct nv_limits *limits, enum diag_id muted)
{
   struct util_ctx ctx;
   struct outcome o = {.first = {.id = DIAG_COUNT}};
   /* A copy without a terminating NUL, for sanitizers. */
   char *copy = malloc(len ? len : 1);

   memcpy(copy, text, len);
   util_ctx_init(&ctx, NULL, 0);
   ctx.muted = muted;
   ctx.no_warnings = true; /* valid programs may have some */
   ctx.text = copy;
   ctx.text_len = len;
   ctx.unwind_set = true;
   if (setjmp(ctx.unwind) == 0)
      o.accepted = nv_parse(&ctx, copy, len, limits) != NULL;
   o.errors = ctx.num_errors;
   for (struct util_diag *d = ctx.diags; d; d = d->next)
      o.diags++;
   if (ctx.diags) {
      o.first = *ctx.diags;
      snprintf(o.section, sizeof o.section, "%s", o.first.section ? o.first.section : nv_section(o.first.id, text, len));
   }
   o.first.message = o.first.section = NULL;
   util_ctx_finish(&ctx);
   free(copy);
   return o;
}

static void add_row(const char *file, unsigned line, char *const *col)
{
   struct row *r = &rows[num_rows];
   char name[300];

   ck_assert_uint_lt(num_rows, MAX_ROWS);
   if (strcmp(col[COL_TEST], "-") == 0)
      return;
   memcpy(r->col, col, sizeof r->col);
   snprintf(name, sizeof name, DIR "%s", r->col[COL_TEST]);
   r->text = file_read(name, &r->len);
   ck_assert_msg(r->text, "%s:%u: no %s", file, line, name);
   r->id = diag_find(r->col[COL_DIAG], strlen(r->col[COL_DIAG]));
   set_limits(r);
   num_rows++;
}

static void load(void)
{
   file_tables("tests/nv/rules.tsv", COLS, add_row);
}

static bool note(const struct row *r, const char *what)
{
   return strstr(r->col[COL_NOTE], what) != NULL;
}

/* Each program is rejected with one error, with its id and at its place. */
START_TEST(rejected)
{
   unsigned bad = 0;

   for (unsigned i = 0; i < num_rows; i++) {
      const struct row *r = &rows[i];
      uint32_t off = (uint32_t)strtoul(r->col[COL_OFFSET], NULL, 10);
      const char *token = strcmp(r->col[COL_TOKEN], "EOF") ? r->col[COL_TOKEN] : "";

      if (off > r->len || (*token ? strncmp(r->text + off, token, strlen(token)) != 0 : off != r->len)) {
         fprintf(stderr, "%s: \"%s\" is not at byte %u of %s\n", r->col[COL_ID], r->col[COL_TOKEN], off, r->col[COL_TEST]);
         bad++;
         continue;
      }
      struct outcome o = parse(r->text, r->len, &r->limits, DIAG_COUNT);
      if (r->id == DIAG_COUNT) {
         fprintf(stderr, "%s: no diagnostic \"%s\"\n", r->col[COL_ID], r->col[COL_DIAG]);
         bad++;
      } else if (o.accepted || o.errors != 1 || o.first.id != r->id || o.first.span.off != off) {
         fprintf(stderr, "%s: %s: expected %s at %u, got %u errors, %s at %u\n", r->col[COL_ID], r->col[COL_TEST],
                 r->col[COL_DIAG], off, o.errors, o.errors ? diag_info[o.first.id].name : "none", o.first.span.off);
         bad++;
      }
   }
   ck_assert_msg(bad == 0, "%u rows", bad);
}
END_TEST

/* True if the two sections are equal or one contains the other. The document numbers its instructions "2.X.8.Z"; messages name
   them. */
static bool same_section(const char *cited, const struct row *r)
{
   char own[200];

   snprintf(own, sizeof own, "%s %s", r->col[COL_DOCUMENT], r->col[COL_SECTION]);
   if (!strcmp(r->col[COL_SECTION], "2.X.8.Z"))
      own[strlen(own) - 2] = 0;
   size_t n = strlen(own), m = strlen(cited);
   const char *longer = n > m ? own : cited;
   size_t shorter = n > m ? m : n;

   return !strncmp(own, cited, shorter) && (n == m || longer[shorter] == '.' || longer[shorter] == ' ');
}

/* The message names the section of the rule. The note "cited as DOCUMENT SECTION" is for rules that the documents state in
   several places, if the message names another one of them. */
START_TEST(sections)
{
   unsigned bad = 0;

   for (unsigned i = 0; i < num_rows; i++) {
      const struct row *r = &rows[i];
      struct outcome o = parse(r->text, r->len, &r->limits, DIAG_COUNT);
      const char *other = strstr(r->col[COL_NOTE], "cited as ");

      if (other ? !strcmp(other + 9, o.section) && !same_section(o.section, r) : same_section(o.section, r))
         continue;
      fprintf(stderr, "%s: %s: the message says %s, the row %s %s\n", r->col[COL_ID], r->col[COL_DIAG], o.section,
              r->col[COL_DOCUMENT], r->col[COL_SECTION]);
      bad++;
   }
   ck_assert_msg(bad == 0, "%u rows", bad);
}
END_TEST

/* Without its own check each program is accepted. */
START_TEST(own_check)
{
   unsigned bad = 0;

   for (unsigned i = 0; i < num_rows; i++) {
      const struct row *r = &rows[i];

      if (r->id == DIAG_COUNT)
         continue;
      struct outcome o = parse(r->text, r->len, &r->limits, r->id);
      bool as_expected = note(r, "still rejected") ? !o.accepted : o.accepted && o.errors == 0;
      if (o.first.id == r->id || !as_expected) {
         fprintf(stderr, "%s: %s: without %s: %s\n", r->col[COL_ID], r->col[COL_TEST], r->col[COL_DIAG],
                 o.first.id < DIAG_COUNT ? diag_info[o.first.id].name : "accepted");
         bad++;
      }
   }
   ck_assert_msg(bad == 0, "%u rows", bad);
}
END_TEST

/* Without the check of another rule each program is rejected as before. */
START_TEST(other_checks)
{
   static bool used[DIAG_COUNT];
   unsigned bad = 0;

   for (unsigned i = 0; i < num_rows; i++)
      if (rows[i].id < DIAG_COUNT)
         used[rows[i].id] = true;
   for (unsigned i = 0; i < num_rows; i++) {
      const struct row *r = &rows[i];

      for (unsigned id = 0; id < DIAG_COUNT; id++) {
         if (!used[id] || id == (unsigned)r->id)
            continue;
         struct outcome o = parse(r->text, r->len, &r->limits, (enum diag_id)id);
         if (o.errors != 1 || o.first.id != r->id) {
            fprintf(stderr, "%s: %s: changed without %s\n", r->col[COL_ID], r->col[COL_TEST], diag_info[id].name);
            bad++;
            break;
         }
      }
   }
   ck_assert_msg(bad == 0, "%u rows", bad);
}
END_TEST

/* Programs of other tests give no diagnostic, so a check that is switched off cannot change how they compile. */
START_TEST(valid)
{
   static const char *const patterns[] = {"tests/nv/*.[vfg]p", "tests/arb/*.[vf]p", "examples/*.[vfg]p",
                                          "bench/shaders/*.[vfg]p"};
   unsigned seen = 0, bad = 0;

   for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
      glob_t g;

      if (glob(patterns[i], 0, NULL, &g) != 0)
         continue;
      for (size_t k = 0; k < g.gl_pathc; k++) {
         size_t len;
         char *text = file_read(g.gl_pathv[k], &len);
         struct outcome o = parse(text, len, &nv_default_limits, DIAG_COUNT);

         free(text);
         seen++;
         if (o.diags == 1 && o.first.id == DIAG_ID_unsupported_language)
            continue;
         if (!o.accepted || o.diags) {
            fprintf(stderr, "%s: %s\n", g.gl_pathv[k], o.diags ? diag_info[o.first.id].name : "rejected");
            bad++;
         }
      }
      globfree(&g);
   }
   ck_assert_uint_gt(seen, 0);
   ck_assert_msg(bad == 0, "%u programs", bad);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("nv_rules");
   TCase *c = tcase_create("rules");

   tcase_set_timeout(c, 60);
   tcase_add_unchecked_fixture(c, load, NULL);
   tcase_add_test(c, rejected);
   tcase_add_test(c, sections);
   tcase_add_test(c, own_check);
   tcase_add_test(c, other_checks);
   tcase_add_test(c, valid);
   suite_add_tcase(s, c);
   return suite_run(s);
}
