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
#include "frontend/tgsi/ast/tgsi_ast.h"
#include "semantics/fpenv.h"
#include "passes/pipeline/pipeline.h"
#include "tests/oracle/glsl.h"
#include "util/rng.h"

#define POINTS 512 /* the first half ordinary, the second one with special operands */
#define TASKS (POINTS / EXEC_LANES)

enum { STAGE_V, STAGE_F, STAGE_G, NUM_STAGES };
enum { V = 1, F = 2, VF = 3, G = 4, VFG = 7 };
static const char *const stage_name[NUM_STAGES] = {"vertex", "fragment", "geometry"}, *const stage_head[NUM_STAGES] = {"VERT", "FRAG", "GEOM"};
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
   unsigned stage;
   uint32_t in[POINTS][4][4]; /* position and operands a b c */
   uint32_t (*gl)[4];         /* by pixel; that of point n is n */
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
                           "#extension GL_ARB_derivative_control : enable\n#extension GL_ARB_texture_query_levels : enable\n";
static const char body[] = "uvec4 ua = floatBitsToUint(a), ub = floatBitsToUint(b), uc = floatBitsToUint(c);\n"
                           "ivec4 ia = ivec4(ua), ib = ivec4(ub), ic = ivec4(uc);\n";

/* The samplers of two units, nearest and linear. */
static const struct texture {
   const char *name, *type;
   enum exec_tex_target target;
} kinds[] = {
   {"s1", "sampler1D", TEX_1D},           {"s2", "sampler2D", TEX_2D},           {"s3", "sampler3D", TEX_3D},
   {"sc", "samplerCube", TEX_CUBE},       {"sr", "sampler2DRect", TEX_RECT},     {"sh", "sampler2DShadow", TEX_SHADOW2D},
   {"a1", "sampler1DArray", TEX_ARRAY1D}, {"a2", "sampler2DArray", TEX_ARRAY2D}, {"ac", "samplerCubeArray", TEX_ARRAYCUBE},
   {"h1", "sampler1DShadow", TEX_SHADOW1D}, {"hr", "sampler2DRectShadow", TEX_SHADOWRECT}, {"hc", "samplerCubeShadow", TEX_SHADOWCUBE},
   {"b1", "sampler1DArrayShadow", TEX_SHADOWARRAY1D}, {"b2", "sampler2DArrayShadow", TEX_SHADOWARRAY2D}, {"bc", "samplerCubeArrayShadow", TEX_SHADOWARRAYCUBE},
};

static const struct texture *texture_of(const struct row *row)
{
   for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
      const char *s = strstr(row->statement, kinds[k].name);
      if (s && s[2] == '[')
         return &kinds[k];
   }
   return NULL;
}

static bool has(const struct row *row, const char *word)
{
   return strstr(row->statement, word) != NULL;
}

/* The program of the stage that is tested; its result is `out`. */
static void statement(char *s, size_t size, const struct row *row, const char *before, const char *out)
{
   const bool doubles = has(row, "da") || has(row, "dr"), longs = has(row, "mr") || has(row, "la") || has(row, "ma,") || has(row, "ma)");
   const char *type = row->result == 'X' ? "uvec4" : "vec4";
   const struct texture *texture = texture_of(row);
   size_t n = strlen(s);

   if (texture)
      n += (size_t)snprintf(s + n, size - n, "uniform %s %s[2];\n", texture->type, texture->name);
   n += (size_t)snprintf(s + n, size - n, "void main() {\n%s%s", before, body);
   if (doubles)
      n += (size_t)snprintf(s + n, size - n, "#define D(v) dvec2(packDouble2x32(v.xy), packDouble2x32(v.zw))\ndvec2 da = D(ua), db = D(ub), dc = D(uc), dr;\n");
   if (longs)
      n += (size_t)snprintf(s + n, size - n,
                            "#define M(v) u64vec2(packUint2x32(v.xy), packUint2x32(v.zw))\n#define L(v) i64vec2(packInt2x32(v.xy), packInt2x32(v.zw))\n"
                            "u64vec2 ma = M(ua), mb = M(ub), mc = M(uc), mr;\ni64vec2 la = L(ia), lb = L(ib), lc = L(ic);\n");
   if (has(row, "EMIT"))
      snprintf(s + n, size - n, "%s;\n}\n", row->statement);
   else if (has(row, "dr = "))
      snprintf(s + n, size - n, "%s;\n%s = uvec4(unpackDouble2x32(dr.x), unpackDouble2x32(dr.y));\n}\n", row->statement, out);
   else if (has(row, "mr = "))
      snprintf(s + n, size - n, "%s;\n%s = uvec4(unpackUint2x32(mr.x), unpackUint2x32(mr.y));\n}\n", row->statement, out);
   else
      snprintf(s + n, size - n, "%s r;\n%s;\n%s = %s;\n}\n", type, row->statement, out, row->result == 'X' ? "r" : "floatBitsToUint(r)");
}

static void textures(struct oracle *o, const struct work *w)
{
   static const GLint units[2] = {0, 1};
   const struct texture *t = texture_of(w->row);

   for (unsigned u = 0; t && u < 2; u++)
      oracle_texture(&o->gl, u, t->target);
   if (t)
      o->gl.Uniform1iv(o->gl.GetUniformLocation(w->glsl.program, t->name), 2, units);
}

static bool is_pixels(const struct row *row)
{
   return row->operands[0] == 'w';
}

/* Geometry programs take points, or lines if they look at a second vertex. */
static bool takes_lines(const struct row *row)
{
   return has(row, "va[");
}

/*
 * A geometry program emits its result at the place of its point, or vertices by EMIT(dx, dy, value), so many pixels away from there. STRIP in a
 * comment: triangle strips instead of points; TWICE: two invocations.
 */
static void geometry(char *s, size_t size, const struct row *row)
{
   snprintf(s, size, "%slayout(%s%s) in;\nlayout(%s, max_vertices = 8) out;\n", head, takes_lines(row) ? "lines" : "points",
            has(row, "TWICE") ? ", invocations = 2" : "", has(row, "STRIP") ? "triangle_strip" : "points");
   strcat(s, "#define EMIT(x, y, value) { gl_Position = gl_in[0].gl_Position + vec4(float(x) / 32.0, float(y) / 32.0, 0.0, 0.0); v = value; EmitVertex(); }\n"
             "layout(location = 0) flat in vec4 va[];\nlayout(location = 1) flat in vec4 vb[];\nlayout(location = 2) flat in vec4 vc[];\n"
             "layout(location = 3) flat out uvec4 v;\n");
   statement(s, size, row, "vec4 a = va[0], b = vb[0], c = vc[0];\n", "uvec4 result");
   if (!has(row, "EMIT")) {
      s[strlen(s) - 2] = 0; /* the end of main() */
      strcat(s, "EMIT(0, 0, result)\n}\n");
   }
}

/* Draws. The error is in o->gl.error or w->glsl.error. */
static bool draw(struct oracle *o, struct work *w)
{
   static char vs[6000], gs[6000], fs[6000];

   snprintf(vs, sizeof vs, "%slayout(location = 0) in vec4 place;\nlayout(location = 1) in vec4 a;\nlayout(location = 2) in vec4 b;\nlayout(location = 3) in vec4 c;\n", head);
   snprintf(fs, sizeof fs, "%sout uvec4 o;\n", head);
   if (w->stage == STAGE_V) {
      strcat(vs, "layout(location = 0) flat out uvec4 v;\n");
      statement(vs, sizeof vs, w->row, "", "gl_Position = place;\nv");
      strcat(fs, "layout(location = 0) flat in uvec4 v;\nvoid main() { o = v; }\n");
   } else {
      strcat(vs, "layout(location = 0) flat out vec4 va;\nlayout(location = 1) flat out vec4 vb;\nlayout(location = 2) flat out vec4 vc;\n"
                 "layout(location = 4) out vec4 vp;\nvoid main() { gl_Position = place; va = a; vb = b; vc = c; vp = place * 32.0; }\n");
      strcat(fs, w->stage == STAGE_F ? "layout(location = 0) flat in vec4 a;\nlayout(location = 1) flat in vec4 b;\nlayout(location = 2) flat in vec4 c;\n"
                                       "layout(location = 4) in vec4 p;\n"
                                     : "layout(location = 3) flat in uvec4 v;\nvoid main() { o = v; }\n");
      if (w->stage == STAGE_F)
         statement(fs, sizeof fs, w->row, "", "o");
      else
         geometry(gs, sizeof gs, w->row);
   }
   o->gl.error[0] = 0;
   bool ok = oracle_gl_integer_target(&o->gl, true) && oracle_glsl_begin(&o->gl, &w->glsl, vs, w->stage == STAGE_G ? gs : NULL, fs);
   if (ok) {
      float *data = malloc(sizeof w->in);
      textures(o, w);
      memcpy(data, w->in, sizeof w->in);
      ok = oracle_gl_draw_integers(&o->gl, is_pixels(w->row) ? 0 : POINTS, w->stage == STAGE_G && takes_lines(w->row), data, 4, w->gl);
      free(data);
   }
   oracle_glsl_caught(&w->glsl);
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
   static const unsigned lower = PASS_LOWER_idiv | PASS_LOWER_fround | PASS_LOWER_fetch | PASS_LOWER_cube_grad;
   const struct pass_options po = {.opt_level = 2, .ffp = PASS_FFP_GL, .lower = lower};
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

static bool execute(struct program *g, enum oracle_level level, struct oracle_wave *t)
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

/* Points are drawn one by one, so a texture is without derivatives: then a quad of instances has the same operands. Pixels are by row. */
static unsigned point_of(const struct work *w, unsigned wave, unsigned lane)
{
   const unsigned quad = wave * (EXEC_LANES / 4) + lane / 4, row = ORACLE_GRID / 2;

   if (is_pixels(w->row))
      return (quad / row * 2 + (lane >> 1 & 1)) * ORACLE_GRID + quad % row * 2 + (lane & 1);
   return texture_of(w->row) ? wave * (EXEC_LANES / 4) + lane / 4 : wave * EXEC_LANES + lane;
}

/* Inputs of one more vertex than an oracle_wave has. */
struct wave {
   uint32_t in[2][SLOT_COUNT][4][EXEC_LANES];
   struct oracle_wave o;
};

static void set_inputs(struct wave *t, const struct work *w, unsigned wave)
{
   const unsigned vertices = takes_lines(w->row) && w->stage == STAGE_G ? 2 : 1, first = w->stage == STAGE_V ? SLOT_VATTR : SLOT_ATTR - 1;

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

static void init(struct wave *wave, const struct work *w, unsigned number, uint32_t invocation)
{
   struct oracle_wave *t = &wave->o;

   memset(wave, 0, sizeof *wave);
   t->sampler.seed = ORACLE_TEXTURE_SEED;
   t->sampler.compare_taps = true;
   t->t.in = wave->in;
   t->t.valid = ~0u;
   /* The only parameter of programs without uniforms: how y of the window is turned (STATE_FB_WPOS_Y_TRANSFORM); for a framebuffer object not. */
   t->param[0][0] = t->param[0][2] = NUM_ONE;
   t->t.param = (const uint32_t(*)[4])t->param;
   t->t.num_params = 1;
   t->t.tex = exec_sampler_fn;
   t->t.tex_user = &t->sampler;
   set_inputs(wave, w, number);
   for (unsigned l = 0; l < EXEC_LANES; l++)
      wave->in[0][SLOT_INVOCATION][0][l] = invocation;
}

/* ---- what geometry programs emit ----------------------------------------------------------------------------------------- */

/* The pixels that points and triangles of the waves so far cover, in the order of the primitives within a wave. */
struct frame {
   bool strips;
   struct pixel {
      bool drawn;
      uint32_t order, value[4];
   } pixel[ORACLE_MAX_POINTS];
   struct corner {
      double x, y;
      uint32_t value[4];
   } strip[EXEC_LANES][3];
   unsigned corners[EXEC_LANES];
   uint32_t first; /* primitive of lane 0, in the order of the draw */
};

static void cover(struct frame *f, int x, int y, unsigned lane, const uint32_t value[4])
{
   struct pixel *p = &f->pixel[y * ORACLE_GRID + x];

   if (x < 0 || y < 0 || x >= ORACLE_GRID || y >= ORACLE_GRID || (p->drawn && p->order > f->first + lane))
      return;
   p->drawn = true;
   p->order = f->first + lane;
   memcpy(p->value, value, sizeof p->value);
}

static double side(const struct corner *a, const struct corner *b, double x, double y)
{
   return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* No edge goes through the centre of a pixel. The last corner gives the value, as flat varyings have it. */
static void triangle(struct frame *f, const struct corner *t, unsigned lane)
{
   for (int y = 0; y < ORACLE_GRID; y++)
      for (int x = 0; x < ORACLE_GRID; x++) {
         const bool a = side(&t[0], &t[1], x + 0.5, y + 0.5) > 0, b = side(&t[1], &t[2], x + 0.5, y + 0.5) > 0, c = side(&t[2], &t[0], x + 0.5, y + 0.5) > 0;
         if (a == b && b == c)
            cover(f, x, y, lane, t[2].value);
      }
}

static void emitted(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   struct frame *f = user;

   (void)stream; /* the programs here have one */
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      const uint32_t(*v)[EXEC_LANES] = (const uint32_t(*)[EXEC_LANES])t->out[SLOT_ATTR + 3], (*p)[EXEC_LANES] = (const uint32_t(*)[EXEC_LANES])t->out[SLOT_POSITION];
      struct corner c = {(num_f(p[0][l]) + 1) * (ORACLE_GRID / 2.0), (num_f(p[1][l]) + 1) * (ORACLE_GRID / 2.0), {v[0][l], v[1][l], v[2][l], v[3][l]}};
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
         triangle(f, f->strip[l], l);
   }
}

static void ended(void *user, struct exec_wave *t, uint32_t lanes, unsigned stream)
{
   struct frame *f = user;

   (void)stream; /* the programs here have one */
   (void)t;
   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1)
         f->corners[l] = 0;
}

/* ---- comparison ---------------------------------------------------------------------------------------------------------- */

/* The pixel is that of a point, or a geometry program has drawn it some times 8 rows above its own. */
static unsigned origin(unsigned pixel)
{
   return pixel % POINTS;
}

static double scale_of(const struct work *w, unsigned pixel, uint32_t gl)
{
   const unsigned point = origin(pixel);
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

static bool is_special(const struct work *w, unsigned pixel)
{
   return origin(pixel) >= POINTS / 2 && strchr("FD", w->row->result) && strcspn(w->row->operands, "fd") < strlen(w->row->operands);
}

static void judge(struct oracle *o, struct work *w, enum oracle_level level, unsigned point, const uint32_t ours[4], bool killed)
{
   struct oracle_error one = {0};
   const bool untouched = oracle_gl_untouched(w->gl[point]);

   if (untouched || killed) {
      if (untouched != killed && o->failed < 100)
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
      snprintf(w->example, sizeof w->example, "%08x %08x %08x %08x, %08x: GL %08x %08x, ours %08x %08x", w->in[origin(point)][1][0], w->in[origin(point)][1][1], w->in[origin(point)][2][0],
               w->in[origin(point)][2][1], w->in[origin(point)][3][0], w->gl[point][0], w->gl[point][1], ours[0], ours[1]);
}

/* Runs all points at a level. */
static bool run_points(struct oracle *o, struct work *w, struct program *g, enum oracle_level level, struct wave *t)
{
   const unsigned step = texture_of(w->row) && !is_pixels(w->row) ? 4 : 1, slot = w->stage == STAGE_V ? SLOT_ATTR : SLOT_FRAG_COLOR;
   bool ok = true;

   for (unsigned wave = 0; ok && wave < step * TASKS; wave++) {
      struct util_arena mark = g->ctx.arena;
      init(t, w, wave, 0);
      ok = execute(g, level, &t->o);
      for (unsigned l = 0; ok && l < EXEC_LANES; l += step) {
         const uint32_t(*out)[EXEC_LANES] = (const uint32_t(*)[EXEC_LANES])t->o.out[slot], ours[4] = {out[0][l], out[1][l], out[2][l], out[3][l]};
         judge(o, w, level, point_of(w, wave, l), ours, t->o.t.killed >> l & 1);
      }
      util_arena_release(&g->ctx, &mark);
   }
   return ok;
}

/* Runs all primitives at a level and compares all pixels. */
static bool run_primitives(struct oracle *o, struct work *w, struct program *g, enum oracle_level level, struct wave *t)
{
   struct frame *f = UTIL_NEW(&g->ctx, struct frame);
   const unsigned step = texture_of(w->row) ? 4 : 1, waves = step * TASKS / (takes_lines(w->row) ? 2 : 1);
   bool ok = true;

   f->strips = has(w->row, "STRIP");
   for (unsigned n = 0; ok && n < waves * g->p->invocations; n++) {
      struct util_arena mark = g->ctx.arena;
      init(t, w, n % waves, n / waves);
      t->o.t.emit = emitted;
      t->o.t.end_primitive = ended;
      t->o.t.emit_user = f;
      f->first = n % waves * EXEC_LANES * g->p->invocations + n / waves;
      memset(f->corners, 0, sizeof f->corners);
      ok = execute(g, level, &t->o);
      util_arena_release(&g->ctx, &mark);
   }
   for (unsigned i = 0; ok && i < ORACLE_MAX_POINTS; i++)
      judge(o, w, level, i, f->pixel[i].value, !f->pixel[i].drawn);
   return ok;
}

/* Runs everything at all levels. Leaves by ctx.unwind if memory runs out. */
static bool run_levels(struct oracle *o, struct work *w, struct program *g, struct wave *t)
{
   bool ok = load(g, w->text);

   for (unsigned level = 0; ok && level < ORACLE_LEVELS; level++)
      ok = (w->stage == STAGE_G ? run_primitives : run_points)(o, w, g, (enum oracle_level)level, t);
   return ok;
}

static void run_ours(struct oracle *o, struct work *w)
{
   struct program *g = calloc(1, sizeof *g);
   struct wave *t = calloc(1, sizeof *t);
   volatile bool ok = false;
   num_fpenv env;

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
      oracle_fail(o, "`%s`: %s\n%s", w->row->statement, g->ctx.diags ? g->ctx.diags->message : t->o.t.fault ? t->o.t.fault : "does not run", w->text);
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

static void one(struct oracle *o, const struct row *row, unsigned stage, bool *reached, struct sum *sum)
{
   struct work *w = calloc(1, sizeof *w);
   struct util_rng r;

   w->row = row;
   w->stage = stage;
   w->gl = calloc(ORACLE_MAX_POINTS, sizeof *w->gl);
   util_rng_init(&r, (uint64_t)(row - rows) * NUM_STAGES + stage + 1);
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
      oracle_fail(o, "`%s` (%s): %s %s", row->statement, stage_name[stage], o->gl.error, w->glsl.error);
   } else if (!(w->text = oracle_glsl_tgsi(&w->glsl, stage_head[stage]))) {
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
            oracle_fail(o, "`%s` (%s), %s: %g, bound %g", row->statement, stage_name[stage], oracle_level_name[k], w->e[k].ulp, row->bound);
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
   oracle_table(o, "| `%s` | %s | %s%s%s | %.2g | %.2g | %.2g | %g%s | ", text, sum->names, row->stages & V ? "V" : "", row->stages & F ? "F" : "", row->stages & G ? "G" : "", sum->ulp[0],
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
      for (unsigned stage = 0; stage < NUM_STAGES; stage++)
         if (rows[i].stages >> stage & 1)
            one(o, &rows[i], stage, reached, &sum);
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
