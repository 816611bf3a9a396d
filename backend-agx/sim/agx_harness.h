/* SPDX-License-Identifier: MIT */
/*
 * From the task of the abstract executors (model/exec.h) to the registers of the simulator and back, by the reflection of the
 * program alone: what a driver does with the ABI (docs/abi-agx.md), for verification.
 */
#ifndef AGX_HARNESS_H
#define AGX_HARNESS_H

#include "backend-agx/isa/agx_program.h"
#include "backend-agx/sim/agx_sim.h"

/* Fills *t from *in. Registers that the ABI leaves undefined get 0xdead. The x and y of a fragment count as k + 0.5. */
void agx_task_setup(struct agx_task *t, const struct agx_program *p, const struct exec_task *in);
/* Puts the outputs and the killed lanes of the finished task into *out. Lanes that were killed and helpers get no outputs. */
void agx_task_results(const struct agx_task *t, const struct agx_program *p, struct exec_task *out);

#endif
