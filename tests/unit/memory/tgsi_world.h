/* SPDX-License-Identifier: MIT */
/*
 * Gives tests memory of each kind. The interpreter of the IR runs a lowered TGSI program on it in workgroups, without passes
 * and with all of them.
 */
#ifndef TESTS_UNIT_TGSI_WORLD_H
#define TESTS_UNIT_TGSI_WORLD_H

#include "frontend/tgsi/ast/tgsi_ast.h"
#include "ir/interp.h"
#include "semantics/memory/group.h"
#include "semantics/memory/memory.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/irtext.h"

#define WORLD_WORDS 64
#define WORLD_INPUTS 64

struct world {
   struct exec_memory memory;
   uint32_t word[MEM_SPACE_COUNT][8][4 * WORLD_WORDS]; /* of the first 8 units of each space */
   uint32_t param[WORLD_INPUTS][4], constants[16];     /* constant buffers 0 and 1 */
   uint32_t user_data[4];
   uint32_t grid[3], block[3];                         /* block: for programs that do not say it */
   uint32_t block_id[3];
   uint32_t helper;                                    /* fragment programs: these invocations are helpers */
   uint64_t seed;                                      /* the order of waves */
   exec_lanes out[4];                                  /* the first colour of a fragment program; result */
   const char *fault;
};

/* Sets the size of object `unit` of a space in bytes. Its words begin as 0. */
static inline struct mem_object *world_words(struct world *w, enum mem_space space, unsigned unit, uint32_t bytes)
{
   struct mem_object *o = &w->memory.of[space][unit];

   *o = (struct mem_object){.data = w->word[space][unit], .bytes = bytes, .samples = 1};
   return o;
}

static inline uint32_t *world_image(struct world *w, unsigned unit, enum exec_tex_target target, enum mem_format format,
                                    const uint32_t size[3], uint32_t samples)
{
   struct mem_object *o = world_words(w, MEM_IMAGE, unit, sizeof w->word[0][0]);

   o->target = (uint8_t)target;
   o->format = (uint8_t)format;
   o->samples = samples;
   memcpy(o->size, size, sizeof o->size);
   return o->data;
}

/* world_lower first frees everything that was made before, since tests run thousands of programs. */
static struct tgsi_program *world_program; /* the program that world_lower lowered */
static inline struct ir_shader *world_lower(const char *text, num_m m)
{
   teardown();
   setup();
   ctx.text = text;
   ctx.text_len = strlen(text);
   world_program = tgsi_parse(&ctx, text, strlen(text), NULL);
   struct ir_shader *s = world_program ? tgsi_lower(&ctx, world_program, m) : NULL;

   if (!s)
      ck_abort_msg("%s\n%s", ctx.diags ? ctx.diags->message : "no diagnostic", text);
   check_valid(s, text, 0);
   return s;
}

struct world_tasks {
   struct ir_shader *s; /* NULL: the evaluator runs the program */
   struct exec_wave wave[EXEC_WORKGROUP_WAVES];
};

static inline enum exec_status world_step(void *user, unsigned n)
{
   struct world_tasks *t = user;

   return t->s ? ir_interp_run(&ctx, t->s, &t->wave[n]) : tgsi_eval_run(&ctx, world_program, &t->wave[n]);
}

static inline void world_task(struct world *w, const struct ir_shader *s, struct exec_wave *t, unsigned first, unsigned count)
{
   const uint32_t *const block = s->block[0] ? s->block : w->block;

   *t = (struct exec_wave){
       .num = s->num, .budget = 1000000, .memory = &w->memory, .num_params = s->num_params, .helper = w->helper};
   t->valid = count - first >= EXEC_LANES ? UINT32_MAX : (1u << (count - first)) - 1;
   t->in = util_alloc_array(&ctx, EXEC_MAX_VERTICES, sizeof *t->in);
   t->out = util_alloc_array(&ctx, SLOT_COUNT, sizeof *t->out);
   uint32_t(*param)[4] = util_alloc_array(&ctx, s->num_params + 1u, sizeof *param);
   for (uint32_t k = 0; k < s->num_params; k++)
      memcpy(param[k], s->params[k].cls == PARAM_CONST ? s->params[k].value : w->param[s->params[k].index], sizeof *param);
   t->param = (const uint32_t(*)[4])param;
   t->buffer[1].data = w->constants;
   t->buffer[1].words = 16;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      uint32_t place[3] = {0};

      if (s->stage == IR_STAGE_COMPUTE)
         exec_group_place(block, first + l, place);
      for (unsigned c = 0; c < 3; c++) {
         t->in[0][SLOT_THREAD_ID][c][l] = place[c];
         t->in[0][SLOT_WORKGROUP_ID][c][l] = w->block_id[c];
         t->in[0][SLOT_WORKGROUP_SIZE][c][l] = block[c];
         t->in[0][SLOT_GRID_SIZE][c][l] = w->grid[c];
      }
      t->in[0][SLOT_THREAD_INDEX][0][l] = first + l;
      t->in[0][SLOT_SUBGROUP_LANE][0][l] = l;
      t->in[0][SLOT_WORK_DIM][0][l] = 3;
      for (unsigned c = 0; c < 4; c++)
         t->in[0][SLOT_USER_DATA][c][l] = w->user_data[c];
      t->in[0][SLOT_TEXCOORD][0][l] = l;
   }
}

/* Makes the waves of a workgroup of the program and returns their number. A fragment program is one wave. */
static inline unsigned world_make_tasks(struct world *w, const struct ir_shader *s, struct exec_wave *waves)
{
   const uint32_t *const block = s->block[0] ? s->block : w->block;
   const unsigned all = s->invocations ? s->invocations : block[0] * block[1] * block[2],
                  count = s->stage == IR_STAGE_COMPUTE ? all : EXEC_LANES;
   const unsigned num = (count + EXEC_LANES - 1) / EXEC_LANES;

   for (unsigned k = 0; k < num; k++)
      world_task(w, s, &waves[k], k * EXEC_LANES, count);
   return num;
}

static inline enum exec_status world_run_tasks(struct world *w, unsigned num, const struct exec_wave *waves, exec_group_fn step,
                                               void *user)
{
   unsigned at = 0;
   const enum exec_status status = exec_group_run(num, w->seed, step, user, &at);

   memcpy(w->out, waves[0].out[SLOT_FRAG_COLOR], sizeof w->out);
   w->fault = waves[at].fault;
   return status;
}

static inline enum exec_status world_run_by(struct world *w, const struct ir_shader *s, struct ir_shader *interpreted)
{
   struct world_tasks t = {.s = interpreted};

   return world_run_tasks(w, world_make_tasks(w, s, t.wave), t.wave, world_step, &t);
}

static inline enum exec_status world_run(struct world *w, struct ir_shader *s) { return world_run_by(w, s, s); }
/* Runs the reference evaluator on the program that the shader was made from. */
static inline enum exec_status world_evaluate(struct world *w, const struct ir_shader *s) { return world_run_by(w, s, NULL); }

/* Lowers the program. Levels 1 and 2 run the passes of -O1 and -O2; levels 0 and -1 run none. */
static inline struct ir_shader *world_compile(const char *text, num_m m, int level)
{
   const struct pass_options opt = {.opt_level = level, .ffp = PASS_FFP_GL};
   struct ir_shader *s = world_lower(text, m);

   if (level > 0)
      pass_run_pipeline(s, &opt);
   check_valid(s, text, (uint64_t)level);
   return s;
}

/* Compiles and runs the program. At level -1 the reference evaluator runs it. */
static inline enum exec_status world_execute(struct world *w, const char *text, num_m m, int level)
{
   struct ir_shader *s = world_compile(text, m, level);

   return level < 0 ? world_evaluate(w, s) : world_run(w, s);
}

#endif
