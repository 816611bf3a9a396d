/* SPDX-License-Identifier: MIT */
/* Fuzzes the reader of pre-shaders with a correct hash, and runs what it accepts. Equal inputs must give equal results. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

static void run(const struct nvp4c_preshader *p)
{
   const struct nvp4c_preshader_info info = nvp4c_get_preshader_info(p);
   char text[64];

   for (unsigned i = 0; i < info.num_inputs; i++)
      nvp4c_reflection_name(nvp4c_preshader_input(p, i), text, sizeof text);
   /* Separate allocations, so that accesses beyond them are found; the memory of the run has arbitrary contents. */
   uint32_t *input = malloc(4 * (size_t)info.num_inputs + 1), *result = malloc(8 * (size_t)info.num_results + 1);
   uint32_t *work = malloc(4 * (size_t)info.work_words + 1);
   FUZZ_REQUIRE(input && result && work);
   for (unsigned i = 0; i < info.num_inputs; i++)
      input[i] = i % 2 ? 0x3f800000u + i * 0x10000u : i * 0x9e3779b9u;
   for (unsigned turn = 0; turn < 2; turn++) {
      memset(work, turn ? 0xff : 0, 4 * (size_t)info.work_words);
      nvp4c_preshader_run(p, input, result + turn * info.num_results, work);
   }
   FUZZ_REQUIRE(!memcmp(result, result + info.num_results, 4 * (size_t)info.num_results));
   free(input);
   free(result);
   free(work);
}

void fuzz_preshader(const uint8_t *data, size_t size)
{
   const uint32_t hash = fuzz_hash(data, size);
   struct nvp4c_options o = fuzz_options(hash);
   uint8_t *copy = malloc(size + 1);

   FUZZ_REQUIRE(copy != NULL);
   memcpy(copy, data, size);
   if (hash % 32)
      fuzz_hash_preshader(copy, size);
   struct nvp4c_preshader *p = nvp4c_preshader_create(copy, size, &o);
   FUZZ_REQUIRE(p != NULL);
   free(copy); /* the pre-shader does not refer to the input */
   fuzz_check_result(nvp4c_preshader_result(p), size, 0);
   if (nvp4c_result_status(nvp4c_preshader_result(p)) == NVP4C_OK)
      run(p);
   nvp4c_preshader_free(p);
}
