/* SPDX-License-Identifier: MIT */
/* Waits for requests: see usc_wait.c. */
#ifndef USC_WAIT_H
#define USC_WAIT_H

#include "backend-usc/mir/usc_mir.h"

/* Assigns a counter to each request, and inserts a wdf before the readers of its results. */
void usc_insert_waits(struct usc_mir *c);

#endif
