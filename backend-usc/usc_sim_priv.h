/* SPDX-License-Identifier: MIT */
/* Between the files of the simulator. */
#ifndef USC_SIM_PRIV_H
#define USC_SIM_PRIV_H

#include "backend-usc/usc_priv.h"
#include "backend-usc/usc_sim.h"

#define SIM_SIGN 0x80000000u

/* Formats (usc_sim_fmt.c): component `comp` of a packed word from an f32 or raw value, and back. false = not simulated. */
bool usc_sim_pack(num_m m, unsigned fmt, bool scale, bool rtz, unsigned comp, unsigned samples, uint32_t value, uint32_t *word);
bool usc_sim_unpack(num_m m, unsigned fmt, bool scale, unsigned comp, uint32_t word, uint32_t *value);
/* Tests: a and b as f32 or integer bits of the type; elem for 8 and 16 bits. */
bool usc_sim_test(num_m m, unsigned op, unsigned type, unsigned elem, uint32_t a, uint32_t b, bool carry);

/* Registers (usc_sim_reg.c). lanes: for which a request under way is a fault. false = fault is set. */
bool usc_sim_fault(struct usc_task *t, const char *text);
bool usc_sim_read(struct usc_task *t, struct usc_opd o, uint32_t lanes, uint32_t out[EXEC_LANES]);
bool usc_sim_write(struct usc_task *t, struct usc_opd o, uint32_t lanes, const uint32_t value[EXEC_LANES]);
/* Mark a block as the target (or the source) of a request. */
bool usc_sim_mark(struct usc_task *t, unsigned drc, struct usc_opd o, unsigned count, uint32_t lanes, bool target);
void usc_sim_wait(struct usc_task *t, unsigned drc);
struct usc_opd usc_sim_step_reg(struct usc_opd o, unsigned n); /* n registers on */

/* Backend requests and outputs (usc_sim_be.c). w[] are W0 and W1. */
bool usc_sim_backend(struct usc_task *t, const struct usc_group *g, uint32_t lanes, uint32_t w[2][EXEC_LANES], bool *done);
bool usc_sim_iterate(struct usc_task *t, unsigned drc, struct usc_opd dst, struct usc_opd coeff, struct usc_opd w_coeff,
                     bool perspective, bool sat, unsigned count, uint32_t lanes);

#endif
