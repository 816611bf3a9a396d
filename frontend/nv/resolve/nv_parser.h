/* SPDX-License-Identifier: MIT */
/*
 * The state of the NV parser, and the forms in which the grammar hands operands and statements to the checks. All folders of
 * the parser include it; from the bottom:
 *
 *   resolve/ meanings of words: messages, opcodes, reserved words, variables, constants, bindings
 *   check/   rules about a statement: operands, instructions, blocks, options, declarations. They build the tree
 *   parse/   lexer, token filter, grammar; rules about the whole program, warnings; the entry
 *
 * The grammar (nv.y) knows the forms of operands and statements but no names. A variable or binding with its indices and suffix
 * is a "path", a list of segments that the checks look up in tables. That keeps the grammar small and the places of errors
 * exact.
 */
#ifndef FRONTEND_NV_PARSER_H
#define FRONTEND_NV_PARSER_H

#include "frontend/common/fe_hint.h"
#include "frontend/nv/ast/nv_ast.h"
#include "util/table.h"

#include <string.h>

/* ---- parts of statements, from the grammar */

/* A number as written. It is converted once its type is known. */
struct nv_num {
   struct util_span span; /* the digits, without the sign */
   struct util_span sign; /* empty if the number has no sign */
   bool is_float, neg;
};

/* A range of one of the arrays in struct nv_statement. */
struct nv_list {
   uint32_t first, count;
   struct util_span span;
};

enum nv_seg_kind { NV_SEG_NAME, NV_SEG_INDEX, NV_SEG_RANGE, NV_SEG_REL };

/* A segment of a path: name, [a], [a..b] or [reg.c + a]. */
struct nv_seg {
   uint8_t kind;
   struct util_span span; /* the name, or the text between the brackets */
   struct util_span open; /* the "[", or the "." before a name; empty in the first segment */
   uint32_t end;          /* offset of the end of the segment */
   /* The other fields are not set for a name. */
   bool neg;              /* REL: the offset is subtracted */
   bool has_elem;         /* REL: reg[elem].comp */
   struct util_span a, b; /* integers; b is the end of a range. REL: a is the offset, or empty if there is no offset */
   struct util_span reg, reg_comp, elem;
};

enum nv_raw_kind { NV_RAW_NONE, NV_RAW_PATH, NV_RAW_NUMBER, NV_RAW_VECTOR };

/* An operand or initializer as written. */
struct nv_raw {
   uint8_t kind;
   bool neg, abs, abs_neg;
   bool has_sign;           /* it has a sign or bars, which SWZ forbids */
   union {
      struct nv_list path; /* of segs */
      struct nv_list nums; /* of nums: 1 for a number, 1..4 for a vector */
   };
   struct util_span suffix; /* of a vector; may be empty */
   struct util_span span;
};

struct nv_raw_cc {
   bool present;
   bool known;        /* the rule is one of Table X.16, so code and reg are valid; otherwise an error has been reported */
   uint8_t code, reg;
   struct util_span rule, suffix, span;
};

struct nv_raw_dst {
   struct nv_list path;
   struct nv_raw_cc cc;
   struct util_span span;
};

struct nv_raw_tex {
   struct nv_list unit; /* path */
   struct util_span target;
   struct nv_list offsets; /* of nums */
};

struct nv_raw_size {
   bool present, sized;
   struct util_span span, number;
};

struct nv_raw_swz {
   uint8_t sel[4];
   bool neg[4];
};

/* An opcode with its suffixes. */
struct nv_raw_op {
   uint8_t op;
   bool r, h, x, sat, ssat, cc, cc_digit;
   uint8_t cc_reg;
   struct util_span span;
};

/* ---- state of the checks */

struct nv_io_row; /* a row of nv_io.def */

/* A binding that was looked up. */
struct nv_bound {
   enum nv_class cls;
   uint32_t consumed; /* segments of the path that belong to it */
   struct util_span span;
   /* attributes and results */
   enum io_slot slot;
   uint32_t count; /* of slots or parameter entries */
   const struct nv_io_row *row;
   bool per_vertex;
   uint32_t vertex;
   /* parameters: entry k is (pcls, first + k); for PARAM_STATE it is the text, or text.row[first + k] if `rows` */
   enum io_param_class pcls;
   uint32_t first;
   bool rows;
   char state[80];
   /* buffers */
   uint32_t buffer;
   bool whole; /* program.buffer[n] without an element */
   /* attributes and results that are indexed with a register: slots slot .. slot + count - 1; segment `rel` is the index */
   bool relative;
   uint32_t rel;
};
/* The binding of a variable whose elements are selected by a register, and the index as written. */
struct nv_indexed_binding {
   struct nv_bound b;
   struct nv_seg index;
};

/* Facts about a variable that only the parser needs. */
struct nv_var_note {
   bool broken;     /* an error in its declaration has been reported, so later errors about it are not */
   bool plain;      /* a temporary without indices that is not broken */
   bool relative;   /* its elements (not only its vertices) are indexed with a register */
   bool too_small;  /* an index past its end has been reported */
   uint8_t misused; /* a bit for each kind of misuse that has been reported */
   const struct nv_indexed_binding *indexed; /* ATTRIB or OUTPUT of a binding with an address register; otherwise NULL */
   struct util_span ignored_size; /* a storage size that has no meaning for the variable; may be empty */
   struct util_span integer;      /* an integer in the initializer of an untyped parameter, where it is a float; may be empty */
};

struct nv_block {
   uint8_t op;       /* NV_OP_IF, NV_OP_REP or NV_OP_LOOP */
   uint32_t start;   /* instruction index */
   uint32_t other;   /* the ELSE, or NV_NONE */
   uint32_t loop;    /* the innermost REP or LOOP block, possibly itself: index into blocks, or NV_NONE */
   uint32_t indexed; /* the innermost LOOP block, in the same way */
   bool has_brk, has_ret;
   bool lost; /* it began in a statement with a syntax error, so it may not be a block */
};

struct nv_call {
   uint32_t instr;
   struct util_span target;
};

enum { NV_DECL_PRIM_IN, NV_DECL_PRIM_OUT, NV_DECL_VERTICES_OUT, NV_DECL_COUNT };

/* The opcodes by their first letter, in the order of the table. */
struct nv_op_index {
   uint8_t first[26], next[NV_OP_COUNT]; /* NV_OP_COUNT at the end of a list */
};

/*
 * Words of up to 8 bytes that were looked up before, by a hash of the word, because programs repeat a few words. The key is the
 * word itself (nv_word_key), or 0 in a free entry.
 */
enum { NV_RECENT_BITS = 5, NV_RECENT = 1 << NV_RECENT_BITS };
struct nv_recent_name {
   uint64_t key;
   uint32_t var;
};
struct nv_recent_op {
   uint64_t key;
   struct nv_raw_op op;
   uint8_t dialect; /* the dialect of the lookup */
};

/* ---- the state of the parser, by lifetime */

/* A token from the lexer. */
struct nv_tok {
   struct util_span span;
   int kind; /* of the grammar, or of nv_token.h */
};

/* The tokens of the text (nv.l), and the token filter (nv_token.c) between them and the grammar. */
struct nv_tokens {
   struct nv_tok *list;
   uint32_t num, cap;
   uint32_t next;      /* the next token to read */
   uint32_t statement; /* the first token of the statement after the word that tells its kind */
   const char *buffer; /* of the lexer */
   /* If none of these holds, the next token comes from the list. */
   bool at_start : 1; /* the next token begins a statement */
   bool ended : 1;    /* END has been read */
   /* In error recovery a word that was read as part of the wrong statement may turn out to begin the next one: the filter then
      delivers it again, after a semicolon that is not in the text. */
   bool insert_semicolon : 1;
   uint32_t early_end; /* offset after a ';' that was a syntax error, until the next token is read; otherwise 0 */
};

/* The current statement: nv_statement_end clears everything here. */
struct nv_statement {
   bool in_naming, in_option; /* it declares names; it is an OPTION */
   bool has_op;               /* it began with the opcode `op` */
   bool op_done;              /* the instruction is in the tree, and only the semicolon can still be wrong */
   bool recovering;           /* a syntax error has been reported, and the rest of the statement is skipped */
   bool rest_reported;        /* an error has been reported that makes the rest of the statement wrong too */
   struct nv_raw_op op;
   /* Parts that the grammar has read; operands and initializers are `items`. */
   struct nv_raw_dst dst;
   struct nv_raw_cc cc;
   struct nv_raw_tex tex;
   struct nv_raw_size size;
   struct nv_raw_swz swz;
   struct nv_seg *segs;
   uint32_t num_segs, cap_segs;
   struct nv_num *nums;
   uint32_t num_nums, cap_nums;
   struct nv_raw *items;
   uint32_t num_items, cap_items;
   struct util_span *mods; /* modifiers of an opcode or a variable */
   uint32_t num_mods, cap_mods;
   unsigned swz_letters; /* letters in the selectors of SWZ: 1 for xyzw, 2 for rgba */
   struct util_span ignored_size, integer; /* for the notes of the variables that are declared */
};

/* Names, for the whole program. */
struct nv_names {
   struct nv_var_note *notes; /* by variable */
   uint32_t num_notes, cap_notes;
   struct util_table symbols; /* name -> variable + 1 */
   struct nv_recent_name recent[NV_RECENT];
   struct util_table labels;  /* name -> subroutine + 1 */
   struct util_map implicit;  /* variables without a name, by binding: see nv_use.c */
   uint32_t missing;          /* declarations whose name is unknown because of an error */
};

/* The entries of program->params (nv_param.c). */
struct nv_params {
   struct util_table entries; /* key of a binding or constant -> entry + 1 */
   struct util_table zeros;   /* constants with a component of either 0 -> the entry of the first of them, + 1 */
   struct util_map relative;  /* entry of a binding -> the variable with it that is indexed with a register */
   uint32_t num_repeats;      /* constants of such variables that count again */
   uint32_t num_equal;        /* constants that do not count because they equal another except for the sign of a 0 */
};

/* Declarations about the program. */
struct nv_declared {
   bool statement, declaration; /* the program has had a statement; a declaration about the program */
   uint8_t requested; /* dialects of the header and the options; prog->dialect also has those that errors have granted */
   bool have[NV_DECL_COUNT];
   struct util_span at[NV_DECL_COUNT];
   struct util_span vertices_out; /* the number */
};

/* Bindings in use, for the whole program. */
struct nv_bindings {
   uint8_t conventional[2], generic[2]; /* vertex attributes: a bit for each number that is bound by this kind of name */
   struct util_span attrib_at[16];      /* the first binding of a vertex attribute */
   struct {
      uint8_t declared, interp;
      struct util_span span;
   } interp[SLOT_COUNT];
   uint8_t attrib_used[SLOT_COUNT];
   /* Slots of variables that are indexed with a register: a bit for each vertex, and the variable. */
   uint8_t attrib_relative[SLOT_COUNT], result_relative[SLOT_COUNT];
   uint32_t attrib_array[SLOT_COUNT], result_array[SLOT_COUNT];
   uint8_t attrib_mask[SLOT_COUNT], result_mask[SLOT_COUNT]; /* components in use */
   uint8_t result_size[SLOT_COUNT]; /* the enum nv_size of the variable that the result is written through, or 0 */
   uint8_t buffer_kind[16];         /* 1 BUFFER, 4 BUFFER4, 0 unused */
   struct util_span buffer_at[16];  /* the binding that decided the kind */
   struct util_span unit_at[32];    /* texture units: the target at the first use */
   /* Numbers that are compared with the limits. */
   uint32_t num_attribs, num_temporaries, num_attrib_components, num_result_components, num_addresses, num_units;
};

/* Blocks and calls (nv_flow.c). */
struct nv_flow {
   struct nv_block *blocks;
   uint32_t num_blocks, cap_blocks;
   uint32_t if_depth, loop_depth;
   struct nv_call *calls;
   uint32_t num_calls, cap_calls;
};

/* Facts that only warnings need. */
struct nv_noted {
   bool integer; /* some variable has an `integer` in its note */
   bool implied; /* some operand has an implied component */
};

/* Errors that are reported once in a program. */
struct nv_reported {
   bool option_order, relative_binding, nesting;
   bool attribs, temporaries, params, instrs, attrib_components, result_components;
};

struct nv_parser {
   struct util_ctx *ctx;
   const char *text;
   uint32_t len;
   struct nv_limits lim; /* capped at what slots and masks of the tree can hold */
   struct nv_program *prog;
   unsigned errors_before;
   struct nv_op_index ops;
   struct nv_recent_op recent_ops[NV_RECENT]; /* first words of statements that are instructions */
   struct fe_hints hints;

   struct nv_tokens tok;
   struct nv_statement stmt;
   struct nv_names names;
   struct nv_params params;
   struct nv_declared decl;
   struct nv_bindings bind;
   struct nv_flow flow;
   struct nv_noted noted;
   struct nv_reported reported;
};

#endif
