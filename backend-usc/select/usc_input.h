/* SPDX-License-Identifier: MIT */
/* What a program reads, and how its inputs are iterated. */
#ifndef USC_INPUT_H
#define USC_INPUT_H

#include "backend-usc/select/operand/usc_selection.h"

enum io_interp usc_interp(const struct usc_selection *c, const struct ir_instr *i);
/* How an input is read that is interpolated so. */
struct usc_slot_use *usc_slot_use(const struct usc_selection *c, unsigned slot, enum io_interp k);
static inline bool usc_has_perspective(enum io_interp k)
{
   return k == INTERP_SMOOTH || k == INTERP_CENTROID || k == INTERP_SAMPLE;
}
/* Mode of an iteration. */
static inline enum usc_iteration_place usc_iteration_mode(const struct usc_selection *c, enum io_interp k)
{
   if (c->opt->sample_shading || k == INTERP_SAMPLE || k == INTERP_NOPERSPECTIVE_SAMPLE)
      return USC_AT_SAMPLE;
   return k == INTERP_CENTROID || k == INTERP_NOPERSPECTIVE_CENTROID ? USC_AT_CENTROID : USC_AT_PIXEL;
}
/* Does the slot tell a fragment program about its samples, or whether it is a helper? */
bool usc_is_masked_input(unsigned slot);
void usc_emit_covered(struct usc_selection *c, struct usc_opd dst);
/* The special register that a fragment program reads a component of an input from (of the facing, what x is computed from; of
   the position x and y); USC_NO_REG: none. */
unsigned usc_special_input(const struct usc_selection *c, unsigned slot, unsigned comp);
/* May one itrsmp do the texture access: plain coordinates that are consecutive components of an input, as the machine iterates
   them? */
bool usc_is_iterated(const struct usc_selection *c, const struct ir_instr *i);
/* That input; usc_slot_use.alone: it does. */
static inline struct usc_slot_use *usc_coordinates(const struct usc_selection *c, const struct ir_instr *i)
{
   const struct ir_instr *first = i->src[0].val->def;
   return usc_slot_use(c, first->attr[0], usc_interp(c, first));
}

/* Is the number of a vertex not clamped? */
bool usc_vertex_within(const struct usc_selection *c, const struct ir_src *vertex);
/* Where an attribute of a geometry program is (usc_reflect_input.reg); of a variable vertex that of vertex 0. *fixed: it is
   none. */
uint32_t usc_vertex_place(const struct usc_selection *c, const struct ir_instr *i, bool *fixed);

/* First of all: what the program reads and writes (usc_inputs), and how often each value is read. */
void usc_scan_program(struct usc_selection *c);
/* Inputs that every reader saturates to [0,1] are iterated so: usc_slot_use.sat, and usc_selection.folded of the
   saturations. */
void usc_saturate_inputs(struct usc_selection *c);
/* Registers of the inputs. */
void usc_assign_inputs(struct usc_selection *c);
/* Iterates the inputs that several blocks read before the program. */
void usc_iterate_shared(struct usc_selection *c);

void usc_load_input(struct usc_selection *c, const struct ir_instr *i);
/* The request that the instruction and others of its block become, and the component that it is; NULL: it is a product. */
struct usc_quotient *usc_quotient_of(const struct usc_selection *c, const struct ir_instr *i, unsigned *comp);
void usc_emit_quotient(struct usc_selection *c, const struct ir_instr *i);

#endif
