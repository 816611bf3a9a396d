/* SPDX-License-Identifier: MIT */
/* An allocation hook that counts bytes, for programs that measure the memory of a compile. */
#ifndef TESTS_GROWTH_COUNTER_H
#define TESTS_GROWTH_COUNTER_H

#include <stddef.h>

struct counter {
   size_t now, peak, total; /* bytes that are held now, the maximum of `now`, and the total */
};

/* For nvp4c_options.memory.alloc, where `user` is a zeroed struct counter. */
void *count_bytes(void *user, void *ptr, size_t size);

#endif
