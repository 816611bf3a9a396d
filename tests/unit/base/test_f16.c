/* SPDX-License-Identifier: MIT */
/* Tests f16 conversions of all 65,536 values, and of the three f32 values at every rounding boundary between two of them. */
#include "tests/unit/common/suite.h"
#include "semantics/num.h"

#include <math.h>

static void same(unsigned got, unsigned want)
{
   if (got != want)
      ck_abort_msg("%08x, want %08x", got, want);
}

/* IEEE 754 binary16 from its definition: (-1)^s * 2^(e-15) * (1 + m/1024), or 2^-14 * m/1024 for e = 0. */
static double value_of(unsigned h)
{
   int e = h >> 10 & 31, man = h & 1023;
   double v = e == 31 ? (man ? NAN : INFINITY) : e ? ldexp(1024 + man, e - 25) : ldexp(man, -24);

   return h & 0x8000 ? -v : v;
}

START_TEST(widen)
{
   struct num_model flush = num_model_ieee;
   flush.flush16_in = true;
   for (unsigned h = 0; h < 65536; h++) {
      uint32_t w = num_h2f(&num_model_ieee, (uint16_t)h);
      double v = value_of(h);
      if (isnan(v)) {
         same(w, NUM_NAN);
         continue;
      }
      same(w, num_u((float)v));
      bool denorm = (h & 0x7c00) == 0;
      same(num_h2f(&flush, (uint16_t)h), denorm ? w & 0x80000000u : w);
      /* targets keep f16 denormals although they flush f32 denormals */
      same(num_h2f(&num_model_usc_rtz, (uint16_t)h), w);
      same(num_h2f(&num_model_agx, (uint16_t)h), w);
   }
}
END_TEST

START_TEST(round_trip)
{
   struct num_model flush = num_model_ieee;
   flush.flush16_out = true;
   for (unsigned h = 0; h < 65536; h++) {
      uint32_t w = num_h2f(&num_model_ieee, (uint16_t)h);
      unsigned back = num_f2h(&num_model_ieee, w);
      if (num_isnan(w)) {
         same(back, 0x7e00);
         continue;
      }
      same(back, h);
      same(num_f2h(&flush, w), (h & 0x7c00) == 0 ? h & 0x8000 : h);
   }
}
END_TEST

START_TEST(boundaries)
{
   for (unsigned h = 0; h < 0x7c00; h++) {
      /* half way to the next value; 65536 follows the largest value here, so infinity starts at 65520 */
      double next = h == 0x7bff ? 65536 : value_of(h + 1);
      uint32_t mid = num_u((float)((value_of(h) + next) / 2));
      for (unsigned s = 0; s < 2; s++) {
         uint32_t sign = s << 31;
         unsigned hs = s << 15;
         same(num_f2h(&num_model_ieee, sign | (mid - 1)), hs | h);
         same(num_f2h(&num_model_ieee, sign | mid), hs | (h + (h & 1)));
         same(num_f2h(&num_model_ieee, sign | (mid + 1)), hs | (h + 1));
      }
   }
   same(num_f2h(&num_model_ieee, num_u(1e10f)), 0x7c00);
   same(num_f2h(&num_model_ieee, 0xff800000u), 0xfc00);
   same(num_f2h(&num_model_ieee, 0xffffffffu), 0x7e00);
   same(num_f2h(&num_model_ieee, 0x80000001u), 0x8000);
   /* 2^-20: the denormal 0x0010 on both targets */
   same(num_f2h(&num_model_agx, num_u(0x1p-20f)), 0x0010);
   same(num_f2h(&num_model_usc_rtz, num_u(0x1p-20f)), 0x0010);
}
END_TEST

SUITE_MAIN("f16", DEFAULT_TIMEOUT, NULL, NULL, widen, round_trip, boundaries)
