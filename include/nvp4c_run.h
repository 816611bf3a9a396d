/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: execute a program on named inputs, with the reference evaluator, with the IR interpreter, or as machine code.
 *
 * Thread safety and errors are as in nvp4c.h. UNSTABLE until version 1.0.
 */
#ifndef NVP4C_RUN_H
#define NVP4C_RUN_H

#include "nvp4c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What to execute: the source, with the reference evaluator; the final IR; or the machine code. NOTHING reads the inputs and
   executes nothing. */
enum nvp4c_run_on { NVP4C_RUN_SOURCE, NVP4C_RUN_IR, NVP4C_RUN_CODE, NVP4C_RUN_NOTHING };
/* Format of memory words in the listing. */
enum nvp4c_words { NVP4C_WORDS_HEX, NVP4C_WORDS_INT, NVP4C_WORDS_FLOAT };

/* Contents of a two-dimensional texture: rows from the top, four bytes (red, green, blue, alpha) per texel. */
struct nvp4c_image {
   unsigned unit, width, height;
   const uint8_t *rgba; /* width * height * 4 bytes, which must stay valid until the call returns */
};

/* Receives a pixel. `color` has the bits of result.color (the first colour of the program), and `undefined` is the mask of its
   undefined components. x counts from the left and y from the bottom. If `killed` is set, the program discarded the pixel, and
   color and undefined have no meaning. */
typedef void (*nvp4c_pixel_fn)(void *user, unsigned x, unsigned y, const uint32_t color[4], unsigned undefined, int killed);

/* A component that `inputs` sets. */
struct nvp4c_input {
   enum nvp4c_binding binding; /* one of an input or parameter, or NVP4C_BIND_BUFFER */
   unsigned index, component;  /* as in struct nvp4c_reflection; of a parameter buffer, component is the number of the word */
   struct nvp4c_state state;   /* for NVP4C_BIND_STATE */
   uint32_t value;             /* bits */
};
typedef void (*nvp4c_input_fn)(void *user, const struct nvp4c_input *input);

struct nvp4c_run {
   size_t size; /* sizeof(struct nvp4c_run) */
   enum nvp4c_run_on on;

   /*
    * Inputs as lines "NAME = VALUES"; semicolons also separate them. NAME is a name that the program declares, a binding as
    * programs write it (program.local[3], vertex.attrib[2], fragment.texcoord[0].xy), or a name of the reflection (tex0),
    * optionally with a selection of components. VALUES are up to four numbers, or four for each element of an array: 0.5, 1e-3,
    * inf, nan; 3i is an integer, and 0x3f800000 is bits. Missing components are 0 0 0 1. With a rectangle, three lists of
    * values separated by bars are the values at its bottom left, bottom right and top left corners, and are interpolated
    * between pixel centres. docs/usc-tools.md has more.
    */
   const char *inputs;
   size_t inputs_length;

   /* Seed of random values for all other inputs, as for -verify-sim. 0 gives them the value 0 0 0 1, and fragments their
      position. */
   uint64_t seed;
   /* Fragment programs: pixels of the rectangle to draw. 0 and 0 run one invocation. */
   unsigned width, height;
   const struct nvp4c_image *images; /* units without an image have the procedural textures of verification */
   unsigned num_images;
   uint64_t steps;       /* limit for each wave; 0 means 4 million */
   nvp4c_pixel_fn pixel; /* called for each pixel of the rectangle */
   void *user;           /* first argument of pixel and input */

   /* Compute programs: number of workgroups, and invocations per workgroup if the program does not declare them, in each
      direction. 0 means one, and that the grid does not have this dimension. */
   unsigned grid[3], block[3];
   uint64_t order; /* seed of a random order of workgroups, and of their waves between barriers; 0 means by number */
   /* Not 0: report data races as errors, at most this many and one for each pair of instructions, with the status
      NVP4C_MISMATCH. Not available with NVP4C_RUN_CODE. With NVP4C_RUN_IR the IR before all passes is executed. */
   unsigned races;
   int shared; /* 1: the listing has the shared memory of each workgroup, after a line "block X,Y,Z" */
   enum nvp4c_words words;
   /* Draw only part `part` of `parts` of the rectangle, for callers that draw the parts in several threads. The parts are rows,
      and together have the pixels of the whole. A program that writes read-write memory is drawn by part 0 alone. 0 parts: all
      of it. */
   unsigned part, parts;

   /* Receives each component that `inputs` sets, with NVP4C_RUN_NOTHING. Drivers thereby set inputs by name. Parameters that
      the program declares but does not read are left out, and so is read-write memory. */
   nvp4c_input_fn input;
   int skip_unknown; /* 1: skip lines whose name the program does not have, instead of rejecting them */
};

/*
 * Parses the program, compiles it with `options` as far as necessary, and runs it.
 *
 * The listing of the result has a line for each component that the program writes: "result.color.x = 0.5 0x3f000000", or
 * "result.color.x undefined" for derivatives across invocations that do not run (if the language has a reference evaluator). It
 * has "killed" if the program discards the fragment, and "vertex N" before each vertex of a geometry program. A rectangle gives
 * none of these lines. At the end, it has the words of read-write memory: "BUFFER[1][8] = 0x00000001 ..." starts at word 8, an
 * image has a line per row of texels, "*" stands for lines equal to the previous one, and "memory undefined" means that they
 * depend on something undefined.
 *
 * The status is NVP4C_REJECTED with the id run-input if an input is wrong, with its position in `inputs`; NVP4C_LIMIT if the
 * program did not end; and NVP4C_UNSUPPORTED if the language has no reference evaluator.
 */
NVP4C_API struct nvp4c_result *nvp4c_execute(const char *text, size_t length, const struct nvp4c_run *run,
                                             const struct nvp4c_options *options);

#ifdef __cplusplus
}
#endif
#endif
