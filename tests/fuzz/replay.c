/* SPDX-License-Identifier: MIT */
/* Runs files through a fuzz target without libFuzzer: replay TARGET FILE... If the process ends early, the last file named is
   the cause. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

/* The allocation ends with the file, so that the address sanitizer finds reads past the end. */
static uint8_t *read_file(const char *name, size_t *size)
{
   FILE *f = fopen(name, "rb");
   long end;

   if (!f || fseek(f, 0, SEEK_END) || (end = ftell(f)) < 0 || fseek(f, 0, SEEK_SET))
      return NULL;
   uint8_t *data = malloc(end ? (size_t)end : 1);
   *size = data ? fread(data, 1, (size_t)end, f) : 0;
   fclose(f);
   return data;
}

int main(int argc, char **argv)
{
   const struct fuzz_target *t = fuzz_find(argc > 1 ? argv[1] : NULL);

   if (!t) {
      fprintf(stderr, "usage: replay TARGET FILE...; targets:");
      for (t = fuzz_targets; t->name; t++)
         fprintf(stderr, " %s", t->name);
      fprintf(stderr, "\n");
      return 2;
   }
   for (int i = 2; i < argc; i++) {
      size_t size;
      uint8_t *data = read_file(argv[i], &size);

      if (!data) {
         fprintf(stderr, "%s cannot be read\n", argv[i]);
         return 2;
      }
      printf("%s %s\n", t->name, argv[i]);
      fflush(stdout);
      t->run(data, size);
      free(data);
   }
   return 0;
}
