/* SPDX-License-Identifier: MIT */
/*
 * What a driver gains from the objects of the library: shaders compiled as the command line does it, with a context, parsed once with a
 * context, and loaded from objects. Each row is the time of all of them together, the median of many repetitions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "nvp4c.h"

#define MAX_REPETITIONS 300

struct way {
   const char *name;
   struct nvp4c_result *(*make)(const struct bench_shader *s, const struct nvp4c_options *o);
   int context;
};

static struct nvp4c_result *compile(const struct bench_shader *s, const struct nvp4c_options *o) { return nvp4c_compile(s->text, s->len, o); }
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

int bench_embedding(const char *what, struct bench_shader *shaders, unsigned num, unsigned repetitions)
{
   static const struct way ways[] = {
      {"nvp4c_compile", compile, 0},
      {"nvp4c_compile, context", compile, 1},
      {"nvp4c_compile_program, context", compile_parsed, 1},
      {"nvp4c_load, context", load, 1},
   };
   struct nvp4c_context *context = nvp4c_context_new(NULL);
   struct nvp4c_options o;
   double first = 0;
   int good = 1;

   nvp4c_options_init(&o, sizeof o);
   o.output.object = 1;
   for (unsigned i = 0; i < num; i++) {
      shaders[i].program = nvp4c_parse(shaders[i].text, shaders[i].len, &o);
      shaders[i].result = nvp4c_compile(shaders[i].text, shaders[i].len, &o);
      good &= nvp4c_result_status(shaders[i].result) == NVP4C_OK;
   }
   o.output.object = 0;
   o.output.reflection = 1;
   printf("%-31s      us   of the first\n", what);
   for (unsigned w = 0; w < sizeof ways / sizeof ways[0]; w++) {
      static double t[MAX_REPETITIONS];
      o.context = ways[w].context ? context : NULL;
      for (unsigned k = 0; k < repetitions; k++) {
         const double a = bench_now();
         for (unsigned i = 0; i < num; i++)
            nvp4c_result_free(ways[w].make(&shaders[i], &o));
         t[k] = bench_now() - a;
      }
      const double us = bench_median(t, repetitions);
      first = w ? first : us;
      printf("%-31s %7.0f   %4.0f%%\n", ways[w].name, us, us / first * 100);
   }
   for (unsigned i = 0; i < num; i++) {
      nvp4c_program_free(shaders[i].program);
      nvp4c_result_free(shaders[i].result);
   }
   nvp4c_context_free(context);
   printf("\n");
   return good;
}
