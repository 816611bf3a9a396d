/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: execute a program on named inputs, by the reference evaluator, the IR interpreter or as machine code.
 *
 * Any thread may call it at any time; the library keeps nothing. UNSTABLE until version 1.0, like nvp4c.h.
 */
#ifndef NVP4C_RUN_H
#define NVP4C_RUN_H

#include "nvp4c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is executed: the text, by the reference evaluator; the final IR, as the optimisation level makes it; the machine
   code. */
enum nvp4c_run_on { NVP4C_RUN_SOURCE, NVP4C_RUN_IR, NVP4C_RUN_CODE };
/* How words of memory are printed. */
enum nvp4c_words { NVP4C_WORDS_HEX, NVP4C_WORDS_INT, NVP4C_WORDS_FLOAT };

/* The contents of a texture unit with a target of two dimensions: rows from the top, four bytes (red, green, blue, alpha) a
   texel. */
struct nvp4c_image {
   unsigned unit, width, height;
   const uint8_t *rgba; /* width * height * 4 bytes; they must stay until the call returns */
};

/* A pixel: the bits of the four components of result.color (of the first one that the program has), x from the left, y from the
   bottom; undefined: a mask of its components that are undefined; killed: the program discarded it, and the rest has no
   meaning. */
typedef void (*nvp4c_pixel_fn)(void *user, unsigned x, unsigned y, const uint32_t color[4], unsigned undefined, int killed);

struct nvp4c_run {
   size_t size; /* sizeof(struct nvp4c_run) */
   enum nvp4c_run_on on;

   /*
    * Lines "NAME = VALUES", also separated by semicolons. NAME is a name that the program declares, a binding as programs write
    * it (program.local[3], vertex.attrib[2], fragment.texcoord[0].xy), or a name of the reflection (tex0), each with an
    * optional selection of components. VALUES are up to four numbers, for arrays four for each element in a row: 0.5, 1e-3,
    * inf, nan; 3i for an integer; 0x3f800000 for bits. Components that are not given are 0 0 0 1. With a rectangle, three lists
    * of values separated by bars belong to its corners at the bottom left, bottom right and top left, and are interpolated
    * between pixel centres. docs/usc-tools.md has more.
    */
   const char *inputs;
   size_t inputs_length;

   /* Not 0: everything that no line gives is random, from this seed, as for -verify-sim. 0: it is 0 0 0 1, and a fragment's
      place is known. */
   uint64_t seed;
   /* Fragment programs: the rectangle of pixels to draw; 0 0: one invocation. */
   unsigned width, height;
   const struct nvp4c_image *images; /* units without an image have the procedural textures of the verifier */
   unsigned num_images;
   uint64_t steps; /* that a wave may take; 0: 4 million */
   nvp4c_pixel_fn pixel; /* takes every pixel of the rectangle */
   void *user;

   /* Compute programs: how many blocks run, and how many invocations a block has if the program does not say it, in each
      direction; 0: one, and the grid has fewer dimensions. */
   unsigned grid[3], block[3];
   uint64_t order; /* not 0: blocks, and from barrier to barrier the waves of a block, run in an order of this seed; 0: by their
                      numbers */
   /* Not 0: data races are errors, the first so many; of two instructions the first one. The status is NVP4C_MISMATCH then. Not
      with NVP4C_RUN_CODE; with NVP4C_RUN_IR the IR runs as it is in front of all passes. */
   unsigned races;
   int shared; /* 1: the listing has the memory that each block shares, behind a line "block X,Y,Z" */
   enum nvp4c_words words;
};

/*
 * Parses, compiles as far as it is needed with `options`, and runs. Returns a result, which the caller frees with
 * nvp4c_result_free(); NULL only if the first allocation fails. Its listing has a line for each component that the program
 * writes: "result.color.x = 0.5 0x3f000000", or "result.color.x undefined" where the documents leave it so (derivatives across
 * invocations that do not run; only languages with a reference evaluator know); "killed" if the program discards the fragment;
 * for geometry programs "vertex N" in front of each vertex. With a rectangle it has no such lines. In the end come the words of
 * memory that the program changes: "BUFFER[1][8] = 0x00000001 ..." from word 8 on, of an image a row of texels, "*" for lines
 * like the one before, "memory undefined" if they depend on something undefined. NVP4C_REJECTED with the id run-input: an input
 * is wrong; the place is in `inputs`. NVP4C_LIMIT: the program did not end. NVP4C_UNSUPPORTED: the language has no reference
 * evaluator.
 */
NVP4C_API struct nvp4c_result *nvp4c_execute(const char *text, size_t length, const struct nvp4c_run *run,
                                             const struct nvp4c_options *options);

#ifdef __cplusplus
}
#endif
#endif
