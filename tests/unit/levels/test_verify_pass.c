/* SPDX-License-Identifier: MIT */
/* -verify-each=exec finds a pass that breaks a program, and reports nothing for a pass that does not. */
#include <string.h>

#include "ir/build.h"
#include "nvp4c/api/registry.h"
#include "nvp4c/verify/verify_pass.h"
#include "passes/pipeline/pipeline.h"
#include "tests/unit/common/suite.h"

static const char text[] = "!!NVfp4.0\n"
                           "TEMP t, d;\n"
                           "MOVC t, fragment.color;\n"
                           "MOV d, 0;\n"
                           "IF GT.x;\n"
                           "DDX d, fragment.texcoord[0];\n" /* undefined in lanes whose neighbour does not run */
                           "ENDIF;\n"
                           "ADD t, t, fragment.texcoord[1];\n"
                           "MOV result.color.xyz, t;\n"
                           "MOV result.color.w, d;\n"
                           "END\n";

static void break_nothing(struct ir_shader *s) { pass_if_convert(s); }
/* An addition becomes a multiplication. */
static void break_sum(struct ir_shader *s)
{
   ir_foreach_block (s, b)
      ir_foreach_instr (b, i)
         if (i->op == IR_fadd)
            i->op = IR_fmul;
}
static void break_output(struct ir_shader *s)
{
   ir_foreach_block (s, b)
      ir_foreach_instr_safe (b, i)
         if (i->op == IR_store_output && i->attr[1] == 1)
            ir_remove(i);
}

static const struct {
   void (*pass)(struct ir_shader *s);
   bool breaks;
} cases[] = {{break_nothing, false}, {break_sum, true}, {break_output, true}};

static const uint32_t *default_limits(const struct frontend_ops *f)
{
   static uint32_t values[64];
   ck_assert_uint_le(f->num_limits, 64);
   for (unsigned k = 0; k < f->num_limits; k++)
      values[k] = f->limits[k].value;
   return values;
}

START_TEST(passes)
{
   static struct util_ctx ctx;
   const struct pass_key key = {0};
   util_ctx_init(&ctx, NULL, 0);
   if (setjmp(ctx.unwind))
      ck_abort_msg("%s", ctx.diags ? ctx.diags->message : "left");
   ctx.unwind_set = true;
   ctx.text = text;
   ctx.text_len = sizeof text - 1;
   struct frontend_source source = {.ops = registry_frontend(NVP4C_LANG_NV, NULL, 0), .fshort = 32};
   source.tree = source.ops->parse(&ctx, text, sizeof text - 1, default_limits(source.ops));
   ck_assert_ptr_nonnull(source.tree);
   struct ir_shader *s = source.ops->lower(&ctx, source.tree, &num_model_usc_rtz, source.fshort);
   pass_ssa(s);
   struct verify_pass *v = verify_pass_new(&ctx, &source, &key, 1, s);
   verify_pass_before(v, s);
   cases[_i].pass(s);
   const char *why = verify_pass_after(v, s);
   ck_assert_msg((why != NULL) == cases[_i].breaks, "case %d: %s", _i, why ? why : "no difference");
   util_ctx_finish(&ctx);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("verify_pass");
   TCase *t = tcase_create("verify_pass");
   tcase_add_loop_test(t, passes, 0, (int)(sizeof cases / sizeof cases[0]));
   suite_add_tcase(s, t);
   return suite_run(s);
}
