/* SPDX-License-Identifier: MIT */
/*
 * Generates random programs of NV_gpu_program4, of the ARB languages with their options, and of TGSI, for comparisons between
 * executors.
 *
 * The grammar comes from the tables of the front ends (nv_ops.def, nv_io.def, nv_state.def, tgsi_ops.def, tgsi_words.def), so
 * a new row in a table is enough to generate an instruction. Programs are correct and nearly all of them end. Registers have no
 * types, so any value reaches any operand. docs/testing.md, "Generated programs", gives the reasons for this design.
 */
#ifndef TESTS_GENERATE_H
#define TESTS_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum gen_language { GEN_NV, GEN_ARB, GEN_TGSI, GEN_LANGUAGES };

enum { GEN_ANY_STAGE = -1, GEN_VERTEX, GEN_FRAGMENT, GEN_GEOMETRY, GEN_COMPUTE, GEN_STAGES };

/* Features that programs may have. Each program leaves some of them out. A feature is a bit of gen_request.features_off. */
enum gen_feature {
#define GEN_FEATURE(name, percent) GEN_WITH_##name,
#include "tests/generate/features.def"
#undef GEN_FEATURE
   GEN_FEATURES
};

struct gen_request {
   uint64_t seed;
   enum gen_language language;
   int stage; /* GEN_VERTEX and so on; GEN_ANY_STAGE, or a stage that the language lacks, draws it from the seed */
   unsigned min_statements;       /* minimum number of instructions, or 0 to draw it from the seed */
   uint64_t features_off;         /* a bit for each enum gen_feature, or 0 to draw them from the seed */
   struct gen_coverage *coverage; /* counts combinations and steers to rare ones, or NULL */
};

/* Returns the text of a program, malloc'ed and NUL-terminated, or NULL if memory ran out. Without `coverage` the same request
   gives the same text. */
char *generate_program(const struct gen_request *r, size_t *length);

/* Changes of a program that keep its results, whatever it computes. */
enum gen_equivalence {
   GEN_DEAD_CODE, /* adds instructions with unused results, some in branches that are never taken */
   GEN_REORDER,   /* exchanges independent neighbours */
   GEN_RENAME,    /* permutes temporaries */
   GEN_PEEL,      /* peels the first iteration off loops */
   GEN_EQUIVALENCES
};
extern const char *const gen_equivalence_name[GEN_EQUIVALENCES];

/* Makes the program of the request and an equivalent one. The caller frees both. Returns false if memory ran out. */
bool generate_pair(const struct gen_request *r, enum gen_equivalence how, uint64_t seed, char *text[2], size_t length[2]);

/*
 * Makes a program from one of the texts. Statements are left out, doubled or exchanged, or get other operands, and statements
 * of another text of the same language and stage are inserted. Some programs break a rule of the language. Returns malloc'ed
 * text, or NULL if memory ran out or there is no text.
 */
char *generate_splice(const char *const *texts, unsigned count, uint64_t seed, size_t *length);

/*
 * Coverage counts instruction x operand kinds x modifiers x write mask x context x stage, and pairs of neighbours. A table is
 * gen_coverage_size() bytes of any memory, which processes may share. An empty table is all zeros. Counts that two processes
 * change at once may be lost.
 */
size_t gen_coverage_size(void);
void gen_coverage_print(const struct gen_coverage *c, FILE *out);

#endif
