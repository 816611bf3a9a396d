/* SPDX-License-Identifier: MIT */
/*
 * A compiled main part: its bytes, the places of its inputs and outputs (reflection) and statistics. The code generator creates
 * it; a driver, or the simulated driver of verification (sim/agx_harness.h), reads it. The ABI is docs/abi-agx.md.
 */
#ifndef AGX_PROGRAM_H
#define AGX_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/position.h"

/* The stages that have an ABI. */
enum agx_stage { AGX_STAGE_VERTEX, AGX_STAGE_FRAGMENT, AGX_STAGE_COMPUTE };

enum agx_uniform_kind {
   AGX_UNI_PARAM, /* value: entry of the parameter list; comp: its component */
   AGX_UNI_CONST, /* value: the bits of a constant */
   AGX_UNI_TESTS, /* 16 bits: 0xff if this part runs the depth test for samples that survive, 0 if a later part does */
   /* Textures, by unit in `value`. */
   AGX_UNI_TEX_SIZE,    /* comp 0..2: size of level 0, then layers; 3: levels */
   AGX_UNI_TEX_SAMPLES, /* of a texel */
   AGX_UNI_SAMPLER,     /* 16 bits: number of the sampler of a unit >= 16 */
   /* Addresses: comp 0 is the low word, 1 the high one; together they are a 64-bit uniform. */
   AGX_UNI_HEAP, /* of the textures, in vertex programs */
   AGX_UNI_PARAM_ADDRESS,
   AGX_UNI_BUFFER,       /* value: number of the buffer */
   AGX_UNI_BUFFER_WORDS, /* value: number of the buffer; its size */
   AGX_UNI_PREAMBLE,     /* the preamble writes it; comp 1: it has 16 bits */
   /* Words that the ABI places before the others, if the program reads them. Vertex programs: */
   AGX_UNI_FIRST_VERTEX,
   AGX_UNI_FIRST_INSTANCE,
   AGX_UNI_DRAW, /* 16 bits: number of the draw */
   AGX_UNI_ATTRIBUTE, /* value: number of the attribute; comp 0, 1: its address; 2: its last element */
   /* Compute programs: */
   AGX_UNI_SLOT, /* value: slot of an input that is the same in the whole grid */
   /* Read-write memory. value: space * MEM_UNITS + unit, or the unit alone for images */
   AGX_UNI_OBJECT,     /* comp 0, 1: its address; 2: accessible bytes, a multiple of 4; 3: its size as the program queries it */
   AGX_UNI_IMAGE_WORD, /* comp: enum mem_image_word */
   /* Fragment programs: */
   AGX_UNI_SAMPLE_MASK,   /* 16 bits: the samples that the API's sample mask includes */
   AGX_UNI_SAMPLE_PLACES, /* a byte for each sample, x in its low four bits, y in the high ones, in sixteenths of the pixel */
};
/* The number of halves of a uniform of this kind. */
static inline unsigned agx_uniform_halves(uint8_t kind, uint8_t comp)
{
   const bool half = kind == AGX_UNI_TESTS || kind == AGX_UNI_SAMPLER || kind == AGX_UNI_DRAW || kind == AGX_UNI_SAMPLE_MASK;
   return half || (kind == AGX_UNI_PREAMBLE && comp) ? 1 : 2;
}

/* A value that the driver writes to a uniform register. */
struct agx_uniform {
   uint8_t kind; /* enum agx_uniform_kind */
   uint8_t comp;
   uint16_t half; /* the first 16-bit half; values of 32 bits take two */
   uint32_t value;
};

/* An input or output slot and the place of its components. */
struct agx_io {
   uint16_t slot;  /* enum io_slot */
   uint8_t interp; /* fragment inputs: enum io_interp */
   uint8_t mask;   /* components that the program reads or writes */
   /* Vertex input and fragment output: the half of component 0, two halves a component. Vertex output: the word of component
      0. Fragment input: the coefficient register of the lowest component in mask; there is one for each component up to the
      highest. */
   uint16_t where;
};

/* A texture and its sampler. A pair may occur with two targets, because a key turns comparing accesses into plain ones, but
   not queries. */
struct agx_texture {
   uint8_t unit, sampler_unit;
   uint8_t target; /* enum exec_tex_target */
   bool integer;   /* it has an integer format */
   bool texels;    /* the program reads texels, not only properties */
   bool fetched;   /* accessed without a filter */
};
#define AGX_ALIVE_HALF 7         /* r3h: masks_stores */
#define AGX_TEX_STATES 16        /* units from here on are bindless */
#define AGX_TEX_DESCRIPTOR 24    /* bytes of a descriptor of the heap */
#define AGX_TEX_BUFFER_ROW 16384 /* texels */
#define AGX_TARGETS 8
#define AGX_SCRATCH_PAGE UINT64_C(0x100004000) /* memory that is written but never read (observed: agx_abi.h) */
#define AGX_STACK_REACH 65536    /* bytes of the stack that an immediate reaches */

/* The format of an attribute in memory. */
enum agx_fetch_format {
   AGX_FETCH_F32, AGX_FETCH_F16,
   AGX_FETCH_U8NORM, AGX_FETCH_S8NORM, AGX_FETCH_U16NORM, AGX_FETCH_S16NORM, /* to 0..1, -1..1 */
   AGX_FETCH_U8, AGX_FETCH_S8, AGX_FETCH_U16, AGX_FETCH_S16, AGX_FETCH_I32,  /* integers */
   /* integers, converted to floats */
   AGX_FETCH_U8F, AGX_FETCH_S8F, AGX_FETCH_U16F, AGX_FETCH_S16F, AGX_FETCH_U32F, AGX_FETCH_S32F,
   AGX_FETCH_FIXED, /* 16.16 */
   AGX_FETCH_RGB10A2NORM,
   AGX_NUM_FETCHES
};
struct agx_fetch {
   uint8_t format;     /* enum agx_fetch_format */
   uint8_t components; /* 1..4; 0 means 4 */
   uint16_t stride;    /* bytes from element to element; 0 if they are contiguous */
   uint32_t divisor;   /* instances per element, or 0 for an element per vertex */
};

struct agx_stats {
   uint32_t instructions;
   uint32_t textures; /* accesses to textures among them */
   uint32_t est_cycles;     /* Mesa's model: docs/agx-encoding.md, "Cost" */
   uint32_t bytes;          /* including the traps after a final stop */
   uint32_t preamble_bytes; /* 0 without a preamble */
   uint32_t preamble_instructions;
   uint32_t halves;         /* to declare */
   uint32_t uniforms;       /* halves in use, without the reserved ones before them */
   uint32_t spill_bytes;
};

/* The source text of the code from byte `at` on. */
struct agx_from {
   uint32_t at;
   struct util_span span;
};

/* Output words of a vertex program. After the varyings come the point size, if the program writes one, then the word with
   layer and viewport, then the clip distances. */
struct agx_words {
   uint16_t num, varyings_end, layer, clip;
   uint8_t num_clip;
   bool state_point_size; /* the driver supplies a point size within the machine's range */
};

/* A render target in the tile. The main part needs to know it if it reads one, a whole program always. */
struct agx_target {
   uint8_t format; /* enum agx_tile_format */
   uint8_t bytes;  /* of a sample */
   bool is_there;  /* the program reads or writes it, or the key names it */
};

struct agx_program {
   uint8_t stage; /* enum agx_stage */
   const uint8_t *code;
   size_t len;
   const struct agx_uniform *uniforms;
   uint32_t num_uniforms;
   const struct agx_io *inputs, *outputs;
   uint32_t num_inputs, num_outputs;
   const struct agx_texture *textures; /* each pair of texture and target once */
   uint32_t num_textures;
   const uint8_t *preamble; /* NULL without a preamble */
   size_t preamble_len;
   uint32_t local_bytes; /* workgroup memory that a compute program accesses, plus one word; 0 for none */
   uint32_t stack_words; /* stack words that stack_adjust requests; 0 for no stack */
   uint32_t array_words; /* of these, the first ones, which are indexed; spilled values follow */
   uint8_t shaded_samples; /* samples per pixel if the program runs for one at a time; 0 if it runs for all */
   uint8_t mask_half;      /* with sample shading: the half with the mask of the current sample */
   bool reads_w;     /* cf0 is W */
   bool reads_z;     /* and the next coefficient register is Z */
   bool writes_mask; /* uses sample_mask */
   bool masks_stores; /* r3h is the mask of live samples: they were tested before the kills */
   bool quads;       /* uses derivatives */
   uint16_t num_cf;
   struct agx_words words;
   uint8_t samples; /* of a pixel */
   uint8_t loop_bytes; /* bytes before the final stop and traps that jump back in its loop over samples */
   bool whole; /* with prolog and epilog: attributes are in memory, results in the tile */
   struct agx_target target[AGX_TARGETS]; /* of a fragment program */
   const struct agx_fetch *fetch; /* of a whole vertex program, by attribute */
   struct agx_from *from; /* ordered by byte */
   uint32_t num_from, cap_from;
   struct agx_from *preamble_from; /* those of the preamble, ordered by byte */
   uint32_t num_preamble_from;
   struct agx_stats stats;
};

#endif
