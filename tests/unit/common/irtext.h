/* SPDX-License-Identifier: MIT */
/* For tests of the IR: a context that a checked fixture creates for each test, and programs as text in it. */
#ifndef TESTS_UNIT_IRTEXT_H
#define TESTS_UNIT_IRTEXT_H

#include "tests/unit/common/suite.h"
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

/* NULL after an error, which is in ctx.diags. */
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

/* The number models for tests of passes: those of the targets, and two others. */
#define TEST_MODELS 5
static inline num_m test_model(unsigned n)
{
   static const struct num_model unfused = {.name = "unfused", .f2i_saturate = true, .shift = NUM_SHIFT_MASK};
   static const struct num_model *const models[TEST_MODELS] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_agx,
                                                               &num_model_ieee, &unfused};

   return models[n];
}

static inline void check_valid(struct ir_shader *s, const char *what, uint64_t seed)
{
   const char *err = ir_validate(s);

   if (err)
      ck_abort_msg("%s, seed %llu: %s", what, (unsigned long long)seed, err);
}

#endif
