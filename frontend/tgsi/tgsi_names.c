/* SPDX-License-Identifier: MIT */
/*
 * The names by which callers set values of a program: IN[0], CONST[3], CONST[1][3], and semantics such as GENERIC[2]; and the
 * sections of the documents by diagnostic.
 */
#include "frontend/tgsi/tgsi_names.h"
#include "frontend/tgsi/ast/tgsi_ast.h"

#include <string.h>

#define TEN(f, t)                                                                                                              \
   f "[" t "0]", f "[" t "1]", f "[" t "2]", f "[" t "3]", f "[" t "4]", f "[" t "5]", f "[" t "6]", f "[" t "7]",             \
       f "[" t "8]", f "[" t "9]"
static const char registers[2][60][8] = {
    {TEN("IN", ""), TEN("IN", "1"), TEN("IN", "2"), TEN("IN", "3"), TEN("IN", "4"), TEN("IN", "5")},
    {TEN("OUT", ""), TEN("OUT", "1"), TEN("OUT", "2"), TEN("OUT", "3"), TEN("OUT", "4"), TEN("OUT", "5")}};
static const char buffers[20][10] = {TEN("CONST", ""), TEN("CONST", "1")};

static bool varies_by_vertex(const struct tgsi_program *p, const struct tgsi_decl *d)
{
   return p->stage == TGSI_STAGE_GEOM && d->per_vertex;
}

static void declared(const struct tgsi_program *p, frontend_name_fn visit, void *user)
{
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      const bool out = d->file == TGSI_FILE_OUT;

      if ((d->file != TGSI_FILE_IN && !out) || d->slot >= SLOT_COUNT || varies_by_vertex(p, d))
         continue;
      for (uint32_t r = d->first; r <= d->last && r < sizeof registers[0] / sizeof registers[0][0]; r++)
         visit(user, &(struct frontend_name){.name = registers[out][r],
                                             .kind = out ? FRONTEND_OUTPUT : FRONTEND_INPUT,
                                             .first = d->slot + (r - d->first),
                                             .length = 1,
                                             .width = 4});
   }
}

static void constants(const struct tgsi_program *p, frontend_name_fn visit, void *user)
{
   struct frontend_name n = {
       .name = "CONST", .kind = FRONTEND_PARAM, .is_array = true, .length = p->num_regs[TGSI_FILE_CONST], .width = 4};
   uint32_t end[sizeof buffers / sizeof *buffers] = {0};

   if (n.length)
      visit(user, &n);
   n.name = buffers[0];
   if (n.length)
      visit(user, &n);
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];

      if (d->file == TGSI_FILE_CONST && d->has_dimension && d->dimension && d->dimension < sizeof buffers / sizeof *buffers &&
          end[d->dimension] <= d->last)
         end[d->dimension] = d->last + 1;
   }
   n.kind = FRONTEND_BUFFER;
   for (uint32_t b = 1; b < sizeof buffers / sizeof *buffers; b++) {
      n.name = buffers[b];
      n.buffer = b;
      n.length = end[b];
      if (end[b])
         visit(user, &n);
   }
}

static void semantics(const struct tgsi_program *p, bool out, frontend_name_fn visit, void *user)
{
   const uint8_t stage = (uint8_t)(1u << p->stage);
   const bool fragment = out && p->stage == TGSI_STAGE_FRAG;

   for (unsigned i = 0; i < TGSI_SEMANTIC_COUNT; i++) {
      const struct tgsi_semantic_info *s = &tgsi_semantic_info[i];
      struct frontend_name n = {
          .name = s->name, .kind = out ? FRONTEND_OUTPUT : FRONTEND_INPUT, .first = s->slot, .length = s->count, .width = 4};

      if (s->slot >= SLOT_COUNT || !((out ? s->out : s->in | s->sv) & stage) || i == TGSI_SEMANTIC_CLIPDIST)
         continue;
      if (fragment && (i == TGSI_SEMANTIC_COLOR || i == TGSI_SEMANTIC_GENERIC)) {
         n.first = SLOT_FRAG_COLOR;
         n.length = io_slot_array(SLOT_FRAG_COLOR);
      } else if (fragment && i == TGSI_SEMANTIC_POSITION) {
         n.first = SLOT_FRAG_DEPTH;
      }
      n.is_array = n.length > 1;
      n.optional = n.is_array;
      n.per_vertex = !out && p->stage == TGSI_STAGE_GEOM && s->in & stage && i != TGSI_SEMANTIC_PRIM_ID;
      visit(user, &n);
   }
}

void tgsi_names(const void *tree, frontend_name_fn visit, void *user)
{
   const struct tgsi_program *p = tree;

   declared(p, visit, user);
   constants(p, visit, user);
   semantics(p, false, visit, user);
   semantics(p, true, visit, user);
}

/* Sections of rules that other languages share. Other diagnostics of such rules are in the chapter on instructions. */
const char *tgsi_section(enum diag_id id, const char *text, size_t len)
{
   static const struct {
      enum diag_id id;
      const char *section;
   } rows[] = {
      {DIAG_ID_bad_header, "TGSI Basics"},
      {DIAG_ID_bad_character, "TGSI Basics"},
      {DIAG_ID_syntax_error, "TGSI Basics"},
      {DIAG_ID_text_after_end, "TGSI END"},
      {DIAG_ID_undeclared, "TGSI Declaration"},
      {DIAG_ID_redeclared, "TGSI Declaration"},
      {DIAG_ID_range_order, "TGSI Declaration"},
      {DIAG_ID_integer_too_large, "TGSI Basics"},
      {DIAG_ID_negative_as_unsigned, "TGSI Immediate"},
      {DIAG_ID_unwritten_read, ""},
      {DIAG_ID_unknown_target, "TGSI Texture Sampling"},
      {DIAG_ID_too_many_offsets, "TGSI Texture Sampling"},
      {DIAG_ID_offset_cube, "TGSI Texture Sampling"},
      {DIAG_ID_offset_buffer, "TGSI Texture Sampling"},
      {DIAG_ID_bad_primitive_in, "TGSI GS_INPUT_PRIM"},
      {DIAG_ID_missing_primitive_in, "TGSI GS_INPUT_PRIM"},
      {DIAG_ID_bad_primitive_out, "TGSI GS_OUTPUT_PRIM"},
      {DIAG_ID_missing_primitive_out, "TGSI GS_OUTPUT_PRIM"},
      {DIAG_ID_vertices_out_zero, "TGSI GS_MAX_OUTPUT_VERTICES"},
      {DIAG_ID_vertices_out_range, "TGSI GS_MAX_OUTPUT_VERTICES"},
      {DIAG_ID_vertex_number, "TGSI GS_INPUT_PRIM"},
      {DIAG_ID_vertex_index_missing, "TGSI GS_INPUT_PRIM"},
   };
   const char *section = diag_info[id].section;

   (void)text, (void)len;
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      if (rows[i].id == id)
         return rows[i].section;
   return *section && strncmp(section, "TGSI", 4) ? "TGSI Instruction Set" : section;
}
