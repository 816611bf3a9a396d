/* SPDX-License-Identifier: MIT */
/* Texture accesses and queries (docs/abi-agx.md, "Textures"). */
#ifndef AGX_TEXTURE_H
#define AGX_TEXTURE_H

#include "backend-agx/select/operand/agx_operand.h"

/* Does the access use a texture or sampler that is not bound to a state register? */
bool agx_is_bindless(const struct ir_instr *i);
/* Appends the instructions for i, an IR_tex, to the current block. */
void agx_access_texture(struct agx_selection *c, const struct ir_instr *i);

#endif
