/* SPDX-License-Identifier: MIT */
/*
 * The interface between a source language and the driver. A language defines one `struct frontend_ops` and has one row in
 * nvp4c/api/registry.def; nothing else knows it by name.
 *
 * A front end parses and checks a text and returns a tree that only it understands. The tree can be lowered to IR. Most trees
 * can also be executed directly by a reference evaluator, which shares no code with the lowering: verification compares the
 * two.
 */
#ifndef FRONTEND_COMMON_FRONTEND_H
#define FRONTEND_COMMON_FRONTEND_H

#include "frontend/common/counts.h"
#include "ir/ir.h"
#include "util/buf.h"

/* A limit on programs that users may set by name, with its default. */
struct frontend_limit {
   const char *name;
   uint32_t value;
};

/* How sure a front end is that a text is in its language. */
enum frontend_match { FRONTEND_NO, FRONTEND_LIKELY, FRONTEND_SURE };

/* The name by which a program refers to an input, a result, a parameter or a buffer. */
enum frontend_name_kind { FRONTEND_INPUT, FRONTEND_OUTPUT, FRONTEND_PARAM, FRONTEND_BUFFER };
struct frontend_name {
   const char *name; /* without indices */
   uint8_t kind;     /* enum frontend_name_kind */
   bool is_array;    /* it takes an index below `length`; optional: without one it is the first element, else all of them */
   bool optional;
   bool per_vertex;  /* geometry programs: a leading index selects the vertex; else `vertex` does */
   uint32_t vertex;
   uint32_t first;   /* slot; entry of the list of parameters; element of buffer `buffer` */
   uint32_t length;
   uint32_t buffer, width; /* elements of buffers have 1 or 4 words */
};
typedef void (*frontend_name_fn)(void *user, const struct frontend_name *name);

struct frontend_ops {
   const char *name;
   /* Looks at the first bytes only. At most one language may be sure of a text. */
   enum frontend_match (*sniff)(const char *text, size_t len);
   const struct frontend_limit *limits;
   unsigned num_limits;

   /* 0 if the source is text, whose positions are lines and columns. Otherwise the source consists of words of this many
      bytes, and the "line" of a position is the number of the word, from 1. */
   uint8_t word_size;

   bool shares; /* a tree may be lowered and executed many times, by several threads at once, in other contexts than that of
                   parse() */

   /* Parses and checks. `limits` holds a value for each of the limits above. Returns the tree, or NULL after at least one
      diagnostic. */
   void *(*parse)(struct util_ctx *ctx, const char *text, size_t len, const uint32_t *limits);
   /* The stage that the text is for, and the span that declares it. NULL if programs of the language fit every stage. */
   enum ir_stage (*stage)(const void *tree, struct util_span *header);
   /* NULL if the language has no such counts. */
   void (*count)(const void *tree, struct frontend_counts *counts);
   /* The document section that defines how a program of this stage begins. NULL for that of util/diag.def. */
   const char *(*stage_section)(const void *tree, enum ir_stage stage);
   /* The effect of user clip planes on a vertex program. NULL for IO_CLIP_POSITION. */
   enum io_clip (*clip)(const void *tree);
   /* Fills in the program's declarations; the structure is zeroed. NULL if there are none. */
   void (*declared)(const void *tree, struct frontend_declared *declared);
   /* Lowers the tree, which may happen several times. Returns NULL after a diagnostic. fshort: 16 or 32, see
      docs/semantics.md. */
   struct ir_shader *(*lower)(struct util_ctx *ctx, void *tree, num_m num, unsigned fshort);

   /*
    * Execution of the tree. All four are NULL in a language without a reference evaluator.
    *
    * size     the number of source instructions, from which step budgets are made
    *    written  the components that the program writes, by slot: bits 0 to 3; those that only integer instructions write,
    *    which
    *             are compared bit for bit: bits 4 to 7
    *    release  the tree will not be executed or lowered any more, so memory that only these need can be given back
    */
   enum exec_status (*evaluate)(struct util_ctx *ctx, const void *tree, struct exec_wave *wave, unsigned fshort);
   uint32_t (*size)(const void *tree);
   void (*written)(const void *tree, uint8_t mask[SLOT_COUNT]);
   void (*release)(struct util_ctx *ctx, void *tree);

   /*
    * Writes a tree, its own or that of another front end of the same family, as source of this language. False after
    * diagnostics about features that the language cannot express. NULL if it cannot write.
    */
   const char *family;
   bool (*write)(struct util_ctx *ctx, const void *tree, struct util_buf *out);

   /* Visits the names of the program, declared ones first, and those of its bindings. NULL if it has only those of the IR. */
   void (*names)(const void *tree, frontend_name_fn visit, void *user);

   /* The document section of a diagnostic's rule in the language version of the text. NULL for that of util/diag.def. */
   const char *(*section)(enum diag_id id, const char *text, size_t len);
};

/* A parsed program. */
struct frontend_source {
   const struct frontend_ops *ops;
   void *tree;
   unsigned fshort; /* 16 or 32: precision of short variables in lowering and execution */
};

/* True if the source can be executed. */
static inline bool frontend_executes(const struct frontend_source *s) { return s->ops->evaluate != NULL; }

#endif
