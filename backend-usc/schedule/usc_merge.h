/* SPDX-License-Identifier: MIT */
/* Merging of groups: usc_merge.c. */
#ifndef USC_MERGE_H
#define USC_MERGE_H

#include "backend-usc/schedule/usc_stall.h"
#include "backend-usc/select/usc_code.h"

void usc_peephole(struct usc_code *c);
/* One operation of P0 that drives W0 and nothing else, and may sit in P1. */
bool usc_is_pairable(const struct usc_group *g);
bool usc_is_open(const struct usc_group *g);  /* a pack or an output and nothing in P0: what exists there only may join, too */
bool usc_has_room(const struct usc_group *g); /* a test or output group that another operation could join on W1 */
bool usc_is_plain_mov(const struct usc_group *g);
/* Two independent groups in one: b joins a on W1, or a joins b. */
enum usc_merge_mode { USC_APART, USC_B_JOINS, USC_A_JOINS };
enum usc_merge_mode usc_merge(const struct usc_group *a, const struct usc_group *b, struct usc_group *out); /* USC_APART = illegal */
/* The same again, of what is known to be legal. */
void usc_merge_as(enum usc_merge_mode way, const struct usc_group *a, const struct usc_group *b, struct usc_group *out);
unsigned usc_closed(const struct usc_group *g); /* enum usc_stall: it takes no other operation at all; 0 = it may */
unsigned usc_merge_stall(const struct usc_group *a, const struct usc_group *b); /* enum usc_stall, 0 = they merge */
/* A copy of the list in which uvsw.write of consecutive vertex inputs to consecutive addresses are repeated groups; empty
   if there are none. */
void usc_repeat_writes(struct usc_code *c, const struct cg_list *l, struct cg_list *out);
/* A copy of the list in which some multiply-adds of two uniforms read a temporary instead of one of them, so that they fit P1;
   empty if their number, and that of others, promises nothing. */
void usc_split_uniforms(struct usc_code *c, const struct cg_list *l, struct cg_list *out);

#endif
