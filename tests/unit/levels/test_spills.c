/* SPDX-License-Identifier: MIT */
/*
 * Tests how many words spill code moves in programs with a known minimum. If N values are computed before the first of them is
 * read, R of them fit into registers, so N - R must be stored and loaded. The test allows SLACK more words of each kind, for
 * the operands of the instruction that executes meanwhile and for badly placed registers.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

#define SLACK 6

struct text {
   char s[16384];
   size_t len;
};

static void put(struct text *t, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   t->len += (size_t)vsnprintf(t->s + t->len, sizeof t->s - t->len, fmt, ap);
   va_end(ap);
   ck_assert_uint_lt(t->len, sizeof t->s);
}

struct moved {
   uint64_t loads, stores, bytes, temps, groups;
};

static struct moved compiled_for(unsigned target, const char *text, unsigned max_temps)
{
   struct nvp4c_options o;
   struct moved m = {0};
   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   o.opt_level = 2;
   o.diagnostics.no_warnings = 1;
   o.stress.max_temps = max_temps;
   o.verify.waves = 2;
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   ck_assert_msg(r && nvp4c_result_status(r) == NVP4C_OK, "%s",
                 r && nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
   for (unsigned k = 0; k < nvp4c_result_num_stats(r); k++) {
      const struct nvp4c_stat s = nvp4c_result_stat(r, k);
      if (!strcmp(s.name, "spill_loads"))
         m.loads = s.value;
      else if (!strcmp(s.name, "spill_stores"))
         m.stores = s.value;
      else if (!strcmp(s.name, "spill_bytes"))
         m.bytes = s.value;
      else if (!strcmp(s.name, "temps"))
         m.temps = s.value;
      else if (!strcmp(s.name, "groups"))
         m.groups = s.value;
   }
   nvp4c_result_free(r);
   return m;
}

static struct moved compiled(const char *text, unsigned max_temps)
{
   return compiled_for(NVP4C_TARGET_USC, text, max_temps);
}

enum order { FIRST_FIRST, LAST_FIRST, BEHIND_LOOP };

/* Makes a program that computes N values that cannot be rematerialised and then reads them in a given order. */
static void put_program(struct text *t, unsigned n, enum order order)
{
   put(t, "!!NVfp4.0\nTEMP s, c;\n");
   for (unsigned k = 0; k < n; k++)
      put(t, "TEMP v%u;\n", k);
   put(t, "MOV s.x, fragment.texcoord[7].x;\n");
   for (unsigned k = 0; k < n; k++) /* each value needs the one before it, which fixes their order */
      put(t, "MAD s.x, s.x, program.local[%u].y, program.local[%u].z;\nEX2 v%u.x, s.x;\n", k % 8, k % 4, k);
   if (order == BEHIND_LOOP)
      put(t, "REP 5;\nMUL s.x, s.x, program.local[0].x;\nSGT.CC c.x, s.x, program.local[0].w;\nBRK (NE.x);\nENDREP;\n");
   for (unsigned k = 0; k < n; k++)
      put(t, "MAD s.x, s.x, s.x, v%u.x;\n", order == LAST_FIRST ? n - 1 - k : k);
   put(t, "MOV result.color, s.x;\nEND\n");
}

START_TEST(no_more_than_must)
{
   for (unsigned order = FIRST_FIRST; order <= BEHIND_LOOP; order++)
      for (unsigned n = 24; n <= 96; n += 24)
         for (unsigned r = 12; r <= 20; r += 4) {
            struct text t = {.len = 0};
            put_program(&t, n, (enum order)order);
            const struct moved m = compiled(t.s, r);
            const unsigned most = n - r + SLACK;
            ck_assert_msg(m.loads <= most && m.stores <= most && m.bytes <= 4 * most,
                          "order %u, %u values, %u registers: %u loads, %u stores, %u bytes, should be %u words", order, n, r,
                          (unsigned)m.loads, (unsigned)m.stores, (unsigned)m.bytes, most);
         }
}
END_TEST

/*
 * Tests a program with a few values too many. N values and the one that they are computed from are live at one time. There are
 * r + 2 temporaries, and none of them holds an address unless a value is stored or loaded, so N + 1 - (r + 2) values have to be
 * in memory.
 */
START_TEST(few_too_many)
{
   for (unsigned order = FIRST_FIRST; order <= LAST_FIRST; order++)
      for (unsigned r = 12; r <= 24; r += 4)
         for (unsigned more = 1; more <= 2; more++) {
            const unsigned n = r + 1 + more;
            struct text t = {.len = 0};
            put_program(&t, n, (enum order)order);
            const struct moved m = compiled(t.s, r);
            ck_assert_msg(m.loads <= more && m.stores <= more && m.bytes <= 4 * more,
                          "order %u, %u values, %u registers: %u loads, %u stores, %u bytes, should be %u words", order, n, r,
                          (unsigned)m.loads, (unsigned)m.stores, (unsigned)m.bytes, more);
         }
}
END_TEST

/*
 * Addresses take two temporaries beside the values, and each is computed from the one before it. A word that is moved alone
 * therefore takes an address, a request and a wait. The first address takes one more group, since it is computed from the
 * number of the invocation.
 */
START_TEST(addresses)
{
   for (unsigned n = 24; n <= 96; n += 24) {
      const unsigned r = 16;
      struct text t = {.len = 0};
      put_program(&t, n, FIRST_FIRST);
      const struct moved fits = compiled(t.s, 0), m = compiled(t.s, r);
      const uint64_t accesses = m.loads + m.stores;
      ck_assert_uint_gt(accesses, 0);
      ck_assert_msg(m.temps <= r + 2, "%u values: %u temporaries for %u values and an address", n, (unsigned)m.temps, r);
      ck_assert_msg(m.groups <= fits.groups + 3 * accesses + 1, "%u values: %u groups, %u without spilling, %u words are moved",
                    n, (unsigned)m.groups, (unsigned)fits.groups, (unsigned)accesses);
   }
}
END_TEST

/*
 * A shader that fits into 16 registers has 4 values too many for 12 registers around each of its two textures, so 4 words are
 * stored and loaded for each texture. With both textures in flight at a time, the other live values would not fit.
 */
START_TEST(requests)
{
   char *text = file_read("bench/shaders/fs_phong2tex.fp", NULL);
   ck_assert_ptr_nonnull(text);
   const struct moved none = compiled(text, 16), m = compiled(text, 12);
   free(text);
   ck_assert_uint_eq(none.loads + none.stores, 0);
   ck_assert_msg(m.loads + m.stores <= 2 * 2 * 4, "%u loads, %u stores", (unsigned)m.loads, (unsigned)m.stores);
}
END_TEST

/*
 * A large program that fits its registers in source order: each of 800 values is added to four sums before the next value is
 * computed. A scheduler that works from the end and picks the smallest increase would follow one sum to its beginning.
 */
START_TEST(as_written)
{
   static char text[131072];
   size_t n = (size_t)snprintf(
       text, sizeof text,
       "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 32\nDCL SV[0], THREAD_ID\nDCL BUFFER[0]\nDCL HWATOMIC[0][0..3]\nDCL TEMP[0..8]\n"
       "IMM[0] UINT32 {0, 4, 8, 15}\n");

   for (unsigned k = 0; k < 8; k++)
      n += (size_t)snprintf(text + n, sizeof text - n, "UMUL TEMP[%u], SV[0].xxxx, IMM[0].yzwy\n", k);
   for (unsigned k = 0; k < 800; k++)
      n +=
          (size_t)snprintf(text + n, sizeof text - n,
                           "ATOMUADD TEMP[8].x, HWATOMIC[0][1], IMM[0], TEMP[%u].xxxx\nUADD TEMP[%u], TEMP[8].xxxx, TEMP[%u]\n",
                           (k + 1) % 8, k % 8, (k + 3) % 8);
   for (unsigned k = 1; k < 8; k++)
      n += (size_t)snprintf(text + n, sizeof text - n, "UADD TEMP[0], TEMP[0], TEMP[%u]\n", k);
   snprintf(text + n, sizeof text - n, "STORE BUFFER[0], SV[0].xxxx, TEMP[0]\nEND\n");
   ck_assert_uint_eq(compiled_for(NVP4C_TARGET_AGX, text, 0).bytes, 0);
}
END_TEST

SUITE_MAIN("spills", 120, NULL, NULL, no_more_than_must, few_too_many, addresses, requests, as_written)
