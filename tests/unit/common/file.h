/* SPDX-License-Identifier: MIT */
/* For tests: files, and tables in files: a row a line, a tab between columns, comments behind # at the beginning of a line. */
#ifndef TESTS_UNIT_FILE_H
#define TESTS_UNIT_FILE_H

#include <stddef.h>

/* A whole file with a NUL behind it, to be freed; NULL: it cannot be read. len may be NULL. */
char *file_read(const char *path, size_t *len);

/*
 * Calls `row` for each row of the files whose names match a pattern of glob(); other than `columns` columns, or no file, fail the test.
 * Names and texts are kept until file_tables_free().
 */
#define FILE_COLUMNS 11 /* at most */
void file_tables(const char *pattern, unsigned columns, void (*row)(const char *file, unsigned line, char *const *col));
void file_tables_free(void);

#endif
