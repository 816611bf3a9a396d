/* SPDX-License-Identifier: MIT */
/*
 * Forms of instructions that not all cores have, and forms whose effect has no source. Both are found in a group alone, so they
 * hold for code of any origin.
 */
#ifndef USC_FORMS_H
#define USC_FORMS_H

#include "backend-usc/isa/usc_program.h"

/* Mask of the features (enum usc_feature) that the core needs for the form of the group, of those whose forms no public
   compiler emits: usc_check() accepts the group, but not every core has it. */
uint32_t usc_group_features(const struct usc_group *g);
/* Returns the features that the first group needs and `features` lacks, or 0. *bad gets the number of that group. */
uint32_t usc_missing_features(const struct usc_prog *p, uint32_t features, uint32_t *bad);
/* "the core lacks the feature "cndlt" (-mattr=+cndlt)", in the arena, for the lowest bit of the mask. */
const char *usc_missing_feature_text(struct util_ctx *ctx, uint32_t missing);

/* What code relies on without a source: the rows of usc_premises.def. */
enum usc_premise {
#define PREMISE(id, name, text, condition) USC_PREMISE_##id,
#include "backend-usc/check/usc_premises.def"
   USC_NUM_PREMISES
};
_Static_assert(USC_NUM_PREMISES <= 64, "usc_group_premises() returns a mask");
const char *usc_premise_name(enum usc_premise a); /* its id in docs/usc-encoding.md */
const char *usc_premise_text(enum usc_premise a);

/* What the premises depend on besides the groups. */
struct usc_form_context {
   uint8_t stage;     /* enum usc_stage */
   bool several;      /* fragment programs: runs once per pixel although the pixel has several samples */
   uint32_t features; /* of the core */
};
/* Mask of the premises on which the effect of the group rests. */
uint64_t usc_group_premises(const struct usc_group *g, const struct usc_form_context *c);

#endif
