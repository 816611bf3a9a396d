/* SPDX-License-Identifier: MIT */
/* Declarations: the registers and their meaning. */
#include "frontend/tgsi/check/tgsi_checker.h"

#include <string.h>

static uint32_t *new_table(struct util_ctx *ctx, uint32_t n)
{
   uint32_t *a = UTIL_ARRAY(ctx, uint32_t, (size_t)n + 1);

   memset(a, 0xff, n * sizeof *a);
   return a;
}

/* Returns true for a constant of a buffer other than 0. */
static bool has_buffers(const struct tgsi_decl *d) { return d->file == TGSI_FILE_CONST && d->has_dimension && d->dimension; }

/* A part of a declaration that its file does not allow, or NULL. Fields of tokens can express more of them than words of a
   text. */
static const char *misplaced_part(const struct tgsi_decl *d)
{
   const bool named = d->file == TGSI_FILE_IN || d->file == TGSI_FILE_OUT || d->file == TGSI_FILE_SV;

   return !d->mask                                         ? "need at least one lane"
          : d->has_semantic && !named                      ? "cannot have a semantic"
          : d->has_dimension && d->per_vertex              ? "cannot have a vertex number in their declaration"
          : d->memory && d->file != TGSI_FILE_MEMORY       ? "cannot have a kind of memory"
          : d->atomic && d->file != TGSI_FILE_BUFFER       ? "cannot be atomic counters"
          : d->file == TGSI_FILE_IMM || d->file == TGSI_FILE_NULL ? "cannot be declared"
                                                           : NULL;
}

static bool check_range(struct tgsi_checker *c, const struct tgsi_decl *d)
{
   const char *file = tgsi_file_info[d->file].name, *why = misplaced_part(d);

   if (why)
      tgsi_check_error(c, DIAG_ID_bad_declaration, d->span, "registers of %s %s", file, why);
   else if (d->first > d->last)
      tgsi_check_error(c, DIAG_ID_range_order, d->span, "the range %s[%u..%u] is reversed", file, d->first, d->last);
   else if (d->last >= TGSI_MAX_REGS)
      tgsi_check_error(c, DIAG_ID_register_number, d->span, "%s[%u] is out of range; the last register is %u", file, d->last,
                       TGSI_MAX_REGS - 1);
   else if (d->has_dimension && !(tgsi_file_info[d->file].use & TGSI_USE_DIMENSION))
      tgsi_check_error(c, DIAG_ID_bad_declaration, d->span, "registers of %s have only one index", file);
   else if (d->has_dimension && d->dimension >= TGSI_MAX_BUFFERS)
      tgsi_check_error(c, DIAG_ID_register_number, d->span, "%s[%u] is out of range; the last one is %u", file, d->dimension,
                       TGSI_MAX_BUFFERS - 1);
   else
      return true;
   return false;
}

/*
 * Cull distances follow the clip distances. NUM_CLIPDIST_ENABLED is the number of clip distances that the program writes (TGSI
 * documentation, "NUM_CLIPDIST_ENABLED"), or that a fragment program reads. Without the property, and for the inputs of a
 * geometry program, the declared registers give the number.
 */
static uint32_t cull_base(const struct tgsi_program *p, enum tgsi_file file)
{
   uint32_t n = 0;

   if (p->property[TGSI_PROPERTY_NUM_CLIPDIST_ENABLED].set && (file == TGSI_FILE_OUT || p->stage == TGSI_STAGE_FRAG))
      return p->property[TGSI_PROPERTY_NUM_CLIPDIST_ENABLED].value;
   for (uint32_t i = 0; i < p->num_decls; i++)
      if (p->decls[i].file == file && p->decls[i].has_semantic && p->decls[i].semantic == TGSI_SEMANTIC_CLIPDIST)
         n += 4 * (p->decls[i].last - p->decls[i].first + 1);
   return n;
}

/* Allocates the table of each file for the registers of all declarations. */
static void allocate_tables(struct tgsi_checker *c)
{
   struct tgsi_program *p = c->p;

   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      uint32_t *end = has_buffers(d) ? &c->const_end[d->dimension & (TGSI_MAX_BUFFERS - 1)] : &p->num_regs[d->file];

      if (d->first <= d->last && d->last < TGSI_MAX_REGS && *end <= d->last)
         *end = d->last + 1;
      if (d->array_id >= c->num_arrays && d->array_id < TGSI_MAX_REGS)
         c->num_arrays = d->array_id + 1;
   }
   p->num_regs[TGSI_FILE_IMM] = p->num_imms;
   for (unsigned f = 0; f < TGSI_FILE_COUNT; f++)
      p->decl_of[f] = new_table(c->ctx, f == TGSI_FILE_IMM ? 0 : p->num_regs[f]);
   for (unsigned b = 0; b < TGSI_MAX_BUFFERS; b++)
      c->const_of[b] = new_table(c->ctx, c->const_end[b]);
   c->array = new_table(c->ctx, c->num_arrays);
   c->indexed_out = UTIL_ARRAY(c->ctx, uint8_t, (size_t)c->num_arrays + 1);
   c->cull_base[0] = cull_base(p, TGSI_FILE_IN);
   c->cull_base[1] = cull_base(p, TGSI_FILE_OUT);
}

/* Mesa declares an output that packs several variables once for each of them. */
static bool same_meaning(const struct tgsi_decl *a, const struct tgsi_decl *b)
{
   return a->file == b->file && a->file == TGSI_FILE_OUT && a->has_semantic && b->has_semantic && a->semantic == b->semantic &&
          a->semantic_index - a->first == b->semantic_index - b->first;
}

static void declare_registers(struct tgsi_checker *c, uint32_t n)
{
   const struct tgsi_decl *d = &c->p->decls[n];
   uint32_t *of = has_buffers(d) ? c->const_of[d->dimension] : c->p->decl_of[d->file], other = TGSI_NONE;

   for (uint32_t r = d->first; r <= d->last; r++) {
      if (of[r] == TGSI_NONE)
         of[r] = n;
      else if (other == TGSI_NONE)
         other = r;
   }
   if (other == TGSI_NONE || same_meaning(d, &c->p->decls[of[other]]) ||
       d->file == TGSI_FILE_HWATOMIC) /* counters have the number of their buffer first */
      return;
   tgsi_check_error(c, DIAG_ID_redeclared, d->span, "redeclaration of %s[%u]", tgsi_file_info[d->file].name, other);
   util_note(c->ctx, c->p->decls[of[other]].span, "previous declaration is here");
}

static void check_array(struct tgsi_checker *c, uint32_t n)
{
   const struct tgsi_decl *d = &c->p->decls[n];

   if (!d->array_id)
      return;
   if (d->array_id >= TGSI_MAX_REGS)
      tgsi_check_error(c, DIAG_ID_register_number, d->span, "ARRAY(%u) is out of range; the last one is %u", d->array_id,
                       TGSI_MAX_REGS - 1);
   else if (c->array[d->array_id] == TGSI_NONE)
      c->array[d->array_id] = n;
}

/* --- slots --- */

static uint32_t fragment_result(enum tgsi_semantic semantic)
{
   switch (semantic) {
   case TGSI_SEMANTIC_POSITION: return SLOT_FRAG_DEPTH;
   case TGSI_SEMANTIC_COLOR:
   case TGSI_SEMANTIC_GENERIC: return SLOT_FRAG_COLOR;
   default: return tgsi_semantic_info[semantic].slot;
   }
}

/* The slot of index 0, and the number of indices. */
static uint32_t base_slot(const struct tgsi_checker *c, const struct tgsi_decl *d, enum tgsi_semantic semantic, uint32_t *count)
{
   const bool result = d->file == TGSI_FILE_OUT && c->p->stage == TGSI_STAGE_FRAG;
   const uint32_t slot = result ? fragment_result(semantic) : tgsi_semantic_info[semantic].slot;

   *count = slot == SLOT_FRAG_COLOR ? SLOT_FRAG_COLOR_LAST - SLOT_FRAG_COLOR + 1 : tgsi_semantic_info[semantic].count;
   if (semantic != TGSI_SEMANTIC_CULLDIST)
      return slot;
   return SLOT_CLIP + c->cull_base[d->file == TGSI_FILE_OUT];
}

static uint8_t stages_of(const struct tgsi_decl *d)
{
   const struct tgsi_semantic_info *info = &tgsi_semantic_info[d->semantic];

   return d->file == TGSI_FILE_IN ? info->in : d->file == TGSI_FILE_OUT ? info->out : info->sv;
}

/* Vertex attributes are identified by their numbers, whatever their semantics. */
static void vertex_input(struct tgsi_checker *c, struct tgsi_decl *d)
{
   const uint32_t n = SLOT_VATTR_LAST - SLOT_VATTR + 1;

   if (d->last >= n)
      tgsi_check_error(c, DIAG_ID_register_number, d->span, "IN[%u] is out of range; the last vertex attribute is %u", d->last,
                       n - 1);
   else
      d->slot = SLOT_VATTR + d->first;
}

static void assign_slot(struct tgsi_checker *c, struct tgsi_decl *d)
{
   enum tgsi_semantic semantic = (enum tgsi_semantic)d->semantic;
   uint32_t index = d->semantic_index, count, base;
   const uint8_t stage = (uint8_t)(1u << c->p->stage);

   if (d->file == TGSI_FILE_IN && c->p->stage == TGSI_STAGE_VERT) {
      vertex_input(c, d);
      return;
   }
   if (!d->has_semantic && d->file == TGSI_FILE_IN && c->p->stage == TGSI_STAGE_FRAG) {
      semantic = TGSI_SEMANTIC_GENERIC;
      index = d->first;
   } else if (!d->has_semantic) {
      if (!(stage & TGSI_TESS) && !c->p->incomplete)
         tgsi_check_error(c, DIAG_ID_missing_semantic, d->span, "%s[%u] needs a semantic", tgsi_file_info[d->file].name,
                          d->first);
      return;
   } else if (!(stages_of(d) & stage)) {
      tgsi_check_error(c, DIAG_ID_wrong_stage_semantic, d->span, "%s is not a semantic of %s in %s programs",
                       tgsi_semantic_info[semantic].name, tgsi_file_info[d->file].name, tgsi_stage_name[c->p->stage]);
      return;
   }
   base = base_slot(c, d, semantic, &count);
   if (stage & TGSI_TESS)
      return;
   if (base == SLOT_ATTR && (index >= count || d->last - d->first >= count - index))
      return; /* legal for any number: tgsi_check.c */
   if (index >= count || d->last - d->first >= count - index) {
      tgsi_check_error(c, DIAG_ID_semantic_index, d->span, "%s[%u] is out of range; the last one is %u",
                       tgsi_semantic_info[semantic].name, index + (d->last - d->first), count - 1);
      return;
   }
   if (semantic == TGSI_SEMANTIC_CLIPDIST || semantic == TGSI_SEMANTIC_CULLDIST)
      index *= 4;
   if (semantic == TGSI_SEMANTIC_CULLDIST && (base - SLOT_CLIP > 8 || base + index > SLOT_CLIP_LAST)) {
      tgsi_check_error(c, DIAG_ID_semantic_index, d->span,
                       "there are 8 clip and cull distances, and %u of them are clip distances", base - SLOT_CLIP);
      return;
   }
   d->slot = base + index;
}

void tgsi_check_declarations(struct tgsi_checker *c)
{
   struct tgsi_program *p = c->p;

   allocate_tables(c);
   for (uint32_t i = 0; i < p->num_decls; i++) {
      struct tgsi_decl *d = &p->decls[i];

      d->slot = SLOT_COUNT;
      if (!check_range(c, d))
         continue;
      declare_registers(c, i);
      check_array(c, i);
      tgsi_check_object_declaration(c, d);
      if (d->file == TGSI_FILE_IN || d->file == TGSI_FILE_OUT || d->file == TGSI_FILE_SV)
         assign_slot(c, d);
   }
}
