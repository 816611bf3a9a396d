/* SPDX-License-Identifier: MIT */
/* What it costs to leave out forms of USC instructions that no public compiler emits: the groups of the bench shaders without
   them, with each of the features, and with all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "nvp4c.h"

#define ALL "+itrsmp,+cndlt,+carryp1,+depthsat,+pixelrate"

/* Options -mattr; the first has all forms off, the last all on. */
static const char *const columns[] = {
   "-itrsmp,-cndlt,-carryp1,-depthsat,-pixelrate", "+itrsmp", "+cndlt", "+carryp1", "+depthsat", "+pixelrate", ALL,
};
enum { NUM_COLUMNS = sizeof columns / sizeof *columns, ON = NUM_COLUMNS - 1 };

/* The most that leaving the forms out may add to the groups of all shaders, in percent. */
enum { MOST = 4 };

static unsigned count_groups(const char *text, size_t len, const char *attr)
{
   struct nvp4c_options opt;

   nvp4c_options_init(&opt, sizeof opt);
   memset(opt.key.frt, NVP4C_FRT_RGBA8, sizeof opt.key.frt);
   opt.cpu = "gx6250";
   opt.attr = attr;
   struct nvp4c_result *r = nvp4c_compile(text, len, &opt);
   const unsigned groups = nvp4c_result_status(r) == NVP4C_OK ? (unsigned)bench_stat(r, "groups") : 0;
   nvp4c_result_free(r);
   return groups;
}

bool bench_forms(const char *dir, const char *const *files, unsigned num_files)
{
   unsigned sum[NUM_COLUMNS] = {0};
   double product = 1;

   printf("groups on gx6250 without forms that no public compiler emits, and with them (-mattr)\n");
   printf("%-18s %9s", "shader", "all off");
   for (unsigned c = 1; c < ON; c++)
      printf(" %10s", columns[c]);
   printf(" %9s\n", "all on");
   for (unsigned k = 0; k < num_files; k++) {
      unsigned groups[NUM_COLUMNS];
      char path[512];
      size_t len;
      snprintf(path, sizeof path, "%s/shaders/%s", dir, files[k]);
      char *text = bench_read(path, &len);
      printf("%-18s", files[k]);
      for (unsigned c = 0; c < NUM_COLUMNS; c++) {
         groups[c] = text ? count_groups(text, len, columns[c]) : 0;
         if (!groups[c]) {
            printf("\nFAIL %s cannot be read or compiled\n", path);
            return false;
         }
         sum[c] += groups[c];
         printf(" %*u", c && c < ON ? 10 : 9, groups[c]);
      }
      printf("\n");
      product *= (double)groups[0] / groups[ON];
      free(text);
   }
   printf("%-18s", "together");
   for (unsigned c = 0; c < NUM_COLUMNS; c++)
      printf(" %*u", c && c < ON ? 10 : 9, sum[c]);
   const double more = 100.0 * ((double)sum[0] / sum[ON] - 1);
   printf("\noff / on: %+.1f%% groups, at most %d%%; geometric mean of the quotients %.3f\n\n", more, MOST,
          bench_root(product, num_files));
   if (more > MOST)
      printf("FAIL more than %d%%\n", MOST);
   return more <= MOST;
}
