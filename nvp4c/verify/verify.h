/* SPDX-License-Identifier: MIT */
/*
 * -verify-sim: runs a program at every level on the same inputs and compares.
 *
 *   leg 1: reference evaluator on the syntax tree = IR with the inexact passes off
 *   leg 2: final IR = machine code
 *
 * A program with fences does the first leg twice, the second time on memory that others change at each fence: an access that a
 * compiler moved over a fence, or two that it made one of around it, find other words then. What orders machine code has is in
 * its simulators, which hold stores back until a fence or a barrier.
 *
 * Both comparisons are exact. What the documents leave undefined (derivatives across lanes that do not execute) is tracked as
 * taint by the evaluator and left out of both legs. The pipeline key changes what a program computes: the IR contains that
 * change, and for the evaluator its inputs and outputs are changed in the same way (verify_key.c). If indices are not clamped
 * (-fno-robust), the second leg leaves out the invocations in which one is out of range.
 *
 * Steps. The source may run for half a million steps; how many of them go into runs that do not end is bounded for all waves
 * together, so that a program with loops of thousands of steps is judged, and one that never ends costs less than a second.
 * When a run ends without a result, the invocations that still executed are taken out of the wave and it begins again, so that
 * one invocation that loops for ever does not hide what the others compute. The other levels get a multiple of the steps that
 * the source took, and of their size, which no correct program needs: one that uses it up where nothing is undefined does not
 * end where its source does, which is a difference. No verdict in any wave is an error (no-verdict).
 */
#ifndef NVP4C_VERIFY_H
#define NVP4C_VERIFY_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "nvp4c.h"
#include "nvp4c/verify/verify_inputs.h"
#include "passes/lower/key.h"

struct preshader;

struct verify_job {
   const struct frontend_source *source;
   struct ir_shader *exact; /* the source with the inexact passes off; NULL if it cannot be executed, so there is no leg 1 */
   struct ir_shader *final; /* what was compiled */
   const struct verify_reads
       *reads; /* what the program reads before the passes, which know no more of images than their words */
   const struct target_ops *target;
   const void *program; /* of target->compile */
   const struct preshader *pre; /* what a driver runs for the program; NULL: what the IR has is run */
   const struct pass_key *key;
   bool unclamped; /* indices that are out of range are undefined */
   bool whole;     /* monolithic.on */
   bool fast;      /* -ffp=fast: the final IR may compute other numbers than the source, and so leave a loop at another time, or
                      never */
   unsigned waves;
   uint64_t seed; /* of the first wave; the next one has the next number */
};

/* Counts into *result. Files a diagnostic at the first difference and sets the status of ctx. */
void verify_run(struct util_ctx *ctx, const struct verify_job *job, struct nvp4c_verify *result);

#endif
