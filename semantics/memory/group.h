/* SPDX-License-Identifier: MIT */
/*
 * The tasks of a block of a compute grid, in lockstep to each barrier: one after the other runs until it ends or waits, then those that
 * wait go on. Between barriers the order of tasks is by a seed, so that a program whose results hang on it can be told by other seeds.
 */
#ifndef MODEL_MEMORY_GROUP_H
#define MODEL_MEMORY_GROUP_H

#include "semantics/exec.h"

#define EXEC_GROUP_TASKS 32 /* of a block of 1,024 instances */

/* The place of instance `index` of a block, x first. */
static inline void exec_group_place(const uint32_t block[3], uint32_t index, uint32_t place[3])
{
   place[0] = index % block[0];
   place[1] = index / block[0] % block[1];
   place[2] = index / block[0] / block[1];
}

/* Runs a task until it ends or waits at a barrier. */
typedef enum exec_status (*exec_group_fn)(void *user, unsigned task);
/*
 * Runs all tasks, at most EXEC_GROUP_TASKS. seed 0: in their order. Returns EXEC_DONE, or with *task what the first one that did not end
 * returned. A task that ends while others wait has reached their barrier.
 */
enum exec_status exec_group_run(unsigned num_tasks, uint64_t seed, exec_group_fn run, void *user, unsigned *task);

#endif
