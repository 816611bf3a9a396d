/* SPDX-License-Identifier: MIT */
/*
 * A compiled main part: its bytes, the description of where everything lives (reflection) and statistics. The code generator makes it;
 * a driver, or the one that verification uses in its place (sim/agx_harness.h), reads it. The ABI is docs/abi-agx.md.
 */
#ifndef AGX_PROGRAM_H
#define AGX_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/position.h"

/* The stages that have an ABI. */
enum agx_stage { AGX_STAGE_VERTEX, AGX_STAGE_FRAGMENT };

enum agx_uniform_kind {
   AGX_UNI_PARAM, /* value: entry of the parameter list; comp: its component */
   AGX_UNI_CONST, /* value: the bits of a constant */
   AGX_UNI_TESTS, /* 16 bits: 0xff if this part runs the depth test of samples that it does not kill, 0 if a later part does */
};
/* What the driver writes to a uniform register. */
struct agx_uniform {
   uint8_t kind; /* enum agx_uniform_kind */
   uint8_t comp;
   uint16_t half; /* the first 16-bit half; values of 32 bits take two */
   uint32_t value;
};

/* An input or output slot and where its components are. */
struct agx_io {
   uint16_t slot;  /* enum io_slot */
   uint8_t interp; /* fragment inputs: enum io_interp */
   uint8_t mask;   /* components that the program reads or writes */
   /* Vertex input and fragment output: the half of component 0, two halves a component. Vertex output: the word of component 0.
      Fragment input: the coefficient register of the lowest component in mask; there is one for each component up to the highest. */
   uint16_t where;
};

struct agx_stats {
   uint32_t instructions;
   uint32_t est_cycles;     /* Mesa's model: docs/agx-encoding.md, "Cost" */
   uint32_t bytes;          /* with the traps behind a final stop */
   uint32_t preamble_bytes; /* 0: no preamble in this version */
   uint32_t halves;         /* to declare */
   uint32_t uniforms;       /* halves that we use, without the reserved ones in front */
   uint32_t spill_bytes;    /* 0: no spilling in this version */
};

/* The source text that the code from byte `at` on comes from. */
struct agx_from {
   uint32_t at;
   struct util_span span;
};

struct agx_program {
   uint8_t stage; /* enum agx_stage */
   const uint8_t *code;
   size_t len;
   const struct agx_uniform *uniforms;
   uint32_t num_uniforms;
   const struct agx_io *inputs, *outputs;
   uint32_t num_inputs, num_outputs;
   bool reads_w;     /* cf0 is W */
   bool reads_z;     /* and the coefficient register behind it is Z */
   bool writes_mask; /* uses sample_mask */
   bool quads;       /* uses derivatives */
   uint16_t num_cf;
   uint16_t uvs_words;
   struct agx_from *from; /* ordered by byte */
   uint32_t num_from, cap_from;
   struct agx_stats stats;
};

#endif
