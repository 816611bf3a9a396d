/* SPDX-License-Identifier: MIT */
/*
 * The interface of the simulators: the environment of a wave outside of its registers, and the operations by which code that is
 * independent of the machine runs one (nvp4c/api/machine.c). A machine decodes its code once, and the result does not change;
 * all state of a run is in its wave. include/nvp4c_machine.h describes the same interface to users of the library in more
 * detail.
 */
#ifndef CODEGEN_MACHINE_H
#define CODEGEN_MACHINE_H

#include "semantics/exec.h"

struct util_ctx;

enum machine_level { MACHINE_LEVEL_IMPLICIT, MACHINE_LEVEL_BIAS, MACHINE_LEVEL_EXPLICIT, MACHINE_LEVEL_GRADIENTS };

/* A texture access as the instruction issues it, with its words sorted by meaning. A word holds the bits of a value by lane,
   or is NULL. */
struct machine_texture {
   const uint32_t *image, *sampler; /* the state words, four each */
   uint32_t lanes;                  /* lanes that need a result */
   uint32_t running;                /* lanes that execute the access; levels of their neighbours depend on their coordinates */
   unsigned dimensions, components; /* number of coordinates, words of the result */
   enum machine_level level_from;
   bool texels;     /* coordinates are not normalised */
   bool integer;    /* coordinates, layer and level are integers */
   bool raw;        /* results are not converted to f32 */
   bool taps;    /* returns the four texels of the filter with all their channels instead of the filtered value */
   bool info;    /* returns what the unit knows of the access: 14 words, after the texels if there are any */
   const uint32_t *coordinate[3], *layer, *projector, *level, *ddx[3], *ddy[3];
   const uint32_t *reference; /* reference value for the comparison that the sampler state selects */
   const uint32_t *address[2]; /* low and high words, which replace the address in the state */
   int8_t offset[3];
   const uint32_t *sample; /* number of the sample */
   const uint32_t (*words)[EXEC_LANES]; /* all data words, in the order of their registers */
   unsigned num_words;
   unsigned gather; /* AGX: 1 + the component to gather from the four texels of a linear filter of level 0, as for
                       TEX_GATHER, or 0 */
   bool query;      /* the results are the level of detail, clamped and as computed */
   bool layer_bits; /* the layer is a 16-bit integer, not an f32 */
   bool half;       /* the machine then rounds the results to f16 */
};

/* The pre-shader, which a driver runs on the CPU once per draw. */
struct machine_once {
   void *user;
   void (*run)(void *user, const uint32_t *inputs, uint32_t *results);
   uint32_t num_inputs, num_results;
   const uint32_t *reg; /* by result: the register that receives it, or UINT32_MAX for none */
};

/* Memory, textures and the consumer of outputs. Each may be NULL. Memory functions access all lanes at once and return the
   lanes whose access failed. */
struct machine_env {
   void *user;
   uint32_t (*load)(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], uint32_t value[EXEC_LANES]);
   uint32_t (*store)(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], unsigned bytes,
                     const uint32_t value[EXEC_LANES]);
   /* Stores the result of an atomic operation, which other waves see at once. If NULL, `store` does it. */
   uint32_t (*store_now)(void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], const uint32_t value[EXEC_LANES]);
   /* Requests a fence: after the `wait` that ends it, other waves see all earlier stores. */
   void (*fence)(void *user);
   /* Waits until all requests of the counter have ended. */
   void (*wait)(void *user, unsigned counter);
   /* Returns NULL, or a fault that names the operation which the texture unit does not support. */
   const char *(*sample)(void *user, num_m num, const struct machine_texture *x, uint32_t (*result)[EXEC_LANES]);
   void (*emit)(void *user, uint32_t lanes, unsigned stream);
   void (*cut)(void *user, uint32_t lanes, unsigned stream);
   void (*tess)(void *user, uint32_t lanes, unsigned addr, const uint32_t value[EXEC_LANES]);
   /* For verification: the values of coefficient register n, or of the plane at n iterated (with the division by W). If it
      returns false, the registers of the wave are used. */
   bool (*coefficient)(void *user, unsigned n, bool iterate, uint32_t value[EXEC_LANES]);
};

/* `load` and `store` for all lanes, in ascending order, on memory of one word at a time that returns false for an invalid
   address. */
static inline uint32_t machine_load_words(bool (*load)(void *user, uint64_t address, uint32_t *value), void *user,
                                          uint32_t lanes, const uint64_t address[EXEC_LANES], uint32_t value[EXEC_LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && !load(user, address[l], &value[l]))
         bad |= 1u << l;
   return bad;
}
static inline uint32_t machine_store_words(bool (*store)(void *user, uint64_t address, unsigned bytes, uint32_t value),
                                           void *user, uint32_t lanes, const uint64_t address[EXEC_LANES], unsigned bytes,
                                           const uint32_t value[EXEC_LANES])
{
   uint32_t bad = 0;

   for (unsigned l = 0; l < EXEC_LANES; l++)
      if (lanes >> l & 1 && !store(user, address[l], bytes, value[l]))
         bad |= 1u << l;
   return bad;
}

/* Writes the low 1, 2 or 4 bytes of a value to a word of memory. The address is a multiple of that size. */
static inline void machine_put_bytes(uint32_t *word, uint64_t address, unsigned bytes, uint32_t value)
{
   const unsigned shift = 8 * (unsigned)(address & 3);
   const uint32_t mask = (bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1) << shift;

   *word = (*word & ~mask) | (value << shift & mask);
}

/* Consecutive registers as value[k * lanes + lane]. `lanes` is 32, or 1 for registers that all invocations share. value is
   NULL if they do not exist. */
struct machine_registers {
   uint32_t *value;
   unsigned count, lanes;
};

/* A bank of `count` registers of `words` words each, named by letters and a number from 0; `lanes` as above. */
struct machine_bank {
   const char *name;
   uint32_t *value;
   uint32_t count, words, lanes;
};
/* A location: letters, and the number after them or 0. letters is 0 if the text is not a location. */
struct machine_location {
   const char *text;
   size_t letters;
   uint32_t number;
};
struct machine_location machine_location(const char *text);
bool machine_location_in(const struct machine_location *at, const char *bank);
/* The registers from this location on. */
struct machine_registers machine_bank_registers(const struct machine_bank *banks, size_t num,
                                                const struct machine_location *at);

/* Positions at which steps of decoded code begin. A position counts bytes, or the machine's own unit of code. */
struct machine_places {
   const uint32_t *step_at; /* by position >> shift: 1 + the number of the step that begins there, or 0 */
   uint32_t end;            /* the position after the last step */
   uint8_t shift;           /* 1 if positions are bytes and steps begin at even ones */
   const char *error;       /* static text if the code at `end` is not a valid step */
};
/* Finds the step at a position. Returns NULL or an error, which is `inside` for a position within a step. */
static inline const char *machine_find_step(const struct machine_places *c, uint32_t place, const char *inside,
                                            uint32_t *number)
{
   const uint32_t n = place < c->end && !(place & c->shift) ? c->step_at[place >> c->shift] : 0;

   *number = n - 1;
   return n                             ? NULL
          : c->error && place == c->end ? c->error
          : place < c->end              ? inside
                                        : "running outside of the program";
}
/* True if the code can be executed to its end; otherwise files a diagnostic. */
bool machine_decoded(struct util_ctx *ctx, const struct machine_places *c);

struct machine_state {
   const char *fault; /* static text, or NULL */
   size_t fault_at;   /* position in the code, in bytes */
   size_t next;       /* position of the next step, in bytes */
   uint32_t killed, wrote_depth, wrote_pixel; /* masks of lanes; machines without pixel outputs leave the last one 0 */
   uint64_t steps, lane_ops;
};

struct machine_ops {
   size_t task_bytes;
   /* Decodes the code for a core with these features (target_ops.attrs) into the arena of the context; NULL after a
      diagnostic. */
   const void *(*decode)(struct util_ctx *ctx, const uint8_t *code, size_t len, uint32_t features);
   /* Initialises a wave, whose memory is zeroed. */
   void (*init)(void *wave, num_m num);
   /* Starts at the beginning of the code; registers keep their values. */
   void (*start)(void *wave, uint32_t valid, uint32_t helpers);
   /* Executes one step. EXEC_RUNNING if more follow. */
   enum exec_status (*step)(const void *decoded, void *wave);
   struct machine_env *(*env)(void *wave);
   struct machine_registers (*registers)(void *wave, const char *location);
   /* Moves registers that the waves of a workgroup share into words of the caller, from the location on. False if they are
      not such registers. NULL if the machine has none. */
   bool (*share)(void *wave, const char *location, uint32_t *words, unsigned count);
   void (*state)(const void *wave, struct machine_state *out);
};

#endif
