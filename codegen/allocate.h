/* SPDX-License-Identifier: MIT */
/*
 * Register allocation of a machine program (program.h): describes it to the allocator (ra.h), spills (spill.h) what finds no room, and
 * says where each virtual register is.
 */
#ifndef CODEGEN_ALLOCATE_H
#define CODEGEN_ALLOCATE_H

#include "codegen/spill.h"

struct cg_alloc_options {
   unsigned num_units;                   /* physical units of the machine, at most CG_RA_MAX_UNITS */
   uint64_t reserved[CG_RA_MAX_UNITS / 64]; /* units that only registers of a fixed place may have */
   /* registers that copies connect get one place where they can, see struct cg_ra_problem */
   bool coalesce;
   bool wanted_first;                    /* see struct cg_ra_problem */
   bool spill_all;                       /* for tests: all that can be is in memory between instructions */
   bool verify;                          /* check the result; an error in it is an internal error */
   const struct cg_spill_machine *spill; /* NULL: the machine cannot spill */
   uint32_t words;                       /* scratch words that are taken already */
   unsigned spill_units;                 /* num_units for a program that spills */
   bool last_attempt;                    /* if all else fails, everything that can be is in memory between instructions */
};

struct cg_assignment {
   int16_t *base; /* by register: first physical unit, -1 = never referenced */
   uint32_t num_regs;
   unsigned max_units;    /* one more than the highest unit in use */
   unsigned max_pressure; /* most units that are live at one point */
   struct cg_spill_result spilled;
   /* If the registers of single instructions do not fit: the instruction that needs most, and the units that it needs. */
   struct util_span culprit;
   unsigned culprit_demand;
};

/* False: there is no assignment, see a->culprit. */
bool cg_allocate(struct cg_program *p, const struct cg_alloc_options *o, struct cg_assignment *a);
void cg_assignment_free(struct cg_program *p, struct cg_assignment *a);
/* Replays the program on physical units and knows no liveness, see cg_ra_check(). NULL if each read finds the virtual unit
   that it names and each register is where it has to be, else what is wrong; *where gets the place of the instruction in
   the source. */
const char *cg_check_assignment(struct cg_program *p, const struct cg_alloc_options *o, const struct cg_assignment *a,
                                struct util_span *where);

/* The physical unit of a virtual one, -1 if its register is never referenced. */
static inline int cg_unit_place(const struct cg_program *p, const struct cg_assignment *a, uint32_t unit)
{
   const uint32_t reg = p->unit_reg[unit];
   const int base = a->base[reg];
   return base < 0 ? -1 : base + (int)(unit - p->regs[reg].unit);
}

#endif
