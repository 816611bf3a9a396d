/* SPDX-License-Identifier: MIT */
/*
 * Sets of live registers (live_set.c): which units of each register are live at some place in the program. A set never changes, and
 * sets that differ little share most of their memory. So a set for each block costs no more than the differences between
 * neighbours, and the union or comparison of two sets looks only at the parts that they do not share.
 *
 * A set is a tree: a node has four entries; on the lowest level they are the masks of four registers, above it they are nodes.
 */
#ifndef CODEGEN_LIVE_SET_H
#define CODEGEN_LIVE_SET_H

#include "util/ctx.h"

/* The root of a set; 0 is the set without registers. */
typedef uint32_t cg_live_set;

struct cg_live_node {
   uint32_t at[4];
};

struct cg_live_sets {
   struct util_ctx *ctx;
   unsigned levels;
   struct cg_live_node *nodes; /* node 0 is empty on every level */
   uint32_t num_nodes, cap_nodes;
   uint64_t looked_at; /* nodes, by what joins and compares sets */
};

/* For registers below num_regs. */
void cg_live_sets_init(struct cg_live_sets *s, struct util_ctx *ctx, uint32_t num_regs);
void cg_live_sets_free(struct cg_live_sets *s);
/* Gives back the memory of all sets but those of a[] and b[], num of each, which get other numbers. */
void cg_live_sets_keep(struct cg_live_sets *s, cg_live_set *a, cg_live_set *b, uint32_t num);

/* The set in which `mask` are the live units of the register, and all else is as in `a`. Nodes from `own` on are changed in
   place: they were made since s->num_nodes was `own`, and belong to no set that is still needed but `a`. */
cg_live_set cg_live_with(struct cg_live_sets *s, cg_live_set a, uint32_t reg, uint32_t mask, uint32_t own);
uint32_t cg_live_mask(const struct cg_live_sets *s, cg_live_set a, uint32_t reg);
/* What is live in either. The result is `a` itself if b has nothing more. */
cg_live_set cg_live_union(struct cg_live_sets *s, cg_live_set a, cg_live_set b);
/* What is live in a and not in b. */
cg_live_set cg_live_without(struct cg_live_sets *s, cg_live_set a, cg_live_set b);
/* Do they have the same registers? False also if more than `most` nodes would have to be looked at. */
bool cg_live_equal(struct cg_live_sets *s, cg_live_set a, cg_live_set b, uint64_t most);
/* How many units the set has. known: by node, what was found before; 0 = nothing, and at first everywhere. */
uint32_t cg_live_count(const struct cg_live_sets *s, cg_live_set a, uint32_t *known);
/* Calls fn for each register whose units differ, in ascending order. */
void cg_live_compare(const struct cg_live_sets *s, cg_live_set a, cg_live_set b,
                     void (*fn)(void *user, uint32_t reg, uint32_t in_a, uint32_t in_b), void *user);

#endif
