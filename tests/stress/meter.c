/* SPDX-License-Identifier: MIT */
/* See meter.h. A process shows the job that it is at, with the steps of all processes, at most ten times a second. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "tests/stress/meter.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { JOBS = 16 };

static struct shared {
   atomic_ullong total[JOBS], done[JOBS];
   atomic_llong start[JOBS], shown; /* milliseconds; 0 before the job begins */
} * shared;                         /* NULL if nothing is shown */

/* The job of this process. */
static unsigned job;
static const char *name;
static long long end; /* milliseconds, or 0 */

static long long milliseconds(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000 + 1;
}

void meter_init(void)
{
   if (!isatty(2))
      return;
   void *p = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   shared = p == MAP_FAILED ? NULL : p;
}

void meter_begin(unsigned number, const char *name_of_job)
{
   long long never = 0;

   job = number % JOBS;
   name = name_of_job;
   end = 0;
   if (shared)
      atomic_compare_exchange_strong(&shared->start[job], &never, milliseconds());
}

void meter_expect(uint64_t steps)
{
   if (shared)
      atomic_fetch_add(&shared->total[job], steps);
}

void meter_expect_end(double until)
{
   end = (long long)(until * 1000);
}

static void show(long long now)
{
   const unsigned long long done = atomic_load(&shared->done[job]), total = atomic_load(&shared->total[job]);
   const long long start = atomic_load(&shared->start[job]);
   const double rate = now > start ? 1000.0 * (double)done / (double)(now - start) : 0;
   double left = 0;

   fprintf(stderr, "\r\033[K%s: %llu", name, done);
   if (total) {
      fprintf(stderr, " of %llu", total);
      left = rate > 0 && total > done ? (double)(total - done) / rate : 0;
   } else if (end > now) {
      left = (double)(end - now) / 1000;
   }
   const unsigned long seconds = (unsigned long)(left + 0.5);
   /* What is printed next starts at the first column. */
   fprintf(stderr, ", %.*f/s, %lu:%02lu left\r", rate < 10, rate, seconds / 60, seconds % 60);
}

void meter_add(uint64_t steps)
{
   if (!shared)
      return;
   atomic_fetch_add(&shared->done[job], steps);
   const long long now = milliseconds();
   long long last = atomic_load(&shared->shown);
   if (now - last >= 100 && atomic_compare_exchange_strong(&shared->shown, &last, now))
      show(now);
}

void meter_hide(void)
{
   if (shared)
      fprintf(stderr, "\r\033[K");
}
