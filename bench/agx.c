/* SPDX-License-Identifier: MIT */
/* Compares the sizes of the bench shaders on AGX with those of Mesa, with the same fixed work in vertex programs
   (bench/README.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "nvp4c.h"

enum column { INSTRUCTIONS, EST, BYTES, PREAMBLE, HALVES, NUM_COLUMNS };
static const char *const stat_of[NUM_COLUMNS] = {"instructions", "est_cycles", "bytes", "preamble_bytes", "halves"};

static const struct {
   const char *name, *ext;
   unsigned mesa[NUM_COLUMNS], floor; /* halves that the ABI needs */
   bool in_mean;
} peers[] = {
   {"vs_mvp", "vp", {29, 19, 194, 122, 31}, 32, false},     {"vs_tnl", "vp", {96, 82, 664, 452, 39}, 40, true},
   {"vs_mad16_in", "vp", {77, 67, 586, 0, 47}, 48, false},  {"fs_pass", "fp", {1, 0, 8, 0, 16}, 16, false},
   {"fs_modulate", "fp", {8, 4, 50, 0, 16}, 16, false},     {"fs_phong2tex", "fp", {63, 53, 394, 148, 23}, 16, true},
   {"fs_loop64", "fp", {26, 21, 176, 70, 16}, 16, true},    {"fs_inthash", "fp", {36, 36, 244, 52, 16}, 16, true},
};
#define NUM_PEERS (sizeof peers / sizeof peers[0])
#define NUM_IN_MEAN 4

static bool measure(const char *file, enum nvp4c_ffp ffp, unsigned out[NUM_COLUMNS])
{
   struct nvp4c_options opt;
   size_t len;
   char *text = bench_read(file, &len);

   if (!text) {
      printf("FAIL %s cannot be read\n", file);
      return false;
   }
   nvp4c_options_init(&opt, sizeof opt);
   opt.target = NVP4C_TARGET_AGX;
   opt.ffp = ffp;
   opt.key.clip_z = 1;
   opt.key.point_size = NVP4C_POINT_SIZE_STATE;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   const bool good = nvp4c_result_status(r) == NVP4C_OK;
   if (!good)
      printf("FAIL %s: %s\n", file, nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "");
   for (unsigned k = 0; good && k < NUM_COLUMNS; k++)
      out[k] = (unsigned)bench_stat(r, stat_of[k]);
   nvp4c_result_free(r);
   free(text);
   return good;
}

/* Prints the rows of one form and one class of rewrites, and the means below them. */
static bool print_form(const char *dir, bool tgsi, enum nvp4c_ffp ffp)
{
   double product[BYTES + 1] = {1, 1, 1};

   printf("sizes, -target=agx -O2 -ffp=%s -fclip-z=zero-to-w -fpoint-size=state; Mesa in parentheses, then the quotient\n",
          ffp == NVP4C_FFP_FAST ? "fast" : "gl");
   printf("%-18s %18s %16s %17s %10s %16s\n", "shader", "instructions", "est", "bytes", "preamble", "halves [floor]");
   for (size_t i = 0; i < NUM_PEERS; i++) {
      unsigned v[NUM_COLUMNS];
      const unsigned *m = peers[i].mesa;
      char file[512];
      double q[BYTES + 1];
      snprintf(file, sizeof file, "%s/shaders/%s.%s", dir, peers[i].name, tgsi ? "tgsi" : peers[i].ext);
      if (!measure(file, ffp, v))
         return false;
      for (unsigned k = 0; k <= BYTES; k++) {
         q[k] = v[k] ? (double)v[k] / m[k] : 1;
         product[k] *= peers[i].in_mean ? q[k] : 1;
      }
      printf("%-18s %3u (%3u) %6.3f %3u (%2u) %6.3f %4u (%3u) %6.3f %3u (%3u) %3u (%2u) [%2u]\n", strrchr(file, '/') + 1, v[0],
             m[0], q[0], v[1], m[1], q[1], v[2], m[2], q[2], v[3], m[3], v[4], m[4], peers[i].floor);
   }
   printf("geometric mean of vs_tnl, fs_phong2tex, fs_loop64, fs_inthash: instructions %.3f, est %.3f, bytes %.3f\n\n",
          bench_root(product[0], NUM_IN_MEAN), bench_root(product[1], NUM_IN_MEAN), bench_root(product[2], NUM_IN_MEAN));
   return true;
}

bool bench_agx(const char *dir)
{
   return print_form(dir, false, NVP4C_FFP_FAST) && print_form(dir, true, NVP4C_FFP_FAST) &&
          print_form(dir, false, NVP4C_FFP_GL);
}
