/* SPDX-License-Identifier: MIT */
/* Random AGX2 instructions from the rows of the table. */
#ifndef AGX_RANDOM_H
#define AGX_RANDOM_H

#include "backend-agx/isa/agx.h"

#define AGX_PLAIN_BYTES 4096

uint32_t agx_rng(uint32_t *seed);
/* A random instruction of this operation; it may be illegal. */
struct agx_instr agx_random_instr(uint32_t *seed, unsigned op);
/* A legal instruction and its bytes. *tries is the number of instructions that may still be made. Returns false if none of them
   was legal. */
bool agx_random_legal(uint32_t *seed, unsigned op, unsigned *tries, struct agx_instr *in, uint8_t code[AGX_MAX_LEN],
                      unsigned *len);
/* Changes the first 8 bytes so that they begin like those of this operation. */
void agx_put_opcode(unsigned op, uint8_t *code);
/* Writes the code without its hints to `plain`. Returns true if `plain` held the same bytes before. */
bool agx_same_but_hints(const uint8_t *code, size_t len, uint8_t plain[AGX_PLAIN_BYTES]);

#endif
