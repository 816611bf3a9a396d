/* SPDX-License-Identifier: MIT */
/* The texts of the parts. */
#ifndef AGX_PROLOG_EPILOG_PRIV_H
#define AGX_PROLOG_EPILOG_PRIV_H

#include "backend-agx/prolog_epilog/agx_prolog_epilog.h"

void agx_vertex_prolog(const struct agx_surroundings *s, const struct agx_program *p, struct util_buf *b);
/* Includes the head of the loop over samples, if there is one. */
void agx_fragment_prolog(const struct agx_surroundings *s, const struct agx_program *p, struct util_buf *b);
void agx_fragment_epilog(const struct agx_program *p, struct util_buf *b);
/* The end of a fragment program. `size` is the number of bytes in the loop over samples. */
void agx_fragment_end(struct agx_program *p, size_t size, struct util_buf *b);

#endif
