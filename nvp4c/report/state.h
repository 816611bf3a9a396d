/* SPDX-License-Identifier: MIT */
/* Items of GL state of the public header, from and to the canonical texts of parameters (struct io_param). */
#ifndef NVP4C_STATE_H
#define NVP4C_STATE_H

#include "nvp4c.h"

/* Parses a text and sets *index to the number of the light, texture unit and so on, or to 0. A text that is not a binding of
   the documents gives NVP4C_STATE_OTHER. */
struct nvp4c_state state_of(const char *text, unsigned *index);
/* Writes the text of an item other than NVP4C_STATE_OTHER, as snprintf does. */
int state_text(struct nvp4c_state s, unsigned index, char *text, size_t size);

#endif
