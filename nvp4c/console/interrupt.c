/* SPDX-License-Identifier: MIT */
/* Signals that ask a long run to stop: it ends soon, with what it has, instead of at once with nothing. */
#include <signal.h>

#include "nvp4c/console/console.h"

static volatile sig_atomic_t caught;

static void catch(int signal_number) { caught = signal_number; }

void catch_interrupts(void)
{
   static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
   /* A second signal ends the program. System calls are interrupted, so that waiting for a test ends. */
   struct sigaction act = {.sa_handler = catch, .sa_flags = (int)SA_RESETHAND}, old;

   sigemptyset(&act.sa_mask);
   for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
      if (!sigaction(signals[i], NULL, &old) && old.sa_handler == SIG_DFL)
         sigaction(signals[i], &act, NULL);
}

int interrupted(void) { return caught; }
