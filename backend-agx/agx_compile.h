/* SPDX-License-Identifier: MIT */
/*
 * From IR to an AGX2 main part (docs/abi-agx.md), and the reflection that a driver or a verifier needs to run it.
 *
 * This version takes straight-line vertex and fragment programs without textures. What it does not have is a located diagnostic
 * `unsupported-target`; nothing is dropped.
 */
#ifndef AGX_COMPILE_H
#define AGX_COMPILE_H

#include "util/buf.h"
#include "backend-agx/isa/agx.h"
#include "backend-agx/sim/agx_sim.h"
#include "ir/ir.h"

struct agx_options {
   bool inline_constants; /* constants as instructions: no uniform is taken for them */
   bool schedule;         /* other orders of the instructions are tried */
};

enum agx_uniform_kind {
   AGX_UNI_PARAM, /* entry and component of the parameter list */
   AGX_UNI_CONST, /* value */
   AGX_UNI_TESTS, /* 16 bits: 0xff if this part runs the depth test of samples it does not kill, 0 if a later part does */
};
struct agx_uniform {
   uint8_t kind;
   uint8_t comp;
   uint16_t half; /* where; 32-bit values take two halves */
   uint32_t value; /* entry or constant */
};

/* An input or output slot and where its components are. */
struct agx_io {
   uint16_t slot;  /* enum io_slot */
   uint8_t interp; /* fragment inputs: enum io_interp */
   uint8_t mask;   /* components that the program reads or writes */
   uint16_t where; /* of component 0: vertex input, fragment output: half index; vertex output: word; fragment input: cf (of the
                      lowest component in the mask; the range to the highest is reserved) */
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

struct agx_program {
   enum ir_stage stage;
   const uint8_t *code;
   size_t len;
   const struct agx_uniform *uniforms;
   uint32_t num_uniforms;
   const struct agx_io *inputs, *outputs;
   uint32_t num_inputs, num_outputs;
   bool reads_w;          /* cf0 is W */
   bool reads_z;          /* and the cf behind it Z */
   bool writes_mask;      /* uses sample_mask */
   bool quads;            /* uses derivatives */
   uint16_t num_cf;
   uint16_t uvs_words;
   struct agx_stats stats;
};

/* 0, or a status after diagnostics. Everything in *out lives in the arena of ctx. The IR's scratch fields are overwritten. */
int agx_compile(struct util_ctx *ctx, struct ir_shader *s, const struct agx_options *opt, struct agx_program *out);

/* Listing of the code. */
void agx_program_print(const struct agx_program *p, struct util_buf *out);

/* Fill a task from what the abstract executors read; what the ABI leaves undefined gets a pattern. x and y of a fragment
   position are taken as k + 0.5. */
void agx_task_setup(struct agx_task *t, const struct agx_program *p, const struct exec_task *in);
/* Outputs and killed lanes, where the abstract executors leave them. */
void agx_task_results(const struct agx_task *t, const struct agx_program *p, struct exec_task *out);

#endif
