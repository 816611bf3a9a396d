/* SPDX-License-Identifier: MIT */
/*
 * model/num.h computes with the host's IEEE arithmetic and so wants the default floating-point environment: round to nearest,
 * denormals kept. A process may have changed it for its own thread (a game that sets flush-to-zero); whoever is called from
 * outside (the façade) brackets its work with these two. They cost some tens of nanoseconds.
 */
#ifndef MODEL_FPENV_H
#define MODEL_FPENV_H

#include <fenv.h>

static inline void util_fpenv_enter(fenv_t *saved)
{
   fegetenv(saved);
   fesetenv(FE_DFL_ENV);
}

/* Restores the caller's environment, with the exception flags that it had. */
static inline void util_fpenv_leave(const fenv_t *saved)
{
   fesetenv(saved);
}

#endif
