/* SPDX-License-Identifier: MIT */
/* What a source with mutants in it includes first: which mutant is on, and which have been reached (tests/mutation/judge.c). */
#ifndef TESTS_MUTANT_H
#define TESTS_MUTANT_H

enum { MAX_MUTANTS = 8192 };
extern int nvp4c_mutant; /* 0: none */
extern unsigned char *nvp4c_reached;

#define NVP4C_MUTANT(n) (nvp4c_reached[n] = 1, nvp4c_mutant == (n))

#endif
