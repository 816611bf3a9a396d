/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: compile GPU assembly programs to machine code for PowerVR Rogue (USC) and Apple AGX2.
 *
 * UNSTABLE until version 1.0: names and structures may still change; size fields keep old callers working from then on.
 *
 * Thread safety: every function may be called from any thread at any time on different objects; the library has no global
 * state. A result is immutable after nvp4c_compile() and may be read from several threads. The library does not read the
 * environment or the locale, does not print, exit or abort. Same input and options give the same bytes on every run.
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

/* Verdicts; the command line exits with these numbers. */
enum nvp4c_status {
   NVP4C_OK = 0,
   NVP4C_REJECTED = 1,    /* the program breaks a rule of its language */
   NVP4C_USAGE = 2,       /* an option is wrong */
   NVP4C_IO = 3,          /* command line only */
   NVP4C_INTERNAL = 4,    /* a bug of nvp4c */
   NVP4C_LIMIT = 5,       /* out of memory, too deep, too big, too slow */
   NVP4C_MISMATCH = 6,    /* verification found a difference */
   NVP4C_UNSUPPORTED = 7, /* legal, but not supported by this version or target */
};

enum nvp4c_target { NVP4C_TARGET_USC, NVP4C_TARGET_AGX };
enum nvp4c_language { NVP4C_LANG_AUTO, NVP4C_LANG_NV, NVP4C_LANG_ARB, NVP4C_LANG_TGSI, NVP4C_LANG_IR };
enum nvp4c_stage { NVP4C_STAGE_ANY, NVP4C_STAGE_VERTEX, NVP4C_STAGE_FRAGMENT, NVP4C_STAGE_GEOMETRY };
/* How far inexact rewrites may go: none; contraction of MUL then ADD; reassociation too. Never on invariant code. */
enum nvp4c_ffp { NVP4C_FFP_STRICT, NVP4C_FFP_GL, NVP4C_FFP_FAST };
enum nvp4c_frt { NVP4C_FRT_F32, NVP4C_FRT_F16, NVP4C_FRT_RGBA8 };

/* Comparison of a shadow texture: as the sampler does it, or by the program on the unfiltered texel: reference OP texel ? 1 : 0. */
enum nvp4c_compare {
   NVP4C_COMPARE_SAMPLER, NVP4C_COMPARE_NEVER, NVP4C_COMPARE_LESS, NVP4C_COMPARE_EQUAL, NVP4C_COMPARE_LEQUAL,
   NVP4C_COMPARE_GREATER, NVP4C_COMPARE_NOTEQUAL, NVP4C_COMPARE_GEQUAL, NVP4C_COMPARE_ALWAYS
};
/* What stands in a component of a texture access: the component of the same name, one by name, 0.0 or 1.0. */
enum nvp4c_swizzle { NVP4C_SWIZZLE_SAME, NVP4C_SWIZZLE_X, NVP4C_SWIZZLE_Y, NVP4C_SWIZZLE_Z, NVP4C_SWIZZLE_W, NVP4C_SWIZZLE_0,
                     NVP4C_SWIZZLE_1 };
/* Where the point size comes from: what the program writes, the state (parameter state.point.size), or there is none. */
enum nvp4c_point_size { NVP4C_POINT_SIZE_PROGRAM, NVP4C_POINT_SIZE_STATE, NVP4C_POINT_SIZE_NONE };

/*
 * What vertex and geometry programs write and fragment programs read, by number: 0 position, 1 2 colours, 3 4 back colours, 5 fog,
 * 6 point size, 7.. clip distances, 15.. texture coordinates, 23.. generic attributes, 55 primitive id, 56 layer, 57 result.id.
 */
#define NVP4C_NUM_VARYINGS 58
#define NVP4C_TEX_UNITS 32

/* The components in mask (bit 0: x) of a varying go to words of its own, from `address` on; the others are not written. */
struct nvp4c_varying {
   uint8_t address, mask;
};

/* Driver state that changes code. Part of the cache key. Zero is the default of every field. docs/abi-usc.md, "The key". */
struct nvp4c_key {
   uint8_t frt[8];         /* enum nvp4c_frt: format of each render target */
   uint8_t robust_off;     /* 1: relative indices are not clamped (-fno-robust) */
   uint8_t samples;        /* of a pixel: 0 and 1 are one; 2, 4, 8 */
   uint8_t sample_shading; /* 1: a fragment program runs once a sample */
   uint8_t flat_shading;   /* 1: the colours are flat whatever the program says */
   uint8_t two_side;       /* 1: back faces read the back colours */
   uint8_t clip_planes;    /* bit n: plane n is on; programs that do not write result.clip[n] get position . key.clip[n].plane */
   uint8_t clip_z;         /* 1: z becomes (z + w) / 2, for a machine that clips it to 0..w */
   uint8_t point_size;     /* enum nvp4c_point_size */
   uint8_t point_coord;    /* bit n: texture coordinate n is the point coordinate; only nvp4c_link looks at it */
   uint8_t varying_map;    /* 1: outputs lie where `varying` says, else where docs/abi-usc.md says */
   uint8_t reserved[6];    /* must be 0 */
   struct nvp4c_varying varying[NVP4C_NUM_VARYINGS];
   struct {
      uint8_t compare, swizzle[4]; /* enum nvp4c_compare, enum nvp4c_swizzle */
   } tex[NVP4C_TEX_UNITS];
   uint32_t scratch_base;   /* first of three shared registers (USC) with the 64-bit scratch address and the bytes; 0: chosen by the compiler */
   uint32_t scratch_stride; /* bytes of scratch an instance owns; 0: what the program needs, given in the third of them */
};

/* A program limit by its name without "limit-", e.g. { "max-program-if-depth", 64 }. */
struct nvp4c_limit {
   const char *name;
   uint32_t value;
};

/* Allocation hooks: realloc semantics; size 0 frees; NULL when out of memory. */
typedef void *(*nvp4c_alloc_fn)(void *user, void *ptr, size_t size);

/* Text that a compile produces on the way (IR dumps); called from nvp4c_compile, in order. */
typedef void (*nvp4c_print_fn)(void *user, const char *text, size_t len);

/* How operations are put into groups: by level (exact at 3); list schedule; then a search; the search, and statistics of both. */
enum nvp4c_sched { NVP4C_SCHED_LEVEL, NVP4C_SCHED_FAST, NVP4C_SCHED_EXACT, NVP4C_SCHED_BOTH };

/*
 * Options of every function that makes a result. nvp4c_options_init() sets the defaults and `size`. A library that is newer than its
 * caller gives members that the caller's structure does not have their defaults: therefore new members go to the end, in a group of
 * their own if they belong together, and no group grows.
 */
struct nvp4c_options {
   size_t size; /* sizeof(struct nvp4c_options) */

   /* what is compiled, and for which machine */
   enum nvp4c_language language;
   enum nvp4c_stage stage; /* the stage that the caller needs a program for; any other is rejected, as glProgramStringARB does */
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
      const char *const *warnings; /* "foo", "no-foo", "error=foo" as after -W */
      unsigned num_warnings;
   } diagnostics;

   struct {
      nvp4c_alloc_fn alloc; /* NULL: malloc */
      void *user;
      size_t limit; /* bytes; 0: 2 GiB */
   } memory;

   struct {
      int listing; /* make the text of the machine code, for nvp4c_result_listing */
      int object;  /* make an object file, for nvp4c_result_object */
      int analyze; /* 1: statistics have lower bounds and the stall reasons of empty units; 2: so has the listing */
   } output;

   /* the IR on its way; lists are comma-separated names of passes, "all", or NULL */
   struct {
      nvp4c_print_fn print; /* takes the texts; NULL: nothing is printed */
      void *user;
      int dump_ir;               /* print the final IR, make no code */
      int dump_cfg;              /* print the control flow of the final IR as a graph for dot, make no code */
      const char *print_before, *print_after;
      const char *print_changed; /* like print_after, but only where a pass changed something */
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
      int each;       /* 1: validate the IR after every pass; 2: run it before and after every pass, too */
      unsigned tasks; /* number of tasks of 32 instances that every level runs; 0: none */
      uint64_t seed;
      uint32_t noise; /* seed of a noise that moves approximate results within their bounds; 0: none */
   } verify;

   /* stress settings, for tests */
   struct {
      unsigned max_temps; /* registers to allocate from; 0: all that the machine has */
      int one_op_per_group;
      int spill_all;       /* USC: keep in memory every register that can live there */
      uint32_t sched_seed; /* USC, not 0: a random legal schedule, where there is a scheduler (not at -O0) */
   } stress;
};
NVP4C_API void nvp4c_options_init(struct nvp4c_options *options);

enum nvp4c_severity { NVP4C_NOTE, NVP4C_WARNING, NVP4C_ERROR };

struct nvp4c_diagnostic {
   enum nvp4c_severity severity;
   const char *id;      /* kebab-case, as in -W; of a note that explains an error or warning, which it follows: theirs */
   size_t offset;       /* 0-based byte offset of the first wrong token; SIZE_MAX: no place */
   size_t length;       /* bytes of the span */
   unsigned line, column; /* 1-based, in bytes; 0: no place */
   const char *message;
   const char *section; /* the rule's document and section, "" if ours */
};

/* One value the report counts: `name: value`. */
struct nvp4c_stat {
   const char *name;
   uint64_t value;
};

/* Where the machine code expects what the program reads and writes. */
enum nvp4c_reflect_kind { NVP4C_INPUT, NVP4C_OUTPUT, NVP4C_PARAM, NVP4C_CONSTANT, NVP4C_TEXTURE, NVP4C_BUFFER, NVP4C_SCRATCH };
struct nvp4c_reflection {
   enum nvp4c_reflect_kind kind;
   const char *name;      /* "attr3", "program.local[2]", "texture[0]" */
   const char *location;  /* target register or address, e.g. "sh12" */
   unsigned component;    /* 0..3 */
   uint32_t value;        /* NVP4C_CONSTANT: bits to upload; NVP4C_SCRATCH: bytes an instance */
};

struct nvp4c_result;

/*
 * Compile `length` bytes of text. Never returns NULL unless the first allocation fails. The caller frees the result with
 * nvp4c_result_free(). The text need not outlive the call.
 */
NVP4C_API struct nvp4c_result *nvp4c_compile(const char *text, size_t length, const struct nvp4c_options *options);
NVP4C_API void nvp4c_result_free(struct nvp4c_result *result);

NVP4C_API enum nvp4c_status nvp4c_result_status(const struct nvp4c_result *result);
/* The kind of program that was compiled; NVP4C_STAGE_ANY if it did not come to machine code. */
NVP4C_API enum nvp4c_stage nvp4c_result_stage(const struct nvp4c_result *result);
/* Machine code; NULL if there is none. Owned by the result, as everything below. */
NVP4C_API const void *nvp4c_result_code(const struct nvp4c_result *result, size_t *length);
/* An ELF object: code in .text, constants in .nvp4c.const, reflection and statistics as strings; NULL if options.output.object did not ask for it. */
NVP4C_API const void *nvp4c_result_object(const struct nvp4c_result *result, size_t *length);
/* Listing of the machine code in the target's canonical assembly; NULL if options.output.listing did not ask for it. */
NVP4C_API const char *nvp4c_result_listing(const struct nvp4c_result *result, size_t *length);
NVP4C_API unsigned nvp4c_result_num_diagnostics(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_diagnostic *nvp4c_result_diagnostic(const struct nvp4c_result *result, unsigned index);
NVP4C_API unsigned nvp4c_result_num_stats(const struct nvp4c_result *result);
NVP4C_API struct nvp4c_stat nvp4c_result_stat(const struct nvp4c_result *result, unsigned index);
NVP4C_API unsigned nvp4c_result_num_reflections(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_reflection *nvp4c_result_reflection(const struct nvp4c_result *result, unsigned index);

/* Nanoseconds of each stage of the compile: parse, lower, passes, codegen, verify. */
struct nvp4c_timing {
   uint64_t parse, lower, passes, codegen, verify;
};
NVP4C_API struct nvp4c_timing nvp4c_result_timing(const struct nvp4c_result *result);

/* The outcome of -verify-sim. */
struct nvp4c_verify {
   unsigned tasks;          /* run */
   unsigned source_legs;    /* tasks in which source = IR was compared (0 for IR input) */
   unsigned code_legs;      /* tasks in which IR = machine code was compared */
   unsigned budget;         /* tasks that ran out of steps: no verdict */
   uint64_t compared, tainted; /* output components: compared, left out because undefined */
};
NVP4C_API struct nvp4c_verify nvp4c_result_verify(const struct nvp4c_result *result);

/*
 * ---- linking
 *
 * Compiled without a varying map, programs agree on where a varying lies by its name alone, and most of the words between are
 * empty. nvp4c_link() takes the results of two programs that follow each other, a vertex or geometry program and what reads its
 * outputs, a fragment or geometry program, and makes the tight map: position first, then what the other program reads, smooth, flat,
 * noperspective, then what the machine itself takes (clip distances, point size, layer). Compiling the first program again
 * with options.key from nvp4c_link_key() makes both agree; the second one does not change with the map. Its coefficient sets (vertex
 * registers, in a geometry program) are in the table, by which the driver sets up the hardware between them.
 *
 * Both must be good results of nvp4c_compile() for the same target. Their keys count (two_side reads the back colours, flat_shading
 * makes colours flat); of `options` key.point_coord (texture coordinates that the rasteriser provides), key.clip_planes (clip
 * distances that it reads; 0: all that are written), and the options of memory and diagnostics. Calls that emit vertices in a
 * geometry program use the same map.
 *
 * Returns a result as nvp4c_compile() does, to be freed by the caller with nvp4c_result_free(); it does not refer to the others, which
 * may be freed before. Its status is NVP4C_OK also when something does not match; what does not is in its diagnostics, warnings with
 * the id link-unwritten (read, never written: undefined), and in the table. NVP4C_REJECTED (link-programs): they do not follow each
 * other, have no machine code, or the first one has a map already. NVP4C_UNSUPPORTED: a target without a map.
 * Any thread; the two results are only read.
 */
NVP4C_API struct nvp4c_result *nvp4c_link(const struct nvp4c_result *producer, const struct nvp4c_result *consumer,
                                          const struct nvp4c_options *options);

enum nvp4c_interpolation { NVP4C_SMOOTH, NVP4C_FLAT, NVP4C_NOPERSPECTIVE, NVP4C_CENTROID, NVP4C_NOPERSPECTIVE_CENTROID };
/* Who provides a component: the first program; nobody; the fixed functions (fragment position, point coordinates, fog.yzw, primitive id). */
enum nvp4c_link_source { NVP4C_LINK_PROGRAM, NVP4C_LINK_NOBODY, NVP4C_LINK_RASTERISER };
/* A component of a varying that one of the programs uses; one for each way in which, and each vertex of which, it is read. */
struct nvp4c_link_entry {
   const char *name;     /* "tex0" */
   unsigned varying;     /* its number */
   unsigned component;   /* 0..3 */
   enum nvp4c_link_source source;
   int written, read;    /* by the first program, by the second or the machine */
   int address;          /* output word of the first program in the map; -1: none, it is dropped or not written */
   enum nvp4c_interpolation interpolation; /* if the second program is a fragment program */
   unsigned vertex;      /* if it is a geometry program: of its input primitive */
   const char *location; /* register of the second program: "cf8" (the set begins there), "vi3"; "" if it does not read it */
};
NVP4C_API unsigned nvp4c_link_num_entries(const struct nvp4c_result *link);
/* By index, ordered by varying, component and vertex; NULL past the end. Owned by the result. */
NVP4C_API const struct nvp4c_link_entry *nvp4c_link_entry(const struct nvp4c_result *link, unsigned index);
/* Sets varying_map and varying of the key; 0 if the link failed, and the key is as it was. */
NVP4C_API int nvp4c_link_key(const struct nvp4c_result *link, struct nvp4c_key *key);
/* The name of a varying, as in the table; NULL past the end. */
NVP4C_API const char *nvp4c_varying_name(unsigned varying);

/*
 * SHA-256 of everything that decides what nvp4c_compile() returns: version, text, options with key and limits. Not in it: the
 * allocator and its limit, print and its user. Options by their meaning: two pointers to equal names give one key.
 */
NVP4C_API void nvp4c_cache_key(const char *text, size_t length, const struct nvp4c_options *options, uint8_t key[32]);

/*
 * Assemble or disassemble machine code text of a target; code may also be an ELF object, of which .text is taken. The result carries the code, and with options.listing the listing: the
 * canonical text. Instructions that have no public encoding are an error unless a listing is asked for; then there is no code.
 */
NVP4C_API struct nvp4c_result *nvp4c_assemble(const char *text, size_t length, const struct nvp4c_options *options);
NVP4C_API struct nvp4c_result *nvp4c_disassemble(const void *code, size_t length, const struct nvp4c_options *options);

/*
 * Run machine code (is_text 0) or its assembly text (is_text 1) in the target's simulator on one task. The task is a text that gives
 * registers and memory, and what to print: docs/usc-tools.md, "Tasks". The listing has the results, a line a register, also when
 * the program ends in a fault. Targets without this: NVP4C_UNSUPPORTED.
 */
NVP4C_API struct nvp4c_result *nvp4c_simulate(const void *program, size_t length, int is_text, const char *task,
                                              size_t task_length, const struct nvp4c_options *options);

/* What there is to know of a kind of diagnostic, for --help and documentation. */
struct nvp4c_diagnostic_info {
   const char *id;
   enum nvp4c_severity severity;
   const char *section, *meaning; /* as in struct nvp4c_diagnostic; one line */
   enum nvp4c_status status;      /* of a compile that has one, if nothing worse is wrong */
};
/* By index; 0 past the end. */
NVP4C_API int nvp4c_diagnostic_info(unsigned index, struct nvp4c_diagnostic_info *info);
/* Name and default of a limit, by index, for --help and documentation; NULL past the end. */
NVP4C_API const char *nvp4c_limit_name(unsigned index, uint32_t *default_value);
/* Names of targets and languages, as -target and -x take them, by their numbers in enum nvp4c_target and enum nvp4c_language; NULL past
   the end, and for NVP4C_LANG_AUTO. */
NVP4C_API const char *nvp4c_target_name(unsigned target);
NVP4C_API const char *nvp4c_language_name(unsigned language);

#ifdef __cplusplus
}
#endif
#endif
