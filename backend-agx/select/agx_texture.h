/* SPDX-License-Identifier: MIT */
/* Textures: accesses and questions about sizes (docs/abi-agx.md, "Textures"). */
#ifndef AGX_TEXTURE_H
#define AGX_TEXTURE_H

#include "backend-agx/select/operand/agx_operand.h"

/* Does the access read a texture or sampler that is bound to no state register? */
bool agx_is_bindless(const struct ir_instr *i);
/* Appends to the current block what computes i, which is IR_tex. */
void agx_access_texture(struct agx_selection *c, const struct ir_instr *i);

#endif
