/* SPDX-License-Identifier: MIT */
/* Collects the programs and folders on the command line of a mutant tester. It needs _XOPEN_SOURCE to be 700 for nftw(). */
#ifndef TESTS_PROGRAMS_H
#define TESTS_PROGRAMS_H

#include <ftw.h>
#include <stdlib.h>
#include <string.h>

static char **file;
static unsigned num_files, cap_files;
static const char *program_endings; /* endings of the files to add from folders, such as " .vp .fp " */

static int add_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
   const char *end = strrchr(path, '.'), *at = end ? strstr(program_endings, end) : NULL;

   (void)st;
   if (type != FTW_F || (ftw && ftw->level && (!at || at[-1] != ' ' || at[strlen(end)] != ' ')))
      return 0;
   if (num_files == cap_files)
      file = realloc(file, (cap_files = 2 * cap_files + 16) * sizeof *file);
   file[num_files++] = strdup(path);
   return 0;
}

static int by_name(const void *a, const void *b)
{
   return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds a file, or the files of a folder in the order of their names. */
static void add_files(const char *path, const char *endings)
{
   const unsigned first = num_files;

   program_endings = endings;
   nftw(path, add_file, 16, 0);
   qsort(file + first, num_files - first, sizeof *file, by_name);
}

#endif
