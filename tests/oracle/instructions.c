/* SPDX-License-Identifier: MIT */
/*
 * Every ALU instruction of ARB_vertex_program and ARB_fragment_program, one row for each. First come programs of one
 * instruction with random swizzles, signs, operand sources and saturation, on ordinary numbers. Then come the special operands
 * that the documents define and, for information, those that they leave undefined.
 *
 * A bound is in units of 2^-23 of a scale. The scale of a sum is the sum of the magnitudes of its terms: if terms cancel, an
 * implementation that fuses and one that does not may differ by more than any bound on the result. Otherwise the scale is the
 * result. The documents require little (ARB_vertex_program issue 28: EX2 and LG2 "the minimal floating-point precision",
 * OpenGL 2.1.1: one part in 10^5). The bounds here are those that Mesa's two software renderers satisfy, so that a wrong digit
 * is noticed.
 */
#include "tests/oracle/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/rng.h"

enum domain { D_ANY, D_POSITIVE, D_EXPONENT, D_ANGLE, D_HALF_TURN, D_POW, D_LIT, D_EQUAL };
enum { VP = 1, FP = 2 };
enum { X = 1, XY = 3, XYZ = 7, XYZW = 15 };

static const struct row {
   const char *name;
   unsigned stages;
   const char *shape; /* a letter for each operand: v vector, s scalar; z: SWZ */
   enum domain domain;
   unsigned comps; /* mask of the components that the documents define */
   double bound;
   const char *of_what; /* the scale of the bound, or why it is 0 */
} rows[] = {
    {"ABS", VP | FP, "v", D_ANY, XYZW, 0, "exact"},
    {"ADD", VP | FP, "vv", D_ANY, XYZW, 0, "one rounding"},
    {"CMP", FP, "vvv", D_ANY, XYZW, 0, "a copy"},
    {"COS", FP, "s", D_ANGLE, XYZW, 2, "absolute, arguments within +-100"},
    {"DP3", VP | FP, "vv", D_ANY, XYZW, 3, "of the sum of the magnitudes"},
    {"DP4", VP | FP, "vv", D_ANY, XYZW, 4, "of the sum of the magnitudes"},
    {"DPH", VP | FP, "vv", D_ANY, XYZW, 4, "of the sum of the magnitudes"},
    {"DST", VP | FP, "vv", D_ANY, XYZW, 0, "one rounding"},
    {"EX2", VP | FP, "s", D_EXPONENT, XYZW, 2, "of the result"},
    {"EXP", VP, "s", D_EXPONENT, XYZW, 2, "of the result"},
    {"FLR", VP | FP, "v", D_ANY, XYZW, 0, "exact"},
    {"FRC", VP | FP, "v", D_ANY, XYZW, 0, "one rounding"},
    {"LG2", VP | FP, "s", D_POSITIVE, XYZW, 3, "of the result, or of 1 if that is larger"},
    {"LIT", VP | FP, "v", D_LIT, XYZW, 8, "of the result times 1 + the exponent's magnitude"},
    {"LOG", VP, "s", D_POSITIVE, XYZW, 3, "of the result, or of 1 if that is larger"},
    {"LRP", FP, "vvv", D_ANY, XYZW, 3, "of the sum of the magnitudes"},
    {"MAD", VP | FP, "vvv", D_ANY, XYZW, 1, "of the sum of the magnitudes: ours is fused"},
    {"MAX", VP | FP, "vv", D_EQUAL, XYZW, 0, "a copy"},
    {"MIN", VP | FP, "vv", D_EQUAL, XYZW, 0, "a copy"},
    {"MOV", VP | FP, "v", D_ANY, XYZW, 0, "a copy"},
    {"MUL", VP | FP, "vv", D_ANY, XYZW, 0, "one rounding"},
    {"POW", VP | FP, "ss", D_POW, XYZW, 4, "of the result times 1 + the exponent's magnitude"},
    {"RCP", VP | FP, "s", D_ANY, XYZW, 1, "of the result"},
    {"RSQ", VP | FP, "s", D_ANY, XYZW, 2, "of the result"},
    {"SCS", FP, "s", D_HALF_TURN, XY, 2, "absolute"},
    {"SGE", VP | FP, "vv", D_EQUAL, XYZW, 0, "exact"},
    {"SIN", FP, "s", D_ANGLE, XYZW, 2, "absolute, arguments within +-100"},
    {"SLT", VP | FP, "vv", D_EQUAL, XYZW, 0, "exact"},
    {"SUB", VP | FP, "vv", D_ANY, XYZW, 0, "one rounding"},
    {"SWZ", VP | FP, "z", D_ANY, XYZW, 0, "a copy"},
    {"XPD", VP | FP, "vv", D_ANY, XYZ, 2, "of the sum of the magnitudes"},
};

#define POINTS 256 /* invocations of a variant */
#define VARIANTS 12
#define SPECIAL_VARIANTS 4

/* An operand of a variant, kept so that the scale can be computed from it. */
struct operand {
   enum { ATTRIB, PARAM, LITERAL } from;
   float literal[4];
   uint8_t swz[4]; /* 4: zero, 5: one */
   bool neg[4];
};

struct variant {
   struct operand o[3];
   unsigned n;
   char text[1024];
   size_t len;
   bool sat;
};

static float value(struct util_rng *r, enum domain d, unsigned operand, unsigned comp, bool special)
{
   static const uint32_t specials[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                       0xff800000, 0x7fc00000, 0x7f7fffff, 0xff7fffff, 0x00800000};
   float x = oracle_number(util_rng_u64(r));

   if (special && util_rng_below(r, 3))
      return num_f(specials[util_rng_below(r, sizeof specials / sizeof specials[0])]);
   switch (d) {
   case D_POSITIVE: return fabsf(x) * (util_rng_below(r, 4) ? 1 : ldexpf(1, (int)util_rng_below(r, 40) - 20));
   case D_EXPONENT: return x * (util_rng_below(r, 2) ? 1 : 8);
   case D_ANGLE: return x * (util_rng_below(r, 2) ? 1 : 12);
   case D_HALF_TURN: return x * (3.1415925f / 8);
   case D_POW: return operand ? x * 0.75f : fabsf(x);
   case D_LIT: return comp == 3 ? x * 2 : comp == 1 ? fabsf(x) * 0.5f : x;
   case D_EQUAL: return util_rng_below(r, 4) ? x : (float)(int)(x / 4);
   default: return x;
   }
}

static void operand(struct util_rng *r, struct variant *v, const struct row *row, bool vertex, unsigned i, char shape)
{
   static const char comp[] = "xyzw01";
   struct operand *o = &v->o[i];
   unsigned from = util_rng_below(r, 8),
            sign = row->domain == D_ANY || row->domain == D_EQUAL || row->domain == D_ANGLE ? util_rng_below(r, 3) : 1;

   o->from = i && from == 0 ? PARAM : i && from == 1 ? LITERAL : ATTRIB;
   for (unsigned c = 0; c < 4; c++) {
      o->literal[c] = value(r, row->domain, i, c, false);
      o->swz[c] = (uint8_t)(row->domain == D_LIT || util_rng_below(r, 3) == 0 ? c : util_rng_below(r, shape == 'z' ? 6 : 4));
      o->neg[c] = shape == 'z' ? util_rng_below(r, 2) : sign == 0;
   }
   if (shape == 's')
      o->swz[1] = o->swz[2] = o->swz[3] = o->swz[0];

   v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len, ", %s", shape != 'z' && o->neg[0] ? "-" : "");
   if (o->from == ATTRIB)
      v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len,
                                 vertex ? "vertex.attrib[%u]" : "fragment.texcoord[%u]", i + vertex);
   else if (o->from == PARAM)
      v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len, "program.local[%u]", i);
   else /* nine digits restore the same number */
      v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len, "{ %.9g, %.9g, %.9g, %.9g }", (double)o->literal[0],
                                 (double)o->literal[1], (double)o->literal[2], (double)o->literal[3]);
   if (shape == 'z')
      for (unsigned c = 0; c < 4; c++)
         v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len, ", %s%c", o->neg[c] ? "-" : "", comp[o->swz[c]]);
   else if (shape == 's')
      v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len, ".%c", comp[o->swz[0]]);
   else
      v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len, ".%c%c%c%c", comp[o->swz[0]], comp[o->swz[1]],
                                 comp[o->swz[2]], comp[o->swz[3]]);
}

static void build(struct util_rng *r, struct variant *v, const struct row *row, bool vertex)
{
   memset(v, 0, sizeof *v);
   v->sat = !vertex && util_rng_below(r, 3) == 0;
   v->len = (size_t)snprintf(v->text, sizeof v->text,
                             vertex ? "!!ARBvp1.0\nMOV result.position, vertex.attrib[0];\n%s%s result.texcoord[0]"
                                    : "!!ARBfp1.0\n%s%s result.color",
                             row->name, v->sat ? "_SAT" : "");
   for (; row->shape[v->n]; v->n++)
      operand(r, v, row, vertex, v->n, row->shape[v->n]);
   v->len += (size_t)snprintf(v->text + v->len, sizeof v->text - v->len, ";\nEND\n");
}

/* Operand values of one invocation after swizzle and sign. */
static void operands(const struct variant *v, float in[3][4], const float local[3][4], double out[3][4])
{
   for (unsigned i = 0; i < v->n; i++) {
      const float *src = v->o[i].from == ATTRIB ? in[i] : v->o[i].from == PARAM ? local[i] : v->o[i].literal;
      for (unsigned c = 0; c < 4; c++) {
         unsigned s = v->o[i].swz[c];
         double x = s == 4 ? 0 : s == 5 ? 1 : (double)src[s];
         out[i][c] = v->o[i].neg[c] ? -x : x;
      }
   }
}

static double scale_of(const struct row *row, double o[3][4], unsigned c, double result)
{
   const double *a = o[0], *b = o[1], *k = o[2];
   double r = fabs(result), s = 0;
   const char *n = row->name;

   if (!strcmp(n, "ADD") || !strcmp(n, "SUB"))
      return fabs(a[c]) + fabs(b[c]);
   if (!strcmp(n, "MAD"))
      return fabs(a[c] * b[c]) + fabs(k[c]);
   if (!strcmp(n, "LRP"))
      return fabs(a[c] * b[c]) + fabs(k[c]) + fabs(a[c] * k[c]);
   if (!strncmp(n, "DP", 2)) {
      for (unsigned i = 0; i < 3; i++)
         s += fabs(a[i] * b[i]);
      return s + (n[2] == '4' ? fabs(a[3] * b[3]) : n[2] == 'H' ? fabs(b[3]) : 0);
   }
   if (!strcmp(n, "XPD"))
      return fabs(a[(c + 1) % 3] * b[(c + 2) % 3]) + fabs(a[(c + 2) % 3] * b[(c + 1) % 3]);
   if (!strcmp(n, "POW"))
      return r * (1 + fabs(b[0] * log2(fabs(a[0]))));
   if (!strcmp(n, "LIT"))
      return c == 2 && a[1] > 0 ? r * (1 + fabs(a[3] * log2(a[1]))) : r;
   if (!strcmp(n, "SIN") || !strcmp(n, "COS") || !strcmp(n, "SCS"))
      return 1;
   if (!strcmp(n, "LG2") || !strcmp(n, "LOG"))
      return fmax(r, 1);
   return r;
}

struct sum {
   struct oracle_error e[ORACLE_LEVELS];
   uint64_t special, special_differ;
   char example[400];
};

/* Gets the results of the GL for all points of a variant. Returns false after an error, which is counted. */
static bool run_gl(struct oracle *o, const struct variant *v, bool vertex, float (*in)[3][4], uint32_t (*out)[4])
{
   GLenum target = vertex ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB;
   bool ok;

   if (!oracle_gl_program(&o->gl, target, v->text, v->len)) {
      oracle_fail(o, "the GL refuses (%s):\n%s", o->gl.error, v->text);
      return false;
   }
   for (unsigned i = 0; i < 3; i++) {
      float local[4];
      oracle_param(&(struct io_param){.cls = PARAM_LOCAL, .index = i}, 1, local);
      oracle_gl_local(&o->gl, target, i, local);
   }
   if (vertex) {
      float(*attrib)[ORACLE_NUM_ATTRIBS][4] = calloc(POINTS, sizeof *attrib);
      uint32_t(*res)[ORACLE_NUM_RESULTS][4] = calloc(POINTS, sizeof *res);
      for (unsigned p = 0; p < POINTS; p++)
         memcpy(attrib[p][1], in[p], sizeof in[p]);
      ok = oracle_gl_run_vertex(&o->gl, POINTS, attrib, 0, 1, res);
      for (unsigned p = 0; p < POINTS; p++)
         memcpy(out[p], res[p][0], 16);
      free(attrib);
      free(res);
   } else {
      float(*varying)[ORACLE_NUM_VARYINGS][4] = calloc(POINTS, sizeof *varying);
      bool *killed = calloc(POINTS, sizeof *killed);
      for (unsigned p = 0; p < POINTS; p++)
         memcpy(varying[p], in[p], sizeof in[p]);
      ok = oracle_gl_run_points(&o->gl, POINTS, varying, out, killed);
      free(varying);
      free(killed);
   }
   if (!ok)
      oracle_fail(o, "%s:\n%s", o->gl.error, v->text);
   return ok;
}

static bool special_number(double x)
{
   return isnan(x) || isinf(x) || fabs(x) < 0x1p-125 || fabs(x) > 0x1p120;
}

/* One result, with its origin and the GL's result. */
struct result {
   const struct row *row;
   const struct variant *v;
   enum oracle_level level;
   double ops[3][4]; /* operands, after swizzle and sign */
   unsigned comp;
   uint32_t ours, theirs;
};

static void print_result(const struct result *x)
{
   const double(*ops)[4] = (const double(*)[4])x->ops;

   printf("   %s, %s: operands %g %g %g %g / %g %g %g %g / %g %g %g %g: .%c is %.9g, the GL has %.9g\n%s", x->row->name,
          oracle_level_name[x->level], ops[0][0], ops[0][1], ops[0][2], ops[0][3], ops[1][0], ops[1][1], ops[1][2], ops[1][3],
          ops[2][0], ops[2][1], ops[2][2], ops[2][3], "xyzw"[x->comp], (double)num_f(x->ours), (double)num_f(x->theirs),
          x->v->text);
}

/* Keeps the first special result that differs, for the table. */
static void note_example(struct sum *sum, const struct result *x)
{
   const struct row *row = x->row;
   const bool by_component = strncmp(row->name, "DP", 2) && strcmp(row->name, "LIT") && strcmp(row->name, "XPD");
   char *at = sum->example;
   size_t room = sizeof sum->example, n = (size_t)snprintf(at, room, "`%s%s", row->name, x->v->sat ? "_SAT" : "");

   for (unsigned i = 0; i < x->v->n; i++) {
      const bool scalar = row->shape[i] == 's';
      const double *a = x->ops[i];
      if (scalar || by_component)
         n += (size_t)snprintf(at + n, room - n, "%s %g", i ? "," : "", a[scalar ? 0 : x->comp]);
      else
         n += (size_t)snprintf(at + n, room - n, "%s (%g %g %g %g)", i ? "," : "", a[0], a[1], a[2], a[3]);
   }
   snprintf(at + n, room - n, "` .%c: %g, the GL %g", "xyzw"[x->comp], (double)num_f(x->ours), (double)num_f(x->theirs));
}

static void compare_result(const struct oracle *o, const struct result *x, bool special, struct sum *sum)
{
   const double scale = scale_of(x->row, (double(*)[4])x->ops, x->comp, (double)num_f(x->ours));
   const float ours = num_f(x->ours), theirs = num_f(x->theirs);
   struct oracle_error e = {0, 0, 0};

   oracle_compare(&e, x->ours, x->theirs, scale);
   if (!special) {
      oracle_compare(&sum->e[x->level], x->ours, x->theirs, scale);
      if (e.ulp > x->row->bound && sum->e[x->level].ulp == e.ulp && o->verbose)
         print_result(x);
      return;
   }
   if (x->level != ORACLE_CODE)
      return;
   sum->special++;
   if (e.ulp <= x->row->bound + 1 || (special_number((double)ours) && fabs((double)ours) < 1 && fabsf(theirs) < 0x1p-120f))
      return;
   sum->special_differ++;
   if (!sum->example[0])
      note_example(sum, x);
}

/* Runs the program at one level for the inputs from in[first] on, and compares all results. Returns false after an error. */
static bool compare_lanes(struct oracle *o, struct oracle_program *prog, struct oracle_wave *wave, bool vertex,
                          struct result *x, float (*in)[3][4], const uint32_t (*gl)[4], bool special, struct sum *sum)
{
   float local[3][4];

   for (unsigned i = 0; i < 3; i++)
      oracle_param(&(struct io_param){.cls = PARAM_LOCAL, .index = i}, 1, local[i]);
   if (!oracle_run(prog, x->level, wave)) {
      oracle_fail(o, "%s:\n%s", prog->error, x->v->text);
      return false;
   }
   for (unsigned l = 0; l < EXEC_LANES; l++) {
      operands(x->v, in[l], (const float(*)[4])local, x->ops);
      for (x->comp = 0; x->comp < 4; x->comp++) {
         if (!(x->row->comps >> x->comp & 1))
            continue;
         x->ours = wave->out[vertex ? SLOT_TEXCOORD : SLOT_FRAG_COLOR][x->comp][l];
         x->theirs = gl[l][x->comp];
         compare_result(o, x, special, sum);
      }
   }
   return true;
}

static void variant(struct oracle *o, const struct row *row, bool vertex, uint64_t seed, bool special, struct sum *sum)
{
   struct util_rng r;
   struct variant v;
   struct oracle_program prog;
   struct oracle_wave *wave = calloc(1, sizeof *wave);
   float(*in)[3][4] = calloc(POINTS, sizeof *in);
   uint32_t(*gl)[4] = calloc(POINTS, sizeof *gl);

   util_rng_init(&r, seed);
   build(&r, &v, row, vertex);
   for (unsigned p = 0; p < POINTS; p++)
      for (unsigned i = 0; i < 3; i++)
         for (unsigned c = 0; c < 4; c++) {
            in[p][i][c] = value(&r, row->domain, i, c, special);
            if (!vertex && in[p][i][c] == 0)
               in[p][i][c] = 0; /* interpolation loses the sign of a zero */
         }
   if (!oracle_load(&prog, v.text, v.len) || !prog.code) {
      oracle_fail(o, "%s:\n%s", prog.error, v.text);
   } else if (run_gl(o, &v, vertex, in, gl)) {
      for (unsigned first = 0; first < POINTS; first += EXEC_LANES) {
         oracle_wave_init(wave, &prog, 1);
         for (unsigned l = 0; l < EXEC_LANES; l++)
            for (unsigned i = 0; i < 3; i++)
               for (unsigned c = 0; c < 4; c++)
                  wave->in[vertex ? SLOT_VATTR + 1 + i : SLOT_TEXCOORD + i][c][l] = num_u(in[first + l][i][c]);
         struct result x = {.row = row, .v = &v};
         for (x.level = 0; x.level < ORACLE_LEVELS; x.level++)
            if (!compare_lanes(o, &prog, wave, vertex, &x, in + first, (const uint32_t(*)[4])gl + first, special, sum))
               break;
      }
   }
   oracle_unload(&prog);
   free(wave);
   free(in);
   free(gl);
}

/* ---- special operands that the documents define */

static const struct rule {
   const char *text; /* instruction; a and b are the operands, r the result */
   float a, b;
   float want;
   const char *section;
} rules[] = {
    {"MUL r, a, b", 0, 8.5f, 0, "ARB_vertex_program 2.14.5.19, rule 2: 0 * x is 0"},
    {"MUL r, a, b", -3e38f, 0, 0, "rule 2"},
    {"MUL r, a, b", 1, 0.1f, 0.1f, "rule 3: 1 * x is x"},
    {"MUL r, a, b", 3.3e38f, 1, 3.3e38f, "rule 3"},
    {"ADD r, a, b", 0, 0.3f, 0.3f, "2.14.5.2, rule 2: x + 0 is x"},
    {"ADD r, a, b", -1.7e38f, 0, -1.7e38f, "rule 2"},
    {"RCP r, a.x", 1, 0, 1, "2.14.5.21, rule 1: 1/1 is 1"},
    {"RSQ r, a.x", -4, 0, 0.5f, "2.14.5.22: of the absolute value"},
    {"FLR r, a", -1.7f, 0, -2, "2.14.5.10"},
    {"FLR r, a", -3.6f, 0, -4, "2.14.5.10"},
    {"FLR r, a", 2.3f, 0, 2, "2.14.5.10"},
    {"FRC r, a", -0.25f, 0, 0.75f, "2.14.5.11: a - floor(a)"},
    {"SGE r, a, b", 2, 2, 1, "2.14.5.23: greater or equal"},
    {"SLT r, a, b", 2, 2, 0, "2.14.5.24: less"},
    {"MOV t, {1, 0, 0, 0}; LIT t, t; MOV r, t.z", 0, 0, 1, "2.14.5.13: 0^0 is 1"},
    {"MOV t, {-1, 1, 0, 1}; LIT t, t; MOV r, t.z", 0, 0, 0, "2.14.5.13: no specular light without diffuse"},
    {"MOV t, {0, 1, 0, 1}; LIT t, t; MOV r, t.z", 0, 0, 0, "2.14.5.13: x > 0, not x >= 0"},
    {"MOV t, {-3, 1, 0, 1}; LIT t, t; MOV r, t.y", 0, 0, 0, "2.14.5.13: diffuse clamped to 0"},
    {"MOV t, {1, 1.5, 0, 1000}; LIT t, t; LG2 r, t.z", 0, 0, 74.8752f,
     "2.14.5.13: the exponent stays below 128: 128 log2(1.5)"},
    {"MOV t, {1, 1.5, 0, -1000}; LIT t, t; LG2 r, t.z", 0, 0, -74.8752f, "2.14.5.13: and above -128"},
    {"DST t, a, b; MOV r, t.x", 9, 9, 1, "2.14.5.7: x is 1"},
    {"EX2 r, a.x", 0, 0, 1, "2^0"},
    {"EX2 r, a.x", -3, 0, 0.125f, "2^-3"},
    {"LG2 r, a.x", 1, 0, 0, "log2(1)"},
};

static void one_rule(struct oracle *o, const struct rule *rule, bool vertex)
{
   struct variant v = {.n = 0};
   struct oracle_program prog;
   struct oracle_wave *wave = calloc(1, sizeof *wave);
   float(*in)[3][4] = calloc(POINTS, sizeof *in);
   uint32_t(*gl)[4] = calloc(POINTS, sizeof *gl);

   v.len = (size_t)snprintf(
       v.text, sizeof v.text, "%s\nATTRIB a = %s[%d];\nATTRIB b = %s[%d];\nTEMP r;\nTEMP t;\n%s%s;\nMOV %s, r;\nEND\n",
       vertex ? "!!ARBvp1.0" : "!!ARBfp1.0", vertex ? "vertex.attrib" : "fragment.texcoord", vertex,
       vertex ? "vertex.attrib" : "fragment.texcoord", 1 + vertex, vertex ? "MOV result.position, vertex.attrib[0];\n" : "",
       rule->text, vertex ? "result.texcoord[0]" : "result.color");
   for (unsigned p = 0; p < POINTS; p++)
      for (unsigned c = 0; c < 4; c++) {
         in[p][0][c] = rule->a;
         in[p][1][c] = rule->b;
      }
   bool ok = oracle_load(&prog, v.text, v.len) && prog.code;
   if (!ok) {
      oracle_fail(o, "%s:\n%s", prog.error, v.text);
   } else if (run_gl(o, &v, vertex, in, gl)) {
      float theirs = num_f(gl[0][0]), slack = fabsf(rule->want) * 0x1p-18f;
      oracle_wave_init(wave, &prog, 1);
      for (unsigned l = 0; l < EXEC_LANES; l++)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned i = 0; i < 2; i++)
               wave->in[vertex ? SLOT_VATTR + 1 + i : SLOT_TEXCOORD + i][c][l] = num_u(in[0][i][c]);
      for (enum oracle_level level = 0; level < ORACLE_LEVELS; level++) {
         float ours = oracle_run(&prog, level, wave) ? num_f(wave->out[vertex ? SLOT_TEXCOORD : SLOT_FRAG_COLOR][0][0]) : NAN;
         if (fabsf(ours - rule->want) <= slack)
            continue;
         oracle_fail(o, "`%s` of %g, %g (%s): %s has %.9g, wanted %.9g, the GL has %.9g", rule->text, (double)rule->a,
                     (double)rule->b, rule->section, oracle_level_name[level], (double)ours, (double)rule->want,
                     (double)theirs);
         ok = false;
      }
      if (!(fabsf(theirs - rule->want) <= slack))
         printf("   note: `%s` of %g, %g (%s): the GL has %.9g\n", rule->text, (double)rule->a, (double)rule->b, rule->section,
                (double)theirs);
      o->passed += ok;
   }
   oracle_unload(&prog);
   free(wave);
   free(in);
   free(gl);
}

void oracle_instructions(struct oracle *o, const char *only)
{
   static struct sum sums[sizeof rows / sizeof rows[0]][2];
   const unsigned n = sizeof rows / sizeof rows[0];

   oracle_table(o, "| instruction | program | compared | evaluator, ieee: ulp | absolute | evaluator, usc: ulp | USC code: ulp "
                   "| bound | of what |\n"
                   "|---|---|---|---|---|---|---|---|---|\n");
   for (unsigned i = 0; i < n; i++)
      for (unsigned stage = 0; stage < 2; stage++) {
         const struct row *row = &rows[i];
         struct sum *s = &sums[i][stage];
         unsigned failed = o->failed;

         if (!(row->stages >> stage & 1) || (only && strcmp(only, row->name)))
            continue;
         for (unsigned k = 0; k < VARIANTS; k++)
            variant(o, row, stage == 0, (i * 2 + stage) * 1000 + k, false, s);
         for (unsigned k = 0; k < SPECIAL_VARIANTS; k++)
            variant(o, row, stage == 0, (i * 2 + stage) * 1000 + 500 + k, true, s);
         oracle_table(o, "| %s | %s | %llu | %.3g | %.2g | %.3g | %.3g | %g | %s |\n", row->name, stage ? "fragment" : "vertex",
                      (unsigned long long)s->e[0].compared, s->e[0].ulp, s->e[0].abs, s->e[1].ulp, s->e[2].ulp, row->bound,
                      row->of_what);
         for (unsigned k = 0; k < ORACLE_LEVELS; k++)
            if (s->e[k].ulp > row->bound || !s->e[k].compared)
               oracle_fail(o, "%s (%s), %s: %g ulp, bound %g", row->name, stage ? "fragment" : "vertex", oracle_level_name[k],
                           s->e[k].ulp, row->bound);
         o->passed += o->failed == failed;
      }
   for (unsigned i = 0; i < sizeof rules / sizeof rules[0] && !only; i++)
      for (unsigned stage = 0; stage < 2; stage++)
         one_rule(o, &rules[i], stage == 0);

   oracle_table(o, "\nSpecial operands (0, -0, infinities, NaN, the largest and the least normal number) where the machine "
                   "code and the GL differ:\n\n"
                   "| instruction | program | results | differ | first |\n|---|---|---|---|---|\n");
   for (unsigned i = 0; i < n; i++)
      for (unsigned stage = 0; stage < 2; stage++)
         if (sums[i][stage].special_differ)
            oracle_table(o, "| %s | %s | %llu | %llu | %s |\n", rows[i].name, stage ? "fragment" : "vertex",
                         (unsigned long long)sums[i][stage].special, (unsigned long long)sums[i][stage].special_differ,
                         sums[i][stage].example);
   oracle_table(o, "\n");
}
