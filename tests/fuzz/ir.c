/* SPDX-License-Identifier: MIT */
/* Fuzzes the text form of the IR. The text of an accepted program is printed; the printed text must be accepted and print the
   same. */
#include <string.h>

#include "ir/text.h"
#include "semantics/num.h"
#include "tests/fuzz/fuzz.h"

/* Not inlined, so that no local variable of a caller lives across the setjmp. Returns false if the text is not accepted. */
__attribute__((noinline)) static bool print_again(struct util_ctx *ctx, const char *text, size_t size, struct util_buf *b)
{
   if (setjmp(ctx->unwind))
      return false;
   ctx->unwind_set = true;
   const struct ir_shader *s = ir_parse(ctx, text, size, &num_model_ieee);
   if (!s || ctx->num_errors)
      return false;
   util_buf_init(b, ctx);
   ir_print(b, s);
   return true;
}

void fuzz_ir(const uint8_t *data, size_t size)
{
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));
   struct util_ctx first, second;
   struct util_buf a, b;

   o.language = NVP4C_LANG_IR;
   o.syntax_only = 1;
   struct nvp4c_result *r = nvp4c_compile((const char *)data, size, &o);
   fuzz_check_result(r, size, 0);
   const bool good = nvp4c_result_status(r) == NVP4C_OK;
   nvp4c_result_free(r);
   if (!good)
      return;
   util_ctx_init(&first, NULL, (size_t)1 << 27);
   util_ctx_init(&second, NULL, (size_t)1 << 27);
   if (print_again(&first, (const char *)data, size, &a)) {
      FUZZ_REQUIRE(print_again(&second, a.data, a.len, &b));
      FUZZ_REQUIRE(a.len == b.len && !memcmp(a.data, b.data, a.len));
   }
   util_ctx_finish(&second);
   util_ctx_finish(&first);
}
