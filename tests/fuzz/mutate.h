/* SPDX-License-Identifier: MIT */
/* Mutations that respect the form of inputs: texts by lines and tokens, with words of the tables (words.c); streams by 32-bit
   words. */
#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include "tests/fuzz/fuzz.h"

/* Returns a random word of the tables, which lives as long as the process, or NULL without tables. */
const char *fuzz_word(unsigned tables, uint32_t random);

struct fuzz_parent {
   const uint8_t *data;
   size_t size;
};

/* Mutates in place. Returns the new size, at most `room`. */
size_t fuzz_mutate(const struct fuzz_target *t, uint8_t *data, size_t size, size_t room, unsigned seed);
/* Writes the first parent with a piece of the second one inserted: lines of a text, or words of a stream. */
size_t fuzz_cross(const struct fuzz_target *t, const struct fuzz_parent parents[2], uint8_t *out, size_t room, unsigned seed);

#endif
