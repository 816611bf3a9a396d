/* SPDX-License-Identifier: MIT */
/* Compiles texts in any language. The hash of the text selects target, level and output, so a text alone reproduces what it
   found. One text in four is compiled again without the cache of earlier compiles, and must give the same code. */
#include <string.h>

#include "tests/fuzz/fuzz.h"

void fuzz_compile(const uint8_t *data, size_t size)
{
   const uint32_t h = fuzz_hash(data, size);
   struct nvp4c_options o = fuzz_options(h >> 8);
   size_t n, again_n;

   o.target = h & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   o.opt_level = (int)(h >> 1 & 3);
   o.output.listing = h >> 3 & 1;
   o.output.object = h >> 4 & 1;
   o.stress.spill_all = !(h >> 12 & 15);
   o.stress.sched_seed = h >> 16 & 7 ? 0 : h >> 19;
   o.preshader = h >> 5 & 1 ? NVP4C_PRESHADER_CALLER : NVP4C_PRESHADER_MACHINE;
   o.verify.each = o.check_code = 1;
   struct nvp4c_result *r = nvp4c_compile((const char *)data, size, &o);
   fuzz_check_result(r, size, 0);
   const void *code = nvp4c_result_code(r, &n);
   if (code && h >> 6 & 1 && h >> 7 & 1) {
      o.context = NULL;
      struct nvp4c_result *again = nvp4c_compile((const char *)data, size, &o);
      const void *bytes = nvp4c_result_code(again, &again_n);
      FUZZ_REQUIRE(bytes && again_n == n && !memcmp(bytes, code, n));
      nvp4c_result_free(again);
   }
   nvp4c_result_free(r);
}
