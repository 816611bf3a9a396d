/* SPDX-License-Identifier: MIT */
/* Inputs, and how they are iterated. */
#ifndef USC_INPUT_H
#define USC_INPUT_H

#include "backend-usc/select/operand/usc_selection.h"

enum io_interp usc_interp(const struct usc_selection *c, const struct ir_instr *i);
/* Uses of the input slot with this interpolation. */
struct usc_slot_use *usc_slot_use(const struct usc_selection *c, unsigned slot, enum io_interp k);
/* The use that a load of an input belongs to. */
static inline struct usc_slot_use *usc_use_of(const struct usc_selection *c, const struct ir_instr *load)
{
   return usc_slot_use(c, load->attr[0], usc_interp(c, load));
}
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
/* Does the slot tell a fragment program about its samples, or whether the invocation is a helper? It is computed from the valid
   mask, or constant if a pixel has one sample. */
bool usc_is_masked_input(unsigned slot);
/* The special register from which a component of an input is read or computed, or USC_NO_REG. */
unsigned usc_special_input(const struct usc_selection *c, unsigned slot, unsigned comp);
/* Can one itrsmp do the texture access? Its coordinates must be consecutive components of an iterated input. */
bool usc_is_iterated(const struct usc_selection *c, const struct ir_instr *i);
/* The use of that input; itrsmp does the access if usc_slot_use.alone is set. */
static inline struct usc_slot_use *usc_coordinates(const struct usc_selection *c, const struct ir_instr *i)
{
   return usc_use_of(c, i->src[0].val->def);
}

/* Is the number of the vertex known to be in range, or are clamps disabled? */
bool usc_vertex_within(const struct usc_selection *c, const struct ir_src *vertex);
/* Place of an attribute of a geometry program (usc_reflect_input.reg). For a variable vertex number it is that of vertex 0, and
   *fixed is false. */
uint32_t usc_vertex_place(const struct usc_selection *c, const struct ir_instr *i, bool *fixed);

/* The first step: finds what the program reads and writes (usc_inputs), and how often each value is read. */
void usc_scan_program(struct usc_selection *c);
/* Finds inputs that all readers saturate to [0,1], so that the iteration does it: sets usc_slot_use.sat, and
   usc_selection.folded for the saturations. */
void usc_saturate_inputs(struct usc_selection *c);
/* Assigns registers to the inputs. */
void usc_assign_inputs(struct usc_selection *c);
/* Iterates the inputs that several blocks read before the program. */
void usc_iterate_shared(struct usc_selection *c);

void usc_load_input(struct usc_selection *c, const struct ir_instr *i);
/* z of the fragment's position, in programs with usc_reflect.isp.own_depth. */
struct usc_opd usc_load_own_depth(struct usc_selection *c);
/* The request that the instruction and others of its block become, or NULL if it stays a product; *comp: its component. */
struct usc_quotient *usc_quotient_of(const struct usc_selection *c, const struct ir_instr *i, unsigned *comp);
void usc_emit_quotient(struct usc_selection *c, const struct ir_instr *i);

#endif
