/* SPDX-License-Identifier: MIT */
/*
 * What OpenGL 4.6 (core) defines about a pixel: formats, blending (17.3.6), sRGB (17.3.7), logic operations (17.3.9) and
 * conversions of fixed-point numbers (2.3.5), in double precision. It shares no code with the compiler: formats come from their
 * names, and the constants of states from the public header.
 */
#ifndef TESTS_BLEND_GL_H
#define TESTS_BLEND_GL_H

#include <stdbool.h>
#include <stdint.h>

#include "nvp4c.h"

enum gl_kind { GL_FLOAT, GL_UNORM, GL_SNORM, GL_UINT, GL_SINT };
struct gl_format {
   enum gl_kind kind;
   unsigned channels, words;
   unsigned bits[4]; /* of the channels, the lowest first */
   int component[4]; /* of the channels: 0..3, or -1 for X */
   bool srgb;
};
/* The format of a name like "B10G10R10A2_UNORM". */
struct gl_format gl_format_of(const char *name, bool srgb);
bool gl_is_integer(const struct gl_format *f);
bool gl_is_fixed(const struct gl_format *f);
/* Mask of the components that the format has, and the bits of one. */
unsigned gl_components(const struct gl_format *f);
unsigned gl_bits(const struct gl_format *f, unsigned c);

/* The words of a pixel with these bits in each component, and the reverse. The bits of channel X are 0. */
void gl_pack(const struct gl_format *f, const uint32_t raw[4], uint32_t word[4]);
void gl_unpack(const struct gl_format *f, const uint32_t word[4], uint32_t raw[4]);
/* The value of component c with these bits: a number, linear for sRGB. */
double gl_value(const struct gl_format *f, unsigned c, uint32_t raw);
/* The bits nearest to a value, and the same with a fraction: the distance of two such numbers counts the steps of the format.
 */
uint32_t gl_nearest(const struct gl_format *f, unsigned c, double v);
double gl_steps(const struct gl_format *f, unsigned c, double v);

/* Everything that decides about a pixel of one target. */
struct gl_draw {
   const struct nvp4c_key_color *key;
   unsigned logic_op; /* enum nvp4c_logic_op */
   double source[4], second[4], constant[4];
   uint32_t integer[4]; /* the source of integer formats */
};
/* The result in component c: bits that must be exact, one of two; or a number with the error of single precision. */
struct gl_result {
   bool exact, defined;
   uint32_t raw[2];
   double value, error;
};
/* `raw` is the pixel before, and `old` its values. */
struct gl_result gl_draw(const struct gl_format *f, const struct gl_draw *d, const uint32_t raw[4], const double old[4],
                         unsigned c);

#endif
