/* SPDX-License-Identifier: MIT */
/* Register allocation: temporaries for virtual registers, spilling, and the final list of groups. */
#ifndef USC_ALLOCATE_H
#define USC_ALLOCATE_H

#include "backend-usc/mir/usc_mir.h"
#include "codegen/allocate.h"

/* usc_allocate.c: assigns temporaries, spills as needed, and makes the final groups. On failure returns false and sets
   c->culprit. */
bool usc_allocate(struct usc_mir *c);
/* usc_spill.c: spilling, for programs within a struct usc_mir. */
extern const struct cg_spill_machine usc_spill_machine;
/* Hints to register allocation which moves disappear if both sides get the same register. */
void usc_hint_moves(struct usc_mir *c);
/* usc_access.c: makes accesses of spill code that can be one request neighbours. */
void usc_gather_accesses(struct usc_mir *c, const struct cg_assignment *a);
/* Number of accesses from instruction k of the list on that are one request. */
unsigned usc_burst_length(const struct usc_mir *c, const struct cg_assignment *a, const struct cg_list *l, uint32_t k);
/* Content of the two temporaries in which an access computed its address. */
struct usc_address {
   bool known;           /* they hold the address of `word`, in running lanes for which the condition holds */
   uint8_t cc;           /* the condition, enum usc_cc */
   uint32_t word, place; /* place: the first of the two */
};
/* Makes the groups of a request that begins with the words of access `first`; returns their number. */
#define USC_ACCESS_GROUPS 6
unsigned usc_access_groups(struct usc_mir *c, const struct cg_assignment *a, const struct usc_instr *first, unsigned words,
                           struct usc_address *at, struct usc_group out[USC_ACCESS_GROUPS]);
/* Updates *at after an instruction that is not an access. */
void usc_update_address(const struct usc_mir *c, const struct cg_assignment *a, const struct usc_instr *i,
                        struct usc_address *at);
/* usc_masks.c: joins operations of the mask counter. */
void usc_join_masks(struct usc_mir *c, const struct cg_assignment *a);
/* usc_linearise.c: makes c->out->prog and c->label_at from the blocks. */
void usc_linearise(struct usc_mir *c, const struct cg_assignment *a);

/* Does the group have only operations of P0 and P1? */
static inline bool usc_only_p0_p1(const struct usc_group *g)
{
   return g->kind == USC_MAIN && !g->op[USC_BE] && !g->op[USC_MOV] && !g->op[USC_PCK] && !g->op[USC_TST];
}

#endif
