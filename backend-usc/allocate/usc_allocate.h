/* SPDX-License-Identifier: MIT */
/* Temporaries for virtual registers, spilling, and the final list of groups. */
#ifndef USC_ALLOCATE_H
#define USC_ALLOCATE_H

#include "backend-usc/select/usc_code.h"

/* usc_ra.c: assigns temporaries, spilling as needed, and turns blocks into the final groups; false: see blame */
bool usc_allocate(struct usc_code *c);
/* usc_spill.c: one round; spilled: by register. words: of scratch memory, taken so far. */
void usc_spill_round(struct usc_code *c, const uint8_t *spilled, uint32_t *words);


#endif
