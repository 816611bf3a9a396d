/* SPDX-License-Identifier: MIT */
/*
 * Simulator of the Rogue USC: one task of up to 32 instances ("lanes"), bytes or decoded groups in, registers, outputs and
 * memory out. It knows nothing of the code generator. What the documents leave open, and what is assumed, is written down at the
 * head of usc_sim.c.
 *
 * Use: usc_task_init(), fill registers and callbacks, usc_sim_run() or usc_sim_step() until it no longer says EXEC_RUNNING.
 */
#ifndef USC_SIM_H
#define USC_SIM_H

#include "backend-usc/isa/usc_codec.h"
#include "model/exec.h"

#define USC_SIM_CACHE 64
#define USC_NUM_SH 4096
#define USC_NUM_VO 256
#define USC_SMP_WORDS 18
#define USC_SMP_RESULTS 28

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

struct usc_task {
   num_m num;
   /* lane masks */
   uint32_t valid;  /* instances that exist */
   uint32_t helper; /* no stores, no outputs; kills add to it */
   uint32_t killed; /* killed by atst */
   uint32_t p0, pe; /* predicate and execution mask; pe starts as valid */
   uint64_t budget; /* groups left */

   /* registers by lane */
   uint32_t r[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t vi[USC_NUM_TEMPS][EXEC_LANES];
   uint32_t o[8][EXEC_LANES], i[8][EXEC_LANES], idx[2][EXEC_LANES];
   uint32_t x[EXEC_LANES], y[EXEC_LANES]; /* f32 pixel centres: sr97/98 and sr100/101, and where coefficients are iterated */
   uint32_t back_face[EXEC_LANES];        /* sr44 */
   /* registers of the task */
   uint32_t sh[USC_NUM_SH], cf[USC_NUM_SH], cfa[USC_NUM_SH];
   const uint32_t *dc;                    /* dynamic constants, num_dc of them */
   uint32_t num_dc;
   uint32_t sr[256];                      /* the other special registers */
   unsigned samples;                      /* of the render target, for pck.cov; 0 counts as 1 */

   /* vertex outputs */
   uint32_t vo[USC_NUM_VO][EXEC_LANES];
   void (*tess)(void *user, struct usc_task *t, uint32_t lanes, unsigned addr, const uint32_t value[EXEC_LANES]); /* tessw */
   bool stale_outputs; /* outputs that nobody has written since the last uvsw.emit hold garbage; else they keep their values */
   void (*emit)(void *user, struct usc_task *t, uint32_t lanes, unsigned stream); /* may be NULL */
   void (*cut)(void *user, struct usc_task *t, uint32_t lanes, unsigned stream);
   /* memory: false = fault. size in bytes: 1, 2, 4 */
   bool (*load)(void *user, uint64_t addr, uint32_t *word);
   bool (*store)(void *user, uint64_t addr, unsigned size, uint32_t value);
   void (*smp)(void *user, num_m num, const struct usc_smp *s, uint32_t out[USC_SMP_RESULTS][EXEC_LANES]);
   /* Verification: the value of coefficient register n of one lane, or what iterating the plane at n gives it (W included). NULL, or
      false from it: cf[] and the planes there. */
   bool (*coeff)(void *user, unsigned n, bool iterate, unsigned lane, uint32_t *value);
   void *user;
   uint32_t depth[EXEC_LANES]; /* depthf */
   uint32_t depth_written;     /* lanes */

   /* machine state */
   uint32_t pc;      /* byte offset, or group number in the decoded form */
   uint32_t link;    /* link register, same unit; programs see it in units of 16 bits (documented for savl) */
   uint8_t link_shift;
   uint32_t carry;   /* of the last 64-bit add, by lane */
   uint32_t bp_return; /* where bpret goes, a place like pc; has_bp: a breakpoint was taken */
   bool has_bp;
   bool jump;          /* a phase change names the next place */
   uint32_t jump_to;
   uint32_t base_offset[2];        /* sbo: added to the numbers of coefficients, shareds */
   uint32_t kept_w[EXEC_LANES];    /* 1/W of ditr and itrsmp */
   uint32_t cover[EXEC_LANES];     /* sample masks set by movmsk */
   uint32_t cover_set;             /* for these lanes */
   uint64_t groups, issue_slots; /* executed so far; slots count repeats */
   /* requests under way, by counter: lanes of registers that a request will write, and that it still reads */
   uint32_t pending_r[2][USC_NUM_TEMPS], pending_vi[2][USC_NUM_TEMPS];
   uint32_t busy_r[2][USC_NUM_TEMPS], busy_vi[2][USC_NUM_TEMPS];
   bool pending[2];
   /* the same for shareds [0] and coefficients [1]: bit drc = a request will write it, bit 2 + drc = one reads it */
   uint8_t common_use[2][USC_NUM_SH];
   bool common_pending[2];

   const char *fault;  /* EXEC_FAULT: static text */
   uint32_t fault_pc;

   /* decoded groups of the code at this address; set cache_code to NULL if the bytes there change */
   const uint8_t *cache_code;
   struct {
      uint32_t pc1, bytes; /* pc + 1; 0 = empty */
      struct usc_group g;
   } cache[USC_SIM_CACHE];
};

/* Byte offset of a word of the instance's pixel in a tile buffer: the machine's order is its own, this is ours (assumed). */
static inline uint32_t usc_sim_tile_offset(uint32_t word, unsigned lane)
{
   return 4 * (lane * USC_TILE_WORDS + word);
}

/* Everything zero but the masks; valid lanes run. */
void usc_task_init(struct usc_task *t, num_m num, uint32_t valid, uint64_t budget);
/* One group from bytes. */
enum exec_status usc_sim_step(const uint8_t *code, size_t len, struct usc_task *t);
enum exec_status usc_sim_run(const uint8_t *code, size_t len, struct usc_task *t);
/* The same on decoded groups: pc counts groups, branches go by label (has_label). */
enum exec_status usc_sim_step_groups(const struct usc_prog *p, struct usc_task *t);
enum exec_status usc_sim_run_groups(const struct usc_prog *p, struct usc_task *t);

#endif
