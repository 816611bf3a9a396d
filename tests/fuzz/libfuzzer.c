/* SPDX-License-Identifier: MIT */
/* The functions that libFuzzer calls. FUZZ_TARGET in the environment selects the target. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/mutate.h"

static const struct fuzz_target *target;

__attribute__((visibility("default"))) int LLVMFuzzerInitialize(int *argc, char ***argv);
__attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((visibility("default"))) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
__attribute__((visibility("default"))) size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b,
                                                                        size_t b_size, uint8_t *out, size_t room,
                                                                        unsigned seed);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
   (void)argc, (void)argv;
   target = fuzz_find(getenv("FUZZ_TARGET"));
   if (!target) {
      fprintf(stderr, "FUZZ_TARGET names no target of tests/fuzz/targets.def\n");
      exit(2);
   }
   return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   if (size <= target->room)
      target->run(data, size);
   return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
   return fuzz_mutate(target, data, size, room < target->room ? room : target->room, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out, size_t room,
                                 unsigned seed)
{
   const struct fuzz_parent parents[2] = {{a, a_size}, {b, b_size}};
   return fuzz_cross(target, parents, out, room < target->room ? room : target->room, seed);
}
