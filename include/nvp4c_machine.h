/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: run machine code in a simulator.
 *
 * A machine is the decoded code of one program. A wave is up to 32 invocations (lanes) that run it together, with their
 * registers, masks and position in the code. The caller puts inputs into registers, serves memory and texture accesses in
 * callbacks, and reads outputs from registers. The reflection of a program says where its inputs and outputs are
 * (docs/abi-usc.md). Nothing here depends on the compiler, so code of any origin can run.
 *
 *    struct nvp4c_machine *m = nvp4c_machine_of_result(result, NULL);
 *    struct nvp4c_wave *w = nvp4c_wave_create(m);
 *    nvp4c_wave_set_callbacks(w, &callbacks);
 *    memcpy(nvp4c_wave_registers(w, "sh0").value, uniforms, sizeof uniforms);
 *    for each 32 vertices {
 *       nvp4c_wave_start(w, 0xffffffff, 0);
 *       ... nvp4c_wave_registers(w, "vi0").value[32 * n + lane] = ...
 *       if (nvp4c_wave_run(&w, 1, 100000) == NVP4C_WAVE_DONE)
 *          ... = nvp4c_wave_registers(w, "vo0").value[32 * n + lane]
 *    }
 *
 * examples/triangle.c is a complete program.
 *
 * Draw-uniform parts: the preamble of an AGX program is a program of its own with its own machine. Run it first, in a wave with
 * one lane, and copy its uniforms ("u0") to the waves of the main program. Its stack is memory at (0xf0 << 56) + (lane << 32).
 * The results of a pre-shader (nvp4c_preshader_run()) go into the registers of NVP4C_BIND_PRESHADER.
 *
 * Faults: a wave faults if the hardware would not run the code as intended, for example if it reads a result before waiting for
 * it, executes an illegal instruction, or sends feedback for a pixel twice. A fault ends the wave.
 *
 * Thread safety: a machine is immutable, so several threads may use it at once. A wave is for one thread at a time. Callbacks
 * run in the thread that called nvp4c_wave_run(). The results of a wave do not depend on its thread or on earlier runs.
 *
 * UNSTABLE until version 1.0, like nvp4c.h.
 */
#ifndef NVP4C_MACHINE_H
#define NVP4C_MACHINE_H

#include "nvp4c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lanes of a wave. In fragment programs lanes 4q to 4q + 3 are the pixels (0,0) (1,0) (0,1) (1,1) of quad q. Bit n of a mask is
   lane n. */
#define NVP4C_LANES 32

struct nvp4c_machine;
struct nvp4c_wave;

/* ---- machines */

/*
 * Decodes `length` bytes of machine code, or an ELF object with a .text section. The target of an object overrides
 * options.target, and its core is used unless the options name one. Only target, cpu, attr, memory and verify.noise of the
 * options are used. The machine does not refer to the bytes.
 *
 * Returns NULL only if the first allocation fails. nvp4c_machine_result() has the status of the machine: NVP4C_REJECTED if the
 * code is not instructions or is cut short, with the byte offset in the message, and NVP4C_UNSUPPORTED if the target has no
 * simulator. Such a machine has no waves. Free the waves before the machine.
 */
NVP4C_API struct nvp4c_machine *nvp4c_machine_create(const void *code, size_t length, const struct nvp4c_options *options);
/* Makes a machine of the code of a result, for its core. Only memory and verify.noise of the options are used. The machine does
   not refer to the result. The status is NVP4C_REJECTED if the result has no code. */
NVP4C_API struct nvp4c_machine *nvp4c_machine_of_result(const struct nvp4c_result *result, const struct nvp4c_options *options);
/* Frees a machine, whose waves must be freed before. */
NVP4C_API void nvp4c_machine_free(struct nvp4c_machine *machine);
/* Status and diagnostics of the creation. The machine owns this result. */
NVP4C_API const struct nvp4c_result *nvp4c_machine_result(const struct nvp4c_machine *machine);

/* ---- waves */

/* Makes a wave with zeros in its registers and without callbacks. It takes about 150 KB from the allocator of the machine.
   Returns NULL if there is not enough memory or the machine has no code. */
NVP4C_API struct nvp4c_wave *nvp4c_wave_create(const struct nvp4c_machine *machine);
/* Frees a wave. */
NVP4C_API void nvp4c_wave_free(struct nvp4c_wave *wave);

/*
 * Moves the wave to the start of the code. Call it before each run. `valid` is the mask of lanes that exist, and `helpers` the
 * mask of those that run only for the derivatives of their quad and whose outputs do not count. Registers keep their values, so
 * inputs that do not change between runs need not be set again.
 */
NVP4C_API void nvp4c_wave_start(struct nvp4c_wave *wave, uint32_t valid, uint32_t helpers);

/*
 * Registers of a wave, from a location on: value[k * lanes + l] is register k after the location in lane l, k < count. `lanes`
 * is 32, or 1 for registers that all invocations share. Values are the bits of f32 or integers. The pointer is valid as long as
 * the wave exists; the caller may read and write the values in callbacks and whenever the wave does not run. `value` is NULL if
 * the target has no such registers.
 *
 * Locations have the names that the reflection gives them: "vi3", "sh12", "cf8", "sr97", "vo4", "o0". Further names are
 *    depth      depth of the pixel; AGX: one for each sample
 *    covered    mask of the samples of the pixel that the primitive covers; USC: 0 means all
 *    centroid   x and y as f32: offset from the middle of the pixel to the place of centroid inputs
 *    samples    AGX: number of samples of a pixel, one word for all lanes
 *    places     AGX: places of the samples, as the word of key.samples, one word for all lanes
 *    killed     AGX: mask of the samples that the program has discarded
 * On AGX, a coefficient set ("cf3") is three registers, the words A, B and C of its plane, and the state of a texture or
 * sampler ("ts0", "ss1") is four registers, initially its number and zeros.
 */
struct nvp4c_registers {
   uint32_t *value;
   unsigned count, lanes;
};
/* Registers from a location on, by its name. */
NVP4C_API struct nvp4c_registers nvp4c_wave_registers(struct nvp4c_wave *wave, const char *location);
/* Registers from a location of the reflection on. */
NVP4C_API struct nvp4c_registers nvp4c_wave_location(struct nvp4c_wave *wave, const struct nvp4c_location *location);

/*
 * Lets the waves of a workgroup share registers. On USC these are the coefficients of NVP4C_BIND_WORKGROUP_MEMORY and
 * NVP4C_BIND_BARRIER_WORDS. `count` registers from `location` on are kept in `words`, which the caller passes to all waves of
 * the workgroup and keeps as long as they run. The words must start as zeros. A wave has at most two such ranges; a second call
 * with the same location replaces its words. Returns 0 if the target has no such registers.
 */
NVP4C_API int nvp4c_wave_share(struct nvp4c_wave *wave, const struct nvp4c_location *location, uint32_t *words, unsigned count);

/* ---- callbacks */

/* Source of the level of detail of a texture access. */
enum nvp4c_texture_level {
   NVP4C_LEVEL_IMPLICIT,  /* differences of the coordinates in the quad */
   NVP4C_LEVEL_BIAS,      /* the same plus `level` */
   NVP4C_LEVEL_EXPLICIT,  /* `level` */
   NVP4C_LEVEL_GRADIENTS, /* ddx and ddy */
};

/*
 * A texture access of all lanes. Arrays have 32 values, f32 bits unless `integer` is set; a pointer is NULL if the instruction
 * lacks the operand. The machine does not interpret state words: they are what the caller put into the registers of the
 * texture.
 */
struct nvp4c_texture_access {
   const uint32_t *image, *sampler; /* four words of state each, the same for all lanes */
   uint32_t lanes;                  /* mask of lanes that need a result; the others may have any coordinates */
   unsigned dimensions;             /* number of coordinates, 1..3; a cube map has a direction of three */
   unsigned components;             /* words of result: 1..4, or more with `taps` or `info` */
   enum nvp4c_texture_level level_from;
   int texels;         /* 1: coordinates are in texels; 0: normalised */
   int integer;        /* 1: coordinates, layer and level are integers */
   int raw;            /* 1: results are the integers in the texture; 0: f32 */
   int projected;      /* 1: divide coordinates by `projector` */
   const uint32_t *coordinate[3], *layer, *projector, *level, *ddx[3], *ddy[3];
   /* Reference value of a comparison in the texture unit: the callback returns the outcome, by the function in the sampler
      state. Code of nvp4c compares in the program instead. That the word comes after the layer is assumed
      (docs/usc-encoding.md). */
   const uint32_t *reference;
   const uint32_t *address[2]; /* low and high word of an address that replaces that of the image state */
   int offset[3];              /* in texels */
   const uint32_t *sample;     /* number of the sample */
   int taps; /* 1: return the four texels that a linear filter of the level reads, components / 4 words each, in ascending
                coordinates with u first */
   int info; /* 1: words 3 and 5 are the level used and its fraction, 4 and 6 the computed level, as n/255 (docs/abi-usc.md) */
   /* AGX */
   unsigned gather; /* c + 1: return component c of the four texels of a linear filter of level 0, (x0,y1) (x1,y1) (x1,y0)
                       (x0,y0); 0: not a gather */
   int query;       /* 1: return the level that is used and the computed one */
   int layer_bits;  /* 1: the layer is an integer even if the coordinates are not */
};

/*
 * Accesses of a wave to anything but its registers. `user` is passed to each function. A function may be NULL; a program that
 * needs it faults.
 *
 * load and store handle one word for each lane in `lanes`, and return the mask of lanes whose address is not memory, which is a
 * fault. Lanes that store to the same address do so in ascending order. An atomic operation is a load and a store, lane by
 * lane, so waves that share memory with atomics must run in one thread.
 */
struct nvp4c_callbacks {
   size_t size; /* sizeof(struct nvp4c_callbacks) as the caller was compiled; functions that it lacks count as NULL */
   void *user;
   /* Loads a 32-bit word from each byte address. */
   uint32_t (*load)(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], uint32_t value[NVP4C_LANES]);
   /* Stores the low `bytes` bytes (1, 2 or 4) of each value. Tile buffers are memory, too. */
   uint32_t (*store)(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], unsigned bytes,
                     const uint32_t value[NVP4C_LANES]);
   /* Sets result[0 .. components - 1] of the lanes in access->lanes. Returns NULL, or the text of a fault, which must stay
      valid. */
   const char *(*sample)(void *user, const struct nvp4c_texture_access *access, uint32_t (*result)[NVP4C_LANES]);
   /* Geometry programs: the lanes emit a vertex, with its words in the output registers ("vo0"), or end a primitive. */
   void (*emit)(void *user, struct nvp4c_wave *wave, uint32_t lanes, unsigned stream);
   void (*end_primitive)(void *user, struct nvp4c_wave *wave, uint32_t lanes, unsigned stream);
};
/* Sets the callbacks. The wave keeps a copy of the structure. */
NVP4C_API void nvp4c_wave_set_callbacks(struct nvp4c_wave *wave, const struct nvp4c_callbacks *callbacks);

/* ---- running */

enum nvp4c_wave_status {
   NVP4C_WAVE_READY,  /* started, and not yet at its end */
   NVP4C_WAVE_DONE,   /* at its end, or never started */
   NVP4C_WAVE_BUDGET, /* out of steps; the next call continues */
   NVP4C_WAVE_FAULT,
};

/*
 * Runs `count` waves in lockstep: each in turn takes one step (a group of instructions), until every wave has ended or has
 * taken `steps` steps. The waves may belong to several machines of one target. Waves that have ended are left alone. Returns
 * the worst status: FAULT, else BUDGET, else DONE.
 */
NVP4C_API enum nvp4c_wave_status nvp4c_wave_run(struct nvp4c_wave *const *waves, unsigned count, uint64_t steps);

/*
 * Runs the started waves of a workgroup: each in turn up to its end or to a barrier, then those that wait at the barrier, and
 * so on. Each takes at most `steps` steps. A wave that has ended does not hold up the others at a barrier. Returns the same as
 * nvp4c_wave_run(); after a fault or BUDGET the workgroup cannot continue. `count` is at most NVP4C_WORKGROUP_WAVES, else the
 * result is FAULT.
 *
 * The waves share the memory of their callbacks, including that of the workgroup (AGX: from address 0xf1 << 56 on), and the
 * registers of nvp4c_wave_share(). On AGX the caller sets "sr48" to "sr50" to the place of each invocation in its workgroup,
 * "sr53" to the number of the wave in the workgroup, "sr0" to "sr2" to the place of the workgroup, and "sr4" to "sr6" to its
 * size.
 */
#define NVP4C_WORKGROUP_WAVES 32
NVP4C_API enum nvp4c_wave_status nvp4c_workgroup_run(struct nvp4c_wave *const *waves, unsigned count, uint64_t steps);

/* State of a wave since its start. */
struct nvp4c_wave_state {
   enum nvp4c_wave_status status;
   const char *fault;    /* text of a fault, valid until the wave is started or freed; NULL unless the status is
                            NVP4C_WAVE_FAULT */
   size_t fault_offset;  /* byte offset of the fault in the code; after a jump out of the code, the target of the jump */
   uint32_t killed;      /* mask of lanes that the program discarded */
   uint32_t wrote_depth; /* mask of lanes with a value in the register "depth" */
   uint32_t wrote_pixel; /* USC: mask of lanes that wrote an output register or a tile buffer */
   uint64_t steps;       /* groups of instructions, each counted once for all lanes */
   uint64_t lane_instructions; /* operations, counted once for each lane that executed them */
   size_t offset;        /* byte offset of the next step in the code, for a debugger; undefined unless the status is
                            NVP4C_WAVE_READY or NVP4C_WAVE_BUDGET */
};
/* State of a wave, at any time. */
NVP4C_API struct nvp4c_wave_state nvp4c_get_wave_state(const struct nvp4c_wave *wave);

#ifdef __cplusplus
}
#endif
#endif
