/* SPDX-License-Identifier: MIT */
/* Operands: registers that are there, and what may be done with them. */
#include "frontend/tgsi/check/tgsi_checker.h"

static void undeclared(struct tgsi_checker *c, struct util_span span, enum tgsi_file file, int32_t index)
{
   if (!c->p->incomplete)
      tgsi_check_error(c, DIAG_ID_undeclared, span, "%s[%d] is not declared", tgsi_file_info[file].name, index);
}

static bool declared(const struct tgsi_program *p, enum tgsi_file file, int32_t index, uint32_t *decl)
{
   if (index < 0 || (uint32_t)index >= p->num_regs[file])
      return false;
   if (file == TGSI_FILE_IMM)
      return true;
   *decl = p->decl_of[file][index];
   return *decl != TGSI_NONE;
}

static void relative(struct tgsi_checker *c, const struct tgsi_operand *o, uint32_t rel)
{
   const struct tgsi_relative *r = &c->p->relatives[rel];
   uint32_t decl;

   if (!declared(c->p, (enum tgsi_file)r->file, r->index, &decl))
      undeclared(c, o->span, (enum tgsi_file)r->file, r->index);
   if (rel == o->rel && !r->array_id)
      c->p->indexed[o->file] = true;
}

static void constant_buffer(struct tgsi_checker *c, struct tgsi_operand *o)
{
   const uint32_t b = (uint32_t)o->dimension;

   if (o->dim_rel != TGSI_NONE || o->rel != TGSI_NONE)
      return;
   if (b >= TGSI_MAX_BUFFERS || o->index < 0 || (uint32_t)o->index >= c->const_end[b] || c->const_of[b][o->index] == TGSI_NONE) {
      if (!c->p->incomplete)
         tgsi_check_error(c, DIAG_ID_undeclared, o->span, "CONST[%u][%d] is not declared", b, o->index);
      return;
   }
   o->decl = c->const_of[b][o->index];
}

static void operand(struct tgsi_checker *c, struct tgsi_operand *o)
{
   const enum tgsi_file file = (enum tgsi_file)o->file;

   if (o->rel != TGSI_NONE)
      relative(c, o, o->rel);
   if (o->dim_rel != TGSI_NONE)
      relative(c, o, o->dim_rel);
   /* Mesa's programs declare MEMORY[1] and use MEMORY[0]; those of 2012 have RES[-2] for the memory of a group. */
   if (file == TGSI_FILE_NULL || file == TGSI_FILE_RES || file == TGSI_FILE_MEMORY)
      return;
   if (o->has_dimension && file == TGSI_FILE_CONST && (o->dimension || o->dim_rel != TGSI_NONE))
      constant_buffer(c, o);
   else if (o->rel == TGSI_NONE && !declared(c->p, file, o->index, &o->decl))
      undeclared(c, o->span, file, o->index);
}

/* Which lanes of which slots a result is. */
static void written(struct tgsi_program *p, const struct tgsi_decl *d, uint32_t reg, uint8_t mask)
{
   uint32_t slot = d->slot + (reg - d->first);

   if (d->slot == SLOT_COUNT)
      return;
   if (d->semantic == TGSI_SEMANTIC_CLIPDIST || d->semantic == TGSI_SEMANTIC_CULLDIST) {
      slot = d->slot + 4 * (reg - d->first);
      for (unsigned l = 0; l < 4; l++)
         if (mask >> l & 1 && slot + l <= SLOT_CLIP_LAST)
            p->out_written[slot + l] |= 1;
      return;
   }
   if (slot == SLOT_FRAG_DEPTH)
      mask &= 4;
   else if (slot == SLOT_FRAG_STENCIL)
      mask &= 2;
   if (slot < SLOT_COUNT)
      p->out_written[slot] |= mask;
}

static void result(struct tgsi_checker *c, const struct tgsi_operand *o)
{
   struct tgsi_program *p = c->p;

   if (o->file != TGSI_FILE_OUT)
      return;
   if (o->rel == TGSI_NONE) {
      if (o->decl != TGSI_NONE)
         written(p, &p->decls[o->decl], (uint32_t)o->index, o->mask);
      return;
   }
   for (uint32_t i = 0; i < p->num_decls; i++)
      for (uint32_t r = p->decls[i].first; p->decls[i].file == TGSI_FILE_OUT && r <= p->decls[i].last; r++)
         if (!p->relatives[o->rel].array_id || p->relatives[o->rel].array_id == p->decls[i].array_id)
            written(p, &p->decls[i], r, o->mask);
}

void tgsi_check_operands(struct tgsi_checker *c, struct tgsi_instr *in)
{
   for (unsigned n = 0; n < (unsigned)in->num_dst + in->num_src + in->num_offsets; n++) {
      struct tgsi_operand *o = &c->p->operands[in->operand + n];

      operand(c, o);
      if (n < in->num_dst)
         result(c, o);
   }
}
