/* SPDX-License-Identifier: MIT */
/*
 * libnvp4c: compile GPU assembly programs to machine code for PowerVR Rogue (USC) and Apple AGX2.
 *
 * UNSTABLE until version 1.0: names and structures may still change. From 1.0 on, size fields keep older callers working.
 *
 *    nvp4c_options   input of a call; owned by the caller
 *    nvp4c_result    output of a call; immutable, so several threads may read it at once
 *    nvp4c_program   a parsed program, for any number of compiles; immutable, so several threads may compile it at once
 *    nvp4c_context   working memory that successive compiles reuse; for one thread at a time
 *    nvp4c_preshader draw-uniform computations for the CPU; immutable, so several threads may run it at once
 *
 * Thread safety: any thread may call any function at any time on different objects, because the library has no global state. It
 * does not read the environment or the locale, and it never prints, exits or aborts. The same input and options give the same
 * bytes on every run, with or without a context.
 *
 * Ownership: an object is freed by the function with its name and _free, which ignores NULL. Pointers that a function returns
 * from an object are valid until the object is freed.
 *
 * Errors: a function that makes an object returns NULL only if the first allocation fails. Any other error, including a later
 * lack of memory (NVP4C_LIMIT), is the status and the diagnostics of a result.
 *
 * docs/embedding.md describes a driver that uses the library.
 */
#ifndef NVP4C_H
#define NVP4C_H

#include <stddef.h>
#include <stdint.h>

#include "nvp4c_options.h"
#include "nvp4c_reflection.h"

#ifdef __cplusplus
extern "C" {
#endif

/* May be defined before, as for a library that contains this one. */
#ifndef NVP4C_API
#if defined(__GNUC__)
#define NVP4C_API __attribute__((visibility("default")))
#else
#define NVP4C_API
#endif
#endif

#define NVP4C_VERSION "0.1.0"

/* Version of the library that runs, which may differ from NVP4C_VERSION of this header. */
NVP4C_API const char *nvp4c_version(void);

/* Status of a call, and exit status of the command line. */
enum nvp4c_status {
   NVP4C_OK = 0,
   NVP4C_REJECTED = 1,    /* the program breaks a rule of its language */
   NVP4C_USAGE = 2,       /* an option is wrong */
   NVP4C_IO = 3,          /* a file could not be read or written; command line only */
   NVP4C_INTERNAL = 4,    /* a bug of nvp4c */
   NVP4C_LIMIT = 5,       /* the call exceeded a limit of memory, depth, size or work */
   NVP4C_MISMATCH = 6,    /* verification found a difference */
   NVP4C_UNSUPPORTED = 7, /* the program is legal, but this version or target does not support it */
   NVP4C_CANCELLED = 8,   /* options.cancel ended the call */
};

/* Sets the defaults. `size` is sizeof *options; the function writes that many bytes. */
NVP4C_API void nvp4c_options_init(struct nvp4c_options *options, size_t size);
/*
 * Sets an option by its name and value. They are those of the command line, without the dash; a member of struct nvp4c_options
 * that has no option there is set by the name of the member. nvp4c_option_name() lists the names.
 *
 *    ("target", "agx")  ("O", "3")  ("frt", "rgba8,f16")  ("ftex", "0:compare=less")  ("W", "no-unused")  ("w", NULL)
 *    ("limit-max-program-if-depth", "8")  ("verify-each", "exec")  ("output.listing", "1")
 *
 * The value is NULL or "" for an option without one. "limit-NAME" and "W" add to options.limits and
 * options.diagnostics.warnings; any other option replaces its earlier value.
 *
 * Returns NVP4C_USAGE if the name or the value is wrong, and NVP4C_LIMIT if there is not enough memory. The options are
 * unchanged then, and `message` has an error message of at most `size` bytes including the NUL. Otherwise the message is empty.
 * `message` may be NULL if size is 0.
 *
 * The options keep copies of the texts, in memory of options.memory, which must be set before. nvp4c_options_clear() frees it.
 */
NVP4C_API enum nvp4c_status nvp4c_options_set(struct nvp4c_options *options, const char *name, const char *value, char *message,
                                              size_t size);
/* Frees the texts of nvp4c_options_set() and sets the defaults. A copy of the structure refers to the same texts, so only one
   of the two may be cleared, after the last use of both. */
NVP4C_API void nvp4c_options_clear(struct nvp4c_options *options);

/* ---- compiling */

struct nvp4c_result;

/* Compiles `length` bytes of text, which the result does not refer to. */
NVP4C_API struct nvp4c_result *nvp4c_compile(const char *text, size_t length, const struct nvp4c_options *options);
/*
 * Compiles a TGSI token stream as Mesa passes it to a driver: words in the byte order of the host. `layout` is
 * NVP4C_LANG_TGSI_22_3 or NVP4C_LANG_TGSI_26_2, because a stream does not say which version of Mesa made it; any other value
 * gives NVP4C_USAGE. options.language is ignored, as are words after the end that the header of the stream gives. Diagnostics
 * have the number of a word, from 1, as their line.
 */
NVP4C_API struct nvp4c_result *nvp4c_compile_tgsi_tokens(const uint32_t *tokens, size_t num_tokens, enum nvp4c_language layout,
                                                         const struct nvp4c_options *options);
/* Frees a result and everything that it returned pointers to. */
NVP4C_API void nvp4c_result_free(struct nvp4c_result *result);

/* ---- results */

/* Status of the call that made the result. */
NVP4C_API enum nvp4c_status nvp4c_result_status(const struct nvp4c_result *result);
/* Stage of the program, or NVP4C_STAGE_ANY if an error came before it was known. */
NVP4C_API enum nvp4c_stage nvp4c_result_stage(const struct nvp4c_result *result);
/* Target of the code; that of the options, except for objects. */
NVP4C_API enum nvp4c_target nvp4c_result_target(const struct nvp4c_result *result);
/* Name of the core, or "" if the options were wrong. */
NVP4C_API const char *nvp4c_result_cpu(const struct nvp4c_result *result);

/* Machine code, or NULL if there is none. `length` of this and the next functions must not be NULL. A result whose status is
   not NVP4C_OK has neither code nor object, and a listing only after nvp4c_simulate(). */
NVP4C_API const void *nvp4c_result_code(const struct nvp4c_result *result, size_t *length);
/* AGX: machine code of the preamble, which the GPU runs once before each draw, or NULL if there is none. */
NVP4C_API const void *nvp4c_result_preamble(const struct nvp4c_result *result, size_t *length);
/* The pre-shader, which the caller runs once before each draw, as bytes for nvp4c_preshader_create(). They are the same on
   every host. NULL if there is none; only NVP4C_PRESHADER_CALLER makes one. */
NVP4C_API const void *nvp4c_result_preshader(const struct nvp4c_result *result, size_t *length);
/* ELF object (docs/object.md): code in .text, constants in .nvp4c.const, and records of the reflection and the statistics. NULL
   unless options.output.object was set. */
NVP4C_API const void *nvp4c_result_object(const struct nvp4c_result *result, size_t *length);
/* Machine code as assembly text that ends with a NUL. NULL unless options.output.listing was set. */
NVP4C_API const char *nvp4c_result_listing(const struct nvp4c_result *result, size_t *length);

enum nvp4c_severity { NVP4C_NOTE, NVP4C_WARNING, NVP4C_ERROR };

struct nvp4c_diagnostic {
   enum nvp4c_severity severity;
   const char *id;        /* name for -W, such as "unwritten-read"; a note has the id of the error or warning that it
                             explains */
   size_t offset;         /* 0-based byte offset of the first wrong token; SIZE_MAX if there is no position */
   size_t length;         /* bytes of the wrong text */
   unsigned line, column; /* 1-based, in bytes; 0 if there is no position */
   const char *message;
   const char *section;   /* document and section of the rule; "" for rules of this compiler */
};
/* Diagnostic by index, or NULL after the last one, and their number. A note follows the error or warning that it explains. */
NVP4C_API unsigned nvp4c_result_num_diagnostics(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_diagnostic *nvp4c_result_diagnostic(const struct nvp4c_result *result, unsigned index);

/* A statistic, as -stats prints it. */
struct nvp4c_stat {
   const char *name;
   uint64_t value;
};
/* Statistic by index, and their number. The name is NULL after the last one. They depend on the target (bench/README.md). */
NVP4C_API unsigned nvp4c_result_num_stats(const struct nvp4c_result *result);
NVP4C_API struct nvp4c_stat nvp4c_result_stat(const struct nvp4c_result *result, unsigned index);
/* Sets *value to the statistic with a name and returns 1, or returns 0 if the result does not have it. */
NVP4C_API int nvp4c_result_stat_value(const struct nvp4c_result *result, const char *name, uint64_t *value);

/* Entry of the reflection, or texture, by index, or NULL after the last one; and their numbers. There are none unless
   options.output.reflection or options.output.object was set. */
NVP4C_API unsigned nvp4c_result_num_reflections(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_reflection *nvp4c_result_reflection(const struct nvp4c_result *result, unsigned index);
NVP4C_API unsigned nvp4c_result_num_textures(const struct nvp4c_result *result);
NVP4C_API const struct nvp4c_texture *nvp4c_result_texture(const struct nvp4c_result *result, unsigned index);
/* Facts of a successful compile. Before there is machine code, as after nvp4c_parse(), only `source` and `declared` are
   known. */
NVP4C_API struct nvp4c_facts nvp4c_result_facts(const struct nvp4c_result *result);

/* Write texts for people: "program.local[2].y" and "sh12". They write at most `size` bytes including the NUL, and return the
   length of the whole text without the NUL, as snprintf does. */
NVP4C_API size_t nvp4c_reflection_name(const struct nvp4c_reflection *entry, char *text, size_t size);
NVP4C_API size_t nvp4c_location_text(const struct nvp4c_location *location, char *text, size_t size);

/* A JSON document about a result. Each has a schema in docs/schema. */
enum nvp4c_json {
   NVP4C_JSON_REFLECTION, /* nvp4c-reflect-1: facts, counts, textures, bindings and inputs of the pre-shader */
   NVP4C_JSON_STATS,      /* nvp4c-stats-1: statistics */
   NVP4C_JSON_FACTS,      /* nvp4c-facts-1: both in one document */
   NVP4C_JSON_REPORT,     /* nvp4c-report-1: the machine code with its costs, if options.report was set */
};
/*
 * Writes a document as UTF-8 text that ends with a line break. It writes at most `size` bytes including the NUL, and returns
 * the length of the whole text without the NUL, as snprintf does. `file` is the name of the program for the document, or NULL
 * to leave it out; bytes of it that are not UTF-8 become U+FFFD. '<' is always escaped, so a document may be embedded in HTML.
 * Returns 0 and an empty text if `what` is not a document, if the result has no report, or if there is not enough memory to
 * read the pre-shader.
 */
NVP4C_API size_t nvp4c_result_json(const struct nvp4c_result *result, enum nvp4c_json what, const char *file, char *text,
                                   size_t size);

/* Nanoseconds of each part of a compile. */
struct nvp4c_timing {
   uint64_t parse, lower, passes, codegen, verify;
};
/* Times of the parts of the call; 0 for those that did not run. */
NVP4C_API struct nvp4c_timing nvp4c_result_timing(const struct nvp4c_result *result);

/* A run of a pass. Runs that are not required count towards options.passes.bisect_limit. */
struct nvp4c_pass_run {
   const char *name;
   uint64_t nanoseconds;
   int required;
   int changed; /* 1: the pass changed the program */
};
/* Run of a pass by index, in their order, and their number. The name is NULL after the last one. */
NVP4C_API unsigned nvp4c_result_num_pass_runs(const struct nvp4c_result *result);
NVP4C_API struct nvp4c_pass_run nvp4c_result_pass_run(const struct nvp4c_result *result, unsigned index);

/* Outcome of verification (options.verify.waves). */
struct nvp4c_verify {
   unsigned waves;              /* waves that ran */
   unsigned source_comparisons; /* waves in which the source was compared with the IR; 0 if the input is IR */
   unsigned code_comparisons;   /* waves in which the IR was compared with the machine code */
   unsigned budget;             /* waves without a verdict because one of the three ran out of steps. The status is NVP4C_LIMIT
                                   if no wave has a verdict */
   unsigned left_out;           /* invocations that were not compared: the source ran out of steps, or an index that is not
                                   clamped is out of range */
   uint64_t compared;           /* components of outputs that were compared */
   uint64_t tainted;            /* components that were not compared because they are undefined */
   uint64_t digest;             /* hash of everything that the waves wrote. Programs with the same results have the same digest
                                   for the same seed and number of waves, if nothing was left out, undefined or without a
                                   verdict */
};
/* Outcome of verification; zeros if there was none. */
NVP4C_API struct nvp4c_verify nvp4c_result_verify(const struct nvp4c_result *result);

/*
 * ---- programs that are compiled several times
 *
 * nvp4c_parse() reads and checks a program and copies its text. It uses the options language, stage, limits, diagnostics,
 * memory and cancel. nvp4c_program_result() has the status, the diagnostics and the counts of the source; the program owns it.
 * nvp4c_compile_program() returns the same bytes as nvp4c_compile() of the text. It uses the other options, and its diagnostics
 * are those that come after parsing. If the program was rejected, the result has the status of the rejection.
 */
struct nvp4c_program;
NVP4C_API struct nvp4c_program *nvp4c_parse(const char *text, size_t length, const struct nvp4c_options *options);
NVP4C_API void nvp4c_program_free(struct nvp4c_program *program);
NVP4C_API const struct nvp4c_result *nvp4c_program_result(const struct nvp4c_program *program);
NVP4C_API struct nvp4c_result *nvp4c_compile_program(const struct nvp4c_program *program, const struct nvp4c_options *options);

/*
 * ---- contexts
 *
 * A context keeps the working memory of a call for the next call that has the context in its options. Results do not refer to
 * it. nvp4c_context_new() uses only options.memory: alloc and user belong to the context, and limit is the number of bytes that
 * it keeps (0 means 64 MiB). It returns NULL if there is not enough memory or the options are wrong. A context serves one call
 * at a time; a second call, even from a callback of the first, ends with NVP4C_USAGE.
 */
NVP4C_API struct nvp4c_context *nvp4c_context_new(const struct nvp4c_options *options);
NVP4C_API void nvp4c_context_free(struct nvp4c_context *context);

/*
 * ---- saved results
 *
 * Makes a result from the bytes of nvp4c_result_object(). It has everything but the listing and the diagnostics, and
 * nvp4c_link() accepts it. Any bytes may be given. The status is NVP4C_REJECTED for bytes that are not an object or a broken
 * one (id bad-object), that were changed (object-hash), or that another version of nvp4c wrote (object-version). Only
 * options.memory and options.context are used.
 */
NVP4C_API struct nvp4c_result *nvp4c_load(const void *object, size_t length, const struct nvp4c_options *options);

/*
 * ---- pre-shaders
 *
 * Draw-uniform values depend on parameters and constants alone. With NVP4C_PRESHADER_CALLER their computation moves, where that
 * saves the program work, into a pre-shader: straight-line operations on 32-bit words that the driver runs on the CPU when it
 * uploads parameters. Its inputs are words of parameters, which nvp4c_preshader_input() lists. Its results are uploaded like
 * parameters: word 4 * index + component goes to the location of the reflection entry with NVP4C_BIND_PRESHADER. It only has to
 * run again when an input changes, because it never reads buffers or textures, which can change without the driver's knowledge.
 *
 *    p = nvp4c_preshader_create(bytes, length, NULL);          with nvp4c_result_preshader(), or bytes from a cache
 *    info = nvp4c_get_preshader_info(p);
 *    for each i < info.num_inputs: input[i] = the word that nvp4c_preshader_input(p, i) names;
 *    nvp4c_preshader_run(p, input, result, work);
 *
 * The results have the bits that the program itself would compute with the arithmetic of its core (rounding, denormals),
 * whatever the floating-point environment of the caller is. Operations that the machine approximates (RCP, SIN ...) have the
 * values of docs/semantics.md; they are never moved out of the computation of a vertex's position, so that programs agree on
 * positions. A pre-shader takes about a hundred bytes per input and twenty per operation.
 */
struct nvp4c_preshader;

/*
 * Makes a pre-shader from any bytes, which it does not refer to afterwards. If they are not the bytes of a pre-shader, were
 * changed, or come from another version, nvp4c_preshader_result() has the status NVP4C_REJECTED with the diagnostic
 * bad-preshader, and a run does nothing. Only options.memory and options.verify.noise are used; the noise of a compile gives
 * the results of a machine with that noise.
 */
NVP4C_API struct nvp4c_preshader *nvp4c_preshader_create(const void *bytes, size_t length, const struct nvp4c_options *options);
/* Frees a pre-shader and the result of its creation. */
NVP4C_API void nvp4c_preshader_free(struct nvp4c_preshader *preshader);
/* Status and diagnostics of the creation. The pre-shader owns this result. */
NVP4C_API const struct nvp4c_result *nvp4c_preshader_result(const struct nvp4c_preshader *preshader);

struct nvp4c_preshader_info {
   uint32_t num_inputs;  /* words that it reads */
   uint32_t num_results; /* words that it computes */
   uint32_t operations;  /* operations of a run, each executed once */
   uint32_t work_words;  /* additional words of memory that a run needs */
};
/* Sizes of a pre-shader; zeros if it was rejected. */
NVP4C_API struct nvp4c_preshader_info nvp4c_get_preshader_info(const struct nvp4c_preshader *preshader);
/* Binding, index, state and component of an input, or NULL after the last one. The entry has no location, and the reflection of
   the program lacks it if only the pre-shader reads the parameter. */
NVP4C_API const struct nvp4c_reflection *nvp4c_preshader_input(const struct nvp4c_preshader *preshader, unsigned index);
/*
 * Reads num_inputs words of `input` and writes num_results words of `result`. `work` has work_words words with any content. The
 * arrays must not overlap. The function allocates nothing and cannot fail. Several threads may run a pre-shader at once with
 * their own arrays.
 */
NVP4C_API void nvp4c_preshader_run(const struct nvp4c_preshader *preshader, const uint32_t *input, uint32_t *result,
                                   uint32_t *work);

/*
 * ---- linking
 *
 * Assigns output words to the varyings between two consecutive stages.
 *
 * Without a varying map the places of a program's outputs depend only on what it writes, so outputs that the next stage does
 * not read are still written. nvp4c_link() takes the results of a producer (vertex or geometry program) and the consumer after
 * it (geometry or fragment program), and makes a map without unused words: first the position, then what the consumer reads
 * (smooth, flat, noperspective), then what the hardware reads (point size, layer, clip distances). The driver then compiles the
 * producer again with the key that nvp4c_link_key() sets. The consumer does not change; the table gives its coefficient sets
 * (registers of a geometry program) for setting up the hardware.
 *
 * Both results must be successful compiles for the same target. The producer may also be one that was rejected because its
 * outputs exceed the words of a vertex (NVP4C_UNSUPPORTED). The keys of both count (two_side reads the back colours,
 * flat_shading makes colours flat, point_coord replaces texture coordinates). The options that count are key.clip_planes (clip
 * distances that the rasteriser reads; 0 means all that are written), memory and diagnostics. All EMITs of a geometry program
 * use the same map.
 *
 * The result does not refer to the other two. A component that is read but not written is undefined: it is in the table, with a
 * warning (link-unwritten), and the status stays NVP4C_OK. The status is NVP4C_REJECTED (link-programs) if the stages are not
 * consecutive, have no machine code, or the producer already has a map; it is NVP4C_UNSUPPORTED if the target has no maps, or
 * the map exceeds the words of a vertex (link-words).
 */
NVP4C_API struct nvp4c_result *nvp4c_link(const struct nvp4c_result *producer, const struct nvp4c_result *consumer,
                                          const struct nvp4c_options *options);

/* What provides a component: the producer, nothing, or the rasteriser (fragment position, point coordinate, fog.yzw, primitive
   id). */
enum nvp4c_link_source { NVP4C_LINK_PROGRAM, NVP4C_LINK_NOBODY, NVP4C_LINK_RASTERISER };
/* A component of a varying that the producer or the consumer uses. A component that is read with several interpolations, or for
   several vertices, has an entry for each. */
struct nvp4c_link_entry {
   const char *name;     /* name of the varying, "tex0" */
   unsigned varying;     /* number of the varying */
   unsigned component;   /* 0..3 */
   enum nvp4c_link_source source;
   int written;          /* 1: the producer writes it */
   int read;             /* 1: the consumer or the hardware reads it */
   int address;          /* output word of the producer in the map; -1 if it is dropped or not written */
   enum nvp4c_interpolation interpolation; /* if the consumer is a fragment program */
   unsigned vertex;                /* of the input primitive, if the consumer is a geometry program */
   struct nvp4c_location location; /* register of the consumer; NVP4C_REG_NONE if the consumer does not read it */
   int tail;                       /* USC: second word of the producer, for the hardware (struct nvp4c_varying); -1 if there is
                                      none */
};
/* Entry by index, in the order of varying, component and vertex, or NULL after the last one; and their number, 0 if the link
   failed. */
NVP4C_API unsigned nvp4c_link_num_entries(const struct nvp4c_result *link);
NVP4C_API const struct nvp4c_link_entry *nvp4c_get_link_entry(const struct nvp4c_result *link, unsigned index);
/* Sets varying_map and varying of the key and returns 1. Returns 0 and leaves the key unchanged if the link failed. */
NVP4C_API int nvp4c_link_key(const struct nvp4c_result *link, struct nvp4c_key *key);
/* Writes the map and the table as a JSON document (docs/schema/link.json), as nvp4c_result_json() does. `producer` and
   `consumer` are the names of the programs for the document. Returns 0 and an empty text if the link failed. */
NVP4C_API size_t nvp4c_link_json(const struct nvp4c_result *link, const char *producer, const char *consumer, char *text,
                                 size_t size);
/* Name of a varying by number, or NULL after the last one. */
NVP4C_API const char *nvp4c_varying_name(unsigned varying);

/*
 * ---- the cache key
 *
 * Computes the SHA-256 of everything that decides what nvp4c_compile() returns: the version of the library, the text, and the
 * options including pipeline key and limits. Allocator, memory limit, context and callbacks are not part of it. Strings count
 * by their text. If the size of the options is wrong, the function sets the key to zeros and returns NVP4C_USAGE.
 */
NVP4C_API enum nvp4c_status nvp4c_cache_key(const char *text, size_t length, const struct nvp4c_options *options,
                                            uint8_t key[32]);

/*
 * ---- assembler, disassembler, simulator
 *
 * Assemble text and disassemble machine code. nvp4c_assemble() takes text of options.target; nvp4c_disassemble() takes machine
 * code or an ELF object with a .text section. The target of an object that nvp4c wrote overrides options.target. Both results
 * have the code. The listing is the canonical text: the disassembler always makes it, the assembler with
 * options.output.listing. With options.output.object the assembler also makes an object that has the code alone. Instructions
 * without a public encoding are an error unless a listing is requested; the result has no code then.
 */
NVP4C_API struct nvp4c_result *nvp4c_assemble(const char *text, size_t length, const struct nvp4c_options *options);
NVP4C_API struct nvp4c_result *nvp4c_disassemble(const void *code, size_t length, const struct nvp4c_options *options);
/*
 * Runs one wave of machine code (is_text 0) or assembly text (is_text 1) in the simulator of the target. An object runs on its
 * own target, and on its own core unless the options name one. `task` is text that sets registers and memory and selects what
 * to print (docs/usc-tools.md, "Tasks"). The listing has a line for each result, even if the program ends with a fault. The
 * status is NVP4C_UNSUPPORTED if the target has no simulator.
 */
NVP4C_API struct nvp4c_result *nvp4c_simulate(const void *program, size_t length, int is_text, const char *task,
                                              size_t task_length, const struct nvp4c_options *options);

/* ---- lists, for --help and documentation: by index from 0, until the function returns NULL or 0 */

struct nvp4c_diagnostic_info {
   const char *id;
   enum nvp4c_severity severity;
   const char *section;      /* as in struct nvp4c_diagnostic */
   const char *meaning;      /* one line */
   enum nvp4c_status status; /* of a compile in which this is the worst diagnostic */
};
/* Diagnostic that the compiler can have, by index. Sets *info and returns 1, or returns 0 after the last one. */
NVP4C_API int nvp4c_get_diagnostic_info(unsigned index, struct nvp4c_diagnostic_info *info);
/* What the options make of a warning: 0 means off, 1 a warning, 2 an error. */
NVP4C_API int nvp4c_warning_level(const struct nvp4c_options *options, const char *id);
/* The word of a list that resembles `word` most, for "did you mean" messages; NULL if none differs in at most a quarter of the
   letters (one of three to seven). */
NVP4C_API const char *nvp4c_similar(const char *word, const char *const *words, unsigned num_words);
/* Name and default of a limit. default_value may be NULL. */
NVP4C_API const char *nvp4c_limit_name(unsigned index, uint32_t *default_value);
/* The enums of this header and the others. */
enum nvp4c_enum {
   NVP4C_ENUM_STATUS, NVP4C_ENUM_SEVERITY, NVP4C_ENUM_JSON, NVP4C_ENUM_LINK_SOURCE,
   /* nvp4c_options.h */
   NVP4C_ENUM_TARGET, NVP4C_ENUM_LANGUAGE, NVP4C_ENUM_STAGE, NVP4C_ENUM_FFP, NVP4C_ENUM_SCHED, NVP4C_ENUM_PRESHADER_MODE,
   NVP4C_ENUM_ATTRIBUTE_FORMAT,
   /* nvp4c_key.h */
   NVP4C_ENUM_FRT, NVP4C_ENUM_BLEND_EQUATION, NVP4C_ENUM_BLEND_FACTOR, NVP4C_ENUM_LOGIC_OP, NVP4C_ENUM_COLOR_PLACE,
   NVP4C_ENUM_COMPARE, NVP4C_ENUM_SWIZZLE, NVP4C_ENUM_COVERAGE, NVP4C_ENUM_POINT_SIZE, NVP4C_ENUM_FRONT_FACE,
   NVP4C_ENUM_FRONT_FACE_WORD,
   /* nvp4c_reflection.h */
   NVP4C_ENUM_REFLECT_KIND, NVP4C_ENUM_BINDING, NVP4C_ENUM_SYSTEM, NVP4C_ENUM_STATE_ITEM, NVP4C_ENUM_STATE_MEMBER,
   NVP4C_ENUM_MATRIX, NVP4C_ENUM_REGISTER, NVP4C_ENUM_INTERPOLATION, NVP4C_ENUM_TEX_TARGET, NVP4C_ENUM_DEPTH_LAYOUT,
   NVP4C_ENUM_PASS_TYPE,
   /* nvp4c_run.h and nvp4c_machine.h */
   NVP4C_ENUM_RUN_ON, NVP4C_ENUM_WORDS, NVP4C_ENUM_TEXTURE_LEVEL, NVP4C_ENUM_WAVE_STATUS,
};
/* Name of an enumerator, as JSON and the values of options have it: "vertex" of NVP4C_STAGE_VERTEX. NULL if the enum does not
   have the value. */
NVP4C_API const char *nvp4c_enum_name(enum nvp4c_enum which, unsigned value);
/* Enumerator with a name, or -1. */
NVP4C_API int nvp4c_enum_value(enum nvp4c_enum which, const char *name);
/* Names for nvp4c_options_set(), with the help text of the option in *help. `help` may be NULL. */
NVP4C_API const char *nvp4c_option_name(unsigned index, const char **help);
/* Writes the form of the value, as snprintf does: words with bars between them, "N", "UNIT:FORMAT,tiled"; or nothing if the
   option has no value. */
NVP4C_API size_t nvp4c_option_form(unsigned index, char *text, size_t size);
/* Names of enum nvp4c_target for -target, and of enum nvp4c_language for -x. NVP4C_LANG_AUTO has no name (NULL). */
NVP4C_API const char *nvp4c_target_name(unsigned target);
NVP4C_API const char *nvp4c_language_name(unsigned language);
/* Names of the cores of a target for -mcpu; the first is the default. */
NVP4C_API const char *nvp4c_cpu_name(unsigned target, unsigned index);
/* Names of features for -mattr, with one line of help. `help` may be NULL. */
NVP4C_API const char *nvp4c_attr_name(unsigned target, unsigned index, const char **help);
/* Properties of a core. */
struct nvp4c_core {
   const char *name;
   uint32_t features;          /* bit n: the core has feature n of nvp4c_attr_name() */
   struct nvp4c_counts native; /* MAX_PROGRAM_NATIVE_*_ARB */
   uint32_t vertex_words;      /* largest number of output words per vertex; 0 if the target has no varying maps */
};
/* Core of a target by index. Sets *core and returns 1, or returns 0 after the last one. */
NVP4C_API int nvp4c_get_core(unsigned target, unsigned index, struct nvp4c_core *core);
/*
 * Sets the place of every colour target of the key that has a format, for a core of a target: the places that the public
 * driver gives to the attachments of a subpass. Returns 1, or 0 if the target has no places, if the core does not exist or if
 * the key is not valid; the key is then unchanged. Thread-safe.
 */
NVP4C_API int nvp4c_place_colors(unsigned target, unsigned core, struct nvp4c_key *key);
/* The number of the image format in which the words of a pixel of colour target n lie in its place, before they are
   converted to the format of the target; 0 if the key is not valid. Thread-safe. */
NVP4C_API unsigned nvp4c_color_format(const struct nvp4c_key *key, unsigned n);
/* Names of image formats for -fimage, by their numbers in key.image: "R8G8B8A8_UNORM". Number 0 is "NONE". */
NVP4C_API const char *nvp4c_image_format(unsigned n);
/* Names of formats of vertex attributes for -fattrib, by their numbers in key.attrib: those of images, which have the same
   numbers, then others. Returns NULL after the last one. */
NVP4C_API const char *nvp4c_attrib_format(unsigned n);
/* Names of the passes. *optional is 1 if options.passes may skip the pass; `optional` may be NULL. */
NVP4C_API const char *nvp4c_pass_name(unsigned index, int *optional);
/* What the pass does, in one line without a full stop. NULL after the last pass, as with nvp4c_pass_name(). */
NVP4C_API const char *nvp4c_pass_help(unsigned index);

#ifdef __cplusplus
}
#endif
#endif
