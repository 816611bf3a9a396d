/* SPDX-License-Identifier: MIT */
/*
 * Tests that a result with an error has no code and reports the reason. The errors come from every phase and from every
 * allocation that may fail, in each function that makes a result.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/bad_memory.h"
#include "tests/unit/common/suite.h"

#define WARNINGS 90 /* fewer than are printed */

/* Checks what must hold for every result, and frees it. With `simulated` the output that a program printed before its error
   stays. */
static enum nvp4c_status check_result(struct nvp4c_result *r, bool simulated, const char *what)
{
   const enum nvp4c_status status = nvp4c_result_status(r);
   struct nvp4c_key key = {.samples = 1};
   unsigned errors = 0;
   size_t len;

   for (unsigned i = 0; i < nvp4c_result_num_diagnostics(r); i++) {
      const struct nvp4c_diagnostic *d = nvp4c_result_diagnostic(r, i);
      ck_assert_msg(d->id[0] && d->message[0] && d->section, "%s: an empty diagnostic", what);
      errors += d->severity == NVP4C_ERROR;
   }
   if (status == NVP4C_OK) {
      ck_assert_msg(!errors, "%s: an error, and status 0", what);
   } else {
      ck_assert_msg(errors, "%s: status %d without an error", what, (int)status);
      ck_assert_msg(!nvp4c_result_code(r, &len) && !len, "%s: status %d with code", what, (int)status);
      ck_assert_msg(!nvp4c_result_object(r, &len) && !len, "%s: status %d with an object", what, (int)status);
      ck_assert_msg(simulated || (!nvp4c_result_listing(r, &len) && !len), "%s: status %d with a listing", what, (int)status);
      ck_assert_msg(!nvp4c_link_key(r, &key) && !key.varying_map, "%s: status %d with a map", what, (int)status);
   }
   nvp4c_result_free(r);
   return status;
}

/* ---- allocations that fail */

static char many_warnings[WARNINGS * 24 + 200];
static const char vertex[] =
    "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[0], vertex.attrib[1];\nEND\n";
static const char fragment[] = "!!NVfp4.0\nTXP result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n";
static const char assembly[] = "#@ r1 = 1.5\n0 : mbyp ft0, r1 ; mov r2, ft0\n1 : nop.end\n";
static struct nvp4c_result *programs[2];
static const uint8_t *code;
static size_t code_len;

static struct nvp4c_result *compile(const struct nvp4c_options *o) { return nvp4c_compile(fragment, sizeof fragment - 1, o); }
static struct nvp4c_result *warn(const struct nvp4c_options *o)
{
   return nvp4c_compile(many_warnings, strlen(many_warnings), o);
}
static struct nvp4c_result *link_both(const struct nvp4c_options *o) { return nvp4c_link(programs[0], programs[1], o); }
static struct nvp4c_result *assemble(const struct nvp4c_options *o) { return nvp4c_assemble(assembly, sizeof assembly - 1, o); }
static struct nvp4c_result *disassemble(const struct nvp4c_options *o) { return nvp4c_disassemble(code, code_len, o); }
static struct nvp4c_result *simulate(const struct nvp4c_options *o)
{
   return nvp4c_simulate(assembly, sizeof assembly - 1, 1, assembly + 2, 9, o);
}

static const struct {
   const char *name;
   struct nvp4c_result *(*make)(const struct nvp4c_options *o);
   bool simulated;
   unsigned waves;
} jobs[] = {
   {"compile", compile, false, 0},   {"compile and verify", compile, false, 2}, {"compile with warnings", warn, false, 0},
   {"link", link_both, false, 0},    {"assemble", assemble, false, 0},          {"disassemble", disassemble, false, 0},
   {"simulate", simulate, true, 0},
};

static void set_up(void)
{
   size_t n = (size_t)sprintf(many_warnings, "!!NVfp4.0\n");

   for (unsigned i = 0; i < WARNINGS; i++)
      n += (size_t)sprintf(many_warnings + n, "TEMP unused%u;\n", i);
   sprintf(many_warnings + n, "MOV result.color, fragment.color;\nEND\n");
   programs[0] = nvp4c_compile(vertex, sizeof vertex - 1, NULL);
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.output.reflection = 1;
   programs[1] = nvp4c_compile(fragment, sizeof fragment - 1, &o);
   code = nvp4c_result_code(programs[1], &code_len);
   ck_assert_ptr_nonnull(code);
}

static void tear_down(void)
{
   nvp4c_result_free(programs[0]);
   nvp4c_result_free(programs[1]);
}

START_TEST(failed_allocation)
{
   struct bad_memory m = {.first = ALWAYS};
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.memory.alloc = bad_memory_alloc;
   o.memory.user = &m;
   o.output.listing = o.output.object = 1;
   o.verify.waves = jobs[_i].waves;
   struct nvp4c_result *r = jobs[_i].make(&o);
   ck_assert_ptr_nonnull(r);
   ck_assert_int_eq(check_result(r, jobs[_i].simulated, jobs[_i].name), NVP4C_OK);
   ck_assert_int_eq(m.live, 0);
   const long calls = m.calls;
   ck_assert_int_gt(calls, 1);
   /* Either one call fails, or it and all later calls fail. */
   for (long k = 0; k < calls; k++)
      for (int all = 0; all < 2; all++) {
         char what[64];
         m = (struct bad_memory){.first = k, .times = all ? ALWAYS : 1};
         snprintf(what, sizeof what, "%s, allocation %ld of %ld", jobs[_i].name, k, calls);
         r = jobs[_i].make(&o);
         ck_assert_msg(r || !k, "%s: no result", what);
         if (r)
            ck_assert_msg(check_result(r, jobs[_i].simulated, what) != NVP4C_OK || !all, "%s: no error", what);
         ck_assert_msg(!m.live, "%s: memory is lost", what);
      }
}
END_TEST

/*
 * Publishing the diagnostics also takes memory, after the code is complete. It calls the allocator only if the arena is full at
 * that moment, so the test tries programs of many sizes and lets the last call fail. If the publication made that call, a
 * single diagnostic replaces all.
 */
START_TEST(failed_publication)
{
   struct bad_memory m;
   struct nvp4c_options o;
   unsigned published = 0;

   nvp4c_options_init(&o, sizeof o);
   o.memory.alloc = bad_memory_alloc;
   o.memory.user = &m;
   for (unsigned n = 1; n < 200; n++) {
      char text[8000];
      size_t len = (size_t)sprintf(text, "!!NVfp4.0\nTEMP t;\nMOV t, fragment.color;\n");
      for (unsigned i = 0; i < n; i++)
         len += (size_t)sprintf(text + len, i < WARNINGS ? "TEMP unused%u;\n" : "ADD t.x, t.x, t.y;\n", i);
      len += (size_t)sprintf(text + len, "MOV result.color, t;\nEND\n");
      m = (struct bad_memory){.first = ALWAYS};
      ck_assert_int_eq(check_result(nvp4c_compile(text, len, &o), false, "many sizes"), NVP4C_OK);
      m = (struct bad_memory){.first = m.calls - 1, .times = ALWAYS};
      struct nvp4c_result *r = nvp4c_compile(text, len, &o);
      ck_assert_ptr_nonnull(r);
      published += nvp4c_result_num_diagnostics(r) == 1 && nvp4c_result_timing(r).codegen;
      ck_assert_int_eq(check_result(r, false, "last allocation"), NVP4C_LIMIT);
      ck_assert_int_eq(m.live, 0);
   }
   ck_assert_uint_gt(published, 0);
}
END_TEST

/* ---- errors of every phase */

#define FP "!!NVfp4.0\n"
#define END "\nMOV result.color, fragment.color;\nEND\n"

static const struct {
   const char *what, *text;
   enum nvp4c_status status;
   const char *start_after, *disable, *warning, *attr;
   size_t memory;
   enum nvp4c_target target;
   enum nvp4c_language language;
   unsigned waves, fshort;
   bool level0;
} errors[] = {
    {"a syntax error", FP "MOV" END, NVP4C_REJECTED, .memory = 0},
    {"a warning that is an error", FP "TEMP t;" END, NVP4C_REJECTED, .warning = "error=unused-declaration"},
    {"no such warning", FP END, NVP4C_USAGE, .warning = "error=none"},
    {"no such pass", FP END, NVP4C_USAGE, .disable = "none"},
    {"a pass that does not run", FP END, NVP4C_USAGE, .start_after = "dce", .level0 = true},
    {"a limit", FP END, NVP4C_LIMIT, .memory = 20000},
    {"another language", FP END, NVP4C_REJECTED, .language = NVP4C_LANG_ARB},
    {"a stage of a later version", "TESS_EVAL\nEND\n", NVP4C_UNSUPPORTED, .memory = 0},
    {"an instruction without a meaning", "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nBRA :0\nEND\n", NVP4C_UNSUPPORTED,
     .memory = 0},
    {"a target that has no geometry programs",
     "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES 1\n"
     "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\nIMM[0] UINT32 {0, 0, 0, 0}\nMOV OUT[0], IN[0][0]\nEMIT IMM[0].xxxx\nEND\n",
     NVP4C_UNSUPPORTED, .target = NVP4C_TARGET_AGX},
    {"no encoding",
     FP "SHORT TEMP a;\nMUL a, fragment.color, fragment.color;\nADD a, a, a;\nMUL a, a, a;\nMOV result.color, a;\nEND\n",
     NVP4C_UNSUPPORTED, .attr = "+f16sop", .fshort = 16},
    {"no verdict", "!!ARBvp1.0\nOPTION NV_vertex_program2;\nMOV result.position, vertex.position;\nagain: BRA again;\nEND\n",
     NVP4C_LIMIT, .waves = 1},
};

START_TEST(error)
{
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.output.listing = o.output.object = 1;
   o.passes.start_after = errors[_i].start_after;
   o.passes.disable = errors[_i].disable;
   o.diagnostics.warnings = &errors[_i].warning;
   o.diagnostics.num_warnings = errors[_i].warning != NULL;
   o.target = errors[_i].target;
   o.language = errors[_i].language;
   o.verify.waves = errors[_i].waves;
   o.opt_level = errors[_i].level0 ? 0 : 2;
   o.attr = errors[_i].attr;
   o.memory.limit = errors[_i].memory;
   o.fshort = errors[_i].fshort ? errors[_i].fshort : 32;
   struct nvp4c_result *r = nvp4c_compile(errors[_i].text, strlen(errors[_i].text), &o);
   ck_assert_ptr_nonnull(r);
   ck_assert_msg(check_result(r, false, errors[_i].what) == errors[_i].status, "%s", errors[_i].what);
}
END_TEST

/* A result with an error is not linked. */
START_TEST(link_of_error)
{
   static const char endless[] =
       "!!ARBvp1.0\nOPTION NV_vertex_program2;\nMOV result.position, vertex.position;\nagain: BRA again;\nEND\n";
   struct nvp4c_options o;

   nvp4c_options_init(&o, sizeof o);
   o.verify.waves = 1;
   struct nvp4c_result *v = nvp4c_compile(endless, sizeof endless - 1, &o), *r = nvp4c_link(v, programs[1], NULL);
   ck_assert_int_eq(nvp4c_result_status(v), NVP4C_LIMIT);
   ck_assert_int_eq(check_result(r, false, "link"), NVP4C_REJECTED);
   nvp4c_result_free(v);
}
END_TEST

/* A -W option that names a warning overrides one that does not. Among options of one kind the last one counts. */
START_TEST(warning_levels)
{
   static const struct {
      const char *words[3];
      bool werror, none;
      int level;
   } t[] = {
      {{NULL}, false, false, 1},
      {{NULL}, true, false, 2},
      {{NULL}, true, true, 0},
      {{"all"}, false, false, 1},
      {{"no-link-unwritten", "all"}, true, false, 0},
      {{"no-link-unwritten", "link-unwritten"}, false, false, 1},
      {{"no-error"}, true, false, 1},
      {{"no-error", "error"}, false, false, 2},
      {{"error", "no-error"}, false, false, 1},
      {{"error=link-unwritten", "no-error"}, false, false, 2},
      {{"no-error=link-unwritten", "error"}, true, false, 1},
      {{"error=link-unwritten", "no-error=link-unwritten"}, false, false, 1},
      {{"no-link-unwritten", "error=link-unwritten"}, false, false, 2},
      {{"no-link-unwritten", "no-error=link-unwritten"}, false, false, 0},
      {{"error=link-unwritten", "no-link-unwritten"}, true, false, 0},
      {{"error=unused-option", "no-unreachable"}, false, false, 1},
   };

   for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.diagnostics.werror = t[i].werror;
      o.diagnostics.no_warnings = t[i].none;
      o.diagnostics.warnings = t[i].words;
      while (o.diagnostics.num_warnings < 3 && t[i].words[o.diagnostics.num_warnings])
         o.diagnostics.num_warnings++;
      ck_assert_msg(nvp4c_warning_level(&o, "link-unwritten") == t[i].level, "row %zu: %d", i,
                    nvp4c_warning_level(&o, "link-unwritten"));
   }
   ck_assert_int_eq(nvp4c_warning_level(NULL, "link-unwritten"), 1);
}
END_TEST

/* Programs with the same results have the same digest, even if one of them reads additional inputs. Reads decide which inputs
   are random. */
START_TEST(digest_of_equivalent)
{
   static const char head[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL SV[0], BASEVERTEX\nDCL SV[1], VERTEXID_NOBASE\nDCL "
                              "SV[2], VERTEXID\nDCL TEMP[0]\n",
                     tail[] = "U2F TEMP[0], SV[1].xxxx\nADD OUT[0], TEMP[0], IN[0]\nEND\n";
   static const char *const dead[] = {"", "MOV TEMP[0], SV[0].xxxx\n", "MOV TEMP[0], SV[2].xxxx\n"};
   uint64_t first = 0;

   for (size_t k = 0; k < sizeof dead / sizeof dead[0]; k++) {
      struct nvp4c_options o;
      char text[512];
      const int n = snprintf(text, sizeof text, "%s%s%s", head, dead[k], tail);
      nvp4c_options_init(&o, sizeof o);
      o.verify.waves = 2;
      struct nvp4c_result *r = nvp4c_compile(text, (size_t)n, &o);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
      const struct nvp4c_verify v = nvp4c_result_verify(r);
      ck_assert_uint_eq(v.tainted + v.left_out + v.budget, 0);
      first = k ? first : v.digest;
      ck_assert_msg(v.digest == first, "%s", dead[k]);
      nvp4c_result_free(r);
   }
}
END_TEST

int main(void)
{
   Suite *s = suite_create("status");
   TCase *t = tcase_create("status");
   tcase_set_timeout(t, 120);
   tcase_add_checked_fixture(t, set_up, tear_down);
   tcase_add_loop_test(t, failed_allocation, 0, sizeof jobs / sizeof jobs[0]);
   tcase_add_test(t, failed_publication);
   tcase_add_loop_test(t, error, 0, sizeof errors / sizeof errors[0]);
   tcase_add_test(t, link_of_error);
   tcase_add_test(t, digest_of_equivalent);
   tcase_add_test(t, warning_levels);
   suite_add_tcase(s, t);
   return suite_run(s);
}
