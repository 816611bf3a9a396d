/* SPDX-License-Identifier: MIT */
/*
 * A line of progress with rate and time left, which each new one overwrites. It is printed only if standard error is a terminal
 * and messages are text, at most ten times a second. Several threads may call these functions.
 */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "nvp4c/console/console.h"

static struct {
   pthread_mutex_t lock;
   bool on, shown;
   const char *unit;
   uint64_t total, done;
   double start, last; /* seconds */
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double seconds(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_begin(uint64_t total, const char *unit)
{
   progress.on = isatty(2) && console_format() == MESSAGES_TEXT;
   progress.shown = false;
   progress.unit = unit;
   progress.total = total;
   progress.done = 0;
   progress.start = progress.last = seconds();
}

static void show(double now, const char *detail)
{
   const double rate = (double)progress.done / (now - progress.start);

   fprintf(stderr, "\r\033[K%llu", (unsigned long long)progress.done);
   if (progress.total)
      fprintf(stderr, " of %llu", (unsigned long long)progress.total);
   fprintf(stderr, " %s, %.*f/s", progress.unit, rate < 10, rate);
   if (progress.total > progress.done && rate > 0) {
      const unsigned long left = (unsigned long)((double)(progress.total - progress.done) / rate + 0.5);
      fprintf(stderr, ", %lu:%02lu left", left / 60, left % 60);
   }
   if (detail)
      fprintf(stderr, ": %.60s", detail);
   progress.shown = true;
   progress.last = now;
}

void progress_add(uint64_t steps, const char *detail)
{
   if (!progress.on)
      return;
   pthread_mutex_lock(&progress.lock);
   progress.done += steps;
   const double now = seconds();
   if (now - progress.last >= 0.1)
      show(now, detail);
   pthread_mutex_unlock(&progress.lock);
}

void progress_hide(void)
{
   if (progress.shown)
      fprintf(stderr, "\r\033[K");
   progress.shown = false;
}
