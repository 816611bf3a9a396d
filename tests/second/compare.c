/* SPDX-License-Identifier: MIT */
/*
 * compare [-seed S] [-groups N] [-programs N] [-per-op N] [-steps N] [-keep N] [-first] [-quiet] [-fault N]
 *
 * Compares the simulator of the USC with the second interpreter (second.h) on N random groups (20000) and N compiled programs
 * (100). It prints the differences, and everything that was not compared with the reason. It ends with status 1 if there is a
 * difference.
 *
 *    -per-op N   fail if an operation was compared less often (0)
 *    -steps N    compare at most N steps of a run of a program (20000)
 *    -keep N     print N differences of a kind (3)
 *    -first      stop at the first difference
 *    -quiet      print the last line alone
 *    -fault N    turn on fault N of faults.txt, in the build of `make second-faults`
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/second/parts.h"

/* The enabled fault of the simulator, in a build with faults (faults.txt). */
unsigned planted_fault;

int main(int argc, char **argv)
{
   struct plan_second plan = {.seed = 1, .groups = 20000, .programs = 100, .steps = 20000, .keep = 3};
   uint64_t *number = NULL, keep = 3, fault = 0;
   const struct {
      const char *name;
      uint64_t *number;
   } options[] = {{"-seed", &plan.seed}, {"-groups", &plan.groups}, {"-programs", &plan.programs}, {"-per-op", &plan.per_op},
                  {"-keep", &keep},      {"-fault", &fault},        {"-steps", &plan.steps}};

   for (int k = 1; k < argc; k++) {
      number = NULL;
      for (unsigned o = 0; o < sizeof options / sizeof *options; o++)
         if (!strcmp(argv[k], options[o].name))
            number = options[o].number;
      if (number && k + 1 < argc) {
         *number = strtoull(argv[++k], NULL, 0);
      } else if (!strcmp(argv[k], "-first")) {
         plan.first = true;
      } else if (!strcmp(argv[k], "-quiet")) {
         plan.quiet = true;
      } else {
         fprintf(stderr, "compare: %s; see the head of tests/second/compare.c\n", argv[k]);
         return 2;
      }
   }
   plan.keep = (unsigned)keep;
   planted_fault = (unsigned)fault;
   uint64_t differences = plan.groups ? compare_groups(&plan) : 0;
   if (plan.programs && !(plan.first && differences))
      differences += compare_programs(&plan);
   printf("second interpreter: %" PRIu64 " differences\n", differences);
   const uint64_t all = plan.groups + plan.programs, failed = differences < all ? differences : all;
   printf("%" PRIu64 " passed, %" PRIu64 " failed\n", all - failed, failed);
   return differences != 0;
}
