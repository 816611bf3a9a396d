/* SPDX-License-Identifier: MIT */
/*
 * May two groups be one? All schedulers and rewrites of the backend ask these functions, which ask usc_check() of the merged group.
 */
#ifndef USC_MERGE_H
#define USC_MERGE_H

#include "backend-usc/schedule/usc_stall.h"

/* One operation of P0 that drives W0, and nothing else. */
bool usc_is_single(const struct usc_group *g);
/* A single operation that may sit in P1 as well. */
bool usc_is_pairable(const struct usc_group *g);
/* A move of one register that changes nothing, under no condition. */
bool usc_is_plain_mov(const struct usc_group *g);
/* Nothing is in P0, as in a pack or an output: an operation that exists in P0 only may join, too. */
bool usc_is_open(const struct usc_group *g);
/* A test or output group with an operation in P0, which another operation may join in P1 and on W1. */
bool usc_has_room(const struct usc_group *g);
/* enum usc_stall: why no other operation at all may join; 0: some may. */
unsigned usc_closed(const struct usc_group *g);

/* Puts the single operation b into the empty unit (USC_P0, USC_P1) of g, whose external operand moves to another source slot if it is
   in the way. Destinations stay. 0, or enum usc_stall; the result may break rules of usc_check(). */
unsigned usc_insert_op(struct usc_group *g, const struct usc_group *b, unsigned unit);

/* How two independent groups become one. */
enum usc_merge_mode {
   USC_APART,   /* they cannot */
   USC_B_JOINS, /* b joins a, and its result leaves on W1 */
   USC_A_JOINS,
};
enum usc_merge_mode usc_merge(const struct usc_group *a, const struct usc_group *b, struct usc_group *out);
/* The same group once more: `mode` is what usc_merge() returned for a and b, not USC_APART. */
void usc_merge_as(enum usc_merge_mode mode, const struct usc_group *a, const struct usc_group *b, struct usc_group *out);
/* enum usc_stall: why a and b cannot be one group; 0: they can. */
unsigned usc_merge_stall(const struct usc_group *a, const struct usc_group *b);

#endif
