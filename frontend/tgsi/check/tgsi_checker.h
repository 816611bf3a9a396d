/* SPDX-License-Identifier: MIT */
/*
 * The checks of the rules of a TGSI program on its tree, in the order of the functions here. Programs come from text and from
 * tokens, so no file here reads either. Rules about a single word, such as the order of letters in a mask, are the reader's.
 */
#ifndef FRONTEND_TGSI_CHECKER_H
#define FRONTEND_TGSI_CHECKER_H

#include "frontend/tgsi/ast/tgsi_ast.h"

/* Register numbers are below this limit, as in token streams. */
#define TGSI_MAX_REGS 65536u
/* Constant buffers; buffer 0 is the list of parameters. */
#define TGSI_MAX_BUFFERS 16u

struct tgsi_checker {
   struct util_ctx *ctx;
   struct tgsi_program *p;
   unsigned errors_before;
   /* CONST with a dimension: by buffer, the declaration of each entry, or TGSI_NONE. */
   uint32_t *const_of[TGSI_MAX_BUFFERS];
   uint32_t const_end[TGSI_MAX_BUFFERS];
   /* Arrays by their number: a declaration, or TGSI_NONE. */
   uint32_t *array;
   uint32_t num_arrays;
   uint8_t *indexed_out; /* by array: lanes that are written through an index; [0] is for operands without an array */
   uint32_t cull_base[2]; /* clip distances before the cull distances, of inputs and of outputs */
   int32_t undeclared[TGSI_FILE_COUNT][3]; /* registers that have been reported */
   uint8_t num_undeclared[TGSI_FILE_COUNT];
   unsigned num_missing, num_vertices; /* errors about entries of constant buffers, about vertices */
   const struct tgsi_instr *later; /* the first instruction that only a later version supports */
   bool lost_blocks; /* an error in the nesting of blocks has been reported, so later ones are not */
};

/* tgsi_check_error.c */
void tgsi_check_error(struct tgsi_checker *c, enum diag_id id, struct util_span span, const char *fmt, ...)
   __attribute__((format(printf, 4, 5)));

/* tgsi_check_decl.c: registers, arrays, slots */
void tgsi_check_declarations(struct tgsi_checker *c);
/* tgsi_check_property.c: properties, and requirements of geometry programs */
void tgsi_check_properties(struct tgsi_checker *c);
/* tgsi_check_operand.c: the operands of an instruction */
void tgsi_check_operands(struct tgsi_checker *c, struct tgsi_instr *in);
/* tgsi_check_memory.c: declarations of objects, and the operand that names one */
void tgsi_check_object_declaration(struct tgsi_checker *c, const struct tgsi_decl *d);
void tgsi_check_object(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o);
/* tgsi_check_instr.c: an instruction as a whole. Returns false if its number of operands is wrong, so that they cannot be
   checked. */
bool tgsi_check_instruction(struct tgsi_checker *c, struct tgsi_instr *in);
/* tgsi_check_flow.c: blocks, labels, subroutines */
void tgsi_check_flow(struct tgsi_checker *c);
/* tgsi_check_warn.c: warnings about a program without errors */
void tgsi_check_warnings(struct tgsi_checker *c);

#endif
