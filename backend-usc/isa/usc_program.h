/* SPDX-License-Identifier: MIT */
/*
 * A compiled program: groups, bytes, the description of where everything lives (reflection) and statistics. The code generator
 * makes it; a driver, or the one that verification uses in its place, reads it. The ABI is docs/abi-usc.md.
 */
#ifndef USC_PROGRAM_H
#define USC_PROGRAM_H

#include "backend-usc/isa/usc_codec.h"
#include "semantics/exec.h"

/* The stages that have an ABI. */
enum usc_stage { USC_STAGE_VERTEX, USC_STAGE_FRAGMENT, USC_STAGE_GEOMETRY, USC_STAGE_COMPUTE };

/* Formats of colour targets. */
enum usc_frt { USC_FRT_F32, USC_FRT_F16, USC_FRT_RGBA8, USC_NUM_FRT };
extern const char *const usc_frt_name[USC_NUM_FRT]; /* "f32", "f16", "rgba8" */
extern const uint8_t usc_frt_words[USC_NUM_FRT];    /* 32-bit words a pixel */

/* Eight targets have up to four words each; the registers o0..o7 hold two of them, tile buffers the rest. */
#define USC_NUM_TILES 3

#define USC_MAX_SAMPLES 8 /* of a pixel */

#define USC_NO_REG UINT32_MAX

#define USC_BUFFER_SHIFT 13
#define USC_BUFFER_ROW (1u << USC_BUFFER_SHIFT) /* texels in a row of the image that a buffer texture is */

/* Inputs of geometry programs that find no vi register: USC_IN_MEMORY + the word of the scratch memory of the invocation. */
#define USC_IN_MEMORY 0x10000u

struct usc_reflect_input {
   uint8_t slot, interp;
   uint8_t mask;    /* components read */
   uint32_t reg[4]; /* vertex, geometry, number in the block: vi register; other inputs of a block: coefficient; fragment: first
                       of the 4 coefficients {A, B, C, pad}; or a place in memory */
   uint8_t vertex;  /* geometry: number of the vertex in the input primitive */
};
/* What a shared register holds when the program starts. */
enum usc_sh_kind {
   USC_SH_UNUSED,
   USC_SH_PARAM,   /* a: entry, b: component */
   USC_SH_CONST,   /* a: the bits */
   USC_SH_IMAGE,   /* a: unit, b: dword 0..3 of the image state */
   USC_SH_SAMPLER, /* a: unit, b: dword 0..3 of the sampler state */
   USC_SH_TEXSIZE, /* a: unit, b: 0 width, 1 height, 2 depth, 3 levels; the number of layers comes behind the last dimension */
   USC_SH_LAYERS,  /* a: unit, b: 0 address low, 1 address high of layer 0, 2 bytes from layer to layer, 3 the last layer as f32
                    */
   USC_SH_COMPARE, /* a: unit, b: the result where the reference value is 0 less than, 1 equal to, 2 greater than the depth */
   USC_SH_GATHER,  /* a: unit, b: dword 0..3 of the sampler state with linear filters and without one between levels */
   USC_SH_FETCH,   /* b: dword 0..3 of the state of the sampler of texel fetches */
   USC_SH_BUFFER,  /* a: buffer, b: 0 address low, 1 address high */
   USC_SH_TILE,    /* a: tile buffer, b: 0 address low, 1 address high */
   USC_SH_MEMORY,  /* b: 0 address low, 1 address high of the memory with the parameters that have no shared register */
   USC_SH_SCRATCH, /* b: 0 address low, 1 address high of the scratch memory, 2 bytes an invocation */
   USC_SH_OBJECT,  /* a: space * MEM_UNITS + unit of memory that programs change, b: enum usc_object_word */
};
enum usc_object_word {
   USC_OBJECT_LOW, USC_OBJECT_HIGH, /* the address; of the memory of blocks that of the first one */
   USC_OBJECT_BYTES, /* that may be accessed: a multiple of 4; of the memory of blocks also from one to the next */
   USC_OBJECT_SIZE,  /* what mem_size gives */
   USC_OBJECT_SLOTS, /* the memory of blocks: waves that may run on a cluster */
   USC_OBJECT_IMAGE, /* and behind it: enum mem_image_word */
};
struct usc_reflect_sh {
   uint8_t kind, b;
   uint32_t a;
};
struct usc_reflect_tex {
   uint16_t unit, sampler_unit;
   uint8_t target;                /* enum exec_tex_target */
   uint32_t image, sampler, gather, size, layers, compare; /* first shared register of each block, USC_NO_REG = not used */
};
struct usc_reflect_output {
   uint8_t slot, mask;
   uint8_t frt;  /* fragment colour: enum usc_frt */
   uint8_t at[4]; /* vertex, geometry: output address of each component in mask */
   uint32_t reg; /* fragment colour: first output word: 0..7 are o registers, then come USC_TILE_WORDS of each tile buffer */
};

struct usc_reflect {
   uint8_t stage; /* enum usc_stage */
   struct usc_reflect_input *inputs;
   uint32_t num_inputs, cap_inputs;
   struct usc_reflect_output *outputs;
   uint32_t num_outputs, cap_outputs;
   struct usc_reflect_sh *sh; /* by shared register */
   uint32_t num_sh, cap_sh;
   struct usc_reflect_sh *mem; /* by word of the memory of parameters: USC_SH_PARAM, USC_SH_CONST or USC_SH_UNUSED */
   uint32_t num_mem, cap_mem;
   struct usc_reflect_tex *tex;
   uint32_t num_tex, cap_tex;
   uint32_t num_vi, num_cf; /* registers of the vertex inputs and of the coefficients */
   uint32_t fetch_sampler;  /* first shared register of the sampler of texel fetches, USC_NO_REG = not used */
   uint32_t w_coeff;        /* first coefficient of the W plane, USC_NO_REG = not used */
   uint32_t temps;          /* temporaries used */
   uint32_t scratch_bytes;  /* of one invocation */
   uint32_t buffers;        /* mask of buffers read */
   uint32_t vertex_words;   /* vertex, geometry: output words of a vertex */
   uint32_t vertices_out;   /* geometry: vertices that an invocation may emit */
   bool keeps_outputs;      /* geometry: a vertex has results from before the last uvsw.emit (in hand-written IR only) */
   uint8_t samples;         /* fragment: of a pixel */
   bool per_sample;         /* fragment: an invocation for each of them */
   uint8_t reads_place;     /* fragment: mask of the components of the position that special registers give: x and y */
   struct usc_reflect_block {
      uint32_t cf, words;
   } block[2]; /* compute: memory of the block that is in coefficients, by unit; words 0: it is not */
   bool slots; /* compute: the memory of a block is at the number of its slot */
   bool kills, writes_depth, uses_flow, reads_facing; /* the first two: the program gives the ISP a feedback */
};

struct usc_stats {
   uint32_t groups, issue_slots, blocks, bytes, temps, spill_bytes, const_uploads;
   uint32_t spill_loads, spill_stores; /* words that spill code of the program moves */
   /* with options.bound */
   uint32_t lower_bound;
   uint32_t blocks_optimal; /* blocks that meet their bound, or whose selected operations need as many groups in any schedule */
   /* with USC_SCHED_BOTH */
   uint32_t groups_fast, groups_exact;
};

/* Facts of a scheduled basic block, with options.bound. */
struct usc_block {
   uint32_t first, groups;          /* its groups in the program */
   uint32_t bound;                  /* lower bound of the number of groups, from the scalar operations */
   uint32_t body_bound;             /* lower bound for the scheduled part as selected, waits included */
   uint32_t body_fast, body_groups; /* groups of the scheduled part: of the list scheduler, and in the end */
   bool optimal;                    /* no schedule of that part has fewer groups */
};

struct usc_program {
   struct usc_prog prog; /* groups, laid out */
   uint8_t *code;        /* NULL: a feature was asked for that has no public encoding */
   size_t code_len;
   uint32_t no_bytes;    /* then the first group without an encoding */
   uint32_t *offsets; /* byte offset of each group, num + 1 entries */
   struct usc_reflect reflect;
   struct usc_stats stats;
   struct usc_block *blocks; /* with options.bound */
   uint16_t (*stalls)[USC_GROUP_UNITS]; /* with options.reasons, by group and unit: the stall reason of a unit that is empty */
   uint32_t num_stalls, cap_stalls;
   struct util_origin *origins; /* with options.origins, by group: what it comes from */
   uint32_t num_origins, cap_origins;
   uint64_t *executed; /* with a report and verification, by group: in how many waves; behind the last group: the waves */
   num_m num;
   uint32_t features; /* enum usc_feature: of the core that it is for */
};

/* Prints them as lines "name: value". */
void usc_print_stats(struct util_buf *b, const struct usc_stats *s);

#endif
