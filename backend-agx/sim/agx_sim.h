/* SPDX-License-Identifier: MIT */
/*
 * Simulator of an AGX2 SIMD group on machine code. It is given bytes, their length and a task; it knows nothing of the compiler
 * that made them. Arithmetic is model/num.h under task->num (num_model_agx), operand fetch follows the table agx_isa.def.
 *
 * What the model leaves out: time, wait slots of asynchronous operations (none of the simulated ops is asynchronous), the
 * register cache and its hints, the order of pixel operations. What it cannot know is a fault, not a guess: a special register
 * without a source, the two sine steps, f16 fused multiply-add, derivatives of anything but quads of the task.
 */
#ifndef AGX_SIM_H
#define AGX_SIM_H

#include "backend-agx/isa/agx.h"
#include "model/exec.h"

struct agx_task {
   num_m num;
   uint32_t valid;  /* lanes that exist */
   uint32_t helper; /* lanes that store nothing */
   uint64_t budget; /* instructions left */

   uint16_t reg[AGX_HALVES][EXEC_LANES]; /* by half: rNl = 2N, rNh = 2N+1 */
   uint16_t uniform[AGX_UNIFORMS];
   /* Coefficients: what interpolation gives for the lane at its position, perspective divided out (assumed: a model of the
      plane equations would only add an error that no test could tell from ours). cf of a flat input: its constant. */
   uint32_t cf[AGX_CF_COUNT][EXEC_LANES];
   uint16_t pixel[2][EXEC_LANES]; /* sr80, sr81 */
   uint32_t backfacing;           /* sr62, by lane */

   /* results; the registers at the end are the rest of them */
   uint32_t uvs[AGX_UVS_WORDS][EXEC_LANES]; /* vertex output buffer */
   uint32_t uvs_written[AGX_UVS_WORDS / 32]; /* words that a store reached */
   bool uvs_final;                          /* st_var_final or no_var was the last store */
   uint32_t killed;                         /* lanes whose only sample was discarded */
   uint32_t tile[16][EXEC_LANES];           /* tile buffer of the pixel, 32-bit words; raw formats only */
   uint64_t issued;                         /* instructions executed */

   const char *fault; /* EXEC_FAULT: static text */
   size_t fault_pc;
};

/* Runs from the first byte to `stop`, or to the end of the code: a main part falls through into the epilog. */
enum exec_status agx_sim_run(const uint8_t *code, size_t len, struct agx_task *task);

#endif
