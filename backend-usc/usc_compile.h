/* SPDX-License-Identifier: MIT */
/*
 * The code generator of the Rogue USC: IR in, bytes and a description of where everything lives (reflection) out.
 * The ABI is docs/abi-usc.md. Entry: usc_compile().
 */
#ifndef USC_COMPILE_H
#define USC_COMPILE_H

#include "backend-usc/isa/usc.h"
#include "ir/ir.h"

/* usc_core.def: masks of features, by core. */
enum usc_feature_number {
#define FEATURE(id, name, help) USC_FEATURE_##id,
#include "backend-usc/isa/usc_core.def"
   USC_NUM_FEATURES
};
enum usc_feature {
#define FEATURE(id, name, help) USC_HAS_##id = 1 << USC_FEATURE_##id,
#include "backend-usc/isa/usc_core.def"
};
enum usc_core {
#define CORE(id, name, features) USC_CORE_##id,
#include "backend-usc/isa/usc_core.def"
   USC_NUM_CORES
};
extern const uint32_t usc_core_features[USC_NUM_CORES];

enum usc_frt { USC_FRT_F32, USC_FRT_F16, USC_FRT_RGBA8, USC_NUM_FRT };
extern const char *const usc_frt_name[USC_NUM_FRT]; /* "f32", "f16", "rgba8" */
extern const uint8_t usc_frt_words[USC_NUM_FRT];    /* 32-bit words a pixel */

/* Eight targets of four words: o0..o7 hold two of them. */
#define USC_NUM_TILES 3

enum usc_sched_mode {
   USC_SCHED_NONE, /* one operation a group, source order (-O0) */
   USC_SCHED_FAST, /* pairing list scheduler */
   USC_SCHED_EXACT, /* then a search for something better, under a budget */
   USC_SCHED_BOTH,  /* as exact; the statistics have the groups of either */
   USC_NUM_SCHED
};

struct usc_options {
   uint32_t features;   /* enum usc_feature */
   enum usc_frt frt[8]; /* format of each colour target */
   enum usc_sched_mode sched;
   /* key: state of the pipeline that changes code */
   bool use_varying_map; /* else the fixed function of docs/abi-usc.md */
   /* vertex, geometry: output address of the first component in mask; the others in it follow; what is not in it is dropped */
   struct usc_varying {
      uint8_t address, mask;
   } varying[SLOT_COUNT];
   uint8_t samples;         /* of a pixel: 1, 2, 4, 8 */
   bool sample_shading;     /* an instance a sample: inputs are iterated there */
   bool no_clamp;           /* computed indices are in range */
   uint32_t scratch_base;   /* not 0: the shared registers from here on hold the address of the scratch memory */
   uint32_t scratch_stride; /* not 0: bytes of scratch memory of an instance, known to the code */
   bool verify;                     /* check the allocation and every group */
   bool bound;                      /* compute stats.lower_bound and the facts of the blocks */
   bool stalls;                     /* say why a unit of a group is empty */
   /* stress knobs */
   unsigned max_temps;   /* 0 = all 248 */
   bool spill_all;       /* everything that can be spilled is */
   uint32_t random_seed; /* not 0: schedule by lot */
};
struct usc_options usc_default_options(void);

#define USC_NO_REG UINT32_MAX

struct usc_reflect_input {
   uint8_t slot, interp;
   uint8_t mask;    /* components read */
   uint32_t reg[4]; /* vertex, geometry: vi register; fragment: first of the 4 coefficients {A, B, C, pad} */
   uint8_t vertex;  /* geometry: of the input primitive */
};
enum usc_sh_kind {
   USC_SH_UNUSED,
   USC_SH_PARAM,   /* a: entry, b: component */
   USC_SH_CONST,   /* a: the bits */
   USC_SH_IMAGE,   /* a: unit, b: dword 0..3 of the image state */
   USC_SH_SAMPLER, /* a: unit, b: dword 0..3 of the sampler state */
   USC_SH_TEXSIZE, /* a: unit, b: 0 width, 1 height, 2 depth (arrays: the layers stand behind the last dimension), 3 levels */
   USC_SH_BUFFER,  /* a: buffer, b: 0 address low, 1 address high */
   USC_SH_TILE,    /* a: tile buffer, b: 0 address low, 1 address high */
   USC_SH_SCRATCH, /* b: 0 address low, 1 address high of the scratch memory, 2 bytes an instance */
};
struct usc_reflect_sh {
   uint8_t kind, b;
   uint32_t a;
};
struct usc_reflect_tex {
   uint16_t unit;
   uint8_t target;                /* enum exec_tex_target */
   uint32_t image, sampler, size; /* first shared register of each block, USC_NO_REG = not used */
};
struct usc_reflect_output {
   uint8_t slot, mask;
   uint8_t frt;  /* fragment colour: enum usc_frt */
   uint8_t at[4]; /* vertex, geometry: output address of each component in mask */
   uint32_t reg; /* fragment colour: first output word: 0..7 o registers, then
                    USC_TILE_WORDS of each tile buffer */
};

struct usc_reflect {
   enum ir_stage stage;
   struct usc_reflect_input *inputs;
   uint32_t num_inputs, cap_inputs;
   struct usc_reflect_output *outputs;
   uint32_t num_outputs, cap_outputs;
   struct usc_reflect_sh *sh; /* by shared register */
   uint32_t num_sh, cap_sh;
   struct usc_reflect_tex *tex;
   uint32_t num_tex, cap_tex;
   uint32_t num_vi, num_cf; /* registers of the vertex inputs, of the coefficients */
   uint32_t w_coeff;        /* set of the W plane, USC_NO_REG = not used */
   uint32_t temps;          /* temporaries used */
   uint32_t scratch_bytes;  /* of one instance */
   uint32_t buffers;        /* mask of buffers read */
   uint32_t vertices_out;   /* geometry: vertices that an instance may emit */
   bool keeps_outputs;      /* geometry: some vertex has results that were written before the last uvsw.emit, as only hand-written IR does */
   bool kills, writes_depth, uses_flow, reads_facing;
};

struct usc_stats {
   uint32_t groups, issue_slots, blocks, bytes, temps, spill_bytes, const_uploads;
   /* with options.bound */
   uint32_t lower_bound;
   uint32_t blocks_optimal; /* blocks that meet their bound, or whose selected operations do not go into fewer groups */
   /* with USC_SCHED_BOTH */
   uint32_t groups_fast, groups_exact;
};

/* What scheduling made of a block, with options.bound. */
struct usc_block {
   uint32_t first, groups; /* in the program */
   uint32_t bound;         /* of the groups, from the scalar operations */
   uint32_t body_bound;    /* of the scheduled part as selected, waits included */
   uint32_t body_fast, body_groups; /* by the list scheduler, in the end */
   bool optimal;           /* the scheduled part does not go into fewer groups */
};

struct usc_program {
   struct usc_prog prog; /* groups, laid out */
   uint8_t *code;   /* NULL: something has no public encoding (features ask for it), first of all group no_bytes */
   size_t code_len;
   uint32_t no_bytes;
   uint32_t *offsets; /* byte offset of each group, num + 1 entries */
   struct usc_reflect reflect;
   struct usc_stats stats;
   struct usc_block *blocks;       /* with options.bound */
   uint16_t (*stalls)[USC_GROUP_UNITS]; /* with options.stalls, by group and unit: enum usc_stall where the unit is empty */
   uint32_t num_stalls, cap_stalls;
   num_m num;
};

/* The program after the pipeline's required passes (no IR_idiv and friends). false after located diagnostics. */
bool usc_compile(struct util_ctx *ctx, struct ir_shader *s, const struct usc_options *opt, struct usc_program *out);
/* The listing with costs, and a reason for every empty unit; as comments, so that it still assembles. With options.stalls. */
void usc_print_report(struct util_ctx *ctx, struct util_buf *b, const struct usc_program *p);
/* "name: value" lines. */
void usc_print_stats(struct util_buf *b, const struct usc_stats *s);

#endif
