/* SPDX-License-Identifier: MIT */
/*
 * Simulator of an AGX2 SIMD group on machine code. It gets bytes, their length and a task; it knows nothing of the compiler
 * that made them. Arithmetic is that of model/num.h with task->num (num_model_agx), operand fetch follows the table
 * agx_isa.def.
 *
 * The model leaves out time, the wait slots of asynchronous operations (no simulated operation is asynchronous), the register
 * cache and its hints, and the order of pixel operations. What no source says is a fault: a special register without a source,
 * the two steps of the sine, the f16 fused multiply-add, derivatives outside of the quads of the task.
 */
#ifndef AGX_SIM_H
#define AGX_SIM_H

#include "backend-agx/isa/agx.h"
#include "model/exec.h"

struct agx_task {
   num_m num;
   uint32_t valid;  /* lanes that exist */
   uint32_t helper; /* lanes that store nothing */
   uint64_t budget; /* instructions that may still be executed */

   uint16_t reg[AGX_HALVES][EXEC_LANES]; /* by half: rNl = 2N, rNh = 2N+1 */
   uint16_t uniform[AGX_UNIFORMS];
   /* Coefficients: the value that interpolation gives the lane at its position, after the perspective division (assumed:
      plane equations would only add rounding errors that no test could tell from errors of the compiler). cf of a flat
      input: its constant. */
   uint32_t cf[AGX_CF_COUNT][EXEC_LANES];
   uint16_t pixel[2][EXEC_LANES]; /* sr80, sr81 */
   uint32_t backfacing;           /* sr62, by lane */

   /* results; the registers at the end of the run are results as well */
   uint32_t uvs[AGX_UVS_WORDS][EXEC_LANES]; /* vertex output buffer */
   uint32_t uvs_written[AGX_UVS_WORDS / 32]; /* bits: the words that were stored */
   bool uvs_final;                          /* st_var_final or no_var was the last store */
   uint32_t killed;                         /* lanes whose only sample was discarded */
   uint32_t tile[16][EXEC_LANES];           /* tile buffer of the pixel in words of 32 bits; raw formats only */
   uint64_t issued;                         /* instructions executed */

   const char *fault; /* EXEC_FAULT: static text */
   size_t fault_pc;
};

/* Runs from the first byte to `stop`, or to the end of the code: a main part goes on in the epilog. */
enum exec_status agx_sim_run(const uint8_t *code, size_t len, struct agx_task *task);

#endif
