/* SPDX-License-Identifier: MIT */
/*
 * Read-write memory of programs, and the waves of a workgroup, for verification. A verify_wave stands for its workgroup: `next`
 * links the other waves, which share its parameters and memory.
 */
#ifndef NVP4C_VERIFY_WORKGROUP_H
#define NVP4C_VERIFY_WORKGROUP_H

#include "nvp4c/verify/verify_inputs.h"

struct target_ops;

/* Adds the accesses of an instruction. */
void verify_note_access(struct verify_reads *r, const struct ir_instr *i);
/* Makes the memory that `reads` has, with contents from the seed. For a compute program, also makes a workgroup with the size
   of the program or a random size, its place in a grid, and a wave for each 32 invocations. */
void verify_fill_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct ir_shader *s,
                           const struct verify_reads *reads, uint64_t seed);
/* A grid, and one of its workgroups. */
struct verify_grid {
   uint32_t block[3], grid[3], dimensions, id[3];
};
/* Makes the waves of a workgroup from one wave with its inputs. */
void verify_make_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_grid *at);
/* Sets the number of waves that the machine runs, if these are fewer than the workgroup has (ir_shader.invocations of the final
   program). Waves of the program then run in the order of the machine. */
void verify_note_resident(struct verify_wave *vt, const struct ir_shader *s);
/* Moves the waves to another workgroup. */
void verify_move_workgroup(struct verify_wave *vt, const uint32_t id[3]);
/* Copies the other waves and the memory of the workgroup from `from`, for the next execution. vt itself is already a copy. */
void verify_reset_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_wave *from);

typedef enum exec_status (*verify_run_fn)(void *user, struct exec_wave *wave);
/*
 * Runs all waves of the workgroup from barrier to barrier, in a random order from the seed. Waves that one wave of the machine
 * executes run after each other. The waves share the budget of the first one, which has the remaining steps and the first fault
 * at the end. A single wave does not wait at barriers.
 */
enum exec_status verify_run_workgroup(struct verify_wave *vt, uint64_t seed, verify_run_fn run, void *user);

/* Run the workgroup with the reference evaluator, the IR interpreter, or as decoded machine code. If the machine runs fewer
   waves, the others are removed from vt. */
enum exec_status verify_evaluate(struct util_ctx *ctx, const struct frontend_source *source, struct verify_wave *vt,
                                 uint64_t seed);
enum exec_status verify_interpret(struct util_ctx *ctx, struct ir_shader *s, struct verify_wave *vt, uint64_t seed);
enum exec_status verify_run_code(struct util_ctx *ctx, const struct target_ops *target, const void *decoded,
                                 struct verify_wave *vt, uint64_t seed);

/* Are the contents of memory undefined? */
static inline bool verify_memory_tainted(const struct verify_wave *vt) { return vt->t.memory && vt->t.memory->tainted; }
/* Compares memory that is not tainted in `a`. Words must be equal, or both a NaN. */
bool verify_equal_memory(struct util_ctx *ctx, const struct verify_wave *a, const struct verify_wave *b,
                         struct verify_count *count, const char **difference);

#endif
