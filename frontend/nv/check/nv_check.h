/* SPDX-License-Identifier: MIT */
/*
 * The rules about a statement. The grammar calls these functions with a statement as it was written; they report its errors and
 * build the tree. A file of this folder uses only files that stand above it here, and those of resolve/. Functions that return
 * bool return false after they have reported an error, unless the comment says otherwise.
 */
#ifndef FRONTEND_NV_CHECK_H
#define FRONTEND_NV_CHECK_H

#include "frontend/nv/resolve/nv_resolve.h"

/* ---- nv_option.c: options, and declarations about the program */

void nv_option(struct nv_parser *p, struct util_span keyword, struct util_span name);
/* Enables an option without checks. Returns false, without an error, if this kind of program has no such option. */
bool nv_option_apply(struct nv_parser *p, struct util_span name);
/* PRIMITIVE_IN, PRIMITIVE_OUT or VERTICES_OUT. */
void nv_declaration(struct nv_parser *p, struct util_span keyword, struct util_span arg);

/* ---- nv_component.c: letters after a variable */

bool nv_swizzle(struct nv_parser *p, struct util_span s, uint8_t swz[4]);
/* Returns all components after an error. */
uint8_t nv_write_mask(struct nv_parser *p, struct util_span s);
/* A selector of SWZ. */
bool nv_ext_swizzle(struct nv_parser *p, struct util_span word, uint8_t *sel);

/* ---- nv_condition.c */

struct nv_raw_cc nv_condition(struct nv_parser *p, struct util_span rule);
struct nv_cc_test nv_cc_test(struct nv_parser *p, const struct nv_raw_cc *raw);
/* Returns true if the operand of KIL is a condition. */
bool nv_kill_condition(struct nv_parser *p, const struct nv_raw *src, struct nv_raw_cc *cc);

/* ---- nv_place.c: the variable that the path of an operand or result leads to */

/* A variable with its indices. The suffix is the part of the path after them. */
struct nv_place {
   uint32_t var;
   struct nv_index index, vertex;
   struct util_span suffix; /* empty if the path ends before it */
   struct util_span name;   /* for messages */
};
/* The general case of nv_resolve(): out->var is the result of nv_recent() for the first name, and the rest is 0. */
bool nv_resolve_path(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, bool ntc, struct nv_place *out);
/* Finds the variable that a path names or declares implicitly. With `ntc` the types of indices are not checked. */
static inline bool nv_resolve(struct nv_parser *p, struct nv_list path, enum nv_bind_use use, bool ntc, struct nv_place *out)
{
   const struct util_span name = p->stmt.segs[path.first].span;

   *out = (struct nv_place){.var = nv_recent(p, name)};
   if (path.count == 1 && out->var != NV_NONE && p->names.notes[out->var].plain) { /* the most frequent case */
      out->name = name;
      return true;
   }
   return nv_resolve_path(p, path, use, ntc, out);
}
/* Reports that a variable is declared with a type other than `type`. */
void nv_type_error(struct nv_parser *p, uint32_t var, enum nv_type type, struct util_span span);
static inline void nv_type_check(struct nv_parser *p, uint32_t var, enum nv_type type, bool ntc, struct util_span span)
{
   const enum nv_type declared = p->prog->vars[var].type;

   if (declared != NV_TYPE_NONE && type != NV_TYPE_NONE && declared != type && !ntc)
      nv_type_error(p, var, type, span);
}
/* The register and offset of an index in the older languages: ARB_vertex_program 2.14.4.2, NV_fragment_program2 3.11.2. */
bool nv_older_relative(struct nv_parser *p, const struct nv_seg *s, struct nv_index *out);

/* ---- nv_operand.c */

void nv_result(struct nv_parser *p, const struct nv_raw_dst *raw, enum nv_type type, struct nv_instr *ins);
void nv_operands(struct nv_parser *p, const struct nv_raw *src, unsigned n, struct nv_instr *ins);

/* ---- nv_modifier.c: a new instruction with the opcode and the modifiers of p->stmt, without operands. It lies after the
   others in the tree, but counts only when it is complete. */
struct nv_instr *nv_instr_begin(struct nv_parser *p, struct util_span span);

/* ---- nv_texture.c: unit, target and offsets of a texture instruction */
void nv_texture(struct nv_parser *p, const struct nv_raw_tex *tex, struct nv_instr *ins);

/* ---- nv_flow.c: blocks and calls; nv_recursion.c: ends of subroutines and recursion, once the whole program is known */

void nv_flow_init(struct nv_parser *p);
void nv_flow_label(struct nv_parser *p, struct util_span name);
void nv_flow_instr(struct nv_parser *p, uint32_t index, struct util_span target);
/* Keeps the nesting of blocks after an instruction with a syntax error. */
void nv_flow_lost(struct nv_parser *p);
void nv_flow_finish(struct nv_parser *p, struct util_span end);
void nv_sub_ends(struct nv_parser *p);
void nv_sub_recursion(struct nv_parser *p);

/* ---- nv_instr.c: whole instructions, from the parts in p->stmt */

/* With n operands. */
void nv_instr_alu(struct nv_parser *p, unsigned n, struct util_span span);
void nv_instr_tex(struct nv_parser *p, unsigned n, struct util_span span);
void nv_instr_swz(struct nv_parser *p, struct util_span span);
/* Flow control, KIL, EMIT and ENDPRIM; cc and src are NULL if the instruction has none. */
void nv_instr_flow(struct nv_parser *p, const struct nv_raw_cc *cc, const struct nv_raw *src, struct util_span target,
                   struct util_span span);
/* PUSHA and POPA. */
void nv_instr_stack(struct nv_parser *p, struct util_span span);

/* ---- nv_initializer.c: the bindings and constants of a declared variable */

struct nv_declaring {
   struct nv_var v;
   bool array, has_interp;
   uint32_t size;              /* of the array; 0 if the text has none */
   struct util_span type_span; /* the type modifier, or the keyword */
   struct nv_bound first;      /* the first binding of an attribute or result */
};
bool nv_initialize(struct nv_parser *p, struct nv_declaring *d, const struct nv_raw *item);

/* ---- nv_decl.c: declarations of variables */

void nv_declare(struct nv_parser *p, struct util_span keyword, struct util_span name, struct nv_raw_size size, bool braces,
                struct nv_list items);
void nv_declare_temp(struct nv_parser *p, struct util_span name, struct nv_raw_size size);
void nv_declare_address(struct nv_parser *p, struct util_span name);
void nv_declare_alias(struct nv_parser *p, struct util_span name, struct nv_list old);

#endif
