/* SPDX-License-Identifier: MIT */
/*
 * The key: state of the graphics pipeline that changes what a program computes. It is applied to the IR that a front end made,
 * before the passes and for every target alike. State that only changes where results are placed (formats, registers) is left
 * to the backends. docs/abi-usc.md, "The key", says what each field means.
 */
#ifndef PASSES_KEY_H
#define PASSES_KEY_H

#include "ir/ir.h"

enum key_compare {
   KEY_CMP_SAMPLER,
   KEY_NEVER,
   KEY_LESS,
   KEY_EQUAL,
   KEY_LEQUAL,
   KEY_GREATER,
   KEY_NOTEQUAL,
   KEY_GEQUAL,
   KEY_ALWAYS,
   KEY_NUM_COMPARE
};
enum key_swizzle { KEY_SWZ_SAME, KEY_SWZ_X, KEY_SWZ_Y, KEY_SWZ_Z, KEY_SWZ_W, KEY_SWZ_0, KEY_SWZ_1, KEY_NUM_SWIZZLE };
enum key_point_size { KEY_POINT_PROGRAM, KEY_POINT_STATE, KEY_POINT_NONE, KEY_NUM_POINT };
enum key_coverage { KEY_COVERAGE_ALPHA = 1, KEY_COVERAGE_MASK = 2 };
#define KEY_TEX_UNITS 32
#define KEY_IMAGE_UNITS 32

struct pass_key {
   bool two_side, clip_z, clamp_colors, alpha_to_one, stipple;
   uint8_t flat_colors; /* colours, in a mask, that are flat whatever the program says */
   uint8_t clip_planes, point_size;
   uint8_t alpha_test; /* enum key_compare; KEY_CMP_SAMPLER: none */
   uint8_t clip; /* enum io_clip: what the planes do with this program */
   uint8_t samples; /* of a pixel; 0 counts as 1 */
   uint8_t coverage; /* enum key_coverage, in a mask: what takes samples off a fragment, if there are several */
   bool per_sample; /* a fragment program runs once for each sample: see pass_key_per_sample() */
   uint8_t color_buffers; /* draw buffers, in a mask, that get the first colour if the program does not write them; 0: only the
                             first */
   struct key_tex {
      uint8_t compare, swizzle[4]; /* enum key_compare, enum key_swizzle */
   } tex[KEY_TEX_UNITS];
   struct key_image {
      uint8_t format; /* enum mem_format: of texels, where the program does not say it */
      uint8_t tiled;  /* texels of a layer are in Morton order */
   } image[KEY_IMAGE_UNITS];
   uint32_t shared_bytes;    /* compute: memory that a block shares; 0: MEM_SHARED_BYTES */
   bool drop;                /* remove the outputs that are not in keep */
   uint8_t keep[SLOT_COUNT]; /* by slot: mask of components */
};

/* Names of state parameters that the key adds, which no program can name: a clip plane in clip coordinates; the point size in
   x; the reference of the alpha test in x; the API's sample mask in x; four rows of the stipple pattern, of which bit 31 - x is
   column x; where samples are. Of that the place of sample `id` of `samples` is in component (samples + id) / 4, byte id % 4: x
   in its low four bits, y in the others, both in sixteenths of the pixel. */
const char *key_plane_name(unsigned n);
const char *key_stipple_name(unsigned n);
#define KEY_ALPHA_PARAM "key.alpha"
#define KEY_MASK_PARAM "key.samplemask"
#define KEY_STIPPLE_ROWS 32
#define KEY_POINT_PARAM "state.point.size"
#define KEY_SAMPLES_PARAM "key.samples"

/*
 * Does a program that is drawn with several samples run once for each of them? It does if the key says so, if it reads the
 * number or the place of its sample or an input at the sample, and if it writes a sample mask or the key takes samples off it,
 * for which the machine has no other way.
 */
bool pass_key_per_sample(const struct ir_shader *s, const struct pass_key *key);

void pass_key_apply(struct ir_shader *s, const struct pass_key *key);

#endif
