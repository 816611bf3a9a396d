/* SPDX-License-Identifier: MIT */
/*
 * Included first by each source with mutants in it: the active mutant, and the mutants reached so far
 * (tests/mutation/judge.c).
 */
#ifndef TESTS_MUTANT_H
#define TESTS_MUTANT_H

enum { MAX_MUTANTS = 8192 };
extern int nvp4c_mutant; /* 0 if no mutant is active */
extern unsigned char *nvp4c_reached;

#define NVP4C_MUTANT(n) (nvp4c_reached[n] = 1, nvp4c_mutant == (n))

#endif
