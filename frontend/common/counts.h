/* SPDX-License-Identifier: MIT */
/* Facts about a checked program, for the reflection: the resources that the documents count, and what the program declares. */
#ifndef FRONTEND_COMMON_COUNTS_H
#define FRONTEND_COMMON_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* PROGRAM_INSTRUCTIONS_ARB and so on: docs/reflection.md. */
struct frontend_counts {
   uint32_t instructions, alu, tex, indirections, temporaries, parameters, attribs, address_registers;
};

/* Declarations that a driver has to know but the code does not contain: struct nvp4c_declared. */
struct frontend_declared {
   bool upper_left, broadcasts, early_tests, post_depth_coverage, window_position, relative_layer;
   uint8_t depth_layout;  /* 0: none, 1: any, 2: greater, 3: less, 4: unchanged */
   uint8_t fixed_colors;  /* mask of the fragment colours whose interpolation flat shading does not change */
   uint8_t culls;         /* mask of the clip distances that cull primitives */
   uint32_t invocations;  /* of a geometry program per primitive */
   uint32_t uniforms;     /* vectors of constant buffer 0 */
};

#endif
