/* SPDX-License-Identifier: MIT */
/* Our side of the comparison: runs a program through the modules of the library, on inputs that the oracle supplies. */
#ifndef TESTS_ORACLE_OURS_H
#define TESTS_ORACLE_OURS_H

#include "backend-usc/usc_compile.h"
#include "frontend/nv/ast/nv_ast.h"
#include "ir/ir.h"
#include "semantics/exec.h"
#include "semantics/sampler.h"

enum oracle_level {
   ORACLE_IEEE, /* reference evaluator, model ieee */
   ORACLE_USC,  /* reference evaluator, model usc */
   ORACLE_CODE, /* simulated machine code of -O2 */
   ORACLE_LEVELS
};
extern const char *const oracle_level_name[ORACLE_LEVELS];

struct oracle_program {
   struct util_ctx ctx; /* owns all memory; ctx.text is the program's text */
   struct nv_program *ast;
   const struct io_param *params; /* including those that options read */
   unsigned num_params;
   struct usc_program *code; /* NULL if it was not compiled, see `error` */
   /*
    * The same program with numbers for all that the documents leave undefined: temporaries at the start, components that XPD
    * and SCS do not write, and memory before and after an array. The numbers change with the perturbation. NULL if the program
    * is not straight-line.
    */
   struct nv_program *poisoned;
   struct io_param *poison; /* parameter entries of `poisoned` from num_params on */
   unsigned num_poison;
   uint8_t written[SLOT_COUNT]; /* components of each result that are written */
   uint32_t attribs;            /* vertex attributes that are read */
   bool textures, relative;
   char error[256];
};
/* Returns false if the program is not accepted. The text must live as long as the program. */
bool oracle_load(struct oracle_program *p, const char *text, size_t len);
void oracle_unload(struct oracle_program *p);

#define ORACLE_MAX_PARAMS 1024
struct oracle_wave {
   struct exec_wave t;
   struct exec_sampler sampler;
   uint32_t in[SLOT_COUNT][4][EXEC_LANES], out[SLOT_COUNT][4][EXEC_LANES], taint[SLOT_COUNT][4];
   uint32_t param[ORACLE_MAX_PARAMS][4];
};
/* Sets up empty inputs, all lanes valid, and the oracle's textures. Parameters get the values of their bindings:
   oracle_param(). */
void oracle_wave_init(struct oracle_wave *t, const struct oracle_program *p, uint32_t seed);
/* Runs the program at a level and keeps the inputs. Returns false with p->error. */
bool oracle_run(struct oracle_program *p, enum oracle_level level, struct oracle_wave *t);

/* Runs the evaluator with everything perturbed: inputs and parameters by 2^-18, sampling by oracle_jitter_fn, undefined values
   by poison, multiplication and addition fused or not, functions by their noise. perturbation: number of the run, from 1 on. */
bool oracle_run_perturbed(struct oracle_program *p, struct oracle_wave *t, uint32_t perturbation);

/* Gets the value of a parameter: that of a constant, else a function of seed and binding. The GL gets the same value. */
void oracle_param(const struct io_param *p, uint32_t seed, float v[4]);
/* Returns a number that depends on the key and is never 0, denormal, infinite or NaN. */
float oracle_number(uint64_t key);
/* Fog of the GL and of state.fog.params: density, start, end. */
extern const float oracle_fog[3], oracle_fog_color[4];

/*
 * Samples with perturbations of everything that a GL may do a little differently: coordinates by 1/64 texel (1/256 where they
 * are filtered), levels by 1/16, filtered results by 1/256, in a direction that is a hash of `perturbation`. user is a struct
 * oracle_jitter. The documents do not settle results that differ between perturbations.
 */
struct oracle_jitter {
   struct exec_sampler sampler;
   uint32_t perturbation, count;
};
void oracle_jitter_fn(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4]);

#endif
