/* SPDX-License-Identifier: MIT */
/*
 * `make bench` compares the sizes of the bench shaders with those of the public peers, and measures the speed of the compiler.
 * In `bench DIR`, DIR is the folder bench/; `bench DIR agx` prints the sizes on AGX only, `bench DIR forms` the groups without
 * and with forms of USC instructions that are off by default.
 *
 * Sizes are counts and are the same on every machine. Times are medians of warm repetitions in microseconds. The total is
 * processor time; the stages are wall-clock times that the compiler reports. Times depend on the machine, so the time of a
 * fixed integer loop is printed with them, and scaling is a ratio.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "nvp4c.h"

double bench_now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int by_value(const void *a, const void *b)
{
   double x = *(const double *)a, y = *(const double *)b;
   return x < y ? -1 : x > y;
}

double bench_median(double *v, unsigned n)
{
   qsort(v, n, sizeof *v, by_value);
   return v[n / 2];
}

uint64_t bench_stat(const struct nvp4c_result *r, const char *name)
{
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++)
      if (!strcmp(nvp4c_result_stat(r, i).name, name))
         return nvp4c_result_stat(r, i).value;
   return 0;
}

char *bench_read(const char *file, size_t *len)
{
   FILE *f = fopen(file, "rb");
   if (!f)
      return NULL;
   char *buf = malloc(1 << 16);
   *len = fread(buf, 1, 1 << 16, f);
   fclose(f);
   return buf;
}

/* The figures of the public compiler for the same shaders. bench/README.md describes how they were measured. */
static const struct {
   const char *file;
   unsigned body, bytes, temps; /* PCO: groups without its fixed block, bytes, temporaries */
} peers[] = {
    {"vs_mvp.vp", 35, 384, 10},     {"vs_tnl.vp", 138, 1480, 19},    {"vs_mad16_in.vp", 67, 808, 7},
    {"fs_pass.fp", 4, 448, 9},      {"fs_modulate.fp", 23, 608, 21}, {"fs_phong2tex.fp", 114, 1520, 29},
    {"fs_loop64.fp", 63, 1008, 13}, {"fs_inthash.fp", 52, 1064, 9},
};
#define NUM_PEERS (sizeof peers / sizeof peers[0])

struct times {
   double total, parse, lower, passes, codegen;
};

static struct times time_compile(const char *text, size_t len, const struct nvp4c_options *opt, unsigned reps)
{
   double *t[5];
   struct times out;

   for (int i = 0; i < 5; i++)
      t[i] = calloc(reps, sizeof(double));
   for (unsigned k = 0; k < reps; k++) {
      double a = bench_now();
      struct nvp4c_result *r = nvp4c_compile(text, len, opt);
      t[0][k] = bench_now() - a;
      struct nvp4c_timing n = nvp4c_result_timing(r);
      t[1][k] = (double)n.parse * 1e-3;
      t[2][k] = (double)n.lower * 1e-3;
      t[3][k] = (double)n.passes * 1e-3;
      t[4][k] = (double)n.codegen * 1e-3;
      if (nvp4c_result_status(r) != NVP4C_OK) {
         printf("FAIL does not compile: %s\n", nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
         exit(1);
      }
      nvp4c_result_free(r);
   }
   double *m = &out.total;
   for (int i = 0; i < 5; i++) {
      m[i] = bench_median(t[i], reps);
      free(t[i]);
   }
   return out;
}

/* Makes a program of n instructions that are typical of large shaders. */
static char *synthetic(unsigned n, size_t *len)
{
   static const char *const forms[] = {
       "MAD R%u, R%u, c[%u], R%u;\n",
       "DP3 R%u.x, R%u, c[%u]; MAX R%u.y, R0.x, 0.5;\n",
       "MUL R%u.xyz, R%u, c[%u].wzyx; ADD R%u, R1, R2;\n",
       "ADD R%u, R%u, -c[%u]; RCP R%u.w, R3.w;\n",
   };
   char *p = malloc(256 + (size_t)n * 64), *q = p;
   uint32_t g = 12345;

   q += sprintf(q, "!!NVfp4.0\nPARAM c[16] = { program.local[0..15] };\nTEMP R0, R1, R2, R3, R4, R5, R6, R7;\n");
   for (unsigned i = 0; i < 8; i++)
      q += sprintf(q, "MOV R%u, fragment.attrib[%u];\n", i, i);
   for (unsigned k = 8; k < n;) {
      g = g * 1664525u + 1013904223u;
      unsigned f = g >> 30;
      q += sprintf(q, forms[f], (g >> 3) & 7, (g >> 7) & 7, (g >> 11) & 15, (g >> 16) & 7);
      k += f ? 2 : 1;
   }
   q += sprintf(q, "ADD R0, R0, R1;\nADD R2, R2, R3;\nADD R4, R4, R5;\nADD R6, R6, R7;\nADD R0, R0, R2;\nADD R4, R4, R6;\n"
                   "ADD result.color, R0, R4;\nEND\n");
   *len = (size_t)(q - p);
   return p;
}

/* Makes n lines of TGSI as Mesa prints it, with the instructions that make up four fifths of real programs. */
static char *tgsi_text(unsigned n, size_t *len)
{
   static const char *const forms[] = {
       "%3u: MAD TEMP[%u], TEMP[%u].xyzz, CONST[0][%u].xxxx, TEMP[%u]\n",
       "%3u: MUL TEMP[%u].xyz, TEMP[%u].xyzw, -CONST[0][%u].wzyx\n",
       "%3u: MOV TEMP[%u].x, TEMP[%u].yyyy\n",
       "%3u: ADD TEMP[%u], TEMP[%u], CONST[0][%u].xyxx\n",
   };
   char *p = malloc(512 + (size_t)n * 80), *q = p;
   uint32_t g = 12345;

   q +=
       sprintf(q, "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL CONST[0][0..15]\nDCL TEMP[0..31], LOCAL\n");
   for (unsigned i = 0; i < 32; i++)
      q += sprintf(q, "%3u: MOV TEMP[%u], IN[0]\n", i, i);
   for (unsigned i = 32; i + 7 < n; i++) {
      g = g * 1664525u + 1013904223u;
      q += sprintf(q, forms[g >> 30], i, (g >> 3) & 31, (g >> 8) & 31, (g >> 13) & 15, (g >> 17) & 31);
   }
   q += sprintf(q, "%3u: MOV OUT[0], TEMP[0]\n%3u: END\n", n - 7, n - 6);
   *len = (size_t)(q - p);
   return p;
}

static void print_tgsi_text(void)
{
   struct nvp4c_options opt;
   const unsigned lines = 100000;
   size_t len;
   char *text = tgsi_text(lines, &len);

   nvp4c_options_init(&opt, sizeof opt);
   opt.syntax_only = 1;
   const double us = time_compile(text, len, &opt, 15).total; /* nothing runs after the checks */
   printf("TGSI text with its tree, %u lines of %zu bytes: %.0f us, %.0f lines/s\n", lines, len / lines, us, lines / us * 1e6);
   free(text);
}

static double calibrate(void)
{
   double t[5];

   for (int k = 0; k < 5; k++) {
      volatile uint32_t x = 1;
      double a = bench_now();
      for (int i = 0; i < 10000000; i++)
         x = x * 1664525u + 1013904223u;
      t[k] = bench_now() - a;
   }
   return bench_median(t, 5);
}

/* By bisection. */
double bench_root(double product, unsigned n)
{
   double lo = 0, hi = 100;

   for (int i = 0; i < 100; i++) {
      double mid = (lo + hi) / 2, p = 1;
      for (unsigned k = 0; k < n; k++)
         p *= mid;
      if (p < product)
         lo = mid;
      else
         hi = mid;
   }
   return lo;
}

/* Counts the groups with a pre-shader, and the operations and uploads of the pre-shader. */
static unsigned print_preshader(const char *text, size_t len, struct nvp4c_options opt)
{
   opt.preshader = NVP4C_PRESHADER_CALLER;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   const unsigned groups = (unsigned)bench_stat(r, "groups");

   printf(" %6u %3u %3u\n", groups, (unsigned)bench_stat(r, "preshader_ops"), (unsigned)bench_stat(r, "preshader_uploads"));
   nvp4c_result_free(r);
   return groups;
}

/* Prints a row of the table of sizes. Returns the groups of the shader, or 0 if it cannot be read or compiled; *with gets the
   groups with a pre-shader. */
static unsigned print_size(const char *dir, const char *file, size_t peer, unsigned *with)
{
   struct nvp4c_options opt;
   char path[512];
   size_t len;

   nvp4c_options_init(&opt, sizeof opt);
   memset(opt.key.frt, NVP4C_FRT_RGBA8, sizeof opt.key.frt);
   snprintf(path, sizeof path, "%s/shaders/%s", dir, file);
   char *text = bench_read(path, &len);
   if (!text) {
      printf("FAIL %s cannot be read\n", path);
      return 0;
   }
   opt.output.analyze = 1;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   opt.output.analyze = 0;
   if (nvp4c_result_status(r) != NVP4C_OK) {
      printf("FAIL %s: %s\n", path, nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
      return 0;
   }
   const struct times t = time_compile(text, len, &opt, 200);
   const unsigned groups = (unsigned)bench_stat(r, "groups");
   printf("%-18s %6u (%4u) %6u %6u %6u (%4u) %3u (%3u) %8u %6.1f", file, groups, peers[peer].body,
          (unsigned)bench_stat(r, "issue_slots"), (unsigned)bench_stat(r, "lower_bound"), (unsigned)bench_stat(r, "bytes"),
          peers[peer].bytes, (unsigned)bench_stat(r, "temps"), peers[peer].temps, (unsigned)bench_stat(r, "const_uploads"),
          t.total);
   *with = print_preshader(text, len, opt);
   nvp4c_result_free(r);
   free(text);
   return groups;
}

/* The name of a bench shader, as NV assembly or TGSI. */
static const char *name_of(char name[40], size_t shader, bool tgsi)
{
   const char *dot = strchr(peers[shader].file, '.');

   snprintf(name, 40, "%.*s%s", (int)(dot - peers[shader].file), peers[shader].file, tgsi ? ".tgsi" : dot);
   return name;
}

/* Prints the table of the bench shaders, each as NV assembly and as TGSI. Returns false if one cannot be read or compiled. */
static bool print_sizes(const char *dir)
{
   printf("sizes, -target=usc -O2 -frt=rgba8; body, bytes and temps of PCO in parentheses\n");
   printf("%-18s %13s %6s %6s %13s %10s %8s %6s %14s\n", "shader", "groups", "slots", "bound", "bytes", "temps", "uploads",
          "us", "pre: g ops upl");
   double product[2] = {1, 1}, product_with[2] = {1, 1};
   for (size_t i = 0; i < NUM_PEERS; i++)
      for (unsigned tgsi = 0; tgsi < 2; tgsi++) {
         char file[40];
         unsigned with;
         const unsigned groups = print_size(dir, name_of(file, i, tgsi), i, &with);
         if (!groups)
            return false;
         product[tgsi] *= (double)groups / peers[i].body;
         product_with[tgsi] *= (double)with / peers[i].body;
      }
   printf("geometric mean of groups / PCO body: %.3f, of the forms as TGSI %.3f\n", bench_root(product[0], NUM_PEERS),
          bench_root(product[1], NUM_PEERS));
   printf("with a pre-shader, which the driver runs once a draw: %.3f, %.3f\n\n", bench_root(product_with[0], NUM_PEERS),
          bench_root(product_with[1], NUM_PEERS));
   return true;
}

static bool print_forms(const char *dir)
{
   char names[2 * NUM_PEERS][40];
   const char *files[2 * NUM_PEERS];

   for (size_t i = 0; i < 2 * NUM_PEERS; i++)
      files[i] = name_of(names[i], i / 2, i % 2);
   return bench_forms(dir, files, 2 * NUM_PEERS);
}

/* Prints the times of generated programs of several sizes. */
static void print_speed(void)
{
   struct nvp4c_options opt;
   size_t len;

   nvp4c_options_init(&opt, sizeof opt);
   printf("calibration: 10^7 steps of a 32-bit generator take %.0f us\n", calibrate());
   static const unsigned sizes[] = {30, 1000, 20000};
   struct times at[3];
   printf("%-22s %10s %10s %10s %10s %10s %14s\n", "generated program", "total us", "parse", "lower", "passes", "codegen",
          "source lines/s");
   for (int i = 0; i < 3; i++) {
      char *text = synthetic(sizes[i], &len);
      unsigned lines = 0;
      for (size_t k = 0; k < len; k++)
         lines += text[k] == '\n';
      struct nvp4c_limit lim = {"max-program-instructions", 1000000};
      opt.limits = &lim;
      opt.num_limits = 1;
      at[i] = time_compile(text, len, &opt, sizes[i] > 5000 ? 5 : 50);
      opt.syntax_only = 1;
      const double parse = time_compile(text, len, &opt, sizes[i] > 5000 ? 5 : 50).total;
      opt.syntax_only = 0;
      printf("%6u instructions    %10.1f %10.1f %10.1f %10.1f %10.1f %14.0f\n", sizes[i], at[i].total, at[i].parse, at[i].lower,
             at[i].passes, at[i].codegen, lines / parse * 1e6);
      free(text);
   }
   printf("20,000 instructions cost %.1f times 1,000 instructions\n", at[2].total / at[1].total);
   print_tgsi_text();
}

static bool print_embedding(const char *dir)
{
   struct bench_shader shaders[NUM_PEERS];
   char path[512];
   bool good = true;

   for (size_t i = 0; i < NUM_PEERS; i++) {
      snprintf(path, sizeof path, "%s/shaders/%s", dir, peers[i].file);
      shaders[i].text = bench_read(path, &shaders[i].len);
   }
   good = bench_embedding("the bench shaders, -O2", shaders, NUM_PEERS, 300);
   for (size_t i = 0; i < NUM_PEERS; i++)
      free(shaders[i].text);
   shaders[0].text = synthetic(1000, &shaders[0].len);
   good &= bench_embedding("1,000 generated instructions", shaders, 1, 100);
   free(shaders[0].text);
   return good;
}

int main(int argc, char **argv)
{
   const char *dir = argc > 1 ? argv[1] : "bench";

   if (argc > 2 && !strcmp(argv[2], "agx"))
      return !bench_agx(dir);
   if (argc > 2 && !strcmp(argv[2], "forms"))
      return !print_forms(dir);
   /* The embedding runs first, in a young process: after large blocks the allocator of the C library returns less memory to the
      system. */
   if (!print_embedding(dir) || !print_sizes(dir) || !print_forms(dir) || !bench_agx(dir))
      return 1;
   print_speed();
   const bool machine = bench_machine(dir), scaling = bench_scaling();
   return !machine || !scaling;
}
