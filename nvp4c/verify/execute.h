/* SPDX-License-Identifier: MIT */
/*
 * Executes a program on named inputs, at one level: nvp4c_execute(). Values by name go through the names that the front end
 * knows (frontend_ops.names), those of the parameters, and those of the slots.
 */
#ifndef NVP4C_VERIFY_EXECUTE_H
#define NVP4C_VERIFY_EXECUTE_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "nvp4c_run.h"
#include "nvp4c/verify/verify_inputs.h"
#include "passes/lower/key.h"

/* Of memory that programs change: what the caller gives of an object. */
struct execute_object {
   uint32_t *value, num,
       cap; /* words, of images components of texels, from the first one on; what nobody gave lies between is 0 */
   bool sized;
   uint32_t size[4];          /* bytes; of images width, height, depth or layers, samples */
};
/* What a program accesses there; the units that it changes, bits by space. */
struct execute_memory {
   struct verify_reads reads;
   uint32_t changed[MEM_SPACE_COUNT];
   struct execute_object object[MEM_SPACE_COUNT][MEM_UNITS];
};

/* Values that the caller gives, by what they belong to; masks of the components that are given. */
struct execute_inputs {
   uint32_t (*in)[SLOT_COUNT][4]; /* by vertex */
   uint8_t given[EXEC_MAX_VERTICES][SLOT_COUNT];
   uint32_t corner[2][SLOT_COUNT][4]; /* at the bottom right and the top left; `in` is at the bottom left */
   bool varies[SLOT_COUNT];
   uint32_t (*param)[4];
   uint8_t *param_given;
   uint32_t *buffer[16], buffer_words[16];
   struct execute_memory *memory;
};

/* Reads lines of NAME = VALUES. false after diagnostics, whose places are in that text, which is ctx->text meanwhile. memory:
   what the program accesses; it gets what is given of it. */
bool execute_parse(struct util_ctx *ctx, const struct frontend_source *source, const struct ir_shader *s, const char *text,
                   size_t len, struct execute_memory *memory, struct execute_inputs *inputs);
/* The name of an output as the program has it: "result.color" or a declared name. */
const char *execute_output_name(struct util_ctx *ctx, const struct frontend_source *source, unsigned slot);


/* ---- execute_memory.c: memory that programs change */

/* Names of objects: BUFFER[n], GLOBAL. */
struct execute_space {
   const char *name;
   bool numbered;
};
extern const struct execute_space execute_space[MEM_SPACE_COUNT];
/* What a program accesses; it is as its front end makes it, with the key. */
struct execute_memory *execute_accesses(struct util_ctx *ctx, const struct pass_key *key, const struct ir_shader *lowered);
/* How texels are given and printed: the components that memory keeps, a mask of four. */
unsigned execute_components(enum mem_format format);
enum mem_format execute_format(const struct execute_memory *m, unsigned image);
/* The objects with what is given. seed not 0: what is not given has random words. */
struct exec_memory *execute_make_memory(struct util_ctx *ctx, const struct execute_memory *m, const struct ir_shader *s,
                                        uint64_t seed);
/* The memory of a block as it begins. */
void execute_begin_block(num_m num, const struct execute_memory *m, struct exec_memory *memory);
/* Prints the objects of these spaces (bits) that the program changes. words: enum nvp4c_words. */
void execute_print_memory(struct util_buf *out, num_m num, const struct execute_memory *m, const struct exec_memory *memory,
                          unsigned spaces, unsigned words);
/* Files an error for each race that was found. */
void execute_report_races(struct util_ctx *ctx, const struct exec_memory *memory, const uint32_t grid[3]);

struct preshader;

struct execute_job {
   const struct frontend_source *source;
   struct ir_shader *final;
   struct ir_shader *lowered; /* as the front end makes it, with the key */
   const struct target_ops *target;
   const void *program; /* of target->compile; NULL unless machine code is to run */
   const struct preshader *pre; /* what a driver runs for the program; NULL: what the IR has is run */
   const struct pass_key *key;
   const uint8_t *format; /* enum target_format, by render target */
   const struct nvp4c_run *run;
};
void execute_run(struct util_ctx *ctx, const struct execute_job *job, struct util_buf *out);

#endif
