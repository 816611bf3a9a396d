/* SPDX-License-Identifier: MIT */
/* The limit of work of a command (struct work_limit). */
#include <stdatomic.h>
#include <stdio.h>

#include "gl-driver/pipe/pipe.h"

#define BETWEEN_QUESTIONS (UINT64_C(1) << 20) /* steps between questions: some tens of milliseconds */

void work_begin(struct work_limit *w, uint64_t most)
{
   w->most = most;
   atomic_store(&w->steps, 0);
   atomic_store(&w->over, false);
}

bool work_add(struct work_limit *w, uint64_t steps)
{
   if (atomic_load_explicit(&w->over, memory_order_relaxed))
      return false;
   const uint64_t before = atomic_fetch_add_explicit(&w->steps, steps, memory_order_relaxed), now = before + steps;
   const bool asks = before / BETWEEN_QUESTIONS != now / BETWEEN_QUESTIONS,
              unwanted = asks && w->is_unwanted && w->is_unwanted(w->user);

   if (!unwanted && now <= work_most(w))
      return true;
   if (!atomic_exchange(&w->over, true) && !unwanted)
      fprintf(stderr, "nvp4c-gl: a draw, grid or blit takes more than %llu steps; the rest of it is skipped\n",
              (unsigned long long)work_most(w));
   return false;
}
