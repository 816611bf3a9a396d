/* SPDX-License-Identifier: MIT */
/* Between the files of the benchmark. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

double bench_now(void); /* processor time of this thread in microseconds */
/* Time and memory of programs of several kinds by size: false if one does not compile. */
int bench_scaling(void);

#endif
