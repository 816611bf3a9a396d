/* SPDX-License-Identifier: MIT */
/* Between the files of the simulator. */
#ifndef AGX_SIM_PRIV_H
#define AGX_SIM_PRIV_H

#include "backend-agx/sim/agx_sim.h"
#include "util/ctx.h"

#define SIM_SIGN 0x80000000u
#define SIM_GARBAGE 0xdeaddeadu /* what an operation leaves undefined */

struct agx_step;
/* Executes a step in these lanes; false after a fault. */
typedef bool (*agx_step_fn)(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);

/* An instruction with what follows from it. */
struct agx_step {
   struct agx_instr in;
   agx_step_fn run;
   const char *fault;      /* executing it is a fault */
   uint32_t place, next;
   uint16_t flags;         /* enum agx_flag */
   uint16_t halves;        /* of registers that it needs */
   uint64_t read[AGX_HALVES / 64], write[AGX_HALVES / 64]; /* halves */
   uint64_t discard[AGX_HALVES / 64]; /* that nothing reads any more, by the hints of its operands */
   bool discards;
};

/* Faults: static text; one that names a half register. */
bool agx_sim_fault(struct agx_wave *t, const char *text);
bool agx_sim_fault_at(struct agx_wave *t, unsigned half, unsigned slot);

/* Operands (agx_sim_reg.c). They return the register itself, or buf. */
const uint32_t *agx_sim_int(const struct agx_wave *t, const struct agx_ref *r, uint32_t *buf);    /* by its modifier */
const uint32_t *agx_sim_signed(const struct agx_wave *t, const struct agx_ref *r,
                               uint32_t *buf); /* sign-extended, but immediates */
const uint32_t *agx_sim_float(const struct agx_wave *t, const struct agx_ref *r, uint32_t *buf);  /* as f32, with modifiers */
void agx_sim_int64(const struct agx_wave *t, const struct agx_ref *r, uint64_t v[EXEC_LANES]);
unsigned agx_sim_bits(const struct agx_ref *r); /* of the operand */
struct agx_ref agx_sim_component(const struct agx_ref *r, unsigned k); /* register k of a vector */
void agx_sim_write(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint32_t v[EXEC_LANES]);
void agx_sim_write64(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint64_t v[EXEC_LANES]);
/* An f32 in the size of D. */
void agx_sim_write_float(struct agx_wave *t, const struct agx_ref *r, uint32_t lanes, const uint32_t v[EXEC_LANES]);
/* Lanes in which the comparison of A and B holds. */
uint32_t agx_sim_compare(const struct agx_wave *t, const struct agx_instr *in, bool is_float);

/* Formats (agx_sim_fmt.c): component k of a word or element as it is in a register, and back. wide: a 32-bit register. */
uint32_t agx_sim_unpack(num_m m, unsigned format, unsigned k, bool wide, uint32_t bits);
uint32_t agx_sim_pack(num_m m, unsigned format, unsigned k, bool wide, const uint32_t v[4]);

/* Groups of operations. */
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
/* Does the machine take the lane for a helper? In the loop over samples it looks at the whole pixel (observed:
   agx_nir_lower_frag_sidefx.c). */
bool agx_sim_is_helper(const struct agx_wave *t, unsigned lane);
bool agx_sim_samples(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);
bool agx_sim_tile(struct agx_wave *t, const struct agx_step *s, uint32_t lanes);

/* Each sample is tested or killed at the end of a program that uses sample_mask or zs_emit; false after a fault. */
bool agx_sim_check_samples(struct agx_wave *t, bool stopped);

#endif
