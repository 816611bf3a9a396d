/* SPDX-License-Identifier: MIT */
/*
 * Measures the effect of the optimiser on programs.
 *
 * optimiser rules FILE... counts how often -O2 -ffp=fast applies each row of passes/rules/rules.def for both targets and in
 * how many programs, and lists the rows that no program needs.
 *
 * optimiser levels NAME [FILE...] counts operations of the IR, groups of the USC and instructions of AGX at each level,
 * without pre-shaders. It prints the totals of the programs that both targets accept, and the programs with more code at a
 * level than at the one below. Without files it reads their names from the standard input, one a line. The exit status is 1 if
 * a program grows on the USC for another reason than an unrolled loop.
 */
#include "semantics/fpenv.h"
#include "nvp4c/api/internal.h"
#include "nvp4c/api/registry.h"
#include "passes/rules/rules.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/file.h"

#include <stdio.h>
#include <stdlib.h>

/* The targets, and the unit of their first statistic. */
static const struct {
   enum nvp4c_target id;
   const char *counts;
} targets[] = {{NVP4C_TARGET_USC, "groups of the USC"}, {NVP4C_TARGET_AGX, "instructions of AGX"}};
#define TARGETS (sizeof targets / sizeof *targets)

/* Runs the passes on the program. Returns NULL if it has errors or is too large. If `uses` is given, adds the uses of each
   rule. */
__attribute__((noinline)) static struct ir_shader *run(struct util_ctx *ctx, char *text, size_t len, enum nvp4c_target target,
                                                       struct pass_options po, uint32_t *uses)
{
   const struct target_ops *t = registry_target(target);

   po.lower = target_lowerings(t);
   po.rule_uses = uses;
   if (setjmp(ctx->unwind))
      return NULL;
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
      return NULL;
   pass_run_pipeline(s, &po);
   return s;
}

/* ---- rules --------------------------------------------------------------------------------------------------------------- */

static void count_rules(int num, char **files)
{
   static uint32_t uses[PASS_NUM_RULES], total[PASS_NUM_RULES], programs[PASS_NUM_RULES];
   unsigned run_programs = 0, unused = 0;

   for (int n = 0; n < num; n++) {
      size_t len;
      char *text = file_read(files[n], &len);
      for (unsigned t = 0; text && t < TARGETS; t++) {
         const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_FAST, .costs = registry_target(targets[t].id)->costs};
         struct util_ctx ctx;
         util_ctx_init(&ctx, NULL, 0);
         memset(uses, 0, sizeof uses);
         run_programs += run(&ctx, text, len, targets[t].id, po, uses) != NULL;
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
}

/* ---- levels -------------------------------------------------------------------------------------------------------------- */

#define LEVELS 4

/* Counts for one program, or their sum over several. */
struct counts {
   uint64_t ops[LEVELS], code[TARGETS][LEVELS];
};

/* Returns the number of operations after the passes for the USC, or -1 if the program has errors. */
static int64_t operations(char *text, size_t len, int level)
{
   const struct pass_options po = {.opt_level = level, .ffp = PASS_FFP_GL};
   struct util_ctx ctx;
   int64_t n = 0;

   util_ctx_init(&ctx, NULL, 0);
   struct ir_shader *s = run(&ctx, text, len, NVP4C_TARGET_USC, po, NULL);
   if (s)
      ir_foreach_block (s, b)
         ir_foreach_instr (b, i)
            n += i->op != IR_const && i->op != IR_undef && i->op != IR_phi;
   else
      n = -1;
   util_ctx_finish(&ctx);
   return n;
}

/*
 * Returns the number of groups or of AGX instructions, or -1 if the target rejects the program. disable: passes to leave out.
 */
static int64_t code(const char *text, size_t len, enum nvp4c_target target, int level, const char *disable)
{
   struct nvp4c_options o;
   int64_t n = -1;

   nvp4c_options_init(&o, sizeof o);
   o.target = target;
   o.opt_level = level;
   o.passes.disable = disable;
   o.diagnostics.no_warnings = 1;
   struct nvp4c_result *r = nvp4c_compile(text, len, &o);
   if (r && nvp4c_result_status(r) == NVP4C_OK)
      n = (int64_t)nvp4c_result_stat(r, 0).value;
   nvp4c_result_free(r);
   return n;
}

/* Returns false if a target rejects the program. */
static bool count(char *text, size_t len, struct counts *c)
{
   for (int k = 0; k < LEVELS; k++) {
      const int64_t ops = operations(text, len, k);
      if (ops < 0)
         return false;
      c->ops[k] = (uint64_t)ops;
      for (unsigned t = 0; t < TARGETS; t++) {
         const int64_t n = code(text, len, targets[t].id, k, "preshader");
         if (n < 0)
            return false;
         c->code[t][k] = (uint64_t)n;
      }
   }
   return true;
}

/* Prints a line for each level at which the program has more code than at the one below, with the code size without unrolled
   loops, which are longer and do less work. Returns true if the code for the USC is larger even without them. */
static bool print_growth(const char *file, const char *text, size_t len, const struct counts *c)
{
   bool grows = false;

   for (unsigned t = 0; t < TARGETS; t++)
      for (int k = 1; k < LEVELS; k++) {
         const int64_t before = (int64_t)c->code[t][k - 1], now = (int64_t)c->code[t][k];
         if (now <= before)
            continue;
         const int64_t without = code(text, len, targets[t].id, k, "preshader,unroll");
         printf("   %s: %lld %s at -O%d, %lld at -O%d (%.1f %% more), %lld without unroll\n", file, (long long)before,
                targets[t].counts, k - 1, (long long)now, k, 100 * (double)(now - before) / (double)before, (long long)without);
         grows |= targets[t].id == NVP4C_TARGET_USC && without > before;
      }
   return grows;
}

static void print_row(const char *what, const uint64_t *n)
{
   printf("   %-24s", what);
   for (int k = 0; k < LEVELS; k++)
      printf(" %9llu", (unsigned long long)n[k]);
   printf("\n");
}

static void add(uint64_t *sum, const uint64_t *n)
{
   for (int k = 0; k < LEVELS; k++)
      sum[k] += n[k];
}

/* Returns false if a target rejects the program. Increments *grown if the code grows from a level to the next. */
static bool add_program(const char *file, struct counts *sum, unsigned *grown)
{
   struct counts c;
   size_t len;
   char *text = file_read(file, &len);

   if (!text) {
      fprintf(stderr, "optimiser: cannot read %s\n", file);
      exit(1);
   }
   const bool taken = count(text, len, &c);
   if (taken) {
      add(sum->ops, c.ops);
      for (unsigned t = 0; t < TARGETS; t++)
         add(sum->code[t], c.code[t]);
      *grown += print_growth(file, text, len, &c);
   }
   free(text);
   return taken;
}

/* Returns false if a program has more groups of the USC at a level than at the one below, unless a loop was unrolled. */
static bool count_levels(const char *name, int num, char **files)
{
   struct counts sum = {{0}, {{0}}};
   unsigned taken = 0, all = 0, grown = 0;
   char line[4096];

   printf("%s\n", name);
   for (int n = 0; n < num; n++, all++)
      taken += add_program(files[n], &sum, &grown);
   for (; !num && fgets(line, sizeof line, stdin); all++) {
      line[strcspn(line, "\n")] = 0;
      taken += add_program(line, &sum, &grown);
   }
   printf("   %u programs, %u more that have errors or that a target rejects\n", taken, all - taken);
   printf("   %-24s %9s %9s %9s %9s\n", "", "-O0", "-O1", "-O2", "-O3");
   print_row("operations", sum.ops);
   for (unsigned t = 0; t < TARGETS; t++)
      print_row(targets[t].counts, sum.code[t]);
   if (grown)
      printf("FAIL levels: programs with more groups at a higher level\n");
   printf("%u passed, %u failed\n", taken - grown, grown);
   return !grown;
}

int main(int argc, char **argv)
{
   if (argc > 1 && !strcmp(argv[1], "rules")) {
      count_rules(argc - 2, argv + 2);
   } else if (argc > 2 && !strcmp(argv[1], "levels")) {
      return !count_levels(argv[2], argc - 3, argv + 3);
   } else {
      fprintf(stderr, "usage: optimiser rules FILE... | optimiser levels NAME [FILE...]\n");
      return 2;
   }
   return 0;
}
