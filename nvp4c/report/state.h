/* SPDX-License-Identifier: MIT */
/* Items of GL state as the public header has them, from the canonical texts of the parameters (struct io_param). */
#ifndef NVP4C_STATE_H
#define NVP4C_STATE_H

#include "nvp4c.h"

/* *index: the number of the light, texture unit and so on; 0 if there is none. A text that is none of the bindings of the
   documents gives NVP4C_STATE_OTHER. */
struct nvp4c_state state_of(const char *text, unsigned *index);
/* Writes the text that state_of() reads, but not that of NVP4C_STATE_OTHER; as snprintf. */
int state_text(struct nvp4c_state s, unsigned index, char *text, size_t size);

#endif
