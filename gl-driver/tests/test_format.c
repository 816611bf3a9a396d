/* SPDX-License-Identifier: MIT */
/*
 * The formats of the GL driver: values survive writing and reading, and known values agree with the documents: GL 3.0, 2.1.2 to
 * 2.1.5 and 4.1.8, EXT_packed_float, EXT_texture_shared_exponent, EXT_texture_compression_s3tc and _rgtc.
 */
#include <math.h>
#include <string.h>

#include "gl-driver/pipe/format.h"
#include "gl-driver/pipe/pipe.h"
#include "gl-driver/pipe/words.h"
#include "tests/unit/common/suite.h"

#define MOST_FORMATS 512

/* Creates texels of the format, reads, writes, and reads them again. */
static void round_trip(unsigned format)
{
   const struct format_info *f = format_info(format);
   uint64_t random = 88172645463325252u + format;

   for (unsigned n = 0; n < 200; n++) {
      uint8_t texel[32], copy[32];
      uint32_t value[4], again[4];
      for (unsigned i = 0; i < sizeof texel; i++) {
         random ^= random << 13;
         random ^= random >> 7;
         random ^= random << 17;
         texel[i] = copy[i] = (uint8_t)random;
      }
      format_read(format, texel, 0, 0, value);
      bool numbers = true;
      for (unsigned i = 0; i < 4; i++)
         numbers = numbers && (f->class != FORMAT_FLOAT || isfinite(float_of(value[i])));
      if (!numbers)
         continue;
      format_write(format, copy, value);
      format_read(format, copy, 0, 0, again);
      ck_assert_msg(!memcmp(value, again, sizeof value), "%s: %08x %08x %08x %08x became %08x %08x %08x %08x", f->name,
                    value[0], value[1], value[2], value[3], again[0], again[1], again[2], again[3]);
      /* Bytes after the texel are unchanged. */
      ck_assert_msg(!memcmp(texel + f->bytes, copy + f->bytes, sizeof texel - f->bytes), "%s", f->name);
   }
}

START_TEST(every_format)
{
   unsigned n = 0;

   for (unsigned i = 0; i < MOST_FORMATS; i++) {
      const struct format_info *f = format_info(i);
      if (!f)
         continue;
      n++;
      ck_assert_msg(f->bytes && f->block_width, "%s", f->name);
      if (f->block_width == 1 && f->class != FORMAT_DEPTH)
         round_trip(i);
   }
   ck_assert_uint_ge(n, 200);
   ck_assert(!format_info(0) && !format_info(MOST_FORMATS) && !format_info(~0u));
}
END_TEST

/* Formats by their numbers in the protocol, with a texel and its value. */
START_TEST(known_texels)
{
   static const struct {
      unsigned format;
      uint8_t texel[16];
      float value[4];
   } cases[] = {
       {67, {255, 0, 51, 102}, {1, 0, 0.2f, 0.4f}},  /* R8G8B8A8_UNORM */
       {1, {255, 0, 51, 102}, {0.2f, 0, 1, 0.4f}},   /* B8G8R8A8_UNORM */
       {2, {255, 0, 51, 102}, {0.2f, 0, 1, 1}},      /* B8G8R8X8_UNORM */
       {121, {255, 0, 51, 102}, {0.4f, 0.2f, 0, 1}}, /* A8B8G8R8_UNORM */
       {7, {0x1f, 0xf8}, {1, 0, 1, 1}},              /* B5G6R5_UNORM */
       {5, {0x00, 0xfc}, {1, 0, 0, 1}},              /* B5G5R5A1_UNORM: red is bits 10..14, alpha bit 15 */
       {6, {0x0f, 0xf0}, {0, 0, 1, 1}},              /* B4G4R4A4_UNORM */
       {9, {51}, {0.2f, 0.2f, 0.2f, 1}},             /* L8_UNORM */
       {10, {51}, {0, 0, 0, 0.2f}},                  /* A8_UNORM */
       {11, {51}, {0.2f, 0.2f, 0.2f, 0.2f}},         /* I8_UNORM */
       {12, {51, 255}, {0.2f, 0.2f, 0.2f, 1}},       /* L8A8_UNORM */
       {64, {51}, {0.2f, 0, 0, 1}},                  /* R8_UNORM */
       {77, {0x80, 0x81, 0x7f, 0}, {-1, -1, 1, 0}},  /* R8G8B8A8_SNORM: both smallest numbers are -1 */
       {72, {0, 1, 128, 255}, {0, 1, 128, 255}},     /* R8G8B8A8_USCALED */
       {85, {0, 1, 128, 255}, {0, 1, -128, -1}},     /* R8G8B8A8_SSCALED */
       {8, {0xff, 0x03, 0x00, 0xc0}, {1, 0, 0, 1}},  /* R10G10B10A2_UNORM */
       {91, {0x00, 0x3c}, {1, 0, 0, 1}},             /* R16_FLOAT */
       {94, {0x00, 0xc0, 0xff, 0x7b, 0x01, 0x00, 0x00, 0x38}, {-2, 65504, 0x1p-24f, 0.5f}}, /* R16G16B16A16_FLOAT */
       {87, {0x00, 0x80, 0xff, 0xff}, {-0.5f, 0, 0, 1}},                                    /* R32_FIXED */
       {124, {0xc0, 0x03, 0x1e, 0x78}, {1, 1, 1, 1}}, /* R11G11B10_FLOAT: exponent 15, mantissa 0 in each */
       {125, {0x00, 0x01, 0x02, 0x80}, {0, 0, 0, 1}}, /* R9G9B9E5_FLOAT, below */
       {104,
        {0, 255, 188, 128},
        {0, 1, 0.502886f, 0.501961f}}, /* R8G8B8A8_SRGB: ((188/255 + 0.055) / 1.055) ^ 2.4; alpha is linear */
   };

   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      uint32_t value[4];
      float expected[4];
      memcpy(expected, cases[i].value, sizeof expected);
      if (cases[i].format == 125) {
         /* exponent 16, mantissas 256, 128, 0 + 0: 2^(16 - 24) * n */
         expected[0] = 256 / 256.0f;
         expected[1] = 256 / 256.0f;
         expected[2] = 0;
      }
      format_read(cases[i].format, cases[i].texel, 0, 0, value);
      for (unsigned c = 0; c < 4; c++)
         ck_assert_msg(fabsf(float_of(value[c]) - expected[c]) <= 1e-6f * fabsf(expected[c]), "%s, component %u: %g, not %g",
                       format_info(cases[i].format)->name, c, (double)float_of(value[c]), (double)expected[c]);
   }
}
END_TEST

/* The conversions of 8 bits are those of one multiplication in single precision: the filter of a blit relies on it
   (test_sampler.c). */
START_TEST(single_precision)
{
   for (unsigned n = 0; n < 256; n++) {
      uint32_t value[4];
      uint8_t texel = (uint8_t)n;
      format_read(64, &texel, 0, 0, value);
      ck_assert_uint_eq(value[0], bits_of((float)n * (1.0f / 255.0f)));
      format_write(64, &texel, value);
      ck_assert_uint_eq(texel, n);
   }
}
END_TEST

/* Numbers that the format does not have, and those that are stored instead. */
START_TEST(rounding)
{
   static const struct {
      unsigned format;
      float value;
      uint32_t stored; /* the first channel */
   } cases[] = {
       {64, 0.5f, 128},
       {64, -1, 0},
       {64, 2, 255},
       {64, NAN, 0},
       {64, 1 / 510.0f, 0},
       {64, 3 / 510.0f, 2}, /* half of a step in single precision: to the even one */
       {74, -2, 0x81},
       {74, 0.5f, 0x40},
       {74, NAN, 0},
       {48, 0.5f, 0x8000},
       {91, 65519, 0x7bff},
       {91, 65520, 0x7c00},
       {91, 0x1p-25f, 0},
       {91, 0x1.8p-25f, 1},
       {91, -0.0f, 0x8000},
       {91, INFINITY, 0x7c00},
       {91, 1 + 0x1p-11f, 0x3c00}, /* a tie: to the even one */
       {95, 0.5f, 188},            /* L8_SRGB: 1.055 * 0.5^(1/2.4) - 0.055 = 0.7353... */
       {95, 0.002f, 7},            /* 12.92 * 0.002 * 255 = 6.59 */
   };

   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      uint8_t texel[16] = {0};
      const uint32_t value[4] = {bits_of(cases[i].value)};
      format_write(cases[i].format, texel, value);
      ck_assert_msg((texel[0] | (uint32_t)texel[1] << 8) == cases[i].stored, "%s: %g became %x",
                    format_info(cases[i].format)->name, (double)cases[i].value, texel[0] | (unsigned)texel[1] << 8);
   }
   /* EXT_packed_float: no negative numbers, what is finite stays finite: 65024 is the largest of 6 bits, 64512 of 5. */
   ck_assert_uint_eq(small_float_bits(1e9, 6, false), 0x7bf);
   ck_assert_uint_eq(small_float_bits(1e9, 5, false), 0x3df);
   ck_assert_uint_eq(small_float_bits(-1, 6, false), 0);
   ck_assert(small_float_value(0x7bf, 6, false) == 65024 && small_float_value(0x3df, 5, false) == 64512);
   ck_assert(isinf(small_float_value(small_float_bits((double)INFINITY, 6, false), 6, false)));
   /* EXT_texture_shared_exponent: 1.0 is exponent 16 and 256; the largest is 65408. */
   ck_assert_uint_eq(shared_exponent_bits((const double[3]){1, 0.5, 0}), 16u << 27 | 128u << 9 | 256);
   ck_assert_uint_eq(shared_exponent_bits((const double[3]){1e9, -1, 0}), 31u << 27 | 511);
   ck_assert_uint_eq(shared_exponent_bits((const double[3]){0, 0, 0}), 0);
}
END_TEST

START_TEST(integers)
{
   const uint32_t value[4] = {300, 0xffffffff, 7, 1};
   uint8_t texel[16];
   uint32_t got[4];

   format_write(180, texel, value); /* R8G8B8A8_UINT */
   format_read(180, texel, 0, 0, got);
   ck_assert(got[0] == 255 && got[1] == 255 && got[2] == 7 && got[3] == 1);
   format_write(184, texel, value); /* R8G8B8A8_SINT */
   format_read(184, texel, 0, 0, got);
   ck_assert(got[0] == 127 && got[1] == 0xffffffff && got[2] == 7);
   format_read(177, texel, 0, 0, got); /* R8_UINT: the missing components are 0, 0, 1 */
   ck_assert(got[1] == 0 && got[2] == 0 && got[3] == 1);
}
END_TEST

START_TEST(depth_and_stencil)
{
   static const unsigned formats[] = {16, 17, 18, 19, 20, 21, 22, 126};
   uint8_t texel[8] = {0};

   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
      unsigned f = formats[i];
      uint32_t value[4], last = 0;
      for (unsigned k = 0; k <= 16; k++) {
         uint32_t bits = format_depth_bits(f, (float)k / 16);
         ck_assert_msg(!k || bits > last, "%s: depths are not in order", format_info(f)->name);
         last = bits;
         memset(texel, 0xff, sizeof texel);
         format_write_stencil(f, texel, 0x5a);
         format_write_depth(f, texel, bits);
         ck_assert_uint_eq(format_read_depth(f, texel), bits);
         ck_assert_uint_eq(format_read_stencil(f, texel), format_info(f)->stencil ? 0x5a : 0);
         format_read(f, texel, 0, 0, value);
         ck_assert_float_eq_tol(float_of(value[0]), (float)k / 16, 1.0f / 65535);
      }
      ck_assert_uint_eq(format_depth_bits(f, 2), last);
      ck_assert_uint_eq(format_depth_bits(f, -1), 0);
   }
   ck_assert_uint_eq(format_depth_bits(19, 1), 0xffffff);
   ck_assert_uint_eq(format_depth_bits(19, 0.5f), 0x800000);
   ck_assert_uint_eq(format_depth_bits(16, 1), 0xffff);
   /* Z24_UNORM_S8_UINT has stencil in the highest byte, S8_UINT_Z24_UNORM in the lowest, and their integer views find it. */
   format_write_stencil(19, texel, 0x12);
   ck_assert_uint_eq(texel[3], 0x12);
   uint32_t value[4];
   format_read(136, texel, 0, 0, value);
   ck_assert_uint_eq(value[0], 0x12);
   format_write_stencil(20, texel, 0x34);
   ck_assert_uint_eq(texel[0], 0x34);
}
END_TEST

START_TEST(compressed)
{
   /* S3TC: red and blue ends, codes 0 1 2 3 in the first row. If the first end is larger, the others are two thirds between;
      otherwise they are the mean and black. */
   static const uint8_t four[8] = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0}, three[8] = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};
   static const float four_red[4] = {1, 0, 2 / 3.0f, 1 / 3.0f}, three_red[4] = {0, 1, 0.5f, 0};
   /* RGTC: ends 255 and 0; the codes of the first texels are 0, 1, 2, 7 */
   static const uint8_t ramp[8] = {255, 0, 0x88, 0x0e, 0, 0, 0, 0};
   static const float ramp_red[4] = {1, 0, 6 / 7.0f, 1 / 7.0f};
   uint32_t value[4];

   for (unsigned x = 0; x < 4; x++) {
      format_read(106, four, x, 0, value);
      ck_assert_float_eq_tol(float_of(value[0]), four_red[x], 1e-6f);
      ck_assert_float_eq_tol(float_of(value[2]), 1 - four_red[x], 1e-6f);
      ck_assert_float_eq(float_of(value[3]), 1);
      format_read(106, three, x, 0, value);
      ck_assert_float_eq_tol(float_of(value[0]), three_red[x], 1e-6f);
      ck_assert_float_eq(float_of(value[3]), x < 3);
      format_read(105, three, x, 0, value); /* black without alpha */
      ck_assert_float_eq(float_of(value[3]), 1);
      format_read(113, ramp, x, 0, value);
      ck_assert_float_eq_tol(float_of(value[0]), ramp_red[x], 1e-6f);
      ck_assert_float_eq(float_of(value[1]), 0);
      format_read(143, ramp, x, 0, value); /* luminance */
      ck_assert_float_eq_tol(float_of(value[2]), ramp_red[x], 1e-6f);
   }
   static const uint8_t explicit_alpha[16] = {0xf0, 0x08};
   format_read(107, explicit_alpha, 1, 0, value);
   ck_assert_float_eq(float_of(value[3]), 1);
   format_read(107, explicit_alpha, 2, 0, value);
   ck_assert_float_eq_tol(float_of(value[3]), 8 / 15.0f, 1e-6f);
}
END_TEST

SUITE_MAIN("format", DEFAULT_TIMEOUT, NULL, NULL, every_format, known_texels, rounding, single_precision, integers,
           depth_and_stencil, compressed)
