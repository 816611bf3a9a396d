/* SPDX-License-Identifier: MIT */
/* Parses and checks texts of NV_gpu_program4 and the ARB languages. */
#include <string.h>

#include "tests/fuzz/fuzz.h"

void fuzz_nv(const uint8_t *data, size_t size)
{
   struct nvp4c_options o = fuzz_options(fuzz_hash(data, size));

   o.language = size > 5 && !memcmp(data, "!!ARB", 5) ? NVP4C_LANG_ARB : NVP4C_LANG_NV;
   o.syntax_only = 1;
   struct nvp4c_result *r = nvp4c_compile((const char *)data, size, &o);
   fuzz_check_result(r, size, 0);
   nvp4c_result_free(r);
}
