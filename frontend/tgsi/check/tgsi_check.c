/* SPDX-License-Identifier: MIT */
/* The rules of a TGSI program: see tgsi_checker.h. */
#include "frontend/tgsi/check/tgsi_checker.h"

static bool is_texture(const struct tgsi_instr *in)
{
   const uint8_t kind = tgsi_op_info[in->op].kind;

   return kind == TGSI_TEX || kind == TGSI_VIEW || in->op == TGSI_OP_KILL || in->op == TGSI_OP_KILL_IF;
}

static void count(struct tgsi_program *p)
{
   struct frontend_counts *n = &p->counts;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      n->tex += is_texture(&p->instrs[i]);
      n->alu += !is_texture(&p->instrs[i]) && tgsi_op_info[p->instrs[i].op].kind != TGSI_FLOW;
   }
   n->instructions = p->num_instrs;
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const uint32_t regs = p->decls[i].last - p->decls[i].first + 1;

      n->temporaries += p->decls[i].file == TGSI_FILE_TEMP ? regs : 0;
      n->parameters += p->decls[i].file == TGSI_FILE_CONST ? regs : 0;
      n->attribs += p->decls[i].file == TGSI_FILE_IN ? regs : 0;
      n->address_registers += p->decls[i].file == TGSI_FILE_ADDR ? regs : 0;
   }
   n->parameters += p->num_imms;
}

static void integers(struct tgsi_checker *c)
{
   uint8_t floats[SLOT_COUNT];

   tgsi_float_results(c->ctx, c->p, floats);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      c->p->out_integer[s] = (uint8_t)(c->p->out_written[s] & ~floats[s]);
}

/* Legal programs that this version does not support. */
static void unsupported(struct tgsi_checker *c)
{
   static const char *const names[] = {[TGSI_STAGE_COMP] = "compute", [TGSI_STAGE_TESS_CTRL] = "tessellation control",
                                       [TGSI_STAGE_TESS_EVAL] = "tessellation evaluation"};
   const struct tgsi_program *p = c->p;

   if (p->stage >= TGSI_STAGE_COMP) {
      util_diag(c->ctx, DIAG_ID_unsupported_stage, p->stage_span, "%s programs are not supported by this version", names[p->stage]);
      return;
   }
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      const bool generic = d->has_semantic ? d->semantic == TGSI_SEMANTIC_GENERIC : p->stage == TGSI_STAGE_FRAG && d->file == TGSI_FILE_IN;

      if (generic && d->slot >= SLOT_COUNT) {
         util_diag(c->ctx, DIAG_ID_unsupported_semantic, d->span, "GENERIC[%u] is not supported by this version: the last one is %u",
                   (d->has_semantic ? d->semantic_index : d->first) + (d->last - d->first), tgsi_semantic_info[TGSI_SEMANTIC_GENERIC].count - 1u);
         return;
      }
   }
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct tgsi_instr *in = &p->instrs[i];

      if (!(tgsi_op_info[in->op].flags & TGSI_LATER))
         continue;
      util_diag(c->ctx, DIAG_ID_unsupported_instruction, in->op_span, "%s is not supported by this version", tgsi_op_info[in->op].name);
      return;
   }
}

bool tgsi_check(struct util_ctx *ctx, struct tgsi_program *p)
{
   struct tgsi_checker c = {.ctx = ctx, .p = p, .errors_before = ctx->num_errors};

   tgsi_check_declarations(&c);
   tgsi_check_properties(&c);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      if (tgsi_check_instruction(&c, &p->instrs[i]))
         tgsi_check_operands(&c, &p->instrs[i]);
   }
   tgsi_check_flow(&c);
   if (ctx->num_errors != c.errors_before || p->incomplete)
      return false;
   if (tgsi_tests_early(p)) /* what is written is too late */
      p->out_written[SLOT_FRAG_DEPTH] = p->out_written[SLOT_FRAG_STENCIL] = 0;
   count(p);
   unsupported(&c);
   /* A test may have switched a check off, so the tree may break rules that these rely on. */
   if (ctx->muted == DIAG_COUNT) {
      tgsi_check_warnings(&c);
      integers(&c);
   }
   return ctx->num_errors == c.errors_before;
}
