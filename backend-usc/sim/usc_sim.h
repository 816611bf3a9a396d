/* SPDX-License-Identifier: MIT */
/*
 * Simulator of the Rogue USC. It runs a wave of up to 32 invocations ("lanes") and changes its registers, outputs and memory,
 * and does not depend on the code generator. The head of usc_sim.c defines the behaviour that the documents leave open, or that
 * is "assumed".
 *
 * Use: decode the program with usc_sim_decode(), for any number of waves. Call usc_wave_init() for each, fill its registers and
 * callbacks, then call usc_sim_run(), or usc_sim_step() until it no longer returns EXEC_RUNNING.
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
 * A decoded program. It does not change, and any thread may run it. A place is a byte offset, or the number of a group in a
 * program decoded from groups. An error in the code is a fault of a wave that executes it.
 */
struct usc_sim_code {
   const struct usc_step *step;
   uint32_t num_steps;
   struct machine_places at; /* with shift 0 places are numbers of groups */
};
/* The result is in the arena of the context. Branches in groups have labels (has_label). */
const struct usc_sim_code *usc_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len);
const struct usc_sim_code *usc_sim_decode_groups(struct util_ctx *ctx, const struct usc_prog *p);
/* The same code on a core with these features (enum usc_feature): a group that needs another one is a fault. */
const struct usc_sim_code *usc_sim_restrict(struct util_ctx *ctx, const struct usc_sim_code *code, uint32_t features);

/* ---- waves --------------------------------------------------------------------------------------------------------------- */

/* Registers, with a value per lane or one for the wave. */
struct usc_regs {
   uint32_t r[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t vi[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t o[8][EXEC_LANES], i[8][EXEC_LANES], idx[2][EXEC_LANES];
   uint32_t x[EXEC_LANES], y[EXEC_LANES]; /* f32 centres of the pixels, for the mode pixel: sr97, sr100 */
   uint32_t xs[EXEC_LANES], ys[EXEC_LANES]; /* places of the samples, for the mode sample: sr98, sr101 */
   uint32_t centroid[2][EXEC_LANES];      /* f32 offset from the centre of the pixel, for the mode centroid */
   uint32_t back_face[EXEC_LANES];        /* sr44 */
   uint32_t sample[EXEC_LANES];           /* sr53 */
   uint32_t sh[USC_NUM_SHARED], cf[USC_NUM_CF], cfa[USC_NUM_CF];
   struct usc_shared_cf {
      uint32_t first, count, *word;
   } block[2];                            /* coefficients shared with other waves: count words, stored elsewhere */
   const uint32_t *dc;                    /* dynamic constants, num_dc of them */
   uint32_t num_dc;
   uint32_t sr[256];                      /* the other special registers */
   uint32_t base_offset[2];               /* set by sbo, added to the numbers of coefficients and of shareds */
   uint32_t stored_w[EXEC_LANES];         /* 1/W as stored by ditr and itrsmp */
   uint32_t carry;                        /* carry of the last 64-bit addition, by lane */
};

struct usc_outputs {
   uint32_t vo[USC_NUM_VO][EXEC_LANES]; /* vertex outputs */
   unsigned vertex_words;               /* their number, or 0 for all */
   unsigned pixel_words;                /* number of pixel output registers, or 0 for all */
   bool stale;                          /* uvsw.emit leaves garbage in them instead of their values */
   uint32_t depth[EXEC_LANES];          /* operand of depthf */
   uint32_t depth_written;              /* lanes */
   bool pixel;                          /* a pixel output was written */
   uint32_t pixel_lanes;                /* lanes that wrote one */
};

/* The feedback of a fragment program to the ISP: atst or depthf. */
struct usc_feedback {
   bool given;
   bool in_flight; /* the program has not waited for it */
};

/* Control flow, in places of usc_sim_code. */
struct usc_flow {
   uint32_t pc;
   uint32_t link;      /* link register, which programs see in units of 16 bits (documented for savl) */
   uint8_t link_shift; /* usc_sim_code.at.shift */
   bool has_bp;        /* a breakpoint was taken */
   uint32_t bp_return; /* place after bpret */
   uint32_t held;      /* mask of locks that the wave holds */
   bool sleeps;        /* waits to be woken, or for waves that it woke */
   bool slept;         /* slept since it woke others */
   bool asleep;        /* sleeps until another wave counts *usc_wave.wakeups, which was woken_at then */
   uint32_t woken_at;
   bool jump;          /* a phase change has set the next place */
   uint32_t jump_to;
};

/* Requests in flight, by request counter: lanes of registers that they will write or still read. */
struct usc_flight {
   uint32_t written_r[2][USC_NUM_TEMPS], written_vi[2][USC_NUM_TEMPS];
   uint32_t read_r[2][USC_NUM_TEMPS], read_vi[2][USC_NUM_TEMPS];
   bool any[2];
   /* the same for shareds [0] and coefficients [1]: bit drc for a request that will write it, bit 2 + drc for one that reads it
      */
   uint8_t common[2][USC_NUM_CF];
   bool any_common[2];
};

/* Stores to coefficients of the workgroup that have not landed: only the wave itself sees them. The oldest ones come first, and
   they land in this order. */
enum { USC_LATE_STORES = 32 };
struct usc_late {
   uint32_t *word[USC_LATE_STORES], value[USC_LATE_STORES];
   unsigned num;
   bool yielded; /* others ran since the last of them, so all land */
};

struct usc_wave {
   /* The current backend operation: its number, from 1 on, and its request counter. */
   struct {
      uint32_t number;
      uint8_t counter;
   } request;
   num_m num;
   struct num_model unit; /* of other units than the float ALU, see usc_wave_set_num() */
   const struct lanes_ops *ops, *unit_ops; /* the arithmetic of both */
   uint64_t budget;  /* number of groups that the wave may still execute */
   unsigned samples; /* per pixel of the render target; 0 means 1 */
   /* lane masks */
   uint32_t valid;     /* invocations that exist */
   uint32_t helper;    /* have no outputs; the feedback adds those that it discards */
   uint32_t killed;    /* discarded by the feedback */
   uint32_t p0, pe;    /* predicate and execution mask, which starts as valid */
   uint32_t cover_set; /* movmsk has set the sample mask of these lanes: */
   uint32_t cover[EXEC_LANES]; /* their sample masks */
   uint32_t
       in_pixel[EXEC_LANES]; /* the valid mask: samples that the primitive covers; 0 means all, or none in a helper */

   struct usc_regs reg;
   struct usc_outputs out;
   struct usc_feedback feedback;
   struct machine_env env;
   struct usc_flow flow;
   struct usc_flight flight;
   struct usc_late late;
   uint32_t *wakeups; /* number of times that waves of the workgroup woke others; NULL if sleeping waves wake by themselves */

   uint64_t *executed; /* number of executions, added by group, or NULL */
   /* results */
   uint64_t groups, lane_ops; /* executed so far; operations of their units, counted once per lane */
   const char *fault;            /* static text of EXEC_FAULT */
   uint32_t fault_pc;
};

/* Byte offset of a word of the invocation's pixel in a tile buffer, and between its samples. The order of the machine is not
   public; this one is assumed[tile-order]. */
#define USC_SIM_SAMPLE_BYTES (4u * EXEC_LANES * USC_TILE_WORDS)
static inline uint32_t usc_sim_tile_offset(uint32_t word, unsigned lane)
{
   return 4 * (lane * USC_TILE_WORDS + word);
}

/* Clears everything except the masks. The valid lanes run. */
void usc_wave_init(struct usc_wave *t, num_m num, uint32_t valid, uint64_t budget);
/* Sets the number model. */
void usc_wave_set_num(struct usc_wave *t, num_m num);
/* Sets the invocations of a run, and those that start it. Lanes after the last one are not computed. */
void usc_wave_set_lanes(struct usc_wave *t, uint32_t valid, uint32_t pe);
/* Goes to the start of a program and keeps the registers. */
void usc_wave_start(struct usc_wave *t, uint32_t valid, uint32_t helper);
/* Executes a group. After EXEC_BARRIER the wave sleeps until the next step. */
enum exec_status usc_sim_step(const struct usc_sim_code *c, struct usc_wave *t);
enum exec_status usc_sim_run(const struct usc_sim_code *c, struct usc_wave *t);

/* Implements codegen/machine.h (usc_machine.c). */
extern const struct machine_ops usc_machine_ops;

#endif
