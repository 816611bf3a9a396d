/* SPDX-License-Identifier: MIT */
/*
 * Tests the textures of TGSI at every level: each texture instruction with each target that the language allows, in vertex and
 * fragment programs, in every form of its operands. The evaluator, the IR and the machine code of the USC must agree. A row
 * that is not supported fails the test.
 */
#include <stdio.h>
#include <string.h>

#include "frontend/tgsi/ast/tgsi_ast.h"
#include "nvp4c.h"
#include "tests/unit/common/suite.h"

/* The forms of an access beside the plain one. */
enum form {
   PLAIN,
   OFFSET,       /* a constant offset, including values that do not fit its bits */
   MOVED,        /* an offset of each invocation */
   FOUR_OFFSETS, /* of TG4: constants and others */
   COMPONENT,    /* of TG4: from a register; NULL is that of the sampler's swizzle */
   SWIZZLED,
   SAMPLER,      /* a view with a sampler of another number */
   CHOSEN,       /* a sampler that a register chooses */
   INTEGER,      /* a view of integers */
   NUM_FORMS
};

static const char *const forms[NUM_FORMS] = {"plain",    "offset",  "moved",  "four offsets", "component",
                                             "swizzled", "sampler", "chosen", "integer"};

/* Makes a source operand of a type. */
static void source(char *out, size_t n, enum tgsi_op op, char type, unsigned k, enum form form)
{
   if (type == 'V')
      snprintf(out, n, "SVIEW[0]");
   else if (type == 'S')
      snprintf(out, n,
               form == SAMPLER    ? "SAMP[5]"
               : form == CHOSEN   ? "SAMP[ADDR[0].x]"
               : form == SWIZZLED ? "SAMP[0].zzzz"
                                  : "SAMP[0]");
   else if (op == TGSI_OP_TG4 && k == 1 && form != COMPONENT)
      snprintf(out, n, form == SWIZZLED ? "NULL[0]" : "IMM[0].yyyy");
   else
      snprintf(out, n, "IN[%u]", k);
}

/* Returns false if the instruction has no such form. */
static bool program_of(enum tgsi_op op, enum tgsi_target target, bool frag, enum form form, char *text, size_t size)
{
   static const char *const offsets[NUM_FORMS] = {[OFFSET] = ", IMM[0].wyz", [MOVED] = ", IN[3].xyz",
                                                  [FOUR_OFFSETS] = ", IMM[0].xyz, IN[3].xyz, IMM[0].yxw, IMM[0].zzz"};
   const struct tgsi_op_info *info = &tgsi_op_info[op];
   const bool view = info->kind == TGSI_VIEW;
   bool optional;
   const unsigned num_src = tgsi_num_src(op, &optional);
   size_t at = 0;

   if ((form == FOUR_OFFSETS || form == COMPONENT || form == SWIZZLED) && op != TGSI_OP_TG4)
      return false;
   if ((form == COMPONENT || form == SWIZZLED) && target == TGSI_TARGET_SHADOWCUBE_ARRAY) /* x is the reference value there */
      return false;
   if (form == SAMPLER && !view)
      return false;
   at += (size_t)snprintf(text + at, size - at, "%s\n", frag ? "FRAG" : "VERT");
   for (unsigned k = 0; k < 4; k++)
      at += (size_t)snprintf(text + at, size - at, frag ? "DCL IN[%u], GENERIC[%u], PERSPECTIVE\n" : "DCL IN[%u]\n", k, k);
   at += (size_t)snprintf(
       text + at, size - at,
       "DCL OUT[0], %s\nDCL SAMP[0]\nDCL SAMP[1]\nDCL SAMP[5]\nDCL SVIEW[0], %s, %s\nDCL TEMP[0]\nDCL ADDR[0]\n"
       "IMM[0] INT32 {2, 1, 45, -3}\n%s%s TEMP[0]",
       frag ? "COLOR" : "POSITION", tgsi_target_info[target].name, form == INTEGER ? "UINT" : "FLOAT",
       form == CHOSEN ? "UARL ADDR[0].x, IN[2].xxxx\n" : "", info->name);
   for (unsigned n = 0; n < num_src; n++) {
      char s[40];
      source(s, sizeof s, op, tgsi_src_type(op, n), n & 3, form);
      at += (size_t)snprintf(text + at, size - at, ", %s", s);
   }
   snprintf(text + at, size - at, "%s%s%s\nMOV OUT[0], TEMP[0]\nEND\n", view ? "" : ", ",
            view ? "" : tgsi_target_info[target].name, offsets[form] ? offsets[form] : "");
   return true;
}

/* Returns whether the language forbids the program because of its target, stage or offset. */
static bool is_illegal(const struct nvp4c_result *r)
{
   static const char *const rules[] = {"target-instruction", "wrong-stage-opcode", "offset-cube", "offset-buffer",
                                       "too-many-offsets"};

   for (unsigned d = 0; d < nvp4c_result_num_diagnostics(r); d++)
      for (unsigned k = 0; k < sizeof rules / sizeof rules[0]; k++)
         if (!strcmp(nvp4c_result_diagnostic(r, d)->id, rules[k]))
            return true;
   return false;
}

static unsigned verified, illegal;

static void run(const char *text, const char *form, const struct nvp4c_key *key)
{
   for (int level = 0; level <= 2; level++) {
      struct nvp4c_options o;

      nvp4c_options_init(&o, sizeof o);
      o.opt_level = level;
      o.verify.waves = 8;
      if (key)
         o.key = *key;
      struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
      const enum nvp4c_status s = nvp4c_result_status(r);
      const bool is_wrong = s == NVP4C_REJECTED && is_illegal(r);
      ck_assert_msg(s == NVP4C_OK || is_wrong, "-O%d, %s: %s\n%s", level, form,
                    nvp4c_result_num_diagnostics(r) ? nvp4c_result_diagnostic(r, 0)->message : "", text);
      nvp4c_result_free(r);
      verified += s == NVP4C_OK;
      illegal += is_wrong;
      if (is_wrong)
         return;
   }
}

START_TEST(each_target)
{
   char text[2048];

   verified = illegal = 0;
   for (unsigned op = 0; op < TGSI_OP_COUNT; op++) {
      if (tgsi_op_info[op].kind != TGSI_TEX && tgsi_op_info[op].kind != TGSI_VIEW)
         continue;
      for (unsigned target = 0; target < TGSI_TARGET_UNKNOWN; target++)
         for (unsigned frag = _i != PLAIN && _i != MOVED; frag < 2; frag++)
            if (program_of((enum tgsi_op)op, (enum tgsi_target)target, frag, (enum form)_i, text, sizeof text))
               run(text, forms[_i], NULL);
   }
   fprintf(stderr, "%s: %u compiles verified, %u programs illegal\n", forms[_i], verified, illegal);
   ck_assert_uint_gt(verified, 0);
}
END_TEST

/* A gather compares each texel and selects the component of the swizzle. With a view, the sampler has the comparison and the
   view has the swizzle. */
START_TEST(keys)
{
   static const char *const accesses[] = {
       "TG4 TEMP[0], IN[0], IMM[0].xxxx, SAMP[0], 2D",       "TG4 TEMP[0], IN[0], IMM[0].yyyy, SAMP[0], 2D_ARRAY",
       "TG4 TEMP[0], IN[0], IMM[0].xxxx, SAMP[0], SHADOW2D", "TG4 TEMP[0], IN[0], IN[1].xxxx, SAMP[0], RECT",
       "SAMPLE_C TEMP[0], IN[0], SVIEW[0], SAMP[5], IN[1]",  "GATHER4 TEMP[0], IN[0], SVIEW[0], SAMP[5].zzzz",
       "SAMPLE_L TEMP[0], IN[0], SVIEW[0], SAMP[5], IN[1]",  "LODQ TEMP[0], IN[0], SAMP[0], 2D"};
   static const uint8_t swizzles[][4] = {{0},
                                         {NVP4C_SWIZZLE_W, NVP4C_SWIZZLE_Z, NVP4C_SWIZZLE_1, NVP4C_SWIZZLE_0},
                                         {NVP4C_SWIZZLE_0, NVP4C_SWIZZLE_W, 0, 0},
                                         {NVP4C_SWIZZLE_1, NVP4C_SWIZZLE_0, 0, 0},
                                         {NVP4C_SWIZZLE_Z, 0, NVP4C_SWIZZLE_X, 0}};
   static const uint8_t compares[] = {0, NVP4C_COMPARE_GREATER, NVP4C_COMPARE_NOTEQUAL, NVP4C_COMPARE_ALWAYS};

   verified = illegal = 0;
   for (unsigned i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
      for (unsigned z = 0; z < sizeof swizzles / sizeof swizzles[0]; z++)
         for (unsigned c = 0; c < sizeof compares; c++) {
            struct nvp4c_key key = {.tex[0].compare = compares[c], .tex[5].compare = compares[(c + 1) % sizeof compares]};
            char text[1024];

            memcpy(key.tex[0].swizzle, swizzles[z], 4);
            memcpy(key.tex[5].swizzle, swizzles[(z + 1) % 5], 4);
            snprintf(text, sizeof text,
                     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[1], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL "
                     "SAMP[0]\nDCL SAMP[5]\n"
                     "DCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\nIMM[0] INT32 {0, 1, 2, 3}\n%s\nMOV OUT[0], TEMP[0]\nEND\n",
                     accesses[i]);
            run(text, "key", &key);
         }
   ck_assert_uint_eq(illegal, 0);
}
END_TEST

/* The reflection and the object contain the states of a gather. */
START_TEST(objects)
{
   static const char text[] =
       "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SAMP[3]\nDCL SVIEW[0], 2D, FLOAT\n"
       "GATHER4 OUT[0], IN[0], SVIEW[0], SAMP[3]\nEND\n";
   struct nvp4c_options o;
   unsigned found = 0;
   size_t len;

   nvp4c_options_init(&o, sizeof o);
   o.output.object = 1;
   struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
   const void *object = nvp4c_result_object(r, &len);
   ck_assert_ptr_nonnull(object);
   struct nvp4c_result *again = nvp4c_load(object, len, NULL);
   ck_assert_int_eq(nvp4c_result_status(again), NVP4C_OK);
   for (unsigned n = 0; n < nvp4c_result_num_reflections(again); n++) {
      const struct nvp4c_reflection *e = nvp4c_result_reflection(again, n);
      found += (e->binding == NVP4C_BIND_GATHER_SAMPLER && e->index == 3) || (e->binding == NVP4C_BIND_IMAGE && e->index == 0);
   }
   ck_assert_uint_eq(found, 8);
   nvp4c_result_free(again);
   nvp4c_result_free(r);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("tgsi_texture");
   TCase *t = tcase_create("tgsi_texture");
   tcase_set_timeout(t, 120);
   tcase_add_loop_test(t, each_target, 0, NUM_FORMS);
   tcase_add_test(t, keys);
   tcase_add_test(t, objects);
   suite_add_tcase(s, t);
   return suite_run(s);
}
