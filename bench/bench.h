/* SPDX-License-Identifier: MIT */
/* What the files of the benchmark share. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stddef.h>

struct bench_shader {
   char *text;
   size_t len;
   struct nvp4c_program *program; /* what bench_embedding() makes of it */
   struct nvp4c_result *result;
};

/* Prints the times of all shaders on the ways of a driver, at most 300 repetitions; false if one does not compile. */
int bench_embedding(const char *what, struct bench_shader *shaders, unsigned num, unsigned repetitions);
double bench_median(double *v, unsigned n); /* sorts v */
double bench_now(void); /* processor time of this thread in microseconds */
/* Prints time and memory by size for programs of several kinds; false if one does not compile. */
int bench_scaling(void);

#endif
