/* SPDX-License-Identifier: MIT */
/* Between the files of register allocation. */
#ifndef CODEGEN_RA_PRIV_H
#define CODEGEN_RA_PRIV_H

#include "codegen/ra.h"

#define RA_NONE UINT32_MAX

/* Where a register, or a web of them, is live. */
struct ra_range {
   uint32_t start, end; /* points, both included */
   uint32_t mask;       /* units of the register */
   uint32_t next;
};

/* Registers that go together: base(register) = base(web) + at. */
struct ra_webs {
   uint32_t *root; /* by register: the one whose list of ranges and size are those of the web */
   uint8_t *at;    /* by register: unit of the web at which it begins */
};

/*
 * Puts registers that copies connect into webs, where they are never live at one time in one unit: the heaviest copies first.
 * head: first range by register; the ranges of a web go to its root, the others have none. size: of a register, then of its web.
 */
void ra_make_webs(const struct ra_problem *p, struct ra_range *ranges, uint32_t *head, uint8_t *size, struct ra_webs *w);

#endif
