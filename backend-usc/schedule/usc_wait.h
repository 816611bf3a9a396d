/* SPDX-License-Identifier: MIT */
/* Waits for requests: see usc_wait.c. */
#ifndef USC_WAIT_H
#define USC_WAIT_H

#include "backend-usc/select/usc_code.h"

/* Gives requests a counter, and puts a wdf before what needs their results. */
void usc_insert_waits(struct usc_code *c);

#endif
