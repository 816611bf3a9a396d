/* SPDX-License-Identifier: MIT */
/*
 * A compiled main part: its bytes, the description of where everything lives (reflection) and statistics. The code generator makes it;
 * a driver, or the one that verification uses in its place (sim/agx_harness.h), reads it. The ABI is docs/abi-agx.md.
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
   AGX_UNI_TESTS, /* 16 bits: 0xff if this part runs the depth test of samples that it does not kill, 0 if a later part does */
   /* Textures, by unit in `value`. */
   AGX_UNI_TEX_SIZE,    /* comp 0..2: size of level 0, then layers; 3: levels */
   AGX_UNI_TEX_SAMPLES, /* of a texel */
   AGX_UNI_SAMPLER,     /* 16 bits: number of the sampler of a unit >= 16 */
   /* Addresses: comp 0 is the low word, 1 the high one; together they are a 64-bit uniform. */
   AGX_UNI_HEAP, /* of the textures, in vertex programs */
   AGX_UNI_PARAM_ADDRESS,
   AGX_UNI_BUFFER,       /* value: number of the buffer */
   AGX_UNI_BUFFER_WORDS, /* value: likewise; its size */
   AGX_UNI_PREAMBLE,     /* the preamble writes it; comp 1: it has 16 bits */
   /* Words that the ABI puts in front of the others, where the program reads them. Vertex programs: */
   AGX_UNI_FIRST_VERTEX,
   AGX_UNI_FIRST_INSTANCE,
   AGX_UNI_DRAW, /* 16 bits: number of the draw */
   AGX_UNI_ATTRIBUTE, /* value: number of the attribute; comp 0, 1: its address; 2: its last element */
   /* Compute programs: */
   AGX_UNI_SLOT, /* value: slot of an input that is the same in the whole grid */
   /* Memory that programs change. value: space * MEM_UNITS + unit, of images the unit alone */
   AGX_UNI_OBJECT,     /* comp 0, 1: its address; 2: bytes that may be accessed, a multiple of 4; 3: its size, as the program asks for it */
   AGX_UNI_IMAGE_WORD, /* comp: enum mem_image_word */
   /* Fragment programs: */
   AGX_UNI_SAMPLE_MASK,   /* 16 bits: the samples that the API lets through */
   AGX_UNI_SAMPLE_PLACES, /* a byte for each sample, x in its low four bits, y in the high ones, in sixteenths of the pixel */
};
/* How many halves a uniform of the kind has. */
static inline unsigned agx_uniform_halves(uint8_t kind, uint8_t comp)
{
   const bool half = kind == AGX_UNI_TESTS || kind == AGX_UNI_SAMPLER || kind == AGX_UNI_DRAW || kind == AGX_UNI_SAMPLE_MASK;
   return half || (kind == AGX_UNI_PREAMBLE && comp) ? 1 : 2;
}

/* What the driver writes to a uniform register. */
struct agx_uniform {
   uint8_t kind; /* enum agx_uniform_kind */
   uint8_t comp;
   uint16_t half; /* the first 16-bit half; values of 32 bits take two */
   uint32_t value;
};

/* An input or output slot and where its components are. */
struct agx_io {
   uint16_t slot;  /* enum io_slot */
   uint8_t interp; /* fragment inputs: enum io_interp */
   uint8_t mask;   /* components that the program reads or writes */
   /* Vertex input and fragment output: the half of component 0, two halves a component. Vertex output: the word of component 0.
      Fragment input: the coefficient register of the lowest component in mask; there is one for each component up to the highest. */
   uint16_t where;
};

/* A texture, and the sampler that it is read with. A pair may have two targets: a key makes plain accesses of those that compare, not of questions. */
struct agx_texture {
   uint8_t unit, sampler_unit;
   uint8_t target; /* enum exec_tex_target */
   bool integer;   /* it has an integer format */
   bool texels;    /* the program reads texels of it, not only facts about it */
   bool fetched;   /* without filter */
};
#define AGX_ALIVE_HALF 7         /* r3h: masks_stores */
#define AGX_TEX_STATES 16        /* units from here on are bindless */
#define AGX_TEX_DESCRIPTOR 24    /* bytes of a descriptor of the heap */
#define AGX_TEX_BUFFER_ROW 16384 /* texels */
#define AGX_SCRATCH_PAGE UINT64_C(0x100004000) /* memory that nobody reads (observed: agx_abi.h) */
#define AGX_STACK_REACH 65536    /* bytes of the stack that an immediate reaches */

/* How an attribute lies in memory. */
enum agx_fetch_format {
   AGX_FETCH_F32, AGX_FETCH_F16,
   AGX_FETCH_U8NORM, AGX_FETCH_S8NORM, AGX_FETCH_U16NORM, AGX_FETCH_S16NORM, /* to 0..1, -1..1 */
   AGX_FETCH_U8, AGX_FETCH_S8, AGX_FETCH_U16, AGX_FETCH_S16, AGX_FETCH_I32,  /* integers */
   AGX_FETCH_U8F, AGX_FETCH_S8F, AGX_FETCH_U16F, AGX_FETCH_S16F, AGX_FETCH_U32F, AGX_FETCH_S32F, /* integers, converted to floats */
   AGX_FETCH_FIXED, /* 16.16 */
   AGX_FETCH_RGB10A2NORM,
   AGX_NUM_FETCHES
};
struct agx_fetch {
   uint8_t format;     /* enum agx_fetch_format */
   uint8_t components; /* 1..4; 0: 4 */
   uint16_t stride;    /* bytes from element to element; 0: those of an element */
   uint32_t divisor;   /* instances for each element; 0: an element is that of a vertex */
};

struct agx_stats {
   uint32_t instructions;
   uint32_t textures; /* of them, accesses to textures */
   uint32_t est_cycles;     /* Mesa's model: docs/agx-encoding.md, "Cost" */
   uint32_t bytes;          /* with the traps behind a final stop */
   uint32_t preamble_bytes; /* 0: there is none */
   uint32_t preamble_instructions;
   uint32_t halves;         /* to declare */
   uint32_t uniforms;       /* halves that we use, without the reserved ones in front */
   uint32_t spill_bytes;
};

/* The source text that the code from byte `at` on comes from. */
struct agx_from {
   uint32_t at;
   struct util_span span;
};

/* Output words of a vertex program: behind the varyings are the point size, if the program writes one, then the word with layer and viewport,
   then the clip distances. */
struct agx_words {
   uint16_t num, varyings_end, layer, clip;
   uint8_t num_clip;
   bool state_point_size; /* the driver gives the point size, one that the machine draws */
};

struct agx_program {
   uint8_t stage; /* enum agx_stage */
   const uint8_t *code;
   size_t len;
   const struct agx_uniform *uniforms;
   uint32_t num_uniforms;
   const struct agx_io *inputs, *outputs;
   uint32_t num_inputs, num_outputs;
   const struct agx_texture *textures; /* each pair and target once */
   uint32_t num_textures;
   const uint8_t *preamble; /* NULL: there is none */
   size_t preamble_len;
   uint32_t local_bytes; /* memory of the block that a compute program accesses, and a word behind it; 0: none */
   uint32_t stack_words; /* that stack_adjust asks for; 0: no stack */
   uint32_t array_words; /* at its beginning, which are indexed; spilled values lie behind them */
   uint8_t shaded_samples; /* sample shading: samples of a pixel, of which the program runs for one; 0: it runs for all */
   uint8_t mask_half;      /* then: the half with the mask of the sample that it runs for */
   bool reads_w;     /* cf0 is W */
   bool reads_z;     /* and the coefficient register behind it is Z */
   bool writes_mask; /* uses sample_mask */
   bool masks_stores; /* r3h is the mask of the samples that live: they were tested before the kills */
   bool quads;       /* uses derivatives */
   uint16_t num_cf;
   struct agx_words words;
   uint8_t samples; /* of a pixel */
   bool api_mask; /* its prolog kills what the API's sample mask does not let through */
   uint8_t loop_bytes; /* at its end, in front of stop and traps, that go back in its loop over samples */
   bool whole; /* with prolog and epilog: attributes are in memory, results in the tile */
   uint8_t tile_format[8]; /* of a whole fragment program, by render target: enum agx_tile_format */
   const struct agx_fetch *fetch; /* of a whole vertex program, by attribute */
   struct agx_from *from; /* ordered by byte */
   uint32_t num_from, cap_from;
   struct agx_from *preamble_from; /* likewise of the preamble */
   uint32_t num_preamble_from;
   struct agx_stats stats;
};

#endif
