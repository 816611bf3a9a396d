/* SPDX-License-Identifier: MIT */
/*
 * Merging of two independent groups into one. Every scheduler asks these functions, which ask usc_check() about the merged
 * group.
 *
 * A *single* operation sits in P0 and writes W0, and its group does nothing else. It is *pairable* if it may sit in P1 as well:
 * two pairable operations make a group. Any other group that takes another operation is a *host*: it takes a pairable one in
 * P1, or any single operation in P0 if it is *open*, that is, its P0 is empty or can move to P1.
 */
#ifndef USC_MERGE_H
#define USC_MERGE_H

#include "backend-usc/schedule/usc_stall.h"

/* Is it a single operation (usc_is_single()) that may sit in P1 as well? */
bool usc_is_pairable(const struct usc_group *g);
/* May a single operation join in P0, which is empty, as in a pack or an output, or whose operation P1 or the external line
   could do? */
bool usc_is_open(const struct usc_group *g);
/* Is it a test or output with an operation in P0, which a pairable one may join in P1 and on W1? */
bool usc_has_room(const struct usc_group *g);
/* The stall reason (enum usc_stall) why no operation may join the group, or 0 if one may. */
unsigned usc_closed(const struct usc_group *g);

/* Puts the single operation b into the empty unit (USC_P0 or USC_P1) of g. The external operand of g moves to another source
   slot if b needs its own; destinations stay as they are. Returns 0, or the stall reason; the result may still break a rule of
   usc_check(). */
unsigned usc_insert_op(struct usc_group *g, const struct usc_group *b, unsigned unit);

/* How two independent groups become one. */
enum usc_merge_mode {
   USC_APART,   /* they do not */
   USC_B_JOINS, /* b joins a, and its result leaves on W1 */
   USC_A_JOINS,
};
enum usc_merge_mode usc_merge(const struct usc_group *a, const struct usc_group *b, struct usc_group *out);
/* Makes the same group once more: `mode` is what usc_merge() returned for a and b, and not USC_APART. */
void usc_merge_as(enum usc_merge_mode mode, const struct usc_group *a, const struct usc_group *b, struct usc_group *out);
/* The stall reason why a and b are not one group, or 0 if they can be. */
unsigned usc_merge_stall(const struct usc_group *a, const struct usc_group *b);

#endif
