/* SPDX-License-Identifier: MIT */
/* Comparison of TGSI with a GL: makes the operands of a row, and draws it in the GL with a GLSL program. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/tgsi_priv.h"

/* ---- operands */

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
   static const uint32_t values[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                     0x7f7fffff, 0xff7fffff, 0x00800000, 0x3f000000, 0x3fc00000, 0x40200000, 0xc0200000,
                                     0x4f000000, 0xcf000000, 0x4f800000, 0x7e967699, 0x33800000, 0xb3800000};
   return values[h % (sizeof values / 4)];
}

static uint32_t special_integer(uint32_t h)
{
   static const uint32_t values[] = {0,      1,       2,          3,          31,         32,         33,        0xff,
                                     0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
   return values[h % (sizeof values / 4)];
}

/* Makes two 64-bit values of a kind: d h q are doubles, l m integers. */
static void choose_wide(char kind, struct util_rng *r, bool special, uint32_t v[4])
{
   static const double doubles[] = {0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.5,
                                    1.5,
                                    2.5,
                                    -2.5,
                                    4503599627370495.5,
                                    9007199254740993.0,
                                    2147483647.5,
                                    -2147483649.0,
                                    4294967296.0,
                                    9223372036854775808.0,
                                    -9223372036854775808.0,
                                    18446744073709551616.0,
                                    1.7976931348623157e308,
                                    2.2250738585072014e-308,
                                    INFINITY,
                                    -INFINITY,
                                    NAN};
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
         const uint64_t values[] = {
             0, 1, 2, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, UINT64_MAX, 0x8000000000000001};
         put64(v + 2 * k, special && !(h & 3) ? values[(h >> 3) % 9] : h >> (h >> 5 & 31));
      }
   }
}

void choose_operand(char kind, struct util_rng *r, bool special, uint32_t v[4])
{
   if (strchr("dhqlm", kind)) {
      choose_wide(kind, r, special, v);
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

/* ---- draws */

static const char head[] =
    "#version 400 compatibility\n"
    "#extension GL_ARB_shader_bit_encoding : enable\n#extension GL_ARB_explicit_attrib_location : enable\n"
    "#extension GL_ARB_separate_shader_objects : enable\n#extension GL_ARB_gpu_shader5 : enable\n"
    "#extension GL_MESA_shader_integer_functions : enable\n#extension GL_ARB_shading_language_packing : enable\n"
    "#extension GL_ARB_gpu_shader_fp64 : enable\n#extension GL_ARB_gpu_shader_int64 : enable\n"
    "#extension GL_ARB_derivative_control : enable\n#extension GL_ARB_texture_query_levels : enable\n";
static const char body[] = "uvec4 ua = floatBitsToUint(a), ub = floatBitsToUint(b), uc = floatBitsToUint(c);\n"
                           "ivec4 ia = ivec4(ua), ib = ivec4(ub), ic = ivec4(uc);\n";

static const struct texture kinds[] = {
    {"s1", "sampler1D", TEX_1D},
    {"s2", "sampler2D", TEX_2D},
    {"s3", "sampler3D", TEX_3D},
    {"sc", "samplerCube", TEX_CUBE},
    {"sr", "sampler2DRect", TEX_RECT},
    {"sh", "sampler2DShadow", TEX_SHADOW2D},
    {"a1", "sampler1DArray", TEX_ARRAY1D},
    {"a2", "sampler2DArray", TEX_ARRAY2D},
    {"ac", "samplerCubeArray", TEX_ARRAYCUBE},
    {"h1", "sampler1DShadow", TEX_SHADOW1D},
    {"hr", "sampler2DRectShadow", TEX_SHADOWRECT},
    {"hc", "samplerCubeShadow", TEX_SHADOWCUBE},
    {"b1", "sampler1DArrayShadow", TEX_SHADOWARRAY1D},
    {"b2", "sampler2DArrayShadow", TEX_SHADOWARRAY2D},
    {"bc", "samplerCubeArrayShadow", TEX_SHADOWARRAYCUBE},
};

const struct texture *texture_of(const struct row *row)
{
   for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
      const char *s = strstr(row->statement, kinds[k].name);
      if (s && s[2] == '[')
         return &kinds[k];
   }
   return NULL;
}

bool has(const struct row *row, const char *word)
{
   return strstr(row->statement, word) != NULL;
}

/* Writes the main() of the tested stage, whose result is `out`. */
static void write_statement(char *s, size_t size, const struct row *row, const char *before, const char *out)
{
   const bool doubles = has(row, "da") || has(row, "dr"),
              longs = has(row, "mr") || has(row, "la") || has(row, "ma,") || has(row, "ma)");
   const char *type = row->result == 'X' ? "uvec4" : "vec4";
   const struct texture *texture = texture_of(row);
   size_t n = strlen(s);

   if (texture)
      n += (size_t)snprintf(s + n, size - n, "uniform %s %s[2];\n", texture->type, texture->name);
   n += (size_t)snprintf(s + n, size - n, "void main() {\n%s%s", before, body);
   if (doubles)
      n += (size_t)snprintf(
          s + n, size - n,
          "#define D(v) dvec2(packDouble2x32(v.xy), packDouble2x32(v.zw))\ndvec2 da = D(ua), db = D(ub), dc = D(uc), dr;\n");
   if (longs)
      n += (size_t)snprintf(s + n, size - n,
                            "#define M(v) u64vec2(packUint2x32(v.xy), packUint2x32(v.zw))\n#define L(v) "
                            "i64vec2(packInt2x32(v.xy), packInt2x32(v.zw))\n"
                            "u64vec2 ma = M(ua), mb = M(ub), mc = M(uc), mr;\ni64vec2 la = L(ia), lb = L(ib), lc = L(ic);\n");
   if (has(row, "EMIT"))
      snprintf(s + n, size - n, "%s;\n}\n", row->statement);
   else if (has(row, "dr = "))
      snprintf(s + n, size - n, "%s;\n%s = uvec4(unpackDouble2x32(dr.x), unpackDouble2x32(dr.y));\n}\n", row->statement, out);
   else if (has(row, "mr = "))
      snprintf(s + n, size - n, "%s;\n%s = uvec4(unpackUint2x32(mr.x), unpackUint2x32(mr.y));\n}\n", row->statement, out);
   else
      snprintf(s + n, size - n, "%s r;\n%s;\n%s = %s;\n}\n", type, row->statement, out,
               row->result == 'X' ? "r" : "floatBitsToUint(r)");
}

static void bind_textures(struct oracle *o, const struct work *w)
{
   static const GLint units[2] = {0, 1};
   const struct texture *t = texture_of(w->row);

   for (unsigned u = 0; t && u < 2; u++)
      oracle_texture(&o->gl, u, t->target);
   if (t)
      o->gl.Uniform1iv(o->gl.GetUniformLocation(w->glsl.program, t->name), 2, units);
}

bool is_pixels(const struct row *row)
{
   return row->operands[0] == 'w';
}

bool takes_lines(const struct row *row)
{
   return has(row, "va[");
}

/* A geometry program emits its result at the position of its point, or emits vertices by EMIT(dx, dy, value), at that distance
   in pixels. STRIP in a comment selects triangle strips instead of points, and TWICE selects two invocations. */
static void write_geometry(char *s, size_t size, const struct row *row)
{
   snprintf(s, size, "%slayout(%s%s) in;\nlayout(%s, max_vertices = 8) out;\n", head, takes_lines(row) ? "lines" : "points",
            has(row, "TWICE") ? ", invocations = 2" : "", has(row, "STRIP") ? "triangle_strip" : "points");
   strcat(s, "#define EMIT(x, y, value) { gl_Position = gl_in[0].gl_Position + vec4(float(x) / 32.0, float(y) / 32.0, 0.0, "
             "0.0); v = value; EmitVertex(); }\n"
             "layout(location = 0) flat in vec4 va[];\nlayout(location = 1) flat in vec4 vb[];\nlayout(location = 2) flat in "
             "vec4 vc[];\n"
             "layout(location = 3) flat out uvec4 v;\n");
   write_statement(s, size, row, "vec4 a = va[0], b = vb[0], c = vc[0];\n", "uvec4 result");
   if (!has(row, "EMIT")) {
      s[strlen(s) - 2] = 0; /* the end of main() */
      strcat(s, "EMIT(0, 0, result)\n}\n");
   }
}

bool draw_row(struct oracle *o, struct work *w)
{
   static char vs[6000], gs[6000], fs[6000];

   snprintf(vs, sizeof vs,
            "%slayout(location = 0) in vec4 place;\nlayout(location = 1) in vec4 a;\nlayout(location = 2) in vec4 "
            "b;\nlayout(location = 3) in vec4 c;\n",
            head);
   snprintf(fs, sizeof fs, "%sout uvec4 o;\n", head);
   if (w->stage == STAGE_V) {
      strcat(vs, "layout(location = 0) flat out uvec4 v;\n");
      write_statement(vs, sizeof vs, w->row, "", "gl_Position = place;\nv");
      strcat(fs, "layout(location = 0) flat in uvec4 v;\nvoid main() { o = v; }\n");
   } else {
      strcat(vs, "layout(location = 0) flat out vec4 va;\nlayout(location = 1) flat out vec4 vb;\nlayout(location = 2) flat "
                 "out vec4 vc;\n"
                 "layout(location = 4) out vec4 vp;\nvoid main() { gl_Position = place; va = a; vb = b; vc = c; vp = place * "
                 "32.0; }\n");
      strcat(fs, w->stage == STAGE_F ? "layout(location = 0) flat in vec4 a;\nlayout(location = 1) flat in vec4 "
                                       "b;\nlayout(location = 2) flat in vec4 c;\n"
                                       "layout(location = 4) in vec4 p;\n"
                                     : "layout(location = 3) flat in uvec4 v;\nvoid main() { o = v; }\n");
      if (w->stage == STAGE_F)
         write_statement(fs, sizeof fs, w->row, "", "o");
      else
         write_geometry(gs, sizeof gs, w->row);
   }
   o->gl.error[0] = 0;
   bool ok =
       oracle_gl_integer_target(&o->gl, true) && oracle_glsl_begin(&o->gl, &w->glsl, vs, w->stage == STAGE_G ? gs : NULL, fs);
   if (ok) {
      float *data = malloc(sizeof w->in);
      bind_textures(o, w);
      memcpy(data, w->in, sizeof w->in);
      ok = oracle_gl_draw_integers(&o->gl, is_pixels(w->row) ? 0 : POINTS, w->stage == STAGE_G && takes_lines(w->row), data, 4,
                                   w->gl);
      free(data);
   }
   oracle_glsl_caught(&w->glsl);
   return oracle_gl_integer_target(&o->gl, false) && ok;
}
