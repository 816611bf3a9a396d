/* SPDX-License-Identifier: MIT */
/* Tests the text form of the IR, and the validator. */
#include <stdio.h>

#include "ir/build.h"
#include "ir/interp.h"
#include "ir/text.h"
#include "tests/unit/common/irgen.h"
#include "tests/unit/common/irtext.h"
#include "tests/unit/common/suite.h"

/* ---- text */

static const char sample[] = "nvp4c-ir 1\n"
                             "stage fragment\n"
                             "source_ops 3\n"
                             "param 0 const 0x3f800000 0x0 0x0 0x7fc00000\n"
                             "param 1 env 5\n"
                             "param 2 local 7\n"
                             "param 3 state \"state.matrix.mvp.row[0]\\22\"\n"
                             "array 0 length=4 width=32 \"R0.x\"\n"
                             "array 1 length=1 width=1\n"
                             "\n"
                             "block 0:\n"
                             "   %0:32 = load_input slot=tex3 comp=1 interp=noperspective\n"
                             "   %7:32 = fadd.sat.inv %0, -|%0|\n"
                             "   %1:1 = flt %7, |%0|\n"
                             "   %2:32, %3:32, %4:32, %5:32 = tex %0, %0 texop=sample target=2D unit=3 offset=-1:2:0\n"
                             "   %8:32 = load_param %0 entry=1 comp=3 first=0 count=4\n"
                             "   array_store %2, %8 array=0 index=4294967295\n"
                             "   if %1 b1 b2 merge=b7\n"
                             "block 1:\n"
                             "   %9:16 = const value=0xffff\n"
                             "   jump b7\n"
                             "block 2:\n"
                             "   loop b3 merge=b6\n"
                             "block 3:\n"
                             "   %10:32 = phi %7, %11\n"
                             "   %11:32 = ffloor.ssat %10\n"
                             "   if %1 b4 b5 merge=b5\n"
                             "block 4:\n"
                             "   break b6\n"
                             "block 5:\n"
                             "   continue b3\n"
                             "block 6:\n"
                             "   jump b7\n"
                             "block 7:\n"
                             "   store_output %0 slot=color2 comp=3\n"
                             "   kill %1\n"
                             "   return\n";

START_TEST(test_round_trip_sample)
{
   struct ir_shader *s = must_parse(sample);

   ck_assert_str_eq(print(s), sample);
   ck_assert_uint_eq(s->num_values, 12);
   ck_assert_str_eq(s->params[3].state, "state.matrix.mvp.row[0]\"");
   ck_assert(s->blocks[0]->first->next->invariant && s->blocks[0]->first->next->sat == IR_SAT_01);
   /* Every prefix gives an error, never a crash. */
   for (size_t n = 0; n + 1 < sizeof sample - 1; n++) {
      ctx.num_errors = 0;
      ck_assert_ptr_null(ir_parse(&ctx, util_strndup(&ctx, sample, n), n, &num_model_ieee));
      ck_assert_uint_ge(ctx.num_errors, 1);
   }
}
END_TEST

START_TEST(test_round_trip_random)
{
   for (uint64_t seed = 0; seed < 120; seed++) {
      struct ir_shader *s = gen_shader(&ctx, seed, &num_model_ieee, 100), *t;
      const char *text = print(s);

      t = must_parse(text);
      ck_assert_str_eq(print(t), text);
      /* Both are the same program. */
      struct exec_wave *a = gen_wave(&ctx, seed, s->num), *b = gen_wave(&ctx, seed, s->num);
      ck_assert_int_eq(ir_interp_run(&ctx, s, a), EXEC_DONE);
      ck_assert_int_eq(ir_interp_run(&ctx, t, b), EXEC_DONE);
      ck_assert(gen_same(a, b));
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

/* Broken text gives an error with its place or a valid shader, and never crashes. */
START_TEST(test_fuzz_text)
{
   struct util_rng r;

   util_rng_init(&r, 7);
   for (unsigned round = 0; round < 3000; round++) {
      struct ir_shader *s = gen_shader(&ctx, round % 20, &num_model_ieee, 12);
      const char *text = print(s);
      size_t len = strlen(text);
      char *t = util_strndup(&ctx, text, len);
      static const char alphabet[] = "%|-:=.,#\"\\ \n0123456789bfx\0\xff";

      for (unsigned n = 1 + util_rng_below(&r, 3); n > 0; n--) {
         uint32_t at = util_rng_below(&r, (uint32_t)len), from = util_rng_below(&r, (uint32_t)len), k = util_rng_below(&r, 12);
         switch (util_rng_below(&r, 4)) {
         case 0: t[at] = alphabet[util_rng_below(&r, sizeof alphabet - 1)]; break;
         case 1: len = at + 1; break;
         default:
            for (; k && at + k < len && from + k < len; k--)
               t[at + k] = t[from + k];
            break;
         }
      }
      ctx.text = t;
      ctx.text_len = len;
      ctx.num_errors = 0;
      struct ir_shader *u = ir_parse(&ctx, t, len, &num_model_ieee);
      if (u) {
         struct exec_wave *wave = gen_wave(&ctx, round, &num_model_ieee);
         wave->budget = 2000;
         ck_assert_ptr_null(ir_validate(u));
         ck_assert_str_eq(print(must_parse(print(u))), print(u));
         ir_interp_run(&ctx, u, wave);
      } else {
         ck_assert_uint_ge(ctx.num_errors, 1);
      }
      util_ctx_finish(&ctx);
      setup();
   }
}
END_TEST

/* Errors have the line and column of the wrong token, counted from 1. */
START_TEST(test_syntax_errors)
{
   static const struct {
      const char *line; /* in block 0 */
      unsigned column;
      const char *message;
   } t[] = {
       {"%0:32 = fad %1", 9, "no such op"},
       {"%0:31 = undef", 1, "a width is 1, 16 or 32"},
       {"%0:32 = fadd %1", 9, "wrong number of sources"},
       {"%0:32 = iadd.foo %1, %1", 14, "no such suffix"},
       {"%0:32 = fadd %1 %1", 9, "wrong number of sources"},
       {"%0:32 = const", 14, "expected \"value\""},
       {"%0:32 = const value=4294967296", 21, "the number does not fit into 32 bits"},
       {"%0:32 = load_input slot=nix comp=0 interp=flat", 25, "no such slot"},
       {"%0:32 = load_input slot=fog comp=0 interp=flut", 43, "no such name"},
       {"%4194304:32 = undef", 1, "the number of a value is too big"},
       {"%0:32 = undef undef", 15, "expected the end of the line"},
       {"%0:32 = ineg %5", 14, "nothing defines the value"},
       {"jump b9", 6, "no such block"},
       {"fadd %0, %0", 1, "wrong number of results"},
       {"\x01", 1, "no such op"},
   };

   for (unsigned k = 0; k < sizeof t / sizeof t[0]; k++) {
      bool term = !strncmp(t[k].line, "jump", 4);
      ck_assert_ptr_null(
          parse(util_printf(&ctx, "nvp4c-ir 1\nstage vertex\nblock 0:\n%s\n%s", t[k].line, term ? "" : "return\n")));
      ck_assert_str_eq(ctx.diags->message, t[k].message);
      ck_assert_uint_eq(ctx.diags->line, 4);
      ck_assert_uint_eq(ctx.diags->column, t[k].column);
   }
   ck_assert_ptr_null(parse(""));
   ck_assert_ptr_null(parse("nvp4c-ir 2\n"));
   ck_assert_ptr_null(parse("nvp4c-ir 1\nblock 0:\n"));
   ck_assert_ptr_null(parse("nvp4c-ir 1\nblock 1:\nreturn\n"));
   ck_assert_ptr_null(parse("nvp4c-ir 1\nparam 0 state \"a\nblock 0:\nreturn"));
   ck_assert_ptr_nonnull(parse("# comment\n\n nvp4c-ir 1 # one\r\nblock 0: # b\r\n return # end"));
}
END_TEST

/* ---- validator: each text breaks one rule */
START_TEST(test_invalid)
{
#define H "nvp4c-ir 1\nstage fragment\nparam 0 env 0\narray 0 length=4 width=32\nblock 0:\n"
#define V "nvp4c-ir 1\nstage vertex\nblock 0:\n"
#define G "nvp4c-ir 1\nstage geometry\ngeometry in=1 out=5 vertices=4\nblock 0:\n"
   static const struct {
      const char *text, *part; /* part of the message */
   } t[] = {
       {H "%0:32 = undef\n%1:1 = feq %0, %0\nif %1 b1 b2 merge=b2\nblock 1:\n%2:32 = undef\njump b2\nblock 2:\n%3:32 = ineg "
          "%2\nreturn",
        "not defined on every path"},
       {H "%0:32 = ineg %1\n%1:32 = undef\nreturn", "not defined on every path"},
       {H "%0:16 = undef\n%1:32 = ineg %0\nreturn", "width of a source"},
       {H "%0:16 = undef\n%1:32 = mov %0\nreturn", "width of a source"},
       {H "%0:32 = flt %0, %0\nreturn", "width of the result"},
       {H "%0:32 = undef\n%1:32 = ineg -%0\nreturn", "modifier"},
       {H "%0:1 = undef\n%1:1 = mov -%0\nreturn", "modifier"},
       {H "%0:32 = undef\n%1:32 = iadd.sat %0, %0\nreturn", "saturation"},
       {H "%0:32 = undef\n%1:32 = phi\nreturn", "phis must come first"},
       {H "%0:32 = undef\njump b1\nblock 1:\n%1:32 = phi %0, %0\nreturn", "one source for each predecessor"},
       {H "%0:16 = const value=0x10000\nreturn", "wider"},
       {H "%0:32 = load_param entry=1 comp=0 first=0 count=1\nreturn", "parameter"},
       {H "%0:32 = undef\n%1:32 = load_param %0 entry=0 comp=0 first=0 count=2\nreturn", "parameter"},
       {H "%0:32 = undef\n%1:32 = load_param %0 entry=0 comp=0 first=0 count=0\nreturn", "parameter"},
       {H "%0:32 = load_param entry=0 comp=4 first=0 count=1\nreturn", "component"},
       {H "%0:32 = load_buffer buffer=16 word=0 first=0 count=1\nreturn", "buffer"},
       {H "%0:32 = array_load array=0 index=4\nreturn", "index out of range"},
       {H "%0:32 = array_load array=1 index=0\nreturn", "no such array"},
       {H "%0:16 = array_load array=0 index=0\nreturn", "wrong width for the array"},
       {H "%0:32 = undef\n%1:32 = load_input %0 slot=fog comp=0 interp=flat\nreturn", "geometry"},
       {H "%0:32 = load_input slot=vattr3 comp=0 interp=flat\nreturn", "vattr3 is not an input of fragment programs"},
       {H "%0:32 = load_input slot=psize comp=0 interp=flat\nreturn", "psize is not an input of fragment programs"},
       {H "%0:32 = load_input slot=color0 comp=0 interp=flat\nreturn", "color0 is not an input of fragment programs"},
       {H "%0:32 = undef\nstore_output %0 slot=position comp=0\nreturn", "position is not an output of fragment programs"},
       {V "%0:32 = load_input slot=tex0 comp=0 interp=smooth\nreturn", "tex0 is not an input of vertex programs"},
       {V "%0:32 = undef\nstore_output %0 slot=depth comp=2\nreturn", "depth is not an output of vertex programs"},
       {V "%0:32 = undef\nstore_output %0 slot=primid comp=0\nreturn", "primid is not an output of vertex programs"},
       {G "%0:32 = load_input slot=vattr0 comp=0 interp=smooth\nreturn", "vattr0 is not an input of geometry programs"},
       {G "%0:32 = undef\nstore_output %0 slot=vertexid comp=0\nreturn", "vertexid is not an output of geometry programs"},
       {H "emit stream=0\nreturn", "geometry"},
       {G "emit stream=4\nreturn", "stream"},
       {H "%0:32 = undef\n%1:32, %2:32, %3:32, %4:32 = tex %0 texop=sample target=2D unit=0 offset=0:0:0\nreturn",
        "number of sources"},
       {H "%0:32 = undef\n%1:32, %2:32, %3:32, %4:32 = tex %0 texop=sample target=1D unit=32 offset=0:0:0\nreturn", "unit"},
       {H "%0:32 = undef\n%1:32, %2:32, %3:32, %4:32 = tex %0 texop=sample target=BUFFER unit=0 offset=0:0:0\nreturn",
        "buffer and multisample textures"},
       {H "return\nblock 1:\nreturn", "return is for the end"},
       {H "jump b0", "the last block must return"},
       {H "jump b0\nblock 1:\nreturn", "jump goes to the next"},
       {H "jump b2\nblock 1:\njump b2\nblock 2:\nreturn", "jump goes to the next"},
       {H "%0:1 = undef\nif %0 b1 b3 merge=b2\nblock 1:\njump b2\nblock 2:\njump b3\nblock 3:\nreturn", "else arm"},
       {H "%0:1 = undef\nif %0 b2 b1 merge=b3\nblock 1:\njump b3\nblock 2:\njump b3\nblock 3:\nreturn", "body must follow"},
       {H "%0:1 = undef\nif %0 b1 b1 merge=b1\nblock 1:\nreturn", "merge block must follow"},
       {H "%0:32 = undef\nif %0 b1 b2 merge=b2\nblock 1:\njump b2\nblock 2:\nreturn", "a 1-bit value"},
       {H "loop b1 merge=b2\nblock 1:\njump b2\nblock 2:\nreturn", "body of a loop must end"},
       {H "break b1\nblock 1:\nreturn", "break must go"},
       {H "continue b0\nblock 1:\nreturn", "continue must go"},
       {H "loop b1 merge=b2\nblock 1:\ncontinue b1\nblock 2:\n%0:32 = undef\nreturn", "unreachable block has"},
       {H "loop b1 merge=b2\nblock 1:\ncontinue b1\nblock 2:\nloop b3 merge=b4\nblock 3:\ncontinue b3\nblock 4:\nreturn",
        "unreachable block must not end"},
       {H "loop b1 merge=b3\nblock 1:\nbreak b3\nblock 2:\ncontinue b1\nblock 3:\nreturn", "code after break"},
       {H "%0:1 = undef\nif %0 b1 b2 merge=b2\nblock 1:\nif %0 b2 b3 merge=b3\nblock 2:\njump b3\nblock 3:\nreturn",
        "body must follow"},
       {H "%0:1 = undef\nif %0 b1 b3 merge=b3\nblock 1:\nif %0 b2 b4 merge=b4\nblock 2:\njump b4\nblock 3:\njump b4\nblock "
          "4:\nreturn",
        "outside of the construct"},
   };

   for (unsigned k = 0; k < sizeof t / sizeof t[0]; k++) {
      ck_assert_msg(!parse(t[k].text), "row %u was accepted", k);
      ck_assert_msg(ctx.diags->id == DIAG_ID_ir_invalid && strstr(ctx.diags->message, t[k].part), "row %u: %s", k,
                    ctx.diags->message);
   }
   /* Errors that no text can express. */
   struct ir_shader *s = must_parse(H "%0:1 = undef\nif %0 b1 b2 merge=b2\nblock 1:\njump b2\nblock 2:\nreturn");
   s->blocks[2]->num_preds = 1;
   ck_assert(strstr(ir_validate(s), "stale predecessors"));
   ir_cfg_update(s);
   ck_assert_ptr_null(ir_validate(s));
   s->blocks[0]->first->dst[0]->id = 1;
   ck_assert(strstr(ir_validate(s), "not a new value"));
}
END_TEST

SUITE_MAIN("ir_text", 60, setup, teardown, test_round_trip_sample, test_round_trip_random, test_fuzz_text, test_syntax_errors,
           test_invalid)
