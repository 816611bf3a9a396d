/* SPDX-License-Identifier: MIT */
/* Slots and names of the varyings of the public header. */
#ifndef NVP4C_VARYING_H
#define NVP4C_VARYING_H

#include "semantics/slots.h"
#include "nvp4c.h"

/* Number of the varying with a slot of this name. */
#define VARYING_OF(slot) (SLOT_##slot - SLOT_POSITION)
/* Slot of a varying, and varying of a slot, which is NVP4C_NUM_VARYINGS if there is none. */
unsigned varying_slot(unsigned varying);
unsigned varying_of_slot(unsigned slot);

#endif
