/* SPDX-License-Identifier: MIT */
/* Programs with more parameters than uniforms: the main part and the preamble read the others from memory. */
#include "nvp4c.h"
#include "tests/unit/common/suite.h"
#include "util/buf.h"

#include <string.h>

static uint64_t stat_of(const struct nvp4c_result *r, const char *name)
{
   for (unsigned k = 0; k < nvp4c_result_num_stats(r); k++)
      if (!strcmp(nvp4c_result_stat(r, k).name, name))
         return nvp4c_result_stat(r, k).value;
   ck_abort_msg("no statistic %s", name);
}

/* Reads n parameters unchanged, and computes the reciprocal of a component of each of n others. */
static void write_program(struct util_buf *b, unsigned n)
{
   util_buf_printf(b, "!!NVvp4.0\nTEMP a, b;\nMOV a, vertex.position;\n");
   for (unsigned k = 0; k < n; k++)
      util_buf_printf(b, "MUL a, a, program.env[%u];\nRCP b.x, program.local[%u].y;\nMAD a, b.x, program.local[%u], a;\n", k, k,
                      k);
   util_buf_printf(b, "MOV result.position, a;\nEND\n");
}

static uint64_t compile(const char *text, size_t len, int level, const char *disable, const char *stat)
{
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.target = NVP4C_TARGET_AGX;
   o.opt_level = level;
   o.passes.disable = disable;
   o.verify.waves = 4;
   o.verify.seed = 1;
   struct nvp4c_result *r = nvp4c_compile(text, len, &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   ck_assert_uint_eq(nvp4c_result_verify(r).code_comparisons, 4);
   const uint64_t value = stat_of(r, stat);
   nvp4c_result_free(r);
   return value;
}

START_TEST(full_uniforms)
{
   static const unsigned sizes[] = {20, 33, 60, 120};
   struct util_ctx ctx;

   for (unsigned k = 0; k < 4; k++) {
      struct util_buf b;
      util_ctx_init(&ctx, NULL, 0);
      util_buf_init(&b, &ctx);
      write_program(&b, sizes[k]);
      ck_assert_uint_eq(compile(b.data, b.len, 0, NULL, "preamble_instructions"), 0);
      ck_assert_uint_gt(compile(b.data, b.len, 2, NULL, "preamble_instructions"), sizes[k] < 40 ? sizes[k] : 40);
      ck_assert_uint_lt(compile(b.data, b.len, 2, NULL, "instructions"),
                        compile(b.data, b.len, 2, "preshader", "instructions"));
      util_ctx_finish(&ctx);
   }
}
END_TEST

SUITE_MAIN("agx_preamble", 600, NULL, NULL, full_uniforms)
