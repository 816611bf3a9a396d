/* SPDX-License-Identifier: MIT */
/*
 * The pipeline key as the reference sees it. The evaluator knows no key, so its inputs, its texture unit and its outputs are
 * changed here as docs/abi-usc.md says that the key changes them. This was written independently of passes/lower/key.c, which
 * does the same to the IR; they share only the names of the parameters that the key adds.
 */
#ifndef NVP4C_VERIFY_KEY_H
#define NVP4C_VERIFY_KEY_H

#include "nvp4c/verify/verify_inputs.h"
#include "passes/lower/key.h"

struct verify_key {
   const struct pass_key *key;
   const struct ir_shader *shader;
   uint8_t program[SLOT_COUNT]; /* outputs that the program itself writes */
   bool active;                 /* the key changes something in this program */
   struct verify_wave *vt;
   exec_lanes (*last)[4]; /* geometry programs: outputs of the last vertex of each lane */
};

/* mask: the outputs that the program writes; afterwards the outputs that it has with the key. */
void verify_key_init(struct verify_key *k, const struct pass_key *key, const struct ir_shader *s, uint8_t mask[SLOT_COUNT]);
/* To be called before and after a run of the evaluator on *vt; both change it. */
void verify_key_before(struct util_ctx *ctx, struct verify_key *k, struct verify_wave *vt);
void verify_key_after(struct verify_key *k, struct verify_wave *vt);

#endif
