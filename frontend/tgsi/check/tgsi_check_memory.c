/* SPDX-License-Identifier: MIT */
/* Memory: its objects, the instructions that they allow, targets of images. */
#include "frontend/tgsi/check/tgsi_checker.h"
#include "semantics/memory/memory.h"

static bool is_atomic(unsigned op) { return op >= TGSI_OP_ATOMUADD && op <= TGSI_OP_ATOMDEC_WRAP; }

void tgsi_check_object_declaration(struct tgsi_checker *c, const struct tgsi_decl *d)
{
   const bool numbered = d->file == TGSI_FILE_BUFFER || d->file == TGSI_FILE_IMAGE || d->file == TGSI_FILE_RES;

   if (numbered && d->last >= MEM_UNITS)
      tgsi_check_error(c, DIAG_ID_register_number, d->span, "%s[%u] is out of range; the last one is %u",
                       tgsi_file_info[d->file].name, d->last, MEM_UNITS - 1);
   else if (d->file == TGSI_FILE_MEMORY && d->memory == TGSI_SHARED && c->p->stage != TGSI_STAGE_COMP)
      tgsi_check_error(c, DIAG_ID_bad_declaration, d->span, "only compute programs have shared memory");
}

/* Checks the access by the kind of object: the size of a counter buffer is unknown, constants are read-only. */
static void access_kind(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o)
{
   const char *name = tgsi_op_info[in->op].name;
   const bool constants = o->file == TGSI_FILE_CONSTBUF || tgsi_memory_of(c->p, o) == TGSI_INPUT,
              counters = o->file == TGSI_FILE_HWATOMIC;

   if (constants && (in->op == TGSI_OP_STORE || is_atomic(in->op)))
      tgsi_check_error(c, DIAG_ID_not_writable, o->span, "%s cannot write constants", name);
   else if (o->file == TGSI_FILE_CONSTBUF && o->rel == TGSI_NONE && (uint32_t)o->index >= TGSI_MAX_BUFFERS)
      tgsi_check_error(c, DIAG_ID_register_number, o->span, "CONSTBUF[%d] is out of range; the last one is %u", o->index,
                       TGSI_MAX_BUFFERS - 1);
   else if ((counters && (in->op == TGSI_OP_STORE || in->op == TGSI_OP_RESQ)) || (constants && in->op == TGSI_OP_RESQ))
      tgsi_check_error(c, DIAG_ID_operand_file, o->span, "%s takes a buffer, an image or memory here, not %s", name,
                       tgsi_file_info[o->file].name);
}

static void check_resource(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o)
{
   const struct tgsi_program *p = c->p;
   const enum tgsi_memory memory = tgsi_memory_of(p, o);
   const struct tgsi_decl *d;

   if (o->file != TGSI_FILE_RES || o->rel != TGSI_NONE)
      return;
   if (memory != TGSI_MEMORY_COUNT) {
      if (memory == TGSI_SHARED && p->stage != TGSI_STAGE_COMP)
         tgsi_check_error(c, DIAG_ID_operand_file, o->span, "RES[%d] is shared memory, which only compute programs have",
                          o->index);
      return;
   }
   if (o->index < 0 || (uint32_t)o->index >= p->num_regs[TGSI_FILE_RES] || p->decl_of[TGSI_FILE_RES][o->index] == TGSI_NONE) {
      if (!p->incomplete)
         tgsi_check_error(c, DIAG_ID_undeclared, o->span, "RES[%d] is not declared", o->index);
      return;
   }
   d = &p->decls[p->decl_of[TGSI_FILE_RES][o->index]];
   if (in->op == TGSI_OP_STORE && !d->writable)
      tgsi_check_error(c, DIAG_ID_not_writable, o->span, "RES[%d] is declared without WR", o->index);
}

/* Images need a target, from the instruction or from the declaration of each image that the operand can name. */
static void check_target(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o)
{
   const struct tgsi_program *p = c->p;

   if (o->file != TGSI_FILE_IMAGE && o->file != TGSI_FILE_RES)
      return;
   for (uint32_t i = 0; i < p->num_decls; i++) {
      const struct tgsi_decl *d = &p->decls[i];
      const unsigned t = in->has_target ? in->target : d->target;

      if (d->file != o->file ||
          (o->rel == TGSI_NONE && (o->index < 0 || (uint32_t)o->index < d->first || (uint32_t)o->index > d->last)))
         continue;
      if (t != TGSI_TARGET_UNKNOWN && !tgsi_target_info[t].shadow)
         continue;
      if (t == TGSI_TARGET_UNKNOWN)
         tgsi_check_error(c, DIAG_ID_unknown_target, in->span, "%s needs the target of the image", tgsi_op_info[in->op].name);
      else
         tgsi_check_error(c, DIAG_ID_target_instruction, in->span, "%s does not take the shadow target %s",
                          tgsi_op_info[in->op].name, tgsi_target_info[t].name);
      return;
   }
}

void tgsi_check_object(struct tgsi_checker *c, const struct tgsi_instr *in, const struct tgsi_operand *o)
{
   access_kind(c, in, o);
   check_resource(c, in, o);
   if (in->op == TGSI_OP_LOAD || in->op == TGSI_OP_STORE || in->op == TGSI_OP_RESQ || is_atomic(in->op))
      check_target(c, in, o);
}
