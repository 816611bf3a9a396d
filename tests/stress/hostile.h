/* SPDX-License-Identifier: MIT */
/* Parts of the test of hostile input: texts (hostile.c), mutants of programs (hostile_mutants.c), and other inputs of the
   library (hostile_inputs.c). */
#ifndef TESTS_STRESS_HOSTILE_H
#define TESTS_STRESS_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvp4c.h"

extern unsigned hostile_runs, hostile_failures;

/* An allocator that fails after a number of allocations. */
struct budget {
   long left; /* number of allocations that succeed, or -1 for all */
};
void *failing_alloc(void *user, void *ptr, size_t size);

/* True if all locations of messages are within the text. */
bool is_located(const struct nvp4c_result *r, size_t len);
/* Compiles a text, which must end with status `expect`. -1 allows success and any error except usage and internal errors. */
void feed(const char *what, const char *text, size_t len, int expect, const struct nvp4c_options *options);
void hostile_seed(uint64_t seed);
uint32_t hostile_random(void);

/* hostile_mutants.c */
void mutate_file(const char *name, size_t most, unsigned step, unsigned tries);
void mutate_folder(const char *dir, bool quick);
/* Compiles `count` mutants of the files, alternately of their texts and token streams. */
void feed_mutants(unsigned count, uint64_t seed, char **files, int num_files);

/* hostile_inputs.c */
void feed_inputs(unsigned tries);
void feed_machine(unsigned tries);
void feed_preshader(unsigned tries);

#endif
