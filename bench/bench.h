/* SPDX-License-Identifier: MIT */
/* What the files of the benchmark share. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stddef.h>

double bench_now(void); /* processor time of this thread in microseconds */
/* Prints time and memory by size for programs of several kinds; false if one does not compile. */
int bench_scaling(void);
/* Prints the speed of the machine on the shaders of the folder; false if one does not run. */
int bench_machine(const char *dir);
char *bench_read(const char *file, size_t *len); /* for free(); NULL: it cannot be read */

#endif
