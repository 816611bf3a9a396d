/* SPDX-License-Identifier: MIT */
/*
 * The driver's side of the ABI (docs/abi-usc.md), for verification: it fills the registers of the simulator from the abstract
 * wave of semantics/exec.h and reads the results back. Its only knowledge of the program is the reflection.
 */
#ifndef USC_HARNESS_H
#define USC_HARNESS_H

#include "backend-usc/isa/usc_program.h"
#include "backend-usc/sim/usc_sim.h"

struct usc_harness {
   const struct usc_program *prog;
   const struct usc_wave *wave;
   struct exec_wave *exec; /* a geometry program changes exec->out and calls its emit and end_primitive during the run */
   uint32_t *scratch;      /* scratch memory of all invocations */
   uint32_t scratch_words;
   struct usc_stored {
      uint64_t address;
      uint32_t value, mask; /* mask of the stored bits of the word */
      uint32_t request;     /* usc_wave.request.number of the store */
      uint8_t counter, fence; /* of its request; 1 + the counter of the next fence, or 0 */
      bool ended;           /* the request of the store has ended */
      bool atomic;          /* the word is already in memory, where it may have changed */
   } *stored; /* stores of the wave that others do not see yet, the oldest first */
   uint32_t num_stored, cap_stored;
   /* Words of scratch memory with a store in flight: by word its request, or 0, and a list of these words. */
   uint32_t *scratch_request;
   struct usc_scratch_store {
      uint32_t word;
      uint8_t counter;
   } *scratch_stored;
   uint32_t num_scratch_stored, cap_scratch_stored;
   struct util_ctx *ctx;
   uint32_t tile[USC_NUM_TILES][USC_MAX_SAMPLES * EXEC_LANES * USC_TILE_WORDS];
};

/* Decodes the program, from its groups if it has no bytes. */
const struct usc_sim_code *usc_harness_code(struct util_ctx *ctx, const struct usc_program *prog);
/* Fills *t, which is too large for the stack, from *exec. Scratch memory comes from the arena. *h and *exec must exist until
   the end of the run. */
void usc_wave_setup(struct util_ctx *ctx, struct usc_harness *h, struct usc_wave *t, const struct usc_program *prog,
                    struct exec_wave *exec);
/* Fills the wave and runs it, or resumes it after it slept. */
enum exec_status usc_wave_run(struct util_ctx *ctx, const struct usc_program *prog, const struct usc_sim_code *code,
                              struct exec_wave *exec, struct usc_wave **wave);
/* Copies outputs, kills and the fault of the finished wave to *out, whose out is zero. It omits packed colour targets, see
   usc_pack_expected(). Killed invocations and helpers have no outputs; a word of them, or of a sample outside of the mask, in a
   tile buffer is a fault. */
void usc_wave_results(const struct usc_wave *t, const struct usc_program *prog, struct exec_wave *out);
/* The word that the driver passes in shared register n of a texture, and the texture unit (machine_env.sample). */
uint32_t usc_harness_tex_word(const struct usc_harness *h, uint32_t n);
const char *usc_harness_sample(void *user, num_m num, const struct machine_texture *s, uint32_t (*out)[EXEC_LANES]);
/* Output word n of a lane of a fragment program: the o registers, then the tile buffers, in which it is that of the first
   sample in the mask of the lane. */
uint32_t usc_output_word(const struct usc_wave *t, uint32_t n, unsigned lane);
/* Packs a colour, and returns the number of its words: 1 rgba8, 2 f16, 4 f32. */
unsigned usc_pack_expected(num_m num, enum usc_frt frt, const uint32_t color[4], uint32_t words[4]);
/*
 * Compares the finished wave with the results of another executor for the same input (expected->out, ->killed), except helpers
 * and killed lanes. Returns NULL if they are equal, or a message in the arena.
 */
const char *usc_wave_compare(struct util_ctx *ctx, const struct usc_wave *t, const struct usc_program *prog,
                             const struct exec_wave *expected);

#endif
