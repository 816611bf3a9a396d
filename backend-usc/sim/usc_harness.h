/* SPDX-License-Identifier: MIT */
/*
 * The driver's half of the ABI (docs/abi-usc.md), for verification: it fills the registers of the simulator from the abstract
 * wave of semantics/exec.h and reads the results back. It knows of the program what the reflection says, and no more.
 */
#ifndef USC_HARNESS_H
#define USC_HARNESS_H

#include "backend-usc/isa/usc_program.h"
#include "backend-usc/sim/usc_sim.h"

struct usc_harness {
   const struct usc_program *prog;
   const struct usc_wave *wave;
   struct exec_wave *exec; /* a geometry program changes its out and calls its emit and end_primitive during the run */
   uint32_t *scratch;      /* words of all invocations */
   uint32_t scratch_words;
   struct usc_stored {
      uint64_t address;
      uint32_t value, mask; /* mask: the bits of the word that were stored */
      uint32_t request;     /* usc_wave.request.number of the store */
      uint8_t counter, fence; /* of its request; 1 + that of the fence after it, 0 if there is none */
      bool ended;           /* the request of the store has ended */
      bool atomic;          /* the word is in memory already, and may have changed since */
   } *stored; /* by the wave, and not yet seen by others, the oldest first */
   uint32_t num_stored, cap_stored;
   /* Words of scratch memory whose store has not ended: its request, or 0, by word; and a list of them. */
   uint32_t *scratch_request;
   struct usc_scratch_store {
      uint32_t word;
      uint8_t counter;
   } *scratch_stored;
   uint32_t num_scratch_stored, cap_scratch_stored;
   struct util_ctx *ctx;
   uint32_t tile[USC_NUM_TILES][USC_MAX_SAMPLES * EXEC_LANES * USC_TILE_WORDS];
};

/* The code of the program, decoded; from its groups if it has no bytes. */
const struct usc_sim_code *usc_harness_code(struct util_ctx *ctx, const struct usc_program *prog);
/* Fills *t (large: not on the stack) from *exec. Scratch memory comes from the arena. *h and *exec must exist until the run
   is over. */
void usc_wave_setup(struct util_ctx *ctx, struct usc_harness *h, struct usc_wave *t, const struct usc_program *prog,
                    struct exec_wave *exec);
/* A run: fills the wave, or goes on where the wave slept. */
enum exec_status usc_wave_run(struct util_ctx *ctx, const struct usc_program *prog, const struct usc_sim_code *code,
                              struct exec_wave *exec, struct usc_wave **wave);
/* Puts outputs, kills and the fault of the finished wave into *out (the caller has zeroed out->out). Packed colour targets
   are left out: see usc_pack_expected(). Killed invocations and helpers get nothing; that they, or samples which the mask does
   not cover, have something in a tile buffer is a fault. */
void usc_wave_results(const struct usc_wave *t, const struct usc_program *prog, struct exec_wave *out);
/* What the driver puts into shared register n, which is one of a texture; what the texture unit makes of an access
   (machine_env.sample). */
uint32_t usc_harness_tex_word(const struct usc_harness *h, uint32_t n);
const char *usc_harness_sample(void *user, num_m num, const struct machine_texture *s, uint32_t (*out)[EXEC_LANES]);
/* Output word n of one lane of a fragment program: the o registers come first, then the tile buffers (the first sample that the
   mask of the lane covers). */
uint32_t usc_output_word(const struct usc_wave *t, uint32_t n, unsigned lane);
/* The words that a colour is packed into (1 rgba8, 2 f16, 4 f32); returns their number. */
unsigned usc_pack_expected(num_m num, enum usc_frt frt, const uint32_t color[4], uint32_t words[4]);
/*
 * Compares the finished wave with what another executor made of the same input (expected->out, ->killed). Lanes that are
 * helpers or killed are left out. NULL if they are equal, else a message in the arena.
 */
const char *usc_wave_compare(struct util_ctx *ctx, const struct usc_wave *t, const struct usc_program *prog,
                             const struct exec_wave *expected);

#endif
