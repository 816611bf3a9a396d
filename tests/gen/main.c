/* SPDX-License-Identifier: MIT */
/* gen [-geometry | -exits | -tgsi] SEED [SIZE]: prints a random program of about SIZE instructions (40) to standard output. */
#include "tests/gen/gen.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
   struct gen_text text = {0};

   const bool geometry = argc > 1 && strcmp(argv[1], "-geometry") == 0, exits = argc > 1 && strcmp(argv[1], "-exits") == 0,
              tgsi = argc > 1 && strcmp(argv[1], "-tgsi") == 0;

   argv += geometry || exits || tgsi;
   argc -= geometry || exits || tgsi;
   if (argc < 2 || argc > 3) {
      fprintf(stderr, "usage: gen [-geometry | -exits | -tgsi] SEED [SIZE]\n");
      return 2;
   }
   (geometry ? gen_geometry
    : exits  ? gen_exits
    : tgsi   ? gen_tgsi
             : gen_program)(strtoull(argv[1], NULL, 0), argc == 3 ? (unsigned)strtoul(argv[2], NULL, 0) : 40, &text);
   if (!text.data)
      return 5;
   fputs(text.data, stdout);
   gen_free(&text);
   return fflush(stdout) ? 3 : 0;
}
