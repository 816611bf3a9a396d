/* SPDX-License-Identifier: MIT */
/* Mutations that know the form of inputs: texts by lines and tokens, with words of the tables (words.c); streams by words of 32
   bits. */
#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include "tests/fuzz/fuzz.h"

/* A random word of the tables, in a block that lives as long as the process, or NULL without tables. */
const char *fuzz_word(unsigned tables, uint32_t random);

struct fuzz_parent {
   const uint8_t *data;
   size_t size;
};

/* In place; returns the new size, at most `room`. */
size_t fuzz_mutate(const struct fuzz_target *t, uint8_t *data, size_t size, size_t room, unsigned seed);
/* The first parent with a piece of the second one: lines of a text, words of a stream. */
size_t fuzz_cross(const struct fuzz_target *t, const struct fuzz_parent parents[2], uint8_t *out, size_t room, unsigned seed);

#endif
