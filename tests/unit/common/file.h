/* SPDX-License-Identifier: MIT */
/* For tests: files, and tables in files. A row is a line, and tabs separate its columns. A comment line begins with #. */
#ifndef TESTS_UNIT_FILE_H
#define TESTS_UNIT_FILE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* A whole NUL-terminated file, to be freed, or NULL if it cannot be read. len may be NULL. Programs other than unit tests use
   it too. */
static inline char *file_read(const char *path, size_t *len)
{
   FILE *f = fopen(path, "rb");
   char *text = NULL;
   long n;

   if (len)
      *len = 0;
   if (!f)
      return NULL;
   if (!fseek(f, 0, SEEK_END) && (n = ftell(f)) >= 0 && !fseek(f, 0, SEEK_SET) && (text = malloc((size_t)n + 1))) {
      const size_t got = fread(text, 1, (size_t)n, f);

      text[got] = 0;
      if (len)
         *len = got;
   }
   fclose(f);
   return text;
}

/*
 * Calls `row` for each row of the files that match a pattern of glob(). A row without `columns` columns, or no file, fails the
 * test. Names and texts are kept until file_tables_free().
 */
#define FILE_COLUMNS 11 /* at most */
void file_tables(const char *pattern, unsigned columns, void (*row)(const char *file, unsigned line, char *const *col));
void file_tables_free(void);

#endif
