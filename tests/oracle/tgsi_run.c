/* SPDX-License-Identifier: MIT */
/* Comparison of TGSI with a GL: runs the TGSI of a row in the evaluator and as machine code, and draws the output of geometry
   programs. */
#include <math.h>
#include <string.h>

#include "passes/pipeline/pipeline.h"
#include "semantics/fpenv.h"
#include "tests/oracle/tgsi_priv.h"

static const num_m models[ORACLE_LEVELS] = {&num_model_ieee, &num_model_usc_rne, &num_model_usc_rne};

bool load_program(struct program *g, const char *text)
{
   static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_fround | PASS_LOWER_fetch | PASS_LOWER_cube_grad;
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = lower};
   struct usc_options opt = usc_default_options();

   g->p = tgsi_parse(&g->ctx, text, strlen(text), NULL);
   struct ir_shader *s = g->p ? tgsi_lower(&g->ctx, g->p, &num_model_usc_rne) : NULL;
   if (!s)
      return false;
   pass_run_pipeline(s, &po);
   opt.sched = USC_SCHED_FAST;
   opt.features |= USC_HAS_RNE; /* the rounding of the GL */
   return usc_compile(&g->ctx, s, &opt, &g->code);
}

bool execute_wave(struct program *g, enum oracle_level level, struct oracle_wave *t)
{
   enum exec_status st;

   t->t.num = models[level];
   t->t.budget = 10000000;
   t->t.out = t->out;
   t->t.out_taint = t->taint;
   t->t.helper = t->t.killed = 0;
   if (level != ORACLE_CODE) {
      st = tgsi_eval_run(&g->ctx, g->p, &t->t);
   } else {
      struct usc_wave *u = UTIL_NEW(&g->ctx, struct usc_wave);
      struct usc_harness harness;
      usc_wave_setup(&g->ctx, &harness, u, &g->code, &t->t);
      st = usc_sim_run(usc_harness_code(&g->ctx, &g->code), u);
      t->t.fault = u->fault;
      if (st == EXEC_DONE)
         usc_wave_results(u, &g->code, &t->t);
   }
   return st == EXEC_DONE;
}

/* Points are drawn one by one, so texture accesses have no derivatives, and the invocations of a quad have the same operands.
   Pixels are numbered by row. */
unsigned point_of(const struct work *w, unsigned wave, unsigned lane)
{
   const unsigned quad = wave * (EXEC_LANES / 4) + lane / 4, row = ORACLE_GRID / 2;

   if (is_pixels(w->row))
      return (quad / row * 2 + (lane >> 1 & 1)) * ORACLE_GRID + quad % row * 2 + (lane & 1);
   return texture_of(w->row) ? wave * (EXEC_LANES / 4) + lane / 4 : wave * EXEC_LANES + lane;
}

static void set_inputs(struct wave *t, const struct work *w, unsigned wave)
{
   const unsigned vertices = takes_lines(w->row) && w->stage == STAGE_G ? 2 : 1,
                  first = w->stage == STAGE_V ? SLOT_VATTR : SLOT_ATTR - 1;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned v = 0; v < vertices; v++) {
         const unsigned point = vertices * point_of(w, wave, l) + v;
         float pos[4];
         oracle_gl_point_at(point, pos);
         for (unsigned c = 0; c < 4; c++)
            t->in[v][SLOT_POSITION][c][l] = w->stage == STAGE_F ? num_u(pos[c]) : w->in[point][0][c];
         for (unsigned k = w->stage != STAGE_V; k < 4; k++)
            for (unsigned c = 0; c < 4; c++)
               t->in[v][first + k][c][l] = w->in[point][k][c];
         for (unsigned c = 0; c < 2 && w->stage == STAGE_F; c++)
            t->in[v][SLOT_ATTR + 4][c][l] = num_u(pos[c] - ORACLE_GRID / 2.0f);
         t->in[v][SLOT_PRIM_ID][0][l] = point / vertices;
      }
}

void init_wave(struct wave *wave, const struct work *w, unsigned number, uint32_t invocation)
{
   struct oracle_wave *t = &wave->o;

   memset(wave, 0, sizeof *wave);
   t->sampler.seed = ORACLE_TEXTURE_SEED;
   t->sampler.compare_taps = true;
   t->t.in = wave->in;
   t->t.valid = ~0u;
   /* Programs without uniforms have one parameter: the flip of y of the window (STATE_FB_WPOS_Y_TRANSFORM), which framebuffer
      objects do not have. */
   t->param[0][0] = t->param[0][2] = NUM_ONE;
   t->t.param = (const uint32_t(*)[4])t->param;
   t->t.num_params = 1;
   t->t.tex = exec_sampler_fn;
   t->t.tex_user = &t->sampler;
   set_inputs(wave, w, number);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      wave->in[0][SLOT_INVOCATION][0][l] = invocation;
}

/* ---- output of geometry programs */

static void cover(struct frame *f, int x, int y, unsigned lane, const uint32_t value[4])
{
   struct pixel *p = &f->pixel[y * ORACLE_GRID + x];

   if (x < 0 || y < 0 || x >= ORACLE_GRID || y >= ORACLE_GRID || (p->drawn && p->order > f->first + lane))
      return;
   p->drawn = true;
   p->order = f->first + lane;
   memcpy(p->value, value, sizeof p->value);
}

static double side_of(const struct corner *a, const struct corner *b, double x, double y)
{
   return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* No edge passes through the centre of a pixel. The value of the last corner applies, as for flat varyings. */
static void cover_triangle(struct frame *f, const struct corner *t, unsigned lane)
{
   for (int y = 0; y < ORACLE_GRID; y++)
      for (int x = 0; x < ORACLE_GRID; x++) {
         const bool a = side_of(&t[0], &t[1], x + 0.5, y + 0.5) > 0, b = side_of(&t[1], &t[2], x + 0.5, y + 0.5) > 0,
                    c = side_of(&t[2], &t[0], x + 0.5, y + 0.5) > 0;
         if (a == b && b == c)
            cover(f, x, y, lane, t[2].value);
      }
}

void emit_vertex(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   struct frame *f = user;

   (void)stream; /* all programs have one stream */
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t(*v)[EXEC_LANES] = (const uint32_t(*)[EXEC_LANES])t->out[SLOT_ATTR + 3],
            (*p)[EXEC_LANES] = (const uint32_t(*)[EXEC_LANES])t->out[SLOT_POSITION];
      struct corner c = {(num_f(p[0][l]) + 1) * (ORACLE_GRID / 2.0),
                         (num_f(p[1][l]) + 1) * (ORACLE_GRID / 2.0),
                         {v[0][l], v[1][l], v[2][l], v[3][l]}};
      if (!f->strips) {
         cover(f, (int)floor(c.x), (int)floor(c.y), l, c.value);
         continue;
      }
      if (f->corners[l] < 3) {
         f->strip[l][f->corners[l]++] = c;
      } else {
         memmove(f->strip[l], f->strip[l] + 1, 2 * sizeof c);
         f->strip[l][2] = c;
      }
      if (f->corners[l] == 3)
         cover_triangle(f, f->strip[l], l);
   }
}

void end_primitive(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   struct frame *f = user;

   (void)stream; /* all programs have one stream */
   (void)t;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         f->corners[l] = 0;
}
