/* SPDX-License-Identifier: MIT */
/* See file.h. */
#include "tests/unit/common/file.h"

#include "tests/unit/common/suite.h"
#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* Names and texts of the tables, which rows point into. */
static char *kept[64];
static unsigned num_kept;

static char *keep(char *s)
{
   ck_assert_ptr_nonnull(s);
   ck_assert_uint_lt(num_kept, sizeof kept / sizeof *kept);
   return kept[num_kept++] = s;
}

/* The start of *s up to `end`; *s becomes the rest, or NULL after the last piece. */
static char *piece(char **s, char end)
{
   char *begin = *s, *e = strchr(begin, end);

   if (e)
      *e++ = 0;
   *s = e;
   return begin;
}

void file_tables(const char *pattern, unsigned columns, void (*row)(const char *file, unsigned line, char *const *col))
{
   glob_t files;

   ck_assert_msg(glob(pattern, 0, NULL, &files) == 0, "no %s: run in the root of the tree", pattern);
   for (size_t i = 0; i < files.gl_pathc; i++) {
      const char *file = keep(strdup(files.gl_pathv[i]));
      char *next = keep(file_read(file, NULL));

      for (unsigned line = 1; next; line++) {
         char *s = piece(&next, '\n'), *col[FILE_COLUMNS];
         unsigned n = 0;

         if (*s == '#' || !*s)
            continue;
         while (s && n < columns)
            col[n++] = piece(&s, '\t');
         ck_assert_msg(!s && n == columns, "%s:%u: %u columns and %s", file, line, n, s ? "more" : "no more");
         row(file, line, col);
      }
   }
   globfree(&files);
}

void file_tables_free(void)
{
   while (num_kept)
      free(kept[--num_kept]);
}
