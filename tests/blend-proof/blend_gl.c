/* SPDX-License-Identifier: MIT */
/* Pixels as OpenGL 4.6 (core) defines them: see blend_gl.h. */
#include "tests/blend-proof/blend_gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- formats */

struct gl_format gl_format_of(const char *name, bool srgb)
{
   static const char *const kinds[] = {"_FLOAT", "_UNORM", "_SNORM", "_UINT", "_SINT"};
   struct gl_format f = {.srgb = srgb};
   unsigned bits = 0;

   for (; *name != '_'; f.channels++) {
      const char *at = strchr("RGBAX", *name++);
      f.component[f.channels] = *at == 'X' ? -1 : *at == 'R' ? 0 : *at == 'G' ? 1 : *at == 'B' ? 2 : 3;
      f.bits[f.channels] = (unsigned)strtoul(name, (char **)&name, 10);
      bits += f.bits[f.channels];
   }
   f.words = (bits + 31) / 32;
   while (strcmp(name, kinds[f.kind]))
      f.kind++;
   return f;
}

bool gl_is_integer(const struct gl_format *f)
{
   return f->kind == GL_UINT || f->kind == GL_SINT;
}
bool gl_is_fixed(const struct gl_format *f)
{
   return f->kind == GL_UNORM || f->kind == GL_SNORM;
}

unsigned gl_components(const struct gl_format *f)
{
   unsigned mask = 0;

   for (unsigned k = 0; k < f->channels; k++)
      mask |= f->component[k] < 0 ? 0 : 1u << f->component[k];
   return mask;
}

unsigned gl_bits(const struct gl_format *f, unsigned c)
{
   for (unsigned k = 0; k < f->channels; k++)
      if (f->component[k] == (int)c)
         return f->bits[k];
   return 0;
}

static uint32_t ones(unsigned bits)
{
   return bits == 32 ? UINT32_MAX : (1u << bits) - 1;
}

void gl_pack(const struct gl_format *f, const uint32_t raw[4], uint32_t word[4])
{
   memset(word, 0, 4 * sizeof *word);
   for (unsigned k = 0, at = 0; k < f->channels; at += f->bits[k++])
      if (f->component[k] >= 0)
         word[at / 32] |= (raw[f->component[k]] & ones(f->bits[k])) << at % 32;
}

void gl_unpack(const struct gl_format *f, const uint32_t word[4], uint32_t raw[4])
{
   memset(raw, 0, 4 * sizeof *raw);
   for (unsigned k = 0, at = 0; k < f->channels; at += f->bits[k++])
      if (f->component[k] >= 0)
         raw[f->component[k]] = word[at / 32] >> at % 32 & ones(f->bits[k]);
}

/* ---- numbers */

/* Fraction bits of a float; those of 11 and 10 bits have no sign. All but single precision have five bits of exponent. */
static unsigned fraction_of(unsigned bits)
{
   return bits == 32 ? 23 : bits == 16 ? 10 : bits == 11 ? 6 : 5;
}
static int bias_of(unsigned bits)
{
   return bits == 32 ? 127 : 15;
}
static bool has_sign(unsigned bits)
{
   return bits >= 16;
}

static double float_value(unsigned bits, uint32_t raw)
{
   const unsigned m = fraction_of(bits);
   const uint32_t magnitude = has_sign(bits) ? raw & ones(bits - 1) : raw, e = magnitude >> m, fraction = magnitude & ones(m);
   const int bias = bias_of(bits);
   const double sign = has_sign(bits) && raw >> (bits - 1) ? -1 : 1;

   if (e == (uint32_t)(2 * bias + 1))
      return fraction ? NAN : sign * INFINITY;
   return sign * (e ? ldexp((1u << m) + fraction, (int)e - bias - (int)m) : ldexp(fraction, 1 - bias - (int)m));
}

/* The place of a value in the sequence of all floats of the format, infinity after the largest one. */
static double float_steps(unsigned bits, double v)
{
   const unsigned m = fraction_of(bits);
   const int bias = bias_of(bits);
   const double a = fabs(v), last = ldexp(2 * bias + 1, (int)m);
   int e;

   if (v < 0 && !has_sign(bits))
      return 0;
   if (a == 0)
      return 0;
   if (isinf(a))
      return v < 0 ? -last : last;
   const double top = frexp(a, &e) * 2; /* 1 <= top < 2, a = top * 2^(e - 1) */
   e--;
   const double at = e < 1 - bias ? ldexp(a, bias - 1 + (int)m) : ldexp(e + bias - 1 + top, (int)m);
   return copysign(at < last ? at : last, v);
}

/* 8.24 and 17.3.7 */
static double from_srgb(double s)
{
   return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}
static double to_srgb(double l)
{
   return l < 0.0031308 ? 12.92 * l : 1.055 * pow(l, 0.41666) - 0.055;
}

/* 2.3.5 */
double gl_value(const struct gl_format *f, unsigned c, uint32_t raw)
{
   const unsigned bits = gl_bits(f, c);
   const uint32_t sign = bits ? 1u << (bits - 1) : 0;

   if (!bits) /* Components that a format lacks are 0, 0, 0 and 1 */
      return c == 3;
   switch (f->kind) {
   case GL_FLOAT: return float_value(bits, raw);
   case GL_UNORM: return f->srgb && c < 3 ? from_srgb(raw / (double)ones(bits)) : raw / (double)ones(bits);
   case GL_SNORM: return fmax(((double)(raw ^ sign) - sign) / ones(bits - 1), -1);
   default: return 0;
   }
}

static double clamp(const struct gl_format *f, double v)
{
   if (f->kind == GL_UNORM)
      return v > 0 ? fmin(v, 1) : 0;
   if (f->kind == GL_SNORM)
      return v > -1 ? fmin(v, 1) : -1;
   return v;
}

double gl_steps(const struct gl_format *f, unsigned c, double v)
{
   const unsigned bits = gl_bits(f, c);

   if (f->kind == GL_FLOAT)
      return float_steps(bits, v);
   v = clamp(f, v);
   return (f->srgb && c < 3 ? to_srgb(v) : v) * ones(f->kind == GL_SNORM ? bits - 1 : bits);
}

uint32_t gl_nearest(const struct gl_format *f, unsigned c, double v)
{
   const unsigned bits = gl_bits(f, c);
   const double n = nearbyint(gl_steps(f, c, v));

   if (f->kind == GL_FLOAT && n < 0)
      return 1u << (bits - 1) | (uint32_t)-n;
   return (uint32_t)(int64_t)n & ones(bits);
}

/* ---- 17.3.6 */

/* Clamped colours: of the program, its second one, and of the target. */
struct operands {
   double source[4], second[4], old[4];
};

static double factor(const struct gl_format *f, const struct gl_draw *d, const struct operands *o, unsigned which, unsigned c)
{
   const double *s = o->source, *s1 = o->second, *old = o->old;

   switch (which) {
   case NVP4C_FACTOR_ZERO: return 0;
   case NVP4C_FACTOR_ONE: return 1;
   case NVP4C_FACTOR_SOURCE_COLOR: return s[c];
   case NVP4C_FACTOR_ONE_MINUS_SOURCE_COLOR: return clamp(f, 1 - s[c]);
   case NVP4C_FACTOR_SOURCE_ALPHA: return s[3];
   case NVP4C_FACTOR_ONE_MINUS_SOURCE_ALPHA: return clamp(f, 1 - s[3]);
   case NVP4C_FACTOR_TARGET_COLOR: return old[c];
   case NVP4C_FACTOR_ONE_MINUS_TARGET_COLOR: return clamp(f, 1 - old[c]);
   case NVP4C_FACTOR_TARGET_ALPHA: return old[3];
   case NVP4C_FACTOR_ONE_MINUS_TARGET_ALPHA: return clamp(f, 1 - old[3]);
   case NVP4C_FACTOR_CONSTANT_COLOR: return clamp(f, d->constant[c]);
   case NVP4C_FACTOR_ONE_MINUS_CONSTANT_COLOR: return clamp(f, 1 - clamp(f, d->constant[c]));
   case NVP4C_FACTOR_CONSTANT_ALPHA: return clamp(f, d->constant[3]);
   case NVP4C_FACTOR_ONE_MINUS_CONSTANT_ALPHA: return clamp(f, 1 - clamp(f, d->constant[3]));
   case NVP4C_FACTOR_ALPHA_SATURATE: return c == 3 ? 1 : fmin(s[3], clamp(f, 1 - old[3]));
   case NVP4C_FACTOR_SECOND_COLOR: return s1[c];
   case NVP4C_FACTOR_ONE_MINUS_SECOND_COLOR: return clamp(f, 1 - s1[c]);
   case NVP4C_FACTOR_SECOND_ALPHA: return s1[3];
   default: return clamp(f, 1 - s1[3]);
   }
}

static struct gl_result blend(const struct gl_format *f, const struct gl_draw *d, const double old[4], unsigned c)
{
   const struct nvp4c_blend *b = c < 3 ? &d->key->color : &d->key->alpha;
   struct operands o;

   for (unsigned k = 0; k < 4; k++) {
      o.source[k] = clamp(f, d->source[k]);
      o.second[k] = clamp(f, d->second[k]);
      o.old[k] = old[k];
   }
   const double from = o.source[c] * factor(f, d, &o, b->source, c), to = old[c] * factor(f, d, &o, b->target, c);
   /* Each operation has at most one unit in the last place: 1 - x, the two products and the sum. */
   const double error = ldexp(fabs(from) + fabs(to), -21) + ldexp(1, -126);
   switch (b->equation) {
   case NVP4C_BLEND_ADD: return (struct gl_result){.value = from + to, .error = error};
   case NVP4C_BLEND_SUBTRACT: return (struct gl_result){.value = from - to, .error = error};
   case NVP4C_BLEND_REVERSE_SUBTRACT: return (struct gl_result){.value = to - from, .error = error};
   case NVP4C_BLEND_MIN: return (struct gl_result){.value = fmin(o.source[c], old[c])};
   default: return (struct gl_result){.value = fmax(o.source[c], old[c])};
   }
}

/* ---- 17.3.9: the table, in its order */

static uint32_t logic(unsigned op, uint32_t s, uint32_t d)
{
   switch (op) {
   case NVP4C_LOGIC_CLEAR: return 0;
   case NVP4C_LOGIC_AND: return s & d;
   case NVP4C_LOGIC_AND_REVERSE: return s & ~d;
   case NVP4C_LOGIC_COPY: return s;
   case NVP4C_LOGIC_AND_INVERTED: return ~s & d;
   case NVP4C_LOGIC_NOOP: return d;
   case NVP4C_LOGIC_XOR: return s ^ d;
   case NVP4C_LOGIC_OR: return s | d;
   case NVP4C_LOGIC_NOR: return ~(s | d);
   case NVP4C_LOGIC_EQUIV: return ~(s ^ d);
   case NVP4C_LOGIC_INVERT: return ~d;
   case NVP4C_LOGIC_OR_REVERSE: return s | ~d;
   case NVP4C_LOGIC_COPY_INVERTED: return ~s;
   case NVP4C_LOGIC_OR_INVERTED: return ~s | d;
   case NVP4C_LOGIC_NAND: return ~(s & d);
   default: return UINT32_MAX;
   }
}

/* Integers outside the range of the format are clamped to it (docs/semantics.md, "Formats"). */
static uint32_t integer(const struct gl_format *f, unsigned bits, uint32_t v)
{
   const int64_t most = f->kind == GL_SINT ? ones(bits - 1) : ones(bits), least = f->kind == GL_SINT ? -most - 1 : 0;
   const int64_t n = f->kind == GL_SINT ? (int64_t)(v ^ 0x80000000u) - 0x80000000 : v;

   return (uint32_t)(n < least ? least : n > most ? most : n) & ones(bits);
}

struct gl_result gl_draw(const struct gl_format *f, const struct gl_draw *d, const uint32_t raw[4], const double old[4],
                         unsigned c)
{
   const unsigned bits = gl_bits(f, c);
   const bool has_logic = d->logic_op && f->kind != GL_FLOAT && !f->srgb;
   struct gl_result r = {.value = d->source[c]};

   if (d->key->keep >> c & 1)
      return (struct gl_result){.exact = true, .defined = true, .raw = {raw[c], raw[c]}};
   if (gl_is_integer(f)) {
      const uint32_t s = integer(f, bits, d->integer[c]);
      r.raw[0] = r.raw[1] = (has_logic ? logic(d->logic_op, s, raw[c]) : s) & ones(bits);
      r.exact = r.defined = true;
      return r;
   }
   if (d->key->blends && !d->logic_op)
      r = blend(f, d, old, c);
   /* The specification leaves NaN and infinity open in arithmetic; a fixed-point source may be infinite (2.3.5.1). */
   r.defined = !isnan(r.value) && (f->kind != GL_FLOAT || isfinite(r.value));
   if (has_logic) { /* The conversion may give either neighbour, but a representable value itself. */
      const double at = gl_steps(f, c, r.value), n = nearbyint(at);
      const bool near = fabs(at - n) < 1e-3;
      for (unsigned k = 0; k < 2; k++) {
         const int64_t s = (int64_t)(near ? n : k ? ceil(at) : floor(at));
         r.raw[k] = logic(d->logic_op, (uint32_t)s, raw[c]) & ones(bits);
      }
      r.exact = true;
   }
   return r;
}
