/* SPDX-License-Identifier: MIT */
/* Checking tables of programs: see parse_check.h. */
#include "tests/unit/common/parse_check.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/nv/tree/nv_print.h"

struct parse_outcome parse_text(const char *text, size_t len, const struct nv_limits *limits)
{
   struct parse_outcome o = {.errors = 0};
   struct util_ctx ctx;
   char *copy = malloc(len ? len : 1);

   if (len)
      memcpy(copy, text, len);
   util_ctx_init(&ctx, NULL, 0);
   ctx.text = copy;
   ctx.text_len = len;
   if (!setjmp(ctx.unwind)) {
      ctx.unwind_set = true;
      struct nv_program *p = nv_parse(&ctx, copy, len, limits);
      o.tree = p != NULL;
      if (p) {
         struct util_buf b;
         util_buf_init(&b, &ctx);
         nv_print(&b, p);
         snprintf(o.dump, sizeof o.dump, "%s", b.data);
      }
   }
   for (struct util_diag *d = ctx.diags; d; d = d->next)
      if (d->severity != DIAG_NOTE && d->severity != DIAG_WARNING && o.errors++ == 0)
         o.first = *d;
   o.status = ctx.status;
   static char message[300];
   if (o.errors) {
      snprintf(message, sizeof message, "%s", o.first.message);
      o.first.message = message;
   }
   util_ctx_finish(&ctx);
   free(copy);
   return o;
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
      if (o.tree || o.errors != 1 || o.status != status || strcmp(diag_info[o.first.id].name, rows[i].id) != 0 ||
          o.first.span.off != want) {
         fprintf(stderr, "row %zu: %s\n  want [%s] at %zu\n", i, rows[i].source, rows[i].id, want);
         if (o.errors)
            fprintf(stderr, "  got  [%s] at %u, %u errors, status %d: %s\n", diag_info[o.first.id].name, o.first.span.off,
                    o.errors, o.status, o.first.message);
         else
            fprintf(stderr, "  got no error\n");
         failed++;
      }
      ck_assert(!o.errors || (size_t)o.first.span.off + o.first.span.len <= len);
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
      fprintf(stderr, "accept row %zu: %s\n  at %u \"%.20s\": %s\n", i, rows[i], o.first.span.off, rows[i] + o.first.span.off,
              o.errors ? o.first.message : "no error");
   }
   return failed;
}

unsigned parse_check_trees(const struct parse_tree *rows, size_t n)
{
   unsigned failed = 0;

   for (size_t i = 0; i < n; i++) {
      struct parse_outcome o = parse_text(rows[i].source, strlen(rows[i].source), &nv_default_limits);

      if (o.tree && strstr(o.dump, rows[i].want))
         continue;
      failed++;
      fprintf(stderr, "tree row %zu: %s\n  want %s\n  got %s%s\n", i, rows[i].source, rows[i].want, o.dump,
              o.errors ? o.first.message : "");
   }
   return failed;
}
