/* SPDX-License-Identifier: MIT */
/*
 * Waves for verification: random inputs, step budget, and comparison of outputs. -verify-sim, -verify-each=exec and the unit
 * tests share this code, so they use the same values.
 */
#ifndef NVP4C_VERIFY_INPUTS_H
#define NVP4C_VERIFY_INPUTS_H

#include "frontend/common/frontend.h"
#include "ir/ir.h"
#include "semantics/exec.h"
#include "semantics/memory/memory.h"
#include "semantics/sampler.h"
#include "util/buf.h"
#include "util/rng.h"

/* A wave with its storage. */
struct verify_wave {
   struct exec_wave t;
   struct exec_sampler sampler;
   uint32_t (*param)[4];
   exec_lanes emitted;  /* geometry programs: for each lane, a hash of the vertices that it emitted and the primitives that it
                           ended */
   const uint8_t *mask; /* mask of outputs as for verify_equal(), for integers of emitted vertices; may be NULL */
   struct verify_wave *next; /* compute programs: the next wave of the workgroup (verify_workgroup.h) */
   uint32_t
       resident; /* in the first wave: number of waves that the machine runs for the workgroup, if each does the work of
                    several; else 0 */
};

/*
 * Budget for runs of the source that may not end. A run gets verify_steps_next() steps. The steps of a run that did not end are
 * passed to verify_steps_wasted(), which shortens the next runs, down to what programs without long loops need.
 */
struct verify_steps {
   uint64_t base, left;
};
struct verify_steps verify_steps(const struct frontend_source *source);
uint64_t verify_steps_next(const struct verify_steps *s);
void verify_steps_wasted(struct verify_steps *s, uint64_t steps);
/* Sets masks of the components that the IR stores to outputs, in bits 0 to 3 by slot. */
void verify_stored(const struct ir_shader *s, uint8_t mask[SLOT_COUNT]);

/* Inputs that programs read. */
struct pass_key;
struct verify_reads {
   bool slot[SLOT_COUNT];
   bool buffers;
   uint32_t units[MEM_SPACE_COUNT]; /* memory that they access: masks of units by space */
   /* Images, which only IR before the lowering of images has: the target with most coordinates, and the format of some
      access. */
   uint8_t image_target[MEM_UNITS], image_format[MEM_UNITS];
   uint32_t tiled, own_format; /* masks of units; own_format: the format comes from the key, or an access has none */
};
/* Adds the inputs of the IR and its pre-shader. */
void verify_note_reads(struct verify_reads *r, const struct ir_shader *s);
/* Sets the formats of images in the key. Called before verify_note_reads(). */
void verify_note_formats(struct verify_reads *r, const struct pass_key *key);

/* Random word for inputs: mostly floats of ordinary size, small integers, and special values. */
uint32_t verify_word(struct util_rng *g);

/*
 * Fills a wave from a seed. All lanes are valid, except in every eighth wave. Inputs are ordinary numbers and special values.
 * Inputs that are not in `reads` have ordinary numbers, which take less time, and buffers and memory that are not in it may be
 * missing. Parameters of s that are not literals have random values that depend on their binding, so that two entries with the
 * same binding agree. The contents of buffers and textures also come from the seed. Geometry programs get as many vertices as
 * an input primitive can have. Storage comes from ctx.
 */
void verify_fill(struct util_ctx *ctx, struct verify_wave *vt, const struct ir_shader *s, const struct verify_reads *reads,
                 uint64_t seed, uint64_t budget);
/* Gives a wave the parameters of s for its seed, after the first `num` of those that it has. */
void verify_add_params(struct util_ctx *ctx, struct exec_wave *t, uint32_t num, const struct ir_shader *s, uint64_t seed);
/* Fragment programs: turns some invocations of every fourth wave into helpers. */
void verify_add_helpers(struct verify_wave *vt, uint64_t seed);
/*
 * Sets the number of samples, and for each invocation its sample and the samples that the primitive covers. Invocations have
 * the same sample in all quads (`same`) or in each quad. Called after verify_add_helpers().
 */
void verify_add_samples(struct verify_wave *vt, uint64_t seed, unsigned samples, bool per_sample, bool same);
/* Copies a wave with its inputs and with zeros as outputs, for the next execution. */
void verify_reset(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_wave *from);

/* Adds the taint of lanes and outputs of a reference execution, and taints memory if `memory` is set. */
void verify_add_taint(struct verify_wave *vt, const struct exec_wave *from, bool memory);
/* Are outputs in the mask or memory undefined? Undefined values may also decide how often a loop runs. */
bool verify_undefined(const struct verify_wave *vt, const uint8_t mask[SLOT_COUNT]);

/* Callbacks for vertices and ends of primitives, for callers that wrap them. */
void verify_record_emit(struct verify_wave *vt, struct exec_wave *wave, uint32_t lanes, unsigned stream);
void verify_record_end(struct verify_wave *vt, uint32_t lanes, unsigned stream);

struct verify_count {
   uint64_t compared, tainted;
};
/*
 * Compares memory and the outputs of two finished waves: the components in mask[slot] of valid lanes that are not helpers and
 * that neither wave killed, except those that are tainted in `a`. num_equal_float() compares floats. Components with bit 4 +
 * component of the mask are integers, which are compared bit for bit. Returns false and describes the first difference in
 * *difference, which may be NULL.
 */
bool verify_equal(struct util_ctx *ctx, const struct verify_wave *a, const struct verify_wave *b,
                  const uint8_t mask[SLOT_COUNT], struct verify_count *count, const char **difference);

/*
 * Hash of the results of a finished wave: outputs in the mask, emitted vertices and kills of live invocations, and the words of
 * memory that differ from `begin`. Values that are equal for verify_equal() have the same hash, except denormal numbers if they
 * are flushed.
 */
uint64_t verify_digest(const struct verify_wave *begin, const struct verify_wave *end, const uint8_t mask[SLOT_COUNT]);

#endif
