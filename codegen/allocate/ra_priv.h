/* SPDX-License-Identifier: MIT */
/* Between the files of register allocation. */
#ifndef CODEGEN_RA_PRIV_H
#define CODEGEN_RA_PRIV_H

#include "codegen/allocate/ra.h"

/* Phi webs: registers that are allocated together, with base(register) = base(web) + at. */
struct cg_ra_phi_webs {
   uint32_t *root; /* by register: the register whose ranges and size are those of the web */
   uint8_t *at;    /* by register: unit of the web at which it begins */
};

/*
 * Puts registers that copies connect into one web if they are never live at one time in one unit, the copies of most
 * weight first. The ranges of all registers of a web are moved to its root in `live`. size: by register, and by root of
 * a web, its units.
 */
void cg_ra_make_phi_webs(const struct cg_ra_problem *p, struct cg_liveness *live, uint8_t *size, struct cg_ra_phi_webs *w);

#endif
