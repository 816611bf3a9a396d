/* SPDX-License-Identifier: MIT */
/*
 * A wave for verification by execution: its random inputs, its step budget, and the comparison of its outputs. -verify-sim,
 * -verify-each=exec and the unit tests share it, so that all of them see the same values.
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

/* A wave with the storage that it points to. */
struct verify_wave {
   struct exec_wave t;
   struct exec_sampler sampler;
   uint32_t (*param)[4];
   exec_lanes emitted;  /* geometry programs: a hash by lane of the vertices that it emitted and the primitives that it ended */
   const uint8_t *mask; /* of outputs, as verify_equal takes it, for integers of emitted vertices; may be NULL */
   struct verify_wave *next; /* compute programs: the next wave of the block (verify_workgroup.h) */
   uint32_t
       resident; /* of the first wave: waves that the machine runs for the block, if each does the work of several; else 0 */
};

/*
 * Steps for runs of the source that may not end. Each run takes verify_steps_next(); one that used them up without an end is
 * told to verify_steps_wasted(), and makes the next ones shorter, down to what programs without long loops need.
 */
struct verify_steps {
   uint64_t base, left;
};
struct verify_steps verify_steps(const struct frontend_source *source);
uint64_t verify_steps_next(const struct verify_steps *s);
void verify_steps_wasted(struct verify_steps *s, uint64_t steps);
/* The components that the IR stores to outputs, bits 0 to 3 by slot. */
void verify_stored(const struct ir_shader *s, uint8_t mask[SLOT_COUNT]);

/* The inputs that programs read. */
struct pass_key;
struct verify_reads {
   bool slot[SLOT_COUNT];
   bool buffers;
   uint32_t units[MEM_SPACE_COUNT]; /* what they access in memory: by space, bits by unit */
   /* Images, which only IR whose accesses are not lowered names: the target with most coordinates, and a format that some
      access has. */
   uint8_t image_target[MEM_UNITS], image_format[MEM_UNITS];
   uint32_t tiled, own_format; /* bits by unit; own_format: the key, or an access without a format, says what the image's is */
};
/* Adds what the IR and its pre-shader read. */
void verify_note_reads(struct verify_reads *r, const struct ir_shader *s);
/* Before that: the formats of images that the key names. */
void verify_note_formats(struct verify_reads *r, const struct pass_key *key);

/* A word as inputs have them: mostly floats of ordinary size, small integers, special values. */
uint32_t verify_word(struct util_rng *g);

/*
 * Fills a wave from a seed. All lanes are valid, except in every eighth wave. Inputs are a mixture of ordinary numbers and
 * special values; what is not in `reads` has ordinary numbers, which are made in less time, and there may be no buffers and no
 * memory. Literals among the parameters of s are as given; all others are random numbers made from their binding, so that two
 * entries of one binding agree. The contents of buffers and textures are made from the seed, too. Geometry programs get the
 * most vertices that an input primitive can have. Storage comes from ctx.
 */
void verify_fill(struct util_ctx *ctx, struct verify_wave *vt, const struct ir_shader *s, const struct verify_reads *reads,
                 uint64_t seed, uint64_t budget);
/* In every fourth wave some invocations become helpers, for fragment programs. */
void verify_add_helpers(struct verify_wave *vt, uint64_t seed);
/*
 * After that, where pixels have several samples: their numbers, and which of them the primitive covers in the pixel of each
 * invocation. Invocations are at one sample in all quads (`same`) or in each.
 */
void verify_add_samples(struct verify_wave *vt, uint64_t seed, unsigned samples, bool per_sample, bool same);
/* The same inputs with zeroed outputs, for the next executor. */
void verify_reset(struct util_ctx *ctx, struct verify_wave *vt, const struct verify_wave *from);

/* Taints lanes and outputs as they are in a level above the one that ran on the wave, and memory if `memory` says so. */
void verify_add_taint(struct verify_wave *vt, const struct exec_wave *from, bool memory);
/* Does anything undefined reach the outputs in the mask, or memory? It may decide how often a loop runs. */
bool verify_undefined(const struct verify_wave *vt, const uint8_t mask[SLOT_COUNT]);

/* What the callbacks of a wave do with vertices and ends of primitives, for a caller that puts its own in front of them. */
void verify_record_emit(struct verify_wave *vt, struct exec_wave *wave, uint32_t lanes, unsigned stream);
void verify_record_end(struct verify_wave *vt, uint32_t lanes, unsigned stream);

struct verify_count {
   uint64_t compared, tainted;
};
/*
 * Compares memory, and the outputs of two finished waves: the components in mask[slot] of the lanes that are valid and no
 * helpers and that neither wave killed, except what is tainted in `a`. Floats are equal as num_equal_float() says; components
 * with bit 4 + component of the mask are integers, which are compared bit for bit. false with a description of the first
 * difference in *difference, if that is not NULL.
 */
bool verify_equal(struct util_ctx *ctx, const struct verify_wave *a, const struct verify_wave *b,
                  const uint8_t mask[SLOT_COUNT], struct verify_count *count, const char **difference);

/*
 * A hash of the results of a finished wave: what its live invocations wrote to the outputs in the mask, emitted and killed, and
 * the words of memory that differ from those of `begin`. Values that verify_equal() takes for equal have the same hash, except
 * denormal numbers where they are flushed.
 */
uint64_t verify_digest(const struct verify_wave *begin, const struct verify_wave *end, const uint8_t mask[SLOT_COUNT]);

#endif
