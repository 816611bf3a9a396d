/* SPDX-License-Identifier: MIT */
/* Waits for what is in flight: textures and memory (docs/agx-encoding.md, "Waits"). */
#ifndef AGX_WAIT_H
#define AGX_WAIT_H

#include "backend-agx/mir/agx_mir.h"

#define AGX_SLOTS 2
#define AGX_MAX_PENDING 8 /* requests of one slot in flight (observed: Mesa agx_insert_waits.c) */

/* Gives the requests their slots and puts waits into the bodies, which become those of out[], by block; the lists that they are
   made from stay as they are. */
void agx_insert_waits(struct agx_mir *c, struct cg_list *out);

#endif
