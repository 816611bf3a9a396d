/* SPDX-License-Identifier: MIT */
/* Reflection, facts and statistics of a compiled program. */
#ifndef NVP4C_REFLECT_H
#define NVP4C_REFLECT_H

#include "codegen/target.h"
#include "frontend/common/counts.h"
#include "nvp4c.h"

/* The report that callers read, allocated from the arena of the compile. */
struct report {
   struct nvp4c_reflection *entries;
   struct nvp4c_texture *textures;
   struct nvp4c_stat *stats;
   unsigned num_entries, num_textures, num_stats;
   struct nvp4c_facts facts;
};

/*
 * reflect_textures() collects the textures of the program before the key is applied, with the targets of its language.
 * reflect_used_textures() removes those that the final program, which reflect_ir() has examined, does not use.
 */
void reflect_textures(struct util_ctx *ctx, struct report *r, const struct ir_shader *s);
void reflect_used_textures(struct report *r);
/* Collects the facts of the final IR before code generation. `reads` and `writes` are masks of components by slot. */
void reflect_ir(struct report *r, const struct ir_shader *s, const uint8_t *reads, const uint8_t *writes);
/* Completes the report from the output of the target. It examines the IR if the output has bindings. */
void reflect_program(struct util_ctx *ctx, struct report *r, const struct ir_shader *s, const struct target_output *out,
                     const struct target_counts *limits, bool per_sample);
void reflect_stats(struct util_ctx *ctx, struct report *r, const struct target_output *out);
struct nvp4c_counts reflect_counts(const struct target_counts *n);
struct nvp4c_counts reflect_source_counts(const struct frontend_counts *n);
struct nvp4c_declared reflect_declared(const struct frontend_declared *d);
/* Set the binding of an entry. */
void reflect_param(struct nvp4c_reflection *e, const struct io_param *p);
void reflect_slot(struct nvp4c_reflection *e, unsigned slot, enum ir_stage stage);
struct nvp4c_location reflect_location(const struct target_location *at);

#endif
