/* SPDX-License-Identifier: MIT */
/*
 * Uses a real GL as an oracle: runs assembly programs in a GL without a window and in the modules of the library, and compares
 * the results.
 *
 *   oracle [-v] [-quiet] [-only NAME] [-no-instructions] [-generated COUNT] [FOLDER|PROGRAM...]
 *   oracle -accept [-edits COUNT] [-seed N] PROGRAM...     shows where only one of the GL and the library accepts
 *   oracle -tgsi [-v] [-only TEXT]                         tests TGSI that softpipe makes of GLSL (needs SOFTPIPE_DEBUG=vs,fs)
 *   oracle -record FOLDER     writes the answers of a GL with GL_NV_gpu_program4 to a file of the folder (tests/golden)
 *
 * The GL is the one of the surfaceless EGL platform; `make oracle` sets GALLIUM_DRIVER=softpipe. If there is no GL, the
 * program prints SKIP with the reason and exits with 0. It is not part of `make check`.
 */
#include "tests/oracle/tgsi.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void oracle_compare(struct oracle_error *e, uint32_t ours, uint32_t gl, double scale)
{
   double a = (double)num_f(ours), b = (double)num_f(gl), d, ulp;

   e->compared++;
   if ((isnan(a) && isnan(b)) || a == b)
      return;
   d = fabs(a - b);
   /* Denormals have no relative precision, so the scale is at least the smallest normal number. */
   ulp = isnan(d) || isinf(d) ? INFINITY : d / (fmax(scale, 0x1p-126) * 0x1p-23);
   if (isnan(d))
      d = INFINITY;
   e->abs = fmax(e->abs, d);
   e->ulp = fmax(e->ulp, ulp);
}

void oracle_fail(struct oracle *o, const char *fmt, ...)
{
   va_list ap;

   o->failed++;
   if (o->failed > 100)
      return;
   printf("   FAIL ");
   va_start(ap, fmt);
   vprintf(fmt, ap);
   va_end(ap);
   printf("\n");
}

void oracle_table(const struct oracle *o, const char *fmt, ...)
{
   va_list ap;

   if (o->quiet)
      return;
   va_start(ap, fmt);
   vprintf(fmt, ap);
   va_end(ap);
}

int main(int argc, char **argv)
{
   static struct oracle o;
   const char *only = NULL;
   bool instructions = true, accept = false, tgsi = false;
   unsigned generated = 0, edits = 0;
   uint64_t seed = 1;
   int first = 1;

   setvbuf(stdout, NULL, _IOLBF, 0);
   for (; first < argc && argv[first][0] == '-'; first++) {
      const char *a = argv[first], *arg = argv[first + 1];
      if (!strcmp(a, "-v"))
         o.verbose = true;
      else if (!strcmp(a, "-quiet"))
         o.quiet = true;
      else if (!strcmp(a, "-generated") && arg)
         generated = (unsigned)atoi(argv[++first]);
      else if (!strcmp(a, "-accept"))
         accept = true;
      else if (!strcmp(a, "-tgsi"))
         tgsi = true;
      else if (!strcmp(a, "-edits") && arg)
         edits = (unsigned)atoi(argv[++first]);
      else if (!strcmp(a, "-seed") && arg)
         seed = strtoull(argv[++first], NULL, 0);
      else if (!strcmp(a, "-no-instructions"))
         instructions = false;
      else if (!strcmp(a, "-only") && arg)
         only = argv[++first];
      else if (!strcmp(a, "-record") && arg)
         return oracle_record(arg);
      else {
         fprintf(stderr, "usage: oracle [-v] [-quiet] [-only NAME] [-no-instructions] [-generated COUNT] [FOLDER|PROGRAM...]\n"
                         "       oracle -accept [-edits COUNT] [-seed N] PROGRAM...\n"
                         "       oracle -tgsi [-v] [-only TEXT]\n"
                         "       oracle -record FOLDER\n");
         return 2;
      }
   }
   if (!oracle_gl_open(&o.gl, -1)) {
      printf("SKIP oracle: %s\n", o.gl.error);
      return 0;
   }
   printf("GL: %s, %s, %s\n\n", o.gl.vendor, o.gl.renderer, o.gl.version);
   if (accept) {
      oracle_accept(&o, edits, seed, argv + first);
      return 0;
   }
   if (tgsi) {
      oracle_tgsi(&o, only);
   } else if (instructions) {
      oracle_instructions(&o, only);
      oracle_texturing(&o, only);
   }
   if (generated)
      oracle_generated(&o, generated);
   for (; first < argc; first++)
      oracle_programs(&o, argv[first]);
   printf("oracle: %u passed, %u failed", o.passed, o.failed);
   if (o.skipped)
      printf(", %u skipped", o.skipped);
   printf("\n");
   return o.failed != 0;
}
