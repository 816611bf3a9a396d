/* SPDX-License-Identifier: MIT */
/* Internal interface between the files of register allocation. */
#ifndef CODEGEN_ALLOCATE_RA_PRIV_H
#define CODEGEN_ALLOCATE_RA_PRIV_H

#include "codegen/allocate/ra.h"

/* Phi webs: registers that are allocated together, with base(register) = base(web) + at. */
struct cg_ra_phi_webs {
   uint32_t *root; /* by register: the register that represents its web and has the web's ranges and size */
   uint8_t *at;    /* by register: its offset within the web */
};

/*
 * Joins registers that copies connect into webs if they are never live in one unit at one time, heaviest copies first. Moves
 * the ranges of all registers of a web to its root in `live`. `size`: by register, and by root of a web, its units.
 */
void cg_ra_make_phi_webs(const struct cg_ra_problem *p, struct cg_liveness *live, uint8_t *size, struct cg_ra_phi_webs *w);

#endif
