/* SPDX-License-Identifier: MIT */
/*
 * The tree as text that parses to the same tree. Defaults are omitted. Floats are written as their bits, because the four
 * decimals of other dumps are not enough to read them back.
 */
#include <string.h>

#include "frontend/tgsi/ast/tgsi_ast.h"

static void print_letters(struct util_buf *b, uint8_t mask)
{
   for (unsigned l = 0; l < 4; l++)
      if (mask >> l & 1)
         util_buf_byte(b, (uint8_t) "xyzw"[l]);
}

static void print_swizzle(struct util_buf *b, const uint8_t swz[4], unsigned n)
{
   util_buf_byte(b, '.');
   for (unsigned i = 0; i < n; i++)
      util_buf_byte(b, (uint8_t) "xyzw"[swz[i]]);
}

static void print_mask(struct util_buf *b, uint8_t m)
{
   if (m == 15)
      return;
   util_buf_byte(b, '.');
   print_letters(b, m);
}

static bool is_identity(const uint8_t swz[4]) { return swz[0] == 0 && swz[1] == 1 && swz[2] == 2 && swz[3] == 3; }

/* --- operands --- */

static void print_bracket(struct util_buf *b, const struct tgsi_program *p, int32_t index, uint32_t rel)
{
   if (rel == TGSI_NONE) {
      util_buf_printf(b, "[%d]", index);
      return;
   }
   const struct tgsi_relative *r = &p->relatives[rel];
   util_buf_printf(b, "[%s[%d].%c", tgsi_file_info[r->file].name, r->index, "xyzw"[r->comp]);
   if (index)
      util_buf_printf(b, "%s%d", index > 0 ? "+" : "", index);
   util_buf_byte(b, ']');
   if (r->array_id)
      util_buf_printf(b, "(%u)", r->array_id);
}

static void print_register(struct util_buf *b, const struct tgsi_program *p, const struct tgsi_operand *o)
{
   util_buf_printf(b, "%s", tgsi_file_info[o->file].name);
   if (o->has_dimension)
      print_bracket(b, p, o->dimension, o->dim_rel);
   if (o->file != TGSI_FILE_NULL)
      print_bracket(b, p, o->index, o->rel);
}

static void print_source(struct util_buf *b, const struct tgsi_program *p, const struct tgsi_operand *o)
{
   util_buf_printf(b, "%s%s", o->neg ? "-" : "", o->abs ? "|" : "");
   print_register(b, p, o);
   if (!is_identity(o->swz))
      print_swizzle(b, o->swz, 4);
   if (o->abs)
      util_buf_byte(b, '|');
}

static void print_operands(struct util_buf *b, const struct tgsi_program *p, const struct tgsi_instr *in)
{
   static const char *const memory[] = {"COHERENT", "RESTRICT", "VOLATILE", "STREAM_CACHE_POLICY"};
   const char *between = " ";

   for (unsigned n = 0; n < in->num_dst; n++, between = ", ") {
      util_buf_printf(b, "%s", between);
      print_register(b, p, tgsi_dst(p, in, n));
      print_mask(b, tgsi_dst(p, in, n)->mask);
   }
   for (unsigned n = 0; n < in->num_src; n++, between = ", ") {
      util_buf_printf(b, "%s", between);
      print_source(b, p, tgsi_src(p, in, n));
   }
   for (unsigned m = 0; m < 4; m++)
      if (in->memory >> m & 1)
         util_buf_printf(b, ", %s", memory[m]);
   if (in->has_target)
      util_buf_printf(b, ", %s", tgsi_target_info[in->target].name);
   if (in->format != TGSI_NONE)
      util_buf_printf(b, ", %s", tgsi_format_name[in->format]);
   for (unsigned n = 0; n < in->num_offsets; n++) {
      util_buf_printf(b, ", ");
      print_register(b, p, tgsi_offset(p, in, n));
      print_swizzle(b, tgsi_offset(p, in, n)->swz, 3);
   }
}

/* --- statements --- */

static void print_instruction(struct util_buf *b, const struct tgsi_program *p, uint32_t i, bool numbers)
{
   const struct tgsi_instr *in = &p->instrs[i];

   if (numbers)
      util_buf_printf(b, "%3u: ", i);
   if (in->predicated) {
      util_buf_printf(b, "(%sPRED[%u]", in->pred_neg ? "!" : "", in->pred);
      if (!is_identity(in->pred_swz))
         print_swizzle(b, in->pred_swz, 4);
      util_buf_printf(b, ") ");
   }
   util_buf_printf(b, "%s%s%s%s", tgsi_op_info[in->op].name, in->sat ? "_SAT" : "", in->sat_signed ? "_SATNV" : "",
                   in->precise ? "_PRECISE" : "");
   print_operands(b, p, in);
   if (in->has_label)
      util_buf_printf(b, " :%u", in->label);
   util_buf_byte(b, '\n');
}

static void print_range(struct util_buf *b, const struct tgsi_decl *d)
{
   util_buf_printf(b, "DCL %s", tgsi_file_info[d->file].name);
   if (d->per_vertex)
      util_buf_printf(b, "[]");
   if (d->has_dimension)
      util_buf_printf(b, "[%u]", d->dimension);
   if (d->first == d->last)
      util_buf_printf(b, "[%u]", d->first);
   else
      util_buf_printf(b, "[%u..%u]", d->first, d->last);
   print_mask(b, d->mask);
   if (d->array_id)
      util_buf_printf(b, ", ARRAY(%u)", d->array_id);
}

static void print_resource(struct util_buf *b, const struct tgsi_decl *d)
{
   static const char *const memory[] = {"GLOBAL", "SHARED", "PRIVATE", "INPUT"};

   if (d->file == TGSI_FILE_SVIEW || d->file == TGSI_FILE_IMAGE || d->file == TGSI_FILE_RES)
      util_buf_printf(b, ", %s", tgsi_target_info[d->target].name);
   if (d->file == TGSI_FILE_SVIEW && d->type[0] == d->type[1] && d->type[0] == d->type[2] && d->type[0] == d->type[3])
      util_buf_printf(b, ", %s", tgsi_return_name[d->type[0]]);
   else if (d->file == TGSI_FILE_SVIEW)
      for (unsigned l = 0; l < 4; l++)
         util_buf_printf(b, ", %s", tgsi_return_name[d->type[l]]);
   if (d->format != TGSI_NONE)
      util_buf_printf(b, ", %s", tgsi_format_name[d->format]);
   util_buf_printf(b, "%s%s%s", d->raw ? ", RAW" : "", d->writable ? ", WR" : "", d->atomic ? ", ATOMIC" : "");
   if (d->file == TGSI_FILE_MEMORY)
      util_buf_printf(b, ", %s", memory[d->memory]);
}

static void print_declaration(struct util_buf *b, const struct tgsi_decl *d)
{
   print_range(b, d);
   if (d->has_semantic) {
      util_buf_printf(b, ", %s", tgsi_semantic_info[d->semantic].name);
      if (d->semantic_index || d->semantic == TGSI_SEMANTIC_GENERIC || d->semantic == TGSI_SEMANTIC_TEXCOORD)
         util_buf_printf(b, "[%u]", d->semantic_index);
   }
   print_resource(b, d);
   if (d->local)
      util_buf_printf(b, ", LOCAL");
   if (d->has_stream)
      util_buf_printf(b, ", STREAM(%u, %u, %u, %u)", d->stream[0], d->stream[1], d->stream[2], d->stream[3]);
   if (d->has_interp)
      util_buf_printf(b, ", %s", tgsi_interp_name[d->interp]);
   if (d->location)
      util_buf_printf(b, ", %s", tgsi_location_name[d->location]);
   if (d->wrap) {
      util_buf_printf(b, ", CYLWRAP_");
      for (unsigned l = 0; l < 4; l++)
         if (d->wrap >> l & 1)
            util_buf_byte(b, (uint8_t) "XYZW"[l]);
   }
   util_buf_printf(b, "%s\n", d->invariant ? ", INVARIANT" : "");
}

static void print_immediate(struct util_buf *b, const struct tgsi_imm *imm, uint32_t n)
{
   util_buf_printf(b, "IMM[%u] %s {", n, tgsi_imm_name[imm->type]);
   for (unsigned i = 0; i < 4; i++) {
      const uint64_t wide = i < 3 ? imm->value[i] | (uint64_t)imm->value[i + 1] << 32 : 0;

      util_buf_printf(b, "%s", i ? ", " : "");
      switch (imm->type) {
      case TGSI_FLT32: util_buf_printf(b, "0x%08x", imm->value[i]); break;
      case TGSI_UINT32: util_buf_printf(b, "%u", imm->value[i]); break;
      case TGSI_INT32: util_buf_printf(b, "%d", (int32_t)imm->value[i]); break;
      case TGSI_FLT64: util_buf_printf(b, "0x%016llx", (unsigned long long)wide); break;
      case TGSI_INT64: util_buf_printf(b, "%lld", (long long)wide); break;
      default: util_buf_printf(b, "%llu", (unsigned long long)wide); break;
      }
      i += imm->type >= TGSI_FLT64;
   }
   util_buf_printf(b, "}\n");
}

static void print_property(struct util_buf *b, enum tgsi_property n, uint32_t value)
{
   const char *name = tgsi_property_info[n].values, *end;

   util_buf_printf(b, "PROPERTY %s ", tgsi_property_info[n].name);
   for (uint32_t skip = value; skip && *name; skip--) { /* a value without a name is written as its number */
      name += strcspn(name, " ");
      name += *name == ' ';
   }
   end = name + strcspn(name, " ");
   if (end == name)
      util_buf_printf(b, "%u\n", value);
   else
      util_buf_printf(b, "%.*s\n", (int)(end - name), name);
}

void tgsi_print(struct util_buf *b, const struct tgsi_program *p, bool numbers)
{
   util_buf_printf(b, "%s\n", tgsi_stage_name[p->stage]);
   for (uint32_t i = 0; i < p->num_items; i++) {
      const uint32_t n = p->items[i].index;

      if (p->items[i].what == 0)
         print_declaration(b, &p->decls[n]);
      else if (p->items[i].what == 1)
         print_immediate(b, &p->imms[n], n);
      else
         print_property(b, (enum tgsi_property)n, p->property[n].value);
   }
   for (uint32_t i = 0; i < p->num_instrs; i++)
      print_instruction(b, p, i, numbers);
}
