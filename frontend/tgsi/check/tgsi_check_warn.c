/* SPDX-License-Identifier: MIT */
/*
 * Warnings about legal programs: temporaries that are read and that nothing can have written. A register is written if an instruction in
 * front writes it, or one behind in the same outermost loop. What subroutines do is not followed: a program that has some gets none of these
 * warnings.
 */
#include "frontend/tgsi/check/tgsi_checker.h"

#include <string.h>

/* Nobody reads more. */
#define MAX_WARNINGS 100

struct walk {
   struct tgsi_checker *c;
   uint32_t *first;    /* by lane of a temporary: the first instruction that writes it */
   uint8_t *known;     /* by temporary: lanes that have one */
   uint32_t first_any; /* and that writes any, through an index */
   unsigned num;
};

static void note_writes(struct walk *w, uint32_t i)
{
   const struct tgsi_program *p = w->c->p;
   const struct tgsi_instr *in = &p->instrs[i];

   for (unsigned n = 0; n < in->num_dst; n++) {
      const struct tgsi_operand *o = tgsi_dst(p, in, n);

      if (o->file != TGSI_FILE_TEMP)
         continue;
      if (o->rel != TGSI_NONE) {
         w->first_any = i < w->first_any ? i : w->first_any;
         continue;
      }
      for (unsigned lane = 0; lane < 4 && o->mask & ~w->known[o->index]; lane++)
         if (o->mask >> lane & 1 && !(w->known[o->index] >> lane & 1))
            w->first[4 * (size_t)o->index + lane] = i;
      w->known[o->index] |= o->mask;
   }
}

static void read_lanes(struct walk *w, const struct tgsi_operand *o, uint8_t lanes, uint32_t until)
{
   uint8_t missing = 0;
   char text[5] = "";
   unsigned n = 0;

   for (unsigned lane = 0; lane < 4; lane++)
      if (lanes >> lane & 1 && w->first[4 * (size_t)o->index + o->swz[lane]] >= until)
         missing |= (uint8_t)(1u << o->swz[lane]);
   if (!missing || w->first_any < until || w->num++ >= MAX_WARNINGS)
      return;
   for (unsigned lane = 0; lane < 4; lane++) {
      if (missing >> lane & 1)
         text[n++] = "xyzw"[lane];
      w->first[4 * (size_t)o->index + lane] = missing >> lane & 1 ? 0 : w->first[4 * (size_t)o->index + lane]; /* warn once */
   }
   util_diag(w->c->ctx, DIAG_ID_unwritten_read, o->span, "TEMP[%d].%s is read before anything writes it", o->index, text);
}

static void reads(struct walk *w, const struct tgsi_instr *in, uint32_t until)
{
   const struct tgsi_program *p = w->c->p;

   for (unsigned s = 0; s < in->num_src; s++) {
      const struct tgsi_operand *o = tgsi_src(p, in, s);

      if (o->file == TGSI_FILE_TEMP && o->rel == TGSI_NONE)
         read_lanes(w, o, tgsi_read_lanes(p, in, s), until);
   }
}

void tgsi_check_warnings(struct tgsi_checker *c)
{
   const struct tgsi_program *p = c->p;
   const size_t lanes = 4 * (size_t)p->num_regs[TGSI_FILE_TEMP] + 1;
   struct walk w = {.c = c, .first_any = UINT32_MAX};
   uint32_t loop_end = 0;

   if (c->ctx->no_warnings || p->num_subs > 1)
      return;
   w.first = UTIL_ARRAY(c->ctx, uint32_t, lanes);
   memset(w.first, 0xff, lanes * sizeof *w.first);
   w.known = UTIL_ARRAY(c->ctx, uint8_t, lanes);
   for (uint32_t i = 0; i < p->num_instrs; i++)
      note_writes(&w, i);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct tgsi_instr *in = &p->instrs[i];

      if ((in->op == TGSI_OP_BGNLOOP || in->op == TGSI_OP_BGNFOR || in->op == TGSI_OP_REP) && in->other > loop_end)
         loop_end = in->other;
      reads(&w, in, i < loop_end ? loop_end : i);
   }
   util_discard(c->ctx, w.known, lanes);
   util_discard(c->ctx, w.first, lanes * sizeof *w.first);
}
