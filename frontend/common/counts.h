/* SPDX-License-Identifier: MIT */
/* What the documents count in a program. */
#ifndef FRONTEND_COMMON_COUNTS_H
#define FRONTEND_COMMON_COUNTS_H

#include <stdint.h>

/* PROGRAM_INSTRUCTIONS_ARB and so on: docs/reflection.md. */
struct frontend_counts {
   uint32_t instructions, alu, tex, indirections, temporaries, parameters, attribs, address_registers;
};

#endif
