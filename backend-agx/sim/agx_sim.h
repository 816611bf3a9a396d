/* SPDX-License-Identifier: MIT */
/*
 * Simulator of AGX2: it runs one wave of up to 32 lanes, a SIMD group, and changes its registers, outputs and memory. It knows
 * nothing of the code generator. What the sources leave open is written down at the head of agx_sim.c.
 *
 * Use: decode the program with agx_sim_decode(), which any number of waves may run then; agx_wave_init(), fill registers and
 * callbacks, then agx_sim_run(), or agx_sim_step() until it no longer says EXEC_RUNNING. A preamble is a program of its own:
 * run it with one lane and give its uniforms to the waves of the main program.
 */
#ifndef AGX_SIM_H
#define AGX_SIM_H

#include "backend-agx/isa/agx.h"
#include "codegen/machine.h"
#include "semantics/lanes.h"

#define AGX_REGS (AGX_HALVES / 2)
#define AGX_TILE_WORDS 16 /* of a sample */
#define AGX_MAX_SAMPLES 4
#define AGX_SREGS 256
#define AGX_STATES 256 /* texture and sampler states that instructions can name */

/* Memory that has no address of its own, as machine_env.load and store see it: that of a lane's stack, and of the
   threadgroup. */
#define AGX_STACK_ADDRESS(lane) (UINT64_C(0xf0) << 56 | (uint64_t)(lane) << 32)
#define AGX_LOCAL_ADDRESS (UINT64_C(0xf1) << 56)

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

/* What kind of code it is decides which instructions it may have and how it ends. */
enum agx_part {
   AGX_PART_ANY,      /* follows from its instructions; it may end either way */
   AGX_PART_VERTEX,   /* ends with stop, behind the last output */
   AGX_PART_FRAGMENT, /* a whole program or a last part: ends with stop */
   AGX_PART_MAIN, /* of a fragment program: execution falls through to the epilog, which tests depth and stores to the tile */
   AGX_PART_PREAMBLE,
   AGX_PART_COMPUTE,
};

/* A program, decoded: it does not change any more, and any thread may run it. */
struct agx_sim_code {
   const struct agx_step *step;
   struct machine_places at; /* places are bytes */
   uint32_t flags;           /* all enum agx_flag of its instructions */
};
/* In the arena of the context. */
const struct agx_sim_code *agx_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len);

/* ---- waves --------------------------------------------------------------------------------------------------------------- */

struct agx_regs {
   uint32_t r[AGX_REGS][EXEC_LANES]; /* rNl is the low half of rN */
   uint32_t u[AGX_UNIFORMS / 2];
   uint32_t cf[AGX_CF_COUNT]
              [3]; /* planes A, B, C: A x + B y + C, where x and y count from the corner of a cell of 32x32 pixels */
   uint32_t sr[AGX_SREGS];           /* special registers that are the same for all lanes */
   uint32_t pixel[2][EXEC_LANES];    /* sr80, sr81; of vertex and compute programs the place in the grid */
   uint32_t places;                  /* of the samples of a pixel that has several: as the word of key.samples */
   uint32_t centroid[2][EXEC_LANES]; /* f32: from the middle of the pixel to where the mode centroid iterates */
   uint32_t back_face[EXEC_LANES];   /* sr62 */
   uint32_t thread[3][EXEC_LANES];   /* sr48..50 */
   /* Texture and sampler states: what the driver's sample callback gets; at first the number of the register in word 0. A
      bindless texture has 1 in word 3, its byte offset in word 0 and the address of the heap in words 1 and 2. */
   uint32_t ts[AGX_STATES][4], ss[AGX_STATES][4];
};

struct agx_outputs {
   uint32_t uvs[AGX_UVS_WORDS][EXEC_LANES]; /* vertex output buffer */
   uint32_t uvs_lanes;                      /* lanes that executed the last output, ... */
   bool uvs_stored, uvs_final;              /* ... if there was one; there were outputs at all */
   uint32_t tile[AGX_MAX_SAMPLES][AGX_TILE_WORDS][EXEC_LANES];
   uint32_t depth[EXEC_LANES], stencil[EXEC_LANES]; /* that were written last */
   uint32_t sample_depth[AGX_MAX_SAMPLES][EXEC_LANES], sample_stencil[AGX_MAX_SAMPLES][EXEC_LANES];
   uint32_t depth_written, stencil_written; /* lanes */
};

/* The samples of the pixel of each lane: masks with a bit by sample. */
struct agx_pixel {
   uint32_t cover[EXEC_LANES]; /* sr124: that the primitive covers */
   uint8_t tested[EXEC_LANES]; /* of which a depth test was ordered */
   uint32_t killed[EXEC_LANES];
   uint8_t stored[EXEC_LANES]; /* to which something was stored in the tile */
   uint8_t shaded[EXEC_LANES]; /* in the loop over samples: those that the program runs for */
   uint32_t waited[4];         /* lanes that executed a wait_pix, by bit of its mask */
   bool used;                  /* the program has executed a sample_mask or zs_emit */
};

/* Asynchronous operations in flight, by slot. A register is a bit, by half; what writes it must be waited for before anything
   else reads or writes it, in whichever lanes. */
struct agx_flight {
   uint64_t writes[2][AGX_HALVES / 64];
   uint8_t pending[2];
};

/* An interpolation, for the driver to answer. */
struct agx_iteration {
   unsigned cf;
   unsigned w;      /* the coefficient register of W that divides; AGX_CF_COUNT: none */
   bool constant;   /* the third word of the plane (ldcf) */
   unsigned interp; /* AGX_INTERP_... */
   uint32_t lanes;
   const uint32_t *sample; /* number by lane; NULL: none */
};
/* NULL, or a fault: static text. */
typedef const char *(*agx_interpolate_fn)(void *user, const struct agx_iteration *it, uint32_t value[EXEC_LANES]);

struct agx_wave {
   num_m num;
   const struct lanes_ops *ops; /* its arithmetic */
   uint64_t budget;  /* instructions that may still be executed */
   enum agx_part part, kind; /* kind: part, or what follows from the instructions */
   unsigned halves;  /* of registers that the program declares; 0: all */
   uint32_t samples; /* of a pixel: 1, 2, 4; 0 counts as 1 */
   unsigned stack_words; /* that exist; 0: 32767 */
   bool sample_loop; /* the program runs in the loop over samples, and has to leave stack and r0l as they were */
   bool in_group;    /* it waits at barriers for other waves: EXEC_BARRIER, and the next step goes on */
   bool at_barrier;
   bool tests_later; /* AGX_PART_MAIN: a later part orders the depth test */
   /* lane masks */
   uint32_t valid;  /* lanes that exist */
   uint32_t helper; /* their outputs do not count; sample_mask adds those of which no sample is left */
   uint32_t killed; /* no sample is left */
   uint32_t exec;   /* lanes whose r0l was 0 at the last operation on it */

   struct agx_regs reg;
   struct agx_outputs out;
   struct agx_pixel pixel;
   struct machine_env env;
   agx_interpolate_fn interpolate; /* with env.user; NULL: by the planes */
   struct agx_flight flight;
   uint64_t discarded[AGX_HALVES / 64]; /* halves that an operand has discarded, and nothing has written since */
   bool any_discarded;
   uint32_t pc;
   int32_t stack; /* words of the stack that are there */

   /* results */
   uint64_t steps, lane_ops;  /* instructions executed so far; the same, once for every lane */
   const char *fault;         /* EXEC_FAULT: static text, or fault_text */
   uint32_t fault_pc;
   char fault_text[112];
};

/* Everything is zero but the masks: the valid lanes run, and their pixels have one sample, which is covered. */
void agx_wave_init(struct agx_wave *t, num_m num, uint32_t valid, uint64_t budget);
/* The number model alone. */
void agx_wave_set_num(struct agx_wave *t, num_m num);
/* The invocations of a run. Lanes behind the last one are not computed. */
void agx_wave_set_valid(struct agx_wave *t, uint32_t valid);
/* To the beginning of a program with registers, coverage and tile as they are. */
void agx_wave_start(struct agx_wave *t, uint32_t valid, uint32_t helper);
/* One instruction. */
enum exec_status agx_sim_step(const struct agx_sim_code *c, struct agx_wave *t);
enum exec_status agx_sim_run(const struct agx_sim_code *c, struct agx_wave *t);

/* The operations of this machine for codegen/machine.h (agx_machine.c). */
extern const struct machine_ops agx_machine_ops;

#endif
