/* SPDX-License-Identifier: MIT */
/* Tests the names of enumerators against the text of the headers and the values of options, and statistics by name. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "nvp4c.h"
#include "tests/unit/common/file.h"
#include "tests/unit/common/suite.h"

/* Removes the comments of a header. */
static void remove_comments(char *text)
{
   char *to = text;

   for (const char *s = text; *s; s++)
      if (!strncmp(s, "/*", 2))
         s = strstr(s, "*/") + 1;
      else
         *to++ = *s;
   *to = 0;
}

/* The words of these differ from their enumerators, because documents of JSON have them. */
static const char *const exceptions[][2] = {{"bind_workgroup_memory", "block-memory"}, {"depth_no_layout", "none"}};

/* Does `name` end in the word, with dashes for underscores? */
static int ends_in(const char *name, const char *word)
{
   const size_t n = strlen(name), m = strlen(word);

   if (m > n || (m < n && name[n - m - 1] != '_'))
      return 0;
   for (size_t i = 0; i < m; i++)
      if (name[n - m + i] != (word[i] == '-' ? '_' : word[i]))
         return 0;
   return 1;
}

/* Enum by the name that the header gives it, "state_item", or -1. Their numbers have the order of `order`. */
static int find_enum(const char *name)
{
   static const char *const order[] = {
      "status", "severity", "json", "link_source", "target", "language", "stage", "ffp", "sched", "preshader_mode",
      "attribute_format", "frt", "blend_equation", "blend_factor", "logic_op", "color_place", "compare", "swizzle", "coverage",
      "point_size", "front_face", "front_face_word", "reflect_kind", "binding", "system", "state_item", "state_member", "matrix",
      "register", "interpolation", "tex_target", "depth_layout", "pass_type", "run_on", "words",
      "texture_level", "wave_status",
   };

   ck_assert_int_eq(sizeof order / sizeof order[0], NVP4C_ENUM_WAVE_STATUS + 1);
   for (unsigned k = 0; k < sizeof order / sizeof order[0]; k++)
      if (!strcmp(order[k], name))
         return (int)k;
   return -1;
}

/* Checks the enumerators between the braces at *s. */
static unsigned check_enumerators(enum nvp4c_enum which, const char *s)
{
   unsigned value = 0;

   for (; *s != '}'; s++) {
      char name[80] = "";
      unsigned n = 0;

      if (strncmp(s, "NVP4C_", 6))
         continue;
      for (s += 6; isalnum((unsigned char)*s) || *s == '_'; s++)
         name[n++] = (char)tolower((unsigned char)*s);
      sscanf(s, " = %u", &value);
      s--;
      const char *word = nvp4c_enum_name(which, value);
      ck_assert_msg(word, "%s has no name", name);
      int same = ends_in(name, word) || (which == NVP4C_ENUM_LANGUAGE && strstr(name, word));
      for (unsigned k = 0; k < sizeof exceptions / sizeof exceptions[0]; k++)
         same |= !strcmp(exceptions[k][0], name) && !strcmp(exceptions[k][1], word);
      ck_assert_msg(same, "%s is called %s", name, word);
      ck_assert_int_eq(nvp4c_enum_value(which, word), (int)value);
      value++;
   }
   if (which != NVP4C_ENUM_COVERAGE)
      ck_assert_ptr_null(nvp4c_enum_name(which, value));
   return value;
}

/* Every enum of the headers is in enum nvp4c_enum, and every enumerator has its own name. */
START_TEST(headers)
{
   static const char *const files[] = {"nvp4c.h", "nvp4c_options.h", "nvp4c_key.h", "nvp4c_reflection.h", "nvp4c_run.h",
                                       "nvp4c_machine.h"};
   unsigned num = 0, enumerators = 0;

   for (unsigned f = 0; f < sizeof files / sizeof files[0]; f++) {
      char path[60], name[60];
      size_t len;

      snprintf(path, sizeof path, "include/%s", files[f]);
      char *text = file_read(path, &len);
      ck_assert_ptr_nonnull(text);
      remove_comments(text);
      for (char *s = text; (s = strstr(s, "\nenum nvp4c_")); s++) {
         if (sscanf(s, "\nenum nvp4c_%59[a-z_] {", name) != 1 || !strcmp(name, "enum") || !strchr(s, '{') ||
             strchr(s, '{') > strchr(s, ';'))
            continue;
         const int which = find_enum(name);
         ck_assert_msg(which >= 0, "enum nvp4c_%s is not in enum nvp4c_enum", name);
         enumerators += check_enumerators((enum nvp4c_enum)which, strchr(s, '{'));
         num++;
      }
      free(text);
   }
   ck_assert_uint_eq(num, NVP4C_ENUM_WAVE_STATUS + 1);
   ck_assert_uint_gt(enumerators, 200);
   ck_assert_ptr_null(nvp4c_enum_name((enum nvp4c_enum)(NVP4C_ENUM_WAVE_STATUS + 1), 0));
   ck_assert_ptr_null(nvp4c_enum_name(NVP4C_ENUM_STAGE, UINT32_MAX));
   ck_assert_int_eq(nvp4c_enum_value(NVP4C_ENUM_STAGE, "Vertex"), -1);
   ck_assert_int_eq(nvp4c_enum_value(NVP4C_ENUM_STAGE, ""), -1);
   ck_assert_int_eq(nvp4c_enum_value(NVP4C_ENUM_COVERAGE, "alpha,mask"), NVP4C_COVERAGE_ALPHA | NVP4C_COVERAGE_MASK);
}
END_TEST

/* The values of options are the names of the enumerators from `first` on. */
START_TEST(options)
{
   static const struct {
      const char *option;
      enum nvp4c_enum which;
      unsigned first;
   } rows[] = {
      {"stage", NVP4C_ENUM_STAGE, 0},
      {"target", NVP4C_ENUM_TARGET, 0},
      {"x", NVP4C_ENUM_LANGUAGE, NVP4C_LANG_NV},
      {"ffp", NVP4C_ENUM_FFP, 0},
      {"fsched", NVP4C_ENUM_SCHED, NVP4C_SCHED_FAST},
      {"fpreshader", NVP4C_ENUM_PRESHADER_MODE, 0},
      {"falpha-test", NVP4C_ENUM_COMPARE, NVP4C_COMPARE_NEVER},
      {"fcoverage", NVP4C_ENUM_COVERAGE, NVP4C_COVERAGE_ALPHA},
      {"fpoint-size", NVP4C_ENUM_POINT_SIZE, 0},
      {"frt", NVP4C_ENUM_FRT, 0},
   };

   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      char form[200], words[200] = "";
      unsigned row = 0;
      const char *word;

      while (strcmp(nvp4c_option_name(row, NULL), rows[i].option))
         row++;
      nvp4c_option_form(row, form, sizeof form);
      for (unsigned k = rows[i].first; (word = nvp4c_enum_name(rows[i].which, k)); k++)
         snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", words[0] ? "|" : "", word);
      ck_assert_str_eq(form, words);
   }
}
END_TEST

START_TEST(statistics)
{
   static const char text[] = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n";
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, NULL);
   uint64_t value;

   ck_assert_int_gt(nvp4c_result_num_stats(r), 5);
   for (unsigned i = 0; i < nvp4c_result_num_stats(r); i++) {
      ck_assert_int_eq(nvp4c_result_stat_value(r, nvp4c_result_stat(r, i).name, &value), 1);
      ck_assert(value == nvp4c_result_stat(r, i).value);
   }
   value = 77;
   ck_assert_int_eq(nvp4c_result_stat_value(r, "group", &value), 0);
   ck_assert(value == 77);
   nvp4c_result_free(r);
}
END_TEST

SUITE_MAIN("enums", 60, NULL, NULL, headers, options, statistics)
