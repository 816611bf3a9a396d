/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: compile GPU assembly programs to machine code for PowerVR Rogue (USC) and Apple AGX2.
 *
 * UNSTABLE until version 1.0: names and structures may still change; size fields keep old callers working from then on.
 *
 * Objects:
 *
 *    nvp4c_options   what a call is to do; the caller's
 *    nvp4c_result    what came of a call; immutable, may be read from several threads at once
 *    nvp4c_program   a parsed program, to be compiled many times; immutable, may be compiled by several threads at once
 *    nvp4c_context   memory that compiles use one after the other; one thread at a time
 *    nvp4c_preshader what a driver computes once a draw for a program; immutable, may be run by several threads at once
 *
 * Thread safety: every function may be called from any thread at any time on different objects; the library has no global
 * state. The library does not read the environment or the locale, does not print, exit or abort. Same input and options give
 * the same bytes on every run, with a context or without. docs/embedding.md shows what a driver does with it.
 */
#ifndef NVP4C_H
#define NVP4C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define NVP4C_API __attribute__((visibility("default")))
#else
#define NVP4C_API
#endif

#define NVP4C_VERSION "0.1.0"

#include "nvp4c_key.h"
/* The version of the library that runs, which may be another one than that of this header. */
NVP4C_API const char *nvp4c_version(void);

/* What became of a call. The command line exits with these numbers. */
enum nvp4c_status {
   NVP4C_OK = 0,
   NVP4C_REJECTED = 1,    /* the program breaks a rule of its language */
   NVP4C_USAGE = 2,       /* an option is wrong */
   NVP4C_IO = 3,          /* command line only */
   NVP4C_INTERNAL = 4,    /* a bug of nvp4c */
   NVP4C_LIMIT = 5,       /* a limit was exceeded: memory, depth, size or time */
   NVP4C_MISMATCH = 6,    /* verification found a difference */
   NVP4C_UNSUPPORTED = 7, /* legal, but not supported by this version or target */
   NVP4C_CANCELLED = 8,   /* options.cancel said so */
};

enum nvp4c_target { NVP4C_TARGET_USC, NVP4C_TARGET_AGX };
/* The last two are token streams of TGSI, as Mesa 22.3 and 26.2 lay them out. */
enum nvp4c_language { NVP4C_LANG_AUTO, NVP4C_LANG_NV, NVP4C_LANG_ARB, NVP4C_LANG_TGSI, NVP4C_LANG_IR,
                      NVP4C_LANG_TGSI_22_3, NVP4C_LANG_TGSI_26_2 };
enum nvp4c_stage { NVP4C_STAGE_ANY, NVP4C_STAGE_VERTEX, NVP4C_STAGE_FRAGMENT, NVP4C_STAGE_GEOMETRY, NVP4C_STAGE_COMPUTE };
/* Inexact rewrites that are allowed: none; contraction of MUL then ADD; reassociation too. Invariant code is never rewritten
   so. */
enum nvp4c_ffp { NVP4C_FFP_STRICT, NVP4C_FFP_GL, NVP4C_FFP_FAST };
/* A limit on programs by its name, which is that of the option without "limit-": { "max-program-if-depth", 64 }. */
struct nvp4c_limit {
   const char *name;
   uint32_t value;
};

/* Allocation hook with the semantics of realloc: size 0 frees; NULL when out of memory. */
typedef void *(*nvp4c_alloc_fn)(void *user, void *ptr, size_t size);

/* Takes text that a compile prints (the IR). nvp4c_compile calls it in the order of the passes. */
typedef void (*nvp4c_print_fn)(void *user, const char *text, size_t len);

/* The scheduler that puts operations into groups: as the optimisation level says (the search at 3); list scheduling; list
   scheduling and then a search; the search, with statistics of both schedules. */
enum nvp4c_sched { NVP4C_SCHED_LEVEL, NVP4C_SCHED_FAST, NVP4C_SCHED_EXACT, NVP4C_SCHED_BOTH };

/* Asks whether a compile is to be given up: not 0 ends it with NVP4C_CANCELLED. It is called every few tens of microseconds, always
   by the thread that compiles. */
typedef int (*nvp4c_cancel_fn)(void *user);

struct nvp4c_context;

/*
 * Whether what a program computes from parameters and constants alone is computed once a draw (nvp4c_preshader_create()): where the machine
 * does that itself (AGX: nvp4c_result_preamble()); also where the caller has to do it (USC: nvp4c_result_preshader()); never. There is
 * none at opt_level 0.
 */
enum nvp4c_preshader_mode { NVP4C_PRESHADER_MACHINE, NVP4C_PRESHADER_CALLER, NVP4C_PRESHADER_NONE };

/* How the components of a vertex attribute lie in memory: floats; integers that stand for 0..1 or -1..1; integers; integers that become
   floats; 16.16; one word for four components. What an attribute does not have is 0, 0, 0, 1. */
enum nvp4c_attribute_format {
   NVP4C_ATTRIB_F32, NVP4C_ATTRIB_F16,
   NVP4C_ATTRIB_U8NORM, NVP4C_ATTRIB_S8NORM, NVP4C_ATTRIB_U16NORM, NVP4C_ATTRIB_S16NORM,
   NVP4C_ATTRIB_U8, NVP4C_ATTRIB_S8, NVP4C_ATTRIB_U16, NVP4C_ATTRIB_S16, NVP4C_ATTRIB_I32,
   NVP4C_ATTRIB_U8F, NVP4C_ATTRIB_S8F, NVP4C_ATTRIB_U16F, NVP4C_ATTRIB_S16F, NVP4C_ATTRIB_U32F, NVP4C_ATTRIB_S32F,
   NVP4C_ATTRIB_FIXED, NVP4C_ATTRIB_RGB10A2NORM,
};
#define NVP4C_MAX_ATTRIBS 32
struct nvp4c_attribute {
   uint8_t format;     /* enum nvp4c_attribute_format */
   uint8_t components; /* 1..4; 0: 4 */
   uint16_t stride;    /* bytes from element to element, a multiple of those of a component; 0: an element */
   uint32_t divisor;   /* instances for each element; 0: an element is that of a vertex */
};

/*
 * Options of every function that makes a result. nvp4c_options_init() sets the defaults and `size`. A library that is newer
 * than its caller gives members that the caller's structure does not have their defaults: therefore new members go to the end,
 * in a group of their own if they belong together, and no group grows. A library that is older than its caller takes a longer
 * structure if all that it does not know is 0. A size of 0, a member that it does not know and that is not 0, and a value that
 * a member cannot have make a result with NVP4C_USAGE and a diagnostic that names the member. NULL in place of the options
 * stands for the defaults.
 */
struct nvp4c_options {
   size_t size; /* sizeof(struct nvp4c_options) */

   /* what is compiled, and for which machine */
   enum nvp4c_language language;
   enum nvp4c_stage stage; /* programs of any other stage are rejected, as glProgramStringARB does */
   enum nvp4c_target target;
   const char *cpu;  /* NULL: the target's default */
   const char *attr; /* features of the machine that differ from those of its cpu: "+ditr,-itrsmp", or NULL */
   struct nvp4c_key key;
   const struct nvp4c_limit *limits;
   unsigned num_limits;

   /* how it is compiled */
   int syntax_only; /* stop after parsing and checking */
   int opt_level;   /* 0..3 */
   enum nvp4c_sched sched;
   enum nvp4c_ffp ffp;
   unsigned fshort; /* precision of SHORT variables and H instructions: 32 or 16 */

   struct {
      unsigned max_errors; /* 0: no bound */
      int werror, no_warnings;
      /* as after -W: "foo", "no-foo", "error=foo", "no-error=foo"; "error", "no-error", "all". What names a warning outweighs the
         rest, the last of two outweighs the first. All warnings are on from the start. */
      const char *const *warnings;
      unsigned num_warnings;
   } diagnostics;

   struct {
      nvp4c_alloc_fn alloc; /* NULL: malloc */
      void *user;
      size_t limit; /* bytes; 0: 2 GiB */
   } memory;

   /* What is made besides the machine code. Nothing is made later, when a result is asked for it: results are immutable. */
   struct {
      int listing;    /* the text of the machine code, for nvp4c_result_listing */
      int object;     /* an object file, for nvp4c_result_object; it has the reflection, too */
      int analyze;    /* 1: statistics have lower bounds and the stall reasons of empty units; 2: so has the listing */
      int reflection; /* for nvp4c_result_reflection and nvp4c_result_texture, and for nvp4c_link */
   } output;

   /* the IR on its way; lists are comma-separated names of passes, "all", or NULL */
   struct {
      nvp4c_print_fn print; /* takes the texts; NULL: nothing is printed. See also `trace` */
      void *user;
      int dump_ir;               /* print the final IR, make no code */
      int dump_cfg;              /* print the control flow of the final IR as a graph for dot, make no code */
      const char *print_before, *print_after;
      const char *print_changed; /* like print_after, but only where a pass changed something */
      enum nvp4c_language dump_source; /* print the checked program in this language, which must be one for the same programs (TGSI text and
                                          token streams), make no code; NVP4C_LANG_AUTO: no */
   } inspect;

   /* the optimisation passes; lists are comma-separated names, or NULL */
   struct {
      const char *list;        /* these in this order instead of those of the level */
      const char *disable;     /* leave these out */
      const char *start_after; /* leave out optimisations up to the first run of this one */
      const char *stop_after;  /* print the IR after the first run of this one, make no code */
      int bisect_limit;        /* run so many optimisations only; -1: all */
   } passes;

   /* verification by execution on random inputs */
   struct {
      int each;       /* 1: validate the IR after every pass; 2: also execute it before and after every pass */
      unsigned waves; /* number of waves of 32 invocations that every level runs; 0: none */
      uint64_t seed;
      uint32_t noise; /* seed of a noise that moves approximate results within their bounds; 0: none */
   } verify;

   /* stress settings, for tests */
   struct {
      unsigned max_temps; /* registers to allocate from; 0: all that the machine has */
      int one_op_per_group;
      int spill_all;       /* keep in memory every register that can live there */
      uint32_t sched_seed; /* not 0: a random legal schedule, where there is a scheduler (not at -O0) */
   } stress;

   /* takes what print_before, print_after and print_changed ask for; NULL: inspect.print takes that, too */
   struct {
      nvp4c_print_fn print;
      void *user;
   } trace;

   /* What a compile may cost; beyond that its status is NVP4C_LIMIT. 0: the default, which no sensible program meets. Half of the
      work makes the compiler do without what only improves the code. */
   struct {
      uint64_t work;      /* steps, which are the same on every machine; default 160 million, some seconds */
      uint64_t code_size; /* bytes of machine code; default 16 MiB */
      uint64_t scratch;   /* bytes of scratch memory of an invocation; default 256 KiB */
   } budget;

   /* Working memory that stays between calls: nvp4c_context_new(). NULL: each call takes its own and gives it back */
   struct nvp4c_context *context;
   struct {
      nvp4c_cancel_fn fn; /* NULL: the call goes on to its end */
      void *user;
   } cancel;

   /* which lines of the source the code comes from */
   struct {
      int lines;          /* 1: the listing has them as comments, and an object has a line table (.debug_line) */
      const char *source; /* the name of the source in the line table; NULL: "-" */
   } debug;

   /* for tests, 1: all that is the same in a whole draw, texture accesses too, goes to a pre-shader, even if the target does not ask for
      one; its results are parameters (NVP4C_BIND_PRESHADER). Verification runs it; no call returns one that accesses textures or buffers */
   int stress_preshader;

   /* AGX: the whole program and not the main part alone, with the prolog and the epilog that a driver puts around it (docs/abi-agx.md) */
   struct {
      int on;
      int api_sample_mask; /* samples that the API's sample mask, a uniform, does not let through are killed */
      struct nvp4c_attribute attrib[NVP4C_MAX_ATTRIBS]; /* how attributes lie in memory */
   } monolithic;

   /* The default asks nothing of a caller. With NVP4C_PRESHADER_CALLER the caller has to run what nvp4c_result_preshader() returns. */
   enum nvp4c_preshader_mode preshader;

   /* 1: check the machine code before it is returned; code that the checker refuses is an NVP4C_INTERNAL error, which names no text of the program.
      USC code is always checked. AGX code is checked without this member only at opt_level 0 and where `verify` asks for something, because the
      check takes up to half of the time of a compile. */
   int check_code;
};
/* size: sizeof *options, as the caller was compiled with. Nothing is written behind it. */
NVP4C_API void nvp4c_options_init(struct nvp4c_options *options, size_t size);

enum nvp4c_severity { NVP4C_NOTE, NVP4C_WARNING, NVP4C_ERROR };

struct nvp4c_diagnostic {
   enum nvp4c_severity severity;
   const char *id;        /* kebab-case, as in -W; a note has the id of the error or warning that it follows and explains */
   size_t offset;         /* 0-based byte offset of the first wrong token; SIZE_MAX: no place */
   size_t length;         /* bytes of the span */
   unsigned line, column; /* 1-based, in bytes; 0: no place */
   const char *message;
   const char *section;   /* document and section of the rule; "": a rule of this compiler */
};

/* A statistic, which -stats prints as `name: value`. */
struct nvp4c_stat {
   const char *name;
   uint64_t value;
};

/*
 * ---- reflection: what the driver provides and takes, component by component, and where. It is data: no string has to be read.
 * For people, nvp4c_reflection_name() and nvp4c_reflection_location() write an entry as text.
 */
enum nvp4c_reflect_kind { NVP4C_INPUT, NVP4C_OUTPUT, NVP4C_PARAM, NVP4C_CONSTANT, NVP4C_TEXTURE, NVP4C_BUFFER, NVP4C_SCRATCH };

/* What an entry is bound to; `index` of struct nvp4c_reflection is the number that is named here. */
enum nvp4c_binding {
   NVP4C_BIND_NONE,
   /* inputs and outputs */
   NVP4C_BIND_ATTRIB,    /* vertex attribute, 0..31; of a whole AGX program (NVP4C_BUFFER) its address, and as component 2 its last element */
   NVP4C_BIND_VERTEX_ID, NVP4C_BIND_INSTANCE,
   NVP4C_BIND_VARYING,   /* number of the varying, as in struct nvp4c_key */
   NVP4C_BIND_FACING,    /* of a fragment */
   NVP4C_BIND_COLOR,     /* draw buffer */
   NVP4C_BIND_DEPTH,     /* of a fragment, component 2 */
   /* parameters and constants */
   NVP4C_BIND_ENV, NVP4C_BIND_LOCAL, /* program.env[index], program.local[index] */
   NVP4C_BIND_STATE,     /* `state` says which; index: that of the state item */
   NVP4C_BIND_LITERAL,   /* the bits are in `value` */
   /* words of a texture, by unit */
   NVP4C_BIND_IMAGE, NVP4C_BIND_SAMPLER, /* dwords 0..3 of the state */
   NVP4C_BIND_SIZE,      /* width, height, depth, levels; layers behind the last dimension */
   NVP4C_BIND_LAYERS,    /* address of layer 0, low and high; bytes from layer to layer; the last layer as f32 */
   NVP4C_BIND_COMPARE,   /* the result where the reference is less than, equal to, greater than the depth */
   NVP4C_BIND_FETCH_SAMPLER, /* dwords 0..3 of the one sampler of texel fetches; no unit */
   /* memory: component 0 is the low word of an address, 1 the high word */
   NVP4C_BIND_BUFFER, NVP4C_BIND_TILE_BUFFER, /* parameter buffer, tile buffer of render targets */
   NVP4C_BIND_PARAM_MEMORY, /* the memory of the parameters that have no register */
   NVP4C_BIND_SCRATCH,      /* the scratch memory; component 2: bytes of an invocation */
   NVP4C_BIND_UNIFORM,      /* a parameter: constant buffer 0, vector `index` (CONST[0][index] of TGSI) */
   NVP4C_BIND_SYSTEM,       /* an input: enum nvp4c_system */
   NVP4C_BIND_GATHER_SAMPLER, /* by unit: dwords 0..3 of the sampler state for gathers: linear filters, none between levels */
   NVP4C_BIND_PRESHADER,    /* a parameter: word 4 * index + component of what nvp4c_preshader_run() computes once a draw */
   /* AGX */
   NVP4C_BIND_SAMPLES,      /* by unit: how many samples a texel has */
   NVP4C_BIND_TEXTURE_HEAP, /* address of the descriptors of textures */
   NVP4C_BIND_TESTS,        /* 0xff if this part runs the depth test of samples that live, 0 if a later part does */
   NVP4C_BIND_SAMPLE_MASK,  /* a bit for each sample that the API lets through */
   NVP4C_BIND_SAMPLE_PLACES, /* the word of key.samples (docs/abi-usc.md, "Samples") for the number of samples */
   NVP4C_BIND_STENCIL,      /* of a fragment, component 1 */
   /* Memory that programs change; component 2: bytes that may be accessed, 3: bytes of the object, 4: waves of a cluster (docs/abi-usc.md, "Memory") */
   NVP4C_BIND_STORAGE, NVP4C_BIND_COUNTERS, NVP4C_BIND_TEXELS, NVP4C_BIND_GLOBAL, NVP4C_BIND_WORKGROUP_MEMORY, NVP4C_BIND_BARRIER_WORDS,
   NVP4C_BIND_IMAGE_WORD, /* by unit, component: width, height, depth or layers, samples, bytes of a row, of a layer, tiled */
};

/* Inputs of vertex programs that the draw supplies, beside vertex id (which counts from the base vertex on) and instance, the number of
   the invocation of a geometry program, places of compute programs. */
enum nvp4c_system {
   NVP4C_SYSTEM_VERTEX_ID_ZERO, /* the vertex id without the base vertex */
   NVP4C_SYSTEM_BASE_VERTEX, NVP4C_SYSTEM_BASE_INSTANCE, NVP4C_SYSTEM_DRAW_ID,
   NVP4C_SYSTEM_INVOCATION, /* from 0 to declared.invocations - 1 */
   NVP4C_SYSTEM_THREAD_ID, NVP4C_SYSTEM_THREAD_INDEX, NVP4C_SYSTEM_WORKGROUP_ID, NVP4C_SYSTEM_WORKGROUP_SIZE, NVP4C_SYSTEM_GRID_SIZE, NVP4C_SYSTEM_WORK_DIM, NVP4C_SYSTEM_USER_DATA,
};

/* An item of GL state, as "state." leads to it in the documents: state.light[1].spot.direction is {LIGHT, 1, .., SPOT_DIRECTION}. */
enum nvp4c_state_item {
   NVP4C_STATE_OTHER, /* none of these: nvp4c_reflection_name() has it as the program wrote it (text of the IR only) */
   NVP4C_STATE_MATERIAL, NVP4C_STATE_LIGHT, NVP4C_STATE_LIGHTMODEL, NVP4C_STATE_LIGHTPROD, NVP4C_STATE_FOG, NVP4C_STATE_TEXGEN,
   NVP4C_STATE_CLIP, NVP4C_STATE_POINT, NVP4C_STATE_TEXENV, NVP4C_STATE_DEPTH, NVP4C_STATE_MODELVIEW, NVP4C_STATE_PROJECTION,
   NVP4C_STATE_MVP, NVP4C_STATE_TEXTURE_MATRIX, NVP4C_STATE_PROGRAM_MATRIX,
   NVP4C_STATE_KEY_CLIP, /* plane of key.clip_planes, in clip coordinates */
   NVP4C_STATE_KEY_SAMPLES, /* where the samples of a pixel are, as integers: docs/abi-usc.md, "Samples" */
   NVP4C_STATE_KEY_ALPHA,   /* what key.alpha_test compares with, in x */
   NVP4C_STATE_KEY_STIPPLE, /* rows 4 * index .. 4 * index + 3 of the pattern of key.stipple: bit 31 - x of a word is column x */
   NVP4C_STATE_KEY_SAMPLE_MASK, /* the API's sample mask of key.coverage, in x */
};
/* The member of the item; matrices have none. */
enum nvp4c_state_member {
   NVP4C_MEMBER_NONE, NVP4C_MEMBER_AMBIENT, NVP4C_MEMBER_DIFFUSE, NVP4C_MEMBER_SPECULAR, NVP4C_MEMBER_EMISSION, NVP4C_MEMBER_SHININESS,
   NVP4C_MEMBER_POSITION, NVP4C_MEMBER_ATTENUATION, NVP4C_MEMBER_HALF, NVP4C_MEMBER_SPOT_DIRECTION, NVP4C_MEMBER_SCENECOLOR,
   NVP4C_MEMBER_COLOR, NVP4C_MEMBER_PARAMS, NVP4C_MEMBER_EYE_S, NVP4C_MEMBER_EYE_T, NVP4C_MEMBER_EYE_R, NVP4C_MEMBER_EYE_Q,
   NVP4C_MEMBER_OBJECT_S, NVP4C_MEMBER_OBJECT_T, NVP4C_MEMBER_OBJECT_R, NVP4C_MEMBER_OBJECT_Q, NVP4C_MEMBER_PLANE, NVP4C_MEMBER_SIZE,
   NVP4C_MEMBER_RANGE,
};
enum nvp4c_matrix { NVP4C_MATRIX_PLAIN, NVP4C_MATRIX_INVERSE, NVP4C_MATRIX_TRANSPOSE, NVP4C_MATRIX_INVTRANS };
struct nvp4c_state {
   uint8_t item;   /* enum nvp4c_state_item */
   uint8_t member; /* enum nvp4c_state_member */
   uint8_t back;   /* material, lightmodel.scenecolor, lightprod: 1 is the back face */
   uint8_t matrix; /* enum nvp4c_matrix */
   uint8_t row;    /* of a matrix */
};

/* Kinds of registers and memory. */
enum nvp4c_register {
   NVP4C_REG_NONE,
   /* USC */
   NVP4C_REG_SHARED,      /* sh */
   NVP4C_REG_VERTEX_IN,   /* vi */
   NVP4C_REG_COEFFICIENT, /* cf: the first of a set {A, B, C, pad}; AGX: the number of a set */
   NVP4C_REG_SPECIAL,     /* sr */
   NVP4C_REG_OUTPUT,      /* o: a word of a pixel */
   NVP4C_REG_TILE,        /* tile: number of the tile buffer, element: word of a pixel in it */
   NVP4C_REG_VERTEX_OUT,  /* vo: a word of a vertex */
   NVP4C_REG_DEPTH,       /* the feedback to the depth test */
   NVP4C_REG_MEMORY,      /* mem: offset in bytes in the memory of parameters */
   /* AGX */
   NVP4C_REG_GPR,         /* r: number of 32 bits, two halves */
   NVP4C_REG_UNIFORM,     /* u: the same */
   NVP4C_REG_UVS,         /* word: a word of a vertex */
   NVP4C_REG_TEXTURE_STATE, /* ts */
   NVP4C_REG_SAMPLER_STATE, /* ss */
   /* USC */
   NVP4C_REG_SCRATCH,     /* scratch: offset in bytes in the scratch memory of the invocation */
};
struct nvp4c_location {
   enum nvp4c_register reg;
   uint32_t number, element;    /* UINT32_MAX: the kind has none */
   enum nvp4c_frt format;       /* of a fragment colour; else NVP4C_FRT_F32 */
   uint8_t first_bit, num_bits; /* of the word: 32 from 0 on, unless the format packs values */
};

enum nvp4c_interpolation { NVP4C_SMOOTH, NVP4C_FLAT, NVP4C_NOPERSPECTIVE, NVP4C_CENTROID, NVP4C_NOPERSPECTIVE_CENTROID,
                           NVP4C_SAMPLE, NVP4C_NOPERSPECTIVE_SAMPLE };

struct nvp4c_reflection {
   enum nvp4c_reflect_kind kind;
   enum nvp4c_binding binding;
   unsigned index;     /* see enum nvp4c_binding; for texture words the unit */
   unsigned dimension; /* the number in front of the index where a binding has two: the vertex of an input of a geometry program */
   unsigned component; /* 0..3 */
   struct nvp4c_location location;
   enum nvp4c_interpolation interpolation; /* inputs of fragment programs */
   struct nvp4c_state state;               /* NVP4C_BIND_STATE */
   const char *name;                       /* NVP4C_STATE_OTHER: its text; else NULL */
   /*
    * Parameters: `entry` is the number of the vec4 in the list of parameters of the program, where the elements of an array follow each other. The
    * program reads array_count entries from array_first on with a computed index; array_count 0: it reads this one by number only.
    * Buffers: the 32-bit words array_first .. array_first + array_count - 1 are those that the program can read.
    */
   unsigned entry, array_first, array_count;
   uint32_t value; /* literals: the bits to upload; NVP4C_SCRATCH: bytes of an invocation */
};

enum nvp4c_tex_target { NVP4C_TEX_1D, NVP4C_TEX_2D, NVP4C_TEX_3D, NVP4C_TEX_CUBE, NVP4C_TEX_RECT, NVP4C_TEX_BUFFER };
/* A texture unit that the program uses. */
struct nvp4c_texture {
   unsigned unit;
   enum nvp4c_tex_target target;
   uint8_t array, shadow; /* it has layers; the access compares with a reference value */
   uint8_t integer;       /* results are integers */
   uint8_t sampled, fetched, sized; /* accesses: with a sampler, of single texels, of the size */
   uint8_t multisampled;  /* its texels have several samples */
};

/*
 * What GL's queries name (ARB_vertex_program 6.1.12, ARB_fragment_program 6.1.12). docs/reflection.md defines each number for
 * programs and for machine code.
 */
struct nvp4c_counts {
   uint32_t instructions, alu_instructions, tex_instructions, tex_indirections, temporaries, parameters, attribs, address_registers;
};

/* What a program promises about the depth that it writes. */
enum nvp4c_depth_layout { NVP4C_DEPTH_NO_LAYOUT, NVP4C_DEPTH_ANY, NVP4C_DEPTH_GREATER, NVP4C_DEPTH_LESS, NVP4C_DEPTH_UNCHANGED };

/* What a program declares about itself, beyond what its code shows; options and properties (docs/reflection.md). */
struct nvp4c_declared {
   /* fragment programs; 1 or 0 */
   uint8_t upper_left;   /* the y of the position counts from the upper side of the window */
   uint8_t broadcasts;   /* colour 0 is that of all draw buffers: key.color_buffers */
   uint8_t early_tests;  /* depth and stencil tests come before the program, whatever it does; depth that it writes has no effect */
   uint8_t post_depth_coverage; /* the coverage that it reads is that behind these tests */
   uint8_t depth_layout; /* enum nvp4c_depth_layout */
   /* vertex and geometry programs */
   uint8_t window_position; /* the position is one of the window: no clipping, no division, no viewport */
   uint8_t relative_layer;  /* the number of the viewport is added to the layer */
   uint8_t culls;        /* mask of the clip distances that cull primitives and clip nothing */
   uint32_t invocations; /* geometry: how often the program runs for each primitive, with invocation ids from 0 on */
   uint32_t uniforms;    /* vectors of constant buffer 0 that are declared */
};

/* Facts about a compiled program. */
struct nvp4c_facts {
   struct nvp4c_counts source, native; /* PROGRAM_*_ARB of the program as written, PROGRAM_NATIVE_*_ARB */
   int under_native_limits;            /* PROGRAM_UNDER_NATIVE_LIMITS_ARB */
   /* fragment programs; 1 or 0, or a mask of components (bit 0: x) */
   uint8_t uses_kill, writes_depth, reads_facing, per_sample;
   uint8_t early_tests; /* depth and stencil tests may come before the program: it neither kills, writes depth nor changes memory, or asks for them */
   uint8_t uses_derivatives; /* it takes differences in the quads of fragments, so helper invocations have to run */
   uint8_t reads_position;
   uint8_t colors;      /* mask of the draw buffers that are written */
   /* vertex and geometry programs */
   uint8_t writes_point_size, writes_layer;
   uint8_t clip_distances; /* mask of those that are written, with those that cull */
   /* what the machine has to provide */
   uint32_t input_registers;  /* USC: vi registers, or registers of coefficients; AGX: sets of coefficients */
   uint32_t shared_registers; /* USC: shared registers; AGX: uniform registers of 16 bits */
   uint32_t temporaries;      /* registers of an invocation */
   uint32_t vertex_words;     /* output words of a vertex */
   uint32_t scratch_bytes;    /* memory of an invocation */
   uint32_t param_bytes;      /* memory of parameters */
   uint32_t w_coefficient;    /* number of the set with 1/w; UINT32_MAX: none */
   uint32_t primitive_in, primitive_out, vertices_out; /* geometry: vertices of an input primitive; GL_POINTS 0, GL_LINE_STRIP 3,
                                                          GL_TRIANGLE_STRIP 5; vertices that an invocation may emit */
   uint32_t workgroup_invocations;  /* compute: that the machine runs for a block, on USC fewer than it has where each does the work of several; 0: the grid says it */
   struct nvp4c_declared declared; /* also before there is code */
};

struct nvp4c_result;

/*
 * Compiles `length` bytes of text. Returns NULL only if the first allocation fails. The caller frees the result with
 * nvp4c_result_free(). The text need not outlive the call.
 */
NVP4C_API struct nvp4c_result *nvp4c_compile(const char *text, size_t length, const struct nvp4c_options *options);
/*
 * Compiles a TGSI token stream, words of the host's byte order as Mesa hands them to a driver. `layout` is NVP4C_LANG_TGSI_22_3 or
 * NVP4C_LANG_TGSI_26_2, since nothing in a stream says which version of Mesa made it; else the result has the status NVP4C_USAGE. The
 * language of the options does not count. Words behind the end that the header names are ignored. The line of a diagnostic is the
 * number of the word, from 1.
 */
NVP4C_API struct nvp4c_result *nvp4c_compile_tgsi_tokens(const uint32_t *tokens, size_t num_tokens, enum nvp4c_language layout,
                                                         const struct nvp4c_options *options);
NVP4C_API void nvp4c_result_free(struct nvp4c_result *result);

NVP4C_API enum nvp4c_status nvp4c_result_status(const struct nvp4c_result *result);
/* The stage of the program that was compiled, as soon as it is known; NVP4C_STAGE_ANY: it is not. */
NVP4C_API enum nvp4c_stage nvp4c_result_stage(const struct nvp4c_result *result);
/* Machine code; NULL if there is none. A result whose status is not NVP4C_OK has no code, no object, and, unless it is that of a
   simulation, no listing. Owned by the result, as everything below. */
NVP4C_API const void *nvp4c_result_code(const struct nvp4c_result *result, size_t *length);
/* Machine code of a program that the driver runs once for each draw, in front of the draw: on AGX, what is the same for all invocations. NULL:
   there is none. */
NVP4C_API const void *nvp4c_result_preamble(const struct nvp4c_result *result, size_t *length);
/* The pre-shader, which the caller runs once for each draw: bytes for nvp4c_preshader_create(), the same on every host. NULL: there is none.
   options.preshader has to ask for it. */
NVP4C_API const void *nvp4c_result_preshader(const struct nvp4c_result *result, size_t *length);
/* An ELF object: code in .text, constants in .nvp4c.const, reflection and statistics as records (docs/object.md). NULL if
   options.output.object did not ask for it. nvp4c_load() makes a result of it again. */
NVP4C_API const void *nvp4c_result_object(const struct nvp4c_result *result, size_t *length);
/* Listing of the machine code in the target's canonical assembly; NULL if options.output.listing did not ask for it. */
NVP4C_API const char *nvp4c_result_listing(const struct nvp4c_result *result, size_t *length);
NVP4C_API unsigned nvp4c_result_num_diagnostics(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_diagnostic *nvp4c_result_diagnostic(const struct nvp4c_result *result, unsigned index);
NVP4C_API unsigned nvp4c_result_num_stats(const struct nvp4c_result *result);
NVP4C_API struct nvp4c_stat nvp4c_result_stat(const struct nvp4c_result *result, unsigned index);
/* None if neither options.output.reflection nor options.output.object asked for them. */
NVP4C_API unsigned nvp4c_result_num_reflections(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_reflection *nvp4c_result_reflection(const struct nvp4c_result *result, unsigned index);
NVP4C_API unsigned nvp4c_result_num_textures(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_texture *nvp4c_result_texture(const struct nvp4c_result *result, unsigned index);
/* Of every good result of nvp4c_compile() and its like. Before there is code, and after nvp4c_parse(), only `source` and `declared` are filled. */
NVP4C_API struct nvp4c_facts nvp4c_result_facts(const struct nvp4c_result *result);
/* The target, and its core by name. */
NVP4C_API enum nvp4c_target nvp4c_result_target(const struct nvp4c_result *result);
NVP4C_API const char *nvp4c_result_cpu(const struct nvp4c_result *result);

/* Texts for people: "program.local[2].y", "sh12". They write at most size bytes with the NUL, and return the length of the whole text
   without it, as snprintf does. */
NVP4C_API size_t nvp4c_reflection_name(const struct nvp4c_reflection *entry, char *text, size_t size);
NVP4C_API size_t nvp4c_location_text(const struct nvp4c_location *location, char *text, size_t size);

/* Nanoseconds of each stage of the compile: parse, lower, passes, codegen, verify. */
struct nvp4c_timing {
   uint64_t parse, lower, passes, codegen, verify;
};
NVP4C_API struct nvp4c_timing nvp4c_result_timing(const struct nvp4c_result *result);

/* A run of a pass over the IR. Those that are not required count for options.passes.bisect_limit. */
struct nvp4c_pass_run {
   const char *name;
   uint64_t nanoseconds;
   int required;
   int changed; /* it changed something */
};
/* The runs in their order, by index; what is past the end has the name NULL. */
NVP4C_API unsigned nvp4c_result_num_pass_runs(const struct nvp4c_result *result);
NVP4C_API struct nvp4c_pass_run nvp4c_result_pass_run(const struct nvp4c_result *result, unsigned index);

/* The outcome of -verify-sim. */
struct nvp4c_verify {
   unsigned waves;       /* waves that were run */
   unsigned source_comparisons; /* waves in which the source was compared with the IR (0 for IR input) */
   unsigned code_comparisons;   /* waves in which the IR was compared with machine code */
   unsigned budget;      /* waves without a verdict: a level ran out of steps. If these are all, the status is NVP4C_LIMIT */
   unsigned left_out;    /* invocations that were left out: the source ran out of steps with them, or an index without clamp is out of
                            range */
   uint64_t compared;    /* components of outputs that were compared */
   uint64_t tainted;     /* components that were left out because they are undefined */
   uint64_t digest;      /* a hash of what all waves wrote: if nothing was left out, undefined or without a verdict, programs with the same
                            results on the same verify.seed and the same number of waves have the same digest */
};
NVP4C_API struct nvp4c_verify nvp4c_result_verify(const struct nvp4c_result *result);

/*
 * ---- a program that is compiled many times
 *
 * nvp4c_parse() reads and checks a program; of the options it takes language, stage, limits, diagnostics, memory and cancel. It
 * copies the text. Returns NULL only if the first allocation fails. nvp4c_program_result() has the verdict, the diagnostics and
 * the counts of the source; it lives as long as the program. nvp4c_compile_program() makes what nvp4c_compile() makes of the
 * text, with the same bytes; of the options it takes the others. Its diagnostics are those that come behind parsing. A program
 * that was refused gives results with its status.
 */
struct nvp4c_program;
NVP4C_API struct nvp4c_program *nvp4c_parse(const char *text, size_t length, const struct nvp4c_options *options);
NVP4C_API void nvp4c_program_free(struct nvp4c_program *program);
NVP4C_API const struct nvp4c_result *nvp4c_program_result(const struct nvp4c_program *program);
NVP4C_API struct nvp4c_result *nvp4c_compile_program(const struct nvp4c_program *program, const struct nvp4c_options *options);

/*
 * ---- memory between compiles
 *
 * A context keeps the memory that a call needed, for the next one with the context in its options. Results do not refer to it.
 * Of the options of nvp4c_context_new(), only `memory` counts: alloc and user are those of the context, limit is how much it
 * keeps (0: 64 MiB). NULL: out of memory, or bad options. A context serves one call at a time: a second one, also from a
 * callback of the first, ends with NVP4C_USAGE.
 */
NVP4C_API struct nvp4c_context *nvp4c_context_new(const struct nvp4c_options *options);
NVP4C_API void nvp4c_context_free(struct nvp4c_context *context);

/*
 * ---- results that are kept
 *
 * Makes a result of an object that nvp4c_result_object() gave: status, stage, code, statistics, reflection, textures, facts,
 * the object itself, and what nvp4c_link() needs. It has no listing and no diagnostics of the program. NVP4C_REJECTED, with the
 * id bad-object, object-hash or object-version: no object or a broken one; bytes that are not those that were written; an
 * object of another version of nvp4c. Any bytes may be given. Of the options, memory and context count.
 */
NVP4C_API struct nvp4c_result *nvp4c_load(const void *object, size_t length, const struct nvp4c_options *options);

/*
 * ---- pre-shaders: what is the same in a whole draw
 *
 * What a program computes from parameters and constants alone is the same for all its invocations. With NVP4C_PRESHADER_CALLER it moves,
 * where that saves the program work, to a pre-shader: operations on 32-bit words that the driver runs on the CPU, when it uploads
 * parameters. Its inputs are words of parameters, which nvp4c_preshader_input() lists. Its results are words to upload like any
 * parameter: entries of the reflection with NVP4C_BIND_PRESHADER say where word 4 * index + component of them goes. The pre-shader need
 * not run again while none of its inputs changes. It never reads buffers or textures, whose contents may change behind the driver's back.
 *
 *    p = nvp4c_preshader_create(bytes, length, NULL);          with nvp4c_result_preshader(), or bytes from a cache
 *    info = nvp4c_preshader_info(p);
 *    for each i < info.num_inputs: input[i] = the word that nvp4c_preshader_input(p, i) names;
 *    nvp4c_preshader_run(p, input, result, work);
 *
 * Every result has the bits that the program would have computed, under the number model of the core it was compiled for (rounding towards
 * zero, denormals), whatever the floating-point environment of the caller is. What is approximate on the machine (RCP, SIN ...) has the
 * value of docs/semantics.md; the position of a vertex takes none of these from a pre-shader, so that programs agree about it. A
 * struct nvp4c_preshader refers neither to the result nor to the bytes; it takes about a hundred bytes an input, twenty an operation.
 */
struct nvp4c_preshader;

/*
 * Makes one of `length` bytes that nvp4c_result_preshader() gave; any bytes may be given. They need not outlive the call. Of the options
 * (NULL: the defaults) memory and verify.noise count: with the noise of a compile it runs as its code does in a machine with this noise.
 * Returns NULL only if the first allocation fails; the caller frees it with nvp4c_preshader_free(). nvp4c_preshader_result() has
 * NVP4C_REJECTED and the diagnostic bad-preshader if the bytes are none, were changed, or are of another version; a run does nothing then.
 */
NVP4C_API struct nvp4c_preshader *nvp4c_preshader_create(const void *bytes, size_t length, const struct nvp4c_options *options);
NVP4C_API void nvp4c_preshader_free(struct nvp4c_preshader *preshader);
/* Status and diagnostics of the creation, in a result without code. Owned by the pre-shader. */
NVP4C_API const struct nvp4c_result *nvp4c_preshader_result(const struct nvp4c_preshader *preshader);

struct nvp4c_preshader_info {
   uint32_t num_inputs;  /* words that it reads */
   uint32_t num_results; /* words that it computes */
   uint32_t operations;  /* that a run takes: each one is computed once */
   uint32_t work_words;  /* words of memory that a run needs, beside inputs and results */
};
NVP4C_API struct nvp4c_preshader_info nvp4c_preshader_info(const struct nvp4c_preshader *preshader);
/* Input `index`: its binding, index, state and component, as of a parameter in a result's reflection, which need not have it, because
   perhaps nothing but the pre-shader reads it. It has no location. NULL past the end. Owned by the pre-shader. */
NVP4C_API const struct nvp4c_reflection *nvp4c_preshader_input(const struct nvp4c_preshader *preshader, unsigned index);
/*
 * Reads input[0 .. num_inputs - 1], writes result[0 .. num_results - 1]; work has work_words words, which may hold anything. The three do
 * not overlap. It takes no memory and cannot fail. Any number of threads may run a pre-shader at once, each with work of its own.
 */
NVP4C_API void nvp4c_preshader_run(const struct nvp4c_preshader *preshader, const uint32_t *input, uint32_t *result, uint32_t *work);

/*
 * ---- linking
 *
 * Where a program that is compiled without a varying map puts its outputs follows from what it writes alone (its reflection
 * says it), and the words that the next program does not read are written for nothing. nvp4c_link() takes the results of two
 * programs that follow each other: a vertex or geometry program, and the fragment or geometry program that reads its outputs.
 * It makes a map without empty words: first the position, then what the other program reads (smooth, flat, noperspective), then
 * what the machine itself reads (clip distances, point size, layer). Both programs agree on the map when the first one is
 * compiled again with the options.key that nvp4c_link_key() fills. The second one does not change with the map; the table has
 * its coefficient sets (registers, in a geometry program), from which the driver sets up the hardware between the two.
 *
 * Both results must be good results of nvp4c_compile() for the same target; the first may also be one that was refused because
 * the core has not enough words for all its outputs (NVP4C_UNSUPPORTED). The state in their keys counts (two_side reads the
 * back colours, flat_shading makes colours flat). Of `options`, these count: key.point_coord (texture coordinates that the
 * rasteriser provides), key.clip_planes (clip distances that it reads; 0: all that are written), and the options of memory and
 * diagnostics. All EMITs of a geometry program use the same map.
 *
 * Returns a result as nvp4c_compile() does, which the caller frees with nvp4c_result_free(). It does not refer to the other
 * two, which may be freed earlier. Its status is NVP4C_OK also if something does not match: that is in the table, and in
 * warnings with the id link-unwritten (a component that is read but never written is undefined). The status is NVP4C_REJECTED
 * (link-programs) if the programs do not follow each other, have no machine code, or the first one has a map already;
 * NVP4C_UNSUPPORTED if the target has no map, or if the words are more than a vertex of the core has (link-words). Any thread
 * may call it; the two results are only read.
 */
NVP4C_API struct nvp4c_result *nvp4c_link(const struct nvp4c_result *producer, const struct nvp4c_result *consumer,
                                          const struct nvp4c_options *options);

/* What provides a component: the first program; nothing; the fixed functions (fragment position, point coordinate, fog.yzw,
   primitive id). */
enum nvp4c_link_source { NVP4C_LINK_PROGRAM, NVP4C_LINK_NOBODY, NVP4C_LINK_RASTERISER };
/* A component of a varying that one of the programs uses. It has an entry for each interpolation and each vertex that it is
   read with. */
struct nvp4c_link_entry {
   const char *name;     /* "tex0" */
   unsigned varying;     /* its number */
   unsigned component;   /* 0..3 */
   enum nvp4c_link_source source;
   int written;          /* by the first program */
   int read;             /* by the second program or the machine */
   int address;          /* output word of the first program in the map; -1: it is dropped or not written */
   enum nvp4c_interpolation interpolation; /* if the second program is a fragment program */
   unsigned vertex;      /* of the input primitive, if the second program is a geometry program */
   struct nvp4c_location location; /* register of the second program; NVP4C_REG_NONE: it does not read it */
};
NVP4C_API unsigned nvp4c_link_num_entries(const struct nvp4c_result *link);
/* By index, ordered by varying, component and vertex; NULL past the end. Owned by the result. */
NVP4C_API const struct nvp4c_link_entry *nvp4c_link_entry(const struct nvp4c_result *link, unsigned index);
/* Sets varying_map and varying of the key. Returns 0 and leaves the key as it was if the link failed. */
NVP4C_API int nvp4c_link_key(const struct nvp4c_result *link, struct nvp4c_key *key);
/* The name of a varying, as in the table; NULL past the end. */
NVP4C_API const char *nvp4c_varying_name(unsigned varying);

/*
 * SHA-256 of everything that decides what nvp4c_compile() returns: version, text, and options with key and limits. It leaves
 * out the allocator and its limit, the context, and the functions that print and cancel. Strings count by their text, so
 * pointers to equal names give the same key. Returns NVP4C_USAGE, and a key of zeros, if the size of the options or their tail
 * is wrong.
 */
NVP4C_API enum nvp4c_status nvp4c_cache_key(const char *text, size_t length, const struct nvp4c_options *options, uint8_t key[32]);

/*
 * Assembles text of a target, or disassembles machine code; the latter may be an ELF object, of which .text is taken. Objects of
 * this version say what target they are for; options.target counts for bytes and for other files. The result has the code, and the canonical text as its listing: the assembler makes one if options.output.listing asks for it,
 * and an object with the code alone if options.output.object does.
 * Instructions that have no public encoding are an error unless a listing is asked for; then there is no code.
 */
NVP4C_API struct nvp4c_result *nvp4c_assemble(const char *text, size_t length, const struct nvp4c_options *options);
NVP4C_API struct nvp4c_result *nvp4c_disassemble(const void *code, size_t length, const struct nvp4c_options *options);

/*
 * Runs machine code (is_text 0) or assembly text (is_text 1) in the target's simulator on one wave. An object is run on the
 * target, and unless the options name one on the core, that it is for. The task is a text that
 * gives registers and memory, and says what to print: docs/usc-tools.md, "Tasks". The listing has the results, a line for each
 * register, also if the program ends with a fault. NVP4C_UNSUPPORTED: the target has no such simulator.
 */
NVP4C_API struct nvp4c_result *nvp4c_simulate(const void *program, size_t length, int is_text, const char *task,
                                              size_t task_length, const struct nvp4c_options *options);

/* The description of a kind of diagnostic, for --help and documentation. */
struct nvp4c_diagnostic_info {
   const char *id;
   enum nvp4c_severity severity;
   const char *section, *meaning; /* as in struct nvp4c_diagnostic; one line */
   enum nvp4c_status status;      /* of a compile in which nothing is worse than this diagnostic */
};
/* What the options make of a warning: 0 it is off, 1 a warning, 2 an error. */
NVP4C_API int nvp4c_warning_level(const struct nvp4c_options *options, const char *id);
/* By index; 0 past the end. */
NVP4C_API int nvp4c_diagnostic_info(unsigned index, struct nvp4c_diagnostic_info *info);
/* The word of a list that a misspelt one most likely stands for, for messages about options; NULL if none is similar. */
NVP4C_API const char *nvp4c_similar(const char *word, const char *const *words, unsigned num_words);
/* Name and default of a limit, by index, for --help and documentation; NULL past the end. */
NVP4C_API const char *nvp4c_limit_name(unsigned index, uint32_t *default_value);
/* Names of targets and languages, as -target and -x take them, by their numbers in enum nvp4c_target and enum
   nvp4c_language; NULL past the end, and for NVP4C_LANG_AUTO. */
NVP4C_API const char *nvp4c_target_name(unsigned target);
NVP4C_API const char *nvp4c_language_name(unsigned language);
/* Names of a target's cores, as -mcpu takes them, the default first, and of the features of cores, as -mattr takes them, with
   what a feature means; NULL past the end. help may be NULL. */
NVP4C_API const char *nvp4c_cpu_name(unsigned target, unsigned index);
NVP4C_API const char *nvp4c_attr_name(unsigned target, unsigned index, const char **help);
/* What a core can do; 0 past the end. */
struct nvp4c_core {
   const char *name;
   uint32_t features;          /* bit n: attribute n of the target */
   struct nvp4c_counts native; /* MAX_PROGRAM_NATIVE_*_ARB */
   uint32_t vertex_words;      /* output words of a vertex; 0: the target has no map of varyings */
};
NVP4C_API int nvp4c_core(unsigned target, unsigned index, struct nvp4c_core *core);
/* Names of the formats of images, as -fimage takes them, by their numbers in key.image: "R8G8B8A8_UNORM"; "NONE" for 0, NULL past the end. */
NVP4C_API const char *nvp4c_image_format(unsigned n);
/* Names of the passes of the pipeline; NULL past the end. optional: 1 if options.passes may leave it out. It may be NULL. */
NVP4C_API const char *nvp4c_pass_name(unsigned index, int *optional);

#ifdef __cplusplus
}
#endif
#endif
