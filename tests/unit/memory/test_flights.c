/* SPDX-License-Identifier: MIT */
/*
 * Tests requests in flight across control flow. Small random compute programs in TGSI have loads, stores, atomics, texture
 * accesses and accesses to an indexed array in every order, within ifs, switches and loops that BRK and CONT leave over one or
 * more levels. Each program is compiled with the checks of machine code and runs at every level of the compiler. Mainly the
 * control flow is random, so a few hundred programs contain each kind of request before and after each other kind in each kind
 * of place.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/suite.h"

#define MOST_DEPTH 4
#define NUM_PROGRAMS 260

struct draw {
   uint64_t state;
   char text[16384];
   size_t len;
   unsigned loops, left; /* enclosing loops; statements that may still be added */
};

static uint32_t below(struct draw *d, uint32_t n)
{
   d->state = d->state * 6364136223846793005u + 1442695040888963407u;
   return (uint32_t)((d->state >> 33) % n);
}

static void put(struct draw *d, const char *fmt, ...)
{
   va_list ap;

   va_start(ap, fmt);
   d->len += (size_t)vsnprintf(d->text + d->len, sizeof d->text - d->len, fmt, ap);
   va_end(ap);
   ck_assert_uint_lt(d->len, sizeof d->text);
}

/* TEMP[0..3]: data; TEMP[4], ADDR[0]: addresses; TEMP[5]: conditions; TEMP[6..9]: counters of loops; TEMP[10..25]: an array. */
#define HEAD                                                                                                                   \
   "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 8\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"                \
   "DCL SV[0], THREAD_ID\nDCL BUFFER[0]\nDCL BUFFER[1]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL CONST[0][0..7]\n"            \
   "DCL TEMP[0..9]\nDCL TEMP[10..25], ARRAY(1)\nDCL ADDR[0]\n"                                                                 \
   "IMM[0] UINT32 {0, 1, 2, 3}\nIMM[1] UINT32 {4, 12, 16, 32}\nIMM[2] FLT32 {0.0, 0.5, 1.0, 2.0}\n"                            \
   "MOV TEMP[0], SV[0].xyxy\nMOV TEMP[1], CONST[0][0]\nMOV TEMP[2], CONST[0][1]\nMOV TEMP[3], SV[0].xxxx\nMOV TEMP[4], "       \
   "SV[0].xxxx\n"

static unsigned data(struct draw *d)
{
   return below(d, 4);
}

/* Makes the address of an access: a constant, that of the invocation, or a computed one. It is a multiple of 4 below 64. */
static const char *address(struct draw *d)
{
   static const char *const constant[] = {"IMM[0].xxxx", "IMM[1].xxxx", "IMM[1].zzzz", "IMM[1].wwww"};

   switch (below(d, 3)) {
   case 0: return constant[below(d, 4)];
   case 1: put(d, "UMUL TEMP[4].x, SV[0].xxxx, IMM[1].xxxx\n"); return "TEMP[4].xxxx";
   default: put(d, "AND TEMP[4].y, TEMP[%u].%c, IMM[1].yyyy\n", data(d), "xyzw"[below(d, 4)]); return "TEMP[4].yyyy";
   }
}

static void index_register(struct draw *d)
{
   put(d, "AND TEMP[4].z, TEMP[%u].%c, IMM[1].yyyy\nUARL ADDR[0].x, TEMP[4].zzzz\n", data(d), "xyzw"[below(d, 4)]);
}

static void put_access(struct draw *d)
{
   static const char *const masks[] = {"x", "xy", "xyzw", "xyz"};
   static const char *const atomics[] = {"ATOMUADD", "ATOMXCHG", "ATOMUMAX", "ATOMXOR"};
   const unsigned buffer = below(d, 3) == 0, a = data(d), b = data(d);
   const char *at;

   switch (below(d, 8)) {
   case 0:
   case 1:
      at = address(d);
      put(d, "LOAD TEMP[%u].%s, BUFFER[%u], %s\n", a, masks[below(d, 4)], buffer, at);
      break;
   case 2:
   case 3:
      at = address(d);
      put(d, "STORE BUFFER[%u].%s, %s, TEMP[%u]\n", buffer, masks[below(d, 4)], at, a);
      break;
   case 4:
      at = address(d);
      put(d, "%s TEMP[%u].x, BUFFER[%u], %s, TEMP[%u].yyyy\n", atomics[below(d, 4)], a, buffer, at, b);
      break;
   case 5: put(d, "TXL TEMP[%u], TEMP[%u], SAMP[0], 2D\n", a, b); break;
   case 6:
      index_register(d);
      put(d, "MOV TEMP[ADDR[0].x+10](1).%s, TEMP[%u]\n", masks[below(d, 4)], a);
      break;
   default:
      index_register(d);
      put(d, "MOV TEMP[%u].%s, TEMP[ADDR[0].x+10](1)\n", a, masks[below(d, 4)]);
      break;
   }
}

static void put_condition(struct draw *d)
{
   static const char *const tests[] = {"USLT", "USNE", "USEQ", "USGE"};

   put(d, "AND TEMP[5].x, TEMP[%u].%c, IMM[0].wwww\n%s TEMP[5].x, TEMP[5].xxxx, IMM[0].yyyy\n", data(d), "xyzw"[below(d, 4)],
       tests[below(d, 4)]);
}

static void put_statements(struct draw *d, unsigned depth);

static void put_loop(struct draw *d, unsigned depth)
{
   put(d, "MOV TEMP[%u].x, IMM[0].xxxx\nBGNLOOP\nUADD TEMP[%u].x, TEMP[%u].xxxx, IMM[0].yyyy\n", 6 + depth, 6 + depth,
       6 + depth);
   put(d, "USGE TEMP[5].x, TEMP[%u].xxxx, IMM[0].%c%c%c%c\n", 6 + depth, "zw"[depth & 1], "zw"[depth & 1], "zw"[depth & 1],
       "zw"[depth & 1]);
   put(d, "UIF TEMP[5].xxxx\nBRK\nENDIF\n");
   d->loops++;
   put_statements(d, depth + 1);
   d->loops--;
   put(d, "ENDLOOP\n");
}

static void put_if(struct draw *d, unsigned depth)
{
   put_condition(d);
   put(d, "UIF TEMP[5].xxxx\n");
   put_statements(d, depth + 1);
   if (below(d, 2)) {
      put(d, "ELSE\n");
      put_statements(d, depth + 1);
   }
   put(d, "ENDIF\n");
}

static void put_leave(struct draw *d)
{
   const bool under_condition = below(d, 4) != 0;

   if (under_condition) {
      put_condition(d);
      put(d, "UIF TEMP[5].xxxx\n");
      if (below(d, 2))
         put_access(d);
   }
   put(d, below(d, 2) ? "BRK\n" : "CONT\n");
   if (under_condition)
      put(d, "ENDIF\n");
}

static void put_statements(struct draw *d, unsigned depth)
{
   for (unsigned n = 1 + below(d, 4); n && d->left; n--) {
      d->left--;
      switch (depth < MOST_DEPTH ? below(d, 9) : below(d, 5)) {
      case 7: put_loop(d, depth); break;
      case 5:
      case 6: put_if(d, depth); break;
      case 4:
         if (d->loops) {
            put_leave(d);
            break;
         }
         put_access(d);
         break;
      default: put_access(d); break;
      }
   }
}

static void draw_program(struct draw *d, uint64_t seed)
{
   *d = (struct draw){.state = seed * 0x9e3779b97f4a7c15u + 1, .left = 24};
   below(d, 2);
   put(d, HEAD);
   while (d->left > 4)
      put_statements(d, 0);
   for (unsigned k = 0; k < 4; k++)
      put(d, "STORE BUFFER[1].xyzw, IMM[1].zzzz, TEMP[%u]\n", k);
   put(d, "END\n");
}

static void compile(const struct draw *d, uint64_t seed, enum nvp4c_target target, int level)
{
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   o.opt_level = level;
   o.check_code = 1;
   o.verify.waves = 1;
   o.verify.seed = seed;
   o.diagnostics.no_warnings = 1;
   o.stress.max_temps = seed % 5 == 1 ? (target == NVP4C_TARGET_AGX ? 24 : 14) : 0;
   o.stress.spill_all = seed % 7 == 2;
   o.stress.sched_seed = level && seed % 3 == 0 ? (uint32_t)seed + 1 : 0;
   struct nvp4c_result *r = nvp4c_compile(d->text, d->len, &o);
   const int status = (int)nvp4c_result_status(r);
   if (status)
      for (unsigned k = 0; k < nvp4c_result_num_diagnostics(r); k++)
         fprintf(stderr, "seed %llu, target %d, -O%d, max_temps %u, spill_all %d, sched_seed %u: %s\n",
                 (unsigned long long)seed, (int)target, level, o.stress.max_temps, o.stress.spill_all, o.stress.sched_seed,
                 nvp4c_result_diagnostic(r, k)->message);
   if (status && getenv("SHOW_PROGRAM"))
      fprintf(stderr, "%s", d->text);
   ck_assert_int_eq(status, NVP4C_OK);
   nvp4c_result_free(r);
}

/* Each program is compiled at one level for each target. SEED and PROGRAMS in the environment select other programs. */
static void check_target(enum nvp4c_target target)
{
   static struct draw d;
   const char *from = getenv("SEED"), *count = getenv("PROGRAMS");
   const uint64_t first = from ? strtoull(from, NULL, 10) : 0, n = count ? strtoull(count, NULL, 10) : NUM_PROGRAMS;

   for (uint64_t seed = first; seed < first + n; seed++) {
      draw_program(&d, seed);
      compile(&d, seed, target, (int)(seed % 4));
   }
}

START_TEST(usc) { check_target(NVP4C_TARGET_USC); }
END_TEST

START_TEST(agx) { check_target(NVP4C_TARGET_AGX); }
END_TEST

SUITE_MAIN("flights", 0, NULL, NULL, usc, agx)
