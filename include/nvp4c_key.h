/* SPDX-License-Identifier: MIT */
/*
 * The pipeline key: the state of a driver that changes code, and the numbers that stand for it. A part of nvp4c.h, which
 * includes it.
 */
#ifndef NVP4C_KEY_H
#define NVP4C_KEY_H

#include <stdint.h>

/* Format of a render target. */
enum nvp4c_frt { NVP4C_FRT_F32, NVP4C_FRT_F16, NVP4C_FRT_RGBA8 };

/* Who compares a shadow texture: the sampler, or the program, which then computes `reference OP texel ? 1 : 0` on the
   unfiltered texel. */
enum nvp4c_compare {
   NVP4C_COMPARE_SAMPLER, NVP4C_COMPARE_NEVER, NVP4C_COMPARE_LESS, NVP4C_COMPARE_EQUAL, NVP4C_COMPARE_LEQUAL,
   NVP4C_COMPARE_GREATER, NVP4C_COMPARE_NOTEQUAL, NVP4C_COMPARE_GEQUAL, NVP4C_COMPARE_ALWAYS
};
/* What a component of the result of a texture access is: the component of the same name, the named component, 0.0 or 1.0. */
enum nvp4c_swizzle { NVP4C_SWIZZLE_SAME, NVP4C_SWIZZLE_X, NVP4C_SWIZZLE_Y, NVP4C_SWIZZLE_Z, NVP4C_SWIZZLE_W, NVP4C_SWIZZLE_0,
                     NVP4C_SWIZZLE_1 };
/* Of n samples, number k lives where the alpha of the first colour is at least (k + 1) / n; where key.samplemask.x has bit
   k. */
enum nvp4c_coverage { NVP4C_COVERAGE_ALPHA = 1, NVP4C_COVERAGE_MASK = 2 };
/* Where the point size comes from: the program writes it; it is state (the parameter state.point.size); there is none. */
enum nvp4c_point_size { NVP4C_POINT_SIZE_PROGRAM, NVP4C_POINT_SIZE_STATE, NVP4C_POINT_SIZE_NONE };

/*
 * The varyings, which vertex and geometry programs write and the next program reads, by number: 0 position, 1 2 colours, 3 4
 * back colours, 5 fog, 6 point size, 7.. clip distances, 15.. texture coordinates, 23.. generic attributes (64), 87 primitive
 * id, 88 layer, 89 normal, 90 clip vertex, 91 edge flag, 92 viewport, 93 mask of viewports, 94 point coordinate, 95 result.id.
 */
#define NVP4C_NUM_VARYINGS 96
#define NVP4C_TEX_UNITS 32
#define NVP4C_IMAGE_UNITS 32

/* The components of a varying that are in mask (bit 0: x) are written to consecutive words from `address` on; the others
   nowhere. On AGX, which iterates runs of components, those between the lowest and the highest in mask take a word as well. */
struct nvp4c_varying {
   uint8_t address, mask;
};

/* The pipeline key: driver state that changes code. It is part of the cache key. Zero is the default of every field.
   docs/abi-usc.md, "The key", describes each. */
struct nvp4c_key {
   uint8_t frt[8];         /* enum nvp4c_frt: format of each render target */
   uint8_t robust_off;     /* 1: relative indices are not clamped (-fno-robust) */
   uint8_t samples;        /* samples of a pixel: 0 (means 1), 1, 2, 4, 8 */
   uint8_t sample_shading; /* 1: a fragment program runs once for each sample */
   uint8_t flat_shading;   /* 1: colours are flat, whatever the program says; of TGSI those with the interpolation COLOR */
   uint8_t two_side;       /* 1: back faces read the back colours */
   uint8_t
       clip_planes; /* bit n: plane n is on; result.clip[n], if not written, is position . key.clip[n].plane, 0 or nothing */
   uint8_t clip_z;         /* 1: z becomes (z + w) / 2, for a machine that clips z to 0..w */
   uint8_t point_size;     /* enum nvp4c_point_size */
   uint8_t point_coord;    /* bit n: texture coordinate n is the point coordinate; only nvp4c_link reads it */
   uint8_t varying_map;    /* 1: outputs go where `varying` says; 0: to the fixed places of docs/abi-usc.md */
   uint8_t
       color_buffers; /* bit n: there is draw buffer n, for programs that write one colour to all of them; 0: the first one */
   uint8_t
       alpha_test; /* enum nvp4c_compare without the sampler's: fragments live where alpha OP key.alpha.x holds; 0: all do */
   uint8_t
       clamp_colors; /* 1: colours that the program writes, of vertices (front and back) or of fragments, are clamped to 0..1 */
   uint8_t alpha_to_one;   /* 1: the alpha of every fragment colour is 1 */
   uint8_t stipple;        /* 1: fragments live where the pattern of 32 rows, key.stipple[0..7], has a bit */
   uint8_t coverage;       /* enum nvp4c_coverage, in a mask: of several samples, what else takes samples off a fragment */
   struct nvp4c_varying varying[NVP4C_NUM_VARYINGS];
   struct {
      uint8_t compare, swizzle[4]; /* enum nvp4c_compare, enum nvp4c_swizzle */
   } tex[NVP4C_TEX_UNITS];
   /* USC: the first of three shared registers, which hold the 64-bit address of the scratch memory and the bytes of an
      invocation; 0: the compiler chooses them */
   uint32_t scratch_base;
   uint32_t scratch_stride; /* bytes of scratch memory of an invocation; 0: what the third of these registers says */
   struct {
      uint8_t
          format; /* of texels, where the program does not say it: a number of nvp4c_image_format(); 0: R32G32B32A32_FLOAT */
      uint8_t tiled;  /* 1: texels of a layer are in Morton order */
   } image[NVP4C_IMAGE_UNITS];
   uint32_t shared_bytes; /* compute: memory that a block shares; 0 means 32768 */
};

#endif
