/* SPDX-License-Identifier: MIT */
/* Internals of the formats: layouts other than channels of bits, and the uses of formats. */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum block_layout {
   LAYOUT_PLAIN,
   LAYOUT_R11G11B10,
   LAYOUT_R9G9B9E5,
   LAYOUT_DXT1,
   LAYOUT_DXT3,
   LAYOUT_DXT5,
   LAYOUT_RGTC1,
   LAYOUT_RGTC1_SIGNED,
   LAYOUT_RGTC2,
   LAYOUT_RGTC2_SIGNED,
   LAYOUT_LATC1,
   LAYOUT_LATC1_SIGNED,
   LAYOUT_LATC2,
   LAYOUT_LATC2_SIGNED,
};

/* Channels in memory, and the source of r, g, b and a: one of x y z w, 0 or 1. False if the format is not made of channels. */
enum channel_type { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT, FIXED, SRGB };
struct format_channels {
   enum channel_type type;
   uint8_t bits[4], first_bit[4];
   const char *component;
};
bool format_channels(unsigned number, struct format_channels *out);

/* True if textures of the format may be sampled ('s'), rendered to ('r'), or used as depth or stencil buffers ('d'). */
bool format_may(unsigned number, char use);

/* The number n > 0 for which a function of the library, which names formats up to a NULL, returns the name. 0 if there is
   none. */
unsigned format_number(const char *(*name_of)(unsigned n), const char *name);

double format_linear_of_srgb(double v);
double format_srgb_of_linear(double v);

/* format_block.c */

/*
 * Floats with 5 bits of exponent and `mantissa` bits, with or without a sign. Numbers are rounded to the nearest, ties to even.
 * Without a sign, negative numbers become 0, and finite ones stay finite (EXT_packed_float, 2.1.A).
 */
double small_float_value(uint32_t bits, unsigned mantissa, bool is_signed);
uint32_t small_float_bits(double v, unsigned mantissa, bool is_signed);
/* EXT_texture_shared_exponent, 3.8.x: "encoding". */
uint32_t shared_exponent_bits(const double rgb[3]);
/* Reads a texel of a block with a layout other than LAYOUT_PLAIN. `alpha`: DXT1 has alpha. Missing components are 0, 0, 0,
   1. */
void block_read(enum block_layout layout, const uint8_t *block, unsigned x, unsigned y, bool alpha, double value[4]);

#endif
