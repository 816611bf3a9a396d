/* SPDX-License-Identifier: MIT */
/* For test_tgsi_special: reads the tables in tests/special/tgsi into programs with the cases of their lanes. The head of
   float.tsv there describes the format. */
#ifndef TESTS_UNIT_TGSI_TABLE_H
#define TESTS_UNIT_TGSI_TABLE_H

#include "frontend/tgsi/ast/tgsi_ast.h"
#include "tests/unit/common/special_table.h"

/* Operands and results of one execution: four lanes. */
struct tgsi_case {
   uint32_t in[4][4];
   struct want want[4];
};
struct tgsi_row {
   const char *file;
   unsigned line;
   enum tgsi_stage stage;
   bool same;   /* operands are the same in all invocations */
   bool crowd;  /* the result depends on the other invocations */
   bool kills;  /* want[0] is the fate of the invocation */
   const char *text;
   struct tgsi_case *cases;
   unsigned n;
};
extern struct tgsi_row *tgsi_table;
extern unsigned tgsi_table_rows;
extern unsigned long long tgsi_table_values;
/* Instructions that occur in rows. */
extern bool tgsi_covered[TGSI_OP_COUNT];

/* Reads the tables; an error there fails the test. */
void tgsi_table_load(void);
/* The program of a row. Operands are registers of `file`: IN, CONST or IMM, the latter with the values of the case. */
void tgsi_row_program(char *out, size_t size, const struct tgsi_row *row, enum tgsi_file file, const struct tgsi_case *values);

#endif
