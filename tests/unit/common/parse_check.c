/* SPDX-License-Identifier: MIT */
/* Checking tables of programs: see parse_check.h. */
#include "tests/unit/common/parse_check.h"

#include "tests/unit/common/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/nv/ast/nv_print.h"

/* Parses with the rules `how`, and prints the AST to b. Returns false if there is no AST. */
typedef bool parser(struct util_ctx *ctx, const char *text, size_t len, const void *how, struct util_buf *b);

static void diagnostics(struct parse_outcome *o, const struct util_ctx *ctx, size_t len)
{
   for (const struct util_diag *d = ctx->diags; d; d = d->next) {
      o->placed &= d->span.off == UINT32_MAX || (d->span.off <= len && d->span.len <= len - d->span.off);
      if (d->severity == DIAG_WARNING && o->warnings++ == 0)
         snprintf(o->warned, sizeof o->warned, "%s", diag_info[d->id].name);
      if (d->severity == DIAG_NOTE || d->severity == DIAG_WARNING || o->errors++)
         continue;
      o->id = d->id;
      o->span = d->span;
      snprintf(o->message, sizeof o->message, "%s", d->message);
   }
}

static struct parse_outcome parse(const char *text, size_t len, enum diag_id muted, parser *p, const void *how)
{
   struct parse_outcome o = {.placed = true};
   struct util_ctx ctx;
   char *copy = malloc(len ? len : 1);

   if (len)
      memcpy(copy, text, len);
   util_ctx_init(&ctx, NULL, 0);
   ctx.text = copy;
   ctx.text_len = len;
   ctx.muted = muted;
   if (!setjmp(ctx.unwind)) {
      struct util_buf b;

      ctx.unwind_set = true;
      util_buf_init(&b, &ctx);
      o.tree = p(&ctx, copy, len, how, &b);
      if (o.tree)
         o.print = strdup(b.data);
   }
   diagnostics(&o, &ctx, len);
   o.status = ctx.status;
   util_ctx_finish(&ctx);
   free(copy);
   return o;
}

static bool parse_nv(struct util_ctx *ctx, const char *text, size_t len, const void *limits, struct util_buf *b)
{
   struct nv_program *p = nv_parse(ctx, text, len, limits);

   if (p)
      nv_print(b, p);
   return p != NULL;
}

static bool parse_tgsi(struct util_ctx *ctx, const char *text, size_t len, const void *numbers, struct util_buf *b)
{
   struct tgsi_program *p = tgsi_parse(ctx, text, len, NULL);

   if (p)
      tgsi_print(b, p, *(const bool *)numbers);
   return p != NULL;
}

struct parse_outcome parse_text(const char *text, size_t len, const struct nv_limits *limits)
{
   struct parse_outcome o = parse(text, len, DIAG_COUNT, parse_nv, limits);

   free(o.print);
   o.print = NULL;
   return o;
}

struct parse_outcome tgsi_text(const char *text, size_t len, enum diag_id muted, bool numbers)
{
   return parse(text, len, muted, parse_tgsi, &numbers);
}

unsigned parse_check_rejects(const struct parse_reject *rows, size_t n)
{
   unsigned failed = 0;

   for (size_t i = 0; i < n; i++) {
      const char *at = strchr(rows[i].source, '@');
      char *text = strdup(rows[i].source);
      size_t len = strlen(text), want = at ? (size_t)(at - rows[i].source) : len;

      if (at) {
         memmove(text + want, text + want + 1, len - want);
         len--;
      }
      struct parse_outcome o = parse_text(text, len, &nv_default_limits);
      enum util_status status = strncmp(rows[i].id, "unsupported-", 12) == 0 ? UTIL_UNSUPPORTED : UTIL_REJECTED;
      if (o.tree || o.errors != 1 || o.status != status || strcmp(diag_info[o.id].name, rows[i].id) != 0 ||
          o.span.off != want) {
         fprintf(stderr, "row %zu: %s\n  want [%s] at %zu\n", i, rows[i].source, rows[i].id, want);
         if (o.errors)
            fprintf(stderr, "  got  [%s] at %u, %u errors, status %d: %s\n", diag_info[o.id].name, o.span.off,
                    o.errors, o.status, o.message);
         else
            fprintf(stderr, "  got no error\n");
         failed++;
      }
      ck_assert(o.placed);
      free(text);
   }
   return failed;
}

unsigned parse_check_accepts(const char *const *rows, size_t n)
{
   unsigned failed = 0;

   for (size_t i = 0; i < n; i++) {
      struct parse_outcome o = parse_text(rows[i], strlen(rows[i]), &nv_default_limits);

      if (o.tree && !o.errors && o.status == UTIL_OK)
         continue;
      failed++;
      fprintf(stderr, "accept row %zu: %s\n  at %u \"%.20s\": %s\n", i, rows[i], o.span.off, rows[i] + o.span.off,
              o.errors ? o.message : "no error");
   }
   return failed;
}

unsigned parse_check_trees(const struct parse_tree *rows, size_t n)
{
   unsigned failed = 0;

   for (size_t i = 0; i < n; i++) {
      struct parse_outcome o = parse(rows[i].source, strlen(rows[i].source), DIAG_COUNT, parse_nv, &nv_default_limits);

      if (!o.tree || !strstr(o.print, rows[i].want)) {
         failed++;
         fprintf(stderr, "tree row %zu: %s\n  want %s\n  got %s\n", i, rows[i].source, rows[i].want,
                 o.tree ? o.print : o.message);
      }
      free(o.print);
   }
   return failed;
}
