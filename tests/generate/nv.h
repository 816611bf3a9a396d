/* SPDX-License-Identifier: MIT */
/* Internal interface of the generator of NV_gpu_program4 and of the ARB languages. */
#ifndef TESTS_GENERATE_NV_H
#define TESTS_GENERATE_NV_H

#include "frontend/nv/ast/nv_ast.h"
#include "tests/generate/generate_priv.h"

enum {
   NV_ARRAYS = 3,
   NV_PARAMS = 3,
   NV_TYPED = 6,
   NV_INPUTS = 8,
   NV_OUTPUTS = 10,
   NV_UNITS = 4,
   NV_COUNTERS = 8,
   NV_INITIALIZERS = 40
};

/* Declared types and sizes. They select the letter of a variable's name. */
enum nv_temp_type { NV_ANY, NV_INT, NV_UINT, NV_FLOAT, NV_SHORT, NV_LONG, NV_DECLARED };

struct nv_array {
   const char *name;
   unsigned len;
   enum nv_type type;      /* NV_TYPE_NONE for any type */
   unsigned set;           /* its bit in the sets */
   const char *text;       /* its declaration */
   bool per_vertex;
};

struct nv_gen {
   struct gen g;
   uint8_t dialect;        /* NV_D_* */
   bool arb, jumps;        /* jumps: the dialect has BRA instead of blocks */
   uint16_t ops[NV_OP_COUNT], texture_ops[NV_OP_COUNT];
   unsigned num_ops, num_texture_ops;
   unsigned temps;         /* r0 .. */
   uint8_t typed[NV_TYPED]; /* variables t0 .. with a type or size: enum nv_temp_type */
   unsigned num_typed;
   struct nv_array arrays[NV_ARRAYS], params[NV_PARAMS], in_array, out_array, buffer;
   unsigned num_arrays, num_params;
   unsigned addresses;     /* a0 .. of the older languages */
   const char *inputs[NV_INPUTS], *system[2], *outputs[NV_OUTPUTS];
   unsigned num_inputs, num_system, num_outputs;
   bool input_per_vertex[NV_INPUTS];
   unsigned vertices;      /* vertices of the input primitive, or 0 if not a geometry program */
   uint8_t target[NV_UNITS];
   const char *options;    /* options and declarations of the header */
   unsigned loop_index;    /* number of open LOOP blocks, which set A0 */
   bool position, invariant;
   const char *leave_label[16], *continue_label[16]; /* by loop depth, in dialects with jumps */
   unsigned code;          /* the condition code that the last comparison set */
};

static inline bool nv_gen_has(const struct nv_gen *v, unsigned dialects) { return v->dialect & dialects; }

/* nv_operand.c */
void nv_gen_operand(struct nv_gen *v, enum nv_type type, bool ntc, bool scalar, bool plain);
void nv_gen_result(struct nv_gen *v, enum nv_type type, bool ntc, bool address, uint16_t masks);
void nv_gen_condition(struct nv_gen *v);
void nv_gen_swizzle(struct nv_gen *v, bool scalar);
void nv_gen_vector(struct nv_gen *v, enum nv_type type);
void nv_gen_number(struct nv_gen *v, enum nv_type type);
uint32_t nv_gen_kinds(const struct nv_gen *v);

/* nv_declare.c */
void nv_gen_setup(struct gen *g);
void nv_gen_declarations(struct nv_gen *v, struct gen_text *out);

/* nv_binding.c: names from nv_io.def and nv_state.def */
const char *nv_gen_state(struct nv_gen *v);
enum nv_binding { NV_BIND_INPUT = 1, NV_BIND_SYSTEM, NV_BIND_OUTPUT };
/* Returns a binding of the kind, or NULL if the draw finds none. *per_vertex tells that it takes a vertex number first
   ("vertex[%u]"). */
const char *nv_gen_binding(struct nv_gen *v, enum nv_binding kind, bool *per_vertex);

#endif
