/* SPDX-License-Identifier: MIT */
/*
 * model/num.h computes with the host's IEEE arithmetic and so needs the default floating-point environment: round to nearest,
 * no flushing of denormals. A process may have changed it for its own thread (a game that sets flush-to-zero), so the entry
 * points of the library (the façade) bracket their work with these two functions. They take some tens of nanoseconds.
 */
#ifndef MODEL_FPENV_H
#define MODEL_FPENV_H

#include <fenv.h>

static inline void num_fpenv_enter(fenv_t *saved)
{
   fegetenv(saved);
   fesetenv(FE_DFL_ENV);
}

/* Restores the caller's environment, with the exception flags that it had. */
static inline void num_fpenv_leave(const fenv_t *saved)
{
   fesetenv(saved);
}

#endif
