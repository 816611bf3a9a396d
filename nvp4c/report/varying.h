/* SPDX-License-Identifier: MIT */
/* The varyings of the public header, by number: their slots and names. */
#ifndef NVP4C_VARYING_H
#define NVP4C_VARYING_H

#include "semantics/slots.h"
#include "nvp4c.h"

/* The number of a varying by the name of its slot. */
#define VARYING_OF(slot) (SLOT_##slot - SLOT_POSITION)
/* The slot of a varying and back; NVP4C_NUM_VARYINGS: the slot is not a varying. */
unsigned varying_slot(unsigned varying);
unsigned varying_of_slot(unsigned slot);

#endif
