/* SPDX-License-Identifier: MIT */
/*
 * A compiled program: groups, bytes, reflection (the place of every input, output and parameter) and statistics. A driver, or
 * the harness of verification, reads it. docs/abi-usc.md is the ABI.
 */
#ifndef USC_PROGRAM_H
#define USC_PROGRAM_H

#include "backend-usc/isa/usc_codec.h"
#include "backend-usc/isa/usc_core.h"
#include "semantics/exec.h"

/* Stages with an ABI. */
enum usc_stage { USC_STAGE_VERTEX, USC_STAGE_FRAGMENT, USC_STAGE_GEOMETRY, USC_STAGE_COMPUTE };

/* Formats of colour targets. WORDS: the IR makes the words of a pixel. */
enum usc_frt { USC_FRT_F32, USC_FRT_F16, USC_FRT_RGBA8, USC_FRT_WORDS, USC_NUM_FRT };
/* True if each component is a word that is stored as it is. */
static inline bool usc_frt_is_whole(enum usc_frt f) { return f == USC_FRT_F32 || f == USC_FRT_WORDS; }
/* 32-bit words per pixel of F16 and RGBA8. */
static inline unsigned usc_packed_words(enum usc_frt f) { return f == USC_FRT_F16 ? 2 : 1; }

/* Eight targets have up to four words each; output registers o0 to o3 or o7 hold one or two of them, tile buffers the others
   (observed: the public driver, PVR_MAX_TILE_BUFFER_COUNT). */
#define USC_NUM_TILES 7

#define USC_MAX_SAMPLES 8 /* of a pixel */

#define USC_NO_REG UINT32_MAX

#define USC_BUFFER_SHIFT 13
#define USC_BUFFER_ROW (1u << USC_BUFFER_SHIFT) /* texels per row of the image of a buffer texture */

/* An input of a geometry program without a vi register: USC_IN_MEMORY + its word in the scratch memory of the invocation. */
#define USC_IN_MEMORY 0x10000u

struct usc_reflect_input {
   uint8_t slot, interp;
   uint8_t mask;    /* components read */
   uint32_t reg[4]; /* vertex, geometry, number of the invocation in its workgroup: vi register; other compute inputs:
                       coefficient; fragment: first of the 4 coefficients {A, B, C, pad}; or a place in memory */
   uint8_t vertex;  /* geometry: number of the vertex in the input primitive */
   uint8_t format, byte; /* vertex: of an attribute whose words the registers hold, or 0 */
};
/* Contents of a shared register when the program starts. */
enum usc_sh_kind {
   USC_SH_UNUSED,
   USC_SH_PARAM,   /* a: entry, b: component */
   USC_SH_CONST,   /* a: the bits */
   USC_SH_IMAGE,   /* a: unit, b: dword 0..3 of the image state */
   USC_SH_SAMPLER, /* a: unit, b: dword 0..3 of the sampler state */
   USC_SH_TEXSIZE, /* a: unit, b: 0 width, 1 height, 2 depth, 3 levels; the number of layers follows the last dimension */
   USC_SH_LAYERS,  /* a: unit, b: 0 address low, 1 address high of layer 0, 2 bytes per layer, 3 the last layer as f32 */
   USC_SH_COMPARE, /* a: unit, b: result if the reference value is 0 less than, 1 equal to, 2 greater than the depth */
   USC_SH_GATHER,  /* a: unit, b: dword 0..3 of the sampler state with linear filters, except between levels */
   USC_SH_FETCH,   /* b: dword 0..3 of the state of the sampler of texel fetches */
   USC_SH_BUFFER,  /* a: buffer, b: 0 address low, 1 address high */
   USC_SH_TILE,    /* a: tile buffer, b: 0 address low, 1 address high */
   USC_SH_MEMORY,  /* b: 0 address low, 1 address high of the memory of parameters without a shared register */
   USC_SH_SCRATCH, /* b: 0 address low, 1 address high of the scratch memory, 2 bytes per invocation */
   USC_SH_OBJECT,  /* a: space * MEM_UNITS + unit of read-write memory, b: enum usc_object_word */
};
enum usc_object_word {
   USC_OBJECT_LOW, USC_OBJECT_HIGH, /* the address; of the memory of workgroups that of the first one */
   USC_OBJECT_BYTES, /* accessible bytes, a multiple of 4; also the distance between the memory of workgroups */
   USC_OBJECT_SIZE,  /* the result of mem_size */
   USC_OBJECT_SLOTS, /* the memory of workgroups: number of waves that can run on a cluster */
   USC_OBJECT_IMAGE, /* first of enum mem_image_word */
};
struct usc_reflect_sh {
   uint8_t kind, b;
   uint32_t a;
};
struct usc_reflect_tex {
   uint16_t unit, sampler_unit;
   uint8_t target;                /* enum exec_tex_target */
   uint32_t image, sampler, gather, size, layers, compare; /* first shared register of each, USC_NO_REG if unused */
};
struct usc_reflect_output {
   uint8_t slot, mask;
   uint8_t frt;  /* fragment colour: enum usc_frt */
   uint8_t at[4]; /* vertex, geometry: output address of each component in mask */
   uint8_t tail;  /* the same: another output address of x, or 0 */
   uint32_t reg; /* fragment colour: first output word: 0..7 are o registers, then USC_TILE_WORDS of each tile buffer */
};

/* What else a fragment program tells the ISP and needs from it. */
struct usc_reflect_isp {
   bool own_depth;    /* gives the depth that the fragment has anyway, because the program writes memory */
   bool drops_depth;  /* the depth that it writes has no effect, because the tests come first */
   bool masks;        /* kills without a feedback: outputs of killed invocations keep what the registers have */
   bool reads_target; /* needs the pixels of its targets in the output registers */
};

/* The pixels of a fragment program. */
struct usc_reflect_pixel {
   struct usc_reflect_target {
      uint8_t read; /* mask of the words of the pixel that the program reads */
      uint32_t reg; /* the first word, as usc_reflect_output.reg */
   } target[8];       /* colour targets */
   uint8_t num_tiles; /* tile buffers that it may access */
   uint8_t samples;   /* per pixel */
   bool per_sample;   /* each sample has an invocation */
   uint8_t reads_place; /* mask of components of the position that come from special registers, x and y */
};

struct usc_reflect {
   uint8_t stage; /* enum usc_stage */
   struct usc_reflect_input *inputs;
   uint32_t num_inputs, cap_inputs;
   struct usc_reflect_output *outputs;
   uint32_t num_outputs, cap_outputs;
   struct usc_reflect_sh *sh; /* by shared register */
   uint32_t num_sh, cap_sh;
   struct usc_reflect_sh *mem; /* by word of the memory of parameters: USC_SH_PARAM, USC_SH_CONST, USC_SH_UNUSED */
   uint32_t num_mem, cap_mem;
   struct usc_reflect_tex *tex;
   uint32_t num_tex, cap_tex;
   uint32_t num_vi, num_cf; /* registers of the vertex inputs and of the coefficients */
   uint32_t fetch_sampler;  /* first shared register of the sampler of texel fetches, USC_NO_REG if unused */
   uint32_t w_coeff;        /* first coefficient of the W plane, USC_NO_REG if unused */
   uint32_t temps;          /* temporaries used */
   uint32_t scratch_bytes;  /* per invocation */
   uint32_t buffers;        /* mask of buffers read */
   uint32_t vertex_words;   /* vertex, geometry: output words per vertex */
   uint32_t vertices_out;   /* geometry: most vertices that an invocation emits */
   bool keeps_outputs;      /* geometry: a vertex may keep results from before the last uvsw.emit (hand-written IR only) */
   struct usc_reflect_block {
      uint32_t cf, words;
   } block[2]; /* compute: memory of the workgroup in coefficients, by unit; no words if it is elsewhere */
   bool slots; /* compute: the number of its slot is the index of the memory of a workgroup */
   bool reads_layer;
   bool kills, writes_depth, uses_flow, reads_facing;
   struct usc_reflect_isp isp;
   struct usc_reflect_pixel pixel;
};

/* Do the outputs of a fragment program come after all that decides whether the fragment lives? */
static inline bool usc_writes_late(const struct usc_reflect *r) { return r->kills || r->writes_depth || r->isp.own_depth; }
/* Does a fragment program give the ISP a feedback? */
static inline bool usc_feeds_back(const struct usc_reflect *r) { return usc_writes_late(r) && !r->isp.masks; }

struct usc_stats {
   uint32_t groups, issue_slots, blocks, bytes, temps, spill_bytes, const_uploads;
   uint32_t spill_loads, spill_stores; /* words that spill code moves */
   /* with options.bound */
   uint32_t lower_bound;
   uint32_t blocks_optimal; /* blocks at their bound, or without a shorter schedule of the selected operations */
   /* with USC_SCHED_BOTH */
   uint32_t groups_fast, groups_exact;
};

/* Facts about a scheduled basic block, with options.bound. */
struct usc_block {
   uint32_t first, groups;          /* its groups in the program */
   uint32_t bound;                  /* lower bound on the number of groups, from the scalar operations */
   uint32_t body_bound;             /* lower bound on the groups of the scheduled part as selected, waits included */
   uint32_t body_fast, body_groups; /* groups of the scheduled part after the list scheduler, and finally */
   bool optimal;                    /* true if no schedule of that part has fewer groups */
};

/* Temporaries that hold arrays of the IR, which index registers select. */
struct usc_pinned {
   uint32_t base, num; /* the first one, their number */
   uint8_t array[64];  /* the array that each belongs to */
};

struct usc_program {
   struct usc_prog prog; /* groups after layout */
   uint8_t *code;        /* NULL if a group has no public encoding */
   size_t code_len;
   uint32_t no_bytes;    /* the first such group */
   uint32_t *offsets; /* byte offset of each group and of the end */
   struct usc_reflect reflect;
   struct usc_pinned pinned;
   struct usc_stats stats;
   struct usc_block *blocks; /* with options.bound */
   uint16_t (*stalls)[USC_GROUP_UNITS]; /* with options.stalls: stall reason of each empty unit, by group and unit */
   uint32_t num_stalls, cap_stalls;
   struct util_origin *origins; /* with options.origins: source text of each group */
   uint32_t num_origins, cap_origins;
   uint64_t *executed; /* with a report and verification: number of waves that ran each group; last the number of all waves */
   num_m num;
   enum usc_core core;
   uint32_t features; /* enum usc_feature of its core */
};

/* Prints lines "name: value". */
void usc_print_stats(struct util_buf *b, const struct usc_stats *s);

#endif
