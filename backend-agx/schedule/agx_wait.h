/* SPDX-License-Identifier: MIT */
/* Waits for requests in flight: textures and memory (docs/agx-encoding.md, "Waits"). */
#ifndef AGX_WAIT_H
#define AGX_WAIT_H

#include "backend-agx/mir/agx_mir.h"

#define AGX_SLOTS 2
#define AGX_MAX_PENDING 8 /* the most requests in flight in one slot (observed: Mesa agx_insert_waits.c) */

/* Assigns slots to requests and inserts waits into the bodies. out[] gets the new bodies by block; the original lists do not
   change. */
void agx_insert_waits(struct agx_mir *c, struct cg_list *out);

#endif
