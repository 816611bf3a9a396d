/* SPDX-License-Identifier: MIT */
/*
 * The key as the reference sees it: the evaluator knows none, so its inputs, its texture unit and its outputs are changed as
 * docs/abi-usc.md says the key changes them. Written apart from passes/prepare/key.c; only the names of added parameters are shared.
 */
#ifndef NVP4C_VERIFY_KEY_H
#define NVP4C_VERIFY_KEY_H

#include "nvp4c/verify/verify_inputs.h"
#include "passes/prepare/key.h"

struct verify_key {
   const struct pass_key *key;
   const struct ir_shader *shader;
   uint8_t program[SLOT_COUNT]; /* outputs that the program itself writes */
   bool active;                 /* the key changes something */
   struct verify_task *vt;
   exec_lanes (*last)[4]; /* geometry: outputs of the last vertex of each lane */
};

/* `mask`: the outputs of the program; afterwards, those with the key. */
void verify_key_init(struct verify_key *k, const struct pass_key *key, const struct ir_shader *s, uint8_t mask[SLOT_COUNT]);
/* Around a run of the evaluator on *vt, which is changed. */
void verify_key_before(struct util_ctx *ctx, struct verify_key *k, struct verify_task *vt);
void verify_key_after(struct util_ctx *ctx, struct verify_key *k, struct verify_task *vt);

#endif
