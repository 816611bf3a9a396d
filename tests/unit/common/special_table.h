/* SPDX-License-Identifier: MIT */
/* For test_special: reads the tables in tests/special into groups of cases of one instruction. The head of float.tsv describes
   the format. */
#ifndef TESTS_UNIT_SPECIAL_TABLE_H
#define TESTS_UNIT_SPECIAL_TABLE_H

#include "frontend/nv/ast/nv_ast.h"

/* The number models that have results. */
enum { M_IEEE, M_USC, M_AGX, M_USC_RTZ, NUM_MODELS };

/* Kinds of programs, which the first column of a row names. */
struct kind {
   const char *name, *head, *in, *out[2]; /* `in` and `out` are arrays of bindings */
   enum nv_stage stage;
   uint8_t dialect;
   unsigned num_in, num_out[2];
   enum io_slot in_slot, out_slot[2];
   unsigned fshort; /* -fshort= */
   bool copies;     /* operands are copied to temporaries first, as an instruction may have only one attribute or parameter */
};
#define NUM_KINDS 10
extern const struct kind special_kinds[NUM_KINDS];

/* An operand, or a result under one model. */
struct value {
   uint32_t bits;
   bool any, nan, is_float;
   uint8_t approx; /* tolerance: 1 is one unit in the last place, 2 is 2^-22 */
   uint8_t flags;  /* O 4, C 8 of a condition code; S and Z follow from the bits */
};
struct want {
   struct value m[NUM_MODELS];
};
enum { FLAG_S = 1, FLAG_Z = 2, FLAG_O = 4, FLAG_C = 8 };

/* Four components that are computed at the same time. */
struct vec_case {
   unsigned line;
   uint32_t in[3][4];
   struct want want[4];
   bool kills; /* want[0] is the fate of the invocation */
};

/* The cases of one instruction in one kind of program. */
struct group {
   const char *file;
   const struct kind *kind;
   const char *text;
   unsigned op;
   enum nv_type type, result;                  /* types of the instruction and of the result */
   bool single, lanes, uniform, same, not_agx; /* same: only the cases of `text` where a and b are equal */
   struct vec_case *cases;
   unsigned n, cap;
};

extern struct group special_groups[];
extern unsigned special_num_groups, special_num_rows;
extern unsigned long long special_num_values;
/* Instructions that occur in rows, by family of languages (NV_gpu_program4, vertex, fragment languages) and data type. */
extern bool special_covered[NV_OP_COUNT][3][NV_TYPE_U + 1];

/* A column: a list of words and vectors. An error fails the test. */
#define SPECIAL_ITEMS 64
struct special_list {
   struct want v[SPECIAL_ITEMS][4];
   unsigned n;
   bool vectors, kills;
   bool wide; /* 64-bit words, each given twice */
};
void special_list(struct special_list *l, const char *s, const char *where);

/* Reads tests/special; an error there fails the test. */
void special_load(void);
void special_unload(void);
/* Bits 0 to 2: the text names a, b, c. */
unsigned special_operands(const char *text);

#endif
