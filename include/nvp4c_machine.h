/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: run machine code.
 *
 * A machine is the code of one program, decoded once. A wave is up to 32 invocations ("lanes") of it that run together: its
 * registers, masks, and place in the code. The caller puts inputs into registers, answers for memory and textures in callbacks,
 * and takes the outputs from registers. Where a program has its inputs and outputs is what its reflection says
 * (docs/abi-usc.md); nothing here depends on the compiler, so code from anywhere runs.
 *
 *    struct nvp4c_machine *m = nvp4c_machine_of_result(result, NULL);
 *    struct nvp4c_wave *t = nvp4c_wave_create(m);
 *    nvp4c_wave_set_callbacks(t, &callbacks);
 *    memcpy(nvp4c_wave_registers(t, "sh0").value, uniforms, sizeof uniforms);
 *    for each 32 vertices {
 *       nvp4c_wave_start(t, 0xffffffff, 0);
 *       ... nvp4c_wave_registers(t, "vi0").value[32 * n + lane] = ...
 *       if (nvp4c_wave_run(&t, 1, 100000) == NVP4C_WAVE_DONE)
 *          ... = nvp4c_wave_registers(t, "vo0").value[32 * n + lane]
 *    }
 *
 * A preamble of AGX is a program of its own, which is run before: a machine of its code, a wave with one lane, whose uniforms
 * ("u0") are those of the waves of the main program then. Its stack is memory at 0xf0 << 56 plus the lane << 32.
 *
 * Of code with a pre-shader (nvp4c_preshader_run()) the caller puts its results into the registers of NVP4C_BIND_PRESHADER, as
 * it does with parameters.
 *
 * A program that the hardware would not run as meant faults: a result that is read before its wait, an illegal instruction, a
 * second feedback of a pixel. The first fault ends the wave.
 *
 * Thread safety: a machine does not change after its creation, and any number of threads may use it. A wave is used by one
 * thread at a time. Callbacks run in the thread that called nvp4c_wave_run(). Nothing depends on which thread runs a wave, or
 * on what it ran before.
 *
 * UNSTABLE until version 1.0, like nvp4c.h.
 */
#ifndef NVP4C_MACHINE_H
#define NVP4C_MACHINE_H

#include "nvp4c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Invocations of a wave. In fragment programs lanes 4q..4q+3 are the pixels (0,0) (1,0) (0,1) (1,1) of a quad. Masks have a bit
   for each lane: bit n for lane n. */
#define NVP4C_LANES 32

struct nvp4c_machine;
struct nvp4c_wave;

/* ---- machines */

/*
 * Decodes `length` bytes of machine code, or an ELF object, of which .text is taken; an object says what target it is for, and
 * what core if the options name none. Of `options` (NULL: the defaults) these count: target, cpu, attr, memory, and
 * verify.noise. The bytes need not outlive the call.
 *
 * Returns NULL only if the first allocation fails. The caller frees the machine with nvp4c_machine_free(), after its waves.
 * Where the code is cut short or no instruction, the status is NVP4C_REJECTED and the diagnostic has the byte offset in its
 * message; NVP4C_UNSUPPORTED: the target has no machine in this version. Such a machine gives no waves.
 */
NVP4C_API struct nvp4c_machine *nvp4c_machine_create(const void *code, size_t length, const struct nvp4c_options *options);
/* The same with the code of a result, for its core; of the options only memory and verify.noise count. The result need not
   outlive the call. NVP4C_REJECTED: it has no code. */
NVP4C_API struct nvp4c_machine *nvp4c_machine_of_result(const struct nvp4c_result *result, const struct nvp4c_options *options);
NVP4C_API void nvp4c_machine_free(struct nvp4c_machine *machine);
/* Status and diagnostics of the creation, in a result without code. Owned by the machine. */
NVP4C_API const struct nvp4c_result *nvp4c_machine_result(const struct nvp4c_machine *machine);

/* ---- waves */

/* A wave whose registers are all 0, with no callbacks; some 150 KB from the allocator of the machine's options. NULL: there is
   no memory, or the machine has no code. The caller frees it with nvp4c_wave_free(). */
NVP4C_API struct nvp4c_wave *nvp4c_wave_create(const struct nvp4c_machine *machine);
NVP4C_API void nvp4c_wave_free(struct nvp4c_wave *wave);

/*
 * Puts the wave to the beginning of the code. valid: the lanes that exist; helpers: those of them that run only for the
 * derivatives of their quad, whose outputs do not count. Every register keeps its value, so what does not change from run to
 * run need not be set again. Must be called before each run.
 */
NVP4C_API void nvp4c_wave_start(struct nvp4c_wave *wave, uint32_t valid, uint32_t helpers);

/*
 * Registers from one location on, as reflection names locations: "vi3", "sh12", "cf8", "sr97", "vo4", "o0", "depth" (AGX: one
 * for each sample), "covered" (samples of the pixel that the primitive covers; USC: 0 means all), "centroid" (x and y, f32:
 * from the middle of the pixel to where inputs at the centroid are); AGX also "samples" and "places" (of a pixel: how many, and
 * as the word of key.samples where they are, in one word each for all lanes) and "killed" (samples that the program has
 * killed). Register k behind it has the value of lane l at value[k * lanes + l], k < count; lanes is 32, or 1 where all
 * invocations share the register. value is NULL if the target has no such register (memory is no register). On AGX a
 * coefficient ("cf3") is three registers, the words A, B and C of its plane, and a state of a texture or sampler ("ts0", "ss1")
 * four, which at first are its number and zeros. The pointer stays the same as long as the wave exists; the caller may read and
 * write there whenever the wave does not run, and in callbacks. Values are bits: of f32, of integers.
 */
struct nvp4c_registers {
   uint32_t *value;
   unsigned count, lanes;
};
NVP4C_API struct nvp4c_registers nvp4c_wave_registers(struct nvp4c_wave *wave, const char *location);
/* The same for a location of the reflection. */
NVP4C_API struct nvp4c_registers nvp4c_wave_location(struct nvp4c_wave *wave, const struct nvp4c_location *location);

/*
 * Registers that the waves of a block of a compute program have in common (USC: coefficients of NVP4C_BIND_WORKGROUP_MEMORY and
 * NVP4C_BIND_BARRIER_WORDS): `count` of them, from this location on, lie in words of the caller, who gives the same to all
 * waves of a block and keeps them as long as the wave runs. They begin as zeros. There are two such places; the same location
 * again replaces its words. Returns 0 if the target has no such registers there.
 */
NVP4C_API int nvp4c_wave_share(struct nvp4c_wave *wave, const struct nvp4c_location *location, uint32_t *words, unsigned count);

/* ---- callbacks */

/* Where the level of detail of an access comes from. */
enum nvp4c_texture_level {
   NVP4C_LEVEL_IMPLICIT,  /* the differences of coordinates in the quad */
   NVP4C_LEVEL_BIAS,      /* the same, plus `level` */
   NVP4C_LEVEL_EXPLICIT,  /* `level` */
   NVP4C_LEVEL_GRADIENTS, /* ddx, ddy */
};

/*
 * One texture access of all lanes. Arrays have 32 values, the bits of f32 unless `integer` says otherwise; NULL: the
 * instruction has none. The state words mean to the caller what it wrote into the registers that hold them, and nothing to the
 * machine.
 */
struct nvp4c_texture_access {
   const uint32_t *image, *sampler; /* four words of state each, the same for all lanes */
   uint32_t lanes;                  /* those that want a result; the others may have any coordinates */
   unsigned dimensions;             /* coordinates: 1, 2, 3 (cube maps: a direction) */
   unsigned components;             /* words of result that are wanted: 1..4, of accesses to single samples more */
   enum nvp4c_texture_level level_from;
   int texels;         /* 1: coordinates are in texels; 0: normalised */
   int integer;        /* 1: coordinates, layer and level are integers */
   int raw;            /* 1: results are what the texture holds (integers); 0: f32 */
   int projected;      /* 1: coordinates are to be divided by `projector` */
   const uint32_t *coordinate[3], *layer, *projector, *level, *ddx[3], *ddy[3];
   /* Not NULL: a comparison by the texture unit. The callback compares: results are what the texture unit gives, by the
      function that is in the sampler state. Code of nvp4c compares in the program (key.tex, and shadow targets) and has none;
      of other code, that the word stands behind the layer is assumed (docs/usc-encoding.md). */
   const uint32_t *reference;
   const uint32_t *address[2]; /* low and high words of an address that takes the place of that in the image state */
   int offset[3];              /* texels */
   const uint32_t *sample;     /* its number */
   int taps; /* 1: the four texels that a linear filter of the level reads, components / 4 words each, from the smallest
                coordinates on, u first */
   int info; /* 1: words 3 and 5 are the level that is used and its fraction, 4 and 6 the one that was computed: n/255
                (docs/abi-usc.md) */
   /* AGX */
   unsigned gather; /* 1 + the component of which the four texels of a linear filter of level 0 are asked for: those at (x0,y1)
                       (x1,y1) (x1,y0) (x0,y0); 0: none */
   int query;       /* 1: the results are the level, as it is used and as it was computed */
   int layer_bits;  /* 1: the layer is an integer, whatever the coordinates are */
};

/*
 * What a wave meets outside of its registers. Each function may be NULL: a program that needs it then faults. `user` is handed
 * to all. load and store handle one word of each lane in `lanes` and return the lanes whose address has no memory (0: none),
 * which is a fault. Lanes come in ascending order to the same address. An atomic operation is a load and a store, lane by lane:
 * waves that share memory with atomics must run in one thread.
 */
struct nvp4c_callbacks {
   size_t size; /* sizeof(struct nvp4c_callbacks); functions behind the end of an older caller's structure count as NULL */
   void *user;
   /* A 32-bit word at each byte address. */
   uint32_t (*load)(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], uint32_t value[NVP4C_LANES]);
   /* bytes: 1, 2 or 4, the low ones of value. Tile buffers are memory, too. */
   uint32_t (*store)(void *user, uint32_t lanes, const uint64_t address[NVP4C_LANES], unsigned bytes,
                     const uint32_t value[NVP4C_LANES]);
   /* Fills result[0..components - 1] of access->lanes. Returns NULL, or the text of a fault, which must stay valid. */
   const char *(*sample)(void *user, const struct nvp4c_texture_access *access, uint32_t (*result)[NVP4C_LANES]);
   /* Geometry programs: these lanes emit a vertex, whose words are in the output registers ("vo0"); they end a primitive. */
   void (*emit)(void *user, struct nvp4c_wave *wave, uint32_t lanes, unsigned stream);
   void (*end_primitive)(void *user, struct nvp4c_wave *wave, uint32_t lanes, unsigned stream);
};
/* Copies the structure. */
NVP4C_API void nvp4c_wave_set_callbacks(struct nvp4c_wave *wave, const struct nvp4c_callbacks *callbacks);

/* ---- running */

enum nvp4c_wave_status {
   NVP4C_WAVE_READY,  /* it is started and has not ended */
   NVP4C_WAVE_DONE,   /* the program has ended, or was never started */
   NVP4C_WAVE_BUDGET, /* it took all its steps: another call goes on with it */
   NVP4C_WAVE_FAULT,
};

/*
 * Runs `count` waves, which may be of several machines of one target, in lockstep: each takes one step (a group of
 * instructions) in turn, until every wave has ended or has taken `steps` of them. A wave that has ended before stays as it is.
 * Returns the worst status of the waves: FAULT, else BUDGET, else DONE.
 */
NVP4C_API enum nvp4c_wave_status nvp4c_wave_run(struct nvp4c_wave *const *waves, unsigned count, uint64_t steps);

/*
 * Runs the waves of a block of a compute program, which have been started: one after the other up to its end or to a barrier,
 * then those that wait at it, and so on; each takes at most `steps` steps. A wave that ends has reached the barriers of the
 * others. Returns what nvp4c_wave_run() does; a block in which a wave faults or has taken all its steps does not go on. count:
 * at most NVP4C_WORKGROUP_WAVES, else FAULT.
 *
 * What the waves have in common: memory behind the callbacks, among it that of the block (AGX: from address 0xf1 << 56 on), and
 * the registers of nvp4c_wave_share(). AGX has the place of the invocation in its block in "sr48" to "sr50" of each lane, the
 * number of the wave in its block in "sr53", the place of the block in "sr0" to "sr2" and its size in "sr4" to "sr6".
 */
#define NVP4C_WORKGROUP_WAVES 32
NVP4C_API enum nvp4c_wave_status nvp4c_workgroup_run(struct nvp4c_wave *const *waves, unsigned count, uint64_t steps);

/* What became of a wave so far. */
struct nvp4c_wave_state {
   enum nvp4c_wave_status status;
   const char *fault;    /* NVP4C_WAVE_FAULT: what is wrong, a text that stays until the wave is started or freed; else NULL */
   size_t fault_offset;  /* ... and its byte offset in the code; after a jump out of the code, the target of the jump */
   uint32_t killed;      /* lanes that the program discarded */
   uint32_t wrote_depth; /* lanes with a value in the register "depth" */
   uint64_t steps;       /* groups of instructions, each counted once for all lanes */
   uint64_t lane_instructions; /* operations of invocations: each operation of a group once for every lane that executed it */
};
NVP4C_API struct nvp4c_wave_state nvp4c_wave_state(const struct nvp4c_wave *wave);

#ifdef __cplusplus
}
#endif
#endif
