/* SPDX-License-Identifier: MIT */
/* Our side of the comparison: a program through the modules of the library, run on inputs that the oracle chooses. */
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
   struct util_ctx ctx; /* owns all of it; ctx.text is the text given */
   struct nv_program *ast;
   const struct io_param *params; /* with those that options read */
   unsigned num_params;
   struct usc_program *code; /* NULL: not compiled, see `error` */
   /*
    * The same program with numbers, which change with the perturbation, in all that the documents leave undefined: temporaries
    * at the start, components that XPD and SCS leave open, memory before and after an array. NULL: not straight-line.
    */
   struct nv_program *poisoned;
   struct io_param *poison; /* its parameter entries from num_params on */
   unsigned num_poison;
   uint8_t written[SLOT_COUNT]; /* components of results */
   uint32_t attribs;            /* vertex attributes that are read */
   bool textures, relative;
   char error[256];
};
/* false if the program is not accepted; the text must live as long as the program. */
bool oracle_load(struct oracle_program *p, const char *text, size_t len);
void oracle_unload(struct oracle_program *p);

#define ORACLE_MAX_PARAMS 1024
struct oracle_wave {
   struct exec_wave t;
   struct exec_sampler sampler;
   uint32_t in[SLOT_COUNT][4][EXEC_LANES], out[SLOT_COUNT][4][EXEC_LANES], taint[SLOT_COUNT][4];
   uint32_t param[ORACLE_MAX_PARAMS][4];
};
/* Empty inputs, all lanes valid, the oracle's textures. Parameters are filled from their bindings: oracle_param(). */
void oracle_wave_init(struct oracle_wave *t, const struct oracle_program *p, uint32_t seed);
/* Runs the program at a level; the inputs stay. false with p->error. */
bool oracle_run(struct oracle_program *p, enum oracle_level level, struct oracle_wave *t);

/*
 * Runs the evaluator with everything perturbed: inputs and parameters by 2^-18, sampling by oracle_jitter_fn, undefined values
 * by poison, multiplication and addition fused or not, functions by their noise. perturbation: number of the run, from 1 on.
 */
bool oracle_run_perturbed(struct oracle_program *p, struct oracle_wave *t, uint32_t perturbation);

/* The value of a parameter: that of a constant, else a function of seed and binding; the GL gets the same. */
void oracle_param(const struct io_param *p, uint32_t seed, float v[4]);
/* An ordinary number, never 0, denormal, infinite or NaN; a function of the key. */
float oracle_number(uint64_t key);
/* Fog of the GL and of state.fog.params: density, start, end. */
extern const float oracle_fog[3], oracle_fog_color[4];

/*
 * Sampling with perturbations of everything that a GL may do a little differently: coordinates by 1/64 texel (1/256 where they
 * are filtered), levels by 1/16, filtered results by 1/256, in a direction that is a hash of `perturbation`. user is a struct
 * oracle_jitter. Results that differ between perturbations are not settled by the documents.
 */
struct oracle_jitter {
   struct exec_sampler sampler;
   uint32_t perturbation, count;
};
void oracle_jitter_fn(void *user, num_m m, const struct exec_tex *t, exec_lanes out[4]);

#endif
