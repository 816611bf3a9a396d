/* SPDX-License-Identifier: MIT */
/*
 * What the simulators of all machines have in common: what a task meets outside of its registers, and the operations by which code
 * that knows no machine runs one (nvp4c/api/machine.c). A machine has its code decoded once, which then does not change; all state of
 * a run is in its task. include/nvp4c_machine.h says the same to callers of the library, at more length.
 */
#ifndef CODEGEN_MACHINE_H
#define CODEGEN_MACHINE_H

#include "semantics/exec.h"

struct util_ctx;

enum machine_level { MACHINE_LEVEL_IMPLICIT, MACHINE_LEVEL_BIAS, MACHINE_LEVEL_EXPLICIT, MACHINE_LEVEL_GRADIENTS };

/* A texture access as the instruction hands it over, its words by their meaning. A word is the bits of a value by lane, or NULL. */
struct machine_texture {
   const uint32_t *image, *sampler; /* the state words, four each */
   uint32_t lanes;                  /* those that want a result */
   uint32_t running;                /* those that execute the access: their neighbours' levels follow from their coordinates */
   unsigned dimensions, components; /* coordinates; words of result */
   enum machine_level level_from;
   bool texels;     /* coordinates are not normalised */
   bool integer;    /* coordinates, layer and level are integers */
   bool raw;        /* results are not converted to f32 */
   bool taps;    /* the four texels of the filter, each with all its channels, take the place of what is made of them */
   bool info;    /* what the unit knows of the access: 14 words, behind the texels if there are any */
   const uint32_t *coordinate[3], *layer, *projector, *level, *ddx[3], *ddy[3];
   const uint32_t *reference; /* the texture unit is to compare with it, by the function in the sampler state */
   const uint32_t *address[2]; /* low and high words, in the place of the address in the state */
   int8_t offset[3];
   const uint32_t *sample; /* its number */
   const uint32_t (*words)[EXEC_LANES]; /* all data words, as they stand in registers */
   unsigned num_words;
   /* AGX */
   unsigned gather; /* 1 + the component of which the four texels of a linear filter of level 0 are asked for, as TEX_GATHER gives them; 0: none */
   bool query;      /* the results are the level, as it is used and as it was computed */
   bool layer_bits; /* the layer is an integer of 16 bits, and no number of an f32 */
   bool half;       /* the machine rounds the results to f16 behind this */
};

/* What a driver computes once a draw for the code: a pre-shader. */
struct machine_once {
   void *user;
   void (*run)(void *user, const uint32_t *inputs, uint32_t *results);
   uint32_t num_inputs, num_results;
   const uint32_t *reg; /* by result: the register of the task that it goes to; UINT32_MAX: none */
};

/* Memory, textures and what takes the outputs. Each may be NULL. Memory is accessed for all lanes at once; the lanes in which that
   fails are returned. */
struct machine_env {
   void *user;
   uint32_t (*load)(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], uint32_t value[EXEC_LANES]);
   uint32_t (*store)(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], unsigned bytes,
                     const uint32_t value[EXEC_LANES]);
   /* A word that an atomic operation leaves: other tasks see it at once. NULL: `store` does it. */
   uint32_t (*store_now)(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], const uint32_t value[EXEC_LANES]);
   /* Other tasks see what was stored up to here once a `wait` has ended the fence, which is a request itself. */
   void (*fence)(void *user);
   /* All requests of the counter have ended. */
   void (*wait)(void *user, unsigned counter);
   /* NULL, or what the texture unit does not do: a fault */
   const char *(*sample)(void *user, num_m num, const struct machine_texture *x, uint32_t (*result)[EXEC_LANES]);
   void (*emit)(void *user, uint32_t lanes, unsigned stream);
   void (*cut)(void *user, uint32_t lanes, unsigned stream);
   void (*tess)(void *user, uint32_t lanes, unsigned addr, const uint32_t value[EXEC_LANES]);
   /* For verification: the values of coefficient register n, or what iterating the plane at n gives (with the division by W). If it
      returns false, the registers of the task are used. */
   bool (*coefficient)(void *user, unsigned n, bool iterate, uint32_t value[EXEC_LANES]);
};

/* Memory of one word at a time, false where there is none, as `load` and `store` of all lanes in ascending order. */
static inline uint32_t machine_load_words(bool (*load)(void *user, uint64_t address, uint32_t *value), void *user, uint32_t lanes,
                                          const uint64_t address[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && !load(user, address[l], &value[l]))
         bad |= 1u << l;
   return bad;
}
static inline uint32_t machine_store_words(bool (*store)(void *user, uint64_t address, unsigned bytes, uint32_t value), void *user,
                                           uint32_t lanes, const uint64_t address[EXEC_LANES], unsigned bytes,
                                           const uint32_t value[EXEC_LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && !store(user, address[l], bytes, value[l]))
         bad |= 1u << l;
   return bad;
}

/* Puts the low bytes of a value into a word of memory: 1, 2 or 4 of them, at an address that is a multiple of that. */
static inline void machine_put_bytes(uint32_t *word, uint64_t address, unsigned bytes, uint32_t value)
{
   const unsigned shift = 8 * (unsigned)(address & 3);
   const uint32_t mask = (bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1) << shift;

   *word = (*word & ~mask) | (value << shift & mask);
}

/* Registers from one on: value[k * lanes + lane], lanes 32, or 1 where all instances share them. value NULL: there is none. */
struct machine_registers {
   uint32_t *value;
   unsigned count, lanes;
};

/* A bank of registers, lanes as above: `count` registers of `words` words each, named by letters and a number that counts from 0. */
struct machine_bank {
   const char *name;
   uint32_t *value;
   uint32_t count, words, lanes;
};
/* A location: letters and the number behind them, which is 0 if there is none. letters 0: it is no location. */
struct machine_location {
   const char *text;
   size_t letters;
   uint32_t number;
};
struct machine_location machine_location(const char *text);
bool machine_location_in(const struct machine_location *at, const char *bank);
/* The registers from this location on. */
struct machine_registers machine_bank_registers(const struct machine_bank *banks, size_t num, const struct machine_location *at);

/* Where the steps of decoded code begin. Places are bytes, or what else the machine counts its code in. */
struct machine_places {
   const uint32_t *step_at; /* by place >> shift: 1 + the number of the step that begins there, 0: none */
   uint32_t end;            /* the place behind the last step */
   uint8_t shift;           /* 1: places are bytes, of which every second may begin a step */
   const char *error;       /* what the code has at `end` is no step: static text */
};
/* The number of the step at a place. NULL or why there is none: `inside`, if it is a place in the midst of a step. */
static inline const char *machine_find_step(const struct machine_places *c, uint32_t place, const char *inside, uint32_t *number)
{
   const uint32_t n = place < c->end && !(place & c->shift) ? c->step_at[place >> c->shift] : 0;

   *number = n - 1;
   return n                             ? NULL
          : c->error && place == c->end ? c->error
          : place < c->end              ? inside
                                        : "running outside of the program";
}
/* Can the code be executed to its end? Else there is a diagnostic. */
bool machine_decoded(struct util_ctx *ctx, const struct machine_places *c);

struct machine_state {
   const char *fault; /* static text, or NULL */
   size_t fault_at;   /* byte of the code */
   uint32_t killed, wrote_depth;
   uint64_t steps, lane_ops;
};

struct machine_ops {
   size_t task_bytes;
   /* The code, decoded, in the arena of the context; NULL after a diagnostic. */
   const void *(*decode)(struct util_ctx *ctx, const uint8_t *code, size_t len);
   /* A task of zeroed memory. */
   void (*init)(void *task, num_m num);
   /* To the beginning of the code; registers keep their values. */
   void (*start)(void *task, uint32_t valid, uint32_t helpers);
   /* One step. EXEC_RUNNING: it goes on. */
   enum exec_status (*step)(const void *decoded, void *task);
   struct machine_env *(*env)(void *task);
   struct machine_registers (*registers)(void *task, const char *location);
   /* Puts registers that the tasks of a block have in common into words of the caller, from the location on; false: they are none. NULL: there are none. */
   bool (*share)(void *task, const char *location, uint32_t *words, unsigned count);
   void (*state)(const void *task, struct machine_state *out);
};

#endif
