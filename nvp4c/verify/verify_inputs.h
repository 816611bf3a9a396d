/* SPDX-License-Identifier: MIT */
/*
 * Inputs for verification by execution, and the comparison of its outputs. Used by -verify-sim and by the unit tests, so that
 * both see the same values.
 */
#ifndef NVP4C_VERIFY_INPUTS_H
#define NVP4C_VERIFY_INPUTS_H

#include "util/buf.h"
#include "model/exec.h"

/* A task with the storage that it points to. */
struct verify_task {
   struct exec_task t;
   struct exec_sampler sampler;
   uint32_t (*param)[4];
   /* geometry: a hash of every vertex that a lane emitted, and of its ends of primitives */
   exec_lanes emitted;
   const uint8_t *mask; /* of outputs, as verify_equal takes it: integers of emitted vertices count bit for bit; may be NULL */
};

/*
 * Fill a task from a seed: all lanes valid but in every eighth task, inputs that mix ordinary numbers with special values, the
 * parameter entries given (literals as they are, everything else random by its binding, so that two entries of one binding
 * agree), buffers, the procedural textures. vertices: 1, or that many for geometry programs. Storage comes from ctx.
 */
void verify_fill(struct util_ctx *ctx, struct verify_task *vt, num_m num, const struct io_param *params, unsigned num_params,
                 unsigned vertices, uint64_t seed, uint64_t budget);
/* The same inputs again with zeroed outputs, for the next executor. */
void verify_reset(struct util_ctx *ctx, struct verify_task *vt, const struct verify_task *from);

/* What a task does with its vertices, for those who come between. */
void verify_record_emit(struct verify_task *vt, struct exec_task *task, uint32_t lanes);
void verify_record_end(struct verify_task *vt, struct exec_task *task, uint32_t lanes);

struct verify_count {
   uint64_t compared, tainted;
};
/*
 * Compare the outputs of two finished tasks: components in mask[slot], lanes that are valid and killed in neither, taint of `a` left
 * out. Bit 4 + component of the mask: integers, compared bit for bit (else any NaN equals any NaN). false with a description of the first difference in *why (if not NULL).
 */
bool verify_equal(struct util_ctx *ctx, const struct verify_task *a, const struct verify_task *b, const uint8_t mask[SLOT_COUNT],
                  struct verify_count *count, const char **why);

#endif
