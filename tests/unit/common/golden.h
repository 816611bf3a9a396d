/* SPDX-License-Identifier: MIT */
/*
 * Recorded answers of a GL with GL_NV_gpu_program4: programs that cover every instruction, with inputs and outputs, as text
 * under tests/golden/. The recorder (tests/oracle) and the test that reads the recordings without a GPU share this file.
 *
 *   # vendor, renderer and version of the driver
 *   program NAME BOUND
 *   | line of the program
 *   run 12 words -> 4 words      program.env[0..2] and result.color, bits in hexadecimal
 *
 * BOUND is 0 if results agree bit for bit (all NaNs are equal, a denormal equals the zero of its sign). Otherwise it is the
 * number of bits of the result that must agree, absolutely for results below 1. All programs are fragment programs that write
 * an integer colour, so that every bit of every type can be compared. Textures are those of semantics/sampler.c for seed 1.
 */
#ifndef TESTS_UNIT_GOLDEN_H
#define TESTS_UNIT_GOLDEN_H

#include "util/buf.h"
#include "semantics/exec.h"

struct golden_program {
   char name[64];
   char text[1400];
   unsigned bound;
   unsigned unit, target; /* the texture, if target is not TEX_TARGET_COUNT */
};
/* Program `index` of the list; returns false past its end. */
bool golden_program(unsigned index, struct golden_program *p);
#define GOLDEN_RUNS 16
/* The values of program.env[0..2] in run `run` of a program. */
void golden_inputs(unsigned index, unsigned run, uint32_t in[3][4]);

void golden_write_program(struct util_buf *b, const struct golden_program *p);
void golden_write_run(struct util_buf *b, uint32_t in[3][4], const uint32_t out[4]);

/* The answer of the reference evaluator. Returns false, with the reason in `why`, if the program is not accepted or does not
   run. */
bool golden_evaluate(const char *text, size_t len, uint32_t in[3][4], uint32_t out[4], char why[256]);

struct golden_check {
   unsigned programs, runs, differ, settled, broken;
   char first[600]; /* the first difference that is not settled */
};
/* Reads a recording. `settled` may have lines "NAME reason" for differences that docs/semantics.md explains. */
void golden_check(struct golden_check *c, const char *text, const char *settled);

#endif
