/* SPDX-License-Identifier: MIT */
/* An instruction as a whole: the number of operands, modifiers, texture targets. */
#include "frontend/tgsi/check/tgsi_checker.h"

static void counts(struct tgsi_checker *c, const struct tgsi_instr *in)
{
   const enum tgsi_op op = (enum tgsi_op)in->op;
   const unsigned dst = tgsi_num_dst(op);
   bool optional;
   const unsigned src = tgsi_num_src(op, &optional);

   if (in->num_dst == dst && (in->num_src == src || (optional && in->num_src + 1u == src)))
      return;
   tgsi_check_error(c, DIAG_ID_operand_count, in->span, "%s takes %u operand%s, not %u", tgsi_op_info[op].name, dst + src, dst + src == 1 ? "" : "s",
                    in->num_dst + in->num_src);
}

void tgsi_check_instruction(struct tgsi_checker *c, struct tgsi_instr *in)
{
   counts(c, in);
}
