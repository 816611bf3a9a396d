/* SPDX-License-Identifier: MIT */
/*
 * semantics/num.h computes with the host's IEEE arithmetic and so needs the default floating-point environment: round to
 * nearest, no flushing of denormals. A process may have changed it for its own thread (a game that sets flush-to-zero), so the
 * entry points of the library bracket their work with these two functions. Where only SSE computes float and double, its
 * control register is the whole environment; saving it takes a few cycles instead of tens of nanoseconds.
 */
#ifndef SEMANTICS_FPENV_H
#define SEMANTICS_FPENV_H

#if defined __x86_64__ && defined __SSE2_MATH__
#include <xmmintrin.h>

typedef unsigned num_fpenv;
#define NUM_FPENV_DEFAULT 0x1f80u /* exceptions neither trap nor set flags */

static inline void num_fpenv_enter(num_fpenv *saved)
{
   *saved = _mm_getcsr();
   _mm_setcsr(NUM_FPENV_DEFAULT);
}

/* Restores the caller's environment with its exception flags. */
static inline void num_fpenv_leave(const num_fpenv *saved)
{
   _mm_setcsr(*saved);
}
#else
#include <fenv.h>

typedef fenv_t num_fpenv;

static inline void num_fpenv_enter(num_fpenv *saved)
{
   fegetenv(saved);
   fesetenv(FE_DFL_ENV);
}

static inline void num_fpenv_leave(const num_fpenv *saved)
{
   fesetenv(saved);
}
#endif

#endif
