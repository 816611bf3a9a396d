/* SPDX-License-Identifier: MIT */
/*
 * Forms of instructions that not all cores have, or whose effect is assumed. Both are found in a group alone, so they hold for
 * code of any origin.
 */
#ifndef USC_FORMS_H
#define USC_FORMS_H

#include "backend-usc/isa/usc_program.h"

/* Mask of the features (enum usc_feature) that the core needs for the form of the group. It has features of usc_core.def that
   are about single instructions without a public source: the group is legal, but maybe not on every core. */
uint32_t usc_group_features(const struct usc_group *g);
/* Returns the features that the first group needs and `features` lacks, or 0. *bad gets the number of that group. */
uint32_t usc_missing_features(const struct usc_prog *p, uint32_t features, uint32_t *bad);
/* "the core lacks the feature "cndlt" (-mattr=+cndlt)", in the arena, for the lowest bit of the mask. */
const char *usc_missing_feature_text(struct util_ctx *ctx, uint32_t missing);

/* What code relies on without a source: the rows of usc_assumed.def. */
enum usc_assumed {
#define ASSUMED(id, name, text, condition) USC_ASSUMED_##id,
#include "backend-usc/isa/usc_assumed.def"
   USC_NUM_ASSUMED
};
_Static_assert(USC_NUM_ASSUMED <= 64, "usc_group_assumes() returns a mask");
const char *usc_assumed_name(enum usc_assumed a); /* its id in docs/usc-encoding.md, "Assumptions" */
const char *usc_assumed_text(enum usc_assumed a);

/* What the assumptions depend on besides the groups. */
struct usc_form_context {
   uint8_t stage;     /* enum usc_stage */
   bool several;      /* fragment programs: runs once per pixel although the pixel has several samples */
   uint32_t features; /* of the core */
};
/* Mask of the assumptions on which the effect of the group rests. */
uint64_t usc_group_assumes(const struct usc_group *g, const struct usc_form_context *c);

#endif
