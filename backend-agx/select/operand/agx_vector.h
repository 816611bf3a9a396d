/* SPDX-License-Identifier: MIT */
/*
 * Operands of several registers. If possible, a value that the current block computes is computed in its place in the vector
 * and stays there for all its readers (agx_finish_vectors() renames the registers of selected instructions); otherwise it is
 * copied there.
 */
#ifndef AGX_VECTOR_H
#define AGX_VECTOR_H

#include "backend-agx/select/operand/agx_operand.h"

/* The source as an element: plain bits. A constant becomes AGX_IMM with all its bits. */
struct agx_ref agx_element(struct agx_selection *c, const struct ir_src *s);
/* Returns n consecutive 32-bit registers with these elements. */
struct agx_ref agx_vector(struct agx_selection *c, const struct agx_ref *element, unsigned n);
/* Renames registers in all instructions, at the end of selection. */
void agx_finish_vectors(struct agx_selection *c);

#endif
