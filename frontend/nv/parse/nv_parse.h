/* SPDX-License-Identifier: MIT */
/*
 * Private to the NV parser: what flex, bison and the semantic files share. The grammar (nv.y) knows the forms of operands and
 * statements but no names: a variable or binding with its indices and suffix is a "path", a list of segments, and nv_bind.c,
 * nv_decl.c and nv_instr.c look it up in tables. That keeps the grammar small and the place of every error exact.
 */
#ifndef FRONTEND_NV_PARSE_H
#define FRONTEND_NV_PARSE_H

#include "frontend/common/fe_hint.h"
#include "frontend/common/fe_number.h"
#include "frontend/nv/tree/nv_ast.h"
#include "util/similar.h"
#include "util/table.h"

#include <string.h>

/* A number as written; converted when its type is known. */
struct nv_num {
   struct util_span span; /* digits, without the sign */
   struct util_span sign; /* where a sign may stand; len 0: there is none */
   bool is_float, neg;
};

/* A list in one of the scratch arrays of the parser. */
struct nv_list {
   uint32_t first, count;
   struct util_span span;
};

enum nv_seg_kind { NV_SEG_NAME, NV_SEG_INDEX, NV_SEG_RANGE, NV_SEG_REL };

/* One segment of a path: name, [a], [a..b] or [reg.c + a]. */
struct nv_seg {
   uint8_t kind;
   struct util_span span; /* the name, or what stands between the brackets */
   struct util_span open; /* "[" */
   uint32_t end;          /* offset behind the segment */
   struct util_span a, b; /* integers; b: end of a range. REL: a is the offset, a.len 0 if there is none */
   bool neg;              /* REL: the offset is subtracted */
   struct util_span reg, reg_comp;
   bool has_elem; /* REL: reg[elem].comp */
   struct util_span elem;
};

enum nv_raw_kind { NV_RAW_NONE, NV_RAW_PATH, NV_RAW_NUMBER, NV_RAW_VECTOR };

/* An operand or initializer as written. */
struct nv_raw {
   uint8_t kind;
   bool neg, abs, abs_neg;
   bool has_sign;           /* any sign or bar at all: SWZ forbids them */
   struct nv_list path;     /* of segs */
   struct nv_list nums;     /* of nums: 1 for a number, 1..4 for a vector */
   struct util_span suffix; /* of a vector; len 0: none */
   struct util_span span;
};

struct nv_raw_cc {
   bool present;
   bool known; /* the rule is one of Table X.16: code and reg; else it is said */
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

/* An opcode with its suffixes. */
struct nv_raw_op {
   uint8_t op;
   bool r, h, x, sat, ssat, cc, cc_digit;
   uint8_t cc_reg;
   struct util_span span;
};

/* What the parser notes about a variable besides the tree. */
struct nv_var_note {
   bool broken;   /* its declaration was wrong: say no more about it */
   bool relative; /* its elements (not only its vertices) are addressed relatively */
   bool too_small; /* an index past its end is said */
   uint8_t misused; /* bit per kind of use that is said to be wrong */
   const struct nv_indexed_binding *indexed; /* what the name of an ATTRIB or OUTPUT with an address register stands for */
   struct util_span size;    /* a storage size that means nothing there; len 0: none */
   struct util_span integer; /* an integer in the initializer of a parameter without a type: a float */
};

struct nv_block {
   uint8_t op;     /* NV_OP_IF, NV_OP_REP or NV_OP_LOOP */
   uint32_t start; /* instruction index */
   uint32_t other; /* ELSE, or NV_NONE */
   uint32_t loop;  /* innermost REP or LOOP block, itself included: index into blocks, or NV_NONE */
   uint32_t indexed; /* innermost LOOP block likewise */
   bool has_brk, has_ret;
   bool lost; /* it began in a statement with a syntax error, and may not be one */
};

struct nv_call {
   uint32_t instr;
   struct util_span target;
};

enum { NV_DECL_PRIM_IN, NV_DECL_PRIM_OUT, NV_DECL_VERTICES_OUT, NV_DECL_COUNT };

/* The instructions by their first letter, in the order of the table. */
struct nv_op_index {
   uint8_t first[26], next[NV_OP_COUNT]; /* NV_OP_COUNT: no more */
};

struct nv_parser {
   struct util_ctx *ctx;
   struct nv_limits lim; /* clamped to what slots and masks can hold */
   const char *text;
   uint32_t len;
   struct nv_program *prog;
   unsigned errors_before;

   /* token filter (nv.y) */
   void *scanner;
   bool stmt_start, in_naming, in_option, peeked, ended;
   bool recovering; /* the statement has a syntax error, which is reported */
   bool has_op;     /* the statement began with stmt_op */
   bool op_done;    /* and that is in the tree: only the semicolon may be wrong */
   struct nv_raw_op stmt_op;
   struct nv_op_index ops;
   int peek_tok;
   struct util_span peek_span, scan_at;
   bool again;      /* the word at again_span, which was skipped in recovery, is delivered once more: it begins a statement */
   bool cut;        /* a ';' in front of it, which is not in the text, is delivered first */
   struct util_span again_span;
   uint32_t last_end, token_end; /* ends of the token before, and of the last one */
   uint32_t early_end; /* behind a ';' that was a syntax error; else 0 */
   bool rest_said;     /* the statement is said to be wrong, and what is left of it will be, too */

   bool commas;       /* the statement has some, or a '=' */

   /* what messages remember (nv_hint.c) */
   uint32_t hint_budget; /* units of util/similar.h that are left */

   /* scratch of one statement */
   struct nv_seg *segs;
   uint32_t num_segs, cap_segs;
   struct nv_num *nums;
   uint32_t num_nums, cap_nums;
   struct nv_raw *items;
   uint32_t num_items, cap_items;
   struct util_span *mods; /* opcode or variable modifiers */
   uint32_t num_mods, cap_mods;
   struct util_span *idents; /* of a naming statement, for recovery */
   uint32_t num_idents, cap_idents;
   unsigned swz_set; /* of SWZ: 1 xyzw seen, 2 rgba seen */
   struct util_span size_ignored, integer; /* what the notes about the variables of the statement take */

   struct nv_var_note *notes; /* by variable */
   uint32_t num_notes, cap_notes;
   struct util_table symbols; /* name -> variable + 1 */
   struct util_table labels;  /* name -> subroutine + 1 */
   struct util_table params;  /* key of a binding -> entry + 1 */
   struct util_map implicit;  /* nameless variables: see nv_bind.c */

   bool seen_statement, seen_declaration;
   bool option_order_said, relative_said;
   uint32_t nameless; /* declarations that a name is missing in, which is an error that was filed */
   uint8_t asked; /* dialects of the header and the options; the program has more when an error said that one is missing */
   bool have_decl[NV_DECL_COUNT];
   struct util_span decl_span[NV_DECL_COUNT];
   struct util_span vertices_out_span;

   /* bindings in use */
   uint8_t vattr_conventional[2], vattr_generic[2]; /* bit per vertex attribute */
   struct util_span vattr_span[16];                 /* where it was first bound */
   struct {
      uint8_t declared, interp;
      struct util_span span;
   } slot_interp[SLOT_COUNT];
   uint8_t attrib_used[SLOT_COUNT], attrib_relative[SLOT_COUNT], result_relative[SLOT_COUNT];
   uint32_t attrib_array[SLOT_COUNT], result_array[SLOT_COUNT]; /* the variables that are addressed so */
   uint8_t attrib_mask[SLOT_COUNT], result_mask[SLOT_COUNT]; /* components in use */
   uint32_t num_attribs, num_temporaries, num_attrib_components, num_result_components;
   bool attrib_components_said, result_components_said;
   bool temporaries_said, attribs_said, params_said, instrs_said;
   struct util_map param_relative; /* entry of a binding -> variable that is addressed relatively */
   uint32_t param_repeats;         /* constants that count again */
   struct util_table param_zeros;  /* constants with a 0, whatever its sign -> the entry of the one that counts, + 1 */
   uint32_t param_same;            /* constants that differ from others in the sign of a 0 only, and do not count */
   uint32_t num_addresses;
   uint8_t result_size[SLOT_COUNT]; /* enum nv_size + 1 of the variable through which it is written */
   uint8_t buffer_kind[16];        /* 0, 1 = BUFFER, 4 = BUFFER4 */
   struct util_span buffer_span[16]; /* the binding that made it so */
   struct util_span unit_span[32]; /* of the target that a unit was first used with */
   uint32_t num_units; /* in use */

   /* flow (nv_flow.c) */
   struct nv_block *blocks;
   uint32_t num_blocks, cap_blocks;
   uint32_t if_depth, loop_depth;
   bool flow_said; /* an error in the nesting of blocks: what follows from it is not said */
   struct nv_call *calls;
   uint32_t num_calls, cap_calls;
};

/* nv_parse.c: helpers */
void nv_error(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void nv_verror(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, va_list ap);
/* Is it this word? Most are not, which the first letter tells. */
static inline bool nv_is(const struct nv_parser *p, struct util_span s, const char *word)
{
   const char *t = p->text + s.off;
   return s.len && *t == *word && strlen(word) == s.len && memcmp(t, word, s.len) == 0;
}
/* "%.*s" arguments, cut to a printable length. */
#define NV_STR(p, s) ((int)((s).len < 60 ? (s).len : 60)), ((p)->text + (s).off)
struct util_span nv_span_join(struct util_span a, struct util_span b);
/* An integer as written, saturated to UINT32_MAX when it is larger. */
uint32_t nv_uint(const struct nv_parser *p, struct util_span s);
bool nv_reserved(const struct nv_parser *p, struct util_span name);      /* begins a binding */
bool nv_reserved_word(const struct nv_parser *p, const char *word, size_t len);
bool nv_reserved_name(const struct nv_parser *p, struct util_span name); /* no variable can have that name */
bool nv_has_fog(const struct nv_parser *p);     /* one of the fog options: they take resources for themselves */
void nv_statement_end(struct nv_parser *p);     /* forget the scratch */
void nv_statement_recover(struct nv_parser *p); /* after a syntax error */
void nv_finish(struct nv_parser *p, struct util_span end);

/* nv_warn.c: warnings about a program without errors; `end` is its END */
void nv_warn(struct nv_parser *p, struct util_span end);

/* nv_hint.c: what messages say beyond the mistake. Hints are "" or "; did you mean ...?", for the end of a message. */
void nv_similar(struct nv_parser *p, struct util_similar *s, struct util_span word);
const char *nv_hint(struct nv_parser *p, const struct util_similar *s);
const char *nv_hint_words(struct nv_parser *p, struct util_span word, const char *const *words, size_t n);
const char *nv_hint_variable(struct nv_parser *p, struct util_span word);
const char *nv_hint_label(struct nv_parser *p, struct util_span word);
const char *nv_hint_statement(struct nv_parser *p, struct util_span word);
/* Notes to the error before: where a variable was declared (nothing for nameless ones); how an instruction is written. */
void nv_note_declared(struct nv_parser *p, uint32_t var);
void nv_note_form(struct nv_parser *p, const struct nv_raw_op *op);
/* nv.y: the keywords of the language, NULL past the end */
const char *nv_keyword(const struct nv_parser *p, size_t i);

/* nv_bind.c */
enum nv_bind_use { NV_BIND_OPERAND, NV_BIND_RESULT, NV_BIND_SINGLE, NV_BIND_ARRAY };
struct nv_bound {
   enum nv_class cls;
   uint32_t consumed; /* segments of the path */
   struct util_span span;
   /* attributes and results */
   enum io_slot slot;
   uint32_t count;
   const struct nv_io_row *row;
   bool per_vertex;
   uint32_t vertex;
   /* parameters: entry k is (pcls, first + k), or text for PARAM_STATE (rows: text.row[first + k]) */
   enum io_param_class pcls;
   uint32_t first;
   bool rows;
   char state[80];
   /* buffers */
   uint32_t buffer;
   bool whole;
   /* attributes and results that are addressed with a register: slots slot .. slot + count - 1, index in segment rel */
   bool relative;
   uint32_t rel;
};
/* A binding that is addressed with a register, and the index as it was written. */
struct nv_indexed_binding {
   struct nv_bound b;
   struct nv_seg index;
};
/* Register and offset of such an index: ARB_vertex_program 2.14.4.2, NV_fragment_program2 3.11.2. */
bool nv_older_relative(struct nv_parser *p, const struct nv_seg *s, struct nv_index *out);
/* A variable with its indices. What follows them in the path is the suffix. */
struct nv_place {
   uint32_t var;
   struct nv_index index, vertex;
   struct util_span suffix; /* len 0: none */
   struct util_span name;   /* for messages */
};
/* The variable that a path names or declares implicitly. `ntc`: do not check the types of indices. false after an error. */
bool nv_resolve(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, bool ntc, struct nv_place *out);
/* Whether the declared type, if there is one, is the one that is used; else an error. */
bool nv_type_agrees(struct nv_parser *p, uint32_t var, enum nv_type type, bool ntc, struct util_span span);
/* Component of a letter; *set gets 1 for xyzw, 2 for rgba. -1 if it is none. */
int nv_component(char c, unsigned *set);
/* Look up the binding that a path starts with; false after an error. */
bool nv_bind(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b);
/* Entry of one parameter binding, shared with an equal one unless `fresh`. */
uint32_t nv_param_entry(struct nv_parser *p, const struct nv_bound *b, uint32_t k, bool fresh, struct util_span span);
uint32_t nv_const_entry(struct nv_parser *p, const uint32_t value[4], bool fresh, struct util_span span);
void nv_params_relative(struct nv_parser *p, uint32_t var, struct util_span span);
uint32_t nv_implicit_io(struct nv_parser *p, const struct nv_bound *b);
uint32_t nv_implicit_param(struct nv_parser *p, uint32_t entry, struct util_span span);
void nv_count_attribs(struct nv_parser *p, const struct nv_var *v, struct util_span span);
void nv_use_attrib(struct nv_parser *p, uint32_t var, struct util_span span);
void nv_use_components(struct nv_parser *p, const struct nv_operand *o, uint8_t mask);
void nv_use_relative(struct nv_parser *p, uint32_t var, struct util_span span);
bool nv_io_interpolated(const struct nv_io_row *row);
bool nv_io_arrayed(const struct nv_io_row *row);
bool nv_io_flat(const struct nv_io_row *row);
void nv_io_constants(const struct nv_io_row *row, struct nv_var *v);
unsigned nv_num_vertices(const struct nv_program *prog, bool known);

/* nv_decl.c */
uint32_t nv_new_var(struct nv_parser *p, const struct nv_var *v, bool broken);
/* Variable of a name; NV_NONE if there is none. */
uint32_t nv_lookup(const struct nv_parser *p, struct util_span name);
/* The same, but an unknown name is an error, said once: afterwards it names a broken variable. */
uint32_t nv_lookup_or_error(struct nv_parser *p, struct util_span name);
void nv_establish_broken(struct nv_parser *p, struct util_span name);
struct nv_raw_size {
   bool present, sized;
   struct util_span span, number;
};
void nv_declare(struct nv_parser *p, struct util_span keyword, struct util_span name, struct nv_raw_size size, bool braces,
                struct nv_list items);
void nv_declare_temp(struct nv_parser *p, struct util_span name, struct nv_raw_size size);
void nv_declare_address(struct nv_parser *p, struct util_span name);
void nv_declare_alias(struct nv_parser *p, struct util_span name, struct nv_list old);
void nv_option(struct nv_parser *p, struct util_span keyword, struct util_span name);
/* Switch on what an option brings, without checks; false if this kind of program has no such option. */
bool nv_option_apply(struct nv_parser *p, struct util_span name);
/* After an error, when it is not known which option was meant: whatever the program uses, no option is missing. */
void nv_option_any(struct nv_parser *p);
void nv_declaration(struct nv_parser *p, struct util_span keyword, struct util_span arg);
bool nv_constant_vector(struct nv_parser *p, const struct nv_raw *raw, enum nv_type type, bool negated, uint32_t out[4]);

/* nv_modifier.c */
void nv_op_index_init(struct nv_op_index *x);
bool nv_classify_op(const struct nv_parser *p, const char *s, size_t len, struct nv_raw_op *out, bool *wrong_order);
/* An instruction with op, type and modifiers (those in p->mods), whose operands are still missing. */
struct nv_instr nv_instr_begin(struct nv_parser *p, const struct nv_raw_op *op, struct util_span span);
/* nv_instr.c */
struct nv_raw_cc nv_condition(struct nv_parser *p, struct util_span rule);
void nv_instr_alu(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                  unsigned n, struct util_span span);
struct nv_raw_swz {
   uint8_t sel[4];
   bool neg[4];
};
bool nv_ext_swizzle(struct nv_parser *p, struct util_span word, uint8_t *sel);
void nv_instr_swz(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                  const struct nv_raw_swz *swz, struct util_span span);
void nv_instr_tex(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                  unsigned n, const struct nv_raw_tex *tex, struct util_span span);
/* Flow, KIL, EMIT, ENDPRIM: src and target may be absent. */
void nv_instr_flow(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_cc *cc, const struct nv_raw *src,
                   struct util_span target, struct util_span span);

/* PUSHA and POPA: one of the two. */
void nv_instr_stack(struct nv_parser *p, const struct nv_raw_op *op, const struct nv_raw_dst *dst, const struct nv_raw *src,
                    struct util_span span);

/* nv_texture.c: the rest of a texture instruction */
void nv_texture(struct nv_parser *p, const struct nv_raw_tex *tex, struct nv_instr *ins);

/* nv_flow.c */
void nv_flow_init(struct nv_parser *p);
void nv_flow_label(struct nv_parser *p, struct util_span name);
void nv_flow_instr(struct nv_parser *p, uint32_t index, struct util_span target);
/* An instruction that was lost to a syntax error: keep the blocks in order. */
void nv_flow_lost(struct nv_parser *p);
void nv_flow_finish(struct nv_parser *p, struct util_span end);

/* nv_arb.c: the older languages */
static inline bool nv_arb(const struct nv_parser *p)
{
   return (p->prog->dialect & NV_D_ARB) != 0;
}
static inline bool nv_has(const struct nv_parser *p, unsigned dialects)
{
   return (p->prog->dialect & dialects) != 0;
}
/* An error unless the program is of one of the dialects: names the option that brings what is missing, if there is one. */
void nv_needs_option(struct nv_parser *p, struct util_span at, unsigned dialects, const char *what);
bool nv_arb_op_allowed(unsigned dialect, const struct nv_raw_op *op);
void nv_arb_unknown_op(struct nv_parser *p, struct util_span s, const struct nv_raw_op *op);
bool nv_arb_keyword(const struct nv_parser *p, struct util_span name);
void nv_arb_finish(struct nv_parser *p);

#endif
