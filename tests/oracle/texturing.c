/* SPDX-License-Identifier: MIT */
/*
 * Tests KIL, and TEX, TXP and TXB with every target of ARB_fragment_program (and ARB_fragment_program_shadow), on eight units
 * with different sizes, wrap modes and filters. Each test runs twice: on points, whose derivatives are 0, and on quads with
 * coordinates that are planes, so that the level of detail matters.
 *
 * Only results that the documents settle are compared. A result that changes when the coordinates are perturbed by 1/64 texel
 * or the level by 1/16 (nearest filtering at an edge) is left out and counted. With linear filtering a GL may use few bits for
 * the positions of its taps; the bound is 1/64 for each filtered dimension and 2/64 for the level (semantics/sampler.c
 * truncates positions and levels to 1/256).
 */
#include "semantics/sampler.h"
#include "tests/oracle/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/rng.h"

static const enum exec_tex_target targets[] = {TEX_1D,   TEX_2D,       TEX_3D,       TEX_CUBE,
                                               TEX_RECT, TEX_SHADOW1D, TEX_SHADOW2D, TEX_SHADOWRECT};
#define NUM_TARGETS (sizeof targets / sizeof targets[0])
#define INSTANCES 64
#define PERTURBATIONS 6

struct job {
   const char *op;
   enum exec_tex_target target;
   unsigned unit;
   bool quads;
};

/* Coordinates at the first pixel and steps to its neighbours. */
static void coordinates(struct util_rng *r, const struct job *j, float v[3][4])
{
   const struct exec_sampler s = {.seed = ORACLE_TEXTURE_SEED};
   bool rect = j->target == TEX_RECT || j->target == TEX_SHADOWRECT, cube = j->target == TEX_CUBE;
   uint32_t size[3];

   exec_sampler_size(&s, j->unit, j->target, 0, size);
   memset(v, 0, 3 * sizeof v[0]);
   unsigned axis = util_rng_below(r, exec_tex_info[j->target].coords), dir = util_rng_below(r, 2), level = util_rng_below(r, 5);
   for (unsigned a = 0; a < 3; a++) {
      double n = rect || a >= exec_tex_info[j->target].coords ? 1 : size[a] ? size[a] : 1;
      /* In texels, over one and a half images on either side; multiples of 2^-12 so that interpolation is exact. */
      double t = ((double)util_rng_below(r, 4096) / 4096 * 3 - 1) * (size[a] ? size[a] : 1);
      v[0][a] = (float)(floor((cube ? t / n * 4 - 2 : t / n) * 4096) / 4096);
   }
   if (j->quads && !cube) {
      /* Steps along one coordinate and one axis of the screen, where all definitions of the level agree. */
      double step = ldexp(1 + 0.125 * (double)util_rng_below(r, 8), (int)level - 1) / (rect ? 1 : size[axis]);
      v[1 + dir][axis] = (float)(floor(step * 4096 + 0.5) / 4096);
   } else if (j->quads) {
      /* A direction near the middle of a face, and a step along s or t. */
      unsigned face = util_rng_below(r, 6), side = (face / 2 + 1 + util_rng_below(r, 2)) % 3;
      for (unsigned a = 0; a < 3; a++)
         v[0][a] = ((float)util_rng_below(r, 1024) - 512) / 1024;
      v[0][face / 2] = face & 1 ? -1 : 1;
      double step = ldexp(2.0 / size[0], (int)level - 1);
      v[1 + dir][side] = (float)(floor((step < 0.25 ? step : 0.25) * 4096 + 0.5) / 4096);
   }
   v[0][3] = 1;
   if (exec_tex_info[j->target].shadow)
      v[0][2] = ((float)util_rng_below(r, 64) + 0.5f) / 64;
   if (!strcmp(j->op, "TXP")) { /* a power of two, so that the division is exact */
      float w = ldexpf(1, (int)util_rng_below(r, 4) - 1);
      for (unsigned i = 0; i < 3; i++)
         for (unsigned a = 0; a < 4; a++)
            v[i][a] *= w;
   } else if (!strcmp(j->op, "TXB")) {
      v[0][3] = (float)util_rng_below(r, 64) / 16 - 1;
   }
}

/* With filtering, softpipe 22.3.6 confuses texels of 3D textures whose size is not a power of two, and weights the comparisons
   of shadow targets with other taps. llvmpipe of the same release agrees with our results in both cases. */
const char *oracle_fault_of_gl(const struct oracle *o, enum exec_tex_target target, bool linear)
{
   if (strcmp(o->gl.renderer, "softpipe") || !linear)
      return NULL;
   return target == TEX_3D               ? "softpipe filters 3D textures wrongly"
          : exec_tex_info[target].shadow ? "softpipe filters comparisons wrongly"
                                         : NULL;
}

struct tally {
   struct oracle_error e[ORACLE_LEVELS];
   uint64_t open; /* results that the documents do not settle */
};

/* The state of a job: the program, its inputs, and the results of the GL. */
struct work {
   const struct job *j;
   char text[256];
   size_t len;
   struct oracle_program prog;
   struct oracle_wave *wave, *perturbed; /* `perturbed` has PERTURBATIONS waves */
   float (*v)[3][4];                     /* by invocation: coordinates() */
   uint32_t (*out)[4];                   /* results of the GL by pixel; four pixels for each invocation */
   bool *killed;
   double bound;
};

static void start(struct work *w, const struct job *j)
{
   const struct exec_tex_info *info = &exec_tex_info[j->target];
   struct util_rng r;

   *w = (struct work){.j = j,
                      .wave = calloc(1, sizeof *w->wave),
                      .perturbed = calloc(PERTURBATIONS, sizeof *w->perturbed),
                      .v = calloc(INSTANCES, sizeof *w->v),
                      .out = calloc(INSTANCES * 4, sizeof *w->out),
                      .killed = calloc(INSTANCES * 4, sizeof *w->killed),
                      .bound = j->unit & 1 ? (info->coords + 2) / 64.0 : 0};
   w->len = (size_t)snprintf(w->text, sizeof w->text,
                             "!!ARBfp1.0\n%s%s result.color, fragment.texcoord[0], texture[%u], %s;\nEND\n",
                             info->shadow ? "OPTION ARB_fragment_program_shadow;\n" : "", j->op, j->unit,
                             exec_tex_target_name[j->target]);
   util_rng_init(&r, util_mix64((uint64_t)j->target << 16 | j->unit << 8 | (uint64_t)j->quads << 4) + (uint8_t)j->op[2]);
   for (unsigned i = 0; i < INSTANCES; i++)
      coordinates(&r, j, w->v[i]);
}

static void finish(struct work *w)
{
   oracle_unload(&w->prog);
   free(w->wave);
   free(w->perturbed);
   free(w->v);
   free(w->out);
   free(w->killed);
}

static bool run_gl(struct oracle *o, struct work *w)
{
   bool ok;

   if (w->j->quads) {
      float(*q)[ORACLE_NUM_VARYINGS][3][4] = calloc(INSTANCES, sizeof *q);
      for (unsigned i = 0; i < INSTANCES; i++)
         memcpy(q[i][0], w->v[i], sizeof w->v[i]);
      ok = oracle_gl_run_quads(&o->gl, INSTANCES, q, w->out, w->killed);
      free(q);
   } else {
      float(*p)[ORACLE_NUM_VARYINGS][4] = calloc(INSTANCES, sizeof *p);
      uint32_t(*one)[4] = calloc(INSTANCES, sizeof *one);
      for (unsigned i = 0; i < INSTANCES; i++)
         memcpy(p[i][0], w->v[i][0], sizeof p[i][0]);
      ok = oracle_gl_run_points(&o->gl, INSTANCES, p, one, w->killed);
      for (unsigned i = 0; i < INSTANCES * 4; i++)
         memcpy(w->out[i], one[i / 4], sizeof w->out[i]);
      free(p);
      free(one);
   }
   if (!ok)
      oracle_fail(o, "%s", o->gl.error);
   return ok;
}

/* Sets the inputs of the invocations from `first` on, one quad each, and runs the evaluator with perturbed sampling. */
static void run_perturbed(struct work *w, unsigned first)
{
   oracle_wave_init(w->wave, &w->prog, 1);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      for (unsigned c = 0; c < 4; c++) {
         const float(*at)[4] = (const float(*)[4])w->v[first + l / 4];
         float x = at[0][c] + (w->j->quads ? (l & 1 ? at[1][c] : 0) + (l & 2 ? at[2][c] : 0) : 0);
         w->wave->in[SLOT_TEXCOORD][c][l] = num_u(x);
      }
   for (unsigned k = 0; k < PERTURBATIONS; k++) {
      struct oracle_jitter jitter = {.sampler = w->wave->sampler, .perturbation = k + 1};
      memcpy(&w->perturbed[k], w->wave, sizeof *w->wave);
      w->perturbed[k].t.tex = oracle_jitter_fn;
      w->perturbed[k].t.tex_user = &jitter;
      oracle_run(&w->prog, ORACLE_IEEE, &w->perturbed[k]);
   }
   w->wave->t.tex_user = &w->wave->sampler;
}

/* Does the result change when the sampling is perturbed? With linear filtering it cannot, because that is continuous. */
static bool is_open(const struct work *w, unsigned lane)
{
   bool open = false;

   for (unsigned k = 0; k < PERTURBATIONS && !(w->j->unit & 1 && !exec_tex_info[w->j->target].shadow); k++)
      for (unsigned c = 0; c < 4; c++)
         open |= fabsf(num_f(w->perturbed[k].out[SLOT_FRAG_COLOR][c][lane]) - num_f(w->wave->out[SLOT_FRAG_COLOR][c][lane])) >
                 (float)w->bound;
   return open;
}

static void print_result(const struct work *w, unsigned pixel, unsigned c, uint32_t ours, uint32_t theirs)
{
   const struct job *j = w->j;
   const float(*v)[4] = (const float(*)[4])w->v[pixel / 4];

   printf("   %s %s unit %u, %s: (%.9g %.9g %.9g %.9g) step x (%g %g %g) y (%g %g %g) pixel %u .%c: %.9g, the GL has %.9g\n",
          j->op, exec_tex_target_name[j->target], j->unit, j->quads ? "quads" : "points", (double)v[0][0], (double)v[0][1],
          (double)v[0][2], (double)v[0][3], (double)v[1][0], (double)v[1][1], (double)v[1][2], (double)v[2][0], (double)v[2][1],
          (double)v[2][2], pixel & 3, "rgba"[c], (double)num_f(ours), (double)num_f(theirs));
}

static void compare_lane(const struct oracle *o, const struct work *w, unsigned first, unsigned lane, enum oracle_level level,
                         struct tally *sum)
{
   if (is_open(w, lane)) {
      sum->open++;
      return;
   }
   for (unsigned c = 0; c < 4; c++) {
      const unsigned pixel = first * 4 + lane;
      const uint32_t theirs = w->out[pixel][c], ours = w->wave->out[SLOT_FRAG_COLOR][c][lane];
      struct oracle_error e = {0, 0, 0};

      oracle_compare(&e, ours, theirs, 1);
      oracle_compare(&sum->e[level], ours, theirs, 1);
      if (e.abs > w->bound && o->verbose && level == 0)
         print_result(w, pixel, c, ours, theirs);
   }
}

static void compare(struct oracle *o, struct work *w, struct tally *sum)
{
   /* Machine code filters the depths before it compares. A GL may do that, but this one does not. */
   const bool other_order = w->j->unit & 1 && exec_tex_info[w->j->target].shadow;
   for (unsigned first = 0; first < INSTANCES; first += EXEC_LANES / 4) {
      run_perturbed(w, first);
      for (enum oracle_level level = 0; level < ORACLE_LEVELS; level++) {
         if (level == ORACLE_CODE && other_order)
            continue;
         if (!oracle_run(&w->prog, level, w->wave)) {
            oracle_fail(o, "%s:\n%s", w->prog.error, w->text);
            return;
         }
         for (unsigned l = 0; l < EXEC_LANES; l++)
            compare_lane(o, w, first, l, level, sum);
      }
   }
}

static void job(struct oracle *o, const struct job *j, struct tally *sum)
{
   struct work w;

   start(&w, j);
   if (!oracle_load(&w.prog, w.text, w.len) || !w.prog.code)
      oracle_fail(o, "%s:\n%s", w.prog.error, w.text);
   else if (!oracle_texture(&o->gl, j->unit, j->target) ||
            !oracle_gl_program(&o->gl, GL_FRAGMENT_PROGRAM_ARB, w.text, w.len))
      oracle_fail(o, "%s %s: the GL refuses: %s", j->op, exec_tex_target_name[j->target], o->gl.error);
   else if (run_gl(o, &w))
      compare(o, &w, sum);
   finish(&w);
}

/* KIL must remove the pixels with a negative component and no others; -0 and NaN are not less than 0. */
static void kil(struct oracle *o)
{
   static const char text[] = "!!ARBfp1.0\nKIL fragment.texcoord[0];\nMOV result.color, fragment.texcoord[1];\nEND\n";
   static const float values[] = {1, 0, -1, -0.0f, 0x1p-126f, -0x1p-126f, INFINITY, -INFINITY, NAN, 0.5f};
   struct util_rng r;
   struct oracle_program prog;
   struct oracle_wave *wave = calloc(1, sizeof *wave);
   float(*v)[ORACLE_NUM_VARYINGS][4] = calloc(INSTANCES, sizeof *v);
   uint32_t(*out)[4] = calloc(INSTANCES, sizeof *out);
   bool *killed = calloc(INSTANCES, sizeof *killed);
   unsigned differ = 0, count = 0;

   util_rng_init(&r, 5);
   for (unsigned i = 0; i < INSTANCES; i++)
      for (unsigned c = 0; c < 4; c++) {
         v[i][0][c] = util_rng_below(&r, 4) ? 1 : values[util_rng_below(&r, sizeof values / sizeof values[0])];
         v[i][1][c] = 0.25f;
      }
   if (!oracle_load(&prog, text, sizeof text - 1) || !prog.code ||
       !oracle_gl_program(&o->gl, GL_FRAGMENT_PROGRAM_ARB, text, sizeof text - 1) ||
       !oracle_gl_run_points(&o->gl, INSTANCES, v, out, killed)) {
      oracle_fail(o, "KIL: %s%s", prog.error, o->gl.error);
   } else {
      for (unsigned first = 0; first < INSTANCES; first += EXEC_LANES)
         for (enum oracle_level level = 0; level < ORACLE_LEVELS; level++) {
            oracle_wave_init(wave, &prog, 1);
            for (unsigned l = 0; l < EXEC_LANES; l++)
               for (unsigned c = 0; c < 4; c++) {
                  wave->in[SLOT_TEXCOORD][c][l] = num_u(v[first + l][0][c]);
                  wave->in[SLOT_TEXCOORD + 1][c][l] = num_u(v[first + l][1][c]);
               }
            if (!oracle_run(&prog, level, wave)) {
               oracle_fail(o, "KIL: %s", prog.error);
               continue;
            }
            for (unsigned l = 0; l < EXEC_LANES; l++) {
               count++;
               differ += (wave->t.killed >> l & 1) != killed[first + l];
            }
         }
      oracle_table(o, "| KIL | | %u | %u differ | | | |\n", count, differ);
      if (differ)
         oracle_fail(o, "KIL: %u of %u pixels", differ, count);
      else
         o->passed++;
   }
   oracle_unload(&prog);
   free(wave);
   free(v);
   free(out);
   free(killed);
}

void oracle_texturing(struct oracle *o, const char *only)
{
   static const char *const ops[] = {"TEX", "TXP", "TXB"};

   oracle_table(o, "| texture | target, filter | compared | left open | evaluator: absolute | USC code: absolute | bound "
                   "|\n|---|---|---|---|---|---|---|\n");
   for (unsigned i = 0; i < 3; i++)
      for (unsigned t = 0; t < NUM_TARGETS; t++) {
         const struct exec_tex_info *info = &exec_tex_info[targets[t]];

         if (only && strcmp(only, ops[i]))
            continue;
         for (unsigned filter = 0; filter < 2; filter++)
            for (unsigned quads = 0; quads < 2; quads++) {
               struct tally sum = {.open = 0};
               double bound = filter ? (info->coords + 2) / 64.0 : 0;
               unsigned failed = o->failed;

               for (unsigned unit = filter; unit < 8; unit += 2) {
                  struct job j = {ops[i], targets[t], unit, quads};
                  job(o, &j, &sum);
               }
               if (!sum.e[0].compared)
                  continue;
               const char *fault = oracle_fault_of_gl(o, targets[t], filter);
               oracle_table(o, "| %s | %s, %s, %s | %llu | %llu | %.3g | %.3g | %.3g%s%s |\n", ops[i],
                            exec_tex_target_name[targets[t]], filter ? "linear" : "nearest", quads ? "quads" : "points",
                            (unsigned long long)sum.e[0].compared, (unsigned long long)sum.open,
                            fmax(sum.e[0].abs, sum.e[1].abs), sum.e[2].abs, bound, fault ? ": " : "", fault ? fault : "");
               if (fault) {
                  o->skipped++;
                  continue;
               }
               for (unsigned k = 0; k < ORACLE_LEVELS; k++)
                  if (sum.e[k].abs > bound)
                     oracle_fail(o, "%s %s, %s, %s, %s: %g, bound %g", ops[i], exec_tex_target_name[targets[t]],
                                 filter ? "linear" : "nearest", quads ? "quads" : "points", oracle_level_name[k], sum.e[k].abs,
                                 bound);
               o->passed += o->failed == failed;
            }
      }
   if (!only || !strcmp(only, "KIL"))
      kil(o);
   oracle_table(o, "\n");
}
