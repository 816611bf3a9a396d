/* SPDX-License-Identifier: MIT */
/*
 * Warnings about legal programs: temporaries that are read uninitialized. A register counts as written if an earlier
 * instruction writes it, or a later one in the same outermost loop. The analysis does not follow subroutines: programs with
 * subroutines get no such warnings.
 */
#include "frontend/tgsi/check/tgsi_checker.h"

/* Readers do not need more. */
#define MAX_WARNINGS 100

struct walk {
   struct tgsi_checker *c;
   uint8_t *now; /* by temporary: lanes that have been written */
   bool any;     /* some register has been written through an index */
   unsigned num;
};

static void note_writes(struct walk *w, const struct tgsi_instr *in)
{
   for (unsigned n = 0; n < in->num_dst; n++) {
      const struct tgsi_operand *o = tgsi_dst(w->c->p, in, n);

      if (o->file != TGSI_FILE_TEMP)
         continue;
      w->any |= o->rel != TGSI_NONE;
      if (o->rel == TGSI_NONE)
         w->now[o->index] |= o->mask;
   }
}

static void warn(struct walk *w, const struct tgsi_operand *o, unsigned missing)
{
   char text[5] = "";
   unsigned n = 0;

   if (w->num++ >= MAX_WARNINGS)
      return;
   for (unsigned lane = 0; lane < 4; lane++)
      if (missing >> lane & 1)
         text[n++] = "xyzw"[lane];
   w->now[o->index] |= (uint8_t)missing; /* warn once */
   util_diag(w->c->ctx, DIAG_ID_unwritten_read, o->span, "TEMP[%d].%s is used uninitialized", o->index, text);
}

static void warn_of_reads(struct walk *w, const struct tgsi_instr *in)
{
   const struct tgsi_program *p = w->c->p;

   for (unsigned s = 0; s < in->num_src; s++) {
      const struct tgsi_operand *o = tgsi_src(p, in, s);
      unsigned missing = 0;

      if (o->file != TGSI_FILE_TEMP || o->rel != TGSI_NONE || w->now[o->index] == 15)
         continue;
      const uint8_t lanes = tgsi_read_lanes(p, in, s);
      for (unsigned lane = 0; lane < 4; lane++)
         if (lanes >> lane & 1)
            missing |= 1u << o->swz[lane] & ~(unsigned)w->now[o->index];
      if (missing && !w->any)
         warn(w, o, missing);
   }
}

void tgsi_check_warnings(struct tgsi_checker *c)
{
   const struct tgsi_program *p = c->p;
   const size_t temps = (size_t)p->num_regs[TGSI_FILE_TEMP] + 1;
   struct walk w = {.c = c};
   uint32_t loop_end = 0;

   if (c->ctx->no_warnings || p->num_subs > 1)
      return;
   w.now = UTIL_ARRAY(c->ctx, uint8_t, temps);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct tgsi_instr *in = &p->instrs[i];

      if ((in->op == TGSI_OP_BGNLOOP || in->op == TGSI_OP_BGNFOR || in->op == TGSI_OP_REP) && i >= loop_end) {
         loop_end = in->other;
         for (uint32_t k = i; k < loop_end; k++)
            note_writes(&w, &p->instrs[k]);
      }
      warn_of_reads(&w, in);
      note_writes(&w, in);
   }
   util_discard(c->ctx, w.now, temps);
}
