/* SPDX-License-Identifier: MIT */
/*
 * The meanings of words. A file of this folder uses only files that stand above it here. Functions that return bool return
 * false after they have reported an error, unless the comment says otherwise.
 */
#ifndef FRONTEND_NV_NAME_H
#define FRONTEND_NV_NAME_H

#include "frontend/nv/resolve/nv_parser.h"

/* ---- nv_text.c: pieces of the text, errors */

void nv_error(struct nv_parser *p, enum diag_id id, struct util_span span, const char *fmt, ...)
    __attribute__((cold, format(printf, 4, 5)));
/*
 * Cites the section of the rule for the error before, where it depends on more than the language: one for NV_gpu_program4, one
 * for !!ARBvp1.0 and one for !!ARBfp1.0. A section without a document is in the document of the kind of program. NULL keeps the
 * section of the table.
 */
void nv_cite(struct nv_parser *p, const char *nv, const char *vertex, const char *fragment);
/* Compares a piece of the text with a word. The first letters are compared first, because they usually differ. */
static inline bool nv_is(const struct nv_parser *p, struct util_span s, const char *word)
{
   const char *t = p->text + s.off;
   return s.len && *t == *word && strlen(word) == s.len && memcmp(t, word, s.len) == 0;
}
/* A word of up to 8 bytes as a unique number, from which its place among NV_RECENT entries follows; 0 for longer words. */
static inline uint64_t nv_word_key(const struct nv_parser *p, struct util_span s)
{
   uint64_t key = 0;

   for (uint32_t i = 0; i < s.len && s.len <= 8; i++)
      key = key << 8 | (uint8_t)p->text[s.off + i];
   return key;
}
static inline uint32_t nv_word_place(uint64_t key)
{
   return (uint32_t)(key * 0x9e3779b97f4a7c15u >> (64 - NV_RECENT_BITS));
}
/* The arguments of "%.*s" for a piece of the text, cut to a printable length. */
#define NV_STR(p, s) ((int)((s).len < 60 ? (s).len : 60)), ((p)->text + (s).off)
/* An integer as written, limited to UINT32_MAX. */
uint32_t nv_uint(const struct nv_parser *p, struct util_span s);
/* The component that a letter names, or -1. Sets bit 1 of *set for xyzw, 2 for rgba. */
static inline int nv_component(char c, unsigned *set)
{
   switch (c) {
   case 'x': *set |= 1; return 0;
   case 'y': *set |= 1; return 1;
   case 'z': *set |= 1; return 2;
   case 'w': *set |= 1; return 3;
   case 'r': *set |= 2; return 0;
   case 'g': *set |= 2; return 1;
   case 'b': *set |= 2; return 2;
   case 'a': *set |= 2; return 3;
   default: return -1;
   }
}

/* The first tells whether the program is in an older language, the second whether it is in one of the dialects. */
static inline bool nv_arb(const struct nv_parser *p)
{
   return (p->prog->dialect & NV_D_ARB) != 0;
}
static inline bool nv_has(const struct nv_parser *p, unsigned dialects)
{
   return (p->prog->dialect & dialects) != 0;
}
/* Fog options use some of the program's resources. */
static inline bool nv_has_fog(const struct nv_parser *p)
{
   return p->prog->opt_fog_exp || p->prog->opt_fog_exp2 || p->prog->opt_fog_linear;
}
/* The vertices of the input primitive, or the maximum while the primitive is not declared. */
static inline uint32_t nv_num_vertices(const struct nv_parser *p)
{
   return p->decl.have[NV_DECL_PRIM_IN] ? exec_primitive_vertices(p->prog->prim_in) : EXEC_MAX_VERTICES;
}

/* ---- nv_opcode.c: opcodes and their suffixes */

void nv_op_index_init(struct nv_op_index *x);
/* Finds the instruction that a word spells. Sets *wrong_order if its suffixes are right but in the wrong order. */
bool nv_classify_op(const struct nv_parser *p, const char *s, size_t len, struct nv_raw_op *out, bool *wrong_order);
/* The first tells whether a dialect of the older languages has the instruction with these suffixes, the second whether the
   instruction has no suffix. */
bool nv_arb_op_allowed(unsigned dialect, const struct nv_raw_op *op);
bool nv_arb_op_plain(const struct nv_raw_op *op);

/* ---- nv_word.c: keywords and reserved words */

enum nv_word {
   NV_WORD_NONE,
   NV_WORD_END,
   NV_WORD_OPTION,
   NV_WORD_TEMP,
   NV_WORD_ALIAS,
   NV_WORD_ADDRESS,
   NV_WORD_VAR,       /* ATTRIB PARAM OUTPUT BUFFER BUFFER4 */
   NV_WORD_MODIFIER,  /* of a variable: type, size, interpolation */
   NV_WORD_DECL_WORD, /* PRIMITIVE_IN PRIMITIVE_OUT */
   NV_WORD_DECL_INT   /* VERTICES_OUT */
};
/* The keyword of the program's language that a word is. */
enum nv_word nv_word(const struct nv_parser *p, struct util_span s);
/* Keyword number i of the language, or NULL past the end. */
const char *nv_keyword(const struct nv_parser *p, size_t i);
/* Returns true if the word begins a binding. */
bool nv_reserved_word(const struct nv_parser *p, const char *word, size_t len);
static inline bool nv_reserved(const struct nv_parser *p, struct util_span name)
{
   return nv_reserved_word(p, p->text + name.off, name.len);
}
/* The end of a message about a name that begins bindings of other kinds of programs; otherwise "". */
const char *nv_hint_stage(const struct nv_parser *p, struct util_span word);
/* Reports a name that a variable cannot have; returns true if it does. */
bool nv_reserved_name(const struct nv_parser *p, struct util_span name);
void nv_reserved_error(struct nv_parser *p, struct util_span name);

/* ---- nv_hint.c: additions to messages */

/* Begins a search for words that resemble a piece of the text. */
void nv_similar(struct nv_parser *p, struct util_similar *s, struct util_span word);
const char *nv_hint_words(struct nv_parser *p, struct util_span word, const char *const *words, size_t n);
const char *nv_hint_variable(struct nv_parser *p, struct util_span word);
const char *nv_hint_label(struct nv_parser *p, struct util_span word);
/* For the first word of a statement. */
const char *nv_hint_statement(struct nv_parser *p, struct util_span word);
/* Notes to the error before: the declaration of a variable that has a name; the syntax of an instruction. */
void nv_note_declared(struct nv_parser *p, uint32_t var);
void nv_note_form(struct nv_parser *p, const struct nv_raw_op *op);

/* ---- nv_dialect.c: errors about features that a dialect lacks */

/* Reports that `what` needs one of the dialects, with the option that adds it if one does. */
void nv_needs_option(struct nv_parser *p, struct util_span at, unsigned dialects, const char *what);
/* Reports a first word of a statement that is the instruction `op` in other dialects only. */
void nv_arb_unknown_op(struct nv_parser *p, struct util_span s, const struct nv_raw_op *op);
/*
 * Grants the program all dialects of its language and the options that add words, when it is unknown which option was meant.
 */
void nv_grant_all(struct nv_parser *p);

/* ---- nv_variable.c: names of variables */

/* Marks the error before as one about an ALIAS. */
void nv_cite_alias(struct nv_parser *p);

uint32_t nv_new_var(struct nv_parser *p, const struct nv_var *v);
uint32_t nv_new_broken_var(struct nv_parser *p, const struct nv_var *v);
/* The variable of a name that was looked up recently, or NV_NONE if a search is needed. */
static inline uint32_t nv_recent(const struct nv_parser *p, struct util_span name)
{
   const uint64_t key = nv_word_key(p, name);
   const struct nv_recent_name *recent = &p->names.recent[nv_word_place(key)];

   return key && recent->key == key ? recent->var : NV_NONE;
}
/* The variable of a name, or NV_NONE. */
uint32_t nv_lookup(struct nv_parser *p, struct util_span name);
/* The same, but reports an unknown name and makes it a broken variable, so that it is reported once. */
uint32_t nv_lookup_or_error(struct nv_parser *p, struct util_span name);
/* Gives a new variable a name. */
void nv_establish(struct nv_parser *p, struct util_span name, const struct nv_var *v, bool broken);
/* Makes the name a broken variable, unless it is already a variable or cannot be one. */
void nv_establish_broken(struct nv_parser *p, struct util_span name);
/* Makes the name another name of a variable. */
void nv_establish_alias(struct nv_parser *p, struct util_span name, uint32_t var);

/* ---- nv_constant.c: the value of a number or vector. `negated`: it is an operand after a minus. */
bool nv_constant_vector(struct nv_parser *p, const struct nv_raw *raw, enum nv_type type, bool negated, uint32_t out[4]);

/* ---- nv_param.c: entries of the program's list of parameters */

/* Entry k of a binding. Equal bindings share an entry unless `fresh`, which the elements of arrays need. */
uint32_t nv_param_entry(struct nv_parser *p, const struct nv_bound *b, uint32_t k, bool fresh, struct util_span span);
/* The number of parameters that count against the limit. */
uint32_t nv_num_params(const struct nv_parser *p);
uint32_t nv_const_entry(struct nv_parser *p, const uint32_t value[4], bool fresh, struct util_span span);
/* Records that the variable is indexed with a register. */
void nv_params_relative(struct nv_parser *p, uint32_t var, struct util_span span);

/* ---- nv_path.c: segments of a path */

/* Segment i, or NULL past the end. */
const struct nv_seg *nv_seg_at(const struct nv_parser *p, struct nv_list path, uint32_t i);
/* The place of segment i, or the place where it is missing. */
struct util_span nv_seg_place(const struct nv_parser *p, struct nv_list path, uint32_t i);
/* The place where the index is missing that should be segment i: the "." in its place, or the end of the path. */
struct util_span nv_index_place(const struct nv_parser *p, struct nv_list path, uint32_t i);
/* The limit of a constant index or range of a binding. Messages use `what`, and the option that sets the limit or NULL. */
struct nv_index_limit {
   uint32_t limit;
   const char *what, *option;
};
bool nv_constant_index(struct nv_parser *p, const struct nv_seg *s, struct nv_index_limit limit, bool range_ok, uint32_t *first,
                       uint32_t *count);

/* ---- nv_bind_io.c, nv_bind_state.c, nv_bind.c: bindings */

enum nv_bind_use { NV_BIND_OPERAND, NV_BIND_RESULT, NV_BIND_SINGLE, NV_BIND_ARRAY };
/* Looks up the binding at the start of a path. */
bool nv_bind(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b);
/* The same for vertex.*, fragment.*, primitive.* and result.*; and for state.*. */
bool nv_bind_io(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b);
bool nv_bind_state(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, struct nv_bound *b);
/* Columns of a row of nv_io.def: allows interpolation modifiers; allowed in an array; constant over a primitive. */
bool nv_io_interpolated(const struct nv_io_row *row);
bool nv_io_arrayed(const struct nv_io_row *row);
bool nv_io_flat(const struct nv_io_row *row);
/* Sets the components of an attribute that are supplied, and the values of the others. */
void nv_io_constants(const struct nv_io_row *row, struct nv_var *v);

/* ---- nv_use.c: variables that bindings declare implicitly, and totals over the uses of bindings */

uint32_t nv_implicit_io(struct nv_parser *p, const struct nv_bound *b);
uint32_t nv_implicit_param(struct nv_parser *p, uint32_t entry, struct util_span span);
/*
 * Counts attributes that a variable is bound to; a reference of an operand to one; components that an operand reads; a relative
 * index.
 */
void nv_count_attribs(struct nv_parser *p, const struct nv_var *v, struct util_span span);
void nv_use_attrib(struct nv_parser *p, uint32_t var, struct util_span span);
void nv_use_components(struct nv_parser *p, const struct nv_operand *o, uint8_t mask);
void nv_use_relative(struct nv_parser *p, uint32_t var, struct util_span span);

#endif
