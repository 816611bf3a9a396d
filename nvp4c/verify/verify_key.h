/* SPDX-License-Identifier: MIT */
/*
 * Reference implementation of the pipeline key. The evaluator does not know the key, so this file changes its inputs, its
 * texture accesses and its outputs as docs/abi-usc.md specifies. It was written independently of passes/lower/key.c, which
 * changes the IR; the two share only the names of the parameters that the key adds.
 */
#ifndef NVP4C_VERIFY_KEY_H
#define NVP4C_VERIFY_KEY_H

#include "nvp4c/verify/verify_inputs.h"
#include "passes/lower/key.h"

struct verify_key {
   const struct pass_key *key;
   const struct nvp4c_key *state; /* key->state */
   const struct ir_shader *shader;
   uint8_t program[SLOT_COUNT]; /* outputs that the program itself writes */
   bool active;                 /* the key changes this program */
   bool unpacks;                /* and the vertex attributes are words */
   struct verify_wave *vt;
   exec_lanes (*last)[4]; /* geometry programs: outputs of the last vertex of each lane */
};

/* `mask` is the outputs that the program writes; the function changes it to those that it has with the key. */
void verify_key_init(struct verify_key *k, const struct pass_key *key, const struct ir_shader *s, uint8_t mask[SLOT_COUNT]);
/*
 * Changes the inputs that verify_fill() made from the seed to those that all executions get: the components of a vertex
 * attribute with a format become its words, and attributes that share a register agree about it.
 */
void verify_key_inputs(const struct nvp4c_key *key, const struct ir_shader *s, struct verify_wave *vt, uint64_t seed);
/* The second part of it. */
void verify_key_share_words(const struct nvp4c_key *key, const struct ir_shader *s, struct verify_wave *vt);
/* Apply the key to the inputs before a run of the evaluator on *vt, and to the outputs after it. */
void verify_key_before(struct util_ctx *ctx, struct verify_key *k, struct verify_wave *vt);
void verify_key_after(struct verify_key *k, struct verify_wave *vt);

#endif
