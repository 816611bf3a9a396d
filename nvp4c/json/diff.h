/* SPDX-License-Identifier: MIT */
/* Differences of texts as a unified diff. */
#ifndef NVP4C_DIFF_H
#define NVP4C_DIFF_H

#include "util/buf.h"

/* Appends the changes from one text to the other with three lines of context, without the lines that name files; nothing if
   they are equal. Texts with many differences get one change that replaces all between the first and the last. */
void diff_lines(struct util_buf *b, const struct util_buf *from, const struct util_buf *to);

#endif
