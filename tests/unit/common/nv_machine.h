/* SPDX-License-Identifier: MIT */
/* For tests of the reference evaluator: a program, and a wave of 32 lanes under num_model_ieee. */
#ifndef TESTS_UNIT_NV_MACHINE_H
#define TESTS_UNIT_NV_MACHINE_H

#include "frontend/nv/eval/nv_eval.h"

#define ALL 0xffffffffu

struct machine {
   struct util_ctx ctx;
   struct exec_wave wave;
   uint32_t in[EXEC_MAX_VERTICES][SLOT_COUNT][4][EXEC_LANES];
   uint32_t out[SLOT_COUNT][4][EXEC_LANES];
   uint32_t taint[SLOT_COUNT][4];
   uint32_t param[64][4];
   struct nv_program *p;
   struct nv_eval *e;
   unsigned fshort;
   uint32_t call_depth; /* limit; 0 for the default */
};

struct machine *machine_new(void);
void machine_free(struct machine *m);
/* Parses the text, which must be correct, and prepares its execution. */
void machine_load(struct machine *m, const char *text);
/* Runs to the end. */
void machine_go(struct machine *m);
/* Loads and runs a program with inputs of 0. */
struct machine *machine_run(const char *text);

/* Puts the number of the lane into an input: x as an integer, y as a float. */
void machine_lane_numbers(struct machine *m, unsigned slot);
/* The flags of a component in a lane: S 1, Z 2, O 4, C 8. */
unsigned machine_cc_bits(const struct nv_cc *cc, unsigned c, unsigned l);

#endif
