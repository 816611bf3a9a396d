/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: reflection and facts of a compiled program. nvp4c.h includes this header.
 *
 * The reflection lists what the driver provides and receives, and where, one component per entry. Its strings are for people
 * only; nvp4c_reflection_name() and nvp4c_location_text() write an entry as text. docs/reflection.md has examples.
 */
#ifndef NVP4C_REFLECTION_H
#define NVP4C_REFLECTION_H

#include <stdint.h>

#include "nvp4c_key.h"

enum nvp4c_reflect_kind { NVP4C_INPUT, NVP4C_OUTPUT, NVP4C_PARAM, NVP4C_CONSTANT, NVP4C_TEXTURE, NVP4C_BUFFER, NVP4C_SCRATCH };

/* What an entry is bound to. The comments say what `index` of struct nvp4c_reflection counts. */
enum nvp4c_binding {
   NVP4C_BIND_NONE,

   /* inputs and outputs */
   NVP4C_BIND_ATTRIB,    /* vertex attribute, 0..31. With kind NVP4C_BUFFER (whole AGX programs): components 0 and 1 are the
                            address of its array, and component 2 is its last element */
   NVP4C_BIND_VERTEX_ID, /* counted from the base vertex */
   NVP4C_BIND_INSTANCE,  /* GL's instance id */
   NVP4C_BIND_VARYING,   /* varying, with the numbers of nvp4c_key.h */
   NVP4C_BIND_FACING,
   NVP4C_BIND_COLOR,     /* draw buffer. With kind NVP4C_INPUT: a word of the pixel before the fragment */
   NVP4C_BIND_DEPTH,     /* depth of a fragment, component 2 */

   /* parameters and constants */
   NVP4C_BIND_ENV,       /* program.env[index] */
   NVP4C_BIND_LOCAL,     /* program.local[index] */
   NVP4C_BIND_STATE,     /* GL state; `state` names the item, and index is its number */
   NVP4C_BIND_LITERAL,   /* constant with the bits in `value` */

   /* words of a texture, by unit */
   NVP4C_BIND_IMAGE,     /* words 0..3 of the image state */
   NVP4C_BIND_SAMPLER,   /* words 0..3 of the sampler state */
   NVP4C_BIND_SIZE,      /* width, height, depth, levels; the layers of an array come after its last dimension */
   NVP4C_BIND_LAYERS,    /* low and high word of the address of layer 0, bytes between layers, number of the last layer as
                            f32 */
   NVP4C_BIND_COMPARE,   /* result of the comparison if the reference is less than, equal to, or greater than the depth */
   NVP4C_BIND_FETCH_SAMPLER, /* words 0..3 of the sampler that all texel fetches use; it has no unit */

   /* memory: components 0 and 1 are the low and high word of an address */
   NVP4C_BIND_BUFFER,       /* parameter buffer; component 2 (AGX) is its length in 32-bit words */
   NVP4C_BIND_TILE_BUFFER,  /* USC: tile buffer of render targets */
   NVP4C_BIND_PARAM_MEMORY, /* memory of the parameters without a register */
   NVP4C_BIND_SCRATCH,      /* scratch memory; component 2 is the bytes per invocation */

   NVP4C_BIND_UNIFORM,      /* parameter: CONST[0][index] of TGSI */
   NVP4C_BIND_SYSTEM,       /* input: enum nvp4c_system */
   NVP4C_BIND_GATHER_SAMPLER, /* texture unit: words 0..3 of the sampler state for gathers, linear without mipmaps */
   NVP4C_BIND_PRESHADER,    /* parameter: word 4 * index + component of the results of nvp4c_preshader_run() */

   /* AGX */
   NVP4C_BIND_SAMPLES,       /* texture unit: samples per texel */
   NVP4C_BIND_TEXTURE_HEAP,  /* address of the texture descriptors */
   NVP4C_BIND_TESTS,         /* 0xff if this part runs the depth test of the remaining samples, 0 if a later part does */
   NVP4C_BIND_SAMPLE_MASK,   /* sample mask of the API */
   NVP4C_BIND_SAMPLE_PLACES, /* word of key.samples for the number of samples (docs/abi-usc.md, "Samples") */
   NVP4C_BIND_STENCIL,       /* stencil value of a fragment, component 1 */

   /* Read-write memory. Component 2 is the bytes that may be accessed, 3 the bytes of the object, 4 the waves of a cluster
      (docs/abi-usc.md, "Memory") */
   NVP4C_BIND_STORAGE,          /* storage buffer */
   NVP4C_BIND_COUNTERS,         /* buffer of atomic counters */
   NVP4C_BIND_TEXELS,           /* texels of an image */
   NVP4C_BIND_GLOBAL,           /* global memory */
   NVP4C_BIND_WORKGROUP_MEMORY, /* memory that a workgroup shares */
   NVP4C_BIND_BARRIER_WORDS,    /* memory in which the waves of a workgroup wait for each other */

   NVP4C_BIND_IMAGE_WORD, /* image unit: width, height, depth or layers, samples, bytes per row, bytes per layer, tiled (0,
                             or how coordinates are interleaved: docs/abi-usc.md, "Memory") */
};

/* Inputs of vertex, geometry and compute programs that the draw or dispatch provides, besides vertex id and instance id. */
enum nvp4c_system {
   NVP4C_SYSTEM_VERTEX_ID_ZERO, /* vertex id without the base vertex */
   NVP4C_SYSTEM_BASE_VERTEX, NVP4C_SYSTEM_BASE_INSTANCE, NVP4C_SYSTEM_DRAW_ID,
   NVP4C_SYSTEM_INVOCATION,     /* invocation id of a geometry program, less than declared.invocations */
   NVP4C_SYSTEM_THREAD_ID,      /* invocation in its workgroup, as x, y, z */
   NVP4C_SYSTEM_THREAD_INDEX,   /* invocation in its workgroup, as one number */
   NVP4C_SYSTEM_WORKGROUP_ID, NVP4C_SYSTEM_WORKGROUP_SIZE,
   NVP4C_SYSTEM_GRID_SIZE,      /* in workgroups */
   NVP4C_SYSTEM_WORK_DIM, NVP4C_SYSTEM_USER_DATA,
};

/* Item of GL state after "state.": state.light[1].spot.direction is {NVP4C_STATE_LIGHT, NVP4C_MEMBER_SPOT_DIRECTION} with index
   1. */
enum nvp4c_state_item {
   NVP4C_STATE_OTHER, /* other text after "state." in an IR file, which nvp4c_reflection_name() gives */
   NVP4C_STATE_MATERIAL, NVP4C_STATE_LIGHT, NVP4C_STATE_LIGHTMODEL, NVP4C_STATE_LIGHTPROD, NVP4C_STATE_FOG, NVP4C_STATE_TEXGEN,
   NVP4C_STATE_CLIP, NVP4C_STATE_POINT, NVP4C_STATE_TEXENV, NVP4C_STATE_DEPTH, NVP4C_STATE_MODELVIEW, NVP4C_STATE_PROJECTION,
   NVP4C_STATE_MVP, NVP4C_STATE_TEXTURE_MATRIX, NVP4C_STATE_PROGRAM_MATRIX,
   /* values that the key adds */
   NVP4C_STATE_KEY_CLIP,    /* plane of key.clip_planes in clip coordinates */
   NVP4C_STATE_KEY_SAMPLES, /* places of the samples of a pixel, as integers (docs/abi-usc.md, "Samples") */
   NVP4C_STATE_KEY_ALPHA,   /* x is the reference value of key.alpha_test */
   NVP4C_STATE_KEY_STIPPLE, /* rows 4 * index to 4 * index + 3 of the pattern of key.stipple; bit 31 - x of a row is column x */
   NVP4C_STATE_KEY_SAMPLE_MASK, /* x is the API's sample mask, for NVP4C_COVERAGE_MASK */
   NVP4C_STATE_KEY_BLEND,   /* the constant colour of blending */
   NVP4C_STATE_KEY_FRONT_FACE,  /* x is an enum nvp4c_front_face_word, for NVP4C_FRONT_FACE_WORD */
};
/* Member of the item; matrices have none. */
enum nvp4c_state_member {
   NVP4C_MEMBER_NONE, NVP4C_MEMBER_AMBIENT, NVP4C_MEMBER_DIFFUSE, NVP4C_MEMBER_SPECULAR, NVP4C_MEMBER_EMISSION,
   NVP4C_MEMBER_SHININESS, NVP4C_MEMBER_POSITION, NVP4C_MEMBER_ATTENUATION, NVP4C_MEMBER_HALF, NVP4C_MEMBER_SPOT_DIRECTION,
   NVP4C_MEMBER_SCENECOLOR, NVP4C_MEMBER_COLOR, NVP4C_MEMBER_PARAMS, NVP4C_MEMBER_EYE_S, NVP4C_MEMBER_EYE_T, NVP4C_MEMBER_EYE_R,
   NVP4C_MEMBER_EYE_Q, NVP4C_MEMBER_OBJECT_S, NVP4C_MEMBER_OBJECT_T, NVP4C_MEMBER_OBJECT_R, NVP4C_MEMBER_OBJECT_Q,
   NVP4C_MEMBER_PLANE, NVP4C_MEMBER_SIZE, NVP4C_MEMBER_RANGE,
};
enum nvp4c_matrix { NVP4C_MATRIX_PLAIN, NVP4C_MATRIX_INVERSE, NVP4C_MATRIX_TRANSPOSE, NVP4C_MATRIX_INVTRANS };
struct nvp4c_state {
   uint8_t item;   /* enum nvp4c_state_item */
   uint8_t member; /* enum nvp4c_state_member */
   uint8_t back;   /* 1: the back face of material, lightmodel.scenecolor or lightprod */
   uint8_t matrix; /* enum nvp4c_matrix */
   uint8_t row;    /* of a matrix */
};

/* Kind of a register or memory, with its prefix in assembly text. */
enum nvp4c_register {
   NVP4C_REG_NONE,
   /* USC */
   NVP4C_REG_SHARED,      /* sh */
   NVP4C_REG_VERTEX_IN,   /* vi */
   NVP4C_REG_COEFFICIENT, /* cf: first register of a set {A, B, C, pad}; AGX: number of a set */
   NVP4C_REG_SPECIAL,     /* sr */
   NVP4C_REG_OUTPUT,      /* o: word of a pixel */
   NVP4C_REG_TILE,        /* tile: `number` is the tile buffer, `element` the word of a pixel in it; AGX: the word */
   NVP4C_REG_VERTEX_OUT,  /* vo: word of a vertex */
   NVP4C_REG_DEPTH,       /* feedback to the depth test */
   NVP4C_REG_MEMORY,      /* mem: byte offset in the memory of parameters */
   /* AGX */
   NVP4C_REG_GPR,         /* r: 32-bit register, made of two halves */
   NVP4C_REG_UNIFORM,     /* u: 32-bit uniform, made of two halves */
   NVP4C_REG_UVS,         /* word: word of a vertex */
   NVP4C_REG_TEXTURE_STATE, /* ts */
   NVP4C_REG_SAMPLER_STATE, /* ss */
   /* USC */
   NVP4C_REG_SCRATCH,     /* scratch: byte offset in the scratch memory of the invocation */
};
struct nvp4c_location {
   enum nvp4c_register reg;
   uint32_t number, element;    /* UINT32_MAX if the kind does not have it */
   enum nvp4c_frt format;       /* of a fragment colour that the program converts to 16 or 8 bits; otherwise NVP4C_FRT_F32,
                                   for a whole word */
   uint8_t first_bit, num_bits; /* part of the 32-bit word; 0 and 32 unless the format packs values */
};

enum nvp4c_interpolation { NVP4C_SMOOTH, NVP4C_FLAT, NVP4C_NOPERSPECTIVE, NVP4C_CENTROID, NVP4C_NOPERSPECTIVE_CENTROID,
                           NVP4C_SAMPLE, NVP4C_NOPERSPECTIVE_SAMPLE };

/* One component of an input, output, parameter or resource. */
struct nvp4c_reflection {
   enum nvp4c_reflect_kind kind;
   enum nvp4c_binding binding;
   unsigned index;     /* see enum nvp4c_binding */
   unsigned dimension; /* first index of a binding with two: the vertex of a geometry program's input */
   unsigned component; /* usually 0..3 */
   struct nvp4c_location location;
   enum nvp4c_interpolation interpolation; /* inputs of fragment programs */
   struct nvp4c_state state;               /* for NVP4C_BIND_STATE */
   const char *name;                       /* text of NVP4C_STATE_OTHER; otherwise NULL */
   /*
    * Parameters: `entry` is the number of the vec4 in the parameter list of the program, in which the elements of an array are
    * consecutive. If the program indexes the array at run time, array_first and array_count are the entries that it can read;
    * otherwise array_count is 0.
    * Buffers: the program can read the 32-bit words array_first to array_first + array_count - 1.
    */
   unsigned entry, array_first, array_count;
   uint32_t value; /* bits of a literal; NVP4C_SCRATCH: bytes per invocation. Inputs of kind NVP4C_BIND_ATTRIB that the program
                      unpacks: format + 256 * byte of key.attrib; `component` is then the number of the word */
};

enum nvp4c_tex_target { NVP4C_TEX_1D, NVP4C_TEX_2D, NVP4C_TEX_3D, NVP4C_TEX_CUBE, NVP4C_TEX_RECT, NVP4C_TEX_BUFFER };
/* A texture unit that the program uses. The bytes are 0 or 1. */
struct nvp4c_texture {
   unsigned unit;
   enum nvp4c_tex_target target;
   uint8_t array;   /* has layers */
   uint8_t shadow;  /* accesses compare with a reference value */
   uint8_t integer; /* results are integers */
   uint8_t sampled; /* accessed with a sampler */
   uint8_t fetched; /* single texels are read */
   uint8_t sized;   /* the size is queried */
   uint8_t multisampled;
};

/* Counts for the queries of ARB_vertex_program 6.1.12 and ARB_fragment_program 6.1.12. docs/reflection.md defines each count
   for programs and for machine code. */
struct nvp4c_counts {
   uint32_t instructions, alu_instructions, tex_instructions, tex_indirections;
   uint32_t temporaries, parameters, attribs, address_registers;
};

/* What a program promises about the depth that it writes. */
enum nvp4c_depth_layout { NVP4C_DEPTH_NO_LAYOUT, NVP4C_DEPTH_ANY, NVP4C_DEPTH_GREATER, NVP4C_DEPTH_LESS,
                          NVP4C_DEPTH_UNCHANGED };

/* USC: how the machine orders tests, pixels and the program, from the least to the most expensive. */
enum nvp4c_pass_type {
   NVP4C_PASS_OPAQUE,        /* the program overwrites pixels: hidden fragments need not run */
   NVP4C_PASS_TRANSLUCENT,   /* the program needs the pixels of its targets in the output registers */
   NVP4C_PASS_PUNCH_THROUGH, /* the program tells which fragments live (atst) */
   NVP4C_PASS_DEPTH_FEEDBACK /* the program gives the depth (depthf), and tests come after it; hidden fragments run */
};

/* Options and properties that a program declares (docs/reflection.md). */
struct nvp4c_declared {
   /* fragment programs; 0 or 1 */
   uint8_t upper_left;   /* y of the position counts from the top of the window */
   uint8_t broadcasts;   /* colour 0 goes to all draw buffers in key.color_buffers */
   uint8_t early_tests;  /* depth and stencil tests run before the program; depth that the program writes has no effect */
   uint8_t post_depth_coverage; /* the coverage that the program reads excludes samples that fail these tests */
   uint8_t depth_layout; /* enum nvp4c_depth_layout */
   /* vertex and geometry programs */
   uint8_t window_position; /* 1: the position is in window coordinates: no clipping, division or viewport transformation */
   uint8_t relative_layer;  /* 1: the viewport number is added to the layer */
   uint8_t culls;        /* mask of clip distances that cull primitives instead of clipping them */
   uint32_t invocations; /* geometry programs: invocations per primitive */
   uint32_t uniforms;    /* declared vectors of constant buffer 0 */
};

/* Facts about a compiled program. */
struct nvp4c_facts {
   struct nvp4c_counts source; /* PROGRAM_*_ARB: the program as written */
   struct nvp4c_counts native; /* PROGRAM_NATIVE_*_ARB: its machine code */
   int under_native_limits;    /* PROGRAM_UNDER_NATIVE_LIMITS_ARB */

   /* fragment programs; 0 or 1 unless described as a mask */
   uint8_t uses_kill, writes_depth, reads_facing, per_sample;
   uint8_t early_tests;      /* depth and stencil tests may run before the program: it does not discard, write depth or write
                                memory, or it declares early tests */
   uint8_t uses_derivatives; /* helper invocations must run, because the program computes differences in quads */
   uint8_t reads_position;   /* mask of components (bit 0 is x); USC programs that write memory read z for their feedback */
   uint8_t colors;           /* mask of draw buffers that are written */
   uint8_t reads_colors;     /* mask of draw buffers whose pixels the program reads */

   /* vertex and geometry programs */
   uint8_t writes_point_size, writes_layer;
   uint8_t clip_distances; /* mask of distances that are written, including those that cull */

   /* resources */
   uint32_t input_registers;  /* USC: vi registers or coefficient registers; AGX: coefficient sets */
   uint32_t shared_registers; /* USC: shared registers; AGX: 16-bit uniform registers */
   uint32_t temporaries;      /* registers per invocation */
   uint32_t vertex_words;     /* output words per vertex */
   uint32_t scratch_bytes;    /* scratch memory per invocation */
   uint32_t param_bytes;      /* memory of parameters without a register */
   uint32_t w_coefficient;    /* number of the coefficient set of 1/w; UINT32_MAX if there is none */
   uint32_t primitive_in;     /* geometry programs: vertices per input primitive */
   uint32_t primitive_out;    /* geometry programs: GL_POINTS 0, GL_LINE_STRIP 3, GL_TRIANGLE_STRIP 5 */
   uint32_t vertices_out;     /* geometry programs: most vertices that an invocation may emit */
   uint32_t workgroup_invocations; /* compute programs: invocations that the machine runs per workgroup, or 0 if the dispatch
                                      decides. USC may run fewer than the workgroup has, each with the work of several */
   uint32_t coefficients; /* compute programs on USC: coefficient registers from 0 on that a workgroup needs, for its inputs,
                             its barrier words and its memory */
   struct nvp4c_declared declared; /* also known before there is machine code */
   uint8_t side_effects; /* 1: the program writes memory (programs of all stages) */
   uint8_t pass_type;    /* enum nvp4c_pass_type; fragment programs on USC. State of the driver that reads pixels (a logic
                            operation) makes OPAQUE TRANSLUCENT */
   uint8_t uses_atomics;  /* 1: the program has atomic operations on memory that other workgroups or draws may use, too. Several
                             cores must then not share the job, since such operations are atomic on one core only (USC) */
   uint8_t uses_barriers; /* 1: waves of the workgroup wait for each other. 0 if the workgroup is a single wave */
};

#endif
