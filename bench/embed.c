/* SPDX-License-Identifier: MIT */
/*
 * Measures the gain of a driver from the objects of the library. Shaders are compiled as the command line does it, with a
 * context, parsed once with a context, and loaded from objects. Each row is the time of all shaders together, as the median of
 * many repetitions in a process of its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"
#include "nvp4c.h"

#define MAX_REPETITIONS 300

struct way {
   const char *name;
   struct nvp4c_result *(*make)(const struct bench_shader *s, const struct nvp4c_options *o);
   int context, kept; /* kept: programs and objects are made beforehand */
};

static struct nvp4c_result *compile(const struct bench_shader *s, const struct nvp4c_options *o)
{
   return nvp4c_compile(s->text, s->len, o);
}
static struct nvp4c_result *compile_parsed(const struct bench_shader *s, const struct nvp4c_options *o)
{
   return nvp4c_compile_program(s->program, o);
}
static struct nvp4c_result *load(const struct bench_shader *s, const struct nvp4c_options *o)
{
   size_t len;
   const void *object = nvp4c_result_object(s->result, &len);
   return nvp4c_load(object, len, o);
}

/* Returns the time of one way, or a negative number if one of the shaders does not compile. */
static double measure(const struct way *way, struct bench_shader *shaders, unsigned num, unsigned repetitions)
{
   static double t[MAX_REPETITIONS];
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.output.object = 1;
   for (unsigned i = 0; i < num && way->kept; i++) {
      shaders[i].program = nvp4c_parse(shaders[i].text, shaders[i].len, &o);
      shaders[i].result = nvp4c_compile(shaders[i].text, shaders[i].len, &o);
   }
   o.output.object = 0;
   o.output.reflection = 1;
   o.context = way->context ? nvp4c_context_new(NULL) : NULL;
   for (unsigned k = 0; k < repetitions; k++) {
      const double a = bench_now();
      for (unsigned i = 0; i < num; i++) {
         struct nvp4c_result *r = way->make(&shaders[i], &o);
         if (nvp4c_result_status(r) != NVP4C_OK)
            return -1;
         nvp4c_result_free(r);
      }
      t[k] = bench_now() - a;
   }
   return bench_median(t, repetitions);
}

/* Measures the same in a process of its own, so that earlier compiles do not affect its allocator. */
static double measure_alone(const struct way *way, struct bench_shader *shaders, unsigned num, unsigned repetitions)
{
   double us = -1;
   int ends[2];

   fflush(stdout);
   if (pipe(ends))
      return -1;
   const pid_t child = fork();
   if (!child) {
      us = measure(way, shaders, num, repetitions);
      _exit(write(ends[1], &us, sizeof us) != sizeof us);
   }
   close(ends[1]);
   if (child < 0 || read(ends[0], &us, sizeof us) != sizeof us)
      us = -1;
   close(ends[0]);
   if (child > 0)
      waitpid(child, NULL, 0);
   return us;
}

int bench_embedding(const char *what, struct bench_shader *shaders, unsigned num, unsigned repetitions)
{
   static const struct way ways[] = {
      {"nvp4c_compile", compile, 0, 0},
      {"nvp4c_compile, context", compile, 1, 0},
      {"nvp4c_compile_program, context", compile_parsed, 1, 1},
      {"nvp4c_load, context", load, 1, 1},
   };
   double first = 0;

   printf("%-31s      us   of the first\n", what);
   for (unsigned w = 0; w < sizeof ways / sizeof ways[0]; w++) {
      const double us = measure_alone(&ways[w], shaders, num, repetitions);
      if (us < 0)
         return 0;
      first = w ? first : us;
      printf("%-31s %7.0f   %4.0f%%\n", ways[w].name, us, us / first * 100);
   }
   printf("\n");
   return 1;
}
