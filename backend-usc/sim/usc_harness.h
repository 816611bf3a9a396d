/* SPDX-License-Identifier: MIT */
/*
 * From the abstract task of model/exec.h to registers of the simulator and back, by the reflection alone: the driver's half of the
 * ABI (docs/abi-usc.md), for verification.
 */
#ifndef USC_HARNESS_H
#define USC_HARNESS_H

#include "backend-usc/isa/usc_program.h"
#include "backend-usc/sim/usc_sim.h"

struct usc_harness {
   const struct usc_program *prog;
   struct exec_task *exec; /* of a geometry program: vertices go to its out, emit and end_primitive during the run */
   uint32_t *scratch; /* words of all instances */
   uint32_t scratch_words;
   uint32_t tile[USC_NUM_TILES][EXEC_LANES * USC_TILE_WORDS];
};

/* Fill *t (large: not on the stack) from *exec. Scratch memory comes from the arena. The glue and exec must outlive the run. */
void usc_task_setup(struct util_ctx *ctx, struct usc_harness *glue, struct usc_task *t, const struct usc_program *prog,
                    struct exec_task *exec);
/* Outputs, kills and fault of the finished task into *out (out->out zeroed by the caller). Colour targets that are packed are not
   unpacked: see usc_pack_expected. Killed instances and helpers get nothing. */
void usc_task_results(const struct usc_task *t, const struct usc_program *prog, struct exec_task *out);
/* Word n of what a fragment program puts out, of one lane: o registers, then tile buffers. */
uint32_t usc_output_word(const struct usc_task *t, uint32_t n, unsigned lane);
/* The words a colour is packed to (1 rgba8, 2 f16, 4 f32); returns their number. */
unsigned usc_pack_expected(num_m num, enum usc_frt frt, const uint32_t color[4], uint32_t words[4]);
/*
 * Compare the finished task with what another executor produced for the same input (expected->out, ->killed). Lanes that are
 * helpers or killed are left out. NULL if equal, else a message in the arena.
 */
const char *usc_task_compare(struct util_ctx *ctx, const struct usc_task *t, const struct usc_program *prog,
                             const struct exec_task *expected);

#endif
