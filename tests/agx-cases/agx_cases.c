/* SPDX-License-Identifier: MIT */
/* Prints N random legal instructions of each row of the AGX table, as lines of bytes and text: agx_cases N SEED. */
#include "backend-agx/text/agx_text.h"
#include "tests/unit/backend-agx/agx_random.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
   const unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 10;
   uint32_t seed = argc > 2 && atoi(argv[2]) ? (uint32_t)atoi(argv[2]) : 1;
   struct util_ctx ctx;
   struct util_buf text;

   util_ctx_init(&ctx, NULL, 0);
   util_buf_init(&text, &ctx);
   for (unsigned op = 0; op < AGX_NUM_OPS; op++) {
      struct agx_instr in, again;
      uint8_t code[AGX_MAX_LEN];
      unsigned len, tries = 200 * count, legal = 0;
      while (legal < count && agx_random_legal(&seed, op, &tries, &in, code, &len)) {
         if (agx_decode(code, len, &again))
            continue;
         legal++;
         for (unsigned k = 0; k < len; k++)
            printf("%02x", code[k]);
         text.len = 0;
         agx_print(&again, &text);
         printf(" %.*s\n", (int)text.len, text.data);
      }
   }
   util_ctx_finish(&ctx);
   return 0;
}
