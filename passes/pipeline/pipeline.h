/* SPDX-License-Identifier: MIT */
/* The table of passes and the pipeline. Only pass_run_pipeline() decides which passes run, and in which order. */
#ifndef PASSES_PIPELINE_PIPELINE_H
#define PASSES_PIPELINE_PIPELINE_H

#include "passes/lowering.h"
#include "passes/pass.h"

struct pass_info {
   const char *name; /* "const-fold" */
   bool (*run)(struct ir_shader *s); /* either this or run_in */
   bool (*run_in)(struct ir_shader *s, struct pass_context *context);
   const char *description;
   unsigned flags;
};

extern const struct pass_info pass_info[PASS_COUNT];

enum pass_ffp { PASS_FFP_STRICT, PASS_FFP_GL, PASS_FFP_FAST };

struct pass_options {
   int opt_level; /* 0 runs required passes only, 1 every pass once, 2 and up until nothing changes, a bounded number of
                     times */
   enum pass_ffp ffp;
   bool exact_only;                /* overrides ffp by PASS_FFP_STRICT, for the first comparison of verification */
   unsigned lower;                 /* mask of PASS_LOWER_*: lowerings that the target needs */
   /* for struct pass_context */
   const struct preshader_costs *costs;
   uint32_t resident, most_invocations;
   uint32_t *rule_uses;
   /* If `listed`, these passes run in this order instead of the optimisations; required passes run at their places as usual. */
   bool listed;
   const enum pass_id *list;
   unsigned num_list;
   /* Called around each pass; either may be NULL. before() returns false to skip the pass, which is ignored for required
      passes. */
   bool (*before)(void *user, const struct pass_info *pass, struct ir_shader *s);
   void (*after)(void *user, const struct pass_info *pass, struct ir_shader *s, bool progress);
   void *user;
};

void pass_run_pipeline(struct ir_shader *s, const struct pass_options *opt);
/* Runs one pass with the callbacks. False if it was skipped or changed nothing. */
bool pass_run(struct ir_shader *s, const struct pass_options *opt, enum pass_id id);
/* Returns NULL if there is no such pass. */
const struct pass_info *pass_find(const char *name, size_t len);

#endif
