/* SPDX-License-Identifier: MIT */
/* Random words for the inputs, parameters and memory of a verification: see verify_inputs.h. */
#include "nvp4c/verify/verify_inputs.h"
#include "util/rng.h"

static const uint32_t special[] = {
   0x00000000, /* 0 */
   0x80000000, /* -0, INT_MIN */
   0x3f800000, /* 1.0 */
   0xbf800000, /* -1.0 */
   0x7f800000, /* +inf */
   0xff800000, /* -inf */
   0x7fc00000, /* NaN */
   0x00000001, /* 1; least denormal */
   0x807fffff, /* greatest negative denormal */
   0x00800000, /* least normal */
   0x7f7fffff, /* greatest float */
   0xffffffff, /* -1; a NaN */
   0x7fffffff, /* INT_MAX; a NaN */
   0x3f000000, /* 0.5 */
   0x40200000, /* 2.5, a tie when rounded */
   0x00000020, /* 32, a shift count out of range */
   0x4b000001, /* 2^23 + 1 */
   0x4f000000, /* 2^31 */
};
#define NUM_SPECIAL (sizeof special / sizeof special[0])

/* Floats of ordinary size pass through programs without becoming infinite. */
uint32_t verify_word(struct util_rng *g)
{
   uint32_t kind = util_rng_below(g, 32), r = util_rng_u32(g);

   if (kind < 18) /* +-[2^-4, 2^3) */
      return (r & 0x807fffff) | (123u + util_rng_below(g, 7)) << 23;
   if (kind < 22) /* multiples of 1/4 in [-8, 8) */
      return num_u((float)((int)(r % 64) - 32) * 0.25f);
   if (kind < 27) /* small integers, half of them negative */
      return (r & 0x100) ? r & 31 : 0u - (r & 15);
   if (kind < 29)
      return r;
   if (kind < 30) /* any float that is not special */
      return (r & 0x807fffff) | (64u + util_rng_below(g, 128)) << 23;
   return special[r % NUM_SPECIAL];
}
