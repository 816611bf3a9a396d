/* SPDX-License-Identifier: MIT */
/* Declarations that the files of the benchmark share. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nvp4c_result;

struct bench_shader {
   char *text;
   size_t len;
   struct nvp4c_program *program; /* set by bench_embedding() */
   struct nvp4c_result *result;
};

/* Prints the sizes of the shaders of the folder on AGX; false if one does not compile. */
bool bench_agx(const char *dir);
/* Prints the groups of the shaders without and with forms that are off by default. Returns false if one cannot be read or
   compiled, or if leaving them out costs too much. */
bool bench_forms(const char *dir, const char *const *files, unsigned num_files);
/* Prints the times of all shaders in each way of a driver, with at most 300 repetitions; false if one does not compile. */
int bench_embedding(const char *what, struct bench_shader *shaders, unsigned num, unsigned repetitions);
double bench_median(double *v, unsigned n); /* sorts v */
double bench_now(void); /* processor time of this thread in microseconds */
/* Prints time and memory by size for programs of several kinds; false if one does not compile. */
int bench_scaling(void);
/* Prints the speed of the machine on the shaders of the folder; false if one does not run. */
int bench_machine(const char *dir);
double bench_root(double product, unsigned n); /* the n-th root of a number below 100^n */
uint64_t bench_stat(const struct nvp4c_result *r, const char *name); /* 0 if there is none */
char *bench_read(const char *file, size_t *len); /* to be freed; NULL if the file cannot be read */

#endif
