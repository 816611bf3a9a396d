/* SPDX-License-Identifier: MIT */
/*
 * semantics/num.h computes with the host's IEEE arithmetic and so needs the default floating-point environment: round to nearest,
 * no flushing of denormals. A process may have changed it for its own thread (a game that sets flush-to-zero), so the entry
 * points of the library (the façade) bracket their work with these two functions. Where float and double are computed by SSE
 * alone, its control register is all of the environment, and takes a few cycles instead of some tens of nanoseconds.
 */
#ifndef MODEL_FPENV_H
#define MODEL_FPENV_H

#if defined __x86_64__ && defined __SSE2_MATH__
#include <xmmintrin.h>

typedef unsigned num_fpenv;
#define NUM_FPENV_DEFAULT 0x1f80u /* no exception traps or is flagged */

static inline void num_fpenv_enter(num_fpenv *saved)
{
   *saved = _mm_getcsr();
   _mm_setcsr(NUM_FPENV_DEFAULT);
}

/* Restores the caller's environment, with the exception flags that it had. */
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
