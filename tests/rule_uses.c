/* SPDX-License-Identifier: MIT */
/*
 * How often each row of passes/rules/rules.def is applied to programs: rule_uses FILE... runs the passes of -O2 -ffp=fast for both targets, and
 * prints the rules with their uses and the number of programs that need them, and those that none needs.
 */
#include "model/fpenv.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "passes/rules/rules.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/file.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t uses[PASS_NUM_RULES], total[PASS_NUM_RULES], programs[PASS_NUM_RULES];

__attribute__((noinline)) static bool run(struct util_ctx *ctx, char *text, size_t len, enum nvp4c_target target)
{
   const struct target_ops *t = registry_target(target);
   const struct pass_lower lower = {.idiv = t->lacks & TARGET_LACKS_IDIV,
                                    .fround = t->lacks & TARGET_LACKS_FROUND,
                                    .fetch = t->lacks & TARGET_LACKS_FETCH,
                                    .cube_grad = t->lacks & TARGET_LACKS_CUBE_GRAD};
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_FAST, .lower = &lower, .costs = t->costs};

   if (setjmp(ctx->unwind))
      return false;
   ctx->unwind_set = true;
   ctx->no_warnings = true;
   ctx->text = text;
   ctx->text_len = len;
   const struct frontend_ops *ops = registry_frontend(NVP4C_LANG_AUTO, text, len);
   uint32_t *limits = UTIL_ARRAY(ctx, uint32_t, ops->num_limits + 1u);
   for (unsigned k = 0; k < ops->num_limits; k++)
      limits[k] = ops->limits[k].value;
   void *tree = ops->parse(ctx, text, len, limits);
   struct ir_shader *s = tree ? ops->lower(ctx, tree, t->num(0), 32) : NULL;
   if (!s)
      return false;
   s->rule_uses = uses;
   pass_run_pipeline(s, &po);
   return true;
}

int main(int argc, char **argv)
{
   static const enum nvp4c_target targets[] = {NVP4C_TARGET_USC, NVP4C_TARGET_AGX};
   unsigned run_programs = 0, unused = 0;

   for (int n = 1; n < argc; n++) {
      size_t len;
      char *text = file_read(argv[n], &len);
      for (unsigned t = 0; text && t < 2; t++) {
         struct util_ctx ctx;
         util_ctx_init(&ctx, NULL, 0);
         memset(uses, 0, sizeof uses);
         run_programs += run(&ctx, text, len, targets[t]);
         for (unsigned k = 0; k < PASS_NUM_RULES; k++) {
            total[k] += uses[k];
            programs[k] += uses[k] != 0;
         }
         util_ctx_finish(&ctx);
      }
      free(text);
   }
   printf("%-20s %8s %8s\n", "rule", "uses", "programs");
   for (unsigned k = 0; k < PASS_NUM_RULES; k++) {
      if (total[k])
         printf("%-20s %8u %8u\n", pass_rule[k].name, total[k], programs[k]);
      unused += !total[k];
   }
   printf("\n%u of %u rules are not used by any in %u compiles of programs:\n", unused, (unsigned)PASS_NUM_RULES, run_programs);
   for (unsigned k = 0, n = 0; k < PASS_NUM_RULES; k++)
      if (!total[k])
         printf("%s%s", n++ % 8 ? " " : n > 1 ? "\n   " : "   ", pass_rule[k].name);
   printf("\n");
   return 0;
}
