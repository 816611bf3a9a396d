/* SPDX-License-Identifier: MIT */
/*
 * Operands of several registers. Where it can, a value that the current block computes is computed in its place in the vector
 * and lives there for all that read it (agx_finish_vectors() renames what has been selected); else it is copied there.
 */
#ifndef AGX_VECTOR_H
#define AGX_VECTOR_H

#include "backend-agx/select/operand/agx_operand.h"

/* The source as an element: plain bits, a constant as AGX_IMM with all its bits. */
struct agx_ref agx_element(struct agx_selection *c, const struct ir_src *s);
/* n consecutive 32-bit registers with these elements. */
struct agx_ref agx_vector(struct agx_selection *c, const struct agx_ref *element, unsigned n);
/* At the end of selection. */
void agx_finish_vectors(struct agx_selection *c);

#endif
