/* SPDX-License-Identifier: MIT */
/* Streams of words from a client of the GL driver. The first word selects the target. Each command is limited to few steps. */
#define _GNU_SOURCE
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "gl-driver/tests/feed.h"

void fuzz_vtest(const uint8_t *data, size_t size)
{
   static uint32_t words[1 << 14];
   const size_t n = size / 4 < 1 << 14 ? size / 4 : 1 << 14;

   if (n < 2)
      return;
   memcpy(words, data + 4, (n - 1) * 4);
   const enum nvp4c_target target = data[0] & 1 ? NVP4C_TARGET_AGX : NVP4C_TARGET_USC;
   const struct driver driver = {
       .target = target, .opt_level = 1, .threads = 1, .samples = 4, .gl_version = 33, .max_steps = 20000};
   FUZZ_REQUIRE(feed(words, n - 1, &driver, false));
}
