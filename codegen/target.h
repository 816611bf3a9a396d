/* SPDX-License-Identifier: MIT */
/*
 * The interface between a machine and whatever drives it. A machine defines one `struct target_ops` and has one row in
 * nvp4c/api/registry.def; nothing else knows it by name.
 *
 * The driver describes what it wants in a `struct target_request`. The machine returns its code, and what there is to know
 * about it, in a `struct target_output`. Everything in the output lives in the arena of the context. Errors are diagnostics of
 * the context.
 */
#ifndef CODEGEN_TARGET_H
#define CODEGEN_TARGET_H

#include "codegen/machine.h"
#include "ir/ir.h"
#include "passes/lowering.h"
#include "util/buf.h"

/* Format of a colour render target. */
enum target_format { TARGET_F32, TARGET_F16, TARGET_RGBA8 };
#define TARGET_NUM_COLORS 8

/* How a vertex attribute lies in memory; the formats are those of enum nvp4c_attribute_format. */
struct target_fetch {
   uint8_t format, components;
   uint16_t stride;
   uint32_t divisor;
};
#define TARGET_NUM_ATTRIBS 32

/*
 * State of the pipeline that decides where values are kept and how. State that changes what a program computes is applied to
 * the IR before (passes/lower/key.h). docs/abi-usc.md, "The key", describes every field.
 */
struct target_key {
   uint8_t format[TARGET_NUM_COLORS]; /* enum target_format, by render target */
   uint8_t samples;                   /* of a pixel: 1, 2, 4, 8 */
   bool sample_shading;               /* inputs of fragment programs are iterated at the sample, whatever they ask for */
   bool per_sample;                   /* a fragment program runs once for each sample */
   bool early_tests;                  /* and is tested before, whatever it does: struct frontend_declared */
   bool state_point_size;             /* the driver gives the point size, one that the machine draws */
   bool no_clamp;                     /* relative indices are in range and need no clamp */
   uint32_t scratch_base;             /* not 0: first register with the address of the scratch memory */
   uint32_t scratch_stride;           /* not 0: bytes of scratch memory of an invocation */
   /* Not the main part of a program alone, but with what a driver puts around it. */
   bool whole, api_mask;
   struct target_fetch fetch[TARGET_NUM_ATTRIBS];
   /* Vertex and geometry programs: output address of the first component in mask; the others in mask follow it. */
   bool use_varying_map; /* else the fixed addresses of the ABI */
   struct target_varying {
      uint8_t address, mask;
   } varying[SLOT_COUNT];
};

enum target_sched {
   TARGET_SCHED_LEVEL, /* as the optimisation level says */
   TARGET_SCHED_FAST,  /* list scheduling */
   TARGET_SCHED_EXACT, /* list scheduling, then a search under a budget */
   TARGET_SCHED_BOTH,  /* like EXACT; statistics of both schedules */
};

enum target_analysis {
   TARGET_ANALYSE_NOTHING,
   TARGET_ANALYSE_STATS,   /* statistics include lower bounds and the stall reasons of empty units */
   TARGET_ANALYSE_LISTING, /* so does the listing */
};

struct target_request {
   num_m num; /* number model of the core; simulations may ask for noise in it */
   unsigned opt_level;
   enum target_sched sched;
   unsigned cpu;      /* the core: its index in target_ops.cpus */
   uint32_t features; /* of the core, as the caller changed them: a bit for each row of target_ops.attrs */
   struct target_key key;
   bool listing; /* make the text of the code; instructions without an encoding are then no error */
   bool object;  /* the code is needed even if a listing is made */
   bool lines; /* the output has the lines of the source that the code comes from, and so has the listing if it is no report */
   bool reflection; /* make the bindings */
   bool check;   /* check the compiler's own work: the allocation, every group */
   bool check_code; /* check the machine code, where that is too slow to be done on every compile */
   bool last;    /* nobody reads the IR afterwards: it may stay packed (ir_pack) */
   enum target_analysis analysis;
   uint64_t max_code, max_scratch; /* bytes of machine code, of scratch memory of an invocation; see target_within_limits() */
   /* for tests */
   struct {
      unsigned max_temps;    /* registers to allocate from; 0: all */
      bool one_op_per_group; /* no co-issue */
      bool spill_all;        /* keep in memory everything that can be there */
      uint32_t sched_seed;   /* not 0: a random legal schedule */
   } stress;
};

struct target_stat {
   const char *name;
   uint64_t value;
};

/*
 * A place that the code reads from or writes to. A bank of several places has a number; a place within a numbered array also
 * has an element. Values of 32 bits take a whole place, packed ones some bits of it.
 */
#define TARGET_NO_NUMBER UINT32_MAX
struct target_location {
   uint8_t bank; /* enum nvp4c_register, of which each machine has its own */
   uint32_t number, element; /* TARGET_NO_NUMBER: none */
   enum target_format format;
   uint8_t first_bit, num_bits;
};
static inline struct target_location target_at(unsigned bank, uint32_t number)
{
   return (struct target_location){(uint8_t)bank, number, TARGET_NO_NUMBER, TARGET_F32, 0, 32};
}

/* One component of what a program reads or writes, and its location. */
enum target_binding_kind {
   TARGET_INPUT,
   TARGET_OUTPUT,
   TARGET_PARAM,
   TARGET_CONSTANT,
   TARGET_TEXTURE,
   TARGET_BUFFER,
   TARGET_SCRATCH,
};
/* What it is, and what `index` says then. */
enum target_what {
   TARGET_SLOT,    /* slot */
   TARGET_ENTRY,   /* entry of the list of parameters */
   TARGET_LITERAL, /* nothing: the bits are in `value` */
   TARGET_IMAGE,
   TARGET_SAMPLER,
   TARGET_SIZE,
   TARGET_LAYERS,
   TARGET_COMPARE,
   TARGET_GATHER_SAMPLER, /* unit */
   TARGET_FETCH_SAMPLER,
   TARGET_SAMPLES,
   TARGET_TEXTURE_HEAP,
   TARGET_TESTS,
   TARGET_SAMPLE_MASK,
   TARGET_SAMPLE_PLACES,
   TARGET_ATTRIBUTE,
   TARGET_BUFFER_ADDRESS,
   TARGET_TILE_ADDRESS, /* buffer, tile buffer; component 0: low word, 1: high word */
   TARGET_PARAM_ADDRESS,
   /* Memory that programs change, by space: unit. Component 0, 1: address; of shared memory that of the first block; 2: bytes
      that may be accessed; 3: bytes as the program asks for them; 4: waves that a cluster may run (shared memory). Image words:
      unit; component: enum mem_image_word. */
   TARGET_STORAGE,
   TARGET_COUNTERS,
   TARGET_TEXELS,
   TARGET_GLOBAL,
   TARGET_WORKGROUP_MEMORY,
   TARGET_BARRIER_WORDS,
   TARGET_IMAGE_WORD,
   TARGET_SCRATCH_ADDRESS, /* component 2: bytes of an invocation */
};
struct target_binding {
   enum target_binding_kind kind;
   enum target_what what;
   uint32_t index;
   uint8_t component;
   uint8_t interp; /* inputs: enum io_interp */
   uint8_t vertex; /* inputs of geometry programs: of the input primitive */
   struct target_location location;
   uint32_t value; /* TARGET_LITERAL: the bits; TARGET_SCRATCH: bytes of an invocation */
};

/* What GL's queries count: docs/reflection.md. */
struct target_counts {
   uint32_t instructions, alu, tex, indirections, temporaries, parameters, attribs, address_registers;
};

/* What the machine has to provide for the program, and what that uses of it. */
struct target_facts {
   struct target_counts native;
   uint32_t input_registers, shared_registers, temporaries, vertex_words, scratch_bytes, param_bytes;
   uint32_t w_coefficient; /* TARGET_NO_NUMBER: none */
};

/*
 * A line of the source that code comes from. A group of several operations has an entry for each of its lines, the main one
 * first; code that comes from no line has one entry with line 0. Ordered by `at`.
 */
struct target_line {
   uint32_t at; /* byte offset in the code; without machine code, the number of the group */
   uint32_t line, column; /* 1-based */
   bool main;
};

struct target_output {
   const uint8_t *code; /* NULL: none */
   size_t code_len;
   const uint8_t *preamble; /* a program that runs once a draw, in front of the code; NULL: none */
   size_t preamble_len;
   const char *once; /* for reports: what the driver computes once a draw; NULL: nothing */
   struct util_buf listing;
   bool has_listing;
   struct target_stat *stats;
   uint32_t num_stats, cap_stats;
   struct target_binding *bindings;
   uint32_t num_bindings, cap_bindings;
   struct target_line *lines; /* disassemble() finds those of an object file here */
   uint32_t num_lines, cap_lines;
   const char *source; /* the name of the file that they are in; NULL: the text of the context */
   struct target_facts facts;
};

/* A program to simulate, and a text that describes registers, memory and what to print: docs/usc-tools.md, "Tasks". */
struct target_simulation {
   const void *program; /* bytes, or assembly text */
   size_t len;
   bool is_text;
   const char *task;
   size_t task_len;
   const struct machine_once *once; /* NULL: the program has none */
};

/* A feature by which cores differ. */
struct target_attr {
   const char *name, *help;
};

struct target_ops {
   const char *name;
   num_m (*num)(uint32_t features); /* the number model of a core with these features */
   const char *const *cpus; /* NULL-terminated, the default first */
   /* Features by cpu: a bit for each row of attrs, which ends with a name of NULL. Both are NULL if the cores do not differ. */
   const uint32_t *cpu_features;
   const struct target_attr *attrs;
   unsigned
       native; /* lowerings that its programs do not need, a mask of PASS_LOWER_*; compile() sees the IR after the others */
   unsigned (*resident)(
       unsigned cpu); /* invocations that a block with barriers may have at most (coarsen); NULL: all that there are */
   /* By what a pre-shader is cut off its programs. NULL: it wants none. compile() finds the pre-shader in ir_shader.pre; where
      costs say that the machine does not run it, it is for the CPU, and compile() leaves it alone. */
   const struct preshader_costs *costs;
   /* By cpu: words that the results of a vertex may take. NULL: the target does not heed the map of varyings in the key, so
      that its programs cannot be linked. */
   const uint16_t *vertex_words;
   bool machine_words; /* results that the machine reads lie behind the varyings, in words of their own: viewport and clip
                          distances once more */
   /* The most that a program of a core may use natively; UINT32_MAX: as much as it likes. NULL: nothing has a limit. See
      target_limits(). */
   struct target_counts (*limits)(unsigned cpu);

   /* Returns what decode() and quantise() take, or NULL after a diagnostic. What the IR computes does not change: verification
      compares the code with it afterwards. */
   void *(*compile)(struct util_ctx *ctx, const struct target_request *request, struct ir_shader *s, struct target_output *out);
   /* Makes of what compile() returned what run() takes, for any number of runs. NULL: it is the same. */
   const void *(*decode)(struct util_ctx *ctx, const void *program);
   /* Changes the inputs of a wave to what the program can be given. NULL: to anything. */
   void (*inputs)(const void *program, struct exec_wave *wave);
   /* Runs the machine code on the inputs of the wave and leaves its outputs where the IR interpreter leaves them. */
   enum exec_status (*run)(struct util_ctx *ctx, const void *decoded, struct exec_wave *wave);
   /* Makes the listing of a compiled program again, if it is a report, when runs have counted what is executed. NULL: nothing
      counts. */
   void (*report)(struct util_ctx *ctx, const void *program, struct target_output *out);
   /*
    * Changes the outputs of a finished reference wave, in place, to what the formats of the render targets keep of them. mask:
    * the components to compare, as verify_equal() takes them. NULL: the machine keeps outputs as they are.
    */
   void (*quantise)(const void *program, struct exec_wave *wave, uint8_t mask[SLOT_COUNT]);

   /* Text to code, and to a listing if one is asked for; code to a listing; a run on a wave, whose results are the listing.
      Each is NULL if the machine cannot. */
   void (*assemble)(struct util_ctx *ctx, const struct target_request *request, const char *text, size_t len,
                    struct target_output *out);
   void (*disassemble)(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out);
   void (*simulate)(struct util_ctx *ctx, const struct target_request *request, const struct target_simulation *job,
                    struct target_output *out);
   const struct machine_ops *machine; /* runs any code of the machine; NULL: nothing does yet */
};

static inline unsigned target_lowerings(const struct target_ops *t) { return PASS_LOWER_ALL & ~t->native; }

struct target_counts target_limits(const struct target_ops *t, unsigned cpu);

/* Additions to an output. */
void target_add_stat(struct util_ctx *ctx, struct target_output *out, const char *name, uint64_t value);
void target_add_binding(struct util_ctx *ctx, struct target_output *out, struct target_binding binding);
/* Entries for the code at `at`, which comes from these pieces of the text of the context; NULL: from none. */
void target_add_lines(struct util_ctx *ctx, struct target_output *out, uint32_t at, const struct util_origin *origin);
/*
 * Appends a comment for each entry of out->lines from *next on that belongs to `at`, and moves *next behind them: "# 12: MUL
 * ..." with the line, or "# phong.fp:12" if only the name of the source is known.
 */
void target_print_lines(struct util_ctx *ctx, struct util_buf *b, const struct target_output *out, uint32_t at, uint32_t *next);
/* Appends the text of a line of the source, without the blanks around it. */
void target_print_source(struct util_ctx *ctx, struct util_buf *b, uint32_t line);
/* Prepares a run whose results go to the listing. Diagnostics from here on are about the text of the wave. */
void target_start_simulation(struct util_ctx *ctx, const struct target_simulation *job, struct target_output *out);
/* False after a diagnostic if this is more than the request allows. */
bool target_within_limits(struct util_ctx *ctx, const struct target_request *q, size_t code, uint32_t scratch);

#endif
