/* SPDX-License-Identifier: MIT */
/* Scheduling of a program: see usc_schedule.c. */
#ifndef USC_SCHEDULE_H
#define USC_SCHEDULE_H

#include "backend-usc/mir/usc_mir.h"

/* Merges and orders the groups of every body, unless scheduling is off, and inserts the waits for requests. */
void usc_schedule(struct usc_mir *c);

#endif
