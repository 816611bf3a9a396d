/* SPDX-License-Identifier: MIT */
/* What the files of the benchmark share. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

double bench_now(void); /* processor time of this thread in microseconds */
/* Prints time and memory by size for programs of several kinds; false if one does not compile. */
int bench_scaling(void);

#endif
