/* SPDX-License-Identifier: MIT */
/* Temporaries for virtual registers, spilling, and the final list of groups. */
#ifndef USC_ALLOCATE_H
#define USC_ALLOCATE_H

#include "backend-usc/select/usc_code.h"

/* usc_ra.c: assigns temporaries, spilling as needed, and turns blocks into the final groups; false: see c->culprit */
bool usc_allocate(struct usc_code *c);
/* usc_spill.c: one round, see struct cg_alloc_options; p is that of a struct usc_code. */
void usc_spill_round(struct cg_program *p, const uint8_t *spilled);

#endif
