/* SPDX-License-Identifier: MIT */
/* gen SEED [SIZE]: print a random program of about SIZE instructions (40) to standard output. */
#include "tests/gen/gen.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
   struct gen_text text = {0};

   if (argc < 2 || argc > 3) {
      fprintf(stderr, "usage: gen SEED [SIZE]\n");
      return 2;
   }
   gen_program(strtoull(argv[1], NULL, 0), argc == 3 ? (unsigned)strtoul(argv[2], NULL, 0) : 40, &text);
   if (!text.data)
      return 5;
   fputs(text.data, stdout);
   gen_free(&text);
   return fflush(stdout) ? 3 : 0;
}
