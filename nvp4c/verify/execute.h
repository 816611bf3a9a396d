/* SPDX-License-Identifier: MIT */
/*
 * Executes a program on named inputs, as source, IR or machine code, for nvp4c_execute(). Names of inputs are those of the
 * front end (frontend_ops.names), of parameters, and of slots.
 */
#ifndef NVP4C_VERIFY_EXECUTE_H
#define NVP4C_VERIFY_EXECUTE_H

#include "codegen/target.h"
#include "frontend/common/frontend.h"
#include "nvp4c_run.h"
#include "nvp4c/verify/verify_inputs.h"
#include "passes/lower/key.h"

/* Contents of an object of read-write memory that the caller gives. */
struct execute_object {
   uint32_t *value, num,
       cap; /* words, or components of texels of an image; gaps between given values are 0 */
   bool sized;
   uint32_t size[4];          /* bytes; or width, height, depth or layers, and samples of an image */
};
/* Read-write memory of a program. */
struct execute_memory {
   struct verify_reads reads;
   uint32_t changed[MEM_SPACE_COUNT]; /* masks of the units that it writes */
   struct execute_object object[MEM_SPACE_COUNT][MEM_UNITS];
};

/* Values that the caller gives, with masks of the given components. */
struct execute_inputs {
   uint32_t (*in)[SLOT_COUNT][4]; /* for each vertex */
   uint8_t given[EXEC_MAX_VERTICES][SLOT_COUNT];
   uint32_t corner[2][SLOT_COUNT][4]; /* values at the bottom right and top left; `in` has those at the bottom left */
   bool varies[SLOT_COUNT];
   uint32_t (*param)[4];
   uint8_t *param_given;
   uint32_t *buffer[16], buffer_words[16];
   struct execute_memory *memory;
};

struct execute_job;
/* Reads the inputs of a job, lines of NAME = VALUES, and adds contents of memory to `memory`. Returns false after diagnostics,
   whose positions are in that text. */
bool execute_parse(struct util_ctx *ctx, const struct execute_job *job, struct execute_memory *memory,
                   struct execute_inputs *inputs);
/* Name of an output in the program: "result.color" or a declared name. */
const char *execute_output_name(struct util_ctx *ctx, const struct frontend_source *source, unsigned slot);


/* ---- execute_memory.c: read-write memory */

/* Names of objects, such as BUFFER[n] and GLOBAL. */
struct execute_space {
   const char *name;
   bool numbered;
};
extern const struct execute_space execute_space[MEM_SPACE_COUNT];
/* Finds the read-write memory of a program, in IR from the front end with the key applied. */
struct execute_memory *execute_accesses(struct util_ctx *ctx, const struct pass_key *key, const struct ir_shader *lowered);
/* Mask of the components of a format, in which texels are given and printed. */
unsigned execute_components(enum mem_format format);
enum mem_format execute_format(const struct execute_memory *m, unsigned image);
/* Makes the objects with their given contents. With a seed other than 0, other words are random. */
struct exec_memory *execute_make_memory(struct util_ctx *ctx, const struct execute_memory *m, const struct ir_shader *s,
                                        uint64_t seed);
/* Resets the shared memory of a workgroup. */
void execute_begin_block(num_m num, const struct execute_memory *m, struct exec_memory *memory);
/* Prints the objects that the program writes, of a mask of spaces. `words` is enum nvp4c_words. */
void execute_print_memory(struct util_buf *out, num_m num, const struct execute_memory *m, struct exec_memory *memory,
                          unsigned spaces, unsigned words);
/* Reports each race as an error. */
void execute_report_races(struct util_ctx *ctx, const struct exec_memory *memory, const uint32_t grid[3]);

struct preshader;

struct execute_job {
   const struct frontend_source *source;
   struct ir_shader *final;
   struct ir_shader *lowered; /* from the front end, with the key applied */
   const struct target_ops *target;
   const void *program; /* made by target->compile; NULL unless machine code runs */
   const struct preshader *pre; /* pre-shader read from bytes, or NULL to run that of the IR */
   const struct pass_key *key;
   const struct target_color *colors; /* of each render target */
   const struct nvp4c_run *run;
   /* Called instead of an execution for NVP4C_RUN_NOTHING. */
   void (*tell)(const struct execute_job *job, const struct execute_inputs *inputs);
};
void execute_run(struct util_ctx *ctx, const struct execute_job *job, struct util_buf *out);

#endif
