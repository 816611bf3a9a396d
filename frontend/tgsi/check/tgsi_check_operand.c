/* SPDX-License-Identifier: MIT */
/* Operands: whether their registers exist, and which uses they allow. */
#include "frontend/tgsi/check/tgsi_checker.h"

static const char *name_of(const struct tgsi_operand *o) { return tgsi_file_info[o->file].name; }

/* One wrong declaration makes many registers undeclared, so each is reported once, and at most so many of a file. */
#define MAX_UNDECLARED 3

static void report_undeclared(struct tgsi_checker *c, struct util_span span, enum tgsi_file file, int32_t index)
{
   if (c->p->incomplete || c->num_undeclared[file] == MAX_UNDECLARED)
      return;
   for (unsigned i = 0; i < c->num_undeclared[file]; i++)
      if (c->undeclared[file][i] == index)
         return;
   c->undeclared[file][c->num_undeclared[file]++] = index;
   tgsi_check_error(c, DIAG_ID_undeclared, span, "%s[%d] is not declared", tgsi_file_info[file].name, index);
}

static bool is_declared(const struct tgsi_program *p, enum tgsi_file file, int32_t index, uint32_t *decl)
{
   if (index < 0 || (uint32_t)index >= p->num_regs[file])
      return false;
   if (file == TGSI_FILE_IMM)
      return true;
   *decl = p->decl_of[file][index];
   return *decl != TGSI_NONE;
}

static void check_relative(struct tgsi_checker *c, const struct tgsi_operand *o, uint32_t rel)
{
   const struct tgsi_relative *r = &c->p->relatives[rel];
   uint32_t decl;

   if (!(tgsi_file_info[r->file].use & TGSI_USE_READ))
      tgsi_check_error(c, DIAG_ID_bad_address, o->span, "%s cannot be read, so it cannot be an index",
                       tgsi_file_info[r->file].name);
   else if (!is_declared(c->p, (enum tgsi_file)r->file, r->index, &decl))
      report_undeclared(c, o->span, (enum tgsi_file)r->file, r->index);
   if (rel == o->rel && !(tgsi_file_info[o->file].use & TGSI_USE_INDIRECT))
      tgsi_check_error(c, DIAG_ID_not_indexable, o->span, "%s cannot be indexed with a register", name_of(o));
   if (r->array_id && (r->array_id >= c->num_arrays || c->array[r->array_id] == TGSI_NONE)) {
      if (!c->p->incomplete)
         tgsi_check_error(c, DIAG_ID_undeclared, o->span, "ARRAY(%u) is not declared", r->array_id);
   } else if (r->array_id && c->p->decls[c->array[r->array_id]].file != o->file) {
      tgsi_check_error(c, DIAG_ID_undeclared, o->span, "ARRAY(%u) is not an array of %s", r->array_id, name_of(o));
   }
   if (rel == o->rel && !r->array_id)
      c->p->indexed[o->file] = true;
}

/* Returns true if some buffer declares the entry. */
static bool in_any_buffer(const struct tgsi_checker *c, int32_t index)
{
   uint32_t decl;

   for (uint32_t b = 0; b < TGSI_MAX_BUFFERS; b++)
      if (index >= 0 && (uint32_t)index < c->const_end[b] && c->const_of[b][index] != TGSI_NONE)
         return true;
   return is_declared(c->p, TGSI_FILE_CONST, index, &decl);
}

/* CONST[b][i], where b is not 0 or is in a register */
static void constant_buffer(struct tgsi_checker *c, struct tgsi_operand *o)
{
   const uint32_t b = (uint32_t)o->dimension;

   if (o->rel != TGSI_NONE)
      return;
   if (o->dim_rel != TGSI_NONE) {
      if (!in_any_buffer(c, o->index) && !c->p->incomplete && c->num_missing++ < MAX_UNDECLARED)
         tgsi_check_error(c, DIAG_ID_undeclared, o->span, "CONST[][%d] is not declared for any buffer", o->index);
      return;
   }
   if (b >= TGSI_MAX_BUFFERS || o->index < 0 || (uint32_t)o->index >= c->const_end[b] ||
       c->const_of[b][o->index] == TGSI_NONE) {
      if (!c->p->incomplete && c->num_missing++ < MAX_UNDECLARED)
         tgsi_check_error(c, DIAG_ID_undeclared, o->span, "CONST[%d][%d] is not declared", o->dimension, o->index);
      return;
   }
   o->decl = c->const_of[b][o->index];
}

/* Inputs of geometry programs begin with the number of their vertex, except for inputs of the primitive, although Mesa prints
   DCL IN[][2], PRIM_ID. */
static void check_vertex(struct tgsi_checker *c, const struct tgsi_operand *o)
{
   const struct tgsi_program *p = c->p;
   const struct tgsi_decl *d = o->decl == TGSI_NONE ? NULL : &p->decls[o->decl];

   if (p->stage != TGSI_STAGE_GEOM)
      return;
   if (!o->has_dimension && d && d->per_vertex && d->semantic != TGSI_SEMANTIC_PRIM_ID)
      tgsi_check_error(c, DIAG_ID_vertex_index_missing, o->span,
                       "IN[%d] belongs to a vertex; expected the vertex number before it", o->index);
   else if (o->has_dimension && o->dim_rel == TGSI_NONE && p->prim_in < 5 &&
            (uint32_t)o->dimension >= exec_primitive_vertices(p->prim_in) && !p->incomplete &&
            c->num_vertices++ < MAX_UNDECLARED)
      tgsi_check_error(c, DIAG_ID_vertex_number, o->span, "vertex %d is out of range for the input primitive", o->dimension);
}

static void check_dimensions(struct tgsi_checker *c, struct tgsi_operand *o)
{
   const enum tgsi_file file = (enum tgsi_file)o->file;
   const bool arrayed = c->p->stage >= TGSI_STAGE_GEOM && c->p->stage != TGSI_STAGE_COMP;
   const bool two =
       tgsi_file_info[file].use & TGSI_USE_DIMENSION && (file == TGSI_FILE_CONST || file == TGSI_FILE_HWATOMIC || arrayed);

   if (o->has_dimension && !two)
      tgsi_check_error(c, DIAG_ID_not_an_array, o->span, "registers of %s have only one index here", name_of(o));
   else if (file == TGSI_FILE_HWATOMIC && o->dim_rel == TGSI_NONE && (uint32_t)o->dimension >= TGSI_MAX_BUFFERS)
      tgsi_check_error(c, DIAG_ID_register_number, o->span, "HWATOMIC[%d] is out of range; the last one is %u", o->dimension,
                       TGSI_MAX_BUFFERS - 1);
   else if (file == TGSI_FILE_IN)
      check_vertex(c, o);
}

static void check_register(struct tgsi_checker *c, struct tgsi_operand *o)
{
   const enum tgsi_file file = (enum tgsi_file)o->file;

   if (o->rel != TGSI_NONE)
      check_relative(c, o, o->rel);
   if (o->dim_rel != TGSI_NONE)
      check_relative(c, o, o->dim_rel);
   /* Mesa's programs declare MEMORY[1] and use MEMORY[0]; those of 2012 have RES[-2] for the memory of a workgroup.
      CONSTBUF[n] is declared as CONST[n]. */
   if (file == TGSI_FILE_NULL && (o->index || o->has_dimension || o->rel != TGSI_NONE))
      tgsi_check_error(c, DIAG_ID_not_indexable, o->span, "NULL cannot have an index");
   if (file == TGSI_FILE_NULL || file == TGSI_FILE_RES || file == TGSI_FILE_MEMORY || file == TGSI_FILE_CONSTBUF)
      return;
   if (o->has_dimension && file == TGSI_FILE_CONST && (o->dimension || o->dim_rel != TGSI_NONE))
      constant_buffer(c, o);
   else if (o->rel == TGSI_NONE && !is_declared(c->p, file, o->index, &o->decl))
      report_undeclared(c, o->span, file, o->index);
   else
      check_dimensions(c, o);
}

/* --- operands by their type --- */

static bool is_resource(enum tgsi_file file) { return tgsi_file_info[file].use & TGSI_USE_MEMORY; }

static void wrong_file(struct tgsi_checker *c, const struct tgsi_operand *o, const struct tgsi_instr *in, const char *what)
{
   tgsi_check_error(c, DIAG_ID_operand_file, o->span, "%s takes %s here, not %s", tgsi_op_info[in->op].name, what, name_of(o));
}

/* Samplers, sampler views, resources */
static bool check_object(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o, char type)
{
   /* A temporary as the operand stands for the render target. */
   const bool asks_samples = in->op == TGSI_OP_SAMPLE_POS || in->op == TGSI_OP_SAMPLE_INFO;

   if (type != 'S' && type != 'V' && type != 'R')
      return false;
   if (o->file == TGSI_FILE_NULL && c->p->incomplete)
      return true; /* it replaces an operand with an error */
   if (type == 'S' && o->file != TGSI_FILE_SAMP)
      wrong_file(c, o, in, "a sampler");
   else if (type == 'V' && o->file != TGSI_FILE_SVIEW && !(asks_samples && o->file == TGSI_FILE_TEMP))
      wrong_file(c, o, in, "a sampler view");
   else if (type == 'R' && !is_resource((enum tgsi_file)o->file))
      wrong_file(c, o, in, "a buffer, an image or memory");
   else if (o->neg || o->abs)
      tgsi_check_error(c, DIAG_ID_bad_modifier, o->span, "%s cannot have a sign or an absolute value", name_of(o));
   else if (type == 'R')
      tgsi_check_object(c, in, o);
   return true;
}

/* The operand of FBFETCH names the render target of a colour result. */
static void check_fetched(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o)
{
   const bool is_known = o->file == TGSI_FILE_OUT && o->decl != TGSI_NONE;
   const uint8_t semantic = is_known ? c->p->decls[o->decl].semantic : TGSI_SEMANTIC_COLOR;

   if (o->file != TGSI_FILE_OUT || semantic != TGSI_SEMANTIC_COLOR)
      wrong_file(c, o, in, "a result with the semantic COLOR");
   else if (o->rel != TGSI_NONE)
      tgsi_check_error(c, DIAG_ID_not_indexable, o->span, "the result that %s takes cannot have an index in a register",
                       tgsi_op_info[in->op].name);
   else if (o->neg || o->abs)
      tgsi_check_error(c, DIAG_ID_bad_modifier, o->span, "%s cannot have a sign or an absolute value", name_of(o));
}

static void check_source(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o, unsigned s)
{
   const char type = tgsi_src_type((enum tgsi_op)in->op, s);

   if (check_object(c, in, o, type))
      return;
   if (!(tgsi_file_info[o->file].use & TGSI_USE_READ))
      tgsi_check_error(c, DIAG_ID_not_readable, o->span, "%s cannot be read", name_of(o));
   else if (o->abs && (type == 'I' || type == 'U' || type == 'L' || type == 'M'))
      tgsi_check_error(c, DIAG_ID_bad_modifier, o->span,
                       "an integer operand of %s cannot have an absolute value; use %s",
                       tgsi_op_info[in->op].name, type == 'L' || type == 'M' ? "I64ABS" : "IABS");
   else if (tgsi_op_info[in->op].kind == TGSI_INTERP && s == 0 && o->file != TGSI_FILE_IN)
      wrong_file(c, o, in, "an input");
   else if (in->op == TGSI_OP_FBFETCH)
      check_fetched(c, in, o);
}

static void check_result(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o, unsigned n)
{
   if (!o->mask)
      tgsi_check_error(c, DIAG_ID_bad_write_mask, o->span, "the write mask of the result is empty");
   if (check_object(c, in, o, tgsi_dst_type((enum tgsi_op)in->op, n)))
      return;
   if (!(tgsi_file_info[o->file].use & TGSI_USE_WRITE))
      tgsi_check_error(c, DIAG_ID_not_writable, o->span, "%s cannot be written", name_of(o));
   else if (in->op == TGSI_OP_BGNFOR && o->file != TGSI_FILE_LOOP)
      wrong_file(c, o, in, "a register of LOOP");
   else if (in->op == TGSI_OP_POPA && o->file != TGSI_FILE_ADDR)
      wrong_file(c, o, in, "an address register");
}

static void texel_offset(struct tgsi_checker *c, const struct tgsi_operand *o)
{
   if (!(tgsi_file_info[o->file].use & TGSI_USE_READ))
      tgsi_check_error(c, DIAG_ID_not_readable, o->span, "%s cannot be read", name_of(o));
   else if (o->neg || o->abs || o->has_dimension || o->rel != TGSI_NONE)
      tgsi_check_error(c, DIAG_ID_bad_modifier, o->span,
                       "a texel offset must be a register with a constant index and without modifiers");
}

/* --- facts that follow from operands --- */

static void out_register(struct tgsi_program *p, const struct tgsi_decl *d, uint32_t r, uint8_t mask)
{
   uint32_t slot;
   unsigned bit;

   for (unsigned lane = 0; lane < 4; lane++)
      if (mask >> lane & 1 && tgsi_result_slot(d, r, lane, &slot, &bit))
         p->out_written[slot] |= (uint8_t)(1u << bit);
}

static void note_written(struct tgsi_checker *c, const struct tgsi_operand *o)
{
   struct tgsi_program *p = c->p;

   if (o->file != TGSI_FILE_OUT)
      return;
   if (o->rel == TGSI_NONE) {
      if (o->decl != TGSI_NONE)
         out_register(p, &p->decls[o->decl], (uint32_t)o->index, o->mask);
      return;
   }
   const uint32_t array = p->relatives[o->rel].array_id < c->num_arrays ? p->relatives[o->rel].array_id : 0;
   if (!(o->mask & ~c->indexed_out[array]))
      return;
   c->indexed_out[array] |= o->mask;
   for (uint32_t i = 0; i < p->num_decls; i++)
      for (uint32_t r = p->decls[i].first;
           p->decls[i].file == TGSI_FILE_OUT && r <= p->decls[i].last && r < p->num_regs[TGSI_FILE_OUT]; r++)
         if (!array || array == p->decls[i].array_id)
            out_register(p, &p->decls[i], r, o->mask);
}

/* The declaration of an operand. If its index is in a register, this is the first one that it can name. */
static uint32_t first_decl(const struct tgsi_checker *c, const struct tgsi_operand *o)
{
   const uint32_t id = o->rel == TGSI_NONE ? 0 : c->p->relatives[o->rel].array_id;

   if (o->rel == TGSI_NONE)
      return o->decl;
   if (id)
      return id < c->num_arrays ? c->array[id] : TGSI_NONE;
   for (uint32_t r = 0; r < c->p->num_regs[o->file]; r++)
      if (c->p->decl_of[o->file][r] != TGSI_NONE)
         return c->p->decl_of[o->file][r];
   return TGSI_NONE;
}

/* A sampler view decides the target. */
static void use_view(struct tgsi_checker *c, struct tgsi_instr *in)
{
   for (unsigned s = 0; s < in->num_src; s++) {
      const struct tgsi_operand *o = tgsi_src(c->p, in, s);
      const uint32_t d = o->file == TGSI_FILE_SVIEW ? first_decl(c, o) : TGSI_NONE;

      if (d != TGSI_NONE)
         in->target = c->p->decls[d].target;
   }
}

/* The rows of a matrix are registers that follow the one in the text. */
static void check_matrix(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const unsigned rows = in->op == TGSI_OP_M4X4 || in->op == TGSI_OP_M3X4 ? 4 : in->op == TGSI_OP_M3X2 ? 2 : 3;

   if (in->op < TGSI_OP_M4X4 || in->op > TGSI_OP_M3X2 || in->num_src != 2)
      return;
   struct tgsi_operand row = *tgsi_src(c->p, in, 1);
   if (row.rel != TGSI_NONE || row.dim_rel != TGSI_NONE || row.decl == TGSI_NONE)
      return;
   for (unsigned k = 1; k < rows; k++) {
      row.index++;
      check_register(c, &row);
   }
}

void tgsi_check_operands(struct tgsi_checker *c, struct tgsi_instr *in)
{
   uint32_t decl;

   for (unsigned n = 0; n < (unsigned)in->num_dst + in->num_src + in->num_offsets; n++) {
      struct tgsi_operand *o = &c->p->operands[in->operand + n];

      check_register(c, o);
      if (n < in->num_dst) {
         check_result(c, in, o, n);
         note_written(c, o);
      } else if (n < (unsigned)in->num_dst + in->num_src) {
         check_source(c, in, o, n - in->num_dst);
      } else {
         texel_offset(c, o);
      }
   }
   check_matrix(c, in);
   if (tgsi_op_info[in->op].kind == TGSI_VIEW)
      use_view(c, in);
   if (in->predicated && !is_declared(c->p, TGSI_FILE_PRED, (int32_t)in->pred, &decl))
      report_undeclared(c, in->span, TGSI_FILE_PRED, (int32_t)in->pred);
}
