/* SPDX-License-Identifier: MIT */
/* Runs one group, given as text, on one wave of the simulator and checks its registers, for the tests of single operations. */
#ifndef USC_SIM_GROUP_H
#define USC_SIM_GROUP_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "backend-usc/isa/usc_build.h"
#include "backend-usc/sim/usc_sim.h"
#include "backend-usc/text/usc_text.h"
#include "tests/unit/common/suite.h"

static struct util_ctx ctx;
static struct usc_wave *t;
static char text[512];

static void setup(void)
{
   util_ctx_init(&ctx, NULL, 0);
   t = malloc(sizeof *t);
   usc_wave_init(t, &num_model_usc_rne, 0xffffffff, 1000000);
}
static void teardown(void)
{
   util_ctx_finish(&ctx);
   free(t);
}

/* Runs one group on the wave in its current state. */
__attribute__((format(printf, 1, 2))) static void group(const char *format, ...)
{
   struct usc_group g;
   struct usc_found f;
   struct usc_prog p = {.g = &g, .n = 1, .cap = 1};
   va_list ap;
   va_start(ap, format);
   vsnprintf(text, sizeof text, format, ap);
   va_end(ap);
   const char *err = usc_assemble_group(&ctx, text, strlen(text), &g, &f, NULL);
   ck_assert_msg(!err, "%s: %s", text, err);
   t->flow.pc = 0;
   usc_sim_step(usc_sim_decode_groups(&ctx, &p), t);
   ck_assert_msg(!t->fault, "%s: %s", text, t->fault);
}

#define IS(n, lane, want)                                                                                                      \
   do {                                                                                                                        \
      const uint32_t want_ = (want), (*r_)[EXEC_LANES] = t->reg.r;                                                             \
      ck_assert_msg(r_[n][lane] == want_, "%s: lane %u of r%u (%08x %08x %08x %08x): %08x, not %08x", text, lane,              \
                    (unsigned)(n), r_[1][lane], r_[2][lane], r_[3][lane], r_[4][lane], r_[n][lane], want_);                    \
   } while (0)

#endif
