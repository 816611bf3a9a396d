/* SPDX-License-Identifier: MIT */
/*
 * What programs access in memory, and the waves of a block of a compute grid, for verification. A verify_wave stands for its
 * block: `next` links the other waves, which share its parameters, its memory and its outputs, of which compute programs have
 * none.
 */
#ifndef NVP4C_VERIFY_WORKGROUP_H
#define NVP4C_VERIFY_WORKGROUP_H

#include "nvp4c/verify/verify_inputs.h"

struct target_ops;

/* Adds what an instruction accesses. */
void verify_note_access(struct verify_reads *r, const struct ir_instr *i);
/* Makes memory for what `reads` has, with contents from the seed, and for a compute program a block: the one of the program, or
   one of the seed; its place in a grid, and a wave for each 32 invocations. */
void verify_fill_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct ir_shader *s,
                           const struct verify_reads *reads, uint64_t seed);
/* A grid of blocks of invocations, and one of its blocks. */
struct verify_grid {
   uint32_t block[3], grid[3], dimensions, id[3];
};
/* The waves of a block, of one wave that has its inputs. */
void verify_make_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_grid *at);
/* The final form of the program is that of `s`: where the machine runs fewer waves for a block (ir_shader.invocations), waves
   of the program run in their order. */
void verify_note_resident(struct verify_wave *vt, const struct ir_shader *s);
/* They are those of another block now. */
void verify_move_workgroup(struct verify_wave *vt, const uint32_t id[3]);
/* The waves of the block and its memory as they are in `from`, for the next executor; vt itself is a copy already. */
void verify_reset_workgroup(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_wave *from);

typedef enum exec_status (*verify_run_fn)(void *user, struct exec_wave *wave);
/*
 * Runs all waves of the block, from barrier to barrier in an order of the seed; those that one wave of the machine stands for
 * run one after the other, as it does their work. Steps are those of the first wave's budget, for all together; what is left of
 * them, and the first fault, are there in the end. A block of one wave is run once, with no barrier to wait at.
 */
enum exec_status verify_run_workgroup(struct verify_wave *vt, uint64_t seed, verify_run_fn run, void *user);

/* The reference evaluator, the IR interpreter, decoded machine code as such runs. Forms for fewer waves of the machine take the
   others off vt. */
enum exec_status verify_evaluate(struct util_ctx *ctx, const struct frontend_source *source, struct verify_wave *vt,
                                 uint64_t seed);
enum exec_status verify_interpret(struct util_ctx *ctx, struct ir_shader *s, struct verify_wave *vt, uint64_t seed);
enum exec_status verify_run_code(struct util_ctx *ctx, const struct target_ops *target, const void *decoded,
                                 struct verify_wave *vt, uint64_t seed);

/* Is what is in memory undefined? */
static inline bool verify_memory_tainted(const struct verify_wave *vt) { return vt->t.memory && vt->t.memory->tainted; }
/* Compares memory bit for bit, except that any NaN equals any NaN, if it is not tainted in `a`. */
bool verify_equal_memory(struct util_ctx *ctx, const struct verify_wave *a, const struct verify_wave *b,
                         struct verify_count *count, const char **difference);

#endif
