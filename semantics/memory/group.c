/* SPDX-License-Identifier: MIT */
/* See group.h. */
#include "semantics/memory/group.h"

#include "util/rng.h"

enum exec_status exec_group_run(unsigned num_waves, uint64_t seed, exec_group_fn run, void *user, unsigned *wave)
{
   uint8_t order[EXEC_WORKGROUP_WAVES];
   struct util_rng random;

   util_rng_init(&random, seed);
   for (unsigned k = 0; k < num_waves; k++)
      order[k] = (uint8_t)k;
   while (num_waves) {
      unsigned waiting = 0;

      for (unsigned k = num_waves; seed && k > 1; k--) {
         const unsigned other = util_rng_below(&random, k);
         const uint8_t was = order[k - 1];
         order[k - 1] = order[other];
         order[other] = was;
      }
      for (unsigned k = 0; k < num_waves; k++) {
         const enum exec_status st = run(user, *wave = order[k]);

         if (st == EXEC_BARRIER)
            order[waiting++] = order[k];
         else if (st != EXEC_DONE)
            return st;
      }
      num_waves = waiting;
   }
   return EXEC_DONE;
}
