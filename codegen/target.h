/* SPDX-License-Identifier: MIT */
/*
 * The interface between a machine and the driver. A machine defines one `struct target_ops` and has one row in
 * nvp4c/api/registry.def; no other code names it.
 *
 * The driver describes what it wants in a `struct target_request`. The machine returns its code and
 * metadata in a `struct target_output`. Everything in the output lives in the arena of the context. Errors are diagnostics of
 * the context.
 */
#ifndef CODEGEN_TARGET_H
#define CODEGEN_TARGET_H

#include "codegen/machine.h"
#include "ir/ir.h"
#include "passes/lowering.h"
#include "util/buf.h"

/* Format of a colour render target. */
enum target_format { TARGET_F32, TARGET_F16, TARGET_RGBA8, TARGET_WORDS };
#define TARGET_NUM_COLORS 8

/* The layout of a vertex attribute in memory; the formats are those of enum nvp4c_attribute_format. */
struct target_fetch {
   uint8_t format, components;
   uint16_t stride;
   uint32_t divisor;
};
#define TARGET_NUM_ATTRIBS 32
#define TARGET_NO_FETCH UINT8_MAX /* a format that such a machine cannot load */

/* A vertex attribute that the program has unpacked from words: struct nvp4c_key_attrib. */
struct target_attribute {
   uint8_t format, byte;
   bool placed;
   uint8_t word, words; /* if it is placed: the first one, and their number, whether the program reads them or not */
};

/*
 * State of the pipeline that determines the place and format of values. State that changes the results of a program has been
 * applied to the IR (passes/lower/key.h). docs/abi-usc.md, "The key", describes every field.
 */
struct target_key {
   /* Render targets. The program stores four floats to those of formats but TARGET_WORDS, and words to these. */
   struct target_color {
      uint8_t format;      /* enum target_format */
      uint8_t words;       /* 32-bit words of a pixel: 1, 2 or 4 */
      bool bound;          /* has a place whether it is written or not */
      uint8_t place, word; /* enum nvp4c_color_place, and the first word of the pixel there */
   } color[TARGET_NUM_COLORS];
   uint8_t samples;                   /* samples of a pixel: 1, 2, 4, 8 */
   bool sample_shading;               /* iterates all inputs of fragment programs at the sample, even if they are declared
                                         otherwise */
   bool per_sample;                   /* a fragment program runs once for each sample */
   bool early_tests;                  /* tests depth before a fragment program even if its effects forbid that: struct
                                         frontend_declared */
   bool state_point_size;             /* the driver provides a point size that the machine can draw */
   bool no_clamp;                     /* relative indices are in range and need no clamp */
   uint32_t scratch_base;             /* first register with the address of the scratch memory, unless 0 */
   uint32_t scratch_stride;           /* bytes of scratch memory per invocation, unless 0 */
   /* Compiles the program together with its prolog and epilog instead of the main part alone. */
   bool whole, api_mask;
   struct target_fetch fetch[TARGET_NUM_ATTRIBS];
   /* Vertex and geometry programs: output address of the first component in the mask, which the others follow. */
   bool use_varying_map; /* otherwise outputs have the fixed addresses of the ABI */
   struct target_varying {
      uint8_t address, mask, tail; /* tail: another address of x, or 0 */
   } varying[SLOT_COUNT];
   struct target_attribute attrib[TARGET_NUM_ATTRIBS];
};

enum target_sched {
   TARGET_SCHED_LEVEL, /* by optimisation level */
   TARGET_SCHED_FAST,  /* list scheduling */
   TARGET_SCHED_EXACT, /* list scheduling, then a search under a budget */
   TARGET_SCHED_BOTH,  /* like EXACT; statistics of both schedules */
};

enum target_analysis {
   TARGET_ANALYSE_NOTHING,
   TARGET_ANALYSE_STATS,   /* statistics include lower bounds and the stall reasons of empty units */
   TARGET_ANALYSE_LISTING, /* as STATS, and in the listing, too */
};

struct target_request {
   num_m num; /* number model of the core; simulations may add noise to it */
   unsigned opt_level;
   enum target_sched sched;
   unsigned cpu;      /* the core: its index in target_ops.cpus */
   uint32_t features; /* of the core, with the caller's changes: a bit for each row of target_ops.attrs */
   struct target_key key;
   bool listing; /* makes the text of the code; instructions without an encoding are then not errors */
   bool object;  /* the code is needed even if a listing is made */
   bool lines; /* adds the source lines of the code to the output, and to the listing unless it is a report */
   bool reflection; /* makes the bindings */
   bool report;  /* describe() follows, after the runs; needs `lines` and an analysis */
   bool check;   /* checks the compiler's own work: the allocation, every group */
   bool check_code; /* checks the machine code, in ways that are too slow for every compile */
   bool last;    /* the IR is not read afterwards, so it may stay packed (ir_pack) */
   enum target_analysis analysis;
   uint64_t max_code, max_scratch; /* bytes of machine code, and of scratch memory per invocation; see target_within_limits() */
   /* for tests */
   struct {
      unsigned max_temps;    /* registers to allocate from, or 0 for all */
      bool one_op_per_group; /* no co-issue */
      bool spill_all;        /* keeps everything in memory that can be there */
      uint32_t sched_seed;   /* unless 0, seed of a random legal schedule */
   } stress;
};

struct target_stat {
   const char *name;
   uint64_t value;
};

/*
 * A place that the code reads or writes. Places of a bank are numbered; a place within a numbered array also has an element.
 * Values of 32 bits occupy a whole place, packed ones some bits of it.
 */
#define TARGET_NO_NUMBER UINT32_MAX
struct target_location {
   uint8_t bank; /* enum nvp4c_register; each machine has banks of its own */
   uint32_t number, element; /* TARGET_NO_NUMBER if there is none */
   enum target_format format;
   uint8_t first_bit, num_bits;
};
static inline struct target_location target_at(unsigned bank, uint32_t number)
{
   return (struct target_location){(uint8_t)bank, number, TARGET_NO_NUMBER, TARGET_F32, 0, 32};
}

/* One component of an input or output of a program, and its location. */
enum target_binding_kind {
   TARGET_INPUT,
   TARGET_OUTPUT,
   TARGET_PARAM,
   TARGET_CONSTANT,
   TARGET_TEXTURE,
   TARGET_BUFFER,
   TARGET_SCRATCH,
};
/* The kind of a component, with the meaning of its `index`. */
enum target_what {
   TARGET_SLOT,    /* slot */
   TARGET_ENTRY,   /* entry of the list of parameters */
   TARGET_LITERAL, /* unused: the bits are in `value` */
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
   TARGET_TILE_ADDRESS, /* buffer, tile buffer; component 0 is the low word, 1 the high word */
   TARGET_PARAM_ADDRESS,
   /* Read-write memory, by space: unit. Components 0 and 1 are the address (of the first workgroup for shared memory), 2 is the
      number of accessible bytes, 3 the size that the program reads, 4 the number of waves that a cluster may run (shared
      memory). Image words: unit; the component is an enum mem_image_word. */
   TARGET_STORAGE,
   TARGET_COUNTERS,
   TARGET_TEXELS,
   TARGET_GLOBAL,
   TARGET_WORKGROUP_MEMORY,
   TARGET_BARRIER_WORDS,
   TARGET_IMAGE_WORD,
   TARGET_SCRATCH_ADDRESS, /* component 2 is the number of bytes per invocation */
};
struct target_binding {
   enum target_binding_kind kind;
   enum target_what what;
   uint32_t index;
   uint8_t component;
   uint8_t interp; /* of inputs: enum io_interp */
   uint8_t vertex; /* vertex of the input primitive, for inputs of geometry programs */
   struct target_location location;
   uint32_t value; /* the bits of TARGET_LITERAL; the bytes per invocation of TARGET_SCRATCH; struct nvp4c_reflection */
};

/* The numbers that GL's queries return: docs/reflection.md. */
struct target_counts {
   uint32_t instructions, alu, tex, indirections, temporaries, parameters, attribs, address_registers;
};

/* The resources that the program needs and uses. */
struct target_facts {
   struct target_counts native;
   uint32_t input_registers, shared_registers, temporaries, vertex_words, scratch_bytes, param_bytes;
   uint32_t w_coefficient; /* TARGET_NO_NUMBER if there is none */
   uint8_t pass_type;      /* enum nvp4c_pass_type, or 0 */
   uint8_t position;       /* mask of the components of the position that the code reads although the IR does not */
   uint32_t coefficients;  /* USC, compute: registers */
};

/*
 * A source line of some code. A group of several operations has an entry for each of its lines, the main one first. Code
 * without a source line has one entry with line 0. Ordered by `at`.
 */
struct target_line {
   uint32_t at; /* byte offset in the code; without machine code, the number of the group */
   uint32_t line, column; /* 1-based */
   bool main;
};

struct target_output {
   const uint8_t *code; /* NULL if there is none */
   size_t code_len;
   const uint8_t *preamble; /* the program that runs once per draw before the code, or NULL */
   size_t preamble_len;
   const char *once; /* for reports: the values that the driver computes once per draw, or NULL */
   struct util_buf listing;
   bool has_listing;
   struct target_stat *stats;
   uint32_t num_stats, cap_stats;
   struct target_binding *bindings;
   uint32_t num_bindings, cap_bindings;
   struct target_line *lines; /* disassemble() gets those of an object file here */
   uint32_t num_lines, cap_lines;
   const char *source; /* the name of their file, or NULL for the text of the context */
   struct target_facts facts;
};

/* A program to simulate, and a text that describes registers, memory and the output: docs/usc-tools.md, "Tasks". */
struct target_simulation {
   const void *program; /* bytes, or assembly text */
   size_t len;
   bool is_text;
   const char *task;
   size_t task_len;
   const struct machine_once *once; /* NULL if the program has none */
};

/* A feature that not all cores have. */
struct target_attr {
   const char *name, *help;
};

struct target_report; /* codegen/report/report.h */

struct target_ops {
   const char *name;
   num_m (*num)(uint32_t features); /* the number model of a core with these features */
   const char *const *cpus; /* NULL-terminated, the default first */
   /* Features by cpu: a bit for each row of attrs, which ends with a NULL name. Both are NULL if the cores do not differ. */
   const uint32_t *cpu_features;
   const struct target_attr *attrs;
   /* The feature without which fragment programs run once per sample if a pixel has several samples, or 0 if they can always
      run once per pixel. */
   uint32_t pixel_rate;
   unsigned native; /* mask of PASS_LOWER_*: lowerings that its programs do not need; compile() sees the IR after the others */
   /* The maximum number of invocations of a workgroup with barriers (coarsen). NULL if there is no limit. */
   unsigned (*resident)(unsigned cpu);
   unsigned most_invocations; /* of any workgroup (coarsen), or 0 if there is no limit */
   /* The costs by which a pre-shader is cut off its programs, or NULL for none. compile() finds the pre-shader in
      ir_shader.pre. If the costs say that the machine does not run it, it is for the CPU, and compile() ignores it. */
   const struct preshader_costs *costs;
   /* By cpu: maximum number of words of the results of a vertex. NULL if the target ignores the varying map of the key, so that
      its programs cannot be linked. */
   const uint16_t *vertex_words;
   /* Chooses the places of the bound targets of a core; NULL if targets have no places. Returns false if there is no room. */
   bool (*place_colors)(unsigned cpu, struct target_color color[TARGET_NUM_COLORS]);
   bool unpacks_attributes; /* its vertex programs read the words of attributes: key.attrib is applied to the IR. Otherwise the
                               machine or a prolog converts attributes */
   bool machine_words; /* the machine reads copies of some results (viewport, clip distances) in words after the
                          varyings */
   bool epilog_packs; /* fragment programs leave colours as floats, unless their epilog is part of them (key.whole) */
   /* The native limits of a core, with UINT32_MAX for none. NULL if there are no limits at all. See target_limits(). */
   struct target_counts (*limits)(unsigned cpu);

   /* Returns the program for decode() and quantise(), or NULL after a diagnostic. It may change the IR, but not its results,
      because verification compares the code with them afterwards. */
   void *(*compile)(struct util_ctx *ctx, const struct target_request *request, struct ir_shader *s, struct target_output *out);
   /* Prepares the result of compile() for any number of runs. NULL if run() takes that result itself. */
   const void *(*decode)(struct util_ctx *ctx, const void *program);
   /* Changes the inputs of a wave to values that the program can get. NULL if it can get any. */
   void (*inputs)(const void *program, struct exec_wave *wave);
   /* Runs the machine code on the inputs of the wave and stores its outputs where the IR interpreter does. */
   enum exec_status (*run)(struct util_ctx *ctx, const void *decoded, struct exec_wave *wave);
   /* Describes the machine code of a compiled program, after runs with the counts of executed code. NULL if that is not
      supported. */
   struct target_report *(*describe)(struct util_ctx *ctx, const void *program);
   /* Makes the listing of a compiled program again if it is a report, after runs have counted executed code. NULL if runs do
      not count. */
   void (*report)(struct util_ctx *ctx, const void *program, struct target_output *out);
   /*
    * Rounds the outputs of a finished reference wave, in place, to the formats of the render targets. `mask` has the components
    * to compare, as for verify_equal(). NULL if the machine does not round outputs.
    */
   void (*quantise)(const void *program, struct exec_wave *wave, uint8_t mask[SLOT_COUNT]);

   /* Assembles text to code, with a listing on request; disassembles code to a listing; runs code on a wave and lists the
      results. Each is NULL if the machine does not support it. */
   void (*assemble)(struct util_ctx *ctx, const struct target_request *request, const char *text, size_t len,
                    struct target_output *out);
   void (*disassemble)(struct util_ctx *ctx, const uint8_t *code, size_t len, struct target_output *out);
   void (*simulate)(struct util_ctx *ctx, const struct target_request *request, const struct target_simulation *job,
                    struct target_output *out);
   const struct machine_ops *machine; /* runs any code of the machine, or NULL if that is not supported */
};

static inline unsigned target_lowerings(const struct target_ops *t) { return PASS_LOWER_ALL & ~t->native; }

struct target_counts target_limits(const struct target_ops *t, unsigned cpu);

/* Additions to an output. */
void target_add_stat(struct util_ctx *ctx, struct target_output *out, const char *name, uint64_t value);
void target_add_binding(struct util_ctx *ctx, struct target_output *out, struct target_binding binding);
/* Adds entries for the code at `at`, which implements these pieces of the text of the context, or none if NULL. */
void target_add_lines(struct util_ctx *ctx, struct target_output *out, uint32_t at, const struct util_origin *origin);
/*
 * Appends a comment for each entry of out->lines from *next on that belongs to `at`, and moves *next past them: "# 12: MUL
 * ..." with the line, or "# phong.fp:12" if only the name of the source is known.
 */
void target_print_lines(struct util_ctx *ctx, struct util_buf *b, const struct target_output *out, uint32_t at, uint32_t *next);
/* The main source line of each row of a report of the output, or 0. */
const uint32_t *target_main_lines(struct util_ctx *ctx, const struct target_output *out, const struct target_report *r);
/* Appends the text of a source line without leading and trailing blanks. */
void target_print_source(struct util_ctx *ctx, struct util_buf *b, uint32_t line);
/* Prepares a run whose results go to the listing. Diagnostics from here on are about the text of the wave. */
void target_start_simulation(struct util_ctx *ctx, const struct target_simulation *job, struct target_output *out);
/* Returns false, after a diagnostic, if the sizes exceed the limits of the request. */
bool target_within_limits(struct util_ctx *ctx, const struct target_request *q, size_t code, uint32_t scratch);

#endif
