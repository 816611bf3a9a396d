/* SPDX-License-Identifier: MIT */
/*
 * Lets tests execute a TGSI program on the memory of tgsi_world.h in every way: in the reference evaluator, as lowered IR, as
 * IR after the passes, and as machine code of each target at each level. Machine code runs from barrier to barrier, as drivers
 * would run it.
 */
#ifndef TESTS_UNIT_WORLD_MACHINE_H
#define TESTS_UNIT_WORLD_MACHINE_H

#include "codegen/target.h"
#include "nvp4c/api/registry.h"
#include "passes/lower/key.h"
#include "tests/unit/memory/tgsi_world.h"

enum { WORLD_IR = 3, WORLD_LEVELS = 3 };
/* -1: the evaluator; below WORLD_IR: the IR of a level; then the machine code of the USC and of AGX, by level. */
#define WORLD_WAYS (WORLD_IR + 2 * WORLD_LEVELS)
static inline enum nvp4c_target world_target(int way)
{
   return way < WORLD_IR + WORLD_LEVELS ? NVP4C_TARGET_USC : NVP4C_TARGET_AGX;
}
static inline int world_level(int way) { return way < WORLD_IR ? way : (way - WORLD_IR) % WORLD_LEVELS; }

static inline const char *world_way_name(int way)
{
   static char name[32];

   if (way < 0)
      return "the evaluator";
   snprintf(name, sizeof name, "%s -O%d", way < WORLD_IR ? "IR" : registry_target(world_target(way))->name, world_level(way));
   return name;
}

/* Returns the number model of the target for machine code, and m for other ways. */
static inline num_m world_num(int way, num_m m)
{
   const struct target_ops *t = way < WORLD_IR ? NULL : registry_target(world_target(way));

   return t ? t->num(t->cpu_features ? t->cpu_features[0] : 0) : m;
}

/* Describes the memory of the program as a driver does for a compile. */
static inline struct pass_key world_key(const struct world *w)
{
   struct pass_key key = {.state.shared_bytes = w->memory.of[MEM_SHARED][MEM_SHARED_PROGRAM].bytes};

   for (unsigned n = 0; n < NVP4C_IMAGE_UNITS; n++) {
      key.state.image[n].format = w->memory.of[MEM_IMAGE][n].format;
      key.state.image[n].tiled = w->memory.of[MEM_IMAGE][n].tiled;
   }
   return key;
}

struct world_code {
   const struct target_ops *target;
   const void *decoded;
   struct exec_wave *wave;
};

static inline enum exec_status world_code_step(void *user, unsigned n)
{
   struct world_code *c = user;

   return c->target->run(&ctx, c->decoded, &c->wave[n]);
}

/* Runs the code of a shader from world_lower for one workgroup, or for one wave of a fragment program. */
static inline enum exec_status world_run_code(struct world *w, struct ir_shader *s, int way)
{
   const struct target_ops *target = registry_target(world_target(way));
   const struct pass_options passes = {.opt_level = world_level(way), .ffp = PASS_FFP_GL, .lower = target_lowerings(target),
                                      .resident = target->resident ? target->resident(0) : 0,
                                      .most_invocations = target->most_invocations};
   const struct target_request request = {.num = s->num,
                                          .opt_level = (unsigned)world_level(way),
                                          .features = target->cpu_features ? target->cpu_features[0] : 0,
                                          .key.samples = 1,
                                          .check = true,
                                          .max_code = 1 << 24,
                                          .max_scratch = 1 << 18};
   const struct pass_key key = world_key(w);
   struct exec_wave waves[EXEC_WORKGROUP_WAVES];
   struct target_output out = {0};

   pass_key_apply(s, &key);
   pass_run_pipeline(s, &passes);
   check_valid(s, target->name, (uint64_t)way);
   const void *program = target->compile(&ctx, &request, s, &out);
   if (!program)
      ck_abort_msg("%s: %s\n%s", world_way_name(way), ctx.diags ? ctx.diags->message : "no diagnostic", ctx.text);
   struct world_code code = {target, target->decode ? target->decode(&ctx, program) : program, waves};
   world_words(w, MEM_SHARED, MEM_SHARED_BARRIER, MEM_BARRIER_BYTES);
   memset(w->word[MEM_SHARED][MEM_SHARED_BARRIER], 0, MEM_BARRIER_BYTES);
   return world_run_tasks(w, world_make_tasks(w, s, waves), waves, world_code_step, &code);
}

/* Compiles and runs the program in one of the ways, which begin at -1. */
static inline enum exec_status world_execute_way(struct world *w, const char *text, num_m m, int way)
{
   return way < WORLD_IR ? world_execute(w, text, m, way) : world_run_code(w, world_lower(text, world_num(way, m)), way);
}

#endif
