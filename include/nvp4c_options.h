/* SPDX-License-Identifier: MIT */
/* libnvp4c: the options of a call. nvp4c.h includes this header. */
#ifndef NVP4C_OPTIONS_H
#define NVP4C_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "nvp4c_key.h"

#ifdef __cplusplus
extern "C" {
#endif

enum nvp4c_target { NVP4C_TARGET_USC, NVP4C_TARGET_AGX };
/* Language of a program; AUTO recognises it by its first bytes. The last two are TGSI token streams as Mesa 22.3 and 26.2 lay
   them out. */
enum nvp4c_language { NVP4C_LANG_AUTO, NVP4C_LANG_NV, NVP4C_LANG_ARB, NVP4C_LANG_TGSI, NVP4C_LANG_IR,
                      NVP4C_LANG_TGSI_22_3, NVP4C_LANG_TGSI_26_2 };
enum nvp4c_stage { NVP4C_STAGE_ANY, NVP4C_STAGE_VERTEX, NVP4C_STAGE_FRAGMENT, NVP4C_STAGE_GEOMETRY, NVP4C_STAGE_COMPUTE };
/* Inexact rewrites of floating-point code. STRICT allows none; GL contracts MUL and ADD and simplifies powers, NaN and the sign
   of 0; FAST also reassociates. Code that the position depends on is never rewritten inexactly. */
enum nvp4c_ffp { NVP4C_FFP_STRICT, NVP4C_FFP_GL, NVP4C_FFP_FAST };
/* How USC operations are put into groups. LEVEL follows opt_level (EXACT at 3, else FAST), FAST is list scheduling, EXACT adds
   a search for tighter groups, and BOTH is EXACT with the statistics of both schedules. */
enum nvp4c_sched { NVP4C_SCHED_LEVEL, NVP4C_SCHED_FAST, NVP4C_SCHED_EXACT, NVP4C_SCHED_BOTH };
/*
 * Where draw-uniform values, which depend on parameters and constants alone, are computed. MACHINE moves them to a preamble if
 * the target can run one (AGX: nvp4c_result_preamble()). CALLER also moves them to a pre-shader, which the caller must run on
 * the CPU (USC: nvp4c_result_preshader()). NONE leaves them in the program, as opt_level 0 always does.
 */
enum nvp4c_preshader_mode { NVP4C_PRESHADER_MACHINE, NVP4C_PRESHADER_CALLER, NVP4C_PRESHADER_NONE };

/* Format of a component of a vertex attribute in memory. NORM formats are integers that stand for 0..1 or -1..1; formats that
   end in F are integers that become floats; FIXED is 16.16; RGB10A2NORM is one word for all four components. */
enum nvp4c_attribute_format {
   NVP4C_ATTRIB_F32, NVP4C_ATTRIB_F16,
   NVP4C_ATTRIB_U8NORM, NVP4C_ATTRIB_S8NORM, NVP4C_ATTRIB_U16NORM, NVP4C_ATTRIB_S16NORM,
   NVP4C_ATTRIB_U8, NVP4C_ATTRIB_S8, NVP4C_ATTRIB_U16, NVP4C_ATTRIB_S16, NVP4C_ATTRIB_I32,
   NVP4C_ATTRIB_U8F, NVP4C_ATTRIB_S8F, NVP4C_ATTRIB_U16F, NVP4C_ATTRIB_S16F, NVP4C_ATTRIB_U32F, NVP4C_ATTRIB_S32F,
   NVP4C_ATTRIB_FIXED, NVP4C_ATTRIB_RGB10A2NORM,
};
/* Layout of a vertex attribute in memory. Components that memory does not have are 0, 0, 0, 1. */
struct nvp4c_attribute {
   uint8_t format;     /* enum nvp4c_attribute_format; key.attrib[].format replaces it unless that is 0 */
   uint8_t components; /* 1..4; 0 means 4 */
   uint16_t stride;    /* bytes between elements, a multiple of the size of a component; 0 means that elements are adjacent */
   uint32_t divisor;   /* GL instances per element; 0 means one element per vertex */
};

/* Sets a limit on programs. The name is that of the option -limit-NAME: { "max-program-if-depth", 64 }. */
struct nvp4c_limit {
   const char *name;
   uint32_t value;
};

/* Allocates memory as realloc does. Size 0 frees `ptr`. Returns NULL if there is not enough memory. */
typedef void *(*nvp4c_alloc_fn)(void *user, void *ptr, size_t size);
/* Receives `len` bytes of IR text. The compiling thread calls it in the order of the passes. */
typedef void (*nvp4c_print_fn)(void *user, const char *text, size_t len);
/* Returns a value other than 0 to end the call with NVP4C_CANCELLED. The compiling thread calls it every few tens of
   microseconds. */
typedef int (*nvp4c_cancel_fn)(void *user);

struct nvp4c_context;
struct nvp4c_option_texts;

struct nvp4c_diagnostic_options {
   unsigned max_errors; /* stop after this many errors; 0 means never */
   int werror, no_warnings;
   /* Values of -W: "ID", "no-ID", "error=ID", "no-error=ID", "error", "no-error" or "all". All warnings are on by default. A
      value with an ID overrides one without, and a later value overrides an earlier one. */
   const char *const *warnings;
   unsigned num_warnings;
};

struct nvp4c_memory_options {
   nvp4c_alloc_fn alloc; /* NULL means realloc and free */
   void *user;           /* first argument of alloc */
   size_t limit;         /* bytes that a call may use; 0 means 2 GiB */
};

/* What a result has besides machine code. Results are immutable, so nothing can be added later. */
struct nvp4c_output_options {
   int listing;    /* 1: assembly text, for nvp4c_result_listing() */
   int object;     /* 1: an object file, for nvp4c_result_object(), and the reflection */
   int analyze;    /* 1: lower bounds and the reasons for empty slots in the statistics; 2: in the listing, too */
   int reflection; /* 1: for nvp4c_result_reflection(), nvp4c_result_texture() and nvp4c_link() */
};

/* Printing the IR. Lists are names of passes separated by commas, "all", or NULL. */
struct nvp4c_inspect_options {
   nvp4c_print_fn print; /* NULL: nothing is printed. See also `trace` */
   void *user;           /* first argument of print */
   int dump_ir;          /* 1: print the final IR, and make no machine code */
   int dump_cfg;         /* 1: print the control-flow graph of the final IR for dot, and make no machine code; 2: print that of
                            the machine code, which the result has, too */
   const char *print_before, *print_after;
   const char *print_changed; /* like print_after, but only if the pass changed something */
   enum nvp4c_language dump_source; /* print the checked program in this language, and make no machine code. TGSI text and token
                                       streams can be converted to each other. NVP4C_LANG_AUTO turns this off */
};

/* Selection of optimisation passes. Lists are names separated by commas, or NULL. */
struct nvp4c_pass_options {
   const char *list;        /* run these in this order instead of those of opt_level */
   const char *disable;     /* skip these */
   const char *start_after; /* skip optimisations up to the first run of this pass */
   const char *stop_after;  /* print the IR after the first run of this pass, and make no machine code */
   int bisect_limit;        /* run only this many optimisations; -1 means all */
};

/* Verification by execution on random inputs. */
struct nvp4c_verify_options {
   int each;       /* 1: validate the IR after every pass; 2: also execute it before and after every pass */
   unsigned waves; /* waves of 32 invocations that source, IR and machine code run; 0 turns verification off */
   uint64_t seed;
   uint32_t noise; /* seed of a noise that moves approximate results within their error bounds; 0 means no noise */
};

/* Settings for tests. */
struct nvp4c_stress_options {
   unsigned max_temps;   /* temporary registers to allocate from; 0 means all of the machine */
   int one_op_per_group; /* 1: do not co-issue operations (USC) */
   int spill_all;        /* 1: spill every value that can be spilled */
   uint32_t sched_seed;  /* seed of a random legal schedule; 0 means the normal one. Has no effect at opt_level 0 */
};

struct nvp4c_trace_options {
   nvp4c_print_fn print; /* NULL means inspect.print */
   void *user;           /* first argument of print */
};

/* Budget of a compile. A compile that exceeds it ends with NVP4C_LIMIT. 0 means the default, which is far above real
   programs. */
struct nvp4c_budget_options {
   uint64_t work;      /* machine-independent steps, default 160 million (a few seconds); optional optimisations stop at half of
                          it */
   uint64_t code_size; /* bytes of machine code, default 16 MiB */
   uint64_t scratch;   /* bytes of scratch memory per invocation, default 256 KiB */
};

struct nvp4c_cancel_options {
   nvp4c_cancel_fn fn; /* NULL: the call cannot be cancelled */
   void *user;         /* first argument of fn */
};

/* Source lines of machine code. */
struct nvp4c_debug_options {
   int lines;          /* 1: the listing has source lines as comments, and an object has a line table (.debug_line) */
   const char *source; /* name of the source in the line table; NULL means "-" */
};

/* AGX: compile a whole program, with the prolog and epilog that a driver would put around it (docs/abi-agx.md). */
struct nvp4c_monolithic_options {
   int on;
   int api_sample_mask; /* 1: discard samples that are not in the API's sample mask, which is a uniform */
   struct nvp4c_attribute attrib[NVP4C_MAX_ATTRIBS];
};

/*
 * The options of a call. nvp4c_options_init() sets `size` and the defaults; NULL in place of the options means the defaults.
 * The library copies the structure, but strings and arrays must stay valid until the call returns.
 *
 * Errors: a value that a member cannot have gives a result with NVP4C_USAGE and a diagnostic that names the member.
 *
 * Versions: new members are added at the end, and the nested structures do not grow. Members that are not in the structure of
 * an older caller have their defaults. Members of a newer caller that this library does not know must be 0, or the result is
 * NVP4C_USAGE.
 */
struct nvp4c_options {
   size_t size; /* sizeof(struct nvp4c_options) as the caller was compiled */

   /* input and machine */
   enum nvp4c_language language;
   enum nvp4c_stage stage;   /* reject programs of any other stage, as glProgramStringARB does */
   enum nvp4c_target target;
   const char *cpu;          /* name of a core; NULL means the default of the target */
   const char *attr;         /* features to turn on or off, "+ditr,-itrsmp"; NULL means those of the core */
   struct nvp4c_key key;
   const struct nvp4c_limit *limits;
   unsigned num_limits;

   /* compilation */
   int syntax_only; /* 1: stop after parsing and checking */
   int opt_level;   /* 0..3 */
   enum nvp4c_sched sched;
   enum nvp4c_ffp ffp;
   unsigned fshort; /* bits of SHORT variables and H instructions: 32 or 16 */

   struct nvp4c_diagnostic_options diagnostics;
   struct nvp4c_memory_options memory;
   struct nvp4c_output_options output;
   struct nvp4c_inspect_options inspect;
   struct nvp4c_pass_options passes;
   struct nvp4c_verify_options verify;
   struct nvp4c_stress_options stress;
   struct nvp4c_trace_options trace; /* receives the text of print_before, print_after and print_changed */
   struct nvp4c_budget_options budget;
   struct nvp4c_context *context;    /* working memory kept between calls (nvp4c_context_new()); NULL: the call frees its own */
   struct nvp4c_cancel_options cancel;
   struct nvp4c_debug_options debug;
   int stress_preshader; /* 1, for tests: split off a pre-shader even if the target does not ask for one, and with texture
                            accesses. Its results are parameters (NVP4C_BIND_PRESHADER). Verification runs it, but a result only
                            has it if it accesses neither textures nor buffers */
   struct nvp4c_monolithic_options monolithic;
   enum nvp4c_preshader_mode preshader;
   int check_code; /* 1: check the machine code before returning it; code that fails the check is an NVP4C_INTERNAL error, which
                      does not quote the program. USC code is always checked. The check takes up to half of the time of an AGX
                      compile, so AGX code is otherwise checked only at opt_level 0 and with `verify` */
   struct nvp4c_option_texts *texts; /* memory of nvp4c_options_set(), or NULL */
   int report; /* 1: for NVP4C_JSON_REPORT of nvp4c_result_json(); 2: with the passes and what they changed, for which the IR is
                  printed around each pass. A program that makes no code has no report */
};

#ifdef __cplusplus
}
#endif
#endif
