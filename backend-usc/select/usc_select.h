/* SPDX-License-Identifier: MIT */
/* Selection: the IR becomes groups on virtual registers, with one operation each. */
#ifndef USC_SELECT_H
#define USC_SELECT_H

#include "backend-usc/select/operand/usc_selection.h"

/* Selects all of m->s. The members of c can be read up to usc_select_finish(), which frees them. */
void usc_select(struct usc_selection *c, struct usc_mir *m);
void usc_select_finish(struct usc_selection *c);

#endif
