/* SPDX-License-Identifier: MIT */
/*
 * Sets of live registers (live_set.c): the units of each register that are live at a point of the program. Sets are immutable,
 * and similar sets share most of their memory. So one set per block costs only the differences between neighbours, and the
 * union or comparison of two sets visits only the parts that they do not share.
 *
 * A set is a tree whose nodes have four entries: masks of four registers on the lowest level, and nodes above it.
 */
#ifndef CODEGEN_ALLOCATE_LIVE_SET_H
#define CODEGEN_ALLOCATE_LIVE_SET_H

#include "util/ctx.h"

/* The root of a set; 0 is the empty set. */
typedef uint32_t cg_live_set;

struct cg_live_node {
   uint32_t at[4];
};

struct cg_live_sets {
   struct util_ctx *ctx;
   unsigned levels;
   struct cg_live_node *nodes; /* node 0 is empty on every level */
   uint32_t num_nodes, cap_nodes;
   uint64_t looked_at; /* number of nodes visited by unions and comparisons */
};

/* For registers below num_regs. */
void cg_live_sets_init(struct cg_live_sets *s, struct util_ctx *ctx, uint32_t num_regs);
void cg_live_sets_free(struct cg_live_sets *s);
/* Frees all sets except those of a[] and b[], `num` each, which are renumbered. */
void cg_live_sets_keep(struct cg_live_sets *s, cg_live_set *a, cg_live_set *b, uint32_t num);

/* The set `a` with `mask` as the live units of the register. Changes nodes from `own` on in place: they were created since
   s->num_nodes was `own`, and `a` is the only needed set that contains them. */
cg_live_set cg_live_with(struct cg_live_sets *s, cg_live_set a, uint32_t reg, uint32_t mask, uint32_t own);
uint32_t cg_live_mask(const struct cg_live_sets *s, cg_live_set a, uint32_t reg);
/* Union. Returns `a` itself if b adds nothing. */
cg_live_set cg_live_union(struct cg_live_sets *s, cg_live_set a, cg_live_set b);
/* Difference: the units that are live in a but not in b. */
cg_live_set cg_live_without(struct cg_live_sets *s, cg_live_set a, cg_live_set b);
/* True if the sets are equal. False also if the comparison would visit more than `most` nodes. */
bool cg_live_equal(struct cg_live_sets *s, cg_live_set a, cg_live_set b, uint64_t most);
/* The number of units in the set. `known` caches results by node; the caller zeroes it. */
uint32_t cg_live_count(const struct cg_live_sets *s, cg_live_set a, uint32_t *known);
/* Calls fn for each register whose units differ, in ascending order. */
void cg_live_compare(const struct cg_live_sets *s, cg_live_set a, cg_live_set b,
                     void (*fn)(void *user, uint32_t reg, uint32_t in_a, uint32_t in_b), void *user);

#endif
