/* SPDX-License-Identifier: MIT */
/*
 * Measures cost by size on programs of several kinds with 1,000, 10,000 and 100,000 instructions, none of them dead. The table
 * has the processor time and the peak of memory, which allocation hooks count, per source instruction. Apart from the effect of
 * caches, a linear compiler has the same figures in all three columns.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "nvp4c.h"
#include "tests/growth/counter.h"
#include "tests/growth/text.h"

#define say growth_say
static uint32_t seed;

static unsigned any(unsigned n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 16) % n;
}

/* Picks one of eight registers. Two calls in one expression have no defined order, so each has its own statement. */
static unsigned r(void) { return any(8); }

static void mad(struct growth_text *t)
{
   const unsigned d = r(), a = r(), c = any(16);

   say(t, "MAD R%u, R%u, c[%u], R%u;\n", d, a, c, d);
}

static void arithmetic(struct growth_text *t, unsigned n)
{
   while (n--)
      mad(t);
}

static void textures(struct growth_text *t, unsigned n)
{
   for (unsigned k = 0; k < n; k += 2)
      say(t, "TEX t, fragment.texcoord[%u], texture[%u], 2D;\nMAD R%u, t, c[%u], R%u;\n", k / 2 % 8, k / 2 % 16, k / 2 % 8,
          k % 16, k / 2 % 8);
}

static void branches(struct growth_text *t, unsigned n)
{
   for (unsigned k = 0; k < n; k += 6) {
      const unsigned a = r(), b = r();

      say(t, "SLTC t.x, R%u.x, R%u.y;\nIF GT.x;\n", a, b);
      mad(t);
      say(t, "ELSE;\n");
      mad(t);
      say(t, "ENDIF;\n");
   }
}

static void loops(struct growth_text *t, unsigned n)
{
   for (unsigned k = 0; k < n; k += 6) {
      say(t, "REP 3;\n");
      mad(t);
      say(t, "SGTC t.x, R%u.x, 0.5;\nBRK (GT.x);\n", r());
      mad(t);
      say(t, "ENDREP;\n");
   }
}

static void integers(struct growth_text *t, unsigned n)
{
   static const char *const forms[] = {"ADD.U R%u, R%u, R%u;\n", "MUL.U R%u, R%u, R%u;\n", "XOR.U R%u, R%u, R%u;\n",
                                       "SHR.U R%u, R%u, 3; ADD.U R%u, R%u, 7;\n"};

   for (unsigned k = 0; k < n; k++) {
      const unsigned f = any(4), d = r(), a = r(), b = f == 3 ? d : (a + 1 + any(7)) % 8; /* a != b: nothing cancels out */

      say(t, forms[f], d, a, b, d);

      k += f == 3;
   }
}

static void variables(struct growth_text *t, unsigned n)
{
   for (unsigned k = 0; k < n; k++)
      say(t, "TEMP v%u;\nMAD v%u, %s%u, c[%u], R%u;\n", k, k, k ? "v" : "R", k ? k - 1 : 0, k % 16, k % 8);
   say(t, "MOV R0, v%u;\n", n - 1);
}

static void calls(struct growth_text *t, unsigned n)
{
   for (unsigned k = 0; k < n / 4; k++)
      say(t, "CAL s%u;\n", k);
}

static void subroutines(struct growth_text *t, unsigned n)
{
   for (unsigned k = 0; k < n / 4; k++) {
      say(t, "s%u:\n", k);
      mad(t);
      mad(t);
      say(t, "RET;\n");
   }
}

static const struct kind {
   const char *name;
   void (*body)(struct growth_text *t, unsigned n);
   void (*behind)(struct growth_text *t, unsigned n);
} kinds[] = {
   {"arithmetic", arithmetic, NULL}, {"textures", textures, NULL},   {"branches", branches, NULL}, {"loops", loops, NULL},
   {"integers", integers, NULL},     {"variables", variables, NULL}, {"calls", calls, subroutines},
};

static struct growth_text program(const struct kind *k, unsigned n)
{
   struct growth_text t = {0};
   seed = 12345;

   say(&t, "!!NVfp4.0\nPARAM c[16] = { program.local[0..15] };\nTEMP t, R0, R1, R2, R3, R4, R5, R6, R7;\n");
   for (unsigned i = 0; i < 8; i++)
      say(&t, "MOV R%u, fragment.attrib[%u];\n", i, i);
   k->body(&t, n);
   for (unsigned i = 1; i < 8; i++)
      say(&t, "ADD R0, R0, R%u;\n", i);
   say(&t, "MOV result.color, R0;\n");
   if (k->behind) {
      say(&t, "RET;\n");
      k->behind(&t, n);
   }
   say(&t, "END\n");
   return t;
}

/* Returns the least of several times in microseconds, or a negative number if the program does not compile. *bytes gets the
   peak of memory, and *groups gets the number of groups. */
static double measure(const struct growth_text *t, unsigned reps, size_t *bytes, double *groups)
{
   static const struct nvp4c_limit limits[] = {{"max-program-instructions", 10000000}, {"max-program-temporaries", 10000000}};
   struct nvp4c_options opt;
   double best = 0;

   nvp4c_options_init(&opt, sizeof opt);
   opt.limits = limits;
   opt.num_limits = 2;
   for (unsigned k = 0; k <= reps; k++) {
      struct counter c = {0, 0, 0};
      if (k == reps) { /* only the last run has hooks, since they take time themselves */
         opt.memory.alloc = count_bytes;
         opt.memory.user = &c;
      }
      const double a = bench_now();
      struct nvp4c_result *res = nvp4c_compile(t->p, t->len, &opt);
      const double us = bench_now() - a;
      const int ok = nvp4c_result_status(res) == NVP4C_OK;
      if (!ok)
         printf("FAIL does not compile: %s\n",
                nvp4c_result_num_diagnostics(res) ? nvp4c_result_diagnostic(res, 0)->message : "");
      *groups = (double)nvp4c_result_stat(res, 0).value; /* the first is the number of groups */
      nvp4c_result_free(res);
      if (!ok)
         return -1;
      if (k < reps && (k == 0 || us < best))
         best = us;
      *bytes = c.peak;
   }
   return best;
}

int bench_scaling(void)
{
   static const unsigned sizes[] = {1000, 10000, 100000}, reps[] = {20, 3, 1};

   printf("\n%-14s %8s   %-29s %6s   %-23s\n", "", "groups", "us an instruction", "", "bytes an instruction");
   printf("%-14s %8s   %9s %9s %9s %6s   %7s %7s %7s\n", "instructions:", "each", "1,000", "10,000", "100,000", "ratio",
          "1,000", "10,000", "100,000");
   for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
      double us[3], groups = 0;
      size_t bytes[3];
      for (int i = 0; i < 3; i++) {
         struct growth_text t = program(&kinds[k], sizes[i]);
         us[i] = measure(&t, reps[i], &bytes[i], &groups) / sizes[i];
         free(t.p);
         if (us[i] < 0)
            return 0;
      }
      printf("%-14s %8.2f   %9.2f %9.2f %9.2f %6.2f   %7zu %7zu %7zu\n", kinds[k].name, groups / sizes[2], us[0], us[1], us[2],
             us[2] / us[0], bytes[0] / sizes[0], bytes[1] / sizes[1], bytes[2] / sizes[2]);
   }
   return 1;
}
