/* SPDX-License-Identifier: MIT */
/*
 * Simulator of the Rogue USC: it runs one wave of up to 32 invocations ("lanes") and changes its registers, outputs and memory.
 * It knows nothing of the code generator. What the documents leave open, and what is "assumed", is written down at the head of
 * usc_sim.c.
 *
 * Use: decode the program with usc_sim_decode(), which any number of waves may run then; usc_wave_init(), fill registers and
 * callbacks, then usc_sim_run(), or usc_sim_step() until it no longer says EXEC_RUNNING.
 */
#ifndef USC_SIM_H
#define USC_SIM_H

#include "backend-usc/isa/usc_codec.h"
#include "codegen/machine.h"
#include "semantics/lanes.h"

#define USC_NUM_CF 4096
#define USC_NUM_VO 256
#define USC_SMP_WORDS 18
#define USC_SMP_RESULTS 28

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

/*
 * A program, decoded: it does not change any more, and any thread may run it. A place in it is a byte offset, or the number of
 * a group of a program that was given as groups. What is wrong at a place is a fault of the wave that gets there.
 */
struct usc_sim_code {
   const struct usc_step *step;
   struct machine_places at; /* shift 0: places are groups */
};
/* In the arena of the context. Branches of groups go by label (has_label). */
const struct usc_sim_code *usc_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len);
const struct usc_sim_code *usc_sim_decode_groups(struct util_ctx *ctx, const struct usc_prog *p);

/* ---- waves --------------------------------------------------------------------------------------------------------------- */

/* Registers. Those of an invocation have a value for each lane, the others one for the wave. */
struct usc_regs {
   uint32_t r[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t vi[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t o[8][EXEC_LANES], i[8][EXEC_LANES], idx[2][EXEC_LANES];
   uint32_t x[EXEC_LANES], y[EXEC_LANES]; /* f32 centres of the pixels: sr97 and sr100, where the mode pixel iterates */
   uint32_t xs[EXEC_LANES], ys[EXEC_LANES]; /* places of the samples: sr98 and sr101, where the mode sample iterates */
   uint32_t centroid[2][EXEC_LANES];      /* f32: from the middle of the pixel to where the mode centroid iterates */
   uint32_t back_face[EXEC_LANES];        /* sr44 */
   uint32_t sample[EXEC_LANES];           /* sr53 */
   uint32_t sh[USC_NUM_SHARED], cf[USC_NUM_CF], cfa[USC_NUM_CF];
   struct usc_shared_cf {
      uint32_t first, count, *word;
   } block[2];                            /* coefficients that other waves have too: count of them, which are elsewhere */
   const uint32_t *dc;                    /* dynamic constants, num_dc of them */
   uint32_t num_dc;
   uint32_t sr[256];                      /* the other special registers */
   uint32_t base_offset[2];               /* set by sbo: added to the numbers of coefficients, of shareds */
   uint32_t stored_w[EXEC_LANES];         /* 1/W, as ditr and itrsmp store it */
   uint32_t carry;                        /* of the last 64-bit addition, by lane */
};

struct usc_outputs {
   uint32_t vo[USC_NUM_VO][EXEC_LANES]; /* vertex outputs */
   unsigned vertex_words;               /* how many of them there are; 0: all */
   bool stale;                          /* uvsw.emit leaves garbage in them; else they keep their values */
   uint32_t depth[EXEC_LANES];          /* depthf, as it was given */
   uint32_t depth_written;              /* lanes */
   bool pixel;                          /* a pixel output was written */
};

/* The feedback of a fragment program to the ISP: atst or depthf. */
struct usc_feedback {
   bool given;
   bool in_flight; /* nothing has waited for it */
};

/* Where the program goes on: places of usc_sim_code. */
struct usc_flow {
   uint32_t pc;
   uint32_t link;      /* link register; programs see it in units of 16 bits (documented for savl) */
   uint8_t link_shift; /* usc_sim_code.at.shift */
   bool has_bp;        /* a breakpoint was taken */
   uint32_t bp_return; /* where bpret goes then */
   uint32_t held;      /* locks that the wave holds, a bit each */
   bool sleeps;        /* it waits to be woken, or for those that it woke */
   bool slept;         /* since it woke others */
   bool jump;          /* a phase change names the next place */
   uint32_t jump_to;
};

/* Requests in flight, by request counter: the lanes of registers that they will write and that they still read. */
struct usc_flight {
   uint32_t written_r[2][USC_NUM_TEMPS], written_vi[2][USC_NUM_TEMPS];
   uint32_t read_r[2][USC_NUM_TEMPS], read_vi[2][USC_NUM_TEMPS];
   bool any[2];
   /* the same for shareds [0] and coefficients [1]: bit drc = a request will write it, bit 2 + drc = a request reads it */
   uint8_t common[2][USC_NUM_CF];
   bool any_common[2];
};

struct usc_wave {
   /* The backend operation that runs: its number, from 1 on, and its request counter. */
   struct {
      uint32_t number;
      uint8_t counter;
   } request;
   num_m num;
   struct num_model unit; /* of units beside the float ALU: see usc_wave_set_num() */
   const struct lanes_ops *ops, *unit_ops; /* the arithmetic of both */
   uint64_t budget;  /* groups that may still be executed */
   unsigned samples; /* of a pixel of the render target; 0 counts as 1 */
   /* lane masks */
   uint32_t valid;     /* invocations that exist */
   uint32_t helper;    /* their outputs do not count; the feedback adds those that it discards */
   uint32_t killed;    /* discarded by the feedback */
   uint32_t p0, pe;    /* predicate and execution mask; pe starts as valid */
   uint32_t cover_set; /* a movmsk has set the sample mask of these, ... */
   uint32_t cover[EXEC_LANES]; /* ... to this */
   uint32_t
       in_pixel[EXEC_LANES]; /* the valid mask: the samples of the pixel that the primitive covers; 0: all, of a helper none */

   struct usc_regs reg;
   struct usc_outputs out;
   struct usc_feedback feedback;
   struct machine_env env;
   struct usc_flow flow;
   struct usc_flight flight;

   uint64_t *executed; /* by group: how often it was executed is added; NULL: it is not counted */
   /* results */
   uint64_t groups, lane_ops; /* executed so far; the operations of their units, each once for every lane that executed it */
   const char *fault;            /* EXEC_FAULT: static text */
   uint32_t fault_pc;
};

/* Byte offset of a word of the invocation's pixel in a tile buffer, and from one sample of it to the next. The order of the
   machine is not public: this one is assumed[tile-order]. */
#define USC_SIM_SAMPLE_BYTES (4u * EXEC_LANES * USC_TILE_WORDS)
static inline uint32_t usc_sim_tile_offset(uint32_t word, unsigned lane)
{
   return 4 * (lane * USC_TILE_WORDS + word);
}

/* Everything is zero but the masks: the valid lanes run. */
void usc_wave_init(struct usc_wave *t, num_m num, uint32_t valid, uint64_t budget);
/* The number model alone. */
void usc_wave_set_num(struct usc_wave *t, num_m num);
/* The invocations of a run, and those that begin it. Lanes behind the last one are not computed. */
void usc_wave_set_lanes(struct usc_wave *t, uint32_t valid, uint32_t pe);
/* To the beginning of a program with the registers as they are. */
void usc_wave_start(struct usc_wave *t, uint32_t valid, uint32_t helper);
/* One group. EXEC_BARRIER: the wave sleeps; it goes on with the next step. */
enum exec_status usc_sim_step(const struct usc_sim_code *c, struct usc_wave *t);
enum exec_status usc_sim_run(const struct usc_sim_code *c, struct usc_wave *t);

/* The operations of this machine for codegen/machine.h (usc_machine.c). */
extern const struct machine_ops usc_machine_ops;

#endif
