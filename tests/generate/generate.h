/* SPDX-License-Identifier: MIT */
/*
 * Random programs of NV_gpu_program4, of the ARB languages with their options, and of TGSI, for comparisons between executors.
 *
 * The grammar comes from the tables of the front ends (nv_ops.def, nv_io.def, nv_state.def, tgsi_ops.def, tgsi_words.def), so
 * an instruction that gets a row is generated without further work. Programs are correct and nearly all of them end; registers
 * have no types, so any value reaches any operand. docs/testing.md, "Generated programs", says why they are made like this.
 */
#ifndef TESTS_GENERATE_H
#define TESTS_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum gen_language { GEN_NV, GEN_ARB, GEN_TGSI, GEN_LANGUAGES };

enum { GEN_ANY_STAGE = -1, GEN_VERTEX, GEN_FRAGMENT, GEN_GEOMETRY, GEN_COMPUTE, GEN_STAGES };

/* What programs may have; each program leaves some of it out. A bit of gen_request.features_off. */
enum gen_feature {
#define GEN_FEATURE(name, percent) GEN_WITH_##name,
#include "tests/generate/features.def"
#undef GEN_FEATURE
   GEN_FEATURES
};

struct gen_request {
   uint64_t seed;
   enum gen_language language;
   int stage; /* GEN_VERTEX and so on; GEN_ANY_STAGE and what the language does not have: drawn from the seed */
   unsigned min_statements;       /* instructions that the program has at least; 0: drawn from the seed */
   uint64_t features_off;         /* a bit for each enum gen_feature; 0: drawn from the seed */
   struct gen_coverage *coverage; /* counts what is generated and steers to what is rare, or NULL */
};

/* The text of a program, malloc'ed and NUL-terminated, or NULL without memory. Without `coverage` the same request
   gives the same text. */
char *generate_program(const struct gen_request *r, size_t *length);

/* Changes of a program that keep its results, whatever it computes. */
enum gen_equivalence {
   GEN_DEAD_CODE, /* instructions whose results nothing reads, some in branches that are never taken */
   GEN_REORDER,   /* neighbours that do not depend on each other exchanged */
   GEN_RENAME,    /* temporaries permuted */
   GEN_PEEL,      /* the first turn of loops before them */
   GEN_EQUIVALENCES
};
extern const char *const gen_equivalence_name[GEN_EQUIVALENCES];

/* The program of the request and an equivalent one, to be freed both; false when memory ran out. */
bool generate_pair(const struct gen_request *r, enum gen_equivalence how, uint64_t seed, char *text[2], size_t length[2]);

/*
 * A program made of one of the texts: statements are left out, doubled or exchanged, get other operands, and statements of
 * another text of the same language and stage are inserted. Some break a rule of the language. Returns malloc'ed text; NULL
 * when memory ran out or there is no text.
 */
char *generate_splice(const char *const *texts, unsigned count, uint64_t seed, size_t *length);

/*
 * What has been generated: instruction x operand kinds x modifiers x write mask x context x stage, and pairs of neighbours. A
 * table is gen_coverage_size() bytes of any memory, which processes may share; zeros are an empty one. Counts that two
 * processes change at once may be lost.
 */
size_t gen_coverage_size(void);
void gen_coverage_print(const struct gen_coverage *c, FILE *out);

#endif
