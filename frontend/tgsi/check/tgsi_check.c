/* SPDX-License-Identifier: MIT */
/* The entry of the checks of a TGSI program: see tgsi_checker.h. */
#include "frontend/tgsi/check/tgsi_checker.h"

static bool is_texture(const struct tgsi_instr *in)
{
   const uint8_t kind = tgsi_op_info[in->op].kind;

   return kind == TGSI_TEX || kind == TGSI_VIEW || in->op == TGSI_OP_KILL || in->op == TGSI_OP_KILL_IF;
}

static void count_instruction(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   struct frontend_counts *n = &c->p->counts;
   const bool texture = is_texture(in);

   n->tex += texture;
   n->alu += !texture && in->num_dst;
   if (!c->later && tgsi_op_info[in->op].flags & TGSI_LATER)
      c->later = in;
}

static void count_registers(struct tgsi_program *p)
{
   struct frontend_counts *n = &p->counts;

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

/* The last node that accessed each TEMP register; after them the last one that accessed any by a computed index, and the last
   one of all. */
struct nodes {
   uint32_t *last, num;
};

static void note_access(struct nodes *n, const struct tgsi_operand *o, uint32_t node)
{
   if (o->file != TGSI_FILE_TEMP)
      return;
   n->last[o->rel == TGSI_NONE ? (uint32_t)o->index : n->num] = node;
   n->last[n->num + 1] = node;
}

static bool is_noted(const struct nodes *n, const struct tgsi_operand *o, uint32_t node)
{
   if (o->file != TGSI_FILE_TEMP)
      return false;
   return o->rel == TGSI_NONE ? n->last[o->index] == node || n->last[n->num] == node : n->last[n->num + 1] == node;
}

/* The chain of dependent texture accesses: ARB_fragment_program 3.11.6. */
static void count_indirections(struct tgsi_checker *c)
{
   struct tgsi_program *p = c->p;
   const uint32_t num = p->num_regs[TGSI_FILE_TEMP];
   struct nodes written = {UTIL_ARRAY(c->ctx, uint32_t, (size_t)num + 2), num},
                touched = {UTIL_ARRAY(c->ctx, uint32_t, (size_t)num + 2), num};
   uint32_t node = 1;

   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct tgsi_instr *in = &p->instrs[i];
      bool next = false;

      for (unsigned s = 0; s < in->num_src && is_texture(in); s++)
         next |= is_noted(&written, tgsi_src(p, in, s), node);
      for (unsigned n = 0; n < in->num_dst && is_texture(in); n++)
         next |= is_noted(&touched, tgsi_dst(p, in, n), node);
      node += next;
      for (unsigned s = 0; s < in->num_src && !is_texture(in); s++)
         note_access(&touched, tgsi_src(p, in, s), node);
      for (unsigned n = 0; n < in->num_dst; n++) {
         note_access(&written, tgsi_dst(p, in, n), node);
         if (!is_texture(in))
            note_access(&touched, tgsi_dst(p, in, n), node);
      }
   }
   p->counts.indirections = node;
   util_discard(c->ctx, written.last, ((size_t)num + 2) * sizeof *written.last);
   util_discard(c->ctx, touched.last, ((size_t)num + 2) * sizeof *touched.last);
}

static void find_integers(struct tgsi_checker *c)
{
   uint8_t floats[SLOT_COUNT];

   tgsi_float_results(c->ctx, c->p, floats);
   for (unsigned s = 0; s < SLOT_COUNT; s++)
      c->p->out_integer[s] = (uint8_t)(c->p->out_written[s] & ~floats[s]);
}

/* Rejects legal programs that this version does not support. */
static void reject_unsupported(struct tgsi_checker *c)
{
   static const char *const names[] = {[TGSI_STAGE_TESS_CTRL] = "tessellation control",
                                       [TGSI_STAGE_TESS_EVAL] = "tessellation evaluation"};
   const struct tgsi_program *p = c->p;

   if (p->stage > TGSI_STAGE_COMP) {
      util_diag(c->ctx, DIAG_ID_unsupported_stage, p->stage_span, "%s programs are not supported by this version",
                names[p->stage]);
      return;
   }
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      const bool generic =
          d->has_semantic ? d->semantic == TGSI_SEMANTIC_GENERIC : p->stage == TGSI_STAGE_FRAG && d->file == TGSI_FILE_IN;

      if (generic && d->slot >= SLOT_COUNT) {
         util_diag(c->ctx, DIAG_ID_unsupported_semantic, d->span,
                   "GENERIC[%u] is not supported by this version; the last supported one is %u",
                   (d->has_semantic ? d->semantic_index : d->first) + (d->last - d->first),
                   tgsi_semantic_info[TGSI_SEMANTIC_GENERIC].count - 1u);
         return;
      }
   }
   if (c->later)
      util_diag(c->ctx, DIAG_ID_unsupported_instruction, c->later->op_span, "%s is not supported by this version",
                tgsi_op_info[c->later->op].name);
}

bool tgsi_check(struct util_ctx *ctx, struct tgsi_program *p)
{
   struct tgsi_checker c = {.ctx = ctx, .p = p, .errors_before = ctx->num_errors};

   tgsi_check_declarations(&c);
   tgsi_check_properties(&c);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      if (tgsi_check_instruction(&c, &p->instrs[i]))
         tgsi_check_operands(&c, &p->instrs[i]);
      count_instruction(&c, &p->instrs[i]);
   }
   tgsi_check_flow(&c);
   if (ctx->num_errors != c.errors_before || p->incomplete)
      return false;
   count_registers(p);
   if (tgsi_tests_early(p)) /* the tests come before the program writes depth or stencil */
      p->out_written[SLOT_FRAG_DEPTH] = p->out_written[SLOT_FRAG_STENCIL] = 0;
   reject_unsupported(&c);
   /* If a test has muted a check, the tree may break rules that these rely on. */
   if (ctx->muted == DIAG_COUNT) {
      tgsi_check_warnings(&c);
      count_indirections(&c);
      find_integers(&c);
   }
   return ctx->num_errors == c.errors_before;
}
