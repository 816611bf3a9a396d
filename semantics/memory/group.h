/* SPDX-License-Identifier: MIT */
/*
 * Runs the waves of a workgroup in lockstep from barrier to barrier: each wave runs until it ends or waits, then the waiting
 * waves resume. Between barriers a seed gives the order of waves, so other seeds expose programs whose results depend on it.
 */
#ifndef SEMANTICS_MEMORY_GROUP_H
#define SEMANTICS_MEMORY_GROUP_H

#include "semantics/exec.h"

#define EXEC_WORKGROUP_WAVES 32 /* waves of a workgroup of 1,024 invocations */

/* The position of invocation `index` within a workgroup, x first. */
static inline void exec_group_place(const uint32_t block[3], uint32_t index, uint32_t place[3])
{
   place[0] = index % block[0];
   place[1] = index / block[0] % block[1];
   place[2] = index / block[0] / block[1];
}

/* Runs a wave until it ends or waits at a barrier. */
typedef enum exec_status (*exec_group_fn)(void *user, unsigned wave);
/*
 * Runs all waves, at most EXEC_WORKGROUP_WAVES, in order of their numbers with seed 0. Returns EXEC_DONE, or the status of the
 * first wave that failed, whose number is then in *wave. A wave that ends while others wait counts as having reached their
 * barrier.
 */
enum exec_status exec_group_run(unsigned num_waves, uint64_t seed, exec_group_fn run, void *user, unsigned *wave);

#endif
