/* SPDX-License-Identifier: MIT */
/*
 * TGSI against a GL: draws with a GLSL program for each row of tgsi_rows.def, takes the TGSI that the driver was handed for it, and runs that in
 * the evaluator and as machine code on the same inputs. What is drawn are bits: programs write integers, and read their operands as attributes
 * or flat varyings, whose bits they take as whatever they are.
 */
#include "tests/oracle/tgsi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend-usc/sim/usc_harness.h"
#include "frontend/tgsi/tree/tgsi_ast.h"
#include "model/fpenv.h"
#include "passes/pipeline/pipeline.h"
#include "tests/oracle/glsl.h"
#include "util/rng.h"

#define POINTS 512 /* the first half ordinary, the second one with special operands */
#define TASKS (POINTS / EXEC_LANES)

enum { V = 1, F = 2, VF = 3 };
static const struct row {
   const char *statement, *operands;
   unsigned stages;
   char result, of_what; /* 'F' 'X' 'D'; 'R' 'S' */
   double bound;
} rows[] = {
#define GLSL(stages, operands, result, of_what, bound, statement) {statement, operands, stages, #result[0], #of_what[0], bound},
#include "tests/oracle/tgsi_rows.def"
#undef GLSL
};
#define NUM_ROWS (sizeof rows / sizeof rows[0])

/* ---- operands ------------------------------------------------------------------------------------------------------------ */

static void put64(uint32_t v[2], uint64_t bits)
{
   v[0] = (uint32_t)bits;
   v[1] = (uint32_t)(bits >> 32);
}

static uint64_t bits_of(double d)
{
   uint64_t u;

   memcpy(&u, &d, 8);
   return u;
}

static uint32_t special_float(uint32_t h)
{
   static const uint32_t values[] = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0xff7fffff, 0x00800000,
                                     0x3f000000, 0x3fc00000, 0x40200000, 0xc0200000, 0x4f000000, 0xcf000000, 0x4f800000, 0x7e967699, 0x33800000, 0xb3800000};
   return values[h % (sizeof values / 4)];
}

static uint32_t special_integer(uint32_t h)
{
   static const uint32_t values[] = {0, 1, 2, 3, 31, 32, 33, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
   return values[h % (sizeof values / 4)];
}

/* Two 64-bit values of a kind: d h q doubles, l m integers. */
static void wide(char kind, struct util_rng *r, bool special, uint32_t v[4])
{
   static const double doubles[] = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 4503599627370495.5, 9007199254740993.0, 2147483647.5, -2147483649.0, 4294967296.0,
                                    9223372036854775808.0, -9223372036854775808.0, 18446744073709551616.0, 1.7976931348623157e308, 2.2250738585072014e-308,
                                    INFINITY, -INFINITY, NAN};
   for (unsigned k = 0; k < 2; k++) {
      const uint64_t h = util_rng_u64(r);
      double d = (double)(h >> 11) * 0x1p-53 + 1;
      if (strchr("dhq", kind)) {
         d = ldexp(kind != 'q' && h & 1 ? -d : d, (int)(h >> 1 & 31) - 8);
         if (special && kind == 'd')
            d = doubles[(h >> 7) % (sizeof doubles / sizeof doubles[0])];
         put64(v + 2 * k, bits_of(kind == 'q' ? fabs(d) : d));
      } else if (kind == 'm') {
         put64(v + 2 * k, 1 + (h >> (special ? 2 : 50)));
      } else {
         const uint64_t values[] = {0, 1, 2, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, UINT64_MAX, 0x8000000000000001};
         put64(v + 2 * k, special && !(h & 3) ? values[(h >> 3) % 9] : h >> (h >> 5 & 31));
      }
   }
}

static void operand(char kind, struct util_rng *r, bool special, uint32_t v[4])
{
   if (strchr("dhqlm", kind)) {
      wide(kind, r, special, v);
      return;
   }
   for (unsigned c = 0; c < 4; c++) {
      const uint64_t h = util_rng_u64(r);
      const uint32_t u = (uint32_t)(h >> 32);
      const float unit = (float)(u >> 8) * 0x1p-24f;

      switch (kind) {
      case 'f': v[c] = special && u & 1 ? special_float(u >> 1) : num_u(oracle_number(h)); break;
      case 'g': v[c] = num_u(oracle_number(h)); break;
      case 'p': v[c] = num_u(fabsf(oracle_number(h))); break;
      case 'u': v[c] = num_u(2 * unit - 1); break;
      case 'e': v[c] = num_u(16 * unit - 8); break;
      case 'x': v[c] = num_u(8 * unit - 4); break;
      case 't': v[c] = num_u((float)(u % 64) / 64 + 0x1.8p-9f); break;
      case 's': v[c] = u % 32; break;
      case 'n': v[c] = u % 100 + 1; break;
      default: v[c] = special ? special_integer(u) : u >> (h & 31); break;
      }
   }
}

/* ---- the GL -------------------------------------------------------------------------------------------------------------- */

struct work {
   const struct row *row;
   bool vertex;
   uint32_t in[POINTS][4][4]; /* position and operands a b c */
   uint32_t (*gl)[4];         /* by pixel */
   bool untouched[POINTS];
   struct oracle_glsl glsl;
   char *text; /* the TGSI */
   struct oracle_error e[ORACLE_LEVELS];
   unsigned differ, special; /* results with special operands */
   char example[160];
};

static const char head[] = "#version 400 compatibility\n"
                           "#extension GL_ARB_shader_bit_encoding : enable\n#extension GL_ARB_explicit_attrib_location : enable\n"
                           "#extension GL_ARB_separate_shader_objects : enable\n#extension GL_ARB_gpu_shader5 : enable\n"
                           "#extension GL_MESA_shader_integer_functions : enable\n#extension GL_ARB_shading_language_packing : enable\n"
                           "#extension GL_ARB_gpu_shader_fp64 : enable\n#extension GL_ARB_gpu_shader_int64 : enable\n"
                           "#extension GL_ARB_derivative_control : enable\n";
static const char body[] = "uniform sampler2D s2[2];\nuniform sampler3D s3[2];\nuniform samplerCube sc[2];\nuniform sampler2DShadow sh[2];\nvoid main() {\n"
                           "uvec4 ua = floatBitsToUint(a), ub = floatBitsToUint(b), uc = floatBitsToUint(c);\n"
                           "ivec4 ia = ivec4(ua), ib = ivec4(ub), ic = ivec4(uc);\n";

static const char *texture_of(const struct row *row)
{
   return strstr(row->statement, "s2[") ? "s2" : strstr(row->statement, "s3[") ? "s3" : strstr(row->statement, "sc[") ? "sc" : strstr(row->statement, "sh[") ? "sh" : NULL;
}

static bool has(const struct row *row, const char *word)
{
   return strstr(row->statement, word) != NULL;
}

/* The program of the stage that is tested; its result is `out`. */
static void statement(char *s, size_t size, const struct row *row, const char *out)
{
   const bool doubles = has(row, "da") || has(row, "dr"), longs = has(row, "mr") || has(row, "la") || has(row, "ma,") || has(row, "ma)");
   const char *type = row->result == 'X' ? "uvec4" : "vec4";
   size_t n = strlen(s);

   n += (size_t)snprintf(s + n, size - n, "%s", body);
   if (doubles)
      n += (size_t)snprintf(s + n, size - n, "#define D(v) dvec2(packDouble2x32(v.xy), packDouble2x32(v.zw))\ndvec2 da = D(ua), db = D(ub), dc = D(uc), dr;\n");
   if (longs)
      n += (size_t)snprintf(s + n, size - n,
                            "#define M(v) u64vec2(packUint2x32(v.xy), packUint2x32(v.zw))\n#define L(v) i64vec2(packInt2x32(v.xy), packInt2x32(v.zw))\n"
                            "u64vec2 ma = M(ua), mb = M(ub), mc = M(uc), mr;\ni64vec2 la = L(ia), lb = L(ib), lc = L(ic);\n");
   if (has(row, "dr = "))
      snprintf(s + n, size - n, "%s;\n%s = uvec4(unpackDouble2x32(dr.x), unpackDouble2x32(dr.y));\n}\n", row->statement, out);
   else if (has(row, "mr = "))
      snprintf(s + n, size - n, "%s;\n%s = uvec4(unpackUint2x32(mr.x), unpackUint2x32(mr.y));\n}\n", row->statement, out);
   else
      snprintf(s + n, size - n, "%s r;\n%s;\n%s = %s;\n}\n", type, row->statement, out, row->result == 'X' ? "r" : "floatBitsToUint(r)");
}

static void textures(struct oracle *o, const struct work *w)
{
   static const GLint units[2] = {0, 1};
   const char *name = texture_of(w->row);

   for (unsigned u = 0; name && u < 2; u++)
      oracle_texture(&o->gl, u, name[1] == '2' ? TEX_2D : name[1] == '3' ? TEX_3D : name[1] == 'c' ? TEX_CUBE : TEX_SHADOW2D);
   if (name)
      o->gl.Uniform1iv(o->gl.GetUniformLocation(w->glsl.program, name), 2, units);
}

static bool is_pixels(const struct row *row)
{
   return row->operands[0] == 'w';
}

/* Draws. The error is in o->gl.error or w->glsl.error. */
static bool draw(struct oracle *o, struct work *w)
{
   static char vs[6000], fs[6000];

   snprintf(vs, sizeof vs, "%slayout(location = 0) in vec4 place;\nlayout(location = 1) in vec4 a;\nlayout(location = 2) in vec4 b;\nlayout(location = 3) in vec4 c;\n", head);
   snprintf(fs, sizeof fs, "%sout uvec4 o;\n", head);
   if (w->vertex) {
      strcat(vs, "layout(location = 0) flat out uvec4 v;\n");
      statement(vs, sizeof vs, w->row, "gl_Position = place;\nv");
      strcat(fs, "layout(location = 0) flat in uvec4 v;\nvoid main() { o = v; }\n");
   } else {
      strcat(vs, "layout(location = 0) flat out vec4 va;\nlayout(location = 1) flat out vec4 vb;\nlayout(location = 2) flat out vec4 vc;\n"
                 "void main() { gl_Position = place; va = a; vb = b; vc = c; }\n");
      strcat(fs, "layout(location = 0) flat in vec4 a;\nlayout(location = 1) flat in vec4 b;\nlayout(location = 2) flat in vec4 c;\n");
      statement(fs, sizeof fs, w->row, "o");
   }
   o->gl.error[0] = 0;
   bool ok = oracle_gl_integer_target(&o->gl, true) && oracle_glsl_begin(&o->gl, &w->glsl, vs, fs);
   if (ok) {
      float *data = malloc(sizeof w->in);
      textures(o, w);
      memcpy(data, w->in, sizeof w->in);
      ok = oracle_gl_draw_integers(&o->gl, is_pixels(w->row) ? 0 : POINTS, data, 4, w->gl);
      free(data);
   }
   oracle_glsl_caught(&w->glsl);
   for (unsigned i = 0; i < POINTS; i++)
      w->untouched[i] = oracle_gl_untouched(w->gl[i]);
   return oracle_gl_integer_target(&o->gl, false) && ok;
}

/* ---- ours ---------------------------------------------------------------------------------------------------------------- */

struct program {
   struct util_ctx ctx;
   struct tgsi_program *p;
   struct usc_program code;
};

static const num_m models[ORACLE_LEVELS] = {&num_model_ieee, &num_model_usc_rne, &num_model_usc_rne};

static bool load(struct program *g, const char *text)
{
   static const struct pass_lower lower = {.idiv = true, .fround = true, .fetch = true, .cube_grad = true};
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = &lower};
   struct usc_options opt = usc_default_options();

   g->p = tgsi_parse(&g->ctx, text, strlen(text), NULL);
   struct ir_shader *s = g->p ? tgsi_lower(&g->ctx, g->p, &num_model_usc_rne) : NULL;
   if (!s)
      return false;
   pass_run_pipeline(s, &po);
   opt.sched = USC_SCHED_FAST;
   opt.features |= USC_HAS_RNE; /* as the GL rounds */
   return usc_compile(&g->ctx, s, &opt, &g->code);
}

static bool execute(struct program *g, enum oracle_level level, struct oracle_task *t)
{
   enum exec_status st;

   t->t.num = models[level];
   t->t.budget = 10000000;
   t->t.in = &t->in;
   t->t.out = t->out;
   t->t.out_taint = t->taint;
   t->t.helper = t->t.killed = 0;
   if (level != ORACLE_CODE) {
      st = tgsi_eval_run(&g->ctx, g->p, &t->t);
   } else {
      struct usc_task *u = UTIL_NEW(&g->ctx, struct usc_task);
      struct usc_harness harness;
      usc_task_setup(&g->ctx, &harness, u, &g->code, &t->t);
      st = usc_sim_run(usc_harness_code(&g->ctx, &g->code), u);
      t->t.fault = u->fault;
      if (st == EXEC_DONE)
         usc_task_results(u, &g->code, &t->t);
   }
   return st == EXEC_DONE;
}

/* Points are drawn one by one, so a texture is without derivatives: then a quad of instances has the same operands. Pixels are by row. */
static unsigned point_of(const struct work *w, unsigned task, unsigned lane)
{
   const unsigned quad = task * (EXEC_LANES / 4) + lane / 4, row = ORACLE_GRID / 2;

   if (is_pixels(w->row))
      return (quad / row * 2 + (lane >> 1 & 1)) * ORACLE_GRID + quad % row * 2 + (lane & 1);
   return texture_of(w->row) ? task * (EXEC_LANES / 4) + lane / 4 : task * EXEC_LANES + lane;
}

static void init(struct oracle_task *t, const struct work *w, unsigned task)
{
   memset(t, 0, sizeof *t);
   t->sampler.seed = ORACLE_TEXTURE_SEED;
   t->sampler.compare_taps = true;
   t->t.valid = ~0u;
   /* The only parameter of programs without uniforms: how y of the window is turned (STATE_FB_WPOS_Y_TRANSFORM); for a framebuffer object not. */
   t->param[0][0] = t->param[0][2] = NUM_ONE;
   t->t.param = (const uint32_t(*)[4])t->param;
   t->t.num_params = 1;
   t->t.tex = exec_sampler_fn;
   t->t.tex_user = &t->sampler;
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      float pos[4];
      oracle_gl_point_at(point_of(w, task, l), pos);
      for (unsigned c = 0; c < 4; c++)
         t->in[SLOT_POSITION][c][l] = num_u(pos[c]);
      for (unsigned k = 0; k < 4; k++)
         for (unsigned c = 0; c < 4; c++) {
            const uint32_t v = w->in[point_of(w, task, l)][k][c];
            if (w->vertex)
               t->in[SLOT_VATTR + k][c][l] = v;
            else if (k)
               t->in[SLOT_ATTR + k - 1][c][l] = v;
         }
   }
}

/* ---- comparison ---------------------------------------------------------------------------------------------------------- */

static double scale_of(const struct work *w, unsigned point, uint32_t gl)
{
   double s = 1;

   if (w->row->of_what == 'R')
      return fabs((double)num_f(gl));
   for (unsigned k = 0; w->row->operands[k]; k++) {
      double max = 1;
      for (unsigned c = 0; c < 4; c++) {
         const double v = strchr("fgpuext", w->row->operands[k]) ? fabs((double)num_f(w->in[point][1 + k][c])) : 1;
         max = v > max ? v : max;
      }
      s *= max;
   }
   return s;
}

static double double_of(const uint32_t v[2])
{
   const uint64_t u = (uint64_t)v[1] << 32 | v[0];
   double d;

   memcpy(&d, &u, 8);
   return d;
}

/* The error of a component; of a double, counted at its first word. */
static void compare(const struct work *w, struct oracle_error *e, unsigned point, unsigned c, const uint32_t ours[4])
{
   const uint32_t *gl = w->gl[point];

   if (w->row->result == 'X') {
      e->compared++;
      if (ours[c] != gl[c])
         e->ulp = e->abs = INFINITY;
   } else if (w->row->result == 'F') {
      oracle_compare(e, ours[c], gl[c], scale_of(w, point, gl[c]));
   } else if (!(c & 1)) {
      const double a = double_of(ours + c), b = double_of(gl + c), d = fabs(a - b);
      e->compared++;
      if ((isnan(a) && isnan(b)) || a == b)
         return;
      e->abs = fmax(e->abs, isnan(d) ? INFINITY : d);
      e->ulp = fmax(e->ulp, isnan(d) || isinf(d) ? INFINITY : d / (fmax(fabs(b), 0x1p-1022) * 0x1p-52));
   }
}

static bool is_special(const struct work *w, unsigned point)
{
   return point >= POINTS / 2 && strchr("FD", w->row->result) && strcspn(w->row->operands, "fd") < strlen(w->row->operands);
}

static void judge(struct oracle *o, struct work *w, enum oracle_level level, unsigned point, const uint32_t ours[4], bool killed)
{
   struct oracle_error one = {0};

   if (w->untouched[point] || killed) {
      if (w->untouched[point] != killed)
         oracle_fail(o, "`%s`: %s: point %u is %s", w->row->statement, oracle_level_name[level], point, killed ? "killed" : "not killed");
      return;
   }
   for (unsigned c = 0; c < 4; c++)
      compare(w, &one, point, c, ours);
   if (!is_special(w, point)) {
      w->e[level].ulp = fmax(w->e[level].ulp, one.ulp);
      w->e[level].compared += one.compared;
   } else if (level == ORACLE_CODE) {
      w->special++;
      w->differ += one.ulp > w->row->bound;
   }
   if (one.ulp > w->row->bound && !w->example[0])
      snprintf(w->example, sizeof w->example, "%08x %08x %08x %08x, %08x: GL %08x %08x, ours %08x %08x", w->in[point][1][0], w->in[point][1][1], w->in[point][2][0],
               w->in[point][2][1], w->in[point][3][0], w->gl[point][0], w->gl[point][1], ours[0], ours[1]);
}

/* Runs all points at all levels. Leaves by ctx.unwind if memory runs out. */
static bool run_levels(struct oracle *o, struct work *w, struct program *g, struct oracle_task *t)
{
   const unsigned step = texture_of(w->row) && !is_pixels(w->row) ? 4 : 1, slot = w->vertex ? SLOT_ATTR : SLOT_FRAG_COLOR;
   bool ok = load(g, w->text);

   for (unsigned task = 0; ok && task < step * TASKS; task++)
      for (unsigned level = 0; ok && level < ORACLE_LEVELS; level++) {
         struct util_arena mark = g->ctx.arena;
         init(t, w, task);
         ok = execute(g, (enum oracle_level)level, t);
         for (unsigned l = 0; ok && l < EXEC_LANES; l += step) {
            const uint32_t ours[4] = {t->out[slot][0][l], t->out[slot][1][l], t->out[slot][2][l], t->out[slot][3][l]};
            judge(o, w, (enum oracle_level)level, point_of(w, task, l), ours, t->t.killed >> l & 1);
         }
         util_arena_release(&g->ctx, &mark);
      }
   return ok;
}

static void run_ours(struct oracle *o, struct work *w)
{
   struct program *g = calloc(1, sizeof *g);
   struct oracle_task *t = calloc(1, sizeof *t);
   volatile bool ok = false;
   fenv_t env;

   util_ctx_init(&g->ctx, NULL, 0);
   g->ctx.text = w->text;
   g->ctx.text_len = strlen(w->text);
   g->ctx.no_warnings = true;
   num_fpenv_enter(&env);
   if (setjmp(g->ctx.unwind) == 0) {
      g->ctx.unwind_set = true;
      ok = run_levels(o, w, g, t);
   }
   num_fpenv_leave(&env);
   if (!ok)
      oracle_fail(o, "`%s`: %s\n%s", w->row->statement, g->ctx.diags ? g->ctx.diags->message : t->t.fault ? t->t.fault : "does not run", w->text);
   util_ctx_finish(&g->ctx);
   free(t);
   free(g);
}

/* ---- the table ----------------------------------------------------------------------------------------------------------- */

/* The instructions of the program but for copies, each once; marks them as reached. */
static void instructions(const char *text, char *names, size_t size, bool *reached)
{
   size_t at = 0;

   names[0] = 0;
   for (const char *s = strstr(text, ": "); s; s = strstr(s + 2, ": ")) {
      const char *name = s + 2;
      for (unsigned op = 0; op < TGSI_OP_COUNT; op++) {
         const char *full = tgsi_op_info[op].name;
         const size_t m = strlen(full);
         if (strncmp(full, name, m) || (name[m] != ' ' && name[m] != '\n' && strncmp(name + m, "_SAT", 4)))
            continue;
         const bool plain = op == TGSI_OP_MOV || op == TGSI_OP_END;
         const char *before = strstr(names, full);
         const bool twice = before && (before[m] == ' ' || !before[m]) && (before == names || before[-1] == ' ');
         reached[op] = true;
         if (!plain && !twice)
            at += (size_t)snprintf(names + at, at < size ? size - at : 0, "%s%s", at ? " " : "", full);
      }
   }
}

/* What the stages of a row sum up to. */
struct sum {
   double ulp[ORACLE_LEVELS];
   unsigned differ, special;
   char names[300];
};

static void one(struct oracle *o, const struct row *row, bool vertex, bool *reached, struct sum *sum)
{
   struct work *w = calloc(1, sizeof *w);
   struct util_rng r;

   w->row = row;
   w->vertex = vertex;
   w->gl = calloc(ORACLE_MAX_POINTS, sizeof *w->gl);
   util_rng_init(&r, (uint64_t)(row - rows) * 2 + vertex + 1);
   for (unsigned i = 0; i < POINTS; i++) {
      float pos[4];
      oracle_gl_point_at(i, pos);
      for (unsigned c = 0; c < 4; c++)
         w->in[i][0][c] = num_u(c == 0 || c == 1 ? pos[c] / (ORACLE_GRID / 2) - 1 : c == 3 ? 1.0f : 0.0f);
      for (unsigned k = 0; row->operands[k]; k++)
         operand(row->operands[k], &r, i >= POINTS / 2, w->in[i][1 + k]);
   }
   const unsigned failed = o->failed;
   if (!draw(o, w)) {
      oracle_fail(o, "`%s` (%s): %s %s", row->statement, vertex ? "vertex" : "fragment", o->gl.error, w->glsl.error);
   } else if (!(w->text = oracle_glsl_tgsi(&w->glsl, vertex ? "VERT" : "FRAG"))) {
      oracle_fail(o, "`%s`: the driver printed no TGSI", row->statement);
   } else {
      instructions(w->text, sum->names, sizeof sum->names, reached);
      if (o->verbose)
         printf("%s\n", w->text);
      run_ours(o, w);
      for (unsigned k = 0; k < ORACLE_LEVELS; k++)
         sum->ulp[k] = fmax(sum->ulp[k], w->e[k].ulp);
      sum->differ += w->differ;
      sum->special += w->special;
      if (w->example[0] && o->verbose)
         printf("   %s\n", w->example);
      for (unsigned k = 0; k < ORACLE_LEVELS; k++)
         if (w->e[k].ulp > row->bound || !w->e[k].compared)
            oracle_fail(o, "`%s` (%s), %s: %g, bound %g", row->statement, vertex ? "vertex" : "fragment", oracle_level_name[k], w->e[k].ulp, row->bound);
   }
   o->passed += o->failed == failed;
   oracle_glsl_end(&o->gl, &w->glsl);
   free(w->text);
   free(w->gl);
   free(w);
}

static void row_of_table(const struct oracle *o, const struct row *row, const struct sum *sum)
{
   char text[200];
   size_t n = 0;

   for (const char *s = row->statement; *s && n + 2 < sizeof text; s++) {
      if (*s == '|')
         text[n++] = '\\';
      text[n++] = *s;
   }
   text[n] = 0;
   oracle_table(o, "| `%s` | %s | %s%s | %.2g | %.2g | %.2g | %g%s | ", text, sum->names, row->stages & V ? "V" : "", row->stages & F ? "F" : "", sum->ulp[0],
                sum->ulp[1], sum->ulp[2], row->bound, row->of_what == 'S' ? " (sum)" : "");
   if (sum->special)
      oracle_table(o, "%u of %u |\n", sum->differ, sum->special);
   else
      oracle_table(o, "|\n");
}

void oracle_tgsi(struct oracle *o, const char *only)
{
   static bool reached[TGSI_OP_COUNT];
   unsigned n = 0;

   oracle_table(o, "| GLSL | TGSI | programs | evaluator, ieee | evaluator, usc | USC code | bound | special: differ |\n"
                   "|---|---|---|---|---|---|---|---|\n");
   for (unsigned i = 0; i < NUM_ROWS; i++) {
      struct sum sum = {.differ = 0};
      if (only && !strstr(rows[i].statement, only))
         continue;
      for (unsigned stage = 0; stage < 2; stage++)
         if (rows[i].stages >> stage & 1)
            one(o, &rows[i], stage == 0, reached, &sum);
      row_of_table(o, &rows[i], &sum);
   }
   for (unsigned op = 0; op < TGSI_OP_COUNT; op++)
      n += reached[op];
   oracle_table(o, "\n%u instructions are reached:", n);
   for (unsigned op = 0; op < TGSI_OP_COUNT; op++)
      if (reached[op])
         oracle_table(o, " %s", tgsi_op_info[op].name);
   oracle_table(o, ".\n\n");
}
