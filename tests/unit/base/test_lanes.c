/* SPDX-License-Identifier: MIT */
/* The arithmetic on all lanes at once agrees with num.h in every model, for all pairs of special values and random values. */
#include "semantics/fpenv.h"
#include "semantics/lanes.h"
#include "tests/unit/common/suite.h"
#include "util/rng.h"

static const uint32_t special[] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 1,
    0x807fffff, 0x00800000, 0x80800001, 0x7f7fffff, 0xff7fffff, 0x7f7ffffe, 0x3f7fffff, 0x3f800001, 0x00ffffff, 0x01000000,
    0x34000000, 0xb3800000, 0x33800000, 0x4b000000, 0xcb000001, 0x73800000, 0x0c800000, 0x1fffffff, 0x20000000, 0x5f000000,
};
#define NUM_SPECIAL (sizeof special / sizeof *special)

static struct util_rng rng;

static uint32_t value(void)
{
   const uint32_t r = util_rng_u32(&rng);
   switch (util_rng_below(&rng, 6)) {
   case 0: return special[r % NUM_SPECIAL];
   case 1: return special[r % NUM_SPECIAL] + (r >> 8) % 5 - 2; /* or near it */
   case 2: return (r & 0x807fffff) | (120 + (r >> 23) % 16) << 23;
   case 3: return (r & 0x80000000) | 127u << 23 | (r & 7) << r % 21; /* few bits: ties and cancellations */
   default: return r;
   }
}

/* Only the first `count` lanes are computed; the others keep their values. */
static void compare_first(bool wide, num_m m, const exec_lanes a, const exec_lanes b, const exec_lanes c, unsigned count)
{
   const struct lanes_ops *o = lanes_ops_for(wide, m, 1u << (count - 1));
   exec_lanes d[6];
   memset(d, 0xa5, sizeof d);
   o->fadd(m, a, b, NULL, d[0]);
   o->fmul(m, a, b, NULL, d[1]);
   o->fmad(m, a, b, c, d[2]);
   o->flt(m, a, b, NULL, d[3]);
   o->feq(m, a, b, NULL, d[4]);
   o->fsat(m, a, NULL, NULL, d[5]);
   for (unsigned i = 0; i < 6; i++)
      for (unsigned l = count; l < EXEC_LANES; l++)
         ck_assert_uint_eq(d[i][l], 0xa5a5a5a5);
   for (unsigned l = 0; l < count; l++) {
      static const char *const name[] = {"fadd", "fmul", "fmad", "flt", "feq", "fsat"};
      const uint32_t want[6] = {num_fadd(m, a[l], b[l]),     num_fmul(m, a[l], b[l]),     num_fmad(m, a[l], b[l], c[l]),
                                0u - num_flt(m, a[l], b[l]), 0u - num_feq(m, a[l], b[l]), num_fsat(m, a[l])};
      for (unsigned i = 0; i < 6; i++)
         if (d[i][l] != want[i]) /* an assertion costs a system call even if it holds */
            ck_abort_msg("%s %s %08x %08x %08x: %08x, not %08x", m->name, name[i], a[l], b[l], c[l], d[i][l], want[i]);
   }
}

static void compare(num_m m, const exec_lanes a, const exec_lanes b, const exec_lanes c)
{
   static unsigned turn;
   const unsigned count = turn++ % 4 ? 32 : turn / 4 % 2 ? 16 : 8;
   compare_first(false, m, a, b, c, count);
   if (lanes_can_be_wide())
      compare_first(true, m, a, b, c, count);
}

/* Models of targets, and a model that differs from IEEE only by the rounding of a target. */
static num_m model(unsigned i)
{
   static struct num_model odd;
   odd = num_model_ieee;
   odd.round = NUM_ROUND_ZERO;
   odd.mad_fused = false;
   const num_m models[] = {&num_model_usc_rtz, &num_model_usc_rne, &num_model_agx, &num_model_ieee, &odd};
   return models[i];
}

START_TEST(specials)
{
   exec_lanes a, b, c;
   unsigned n = 0;
   for (unsigned i = 0; i < NUM_SPECIAL; i++)
      for (unsigned j = 0; j < NUM_SPECIAL; j++)
         for (unsigned k = 0; k < NUM_SPECIAL; k++) {
            a[n % EXEC_LANES] = special[i];
            b[n % EXEC_LANES] = special[j];
            c[n % EXEC_LANES] = special[k];
            if (++n % EXEC_LANES == 0)
               compare(model((unsigned)_i), a, b, c);
         }
}
END_TEST

START_TEST(random_values)
{
   exec_lanes a, b, c;
   const num_m m = model((unsigned)_i);
   util_rng_init(&rng, (uint64_t)_i + 1);
   for (unsigned i = 0; i < 40000; i++) {
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         a[l] = value();
         b[l] = value();
         c[l] = value();
         /* every fourth time the terms of the sum nearly cancel */
         if (l % 4 == 0)
            c[l] = num_fmul(m, a[l], b[l]) ^ 0x80000000;
         if (l % 4 == 1)
            b[l] = (a[l] ^ 0x80000000) + util_rng_below(&rng, 3);
      }
      compare(m, a, b, c);
   }
}
END_TEST

START_TEST(masks)
{
   exec_lanes a, b, d;
   util_rng_init(&rng, 7);
   for (unsigned i = 0; i < 1000; i++) {
      const uint32_t mask = util_rng_u32(&rng) & util_rng_u32(&rng);
      for (unsigned l = 0; l < EXEC_LANES; l++) {
         a[l] = mask >> l & 1 ? value() | 1 : 0;
         b[l] = value();
         d[l] = l;
      }
      ck_assert_uint_eq(lanes_mask(a), mask);
      lanes_select(mask, b, d);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         ck_assert_uint_eq(d[l], mask >> l & 1 ? b[l] : l);
      lanes_choose(mask, a, b, d);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         ck_assert_uint_eq(d[l], mask >> l & 1 ? a[l] : b[l]);
      lanes_sign(0x7fffffff, 0x80000000, b, d);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         ck_assert_uint_eq(d[l], b[l] | 0x80000000);
   }
}
END_TEST

int main(void)
{
   Suite *s = suite_create("lanes");
   TCase *tc = tcase_create("all");
   tcase_set_timeout(tc, 120);
   tcase_add_loop_test(tc, specials, 0, 5);
   tcase_add_loop_test(tc, random_values, 0, 5);
   tcase_add_test(tc, masks);
   suite_add_tcase(s, tc);
   return suite_run(s);
}
