/* SPDX-License-Identifier: MIT */
/* Changes of the selected groups before they are scheduled: usc_peephole.c, usc_rewrite.c. */
#ifndef USC_REWRITE_H
#define USC_REWRITE_H

#include "backend-usc/mir/usc_mir.h"

/* usc_peephole.c: combines producers with their only readers in every block, after usc_early_copies(). Does nothing at -O0. */
void usc_peephole(struct usc_mir *c);

/* usc_rewrite.c: copies of constants and uniforms to phis become moves in the body, which share groups, unlike the parallel
   copies in the tail. */
void usc_early_copies(struct usc_mir *c);
/* A copy of the list in which uvsw.write of consecutive vertex inputs to consecutive addresses are repeated groups; empty if
   there are none. */
void usc_repeat_writes(struct usc_mir *c, const struct cg_list *l, struct cg_list *out);
/* A copy of the list in which some multiply-adds read a uniform addend from a temporary instead, so that they may sit in P1;
   empty if that cannot save a group. */
void usc_move_uniforms(struct usc_mir *c, const struct cg_list *l, struct cg_list *out);

#endif
