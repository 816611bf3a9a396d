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
   uint8_t colors[8];           /* components of the colours after broadcasting */
   bool fetches;                /* the program may read colours of its targets */
   bool draws;                  /* the key changes colours in their targets */
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

/* Steps of these for colour targets (verify_colors.c). `written` has the components by target, after broadcasting. */
bool verify_changes_color(const struct verify_key *k, unsigned n);
/* The components or words of colour n that the program stores, if it writes the components in `mask`. */
uint8_t verify_color_mask(const struct verify_key *k, unsigned n, uint8_t mask);
void verify_draw_colors(const struct verify_key *k, struct verify_wave *vt, const uint8_t *written, const uint32_t constant[4]);
/* Computes the fetched colours from the words of the targets. */
void verify_fetch_colors(const struct verify_key *k, num_m m, uint32_t (*in)[4][EXEC_LANES]);

#endif
