/* SPDX-License-Identifier: MIT */
/* libnvp4c: the pipeline key, which is the state of a GL driver that changes machine code. nvp4c.h includes this header. */
#ifndef NVP4C_KEY_H
#define NVP4C_KEY_H

#include <stdint.h>

/* Format of a render target. */
enum nvp4c_frt { NVP4C_FRT_F32, NVP4C_FRT_F16, NVP4C_FRT_RGBA8 };

/* The function of a comparison. SAMPLER leaves a shadow texture to the sampler; with any other value the program itself
   computes `reference OP texel ? 1 : 0` on the unfiltered texel. */
enum nvp4c_compare {
   NVP4C_COMPARE_SAMPLER, NVP4C_COMPARE_NEVER, NVP4C_COMPARE_LESS, NVP4C_COMPARE_EQUAL, NVP4C_COMPARE_LEQUAL,
   NVP4C_COMPARE_GREATER, NVP4C_COMPARE_NOTEQUAL, NVP4C_COMPARE_GEQUAL, NVP4C_COMPARE_ALWAYS
};
/* Source of a component of a texture result. SAME is the component itself; 0 and 1 are the constants 0.0 and 1.0. */
enum nvp4c_swizzle { NVP4C_SWIZZLE_SAME, NVP4C_SWIZZLE_X, NVP4C_SWIZZLE_Y, NVP4C_SWIZZLE_Z, NVP4C_SWIZZLE_W, NVP4C_SWIZZLE_0,
                     NVP4C_SWIZZLE_1 };
/* What removes samples from a fragment. ALPHA keeps sample k of n if the alpha of the first colour is at least (k + 1) / n;
   MASK keeps sample k if bit k of the parameter key.samplemask.x is set. */
enum nvp4c_coverage { NVP4C_COVERAGE_ALPHA = 1, NVP4C_COVERAGE_MASK = 2 };
/* Source of the point size: the program, the parameter state.point.size, or none. */
enum nvp4c_point_size { NVP4C_POINT_SIZE_PROGRAM, NVP4C_POINT_SIZE_STATE, NVP4C_POINT_SIZE_NONE };
/* What decides which face is the front: the machine alone, or also the word key.frontface.x of the driver, an enum
   nvp4c_front_face_word. */
enum nvp4c_front_face { NVP4C_FRONT_FACE_MACHINE, NVP4C_FRONT_FACE_WORD };
/* NOP leaves the face of the machine, SWAP is the other one, and with TRUE all fragments have the front face (points and
   lines). */
enum nvp4c_front_face_word { NVP4C_FRONT_FACE_NOP, NVP4C_FRONT_FACE_SWAP, NVP4C_FRONT_FACE_TRUE };

/*
 * The varyings, which vertex and geometry programs write and the next stage reads, have these numbers: 0 position, 1-2 colours,
 * 3-4 back colours, 5 fog, 6 point size, 7-14 clip distances, 15-22 texture coordinates, 23-86 generic attributes, 87 primitive
 * id, 88 layer, 89 normal, 90 clip vertex, 91 edge flag, 92 viewport, 93 viewport mask, 94 point coordinate, 95 result.id.
 */
#define NVP4C_NUM_VARYINGS 96
#define NVP4C_COLORS 8
#define NVP4C_TEX_UNITS 32
#define NVP4C_IMAGE_UNITS 32
#define NVP4C_MAX_ATTRIBS 32

/* Place of a varying. The components in `mask` (bit 0 is x) are written to consecutive words from `address` on; the others are
   not written. AGX iterates runs of components, so there every component between the lowest and the highest takes a word. */
struct nvp4c_varying {
   uint8_t address, mask;
   uint8_t tail; /* USC: another word that x is written to, for the machine, which reads clip distances and the viewport
                    after all varyings; 0 means none. It needs x in the mask. Other targets ignore it */
};

/* State of a texture unit. */
struct nvp4c_key_tex {
   uint8_t compare;    /* enum nvp4c_compare */
   uint8_t swizzle[4]; /* enum nvp4c_swizzle of x, y, z and w */
};

/* Texels of an image. */
struct nvp4c_key_image {
   uint8_t format; /* a number of nvp4c_image_format(), for programs that do not name one; 0 means R32G32B32A32_FLOAT */
   uint8_t tiled;  /* 1: the texels are in the target's tiled order (docs/abi-usc.md, "The key"); 0: in rows */
};

/* Blending, with the meaning of OpenGL 4.6 core, 17.3.6: the equation, and the factors of the source (the colour of the
   program) and the target. ALPHA_SATURATE is GL's SRC_ALPHA_SATURATE, SECOND the second colour (key.dual_source), CONSTANT the
   parameter key.blend. */
enum nvp4c_blend_equation { NVP4C_BLEND_ADD, NVP4C_BLEND_SUBTRACT, NVP4C_BLEND_REVERSE_SUBTRACT, NVP4C_BLEND_MIN,
                            NVP4C_BLEND_MAX };
enum nvp4c_blend_factor {
   NVP4C_FACTOR_ZERO, NVP4C_FACTOR_ONE, NVP4C_FACTOR_SOURCE_COLOR, NVP4C_FACTOR_ONE_MINUS_SOURCE_COLOR,
   NVP4C_FACTOR_SOURCE_ALPHA, NVP4C_FACTOR_ONE_MINUS_SOURCE_ALPHA, NVP4C_FACTOR_TARGET_COLOR,
   NVP4C_FACTOR_ONE_MINUS_TARGET_COLOR, NVP4C_FACTOR_TARGET_ALPHA, NVP4C_FACTOR_ONE_MINUS_TARGET_ALPHA,
   NVP4C_FACTOR_CONSTANT_COLOR, NVP4C_FACTOR_ONE_MINUS_CONSTANT_COLOR, NVP4C_FACTOR_CONSTANT_ALPHA,
   NVP4C_FACTOR_ONE_MINUS_CONSTANT_ALPHA, NVP4C_FACTOR_ALPHA_SATURATE, NVP4C_FACTOR_SECOND_COLOR,
   NVP4C_FACTOR_ONE_MINUS_SECOND_COLOR, NVP4C_FACTOR_SECOND_ALPHA, NVP4C_FACTOR_ONE_MINUS_SECOND_ALPHA
};
struct nvp4c_blend {
   uint8_t equation, source, target; /* enum nvp4c_blend_equation, nvp4c_blend_factor of the source and of the target */
};
/* Logic operations (17.3.9). The enumerators are 1 + the place of the operation in GL's list. */
enum nvp4c_logic_op {
   NVP4C_LOGIC_OFF, NVP4C_LOGIC_CLEAR, NVP4C_LOGIC_AND, NVP4C_LOGIC_AND_REVERSE, NVP4C_LOGIC_COPY, NVP4C_LOGIC_AND_INVERTED,
   NVP4C_LOGIC_NOOP, NVP4C_LOGIC_XOR, NVP4C_LOGIC_OR, NVP4C_LOGIC_NOR, NVP4C_LOGIC_EQUIV, NVP4C_LOGIC_INVERT,
   NVP4C_LOGIC_OR_REVERSE, NVP4C_LOGIC_COPY_INVERTED, NVP4C_LOGIC_OR_INVERTED, NVP4C_LOGIC_NAND, NVP4C_LOGIC_SET
};
/* Place of a colour target on the USC. TILE + n is tile buffer n, of seven. */
enum nvp4c_color_place { NVP4C_PLACE_ANY, NVP4C_PLACE_OUTPUT, NVP4C_PLACE_TILE };

/* State of a colour target (docs/abi-usc.md, "Colour targets"). */
struct nvp4c_key_color {
   uint8_t format; /* a number of nvp4c_image_format(); 0 means the one of key.frt */
   uint8_t srgb;   /* 1: the format is the sRGB one of its name; normalised formats of 8 bits only */
   uint8_t place;  /* enum nvp4c_color_place; ANY lets the compiler choose */
   uint8_t word;   /* first word of the pixel there, unless the place is ANY */
   uint8_t keep;   /* mask of the components (bit 0 is red) that drawing does not change */
   uint8_t blends; /* 1: blending is on */
   struct nvp4c_blend color, alpha;
};

/*
 * Where a vertex attribute is in the words that the machine copies from memory to the input registers of a program, and their
 * format, for machines whose programs unpack attributes (USC). The attribute begins in byte `byte` of its first word, so
 * several attributes may share words. It has the next bytes, at most up to the end of the fourth word. Components that the
 * format does not have are 0, 0, 0, 1.
 */
struct nvp4c_key_attrib {
   uint8_t format; /* a number of nvp4c_attrib_format(). 0: component n of the attribute is its word n */
   uint8_t byte;   /* of the first word, 0..3; 0 unless there is a format */
   uint8_t placed; /* 1: the first word is in input register `word`; 0: the compiler chooses registers for the words in use */
   uint8_t word;
};

/*
 * The pipeline key: the driver state that changes machine code. docs/abi-usc.md, "The key", describes each field. Zero is the
 * default of every field. The structure has no padding, so a driver may compare keys as bytes.
 */
struct nvp4c_key {
   uint8_t frt[8];         /* enum nvp4c_frt of each render target */
   uint8_t robust_off;     /* 1: relative indices are not clamped (-fno-robust) */
   uint8_t samples;        /* samples per pixel: 0 (means 1), 1, 2, 4 or 8 */
   uint8_t sample_shading; /* 1: a fragment program runs once per sample */
   uint8_t flat_shading;   /* 1: colours are flat, whatever the program says; in TGSI only those with interpolation COLOR */
   uint8_t two_side;       /* 1: back faces read the back colours */
   uint8_t clip_planes;    /* mask of enabled planes. If the program does not write result.clip[n], its language decides whether
                              distance n is position . key.clip[n].plane, 0, or nothing */
   uint8_t clip_z;         /* 1: z becomes (z + w) / 2, for a machine that clips z to 0..w */
   uint8_t point_size;     /* enum nvp4c_point_size */
   uint8_t point_coord;    /* mask of texture coordinates that a fragment program replaces by the point coordinate, with the
                              components x, y, 0, 1 */
   uint8_t varying_map;    /* 1: outputs go where `varying` says; 0: to the fixed places of docs/abi-usc.md */
   uint8_t color_buffers;  /* mask of draw buffers, for programs that write one colour to all of them; 0 means the first one */
   uint8_t alpha_test;     /* enum nvp4c_compare: discard fragments unless alpha OP key.alpha.x; 0 turns the test off */
   uint8_t clamp_colors;   /* 1: clamp the colours of vertices (front and back) or of fragments to 0..1 */
   uint8_t alpha_to_one;   /* 1: the alpha of every fragment colour is 1 */
   uint8_t stipple;        /* 1: discard fragments whose bit in the 32 rows of key.stipple[0..7] is 0 */
   uint8_t coverage;       /* mask of enum nvp4c_coverage; has no effect with one sample */
   struct nvp4c_varying varying[NVP4C_NUM_VARYINGS];
   struct nvp4c_key_tex tex[NVP4C_TEX_UNITS];
   uint32_t scratch_base;   /* USC: first of the three shared registers that hold the 64-bit address of scratch memory and the
                               bytes per invocation; 0 lets the compiler choose */
   uint32_t scratch_stride; /* USC: bytes of scratch memory per invocation; 0 reads them from the third of these registers */
   struct nvp4c_key_image image[NVP4C_IMAGE_UNITS];
   uint32_t shared_bytes;   /* bytes of memory that a workgroup shares; 0 means 32768 */
   struct nvp4c_key_color color[NVP4C_COLORS];
   uint8_t logic_op;    /* enum nvp4c_logic_op of all targets */
   uint8_t dual_source; /* 1: colour 1 of the program is the second colour of target 0 and has no target */
   uint8_t reserved[2]; /* 0 */
   uint32_t front_face;     /* enum nvp4c_front_face, for fragment.facing and two_side */
   struct nvp4c_key_attrib attrib[NVP4C_MAX_ATTRIBS];
};

#endif
