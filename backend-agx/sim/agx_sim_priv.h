/* SPDX-License-Identifier: MIT */
/* Declarations that the files of the simulator share. */
#ifndef AGX_SIM_PRIV_H
#define AGX_SIM_PRIV_H

#include "backend-agx/sim/agx_sim.h"
#include "util/ctx.h"

#define SIM_SIGN 0x80000000u
#define SIM_GARBAGE 0xdeaddeadu /* the value that an operation leaves undefined */

struct agx_step;
/* Executes a step in these lanes. Returns false after a fault. */
typedef bool (*agx_step_fn)(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);

/* An instruction and facts derived from it. */
struct agx_step {
   struct agx_instr in;
   agx_step_fn run;
   const char *fault; /* the fault of executing it, or NULL */
   uint32_t place, next;
   uint16_t flags;         /* enum agx_flag */
   uint16_t halves;        /* of registers that it requires */
   uint64_t read[AGX_HALVES / 64], write[AGX_HALVES / 64]; /* halves */
   uint64_t discard[AGX_HALVES / 64]; /* halves with the last use in this step, according to its operands */
   bool discards;
};

/* Report a fault: with static text, or with the name of a half register. */
bool agx_sim_fault(struct agx_wave *t, const char *text);
bool agx_sim_fault_at(struct agx_wave *t, unsigned half, unsigned slot);

/* Operands (agx_sim_reg.c). These functions return the register itself, or buf. */
const uint32_t *agx_sim_int(const struct agx_wave *t, const struct agx_ref *r, uint32_t *buf); /* extended by its modifier */
const uint32_t *agx_sim_signed(const struct agx_wave *t, const struct agx_ref *r,
                               uint32_t *buf); /* sign-extended, except for immediates */
const uint32_t *agx_sim_float(const struct agx_wave *t, const struct agx_ref *r, uint32_t *buf);  /* as f32, with modifiers */
void agx_sim_int64(const struct agx_wave *t, const struct agx_ref *r, uint64_t v[EXEC_LANES]);
unsigned agx_sim_bits(const struct agx_ref *r); /* of the operand */
struct agx_ref agx_sim_component(const struct agx_ref *r, unsigned k); /* register k of a vector */
void agx_sim_write(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint32_t v[EXEC_LANES]);
void agx_sim_write64(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint64_t v[EXEC_LANES]);
/* Writes an f32 in the size of D. */
void agx_sim_write_float(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint32_t v[EXEC_LANES]);
/* Returns the lanes in which the comparison of A and B holds. */
uint32_t agx_sim_compare(const struct agx_wave *t, const struct agx_instr *in, bool is_float);

/* Formats (agx_sim_fmt.c): convert component k of a word or element to a register, and back. `wide` means a 32-bit register. */
uint32_t agx_sim_unpack(num_m m, unsigned format, unsigned k, bool wide, uint32_t bits);
uint32_t agx_sim_pack(num_m m, unsigned format, unsigned k, bool wide, const uint32_t v[4]);

/* The functions of steps. */
bool agx_sim_int_op(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_sum(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_select(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_float_op(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_half_op(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_convert(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_special(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_gradient(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_shuffle(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_reduce(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_ballot(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_nest(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_jump(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_wait(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_barrier(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_memory(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_stack_adjust(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_atomic(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_uniform(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_state(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_texture(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_output(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_iterate(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
/* Is the lane a helper for the machine? In the loop over samples, this depends on the whole pixel (observed:
   agx_nir_lower_frag_sidefx.c). */
bool agx_sim_is_helper(const struct agx_wave *t, unsigned lane);
bool agx_sim_samples(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_tile(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);

/* Checks that each sample is tested or killed when a program with sample_mask or zs_emit ends. Returns false after a fault. */
bool agx_sim_check_samples(struct agx_wave *t, bool stopped);

#endif
