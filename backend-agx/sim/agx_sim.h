/* SPDX-License-Identifier: MIT */
/*
 * Simulator of AGX2. It runs one wave of up to 32 lanes, a SIMD group, and changes its registers, outputs and memory. It knows
 * nothing about the code generator. The head of agx_sim.c lists our rules where the sources are silent.
 *
 * Use: decode the program with agx_sim_decode(); any number of waves may run it. Call agx_wave_init(), fill registers and
 * callbacks, then call agx_sim_run(), or agx_sim_step() while it returns EXEC_RUNNING. A preamble is a separate program: run it
 * with one lane, and copy its uniforms to the waves of the main program.
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

/* Addresses that machine_env.load and store see for the stack of a lane and for the memory of the threadgroup. */
#define AGX_STACK_ADDRESS(lane) (UINT64_C(0xf0) << 56 | (uint64_t)(lane) << 32)
#define AGX_LOCAL_ADDRESS (UINT64_C(0xf1) << 56)

/* ---- programs ------------------------------------------------------------------------------------------------------------ */

/* The kind of program, which decides what instructions it may have and how it ends. */
enum agx_part {
   AGX_PART_ANY,      /* depends on its instructions; it may end either way */
   AGX_PART_VERTEX,   /* ends with stop after the last output */
   AGX_PART_FRAGMENT, /* a whole program or a last part, which ends with stop */
   AGX_PART_MAIN, /* of a fragment program; execution falls through to the epilog, which tests depth and stores to the tile */
   AGX_PART_PREAMBLE,
   AGX_PART_COMPUTE,
};

/* A decoded program. It is constant, so any thread may run it. */
struct agx_sim_code {
   const struct agx_step *step;
   struct machine_places at; /* places are in bytes */
   uint32_t flags;           /* all enum agx_flag of its instructions */
};
/* Decodes a program in the arena of the context. */
const struct agx_sim_code *agx_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len);

/* ---- waves --------------------------------------------------------------------------------------------------------------- */

struct agx_regs {
   uint32_t r[AGX_REGS][EXEC_LANES]; /* rNl is the low half of rN */
   uint32_t u[AGX_UNIFORMS / 2];
   uint32_t cf[AGX_CF_COUNT]
              [3];         /* planes A, B, C: A x + B y + C, with x and y relative to the corner of a cell of 32x32 pixels */
   uint32_t sr[AGX_SREGS]; /* special registers with one value for all lanes */
   uint32_t pixel[2][EXEC_LANES];    /* sr80, sr81; in vertex and compute programs the position in the grid */
   uint32_t places;                  /* of the samples of a pixel with several, as in key.samples */
   uint32_t centroid[2][EXEC_LANES]; /* f32: the offset of the centroid from the centre of the pixel */
   uint32_t back_face[EXEC_LANES];   /* sr62 */
   uint32_t thread[3][EXEC_LANES];   /* sr48..50 */
   /* Texture and sampler states, which the driver's sample callback receives. Initially word 0 is the number of the
      register. A bindless texture has its byte offset in word 0, the address of the heap in words 1 and 2, and 1 in word 3. */
   uint32_t ts[AGX_STATES][4], ss[AGX_STATES][4];
};

struct agx_outputs {
   uint32_t uvs[AGX_UVS_WORDS][EXEC_LANES]; /* vertex output buffer */
   uint32_t uvs_lanes;                      /* lanes that executed the last output, ... */
   bool uvs_stored, uvs_final;              /* ... if uvs_final; uvs_stored: there was an output */
   uint32_t tile[AGX_MAX_SAMPLES][AGX_TILE_WORDS][EXEC_LANES];
   uint32_t depth[EXEC_LANES], stencil[EXEC_LANES]; /* the values written last */
   uint32_t sample_depth[AGX_MAX_SAMPLES][EXEC_LANES], sample_stencil[AGX_MAX_SAMPLES][EXEC_LANES];
   uint32_t depth_written, stencil_written; /* lanes */
};

/* The samples of each lane's pixel, as masks with one bit per sample. */
struct agx_pixel {
   uint32_t cover[EXEC_LANES]; /* sr124: covered by the primitive */
   uint8_t tested[EXEC_LANES]; /* samples with a requested depth test */
   uint32_t killed[EXEC_LANES];
   uint8_t stored[EXEC_LANES]; /* samples stored to in the tile */
   uint8_t shaded[EXEC_LANES]; /* in the loop over samples: those that the program shades */
   uint32_t waited[4];         /* lanes that executed a wait_pix, by bit of its mask */
   bool used;                  /* the program has executed a sample_mask or zs_emit */
};

/* Asynchronous operations in flight, by slot. A register is a bit per half. The program must wait for the operation that
   writes it before anything else reads or writes it in any lane. */
struct agx_flight {
   uint64_t writes[2][AGX_HALVES / 64];
   uint8_t pending[2];
};

/* An interpolation, which the driver performs. */
struct agx_iteration {
   unsigned cf;
   unsigned w;      /* the coefficient register of the divisor W, or AGX_CF_COUNT without a division */
   bool constant;   /* the third word of the plane (ldcf) */
   unsigned interp; /* AGX_INTERP_... */
   uint32_t lanes;
   const uint32_t *sample; /* the sample number by lane, or NULL */
};
/* Returns NULL or a fault as static text. */
typedef const char *(*agx_interpolate_fn)(void *user, const struct agx_iteration *it, uint32_t value[EXEC_LANES]);

struct agx_wave {
   num_m num;
   const struct lanes_ops *ops; /* its arithmetic */
   uint64_t budget;  /* instructions that may still be executed */
   enum agx_part part, kind; /* kind is part, or derived from the instructions */
   unsigned halves;          /* declared halves of registers, or 0 for all */
   uint32_t samples;         /* per pixel: 1, 2, 4; 0 counts as 1 */
   unsigned stack_words;     /* size of the stack; 0 for 32767 */
   bool sample_loop;         /* the program runs in the loop over samples and must preserve the stack and r0l */
   bool in_group;            /* the wave waits at barriers for others: EXEC_BARRIER, and the next step continues */
   bool at_barrier;
   bool tests_later; /* AGX_PART_MAIN: a later part runs the depth test */
   /* Masks of lanes. */
   uint32_t valid;  /* lanes that exist */
   uint32_t helper; /* lanes without outputs; sample_mask adds those without a remaining sample */
   uint32_t killed; /* lanes without a remaining sample */
   uint32_t exec;   /* lanes whose r0l was 0 at the last operation on it */

   struct agx_regs reg;
   struct agx_outputs out;
   struct agx_pixel pixel;
   struct machine_env env;
   agx_interpolate_fn interpolate; /* called with env.user; NULL to use the planes */
   struct agx_flight flight;
   uint64_t discarded[AGX_HALVES / 64]; /* halves that an operand has discarded and that nothing has written since */
   bool any_discarded;
   uint32_t pc;
   int32_t stack; /* allocated words of the stack */

   /* Results. */
   uint64_t steps, lane_ops; /* instructions executed so far, and the same counted per lane */
   const char *fault;        /* for EXEC_FAULT: static text, or fault_text */
   uint32_t fault_pc;
   char fault_text[112];
};

/* Sets everything to zero except the masks: the valid lanes run, and their pixels have one covered sample. */
void agx_wave_init(struct agx_wave *t, num_m num, uint32_t valid, uint64_t budget);
/* Sets the number model only. */
void agx_wave_set_num(struct agx_wave *t, num_m num);
/* Sets the invocations of a run. Lanes after the last one are not computed. */
void agx_wave_set_valid(struct agx_wave *t, uint32_t valid);
/* Restarts a program and keeps registers, coverage and tile. */
void agx_wave_start(struct agx_wave *t, uint32_t valid, uint32_t helper);
/* Executes one instruction. */
enum exec_status agx_sim_step(const struct agx_sim_code *c, struct agx_wave *t);
enum exec_status agx_sim_run(const struct agx_sim_code *c, struct agx_wave *t);

/* The operations of this machine for codegen/machine.h (agx_machine.c). */
extern const struct machine_ops agx_machine_ops;

#endif
