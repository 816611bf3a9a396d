/* SPDX-License-Identifier: MIT */
/* Memory that is freed as a whole. */
#ifndef GL_DRIVER_ARENA_H
#define GL_DRIVER_ARENA_H

#include <stddef.h>

struct arena {
   struct arena_block *blocks;
};
void *arena_alloc(struct arena *a, size_t size); /* zeroed, or NULL if there is no memory */
void arena_free(struct arena *a);

#endif
