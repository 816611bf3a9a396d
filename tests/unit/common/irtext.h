/* SPDX-License-Identifier: MIT */
/* For tests of the IR: a context that a checked fixture makes anew for every test, and programs as text in it. */
#ifndef TESTS_UNIT_IRTEXT_H
#define TESTS_UNIT_IRTEXT_H

#include <check.h>
#include <string.h>

#include "ir/text.h"
#include "util/buf.h"

static struct util_ctx ctx;

static inline void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("left the compile: %s", ctx.diags ? ctx.diags->message : "no diagnostic");
}

static inline void teardown(void)
{
   util_ctx_finish(&ctx);
}

/* NULL: ctx.diags says why. */
static inline struct ir_shader *parse(const char *text)
{
   ctx.diags = NULL;
   ctx.diags_tail = &ctx.diags;
   ctx.text = text;
   ctx.text_len = strlen(text);
   return ir_parse(&ctx, text, strlen(text), &num_model_ieee);
}

static inline struct ir_shader *must_parse(const char *text)
{
   struct ir_shader *s = parse(text);

   if (!s)
      ck_abort_msg("line %u: %s", ctx.diags->line, ctx.diags->message);
   return s;
}

static inline const char *print(const struct ir_shader *s)
{
   struct util_buf b;

   util_buf_init(&b, &ctx);
   ir_print(&b, s);
   return b.data;
}

#endif
