/* SPDX-License-Identifier: MIT */
/* Tests the writer of JSON: layout, strings of any bytes, and texts that do not fit. */
#include "nvp4c/json/json.h"
#include "tests/unit/common/suite.h"

#include <stdio.h>
#include <string.h>

static void write_document(struct json *j)
{
   json_begin(j, NULL, '{');
   json_number(j, "n", UINT64_MAX);
   json_signed(j, "s", INT64_MIN);
   json_begin(j, "list", '[');
   json_boolean(j, NULL, true);
   json_null(j, NULL);
   json_begin(j, NULL, '{');
   json_end(j, '}');
   json_end(j, ']');
   json_begin(j, "empty", '[');
   json_end(j, ']');
   json_string(j, "t", "x");
   json_end(j, '}');
}

START_TEST(layout)
{
   char text[400];
   struct json j = {.text = text, .size = sizeof text};

   write_document(&j);
   ck_assert_str_eq(text, "{\n  \"n\": 18446744073709551615,\n  \"s\": -9223372036854775808,\n  \"list\": [\n    true,\n"
                          "    null,\n    {}\n  ],\n  \"empty\": [],\n  \"t\": \"x\"\n}\n");
   ck_assert_uint_eq(j.len, strlen(text));
   j = (struct json){.text = text, .size = sizeof text, .compact = true};
   write_document(&j);
   ck_assert_str_eq(text, "{\"n\":18446744073709551615,\"s\":-9223372036854775808,\"list\":[true,null,{}],\"empty\":[],\"t\":"
                          "\"x\"}\n");
   ck_assert_uint_eq(j.len, strlen(text));
}
END_TEST

/* Each string with what a reader of JSON must get. A byte that is not UTF-8 counts alone, as in the first table of the Unicode
   standard, "U+FFFD Substitution", for sequences that have no valid beginning. */
static const struct {
   const char *bytes, *text;
} strings[] = {
   {"plain", "plain"},
   {"\"\\/", "\\\"\\\\/"},
   {"\n\t\x01\x1f\x7f", "\\u000a\\u0009\\u0001\\u001f\\u007f"},
   {"</script>", "\\u003c/script>"},
   {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
   {"\xc2\x80\xc2\xa0", "\\u0080\xc2\xa0"},        /* a control character of C1; a space */
   {"\x80" "a", "\\ufffd" "a"},                    /* continues nothing */
   {"\xff\xfe", "\\ufffd\\ufffd"},                 /* never in UTF-8 */
   {"\xc3", "\\ufffd"}, {"\xe2\x82", "\\ufffd\\ufffd"}, /* cut short */
   {"\xc0\xbc", "\\ufffd\\ufffd"},                 /* '<' in two bytes */
   {"\xe0\x80\xbc", "\\ufffd\\ufffd\\ufffd"},      /* and in three */
   {"\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd"},      /* half of a surrogate pair */
   {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},       /* the last character */
   {"\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"}, /* and the number after it */
   {"\xc3(", "\\ufffd("},
};

START_TEST(bytes)
{
   char text[100], expected[100];

   for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
      struct json j = {.text = text, .size = sizeof text, .compact = true};
      json_begin(&j, NULL, '[');
      json_string(&j, NULL, strings[i].bytes);
      json_end(&j, ']');
      snprintf(expected, sizeof expected, "[\"%s\"]\n", strings[i].text);
      ck_assert_str_eq(text, expected);
   }
   struct json j = {.text = text, .size = sizeof text, .compact = true};
   json_begin(&j, NULL, '{');
   json_bytes(&j, "<\"", "a\0b", 3);
   json_end(&j, '}');
   ck_assert_str_eq(text, "{\"\\u003c\\\"\":\"a\\u0000b\"}\n");
}
END_TEST

/* Every size gives the beginning of the text, a NUL, the length of the whole text, and no byte after `size`. */
START_TEST(sizes)
{
   char whole[400], part[400];
   struct json j = {.text = whole, .size = sizeof whole};

   write_document(&j);
   const size_t len = j.len;
   for (size_t size = 0; size <= len + 2; size++) {
      memset(part, '#', sizeof part);
      j = (struct json){.text = size ? part : NULL, .size = size};
      write_document(&j);
      ck_assert_uint_eq(j.len, len);
      const size_t written = size ? (size - 1 < len ? size - 1 : len) : 0;
      ck_assert(!memcmp(part, whole, written));
      ck_assert(!size || !part[written]);
      ck_assert_int_eq(part[size ? written + 1 : 0], '#');
   }
}
END_TEST

SUITE_MAIN("json", 60, NULL, NULL, layout, bytes, sizes)
