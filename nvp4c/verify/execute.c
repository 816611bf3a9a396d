/* SPDX-License-Identifier: MIT */
/* See execute.h. */
#include "nvp4c/verify/execute.h"

#include <string.h>

#include "ir/interp.h"
#include "semantics/memory/format.h"
#include "semantics/memory/race.h"
#include "nvp4c/preshader/preshader.h"
#include "nvp4c/verify/verify_workgroup.h"
#include "nvp4c/verify/verify_key.h"
#include "util/rng.h"

enum { DEFAULT_STEPS = 4000000, CODE_STEPS = 64, MAX_BLOCKS = 1 << 20 };

struct run {
   struct util_ctx *ctx;
   const struct execute_job *job;
   struct util_buf *out;
   struct execute_inputs inputs;
   struct execute_memory *memory;
   struct exec_image image[EXEC_IMAGES];
   uint8_t mask[SLOT_COUNT];  /* components that the program stores; those of a target may be words */
   uint8_t shown[SLOT_COUNT]; /* components that are printed */
   struct verify_key key;
   const void *decoded;
   struct verify_wave base;
   /* geometry programs: output of the execution that is printed */
   bool prints;
   unsigned vertices;
};

/* ---- inputs of a wave */

/* Sets all inputs to 0 0 0 1, or to their fixed form. */
static void set_default_inputs(struct run *v)
{
   struct exec_wave *t = &v->base.t;
   const struct ir_shader *s = v->job->final;
   const unsigned vertices = s->stage == IR_STAGE_GEOMETRY ? EXEC_MAX_VERTICES : 1;

   memset(t->in, 0, (size_t)vertices * sizeof *t->in);
   for (unsigned k = 0; k < vertices; k++)
      for (unsigned n = 0; n < SLOT_COUNT; n++) {
         const bool integer = n == SLOT_VERTEX_ID || n == SLOT_INSTANCE || n == SLOT_PRIM_ID || n == SLOT_LAYER;
         for (unsigned l = 0; l < EXEC_LANES; l++)
            t->in[k][n][3][l] = integer ? 1 : NUM_ONE;
      }
   for (unsigned l = 0; l < EXEC_LANES; l++)
      t->in[0][SLOT_FACING][0][l] = NUM_ONE;
   for (uint32_t p = 0; p < s->num_params; p++)
      for (unsigned c = 0; c < 4 && s->params[p].cls != PARAM_CONST; c++)
         v->base.param[p][c] = c == 3 ? NUM_ONE : 0;
   for (unsigned b = 0; b < 16; b++)
      t->buffer[b] = (struct exec_buffer){0};
}

/* Default of a smooth input over a rectangle: texture coordinates from 0 to 1, and white. */
static uint32_t rectangle_default(const struct run *v, unsigned slot, unsigned c, double across, double up)
{
   if ((slot >= SLOT_TEXCOORD && slot <= SLOT_TEXCOORD_LAST) || (slot >= SLOT_ATTR && slot <= SLOT_ATTR_LAST))
      return c == 0 ? num_u((float)across) : c == 1 ? num_u((float)up) : c == 3 ? NUM_ONE : 0;
   if (slot >= SLOT_COLOR && slot <= SLOT_COLOR_LAST)
      return NUM_ONE;
   return v->base.t.in[0][slot][c][0];
}

static uint32_t interpolate(const struct execute_inputs *in, unsigned slot, unsigned c, double across, double up)
{
   const double a = num_f(in->in[0][slot][c]), b = num_f(in->corner[0][slot][c]), d = num_f(in->corner[1][slot][c]);
   return num_u((float)(a + (b - a) * across + (d - a) * up));
}

static enum mem_format stored_format(const struct run *v, unsigned n)
{
   return (enum mem_format)key_color_format(&v->job->key->state, n).stored;
}

static bool is_integer(enum mem_format f) { return mem_format_info[f].kind == MEM_UINT || mem_format_info[f].kind == MEM_SINT; }

/* Makes the words of the render targets in lane l from the colours before the fragment, unless the words are given. Random
   words stay if no colour is given. */
static void set_targets(struct run *v, unsigned l)
{
   const struct execute_inputs *given = &v->inputs;
   uint32_t(*in)[4][EXEC_LANES] = v->base.t.in[0];

   for (unsigned n = 0; n < NVP4C_COLORS; n++) {
      const enum mem_format format = stored_format(v, n);
      uint32_t color[4], word[4] = {0};
      if (given->given[0][SLOT_TARGET + n] || (v->job->run->seed && !given->given[0][SLOT_FETCHED + n]))
         continue;
      for (unsigned c = 0; c < 4; c++) {
         const bool is_given = given->given[0][SLOT_FETCHED + n] >> c & 1 || given->varies[SLOT_FETCHED + n];
         color[c] = is_given ? in[SLOT_FETCHED + n][c][l] : c < 3 ? 0 : is_integer(format) ? 1 : NUM_ONE;
      }
      mem_encode(v->base.t.num, format, color, word);
      for (unsigned c = 0; c < 4; c++)
         in[SLOT_TARGET + n][c][l] = word[c];
   }
}

/* Sets the given inputs that are the same in all lanes, and the given parameters. */
static void set_given_inputs(struct run *v)
{
   const struct execute_inputs *in = &v->inputs;
   const struct ir_shader *s = v->job->final;
   struct exec_wave *t = &v->base.t;

   for (unsigned k = 0; k < (s->stage == IR_STAGE_GEOMETRY ? EXEC_MAX_VERTICES : 1); k++)
      for (unsigned n = 0; n < SLOT_COUNT; n++)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned l = 0; l < EXEC_LANES && in->given[k][n] >> c & 1; l++)
               t->in[k][n][c][l] = in->in[k][n][c];
   for (uint32_t p = 0; p < s->num_params; p++)
      for (unsigned c = 0; c < 4; c++)
         if (in->param_given[p] >> c & 1)
            v->base.param[p][c] = in->param[p][c];
   for (unsigned b = 0; b < 16; b++)
      if (in->buffer[b])
         t->buffer[b] = (struct exec_buffer){in->buffer[b], in->buffer_words[b]};
   for (unsigned l = 0; l < EXEC_LANES && s->stage == IR_STAGE_FRAGMENT; l++)
      set_targets(v, l);
}

/* Sets the inputs of lane l to those of pixel x, y of the rectangle. */
static void set_pixel_inputs(struct run *v, unsigned l, unsigned x, unsigned y)
{
   const struct nvp4c_run *job = v->job->run;
   const struct execute_inputs *in = &v->inputs;
   struct exec_wave *t = &v->base.t;
   const double across = (x + 0.5) / job->width, up = (y + 0.5) / job->height;

   for (unsigned n = 0; n < SLOT_COUNT; n++)
      for (unsigned c = 0; c < 4; c++) {
         if (in->varies[n])
            t->in[0][n][c][l] = interpolate(in, n, c, across, up);
         else if (!(in->given[0][n] >> c & 1) && !job->seed)
            t->in[0][n][c][l] = rectangle_default(v, n, c, across, up);
      }
   set_targets(v, l);
   t->in[0][SLOT_POSITION][0][l] = num_u((float)x + 0.5f);
   t->in[0][SLOT_POSITION][1][l] = num_u((float)y + 0.5f);
}

/* Places one invocation in a quad for derivatives. The other three pixels differ only in their positions. */
static void set_quad_positions(struct run *v)
{
   uint32_t(*place)[EXEC_LANES] = v->base.t.in[0][SLOT_POSITION];

   for (unsigned l = 0; l < 4 && !v->job->run->seed; l++) {
      const uint8_t given = v->inputs.given[0][SLOT_POSITION];
      for (unsigned c = 0; c < 2; c++) {
         const float first = given >> c & 1 ? num_f(v->inputs.in[0][SLOT_POSITION][c]) : 0.5f;
         place[c][l] = num_u(first + (float)(c ? l >> 1 : l & 1));
      }
   }
}

/* ---- execution */

static void fail(struct run *v, enum exec_status st, const char *fault)
{
   if (st == EXEC_BUDGET) {
      util_diag(v->ctx, DIAG_ID_no_verdict, UTIL_NO_SPAN,
                "the program did not end within %llu steps; it may have an endless loop",
                (unsigned long long)(v->job->run->steps ? v->job->run->steps : DEFAULT_STEPS));
      return;
   }
   util_diag(v->ctx, DIAG_ID_verify_fault, UTIL_NO_SPAN, "%s", fault ? fault : "fault");
}

static void print_outputs(struct run *v, struct verify_wave *vt, unsigned lane);

static void emit(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct run *v = user;

   (void)wave;
   if (!(lanes & 1) || !v->prints)
      return;
   util_buf_printf(v->out, "vertex %u%s\n", v->vertices++, stream ? util_printf(v->ctx, " of stream %u", stream) : "");
}

static void end_primitive(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct run *v = user;

   (void)wave;
   if (lanes & 1 && v->prints)
      util_buf_printf(v->out, "end of primitive%s\n", stream ? util_printf(v->ctx, " of stream %u", stream) : "");
}

/* Prints a vertex with its values. */
struct emitter {
   struct run *v;
   struct verify_wave *vt;
};
static void emit_values(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   struct emitter *e = user;

   emit(e->v, wave, lanes, stream);
   if (lanes & 1 && e->v->prints)
      print_outputs(e->v, e->vt, 0);
}
static void end_values(void *user, struct exec_wave *wave, uint32_t lanes, unsigned stream)
{
   end_primitive(((struct emitter *)user)->v, wave, lanes, stream);
}

/* Copies the waves before their execution. With `lasting`, later waves see the memory that they write. */
static void begin_waves(struct run *v, struct verify_wave *vt, bool lasting)
{
   struct exec_memory *const memory = v->base.t.memory;

   v->base.t.memory = lasting ? NULL : memory;
   verify_reset(v->ctx, vt, &v->base);
   v->base.t.memory = memory;
   for (struct verify_wave *t = vt; t && lasting; t = t->next)
      t->t.memory = memory;
}

/* Runs the source. */
static enum exec_status evaluate(struct run *v, struct verify_wave *vt, struct emitter *e)
{
   begin_waves(v, vt, v->job->run->on == NVP4C_RUN_SOURCE);
   if (v->job->final->stage == IR_STAGE_GEOMETRY) {
      vt->t.emit = emit_values;
      vt->t.end_primitive = end_values;
      vt->t.emit_user = e;
   }
   verify_key_before(v->ctx, &v->key, vt);
   const enum exec_status st = verify_evaluate(v->ctx, v->job->source, vt, v->job->run->order);
   verify_key_after(&v->key, vt);
   return st;
}

/* Converts words of pixels to the components of their formats, and packed colours of the machine to floats. */
static void unpack(struct run *v, struct verify_wave *vt)
{
   const bool packed = v->job->run->on == NVP4C_RUN_CODE;


   for (unsigned k = 0; k < TARGET_NUM_COLORS; k++) {
      uint32_t(*out)[EXEC_LANES] = vt->t.out[SLOT_FRAG_COLOR + k];
      const enum target_format format = (enum target_format)v->job->colors[k].format;
      for (unsigned l = 0; l < EXEC_LANES && format == TARGET_WORDS; l++) {
         const uint32_t w[4] = {out[0][l], out[1][l], out[2][l], out[3][l]};
         uint32_t color[4];
         mem_decode(vt->t.num, stored_format(v, k), w, color);
         for (unsigned c = 0; c < 4; c++)
            out[c][l] = color[c];
      }
      for (unsigned l = 0; l < EXEC_LANES && packed && (format == TARGET_F16 || format == TARGET_RGBA8); l++) {
         const uint32_t w[2] = {out[0][l], out[1][l]};
         for (unsigned c = 0; c < 4; c++)
            out[c][l] = format == TARGET_F16 ? num_h2f(vt->t.num, (uint16_t)(w[c / 2] >> 16 * (c & 1)))
                                                        : num_u((float)(w[0] >> 8 * c & 255) / 255.0f);
      }
   }
}

/* Runs source, IR or machine code. out_taint is that of the source if it can be executed. Returns false after a diagnostic. */
static bool run_level(struct run *v, struct verify_wave *vt)
{
   const struct execute_job *job = v->job;
   const enum nvp4c_run_on on = job->run->on;
   const bool executes = frontend_executes(job->source);
   struct verify_wave source;
   struct emitter e = {v, on == NVP4C_RUN_SOURCE ? vt : &source};
   enum exec_status st;

   if (!executes && on == NVP4C_RUN_SOURCE) {
      util_diag(v->ctx, DIAG_ID_unsupported_language, UTIL_NO_SPAN,
                "programs in %s can only be executed as IR or machine code (-on=ir, -on=code)", job->source->ops->name);
      return false;
   }
   v->prints = on == NVP4C_RUN_SOURCE;
   if (executes) {
      st = evaluate(v, e.vt, &e);
      if (st != EXEC_DONE) {
         fail(v, st, e.vt->t.fault);
         return false;
      }
   }
   if (on == NVP4C_RUN_SOURCE) {
      if (job->final->stage == IR_STAGE_FRAGMENT)
         unpack(v, vt);
      return true;
   }
   v->prints = true;
   begin_waves(v, vt, true);
   e.vt = vt;
   if (job->final->stage == IR_STAGE_GEOMETRY) {
      vt->t.emit = emit_values;
      vt->t.end_primitive = end_values;
      vt->t.emit_user = &e;
   }
   vt->t.budget *= on == NVP4C_RUN_CODE ? CODE_STEPS : 1;
   if (on == NVP4C_RUN_CODE)
      vt->t.param =
          job->pre ? preshader_parameters(v->ctx, job->pre, job->final, &vt->t) : ir_parameters(v->ctx, job->final, &vt->t);
   st = on == NVP4C_RUN_IR ? verify_interpret(v->ctx, job->run->races ? job->lowered : job->final, vt, job->run->order)
                           : verify_run_code(v->ctx, job->target, v->decoded, vt, job->run->order);
   if (st != EXEC_DONE) {
      fail(v, st, vt->t.fault);
      return false;
   }
   if (job->final->stage == IR_STAGE_FRAGMENT)
      unpack(v, vt);
   if (executes) {
      verify_add_taint(vt, &source.t, false);
      v->base.t.memory->tainted |= verify_memory_tainted(&source);
   }
   return true;
}

/* ---- results */

static void print_outputs(struct run *v, struct verify_wave *vt, unsigned lane)
{
   for (unsigned s = 0; s < SLOT_COUNT; s++) {
      if (!(v->shown[s] & 15))
         continue;
      const char *name = execute_output_name(v->ctx, v->job->source, s);
      for (unsigned c = 0; c < 4; c++) {
         if (!(v->shown[s] >> c & 1))
            continue;
         /* the pipeline takes the depth of a fragment clamped; machine code hands it over so */
         const bool depth = s == SLOT_FRAG_DEPTH && v->job->final->stage == IR_STAGE_FRAGMENT;
         const uint32_t bits = depth ? num_fsat(vt->t.num, vt->t.out[s][c][lane]) : vt->t.out[s][c][lane];
         if (vt->t.out_taint[s][c] >> lane & 1)
            util_buf_printf(v->out, "%s.%c undefined\n", name, "xyzw"[c]);
         else if (v->shown[s] >> (4 + c) & 1)
            util_buf_printf(v->out, "%s.%c = %di 0x%08x\n", name, "xyzw"[c], (int)bits, (unsigned)bits);
         else
            util_buf_printf(v->out, "%s.%c = %.9g 0x%08x\n", name, "xyzw"[c], (double)num_f(bits), (unsigned)bits);
      }
   }
}

static void report_pixel(const struct run *v, const struct verify_wave *vt, unsigned slot, unsigned lane, unsigned x,
                         unsigned y)
{
   const struct nvp4c_run *job = v->job->run;
   uint32_t color[4];
   unsigned undefined = 0;

   for (unsigned c = 0; c < 4; c++) {
      color[c] = vt->t.out[slot][c][lane];
      undefined |= (vt->t.out_taint[slot][c] >> lane & 1) << c;
   }
   if (job->pixel)
      job->pixel(job->user, x, y, color, undefined, vt->t.killed >> lane & 1);
}

/* Sets the rows of quads that this part draws, from *first to *last - 1. */
static void take_part(const struct run *v, unsigned *first, unsigned *last)
{
   const struct nvp4c_run *job = v->job->run;
   const uint64_t rows = (job->height + 1) / 2, parts = job->parts ? job->parts : 1;
   bool writes = false;

   for (unsigned space = 0; space < MEM_SPACE_COUNT; space++)
      writes |= v->memory->changed[space] != 0;
   *first = writes && job->part ? (unsigned)rows : writes ? 0 : (unsigned)(rows * job->part / parts);
   *last = writes ? (unsigned)rows : (unsigned)(rows * (job->part + 1) / parts);
}

/* Draws the rectangle. A wave is a row of eight quads. */
static void draw(struct run *v)
{
   const struct nvp4c_run *job = v->job->run;
   unsigned slot = SLOT_FRAG_COLOR, first, last;
   struct verify_wave vt;

   take_part(v, &first, &last);
   while (slot < SLOT_FRAG_COLOR_LAST && !(v->mask[slot] & 15))
      slot++;
   for (unsigned y = 2 * first; y < 2 * last && y < job->height; y += 2)
      for (unsigned x = 0; x < job->width; x += EXEC_LANES / 2) {
         const struct util_arena mark = v->ctx->arena;
         v->base.t.helper = v->base.t.valid = 0;
         for (unsigned l = 0; l < EXEC_LANES; l++) {
            const unsigned px = x + 2 * (l / 4) + (l & 1), py = y + (l >> 1 & 1);
            if (x + 2 * (l / 4) >= job->width)
               continue;
            v->base.t.valid |= 1u << l;
            v->base.t.helper |= (uint32_t)(px >= job->width || py >= job->height) << l;
            set_pixel_inputs(v, l, px, py);
         }
         if (!run_level(v, &vt))
            return;
         for (unsigned l = 0; l < EXEC_LANES; l++)
            if (v->base.t.valid & ~v->base.t.helper & 1u << l)
               report_pixel(v, &vt, slot, l, x + 2 * (l / 4) + (l & 1), y + (l >> 1 & 1));
         util_arena_release(v->ctx, &mark);
      }
}

static void run_one(struct run *v)
{
   struct verify_wave vt;
   const bool fragment = v->job->final->stage == IR_STAGE_FRAGMENT;

   v->base.t.valid = fragment ? 15 : 1;
   v->base.t.helper = fragment ? 14 : 0;
   if (fragment)
      set_quad_positions(v);
   if (!run_level(v, &vt))
      return;
   if (vt.t.killed & 1)
      util_buf_printf(v->out, "killed\n");
   else if (v->job->final->stage != IR_STAGE_GEOMETRY)
      print_outputs(v, &vt, 0);
}

/* ---- grids */

static bool reject(struct run *v, const char *what)
{
   util_diag(v->ctx, DIAG_ID_run_input, UTIL_NO_SPAN, "%s", what);
   return false;
}

/* Checks and sets the grid. Returns false after a diagnostic. */
static bool take_grid(struct run *v, struct verify_grid *at)
{
   const struct nvp4c_run *job = v->job->run;
   const struct ir_shader *s = v->job->final;
   uint64_t blocks = 1, invocations = 1;

   for (unsigned c = 0; c < 3; c++) {
      at->grid[c] = job->grid[c] ? job->grid[c] : 1;
      at->block[c] = s->block[c] ? s->block[c] : job->block[c] ? job->block[c] : 1;
      at->id[c] = 0;
      at->dimensions = job->grid[c] || !c ? c + 1 : at->dimensions;
      if (s->block[c] && job->block[c] && s->block[c] != job->block[c])
         return reject(v, util_printf(v->ctx, "the program declares workgroups of %u,%u,%u invocations", s->block[0],
                                      s->block[1], s->block[2]));
      if (at->grid[c] > MAX_BLOCKS || at->block[c] > EXEC_WORKGROUP_WAVES * EXEC_LANES)
         blocks = MAX_BLOCKS;
      blocks *= at->grid[c];
      invocations *= at->block[c];
   }
   if (blocks > MAX_BLOCKS || invocations > EXEC_WORKGROUP_WAVES * EXEC_LANES)
      return reject(v, util_printf(v->ctx, "a grid has at most %u workgroups, and a workgroup at most %u invocations",
                                   MAX_BLOCKS, EXEC_WORKGROUP_WAVES * EXEC_LANES));
   static const enum io_slot places[] = {SLOT_THREAD_ID,      SLOT_THREAD_INDEX, SLOT_WORKGROUP_ID,
                                         SLOT_WORKGROUP_SIZE, SLOT_GRID_SIZE,    SLOT_WORK_DIM};
   for (unsigned k = 0; k < sizeof places / sizeof *places; k++)
      if (v->inputs.given[0][places[k]])
         return reject(v, "the positions of invocations follow from the grid and cannot be set");
   return true;
}

static void run_block(struct run *v, const struct verify_grid *at, uint32_t number)
{
   struct exec_memory *const memory = v->base.t.memory;
   struct verify_wave vt;
   uint32_t id[3];

   exec_group_place(at->grid, number, id);
   verify_move_workgroup(&v->base, id);
   execute_begin_block(v->base.t.num, v->memory, memory);
   if (memory->race)
      mem_race_block(memory, number);
   if (!run_level(v, &vt) || !v->job->run->shared || !(v->memory->changed[MEM_SHARED]))
      return;
   util_buf_printf(v->out, "block %u,%u,%u\n", id[0], id[1], id[2]);
   execute_print_memory(v->out, v->base.t.num, v->memory, memory, 1u << MEM_SHARED, v->job->run->words);
}

static void run_grid(struct run *v)
{
   const struct nvp4c_run *job = v->job->run;
   struct verify_grid at;
   struct util_rng g;

   if (!take_grid(v, &at))
      return;
   const uint32_t blocks = at.grid[0] * at.grid[1] * at.grid[2], invocations = at.block[0] * at.block[1] * at.block[2];
   uint32_t *order = UTIL_ARRAY(v->ctx, uint32_t, blocks);
   v->base.next = NULL;
   v->base.t.budget *= (invocations + EXEC_LANES - 1) / EXEC_LANES;
   verify_note_resident(&v->base, job->on == NVP4C_RUN_CODE || !job->races ? v->job->final : v->job->lowered);
   verify_make_workgroup(v->ctx, &v->base, &at);
   if (job->races)
      mem_race_watch(v->ctx, v->base.t.memory, job->races);
   util_rng_init(&g, job->order);
   for (uint32_t k = 0; k < blocks; k++) { /* random order: swap with an earlier one */
      const uint32_t place = job->order ? util_rng_below(&g, k + 1) : k;
      order[k] = order[place];
      order[place] = k;
   }
   for (uint32_t k = 0; k < blocks && v->ctx->status == UTIL_OK; k++) {
      const struct util_arena mark = v->ctx->arena;
      run_block(v, &at, order[k]);
      if (!job->shared && v->ctx->status == UTIL_OK) /* printed text and messages are in the arena, too */
         util_arena_release(v->ctx, &mark);
   }
   if (job->races)
      execute_report_races(v->ctx, v->base.t.memory, at.grid);
}

static void print_memory(struct run *v)
{
   struct exec_memory *memory = v->base.t.memory;
   const unsigned spaces = (1u << MEM_SPACE_COUNT) - 1 - (1u << MEM_SHARED);
   bool any = false;

   for (unsigned space = 0; space < MEM_SPACE_COUNT; space++)
      any |= (spaces >> space & 1) && v->memory->changed[space];
   if (any && memory->tainted)
      util_buf_printf(v->out, "memory undefined\n");
   else
      execute_print_memory(v->out, v->base.t.num, v->memory, memory, spaces, v->job->run->words);
}

/* Checks the options against the program. Returns false after a diagnostic. */
static bool check_options(struct run *v)
{
   const struct nvp4c_run *job = v->job->run;
   const struct ir_shader *s = v->job->final;

   if ((job->width || job->height) && (s->stage != IR_STAGE_FRAGMENT || !job->width || !job->height))
      return reject(v, "only fragment programs can be drawn, and the rectangle must have pixels");
   if (job->part && job->part >= job->parts)
      return reject(v, "the part of the rectangle is none of its parts");
   if (s->stage != IR_STAGE_COMPUTE && (job->grid[0] || job->block[0] || job->races))
      return reject(v, "only compute programs can run in a grid");
   if (job->races && job->on == NVP4C_RUN_CODE)
      return reject(v, "races can only be found in the source or the IR (-on=source, -on=ir)");
   return true;
}

/* Finds the components to print: those of a target of words are the ones of its format. */
static void choose_shown(struct run *v)
{
   memcpy(v->shown, v->mask, sizeof v->shown);
   for (unsigned n = 0; n < NVP4C_COLORS && v->job->final->stage == IR_STAGE_FRAGMENT; n++) {
      const unsigned has = execute_components(stored_format(v, n));
      if (v->mask[SLOT_FRAG_COLOR + n] && v->job->colors[n].format == TARGET_WORDS)
         v->shown[SLOT_FRAG_COLOR + n] = (uint8_t)(has | (is_integer(stored_format(v, n)) ? has << 4 : 0));
   }
}

static bool take_images(struct run *v)
{
   const struct nvp4c_run *job = v->job->run;

   for (unsigned i = 0; i < job->num_images; i++) {
      const struct nvp4c_image *image = &job->images[i];
      if (image->unit >= EXEC_IMAGES || !image->width || !image->height || !image->rgba) {
         util_diag(v->ctx, DIAG_ID_run_input, UTIL_NO_SPAN,
                   "texture %u: the unit must be below %d, and the image must have a texel", image->unit, EXEC_IMAGES);
         return false;
      }
      v->image[image->unit] = (struct exec_image){image->width, image->height, image->rgba};
   }
   v->base.sampler.images = v->image;
   return true;
}

void execute_run(struct util_ctx *ctx, const struct execute_job *job, struct util_buf *out)
{
   const struct nvp4c_run *run = job->run;
   const struct ir_shader *s = job->final;
   struct run *v = UTIL_NEW(ctx, struct run);
   struct verify_reads all = {.buffers = true};

   v->ctx = ctx;
   v->job = job;
   v->out = out;
   v->memory = execute_accesses(ctx, job->key, job->lowered);
   if (!execute_parse(ctx, job, v->memory, &v->inputs) || !check_options(v))
      return;
   if (run->on == NVP4C_RUN_NOTHING) {
      job->tell(job, &v->inputs);
      return;
   }
   if (frontend_executes(job->source)) {
      job->source->ops->written(job->source->tree, v->mask);
      verify_key_init(&v->key, job->key, s, v->mask);
   } else {
      verify_stored(s, v->mask);
   }
   choose_shown(v);
   memset(all.slot, true, sizeof all.slot); /* so that random inputs do not depend on the optimisation level */
   verify_fill(ctx, &v->base, s, &all, run->seed, run->steps ? run->steps : DEFAULT_STEPS);
   v->base.mask = v->mask;
   v->base.t.memory = execute_make_memory(ctx, v->memory, s, run->seed);
   if (!take_images(v))
      return;
   if (!run->seed)
      set_default_inputs(v);
   set_given_inputs(v);
   verify_key_share_words(&job->key->state, s, &v->base);
   if (job->program)
      v->decoded = job->target->decode ? job->target->decode(ctx, job->program) : job->program;
   if (s->stage == IR_STAGE_COMPUTE)
      run_grid(v);
   else if (run->width)
      draw(v);
   else
      run_one(v);
   print_memory(v);
}
