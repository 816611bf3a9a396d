/* SPDX-License-Identifier: MIT */
/* Selection: the IR becomes groups on virtual registers, one operation a group. */
#ifndef USC_SELECT_H
#define USC_SELECT_H

#include "backend-usc/select/operand/usc_selection.h"

/* Selects all of m->s. Up to usc_select_finish(), which gives the memory back, the members of c may be read. */
void usc_select(struct usc_selection *c, struct usc_mir *m);
void usc_select_finish(struct usc_selection *c);

#endif
