/* SPDX-License-Identifier: MIT */
/*
 * The driver's half of the ABI (docs/abi-agx.md), for verification: it fills the registers of the simulator from the abstract
 * wave of semantics/exec.h and reads the results back. All it knows about the program is its reflection.
 */
#ifndef AGX_HARNESS_H
#define AGX_HARNESS_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/sim/agx_sim.h"

/* A program with decoded code. Any number of waves may run it. */
struct agx_decoded {
   const struct agx_program *prog;
   const struct agx_sim_code *code, *preamble; /* preamble is NULL if there is none */
};
struct agx_harness {
   const struct agx_program *prog;
   struct exec_wave *exec;
   uint32_t *stack; /* words of all lanes */
   struct util_ctx *ctx;
   struct agx_pending { /* stores of the wave to device memory that other waves do not see yet */
      uint64_t address; /* of a word */
      uint32_t value, mask; /* the stored bits */
   } * pending;
   uint32_t num_pending, cap_pending;
};

const struct agx_decoded *agx_harness_decode(struct util_ctx *ctx, const struct agx_program *prog);
/* Fills *t (large: not on the stack) from *exec and runs the preamble. Registers that the ABI leaves undefined hold garbage.
   Memory comes from the arena. *h and *exec must exist until the run ends. Returns false after a fault of the preamble. */
bool agx_wave_setup(struct util_ctx *ctx, struct agx_harness *h, struct agx_wave *t, const struct agx_decoded *d,
                    struct exec_wave *exec);
/* Copies outputs and killed lanes of the finished wave to *out. Killed lanes and helpers get no outputs. */
void agx_wave_results(const struct agx_wave *t, const struct agx_program *p, struct exec_wave *out);
/* Does all of this. exec->fault is in the arena. */
enum exec_status agx_harness_run(struct util_ctx *ctx, const struct agx_decoded *d, struct exec_wave *exec);

/* The word that the driver puts into a uniform for a texture, and the answer of the texture unit (machine_env.sample). */
uint32_t agx_harness_tex_word(const struct agx_harness *h, const struct agx_uniform *u);
const char *agx_harness_sample(void *user, num_m num, const struct machine_texture *s, uint32_t (*out)[EXEC_LANES]);
/* For whole programs: rounds the inputs of a wave, and the results of a reference wave, to the formats in memory
   (target_ops.inputs, quantise); loads the word of an attribute as a lane sees it; and reads results from the tile. */
void agx_harness_inputs(const struct agx_program *p, struct exec_wave *wave);
void agx_harness_quantise(const struct agx_program *p, struct exec_wave *wave, uint8_t mask[SLOT_COUNT]);
bool agx_harness_attribute(const struct agx_harness *h, unsigned lane, uint64_t addr, uint32_t *word);
/* Puts the words of pixels into the tile before a fragment program; afterwards returns a fault if the program has changed words
   that it must not, or NULL. */
void agx_harness_fill_tile(const struct agx_harness *h, struct agx_wave *t);
const char *agx_harness_check_tile(const struct agx_harness *h, const struct agx_wave *t);
/* The sample that a lane shades, and those that it covers. */
unsigned agx_harness_shaded(const struct agx_harness *h, unsigned lane);
uint32_t agx_harness_covered(const struct agx_harness *h, unsigned lane);
void agx_harness_tile(const struct agx_wave *t, const struct agx_program *p, struct exec_wave *out);
#define AGX_HARNESS_ATTRIBUTE(a) ((UINT64_C(0x4000) + (a)) << 40) /* the address of an attribute */
#define AGX_HARNESS_LAST_ELEMENT 0xc000u                          /* of every attribute */
#define AGX_HARNESS_HEAP UINT64_C(0x1234500000)                   /* the address of the texture heap */
#define AGX_HARNESS_SAMPLER(unit) (100u + (unit))                 /* the number of the sampler of a unit >= 16 */

#endif
