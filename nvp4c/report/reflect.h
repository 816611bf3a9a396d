/* SPDX-License-Identifier: MIT */
/* What a compiled program takes, gives and uses, in the form of the public header. */
#ifndef NVP4C_REFLECT_H
#define NVP4C_REFLECT_H

#include "codegen/target.h"
#include "frontend/common/counts.h"
#include "nvp4c.h"

/* What callers read; all of it lives in the arena of the compile. */
struct report {
   struct nvp4c_reflection *entries;
   struct nvp4c_texture *textures;
   struct nvp4c_stat *stats;
   unsigned num_entries, num_textures, num_stats;
   struct nvp4c_facts facts;
};

/*
 * reflect_textures() looks at the accesses of a program: before the key is applied to it, as the language has them;
 * reflect_used_textures() takes away what the final program, which reflect_ir() has seen, does not use.
 */
void reflect_textures(struct util_ctx *ctx, struct report *r, const struct ir_shader *s);
void reflect_used_textures(struct report *r);
/* What the final IR says, before the target makes code of it. reads, writes: by slot, the components. */
void reflect_ir(struct report *r, const struct ir_shader *s, const uint8_t *reads, const uint8_t *writes);
/* The rest of the report, from what the target made of the IR, which is looked at if the output has bindings. */
void reflect_program(struct util_ctx *ctx, struct report *r, const struct ir_shader *s, const struct target_output *out,
                     const struct target_counts *limits, bool per_sample);
void reflect_stats(struct util_ctx *ctx, struct report *r, const struct target_output *out);
struct nvp4c_counts reflect_counts(const struct target_counts *n);
struct nvp4c_counts reflect_source_counts(const struct frontend_counts *n);
struct nvp4c_declared reflect_declared(const struct frontend_declared *d);
/* Sets what the entry is bound to. */
void reflect_param(struct nvp4c_reflection *e, const struct io_param *p);
struct nvp4c_location reflect_location(const struct target_location *at);

#endif
