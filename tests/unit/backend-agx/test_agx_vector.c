/* SPDX-License-Identifier: MIT */
/* Operands of several registers (backend-agx/select/operand/agx_vector.h), and the sources of their elements. */
#include "backend-agx/select/operand/agx_vector.h"
#include "tests/unit/common/suite.h"

/* Virtual registers, uniforms and immediates may have equal numbers. */
START_TEST(elements)
{
   static const uint8_t others[] = {AGX_IMM, AGX_UNIFORM32};
   struct util_ctx ctx;

   for (unsigned k = 0; k < 2; k++) {
      struct agx_mir code;
      struct agx_selection c = {.ctx = &ctx, .mir = &code, .span = UTIL_NO_SPAN};
      util_ctx_init(&ctx, NULL, 0);
      agx_mir_init(&code, &ctx, 1);
      struct agx_ref e[2];
      for (unsigned n = 0; n < 8; n++)
         e[1] = agx_reg_new(&code, AGX_VIRT32, 1);
      e[0] = (struct agx_ref){.kind = others[k], .value = e[1].value};
      c.in_block.first_reg = code.p.num_regs; /* the register belongs to an earlier block, so it is copied */
      const struct agx_ref v = agx_vector(&c, e, 2);
      const struct cg_list *l = &code.p.blocks[0].body;
      ck_assert_uint_eq(l->n, 2);
      const struct agx_instr *first = &agx_mir_instr_of(l->i[0])->in, *second = &agx_mir_instr_of(l->i[1])->in;
      ck_assert_uint_eq(first->op, k ? AGX_OP_mov : AGX_OP_mov_imm32);
      ck_assert_uint_eq(k ? first->ref[AGX_A].value : first->imm, e[1].value);
      ck_assert_uint_eq(second->op, AGX_OP_mov);
      ck_assert_uint_eq(second->ref[AGX_D].value, v.value + 2);
      ck_assert_uint_eq(second->ref[AGX_A].value, e[1].value);
      util_ctx_finish(&ctx);
   }
}
END_TEST

SUITE_MAIN("agx_vector", DEFAULT_TIMEOUT, NULL, NULL, elements)
