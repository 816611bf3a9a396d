/* SPDX-License-Identifier: MIT */
/* Numbering and names of input and output slots: see slots.def. */
#ifndef SEMANTICS_SLOTS_H
#define SEMANTICS_SLOTS_H

#include "util/ctx.h"

enum io_slot {
#define SLOT(id, name, n, in, out) SLOT_##id, SLOT_##id##_LAST = SLOT_##id + (n) - 1,
#include "semantics/slots.def"
#undef SLOT
   SLOT_COUNT
};

enum io_interp { INTERP_SMOOTH, INTERP_FLAT, INTERP_NOPERSPECTIVE, INTERP_CENTROID, INTERP_NOPERSPECTIVE_CENTROID,
                 INTERP_SAMPLE, INTERP_NOPERSPECTIVE_SAMPLE, INTERP_COUNT };
extern const char *const io_interp_name[INTERP_COUNT];

/*
 * The clip distance that a program does not write, for a user clip plane that is enabled: the distance of the position to the
 * plane; 0, which clips nothing; or none, because such programs have no user clipping.
 */
enum io_clip { IO_CLIP_POSITION, IO_CLIP_ZERO, IO_CLIP_NONE };

/* Kinds of programs, as a mask. */
enum { IO_VERTEX = 1, IO_FRAGMENT = 2, IO_GEOMETRY = 4, IO_COMPUTE = 8 };
/* The kinds of programs that have the slot as an input, or as an output. */
unsigned io_slot_programs(enum io_slot slot, bool output);

/* "tex3"; writes at most n bytes with the NUL. Returns buf. */
const char *io_slot_name(enum io_slot slot, char *buf, size_t n);
/* The number of slots from this one to the end of its array. */
unsigned io_slot_array(enum io_slot slot);
/* Returns SLOT_COUNT for an unknown name. */
enum io_slot io_slot_find(const char *name, size_t len);

/*
 * Program parameters: one flat list of vec4 entries per program. A declared array is a contiguous range of entries, whatever
 * mix of literals, state, environment and local parameters it contains, so relative addressing is an index into the list.
 */
enum io_param_class {
   PARAM_CONST, PARAM_ENV, PARAM_LOCAL, PARAM_STATE, PARAM_UNIFORM,
   PARAM_PRE, /* results of the pre-shader of the program (ir/ir.h) */
   PARAM_CLASS_COUNT
};
struct io_param {
   enum io_param_class cls;
   uint32_t index;     /* env, local: number; uniform: the vec4 of constant buffer 0; pre: words 4 * index .. 4 * index + 3 */
   const char *state;  /* PARAM_STATE: canonical text, e.g. "state.matrix.mvp.row[0]" */
   uint32_t value[4];  /* PARAM_CONST: bits */
};

#endif
