/* SPDX-License-Identifier: MIT */
/* The caller is thread 0 of its own work. The other threads wait for work of any draw. */
#include "gl-driver/draw/draw.h"
#include "gl-driver/shader/shader.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct work {
   void (*fn)(void *user, unsigned part, unsigned thread);
   void *user;
   unsigned parts;
   atomic_uint next;
};

static pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER; /* the draw that uses the threads holds it */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;   /* protects the variables below */
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER, ended = PTHREAD_COND_INITIALIZER;
static struct work *work;
static unsigned wanted, running, started; /* threads that should start, that are at work, that exist */

static void do_parts(struct work *w, unsigned thread)
{
   for (unsigned part; (part = atomic_fetch_add(&w->next, 1)) < w->parts;)
      w->fn(w->user, part, thread);
}

static void *wait_for_work(void *unused)
{
   (void)unused;
   pthread_mutex_lock(&lock);
   for (;;) {
      while (!wanted)
         pthread_cond_wait(&begun, &lock);
      const unsigned thread = wanted--;
      struct work *w = work;
      running++;
      pthread_mutex_unlock(&lock);
      do_parts(w, thread);
      pthread_mutex_lock(&lock);
      if (!--running)
         pthread_cond_signal(&ended);
   }
   return NULL;
}

static unsigned num_threads(unsigned threads)
{
   if (!threads) {
      const long n = sysconf(_SC_NPROCESSORS_ONLN);
      threads = n > 0 ? (unsigned)n : 1;
   }
   return threads < MAX_THREADS ? threads : MAX_THREADS;
}

void pool_run(unsigned threads, unsigned parts, void (*fn)(void *user, unsigned part, unsigned thread), void *user)
{
   struct work w = {.fn = fn, .user = user, .parts = parts};
   unsigned helpers = num_threads(threads) - 1;
   pthread_t id;

   atomic_init(&w.next, 0);
   if (helpers >= parts)
      helpers = parts ? parts - 1 : 0;
   if (!helpers || pthread_mutex_trylock(&in_use)) {
      do_parts(&w, 0);
      return;
   }
   pthread_mutex_lock(&lock);
   while (started < helpers && !pthread_create(&id, NULL, wait_for_work, NULL)) {
      pthread_detach(id);
      started++;
   }
   work = &w;
   wanted = helpers < started ? helpers : started;
   pthread_cond_broadcast(&begun);
   pthread_mutex_unlock(&lock);
   do_parts(&w, 0);
   pthread_mutex_lock(&lock);
   wanted = 0; /* all parts have been started */
   while (running)
      pthread_cond_wait(&ended, &lock);
   pthread_mutex_unlock(&lock);
   pthread_mutex_unlock(&in_use);
}
