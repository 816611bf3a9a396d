/* SPDX-License-Identifier: MIT */
/*
 * -verify-sim: executes a program on random inputs as source, IR and machine code, and compares the results.
 *
 *   source comparison: the reference evaluator on the syntax tree = the IR after the exact passes
 *   code comparison:   the final IR = the machine code
 *
 * The source comparison of a program with fences runs twice, the second time on memory that changes at each fence. If the
 * compiler moved an access over a fence, or merged two accesses around one, it reads other words then. The simulators check the
 * order of machine code: they hold stores back until a fence or a barrier.
 *
 * Both comparisons are exact. The evaluator tracks values that the documents leave undefined (derivatives across lanes that do
 * not execute) as taint, and both comparisons skip them. The IR contains the effects of the pipeline key; verify_key.c applies
 * them to the inputs and outputs of the evaluator. If indices are not clamped (-fno-robust), the code comparison skips
 * invocations with an index out of range.
 *
 * Steps. The source may run for half a million steps. The steps of runs that do not end are bounded for all waves together, so
 * that programs with loops of thousands of steps are judged, and a program that never ends takes less than a second. If a run
 * does not end, the invocations that are still running are removed and the wave starts again, so that an endless loop in one
 * invocation does not hide the results of the others. IR and machine code get a multiple of the steps of the source and of
 * their size, which no correct program needs: a program that uses them up although nothing is undefined differs from its
 * source. It is an error (no-verdict) if no wave has a verdict.
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
   struct ir_shader *exact; /* the IR after the exact passes; NULL if the source cannot be executed */
   struct ir_shader *final; /* the IR that was compiled */
   /* If the program is a main part with an epilog: the IR of the epilog after all passes, and after the exact ones. It reads
      the colours that the other IR stores. Otherwise NULL. */
   struct ir_shader *epilog, *exact_epilog;
   const struct verify_reads
       *reads; /* accesses of the program before the passes, which lower images to words */
   const struct target_ops *target;
   const void *program; /* made by target->compile, or target->join */
   const struct preshader *pre; /* pre-shader read from bytes, or NULL to run that of the IR */
   const struct pass_key *key;
   bool unclamped; /* indices out of range are undefined */
   bool whole;     /* monolithic.on */
   bool fast;      /* -ffp=fast: the final IR may compute other numbers than the source, and leave a loop at another time or
                      never */
   unsigned waves;
   uint64_t seed; /* seed of the first wave; it increases by 1 */
};

/* Adds counts to *result. Reports the first difference and sets the status of ctx. */
void verify_run(struct util_ctx *ctx, const struct verify_job *job, struct nvp4c_verify *result);

#endif
