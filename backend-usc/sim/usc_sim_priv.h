/* SPDX-License-Identifier: MIT */
/* Internal header of the simulator. */
#ifndef USC_SIM_PRIV_H
#define USC_SIM_PRIV_H

#include "backend-usc/isa/usc_tables.h"
#include "backend-usc/sim/usc_sim.h"

#define SIM_SIGN 0x80000000u

/* Ways to read an operand; all except the last are direct. */
enum usc_fetch { USC_FETCH_TEMP, USC_FETCH_VTX, USC_FETCH_SHARED, USC_FETCH_CONSTANT, USC_FETCH_OTHER };

/*
 * A group and facts about it. A repeated group has a step per repetition, each with its own registers; the first one has the
 * number of the others in `more`.
 */
struct usc_step {
   struct usc_group g;           /* as usc_normal() makes it */
   uint32_t place, next, target; /* its place, the next one, and the target of a branch */
   uint32_t group;               /* the number of the group */
   const char *fault;            /* the fault of executing it, or NULL */
   uint8_t more;
   uint8_t ops;                  /* units with an operation */
   uint8_t reads;                /* source slots of the ALU, or all of a bitwise or control group */
   uint8_t fetch[6];             /* enum usc_fetch, by source slot */
   uint32_t bits[6];             /* of a constant */
   bool reads_quad, keeps;       /* keeps: sources are copied, for registers may change before their use */
};

/* Lanes that satisfy the condition of a group (documented). */
static inline uint32_t usc_sim_condition(const struct usc_wave *t, unsigned cc)
{
   switch (cc) {
   case USC_CC_PE: return t->valid & t->pe;
   case USC_CC_P0: return t->valid & t->pe & t->p0;
   case USC_CC_IGNOREPE: return t->valid;
   default: return t->valid & t->pe & ~t->p0;
   }
}

/* Groups by kind (usc_sim_alu.c, usc_sim_bit.c, usc_sim_ctrl.c). *done: the program ends. *next: the next place. They return
   false after a fault. */
bool usc_sim_main(struct usc_wave *t, const struct usc_step *s, uint32_t lanes, bool *done);
bool usc_sim_bitwise(struct usc_wave *t, const struct usc_step *s, uint32_t lanes);
bool usc_sim_control(struct usc_wave *t, const struct usc_step *s, uint32_t lanes, uint32_t *next, bool *done);

/* Formats (usc_sim_fmt.c): pack an f32 or raw value into component `comp` of a word, and unpack it. They return false if
   that is not simulated. The number model of a pack is that of units other than the float ALU. pack is the format with
   USC_PACK_SCALE and USC_PACK_RTZ, as in the second byte of pck; samples is their number per pixel, for the coverage. */
enum { USC_PACK_SCALE = 32, USC_PACK_RTZ = 64 };
bool usc_sim_pack(num_m m, unsigned pack, unsigned comp, unsigned samples, uint32_t value, uint32_t *word);
bool usc_sim_unpack(num_m m, unsigned fmt, bool scale, unsigned comp, uint32_t word, uint32_t *value);
bool usc_sim_unpack_rtz(num_m m, unsigned fmt, uint32_t word, uint32_t *value); /* u32 and s32, toward zero */
/* Tests except tstc: a and b are f32 or integers, by type. The second function extends an element to 32 bits. */
bool usc_sim_test(num_m m, unsigned op, unsigned type, uint32_t a, uint32_t b);
uint32_t usc_sim_element(unsigned type, unsigned elem, uint32_t v);

/* Single values of the rarer instructions (usc_sim_math.c). */
uint32_t usc_sim_short(enum usc_op op, const struct usc_opd o[3], bool sat, uint32_t a, uint32_t b, uint32_t c);
uint32_t usc_sim_gcmp(num_m m, uint32_t x); /* m as in a pack */
uint32_t usc_sim_gexp(num_m m, uint32_t x);
uint32_t usc_sim_arctanc(uint32_t x);
uint32_t usc_sim_sqrt(num_m m, uint32_t x);
uint64_t usc_sim_to_f64(num_m m, unsigned fmt, uint32_t v);
uint32_t usc_sim_from_f64(num_m m, unsigned fmt, uint64_t bits);
void usc_sim_sop(num_m m, const struct usc_group *g, const uint32_t s[6], uint32_t *w0, uint32_t *w1);
bool usc_sim_gta(bool array, const uint32_t state[4], uint32_t u, uint32_t v, uint32_t layer, uint32_t w[2]);

/* Registers (usc_sim_reg.c). A conflict with a request in flight is a fault in `lanes`, which execute. The functions return
   false after a fault. */
bool usc_sim_fault(struct usc_wave *t, const char *text);
bool usc_sim_read(struct usc_wave *t, struct usc_opd o, uint32_t lanes, uint32_t out[EXEC_LANES]);
/* The values of a source slot of a step, in the register itself or in buf; NULL after a fault. */
const uint32_t *usc_sim_source(struct usc_wave *t, const struct usc_step *s, unsigned slot, uint32_t lanes, uint32_t *buf);
bool usc_sim_write(struct usc_wave *t, struct usc_opd o, uint32_t lanes, const uint32_t value[EXEC_LANES]);
/* Records that a request in flight writes (or reads) these registers. */
bool usc_sim_in_flight(struct usc_wave *t, unsigned drc, struct usc_opd o, unsigned count, uint32_t lanes, bool target);
void usc_sim_wait(struct usc_wave *t, unsigned drc);
/* All late stores of the wave land. */
void usc_sim_land(struct usc_wave *t);
struct usc_opd usc_sim_step_reg(struct usc_opd o, unsigned n); /* the register n after it */

/* Iteration (usc_sim_iterate.c): of values, and as a request that writes registers. */
/* persp: 0 none, 1 multiplied by 1/W, 2 the same and 1/W is stored, 3 multiplied by the stored 1/W. f16: two values per
   register. */
struct usc_iteration {
   struct usc_opd coeff, w_coeff;
   unsigned persp, count;
   bool sat;
   uint8_t mode; /* enum usc_iteration_place */
};
bool usc_sim_iterate(struct usc_wave *t, const struct usc_iteration *it, uint32_t lanes, exec_lanes *out);
bool usc_sim_iterate_to(struct usc_wave *t, unsigned drc, struct usc_opd dst, const struct usc_iteration *it, bool f16,
                        uint32_t lanes);

/* Backend requests and outputs (usc_sim_be.c). w[] are W0 and W1. */
bool usc_sim_backend(struct usc_wave *t, const struct usc_group *g, uint32_t lanes, uint32_t w[2][EXEC_LANES], bool *done);
/* Checks a write of a pixel output, which is a fault before the feedback and while that is in flight. */
bool usc_sim_pixel_output(struct usc_wave *t);

/* Textures (usc_sim_tex.c). */
bool usc_sim_sample(struct usc_wave *t, const struct usc_group *g, uint32_t lanes);
bool usc_sim_itrsmp(struct usc_wave *t, const struct usc_group *g, uint32_t lanes);

#endif
