/* SPDX-License-Identifier: MIT */
/*
 * Register allocation of a machine program (program.h): describes the program to the allocator (ra.h), spills values that find
 * no register (spill.h), and returns the place of each virtual register.
 */
#ifndef CODEGEN_ALLOCATE_H
#define CODEGEN_ALLOCATE_H

#include "codegen/spill.h"

struct cg_alloc_options {
   unsigned num_units;                   /* physical units of the machine, at most CG_RA_MAX_UNITS */
   uint64_t reserved[CG_RA_MAX_UNITS / 64]; /* units for fixed registers only */
   /* gives registers that copies connect one place where possible, see struct cg_ra_problem */
   bool coalesce;
   bool wanted_first;                    /* see struct cg_ra_problem */
   bool spill_all;                       /* for tests: keeps every value that can be spilled in memory between instructions */
   bool verify;                          /* checks the result; an error in it is an internal error */
   const struct cg_spill_machine *spill; /* NULL if the machine cannot spill */
   uint32_t words;                       /* scratch words already in use */
   unsigned spill_units;                 /* num_units for a program that spills */
   bool last_attempt;                    /* if all else fails, keeps every value that can be spilled in memory between
                                            instructions */
};

struct cg_assignment {
   int16_t *base; /* by register: first physical unit, or -1 if it is never referenced */
   uint32_t num_regs;
   unsigned max_units;    /* one more than the highest unit in use */
   unsigned max_pressure; /* maximum number of units that are live at one point */
   struct cg_spill_result spilled;
   /* If the registers of one instruction alone do not fit: the instruction that needs the most units, and how many it needs. */
   struct util_span culprit;
   unsigned culprit_demand;
};

/* False if there is no assignment, see a->culprit. */
bool cg_allocate(struct cg_program *p, const struct cg_alloc_options *o, struct cg_assignment *a);
void cg_assignment_free(struct cg_program *p, struct cg_assignment *a);
/* Replays the program on physical units without knowing liveness, see cg_ra_check(). Returns NULL if each read finds the
   virtual unit that it names and each register is at an allowed place. Otherwise returns the error and sets *where to the
   instruction in the source. */
const char *cg_check_assignment(struct cg_program *p, const struct cg_alloc_options *o, const struct cg_assignment *a,
                                struct util_span *where);

/* The physical unit of a virtual one, or -1 if its register is never referenced. */
static inline int cg_unit_place(const struct cg_program *p, const struct cg_assignment *a, uint32_t unit)
{
   const uint32_t reg = p->unit_reg[unit];
   const int base = a->base[reg];
   return base < 0 ? -1 : base + (int)(unit - p->regs[reg].unit);
}

#endif
