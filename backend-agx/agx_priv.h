/* SPDX-License-Identifier: MIT */
/* What instruction selection hands to register allocation and emission. */
#ifndef AGX_PRIV_H
#define AGX_PRIV_H

#include "backend-agx/agx_compile.h"

struct agx_vreg {
   uint8_t size, align; /* in halves */
   int16_t fixed;       /* half index, -1 = free */
};

/* A value that must be in a fixed register at the end of the part. */
struct agx_export {
   uint16_t half; /* destination; 32 bits */
   struct agx_ref src; /* virtual, uniform or immediate */
   uint32_t bits;      /* of an immediate */
};

struct agx_code {
   struct agx_instr *instr;
   uint32_t num, cap;
   struct agx_vreg *vreg;
   uint32_t num_vregs, cap_vregs;
   uint32_t *entry; /* virtual registers that hold something at entry: vertex inputs */
   uint32_t num_entry, cap_entry;
   struct agx_export *export;
   uint32_t num_exports, cap_exports;
};

/* Fills code and the reflection of out. Errors are diagnostics. */
void agx_select(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_code *code,
                struct agx_program *out);

static inline uint32_t agx_virt(uint32_t vreg, uint32_t off) { return vreg | off << AGX_VIRT_BITS; }

static inline bool agx_is_virt(unsigned kind) { return kind >= AGX_VIRT16 && kind <= AGX_VIRT64; }

static inline unsigned agx_virt_halves(const struct agx_ref *r)
{
   return (r->kind == AGX_VIRT16 ? 1u : r->kind == AGX_VIRT32 ? 2u : 4u) * (r->count ? r->count : 1);
}

#endif
