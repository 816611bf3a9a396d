/* SPDX-License-Identifier: MIT */
/*
 * Simulator of the Rogue USC: it runs one task of up to 32 instances ("lanes") from bytes or decoded groups, and changes its
 * registers, outputs and memory. It knows nothing of the code generator. What the documents leave open, and what is "assumed", is
 * written down at the head of usc_sim.c.
 *
 * Use: usc_task_init(), fill registers and callbacks, then usc_sim_run(), or usc_sim_step() until it no longer says
 * EXEC_RUNNING.
 */
#ifndef USC_SIM_H
#define USC_SIM_H

#include "backend-usc/isa/usc_codec.h"
#include "model/exec.h"

#define USC_SIM_CACHE 64
#define USC_NUM_CF 4096
#define USC_NUM_VO 256
#define USC_SMP_WORDS 18
#define USC_SMP_RESULTS 28

struct usc_task;

/* One texture access as the instruction hands it over. */
struct usc_smp {
   const struct usc_group *g;             /* dim, chan, lodm, proj, array, sbmode, soo, ... */
   uint32_t image[4], sampler[4];         /* the state words, from the first active lane */
   uint32_t active;                       /* lanes that want a result */
   uint32_t quad_valid;                   /* lanes whose data words are defined */
   unsigned words, results;               /* data words given, result words wanted */
   uint32_t data[USC_SMP_WORDS][EXEC_LANES];
   uint32_t shared_lod[EXEC_LANES];       /* S3, when the group has one */
};

/* Registers. Those of an instance have a value for each lane, the others one for the task. */
struct usc_regs {
   uint32_t r[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t vi[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t o[8][EXEC_LANES], i[8][EXEC_LANES], idx[2][EXEC_LANES];
   uint32_t x[EXEC_LANES], y[EXEC_LANES]; /* f32 centres of the pixels: sr97 and sr100, and where coefficients are iterated */
   uint32_t xs[EXEC_LANES], ys[EXEC_LANES]; /* places of the samples: sr98 and sr101 */
   uint32_t back_face[EXEC_LANES];        /* sr44 */
   uint32_t sh[USC_NUM_SHARED], cf[USC_NUM_CF], cfa[USC_NUM_CF];
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

/* Memory, textures and what takes the outputs. Each may be NULL. */
struct usc_env {
   void *user;
   /* false = fault. size in bytes: 1, 2, 4 */
   bool (*load)(void *user, uint64_t addr, uint32_t *word);
   bool (*store)(void *user, uint64_t addr, unsigned size, uint32_t value);
   /* NULL, or what the texture unit does not do: a fault */
   const char *(*smp)(void *user, num_m num, const struct usc_smp *s, uint32_t out[USC_SMP_RESULTS][EXEC_LANES]);
   /* For verification: the value of coefficient register n of one lane, or what iterating the plane at n gives that lane
      (with the division by W). If it returns false, reg.cf[] and the planes there are used. */
   bool (*coeff)(void *user, unsigned n, bool iterate, unsigned lane, uint32_t *value);
   void (*emit)(void *user, struct usc_task *t, uint32_t lanes, unsigned stream);
   void (*cut)(void *user, struct usc_task *t, uint32_t lanes, unsigned stream);
   void (*tess)(void *user, struct usc_task *t, uint32_t lanes, unsigned addr, const uint32_t value[EXEC_LANES]); /* tessw */
};

/* Where the program goes on. A place is a byte offset, or the number of a group in the decoded form. */
struct usc_flow {
   uint32_t pc;
   uint32_t link;      /* link register; programs see it in units of 16 bits (documented for savl) */
   uint8_t link_shift;
   bool has_bp;        /* a breakpoint was taken */
   uint32_t bp_return; /* where bpret goes then */
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

struct usc_task {
   num_m num;
   uint64_t budget;  /* groups that may still be executed */
   unsigned samples; /* of a pixel of the render target; 0 counts as 1 */
   /* lane masks */
   uint32_t valid;     /* instances that exist */
   uint32_t helper;    /* their outputs do not count; the feedback adds those that it discards */
   uint32_t killed;    /* discarded by the feedback */
   uint32_t p0, pe;    /* predicate and execution mask; pe starts as valid */
   uint32_t cover_set; /* a movmsk has set the sample mask of these, ... */
   uint32_t cover[EXEC_LANES]; /* ... to this */

   struct usc_regs reg;
   struct usc_outputs out;
   struct usc_feedback feedback;
   struct usc_env env;
   struct usc_flow flow;
   struct usc_flight flight;

   /* results */
   uint64_t groups, issue_slots; /* executed so far; issue slots count repetitions */
   const char *fault;            /* EXEC_FAULT: static text */
   uint32_t fault_pc;

   /* decoded groups of the code at this address; set cache.code to NULL if the bytes there change */
   struct {
      const uint8_t *code;
      struct usc_decoded {
         uint32_t pc1, bytes; /* pc + 1; 0 = empty */
         struct usc_group g;
      } entry[USC_SIM_CACHE];
   } cache;
};

/* Byte offset of a word of the instance's pixel in a tile buffer, and from one sample of it to the next. The order of the machine is
   not public: this one is assumed[tile-order]. */
#define USC_SIM_SAMPLE_BYTES (4u * EXEC_LANES * USC_TILE_WORDS)
static inline uint32_t usc_sim_tile_offset(uint32_t word, unsigned lane)
{
   return 4 * (lane * USC_TILE_WORDS + word);
}

/* Everything is zero but the masks: the valid lanes run. */
void usc_task_init(struct usc_task *t, num_m num, uint32_t valid, uint64_t budget);
/* One group from bytes. */
enum exec_status usc_sim_step(const uint8_t *code, size_t len, struct usc_task *t);
enum exec_status usc_sim_run(const uint8_t *code, size_t len, struct usc_task *t);
/* The same on decoded groups: pc counts groups, branches go by label (has_label). */
enum exec_status usc_sim_step_groups(const struct usc_prog *p, struct usc_task *t);
enum exec_status usc_sim_run_groups(const struct usc_prog *p, struct usc_task *t);

#endif
