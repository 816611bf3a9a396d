/* SPDX-License-Identifier: MIT */
/*
 * Tests the registered languages and machines. Each language recognises its own programs and those of no other language, and
 * each machine assembles and disassembles. A new row of registry.def needs a row here. The file also tests the limits of the
 * options and callers with a shorter options structure.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "backend-usc/isa/usc_core.h"
#include "nvp4c/api/registry.h"
#include "tests/unit/common/suite.h"

/* ---- languages */

/* Programs, some of them only first lines, with the status of compiling them. */
static const struct {
   const char *language, *text;
   enum nvp4c_status status;
} texts[] = {
   {"nv", "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n", NVP4C_OK},
   {"nv", "!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n", NVP4C_OK},
   {"nv", "!!NVgp4.0\n", NVP4C_REJECTED},
   {"arb", "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n", NVP4C_OK},
   {"arb", "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n", NVP4C_OK},
   {"tgsi", "FRAG\nDCL OUT[0], COLOR\n  0: END\n", NVP4C_OK},
   {"tgsi", " \t\r\nVERT\nEND\n", NVP4C_OK},
   {"tgsi", "GEOM", NVP4C_REJECTED},
   {"tgsi", "TESS_EVAL\nEND\n", NVP4C_UNSUPPORTED},
   {"ir", "nvp4c-ir 1\nstage fragment\n", NVP4C_REJECTED}, /* no blocks */
};
#define NUM_TEXTS (sizeof texts / sizeof texts[0])

START_TEST(sniffing)
{
   const struct frontend_ops *f;
   for (unsigned i = 0; (f = registry_frontend_at(i)); i++) {
      unsigned own = 0;
      for (size_t k = 0; k < NUM_TEXTS; k++) {
         const size_t len = strlen(texts[k].text);
         const bool is = !strcmp(texts[k].language, f->name);
         ck_assert_msg(f->sniff(texts[k].text, len) == (is ? FRONTEND_SURE : FRONTEND_NO), "%s of text %zu", f->name, k);
         ck_assert_msg((registry_frontend(NVP4C_LANG_AUTO, texts[k].text, len) == f) == is, "%s for text %zu", f->name, k);
         own += is;
      }
      ck_assert_msg(own > 0 || f->word_size, "no text in the language %s here", f->name);
      ck_assert_msg(f->sniff("", 0) == FRONTEND_NO && f->sniff("F", 1) == FRONTEND_NO && f->sniff(" n", 2) == FRONTEND_NO, "%s",
                    f->name);
   }
}
END_TEST

/* A text that no language recognises is parsed as NV, and the NV parser reports the error in the header. */
START_TEST(unsure)
{
   static const char *const words[] = {"", "!!", "!!A", "!!FP1.0\n", "hello", "nvp4c", "FRA", "END"};
   const struct frontend_ops *nv = registry_frontend(NVP4C_LANG_NV, NULL, 0);
   ck_assert_str_eq(nv->name, "nv");
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      ck_assert_msg(registry_frontend(NVP4C_LANG_AUTO, words[i], strlen(words[i])) == nv, "'%s'", words[i]);
}
END_TEST

/* A language that can be executed has every function that execution needs, and it can be lowered. */
START_TEST(complete)
{
   const struct frontend_ops *f;
   for (unsigned i = 0; (f = registry_frontend_at(i)); i++) {
      ck_assert(f->name && f->sniff && f->parse);
      ck_assert_msg((f->evaluate != NULL) == (f->size != NULL) && (f->evaluate != NULL) == (f->written != NULL), "%s", f->name);
      ck_assert_msg(f->lower || !f->evaluate, "%s", f->name);
      for (unsigned k = 0; k < f->num_limits; k++)
         for (unsigned j = 0; j < k; j++)
            ck_assert_msg(strcmp(f->limits[k].name, f->limits[j].name), "%s: %s twice", f->name, f->limits[k].name);
   }
   for (size_t k = 0; k < NUM_TEXTS; k++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      struct nvp4c_result *r = nvp4c_compile(texts[k].text, strlen(texts[k].text), &o);
      ck_assert_ptr_nonnull(r);
      ck_assert_msg(nvp4c_result_status(r) == texts[k].status, "text %zu: %d", k, (int)nvp4c_result_status(r));
      nvp4c_result_free(r);
   }
}
END_TEST

/* The public numbers and names are those of the registry, in its order. */
START_TEST(names)
{
   static const char *const languages[] = {"nv", "arb", "tgsi", "ir", "tgsi_22_3", "tgsi_26_2"};
   static const char *const targets[] = {"usc", "agx"};
   ck_assert_ptr_null(nvp4c_language_name(NVP4C_LANG_AUTO));
   ck_assert_str_eq(nvp4c_language_name(NVP4C_LANG_IR), "ir");
   ck_assert_str_eq(nvp4c_target_name(NVP4C_TARGET_AGX), "agx");
   for (unsigned i = 0; i <= sizeof languages / sizeof languages[0]; i++)
      if (i < sizeof languages / sizeof languages[0])
         ck_assert_str_eq(nvp4c_language_name(NVP4C_LANG_AUTO + 1 + i), languages[i]);
      else
         ck_assert_ptr_null(nvp4c_language_name(NVP4C_LANG_AUTO + 1 + i));
   for (unsigned i = 0; i <= sizeof targets / sizeof targets[0]; i++)
      if (i < sizeof targets / sizeof targets[0])
         ck_assert_str_eq(nvp4c_target_name(i), targets[i]);
      else
         ck_assert_ptr_null(nvp4c_target_name(i));
   ck_assert_ptr_null(nvp4c_target_name(~0u));
   ck_assert_ptr_null(nvp4c_language_name(~0u));
}
END_TEST

/* ---- machines */

/* A text, its bytes, and a string that the listing of the bytes contains. The bytes come from tests/isa, which has their
   origin. */
static const struct {
   const char *target, *text;
   uint8_t bytes[16];
   size_t len;
   const char *listing[2];
} code[] = {
   {"usc", "0 : nop.end\n", {0x04, 0x80, 0xee, 0x00, 0xf2, 0xff, 0xff, 0xff}, 8, {"nop", "end"}},
   {"agx", "fadd32 r4, r5, r6\nmov_imm r4l, 15360\n", {0x2a, 0x91, 0x4a, 0xc2, 0x24, 0x00, 0x62, 0x10, 0x00, 0x3c}, 10,
    {"fadd32 r4, r5, r6", "mov_imm r4l, 15360"}},
};
#define NUM_CODE (sizeof code / sizeof code[0])

START_TEST(assembling)
{
   const char *name;
   for (unsigned t = 0; (name = nvp4c_target_name(t)); t++) {
      unsigned own = 0;
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.target = (enum nvp4c_target)t;
      for (size_t k = 0; k < NUM_CODE; k++) {
         size_t len;
         struct nvp4c_result *r = nvp4c_assemble(code[k].text, strlen(code[k].text), &o);
         if (strcmp(code[k].target, name)) { /* the text of another machine */
            const bool none = nvp4c_result_status(r) == NVP4C_UNSUPPORTED; /* the machine has no assembler */
            ck_assert_msg(none || nvp4c_result_status(r) == NVP4C_REJECTED, "%s takes text %zu", name, k);
            own += none;
            nvp4c_result_free(r);
            continue;
         }
         own++;
         ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", name);
         const void *bytes = nvp4c_result_code(r, &len);
         ck_assert_uint_eq(len, code[k].len);
         ck_assert_mem_eq(bytes, code[k].bytes, len);
         nvp4c_result_free(r);
         r = nvp4c_disassemble(code[k].bytes, code[k].len, &o);
         ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", name);
         const char *listing = nvp4c_result_listing(r, &len);
         ck_assert_ptr_nonnull(listing);
         for (unsigned i = 0; i < 2; i++)
            ck_assert_msg(strstr(listing, code[k].listing[i]) != NULL, "no '%s' in\n%s", code[k].listing[i], listing);
         nvp4c_result_free(r);
      }
      ck_assert_msg(own > 0, "no text for the machine %s here", name);
   }
}
END_TEST

/* The cores of the USC, with the values of the public driver's device_info/NAME.h. Forms that no public compiler emits are off
   everywhere. */
START_TEST(usc_cores)
{
   static const struct {
      const char *name;
      bool rne, ditr, multicore; /* ditr: usc_itrsmp_enhanced */
      unsigned pba_entries; /* uvs_pba_entries; uvs_banks is at most 8 everywhere */
   } expected[] = {
      {"gx6250", false, false, false, 320}, {"axe-1-16m", false, false, false, 320},
      {"bxe-2-32", true, true, true, 320}, {"bxe-4-32", true, true, true, 160},
      {"bxm-4-64", true, true, true, 160}, {"bxs-4-64", true, true, true, 160},
      {"g6110", false, false, false, 160}, {"ge7800", false, false, false, 320},
      {"ge8300", false, true, false, 320}, {"gx6650", false, false, false, 320},
   };
   ck_assert_uint_eq(USC_NUM_CORES, sizeof expected / sizeof expected[0]);
   for (unsigned i = 0; i < USC_NUM_CORES; i++) {
      const uint32_t f = usc_core_features[i];
      ck_assert_str_eq(nvp4c_cpu_name(NVP4C_TARGET_USC, i), expected[i].name);
      ck_assert_msg(!!(f & USC_HAS_RNE) == expected[i].rne && !!(f & USC_HAS_DITR) == expected[i].ditr &&
                        !!(f & USC_HAS_MULTICORE) == expected[i].multicore &&
                        !(f & (USC_HAS_F16SOP | USC_HAS_ARRAYTEX | USC_HAS_INTLOOKUP)) &&
                        !(f & (USC_HAS_ITRSMP | USC_HAS_CNDLT | USC_HAS_CARRYP1 | USC_HAS_DEPTHSAT | USC_HAS_PIXELRATE)),
                    "%s", expected[i].name);
      ck_assert_int_eq(registry_target(NVP4C_TARGET_USC)->num(f)->round, expected[i].rne ? NUM_ROUND_NEAREST : NUM_ROUND_ZERO);
      ck_assert_uint_eq(usc_core_limits((enum usc_core)i)->vertex_words, expected[i].pba_entries == 160 ? 64 : 128);
      ck_assert_uint_eq(usc_core_limits((enum usc_core)i)->shareds, 1024);
   }
}
END_TEST

/* Each core of a machine compiles a program, and its features can be switched off and on. */
START_TEST(cores)
{
   static const char text[] = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n";
   const struct target_ops *t;
   for (unsigned n = 0; (t = registry_target((enum nvp4c_target)n)); n++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.target = (enum nvp4c_target)n;
      ck_assert(t->cpus[0] && (t->attrs != NULL) == (t->cpu_features != NULL));
      for (unsigned c = 0; t->cpus[c]; c++) {
         o.cpu = t->cpus[c];
         o.attr = NULL;
         for (unsigned a = 0; !a || (t->attrs && t->attrs[a - 1].name); a++) {
            char attr[64];
            if (a) {
               snprintf(attr, sizeof attr, "-%s,+%s", t->attrs[a - 1].name, t->attrs[a - 1].name);
               o.attr = attr;
            }
            struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, &o);
            ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s %s %s", t->name, o.cpu, o.attr ? o.attr : "");
            nvp4c_result_free(r);
         }
      }
      ck_assert_ptr_null(nvp4c_cpu_name(n, ~0u));
      ck_assert_ptr_null(nvp4c_attr_name(n, ~0u, NULL));
      o.cpu = "no-such-core";
      struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, &o);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_USAGE);
      nvp4c_result_free(r);
   }
}
END_TEST

/* ---- options */

/* Every limit of every language has one name, which the options accept. */
START_TEST(limits)
{
   const char *name, *other;
   uint32_t value;
   unsigned num = 0;
   for (; (name = nvp4c_limit_name(num, &value)); num++) {
      const struct nvp4c_limit limit = {name, value};
      struct nvp4c_options o;
      for (unsigned k = 0; k < num && (other = nvp4c_limit_name(k, NULL)); k++)
         ck_assert_str_ne(name, other);
      nvp4c_options_init(&o, sizeof o);
      o.limits = &limit;
      o.num_limits = 1;
      struct nvp4c_result *r = nvp4c_compile(texts[0].text, strlen(texts[0].text), &o);
      ck_assert_msg(nvp4c_result_status(r) == NVP4C_OK, "%s", name);
      nvp4c_result_free(r);
   }
   const struct frontend_ops *f;
   for (unsigned i = 0; (f = registry_frontend_at(i)); i++)
      for (unsigned k = 0; k < f->num_limits; k++) {
         bool known = false;
         for (unsigned n = 0; n < num; n++)
            known |= !strcmp(nvp4c_limit_name(n, NULL), f->limits[k].name);
         ck_assert_msg(known, "%s: %s", f->name, f->limits[k].name);
      }
   const struct nvp4c_limit unknown = {"max-program-nonsense", 1};
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.limits = &unknown;
   o.num_limits = 1;
   struct nvp4c_result *r = nvp4c_compile(texts[0].text, strlen(texts[0].text), &o);
   ck_assert_int_eq(nvp4c_result_status(r), NVP4C_USAGE);
   nvp4c_result_free(r);
}
END_TEST

/* The structure of an older caller ends earlier. The memory after it is not read, and the missing members have their
   defaults. */
START_TEST(older_callers)
{
   static const size_t ends[] = {
       offsetof(struct nvp4c_options, language),    offsetof(struct nvp4c_options, key),
       offsetof(struct nvp4c_options, diagnostics), offsetof(struct nvp4c_options, memory),
       offsetof(struct nvp4c_options, output),      offsetof(struct nvp4c_options, inspect),
       offsetof(struct nvp4c_options, passes),      offsetof(struct nvp4c_options, verify),
       offsetof(struct nvp4c_options, stress),
   };
   const char *text = texts[0].text;
   uint8_t want[32], got[32];
   nvp4c_cache_key(text, strlen(text), NULL, want);
   for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
      struct nvp4c_options o;
      nvp4c_options_init(&o, sizeof o);
      o.size = ends[i];
      memset((char *)&o + ends[i], 0x5a, sizeof o - ends[i]);
      nvp4c_cache_key(text, strlen(text), &o, got);
      ck_assert_mem_eq(got, want, sizeof want);
      struct nvp4c_result *r = nvp4c_compile(text, strlen(text), &o);
      ck_assert_int_eq(nvp4c_result_status(r), NVP4C_OK);
      nvp4c_result_free(r);
   }
   /* Members that the structure has do count. */
   struct nvp4c_options o;
   nvp4c_options_init(&o, sizeof o);
   o.size = offsetof(struct nvp4c_options, diagnostics);
   o.opt_level = 0;
   nvp4c_cache_key(text, strlen(text), &o, got);
   ck_assert_mem_ne(got, want, sizeof want);
}
END_TEST

int main(void)
{
   Suite *s = suite_create("registry");
   TCase *t = tcase_create("registry");
   tcase_set_timeout(t, 60);
   tcase_add_test(t, sniffing);
   tcase_add_test(t, unsure);
   tcase_add_test(t, complete);
   tcase_add_test(t, names);
   tcase_add_test(t, assembling);
   tcase_add_test(t, usc_cores);
   tcase_add_test(t, cores);
   tcase_add_test(t, limits);
   tcase_add_test(t, older_callers);
   suite_add_tcase(s, t);
   return suite_run(s);
}
