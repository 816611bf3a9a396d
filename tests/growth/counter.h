/* SPDX-License-Identifier: MIT */
/* An allocation hook that counts bytes, for programs that measure how much memory a compile takes. */
#ifndef TESTS_GROWTH_COUNTER_H
#define TESTS_GROWTH_COUNTER_H

#include <stddef.h>

struct counter {
   size_t now, peak, total; /* bytes: held now, at most at one time, allocated in total */
};

/* For nvp4c_options.memory.alloc, where `user` is a zeroed struct counter. */
void *count_bytes(void *user, void *ptr, size_t size);

#endif
