/* SPDX-License-Identifier: MIT */
/*
 * Tests the features and the premises that a group has by its form (usc_forms.h), and that code runs only on a core with its
 * features. Expected features are the definitions in usc_core.def; expected premises are the columns "where it matters" of
 * docs/usc-encoding.md, "Assumptions".
 */
#include "backend-usc/isa/usc_build.h"
#include "backend-usc/check/usc_forms.h"
#include "backend-usc/text/usc_text.h"
#include "nvp4c.h"
#include "nvp4c_machine.h"
#include "tests/unit/common/suite.h"

#include <string.h>

static struct util_ctx ctx;

static void setup(void) { util_ctx_init(&ctx, NULL, 0); }
static void teardown(void) { util_ctx_finish(&ctx); }

#define P(id) UINT64_C(1) << USC_PREMISE_##id

static const struct {
   const char *text;
   uint32_t features;
   uint64_t premises; /* of a geometry program on a core that rounds to nearest even */
} forms[] = {
   {"(ignorepe) cndlt 0, i0, p0, i0, 2", 0, 0},
   {"(ignorepe) cndlt 1, i0, p0, i0, 2", USC_HAS_CNDLT, P(CNDLT)},
   {"(ignorepe) cndlt 3, i0, p0, i0, 1", USC_HAS_CNDLT, P(CNDLT)},
   {"(ignorepe) cndsm 1, i0, i0, c2", 0, 0}, /* other operations may have a condition */
   {"(ignorepe) cndst 3, i0, i0, 1", 0, 0},
   {"umadd32 ft0, r1, r2, r3, p0 ; mbyp ft1, r4 ; mov r0, ft0; ; mov r5, ft1;", USC_HAS_CARRYP1, P(CARRYP1)},
   {"umadd32 ft0, r1, r2, r3, _ ; mbyp ft1, r4 ; mov r0, ft0; ; mov r5, ft1;", 0, 0}, /* no carry */
   {"umadd32 ft0, c0, c0, c0, p0 ; tstgz.u32 ftt, p0, ft0", 0, 0},                    /* nothing in P1 */
   {"umadd64 ft0, c0, c0, c0, r7, p0 ; fmul ft1, r7, r6 ; tstz.u32 ftt, _, ft0 ; movc r6, _, ftt, fte, _, ft1, _", 0,
    P(DENORMALS)}, /* 64 bits */
   {"depthf w0; ; mov w0, r0;", 0, 0},
   {"fmul.sat ft0, r0, c64 ; mov w0.e0.e1.e2.e3, ft0 ; depthf w0; ; mov w0, ft0;", USC_HAS_DEPTHSAT,
    P(DEPTHSAT) | P(DENORMALS)},
   {"itrsmp2d.pixel r0, 1, drc0, cf4, sh4, sh0, 4, cf0", USC_HAS_ITRSMP, P(ITRSMP) | P(OTHER_UNITS)},
   {"itrsmp2d.pixel.schedwdf r0, 1, drc0, cf4, sh4, sh0, 4, cf0", USC_HAS_ITRSMP, P(ITRSMP) | P(OTHER_UNITS) | P(SCHEDWDF)},
   {"fitrp.pixel r0, drc0, cf4, cf0, 4;", 0, P(OTHER_UNITS)},
   {"mbyp ft0, r1 ; mov r0, ft0;", 0, 0},
   {"mbyp ft0, r1 ; mbyp ft1, r2 ; tstne.f32 ftt, p0, ft0, ft1", 0, P(NAN_COMPARISON)},
   {"mbyp ft0, r1 ; mbyp ft1, r2 ; tstne.u32 ftt, p0, ft0, ft1", 0, 0},
   {"mbyp ft0, r1 ; mbyp ft1, r2 ; tste.f32 ftt, p0, ft0, ft1", 0, 0},
   {"pck.s32 ft2, r1 ; mov r0, ft2;", 0, P(FLOAT_TO_INTEGER)},
   {"pck.u8888.scale ft2, r1 ; mov r0, ft2;", 0, P(PACK) | P(OTHER_UNITS)},
   {"unpck.f16f16 ft0, r1.e0 ; mov r0, ft0;", 0, P(F16_DENORMALS)},
   {"uvsw.emit;", 0, P(GEOMETRY)},
};

START_TEST(of_groups)
{
   const struct usc_form_context c = {.stage = USC_STAGE_GEOMETRY, .features = USC_HAS_RNE};
   for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
      struct usc_group g;
      struct usc_found f;
      const char *err = usc_assemble_group(&ctx, forms[k].text, strlen(forms[k].text), &g, &f, NULL);
      ck_assert_msg(!err, "%s: %s", forms[k].text, err);
      ck_assert_msg(usc_check(&g) == USC_V_OK, "%s: %s", forms[k].text, usc_violation_text(usc_check(&g)));
      ck_assert_msg(usc_group_features(&g) == forms[k].features, "%s: %x", forms[k].text, usc_group_features(&g));
      ck_assert_msg(usc_group_premises(&g, &c) == forms[k].premises, "%s: %llx", forms[k].text,
                    (unsigned long long)usc_group_premises(&g, &c));
      /* The first group that lacks a feature, after one that lacks none. */
      struct usc_group two[2] = {forms[k].features ? usc_g_nop(false) : g, g};
      const struct usc_prog p = {.g = two, .n = 2, .cap = 2};
      uint32_t bad = 9;
      ck_assert_uint_eq(usc_missing_features(&p, 0, &bad), forms[k].features);
      ck_assert_uint_eq(bad, forms[k].features ? 1 : 9);
      ck_assert_uint_eq(usc_missing_features(&p, forms[k].features, &bad), 0);
   }
}
END_TEST

/* What depends on the program: the stage, the samples, the rounding. */
START_TEST(of_programs)
{
   const struct usc_group emit = usc_g_uvsw_op(USC_OP_UVSW_EMIT), end = usc_g_nop(true);
   const struct usc_group add = usc_g_alu(USC_OP_FADD, usc_r(0), usc_r(1), usc_r(2), usc_none());
   struct usc_form_context c = {.stage = USC_STAGE_VERTEX};
   ck_assert_uint_eq(usc_group_premises(&emit, &c), 0);
   ck_assert_uint_eq(usc_group_premises(&add, &c), P(DENORMALS) | P(OVERFLOW));
   ck_assert_uint_eq(usc_group_premises(&end, &c), 0);
   c = (struct usc_form_context){.stage = USC_STAGE_FRAGMENT, .several = true, .features = USC_HAS_RNE};
   ck_assert_uint_eq(usc_group_premises(&add, &c), P(DENORMALS));
   ck_assert_uint_eq(usc_group_premises(&end, &c), P(PIXEL_RATE));
   for (unsigned n = 0; n < USC_NUM_PREMISES; n++)
      for (unsigned k = 0; k < n; k++)
         ck_assert_str_ne(usc_premise_name((enum usc_premise)n), usc_premise_name((enum usc_premise)k));
}
END_TEST

/* Machine code is a fault at a group whose feature the core lacks, and not before. */
START_TEST(on_machines)
{
   static const char code[] = "0 : mbyp ft0, c64 ; mov r0, ft0;\n1 : (ignorepe) cndlt 1, i0, p0, i0, 2\n2 : nop.end\n";
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.attr = "+cndlt";
   struct nvp4c_result *r = nvp4c_assemble(code, strlen(code), &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
   for (unsigned on = 0; on < 2; on++) {
      size_t len;
      const void *bytes = nvp4c_result_code(r, &len);
      o.attr = on ? "+cndlt" : NULL;
      struct nvp4c_machine *m = nvp4c_machine_create(bytes, len, &o);
      ck_assert_ptr_nonnull(m);
      struct nvp4c_wave *w = nvp4c_wave_create(m);
      nvp4c_wave_start(w, 1, 0);
      const enum nvp4c_wave_status s = nvp4c_wave_run(&w, 1, 100);
      ck_assert_int_eq(s, on ? NVP4C_WAVE_DONE : NVP4C_WAVE_FAULT);
      const struct nvp4c_wave_state state = nvp4c_get_wave_state(w);
      if (!on)
         ck_assert_ptr_nonnull(strstr(state.fault, "\"cndlt\""));
      nvp4c_wave_free(w);
      nvp4c_machine_free(m);
   }
   nvp4c_result_free(r);
}
END_TEST

SUITE_MAIN("usc_forms", DEFAULT_TIMEOUT, setup, teardown, of_groups, of_programs, on_machines)
