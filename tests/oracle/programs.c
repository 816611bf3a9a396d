/* SPDX-License-Identifier: MIT */
/*
 * Runs whole programs in the GL and at our levels. Both read the same attributes, parameters, textures and window positions;
 * rewrite.h replaces the inputs and outputs of the program for that. All components that the program writes are compared.
 *
 * Two implementations that round differently give results that differ by as much as the program amplifies small differences.
 * That amplification is measured: our evaluator runs again with inputs and parameters perturbed by 2^-18 of their value, with
 * perturbed sampling, with different rounding, and with other numbers for all that the documents leave undefined. The bound is
 * four times the spread of its results, plus 2^-16 of the value. A result is left open if it spreads by more than a tenth, or
 * if its pixel is killed in some runs only. Such a program reads something undefined, or its result depends on a comparison or
 * on the edge of a texel.
 */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/oracle/oracle.h"
#include "tests/oracle/rewrite.h"
#include "util/rng.h"

#define INSTANCES 64
#define SEEDS 2
#define PERTURBATIONS 16

struct batch {
   float attrib[INSTANCES][ORACLE_NUM_ATTRIBS][4];
   float varying[INSTANCES][ORACLE_NUM_VARYINGS][4];
   uint32_t out[32][INSTANCES][4]; /* by result of the rewritten text */
   bool killed[INSTANCES];
};

struct verdict {
   uint64_t compared, open, differ[ORACLE_LEVELS], special;
   char first[300];
};

static const unsigned varying_slot[ORACLE_NUM_VARYINGS] = {
    SLOT_TEXCOORD,     SLOT_TEXCOORD + 1, SLOT_TEXCOORD + 2, SLOT_TEXCOORD + 3, SLOT_TEXCOORD + 4, SLOT_TEXCOORD + 5,
    SLOT_TEXCOORD + 6, SLOT_TEXCOORD + 7, SLOT_COLOR,        SLOT_COLOR + 1,    SLOT_FOG,
};

static void fill(struct batch *b, const struct oracle_program *p, uint32_t seed)
{
   for (unsigned i = 0; i < INSTANCES; i++) {
      for (unsigned k = 0; k < ORACLE_NUM_ATTRIBS; k++)
         for (unsigned c = 0; c < 4; c++) {
            uint64_t key = ((uint64_t)seed << 40) + i * 4096 + k * 16 + c;
            float x = oracle_number(key);
            /* Attributes that may be indices are small numbers, away from integers so that rounding does not change them. */
            b->attrib[i][k][c] = p->relative ? 0.25f + (float)(util_mix64(key) % 3) : x;
            if (k < ORACLE_NUM_VARYINGS)
               b->varying[i][k][c] = x;
         }
      b->varying[i][10][1] = b->varying[i][10][2] = 0;
      b->varying[i][10][3] = 1;
      /* Fill in the components that the tables of attributes supply. In the GL, generic attributes replace the conventional
         ones, and they have four components. */
      for (uint32_t j = 0; j < p->ast->num_vars; j++) {
         const struct nv_var *v = &p->ast->vars[j];
         for (unsigned c = v->cls == NV_ATTRIB && v->slot <= SLOT_VATTR_LAST && v->supplied ? v->supplied : 4; c < 4; c++)
            b->attrib[i][v->slot - SLOT_VATTR][c] = c == 3;
      }
   }
}

/* Gives the GL everything that the program reads except its inputs. */
static bool environment(struct oracle *o, const struct oracle_program *p, const struct oracle_rewrite *rw, uint32_t seed)
{
   GLenum target = p->ast->stage == NV_VERTEX ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB;
   float v[4];

   for (unsigned i = 0; i < p->num_params; i++) {
      const struct io_param *e = &p->params[i];
      oracle_param(e, seed, v);
      if (e->cls == PARAM_ENV)
         oracle_gl_env(&o->gl, target, e->index, v);
      else if (e->cls == PARAM_LOCAL)
         oracle_gl_local(&o->gl, target, e->index, v);
   }
   for (unsigned i = 0; i < rw->num_state; i++) {
      oracle_param(&rw->state[i], seed, v);
      oracle_gl_env(&o->gl, target, ORACLE_STATE_ENV + i, v);
   }
   oracle_gl_fog(&o->gl, oracle_fog, oracle_fog_color);
   for (unsigned u = 0; u < 32; u++)
      if (p->ast->unit_target[u] != TEX_TARGET_COUNT && !oracle_texture(&o->gl, u, p->ast->unit_target[u]))
         return false;
   return true;
}

/* Gets all results of all invocations from the GL. Returns NULL, or the reason for a failure. */
static const char *run_gl(struct oracle *o, struct oracle_program *p, const char *text, size_t len, uint32_t seed,
                          struct batch *b, struct oracle_rewrite *rw)
{
   bool vertex = p->ast->stage == NV_VERTEX;
   unsigned place = 0;

   while (place < 16 && (p->attribs >> place & 1))
      place++;
   if (vertex && place == 16)
      return "no attribute is free for the position";
   for (unsigned first = 0, n = 1; first < n; first += vertex ? 8 : 1) {
      if (!oracle_rewrite(rw, p, text, len, first, place))
         return rw->error;
      n = rw->num_results;
      if (!oracle_gl_program(&o->gl, vertex ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB, rw->text.data, rw->text.len)) {
         if (o->verbose)
            printf("%s\n", rw->text.data);
         return o->gl.error;
      }
      if (!environment(o, p, rw, seed))
         return "a texture is refused";
      if (vertex) {
         uint32_t(*out)[ORACLE_NUM_RESULTS][4] = calloc(INSTANCES, sizeof *out);
         unsigned k = n - first < 8 ? n - first : 8;
         bool ok = oracle_gl_run_vertex(&o->gl, INSTANCES, b->attrib, place, (1u << k) - 1, out);
         for (unsigned i = 0; i < INSTANCES; i++)
            for (unsigned j = 0; j < k; j++)
               memcpy(b->out[first + j][i], out[i][j], 16);
         free(out);
         if (!ok)
            return o->gl.error;
      } else if (!oracle_gl_run_points(&o->gl, INSTANCES, b->varying, b->out[first], b->killed)) {
         return o->gl.error;
      }
   }
   return NULL;
}

/* Returns the invocation of a lane. If textures are sampled, the four lanes of a quad have the inputs of one invocation, so
   that derivatives are 0 as in a point. Their window positions differ, as they do in the GL. */
static unsigned instance_of(const struct oracle_program *p, unsigned l)
{
   return p->textures ? l / 4 : l;
}

static void inputs(struct oracle_wave *t, const struct oracle_program *p, const struct batch *b, unsigned first)
{
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      unsigned i = first + instance_of(p, l);
      float pos[4];

      oracle_gl_point_at(i, pos);
      if (p->textures) {
         pos[0] = floorf(pos[0] / 2) * 2 + 0.5f + (float)(l & 1);
         pos[1] = floorf(pos[1] / 2) * 2 + 0.5f + (float)(l >> 1 & 1);
      }
      /* The pipeline supplies y counted from the side that the program expects. It always supplies centres: the program
         computes integers. */
      if (p->ast->opt_origin_upper_left)
         pos[1] = ORACLE_GRID - pos[1];
      for (unsigned c = 0; c < 4; c++) {
         t->in[SLOT_POSITION][c][l] = num_u(pos[c]);
         for (unsigned k = 0; k < ORACLE_NUM_ATTRIBS; k++)
            t->in[SLOT_VATTR + k][c][l] = num_u(b->attrib[i][k][c]);
         for (unsigned k = 0; k < ORACLE_NUM_VARYINGS; k++)
            t->in[varying_slot[k]][c][l] = num_u(b->varying[i][k][c]);
      }
   }
}

static bool compare(struct oracle_program *p, const struct batch *b, const struct oracle_rewrite *rw, uint32_t seed,
                    struct verdict *v)
{
   struct oracle_wave *wave = calloc(1, sizeof *wave), *perturbed = calloc(PERTURBATIONS, sizeof *perturbed);
   unsigned step = p->textures ? EXEC_LANES / 4 : EXEC_LANES;
   bool ok = true, fog = p->ast->opt_fog_exp || p->ast->opt_fog_exp2 || p->ast->opt_fog_linear;

   for (unsigned first = 0; first < INSTANCES && ok; first += step) {
      for (unsigned k = 0; k < PERTURBATIONS && ok; k++) {
         oracle_wave_init(&perturbed[k], p, seed);
         inputs(&perturbed[k], p, b, first);
         ok = oracle_run_perturbed(p, &perturbed[k], k + 1);
      }
      for (enum oracle_level level = 0; level < ORACLE_LEVELS && ok; level++) {
         if (level == ORACLE_CODE && !p->code)
            continue;
         oracle_wave_init(wave, p, seed);
         inputs(wave, p, b, first);
         ok = oracle_run(p, level, wave);
         for (unsigned at = 0; at < EXEC_LANES && ok; at += p->textures ? 4 : 1) {
            unsigned i = first + instance_of(p, at),
                     l = at + (p->textures ? (i % ORACLE_GRID & 1) + (i / ORACLE_GRID & 1) * 2 : 0);
            bool killed = wave->t.killed >> l & 1, open = false;

            for (unsigned k = 0; k < PERTURBATIONS; k++)
               open |= (perturbed[k].t.killed >> l & 1) != killed;
            if (!open && killed != b->killed[i]) {
               if (!v->differ[level]++ && !v->first[0])
                  snprintf(v->first, sizeof v->first, "instance %u, %s: %s, in the GL it is %s", i, oracle_level_name[level],
                           killed ? "killed" : "alive", killed ? "alive" : "killed");
            }
            if (open || killed || b->killed[i])
               continue;
            for (unsigned s = 0; s < rw->num_results; s++)
               for (unsigned c = 0; c < 4; c++) {
                  unsigned slot = rw->result[s];
                  double ours = (double)num_f(wave->out[slot][c][l]), theirs = (double)num_f(b->out[s][i][c]), spread = 0;

                  if (!(p->written[slot] >> c & 1))
                     continue;
                  if (fog && c == 3) /* see docs/semantics.md */
                     ours = fmin(fmax(ours, 0), 1);
                  for (unsigned k = 0; k < PERTURBATIONS; k++) {
                     double d = fabs((double)num_f(perturbed[k].out[slot][c][l]) - ours);
                     spread = d > spread || isnan(d) ? d : spread;
                  }
                  if (isnan(ours) || isinf(ours)) {
                     v->special++;
                     continue;
                  }
                  /* softpipe draws nothing if it finds an undefined varying. */
                  if (!(spread <= 0.1 * fabs(ours) + 0.02) || oracle_gl_untouched(b->out[s][i])) {
                     v->open++;
                     continue;
                  }
                  v->compared++;
                  if (fabs(ours - theirs) <= 4 * spread + fabs(ours) * 0x1p-16 + 0x1p-100)
                     continue;
                  v->differ[level]++;
                  if (!v->first[0]) {
                     char name[32];
                     snprintf(v->first, sizeof v->first, "instance %u, %s.%c, %s: %.9g, the GL has %.9g (spread %.2g)", i,
                              io_slot_name((enum io_slot)slot, name, sizeof name), "xyzw"[c], oracle_level_name[level], ours,
                              theirs, spread);
                  }
               }
         }
      }
   }
   free(wave);
   free(perturbed);
   return ok;
}

static char *slurp(const char *path, size_t *len)
{
   FILE *f = fopen(path, "rb");
   char *text = NULL;

   *len = 0;
   if (!f)
      return NULL;
   for (size_t got = 1; got; *len += got) {
      text = realloc(text, *len + 65536);
      got = fread(text + *len, 1, 65536, f);
   }
   fclose(f);
   return text;
}

/* By the formula of the document LIT is infinite there, and so it is here and in softpipe. */
static bool zero_to_negative(const struct oracle *o, const struct oracle_program *p)
{
   bool lit = false;

   for (uint32_t i = 0; i < p->ast->num_instrs; i++)
      lit |= p->ast->instrs[i].op == NV_OP_LIT;
   return lit && !strncmp(o->gl.renderer, "llvmpipe", 8);
}

void oracle_program(struct oracle *o, const char *name, const char *text, size_t len, struct oracle_totals *t)
{
   struct oracle_program p;
   struct oracle_rewrite rw;
   struct verdict v = {.compared = 0};
   struct batch *b = calloc(1, sizeof *b);
   const char *error = NULL;
   bool vertex = text[5] == 'v';
   const char *fault = NULL;
   bool theirs = oracle_gl_program(&o->gl, vertex ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB, text, len);
   bool ours = oracle_load(&p, text, len);

   if (!ours && !theirs) {
      t->both_refuse++;
   } else if (!ours) {
      t->only_we_refuse++;
      printf("   %s: only we refuse: %s\n", name, p.error);
   } else if (!theirs) {
      t->refused++;
      if (o->verbose)
         printf("   %s: only the GL refuses: %s\n", name, o->gl.error);
   } else {
      for (unsigned u = 0; u < 32; u++)
         if (p.ast->unit_target[u] != TEX_TARGET_COUNT && oracle_fault_of_gl(o, p.ast->unit_target[u], u & 1))
            fault = oracle_fault_of_gl(o, p.ast->unit_target[u], u & 1);
      if (fault) {
         printf("   %s: left out: %s\n", name, fault);
         o->skipped++;
         goto out;
      }
      for (uint32_t seed = 1; seed <= SEEDS && !error; seed++) {
         fill(b, &p, seed);
         error = run_gl(o, &p, text, len, seed, b, &rw);
         if (!error && !compare(&p, b, &rw, seed, &v))
            error = p.error;
      }
      t->no_code += !p.code;
      t->compared += v.compared;
      t->open += v.open;
      t->special += v.special;
      if (error) {
         t->not_shown++;
         printf("   %s: not run: %s\n", name, error);
      } else if ((v.differ[0] || v.differ[1] || v.differ[2]) && zero_to_negative(o, &p)) {
         printf("   %s: left out: llvmpipe takes 0 to a negative power for 0\n", name);
         o->skipped++;
      } else if (v.differ[0] || v.differ[1] || v.differ[2]) {
         t->differ++;
         oracle_fail(o, "%s: %llu, %llu, %llu of %llu results differ; first: %s", name, (unsigned long long)v.differ[0],
                     (unsigned long long)v.differ[1], (unsigned long long)v.differ[2], (unsigned long long)v.compared, v.first);
      } else if (v.compared < (v.compared + v.open + v.special) / 4) {
         t->undecided++;
         if (o->verbose)
            printf("   %s: %llu compared, %llu open, %llu infinite or NaN\n", name, (unsigned long long)v.compared,
                   (unsigned long long)v.open, (unsigned long long)v.special);
      } else {
         t->agree++;
         o->passed++;
      }
   }
out:
   oracle_unload(&p);
   free(b);
}

static void one(struct oracle *o, const char *path, struct oracle_totals *t)
{
   size_t len;
   char *text = slurp(path, &len);

   if (text && len >= 10 && !strncmp(text, "!!ARB", 5))
      oracle_program(o, path, text, len, t);
   free(text);
}

static int by_name(const void *a, const void *b)
{
   return strcmp(*(char *const *)a, *(char *const *)b);
}

static void walk(struct oracle *o, const char *path, struct oracle_totals *t, unsigned depth)
{
   struct stat st;
   DIR *d;

   if (stat(path, &st) != 0)
      return;
   if (!S_ISDIR(st.st_mode)) {
      one(o, path, t);
      return;
   }
   if (depth > 4 || !(d = opendir(path)))
      return;
   char **names = NULL;
   size_t n = 0;
   for (struct dirent *e; (e = readdir(d));)
      if (e->d_name[0] != '.') {
         names = realloc(names, (n + 1) * sizeof *names);
         size_t size = strlen(path) + strlen(e->d_name) + 2;
         names[n] = malloc(size);
         snprintf(names[n++], size, "%s/%s", path, e->d_name);
      }
   closedir(d);
   if (n)
      qsort(names, n, sizeof *names, by_name);
   for (size_t i = 0; i < n; i++) {
      walk(o, names[i], t, depth + 1);
      free(names[i]);
   }
   free(names);
}

void oracle_totals(const char *name, const struct oracle_totals *t)
{
   printf("%s: %u agree, %u differ, %u undecided, %u not run; refused: %u by both, %u by the GL only, %u by us only; %u "
          "without USC code\n"
          "   %llu results compared, %llu left open, %llu infinite or NaN\n",
          name, t->agree, t->differ, t->undecided, t->not_shown, t->both_refuse, t->refused, t->only_we_refuse, t->no_code,
          (unsigned long long)t->compared, (unsigned long long)t->open, (unsigned long long)t->special);
}

void oracle_programs(struct oracle *o, const char *path)
{
   struct oracle_totals t = {.agree = 0};

   walk(o, path, &t, 0);
   oracle_totals(path, &t);
}
